//! Games that only go forward: the fast engine of experiments.
//!
//! A [`Playout`] keeps what the recurrences of paper 003 speak of and nothing else: the stones, the empty points, and their
//! strings. There is no undo, and a history only if the rules ask for one. Strings are kept in one of two ways that answer
//! the same questions: as sets of points on boards of one or two words ([`sets`]), where a set is as quick as a number, and
//! as rings of stones with counted liberties on larger ones ([`counts`]).
//!
//! Moves are drawn uniformly: a point that the mover may want is chosen from a list, tested, and left aside if it may not be
//! played. What was left aside is not tried again until something around it changes ([`field`]). Where the random numbers
//! come from is the caller's business.

// Several sets are walked side by side, word by word.
#![allow(clippy::needless_range_loop)]

mod counts;
mod field;
mod history;
mod rules;
mod sets;
mod words;

use std::sync::Arc;

use self::counts::CountedStrings;
use self::field::{Field, PerPoint};
use self::history::History;
pub use self::rules::{EyeRule, PlayoutRules};
use self::sets::SetStrings;
pub use self::words::{WithWords, Words, points_of, with_words, words_of};
use self::words::{choose, contains, first, insert, is_empty, members, none_or_one, remove, zip};
use crate::color::Color;
use crate::point::{Point, PointSet};
use crate::position::KoRule;
use crate::setup::Setup;
use crate::topology::Topology;

/// Boards of so many words keep their strings as sets.
const SET_WORDS: usize = 2;

const NO_KO: u16 = u16::MAX;

/// The strings of a position.
#[derive(Clone, Debug)]
enum Strings<const W: usize> {
    Sets(SetStrings<W>),
    Counts(CountedStrings<W>),
}

/// What a move did.
struct Outcome<const W: usize> {
    /// The stones it took, and how many there were.
    taken: Words<W>,
    count: usize,
    /// Whether it is a single stone with a single liberty.
    bare: bool,
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
    around: Arc<PerPoint<Words<W>, W>>,
    field: Field<W>,
    strings: Strings<W>,
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
        let mut around = PerPoint::filled([0; W]);
        for point in topology.points() {
            for n in topology.neighbors(point) {
                insert(&mut around[point.index()], n.index());
            }
        }
        let around = Arc::new(around);
        let superko = matches!(rules.ko, KoRule::PositionalSuperko | KoRule::SituationalSuperko);
        let mut playout = Playout {
            field: Field::new(),
            strings: if W <= SET_WORDS {
                Strings::Sets(SetStrings::new(around.clone(), rules.eyes))
            } else {
                Strings::Counts(CountedStrings::new(&topology, around.clone(), rules.eyes))
            },
            around,
            rules,
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
        let points = self.topology.len();
        self.field.clear(points);
        match &mut self.strings {
            Strings::Sets(strings) => strings.clear(),
            Strings::Counts(strings) => strings.clear(),
        }
        self.hash = 0;
        self.begin(Color::Black, None);
    }

    fn begin(&mut self, to_move: Color, ko: Option<Point>) {
        self.to_move = to_move;
        self.ko = ko.filter(|_| self.rules.ko == KoRule::Simple).map_or(NO_KO, |p| p.0);
        self.passes = 0;
        if let Some(history) = &mut self.history {
            let empty = self.field.empty.iter().map(|w| w.count_ones() as usize).sum::<usize>();
            history.clear(self.topology.len() - empty, self.hash, to_move);
        }
    }

