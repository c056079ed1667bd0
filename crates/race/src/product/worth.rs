//! What a piece is worth to one of its blocks: a liberty game, or one from below and one from above.
//!
//! Counting knows no kos, no eyes in the making and no blocks that share more than plain liberties. But a side that gives moves up
//! does no better for it, whatever else there is in the race, and a side that is given moves does no worse:
//!
//! - *From below*: the owner never takes a stone and joins nothing, and the attacker may play a stone without liberties as if it
//!   had one. Then no stone of the attacker ever comes off, and nothing comes back.
//! - *From above*: the attacker takes what can be retaken only with the very move that captures the block, as if the block had an
//!   eye there; and does not join safe stones. What lies between both blocks is read as if the attacker's block did not breathe there.
//!
//! Moves are not compared by their values here, which would be wrong beside a ko: a local threat is worth nothing and lifts a ban.
//! What is left is played by the same moves at the same times.

use rustc_hash::FxHashMap;
use smallvec::smallvec;
use tesuji_board::Color;
use tesuji_job::{Limits, Watch};

use super::book::Book;
use super::cycles::spread;
use crate::automaton::{Edge, NONE, Piece};
use crate::liberty::{Branch, Finish, Kind, LibertyGames, Parts};

/// Nodes of the liberty games and values of one search.
const VALUES: Limits = Limits::nodes(2_000_000).with_memory(256 << 20);

/// From which side a game bounds a piece.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum From {
    /// Not better for the owner than the piece.
    Below,
    /// Not worse for the owner than the piece.
    Above,
    /// Not worse for the owner than the piece if the attacker need not wait for the moves that a ban may cost
    /// ([`super::count`]).
    Filled,
}

/// A liberty game for a piece.
#[derive(Clone, Debug)]
pub(super) struct Bounding {
    pub(super) parts: Parts,
    /// The last liberty may have to be taken by the move that captures the block.
    pub(super) eye: bool,
}

/// The liberty games of pieces; each is made once.
pub(super) struct Worths {
    pub(super) games: LibertyGames,
    exact: FxHashMap<u32, Option<Parts>>,
    bounding: FxHashMap<(u32, u8, From), Option<Bounding>>,
}

impl Worths {
    pub(super) fn new(watch: Watch) -> Worths {
        Worths {
            games: LibertyGames::with_limits(VALUES, watch),
            exact: FxHashMap::default(),
            bounding: FxHashMap::default(),
        }
    }

    /// The liberty game of a steady piece; nothing if life is in play or there are too many.
    pub(super) fn exact(&mut self, book: &Book, class: u32) -> Option<Parts> {
        if let Some(known) = self.exact.get(&class) {
            return known.clone();
        }
        let built = self.build_exact(book, &book.classes[class as usize].piece);
        self.exact.insert(class, built.clone());
        built
    }

    fn build_exact(&mut self, book: &Book, piece: &Piece) -> Option<Parts> {
        let owner = piece.colors[0];
        let mut branches = |edges: &[Edge]| -> Option<Vec<Branch>> {
            let mut all = Vec::new();
            for edge in edges {
                let mut to = Parts::new();
                for target in &edge.to {
                    to.extend(self.exact(book, target.piece)?);
                }
                all.push(Branch { to: self.games.combine(to), last_only: false });
            }
            Some(all)
        };
        let defender = branches(&piece.moves[owner.index()])?;
        let attacker = branches(&piece.moves[owner.opponent().index()])?;
        let id = self.games.build(defender, attacker, piece.breath != 0, Finish::PLAIN).ok()?;
        let node = self.games.node(id);
        (!node.may_live && !node.hides_reopening).then(|| self.games.combine([id]))
    }

    /// A liberty game that bounds what a piece is worth to the block of a slot; nothing if there is none or there are too many.
    pub(super) fn bounding(&mut self, book: &Book, class: u32, slot: usize, from: From) -> Option<Bounding> {
        let base = book.classes[class as usize].piece.base;
        let class = if base == NONE { class } else { base };
        let key = (class, slot as u8, from);
        if let Some(known) = self.bounding.get(&key) {
            return known.clone();
        }
        // Should the piece come back below, it has no such game.
        self.bounding.insert(key, None);
        let built = match from {
            From::Below => self.build_below(book, class, slot),
            From::Above => self.build_above(book, class, slot),
            From::Filled => self.build_filled(book, class, slot),
        };
        self.bounding.insert(key, built.clone());
        built
    }

    /// What a move leaves of the liberties of a slot.
    fn after(&mut self, book: &Book, edge: &Edge, slot: usize, from: From) -> Option<Bounding> {
        let mut all = Parts::new();
        let mut eyes = 0;
        for target in &edge.to {
            let Some(below) = target.slots.iter().position(|&here| usize::from(here) == slot) else {
                continue;
            };
            let Bounding { parts, eye } = self.bounding(book, target.piece, below, from)?;
            all.extend(parts);
            eyes += u32::from(eye);
        }
        // Two places that want to be filled last are filled never.
        let parts = if eyes > 1 { smallvec![self.games.alive()] } else { self.games.combine(all) };
        Some(Bounding { parts, eye: eyes == 1 })
    }

