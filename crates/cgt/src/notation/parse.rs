//! Tokens to a flat program.
//!
//! An operator-precedence parser with explicit stacks: a frame for each open bracket, in it the operators that wait for
//! their right side and, in braces, the bars that wait for theirs. The result is in postfix order, so that evaluating
//! needs no recursion either.
//!
//! From tight to loose: literals with their suffixes (`-1/2^*` is the number -1/2 plus `^*`), calls behind a dot (`G.Cool(2)`), prefix `-`, `±`, then `:`, then
//! `.`, then `+` and `-`. In braces commas bind tighter than bars and fewer bars tighter than more.

use crate::Dyadic;
use crate::game::Side;
use crate::notation::expression::{Operation, ParseError, Problem, Step};
use crate::notation::foreign;
use crate::notation::function::Function;
use crate::notation::token::{Kind, Token, tokenize};

/// An operator that waits for its right side.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Operator {
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
    /// The sides of a loopy game: `over & under`.
    Sides,
}

impl Operator {
    fn precedence(self) -> u8 {
        match self {
            Operator::Tiny | Operator::Miny | Operator::PlusMinus | Operator::Negate => 5,
            Operator::Juxtapose => 4,
            Operator::OrdinalSum => 3,
            Operator::Multiply => 2,
            Operator::Add | Operator::Subtract => 1,
            Operator::Sides => 0,
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
            Operator::Sides => Operation::Sides,
        }
    }
}

/// Options between two bars.
#[derive(Clone, Copy, Default)]
pub(super) struct Segment {
    pub(super) options: usize,
    /// The `n` of a segment that is exactly `0^n`.
    pub(super) zeros: Option<u32>,
}

pub(super) enum Bracket {
    Outermost,
    Parentheses,
    /// Quotes, in which braces are not simplified.
    Quotes,
    Call {
        name: String,
        function: Function,
        arity: Option<u32>,
        /// Where the program stood behind `G.` of `G.Cool(2)`: whether that is a call of G's or a product with G is told by the
        /// number of arguments.
        receiver: Option<usize>,
    },
    Braces {
        bars: Vec<(u32, Segment)>,
        /// The name in front, by which the game is named again inside, and its number.
        label: Option<(String, usize)>,
    },
}

pub(super) struct Frame {
    pub(super) bracket: Bracket,
    start: usize,
    pub(super) operators: Vec<(Operator, usize)>,
    pub(super) segment: Segment,
}

impl Frame {
    fn new(bracket: Bracket, start: usize) -> Frame {
        Frame { bracket, start, operators: Vec::new(), segment: Segment::default() }
    }
}

pub(super) struct Parser {
    pub(super) tokens: Vec<Token>,
    pub(super) at: usize,
    pub(super) program: Vec<Step>,
    pub(super) frames: Vec<Frame>,
    /// How many braces have had a name in front.
    labels: usize,
}

/// Reads an expression.
pub(super) fn parse(text: &str) -> Result<Vec<Step>, ParseError> {
    let mut parser = Parser {
        tokens: tokenize(text)?,
        at: 0,
        program: Vec::new(),
        frames: vec![Frame::new(Bracket::Outermost, 0)],
        labels: 0,
    };
    parser.run()?;
    Ok(parser.program)
}

impl Parser {
    pub(super) fn token(&self) -> &Token {
        &self.tokens[self.at]
    }

    /// The token after the current one, if no space is between them.
    pub(super) fn adjacent(&self) -> Option<&Kind> {
        let next = self.tokens.get(self.at + 1)?;
        (next.start == self.tokens[self.at].end).then_some(&next.kind)
    }

    pub(super) fn frame(&mut self) -> &mut Frame {
        // The outermost frame is taken off only when the text has ended.
        self.frames.last_mut().expect("the outermost frame is open")
    }

    fn fail<T>(&self, problem: Problem) -> Result<T, ParseError> {
        Err(ParseError::new(self.token().start, problem))
    }

    pub(super) fn unexpected<T>(&self, expected: &'static str) -> Result<T, ParseError> {
        self.fail(Problem::Expected { expected, found: self.token().shown() })
    }

