//! One question, one answer: the same stones of random positions, named in every way that there is.

use serde_json::{Value, json};
use tesuji_ask::{Desk, Request};
use tesuji_board::{Color, Diagram, Mark, Point, Position, Rules, Topology};
use tesuji_fight::find;
use tesuji_job::{Progress, Random, Watch};
use tesuji_judge::MOST_THREATS;

use crate::{Ended, broken};

/// The positions are the same in every version.
const SEED: u64 = 57;
/// Boards, and stones on them at most.
const SIZES: [(u32, u32); 3] = [(5, 18), (7, 36), (9, 60)];
/// Nodes of a question in the short and in the long run: few, so that some are left open.
pub(super) const NODES: [u64; 2] = [700, 2_000];

/// What was counted.
#[derive(Default)]
pub(super) struct Agreement {
    pub(super) positions: u64,
    /// Answers that were compared with the first.
    pub(super) compared: u64,
    /// Of these positions, so many have a verdict for a side.
    pub(super) decided: u64,
    /// Captures that were compared with fates, where both are known without conditions.
    pub(super) captures: u64,
    /// Stones whose fate with the second move was compared with that with the first.
    pub(super) halves: u64,
    pub(super) remarks: Vec<String>,
}

/// Asks about so many positions of each size.
pub(super) fn run(count: u64, nodes: u64, watch: &Watch) -> Result<Agreement, Ended> {
    let mut agreement = Agreement::default();
    let desk = Desk::new();
    for (index, &(size, stones)) in SIZES.iter().enumerate() {
        let (mut asked, mut number) = (0, 0);
        while asked < count {
            watch.look(|| Progress::counted("asking in every way", agreement.positions, Some(3 * count)))?;
            let mut random = Random::new(SEED, index as u64, number);
            number += 1;
            if let Some((position, stones)) = random_fight(size, stones, &mut random) {
                asked += 1;
                agreement.positions += 1;
                agreement.ask(&position, stones, nodes, &desk, watch)?;
            }
        }
    }
    Ok(agreement)
}

/// A position from random play, and two stones that fight there.
fn random_fight(size: u32, most: u32, random: &mut Random) -> Option<(Position, [Point; 2])> {
    let board = Topology::parse(&format!("square:{size}")).ok()?;
    let mut position = Position::new(board, Rules::default());
    for _ in 0..most / 2 + random.below(most / 2) {
        let color = position.to_move();
        let moves: Vec<Point> = position.legal_moves(color).collect();
        let chosen = *moves.get(random.below(moves.len().max(1) as u32) as usize)?;
        position.play(color, chosen).ok()?;
    }
    let fights = find(&position, None);
    let fight = fights.get(random.below(fights.len().clamp(1, 3) as u32) as usize)?;
    Some((position, fight.at))
}

