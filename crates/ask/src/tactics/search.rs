//! A search for maps that win.

use std::fmt::Write as _;

use tesuji_board::Topology;
use tesuji_job::{Limits, Why};
use tesuji_maps::{Found, MOST_DEPTH, RuleSet, SearchPlan, SearchReport, search};

use super::play::named;
use super::{
    BoardCounts, FoundMap, GameCounts, SearchRound, TacticSearchAnswer, TacticSearchQuestion, TacticsVerdict,
    rules,
};
use crate::answer::Answer;
use crate::desk::{Rest, Solved, Work};
use crate::fault::Fault;
use crate::layout::paragraph;
use crate::limits::limits;

/// A game is a node.
pub(crate) const LIMITS: Limits = limits(10_000_000_000, 1000);

/// Boards of many kinds; the one on which maps are chosen is left out.
const UNSEEN: [&str; 10] = [
    "square:5",
    "square:7",
    "square:8",
    "square:9",
    "grid:5x8",
    "grid:6x7",
    "hexagon:4",
    "triangle:8",
    "honeycomb:3",
    "torus:9x9",
];
const GAMES: u64 = 1_500_000;
const FINALISTS: u32 = 8;
const FINAL_GAMES: u64 = 3000;
const POSITIONS: u32 = 200;
const GOAL: f64 = 0.88;

pub(crate) fn solve(
    question: &TacticSearchQuestion,
    work: &Work<'_>,
) -> Result<Solved<TacticSearchAnswer>, Fault> {
    if work.style.is_some() {
        return Err(Fault::in_field("picture", "a search for maps has no picture"));
    }
    let plan = plan(question, work)?;
    let goal = question.goal.unwrap_or(GOAL);
    if !(0.0..=1.0).contains(&goal) {
        return Err(Fault::in_field("goal", "the rate that counts as won is a number from 0 to 1"));
    }
    let mut found = TacticSearchAnswer {
        verdict: None,
        why: None,
        board: plan.board.name().to_string(),
        rules: plan.rules.to_string(),
        seed: plan.seed,
        depth: plan.depth,
        expressions: 0,
        distinct: 0,
        positions: 0,
        rounds: Vec::new(),
        goal,
        final_games: plan.final_games,
        found: Vec::new(),
        published: Vec::new(),
    };
    let finals = plan.final_games.saturating_mul(plan.unseen.len() as u64);
    let games = plan.games.saturating_add(finals.saturating_mul(plan.finalists as u64));
    let searched = if games > work.limits.nodes { Err(Why::Nodes) } else { search(&plan, work.watch) };
    match searched {
        Ok(report) => {
            tell(&mut found, &plan, &report);
            Ok(Solved { found, rest: Rest { nodes: Some(games), ..Rest::default() } })
        }
        Err(why) => {
            found.verdict = Some(TacticsVerdict::Unknown);
            found.why = Some(why.to_string());
            Ok(Solved { found, rest: Rest { nodes: Some(0), why: Some(why), ..Rest::default() } })
        }
    }
}

fn plan(question: &TacticSearchQuestion, work: &Work<'_>) -> Result<SearchPlan, Fault> {
    let board = named(question.board.as_ref())?.read("board")?;
    let mut unseen = Vec::new();
    for other in &question.unseen {
        let other = other.read("unseen")?;
        if *other == *board {
            let message = format!("{} is the board on which maps are chosen: it is not unseen", board.name());
            return Err(Fault::in_field("unseen", message));
        }
        unseen.push(other);
    }
    if question.unseen.is_empty() {
        for name in UNSEEN {
            let other = Topology::parse(name).map_err(|error| Fault::in_field("unseen", error))?;
            if *other != *board {
                unseen.push(other);
            }
        }
    }
    let within = |field: &str, number: u64, most: u64| {
        if (1..=most).contains(&number) {
            Ok(number)
        } else {
            Err(Fault::in_field(field, format!("{field} is a number from 1 to {most}")))
        }
    };
    Ok(SearchPlan {
        board,
        unseen,
        rules: rules(question.rules.as_deref())?,
        depth: within("depth", question.depth.map_or(MOST_DEPTH as u64, u64::from), MOST_DEPTH as u64)?
            as usize,
        games: within("games", question.games.unwrap_or(GAMES), 10_000_000_000)?,
        finalists: within("finalists", question.finalists.unwrap_or(FINALISTS).into(), 1000)? as usize,
        final_games: within("final_games", question.final_games.unwrap_or(FINAL_GAMES), 100_000_000)?,
        positions: within("positions", question.positions.unwrap_or(POSITIONS).into(), 100_000)? as usize,
        seed: question.seed.unwrap_or(1),
        threads: work.threads(),
    })
}

