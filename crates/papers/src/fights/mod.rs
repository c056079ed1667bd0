//! `tesuji reproduce fights`: what is claimed about fights on small random boards, beside an exhaustive judge.
//!
//! The [judge](judge) plays by the rules of Go alone. Boards are small rectangles, whole or between walls that live or are stated to be
//! safe; two stones are chosen at random, and each side moves first, sometimes with a ko that was just taken. The desk is asked as users
//! ask it: who lives, and whether the mover's stone is captured. Compared are both codes, for kos the number of threats, and whether
//! the moves that are given keep what the codes promise.
//!
//! Then random positions are asked about in every way that there is (`doors.rs`): one question has one answer.

mod doors;

use std::collections::BTreeMap;

use tesuji_ask::capture::{CaptureAnswer, CaptureQuestion, CaptureVerdict, Starter};
use tesuji_ask::race::{Fate, Goal, RaceQuestion, RaceSide, RaceVerdict};
use tesuji_ask::{AskedPosition, Side};
use tesuji_board::{Color, Diagram, Point, PointSet, Position, Rules, Setup, Topology};
use tesuji_job::{Random, Watch};
use tesuji_judge::fights::{Judge, Wish};
use tesuji_judge::{Board, Level, MOST_THREATS, State};

use crate::Ended;
use crate::asked;
use crate::judged::{Judged, add_counts, board_of, judged};
use crate::row::{Reproduction, Row};

/// The boards are the same in every version.
const SEED: u64 = 19;
/// Boards of the short and of the long run.
const BOARDS: [u64; 2] = [150, 2_000];
/// Random positions of each size that are asked about in every way.
const POSITIONS: [u64; 2] = [30, 300];
/// Places of the judge for one board.
const PLACES: [usize; 2] = [40_000, 3_000_000];
/// Nodes for one question.
const NODES: u64 = 300_000;
/// The most points that are not safe. Most boards of the long run would be too large for the judge of the short one.
const MOST_OPEN: [usize; 2] = [10, 13];

/// What stands at an end of the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Wall {
    /// The edge of the board.
    Edge,
    /// Three columns: stones, eyes, stones. With three rows or more those are two eyes of one point.
    Living,
    /// A column of stones without an eye, with no liberties but those inside. That it is safe is stated.
    Stated,
}

impl Wall {
    fn columns(self) -> usize {
        match self {
            Edge => 0,
            Living => 3,
            Stated => 1,
        }
    }
}

use Wall::{Edge, Living, Stated};

/// Columns, rows, and what stands on the left and on the right.
const SHAPES: [(usize, usize, [Wall; 2]); 12] = [
    (4, 3, [Edge, Edge]),
    (4, 3, [Stated, Edge]),
    (3, 3, [Living, Edge]),
    (5, 2, [Edge, Living]),
    (3, 3, [Stated, Stated]),
    (3, 3, [Living, Living]),
    (3, 4, [Edge, Living]),
    (6, 2, [Stated, Stated]),
    (6, 2, [Edge, Edge]),
    (4, 3, [Living, Living]),
    (3, 4, [Living, Stated]),
    (13, 1, [Edge, Edge]),
];

/// Boards of the long run whose walls are only stated to be safe.
const MANY_STATED: u64 = 300;
const ONLY_STATED: &str = "boards whose walls are only stated";

const NOTES: &str = "\
Rectangles of up to thirteen points (ten in the short run) that are not safe, whole or between walls that live or are stated to be safe, judged by retrograde
analysis over all positions that can come about, with passes, bans and threats. Right and wrong are claims about one side moving first.
Random positions are asked about with targets in both orders, with essential stones, with marks, and without naming anything.
";

/// Answers about fights beside the judge.
pub(crate) fn reproduce(long: bool, watch: &Watch) -> Result<Reproduction, Ended> {
    let size = usize::from(long);
    let tally = run(BOARDS[size], MOST_OPEN[size], PLACES[size], watch)?;
    let mut rows = tally.rows(MOST_OPEN[size], long);
    let agreement = doors::run(POSITIONS[size], doors::NODES[size], watch)?;
    rows.extend(agreement_rows(&agreement));
    let remarks = [tally.remarks, agreement.remarks].concat();
    Ok(Reproduction { remarks, notes: NOTES.to_string(), ..Reproduction::new(rows) })
}

