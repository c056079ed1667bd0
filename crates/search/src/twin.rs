//! Disproofs that lean on the line that led to them.
//!
//! A line that returns to a position fails along that line only. A disproof that used such returns is true as
//! long as the same ancestors stand above the node, and must never be taken for a general one (the
//! graph-history interaction; Palay 1983, Kishimoto and Mueller 2004). It is kept here, apart from the
//! general claims, with what it needs:
//!
//! - The *span*: all ancestors it used lie within the last `span` nodes of the line. On any line that ends in
//!   the same nodes, whatever came before and in whatever sequence they were met, the claim holds again: it
//!   is **verified**. The set is remembered as the sum of its node numbers, which the path keeps as prefix
//!   sums, so comparing costs one subtraction.
//! - The *leader*: the shallowest ancestor it used. On a line that still holds the leader, but other nodes in
//!   between, the claim is plausible, no more. Without it, games in which every move can be taken back would
//!   be searched anew along each of their countless lines. It may be used **unverified**; what follows from
//!   it is unverified as well, stays in this table, and a root disproved in this way is believed only after
//!   its whole disproof has been laid out and found closed (`prove.rs`).
//!
//! The table is bounded and forgets the oldest claim of a bucket. That costs time, never truth: the nodes on
//! the current line remember what they found about their own children.

use crate::path::Path;
use crate::table::{NO_MOVE, Node};

const BUCKET: usize = 4;
const ENTRY_BYTES: usize = 32;
/// Where a table starts, and the most it grows to: moving a quarter of that takes a few milliseconds.
const FIRST_ENTRIES: usize = 1 << 10;
const MOST_ENTRIES: usize = 1 << 20;
/// The leader of a claim that needs no ancestors, but is unverified.
const NO_LEADER: u64 = 0;

/// On what a disproof rests.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Basis {
    /// The depth of the shallowest ancestor to which its lines return, or [`UNCONDITIONAL`].
    pub(crate) dependency: u32,
    /// Whether every claim it uses holds for certain on the current line.
    pub(crate) verified: bool,
}

/// `dependency` of a disproof that needs no ancestors.
pub(crate) const UNCONDITIONAL: u32 = u32::MAX;

impl Basis {
    /// The basis of a general claim.
    pub(crate) const CERTAIN: Self = Self { dependency: UNCONDITIONAL, verified: true };

    /// The basis of a line that returns to the node at `depth`.
    pub(crate) fn returning_to(depth: u32) -> Self {
        Self { dependency: depth, verified: true }
    }

    /// The basis of a claim that needs both.
    pub(crate) fn and(self, other: Self) -> Self {
        Self { dependency: self.dependency.min(other.dependency), verified: self.verified && other.verified }
    }

    /// For choosing among several: better is larger.
    pub(crate) fn rank(self) -> (bool, u32) {
        (self.verified, self.dependency)
    }
}

/// `[node, leader, sum of the span, span and best answer]`; a claim that is verified nowhere has span 0, an
/// empty place is all 0.
type Entry = [u64; 4];

/// Disproofs bound to lines. Starts small and grows when it is half full.
pub(crate) struct TwinTable {
    entries: Vec<Entry>,
    used: usize,
    limit: usize,
}

impl TwinTable {
    pub(crate) fn with_bytes(bytes: usize) -> Self {
        let limit = (bytes / ENTRY_BYTES / BUCKET).clamp(4, MOST_ENTRIES / BUCKET) * BUCKET;
        Self { entries: vec![[0; 4]; limit.min(FIRST_ENTRIES)], used: 0, limit }
    }

    fn grow(&mut self) {
        let larger = (self.entries.len() * 4).min(self.limit);
        let old = std::mem::replace(&mut self.entries, vec![[0; 4]; larger]);
        self.used = 0;
        // From the end, so that the newest of a bucket are in front again.
        for entry in old.into_iter().rev().filter(|entry| entry[0] != 0) {
            self.insert(entry);
        }
    }

    fn insert(&mut self, entry: Entry) {
        let bucket = self.bucket(entry[0]);
        // The newest claim under a leader replaces the older one, and goes to the front.
        let same = |old: &Entry| old[0] == entry[0] && old[1] == entry[1];
        let place = bucket.iter().position(same).unwrap_or(BUCKET - 1);
        let fresh = bucket[place][0] == 0;
        bucket[..=place].rotate_right(1);
        bucket[0] = entry;
        self.used += usize::from(fresh);
    }

    /// Forgets everything.
    pub(crate) fn clear(&mut self) {
        self.entries.fill([0; 4]);
        self.used = 0;
    }

    fn bucket(&mut self, name: u64) -> &mut [Entry] {
        let buckets = (self.entries.len() / BUCKET) as u128;
        let start = ((u128::from(name) * buckets) >> 64) as usize * BUCKET;
        &mut self.entries[start..start + BUCKET]
    }

    /// Remembers a disproof of `node`, which stands right below the end of `path`, and the answer that
    /// refutes the attacker.
    pub(crate) fn store(&mut self, node: &Node, path: &Path, basis: Basis, best: u16) {
        let name = node.key.node(node.order, node.resource);
        let (leader, span) = match basis.dependency {
            UNCONDITIONAL => (NO_LEADER, 0),
            depth => (path.name_at(depth), path.depth() + 1 - depth),
        };
        let span = if basis.verified { span } else { 0 };
        let sum = if span > 0 { path.sum_of_last(span) } else { 0 };
        let entry = [name, leader, sum, u64::from(span) << 16 | u64::from(best)];
        if 2 * self.used > self.entries.len() && self.entries.len() < self.limit {
            self.grow();
        }
        self.insert(entry);
    }

    /// The best basis on which `node`, right below the end of `path`, is known to be disproved.
    pub(crate) fn probe(&mut self, node: &Node, path: &Path, unverified: bool) -> Option<Basis> {
        let name = node.key.node(node.order, node.resource);
        let depth = path.depth();
        let mut best: Option<Basis> = None;
        for &[found, leader, sum, last] in self.bucket(name).iter() {
            if found != name {
                continue;
            }
            let span = (last >> 16) as u32;
            let basis = if span > 0 && span <= depth && path.sum_of_last(span) == sum {
                Basis::returning_to(depth + 1 - span)
            } else if !unverified {
                continue;
            } else if leader == NO_LEADER {
                Basis { dependency: UNCONDITIONAL, verified: false }
            } else if let Some(dependency) = path.depth_of(leader) {
                Basis { dependency, verified: false }
            } else {
                continue;
            };
            if best.is_none_or(|known| known.rank() < basis.rank()) {
                best = Some(basis);
            }
        }
        best
    }

    /// An answer that once refuted the attacker at `node`: likely, not certain.
    pub(crate) fn hint(&mut self, node: &Node) -> Option<u16> {
        let name = node.key.node(node.order, node.resource);
        let known = self.bucket(name).iter().find(|entry| entry[0] == name && entry[3] as u16 != NO_MOVE);
        known.map(|entry| entry[3] as u16)
    }
}
