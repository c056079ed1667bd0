//! Graphs of positions: games in which play may come back.
//!
//! A node has lists of options, which are nodes; the game is node 0. Games that end are graphs without cycles. A graph is what was
//! written down; what it is worth is found in `order.rs` and `simplify.rs`.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use tesuji_job::Why;

use crate::Error;
use crate::arena::Arena;
use crate::game::{Game, Side};

/// Positions of a graph. Comparing two graphs takes the product of their sizes.
const MOST_NODES: usize = 1200;

/// A game whose positions are numbered; the game itself is number 0.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub(crate) struct Graph {
    /// The options of Left and of Right.
    pub(crate) nodes: Vec<[Vec<usize>; 2]>,
}

impl Graph {
    pub(crate) fn len(&self) -> usize {
        self.nodes.len()
    }

    pub(crate) fn options(&self, node: usize, side: Side) -> &[usize] {
        &self.nodes[node][side.index()]
    }

    /// Adds a node without options.
    pub(crate) fn add(&mut self) -> Result<usize, Error> {
        if self.nodes.len() >= MOST_NODES {
            return Err(Error::Unknown(Why::Nodes));
        }
        self.nodes.push([Vec::new(), Vec::new()]);
        Ok(self.nodes.len() - 1)
    }

    /// Adds all of another graph, and tells where its game is.
    pub(crate) fn add_graph(&mut self, other: &Graph) -> Result<usize, Error> {
        let start = self.nodes.len();
        if start + other.len() > MOST_NODES {
            return Err(Error::Unknown(Why::Nodes));
        }
        for lists in &other.nodes {
            self.nodes.push(lists.clone().map(|list| list.into_iter().map(|node| node + start).collect()));
        }
        Ok(start)
    }

    /// The game at a node, with only what can be reached from it, numbered by the way from it.
    pub(crate) fn seen_from(&self, root: usize) -> Graph {
        let mut numbers: HashMap<usize, usize> = HashMap::from([(root, 0)]);
        let mut order = vec![root];
        let mut next = 0;
        while let Some(&node) = order.get(next) {
            for option in self.nodes[node].iter().flatten() {
                let count = numbers.len();
                numbers.entry(*option).or_insert_with(|| {
                    order.push(*option);
                    count
                });
            }
            next += 1;
        }
        let renumbered = |list: &Vec<usize>| {
            let mut list: Vec<usize> = list.iter().map(|node| numbers[node]).collect();
            list.sort_unstable();
            list.dedup();
            list
        };
        Graph { nodes: order.iter().map(|&node| self.nodes[node].each_ref().map(renumbered)).collect() }
    }

    /// The game with its nodes numbered by what they are and not by how they came about. No two nodes may be equal in value, as in
    /// a canonical form: then their options tell them all apart.
    pub(crate) fn in_canonical_order(&self) -> Graph {
        let count = self.len();
        let mut class = vec![0; count];
        let mut classes = 1;
        while classes < count {
            let signature = |node: usize| {
                let sorted = |side: Side| {
                    let mut options: Vec<usize> =
                        self.options(node, side).iter().map(|&option| class[option]).collect();
                    options.sort_unstable();
                    options
                };
                (class[node], sorted(Side::Left), sorted(Side::Right))
            };
            let signatures: Vec<_> = (0..count).map(signature).collect();
            let distinct: BTreeSet<_> = signatures.iter().collect();
            let ranks: BTreeMap<_, usize> =
                distinct.into_iter().enumerate().map(|(rank, key)| (key, rank)).collect();
            let next: Vec<usize> = signatures.iter().map(|signature| ranks[signature]).collect();
            let found = ranks.len();
            class = next;
            if found == classes {
                break;
            }
            classes = found;
        }
        // Renumbered by rank first, so that the way from the root meets them in that order.
        let mut by_class: Vec<usize> = (0..count).collect();
        by_class.sort_by_key(|&node| class[node]);
        let mut numbers = vec![0; count];
        for (number, &node) in by_class.iter().enumerate() {
            numbers[node] = number;
        }
        let renumbered = |list: &Vec<usize>| {
            let mut list: Vec<usize> = list.iter().map(|&option| numbers[option]).collect();
            list.sort_unstable();
            list
        };
        let nodes = by_class.iter().map(|&node| self.nodes[node].each_ref().map(renumbered)).collect();
        Graph { nodes }.seen_from(numbers[0])
    }

    pub(crate) fn negative(&self) -> Graph {
        let nodes = self.nodes.iter().map(|[left, right]| [right.clone(), left.clone()]).collect();
        Graph { nodes }
    }

