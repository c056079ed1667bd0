//! The search engine on Simpei: plain and lambda search against definitions worked out by brute force.

use std::collections::HashMap;

use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use tesuji_search::{Limits, PassStrategy, Plan, Verdict, Watch, check, prove};
use tesuji_simpei::{Contest, Position, WinTheGame};

/// Whether the mover wins within `plies`, by trying everything.
fn wins_within(position: &Position, plies: u32, memory: &mut HashMap<(Position, u32), bool>) -> bool {
    if plies == 0 {
        return false;
    }
    if position.wins_at_once() {
        return true;
    }
    if plies < 3 {
        return false;
    }
    if let Some(&known) = memory.get(&(*position, plies)) {
        return known;
    }
    let won = position.moves().into_iter().any(|attack| {
        let defended = position.play(attack).unwrap().position;
        !defended.wins_at_once()
            && defended
                .moves()
                .into_iter()
                .all(|reply| wins_within(&defended.play(reply).unwrap().position, plies - 2, memory))
    });
    memory.insert((*position, plies), won);
    won
}

fn positions(count: usize, seed: u64) -> Vec<Position> {
    let mut random = ChaCha8Rng::seed_from_u64(seed);
    let mut draw = || {
        let mut cells: Vec<u32> = (0..25).collect();
        let placed = random.random_range(4..=8);
        let mut set = |count: usize| -> u32 {
            (0..count).map(|_| 1 << cells.swap_remove(random.random_range(0..cells.len()))).sum()
        };
        let (mover, opponent) = (set(placed / 2), set(placed.div_ceil(2)));
        let hand = |set: u32| 4 - set.count_ones() as u8;
        Position::new(mover, opponent, hand(mover), hand(opponent)).unwrap()
    };
    (0..count).map(|_| draw()).collect()
}

#[test]
fn plain_search_finds_short_wins_and_its_proofs_are_right() {
    let limits = Limits::nodes(20_000);
    let mut proved = 0;
    for position in positions(150, 3) {
        let root = Contest::attacking(position);
        let plan = WinTheGame::plain();
        let answer = prove(&WinTheGame, &root, &plan, &limits, &Watch::new());
        if let (Verdict::Proved { .. } | Verdict::Disproved { .. }, Ok(evidence)) =
            (answer.verdict, &answer.evidence)
        {
            check(&WinTheGame, &root, plan.order, evidence)
                .unwrap_or_else(|flaw| panic!("{position}: {flaw}"));
        }
        let short = wins_within(&position, 3, &mut HashMap::new());
        if short {
            assert!(answer.verdict.is_proved(), "{position}: {:?}", answer.verdict);
            proved += 1;
        }
        if let Verdict::Proved { length, .. } = answer.verdict {
            assert!(length > 3 || short, "{position}");
        }
    }
    assert!(proved > 40, "{proved}");
}

#[test]
fn orders_found_by_search_are_those_of_the_definition() {
    let limits = Limits::nodes(20_000);
    let lambda = |position: Position, order: u8| {
        let root = Contest::attacking(position);
        let plan = Plan::lambda(order, PassStrategy::HighestOrder);
        let answer = prove(&WinTheGame, &root, &plan, &limits, &Watch::new());
        if let (Verdict::Proved { .. } | Verdict::Disproved { .. }, Ok(evidence)) =
            (answer.verdict, &answer.evidence)
        {
            check(&WinTheGame, &root, order, evidence).unwrap_or_else(|flaw| panic!("{position}: {flaw}"));
        }
        answer.verdict
    };
    let mut first = 0;
    for position in positions(150, 4) {
        // Order 0 is a win at once.
        assert_eq!(lambda(position, 0).is_proved(), position.wins_at_once(), "{position}");
        if position.wins_at_once() {
            continue;
        }
        // A threat that no reply parries is of order 1, wherever the replies win nothing.
        let at_once = position.moves().into_iter().any(|attack| {
            let defended = position.play(attack).unwrap().position;
            let threat = defended.passed().wins_at_once();
            threat
                && !defended.wins_at_once()
                && defended.moves().into_iter().all(|r| defended.play(r).unwrap().position.wins_at_once())
        });
        if at_once {
            assert!(lambda(position, 1).is_proved(), "{position}");
            first += 1;
        }
        // What an order proves, every higher one proves.
        if lambda(position, 1).is_proved() {
            assert!(lambda(position, 2).is_proved(), "{position}");
        }
    }
    assert!(first > 20, "{first}");
}
