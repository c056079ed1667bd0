//! Any text is a position of shogi or a clear error; what is read is written, read back equal and written the same way. The same
//! for moves.

use tesuji_shogi::{Move, Position};

/// See the head of this file.
pub fn check(text: &str) {
    match text.parse::<Position>() {
        Err(error) => assert!(!error.to_string().contains('\n'), "{error}"),
        Ok(position) => {
            let written = position.to_string();
            let again: Position = written.parse().expect("what was written is read");
            assert_eq!(again.to_string(), written);
            for candidate in position.legal_moves() {
                assert_eq!(candidate.to_string().parse::<Move>(), Ok(candidate));
                assert!(position.is_legal(candidate), "{candidate} in {written}");
            }
        }
    }
    match text.parse::<Move>() {
        Err(error) => assert!(!error.to_string().contains('\n'), "{error}"),
        Ok(read) => assert_eq!(read.to_string().parse::<Move>(), Ok(read)),
    }
}
