//! `tesuji reproduce life`: answers about life and death, and about connections, on small boards, beside an exhaustive judge.
//!
//! The [judge](tesuji_judge::life) plays by the rules of Go alone. Its boards are areas between walls that are stated to be safe, in which
//! life, seki and ko are in question. Each is asked about at the desk with every first move judged. Compared are the
//! verdict with either side moving first, the terms of a ko, and the first moves.

use std::collections::BTreeMap;

use tesuji_ask::capture::TargetStones;
use tesuji_ask::life::{LifeAnswer, LifeQuestion, LifeSide, LifeVerdict};
use tesuji_ask::{AskedPosition, Side};
use tesuji_board::Color;
use tesuji_job::{Progress, Watch};
use tesuji_judge::life::{Board, Example, Fate, Feature, First, boards};

use crate::asked;
use crate::row::{Reproduction, Row};
use crate::{Ended, broken, joins};

/// The boards are the same in every version.
const SEED: u64 = 1;
/// Boards of the short and of the long run.
const BOARDS: [usize; 2] = [300, 5_000];
/// Nodes for one question.
const NODES: u64 = 1_000_000;
/// In the long run every feature is met at least so often.
const OFTEN: u64 = 200;

const CLAIMS: [&str; 3] = ["verdicts", "terms of kos", "first moves"];
const PLACE: &str = "areas between walls";

const NOTES: &str = "\
Areas of 6 to 13 points between walls that are stated to be safe, judged by retrograde analysis over all positions that can come about,
with passes, bans and up to eight threats of either side; both sides move first. Right and wrong are claims. Features are read off lines of
best play and only say what the boards are about. Connections are judged in the same way, on areas of 6 to 10 points.
";

/// Answers about life and death beside the judge.
pub(crate) fn reproduce(long: bool, watch: &Watch) -> Result<Reproduction, Ended> {
    let count = BOARDS[usize::from(long)];
    let mut tally = Tally::default();
    for (number, example) in boards(SEED, watch).take(count).enumerate() {
        watch.look(|| Progress::counted("judging life and death", number as u64, Some(count as u64)))?;
        tally.ask(&example?, watch)?;
    }
    let mut rows = tally.rows(long);
    let (more, remarks) = joins::compare(count, watch)?;
    rows.extend(more);
    tally.remarks.extend(remarks);
    Ok(Reproduction { remarks: tally.remarks, notes: NOTES.to_string(), ..Reproduction::new(rows) })
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
    fates: BTreeMap<&'static str, u64>,
    features: BTreeMap<&'static str, u64>,
    nodes: u64,
    remarks: Vec<String>,
}

impl Tally {
    fn ask(&mut self, example: &Example, watch: &Watch) -> Result<(), Ended> {
        let board = &example.board;
        // An area may have parts that do not touch: all stones in them are the group.
        let setup = &board.diagram.setup;
        let own = |point: &&_| setup.stone(**point) == Some(board.defender);
        let stones = board.area.iter().filter(own).map(|&stone| setup.topology.name_of(stone).to_string());
        self.boards += 1;
        for feature in &example.features {
            *self.features.entry(feature.name()).or_default() += 1;
        }
        let question = LifeQuestion {
            position: AskedPosition::of_diagram(&board.diagram),
            group: Some(TargetStones::Several(stones.collect())),
            all: true,
            ..LifeQuestion::default()
        };
        let (answer, nodes) = asked::life(question, NODES, watch)?;
        self.nodes += nodes;
        for color in Color::BOTH {
            let Some(side) = answer.first(Side::from(color)) else {
                return Err(broken("an answer without one of the sides"));
            };
            self.compare(board, color, side, example.judged.first(color), &answer);
        }
        Ok(())
    }

    fn compare(&mut self, board: &Board, mover: Color, side: &LifeSide, judged: &First, answer: &LifeAnswer) {
        if side.verdict == LifeVerdict::Unknown {
            self.unknown += 1;
            return;
        }
        self.undecided += u64::from(!side.undecided.is_empty());
        *self.fates.entry(side.verdict.word()).or_default() += 1;
        let verdict = match judged.fate {
            Fate::Lives => LifeVerdict::Lives,
            Fate::Seki => LifeVerdict::Seki,
            Fate::Ko => LifeVerdict::Ko,
            Fate::Dies => LifeVerdict::Dies,
        };
        let terms = side.ko.map(|ko| {
            (ko.without_threats == LifeVerdict::Lives, Some(ko.threats), Color::from(ko.needed_by))
        });
        let their_terms = judged.ko.map(|ko| (ko.without_threats, ko.threats, ko.needed_by));
        let holds = [
            side.verdict == verdict
                && !answer.conditions.safe.iter().any(|wall| !wall.stated && !wall.proved),
            terms == their_terms,
            same_moves(board, mover, side, judged),
        ];
        for (at, holds) in holds.into_iter().enumerate() {
            if at == 1 && their_terms.is_none() && terms.is_none() {
                continue;
            }
            (if holds { &mut self.right } else { &mut self.wrong })[at] += 1;
        }
        if holds.contains(&false) {
            self.remarks.push(format!(
                "{mover} first: claimed {:?} {:?}, moves {}, undecided {}\njudged {:?} {:?}, moves {}\n{}",
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

    fn rows(&self, long: bool) -> Vec<Row> {
        let mut rows = vec![Row::shown(PLACE, "boards", None, self.boards.to_string())];
        for (at, what) in CLAIMS.into_iter().enumerate() {
            let (right, wrong) = (self.right[at], self.wrong[at]);
            rows.push(Row::checked(PLACE, what, format!("{right} right, {wrong} wrong"), wrong == 0));
        }
        rows.push(Row::checked(PLACE, "unknown", self.unknown.to_string(), self.unknown == 0));
        let undecided = "answers with first moves not judged";
        rows.push(Row::checked(PLACE, undecided, self.undecided.to_string(), self.undecided == 0));
        for (fate, times) in &self.fates {
            rows.push(Row::shown(PLACE, format!("answers: {fate}"), None, times.to_string()));
        }
        for feature in Feature::ALL {
            let times = self.features.get(feature.name()).copied().unwrap_or(0);
            let row = if long {
                Row::checked(PLACE, feature.name(), times.to_string(), times >= OFTEN)
            } else {
                Row::shown(PLACE, feature.name(), None, times.to_string())
            };
            rows.push(row);
        }
        rows.push(Row::shown(PLACE, "nodes", None, self.nodes.to_string()));
        rows
    }
}

/// The judge's first moves by name. A move outside of the area is a pass.
fn names(board: &Board, judged: &First) -> Vec<String> {
    let topology = &board.diagram.setup.topology;
    let name = |step: &Option<_>| tesuji_ask::point_name(topology, *step);
    let mut names: Vec<String> = judged.moves.iter().map(name).collect();
    names.sort();
    names
}

/// Whether the moves are those of the judge. Where the mover cannot change anything for the better, none are told.
fn same_moves(board: &Board, mover: Color, side: &LifeSide, judged: &First) -> bool {
    let helpless = if mover == board.defender { Fate::Dies } else { Fate::Lives };
    if judged.fate == helpless {
        return side.moves.is_empty();
    }
    let mut ours = side.moves.clone();
    ours.sort();
    let theirs = names(board, judged);
    let is_told = |name: &String| ours.contains(name) || side.undecided.contains(name);
    ours.iter().all(|name| theirs.contains(name)) && theirs.iter().all(is_told)
}
