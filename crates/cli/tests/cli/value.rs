//! `tesuji value`: the contract, the papers' figures, the table of facts, and absurd input.

use std::fs;
use std::process::Command;

use serde_json::{Value, json};

use crate::common::{self, Told, folder, root};

fn tesuji(arguments: &[&str]) -> Told {
    tesuji_reading(arguments, b"")
}

/// With the input on standard input.
fn tesuji_reading(arguments: &[&str], input: &[u8]) -> Told {
    common::run_with(&[&["value"], arguments].concat(), input)
}

fn program(arguments: &[&str]) -> Command {
    common::program(&[&["value"], arguments].concat())
}

fn answer(arguments: &[&str]) -> Value {
    common::json(&[&["value"], arguments].concat())
}

fn text(arguments: &[&str]) -> String {
    let told = tesuji(arguments);
    assert_eq!(told.code, Some(0), "{arguments:?}: {}", told.err);
    told.out
}

/// The words of an answer, however they are broken into lines.
fn words(arguments: &[&str]) -> String {
    text(arguments).split_whitespace().collect::<Vec<_>>().join(" ")
}

fn refusal(arguments: &[&str]) -> String {
    tesuji(arguments).refusal()
}

#[test]
fn the_contract_of_the_json_answer() {
    let got = answer(&["{6||4|0}", "--cool", "2", "--compare", "5"]);
    for (field, value) in [
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
        ("expression", json!("{6||4|0}")),
    ] {
        assert_eq!(got.get(field), Some(&value), "{field}");
    }
    assert_eq!(got["thermograph"]["left"][1], json!({"temperature": "2", "value": "4"}));
    let plain = answer(&["3"]);
    assert!(
        plain.get("cooled").is_none() && plain.get("relation").is_none() && plain.get("verdict").is_none()
    );
    for (game, outcome) in [("1/4", "L"), ("v", "R"), ("*", "N"), ("*+*", "P"), ("^*", "N"), ("{4|-3}", "N")]
    {
        assert_eq!(answer(&[game])["outcome"], outcome, "{game}");
    }
    for (other, relation) in [("2", "||"), ("5", "<"), ("-1", ">"), ("{4|0}", "=")] {
        assert_eq!(answer(&["{4|0}", "--compare", other])["relation"], relation, "{other}");
    }
}

#[test]
fn several_expressions_are_a_list_and_stand_for_themselves() {
    let got = answer(&["{4|0}", "^*", "--cool", "2"]);
    let values = got["values"].as_array().unwrap();
    assert_eq!(values.len(), 2);
    let described = |value: &Value, whole: &Value| {
        value.as_object().unwrap().iter().all(|(field, value)| whole.get(field) == Some(value))
    };
    for (value, alone) in values.iter().zip(["{4|0}", "^*"]) {
        assert!(described(value, &answer(&[alone, "--cool", "2"])), "{value}");
    }
    // From standard input, an object a line.
    let told = tesuji_reading(&["-", "--cool", "2", "--json"], b"# two games\n{4|0}\n\n  ^*  \n");
    let lines: Vec<Value> = told.out.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(lines.len(), 2);
    assert!(values.iter().zip(&lines).all(|(value, line)| described(value, line)), "{}", told.out);
}

#[test]
fn negative_games_are_arguments() {
    for (arguments, canonical) in [
        (vec!["-1/2^*"], "-1/2^*"),
        (vec!["-7", "--json"], "-7"),
        (vec!["--json", "-{4|0}"], "{0|-4}"),
        (vec!["-v"], "^"),
        (vec!["-_2"], "Miny(2)"),
        (vec!["--1"], "1"),
        (vec!["--", "-7"], "-7"),
        (vec!["-cool({4|0},2)"], "-2*"),
    ] {
        let mut arguments = arguments;
        if !arguments.contains(&"--json") {
            arguments.insert(0, "--json");
        }
        assert_eq!(tesuji(&arguments).json()["canonical"], canonical, "{arguments:?}");
    }
    let got = answer(&["{4|0}", "--cool", "2", "--compare", "-7"]);
    assert_eq!((&got["cooled"], &got["relation"]), (&json!("2*"), &json!(">")));
    assert_eq!(answer(&["-8", "--compare=-7"])["relation"], "<");
    assert!(refusal(&["3", "--cool", "-2"]).contains("at least -1"));
    assert_eq!(tesuji(&["-h"]).code, Some(0));
    refusal(&["3", "--colour"]);
}

