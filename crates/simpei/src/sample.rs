//! Positions drawn at random, each equally likely, the same for the same seed.

use crate::index::INDEX;
use crate::position::Position;
use crate::solution::Solution;
use crate::solve::{UNUSED, classes};

/// A generator of 64-bit numbers (splitmix64), so that the samples stay the same whatever libraries do.
struct Numbers(u64);

impl Numbers {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ mixed >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ mixed >> 31
    }
}

impl Solution {
    /// Draws `count` different positions of the game from all of its positions, one for each class of symmetric ones.
    pub fn sample(&self, count: usize, seed: u64) -> Vec<Position> {
        let sizes: Vec<usize> = self.values.iter().map(Vec::len).collect();
        let total: usize = sizes.iter().sum();
        let used: usize = self.values.iter().flatten().filter(|&&byte| byte != UNUSED).count();
        let mut numbers = Numbers(seed);
        let mut drawn = vec![false; total];
        let mut positions = Vec::new();
        while positions.len() < count.min(used) {
            // The remainder is a little uneven, by less than one part in 10^12.
            let number = (numbers.next() % total as u64) as usize;
            let mut slot = number;
            for (class, values) in classes(self.pieces).zip(&self.values) {
                if slot >= values.len() {
                    slot -= values.len();
                    continue;
                }
                if values[slot] != UNUSED && !std::mem::replace(&mut drawn[number], true) {
                    let (mover, opponent) = INDEX.pieces(class, slot as u32);
                    positions.push(Position {
                        mover,
                        opponent,
                        mover_hand: self.pieces - class.mover,
                        opponent_hand: self.pieces - class.opponent,
                    });
                }
                break;
            }
        }
        positions
    }
}

#[cfg(test)]
mod tests {
    use crate::solve::solve_with;
    use std::collections::BTreeSet;
    use tesuji_job::Watch;

    #[test]
    fn samples_are_different_positions_and_repeatable() {
        let solution = solve_with(2, 1, &Watch::unwatched()).unwrap();
        let sample = solution.sample(500, 7);
        assert_eq!(sample, solution.sample(500, 7));
        assert_ne!(sample, solution.sample(500, 8));
        assert_eq!(sample.iter().collect::<BTreeSet<_>>().len(), 500);
        let census = solution.census(1, &Watch::unwatched()).unwrap();
        assert_eq!(solution.sample(usize::MAX, 7).len() as u64, census.positions());
    }
}
