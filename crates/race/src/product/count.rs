//! Counting inside the search: states that the rule for cooled sums decides (paper 000, figures 8 and 9).
//!
//! Two blocks. A steady piece is worth its liberty game, read off the automaton; any other piece lies between two of them
//! ([`super::worth`]), and what lies between the blocks is bounded for each purpose ([`super::between`]). With all such pieces as bad
//! as they can be for a side, a win by counting is a win; with all of them as good as they can be, no win is none.
//!
//! # Kos that are filled
//!
//! From above a ko is read as an eye: it is taken by the move that captures the block. That says nothing where the block may have an eye
//! besides. So a side S also reads the kos of the other side O as liberties that it takes and fills with its next move ([`From::Filled`]), if they
//! are worth whole numbers of liberties however often O takes them back. S plays by counting, and in a ko only when everything else is worth
//! whole numbers too (there is always such a way to play: moves in numbers come last). Then O takes a ko back only
//!
//! - once in each ko that it may take already, for the price of a threat, or after a move elsewhere that S had to answer, of which there
//!   are so many and no more (`Class::left`, [`Counter::answered`]);
//! - and spends a move on it, as S did. So nothing has changed but that S may not take it again at once.
//!
//! S fills a plain liberty of O's instead; when there are none left it passes, which counts as one liberty more for O ([`Counter::late`]).
//! Exchanges that go on for ever would lift bans for ever, so they are not part of this reading. Threats count here, so what is claimed
//! holds for no more of them ([`Spare`]).
//!
//! The same sums say how close a state is: by how many liberties a side is ahead of what it needs ([`Counter::margin`]). That
//! is a guess about the search below and proves nothing unless it has the right sign from the right side.

use rustc_hash::FxHashMap;
use smallvec::SmallVec;
use tesuji_board::Color;
use tesuji_cgt::{Dyadic, Game};
use tesuji_job::Watch;

use super::between::{Held, Hold, Holding, is_between};
use super::book::Book;
use super::bounds::{Finish, NEVER};
use super::state::{State, Status};
use super::worth::{Bounding, From, Worths};
use crate::automaton::NONE;

/// What a piece is worth to one of its blocks, cooled by 2, with Black's liberties positive.
#[derive(Clone, Copy, Debug)]
struct Worth {
    /// From below.
    low: Option<Game>,
    /// From above, and whether the block may have an eye there.
    high: Option<(Game, bool)>,
    /// The same if kos are filled.
    filled: Option<(Game, bool)>,
}

/// What a claim could do without.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Spare {
    /// So many liberties.
    pub(super) liberties: u32,
    /// It holds however many threats the loser has; otherwise for no more than there are.
    pub(super) threats: bool,
}

impl Spare {
    /// So many liberties, and threats do not matter.
    pub(super) fn of(liberties: u32) -> Spare {
        Spare { liberties, threats: true }
    }
}

/// Cooled games that are no integers, and who is to move.
type Asked = (SmallVec<[Game; 16]>, Color);

/// A counter with a memory.
pub(super) struct Counter {
    pub(super) watch: Watch,
    worths: Worths,
    adjusted: FxHashMap<Asked, Option<i64>>,
    /// By class and slot.
    of_pieces: Vec<SmallVec<[Option<Worth>; 2]>>,
    /// What lies between the blocks, for each side and purpose, once it was asked for.
    holding: FxHashMap<(Color, Hold), Holding>,
    /// How many moves of a side in a piece may have to be answered.
    answers: FxHashMap<(u32, Color), u32>,
    /// Whether kos are also read as filled; tests ask what would be known without.
    pub(super) fills: bool,
}

/// How a side that wants to keep its block, or to take the other one, is bounded by what lies between both.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Aim {
    /// It wants to capture first.
    Capture,
    /// It wants not to be captured.
    Last,
}

/// Two opposing blocks that touch. All others are taken as safe: what a block shares with one of them is its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Duel {
    /// The block of the side that wants something.
    pub(super) own: usize,
    pub(super) other: usize,
}

impl Duel {
    fn turned(self) -> Duel {
        Duel { own: self.other, other: self.own }
    }
}

/// How what lies between the blocks is read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Reading {
    /// As plain liberties that it is at least as good as.
    Held(Hold),
    /// As if the own block did not breathe there.
    Outside,
}

