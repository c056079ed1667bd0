//! One process at a time writes a file.
//!
//! The lock is a file beside the output with the number of the process that holds it. The system gives the lock up with the process, however
//! that ends, so one that was killed keeps nobody away.

use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};
use std::process;

use tesuji_ask::Fault;

/// Held as long as it lives.
#[derive(Debug)]
pub struct Lock {
    path: PathBuf,
    /// Nothing where files cannot be locked: then nobody is kept away.
    _file: Option<File>,
}

impl Lock {
    /// Takes the lock in the file `path`, which is made; `name` is what it is about.
    ///
    /// # Errors
    /// If another process has it, or the file cannot be made.
    pub fn take(path: &Path, name: &str) -> Result<Lock, Fault> {
        let fail = |error: io::Error| Fault::of_file("write", path.display(), &error);
        loop {
            let mut options = OpenOptions::new();
            let mut file =
                options.create(true).truncate(false).read(true).write(true).open(path).map_err(fail)?;
            match file.try_lock() {
                Ok(()) => {}
                Err(TryLockError::WouldBlock) => {
                    let owner = fs::read_to_string(path).unwrap_or_default();
                    let owner = owner.trim();
                    let who =
                        if owner.is_empty() { "another process".into() } else { format!("process {owner}") };
                    return Err(Fault::new(format!(
                        "{name} is being worked on by {who}: wait until that has ended, or name another file"
                    )));
                }
                Err(TryLockError::Error(_)) => return Ok(Lock { path: path.to_path_buf(), _file: None }),
            }
            let me = process::id().to_string();
            file.set_len(0).and_then(|()| file.write_all(me.as_bytes())).map_err(fail)?;
            // The one before may have removed the file between our opening and our locking it.
            if fs::read_to_string(path).is_ok_and(|owner| owner == me) {
                return Ok(Lock { path: path.to_path_buf(), _file: Some(file) });
            }
        }
    }
}

impl Drop for Lock {
    fn drop(&mut self) {
        let _ = fs::remove_file(&self.path);
    }
}
