//! Counts of games and what they say.

use std::ops::{Add, AddAssign};

use serde::{Deserialize, Serialize};

/// The 97.5th percentile of the normal distribution: intervals of 95 percent.
pub const Z95: f64 = 1.959_963_984_540_054;

/// How games ended, from one player's side. Whole numbers, so that parts can be added in any order.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Counts {
    /// Games won.
    pub wins: u64,
    /// Games lost.
    pub losses: u64,
    /// Games neither won nor lost, for whatever reason.
    pub draws: u64,
    /// How many of the draws were broken off at the cap.
    pub capped: u64,
    /// How many of the draws were repetitions.
    pub repeated: u64,
    /// Moves and passes in all games.
    pub moves: u64,
}

impl AddAssign for Counts {
    fn add_assign(&mut self, other: Counts) {
        self.wins += other.wins;
        self.losses += other.losses;
        self.draws += other.draws;
        self.capped += other.capped;
        self.repeated += other.repeated;
        self.moves += other.moves;
    }
}

impl Add for Counts {
    type Output = Counts;
    fn add(mut self, other: Counts) -> Counts {
        self += other;
        self
    }
}

impl Counts {
    /// All games.
    #[must_use]
    pub fn games(&self) -> u64 {
        self.wins + self.losses + self.draws
    }

    /// The mean result with draws at this value; one half if there are no games.
    #[must_use]
    pub fn rate(&self, draw_value: f64) -> f64 {
        if self.games() == 0 {
            return 0.5;
        }
        (self.wins as f64 + draw_value * self.draws as f64) / self.games() as f64
    }

    /// Wilson's interval of 95 percent for the mean result. With draws between 0 and 1 the results vary less than wins and
    /// losses alone would, so the interval is then rather too wide than too narrow.
    #[must_use]
    pub fn interval(&self, draw_value: f64) -> [f64; 2] {
        wilson(self.rate(draw_value), self.games(), Z95)
    }

    /// The standard error of the mean result, from the results themselves.
    #[must_use]
    pub fn standard_error(&self, draw_value: f64) -> f64 {
        let games = self.games() as f64;
        if games == 0.0 {
            return 0.5;
        }
        let mean = self.rate(draw_value);
        let squares = (self.wins as f64 + draw_value * draw_value * self.draws as f64) / games;
        ((squares - mean * mean).max(0.0) / games).sqrt()
    }
}

/// E. B. Wilson's score interval for a proportion seen in so many trials.
///
/// ```
/// use tesuji_maps::{wilson, Z95};
/// let [low, high] = wilson(0.5, 100, Z95);
/// assert!((low - 0.4038).abs() < 1e-4 && (high - 0.5962).abs() < 1e-4);
/// assert_eq!(wilson(0.5, 0, Z95), [0.0, 1.0]);
/// ```
#[must_use]
pub fn wilson(proportion: f64, trials: u64, z: f64) -> [f64; 2] {
    if trials == 0 {
        return [0.0, 1.0];
    }
    let n = trials as f64;
    let center = proportion + z * z / (2.0 * n);
    let spread = z * (proportion * (1.0 - proportion) / n + z * z / (4.0 * n * n)).sqrt();
    let scale = 1.0 + z * z / n;
    [((center - spread) / scale).max(0.0), ((center + spread) / scale).min(1.0)]
}

/// A. Wald's sequential test between two rates of winning, draws left out.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sprt {
    /// The rate of the first hypothesis.
    pub low: f64,
    /// The rate of the second, above the first.
    pub high: f64,
    /// The probability of accepting the second where the first holds, and the other way round.
    pub error: f64,
}

/// What a sequential test says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Decision {
    /// The lower rate.
    Low,
    /// The higher rate.
    High,
    /// More games are needed.
    Open,
}

impl Sprt {
    /// The logarithm of the ratio of the likelihoods, and the bound it must pass on either side.
    #[must_use]
    pub fn ratio(&self, counts: &Counts) -> (f64, f64) {
        let ratio = counts.wins as f64 * (self.high / self.low).ln()
            + counts.losses as f64 * ((1.0 - self.high) / (1.0 - self.low)).ln();
        (ratio, ((1.0 - self.error) / self.error).ln())
    }

    /// What the games so far say.
    #[must_use]
    pub fn decide(&self, counts: &Counts) -> Decision {
        let (ratio, bound) = self.ratio(counts);
        if ratio >= bound {
            Decision::High
        } else if ratio <= -bound {
            Decision::Low
        } else {
            Decision::Open
        }
    }
}
