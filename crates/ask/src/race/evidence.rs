//! What a reader can see for himself where a fight was read: liberties at the beginning, a move that makes life at once, and where the line ends.

use tesuji_board::{Color, Point, Position, is_unconditionally_alive};
use tesuji_fight::{Answer, Verdict};

use crate::layout::counted;
use crate::words::Side;

/// What can be seen, as a sentence; nothing where there is no verdict. `groups` are Black's and White's with their liberties, `at_once` is
/// the move that makes the mover's group unconditionally alive.
pub(super) fn seen(
    position: &Position,
    first: Color,
    groups: [Point; 2],
    counts: [usize; 2],
    answer: &Answer,
    at_once: Option<Point>,
) -> Option<String> {
    if matches!(answer.verdict, Verdict::Unknown { .. }) {
        return None;
    }
    let board = position.topology();
    let name =
        |color: Color| format!("{} {}", Side::from(color).capital(), board.name_of(groups[color.index()]));
    let count = |color: Color| counts[color.index()];
    let other = first.opponent();
    let start = format!("{} has {}, {} {}", name(first), liberties(count(first)), name(other), count(other));
    let end = match at_once {
        Some(point) => Some(format!("{} makes {} unconditionally alive", board.name_of(point), name(first))),
        None => end(position, first, groups, answer, &name),
    };
    Some(match end {
        Some(end) => format!("{start}; {end}."),
        None => format!("{start}."),
    })
}

fn liberties(count: usize) -> String {
    if count == 1 { "1 liberty".into() } else { format!("{count} liberties") }
}

/// Where the line ends, as far as that can be seen on the board.
fn end(
    position: &Position,
    first: Color,
    groups: [Point; 2],
    answer: &Answer,
    name: &dyn Fn(Color) -> String,
) -> Option<String> {
    let mut after = position.clone();
    let mut mover = first;
    for (index, step) in answer.line.iter().enumerate() {
        match step {
            Some(point) => after.play(mover, *point).ok()?,
            None => after.pass(mover),
        }
        mover = mover.opponent();
        // Who is taken and stays away is gone; a stone that is put back there is another one.
        if let Some(color) =
            Color::BOTH.into_iter().find(|color| after.stone(groups[color.index()]) != Some(*color))
        {
            return Some(format!(
                "{} is taken after {} of the line",
                name(color),
                counted(index + 1, "move")
            ));
        }
    }
    let alive = |color: &Color| is_unconditionally_alive(&after, groups[color.index()]);
    let living = Color::BOTH.into_iter().find(alive)?;
    (!answer.line.is_empty())
        .then(|| format!("at the end of the line {} is unconditionally alive", name(living)))
}
