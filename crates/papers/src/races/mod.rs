//! `tesuji reproduce races`: what is claimed about races on small random boards, beside an exhaustive judge.
//!
//! The [judge](judge) plays by the rules of Go alone, on the whole board. Boards have up to twelve open points in regions of
//! every kind: external, shared of any shape, eyes, with kos; on some a racing wall lives as it stands. The walls around have a liberty a
//! row and are stated to be safe. Each board is asked about at the desk, with both sides moving first, sometimes with a
//! ko that was just taken. Compared are the verdict, the codes, for kos the outcome without threats and how many each side
//! needs, and every first move.

mod boards;

use std::collections::BTreeMap;

use tesuji_ask::race::{RaceAnswer, RaceMethod, RaceSide, RaceVerdict};
use tesuji_board::{Color, Point, Rules};
use tesuji_formats::{Moment, read_sgf};
use tesuji_job::{Random, Watch};
use tesuji_judge::races::Judge;
use tesuji_judge::{Board, Level, MOST_THREATS, State};
use tesuji_race::{Blocks, Graded, Ko, Outcome, RegionKind, Wishes};

use self::boards::{MOST_OPEN, Problem, Recipe, random_race};
use crate::asked;
use crate::judged::{Judged, add_counts, judged};
use crate::row::{Reproduction, Row};
use crate::{Ended, broken};

/// The boards are the same in every version.
const SEED: u64 = 18;
/// Boards of the short and of the long run.
const BOARDS: [u64; 2] = [300, 5_000];
/// States of the judge for one board.
const STATES: usize = 2_000_000;
/// Nodes for one question.
const NODES: u64 = 3_000_000;
/// In the long run every feature is met at least so often.
const OFTEN: u64 = 300;

const BASE: Recipe = Recipe {
    rows: 3,
    width: 2,
    middle: 0,
    eyes: false,
    lives: false,
    empty: 40,
    own: 15,
    help: 0,
    ko: false,
};

/// The kos of the book.
const SHIPPED: &str = "kos of the book";
const KOS: [&str; 7] = [
    tesuji_examples::text("race-ko-direct.sgf"),
    tesuji_examples::text("race-ko-two.sgf"),
    tesuji_examples::text("race-ko-approach.sgf"),
    tesuji_examples::text("race-ko-double.sgf"),
    tesuji_examples::text("race-ko-idle.sgf"),
    tesuji_examples::text("race-ko-shared.sgf"),
    tesuji_examples::text("race-throw-in.sgf"),
];

/// The kinds of boards, in turn.
const RECIPES: [Recipe; 12] = [
    Recipe { rows: 4, width: 1, empty: 50, ..BASE },
    Recipe { ko: true, empty: 35, ..BASE },
    Recipe { width: 3, empty: 25, ko: true, own: 20, ..BASE },
    Recipe { rows: 4, width: 1, middle: 1, empty: 35, ..BASE },
    Recipe { width: 1, middle: 2, empty: 35, ..BASE },
    Recipe { width: 2, middle: 2, empty: 20, own: 20, ko: true, ..BASE },
    Recipe { rows: 4, width: 1, middle: 2, eyes: true, empty: 25, ..BASE },
    Recipe { width: 2, middle: 1, empty: 30, help: 60, ..BASE },
    Recipe { rows: 5, width: 1, eyes: true, empty: 35, ..BASE },
    Recipe { rows: 5, width: 1, middle: 1, eyes: true, empty: 20, ..BASE },
    Recipe { rows: 5, width: 1, lives: true, empty: 35, ..BASE },
    Recipe { rows: 5, width: 1, middle: 1, lives: true, empty: 20, ..BASE },
];

const NOTES: &str = "\
Boards of up to twelve open points, judged by retrograde analysis over all positions that can come about, with passes, bans and
threats; both sides move first. Right and wrong are claims. How often each feature came is counted in questions.
";

