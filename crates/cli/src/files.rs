//! Files in and out, and standard input and output.
//!
//! Reading is bounded, writing goes through a temporary file beside the target, so that a full disk or an interrupt
//! never leaves half a file or destroys an old one.

use std::fs::{self, Permissions};
use std::io::{self, BufRead, ErrorKind, Read, Write};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use serde::Serialize;
use tempfile::NamedTempFile;
use tesuji_ask::input::{self, Heard, MOST_BYTES};
use tesuji_ask::{AskedBoard, Fault};

use crate::failure::Failure;

/// The files that were read: a game that somebody asks about is not replaced by a picture of it.
static READ: Mutex<Vec<PathBuf>> = Mutex::new(Vec::new());

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
            return Err(Failure::bad(format!("{name} is a folder, not a file")));
        }
        match fs::File::open(path) {
            Ok(file) => {
                let whole = fs::canonicalize(path).unwrap_or_else(|_| path.to_path_buf());
                READ.lock().unwrap_or_else(PoisonError::into_inner).push(whole);
                Input::collect(name, file)
            }
            Err(error) => {
                let Some(text) =
                    tesuji_examples::carried(path).filter(|_| error.kind() == ErrorKind::NotFound)
                else {
                    return Err(cannot("read", &name, &error));
                };
                warn(&format!("{name} is not here: this is the copy inside the program"));
                Ok(Input { name, bytes: text.into() })
            }
        }
    }

    fn collect(name: String, reader: impl Read) -> Result<Input, Failure> {
        let mut bytes = Vec::new();
        reader.take(MOST_BYTES + 1).read_to_end(&mut bytes).map_err(|error| cannot("read", &name, &error))?;
        if bytes.len() as u64 > MOST_BYTES {
            return Err(Failure::bad(format!("{name} is larger than {} MB", MOST_BYTES >> 20)));
        }
        Ok(Input { name, bytes })
    }

    /// The text of a file that has to be one.
    pub(crate) fn text(self) -> Result<String, Failure> {
        String::from_utf8(self.bytes).map_err(|_| Failure::bad(format!("{} is not a text file", self.name)))
    }

    /// An error of the formats library with the name of the file, the place, and the line for people.
    pub(crate) fn explain(&self, error: &tesuji_formats::Error) -> Failure {
        let Some(place) = error.place else {
            return Fault::new(&error.problem).within(&self.name).into();
        };
        let text = String::from_utf8_lossy(&self.bytes);
        let line = text.lines().nth((place.line as usize).saturating_sub(1)).unwrap_or_default();
        Fault::new(format!("{}:{}:{}: {}", self.name, place.line, place.column, error.problem))
            .at(line, place.column as usize)
            .into()
    }
}

/// Reads one line as it arrives, without its end; nothing at the end of the input.
pub(crate) fn read_line(reader: &mut impl BufRead) -> Result<Option<Vec<u8>>, Failure> {
    let mut line = Vec::new();
    match input::read_line(reader, &mut line).map_err(|error| cannot("read", "standard input", &error))? {
        Heard::Line => Ok(Some(line)),
        Heard::TooLong => Err(Fault::long_line().into()),
        Heard::End => Ok(None),
    }
}

/// What a system call could not do, in words.
pub(crate) fn cannot(what: &str, name: &str, error: &io::Error) -> Failure {
    Fault::of_file(what, name, error).into()
}

/// A file that is being made beside the one it will replace.
pub(crate) struct Draft {
    file: NamedTempFile,
    target: PathBuf,
}

impl Draft {
    /// Begins a file. If this works, only a full disk can keep it from being written.
    pub(crate) fn beside(path: &Path) -> Result<Draft, Failure> {
        let name = path.display().to_string();
        // What a link points at is replaced, not the link.
        let target = fs::canonicalize(path).unwrap_or_else(|_| path.to_path_buf());
        let known = fs::metadata(&target).ok().map(|data| data.permissions());
        if known.as_ref().is_some_and(Permissions::readonly) {
            return Err(Failure::bad(format!("cannot write {name}: it is read-only")));
        }
        let folder = target.parent().filter(|folder| !folder.as_os_str().is_empty());
        let mut builder = tempfile::Builder::new();
        builder.prefix(".tesuji-").suffix(".tmp");
        if let Some(permissions) = usual() {
            builder.permissions(permissions);
        }
        let fail = |error: io::Error| cannot("write", &name, &error);
        let file = builder.tempfile_in(folder.unwrap_or(Path::new("."))).map_err(fail)?;
        if let Some(permissions) = known {
            file.as_file().set_permissions(permissions).map_err(fail)?;
        }
        Ok(Draft { file, target })
    }

