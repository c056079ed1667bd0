//! Points and sets of points.
//!
//! A [`Point`] is an index into one [`Topology`](crate::Topology) and means nothing without it. A [`PointSet`]
//! is a set of such indices in words of 64 bits, kept inside the value (no allocation) on boards of up to 384
//! points, so that 19x19 fits.

use std::fmt;
use std::ops::{BitAnd, BitOr, BitOrAssign, Sub};

/// A vertex of a board: an index into its topology.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Point(pub u16);

impl Point {
    /// The index as a number for tables.
    #[must_use]
    #[inline]
    pub fn index(self) -> usize {
        usize::from(self.0)
    }
}

impl fmt::Debug for Point {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "#{}", self.0)
    }
}

/// A set of points of one board. Points come out in ascending order.
///
/// ```
/// use tesuji_board::{Point, PointSet};
/// let set: PointSet = [Point(70), Point(3)].into_iter().collect();
/// assert_eq!(set.iter().collect::<Vec<_>>(), [Point(3), Point(70)]);
/// assert!(set.contains(Point(70)) && !set.contains(Point(4)));
/// ```
#[derive(Clone)]
pub struct PointSet {
    words: Words,
}

/// Words that are kept inside the value.
const WORDS: usize = 6;

/// As many words as fit into the value, always all of them, so that loops over them are unrolled; or more.
#[derive(Clone)]
enum Words {
    Few([u64; WORDS]),
    Many(Vec<u64>),
}

impl Default for PointSet {
    #[inline]
    fn default() -> PointSet {
        PointSet { words: Words::Few([0; WORDS]) }
    }
}

impl PointSet {
    /// The empty set.
    #[inline]
    #[must_use]
    pub fn new() -> PointSet {
        PointSet::default()
    }

    /// The set of all points below `len`.
    #[must_use]
    pub fn full(len: usize) -> PointSet {
        let mut words = vec![u64::MAX; len / 64];
        if !len.is_multiple_of(64) {
            words.push((1 << (len % 64)) - 1);
        }
        PointSet::from_words(&words)
    }

    /// The set whose bits are given, 64 points to a word.
    #[inline]
    #[must_use]
    pub fn from_words(words: &[u64]) -> PointSet {
        if let Ok(words) = words.try_into() {
            return PointSet { words: Words::Few(words) };
        }
        PointSet::from_other_words(words)
    }

    fn from_other_words(words: &[u64]) -> PointSet {
        if words.len() > WORDS {
            return PointSet { words: Words::Many(words.to_vec()) };
        }
        let mut few = [0; WORDS];
        few[..words.len()].copy_from_slice(words);
        PointSet { words: Words::Few(few) }
    }

    /// The set as words of 64 points; there may be more words of zeros at the end than the board needs, or fewer.
    #[inline]
    #[must_use]
    pub fn words(&self) -> &[u64] {
        match &self.words {
            Words::Few(words) => words,
            Words::Many(words) => words,
        }
    }

    #[inline]
    fn words_mut(&mut self) -> &mut [u64] {
        match &mut self.words {
            Words::Few(words) => words,
            Words::Many(words) => words,
        }
    }

    /// Adds a point; true if it was not there.
    #[inline]
    pub fn insert(&mut self, point: Point) -> bool {
        let (word, bit) = place(point);
        let known = match &mut self.words {
            Words::Few(words) if word < WORDS => &mut words[word],
            Words::Many(words) if word < words.len() => &mut words[word],
            _ => self.grown(word),
        };
        let fresh = *known & bit == 0;
        *known |= bit;
        fresh
    }

    /// The word with this number, where there were fewer.
    #[cold]
    fn grown(&mut self, word: usize) -> &mut u64 {
        let mut words = self.words().to_vec();
        words.resize(word + 1, 0);
        self.words = Words::Many(words);
        &mut self.words_mut()[word]
    }

    /// Takes a point out; true if it was there.
    #[inline]
    pub fn remove(&mut self, point: Point) -> bool {
        let (word, bit) = place(point);
        let Some(known) = self.words_mut().get_mut(word) else { return false };
        let there = *known & bit != 0;
        *known &= !bit;
        there
    }

    /// Whether the point is in the set.
    #[inline]
    #[must_use]
    pub fn contains(&self, point: Point) -> bool {
        let (word, bit) = place(point);
        self.words().get(word).is_some_and(|w| w & bit != 0)
    }

    /// How many points the set has.
    #[must_use]
    pub fn len(&self) -> usize {
        self.words().iter().map(|w| w.count_ones() as usize).sum()
    }

