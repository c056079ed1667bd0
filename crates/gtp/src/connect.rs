//! GNU Go's commands about connections: `connect` and `disconnect`.
//!
//! Replies are GNU Go's: a code and a move (0 fails, 1 works, 2 works by a ko for which the opponent must find the first threat, 3 by one for which
//! the mover must). A question that a limit left open is an error with the reason.

use tesuji_ask::connect::{ConnectAnswer, ConnectQuestion, ConnectVerdict};
use tesuji_ask::{Found, Question, Side};
use tesuji_board::{Color, Point, Position};

use crate::engine::Call;
use crate::reading::{ask, asked_position, vertex};

fn found(
    position: &Position,
    ends: [Point; 2],
    first: Color,
    call: &Call<'_>,
) -> Result<ConnectAnswer, String> {
    let question = ConnectQuestion {
        position: asked_position(position),
        strings: ends.iter().map(|&end| position.topology().name_of(end).to_string()).collect(),
        first: Some(first.into()),
        ..ConnectQuestion::default()
    };
    match ask(&Question::Connect(Box::new(question)).into(), call)? {
        Found::Connect(answer) => Ok(*answer),
        _ => Err("this answer belongs to another question".into()),
    }
}

/// `connect` and `disconnect`: whether the mover succeeds, with the move.
pub(crate) fn connect(
    position: &Position,
    ends: [Point; 2],
    cuts: bool,
    call: &Call<'_>,
) -> Result<String, String> {
    if position.stone(ends[0]) != position.stone(ends[1]) {
        return Err("vertices must have the same color".into());
    }
    if position.string(ends[0]).any(|stone| stone == ends[1]) {
        // One string: nothing is left to be joined, or to be cut.
        return Ok(if cuts { "0".into() } else { "1 PASS".into() });
    }
    let owner = position.stone(ends[0]).unwrap_or(Color::Black);
    let mover = if cuts { owner.opponent() } else { owner };
    let answer = found(position, ends, mover, call)?;
    let Some(side) = answer.first(Side::from(mover)) else { return Err("the side was not asked".into()) };
    let code = match (side.verdict, side.ko) {
        (ConnectVerdict::Unknown, _) => return Err(format!("unknown: {}", side.why)),
        (ConnectVerdict::Ko, Some(ko)) => {
            let works = (ko.without_threats == ConnectVerdict::Cut) == cuts;
            if works { 2 } else { 3 }
        }
        (ConnectVerdict::Cut, _) => u8::from(cuts),
        _ => u8::from(!cuts),
    };
    match code {
        0 => Ok("0".into()),
        code => Ok(format!("{code} {}", side.moves.first().map_or("PASS", |step| vertex(step)))),
    }
}
