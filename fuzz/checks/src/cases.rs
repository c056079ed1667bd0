//! Any text is a file of cases or a clear error; its cases pass, fail or are not run, each with its line.

use tesuji_job::Watch;

use crate::desk;

/// See the head of this file.
pub fn check(text: &str) {
    match tesuji_regress::run("fuzz.cases", text, &desk(), &Watch::new()) {
        Ok(outcomes) => assert!(outcomes.len() <= text.lines().count()),
        Err(fault) => assert!(!fault.to_string().contains('\n'), "{fault}"),
    }
}
