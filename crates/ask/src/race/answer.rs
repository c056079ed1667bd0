//! What comes back about a race: verdicts, fates, regions, conditions.

use std::collections::BTreeMap;

use serde::Serialize;
use tesuji_board::Color;
use tesuji_race::Outcome;

use super::Goal;
use crate::words::{Side, Step};

/// Who wins.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum RaceVerdict {
    /// Black.
    Black,
    /// White.
    White,
    /// Nobody is captured.
    Seki,
    /// A ko decides.
    Ko,
    /// Not known.
    Unknown,
}

/// What becomes of a block.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum Fate {
    /// It lives.
    Lives,
    /// It is captured.
    Dies,
    /// It survives without two eyes.
    Seki,
    /// A ko decides.
    Ko,
    /// Not known.
    Unknown,
}

/// How a race was decided.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum RaceMethod {
    /// Counting: the cooled sum is compared with a number.
    Static,
    /// The liberty games were played out.
    Abstract,
    /// The race was searched on the board.
    Search,
    /// The fight was read on the board.
    Reading,
}

/// The answer about a race.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct RaceAnswer {
    /// What was asked.
    pub goal: Goal,
    /// The groups that race, Black's first.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub groups: Vec<Group>,
    /// If Black moves first.
    pub black_first: RaceSide,
    /// If White moves first.
    pub white_first: RaceSide,
    /// The fate of every block of a race between several, each a question of its own.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub fates: Option<BTreeMap<String, BlockFates>>,
    /// The liberty regions.
    pub regions: Vec<RegionAnswer>,
    /// The sum of the cooled regions, where counting applies.
    pub cooled_sum: Option<String>,
    /// What each side reaches by moving first, where counting applies.
    pub adjusted: Option<Adjusted>,
    /// Plain liberties that both share.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub shared: Option<u32>,
    /// How it was decided, if it was: the harder of the two answers.
    pub method: Option<RaceMethod>,
    /// Whether play on the board says the same; null if that was not asked or not finished.
    pub verified: Option<bool>,
    /// What was assumed.
    pub conditions: Conditions,
    /// Other fights of the position, one stone of each group.
    pub other_fights: Vec<[String; 2]>,
    /// The blocks of a race between several.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub blocks: Vec<BlockAnswer>,
    /// The races of two blocks alone, in a race between several.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub pairs: Vec<PairAnswer>,
    /// What the table of paper 004 says of one block against two.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub table: Option<TableAnswer>,
    /// Why counting does not apply, if it does not.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub gaps: Vec<String>,
}

/// A group that races.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct Group {
    /// Its colour.
    pub color: Side,
    /// The stone that names it.
    pub at: String,
    /// Its stones.
    pub stones: Vec<String>,
}

/// The answer for one side moving first.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct RaceSide {
    /// Who wins.
    pub verdict: RaceVerdict,
    /// The reason, or the reason for not knowing.
    pub why: String,
    /// What becomes of the two groups.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub fates: Option<Fates>,
    /// GNU Go's codes for the side that moves first: its own group survives, the other one is captured (0 no, 1 yes, 2 by ko
    /// and the opponent must find the first threat, 3 by ko and the mover must).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub codes: Option<[Option<u8>; 2]>,
    /// For each code that is 2 or 3, how many threats more than the other side turn it, 1 to 8, where a fight was read.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub threats: Option<[Option<u8>; 2]>,
    /// How threats change the outcome of a race that a ko decides.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ko: Option<RaceKo>,
    /// First moves that keep the verdict, best first.
    pub moves: Vec<String>,
    /// First moves that could not be judged.
    pub undecided: Vec<String>,
    /// A line of best play.
    pub line: Vec<Step>,
    /// The count when only filling is left.
    pub count: Option<CountAnswer>,
    /// What a part of the fight says where all of it could not be read, in a sentence.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub provisional: Option<String>,
}

/// The ko of a race: who wins without threats, and how many threats more than the other side each needs for something better.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct RaceKo {
    /// Who wins if nobody has a threat.
    pub without_threats: RaceVerdict,
    /// How many Black needs, 1 to 8; null if so many do not help.
    pub black: Option<u8>,
    /// How many White needs.
    pub white: Option<u8>,
}

/// What becomes of the two groups.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct Fates {
    /// Black's group.
    pub black: Fate,
    /// White's group.
    pub white: Fate,
}

