//! The table file: where it is, reading it, making it.
//!
//! The file is written whole or not at all, so an interrupted solve leaves nothing behind. A file that is there but
//! cannot be used is never replaced silently: the user is told and says `--rebuild`.

use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::sync::atomic::Ordering;
use std::{env, fs, thread};

use clap::Args;
use tesuji_simpei::{Census, Progress, Solution, Stopped, solve};

use crate::failure::Failure;
use crate::files::{self, Input};
use crate::interrupt;
use crate::progress::ProgressLine;

#[derive(Args)]
pub(crate) struct TableOptions {
    /// Where the table is, instead of the user's cache folder
    #[arg(long, value_name = "FILE")]
    table: Option<PathBuf>,
    /// Solve again, even if there is a table
    #[arg(long)]
    rebuild: bool,
}

/// The solution with its file.
pub(crate) struct Store {
    pub(crate) solution: Solution,
    pub(crate) path: PathBuf,
    /// Whether the game was solved just now.
    pub(crate) made: bool,
}

impl TableOptions {
    /// The table in the cache folder, made if there is none.
    pub(crate) fn usual() -> TableOptions {
        TableOptions { table: None, rebuild: false }
    }

    /// Reads the table, or solves the game and keeps it.
    pub(crate) fn open(&self) -> Result<Store, Failure> {
        let path = self.table.clone().map_or_else(cached, Ok)?;
        if path.exists() && !self.rebuild {
            let solution = read(&path)?;
            return Ok(Store { solution, path, made: false });
        }
        if let Some(folder) = path.parent().filter(|folder| !folder.as_os_str().is_empty())
            && self.table.is_none()
        {
            fs::create_dir_all(folder).map_err(|error| {
                Failure::bad(format!("cannot make the folder {}: {error}", folder.display()))
            })?;
        }
        let mut watch = Watch::new();
        let solution = solve(threads(), &mut |progress| watch.see(progress)).map_err(stopped)?;
        drop(watch);
        files::write_file(&path, &solution.encode())?;
        Ok(Store { solution, path, made: true })
    }
}

fn read(path: &Path) -> Result<Solution, Failure> {
    let input = Input::read(path)?;
    Solution::decode(&input.bytes).map_err(|fault| {
        Failure::bad(format!("cannot use {}: {fault}; --rebuild solves the game again", input.name))
    })
}

/// The file in the user's cache folder.
fn cached() -> Result<PathBuf, Failure> {
    let folder = |name: &str| env::var_os(name).map(PathBuf::from).filter(|path| path.is_absolute());
    // LOCALAPPDATA is where Windows keeps such files.
    let cache = folder("XDG_CACHE_HOME")
        .or_else(|| folder("HOME").map(|home| home.join(".cache")))
        .or_else(|| folder("LOCALAPPDATA"))
        .ok_or_else(|| Failure::bad("there is no cache folder: name the table with --table FILE"))?;
    Ok(cache.join("tesuji").join("simpei.table"))
}

fn threads() -> usize {
    thread::available_parallelism().map_or(1, usize::from)
}

fn stopped(_: Stopped) -> Failure {
    Failure::Interrupted
}

/// Counts the solved positions.
pub(crate) fn census(solution: &Solution) -> Result<Census, Failure> {
    let mut watch = Watch::new();
    solution.census(threads(), &mut |progress| watch.see(progress)).map_err(stopped)
}

/// Shows progress, and stops on Ctrl-C.
struct Watch {
    line: ProgressLine,
    stop: std::sync::Arc<std::sync::atomic::AtomicBool>,
}

impl Watch {
    fn new() -> Watch {
        Watch { line: ProgressLine::new(), stop: interrupt::flag() }
    }

    fn see(&mut self, progress: &Progress) -> ControlFlow<()> {
        self.line.show(|| match progress.total {
            Some(total) => format!("{}: {} of {total}", progress.stage.label(), progress.done),
            None => format!("{}: {}", progress.stage.label(), progress.done),
        });
        if self.stop.load(Ordering::Relaxed) { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }
}
