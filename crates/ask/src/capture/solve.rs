//! From a question about a string to its answer.

use tesuji_board::{Color, Diagram, Mark, Point, Position, Topology};
use tesuji_capture as capture;
use tesuji_capture::{Code, Goal, Settings, Targets, Verdict};
use tesuji_draw::svg;
use tesuji_job::Why;
use tesuji_read::settle::{self, Basis, Promise, Strings};

use super::basis;
use super::explain;
use super::picture::picture;
use super::proof;
use super::text::sentence;
use super::words;
use super::{Algorithm, AskedOrder, CaptureAnswer, CaptureGoal, CaptureQuestion, CaptureVerdict, Role};
use crate::desk::{Rest, Solved, Work};
use crate::fault::Fault;
use crate::stated::{stated, walled};
use crate::words::{Step, point_name, point_names};

pub(crate) fn solve(question: &CaptureQuestion, work: &Work<'_>) -> Result<Solved<CaptureAnswer>, Fault> {
    let read = question.position.read()?;
    let diagram = &read.diagram;
    let stated = stated(diagram, &read.position, &question.safe, &question.unknown)?;
    let targets = targets(question, diagram, &read.position)?;
    let settings = settings(question, Settings::suited(&read.position, &targets))?;
    // From here on the board has the walls that were stated.
    let position = &walled(&read.position, &stated)?;
    let board = position.topology();
    let &[target, ref others @ ..] = targets.points() else { return Err(no_target()) };
    let several = !others.is_empty();
    let Some(owner) = position.stone(target) else { return Err(empty(board.name_of(target))) };
    let first = match question.first {
        Some(first) => first.role(owner.into()),
        None if position.to_move() == owner => Role::Defender,
        None => Role::Attacker,
    };
    let side = match first {
        Role::Attacker => capture::Side::Attacker,
        Role::Defender => capture::Side::Defender,
    };
    let promise = match question.order {
        Some(AskedOrder::Number(_)) => Promise::Order,
        _ if question.algorithm != Algorithm::Lambda => Promise::Order,
        Some(AskedOrder::Usual(_)) => Promise::Quick,
        None => Promise::Proof,
    };
    if several && question.algorithm != Algorithm::Lambda {
        return Err(Fault::in_field("algorithm", "several strings are read by the usual search only"));
    }
    // A board that SGF cannot write is refused before anything is searched.
    let tree = if question.proof { Some(proof::begun(diagram)?) } else { None };

    let strings = Strings {
        position: &read.position,
        walled: position,
        stated: &stated,
        targets: &targets,
        mover: first.of(owner.into()).into(),
        promise,
        limits: work.limits,
    };
    let mut settled =
        settle::capture(&strings, &settings, work.watch).ok_or_else(|| empty(board.name_of(target)))?;
    let mut warnings = read.warnings.clone();
    let mover = first.of(owner.into());
    let is_stated =
        targets.points().iter().any(|&stone| position.string(stone).any(|stone| stated.safe.contains(stone)));
    let answer = &settled.answer;
    let mut nodes = answer.nodes;
    let mut found = CaptureAnswer {
        target: board.name_of(target).to_string(),
        targets: if several { point_names(board, targets.points().iter().copied()) } else { Vec::new() },
        goal: several.then(|| targets.goal().into()),
        color: owner.into(),
        first,
        verdict: match answer.verdict {
            Verdict::Captured => CaptureVerdict::Captured,
            Verdict::Escapes { .. } => CaptureVerdict::Escapes,
            Verdict::Ko => CaptureVerdict::Ko,
            Verdict::Unknown { .. } => CaptureVerdict::Unknown,
        },
        why: words::why(&settled, &read.position, owner.into(), several.then(|| targets.goal()), is_stated)
            + &(if several { String::new() } else { taken_back(position, target, first) })
            + &explain::clauses(answer, position, &targets, mover),
        code: answer.code.map(Code::number),
        threats: answer.ko.and_then(|ko| ko.threats),
        against: Some(answer.against).filter(|&count| count > 0),
        order: answer.order,
        up_to_order: answer.up_to_order,
        every_order: answer.every_order,
        shown: answer.shown.iter().map(ToString::to_string).collect(),
        moves: best(answer).map(|step| point_name(board, step)).into_iter().collect(),
        undecided: Vec::new(),
        line: Step::alternating(board, Color::from(mover), answer.line.iter().copied()),
        zone: point_names(board, answer.zone.iter()),
        candidates: None,
        proof: None,
        conditions: basis::conditions(&read.position, &stated, &settled.basis),
    };
    let without_orders = matches!(settled.basis, Basis::Read(..) | Basis::EveryOrder);
    if question.candidates {
        let considered = capture::candidates(position, &targets, side, settings.order).unwrap_or_default();
        found.candidates = Some(point_names(board, considered));
    }
    if let Some(tree) = tree {
        match &answer.evidence {
            Some(evidence) => {
                let comment = proof::comment(&sentence(&found), &found);
                found.proof = Some(proof::written(
                    tree,
                    &comment,
                    evidence,
                    mover.into(),
                    read.position.topology().len(),
                )?);
            }
            None => warnings.push(if without_orders {
                "there is no proof to show: it was read without orders".into()
            } else if found.verdict == CaptureVerdict::Unknown {
                "there is no proof: the verdict is not known".into()
            } else if answer.alive {
                "there is no proof to show: the string is unconditionally alive".into()
            } else {
                "there is no proof: the limits did not suffice to write it down".into()
            }),
        }
    }
    // It would only take memory from what follows.
    settled.answer.evidence = None;
    let answer = &settled.answer;
    let mut reason = match answer.verdict {
        Verdict::Unknown { why } => Some(why),
        _ => None,
    };
    if question.all && matches!(settled.basis, Basis::Open(_)) {
        warnings.push("other first moves were not judged, because the verdict is not known".into());
    } else if question.all && without_orders {
        warnings.push("other first moves were not judged: the string was read without orders".into());
    } else if question.all {
        let choices =
            capture::winning_moves(position, &targets, side, &settings, answer, &work.limits, work.watch)
                .unwrap_or_default();
        nodes += choices.nodes;
        let names = |moves: &[capture::Move]| moves.iter().map(|&step| point_name(board, step)).collect();
        found.undecided = names(&choices.undecided);
        add_others(&mut found.moves, names(&choices.moves));
        if !found.undecided.is_empty() && reason.is_none() {
            let why = choices.why.unwrap_or(Why::Nodes);
            found.why = format!("{}; not all first moves are judged: {why}", found.why);
            reason = Some(why);
        }
    }
    let svg = work.style.as_ref().map(|style| svg(&picture(diagram, &found, answer), style));
    Ok(Solved { found, rest: Rest { nodes: Some(nodes), svg, warnings, why: reason, limits: None } })
}

