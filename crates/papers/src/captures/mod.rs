//! `tesuji reproduce captures`: what the capture solver claims on small random boards, beside an exhaustive judge.
//!
//! The [judge](tesuji_judge::captures) plays by the rules of Go alone. Boards of up to twelve points are judged with all their positions at
//! once; on larger ones, nearly full, the states that can come about are explored, and questions that are not decided within a
//! fixed number of states are not counted. Each board is asked about with both sides moving first, sometimes with a ko that
//! was just taken.
//!
//! With O(a, d) for *the attacker captures with a ko threats of his own or against d of the defender's*, the claims mean:
//! *captured* is O(0, [`THREATS`]); *escapes* is that O([`THREATS`], 0) fails; a *ko* is neither, and
//! O(0, 0) says who has to find the first threat. The move of an answer is judged as well: the position after it must have
//! the complementary code for the opponent. What the solver says about every order at once, after reading low orders only, is asked for
//! and judged beside it.

mod problems;

use std::collections::BTreeMap;
use std::fmt;

use tesuji_board::{Diagram, Mark, Point, Rules};
use tesuji_capture::{Algorithm, Answer, Code, Settings, Side, THREATS, Verdict, solve};
use tesuji_job::{Limits, Progress, Watch};
use tesuji_judge::captures::{
    ATTACKER, After, DEFENDER, Grid, Judge, Level, MOST_THREATS, Outcomes, State, other,
};
use tesuji_tactics::Random;

use self::problems::{Problem, Recipe};
use crate::row::{Reproduction, Row};
use crate::{Ended, broken};

const _: () = assert!(THREATS <= MOST_THREATS, "the judge counts as many threats as the solver");

/// Columns, rows, and how many boards of that size.
type Size = (usize, usize, u64);

/// What to ask.
struct Sample {
    /// Boards that are judged with all their positions.
    whole: &'static [Size],
    /// Boards that are judged one by one.
    single: &'static [Size],
    /// States explored for one of these.
    states: usize,
    /// Nodes for an answer.
    nodes: u64,
}

const SHORT: Sample = Sample {
    whole: &[(3, 2, 40), (4, 2, 40), (3, 3, 60), (5, 2, 60)],
    single: &[(4, 4, 40), (5, 4, 30), (5, 5, 30)],
    states: 20_000,
    nodes: 20_000,
};

const LONG: Sample = Sample {
    whole: &[(3, 2, 200), (4, 2, 400), (3, 3, 800), (5, 2, 600), (6, 2, 800), (4, 3, 1_000)],
    single: &[(4, 4, 500), (5, 4, 400), (5, 5, 300)],
    states: 200_000,
    nodes: 200_000,
};

/// The boards are the same in every version.
const SEED: u64 = 17;
/// One board in so many is made to have a ko that may just have been taken.
const KO_BOARDS: u64 = 4;
/// The least filling of boards judged with all their positions, and of those judged one by one, of a hundred points.
const FILLED: (u32, u32) = (20, 75);

const NOTES: &str = "\
All positions: boards of up to twelve points, judged by retrograde analysis over all their positions. One by one: larger boards,
nearly full, judged through all states that can come about, where these are not too many. Each board is asked about with both
sides moving first. Right and wrong are claims; unknown are answers without one, by what the judge says, and are not wrong.
";

/// Answers about captures beside the judge.
pub(crate) fn reproduce(long: bool, watch: &Watch) -> Result<Reproduction, Ended> {
    let sample = if long { &LONG } else { &SHORT };
    let whole = judge_whole(sample, watch)?;
    let single = judge_single(sample, watch)?;
    let mut rows = whole.rows("all positions");
    rows.extend(single.rows("one by one"));
    let remarks = [whole.remarks, single.remarks].concat();
    Ok(Reproduction { remarks, notes: NOTES.to_string(), ..Reproduction::new(rows) })
}

fn judge_whole(sample: &Sample, watch: &Watch) -> Result<Tally, Ended> {
    let mut tally = Tally::new("boards judged with all positions", sample.whole);
    for &(width, height, boards) in sample.whole {
        // One target for each class of symmetric points.
        let (columns, rows) = (width.div_ceil(2), height.div_ceil(2));
        let targets = (0..rows).flat_map(|row| (0..columns).map(move |column| row * width + column));
        for (index, target) in targets.enumerate() {
            let judge = Judge::whole(Grid::new(width, height), target, watch)?;
            for number in (index as u64..boards).step_by(columns * rows) {
                let mut random = Random::new(SEED, (width * 10 + height) as u64, number);
                let ko = (number / (columns * rows) as u64).is_multiple_of(KO_BOARDS);
                let recipe = Recipe { target: Some(target), least: FILLED.0, ko };
                let problem = Problem::random(&judge.grid, &recipe, &mut random);
                tally.ask(&judge, &problem, sample.nodes, &mut random, watch)?;
            }
        }
    }
    Ok(tally)
}

