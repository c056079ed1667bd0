//! From a question to an answer.
//!
//! Orders rise from the lowest that the liberties allow, because a proof of low order is cheap and its order is then exact;
//! `grade.rs` says which questions about kos are asked.
//!
//! A limit is never a verdict. The searches that a verdict needs follow each other in a fixed order, each with all that is
//! left; the first that does not come to its end makes the verdict unknown, and what the others have shown is told. So more
//! nodes can make a verdict known, and never another one.

use std::sync::Arc;

use tesuji_board::{Point, Position};
use tesuji_job::{Limits, Watch, Why};
use tesuji_local::{Code, Threats};
use tesuji_search::{PassStrategy, Plan};

use crate::candidates::first_moves;
use crate::domain::{Advice, CaptureDomain};
use crate::engine::Engine;
use crate::grade::Grading;
use crate::state::{State, THREATS, Target};
use crate::targets::Targets;
use crate::verdict::{Answer, Choices, Verdict};

/// Who moves first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Side {
    /// The opponent of the target.
    Attacker,
    /// The owner of the target.
    Defender,
}

impl Side {
    /// The other side.
    #[must_use]
    pub fn opponent(self) -> Side {
        match self {
            Side::Attacker => Side::Defender,
            Side::Defender => Side::Attacker,
        }
    }
}

/// The search to use.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Algorithm {
    /// Df-pn over lambda orders in which zones tell the moves that matter: every claim is complete.
    Zones,
    /// Df-pn lambda as in the paper, with moves selected by distance and captures certified afterwards.
    Lambda,
    /// Plain df-pn, with the order as a bound of the target's liberties only.
    Dfpn,
    /// Plain df-pn without ladder reader and ladder breakers: what the paper compares with.
    BareDfpn,
}

impl Algorithm {
    pub(crate) fn domain(self) -> CaptureDomain {
        let advice = if self == Algorithm::BareDfpn { Advice::None } else { Advice::Ladders };
        CaptureDomain::new(matches!(self, Algorithm::Zones | Algorithm::Lambda), advice)
    }
}

/// How far to look.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Settings {
    /// The highest lambda order.
    pub order: u8,
    /// By how much a capture that needs no ko may exceed it, where there is one that does.
    pub beyond: u8,
    /// Nodes for orders above the highest, where there is no capture up to it and the target is shut in: see
    /// [`Settings::SHUT_IN`]. Not a share of the limit, so that the answer does not depend on that.
    pub further: u64,
    /// The search.
    pub algorithm: Algorithm,
    /// Whether the complete proof or disproof is wanted.
    pub evidence: bool,
}

impl Settings {
    /// The highest order there is.
    pub const HIGHEST_ORDER: u8 = 20;

    /// A target is shut in if its escape depends on at most so many empty points. Then it is about life in a small place: higher
    /// orders have few moves, and captures that take many of them are common.
    pub const SHUT_IN: usize = 8;

    /// Nodes for the higher orders of such a target.
    const FURTHER: u64 = 10_000;

    /// Reading with zones up to an order that suits the target: 3, or 4 if it has so many liberties that nothing can be found
    /// below; 5 on boards of at most 25 points, and any on those of at most 12. And as much more as kos can take for a capture
    /// without ko, where there is one by ko, or as some nodes more allow where the target is shut in.
    pub fn suited(position: &Position, target: impl Into<Targets>) -> Settings {
        let asked = Asked::new(position, target, Side::Attacker);
        let liberties = asked.map_or(0, |asked| asked.state.liberty_count());
        Settings {
            order: Self::usual_order(position, liberties),
            beyond: THREATS,
            further: Self::FURTHER,
            algorithm: Algorithm::Zones,
            evidence: false,
        }
    }

    /// The highest order that is usual for a target with so many liberties.
    pub(crate) fn usual_order(position: &Position, liberties: usize) -> u8 {
        match position.topology().len() {
            ..=12 => Self::HIGHEST_ORDER,
            13..=25 => 5,
            _ => liberties.saturating_sub(1).clamp(3, 4) as u8,
        }
    }

    /// Nothing beyond this order.
    #[must_use]
    pub fn up_to(self, order: u8) -> Settings {
        Settings { order, beyond: 0, further: 0, ..self }
    }

    pub(crate) fn plan(&self, order: u8) -> Plan {
        let plan = match self.algorithm {
            Algorithm::Zones | Algorithm::Lambda => Plan::lambda(order, PassStrategy::HighestOrder),
            Algorithm::Dfpn | Algorithm::BareDfpn => Plan::plain(order),
        };
        Plan { depth: LONGEST_LINE, ..plan }
    }
}

/// The longest line looked at, in steps.
const LONGEST_LINE: u32 = 400;

/// What is asked: the state in which it begins.
struct Asked {
    state: State,
}

impl Asked {
    /// `None` if a target is empty or not on the board, or if they are of both colours.
    fn new(position: &Position, targets: impl Into<Targets>, first: Side) -> Option<Asked> {
        let targets = Arc::new(targets.into());
        let defender = targets.owner(position)?;
        let target = Target { point: *targets.points.first()?, defender };
        let first = if first == Side::Attacker { defender.opponent() } else { defender };
        Some(Asked { state: State::new(position, target, first, Threats::NONE).about(&targets) })
    }

    fn state(&self, threats: Threats) -> State {
        self.state.clone().with_threats(threats)
    }
}

