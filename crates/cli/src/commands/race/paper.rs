//! The figures of paper 000 beside ours: problems A to E, read off boards made for them.

use tesuji_board::Rules;
use tesuji_cgt::{Game, Style};
use tesuji_race::catalogue::problem;
use tesuji_race::compose::compose;
use tesuji_race::{Blocks, BoardRace, Outcome, RaceLimits, Wishes, cooled_sum, solve};

use crate::commands::reproduce::Row;
use crate::failure::Failure;

struct Problem {
    name: char,
    place: &'static str,
    /// The cooled values of the regions, sorted as text.
    values: &'static [&'static str],
    /// The cooled sum, as far as the paper writes it out.
    sum: Option<&'static str>,
    winning: &'static str,
}

const PROBLEMS: [Problem; 5] = [
    Problem { name: 'A', place: "fig. 12a", values: &["-7", "2*", "4^"], sum: Some("-1^*"), winning: "2*" },
    Problem { name: 'B', place: "fig. 12b", values: &["-7*", "2*", "4^"], sum: Some("-1^"), winning: "4^" },
    Problem {
        name: 'C',
        place: "fig. 12c",
        values: &["-6 1/2", "2*", "4^"],
        sum: Some("-1/2^*"),
        winning: "2* 4^",
    },
    Problem {
        name: 'D',
        place: "fig. 12d",
        values: &["-6 1/2", "2 3/4", "2 7/8"],
        sum: Some("-7/8"),
        winning: "2 7/8",
    },
    Problem {
        name: 'E',
        place: "fig. 13c",
        values: &[
            "-1",
            "-1",
            "-2 1/2",
            "-2*",
            "-2{0^2|+_3}",
            "-3{0|+_2}",
            "-4v",
            "1 3/4",
            "1 3/4",
            "2{-_3|0^3}",
            "3",
            "3^*",
            "3{-_1|0}",
        ],
        sum: None,
        winning: "3{-_1|0}",
    },
];

/// All rows.
pub(in crate::commands) fn rows() -> Result<Vec<Row>, Failure> {
    let mut rows = Vec::new();
    for problem in &PROBLEMS {
        rows.extend(rows_of(problem)?);
    }
    Ok(rows)
}

fn rows_of(known: &Problem) -> Result<Vec<Row>, Failure> {
    let recipe = problem(known.name).ok_or_else(|| Failure::bad("the catalogue lacks a problem"))?;
    let diagram = compose(&recipe).map_err(Failure::bad)?;
    let position = diagram.position(Rules::default()).map_err(Failure::bad)?;
    let blocks = Blocks::new(&position, &Wishes::of_marks(&diagram)).map_err(Failure::bad)?;
    let limits = RaceLimits::interactive();
    let mut race = BoardRace::new(position, blocks, &limits).map_err(Failure::bad)?;
    let sum = race.race.clone();
    let mut values = Vec::new();
    for summand in &sum.summands {
        let cooled = race.games.cooled(&summand.parts, summand.owner).map_err(Failure::bad)?;
        values.push(race.games.arena.text_in(cooled, Style::Paper).map_err(Failure::bad)?);
    }
    let total = cooled_sum(&mut race.games, &sum).map_err(Failure::bad)?;
    let total_text = match known.sum {
        Some(_) => race.games.arena.text(total.sum).map_err(Failure::bad)?,
        None => {
            let relation = race.games.arena.compare(total.sum, Game::integer(-1)).map_err(Failure::bad)?;
            format!("{relation} -1")
        }
    };
    let report = solve(&mut race, &limits, false);
    let black = &report.answers[0];
    let mut winning: Vec<&str> = black
        .winning
        .iter()
        .filter_map(|&point| race.regions.iter().position(|region| region.points.contains(point)))
        .map(|index| values[index].as_str())
        .collect();
    winning.sort_unstable();
    winning.dedup();
    let result =
        black.verdict.outcome().map_or("unknown".to_string(), |outcome: Outcome| outcome.to_string());
    let mut sorted = values.clone();
    sorted.sort_unstable();
    let row = |what: &str, paper: String, ours: String| Row {
        place: known.place.to_string(),
        what: format!("problem {}: {what}", known.name),
        equal: Some(paper == ours),
        paper: Some(paper),
        ours,
    };
    let regions = known
        .values
        .iter()
        .zip(&sorted)
        .map(|(paper, ours)| row("a region", (*paper).to_string(), ours.clone()));
    let mut rows: Vec<Row> = regions.collect();
    rows.push(row("number of regions", known.values.len().to_string(), sorted.len().to_string()));
    rows.extend([
        row("sum", known.sum.unwrap_or("|| -1").to_string(), total_text),
        row("black reaches", "0".to_string(), total.black.to_string()),
        row("black first", "black".to_string(), result),
        row("winning regions", known.winning.to_string(), winning.join(" ")),
    ]);
    Ok(rows)
}