/// Every value that is printed reads back as the same value.
#[test]
fn printed_values_read_back() {
    for game in ["-2+{0^2|Tiny(3)}", "-1^*", "{6||4|0}", "+-3", "Miny(1/2)", "{3,{5|1}|{2|-1},0}", "1/2v3*2"]
    {
        let canonical = answer(&[game])["canonical"].as_str().unwrap().to_string();
        assert_eq!(answer(&[&canonical])["canonical"], canonical.as_str());
        assert_eq!(answer(&[game, "--compare", &canonical])["relation"], "=");
    }
    assert_eq!(answer(&["-2{0^2|+_3}"])["canonical"], "-2+{0^2|Tiny(3)}");
    let paper = text(&["-2+{0^2|Tiny(3)}", "--notation", "paper"]);
    assert!(paper.contains("value          -2{0^2|+_3}"), "{paper}");
    assert!(text(&["^", "--latex"]).contains("{\\uparrow}"));
}

/// The figures of the papers on capturing races: spec of the races, section 7.
#[test]
fn cooled_regions_of_the_papers() {
    for (region, cooled) in [
        ("{4|0}", "2*"),
        ("{3|0}", "3/2"),
        ("{6||4|0}", "4^"),
        ("{-5|-9}", "-7*"),
        ("{-5|-8}", "-13/2"),
        ("{6|2}", "4*"),
        ("{0|-4}", "-2*"),
        ("{0||-2|-6}", "-2^"),
        ("{{{8|5}|3}|1}", "23/8"),
        ("{{6|3}|1}", "11/4"),
        ("{0|{-2|{-4|{-6|-13}}}}", "-2+{0^2|Tiny(3)}"),
    ] {
        assert_eq!(answer(&[region, "--cool", "2"])["cooled"], cooled, "{region}");
    }
    assert!(text(&["{-5|-8}", "--cool", "2", "--notation", "paper"]).contains("-6 1/2"));
}

#[test]
fn problems_a_to_d() {
    let cases: [(&[&str], &str, &[u64]); 4] = [
        (&["{4|0}", "{6||4|0}", "-7"], "-1^*", &[1]),
        (&["{4|0}", "{6||4|0}", "{-5|-9}"], "-1^", &[2]),
        (&["{4|0}", "{6||4|0}", "{-5|-8}"], "-1/2^*", &[1, 2]),
        (&["{-5|-8}", "{{{8|5}|3}|1}", "{{6|3}|1}"], "-7/8", &[2]),
    ];
    for (regions, sum, winning) in cases {
        let got = answer(
            &[regions, &["--cool", "2", "--best", "left", "--target", "-1", "--compare", "-1"]].concat(),
        );
        assert_eq!(got["sum"]["canonical"], sum);
        assert_eq!(got["best"]["winning_summands"], json!(winning), "{regions:?}");
        assert_eq!(got["best"]["wins"], true);
        let whole = answer(&[&regions.join("+"), "--cool", "2"]);
        assert_eq!(whole["cooled"], sum, "cooling is additive");
    }
    let got = answer(&["-1^*", "--compare", "-1"]);
    assert_eq!(got["relation"], "||", "problem A is confused with -1");
}

#[test]
fn problem_e_with_its_atomic_weights() {
    let weights = ["0", "-3", "-1", "1", "0", "0", "0", "0", "-1", "0", "0", "1", "2"];
    let values = [
        "7/4",
        "2+{Miny(3)|0^3}",
        "3+{Miny(1)|0}",
        "3^*",
        "7/4",
        "3",
        "-1",
        "-5/2",
        "-4v",
        "-2*",
        "-1",
        "-3+{0|Tiny(2)}",
        "-2+{0^2|Tiny(3)}",
    ];
    let got = answer(&["--define", "examples/problem-e.games"]);
    let listed = got["values"].as_array().unwrap();
    assert_eq!(listed.len(), 13);
    for ((value, weight), found) in values.iter().zip(weights).zip(listed) {
        assert_eq!(&found["canonical"], value);
        assert_eq!(found["infinitesimal"]["atomic_weight"], weight, "{value}");
    }
    let got = answer(&[
        "--define",
        "examples/problem-e.games",
        "--best",
        "left",
        "--target",
        "-1",
        "--compare",
        "-1",
    ]);
    assert_eq!(got["sum"]["mean"], "-1");
    assert_eq!(got["sum"]["infinitesimal"]["atomic_weight"], "-1");
    assert_eq!(got["sum"]["relation"], "||", "the sum is confused with -1");
    assert_eq!((&got["best"]["wins"], &got["best"]["winning_summands"]), (&json!(true), &json!([3])));
    assert_eq!(got["best"]["moves"][0]["expression"], "C");
}

