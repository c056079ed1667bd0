//! Who lives: two groups of a real position. Counted where that is a proof, else read on the board.

use tesuji_board::{Color, Diagram, Point, PointSet, Position};
use tesuji_draw::{Picture, Region};
use tesuji_fight::{Answer, Code, Found, Other, Stated, Unfit, Verdict, find};
use tesuji_job::{Unknown, Why};
use tesuji_read::settle;

use super::counted;
use super::evidence;
use super::regions::{named_walls, unknown_strings};
use super::text::ending;
use super::{
    Conditions, Fate, Fates, Goal, Group, RaceAnswer, RaceMethod, RaceSide, RaceVerdict, first_reason,
    unknown,
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
    let groups_asked = settle::Groups {
        position: &position,
        walled: &walled,
        stated,
        stones: groups,
        known: known_to_count,
        limits,
        spent: nodes,
    };
    let settled = match settle::fight(&groups_asked, work.watch) {
        Ok(settled) => settled,
        Err(unfit) => return too_large(&position, unfit),
    };
    nodes += settled.nodes;
    let drawn = counted.as_mut().and_then(|counted| counted.svg.take());
    let mut found = match counted {
        Some(counted) if known_to_count.contains(&true) => counted.found,
        _ => RaceAnswer::new(Goal::Life, RaceSide::unknown(String::new()), RaceSide::unknown(String::new())),
    };
    for (color, settled) in Color::BOTH.into_iter().zip(&settled.sides) {
        let Some(settled) = settled else { continue };
        let told = Told { position: &position, walled: &walled, stated, groups, first: color }.side(settled);
        if told.verdict != RaceVerdict::Unknown {
            found.method = Some(RaceMethod::Reading);
        }
        *found.first_mut(color.into()) = told;
    }
    let read =
        |color: Color| settled.sides[color.index()].as_ref().and_then(|settled| settled.answer.as_ref());
    let is_open = |color: &Color| found.first((*color).into()).verdict == RaceVerdict::Unknown;
    let why = first_reason(Color::BOTH.into_iter().filter(is_open).filter_map(read).map(reason));
    let to_move = position.to_move();
    let svg = work.style.as_ref().map(|style| match (read(to_move), drawn) {
        (None, Some(drawn)) if known_to_count[to_move.index()] => drawn,
        (shown, _) => {
            let told = found.first(to_move.into());
            tesuji_draw::svg(&picture(&diagram, &position, groups, told, shown), style)
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
    let counted = found.conditions.safe.iter().filter_map(|wall| board.point(&wall.at));
    let counted = counted.flat_map(|stone| position.string(stone));
    let safe: PointSet = settled.assumed_safe.iter().chain(counted).collect();
    let walls = settle::walls(&position, &walled, &safe, stated, &limits, &mut nodes, work.watch);
    found.conditions = Conditions {
        safe: named_walls(&position, &walls),
        unknown: unknown_strings(&position, stated),
        open: settled.open,
        field: point_names(board, settled.field.iter()),
        assumed,
    };
    Ok(Solved { found, rest: Rest { nodes: Some(nodes), limits: Some(limits), svg, warnings, why } })
}

/// All stones that belong together with this one.
fn whole_group(position: &Position, fights: &[Found], color: Color, at: Point) -> PointSet {
    let groups = fights.iter().map(|fight| &fight.stones[color.index()]);
    let found = groups.into_iter().find(|stones| stones.contains(at));
    found.cloned().unwrap_or_else(|| position.string(at).collect())
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

/// Tells what was found with one side moving first.
struct Told<'a> {
    position: &'a Position,
    /// The same with the walls that were stated.
    walled: &'a Position,
    stated: &'a Stated,
    /// Black's and White's.
    groups: [Point; 2],
    first: Color,
}

impl Told<'_> {
    fn side(&self, settled: &settle::Side) -> RaceSide {
        let mut side = match (&settled.loss, &settled.answer) {
            (Some(loss), _) => self.loss(loss),
            (None, Some(answer)) => self.read(settled, answer),
            (None, None) => RaceSide::unknown(String::new()),
        };
        let [own, other] = settled.fates.map(Fate::from);
        side.fates = Some(Fates::of_mover(self.first.into(), own, other));
        if let Some(by) = &settled.can_capture {
            let board = self.position.topology();
            let by = by.map_or(String::new(), |step| format!(" by {}", point_name(board, step)));
            let [own, other] = [self.first, self.first.opponent()].map(|color| self.name(color));
            side.why = format!(
                "{}; {other} can be captured{by}, and whether {own} lives through it is open",
                side.why
            );
        }
        side
    }

    fn name(&self, color: Color) -> String {
        let stone = self.position.topology().name_of(self.groups[color.index()]);
        format!("{} {stone}", Side::from(color).capital())
    }

    /// A mover whose own stone falls, whatever he plays, has lost.
    fn loss(&self, loss: &settle::Loss) -> RaceSide {
        let (first, board) = (self.first, self.position.topology());
        let mover = Side::from(first).capital();
        let names = [first, first.opponent()].map(|color| board.name_of(self.groups[color.index()]));
        let kept = kept_words(Side::from(first.opponent()).capital(), names, loss.other);
        let stated =
            if self.stated.safe.is_empty() { "" } else { ", with the stones that were stated to be safe" };
        let mut side = RaceSide::unknown(format!(
            "{} is captured, whatever {mover} plays: proved on the whole board{stated}{kept}.",
            self.name(first)
        ));
        side.verdict = if first == Color::Black { RaceVerdict::White } else { RaceVerdict::Black };
        side.codes = Some([Some(0), Some(0)]);
        side.line = Step::alternating(board, first, loss.line.iter().copied());
        side
    }

    fn read(&self, settled: &settle::Side, answer: &Answer) -> RaceSide {
        let counts = self.groups.map(|group| self.position.liberty_count(group));
        side(self.walled, self.first, self.groups, counts, (settled, answer))
    }
}

impl From<settle::Fate> for Fate {
    fn from(fate: settle::Fate) -> Fate {
        match fate {
            settle::Fate::Lives => Fate::Lives,
            settle::Fate::Dies => Fate::Dies,
            settle::Fate::Seki => Fate::Seki,
            settle::Fate::Ko => Fate::Ko,
            settle::Fate::Unknown => Fate::Unknown,
        }
    }
}

/// What reading says of one side moving first, on the board with its walls. `groups` are Black's and White's, with their liberties.
fn side(
    position: &Position,
    first: Color,
    groups: [Point; 2],
    counts: [usize; 2],
    (settled, answer): (&settle::Side, &Answer),
) -> RaceSide {
    let board = position.topology();
    let names = groups.map(|group| board.name_of(group));
    let (own, other) = (names[first.index()], names[first.opponent().index()]);
    let [mover, opponent] = [first, first.opponent()].map(|color| Side::from(color).capital());
    let mut side = RaceSide::unknown(String::new());
    side.codes = Some(answer.codes.map(|code| code.map(Code::number)));
    if answer.codes.iter().flatten().any(|code| code.is_ko()) {
        side.threats = Some(answer.threats);
    }
    side.line = Step::alternating(board, first, answer.line.iter().copied());
    let fates = settled.fates.map(Fate::from);
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
            match fates.into() {
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
    if let Some(seen) = evidence::seen(position, first, groups, counts, answer, settled.at_once) {
        side.why = format!("{} {seen}", side.why);
    }
    side
}

/// What a sentence about a mover who loses his own stone says about the other one, which the opponent has.
fn kept_words(opponent: &str, [own, other]: [&str; 2], found: Other) -> String {
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
