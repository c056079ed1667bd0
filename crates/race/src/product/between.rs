//! What lies between two blocks, from below for the side that does not want to be captured.
//!
//! A piece that both blocks touch and that is more than plain shared liberties is compared with a [`Held`]: plain liberties of
//! both, of the own side and of the other one. The piece is at least as good for the own side, whatever else there is in the
//! race, if that side can go on for ever like this:
//!
//! - where it breathes in the plain liberties it breathes in the piece, and where the other side breathes in the piece it
//!   breathes in the plain liberties;
//! - every move of the other side in the piece is one in the plain liberties, or a pass there; or the own side answers it at
//!   once in the piece, and nothing has happened in the plain liberties;
//! - every move of the own side in the plain liberties is one in the piece.
//!
//! An exchange of the second kind lifts a ban that may lie on the other side elsewhere. Pieces with kos are read as if there were no
//! bans against that side ([`super::worth`]), so nothing is gained by it. Exchanges may go on for ever: then nobody is captured, which
//! is all that the own side wants here. For the side that wants to capture what lies between is read as if only the other block
//! breathed there, from above, as in [`super::worth`].
//!
//! All pieces start with the best that could be said of them, and are lowered until everything that is said holds.

use rustc_hash::FxHashMap;
use tesuji_board::Color;

use super::book::Book;
use crate::automaton::{Edge, NONE, Piece, Targets};

/// Plain liberties that a piece is at least as good as.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub(super) struct Held {
    /// Of both blocks.
    pub(super) shared: u32,
    /// Of the side itself.
    pub(super) own: u32,
    /// Of the other side.
    pub(super) theirs: u32,
    /// The last of its own can be taken only by the move that captures: it is an eye.
    pub(super) eye: bool,
    /// The same of the other side.
    pub(super) their_eye: bool,
}

impl Held {
    /// Both together. With two eyes the other side lives.
    fn plus(self, other: Held) -> Option<Held> {
        (!self.their_eye || !other.their_eye).then(|| Held {
            shared: self.shared + other.shared,
            own: self.own + other.own,
            theirs: self.theirs + other.theirs,
            eye: self.eye || other.eye,
            their_eye: self.their_eye || other.their_eye,
        })
    }

    /// Whether this is at least as good for the side. An own liberty is at least as good as a shared one or as none, and any of
    /// these is at least as good as one of the other side.
    fn at_least(self, other: Held) -> bool {
        if other.eye && !self.eye || self.their_eye && !other.their_eye {
            return false;
        }
        let Some(spare) = self.own.checked_sub(other.own) else { return false };
        match self.shared.checked_sub(other.shared) {
            Some(more) => self.theirs + more <= other.theirs,
            None => self.theirs <= other.theirs && other.shared - self.shared <= spare,
        }
    }
}

/// No more plain liberties than this are said of a piece.
const MOST: u32 = 12;
/// No more of the other side than this, beside shared ones.
const MOST_THEIRS: u32 = 6;

/// What a bound is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Hold {
    /// Not to be captured; exchanges may go on for ever.
    Loose,
    /// To capture: exchanges come to an end, because none of them can come back to where it began.
    Finite,
    /// The same, with an eye of one's own before everything else.
    Eye,
}

/// What is said of the pieces, for one side.
pub(super) struct Holding {
    of: FxHashMap<u32, Option<Held>>,
}

impl Holding {
    /// Of all pieces that can come from those that two blocks touch.
    pub(super) fn new(book: &Book, side: Color, hold: Hold) -> Holding {
        let mut order: Vec<u32> = Vec::new();
        let mut seen = vec![false; book.classes.len()];
        let mut work: Vec<u32> = (0..book.classes.len() as u32).filter(|&at| is_between(book, at)).collect();
        while let Some(at) = work.pop() {
            if std::mem::replace(&mut seen[at as usize], true) {
                continue;
            }
            order.push(at);
            let piece = &book.classes[at as usize].piece;
            work.extend(piece.followers().chain((piece.base != NONE).then_some(piece.base)));
        }
        order.sort_unstable();
        Lowering::new(book, side, hold, order).run()
    }

    pub(super) fn of(&self, class: u32) -> Option<Held> {
        self.of.get(&class).copied().flatten()
    }
}

