//! The commands that ask a question: `attack`, `defend`, `analyze_semeai`, and what GoGui draws of them.
//!
//! Arguments and replies of the first three are GNU Go's: stones of the strings, answered by codes (0 fails, 1 works, 2 and
//! 3 by ko) and the move. A question that a limit left open is an error with the reason, never a code.

use tesuji_ask::capture::{AskedOrder, CaptureAnswer, CaptureQuestion, CaptureVerdict, Starter};
use tesuji_ask::race::{RaceQuestion, RaceSide, RaceVerdict};
use tesuji_ask::{AskedLimits, AskedPosition, Found, Question, Request, Step};
use tesuji_board::{Color, Diagram, Point, Position};

use crate::engine::Call;

/// What GoGui offers in its window of analyze commands.
pub(crate) const ANALYZE_COMMANDS: &str = "string/Attack/attack %p
string/Defend/defend %p
string/Race of two groups/analyze_semeai %P
string/Can it live?/dragon_status %p
string/Kill/owl_attack %p
string/Live/owl_defend %p
string/Connect two strings/connect %P
string/Cut two strings/disconnect %P
param/Limits/tesuji-limits
gfx/Attack: line/tesuji-attack_line %p
gfx/Defend: line/tesuji-defend_line %p
plist/Attack: zone/tesuji-attack_zone %p
plist/Attack: moves/tesuji-attack_moves %p
plist/Attack: moves that could not be judged/tesuji-attack_undecided %p
plist/Attack: candidates/tesuji-attack_candidates %p
plist/Defend: candidates/tesuji-defend_candidates %p
plist/Liberties/findlib %p";

/// The position as a question names it: stones, side to move, and the point that a ko bans.
pub(crate) fn asked_position(position: &Position) -> AskedPosition {
    AskedPosition::of_diagram(&Diagram::new(position.to_setup()))
}

/// The question whether the string of a stone is captured quickly, as GNU Go's commands mean it.
fn about(position: &Position, target: Point, first: Starter) -> CaptureQuestion {
    CaptureQuestion {
        position: asked_position(position),
        target: Some(position.topology().name_of(target).to_string().into()),
        first: Some(first),
        order: Some(AskedOrder::USUAL),
        ..CaptureQuestion::default()
    }
}

/// Asks at the desk. A question without limits of its own gets those that the client has set.
pub(crate) fn ask(request: &Request, call: &Call<'_>) -> Result<Found, String> {
    let limits = request.limits.or(Some(call.limits));
    call.desk
        .answer(&Request { limits, ..request.clone() }, call.watch)
        .map(|answer| answer.found)
        .map_err(|fault| fault.message)
}

fn capture(request: &Request, call: &Call<'_>) -> Result<CaptureAnswer, String> {
    match ask(request, call)? {
        Found::Capture(answer) => Ok(*answer),
        _ => Err("this answer belongs to another question".into()),
    }
}

/// An answer with a verdict; without one it is an error.
fn decided(answer: CaptureAnswer) -> Result<CaptureAnswer, String> {
    if answer.verdict == CaptureVerdict::Unknown || answer.code.is_none() {
        return Err(format!("unknown: {}", answer.why));
    }
    Ok(answer)
}

/// Reads whether the string on `target` is captured, with `first` to move.
pub(crate) fn read(
    position: &Position,
    target: Point,
    first: Starter,
    call: &Call<'_>,
) -> Result<CaptureAnswer, String> {
    let question = Question::Capture(Box::new(about(position, target, first)));
    decided(capture(&question.into(), call)?)
}

/// A point, or a pass as the protocol writes it.
pub(crate) fn vertex(name: &str) -> &str {
    if name == "pass" { "PASS" } else { name }
}

/// The code, and the move unless the code is 0.
pub(crate) fn reply(answer: &CaptureAnswer) -> String {
    let code = answer.code.unwrap_or_default();
    match answer.moves.first() {
        Some(step) if code != 0 => format!("{code} {}", vertex(step)),
        _ => code.to_string(),
    }
}

/// A line of play as GoGui draws variations.
pub(crate) fn line(answer: &CaptureAnswer) -> String {
    let mut text = String::from("VAR");
    for step in &answer.line {
        if let Step::Stone { color, point } = step {
            text += &format!(" {} {}", color.letter().to_ascii_lowercase(), vertex(point));
        }
    }
    text
}

/// All first moves of the attacker that work, and those that could not be judged.
pub(crate) fn attack_moves(
    position: &Position,
    target: Point,
    call: &Call<'_>,
) -> Result<[Vec<String>; 2], String> {
    let question = CaptureQuestion { all: true, ..about(position, target, Starter::Attacker) };
    let answer = decided(capture(&Question::Capture(Box::new(question)).into(), call)?)?;
    let points = |moves: Vec<String>| moves.into_iter().filter(|step| step != "pass").collect();
    Ok([points(answer.moves), points(answer.undecided)])
}

/// The first moves that a search considers.
pub(crate) fn candidates(
    position: &Position,
    target: Point,
    first: Starter,
    call: &Call<'_>,
) -> Result<Vec<String>, String> {
    let question = CaptureQuestion { candidates: true, ..about(position, target, first) };
    // They are known before the search: it is not waited for.
    let limits = Some(AskedLimits { nodes: Some(1), ..AskedLimits::default() });
    let request = Request { limits, ..Question::Capture(Box::new(question)).into() };
    Ok(capture(&request, call)?.candidates.unwrap_or_default())
}

/// GNU Go's `analyze_semeai`: whether the first group survives and whether the second is captured, as codes, and the move.
/// The owner of the first moves first.
pub(crate) fn semeai(position: &Position, targets: [Point; 2], call: &Call<'_>) -> Result<String, String> {
    let names = targets.map(|target| position.topology().name_of(target).to_string());
    let question = RaceQuestion {
        position: Some(asked_position(position)),
        targets: Some(names.to_vec()),
        ..RaceQuestion::default()
    };
    let Found::Race(answer) = ask(&Question::Race(Box::new(question)).into(), call)? else {
        return Err("this answer belongs to another question".into());
    };
    let side: &RaceSide = match position.stone(targets[0]) {
        Some(Color::White) => &answer.white_first,
        _ => &answer.black_first,
    };
    match side.codes {
        Some([Some(survives), Some(captures)]) if side.verdict != RaceVerdict::Unknown => {
            let step = side.moves.first().map_or("PASS", |step| vertex(step));
            Ok(format!("{survives} {captures} {step}"))
        }
        _ => Err(format!("unknown: {}", side.why)),
    }
}
