//! Claims about any input, tried on random ones. Every case has a seed of its own; a failure tells the seed and the input.

use std::fmt::Debug;
use std::ops::RangeInclusive;
use std::panic::{AssertUnwindSafe, catch_unwind};

use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

/// Tries a claim on so many random inputs.
///
/// # Panics
///
/// If the claim panics, with the input and its seed.
pub fn cases<T: Debug>(count: u64, make: impl Fn(&mut ChaCha8Rng) -> T, claim: impl Fn(&T)) {
    for seed in 0..count {
        let input = make(&mut ChaCha8Rng::seed_from_u64(seed));
        // What the claim itself has to say is printed when it panics.
        if catch_unwind(AssertUnwindSafe(|| claim(&input))).is_err() {
            panic!("it fails for seed {seed}, which makes {input:?}");
        }
    }
}

/// One of these.
pub fn one_of<T: Copy>(rng: &mut ChaCha8Rng, items: &[T]) -> T {
    items[rng.random_range(0..items.len())]
}

/// So many random items.
pub fn list<T>(
    rng: &mut ChaCha8Rng,
    lengths: RangeInclusive<usize>,
    mut item: impl FnMut(&mut ChaCha8Rng) -> T,
) -> Vec<T> {
    let length = rng.random_range(lengths);
    (0..length).map(|_| item(rng)).collect()
}

/// A text of so many of these characters.
pub fn text(rng: &mut ChaCha8Rng, lengths: RangeInclusive<usize>, letters: &str) -> String {
    let letters: Vec<char> = letters.chars().collect();
    (0..rng.random_range(lengths)).map(|_| one_of(rng, &letters)).collect()
}

/// A text of so many characters of any script, among them many that mean something to parsers; none is a control character.
pub fn any_text(rng: &mut ChaCha8Rng, lengths: RangeInclusive<usize>) -> String {
    const SIGNS: &str = "\"'`\\/$.*{}[]()<>&%=?:;,|#~^_+-0¥Ⱥé黒🀄\u{a0}\u{301}\u{3000}";
    let character = |rng: &mut ChaCha8Rng| match rng.random_range(0..4) {
        0 => rng.random_range(' '..='~'),
        1 => text(rng, 1..=1, SIGNS).remove(0),
        2 => rng.random_range('\u{a1}'..='\u{3134f}'),
        _ => rng.random(),
    };
    let length = rng.random_range(lengths);
    (0..length)
        .map(|_| {
            loop {
                let character = character(rng);
                if !character.is_control() {
                    return character;
                }
            }
        })
        .collect()
}
