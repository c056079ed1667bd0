//! An expression between reading and evaluating, and what can be wrong with one.

use tesuji_job::Why;

use crate::game::{Game, Side};
use crate::notation::function::Function;
use crate::notation::parse::parse;
use crate::{Dyadic, Error};

/// An expression that has been read and not yet evaluated.
///
/// ```
/// use tesuji_cgt::Expression;
///
/// let error = Expression::parse("{4|0").unwrap_err();
/// assert_eq!(error.to_string(), "column 5: expected `,`, `|`, `}` or an operator, found the end of the text");
/// ```
#[derive(Clone, Debug)]
pub struct Expression {
    pub(super) program: Vec<Step>,
}

/// A step of the program and the column it came from, counted from 0.
#[derive(Clone, Debug)]
pub(super) struct Step {
    pub(super) operation: Operation,
    pub(super) column: usize,
}

#[derive(Clone, Debug)]
pub(super) enum Operation {
    Push(Game),
    Variable(String),
    /// `^<n>`, the n-th power of up, or `^[n]`, the sum of the first n of them (`every`), beside a number and a star.
    UpPower {
        number: Dyadic,
        count: u32,
        every: bool,
        /// Right's are powers of down.
        sign: Side,
        nimber: u64,
    },
    Negate,
    PlusMinus,
    /// `+-{a,b}` from the last so many values.
    PlusMinusOf {
        options: usize,
    },
    Tiny,
    Miny,
    Add,
    Subtract,
    Multiply,
    OrdinalSum,
    /// A game from the last `left + right` values.
    Braces {
        left: usize,
        right: usize,
        /// The number of the name in front of the braces.
        label: Option<usize>,
    },
    /// Braces in quotes.
    Literal {
        left: usize,
        right: usize,
    },
    /// A game whose braces are still open.
    Label(usize),
    /// The game that this is an option of.
    Pass,
    /// `^[on]` (`every`) or `^<on>`, beside a number and a star.
    PowerWithoutEnd {
        number: Dyadic,
        every: bool,
        sign: Side,
        nimber: u64,
    },
    /// `G & H`.
    Sides,
    /// The paper's `{0^n|G}` (zeros on the left) or `{G|0^n}`: braces nested n deep around the other side's options.
    Zeros {
        side: Side,
        count: u32,
        options: usize,
    },
    Call {
        function: Function,
        arguments: usize,
    },
}

/// Why a text is no game.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("column {column}: {problem}")]
pub struct ParseError {
    /// Where, counted in characters from 1.
    pub column: usize,
    /// What is wrong.
    pub problem: Problem,
}

impl ParseError {
    pub(super) fn new(start: usize, problem: Problem) -> ParseError {
        ParseError { column: start + 1, problem }
    }

    /// The reason for not knowing, if the text is in order and its value was not found; nothing if something is wrong with it.
    #[must_use]
    pub fn why(&self) -> Option<Why> {
        match self.problem {
            Problem::Game(Error::Unknown(why)) => Some(why),
            _ => None,
        }
    }

    pub(super) fn moved(mut self, columns: usize) -> ParseError {
        self.column += columns;
        self
    }
}

/// As much of a name as belongs into a message.
pub(super) fn shortened(name: &str) -> String {
    const MOST: usize = 20;
    match name.char_indices().nth(MOST) {
        Some((end, _)) => format!("{}...", &name[..end]),
        None => name.to_string(),
    }
}

/// What is wrong with a text.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Problem {
    /// Something else was expected here.
    #[error("expected {expected}, found {found}")]
    Expected {
        /// What could stand here.
        expected: &'static str,
        /// What stands here.
        found: String,
    },
    /// A fraction whose denominator is not a power of two is no short game.
    #[error("the denominator of a number has to be a power of two")]
    Denominator,
    /// `0.1` is no short game, and `3.4` may have been meant as a multiple.
    #[error(
        "a decimal has to be a whole number of halves, quarters, eighths and so on, as 0.375 is; write a multiple of a number as 3.(4)"
    )]
    Decimal,
    /// `2*{1|0}`: the star is a game and no sign of multiplication.
    #[error("`*` is the game star: write a multiple as 3.G, and the sum of a number, star and G as 2* + G")]
    StarBeforeGame,
    /// Something that CGSuite has and that is no game here; the sentence says what to write instead.
    #[error("{0}")]
    Foreign(&'static str),
    /// Equally many bars twice in the same braces, as in `{1|2|3}`.
    #[error("two bars of the same weight: which of them divides left from right? Write || for the outer one")]
    AmbiguousBars,
    /// `{0^2|0^3}`: zeros nested on both sides.
    #[error("0^n stands for nested zeros on one side only; write ^n for a multiple of up")]
    ZerosOnBothSides,
    /// A name that the environment does not know.
    #[error("`{}` is not defined", shortened(name))]
    UnknownVariable {
        /// The name.
        name: String,
    },
    /// A name followed by `(` that is no function.
    #[error("there is no function `{}`", shortened(name))]
    UnknownFunction {
        /// The name.
        name: String,
    },
    /// A name that cannot be given to a game.
    #[error("`{}` cannot be the name of a game", shortened(name))]
    BadName {
        /// The name.
        name: String,
    },
    /// A function with too few or too many arguments.
    #[error("`{name}` takes {expected} {}, not {found}", if *expected == 1 { "argument" } else { "arguments" })]
    ArgumentCount {
        /// The function.
        name: String,
        /// How many it takes.
        expected: usize,
        /// How many it was given.
        found: usize,
    },
    /// An argument that has to be a number, or a certain kind of number, is another game.
    #[error("this has to be {expected}")]
    BadArgument {
        /// What it has to be.
        expected: &'static str,
    },
    /// The atomic weight of a game that has none.
    #[error("there is no atomic weight: {0}")]
    NotAtomic(crate::NotAtomic),
    /// A loopy game where a game has to end.
    #[error("this game is loopy, and here it has to end: loopy games are added, compared and put in braces")]
    Loopy,
    /// A game with two sides inside a loop.
    #[error("a game whose sides differ cannot be an option inside a loop")]
    SidesInALoop,
    /// A pass or a name of open braces that is computed with.
    #[error(
        "`pass` and the name in front of braces stand for a game that is not finished: they are options by themselves"
    )]
    Unfinished,
    /// The computation failed.
    #[error(transparent)]
    Game(#[from] Error),
}

impl Expression {
    /// Reads an expression. Nothing is computed yet.
    ///
    /// # Errors
    /// The first thing that does not fit, with its column.
    pub fn parse(text: &str) -> Result<Expression, ParseError> {
        parse(text).map(|program| Expression { program })
    }
}
