//! Races of several blocks: the solver against plain exhaustive play, and against the methods for two blocks.

use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use tesuji_race::multi::plain::{PlainBlock, PlainPlay, PlainRace, Tree};
use tesuji_race::multi::{BlockText, Fate, Graph, GraphText, SharedText, Solver};
use tesuji_race::{Color, EyeClass, LibertyGames, Outcome, Race, SumProduct};

const LIMIT: u64 = 5_000_000;

/// A block as both witnesses see it.
#[derive(Clone, Debug)]
struct Written {
    color: Color,
    external: Vec<Tree>,
    eye: u32,
}

fn text_of(tree: &Tree, color: Color) -> String {
    let side = |trees: &[Tree]| trees.iter().map(|tree| text_of(tree, color)).collect::<Vec<_>>().join(",");
    match (tree, color) {
        (Tree::Number(count), Color::Black) => count.to_string(),
        (Tree::Number(0), Color::White) => "0".to_string(),
        (Tree::Number(count), Color::White) => format!("-{count}"),
        (Tree::Moves(owner, attacker), Color::Black) => format!("{{{}|{}}}", side(owner), side(attacker)),
        (Tree::Moves(owner, attacker), Color::White) => format!("{{{}|{}}}", side(attacker), side(owner)),
    }
}

fn written(blocks: &[Written], shared: &[(usize, usize, u32)]) -> GraphText {
    let name = |index: usize| format!("b{index}");
    let block = |(index, block): (usize, &Written)| BlockText {
        name: name(index),
        color: block.color,
        external: block.external.iter().map(|tree| text_of(tree, block.color)).collect(),
        eye: block.eye,
        eye_size: None,
    };
    GraphText {
        blocks: blocks.iter().enumerate().map(block).collect(),
        shared: shared
            .iter()
            .map(|&(one, other, liberties)| SharedText { between: [name(one), name(other)], liberties })
            .collect(),
    }
}

fn plain(blocks: &[Written], shared: &[(usize, usize, u32)]) -> PlainRace {
    let block =
        |block: &Written| PlainBlock { color: block.color, external: block.external.clone(), eye: block.eye };
    PlainRace::new(blocks.iter().map(block).collect(), shared.to_vec())
}

/// Compares all fates; `None` if the race is refused because a block is captured already.
fn compare(
    play: &mut PlainPlay,
    blocks: &[Written],
    shared: &[(usize, usize, u32)],
) -> Option<Vec<[Fate; 2]>> {
    let mut games = LibertyGames::new();
    let text = written(blocks, shared);
    let graph = Graph::read(&mut games, &text).ok()?;
    let mut solver = Solver::new(&mut games, &graph, LIMIT).expect("nothing but scores and trees");
    let race = plain(blocks, shared);
    let mut fates = Vec::new();
    for block in 0..blocks.len() {
        fates.push(Color::BOTH.map(|first| {
            let ours = solver.fate(block, first).expect("a small race");
            let theirs = play.fate(&race, block, first);
            assert_eq!(ours, theirs, "block {block}, {first} first: {text:?}");
            ours
        }));
    }
    Some(fates)
}

fn number(color: Color, external: u32, eye: u32) -> Written {
    Written { color, external: vec![Tree::Number(external)], eye }
}

/// One white block against two black ones: external and eye liberties of each, liberties shared with each of the two.
fn one_against_two(
    y: (u32, u32),
    x: [(u32, u32); 2],
    shared: [u32; 2],
) -> (Vec<Written>, [(usize, usize, u32); 2]) {
    let blocks = vec![
        number(Color::White, y.0, y.1),
        number(Color::Black, x[0].0, x[0].1),
        number(Color::Black, x[1].0, x[1].1),
    ];
    (blocks, [(0, 1, shared[0]), (0, 2, shared[1])])
}

#[test]
fn the_table_of_the_specification() {
    // X first, Y first; what becomes of Y.
    let cases = [
        (one_against_two((0, 1), [(3, 0), (4, 0)], [2, 1]), [Fate::Lives, Fate::Lives]),
        (one_against_two((0, 0), [(0, 1), (0, 1)], [1, 1]), [Fate::Seki, Fate::Seki]),
        (one_against_two((1, 0), [(0, 1), (0, 1)], [1, 1]), [Fate::Seki, Fate::Lives]),
    ];
    let mut play = PlainPlay::default();
    for ((blocks, shared), expected) in cases {
        let fates = compare(&mut play, &blocks, &shared).expect("a race");
        assert_eq!(fates[0], expected, "{blocks:?} {shared:?}");
    }
}

#[test]
fn small_graphs_of_one_against_two() {
    // All with external 0..4, eyes 0..2 and shared 0..3 are compared by `tesuji reproduce multirace --long`.
    let mut play = PlainPlay::default();
    let mut seen = [0u32; 3];
    for code in 0..5u32.pow(3) * 3u32.pow(3) * 4u32.pow(2) {
        // One in 127 is enough to meet every number beside every other.
        if code % 127 != 3 {
            continue;
        }
        let mut rest = code;
        let mut digit = |base: u32| {
            let digit = rest % base;
            rest /= base;
            digit
        };
        let [y, x1, x2] = [(); 3].map(|()| (digit(5), digit(3)));
        let shared = [digit(4), digit(4)];
        let (blocks, shared) = one_against_two(y, [x1, x2], shared);
        if let Some(fates) = compare(&mut play, &blocks, &shared) {
            seen[fates[0][0] as usize] += 1;
        }
    }
    assert!(seen.iter().all(|&count| count > 3), "{seen:?}");
}

