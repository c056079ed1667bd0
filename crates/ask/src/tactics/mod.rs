//! Tactic maps: games between them, the set of a map, comparing maps, a search for better ones.

pub(crate) mod compare;
pub(crate) mod play;
pub(crate) mod search;
pub(crate) mod set;
pub mod sweep;

use serde::{Deserialize, Serialize};
use tesuji_maps::{Counts, Player, RuleSet};

use crate::fault::Fault;
use crate::position::{AskedBoard, AskedPosition, is_false};
use crate::words::Side;

/// How often does a tactic win?
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(default)]
pub struct TacticsQuestion {
    /// The board.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub board: Option<AskedBoard>,
    /// The player under test: an expression, a name (`paper1` to `paper5`) or `random`.
    pub tactic: String,
    /// Its opponent; `random` without it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub against: Option<String>,
    /// How many games, 10000 without it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub games: Option<u64>,
    /// The master seed, 1 without it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub seed: Option<u64>,
    /// Whether both move first in turn.
    #[serde(skip_serializing_if = "is_false")]
    pub balanced: bool,
    /// The rules, `paper` without it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rules: Option<String>,
    /// Ends the games when they decide between two rates of winning.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub sprt: Option<AskedSprt>,
    /// Whether the answer tells how the share of wins came about; its picture shows that.
    #[serde(skip_serializing_if = "is_false")]
    pub curve: bool,
}

/// A sequential test between two rates of winning (draws left out).
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct AskedSprt {
    /// The lower rate.
    pub low: f64,
    /// The higher rate.
    pub high: f64,
    /// The probability of a wrong decision, 0.05 without it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub error: Option<f64>,
}

/// Counts of games.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct GameCounts {
    /// Games played.
    pub games: u64,
    /// Won by the player under test.
    pub wins: u64,
    /// Lost by it.
    pub losses: u64,
    /// Drawn.
    pub draws: u64,
    /// Draws because a game was broken off at the cap.
    pub capped: u64,
    /// Draws because a position came back.
    pub repeated: u64,
    /// The share of wins, draws counted as the rules say.
    pub win_rate: f64,
    /// An interval of 95 percent for it.
    pub ci95: [f64; 2],
    /// Moves of a game on average.
    pub moves_per_game: f64,
}

impl GameCounts {
    /// The counts with their rates; a draw counts as the rules say.
    pub(crate) fn of(counts: &Counts, rules: &RuleSet) -> GameCounts {
        let draw = rules.draw_value();
        let games = counts.games();
        GameCounts {
            games,
            wins: counts.wins,
            losses: counts.losses,
            draws: counts.draws,
            capped: counts.capped,
            repeated: counts.repeated,
            win_rate: rounded(counts.rate(draw)),
            ci95: counts.interval(draw).map(rounded),
            moves_per_game: rounded(counts.moves as f64 / games.max(1) as f64),
        }
    }

    /// `71.2% (70.3 to 72.1)`
    pub(crate) fn rate(&self) -> String {
        let [low, high] = self.ci95;
        format!("{:.1}% ({:.1} to {:.1})", 100.0 * self.win_rate, 100.0 * low, 100.0 * high)
    }

    /// `12 draws (10 repetitions, 2 broken off at the cap)`
    pub(crate) fn draws(&self) -> String {
        let mut kinds = Vec::new();
        if self.repeated > 0 {
            kinds.push(format!("{} repetitions", self.repeated));
        }
        if self.capped > 0 {
            kinds.push(format!("{} broken off at the cap", self.capped));
        }
        let kinds = if kinds.is_empty() { String::new() } else { format!(" ({})", kinds.join(", ")) };
        format!("{} draws{kinds}", self.draws)
    }
}

/// Six decimals: more would be noise.
pub(crate) fn rounded(number: f64) -> f64 {
    (number * 1e6).round() / 1e6
}

/// The player of a text.
pub(crate) fn player(field: &str, text: &str) -> Result<Player, Fault> {
    Player::parse(text)
        .map_err(|error| Fault::in_field(field, format!("tactic '{text}', {error}")).at(text, error.column))
}

