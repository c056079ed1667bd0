//! What was asked, and the place where it is computed.

use tesuji_cgt::{Arena, Dyadic, Environment, Error, Game, Limits, ParseError, Problem, Style};
use tesuji_draw::ThermographPicture;

use super::DEPTH;
use crate::excerpt::excerpt;
use crate::failure::Failure;
use crate::files::Input;
use crate::interrupt;

/// Characters of a game that still make a readable sentence.
const BRIEF: usize = 60;

/// A text file that was read.
pub(crate) struct Source {
    name: String,
    /// Its contents.
    pub(crate) text: String,
}

impl Source {
    /// The file as text.
    pub(crate) fn new(input: Input) -> Result<Source, Failure> {
        match String::from_utf8(input.bytes) {
            Ok(text) => Ok(Source { name: input.name, text }),
            Err(_) => Err(Failure::bad(format!("{} is not a text file in UTF-8", input.name))),
        }
    }
}

/// What was asked, with files read and defaults resolved.
pub(crate) struct Question {
    /// The games; none stands for all names of the definitions.
    pub(crate) expressions: Vec<String>,
    /// Names for games.
    pub(crate) definitions: Option<Source>,
    /// The temperature to cool by.
    pub(crate) cool: Option<String>,
    /// The game to compare with.
    pub(crate) compare: Option<String>,
    /// How games are written for people.
    pub(crate) style: Style,
    /// Whether to show the thermograph in plain characters.
    pub(crate) thermograph: bool,
    /// Whether a picture is wanted.
    pub(crate) picture: bool,
    /// Whether the picture shows how the thermograph comes about.
    pub(crate) construction: bool,
    /// What a computation may use.
    pub(crate) limits: Limits,
}

/// Why a computation gave nothing.
pub(super) enum Trouble {
    /// Something is wrong with the input.
    Bad(String),
    /// A limit was reached.
    Limit(String),
    /// Ctrl-C.
    Interrupted,
}

impl Trouble {
    pub(super) fn into_failure(self) -> Failure {
        match self {
            Trouble::Bad(message) => Failure::BadInput(message),
            Trouble::Limit(why) => Failure::Limit(why),
            Trouble::Interrupted => Failure::Interrupted,
        }
    }
}

impl From<Error> for Trouble {
    fn from(error: Error) -> Trouble {
        match error {
            Error::Interrupted => Trouble::Interrupted,
            Error::NodeLimit { .. }
            | Error::StepLimit { .. }
            | Error::DepthLimit { .. }
            | Error::TextLimit { .. } => Trouble::Limit(error.to_string()),
            _ => Trouble::Bad(error.to_string()),
        }
    }
}

/// An error of the notation: a limit, or a sentence with a caret below the place.
fn explained(error: &ParseError, before: &str, text: &str) -> Trouble {
    match Trouble::from_problem(&error.problem) {
        Some(trouble) => trouble,
        None => Trouble::Bad(format!("{before}{error}{}", excerpt(text, error.column))),
    }
}

impl Trouble {
    /// The limits and interrupts among the problems.
    fn from_problem(problem: &Problem) -> Option<Trouble> {
        match problem {
            Problem::Game(error) => match Trouble::from(*error) {
                Trouble::Bad(_) => None,
                trouble => Some(trouble),
            },
            _ => None,
        }
    }
}

/// An arena with the names of the question.
pub(super) struct Workspace<'a> {
    pub(super) question: &'a Question,
    pub(super) arena: Arena,
    environment: Environment,
}

impl<'a> Workspace<'a> {
    /// An arena of its own with all definitions read.
    pub(super) fn open(question: &'a Question) -> Result<Workspace<'a>, Trouble> {
        let mut limits = question.limits.clone();
        limits.depth = DEPTH;
        let mut arena = Arena::with_limits(limits);
        let mut environment = Environment::new();
        if let Some(source) = &question.definitions {
            environment.read(&mut arena, &source.text).map_err(|error| {
                let line = source.text.lines().nth(error.line - 1).unwrap_or_default();
                explained(&error.error, &format!("{}: line {}, ", source.name, error.line), line)
            })?;
        }
        Ok(Workspace { question, arena, environment })
    }

    /// All names, in alphabetical order.
    pub(super) fn names(&self) -> Vec<String> {
        self.environment.iter().map(|(name, _)| name.to_string()).collect()
    }

    /// The game of an expression.
    pub(super) fn read(&mut self, text: &str) -> Result<Game, Trouble> {
        let game =
            self.arena.parse_with(text, &self.environment).map_err(|error| explained(&error, "", text))?;
        // A short computation may never have looked at the flag.
        if interrupt::flag().load(std::sync::atomic::Ordering::Relaxed) {
            return Err(Trouble::Interrupted);
        }
        Ok(game)
    }

    /// The temperature of `--cool`.
    pub(super) fn temperature(&mut self) -> Result<Option<Dyadic>, Trouble> {
        let Some(text) = self.question.cool.as_deref() else { return Ok(None) };
        let number = self.read(text)?.to_number().filter(|number| *number >= Dyadic::ZERO);
        match number {
            Some(number) => Ok(Some(number)),
            None => Err(Trouble::Bad(format!("--cool takes a number of at least 0, not {text}"))),
        }
    }

    /// The game cooled, if that was asked for.
    pub(super) fn cooled(&mut self, game: Game) -> Result<Option<Game>, Trouble> {
        match self.temperature()? {
            Some(temperature) => Ok(Some(self.arena.cool(game, temperature)?)),
            None => Ok(None),
        }
    }

    /// A game as people are to read it.
    pub(super) fn shown(&self, game: Game) -> Result<String, Trouble> {
        Ok(self.arena.text_in(game, self.question.style)?)
    }

    /// A game as people are to read it in a sentence: what kind of game it is if its form is long.
    pub(super) fn brief(&mut self, game: Game) -> Result<String, Trouble> {
        match self.arena.text_in(game, self.question.style) {
            Ok(text) if text.chars().count() <= BRIEF => return Ok(text),
            Ok(_) | Err(Error::TextLimit { .. }) => {}
            Err(error) => return Err(error.into()),
        }
        let mean = self.arena.mean(game)?;
        let temperature = self.arena.temperature(game)?;
        if temperature > Dyadic::ZERO {
            return Ok(format!("a game of mean {mean} and temperature {temperature}"));
        }
        let part = self.arena.difference(game, Game::number(mean))?;
        let weight = match self.arena.atomic_weight(part)?.weight() {
            Some(weight) => format!(" of atomic weight {}", self.arena.text(weight)?),
            None => String::new(),
        };
        Ok(format!("{mean} and an infinitesimal{weight}"))
    }

    /// The picture of a game.
    pub(super) fn picture(&mut self, game: Game) -> Result<ThermographPicture, Trouble> {
        Ok(if self.question.construction {
            ThermographPicture::constructed(&mut self.arena, game)?
        } else {
            ThermographPicture::of(&mut self.arena, game)?
        })
    }
}
