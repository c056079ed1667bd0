//! A loopy game in fields and in words.

use tesuji_cgt::{Ending, Style, Value};

use super::report::Report;
use super::workspace::{Trouble, Workspace};
use super::{LoopyEnding, LoopyValue};
use crate::fault::Fault;

/// Everything about a value that may be loopy, without comparing.
pub(super) fn describe(
    report: &mut Report,
    workspace: &mut Workspace<'_>,
    value: &Value,
) -> Result<(), Fault> {
    if workspace.plan.cool.is_some() {
        return Err(Fault::in_field(
            "cool",
            "a loopy game is not cooled: every game that is cooled has to end",
        ));
    }
    let found = found(workspace, value);
    if let Some((loopy, shown, latex)) = report.told_part("value", "the loopy game", found)? {
        report.say("value", shown);
        let is_stopper = loopy.onside == loopy.offside;
        let kind =
            if is_stopper { "a stopper: play ends if the players take turns" } else { "its sides differ" };
        report.say("loopy", kind);
        report.say(
            "outcome",
            format!(
                "if Left starts, {}; if Right starts, {}",
                words(loopy.left_first),
                words(loopy.right_first)
            ),
        );
        report.described.outcome = Some(letter(loopy.left_first, loopy.right_first).into());
        report.described.latex = Some(latex);
        report.described.loopy = Some(loopy);
    }
    Ok(())
}

/// The fields, the value as people are to read it, and its formula.
fn found(workspace: &mut Workspace<'_>, value: &Value) -> Result<(LoopyValue, String, String), Trouble> {
    let style = workspace.plan.style;
    let arena = &mut workspace.arena;
    let [onside, offside] = arena.sides_of_value(value)?;
    let [left_first, right_first] = arena.endings(value)?.map(|ending| match ending {
        Ending::Left => LoopyEnding::Left,
        Ending::Right => LoopyEnding::Right,
        Ending::Draw => LoopyEnding::Draw,
    });
    let loopy = LoopyValue {
        value: arena.value_text(value, Style::Ascii)?,
        onside: arena.value_text(&onside, Style::Ascii)?,
        offside: arena.value_text(&offside, Style::Ascii)?,
        left_first,
        right_first,
    };
    Ok((loopy, arena.value_text(value, style)?, arena.value_text(value, Style::Latex)?))
}

fn words(ending: LoopyEnding) -> &'static str {
    match ending {
        LoopyEnding::Left => "Left wins",
        LoopyEnding::Right => "Right wins",
        LoopyEnding::Draw => "play goes on for ever",
    }
}

fn letter(left_first: LoopyEnding, right_first: LoopyEnding) -> &'static str {
    match (left_first, right_first) {
        (LoopyEnding::Left, LoopyEnding::Left) => "L",
        (LoopyEnding::Right, LoopyEnding::Right) => "R",
        (LoopyEnding::Left, LoopyEnding::Right) => "N",
        (LoopyEnding::Right, LoopyEnding::Left) => "P",
        _ => "D",
    }
}
