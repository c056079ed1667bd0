//! Games against an opponent who plays anywhere: every capture that is claimed must come about in all of them.

use tesuji_board::{Color, Point, Position};
use tesuji_capture::{Answer, Settings, Side, Verdict, solve};
use tesuji_job::{Limits, Watch};

use crate::Problem;

/// Nodes for each move.
const NODES: u64 = 200_000;
/// Moves of the longest game.
const LONGEST: usize = 400;

/// Plays so many games of each problem that is captured with the attacker to move first.
pub(crate) fn play(problems: &[Problem], games: u64) -> Result<(), String> {
    let (mut captures, mut moves) = (0_u64, 0_u64);
    for (number, problem) in problems.iter().enumerate() {
        if problem.first != Side::Attacker {
            continue;
        }
        let Some(answer) = ask(&problem.position, problem.target, Settings::HIGHEST_ORDER) else { continue };
        if answer.verdict != Verdict::Captured {
            continue;
        }
        captures += 1;
        for game in 0..games {
            let mut random = Random(number as u64 * games + game + 1);
            moves += play_one(problem, &answer, &mut random)
                .map_err(|why| format!("problem {}, game {}: {why}", number + 1, game + 1))?;
        }
    }
    println!(
        "{captures} captures, {games} games each: the target fell in all of them, after {moves} moves of the attacker"
    );
    Ok(())
}

fn ask(position: &Position, target: Point, order: u8) -> Option<Answer> {
    let usual = Settings::suited(position, target);
    let settings = if order < usual.order { usual.up_to(order) } else { usual };
    solve(position, target, Side::Attacker, &settings, &Limits::nodes(NODES), &Watch::new())
}

/// Plays until the target is gone; the attacker's moves.
fn play_one(problem: &Problem, first: &Answer, random: &mut Random) -> Result<u64, String> {
    let Problem { position, target, .. } = problem;
    let (mut position, target) = (position.clone(), *target);
    let defender = position.stone(target).ok_or("there is no target")?;
    let order = first.order.unwrap_or(Settings::HIGHEST_ORDER).max(1);
    let mut answer = first.clone();
    for count in 1..=LONGEST {
        step(&mut position, defender.opponent(), answer.first_move.flatten())?;
        // A captor that can be retaken has not captured yet: the defender has the next move.
        let replies: Vec<Point> = position.legal_moves(defender).collect();
        let reply = random.choose(&replies);
        step(&mut position, defender, reply)?;
        if position.stone(target) != Some(defender) {
            return Ok(count as u64);
        }
        answer = ask(&position, target, order).ok_or("there is no target")?;
        if answer.verdict != Verdict::Captured {
            return Err(format!("the capture is {} in\n{position}", answer.verdict.name()));
        }
    }
    Err(format!("no end after {LONGEST} moves"))
}

fn step(position: &mut Position, color: Color, point: Option<Point>) -> Result<(), String> {
    match point {
        Some(point) => position.play(color, point).map_err(|error| error.to_string()),
        None => {
            position.pass(color);
            Ok(())
        }
    }
}

/// A generator of its own for every game, so that games can be repeated one by one (splitmix64).
struct Random(u64);

impl Random {
    fn choose(&mut self, points: &[Point]) -> Option<Point> {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut word = self.0;
        word = (word ^ word >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        word = (word ^ word >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
        word ^= word >> 31;
        (!points.is_empty()).then(|| points[(word % points.len() as u64) as usize])
    }
}
