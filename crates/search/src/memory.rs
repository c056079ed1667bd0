//! How the memory of a call is shared out.

use tesuji_job::Limits;

/// Part of the memory that is kept for the current line and the evidence.
const WORKING_PART: usize = 3;

/// Part of the table memory that holds claims bound to a line.
const TWIN_PART: usize = 4;

/// Bytes of each part.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Shares {
    /// The transposition table.
    pub(crate) table: usize,
    /// Claims bound to a line.
    pub(crate) twin: usize,
    /// Everything that grows beside the tables: the current line with its moves, and the evidence.
    pub(crate) working: usize,
}

impl Shares {
    pub(crate) fn of(limits: &Limits) -> Self {
        let working = limits.bytes() / WORKING_PART;
        let tables = limits.bytes() - working;
        let twin = tables / TWIN_PART;
        Self { table: tables - twin, twin, working }
    }
}
