//! From a collection to what is wrong with it.

use tesuji_board::{Diagram, Point, Topology};
use tesuji_formats::{Format, NodeId, Problem as Wrong, SgfGames, SgfTree};
use tesuji_job::{Progress, Why};
use tesuji_review as review;
use tesuji_review::{Aim, Checked, Doubt, Finding, Kind};

use super::judge::Desk;
use super::text::sentence;
use super::{CheckAnswer, CheckFinding, CheckGoal, CheckKind, CheckProblem, CheckQuestion};
use crate::desk::{Ended, Rest, Solved, Work};
use crate::fault::Fault;
use crate::game::head;
use crate::words::{Step, point_name, point_names};

pub(crate) fn solve(question: &CheckQuestion, work: &Work<'_>) -> Result<Solved<CheckAnswer>, Ended> {
    if work.style.is_some() {
        return Err(
            Fault::in_field("picture", "a collection has no picture: ask about one of its problems").into()
        );
    }
    let format = Format::detect(question.text.as_bytes());
    if format.is_some_and(|format| format != Format::Sgf) {
        return Err(Fault::in_field("text", "problems with solutions come as SGF").into());
    }
    let mut collection = Collection {
        question,
        work,
        answer: CheckAnswer { findings: Vec::new(), checked: 0, problems: Vec::new(), sgf: None },
        annotated: String::new(),
        games: 0,
        nodes: 0,
        why: None,
    };
    let warnings = collection.read_all()?;
    let Collection { mut answer, annotated, games, nodes, why, .. } = collection;
    if let Some(number) = question.game.filter(|&number| number == 0 || number > games && why.is_none()) {
        return Err(
            Fault::in_field("game", format!("it has {games} game(s), there is no game {number}")).into()
        );
    }
    answer.sgf = question.sgf.then_some(annotated);
    Ok(Solved { found: answer, rest: Rest { nodes: Some(nodes), warnings, why, ..Rest::default() } })
}

/// A collection while it is checked.
struct Collection<'a> {
    question: &'a CheckQuestion,
    work: &'a Work<'a>,
    answer: CheckAnswer,
    annotated: String,
    /// Games that were read, checked or not.
    games: u32,
    nodes: u64,
    /// The first reason for not knowing something.
    why: Option<Why>,
}

/// About what a game takes in the answer.
const GAME_BYTES: u64 = 600;

impl Collection<'_> {
    /// Checks all games, or the one that is asked for. Returns what was repaired.
    fn read_all(&mut self) -> Result<Vec<String>, Ended> {
        let (question, work) = (self.question, self.work);
        let is_wanted = |number: u32| question.game.is_none_or(|wanted| wanted == number);
        let mut games = SgfGames::new(&question.text, |bytes| work.has_room(bytes).is_ok());
        for game in games.by_ref() {
            let number = self.games + 1;
            match game {
                Ok(game) => {
                    self.games = number;
                    if is_wanted(number) && !self.check(number, &game) {
                        break;
                    }
                }
                Err(error) if error.problem == Wrong::GivenUp => {
                    let why = work.watch.check().err().unwrap_or(Why::Memory);
                    // What was found by then is told.
                    if self.games == 0 {
                        return Err(why.into());
                    }
                    self.why = Some(why);
                }
                Err(error) if matches!(error.problem, Wrong::Empty | Wrong::NoGame | Wrong::TooLarge) => {
                    return Err(Fault::in_field("text", error).into());
                }
                // A bracket that is never closed: the rest of the text is in it.
                Err(error) => {
                    self.games = number;
                    if is_wanted(number) {
                        self.unread(number, Doubt::Record(error));
                    }
                }
            }
        }
        Ok(games.into_warnings().iter().map(ToString::to_string).collect())
    }

    /// Names a game that cannot be read.
    fn unread(&mut self, game: u32, doubt: Doubt) {
        self.answer.checked += 1;
        self.why = self.why.or(Some(Why::OutOfReach));
        let why = sentence(None, &doubtful(doubt), &|_| String::new());
        self.answer.findings.push(CheckFinding {
            game,
            name: String::new(),
            kind: CheckKind::Unknown,
            recorded: Vec::new(),
            ours: Vec::new(),
            line: Vec::new(),
            why,
            node: None,
        });
    }

    /// Checks a game; returns whether to go on.
    fn check(&mut self, number: u32, game: &SgfTree) -> bool {
        let work = self.work;
        if let Err(why) = work.watch.look(|| Progress::counted("checking problems", number.into(), None)) {
            self.why = Some(why);
            return false;
        }
        let bytes = self.annotated.len() as u64 + GAME_BYTES * u64::from(number);
        if bytes > work.limits.memory {
            self.why = Some(Why::Memory);
            return false;
        }
        if swallows_another(game) {
            let why = "another game begins inside of a comment: is a bracket before it not closed?";
            self.unread(number, Doubt::Refused(why.into()));
            self.annotate(game, &[]);
            return true;
        }
        let checked = review::check(game, &mut Desk { work });
        self.nodes += checked.nodes;
        // What was stopped in the middle of a problem says nothing about it.
        let ended = |finding: &Finding| match finding.doubt {
            Some(Doubt::Why(why)) => Some(why).filter(|why| matches!(why, Why::Stopped | Why::Time)),
            _ => None,
        };
        let stop = checked.findings.iter().find_map(ended);
        let doubt = checked.findings.iter().find_map(|finding| finding.doubt.as_ref());
        if stop.is_none() {
            self.answer.checked += 1;
        }
        self.why = stop.or(self.why).or(doubt.map(|doubt| match doubt {
            Doubt::Why(why) => *why,
            Doubt::Undecided => Why::Nodes,
            _ => Why::OutOfReach,
        }));
        self.tell(number, game, &checked);
        stop.is_none()
    }

    fn tell(&mut self, number: u32, game: &SgfTree, checked: &Checked) {
        let name = head(game).name;
        let problem = checked.problem.as_ref();
        let board = problem.map(|problem| problem.diagram.setup.topology.clone());
        let names =
            |point: Option<Point>| board.as_ref().map_or_else(String::new, |board| point_name(board, point));
        let mut told = Vec::new();
        for finding in &checked.findings {
            let node = finding.at.and_then(|at| Some(problem?.tries.get(at)?.node));
            let why = sentence(problem, finding, &names);
            told.push((node, why.clone()));
            let steps =
                |moves: &[review::Move]| board.as_ref().map_or_else(Vec::new, |board| steps(board, moves));
            self.answer.findings.push(CheckFinding {
                game: number,
                name: name.clone(),
                kind: kind(finding.kind),
                recorded: steps(&finding.recorded),
                ours: finding.ours.iter().map(|&point| names(point)).collect(),
                line: steps(&finding.line),
                why,
                node: node.map(NodeId::index),
            });
        }
        if let Some(problem) = problem
            && let Some(aim) = problem.aim
        {
            self.answer.problems.push(CheckProblem {
                game: number,
                first: problem.solver.into(),
                goal: goal(aim),
                at: strings(&problem.diagram, problem),
                complete: checked.complete,
                nodes: checked.nodes,
            });
        }
        self.annotate(game, &told);
    }

    fn annotate(&mut self, game: &SgfTree, told: &[(Option<NodeId>, String)]) {
        if self.question.sgf {
            self.annotated += &annotated(game, told).write();
        }
    }
}

