//! From a question to an answer.
//!
//! A capture is asked three times over at most: with the defender winning every ko, with the attacker winning
//! every ko, and with nobody doing so. The first decides whether the capture is unconditional, the second
//! whether there is any, the third who has to find the first threat. Orders rise from the lowest that the
//! liberties allow, because a proof of low order is cheap and its order is then exact.
//!
//! A limit is never a verdict. The searches that a verdict needs follow each other in a fixed order, each with all that is
//! left; the first that does not come to its end makes the verdict unknown, and what the others have shown is told. So more
//! nodes can make a verdict known, and never another one.

use tesuji_board::{Color, Point, PointSet, Position};
use tesuji_job::{Limits, Watch, Why};
use tesuji_search::{Evidence, PassStrategy, Plan, Session, Step};

use crate::candidates::first_moves;
use crate::certify::{Certifier, Gap, ask, evidence_bytes};
use crate::domain::{Advice, CaptureDomain, Move};
use crate::state::{KoRights, State, THREATS, Target};
use crate::verdict::{Answer, Choices, Code, Shown, Verdict};

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
    /// Df-pn lambda.
    Lambda,
    /// Plain df-pn, with the order as a bound of the target's liberties only.
    Dfpn,
    /// Plain df-pn without ladder reader and ladder breakers: what the paper compares with.
    BareDfpn,
}

impl Algorithm {
    fn domain(self) -> CaptureDomain {
        let advice = if self == Algorithm::BareDfpn { Advice::None } else { Advice::Ladders };
        CaptureDomain::new(self == Algorithm::Lambda, advice)
    }
}

/// How far to look.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Settings {
    /// The highest lambda order.
    pub order: u8,
    /// The search.
    pub algorithm: Algorithm,
}

impl Settings {
    /// The highest order there is.
    pub const HIGHEST_ORDER: u8 = 20;

    /// Df-pn lambda up to an order that suits the target: one more than its liberties, at least 3, at most 5.
    pub fn suited(position: &Position, target: Point) -> Settings {
        let liberties = u8::try_from(position.liberty_count(target)).unwrap_or(Self::HIGHEST_ORDER);
        Settings { order: liberties.saturating_add(1).clamp(3, 5), algorithm: Algorithm::Lambda }
    }

    fn plan(&self, order: u8) -> Plan {
        let plan = match self.algorithm {
            Algorithm::Lambda => Plan::lambda(order, PassStrategy::HighestOrder),
            Algorithm::Dfpn | Algorithm::BareDfpn => Plan::plain(order),
        };
        Plan { depth: LONGEST_LINE, ..plan }
    }
}

/// The longest line looked at, in steps.
const LONGEST_LINE: u32 = 400;

/// The owner of the target and the side that moves first; `None` if the point is empty or not on the board.
fn sides(position: &Position, target: Point, first: Side) -> Option<(Color, Color)> {
    let defender = (target.index() < position.topology().len()).then(|| position.stone(target)).flatten()?;
    Some((defender, if first == Side::Attacker { defender.opponent() } else { defender }))
}

