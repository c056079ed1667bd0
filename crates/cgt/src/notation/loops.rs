//! Braces in which a game is named again: `a{0||a|*}` and `{0|pass}`.
//!
//! A game whose braces are still open is a node without options; they are filled in when its braces close. What hangs together is one
//! graph, and becomes a value when no braces that it names are open any more.

use std::collections::HashMap;

use crate::Error;
use crate::arena::Arena;
use crate::game::Side;
use crate::loopy::Value;
use crate::loopy::graph::Graph;
use crate::notation::expression::Problem;

/// An option that is no finished game.
#[derive(Clone, Copy)]
pub(super) enum Part {
    /// The game that it is an option of.
    Pass,
    /// The game of these named braces.
    Label(usize),
    /// Braces inside.
    Node(usize),
}

/// Games with loops whose braces are open.
#[derive(Default)]
pub(super) struct Loops {
    graph: Graph,
    /// The node of each name, and whether its braces have been closed.
    labels: HashMap<usize, (usize, bool)>,
}

impl Loops {
    /// A finished game as a part of one that is not.
    pub(super) fn value(&mut self, arena: &mut Arena, value: &Value) -> Result<Part, Problem> {
        let [onside, offside] = arena.sides(value)?;
        if onside != offside {
            return Err(Problem::SidesInALoop);
        }
        Ok(Part::Node(self.graph.add_graph(&onside)?))
    }

    fn label(&mut self, label: usize) -> Result<usize, Error> {
        if let Some((node, _)) = self.labels.get(&label) {
            return Ok(*node);
        }
        let node = self.graph.add()?;
        self.labels.insert(label, (node, false));
        Ok(node)
    }

    /// Closes braces around parts, the first of which are Left's.
    pub(super) fn braces(
        &mut self,
        parts: &[Part],
        left: usize,
        label: Option<usize>,
    ) -> Result<usize, Error> {
        let node = match label {
            Some(label) => {
                let node = self.label(label)?;
                self.labels.insert(label, (node, true));
                node
            }
            None => self.graph.add()?,
        };
        for (index, part) in parts.iter().enumerate() {
            let side = if index < left { Side::Left } else { Side::Right };
            let option = match *part {
                Part::Pass => node,
                Part::Label(label) => self.label(label)?,
                Part::Node(node) => node,
            };
            self.graph.nodes[node][side.index()].push(option);
        }
        Ok(node)
    }

    /// The game at a node, if all braces that it names are closed.
    pub(super) fn closed(&self, node: usize) -> Option<Graph> {
        let mut seen = vec![false; self.graph.len()];
        let mut pending = vec![node];
        while let Some(node) = pending.pop() {
            if !std::mem::replace(&mut seen[node], true) {
                pending.extend(self.graph.nodes[node].iter().flatten());
            }
        }
        let is_open = self.labels.values().any(|&(node, closed)| !closed && seen[node]);
        (!is_open).then(|| self.graph.seen_from(node))
    }
}
