//! Any bytes as a session of USI: every line is one that graphical programs know.

use std::io::{Cursor, Read as _, pipe};
use std::sync::Arc;

use tesuji_job::Watch;

use crate::desk;

const STARTS: [&str; 7] = ["info ", "checkmate ", "bestmove ", "readyok", "usiok", "id ", "option "];

/// See the head of this file.
pub fn check(bytes: &[u8]) {
    let (mut replies, output) = pipe().expect("there are pipes");
    let reader = std::thread::spawn(move || {
        let mut text = String::new();
        replies.read_to_string(&mut text).map(|_| text)
    });
    tesuji_usi::serve(Cursor::new(bytes.to_vec()), output, &Arc::new(desk()), &Watch::new())
        .expect("it is heard");
    let text = reader.join().expect("it reads").expect("replies are text");
    for line in text.lines() {
        assert!(STARTS.iter().any(|start| line.starts_with(start)), "{line:?}");
    }
}
