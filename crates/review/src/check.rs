//! A problem against its own solution.
//!
//! What can be reached is asked once at the beginning, with every first move judged. Then every recorded move of the solver is
//! asked about by the position after it, as long as it stands on a line that is right so far. A finding rests on verdicts only:
//! what is not known becomes a finding of its own, [`Kind::Unknown`].

use tesuji_board::{Color, Diagram, Point, PointSet};
use tesuji_formats::{Error, Moment, SgfTree};
use tesuji_job::Why;

use crate::grade::Grade;
use crate::problem::{Aim, Problem, Said, Try};

/// A question about a position of a problem.
#[derive(Clone, Debug)]
pub struct Asked<'a> {
    /// The position, with the marks of the problem on stones that are still there.
    pub diagram: &'a Diagram,
    /// Who is to solve the problem.
    pub solver: Color,
    /// What is to be reached.
    pub aim: Aim,
    /// Stones that it is about.
    pub target: &'a PointSet,
    /// Stones that are safe, because the answer about the first position says so.
    pub safe: &'a PointSet,
    /// Who moves first.
    pub mover: Color,
    /// Whether every first move is to be judged.
    pub every_move: bool,
}

/// What is known about a position.
#[derive(Clone, Debug)]
pub struct Judged {
    /// The outcome for the solver, or why it is not known.
    pub grade: Result<Grade, Why>,
    /// First moves that reach the outcome; none is a pass. Asked for where the solver moves.
    pub moves: Vec<Option<Point>>,
    /// First moves that were not judged.
    pub undecided: Vec<Point>,
    /// Best play from here, the mover's move first.
    pub line: Vec<Option<Point>>,
    /// The stones that it is about, and the points around them where such stones may appear.
    pub group: PointSet,
    /// Stones that were taken as safe.
    pub safe: PointSet,
    /// Positions looked at.
    pub nodes: u64,
}

/// Who answers questions about positions.
pub trait Judge {
    /// The likeliest group of a colour, or of any; nothing if there is none.
    fn group(&mut self, diagram: &Diagram, color: Option<Color>) -> Option<PointSet>;
    /// What can be reached in a position, or why it cannot be asked.
    fn judge(&mut self, asked: &Asked<'_>) -> Result<Judged, Doubt>;
}

/// What is wrong with a recorded solution.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// A move that is recorded as right does not reach what can be reached.
    Wrong,
    /// Another first move reaches as much.
    Second,
    /// A ko decides, and the problem does not speak of one.
    Ko,
    /// A move that is recorded as a failure works.
    FailureWorks,
    /// The goal cannot be reached.
    Impossible,
    /// Not known.
    Unknown,
}

/// Why something is not known.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Doubt {
    /// A limit, or the reach of the method.
    Why(Why),
    /// The record makes no sense.
    Record(Error),
    /// A question that cannot be asked, in a sentence.
    Refused(String),
    /// Nothing says what is to be reached, and no group is shut in.
    NoGoal,
    /// The solution begins with a move of the other side.
    OtherSide,
    /// Some first moves were not judged: there may be a second solution among them.
    Undecided,
}

/// A move of a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Move {
    /// Who moves.
    pub color: Color,
    /// Where; none is a pass.
    pub point: Option<Point>,
}

/// Something that was found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finding {
    /// What.
    pub kind: Kind,
    /// The recorded moves up to the one that it is about; nothing where it is about the problem itself.
    pub recorded: Vec<Move>,
    /// The recorded move, as an index among the tries.
    pub at: Option<usize>,
    /// First moves that are right in our reading; none is a pass.
    pub ours: Vec<Option<Point>>,
    /// Best play after the recorded moves: a refutation, or how it works.
    pub line: Vec<Move>,
    /// The outcome in our reading, where one is known.
    pub grade: Option<Grade>,
    /// Why it is not known, where it is not.
    pub doubt: Option<Doubt>,
}

/// A problem that was checked.
#[derive(Clone, Debug)]
pub struct Checked {
    /// The problem as it was read; nothing if it could not be.
    pub problem: Option<Problem>,
    /// What was found.
    pub findings: Vec<Finding>,
    /// Whether everything was judged.
    pub complete: bool,
    /// Positions looked at.
    pub nodes: u64,
    /// Positions that were asked about.
    pub asked: u64,
}

/// Checks a problem against its own solution.
pub fn check(tree: &SgfTree, judge: &mut dyn Judge) -> Checked {
    let mut checked = Checked { problem: None, findings: Vec::new(), complete: true, nodes: 0, asked: 0 };
    let mut problem = match Problem::read(tree) {
        Ok(problem) => problem,
        Err(error) => {
            checked.doubt(Doubt::Record(error));
            return checked;
        }
    };
    if let Err(doubt) = settle_goal(&mut problem, judge) {
        checked.doubt(doubt);
    } else {
        let work = Work {
            tree,
            problem: &problem,
            judge,
            checked: &mut checked,
            target: PointSet::new(),
            group: PointSet::new(),
            safe: PointSet::new(),
        };
        work.run();
    }
    checked.problem = Some(problem);
    checked
}

