//! From a plan to what is printed: every command that asks a question ends here.

use std::path::PathBuf;
use std::process::ExitCode;

use tesuji_ask::{Answer, Desk, Ending, Request, text};
use tesuji_job::on_a_deep_stack;

use crate::failure::Failure;
use crate::files;
use crate::interrupt;
use crate::progress::watched;

/// Where an answer goes.
pub(crate) struct Output {
    /// Whether it is printed as JSON.
    pub(crate) json: bool,
    /// The file of the picture, if one was asked for.
    pub(crate) svg: Option<PathBuf>,
}

/// Has a question answered, with progress and Ctrl-C. What should be known about the question is told at once.
pub(crate) fn answer(desk: &Desk, request: &Request) -> Result<Answer, Failure> {
    let answer = watched(|watch| on_a_deep_stack(|| desk.answer(request, watch)))?;
    for warning in &answer.warnings {
        files::warn(warning);
    }
    Ok(answer)
}

/// Draws and prints an answer; the exit code tells how it ended.
pub(crate) fn tell(request: &Request, mut answer: Answer, output: &Output) -> Result<ExitCode, Failure> {
    // The picture goes to its file.
    match (&output.svg, answer.svg.take()) {
        (Some(path), Some(svg)) => files::write_or_print(path, &svg)?,
        (Some(path), None) => {
            let why = format!("there is nothing to draw into {}", path.display());
            // An answer that is not known may have no picture, and is told all the same.
            if answer.ending == Ending::Known {
                return Err(Failure::bad(why));
            }
            files::warn(&why);
        }
        (None, _) => {}
    }
    if output.json {
        files::print_json(&answer)?;
    } else {
        files::print(&text(request, &answer))?;
    }
    // Whoever pressed Ctrl-C is told so, even if what was left out was only a check.
    Ok(exit_code(if interrupt::watch().is_stopped() { Ending::Stopped } else { answer.ending }))
}

/// Asks and tells.
pub(crate) fn run(desk: &Desk, request: &Request, output: &Output) -> Result<ExitCode, Failure> {
    let answer = answer(desk, request)?;
    tell(request, answer, output)
}

/// 0 answered, 2 a limit was reached, 130 interrupted.
pub(crate) fn exit_code(ending: Ending) -> ExitCode {
    ExitCode::from(match ending {
        Ending::Known => 0,
        Ending::Unknown => 2,
        Ending::Stopped => 130,
    })
}
