//! Where games are computed: an arena with the names of a question, and the nodes that are left for it.

use tesuji_cgt::{
    Arena, AtomicWeight, Dyadic, Environment, Error, Game, ParseError, Problem, Rational, Side, Style,
    Thermograph, Value,
};
use tesuji_draw::ThermographPicture;
use tesuji_job::{Limits, Unknown, Watch, Why};

use super::plan::{Plan, Term};
use crate::fault::Fault;

/// Levels of recursion that fit a deep stack, even in a build without optimisation.
const DEPTH: u32 = 20_000;

/// Characters of a game that still make a readable sentence.
const BRIEF: usize = 60;

/// Why a computation gave nothing.
pub(super) enum Trouble {
    /// Something is wrong with the question.
    Fault(Box<Fault>),
    /// A limit was reached, or the work was stopped.
    Unknown(Unknown),
}

impl From<Fault> for Trouble {
    fn from(fault: Fault) -> Trouble {
        Trouble::Fault(Box::new(fault))
    }
}

/// What the program derives from a game may leave the range of its numbers: no fault of the question.
impl From<Error> for Trouble {
    fn from(error: Error) -> Trouble {
        Trouble::Unknown(match error {
            Error::Unknown(why) => why.into(),
            error => Unknown::new(Why::OutOfReach, error.to_string()),
        })
    }
}

/// What is wrong with a game that was typed, or the limit that its value reached.
fn refused(error: &ParseError, fault: impl FnOnce(&ParseError) -> Fault) -> Trouble {
    match error.problem {
        Problem::Game(Error::Unknown(why)) => Trouble::Unknown(why.into()),
        _ => fault(error).into(),
    }
}

/// The nodes of a question, which the computations of its parts share.
pub(super) struct Budget {
    limits: Limits,
    /// Nodes used so far.
    pub(super) spent: u64,
}

impl Budget {
    pub(super) fn new(limits: Limits) -> Budget {
        Budget { limits, spent: 0 }
    }

    /// A part of what is left.
    pub(super) fn share(&self, of: u64, parts: u64) -> Limits {
        let left = self.limits.after(self.spent);
        let nodes = u128::from(left.nodes) * u128::from(of) / u128::from(parts.max(1));
        left.with_nodes(u64::try_from(nodes).unwrap_or(u64::MAX))
    }

    /// What an arena has used is gone.
    pub(super) fn charge(&mut self, workspace: &Workspace<'_>) {
        self.spent += workspace.arena.usage().spent();
    }
}

/// An arena with the names of the question.
pub(super) struct Workspace<'a> {
    pub(super) plan: &'a Plan<'a>,
    pub(super) arena: Arena,
    environment: Environment,
}

