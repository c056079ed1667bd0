//! GNU Go's commands about the life of a group: `owl_attack`, `owl_defend` and `dragon_status`.
//!
//! Replies are GNU Go's: a code and a move (0 fails, 1 works, 2 works by a ko for which the opponent must find the first threat, 3 by one for which
//! the mover must), or a status with the move of the attacker and that of the defender. A question that a limit left open is an error with
//! the reason.

use tesuji_ask::life::{LifeAnswer, LifeQuestion, LifeSide, LifeStatus, LifeVerdict};
use tesuji_ask::{Found, Question, Side};
use tesuji_board::{Color, Point, Position};

use crate::engine::Call;
use crate::reading::{ask, asked_position, vertex};

fn life(
    position: &Position,
    group: Point,
    first: Option<Color>,
    call: &Call<'_>,
) -> Result<LifeAnswer, String> {
    let question = LifeQuestion {
        position: asked_position(position),
        group: Some(position.topology().name_of(group).to_string().into()),
        first: first.map(Side::from),
        ..LifeQuestion::default()
    };
    match ask(&Question::Life(Box::new(question)).into(), call)? {
        Found::Life(answer) => Ok(*answer),
        _ => Err("this answer belongs to another question".into()),
    }
}

/// The first move of a side; a pass where none is needed.
fn first_move(side: &LifeSide) -> &str {
    side.moves.first().map_or("PASS", |step| vertex(step))
}

/// GNU Go's code for the side that moves first: whether the attacker kills, or the defender survives.
fn code(side: &LifeSide, attacks: bool) -> Result<u8, String> {
    match (side.verdict, side.ko) {
        (LifeVerdict::Unknown, _) => Err(format!("unknown: {}", side.why)),
        (LifeVerdict::Ko, Some(ko)) => {
            let works = (ko.without_threats == LifeVerdict::Dies) == attacks;
            Ok(if works { 2 } else { 3 })
        }
        (LifeVerdict::Dies, _) => Ok(u8::from(attacks)),
        _ => Ok(u8::from(!attacks)),
    }
}

/// `owl_attack` and `owl_defend`: whether the mover succeeds, with the move.
pub(crate) fn owl(
    position: &Position,
    group: Point,
    attacks: bool,
    call: &Call<'_>,
) -> Result<String, String> {
    let owner = position.stone(group).unwrap_or(Color::Black);
    let mover = if attacks { owner.opponent() } else { owner };
    let answer = life(position, group, Some(mover), call)?;
    let Some(side) = answer.first(mover.into()) else { return Err("the side was not asked".into()) };
    match code(side, attacks)? {
        0 => Ok("0".into()),
        code => Ok(format!("{code} {}", first_move(side))),
    }
}

/// `dragon_status`: `alive`, `dead`, or `critical` with the move that attacks and the move that defends.
pub(crate) fn status(position: &Position, group: Point, call: &Call<'_>) -> Result<String, String> {
    let owner = position.stone(group).unwrap_or(Color::Black);
    let answer = life(position, group, None, call)?;
    let sides = (answer.first(owner.opponent().into()), answer.first(owner.into()));
    let (Some(attack), Some(defence)) = sides else { return Err("a side was not asked".into()) };
    match answer.status {
        Some(LifeStatus::Alive | LifeStatus::Seki) => Ok("alive".into()),
        Some(LifeStatus::Dead) => Ok("dead".into()),
        Some(LifeStatus::Unsettled | LifeStatus::Ko) => {
            Ok(format!("critical {} {}", first_move(attack), first_move(defence)))
        }
        _ => {
            let open = [attack, defence].into_iter().find(|side| side.verdict == LifeVerdict::Unknown);
            Err(format!("unknown: {}", open.map_or("", |side| side.why.as_str())))
        }
    }
}
