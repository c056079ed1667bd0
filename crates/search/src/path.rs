//! The line from the root to the node being searched.
//!
//! It answers one question quickly: does a child return to a node of the line? A child *returns* when the
//! line holds the same position at the same or a higher order with the same or a larger resource: whatever
//! the attacker can do from the child, he could have done from there. The root has depth 1; depth 0 stands
//! for the depth limit, see `engine.rs`.

use crate::key::Key;
use crate::table::Node;

const FILTER: usize = 1 << 14;

pub(crate) struct Path {
    nodes: Vec<Node>,
    /// The number of each node.
    names: Vec<u64>,
    /// `sums[i]`: sum of the numbers of the first `i` nodes.
    sums: Vec<u64>,
    /// How many nodes of the line fall on each place: most children are told apart by one look.
    filter: Vec<u16>,
}

impl Path {
    /// What each node of the line takes here.
    pub(crate) const NODE_BYTES: usize = size_of::<Node>() + 2 * size_of::<u64>();

    pub(crate) fn new() -> Self {
        Self { nodes: Vec::new(), names: Vec::new(), sums: vec![0], filter: vec![0; FILTER] }
    }

    fn place(key: Key) -> usize {
        key.first as usize % FILTER
    }

    /// Number of nodes on the line, which is the depth of the last one.
    #[inline]
    pub(crate) fn depth(&self) -> u32 {
        self.nodes.len() as u32
    }

    pub(crate) fn push(&mut self, node: Node) {
        let last = self.sums[self.nodes.len()];
        let name = node.key.node(node.order, node.resource);
        self.names.push(name);
        self.sums.push(last.wrapping_add(name));
        let count = &mut self.filter[Self::place(node.key)];
        *count = count.saturating_add(1);
        self.nodes.push(node);
    }

    pub(crate) fn pop(&mut self) {
        if let Some(node) = self.nodes.pop() {
            self.names.pop();
            self.sums.pop();
            let count = &mut self.filter[Self::place(node.key)];
            // A count that reached its end stays there: the look is then only slower.
            if *count < u16::MAX {
                *count -= 1;
            }
        }
    }

    /// The depth of the deepest node to which `child` returns.
    #[inline]
    pub(crate) fn returns_to(&self, child: &Node, covers: impl Fn(u32, u32) -> bool) -> Option<u32> {
        if self.filter[Self::place(child.key)] == 0 {
            return None;
        }
        let returns = |node: &Node| {
            node.key == child.key && node.order >= child.order && covers(node.resource, child.resource)
        };
        self.nodes.iter().rposition(returns).map(|index| index as u32 + 1)
    }

    /// The number of the node at `depth`; 0 if there is none.
    pub(crate) fn name_at(&self, depth: u32) -> u64 {
        (depth as usize).checked_sub(1).and_then(|index| self.names.get(index)).copied().unwrap_or(0)
    }

    /// The depth of the node with this number.
    pub(crate) fn depth_of(&self, name: u64) -> Option<u32> {
        self.names.iter().rposition(|&other| other == name).map(|index| index as u32 + 1)
    }

    /// Sum of the numbers of the last `span` nodes.
    pub(crate) fn sum_of_last(&self, span: u32) -> u64 {
        let depth = self.nodes.len();
        self.sums[depth].wrapping_sub(self.sums[depth.saturating_sub(span as usize)])
    }
}
