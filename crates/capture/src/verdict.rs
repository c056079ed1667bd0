//! Answers about captures.

use std::fmt;

use tesuji_board::PointSet;
use tesuji_job::Why;
use tesuji_local::{Code, Threats};
use tesuji_search::Evidence;

use crate::domain::Move;
use crate::reader::ANY_ORDER;
use crate::solve::Side;
use crate::state::THREATS;

/// What becomes of the target, with the reason.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Verdict {
    /// It is captured whatever the defender does on the whole board, even if he may retake kos at once
    /// [`THREATS`](crate::THREATS) times, and as often as [`Answer::against`] says.
    Captured,
    /// It escapes: there is no capture up to this order, even if the attacker may retake kos at once
    /// [`THREATS`](crate::THREATS) times, and all of that was searched. Where it is seen that many threats more would capture it, it is
    /// a ko.
    Escapes {
        /// The highest order that was asked for.
        order: u8,
    },
    /// It depends on a ko. Every search that this and its grade need came to its end.
    Ko,
    /// Not known, for this reason; [`Answer::shown`] has what is known up to there.
    Unknown {
        /// What ended the search.
        why: Why,
    },
}

impl Verdict {
    /// The word used in JSON.
    pub fn name(self) -> &'static str {
        match self {
            Verdict::Captured => "captured",
            Verdict::Escapes { .. } => "escapes",
            Verdict::Ko => "ko",
            Verdict::Unknown { .. } => "unknown",
        }
    }
}

/// The attacker's standing with kos that an escape has to hold against, and the one with which a capture has to work.
pub(crate) const EASY: u8 = Threats::EVEN + THREATS;
const HARD: u8 = Threats::EVEN - THREATS;

/// A fact that was shown on the way to a verdict that is not known, for an attacker who [stands](Threats::standing) so with kos. Its
/// `Display` is a sentence without a full stop.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Shown {
    /// There is no capture up to this order.
    Refuted {
        /// How the attacker stands with kos.
        standing: u8,
        /// The highest order that was searched to its end.
        order: u8,
    },
    /// There is a capture at this order, against every defence on the board.
    Captured {
        /// How the attacker stands with kos.
        standing: u8,
        /// The order.
        order: u8,
    },
    /// A search has proved a capture at this order against the defences that it tries; one that it does not try may refute it.
    Uncertified {
        /// How the attacker stands with kos.
        standing: u8,
        /// The order.
        order: u8,
    },
}

impl Shown {
    /// There is no capture up to this order, even if the attacker has [`THREATS`](crate::THREATS) threats.
    #[must_use]
    pub fn no_capture(order: u8) -> Shown {
        Shown::Refuted { standing: EASY, order }
    }

    /// Whether the target is captured even if the defender has [`THREATS`](crate::THREATS) threats.
    #[must_use]
    pub fn is_capture_for_good(self) -> bool {
        matches!(self, Shown::Captured { standing: ..=HARD, .. })
    }
}

/// Who has how many ko threats more, in words.
fn condition(standing: u8) -> String {
    let count = match standing.abs_diff(Threats::EVEN) {
        0 => return "nobody has a ko threat".to_string(),
        1 => "one ko threat more".to_string(),
        count => format!("{count} ko threats more"),
    };
    let side = if standing > Threats::EVEN { "attacker" } else { "defender" };
    format!("the {side} has {count}")
}

impl fmt::Display for Shown {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Shown::Refuted { standing, order } => {
                let word = if standing >= EASY { "even if" } else { "if" };
                let condition = condition(standing);
                if order == ANY_ORDER {
                    write!(formatter, "no capture at any order, {word} {condition}")
                } else {
                    write!(formatter, "no capture up to order {order}, {word} {condition}")
                }
            }
            Shown::Captured { standing, order } => {
                let word = if standing <= HARD { "even if" } else { "if" };
                write!(formatter, "captured at order {order}, {word} {}", condition(standing))
            }
            Shown::Uncertified { standing, order } => {
                write!(formatter, "proved at order {order} if {}, but not certified", condition(standing))
            }
        }
    }
}

/// What a ko asks for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Ko {
    /// Who has to find the first threat.
    pub needs: Side,
    /// How many more than the opponent it takes, 1 to [`MOST_THREATS`](crate::MOST_THREATS); none if it is more than
    /// [`THREATS`](crate::THREATS), and the nodes set aside did not tell how many.
    pub threats: Option<u8>,
}

/// Everything found out about a capture.
#[derive(Clone, Debug)]
pub struct Answer {
    /// The verdict with its reason.
    pub verdict: Verdict,
    /// How well it works for the side that moves first; none if that is not known.
    pub code: Option<Code>,
    /// What a ko asks for, if it is one.
    pub ko: Option<Ko>,
    /// How many ko threats more the other side may have without changing the verdict, as far as that was seen: from
    /// [`THREATS`](crate::THREATS) to [`MOST_THREATS`](crate::MOST_THREATS). 0 if the verdict is not known, or a ko.
    pub against: u8,
    /// The order of the capture, or the highest order that was refuted; none if the verdict is not known.
    pub order: Option<u8>,
    /// Up to this order there is no capture, kos or not, and all of it was searched or follows from the number of liberties;
    /// none if that can be said of no order.
    pub up_to_order: Option<u8>,
    /// What was shown, where that is not enough for a verdict; empty if there is one.
    pub shown: Vec<Shown>,
    /// The first move: the capturing or the saving one, or the best try. The inner `None` is a pass.
    pub first_move: Option<Move>,
    /// The principal line; `None` is a pass.
    pub line: Vec<Move>,
    /// States searched, by all searches.
    pub nodes: u64,
    /// Whether all attacks that could matter were tried, so that an escape holds against every one of this order. A capture
    /// always holds against every defence.
    pub complete: bool,
    /// Whether an escape holds against attacks of every order.
    pub every_order: bool,
    /// Whether the target is unconditionally alive, or becomes so with the first move: no order captures it.
    pub alive: bool,
    /// The complete proof or disproof behind the verdict, if it was asked for.
    pub evidence: Option<Evidence<Move>>,
    /// The points on which the verdict depends: whatever changes elsewhere, it stays.
    pub zone: PointSet,
}

/// The first moves that keep a verdict, and those of which that is not known.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Choices {
    /// Moves that work at least as well as the answer's; the answer's own comes first.
    pub moves: Vec<Move>,
    /// Moves whose search ran into a limit.
    pub undecided: Vec<Move>,
    /// What ended the search of the first move that is undecided.
    pub why: Option<Why>,
    /// States searched for this, beside those of the answer.
    pub nodes: u64,
}
