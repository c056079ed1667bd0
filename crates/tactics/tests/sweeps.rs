//! Sweeps: shards, merging, going on where a run stopped.

mod common;

use std::ops::ControlFlow;

use common::board;
use tesuji_tactics::{Cell, Colors, Line, Player, Shard, Sweep, SweepError, done, measure, run, table};

fn sweep() -> Sweep {
    Sweep {
        boards: vec![board("square:5"), board("hexagon:3")],
        players: vec![Player::random(), Player::parse("paper3").unwrap()],
        against: vec![Player::random()],
        rules: vec!["paper".parse().unwrap(), "paper,ko=simple-ko".parse().unwrap()],
        seeds: vec![1, 2],
        colors: Colors::First,
        games: 1200,
    }
}

fn lines(sweep: &Sweep, shard: Shard, threads: usize, from: usize) -> Vec<Line> {
    let cells = sweep.cells();
    let mut lines = Vec::new();
    let parts = sweep.parts(shard);
    run(&cells, &parts[from..], threads, &mut |_| ControlFlow::Continue(()), &mut |part, counts| {
        lines.push(Line::new(&cells, part, counts));
        ControlFlow::Continue(())
    })
    .unwrap();
    lines
}

#[test]
fn shards_merged_in_any_order_give_the_whole_table() {
    let sweep = sweep();
    let whole = lines(&sweep, Shard { index: 1, of: 1 }, 1, 0);
    assert_eq!(whole.len(), 16 * 3);
    assert_eq!(whole, lines(&sweep, Shard { index: 1, of: 1 }, 2, 0), "the same lines in the same order");
    let mut shards: Vec<Line> =
        [3, 1, 2].iter().flat_map(|&index| lines(&sweep, Shard { index, of: 3 }, 2, 0)).collect();
    assert_eq!(table(&shards), table(&whole));
    let rows = table(&whole).unwrap();
    assert_eq!(rows.len(), 16);
    // The table is what the cells give by themselves.
    let cells: Vec<Cell> = sweep.cells();
    let counts = measure(&cells, sweep.games, 2, &mut |_| ControlFlow::Continue(())).unwrap();
    for (cell, counts) in cells.iter().zip(counts) {
        let row = rows
            .iter()
            .find(|row| row.line.cell == format!("{:016x}", cell.number()) && row.line.seed == cell.seed);
        assert_eq!(row.unwrap().counts, counts);
    }
    shards.push(shards[5].clone());
    assert!(matches!(table(&shards), Err(SweepError::Twice { .. })));
}

#[test]
fn a_run_goes_on_where_its_file_ends_and_refuses_other_files() {
    let sweep = sweep();
    let shard = Shard { index: 2, of: 3 };
    let whole = lines(&sweep, shard, 1, 0);
    let (cells, parts) = (sweep.cells(), sweep.parts(shard));
    let start = done(&cells, &parts, &whole[..7]).unwrap();
    assert_eq!(start, 7);
    let rest = lines(&sweep, shard, 2, start);
    assert_eq!([&whole[..7], &rest[..]].concat(), whole);
    let other = Sweep { seeds: vec![1, 3], ..sweep.clone() };
    let error = done(&other.cells(), &other.parts(shard), &whole).unwrap_err();
    assert!(error.to_string().contains("line "), "{error}");
    let error = done(&cells, &parts[..3], &whole).unwrap_err();
    assert!(matches!(error, SweepError::TooLong { lines: 16, expected: 3 }));
    let mut damaged = whole.clone();
    damaged[4].counts.wins += 1;
    assert!(matches!(done(&cells, &parts, &damaged), Err(SweepError::OtherSweep { line: 5, .. })));
    // A line survives its way through JSON.
    let text = serde_json::to_string(&whole[3]).unwrap();
    assert_eq!(serde_json::from_str::<Line>(&text).unwrap(), whole[3]);
}
