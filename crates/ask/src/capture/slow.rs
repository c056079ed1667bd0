//! Slow captures. Orders find what is captured quickly, and say of a dead shape that there is no capture up to some order, which is true
//! and of no help to anybody. So where no order was named, *escapes* is a proof without orders: the string lives, stands in seki, gets
//! out into the open, or every attack is refuted. Where nothing of that is found, and no slow capture either, the answer is that there
//! is no quick one.
//!
//! Two readings take turns, each with more nodes at every turn: that of fights, which knows eyes and takes what stands around as safe,
//! and that of captures, which takes nothing for granted. The sizes of the turns do not depend on the limit, so what a smaller limit
//! finds a larger one finds as well.

use tesuji_board::{Color, Position};
use tesuji_capture as capture;
use tesuji_capture::{Code, Ko, MOST_THREATS, Settings, Shown, Targets, Verdict};
use tesuji_fight::{End, Fall, Stated, falls, is_shut_in};
use tesuji_job::{Limits, Why};

use super::{Algorithm, AskedOrder, CaptureQuestion};
use crate::desk::Work;
use crate::fault::Fault;
use crate::layout::some_of;
use crate::race::{Conditions, SafeString, safe_strings, unknown_strings, walls};
use crate::words::point_names;

/// Nodes of each reading at its first turn, and how many times as many it has at the next.
const NODES: u64 = 3_000;
const GROWTH: u64 = 8;
/// Walls that a sentence names.
const NAMED: usize = 4;

/// What is asked, and what may be used for it.
pub(super) struct Slow<'a> {
    pub(super) question: &'a CaptureQuestion,
    pub(super) position: &'a Position,
    /// The same with the walls that were stated.
    pub(super) walled: &'a Position,
    pub(super) stated: &'a Stated,
    pub(super) targets: &'a Targets,
    pub(super) mover: Color,
    pub(super) work: &'a Work<'a>,
}

/// What reading without orders has made of an answer.
pub(super) enum Without {
    /// It was not asked for, or the orders had said enough.
    Orders,
    /// The verdict is that of the reading of fights.
    Read(Fall, Vec<SafeString>),
    /// The verdict is that of captures without orders.
    EveryOrder,
    /// Nobody found out whether a slow capture exists. What a reading said that rests on walls which nobody has stated or proved.
    Open(Option<String>),
}

