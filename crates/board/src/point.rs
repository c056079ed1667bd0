//! Points and sets of points.
//!
//! A [`Point`] is an index into one [`Topology`](crate::Topology) and means nothing without it. A [`PointSet`]
//! is a set of such indices in words of 64 bits, kept inside the value (no allocation) on boards of up to 384
//! points, so that 19x19 fits.

use std::fmt;
use std::ops::{BitAnd, BitOr, BitOrAssign, Sub};

use smallvec::{SmallVec, smallvec};

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
#[derive(Default)]
pub struct PointSet {
    words: SmallVec<[u64; WORDS]>,
}

/// Words that are kept inside the value.
const WORDS: usize = 6;

impl PointSet {
    /// The empty set.
    #[must_use]
    pub fn new() -> PointSet {
        PointSet::default()
    }

    /// The set of all points below `len`.
    #[must_use]
    pub fn full(len: usize) -> PointSet {
        let mut words = smallvec![u64::MAX; len.div_ceil(64)];
        if let Some(last) = words.last_mut()
            && !len.is_multiple_of(64)
        {
            *last = (1 << (len % 64)) - 1;
        }
        PointSet { words }
    }

    /// The set whose bits are given, 64 points to a word.
    #[must_use]
    pub fn from_words(words: &[u64]) -> PointSet {
        PointSet { words: SmallVec::from_slice(words) }
    }

    /// The set as words of 64 points; words of zeros at the end may be missing.
    #[inline]
    #[must_use]
    pub fn words(&self) -> &[u64] {
        &self.words
    }

    /// Adds a point; true if it was not there.
    #[inline]
    pub fn insert(&mut self, point: Point) -> bool {
        let (word, bit) = place(point);
        match self.words.get_mut(word) {
            Some(known) => {
                let fresh = *known & bit == 0;
                *known |= bit;
                fresh
            }
            None => self.grow(word, bit),
        }
    }

    /// Has at least so many words.
    fn lengthen(&mut self, words: usize) {
        if self.words.len() < words {
            self.words.resize(words, 0);
        }
    }

    #[cold]
    fn grow(&mut self, word: usize, bit: u64) -> bool {
        self.words.resize((word + 1).max(WORDS), 0);
        self.words[word] = bit;
        true
    }

    /// Takes a point out; true if it was there.
    pub fn remove(&mut self, point: Point) -> bool {
        let (word, bit) = place(point);
        let there = self.contains(point);
        if there {
            self.words[word] &= !bit;
        }
        there
    }

    /// Whether the point is in the set.
    #[inline]
    #[must_use]
    pub fn contains(&self, point: Point) -> bool {
        let (word, bit) = place(point);
        self.words.get(word).is_some_and(|w| w & bit != 0)
    }

    /// How many points the set has.
    #[must_use]
    pub fn len(&self) -> usize {
        self.words.iter().map(|w| w.count_ones() as usize).sum()
    }

    /// Whether the set has no point.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.words.iter().all(|&w| w == 0)
    }

    /// The points in ascending order.
    pub fn iter(&self) -> impl Iterator<Item = Point> + '_ {
        Points::new(&self.words)
    }

    /// The smallest point of the set.
    #[must_use]
    pub fn first(&self) -> Option<Point> {
        self.iter().next()
    }

    /// Whether the two sets have a point in common.
    #[must_use]
    pub fn intersects(&self, other: &PointSet) -> bool {
        self.words.iter().zip(&other.words).any(|(a, b)| a & b != 0)
    }

    /// Whether every point of this set is in the other.
    #[must_use]
    pub fn is_subset(&self, other: &PointSet) -> bool {
        self.words.iter().enumerate().all(|(i, a)| a & !other.words.get(i).copied().unwrap_or(0) == 0)
    }

    fn zip(&self, other: &PointSet, operation: impl Fn(u64, u64) -> u64) -> PointSet {
        let mut both = self.clone();
        both.lengthen(other.words.len());
        let (own, other) = (&mut both.words[..], &other.words[..]);
        let (common, rest) = own.split_at_mut(other.len());
        common.iter_mut().zip(other).for_each(|(a, &b)| *a = operation(*a, b));
        rest.iter_mut().for_each(|a| *a = operation(*a, 0));
        both
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

// A copy of words; what would be derived copies one after the other.
impl Clone for PointSet {
    fn clone(&self) -> PointSet {
        PointSet::from_words(&self.words)
    }
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
        let mut words = self.words.as_mut_slice();
        for point in points {
            let (word, bit) = place(point);
            if word >= words.len() {
                self.grow(word, bit);
                words = self.words.as_mut_slice();
            } else {
                words[word] |= bit;
            }
        }
    }
}

impl fmt::Debug for PointSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.iter()).finish()
    }
}

impl BitAnd for &PointSet {
    type Output = PointSet;
    fn bitand(self, other: &PointSet) -> PointSet {
        self.zip(other, |a, b| a & b)
    }
}

impl BitOr for &PointSet {
    type Output = PointSet;
    fn bitor(self, other: &PointSet) -> PointSet {
        self.zip(other, |a, b| a | b)
    }
}

impl BitOrAssign<&PointSet> for PointSet {
    fn bitor_assign(&mut self, other: &PointSet) {
        self.lengthen(other.words.len());
        self.words.iter_mut().zip(&other.words).for_each(|(own, word)| *own |= word);
    }
}

impl Sub for &PointSet {
    type Output = PointSet;
    fn sub(self, other: &PointSet) -> PointSet {
        self.zip(other, |a, b| a & !b)
    }
}