fn judge_single(sample: &Sample, watch: &Watch) -> Result<Tally, Ended> {
    let mut tally = Tally::new("boards judged one by one", sample.single);
    for &(width, height, boards) in sample.single {
        for number in 0..boards {
            let grid = Grid::new(width, height);
            let mut random = Random::new(SEED, (width * 10 + height) as u64, number);
            let recipe = Recipe { target: None, least: FILLED.1, ko: number.is_multiple_of(KO_BOARDS) };
            let problem = Problem::random(&grid, &recipe, &mut random);
            let judge = Judge::single(grid, problem.target, &problem.board, sample.states, watch)?;
            tally.ask(&judge, &problem, sample.nodes, &mut random, watch)?;
        }
    }
    Ok(tally)
}

/// More threats than are counted.
const ENDLESS: u8 = MOST_THREATS + 1;

/// What becomes of the target.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Fate {
    Captured,
    Escapes,
    Ko,
}

impl fmt::Display for Fate {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(match self {
            Fate::Captured => "captured",
            Fate::Escapes => "escapes",
            Fate::Ko => "ko",
        })
    }
}

/// What becomes of the target, with the code for the side to move.
type Opinion = (Fate, Code);

/// What was counted in one way of judging.
#[derive(Default)]
struct Tally {
    stage: &'static str,
    boards: u64,
    all_boards: u64,
    /// Claims that hold and that do not, by what they claim.
    right: [u64; 3],
    wrong: [u64; 3],
    /// Questions that the solver left open, by what the judge says, and by the reason.
    unknown: [u64; 3],
    reasons: BTreeMap<String, u64>,
    /// Questions that the judge left open.
    open: u64,
    /// Captures and escapes from every order, found after low orders only: those that hold and those that do not.
    every: [u64; 2],
    /// First moves that keep what they promise, and those that do not.
    good: u64,
    bad: u64,
    /// Questions with a ko that was just taken.
    banned: u64,
    /// How many threats the defender needs for a target that is captured when nobody has one, and how many the attacker needs
    /// for one that is not; [`ENDLESS`] if no number of those counted is enough.
    needed: [BTreeMap<u8, u64>; 2],
    remarks: Vec<String>,
}

impl Tally {
    fn new(stage: &'static str, sizes: &[Size]) -> Tally {
        Tally { stage, all_boards: sizes.iter().map(|size| size.2).sum(), ..Tally::default() }
    }

    /// Asks about a board with both sides moving first.
    fn ask(
        &mut self,
        judge: &Judge,
        problem: &Problem,
        nodes: u64,
        random: &mut Random,
        watch: &Watch,
    ) -> Result<(), Ended> {
        watch.look(|| Progress::counted(self.stage, self.boards, Some(self.all_boards)))?;
        self.boards += 1;
        for side in [ATTACKER, DEFENDER] {
            let bans = judge.grid.bans(&problem.board, side);
            // Three times in four, if there is one.
            let ban = bans.get(random.below(4 * bans.len().max(1) as u32) as usize / 3).copied();
            let state = State { board: problem.board, side, ban };
            let outcomes = judge.outcomes(&state);
            let Some(opinion) = opinion(outcomes, side) else {
                self.open += 1;
                continue;
            };
            self.note(&state, outcomes);
            let diagram = problem.diagram(&state)?;
            let answer = answer(&diagram, side, HIGHEST, nodes, watch)?;
            let point = |point| problem.number(&diagram.setup.topology, point);
            let first = answer.first_move.map(|chosen| chosen.and_then(point));
            if !self.compare(judge, &state, &answer, first, opinion) {
                let moves = best_moves(judge, &state, opinion);
                let names: Vec<&str> = moves.iter().map(|&chosen| problem.name(&diagram, chosen)).collect();
                self.remarks.push(remark(&diagram, &answer, opinion, outcomes, &names.join(" ")));
            }
            let answer = self::answer(&diagram, side, LOW_THEN_EVERY, nodes / EVERY_SHARE, watch)?;
            if !self.compare_every(&answer, opinion) {
                self.remarks.push(remark(&diagram, &answer, opinion, outcomes, "of every order"));
            }
        }
        Ok(())
    }

