//! Who lives: two groups of a real position. Counted where that is a proof, else read on the board.

use tesuji_board::{Color, Diagram, Point, PointSet, Position, is_unconditionally_alive};
use tesuji_capture::Side as Role;
use tesuji_draw::{Picture, Region};
use tesuji_fight::{
    Answer, Code, Found, Other, Stated, Unfit, Verdict, find, solve as read_first, solve_both,
};
use tesuji_job::{Limits, Unknown, Why};

use super::counted;
use super::evidence;
use super::orders::{Orders, kept};
use super::regions::{safe_strings, unknown_strings};
use super::text::ending;
use super::{
    Conditions, Fate, Fates, Goal, Group, RaceAnswer, RaceMethod, RaceSide, RaceVerdict, SafeString,
    first_reason, unknown,
};
use crate::desk::{Rest, Solved, Work};
use crate::fault::Fault;
use crate::position::ReadPosition;
use crate::stated::walled;
use crate::words::{Side, Step, point_name, point_names};

/// Reading looks at some hundred thousand positions in a few seconds, and rarely gets better with more tables than this: what it may use
/// where the question does not say.
const NODES: u64 = 500_000;
const MEMORY: u64 = 1_200_000_000;
/// Nodes to find out whether a wall can be captured.
const WALL_NODES: u64 = 500;
/// Other fights that are listed.
const MOST_LISTED: usize = 24;

