//! The cases of paper 004 beside ours: patterns and figures as graphs and on boards, sums, winning moves, all small graphs.

use std::collections::BTreeMap;

use tesuji_board::{Color, Rules};
use tesuji_job::{Progress, Watch};
use tesuji_race::multi::catalogue::{CASES, Case};
use tesuji_race::multi::compose::compose_group;
use tesuji_race::multi::plain::{PlainBlock, PlainPlay, PlainRace, Tree};
use tesuji_race::multi::{
    BlockText, Graph, GraphText, GroupRace, Pairwise, Relation, SharedText, Solver, pair_race,
};
use tesuji_race::{Blocks, LibertyGames, Outcome, Wishes, cooled_sum};

use crate::row::{Reproduction, Row};
use crate::{Ended, broken};

/// Everything of paper 004.
pub(crate) fn reproduce(long: bool, watch: &Watch) -> Result<Reproduction, Ended> {
    let mut rows = Vec::new();
    for case in &CASES {
        rows.extend(case_rows(case)?);
    }
    for name in ["figure-1", "figure-10", "figure-13"] {
        if let Some(case) = CASES.iter().find(|case| case.name == name) {
            rows.extend(pair_rows(case)?);
        }
    }
    rows.extend(all_small_graphs(long, watch)?);
    Ok(Reproduction::new(rows))
}

fn place(case: &Case) -> String {
    match case.name.split_once('-') {
        Some(("pattern", number)) => format!("fig. 5 ({})", number.trim_start_matches('0')),
        Some(("figure", number)) => format!("fig. {number}"),
        _ => "ours".to_string(),
    }
}

fn result(winners: [Option<Color>; 2]) -> String {
    let name = |winner: Option<Color>| match winner {
        Some(Color::Black) => "black",
        Some(Color::White) => "white",
        None => "seki",
    };
    match winners {
        [Some(Color::Black), Some(Color::White)] => "first mover".to_string(),
        [one, other] if one == other => name(one).to_string(),
        [one, other] => format!("black first: {}, white first: {}", name(one), name(other)),
    }
}

fn winners(games: &mut LibertyGames, graph: &Graph) -> Result<[Option<Color>; 2], Ended> {
    let mut solver = Solver::new(games, graph, u64::MAX).map_err(broken)?;
    let mut winner = |first: Color| solver.outcome(first).map(Outcome::winner).map_err(Ended::from);
    Ok([winner(Color::Black)?, winner(Color::White)?])
}

fn case_rows(case: &Case) -> Result<Vec<Row>, Ended> {
    let mut games = LibertyGames::new();
    let graph = Graph::read(&mut games, &case.graph()).map_err(broken)?;
    let paper = case.paper.map(result);
    let in_graph = result(winners(&mut games, &graph)?);
    let diagram = compose_group(&case.recipe()).map_err(broken)?;
    let position = diagram.position(Rules::default()).map_err(broken)?;
    let blocks = Blocks::new(&position, &Wishes::of_marks(&diagram)).map_err(broken)?;
    let mut race = GroupRace::new(position, blocks, LibertyGames::new()).map_err(broken)?;
    let read = race.graph.clone();
    let on_board = result(winners(&mut race.games, &read)?);
    let row = |what: String, ours: String| Row {
        place: place(case),
        what,
        // What is ours alone is compared with itself, graph and board.
        equal: Some(*paper.as_ref().unwrap_or(&in_graph) == ours),
        paper: paper.clone(),
        ours,
        more: None,
    };
    Ok(vec![
        row(format!("{}: graph", case.title), in_graph.clone()),
        row(format!("{}: board", case.title), on_board),
    ])
}

/// The races of two blocks: relations, sums and winning moves, as far as the text has them.
fn pair_rows(case: &Case) -> Result<Vec<Row>, Ended> {
    let mut games = LibertyGames::new();
    let graph = Graph::read(&mut games, &case.graph()).map_err(broken)?;
    let pairwise = Pairwise::new(&mut games, &graph);
    let known: [(&str, Option<&str>, Option<&str>); 2] = match case.name {
        "figure-1" => [("W0 beats B1", None, None), ("first mover", None, None)],
        "figure-10" => [("first mover", Some("-1^"), Some("-2^")), ("first mover", Some("^*"), Some("-2*"))],
        _ => [("first mover", Some("-1^"), Some("-2^")), ("first mover", Some("1^*"), Some("-2* -2^"))],
    };
    let mut rows = Vec::new();
    for (pair, (relation, sum, moves)) in pairwise.pairs.iter().zip(known) {
        let name = graph.edge_name(pair.edge);
        let [black, white] = pair.ends.map(|end| graph.blocks[end].name.as_str());
        let mut row = |what: &str, paper: &str, ours: String, compared: bool| {
            rows.push(Row {
                place: place(case),
                what: format!("{name} alone: {what}"),
                equal: compared.then_some(paper == ours),
                paper: Some(paper.to_string()),
                ours,
                more: None,
            });
        };
        let found = match pair.relation() {
            Some(Relation::Beats(Color::Black)) => format!("{black} beats {white}"),
            Some(Relation::Beats(Color::White)) => format!("{white} beats {black}"),
            Some(Relation::FirstMover) => "first mover".to_string(),
            Some(Relation::Seki) => "seki".to_string(),
            None => "unknown".to_string(),
        };
        row("relation", relation, found, true);
        let race = pair_race(&mut games, &graph, pair.edge);
        if let Some(paper) = sum {
            let total = cooled_sum(&mut games, &race).map_err(broken)?;
            row("sum", paper, games.arena.text(total.sum).map_err(broken)?, true);
        }
        if let Some(paper) = moves {
            let mut values = Vec::new();
            for summand in &race.summands {
                if pair.winning[Color::Black.index()].iter().any(|name| **name == *summand.name) {
                    values.push(games.cooled_text(&summand.parts, summand.owner).map_err(broken)?);
                }
            }
            // The text has only * for figure 10 and both for figure 13; ours has more in both, see the book.
            row("black wins in", paper, values.join(" "), paper == "-2^");
        }
    }
    Ok(rows)
}