/// Can the string on `target` be captured, with this side to move first? `None` if the point is empty.
///
/// The limits hold for the whole question: all orders, all rights to kos, and the certificates. The [crate page](crate) has
/// an example.
pub fn solve(
    position: &Position,
    target: Point,
    first: Side,
    settings: &Settings,
    limits: &Limits,
    watch: &Watch,
) -> Option<Answer> {
    let (defender, to_move) = sides(position, target, first)?;
    let state =
        |rights| State::new(position, Target { point: target, defender, rights, threats: THREATS }, to_move);
    Some(Grading::new(&state, first, settings, limits, watch).run())
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
    watch: &Watch,
) -> Option<Attempt> {
    let (defender, to_move) = sides(position, target, first)?;
    let state =
        |rights| State::new(position, Target { point: target, defender, rights, threats: 0 }, to_move);
    let mut grading = Grading::new(&state, first, settings, limits, watch);
    let finding = grading.search(KoRights::Nobody, settings.order);
    let captured = finding.map(|finding| finding.captured).map_err(|unfinished| unfinished.why);
    Some(Attempt { captured, nodes: grading.nodes })
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
    target: Point,
    first: Side,
    settings: &Settings,
    answer: &Answer,
    limits: &Limits,
    watch: &Watch,
) -> Option<Choices> {
    let (defender, mover) = sides(position, target, first)?;
    let root =
        |rights, threats| State::new(position, Target { point: target, defender, rights, threats }, mover);
    // The order of the best move bounds that of the others.
    let settings = Settings { order: answer.order.unwrap_or(settings.order).max(1), ..*settings };
    let mut points = first_moves(&root(KoRights::Nobody, 0), settings.order);
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
    for (done, &point) in points.iter().enumerate() {
        if own == Some(Some(point)) {
            // The verdict is about this move.
            choices.moves.push(Some(point));
            continue;
        }
        let after = |rights| {
            let mut state = root(rights, THREATS);
            state.play(Some(point));
            state.opening = !state.attacker_to_move() && !state.is_captured();
            state
        };
        if after(KoRights::Nobody).is_gone() {
            choices.moves.push(Some(point));
            continue;
        }
        let left = limits.after(choices.nodes);
        let share = left.with_nodes(left.nodes / (points.len() - done) as u64);
        let reply = Grading::new(&after, first.opponent(), &settings, &share, watch).run();
        choices.nodes += reply.nodes;
        // What is good for the opponent is bad for the mover.
        let value = match reply.code {
            None => {
                if let Verdict::Unknown { why } = reply.verdict {
                    choices.why.get_or_insert(why);
                }
                choices.undecided.push(Some(point));
                continue;
            }
            Some(Code::Fails) => Code::Works,
            Some(Code::KoMoverThreatens) => Code::KoOpponentThreatens,
            Some(Code::KoOpponentThreatens) => Code::KoMoverThreatens,
            Some(Code::Works) => Code::Fails,
        };
        if value != Code::Fails && value <= code {
            choices.moves.push(Some(point));
        }
    }
    Some(choices)
}

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

/// A search that a verdict needs and that did not come to its end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Unfinished {
    pub(crate) why: Why,
    /// The order of a capture that was proved, but not certified.
    proved: Option<u8>,
}

impl From<Why> for Unfinished {
    fn from(why: Why) -> Unfinished {
        Unfinished { why, proved: None }
    }
}

/// One search, for tests that compare the rights to kos one by one, in a session that has been asked other things before.
#[cfg(test)]
pub(crate) fn search_after(
    state: &dyn Fn(KoRights) -> State,
    before: &[(KoRights, u8)],
    rights: KoRights,
    settings: &Settings,
    nodes: u64,
) -> Result<Finding, Unfinished> {
    let first = if state(rights).attacker_to_move() { Side::Attacker } else { Side::Defender };
    let limits = Limits::nodes(nodes);
    let watch = Watch::unwatched();
    let mut grading = Grading::new(state, first, settings, &limits, &watch);
    for &(rights, order) in before {
        let _ = grading.search(rights, order);
        grading.nodes = 0;
    }
    grading.search(rights, settings.order)
}

struct Grading<'a> {
    state: &'a dyn Fn(KoRights) -> State,
    first: Side,
    settings: &'a Settings,
    limits: &'a Limits,
    watch: &'a Watch,
    /// All orders, rights to kos and certificates share what they find out.
    session: Session<CaptureDomain>,
    nodes: u64,
    /// Bytes of evidence that is kept while other searches run.
    held: u64,
    up_to_order: Option<u8>,
    shown: Vec<Shown>,
}