impl Fates {
    /// The fate of a side's group.
    pub(super) fn of(&self, side: Side) -> Fate {
        match side {
            Side::Black => self.black,
            Side::White => self.white,
        }
    }

    /// The fates of a side that moves first and of the other.
    pub(super) fn of_mover(first: Side, own: Fate, other: Fate) -> Fates {
        match first {
            Side::Black => Fates { black: own, white: other },
            Side::White => Fates { black: other, white: own },
        }
    }
}

/// The fate of one block, with its moves.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct BlockFates {
    /// If Black moves first.
    pub black_first: Fate,
    /// If White moves first.
    pub white_first: Fate,
    /// Moves and lines of this question, Black first.
    pub black_first_play: FatePlay,
    /// Moves and lines of this question, White first.
    pub white_first_play: FatePlay,
}

/// Moves and line of the question about one block.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct FatePlay {
    /// First moves that keep the fate.
    pub moves: Vec<String>,
    /// First moves that could not be judged.
    pub undecided: Vec<String>,
    /// A line of best play.
    pub line: Vec<Step>,
}

/// A liberty region.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct RegionAnswer {
    /// Its letter or name.
    pub id: String,
    /// Whose liberties they are; null if they are shared.
    pub owner: Option<Side>,
    /// `external`, `eye`, `shared` and so on.
    pub kind: String,
    /// Its points.
    pub points: Vec<String>,
    /// Its empty points.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub empty: Vec<String>,
    /// Its liberty game.
    pub value: Option<String>,
    /// The game cooled by 2; null where life is in play.
    pub cooled: Option<String>,
    /// Its mean.
    pub mean: Option<String>,
    /// Its temperature.
    pub temperature: Option<String>,
    /// The blocks it belongs to, in a race between several.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub blocks: Vec<String>,
    /// Why it has no value.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub why: Option<String>,
}

/// What each side reaches by moving first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct Adjusted {
    /// Black.
    pub black: i64,
    /// White.
    pub white: i64,
}

/// Liberties when nothing is left but to fill.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct CountAnswer {
    /// Moves of the line before the count.
    pub moves: usize,
    /// Black's liberties.
    pub black: u32,
    /// White's liberties.
    pub white: u32,
    /// Shared liberties.
    pub shared: u32,
    /// Who is to move then.
    pub to_move: Side,
}

/// What an answer assumes.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct Conditions {
    /// Strings taken as safe, one stone of each: those that were stated to be, and those that the answer rests on.
    pub safe: Vec<SafeString>,
    /// Strings that were stated to be unknown, one stone of each.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub unknown: Vec<String>,
    /// Whether whoever gets out of the field was taken as safe.
    pub open: bool,
    /// The points that were read; empty where the race was counted.
    pub field: Vec<String>,
    /// Everything else that was assumed, in sentences.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub assumed: Vec<String>,
}

/// A string that was taken as safe.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct SafeString {
    /// One of its stones.
    pub at: String,
    /// Whether whoever asked has stated it: then it holds.
    pub stated: bool,
    /// Whether it is proved. What is neither stated nor proved is assumed.
    pub proved: bool,
}

impl SafeString {
    /// Whether it was neither stated nor proved.
    #[must_use]
    pub fn is_assumed(&self) -> bool {
        !self.stated && !self.proved
    }
}

/// A block of a race between several.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct BlockAnswer {
    /// Its name.
    pub name: String,
    /// Its colour.
    pub color: Side,
    /// Its external liberty games.
    pub external: Vec<String>,
    /// The liberties of its eye.
    pub eye: u32,
    /// Its stones, on a board.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub stones: Vec<String>,
}

/// Two blocks alone, all others taken as safe.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct PairAnswer {
    /// Their names.
    pub between: [String; 2],
    /// The liberties they share.
    pub shared: u32,
    /// `black` or `white` (wins even if the other moves first or stands in seki then), `first` or `seki`; null if unknown.
    pub relation: Option<String>,
    /// If Black moves first.
    pub black_first: PairSide,
    /// If White moves first.
    pub white_first: PairSide,
}

/// The race of two blocks for one side moving first.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct PairSide {
    /// Who wins.
    pub verdict: RaceVerdict,
    /// First moves that win.
    pub moves: Vec<String>,
}

