//! One node of the current line with its children, and the arithmetic of proof numbers over them.
//!
//! The formulas are those of spec section 1 (paper 001, sections 2.2, 3.2 and 3.3). A child record is a
//! pseudo-node's child: one move at one order. At an OR node of order l the records of all orders stand side
//! by side, so
//!
//! ```text
//! pn(n) = min over all records          (the smallest pn over the pseudo-nodes c_0 .. c_l)
//! dn(n) = sum over the records of order l alone
//! ```
//!
//! Children keep what is known about them *on this line*. A child refuted by a repetition stays refuted in
//! its parent as long as the parent is on the line, whatever the tables forget; that, and thresholds that
//! grow at every visit, make the search end.

use crate::numbers::{INFINITE, LARGEST, add, remaining, widened};
use crate::plan::{PassStrategy, Plan};
use crate::rules::Step;
use crate::table::{Node, Settled};
use crate::twin::Basis;

/// A child of a node on the line, at one order.
#[derive(Clone, Copy)]
pub(crate) struct Child<M> {
    pub(crate) node: Node,
    pub(crate) step: Step<M>,
    pub(crate) pn: u32,
    pub(crate) dn: u32,
    /// Of a disproved child: on what the disproof rests.
    pub(crate) basis: Basis,
    /// Of a solved child: order, extent and length of the claim.
    pub(crate) settled: Settled,
    /// Index of the move in the state's list.
    pub(crate) index: u16,
    pub(crate) group: u16,
    /// The lowest order that admits the move.
    pub(crate) from: u8,
    /// Whether the numbers are a guess: the record has not been searched.
    pub(crate) fresh: bool,
}

impl<M> Child<M> {
    /// The order at which a proved child proves its OR parent.
    pub(crate) fn claimed_order(&self) -> u8 {
        self.settled.order.max(self.from)
    }

    #[inline]
    pub(crate) fn is_open(&self) -> bool {
        self.pn != 0 && self.dn != 0
    }

    #[inline]
    pub(crate) fn is_pass(&self) -> bool {
        matches!(self.step, Step::Pass)
    }

    pub(crate) fn prove(&mut self, settled: Settled) {
        (self.pn, self.dn, self.settled) = (0, INFINITE, settled);
    }

    pub(crate) fn disprove(&mut self, settled: Settled, basis: Basis) {
        (self.pn, self.dn, self.settled, self.basis) = (INFINITE, 0, settled, basis);
    }
}

/// Brings the records of one move, lowest order first, in line with each other.
///
/// What is proved at an order is proved at every higher one, so along the orders proof numbers fall and disproof
/// numbers rise, and what a search has learned about one record bounds the others. A record that has not been
/// searched takes the proof number of the order below for its own: were it left at its estimate, every order in
/// turn would be tried as if nothing were known. A disproof holds for all lower orders.
pub(crate) fn align<M>(records: &mut [Child<M>]) {
    let (mut pn, mut dn) = (0, 0);
    for child in records.iter_mut().filter(|child| child.is_open()) {
        child.dn = child.dn.max(dn);
        dn = child.dn;
        if child.fresh {
            child.pn = child.pn.max(pn);
        } else {
            pn = child.pn;
        }
    }
    let mut pn = 0;
    let mut refuted: Option<(Settled, Basis)> = None;
    for child in records.iter_mut().rev() {
        if child.dn == 0 {
            refuted.get_or_insert((child.settled, child.basis));
        } else if let Some((settled, basis)) = refuted
            && child.is_open()
        {
            child.disprove(settled, basis);
        } else if child.is_open() {
            child.pn = child.pn.max(pn);
            pn = child.pn;
        }
    }
}

/// A node of the current line.
pub(crate) struct Frame<U> {
    pub(crate) node: Node,
    pub(crate) attacker: bool,
    /// An AND node whose real moves are held back until the pass is proved (paper 001, section 4.1).
    pub(crate) pass_only: bool,
    /// The stage of the defender's moves that has been expanded, and whether later ones wait.
    pub(crate) stage: u8,
    pub(crate) later: u32,
    /// Where its children begin; they end where the next frame's begin.
    pub(crate) first: usize,
    pub(crate) pn_threshold: u32,
    pub(crate) dn_threshold: u32,
    /// Numbers with which the parent saw it.
    pub(crate) initial: Numbers,
    /// Whether the twin table may know it.
    pub(crate) twin: bool,
    /// The child being searched.
    pub(crate) selected: usize,
    /// How to take back the step that led here; the root has none.
    pub(crate) undo: Option<U>,
    /// Node count at entry.
    pub(crate) started: u64,
    /// Children searched so far.
    pub(crate) rounds: u32,
}

/// Proof and disproof number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Numbers {
    pub(crate) pn: u32,
    pub(crate) dn: u32,
}

/// The child to search next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Choice {
    pub(crate) child: usize,
    pub(crate) pn_threshold: u32,
    pub(crate) dn_threshold: u32,
}