/// Paper 004, figures 10, 11 and 13: no move wins against both blocks, unless the second has six liberties.
#[test]
fn several_blocks_of_the_second_paper() {
    let cases: [(&str, &str, &str, &[u64]); 3] =
        [("{6|2}", "-1", "-1^", &[3]), ("5", "0", "^*", &[2]), ("6", "0", "1^*", &[2, 3])];
    for (block, target, sum, winning) in cases {
        let regions =
            [block, "{0|-4}", "{0||-2|-6}", "-1", "--cool", "2", "--best", "left", "--target", target];
        let got = answer(&regions);
        assert_eq!(got["sum"]["canonical"], sum);
        assert_eq!(got["best"]["winning_summands"], json!(winning), "{block}");
    }
}

/// The lines of the engine's table of facts, asked through the program: several lines of a kind in one call.
#[test]
fn the_table_of_facts_holds_through_the_program() {
    let table = fs::read_to_string(root().join("crates/cgt/tests/data/cgt-vectors.tsv")).unwrap();
    let mut asked = 0;
    for line in table.lines().filter(|line| !line.starts_with('#') && !line.trim().is_empty()) {
        let fields: Vec<&str> = line.split('\t').collect();
        let (operation, game, expected) = (fields[0], fields[1], fields[2]);
        let (operation, parameter) = operation.split_once(':').unwrap_or((operation, ""));
        let expression = match operation {
            "heat" => format!("heat({game},{parameter})"),
            "rcf" | "upmul" => format!("{operation}({game})"),
            "colon" => format!("ordinal({game},{parameter})"),
            "cmp" => game.split_once('?').unwrap().0.to_string(),
            _ => game.to_string(),
        };
        let got = match operation {
            "cmp" => answer(&[&expression, "--compare", game.split_once('?').unwrap().1]),
            "cool" => answer(&[&expression, "--cool", parameter]),
            "canon" | "heat" | "rcf" | "upmul" | "colon" => answer(&[&expression, "--compare", expected]),
            _ => answer(&[&expression]),
        };
        let same = |field: &str| {
            let value = got[field].as_str().unwrap_or_else(|| panic!("{line}: no {field}"));
            value == expected || answer(&[value, "--compare", expected])["relation"] == "="
        };
        let holds = match operation {
            "cmp" => got["relation"] == expected,
            "cool" => same("cooled"),
            "mean" => same("mean"),
            "temp" => same("temperature"),
            "ls" => same("left_stop"),
            "rs" => same("right_stop"),
            "aw" if expected == "none" => got["atomic_weight"].is_null(),
            "aw" => same("atomic_weight"),
            _ => got["relation"] == "=",
        };
        assert!(holds, "{line}: {got:#}");
        asked += 1;
    }
    assert!(asked > 130, "the table is there");
}

#[test]
fn best_moves_say_why() {
    let got = words(&["2*", "4^", "-7", "--best", "left", "--target", "-1"]);
    assert!(
        got.contains(
            "Left, to move, wins (to leave at least -1): play in 1 (2*), to 2; the only winning move"
        )
    );
    assert!(
        got.contains("wins: the sum becomes -1^, which is greater than -1, and Right has to move"),
        "{got}"
    );
    assert!(
        got.contains("loses: the sum becomes -1*, which is confused with -1, and Right moves next"),
        "{got}"
    );
    let got = text(&["0", "--best", "right"]);
    assert!(got.contains("Right, to move, has no move"), "{got}");
    let got = answer(&["{4|0}", "{7|1}", "--best", "RIGHT"]);
    assert_eq!((&got["best"]["wins"], &got["best"]["side"]), (&json!(false), &json!("right")));
    assert_eq!(got["best"]["suggestions"][0]["summand"], 2, "the hotter one");
    let single = answer(&["{4|0}", "--best", "left"]);
    assert_eq!((&single["canonical"], &single["best"]["moves"][0]["option"]), (&json!("{4|0}"), &json!("4")));
}

