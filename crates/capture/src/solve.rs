//! From a question to an answer.
//!
//! A capture is asked three times over at most: with the defender winning every ko, with the attacker winning
//! every ko, and with nobody doing so. The first decides whether the capture is unconditional, the second
//! whether there is any, the third who has to find the first threat. Orders rise from the lowest that the
//! liberties allow, because a proof of low order is cheap and its order is then exact.

use std::time::Instant;

use tesuji_board::{Color, Point, PointSet, Position};
use tesuji_search::{Evidence, Limits, Observer, PassStrategy, Plan, Step, Why, prove};

use crate::candidates::first_moves;
use crate::certify::{Certifier, Gap};
use crate::domain::{CaptureDomain, Move};
use crate::state::{KoRights, State, THREATS, Target};
use crate::verdict::{Answer, Code, Verdict};

/// Who moves first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Side {
    /// The opponent of the target.
    Attacker,
    /// The owner of the target.
    Defender,
}

/// The search to use.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Algorithm {
    /// Df-pn lambda.
    Lambda,
    /// Plain df-pn, with the order as a bound of the target's liberties only.
    Dfpn,
}

/// How far to look.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Settings {
    /// The highest lambda order.
    pub order: u8,
    /// The lowest order whose refutation counts as an escape when a limit ends the search of a higher one.
    pub least: u8,
    /// The search.
    pub algorithm: Algorithm,
}

impl Settings {
    /// The highest order there is.
    pub const HIGHEST_ORDER: u8 = 20;

    /// Df-pn lambda up to an order that suits the target: one more than its liberties, at least 2, at most 5.
    pub fn suited(position: &Position, target: Point) -> Settings {
        let liberties = u8::try_from(position.liberty_count(target)).unwrap_or(Self::HIGHEST_ORDER);
        let order = liberties.saturating_add(1).clamp(3, 5);
        Settings { order, least: liberties.saturating_sub(1).clamp(2, order), algorithm: Algorithm::Lambda }
    }

    fn plan(&self, order: u8) -> Plan {
        match self.algorithm {
            Algorithm::Lambda => Plan::lambda(order, PassStrategy::HighestOrder),
            Algorithm::Dfpn => Plan::plain(order),
        }
    }
}

/// The owner of the target and the side that moves first; `None` if the point is empty or not on the board.
fn sides(position: &Position, target: Point, first: Side) -> Option<(Color, Color)> {
    let defender = (target.index() < position.topology().len()).then(|| position.stone(target)).flatten()?;
    Some((defender, if first == Side::Attacker { defender.opponent() } else { defender }))
}

/// Can the string on `target` be captured, with this side to move first? `None` if the point is empty.
///
/// The [crate page](crate) has an example.
pub fn solve(
    position: &Position,
    target: Point,
    first: Side,
    settings: &Settings,
    limits: &Limits,
    observer: &mut dyn Observer,
) -> Option<Answer> {
    let (defender, to_move) = sides(position, target, first)?;
    let state =
        |rights| State::new(position, Target { point: target, defender, rights, threats: THREATS }, to_move);
    let mut grading = Grading::new(&state, first, settings, limits, observer);
    Some(grading.run(position.liberty_count(target)))
}

/// The first moves that a search up to this order considers for a side. `None` if the point is empty.
pub fn candidates(position: &Position, target: Point, first: Side, order: u8) -> Option<Vec<Point>> {
    let (defender, mover) = sides(position, target, first)?;
    let target = Target { point: target, defender, rights: KoRights::Nobody, threats: 0 };
    Some(first_moves(&State::new(position, target, mover), order))
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
    observer: &mut dyn Observer,
) -> Option<Attempt> {
    let (defender, to_move) = sides(position, target, first)?;
    let state =
        |rights| State::new(position, Target { point: target, defender, rights, threats: 0 }, to_move);
    let mut grading = Grading::new(&state, first, settings, limits, observer);
    let captured = grading.search(KoRights::Nobody, settings.order).map(|finding| finding.captured);
    Some(Attempt { captured, nodes: grading.nodes })
}

