//! Games that only go forward: the fast engine of experiments.
//!
//! A [`Playout`] keeps what the recurrences of paper 003 speak of and nothing else: the stones, the empty points, and F,
//! the set of points of a string and around it. Liberties are `F n V` and need no upkeep when stones come and go; only the
//! set of all stones in atari is kept up to date. Whether a point may be played is then a matter of a few words, whatever
//! the shape of the board. There is no undo, and a history only if the rules ask for one.
//!
//! Moves are drawn uniformly from a set of points: a member is chosen, tested, and left aside if it may not be played. What
//! was left aside is remembered until something around it changes, so that the eyes of a finished game are not tried again
//! and again. Where the random numbers come from is the caller's business.

// Several sets are walked side by side, word by word.
#![allow(clippy::needless_range_loop)]

mod history;
mod words;

use std::sync::Arc;

use self::history::History;
pub use self::words::{WithWords, Words, points_of, with_words, words_of};
use self::words::{
    choose, contains, each_member, first, insert, is_empty, members, none_or_one, remove, zip,
};
use crate::color::Color;
use crate::point::{Point, PointSet};
use crate::position::KoRule;
use crate::setup::Setup;
use crate::topology::Topology;

/// Which own eyes a player leaves alone: points whose neighbours are all own stones.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum EyeRule {
    /// An eye is not filled unless one of the strings around it is in atari.
    Kept,
    /// An eye is never filled.
    AlwaysKept,
    /// Eyes are filled like any other point; games rarely end by themselves then.
    Filled,
}

/// The rules of a game that only goes forward. Suicide is never played.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct PlayoutRules {
    /// Which moves repeat what may not be repeated.
    pub ko: KoRule,
    /// Which eyes are left alone.
    pub eyes: EyeRule,
    /// Whether the game remembers all its positions, so that [`Playout::is_repetition`] can answer. A superko rule needs
    /// them anyway.
    pub history: bool,
}

impl Default for PlayoutRules {
    /// Simple ko, eyes kept, no history.
    fn default() -> PlayoutRules {
        PlayoutRules { ko: KoRule::Simple, eyes: EyeRule::Kept, history: false }
    }
}

/// How often a point is drawn from the list on boards of several words, where choosing from a set takes longer.
const LIST_TRIES: usize = 4;

const NO_KO: u16 = u16::MAX;

/// The cell of a point without a stone; stones are `Color::index()`.
const EMPTY: u8 = 2;

/// What is known of a point, and of the string whose name is this point.
///
/// [`first`] of an empty set is one point too many: there is a site for it, a string of nothing, so that loops over strings
/// need not ask whether there is a first.
#[derive(Clone, Copy, Debug)]
struct Site {
    /// The name of the string: one of its stones. An empty point has its own.
    root: u16,
    /// Stones of the string; 0 for an empty point.
    size: u16,
    /// Where an empty point is in the list.
    place: u16,
    /// The colour of the stone, or [`EMPTY`].
    cell: u8,
}

impl Site {
    fn empty(point: usize, place: usize) -> Site {
        Site { root: point as u16, size: 0, place: place as u16, cell: EMPTY }
    }
}