fn tell(answer: &mut TacticSearchAnswer, plan: &SearchPlan, report: &SearchReport) {
    let goal = answer.goal;
    let one = |found: &Found| FoundMap {
        tactic: found.map.to_string(),
        depth: found.map.depth(),
        chosen_by: found.chosen_by.map(|counts| GameCounts::of(&counts, &plan.rules)),
        unseen: plan
            .unseen
            .iter()
            .zip(&found.unseen)
            .map(|(board, counts)| BoardCounts {
                board: board.name().to_string(),
                counts: GameCounts::of(counts, &plan.rules),
            })
            .collect(),
        unseen_boards_at_goal: reached(found, &plan.rules, goal),
    };
    answer.expressions = report.expressions;
    answer.distinct = report.distinct;
    answer.positions = report.positions;
    answer.rounds =
        report.rounds.iter().map(|round| SearchRound { maps: round.maps, games_each: round.games }).collect();
    answer.found = report.found.iter().map(one).collect();
    answer.published = report.published.iter().map(one).collect();
}

/// On how many unseen boards a map reaches the goal.
fn reached(found: &Found, rules: &RuleSet, goal: f64) -> usize {
    found.unseen.iter().filter(|counts| counts.rate(rules.draw_value()) >= goal).count()
}

pub(crate) fn text(_: &TacticSearchQuestion, found: &TacticSearchAnswer, _: &Answer) -> String {
    if let Some(why) = &found.why {
        return paragraph("unknown: ", why);
    }
    let goal = 100.0 * found.goal;
    let boards = found.found.first().map_or(0, |map| map.unseen.len());
    let best = found.found.iter().map(|map| map.unseen_boards_at_goal).max().unwrap_or(0);
    let mut text = paragraph(
        "",
        &format!(
            "The widest win: at least {goal:.0}% on {best} of {boards} boards that had no part in the choice; {} games each, seed {}.",
            found.final_games, found.seed
        ),
    );
    text.push_str(&paragraph(
        "",
        &format!(
            "{} expressions of depth {} at most, {} distinct maps tried (told apart on {} positions of {})",
            found.expressions, found.depth, found.distinct, found.positions, found.board
        ),
    ));
    for (number, round) in (1..).zip(&found.rounds) {
        let _ = writeln!(text, "round {number}: {} maps, {} games each", round.maps, round.games_each);
    }
    for (title, list) in
        [("found", &found.found), ("the maps of the paper, for comparison", &found.published)]
    {
        let _ = writeln!(text, "\n{title}");
        for map in list {
            let chosen = map
                .chosen_by
                .as_ref()
                .map_or(String::new(), |counts| format!(", chosen by {} on {}", counts.rate(), found.board));
            let told = format!(
                "{}  (depth {}{chosen}; at least {goal:.0}% on {} of {boards} unseen boards)",
                map.tactic, map.depth, map.unseen_boards_at_goal
            );
            text.push_str(&paragraph("  ", &told));
            for board in &map.unseen {
                let _ = writeln!(text, "    {:<12} {}", board.board, board.counts.rate());
            }
        }
    }
    text
}
