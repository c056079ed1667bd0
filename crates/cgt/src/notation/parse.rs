//! Tokens to a flat program.
//!
//! An operator-precedence parser with explicit stacks: a frame for each open bracket, in it the operators that wait for
//! their right side and, in braces, the bars that wait for theirs. The result is in postfix order, so that evaluating
//! needs no recursion either.
//!
//! From tight to loose: literals with their suffixes (`-1/2^*` is the number -1/2 plus `^*`), prefix `-`, `±`, then `:`, then
//! `.`, then `+` and `-`. In braces commas bind tighter than bars and fewer bars tighter than more.

use crate::dyadic::{ParseDyadicError, read_digits};
use crate::game::{Game, Side};
use crate::notation::expression::{Operation, ParseError, Problem, Step};
use crate::notation::function::Function;
use crate::notation::token::{Kind, Token, tokenize};
use crate::{Dyadic, Error};

/// An operator that waits for its right side.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Operator {
    Negate,
    PlusMinus,
    Tiny,
    Miny,
    OrdinalSum,
    Multiply,
    Add,
    Subtract,
    /// The plus of `3{1|0}`.
    Juxtapose,
}

impl Operator {
    fn precedence(self) -> u8 {
        match self {
            Operator::Tiny | Operator::Miny | Operator::PlusMinus | Operator::Negate => 4,
            Operator::Juxtapose => 3,
            Operator::OrdinalSum => 2,
            Operator::Multiply => 1,
            Operator::Add | Operator::Subtract => 0,
        }
    }

    fn operation(self) -> Operation {
        match self {
            Operator::Negate => Operation::Negate,
            Operator::PlusMinus => Operation::PlusMinus,
            Operator::Tiny => Operation::Tiny,
            Operator::Miny => Operation::Miny,
            Operator::OrdinalSum => Operation::OrdinalSum,
            Operator::Multiply => Operation::Multiply,
            Operator::Add | Operator::Juxtapose => Operation::Add,
            Operator::Subtract => Operation::Subtract,
        }
    }
}

/// Options between two bars.
#[derive(Clone, Copy, Default)]
struct Segment {
    options: usize,
    /// The `n` of a segment that is exactly `0^n`.
    zeros: Option<u32>,
}

enum Bracket {
    Outermost,
    Parentheses,
    Call { name: String, function: Function, arity: Option<u32> },
    Braces { bars: Vec<(u32, Segment)> },
}

struct Frame {
    bracket: Bracket,
    start: usize,
    operators: Vec<(Operator, usize)>,
    segment: Segment,
}

impl Frame {
    fn new(bracket: Bracket, start: usize) -> Frame {
        Frame { bracket, start, operators: Vec::new(), segment: Segment::default() }
    }
}

struct Parser {
    tokens: Vec<Token>,
    at: usize,
    program: Vec<Step>,
    frames: Vec<Frame>,
}

/// Reads an expression.
pub(super) fn parse(text: &str) -> Result<Vec<Step>, ParseError> {
    let mut parser = Parser {
        tokens: tokenize(text)?,
        at: 0,
        program: Vec::new(),
        frames: vec![Frame::new(Bracket::Outermost, 0)],
    };
    parser.run()?;
    Ok(parser.program)
}

impl Parser {
    fn token(&self) -> &Token {
        &self.tokens[self.at]
    }

    /// The token after the current one, if no space is between them.
    fn adjacent(&self) -> Option<&Kind> {
        let next = self.tokens.get(self.at + 1)?;
        (next.start == self.tokens[self.at].end).then_some(&next.kind)
    }

    fn frame(&mut self) -> &mut Frame {
        // The outermost frame is taken off only when the text has ended.
        self.frames.last_mut().expect("the outermost frame is open")
    }

    fn fail<T>(&self, problem: Problem) -> Result<T, ParseError> {
        Err(ParseError::new(self.token().start, problem))
    }

    fn unexpected<T>(&self, expected: &'static str) -> Result<T, ParseError> {
        self.fail(Problem::Expected { expected, found: self.token().shown() })
    }

    fn emit(&mut self, operation: Operation, column: usize) {
        self.program.push(Step { operation, column });
    }

    fn run(&mut self) -> Result<(), ParseError> {
        loop {
            // Operands and brackets that open, until one operand is complete.
            if !self.operand()? {
                continue;
            }
            // Operators and brackets that close, until the next operand has to follow.
            loop {
                match self.after_operand()? {
                    After::Operand => break,
                    After::More => {}
                    After::End => return Ok(()),
                }
            }
        }
    }

