//! Random questions of every kind, good ones and spoiled ones. A new kind is one more line in [`KINDS`].

use fuzz_cases::{any_text, list, one_of, text};
use rand::RngExt;
use rand_chacha::ChaCha8Rng;
use serde_json::{Map, Value, json};

type Make = fn(&mut ChaCha8Rng) -> Value;

/// Every kind with what makes its questions.
pub(crate) const KINDS: &[(&str, Make)] = &[
    ("race", race),
    ("capture", capture),
    ("life", life),
    (
        "endgame",
        |chance| json!({"position": position(chance), "komi": 6.5, "rules": one_of(chance, &["territory", "area"])}),
    ),
    ("connect", connect),
    (
        "review",
        |chance| json!({"position": {"sgf": record(chance)}, "sgf": chance.random_bool(0.3), "problems": chance.random_bool(0.3)}),
    ),
    ("check", |chance| json!({"text": record(chance), "sgf": chance.random_bool(0.3)})),
    (
        "mate",
        |chance| json!({"sfen": one_of(chance, SFEN), "order": chance.random_range(1..3), "shortest": chance.random_bool(0.2), "cooks": chance.random_bool(0.2)}),
    ),
    ("value", |chance| {
        let games = list(chance, 1..=4, game);
        json!({"expressions": games, "cool": chance.random_range(0..4), "compare": game(chance)})
    }),
    ("strings", |chance| {
        let count = chance.random_bool(0.3);
        json!({"topology": board(chance, 60), "count": count, "sample": count.then_some(2), "certificate": chance.random_bool(0.2)})
    }),
    ("simpei", |_| json!({"position": "M:21 O:c0 m:2 o:2"})),
    (
        "tactics",
        |chance| json!({"board": board(chance, 40), "tactic": one_of(chance, MAPS), "games": chance.random_range(1..40), "seed": 1, "curve": chance.random_bool(0.2)}),
    ),
    ("tactic_set", |chance| json!({"board": board(chance, 60), "tactic": one_of(chance, MAPS)})),
    (
        "tactic_compare",
        |chance| json!({"board": board(chance, 30), "tactics": [one_of(chance, MAPS), one_of(chance, MAPS)], "positions": 20}),
    ),
    (
        "tactic_search",
        |_| json!({"board": "square:3", "unseen": ["hexagon:2"], "depth": 1, "games": 40, "finalists": 1, "final_games": 4, "positions": 5}),
    ),
    ("show", |chance| json!({"position": position(chance)})),
    ("boards", |chance| json!({"board": board(chance, 10_000)})),
    (
        "edit",
        |chance| json!({"position": position(chance), "changes": [{"do": "put", "stone": "black", "at": ["A1"]}, {"do": "play", "point": "B2"}], "write": "sgf"}),
    ),
    ("game", |chance| json!({"text": record(chance), "game": chance.random_range(1..3)})),
    ("examples", |_| json!({"name": "net.sgf"})),
    ("problems", |chance| json!({"text": record(chance)})),
    ("shogi", |chance| json!({"sfen": one_of(chance, SFEN)})),
    ("try", |chance| {
        let mut of = capture(chance);
        of["ask"] = "capture".into();
        json!({"of": of, "move": "C3"})
    }),
];

const SFEN: &[&str] =
    &["8k/9/8P/9/9/9/9/9/9 b 2G 1", "7nk/9/7G1/9/9/9/9/9/9 b GP 1", "startpos", "8k/9/7G1/9/9/9/9/9/9 b G 1"];
const MAPS: &[&str] = &["random", "paper1", "P5(Q8(V))", "F(B) & ~F(W)", "P1(W) & V", "Q2(W)"];
const GAMES: &[&str] = &[
    "{4|0}",
    "{6||4|0}",
    "^*",
    "3.^ - {2|-1/2} + *4",
    "Tiny(2)",
    "-7",
    "+-3",
    "{1,*|{0|-2}}",
    "cool({4|0}, 2)",
];

/// A good question of any kind, with limits that keep it short and an id.
pub(crate) fn good(chance: &mut ChaCha8Rng, id: &Value) -> Value {
    let (kind, make) = KINDS[chance.random_range(0..KINDS.len())];
    let mut question = make(chance);
    question["ask"] = kind.into();
    question["id"] = id.clone();
    question["limits"] =
        json!({"nodes": chance.random_range(1..2000), "memory_mb": one_of(chance, &[10, 50, 200])});
    if chance.random_bool(0.2) {
        question["words"] = true.into();
    }
    if chance.random_bool(0.1) && !matches!(kind, "examples" | "problems" | "game" | "try") {
        question["picture"] = json!({"theme": one_of(chance, &["dark", "light", "print"]), "width": 300});
    }
    question
}

