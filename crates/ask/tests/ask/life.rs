//! Who lives: counting and reading are two witnesses of the same fights.

use serde_json::{Value, json};
use tesuji_board::{Color, Diagram, Mark, Point, Position, Rules};
use tesuji_fight::{Code, Stated, solve_both};
use tesuji_job::{Limits, Random, Watch};

use crate::told::ask;

/// The racing stones of a shipped race, Black's first, and its position.
fn shipped(name: &str) -> (Position, [Point; 2]) {
    let sgf = tesuji_examples::find(name).expect("shipped");
    let shown = ask(&json!({"ask": "show", "position": {"sgf": sgf}})).json;
    let diagram: Diagram = shown["diagram"].as_str().expect("a diagram").parse().expect("a diagram");
    let position = diagram.position(Rules::default()).expect("a legal position");
    let marked = &diagram.marked(Mark::Triangle) | &diagram.marked(Mark::Square);
    let racing = Color::BOTH.map(|color| (&marked & &position.stones(color)).first().expect("racing stones"));
    (position, racing)
}

/// The same fight after a few random moves of either side, with both stones still there.
fn after_some_moves(position: &Position, racing: [Point; 2], random: &mut Random) -> Option<Position> {
    let mut after = position.clone();
    for _ in 0..random.below(6) {
        let color = Color::BOTH[random.below(2) as usize];
        let moves: Vec<Point> = after.legal_moves(color).collect();
        let &at = moves.get(random.below(moves.len().max(1) as u32) as usize)?;
        after.play(color, at).ok()?;
    }
    // Without a ban, so that both sides may move first.
    let setup = tesuji_board::Setup { ko: None, ..after.to_setup() };
    let after = Diagram::new(setup).position(Rules::default()).ok()?;
    racing.iter().all(|&stone| after.stone(stone) == position.stone(stone)).then_some(after)
}

#[test]
fn what_is_counted_is_what_is_read() {
    let names = [
        "race-a.sgf",
        "race-big-eye.sgf",
        "race-corridors.sgf",
        "race-eye.sgf",
        "race-eyes.sgf",
        "race-ko-direct.sgf",
        "race-ko-shared.sgf",
        "race-shared-1.sgf",
        "race-shared-2.sgf",
        "race-shared-3.sgf",
        "race-shared-4.sgf",
        "race-throw-in.sgf",
    ];
    let mut compared = [0; 3];
    for (number, name) in names.into_iter().enumerate() {
        let (start, racing) = shipped(name);
        for variant in 0..8 {
            let mut random = Random::new(19, number as u64, variant);
            let Some(position) = after_some_moves(&start, racing, &mut random) else { continue };
            let board = position.topology();
            let diagram = Diagram::new(position.to_setup());
            let targets = racing.map(|stone| board.name_of(stone));
            let told = ask(&json!({
                "ask": "race", "position": {"diagram": diagram.to_string()}, "targets": targets,
                "goal": "life", "limits": {"nodes": 40_000},
            }))
            .json;
            if told["method"] == "reading" || told["method"].is_null() {
                continue;
            }
            let read =
                solve_both(&position, racing, &Stated::default(), &Limits::nodes(6_000), &Watch::unwatched())
                    .expect("two strings");
            for (first, answer) in ["black_first", "white_first"].into_iter().zip(&read) {
                let [Some(survives), Some(captures)] = answer.codes.map(|code| code.map(Code::number)) else {
                    continue;
                };
                let counted = &told[first]["codes"];
                if *counted == json!([null, null]) {
                    continue;
                }
                assert_eq!(*counted, json!([survives, captures]), "{name}, {first}:\n{diagram}");
                let result = usize::from(survives == 1) + usize::from(captures == 1);
                compared[result] += 1;
            }
        }
    }
    assert!(compared.iter().all(|&count| count >= 5), "losses, sekis and wins: {compared:?}");
}

