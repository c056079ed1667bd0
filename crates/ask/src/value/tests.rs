//! Games in, fields and words out.

use serde_json::{Value, json};
use tesuji_job::Watch;

use super::ValueQuestion;
use crate::testing::ask;
use crate::{AskedLimits, Desk, Ending, Fault, Question, Request};

fn value(expressions: &[&str], more: &Value) -> Result<(Value, String), Fault> {
    let mut question = json!({"ask": "value", "expressions": expressions});
    let more = more.as_object().expect("an object").clone();
    question.as_object_mut().expect("an object").extend(more);
    ask(&question)
}

fn refused(expressions: &[&str], more: &Value) -> Fault {
    value(expressions, more).expect_err("something is wrong")
}

/// Hot games of separate temperatures: a small store of games, but a canonical form of a million leaves.
fn long() -> String {
    (0..20).map(|n| format!("+-{}", 4_u64.pow(n))).collect::<Vec<_>>().join(" + ")
}

/// A sum that needs millions of nodes.
fn large() -> Vec<String> {
    (1..9).map(|n| format!("{{{}|{n}||-{n}|-{}}}", 3 * n, 2 * n + 5)).collect()
}

#[test]
fn the_fields_of_the_contract() {
    let (json, text) = value(&["{6||4|0}"], &json!({"cool": 2, "compare": 5})).expect("a game");
    for (field, expected) in [
        ("expression", json!("{6||4|0}")),
        ("canonical", json!("{6||4|0}")),
        ("mean", json!("4")),
        ("temperature", json!("2")),
        ("left_stop", json!("6")),
        ("right_stop", json!("4")),
        ("atomic_weight", Value::Null),
        ("infinitesimal", Value::Null),
        ("outcome", json!("L")),
        ("latex", json!("\\left\\{6\\parallel 4\\mid 0\\right\\}")),
        ("cooled", json!("4^")),
        ("relation", json!("||")),
        ("cooled_relation", json!("<")),
    ] {
        assert_eq!(json.get(field), Some(&expected), "{field}");
    }
    assert_eq!(json["thermograph"]["left"][1], json!({"temperature": "2", "value": "4"}));
    assert!(json["nodes"].as_u64().is_some_and(|nodes| nodes > 0 && nodes < 1000), "{}", json["nodes"]);
    assert_eq!(json["limits"], json!({"nodes": 4_000_000, "memory_mb": 1000}));
    assert!(json.get("verdict").is_none() && json.get("why").is_none());
    assert!(text.contains("  cooled by 2    4^ (its infinitesimal ^ has atomic weight 1)\n"), "{text}");
    assert!(text.contains("  atomic weight  none: not an infinitesimal\n"), "{text}");
    let (json, _) = value(&["^"], &json!({})).expect("a game");
    assert_eq!((&json["atomic_weight"], &json["infinitesimal"]["value"]), (&json!("1"), &json!("^")));
    assert!(json.get("weight_words").is_none() && json.get("cooled").is_none());
}

/// Walls from temperature -1, and both walls at any fraction.
#[test]
fn temperatures_below_zero() {
    let (json, text) =
        value(&["3/4^"], &json!({"below_zero": true, "at": "-1/3", "cool": "-1/2"})).expect("a game");
    assert_eq!(json["thermograph"]["left"][0], json!({"temperature": "-1", "value": "1"}));
    assert_eq!(json["walls_at"], json!({"temperature": "-1/3", "left": "1", "right": "2/3"}));
    assert_eq!((&json["cooled"], &json["temperature"]), (&json!("{3/2*|1|||1*|1/2||*|-1/2}"), &json!("0")));
    assert!(text.contains("  at -1/3         left wall 1, right wall 2/3\n"), "{text}");
    let (json, _) = value(&["{6||4|0}"], &json!({"at": "5/3"})).expect("a game");
    assert_eq!(json["thermograph"]["left"][0], json!({"temperature": "0", "value": "6"}));
    assert_eq!(json["walls_at"], json!({"temperature": "5/3", "left": "13/3", "right": "4"}));
    for (more, field) in [
        (json!({"at": "-3/2"}), "at"),
        (json!({"at": "*"}), "at"),
        (json!({"cool": "-5/4"}), "cool"),
        (json!({"below_zero": true, "construction": true}), "construction"),
    ] {
        assert_eq!(refused(&["{4|0}"], &more).field, Some(field.to_string()), "{more}");
    }
}

