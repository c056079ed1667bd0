//! Drawing at random with big numbers.

use num_bigint::BigUint;
use rand_chacha::ChaCha12Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};

/// The generator of draw `number` under a seed: draws are independent of each other and of their order.
pub(crate) fn generator(seed: u64, number: u64) -> ChaCha12Rng {
    let mut generator = ChaCha12Rng::seed_from_u64(seed);
    generator.set_stream(number);
    generator
}

/// A uniformly random number below `end`, which is not zero.
pub(crate) fn below(generator: &mut ChaCha12Rng, end: &BigUint) -> BigUint {
    let bits = (end - 1u32).bits();
    let mut bytes = vec![0; bits.div_ceil(8) as usize];
    // Numbers of as many bits as `end - 1` are drawn until one is small enough: less than two draws on average.
    loop {
        generator.fill_bytes(&mut bytes);
        if !bits.is_multiple_of(8)
            && let Some(last) = bytes.last_mut()
        {
            *last &= (1 << (bits % 8)) - 1;
        }
        let drawn = BigUint::from_bytes_le(&bytes);
        if drawn < *end {
            return drawn;
        }
    }
}

/// The index of an entry drawn with the given weights; `None` if their sum is zero.
pub(crate) fn weighted(generator: &mut ChaCha12Rng, weights: &[BigUint]) -> Option<usize> {
    let total: BigUint = weights.iter().sum();
    if total == BigUint::ZERO {
        return None;
    }
    let mut left = below(generator, &total);
    for (index, weight) in weights.iter().enumerate() {
        if left < *weight {
            return Some(index);
        }
        left -= weight;
    }
    None
}