/// One white block against two: externals 0 to 4, eyes 0 to 2 (0 and 1 without `--long`), shared 0 to 3.
fn all_small_graphs(long: bool, watch: &Watch) -> Result<Vec<Row>, Ended> {
    let eyes = if long { 3 } else { 2 };
    let mut patterns: BTreeMap<u8, [u32; 3]> = BTreeMap::new();
    let mut play = PlainPlay::default();
    let (mut asked, mut agreed, mut graphs) = (0u64, 0u64, 0u64);
    let all = 5u32.pow(3) * eyes * eyes * eyes * 4u32.pow(2);
    for code in 0..all {
        watch.look(|| Progress::counted("small graphs", code.into(), Some(all.into())))?;
        let mut rest = code;
        let mut digit = |base: u32| {
            let digit = rest % base;
            rest /= base;
            digit
        };
        let numbers = [(); 3].map(|()| (digit(5), digit(eyes)));
        let shared = [digit(4), digit(4)];
        let mut games = LibertyGames::new();
        let Ok(graph) = Graph::read(&mut games, &small_graph(numbers, shared)) else { continue };
        graphs += 1;
        let exact = winners(&mut games, &graph)?;
        if let Some(table) = Pairwise::new(&mut games, &graph).table {
            let count = patterns.entry(table.pattern).or_default();
            count[0] += 1;
            count[1] += u32::from(table.winners.map(Some) == exact);
            count[2] += u32::from(table.refined == exact);
        }
        if long {
            let mut solver = Solver::new(&mut games, &graph, u64::MAX).map_err(broken)?;
            let race = small_race(numbers, shared);
            for block in 0..3 {
                for first in Color::BOTH {
                    asked += 1;
                    let ours = solver.fate(block, first).map_err(Ended::from)?;
                    agreed += u64::from(ours == play.fate(&race, block, first));
                }
            }
        }
    }
    let row = |what: String, paper: Option<&str>, ours: String, equal: Option<bool>| Row {
        place: "fig. 5".to_string(),
        what,
        paper: paper.map(str::to_string),
        ours,
        equal,
        more: None,
    };
    let mut rows = Vec::new();
    for (pattern, [all, table, refined]) in patterns {
        // The paper names exceptions of (2), (7) and (9).
        let exceptions = [2, 7, 9].contains(&pattern);
        let paper = if exceptions { "exceptions" } else { "always" };
        let found = if table < all { "exceptions" } else { "always" };
        rows.push(row(
            format!("pattern ({pattern}), {all} small graphs: the table is right"),
            Some(paper),
            format!("{found} ({table})"),
            Some(paper == found),
        ));
        if exceptions {
            rows.push(row(
                format!("pattern ({pattern}): with common winning moves"),
                None,
                format!("right in {refined}"),
                None,
            ));
        }
    }
    rows.push(row(
        "fates of small graphs as plain exhaustive play has them".to_string(),
        None,
        if long { format!("{agreed} of {asked}, {graphs} graphs") } else { "only with --long".to_string() },
        long.then_some(agreed == asked),
    ));
    Ok(rows)
}

/// External and eye liberties of the white block and the two black ones, liberties shared with each.
fn small_graph(numbers: [(u32, u32); 3], shared: [u32; 2]) -> GraphText {
    const NAMES: [&str; 3] = ["W0", "B1", "B2"];
    let block = |index: usize| {
        let (external, eye) = numbers[index];
        let color = if index == 0 { Color::White } else { Color::Black };
        let external = if index == 0 { format!("-({external})") } else { external.to_string() };
        BlockText { name: NAMES[index].to_string(), color, external: vec![external], eye, eye_size: None }
    };
    let pair = |index: usize| SharedText {
        between: [NAMES[0].to_string(), NAMES[index + 1].to_string()],
        liberties: shared[index],
    };
    GraphText { blocks: (0..3).map(block).collect(), shared: (0..2).map(pair).collect() }
}

/// The same for plain play.
fn small_race(numbers: [(u32, u32); 3], shared: [u32; 2]) -> PlainRace {
    let block = |index: usize| {
        let (external, eye) = numbers[index];
        let color = if index == 0 { Color::White } else { Color::Black };
        PlainBlock { color, external: vec![Tree::Number(external)], eye }
    };
    PlainRace::new((0..3).map(block).collect(), vec![(0, 1, shared[0]), (0, 2, shared[1])])
}