/// A game in progress on a board of at most `64 * W` points; [`with_words`] finds the right `W`.
///
/// ```
/// use tesuji_board::{Playout, PlayoutRules, Topology};
/// let board = Topology::parse("hexagon:4").unwrap();
/// let mut playout: Playout<1> = Playout::new(board, PlayoutRules::default());
/// let mut number = 1u32;
/// let moves = playout.run(500, |n| {
///     number = number.wrapping_mul(747_796_405).wrapping_add(2_891_336_453);
///     ((u64::from(number) * u64::from(n)) >> 32) as u32
/// });
/// assert!(playout.passes() == 2 && moves < 500);
/// assert!(playout.area().iter().sum::<usize>() <= 37);
/// ```
#[derive(Clone, Debug)]
pub struct Playout<const W: usize> {
    topology: Arc<Topology>,
    rules: PlayoutRules,
    /// The neighbours of each point.
    around: Arc<[Words<W>]>,
    sites: Vec<Site>,
    /// F by the name of the string: the string and all points around it. For an empty point that is the point and its
    /// neighbours.
    reach: Vec<Words<W>>,
    /// The eye rule as masks: all bits if own stones in atari make eyes too, and if there are eyes at all.
    eye_masks: [u64; 2],
    stones: [Words<W>; 2],
    empty: Words<W>,
    /// The empty points in some order.
    list: Vec<u16>,
    /// All stones of strings with a single liberty.
    atari: Words<W>,
    /// Empty points that a colour was seen not to be able to play, or not to want to, since anything around them changed.
    spent: [Words<W>; 2],
    /// Whether there may be any of them.
    any_spent: bool,
    /// Of the stones; kept only with a history.
    hash: u64,
    to_move: Color,
    /// Where the stone just played may not be retaken, or [`NO_KO`].
    ko: u16,
    passes: u32,
    history: Option<History>,
}

impl<const W: usize> Playout<W> {
    /// The empty board, Black to move.
    ///
    /// # Panics
    /// If the board has more than `64 * W` points.
    #[must_use]
    pub fn new(topology: Arc<Topology>, rules: PlayoutRules) -> Playout<W> {
        let points = topology.len();
        assert!(points <= 64 * W, "{points} points do not fit into {W} words");
        let around: Arc<[Words<W>]> =
            topology.points().map(|p| words_of(&topology.neighbors(p).iter().copied().collect())).collect();
        let superko = matches!(rules.ko, KoRule::PositionalSuperko | KoRule::SituationalSuperko);
        let mut playout = Playout {
            rules,
            stones: [[0; W]; 2],
            empty: [0; W],
            list: Vec::with_capacity(points),
            atari: [0; W],
            spent: [[0; W]; 2],
            any_spent: false,
            around,
            sites: vec![Site::empty(64 * W, 0); 64 * W + 1],
            reach: vec![[0; W]; 64 * W + 1],
            eye_masks: match rules.eyes {
                EyeRule::Kept => [0, u64::MAX],
                EyeRule::AlwaysKept => [u64::MAX, u64::MAX],
                EyeRule::Filled => [0, 0],
            },
            hash: 0,
            to_move: Color::Black,
            ko: NO_KO,
            passes: 0,
            history: (superko || rules.history).then(|| History::new(points)),
            topology,
        };
        playout.clear();
        playout
    }

    /// Back to the empty board, Black to move; allocates nothing.
    pub fn clear(&mut self) {
        self.stones = [[0; W]; 2];
        self.empty = words_of(&PointSet::full(self.topology.len()));
        self.atari = [0; W];
        self.spent = [[0; W]; 2];
        self.any_spent = false;
        self.list.clear();
        for point in 0..self.around.len() {
            self.vacate(point);
        }
        self.hash = 0;
        self.begin(Color::Black, None);
    }

    /// The name of the string of a point.
    #[inline(always)]
    fn root(&self, point: usize) -> usize {
        usize::from(self.sites[point].root)
    }

    /// Makes a point a string of its own, without stones.
    #[inline(always)]
    fn vacate(&mut self, point: usize) {
        self.sites[point] = Site::empty(point, self.list.len());
        self.reach[point] = self.around[point];
        insert(&mut self.reach[point], point);
        self.list.push(point as u16);
    }

    /// Takes a point out of the set and the list of the empty ones.
    #[inline(always)]
    fn occupy(&mut self, point: usize) {
        remove(&mut self.empty, point);
        let place = self.sites[point].place;
        let Some(last) = self.list.pop() else { return };
        self.sites[usize::from(last)].place = place;
        if let Some(hole) = self.list.get_mut(usize::from(place)) {
            *hole = last;
        }
    }

