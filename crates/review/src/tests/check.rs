//! The conventions of collections, one by one, and what is made of the answers of a judge.

use tesuji_board::{Color, Diagram, Point, PointSet};
use tesuji_formats::{SgfTree, read_sgf};
use tesuji_job::Why;

use crate::{Aim, Asked, Checked, Doubt, Grade, Judge, Judged, Kind, Problem, Said, check};

fn tree(sgf: &str) -> SgfTree {
    read_sgf(sgf.as_bytes()).expect("a record").games.remove(0)
}

fn problem(sgf: &str) -> Problem {
    Problem::read(&tree(sgf)).expect("a problem")
}

/// What is said of the moves, in the order of the record.
fn said(moves: &str) -> Vec<Said> {
    problem(&format!("(;SZ[9]AB[aa]AW[bb]PL[B]{moves})")).tries.iter().map(|one| one.said).collect()
}

const NOTHING: Said = Said::Nothing;

#[test]
fn the_goal_stands_in_comments() {
    let goal = |comment: &str, to_move: &str| {
        let problem = problem(&format!("(;SZ[9]AB[aa]AW[bb]PL[{to_move}]C[{comment}])"));
        (problem.solver, problem.aim)
    };
    let (black, white) = (Color::Black, Color::White);
    assert_eq!(goal("Black to live", "B"), (black, Some(Aim::Live)));
    assert_eq!(goal("White to play and kill.", "B"), (white, Some(Aim::Kill)));
    assert_eq!(goal("Black to kill the marked group, White to save it.", "B"), (black, Some(Aim::Kill)));
    assert_eq!(goal("Black to kill the marked group, White to save it.", "W"), (white, Some(Aim::Live)));
    assert_eq!(goal("Kill the white stones", "B"), (black, Some(Aim::Kill)));
    assert_eq!(goal("Can you connect?", "W"), (white, Some(Aim::Connect)));
    assert_eq!(goal("B to capture a stone", "B"), (black, Some(Aim::Capture)));
    assert_eq!(goal("黒先白死", "B"), (black, Some(Aim::Kill)));
    assert_eq!(goal("白先活", "B"), (white, Some(Aim::Live)));
    assert_eq!(goal("From a game of mine", "W"), (white, None));
    // What is captured or dead already is no goal.
    assert_eq!(goal("White has captured three stones.", "B"), (black, None));
}

#[test]
fn the_goal_follows_from_marks() {
    let marked = |marks: &str| {
        let problem = problem(&format!("(;SZ[9]AB[aa][cc]AW[bb][dd]PL[B]{marks})"));
        (problem.aim, problem.target.len())
    };
    assert_eq!(marked("TR[bb]"), (Some(Aim::Capture), 1));
    assert_eq!(marked("TR[aa]"), (Some(Aim::Escape), 1));
    assert_eq!(marked("TR[aa]SQ[bb]"), (Some(Aim::Race), 0));
    assert_eq!(marked("TR[aa]C[Black to live]"), (Some(Aim::Live), 1));
    // Marks on the other side's stones are hints of another kind.
    assert_eq!(marked("TR[aa]C[Black to kill]"), (Some(Aim::Kill), 0));
    assert_eq!(marked("TR[ee]"), (None, 0));
}

#[test]
fn ends_of_right_lines_are_marked() {
    use Said::{NotThis, Right, Wrong};
    // RIGHT at an end: the moves on the way are right, the others of the solver wrong.
    assert_eq!(said("(;B[cc];W[dd];B[ee]C[RIGHT])(;B[ff])"), [Right, NOTHING, Right, Wrong]);
    assert_eq!(
        said("(;B[cc](;W[dd];B[ee]C[That is RIGHT.])(;W[ee];B[dd]))"),
        [Right, NOTHING, Right, NOTHING, NOTHING]
    );
    assert_eq!(said("(;B[cc])(;B[dd]C[Correct!])"), [Wrong, Right]);
    assert_eq!(said("(;B[cc]C[正解])(;B[dd]C[失敗])"), [Right, Wrong]);
    // goproblems' other signs.
    assert_eq!(said("(;B[cc]C[RIGHT])(;B[dd]C[NOTTHIS])"), [Right, NotThis]);
    assert_eq!(said("(;B[cc]C[FORCE];W[dd]C[CHOICE];B[ee]C[RIGHT])"), [Right, NOTHING, Right]);
}

