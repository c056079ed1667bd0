//! Whether two maps mean the same, and who wins among several players.

use std::fmt::Write as _;

use tesuji_board::{Diagram, PointSet, Topology};
use tesuji_draw::{Picture, Region};
use tesuji_job::{Limits, Why};
use tesuji_maps::{Cell, Colors, Counts, Map, Player, RuleSet, compare, measure, sample_positions, set_of};

use super::play::named;
use super::set::map;
use super::{
    GameCounts, PairCounts, Ranked, RoundRobin, SetComparison, SetExample, TacticCompareAnswer,
    TacticCompareQuestion, TacticsVerdict, player, rounded, rules,
};
use crate::answer::Answer;
use crate::desk::{Rest, Solved, Work};
use crate::fault::Fault;
use crate::layout::paragraph;
use crate::limits::limits;
use crate::words::point_names;

/// A game or a position is a node.
pub(crate) const LIMITS: Limits = limits(1_000_000_000, 1000);
const POSITIONS: u32 = 1000;
const MOST_POSITIONS: u32 = 1_000_000;
const MOST_GAMES: u64 = 100_000_000;

pub(crate) fn solve(
    question: &TacticCompareQuestion,
    work: &Work<'_>,
) -> Result<Solved<TacticCompareAnswer>, Fault> {
    let board = named(question.board.as_ref())?.read("board")?;
    let rules = rules(question.rules.as_deref())?;
    let seed = question.seed.unwrap_or(1);
    let mut found = TacticCompareAnswer {
        verdict: None,
        why: None,
        board: board.name().to_string(),
        tactics: question.tactics.clone(),
        rules: rules.to_string(),
        seed,
        sets: None,
        round_robin: None,
    };
    let (looked_at, svg, why) = match question.games {
        Some(games) => {
            if work.style.is_some() {
                let message = "a round robin has no picture: only the difference of two maps is drawn";
                return Err(Fault::in_field("picture", message));
            }
            let players: Vec<Player> =
                question.tactics.iter().map(|text| player("tactics", text)).collect::<Result<_, _>>()?;
            if players.len() < 2 {
                return Err(Fault::in_field("tactics", "a round robin needs two players or more"));
            }
            if !(1..=MOST_GAMES).contains(&games) {
                return Err(Fault::in_field("games", format!("the number of games is 1 to {MOST_GAMES}")));
            }
            found.tactics = players.iter().map(|player| player.name().to_string()).collect();
            let cells = pairs(&board, &players, rules, seed);
            let all = games.saturating_mul(cells.len() as u64);
            if all > work.limits.nodes {
                (0, None, Some(Why::Nodes))
            } else {
                match measure(&cells, games, work.threads(), work.watch) {
                    Ok(counts) => {
                        found.round_robin = Some(round_robin(&players, &cells, &counts, games, &rules));
                        (all, None, None)
                    }
                    Err(why) => (0, None, Some(why)),
                }
            }
        }
        None => sets(question, &board, &rules, work, &mut found)?,
    };
    found.verdict = why.map(|_| TacticsVerdict::Unknown);
    found.why = why.map(|why| why.to_string());
    Ok(Solved { found, rest: Rest { nodes: Some(looked_at), svg, why, ..Rest::default() } })
}

/// All pairs, colours balanced.
fn pairs(board: &std::sync::Arc<Topology>, players: &[Player], rules: RuleSet, seed: u64) -> Vec<Cell> {
    let mut cells = Vec::new();
    for (index, one) in players.iter().enumerate() {
        for other in &players[index + 1..] {
            cells.push(Cell {
                board: board.clone(),
                player: one.clone(),
                against: other.clone(),
                rules,
                colors: Colors::Balanced,
                seed,
            });
        }
    }
    cells
}

fn round_robin(
    players: &[Player],
    cells: &[Cell],
    counts: &[Counts],
    games: u64,
    rules: &RuleSet,
) -> RoundRobin {
    let value = rules.draw_value();
    let places: Vec<(usize, usize)> =
        (0..players.len()).flat_map(|i| (i + 1..players.len()).map(move |j| (i, j))).collect();
    // The mean over all opponents; both sides of a pair see the same games.
    let score = |i: usize| {
        let all: Vec<f64> = places
            .iter()
            .zip(counts)
            .filter_map(|(&(a, b), counts)| match (a == i, b == i) {
                (true, _) => Some(counts.rate(value)),
                (_, true) => Some(Counts { wins: counts.losses, losses: counts.wins, ..*counts }.rate(value)),
                _ => None,
            })
            .collect();
        all.iter().sum::<f64>() / all.len().max(1) as f64
    };
    let mut order: Vec<usize> = (0..players.len()).collect();
    order.sort_by(|&i, &j| score(j).total_cmp(&score(i)));
    RoundRobin {
        games,
        pairs: cells
            .iter()
            .zip(counts)
            .map(|(cell, counts)| PairCounts {
                tactic: cell.player.name().to_string(),
                against: cell.against.name().to_string(),
                counts: GameCounts::of(counts, rules),
            })
            .collect(),
        ranking: order
            .iter()
            .map(|&i| Ranked { tactic: players[i].name().to_string(), mean_win_rate: rounded(score(i)) })
            .collect(),
    }
}

