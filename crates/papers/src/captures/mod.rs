//! `tesuji reproduce captures`: what the desk says about captures on small random boards, beside an exhaustive judge.
//!
//! The [judge](tesuji_judge::captures) plays by the rules of Go alone. Boards of up to twelve points are judged with all their positions at
//! once; on larger ones, nearly full, the states that can come about are explored, and questions that are not decided within a
//! fixed number of states are not counted. Each board is asked about with both sides moving first, sometimes with a ko that
//! was just taken.
//!
//! With O(a, d) for *the attacker captures with a ko threats of his own or against d of the defender's*, the claims mean:
//! *captured* is O(0, n), and *escapes* that O(n, 0) fails, for the number n of threats that the answer says it holds against
//! (`against`, [`THREATS`] to [`MOST_THREATS`]); a *ko* is neither, O(0, 0) says who has to find the first threat, and the number of threats is that
//! with which the outcome turns. The move of an answer is judged as well: the position after it must have
//! the complementary code for the opponent. Each question is asked twice, in the words of users: up to the highest order, and without an
//! order, which promises a proof whatever the order.

mod problems;

use std::collections::BTreeMap;
use std::fmt;

use tesuji_ask::Step;
use tesuji_ask::capture::{AskedOrder, CaptureAnswer, CaptureQuestion, CaptureVerdict, Starter};
use tesuji_board::{Diagram, Mark, Position, Rules};
use tesuji_capture::{Code, Settings, THREATS};
use tesuji_job::{Progress, Random, Watch};
use tesuji_judge::captures::{
    ATTACKER, After, DEFENDER, Grid, Judge, Level, MOST_THREATS, Outcomes, State, other,
};

