//! `tesuji tactics`.

use std::fs;

use serde_json::Value;

use crate::common::{self, folder, json as answer, program, refusal};

#[test]
fn the_contract_of_play() {
    let call =
        ["tactics", "play", "--board", "hexagon:4", "--tactic", "paper3", "--games", "3000", "--seed", "7"];
    let got = answer(&call);
    let number = |field: &str| got[field].as_u64().unwrap();
    assert_eq!(number("wins") + number("losses") + number("draws"), 3000);
    assert!(number("capped") <= number("draws"));
    let rate = got["win_rate"].as_f64().unwrap();
    let [low, high] = [0, 1].map(|i| got["ci95"][i].as_f64().unwrap());
    assert!(0.0 < low && low < rate && rate < high && high < 1.0);
    assert!((rate - (number("wins") as f64 + 0.5 * number("draws") as f64) / 3000.0).abs() < 1e-6);
    assert!((0.60..0.70).contains(&rate), "{rate}");
    for threads in ["1", "2", "7"] {
        assert_eq!(answer(&[&call[..], &["--threads", threads]].concat()), got);
    }
    // Names and expressions are the same thing, and rules are data.
    let by_text = answer(&[
        "tactics",
        "play",
        "--board",
        "hexagon:4",
        "--tactic",
        "~(Q3(V) \\ (V \\ (Q0(W) \\ B)))",
        "--against",
        "random",
        "--games",
        "3000",
        "--seed",
        "7",
        "--rules",
        "paper",
    ]);
    assert_eq!(by_text["wins"], got["wins"]);
    let ko = answer(&[
        "tactics",
        "play",
        "--board",
        "square:5",
        "--tactic",
        "random",
        "--games",
        "500",
        "--rules",
        "paper,ko=positional-superko",
    ]);
    assert_eq!(ko["repeated"], 0);
    assert_eq!(ko["rules"], "paper,ko=positional-superko");
    let test = answer(&[
        "tactics",
        "play",
        "--board",
        "square:5",
        "--tactic",
        "paper1",
        "--games",
        "100000",
        "--sprt",
        "0.5:0.6",
        "--balanced",
    ]);
    assert_eq!(test["sprt"]["decision"], "high");
    assert!(test["games"].as_u64().unwrap() < 100_000);
}

#[test]
fn a_map_over_a_position_and_each_of_its_parts() {
    let folder = folder("tactics-show");
    let file = folder.join("position.txt");
    fs::write(&file, ". X O .\nX O . .\n. . . .\n. . . .\nto move: black\n").unwrap();
    let (path, svg, pictures) = (file.to_str().unwrap(), folder.join("set.svg"), folder.join("nodes"));
    let got = answer(&[
        "tactics",
        "show",
        "--board",
        "square:4",
        "--tactic",
        "P1(W) & V",
        path,
        "--svg",
        svg.to_str().unwrap(),
        "--node-pictures",
        pictures.to_str().unwrap(),
    ]);
    assert_eq!(got["set"], serde_json::json!(["D4", "C3", "B2"]));
    assert_eq!(got["choice"], got["set"]);
    assert_eq!(got["parts"].as_array().unwrap().len(), 4, "W, P1(W), V and the whole");
    assert_eq!(got["parts"][0]["set"], serde_json::json!(["C4", "B3"]));
    assert!(fs::read_to_string(svg).unwrap().starts_with("<svg "));
    assert_eq!(fs::read_dir(pictures).unwrap().count(), 4);
    // An SGF file knows its board; another one is refused.
    let sgf = answer(&["tactics", "show", "--tactic", "V", "examples/ko.sgf"]);
    assert!(sgf["set"].as_array().unwrap().len() > 10);
    assert!(
        refusal(&["tactics", "show", "--board", "hexagon:4", "--tactic", "V", "examples/ko.sgf"])
            .contains("not on hexagon:4")
    );
    assert!(refusal(&["tactics", "show", "--tactic", "V"]).contains("board"));
    let empty = answer(&["tactics", "show", "--board", "hexagon:3", "--tactic", "H"]);
    assert!(empty["set"].as_array().unwrap().is_empty() && empty["choice"].as_array().unwrap().is_empty());
}

