//! Why a verdict is not the one that meets the eye: the turns of the line, in clauses.

use tesuji_board::{Color, Position, Topology};
use tesuji_capture as capture;
use tesuji_capture::{Code, MOST_THREATS, THREATS, Targets, Turn, Verdict};

use crate::layout::counted;
use crate::words::Side;

/// Turns that are told at most.
const MOST_TURNS: usize = 3;

/// What the line shows, and who has threats in it: clauses that follow the reason.
pub(super) fn clauses(
    answer: &capture::Answer,
    position: &Position,
    targets: &Targets,
    mover: Side,
) -> String {
    let board = position.topology();
    let &[target, ref others @ ..] = targets.points() else { return String::new() };
    let Some(owner) = position.stone(target) else { return String::new() };
    let mut told = Vec::new();
    if matches!(answer.verdict, Verdict::Escapes { .. }) && !answer.alive && others.is_empty() {
        told.extend(capture::obstacles(position, target).iter().map(|turn| clause(turn, board, owner)));
    }
    if answer.verdict == Verdict::Ko && answer.order > Some(1) {
        let moves = u64::from(answer.order.unwrap_or(1)) + 1;
        let (side, other) = (Side::from(owner.opponent()).capital(), Side::from(owner).capital());
        told.push(format!("it is no direct ko, {side} needs up to {moves} moves if {other} plays elsewhere"));
    }
    let turns = capture::turns(position, target, Color::from(mover), &answer.line);
    let words: Vec<String> = turns.iter().take(MOST_TURNS).map(|turn| clause(turn, board, owner)).collect();
    let threats = threats(answer, mover);
    if !words.is_empty() {
        told.push(format!("in the line{threats} {}", words.join(", ")));
    } else if !threats.is_empty() && !answer.line.is_empty() {
        told.push(format!("the line is one{}", threats.trim_matches(',')));
    }
    told.iter().map(|clause| format!("; {clause}")).collect()
}

/// Who has how many ko threats in the line of a ko: those that the mover needs, or those that do not yet help the opponent.
fn threats(answer: &capture::Answer, mover: Side) -> String {
    let Some(ko) = answer.ko else { return String::new() };
    let (side, count) = match answer.code {
        Some(Code::KoMoverThreatens) => (mover, ko.threats.unwrap_or(MOST_THREATS)),
        _ => (mover.opponent(), ko.threats.map_or(THREATS, |count| count - 1)),
    };
    match count {
        0 => ", where nobody has a ko threat,".into(),
        count => format!(", where {} has {},", side.capital(), counted(usize::from(count), "ko threat")),
    }
}

/// A turn in words, without a capital.
fn clause(turn: &Turn, board: &Topology, owner: Color) -> String {
    let name = |color: Color| Side::from(color).capital();
    let (defender, attacker) = (name(owner), name(owner.opponent()));
    let stones = |count: usize| counted(count, "stone");
    match *turn {
        Turn::Ko { taker, point } => format!("{} takes the ko on {}", name(taker), board.name_of(point)),
        Turn::TakenBack { taker, point } => {
            format!("{} takes back on {} after a ko threat", name(taker), board.name_of(point))
        }
        Turn::DoubleKo { first: (taker, first), second } => format!(
            "{} takes one ko on {} and {} the other on {} (a double ko)",
            name(taker),
            board.name_of(first),
            name(taker.opponent()),
            board.name_of(second)
        ),
        Turn::Snapback { taker, point, stones: count } => {
            format!("{} takes {} back on {} (a snapback)", name(taker), stones(count), board.name_of(point))
        }
        Turn::Oiotoshi { point, stones: count } => {
            format!(
                "connecting on {} does not help, all {} are caught (oiotoshi)",
                board.name_of(point),
                stones(count)
            )
        }
        Turn::UnderTheStones { color, point, stones: count } => format!(
            "{} comes back on {}, where {} of its own were taken (under the stones)",
            name(color),
            board.name_of(point),
            stones(count)
        ),
        Turn::WallInAtari { stone, point } => format!(
            "{attacker}'s {} beside it is in atari: {defender} can take it on {}",
            board.name_of(stone),
            board.name_of(point)
        ),
        Turn::MutualLiberties => {
            "whoever fills one of its liberties puts stones of his own into atari, as in a seki".into()
        }
    }
}