    /// Reads up to the end of one operand and returns true, or opens a bracket or a prefix and returns false.
    fn operand(&mut self) -> Result<bool, ParseError> {
        let start = self.token().start;
        let prefix = match (&self.token().kind, self.adjacent()) {
            (Kind::Plus, Some(Kind::Underscore)) => Some((Operator::Tiny, 2)),
            (Kind::Minus, Some(Kind::Underscore)) => Some((Operator::Miny, 2)),
            (Kind::Plus, Some(Kind::Minus)) => Some((Operator::PlusMinus, 2)),
            (Kind::PlusMinus, _) => Some((Operator::PlusMinus, 1)),
            (Kind::Minus, _) if !matches!(self.tokens[self.at + 1].kind, Kind::Digits(_)) => {
                Some((Operator::Negate, 1))
            }
            _ => None,
        };
        if let Some((operator, tokens)) = prefix {
            self.at += tokens;
            self.frame().operators.push((operator, start));
            return Ok(false);
        }
        match self.token().kind.clone() {
            Kind::Minus | Kind::Digits(_) => self.number().map(|()| true),
            Kind::Ups(_) | Kind::Downs(_) | Kind::Star => {
                self.up_star(Dyadic::ZERO)?;
                self.frame().segment.options += 1;
                Ok(true)
            }
            Kind::Name(name) => {
                if self.tokens[self.at + 1].kind == Kind::OpenParenthesis {
                    let Some((function, arity)) = Function::named(&name) else {
                        return self.fail(Problem::UnknownFunction { name });
                    };
                    self.at += 2;
                    self.frames.push(Frame::new(Bracket::Call { name, function, arity }, start));
                    return Ok(false);
                }
                self.at += 1;
                self.emit(Operation::Variable(name), start);
                self.frame().segment.options += 1;
                Ok(true)
            }
            Kind::OpenParenthesis => {
                self.at += 1;
                self.frames.push(Frame::new(Bracket::Parentheses, start));
                Ok(false)
            }
            Kind::OpenBrace => {
                self.at += 1;
                self.frames.push(Frame::new(Bracket::Braces { bars: Vec::new() }, start));
                self.empty_segment()
            }
            _ => self.unexpected("a game"),
        }
    }

    /// At the beginning of a segment of braces: true if the segment is empty.
    fn empty_segment(&self) -> Result<bool, ParseError> {
        Ok(matches!(self.token().kind, Kind::Bars(_) | Kind::CloseBrace))
    }

    /// A number with what is written directly after it: `3`, `-13/2`, `1 3/4`, `2^*`, `0^2`, `3{1|0}`.
    fn number(&mut self) -> Result<(), ParseError> {
        let start = self.token().start;
        let negative = self.token().kind == Kind::Minus;
        if negative {
            self.at += 1;
        }
        let first = self.digits()?;
        let mut number = match self.token().kind {
            Kind::Slash => self.fraction(first)?,
            Kind::Digits(_) if self.tokens[self.at + 1].kind == Kind::Slash => {
                let numerator = self.digits()?;
                let fraction = self.fraction(numerator)?;
                Dyadic::from(first)
                    .checked_add(fraction)
                    .map_err(|error| ParseError::new(start, error.into()))?
            }
            _ => Dyadic::from(first),
        };
        if negative {
            number = number.checked_neg().map_err(|error| ParseError::new(start, error.into()))?;
        }
        let touches = self.tokens[self.at - 1].end == self.token().start;
        let subscript = matches!(self.frame().operators.last(), Some((Operator::Tiny | Operator::Miny, _)));
        let literal_zero = !negative && number.is_zero();
        match (&self.token().kind, self.adjacent()) {
            (Kind::Ups(1), Some(Kind::Digits(_))) if touches && literal_zero && self.is_whole_segment() => {
                self.up_star(number)?;
                self.frame().segment.zeros = self.nested_zeros();
            }
            (Kind::Ups(_) | Kind::Downs(_) | Kind::Star, _) if touches && !subscript => {
                self.up_star(number)?;
            }
            (Kind::Dot, Some(Kind::Digits(_))) if touches => return self.fail(Problem::Decimal),
            _ => self.emit(Operation::Push(Game::number(number)), start),
        }
        self.frame().segment.options += 1;
        Ok(())
    }

