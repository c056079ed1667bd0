//! Comparing loopy games.
//!
//! A game without an end has two values, which differ in who is said to win if it goes on for ever: its *onside* takes that for a
//! win of Left, its *offside* for a win of Right (Winning Ways, chapter 11). For *stoppers* both agree. The offside is the
//! mirror image of an onside, so only onsides are compared here.
//!
//! The onside of G is at least that of H if Left, moving second, survives G - H. He does not if he has no move, or if
//! play goes on for ever in -H, which is then Right's, and not in G, which would be Left's. So Left survives if he can have
//! it that G is moved in for ever, or that Right has no move: a Büchi game, which is solved by two fixed points. That
//! surviving proves the order is a swivel chair argument (Siegel, *Combinatorial Game Theory*, section VI.1); between stoppers the
//! order also implies surviving.

use crate::Error;
use crate::arena::Arena;
use crate::game::Side;
use crate::loopy::graph::Graph;

/// For all pairs of nodes whether the onside of the first is at least that of the second.
pub(crate) struct Order {
    columns: usize,
    holds: Vec<bool>,
}

impl Order {
    pub(crate) fn at_least(&self, node: usize, other: usize) -> bool {
        self.holds[node * self.columns + other]
    }
}

/// Nodes by what can be moved to them.
struct Before([Vec<Vec<usize>>; 2]);

impl Before {
    fn new(graph: &Graph) -> Before {
        Before(Side::BOTH.map(|side| {
            let mut before = vec![Vec::new(); graph.len()];
            for node in 0..graph.len() {
                for &option in graph.options(node, side) {
                    before[option].push(node);
                }
            }
            before
        }))
    }

    fn moves_to(&self, node: usize, side: Side) -> &[usize] {
        &self.0[side.index()][node]
    }
}

impl Arena {
    /// Compares all nodes of one graph with all of another.
    pub(crate) fn onside_order(&mut self, graph: &Graph, other: &Graph) -> Result<Order, Error> {
        let columns = other.len();
        let states = graph.len() * columns * 2;
        // Who moves is the last bit: Left 0, Right 1. In -H Left has Right's moves.
        let state = |node: usize, against: usize, mover: Side| (node * columns + against) * 2 + mover.index();
        let before = Before::new(other);
        let mut survived = vec![true; states];
        loop {
            // What reaches a move in G to a state that survived so far, or Right without a move, in spite of Right.
            let mut reached = vec![false; states];
            let mut open = vec![0_usize; states];
            let mut pending = Vec::new();
            for node in 0..graph.len() {
                for against in 0..columns {
                    self.tick()?;
                    let own = |option: &&usize| survived[state(**option, against, Side::Right)];
                    if graph.options(node, Side::Left).iter().any(|option| own(&option)) {
                        pending.push((node, against, Side::Left));
                    }
                    let lost = |option: &&usize| !survived[state(**option, against, Side::Left)];
                    let right = state(node, against, Side::Right);
                    open[right] = graph.options(node, Side::Right).iter().filter(lost).count()
                        + other.options(against, Side::Left).len();
                    if open[right] == 0 {
                        pending.push((node, against, Side::Right));
                    }
                }
            }
            while let Some((node, against, mover)) = pending.pop() {
                if std::mem::replace(&mut reached[state(node, against, mover)], true) {
                    continue;
                }
                self.tick()?;
                // The move to here was made in H by the other player, whose moves in -H are the mover's in H.
                for &earlier in before.moves_to(against, mover) {
                    let at = state(node, earlier, !mover);
                    if mover == Side::Left {
                        open[at] -= 1;
                    }
                    if open[at] == 0 {
                        pending.push((node, earlier, !mover));
                    }
                }
            }
            if reached == survived {
                let holds = survived.chunks_exact(2).map(|turns| turns[Side::Right.index()]).collect();
                return Ok(Order { columns, holds });
            }
            survived = reached;
        }
    }

    /// Whether the onsides of two games are the same.
    pub(crate) fn same_onside(&mut self, graph: &Graph, other: &Graph) -> Result<bool, Error> {
        Ok(self.onside_order(graph, other)?.at_least(0, 0) && self.onside_order(other, graph)?.at_least(0, 0))
    }
}
