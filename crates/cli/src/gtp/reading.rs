//! The commands that read captures: `attack`, `defend`, and what GoGui draws of them.
//!
//! Arguments and replies of `attack` and `defend` are GNU Go's: a stone of the string, answered by a code (0
//! fails, 1 works, 2 and 3 by ko) and the move. A question that a limit left open is an error with the reason,
//! never a code.

use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use tesuji_board::{Color, Point, Position};
use tesuji_capture::{Answer, Move, Settings, Side, Verdict, solve, winning_moves};
use tesuji_search::{Control, Limits, Progress};

use crate::commands::capture::reason;
use crate::commands::race::targets;
use crate::interrupt;

/// States and time that one question may take.
const NODES: u64 = 1_000_000;
const TIME: Duration = Duration::from_secs(4);

fn limits(nodes: u64) -> Limits {
    Limits {
        table_bytes: 400 << 20,
        working_bytes: 200 << 20,
        depth: 400,
        deadline: Instant::now().checked_add(TIME),
        ..Limits::nodes(nodes)
    }
}

/// An observer that ends the question on Ctrl-C, which does not end the engine.
fn observer() -> impl FnMut(&Progress) -> Control {
    let stop = interrupt::flag();
    stop.store(false, Ordering::Relaxed);
    move |_: &Progress| if stop.load(Ordering::Relaxed) { Control::Stop } else { Control::Continue }
}

/// Reads whether the string on `target` is captured, with `first` to move.
pub(crate) fn read(position: &Position, target: Point, first: Side) -> Result<Answer, String> {
    let settings = Settings::suited(position, target);
    let answer = solve(position, target, first, &settings, &limits(NODES), &mut observer())
        .ok_or_else(|| "vertex must not be empty".to_string())?;
    match answer.verdict {
        Verdict::Unknown { why } => Err(format!("unknown: {}", reason(why))),
        _ => Ok(answer),
    }
}

fn name(position: &Position, step: Move) -> &str {
    step.map_or("PASS", |point| position.topology().name_of(point))
}

/// The code, and the move unless the code is 0.
pub(crate) fn reply(position: &Position, answer: &Answer) -> String {
    let Some(code) = answer.code else { return "unknown".into() };
    match answer.first_move {
        Some(step) if code.number() != 0 => format!("{code} {}", name(position, step)),
        _ => code.to_string(),
    }
}

/// Time that the fight of two groups may take.
const FIGHT_TIME: Duration = Duration::from_secs(9);

/// GNU Go's `analyze_semeai`: whether the first group survives and whether the second is captured, as codes, and the move.
/// The owner of the first moves first.
pub(crate) fn semeai(position: &Position, targets: [Point; 2]) -> Result<String, String> {
    let stop = interrupt::flag();
    stop.store(false, Ordering::Relaxed);
    let watch = |_: &Progress| if stop.load(Ordering::Relaxed) { Control::Stop } else { Control::Continue };
    let answer = tesuji_fight::solve(position, targets, &targets::limits(None, FIGHT_TIME), &watch)
        .map_err(|error| targets::unfit(position.topology(), error))?;
    match (answer.verdict, answer.codes) {
        (tesuji_fight::Verdict::Unknown { why }, _) => Err(format!("unknown: {}", reason(why))),
        (_, [Some(first), Some(second)]) => {
            Ok(format!("{first} {second} {}", name(position, answer.first_move.flatten())))
        }
        _ => Err("unknown".into()),
    }
}

/// The principal line as GoGui draws variations.
pub(crate) fn line(position: &Position, answer: &Answer, mover: Color) -> String {
    let mut text = String::from("VAR");
    let mut color = mover;
    for &step in &answer.line {
        text.push_str(if color == Color::Black { " b " } else { " w " });
        text.push_str(name(position, step));
        color = color.opponent();
    }
    text
}

/// What GoGui offers in its window of analyze commands.
pub(crate) const ANALYZE_COMMANDS: &str = "string/Attack/attack %p
string/Defend/defend %p
gfx/Attack: line/tesuji-attack_line %p
gfx/Defend: line/tesuji-defend_line %p
plist/Attack: zone/tesuji-attack_zone %p
plist/Attack: moves/tesuji-attack_moves %p
plist/Attack: candidates/tesuji-attack_candidates %p
plist/Defend: candidates/tesuji-defend_candidates %p
plist/Liberties/findlib %p";

/// All first moves of the attacker that work.
pub(crate) fn attack_moves(position: &Position, target: Point) -> Vec<Point> {
    let settings = Settings::suited(position, target);
    let limits = limits(NODES / 10);
    let moves = winning_moves(position, target, Side::Attacker, &settings, &limits, &mut observer());
    moves.unwrap_or_default().into_iter().flatten().collect()
}
