//! Connections, asked as users ask.

use serde_json::json;

use crate::told::{ask, fault};

/// A bamboo joint cannot be cut; with one of its points taken by White it is cut at the other.
#[test]
fn a_bamboo_joint_holds() {
    let joint = "
        . . . . . . .
        . . X . X . .
        . . X . X . .
        . . . O . . .
        . . . . . . .
        . . . . . . .
        . . . . . . .";
    let found =
        ask(&json!({"ask": "connect", "position": {"diagram": joint}, "strings": ["C6", "E6"], "all": true}));
    assert_eq!(found.json["status"], "connected", "{}", found.json);
    assert_eq!(found.json["black_first"]["moves"][0], "pass");
    assert_eq!(found.json["white_first"]["moves"], json!([]));
}

/// One point between two strings: who plays there decides, unless what is joined there is captured at once (oiotoshi).
#[test]
fn one_point_decides() {
    let gap = "
        . . . . . . . . .
        . . . . . . . . .
        . . O O O O O . .
        . O X X . X X O .
        . O O O O O O O .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .";
    let found =
        ask(&json!({"ask": "connect", "position": {"diagram": gap}, "strings": ["C6", "F6"], "all": true}));
    // The one liberty that both have: whoever joins there is captured as a whole.
    assert_eq!(found.json["status"], "cut", "{}", found.json);
    // With a liberty at one end the string would still be taken at once; with one at both ends it is not.
    let open = |row: &str| {
        let diagram = gap.replace("O X X . X X O", row);
        ask(&json!({"ask": "connect", "position": {"diagram": diagram}, "strings": ["C6", "F6"], "all": true})).json
    };
    assert_eq!(open(". X X . X X O")["status"], "cut");
    let found = open(". X X . X X .");
    assert_eq!(found["status"], "unsettled", "{found}");
    assert_eq!(found["black_first"]["moves"], json!(["E6"]), "{found}");
    let cuts = found["white_first"]["moves"].as_array().expect("moves");
    assert!(cuts.contains(&json!("E6")), "{found}");
}

#[test]
fn refusals_name_the_field_and_the_way_out() {
    let board = ". . . .\n. X X .\n. O . X\n. . . .";
    let refused = |strings: &[&str]| {
        let (field, message) =
            fault(&json!({"ask": "connect", "position": {"diagram": board}, "strings": strings}));
        assert_eq!(field, "strings");
        message
    };
    assert!(refused(&[]).contains("mark both with triangles"));
    assert!(refused(&["B3"]).contains("each of the two strings"));
    assert_eq!(refused(&["B3", "C3"]), "B3 and C3 are one string already");
    assert_eq!(refused(&["B3", "B2"]), "connected strings have one colour, and B3 and B2 differ");
    assert_eq!(refused(&["B3", "A1"]), "there is no stone on A1");
    assert!(refused(&["B3", "Z9"]).contains("Z9"));
}

/// A limit is no verdict, and a larger one knows more.
#[test]
fn a_limit_is_told() {
    let sgf = tesuji_examples::find("connect.sgf").expect("shipped");
    let found = ask(&json!({"ask": "connect", "position": {"sgf": sgf}, "limits": {"nodes": 1}}));
    assert_eq!(found.json["status"], "unknown");
    assert!(found.json["white_first"]["why"].as_str().expect("why").contains("limit"), "{}", found.json);
}