#[test]
fn names_from_a_file() {
    let folder = folder("value-names");
    let file = folder.join("games.txt");
    let name = file.to_str().unwrap();
    fs::write(&file, "# regions\ncorridor = {6||4|0}\nblack := corridor + {4|0}\n").unwrap();
    assert_eq!(answer(&["black - 7", "--cool", "2", "--define", name])["cooled"], "-1^*");
    let listed = answer(&["--define", name]);
    assert_eq!(listed["values"][0]["expression"], "black", "in alphabetical order");
    assert!(refusal(&["white", "--define", name]).contains("column 1: `white` is not defined"));
    fs::write(&file, "a = 1\nb = {a|").unwrap();
    let error = refusal(&["a", "--define", name]);
    assert!(error.contains("games.txt: line 2, column 8: expected"), "{error}");
    fs::write(&file, "# nothing\n").unwrap();
    assert!(refusal(&["--define", name]).contains("define no game"));
    assert!(refusal(&["1", "--define", "none.txt"]).contains("there is no such file"));
    fs::write(&file, b"\xff\xfe\x00").unwrap();
    assert!(refusal(&["1", "--define", name]).contains("not a text file"));
}

#[test]
fn thermographs_are_drawn_and_written() {
    let folder = folder("value-svg");
    let path = folder.join("t.svg");
    let name = path.to_str().unwrap();
    answer(&["{6||4|0}", "--svg", name]);
    let plain = fs::read_to_string(&path).unwrap();
    assert!(plain.starts_with("<svg ") && plain.contains("value 4 at temperature 2"));
    answer(&["{6||4|0}", "--svg", name, "--construction", "--theme", "print", "--width", "300"]);
    let drawn = fs::read_to_string(&path).unwrap();
    assert!(drawn.contains("scaffold") && drawn.contains(" width=\"300\"") && !plain.contains("scaffold"));
    answer(&["{4|0}", "{6||4|0}", "--best", "left", "--svg", name]);
    assert!(fs::read_to_string(&path).unwrap().contains("mean 6, temperature 2"));
    answer(&["{6||4|0}", "--svg", name, "--construction", "--theme", "auto"]);
    let book = fs::read_to_string(root().join("docs/src/images/thermograph.svg")).unwrap();
    assert_eq!(fs::read_to_string(&path).unwrap(), book, "the picture of the book is what the program draws");
    assert!(refusal(&["1", "2", "--svg", name]).contains("one game"));
    assert!(refusal(&["1", "--svg", folder.to_str().unwrap()]).contains("folder"));
    let text = text(&["{6||4|0}", "--thermograph"]);
    assert!(text.ends_with("          0  o               o          6           4\n"), "{text}");
}

#[test]
fn errors_point_at_the_place() {
    for (game, message) in [
        ("{4|0", "column 5: expected `,`, `|`, `}` or an operator, found the end of the text"),
        ("1/3", "column 3: the denominator of a number has to be a power of two"),
        ("3 + + 4 $", "column 9"),
        ("{1|2|3}", "two bars of the same weight"),
        ("cool(1)", "`cool` takes 2 arguments, not 1"),
        ("speed(1)", "there is no function `speed`"),
        ("aw(3)", "there is no atomic weight"),
        ("cool(3,-2)", "at least -1"),
        ("9223372036854775807+1", "column 20: a number is too large"),
        ("99999999999999999999", "a number is too large"),
        ("1180591620717411303424", "a number is too large"),
        ("1/1180591620717411303424", "a number is too large"),
        ("*99999999999", "a number is too large"),
        ("^999999999999", "a number is too large"),
    ] {
        let error = refusal(&[game]);
        assert!(error.contains(message), "{game}: {error}");
    }
    assert!(refusal(&[""]).contains("column 1: expected a game, found the end of the text"));
    assert!(tesuji_reading(&["-"], b"").refusal().contains("standard input holds no game"));
    assert!(tesuji_reading(&["-"], b"\xff\xfe\x00{").refusal().contains("not a text"));
    let shown = tesuji_reading(&["-"], b"\x1b[31m{\x00").refusal();
    assert!(!shown.contains('\u{1b}') && !shown.contains('\0'), "{shown:?}");
}