    fn build_below(&mut self, book: &Book, class: u32, slot: usize) -> Option<Bounding> {
        let piece = &book.classes[class as usize].piece;
        let owner = piece.colors[slot];
        if !piece.breathes(slot) {
            return Some(Bounding { parts: self.games.combine([]), eye: false });
        }
        let mut defender = Vec::new();
        for edge in &piece.moves[owner.index()] {
            if !edge.captures && !edge.last_only && edge.out.is_empty() && edge.joined.is_empty() {
                let Bounding { parts, .. } = self.after(book, edge, slot, From::Below)?;
                defender.push(Branch { to: parts, last_only: false });
            }
        }
        let mut attacker = Vec::new();
        for edge in &piece.moves[owner.opponent().index()] {
            if !edge.out.is_empty() || !edge.joined.is_empty() {
                return None;
            }
            let Bounding { parts, .. } = self.after(book, edge, slot, From::Below)?;
            attacker.push(Branch { to: parts, last_only: false });
        }
        let id = if attacker.is_empty() {
            self.games.score(AS_GOOD_AS_ALIVE, Finish::PLAIN)
        } else {
            self.games.build(defender, attacker, true, Finish::PLAIN).ok()?
        };
        let node = self.games.node(id);
        (!node.may_live && !node.hides_reopening)
            .then(|| Bounding { parts: self.games.combine([id]), eye: false })
    }

    fn build_above(&mut self, book: &Book, class: u32, slot: usize) -> Option<Bounding> {
        let piece = &book.classes[class as usize].piece;
        let owner = piece.colors[slot];
        let mut eye = false;
        let mut defender = Vec::new();
        for edge in &piece.moves[owner.index()] {
            // With such a move the owner captures the attacker's block, which then had no liberty elsewhere.
            if edge.last_only {
                continue;
            }
            let stays = edge.out.is_empty() && edge.joined.is_empty();
            // What nobody can bound may live.
            let to = match self.after(book, edge, slot, From::Above).filter(|_| stays) {
                Some(after) => {
                    eye |= after.eye;
                    after.parts
                }
                None => smallvec![self.games.alive()],
            };
            defender.push(Branch { to, last_only: false });
        }
        let returns = |edge: &Edge| {
            let set = |class: u32| book.classes[class as usize].set;
            edge.captures && edge.to.iter().any(|target| set(target.piece) == set(class))
        };
        let breathes_after = |edge: &Edge| {
            edge.to.iter().any(|target| {
                let below = target.slots.iter().position(|&here| usize::from(here) == slot);
                below.is_some_and(|slot| book.classes[target.piece as usize].piece.breathes(slot))
            })
        };
        let (mut plain, mut last) = (Vec::new(), Vec::new());
        let mut eye_below = false;
        for edge in &piece.moves[owner.opponent().index()] {
            if !edge.out.is_empty() || !edge.joined.is_empty() {
                continue;
            }
            if edge.last_only || returns(edge) {
                if !breathes_after(edge) {
                    last.push(Branch { to: self.games.combine([]), last_only: true });
                }
            } else if let Some(after) = self.after(book, edge, slot, From::Above) {
                eye_below |= after.eye;
                plain.push(Branch { to: after.parts, last_only: false });
            }
        }
        let breathes = piece.breathes(slot);
        // Two ways to attack: never with the last move alone, or with nothing else.
        let mut best: Option<Bounding> = None;
        // With nothing but the last move the attacker lets the owner live who can.
        let may_live = defender.iter().flat_map(|branch| &branch.to).any(|&id| self.games.node(id).may_live);
        for (attacks, eye) in [(plain, eye || eye_below), (last, true)] {
            let useless = attacks.iter().any(|branch| branch.last_only) && may_live;
            if useless || attacks.is_empty() && (breathes || best.is_some()) {
                continue;
            }
            let finish = if eye { Finish::EYE } else { Finish::PLAIN };
            let id = self.games.build(defender.clone(), attacks, breathes, finish).ok()?;
            let node = self.games.node(id);
            if node.hides_reopening {
                continue;
            }
            let kind = node.kind;
            let found = Bounding { parts: self.games.combine([id]), eye };
            let count = |bounding: &Bounding| self.games.count(&bounding.parts);
            best = match (best, kind) {
                (None, _) => Some(found),
                (Some(known), Kind::Score(_))
                    if count(&known).is_none_or(|known| Some(known) > count(&found)) =>
                {
                    Some(found)
                }
                (known, _) => known,
            };
        }
        if best.is_none() && breathes {
            return Some(Bounding { parts: smallvec![self.games.alive()], eye: false });
        }
        best
    }
}

