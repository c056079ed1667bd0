//! The tree of a game: nodes in an arena.
//!
//! Nodes refer to each other by number, so neither reading, nor walking, nor dropping a tree recurses: a hundred
//! thousand nested variations are as good as a hundred thousand moves. Properties of a node are kept in the order of
//! writing, so equal trees compare equal whatever order a file had.

use std::iter::successors;
use std::sync::{Arc, Mutex, PoisonError};

use tesuji_board::Topology;

use super::coordinate::Size;
use super::property::{Identifier, Property, Value};
use crate::error::Error;

/// The number of a node in its [`SgfTree`]; the root is number 0, and parents come before their children.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct NodeId(pub(crate) u32);

impl NodeId {
    /// The root of every tree.
    pub const ROOT: NodeId = NodeId(0);

    /// The number.
    #[must_use]
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// A game: nodes with properties, each with its variations in order. The first child continues the main line.
///
/// ```
/// use tesuji_formats::{NodeId, SgfTree, Value};
/// let mut tree = SgfTree::new();
/// tree.set(NodeId::ROOT, "SZ", [Value::new("9")]);
/// let first = tree.add_child(NodeId::ROOT);
/// tree.set(first, "B", [Value::new("ee")]);
/// tree.set(first, "C", [Value::new("Tengen [E5].")]);
/// assert_eq!(tree.write(), "(;FF[4]GM[1]CA[UTF-8]SZ[9]\n;B[ee]C[Tengen [E5\\].])\n");
/// ```
#[derive(Clone, Debug)]
pub struct SgfTree {
    pub(crate) nodes: Vec<Node>,
    pub(crate) board: LastBoard,
}

/// The board that was asked for last. The games of a file share it: a board takes many times the memory of a small game.
#[derive(Clone, Debug, Default)]
pub(crate) struct LastBoard(Arc<Mutex<Option<SizedBoard>>>);

/// A board with its size.
type SizedBoard = (Size, Arc<Topology>);

impl LastBoard {
    /// The board of this size, which is made only if another one was asked for before.
    pub(crate) fn of(&self, size: Size) -> Result<Arc<Topology>, Error> {
        let mut last = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((_, board)) = last.as_ref().filter(|(known, _)| *known == size) {
            return Ok(board.clone());
        }
        let board = size.topology()?;
        *last = Some((size, board.clone()));
        Ok(board)
    }
}

/// `NONE` in a link means that there is no such node.
#[derive(Clone, Debug)]
pub(crate) struct Node {
    parent: u32,
    first_child: u32,
    last_child: u32,
    next_sibling: u32,
    pub(crate) properties: Vec<Property>,
}

const NONE: u32 = u32::MAX;

fn link(number: u32) -> Option<NodeId> {
    (number != NONE).then_some(NodeId(number))
}

impl Default for SgfTree {
    fn default() -> SgfTree {
        SgfTree::new()
    }
}

impl SgfTree {
    /// A tree of one empty node, the root.
    #[must_use]
    pub fn new() -> SgfTree {
        SgfTree { nodes: vec![Node::new(NONE)], board: LastBoard::default() }
    }

    /// How many nodes there are, at least 1.
    #[must_use]
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// Always false: there is a root.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        false
    }

    /// All nodes, each after its parent.
    pub fn nodes(&self) -> impl Iterator<Item = NodeId> + use<> {
        (0..self.nodes.len() as u32).map(NodeId)
    }

    /// The node before this one; `None` for the root.
    #[must_use]
    pub fn parent(&self, node: NodeId) -> Option<NodeId> {
        link(self.nodes.get(node.index())?.parent)
    }