/// A question with something wrong in one to three places; its id stays.
pub(crate) fn bad(chance: &mut ChaCha8Rng, id: &Value) -> Value {
    let mut question = good(chance, id);
    for _ in 0..chance.random_range(1..=3) {
        let with = strange(chance);
        let places = count(&question);
        replace(&mut question, &mut chance.random_range(0..places), with);
    }
    // Work without end is no fault: it is tried where it is stopped.
    question["id"] = id.clone();
    question["limits"] = json!({"nodes": 500, "memory_mb": 100, "seconds": 20});
    question
}

/// Values that readers do not expect.
fn strange(chance: &mut ChaCha8Rng) -> Value {
    match chance.random_range(0..12) {
        0 => Value::Null,
        1 => (-1).into(),
        2 => u64::MAX.into(),
        3 => json!(1e308),
        4 => json!(0.5),
        5 => "".into(),
        6 => any_text(chance, 1..=40).into(),
        7 => json!([[[[[[]]]]]]),
        8 => json!({"a": {"b": {}}}),
        9 => "(".repeat(5000).into(),
        10 => vec![Value::from(1); 2000].into(),
        _ => true.into(),
    }
}

fn count(value: &Value) -> usize {
    1 + match value {
        Value::Object(fields) => fields.values().map(count).sum(),
        Value::Array(items) => items.iter().map(count).sum(),
        _ => 0,
    }
}

/// Puts something else at the place with this number.
fn replace(value: &mut Value, place: &mut usize, with: Value) -> Option<Value> {
    if *place == 0 {
        // The question itself stays an object.
        *value = if value.get("ask").is_some() { return None } else { with };
        return None;
    }
    *place -= 1;
    let mut with = Some(with);
    let mut inner = |value: &mut Value| {
        if let Some(one) = with.take() {
            let size = count(value);
            if *place < size {
                let _ = replace(value, place, one);
            } else {
                *place -= size;
                with = Some(one);
            }
        }
    };
    match value {
        Value::Object(fields) => fields.values_mut().for_each(&mut inner),
        Value::Array(items) => items.iter_mut().for_each(&mut inner),
        _ => {}
    }
    with
}

/// The name of a board of at most so many points, about.
pub(crate) fn board(chance: &mut ChaCha8Rng, most: usize) -> String {
    let side = (most as f64).sqrt() as usize;
    let (width, height) = (chance.random_range(1..=side.max(3)), chance.random_range(3..=side.max(3)));
    match chance.random_range(0..7) {
        0 => format!("square:{height}"),
        1 => format!("grid:{width}x{height}"),
        2 => format!("torus:{}x{height}", width.max(3)),
        3 => format!("king:{width}x{height}"),
        4 => format!("hexagon:{}", (side / 3).max(2)),
        5 => format!("cylinder:{}x{height}", width.max(3)),
        _ => format!("triangle:{height}"),
    }
}

/// A text diagram with stones anywhere.
pub(crate) fn diagram(chance: &mut ChaCha8Rng) -> String {
    let (width, height) = (chance.random_range(2..=13), chance.random_range(2..=13));
    let row = |chance: &mut ChaCha8Rng| {
        let row = text(chance, width..=width, "....XO");
        row.chars().map(String::from).collect::<Vec<_>>().join(" ")
    };
    list(chance, height..=height, row).join("\n")
}

/// A square board full of stones, a third of it empty, on which every string has a liberty.
pub(crate) fn dense(chance: &mut ChaCha8Rng, side: usize) -> String {
    let mut stones: Vec<char> =
        (0..side * side).map(|_| one_of(chance, &['X', 'O', 'X', 'O', '.', '.'])).collect();
    let around = |at: usize| {
        let (row, column) = (at / side, at % side);
        let near = [
            (row > 0).then(|| at - side),
            (row + 1 < side).then_some(at + side),
            (column > 0).then(|| at - 1),
            (column + 1 < side).then_some(at + 1),
        ];
        near.into_iter().flatten()
    };
    for start in 0..side * side {
        let mut string = vec![start];
        let mut next = 0;
        while next < string.len() && stones[start] != '.' {
            let more: Vec<usize> = around(string[next])
                .filter(|near| stones[*near] == stones[start] && !string.contains(near))
                .collect();
            string.extend(more);
            next += 1;
        }
        if !string.iter().any(|&at| around(at).any(|near| stones[near] == '.')) {
            string.iter().for_each(|&at| stones[at] = '.');
        }
    }
    let row = |row: &[char]| row.iter().map(char::to_string).collect::<Vec<_>>().join(" ");
    stones.chunks(side).map(row).collect::<Vec<_>>().join("\n")
}

