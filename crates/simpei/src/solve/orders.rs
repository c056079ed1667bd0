//! Lambda orders of all positions in which the attacker is to move (paper 001, section 2.1; spec/simpei.md, section 2).
//!
//! W(n) are the attacker's positions won at order n, V(n) the defender's: a position is in V(n) if the defender has no
//! win at once, the attacker wins at order n-1 after a pass, and all replies lead into W(n). W(0) are the wins at once.
//!
//! The defender's pass throws away a piece from the hand, so the defender can have fewer than four pieces: a *phase* is
//! the number of the attacker's pieces on the board, the defender's hand, and the defender's pieces on the board. Phases
//! with pieces in hand follow from later ones. A phase without them can repeat itself; there the replies that do not yet
//! lead into W are counted down, and the counts are kept from one order to the next, so that all orders together follow
//! each move only once.

use tesuji_job::Why;

use super::graph::{Backwards, OPEN, WON, direct_wins, successors};
use super::parallel::{Crew, SLOTS_BETWEEN_LOOKS, stage};
use crate::cell::{BOARD, INNER};
use crate::index::{Class, INDEX};

/// No order proves the win, or there is none.
pub(crate) const NEVER: u8 = 255;

/// Pieces that decide which moves there are, seen from the attacker.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct Phase {
    /// The attacker's pieces on the board; the others are in hand.
    pub(crate) attackers: u8,
    /// The defender's hand.
    pub(crate) hand: u8,
    /// The defender's pieces on the board.
    pub(crate) defenders: u8,
}

impl Phase {
    /// The class when the attacker is to move.
    pub(crate) fn attacking(self) -> Class {
        Class { mover: self.attackers, opponent: self.defenders }
    }

    fn defending(self) -> Class {
        Class { mover: self.defenders, opponent: self.attackers }
    }

    /// Whether nobody has placed or discarded anything.
    fn is_start(self, pieces: u8) -> bool {
        (self.attackers, self.hand, self.defenders) == (0, pieces, 0)
    }

    fn allowed(self, pieces: u8) -> u32 {
        if self.is_start(pieces) { INNER } else { BOARD }
    }
}

/// The orders of one phase, for each side to move.
struct Orders {
    phase: Phase,
    attacking: Vec<u8>,
    defending: Vec<u8>,
}

/// All phases with `pieces` for each side, each after those that it can lead to. Some occur only with the attacker to
/// move, some only with the defender to move.
fn all_phases(pieces: u8) -> Vec<Phase> {
    let mut phases = Vec::new();
    for attackers in (0..=pieces).rev() {
        // The players place in turn, so the hands are equal or differ by one.
        let equal = pieces - attackers;
        for hand in equal.saturating_sub(1)..=(equal + 1).min(pieces) {
            let defenders = (0..=pieces - hand).rev();
            phases.extend(defenders.map(|defenders| Phase { attackers, hand, defenders }));
        }
    }
    phases
}

/// The phases that occur with the attacker to move, in the order in which their positions are kept.
pub(crate) fn phases(pieces: u8) -> Vec<Phase> {
    all_phases(pieces).into_iter().filter(|phase| phase.attackers + phase.hand <= pieces).collect()
}

/// The orders of all positions with the attacker to move, phase by phase as in [`phases`]. `marks` and `moves` are those
/// of the phase with all pieces on the board.
pub(crate) fn orders(
    pieces: u8,
    marks: &[u8],
    moves: &Backwards,
    crew: Crew<'_>,
) -> Result<Vec<Vec<u8>>, Why> {
    let mut known: Vec<Orders> = Vec::new();
    let phases = all_phases(pieces);
    let parts = phases.len() as u64;
    for (number, &phase) in phases.iter().enumerate() {
        crew.report(stage::ORDERS, number as u64, Some(parts))?;
        let orders = if phase.attackers == pieces && phase.hand == 0 {
            if phase.defenders == pieces {
                let game =
                    Sides { phase, attacking: marks, defending: marks, attacks: moves, replies: moves };
                game.cyclic(crew)?
            } else {
                smaller(phase, crew)?
            }
        } else {
            placing(phase, pieces, &known, crew)?
        };
        known.push(orders);
    }
    let attacking =
        |orders: Orders| (orders.phase.attackers + orders.phase.hand <= pieces).then_some(orders.attacking);
    Ok(known.into_iter().filter_map(attacking).collect())
}

/// A phase without pieces in hand, in which the defender has discarded some.
fn smaller(phase: Phase, crew: Crew<'_>) -> Result<Orders, Why> {
    let attacking = direct_wins(phase.attacking(), false, BOARD, crew)?;
    let defending = direct_wins(phase.defending(), false, BOARD, crew)?;
    let attacks = Backwards::new(phase.attacking(), &attacking, &defending, crew)?;
    let replies = Backwards::new(phase.defending(), &defending, &attacking, crew)?;
    let sides =
        Sides { phase, attacking: &attacking, defending: &defending, attacks: &attacks, replies: &replies };
    sides.cyclic(crew)
}