/// Who lives of the groups with these stones, or, where there are none, of those that seem to be meant.
pub(super) fn solve(
    read: ReadPosition,
    stones: &PointSet,
    stated: &Stated,
    work: &Work<'_>,
) -> Result<Solved<RaceAnswer>, Fault> {
    let ReadPosition { diagram, position, warnings, last, .. } = read;
    let walled = walled(&position, stated)?;
    let mut assumed = Vec::new();
    let fights = find(&position, last);
    if let Err(why) = work.watch.check() {
        return Ok(unknown(Goal::Life, &why.into(), 0));
    }
    let board = position.topology();
    let groups = if stones.is_empty() {
        let Some(first) = fights.first() else {
            let alone =
                "there is no fight here: no black and white group touch of which one could be captured";
            return Err(Fault::in_field(
                "position",
                format!("{alone} (name them with targets to ask all the same)"),
            ));
        };
        let [black, white] = first.at.map(|stone| board.name_of(stone));
        assumed.push(format!(
            "no stones were named; this looks like a fight between black at {black} and white at {white}"
        ));
        first.at
    } else {
        named(&position, stones)?
    };
    let nodes = work.asked.nodes.unwrap_or(NODES);
    let memory = work.asked.memory_mb.map_or(MEMORY, |_| work.limits.memory).min(work.limits.memory);
    let limits = work.limits.with_nodes(nodes).with_memory(memory);
    let mut counted = counted::count(&position, &diagram, groups, stated, &limits, work);
    let mut nodes = counted.as_ref().map_or(0, |counted| counted.nodes);
    let known = |color: Color| counted.as_ref().is_some_and(|counted| counted.is_known(color));
    let known_to_count = Color::BOTH.map(known);
    if !known_to_count.contains(&true)
        && let Err(why) = work.watch.check()
    {
        return Ok(unknown(Goal::Life, &why.into(), nodes));
    }
    let mut orders =
        Orders { position: &position, walled: &walled, stated, groups, work, nodes: 0, seconds: Vec::new() };
    let lost = Color::BOTH.map(|color| if known(color) { None } else { orders.glance(color, limits.nodes) });
    nodes += std::mem::take(&mut orders.nodes);
    let kept = kept(limits.nodes);
    let is_known = |color: Color| known(color) || lost[color.index()].is_some();
    let answers =
        match unread(&position, groups, stated, Color::BOTH.map(is_known), &limits.after(nodes + kept), work)
        {
            Ok(answers) => answers,
            Err(unfit) => return too_large(&position, unfit),
        };
    let read = || answers.iter().flatten();
    nodes += read().map(|answer| answer.nodes).sum::<u64>();
    let drawn = counted.as_mut().and_then(|counted| counted.svg.take());
    let mut found = match counted {
        Some(counted) if known_to_count.contains(&true) => counted.found,
        _ => RaceAnswer::new(Goal::Life, RaceSide::unknown(String::new()), RaceSide::unknown(String::new())),
    };
    let open = read().filter(|answer| !answer.is_known()).count() as u64;
    for (color, (answer, lost)) in Color::BOTH.into_iter().zip(answers.iter().zip(lost)) {
        let told = match (answer, lost) {
            (_, Some(lost)) => lost,
            (Some(answer), None) => {
                let counts = groups.map(|group| position.liberty_count(group));
                let mut told = side(&walled, color, groups, counts, answer);
                if !answer.is_known() {
                    orders.look(color, &mut told, kept / open);
                }
                told
            }
            (None, None) => continue,
        };
        if told.verdict != RaceVerdict::Unknown {
            found.method = Some(RaceMethod::Reading);
        }
        *found.first_mut(color.into()) = told;
    }
    nodes += orders.nodes;
    let is_open =
        |(color, _): &(Color, &Option<Answer>)| found.first((*color).into()).verdict == RaceVerdict::Unknown;
    let open = Color::BOTH.into_iter().zip(&answers).filter(is_open);
    let why = first_reason(open.filter_map(|(_, answer)| answer.as_ref()).map(reason));
    let to_move = position.to_move();
    let svg = work.style.as_ref().map(|style| match (&answers[to_move.index()], drawn) {
        (None, Some(drawn)) if known_to_count[to_move.index()] => drawn,
        (shown, _) => {
            let told = found.first(to_move.into());
            tesuji_draw::svg(&picture(&diagram, &position, groups, told, shown.as_ref()), style)
        }
    });
    found.groups = Color::BOTH
        .into_iter()
        .zip(groups)
        .map(|(color, at)| Group {
            color: color.into(),
            at: board.name_of(at).to_string(),
            stones: point_names(board, whole_group(&position, &fights, color, at).iter()),
        })
        .collect();
    let others = fights.iter().filter(|fight| {
        !Color::BOTH.iter().all(|&color| fight.stones[color.index()].contains(groups[color.index()]))
    });
    found.other_fights = others
        .take(MOST_LISTED)
        .map(|fight| fight.at.map(|stone| board.name_of(stone).to_string()))
        .collect();
    let seconds = &orders.seconds;
    let field = read().map(|answer| &answer.field).chain(seconds.iter().map(|second| &second.field));
    let field: PointSet = field.flat_map(PointSet::iter).collect();
    let walled = found.conditions.safe.iter().filter_map(|wall| board.point(&wall.at));
    let walled = walled.flat_map(|stone| position.string(stone));
    let safe =
        read().map(|answer| &answer.assumed_safe).chain(seconds.iter().map(|second| &second.assumed_safe));
    let safe: PointSet = safe.flat_map(PointSet::iter).chain(walled).collect();
    found.conditions = Conditions {
        safe: walls(&position, &safe, stated, limits.nodes, &mut nodes, work)?,
        unknown: unknown_strings(&position, stated),
        open: read().any(|answer| answer.open) || seconds.iter().any(|second| second.open),
        field: point_names(board, field.iter()),
        assumed,
    };
    Ok(Solved { found, rest: Rest { nodes: Some(nodes), limits: Some(limits), svg, warnings, why } })
}

/// Reads the fight for whoever moves first where that is not known yet.
fn unread(
    position: &Position,
    [black, white]: [Point; 2],
    stated: &Stated,
    known: [bool; 2],
    limits: &Limits,
    work: &Work<'_>,
) -> Result<[Option<Answer>; 2], Unfit> {
    Ok(match known {
        [true, true] => [None, None],
        [false, false] => solve_both(position, [black, white], stated, limits, work.watch)?.map(Some),
        [false, true] => [Some(read_first(position, [black, white], stated, limits, work.watch)?), None],
        [true, false] => [None, Some(read_first(position, [white, black], stated, limits, work.watch)?)],
    })
}

