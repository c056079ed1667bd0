//! Running the program from outside, for all tests of the command line.
// Each test file is a crate of its own and uses a part of this.
#![allow(dead_code, unreachable_pub)]

use std::fs;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

/// The root of the project, where readers of the book type the commands.
pub fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// A folder of its own for one test, empty at the start.
pub fn folder(name: &str) -> PathBuf {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = fs::remove_dir_all(&path);
    fs::create_dir_all(&path).unwrap();
    path
}

/// The program at the root of the project, with all three streams in our hands.
pub fn program(arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_tesuji"));
    command.args(arguments).current_dir(root());
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

/// Runs the program to its end; it must end by itself and must not panic.
pub fn tesuji(arguments: &[&str], input: &[u8]) -> Output {
    let mut child = program(arguments).spawn().unwrap();
    // From a thread of its own, since the program may write before it has read everything, or not read at all.
    let mut stdin = child.stdin.take().unwrap();
    let output = std::thread::scope(|scope| {
        scope.spawn(move || {
            let _ = stdin.write_all(input);
        });
        child.wait_with_output().unwrap()
    });
    let err = String::from_utf8_lossy(&output.stderr);
    assert!(!err.contains("panicked"), "{arguments:?}: {err}");
    assert!(output.status.code().is_some(), "{arguments:?} was killed: {err}");
    output
}
