//! The judge: every legal move of both sides, all states joined into one graph, and retrograde analysis.
//!
//! A side does not survive where the opponent can force that its stone is taken off the board: the attractor of that. It
//! captures where it can force a state in which the other stone is off the board, its own never was, and it survives: the
//! attractor of those. So play that goes on for ever captures nobody. Nothing here knows fields, eyes, life or counting.

use tesuji_board::Color;
use tesuji_job::{Watch, Why};

use crate::graph::{Graph, Level, Steps};
use crate::referee::{After, Board, State};

/// A state, and whose stones are gone: bit 0 for Black's, bit 1 for White's.
type Place = (State, u8);

/// A board with two stones on it, and what can be forced where.
pub struct Judge<'a> {
    board: &'a Board,
    /// The stone of each colour that the question is about.
    stones: [usize; 2],
    graph: Graph<Place>,
    /// For each side the levels at which its stone is lost, and at which it captures.
    lost: [Vec<u32>; 2],
    captures: [Vec<u32>; 2],
}

/// What is asked of the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Wish {
    /// Its stone stays on the board.
    Survives,
    /// The other stone is taken, and its own stays.
    Captures,
}

/// The place after a move.
fn place_after(board: &Board, stones: [usize; 2], (state, gone): Place, after: &After) -> Place {
    let other = state.to_move.opponent().index();
    (after.state, gone | u8::from(board.takes(after, stones[other])) << other)
}

fn steps(board: &Board, stones: [usize; 2], place: Place) -> Steps<Place> {
    let (state, gone) = place;
    if gone == 3 {
        return Steps::none(state.to_move);
    }
    let passed = (Board::passed(&state), gone);
    Steps::of(board, &state, passed, |after| place_after(board, stones, place, &after))
}

impl<'a> Judge<'a> {
    /// Judges everything that can come from these states; none if that is more than `most` places.
    pub fn new(
        board: &'a Board,
        stones: [usize; 2],
        roots: &[State],
        most: usize,
        watch: &Watch,
    ) -> Result<Option<Judge<'a>>, Why> {
        let roots: Vec<Place> = roots.iter().map(|&root| (root, 0)).collect();
        let Some(graph) = Graph::explore(&roots, most, watch, |place| steps(board, stones, place))? else {
            return Ok(None);
        };
        let gone = |number: usize| graph.places[number].1;
        let lost = Color::BOTH.map(|side| {
            let own = 1 << side.index();
            graph.attractors(side.opponent(), |number, _| gone(number) & own != 0, |_| false)
        });
        let captures = Color::BOTH.map(|side| {
            let (own, other) = (1 << side.index(), 1 << side.opponent().index());
            let safe = |number: usize, level: Level| lost[side.index()][number] & level.bit() == 0;
            let goal = |number: usize, level: Level| gone(number) == other && safe(number, level);
            graph.attractors(side, goal, |number| gone(number) & own != 0)
        });
        Ok(Some(Judge { board, stones, graph, lost, captures }))
    }

    fn holds(&self, place: Place, side: Color, wish: Wish, level: Level) -> Option<bool> {
        let number = self.graph.number(place)?;
        Some(match wish {
            Wish::Survives => self.lost[side.index()][number] & level.bit() == 0,
            Wish::Captures => self.captures[side.index()][number] & level.bit() != 0,
        })
    }

    /// Whether the side that does not move first has its wish at this level.
    #[must_use]
    pub fn other_has(&self, state: &State, wish: Wish, level: Level) -> Option<bool> {
        self.holds((*state, 0), state.to_move.opponent(), wish, level)
    }

    /// Whether the side to move has its wish at this level.
    pub fn mover_has(&self, state: &State, wish: Wish, level: Level) -> Option<bool> {
        self.holds((*state, 0), state.to_move, wish, level)
    }

    /// Whether it still has after this move on an open point by its number, or a pass.
    pub fn keeps(&self, state: &State, at: Option<usize>, wish: Wish, level: Level) -> Option<bool> {
        let mover = state.to_move;
        let Some(at) = at else { return self.holds((Board::passed(state), 0), mover, wish, level) };
        let level = if Board::is_banned(state, at) { level.spent(mover)? } else { level };
        let after = self.board.after(state, at)?;
        self.holds(place_after(self.board, self.stones, (*state, 0), &after), mover, wish, level)
    }

    /// How many places there are.
    #[must_use]
    pub fn places(&self) -> usize {
        self.graph.places.len()
    }
}