    /// Whether nothing but a literal can stand before the current token in its segment of braces.
    fn is_whole_segment(&self) -> bool {
        self.frames.last().is_some_and(|frame| {
            matches!(frame.bracket, Bracket::Braces { .. })
                && frame.segment.options == 0
                && frame.operators.is_empty()
        })
    }

    /// The `n` of the `0^n` just read, if the segment ends here.
    fn nested_zeros(&self) -> Option<u32> {
        if !matches!(self.token().kind, Kind::Bars(_) | Kind::CloseBrace) {
            return None;
        }
        match self.program.last()?.operation {
            Operation::Push(game) => match game.to_number_up_star()? {
                (_, up, 0) if up > 0 => Some(up.unsigned_abs()),
                _ => None,
            },
            _ => None,
        }
    }

    fn digits(&mut self) -> Result<i64, ParseError> {
        let Kind::Digits(text) = &self.token().kind else {
            return self.unexpected("digits");
        };
        let value =
            read_digits(text).map_err(|_| ParseError::new(self.token().start, Error::Overflow.into()))?;
        self.at += 1;
        Ok(value)
    }

    /// The slash and the denominator.
    fn fraction(&mut self, numerator: i64) -> Result<Dyadic, ParseError> {
        self.at += 1;
        let start = self.token().start;
        let denominator = self.digits()?;
        Dyadic::from_fraction(numerator, denominator).map_err(|error| {
            let problem = match error {
                ParseDyadicError::Range(error) => error.into(),
                ParseDyadicError::Syntax | ParseDyadicError::Denominator => Problem::Denominator,
            };
            ParseError::new(start, problem)
        })
    }

    /// `^`, `^^`, `^3`, `v`, `*`, `*2`, `^*`, `v3*2`, following the number.
    fn up_star(&mut self, number: Dyadic) -> Result<(), ParseError> {
        let start = self.token().start;
        let mut up = 0;
        let mut ended = false;
        if let Kind::Ups(run) | Kind::Downs(run) = self.token().kind {
            let sign = if matches!(self.token().kind, Kind::Ups(_)) { 1 } else { -1 };
            let has_digits = run == 1 && matches!(self.adjacent(), Some(Kind::Digits(_)));
            ended = !has_digits && !matches!(self.adjacent(), Some(Kind::Star));
            self.at += 1;
            up = sign * i64::from(run);
            if has_digits {
                ended = !matches!(self.adjacent(), Some(Kind::Star));
                up = sign * self.digits()?;
            }
        }
        let mut nimber = 0;
        if !ended && self.token().kind == Kind::Star {
            nimber = 1;
            let has_digits = matches!(self.adjacent(), Some(Kind::Digits(_)));
            self.at += 1;
            if has_digits {
                nimber = self.digits()?;
            }
        }
        let game = Game::number_up_star(number, up, nimber as u64)
            .map_err(|error| ParseError::new(start, error.into()))?;
        self.emit(Operation::Push(game), start);
        Ok(())
    }

    fn after_operand(&mut self) -> Result<After, ParseError> {
        let start = self.token().start;
        let operator = match (&self.token().kind, self.adjacent()) {
            // `3+_2` is the paper's 3 plus tiny-two: the sign belongs to the subscript.
            (Kind::Plus | Kind::Minus, Some(Kind::Underscore)) => Some((Operator::Juxtapose, 0)),
            (Kind::Plus, _) => Some((Operator::Add, 1)),
            (Kind::Minus, _) => Some((Operator::Subtract, 1)),
            (Kind::Dot, _) => Some((Operator::Multiply, 1)),
            (Kind::Colon, _) => Some((Operator::OrdinalSum, 1)),
            (Kind::OpenBrace, _) if self.follows_number() => Some((Operator::Juxtapose, 0)),
            _ => None,
        };
        if let Some((operator, tokens)) = operator {
            // An empty segment of braces is not something to add to.
            if self.frame().segment.options == 0 {
                return self.unexpected("a game");
            }
            self.reduce_operators(operator.precedence());
            self.frame().operators.push((operator, start));
            self.frame().segment.options -= 1;
            self.at += tokens;
            return Ok(After::Operand);
        }
        match (&self.frames.last().expect("the outermost frame is open").bracket, &self.token().kind) {
            (Bracket::Outermost, Kind::End) => {
                self.reduce_operators(0);
                Ok(After::End)
            }
            (Bracket::Outermost, _) => self.unexpected("an operator or the end of the text"),
            (Bracket::Parentheses, Kind::CloseParenthesis) => {
                self.reduce_operators(0);
                self.close()
            }
            (Bracket::Parentheses, _) => self.unexpected("`)` or an operator"),
            (Bracket::Call { .. } | Bracket::Braces { .. }, Kind::Comma) => {
                if self.frame().segment.options == 0 {
                    return self.unexpected("a game");
                }
                self.reduce_operators(0);
                self.at += 1;
                Ok(After::Operand)
            }
            (Bracket::Call { .. }, Kind::CloseParenthesis) => {
                self.reduce_operators(0);
                self.call()?;
                self.close()
            }
            (Bracket::Call { .. }, _) => self.unexpected("`,`, `)` or an operator"),
            (&Bracket::Braces { .. }, &Kind::Bars(count)) => {
                self.reduce_operators(0);
                self.reduce_bars(count)?;
                self.at += 1;
                if self.empty_segment()? { Ok(After::More) } else { Ok(After::Operand) }
            }
            (Bracket::Braces { bars }, Kind::CloseBrace) if !bars.is_empty() => {
                self.reduce_operators(0);
                self.reduce_bars(u32::MAX)?;
                self.close()
            }
            (Bracket::Braces { bars }, Kind::CloseBrace) if bars.is_empty() => self.unexpected("`|`"),
            (Bracket::Braces { .. }, _) => self.unexpected("`,`, `|`, `}` or an operator"),
        }
    }