    /// Counts an answer that is about every order; whether there is nothing wrong with it. Kos may look different at low orders.
    fn compare_every(&mut self, answer: &Answer, opinion: Opinion) -> bool {
        let claimed = match claim(answer) {
            Ok(claimed)
                if claimed.0 == Fate::Captured || answer.every_order && claimed.0 == Fate::Escapes =>
            {
                claimed
            }
            _ => return true,
        };
        let right = claimed == opinion;
        self.every[usize::from(!right)] += 1;
        right
    }

    /// Notes what is special about a question.
    fn note(&mut self, state: &State, outcomes: Outcomes) {
        self.banned += u64::from(state.ban.is_some());
        let Some(captured) = outcomes.captures(Level::Nobody) else { return };
        let side = if captured { DEFENDER } else { ATTACKER };
        let turns = |level| outcomes.captures(level) == Some(!captured);
        if turns(Level::Always(side)) {
            let count = (1..=MOST_THREATS).find(|&count| turns(Level::of(side, count)));
            *self.needed[usize::from(captured)].entry(count.unwrap_or(ENDLESS)).or_default() += 1;
        }
    }

    /// Counts an answer; whether there is nothing wrong with it.
    fn compare(
        &mut self,
        judge: &Judge,
        state: &State,
        answer: &Answer,
        first: Option<Option<usize>>,
        opinion: Opinion,
    ) -> bool {
        let claimed = match claim(answer) {
            Ok(claimed) => claimed,
            Err(why) => {
                self.unknown[opinion.0 as usize] += 1;
                *self.reasons.entry(why).or_default() += 1;
                return true;
            }
        };
        let right = claimed == opinion;
        (if right { &mut self.right } else { &mut self.wrong })[claimed.0 as usize] += 1;
        let holds = move_holds(judge, state, first, claimed);
        self.good += u64::from(holds == Some(true));
        self.bad += u64::from(holds == Some(false));
        right && holds != Some(false)
    }

    fn rows(&self, place: &str) -> Vec<Row> {
        let mut rows = vec![Row::shown(place, "boards", None, self.boards.to_string())];
        for fate in [Fate::Captured, Fate::Escapes, Fate::Ko] {
            let (right, wrong) = (self.right[fate as usize], self.wrong[fate as usize]);
            let counts = format!("{right} right, {wrong} wrong, {} unknown", self.unknown[fate as usize]);
            rows.push(Row::checked(place, fate.to_string(), counts, wrong == 0));
        }
        let counts = format!("{} right, {} wrong", self.good, self.bad);
        rows.push(Row::checked(place, "first moves", counts, self.bad == 0));
        let counts = format!("{} right, {} wrong", self.every[0], self.every[1]);
        rows.push(Row::checked(place, "every order at once", counts, self.every[1] == 0));
        let mut show = |what: &str, ours: String| rows.push(Row::shown(place, what, None, ours));
        for (why, count) in &self.reasons {
            show(&format!("unknown: {why}"), count.to_string());
        }
        show("questions that the judge leaves open", self.open.to_string());
        show("questions with a ko just taken", self.banned.to_string());
        show("kos, by threats that the attacker needs", needs(&self.needed[0]));
        show("kos, by threats that the defender needs", needs(&self.needed[1]));
        rows
    }
}

/// How often so many threats are needed.
fn needs(counts: &BTreeMap<u8, u64>) -> String {
    let name = |count| if count == ENDLESS { "endless".to_string() } else { u8::to_string(&count) };
    let parts: Vec<String> =
        counts.iter().map(|(&count, times)| format!("{}: {times}", name(count))).collect();
    parts.join(", ")
}

/// What the judge thinks of a state, in the words of the solver; none if it is not known.
fn opinion(outcomes: Outcomes, side: u8) -> Option<Opinion> {
    let code = |attacker: bool| if attacker == (side == ATTACKER) { Code::Works } else { Code::Fails };
    if outcomes.captures(Level::of(DEFENDER, THREATS))? {
        return Some((Fate::Captured, code(true)));
    }
    if !outcomes.captures(Level::of(ATTACKER, THREATS))? {
        return Some((Fate::Escapes, code(false)));
    }
    let mover_wins = outcomes.captures(Level::Nobody)? == (side == ATTACKER);
    Some((Fate::Ko, if mover_wins { Code::KoOpponentThreatens } else { Code::KoMoverThreatens }))
}

/// Up to the highest order: a lower one may miss kos on boards as small as 3x3.
const HIGHEST: Settings = Settings {
    order: Settings::HIGHEST_ORDER,
    beyond: 0,
    further: 0,
    algorithm: Algorithm::Zones,
    evidence: false,
};
/// Up to order 2, and then every order at once.
const LOW_THEN_EVERY: Settings = Settings { order: 2, further: 10_000, ..HIGHEST };
/// The part of the nodes for that.
const EVERY_SHARE: u64 = 4;

