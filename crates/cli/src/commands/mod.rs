//! The subcommands.

mod boards;
pub(crate) mod capture;
mod completions;
mod convert;
mod gtp;
mod lambda_go;
mod lambda_shogi;
mod mate;
mod picture;
pub(crate) mod race;
mod regress;
mod reproduce;
mod scatter;
mod show;
mod simpei;
mod strings;
mod tactics;
mod usi;
mod value;

use std::process::ExitCode;

use clap::Subcommand;

use crate::failure::Failure;

/// What the program can do.
#[derive(Subcommand)]
pub(crate) enum Command {
    Show(show::Show),
    Value(value::Value),
    Boards(boards::Boards),
    Convert(convert::Convert),
    Capture(capture::Capture),
    Mate(mate::Mate),
    Strings(strings::Strings),
    Simpei(simpei::Simpei),
    Tactics(Box<tactics::Tactics>),
    Reproduce(reproduce::Reproduce),
    Race(Box<race::Race>),
    Regress(regress::Regress),
    Gtp(gtp::Gtp),
    Usi(usi::Usi),
    Completions(completions::Completions),
}

impl Command {
    pub(crate) fn run(self) -> Result<ExitCode, Failure> {
        let answered = |()| ExitCode::SUCCESS;
        match self {
            Command::Show(command) => command.run().map(answered),
            Command::Value(command) => command.run(),
            Command::Boards(command) => command.run().map(answered),
            Command::Convert(command) => command.run().map(answered),
            Command::Capture(command) => command.run(),
            Command::Mate(command) => command.run(),
            Command::Strings(command) => command.run().map(answered),
            Command::Simpei(command) => command.run(),
            Command::Tactics(command) => command.run(),
            Command::Reproduce(command) => command.run(),
            Command::Race(command) => command.run(),
            Command::Regress(command) => command.run(),
            Command::Gtp(command) => command.run().map(answered),
            Command::Usi(command) => command.run().map(answered),
            Command::Completions(command) => command.run().map(answered),
        }
    }
}
