//! Any bytes as a Sensei's Library diagram: the stones before the moves are written and read back.

use tesuji_formats::{read_sensei, write_sensei};

/// See the head of this file.
pub fn check(bytes: &[u8]) {
    match read_sensei(bytes) {
        Err(error) => assert!(!error.render("fuzz", bytes).is_empty()),
        Ok(read) => {
            let text = write_sensei(&read.before).expect("a diagram of a page can be written");
            let again = read_sensei(text.as_bytes()).expect("what was written is read");
            assert_eq!(again.before, read.before);
            assert!(again.moves.is_empty());
            assert_eq!(write_sensei(&again.before).as_deref(), Ok(text.as_str()));
            if let Ok(after) = read.after()
                && let Ok(text) = write_sensei(&after)
            {
                let again = read_sensei(text.as_bytes()).expect("what was written is read");
                // Stones that the moves captured are missing now, so the moves may be impossible.
                if let Ok(played) = again.after() {
                    assert_eq!(played.setup.to_move, after.setup.to_move);
                }
            }
        }
    }
}
