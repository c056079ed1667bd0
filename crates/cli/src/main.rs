//! The program `tesuji`: one file per subcommand under `commands/`, each thin over the libraries.
//!
//! What was typed (clap) becomes a plan with opened files and resolved defaults; the command runs the plan and returns
//! its whole answer as text. Answers go to standard output, everything else to standard error. Exit codes: 0 answered,
//! 1 bad input, 2 a limit was reached, 130 interrupted.

mod arguments;
mod commands;
mod excerpt;
mod failure;
mod files;
mod gtp;
mod interrupt;
mod progress;
mod regress;
mod value;

use std::process::ExitCode;

use clap::Parser;

use crate::commands::Command;

/// Reads local fights in board games exactly.
#[derive(Parser)]
#[command(
    name = "tesuji",
    version,
    propagate_version = true,
    arg_required_else_help = true,
    after_help = "Examples:\n  \
        tesuji show examples/race.sgf\n  \
        tesuji boards hexagon:4\n  \
        tesuji convert examples/ko.sgf ko.svg\n  \
        tesuji value \"{4|0} + {6||4|0} - 7\" --cool 2\n\n\
        Every subcommand has its own --help with examples."
)]
struct Arguments {
    #[command(subcommand)]
    command: Command,
}

fn main() -> ExitCode {
    let arguments = match Arguments::try_parse_from(arguments::with_games_marked(std::env::args_os())) {
        Ok(arguments) => arguments,
        Err(error) => {
            // Help and version are answers; everything else is bad input, which has exit code 1 here and not clap's 2.
            let bad = error.use_stderr();
            let _ = error.print();
            return ExitCode::from(u8::from(bad));
        }
    };
    match arguments.command.run() {
        Ok(code) => code,
        Err(failure) => failure.report(),
    }
}