impl Agreement {
    fn ask(
        &mut self,
        position: &Position,
        stones: [Point; 2],
        nodes: u64,
        desk: &Desk,
        watch: &Watch,
    ) -> Result<(), Ended> {
        let board = position.topology();
        let [black, white] = stones.map(|stone| board.name_of(stone).to_string());
        let plain = Diagram::new(position.to_setup());
        let mut marked = plain.clone();
        for (stone, mark) in stones.into_iter().zip([Mark::Triangle, Mark::Square]) {
            marked.marks.insert(stone, mark);
        }
        let text = |diagram: &Diagram| json!({"diagram": diagram.to_string()});
        let limits = json!({"nodes": nodes});
        let race = |position: Value, more: Value| {
            let mut question = json!({"ask": "race", "position": position, "limits": limits});
            for (key, value) in more.as_object().into_iter().flatten() {
                question[key] = value.clone();
            }
            question
        };
        let mut ways = Vec::new();
        for goal in ["life", "capture"] {
            let named = [
                race(text(&plain), json!({"targets": [black, white], "goal": goal})),
                race(text(&plain), json!({"targets": [white, black], "goal": goal})),
                race(text(&plain), json!({"essential": [white, black], "goal": goal})),
                race(text(&marked), json!({"goal": goal})),
            ];
            ways.push(named.to_vec());
        }
        // What is not said is the default: life for targets, capture for marks.
        ways[0].push(race(text(&plain), json!({"targets": [black, white]})));
        ways[1].push(race(text(&marked), json!({})));
        let first = find(position, None).first().map(|fight| fight.at);
        if first == Some(stones) {
            ways[0].push(race(text(&plain), json!({})));
        }
        let mut lives = None;
        for (goal, questions) in ways.iter().enumerate() {
            let mut answers = Vec::new();
            for question in questions {
                answers.push(answer(question, desk, watch)?);
            }
            let told = |answer: &Value| {
                [&answer["goal"], &answer["black_first"], &answer["white_first"]].map(Value::clone)
            };
            for (question, other) in questions.iter().zip(&answers).skip(1) {
                self.compared += 1;
                if told(other) != told(&answers[0]) {
                    self.remarks.push(format!(
                        "{plain}{}\n{question}\n{:?}\n{:?}",
                        questions[0],
                        told(&answers[0]),
                        told(other)
                    ));
                }
            }
            let known = |side: &str| answers[0][side]["verdict"] != "unknown";
            if goal == 0 {
                self.decided += u64::from(known("black_first") || known("white_first"));
                lives = answers.into_iter().next();
            }
        }
        if let Some(lives) = lives {
            self.halves(&plain, &lives);
            for (color, name) in Color::BOTH.into_iter().zip([&black, &white]) {
                let question = json!({
                    "ask": "capture", "position": text(&plain), "target": name, "first": "defender", "limits": limits
                });
                let capture = answer(&question, desk, watch)?;
                self.hold(position, color, name, &capture, &lives);
            }
        }
        Ok(())
    }

    /// To move first is never worse, since one may pass: a stone that is kept by whoever moves second is kept by him with the first move.
    fn halves(&mut self, plain: &Diagram, lives: &Value) {
        for [own, own_half, other_half] in
            [["black", "black_first", "white_first"], ["white", "white_first", "black_first"]]
        {
            let first = lives[own_half]["codes"][0].as_u64();
            let second = lives[other_half]["fates"][own].as_str();
            let (Some(first), Some(second @ ("lives" | "seki" | "ko"))) = (first, second) else { continue };
            self.halves += 1;
            if first == 0 || first > 1 && second != "ko" {
                self.remarks.push(format!(
                    "{plain}{own} survives by {first} moving first, {second} moving second\n{lives}"
                ));
            }
        }
    }

    /// Whoever is captured even if he moves first does not survive, and whoever escapes with his move does.
    fn hold(&mut self, position: &Position, color: Color, name: &str, capture: &Value, lives: &Value) {
        let is_conditional = |conditions: &Value| {
            conditions["open"] == true
                || conditions["safe"]
                    .as_array()
                    .is_some_and(|all| all.iter().any(|one| one["stated"] != true && one["proved"] != true))
        };
        let side = &lives[if color == Color::Black { "black_first" } else { "white_first" }];
        let survives = side["codes"][0].as_u64();
        if is_conditional(&lives["conditions"])
            || is_conditional(&capture["conditions"])
            || side["verdict"] == "unknown"
            || survives.is_none()
        {
            return;
        }
        let Some(stone) = position.topology().point(name) else { return };
        // A capture that is taken back at once does not count there.
        if position.string_size(stone) < 2 {
            return;
        }
        let is_ko = capture["verdict"] == "ko";
        if is_ko && capture["threats"].is_null() || !is_ko && capture["against"] != MOST_THREATS {
            // What as many threats as fights count make of it was not found out.
            return;
        }
        // The defender moves first: his code is that of his survival.
        let Some(expected) = capture["code"].as_u64() else { return };
        self.captures += 1;
        if survives != Some(expected) {
            self.remarks.push(format!("{position}\ncapture of {name}, {color} first: {capture}\n{side}"));
        }
    }
}

/// The answer, or the sentence why the question cannot be asked: that must be the same, too.
fn answer(question: &Value, desk: &Desk, watch: &Watch) -> Result<Value, Ended> {
    let read = Request::parse(&question.to_string()).map_err(Ended::Fault)?;
    match desk.answer_read(&read, watch) {
        Ok(answer) => serde_json::to_value(&answer).map_err(broken),
        Err(fault) => Ok(json!({"goal": fault.message})),
    }
}
