//! The simplest form of a stopper, and the stoppers that are the sides of other loopy games.
//!
//! Equal positions are made one, dominated options go and reversible options are bypassed until nothing changes. For a
//! stopper the result is its canonical form, whatever graph it came from (Siegel, section VI.3).
//!
//! The same steps are tried on a game that is no stopper, with the order of its onsides. There a step may be wrong, so the order has
//! to prove that the onside is still the same. If the steps do not lead to a stopper, *sidling* is tried: every position is taken to be `on`, which is too much, and computed again from its options until nothing changes.

use crate::Error;
use crate::arena::Arena;
use crate::game::Side;
use crate::loopy::graph::Graph;
use crate::loopy::order::Order;

/// Rounds of sidling after which it is given up.
const MOST_ROUNDS: usize = 12;

/// A step of simplifying.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Step {
    /// Equal positions are made one.
    Equal,
    /// Dominated options go.
    Dominated,
    /// Reversible options are bypassed.
    Reversible,
}

const ALL: [Step; 3] = [Step::Equal, Step::Dominated, Step::Reversible];

impl Arena {
    /// The canonical form of a stopper.
    ///
    /// Every step is right by itself, but two steps together may make a circle of what was none. So a round that spoils the game is
    /// done again with one kind of step, and then with one node after the other.
    pub(crate) fn canonical_stopper(&mut self, graph: &Graph) -> Result<Graph, Error> {
        Ok(self.simplest(graph)?.in_canonical_order())
    }

    /// A game with the same onside in which nothing is left to do.
    fn simplest(&mut self, graph: &Graph) -> Result<Graph, Error> {
        let mut graph = graph.seen_from(0);
        'rounds: loop {
            for steps in [&ALL[..], &[Step::Dominated], &[Step::Reversible], &[Step::Equal]] {
                let simpler = self.simplified(&graph, steps, None)?;
                if self.is_better(&simpler, &graph)? {
                    graph = simpler;
                    continue 'rounds;
                }
            }
            for step in ALL {
                for node in 0..graph.len() {
                    let simpler = self.simplified(&graph, &[step], Some(node))?;
                    if self.is_better(&simpler, &graph)? {
                        graph = simpler;
                        continue 'rounds;
                    }
                }
            }
            return Ok(graph);
        }
    }

    /// Whether the result of a round is another graph with the same onside, and a stopper if the game was one.
    fn is_better(&mut self, graph: &Graph, original: &Graph) -> Result<bool, Error> {
        let spoilt = original.stoppers()[0] && !graph.stoppers()[0];
        Ok(graph != original && !spoilt && self.same_onside(graph, original)?)
    }

    /// The stopper that is the onside of a game, if one is found.
    pub(crate) fn onside(&mut self, graph: &Graph) -> Result<Option<Graph>, Error> {
        let simplest = self.simplest(graph)?;
        if simplest.stoppers()[0] {
            return Ok(Some(simplest.in_canonical_order()));
        }
        self.sidled(&simplest)
    }

    /// The stopper that is the offside of a game, if one is found.
    pub(crate) fn offside(&mut self, graph: &Graph) -> Result<Option<Graph>, Error> {
        Ok(self.onside(&graph.negative())?.map(|side| side.negative().in_canonical_order()))
    }

    /// The graph after one round of these steps, at all nodes or at one.
    fn simplified(&mut self, graph: &Graph, steps: &[Step], only: Option<usize>) -> Result<Graph, Error> {
        let order = self.onside_order(graph, graph)?;
        let chosen = if steps.contains(&Step::Equal) {
            simplest_equals(graph, &order, only)
        } else {
            (0..graph.len()).collect()
        };
        let mut result = graph.clone();
        for node in 0..graph.len() {
            let here = only.is_none_or(|only| only == node);
            for side in Side::BOTH {
                let mut options: Vec<usize> = Vec::new();
                for &option in graph.options(node, side) {
                    let reply = if here && steps.contains(&Step::Reversible) {
                        reversed_through(graph, &order, &chosen, node, option, side)
                    } else {
                        None
                    };
                    match reply {
                        Some(reply) => {
                            let next = graph.options(reply, side).iter().map(|&next| chosen[next]);
                            options.extend(next.filter(|&next| next != chosen[option]));
                        }
                        None => options.push(chosen[option]),
                    }
                }
                options.sort_unstable();
                options.dedup();
                if here && steps.contains(&Step::Dominated) {
                    let better = |one: usize, other: usize| match side {
                        Side::Left => order.at_least(one, other),
                        Side::Right => order.at_least(other, one),
                    };
                    // Of equal options the first stays.
                    let is_dominated = |option: usize, rival: usize| {
                        rival != option && better(rival, option) && (rival < option || !better(option, rival))
                    };
                    let all = options.clone();
                    options.retain(|&option| !all.iter().any(|&rival| is_dominated(option, rival)));
                }
                result.nodes[node][side.index()] = options;
            }
        }
        Ok(result.seen_from(chosen[0]))
    }

    /// The onside by sidling down from `on`.
    fn sidled(&mut self, graph: &Graph) -> Result<Option<Graph>, Error> {
        let stoppers = graph.stoppers();
        let on = Graph { nodes: vec![[vec![0], vec![]]] };
        let mut values: Vec<Graph> = Vec::new();
        for (node, &stops) in stoppers.iter().enumerate() {
            values.push(if stops { self.canonical_stopper(&graph.seen_from(node))? } else { on.clone() });
        }
        for _ in 0..MOST_ROUNDS {
            let mut changed = false;
            // Backwards, since options mostly have larger numbers.
            for node in (0..graph.len()).rev().filter(|&node| !stoppers[node]) {
                let lists = Side::BOTH.map(|side| {
                    graph.options(node, side).iter().map(|&option| values[option].clone()).collect::<Vec<_>>()
                });
                let next = self.stopper_of_options(&lists)?;
                if !self.same_onside(&next, &values[node])? {
                    changed = true;
                    values[node] = next;
                }
            }
            if !changed {
                let side = values.swap_remove(0);
                return Ok(self.same_onside(&side, graph)?.then_some(side));
            }
        }
        Ok(None)
    }

    /// The stopper with these options.
    pub(crate) fn stopper_of_options(&mut self, lists: &[Vec<Graph>; 2]) -> Result<Graph, Error> {
        let mut graph = Graph::default();
        graph.add()?;
        for side in Side::BOTH {
            for option in &lists[side.index()] {
                let at = graph.add_graph(option)?;
                graph.nodes[0][side.index()].push(at);
            }
        }
        self.canonical_stopper(&graph)
    }
}

