//! Runs every console example of the README and the book and compares what it prints. `TESUJI_BLESS=1` writes what is
//! printed into the documents.

use std::path::Path;
use std::process::Command;

#[test]
fn examples_in_the_documents_are_true() {
    // Readers type the commands at the root of the project.
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    std::env::set_current_dir(&root).expect("the root of the project is there");
    bless("documents::examples_in_the_documents_are_true");
    trycmd::TestCases::new()
        .case("README.md")
        .case("docs/src/*.md")
        .register_bin("tesuji", Path::new(env!("CARGO_BIN_EXE_tesuji")));
}

/// Our one switch turned into that of trycmd, which reads it from the environment of its process: this test runs itself once
/// more to write, and then compares.
fn bless(test: &str) {
    if std::env::var_os("TESUJI_BLESS").is_none() || std::env::var_os("TRYCMD").is_some() {
        return;
    }
    let this = std::env::current_exe().expect("the test has a file");
    let run = Command::new(this).args([test, "--exact"]).env("TRYCMD", "overwrite").output();
    run.expect("the test can run itself");
}
