//! Where reading leaves a fight open: what captures by orders of threats say about its two stones. They hold on the whole board.

use tesuji_board::{Color, Point, Position};
use tesuji_capture::{Answer, Settings, Side as Role, Verdict};
use tesuji_fight::{Other, Second, Stated, second};
use tesuji_job::Limits;

use super::reading::{fate_of, kept_words};
use super::{Fate, Fates, RaceSide, RaceVerdict};
use crate::desk::Work;
use crate::stated::on_board;
use crate::words::{Side, Step, point_name};

/// The part of the nodes that is kept for these captures: they find what a fight on open ground hides.
const PART: u64 = 10;

/// Nodes and orders for a first look, before anything is read: ladders and simple nets.
const GLANCE: u64 = 60;
const GLANCED_ORDERS: u8 = 2;

/// The part of the nodes that may be used to find out about the other stone where a glance has decided.
const FOR_SECOND: u64 = 8;

/// The nodes that reading leaves.
pub(super) fn kept(nodes: u64) -> u64 {
    nodes / PART
}

/// Asks captures about the stones of a fight.
pub(super) struct Orders<'a> {
    pub(super) position: &'a Position,
    /// The same with the walls that were stated ([`walled`]).
    pub(super) walled: &'a Position,
    pub(super) stated: &'a Stated,
    /// Black's and White's.
    pub(super) groups: [Point; 2],
    pub(super) work: &'a Work<'a>,
    /// Nodes so far.
    pub(super) nodes: u64,
    /// What became of the other stone where the mover's is lost, with the conditions of that.
    pub(super) seconds: Vec<Second>,
}

impl Orders<'_> {
    fn captured(&mut self, color: Color, role: Role, most: u64) -> Option<Answer> {
        if self.work.watch.check().is_err() {
            return None;
        }
        let stone = self.groups[color.index()];
        let mut settings = Settings::suited(self.position, stone);
        if most <= GLANCE {
            settings = Settings { further: 0, ..settings.up_to(GLANCED_ORDERS) };
        }
        let limits = Limits::nodes(most).with_memory(self.work.limits.memory);
        let answer = tesuji_capture::solve(self.walled, stone, role, &settings, &limits, self.work.watch)?;
        self.nodes += answer.nodes;
        (answer.verdict == Verdict::Captured).then_some(answer)
    }

    fn name(&self, color: Color) -> String {
        let stone = self.position.topology().name_of(self.groups[color.index()]);
        format!("{} {stone}", Side::from(color).capital())
    }

    /// Whether the mover's own stone falls whatever he plays, which a short look can tell.
    pub(super) fn glance(&mut self, first: Color, most: u64) -> Option<RaceSide> {
        self.loss(first, GLANCE.min(kept(most)), most / FOR_SECOND)
    }

    /// What becomes of the other stone where the mover's is lost. Whoever captures may lose his own stone by it.
    fn second(&mut self, first: Color, most: u64) -> Other {
        let [own, other] = [first, first.opponent()].map(|color| self.groups[color.index()]);
        if tesuji_board::is_unconditionally_alive(self.walled, other) {
            return Other::Wins;
        }
        let limits = Limits::nodes(most).with_memory(self.work.limits.memory);
        let Ok(second) = second(self.position, [own, other], self.stated, &limits, self.work.watch) else {
            return Other::Open;
        };
        self.nodes += second.nodes;
        let found = second.other;
        self.seconds.push(second);
        found
    }

    /// A mover whose own stone falls, whatever he plays, has lost.
    fn loss(&mut self, first: Color, most: u64, most_for_second: u64) -> Option<RaceSide> {
        let answer = self.captured(first, Role::Defender, most)?;
        let mover = Side::from(first).capital();
        let order = answer.order.map_or(String::new(), |order| format!(" up to order {order}"));
        let other = self.second(first, most_for_second);
        let board = self.position.topology();
        let names = [first, first.opponent()].map(|color| board.name_of(self.groups[color.index()]));
        let kept = kept_words(Side::from(first.opponent()).capital(), names, other);
        let name = self.name(first);
        let stated =
            if self.stated.safe.is_empty() { "" } else { ", with the stones that were stated to be safe" };
        let mut side = RaceSide::unknown(format!(
            "{name} is captured, whatever {mover} plays: proved on the whole board by threats{order}{stated}{kept}."
        ));
        side.verdict = if first == Color::Black { RaceVerdict::White } else { RaceVerdict::Black };
        side.codes = Some([Some(0), Some(0)]);
        side.fates = Some(Fates::of_mover(first.into(), Fate::Dies, fate_of(Some(other))));
        side.line = Step::alternating(self.position.topology(), first, on_board(self.position, &answer.line));
        Some(side)
    }

    /// Looks at both stones for a side that reading left open. That the mover can capture the other stone decides nothing, and is told.
    pub(super) fn look(&mut self, first: Color, side: &mut RaceSide, most: u64) {
        if side.codes.is_none_or(|codes| codes[0].is_none())
            && let Some(loss) = self.loss(first, most / 2, most / 4)
        {
            *side = loss;
        } else if let Some(answer) = self.captured(first.opponent(), Role::Attacker, most / 2) {
            let board = self.position.topology();
            let by = on_board(self.position, answer.first_move.as_slice())
                .next()
                .map_or(String::new(), |step| format!(" by {}", point_name(board, step)));
            let [own, other] = [first, first.opponent()].map(|color| self.name(color));
            side.why = format!(
                "{}; {other} can be captured{by}, and whether {own} lives through it is open",
                side.why
            );
        }
    }
}
