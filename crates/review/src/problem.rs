//! A game as a problem: who is to reach what, and what its author says of the moves.
//!
//! Conventions of collections, all of them at once:
//!
//! - *The goal* stands in comments or in the name ("Black to live", "White to kill the marked group"), or follows from marks: triangles
//!   name the stones to be captured or saved, triangles and squares a race. A problem that says nothing asks for the life of the
//!   likeliest group.
//! - *Right lines* end where a comment says `RIGHT`, `Correct` or the like, or at `TE`, or at `GB`, `GW` for the solver. All
//!   moves of the solver on the way are right. Where a problem marks ends of lines, his other moves beside right ones are wrong.
//! - *Wrong moves* have `BM` or a comment that begins with `Wrong`, `Incorrect` or `Failure`.
//! - *Without marks* the first branch is the solution, and nothing is said of the others.
//! - `NOTTHIS` says that the author knows a move and wants another one: nothing is claimed of it. `FORCE` and `CHOICE` steer the
//!   play of a program and say nothing about right and wrong.

use tesuji_board::{Color, Diagram, Mark, Point, PointSet};
use tesuji_formats::{Error, Moment, NodeId, SgfTree};

use crate::words::{Claim, Verdict, claims, names_ko, names_seki, verdict};

/// What is to be reached.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Aim {
    /// A group of the solver lives.
    Live,
    /// A group of the opponent is killed.
    Kill,
    /// A string of the opponent is captured.
    Capture,
    /// A string of the solver escapes.
    Escape,
    /// Two strings of the solver are connected.
    Connect,
    /// Two strings of the opponent are cut.
    Cut,
    /// A race is won.
    Race,
}

impl Aim {
    /// Whether it is about stones of the solver.
    #[must_use]
    pub fn defends(self) -> bool {
        matches!(self, Aim::Live | Aim::Escape | Aim::Connect)
    }
}

/// What the author says of a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Said {
    /// It solves the problem.
    Right,
    /// It does not.
    Wrong,
    /// Nothing, or it is a move of the opponent.
    Nothing,
    /// That another one is wanted.
    NotThis,
}

/// A recorded move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Try {
    /// Where it stands.
    pub node: NodeId,
    /// The move before it, as an index among the tries; none for a first move.
    pub parent: Option<usize>,
    /// Who moves.
    pub color: Color,
    /// Where; none is a pass.
    pub point: Option<Point>,
    /// What the author says of it.
    pub said: Said,
}

/// A problem as its author wrote it.
#[derive(Clone, Debug)]
pub struct Problem {
    /// The stones with their marks.
    pub diagram: Diagram,
    /// Who is to solve it.
    pub solver: Color,
    /// What is to be reached; none where nothing says so.
    pub aim: Option<Aim>,
    /// The stones that it is about; none where nothing says so.
    pub target: PointSet,
    /// Recorded moves, each after the one before it.
    pub tries: Vec<Try>,
    /// Whether a ko is spoken of anywhere.
    pub names_ko: bool,
    /// Whether a seki is.
    pub names_seki: bool,
    /// For each move the recorded moves after it; the first moves of all come last.
    following: Vec<Vec<usize>>,
}

impl Problem {
    /// Reads a game as a problem.
    ///
    /// # Errors
    /// A size, a point or a stone that makes no sense, with its place.
    pub fn read(tree: &SgfTree) -> Result<Problem, Error> {
        let diagram = tree.diagram(Moment::Problem)?;
        let start = start(tree)?;
        // A comment beside the first move, in the node of the stones, is about that move.
        let about_move = start != NodeId::ROOT && !tree.node_moves(start)?.is_empty();
        let heads: Vec<&str> = tree
            .path_to(start)
            .into_iter()
            .filter(|&node| node != start || !about_move)
            .flat_map(|node| ["GN", "C"].map(|name| tree.property(node, name)))
            .flatten()
            .map(tesuji_formats::Property::text)
            .collect();
        let mut problem = Problem {
            solver: diagram.setup.to_move,
            diagram,
            aim: None,
            target: PointSet::new(),
            tries: Vec::new(),
            names_ko: false,
            names_seki: false,
            following: Vec::new(),
        };
        let said: Vec<Claim> = heads.iter().flat_map(|text| claims(text)).collect();
        problem.take_goal(&said);
        let texts = tree.nodes().filter_map(|node| tree.comment(node));
        for text in texts.chain(heads.iter().copied()) {
            problem.names_ko |= names_ko(text);
            problem.names_seki |= names_seki(text);
        }
        problem.read_tries(tree, start)?;
        Ok(problem)
    }