    fn begin(&mut self, to_move: Color, ko: Option<Point>) {
        self.to_move = to_move;
        self.ko = ko.filter(|_| self.rules.ko == KoRule::Simple).map_or(NO_KO, |p| p.0);
        self.passes = 0;
        let stones = self.topology.len() - self.empty.iter().map(|w| w.count_ones() as usize).sum::<usize>();
        if let Some(history) = &mut self.history {
            history.clear(stones, self.hash, to_move);
        }
    }

    /// Goes on from these stones, all of whose strings must have a liberty; the history begins here.
    pub fn set(&mut self, setup: &Setup) {
        self.clear();
        for color in Color::BOTH {
            self.stones[color.index()] = words_of(setup.stones(color));
            for stone in setup.stones(color).iter() {
                self.occupy(stone.index());
                self.sites[stone.index()].cell = color.index() as u8;
                self.hash ^= self.topology.key(color, stone);
            }
        }
        for color in Color::BOTH {
            let mut left = setup.stones(color).clone();
            while let Some(stone) = left.first() {
                let string = self.topology.component(stone, |p| setup.stones(color).contains(p));
                let mut reach: Words<W> = words_of(&string);
                for member in string.iter() {
                    left.remove(member);
                    self.sites[member.index()].root = stone.0;
                    reach = zip(&reach, &self.around[member.index()], |a, b| a | b);
                }
                self.reach[stone.index()] = reach;
                self.sites[stone.index()].size = string.len() as u16;
                if none_or_one(&reach, &self.empty).1 {
                    self.atari = zip(&self.atari, &words_of(&string), |a, b| a | b);
                }
            }
        }
        self.begin(setup.to_move, setup.ko);
    }

    /// The board.
    #[must_use]
    pub fn topology(&self) -> &Arc<Topology> {
        &self.topology
    }

    /// Whose turn it is.
    #[must_use]
    #[inline]
    pub fn to_move(&self) -> Color {
        self.to_move
    }

    /// The number of passes since the last stone was played.
    #[must_use]
    #[inline]
    pub fn passes(&self) -> u32 {
        self.passes
    }

    /// The stones of a colour: B or W.
    #[must_use]
    #[inline]
    pub fn stones(&self, color: Color) -> &Words<W> {
        &self.stones[color.index()]
    }

    /// The empty points: V.
    #[must_use]
    #[inline]
    pub fn empty(&self) -> &Words<W> {
        &self.empty
    }

    /// All stones of strings with a single liberty.
    #[must_use]
    #[inline]
    pub fn atari(&self) -> &Words<W> {
        &self.atari
    }

    /// The point and its neighbours without it.
    #[must_use]
    #[inline]
    pub fn around(&self, point: usize) -> &Words<W> {
        &self.around[point]
    }

    /// F(x): the string of a point and all points around it; the point and its neighbours if it is empty.
    #[must_use]
    #[inline]
    pub fn reach(&self, point: usize) -> &Words<W> {
        &self.reach[self.root(point)]
    }

    /// The stones, the side to move and the ko point as a setup.
    #[must_use]
    pub fn to_setup(&self) -> Setup {
        Setup {
            topology: self.topology.clone(),
            black: PointSet::from_words(&self.stones[0]),
            white: PointSet::from_words(&self.stones[1]),
            to_move: self.to_move,
            ko: (self.ko != NO_KO).then_some(Point(self.ko)),
        }
    }

    /// Whether these stones, with the same side to move, were there before.
    ///
    /// Always false if the rules keep no history.
    #[must_use]
    #[inline]
    pub fn is_repetition(&self) -> bool {
        self.history.as_ref().is_some_and(History::is_repetition)
    }

    /// All points from which the side to move chooses: legal, no suicide, no eye that the rules keep.
    #[must_use]
    pub fn candidates(&self) -> Words<W> {
        let mut found = [0; W];
        for point in members(self.empty) {
            if point != usize::from(self.ko) && self.is_wanted(point) && !self.is_superko(point) {
                insert(&mut found, point);
            }
        }
        found
    }