#[test]
fn loopy_games() {
    let (json, text) = value(&["over - over"], &json!({"compare": "over"})).expect("a game");
    let expected = json!({
        "value": "over & under", "onside": "over", "offside": "under", "left_first": "draw", "right_first": "draw",
    });
    assert_eq!((&json["loopy"], &json["outcome"], &json["relation"]), (&expected, &json!("D"), &json!("<")));
    assert!(json.get("canonical").is_none() && json.get("mean").is_none() && json.get("verdict").is_none());
    let words = text.split_whitespace().collect::<Vec<&str>>().join(" ");
    assert!(
        words.contains(
            "outcome if Left starts, play goes on for ever; if Right starts, play goes on for ever"
        ),
        "{text}"
    );
    let (json, text) =
        value(&["a{0|a} + ^"], &json!({"define": "a = 3", "compare": "1/64"})).expect("a game");
    assert_eq!((&json["loopy"]["value"], &json["outcome"]), (&json!("over"), &json!("L")));
    assert_eq!(json["latex"], json!("\\mathbf{over}"));
    assert!(text.contains("less than 1/64"), "{text}");
    // Loops that come to an end are ordinary games, and games with names may be loopy.
    let (json, _) = value(&["half + half"], &json!({"define": "half = {0|1}"})).expect("a game");
    assert_eq!(json["canonical"], "1");
    let (json, _) = value(&["big - big"], &json!({"define": "big = on"})).expect("a game");
    assert_eq!(json["loopy"]["value"], "dud");
    for (game, more, words) in [
        ("over", json!({"cool": 1}), "a loopy game is not cooled"),
        ("over", json!({"best": "left"}), "this game is loopy, and here it has to end"),
        ("a{0,{1|1,{*,{1+*|1+*,a}|*}}|0}", json!({}), "this loopy game has no stoppers for sides"),
    ] {
        let fault = refused(&[game], &more);
        assert!(fault.message.contains(words), "{fault}");
    }
}

#[test]
fn several_games_and_names() {
    let (json, text) = value(&["{4|0}", "^*"], &json!({"cool": 2})).expect("two games");
    for (index, alone) in ["{4|0}", "^*"].into_iter().enumerate() {
        let (mut single, _) = value(&[alone], &json!({"cool": 2})).expect("a game");
        let single = single.as_object_mut().expect("an object");
        for word in ["ask", "nodes", "limits"] {
            single.remove(word);
        }
        assert_eq!(json["values"][index].as_object(), Some(&*single));
    }
    assert!(text.contains("\n\n^*\n  value "), "{text}");
    let define = "corridor = {6||4|0}\nblack := corridor + {4|0}\n";
    let (json, _) = value(&["black - 7"], &json!({"cool": 2, "define": define})).expect("a game");
    assert_eq!(json["cooled"], "-1^*");
    let (json, _) = value(&[], &json!({"define": define})).expect("games");
    assert_eq!(json["values"][0]["expression"], "black", "in alphabetical order");
    let (json, _) = value(&[], &json!({"define": "a = 3"})).expect("a game");
    assert_eq!((&json["expression"], &json["mean"]), (&json!("a"), &json!("3")));
    let (_, latex) = value(&["^"], &json!({"notation": "latex"})).expect("a game");
    assert!(latex.contains("{\\uparrow}"), "{latex}");
}

