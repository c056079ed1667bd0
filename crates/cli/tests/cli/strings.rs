//! `tesuji strings` and `tesuji reproduce`.

use std::fs;

use serde_json::{Value, json};

use crate::common::{self, folder, json as answer, json_with, program, refusal};

#[test]
fn the_contract_of_the_json_answer() {
    let got = answer(&["strings", "6", "--count"]);
    assert_eq!(got["points"], 36);
    assert_eq!(got["strings"], 26);
    assert_eq!(got["empty"], 10);
    assert_eq!(got["proved"], true);
    assert_eq!(got["count"], "288");
    assert_eq!(got["board"].as_array().unwrap().len(), 6);
    assert_eq!(answer(&["strings", "19"])["strings"], 277);
    assert_eq!(answer(&["strings", "4", "7"])["points"], 28);
    assert_eq!(answer(&["strings", "--topology", "torus:5x5"])["strings"], 16);
    assert_eq!(answer(&["strings", "5", "--method", "ilp", "--variant", "centre"])["strings"], 18);
    assert_eq!(answer(&["strings", "5", "--method", "ilp"])["method"], "ilp");
}

#[test]
fn the_board_is_legal_and_has_as_many_strings_as_claimed() {
    let folder = folder("strings-boards");
    for name in ["square:8", "grid:5x9", "hexagon:3", "king:5x5", "honeycomb:2", "square:6-C3,D4"] {
        let file = folder.join("board.txt");
        let got = answer(&["strings", "--topology", name]);
        let rows: Vec<&str> =
            got["board"].as_array().unwrap().iter().map(|row| row.as_str().unwrap()).collect();
        fs::write(&file, format!("{}\n", rows.join("\n"))).unwrap();
        let shown = answer(&["show", file.to_str().unwrap(), "--board", name]);
        assert_eq!(
            shown["strings"].as_array().unwrap().len() as u64,
            got["strings"].as_u64().unwrap(),
            "{name}"
        );
    }
}

#[test]
fn all_boards_are_listed_and_samples_are_among_them() {
    let folder = folder("strings-all");
    let file = folder.join("all.txt");
    let got =
        answer(&["strings", "5", "--count", "--all", file.to_str().unwrap(), "--sample", "5", "--seed", "3"]);
    let listed = fs::read_to_string(&file).unwrap();
    assert_eq!(listed.matches("to move").count(), 22);
    assert_eq!(got["count"], "22");
    let samples = got["samples"].as_array().unwrap();
    assert_eq!(samples.len(), 5);
    // Listed boards carry row numbers on both sides and a star-free 5x5 has none to confuse.
    let bare: String = listed.chars().filter(|c| ".XO\n".contains(*c)).collect();
    for sample in samples {
        let rows: Vec<String> =
            sample.as_array().unwrap().iter().map(|r| r.as_str().unwrap().replace(' ', "")).collect();
        assert!(bare.contains(&rows.join("\n")), "{rows:?}");
    }
    let again = answer(&["strings", "5", "--sample", "5", "--seed", "3"]);
    assert_eq!(again["samples"], got["samples"], "the same seed draws the same boards");
}

#[test]
fn certificates_are_accepted_and_damaged_ones_rejected() {
    let folder = folder("strings-certificates");
    let file = folder.join("proof.json");
    let path = file.to_str().unwrap();
    let svg = folder.join("board.svg");
    answer(&["strings", "9", "--certificate", path, "--svg", svg.to_str().unwrap()]);
    assert!(fs::read_to_string(svg).unwrap().starts_with("<svg "));
    assert_eq!(answer(&["strings", "--check", path])["accepted"], true);
    let good: Value = serde_json::from_slice(&fs::read(&file).unwrap()).unwrap();
    let mut lower = good.clone();
    lower["strings"] = json!(good["strings"].as_u64().unwrap() - 1);
    let mut higher = good.clone();
    higher["strings"] = json!(good["strings"].as_u64().unwrap() + 1);
    let mut moved = good.clone();
    moved["black"][0] = moved["white"][0].clone();
    for damaged in [lower, higher, moved, json!({}), json!([1, 2])] {
        fs::write(&file, damaged.to_string()).unwrap();
        refusal(&["strings", "--check", path]);
    }
}

#[test]
fn absurd_sizes_and_limits_are_explained() {
    assert!(refusal(&["strings", "0"]).contains("at least 1"));
    assert!(refusal(&["strings", "99999999999999999999"]).contains("invalid value"));
    assert!(refusal(&["strings", "1000000"]).contains("too large"));
    assert!(refusal(&["strings"]).contains("required"));
    assert!(refusal(&["strings", "--topology", "nowhere:3"]).contains("unknown board"));
    assert!(refusal(&["reproduce", "weather"]).contains("strings"));
    for limit in [["--nodes", "100"], ["--states", "100"], ["--memory", "1"]] {
        let told = json_with(2, &[&["strings", "25"], &limit[..]].concat());
        assert_eq!((&told["verdict"], &told["strings"]), (&json!("unknown"), &Value::Null), "{limit:?}");
        let word = if limit[0] == "--memory" { "memory" } else { "100 nodes" };
        assert!(told["why"].as_str().unwrap().contains(word), "{told}");
    }
}

/// Ctrl-C in the middle of a long count ends the program with code 130 and leaves no file behind.
#[cfg(unix)]
#[test]
fn an_interrupt_stops_cleanly() {
    let folder = folder("strings-interrupt");
    let file = folder.join("all.txt");
    let child = program(&["strings", "24", "--count", "--json", "--certificate", file.to_str().unwrap()])
        .spawn()
        .unwrap();
    std::thread::sleep(std::time::Duration::from_millis(1500));
    let (told, _) = common::interrupt(child);
    assert_eq!(told.code, Some(130), "{}", told.err);
    assert!(told.json()["count"].is_null());
    assert!(fs::read_dir(&folder).unwrap().all(|entry| entry.unwrap().path() == file), "no half file");
}
