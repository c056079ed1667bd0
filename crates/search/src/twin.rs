//! Disproofs that lean on the line that led to them.
//!
//! A line that returns to a position fails along that line only. A disproof that used such returns is true as long as the same
//! ancestors stand above the node, and must never be taken for a general one (the graph-history interaction; Palay 1983,
//! Kishimoto and Mueller 2004). It is kept here, apart from the general claims, with the ancestors it needs.
//!
//! Those ancestors all lie within the last `span` nodes of the line, so the claim holds again on any line that ends in the same
//! nodes, whatever came before them and in whatever sequence they were met. The set is remembered as the sum of its node
//! numbers, which the path keeps as prefix sums: comparing costs one subtraction.
//!
//! The table is bounded and forgets the oldest claim of a bucket. That costs time, never truth: the nodes on the current line
//! remember what they found about their own children.

use crate::path::Path;
use crate::table::Node;

const BUCKET: usize = 4;
const ENTRY_BYTES: usize = 24;

/// Disproofs bound to the ends of lines. An entry is `[node, sum of the span, span]`; span 0 marks an empty place.
pub(crate) struct TwinTable {
    entries: Vec<[u64; 3]>,
}

impl TwinTable {
    pub(crate) fn with_bytes(bytes: usize) -> Self {
        let entries = (bytes / ENTRY_BYTES / BUCKET).clamp(1, 1 << 20) * BUCKET;
        Self { entries: vec![[0; 3]; entries] }
    }

    fn bucket(&mut self, node: u64) -> &mut [[u64; 3]] {
        let buckets = (self.entries.len() / BUCKET) as u128;
        let start = ((u128::from(node) * buckets) >> 64) as usize * BUCKET;
        &mut self.entries[start..start + BUCKET]
    }

    /// Remembers that `node`, standing right below the end of `path`, fails because of ancestors from depth `dependency` on.
    pub(crate) fn store(&mut self, node: &Node, path: &Path, dependency: u32) {
        let span = path.depth() + 1 - dependency;
        let name = node.key.node(node.order, node.resource);
        let entry = [name, path.sum_of_last(span), u64::from(span)];
        let bucket = self.bucket(name);
        if !bucket.contains(&entry) {
            bucket.rotate_right(1);
            bucket[0] = entry;
        }
    }

    /// The depth on which a disproof of `node` below the end of `path` depends, if one is known: the deepest such.
    pub(crate) fn probe(&mut self, node: &Node, path: &Path) -> Option<u32> {
        let name = node.key.node(node.order, node.resource);
        let depth = path.depth();
        let mut best = None;
        for &[found, sum, span] in self.bucket(name).iter() {
            let span = span as u32;
            if found == name && span > 0 && span <= depth && path.sum_of_last(span) == sum {
                best = best.max(Some(depth + 1 - span));
            }
        }
        best
    }
}
