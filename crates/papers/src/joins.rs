//! Answers about connections on small boards, beside an exhaustive judge: rows of `tesuji reproduce life`.
//!
//! The [judge](tesuji_judge::joins) plays by the rules of Go alone. Each board is asked about at the desk with every first move judged.

use std::collections::BTreeMap;

use tesuji_ask::connect::{ConnectAnswer, ConnectQuestion, ConnectSide, ConnectVerdict};
use tesuji_ask::{AskedPosition, Side, point_name};
use tesuji_board::Color;
use tesuji_job::{Progress, Watch};
use tesuji_judge::joins::{Board, Example, Fate, First, boards};

use crate::row::Row;
use crate::{Ended, asked, broken};

/// The boards are the same in every version.
const SEED: u64 = 2;
/// Nodes for one question.
const NODES: u64 = 1_000_000;

const CLAIMS: [&str; 3] = ["verdicts", "terms of kos", "first moves"];
const PLACE: &str = "connections";

/// So many answers about connections beside the judge: rows, and remarks about what differs.
pub(crate) fn compare(count: usize, watch: &Watch) -> Result<(Vec<Row>, Vec<String>), Ended> {
    let mut tally = Tally::default();
    for (number, example) in boards(SEED, watch).take(count).enumerate() {
        watch.look(|| Progress::counted("judging connections", number as u64, Some(count as u64)))?;
        tally.ask(&example?, watch)?;
    }
    Ok((tally.rows(), tally.remarks))
}

/// What was counted.
#[derive(Default)]
struct Tally {
    boards: u64,
    /// Claims that hold and that do not.
    right: [u64; 3],
    wrong: [u64; 3],
    unknown: u64,
    undecided: u64,
    verdicts: BTreeMap<&'static str, u64>,
    nodes: u64,
    remarks: Vec<String>,
}

impl Tally {
    fn ask(&mut self, example: &Example, watch: &Watch) -> Result<(), Ended> {
        let board = &example.board;
        let topology = &board.diagram.setup.topology;
        self.boards += 1;
        let question = ConnectQuestion {
            position: AskedPosition::of_diagram(&board.diagram),
            strings: board.ends.iter().map(|&end| topology.name_of(end).to_string()).collect(),
            all: true,
            ..ConnectQuestion::default()
        };
        let (answer, nodes) = asked::connect(question, NODES, watch)?;
        self.nodes += nodes;
        for color in Color::BOTH {
            let Some(side) = answer.first(Side::from(color)) else {
                return Err(broken("an answer without one of the sides"));
            };
            self.compare(board, color, side, &example.first[color.index()], &answer);
        }
        Ok(())
    }

    fn compare(
        &mut self,
        board: &Board,
        mover: Color,
        side: &ConnectSide,
        judged: &First,
        answer: &ConnectAnswer,
    ) {
        if side.verdict == ConnectVerdict::Unknown {
            self.unknown += 1;
            return;
        }
        self.undecided += u64::from(!side.undecided.is_empty());
        *self.verdicts.entry(side.verdict.word()).or_default() += 1;
        let verdict = match judged.fate {
            Fate::Joined => ConnectVerdict::Connected,
            Fate::Ko => ConnectVerdict::Ko,
            Fate::Cut => ConnectVerdict::Cut,
        };
        let terms = side.ko.map(|ko| {
            (ko.without_threats == ConnectVerdict::Connected, Some(ko.threats), Color::from(ko.needed_by))
        });
        let their_terms = judged.ko.map(|ko| (ko.without_threats, ko.threats, ko.needed_by));
        let conditions = &answer.conditions;
        let is_assumed = conditions.open || conditions.safe.iter().any(|wall| !wall.stated && !wall.proved);
        let holds = [
            side.verdict == verdict && !is_assumed,
            terms == their_terms,
            same_moves(board, mover, side, judged, &conditions.field),
        ];
        for (at, holds) in holds.into_iter().enumerate() {
            if at == 1 && their_terms.is_none() && terms.is_none() {
                continue;
            }
            (if holds { &mut self.right } else { &mut self.wrong })[at] += 1;
        }
        if holds.contains(&false) {
            let ends = board.ends.map(|end| board.diagram.setup.topology.name_of(end).to_string());
            self.remarks.push(format!(
                "{} of {}, {mover} first: claimed {:?} {:?}, moves {}, undecided {}\njudged {:?} {:?}, moves {}\n{}",
                ends.join(" and "),
                board.owner,
                side.verdict,
                side.ko,
                side.moves.join(" "),
                side.undecided.join(" "),
                judged.fate,
                judged.ko,
                names(board, judged).join(" "),
                board.diagram,
            ));
        }
    }

    fn rows(&self) -> Vec<Row> {
        let mut rows = vec![Row::shown(PLACE, "boards", None, self.boards.to_string())];
        for (at, what) in CLAIMS.into_iter().enumerate() {
            let (right, wrong) = (self.right[at], self.wrong[at]);
            rows.push(Row::checked(PLACE, what, format!("{right} right, {wrong} wrong"), wrong == 0));
        }
        rows.push(Row::checked(PLACE, "unknown", self.unknown.to_string(), self.unknown == 0));
        let undecided = "answers with first moves not judged";
        rows.push(Row::checked(PLACE, undecided, self.undecided.to_string(), self.undecided == 0));
        for (verdict, times) in &self.verdicts {
            rows.push(Row::shown(PLACE, format!("answers: {verdict}"), None, times.to_string()));
        }
        rows.push(Row::shown(PLACE, "nodes", None, self.nodes.to_string()));
        rows
    }
}

/// The judge's first moves by name.
fn names(board: &Board, judged: &First) -> Vec<String> {
    let topology = &board.diagram.setup.topology;
    let mut names: Vec<String> = judged.moves.iter().map(|&step| point_name(topology, step)).collect();
    names.sort();
    names
}

/// Whether the moves are those of the judge. Where the mover cannot change anything for the better, none are told. A move outside of
/// what was read, behind stones that are never captured, is a pass.
fn same_moves(board: &Board, mover: Color, side: &ConnectSide, judged: &First, field: &[String]) -> bool {
    let helpless = if mover == board.owner { Fate::Cut } else { Fate::Joined };
    if judged.fate == helpless {
        return side.moves.is_empty();
    }
    let mut ours = side.moves.clone();
    ours.sort();
    let theirs = names(board, judged);
    let is_pass = |name: &String| !field.contains(name) && ours.iter().any(|step| step == "pass");
    let is_told = |name: &String| ours.contains(name) || side.undecided.contains(name) || is_pass(name);
    ours.iter().all(|name| theirs.contains(name)) && theirs.iter().all(is_told)
}
