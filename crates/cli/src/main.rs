//! The program `tesuji`: arguments, files and printing, and nothing else.
//!
//! Every command has two steps. What was typed (clap) becomes a checked plan: a question as plain data, with its files
//! read, and the places where parts of the answer go. Then the plan is carried out: `ask` answers, and the answer is
//! printed, as words or as JSON. Answers go to standard output, everything else to standard error. Exit codes: 0 answered,
//! 1 bad input, 2 a limit was reached, 130 interrupted.

mod arguments;
mod asking;
mod commands;
mod failure;
mod files;
mod interrupt;
mod progress;
mod store;
mod usage;

use std::io::{self, IsTerminal as _};
use std::process::ExitCode;

use clap::Parser;
use clap::error::ErrorKind;

use crate::commands::Command;

/// Reads local fights in board games exactly.
#[derive(Parser)]
#[command(
    name = "tesuji",
    version,
    propagate_version = true,
    arg_required_else_help = true,
    max_term_width = 80,
    after_help = "Examples:\n  \
        tesuji serve --open\n  \
        tesuji race examples/race-a.sgf\n  \
        tesuji capture examples/net.sgf --svg net.svg\n  \
        tesuji value \"{4|0} + {6||4|0} - 7\" --cool 2\n\n\
        Every subcommand has its own --help with examples."
)]
struct Arguments {
    #[command(subcommand)]
    command: Command,
}

fn main() -> ExitCode {
    let typed = arguments::with_door_of_the_name(std::env::args_os().collect());
    let done = match Arguments::try_parse_from(arguments::with_games_marked(&typed)) {
        Ok(arguments) => arguments.command.run(),
        Err(error) => match error.kind() {
            // Help and version are answers, and so is what a lone `tesuji` gets.
            ErrorKind::DisplayHelp | ErrorKind::DisplayVersion => {
                // On a terminal with its colours.
                let styled = error.render();
                let text =
                    if io::stdout().is_terminal() { styled.ansi().to_string() } else { styled.to_string() };
                files::print(&text).map(|()| ExitCode::SUCCESS)
            }
            ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand if typed.len() <= 1 => {
                files::print(&error.render().to_string()).map(|()| ExitCode::SUCCESS)
            }
            _ => Err(usage::explained(&error, &typed).into()),
        },
    };
    match done {
        Ok(code) => code,
        Err(failure) => failure.report(arguments::want_json(&typed)),
    }
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory;

    use super::Arguments;

    /// Examples that a terminal of 80 columns breaks cannot be copied.
    fn check(command: &clap::Command) {
        let help = command.get_after_help().map(ToString::to_string).unwrap_or_default();
        for line in help.lines().filter(|line| line.starts_with("  ")) {
            assert!(line.chars().count() <= 80, "{}: {line}", command.get_name());
        }
        command.get_subcommands().for_each(check);
    }

    #[test]
    fn examples_of_the_help_fit_a_terminal() {
        check(&Arguments::command());
    }
}
