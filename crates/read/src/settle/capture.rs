//! Slow captures. Orders find what is captured quickly, and say of a dead shape that there is no capture up to some order, which is true
//! and of no help to anybody. So where no order was named, *escapes* is a proof without orders: the string lives, stands in seki, gets
//! out into the open, or every attack is refuted. Where nothing of that is found, and no slow capture either, the answer is that there
//! is no quick one.
//!
//! Two readings take turns, each with more nodes at every turn: that of fights, which knows eyes and takes what stands around as safe,
//! and that of captures, which takes nothing for granted. The sizes of the turns do not depend on the limit, so what a smaller limit
//! finds a larger one finds as well.

use tesuji_board::{Color, PointSet, Position};
use tesuji_capture as captures;
use tesuji_capture::{Answer, Code, Ko, Settings, Shown, Targets, Verdict};
use tesuji_fight::{End, Fall, falls, is_shut_in};
use tesuji_job::{Limits, Watch, Why};
use tesuji_local::MOST_THREATS;

use super::walls::{SafeString, walls};
use crate::area::Stated;

/// Nodes of each reading at its first turn, and how many times as many it has at the next.
const NODES: u64 = 3_000;
const GROWTH: u64 = 8;

/// What an escape is to promise.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Promise {
    /// That there is no capture up to the order that was named.
    Order,
    /// That there is no quick capture; of a string that is shut in also that it is not dead, as far as a few nodes tell.
    Quick,
    /// That no attack captures, however long it takes.
    Proof,
}

/// A question about strings.
#[derive(Clone, Copy, Debug)]
pub struct Strings<'a> {
    /// The position.
    pub position: &'a Position,
    /// The same with the walls that were stated.
    pub walled: &'a Position,
    /// What was stated about the stones around.
    pub stated: &'a Stated,
    /// The strings.
    pub targets: &'a Targets,
    /// Who moves first.
    pub mover: Color,
    /// What an escape is to promise.
    pub promise: Promise,
    /// What may be used.
    pub limits: Limits,
}

/// An answer about strings, and what it rests on.
#[derive(Clone, Debug)]
pub struct Settled {
    /// The answer; all points are on the board.
    pub answer: Answer,
    /// What the verdict rests on.
    pub basis: Basis,
}

/// What a verdict about strings rests on.
#[derive(Clone, Debug)]
pub enum Basis {
    /// Orders have the say.
    Orders,
    /// The reading of fights, with the strings that it took as safe.
    Read(Fall, Vec<SafeString>),
    /// Captures without orders.
    EveryOrder,
    /// Nobody found out whether a slow capture exists. What a reading said that is not believed.
    Open(Option<Assumed>),
}

/// What a reading said that rests on walls which nobody has stated or proved, or on the edge of what was read.
#[derive(Clone, Debug)]
pub struct Assumed {
    /// How the string would end.
    pub end: End,
    /// Whether somebody who gets out of what was read counted as safe.
    pub open: bool,
    /// The strings that were taken as safe.
    pub walls: Vec<SafeString>,
}

/// Can these strings be captured? Nothing if there is no such string.
#[must_use]
pub fn capture(question: &Strings<'_>, settings: &Settings, watch: &Watch) -> Option<Settled> {
    let &Strings { position, walled, targets, .. } = question;
    let work = Work { question: *question, watch };
    let answer = captures::solve(walled, targets, work.first(), settings, &question.limits, watch)?;
    let mut settled = Settled { answer, basis: Basis::Orders };
    settled.basis = work.read_on(&mut settled.answer);
    // Nobody plays in the eyes of a wall.
    let points = position.topology().len();
    let answer = &mut settled.answer;
    for step in answer.line.iter_mut().chain(&mut answer.first_move) {
        *step = step.filter(|point| point.index() < points);
    }
    answer.zone = answer.zone.iter().filter(|point| point.index() < points).collect::<PointSet>();
    Some(settled)
}

/// What is asked, and who may stop it.
struct Work<'a> {
    question: Strings<'a>,
    watch: &'a Watch,
}

