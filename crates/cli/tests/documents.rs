//! Runs every console example of the README and the book and compares what it prints.

use std::path::Path;

#[test]
fn examples_in_the_documents_are_true() {
    // Readers type the commands at the root of the project.
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    std::env::set_current_dir(&root).expect("the root of the project is there");
    trycmd::TestCases::new()
        .case("README.md")
        .case("docs/src/*.md")
        .register_bin("tesuji", Path::new(env!("CARGO_BIN_EXE_tesuji")));
}