/// How the other side's kos are read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kos {
    /// They are taken by the very move that captures the block.
    Last,
    /// They are taken, and filled with the next move, which may cost so many moves more.
    Filled { late: u32 },
}

/// All pieces as they can be at worst for a side.
#[derive(Default)]
struct Sum {
    games: SmallVec<[Game; 16]>,
    /// Black's plain liberties less White's.
    number: i64,
    /// Plain liberties of both.
    shared: i64,
    /// Pieces in which the other side may have an eye.
    eyes: u32,
    /// The side itself has an eye.
    own_eye: bool,
}

impl Counter {
    pub(super) fn new(watch: Watch) -> Counter {
        Counter {
            worths: Worths::new(watch.clone()),
            watch,
            adjusted: FxHashMap::default(),
            of_pieces: Vec::new(),
            holding: FxHashMap::default(),
            answers: FxHashMap::default(),
            fills: true,
        }
    }

    /// Whether `side` captures first, and what there is to spare; nothing if counting does not tell. Of a race of two blocks.
    pub(super) fn captures(&mut self, book: &Book, state: &State, side: Color) -> Option<(bool, Spare)> {
        if state.status.iter().any(|&status| status != Status::Racing) {
            return None;
        }
        let told = |[worst, best]: [Option<i64>; 2], threats: bool| {
            let spare =
                |margin: i64| u32::try_from(margin).ok().map(|liberties| Spare { liberties, threats });
            let reached = worst.and_then(spare).map(|spare| (true, spare));
            reached.or_else(|| Some((false, spare(-1 - best?)?)))
        };
        // Where kos are filled the threats count.
        let fills = std::mem::replace(&mut self.fills, false);
        let sure = told(self.margins(book, state, side), true);
        self.fills = fills;
        if sure.is_some() || !fills || !has_kos_to_fill(book, state) {
            return sure;
        }
        told(self.margins(book, state, side), false)
    }

    /// By how many liberties a side is ahead of what it needs to capture first, at worst and at best; below zero it does not.
    pub(super) fn margins(&mut self, book: &Book, state: &State, side: Color) -> [Option<i64>; 2] {
        let own = usize::from(book.colors[0] != side);
        self.between(book, state, Duel { own, other: 1 - own })
    }

    /// The same of two blocks among several.
    pub(super) fn between(&mut self, book: &Book, state: &State, duel: Duel) -> [Option<i64>; 2] {
        let worst = self.margin(book, state, duel, Aim::Capture);
        // At best for this side is at worst for the other, which may capture first or only not be captured.
        let kept = self.margin(book, state, duel.turned(), Aim::Last).map(|margin| -1 - margin);
        let best = match (kept, has_between(book, state)) {
            (Some(margin), false) => Some(margin),
            (kept, _) => {
                let taken = self.margin(book, state, duel.turned(), Aim::Capture);
                let lost = taken.filter(|&margin| margin >= 0).map(|margin| -1 - margin);
                [kept, lost].into_iter().flatten().min()
            }
        };
        [worst, best]
    }

    /// By how many liberties a side is ahead of what its aim needs, with everything as bad for it as it can be.
    pub(super) fn margin(&mut self, book: &Book, state: &State, duel: Duel, aim: Aim) -> Option<i64> {
        let loose = (aim == Aim::Last).then_some(Reading::Held(Hold::Loose));
        let ways = [Reading::Outside, Reading::Held(Hold::Finite), Reading::Held(Hold::Eye)];
        let ways = if has_between(book, state) { &ways[..] } else { &ways[..1] };
        let mut best = None;
        let filled = self.late(book, state, duel).map(|late| Kos::Filled { late });
        for reading in loose.into_iter().chain(ways.iter().copied()) {
            for ko in [Some(Kos::Last), filled].into_iter().flatten() {
                // Exchanges that go on for ever lift all bans.
                if ko != Kos::Last && reading == Reading::Held(Hold::Loose) {
                    continue;
                }
                for eye in [false, true] {
                    let Some(sum) = self.sum(book, state, duel, (reading, ko), eye) else { break };
                    if eye && !sum.own_eye {
                        break;
                    }
                    let shared = sum.shared;
                    best = best.max(self.ahead(sum, book.colors[duel.own], state.to_move, aim));
                    // An eye matters only where liberties are shared.
                    if shared == 0 {
                        break;
                    }
                }
            }
        }
        best
    }