impl Worths {
    /// As from above where nothing can come back. A ko is as many liberties as it takes moves to take it and to fill it.
    fn build_filled(&mut self, book: &Book, class: u32, slot: usize) -> Option<Bounding> {
        let here = &book.classes[class as usize];
        here.left?;
        if here.clean {
            return self.bounding(book, class, slot, From::Above);
        }
        let piece = &here.piece;
        let owner = piece.colors[slot];
        let returns =
            |edge: &Edge| edge.to.iter().any(|target| book.classes[target.piece as usize].set == here.set);
        if piece.moves.iter().flatten().any(returns) {
            return self.build_ko(book, class, slot);
        }
        let mut branches = [Vec::new(), Vec::new()];
        let mut eye = false;
        for color in Color::BOTH {
            for edge in &piece.moves[color.index()] {
                let stays = edge.out.is_empty() && edge.joined.is_empty();
                if edge.last_only || color != owner && !stays {
                    continue;
                }
                let after = self.after(book, edge, slot, From::Filled).filter(|_| stays)?;
                eye |= after.eye;
                branches[usize::from(color != owner)].push(Branch { to: after.parts, last_only: false });
            }
        }
        let [defender, attacker] = branches;
        let finish = if eye { Finish::EYE } else { Finish::PLAIN };
        let id = self.games.build(defender, attacker, piece.breathes(slot), finish).ok()?;
        let node = self.games.node(id);
        (!node.hides_reopening).then(|| Bounding { parts: self.games.combine([id]), eye })
    }

    /// The ko that a piece is part of: what it counts for is the same however often the owner takes it, and a whole number.
    fn build_ko(&mut self, book: &Book, class: u32, slot: usize) -> Option<Bounding> {
        let set = book.classes[class as usize].set;
        let open: Vec<u32> = (0..book.classes.len() as u32)
            .filter(|&at| {
                book.classes[at as usize].set == set && book.classes[at as usize].piece.base == NONE
            })
            .collect();
        let mut built: FxHashMap<(u32, u32), Parts> = FxHashMap::default();
        for &at in &open {
            let mut counts = Vec::new();
            for captures in 0..3 {
                let parts = self.ko_with(book, (at, slot), captures, &mut built)?;
                counts.push(self.cooled(&parts, Color::Black)?.to_integer()?);
            }
            if counts[1] != counts[2] {
                return None;
            }
        }
        Some(Bounding { parts: built.remove(&(class, 2))?, eye: false })
    }

    /// The ko if the owner may take it so often.
    fn ko_with(
        &mut self,
        book: &Book,
        (class, slot): (u32, usize),
        captures: u32,
        built: &mut FxHashMap<(u32, u32), Parts>,
    ) -> Option<Parts> {
        if let Some(known) = built.get(&(class, captures)) {
            return Some(known.clone());
        }
        let here = &book.classes[class as usize];
        let owner = here.piece.colors[slot];
        let mut branches = [Vec::new(), Vec::new()];
        for color in Color::BOTH {
            for edge in &here.piece.moves[color.index()] {
                let stays = edge.out.is_empty() && edge.joined.is_empty();
                if edge.last_only || color != owner && !stays {
                    continue;
                }
                let next = edge.to.iter().find(|target| book.classes[target.piece as usize].set == here.set);
                let to = match next {
                    Some(next) => {
                        let after = &book.classes[next.piece as usize].piece;
                        let open = if after.base == NONE { next.piece } else { after.base };
                        let slot = next.slots.iter().position(|&before| usize::from(before) == slot)?;
                        let left = if color == owner { captures.checked_sub(1) } else { Some(captures) };
                        let Some(left) = left else { continue };
                        self.ko_with(book, (open, slot), left, built)?
                    }
                    None => {
                        let after = self.after(book, edge, slot, From::Filled).filter(|_| stays)?;
                        if after.eye {
                            return None;
                        }
                        after.parts
                    }
                };
                branches[usize::from(color != owner)].push(Branch { to, last_only: false });
            }
        }
        let [defender, attacker] = branches;
        // It is filled whether the block breathes there or not.
        let id = self.games.build(defender, attacker, true, Finish::PLAIN).ok()?;
        let node = self.games.node(id);
        if node.may_live || node.hides_reopening {
            return None;
        }
        let parts = self.games.combine([id]);
        built.insert((class, captures), parts.clone());
        Some(parts)
    }
}

/// So many liberties are more than any race has, and fewer than a living block.
const AS_GOOD_AS_ALIVE: u32 = 1_000;

/// Whether the owner of a piece never takes stones and nothing can come back or join anything below it.
pub(super) fn steady(pieces: &[Piece], clean: &[bool]) -> Vec<bool> {
    let mut steady: Vec<bool> = pieces
        .iter()
        .zip(clean)
        .map(|(piece, &clean)| {
            let plain = |edge: &Edge| !edge.last_only && edge.out.is_empty();
            clean
                && piece.colors.len() == 1
                && piece.moves.iter().flatten().all(plain)
                && piece.moves[piece.colors[0].index()].iter().all(|edge| !edge.captures)
        })
        .collect();
    spread(pieces, &mut steady, false);
    steady
}

/// The value of a game for a block of this colour, cooled by 2.
impl Worths {
    pub(super) fn cooled(&mut self, parts: &Parts, owner: Color) -> Option<tesuji_cgt::Game> {
        self.games.cooled(parts, owner).ok()
    }
}
