//! Races without a board as products: liberty games and plain shared liberties.

use smallvec::SmallVec;
use tesuji_board::Color;
use tesuji_job::{Unknown, Why};
use tesuji_local::Threats;

use super::book::{Blocks, Book};
use super::solver::Product;
use super::state::{Placed, State, Status};
use super::{Fate, Goal};
use crate::automaton::NONE;
use crate::automaton::atlas::{Atlas, Events};
use crate::automaton::game::GamePieces;
use crate::budget::Budget;
use crate::liberty::{Finish, Kind, LibertyGames, NodeId, Parts};
use crate::race::{EyeClass, Obstacle, Race};
use crate::verdict::Outcome;

/// Why a sum of liberty games is not played out.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Unplayed {
    /// A limit was reached, or the work was stopped.
    #[error("{0}")]
    Unknown(Why),
    /// Big eyes of different classes and shared liberties: the owner of the larger one gains by capturing inside, which
    /// scores do not show.
    #[error("shared liberties between big eyes of different size are not played out")]
    BigEyes,
    /// Kos in a region may matter: liberty games have no ko.
    #[error("a ko may matter")]
    Ko,
    /// A capture may reopen a region whose score does not show it.
    #[error("a capture may reopen a region after its last liberty is gone")]
    Reopening,
    /// A region in which an eye may come about: scores do not tell when the last liberty may be taken.
    #[error("a region may become an eye or not")]
    PossibleEyes,
}

impl From<Why> for Unplayed {
    fn from(why: Why) -> Unplayed {
        Unplayed::Unknown(why)
    }
}

impl From<Unplayed> for Unknown {
    fn from(unplayed: Unplayed) -> Unknown {
        match unplayed {
            Unplayed::Unknown(why) => why.into(),
            structure => Unknown::new(Why::OutOfReach, structure.to_string()),
        }
    }
}

/// The liberty games of a race as pieces, and the product of them.
pub(crate) struct Games {
    atlas: Atlas,
    pieces: GamePieces,
    blocks: Blocks,
    pub(super) product: Product,
    /// Pieces that the book of the product knows.
    known: usize,
}

/// A race of liberty games as it stands.
pub(crate) struct Sums<'a> {
    /// What each block has; nothing if it is out of the race.
    pub(crate) parts: Vec<Option<Parts>>,
    /// The black and the white block of a pair, and what they share.
    pub(crate) shared: Vec<([usize; 2], u32)>,
    pub(crate) games: &'a LibertyGames,
}

/// The most plain liberties that a liberty game can leave.
fn most_plain(games: &LibertyGames, id: NodeId) -> u32 {
    let node = games.node(id);
    match node.kind {
        Kind::Score(moves) => moves,
        Kind::Alive => 0,
        Kind::Hot => {
            let left =
                |parts: &Parts| parts.iter().fold(0u32, |sum, &id| sum.saturating_add(most_plain(games, id)));
            node.defender.iter().chain(&node.attacker).map(|branch| left(&branch.to)).max().unwrap_or(0)
        }
    }
}

impl Games {
    pub(crate) fn new(blocks: Blocks, budget: Budget, most: u64) -> Games {
        let events = Events { safe: blocks.goes_on, captured: blocks.goes_on, joined: false };
        let atlas = Atlas::new(events);
        let product = Product::new(Book::new(&[], blocks.clone()), budget, most, 0);
        Games { atlas, pieces: GamePieces::new(events), blocks, product, known: 0 }
    }

    /// Lets counting settle the states that it can.
    pub(crate) fn counting(self) -> Games {
        Games { product: self.product.counting(), ..self }
    }

    pub(crate) fn nodes(&self) -> u64 {
        self.product.nodes()
    }