    /// Whether a stone of the side to move on this empty point breathes and fills no eye that the rules keep.
    #[inline(always)]
    fn is_wanted(&self, point: usize) -> bool {
        let (own, enemy) = (self.stones(self.to_move), self.stones(self.to_move.opponent()));
        let [in_atari_too, any] = self.eye_masks;
        // The formula V n F(H xor ~W) of paper 003, seen from the point: it breathes if next to it there is an empty point,
        // an own stone that is not in atari, or one of the opponent's that is.
        if W > 2 {
            let mover = self.to_move.index() as u8;
            let (mut breathes, mut open) = (false, false);
            for n in self.topology.neighbors(Point(point as u16)) {
                let cell = self.sites[n.index()].cell;
                if cell == EMPTY {
                    return true;
                }
                let safe = !contains(&self.atari, n.index());
                breathes |= (cell == mover) == safe;
                open |= cell != mover || any == 0 || !(safe || in_atari_too != 0);
            }
            return breathes && open;
        }
        let around = &self.around[point];
        let (mut breathes, mut open) = (0, 0);
        for i in 0..W {
            let safe = own[i] & !self.atari[i];
            breathes |= around[i] & (self.empty[i] | safe | (enemy[i] & self.atari[i]));
            let wall = (safe | (own[i] & in_atari_too)) & any;
            open |= around[i] & !wall;
        }
        (breathes != 0) & (open != 0)
    }

    /// A point drawn uniformly from the candidates in a set, or none if it has none. `below(n)` returns a random number
    /// in `0..n`.
    #[inline]
    pub fn draw(&mut self, among: &Words<W>, below: &mut impl FnMut(u32) -> u32) -> Option<Point> {
        let mover = self.to_move.index();
        let mut pool: Words<W> = std::array::from_fn(|i| among[i] & self.empty[i] & !self.spent[mover][i]);
        if self.ko != NO_KO {
            remove(&mut pool, usize::from(self.ko));
        }
        loop {
            let point = choose(&pool, below)?;
            if !self.is_wanted(point) {
                insert(&mut self.spent[mover], point);
                self.any_spent = true;
            } else if !self.is_superko(point) {
                return Some(Point(point as u16));
            }
            remove(&mut pool, point);
        }
    }

    /// A point drawn uniformly from all candidates, or none if there is none.
    #[inline]
    pub fn draw_any(&mut self, below: &mut impl FnMut(u32) -> u32) -> Option<Point> {
        // Most empty points are candidates most of the time: one from the list comes sooner than one from a set. If it is
        // none, the set decides, and all candidates are still equally likely.
        let count = self.list.len() as u32;
        let tries = if count == 0 {
            0
        } else if W == 1 {
            1
        } else {
            LIST_TRIES
        };
        let mover = self.to_move.index();
        for _ in 0..tries {
            let point = usize::from(self.list[below(count) as usize]);
            if W > 1 && contains(&self.spent[mover], point) {
                continue;
            }
            if !self.is_wanted(point) {
                insert(&mut self.spent[mover], point);
                self.any_spent = true;
            } else if point != usize::from(self.ko) && !self.is_superko(point) {
                return Some(Point(point as u16));
            }
        }
        self.draw(&[u64::MAX; W], below)
    }

