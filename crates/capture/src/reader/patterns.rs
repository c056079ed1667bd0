//! Facts as patterns: which of many holds in a position?
//!
//! The facts of one set of liberties are a list, and the newest that agrees with a position on its zone is wanted. Most facts disagree with most
//! positions on one of few points, so every 64 facts have *tests*: for a point, which of them agree with each stone that may stand there. A few words
//! tell that none of 64 agrees, where looking at the facts one by one took up to two fifths of the time of large readings.

use std::sync::Arc;

use tesuji_board::{Point, PointSet};

use super::memory::{Fact, holds};

/// Facts with tests in common: as many as a word has bits.
const BLOCK: usize = u64::BITS as usize;
/// New facts after which the tests of the last block are made anew.
const STEP: usize = 32;
/// Tests of a block. What is left after them is compared as a whole.
const TESTS: usize = 24;

/// The stones of a position: the defender's and the attacker's, 64 points to a word.
pub(super) type Stones<'a> = [&'a [u64]; 2];

/// A fact in the list, with what most positions can be told apart by: facts lie anywhere in memory, and looking at one costs
/// more than all of this.
struct Pattern {
    /// The zone and its stones around the target, one word of each.
    zone: u64,
    stones: [u64; 2],
    claim: (bool, u8, u32),
    fact: Arc<Fact>,
}

/// Which patterns of a block agree with a point that is empty, that has a stone of the defender, or of the attacker.
struct Test {
    point: Point,
    agree: [u64; 3],
}

/// The facts of one set of liberties, the oldest first.
#[derive(Default)]
pub(super) struct Patterns {
    list: Vec<Pattern>,
    /// The tests of every 64 patterns. The last block may have fewer.
    blocks: Vec<Box<[Test]>>,
    /// How many patterns have tests.
    tested: usize,
}

/// Bytes that a pattern takes, with its part of the tests.
pub(super) const PATTERN_BYTES: u64 =
    2 * size_of::<Pattern>() as u64 + (TESTS * size_of::<Test>() / BLOCK) as u64;

impl Patterns {
    pub(super) fn len(&self) -> usize {
        self.list.len()
    }

    /// Adds a fact about a target near this point.
    pub(super) fn push(&mut self, target: Point, fact: &Arc<Fact>) {
        let of = |set: &PointSet| around(target, set.words());
        self.list.push(Pattern {
            zone: of(&fact.zone),
            stones: [of(&fact.stones[0]), of(&fact.stones[1])],
            claim: (fact.captured, fact.order, fact.extent),
            fact: Arc::clone(fact),
        });
        if self.list.len() == self.tested + STEP {
            self.blocks.truncate(self.tested / BLOCK);
            self.blocks.push(tests(&self.list[self.blocks.len() * BLOCK..]));
            self.tested = self.list.len();
        }
    }

    /// The newest fact that holds for this order and standing in a position with these stones, but none before `oldest`.
    pub(super) fn newest(
        &self,
        oldest: usize,
        target: Point,
        stones: Stones,
        (order, resource): (u8, u32),
    ) -> Option<&Arc<Fact>> {
        let near = stones.map(|words| around(target, words));
        let agrees = |pattern: &&Pattern| {
            near[0] & pattern.zone == pattern.stones[0]
                && near[1] & pattern.zone == pattern.stones[1]
                && holds(pattern.claim, order, resource)
                && pattern.fact.holds(order, resource)
                && pattern.fact.matches(stones)
        };
        if let Some(found) = self.list[oldest.max(self.tested)..].iter().rfind(agrees) {
            return Some(&found.fact);
        }
        for (block, tests) in self.blocks.iter().enumerate().skip(oldest / BLOCK).rev() {
            let first = block * BLOCK;
            let mut left = u64::MAX >> (BLOCK - (self.tested - first).min(BLOCK));
            left &= u64::MAX << oldest.saturating_sub(first);
            for test in tests {
                if left == 0 {
                    break;
                }
                left &= test.agree[stone_at(stones, test.point)];
            }
            while left != 0 {
                let bit = left.ilog2();
                left ^= 1 << bit;
                let pattern = &self.list[first + bit as usize];
                if agrees(&pattern) {
                    return Some(&pattern.fact);
                }
            }
        }
        None
    }
}

/// 0 for an empty point, 1 for a stone of the defender, 2 for one of the attacker.
fn stone_at(stones: Stones, point: Point) -> usize {
    let [own, other] =
        stones.map(|words| words.get(point.index() / 64).map_or(0, |word| word >> (point.index() % 64) & 1));
    (own | other << 1) as usize
}