    /// The state of a race.
    pub(crate) fn state(&mut self, sums: &Sums<'_>, to_move: Color) -> State {
        let mut plain: SmallVec<[u32; 4]> = SmallVec::from_elem(0, sums.parts.len());
        let mut placed: Vec<(u32, SmallVec<[usize; 2]>)> = Vec::new();
        for (block, parts) in sums.parts.iter().enumerate() {
            for &id in parts.iter().flatten() {
                let node = sums.games.node(id);
                match node.kind {
                    Kind::Score(moves) if node.finish == Finish::PLAIN => {
                        plain[block] = plain[block].saturating_add(moves);
                    }
                    _ => {
                        let owner = self.blocks.colors[block];
                        let piece = self.pieces.node(&mut self.atlas, sums.games, id, owner);
                        placed.extend(piece.map(|piece| (piece, [block].into_iter().collect())));
                    }
                }
            }
        }
        for &(ends, count) in &sums.shared {
            let piece = self.pieces.shared(&mut self.atlas, count);
            if piece != NONE {
                placed.push((piece, ends.into_iter().collect()));
            }
        }
        let shared = sums.shared.iter().fold(0u32, |sum, (_, count)| sum.saturating_add(*count));
        let most = sums.parts.iter().flatten().map(|parts| {
            parts.iter().fold(shared, |sum, &id| sum.saturating_add(most_plain(sums.games, id)))
        });
        self.product.expect_plain(most.max().unwrap_or(0));
        if self.atlas.pieces.len() > self.known {
            self.known = self.atlas.pieces.len();
            let book = Book::new(&self.atlas.pieces, self.blocks.clone());
            self.product.replace(book);
        }
        let book = &self.product.book;
        let mut state = State {
            pieces: SmallVec::new(),
            plain: plain.iter().map(|&count| u16::try_from(count).unwrap_or(u16::MAX)).collect(),
            status: sums
                .parts
                .iter()
                .map(|parts| if parts.is_some() { Status::Racing } else { Status::Safe })
                .collect(),
            to_move,
            threats: Threats::NONE,
        };
        for (piece, blocks) in placed {
            if let Some(class) = book.class_of(piece) {
                state.add(book, Placed::new(class, blocks));
            }
        }
        state.pieces.sort_unstable();
        state
    }

    pub(crate) fn outcome(&mut self, state: &State) -> Result<Outcome, Why> {
        self.product.outcome(state, Threats::NONE)
    }

    pub(crate) fn fate(&mut self, state: &State, block: usize) -> Result<Fate, Why> {
        self.product.fate(state, block)
    }

    pub(crate) fn achieves(&mut self, state: &State, goal: Goal) -> Result<bool, Why> {
        self.product.achieves(state, goal)
    }
}

/// A race of two blocks without a board, decided by the product of its liberty games.
pub struct SumProduct {
    games: Games,
}

impl SumProduct {
    /// A solver that looks at no more than `most` states for all questions together, of those that the question to which
    /// the games belong may still use.
    #[must_use]
    pub fn new(games: &LibertyGames, most: u64) -> SumProduct {
        let blocks = Blocks { colors: Color::BOTH.to_vec(), contacts: vec![[0, 1]], goes_on: false };
        SumProduct { games: Games::new(blocks, games.budget().clone(), most) }
    }

    /// How many states were looked at.
    #[must_use]
    pub fn nodes(&self) -> u64 {
        self.games.nodes()
    }

    /// The outcome with `mover` to move.
    ///
    /// # Errors
    /// [`Unplayed`], if a limit is reached or liberty games do not say enough.
    pub fn outcome(
        &mut self,
        games: &mut LibertyGames,
        race: &Race,
        mover: Color,
    ) -> Result<Outcome, Unplayed> {
        let [black, white] = race.eyes;
        if race.shared > 0 && black != white && black.max(white) > EyeClass::Small {
            return Err(Unplayed::BigEyes);
        }
        let recurs = |obstacle: &Obstacle| matches!(obstacle, Obstacle::Recurs { .. });
        if race.obstacles(games).iter().any(recurs) {
            return Err(Unplayed::Ko);
        }
        let mut nodes = race.summands.iter().flat_map(|summand| &summand.parts);
        if nodes.any(|&id| games.node(id).hides_reopening) {
            return Err(Unplayed::Reopening);
        }
        for owner in Color::BOTH {
            let mixed = |parts: &Parts| {
                let finish = games.finish(parts);
                finish.eye && finish.plain
            };
            let eyes = race.parts(owner).filter(|parts| games.finish(parts).eye).count();
            if race.parts(owner).any(mixed) && (race.shared > 0 || eyes > 1) {
                return Err(Unplayed::PossibleEyes);
            }
        }
        let parts = Color::BOTH
            .map(|owner| {
                let all: Vec<NodeId> = race.parts(owner).flatten().copied().collect();
                Some(games.combine(all))
            })
            .to_vec();
        let sums = Sums { parts, shared: vec![([0, 1], race.shared)], games };
        let state = self.games.state(&sums, mover);
        Ok(self.games.outcome(&state)?)
    }
}
