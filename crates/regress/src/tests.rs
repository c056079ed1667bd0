//! Cases that pass, fail, cannot be understood and are not run.

use tesuji_ask::Desk;
use tesuji_job::Watch;

use super::{Outcome, Outcomes, run};

fn outcomes(text: &str) -> Vec<Outcome> {
    run("some.cases", text, &Desk::new(), &Watch::unwatched()).expect("there are cases")
}

/// The line and the words of the only failure.
fn failure(text: &str) -> (usize, String) {
    let [outcome] = &outcomes(text)[..] else { panic!("one case") };
    (outcome.line, outcome.failure.clone().expect("it fails"))
}

#[test]
fn the_examples_about_rules_pass() {
    let text = include_str!("../../../examples/rules.cases");
    let all: Outcomes = outcomes(text).into_iter().collect();
    assert_eq!((all.passed, all.failed, all.not_run), (10, 0, 0), "{}", all.text(true));
    assert_eq!(all.text(false), "10 passed, 0 failed\n");
}

/// One question of every kind.
#[test]
fn the_examples_of_questions_pass() {
    let all: Outcomes = outcomes(include_str!("../../../examples/questions.cases")).into_iter().collect();
    assert_eq!((all.passed, all.failed, all.not_run), (15, 0, 0), "{}", all.text(true));
}

#[test]
fn questions_of_other_kinds_are_asked() {
    let text = r#"
case a calculator
ask value expressions={4|0},{6||4|0},-7 cool=2 best=left target=-1
expect sum.canonical = -1^*
expect best.winning_summands = 1
expect best.winning_summands == [1]
expect values.1.cooled = 4^
expect best.sentence has "the only winning move"
expect best.side in left right
expect best.side != RIGHT
expect verdict = none
ask {"ask": "value", "expressions": ["*"]}
expect outcome = N
expect cooled = none
ask value expressions=2 thermograph
expect outcome in L, P
expect canonical == 2

case the board as it stands, with its marks
. X O .
X O . O
. X O .
. . . .
triangle: B3
play black C3
ask show
expect ko = B3
expect ko in A1 B3
expect black = C3 A3 B2 B4
expect black == B4 A3 C3 B2
expect black has A3 B4
expect marks.triangle = B3
expect marks.square = none
expect strings.0.color = black
expect liberties C3 = B3
undo
expect ko = none
ask show
expect ko = none

case what cannot be asked
ask value expressions={4|
expect field = expressions[0]
expect error has "column 4"
ask boards board=torus:2x2
expect field == board
ask show position.diagram="X .\n. ."
expect black = A2
"#;
    let all: Outcomes = outcomes(text).into_iter().collect();
    assert_eq!((all.passed, all.failed), (3, 0), "{}", all.text(true));
}

#[test]
fn what_failed_is_told_with_its_line() {
    let board = "case c\n. X\n. .\n";
    for (lines, line, words) in [
        ("expect stones black = A1", 4, "expected stones black = A1, got B2"),
        ("ask show\nexpect black = A1 B2", 5, "expected black = A1 B2, got B2"),
        ("ask show\nexpect black.0.x = 3", 5, "the answer has no field black.0.x"),
        ("ask show\nexpect blak.0 = 3", 5, "the answer has no field blak.0"),
        ("ask show\nexpect black == b2", 5, "expected black == b2, got B2"),
        ("ask show\nexpect strings has A1", 5, "expected strings has A1, got {"),
        ("ask shew\nexpect black = B2", 5, "the question cannot be asked: there is no question 'shew'"),
        ("ask show", 1, "nothing is expected of the answer to the question on line 4"),
        ("play white A1", 1, "the case expects nothing"),
        ("expect ko = none\nask show", 1, "nothing is expected of the answer to the question on line 5"),
        ("expect speed = 3", 4, "unknown question 'speed'"),
        ("expect ko", 4, "write expect QUESTION = ANSWER"),
        ("play black", 4, "'black' is no move"),
        ("play black B2", 4, "black B2 is not legal"),
        ("undo", 4, "there is no move to undo"),
        ("undo x", 4, "'x' is no number of moves"),
        ("play white A1\n. .", 5, "line 5 of the board comes after a move"),
        ("ask {\"ask\": ", 4, "this is no JSON"),
        ("ask", 4, "write ask KIND"),
        ("ask value cool=1 cool=2", 4, "'cool' is given twice"),
        (
            "ask value expressions=+-3+{9|2||-1|-7}+{8|1||-1|-5}+{7|3||-2|-9} limits.nodes=20\nexpect mean = 3",
            5,
            "got none (the node limit was reached)",
        ),
    ] {
        let (found_line, failure) = failure(&format!("{board}{lines}\n"));
        assert!(failure.contains(words), "{lines}: {failure}");
        assert_eq!(found_line, line, "{lines}: {failure}");
    }
    assert_eq!(failure("expect ko = none").1, "the case has no board");
    let two = outcomes("case bad\n?\nexpect ko = none\ncase good\n. .\nexpect ko = none\n");
    assert_eq!([two[0].passed, two[1].passed], [Some(false), Some(true)]);
    assert!(two[0].to_string().starts_with("FAILED some.cases:3: bad: line 2, column 1: "), "{}", two[0]);
    assert!(run("empty.cases", "# nothing\n\n", &Desk::new(), &Watch::unwatched()).is_err());
}

#[test]
fn a_stop_leaves_cases_that_say_so() {
    let watch = Watch::new();
    watch.stop();
    let all = run("some.cases", "case a\n. .\nexpect ko = none\ncase b\n", &Desk::new(), &watch);
    let all: Outcomes = all.expect("there are cases").into_iter().collect();
    assert_eq!(all.text(false), "0 passed, 0 failed, 2 not run\n");
    assert_eq!(all.cases[1].to_string(), "stopped some.cases:4: b: not run: the work was stopped");
    let json = serde_json::to_value(&all).expect("plain data");
    assert!(json["cases"][0]["passed"].is_null() && json["not_run"] == 2);
}

/// `TESUJI_BLESS=1` writes it anew.
#[test]
fn the_committed_schema_is_that_of_the_outcomes() {
    let settings = schemars::generate::SchemaSettings::draft2020_12().for_serialize();
    let mut schema = settings.into_generator().into_root_schema_for::<Outcomes>();
    schema.insert("title".into(), "Tesuji test cases".into());
    let fresh = serde_json::to_string_pretty(&schema.to_value()).expect("plain data") + "\n";
    let file = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/schema/regress.json");
    if std::env::var_os("TESUJI_BLESS").is_some() {
        std::fs::write(file, &fresh).expect("the schema can be written");
    }
    let committed = std::fs::read_to_string(file).unwrap_or_default();
    let advice =
        "docs/schema/regress.json is stale: TESUJI_BLESS=1 cargo test -p tesuji-regress committed_schema";
    assert!(committed == fresh, "{advice}");
}
