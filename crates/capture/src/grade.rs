//! Grading a capture: who wins it, and what kos have to do with it.
//!
//! With O(t) for *the attacker captures with these [threats](Threats)*, which can only get better for him as t grows:
//! the target is *captured* if O holds with [`THREATS`] threats of the defender, it *escapes* if O fails with as many of the
//! attacker, and otherwise it is a *ko*. O(0) says who has to find the first threat, the nearest t with the other outcome how
//! many it takes.
//!
//! Some kos take more threats than that: the defender has threats of his own there, or gets a step further with every retake. Most proofs
//! need no ko and hold whoever has threats. Where one does not, it is asked about more threats, up to [`MOST_THREATS`], with the nodes that are
//! set aside for what goes beyond the question. What turns out to depend on them is a ko, too; otherwise the answer says how many
//! threats the verdict was seen to hold [against](Answer::against). A defender who retakes again and again lets the attacker wait, each
//! time at one order more: that he is saved by more threats is believed only if it is shown without orders.

use tesuji_board::{Color, PointSet};
use tesuji_job::Why;
use tesuji_local::{Code, MOST_THREATS, Threats};

use crate::domain::Move;
use crate::engine::{Basis, Engine, Finding, Unfinished};
use crate::life::living_move;
use crate::many::Many;
use crate::reader::ANY_ORDER;
use crate::solve::{Algorithm, Settings, Side};
use crate::state::{State, THREATS};
use crate::verdict::{Answer, EASY, Ko, Shown, Verdict};

/// One question being graded.
pub(crate) struct Grading<'e, 'a> {
    pub(crate) engine: &'e mut Engine<'a>,
    state: &'e dyn Fn(Threats) -> State,
    first: Side,
    attacker: Color,
    pub(crate) settings: &'e Settings,
    /// Nodes that the engine had searched before.
    pub(crate) before: u64,
    up_to_order: Option<u8>,
    shown: Vec<Shown>,
}

impl<'e, 'a> Grading<'e, 'a> {
    pub(crate) fn new(
        engine: &'e mut Engine<'a>,
        state: &'e dyn Fn(Threats) -> State,
        first: Side,
        settings: &'e Settings,
    ) -> Grading<'e, 'a> {
        let (before, attacker) = (engine.nodes(), state(Threats::NONE).target.attacker());
        Grading { engine, state, first, attacker, settings, before, up_to_order: None, shown: Vec::new() }
    }

    /// So many threats for a side.
    pub(crate) fn threats_of(&self, side: Side, count: u8) -> Threats {
        let color = if side == Side::Attacker { self.attacker } else { self.attacker.opponent() };
        Threats::of(color, count)
    }

    /// As many threats for the attacker as an escape has to hold against.
    fn easy(&self) -> Threats {
        self.threats_of(Side::Attacker, THREATS)
    }

    pub(crate) fn run(mut self) -> Answer {
        let graded = self.grade();
        self.finished(graded)
    }

    /// The same without orders.
    pub(crate) fn run_without_orders(mut self) -> Answer {
        let graded = self.grade_without_orders();
        self.finished(graded)
    }

    fn finished(self, graded: Result<Answer, Unfinished>) -> Answer {
        match graded {
            Ok(answer) => answer,
            Err(unfinished) => Answer {
                verdict: Verdict::Unknown { why: unfinished.why },
                code: None,
                ko: None,
                against: 0,
                order: None,
                up_to_order: self.up_to_order,
                shown: self.shown,
                first_move: None,
                line: Vec::new(),
                nodes: self.engine.nodes() - self.before,
                complete: false,
                every_order: false,
                alive: false,
                evidence: None,
                zone: PointSet::new(),
            },
        }
    }