#[test]
fn maps_are_compared_and_play_each_other() {
    let same =
        answer(&["tactics", "compare", "Q2(W)", "~P3(W)", "--board", "hexagon:3", "--positions", "200"]);
    let sets = &same["sets"];
    assert_eq!((&sets["equal_on_sample"], &sets["positions"]), (&Value::Bool(true), &serde_json::json!(200)));
    assert!(sets["example"].is_null());
    let folder = folder("tactics-compare");
    let svg = folder.join("difference.svg");
    let other = answer(&[
        "tactics",
        "compare",
        "P1(W)",
        "P2(W)",
        "--board",
        "hexagon:3",
        "--svg",
        svg.to_str().unwrap(),
    ]);
    assert!(other["sets"]["different_choice"].as_u64().unwrap() > 0);
    assert!(!other["sets"]["example"]["only_first"].as_array().unwrap().is_empty());
    assert!(other["sets"]["example"]["only_second"].as_array().unwrap().is_empty(), "P2 is in P1");
    assert!(fs::read_to_string(svg).unwrap().starts_with("<svg "));
    let robin = answer(&[
        "tactics", "compare", "random", "paper1", "paper3", "--board", "square:5", "--games", "1000",
    ]);
    assert_eq!(robin["round_robin"]["pairs"].as_array().unwrap().len(), 3);
    assert_eq!(robin["round_robin"]["ranking"][2]["tactic"], "random");
}

#[test]
fn a_small_search_tells_what_it_tried() {
    let call = [
        "tactics",
        "search",
        "--board",
        "square:4",
        "--depth",
        "2",
        "--games",
        "20000",
        "--finalists",
        "2",
        "--final-games",
        "500",
        "--unseen",
        "hexagon:3",
        "--unseen",
        "square:5",
        "--positions",
        "60",
    ];
    let got = answer(&call);
    assert!(got["distinct"].as_u64().unwrap() > 20 && got["distinct"].as_u64() < got["expressions"].as_u64());
    assert_eq!(got["found"].as_array().unwrap().len(), 2);
    assert_eq!(got["published"].as_array().unwrap().len(), 5);
    let first = &got["found"][0];
    assert!(first["depth"].as_u64().unwrap() <= 2);
    assert_eq!(first["unseen"][1]["board"], "square:5");
    assert!(first["unseen"][1]["ci95"][0].as_f64().unwrap() > 0.4);
    assert_eq!(answer(&[&call[..], &["--threads", "1"]].concat()), got);
    assert!(
        refusal(&["tactics", "search", "--board", "square:4", "--unseen", "square:4"]).contains("not unseen")
    );
}