    /// The continuations of a node, the main one first.
    pub fn children(&self, node: NodeId) -> impl Iterator<Item = NodeId> + '_ {
        let first = self.nodes.get(node.index()).and_then(|n| link(n.first_child));
        successors(first, |child| link(self.nodes[child.index()].next_sibling))
    }

    /// All nodes in the order of a file: each before its continuations, the first continuation first.
    pub fn depth_first(&self) -> impl Iterator<Item = NodeId> + '_ {
        let mut open = vec![NodeId::ROOT];
        std::iter::from_fn(move || {
            let node = open.pop()?;
            let first = open.len();
            open.extend(self.children(node));
            open[first..].reverse();
            Some(node)
        })
    }

    /// The root and always the first child, to the end.
    pub fn main_line(&self) -> impl Iterator<Item = NodeId> + '_ {
        successors(Some(NodeId::ROOT), |&node| self.children(node).next())
    }

    /// The nodes from the root to this one, both included.
    #[must_use]
    pub fn path_to(&self, node: NodeId) -> Vec<NodeId> {
        let mut path: Vec<NodeId> = successors(Some(node), |&n| self.parent(n)).collect();
        path.reverse();
        path
    }

    /// The node at the end of a path of choices from the root: 0 is the first child, 1 the second.
    #[must_use]
    pub fn follow(&self, choices: &[usize]) -> Option<NodeId> {
        choices.iter().try_fold(NodeId::ROOT, |node, &choice| self.children(node).nth(choice))
    }

    /// The properties of a node, in the order of writing.
    #[must_use]
    pub fn properties(&self, node: NodeId) -> &[Property] {
        self.nodes.get(node.index()).map_or(&[], |n| &n.properties)
    }

    /// A property of a node by its name.
    #[must_use]
    pub fn property(&self, node: NodeId, name: &str) -> Option<&Property> {
        self.properties(node).iter().find(|property| property.identifier == *name)
    }

    /// Adds an empty node after the other children of `parent`.
    ///
    /// # Panics
    /// If `parent` is not a node of this tree.
    pub fn add_child(&mut self, parent: NodeId) -> NodeId {
        let child = self.nodes.len() as u32;
        let last = std::mem::replace(&mut self.nodes[parent.index()].last_child, child);
        match link(last) {
            Some(last) => self.nodes[last.index()].next_sibling = child,
            None => self.nodes[parent.index()].first_child = child,
        }
        self.nodes.push(Node::new(parent.0));
        NodeId(child)
    }

    /// Gives a property its values, in place of those it had; none takes the property away.
    ///
    /// Text is brought into the form that its kind allows: a line break in a one-line text becomes a blank.
    ///
    /// # Panics
    /// If `node` is not a node of this tree, or `name` is not 1 to 16 capital letters and digits, a letter first.
    pub fn set(&mut self, node: NodeId, name: &str, values: impl IntoIterator<Item = Value>) {
        let identifier = Identifier::parse(name).filter(|i| *i == *name);
        let Some(identifier) = identifier else { panic!("'{name}' is not the name of a property") };
        let kind = identifier.kind();
        let values = values.into_iter().map(|value| value.cleaned(kind)).collect();
        let property = Property { identifier, values, place: None };
        let properties = &mut self.nodes[node.index()].properties;
        match properties.binary_search_by_key(&property.order(), Property::order) {
            Ok(index) if property.values.is_empty() => drop(properties.remove(index)),
            Ok(index) => properties[index] = property,
            Err(_) if property.values.is_empty() => {}
            Err(index) => properties.insert(index, property),
        }
    }

    /// The comment of a node.
    #[must_use]
    pub fn comment(&self, node: NodeId) -> Option<&str> {
        self.property(node, "C").map(Property::text)
    }

    /// Sets the comment of a node.
    ///
    /// # Panics
    /// If `node` is not a node of this tree.
    pub fn set_comment(&mut self, node: NodeId, text: &str) {
        self.set(node, "C", (!text.is_empty()).then(|| Value::new(text)));
    }
}

/// Trees are equal if they have the same shape and the same properties, whatever the numbers of their nodes.
impl PartialEq for SgfTree {
    fn eq(&self, other: &SgfTree) -> bool {
        // The numbers of children in depth-first order determine the shape.
        let same = |(a, b): (NodeId, NodeId)| {
            self.children(a).count() == other.children(b).count() && self.properties(a) == other.properties(b)
        };
        self.len() == other.len() && self.depth_first().zip(other.depth_first()).all(same)
    }
}

impl Eq for SgfTree {}

impl Node {
    fn new(parent: u32) -> Node {
        Node { parent, first_child: NONE, last_child: NONE, next_sibling: NONE, properties: Vec::new() }
    }
}