/// A hot game of depth one or two that the score rule leaves as it is.
fn hot(rng: &mut ChaCha8Rng, deep: bool) -> Tree {
    let low = rng.random_range(0..2);
    let middle = low + 2;
    let simple = |high, low| Tree::Moves(vec![Tree::Number(high)], vec![Tree::Number(low)]);
    if !deep {
        return simple(middle, low);
    }
    // {a||b|c} and {a|b||c} with steps that grow towards the leaves.
    let high = middle + 2;
    if rng.random_range(0..2) == 0 {
        Tree::Moves(vec![Tree::Number(high)], vec![simple(middle, low)])
    } else {
        Tree::Moves(vec![simple(high, middle)], vec![Tree::Number(low)])
    }
}

fn random_block(rng: &mut ChaCha8Rng, color: Color, most: u32, hots: bool) -> Written {
    let mut external = vec![Tree::Number(rng.random_range(0..=most))];
    if hots && rng.random_range(0..2) == 0 {
        let deep = rng.random_range(0..3) == 0;
        external.push(hot(rng, deep));
    }
    let eye = if rng.random_range(0..3) == 0 { rng.random_range(1..3) } else { 0 };
    Written { color, external, eye }
}

/// Random races on the pairs of a picture; blocks of even index are black.
fn sampled(
    cases: u64,
    count: usize,
    pairs: &[(usize, usize)],
    most: u32,
    shared: std::ops::Range<u32>,
    hots: bool,
) -> [u32; 3] {
    let mut seen = [0u32; 3];
    for seed in 0..cases {
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        let color = |index: usize| if index.is_multiple_of(2) { Color::Black } else { Color::White };
        let blocks: Vec<Written> =
            (0..count).map(|index| random_block(&mut rng, color(index), most, hots)).collect();
        let shared: Vec<(usize, usize, u32)> =
            pairs.iter().map(|&(one, other)| (one, other, rng.random_range(shared.clone()))).collect();
        if let Some(fates) = compare(&mut PlainPlay::default(), &blocks, &shared) {
            for fate in fates.into_iter().flatten() {
                seen[fate as usize] += 1;
            }
        }
    }
    seen
}

#[test]
fn one_against_two_with_hot_games() {
    let seen = sampled(25, 3, &[(0, 1), (1, 2)], 1, 1..4, true);
    assert!(seen.iter().all(|&count| count > 0), "{seen:?}");
}

#[test]
fn chains_of_four() {
    let seen = sampled(60, 4, &[(0, 1), (1, 2), (2, 3)], 2, 0..4, false);
    assert!(seen.iter().all(|&count| count > 8), "{seen:?}");
}

#[test]
fn rings_of_four() {
    let seen = sampled(70, 4, &[(0, 1), (1, 2), (2, 3), (3, 0)], 2, 0..3, false);
    assert!(seen.iter().all(|&count| count > 4), "{seen:?}");
}

/// For two blocks the graph says what the methods for two blocks say.
#[test]
fn two_blocks_are_the_race_of_two_blocks() {
    let mut seen = [0u32; 3];
    for seed in 0..1000 {
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        let blocks = [Color::Black, Color::White].map(|color| {
            let mut block = random_block(&mut rng, color, 3, true);
            if rng.random_range(0..3) == 0 {
                block.external.push(hot(&mut rng, true));
            }
            block
        });
        let shared = rng.random_range(0..4);
        let mut games = LibertyGames::new();
        let text = written(&blocks, &[(0, 1, shared)]);
        let Ok(graph) = Graph::read(&mut games, &text) else { continue };
        let sides = blocks
            .each_ref()
            .map(|block| block.external.iter().map(|tree| text_of(tree, block.color)).collect::<Vec<_>>());
        let sides = sides.each_ref().map(|side| side.iter().map(String::as_str).collect::<Vec<_>>());
        let eyes = blocks.each_ref().map(|block| (block.eye > 0).then_some((block.eye, EyeClass::Small)));
        let race = Race::read(&mut games, [&sides[0], &sides[1]], shared, eyes).expect("the same race");
        for first in Color::BOTH {
            let known =
                SumProduct::new(&games, LIMIT).outcome(&mut games, &race, first).expect("a small race");
            let by_rule = tesuji_race::static_outcome(&mut games, &race, first).expect("a small race");
            assert_eq!(known, by_rule, "{text:?}");
            let mut solver = Solver::new(&mut games, &graph, LIMIT).expect("scores and trees");
            assert_eq!(solver.outcome(first).expect("a small race"), known, "{first} first: {text:?}");
            let fates = [0, 1].map(|block| solver.fate(block, first).expect("a small race"));
            let expected = match known {
                Outcome::Black => [Fate::Lives, Fate::Dies],
                Outcome::White => [Fate::Dies, Fate::Lives],
                Outcome::Seki => [Fate::Seki; 2],
            };
            assert_eq!(fates, expected, "{first} first: {text:?}");
            seen[fates[0] as usize] += 1;
        }
    }
    assert!(seen.iter().all(|&count| count > 100), "{seen:?}");
}