/// Asks the solver.
fn answer(
    diagram: &Diagram,
    side: u8,
    settings: Settings,
    nodes: u64,
    watch: &Watch,
) -> Result<Answer, Ended> {
    let position = diagram.position(Rules::default()).map_err(broken)?;
    let target = diagram.marked(Mark::Triangle).first().ok_or_else(|| broken("no target"))?;
    let first = if side == ATTACKER { Side::Attacker } else { Side::Defender };
    let answer = solve(&position, target, first, &settings, &Limits::nodes(nodes), watch);
    watch.check()?;
    answer.ok_or_else(|| broken("no target"))
}

/// What an answer claims, or why it is unknown.
fn claim(answer: &Answer) -> Result<Opinion, String> {
    let fate = match answer.verdict {
        Verdict::Captured => Fate::Captured,
        Verdict::Escapes { .. } => Fate::Escapes,
        Verdict::Ko => Fate::Ko,
        Verdict::Unknown { why } => return Err(why.to_string()),
    };
    answer.code.map(|code| (fate, code)).ok_or_else(|| "no code".to_string())
}

fn is_banned(state: &State, first: Option<Option<usize>>) -> bool {
    matches!(first, Some(Some(point)) if state.ban == Some(point))
}

/// Whether the position after the first move is worth what the answer says: the complementary code for the opponent. None if
/// the judge does not know it.
fn move_holds(judge: &Judge, state: &State, first: Option<Option<usize>>, claimed: Opinion) -> Option<bool> {
    let Some(point) = first else {
        // Only who fails may have no move to show.
        return Some(claimed.1 == Code::Fails);
    };
    let outcomes = match judge.after(state, point) {
        None => return Some(false),
        Some(After::Captured) => Outcomes::CAPTURED,
        Some(After::Open(next)) => judge.outcomes(&next),
    };
    let expected = match claimed.1 {
        _ if is_banned(state, first) => return wins_after_threat(outcomes, state.side, claimed),
        Code::Works => Code::Fails,
        Code::Fails => Code::Works,
        Code::KoOpponentThreatens => Code::KoMoverThreatens,
        Code::KoMoverThreatens => Code::KoOpponentThreatens,
    };
    opinion(outcomes, other(state.side)).map(|reply| reply == (claimed.0, expected))
}

/// Whether a side that has spent a threat on a banned retake gets what it wants with the others it may have. Only a ko for
/// which the mover has to find the first threat may begin like that.
fn wins_after_threat(outcomes: Outcomes, side: u8, claimed: Opinion) -> Option<bool> {
    if claimed.1 != Code::KoMoverThreatens {
        return Some(false);
    }
    if side == ATTACKER {
        outcomes.captures(Level::of(ATTACKER, THREATS - 1))
    } else {
        outcomes.captures(Level::of(DEFENDER, THREATS - 1)).map(|captured| !captured)
    }
}

/// A disagreement in words, with the board.
fn remark(diagram: &Diagram, answer: &Answer, opinion: Opinion, outcomes: Outcomes, moves: &str) -> String {
    let topology = &diagram.setup.topology;
    let name = |chosen: &Option<Point>| chosen.map_or("pass", |point| topology.name_of(point)).to_string();
    let line: Vec<String> = answer.line.iter().map(name).collect();
    let sign = |level| outcomes.captures(level).map_or('?', |captures| if captures { 'y' } else { 'n' });
    let signs = |side| {
        let counted = (0..=MOST_THREATS).map(move |count| Level::of(side, count));
        counted.chain([Level::Always(side)]).map(sign).collect::<String>()
    };
    let claimed = claim(answer).map(|(fate, code)| format!("{fate}, code {code}")).unwrap_or_default();
    let threats = format!("0 to {MOST_THREATS} threats and without end");
    format!(
        "claimed: {claimed}, line {}\n\
         judged: {}, code {}, moves {moves}\n\
         captures with {threats}: attacker's {}, defender's {}\n\
         {diagram}",
        line.join(" "),
        opinion.0,
        opinion.1,
        signs(ATTACKER),
        signs(DEFENDER),
    )
}

/// The moves that are worth what the judge says.
fn best_moves(judge: &Judge, state: &State, opinion: Opinion) -> Vec<Option<usize>> {
    let points = (0..judge.grid.points()).map(Some).chain([None]);
    points.filter(|&point| move_holds(judge, state, Some(point), opinion) == Some(true)).collect()
}
