//! What lies between two blocks, as a game: about from above or from below for the side that wants to capture. It guides the search and
//! proves nothing.
//!
//! A piece that both blocks touch and that is more than plain shared liberties is played out by itself. As long as both breathe in it
//! it is a game like any other; where only one does, it is bounded as a piece of that block alone ([`super::worth`]). Liberties that
//! stay shared have to be filled by the side that wants to capture (figure 9), all of them at worst and all but one at best; or by
//! the other side, if it is the one without an eye. Where neither side gains by moving first, that side has to move.

use smallvec::SmallVec;
use tesuji_board::Color;
use tesuji_cgt::{Dyadic, Game, Side};

use super::book::Book;
use super::worth::{Bounding, From, Worths};
use crate::automaton::{Edge, NONE};
use crate::liberty::ALIVE;

/// Who has to fill liberties that stay shared.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Filling {
    /// The side that wants to capture, all of them.
    All,
    /// The side that wants to capture, all but one.
    AllButOne,
    /// The other side.
    ByTheOther,
}

/// A bound for a piece between two blocks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Bounded {
    /// The side that wants to capture.
    pub(super) side: Color,
    /// The side for which everything is as good as it can be.
    pub(super) favored: Color,
    pub(super) filling: Filling,
}

/// What it is worth, Black's liberties positive.
#[derive(Clone, Copy, Debug)]
pub(super) struct Valued {
    pub(super) game: Game,
    /// The favoured side may have an eye there.
    pub(super) eye: bool,
}

impl Valued {
    fn number(owner: Color, count: i64) -> Valued {
        Valued { game: Game::integer(if owner == Color::Black { count } else { -count }), eye: false }
    }
}

impl Worths {
    /// A game that bounds a piece which both blocks touch; nothing if there is none or there are too many.
    pub(super) fn between(&mut self, book: &Book, class: u32, bounded: Bounded) -> Option<Valued> {
        let base = book.classes[class as usize].piece.base;
        let class = if base == NONE { class } else { base };
        if let Some(&known) = self.between.get(&(class, bounded)) {
            return known;
        }
        // Should the piece come back below, it has no such game.
        self.between.insert((class, bounded), None);
        let found = self.find_between(book, class, bounded);
        self.between.insert((class, bounded), found);
        found
    }

    fn find_between(&mut self, book: &Book, class: u32, bounded: Bounded) -> Option<Valued> {
        let Bounded { side, favored, filling } = bounded;
        let other = side.opponent();
        let at = &book.classes[class as usize];
        if let Some(count) = at.shared {
            let count = i64::from(count);
            return Some(match filling {
                Filling::All => Valued::number(other, count),
                Filling::AllButOne => Valued::number(other, (count - 1).max(0)),
                Filling::ByTheOther => Valued::number(side, count),
            });
        }
        let piece = &at.piece;
        let slot_of = |color: Color| piece.colors.iter().position(|&here| here == color);
        let (Some(ours), Some(theirs)) = (slot_of(favored), slot_of(favored.opponent())) else { return None };
        if piece.colors.len() != 2 {
            return None;
        }
        match (piece.breathes(ours), piece.breathes(theirs)) {
            (true, true) => self.played_between(book, class, bounded),
            (false, true) if !at.regains[ours] => {
                self.alone(book, class, theirs, favored.opponent(), From::Below)
            }
            _ => self.alone(book, class, ours, favored, From::Above),
        }
    }

    /// A piece as that of one block alone.
    fn alone(&mut self, book: &Book, class: u32, slot: usize, owner: Color, from: From) -> Option<Valued> {
        let Bounding { parts, eye } = self.bounding(book, class, slot, from)?;
        Some(Valued { game: self.games.value(&parts, owner).ok()?, eye })
    }

    /// A piece in which both blocks breathe, by the moves of both sides.
    fn played_between(&mut self, book: &Book, class: u32, bounded: Bounded) -> Option<Valued> {
        let Bounded { side, favored, filling } = bounded;
        let piece = &book.classes[class as usize].piece;
        let set = |class: u32| book.classes[class as usize].set;
        let returns =
            |edge: &Edge| edge.captures && edge.to.iter().any(|target| set(target.piece) == set(class));
        let mut options: [Vec<Game>; 2] = [Vec::new(), Vec::new()];
        let mut eye = false;
        for mover in Color::BOTH {
            for edge in &piece.moves[mover.index()] {
                let leaves = !edge.out.is_empty() || !edge.joined.is_empty();
                if mover != favored && (leaves || edge.last_only || returns(edge)) {
                    continue;
                }
                let after = if leaves {
                    Valued::number(favored, ALIVE)
                } else {
                    self.after_between(book, class, edge, bounded)?
                };
                eye |= after.eye;
                options[mover.index()].push(after.game);
            }
        }
        let [left, right] = &options;
        if !left.is_empty() && !right.is_empty() {
            let game = self.games.arena.canonical(left, right).ok()?;
            if self.games.arena.temperature(game).ok()? >= Dyadic::from(1) {
                return Some(Valued { game, eye });
            }
        }
        let must_move = if filling == Filling::ByTheOther { side.opponent() } else { side };
        let end = self.by_moving_first(&options[must_move.index()], must_move, favored)?;
        Some(Valued { game: Game::integer(end), eye })
    }

    /// What a side reaches by moving first where nobody gains by it, rounded for the favoured side. A side that cannot move never
    /// captures.
    fn by_moving_first(&mut self, options: &[Game], side: Color, favored: Color) -> Option<i64> {
        let answered = match side {
            Color::Black => Side::Right,
            Color::White => Side::Left,
        };
        let mut best: Option<i64> = None;
        for &option in options {
            let wall = self.games.arena.thermograph(option).ok()?.wall(answered).at(Dyadic::from(1)).ok()?;
            let whole = match favored {
                Color::White => wall.floor(),
                Color::Black => wall.checked_neg().ok()?.floor().saturating_neg(),
            };
            let reached = match side {
                Color::Black => whole.saturating_sub(1),
                Color::White => whole.saturating_add(1),
            };
            best = Some(match (best, side) {
                (None, _) => reached,
                (Some(known), Color::Black) => known.max(reached),
                (Some(known), Color::White) => known.min(reached),
            });
        }
        let never = if side == Color::Black { -ALIVE } else { ALIVE };
        Some(best.unwrap_or(never))
    }

    fn after_between(&mut self, book: &Book, class: u32, edge: &Edge, bounded: Bounded) -> Option<Valued> {
        let favored = bounded.favored;
        let colors = &book.classes[class as usize].piece.colors;
        let mut games: SmallVec<[Game; 4]> = SmallVec::new();
        let mut eyes = 0;
        for target in &edge.to {
            let valued = match target.slots.as_slice() {
                [slot] => {
                    let owner = colors[usize::from(*slot)];
                    let from = if owner == favored { From::Above } else { From::Below };
                    self.alone(book, target.piece, 0, owner, from)?
                }
                _ => self.between(book, target.piece, bounded)?,
            };
            games.push(valued.game);
            eyes += u32::from(valued.eye);
        }
        if eyes > 1 {
            return Some(Valued::number(favored, ALIVE));
        }
        Some(Valued { game: self.games.arena.sum_all(&games).ok()?, eye: eyes == 1 })
    }
}