    /// Puts the contents in the place of what was there before.
    pub(crate) fn finish(mut self, contents: &[u8]) -> Result<(), Failure> {
        let written = self.file.write_all(contents).and_then(|()| self.file.as_file().sync_all());
        let fail = |error: io::Error| cannot("write", &self.target.display().to_string(), &error);
        written.map_err(fail)?;
        self.file.persist(&self.target).map(drop).map_err(|error| fail(error.error))
    }
}

/// Files are as readable as the user's other files; the user's mask takes away what it takes away from all.
#[cfg(unix)]
fn usual() -> Option<Permissions> {
    use std::os::unix::fs::PermissionsExt as _;
    Some(Permissions::from_mode(0o666))
}

#[cfg(not(unix))]
fn usual() -> Option<Permissions> {
    None
}

/// Writes a whole file or nothing; what was there before is replaced only when the new contents are complete.
pub(crate) fn write_file(path: &Path, contents: &(impl AsRef<[u8]> + ?Sized)) -> Result<(), Failure> {
    let was_read = |whole: PathBuf| READ.lock().unwrap_or_else(PoisonError::into_inner).contains(&whole);
    if fs::canonicalize(path).is_ok_and(was_read) {
        return Err(Failure::bad(format!(
            "{} is what was asked about and is not written over: name another file",
            path.display()
        )));
    }
    replace_file(path, contents)
}

/// The same for whoever has said that the file is to be replaced, be it what was read.
pub(crate) fn replace_file(path: &Path, contents: &(impl AsRef<[u8]> + ?Sized)) -> Result<(), Failure> {
    // Devices such as /dev/stdout cannot be replaced by renaming.
    if path.exists() && !path.is_file() {
        let name = path.display().to_string();
        if path.is_dir() {
            return Err(Failure::bad(format!("cannot write {name}: it is a folder")));
        }
        return fs::write(path, contents).map_err(|error| cannot("write", &name, &error));
    }
    Draft::beside(path)?.finish(contents.as_ref())
}

/// Writes a file, or to standard output if the name is `-`.
pub(crate) fn write_or_print(path: &Path, text: &str) -> Result<(), Failure> {
    if path == Path::new("-") { print(text) } else { write_file(path, text) }
}

/// Makes a folder, with those above it.
pub(crate) fn make_folder(folder: &Path) -> Result<(), Failure> {
    fs::create_dir_all(folder)
        .map_err(|error| cannot("make the folder", &folder.display().to_string(), &error))
}

/// Whether two names are those of one file.
pub(crate) fn same_file(one: &Path, other: &Path) -> bool {
    match (fs::canonicalize(one), fs::canonicalize(other)) {
        (Ok(one), Ok(other)) => one == other,
        _ => one == other,
    }
}

/// Prints an answer on standard output.
pub(crate) fn print(text: &str) -> Result<(), Failure> {
    let mut out = io::stdout().lock();
    out.write_all(text.as_bytes()).and_then(|()| out.flush()).map_err(|error| match error.kind() {
        ErrorKind::BrokenPipe => Failure::OutputClosed,
        _ => cannot("write", "standard output", &error),
    })
}

/// Prints plain data as one JSON object, over several lines.
pub(crate) fn print_json(value: &impl Serialize) -> Result<(), Failure> {
    print(&format!("{}\n", serde_json::to_string_pretty(value).map_err(Failure::bad)?))
}

/// Prints plain data as one line of JSON.
pub(crate) fn print_json_line(value: &impl Serialize) -> Result<(), Failure> {
    print(&format!("{}\n", serde_json::to_string(value).map_err(Failure::bad)?))
}

/// Something worth knowing that is not part of the answer.
pub(crate) fn warn(message: &str) {
    let _ = writeln!(io::stderr(), "tesuji: {}", Fault::new(message));
}

/// A board by name (`hexagon:4`) or from a JSON file.
pub(crate) fn board(name_or_file: &str) -> Result<AskedBoard, Failure> {
    let path = Path::new(name_or_file);
    let is_json = path.extension().is_some_and(|extension| extension.eq_ignore_ascii_case("json"));
    if !is_json && !path.is_file() {
        return Ok(AskedBoard::Name(name_or_file.to_string()));
    }
    let input = Input::read(path)?;
    tesuji_formats::read_board(&input.bytes).map_err(|error| input.explain(&error))?;
    let graph = serde_json::from_slice(&input.bytes);
    graph.map(AskedBoard::Graph).map_err(|error| Failure::bad(format!("{}: {error}", input.name)))
}