fn agreement_rows(agreement: &doors::Agreement) -> Vec<Row> {
    let place = "5x5, 7x7 and 9x9";
    let shown = |what: &str, count: u64| Row::shown(place, what, None, count.to_string());
    vec![
        shown("random positions", agreement.positions),
        shown("with a verdict for a side", agreement.decided),
        shown("answers to the same question asked otherwise", agreement.compared),
        shown("captures of the same stone, without conditions", agreement.captures),
        shown("stones with the first and the second move", agreement.halves),
        Row::checked(
            place,
            "that contradict",
            agreement.remarks.len().to_string(),
            agreement.remarks.is_empty(),
        ),
    ]
}

fn run(boards: u64, open: usize, places: usize, watch: &Watch) -> Result<Tally, Ended> {
    judged("judging fights", boards, watch, |number| {
        let shape = number % SHAPES.len() as u64;
        let mut random = Random::new(SEED, shape, number);
        let mut tally = Tally::default();
        if let Some(problem) = random_fight(SHAPES[shape as usize], open, &mut random) {
            tally.ask(&problem, &mut random, places, watch)?;
        }
        Ok(tally)
    })
}

impl Judged for Tally {
    fn boards(&self) -> u64 {
        self.boards
    }

    fn add(&mut self, other: Tally) {
        self.boards += other.boards;
        for at in 0..CLAIMS.len() {
            self.right[at] += other.right[at];
            self.wrong[at] += other.wrong[at];
        }
        self.unknown += other.unknown;
        self.open += other.open;
        self.places += other.places;
        add_counts(&mut self.features, other.features);
        self.remarks.extend(other.remarks);
    }
}

/// A random fight with the same board for the judge.
struct Problem {
    position: Position,
    /// Black's stone and White's.
    targets: [Point; 2],
    points: Vec<Point>,
    /// Walls that are stated to be safe.
    stated: PointSet,
    board: Board,
}

/// A rectangle of random stones, perhaps between walls with two eyes; none if it is not legal or has no two stones.
fn random_fight(
    (columns, rows, walls): (usize, usize, [Wall; 2]),
    most_open: usize,
    random: &mut Random,
) -> Option<Problem> {
    let [left, right] = walls.map(Wall::columns);
    let rows = if walls.contains(&Living) { rows.max(3) } else { rows };
    let columns = columns.min(most_open / rows).max(1);
    let width = left + columns + right;
    let topology = Topology::parse(&format!("grid:{width}x{rows}")).ok()?;
    let mut setup = Setup::empty(topology.clone());
    let (mut open, mut stated) = (Vec::new(), PointSet::new());
    let first = if random.below(2) == 0 { Color::Black } else { Color::White };
    let empty = 25 + random.below(30);
    for row in 0..rows {
        for column in 0..width {
            let point = topology.at(column, row)?;
            if column < left || column >= left + columns {
                let (color, at, wall) = if column < left {
                    (first, column, walls[0])
                } else {
                    (first.opponent(), column - left - columns, walls[1])
                };
                let eye = at == 1 && row % 2 == 0 && row / 2 < 2;
                setup.put(point, (!eye).then_some(color));
                if wall == Stated {
                    stated.insert(point);
                }
                continue;
            }
            open.push(point);
            let stone = match random.below(100) {
                roll if roll < empty => None,
                roll if roll % 2 == 0 => Some(Color::Black),
                _ => Some(Color::White),
            };
            setup.put(point, stone);
        }
    }
    let position = Position::from_setup(&setup, Rules::default()).ok()?;
    let mut pick = |color: Color| {
        let own: Vec<Point> =
            open.iter().copied().filter(|&point| position.stone(point) == Some(color)).collect();
        own.get(random.below(own.len().max(1) as u32) as usize).copied()
    };
    let targets = [pick(Color::Black)?, pick(Color::White)?];
    let points: Vec<Point> = topology.points().collect();
    let is_safe = |point: Point| !open.contains(&point) && !position.is_empty_at(point);
    let board = board_of(&position, &open, is_safe)?;
    Some(Problem { position, targets, points, stated, board })
}

impl Problem {
    /// The position with this side to move, and a ko that was just taken.
    fn position(&self, side: Color, ban: Option<usize>) -> Option<Position> {
        let mut setup = self.position.to_setup();
        setup.to_move = side;
        setup.ko = ban.map(|ban| self.points[ban]);
        Position::from_setup(&setup, Rules::default()).ok()
    }

    /// The walls as a question states them. A stone inside may have joined one.
    fn safe(&self) -> Vec<String> {
        asked::strings(&self.position, &self.stated)
    }

