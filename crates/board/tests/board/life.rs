//! Unconditional life against brute force: the opponent moves as often as it likes, the owner always passes.

use rustc_hash::FxHashSet;
use std::sync::Arc;

use crate::common::{Naive, board, random, random_graph};
use rand::RngExt;
use rand_chacha::ChaCha8Rng;
use tesuji_board::{
    Color, Diagram, KoRule, PointSet, Position, Rules, Topology, area, is_unconditionally_alive,
    unconditionally_alive,
};

/// The stones of the colour that no sequence of the opponent's moves can take.
fn never_taken(start: &Naive, color: Color) -> PointSet {
    let board = start.board.clone();
    let own = |naive: &Naive| {
        board.points().filter(|p| naive.cells[p.index()] == Some(color)).collect::<PointSet>()
    };
    let mut kept = own(start);
    let mut seen: FxHashSet<Vec<Option<Color>>> = FxHashSet::from_iter([start.cells.clone()]);
    let mut open = vec![start.clone()];
    while let Some(naive) = open.pop() {
        kept = &kept & &own(&naive);
        for point in board.points() {
            if let Some(after) = naive.after(color.opponent(), point, false)
                && seen.insert(after.cells.clone())
            {
                open.push(after);
            }
        }
    }
    kept
}

/// A position with many own stones, in which there is something to live with.
fn random_position(board: &Arc<Topology>, rng: &mut ChaCha8Rng) -> Position {
    let rules = Rules { ko: KoRule::None, suicide: false };
    let mut position = Position::new(board.clone(), rules);
    let share = rng.random_range(0.5..1.0);
    for _ in 0..rng.random_range(1..=3 * board.len()) {
        let color = if rng.random_bool(share) { Color::Black } else { Color::White };
        let legal: Vec<_> = position.legal_moves(color).collect();
        if let Some(&point) = legal.get(rng.random_range(0..legal.len().max(1))) {
            position.play(color, point).unwrap();
        }
    }
    position
}

fn compare(board: &Arc<Topology>, rng: &mut ChaCha8Rng, rounds: usize) -> usize {
    let mut alive = 0;
    for _ in 0..rounds {
        let position = random_position(board, rng);
        let mut naive = Naive::new(board.clone());
        naive.cells = board.points().map(|p| position.stone(p)).collect();
        for color in Color::BOTH {
            let expected = never_taken(&naive, color);
            assert_eq!(
                unconditionally_alive(&position, color),
                expected,
                "{color} on {} in\n{position}",
                board.name()
            );
            for stone in position.stones(color).iter() {
                let lives = is_unconditionally_alive(&position, stone);
                assert_eq!(lives, expected.contains(stone), "{} in\n{position}", board.name_of(stone));
            }
            alive += usize::from(!expected.is_empty());
        }
    }
    alive
}

#[test]
fn benson_equals_brute_force_on_small_boards() {
    let mut alive = 0;
    for (seed, name) in [
        "grid:5x1",
        "square:3",
        "grid:4x3",
        "hexagon:2",
        "triangle:4",
        "honeycomb:1",
        "cylinder:4x2",
        "torus:3x3",
    ]
    .into_iter()
    .enumerate()
    {
        alive += compare(&board(name), &mut random(seed as u64), 250);
    }
    assert!(alive > 200, "only {alive} positions had live stones");
}

#[test]
fn benson_equals_brute_force_on_random_graphs() {
    let mut rng = random(5);
    let mut alive = 0;
    for _ in 0..150 {
        let points = rng.random_range(2..=10);
        let density = rng.random_range(0.1..0.5);
        let board = random_graph(&mut rng, points, density);
        alive += compare(&board, &mut rng, 8);
    }
    assert!(alive > 50, "only {alive} positions had live stones");
}

#[test]
fn area_counts_stones_and_points_that_reach_one_colour() {
    let count = |text: &str| area(&text.parse::<Diagram>().unwrap().position(Rules::default()).unwrap());
    assert_eq!(count("..X\n.X.\nX.O"), [6, 1]);
    assert_eq!(count("...\n...\n..."), [0, 0]);
    assert_eq!(count(".X.O.\n.X.O.\n.X.O."), [6, 6]);
    assert_eq!(count("X..\n...\n..."), [9, 0]);
}

#[test]
fn area_equals_the_definition_by_paths_on_random_games() {
    // An empty point belongs to a colour if that colour alone is reached from it through empty points.
    for name in ["square:5", "hexagon:3", "torus:4x4", "honeycomb:2"] {
        let board = board(name);
        let mut rng = random(17);
        for _ in 0..200 {
            let position = random_position(&board, &mut rng);
            let mut naive = Naive::new(board.clone());
            naive.cells = board.points().map(|p| position.stone(p)).collect();
            let mut expected = [0, 0];
            for p in board.points() {
                let reached: Vec<Color> = match naive.cells[p.index()] {
                    Some(color) => vec![color],
                    None => {
                        let region = naive.string(p);
                        let around = region.iter().flat_map(|q| board.neighbors(q).to_vec());
                        around.filter_map(|q| naive.cells[q.index()]).collect()
                    }
                };
                for color in Color::BOTH {
                    if !reached.is_empty() && reached.iter().all(|&c| c == color) {
                        expected[color.index()] += 1;
                    }
                }
            }
            assert_eq!(area(&position), expected, "{position}");
        }
    }
}