/// Answers about races beside the judge.
pub(crate) fn reproduce(long: bool, watch: &Watch) -> Result<Reproduction, Ended> {
    let mut tally = run(BOARDS[usize::from(long)], watch)?;
    let mut rows = tally.rows(long);
    let shipped = shipped_kos(watch)?;
    rows.extend(shipped.claims(SHIPPED));
    tally.remarks.extend(shipped.remarks);
    Ok(Reproduction { remarks: tally.remarks, notes: NOTES.to_string(), ..Reproduction::new(rows) })
}

/// The kos of the book, each small enough for the judge.
fn shipped_kos(watch: &Watch) -> Result<Tally, Ended> {
    let mut tally = Tally::default();
    for text in KOS {
        let games = read_sgf(text.as_bytes()).map_err(broken)?.games;
        let diagram = games[0].diagram(Moment::Problem).map_err(broken)?;
        let position = diagram.position(Rules::default()).map_err(broken)?;
        let blocks = Blocks::new(&position, &Wishes::of_marks(&diagram)).map_err(broken)?;
        let problem = Problem::of_marks(position, &blocks)
            .ok_or_else(|| broken("a ko of the book is too large for the judge"))?;
        tally.ask(&problem, &mut Random::new(SEED, 0, 0), watch)?;
    }
    Ok(tally)
}

