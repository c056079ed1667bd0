//! Races that depend on kos: what threats are worth (spec, section 9).
//!
//! O(b, w) is the outcome when Black may retake at once b times and White w times in all. If O(0, 8) and O(8, 0) are the same
//! that is the verdict, whoever has threats. Otherwise the race is a ko: O(0, 0) says who wins without threats, and how many of
//! its own a side needs to turn that.

use tesuji_board::Color;
use tesuji_local::{MOST_THREATS, Threats};

use crate::verdict::Outcome;

/// A race that depends on a ko.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Ko {
    /// The outcome when nobody has threats: O(0, 0).
    pub without_threats: Outcome,
    /// How many threats more than the opponent Black needs to do better than that, and White; none if no number of threats
    /// that is counted helps.
    pub needs: [Option<u8>; 2],
    /// What Black makes of it with as many as are counted, and White.
    pub with_threats: [Outcome; 2],
}

impl Ko {
    /// The number of threats that turns the race: the smallest that changes something.
    #[must_use]
    pub fn threats(&self) -> u8 {
        self.needs.iter().flatten().copied().min().unwrap_or(0)
    }

    /// The side that has to find the first threat: the one that gains by the fewest. If both gain by as many, the one that does
    /// not win without.
    #[must_use]
    pub fn must_threaten(&self) -> Color {
        match self.needs {
            [Some(black), Some(white)] if black != white => {
                if black < white {
                    Color::Black
                } else {
                    Color::White
                }
            }
            [Some(_), None] => Color::Black,
            [None, Some(_)] => Color::White,
            _ => self.without_threats.winner().map_or(Color::Black, Color::opponent),
        }
    }
}

/// An outcome with what threats are worth.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Graded {
    /// The same whoever has threats.
    Settled(Outcome),
    /// It depends on a ko.
    Ko(Ko),
}

impl Graded {
    /// The outcome when nobody has threats.
    #[must_use]
    pub fn without_threats(self) -> Outcome {
        match self {
            Graded::Settled(outcome) => outcome,
            Graded::Ko(ko) => ko.without_threats,
        }
    }

    /// Grades a race by its outcomes.
    ///
    /// # Errors
    /// Those of `outcome`.
    pub fn of<E>(mut outcome: impl FnMut(Threats) -> Result<Outcome, E>) -> Result<Graded, E> {
        let with_threats = [outcome(Threats::all_of(Color::Black))?, outcome(Threats::all_of(Color::White))?];
        if with_threats[0] == with_threats[1] {
            return Ok(Graded::Settled(with_threats[0]));
        }
        let without_threats = outcome(Threats::NONE)?;
        let mut needs = [None; 2];
        for color in Color::BOTH {
            if with_threats[color.index()] == without_threats {
                continue;
            }
            let mut count = MOST_THREATS;
            for fewer in 1..MOST_THREATS {
                if outcome(Threats::of(color, fewer))? != without_threats {
                    count = fewer;
                    break;
                }
            }
            needs[color.index()] = Some(count);
        }
        Ok(Graded::Ko(Ko { without_threats, needs, with_threats }))
    }

    /// The threats with which a side's best moves are judged: none of its own if it has nothing to gain by them, else as many as
    /// it needs; and in a race that does not depend on kos as many of the opponent's as are counted, because a move that keeps
    /// such a verdict keeps it against them.
    #[must_use]
    pub fn level_for(self, mover: Color) -> Threats {
        match self {
            Graded::Settled(_) => Threats::all_of(mover.opponent()),
            Graded::Ko(ko) => {
                ko.needs[mover.index()].map_or(Threats::NONE, |count| Threats::of(mover, count))
            }
        }
    }
}

impl Graded {
    /// GNU Go's codes for the side that moves first: its own block survives, the other one is captured. 0 no, 1 yes, 2 by ko and
    /// the opponent has to find the first threat, 3 by ko and the mover has to.
    #[must_use]
    pub fn codes(self, first: Color) -> [u8; 2] {
        let code = |least: u8| match self {
            Graded::Settled(outcome) => u8::from(outcome.for_side(first) >= least),
            Graded::Ko(ko) => {
                let holds = |outcome: Outcome| outcome.for_side(first) >= least;
                let with = |color: Color| holds(ko.with_threats[color.index()]);
                match (with(first.opponent()), with(first)) {
                    (true, _) => 1,
                    (_, false) => 0,
                    _ if holds(ko.without_threats) => 2,
                    _ => 3,
                }
            }
        };
        [code(1), code(2)]
    }
}