/// Positions looked at, the picture, and the reason for not knowing.
type Looked = (u64, Option<String>, Option<Why>);

fn sets(
    question: &TacticCompareQuestion,
    board: &std::sync::Arc<Topology>,
    rules: &RuleSet,
    work: &Work<'_>,
    found: &mut TacticCompareAnswer,
) -> Result<Looked, Fault> {
    let [a, b] = &question.tactics[..] else {
        let message = "sets are compared two at a time; with games any number can play";
        return Err(Fault::in_field("tactics", message));
    };
    let maps = [map("tactics", a)?, map("tactics", b)?];
    found.tactics = maps.iter().map(ToString::to_string).collect();
    let count = question.positions.unwrap_or(POSITIONS);
    if !(1..=MOST_POSITIONS).contains(&count) {
        return Err(Fault::in_field(
            "positions",
            format!("the number of positions is 1 to {MOST_POSITIONS}"),
        ));
    }
    if u64::from(count) > work.limits.nodes {
        return Ok((0, None, Some(Why::Nodes)));
    }
    let compared = sample_positions(board, rules, count as usize, found.seed, work.watch)
        .and_then(|positions| compare(&maps[0], &maps[1], &positions, rules, work.watch));
    let answer = match compared {
        Ok(answer) => answer,
        Err(why) => return Ok((0, None, Some(why))),
    };
    let example = answer.example.as_ref().map(|setup| {
        let sets = maps.each_ref().map(|map| set_of(map, setup, rules).set);
        (Diagram::new(setup.clone()), [&sets[0] - &sets[1], &sets[1] - &sets[0]])
    });
    let svg = match (&work.style, &example) {
        (Some(style), Some((diagram, only))) => {
            Some(tesuji_draw::svg(&difference(diagram, &maps, only), style))
        }
        (Some(_), None) => {
            let message = format!(
                "there is nothing to draw: the maps are equal on all {} positions sampled",
                answer.positions
            );
            return Err(Fault::in_field("picture", message));
        }
        (None, _) => None,
    };
    found.sets = Some(SetComparison {
        positions: answer.positions,
        different: answer.different,
        different_choice: answer.different_choice,
        equal_on_sample: answer.different == 0,
        same_choice_on_sample: answer.different_choice == 0,
        example: example.map(|(diagram, only)| SetExample {
            diagram: diagram.to_string(),
            only_first: point_names(board, only[0].iter()),
            only_second: point_names(board, only[1].iter()),
        }),
    });
    Ok((answer.positions as u64, svg, None))
}

/// Where two sets differ.
fn difference<'a>(diagram: &'a Diagram, maps: &[Map; 2], only: &[PointSet; 2]) -> Picture<'a> {
    let region =
        |set: &PointSet, which: &str| (!set.is_empty()).then(|| Region::new(set.iter()).caption(which));
    Picture {
        regions: [region(&only[0], "1"), region(&only[1], "2")].into_iter().flatten().collect(),
        caption: Some(format!("1: only in {}; 2: only in {}", maps[0], maps[1])),
        ..Picture::from(diagram)
    }
}

pub(crate) fn text(_: &TacticCompareQuestion, found: &TacticCompareAnswer, _: &Answer) -> String {
    let mut text = String::new();
    if let Some(why) = &found.why {
        text.push_str(&paragraph("unknown: ", why));
    }
    if let Some(sets) = &found.sets {
        let _ = writeln!(text, "{}\n", found.tactics.join("\n"));
        if sets.equal_on_sample {
            let _ = writeln!(text, "equal on all {} positions sampled on {}", sets.positions, found.board);
        } else {
            text.push_str(&paragraph(
                "",
                &format!(
                    "different sets in {} of {} positions on {}, different moves to choose from in {}",
                    sets.different, sets.positions, found.board, sets.different_choice
                ),
            ));
        }
        if let Some(example) = &sets.example {
            let _ = write!(text, "\n{}", example.diagram);
            for (which, only) in [("first", &example.only_first), ("second", &example.only_second)] {
                if !only.is_empty() {
                    text.push_str(&paragraph(&format!("only in the {which}: "), &only.join(" ")));
                }
            }
        }
    }
    if let Some(games) = &found.round_robin {
        text.push_str(&paragraph(
            "",
            &format!(
                "{} games of each pair on {}, colours balanced, rules {}, seed {}",
                games.games, found.board, found.rules, found.seed
            ),
        ));
        text.push_str("\nmean  player\n");
        for ranked in &games.ranking {
            let _ = writeln!(text, "{:4.1}  {}", 100.0 * ranked.mean_win_rate, ranked.tactic);
        }
        text.push('\n');
        for pair in &games.pairs {
            let told = format!(
                "{} against {}: {}, {}",
                pair.tactic,
                pair.against,
                pair.counts.rate(),
                pair.counts.draws()
            );
            text.push_str(&paragraph("", &told));
        }
    }
    text
}
