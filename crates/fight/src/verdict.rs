//! Answers about fights.

use tesuji_board::{Point, PointSet};
use tesuji_job::Why;
use tesuji_local::Code;

use crate::ground::Ground;

/// A move, or a pass.
pub type Move = Option<Point>;

/// How a fight ends for the owner of the first target, who moves first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Verdict {
    /// The second target is captured.
    Win,
    /// Both targets stay on the board: seki, or both live.
    Both,
    /// The first target is captured.
    Loss,
    /// It takes a ko; the codes grade it.
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
            Verdict::Win => "win",
            Verdict::Both => "seki",
            Verdict::Loss => "loss",
            Verdict::Ko => "ko",
            Verdict::Unknown { .. } => "unknown",
        }
    }

    /// The verdict that two codes stand for.
    pub(crate) fn of(codes: [Result<Code, Why>; 2]) -> Verdict {
        match codes {
            [Ok(Code::Works), Ok(Code::Works)] => Verdict::Win,
            [Ok(Code::Works), Ok(Code::Fails)] => Verdict::Both,
            [Ok(Code::Fails), Ok(Code::Fails)] => Verdict::Loss,
            [Ok(_), Ok(_)] => Verdict::Ko,
            [Err(why), _] | [_, Err(why)] => Verdict::Unknown { why },
        }
    }
}

/// What becomes of the second target where its attacker does not simply capture it. That he cannot capture it *and* keep the first says
/// nothing about it by itself, so its owner, who moves second, is asked himself.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Other {
    /// He captures the first target and keeps his own for ever.
    Wins,
    /// He keeps his own. Where the first target is lost: only if he lets that go.
    Survives,
    /// He cannot keep it, though its capture may cost the first target.
    Falls,
    /// That takes a ko.
    Ko,
    /// Not found out.
    Open,
}

/// What becomes of the second target where the first is lost.
#[derive(Clone, Debug)]
pub struct Second {
    /// Its fate.
    pub other: Other,
    /// States searched.
    pub nodes: u64,
    /// The points that this depends on.
    pub field: PointSet,
    /// Stones around those points that were taken as safe.
    pub assumed_safe: PointSet,
    /// Whether it depends on the edge of what was read, where a group that gets to empty points counts as safe.
    pub open: bool,
}

/// Everything found out about a fight.
#[derive(Clone, Debug)]
pub struct Answer {
    /// The verdict with its reason.
    pub verdict: Verdict,
    /// In GNU Go's numbers: does the first target survive, is the second captured? None where that is not known.
    pub codes: [Option<Code>; 2],
    /// What becomes of the second target, where there is a verdict and the codes do not say it.
    pub other: Option<Other>,
    /// For each code that is a ko, how many threats more than the other side it takes to turn it, as far as that is known.
    pub threats: [Option<u8>; 2],
    /// In a ko, whether the side that attacks may begin it when it likes: the other cannot mend it even with the first move, and has
    /// nothing to win by it but its life. So it is as good as lost, as the bent four in the corner is.
    pub waits: bool,
    /// The move to play; the inner `None` is a pass.
    pub first_move: Option<Move>,
    /// All first moves that keep the verdict, the best first; a pass, if it does, comes last, and stands for every move elsewhere.
    pub moves: Vec<Move>,
    /// First moves that could not be judged within the limits.
    pub undecided: Vec<Move>,
    /// The principal line, as far as it is known.
    pub line: Vec<Move>,
    /// States searched.
    pub nodes: u64,
    /// The points that the verdict depends on: what stands elsewhere does not matter. Where there is no verdict, all points that
    /// were read.
    pub field: PointSet,
    /// Stones around those points that were taken as safe.
    pub assumed_safe: PointSet,
    /// Whether the verdict depends on the edge of what was read, where a group that gets to empty points counts as safe.
    pub open: bool,
    /// What a part of the fight claims, where all of it could not be read; none if the verdict is known.
    pub provisional: Option<Provisional>,
}

/// What a field claims that has not the say: a narrower one than could be built, or one without room for all weak strings.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Provisional {
    /// How the fight ends there.
    pub verdict: Verdict,
    /// As [`Answer::codes`].
    pub codes: [Option<Code>; 2],
    /// The move to play there; the inner `None` is a pass.
    pub first_move: Option<Move>,
    /// How many points the field has: those nearest to the targets.
    pub points: usize,
}

impl Answer {
    pub(crate) fn unknown(why: Why) -> Answer {
        Answer {
            verdict: Verdict::Unknown { why },
            codes: [None; 2],
            other: None,
            threats: [None; 2],
            waits: false,
            first_move: None,
            moves: Vec::new(),
            undecided: Vec::new(),
            line: Vec::new(),
            nodes: 0,
            field: PointSet::new(),
            assumed_safe: PointSet::new(),
            open: false,
            provisional: None,
        }
    }

    /// What a field that has not the say claims. That a group survives because it gets out of the field, or because weak strings
    /// around it were left out, says nothing.
    pub(crate) fn claim(&self, ground: &Ground) -> Option<Provisional> {
        let Answer { verdict, codes, first_move, .. } = *self;
        let captures = matches!(verdict, Verdict::Win | Verdict::Loss);
        let says = captures || self.is_known() && !self.open && !ground.full;
        says.then(|| Provisional { verdict, codes, first_move, points: self.field.len() })
    }

    /// The answer of the widest field, if that has no room for all weak strings.
    pub(crate) fn without_room(self) -> Answer {
        let Answer { nodes, field, assumed_safe, open, .. } = self;
        Answer { nodes, field, assumed_safe, open, ..Answer::unknown(Why::Room) }
    }

    /// Whether there is a verdict.
    pub fn is_known(&self) -> bool {
        !matches!(self.verdict, Verdict::Unknown { .. })
    }
}
