//! Counting inside the search: states that the rule for cooled sums decides (paper 000, figures 8 and 9).
//!
//! Two blocks, plain shared liberties at most, no eyes in the making. A piece in which the owner never takes stones and nothing
//! can come back is worth its liberty game, read off the automaton. Any other piece, such as one with a ko, lies between two
//! numbers of plain liberties: as many as the attacker needs at least, if the owner does nothing, and as many as the attacker
//! needs at most without ever taking a ko that could be retaken. With all such pieces as bad as they can be for a side, a win by
//! counting is a win; with all of them as good as they can be, no win is none.

use rustc_hash::FxHashMap;
use smallvec::SmallVec;
use tesuji_board::Color;
use tesuji_cgt::Game;
use tesuji_job::{Limits, Watch};

use super::book::Book;
use super::state::{State, Status};
use crate::automaton::{Edge, NONE, Piece};
use crate::liberty::{Branch, Finish, LibertyGames, Parts};
use crate::race::Race;
use crate::verdict::{Outcome, outcome_of_sum};

/// Nodes of the liberty games and values of one search.
const VALUES: Limits = Limits::nodes(2_000_000).with_memory(256 << 20);

/// What a piece of one block is worth, as its owner sees it.
#[derive(Clone, Copy, Debug)]
enum Worth {
    /// Exactly this game, cooled by 2, with Black's liberties positive.
    Game(Game),
    /// A number of plain liberties between these two; no end if the second is none.
    Between(u32, Option<u32>),
    /// It may become an eye, or life.
    Beyond,
}

/// The cooled games of a race, its shared liberties and who is to move.
type Asked = (SmallVec<[Game; 16]>, u32, Color);

/// A counter with a memory.
pub(super) struct Counter {
    games: LibertyGames,
    worths: FxHashMap<u32, Worth>,
    parts: FxHashMap<u32, Option<Parts>>,
    known: FxHashMap<Asked, Option<Outcome>>,
}

impl Counter {
    pub(super) fn new(watch: Watch) -> Counter {
        Counter {
            games: LibertyGames::with_limits(VALUES, watch),
            worths: FxHashMap::default(),
            parts: FxHashMap::default(),
            known: FxHashMap::default(),
        }
    }

    /// Whether `side` captures first; nothing if counting does not tell.
    pub(super) fn captures(&mut self, book: &Book, state: &State, side: Color) -> Option<bool> {
        if state.status.iter().any(|&status| status != Status::Racing) {
            return None;
        }
        let mut shared = 0;
        let mut exact: SmallVec<[Game; 16]> = SmallVec::new();
        // The numbers that are worst and best for the side, Black's liberties positive.
        let mut numbers = [Some(0i64), Some(0)];
        let mut add = |owner: Color, least: u32, most: Option<u32>| {
            let sign = if owner == Color::Black { 1 } else { -1 };
            for (best, number) in numbers.iter_mut().enumerate() {
                let count = if (owner == side) == (best == 1) { most } else { Some(least) };
                *number = number.zip(count).map(|(sum, count)| sum + sign * i64::from(count));
            }
        };
        for (block, &plain) in state.plain.iter().enumerate() {
            add(book.colors[block], u32::from(plain), Some(u32::from(plain)));
        }
        for placed in &state.pieces {
            let class = &book.classes[placed.class as usize];
            if class.piece.colors.len() > 1 {
                shared += class.shared?;
                continue;
            }
            match self.worth(book, placed.class) {
                Worth::Game(game) => exact.push(game),
                Worth::Between(least, most) => add(class.piece.colors[0], least, most),
                Worth::Beyond => return None,
            }
        }
        let [worst, best] = numbers;
        if let Some(worst) = worst
            && self.outcome(&exact, worst, shared, state.to_move)? == Outcome::win_of(side)
        {
            return Some(true);
        }
        let best = best?;
        (self.outcome(&exact, best, shared, state.to_move)? != Outcome::win_of(side)).then_some(false)
    }

    fn outcome(&mut self, exact: &[Game], number: i64, shared: u32, mover: Color) -> Option<Outcome> {
        let mut cooled: SmallVec<[Game; 16]> = exact.iter().copied().collect();
        cooled.push(Game::integer(number));
        let key = (cooled.clone(), shared, mover);
        if let Some(&known) = self.known.get(&key) {
            return known;
        }
        let race = Race { shared, ..Race::default() };
        let found = outcome_of_sum(&mut self.games, &cooled, &race, mover).ok();
        self.known.insert(key, found);
        found
    }

    fn worth(&mut self, book: &Book, class: u32) -> Worth {
        if let Some(&worth) = self.worths.get(&class) {
            return worth;
        }
        let at = &book.classes[class as usize];
        let owner = at.piece.colors[0];
        let worth = if at.bound.as_last && at.clean {
            Worth::Beyond
        } else if at.steady {
            let parts = self.parts(book, class);
            match parts.and_then(|parts| self.games.cooled(&parts, owner).ok()) {
                Some(game) => Worth::Game(game),
                None => Worth::Beyond,
            }
        } else if at.may_be_eye {
            Worth::Beyond
        } else {
            Worth::Between(at.bound.least, at.most_yielding)
        };
        self.worths.insert(class, worth);
        worth
    }

