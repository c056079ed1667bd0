//! The table of Simpei: where its file is, reading it, making it.
//!
//! The file is written whole or not at all, so an interrupted solve leaves nothing behind. A file that is there but
//! cannot be used is never replaced silently: the user is told and says `--rebuild`. Whether a file can be written is
//! found out before the game is solved: a file that was named has to be, and without room in the user's cache folder the
//! table is made all the same and forgotten afterwards.

use std::env;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use clap::Args;
use tesuji_ask::{Desk, Fault, Missing};
use tesuji_job::{Watch, cores};
use tesuji_simpei::{Solution, solve};

use crate::failure::Failure;
use crate::files::{self, Draft, Input};

#[derive(Args, Clone, Default)]
pub(crate) struct TableOptions {
    /// Where the table is, instead of the user's cache folder
    #[arg(long, value_name = "FILE")]
    table: Option<PathBuf>,
    /// Solve again, even if there is a table
    #[arg(long)]
    rebuild: bool,
}

impl TableOptions {
    /// A desk that reads the table when it is needed, or solves the game and keeps it.
    pub(crate) fn desk(&self) -> Desk {
        let options = self.clone();
        Desk::with_simpei(move |watch| options.bring(watch).map(Arc::new))
    }

    /// Where the table is, if it is kept.
    pub(crate) fn path(&self) -> Option<PathBuf> {
        self.table.clone().or_else(cached)
    }

    fn bring(&self, watch: &Watch) -> Result<Solution, Missing> {
        let path = self.path();
        if let Some(path) = path.as_deref().filter(|path| path.exists() && !self.rebuild) {
            return read(path).map_err(missing);
        }
        // Nothing of it stays while the game is solved: whoever is killed then leaves no file.
        let is_kept = match (self.draft(path.as_deref()).map(drop), &self.table) {
            (Ok(()), _) => true,
            (Err(failure), Some(_)) => return Err(missing(failure)),
            (Err(failure), None) => {
                forgotten(failure);
                false
            }
        };
        let solution = solve(cores(), watch).map_err(Missing::Unknown)?;
        let keep = || self.draft(path.as_deref())?.finish(&solution.encode());
        match is_kept.then(keep) {
            Some(Err(failure)) if self.table.is_some() => return Err(missing(failure)),
            Some(Err(failure)) => forgotten(failure),
            Some(Ok(())) | None => {}
        }
        Ok(solution)
    }

    /// The file that will be the table.
    fn draft(&self, path: Option<&Path>) -> Result<Draft, Failure> {
        let path = path.ok_or_else(|| Failure::bad("there is no cache folder"))?;
        if path.is_dir() {
            return Err(Failure::bad(format!("cannot write {}: it is a folder", path.display())));
        }
        if let Some(folder) = path.parent().filter(|_| self.table.is_none()) {
            files::make_folder(folder)?;
        }
        Draft::beside(path)
    }
}

fn read(path: &Path) -> Result<Solution, Failure> {
    let input = Input::read(path)?;
    Solution::decode(&input.bytes).map_err(|fault| {
        Failure::bad(format!("cannot use {}: {fault}; --rebuild solves the game again", input.name))
    })
}

fn missing(failure: Failure) -> Missing {
    match failure {
        Failure::Bad(fault) => Missing::Fault(*fault),
        Failure::Unknown(unknown) => Missing::Unknown(unknown.why),
        Failure::OutputClosed => Missing::Fault(Fault::new("there is no table")),
    }
}

/// Says that the table will be gone with the program.
fn forgotten(failure: Failure) {
    if let Failure::Bad(why) = failure {
        files::warn(&format!("the table is not kept: {why}; --table FILE names another place"));
    }
}

/// The file in the user's cache folder.
fn cached() -> Option<PathBuf> {
    let folder = |name: &str| env::var_os(name).map(PathBuf::from).filter(|path| path.is_absolute());
    // LOCALAPPDATA is where Windows keeps such files.
    let cache = folder("XDG_CACHE_HOME")
        .or_else(|| folder("HOME").map(|home| home.join(".cache")))
        .or_else(|| folder("LOCALAPPDATA"))?;
    Some(cache.join("tesuji").join("simpei.table"))
}
