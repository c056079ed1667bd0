//! trial
#![allow(clippy::print_stdout, missing_docs, clippy::unwrap_used)]
use tesuji_board::*;
use tesuji_job::Watch;
use tesuji_job::{Limits, Stopwatch};
use tesuji_read::{Fate, Question, Stated, life};
fn main() {
    let a: Vec<String> = std::env::args().collect();
    let limit: u64 = a[2].parse().unwrap();
    let most: usize = a.get(3).map_or(usize::MAX, |m| m.parse().unwrap());
    let verbose = a.get(4).is_some();
    let mut seki = 0;
    let (mut ok, mut bad, mut open, mut mv) = (0, 0, 0, 0);
    let (mut nodes, mut times) = (vec![], vec![]);
    for l in std::fs::read_to_string(&a[1]).unwrap().lines().take(most) {
        let q: serde_json::Value = serde_json::from_str(l).unwrap();
        let rows: Vec<String> = q["board"]
            .as_array()
            .unwrap()
            .iter()
            .map(|r| r.as_str().unwrap().chars().map(|c| format!("{c} ")).collect())
            .collect();
        let d: Diagram = rows.join("\n").parse().unwrap();
        let p = d.position(Rules::default()).unwrap();
        let t = &d.setup.topology;
        let safe: PointSet =
            q["safe"].as_array().unwrap().iter().map(|s| t.point(s.as_str().unwrap()).unwrap()).collect();
        let g = t.point(q["group"][0].as_str().unwrap()).unwrap();
        let def = p.stone(g).unwrap();
        let first = if q["first"] == "attacker" { def.opponent() } else { def };
        let w = Stopwatch::start();
        let asked = Question {
            named: [g].into_iter().collect(),
            all_named: false,
            stated: Stated { safe, ..Stated::default() },
            first: Some(first),
            every_move: false,
        };
        let l = life(&p, &asked, &Limits::nodes(limit), &Watch::unwatched()).unwrap();
        let n = l.nodes;
        let [b, wh] = l.first;
        let r = b.or(wh).unwrap();
        let ms = w.seconds() * 1e3;
        let ours = match r.fate {
            Ok(Fate::Lives | Fate::Seki) => "lives0".into(),
            Ok(Fate::Dies) => "dies0".into(),
            Ok(Fate::Ko(k)) => {
                format!("{}{}", if k.lives_without_threats { "lives" } else { "dies" }, k.threats)
            }
            Err(_) => "?".to_string(),
        };
        let e = &q["expected"];
        let theirs = format!("{}{}", e["without_threats"].as_str().unwrap(), e["threats"]);
        if r.fate == Ok(Fate::Seki) {
            seki += 1
        }
        let m = match r.moves.first().or(r.line.first()) {
            Some(Some(p)) => t.name_of(*p).to_string(),
            _ => "pass".into(),
        };
        if ours == "?" {
            open += 1
        } else if ours == theirs {
            ok += 1;
            if q["move"] == m.as_str() {
                mv += 1
            }
        } else {
            bad += 1;
            println!("{} {} first {} ours {ours} theirs {theirs} {m} {}", q["id"], n, q["first"], q["move"])
        }
        nodes.push(n);
        times.push(ms);
        if verbose || ms > 500.0 {
            println!("{} {} {ours} {theirs} {n} {ms:.1} {m}", q["id"], q["first"])
        }
    }
    nodes.sort_unstable();
    times.sort_by(f64::total_cmp);
    let at = |f: f64| ((nodes.len() - 1) as f64 * f) as usize;
    println!(
        "ok {ok} bad {bad} open {open} first {mv}; nodes median {} 90% {} ; ms median {:.2} 90% {:.2} 95% {:.2}; sum {} nodes {:.1} s",
        nodes[at(0.5)],
        nodes[at(0.9)],
        times[at(0.5)],
        times[at(0.9)],
        times[at(0.95)],
        nodes.iter().sum::<u64>(),
        times.iter().sum::<f64>() / 1e3
    );
}
