//! The table of Simpei: the file that the command line keeps is used, and made if it is not there.

use std::env;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::{Arc, OnceLock};

use tesuji_ask::{Desk, Fault, Missing};
use tesuji_job::{Watch, cores};
use tesuji_simpei::{Solution, solve};

use crate::batch::save;

/// The desk of this process.
pub(crate) fn desk() -> &'static Desk {
    static DESK: OnceLock<Desk> = OnceLock::new();
    DESK.get_or_init(|| Desk::with_simpei(|watch| bring(watch).map(Arc::new)))
}

fn bring(watch: &Watch) -> Result<Solution, Missing> {
    let path = cached();
    if let Some(path) = path.as_deref().filter(|path| path.exists()) {
        return read(path).map_err(Missing::Fault);
    }
    let solution = solve(cores(), watch).map_err(Missing::Unknown)?;
    // A table that cannot be kept is made again next time.
    if let Some(path) = path
        && path.parent().is_some_and(|folder| fs::create_dir_all(folder).is_ok())
    {
        let _ = save(&path, &solution.encode());
    }
    Ok(solution)
}

fn read(path: &Path) -> Result<Solution, Fault> {
    let name = path.display();
    let bytes = fs::read(path).map_err(|error| Fault::new(format!("cannot read {name}: {error}")))?;
    Solution::decode(&bytes).map_err(|fault| {
        Fault::new(format!("cannot use {name}: {fault}; remove it, and the game is solved again"))
    })
}

/// The file in the user's cache folder, as for the command line.
fn cached() -> Option<PathBuf> {
    let folder = |name: &str| env::var_os(name).map(PathBuf::from).filter(|path| path.is_absolute());
    let cache = folder("XDG_CACHE_HOME")
        .or_else(|| folder("HOME").map(|home| home.join(".cache")))
        .or_else(|| folder("LOCALAPPDATA"))?;
    Some(cache.join("tesuji").join("simpei.table"))
}