#[test]
fn what_is_wrong_is_told_with_its_place() {
    let fault = refused(&["1", "2", "{4|0"], &json!({}));
    assert_eq!(fault.field.as_deref(), Some("expressions[2]"));
    assert!(fault.message.starts_with("expression 3: column 5: expected `,`"), "{fault}");
    assert_eq!(fault.excerpt.as_deref(), Some("  |\n  | {4|0\n  |     ^"));
    let fault = refused(&["9223372036854775807 + 1"], &json!({}));
    assert!(fault.message.starts_with("column 21: a number is too large"), "{fault}");
    let fault = refused(&["black"], &json!({"define": "white = 1"}));
    assert_eq!(
        (fault.message.as_str(), fault.field.as_deref()),
        ("column 1: `black` is not defined", Some("expressions[0]"))
    );
    let fault = refused(&["1"], &json!({"define": "a = 1\nb = {a|"}));
    assert_eq!(fault.field.as_deref(), Some("define"));
    assert!(fault.message.starts_with("line 2, column 8: expected"), "{fault}");
    assert_eq!(fault.excerpt.as_deref(), Some("  |\n  | b = {a|\n  |        ^"));
    for (more, field) in [
        (json!({"cool": -2}), "cool"),
        (json!({"cool": "*"}), "cool"),
        (json!({"cool": "{"}), "cool"),
        (json!({"compare": "?"}), "compare"),
        (json!({"best": "left", "target": "x"}), "target"),
        (json!({"target": 1}), "target"),
        (json!({"construction": true}), "construction"),
        (json!({"best": "both"}), "best"),
        (json!({"expressions": []}), "expressions"),
        (json!({"expressions": [], "define": "# nothing"}), "define"),
        (json!({"expressions": [], "define": "a = 1\nb = 2", "picture": {}}), "picture"),
        (json!({"expressions": ["1", "2"], "picture": {}}), "picture"),
    ] {
        let fault = refused(&["3"], &more);
        assert_eq!(fault.field.as_deref(), Some(field), "{more}: {fault}");
    }
    let question = ValueQuestion {
        expressions: vec!["1".into(), "1/3".into()],
        expression_names: vec!["standard input, line 1".into(), "standard input, line 3".into()],
        ..ValueQuestion::default()
    };
    let request = Request::from(Question::Value(Box::new(question)));
    let fault = Desk::new().answer(&request, &Watch::unwatched()).expect_err("no game");
    assert!(fault.message.starts_with("standard input, line 3: column 3: the denominator"), "{fault}");
}

#[test]
fn a_value_too_long_to_be_written_is_described() {
    let (json, text) = value(&[&long()], &json!({"compare": 0, "picture": {}})).expect("a game");
    assert_eq!(
        (&json["outcome"], &json["mean"], &json["temperature"]),
        (&json!("N"), &json!("0"), &json!("274877906944"))
    );
    assert!(json["left_stop"].is_string() && json["thermograph"]["left"].is_array());
    assert_eq!((&json["atomic_weight"], &json["relation"]), (&Value::Null, &json!("||")));
    assert!(json.get("canonical").is_none() && json.get("latex").is_none());
    assert_eq!(json["verdict"], "unknown");
    assert_eq!(json["why"], "the printed form is too long: the canonical form, the LaTeX form are missing");
    assert!(json["svg"].as_str().is_some_and(|svg| svg.starts_with("<svg ")));
    let read =
        Request::parse(&json!({"ask": "value", "expressions": [long()]}).to_string()).expect("a question");
    let answer = Desk::new().answer_read(&read, &Watch::unwatched()).expect("an answer");
    let written = serde_json::to_string(&answer).expect("plain data");
    assert_eq!(written.matches("\"why\"").count(), 1, "no field is written twice");
    assert!(text.contains("  value          unknown: the printed form is too long\n"), "{text}");
    assert!(text.contains("  outcome        whoever starts wins"), "{text}");
}

#[test]
fn a_game_that_is_too_large_does_not_spoil_the_others() {
    let large = large().join("+");
    for games in [[large.as_str(), "7"], ["7", large.as_str()]] {
        let (json, text) = value(&games, &json!({"limits": {"nodes": 2000}})).expect("games");
        let small = usize::from(games[0] != "7");
        assert_eq!(json["values"][small]["mean"], "7");
        assert_eq!(json["values"][1 - small]["why"], "the node limit was reached");
        assert_eq!(json["verdict"], "unknown");
        assert!(json["why"].as_str().is_some_and(|why| why.ends_with("|-21}: the node limit was reached")));
        assert!(json["nodes"].as_u64().is_some_and(|nodes| nodes <= 2100), "{}", json["nodes"]);
        assert!(text.contains("  unknown  the node limit was reached\n"), "{text}");
    }
}

/// What the small games leave over goes to the large one.
#[test]
fn a_share_that_is_too_small_is_no_limit() {
    let game = large()[..4].join("+");
    let (alone, _) = value(&[&game], &json!({})).expect("a game");
    let nodes = alone["nodes"].as_u64().expect("a number");
    let limits = json!({"limits": {"nodes": 2 * nodes}});
    let (json, _) = value(&[&game, "1", "2", "3"], &limits).expect("games");
    assert!(json.get("verdict").is_none(), "{json:#}");
    assert_eq!(json["values"][0]["canonical"], alone["canonical"]);
    assert!(json["nodes"].as_u64().is_some_and(|all| all <= 2 * nodes));
}

