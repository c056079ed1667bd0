//! Rule sets of experiments, as data.
//!
//! The paper does not state its rules of play. The preset `paper` is the set under which most of its table 2 comes out.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};
use tesuji_board::{EyeRule, KoRule, PlayoutRules};
use thiserror::Error;

/// What happens when a position comes back.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Repetition {
    /// Nothing: the game goes on, at most to the cap.
    Allowed,
    /// A stone that has just taken a single stone may not be taken back at once.
    SimpleKo,
    /// No arrangement of stones may come back.
    PositionalSuperko,
    /// No arrangement of stones may come back with the same side to move.
    SituationalSuperko,
    /// Any move may be made; when the same stones are there again with the same side to move, the game is a draw.
    Draw,
}

/// Which own eyes are left alone.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Eyes {
    /// A point whose neighbours are all own stones is not filled unless one of their strings is in atari.
    Kept,
    /// Such a point is never filled.
    AlwaysKept,
    /// Such points are filled like others.
    Filled,
}

/// How the end is counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Scoring {
    /// Stones, and empty points that reach stones of one colour only.
    Area,
    /// Stones alone.
    Stones,
}

/// The rules of an experiment. Suicide is never allowed, and a player passes only when there is nothing to choose from.
///
/// Written as `paper`, or as the settings that differ from it: `paper,ko=simple-ko,cap=10`.
///
/// ```
/// use tesuji_maps::{Repetition, RuleSet};
/// let rules: RuleSet = "paper,ko=positional-superko,draw=0".parse().unwrap();
/// assert_eq!(rules.ko, Repetition::PositionalSuperko);
/// assert_eq!(rules.to_string(), "paper,ko=positional-superko,draw=0");
/// assert_eq!(RuleSet::PAPER.to_string(), "paper");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct RuleSet {
    /// The rule about own eyes.
    pub eyes: Eyes,
    /// The rule about repetition.
    pub ko: Repetition,
    /// How many passes in a row end the game.
    pub passes: u32,
    /// How the end is counted.
    pub scoring: Scoring,
    /// What a draw is worth, in hundredths of a win.
    pub draw: u32,
    /// The most moves of a game, for each point of the board; a longer game is broken off and counts as a draw.
    pub cap: u32,
}

/// Why a text is no rule set.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("'{part}' is no rule: expected {expected}")]
pub struct RuleError {
    /// What was written.
    pub part: String,
    /// What would be right.
    pub expected: String,
}

impl RuleSet {
    /// The rules under which table 2 of paper 003 is reproduced as far as it can be.
    pub const PAPER: RuleSet = RuleSet {
        eyes: Eyes::Kept,
        ko: Repetition::Draw,
        passes: 2,
        scoring: Scoring::Area,
        draw: 50,
        cap: 20,
    };

    /// The part of the rules that concerns single moves.
    #[must_use]
    pub fn playout(&self) -> PlayoutRules {
        PlayoutRules {
            ko: match self.ko {
                Repetition::Allowed | Repetition::Draw => KoRule::None,
                Repetition::SimpleKo => KoRule::Simple,
                Repetition::PositionalSuperko => KoRule::PositionalSuperko,
                Repetition::SituationalSuperko => KoRule::SituationalSuperko,
            },
            eyes: match self.eyes {
                Eyes::Kept => EyeRule::Kept,
                Eyes::AlwaysKept => EyeRule::AlwaysKept,
                Eyes::Filled => EyeRule::Filled,
            },
            history: self.ko == Repetition::Draw,
        }
    }

    /// What a draw is worth: 0 to 1.
    #[must_use]
    pub fn draw_value(&self) -> f64 {
        f64::from(self.draw) / 100.0
    }
}

const KO: [(&str, Repetition); 5] = [
    ("allowed", Repetition::Allowed),
    ("simple-ko", Repetition::SimpleKo),
    ("positional-superko", Repetition::PositionalSuperko),
    ("situational-superko", Repetition::SituationalSuperko),
    ("draw", Repetition::Draw),
];
const EYES: [(&str, Eyes); 3] =
    [("kept", Eyes::Kept), ("always-kept", Eyes::AlwaysKept), ("filled", Eyes::Filled)];
const SCORING: [(&str, Scoring); 2] = [("area", Scoring::Area), ("stones", Scoring::Stones)];

fn name_of<T: PartialEq + Copy>(names: &[(&'static str, T)], value: T) -> &'static str {
    names.iter().find(|(_, one)| *one == value).map_or("", |(name, _)| name)
}

impl fmt::Display for RuleSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let paper = RuleSet::PAPER;
        write!(f, "paper")?;
        if self.eyes != paper.eyes {
            write!(f, ",eyes={}", name_of(&EYES, self.eyes))?;
        }
        if self.ko != paper.ko {
            write!(f, ",ko={}", name_of(&KO, self.ko))?;
        }
        if self.passes != paper.passes {
            write!(f, ",passes={}", self.passes)?;
        }
        if self.scoring != paper.scoring {
            write!(f, ",scoring={}", name_of(&SCORING, self.scoring))?;
        }
        if self.draw != paper.draw {
            write!(f, ",draw={}", self.draw)?;
        }
        if self.cap != paper.cap {
            write!(f, ",cap={}", self.cap)?;
        }
        Ok(())
    }
}

impl FromStr for RuleSet {
    type Err = RuleError;

    fn from_str(text: &str) -> Result<RuleSet, RuleError> {
        let mut rules = RuleSet::PAPER;
        for (index, part) in text.split(',').map(str::trim).enumerate() {
            if index == 0 && part == "paper" {
                continue;
            }
            let wrong = |expected: String| RuleError { part: part.to_string(), expected };
            let Some((name, value)) = part.split_once('=') else {
                return Err(wrong(
                    "paper, then eyes=, ko=, passes=, scoring=, draw= or cap=, separated by commas".into(),
                ));
            };
            match name {
                "eyes" => rules.eyes = choice(&EYES, value).map_err(wrong)?,
                "ko" => rules.ko = choice(&KO, value).map_err(wrong)?,
                "scoring" => rules.scoring = choice(&SCORING, value).map_err(wrong)?,
                "passes" => rules.passes = number(value, 1, 9).map_err(wrong)?,
                "draw" => rules.draw = number(value, 0, 100).map_err(wrong)?,
                "cap" => rules.cap = number(value, 1, 1000).map_err(wrong)?,
                _ => return Err(wrong("eyes=, ko=, passes=, scoring=, draw= or cap=".into())),
            }
        }
        Ok(rules)
    }
}

fn choice<T: Copy>(names: &[(&'static str, T)], value: &str) -> Result<T, String> {
    names.iter().find(|(name, _)| *name == value).map(|(_, one)| *one).ok_or_else(|| {
        let all: Vec<&str> = names.iter().map(|(name, _)| *name).collect();
        format!("one of {}", all.join(", "))
    })
}

fn number(value: &str, least: u32, most: u32) -> Result<u32, String> {
    match value.parse() {
        Ok(number) if (least..=most).contains(&number) => Ok(number),
        _ => Err(format!("a number from {least} to {most}")),
    }
}