/// All stones that belong together with this one.
fn whole_group(position: &Position, fights: &[Found], color: Color, at: Point) -> PointSet {
    let groups = fights.iter().map(|fight| &fight.stones[color.index()]);
    let found = groups.into_iter().find(|stones| stones.contains(at));
    found.cloned().unwrap_or_else(|| position.string(at).collect())
}

/// The strings that were taken as safe. One that was stated to be safe is not looked at further. Of the others those are proved that are
/// alive as they stand, or cannot be captured at any order by somebody who moves first; what that costs is counted.
pub(crate) fn walls(
    position: &Position,
    safe: &PointSet,
    stated: &Stated,
    most: u64,
    nodes: &mut u64,
    work: &Work<'_>,
) -> Result<Vec<SafeString>, Fault> {
    let walled = walled(position, stated)?;
    let mut walls = safe_strings(position, safe, stated);
    for wall in walls.iter_mut().filter(|wall| wall.is_assumed()) {
        if work.watch.check().is_err() {
            break;
        }
        let Some(at) = position.topology().point(&wall.at) else { continue };
        let limits =
            Limits::nodes(WALL_NODES.min(most.saturating_sub(*nodes))).with_memory(work.limits.memory);
        let attack = tesuji_capture::solve_without_orders(&walled, at, Role::Attacker, &limits, work.watch);
        let Some(attack) = attack else { continue };
        *nodes += attack.nodes;
        wall.proved = attack.every_order;
    }
    Ok(walls)
}

/// The black and the white group that were named.
fn named(position: &Position, stones: &PointSet) -> Result<[Point; 2], Fault> {
    let board = position.topology();
    if let Some(empty) = stones.iter().find(|&point| position.is_empty_at(point)) {
        return Err(Fault::in_field(
            "targets",
            format!("{} is empty: a group is named by a stone", board.name_of(empty)),
        ));
    }
    let own = Color::BOTH.map(|color| stones & &position.stones(color));
    let [Some(black), Some(white)] = own.each_ref().map(PointSet::first) else {
        let missing = if own[0].is_empty() { Color::Black } else { Color::White };
        return Err(Fault::in_field(
            "targets",
            format!("no {missing} stone was named: name one stone of each side"),
        ));
    };
    for (color, at) in [(Color::Black, black), (Color::White, white)] {
        if !own[color.index()].is_subset(&position.string(at).collect()) {
            return Err(Fault::in_field(
                "goal",
                format!(
                    "who lives is asked of two groups, and several {color} strings were named: name one, or ask for the goal capture"
                ),
            ));
        }
    }
    Ok([black, white])
}

/// Groups that cannot be read: too large, which is no mistake, or no groups.
fn too_large(position: &Position, unfit: Unfit) -> Result<Solved<RaceAnswer>, Fault> {
    let sentence = unfit.sentence(position.topology());
    match unfit {
        Unfit::TooLarge => Ok(unknown(Goal::Life, &Unknown::new(Why::Room, sentence), 0)),
        _ => Err(Fault::in_field("targets", sentence)),
    }
}

fn reason(answer: &Answer) -> Option<Why> {
    match answer.verdict {
        Verdict::Unknown { why } => Some(why),
        _ => None,
    }
}

