//! Races between several blocks as products of liberty games: the exact answer.
//!
//! Boards do not come into it: a state is what every block that still races has in its regions, the shared liberties and the side
//! to move. Every question is one of yes and no ([`Goal`]).

use tesuji_board::Color;
use tesuji_job::{Unknown, Why};

use super::graph::Graph;
use crate::liberty::{Finish, LibertyGames, Parts};
use crate::product::{Blocks, Fate, Games, Goal, State, Sums};
use crate::race::{EyeClass, Kos};
use crate::verdict::Outcome;

/// What abstract play does not see in a graph.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Unsolved {
    /// Big eyes of different classes and shared liberties: the owner of the larger one gains by capturing inside, which
    /// scores do not show.
    #[error("shared liberties between big eyes of different size ({0} and {1}) are not played out")]
    BigEyes(String, String),
    /// Kos in a region may matter: the play of scores has no ko.
    #[error("the ko in region {0} may matter")]
    Ko(String),
    /// A capture may reopen a region whose score does not show it.
    #[error("a capture may reopen region {0}")]
    Reopening(String),
    /// A region in which an eye may come about: the play of scores does not know when the last liberty may be taken.
    #[error("region {0} may become an eye or not")]
    PossibleEye(String),
}

impl From<Unsolved> for Unknown {
    fn from(unsolved: Unsolved) -> Unknown {
        Unknown::new(Why::OutOfReach, unsolved.to_string())
    }
}

/// A solver of graphs with a memory.
pub struct Solver<'a> {
    games: &'a mut LibertyGames,
    product: Games,
    root: Graph,
}

impl<'a> Solver<'a> {
    /// A solver that looks at no more than `most` states for all questions together, of those that the question to which the
    /// games belong may still use.
    ///
    /// # Errors
    /// [`Unsolved`], if liberty games do not say enough.
    pub fn new(games: &'a mut LibertyGames, graph: &Graph, most: u64) -> Result<Solver<'a>, Unsolved> {
        check(games, graph)?;
        let blocks = Blocks {
            colors: graph.blocks.iter().map(|block| block.color).collect(),
            contacts: graph.edges.iter().map(|edge| edge.ends).collect(),
            goes_on: true,
        };
        let product = Games::new(blocks, games.budget().clone(), most).counting();
        Ok(Solver { games, product, root: graph.clone() })
    }

    /// How many states were looked at.
    #[must_use]
    pub fn nodes(&self) -> u64 {
        self.product.nodes()
    }

    /// What becomes of a block when both sides care for nothing else.
    ///
    /// # Errors
    /// A limit, [`Why::Depth`] or [`Why::Stopped`].
    pub fn fate(&mut self, block: usize, first: Color) -> Result<Fate, Why> {
        let state = self.start(first);
        self.product.fate(&state, block)
    }

    /// Which side captures first.
    ///
    /// # Errors
    /// A limit, [`Why::Depth`] or [`Why::Stopped`].
    pub fn outcome(&mut self, first: Color) -> Result<Outcome, Why> {
        let state = self.start(first);
        self.product.outcome(&state)
    }

    /// The liberty games, for reading.
    pub fn games(&mut self) -> &mut LibertyGames {
        self.games
    }

    fn start(&mut self, first: Color) -> State {
        let graph = self.root.clone();
        let out = vec![false; graph.blocks.len()];
        self.state(&graph, &out, first)
    }

    pub(super) fn outcome_at(&mut self, state: &State) -> Result<Outcome, Why> {
        self.product.outcome(state)
    }

    pub(super) fn fate_at(&mut self, state: &State, block: usize) -> Result<Fate, Why> {
        self.product.fate(state, block)
    }

    /// Whether the goal is reached.
    pub(super) fn achieves(&mut self, state: &State, goal: Goal) -> Result<bool, Why> {
        self.product.achieves(state, goal)
    }

    /// The state of a graph in which these blocks are out of the race: captured, or safe. Liberties that a safe block shares
    /// are still liberties of the other; a captured block shares none.
    pub(super) fn state(&mut self, graph: &Graph, out: &[bool], to_move: Color) -> State {
        let mut parts: Vec<Option<Parts>> = Vec::new();
        for (index, block) in graph.blocks.iter().enumerate() {
            if out[index] {
                parts.push(None);
                continue;
            }
            let mut all: Parts =
                block.regions.iter().flat_map(|region| region.parts.iter().copied()).collect();
            for edge in &graph.edges {
                if edge.across(index).is_some_and(|other| out[other]) {
                    all.push(self.games.score(edge.shared, Finish::PLAIN));
                }
            }
            parts.push(Some(self.games.combine(all)));
        }
        let mut shared = Vec::new();
        for edge in &graph.edges {
            let [one, other] = edge.ends;
            if !out[one] && !out[other] {
                let ends = if graph.blocks[one].color == Color::Black { [one, other] } else { [other, one] };
                shared.push((ends, edge.shared));
            }
        }
        let sums = Sums { parts, shared, games: self.games };
        self.product.state(&sums, to_move)
    }
}

/// What the play of scores cannot see.
fn check(games: &LibertyGames, graph: &Graph) -> Result<(), Unsolved> {
    for edge in graph.edges.iter().filter(|edge| edge.shared > 0) {
        let [one, other] = edge.ends.map(|end| &graph.blocks[end]);
        if one.eye != other.eye && one.eye.max(other.eye) > EyeClass::Small {
            return Err(Unsolved::BigEyes(one.name.clone(), other.name.clone()));
        }
    }
    for (index, block) in graph.blocks.iter().enumerate() {
        let shares = graph.neighbors(index).any(|(_, shared)| shared > 0);
        let eyes = block.regions.iter().filter(|region| games.finish(&region.parts).eye).count();
        for region in &block.regions {
            let name = || region.name.to_string();
            if region.kos == Kos::Small {
                return Err(Unsolved::Ko(name()));
            }
            if region.parts.iter().any(|&id| games.node(id).hides_reopening) {
                return Err(Unsolved::Reopening(name()));
            }
            let finish = games.finish(&region.parts);
            if finish.eye && finish.plain && (shares || eyes > 1) {
                return Err(Unsolved::PossibleEye(name()));
            }
        }
    }
    Ok(())
}