/// All first moves that work at least as well as the best: for the attacker, those after which the target is
/// captured; for the defender, those after which it escapes. `None` if the point is empty.
///
/// Only moves that the search considers are tried, and the limits hold for each of them.
pub fn winning_moves(
    position: &Position,
    target: Point,
    first: Side,
    settings: &Settings,
    limits: &Limits,
    observer: &mut dyn Observer,
) -> Option<Vec<Move>> {
    let best = solve(position, target, first, settings, limits, observer)?;
    let (defender, mover) = sides(position, target, first)?;
    let Some(code) = best.code.filter(|&code| code != Code::Fails) else { return Some(Vec::new()) };
    // The order of the best move bounds that of the others.
    let settings = Settings { order: best.order.unwrap_or(settings.order).max(1), ..*settings };
    let root =
        State::new(position, Target { point: target, defender, rights: KoRights::Nobody, threats: 0 }, mover);
    let mut working = Vec::new();
    for point in first_moves(&root, settings.order) {
        let mut after = position.clone();
        if after.to_move() != mover {
            after.pass(after.to_move());
        }
        if after.play(mover, point).is_err() {
            continue;
        }
        if after.stone(target) != Some(defender) {
            working.push(Some(point));
            continue;
        }
        let other = if first == Side::Attacker { Side::Defender } else { Side::Attacker };
        let settings = Settings { least: settings.order, ..settings };
        let answer = solve(&after, target, other, &settings, limits, observer)?;
        // What is good for the opponent is bad for the mover.
        let value = match answer.code {
            Some(Code::Fails) => Code::Works,
            Some(Code::KoMoverThreatens) => Code::KoOpponentThreatens,
            Some(Code::KoOpponentThreatens) => Code::KoMoverThreatens,
            Some(Code::Works) | None => Code::Fails,
        };
        if value != Code::Fails && value <= code {
            working.push(Some(point));
        }
    }
    Some(working)
}

/// The part of all nodes and all time that is kept for grading a ko: one in so many.
const KEPT_FOR_KO: u32 = 4;

/// What one search has found.
#[derive(Debug)]
pub(crate) struct Finding {
    pub(crate) captured: bool,
    order: u8,
    pub(crate) line: Vec<Move>,
    evidence: Option<Evidence<Move>>,
    zone: PointSet,
    ko_met: bool,
}

/// One search, for tests that compare the rights to kos one by one.
#[cfg(test)]
pub(crate) fn search_once(state: &State, settings: &Settings, nodes: u64) -> Result<Finding, Why> {
    let make = |_| state.clone();
    let first = if state.attacker_to_move() { Side::Attacker } else { Side::Defender };
    let limits = Limits::nodes(nodes);
    let observer = &mut tesuji_search::Unobserved;
    let mut grading = Grading::new(&make, first, settings, &limits, observer);
    grading.search(state.target.rights, settings.order)
}

struct Grading<'a> {
    state: &'a dyn Fn(KoRights) -> State,
    first: Side,
    settings: &'a Settings,
    limits: &'a Limits,
    observer: &'a mut dyn Observer,
    nodes: u64,
    /// When everything but the grading of a ko has to end.
    first_deadline: Option<Instant>,
}