/// The answer for one side moving first, on the board with its walls. `groups` are Black's and White's, with their liberties.
fn side(
    position: &Position,
    first: Color,
    groups: [Point; 2],
    counts: [usize; 2],
    answer: &Answer,
) -> RaceSide {
    let board = position.topology();
    let names = groups.map(|group| board.name_of(group));
    let (own, other) = (names[first.index()], names[first.opponent().index()]);
    let [mover, opponent] = [first, first.opponent()].map(|color| Side::from(color).capital());
    let mut side = RaceSide::unknown(String::new());
    side.codes = Some(answer.codes.map(|code| code.map(Code::number)));
    if answer
        .codes
        .iter()
        .any(|&code| matches!(code, Some(Code::KoMoverThreatens | Code::KoOpponentThreatens)))
    {
        side.threats = Some(answer.threats);
    }
    side.line = Step::alternating(board, first, answer.line.iter().copied());
    let at_once = evidence::life_at_once(position, first, groups[first.index()], answer);
    let is_alive = |color: Color| is_unconditionally_alive(position, groups[color.index()]);
    let own_fate = match answer.codes[0] {
        None => Fate::Unknown,
        Some(Code::Works) if answer.codes[1] == Some(Code::Works) => Fate::Lives,
        Some(Code::Works) if at_once.is_some() || is_alive(first) => Fate::Lives,
        Some(Code::Works) => Fate::Seki,
        Some(Code::Fails) => Fate::Dies,
        Some(_) => Fate::Ko,
    };
    let other_fate = match answer.codes[1] {
        None => Fate::Unknown,
        Some(Code::Works) => Fate::Dies,
        Some(_) if is_alive(first.opponent()) => Fate::Lives,
        Some(_) => fate_of(answer.other),
    };
    side.fates = Some(Fates::of_mover(first.into(), own_fate, other_fate));
    // A loser has no move that keeps anything.
    if !matches!(answer.verdict, Verdict::Loss | Verdict::Unknown { .. }) {
        side.moves = answer.moves.iter().map(|&step| point_name(board, step)).collect();
        side.undecided = answer.undecided.iter().map(|&step| point_name(board, step)).collect();
    }
    (side.verdict, side.why) = match answer.verdict {
        Verdict::Win => (
            if first == Color::Black { RaceVerdict::Black } else { RaceVerdict::White },
            format!("{opponent} {other} is captured, and {mover} {own} is not."),
        ),
        Verdict::Both => (
            RaceVerdict::Seki,
            match (own_fate, other_fate) {
                (_, Fate::Dies) => {
                    format!("{mover} {own} survives, or is given up for the capture of {opponent} {other}.")
                }
                (_, Fate::Ko | Fate::Unknown) => {
                    format!(
                        "{mover} {own} survives, and captures {opponent} {other} only if it is lost itself."
                    )
                }
                fates => format!(
                    "Neither {mover} {own} nor {opponent} {other} is captured: {}.",
                    match fates {
                        (Fate::Lives, Fate::Lives) => "both live".to_string(),
                        (Fate::Lives, _) => format!("{mover} {own} lives"),
                        (_, Fate::Lives) => format!("{opponent} {other} lives"),
                        _ => "seki, or both live".to_string(),
                    }
                ),
            },
        ),
        Verdict::Loss => (
            if first == Color::Black { RaceVerdict::White } else { RaceVerdict::Black },
            format!(
                "{mover} {own} is captured, whatever {mover} plays{}.",
                answer.other.map_or(String::new(), |found| kept_words(opponent, [own, other], found))
            ),
        ),
        Verdict::Ko => (RaceVerdict::Ko, ko(mover, opponent, [own, other], answer)),
        Verdict::Unknown { why } => {
            let mut words = why.to_string();
            if answer.codes[0] == Some(Code::Works) {
                words = format!("{words}; {mover} {own} survives");
            } else if answer.codes[1] == Some(Code::Fails) {
                words = format!("{words}; {mover} does not capture {other} and keep {own}");
            }
            if let Some(provisional) = &answer.provisional {
                let told = provisional_words(mover, opponent, [own, other], provisional);
                words = format!("{words}; {told}, which the whole fight does not confirm");
                side.provisional = Some(told);
            }
            (RaceVerdict::Unknown, words)
        }
    };
    if let Some(seen) = evidence::seen(position, first, groups, counts, answer, at_once) {
        side.why = format!("{} {seen}", side.why);
    }
    side
}

/// The fate of the second stone, where it is not simply captured.
pub(super) fn fate_of(other: Option<Other>) -> Fate {
    match other {
        Some(Other::Wins) => Fate::Lives,
        Some(Other::Survives) => Fate::Seki,
        Some(Other::Falls) => Fate::Dies,
        Some(Other::Ko) => Fate::Ko,
        Some(Other::Open) | None => Fate::Unknown,
    }
}

