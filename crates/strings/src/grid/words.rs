//! Numbering the words a row can show.
//!
//! Within one row an empty point and a stone without liberty are never neighbours, so far fewer than 3^n words of n
//! letters occur: 1, 3, 7, 17, 41, ... ([`Words::count`]). The bound tables of `bound.rs` are indexed by the
//! number ([`Words::rank`]) of a word in ascending order. A word of up to eight letters is looked up directly, a
//! longer one in two halves, so that the tables stay in the processor's cache.

use super::letters::{BARE, LIBERTY};

/// The longest word that can be ranked.
pub(crate) const LONGEST: usize = 16;
const HALF: usize = 8;

/// Tables for words of up to [`LONGEST`] letters.
pub(crate) struct Words {
    counts: [u32; LONGEST + 1],
    /// `direct[length][word]` for lengths up to `HALF`.
    direct: Vec<Vec<u32>>,
    /// `offset[length - HALF - 1][upper letters]`: how many words have smaller upper letters.
    offset: Vec<Vec<u32>>,
    /// `lower[last upper letter][lower letters]`: the rank among the words that may follow.
    lower: [Vec<u32>; 3],
}

/// Whether two letters may stand side by side in a row.
fn may_follow(left: u64, right: u64) -> bool {
    !(left == LIBERTY && right == BARE || left == BARE && right == LIBERTY)
}

/// All words of a length, ascending.
pub(crate) fn all_words(length: usize) -> Vec<u64> {
    let mut words = vec![0];
    for place in 0..length {
        words = words
            .iter()
            .flat_map(|&word: &u64| {
                (0..3)
                    .filter(move |&letter| place == 0 || may_follow(word & 3, letter))
                    .map(move |letter| word << 2 | letter)
            })
            .collect();
    }
    words
}

impl Words {
    pub(crate) fn new() -> Words {
        let mut counts = [1, 3, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0];
        for length in 2..=LONGEST {
            counts[length] = 2 * counts[length - 1] + counts[length - 2];
        }
        let direct = (0..=HALF)
            .map(|length| {
                let mut ranks = vec![0; 1 << (2 * length)];
                for (rank, word) in all_words(length).into_iter().enumerate() {
                    ranks[word as usize] = rank as u32;
                }
                ranks
            })
            .collect();
        let half_words = all_words(HALF);
        let mut followers = [0; 3];
        let lower = [0, 1, 2].map(|last| {
            let mut ranks = vec![0; 1 << (2 * HALF)];
            let fitting = half_words.iter().filter(|&&word| may_follow(last, word >> (2 * HALF - 2)));
            for (rank, &word) in fitting.enumerate() {
                ranks[word as usize] = rank as u32;
                followers[last as usize] = rank as u32 + 1;
            }
            ranks
        });
        let offset = (1..=LONGEST - HALF)
            .map(|length| {
                let mut offsets = vec![0; 1 << (2 * length)];
                let mut before = 0;
                for word in all_words(length) {
                    offsets[word as usize] = before;
                    before += followers[(word & 3) as usize];
                }
                offsets
            })
            .collect();
        Words { counts, direct, offset, lower }
    }

    /// How many words have this length.
    pub(crate) fn count(&self, length: usize) -> usize {
        self.counts[length] as usize
    }

    /// The number of a word among those of its length, in ascending order.
    #[inline]
    pub(crate) fn rank(&self, word: u64, length: usize) -> usize {
        let rank = if length <= HALF {
            self.direct[length][word as usize]
        } else {
            let upper = word >> (2 * HALF);
            let lower = word & ((1 << (2 * HALF)) - 1);
            self.offset[length - HALF - 1][upper as usize] + self.lower[(upper & 3) as usize][lower as usize]
        };
        rank as usize
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_numbered_without_gaps() {
        let words = Words::new();
        for length in 0..=12 {
            let all = all_words(length);
            assert_eq!(all.len(), words.count(length));
            for (rank, &word) in all.iter().enumerate() {
                assert_eq!(words.rank(word, length), rank, "word {word:b} of {length} letters");
            }
        }
    }
}