/// Both sides of a phase without pieces in hand: marks and moves of the attacker and of the defender.
struct Sides<'a> {
    phase: Phase,
    attacking: &'a [u8],
    defending: &'a [u8],
    attacks: &'a Backwards,
    replies: &'a Backwards,
}

impl Sides<'_> {
    /// The slot with the attacker to move after a pass.
    fn passed(&self, slot: u32) -> usize {
        let (mover, opponent) = INDEX.pieces(self.phase.defending(), slot);
        INDEX.slot(opponent, mover) as usize
    }

    fn cyclic(&self, crew: Crew<'_>) -> Result<Orders, Why> {
        let mut attacking: Vec<u8> =
            self.attacking.iter().map(|&mark| if mark == WON { 0 } else { NEVER }).collect();
        let mut defending = vec![NEVER; self.defending.len()];
        // Replies that do not lead into W of the current order.
        let mut left = self.replies.degrees.clone();
        // All replies lead into W, but the pass did not yet when last looked at.
        let mut waiting: Vec<u32> = (0..defending.len() as u32)
            .filter(|&slot| self.defending[slot as usize] == OPEN && left[slot as usize] == 0)
            .collect();
        for order in 1..NEVER {
            let look = || crew.report(stage::ORDERS, order.into(), None);
            look()?;
            let threatened = |slot: u32, attacking: &[u8]| attacking[self.passed(slot)] < order;
            let (mut beaten, mut rest) = (Vec::new(), Vec::new());
            for part in waiting.chunks(SLOTS_BETWEEN_LOOKS) {
                look()?;
                for &slot in part {
                    let list = if threatened(slot, &attacking) { &mut beaten } else { &mut rest };
                    list.push(slot);
                }
            }
            waiting = rest;
            let mut grown = false;
            let mut followed = 0;
            while let Some(slot) = beaten.pop() {
                followed += 1;
                if followed % SLOTS_BETWEEN_LOOKS == 0 {
                    look()?;
                }
                defending[slot as usize] = order;
                for &attack in self.attacks.before(slot) {
                    if attacking[attack as usize] != NEVER {
                        continue;
                    }
                    attacking[attack as usize] = order;
                    grown = true;
                    for &reply in self.replies.before(attack) {
                        left[reply as usize] -= 1;
                        if left[reply as usize] == 0 {
                            // Marks of this order are not below it, so what is in W(order - 1) does not change here.
                            let list = if threatened(reply, &attacking) { &mut beaten } else { &mut waiting };
                            list.push(reply);
                        }
                    }
                }
            }
            if !grown {
                break;
            }
        }
        Ok(Orders { phase: self.phase, attacking, defending })
    }
}

/// A phase with pieces in hand. The defender's positions are those with the same pieces, the defender to move.
fn placing(phase: Phase, pieces: u8, known: &[Orders], crew: Crew<'_>) -> Result<Orders, Why> {
    let of = |wanted: Phase| known.iter().find(|orders| orders.phase == wanted);
    let allowed = phase.allowed(pieces);

    // The defender to move: the phases of the replies are known, since each has one piece less in hand.
    let mut defending = Vec::new();
    let after_pass = phase.hand.checked_sub(1).and_then(|hand| of(Phase { hand, ..phase }));
    let after_reply = phase
        .hand
        .checked_sub(1)
        .and_then(|hand| of(Phase { hand, defenders: phase.defenders + 1, ..phase }));
    if let (Some(pass), Some(reply)) = (after_pass, after_reply) {
        let class = phase.defending();
        defending = direct_wins(class, true, allowed, crew)?;
        let chunks = defending.chunks_mut(class.width() as usize).enumerate();
        crew.spread(stage::ORDERS, chunks, |(orbit, chunk)| {
            INDEX.each(class, orbit as u32, |rank, position| {
                let Some((mover, opponent)) = position.filter(|_| chunk[rank] == OPEN) else {
                    chunk[rank] = NEVER;
                    return;
                };
                let threat = pass.attacking[INDEX.slot(opponent, mover) as usize];
                let mut order = threat.saturating_add(1);
                if order != NEVER {
                    successors(mover, opponent, true, allowed, |m, o| {
                        order = order.max(reply.attacking[INDEX.slot(m, o) as usize]);
                    });
                }
                chunk[rank] = order;
            });
        })?;
    }

    // The attacker to move.
    let mut attacking = Vec::new();
    if let Some(next) = of(Phase { attackers: phase.attackers + 1, ..phase })
        && phase.attackers + phase.hand <= pieces
    {
        let class = phase.attacking();
        attacking = direct_wins(class, true, allowed, crew)?;
        let chunks = attacking.chunks_mut(class.width() as usize).enumerate();
        crew.spread(stage::ORDERS, chunks, |(orbit, chunk)| {
            INDEX.each(class, orbit as u32, |rank, position| {
                chunk[rank] = match (chunk[rank], position) {
                    (OPEN, Some((mover, opponent))) => {
                        let mut order = NEVER;
                        successors(mover, opponent, true, allowed, |m, o| {
                            order = order.min(next.defending[INDEX.slot(m, o) as usize]);
                        });
                        order
                    }
                    (WON, _) => 0,
                    _ => NEVER,
                };
            });
        })?;
    }
    Ok(Orders { phase, attacking, defending })
}