    /// By how many liberties the opponents of a block are ahead of what they need to capture it if they play nowhere else, and
    /// answer nothing: at worst.
    pub(super) fn hunted(&mut self, book: &Book, state: &State, target: usize) -> Option<i64> {
        let favored = book.colors[target];
        let side = favored.opponent();
        let hunters = (0..book.colors.len())
            .filter(|&block| book.colors[block] == side && state.status[block] == Status::Racing);
        let spare = hunters.map(|own| book.least(state, own, target)).min()?;
        let mut sum = Sum::default();
        sum.number += signed(side, i64::from(spare)) + signed(favored, i64::from(state.plain[target]));
        for placed in &state.pieces {
            let class = &book.classes[placed.class as usize];
            if placed.slot_of(target).is_none() {
                continue;
            }
            match class.shared {
                Some(count) => sum.number += signed(favored, i64::from(count)),
                None if class.piece.colors.len() == 1 => {
                    self.add_theirs(book, state, &mut sum, (placed.class, 0), Kos::Last)?;
                }
                None => return None,
            }
        }
        self.ahead(sum, side, state.to_move, Aim::Capture)
    }

    /// By how many liberties a side is ahead of what its aim needs in a sum.
    fn ahead(&mut self, sum: Sum, side: Color, mover: Color, aim: Aim) -> Option<i64> {
        // Two places that want to be filled last are filled never.
        if sum.eyes > 1 {
            return None;
        }
        let adjusted = self.adjusted(sum.games, mover)?;
        let adjusted = adjusted.checked_add(sum.number)?;
        // What the mover reaches and has the move again, in liberties of the mover.
        let reached = if mover == Color::Black { adjusted } else { -adjusted };
        // Without eyes the last of the shared liberties need not be filled.
        let has_eyes = sum.eyes > 0 || sum.own_eye;
        let fill = if has_eyes { sum.shared } else { (sum.shared - 1).max(0) };
        // Only the side without an eye attacks: the other one captures if it is not captured.
        let waits = sum.eyes == 0 && (sum.own_eye || aim == Aim::Last);
        // The mover captures if it reaches what has to be filled, and is not captured if it reaches that much less than nothing.
        Some(match (side == mover, waits) {
            (true, false) => reached - fill,
            (true, true) => reached + fill,
            (false, false) => -fill - 1 - reached,
            (false, true) => fill - 1 - reached,
        })
    }

    /// All pieces as bad as they can be for a side; nothing if there is no bound. With `eye` one of its own pieces is only its eye,
    /// if there is one.
    fn sum(
        &mut self,
        book: &Book,
        state: &State,
        duel: Duel,
        (reading, kos): (Reading, Kos),
        eye: bool,
    ) -> Option<Sum> {
        let side = book.colors[duel.own];
        let favored = side.opponent();
        let mut sum = Sum::default();
        if let Kos::Filled { late } = kos {
            sum.number += signed(favored, i64::from(late));
        }
        if book.is_alive(state, duel.own) {
            sum.number += signed(side, i64::from(NEVER));
        }
        sum.number += signed(side, i64::from(state.plain[duel.own]));
        sum.number += signed(favored, i64::from(state.plain[duel.other]));
        for placed in &state.pieces {
            let class = &book.classes[placed.class as usize];
            let blocks = class.piece.colors.len();
            let (own, other) = (placed.slot_of(duel.own), placed.slot_of(duel.other));
            match (own, other, class.shared) {
                (None, None, _) => {}
                (Some(_), Some(_), Some(count)) => sum.shared += i64::from(count),
                (Some(_), None, Some(count)) => sum.number += signed(side, i64::from(count)),
                (None, Some(_), Some(count)) => sum.number += signed(favored, i64::from(count)),
                (Some(_), None, None) if blocks == 1 => {
                    if eye && !sum.own_eye && class.finish <= Finish::AsLast {
                        sum.own_eye = true;
                        sum.number += signed(side, i64::from(class.bound.least));
                        continue;
                    }
                    match self.worth(book, placed.class, 0, side).low {
                        Some(game) => sum.games.push(game),
                        None => sum.number += signed(side, i64::from(class.bound.least)),
                    }
                }
                // As if the own block did not breathe there.
                (Some(_), None, None) => {}
                (None, Some(_), None) if blocks == 1 => {
                    self.add_theirs(book, state, &mut sum, (placed.class, 0), kos)?;
                }
                (Some(_), Some(slot), None) if blocks == 2 && !book.goes_on => {
                    let held = match reading {
                        Reading::Held(hold) => self.held(book, placed.class, side, hold),
                        Reading::Outside => None,
                    };
                    match held {
                        Some(held) => {
                            sum.shared += i64::from(held.shared);
                            sum.number += signed(side, i64::from(held.own) - i64::from(held.theirs));
                            sum.own_eye |= held.eye;
                            sum.eyes += u32::from(held.their_eye);
                        }
                        None => self.add_theirs(book, state, &mut sum, (placed.class, slot), kos)?,
                    }
                }
                (_, Some(_), None) => return None,
            }
        }
        Some(sum)
    }

