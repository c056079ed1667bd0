//! The random numbers of experiments and of boards made for judges.
//!
//! Every game has a generator of its own, seeded from the master seed, the number of its cell and its own number, so results
//! depend neither on the number of threads nor on the order of the work. The generator is xoshiro256++ (D. Blackman,
//! S. Vigna, 2019), its state filled by splitmix64, as its authors advise. It is fixed: numbers published with one version
//! can be computed again with the next.

/// The random numbers of one game.
#[derive(Clone, Debug)]
pub struct Random {
    state: [u64; 4],
}

/// The next number of splitmix64 (G. L. Steele, D. Lea, C. H. Flood, 2014).
fn splitmix(state: &mut u64) -> u64 {
    *state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let mut z = *state;
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

impl Random {
    /// The generator of a game.
    #[must_use]
    pub fn new(seed: u64, cell: u64, game: u64) -> Random {
        // Each number is mixed before the next is added, so that no two triples meet by addition.
        let mut state = seed;
        state = splitmix(&mut state) ^ cell;
        state = splitmix(&mut state) ^ game;
        Random { state: std::array::from_fn(|_| splitmix(&mut state)) }
    }

    /// 64 random bits.
    #[inline]
    pub fn bits(&mut self) -> u64 {
        let s = &mut self.state;
        let answer = s[0].wrapping_add(s[3]).rotate_left(23).wrapping_add(s[0]);
        let shifted = s[1] << 17;
        s[2] ^= s[0];
        s[3] ^= s[1];
        s[1] ^= s[2];
        s[0] ^= s[3];
        s[2] ^= shifted;
        s[3] = s[3].rotate_left(45);
        answer
    }

    /// A number in `0..n`, by multiplication: its bias is below 2^-18 on any board.
    #[inline]
    pub fn below(&mut self, n: u32) -> u32 {
        (((self.bits() >> 32) * u64::from(n)) >> 32) as u32
    }
}

/// A number that stands for a text, the same in every version: FNV-1a with a final mix.
#[must_use]
pub fn fingerprint(text: &str) -> u64 {
    let hash = text.bytes().fold(0xcbf2_9ce4_8422_2325u64, |hash, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3)
    });
    splitmix(&mut { hash })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The published test vector: state 1, 2, 3, 4.
    #[test]
    fn it_is_the_named_generator() {
        let mut random = Random { state: [1, 2, 3, 4] };
        let first: Vec<u64> = (0..4).map(|_| random.bits()).collect();
        assert_eq!(first, [41_943_041, 58_720_359, 3_588_806_011_781_223, 3_591_011_842_654_386]);
    }

    #[test]
    fn games_differ() {
        let mut seen = std::collections::HashSet::new();
        for seed in 0..10 {
            for cell in 0..10 {
                for game in 0..100 {
                    assert!(seen.insert(Random::new(seed, cell, game).bits()));
                }
            }
        }
    }
}
