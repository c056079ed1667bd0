//! What becomes of one string, read without orders.
//!
//! Lambda orders are a good way to find captures and say little about a string that is surrounded and short of eyes: dead shapes take
//! many moves to capture, and every order below says that there is no capture. Reading knows eyes and needs no orders.

use std::sync::Arc;

use tesuji_board::{Color, Point, PointSet, Position};
use tesuji_job::{Limits, Watch, Why};
use tesuji_local::{MOST_THREATS, Threats};

use crate::field::ones;
use crate::ground::{Ground, Reach, Stated, WIDEST, ground, safe_strings};
use crate::reader::{Fact, Goal, Reader, State};
use crate::verdict::Move;

/// How a string ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum End {
    /// It is captured, even if its owner has [`MOST_THREATS`] ko threats more.
    Falls,
    /// It is never captured, even if the other side has so many.
    Stands,
    /// A ko decides.
    Ko {
        /// Who must find the first threat.
        needs: Color,
        /// How many more than the opponent it takes.
        threats: u8,
    },
}

/// What becomes of a string.
#[derive(Clone, Debug)]
pub struct Fall {
    /// How it ends, or why that is not known.
    pub end: Result<End, Why>,
    /// A line of best play, if that was found.
    pub line: Vec<Move>,
    /// States searched.
    pub nodes: u64,
    /// The points on which it depends.
    pub field: PointSet,
    /// Stones around those points that were taken as safe.
    pub assumed_safe: PointSet,
    /// Whether it depends on the edge of what was read, where a group that gets to empty points counts as safe.
    pub open: bool,
}

/// A string is shut in if it comes to so many empty points at most without crossing the other side.
const MOST_EMPTY: usize = 24;

/// On ground with so many of them a string that gets [`OUT`] steps away is out.
const OPEN_GROUND: usize = 60;
const OUT: usize = 3;

/// Whether a string comes to few empty points without crossing the other side.
#[must_use]
pub fn is_shut_in(position: &Position, target: Point) -> bool {
    empties_in_reach(position, target) <= MOST_EMPTY
}

/// How many empty points a string comes to without crossing the other side.
fn empties_in_reach(position: &Position, target: Point) -> usize {
    let Some(owner) = position.stone(target) else { return 0 };
    let reach =
        position.topology().component(target, |point| position.stone(point) != Some(owner.opponent()));
    reach.iter().filter(|&point| position.is_empty_at(point)).count()
}

/// Reads what becomes of a string, with this side to move; nothing if the point is empty or there is no room for all that matters.
#[must_use]
pub fn falls(
    position: &Position,
    target: Point,
    to_move: Color,
    stated: &Stated,
    limits: &Limits,
    watch: &Watch,
) -> Option<Fall> {
    let ground = around(position, target, stated)?;
    let Ground { field, stones, targets, .. } = &ground;
    let owner = position.stone(target)?;
    let reader = Reader::new(field, *targets, limits, watch);
    let goal = reader.goal(owner, false);
    let ban = position.ko().filter(|_| position.to_move() == to_move);
    let ban = ban.and_then(|ban| field.points.iter().position(|&point| point == ban)).map(|at| at as u8);
    let state = State { stones: *stones, to_move, ban, threats: Threats::NONE };
    let mut grading = Grading { reader, goal, state, facts: Vec::new(), line: None };
    let end = grading.end(limits.nodes);
    let zone = if end.is_ok() {
        grading.facts.iter().fold(0, |zone, (_, fact)| zone | fact.zone)
    } else {
        field.all()
    };
    let line = grading.line();
    let point = |at: u8| field.points[usize::from(at)];
    Some(Fall {
        end,
        line: line.into_iter().map(|step| step.map(point)).collect(),
        nodes: grading.reader.nodes,
        field: ones(zone).map(|at| field.points[at]).collect(),
        assumed_safe: ground.walls(position, zone),
        open: field.open & zone != 0,
    })
}