    /// The goal that is said, or that the marks say; and the stones that it is about.
    fn take_goal(&mut self, said: &[Claim]) {
        let mover = self.solver;
        let by = |color: Option<Color>| said.iter().find(|claim| claim.color == color);
        let claim = by(Some(mover)).or_else(|| by(None)).or_else(|| said.first());
        if let Some(claim) = claim {
            self.solver = claim.color.unwrap_or(mover);
            self.aim = Some(claim.aim);
        }
        let marked = |mark| {
            let points = self.diagram.marked(mark);
            [Color::Black, Color::White].map(|color| &points & self.diagram.setup.stones(color))
        };
        let (triangles, squares) = (marked(Mark::Triangle), marked(Mark::Square));
        let [own, other] = [self.solver, self.solver.opponent()].map(Color::index);
        let has = |sets: &[PointSet; 2]| !sets[0].is_empty() || !sets[1].is_empty();
        match self.aim {
            None if has(&triangles) && has(&squares) => self.aim = Some(Aim::Race),
            None if !triangles[other].is_empty() && triangles[own].is_empty() => {
                self.aim = Some(Aim::Capture);
            }
            None if !triangles[own].is_empty() && triangles[other].is_empty() => {
                self.aim = Some(Aim::Escape);
            }
            _ => {}
        }
        let Some(aim) = self.aim else { return };
        // Marks on stones of the other side are hints of another kind.
        let side = if aim.defends() { own } else { other };
        self.target = if aim == Aim::Race { PointSet::new() } else { triangles[side].clone() };
    }

    /// Reads the recorded moves and what is said of them.
    fn read_tries(&mut self, tree: &SgfTree, start: NodeId) -> Result<(), Error> {
        // For each node below the start, the last move up to it.
        let mut last: Vec<Option<Option<usize>>> = vec![None; tree.len()];
        let mut verdicts: Vec<Option<Verdict>> = Vec::new();
        // Whether ends of right lines are marked, so that what is beside them is wrong.
        let mut marks_ends = false;
        for node in tree.nodes() {
            let before = if node == start {
                None
            } else {
                match tree.parent(node).and_then(|parent| last[parent.index()]) {
                    Some(before) => before,
                    None => continue,
                }
            };
            let mut at = before;
            for played in tree.node_moves(node)? {
                let (color, point) = (played.color, played.point);
                self.tries.push(Try { node, parent: at, color, point, said: Said::Nothing });
                verdicts.push(None);
                at = Some(self.tries.len() - 1);
            }
            last[node.index()] = Some(at);
            let (Some(at), true) = (at, at != before) else { continue };
            let comment = tree.comment(node).and_then(verdict);
            marks_ends |= comment == Some(Verdict::Right);
            let has = |name: &str| tree.property(node, name).is_some();
            let good = if self.solver == Color::Black { "GB" } else { "GW" };
            let bad = if self.solver == Color::Black { "GW" } else { "GB" };
            let is_end = tree.children(node).next().is_none();
            let is_own = self.tries[at].color == self.solver;
            verdicts[at] = comment.or_else(|| {
                let right = is_own && has("TE") || is_end && has(good);
                let wrong = is_own && has("BM") || is_end && has(bad);
                if wrong {
                    Some(Verdict::Wrong)
                } else if right {
                    Some(Verdict::Right)
                } else {
                    None
                }
            });
        }
        self.judge_tries(&verdicts, marks_ends);
        Ok(())
    }

