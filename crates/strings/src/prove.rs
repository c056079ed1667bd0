//! A board first, then the proof that none is better (spec, A.5).
//!
//! Both engines, the one for grids and the one for any graph, can search with a beam and refute a number of empty
//! points exhaustively. A beam costs little and usually finds a best board. Refuting goes upwards from the first
//! number that the bound alone does not exclude: each number costs a multiple of the one before, so nothing is
//! wasted by starting low, while a single attempt at a number above the best could cost far more than all of them.
//! A refutation gets an allowance, and when that is used up the beam is widened before it gets a larger one.

use tesuji_job::{Unknown, Watch, Why};

use crate::error::contradiction;

/// States a beam keeps at first.
const FIRST_BEAM: usize = 500;
/// The allowance of a refutation, in terms of the states a beam can make.
const PATIENCE: u64 = 20;

/// The outcome of an exhaustive sweep.
pub(crate) enum Refutation {
    /// No board has so few empty points; the number of states after each row or point.
    Refuted(Vec<u64>),
    /// There is a board with this number of empty points, and none with fewer.
    Found(usize),
}

/// Why a sweep ended early.
#[derive(Debug)]
pub(crate) enum Stop {
    /// A limit of the whole job was reached, or somebody stopped it.
    Unknown(Unknown),
    /// More states were made than this sweep was allowed.
    Allowance,
    /// A number of ways does not fit its type.
    Overflow,
}

impl From<Unknown> for Stop {
    fn from(unknown: Unknown) -> Stop {
        Stop::Unknown(unknown)
    }
}

impl From<Why> for Stop {
    fn from(why: Why) -> Stop {
        Stop::Unknown(why.into())
    }
}

impl Stop {
    /// For sweeps that are allowed everything and count nothing.
    pub(crate) fn unknown(self) -> Unknown {
        match self {
            Stop::Unknown(unknown) => unknown,
            Stop::Allowance => contradiction("a sweep without an allowance used it up"),
            Stop::Overflow => contradiction("a sweep that counts nothing counted too much"),
        }
    }
}

/// What an engine must be able to do.
pub(crate) trait Engine {
    type Board;
    /// The number of points.
    fn points(&self) -> usize;
    /// A number of empty points that the bound alone shows to be necessary.
    fn necessary(&self) -> usize;
    /// The board without stones.
    fn all_empty(&self) -> Self::Board;
    /// The best board with at most `empty` empty points among the states a beam keeps, or among all.
    fn search(
        &mut self,
        empty: usize,
        beam: Option<usize>,
        watch: &Watch,
    ) -> Result<Option<(usize, Self::Board)>, Unknown>;
    /// Shows that no board has at most `empty` empty points, or finds the least number. `None` if more than
    /// `allowance` states would be needed.
    fn refute(&mut self, empty: usize, allowance: u64, watch: &Watch) -> Result<Option<Refutation>, Unknown>;
}

/// A board with the fewest empty points, and the refutation of one point less.
pub(crate) struct Best<B> {
    pub(crate) empty: usize,
    pub(crate) board: B,
    pub(crate) sizes: Vec<u64>,
}

pub(crate) fn prove<E: Engine>(engine: &mut E, watch: &Watch) -> Result<Best<E::Board>, Unknown> {
    let mut empty = engine.points();
    let mut board = engine.all_empty();
    let mut necessary = engine.necessary().min(empty);
    let mut sizes = None;
    let mut beam = FIRST_BEAM;
    loop {
        while empty > necessary
            && let Some(better) = engine.search(empty - 1, Some(beam), watch)?
        {
            (empty, board) = better;
        }
        let allowance = PATIENCE.saturating_mul(beam.saturating_mul(engine.points()) as u64);
        while necessary < empty {
            match engine.refute(necessary, allowance, watch)? {
                Some(Refutation::Refuted(levels)) => {
                    sizes = Some(levels);
                    necessary += 1;
                }
                // The beam missed the best boards, but now their number of empty points is known.
                Some(Refutation::Found(least)) => {
                    if let Some(better) = engine.search(least, None, watch)? {
                        (empty, board) = better;
                    }
                }
                None => break,
            }
        }
        if necessary >= empty {
            let sizes = match sizes {
                Some(sizes) => sizes,
                // The bound alone is the proof; the sweep ends where it starts.
                None => match engine.refute(empty - 1, u64::MAX, watch)? {
                    Some(Refutation::Refuted(sizes)) => sizes,
                    _ => Vec::new(),
                },
            };
            return Ok(Best { empty, board, sizes });
        }
        beam = beam.saturating_mul(4);
    }
}
