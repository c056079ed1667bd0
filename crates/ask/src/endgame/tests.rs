use serde_json::{Value, json};

use crate::testing::ask;

const CORRIDOR: &str = "\
X X X X X O
X . . . . O
X X X X X O
. . . . . .
";

fn asked(more: &Value) -> (Value, String) {
    let mut question = json!({
        "ask": "endgame",
        "position": {"diagram": CORRIDOR},
        "safe": ["A2", "F2"],
        "regions": [["C3"]],
    });
    question.as_object_mut().expect("an object").extend(more.as_object().expect("an object").clone());
    ask(&question).expect("it can be asked")
}

#[test]
fn a_corridor_has_its_value() {
    let (answer, text) = asked(&json!({}));
    let region = &answer["regions"][0];
    assert_eq!(region["points"], json!(["B3", "C3", "D3", "E3"]));
    assert_eq!((&region["value"], &region["chilled"]), (&json!("{3|||2||1|*}"), &json!("17/8")));
    assert_eq!((&region["count"], &region["move_value"]), (&json!("17/8"), &json!("7/8")));
    assert_eq!(
        (&region["swing"], &region["kind"], &region["ko"]),
        (&json!("7/4"), &json!("gote"), &Value::Null)
    );
    assert_eq!((&region["black_moves"], &region["white_moves"]), (&json!(["E3"]), &json!(["E3"])));
    assert_eq!(region["thermograph"]["left"][1], json!({"temperature": "7/8", "value": "17/8"}));
    // The row below was not asked about, so the score is that of the corridor.
    assert_eq!(answer["missing"][0], json!({"id": 2, "why": "it was not asked about"}));
    assert_eq!(
        (&answer["black_first"]["score"], &answer["white_first"]["score"]),
        (&json!("3"), &json!("2"))
    );
    assert_eq!(answer["black_first"]["exact"], false);
    assert_eq!(
        answer["white_first"]["line"],
        json!([{"color": "white", "point": "E3"}, {"color": "black", "point": "D3"}])
    );
    assert!(text.contains("Black first: Black leads by 3, without the regions that are missing."), "{text}");
    let stated =
        json!([{"at": "A4", "stated": true, "proved": false}, {"at": "F4", "stated": true, "proved": false}]);
    assert_eq!(answer["conditions"]["safe"], stated);
}

#[test]
fn komi_and_area_are_counted() {
    let (answer, text) = asked(&json!({"komi": 6.5, "rules": "area"}));
    // Eleven stones of Black and three of White stand there, and the corridor has four points and a move's worth.
    assert_eq!((&answer["komi"], &answer["rules"]), (&json!("13/2"), &json!("area")));
    assert_eq!(answer["regions"][0]["move_value"], "15/8");
    assert_eq!(answer["black_first"]["score"], "11/2", "11 and 4 for Black, 3 and komi for White");
    assert!(text.contains("counted by: area; komi 6.5"), "{text}");
}

#[test]
fn what_cannot_be_asked_is_said() {
    let base = json!({"ask": "endgame", "position": {"diagram": CORRIDOR}});
    for (field, value, wrong) in [
        ("komi", json!(1e9), "komi"),
        ("komi", json!(6.51), "komi"),
        ("regions", json!([[]]), "regions[0]"),
        ("regions", json!([["Z9"]]), "regions[0]"),
        ("regions", json!([["A2"]]), "regions"),
        ("safe", json!(["B3"]), "safe"),
    ] {
        let mut question = base.clone();
        question[field] = value;
        let fault = ask(&question).expect_err("it cannot be asked");
        assert_eq!(fault.field.as_deref(), Some(wrong), "{fault:?}");
    }
}

#[test]
fn a_limit_leaves_regions_out_by_name() {
    let (answer, text) = asked(&json!({"limits": {"nodes": 8}}));
    assert_eq!(answer["regions"][0]["value"], Value::Null);
    assert_eq!(answer["missing"][0]["why"], "the node limit was reached");
    assert!(text.contains("Region 1 is not in the sum: the node limit was reached."), "{text}");
}

#[test]
fn a_ko_bounds_the_score() {
    let diagram = "\
X X O O
X O . O
X X O O
. X O .
cross: B3
";
    let question = json!({"ask": "endgame", "position": {"diagram": diagram}, "safe": ["A4", "D4"]});
    let (answer, text) = ask(&question).expect("it can be asked");
    assert_eq!(answer["regions"][0]["ko"], json!({"least": "0", "most": "1/2"}));
    assert_eq!(
        (&answer["regions"][0]["value"], &answer["black_first"]["score"]),
        (&Value::Null, &Value::Null)
    );
    assert_eq!(answer["black_first"]["ko"], json!({"least": "0", "most": "1"}));
    assert_eq!(
        (&answer["white_first"]["score"], &answer["white_first"]["moves"]),
        (&json!("0"), &json!(["C3"]))
    );
    assert!(text.contains("a ko decides"), "{text}");
}