/// The points that tell most about which of these patterns agree, the best first.
fn tests(patterns: &[Pattern]) -> Box<[Test]> {
    let mut points = PointSet::new();
    for pattern in patterns {
        points |= &pattern.fact.zone;
    }
    let mut tests: Vec<Test> = points.iter().map(|point| Test { point, agree: [0; 3] }).collect();
    for (index, Pattern { fact, .. }) in patterns.iter().enumerate() {
        let stones = [fact.stones[0].words(), fact.stones[1].words()];
        for test in &mut tests {
            if fact.zone.contains(test.point) {
                test.agree[stone_at(stones, test.point)] |= 1 << index;
            }
        }
    }
    tests.sort_by_cached_key(|test| {
        // How many are left on average where the stones are like those of the patterns, in thousandths.
        let counts = test.agree.map(u64::count_ones);
        let caring = counts.iter().sum::<u32>();
        let careless = patterns.len() as u32 - caring;
        1_000 * counts.iter().map(|count| count * (careless + count)).sum::<u32>() / caring
    });
    tests.truncate(TESTS);
    for Test { agree, .. } in &mut tests {
        let careless = !(agree[0] | agree[1] | agree[2]);
        *agree = agree.map(|word| word | careless);
    }
    tests.into_boxed_slice()
}

/// The 64 bits of a set with the target in their middle.
fn around(target: Point, words: &[u64]) -> u64 {
    let first = target.index().saturating_sub(32);
    let word = |index: usize| words.get(index).copied().unwrap_or(0);
    match first % 64 {
        0 => word(first / 64),
        shift => word(first / 64) >> shift | word(first / 64 + 1) << (64 - shift),
    }
}

#[cfg(test)]
mod tests {
    use rand::{RngExt, SeedableRng};
    use rand_chacha::ChaCha8Rng;

    use super::*;

    /// 0 for an empty point, 1 and 2 for stones.
    type Board = Vec<u8>;

    fn set(points: impl Iterator<Item = usize>) -> PointSet {
        points.map(|point| Point(point as u16)).collect()
    }

    /// A board that differs from this one on some points.
    fn changed(rng: &mut ChaCha8Rng, board: &Board, share: f64) -> Board {
        board
            .iter()
            .map(|&stone| if rng.random_bool(share) { rng.random_range(0..3) } else { stone })
            .collect()
    }

    #[test]
    fn the_newest_fact_is_found_as_by_looking_at_one_after_the_other() {
        let (mut found, mut missed, mut older) = (0, 0, 0);
        for (seed, size) in [25, 64, 361, 384, 450].into_iter().enumerate() {
            let mut rng = ChaCha8Rng::seed_from_u64(seed as u64);
            let target = Point(rng.random_range(0..size as u16));
            let common: Board = (0..size).map(|_| rng.random_range(0..3)).collect();
            let mut patterns = Patterns::default();
            let mut facts: Vec<(Arc<Fact>, Board)> = Vec::new();
            for _ in 0..300 {
                let board = changed(&mut rng, &common, 0.2);
                let most = rng.random_range(10..25);
                let zone = set((0..most).map(|_| rng.random_range(0..size)));
                let stones = [1, 2].map(|stone| set((0..size).filter(|&at| board[at] == stone)));
                let fact = Arc::new(Fact {
                    captured: rng.random(),
                    order: rng.random_range(1..4),
                    extent: rng.random_range(0..3),
                    stones: stones
                        .map(|stones| zone.iter().filter(|&point| stones.contains(point)).collect()),
                    zone,
                    best: None,
                    length: 0,
                    complete: true,
                });
                patterns.push(target, &fact);
                facts.push((fact, board));
                for _ in 0..10 {
                    let asked = changed(&mut rng, &common, 0.2);
                    let (order, resource) = (rng.random_range(1..4), rng.random_range(0..3));
                    let oldest = rng.random_range(0..=facts.len());
                    let agrees = |(fact, board): &&(Arc<Fact>, Board)| {
                        let enough = if fact.captured {
                            fact.order <= order && fact.extent <= resource
                        } else {
                            fact.order >= order && fact.extent >= resource
                        };
                        enough && fact.zone.iter().all(|point| board[point.index()] == asked[point.index()])
                    };
                    let wanted = facts[oldest..].iter().rfind(agrees).map(|(fact, _)| fact);
                    let stones = [1, 2].map(|stone| set((0..size).filter(|&at| asked[at] == stone)));
                    let words = [stones[0].words(), stones[1].words()];
                    let newest = patterns.newest(oldest, target, words, (order, resource));
                    assert_eq!(
                        newest.map(Arc::as_ptr),
                        wanted.map(Arc::as_ptr),
                        "{size} points, {} facts",
                        facts.len()
                    );
                    match wanted {
                        Some(fact) => {
                            let place = facts.iter().rposition(|(other, _)| Arc::ptr_eq(other, fact));
                            older += usize::from(place.is_some_and(|place| place + BLOCK < facts.len()));
                            found += 1;
                        }
                        None => missed += 1,
                    }
                }
            }
        }
        assert!(
            found > 1_000 && missed > 1_000 && older > 100,
            "{found} found, {older} of them old, {missed} missed"
        );
    }
}
