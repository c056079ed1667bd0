//! Answers about captures.

use std::fmt;

use tesuji_board::PointSet;
use tesuji_job::Why;
use tesuji_search::Evidence;

use crate::domain::Move;
use crate::reader::ANY_ORDER;
use crate::solve::Side;
use crate::state::Threats;

/// What becomes of the target, with the reason.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Verdict {
    /// It is captured whatever the defender does on the whole board, even if he may retake kos at once
    /// [`THREATS`](crate::THREATS) times. With more threats than that nothing is claimed.
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

/// How well the first move works for the side that makes it, in GNU Go's numbers.
///
/// Codes other than [`Code::Fails`] are better the smaller they are.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Code {
    /// 0: it fails.
    Fails,
    /// 1: it works.
    Works,
    /// 2: it works by a ko for which the opponent must find the first threat.
    KoOpponentThreatens,
    /// 3: it works by a ko for which the mover must find the first threat.
    KoMoverThreatens,
}

impl Code {
    /// GNU Go's number.
    pub fn number(self) -> u8 {
        match self {
            Code::Fails => 0,
            Code::Works => 1,
            Code::KoOpponentThreatens => 2,
            Code::KoMoverThreatens => 3,
        }
    }
}

impl fmt::Display for Code {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{}", self.number())
    }
}

/// A fact that was shown on the way to a verdict that is not known. Its `Display` is a sentence without a full stop.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Shown {
    /// There is no capture up to this order.
    Refuted {
        /// With these threats.
        threats: Threats,
        /// The highest order that was searched to its end.
        order: u8,
    },
    /// There is a capture at this order, against every defence on the board.
    Captured {
        /// With these threats.
        threats: Threats,
        /// The order.
        order: u8,
    },
    /// A search has proved a capture at this order against the defences that it tries; one that it does not try may refute it.
    Uncertified {
        /// With these threats.
        threats: Threats,
        /// The order.
        order: u8,
    },
}

impl fmt::Display for Shown {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let condition = |threats: Threats| {
            let count = match threats.count() {
                1 => "one ko threat more".to_string(),
                count => format!("{count} ko threats more"),
            };
            match threats.owner() {
                Some(Side::Attacker) => format!("the attacker has {count}"),
                Some(Side::Defender) => format!("the defender has {count}"),
                None => "nobody has a ko threat".to_string(),
            }
        };
        match *self {
            Shown::Refuted { threats, order } => {
                let word = if threats >= Threats::ATTACKER { "even if" } else { "if" };
                let condition = condition(threats);
                if order == ANY_ORDER {
                    write!(formatter, "no capture at any order, {word} {condition}")
                } else {
                    write!(formatter, "no capture up to order {order}, {word} {condition}")
                }
            }
            Shown::Captured { threats, order } => {
                let word = if threats <= Threats::DEFENDER { "even if" } else { "if" };
                write!(formatter, "captured at order {order}, {word} {}", condition(threats))
            }
            Shown::Uncertified { threats, order } => {
                write!(formatter, "proved at order {order} if {}, but not certified", condition(threats))
            }
        }
    }
}

/// What a ko asks for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Ko {
    /// Who has to find the first threat.
    pub needs: Side,
    /// How many more than the opponent it takes, 1 to [`THREATS`](crate::THREATS); none if it is more than that, up to
    /// [`MOST_THREATS`](crate::MOST_THREATS).
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