impl<'a> Grading<'a> {
    fn new(
        state: &'a dyn Fn(KoRights) -> State,
        first: Side,
        settings: &'a Settings,
        limits: &'a Limits,
        watch: &'a Watch,
    ) -> Grading<'a> {
        Grading {
            state,
            first,
            settings,
            limits,
            watch,
            session: Session::new(settings.algorithm.domain(), limits),
            nodes: 0,
            held: 0,
            up_to_order: None,
            shown: Vec::new(),
        }
    }

    fn run(mut self) -> Answer {
        match self.grade() {
            Ok(answer) => answer,
            Err(Unfinished { why, .. }) => Answer {
                verdict: Verdict::Unknown { why },
                code: None,
                order: None,
                up_to_order: self.up_to_order,
                shown: self.shown,
                first_move: None,
                line: Vec::new(),
                nodes: self.nodes,
                evidence: None,
                zone: PointSet::new(),
            },
        }
    }

    fn grade(&mut self) -> Result<Answer, Unfinished> {
        let highest = self.settings.order.clamp(1, Settings::HIGHEST_ORDER);
        let liberties = (self.state)(KoRights::Nobody).liberty_count();
        let least = u8::try_from(liberties.saturating_sub(1)).unwrap_or(u8::MAX).clamp(1, highest);
        let lowest = match self.settings.algorithm {
            Algorithm::Lambda => least,
            Algorithm::Dfpn | Algorithm::BareDfpn => highest,
        };
        if least > 1 {
            // With so many liberties there is nothing to search at lower orders.
            self.note(Shown::Refuted { kos: KoRights::Attacker, order: least - 1 });
        }
        // The capture with the attacker's kos, once found.
        let mut by_ko: Option<Finding> = None;
        let mut order = lowest;
        loop {
            let hard = self.search(KoRights::Defender, order)?;
            if hard.captured {
                return Ok(self.answer(Verdict::Captured, hard));
            }
            // How the defender lives with his kos, should it come to that.
            let saving = hard.line.clone();
            self.note(Shown::Refuted { kos: KoRights::Defender, order });
            if by_ko.is_none() {
                let easy = if hard.ko_met {
                    drop(hard);
                    self.search(KoRights::Attacker, order)?
                } else {
                    hard
                };
                if easy.captured {
                    self.note(Shown::Captured { kos: KoRights::Attacker, order: easy.order });
                    self.held = easy.evidence.as_ref().map_or(0, evidence_bytes);
                    by_ko = Some(easy);
                } else {
                    self.note(Shown::Refuted { kos: KoRights::Attacker, order });
                    if order >= highest {
                        return Ok(self.answer(Verdict::Escapes { order: highest }, easy));
                    }
                }
            }
            order += 1;
            // Against a defender who retakes at once the attacker has to wait, and every wait is one order more.
            if let Some(easy) =
                by_ko.take_if(|easy| order > highest.max(easy.order + THREATS).min(Settings::HIGHEST_ORDER))
            {
                return self.ko(easy, saving, highest);
            }
        }
    }

    /// Grades a ko: without threats, whoever wins it is not the one to find the first.
    fn ko(&mut self, easy: Finding, saving: Vec<Move>, highest: u8) -> Result<Answer, Unfinished> {
        let lowest = easy.order.min(highest);
        let mut fair = self.search(KoRights::Nobody, lowest)?;
        for order in lowest + 1..=highest {
            if fair.captured {
                break;
            }
            self.note(Shown::Refuted { kos: KoRights::Nobody, order: order - 1 });
            fair = self.search(KoRights::Nobody, order)?;
        }
        let mover_wins = fair.captured == (self.first == Side::Attacker);
        let finding = if mover_wins || self.first == Side::Defender { fair } else { easy };
        let mut answer = self.answer(Verdict::Ko, finding);
        if !mover_wins && self.first == Side::Defender {
            // Without threats he is captured: the move that starts the ko is the one that lives if he wins it.
            answer.first_move = saving.first().copied();
            answer.line = saving;
        }
        answer.code = Some(if mover_wins { Code::KoOpponentThreatens } else { Code::KoMoverThreatens });
        Ok(answer)
    }

    fn answer(&self, verdict: Verdict, mut finding: Finding) -> Answer {
        let success = matches!(verdict, Verdict::Captured) == (self.first == Side::Attacker);
        let ban = (self.state)(KoRights::Nobody).ban;
        if !success && verdict != Verdict::Ko && ban.is_some() && finding.line.first() == Some(&ban) {
            // It failed even with a threat; without one it is no move at all.
            finding.line.clear();
        }
        Answer {
            verdict,
            code: Some(if success { Code::Works } else { Code::Fails }),
            order: Some(finding.order),
            up_to_order: self.up_to_order,
            shown: Vec::new(),
            first_move: finding.line.first().copied(),
            line: finding.line,
            nodes: self.nodes,
            evidence: finding.evidence,
            zone: finding.zone,
        }
    }

    /// Takes down a fact in place of those that it makes superfluous.
    fn note(&mut self, fact: Shown) {
        if let Shown::Refuted { kos, order } = fact {
            // What fails though the attacker wins every ko fails altogether.
            self.shown.retain(|known| {
                !matches!(known, Shown::Refuted { kos: other, order: lower }
                    if *lower <= order && (*other == kos || kos == KoRights::Attacker))
            });
            if kos != KoRights::Nobody {
                self.up_to_order = self.up_to_order.max(Some(order));
            }
        }
        self.shown.push(fact);
    }

    /// What is left for a search.
    fn limits_left(&self) -> Limits {
        self.limits.after(self.nodes).with_memory(self.limits.memory.saturating_sub(self.held))
    }

    /// One search: repeated with the defences that its certificate asks for.
    fn search(&mut self, rights: KoRights, order: u8) -> Result<Finding, Unfinished> {
        let finding = self.search_and_certify(rights, order);
        if let Err(Unfinished { proved: Some(order), .. }) = finding {
            self.note(Shown::Uncertified { kos: rights, order });
        }
        finding
    }

    fn search_and_certify(&mut self, rights: KoRights, order: u8) -> Result<Finding, Unfinished> {
        let plan = self.settings.plan(order);
        let mut state = (self.state)(rights);
        loop {
            let known = self.session.domain().extra_count();
            let limits = self.limits_left();
            let answer = ask(&mut self.session, &state, &plan, &limits, self.watch);
            self.nodes += answer.statistics.nodes + answer.statistics.evidence_nodes;
            let line = line(&answer.line);
            let (captured, order) = match answer.verdict {
                tesuji_search::Verdict::Unknown { why } => return Err(why.into()),
                tesuji_search::Verdict::Disproved { order } => (false, order),
                tesuji_search::Verdict::Proved { order, .. } => (true, order),
            };
            let mut finding = Finding {
                captured,
                order,
                line,
                evidence: None,
                zone: PointSet::new(),
                ko_met: state.ko_met || self.session.domain().has_met_ko(),
            };
            if !captured {
                finding.evidence = answer.evidence.ok();
                return Ok(finding);
            }
            let uncertified = |why| Unfinished { why, proved: Some(order) };
            let gap = match answer.evidence {
                Err(why) => Gap::ended(why),
                Ok(evidence) => {
                    let limits = self.limits_left();
                    let mut certifier = Certifier::new(&mut self.session, plan, limits, self.watch);
                    let certificate = certifier.certify(&mut state, &evidence);
                    self.nodes += certifier.nodes;
                    match certificate {
                        Ok(zone) => return Ok(Finding { evidence: Some(evidence), zone, ..finding }),
                        Err(gap) => gap,
                    }
                }
            };
            match gap {
                Gap::Ended(why) => return Err(uncertified(why)),
                Gap::Missing { key, point } => {
                    self.session.allow_more_defences(|domain| domain.add_extra(key, point));
                    if self.session.domain().extra_count() == known {
                        return Err(uncertified(Why::Uncertified));
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
