//! Any bytes as a JSON board or position: what is read is written, read back equal, and written the same way.

use tesuji_formats::{read_board, read_position, write_board, write_position};

/// See the head of this file.
pub fn check(bytes: &[u8]) {
    match read_board(bytes) {
        Err(error) => assert!(!error.render("fuzz", bytes).is_empty()),
        Ok(board) => {
            let text = write_board(&board);
            let again = read_board(text.as_bytes()).expect("what was written is read");
            assert_eq!(again, board);
            assert_eq!(write_board(&again), text);
        }
    }
    match read_position(bytes) {
        Err(error) => assert!(!error.render("fuzz", bytes).is_empty()),
        Ok(diagram) => {
            let text = write_position(&diagram).expect("a diagram of a file can be written");
            let again = read_position(text.as_bytes()).expect("what was written is read");
            assert_eq!(again, diagram);
            assert_eq!(write_position(&again).as_deref(), Ok(text.as_str()));
        }
    }
}
