//! Running the program from outside, for all tests of the command line.

use std::fs;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};
use std::time::{Duration, Instant};

use serde_json::Value;

/// The root of the project, where readers of the book type the commands.
pub(crate) fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// A folder of its own for one test, empty at the start.
pub(crate) fn folder(name: &str) -> PathBuf {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = fs::remove_dir_all(&path);
    fs::create_dir_all(&path).unwrap();
    path
}

/// The program at the root of the project, with all three streams in our hands.
pub(crate) fn program(arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_tesuji"));
    command.args(arguments).current_dir(root());
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

/// What the program said, and its exit code.
#[derive(Debug)]
pub(crate) struct Told {
    pub(crate) code: Option<i32>,
    pub(crate) out: String,
    pub(crate) err: String,
}

impl From<Output> for Told {
    fn from(output: Output) -> Told {
        let text = |bytes| String::from_utf8(bytes).unwrap();
        Told { code: output.status.code(), out: text(output.stdout), err: text(output.stderr) }
    }
}

impl Told {
    /// What was printed, as JSON.
    pub(crate) fn json(&self) -> Value {
        serde_json::from_str(&self.out).unwrap_or_else(|error| panic!("{error}: {} {}", self.out, self.err))
    }

    /// The one sentence about bad input: exit code 1, one bounded line, and nothing else.
    pub(crate) fn refusal(&self) -> String {
        assert_eq!((self.code, self.out.as_str()), (Some(1), ""), "{}", self.err);
        one_line(&self.err)
    }
}

/// The only line of standard error.
pub(crate) fn one_line(err: &str) -> String {
    assert!(err.starts_with("tesuji: ") && err.ends_with('\n'), "{err:?}");
    assert!(err.lines().count() == 1 && err.chars().count() < 500, "{} bytes: {err:.1000}", err.len());
    err.trim_end().to_string()
}

/// Runs the program to its end; it must end by itself and must not panic.
pub(crate) fn run_with(arguments: &[&str], input: &[u8]) -> Told {
    let mut child = program(arguments).spawn().unwrap();
    // From a thread of its own, since the program may write before it has read everything, or not read at all.
    let mut stdin = child.stdin.take().unwrap();
    let output = std::thread::scope(|scope| {
        scope.spawn(move || {
            let _ = stdin.write_all(input);
        });
        child.wait_with_output().unwrap()
    });
    let told = Told::from(output);
    assert!(!told.err.contains("panicked"), "{arguments:?}: {}", told.err);
    assert!(told.code.is_some(), "{arguments:?} was killed: {}", told.err);
    told
}

/// Runs the program without input.
pub(crate) fn run(arguments: &[&str]) -> Told {
    run_with(arguments, b"")
}

/// The JSON of an answer that is known, about which nothing else is to be said.
pub(crate) fn json(arguments: &[&str]) -> Value {
    let told = run(&[arguments, &["--json"]].concat());
    assert_eq!((told.code, told.err.as_str()), (Some(0), ""), "{arguments:?}: {}", told.out);
    told.json()
}

/// The JSON of an answer with this exit code.
pub(crate) fn json_with(code: i32, arguments: &[&str]) -> Value {
    let told = run(&[arguments, &["--json"]].concat());
    assert_eq!(told.code, Some(code), "{arguments:?}: {} {}", told.out, told.err);
    told.json()
}

/// The one sentence about bad input.
pub(crate) fn refusal(arguments: &[&str]) -> String {
    run(arguments).refusal()
}

/// The points of a line of play.
pub(crate) fn points(line: &Value) -> Vec<&str> {
    line.as_array().unwrap().iter().map(|step| step["point"].as_str().unwrap()).collect()
}

/// Sends Ctrl-C and waits for the end; also how long that took.
#[cfg(unix)]
pub(crate) fn interrupt(child: Child) -> (Told, Duration) {
    let start = Instant::now();
    let sent = Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap();
    assert!(sent.success());
    let output = child.wait_with_output().unwrap();
    (output.into(), start.elapsed())
}

/// A file with this text, in a folder of its own.
pub(crate) fn file(folder_name: &str, name: &str, text: &str) -> String {
    let path = folder(folder_name).join(name);
    fs::write(&path, text).unwrap();
    path.to_str().unwrap().to_string()
}