    /// Plays a candidate of the side to move.
    #[inline]
    pub fn play(&mut self, point: Point) {
        let p = point.index();
        let mover = self.to_move.index();
        self.occupy(p);

        // The opponent's strings around lose a liberty; `changed` is where candidates must be looked at anew.
        let mut taken = [0; W];
        let mut changed = [0; W];
        let touched = if W > 2 {
            self.touch_listed(p, mover, &mut taken, &mut changed)
        } else {
            self.touch_sets(p, mover, &mut taken, &mut changed)
        };
        let Touched { slot, was_atari, mut far } = touched;
        insert(&mut self.stones[mover], p);
        self.sites[p].cell = mover as u8;
        self.ko = NO_KO;
        let mut stones_taken = 0;
        if far && !is_empty(&taken) {
            stones_taken = self.lift(&taken, &mut changed);
        }
        let reach = &self.reach[slot];
        let (_, atari) = none_or_one(reach, &self.empty);
        if W == 1 || atari || was_atari {
            let in_atari = 0u64.wrapping_sub(atari.into());
            far = true;
            for i in 0..W {
                let string = reach[i] & self.stones[mover][i];
                self.atari[i] = (self.atari[i] & !string) | (string & in_atari);
                changed[i] |= reach[i];
            }
        }
        if W == 1 || (far && self.any_spent) {
            for i in 0..W {
                self.spent[0][i] &= !changed[i];
                self.spent[1][i] &= !changed[i];
            }
        }
        if W > 2 && self.any_spent {
            for n in self.topology.neighbors(point) {
                remove(&mut self.spent[0], n.index());
                remove(&mut self.spent[1], n.index());
            }
        } else if W == 2 {
            for i in 0..W {
                self.spent[0][i] &= !self.around[p][i];
                self.spent[1][i] &= !self.around[p][i];
            }
        }
        if stones_taken == 1 && atari && self.sites[slot].size == 1 && self.rules.ko == KoRule::Simple {
            self.ko = first(&taken) as u16;
        }
        self.to_move = self.to_move.opponent();
        self.passes = 0;
        if let Some(history) = &mut self.history {
            self.hash ^= self.topology.key(self.to_move.opponent(), point);
            for stone in members(taken) {
                self.hash ^= self.topology.key(self.to_move, Point(stone as u16));
            }
            history.push(1 - stones_taken as isize, self.hash, self.to_move);
        }
    }

    /// A new stone among its neighbours, on boards of more than two words: neighbour by neighbour. Strings of the other colour
    /// lose a liberty, those of its own become one with it.
    #[inline(always)]
    fn touch_listed(
        &mut self,
        p: usize,
        mover: usize,
        taken: &mut Words<W>,
        changed: &mut Words<W>,
    ) -> Touched {
        let (mut was_atari, mut far) = (false, false);
        let (mut slot, mut size) = (p, 1);
        let mut pressed = p;
        for n in self.topology.neighbors(Point(p as u16)) {
            let Site { cell, root, .. } = self.sites[n.index()];
            let next = usize::from(root);
            if cell == EMPTY || next == slot || next == pressed {
                continue;
            }
            if cell != mover as u8 {
                // A string that touches the point again later is pressed again: it makes no difference.
                pressed = next;
                let reach = &self.reach[next];
                far |= press(reach, &self.empty, &self.stones[1 - mover], taken, &mut self.atari, changed);
                continue;
            }
            was_atari |= contains(&self.atari, n.index());
            if slot == p {
                slot = next;
            } else {
                // The smaller string takes the name of the larger one.
                let (small, large) =
                    if self.sites[next].size > self.sites[slot].size { (slot, next) } else { (next, slot) };
                let renamed = zip(&self.reach[small], &self.stones[mover], |a, b| a & b);
                each_member(&renamed, |stone| self.sites[stone].root = large as u16);
                self.reach[large] = zip(&self.reach[large], &self.reach[small], |a, b| a | b);
                self.sites[large].size += self.sites[small].size;
                slot = large;
            }
            size = self.sites[slot].size + 1;
        }
        if slot != p {
            self.reach[slot] = zip(&self.reach[slot], &self.reach[p], |a, b| a | b);
        }
        self.sites[p].root = slot as u16;
        self.sites[slot].size = size;
        Touched { slot, was_atari, far }
    }