/// One string with several numbers of threats.
struct Grading<'a> {
    reader: Reader<'a>,
    goal: Goal,
    state: State,
    /// What was found with which threats.
    facts: Vec<(Threats, Arc<Fact>)>,
    /// The threats of the search whose line is the answer's.
    line: Option<Threats>,
}

impl Grading<'_> {
    /// Whether the string is captured with these threats, as far as so many nodes of the reader tell.
    fn ask(&mut self, threats: Threats, nodes: u64) -> Result<bool, Why> {
        self.reader.limits.nodes = nodes;
        let fact = self.reader.read(&self.goal, &State { threats, ..self.state })?;
        let captured = fact.captured;
        self.facts.push((threats, fact));
        Ok(captured)
    }

    fn end(&mut self, nodes: u64) -> Result<End, Why> {
        let (owner, attacker) = (self.goal.defender, self.goal.attacker());
        // Nobody knows beforehand which of the two can be shown; either alone is an answer.
        let hardest = Threats::all_of(owner);
        let hard = self.ask(hardest, nodes / 2);
        if hard == Ok(true) {
            return Ok(self.ends(hardest, End::Falls));
        }
        let easiest = Threats::all_of(attacker);
        if !self.ask(easiest, nodes)? {
            self.facts.retain(|(threats, _)| *threats == easiest);
            return Ok(self.ends(easiest, End::Stands));
        }
        if hard.is_err() && self.ask(hardest, nodes)? {
            self.facts.retain(|(threats, _)| *threats == hardest);
            return Ok(self.ends(hardest, End::Falls));
        }
        let fair = self.ask(Threats::NONE, nodes)?;
        let needs = if fair { owner } else { attacker };
        let mover_attacks = self.state.to_move == attacker;
        let mut before = Threats::NONE;
        for count in 1..=MOST_THREATS {
            let threats = Threats::of(needs, count);
            if self.ask(threats, nodes)? != fair {
                // The line shows how the mover has his way: with as few threats as he needs, or against as many as do not help.
                let shown = if fair == mover_attacks { before } else { threats };
                return Ok(self.ends(shown, End::Ko { needs, threats: count }));
            }
            before = threats;
        }
        Err(Why::Contradiction)
    }

    fn ends(&mut self, line: Threats, end: End) -> End {
        self.line = Some(line);
        end
    }

    fn line(&mut self) -> Vec<Option<u8>> {
        let Some(threats) = self.line else { return Vec::new() };
        let Some((_, fact)) = self.facts.iter().find(|(known, _)| *known == threats) else {
            return Vec::new();
        };
        let (fact, state) = (Arc::clone(fact), State { threats, ..self.state });
        let attacks = state.to_move == self.goal.attacker();
        // Nobody has to attack what is dead.
        if fact.captured
            && attacks
            && matches!(self.reader.read_after(&self.goal, &state, None), Some(Ok(true)))
        {
            return vec![None];
        }
        self.reader.line(&self.goal, &state, &fact)
    }
}

/// The ground around a string and the largest string of the other side that stands beside it.
fn around(position: &Position, target: Point, stated: &Stated) -> Option<Ground> {
    let owner = position.stone(target)?;
    let board = position.topology();
    let beside = position.string(target).flat_map(|stone| board.neighbors(stone).iter().copied());
    let foreign = beside.filter(|&near| position.stone(near) == Some(owner.opponent()));
    // Where nobody stands beside it, it stands for both: nobody asks for the other.
    let guard =
        foreign.max_by_key(|&near| (position.string_size(near), std::cmp::Reverse(near))).unwrap_or(target);
    let targets = if owner == Color::Black { [target, guard] } else { [guard, target] };
    let steps = if empties_in_reach(position, target) >= OPEN_GROUND { OUT } else { WIDEST.steps };
    let safe = safe_strings(position, targets, stated);
    ground(position, targets, stated, &safe, Reach { steps, ..WIDEST }).filter(|ground| !ground.full)
}