    /// What the desk says of this side moving first: who lives, and whether its own stone is captured.
    fn ask(&self, side: Color, ban: Option<usize>, watch: &Watch) -> Result<Option<Asked>, Ended> {
        let Some(position) = self.position(side, ban) else { return Ok(None) };
        let targets = self.targets.map(|target| asked::name(&position, target));
        let own = targets[side.index()].clone();
        let board: AskedPosition = asked::position(&position);
        let question = RaceQuestion {
            position: Some(board.clone()),
            targets: Some(targets.to_vec()),
            safe: self.safe(),
            goal: Some(Goal::Life),
            ..RaceQuestion::default()
        };
        let Ok(race) = asked::race(question, NODES, watch)? else { return Ok(None) };
        let question = CaptureQuestion {
            position: board,
            target: Some(own.into()),
            first: Some(Starter::Defender),
            safe: self.safe(),
            ..CaptureQuestion::default()
        };
        let capture = asked::capture(question, NODES, watch)?;
        let is_conditional = asked::is_conditional(&position, &race.conditions);
        Ok(Some(Asked { side: race.first(side.into()).clone(), is_conditional, capture }))
    }
}

/// Answers about one side moving first.
struct Asked {
    side: RaceSide,
    /// Whether the judge does not know what they rest on.
    is_conditional: bool,
    capture: CaptureAnswer,
}

/// What was counted.
#[derive(Default)]
struct Tally {
    boards: u64,
    /// Claims that hold and that do not.
    right: [u64; CLAIMS.len()],
    wrong: [u64; CLAIMS.len()],
    unknown: u64,
    open: u64,
    places: u64,
    features: BTreeMap<&'static str, u64>,
    remarks: Vec<String>,
}

const CLAIMS: [&str; 7] = [
    "S: the first stone survives",
    "C: the second is captured",
    "threats of kos",
    "first moves",
    "moves that keep the verdict or not",
    "the second stone by itself",
    "the first stone as a capture",
];

/// A code in GNU Go's numbers, and how many threats turn it if it is a ko.
type Grade = (u8, Option<u8>);

impl Tally {
    fn ask(
        &mut self,
        problem: &Problem,
        random: &mut Random,
        most: usize,
        watch: &Watch,
    ) -> Result<(), Ended> {
        let board = &problem.board;
        let mut roots = Vec::new();
        for side in Color::BOTH {
            let bans = board.bans(side);
            let ban = bans.get(random.below(2 * bans.len().max(1) as u32) as usize).copied();
            roots.push((board.start(side, ban), ban));
        }
        let mut asked = Vec::new();
        for &(state, ban) in &roots {
            if let Some(answers) = problem.ask(state.to_move, ban, watch)? {
                asked.push((state, ban, answers));
            }
        }
        let states: Vec<State> = asked.iter().map(|(state, ..)| *state).collect();
        if states.is_empty() {
            return Ok(());
        }
        let stones = problem.targets.map(Point::index);
        let Some(judge) = Judge::new(board, stones, &states, most, watch)? else {
            self.open += 1;
            return Ok(());
        };
        self.boards += 1;
        self.places += judge.places() as u64;
        if !problem.stated.is_empty() {
            *self.features.entry(ONLY_STATED).or_default() += 1;
        }
        for (state, ban, answers) in asked {
            self.compare(problem, &judge, &state, ban.is_some(), &answers);
        }
        Ok(())
    }

    fn compare(
        &mut self,
        problem: &Problem,
        judge: &Judge<'_>,
        state: &State,
        banned: bool,
        answers: &Asked,
    ) {
        let wishes = [Wish::Survives, Wish::Captures];
        let Some(judged) =
            wishes.map(|wish| grade(judge, state, wish)).into_iter().collect::<Option<Vec<Grade>>>()
        else {
            return;
        };
        let mut wrong = [false; CLAIMS.len()];
        if let Some(code) = self.captured(problem, state, answers) {
            wrong[6] = code != judged[0].0;
            (if wrong[6] { &mut self.wrong } else { &mut self.right })[6] += 1;
        }
        let claimed = self.claimed(answers);
        if let Some(claimed) = claimed {
            self.compare_codes(problem, judge, state, banned, (&answers.side, claimed), &judged, &mut wrong);
        }
        if wrong.contains(&true) {
            let board = problem.position.topology();
            let [black, white] = problem.targets.map(|point| board.name_of(point));
            let ban = if banned { " (with a ko just taken)" } else { "" };
            let truth = other_stone(judge, state, judged[0].0 == 0);
            self.remarks.push(format!(
                "Black {black}, White {white}, safe {:?}, {} first{ban}: wrong {wrong:?}\nclaimed {:?}\njudged {judged:?}, {truth:?}\ncapture {:?} {:?} {}\n{}",
                problem.safe(),
                state.to_move,
                answers.side,
                answers.capture.verdict,
                answers.capture.code,
                answers.capture.why,
                Diagram::new(problem.position.to_setup())
            ));
        }
    }

