//! A proof or a refutation as an SGF tree. What two lines have in common is written once.

use tesuji_board::{Color, Diagram};
use tesuji_capture::{MOST_THREATS, Move, THREATS};
use tesuji_formats::{Error, NodeId, SgfTree, write_sgf};
use tesuji_search::{Evidence, Step, Target};

use super::{CaptureAnswer, CaptureVerdict};
use crate::fault::Fault;
use crate::words::Side;

/// Nodes of the largest tree that is written.
const MOST_NODES: usize = 50_000;

/// A tree with the position and nothing else.
pub(super) fn begun(diagram: &Diagram) -> Result<SgfTree, Fault> {
    SgfTree::from_diagram(diagram).map_err(|error| fault(&error))
}

fn fault(error: &Error) -> Fault {
    Fault::in_field("proof", format!("a proof is written as SGF: {}", error.problem))
}

/// The words at the root: the verdict, and which play the tree shows.
pub(super) fn comment(sentence: &str, found: &CaptureAnswer) -> String {
    let mover = found.first.of(found.color);
    // The lines show what follows for the mover: with the threats that he needs, or against those that do not yet help.
    let kos = match (found.verdict, found.code, found.threats) {
        (CaptureVerdict::Ko, Some(3), count) => {
            format!(" In these lines {}.", having(mover, count.unwrap_or(MOST_THREATS)))
        }
        (CaptureVerdict::Ko, _, Some(1)) => " In these lines nobody has a ko threat.".into(),
        (CaptureVerdict::Ko, _, count) => {
            let count = count.map_or(THREATS, |count| count - 1);
            format!(" In these lines {}.", having(mover.opponent(), count))
        }
        _ => String::new(),
    };
    format!("{sentence}.{kos}")
}

fn having(side: Side, count: u8) -> String {
    let threats = if count == 1 { "one ko threat".to_string() } else { format!("{count} ko threats") };
    format!("{} has {threats}", side.capital())
}

/// The tree with all lines of the evidence, as SGF. The board has so many points; a move beyond them, in the eye of a wall, is a pass.
pub(super) fn written(
    mut tree: SgfTree,
    comment: &str,
    evidence: &Evidence<Move>,
    mover: Color,
    points: usize,
) -> Result<String, Fault> {
    let complete = branch(&mut tree, evidence, mover, points).map_err(|error| fault(&error))?;
    let cut = if complete { "" } else { " The tree is larger than this file: some lines end early." };
    tree.set_comment(NodeId::ROOT, &format!("{comment}{cut}"));
    Ok(write_sgf(&[tree]))
}

/// Adds the moves; whether there was room for all of them.
fn branch(tree: &mut SgfTree, evidence: &Evidence<Move>, mover: Color, points: usize) -> Result<bool, Error> {
    let mut written = vec![false; evidence.nodes.len()];
    let mut work = vec![(NodeId::ROOT, evidence.root, mover)];
    while let Some((parent, target, color)) = work.pop() {
        let Target::Node(index) = target else { continue };
        if std::mem::replace(&mut written[index], true) {
            tree.set_comment(parent, "as in another variation");
            continue;
        }
        for edge in &evidence.nodes[index].edges {
            if tree.len() >= MOST_NODES {
                return Ok(false);
            }
            let step = match edge.step {
                Step::Move(step) => step.filter(|point| point.index() < points),
                Step::Pass => None,
            };
            let child = tree.add_move(parent, color, step)?;
            work.push((child, edge.target, color.opponent()));
        }
    }
    Ok(true)
}
