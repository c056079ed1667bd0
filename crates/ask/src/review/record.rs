//! A review as records: the game with comments and variations, and problems made of its moments.

use tesuji_board::{Color, Mark, Point, PointSet, Topology};
use tesuji_formats::{Format, Moment as At, NodeId, SgfTree, Value, read_sgf_text, write};
use tesuji_job::Why;
use tesuji_review::{Aim, Asked, Doubt, Grade, Judge as _, Judged, Missed, Moment, check};

use super::ReviewMoment;
use super::solve::Made;
use super::text::sentence;
use crate::check::Desk;
use crate::desk::Work;
use crate::words::Side;

/// The game with what was missed at the moves: a comment, the line that follows, and the right move as a variation.
pub(super) fn annotated(
    tree: &SgfTree,
    board: &Topology,
    moments: &[Moment],
    told: &[ReviewMoment],
) -> SgfTree {
    let mut tree = tree.clone();
    let moves = tree.main_line_moves().unwrap_or_default();
    for (moment, told) in moments.iter().zip(told) {
        let Some(played) = moves.get(moment.number - 1) else { continue };
        let before = tree.comment(played.node).map(|comment| format!("{}\n\n", comment.trim_end()));
        let text = format!("{}tesuji: {}.", before.unwrap_or_default(), sentence(told));
        tree.set_comment(played.node, &text);
        add(&mut tree, board, played.node, moment.color.opponent(), &moment.line, "What follows.");
        let Some(parent) = tree.parent(played.node) else { continue };
        let right = moment.right.first().copied().flatten();
        let better: Vec<Option<Point>> = if moment.better.first() == Some(&right) {
            moment.better.clone()
        } else {
            right.into_iter().map(Some).collect()
        };
        add(&mut tree, board, parent, moment.color, &better, "Right.");
    }
    tree
}

/// Adds a line as a variation, with a comment at its first move.
fn add(
    tree: &mut SgfTree,
    board: &Topology,
    after: NodeId,
    first: Color,
    line: &[Option<Point>],
    comment: &str,
) {
    let mut node = after;
    for (index, (&point, color)) in line.iter().zip([first, first.opponent()].into_iter().cycle()).enumerate()
    {
        node = tree.add_child(node);
        let value = point.map_or_else(String::new, |point| letters(board, point));
        tree.set(node, if color == Color::Black { "B" } else { "W" }, [Value::new(&value)]);
        if index == 0 {
            tree.set_comment(node, comment);
        }
    }
}

/// A point of a rectangular board as SGF writes it.
fn letters(board: &Topology, point: Point) -> String {
    let columns = board.rectangle().map_or(1, |(columns, _)| columns);
    let letter = |at: usize| match at {
        0..26 => char::from(b'a' + at as u8),
        _ => char::from(b'A' + (at - 26) as u8),
    };
    [point.index() % columns, point.index() / columns].into_iter().map(letter).collect()
}

/// The moments with exactly one right first move as problems. Each is checked as `check` does it, so that none goes out in which that
/// would find something.
pub(super) fn problems(tree: &SgfTree, moments: &[Moment], work: &Work<'_>) -> Made {
    let mut made = Made { text: String::new(), nodes: 0, ended: None };
    for moment in moments.iter().filter(|moment| moment.missed != Missed::Needless) {
        if let Err(why) = work.watch.check() {
            made.ended = Some(why);
            break;
        }
        if let Some(problem) = problem(tree, moment, work, &mut made.nodes) {
            made.text += &problem.write();
        }
    }
    made
}

fn problem(tree: &SgfTree, moment: &Moment, work: &Work<'_>, nodes: &mut u64) -> Option<SgfTree> {
    let at = if moment.number == 1 { At::Problem } else { At::AfterMove(moment.number - 1) };
    let mut diagram = tree.diagram(at).ok()?;
    let solver = moment.color;
    if diagram.setup.to_move != solver {
        diagram.setup.to_move = solver;
        diagram.setup.ko = None;
    }
    diagram.marks.clear();
    diagram.labels.clear();
    let (aim, goal) = match moment.missed {
        Missed::Save => (Aim::Live, "live"),
        Missed::Take if moment.captured => (Aim::Capture, "capture"),
        _ => (Aim::Kill, "kill"),
    };
    let target: PointSet = [moment.at].into_iter().collect();
    diagram.marks.insert(moment.at, Mark::Triangle);
    let none = PointSet::new();
    let asked = Asked {
        diagram: &diagram,
        solver,
        aim,
        target: &target,
        safe: &none,
        mover: solver,
        every_move: true,
    };
    let judged = Desk { work }.judge(&asked).ok()?;
    *nodes += judged.nodes;
    let (Ok(Grade::WORKS), [Some(right)], []) = (judged.grade, &judged.moves[..], &judged.undecided[..])
    else {
        return None;
    };
    let text = write(&diagram, Format::Sgf).ok()?;
    let mut problem = read_sgf_text(&text).ok()?.games.into_iter().next()?;
    let root = NodeId::ROOT;
    problem.set(root, "GN", [Value::new(&format!("Move {}", moment.number))]);
    let words =
        format!("{} to {goal}.\n\n{}", Side::from(solver).capital(), difficulty(&diagram.setup, &judged));
    problem.set_comment(root, &words);
    let line =
        if judged.line.first() == Some(&Some(*right)) { judged.line.clone() } else { vec![Some(*right)] };
    let board = &diagram.setup.topology;
    add(&mut problem, board, root, solver, &line[..1], "Correct.");
    let checked = check(&problem, &mut Desk { work });
    *nodes += checked.nodes;
    let is_over = |doubt: &Doubt| matches!(doubt, Doubt::Why(Why::Stopped | Why::Time));
    let ended = checked.findings.iter().filter_map(|finding| finding.doubt.as_ref()).any(is_over);
    (checked.findings.is_empty() && !ended).then_some(problem)
}

/// How hard a problem is, measured: how long the reading took, how deep it goes, how many first moves look possible and fail.
fn difficulty(setup: &tesuji_board::Setup, judged: &Judged) -> String {
    let depth = judged.line.iter().rposition(Option::is_some).map_or(1, |last| last + 1);
    // Empty points of the area beside a stone are where one looks first.
    let board = &setup.topology;
    let beside = |point: Point| board.neighbors(point).iter().any(|&near| setup.stone(near).is_some());
    let open = judged.group.iter().filter(|&point| setup.stone(point).is_none() && beside(point)).count();
    let wrong = open.saturating_sub(1);
    format!("Difficulty: {} nodes, {depth} moves deep, {wrong} first moves that fail.", judged.nodes)
}
