//! From a question about a mate to its answer.

use tesuji_draw::shogi_svg;
use tesuji_shogi as shogi;
use tesuji_shogi::{Color, Cooks, Length, Move, Position, QuestionError, Solution, Verdict, kif_line};

use super::picture::picture;
use super::{MateAnswer, MateQuestion, MateVerdict};
use crate::capture::Algorithm;
use crate::desk::{Rest, Solved, Work};
use crate::fault::Fault;
use crate::layout::counted;
use crate::words::Side;

pub(crate) fn solve(question: &MateQuestion, work: &Work<'_>) -> Result<Solved<MateAnswer>, Fault> {
    let position = read(&question.sfen)?;
    let asked = asked(question, &position);
    let solution = shogi::solve(&position, &asked, &work.limits, work.watch).map_err(|error| {
        let field = match error {
            QuestionError::Order(_) => "order",
            _ if question.attacker.is_some() => "attacker",
            _ => "sfen",
        };
        Fault::in_field(field, error)
    })?;
    let mut found = answer(&position, asked.attacker, &solution);
    let mut nodes = solution.spent();
    let mut reason = match solution.verdict {
        Verdict::Unknown { why } => Some(why),
        _ => None,
    };
    if let Some(why) = solution.shortening_ended {
        found.why += &format!("; there may be a shorter mate: {why}");
        reason = reason.or(Some(why));
    }
    if question.cooks {
        let all = first_moves(&position, &asked, &solution, nodes, work);
        nodes = nodes.saturating_add(all.nodes);
        let other = |step: &&Move| solution.line.first() != Some(*step);
        found.moves.extend(all.moves.iter().filter(other).map(Move::to_string));
        found.undecided = all.undecided.iter().filter(other).map(Move::to_string).collect();
        if let (Some(why), false) = (all.why, found.undecided.is_empty()) {
            found.why += &format!("; not all first moves are judged: {why}");
            reason = reason.or(Some(why));
        }
    }
    let svg = work.style.as_ref().map(|style| shogi_svg(&picture(&position, &solution), style));
    Ok(Solved {
        found,
        rest: Rest { nodes: Some(nodes), svg, warnings: Vec::new(), why: reason, limits: None },
    })
}

pub(crate) fn read(sfen: &str) -> Result<Position, Fault> {
    sfen.parse().map_err(|error: shogi::SfenError| {
        let fault = Fault::in_field("sfen", &error);
        match error.column {
            Some(column) => fault.at(sfen, column),
            None => fault,
        }
    })
}

fn asked(question: &MateQuestion, position: &Position) -> shogi::Question {
    let usual = shogi::Question::of(position, question.order.unwrap_or(1));
    shogi::Question {
        attacker: match question.attacker {
            Some(Side::Black) => Color::Black,
            Some(Side::White) => Color::White,
            None => usual.attacker,
        },
        algorithm: match question.algorithm {
            Algorithm::Lambda => shogi::Algorithm::Lambda,
            Algorithm::Dfpn => shogi::Algorithm::Dfpn,
        },
        shortest: question.shortest,
        ..usual
    }
}

pub(crate) fn side(color: Color) -> Side {
    match color {
        Color::Black => Side::Black,
        Color::White => Side::White,
    }
}

fn answer(position: &Position, attacker: Color, solution: &Solution) -> MateAnswer {
    let line = &solution.line;
    let (verdict, order, plies) = match solution.verdict {
        Verdict::Mate { order, plies } => (MateVerdict::Mate, Some(order), u32::try_from(plies).ok()),
        Verdict::NoMate { order } => (MateVerdict::NoMate, Some(order), None),
        Verdict::Unknown { .. } => (MateVerdict::Unknown, None, None),
    };
    MateAnswer {
        sfen: position.to_string(),
        attacker: side(attacker),
        verdict,
        why: why(solution),
        order,
        up_to_order: solution.refuted,
        plies,
        shortest: (verdict == MateVerdict::Mate && solution.length == Length::Shortest).then_some(true),
        checked: solution.checked.is_some(),
        proof_positions: solution.checked.map(|positions| positions as u64),
        moves: line
            .first()
            .filter(|_| position.turn() == attacker)
            .map(Move::to_string)
            .into_iter()
            .collect(),
        undecided: Vec::new(),
        line: line.iter().map(Move::to_string).collect(),
        kif: kif_line(position, line),
    }
}

/// The reason for the verdict, or for not knowing.
fn why(solution: &Solution) -> String {
    let replayed = solution.checked.map(|positions| counted(positions, "position"));
    let refuted = |order: Option<u8>| match order {
        Some(1) => Some("there is no mate by checks"),
        Some(_) => Some("there is no mate by checks and no brinkmate"),
        None => None,
    };
    match solution.verdict {
        Verdict::Mate { order, .. } => {
            let mut why = String::from(match (order, solution.refuted) {
                (1, _) => "by checks alone",
                (_, Some(_)) => "a brinkmate, which nothing parries; checks alone do not suffice",
                (_, None) => "a brinkmate, which nothing parries; checks alone may suffice",
            });
            if let Some(replayed) = replayed {
                why += &format!("; all of it was replayed against every defence, {replayed}");
            }
            why
        }
        Verdict::NoMate { order } => {
            let mut why = format!("{}, all of it searched", refuted(Some(order)).unwrap_or_default());
            if let Some(replayed) = replayed {
                why += &format!("; the refutation was replayed, {replayed}");
            }
            why
        }
        Verdict::Unknown { why } => match refuted(solution.refuted) {
            Some(shown) => format!("{why}; shown before: {shown}"),
            None => format!("{why}; nothing was shown before"),
        },
    }
}

/// All first moves that mate and those that nobody has judged; where the verdict is not known, that is all of them.
fn first_moves(
    position: &Position,
    asked: &shogi::Question,
    solution: &Solution,
    spent: u64,
    work: &Work<'_>,
) -> Cooks {
    match solution.verdict {
        Verdict::Mate { order, .. } => {
            shogi::cooks(position, asked, order, &work.limits.after(spent), work.watch)
        }
        Verdict::NoMate { .. } => Cooks::default(),
        Verdict::Unknown { .. } if position.turn() != asked.attacker => Cooks::default(),
        Verdict::Unknown { .. } => {
            let undecided = if asked.order == 1 { position.checking_moves() } else { position.legal_moves() };
            Cooks { undecided, ..Cooks::default() }
        }
    }
}
