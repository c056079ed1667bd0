//! Every check over its corpus and over what comes of spoiling it, with a fixed seed.

use std::fs;
use std::panic::catch_unwind;
use std::path::Path;

use fuzz_checks::{CHECKS, spoiled};
use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;

/// Inputs made of each file.
const SPOILED: usize = 150;

#[test]
fn no_input_of_any_parser_breaks_a_promise() {
    let corpora = Path::new(env!("CARGO_MANIFEST_DIR")).join("../seeds");
    for (name, check) in CHECKS {
        let mut files: Vec<_> = fs::read_dir(corpora.join(name))
            .unwrap_or_else(|_| panic!("{name} has no corpus"))
            .map(|entry| entry.expect("a file").path())
            .collect();
        files.sort();
        assert!(!files.is_empty(), "the corpus of {name} is empty");
        let mut chance = ChaCha8Rng::seed_from_u64(1);
        for file in files {
            let good = fs::read(&file).expect("it can be read");
            let inputs =
                std::iter::once(good.clone()).chain((0..SPOILED).map(|_| spoiled(&mut chance, &good)));
            for input in inputs {
                let shown = String::from_utf8_lossy(&input).into_owned();
                assert!(catch_unwind(|| check(&input)).is_ok(), "{name}, from {}: {shown:?}", file.display());
            }
        }
    }
}
