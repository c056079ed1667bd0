//! Any bytes as a session of GTP: every reply begins with = or ? and ends with an empty line, and none is missing after it.

use std::io::Cursor;

use tesuji_job::Watch;

use crate::desk;

/// See the head of this file.
pub fn check(bytes: &[u8]) {
    let mut output = Vec::new();
    tesuji_gtp::serve(Cursor::new(bytes.to_vec()), &mut output, &desk(), &Watch::new())
        .expect("memory can be written");
    let output = String::from_utf8(output).expect("replies are text");
    assert!(output.is_empty() || output.ends_with("\n\n"), "{output:?}");
    for reply in output.split_terminator("\n\n") {
        assert!(reply.starts_with(['=', '?']), "{reply:?}");
    }
}