use self::problems::{Problem, Recipe};
use crate::asked;
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
    /// Answers without an order: those that hold and those that do not, those that are not known, and those that rest on what the judge does
    /// not know.
    every: [u64; 2],
    every_open: u64,
    every_left: u64,
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
            if opinion(outcomes, side, THREATS).is_none() {
                self.open += 1;
                continue;
            }
            self.note(&state, outcomes);
            let diagram = problem.diagram(&state)?;
            let answer = answer(&diagram, side, Some(HIGHEST), nodes, watch)?;
            let Some(opinion) = opinion(outcomes, side, threshold(&answer)) else { continue };
            let point = |name: &str| {
                let point = diagram.setup.topology.point(name)?;
                problem.number(&diagram.setup.topology, point)
            };
            let line = answer.line.first().map(Step::place);
            let first = answer.moves.first().map(String::as_str).or(line).map(point);
            if !self.compare(judge, &state, &answer, first, (outcomes, opinion)) {
                let moves = best_moves(judge, &state, opinion);
                let names: Vec<&str> = moves.iter().map(|&chosen| problem.name(&diagram, chosen)).collect();
                self.remarks.push(remark(&diagram, &answer, opinion, outcomes, &names.join(" ")));
            }
            let answer = self::answer(&diagram, side, None, nodes / EVERY_SHARE, watch)?;
            let Some(opinion) = self::opinion(outcomes, side, threshold(&answer)) else { continue };
            let position = diagram.position(Rules::default()).map_err(broken)?;
            if !self.compare_every(&position, &answer, opinion) {
                self.remarks.push(remark(&diagram, &answer, opinion, outcomes, "without an order"));
            }
        }
        Ok(())
    }

    /// Counts an answer without an order; whether there is nothing wrong with it. A ko that orders have found may look different at
    /// higher ones.
    fn compare_every(&mut self, position: &Position, answer: &CaptureAnswer, opinion: Opinion) -> bool {
        if answer.conditions.as_ref().is_some_and(|all| asked::is_conditional(position, all)) {
            self.every_left += 1;
            // Only an escape may rest on conditions.
            return answer.verdict == CaptureVerdict::Escapes;
        }
        let claimed = match claim(answer) {
            Ok(claimed) if claimed.0 == Fate::Ko && answer.order.is_some() => return true,
            Ok(claimed) => claimed,
            Err(_) => {
                self.every_open += 1;
                return true;
            }
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
        answer: &CaptureAnswer,
        first: Option<Option<usize>>,
        (outcomes, opinion): (Outcomes, Opinion),
    ) -> bool {
        let claimed = match claim(answer) {
            Ok(claimed) => claimed,
            Err(why) => {
                self.unknown[opinion.0 as usize] += 1;
                *self.reasons.entry(why).or_default() += 1;
                return true;
            }
        };
        let right = claimed == opinion && turns_as_told(outcomes, answer) != Some(false);
        (if right { &mut self.right } else { &mut self.wrong })[claimed.0 as usize] += 1;
        let holds = move_holds(judge, state, first, claimed, threshold(answer));
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
        rows.push(Row::checked(place, "without an order", counts, self.every[1] == 0));
        let mut show = |what: &str, ours: String| rows.push(Row::shown(place, what, None, ours));
        show("without an order, unknown", self.every_open.to_string());
        show("without an order, with conditions", self.every_left.to_string());
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

/// How many threats turn no verdict of this answer.
fn threshold(answer: &CaptureAnswer) -> u8 {
    answer.against.or(answer.threats).unwrap_or(THREATS).max(THREATS)
}

/// Whether the outcome turns with as many threats as the answer says, and with no fewer; none if it does not say, or the judge does not know.
fn turns_as_told(outcomes: Outcomes, answer: &CaptureAnswer) -> Option<bool> {
    let (CaptureVerdict::Ko, Some(count)) = (answer.verdict, answer.threats) else { return None };
    let fair = outcomes.captures(Level::Nobody)?;
    let side = if fair { DEFENDER } else { ATTACKER };
    let turned = |count| Some(outcomes.captures(Level::of(side, count))? != fair);
    Some(turned(count)? && !turned(count - 1)?)
}

/// What the judge thinks of a state, in the words of the solver, if so many threats turn no verdict; none if it is not known.
fn opinion(outcomes: Outcomes, side: u8, threats: u8) -> Option<Opinion> {
    let code = |attacker: bool| if attacker == (side == ATTACKER) { Code::Works } else { Code::Fails };
    if outcomes.captures(Level::of(DEFENDER, threats))? {
        return Some((Fate::Captured, code(true)));
    }
    if !outcomes.captures(Level::of(ATTACKER, threats))? {
        return Some((Fate::Escapes, code(false)));
    }
    let mover_wins = outcomes.captures(Level::Nobody)? == (side == ATTACKER);
    Some((Fate::Ko, if mover_wins { Code::KoOpponentThreatens } else { Code::KoMoverThreatens }))
}

/// Up to the highest order: a lower one may miss kos on boards as small as 3x3.
const HIGHEST: AskedOrder = AskedOrder::Number(Settings::HIGHEST_ORDER);
/// The part of the nodes for the question without an order.
const EVERY_SHARE: u64 = 4;

/// Asks the desk.
fn answer(
    diagram: &Diagram,
    side: u8,
    order: Option<AskedOrder>,
    nodes: u64,
    watch: &Watch,
) -> Result<CaptureAnswer, Ended> {
    let position = diagram.position(Rules::default()).map_err(broken)?;
    let target = diagram.marked(Mark::Triangle).first().ok_or_else(|| broken("no target"))?;
    let question = CaptureQuestion {
        position: asked::position(&position),
        target: Some(asked::name(&position, target).into()),
        first: Some(if side == ATTACKER { Starter::Attacker } else { Starter::Defender }),
        order,
        ..CaptureQuestion::default()
    };
    asked::capture(question, nodes, watch)
}

/// What an answer claims, or why it is unknown.
fn claim(answer: &CaptureAnswer) -> Result<Opinion, String> {
    let fate = match answer.verdict {
        CaptureVerdict::Captured => Fate::Captured,
        CaptureVerdict::Escapes => Fate::Escapes,
        CaptureVerdict::Ko => Fate::Ko,
        // What was shown before is different every time.
        CaptureVerdict::Unknown => {
            return Err(answer.why.split(';').next().unwrap_or_default().to_string());
        }
    };
    let code = match answer.code {
        Some(0) => Code::Fails,
        Some(1) => Code::Works,
        Some(2) => Code::KoOpponentThreatens,
        Some(_) => Code::KoMoverThreatens,
        None => return Err("no code".to_string()),
    };
    Ok((fate, code))
}

fn is_banned(state: &State, first: Option<Option<usize>>) -> bool {
    matches!(first, Some(Some(point)) if state.ban == Some(point))
}

/// Whether the position after the first move is worth what the answer says: the complementary code for the opponent. None if
/// the judge does not know it.
fn move_holds(
    judge: &Judge,
    state: &State,
    first: Option<Option<usize>>,
    claimed: Opinion,
    threats: u8,
) -> Option<bool> {
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
        _ if is_banned(state, first) => return wins_after_threat(outcomes, state.side, claimed, threats),
        code => code.for_opponent(),
    };
    opinion(outcomes, other(state.side), threats).map(|reply| reply == (claimed.0, expected))
}

/// Whether a side that has spent a threat on a banned retake gets what it wants with the others it may have. Only a ko for
/// which the mover has to find the first threat may begin like that.
fn wins_after_threat(outcomes: Outcomes, side: u8, claimed: Opinion, threats: u8) -> Option<bool> {
    if claimed.1 != Code::KoMoverThreatens {
        return Some(false);
    }
    if side == ATTACKER {
        outcomes.captures(Level::of(ATTACKER, threats - 1))
    } else {
        outcomes.captures(Level::of(DEFENDER, threats - 1)).map(|captured| !captured)
    }
}

/// A disagreement in words, with the board.
fn remark(
    diagram: &Diagram,
    answer: &CaptureAnswer,
    opinion: Opinion,
    outcomes: Outcomes,
    moves: &str,
) -> String {
    let line: Vec<&str> = answer.line.iter().map(Step::place).collect();
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
    points.filter(|&point| move_holds(judge, state, Some(point), opinion, THREATS) == Some(true)).collect()
}
