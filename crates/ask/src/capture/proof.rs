//! A proof or a refutation as an SGF tree. What two lines have in common is written once.

use tesuji_board::{Color, Diagram};
use tesuji_capture::Move;
use tesuji_formats::{Error, NodeId, SgfTree, write_sgf};
use tesuji_search::{Evidence, Step, Target};

use super::{CaptureAnswer, CaptureVerdict, Role};
use crate::fault::Fault;

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
    let kos = match (found.verdict, found.first, found.code) {
        (CaptureVerdict::Ko, Role::Attacker, Some(3)) => {
            format!(" In these lines {} wins every ko.", found.color.opponent().capital())
        }
        (CaptureVerdict::Ko, ..) => " In these lines nobody has a ko threat.".into(),
        _ => String::new(),
    };
    format!("{sentence}.{kos}")
}

/// The tree with all lines of the evidence, as SGF.
pub(super) fn written(
    mut tree: SgfTree,
    comment: &str,
    evidence: &Evidence<Move>,
    mover: Color,
) -> Result<String, Fault> {
    let complete = branch(&mut tree, evidence, mover).map_err(|error| fault(&error))?;
    let cut = if complete { "" } else { " The tree is larger than this file: some lines end early." };
    tree.set_comment(NodeId::ROOT, &format!("{comment}{cut}"));
    Ok(write_sgf(&[tree]))
}

/// Adds the moves; whether there was room for all of them.
fn branch(tree: &mut SgfTree, evidence: &Evidence<Move>, mover: Color) -> Result<bool, Error> {
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
                Step::Move(step) => step,
                Step::Pass => None,
            };
            let child = tree.add_move(parent, color, step)?;
            work.push((child, edge.target, color.opponent()));
        }
    }
    Ok(true)
}
