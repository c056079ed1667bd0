//! Many games of one pairing.

use std::fmt::Write as _;
use std::ops::ControlFlow;

use tesuji_draw::{Curve, CurvePicture, Measured, curves_svg};
use tesuji_job::{Limits, Why};
use tesuji_maps::{Cell, Colors, Counts, Decision, Player, Sprt, parts, run};

use super::{
    AskedSprt, CurvePoint, GameCounts, SprtAnswer, TacticsAnswer, TacticsQuestion, TacticsVerdict, player,
    rounded, rules,
};
use crate::answer::Answer;
use crate::desk::{Rest, Solved, Work};
use crate::fault::Fault;
use crate::layout::paragraph;
use crate::limits::limits;
use crate::position::AskedBoard;

/// A game is a node.
pub(crate) const LIMITS: Limits = limits(1_000_000_000, 1000);
/// Games if nobody says otherwise.
const GAMES: u64 = 10_000;
/// Points of a curve.
const CURVE: u64 = 5;
const MOST_GAMES: u64 = 1_000_000_000;
/// The probability of a wrong decision if nobody says otherwise.
const ERROR: f64 = 0.05;

pub(super) fn named(board: Option<&AskedBoard>) -> Result<&AskedBoard, Fault> {
    board.ok_or_else(|| Fault::in_field("board", "name a board to play on"))
}

pub(crate) fn solve(question: &TacticsQuestion, work: &Work<'_>) -> Result<Solved<TacticsAnswer>, Fault> {
    if work.style.is_some() && !question.curve {
        return Err(Fault::in_field(
            "picture",
            "games between tactics have no picture but their curve: ask for it",
        ));
    }
    let games = question.games.unwrap_or(GAMES);
    if !(1..=MOST_GAMES).contains(&games) {
        return Err(Fault::in_field("games", format!("the number of games is 1 to {MOST_GAMES}")));
    }
    let cell = Cell {
        board: named(question.board.as_ref())?.read("board")?,
        player: player("tactic", &question.tactic)?,
        against: question.against.as_deref().map_or(Ok(Player::random()), |text| player("against", text))?,
        rules: rules(question.rules.as_deref())?,
        colors: if question.balanced { Colors::Balanced } else { Colors::First },
        seed: question.seed.unwrap_or(1),
    };
    let test = question.sprt.map(sprt).transpose()?;
    let cells = [cell];
    let mut counts = Counts::default();
    let mut decision = Decision::Open;
    let allowed = games.min(work.limits.nodes);
    let mut curve = Vec::new();
    let [rules] = [cells[0].rules];
    let played = run(&cells, &parts(1, allowed), work.threads(), work.watch, &mut |_, more| {
        counts += more;
        // So many points that they can be told apart, each after a whole part.
        if question.curve && counts.games() * CURVE >= allowed * (curve.len() as u64 + 1) {
            let GameCounts { games, win_rate, ci95, .. } = GameCounts::of(&counts, &rules);
            curve.push(CurvePoint { games, win_rate, ci95 });
        }
        // Decided after every chunk, in their order: the threads have no say in it.
        decision = test.map_or(Decision::Open, |test| test.decide(&counts));
        if decision == Decision::Open { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    });
    let why = match played {
        Err(why) if decision == Decision::Open => Some(why),
        _ if allowed < games && decision == Decision::Open => Some(Why::Nodes),
        _ => None,
    };
    let [cell] = cells;
    let found = TacticsAnswer {
        verdict: why.map(|_| TacticsVerdict::Unknown),
        why: why.map(|why| why.to_string()),
        board: cell.board.name().to_string(),
        points: cell.board.len(),
        tactic: cell.player.name().to_string(),
        against: cell.against.name().to_string(),
        rules: cell.rules.to_string(),
        colors: cell.colors.name().to_string(),
        seed: cell.seed,
        counts: GameCounts::of(&counts, &cell.rules),
        sprt: test.map(|test| told(&test, &counts, decision)),
        curve,
    };
    let svg = work.style.as_ref().map(|style| curves_svg(&picture(&found), style));
    Ok(Solved { found, rest: Rest { nodes: Some(counts.games()), svg, why, ..Rest::default() } })
}

/// The share of wins with its interval, from the first games to all of them.
fn picture(found: &TacticsAnswer) -> CurvePicture {
    let measured = |point: &CurvePoint| {
        let [low, high] = point.ci95;
        Some(Measured { value: point.win_rate, low, high })
    };
    let name = format!("{} against {}", found.tactic, found.against);
    CurvePicture {
        title: "Share of wins by games played, with intervals of 95 percent".into(),
        names: found.curve.iter().map(|point| point.games.to_string()).collect(),
        curves: vec![Curve { name, points: found.curve.iter().map(measured).collect() }],
        guide: Some(0.5),
    }
}

fn sprt(asked: AskedSprt) -> Result<Sprt, Fault> {
    let AskedSprt { low, high, error } = asked;
    let error = error.unwrap_or(ERROR);
    if !(0.0 < low && low < high && high < 1.0) {
        return Err(Fault::in_field("sprt", "expected two rates between 0 and 1, the lower one as low"));
    }
    if !(error > 0.0 && error < 0.5) {
        return Err(Fault::in_field("sprt.error", "expected a probability above 0 and below 0.5"));
    }
    Ok(Sprt { low, high, error })
}

fn told(test: &Sprt, counts: &Counts, decision: Decision) -> SprtAnswer {
    let (ratio, bound) = test.ratio(counts);
    SprtAnswer {
        low: test.low,
        high: test.high,
        error: test.error,
        decision: match decision {
            Decision::Low => "low",
            Decision::High => "high",
            Decision::Open => "open",
        }
        .to_string(),
        log_likelihood_ratio: rounded(ratio),
        bound: rounded(bound),
    }
}

pub(crate) fn text(_: &TacticsQuestion, found: &TacticsAnswer, _: &Answer) -> String {
    let counts = &found.counts;
    let first = if found.colors == "balanced" { "first move in turn" } else { "first move" };
    let mut text = format!("Win rate {} in {} games.\n\n", counts.rate(), counts.games);
    text.push_str(&paragraph(
        "",
        &format!(
            "{} against {} on {} ({} points), {first}, rules {}, seed {}",
            found.tactic, found.against, found.board, found.points, found.rules, found.seed
        ),
    ));
    let _ = writeln!(text, "wins {}, losses {}, {}", counts.wins, counts.losses, counts.draws());
    let _ = writeln!(text, "{:.1} moves a game", counts.moves_per_game);
    if let Some(test) = &found.sprt {
        let _ = match test.decision.as_str() {
            "low" => writeln!(text, "decided: {} rather than {}", test.low, test.high),
            "high" => writeln!(text, "decided: {} rather than {}", test.high, test.low),
            _ => writeln!(text, "not decided: play more games"),
        };
    }
    if let Some(why) = &found.why {
        text.push_str(&paragraph("unknown: ", &format!("{why} before all games were played")));
    }
    text
}
