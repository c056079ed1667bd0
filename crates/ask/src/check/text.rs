//! What is wrong with a collection, in words.

use tesuji_board::{Color, Point};
use tesuji_review::{Aim, Doubt, Finding, Kind, Problem};

use super::{CheckAnswer, CheckKind, CheckQuestion};
use crate::answer::Answer;
use crate::layout::{Table, counted, some_of};
use crate::words::Side;

/// Moves that a sentence names.
const NAMED: usize = 6;

/// A finding in a sentence, without a full stop. `name` names points.
pub(super) fn sentence(
    problem: Option<&Problem>,
    finding: &Finding,
    name: &dyn Fn(Option<Point>) -> String,
) -> String {
    if let Some(doubt) = &finding.doubt {
        return self::doubt(doubt);
    }
    let Some(problem) = problem else { return String::new() };
    let side = |color: Color| Side::from(color).capital();
    let aim = problem.aim.unwrap_or(Aim::Live);
    let (solver, verb) = (side(problem.solver), verb(aim));
    let moves = |points: &[Option<Point>]| {
        let names: Vec<String> = points.iter().map(|&point| name(point)).collect();
        some_of(&names, NAMED)
    };
    let last = finding.recorded.last().map(|last| format!("{} {}", side(last.color), name(last.point)));
    let last = last.unwrap_or_default();
    let outcome = match finding.grade {
        Some(grade) if grade.is_ko() => "leads to a ko".to_string(),
        Some(grade) if grade.is_seki() => "leads to seki".to_string(),
        _ => format!("does not {verb}"),
    };
    match finding.kind {
        Kind::Wrong => {
            let answer = finding.line.first().and_then(|first| first.point);
            let by = answer.map_or_else(String::new, |point| {
                format!(" after {} {}", side(problem.solver.opponent()), name(Some(point)))
            });
            let better = if finding.ours.is_empty() {
                String::new()
            } else {
                format!("; right is {}", moves(&finding.ours))
            };
            format!("{last} is recorded as right and {outcome}{by}{better}")
        }
        Kind::Second if finding.ours.contains(&None) => {
            format!("{solver} need not move at all: what is asked for is there already")
        }
        Kind::Second => format!("another solution begins with {}", moves(&finding.ours)),
        Kind::Ko => {
            format!("a ko decides after {}, and the problem does not speak of one", moves(&finding.ours))
        }
        Kind::FailureWorks => format!("{last} is recorded as a failure and works"),
        Kind::Impossible if finding.grade.is_some_and(tesuji_review::Grade::is_seki) => {
            format!("{solver} cannot {verb}: best play is seki")
        }
        Kind::Impossible => format!("{solver} cannot {verb}, whatever the first move"),
        Kind::Unknown => String::new(),
    }
}

fn verb(aim: Aim) -> &'static str {
    match aim {
        Aim::Live => "live",
        Aim::Kill => "kill",
        Aim::Capture => "capture",
        Aim::Escape => "escape",
        Aim::Connect => "connect",
        Aim::Cut => "cut",
        Aim::Race => "win the race",
    }
}

fn doubt(doubt: &Doubt) -> String {
    match doubt {
        Doubt::Why(why) => why.to_string(),
        Doubt::Record(error) => format!("the record cannot be followed: {error}"),
        Doubt::Refused(why) => why.clone(),
        Doubt::NoGoal => {
            "the problem does not say which stones are meant: mark them with triangles (TR), or say \
            \"Black to live\" in a comment"
                .to_string()
        }
        Doubt::OtherSide => "the solution begins with a move of the side that is not to solve it".to_string(),
        Doubt::Undecided => "the recorded solution works; some other first moves were not judged".to_string(),
    }
}

impl CheckKind {
    /// In a few words.
    #[must_use]
    pub fn words(self) -> &'static str {
        match self {
            CheckKind::Wrong => "wrong",
            CheckKind::Second => "second solution",
            CheckKind::Ko => "ko",
            CheckKind::FailureWorks => "failure works",
            CheckKind::Impossible => "impossible",
            CheckKind::Unknown => "unknown",
        }
    }
}

pub(crate) fn text(_: &CheckQuestion, found: &CheckAnswer, answer: &Answer) -> String {
    let mut text = String::new();
    if !found.findings.is_empty() {
        let mut table = Table::new(["game", "name", "finding", "what"]).right(&[0]);
        for one in &found.findings {
            table.row([&one.game.to_string(), &one.name, one.kind.words(), &one.why]);
        }
        text += &format!("{table}\n");
    }
    let faults = found.findings.iter().filter(|one| one.kind != CheckKind::Unknown).count();
    let open = found.findings.len() - faults;
    text += &format!("{} checked, {}", counted(found.checked as usize, "problem"), counted(faults, "fault"));
    if open > 0 {
        text += &format!(", {open} not known");
    }
    text += ".\n";
    if let Some(nodes) = answer.nodes {
        text += &format!("nodes: {nodes}\n");
    }
    text
}