/// The rules of a text; those of the paper without one.
pub(crate) fn rules(text: Option<&str>) -> Result<RuleSet, Fault> {
    let Some(text) = text else { return Ok(RuleSet::PAPER) };
    text.parse().map_err(|error: tesuji_maps::RuleError| Fault::in_field("rules", error))
}

/// A pairing with its counts.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct TacticsAnswer {
    /// `unknown` if the games were broken off.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub verdict: Option<TacticsVerdict>,
    /// The reason for not knowing.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub why: Option<String>,
    /// The board.
    pub board: String,
    /// Its points.
    pub points: usize,
    /// The player under test.
    pub tactic: String,
    /// Its opponent.
    pub against: String,
    /// The rules.
    pub rules: String,
    /// `first` or `balanced`.
    pub colors: String,
    /// The master seed.
    pub seed: u64,
    /// The counts.
    #[serde(flatten)]
    pub counts: GameCounts,
    /// The sequential test, if it was asked.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub sprt: Option<SprtAnswer>,
    /// How the share of wins came about, if that was asked.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub curve: Vec<CurvePoint>,
}

/// The share of wins after so many games.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct CurvePoint {
    /// Games played by then.
    pub games: u64,
    /// The share of wins.
    pub win_rate: f64,
    /// An interval of 95 percent for it.
    pub ci95: [f64; 2],
}

/// The only verdict about games that is no count.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum TacticsVerdict {
    /// The games were broken off.
    Unknown,
}

/// What a sequential test says.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct SprtAnswer {
    /// The lower rate.
    pub low: f64,
    /// The higher rate.
    pub high: f64,
    /// The probability of a wrong decision.
    pub error: f64,
    /// `low`, `high` or `open`.
    pub decision: String,
    /// The logarithm of the likelihood ratio.
    pub log_likelihood_ratio: f64,
    /// Where it decides.
    pub bound: f64,
}

/// Which points does a map return in a position?
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(default)]
pub struct TacticSetQuestion {
    /// The position; the empty board without it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub position: Option<AskedPosition>,
    /// The board, if the position does not tell it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub board: Option<AskedBoard>,
    /// The map.
    pub tactic: String,
    /// Whether the words for people tell the set of every part of the expression; the fields always do.
    #[serde(skip_serializing_if = "is_false")]
    pub parts: bool,
    /// Whether every part of the expression gets a picture of its own.
    #[serde(skip_serializing_if = "is_false")]
    pub pictures: bool,
}

/// The set of a map.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct TacticSetAnswer {
    /// The board.
    pub board: String,
    /// The map.
    pub tactic: String,
    /// The map as it is evaluated.
    pub simplified: String,
    /// Its depth in the paper's sense.
    pub depth: usize,
    /// Who is to move.
    pub to_move: Side,
    /// The set.
    pub set: Vec<String>,
    /// Legal moves that fill no eye.
    pub candidates: Vec<String>,
    /// Moves to choose from.
    pub choice: Vec<String>,
    /// The parts of the expression with their sets.
    pub parts: Vec<TacticPart>,
    /// The position as a text diagram.
    pub diagram: String,
}

/// A part of a map.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct TacticPart {
    /// The expression.
    pub expression: String,
    /// Its set.
    pub set: Vec<String>,
    /// Its picture, if that was asked.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub svg: Option<String>,
}

/// Do two maps mean the same? Or, with `games`, who wins among several players?
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(default)]
pub struct TacticCompareQuestion {
    /// Two maps; or, with games, two players or more.
    pub tactics: Vec<String>,
    /// The board.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub board: Option<AskedBoard>,
    /// Positions to look at, 1000 without it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub positions: Option<u32>,
    /// Games of each pair.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub games: Option<u64>,
    /// The master seed, 1 without it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub seed: Option<u64>,
    /// The rules, `paper` without it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rules: Option<String>,
}

/// How maps compare.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct TacticCompareAnswer {
    /// `unknown` if the games were broken off.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub verdict: Option<TacticsVerdict>,
    /// The reason for not knowing.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub why: Option<String>,
    /// The board.
    pub board: String,
    /// The maps or players.
    pub tactics: Vec<String>,
    /// The rules.
    pub rules: String,
    /// The master seed.
    pub seed: u64,
    /// What was found on positions.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub sets: Option<SetComparison>,
    /// What was found in games.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub round_robin: Option<RoundRobin>,
}

