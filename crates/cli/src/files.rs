//! Files in and out, and standard input and output.
//!
//! Reading is bounded, writing goes through a temporary file beside the target, so that a full disk or an interrupt
//! never leaves half a file or destroys an old one.

use std::fs;
use std::io::{self, ErrorKind, Read, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use tesuji_board::Topology;

use crate::failure::Failure;

/// The largest file that is read.
const MOST_BYTES: u64 = 256 << 20;

/// What was read, with the name for messages.
pub(crate) struct Input {
    /// The file's name, or `standard input`.
    pub(crate) name: String,
    /// Its contents.
    pub(crate) bytes: Vec<u8>,
}

impl Input {
    /// Reads a file, or standard input if the name is `-`.
    pub(crate) fn read(path: &Path) -> Result<Input, Failure> {
        if path == Path::new("-") {
            return Input::collect("standard input".into(), io::stdin().lock());
        }
        let name = path.display().to_string();
        // A folder opens like a file on some systems and fails only when it is read.
        if path.is_dir() {
            return Err(Failure::BadInput(format!("{name} is a folder, not a file")));
        }
        let file = fs::File::open(path).map_err(|error| cannot("read", &name, &error))?;
        Input::collect(name, file)
    }

    fn collect(name: String, reader: impl Read) -> Result<Input, Failure> {
        let mut bytes = Vec::new();
        reader.take(MOST_BYTES + 1).read_to_end(&mut bytes).map_err(|error| cannot("read", &name, &error))?;
        if bytes.len() as u64 > MOST_BYTES {
            return Err(Failure::BadInput(format!("{name} is larger than {} MB", MOST_BYTES >> 20)));
        }
        Ok(Input { name, bytes })
    }

    /// An error of the formats library, shown with the line and a caret.
    pub(crate) fn explain(&self, error: &tesuji_formats::Error) -> Failure {
        Failure::BadInput(error.render(&self.name, &self.bytes).trim_end().to_string())
    }
}

fn cannot(what: &str, name: &str, error: &io::Error) -> Failure {
    let why = match error.kind() {
        ErrorKind::NotFound => "there is no such file".to_string(),
        ErrorKind::PermissionDenied => "permission denied".to_string(),
        ErrorKind::StorageFull => "the disk is full".to_string(),
        _ => error.to_string(),
    };
    Failure::BadInput(format!("cannot {what} {name}: {why}"))
}

/// Writes a whole file or nothing; what was there before is replaced only when the new contents are complete.
pub(crate) fn write_file(path: &Path, contents: &(impl AsRef<[u8]> + ?Sized)) -> Result<(), Failure> {
    let contents = contents.as_ref();
    let name = path.display().to_string();
    let fail = |error: io::Error| cannot("write", &name, &error);
    // Devices such as /dev/stdout cannot be replaced by renaming.
    if path.exists() && !path.is_file() {
        if path.is_dir() {
            return Err(Failure::BadInput(format!("cannot write {name}: it is a folder")));
        }
        return fs::write(path, contents).map_err(fail);
    }
    let temporary = temporary_beside(path);
    let written = fs::File::create_new(&temporary).and_then(|mut file| {
        file.write_all(contents)?;
        file.sync_all()
    });
    let renamed = written.and_then(|()| fs::rename(&temporary, path));
    renamed.map_err(|error| {
        let _ = fs::remove_file(&temporary);
        fail(error)
    })
}

fn temporary_beside(path: &Path) -> PathBuf {
    let mut name = path.file_name().unwrap_or_default().to_os_string();
    name.push(format!(".{}.tmp", std::process::id()));
    path.with_file_name(name)
}

/// Prints an answer on standard output.
pub(crate) fn print(text: &str) -> Result<(), Failure> {
    let mut out = io::stdout().lock();
    out.write_all(text.as_bytes()).and_then(|()| out.flush()).map_err(|error| match error.kind() {
        ErrorKind::BrokenPipe => Failure::OutputClosed,
        _ => cannot("write", "standard output", &error),
    })
}

/// Prints one JSON object on standard output.
pub(crate) fn print_json(value: &serde_json::Value) -> Result<(), Failure> {
    print(&format!("{value:#}\n"))
}

/// Something worth knowing that is not part of the answer.
pub(crate) fn warn(message: &str) {
    let _ = writeln!(io::stderr(), "tesuji: {message}");
}

/// A board by name (`hexagon:4`) or from a JSON file.
pub(crate) fn board(name_or_file: &str) -> Result<Arc<Topology>, Failure> {
    let path = Path::new(name_or_file);
    let is_json = path.extension().is_some_and(|extension| extension.eq_ignore_ascii_case("json"));
    if is_json || path.is_file() {
        let input = Input::read(path)?;
        return tesuji_formats::read_board(&input.bytes).map_err(|error| input.explain(&error));
    }
    Topology::parse(name_or_file).map_err(Failure::bad)
}