    fn grade(&mut self) -> Result<Answer, Unfinished> {
        let highest = self.settings.order.clamp(1, Settings::HIGHEST_ORDER);
        let liberties = (self.state)(Threats::NONE).liberty_count();
        let least = u8::try_from(liberties.saturating_sub(1)).unwrap_or(u8::MAX).clamp(1, highest);
        let lowest = match self.settings.algorithm {
            Algorithm::Zones | Algorithm::Lambda => least,
            Algorithm::Dfpn | Algorithm::BareDfpn => highest,
        };
        if let Some(step) = living_move(&(self.state)(Threats::NONE)) {
            return Ok(self.alive(step, highest));
        }
        if least > 1 {
            // With so many liberties there is nothing to search at lower orders.
            self.note(Shown::no_capture(least - 1));
        }
        let mut easy = self.rise(self.easy(), lowest, highest)?;
        if !easy.captured && self.is_shut_in(&easy) {
            easy = self.read_on(easy)?;
        }
        let mut highest = highest;
        if let Some(order) = self.order_before(&easy) {
            highest = order;
            easy = self.rise(self.easy(), order, order)?;
        }
        if let Some((order, usual)) = self.falls_after(&easy)? {
            let rise = |grading: &mut Self| grading.rise(grading.easy(), easy.order + 1, order);
            // An order that is usual after the move is a part of the question.
            let higher = if usual { Some(rise(self)?) } else { self.set_aside(rise)? };
            if let Some(higher) = higher {
                (highest, easy) = (order, higher);
            }
        }
        if !easy.captured {
            let against = match self.with_many_threats(&easy, lowest, highest)? {
                Many::Ko(captured, threats) => {
                    let order = captured.order;
                    let finding = if self.first == Side::Attacker { captured } else { easy };
                    return Ok(self.ko(Ko { needs: Side::Attacker, threats }, order, finding));
                }
                Many::Holds(against) => against,
            };
            let order = if easy.order == ANY_ORDER { highest } else { easy.order };
            let every = easy.order == ANY_ORDER;
            let answer = self.answer(Verdict::Escapes { order }, Finding { order, ..easy });
            return Ok(Answer { every_order: every, against, ..answer });
        }
        let highest = if easy.asked == ANY_ORDER { ANY_ORDER } else { highest.max(easy.order) };
        let fair = self.rise(Threats::NONE, easy.least(), highest)?;
        if fair.captured { self.grade_threats(fair, highest) } else { self.grade_attack(easy, fair, highest) }
    }

    fn grade_without_orders(&mut self) -> Result<Answer, Unfinished> {
        let highest = Settings::HIGHEST_ORDER;
        if let Some(step) = living_move(&(self.state)(Threats::NONE)) {
            return Ok(self.alive(step, highest));
        }
        let easy = self.rise(self.easy(), ANY_ORDER, ANY_ORDER)?;
        let answer = if easy.captured {
            let fair = self.rise(Threats::NONE, ANY_ORDER, ANY_ORDER)?;
            if fair.captured {
                self.grade_threats(fair, ANY_ORDER)?
            } else {
                self.grade_attack(easy, fair, ANY_ORDER)?
            }
        } else {
            let against = if easy.counts_threats() { THREATS } else { MOST_THREATS };
            let answer = self.answer(Verdict::Escapes { order: highest }, easy);
            Answer { every_order: true, against, ..answer }
        };
        // No order was asked for, so none was found.
        Ok(Answer { order: None, up_to_order: None, ..answer })
    }

    /// Asks order by order until there is a capture.
    pub(crate) fn rise(&mut self, threats: Threats, lowest: u8, highest: u8) -> Result<Finding, Unfinished> {
        let mut order = lowest;
        loop {
            let finding = self.ask(threats, order)?;
            if finding.captured {
                let standing = threats.standing(self.attacker);
                self.note(Shown::Captured { standing, order: finding.order });
                return Ok(finding);
            }
            if order == ANY_ORDER && !finding.complete {
                // Where play repeats some moves were not tried.
                return Err(Unfinished { why: Why::Uncertified, proved: None });
            }
            self.note(Shown::Refuted { standing: threats.standing(self.attacker), order });
            if order >= highest {
                return Ok(finding);
            }
            order += 1;
        }
    }

    /// The usual order for a liberty more, if an escape is not known up to it. The attacker may just have filled that liberty, and have
    /// been told that he captures.
    fn order_before(&self, escape: &Finding) -> Option<u8> {
        let state = (self.state)(self.easy());
        let usual = |liberties| Settings::usual_order(&state.position, liberties);
        let (liberties, asked) = (state.liberty_count(), self.settings.order);
        let is_usual = self.settings.further > 0 && asked == usual(liberties);
        let order = usual(liberties + 1);
        (self.first == Side::Defender && is_usual && !escape.captured && order > escape.order)
            .then_some(order)
    }

