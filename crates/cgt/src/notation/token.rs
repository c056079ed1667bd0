//! Text to tokens.

use crate::notation::expression::{ParseError, Problem, shortened};
use crate::notation::foreign;

/// What a token is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    /// Decimal digits.
    Digits(String),
    /// A name of a variable or function.
    Name(String),
    /// A run of `^`.
    Ups(u32),
    /// A run of `v`.
    Downs(u32),
    Star,
    Slash,
    Plus,
    Minus,
    /// `±`; the two characters `+-` are told apart by the parser, since they can also be an operator and a sign.
    PlusMinus,
    Underscore,
    Dot,
    Colon,
    /// `&` between the sides of a loopy game.
    And,
    /// `'` around a form that is not simplified.
    Quote,
    Comma,
    /// A run of `|`.
    Bars(u32),
    OpenBrace,
    CloseBrace,
    OpenParenthesis,
    CloseParenthesis,
    /// `<`, `[`, `>` or `]`, which only stand around the exponents of up.
    Bracket(char),
    End,
}

/// A token and the columns it covers, counted in characters from 0.
#[derive(Clone, Debug)]
pub(super) struct Token {
    pub(super) kind: Kind,
    pub(super) start: usize,
    pub(super) end: usize,
}

impl Token {
    /// The token as an error message shows it.
    pub(super) fn shown(&self) -> String {
        match &self.kind {
            Kind::Digits(text) | Kind::Name(text) => format!("`{}`", shortened(text)),
            Kind::End => "the end of the text".into(),
            Kind::Ups(_) => "`^`".into(),
            Kind::Downs(_) => "`v`".into(),
            Kind::Star => "`*`".into(),
            Kind::Slash => "`/`".into(),
            Kind::Plus => "`+`".into(),
            Kind::Minus => "`-`".into(),
            Kind::PlusMinus => "`±`".into(),
            Kind::Underscore => "`_`".into(),
            Kind::Dot => "`.`".into(),
            Kind::Colon => "`:`".into(),
            Kind::And => "`&`".into(),
            Kind::Quote => "`'`".into(),
            Kind::Comma => "`,`".into(),
            Kind::Bars(_) => "`|`".into(),
            Kind::OpenBrace => "`{`".into(),
            Kind::CloseBrace => "`}`".into(),
            Kind::OpenParenthesis => "`(`".into(),
            Kind::CloseParenthesis => "`)`".into(),
            Kind::Bracket(character) => format!("`{character}`"),
        }
    }
}

/// Whether a name means a multiple of down: `v`, `vv`, `v3`.
pub(super) fn is_down(name: &str) -> bool {
    let rest = name.trim_start_matches('v');
    rest.len() < name.len()
        && (rest.is_empty() || rest.len() + 1 == name.len() && rest.bytes().all(|byte| byte.is_ascii_digit()))
}

/// Splits a text into tokens, the last of which is [`Kind::End`].
pub(super) fn tokenize(text: &str) -> Result<Vec<Token>, ParseError> {
    let characters: Vec<char> = text.chars().collect();
    let mut tokens = Vec::new();
    let mut at = 0;
    while at < characters.len() {
        let start = at;
        let first = characters[at];
        let run = |from: usize, accept: &dyn Fn(char) -> bool| {
            from + characters[from..].iter().take_while(|&&character| accept(character)).count()
        };
        at += 1;
        let kind = match first {
            _ if first.is_whitespace() => continue,
            '0'..='9' => {
                at = run(start, &|character| character.is_ascii_digit());
                Kind::Digits(characters[start..at].iter().collect())
            }
            '^' | '↑' => {
                at = run(start, &|character| character == '^' || character == '↑');
                Kind::Ups((at - start) as u32)
            }
            '↓' => {
                at = run(start, &|character| character == '↓');
                Kind::Downs((at - start) as u32)
            }
            '⇑' => Kind::Ups(2),
            '⇓' => Kind::Downs(2),
            '*' | '∗' | '⋆' => Kind::Star,
            '/' => Kind::Slash,
            '+' => Kind::Plus,
            '-' | '−' => Kind::Minus,
            '±' => Kind::PlusMinus,
            '_' => Kind::Underscore,
            '.' | '·' => Kind::Dot,
            '=' | '!' | ';' | '"' => return Err(ParseError::new(start, foreign::sign(first))),
            ':' if characters.get(at) == Some(&'=') => {
                return Err(ParseError::new(start, foreign::sign(first)));
            }
            ':' => Kind::Colon,
            '&' => Kind::And,
            '\'' => Kind::Quote,
            ',' => Kind::Comma,
            '{' => Kind::OpenBrace,
            '}' => Kind::CloseBrace,
            '(' => Kind::OpenParenthesis,
            ')' => Kind::CloseParenthesis,
            '<' | '[' | '>' | ']' => Kind::Bracket(first),
            '|' => {
                at = run(start, &|character| character == '|');
                Kind::Bars((at - start) as u32)
            }
            _ if first.is_alphabetic() => {
                at = run(start, &|character| character.is_alphanumeric() || character == '_');
                let name: String = characters[start..at].iter().collect();
                if is_down(&name) {
                    let downs = name.trim_end_matches(|character: char| character.is_ascii_digit()).len();
                    if downs < name.len() {
                        tokens.push(Token { kind: Kind::Downs(downs as u32), start, end: start + downs });
                        tokens.push(Token {
                            kind: Kind::Digits(name[downs..].into()),
                            start: start + downs,
                            end: at,
                        });
                        continue;
                    }
                    Kind::Downs(downs as u32)
                } else {
                    Kind::Name(name)
                }
            }
            _ => {
                return Err(ParseError::new(
                    start,
                    Problem::Expected { expected: "a game", found: format!("`{}`", first.escape_debug()) },
                ));
            }
        };
        tokens.push(Token { kind, start, end: at });
    }
    let end = characters.len();
    tokens.push(Token { kind: Kind::End, start: end, end });
    Ok(tokens)
}
