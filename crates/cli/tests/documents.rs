//! Runs every console example of the README and the book and compares what it prints.

#[test]
fn examples_in_the_documents_are_true() {
    trycmd::TestCases::new().case("../../README.md").case("../../docs/src/*.md");
}
