//! Static verdicts: the comparison of one sum with one integer (paper 000, figures 8 and 9).
//!
//! `g` is the sum of all regions cooled by 2. Black, to move, reaches the *adjusted value*, the smallest integer `m` with
//! `g <= m`, and has the move again; White the largest `m` with `g >= m`. Figure 8 with all its cases is this one rule.
//! With shared liberties the adjusted value is compared with what the attacker has to fill (figure 9), and with eyes of
//! different classes only the side with the lower class attacks. Since only comparisons with integers are needed, the
//! sum itself is never brought to canonical form here.

use std::fmt;

use tesuji_board::Color;
use tesuji_cgt::{Error, Game};
use tesuji_job::Unknown;

use crate::liberty::LibertyGames;
use crate::product::Ko;
use crate::race::{EyeClass, Race};

/// How a race ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Outcome {
    /// Black captures White's block.
    Black,
    /// White captures Black's block.
    White,
    /// Neither is captured.
    Seki,
}

impl Outcome {
    /// The outcome in which this side captures the other.
    #[must_use]
    pub fn win_of(color: Color) -> Outcome {
        match color {
            Color::Black => Outcome::Black,
            Color::White => Outcome::White,
        }
    }

    /// The side that wins.
    #[must_use]
    pub fn winner(self) -> Option<Color> {
        match self {
            Outcome::Black => Some(Color::Black),
            Outcome::White => Some(Color::White),
            Outcome::Seki => None,
        }
    }

    /// How good the outcome is for a side: 2 win, 1 seki, 0 loss.
    #[must_use]
    pub fn for_side(self, color: Color) -> u8 {
        match self.winner() {
            Some(winner) if winner == color => 2,
            Some(_) => 0,
            None => 1,
        }
    }
}

impl fmt::Display for Outcome {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(match self {
            Outcome::Black => "black",
            Outcome::White => "white",
            Outcome::Seki => "seki",
        })
    }
}

/// Which method found an answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Method {
    /// The comparison of the cooled sum with an integer.
    Static,
    /// Search in the product of liberty games.
    Abstract,
    /// Search in the product of the regions of a board.
    Search,
}

impl fmt::Display for Method {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(match self {
            Method::Static => "static",
            Method::Abstract => "abstract",
            Method::Search => "search",
        })
    }
}

/// The answer for one side moving first.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// The race is decided.
    Known {
        /// How it ends.
        outcome: Outcome,
        /// How we know.
        method: Method,
    },
    /// It depends on a ko: who wins, and who has to find how many threats. Only the product of the regions finds this.
    Ko(Ko),
    /// No method applied within the limits, and why.
    Unknown(Unknown),
}

impl Verdict {
    /// The outcome, if it is known and depends on no ko.
    #[must_use]
    pub fn outcome(&self) -> Option<Outcome> {
        match self {
            Verdict::Known { outcome, .. } => Some(*outcome),
            Verdict::Ko(_) | Verdict::Unknown(_) => None,
        }
    }

    /// Whether it is decided.
    #[must_use]
    pub fn is_known(&self) -> bool {
        !matches!(self, Verdict::Unknown(_))
    }
}

/// The side that attacks and how many shared liberties it has to fill, if only one side can attack.
fn only_attacker(race: &Race) -> Option<Color> {
    let [black, white] = race.eyes;
    match black.cmp(&white) {
        std::cmp::Ordering::Less => Some(Color::Black),
        std::cmp::Ordering::Greater => Some(Color::White),
        std::cmp::Ordering::Equal => None,
    }
}

/// The outcome by the static rule. It is exact where [`Race::obstacles`] finds nothing.
///
/// # Errors
/// A limit of the arena.
pub fn static_outcome(games: &mut LibertyGames, race: &Race, mover: Color) -> Result<Outcome, Error> {
    let cooled = race.cooled(games)?;
    outcome_of_sum(games, &cooled, race, mover)
}

pub(crate) fn outcome_of_sum(
    games: &mut LibertyGames,
    cooled: &[Game],
    race: &Race,
    mover: Color,
) -> Result<Outcome, Error> {
    let shared = i64::from(race.shared);
    let opponent = mover.opponent();
    // "The mover's adjusted value is at least n": for Black the sum is not at most n - 1.
    let mut reaches = |n: i64| -> Result<bool, Error> {
        Ok(match mover {
            Color::Black => !games.arena.sum_at_most(cooled, Game::integer(n - 1))?,
            Color::White => !games.arena.sum_at_least(cooled, Game::integer(1 - n))?,
        })
    };
    if let Some(attacker) = only_attacker(race) {
        let attacker_wins = if attacker == mover { reaches(shared)? } else { !reaches(-shared)? };
        let winner = if attacker_wins { attacker } else { attacker.opponent() };
        return Ok(Outcome::win_of(winner));
    }
    let has_eye = race.eyes[0] != EyeClass::None;
    let fill = if shared == 0 || has_eye { shared } else { shared - 1 };
    if reaches(fill)? {
        Ok(Outcome::win_of(mover))
    } else if !reaches(-fill)? {
        Ok(Outcome::win_of(opponent))
    } else {
        Ok(Outcome::Seki)
    }
}

/// The sum of the cooled values with the adjusted values read off it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CooledSum {
    /// The sum.
    pub sum: Game,
    /// What Black reaches moving first.
    pub black: i64,
    /// What White reaches moving first.
    pub white: i64,
}

/// The cooled sum of a race in canonical form, for people to read.
///
/// # Errors
/// A limit of the arena.
pub fn cooled_sum(games: &mut LibertyGames, race: &Race) -> Result<CooledSum, Error> {
    let cooled = race.cooled(games)?;
    let sum = games.arena.sum_all(&cooled)?;
    Ok(CooledSum { sum, black: games.arena.ceil(sum)?, white: games.arena.floor(sum)? })
}