    /// The code of a capture as a survival of the mover's stone, where the two are the same question and nothing is assumed: a single
    /// stone that is taken may be taken back, which is no capture.
    fn captured(&mut self, problem: &Problem, state: &State, answers: &Asked) -> Option<u8> {
        let capture = &answers.capture;
        if problem.position.string_size(problem.targets[state.to_move.index()]) < 2 {
            return None;
        }
        if capture.conditions.as_ref().is_some_and(|all| asked::is_conditional(&problem.position, all)) {
            *self.features.entry("captures with conditions, left out").or_default() += 1;
            return None;
        }
        let counted = match capture.verdict {
            CaptureVerdict::Ko => capture.threats.is_some(),
            _ => capture.against == Some(MOST_THREATS),
        };
        if !counted && capture.verdict != CaptureVerdict::Unknown {
            // What as many threats as the judge counts make of it was not found out.
            return None;
        }
        if capture.verdict == CaptureVerdict::Unknown {
            *self.features.entry("captures that are not known").or_default() += 1;
        }
        capture.code
    }

    /// Both codes, if they are known and rest on nothing that the judge does not know.
    fn claimed(&mut self, answers: &Asked) -> Option<[u8; 2]> {
        if answers.is_conditional {
            *self.features.entry("with conditions, left out").or_default() += 1;
            return None;
        }
        match answers.side.codes {
            Some([Some(survives), Some(captures)]) if answers.side.verdict != RaceVerdict::Unknown => {
                Some([survives, captures])
            }
            _ => {
                self.unknown += 1;
                None
            }
        }
    }

    #[allow(clippy::too_many_arguments, reason = "all that two answers to one question are compared by")]
    fn compare_codes(
        &mut self,
        problem: &Problem,
        judge: &Judge<'_>,
        state: &State,
        banned: bool,
        (side, claimed): (&RaceSide, [u8; 2]),
        judged: &[Grade],
        wrong: &mut [bool; CLAIMS.len()],
    ) {
        let wishes = [Wish::Survives, Wish::Captures];
        let feature = match (judged[0].0, judged[1].0) {
            (_, 1) => "wins",
            (1, 0) => "seki, or both live",
            (0, _) => "losses",
            _ => "kos that decide",
        };
        *self.features.entry(feature).or_default() += 1;
        *self.features.entry("kos just taken").or_default() += u64::from(banned);
        for at in [0, 1] {
            wrong[at] = claimed[at] != judged[at].0;
            if judged[at].0 >= 2 && !wrong[at] {
                // A race that was counted tells what threats do to its outcome, and not to each code.
                if let Some(threats) = side.threats {
                    let holds = threats[at] == judged[at].1;
                    wrong[2] |= !holds;
                    (if holds { &mut self.right } else { &mut self.wrong })[2] += 1;
                }
            }
            (if wrong[at] { &mut self.wrong } else { &mut self.right })[at] += 1;
        }
        // The move keeps the better of what it promises.
        let promised = if claimed[1] != 0 { 1 } else { 0 };
        if claimed[promised] != 0 && !wrong[promised] {
            let level = level(state.to_move, judged[promised]);
            let keeps = |step: Option<Point>| match step.map(|point| judge_index(problem, point)) {
                None => judge.keeps(state, None, wishes[promised], level),
                Some(Some(at)) => judge.keeps(state, Some(at), wishes[promised], level),
                Some(None) => None,
            };
            let step = |name: &String| asked::point(&problem.position, name);
            let first = side.moves.first().map(step);
            let holds = first.is_some_and(|first| keeps(first) == Some(true));
            wrong[3] = !holds;
            (if holds { &mut self.right } else { &mut self.wrong })[3] += 1;
            let [moves, undecided] = [&side.moves, &side.undecided]
                .map(|names| names.iter().map(step).collect::<Vec<Option<Point>>>());
            for at in (0..problem.board.open().len()).map(Some).chain([None]) {
                let step = at.map(|at| problem.points[problem.board.open()[at]]);
                let Some(keeps) = keeps(step) else { continue };
                if undecided.contains(&step) {
                    continue;
                }
                // A pass that keeps it stands for all moves elsewhere.
                let told = moves.contains(&step) || keeps && moves.contains(&None);
                let holds = told == keeps;
                wrong[4] |= !holds;
                (if holds { &mut self.right } else { &mut self.wrong })[4] += 1;
            }
        }
        let lost = judged[0].0 == 0;
        let other = Side::from(state.to_move).opponent();
        let fate = side.fates.map(|fates| if other == Side::Black { fates.black } else { fates.white });
        if let (Some(fate), Some(truth)) = (fate, other_stone(judge, state, lost))
            && judged[1].0 != 1
            && fate != Fate::Unknown
        {
            let feature = match truth {
                Other::Falls => "second stones that fall as well",
                Other::Ko => "second stones that hang on a ko",
                _ => "second stones that are kept",
            };
            *self.features.entry(feature).or_default() += 1;
            wrong[5] = !match truth {
                Other::Falls => fate == Fate::Dies,
                Other::Ko => fate == Fate::Ko,
                Other::Wins => fate == Fate::Lives,
                // Who lives as he stands survives whatever becomes of the first stone.
                Other::Survives => fate == Fate::Seki || fate == Fate::Lives && !lost,
            };
            (if wrong[5] { &mut self.wrong } else { &mut self.right })[5] += 1;
        }
    }