    /// The liberty game of a piece in which nothing comes back; nothing if life is in play or there are too many.
    fn parts(&mut self, book: &Book, class: u32) -> Option<Parts> {
        if let Some(known) = self.parts.get(&class) {
            return known.clone();
        }
        let piece = &book.classes[class as usize].piece;
        let owner = piece.colors[0];
        let built = self.build(book, piece, owner);
        self.parts.insert(class, built.clone());
        built
    }

    fn build(&mut self, book: &Book, piece: &Piece, owner: Color) -> Option<Parts> {
        let mut branches = |edges: &[Edge]| -> Option<Vec<Branch>> {
            let mut all = Vec::new();
            for edge in edges {
                let mut to = Parts::new();
                for target in &edge.to {
                    to.extend(self.parts(book, target.piece)?);
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
}

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

/// Whether some line below ends with a stone that has no liberty, or joins safe stones.
pub(super) fn may_be_eye(pieces: &[Piece]) -> Vec<bool> {
    let special =
        |piece: &Piece| piece.moves.iter().flatten().any(|edge| edge.last_only || !edge.out.is_empty());
    let mut eyes: Vec<bool> = pieces.iter().map(special).collect();
    spread(pieces, &mut eyes, true);
    eyes
}

/// Hands a property up to all pieces above.
fn spread(pieces: &[Piece], property: &mut [bool], value: bool) {
    let mut above: Vec<Vec<u32>> = vec![Vec::new(); pieces.len()];
    for (at, piece) in pieces.iter().enumerate() {
        for next in piece.followers().chain((piece.base != NONE).then_some(piece.base)) {
            above[next as usize].push(at as u32);
        }
    }
    let mut work: Vec<usize> = (0..pieces.len()).filter(|&at| property[at] == value).collect();
    while let Some(at) = work.pop() {
        for &parent in &above[at] {
            if property[parent as usize] != value {
                property[parent as usize] = value;
                work.push(parent as usize);
            }
        }
    }
}

/// Moves that the attacker of each piece of one block needs at most without taking what can be retaken.
pub(super) fn most_yielding(pieces: &[Piece]) -> Vec<Option<u32>> {
    let sets = connected_sets(pieces);
    let mut known: Vec<Option<Option<u32>>> = vec![None; pieces.len()];
    let mut open = vec![false; pieces.len()];
    (0..pieces.len()).map(|at| most(pieces, &sets, at, &mut known, &mut open)).collect()
}

fn most(
    pieces: &[Piece],
    sets: &[u32],
    at: usize,
    known: &mut [Option<Option<u32>>],
    open: &mut [bool],
) -> Option<u32> {
    let at = if pieces[at].base == NONE { at } else { pieces[at].base as usize };
    if let Some(most) = known[at] {
        return most;
    }
    let piece = &pieces[at];
    // A piece that is open above would be a cycle without captures of the attacker: there is none on a board.
    if piece.colors.len() != 1 || open[at] {
        return None;
    }
    open[at] = true;
    let owner = piece.colors[0].index();
    let mut sum = |edge: &Edge| {
        edge.to.iter().try_fold(0u32, |sum, target| {
            Some(sum.saturating_add(most(pieces, sets, target.piece as usize, known, open)?))
        })
    };
    let mut needed = Some(0);
    if piece.breath != 0 {
        let undone = |edge: &&Edge| {
            edge.captures && edge.to.iter().any(|target| sets[target.piece as usize] == sets[at])
        };
        let attacks = piece.moves[1 - owner].iter().filter(|edge| !undone(edge) && !edge.takes_ko);
        needed = attacks.filter_map(|edge| Some(sum(edge)? + 1)).min();
    }
    for edge in &piece.moves[owner] {
        let after = if edge.out.is_empty() { sum(edge) } else { None };
        needed = needed.zip(after).map(|(one, other)| one.max(other));
    }
    open[at] = false;
    known[at] = Some(needed);
    needed
}

/// The strongly connected sets of pieces (Tarjan).
fn connected_sets(pieces: &[Piece]) -> Vec<u32> {
    let next_of = |at: usize| -> Vec<u32> {
        let piece = &pieces[at];
        piece.followers().chain((piece.base != NONE).then_some(piece.base)).collect()
    };
    let mut set = vec![NONE; pieces.len()];
    let (mut entered, mut lowest) = (vec![NONE; pieces.len()], vec![NONE; pieces.len()]);
    let (mut count, mut sets) = (0, 0);
    let mut waiting: Vec<usize> = Vec::new();
    for root in 0..pieces.len() {
        if entered[root] != NONE {
            continue;
        }
        let mut stack = vec![(root, next_of(root), 0)];
        entered[root] = count;
        lowest[root] = count;
        count += 1;
        waiting.push(root);
        while let Some((at, next, done)) = stack.last_mut() {
            let at = *at;
            if let Some(&child) = next.get(*done) {
                *done += 1;
                let child = child as usize;
                if entered[child] == NONE {
                    entered[child] = count;
                    lowest[child] = count;
                    count += 1;
                    waiting.push(child);
                    stack.push((child, next_of(child), 0));
                } else if set[child] == NONE {
                    lowest[at] = lowest[at].min(entered[child]);
                }
                continue;
            }
            stack.pop();
            if let Some((above, ..)) = stack.last() {
                lowest[*above] = lowest[*above].min(lowest[at]);
            }
            if lowest[at] == entered[at] {
                while let Some(member) = waiting.pop() {
                    set[member] = sets;
                    if member == at {
                        break;
                    }
                }
                sets += 1;
            }
        }
    }
    set
}
