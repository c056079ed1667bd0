//! Any text is a position of Simpei or a clear error; what is read is written and read back equal. The same for moves.

use tesuji_simpei::{Move, Position};

/// See the head of this file.
pub fn check(text: &str) {
    match text.parse::<Position>() {
        Err(error) => assert!(!error.to_string().contains('\n'), "{error}"),
        Ok(position) => assert_eq!(position.to_string().parse::<Position>().as_ref(), Ok(&position)),
    }
    match text.parse::<Move>() {
        Err(error) => assert!(!error.to_string().contains('\n'), "{error}"),
        Ok(read) => assert_eq!(read.to_string().parse::<Move>().as_ref(), Ok(&read)),
    }
}
