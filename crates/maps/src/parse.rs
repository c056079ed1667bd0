//! Reading tactic maps.
//!
//! The paper writes some maps without saying in which order the operators of two arguments are applied, and they cannot be
//! read with certainty any more. Here such text is refused, with the two readings written out.

use std::str::FromStr;

use tesuji_board::Color;
use thiserror::Error;

use crate::map::{Base, Binary, Map, Unary};

/// More levels than this are refused: nobody writes them, and every level needs stack.
const MOST_LEVELS: usize = 100;

/// Why a text is no tactic map.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("column {column}: {problem}")]
pub struct ParseError {
    /// Where, counted in characters from 1.
    pub column: usize,
    /// What is wrong, and what would be right.
    pub problem: Problem,
}

/// What is wrong with a text.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum Problem {
    /// A set is expected here.
    #[error(
        "expected a set (B, W, V, H), an operator such as ~, F(...), P4(...) or a parenthesis, found {found}"
    )]
    NoSet {
        /// What is there instead.
        found: String,
    },
    /// The operator has no parenthesis behind it.
    #[error("'{name}' needs its argument in parentheses: {name}(...)")]
    NoArgument {
        /// The operator.
        name: String,
    },
    /// There is no such name.
    #[error(
        "there is no '{name}': the sets are B W V H, the operators ~ F F0 AB AW DB DW and P or Q with a number, as in P4"
    )]
    UnknownName {
        /// What was written.
        name: String,
    },
    /// The number of P or Q is missing or too large.
    #[error("'{name}' needs a number of at most 9999, as in {example}")]
    BadNumber {
        /// What was written.
        name: String,
        /// What would be right.
        example: &'static str,
    },
    /// A parenthesis is open.
    #[error("the parenthesis that opens in column {opened} is not closed")]
    Unclosed {
        /// Where it opens, from 1.
        opened: usize,
    },
    /// Something follows that does not belong there.
    #[error("expected an operator (& | \\) or the end, found {found}")]
    Trailing {
        /// What is there.
        found: String,
    },
    /// The order of two operators matters and is not given.
    #[error("it matters here which operator comes first: write {left} or {right}")]
    Ambiguous {
        /// The text with the earlier operators first.
        left: String,
        /// The text with the later operator first.
        right: String,
    },
    /// The expression is too deep.
    #[error("the expression is more than {MOST_LEVELS} levels deep")]
    TooDeep,
}

impl FromStr for Map {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Map, ParseError> {
        let mut reader = Reader { text: text.chars().collect(), at: 0, levels: 0 };
        let map = reader.chain()?;
        reader.spaces();
        match reader.peek() {
            None => Ok(map),
            Some(_) => Err(reader.error(reader.at, Problem::Trailing { found: reader.found() })),
        }
    }
}

struct Reader {
    text: Vec<char>,
    at: usize,
    levels: usize,
}

/// The sign of an operator of two arguments.
fn binary(sign: char) -> Option<Binary> {
    match sign {
        '&' | '\u{2229}' | '\u{2227}' => Some(Binary::And),
        '|' | '\u{222a}' | '\u{2228}' => Some(Binary::Or),
        '\\' | '-' | '\u{2216}' | '\u{2212}' => Some(Binary::Minus),
        _ => None,
    }
}

impl Reader {
    fn peek(&self) -> Option<char> {
        self.text.get(self.at).copied()
    }

    fn spaces(&mut self) {
        while self.peek().is_some_and(char::is_whitespace) {
            self.at += 1;
        }
    }

    fn error(&self, at: usize, problem: Problem) -> ParseError {
        ParseError { column: at + 1, problem }
    }

    /// What is at the place where something else was expected.
    fn found(&self) -> String {
        match self.peek() {
            None => "the end".into(),
            Some(sign) if sign.is_control() => format!("'{}'", sign.escape_default()),
            Some(sign) => format!("'{sign}'"),
        }
    }

    /// What is written there, on one line.
    fn slice(&self, from: usize, to: usize) -> String {
        let written: String = self.text[from..to].iter().collect();
        written.split_whitespace().collect::<Vec<_>>().join(" ")
    }