#[test]
fn moves_are_marked() {
    use Said::{Right, Wrong};
    // TE says that a move is good, and nothing of the others.
    assert_eq!(said("(;B[cc]TE[1])(;B[dd]BM[1])(;B[ee])"), [Right, Wrong, NOTHING]);
    assert_eq!(said("(;B[cc]BM[1];W[dd]TE[1])(;B[dd])"), [Wrong, NOTHING, Right]);
    assert_eq!(said("(;B[cc];W[dd]GB[1])(;B[dd];W[cc]GW[1])"), [Right, NOTHING, Wrong, NOTHING]);
    // A wrong line is wrong from where it leaves the right ones, and not before.
    assert_eq!(said("(;B[cc];W[dd](;B[ee]C[RIGHT])(;B[ff]C[Wrong]))"), [Right, NOTHING, Right, Wrong]);
    assert_eq!(said("(;B[cc];W[dd](;B[ee]C[Wrong])(;B[ff]))"), [Right, NOTHING, Wrong, Right]);
    assert_eq!(said("(;B[cc];W[dd];B[ee]C[Failure])(;B[ff])"), [Wrong, NOTHING, Wrong, Right]);
}

#[test]
fn without_marks_the_first_branch_is_right() {
    use Said::Right;
    assert_eq!(said("(;B[cc];W[dd];B[ee])(;B[dd])"), [Right, NOTHING, Right, NOTHING]);
    assert_eq!(said(""), []);
    // The first move stands with the stones.
    let sgf = "(;SZ[9];AB[aa]AW[bb]B[cc]C[Correct])";
    assert_eq!(problem(sgf).tries[0].said, Right);
}

#[test]
fn kos_and_sekis_are_spoken_of() {
    let spoken = |comment: &str| {
        let problem = problem(&format!("(;SZ[9]AB[aa];B[bb]C[{comment}])"));
        (problem.names_ko, problem.names_seki)
    };
    assert_eq!(spoken("Correct: a ko."), (true, false));
    assert_eq!(spoken("seki, no ko"), (true, true));
    assert_eq!(spoken("Komi is six"), (false, false));
    assert_eq!(spoken("コウ"), (true, false));
}

/// A judge who knows for each first move what it reaches; what follows a move is worth as much.
struct Table {
    /// Numbers of points, and the grades of moves there.
    worth: Vec<(u32, Result<Grade, Why>)>,
}

impl Table {
    fn best(&self) -> Result<Grade, Why> {
        self.worth.iter().filter_map(|one| one.1.ok()).max().ok_or(Why::Nodes)
    }
}

impl Judge for Table {
    fn group(&mut self, _: &Diagram, _: Option<Color>) -> Option<PointSet> {
        None
    }

    fn judge(&mut self, asked: &Asked<'_>) -> Result<Judged, Doubt> {
        let place = |number: u32| Point(number as u16);
        let played =
            self.worth.iter().find(|one| asked.diagram.setup.stone(place(one.0)) == Some(asked.solver));
        let of = |wanted: Result<Grade, Why>| {
            self.worth.iter().filter(move |one| one.1 == wanted).map(move |one| place(one.0))
        };
        let best = self.best();
        Ok(Judged {
            grade: if asked.mover == asked.solver {
                best
            } else {
                played.map_or(Ok(Grade::FAILS), |one| one.1)
            },
            moves: if best.is_ok() { of(best).map(Some).collect() } else { Vec::new() },
            undecided: of(Err(Why::Nodes)).collect(),
            line: Vec::new(),
            group: PointSet::new(),
            safe: PointSet::new(),
            nodes: 1,
        })
    }
}

fn checked(moves: &str, worth: &[(u32, Result<Grade, Why>)]) -> Checked {
    let sgf = format!("(;SZ[9]AB[ha]AW[hb]TR[hb]PL[B]C[Black to kill]{moves})");
    check(&tree(&sgf), &mut Table { worth: worth.to_vec() })
}

fn kinds(moves: &str, worth: &[(u32, Result<Grade, Why>)]) -> Vec<Kind> {
    checked(moves, worth).findings.iter().map(|finding| finding.kind).collect()
}