/// Finds out what is asked where the record leaves it open.
fn settle_goal(problem: &mut Problem, judge: &mut dyn Judge) -> Result<(), Doubt> {
    if problem.after(None).next().is_some_and(|first| problem.tries[first].color != problem.solver) {
        return Err(Doubt::OtherSide);
    }
    let (own, other) = (problem.solver, problem.solver.opponent());
    let color = match problem.aim {
        Some(aim) if !problem.target.is_empty() || aim == Aim::Race => return Ok(()),
        Some(Aim::Live) => Some(own),
        Some(Aim::Kill) => Some(other),
        None => None,
        // A string to be captured or connected has to be named.
        Some(_) => return Err(Doubt::NoGoal),
    };
    let group = judge.group(&problem.diagram, color).ok_or(Doubt::NoGoal)?;
    let owner = group.first().and_then(|stone| problem.diagram.setup.stone(stone)).ok_or(Doubt::NoGoal)?;
    problem.aim = Some(if owner == own { Aim::Live } else { Aim::Kill });
    problem.target = group;
    Ok(())
}

impl Checked {
    fn doubt(&mut self, doubt: Doubt) {
        self.doubt_at(doubt, None, Vec::new());
    }

    fn doubt_at(&mut self, doubt: Doubt, at: Option<usize>, recorded: Vec<Move>) {
        self.complete = false;
        let (ours, line) = (Vec::new(), Vec::new());
        self.findings.push(Finding {
            kind: Kind::Unknown,
            recorded,
            at,
            ours,
            line,
            grade: None,
            doubt: Some(doubt),
        });
    }
}

/// A problem while it is checked.
struct Work<'a> {
    tree: &'a SgfTree,
    problem: &'a Problem,
    judge: &'a mut dyn Judge,
    checked: &'a mut Checked,
    /// What the answer about the first position says: the stones, the points around them, the walls.
    target: PointSet,
    group: PointSet,
    safe: PointSet,
}

/// What can be reached after a recorded move, with the line of play there.
type After = (Grade, Vec<Option<Point>>);