#[test]
fn the_best_move_in_a_sum() {
    let (json, text) = value(&["2*", "4^", "-7"], &json!({"best": "left", "target": -1})).expect("a sum");
    assert_eq!((&json["sum"]["canonical"], &json["best"]["wins"]), (&json!("-1^*"), &json!(true)));
    assert_eq!((&json["best"]["winning_summands"], &json["best"]["target"]), (&json!([1]), &json!("-1")));
    assert_eq!(json["best"]["moves"][0]["option"], "2");
    assert_eq!(json["values"][1]["canonical"], "4^");
    let sentence = "Left, to move, wins (to leave at least -1): play in 1 (2*), to 2; the only winning move";
    assert_eq!(json["best"]["sentence"], sentence);
    assert!(
        text.starts_with("Left, to move, wins (to leave at least -1): play in 1 (2*), to 2; the only\n"),
        "{text}"
    );
    assert!(
        text.contains("  1 (2*), to 2  wins: the sum becomes -1^, which is greater than -1, and Right"),
        "{text}"
    );
    assert!(text.contains("\nsum of 3 games\n  value          -1^*\n"), "{text}");
    let (json, _) = value(&["{4|0}", "{6||4|0}"], &json!({"best": "left", "picture": {}})).expect("a sum");
    assert!(json["svg"].as_str().is_some_and(|svg| svg.contains("mean 6, temperature 2")));
    let (json, _) = value(&["0"], &json!({"best": "right"})).expect("a sum");
    assert_eq!(
        (&json["best"]["sentence"], &json["canonical"]),
        (&json!("Right, to move, has no move"), &json!("0"))
    );
}

#[test]
fn where_the_sum_is_too_large_thermographs_advise() {
    let games = large();
    let games: Vec<&str> = games.iter().map(String::as_str).collect();
    let (json, text) = value(&games, &json!({"best": "left", "limits": {"nodes": 3000}})).expect("a sum");
    assert_eq!((&json["verdict"], &json["why"]), (&json!("unknown"), &json!("the node limit was reached")));
    assert!(json["best"].get("wins").is_none() && json["sum"].get("mean").is_none());
    assert_eq!(json["best"]["suggestions"][0]["strategy"], "thermostrat");
    assert!(
        json["values"].as_array().is_some_and(|values| values.iter().all(|value| value["mean"].is_string()))
    );
    assert!(json["nodes"].as_u64().is_some_and(|nodes| nodes <= 3100), "{}", json["nodes"]);
    assert!(text.starts_with("What Left should play is unknown: the node limit was reached\n"), "{text}");
    assert!(text.contains("advice of thermographs, not proved"), "{text}");
}

#[test]
fn a_stop_is_told_and_what_is_known_stays() {
    let watch = Watch::new();
    let mut request = Request::parse(&json!({"ask": "value", "expressions": ["3", "4"]}).to_string())
        .expect("a question")
        .request;
    assert_eq!(Desk::new().answer(&request, &watch).expect("an answer").ending, Ending::Known);
    watch.stop();
    let answer = Desk::new().answer(&request, &watch).expect("an answer");
    assert_eq!(answer.ending, Ending::Stopped);
    let json = serde_json::to_value(&answer).expect("plain data");
    assert_eq!(
        (&json["verdict"], &json["values"][1]["why"]),
        (&json!("unknown"), &json!("the work was stopped"))
    );
    request.limits = Some(AskedLimits { seconds: Some(1e-9), ..AskedLimits::default() });
    let answer = Desk::new().answer(&request, &Watch::unwatched()).expect("an answer");
    assert_eq!(answer.ending, Ending::Unknown);
}

/// Deep and wide games are computed, or refused in a sentence; the machine stack is never the limit.
#[test]
fn deep_games_and_nonsense() {
    let deep = 20_000;
    let (json, _) =
        value(&[&format!("{}0{}", "{0|".repeat(deep), "}".repeat(deep))], &json!({})).expect("a game");
    assert_eq!(json["mean"], "0");
    for nonsense in ["{", "(", "-", "|", "cool(", "3.", "}"] {
        let fault = refused(&[&nonsense.repeat(50_000)], &json!({}));
        assert!(fault.message.len() < 1000 && fault.field.is_some());
    }
}