/// Whether two blocks touch a piece that is more than plain shared liberties.
pub(super) fn is_between(book: &Book, class: u32) -> bool {
    let class = &book.classes[class as usize];
    class.shared.is_none() && class.piece.colors.len() == 2 && class.piece.colors[0] != class.piece.colors[1]
}

struct Lowering<'a> {
    book: &'a Book,
    side: Color,
    hold: Hold,
    order: Vec<u32>,
    /// What may still be said of each class, the best last.
    candidates: FxHashMap<u32, Vec<Held>>,
}

impl<'a> Lowering<'a> {
    fn new(book: &'a Book, side: Color, hold: Hold, order: Vec<u32>) -> Lowering<'a> {
        let fewest = fewest_moves(book, side, &order);
        let candidates =
            order.iter().map(|&at| (at, candidates(book, side, hold, at, fewest[&at]))).collect();
        Lowering { book, side, hold, order, candidates }
    }

    fn run(mut self) -> Holding {
        loop {
            let mut changed = false;
            for index in 0..self.order.len() {
                let at = self.order[index];
                while let Some(&said) = self.candidates[&at].last() {
                    if self.holds(at, said) {
                        break;
                    }
                    changed = true;
                    self.candidates.entry(at).and_modify(|all| {
                        all.pop();
                    });
                }
            }
            if !changed {
                break;
            }
        }
        let of = self.candidates.iter().map(|(&at, all)| (at, all.last().copied())).collect();
        Holding { of }
    }

    fn piece(&self, at: u32) -> &'a Piece {
        &self.book.classes[at as usize].piece
    }

    fn said(&self, at: u32) -> Option<Held> {
        self.candidates[&at].last().copied()
    }

    fn sum(&self, targets: &Targets) -> Option<Held> {
        targets.iter().try_fold(Held::default(), |sum, target| sum.plus(self.said(target.piece)?))
    }

    /// Whether a piece is at least as good as that, if everything else holds that is said.
    fn holds(&self, at: u32, said: Held) -> bool {
        let piece = self.piece(at);
        let breathes = |color: Color| {
            (0..piece.colors.len()).any(|slot| piece.colors[slot] == color && piece.breathes(slot))
        };
        let other = self.side.opponent();
        if (said.own > 0 || said.shared > 0) && !breathes(self.side) {
            return false;
        }
        if breathes(other) && said.theirs == 0 && said.shared == 0 {
            return false;
        }
        if piece.base != NONE && !self.said(piece.base).is_some_and(|base| base.at_least(said)) {
            return false;
        }
        if !piece.moves[other.index()].iter().all(|edge| self.is_answered(at, edge, said)) {
            return false;
        }
        let own = &piece.moves[self.side.index()];
        // The other side is to move where it is banned.
        if piece.base != NONE && own.is_empty() {
            return true;
        }
        let reaches = |wanted: Held| {
            own.iter().any(|edge| is_free(edge) && self.sum(&edge.to).is_some_and(|to| to.at_least(wanted)))
        };
        let takes_theirs = match said.theirs {
            0 => true,
            // The last liberty of their eye is taken by the move that captures, or not at all.
            1 if said.their_eye => {
                said.shared > 0
                    || own.iter().any(|edge| edge.last_only && !edge.threat)
                    || reaches(Held { theirs: 0, their_eye: false, ..said })
            }
            theirs => reaches(Held { theirs: theirs - 1, ..said }),
        };
        takes_theirs && (said.shared == 0 || reaches(Held { shared: said.shared - 1, ..said }))
    }

    /// Whether a move of the other side is one in the plain liberties or can be answered.
    fn is_answered(&self, from: u32, edge: &Edge, said: Held) -> bool {
        if !edge.out.is_empty() || !edge.joined.is_empty() {
            return false;
        }
        if let Some(after) = self.sum(&edge.to) {
            // The last liberty of an eye is taken only where that is so in the piece as well.
            let takes_own = !said.eye || said.own > 1 || edge.last_only;
            let eye = said.eye && said.own > 1;
            let fills = [
                Some(said),
                said.shared.checked_sub(1).map(|shared| Held { shared, ..said }),
                said.own.checked_sub(1).filter(|_| takes_own).map(|own| Held { own, eye, ..said }),
            ];
            if fills.into_iter().flatten().any(|fill| after.at_least(fill)) {
                return true;
            }
        }
        (0..edge.to.len()).any(|at| {
            let rest = edge.to.iter().enumerate().filter(|(other, _)| *other != at);
            let rest = rest
                .map(|(_, target)| self.said(target.piece))
                .try_fold(Held::default(), |sum, next| sum.plus(next?));
            let Some(rest) = rest else { return false };
            self.piece(edge.to[at].piece).moves[self.side.index()].iter().any(|answer| {
                is_free(answer)
                    && (self.hold == Hold::Loose || self.leaves(from, edge, at, answer))
                    && self
                        .sum(&answer.to)
                        .and_then(|to| to.plus(rest))
                        .is_some_and(|after| after.at_least(said))
            })
        })
    }
}