/// Whether a text of this game has a line that begins a game, as it has where a bracket is not closed.
fn swallows_another(game: &SgfTree) -> bool {
    let comments = game.nodes().filter_map(|node| game.comment(node));
    comments.flat_map(str::lines).any(|line| line.trim_start().starts_with("(;"))
}

fn doubtful(doubt: Doubt) -> Finding {
    Finding {
        kind: Kind::Unknown,
        recorded: Vec::new(),
        at: None,
        ours: Vec::new(),
        line: Vec::new(),
        grade: None,
        doubt: Some(doubt),
    }
}

fn steps(board: &Topology, moves: &[review::Move]) -> Vec<Step> {
    moves.iter().map(|one| Step::stone(board, one.color, one.point)).collect()
}

/// A stone of each string that a problem is about.
fn strings(diagram: &Diagram, problem: &review::Problem) -> Vec<String> {
    let board = &diagram.setup.topology;
    let mut seen = tesuji_board::PointSet::new();
    let mut first = Vec::new();
    for stone in problem.target.iter() {
        if !seen.contains(stone) {
            let color = diagram.setup.stone(stone);
            seen.extend(board.component(stone, |point| diagram.setup.stone(point) == color).iter());
            first.push(stone);
        }
    }
    point_names(board, first)
}

/// The game with what was found as comments, at the moves that it is about.
fn annotated(game: &SgfTree, told: &[(Option<NodeId>, String)]) -> SgfTree {
    let mut tree = game.clone();
    for (node, why) in told {
        let node = node.unwrap_or(NodeId::ROOT);
        let before = tree.comment(node).map(|comment| format!("{}\n\n", comment.trim_end()));
        let text = format!("{}tesuji: {why}.", before.unwrap_or_default());
        tree.set_comment(node, &text);
    }
    tree
}

fn kind(kind: Kind) -> CheckKind {
    match kind {
        Kind::Wrong => CheckKind::Wrong,
        Kind::Second => CheckKind::Second,
        Kind::Ko => CheckKind::Ko,
        Kind::FailureWorks => CheckKind::FailureWorks,
        Kind::Impossible => CheckKind::Impossible,
        Kind::Unknown => CheckKind::Unknown,
    }
}

fn goal(aim: Aim) -> CheckGoal {
    match aim {
        Aim::Live => CheckGoal::Live,
        Aim::Kill => CheckGoal::Kill,
        Aim::Capture => CheckGoal::Capture,
        Aim::Escape => CheckGoal::Escape,
        Aim::Connect => CheckGoal::Connect,
        Aim::Cut => CheckGoal::Cut,
        Aim::Race => CheckGoal::Race,
    }
}