/// Both large and shut in: who lives is who captures first, and the answer comes with its count.
#[test]
fn a_race_that_is_shut_in_is_counted_when_life_is_asked() {
    let sgf = tesuji_examples::find("race-a.sgf").expect("shipped");
    let question = |goal: &str| json!({"ask": "race", "position": {"sgf": sgf}, "goal": goal});
    let [capture, life] = ["capture", "life"].map(|goal| ask(&question(goal)));
    for first in ["black_first", "white_first"] {
        assert_eq!(life.json[first]["verdict"], capture.json[first]["verdict"]);
        assert_eq!(life.json[first]["codes"], capture.json[first]["codes"]);
        assert_eq!(life.json[first]["why"], capture.json[first]["why"]);
    }
    assert_eq!(life.json["cooled_sum"], "-1^*");
    assert_eq!(life.json["goal"], "life");
    assert!(life.text.contains("Black first: Black lives and White dies, only by G7"), "{}", life.text);
    assert!(life.json["conditions"]["safe"].as_array().is_some_and(|safe| !safe.is_empty()));
    let empty: Vec<Value> = Vec::new();
    assert_eq!(life.json["conditions"]["field"], Value::from(empty));
}

/// A bulky five in a ring: whoever plays on its vital point first decides.
#[test]
fn what_was_read_says_what_a_reader_can_see() {
    let sgf = "(;GM[1]FF[4]SZ[13]PL[W]AB[ee][ef][eg][eh][ei][fe][fi][ge][gh][gi][he][hf][hg][hh]\
        AW[dd][de][df][dg][dh][di][dj][ed][ej][fd][fj][gd][gj][hd][hi][hj][id][ie][if][ig][ih][ii])";
    let answer = ask(&json!({"ask": "race", "position": {"sgf": sgf}, "targets": ["E9", "D10"]})).json;
    let black = &answer["black_first"];
    assert_eq!((&black["verdict"], &black["fates"]["black"]), (&json!("seki"), &json!("lives")));
    let why = black["why"].as_str().expect("a reason");
    assert!(
        why.ends_with("Black E9 has 5 liberties, White D10 25; F7 makes Black E9 unconditionally alive."),
        "{why}"
    );
    assert!(black["moves"].as_array().is_some_and(|moves| moves.contains(&json!("F7"))));
    assert_eq!(answer["white_first"]["fates"]["black"], "dies");
    let sgf = tesuji_examples::text("game-race.sgf");
    let answer = ask(&json!({"ask": "race", "position": {"sgf": sgf}, "targets": ["C3", "D3"]})).json;
    let why = answer["black_first"]["why"].as_str().expect("a reason");
    assert!(why.ends_with("White D3 is taken after 3 moves of the line."), "{why}");
}

/// Stones of a handicap do not make a game a problem.
#[test]
fn a_handicap_game_is_asked_about_at_its_end() {
    let shown = |sgf: &str| ask(&json!({"ask": "show", "position": {"sgf": sgf}})).json["white"].clone();
    assert_eq!(shown("(;SZ[9]HA[2]AB[cc][gg];W[ee];B[dd];W[fc])").as_array().map(Vec::len), Some(2));
    for problem in
        ["(;SZ[9]AB[cc][gg];W[ee])", "(;SZ[9]HA[3]AB[cc][gg];W[ee])", "(;SZ[9]HA[2]AB[cc][gg]TR[cc];W[ee])"]
    {
        assert_eq!(shown(problem).as_array().map(Vec::len), Some(0), "{problem}");
    }
}

/// Whoever cannot save his stone has lost, and that says nothing about the other stone: it is asked about by itself.
#[test]
fn both_stones_may_be_lost() {
    let question = json!({
        "ask": "race", "position": {"text": "X . O X\nO O . X\nX X X O\n. X . O"}, "targets": ["A4", "D1"],
    });
    let answer = ask(&question).json;
    let black = &answer["black_first"];
    assert_eq!((&black["verdict"], &black["codes"]), (&json!("white"), &json!([0, 0])));
    assert_eq!(black["fates"], json!({"black": "dies", "white": "dies"}));
    let why = black["why"].as_str().expect("a reason");
    assert!(
        why.starts_with("Black A4 is captured, whatever Black plays; White D1 cannot be saved either."),
        "{why}"
    );
}

