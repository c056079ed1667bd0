//! A position of a fight, and what is wanted there.

use tesuji_board::Color;
use tesuji_local::Threats;

use crate::field::{Bits, Field, StoneString, Stones, bit, ones};

/// Taking so many stones at once makes a string beside them live: the premise that no eye of that size can be killed. It is held
/// against a judge who does not share it (`tesuji reproduce fights`).
pub(super) const LIFE: u32 = 7;

/// Up to so many stones what they leave must be enclosed nearly all around: in a corner such an eye may be a ko.
const SMALL: u32 = 8;

/// How well the attacker can stand with kos: at worst, without threats on either side, and at best.
pub(crate) const WORST: u8 = Threats::WORST;
pub(crate) const EVEN: u8 = Threats::EVEN;
pub(crate) const BEST: u8 = Threats::BEST;

/// A position of a fight.
#[derive(Clone, Copy, Debug)]
pub(crate) struct State {
    pub(crate) stones: Stones,
    pub(crate) to_move: Color,
    /// The point where the side to move may not play.
    pub(crate) ban: Option<u8>,
    /// Threats that are left.
    pub(crate) threats: Threats,
}

impl State {
    /// Whether the ko rule forbids this point, and no threat is left to get round it.
    pub(crate) fn is_banned(&self, at: usize) -> bool {
        self.ban.map(usize::from) == Some(at) && self.threats.left(self.to_move) == 0
    }

    pub(crate) fn passed(&self) -> State {
        State { to_move: self.to_move.opponent(), ban: None, ..*self }
    }

    /// After a move, with the stones it takes; none if it is not legal.
    pub(crate) fn after(&self, field: &Field, at: usize) -> Option<(State, Bits)> {
        if self.is_banned(at) {
            return None;
        }
        let played = field.play(&self.stones, self.to_move, at)?;
        let spends = self.ban.map(usize::from) == Some(at);
        let threats = if spends { self.threats.spent(self.to_move)? } else { self.threats };
        let state =
            State { stones: played.stones, to_move: self.to_move.opponent(), ban: played.ko, threats };
        Some((state, played.captured))
    }
}

/// What the attacker wants: the prey captured, and if there is a *guard*, a stone of his own, that it is on the board until then
/// and cannot be captured afterwards either.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Goal {
    /// Its number among the goals of a reading.
    pub(crate) number: u8,
    pub(crate) prey: usize,
    /// The prey's owner.
    pub(crate) defender: Color,
    pub(crate) guard: Option<usize>,
}

impl Goal {
    pub(crate) fn attacker(&self) -> Color {
        self.defender.opponent()
    }

    /// How the attacker stands with kos: what he captures with a number he captures with every larger one.
    pub(crate) fn resource(&self, state: &State) -> u8 {
        state.threats.standing(self.attacker())
    }

    /// The prey, if it is on the board.
    pub(crate) fn prey_string(&self, field: &Field, stones: &Stones) -> Option<StoneString> {
        (stones.0[self.defender.index()] & bit(self.prey) != 0)
            .then(|| field.string(stones, self.defender, self.prey))
    }

    /// The guard's string, or nothing.
    pub(crate) fn guard_stones(&self, field: &Field, stones: &Stones) -> Bits {
        self.guard.map_or(0, |guard| field.string(stones, self.attacker(), guard).stones)
    }
}

/// Whether taking these stones makes a string of the owner with these neighbours live: if enough of them are connected and beside
/// it, and they are well enclosed by the owner's stones. On a line, where no point has three neighbours, it does not; and where the
/// edge of the board encloses most of it, somebody else may live inside.
pub(crate) fn is_life(field: &Field, stones: &Stones, owner: Color, around: Bits, taken: Bits) -> bool {
    let mut rest = if taken.count_ones() >= LIFE { taken } else { 0 };
    while rest != 0 {
        let part = field.spread(rest & rest.wrapping_neg(), rest);
        rest &= !part.stones;
        let size = part.stones.count_ones();
        let walls = part.stones & field.beside_safe[owner.index()];
        let enclosing = (part.around & stones.0[owner.index()]).count_ones() + walls.count_ones();
        if size >= LIFE
            && part.stones & around != 0
            && enclosing >= if size <= SMALL { size - size / 4 } else { size / 2 }
            && ones(part.stones).any(|at| field.neighbors(at).count_ones() >= 3)
        {
            return true;
        }
    }
    false
}