/// A file of games.
fn record(chance: &mut ChaCha8Rng) -> String {
    let game = |chance: &mut ChaCha8Rng| {
        let side = chance.random_range(1..=19);
        let moves = list(chance, 0..=30, |chance| {
            let letters = &"abcdefghijklmnopqrs"[..side];
            format!(";{}[{}]", one_of(chance, &["B", "W"]), text(chance, 2..=2, letters))
        });
        format!("(;SZ[{side}]AB[aa]TR[aa]GN[{}]{})", text(chance, 0..=9, "abc \\]"), moves.concat())
    };
    list(chance, 1..=5, game).concat()
}

fn position(chance: &mut ChaCha8Rng) -> Value {
    match chance.random_range(0..3) {
        0 => json!({"sgf": record(chance)}),
        1 => json!({"json": {"board": board(chance, 200), "black": [0], "white": [1]}}),
        _ => json!({"diagram": diagram(chance)}),
    }
}

fn game(chance: &mut ChaCha8Rng) -> Value {
    one_of(chance, GAMES).into()
}

fn capture(chance: &mut ChaCha8Rng) -> Value {
    let mut question =
        json!({"position": {"diagram": diagram(chance)}, "target": one_of(chance, &["B2", "A1", "C3"])});
    if chance.random_bool(0.3) {
        question["first"] = one_of(chance, &["attacker", "defender"]).into();
    }
    question
}

fn life(chance: &mut ChaCha8Rng) -> Value {
    let mut question = json!({"position": {"diagram": diagram(chance)}});
    if chance.random_bool(0.7) {
        question["group"] = one_of(chance, &["B2", "A1", "C3"]).into();
    }
    if chance.random_bool(0.3) {
        question["first"] = one_of(chance, &["black", "white"]).into();
    }
    question["all"] = chance.random_bool(0.3).into();
    question
}

fn connect(chance: &mut ChaCha8Rng) -> Value {
    let strings = [one_of(chance, &["B2", "A1", "C3"]), one_of(chance, &["B3", "A4", "D1"])];
    let mut question = json!({"position": {"diagram": diagram(chance)}, "strings": strings});
    if chance.random_bool(0.3) {
        question["first"] = one_of(chance, &["black", "white"]).into();
    }
    question["all"] = chance.random_bool(0.3).into();
    question
}

fn race(chance: &mut ChaCha8Rng) -> Value {
    let mut question = Map::new();
    match chance.random_range(0..3) {
        0 => {
            question.insert("black".into(), list(chance, 1..=3, game).into());
            question.insert("white".into(), json!([-chance.random_range(1..9)]));
            question.insert("shared".into(), chance.random_range(0..4).into());
        }
        1 => {
            let blocks = json!([{"name": "W0", "color": "white", "external": [-chance.random_range(1..5)]},
                {"name": "B1", "color": "black", "external": [chance.random_range(1..5)]}]);
            let shared = json!([{"between": ["W0", "B1"], "liberties": chance.random_range(0..3)}]);
            question.insert("graph".into(), json!({"blocks": blocks, "shared": shared}));
        }
        _ => {
            question.insert("position".into(), json!({"diagram": diagram(chance)}));
            if chance.random_bool(0.5) {
                question.insert("targets".into(), json!(["A1", "B2"]));
            }
        }
    }
    Value::Object(question)
}

#[cfg(test)]
mod tests {
    use rand::SeedableRng;

    use super::*;

    #[test]
    fn no_kind_of_question_is_left_out() {
        assert!(tesuji_ask::KINDS.iter().copied().eq(KINDS.iter().map(|(kind, _)| *kind)));
    }

    #[test]
    fn questions_can_be_asked_and_spoiled_ones_keep_their_id() {
        let mut chance = ChaCha8Rng::seed_from_u64(1);
        let mut refused = 0;
        for id in 0..300 {
            let id = Value::from(id);
            let read = tesuji_ask::Request::parse(&good(&mut chance, &id).to_string());
            assert_eq!(read.expect("it is good").warnings, Vec::<String>::new());
            let bad = bad(&mut chance, &id);
            refused += u32::from(tesuji_ask::Request::parse(&bad.to_string()).is_err());
            assert_eq!(bad["id"], id);
        }
        assert!(refused > 50, "{refused}");
    }
}