#[test]
fn no_input_makes_the_program_panic() {
    let garbage = "{}|,^v*+-./()0123456789 :_=ainfTMy\u{b1}\u{2191}\u{1f600}";
    let letters: Vec<char> = garbage.chars().collect();
    let mut state = 12345_u64;
    for _ in 0..40 {
        let mut lines = String::new();
        for _ in 0..(1 + state % 5) {
            state = state.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
            lines.push(letters[(state >> 33) as usize % letters.len()]);
        }
        let output = tesuji_reading(&["-", "--cool", "1", "--thermograph"], lines.as_bytes());
        assert!(matches!(output.code, Some(0..=2)));
    }
    let deep = 100_000;
    for game in [
        "{".repeat(deep),
        "(".repeat(deep),
        "-".repeat(deep),
        "|".repeat(deep),
        format!("{{{}", "|".repeat(deep)),
        "{".repeat(deep) + "1" + &"}".repeat(deep),
        "}".repeat(deep),
        "3.".repeat(deep),
        "cool(".repeat(deep),
    ] {
        tesuji_reading(&["-"], game.as_bytes()).refusal();
    }
}

/// Deep and wide games are computed, or refused in a sentence; the machine stack is never the limit.
#[test]
fn deep_and_wide_games() {
    let deep = 100_000;
    let mean = |game: &str| {
        let output = tesuji_reading(&["-", "--json"], game.as_bytes());
        assert_eq!(output.code, Some(0), "{}", output.err);
        output.json()["mean"].as_str().unwrap().to_string()
    };
    assert_eq!(mean(&format!("{}1{}", "(".repeat(deep), ")".repeat(deep))), "1");
    assert_eq!(mean(&format!("{}0{}", "{0|".repeat(deep), "}".repeat(deep))), "0");
    let wide: Vec<String> = (0..1_000_000).map(|n| n.to_string()).collect();
    assert_eq!(mean(&format!("{{{}|1000001}}", wide.join(","))), "1000000");
}

#[test]
fn a_limit_is_an_answer() {
    let sum: Vec<String> = (1..9).map(|n| format!("{{{}|{n}||-{n}|-{}}}", 3 * n, 2 * n + 5)).collect();
    let told = tesuji(&[&sum.join("+"), "7", "--nodes", "1000", "--json"]);
    assert_eq!((told.code, told.err.as_str()), (Some(2), ""));
    let got = told.json();
    assert_eq!(got["verdict"], "unknown");
    let why = got["values"][0]["why"].as_str().unwrap();
    assert!(why.contains("limit") || why.contains("too large"), "{why}");
    assert_eq!(got["values"][1]["mean"], "7", "the other game is answered");
    let told = tesuji(&[&sum.join("+"), "--nodes", "1000"]);
    assert_eq!(told.code, Some(2));
    assert!(told.out.contains("unknown"), "{}", told.out);
    let summands: Vec<&str> = sum.iter().map(String::as_str).collect();
    let told = tesuji(&[&summands[..], &["--best", "left", "--nodes", "1000"]].concat());
    assert_eq!(told.code, Some(2));
    assert!(told.out.contains("not proved") && told.out.contains("unknown"), "{}", told.out);
}

#[cfg(unix)]
#[test]
fn an_interrupt_stops_cleanly() {
    let sum: Vec<String> = (1..60)
        .map(|n| format!("{{{}|{n}||-{n}|-{}}}", 3 * n + n * n % 37, 2 * n + 5 + n * n % 41))
        .collect();
    let game = sum.join("+");
    for pause in [700, 3000, 10_000] {
        let child = program(&[&game, "--nodes", "50000000", "--json"]).spawn().unwrap();
        std::thread::sleep(std::time::Duration::from_millis(pause));
        let (told, _) = common::interrupt(child);
        // On a busy machine the first signal may come before the program has begun.
        if told.code.is_none() && pause < 10_000 {
            continue;
        }
        assert_eq!(told.code, Some(130), "{}", told.err);
        assert_eq!(told.json()["verdict"], "unknown");
        return;
    }
}
