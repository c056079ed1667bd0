//! Any text is a question, race graphs and positions included, or a clear error that names the field; what is asked gets an answer
//! or a clear error, and an answer is JSON.

use tesuji_ask::Request;
use tesuji_job::Watch;

use crate::desk;

/// See the head of this file.
pub fn check(text: &str) {
    let read = match Request::parse(text) {
        Ok(read) => read,
        Err(fault) => {
            assert!(!fault.to_string().contains('\n'), "{fault}");
            return;
        }
    };
    match desk().answer_read(&read, &Watch::new()) {
        Ok(answer) => assert!(serde_json::to_string(&answer).is_ok_and(|line| !line.contains('\n'))),
        Err(fault) => assert!(!fault.to_string().contains('\n'), "{fault}"),
    }
}