fn run(boards: u64, watch: &Watch) -> Result<Tally, Ended> {
    judged("judging races", boards, watch, |number| {
        let kind = number % RECIPES.len() as u64;
        let mut random = Random::new(SEED, kind, number);
        let mut tally = Tally::default();
        if let Some(problem) = random_race(&RECIPES[kind as usize], &mut random) {
            tally.ask(&problem, &mut random, watch)?;
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
        add_counts(&mut self.features, other.features);
        add_counts(&mut self.needed, other.needed);
        self.states += other.states;
        self.remarks.extend(other.remarks);
    }
}

/// What was counted.
#[derive(Default)]
struct Tally {
    boards: u64,
    /// Claims that hold and that do not: verdicts, codes, threats, moves.
    right: [u64; 4],
    wrong: [u64; 4],
    unknown: u64,
    open: u64,
    features: BTreeMap<&'static str, u64>,
    needed: BTreeMap<u8, u64>,
    states: u64,
    remarks: Vec<String>,
}

const CLAIMS: [&str; 4] = ["verdicts", "codes", "kos with their threats", "first moves"];

/// What every long run has to meet.
const FEATURES: [&str; 10] = [
    "external regions",
    "plain shared regions",
    "shared regions that are not plain",
    "eyes",
    "blocks that may connect",
    "seki",
    "kos in reach",
    "kos that decide",
    "kos just taken",
    "walls that live as they stand",
];

impl Tally {
    fn note(&mut self, feature: &'static str, times: bool) {
        *self.features.entry(feature).or_default() += u64::from(times);
    }

    fn ask(&mut self, problem: &Problem, random: &mut Random, watch: &Watch) -> Result<(), Ended> {
        let board = &problem.board;
        let mut roots = Vec::new();
        for side in Color::BOTH {
            let bans = board.bans(side);
            // Every other time, if there is one.
            let ban = bans.get(random.below(2 * bans.len().max(1) as u32) as usize).copied();
            roots.push((board.start(side, ban), ban));
        }
        let states: Vec<State> = roots.iter().map(|(state, _)| *state).collect();
        let racing = problem.racing.map(Point::index);
        let Some(judge) = Judge::new(board, racing, &states, STATES, watch)? else {
            self.open += 1;
            return Ok(());
        };
        self.boards += 1;
        self.states += judge.places() as u64;
        // Without a ban one answer is about either side moving first.
        let mut plain: Option<RaceAnswer> = None;
        for (state, ban) in roots {
            let answer = match (&plain, ban) {
                (Some(plain), None) => plain.clone(),
                _ => {
                    let Some(question) = problem.question(state.to_move, ban) else { continue };
                    let answer = asked::race(question, NODES, watch)?.map_err(Ended::Fault)?;
                    if ban.is_none() {
                        plain = Some(answer.clone());
                    }
                    answer
                }
            };
            self.compare(problem, &judge, &state, &answer, ban.is_some());
        }
        Ok(())
    }

    fn compare(
        &mut self,
        problem: &Problem,
        judge: &Judge<'_>,
        state: &State,
        answer: &RaceAnswer,
        banned: bool,
    ) {
        let first = state.to_move;
        let judged = opinion(judge, state);
        let side = answer.first(first.into());
        if side.verdict == RaceVerdict::Unknown {
            self.unknown += 1;
            return;
        }
        if asked::is_conditional(&problem.position, &answer.conditions) {
            // All walls were stated: nothing is left to assume.
            self.unknown += 1;
            self.remarks.push(format!("it rests on conditions: {:?}\n{}", answer.conditions, problem.text()));
            return;
        }
        let kinds: Vec<RegionKind> = problem.kinds().collect();
        self.note(FEATURES[0], kinds.contains(&RegionKind::External));
        self.note(FEATURES[1], kinds.contains(&RegionKind::SharedPlain));
        self.note(FEATURES[2], kinds.contains(&RegionKind::SharedOther));
        self.note(FEATURES[3], kinds.contains(&RegionKind::Eye));
        self.note(
            FEATURES[4],
            problem.race.iter().flat_map(|race| &race.regions).any(|region| region.may_connect_out),
        );
        self.note(FEATURES[5], judged == Graded::Settled(Outcome::Seki));
        self.note(FEATURES[6], judge.has_kos());
        self.note(FEATURES[7], matches!(judged, Graded::Ko(_)));
        self.note(FEATURES[8], banned);
        self.note(FEATURES[9], problem.lives());
        if let Graded::Ko(ko) = judged {
            *self.needed.entry(ko.threats()).or_default() += 1;
        }
        let theirs = best_moves(problem, judge, state, judged);
        let holds = [
            side.verdict == verdict(judged),
            side.codes == Some(codes(judged, first).map(Some)),
            is_same_ko(side, judged),
            are_same_moves(answer, side, &theirs),
        ];
        for (at, holds) in holds.into_iter().enumerate() {
            if at == 2 && !matches!(judged, Graded::Ko(_)) {
                continue;
            }
            (if holds { &mut self.right } else { &mut self.wrong })[at] += 1;
        }
        if holds.contains(&false) {
            let judged = format!("{judged:?}, moves {}", theirs.join(" "));
            let ban = if banned { " (with a ko just taken)" } else { "" };
            self.remarks
                .push(format!("{first} first{ban}: claimed {side:?}\njudged {judged}\n{}", problem.text()));
        }
    }

    fn claims(&self, place: &str) -> Vec<Row> {
        let mut rows = vec![Row::shown(place, "boards", None, self.boards.to_string())];
        for (at, what) in CLAIMS.into_iter().enumerate() {
            let (right, wrong) = (self.right[at], self.wrong[at]);
            rows.push(Row::checked(place, what, format!("{right} right, {wrong} wrong"), wrong == 0));
        }
        rows.push(Row::checked(place, "unknown", self.unknown.to_string(), self.unknown == 0));
        rows
    }

    fn rows(&self, long: bool) -> Vec<Row> {
        let place = format!("up to {MOST_OPEN} open points");
        let mut rows = self.claims(&place);
        rows.push(Row::shown(&place, "boards too large for the judge", None, self.open.to_string()));
        rows.push(Row::shown(&place, "states of the judge", None, self.states.to_string()));
        for feature in FEATURES {
            let times = self.features.get(feature).copied().unwrap_or(0);
            let row = if long {
                Row::checked(&place, feature, times.to_string(), times >= OFTEN)
            } else {
                Row::shown(&place, feature, None, times.to_string())
            };
            rows.push(row);
        }
        let needed: Vec<String> =
            self.needed.iter().map(|(count, times)| format!("{count}: {times}")).collect();
        rows.push(Row::shown(&place, "kos by the threats that turn them", None, needed.join(", ")));
        rows
    }
}

/// The verdict that the judge's opinion is in an answer.
fn verdict(judged: Graded) -> RaceVerdict {
    match judged {
        Graded::Settled(outcome) => named(outcome),
        Graded::Ko(_) => RaceVerdict::Ko,
    }
}

fn named(outcome: Outcome) -> RaceVerdict {
    match outcome {
        Outcome::Black => RaceVerdict::Black,
        Outcome::White => RaceVerdict::White,
        Outcome::Seki => RaceVerdict::Seki,
    }
}

/// Whether an answer about a ko says what threats do to it. Where it was read that is said of each code.
fn is_same_ko(side: &RaceSide, judged: Graded) -> bool {
    let Graded::Ko(ko) = judged else { return side.ko.is_none() };
    let told = side.ko.map(|told| (told.without_threats, [told.black, told.white]));
    match told {
        Some(told) => told == (named(ko.without_threats), ko.needs),
        None => side.threats.is_some_and(|threats| {
            threats.into_iter().flatten().any(|count| ko.needs.contains(&Some(count)))
        }),
    }
}

/// Whether an answer lists the moves that the judge finds: all of them, or, where it was read, those that it could judge.
fn are_same_moves(answer: &RaceAnswer, side: &RaceSide, theirs: &[String]) -> bool {
    let mut ours: Vec<&String> = side.moves.iter().filter(|name| *name != "pass").collect();
    ours.sort();
    if answer.method == Some(RaceMethod::Reading) {
        let is_told = |name: &String| side.moves.contains(name) || side.undecided.contains(name);
        return ours.iter().all(|name| theirs.contains(name)) && theirs.iter().all(is_told);
    }
    ours == theirs.iter().collect::<Vec<&String>>() && side.undecided.is_empty()
}

fn outcome(judge: &Judge<'_>, state: &State, level: Level) -> Outcome {
    judge.winner(state, level).map_or(Outcome::Seki, Outcome::win_of)
}

/// What the judge thinks of a state.
fn opinion(judge: &Judge<'_>, state: &State) -> Graded {
    let at = |color: Color, count: u8| outcome(judge, state, Level::of(color, count));
    let with_threats = Color::BOTH.map(|color| at(color, MOST_THREATS));
    if with_threats[0] == with_threats[1] {
        return Graded::Settled(with_threats[0]);
    }
    let without_threats = outcome(judge, state, Level::Nobody);
    let needs =
        Color::BOTH.map(|color| (1..=MOST_THREATS).find(|&count| at(color, count) != without_threats));
    Graded::Ko(Ko { without_threats, needs, with_threats })
}

/// GNU Go's codes: the mover survives, the mover captures.
fn codes(judged: Graded, first: Color) -> [u8; 2] {
    [1, 2].map(|least| {
        let holds = |outcome: Outcome| outcome.for_side(first) >= least;
        match judged {
            Graded::Settled(outcome) => u8::from(holds(outcome)),
            Graded::Ko(ko) => {
                let [own, other] = [first, first.opponent()].map(|side| holds(ko.with_threats[side.index()]));
                match (own, other, holds(ko.without_threats)) {
                    (_, true, _) => 1,
                    (false, ..) => 0,
                    (_, _, true) => 2,
                    _ => 3,
                }
            }
        }
    })
}

/// The moves that keep what the mover can get: in a ko with the threats that it takes, otherwise against all of the opponent's.
fn best_moves(problem: &Problem, judge: &Judge<'_>, state: &State, judged: Graded) -> Vec<String> {
    let mover = state.to_move;
    let level = match judged {
        Graded::Settled(_) => Level::of(mover.opponent(), MOST_THREATS),
        Graded::Ko(ko) => ko.needs[mover.index()].map_or(Level::Nobody, |count| Level::of(mover, count)),
    };
    let wanted = outcome(judge, state, level).for_side(mover);
    if wanted == 0 {
        return Vec::new();
    }
    let keeps = |&at: &usize| {
        let level = if Board::is_banned(state, at) { level.spent(mover) } else { Some(level) };
        let (Some(level), Some(after)) = (level, judge.board.after(state, at)) else { return false };
        judge.winner_of(state, &after).is_some()
            || outcome(judge, &after.state, level).for_side(mover) >= wanted
    };
    let mut names: Vec<String> = (0..judge.board.open().len())
        .filter(keeps)
        .map(|at| {
            let point = problem.points[judge.board.open()[at]];
            asked::name(&problem.position, point)
        })
        .collect();
    names.sort();
    names
}