    /// How many moves a side may lose because it is not allowed to take kos back, if it takes and fills those of the other side; nothing
    /// if there are none.
    fn late(&mut self, book: &Book, state: &State, duel: Duel) -> Option<u32> {
        if !self.fills || !has_kos_to_fill(book, state) {
            return None;
        }
        let favored = book.colors[duel.other];
        // So often the other side may take a ko.
        let mut retakes = u32::from(state.threats.left(favored));
        for placed in &state.pieces {
            book.classes[placed.class as usize].left?;
            retakes = retakes.saturating_add(self.answered(book, placed.class, favored));
        }
        // Whoever may not take a ko back at once fills another liberty instead, as long as there are any.
        Some(retakes.saturating_sub(u32::from(state.plain[duel.other])))
    }

    /// How many moves of a side in a piece may have to be answered once everything is worth whole numbers of liberties.
    fn answered(&mut self, book: &Book, class: u32, side: Color) -> u32 {
        let key = (class, side);
        if let Some(&known) = self.answers.get(&key) {
            return known;
        }
        let here = &book.classes[class as usize];
        let found = if here.plain.is_some() || here.shared.is_some() {
            0
        } else if !here.steady {
            here.left.map_or(u32::MAX, |left| left[side.index()])
        } else {
            let owner = here.piece.colors[0];
            let value = self.whole(book, &[class], owner);
            let mut most = 0;
            for color in Color::BOTH {
                for edge in &here.piece.moves[color.index()] {
                    let to: SmallVec<[u32; 4]> = edge.to.iter().map(|target| target.piece).collect();
                    let mut moves = 0u32;
                    if let (Some(value), true) = (value, color == side) {
                        // What gains no more than any other move needs no answer.
                        let after = self.whole(book, &to, owner);
                        let gains = |after: i64| if side == owner { after - value } else { value - after };
                        moves += u32::from(after.is_none_or(|after| gains(after) > 1));
                    }
                    for next in to {
                        moves = moves.saturating_add(self.answered(book, next, side));
                    }
                    most = most.max(moves);
                }
            }
            most
        };
        self.answers.insert(key, found);
        found
    }

    /// The liberties of steady pieces, if each is worth a whole number.
    fn whole(&mut self, book: &Book, classes: &[u32], owner: Color) -> Option<i64> {
        classes.iter().try_fold(0, |sum, &class| {
            let value = self.worth(book, class, 0, owner).low?.to_integer()?;
            Some(sum + signed(owner, value))
        })
    }

    /// Adds a piece of the other side, as good for it as it can be.
    fn add_theirs(
        &mut self,
        book: &Book,
        state: &State,
        sum: &mut Sum,
        (class, slot): (u32, usize),
        kos: Kos,
    ) -> Option<()> {
        let piece = &book.classes[class as usize].piece;
        let favored = piece.colors[slot];
        if kos != Kos::Last && !book.classes[class as usize].clean {
            let (game, eye) = self.worth(book, class, slot, favored).filled?;
            sum.games.push(game);
            sum.eyes += u32::from(eye);
            return Some(());
        }
        let (game, eye) = self.worth(book, class, slot, favored).high?;
        sum.games.push(game);
        sum.eyes += u32::from(eye);
        // The other side may not take the last liberty at once: one more, which another move lifts.
        if piece.base != NONE && state.to_move != favored {
            sum.number += signed(favored, 1);
        }
        Some(())
    }