    /// Operands joined by one operator.
    fn chain(&mut self) -> Result<Map, ParseError> {
        self.levels += 1;
        if self.levels > MOST_LEVELS {
            return Err(self.error(self.at, Problem::TooDeep));
        }
        self.spaces();
        let start = self.at;
        let mut map = self.operand()?;
        let mut end = self.at;
        let mut last = (start, end);
        let mut before: Option<Binary> = None;
        let mut length = 0;
        loop {
            self.spaces();
            let sign_at = self.at;
            let Some(operator) = self.peek().and_then(binary) else { break };
            self.at += 1;
            self.spaces();
            let operand_at = self.at;
            let right = self.operand()?;
            if before.is_some_and(|before| before != operator || operator == Binary::Minus) {
                // The earlier operators together, or the last operand with this one.
                let sign = self.slice(sign_at, sign_at + 1);
                let operand = self.slice(operand_at, self.at);
                let all = self.slice(start, end);
                let head = self.slice(start, last.0);
                let tail = self.slice(last.0, last.1);
                let problem = Problem::Ambiguous {
                    left: format!("({all}) {sign} {operand}"),
                    right: format!("{head} ({tail} {sign} {operand})"),
                };
                return Err(self.error(sign_at, problem));
            }
            length += 1;
            if self.levels + length > MOST_LEVELS {
                return Err(self.error(sign_at, Problem::TooDeep));
            }
            before = Some(operator);
            last = (operand_at, self.at);
            end = self.at;
            map = Map::two(operator, map, right);
        }
        self.levels -= 1;
        Ok(map)
    }

    /// A set, an operator of one argument, or something in parentheses.
    fn operand(&mut self) -> Result<Map, ParseError> {
        self.spaces();
        let start = self.at;
        match self.peek() {
            Some('(') => self.parenthesis(),
            Some('~' | '\u{ac}' | '\u{223c}' | '!') => {
                self.at += 1;
                self.levels += 1;
                if self.levels > MOST_LEVELS {
                    return Err(self.error(start, Problem::TooDeep));
                }
                let map = Map::one(Unary::Not, self.operand()?);
                self.levels -= 1;
                Ok(map)
            }
            Some(letter) if letter.is_alphabetic() => self.named(),
            _ => Err(self.error(start, Problem::NoSet { found: self.found() })),
        }
    }

    fn parenthesis(&mut self) -> Result<Map, ParseError> {
        let opened = self.at;
        self.at += 1;
        let map = self.chain()?;
        self.spaces();
        match self.peek() {
            Some(')') => {
                self.at += 1;
                Ok(map)
            }
            None => Err(self.error(self.at, Problem::Unclosed { opened: opened + 1 })),
            Some(_) => Err(self.error(self.at, Problem::Trailing { found: self.found() })),
        }
    }

    fn named(&mut self) -> Result<Map, ParseError> {
        let start = self.at;
        // P_4 and A^B are how the paper's signs look in plain text.
        while self.peek().is_some_and(|c| c.is_alphanumeric() || c == '_' || c == '^') {
            self.at += 1;
        }
        let written = self.slice(start, self.at);
        let name: String = written.chars().filter(|c| !"_^".contains(*c)).collect();
        let set = Base::ALL.into_iter().find(|base| name.chars().eq([base.letter()]));
        if let Some(base) = set {
            return Ok(Map::Set(base));
        }
        let operator = match name.as_str() {
            "F" => Unary::Reach,
            "F0" => Unary::Near,
            "AB" => Unary::Joined(Color::Black),
            "AW" => Unary::Joined(Color::White),
            "DB" => Unary::Taken(Color::Black),
            "DW" => Unary::Taken(Color::White),
            _ => match (name.strip_prefix('P'), name.strip_prefix('Q')) {
                (Some(number), _) if is_number(number) => {
                    Unary::AtLeast(self.number(start, &written, number, "P4(...)")?)
                }
                (_, Some(number)) if is_number(number) => {
                    Unary::AtMost(self.number(start, &written, number, "Q3(...)")?)
                }
                _ => return Err(self.error(start, Problem::UnknownName { name: written })),
            },
        };
        self.spaces();
        if self.peek() != Some('(') {
            return Err(self.error(self.at, Problem::NoArgument { name: operator.to_string() }));
        }
        Ok(Map::one(operator, self.parenthesis()?))
    }

    fn number(
        &self,
        at: usize,
        written: &str,
        digits: &str,
        example: &'static str,
    ) -> Result<u16, ParseError> {
        match digits.parse() {
            Ok(number) if number <= 9999 => Ok(number),
            _ => Err(self.error(at, Problem::BadNumber { name: written.into(), example })),
        }
    }
}

/// Digits, or nothing where they are missing.
fn is_number(text: &str) -> bool {
    text.chars().all(|c| c.is_ascii_digit())
}