    pub(super) fn emit(&mut self, operation: Operation, column: usize) {
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
                        return self.fail(foreign::function(&name));
                    };
                    self.at += 2;
                    self.frames
                        .push(Frame::new(Bracket::Call { name, function, arity, receiver: None }, start));
                    return Ok(false);
                }
                if self.adjacent() == Some(&Kind::OpenBrace) {
                    self.at += 2;
                    self.labels += 1;
                    let bracket = Bracket::Braces { bars: Vec::new(), label: Some((name, self.labels - 1)) };
                    self.frames.push(Frame::new(bracket, start));
                    return self.empty_segment();
                }
                self.at += 1;
                let operation = match self.label(&name) {
                    Some(label) => Operation::Label(label),
                    None if name == "pass" => Operation::Pass,
                    None => Operation::Variable(name),
                };
                self.emit(operation, start);
                self.frame().segment.options += 1;
                Ok(true)
            }
            Kind::OpenParenthesis => {
                self.at += 1;
                self.frames.push(Frame::new(Bracket::Parentheses, start));
                Ok(false)
            }
            Kind::Quote => {
                self.at += 1;
                self.frames.push(Frame::new(Bracket::Quotes, start));
                Ok(false)
            }
            Kind::OpenBrace => {
                self.at += 1;
                self.frames.push(Frame::new(Bracket::Braces { bars: Vec::new(), label: None }, start));
                self.empty_segment()
            }
            _ => self.unexpected("a game"),
        }
    }

    /// The number of the innermost open braces of this name.
    fn label(&self, name: &str) -> Option<usize> {
        self.frames.iter().rev().find_map(|frame| match &frame.bracket {
            Bracket::Braces { label: Some((known, number)), .. } if known == name => Some(*number),
            _ => None,
        })
    }

    /// At the beginning of a segment of braces: true if the segment is empty.
    fn empty_segment(&self) -> Result<bool, ParseError> {
        Ok(matches!(self.token().kind, Kind::Bars(_) | Kind::CloseBrace))
    }

    /// `.Cool(2)` or `.Mean` behind an operand: CGSuite's way to call a function. Nothing if the dot is a product's.
    fn method(&mut self) -> Result<Option<After>, ParseError> {
        let [dot, name, next] = [0, 1, 2].map(|ahead| self.tokens.get(self.at + ahead));
        let (Some(Kind::Dot), Some(Kind::Name(name))) = (dot.map(|t| &t.kind), name.map(|t| &t.kind)) else {
            return Ok(None);
        };
        let called = next.is_some_and(|token| token.kind == Kind::OpenParenthesis);
        let (name, start) = (name.clone(), self.tokens[self.at + 1].start);
        let Some((function, arity)) = Function::named(&name) else {
            // `3.G` is a multiple of a game with a name.
            let problem = foreign::function(&name);
            let told = called || matches!(problem, Problem::Foreign(_));
            return if told { Err(ParseError::new(start, problem)) } else { Ok(None) };
        };
        if self.frame().segment.options == 0 {
            return self.unexpected("a game");
        }
        if !called {
            if arity.is_some_and(|arity| arity != 1) {
                let expected = arity.map_or(0, |arity| arity as usize - 1);
                return Err(ParseError::new(start, Problem::ArgumentCount { name, expected, found: 0 }));
            }
            self.at += 2;
            self.emit(Operation::Call { function, arguments: 1 }, start);
            return Ok(Some(After::More));
        }
        self.at += 3;
        self.frame().segment.options -= 1;
        let receiver = Some(self.program.len());
        self.frames.push(Frame::new(Bracket::Call { name, function, arity, receiver }, start));
        let empty = self.token().kind == Kind::CloseParenthesis;
        Ok(Some(if empty { After::More } else { After::Operand }))
    }

    fn after_operand(&mut self) -> Result<After, ParseError> {
        if let Some(after) = self.method()? {
            return Ok(after);
        }
        let start = self.token().start;
        match self.token().kind {
            Kind::Bracket('<' | '>') => return self.fail(foreign::sign('<')),
            // `2 * 3` and `2*{4|0}`, where somebody has multiplied.
            Kind::Star => return self.fail(Problem::StarBeforeGame),
            Kind::OpenBrace | Kind::OpenParenthesis | Kind::Name(_)
                if self.at > 0 && self.tokens[self.at - 1].kind == Kind::Star =>
            {
                return self.fail(Problem::StarBeforeGame);
            }
            _ => {}
        }
        let operator = match (&self.token().kind, self.adjacent()) {
            // `3+_2` is the paper's 3 plus tiny-two: the sign belongs to the subscript.
            (Kind::Plus | Kind::Minus, Some(Kind::Underscore)) => Some((Operator::Juxtapose, 0)),
            (Kind::Plus, _) => Some((Operator::Add, 1)),
            (Kind::Minus, _) => Some((Operator::Subtract, 1)),
            (Kind::Dot, _) => Some((Operator::Multiply, 1)),
            (Kind::Colon, _) => Some((Operator::OrdinalSum, 1)),
            (Kind::And, _) => Some((Operator::Sides, 1)),
            (Kind::OpenBrace, _) if self.follows_number() => Some((Operator::Juxtapose, 0)),
            // CGSuite's `3Tiny(2)` and `5over`.
            (Kind::Name(name), _)
                if self.follows_number() && (Function::is_tiny(name) || foreign::may_follow_number(name)) =>
            {
                Some((Operator::Juxtapose, 0))
            }
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
            (Bracket::Quotes, Kind::Quote) => {
                self.reduce_operators(0);
                self.close()
            }
            (Bracket::Quotes, _) => self.unexpected("`'` or an operator"),
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
            (Bracket::Braces { bars, .. }, Kind::CloseBrace) if !bars.is_empty() => {
                self.reduce_operators(0);
                self.reduce_bars(u32::MAX)?;
                self.close()
            }
            // `+-{1,1*}` without a bar: these are Left's options, and Right's are their negatives.
            (Bracket::Braces { bars, .. }, Kind::CloseBrace)
                if bars.is_empty() && self.follows_plus_minus() =>
            {
                self.reduce_operators(0);
                self.plus_minus_of_list();
                self.close()
            }
            (Bracket::Braces { bars, .. }, Kind::CloseBrace) if bars.is_empty() => self.unexpected("`|`"),
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

    /// Whether the innermost braces stand behind a plus-minus.
    fn follows_plus_minus(&self) -> bool {
        let outer = self.frames.iter().rev().nth(1);
        outer.is_some_and(|frame| matches!(frame.operators.last(), Some((Operator::PlusMinus, _))))
    }

    /// The options of the innermost braces are those of the plus-minus before them, whose work is then done.
    fn plus_minus_of_list(&mut self) {
        let options = self.frame().segment.options;
        let braces = self.frames.pop().expect("the braces are open");
        let column = self.frame().operators.pop().map_or(braces.start, |(_, column)| column);
        self.emit(Operation::PlusMinusOf { options }, column);
        self.frames.push(braces);
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
        let is_literal = self.frames.iter().any(|frame| matches!(frame.bracket, Bracket::Quotes));
        loop {
            let frame = self.frames.last_mut().expect("the outermost frame is open");
            let column = frame.start;
            let Bracket::Braces { bars, label } = &mut frame.bracket else { return Ok(()) };
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
            let outermost = bars.is_empty() && count == u32::MAX;
            let label = label.as_ref().filter(|_| outermost).map(|(_, number)| *number);
            let right = std::mem::replace(&mut frame.segment, Segment { options: 1, zeros: None });
            let operation = match (left.zeros, right.zeros) {
                (Some(_), Some(_)) => return self.fail(Problem::ZerosOnBothSides),
                (Some(count), None) => Operation::Zeros { side: Side::Left, count, options: right.options },
                (None, Some(count)) => Operation::Zeros { side: Side::Right, count, options: left.options },
                (None, None) if is_literal && label.is_none() => {
                    Operation::Literal { left: left.options, right: right.options }
                }
                (None, None) => Operation::Braces { left: left.options, right: right.options, label },
            };
            self.emit(operation, column);
        }
    }

    fn call(&mut self) -> Result<(), ParseError> {
        let frame = self.frames.last().expect("the outermost frame is open");
        let Bracket::Call { name, function, arity, receiver } = &frame.bracket else { return Ok(()) };
        let (arguments, column, function) = (frame.segment.options, frame.start, *function);
        let own = arity.map(|arity| arity as usize);
        match (*receiver, own) {
            // `3.cool(G,2)`: what waits on the left of the dot comes before the call.
            (Some(behind), own) if own.is_none_or(|own| own == arguments) && arguments > 0 => {
                let inside = self.program.split_off(behind);
                let call = self.frames.pop().expect("the call is open");
                self.reduce_operators(Operator::Multiply.precedence());
                self.frame().operators.push((Operator::Multiply, column));
                self.frames.push(call);
                self.program.extend(inside);
                self.emit(Operation::Call { function, arguments }, column);
            }
            // `G.Cool(2)`: G is the first argument, and is there already.
            (Some(_), own) if own.is_none_or(|own| own == arguments + 1) => {
                self.emit(Operation::Call { function, arguments: arguments + 1 }, column);
            }
            (None, own) if own.is_none_or(|own| own == arguments) => {
                self.emit(Operation::Call { function, arguments }, column);
            }
            (receiver, own) => {
                let expected = own.unwrap_or(1) - usize::from(receiver.is_some());
                let problem = Problem::ArgumentCount { name: name.clone(), expected, found: arguments };
                return Err(ParseError::new(column, problem));
            }
        }
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