/// For each node the simplest that is equal to it: one that ends, else a stopper, else one from which little can be reached. With
/// `only` nothing but that node is replaced.
fn simplest_equals(graph: &Graph, order: &Order, only: Option<usize>) -> Vec<usize> {
    let (free, stoppers) = (graph.loopfree(), graph.stoppers());
    let keys: Vec<_> = (0..graph.len())
        .map(|node| (!free[node], !stoppers[node], graph.seen_from(node).len(), node))
        .collect();
    let equal = |a: usize, b: usize| order.at_least(a, b) && order.at_least(b, a);
    let simplest = |node: usize| {
        let equals = (0..graph.len()).filter(|&other| equal(node, other));
        equals.min_by_key(|&other| keys[other]).unwrap_or(node)
    };
    (0..graph.len())
        .map(|node| if only.is_none_or(|only| only == node) { simplest(node) } else { node })
        .collect()
}

/// The opponent's reply to an option that makes it reversible: one that the opponent likes at least as much as the game. A reply that
/// allows the same option again makes a circle, which in an onside is good for Left and nothing for Right.
fn reversed_through(
    graph: &Graph,
    order: &Order,
    chosen: &[usize],
    node: usize,
    option: usize,
    side: Side,
) -> Option<usize> {
    graph.options(option, !side).iter().copied().find(|&reply| {
        let good = match side {
            Side::Left => order.at_least(node, reply),
            Side::Right => order.at_least(reply, node),
        };
        let circle = graph.options(reply, side).iter().any(|&next| chosen[next] == chosen[option]);
        good && (side == Side::Right || !circle)
    })
}