    /// Whether the set has no point.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        match &self.words {
            Words::Few(words) => words.iter().fold(0, |all, w| all | w) == 0,
            Words::Many(words) => words.iter().all(|&w| w == 0),
        }
    }

    /// The points in ascending order.
    #[inline]
    pub fn iter(&self) -> impl Iterator<Item = Point> + '_ {
        Points::new(self.words())
    }

    /// The smallest point of the set.
    #[must_use]
    pub fn first(&self) -> Option<Point> {
        self.iter().next()
    }

    /// Whether the two sets have a point in common.
    #[inline]
    #[must_use]
    pub fn intersects(&self, other: &PointSet) -> bool {
        match (&self.words, &other.words) {
            (Words::Few(own), Words::Few(other)) => (0..WORDS).fold(0, |all, i| all | own[i] & other[i]) != 0,
            _ => self.words().iter().zip(other.words()).any(|(a, b)| a & b != 0),
        }
    }

    /// Whether every point of this set is in the other.
    #[must_use]
    pub fn is_subset(&self, other: &PointSet) -> bool {
        let other = other.words();
        self.words().iter().enumerate().all(|(i, a)| a & !other.get(i).copied().unwrap_or(0) == 0)
    }

    #[inline]
    fn zip(&self, other: &PointSet, operation: impl Fn(u64, u64) -> u64) -> PointSet {
        if let (Words::Few(own), Words::Few(other)) = (&self.words, &other.words) {
            return PointSet { words: Words::Few(std::array::from_fn(|i| operation(own[i], other[i]))) };
        }
        let (own, other) = (self.words(), other.words());
        let word = |words: &[u64], i: usize| words.get(i).copied().unwrap_or(0);
        let both = (0..own.len().max(other.len())).map(|i| operation(word(own, i), word(other, i))).collect();
        PointSet { words: Words::Many(both) }
    }
}

#[inline]
fn place(point: Point) -> (usize, u64) {
    (point.index() / 64, 1 << (point.index() % 64))
}

/// The points of a set given in words of 64, ascending.
pub(crate) struct Points<'a> {
    /// What is left of the word that is looked at, and its first point.
    word: u64,
    first: usize,
    rest: std::slice::Iter<'a, u64>,
}

impl<'a> Points<'a> {
    #[inline]
    pub(crate) fn new(words: &'a [u64]) -> Points<'a> {
        let mut rest = words.iter();
        Points { word: rest.next().copied().unwrap_or(0), first: 0, rest }
    }
}

impl Iterator for Points<'_> {
    type Item = Point;

    #[inline]
    fn next(&mut self) -> Option<Point> {
        while self.word == 0 {
            self.word = *self.rest.next()?;
            self.first += 64;
        }
        let bit = self.word.trailing_zeros() as usize;
        self.word &= self.word - 1;
        Some(Point((self.first + bit) as u16))
    }
}

/// The positions of the ones in a word, ascending.
pub(crate) fn bits(mut word: u64) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        if word == 0 {
            return None;
        }
        let bit = word.trailing_zeros() as usize;
        word &= word - 1;
        Some(bit)
    })
}

// Words of zeros at the end do not count, so equality is not derived.
impl PartialEq for PointSet {
    fn eq(&self, other: &PointSet) -> bool {
        self.is_subset(other) && other.is_subset(self)
    }
}

impl Eq for PointSet {}

impl FromIterator<Point> for PointSet {
    fn from_iter<I: IntoIterator<Item = Point>>(points: I) -> PointSet {
        let mut set = PointSet::new();
        set.extend(points);
        set
    }
}

impl Extend<Point> for PointSet {
    #[inline]
    fn extend<I: IntoIterator<Item = Point>>(&mut self, points: I) {
        points.into_iter().for_each(|point| {
            self.insert(point);
        });
    }
}

impl fmt::Debug for PointSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.iter()).finish()
    }
}

impl BitAnd for &PointSet {
    type Output = PointSet;
    #[inline]
    fn bitand(self, other: &PointSet) -> PointSet {
        self.zip(other, |a, b| a & b)
    }
}

impl BitOr for &PointSet {
    type Output = PointSet;
    #[inline]
    fn bitor(self, other: &PointSet) -> PointSet {
        self.zip(other, |a, b| a | b)
    }
}

impl BitOrAssign<&PointSet> for PointSet {
    #[inline]
    fn bitor_assign(&mut self, other: &PointSet) {
        match (&mut self.words, &other.words) {
            (Words::Few(own), Words::Few(other)) => (0..WORDS).for_each(|i| own[i] |= other[i]),
            _ => *self = &*self | other,
        }
    }
}

impl Sub for &PointSet {
    type Output = PointSet;
    #[inline]
    fn sub(self, other: &PointSet) -> PointSet {
        self.zip(other, |a, b| a & !b)
    }
}