    fn rows(&self, most_open: usize, long: bool) -> Vec<Row> {
        let place = format!("up to {most_open} points");
        let mut rows = vec![Row::shown(&place, "boards", None, self.boards.to_string())];
        for (at, what) in CLAIMS.into_iter().enumerate() {
            let (right, wrong) = (self.right[at], self.wrong[at]);
            rows.push(Row::checked(&place, what, format!("{right} right, {wrong} wrong"), wrong == 0));
        }
        rows.push(Row::shown(&place, "unknown", None, self.unknown.to_string()));
        rows.push(Row::shown(&place, "boards too large for the judge", None, self.open.to_string()));
        rows.push(Row::shown(&place, "positions of the judge", None, self.places.to_string()));
        for (feature, times) in &self.features {
            let enough = *feature != ONLY_STATED || !long || *times >= MANY_STATED;
            rows.push(Row::checked(&place, *feature, times.to_string(), enough));
        }
        rows
    }
}

/// The number of a point among those that are open to the judge.
fn judge_index(problem: &Problem, point: Point) -> Option<usize> {
    problem.board.open().iter().position(|&open| open == point.index())
}

/// What becomes of the second stone, where the first is lost or both stay.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Other {
    /// Its owner captures the first and keeps it.
    Wins,
    /// He keeps it; where the first is lost, only if he lets that go.
    Survives,
    Falls,
    Ko,
}

/// What the judge thinks of a wish of the side to move.
fn grade(judge: &Judge<'_>, state: &State, wish: Wish) -> Option<Grade> {
    let mover = state.to_move;
    let has = |color: Color, count: u8| judge.mover_has(state, wish, Level::of(color, count));
    if has(mover.opponent(), MOST_THREATS)? {
        return Some((1, None));
    }
    if !has(mover, MOST_THREATS)? {
        return Some((0, None));
    }
    let fair = has(mover, 0)?;
    let needs = if fair { mover.opponent() } else { mover };
    let count = (1..=MOST_THREATS).find(|&count| has(needs, count) == Some(!fair));
    Some((if fair { 2 } else { 3 }, count))
}

/// What becomes of the stone of the side that moves second.
fn other_stone(judge: &Judge<'_>, state: &State, first_is_lost: bool) -> Option<Other> {
    let [mover, owner] = [state.to_move, state.to_move.opponent()].map(|side| Level::of(side, MOST_THREATS));
    let has = |wish: Wish, level: Level| judge.other_has(state, wish, level);
    if first_is_lost && has(Wish::Captures, mover)? {
        return Some(Other::Wins);
    }
    Some(if !has(Wish::Survives, owner)? {
        Other::Falls
    } else if has(Wish::Survives, mover)? && !(first_is_lost && has(Wish::Captures, owner)?) {
        Other::Survives
    } else {
        Other::Ko
    })
}

/// The level at which a code is promised.
fn level(mover: Color, (code, count): Grade) -> Level {
    match code {
        1 => Level::of(mover.opponent(), MOST_THREATS),
        3 => Level::of(mover, count.unwrap_or(MOST_THREATS)),
        _ => Level::Nobody,
    }
}