    /// The order at which the target is captured after the move that saves it up to a lower one. A move that gives it many liberties
    /// makes a higher order usual for whoever asks next, one that shuts it in lets him read on, and what he is told should be no
    /// surprise.
    /// With the order comes whether it is a usual one there.
    fn falls_after(&mut self, escape: &Finding) -> Result<Option<(u8, bool)>, Unfinished> {
        let (Some(step), Side::Defender) = (escape.first_step(), self.first) else { return Ok(None) };
        let state = (self.state)(self.easy());
        let before = Settings::usual_order(&state.position, state.liberty_count());
        if self.settings.further == 0 || self.settings.order != before {
            return Ok(None);
        }
        if escape.captured || escape.order == ANY_ORDER {
            return Ok(None);
        }
        let root = self.state;
        let after = |threats| {
            let mut state = root(threats);
            state.play(step);
            state
        };
        let state = after(self.easy());
        let order = Settings::usual_order(&state.position, state.liberty_count()).max(escape.order);
        let mut found = self.engine.ask(state, order)?;
        let usual = found.captured;
        if !usual {
            let settings = Settings { further: self.settings.further / 3, ..*self.settings };
            let mut reply = Grading::new(self.engine, &after, Side::Attacker, &settings);
            if reply.is_shut_in(&found) {
                found = reply.read_on(found)?;
            }
        }
        Ok(found.captured.then_some((found.order.max(escape.order + 1), usual)))
    }

    /// Finds something out with the nodes that are set aside for what goes beyond the question; nothing if they are used up.
    pub(crate) fn set_aside<T>(
        &mut self,
        find: impl FnOnce(&mut Self) -> Result<T, Unfinished>,
    ) -> Result<Option<T>, Unfinished> {
        let whole = self.engine.limits.nodes;
        self.engine.limits.nodes = whole.min(self.engine.nodes().saturating_add(self.settings.further));
        let found = find(self);
        self.engine.limits.nodes = whole;
        match found {
            Ok(found) => Ok(Some(found)),
            // What was set aside is used up, and not the limit.
            Err(Unfinished { why: Why::Nodes, .. }) if self.engine.nodes() < whole => Ok(None),
            Err(unfinished) => Err(unfinished),
        }
    }

    /// Whether higher orders are worth some nodes.
    fn is_shut_in(&self, refuted: &Finding) -> bool {
        let Basis::Read(state, _) = &refuted.basis else { return false };
        let open = refuted.zone.iter().filter(|&point| state.position.is_empty_at(point)).count();
        self.settings.further > 0 && open <= Settings::SHUT_IN
    }

    /// Asks about every order at once and then about higher orders one by one, with the nodes that are set aside for them; when they are
    /// used up, what was refuted before is the answer.
    fn read_on(&mut self, mut refuted: Finding) -> Result<Finding, Unfinished> {
        let whole = self.engine.limits.nodes;
        let begun = self.engine.nodes();
        let further = self.settings.further;
        let orders = [ANY_ORDER].into_iter().chain(refuted.order + 1..=Settings::HIGHEST_ORDER);
        for order in orders {
            let share = if order == ANY_ORDER { further / 3 } else { further };
            self.engine.limits.nodes = whole.min(begun.saturating_add(share));
            let found = self.ask(self.easy(), order);
            self.engine.limits.nodes = whole;
            match found {
                Ok(finding) if finding.captured => {
                    self.note(Shown::Captured { standing: EASY, order: finding.order });
                    return Ok(finding);
                }
                Ok(finding) if order == ANY_ORDER && finding.complete => return Ok(finding),
                // Where play repeats some moves were not tried, and without an order nothing can be said then.
                Ok(_) if order == ANY_ORDER => {}
                Ok(finding) => {
                    self.note(Shown::no_capture(order));
                    refuted = finding;
                }
                // What was set aside is used up, and not the limit.
                Err(Unfinished { why: Why::Nodes, .. }) if self.engine.nodes() < whole => {
                    if order != ANY_ORDER {
                        break;
                    }
                }
                Err(unfinished) => return Err(unfinished),
            }
        }
        Ok(refuted)
    }

    /// The attacker captures if nobody has a threat: how many does the defender need, if any number will do?
    fn grade_threats(&mut self, fair: Finding, highest: u8) -> Result<Answer, Unfinished> {
        let limit = highest.saturating_add(self.settings.beyond).min(Settings::HIGHEST_ORDER);
        let (least, mut captured) = (fair.order, fair);
        for count in 1..=THREATS {
            // Against a defender who retakes at once the attacker has to wait, and every wait is one order more.
            let order = captured.least();
            let most = if order == ANY_ORDER { ANY_ORDER } else { highest.max(order + 1).min(limit) };
            let threats = self.threats_of(Side::Defender, count);
            let mut hard = self.rise(threats, order, most)?;
            let further = highest.saturating_add(count).min(limit);
            if !hard.captured && most < further && self.settings.further > 0 {
                // A capture of the highest order may have taken a wait for each threat, and have come down to lower ones by now.
                let higher = self.set_aside(|grading| grading.rise(threats, most + 1, further))?;
                hard = higher.filter(|finding| finding.captured).unwrap_or(hard);
            }
            if !hard.captured {
                let ko = Ko { needs: Side::Defender, threats: Some(count) };
                let finding = if self.first == Side::Attacker { captured } else { hard };
                return Ok(self.ko(ko, least, finding));
            }
            captured = hard;
        }
        match self.against_many_threats(&captured, limit)? {
            Many::Ko(saved, threats) => {
                let finding = if self.first == Side::Attacker { captured } else { saved };
                Ok(self.ko(Ko { needs: Side::Defender, threats }, least, finding))
            }
            Many::Holds(against) => Ok(Answer { against, ..self.answer(Verdict::Captured, captured) }),
        }
    }