impl Work<'_> {
    fn attacks(&self) -> bool {
        self.question.position.stone(self.question.targets.points()[0]) != Some(self.question.mover)
    }

    fn first(&self) -> captures::Side {
        if self.attacks() { captures::Side::Attacker } else { captures::Side::Defender }
    }

    /// Reads on where orders have found no capture. The answer becomes what is found.
    fn read_on(&self, answer: &mut Answer) -> Basis {
        let open = match answer.verdict {
            Verdict::Escapes { .. } => !answer.every_order && !answer.alive,
            // A dead shape may be read where orders cost too much.
            Verdict::Unknown { why } => why == Why::Nodes,
            Verdict::Captured | Verdict::Ko => false,
        };
        match self.question.promise {
            Promise::Proof if open => self.prove(answer),
            Promise::Quick if open => self.shut_in(answer),
            _ => Basis::Orders,
        }
    }

    /// Asks both readings in turn until one of them knows.
    fn prove(&self, answer: &mut Answer) -> Basis {
        let was_known = matches!(answer.verdict, Verdict::Escapes { .. });
        // A reading that ends for another reason than its nodes is not asked again.
        let [mut read, mut searched] = [self.question.targets.points().len() == 1, true];
        let (mut nodes, mut assumed, mut reason) = (NODES, None, Why::Nodes);
        loop {
            if read {
                match self.read(answer, nodes, &mut assumed) {
                    Ok(found) => return found,
                    Err(why) => (read, reason) = (why == Why::Nodes, why),
                }
            }
            if searched {
                match self.search(answer, nodes) {
                    Ok(()) => return Basis::EveryOrder,
                    Err(why) => (searched, reason) = (why == Why::Nodes, why),
                }
            }
            if self.left(answer, 1).nodes == 0 || !read && !searched {
                break;
            }
            nodes *= GROWTH;
        }
        give_up(answer, if read || searched { Why::Nodes } else { reason });
        if was_known { Basis::Open(assumed) } else { Basis::Orders }
    }

    /// One turn of the reading of fights, or why it found nothing that may be said.
    fn read(&self, answer: &mut Answer, nodes: u64, assumed: &mut Option<Assumed>) -> Result<Basis, Why> {
        let &Strings { position, stated, targets, mover, .. } = &self.question;
        let limits = self.left(answer, nodes);
        let fall =
            falls(position, targets.points()[0], mover, stated, &limits, self.watch).ok_or(Why::Room)?;
        answer.nodes += fall.nodes;
        let why = fall.end.err().unwrap_or(Why::OutOfReach);
        self.believed(answer, fall, assumed).ok_or(why)
    }

    /// One turn of captures without orders. The answer becomes theirs, if they have one.
    fn search(&self, answer: &mut Answer, nodes: u64) -> Result<(), Why> {
        let &Strings { walled, targets, .. } = &self.question;
        let limits = self.left(answer, nodes);
        let found = captures::solve_without_orders(walled, targets, self.first(), &limits, self.watch)
            .ok_or(Why::OutOfReach)?;
        answer.nodes += found.nodes;
        if let Verdict::Unknown { why } = found.verdict {
            return Err(why);
        }
        let (nodes, up_to_order) = (answer.nodes, answer.up_to_order);
        *answer = Answer { nodes, up_to_order, ..found };
        Ok(())
    }

    fn left(&self, answer: &Answer, nodes: u64) -> Limits {
        let left = self.question.limits.after(answer.nodes);
        left.with_nodes(nodes.min(left.nodes))
    }

    /// The question about quick captures asks about strings that are shut in as well, and of those only whether they are dead. When the
    /// nodes for it are used up what the orders say is the answer; when the limit is, nothing is, so that no verdict turns into another.
    fn shut_in(&self, answer: &mut Answer) -> Basis {
        let &Strings { position, stated, targets, mover, .. } = &self.question;
        let target = targets.points()[0];
        if targets.points().len() > 1 || !is_shut_in(position, target) {
            return Basis::Orders;
        }
        let limits = self.left(answer, NODES);
        let Some(fall) = falls(position, target, mover, stated, &limits, self.watch) else {
            return Basis::Orders;
        };
        answer.nodes += fall.nodes;
        match fall.end {
            Ok(End::Falls) => self.believed(answer, fall, &mut None).unwrap_or(Basis::Orders),
            Err(why) if limits.nodes < NODES || why != Why::Nodes => {
                give_up(answer, why);
                Basis::Orders
            }
            Ok(_) | Err(_) => Basis::Orders,
        }
    }

    /// What a reading says, if it may be said. A capture or a ko has to hold on the whole board, so no wall that it rests on may be merely
    /// assumed, and nobody may have got out of what was read; and a single stone that is taken may be taken back, which is no capture.
    fn believed(&self, answer: &mut Answer, fall: Fall, assumed: &mut Option<Assumed>) -> Option<Basis> {
        let &Strings { position, walled, stated, targets, mover, ref limits, .. } = &self.question;
        let end = fall.end.ok()?;
        if end != End::Stands && position.string_size(targets.points()[0]) < 2 {
            return None;
        }
        // What a capture rests on has to stand without being defended: two walls can be attacked by one move.
        let limits = if end == End::Stands { *limits } else { limits.with_nodes(0) };
        let walls =
            walls(position, walled, &fall.assumed_safe, stated, &limits, &mut answer.nodes, self.watch);
        if end != End::Stands && (fall.open || walls.iter().any(SafeString::is_assumed)) {
            *assumed = Some(Assumed { end, open: fall.open, walls });
            return None;
        }
        let attacks = self.attacks();
        let success = |captured: bool| if captured == attacks { Code::Works } else { Code::Fails };
        (answer.verdict, answer.code, answer.ko) = match end {
            End::Falls => (Verdict::Captured, Some(success(true)), None),
            End::Stands => (Verdict::Escapes { order: Settings::HIGHEST_ORDER }, Some(success(false)), None),
            End::Ko { needs, threats } => {
                let code = if needs == mover { Code::KoMoverThreatens } else { Code::KoOpponentThreatens };
                let needs = if (needs == mover) == attacks {
                    captures::Side::Attacker
                } else {
                    captures::Side::Defender
                };
                (Verdict::Ko, Some(code), Some(Ko { needs, threats: Some(threats) }))
            }
        };
        answer.every_order = end == End::Stands;
        answer.against = if answer.verdict == Verdict::Ko { 0 } else { MOST_THREATS };
        answer.first_move = fall.line.first().copied();
        (answer.order, answer.evidence) = (None, None);
        answer.shown.clear();
        answer.line.clone_from(&fall.line);
        answer.zone.clone_from(&fall.field);
        Some(Basis::Read(fall, walls))
    }
}

/// The answer that there is no quick capture.
fn give_up(answer: &mut Answer, why: Why) {
    if let Verdict::Escapes { order } = answer.verdict {
        answer.shown = vec![Shown::no_capture(order)];
    }
    answer.verdict = Verdict::Unknown { why };
    (answer.code, answer.ko, answer.order, answer.evidence) = (None, None, None, None);
    (answer.first_move, answer.against) = (None, 0);
    answer.line.clear();
}