impl<'a> Workspace<'a> {
    /// An arena of its own, without names yet.
    pub(super) fn new(plan: &'a Plan<'a>, limits: Limits, watch: &Watch) -> Workspace<'a> {
        let arena = Arena::with_limits(limits, watch.clone()).with_depth(DEPTH);
        Workspace { plan, arena, environment: Environment::new() }
    }

    /// Reads the definitions of the question.
    pub(super) fn define(&mut self) -> Result<(), Trouble> {
        let Some(text) = &self.plan.question.define else { return Ok(()) };
        self.environment.read(&mut self.arena, text).map_err(|error| {
            let line = text.lines().nth(error.line.saturating_sub(1)).unwrap_or_default();
            let name = self.plan.question.define_name.as_deref();
            refused(&error.error, |inner| {
                let fault = Fault::in_field("define", &error).at(line, inner.column);
                match name {
                    Some(name) => fault.within(name),
                    None => fault,
                }
            })
        })
    }

    /// All names, in alphabetical order.
    pub(super) fn names(&self) -> Vec<String> {
        self.environment.iter().map(|(name, _)| name.to_string()).collect()
    }

    /// The game of an expression.
    pub(super) fn evaluate(&mut self, term: &Term) -> Result<Game, Trouble> {
        let game = term.expression().evaluate(&mut self.arena, &self.environment);
        game.map_err(|error| refused(&error, |error| term.fault(error)))
    }

    /// The value of an expression, which may be loopy.
    pub(super) fn value(&mut self, term: &Term) -> Result<Value, Trouble> {
        let value = term.expression().value(&mut self.arena, &self.environment);
        value.map_err(|error| refused(&error, |error| term.fault(error)))
    }

    /// The temperature to cool by.
    pub(super) fn temperature(&mut self) -> Result<Option<Dyadic>, Trouble> {
        let Some(term) = self.plan.cool.as_ref() else { return Ok(None) };
        let number = self.evaluate(term)?.to_number().filter(|number| *number >= Dyadic::from(-1));
        match number {
            Some(number) => Ok(Some(number)),
            None => {
                let message = format!("games are cooled by a number of at least -1, not by {}", term.text);
                Err(Fault::in_field("cool", message).into())
            }
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
        Ok(self.arena.text_in(game, self.plan.style)?)
    }

    /// A game as a sentence can hold it: what kind of game it is, as far as that is known, if its form is long.
    pub(super) fn brief(&mut self, game: Game, style: Style) -> String {
        if let Ok(text) = self.arena.text_in(game, style)
            && text.chars().count() <= BRIEF
        {
            return text;
        }
        let Ok(thermograph) = self.arena.thermograph(game) else { return "a large game".into() };
        let (mean, temperature) = (thermograph.mean(), thermograph.temperature());
        if temperature > Dyadic::ZERO {
            return format!("a game of mean {mean} and temperature {temperature}");
        }
        let weight = self
            .arena
            .difference(game, Game::number(mean))
            .and_then(|part| self.arena.atomic_weight(part))
            .ok()
            .and_then(AtomicWeight::weight)
            .and_then(|weight| self.arena.text_in(weight, style).ok())
            .filter(|weight| weight.chars().count() <= BRIEF);
        match weight {
            Some(weight) => format!("{mean} and an infinitesimal of atomic weight {weight}"),
            None => format!("{mean} and an infinitesimal"),
        }
    }

    /// A value as a sentence can hold it.
    pub(super) fn brief_value(&mut self, value: &Value, style: Style) -> String {
        match value {
            Value::Short(game) => self.brief(*game, style),
            Value::Loopy(loopy) => match self.arena.loopy_text_in(loopy, style) {
                Ok(text) if text.chars().count() <= BRIEF => text,
                _ => "a large loopy game".into(),
            },
        }
    }

    /// The thermograph of a game, from the temperature that was asked for.
    pub(super) fn thermograph(&mut self, game: Game) -> Result<Thermograph, Trouble> {
        Ok(if self.plan.question.below_zero {
            self.arena.thermograph_below_zero(game)?
        } else {
            self.arena.thermograph(game)?
        })
    }

    /// Both walls at the temperature that was asked for, Left's first.
    pub(super) fn walls_at(&mut self, game: Game, temperature: Rational) -> Result<[Rational; 2], Trouble> {
        let thermograph = if temperature < Rational::ZERO {
            self.arena.thermograph_below_zero(game)?
        } else {
            self.arena.thermograph(game)?
        };
        let [left, right] = Side::BOTH.map(|side| thermograph.wall(side).at_rational(temperature));
        Ok([left?, right?])
    }

    /// The picture of a game, if one is wanted.
    pub(super) fn picture(&mut self, game: Game) -> Result<Option<ThermographPicture>, Trouble> {
        if !self.plan.pictured {
            return Ok(None);
        }
        Ok(Some(if self.plan.question.construction {
            ThermographPicture::constructed(&mut self.arena, game)?
        } else if self.plan.question.below_zero {
            ThermographPicture::below_zero(&mut self.arena, game)?
        } else {
            ThermographPicture::of(&mut self.arena, game)?
        }))
    }
}
