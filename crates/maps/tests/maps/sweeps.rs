//! Sweeps: shards, merging, going on where a run stopped.

use std::ops::ControlFlow;

use crate::common::board;
use tesuji_board::{GraphPoint, Topology};
use tesuji_job::Watch;
use tesuji_maps::{
    Cell, Colors, Line, Player, Shard, Sweep, SweepError, done, measure, read_beginning, read_lines, run,
    table,
};

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
    run(&cells, &parts[from..], threads, &Watch::unwatched(), &mut |part, counts| {
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
    let counts = measure(&cells, sweep.games, 2, &Watch::unwatched()).unwrap();
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
    let start = done(&cells, &parts, &whole[..7], "a.jsonl").unwrap();
    assert_eq!(start, 7);
    let rest = lines(&sweep, shard, 2, start);
    assert_eq!([&whole[..7], &rest[..]].concat(), whole);
    let other = Sweep { seeds: vec![1, 3], ..sweep.clone() };
    let error = done(&other.cells(), &other.parts(shard), &whole, "a.jsonl").unwrap_err().to_string();
    assert!(error.starts_with("a.jsonl:2: not a line of this sweep: it has games "), "{error}");
    let error = done(&cells, &parts[..3], &whole, "a.jsonl").unwrap_err();
    assert_eq!(error.to_string(), "a.jsonl: there are 16 lines, but this sweep has only 3");
    let mut damaged = whole.clone();
    damaged[4].counts.wins += 1;
    assert!(matches!(done(&cells, &parts, &damaged, "a.jsonl"), Err(SweepError::OtherSweep { line: 5, .. })));
    // A line survives its way through JSON.
    let text = serde_json::to_string(&whole[3]).unwrap();
    assert_eq!(serde_json::from_str::<Line>(&text).unwrap(), whole[3]);
}

fn file(lines: &[Line]) -> String {
    lines.iter().map(|line| serde_json::to_string(line).unwrap() + "\n").collect()
}

#[test]
fn files_are_read_as_they_were_written_and_half_a_line_is_cut_away() {
    let whole = lines(&sweep(), Shard { index: 2, of: 3 }, 1, 0);
    let text = file(&whole);
    assert_eq!(read_lines(text.as_bytes(), "a.jsonl").unwrap(), whole);
    // An editor may have taken the end of the last line.
    assert_eq!(read_lines(text.trim_end().as_bytes(), "a.jsonl").unwrap(), whole);
    assert_eq!(read_lines(b"", "a.jsonl").unwrap(), []);
    for cut in (0..text.len()).rev().step_by(37) {
        let (beginning, bytes) = read_beginning(&text.as_bytes()[..cut], "a.jsonl").unwrap();
        assert_eq!(beginning, whole[..beginning.len()]);
        assert_eq!(text[..bytes], file(&beginning));
        assert!(bytes <= cut && cut - bytes < text.lines().map(str::len).max().unwrap() + 1);
        // Where nobody goes on with it, half a line is an error.
        if !text[..cut].ends_with(['\n', '}']) {
            let error = read_lines(&text.as_bytes()[..cut], "a.jsonl").unwrap_err().to_string();
            let place = format!("a.jsonl:{}: not a line of a sweep: ", beginning.len() + 1);
            assert!(error.starts_with(&place), "{error}");
        }
    }
}

/// Every kind of damage is told with its place, and nothing is replaced by a guess.
#[test]
fn broken_lines_are_refused_with_their_place() {
    let whole = lines(&sweep(), Shard { index: 1, of: 8 }, 1, 0);
    let refused = |change: &dyn Fn(&mut Line)| {
        let mut damaged = whole.clone();
        change(&mut damaged[2]);
        let error = read_lines(file(&damaged).as_bytes(), "out.jsonl").unwrap_err().to_string();
        let sentence = error.strip_prefix("out.jsonl:3: not a line of a sweep: ");
        sentence.unwrap_or_else(|| panic!("{error}")).to_string()
    };
    assert_eq!(
        refused(&|line| line.rules = "japanese".into()),
        "'japanese' is no rule: expected paper, then eyes=, ko=, passes=, scoring=, draw= or cap=, separated by commas"
    );
    assert!(refused(&|line| line.rules = "paper,cap=3".into()).starts_with("the cell "));
    assert!(refused(&|line| line.board = "square:6".into()).starts_with("the cell "));
    assert!(refused(&|line| line.tactic = "paper1".into()).starts_with("the cell "));
    assert!(refused(&|line| line.colors = "balanced".into()).starts_with("the cell "));
    assert!(refused(&|line| line.board = "square:x".into()).starts_with("unknown board 'square:x'"));
    assert!(refused(&|line| line.board = "hexagon:0".into()).contains("too small"));
    assert!(refused(&|line| line.board = String::new()).starts_with("unknown board"));
    assert!(refused(&|line| line.tactic = "P1(".into()).starts_with("tactic 'P1(', "));
    assert_eq!(refused(&|line| line.colors = "blue".into()), "colours are first or balanced, not 'blue'");
    assert_eq!(refused(&|line| line.cell = "xyz".into()), "the cell 'xyz' is no number in hexadecimal");
    assert!(refused(&|line| line.counts.wins += 1).contains(" are not 500 games"));
    assert!(refused(&|line| line.counts.wins = u64::MAX).contains(" are not 500 games"));
    assert!(refused(&|line| line.counts.capped = u64::MAX).contains(" draws"));
    assert!(refused(&|line| line.counts.moves = u64::MAX).contains(" moves are more than 500 games"));
    assert!(refused(&|line| line.games = 0).contains("no part of a sweep"));
    assert!(refused(&|line| line.from = u64::MAX).contains("no part of a sweep"));
    // A message is one line whatever the file says.
    let long = refused(&|line| line.rules = "\n\u{7}x".repeat(100_000));
    assert!(long.chars().count() <= 200 && !long.contains(char::is_control), "{long}");

    let text = file(&whole);
    let second = text.lines().nth(1).unwrap();
    for other in ["", "{}", "no json", "[1, 2]", "{\"cell\": 7}", &second[..second.len() / 2]] {
        let error = read_lines(text.replace(second, other).as_bytes(), "out.jsonl").unwrap_err().to_string();
        assert!(error.starts_with("out.jsonl:2: not a line of a sweep: "), "{error}");
    }
    let error = read_beginning(b"\xff\xfe\n", "out.jsonl").unwrap_err().to_string();
    assert!(error.starts_with("out.jsonl:1: "), "{error}");
}

/// A board of one's own has a name that nobody else knows; its lines are read, and must agree with each other.
#[test]
fn lines_of_other_boards_are_read_too() {
    let edges: Vec<(usize, usize)> = (0..6).map(|point| (point, (point + 1) % 6)).collect();
    let ring = Topology::graph("ring of six", &vec![GraphPoint::default(); 6], &edges).unwrap();
    let sweep = Sweep { boards: vec![ring], ..sweep() };
    let mut whole = lines(&sweep, Shard { index: 1, of: 1 }, 1, 0);
    assert_eq!(read_lines(file(&whole).as_bytes(), "ring.jsonl").unwrap(), whole);
    table(&whole).unwrap();
    whole[1].rules = "paper,cap=7".into();
    let read = read_lines(file(&whole).as_bytes(), "ring.jsonl").unwrap();
    assert!(matches!(table(&read), Err(SweepError::Differ { .. })));
}