#[test]
fn sweeps_are_continued_divided_and_merged() {
    let folder = folder("tactics-sweep");
    let file = |name: &str| folder.join(name).to_str().unwrap().to_string();
    let sweep = |output: &str, more: &[&str]| -> Value {
        answer(
            &[
                &[
                    "tactics",
                    "sweep",
                    "--board",
                    "square:4",
                    "--board",
                    "hexagon:3",
                    "--tactic",
                    "random",
                    "--tactic",
                    "paper3",
                    "--games",
                    "1700",
                    "-o",
                    output,
                ],
                more,
            ]
            .concat(),
        )
    };
    let whole = sweep(&file("whole.jsonl"), &["--threads", "1", "--svg", &file("curves.svg")]);
    let bytes = fs::read(file("whole.jsonl")).unwrap();
    assert_eq!(whole["rows"].as_array().unwrap().len(), 4);
    assert!(fs::read_to_string(file("curves.svg")).unwrap().contains("hexagon:3"));
    sweep(&file("two.jsonl"), &["--threads", "2"]);
    assert_eq!(fs::read(file("two.jsonl")).unwrap(), bytes, "the same bytes on two threads");
    // Shards, merged in another order.
    for index in ["1", "2", "3"] {
        sweep(&file(&format!("{index}.jsonl")), &["--shard", &format!("{index}/3")]);
    }
    let merged =
        answer(&["tactics", "sweep", "--merge", &file("3.jsonl"), &file("1.jsonl"), &file("2.jsonl")]);
    assert_eq!(merged["rows"], whole["rows"]);
    // Broken off in the middle of a line, and continued.
    fs::write(file("whole.jsonl"), &bytes[..bytes.len() / 2]).unwrap();
    assert!(
        refusal(&[
            "tactics",
            "sweep",
            "--board",
            "square:4",
            "--tactic",
            "random",
            "-o",
            &file("whole.jsonl")
        ])
        .contains("--resume")
    );
    assert_eq!(sweep(&file("whole.jsonl"), &["--resume"]), whole);
    assert_eq!(fs::read(file("whole.jsonl")).unwrap(), bytes);
    let error = refusal(&[
        "tactics",
        "sweep",
        "--board",
        "square:5",
        "--tactic",
        "random",
        "--resume",
        "-o",
        &file("whole.jsonl"),
    ]);
    assert!(error.contains("whole.jsonl:1: not a line of this sweep"), "{error}");
    assert!(refusal(&["tactics", "sweep", "--merge", &file("1.jsonl"), &file("1.jsonl")]).contains("twice"));
    fs::write(file("bad.jsonl"), "{}\n").unwrap();
    assert!(refusal(&["tactics", "sweep", "--merge", &file("bad.jsonl")]).contains("bad.jsonl:1"));
}

#[test]
fn bad_input_is_explained() {
    let play = |more: &[&str]| refusal(&[&["tactics", "play", "--board", "square:5"], more].concat());
    let ambiguous = play(&["--tactic", "W | V & B"]);
    assert!(
        ambiguous.contains("column 7") && ambiguous.contains("write (W | V) & B or W | (V & B)"),
        "{ambiguous}"
    );
    assert!(play(&["--tactic", "P4"]).contains("P4(...)"));
    assert!(play(&["--tactic", "V", "--rules", "japanese"]).contains("japanese"));
    assert!(play(&["--tactic", "V", "--games", "0"]).contains("games"));
    assert!(play(&["--tactic", "V", "--sprt", "0.6:0.5"]).contains("rate"));
    assert!(refusal(&["tactics", "play", "--board", "nowhere", "--tactic", "V"]).contains("unknown board"));
    assert!(
        refusal(&["tactics", "compare", "random", "V", "--board", "square:4"]).contains("random has no map")
    );
    assert!(refusal(&["tactics", "sweep", "--board", "square:4", "-o", "x.jsonl"]).contains("name a tactic"));
}

/// Ctrl-C in the middle of a sweep ends the program with code 130; what was played stays, and can be continued.
#[cfg(unix)]
#[test]
fn an_interrupt_loses_nothing() {
    let folder = folder("tactics-interrupt");
    let file = folder.join("out.jsonl");
    let call = [
        "tactics",
        "sweep",
        "--board",
        "square:6",
        "--tactic",
        "paper3",
        "--games",
        "100000000",
        "-o",
        file.to_str().unwrap(),
    ];
    let child = program(&call).spawn().unwrap();
    while fs::read(&file).map_or(0, |bytes| bytes.len()) < 2000 {
        std::thread::sleep(std::time::Duration::from_millis(20));
    }
    let (told, _) = common::interrupt(child);
    assert_eq!(told.code, Some(130), "{}", told.err);
    assert!(told.out.contains("the work was stopped") && told.out.contains("paper3"), "{}", told.out);
    let written = fs::read_to_string(&file).unwrap();
    assert!(
        written.ends_with('\n') && written.lines().all(|line| serde_json::from_str::<Value>(line).is_ok())
    );
}
