//! Positions drawn from random games, and maps compared on them.
//!
//! Two maps may be equal for reasons no simple law shows. They are then equal on all positions, so on all that were drawn;
//! the other way round it is only likely, and answers say on how many positions.

use std::sync::Arc;

use tesuji_board::{Playout, PointSet, Setup, Topology, WithWords, points_of, with_words, words_of};
use tesuji_job::{Progress, Watch, Why};

use crate::map::Map;
use crate::program::Program;
use crate::rules::RuleSet;
use tesuji_job::{Random, fingerprint};

/// Positions from so many random games, one from each, at a random moment.
///
/// # Errors
/// As [`Watch::check`].
pub fn sample_positions(
    board: &Arc<Topology>,
    rules: &RuleSet,
    count: usize,
    seed: u64,
    watch: &Watch,
) -> Result<Vec<Setup>, Why> {
    struct Draw<'a>(&'a Arc<Topology>, &'a RuleSet, usize, u64, &'a Watch);
    impl WithWords for Draw<'_> {
        type Output = Result<Vec<Setup>, Why>;
        fn run<const W: usize>(self) -> Result<Vec<Setup>, Why> {
            let Draw(board, rules, count, seed, watch) = self;
            let mut game: Playout<W> = Playout::new(board.clone(), rules.playout());
            let cell = fingerprint("positions");
            let position = |number| {
                watch.look(|| Progress::counted("drawing positions", number as u64, Some(count as u64)))?;
                let mut random = Random::new(seed, cell, number as u64);
                game.clear();
                // Random games are about one and a half times as long as the board has points.
                let moves = random.below(board.len() as u32 * 3 / 2 + 1) as usize;
                for _ in 0..moves {
                    watch.check()?;
                    let before = game.to_setup();
                    game.step(|n| random.below(n));
                    if game.passes() > 0 {
                        // Nothing left to choose: the position before it is the last that asks anyone to choose.
                        return Ok(before);
                    }
                }
                Ok(game.to_setup())
            };
            (0..count).map(position).collect()
        }
    }
    with_words(board.len(), Draw(board, rules, count, seed, watch))
}

/// The set of a map in a position, and what the side to move could choose from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Shown {
    /// All points of the map's set.
    pub set: PointSet,
    /// The candidates: legal moves that fill no eye.
    pub candidates: PointSet,
}

/// The set of a map for the side to move in a setup all of whose strings have a liberty.
#[must_use]
pub fn set_of(map: &Map, setup: &Setup, rules: &RuleSet) -> Shown {
    struct Show<'a>(&'a Map, &'a Setup, &'a RuleSet);
    impl WithWords for Show<'_> {
        type Output = Shown;
        fn run<const W: usize>(self) -> Shown {
            let Show(map, setup, rules) = self;
            let mut game: Playout<W> = Playout::new(setup.topology.clone(), rules.playout());
            game.set(setup);
            let all = words_of(&PointSet::full(setup.topology.len()));
            Shown {
                set: points_of(Program::new(map).evaluate(&game, &all)).collect(),
                candidates: points_of(game.candidates()).collect(),
            }
        }
    }
    with_words(setup.topology.len(), Show(map, setup, rules))
}

/// How two maps differ on a sample of positions.
#[derive(Clone, Debug)]
pub struct Comparison {
    /// Positions looked at.
    pub positions: usize,
    /// Positions in which the sets are not the same.
    pub different: usize,
    /// Positions in which a player would choose from different points.
    pub different_choice: usize,
    /// A position with different choices, or else with different sets.
    pub example: Option<Setup>,
}

/// Compares two maps on these positions.
///
/// # Errors
/// As [`Watch::check`].
pub fn compare(
    a: &Map,
    b: &Map,
    positions: &[Setup],
    rules: &RuleSet,
    watch: &Watch,
) -> Result<Comparison, Why> {
    let mut answer =
        Comparison { positions: positions.len(), different: 0, different_choice: 0, example: None };
    for (number, setup) in positions.iter().enumerate() {
        watch.look(|| Progress::counted("comparing", number as u64, Some(positions.len() as u64)))?;
        let (a, b) = (set_of(a, setup, rules), set_of(b, setup, rules));
        if a.set != b.set {
            answer.different += 1;
            let choice = |shown: &Shown| &shown.set & &shown.candidates;
            let chooses_otherwise = choice(&a) != choice(&b);
            if answer.example.is_none() || (chooses_otherwise && answer.different_choice == 0) {
                answer.example = Some(setup.clone());
            }
            answer.different_choice += usize::from(chooses_otherwise);
        }
    }
    Ok(answer)
}
