//! Answers about captures.

use std::fmt;

use tesuji_board::PointSet;
use tesuji_job::Why;
use tesuji_search::Evidence;

use crate::domain::Move;
use crate::state::KoRights;

/// What becomes of the target, with the reason.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Verdict {
    /// It is captured whatever the defender does, even if he may retake kos at once [`THREATS`](crate::THREATS)
    /// times: proved, and certified for the whole board. With more threats than that nothing is claimed.
    Captured,
    /// It escapes: there is no capture up to this order, with the moves that were tried, and all of that was searched.
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
///
/// Each speaks of one distribution of the kos: [`KoRights::Defender`] is the capture that is asked for, which needs no ko.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Shown {
    /// There is no capture up to this order, with the moves that were tried.
    Refuted {
        /// Who wins every ko.
        kos: KoRights,
        /// The highest order that was searched to its end.
        order: u8,
    },
    /// There is a capture at this order, certified for the whole board.
    Captured {
        /// Who wins every ko.
        kos: KoRights,
        /// The order.
        order: u8,
    },
    /// The search has proved a capture at this order, but its proof is not certified for the whole board: a defence that was
    /// not tried may refute it.
    Uncertified {
        /// Who wins every ko.
        kos: KoRights,
        /// The order.
        order: u8,
    },
}

impl fmt::Display for Shown {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let condition = |kos| match kos {
            KoRights::Defender => "",
            KoRights::Attacker => " if the attacker wins every ko",
            KoRights::Nobody => " if nobody has a ko threat",
        };
        match *self {
            Shown::Refuted { kos: KoRights::Defender, order } => {
                write!(formatter, "no capture without a ko up to order {order}")
            }
            Shown::Refuted { kos: KoRights::Attacker, order } => {
                write!(formatter, "no capture up to order {order}, even if the attacker wins every ko")
            }
            Shown::Refuted { kos: KoRights::Nobody, order } => {
                write!(formatter, "no capture up to order {order} if nobody has a ko threat")
            }
            Shown::Captured { kos, order } => {
                write!(formatter, "captured{} (order {order})", condition(kos))
            }
            Shown::Uncertified { kos, order } => {
                write!(formatter, "proved at order {order}{}, but not certified", condition(kos))
            }
        }
    }
}

/// Everything found out about a capture.
#[derive(Clone, Debug)]
pub struct Answer {
    /// The verdict with its reason.
    pub verdict: Verdict,
    /// How well it works for the side that moves first; none if that is not known.
    pub code: Option<Code>,
    /// The order of the capture, or the highest order that was refuted; none if the verdict is not known.
    pub order: Option<u8>,
    /// Up to this order there is no unconditional capture, with the moves that were tried, and all of it was searched or
    /// follows from the number of liberties; none if that can be said of no order.
    pub up_to_order: Option<u8>,
    /// What was shown, where that is not enough for a verdict; empty if there is one.
    pub shown: Vec<Shown>,
    /// The first move: the capturing or the saving one, or the best try. The inner `None` is a pass.
    pub first_move: Option<Move>,
    /// The principal line; `None` is a pass.
    pub line: Vec<Move>,
    /// States searched, by all searches and for all certificates.
    pub nodes: u64,
    /// The complete proof or disproof behind the verdict.
    pub evidence: Option<Evidence<Move>>,
    /// The points on which a capture depends: whatever changes elsewhere, it works.
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
