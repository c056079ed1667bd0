//! Automata of regions (spec, section 9).
//!
//! A region is explored once, by itself: all local positions under play by either side at any time. A position that falls apart
//! goes on as several *pieces*, each an automaton of its own. A piece tells for each block at its edge whether it breathes
//! here, and for each side the moves: the pieces that are left, and the conditions that only the rest of the race can answer
//! ([`Edge`]). Where a ko was just taken the piece stands in a state of its own, in which the retake costs a threat; a
//! move anywhere else leads back to the ordinary state ([`Piece::base`]).
//!
//! - [`atlas`] finds the pieces of boards, [`game`] makes pieces of liberty games without a board.
//! - [`refine`] joins pieces that no continuation can tell apart, in all regions together: equal automata share their tables.
//! - [`prune`] leaves out moves that are never better than a pass or than another move, which [`prune::Order`] proves.

pub(crate) mod atlas;
pub(crate) mod game;
pub(crate) mod prune;
pub(crate) mod refine;

use smallvec::SmallVec;
use tesuji_board::Color;
use tesuji_local::Slots;

/// No piece.
pub(crate) const NONE: u32 = u32::MAX;

/// A piece that a move leads to.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) struct Target {
    pub(crate) piece: u32,
    /// For each block of that piece, which block it was before the move.
    pub(crate) slots: Slots,
}

pub(crate) type Targets = SmallVec<[Target; 2]>;

/// A local move.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) struct Edge {
    /// The pieces that are left.
    pub(crate) to: Targets,
    /// The new stone has no liberty: legal only if it captures a block.
    pub(crate) last_only: bool,
    /// The move retakes a ko that was just taken: legal only for the price of a threat.
    pub(crate) threat: bool,
    /// Loose stones are taken.
    pub(crate) captures: bool,
    /// A ko is taken: one of the pieces is in a state in which the retake is banned.
    pub(crate) takes_ko: bool,
    /// The mover's blocks that are one from now on, by their slots.
    pub(crate) joined: Slots,
    /// The blocks that are safe from now on.
    pub(crate) out: Slots,
}

/// What becomes of a block elsewhere.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) enum Event {
    /// It is safe.
    Safe(u8),
    /// It is captured.
    Captured(u8),
    /// The second is part of the first.
    Joined(u8, u8),
}

/// What a piece becomes by an event, and the blocks that are safe by that.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) struct Change {
    pub(crate) to: Targets,
    pub(crate) out: Slots,
}

/// A state of an automaton.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Piece {
    /// The blocks at its edge.
    pub(crate) colors: SmallVec<[Color; 2]>,
    /// Which of them breathe here.
    pub(crate) breath: u32,
    /// The moves of both sides, Black's first.
    pub(crate) moves: [Vec<Edge>; 2],
    /// Where a ko was just taken: the same without the ban.
    pub(crate) base: u32,
    /// What it becomes by what happens elsewhere, in the order of the events.
    pub(crate) events: Vec<(Event, Change)>,
}

impl Piece {
    /// Whether the block breathes here.
    pub(crate) fn breathes(&self, slot: usize) -> bool {
        self.breath >> slot & 1 == 1
    }

    /// All pieces that can come next, but for the piece without its ban.
    pub(crate) fn followers(&self) -> impl Iterator<Item = u32> + '_ {
        let moves = self.moves.iter().flatten().flat_map(|edge| &edge.to);
        let events = self.events.iter().flat_map(|(_, change)| &change.to);
        moves.chain(events).map(|target| target.piece)
    }

    /// The same with other numbers for the pieces; targets that get none are left out.
    pub(crate) fn renumbered(&self, number: impl Fn(u32) -> u32) -> Piece {
        let targets = |all: &Targets| {
            let mut to: Targets = all
                .iter()
                .map(|target| Target { piece: number(target.piece), slots: target.slots.clone() })
                .filter(|target| target.piece != NONE)
                .collect();
            to.sort_unstable();
            to
        };
        let moves = self.moves.each_ref().map(|edges| {
            let mut edges: Vec<Edge> =
                edges.iter().map(|edge| Edge { to: targets(&edge.to), ..edge.clone() }).collect();
            edges.sort_unstable();
            edges.dedup();
            edges
        });
        let events = self
            .events
            .iter()
            .map(|(event, change)| (*event, Change { to: targets(&change.to), out: change.out.clone() }))
            .collect();
        Piece {
            colors: self.colors.clone(),
            breath: self.breath,
            moves,
            base: if self.base == NONE { NONE } else { number(self.base) },
            events,
        }
    }
}