/// The table of paper 004.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct TableAnswer {
    /// The pattern of figure 5.
    pub pattern: u8,
    /// The block that stands against two.
    pub one: String,
    /// Who wins by the table, if Black and if White moves first.
    pub figure_5: [RaceVerdict; 2],
    /// Moves that win both races.
    pub common_moves: Vec<String>,
    /// Who wins with them, if Black and if White moves first.
    pub with_common_moves: [RaceVerdict; 2],
    /// Where the table is wrong.
    pub exceptions: Vec<String>,
}

impl RaceAnswer {
    pub(super) fn new(goal: Goal, black_first: RaceSide, white_first: RaceSide) -> RaceAnswer {
        RaceAnswer {
            goal,
            groups: Vec::new(),
            black_first,
            white_first,
            fates: None,
            regions: Vec::new(),
            cooled_sum: None,
            adjusted: None,
            shared: None,
            method: None,
            verified: None,
            conditions: Conditions::default(),
            other_fights: Vec::new(),
            blocks: Vec::new(),
            pairs: Vec::new(),
            table: None,
            gaps: Vec::new(),
        }
    }

    /// The answer for this side moving first.
    #[must_use]
    pub fn first(&self, side: Side) -> &RaceSide {
        match side {
            Side::Black => &self.black_first,
            Side::White => &self.white_first,
        }
    }

    pub(super) fn first_mut(&mut self, side: Side) -> &mut RaceSide {
        match side {
            Side::Black => &mut self.black_first,
            Side::White => &mut self.white_first,
        }
    }
}

impl RaceSide {
    pub(super) fn unknown(why: String) -> RaceSide {
        RaceSide {
            verdict: RaceVerdict::Unknown,
            why,
            fates: None,
            codes: None,
            threats: None,
            ko: None,
            moves: Vec::new(),
            undecided: Vec::new(),
            line: Vec::new(),
            count: None,
            provisional: None,
        }
    }

    /// With the verdict, fates and codes of an outcome of a race about captures.
    pub(super) fn decide(&mut self, first: Color, outcome: Outcome) {
        let fate = |color: Color| match outcome.winner() {
            Some(winner) if winner == color => Fate::Lives,
            Some(_) => Fate::Dies,
            None => Fate::Seki,
        };
        self.verdict = outcome.into();
        self.fates = Some(Fates { black: fate(Color::Black), white: fate(Color::White) });
        self.codes = Some(match outcome.for_side(first) {
            2 => [Some(1), Some(1)],
            1 => [Some(1), Some(0)],
            _ => [Some(0), Some(0)],
        });
    }
}

impl RaceSide {
    /// The same of a race that a ko decides.
    pub(super) fn decide_ko(&mut self, first: Color, ko: tesuji_race::Ko) {
        // Where threats make no difference to a block, its fate is told.
        let fate = |color: Color| {
            let fates = ko.with_threats.map(|outcome| outcome.for_side(color));
            match fates {
                [2, 2] => Fate::Lives,
                [1, 1] => Fate::Seki,
                [0, 0] => Fate::Dies,
                _ => Fate::Ko,
            }
        };
        self.verdict = RaceVerdict::Ko;
        let [black, white] = ko.needs;
        self.ko = Some(RaceKo { without_threats: ko.without_threats.into(), black, white });
        self.fates = Some(Fates { black: fate(Color::Black), white: fate(Color::White) });
        self.codes = Some(tesuji_race::Graded::Ko(ko).codes(first).map(Some));
    }
}

impl From<Outcome> for RaceVerdict {
    fn from(outcome: Outcome) -> RaceVerdict {
        match outcome {
            Outcome::Black => RaceVerdict::Black,
            Outcome::White => RaceVerdict::White,
            Outcome::Seki => RaceVerdict::Seki,
        }
    }
}

impl RaceVerdict {
    /// The side that wins, if one does.
    #[must_use]
    pub fn winner(self) -> Option<Side> {
        match self {
            RaceVerdict::Black => Some(Side::Black),
            RaceVerdict::White => Some(Side::White),
            _ => None,
        }
    }
}

impl From<tesuji_race::Method> for RaceMethod {
    fn from(method: tesuji_race::Method) -> RaceMethod {
        match method {
            tesuji_race::Method::Static => RaceMethod::Static,
            tesuji_race::Method::Abstract => RaceMethod::Abstract,
            tesuji_race::Method::Search => RaceMethod::Search,
        }
    }
}