    /// Whether the last token was a number literal that touches the current one.
    fn follows_number(&self) -> bool {
        let before = &self.tokens[self.at - 1];
        before.end == self.token().start
            && matches!(before.kind, Kind::Digits(_))
            && matches!(self.program.last(), Some(Step { operation: Operation::Push(game), .. }) if game.is_number())
    }

    /// Carries out what binds at least as tightly as the next operator.
    fn reduce_operators(&mut self, precedence: u8) {
        while let Some(&(operator, column)) = self.frame().operators.last() {
            if operator.precedence() < precedence {
                break;
            }
            self.frame().operators.pop();
            self.emit(operator.operation(), column);
        }
    }

    /// Closes the braces of all bars lighter than the next ones, which then wait in their turn.
    fn reduce_bars(&mut self, count: u32) -> Result<(), ParseError> {
        loop {
            let frame = self.frames.last_mut().expect("the outermost frame is open");
            let column = frame.start;
            let Bracket::Braces { bars } = &mut frame.bracket else { return Ok(()) };
            let left = match bars.last() {
                Some(&(weight, _)) if weight == count => return self.fail(Problem::AmbiguousBars),
                Some(&(weight, left)) if weight < count => left,
                _ if count == u32::MAX => return Ok(()),
                _ => {
                    bars.push((count, std::mem::take(&mut frame.segment)));
                    return Ok(());
                }
            };
            bars.pop();
            let right = std::mem::replace(&mut frame.segment, Segment { options: 1, zeros: None });
            let operation = match (left.zeros, right.zeros) {
                (Some(_), Some(_)) => return self.fail(Problem::ZerosOnBothSides),
                (Some(count), None) => Operation::Zeros { side: Side::Left, count, options: right.options },
                (None, Some(count)) => Operation::Zeros { side: Side::Right, count, options: left.options },
                (None, None) => Operation::Braces { left: left.options, right: right.options },
            };
            self.emit(operation, column);
        }
    }

    fn call(&mut self) -> Result<(), ParseError> {
        let frame = self.frames.last().expect("the outermost frame is open");
        let Bracket::Call { name, function, arity } = &frame.bracket else { return Ok(()) };
        let (arguments, column, function) = (frame.segment.options, frame.start, *function);
        if let Some(expected) = arity.map(|arity| arity as usize)
            && expected != arguments
        {
            let problem = Problem::ArgumentCount { name: name.clone(), expected, found: arguments };
            return Err(ParseError::new(column, problem));
        }
        self.emit(Operation::Call { function, arguments }, column);
        Ok(())
    }

    /// Leaves a bracket, which is now one operand of the frame around it.
    fn close(&mut self) -> Result<After, ParseError> {
        self.frames.pop();
        self.frame().segment.options += 1;
        self.at += 1;
        Ok(After::More)
    }
}

/// What comes after an operand and what was read behind it.
enum After {
    /// Another operand.
    Operand,
    /// Another operator or closing bracket.
    More,
    /// Nothing.
    End,
}
