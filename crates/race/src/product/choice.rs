//! Moves in one piece that are never better than a move in another piece of the same block.
//!
//! The order that leaves out moves within a piece ([`crate::automaton::prune`]) compares sums: what is left of two pieces after a
//! move in the one is compared with what is left of them after a move in the other. Where the first is at least as good for the
//! mover whatever else there is in the race, the second move may be left out. So the larger of two cuts comes first, and a
//! plain liberty is filled only when there is nothing to cut. Pieces in which something can come back are not compared, and moves of
//! different blocks are not.

use std::sync::Arc;

use rustc_hash::FxHashMap;
use smallvec::SmallVec;
use tesuji_board::Color;

use super::book::Book;
use super::state::{State, Turn};
use crate::automaton::prune::{Numbered, Order, Sum};
use crate::automaton::{Edge, Piece};

/// Steps of comparing in one race.
const MOST_STEPS: u64 = 100_000;

impl Numbered for Arc<Book> {
    fn piece(&self, number: u32) -> &Piece {
        &self.classes[number as usize].piece
    }

    fn is_clean(&self, number: u32) -> bool {
        self.classes[number as usize].clean
    }
}

/// A move in a piece of one block.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct Local {
    class: u32,
    /// The number of the move; of a plain liberty there is only one.
    edge: u16,
}

/// A move with the block whose piece it is in and what it is there, if it can be compared.
type Known = (Turn, Option<(usize, Local)>);

/// Which moves are worth a try.
pub(super) struct Choice {
    order: Order<Arc<Book>>,
    /// The piece that is one plain liberty, of each colour.
    one: [Option<u32>; 2],
    known: FxHashMap<(Local, Local, Color), bool>,
}

fn is_ordinary(edge: &Edge) -> bool {
    !edge.last_only && !edge.threat && !edge.takes_ko && edge.out.is_empty() && edge.joined.is_empty()
}

impl Choice {
    pub(super) fn new(book: &Arc<Book>) -> Choice {
        let one = Color::BOTH.map(|color| {
            let is_one = |&at: &usize| {
                let class = &book.classes[at];
                class.plain == Some(1) && class.piece.colors.as_slice() == [color]
            };
            (0..book.classes.len()).find(is_one).map(|at| at as u32)
        });
        Choice { order: Order::new(Arc::clone(book), MOST_STEPS), one, known: FxHashMap::default() }
    }

    /// Leaves out the moves that are never better than one that stays.
    pub(super) fn select(&mut self, book: &Book, state: &State, turns: &mut SmallVec<[Turn; 32]>) {
        let mut kept: SmallVec<[Known; 32]> = SmallVec::new();
        'turns: for &turn in turns.iter() {
            let local = self.local(book, state, turn);
            if let Some((block, here)) = local {
                let mut at = 0;
                while at < kept.len() {
                    let other = match kept[at].1 {
                        Some((other, there)) if other == block && there.class != here.class => there,
                        _ => {
                            at += 1;
                            continue;
                        }
                    };
                    if self.is_better(book, other, here, state.to_move) {
                        continue 'turns;
                    }
                    if self.is_better(book, here, other, state.to_move) {
                        kept.remove(at);
                    } else {
                        at += 1;
                    }
                }
            }
            kept.push((turn, local));
        }
        turns.clear();
        turns.extend(kept.into_iter().map(|(turn, _)| turn));
    }

    fn local(&self, book: &Book, state: &State, turn: Turn) -> Option<(usize, Local)> {
        match turn {
            Turn::Pass => None,
            Turn::Fill(block) => {
                let block = usize::from(block);
                let class = self.one[book.colors[block].index()]?;
                Some((block, Local { class, edge: 0 }))
            }
            Turn::Play(at, edge) => {
                let placed = &state.pieces[usize::from(at)];
                let number = &book.classes[placed.class as usize].piece.moves[state.to_move.index()];
                let ordinary = is_ordinary(&number[usize::from(edge)]) && self.order.is_simple(placed.class);
                ordinary.then(|| (placed.block(0), Local { class: placed.class, edge }))
            }
        }
    }

    /// Whether a move in the one piece is at least as good for the mover as one in the other.
    fn is_better(&mut self, book: &Book, one: Local, other: Local, mover: Color) -> bool {
        let key = (one, other, mover);
        if let Some(&known) = self.known.get(&key) {
            return known;
        }
        let owner = book.classes[one.class as usize].piece.colors[0];
        let after = |moved: Local, left: Local| -> Sum {
            let edges = &book.classes[moved.class as usize].piece.moves[mover.index()];
            let to = edges[usize::from(moved.edge)].to.iter().map(|target| target.piece);
            let mut sum: Sum = to.chain([left.class]).collect();
            sum.sort_unstable();
            sum
        };
        let (first, second) = (after(one, other), after(other, one));
        let better = if owner == mover {
            self.order.at_least(&first, &second, owner)
        } else {
            self.order.at_least(&second, &first, owner)
        };
        self.known.insert(key, better);
        better
    }
}
