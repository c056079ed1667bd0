//! Answers about captures.

use std::fmt;

use tesuji_board::PointSet;
use tesuji_search::{Evidence, Why};

use crate::domain::Move;

/// What becomes of the target, with the reason.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Verdict {
    /// It is captured whatever the defender does, even if he may retake kos at once [`THREATS`](crate::THREATS)
    /// times: proved, and certified for the whole board. With more threats than that nothing is claimed.
    Captured,
    /// It escapes: there is no capture up to this order, with the moves that were tried.
    Escapes {
        /// The highest order that was searched.
        order: u8,
    },
    /// It depends on a ko.
    Ko,
    /// Not known, for this reason.
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

/// Everything found out about a capture.
#[derive(Clone, Debug)]
pub struct Answer {
    /// The verdict with its reason.
    pub verdict: Verdict,
    /// How well it works for the side that moves first; none if that is not known.
    pub code: Option<Code>,
    /// The order of the capture, or the highest order that was refuted.
    pub order: Option<u8>,
    /// The first move: the capturing or the saving one, or the best try. The inner `None` is a pass.
    pub first_move: Option<Move>,
    /// The principal line; `None` is a pass.
    pub line: Vec<Move>,
    /// States searched.
    pub nodes: u64,
    /// The complete proof or disproof behind the verdict.
    pub evidence: Option<Evidence<Move>>,
    /// The points on which a capture depends: whatever changes elsewhere, it works.
    pub zone: PointSet,
}
