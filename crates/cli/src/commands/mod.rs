//! The subcommands: one file each, arguments to question.

mod batch;
mod boards;
mod capture;
mod check;
mod completions;
mod connect;
mod convert;
mod endgame;
mod gtp;
mod life;
mod lines;
mod mate;
mod options;
mod race;
mod regress;
mod reproduce;
mod review;
#[cfg(feature = "serve")]
mod serve;
mod show;
mod simpei;
mod strings;
mod tactics;
mod usi;
mod value;

use std::io::{self, ErrorKind};
use std::process::ExitCode;

use clap::Subcommand;

use crate::failure::Failure;
use crate::files;

/// What the program can do.
#[derive(Subcommand)]
pub(crate) enum Command {
    #[cfg(feature = "serve")]
    Serve(serve::Serve),
    #[cfg(not(feature = "serve"))]
    #[command(hide = true, disable_help_flag = true)]
    Serve {
        #[arg(trailing_var_arg = true, allow_hyphen_values = true)]
        _words: Vec<String>,
    },
    Race(Box<race::Race>),
    Capture(capture::Capture),
    Life(Box<life::Life>),
    Endgame(Box<endgame::Endgame>),
    Connect(Box<connect::Connect>),
    Review(Box<review::Review>),
    Check(check::Check),
    Show(show::Show),
    Convert(convert::Convert),
    Boards(boards::Boards),
    Value(value::Value),
    Mate(mate::Mate),
    Simpei(simpei::Simpei),
    Strings(strings::Strings),
    Tactics(Box<tactics::Tactics>),
    Lines(lines::Lines),
    Batch(batch::Batch),
    Gtp(gtp::Gtp),
    Usi(usi::Usi),
    Regress(regress::Regress),
    Reproduce(reproduce::Reproduce),
    Completions(completions::Completions),
}

impl Command {
    pub(crate) fn run(self) -> Result<ExitCode, Failure> {
        match self {
            #[cfg(feature = "serve")]
            Command::Serve(command) => command.run(),
            #[cfg(not(feature = "serve"))]
            Command::Serve { .. } => {
                Err(Failure::bad("this program was built without its page: build it with the feature serve"))
            }
            Command::Show(command) => command.run(),
            Command::Value(command) => command.run(),
            Command::Boards(command) => command.run(),
            Command::Convert(command) => command.run(),
            Command::Capture(command) => command.run(),
            Command::Life(command) => command.run(),
            Command::Endgame(command) => command.run(),
            Command::Connect(command) => command.run(),
            Command::Review(command) => command.run(),
            Command::Check(command) => command.run(),
            Command::Mate(command) => command.run(),
            Command::Strings(command) => command.run(),
            Command::Simpei(command) => command.run(),
            Command::Tactics(command) => command.run(),
            Command::Reproduce(command) => command.run(),
            Command::Race(command) => command.run(),
            Command::Lines(command) => command.run(),
            Command::Batch(command) => command.run(),
            Command::Regress(command) => command.run(),
            Command::Gtp(command) => command.run(),
            Command::Usi(command) => command.run(),
            Command::Completions(command) => command.run(),
        }
    }
}

/// How a conversation over standard input and output ended.
fn served(ended: io::Result<()>) -> Result<ExitCode, Failure> {
    match ended {
        Ok(()) => Ok(ExitCode::SUCCESS),
        Err(error) if error.kind() == ErrorKind::BrokenPipe => Err(Failure::OutputClosed),
        Err(error) if error.kind() == ErrorKind::UnexpectedEof => {
            Err(Failure::bad("the conversation broke off: standard input cannot be read"))
        }
        Err(error) => Err(files::cannot("write", "standard output", &error)),
    }
}
