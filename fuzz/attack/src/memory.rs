//! Peak memory of every kind of question beside the limit that it was given: `attack memory`.

use std::path::Path;

use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;
use serde_json::{Value, json};

use crate::child::{command, run};
use crate::commands::{BASE, over};
use crate::questions::dense;

/// Megabytes that the questions may use.
const LIMITS: [u32; 3] = [30, 100, 300];
/// Seconds for each: the work of most has no other end.
const SECONDS: f64 = 20.0;

/// Questions of every kind that use as much as they are given.
fn questions() -> Vec<(&'static str, Value)> {
    let mut chance = ChaCha8Rng::seed_from_u64(7);
    let mut position =
        |side: usize| json!({"diagram": dense(&mut chance, side), "board": format!("grid:{side}x{side}")});
    let games = "30.{5|{3,2*|-1/2}} + 20.{7||4|0} + 10.{{9|4}|{2|-5}}";
    let problem = "(;SZ[19]AB[aa]TR[aa];B[bb];W[cc](;B[dd])(;B[ee]))";
    vec![
        ("race, 19x19", json!({"ask": "race", "position": position(19)})),
        ("race, 19x19, another", json!({"ask": "race", "position": position(19)})),
        ("race, 100x100", json!({"ask": "race", "position": position(100)})),
        ("race, sum", json!({"ask": "race", "black": [games], "white": ["-9.{4|0}"], "shared": 4})),
        (
            "capture, rectangle",
            json!({"ask": "capture", "position": {"sgf": tesuji_text("rectangle.sgf")}, "all": true}),
        ),
        (
            "capture, problems",
            json!({"ask": "capture", "position": {"sgf": tesuji_text("capture-problems.sgf"), "game": 20}, "all": true}),
        ),
        (
            "mate",
            json!({"ask": "mate", "sfen": "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b 2R2B4G - 1", "order": 2}),
        ),
        ("value", json!({"ask": "value", "expressions": [games], "cool": 1})),
        ("strings, 26x26", json!({"ask": "strings", "width": 26, "count": true})),
        ("strings, torus", json!({"ask": "strings", "topology": "torus:12x12", "count": true})),
        ("strings, program", json!({"ask": "strings", "width": 9, "method": "ilp"})),
        ("tactics", json!({"ask": "tactics", "board": "square:19", "tactic": "paper3", "games": 1000})),
        (
            "tactic search",
            json!({"ask": "tactic_search", "board": "square:7", "unseen": ["hexagon:3"], "depth": 3, "games": 2000}),
        ),
        ("problems", json!({"ask": "problems", "text": problem.repeat(60_000)})),
        (
            "game",
            json!({"ask": "game", "text": format!("(;SZ[19]{})", ";B[aa];W[bb]C[text]".repeat(100_000))}),
        ),
        ("boards", json!({"ask": "boards", "board": "torus:100x100", "picture": {}})),
        ("show", json!({"ask": "show", "position": position(100), "picture": {}})),
        ("edit", json!({"ask": "edit", "position": position(100)})),
        ("try", json!({"ask": "try", "of": {"ask": "race", "position": position(13)}, "move": "A1"})),
    ]
}

fn tesuji_text(name: &str) -> String {
    let examples = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples");
    std::fs::read_to_string(examples.join(name)).expect("the example is there")
}

/// Measures all; whether every one kept its bound.
pub(crate) fn measure(program: &Path) -> bool {
    let folder = tempfile::tempdir().expect("a folder");
    let heads: Vec<String> = LIMITS.iter().map(|limit| format!("{limit} MB")).collect();
    println!(
        "Peak memory; at most 1.2 times the limit and {BASE:.0} MB\n\n| question | {} |",
        heads.join(" | ")
    );
    println!("|---|{}", "---:|".repeat(LIMITS.len()));
    let mut good = true;
    for (name, question) in questions() {
        let mut cells = Vec::new();
        for limit in LIMITS {
            let mut question = question.clone();
            question["id"] = 1.into();
            question["limits"] = json!({"nodes": 1_000_000_000, "memory_mb": limit, "seconds": SECONDS});
            let arguments = ["lines", "--threads", "1"];
            match run(&mut command(program, folder.path(), &arguments), format!("{question}\n").into_bytes())
            {
                Ok(ended) => {
                    let is_over = over(ended.peak, f64::from(limit)) > 1.0;
                    good &= !is_over;
                    let answer: Value = serde_json::from_str(&ended.out).unwrap_or_default();
                    let sign = match (is_over, answer.get("error").is_some()) {
                        (true, _) => " (over)",
                        (_, true) => " (refused)",
                        _ => "",
                    };
                    cells.push(format!("{}{sign}", ended.peak / 1_000_000));
                }
                Err(finding) => {
                    good = false;
                    cells.push(format!("{:?}", finding.kind));
                }
            }
        }
        println!("| {name} | {} |", cells.join(" | "));
    }
    good
}