/// The numbers of a node from its children.
pub(crate) fn combine<U, M>(frame: &Frame<U>, children: &[Child<M>], plan: &Plan) -> Numbers {
    if frame.attacker {
        let pn = children.iter().map(|child| child.pn).min().unwrap_or(INFINITE);
        if pn == 0 {
            return Numbers { pn, dn: INFINITE };
        }
        let dn = total(children, plan.weak_sums, None, |child| {
            (child.node.order == frame.node.order).then_some(child.dn)
        });
        return if dn == 0 { Numbers { pn: INFINITE, dn } } else { Numbers { pn, dn } };
    }
    let dn = children.iter().map(|child| child.dn).min().unwrap_or(INFINITE);
    if dn == 0 {
        return Numbers { pn: INFINITE, dn };
    }
    let real = total(children, plan.weak_sums, None, |child| (!child.is_pass()).then_some(child.pn));
    let real = add(real, frame.later);
    let pass = children.iter().find(|child| child.is_pass()).map_or(0, |child| child.pn);
    let pn = match plan.method.pass_strategy() {
        // The moves held back count as one unit.
        _ if frame.pass_only => add(pass, 1),
        Some(PassStrategy::Sum) => add(pass, real),
        // The paper ignores the pass altogether. Then a node whose real moves all lose would be proved
        // although its last attacking move threatens nothing, or disproved if the pass was read first: the
        // verdict would hang on the order of search. The definition of a lambda move wants the pass proved
        // too, so it is searched when nothing else is left.
        Some(PassStrategy::HighestOrder) if real == 0 => pass,
        _ => real,
    };
    if pn == 0 { Numbers { pn, dn: INFINITE } } else { Numbers { pn, dn } }
}

/// Sum over children of what `number` gives for them. Members of a group count once, with the largest;
/// `without` leaves out a child with its group.
fn total<M>(
    children: &[Child<M>],
    weak: bool,
    without: Option<&Child<M>>,
    number: impl Fn(&Child<M>) -> Option<u32>,
) -> u32 {
    let (mut sum, mut largest, mut open) = (0, 0, 0);
    let (mut group, mut of_group) = (0, 0);
    let mut close = |of_group: u32| {
        sum = add(sum, of_group);
        largest = largest.max(of_group);
        open += u32::from(of_group > 0);
    };
    for child in children {
        let Some(value) = number(child) else { continue };
        if let Some(out) = without
            && (std::ptr::eq(child, out) || (child.group != 0 && child.group == out.group))
        {
            continue;
        }
        if child.group != 0 && child.group == group {
            of_group = of_group.max(value);
        } else {
            close(of_group);
            (group, of_group) = (child.group, value);
        }
    }
    close(of_group);
    match (weak, without) {
        (false, _) => sum,
        (true, None) => add(largest, u32::saturating_sub(open, 1)),
        (true, Some(_)) => open,
    }
}

/// The child to search, with its thresholds. `inside` tells how many other threads are below a child: its number
/// counts once more for each, as if they had already found it harder.
pub(crate) fn choose<U, M>(
    frame: &Frame<U>,
    children: &[Child<M>],
    plan: &Plan,
    inside: impl Fn(&Node) -> u32,
) -> Option<Choice> {
    let own = |child: &Child<M>| if frame.attacker { child.pn } else { child.dn };
    let chosen = |child: &Child<M>| match inside(&child.node) {
        0 => own(child),
        others => own(child).saturating_mul(1 + others).min(LARGEST),
    };
    let mut best: Option<((u32, u8), usize)> = None;
    for (index, child) in children.iter().enumerate() {
        if !child.is_open() {
            continue;
        }
        // Among equals the lowest order is the cheapest.
        let order = if frame.attacker { child.node.order } else { 0 };
        let score = (chosen(child), order);
        if best.is_none_or(|(least, _)| score < least) {
            best = Some((score, index));
        }
    }
    let (_, index) = best?;
    let child = &children[index];
    let others = children.iter().enumerate().filter(|&(other, child)| other != index && child.is_open());
    let second = others.map(|(_, child)| chosen(child)).min().unwrap_or(INFINITE);
    let ceiling =
        |threshold: u32| threshold.min(widened(second, plan.widening)).max(own(child).saturating_add(1));
    let (pn_threshold, dn_threshold) = if frame.attacker {
        // The disproof number of a lower order does not enter the node's.
        let dn = if child.node.order == frame.node.order {
            let level = |other: &Child<M>| (other.node.order == frame.node.order).then_some(other.dn);
            remaining(frame.dn_threshold, total(children, plan.weak_sums, Some(child), level), child.dn)
        } else {
            INFINITE
        };
        (ceiling(frame.pn_threshold), dn)
    } else {
        let sum = plan.method.pass_strategy() == Some(PassStrategy::Sum);
        let alone = children.iter().all(|other| other.is_pass() || other.pn == 0);
        let pn = if frame.pass_only {
            remaining(frame.pn_threshold, 1, child.pn)
        } else if child.is_pass() && !sum && !alone {
            INFINITE
        } else {
            let counts = |other: &Child<M>| (sum || !other.is_pass()).then_some(other.pn);
            remaining(frame.pn_threshold, total(children, plan.weak_sums, Some(child), counts), child.pn)
        };
        (pn, ceiling(frame.dn_threshold))
    };
    Some(Choice { child: index, pn_threshold, dn_threshold })
}