/// Two maps on positions from random games.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct SetComparison {
    /// Positions looked at.
    pub positions: usize,
    /// Those in which the sets differ.
    pub different: usize,
    /// Those in which the moves to choose from differ.
    pub different_choice: usize,
    /// Whether the sets are equal on all of them, which is no proof.
    pub equal_on_sample: bool,
    /// Whether the moves to choose from are.
    pub same_choice_on_sample: bool,
    /// A position in which they differ.
    pub example: Option<SetExample>,
}

/// Where two maps differ.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct SetExample {
    /// The position.
    pub diagram: String,
    /// Points of the first set only.
    pub only_first: Vec<String>,
    /// Points of the second set only.
    pub only_second: Vec<String>,
}

/// All against all.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct RoundRobin {
    /// Games of each pair.
    pub games: u64,
    /// The pairs.
    pub pairs: Vec<PairCounts>,
    /// The players, best first.
    pub ranking: Vec<Ranked>,
}

/// Two players with their counts.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct PairCounts {
    /// One of them.
    pub tactic: String,
    /// The other.
    pub against: String,
    /// The counts, from the side of the first.
    #[serde(flatten)]
    pub counts: GameCounts,
}

/// A player with its mean.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct Ranked {
    /// The player.
    pub tactic: String,
    /// The mean over all opponents.
    pub mean_win_rate: f64,
}

/// Which maps win?
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(default)]
pub struct TacticSearchQuestion {
    /// The board on which maps are chosen.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub board: Option<AskedBoard>,
    /// Boards on which the chosen ones are measured; ten of many kinds without it.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub unseen: Vec<AskedBoard>,
    /// The deepest expressions.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub depth: Option<u32>,
    /// Games for choosing, 1500000 without it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub games: Option<u64>,
    /// How many maps are measured in the end, 8 without it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub finalists: Option<u32>,
    /// Games of each of them on each unseen board, 3000 without it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub final_games: Option<u64>,
    /// Positions on which meanings are compared, 200 without it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub positions: Option<u32>,
    /// The rate that counts as won in the summary, 0.88 without it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub goal: Option<f64>,
    /// The master seed, 1 without it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub seed: Option<u64>,
    /// The rules, `paper` without it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rules: Option<String>,
}

/// Maps that win.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct TacticSearchAnswer {
    /// `unknown` if the search was broken off.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub verdict: Option<TacticsVerdict>,
    /// The reason for not knowing.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub why: Option<String>,
    /// The board on which they were chosen.
    pub board: String,
    /// The rules.
    pub rules: String,
    /// The master seed.
    pub seed: u64,
    /// The deepest expressions.
    pub depth: usize,
    /// Expressions listed.
    pub expressions: usize,
    /// Different ones among them.
    pub distinct: usize,
    /// Positions on which they were told apart.
    pub positions: usize,
    /// The rounds.
    pub rounds: Vec<SearchRound>,
    /// The rate that counts as won.
    pub goal: f64,
    /// Games of each on each unseen board.
    pub final_games: u64,
    /// What was found, best first.
    pub found: Vec<FoundMap>,
    /// The maps of the paper, for comparison.
    pub published: Vec<FoundMap>,
}

/// A round of the search.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct SearchRound {
    /// Maps that played.
    pub maps: usize,
    /// Games of each.
    pub games_each: u64,
}

/// A map with its counts.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct FoundMap {
    /// The map.
    pub tactic: String,
    /// Its depth.
    pub depth: usize,
    /// The counts by which it was chosen.
    pub chosen_by: Option<GameCounts>,
    /// The counts on unseen boards.
    pub unseen: Vec<BoardCounts>,
    /// Unseen boards on which it reaches the goal.
    pub unseen_boards_at_goal: usize,
}

/// Counts on a board.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct BoardCounts {
    /// The board.
    pub board: String,
    /// The counts.
    #[serde(flatten)]
    pub counts: GameCounts,
}
