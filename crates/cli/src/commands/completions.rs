//! `tesuji completions`: what a shell needs to complete our commands.

use std::process::ExitCode;

use clap::{Args, CommandFactory};
use clap_complete::{Shell, generate};

use crate::failure::Failure;
use crate::files;

/// Print the completions for a shell
#[derive(Args)]
#[command(after_help = "Examples:
  tesuji completions bash > ~/.local/share/bash-completion/completions/tesuji
  tesuji completions zsh > ~/.zfunc/_tesuji
  tesuji completions fish > ~/.config/fish/completions/tesuji.fish")]
pub(crate) struct Completions {
    /// The shell
    shell: Shell,
}

impl Completions {
    pub(crate) fn run(&self) -> Result<ExitCode, Failure> {
        let mut text = Vec::new();
        generate(self.shell, &mut crate::Arguments::command(), "tesuji", &mut text);
        files::print(&String::from_utf8_lossy(&text)).map(|()| ExitCode::SUCCESS)
    }
}