impl Slow<'_> {
    /// Reads on where orders have found no capture. The answer becomes what is found.
    pub(super) fn read_on(&self, answer: &mut capture::Answer) -> Result<Without, Fault> {
        let quick = match self.question.order {
            Some(AskedOrder::Number(_)) => return Ok(Without::Orders),
            Some(AskedOrder::Usual(_)) => true,
            None => false,
        };
        let open = match answer.verdict {
            Verdict::Escapes { .. } => !answer.every_order && !answer.alive,
            // A dead shape may be read where orders cost too much.
            Verdict::Unknown { why } => why == Why::Nodes,
            Verdict::Captured | Verdict::Ko => false,
        };
        if !open || self.question.algorithm != Algorithm::Lambda {
            return Ok(Without::Orders);
        }
        if quick {
            return self.shut_in(answer);
        }
        let was_known = matches!(answer.verdict, Verdict::Escapes { .. });
        // A reading that ends for another reason than its nodes is not asked again.
        let [mut read, mut searched] = [self.targets.points().len() == 1, true];
        let (mut nodes, mut assumed, mut reason) = (NODES, None, Why::Nodes);
        loop {
            if read {
                match self.read(answer, nodes, &mut assumed)? {
                    Ok(found) => return Ok(found),
                    Err(why) => (read, reason) = (why == Why::Nodes, why),
                }
            }
            if searched {
                match self.search(answer, nodes) {
                    Ok(()) => return Ok(Without::EveryOrder),
                    Err(why) => (searched, reason) = (why == Why::Nodes, why),
                }
            }
            if self.left(answer, 1).nodes == 0 || !read && !searched {
                break;
            }
            nodes *= GROWTH;
        }
        let reason = if read || searched { Why::Nodes } else { reason };
        self.give_up(answer, reason);
        Ok(if was_known { Without::Open(assumed) } else { Without::Orders })
    }

    /// One turn of the reading of fights, or why it found nothing that may be said.
    fn read(
        &self,
        answer: &mut capture::Answer,
        nodes: u64,
        assumed: &mut Option<String>,
    ) -> Result<Result<Without, Why>, Fault> {
        let limits = self.left(answer, nodes);
        let target = self.targets.points()[0];
        let fall = falls(self.position, target, self.mover, self.stated, &limits, self.work.watch);
        let Some(fall) = fall else { return Ok(Err(Why::Room)) };
        answer.nodes += fall.nodes;
        let why = fall.end.err().unwrap_or(Why::OutOfReach);
        Ok(self.believed(answer, fall, assumed)?.ok_or(why))
    }

    /// One turn of captures without orders. The answer becomes theirs, if they have one.
    fn search(&self, answer: &mut capture::Answer, nodes: u64) -> Result<(), Why> {
        let limits = self.left(answer, nodes);
        let attacks = self.position.stone(self.targets.points()[0]) != Some(self.mover);
        let first = if attacks { capture::Side::Attacker } else { capture::Side::Defender };
        let found = capture::solve_without_orders(self.walled, self.targets, first, &limits, self.work.watch);
        let Some(found) = found else { return Err(Why::OutOfReach) };
        answer.nodes += found.nodes;
        if let Verdict::Unknown { why } = found.verdict {
            return Err(why);
        }
        let (nodes, up_to_order) = (answer.nodes, answer.up_to_order);
        *answer = capture::Answer { nodes, up_to_order, ..found };
        Ok(())
    }

    fn left(&self, answer: &capture::Answer, nodes: u64) -> Limits {
        let left = self.work.limits.after(answer.nodes);
        left.with_nodes(nodes.min(left.nodes))
    }

    /// The question about quick captures asks about strings that are shut in as well, and of those only whether they are dead. When the
    /// nodes for it are used up what the orders say is the answer; when the limit is, nothing is, so that no verdict turns into another.
    fn shut_in(&self, answer: &mut capture::Answer) -> Result<Without, Fault> {
        let target = self.targets.points()[0];
        if self.targets.points().len() > 1 || !is_shut_in(self.position, target) {
            return Ok(Without::Orders);
        }
        let limits = self.left(answer, NODES);
        let Some(fall) = falls(self.position, target, self.mover, self.stated, &limits, self.work.watch)
        else {
            return Ok(Without::Orders);
        };
        answer.nodes += fall.nodes;
        match fall.end {
            Ok(End::Falls) => Ok(self.believed(answer, fall, &mut None)?.unwrap_or(Without::Orders)),
            Err(why) if limits.nodes < NODES || why != Why::Nodes => {
                self.give_up(answer, why);
                Ok(Without::Orders)
            }
            Ok(_) | Err(_) => Ok(Without::Orders),
        }
    }

    /// What a reading says, if it may be said. A capture or a ko has to hold on the whole board, so no wall that it rests on may be merely
    /// assumed, and nobody may have got out of what was read; and a single stone that is taken may be taken back, which is no capture.
    fn believed(
        &self,
        answer: &mut capture::Answer,
        fall: Fall,
        assumed: &mut Option<String>,
    ) -> Result<Option<Without>, Fault> {
        let Ok(end) = fall.end else { return Ok(None) };
        let target = self.targets.points()[0];
        if end != End::Stands && self.position.string_size(target) < 2 {
            return Ok(None);
        }
        let mut nodes = answer.nodes;
        // What a capture rests on has to stand without being defended: two walls can be attacked by one move.
        let most = if end == End::Stands { self.work.limits.nodes } else { 0 };
        let walls = walls(self.position, &fall.assumed_safe, self.stated, most, &mut nodes, self.work)?;
        answer.nodes = nodes;
        if end != End::Stands && (fall.open || walls.iter().any(SafeString::is_assumed)) {
            *assumed = Some(conditional(end, fall.open, &walls));
            return Ok(None);
        }
        let attacks = self.position.stone(target) != Some(self.mover);
        let success = |captured: bool| if captured == attacks { Code::Works } else { Code::Fails };
        (answer.verdict, answer.code, answer.ko) = match end {
            End::Falls => (Verdict::Captured, Some(success(true)), None),
            End::Stands => (Verdict::Escapes { order: Settings::HIGHEST_ORDER }, Some(success(false)), None),
            End::Ko { needs, threats } => {
                let code =
                    if needs == self.mover { Code::KoMoverThreatens } else { Code::KoOpponentThreatens };
                let attacker = self.position.stone(target) != Some(needs);
                let needs = if attacker { capture::Side::Attacker } else { capture::Side::Defender };
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
        Ok(Some(Without::Read(fall, walls)))
    }

    /// The answer that there is no quick capture.
    fn give_up(&self, answer: &mut capture::Answer, why: Why) {
        if let Verdict::Escapes { order } = answer.verdict {
            answer.shown = vec![Shown::no_capture(order)];
        }
        answer.verdict = Verdict::Unknown { why };
        (answer.code, answer.ko, answer.order, answer.evidence) = (None, None, None, None);
        (answer.first_move, answer.against) = (None, 0);
        answer.line.clear();
    }

    /// What the answer rests on; nothing if that is the whole board as it is.
    pub(super) fn conditions(&self, without: &Without) -> Option<Conditions> {
        let board = self.position.topology();
        let unknown = unknown_strings(self.position, self.stated);
        match without {
            Without::Read(fall, walls) => Some(Conditions {
                safe: walls.clone(),
                unknown,
                open: fall.open,
                field: point_names(board, fall.field.iter()),
                assumed: Vec::new(),
            }),
            _ if self.stated.safe.is_empty() && unknown.is_empty() => None,
            _ => Some(Conditions {
                safe: safe_strings(self.position, &self.stated.safe, self.stated),
                unknown,
                ..Conditions::default()
            }),
        }
    }
}

/// What a reading says that is not believed.
fn conditional(end: End, open: bool, walls: &[SafeString]) -> String {
    let what = if end == End::Falls { "it falls" } else { "a ko decides" };
    let gets_out = "what gets out of the points that were read is safe";
    match (premises(walls), open) {
        (premises, false) => format!("{what}{premises}"),
        (premises, true) if premises.is_empty() => format!("{what}, if {gets_out}"),
        (premises, true) => format!("{what}{premises} and {gets_out}"),
    }
}

/// The walls that a claim rests on and that were neither stated nor proved, as a clause.
pub(super) fn premises(walls: &[SafeString]) -> String {
    let names: Vec<&str> =
        walls.iter().filter(|wall| wall.is_assumed()).map(|wall| wall.at.as_str()).collect();
    match names.as_slice() {
        [] => String::new(),
        [only] => format!(", if the stones at {only} are safe"),
        names => format!(", if the strings at {} are safe", some_of(names, NAMED)),
    }
}