/// What a sentence about a mover who loses his own stone says about the other one, which the opponent has.
pub(super) fn kept_words(opponent: &str, [own, other]: [&str; 2], found: Other) -> String {
    match found {
        Other::Wins => String::new(),
        Other::Survives => format!("; {opponent} can save {other} or capture {own}, not both"),
        Other::Falls => format!("; {opponent} {other} cannot be saved either"),
        Other::Ko => format!("; whether {opponent} {other} is kept is a ko"),
        Other::Open => format!("; whether {opponent} {other} is kept was not found out"),
    }
}

/// Who must find the first threat for what, and how many.
fn ko(mover: &str, opponent: &str, [own, other]: [&str; 2], answer: &Answer) -> String {
    let grade = |which: usize, what: String, not: String| {
        let (needs, has) = match answer.codes[which] {
            Some(Code::Works) => return format!("{what}."),
            Some(Code::Fails) | None => return format!("{not}."),
            Some(Code::KoOpponentThreatens) => (opponent, mover),
            Some(Code::KoMoverThreatens) => (mover, opponent),
        };
        let more = match answer.threats[which] {
            Some(1) | None => String::new(),
            Some(count) => format!("; it takes {count} more than {has} has"),
        };
        format!("{what} by ko: {needs} must find the first threat{more}.")
    };
    let first = grade(0, format!("{mover} {own} survives"), format!("{mover} {own} is captured"));
    let kept = match answer.other {
        None | Some(Other::Wins | Other::Survives) => format!("{opponent} {other} survives"),
        Some(Other::Falls) => format!("{opponent} {other} cannot be saved"),
        Some(Other::Ko) => format!("Whether {opponent} {other} survives is a ko as well"),
        Some(Other::Open) => format!("Whether {opponent} {other} survives was not found out"),
    };
    let second = grade(1, format!("{opponent} {other} is captured"), kept);
    let waits = match answer.codes[1] {
        _ if !answer.waits => String::new(),
        Some(Code::Fails) => {
            format!(" {opponent} may begin it at any time: {mover} {own} is as good as dead.")
        }
        _ => format!(" {mover} may begin it at any time: {opponent} {other} is as good as dead."),
    };
    let lost = match (answer.other, answer.codes[1]) {
        (Some(Other::Falls), Some(Code::KoMoverThreatens | Code::KoOpponentThreatens)) => {
            format!(" {opponent} {other} cannot be saved.")
        }
        _ => String::new(),
    };
    format!("{first} {second}{lost}{waits}")
}

fn provisional_words(
    mover: &str,
    opponent: &str,
    [own, other]: [&str; 2],
    provisional: &tesuji_fight::Provisional,
) -> String {
    let what = match provisional.verdict {
        Verdict::Win => format!("{opponent} {other} is captured"),
        Verdict::Both => "neither is captured".to_string(),
        Verdict::Loss => format!("{mover} {own} is captured"),
        Verdict::Ko => "a ko decides".to_string(),
        Verdict::Unknown { .. } => "nothing is decided".to_string(),
    };
    format!("in the nearest {} points {what}", provisional.points)
}

/// The board with the points that were read and the line of play in numbers.
fn picture<'a>(
    diagram: &'a Diagram,
    position: &Position,
    groups: [Point; 2],
    told: &RaceSide,
    read: Option<&Answer>,
) -> Picture<'a> {
    let board = position.topology();
    let mut picture = Picture::from(diagram);
    if let Some(read) = read {
        picture.regions.push(Region::new(read.field.iter().filter(|&point| position.is_empty_at(point))));
    }
    let [black, white] = groups.map(|group| board.name_of(group));
    let (first, ending) = (Side::from(position.to_move()).capital(), ending(Goal::Life, told));
    picture.caption = Some(format!("Black {black} against White {white}, {first} first: {ending}"));
    let line = told.line.iter().map_while(|step| match step {
        Step::Stone { color, point } => Some(((*color).into(), board.point(point)?)),
        Step::Place(_) => None,
    });
    picture.moves(1, line)
}