    /// The same on boards of one or two words, where the neighbours are a set.
    #[inline(always)]
    fn touch_sets(
        &mut self,
        p: usize,
        mover: usize,
        taken: &mut Words<W>,
        changed: &mut Words<W>,
    ) -> Touched {
        let enemy = self.stones[1 - mover];
        let mut left = zip(&self.around[p], &enemy, |a, b| a & b);
        let mut far = false;
        // With one word the first round is made in any case, with a string of nothing if there is none: one branch less that
        // nobody can predict.
        while W == 1 || !is_empty(&left) {
            let reach = &self.reach[usize::from(self.sites[first(&left)].root)];
            far |= press(reach, &self.empty, &enemy, taken, &mut self.atari, changed);
            left = zip(&left, reach, |a, b| a & !b);
            if W == 1 && is_empty(&left) {
                break;
            }
        }

        let own = self.stones[mover];
        let mut left = zip(&self.around[p], &own, |a, b| a & b);
        let was_atari = !is_empty(&zip(&left, &self.atari, |a, b| a & b));
        // An empty point is its own slot and holds its own surroundings already.
        let alone = is_empty(&left);
        let named = self.root(first(&left));
        let mut slot = if alone { p } else { named };
        // The new stone counts.
        let mut size = self.sites[slot].size + 1;
        left = zip(&left, &self.reach[slot], |a, b| a & !b);
        let mut joined = zip(&self.reach[slot], &own, |a, b| a & b);
        let mut reach = zip(&self.reach[slot], &self.reach[p], |a, b| a | b);
        while !is_empty(&left) {
            let next = self.root(first(&left));
            let string = zip(&self.reach[next], &own, |a, b| a & b);
            // The smaller part takes the name of the larger one.
            let (renamed, name) = if self.sites[next].size > size { (joined, next) } else { (string, slot) };
            each_member(&renamed, |stone| self.sites[stone].root = name as u16);
            slot = name;
            size += self.sites[next].size;
            for i in 0..W {
                reach[i] |= self.reach[next][i];
                joined[i] |= string[i];
                left[i] &= !string[i];
            }
        }
        self.reach[slot] = reach;
        self.sites[p].root = slot as u16;
        self.sites[slot].size = size;
        Touched { slot, was_atari, far }
    }

    /// Takes the opponent's dead stones off and looks again at own strings in atari; returns how many stones went.
    fn lift(&mut self, taken: &Words<W>, changed: &mut Words<W>) -> usize {
        let (mover, other) = (self.to_move.index(), 1 - self.to_move.index());
        for i in 0..W {
            self.stones[other][i] &= !taken[i];
            self.empty[i] |= taken[i];
            self.atari[i] &= !taken[i];
        }
        let mut count = 0;
        each_member(taken, |stone| {
            self.vacate(stone);
            count += 1;
        });
        let mut left = zip(&self.atari, &self.stones[mover], |a, b| a & b);
        while !is_empty(&left) {
            let reach = self.reach[self.root(first(&left))];
            let (_, atari) = none_or_one(&reach, &self.empty);
            for i in 0..W {
                left[i] &= !reach[i];
                if !atari {
                    self.atari[i] &= !(reach[i] & self.stones[mover][i]);
                    changed[i] |= reach[i];
                }
            }
        }
        count
    }

    /// The side to move passes.
    pub fn pass(&mut self) {
        self.to_move = self.to_move.opponent();
        self.ko = NO_KO;
        self.passes += 1;
        if let Some(history) = &mut self.history {
            history.push(0, self.hash, self.to_move);
        }
    }

    /// Plays one move of the side to move, drawn uniformly from its candidates, or passes if there is none.
    #[inline]
    pub fn step(&mut self, mut below: impl FnMut(u32) -> u32) -> Option<Point> {
        let drawn = self.draw_any(&mut below);
        match drawn {
            Some(point) => self.play(point),
            None => self.pass(),
        }
        drawn
    }

