//! A judge of endgames: all play on a whole board, from the rules of Go alone.
//!
//! Nobody has to say which stones are dead. For territory the rules are those of play without passing, in which a prisoner may be given back
//! instead of a move and whoever has no move loses. From who wins with how many prisoners in hand follows which positions are
//! settled, and how: neither side gains by a move there. The score is that of the settled position that best play leads to. For area both sides may pass, two
//! passes end the game, and the board is counted as it stands. The walls are never captured; a board on which a position can come back is
//! not judged.

mod coupons;
mod generate;

use rustc_hash::{FxHashMap, FxHashSet};
use tesuji_board::Color;
use tesuji_job::{Progress, Watch, Why};

pub use self::coupons::Coupons;
pub use self::generate::{Example, Kind, boards};
use crate::referee::Board;

/// The stones on the open points, a bit each, Black's first.
pub(crate) type Stones = [u32; 2];

/// Positions between two looks at the watch.
const LOOK: usize = 1 << 12;
/// More than any board has points: nothing can be done.
const NEVER: i32 = 10_000;

/// Why a board has no judgement.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unjudged {
    /// A position can come back: a ko, or a sacrifice that repeats.
    Loop,
    /// There are more positions than allowed.
    TooLarge,
    /// The work was ended.
    Ended(Why),
}

/// Best play with one side moving first.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct First {
    /// The score: positive is Black's.
    pub score: i32,
    /// All moves that keep it, by their points; empty where the position is settled.
    pub moves: Vec<usize>,
}

/// A board with everything that was found out about it.
pub struct Endgame<'a> {
    board: &'a Board,
    watch: &'a Watch,
    most: usize,
    hands: FxHashMap<Stones, Hands>,
    path: FxHashSet<Stones>,
    scores: FxHashMap<(Stones, Color), i32>,
    areas: FxHashMap<(Stones, Color, bool), i32>,
}

/// How many free moves Black needs at least to win, less those of White: if he moves first, and if White does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Hands {
    /// If Black moves first.
    pub black_first: i32,
    /// If White moves first.
    pub white_first: i32,
}

impl Hands {
    /// The score, where neither side gains by a move.
    #[must_use]
    pub fn settled(self) -> Option<i32> {
        (self.black_first == self.white_first + 1).then_some(-self.white_first)
    }
}

