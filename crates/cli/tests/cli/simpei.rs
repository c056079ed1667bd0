//! `tesuji simpei`, as far as it needs no table: the table takes a minute, and `tesuji reproduce lambda-simpei` is its test.

use std::fs;

use crate::common::{folder, refusal, run};

#[test]
fn bad_positions_get_one_sentence_before_any_work() {
    for (position, words) in [
        ("", "is no position"),
        ("M:1 O:2", "is no position"),
        ("M:xyz O:2 m:3 o:3", "is no position"),
        ("M:1 O:1 m:3 o:3", "both sides have a piece on U00"),
        ("M:2000000 O:1 m:3 o:3", "beyond the board"),
        ("M:1f O:0 m:0 o:4", "at most 4"),
        ("M:1 O:2 m:2 o:3", "4 in all are needed"),
        ("M:f O:70 m:0 o:1", "place in turn"),
    ] {
        let refused = refusal(&["simpei", "best", position]);
        assert!(refused.contains(words), "{position}: {refused}");
        assert_eq!(refusal(&["simpei", "play", "--position", position]), refused);
        let told = run(&["simpei", "best", position, "--json"]);
        assert_eq!((told.code, told.err.trim_end()), (Some(1), refused.as_str()));
        assert_eq!(format!("tesuji: {}", told.json()["error"].as_str().unwrap()), refused);
    }
}

#[test]
fn a_damaged_table_is_recognised_and_left_alone() {
    let folder = folder("simpei");
    let file = folder.join("table");
    for (bytes, words) in [
        (&b""[..], "no Simpei table"),
        (b"something else", "no Simpei table"),
        (b"tesuji simpei table\n", "damaged"),
        (b"tesuji simpei table\n\x02\x04 cut short", "damaged"),
        (b"tesuji simpei table\n\x01\x04", "format 1"),
        (b"tesuji simpei table\n\x63\x04", "format 99"),
    ] {
        fs::write(&file, bytes).unwrap();
        for command in ["solve", "table", "play"] {
            let refused = refusal(&["simpei", command, "--table", file.to_str().unwrap()]);
            assert!(refused.contains(words) && refused.contains("--rebuild"), "{refused}");
            assert_eq!(fs::read(&file).unwrap(), bytes, "the file is left as it is");
        }
    }
    let refused = refusal(&["simpei", "solve", "--table", folder.to_str().unwrap()]);
    assert!(refused.contains("folder"), "{refused}");
}