    /// From what is said at single moves to what is said of every move of the solver.
    fn judge_tries(&mut self, verdicts: &[Option<Verdict>], marks_ends: bool) {
        let count = self.tries.len();
        // A line is right if its end is, and no move on the way is said to be wrong.
        let mut spoiled = vec![false; count];
        for at in 0..count {
            let before = self.tries[at].parent.is_some_and(|parent| spoiled[parent]);
            spoiled[at] = before || verdicts[at] == Some(Verdict::Wrong);
        }
        let mut right = vec![false; count];
        for at in (0..count).rev() {
            right[at] |= verdicts[at] == Some(Verdict::Right) && !spoiled[at];
            if let (true, Some(parent)) = (right[at], self.tries[at].parent) {
                right[parent] = true;
            }
        }
        // Often only the end of a wrong line is marked. A move of the solver leads there if some answer does; an answer does if all
        // recorded moves after it do.
        let mut leads_to_wrong = vec![false; count];
        let (mut answered, mut failing) = (vec![0usize; count], vec![0usize; count]);
        for at in (0..count).rev() {
            let one = &self.tries[at];
            let below = if one.color == self.solver {
                failing[at] > 0
            } else {
                failing[at] > 0 && failing[at] == answered[at]
            };
            leads_to_wrong[at] = !right[at] && (verdicts[at] == Some(Verdict::Wrong) || below);
            if let Some(parent) = one.parent {
                answered[parent] += 1;
                failing[parent] += usize::from(leads_to_wrong[at]);
            }
        }
        self.following = vec![Vec::new(); count + 1];
        for (at, one) in self.tries.iter().enumerate() {
            self.following[one.parent.unwrap_or(count)].push(at);
        }
        // Moves of the solver after the same move are judged together.
        for followers in &self.following {
            let solver = self.solver;
            let moves: Vec<usize> =
                followers.iter().copied().filter(|&at| self.tries[at].color == solver).collect();
            let some_right = moves.iter().any(|&at| right[at]);
            let mut first = !some_right && !marks_ends;
            for at in moves {
                let said = &mut self.tries[at].said;
                *said = if right[at] {
                    Said::Right
                } else if verdicts[at] == Some(Verdict::NotThis) {
                    Said::NotThis
                } else if leads_to_wrong[at] || some_right && marks_ends {
                    Said::Wrong
                } else if std::mem::take(&mut first) {
                    Said::Right
                } else {
                    Said::Nothing
                };
            }
        }
    }

    /// The recorded moves that follow a move, or the first ones.
    pub fn after(&self, before: Option<usize>) -> impl Iterator<Item = usize> + '_ {
        let place = before.unwrap_or(self.tries.len());
        self.following.get(place).into_iter().flatten().copied()
    }

    /// The recorded moves up to this one.
    #[must_use]
    pub fn path(&self, at: usize) -> Vec<usize> {
        let mut path: Vec<usize> =
            std::iter::successors(Some(at), |&at| self.tries.get(at).and_then(|one| one.parent)).collect();
        path.reverse();
        path
    }
}

/// The node where the stones stand: the last one of the main line before the first move, or with it where stones and move share one.
fn start(tree: &SgfTree) -> Result<NodeId, Error> {
    let mut start = NodeId::ROOT;
    for node in tree.main_line() {
        if node != NodeId::ROOT && !tree.node_moves(node)?.is_empty() {
            let sets_up = ["AB", "AW", "AE"].iter().any(|name| tree.property(node, name).is_some());
            return Ok(if sets_up { node } else { start });
        }
        start = node;
        if !tree.node_moves(node)?.is_empty() {
            break;
        }
    }
    Ok(start)
}
