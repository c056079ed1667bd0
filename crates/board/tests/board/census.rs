//! Legal positions counted by brute force: L(m, n) of Tromp and Farneback, and other boards.

use std::sync::Arc;

use crate::common::{Naive, board, random, random_graph};
use rand::RngExt;
use tesuji_board::{GraphPoint, PointSet, Setup, Topology};

/// Every way to put stones on the board, as two words.
fn arrangements(points: usize, mut visit: impl FnMut(u64, u64)) {
    for black in 0..1u64 << points {
        let free = !black & ((1 << points) - 1);
        // All subsets of the free points, the empty set last.
        let mut white = free;
        loop {
            visit(black, white);
            if white == 0 {
                break;
            }
            white = (white - 1) & free;
        }
    }
}

fn setup(board: &Arc<Topology>, black: u64, white: u64) -> Setup {
    let mut setup = Setup::empty(board.clone());
    setup.black = PointSet::from_words(&[black]);
    setup.white = PointSet::from_words(&[white]);
    setup
}

/// Counts the setups without faults.
fn legal(board: &Arc<Topology>) -> usize {
    let mut count = 0;
    arrangements(board.len(), |black, white| {
        count += usize::from(setup(board, black, white).faults().is_empty());
    });
    count
}

#[test]
fn small_rectangles_have_the_published_numbers() {
    let published = [
        ("square:1", 1),
        ("grid:2x1", 5),
        ("grid:3x1", 15),
        ("grid:4x1", 41),
        ("grid:5x1", 113),
        ("square:2", 57),
        ("grid:2x3", 489),
        ("grid:3x2", 489),
        ("square:3", 12_675),
    ];
    for (name, count) in published {
        assert_eq!(legal(&board(name)), count, "{name}");
    }
}

#[test]
fn four_by_four_has_24_318_165_legal_positions() {
    let board = board("square:4");
    let mut count = 0;
    arrangements(16, |black, white| {
        // The same stones in the other colours are as legal: of two such arrangements one or the other is looked at.
        if black < white || (black, white) == (0, 0) {
            let times = 1 + usize::from(black < white);
            let mut stones = [black, white].map(|word| PointSet::from_words(&[word]));
            stones.rotate_left((black.count_ones() % 2) as usize);
            count += times * usize::from(board.all_breathe(&stones[0], &stones[1]) == Some(true));
        }
    });
    assert_eq!(count, 24_318_165);
}

#[test]
fn a_complete_graph_counted_by_hand() {
    // On K_n every stone touches every other point, so a position is legal exactly if a point is empty:
    // 3^n - 2^n of them.
    for n in 1..=6u32 {
        let n_points = n as usize;
        let edges: Vec<_> = (0..n_points).flat_map(|a| (a + 1..n_points).map(move |b| (a, b))).collect();
        let board = Topology::graph("complete", &vec![GraphPoint::default(); n_points], &edges).unwrap();
        assert_eq!(legal(&board), 3usize.pow(n) - 2usize.pow(n));
    }
}

#[test]
fn faults_equal_flood_fill_on_random_graphs() {
    let mut rng = random(11);
    for _ in 0..200 {
        let points = rng.random_range(1..=9);
        let density = rng.random_range(0.0..0.8);
        let board = random_graph(&mut rng, points, density);
        arrangements(points, |black, white| {
            let setup = setup(&board, black, white);
            let mut naive = Naive::new(board.clone());
            for p in board.points() {
                naive.cells[p.index()] = setup.stone(p);
            }
            let stones = board.points().filter(|p| naive.cells[p.index()].is_some());
            let legal = stones.clone().all(|p| !naive.liberties(p).is_empty());
            if rng.random_ratio(1, 20) || !legal {
                assert_eq!(setup.faults().is_empty(), legal, "{black:b} {white:b}");
                let dead = stones.filter(|&p| naive.liberties(p).is_empty()).count();
                let named = setup.faults().into_iter().map(|fault| match fault {
                    tesuji_board::Fault::NoLiberty { stones, color } => {
                        assert_eq!(setup.stone(stones[0]), Some(color));
                        stones.len()
                    }
                    other => panic!("{other:?}"),
                });
                assert_eq!(named.sum::<usize>(), dead);
            }
        });
    }
}