/// Where captures on the whole board have decided that the mover loses, the other stone is asked about all the same.
#[test]
fn what_becomes_of_the_other_stone_of_a_loss() {
    let asked = |diagram: &str, targets: [&str; 2]| {
        let question = json!({"ask": "race", "position": {"diagram": diagram}, "targets": targets, "limits": {"nodes": 20_000}});
        ask(&question).json
    };
    let both = asked("X X O X .\nX X O . .\nX . O X X\n. O X X X\nO . X . O", ["A5", "C5"]);
    let black = &both["black_first"];
    assert_eq!((&black["verdict"], &black["codes"]), (&json!("white"), &json!([0, 0])));
    assert_eq!(black["fates"], json!({"black": "dies", "white": "dies"}));
    let why = black["why"].as_str().expect("a reason");
    assert!(why.ends_with("on the whole board; White C5 cannot be saved either."), "{why}");
    let kept = asked("X X X X .\n. . O . .\nX X X . O\nX . X . X\nO . . X .", ["A3", "C4"]);
    let white = &kept["white_first"];
    assert_eq!(white["fates"], json!({"black": "lives", "white": "dies"}));
    let why = white["why"].as_str().expect("a reason");
    assert!(why.ends_with("proved on the whole board."), "{why}");
}

/// A ladder across the whole board is more than can be read at once, and no question for captures.
#[test]
fn a_stone_that_a_ladder_takes_has_lost_its_fight() {
    let sgf = "(;GM[1]FF[4]SZ[19]PL[W]AB[cp][dq][do][eq][co][bq]AW[dp][cq][cr][br][aq])";
    let asked = |nodes: u64| {
        let question = json!({"ask": "race", "position": {"sgf": sgf}, "targets": ["D4", "C4"], "limits": {"nodes": nodes}});
        ask(&question).json
    };
    let answer = asked(2_000);
    let white = &answer["white_first"];
    assert_eq!((&white["verdict"], &white["codes"]), (&json!("black"), &json!([0, 0])));
    assert_eq!((&white["fates"]["white"], &white["moves"]), (&json!("dies"), &json!([])));
    let why = white["why"].as_str().expect("a reason");
    let told = "proved on the whole board; whether Black C4 is kept was not found out.";
    assert!(why.ends_with(told), "{why}");
    assert_eq!(white["fates"]["black"], "unknown");
    assert!(white["line"].as_array().is_some_and(|line| line.len() > 40), "{white}");
    // With a stone in its way it does not work, and a limit is no verdict.
    let broken = sgf.replace("AW[dp]", "AW[jj][dp]");
    let question = json!({"ask": "race", "position": {"sgf": broken}, "targets": ["D4", "C4"], "limits": {"nodes": 2_000}});
    assert_ne!(ask(&question).json["white_first"]["verdict"], "black");
}

/// Who captures first, and who lives: two ways to ask about the groups of a race, which stand for each other as walls.
#[test]
fn races_and_life_agree_about_both_groups() {
    let mut agreed = 0;
    for name in tesuji_examples::names().filter(|name| name.starts_with("race") && name.ends_with(".sgf")) {
        // Their walls are so large that they count as out in the open; the answers say that they were taken as safe.
        if name.starts_with("race-e") && name != "race-eye.sgf" && name != "race-eyes.sgf" {
            continue;
        }
        let position = json!({"sgf": tesuji_examples::find(name).expect("shipped")});
        let limits = json!({"nodes": 5_000});
        let race = ask(&json!({"ask": "race", "position": position, "limits": limits})).json;
        for group in race["groups"].as_array().into_iter().flatten() {
            let question = json!({"ask": "life", "position": position, "group": group["at"], "of": "all", "limits": limits});
            let life = ask(&question).json;
            for first in ["black_first", "white_first"] {
                let fits: &[&str] = match race[first]["verdict"].as_str().expect("a verdict") {
                    "unknown" => continue,
                    "seki" => &["lives", "seki", "unknown"],
                    "ko" => &["ko", "unknown"],
                    winner if group["color"] == winner => &["lives", "seki", "ko", "unknown"],
                    _ => &["dies", "ko", "unknown"],
                };
                let verdict = life[first]["verdict"].as_str().expect("a verdict");
                assert!(fits.contains(&verdict), "{name} {group} {first}: {verdict}, {fits:?}");
                agreed += u32::from(verdict != "unknown");
            }
        }
    }
    assert!(agreed >= 60, "only {agreed}");
}
