//! Why, in words.
//!
//! Sentences for people, one rule at a time: the sum, what the side to move reaches, what it has to reach, the count at the
//! end. Programs read the numbers instead.

use tesuji_board::Color;

use crate::answer::Count;
use crate::product::Ko;
use crate::race::{EyeClass, Race};
use crate::verdict::{CooledSum, Outcome};

fn capital(color: Color) -> &'static str {
    match color {
        Color::Black => "Black",
        Color::White => "White",
    }
}

fn plural(count: u32, one: &str) -> String {
    if count == 1 { format!("1 {one}") } else { format!("{count} {}", one.replace("liberty", "liberties")) }
}

/// Who wins, in one sentence.
#[must_use]
pub fn headline(first: Color, outcome: Outcome) -> String {
    let first = capital(first);
    match outcome.winner() {
        Some(winner) => format!("{first} first: {} wins the race.", capital(winner)),
        None => format!("{first} first: seki, neither block is captured."),
    }
}

/// Numbers of threats in words.
const NUMBERS: [&str; 9] = ["no", "one", "two", "three", "four", "five", "six", "seven", "eight"];

/// A race that depends on a ko: who wins without threats, who has to find the first one, and how many turn the race.
#[must_use]
pub fn ko(ko: &Ko) -> String {
    let threatens = ko.must_threaten();
    let mut told = match ko.without_threats.winner() {
        Some(winner) => format!("{} wins by ko", capital(winner)),
        None => "Without threats neither block is captured".to_string(),
    };
    told.push_str(&format!(": {} must find the first threat", capital(threatens)));
    for side in [threatens, threatens.opponent()] {
        let Some(count) = ko.needs[side.index()] else { continue };
        let threats = match usize::from(count) {
            1 => "one threat".to_string(),
            count => format!("{} threats", NUMBERS.get(count).copied().unwrap_or("many")),
        };
        let then = match ko.with_threats[side.index()].winner() {
            Some(winner) => format!("{} wins", capital(winner)),
            None => "neither block is captured".to_string(),
        };
        let whose = if ko.with_threats[side.index()] == Outcome::win_of(side) {
            String::new()
        } else {
            format!(" of {}", capital(side))
        };
        told.push_str(&format!("; with {threats} more{whose} {then}"));
    }
    told.push('.');
    if threatens.opponent() == ko.without_threats.winner().unwrap_or(threatens) {
        told.push_str(&format!(" {} can wait.", capital(threatens.opponent())));
    }
    told
}

/// The rule that was applied and its numbers (paper 000, figures 8 and 9).
#[must_use]
pub fn rule(race: &Race, sum: &CooledSum, sum_text: &str, first: Color) -> String {
    let adjusted = if first == Color::Black { sum.black } else { -sum.white };
    let name = capital(first);
    let near = match first {
        Color::Black => format!("{} is the smallest integer not below it", sum.black),
        Color::White => format!("{} is the largest integer not above it", sum.white),
    };
    let reach =
        format!("The cooled sum is {sum_text} and {near}, so {name} is {adjusted} ahead with the move.");
    let shared = race.shared;
    let [black, white] = race.eyes;
    let need = if black != white {
        let (attacker, owner) = if black < white { (Color::Black, "White") } else { (Color::White, "Black") };
        if attacker == first {
            format!(
                "{owner} has the better eye, so {name} has to fill all shared liberties and needs to be at least {shared} ahead; there is no seki."
            )
        } else {
            format!(
                "{name} has the better eye, so {} has to fill all shared liberties and wins only if {name} is more than {shared} behind; there is no seki.",
                capital(attacker)
            )
        }
    } else if shared == 0 {
        format!("Without shared liberties {name} wins by being at least 0 ahead.")
    } else {
        let fill = if black == EyeClass::None { shared - 1 } else { shared };
        format!(
            "With {} the attacker has to fill {fill} of them: at least {fill} ahead wins, more than {fill} behind loses, \
             anything between is seki.",
            plural(shared, "shared liberty")
        )
    };
    format!("{reach} {need}")
}

/// The count at the end of the line.
#[must_use]
pub fn count(count: &Count, outcome: Outcome) -> String {
    let after = match count.moves {
        0 => "Only plain liberties are left".to_string(),
        1 => "After 1 move only plain liberties are left".to_string(),
        moves => format!("After {moves} moves only plain liberties are left"),
    };
    let shared = if count.shared == 0 { String::new() } else { format!(", {} shared", count.shared) };
    let mover = capital(count.to_move);
    let tail = match outcome.winner() {
        None => "neither can finish the other".to_string(),
        Some(winner) => {
            let difference = i64::from(count.black) - i64::from(count.white);
            let ahead = if winner == Color::Black { difference } else { -difference };
            // The side to move is half a move ahead: with equal counts it is the first to finish.
            let moves = if winner == count.to_move { ahead + 1 } else { ahead };
            match (count.shared, moves) {
                (0, 1) => format!("{} wins by one move", capital(winner)),
                (0, 2..) => format!("{} wins by {moves} moves", capital(winner)),
                _ => format!("{} wins", capital(winner)),
            }
        }
    };
    format!("{after}, {mover} to move: Black {}, White {}{shared}: {tail}.", count.black, count.white)
}
