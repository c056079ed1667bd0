//! Where reading leaves a fight open: what captures by orders of threats say about its two stones. They hold on the whole board.

use tesuji_board::{Color, Point, Position};
use tesuji_capture::{Answer, Settings, Side as Role, Verdict};
use tesuji_job::Limits;

use super::{Fate, Fates, RaceSide, RaceVerdict};
use crate::desk::Work;
use crate::words::{Side, Step, point_name};

/// The part of the nodes that is kept for these captures: they find what a fight on open ground hides.
const PART: u64 = 10;

/// Nodes and orders for a first look, before anything is read: ladders and simple nets.
const GLANCE: u64 = 60;
const GLANCED_ORDERS: u8 = 2;

/// The nodes that reading leaves.
pub(super) fn kept(nodes: u64) -> u64 {
    nodes / PART
}

/// Asks captures about the stones of a fight.
pub(super) struct Orders<'a> {
    pub(super) position: &'a Position,
    /// Black's and White's.
    pub(super) groups: [Point; 2],
    pub(super) work: &'a Work<'a>,
    /// Nodes so far.
    pub(super) nodes: u64,
}

impl Orders<'_> {
    fn captured(&mut self, color: Color, role: Role, most: u64) -> Option<Answer> {
        let stone = self.groups[color.index()];
        let mut settings = Settings::suited(self.position, stone);
        if most <= GLANCE {
            settings = Settings { further: 0, ..settings.up_to(GLANCED_ORDERS) };
        }
        let limits = Limits::nodes(most).with_memory(self.work.limits.memory);
        let answer = tesuji_capture::solve(self.position, stone, role, &settings, &limits, self.work.watch)?;
        self.nodes += answer.nodes;
        (answer.verdict == Verdict::Captured).then_some(answer)
    }

    fn name(&self, color: Color) -> String {
        let stone = self.position.topology().name_of(self.groups[color.index()]);
        format!("{} {stone}", Side::from(color).capital())
    }

    /// Whether the mover's own stone falls whatever he plays, which a short look can tell.
    pub(super) fn glance(&mut self, first: Color, most: u64) -> Option<RaceSide> {
        self.loss(first, GLANCE.min(kept(most)))
    }

    /// A mover whose own stone falls, whatever he plays, has lost.
    fn loss(&mut self, first: Color, most: u64) -> Option<RaceSide> {
        let answer = self.captured(first, Role::Defender, most)?;
        let mover = Side::from(first).capital();
        let order = answer.order.map_or(String::new(), |order| format!(" up to order {order}"));
        // Whoever captures may lose his own stone by it: only one that nothing can take is known to live.
        let other = self.groups[first.opponent().index()];
        let lives = tesuji_board::unconditionally_alive(self.position, first.opponent()).contains(other);
        let [name, other] = [first, first.opponent()].map(|color| self.name(color));
        let open = if lives { String::new() } else { format!("; whether {other} is kept was not asked") };
        let mut side = RaceSide::unknown(format!(
            "{name} is captured, whatever {mover} plays: proved on the whole board by threats{order}{open}."
        ));
        side.verdict = if first == Color::Black { RaceVerdict::White } else { RaceVerdict::Black };
        side.codes = Some([Some(0), Some(0)]);
        let fate = if lives { Fate::Lives } else { Fate::Unknown };
        side.fates = Some(match first {
            Color::Black => Fates { black: Fate::Dies, white: fate },
            Color::White => Fates { black: fate, white: Fate::Dies },
        });
        side.line = Step::alternating(self.position.topology(), first, answer.line.iter().copied());
        Some(side)
    }

    /// Looks at both stones for a side that reading left open. That the mover can capture the other stone decides nothing, and is told.
    pub(super) fn look(&mut self, first: Color, side: &mut RaceSide, most: u64) {
        if side.codes.is_none_or(|codes| codes[0].is_none())
            && let Some(loss) = self.loss(first, most / 2)
        {
            *side = loss;
        } else if let Some(answer) = self.captured(first.opponent(), Role::Attacker, most / 2) {
            let board = self.position.topology();
            let by =
                answer.first_move.map_or(String::new(), |step| format!(" by {}", point_name(board, step)));
            let [own, other] = [first, first.opponent()].map(|color| self.name(color));
            side.why = format!(
                "{}; {other} can be captured{by}, and whether {own} lives through it is open",
                side.why
            );
        }
    }
}