/// Can the string on `target` be captured, with this side to move first? Or, of several [`Targets`], any or all of them? `None` if a
/// point is empty, or if the colours differ. Several are always read with zones.
///
/// The limits hold for the whole question: all orders, all rights to kos, and the certificates. The [crate page](crate) has
/// an example.
pub fn solve(
    position: &Position,
    target: impl Into<Targets>,
    first: Side,
    settings: &Settings,
    limits: &Limits,
    watch: &Watch,
) -> Option<Answer> {
    let asked = Asked::new(position, target, first)?;
    let mut engine = Engine::new(settings, limits, watch);
    Some(Grading::new(&mut engine, &|threats| asked.state(threats), first, settings).run())
}

/// The same without orders: *captured* however many moves it takes, *escapes* for good. What orders find quickly may take long here.
pub fn solve_without_orders(
    position: &Position,
    target: impl Into<Targets>,
    first: Side,
    limits: &Limits,
    watch: &Watch,
) -> Option<Answer> {
    let settings = Settings {
        order: Settings::HIGHEST_ORDER,
        beyond: 0,
        further: 0,
        algorithm: Algorithm::Zones,
        evidence: false,
    };
    let asked = Asked::new(position, target, first)?;
    let mut engine = Engine::new(&settings, limits, watch);
    Some(Grading::new(&mut engine, &|threats| asked.state(threats), first, &settings).run_without_orders())
}

/// The first moves that a search up to this order considers for a side. `None` if the point is empty.
pub fn candidates(
    position: &Position,
    target: impl Into<Targets>,
    first: Side,
    order: u8,
) -> Option<Vec<Point>> {
    Some(first_moves(&Asked::new(position, target, first)?.state(Threats::NONE), order))
}

/// What one search at one order has found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Attempt {
    /// Whether the target is captured, or what ended the search.
    pub captured: Result<bool, Why>,
    /// States searched.
    pub nodes: u64,
}

/// One search at exactly this order under the basic ko rule, without threats: what the comparison of the algorithms
/// (paper 001, section 5.2) measures. `None` if the point is empty.
pub fn attempt(
    position: &Position,
    target: Point,
    first: Side,
    settings: &Settings,
    limits: &Limits,
    watch: &Watch,
) -> Option<Attempt> {
    let state = Asked::new(position, target, first)?.state(Threats::NONE);
    let mut engine = Engine::new(settings, limits, watch);
    let captured = match settings.algorithm {
        Algorithm::Zones => engine.ask(state, settings.order).map_err(|unfinished| unfinished.why),
        _ => engine.search(&state, settings.order),
    };
    Some(Attempt { captured: captured.map(|finding| finding.captured), nodes: engine.nodes() })
}

/// All first moves that work at least as well as the one of the `answer` to the same question, at the answer's order: for
/// the attacker, those after which the target is captured; for the defender, those after which it escapes. There are none
/// where the mover fails. `None` if the point is empty.
///
/// Only moves that the search considers are tried, and no passes. The limits are those of the whole question: the nodes that
/// the answer took are spent, and the rest is shared out evenly. A move whose search runs into a limit is undecided; if the
/// verdict itself is not known, all are.
pub fn winning_moves(
    position: &Position,
    target: impl Into<Targets>,
    first: Side,
    settings: &Settings,
    answer: &Answer,
    limits: &Limits,
    watch: &Watch,
) -> Option<Choices> {
    let asked = Asked::new(position, target, first)?;
    let root = |threats| asked.state(threats);
    // The order of the best move bounds that of the others.
    let order = answer.order.unwrap_or(settings.order).max(1);
    // Without what is set aside nobody sees that a ko takes many threats.
    let many = answer.ko.is_some_and(|ko| ko.threats.is_none_or(|count| count > THREATS));
    let further = if many { settings.further } else { 0 };
    let settings = Settings { order, further, evidence: false, ..*settings };
    let mut points = first_moves(&root(Threats::NONE), settings.order);
    if let Some(best) = answer.first_move.flatten() {
        points.retain(|&point| point != best);
        points.insert(0, best);
    }
    let mut choices = Choices::default();
    let code = match answer.code {
        Some(Code::Fails) => return Some(choices),
        Some(code) => code,
        None => {
            if let Verdict::Unknown { why } = answer.verdict {
                choices.why = Some(why);
            }
            choices.undecided.extend(points.into_iter().map(Some));
            return Some(choices);
        }
    };
    let own =
        answer.first_move.filter(|_| matches!(answer.verdict, Verdict::Captured | Verdict::Escapes { .. }));
    let limits = limits.after(answer.nodes);
    // What is found out about one move serves the others.
    let mut engine = Engine::new(&settings, &limits, watch);
    for (done, &point) in points.iter().enumerate() {
        if own == Some(Some(point)) {
            // The verdict is about this move.
            choices.moves.push(Some(point));
            continue;
        }
        let after = |threats| {
            let mut state = root(threats);
            state.play(Some(point));
            state.opening = !state.attacker_to_move() && !state.is_captured();
            state
        };
        if after(Threats::NONE).is_gone() {
            choices.moves.push(Some(point));
            continue;
        }
        let left = limits.nodes.saturating_sub(engine.nodes());
        engine.allow(left / (points.len() - done) as u64);
        let reply = Grading::new(&mut engine, &after, first.opponent(), &settings).run();
        // What is good for the opponent is bad for the mover.
        let Some(value) = reply.code.map(Code::for_opponent) else {
            if let Verdict::Unknown { why } = reply.verdict {
                choices.why.get_or_insert(why);
            }
            choices.undecided.push(Some(point));
            continue;
        };
        if value != Code::Fails && value <= code {
            choices.moves.push(Some(point));
        }
    }
    choices.nodes = engine.nodes();
    Some(choices)
}
