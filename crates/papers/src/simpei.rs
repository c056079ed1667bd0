//! The published figures of Simpei beside ours.

use tesuji_ask::Desk;
use tesuji_job::{Watch, cores};
use tesuji_simpei::{Census, Position, Solution, Value};

use crate::row::{Reproduction, Row};
use crate::{Ended, broken};

/// Table 5 of paper 001: positions of each order, 1 to 6, in a random sample of one in a thousand.
const TABLE_5: [u32; 6] = [3470, 1115, 258, 35, 1, 1];
/// Table 6 of paper 001: mean number of moves of order 1, 2, 3, 4, 5 or more, and of all legal moves.
const TABLE_6: [&str; 6] = ["7.718", "8.227", "3.416", "0.875", "5.435", "25.673"];
/// Standard deviations by which a sample may differ.
const WITHIN: f64 = 3.0;

/// What the reader of the table should know.
pub(crate) const NOTES: &str = "\
Tanaka: T. Tanaka, IPSJ Journal 48(11), 2007, abstract. Tables 5 and 6: paper 001.
Table 5 is a random sample of one position in a thousand: ours is what such a sample holds on average, with its standard
deviation, and = means within three of them. Table 6 is over all positions, one for each class of symmetric ones, that
some lambda order proves; the wins that none proves are left out.
";

/// The published figures of the solved game.
pub(crate) fn reproduce(desk: &Desk, watch: &Watch) -> Result<Reproduction, Ended> {
    let solution = desk.simpei(watch)?;
    let census = solution.census(cores(), watch)?;
    let mut rows = rows(&solution, &census)?;
    let list = |numbers: &mut dyn Iterator<Item = String>| numbers.collect::<Vec<_>>().join(" ");
    let ours = [
        ("won positions by order, from 0", list(&mut census.orders.iter().map(ToString::to_string))),
        ("wins that no order proves", census.unproved.to_string()),
        ("positions that some order proves", census.proved().to_string()),
        ("moves by order", list(&mut census.moves_by_order.iter().map(ToString::to_string))),
        ("zugzwangs for both sides", census.mutual_zugzwangs.to_string()),
        (
            "simple cycles by length",
            list(&mut census.cycles.iter().map(|(length, count)| format!("{length}: {count}"))),
        ),
    ];
    rows.extend(ours.map(|(what, number)| Row::shown("ours", what, None, number)));
    Ok(Reproduction { notes: NOTES.to_string(), ..Reproduction::new(rows) })
}

/// All figures.
pub(crate) fn rows(solution: &Solution, census: &Census) -> Result<Vec<Row>, Ended> {
    let mut rows = Vec::new();
    let mut row = |place: &str, what: String, paper: &str, ours: String, equal: bool| {
        let paper = Some(paper.into());
        rows.push(Row { place: place.into(), what, paper, ours, equal: Some(equal), more: None });
    };
    let winner = |value| match value {
        Value::Win => "first player",
        Value::Loss => "second player",
        Value::Draw => "nobody",
    };
    let start = solution.entry(&Position::start()).map_err(broken)?.value;
    let same = |paper: &str, ours: &str| paper == ours;
    row("Tanaka", "winner".into(), "second player", winner(start).into(), start == Value::Loss);
    let free = solution.free_start().value;
    row(
        "Tanaka",
        "winner, free first placement".into(),
        "first player",
        winner(free).into(),
        free == Value::Win,
    );
    let longest = census.longest_win().to_string();
    row("Tanaka", "longest win, plies".into(), "49", longest.clone(), same("49", &longest));
    let zugzwangs = census.zugzwangs;
    row("Tanaka", "zugzwang positions".into(), "some", zugzwangs.to_string(), zugzwangs > 0);
    let lengths: Vec<String> = census.cycles.keys().map(ToString::to_string).collect();
    let lengths = lengths.join(", ");
    row("Tanaka", "lengths of simple cycles".into(), "1, 3, 4", lengths.clone(), same("1, 3, 4", &lengths));

    for (order, paper) in (1..).zip(TABLE_5) {
        let mean = census.orders.get(order).copied().unwrap_or(0) as f64 / 1000.0;
        let deviation = mean.sqrt();
        let equal = (f64::from(paper) - mean).abs() <= WITHIN * deviation;
        let what = format!("positions of order {order} in a sample");
        row("table 5", what, &paper.to_string(), format!("{mean:.1} +- {deviation:.1}"), equal);
    }
    let positions = census.proved().max(1) as f64;
    let means = census.moves_by_order.iter().copied().chain([census.legal_moves()]);
    let names = ["order 1", "order 2", "order 3", "order 4", "order 5 or more", "any order"];
    for ((name, paper), moves) in names.into_iter().zip(TABLE_6).zip(means) {
        let mean = format!("{:.3}", moves as f64 / positions);
        row("table 6", format!("mean number of moves of {name}"), paper, mean.clone(), same(paper, &mean));
    }
    Ok(rows)
}
