//! From a record to what was missed in it.

use tesuji_board::{Color, Topology};
use tesuji_formats::SgfTree;
use tesuji_job::Why;
use tesuji_review as review;
use tesuji_review::{Asking, Grade, Missed, follow};

use super::record::{annotated, problems};
use super::{
    LEAST, ReviewAnswer, ReviewFate, ReviewGroup, ReviewKind, ReviewMoment, ReviewOpen, ReviewPoint,
    ReviewQuestion, ReviewStake,
};
use crate::desk::{Ended, Rest, Solved, Work};
use crate::fault::Fault;
use crate::words::{Step, point_name, point_names};

pub(crate) fn solve(question: &ReviewQuestion, work: &Work<'_>) -> Result<Solved<ReviewAnswer>, Ended> {
    if work.style.is_some() {
        return Err(
            Fault::in_field("picture", "a game has no picture: ask about one of its positions").into()
        );
    }
    let (tree, warnings) = question.position.record(work)?;
    let moves = tree.main_line_moves().map_err(|error| question.position.fault(&error))?;
    let number = |field: &str, asked: Option<u32>| match asked {
        Some(number) if number == 0 || number as usize > moves.len() => Err(Fault::in_field(
            field,
            format!("the game has {} moves, there is no move {number}", moves.len()),
        )),
        asked => Ok(asked.map(|number| number as usize)),
    };
    let asking = Asking {
        from: number("from", question.from)?.unwrap_or(1),
        to: number("to", question.to)?.unwrap_or(usize::MAX),
        least: question.least.unwrap_or(LEAST) as usize,
    };
    if asking.from > asking.to {
        return Err(Fault::in_field("from", "the first move is after the last one").into());
    }
    let followed = follow(&tree, &asking, &work.limits, work.watch, &mut |_| {});
    let followed = followed.map_err(|error| question.position.fault(&error))?;
    let board = tree.board().map_err(|error| question.position.fault(&error))?;
    let told: Vec<ReviewMoment> =
        followed.moments.iter().map(|moment| moment_of(&board, &tree, moment)).collect();
    let mut why = followed.ended;
    let mut nodes = followed.nodes.0;
    let made = match (question.problems, why) {
        (true, None) => {
            let made = problems(&tree, &followed.moments, work);
            nodes += made.nodes;
            why = made.ended;
            Some(made.text)
        }
        (true, Some(_)) => Some(String::new()),
        _ => None,
    };
    let sgf = question.sgf.then(|| annotated(&tree, &board, &followed.moments, &told).write());
    // A review of which a part is not known is an answer; only what ended it early is a reason.
    let groups = followed.last.iter().map(|fact| {
        let fate = |mover: Color| fact.first[mover.index()].known().map_or(ReviewFate::Unknown, fate);
        ReviewGroup {
            color: fact.color.into(),
            at: board.name_of(fact.at).to_string(),
            stones: fact.stones.len() as u32,
            black_first: fate(Color::Black),
            white_first: fate(Color::White),
        }
    });
    let open = followed.undecided.iter().map(|open| ReviewOpen {
        color: open.color.into(),
        at: board.name_of(open.at).to_string(),
        from: open.from as u32,
        to: open.to as u32,
    });
    let numbers = |pair: [usize; 2]| pair.map(|number| number as u32);
    let graph = followed.graph.iter().map(|one| ReviewPoint {
        number: one.number as u32,
        dead: numbers(one.dead),
        unsettled: numbers(one.unsettled),
        unknown: numbers(one.unknown),
    });
    let found = ReviewAnswer {
        moments: told,
        groups: groups.collect(),
        undecided: open.collect(),
        graph: graph.collect(),
        judged: followed.judged as u32,
        nodes_anew: followed.nodes.1,
        sgf,
        problems: made,
    };
    Ok(Solved { found, rest: Rest { nodes: Some(nodes), warnings, why, ..Rest::default() } })
}

fn moment_of(board: &Topology, tree: &SgfTree, moment: &review::Moment) -> ReviewMoment {
    let own = moment.missed != Missed::Take;
    let of_owner = |grade: Grade| fate(if own { grade } else { grade.of_other() });
    let moves = tree.main_line_moves().unwrap_or_default();
    let node = moves.get(moment.number - 1).map_or(0, |one| one.node.index());
    ReviewMoment {
        number: moment.number as u32,
        color: moment.color.into(),
        played: point_name(board, moment.played),
        kind: match moment.missed {
            Missed::Save => ReviewKind::Save,
            Missed::Take => ReviewKind::Take,
            Missed::Needless => ReviewKind::Needless,
        },
        at: board.name_of(moment.at).to_string(),
        stake: ReviewStake {
            stones: point_names(board, moment.stones.iter()),
            points: moment.points() as u32,
        },
        before: of_owner(moment.before),
        after: of_owner(moment.after),
        right: moment.right.iter().map(|&point| point_name(board, point)).collect(),
        line: Step::alternating(board, moment.color.opponent(), moment.line.iter().copied()),
        better: Step::alternating(board, moment.color, moment.better.iter().copied()),
        punished: moment.punished,
        again: moment.again as u32,
        quick: moment.captured,
        open: moment.open,
        assumed: point_names(board, moment.assumed.iter().copied()),
        node,
    }
}

/// What becomes of stones, by how good it is for their owner.
fn fate(grade: Grade) -> ReviewFate {
    match grade {
        Grade::WORKS => ReviewFate::Lives,
        Grade::FAILS => ReviewFate::Dies,
        Grade::ESCAPES => ReviewFate::Escapes,
        grade if grade.is_seki() => ReviewFate::Seki,
        _ => ReviewFate::Ko,
    }
}

/// Problems that were made.
pub(super) struct Made {
    pub(super) text: String,
    pub(super) nodes: u64,
    pub(super) ended: Option<Why>,
}
