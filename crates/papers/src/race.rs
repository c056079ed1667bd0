//! The figures of paper 000 beside ours: the method and the formula beside exhaustive play, problems A to E and corridors read
//! off boards made for them.

use tesuji_board::{Color, Diagram, Rules};
use tesuji_cgt::{Game, Style};
use tesuji_race::catalogue::{corridor, lane, problem, whole_board};
use tesuji_race::compose::{Recipe, compose};
use tesuji_race::{
    Blocks, BoardRace, EyeClass, LibertyGames, Outcome, Race, SumProduct, Wishes, cooled_sum, solve,
};

use crate::row::{Reproduction, Row};
use crate::{Ended, broken};

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

/// The cooled sum, the regions of Black and of White, and what Black and White can reach by moving first.
type Case = (&'static str, [&'static [&'static str]; 2], [i64; 2]);

/// The cases of figure 8.
const METHOD: [Case; 7] = [
    ("g = 0", [&["3"], &["-3"]], [0, 0]),
    ("g = 1", [&["4"], &["-3"]], [1, 1]),
    ("g = -1", [&["3"], &["-4"]], [-1, -1]),
    ("0 < g = 1/2 < 1", [&["{3|0}"], &["-1"]], [1, 0]),
    ("0 < g = ^ < 1", [&["{6||4|0}"], &["-4"]], [1, 0]),
    ("-1 < g = v < 0", [&["4"], &["{0|-4||-6}"]], [0, -1]),
    ("g = * || 0", [&["{4|0}"], &["-2"]], [1, -1]),
];

/// The method of figure 8 and the formula of figure 9, each beside exhaustive play in the sum.
fn method_and_formula() -> Result<Vec<Row>, Ended> {
    let mut games = LibertyGames::new();
    let mut rows = Vec::new();
    for (what, regions, reached) in METHOD {
        let race = Race::read(&mut games, regions, 0, [None, None]).map_err(broken)?;
        let sum = cooled_sum(&mut games, &race).map_err(broken)?;
        let paper = format!("{}, {}", reached[0], reached[1]);
        let ours = format!("{}, {}", sum.black, sum.white);
        rows.push(row_of("fig. 8", &format!("{what}: black, white reach"), paper, ours));
        // The mover wins a sum of whole liberties that is not against it.
        let winners = [reached[0] >= 0, reached[1] > 0].map(|black| if black { "black" } else { "white" });
        let played = Color::BOTH.map(|first| played_out(&mut games, &race, first));
        rows.push(row_of(
            "fig. 8",
            &format!("{what}: who wins, black, white first"),
            winners.join(", "),
            played.join(", "),
        ));
    }
    for shared in 0..=3 {
        for eyes in [false, true] {
            // The defender's stones can be put in atari by filling all shared liberties but one, unless they have an eye.
            let filled = if shared == 0 || eyes { shared } else { shared - 1 };
            for ahead in 0..=3u32 {
                let eye = eyes.then_some((1, EyeClass::Small));
                let white = format!("-{}", 2 + 3 - ahead);
                // {6|2} cools to 4*: who moves first is one ahead of the difference of the means.
                let race =
                    Race::read(&mut games, [&["{6|2}"], &[&white]], shared, [eye, eye]).map_err(broken)?;
                let reached = cooled_sum(&mut games, &race).map_err(broken)?.black;
                if reached < 0 {
                    continue;
                }
                let paper = if reached >= i64::from(filled) { "black" } else { "seki" };
                let eyes = if eyes { "an eye each" } else { "no eyes" };
                let what = format!("S = {shared}, {eyes}, F = {filled}, black reaches {reached}");
                let ours = played_out(&mut games, &race, Color::Black);
                rows.push(row_of("fig. 9", &what, paper.to_string(), ours));
            }
        }
    }
    Ok(rows)
}

/// The outcome by exhaustive play, which knows neither cooling nor the formula.
fn played_out(games: &mut LibertyGames, race: &Race, first: Color) -> String {
    match SumProduct::new(games, u64::MAX).outcome(games, race, first) {
        Ok(outcome) => outcome.to_string(),
        Err(why) => format!("unknown: {why}"),
    }
}

fn row_of(place: &str, what: &str, paper: String, ours: String) -> Row {
    Row::compared(place, what, paper, ours)
}

/// Everything of paper 000.
pub(crate) fn reproduce() -> Result<Reproduction, Ended> {
    let mut rows = method_and_formula()?;
    for problem in &PROBLEMS {
        rows.extend(rows_of(problem)?);
    }
    rows.extend(corridors()?);
    Ok(Reproduction::new(rows))
}

/// The statements of section 5.2. The stones of figures 14 and 15 are not in the text, so their values are not compared.
fn corridors() -> Result<Vec<Row>, Ended> {
    let row = |what: String, paper: Option<String>, ours: String, equal: Option<bool>| Row {
        place: "sec. 5.2".to_string(),
        what,
        paper,
        ours,
        equal,
        more: None,
    };
    let mut rows = Vec::new();
    for width in 1..=3 {
        for length in 1..=if width == 3 { 3 } else { 5 } {
            let ours = alone(&corridor(width, length))?;
            let what = format!("empty corridor {width} wide, {length} long");
            rows.push(if width < 3 {
                let integer = ours.parse::<i64>().is_ok();
                row(what, Some("integer".to_string()), ours, Some(integer))
            } else {
                // With room for kos counting abstains; the paper leaves kos out.
                row(what, None, ours, None)
            });
        }
    }
    for groups in 1..=5 {
        // The text has these values, some of them beside plain liberties, in problems C, D and E.
        let paper = ["1 1/2", "1 3/4", "1 7/8"].get(groups - 1).map(ToString::to_string);
        let ours = alone(&lane(groups, 3))?;
        let equal = paper.as_ref().map(|paper| *paper == ours);
        rows.push(row(format!("3 wide, steps to its end: {groups}"), paper, ours, equal));
    }
    for (groups, liberties) in [(2, 4), (3, 4), (2, 5), (3, 5), (3, 6), (4, 7), (5, 7)] {
        let ours = alone(&lane(groups, liberties))?;
        rows.push(row(format!("3 wide, steps to {liberties} liberties: {groups}"), None, ours, None));
    }
    let lost = "the stones are not in the text".to_string();
    for (place, what, paper) in [
        ("fig. 14a", "which of three corridors is larger", Some("b > a > c".to_string())),
        ("fig. 14d", "the difference game: black at b, at a", Some("wins by one move, loses".to_string())),
        ("fig. 15", "the catalogue of corridors", None),
    ] {
        rows.push(Row::shown(place, what, paper, lost.clone()));
    }
    Ok(rows)
}

/// The cooled value of a region of Black, or why it has none.
fn alone(rows: &[String]) -> Result<String, Ended> {
    let rows: Vec<&str> = rows.iter().map(String::as_str).collect();
    let mut race = on_board(&Recipe { regions: [vec![&rows], vec![&["."]]], ..Recipe::default() })?;
    let parts = race.regions.iter().find(|region| region.owner == Some(Color::Black));
    let parts = parts.and_then(|region| region.parts.clone());
    match parts.ok_or_else(|| broken("the corridor has no region"))? {
        Ok(parts) => {
            let cooled = race.games.cooled(&parts, Color::Black).map_err(broken)?;
            race.games.arena.text_in(cooled, Style::Paper).map_err(broken)
        }
        Err(why) => Ok(format!("not counted: {why}")),
    }
}

fn on_board(recipe: &Recipe<'_>) -> Result<BoardRace, Ended> {
    on_diagram(&compose(recipe).map_err(broken)?)
}

fn on_diagram(diagram: &Diagram) -> Result<BoardRace, Ended> {
    let position = diagram.position(Rules::default()).map_err(broken)?;
    let blocks = Blocks::new(&position, &Wishes::of_marks(diagram)).map_err(broken)?;
    BoardRace::new(position, blocks, LibertyGames::new()).map_err(broken)
}

fn rows_of(known: &Problem) -> Result<Vec<Row>, Ended> {
    let mut race = match known.name {
        'E' => on_diagram(&whole_board().map_err(broken)?)?,
        name => on_board(&problem(name).ok_or_else(|| broken("the catalogue lacks a problem"))?)?,
    };
    let sum = race.race.clone();
    let mut values = Vec::new();
    for summand in &sum.summands {
        let cooled = race.games.cooled(&summand.parts, summand.owner).map_err(broken)?;
        values.push(race.games.arena.text_in(cooled, Style::Paper).map_err(broken)?);
    }
    let total = cooled_sum(&mut race.games, &sum).map_err(broken)?;
    let total_text = match known.sum {
        Some(_) => race.games.arena.text(total.sum).map_err(broken)?,
        None => {
            let relation = race.games.arena.compare(total.sum, Game::integer(-1)).map_err(broken)?;
            format!("{relation} -1")
        }
    };
    let report = solve(&mut race, false);
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
    let row = |what: &str, paper: String, ours: String| {
        Row::compared(known.place, format!("problem {}: {what}", known.name), paper, ours)
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