impl Lowering<'_> {
    /// Whether an exchange leads to nothing that can come back to where it began.
    fn leaves(&self, from: u32, edge: &Edge, answered: usize, answer: &Edge) -> bool {
        let set = |at: u32| self.book.classes[at as usize].set;
        let rest = edge.to.iter().enumerate().filter(|(at, _)| *at != answered).map(|(_, target)| target);
        rest.chain(&answer.to).all(|target| set(target.piece) != set(from))
    }
}

/// Whether a move needs nothing but a liberty and changes nothing outside of the piece.
fn is_free(edge: &Edge) -> bool {
    !edge.last_only && !edge.threat && edge.out.is_empty() && edge.joined.is_empty()
}

/// What could be said of a piece, the best last.
fn candidates(book: &Book, side: Color, hold: Hold, at: u32, fewest: u32) -> Vec<Held> {
    let class = &book.classes[at as usize];
    if let Some(shared) = class.shared {
        return vec![Held { shared, ..Held::default() }];
    }
    let most = fewest.min(MOST);
    let mut all: Vec<Held> = Vec::new();
    let eyes = [false, true];
    match class.piece.colors.as_slice() {
        [owner] if *owner == side => {
            all.extend((0..=most).flat_map(|own| eyes.map(|eye| Held { own, eye, ..Held::default() })));
        }
        [_] => {
            let held = |theirs| eyes.map(|their_eye| Held { theirs, their_eye, ..Held::default() });
            all.extend((0..=MOST).flat_map(held));
        }
        [_, _] => {
            for shared in 0..=most {
                for own in 0..=most - shared {
                    for theirs in 0..=MOST_THEIRS {
                        let held = Held { shared, own, theirs, ..Held::default() };
                        all.extend(eyes.map(|their_eye| Held { their_eye, ..held }));
                        all.push(Held { eye: true, ..held });
                    }
                }
            }
        }
        _ => {}
    }
    all.retain(|held| {
        let has_liberty = (!held.eye || held.own > 0) && (!held.their_eye || held.theirs > 0);
        has_liberty && (!held.eye || hold == Hold::Eye)
    });
    all.sort_by_key(|held| {
        // Who waits has a use for shared liberties; who attacks has to fill them, but for the last one where nobody has an eye.
        let waits = !held.their_eye && (held.eye || hold == Hold::Loose);
        let shared = i64::from(held.shared);
        let fill = if held.their_eye { shared } else { (shared - 1).max(0) };
        let worth = i64::from(held.own) - i64::from(held.theirs) + if waits { shared } else { -fill };
        let fewer = std::cmp::Reverse((held.theirs, held.shared));
        (held.eye, !held.their_eye, worth, fewer)
    });
    all
}

/// The moves of the other side after which a side breathes no more in a piece if it never answers, at least.
fn fewest_moves(book: &Book, side: Color, order: &[u32]) -> FxHashMap<u32, u32> {
    let breathes = |at: u32| {
        let piece = &book.classes[at as usize].piece;
        (0..piece.colors.len()).any(|slot| piece.colors[slot] == side && piece.breathes(slot))
    };
    let mut fewest: FxHashMap<u32, u32> =
        order.iter().map(|&at| (at, if breathes(at) { u32::MAX } else { 0 })).collect();
    loop {
        let mut changed = false;
        for &at in order {
            let piece = &book.classes[at as usize].piece;
            let moves = piece.moves[side.opponent().index()].iter().map(|edge| {
                edge.to.iter().fold(1u32, |sum, target| sum.saturating_add(fewest[&target.piece]))
            });
            let base = (piece.base != NONE).then(|| fewest[&piece.base]);
            let best = moves.chain(base).min().unwrap_or(u32::MAX);
            if best < fewest[&at] {
                fewest.insert(at, best);
                changed = true;
            }
        }
        if !changed {
            return fewest;
        }
    }
}