/// The first move of the answer, if it keeps the verdict: where the mover fails, no move helps.
fn best(answer: &capture::Answer) -> Option<capture::Move> {
    answer.first_move.filter(|_| answer.code.is_some_and(|code| code != Code::Fails))
}

/// The other moves that work, after the best one.
fn add_others(moves: &mut Vec<String>, all: Vec<String>) {
    for step in all {
        if !moves.contains(&step) {
            moves.push(step);
        }
    }
}

/// What taking the target at once is worth, where it is one stone and the captors are taken back: nothing.
fn taken_back(position: &Position, target: Point, first: Role) -> String {
    let mut liberties = position.liberties(target);
    let (Some(last), None, Role::Attacker) = (liberties.next(), liberties.next(), first) else {
        return String::new();
    };
    let Some(owner) = position.stone(target) else { return String::new() };
    let mut after = position.clone();
    if position.string_size(target) > 1 || after.play(owner.opponent(), last).is_err() {
        return String::new();
    }
    let (stones, taken) = (after.string_size(last), after.last_captured().count());
    if taken > 1 || after.liberty_count(last) > 1 || stones < 2 {
        return String::new();
    }
    let name = position.topology().name_of(last);
    format!(
        "; taking it on {name} at once does not count, because {stones} stones are then taken back (a snapback)"
    )
}

/// What the question says, and where it is silent what is suited.
fn settings(question: &CaptureQuestion, suited: Settings) -> Result<Settings, Fault> {
    let mut settings = suited;
    if let Some(AskedOrder::Number(order)) = question.order {
        let highest = Settings::HIGHEST_ORDER;
        if !(1..=highest).contains(&order) {
            return Err(Fault::in_field("order", format!("the order is 1 to {highest}, not {order}")));
        }
        settings = settings.up_to(order);
    }
    settings.algorithm = match question.algorithm {
        Algorithm::Lambda => capture::Algorithm::Zones,
        Algorithm::Dfpn => capture::Algorithm::Dfpn,
    };
    settings.evidence = question.proof;
    Ok(settings)
}

fn empty(name: &str) -> Fault {
    Fault::in_field("target", format!("{name} is empty: the target must be a stone"))
}

fn no_target() -> Fault {
    Fault::in_field(
        "target",
        "there is no target: name a stone of the string, or mark one with a triangle (TR)",
    )
}

/// The strings of the stones named, or those that carry triangles.
fn targets(question: &CaptureQuestion, diagram: &Diagram, position: &Position) -> Result<Targets, Fault> {
    let board: &Topology = position.topology();
    let stones: Vec<Point> = match &question.target {
        Some(named) => named
            .names()
            .iter()
            .map(|name| {
                let point = board.require_point(name).map_err(|error| Fault::in_field("target", error))?;
                if position.is_empty_at(point) { Err(empty(board.name_of(point))) } else { Ok(point) }
            })
            .collect::<Result<_, _>>()?,
        None => {
            let marked = diagram.marked(Mark::Triangle);
            marked.iter().filter(|&point| !position.is_empty_at(point)).collect()
        }
    };
    let first = *stones.first().ok_or_else(no_target)?;
    if stones.iter().any(|&stone| position.stone(stone) != position.stone(first)) {
        return Err(Fault::in_field("target", "the targets are of both colours: name strings of one colour"));
    }
    let goal = match question.goal {
        Some(CaptureGoal::All) => Goal::All,
        Some(CaptureGoal::Any) | None => Goal::Any,
    };
    let most = Targets::MOST;
    let targets = Targets::several(position, &stones, goal)
        .ok_or_else(|| Fault::in_field("target", format!("a question is about at most {most} strings")))?;
    if question.target.is_none() && question.goal.is_none() && targets.points().len() > 1 {
        return Err(Fault::in_field(
            "target",
            "the triangles are on several strings: name a stone of the one that is meant, or say whether any or all of them \
             (goal) have to be captured",
        ));
    }
    Ok(targets)
}