#[test]
fn verdicts_become_findings() {
    let (works, fails, open) = (Ok(Grade::WORKS), Ok(Grade::FAILS), Err(Why::Nodes));
    let (ko, worse) = (Ok(Grade::ko(3, false)), Ok(Grade::ko(1, false)));
    // aa is point 0, ba 1, ca 2.
    assert_eq!(kinds("(;B[aa]C[RIGHT])(;B[ba])", &[(0, works), (1, fails)]), []);
    assert_eq!(kinds("(;B[aa]C[RIGHT])(;B[ba])", &[(0, fails), (1, fails)]), [Kind::Impossible]);
    assert_eq!(kinds("(;B[aa]C[RIGHT])", &[(0, fails), (1, works)]), [Kind::Wrong]);
    assert_eq!(kinds("(;B[aa]C[RIGHT])", &[(0, works), (1, works)]), [Kind::Second]);
    assert_eq!(kinds("(;B[aa]C[RIGHT])(;B[ba])", &[(0, works), (1, works)]), [Kind::FailureWorks]);
    assert_eq!(kinds("(;B[aa]C[RIGHT])(;B[ba]C[NOTTHIS])", &[(0, works), (1, works)]), []);
    assert_eq!(kinds("(;B[aa]C[RIGHT])(;B[ba]C[RIGHT])", &[(0, works), (1, works)]), []);
    assert_eq!(kinds("(;B[aa]TE[1])(;B[ba])", &[(0, works), (1, works)]), [Kind::Second]);
    assert_eq!(kinds("(;B[aa]C[RIGHT])", &[(0, ko), (1, fails)]), [Kind::Ko]);
    assert_eq!(kinds("(;B[aa]C[RIGHT, a ko])", &[(0, ko), (1, fails)]), []);
    assert_eq!(kinds("(;B[aa]C[RIGHT, a ko])", &[(0, worse), (1, ko)]), [Kind::Wrong]);
    let seki = Ok(Grade::seki(false));
    assert_eq!(kinds("(;B[aa]C[RIGHT])", &[(0, seki)]), [Kind::Impossible]);
    assert_eq!(kinds("(;B[aa]C[RIGHT: seki])", &[(0, seki)]), []);
    // What is not known is never more than that.
    assert_eq!(kinds("(;B[aa]C[RIGHT])", &[(0, open)]), [Kind::Unknown]);
    assert_eq!(kinds("(;B[aa]C[RIGHT])", &[(0, works), (1, open)]), [Kind::Unknown]);
    assert_eq!(kinds("(;B[aa]C[RIGHT])(;B[ba])", &[(0, works), (1, open)]), [Kind::Unknown]);
    assert_eq!(kinds("(;B[aa]C[RIGHT])", &[(0, open), (1, works)]), [Kind::Unknown]);
    assert!(!checked("(;B[aa]C[RIGHT])", &[(0, works), (1, open)]).complete);
}

#[test]
fn what_cannot_be_asked_is_named() {
    let doubt = |sgf: &str| {
        let checked = check(&tree(sgf), &mut Table { worth: Vec::new() });
        checked.findings[0].doubt.clone().expect("a doubt")
    };
    assert_eq!(doubt("(;SZ[9]AB[aa]AW[bb];B[cc])"), Doubt::NoGoal);
    assert_eq!(doubt("(;SZ[9]AB[aa]AW[bb]PL[B]C[Black to live];W[cc])"), Doubt::OtherSide);
    assert!(matches!(doubt("(;SZ[9]AB[aa];B[zz])"), Doubt::Record(_)));
    let occupied = "(;SZ[9]AB[aa]AW[bb]TR[bb]C[Black to kill];B[aa]C[RIGHT])";
    let checked = check(&tree(occupied), &mut Table { worth: vec![(5, Ok(Grade::WORKS))] });
    assert!(matches!(checked.findings[0].doubt, Some(Doubt::Record(_))), "{checked:?}");
}

/// Neither reading nor checking a record recurses, or takes more than its length.
#[test]
fn long_records_are_no_matter() {
    let mut sgf = String::from("(;SZ[9]AB[ha]AW[hb]TR[hb]C[Black to kill]");
    for _ in 0..20_000 {
        sgf += "(;B[];W[]";
    }
    sgf += &")".repeat(20_000);
    sgf.push(')');
    let problem = problem(&sgf);
    assert_eq!(problem.tries.len(), 40_000);
}