    /// What the side to move reaches in a sum of cooled games: for Black the smallest integer that is not below it, for White the
    /// largest that is not above it.
    fn adjusted(&mut self, games: SmallVec<[Game; 16]>, mover: Color) -> Option<i64> {
        let mut number = Dyadic::ZERO;
        let mut rest: SmallVec<[Game; 16]> = SmallVec::new();
        for game in games {
            match game.to_number() {
                Some(value) => number = number.checked_add(value).ok()?,
                None => rest.push(game),
            }
        }
        let whole = number.floor();
        let fraction = number.checked_sub(Dyadic::from(whole)).ok()?;
        if fraction != Dyadic::ZERO {
            rest.push(Game::number(fraction));
        }
        if rest.is_empty() {
            return Some(whole);
        }
        let key = (rest, mover);
        let found = match self.adjusted.get(&key) {
            Some(&known) => known,
            None => {
                let found = self.find_adjusted(&key.0, mover);
                self.adjusted.insert(key, found);
                found
            }
        };
        found?.checked_add(whole)
    }

    fn find_adjusted(&mut self, games: &[Game], mover: Color) -> Option<i64> {
        let arena = &mut self.worths.games.arena;
        let mut mean = Dyadic::ZERO;
        for &game in games {
            mean = mean.checked_add(arena.mean(game).ok()?).ok()?;
        }
        // Read for Black; for White with all signs turned.
        let mut within = |bound: i64| match mover {
            Color::Black => arena.sum_at_most(games, Game::integer(bound)).ok(),
            Color::White => arena.sum_at_least(games, Game::integer(-bound)).ok(),
        };
        let guess = match mover {
            Color::Black => mean.floor(),
            Color::White => mean.checked_neg().ok()?.floor(),
        };
        // Always within `above`, never within `below`.
        let (mut below, mut above);
        let mut step = 1;
        if within(guess)? {
            above = guess;
            below = guess - step;
            while within(below)? {
                above = below;
                step *= 2;
                below = above - step;
            }
        } else {
            below = guess;
            above = guess + step;
            while !within(above)? {
                below = above;
                step *= 2;
                above = below + step;
            }
        }
        while above - below > 1 {
            let middle = below + (above - below) / 2;
            if within(middle)? {
                above = middle;
            } else {
                below = middle;
            }
        }
        Some(if mover == Color::Black { above } else { -above })
    }

    fn held(&mut self, book: &Book, class: u32, side: Color, hold: Hold) -> Option<Held> {
        self.holding.entry((side, hold)).or_insert_with(|| Holding::new(book, side, hold)).of(class)
    }

    fn worth(&mut self, book: &Book, class: u32, slot: usize, owner: Color) -> Worth {
        let class_at = class as usize;
        if let Some(&Some(worth)) = self.of_pieces.get(class_at).and_then(|slots| slots.get(slot)) {
            return worth;
        }
        let exact = if book.classes[class as usize].steady { self.worths.exact(book, class) } else { None };
        let worth = match exact.and_then(|parts| self.worths.cooled(&parts, owner)) {
            Some(game) => Worth { low: Some(game), high: Some((game, false)), filled: Some((game, false)) },
            None => {
                let mut cooled = |from: From| {
                    let Bounding { parts, eye } = self.worths.bounding(book, class, slot, from)?;
                    Some((self.worths.cooled(&parts, owner)?, eye))
                };
                Worth {
                    low: cooled(From::Below).map(|(game, _)| game),
                    high: cooled(From::Above),
                    filled: cooled(From::Filled),
                }
            }
        };
        if self.of_pieces.len() <= class_at {
            self.of_pieces.resize(class_at + 1, SmallVec::new());
        }
        let slots = &mut self.of_pieces[class_at];
        if slots.len() <= slot {
            slots.resize(slot + 1, None);
        }
        slots[slot] = Some(worth);
        worth
    }
}

/// Whether more than plain liberties lies between the blocks.
fn has_between(book: &Book, state: &State) -> bool {
    state.pieces.iter().any(|placed| is_between(book, placed.class))
}

/// Whether a side may do better by filling kos.
fn has_kos_to_fill(book: &Book, state: &State) -> bool {
    !book.goes_on && !state.pieces.iter().all(|placed| book.classes[placed.class as usize].clean)
}

fn signed(owner: Color, count: i64) -> i64 {
    if owner == Color::Black { count } else { -count }
}
