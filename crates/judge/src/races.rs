//! The judge: every legal move of both sides on the whole board, all states joined into one graph, and retrograde analysis.
//!
//! Two players alternate; a pass is always allowed, suicide is not, and a ko may not be retaken at once, except by spending a
//! threat. Stones that the question takes as safe are never without a liberty. Black has won when a white racing stone is taken
//! off the board, White when a black one is; each wins exactly from the states of the attractor of that, so play that goes on
//! for ever wins nothing. Strings are found by flood fill, move by move. Nothing here knows regions, liberty games or automata.
//!
//! The outcome with b threats of Black and w of White is asked for (b, 0) and (0, w): spending one leads to the level below.

use tesuji_board::Color;
use tesuji_job::{Watch, Why};

use crate::graph::{Graph, Level, Steps};
use crate::referee::{After, Board, State};

/// Where a race stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Place {
    /// This side has captured the other's block.
    Won(Color),
    Open(State),
}

/// A board with a race, and who wins where.
pub struct Judge<'a> {
    /// The board.
    pub board: &'a Board,
    /// One racing stone of each colour, Black's first.
    racing: [usize; 2],
    graph: Graph<Place>,
    /// For each side the levels at which it wins from a place.
    wins: [Vec<u32>; 2],
}

/// Who has won by this move.
fn winner_of(board: &Board, racing: [usize; 2], state: &State, after: &After) -> Option<Color> {
    let mover = state.to_move;
    board.takes(after, racing[mover.opponent().index()]).then_some(mover)
}

fn steps(board: &Board, racing: [usize; 2], place: Place) -> Steps<Place> {
    let state = match place {
        Place::Won(mover) => return Steps::none(mover),
        Place::Open(state) => state,
    };
    Steps::of(board, &state, Place::Open(Board::passed(&state)), |after| {
        winner_of(board, racing, &state, &after).map_or(Place::Open(after.state), Place::Won)
    })
}

impl<'a> Judge<'a> {
    /// Judges everything that can come from these states; none if they are more than `most`.
    pub fn new(
        board: &'a Board,
        racing: [usize; 2],
        roots: &[State],
        most: usize,
        watch: &Watch,
    ) -> Result<Option<Judge<'a>>, Why> {
        let roots: Vec<Place> = roots.iter().copied().map(Place::Open).collect();
        let Some(graph) = Graph::explore(&roots, most, watch, |place| steps(board, racing, place))? else {
            return Ok(None);
        };
        let wins = Color::BOTH.map(|side| {
            graph.attractors(side, |number, _| graph.places[number] == Place::Won(side), |_| false)
        });
        Ok(Some(Judge { board, racing, graph, wins }))
    }

    /// Who has won by this move.
    pub fn winner_of(&self, state: &State, after: &After) -> Option<Color> {
        winner_of(self.board, self.racing, state, after)
    }

    /// Who wins from a state: nobody if it is seki.
    pub fn winner(&self, state: &State, level: Level) -> Option<Color> {
        let number = self.graph.number(Place::Open(*state))?;
        Color::BOTH.into_iter().find(|color| self.wins[color.index()][number] & level.bit() != 0)
    }

    /// Whether a ko can be taken.
    pub fn has_kos(&self) -> bool {
        self.graph.places.iter().any(|place| matches!(place, Place::Open(State { ban: Some(_), .. })))
    }

    /// How many places there are.
    #[must_use]
    pub fn places(&self) -> usize {
        self.graph.places.len()
    }
}
