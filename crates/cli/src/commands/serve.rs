//! `tesuji serve`: the page, on the loopback address.

use std::io::ErrorKind;
use std::process::{Command, ExitCode, Stdio};

use clap::Args;
use tesuji_job::{Limits, cores};
use tesuji_web::{Server, Settings};

use crate::failure::Failure;
use crate::files;
use crate::interrupt;
use crate::store::TableOptions;

/// Where the page is if nobody says otherwise: as many points as a board has, and something before it.
const PORT: u16 = 8361;
/// What any question may use, whatever it asks for. Ten minutes and a gigabyte are enough for all that the page offers.
const MOST: Limits = Limits::nodes(20_000_000_000).with_memory(1 << 30);
const MOST_SECONDS: f64 = 600.0;

/// Open the page: a board to click, and the verdict beside it
#[derive(Args)]
#[command(after_help = "Examples:
  tesuji serve --open
  tesuji serve --port 0        (any port that is free)
  curl -H 'content-type: application/json' \\
      -d '{\"ask\": \"value\", \"expressions\": [\"{4|0}\"]}' http://127.0.0.1:8361/ask

The page is inside the program and asks nothing of any network. The server answers to this machine alone (127.0.0.1) and to no
page but its own. POST /ask takes the same questions as tesuji lines, at most 4 MB each; every question may use ten
minutes and a gigabyte, and is stopped when nobody waits for its answer any more. Ctrl-C ends it.")]
pub(crate) struct Serve {
    /// The port to listen on; 0 takes any that is free
    #[arg(long, value_name = "P", default_value_t = PORT)]
    port: u16,
    /// Open the page in the browser
    #[arg(long)]
    open: bool,
}

impl Serve {
    pub(crate) fn run(&self) -> Result<ExitCode, Failure> {
        let most = Limits { seconds: Some(MOST_SECONDS), ..MOST.with_threads(cores()) };
        // Questions share the cores: each has one.
        let desk = TableOptions::default().desk().with_threads(1).with_most(most);
        let settings = Settings { port: self.port, jobs: cores().min(4) };
        let server = Server::bind(&settings, desk, interrupt::watch()).map_err(|error| {
            let port = self.port;
            Failure::bad(match error.kind() {
                ErrorKind::AddrInUse => {
                    format!("port {port} is taken by another program: --port 0 takes any that is free")
                }
                ErrorKind::PermissionDenied => {
                    format!("port {port} is not for everybody: name one above 1023 with --port")
                }
                _ => format!("cannot listen on port {port}: {error}"),
            })
        })?;
        let url = server.url();
        files::print(&format!("Tesuji is at {url} (Ctrl-C ends it)\n"))?;
        if self.open && !open(&url) {
            files::warn("no browser was found to open it with");
        }
        interrupt::waiting(|| server.run());
        Ok(ExitCode::SUCCESS)
    }
}

/// Hands the page to the system's browser; whether there is one.
fn open(url: &str) -> bool {
    let openers: &[&[&str]] = if cfg!(target_os = "windows") {
        &[&["cmd", "/c", "start", ""]]
    } else if cfg!(target_os = "macos") {
        &[&["open"]]
    } else {
        &[&["xdg-open"], &["sensible-browser"]]
    };
    openers.iter().any(|words| {
        let [program, arguments @ ..] = words else { return false };
        let quiet = Command::new(program)
            .args(arguments)
            .arg(url)
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn();
        quiet.is_ok()
    })
}