    /// The attacker captures with all threats and not without: how many does he need?
    fn grade_attack(&mut self, easy: Finding, fair: Finding, highest: u8) -> Result<Answer, Unfinished> {
        let (mut refuted, mut count) = (fair, 1);
        let captured = loop {
            if count == THREATS {
                break easy;
            }
            let finding = self.rise(self.threats_of(Side::Attacker, count), easy.least(), highest)?;
            if finding.captured {
                break finding;
            }
            refuted = finding;
            count += 1;
        };
        let order = captured.order;
        let finding = if self.first == Side::Attacker { captured } else { refuted };
        Ok(self.ko(Ko { needs: Side::Attacker, threats: Some(count) }, order, finding))
    }

    /// A ko with the order of its capture, and what the mover does.
    fn ko(&mut self, ko: Ko, order: u8, finding: Finding) -> Answer {
        let mover_threatens = ko.needs == self.first;
        let mut answer = Answer { order: Some(order), ..self.answer(Verdict::Ko, finding) };
        answer.code = Some(if mover_threatens { Code::KoMoverThreatens } else { Code::KoOpponentThreatens });
        answer.ko = Some(ko);
        answer
    }

    fn answer(&mut self, verdict: Verdict, mut finding: Finding) -> Answer {
        let success = matches!(verdict, Verdict::Captured) == (self.first == Side::Attacker);
        let mut line = self.engine.line(&finding);
        let ban = (self.state)(Threats::NONE).ban;
        if !success && verdict != Verdict::Ko && ban.is_some() && line.first() == Some(&ban) {
            // It failed even with a threat; without one it is no move at all.
            line.clear();
        }
        let evidence = if self.settings.evidence { self.engine.evidence(&mut finding) } else { None };
        Answer {
            verdict,
            code: Some(if success { Code::Works } else { Code::Fails }),
            ko: None,
            against: 0,
            order: Some(finding.order),
            up_to_order: self.up_to_order,
            shown: Vec::new(),
            first_move: line.first().copied(),
            line,
            nodes: self.engine.nodes() - self.before,
            complete: finding.complete,
            every_order: false,
            alive: false,
            evidence,
            zone: finding.zone,
        }
    }

    /// The target lives with this move, or without one if the attacker moves first: there is nothing to search.
    fn alive(&mut self, step: Move, highest: u8) -> Answer {
        let line = if self.first == Side::Defender { vec![step] } else { Vec::new() };
        self.up_to_order = Some(highest);
        let finding = Finding {
            captured: false,
            order: highest,
            asked: highest,
            complete: true,
            zone: PointSet::new(),
            basis: Basis::Searched { line, evidence: None },
        };
        Answer {
            every_order: true,
            alive: true,
            against: MOST_THREATS,
            ..self.answer(Verdict::Escapes { order: highest }, finding)
        }
    }

    /// Takes down a fact in place of those that it makes superfluous.
    fn note(&mut self, fact: Shown) {
        self.shown.retain(|known| match (*known, fact) {
            (Shown::Refuted { standing: less, order: lower }, Shown::Refuted { standing, order }) => {
                less > standing || lower > order
            }
            (Shown::Captured { standing: more, order: higher }, Shown::Captured { standing, order }) => {
                more < standing || higher < order
            }
            _ => true,
        });
        if let Shown::Refuted { standing: EASY, order } = fact {
            self.up_to_order = self.up_to_order.max(Some(order));
        }
        self.shown.push(fact);
    }

    /// One search.
    pub(crate) fn ask(&mut self, threats: Threats, order: u8) -> Result<Finding, Unfinished> {
        let found = self.engine.ask((self.state)(threats), order);
        if let Err(Unfinished { proved: Some(order), .. }) = found {
            self.note(Shown::Uncertified { standing: threats.standing(self.attacker), order });
        }
        found
    }
}
