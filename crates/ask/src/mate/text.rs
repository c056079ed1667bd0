//! An answer about a mate in words.

use std::fmt::Write as _;

use tesuji_shogi::{Color, Position, Square, hand_pieces};

use super::solve::{read, side};
use super::{MateAnswer, MateQuestion, MateVerdict};
use crate::answer::Answer;
use crate::layout::{paragraph, play_paragraph};
use crate::words::Step;

pub(crate) fn text(question: &MateQuestion, found: &MateAnswer, answer: &Answer) -> String {
    let mut text = String::new();
    let mut first = found.attacker;
    if let Ok(position) = read(&question.sfen) {
        first = side(position.turn());
        text += &diagram(&position);
        text.push('\n');
    }
    text += &paragraph("", &format!("{}: {}.", headline(found), found.why));
    if question.cooks && found.verdict == MateVerdict::Mate {
        let moves = if found.moves.is_empty() { "none".into() } else { found.moves.join(" ") };
        text += &paragraph("first moves that mate: ", &moves);
    }
    if !found.undecided.is_empty() {
        text += &paragraph("first moves not judged: ", &found.undecided.join(" "));
    }
    if !found.line.is_empty() {
        let steps: Vec<Step> = found.line.iter().map(|step| Step::Place(step.clone())).collect();
        text += &play_paragraph("line: ", first, &steps);
        text += &paragraph(" kif: ", &found.kif.join(" "));
    }
    if let Some(nodes) = answer.nodes {
        let _ = writeln!(text, "nodes: {nodes}");
    }
    text
}

/// The verdict without its reason.
fn headline(found: &MateAnswer) -> String {
    let attacker = found.attacker.capital();
    match (found.verdict, found.plies) {
        (MateVerdict::NoMate, _) => format!("{attacker} does not mate"),
        (MateVerdict::Unknown, _) => format!("It is not known whether {attacker} mates"),
        (MateVerdict::Mate, Some(0)) => format!("{} is mate", found.attacker.opponent().capital()),
        (MateVerdict::Mate, plies) => {
            let plies = match plies {
                Some(1) => " in 1 ply".into(),
                Some(plies) => format!(" in {plies} plies"),
                None => String::new(),
            };
            let longest = if found.order == Some(1) { "" } else { " against the longest resistance" };
            let shortest = if found.shortest == Some(true) { ", the shortest mate" } else { "" };
            format!("{attacker} mates{plies}{longest}{shortest}")
        }
    }
}

/// The board in plain characters: capital letters for Black, small ones for White.
pub(crate) fn diagram(position: &Position) -> String {
    let mut text = String::from("   9  8  7  6  5  4  3  2  1\n");
    for rank in 1..=9 {
        text.push(' ');
        for file in (1..=9).rev() {
            let piece = Square::new(file, rank).and_then(|square| position.piece(square));
            let shown = piece.map_or(".".into(), |piece| piece.to_string());
            let _ = write!(text, "{shown:>3}");
        }
        let _ = writeln!(text, "  {}", char::from(b'a' + rank - 1));
    }
    for color in Color::BOTH {
        let pieces: Vec<String> = hand_pieces(position.hand(color))
            .map(
                |(kind, count)| {
                    if count > 1 { format!("{count}{}", kind.letter()) } else { kind.letter().into() }
                },
            )
            .collect();
        if !pieces.is_empty() {
            let _ = writeln!(text, "{color} holds {}", pieces.join(" "));
        }
    }
    let _ = writeln!(text, "{} to move", position.turn());
    text
}