    /// Plays until both sides have passed or `most` moves have been made; returns the number of moves and passes.
    pub fn run(&mut self, most: usize, mut below: impl FnMut(u32) -> u32) -> usize {
        let mut moves = 0;
        while self.passes < 2 && moves < most {
            self.step(&mut below);
            moves += 1;
        }
        moves
    }

    /// Area of both colours, Black first: stones, and empty points that reach stones of one colour only.
    #[must_use]
    pub fn area(&self) -> [usize; 2] {
        let mut owned = self.stones;
        let mut left = self.empty;
        while !is_empty(&left) {
            let mut region = [0; W];
            let mut reached = [0; W];
            let mut front = [0; W];
            insert(&mut front, first(&left));
            while !is_empty(&front) {
                let point = first(&front);
                insert(&mut region, point);
                for i in 0..W {
                    reached[i] |= self.around[point][i];
                    front[i] = (front[i] | (self.around[point][i] & self.empty[i])) & !region[i];
                }
            }
            let touches =
                |color: usize| u64::from(none_or_one(&reached, &self.stones[color]).0).wrapping_sub(1);
            let [black, white] = [touches(0), touches(1)];
            for i in 0..W {
                owned[0][i] |= region[i] & black & !white;
                owned[1][i] |= region[i] & white & !black;
                left[i] &= !region[i];
            }
        }
        owned.map(|set| set.iter().map(|word| word.count_ones() as usize).sum())
    }

    /// Whether a superko rule forbids the move.
    #[inline]
    fn is_superko(&self, point: usize) -> bool {
        match self.rules.ko {
            KoRule::None | KoRule::Simple => false,
            KoRule::PositionalSuperko => self.leads_back(point, false),
            KoRule::SituationalSuperko => self.leads_back(point, true),
        }
    }

    /// Whether the move leads to stones that were there before.
    fn leads_back(&self, point: usize, situational: bool) -> bool {
        let other = self.to_move.opponent();
        let mut hash = self.hash ^ self.topology.key(self.to_move, Point(point as u16));
        let mut more = 1isize;
        let mut left: Words<W> =
            std::array::from_fn(|i| self.around[point][i] & self.stones[other.index()][i] & self.atari[i]);
        while !is_empty(&left) {
            let reach = self.reach(first(&left));
            for stone in members(zip(reach, &self.stones[other.index()], |a, b| a & b)) {
                hash ^= self.topology.key(other, Point(stone as u16));
                more -= 1;
            }
            left = zip(&left, reach, |a, b| a & !b);
        }
        let side = situational.then_some(other);
        self.history.as_ref().is_some_and(|history| history.contains(more, hash, side))
    }
}

/// What a new stone did to the strings around it.
struct Touched {
    /// The name of its string.
    slot: usize,
    /// Whether a string that it joined was in atari.
    was_atari: bool,
    /// Whether a string of the other colour is dead or in atari now.
    far: bool,
}

/// A string of this reach has lost a liberty: if it was the last one its stones are taken, if one is left they are marked.
/// `changed` is where candidates must be looked at anew because of it. False if it still has two liberties.
#[inline(always)]
fn press<const W: usize>(
    reach: &Words<W>,
    empty: &Words<W>,
    enemy: &Words<W>,
    taken: &mut Words<W>,
    marked: &mut Words<W>,
    changed: &mut Words<W>,
) -> bool {
    let (dead, atari) = none_or_one(reach, empty);
    if W > 1 && !dead && !atari {
        return false;
    }
    let (dead, atari) = (0u64.wrapping_sub(dead.into()), 0u64.wrapping_sub(atari.into()));
    for i in 0..W {
        // The opponent's stones in F are the string itself: what lies around it has none.
        let string = reach[i] & enemy[i];
        taken[i] |= string & dead;
        marked[i] |= string & atari;
        changed[i] |= reach[i] & (dead | atari);
    }
    true
}

/// Whether the point is in the set.
#[must_use]
#[inline]
pub fn has_point<const W: usize>(set: &Words<W>, point: Point) -> bool {
    contains(set, point.index())
}