impl Work<'_> {
    fn run(mut self) {
        let problem = self.problem;
        let (solver, Some(aim)) = (problem.solver, problem.aim) else { return };
        self.target = problem.target.clone();
        let mut diagram = problem.diagram.clone();
        if diagram.setup.to_move != solver {
            diagram.setup.to_move = solver;
            diagram.setup.ko = None;
        }
        let root = match self.ask(&diagram, aim, solver, true) {
            Ok(root) => root,
            Err(doubt) => return self.checked.doubt(doubt),
        };
        let best = match root.grade {
            Ok(best) => best,
            Err(why) => return self.checked.doubt(Doubt::Why(why)),
        };
        self.group = root.group.clone();
        self.safe = root.safe.clone();
        let recorded: Vec<usize> = problem.after(None).collect();
        let right: Vec<usize> =
            recorded.iter().copied().filter(|&at| problem.tries[at].said == Said::Right).collect();
        let is_impossible = best == Grade::FAILS || !aim.defends() && best.is_seki() && !problem.names_seki;
        if is_impossible {
            let first = right.first().copied();
            // The answer to the recorded move, or the defence as such.
            let line = match first.map(|at| self.after(at)) {
                Some(Ok((_, line))) => self.line_after(first, &line),
                _ => Vec::new(),
            };
            self.found(Kind::Impossible, first, Vec::new(), line, best);
            return;
        }
        if best.is_ko() && !problem.names_ko {
            let line = moves(solver, &root.line);
            self.found(Kind::Ko, None, root.moves.clone(), line, best);
        }
        let mut open: Vec<usize> = Vec::new();
        for &at in &right {
            if self.holds(at, best, &root.moves) {
                open.push(at);
            }
        }
        // Where no recorded move is right, what is right is no second solution.
        self.first_moves(&root, best, &recorded, &right, !open.is_empty());
        open.reverse();
        while let Some(at) = open.pop() {
            for answer in problem.after(Some(at)).filter(|&answer| problem.tries[answer].color != solver) {
                for next in problem.after(Some(answer)).filter(|&next| problem.tries[next].color == solver) {
                    match problem.tries[next].said {
                        Said::Right if self.holds(next, best, &[]) => open.push(next),
                        Said::Wrong => self.fails(next, best),
                        _ => {}
                    }
                }
            }
        }
    }

    /// Second solutions, and failures among the first moves that work.
    fn first_moves(
        &mut self,
        root: &Judged,
        best: Grade,
        recorded: &[usize],
        right: &[usize],
        one_holds: bool,
    ) {
        let problem = self.problem;
        let is_at = |at: &usize, point: Option<Point>| problem.tries[*at].point == point;
        for &at in recorded {
            let one = &problem.tries[at];
            // One move may be recorded twice.
            let is_right = right.iter().any(|at| is_at(at, one.point));
            if one.said == Said::Wrong && !is_right {
                self.fails(at, best);
            }
        }
        if !one_holds {
            return;
        }
        let is_said = |point: Option<Point>| {
            recorded.iter().any(|at| is_at(at, point) && problem.tries[*at].said != Said::Nothing)
        };
        let others: Vec<Option<Point>> =
            root.moves.iter().copied().filter(|&point| !is_said(point)).collect();
        let unjudged = root.undecided.iter().any(|&point| !is_said(Some(point)));
        if !others.is_empty() {
            let line = others.first().map(|&point| vec![Move { color: problem.solver, point }]);
            let first = right.first().copied();
            self.found(Kind::Second, first, others, line.unwrap_or_default(), best);
        } else if unjudged {
            self.checked.doubt(Doubt::Undecided);
        }
    }

    /// Whether a move that is recorded as right is; else that is a finding.
    fn holds(&mut self, at: usize, best: Grade, known: &[Option<Point>]) -> bool {
        if known.contains(&self.problem.tries[at].point) {
            return true;
        }
        match self.after(at) {
            Ok((grade, _)) if grade >= best => true,
            Ok((grade, line)) => {
                let line = self.line_after(Some(at), &line);
                self.found(Kind::Wrong, Some(at), known.to_vec(), line, grade);
                false
            }
            Err(doubt) => {
                let path = self.path(at);
                self.checked.doubt_at(doubt, Some(at), path);
                false
            }
        }
    }

    /// A move that is recorded as a failure: a finding if it is none.
    fn fails(&mut self, at: usize, best: Grade) {
        match self.after(at) {
            Ok((grade, line)) if grade >= best => {
                let ours = vec![self.problem.tries[at].point];
                let line = self.line_after(Some(at), &line);
                self.found(Kind::FailureWorks, Some(at), ours, line, grade);
            }
            Ok(_) => {}
            Err(doubt) => {
                let path = self.path(at);
                self.checked.doubt_at(doubt, Some(at), path);
            }
        }
    }

    /// What can be reached after a recorded move of the solver.
    fn after(&mut self, at: usize) -> Result<After, Doubt> {
        let problem = self.problem;
        let Some(aim) = problem.aim else { return Err(Doubt::NoGoal) };
        let there = self.tree.diagram(Moment::Node(problem.tries[at].node)).map_err(Doubt::Record)?;
        let mut diagram = Diagram { setup: there.setup, ..problem.diagram.clone() };
        let mover = problem.solver.opponent();
        if diagram.setup.to_move != mover {
            diagram.setup.to_move = mover;
            diagram.setup.ko = None;
        }
        // Marks go with their stones.
        let before = &problem.diagram.setup;
        let setup = &diagram.setup;
        diagram.marks.retain(|&point, _| setup.stone(point) == before.stone(point));
        let owner = if aim.defends() { problem.solver } else { mover };
        let stands = |point: &Point| setup.stone(*point) == Some(owner);
        let mut target: PointSet = self.target.iter().filter(stands).collect();
        let whole_group = matches!(aim, Aim::Live | Aim::Kill);
        if target.is_empty() && whole_group {
            target = self.group.iter().filter(stands).collect();
        }
        if target.is_empty() && aim != Aim::Race {
            return Ok((if aim.defends() { Grade::FAILS } else { Grade::WORKS }, Vec::new()));
        }
        let whole = std::mem::replace(&mut self.target, target);
        let judged = self.ask(&diagram, aim, mover, false);
        self.target = whole;
        let judged = judged?;
        judged.grade.map(|grade| (grade, judged.line)).map_err(Doubt::Why)
    }

    fn ask(&mut self, diagram: &Diagram, aim: Aim, mover: Color, every_move: bool) -> Result<Judged, Doubt> {
        let before = &self.problem.diagram.setup;
        let safe =
            self.safe.iter().filter(|&stone| diagram.setup.stone(stone) == before.stone(stone)).collect();
        let asked = Asked {
            diagram,
            solver: self.problem.solver,
            aim,
            target: &self.target,
            safe: &safe,
            mover,
            every_move,
        };
        self.checked.asked += 1;
        let judged = self.judge.judge(&asked)?;
        self.checked.nodes += judged.nodes;
        Ok(judged)
    }

    fn path(&self, at: usize) -> Vec<Move> {
        let step = |at: usize| -> Move {
            let Try { color, point, .. } = self.problem.tries[at];
            Move { color, point }
        };
        self.problem.path(at).into_iter().map(step).collect()
    }

    /// Play after a recorded move.
    fn line_after(&self, at: Option<usize>, line: &[Option<Point>]) -> Vec<Move> {
        let mover = at.map_or(self.problem.solver, |at| self.problem.tries[at].color.opponent());
        moves(mover, line)
    }

    fn found(
        &mut self,
        kind: Kind,
        at: Option<usize>,
        ours: Vec<Option<Point>>,
        line: Vec<Move>,
        grade: Grade,
    ) {
        let recorded = at.map_or_else(Vec::new, |at| self.path(at));
        self.checked.findings.push(Finding {
            kind,
            recorded,
            at,
            ours,
            line,
            grade: Some(grade),
            doubt: None,
        });
    }
}

fn moves(first: Color, line: &[Option<Point>]) -> Vec<Move> {
    let colors = [first, first.opponent()].into_iter().cycle();
    line.iter().zip(colors).map(|(&point, color)| Move { color, point }).collect()
}