impl<'a> Grading<'a> {
    fn new(
        state: &'a dyn Fn(KoRights) -> State,
        first: Side,
        settings: &'a Settings,
        limits: &'a Limits,
        observer: &'a mut dyn Observer,
    ) -> Grading<'a> {
        let first_deadline = limits.deadline.map(|deadline| {
            let kept = deadline.saturating_duration_since(Instant::now()) / KEPT_FOR_KO;
            deadline.checked_sub(kept).unwrap_or(deadline)
        });
        Grading { state, first, settings, limits, observer, nodes: 0, first_deadline }
    }

    fn run(&mut self, liberties: usize) -> Answer {
        match self.grade(liberties) {
            Ok(answer) => answer,
            Err(why) => Answer {
                verdict: Verdict::Unknown { why },
                code: None,
                order: None,
                first_move: None,
                line: Vec::new(),
                nodes: self.nodes,
                evidence: None,
                zone: PointSet::new(),
            },
        }
    }

    fn grade(&mut self, liberties: usize) -> Result<Answer, Why> {
        let highest = self.settings.order.clamp(1, Settings::HIGHEST_ORDER);
        let least = u8::try_from(liberties.saturating_sub(1)).unwrap_or(u8::MAX);
        let lowest = match self.settings.algorithm {
            Algorithm::Lambda => least.clamp(1, highest),
            Algorithm::Dfpn => highest,
        };
        // The capture with the attacker's kos, once found, and the last failure of each kind.
        let mut by_ko: Option<Finding> = None;
        let mut safe: Option<Finding> = None;
        let mut order = lowest;
        loop {
            // Against a defender who retakes at once the attacker has to wait, and every wait is one order more.
            let most = match &by_ko {
                Some(easy) => highest.max(easy.order + THREATS).min(Settings::HIGHEST_ORDER),
                None => highest,
            };
            if order > most {
                break;
            }
            let hard = match self.search(KoRights::Defender, order) {
                Ok(finding) => finding,
                Err(why) => return self.settle(by_ko, safe, order, why),
            };
            if hard.captured {
                return Ok(self.answer(Verdict::Captured, hard));
            }
            if by_ko.is_none() {
                let easy = if !hard.ko_met {
                    hard
                } else {
                    match self.search(KoRights::Attacker, order) {
                        Ok(finding) => finding,
                        Err(why) => return self.settle(by_ko, safe, order, why),
                    }
                };
                if easy.captured {
                    by_ko = Some(easy);
                } else {
                    safe = Some(easy);
                }
            }
            order += 1;
        }
        match (by_ko, safe) {
            (Some(finding), _) => self.ko(finding, highest),
            (None, Some(finding)) => Ok(self.answer(Verdict::Escapes { order: highest }, finding)),
            (None, None) => Err(Why::NotAsked),
        }
    }

    /// What can be said when a limit has ended the search at `order`: what lower orders have shown, if that is
    /// enough.
    fn settle(
        &mut self,
        by_ko: Option<Finding>,
        safe: Option<Finding>,
        order: u8,
        why: Why,
    ) -> Result<Answer, Why> {
        match (by_ko, safe) {
            (Some(finding), _) if order > self.settings.least => self.ko(finding, order - 1),
            (None, Some(finding)) if order > self.settings.least => {
                Ok(self.answer(Verdict::Escapes { order: order - 1 }, finding))
            }
            _ => Err(why),
        }
    }

    /// Grades a ko: without threats, whoever wins it is not the one to find the first.
    fn ko(&mut self, easy: Finding, highest: u8) -> Result<Answer, Why> {
        let lowest = easy.order.min(highest);
        let mut fair = self.search(KoRights::Nobody, lowest)?;
        for order in lowest + 1..=highest {
            if fair.captured {
                break;
            }
            fair = self.search(KoRights::Nobody, order)?;
        }
        let mover_wins = fair.captured == (self.first == Side::Attacker);
        let finding = if mover_wins || self.first == Side::Defender { fair } else { easy };
        let mut answer = self.answer(Verdict::Ko, finding);
        answer.code = Some(if mover_wins { Code::KoOpponentThreatens } else { Code::KoMoverThreatens });
        Ok(answer)
    }

    fn answer(&self, verdict: Verdict, finding: Finding) -> Answer {
        let success = matches!(verdict, Verdict::Captured) == (self.first == Side::Attacker);
        Answer {
            verdict,
            code: Some(if success { Code::Works } else { Code::Fails }),
            order: Some(finding.order),
            first_move: finding.line.first().copied(),
            line: finding.line,
            nodes: self.nodes,
            evidence: finding.evidence,
            zone: finding.zone,
        }
    }

    /// What is left for a search: a part of everything is kept for grading a ko.
    fn limits_left(&self, rights: KoRights) -> Limits {
        let (kept, deadline) = match rights {
            KoRights::Nobody => (0, self.limits.deadline),
            _ => (self.limits.nodes / u64::from(KEPT_FOR_KO), self.first_deadline),
        };
        let nodes = (self.limits.nodes - kept).saturating_sub(self.nodes);
        Limits { nodes, deadline, ..*self.limits }
    }

    /// One search: repeated with the defences that its certificate asks for.
    fn search(&mut self, rights: KoRights, order: u8) -> Result<Finding, Why> {
        let plan = self.settings.plan(order);
        let domain = CaptureDomain::new(order, self.settings.algorithm == Algorithm::Lambda);
        let mut state = (self.state)(rights);
        domain.note_ko(&state);
        loop {
            let known = domain.extra_count();
            let limits = self.limits_left(rights);
            let answer = prove(&domain, &state, &plan, &limits, self.observer);
            self.nodes += answer.statistics.nodes + answer.statistics.evidence_nodes;
            let line = line(&answer.line);
            let (captured, order) = match answer.verdict {
                tesuji_search::Verdict::Unknown { why } => return Err(why),
                tesuji_search::Verdict::Disproved { order } => (false, order),
                tesuji_search::Verdict::Proved { order, .. } => (true, order),
            };
            let mut finding = Finding {
                captured,
                order,
                line,
                evidence: None,
                zone: PointSet::new(),
                ko_met: domain.has_met_ko(),
            };
            if !captured {
                finding.evidence = answer.evidence.ok();
                return Ok(finding);
            }
            let evidence = answer.evidence?;
            let limits = self.limits_left(rights);
            let mut certifier = Certifier::new(&domain, plan, limits, self.observer);
            let certificate = certifier.certify(&mut state, &evidence);
            self.nodes += certifier.nodes;
            match certificate {
                Ok(zone) => {
                    return Ok(Finding { evidence: Some(evidence), zone, ..finding });
                }
                Err(Gap::Limit(why)) => return Err(why),
                Err(Gap::Missing { key, point }) => {
                    domain.add_extra(key, point);
                    if domain.extra_count() == known {
                        return Err(Why::Contradiction);
                    }
                }
            }
        }
    }
}

/// The moves of a line of the search; a pass of lambda search is a pass.
fn line(steps: &[Step<Move>]) -> Vec<Move> {
    steps
        .iter()
        .map(|step| match step {
            Step::Move(chosen) => *chosen,
            Step::Pass => None,
        })
        .collect()
}