    /// All that two games can become together.
    pub(crate) fn sum(&self, other: &Graph) -> Result<Graph, Error> {
        let mut numbers: HashMap<(usize, usize), usize> = HashMap::from([((0, 0), 0)]);
        let mut order = vec![(0, 0)];
        let mut sum = Graph::default();
        let mut next = 0;
        while let Some(&(a, b)) = order.get(next) {
            sum.add()?;
            for side in Side::BOTH {
                let own = self.options(a, side).iter().map(|&option| (option, b));
                let others = other.options(b, side).iter().map(|&option| (a, option));
                for pair in own.chain(others) {
                    let count = numbers.len();
                    let number = *numbers.entry(pair).or_insert_with(|| {
                        order.push(pair);
                        count
                    });
                    sum.nodes[next][side.index()].push(number);
                }
            }
            next += 1;
        }
        Ok(sum.seen_from(0))
    }

    /// For every node whether no play goes on for ever in which the players take turns: whether the game there is a *stopper*.
    pub(crate) fn stoppers(&self) -> Vec<bool> {
        // A state is a node and who moves. Those that can be left only for stopping states stop, from the ends backwards.
        let state = |node: usize, side: Side| 2 * node + side.index();
        let mut open: Vec<usize> = vec![0; 2 * self.len()];
        let mut before: Vec<Vec<usize>> = vec![Vec::new(); 2 * self.len()];
        let mut ended = Vec::new();
        for node in 0..self.len() {
            for side in Side::BOTH {
                let options = self.options(node, side);
                open[state(node, side)] = options.len();
                for &option in options {
                    before[state(option, !side)].push(state(node, side));
                }
                if options.is_empty() {
                    ended.push(state(node, side));
                }
            }
        }
        let mut stops = vec![false; 2 * self.len()];
        while let Some(at) = ended.pop() {
            stops[at] = true;
            for &earlier in &before[at] {
                open[earlier] -= 1;
                if open[earlier] == 0 {
                    ended.push(earlier);
                }
            }
        }
        self.closed_under_moves(|node| Side::BOTH.iter().all(|&side| stops[state(node, side)]))
    }

    /// For every node whether the game there ends whatever is played.
    pub(crate) fn loopfree(&self) -> Vec<bool> {
        let mut open: Vec<usize> = self.nodes.iter().map(|lists| lists.iter().flatten().count()).collect();
        let mut before: Vec<Vec<usize>> = vec![Vec::new(); self.len()];
        for (node, lists) in self.nodes.iter().enumerate() {
            for &option in lists.iter().flatten() {
                before[option].push(node);
            }
        }
        let mut pending: Vec<usize> = (0..self.len()).filter(|&node| open[node] == 0).collect();
        let mut free = vec![false; self.len()];
        while let Some(node) = pending.pop() {
            free[node] = true;
            for &earlier in &before[node] {
                open[earlier] -= 1;
                if open[earlier] == 0 {
                    pending.push(earlier);
                }
            }
        }
        free
    }

    /// Whether something holds for a node and everything that can be reached from it.
    fn closed_under_moves(&self, holds: impl Fn(usize) -> bool) -> Vec<bool> {
        let mut before: Vec<Vec<usize>> = vec![Vec::new(); self.len()];
        for (node, lists) in self.nodes.iter().enumerate() {
            for &option in lists.iter().flatten() {
                before[option].push(node);
            }
        }
        let mut pending: Vec<usize> = (0..self.len()).filter(|&node| !holds(node)).collect();
        let mut closed = vec![true; self.len()];
        while let Some(node) = pending.pop() {
            if std::mem::replace(&mut closed[node], false) {
                pending.extend(&before[node]);
            }
        }
        closed
    }
}

impl Arena {
    /// The graph of a game that ends.
    pub(crate) fn graph(&mut self, game: Game) -> Result<Graph, Error> {
        let mut numbers: HashMap<Game, usize> = HashMap::from([(game, 0)]);
        let mut order = vec![game];
        let mut graph = Graph::default();
        let mut next = 0;
        while let Some(&game) = order.get(next) {
            self.tick()?;
            graph.add()?;
            for side in Side::BOTH {
                for option in self.option_list(game, side)? {
                    let count = numbers.len();
                    let number = *numbers.entry(option).or_insert_with(|| {
                        order.push(option);
                        count
                    });
                    graph.nodes[next][side.index()].push(number);
                }
            }
            next += 1;
        }
        Ok(graph)
    }

    /// The games of the nodes that end, in this arena.
    pub(crate) fn games_of(&mut self, graph: &Graph) -> Result<Vec<Option<Game>>, Error> {
        let free = graph.loopfree();
        let mut games: Vec<Option<Game>> = vec![None; graph.len()];
        for root in 0..graph.len() {
            let mut pending = vec![root];
            while let Some(&node) = pending.last() {
                if !free[node] || games[node].is_some() {
                    pending.pop();
                    continue;
                }
                self.tick()?;
                let waiting = pending.len();
                pending.extend(graph.nodes[node].iter().flatten().filter(|&&option| games[option].is_none()));
                if pending.len() == waiting {
                    pending.pop();
                    let lists = graph.nodes[node]
                        .each_ref()
                        .map(|list| list.iter().filter_map(|&option| games[option]).collect());
                    games[node] = Some(self.build(lists)?);
                }
            }
        }
        Ok(games)
    }
}