    /// Goes on from these stones, all of whose strings must have a liberty; the history begins here.
    pub fn set(&mut self, setup: &Setup) {
        self.clear();
        for color in Color::BOTH {
            for stone in setup.stones(color).iter() {
                self.field.occupy(stone.index(), color.index());
                self.hash ^= self.topology.key(color, stone);
            }
        }
        for color in Color::BOTH {
            let mut left = setup.stones(color).clone();
            while let Some(stone) = left.first() {
                let string = self.topology.component(stone, |p| setup.stones(color).contains(p));
                left = &left - &string;
                let (string, empty) = (words_of(&string), &self.field.empty);
                match &mut self.strings {
                    Strings::Sets(strings) => strings.set(&string, empty),
                    Strings::Counts(strings) => strings.set(&string, color.index(), empty),
                }
            }
        }
        if let Strings::Counts(strings) = &mut self.strings {
            strings.count_around(&self.field.empty);
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
        &self.field.stones[color.index()]
    }

    /// The empty points: V.
    #[must_use]
    #[inline]
    pub fn empty(&self) -> &Words<W> {
        &self.field.empty
    }

    /// All stones of strings with a single liberty.
    #[must_use]
    #[inline]
    pub fn atari(&self) -> Words<W> {
        match &self.strings {
            Strings::Sets(strings) => strings.atari(),
            Strings::Counts(strings) => strings.atari(),
        }
    }

    /// The neighbours of a point.
    #[must_use]
    #[inline]
    pub fn around(&self, point: usize) -> &Words<W> {
        &self.around[point]
    }

    /// F(x): the string of a point and all points around it; the point and its neighbours if it is empty.
    #[must_use]
    #[inline]
    pub fn reach(&self, point: usize) -> Words<W> {
        match &self.strings {
            Strings::Sets(strings) => strings.reach(point),
            Strings::Counts(strings) => strings.reach(point),
        }
    }

    /// The stones, the side to move and the ko point as a setup.
    #[must_use]
    pub fn to_setup(&self) -> Setup {
        Setup {
            topology: self.topology.clone(),
            black: PointSet::from_words(&self.field.stones[0]),
            white: PointSet::from_words(&self.field.stones[1]),
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
        for point in members(self.field.empty) {
            if point != usize::from(self.ko) && self.is_wanted(point) && !self.is_superko(point) {
                insert(&mut found, point);
            }
        }
        found
    }

    /// Whether a stone of the side to move on this empty point breathes and fills no eye that the rules keep.
    #[inline(always)]
    fn is_wanted(&self, point: usize) -> bool {
        let mover = self.to_move.index();
        match &self.strings {
            Strings::Sets(strings) => strings.is_wanted(&self.field, point, mover),
            Strings::Counts(strings) => strings.is_wanted(point, mover),
        }
    }

    /// A point drawn uniformly from the candidates in a set, or none if it has none. `below(n)` returns a random number
    /// in `0..n`.
    #[inline]
    pub fn draw(&mut self, among: &Words<W>, below: &mut impl FnMut(u32) -> u32) -> Option<Point> {
        let mover = self.to_move.index();
        let mut left = zip(among, self.field.pools[mover].set(), |a, b| a & b);
        if self.ko != NO_KO {
            remove(&mut left, usize::from(self.ko));
        }
        loop {
            let point = choose(&left, below)?;
            if !self.is_wanted(point) {
                self.field.pools[mover].remove(point);
            } else if !self.is_superko(point) {
                return Some(Point(point as u16));
            }
            remove(&mut left, point);
        }
    }

    /// A point drawn uniformly from all candidates, or none if there is none.
    #[inline]
    pub fn draw_any(&mut self, below: &mut impl FnMut(u32) -> u32) -> Option<Point> {
        let mover = self.to_move.index();
        loop {
            let point = self.field.pools[mover].draw(below)?;
            if !self.is_wanted(point) {
                self.field.pools[mover].remove(point);
            } else if point == usize::from(self.ko) || self.is_superko(point) {
                // What is forbidden only now stays in the pool: the others are drawn from as a set.
                return self.draw(&[u64::MAX; W], below);
            } else {
                return Some(Point(point as u16));
            }
        }
    }

    /// Plays a candidate of the side to move.
    #[inline]
    pub fn play(&mut self, point: Point) {
        let mover = self.to_move.index();
        let outcome = match &mut self.strings {
            Strings::Sets(strings) => strings.play(&mut self.field, point.index(), mover),
            Strings::Counts(strings) => strings.play(&mut self.field, point.index(), mover),
        };
        self.ko = NO_KO;
        if (outcome.count == 1) & outcome.bare && self.rules.ko == KoRule::Simple {
            self.ko = first(&outcome.taken) as u16;
        }
        self.to_move = self.to_move.opponent();
        self.passes = 0;
        if let Some(history) = &mut self.history {
            self.hash ^= self.topology.key(self.to_move.opponent(), point);
            for stone in members(outcome.taken) {
                self.hash ^= self.topology.key(self.to_move, Point(stone as u16));
            }
            history.push(1 - outcome.count as isize, self.hash, self.to_move);
        }
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
        let mut owned = self.field.stones;
        let mut left = self.field.empty;
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
                    front[i] = (front[i] | (self.around[point][i] & self.field.empty[i])) & !region[i];
                }
            }
            let touches = |color: usize| !none_or_one(&reached, &self.field.stones[color]).0;
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
        let enemy = &self.field.stones[other.index()];
        let mut left = zip(&self.around[point], enemy, |a, b| a & b);
        while !is_empty(&left) {
            let reach = self.reach(first(&left));
            let (_, atari) = none_or_one(&reach, &self.field.empty);
            if atari != 0 {
                for stone in members(zip(&reach, enemy, |a, b| a & b)) {
                    hash ^= self.topology.key(other, Point(stone as u16));
                    more -= 1;
                }
            }
            left = zip(&left, &reach, |a, b| a & !b);
        }
        let side = situational.then_some(other);
        self.history.as_ref().is_some_and(|history| history.contains(more, hash, side))
    }
}

/// Whether the point is in the set.
#[must_use]
#[inline]
pub fn has_point<const W: usize>(set: &Words<W>, point: Point) -> bool {
    contains(set, point.index())
}