impl<'a> Endgame<'a> {
    /// A board that may have so many positions.
    #[must_use]
    pub fn new(board: &'a Board, most: usize, watch: &'a Watch) -> Endgame<'a> {
        Endgame {
            board,
            watch,
            most,
            hands: FxHashMap::default(),
            path: FxHashSet::default(),
            scores: FxHashMap::default(),
            areas: FxHashMap::default(),
        }
    }

    /// The stones on the open points at first.
    #[must_use]
    pub fn start(&self) -> Stones {
        let state = self.board.start(Color::Black, None);
        [Color::Black, Color::White].map(|color| state.stones(color))
    }

    /// What a side's moves lead to: the point by its number, the stones, and the prisoners, counted for Black. No ko is banned, since a
    /// board with kos is not judged.
    fn moves(&self, stones: Stones, color: Color) -> Vec<(usize, Stones, i32)> {
        let state = Board::state(stones, color);
        let mut moves = Vec::new();
        for at in 0..self.board.open().len() {
            let Some(after) = self.board.after(&state, at) else { continue };
            let left = [Color::Black, Color::White].map(|color| after.state.stones(color));
            let other = color.opponent().index();
            let taken = stones[other].count_ones() as i32 - left[other].count_ones() as i32;
            moves.push((at, left, if color == Color::Black { taken } else { -taken }));
        }
        moves
    }

    /// Who wins with how many free moves, if whoever has no move loses.
    ///
    /// # Errors
    /// [`Unjudged`].
    pub fn hands(&mut self, stones: Stones) -> Result<Hands, Unjudged> {
        if let Some(&known) = self.hands.get(&stones) {
            return Ok(known);
        }
        if self.hands.len() >= self.most {
            return Err(Unjudged::TooLarge);
        }
        if self.hands.len() % LOOK == LOOK - 1 {
            let positions = self.hands.len() as u64;
            let seen = self.watch.look(|| Progress::searched("judging endgames", positions));
            seen.map_err(Unjudged::Ended)?;
        }
        if !self.path.insert(stones) {
            return Err(Unjudged::Loop);
        }
        // What the players need on the board alone.
        let mut black = NEVER;
        for (_, after, taken) in self.moves(stones, Color::Black) {
            black = black.min(self.hands(after)?.white_first - taken);
        }
        let mut white = -NEVER;
        for (_, after, taken) in self.moves(stones, Color::White) {
            white = white.max(self.hands(after)?.black_first - taken);
        }
        // Whoever has free moves may use one instead. Black has one if the number is above 0 and White if it is below, and the player
        // without any move loses.
        let hands = if black >= 1 {
            let white_first = white.max(0);
            Hands { black_first: black.min(white_first + 1), white_first }
        } else {
            Hands { black_first: black, white_first: white.max(black - 1) }
        };
        self.path.remove(&stones);
        self.hands.insert(stones, hands);
        Ok(hands)
    }

    /// The score by territory, prisoners included.
    ///
    /// # Errors
    /// [`Unjudged`].
    pub fn territory(&mut self, stones: Stones, first: Color) -> Result<i32, Unjudged> {
        if let Some(&known) = self.scores.get(&(stones, first)) {
            return Ok(known);
        }
        let score = match self.hands(stones)?.settled() {
            Some(score) => score,
            None => self.best(stones, first)?.score,
        };
        self.scores.insert((stones, first), score);
        Ok(score)
    }

    /// The score by territory with the moves that keep it.
    ///
    /// # Errors
    /// [`Unjudged`].
    pub fn territory_first(&mut self, first: Color) -> Result<First, Unjudged> {
        let stones = self.start();
        match self.hands(stones)?.settled() {
            Some(score) => Ok(First { score, moves: Vec::new() }),
            None => self.best(stones, first),
        }
    }

    /// The area of the open points, with passes.
    fn area(&mut self, stones: Stones, first: Color, passed: bool) -> Result<i32, Unjudged> {
        if let Some(&known) = self.areas.get(&(stones, first, passed)) {
            return Ok(known);
        }
        let other = first.opponent();
        let mut best = if passed { self.count(stones) } else { self.area(stones, other, true)? };
        for (_, after, _) in self.moves(stones, first) {
            let score = self.area(after, other, false)?;
            best = if first == Color::Black { best.max(score) } else { best.min(score) };
        }
        self.areas.insert((stones, first, passed), best);
        Ok(best)
    }

    /// The score by area of the open points with the moves that keep it; a pass may keep it as well.
    ///
    /// # Errors
    /// [`Unjudged`].
    pub fn area_first(&mut self, first: Color) -> Result<First, Unjudged> {
        let stones = self.start();
        // This notices whether a position can come back.
        self.hands(stones)?;
        let score = self.area(stones, first, false)?;
        let mut moves = Vec::new();
        for (at, after, _) in self.moves(stones, first) {
            if self.area(after, first.opponent(), false)? == score {
                moves.push(self.board.open()[at]);
            }
        }
        Ok(First { score, moves })
    }

    /// The best of a side's moves on the board, by territory.
    fn best(&mut self, stones: Stones, first: Color) -> Result<First, Unjudged> {
        let mut best: Option<First> = None;
        for (at, after, taken) in self.moves(stones, first) {
            let score = taken + self.territory(after, first.opponent())?;
            let point = self.board.open()[at];
            match &mut best {
                Some(known) if known.score == score => known.moves.push(point),
                Some(known) if (score > known.score) != (first == Color::Black) => {}
                _ => best = Some(First { score, moves: vec![point] }),
            }
        }
        // Where a side has no move, the position is settled, or the other side gains by giving its moves away.
        Ok(best.unwrap_or(First { score: self.hands(stones)?.settled().unwrap_or(0), moves: Vec::new() }))
    }

    /// Stones, and empty points from which only one colour is reached.
    fn count(&self, stones: Stones) -> i32 {
        let all = (0..self.board.open().len()).fold(0_u32, |all, at| all | 1 << at);
        let mut left = all & !stones[0] & !stones[1];
        let mut score = stones[0].count_ones() as i32 - stones[1].count_ones() as i32;
        while left != 0 {
            let mut region: u32 = 1 << left.trailing_zeros();
            let mut reached = [false; 2];
            let mut new = region;
            while new != 0 {
                let at = new.trailing_zeros() as usize;
                new &= new - 1;
                let around = self.board.around(at);
                for color in Color::BOTH {
                    reached[color.index()] |=
                        around & stones[color.index()] != 0 || self.board.touches_fixed(at, color);
                }
                let more = around & left & !region;
                region |= more;
                new |= more;
            }
            left &= !region;
            let points = region.count_ones() as i32;
            score += match reached {
                [true, false] => points,
                [false, true] => -points,
                _ => 0,
            };
        }
        score
    }
}
