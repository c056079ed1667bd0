//! The capture of one group in a fight, as a game for the search.
//!
//! The attacker wants the target off the board. The defender has prevented it when the target is unconditionally alive, or
//! has left the field, or when the attacker has no move left that could help. The attacker never passes: the defender would
//! pass too. A position that comes back counts against the attacker.

use tesuji_board::Color;
use tesuji_capture::{KoRights, THREATS};
use tesuji_search::{Domain, Estimate, Moves, Outcome, Rules, Scratch, Step, mix};

use crate::count::is_doomed;
use crate::eye::Eyes;
use crate::field::{Bits, Field, StoneString, Stones, bit, ones};
use crate::life;

/// Taking so many stones at once beside the target makes it live: no eye of that size can be killed.
const LIFE: u32 = 7;

/// Strings that a set of kinds can hold, beside two bits for the walls; with more of them no two moves are taken as equal.
const MOST_KINDS: usize = 60;

/// A position of a fight.
#[derive(Clone, Copy, Debug)]
pub(crate) struct State {
    pub(crate) stones: Stones,
    pub(crate) to_move: Color,
    /// The point where the side to move may not play.
    pub(crate) ban: Option<u8>,
    /// Who wins every ko.
    rights: KoRights,
    /// Threats that the defender has used up.
    used: u8,
    phase: Phase,
}

/// How far a fight has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Phase {
    /// The target stands.
    Open,
    /// The defender has taken so many stones that the target lives.
    Lives,
    /// The target was captured, and with so few stones that its captor has to live after all; he may be caught in the eye
    /// that he got. So many passes have been made in a row.
    Taken { passes: u8 },
    /// The target was captured for good.
    Won,
}

impl State {
    pub(crate) fn new(stones: Stones, to_move: Color, ban: Option<u8>, rights: KoRights) -> State {
        State { stones, to_move, ban, rights, used: 0, phase: Phase::Open }
    }
}

/// One question about a field: is the target captured?
#[derive(Clone, Debug)]
pub(crate) struct Question<'a> {
    pub(crate) field: &'a Field,
    pub(crate) target: usize,
    /// A stone of the group that captures.
    pub(crate) captor: usize,
    pub(crate) defender: Color,
    /// Whether a ko has been taken: without one, all rights to kos give the same answer.
    pub(crate) ko_met: bool,
    pub(crate) eyes: Scratch<Eyes>,
}

/// A move: a point of the field, or a pass.
pub(crate) type FieldMove = Option<u8>;

impl Question<'_> {
    fn target_string(&self, stones: &Stones) -> Option<StoneString> {
        (stones.0[self.defender.index()] & bit(self.target) != 0)
            .then(|| self.field.string(stones, self.defender, self.target))
    }

    /// Where a position is settled without search, a move that leaves it so; a pass only if there is none on the board.
    pub(crate) fn keeping_move(&mut self, state: &State) -> Option<Step<FieldMove>> {
        let outcome = self.outcome(state)?;
        let mut moves = Moves::new();
        self.moves(state, 0, &mut moves);
        let mut keeps = |step: &Step<FieldMove>| {
            let mut after = *state;
            self.play(&mut after, *step);
            self.outcome(&after) == Some(outcome)
        };
        moves.iter().map(|(step, _)| Step::Move(step)).find(|step| keeps(step))
    }

    /// The outcome, where counting liberties is a proof.
    fn counted(&mut self, state: &State, target: &StoneString) -> Option<Outcome> {
        let (field, stones, to_move) = (self.field, &state.stones, state.to_move);
        let eyes = &mut self.eyes.0;
        if target.stones.count_ones() >= LIFE
            && is_doomed(field, stones, target, self.defender, to_move, eyes)
        {
            return Some(Outcome::Goal);
        }
        let attacker = self.defender.opponent();
        let mut captors = target.around & stones.0[attacker.index()];
        while captors != 0 {
            let captor = field.spread(captors & captors.wrapping_neg(), stones.0[attacker.index()]);
            captors &= !captor.stones;
            if captor.stones.count_ones() >= LIFE
                && !field.is_out(captor.stones, attacker)
                && is_doomed(field, stones, &captor, attacker, to_move, eyes)
            {
                return Some(Outcome::Refuted);
            }
        }
        None
    }

    /// What has become of a captor who has to live.
    fn captor_outcome(&self, state: &State) -> Option<Outcome> {
        let attacker = self.defender.opponent();
        if state.stones.0[attacker.index()] & bit(self.captor) == 0 {
            return Some(Outcome::Refuted);
        }
        let string = self.field.string(&state.stones, attacker, self.captor);
        let alive = self.field.is_out(string.stones, attacker)
            || state.to_move == self.defender
                && life::is_alive(self.field, &state.stones, attacker, self.captor);
        alive.then_some(Outcome::Goal)
    }

    /// The phase after the attacker has played and taken these stones.
    fn after_capture(&self, stones: &Stones, captured: Bits) -> Phase {
        if captured & bit(self.target) == 0 {
            return Phase::Open;
        }
        let attacker = self.defender.opponent();
        let captor = stones.0[attacker.index()] & bit(self.captor);
        if captured.count_ones() >= LIFE || captor == 0 {
            return Phase::Won;
        }
        let beside = self.field.spread(captor, stones.0[attacker.index()]).around & captured;
        if beside == 0 { Phase::Won } else { Phase::Taken { passes: 0 } }
    }

    fn is_banned(&self, state: &State, at: usize) -> bool {
        if state.ban.map(usize::from) != Some(at) {
            return false;
        }
        match state.rights {
            KoRights::Attacker => state.to_move == self.defender,
            KoRights::Defender => state.to_move != self.defender || state.used >= THREATS,
            KoRights::Nobody => true,
        }
    }

    /// The strings on the field: first those of the side to move, and how many those are.
    fn strings(&self, stones: &Stones, mover: Color) -> (Vec<StoneString>, usize) {
        let mut strings = Vec::with_capacity(16);
        let mut own = 0;
        for color in [mover, mover.opponent()] {
            let mut rest = stones.0[color.index()];
            while rest != 0 {
                let string = self.field.spread(rest & rest.wrapping_neg(), stones.0[color.index()]);
                rest &= !string.stones;
                strings.push(string);
            }
            if color == mover {
                own = strings.len();
            }
        }
        (strings, own)
    }
}

impl Rules for Question<'_> {
    type State = State;
    type Move = FieldMove;
    type Undo = State;

    fn attacker_to_move(&self, state: &State) -> bool {
        state.to_move != self.defender
    }

    fn outcome(&mut self, state: &State) -> Option<Outcome> {
        match state.phase {
            Phase::Lives => return Some(Outcome::Refuted),
            Phase::Won | Phase::Taken { passes: 2 } => return Some(Outcome::Goal),
            Phase::Taken { .. } => return self.captor_outcome(state),
            Phase::Open => {}
        }
        let Some(target) = self.target_string(&state.stones) else { return Some(Outcome::Goal) };
        if self.field.is_out(target.stones, self.defender) {
            return Some(Outcome::Refuted);
        }
        // Only the defender's own moves make him alive.
        let alive = state.to_move != self.defender
            && life::is_alive(self.field, &state.stones, self.defender, self.target);
        if alive {
            return Some(Outcome::Refuted);
        }
        self.counted(state, &target)
    }

    fn moves(&mut self, state: &State, _order: u8, moves: &mut Moves<FieldMove>) {
        let (field, stones, mover) = (self.field, &state.stones, state.to_move);
        let empty = field.empty(stones);
        let (strings, own) = self.strings(stones, mover);
        let walls = [field.beside_safe[mover.index()], field.beside_safe[mover.opponent().index()]];
        let defending = mover == self.defender;
        let target = self.target_string(stones);
        let near = target.map_or(0, |target| {
            let mut near = target.around;
            for string in &strings {
                if string.stones & target.around != 0 {
                    near |= string.around;
                }
            }
            near
        });
        // What a point touches: strings, own wall, the other wall.
        let kind = |at: usize| -> u64 {
            let mut kind =
                u64::from(walls[0] & bit(at) != 0) << 62 | u64::from(walls[1] & bit(at) != 0) << 63;
            for (index, string) in strings.iter().enumerate().take(MOST_KINDS) {
                kind |= u64::from(string.around & bit(at) != 0) << index;
            }
            kind
        };
        let own_strings = (1_u64 << own.min(MOST_KINDS)) - 1;
        let mut classes: Vec<u64> = Vec::with_capacity(16);
        for at in ones(empty) {
            if self.is_banned(state, at) {
                continue;
            }
            let Some(played) = field.play(stones, mover, at) else { continue };
            let around = field.neighbors(at) & empty;
            if field.open & bit(at) == 0 && strings.len() <= MOST_KINDS {
                let kind_here = kind(at);
                let touching = kind_here << 4 >> 4;
                let mine = touching & own_strings;
                let joins = mine.count_ones() + (kind_here >> 62 & 1) as u32;
                let alike = ones(around).all(|near| kind(near) == kind_here && field.open & bit(near) == 0);
                let beside_other_wall = kind_here >> 63 == 1;
                if joins <= 1
                    && touching == mine
                    && played.captured == 0
                    && alike
                    && (around == 0 || beside_other_wall)
                {
                    // It only fills an own liberty.
                    continue;
                }
                // Points with the same neighbours are the same move, unless the stone may be captured later and leave
                // an eye whose shape matters.
                let large = |strings: &[StoneString]| {
                    let mut touched = strings.iter().filter(|string| string.around & bit(at) != 0);
                    touched.all(|string| string.stones.count_ones() >= LIFE)
                };
                let walled = kind_here >> 62 & 1 == 1;
                if alike && (walled || around == 0 && large(&strings)) {
                    if classes.contains(&kind_here) {
                        continue;
                    }
                    classes.push(kind_here);
                }
            }
            let step = Some(at as u8);
            if defending && near & bit(at) == 0 && played.captured == 0 {
                moves.push_late(1, step);
            } else {
                moves.push(step);
            }
        }
        if defending {
            moves.push_late(1, None);
        } else if state.phase != Phase::Open {
            moves.push(None);
        }
    }

    fn play(&mut self, state: &mut State, step: Step<FieldMove>) -> State {
        let old = *state;
        state.to_move = old.to_move.opponent();
        state.ban = None;
        let Step::Move(Some(at)) = step else {
            if let Phase::Taken { passes } = &mut state.phase {
                *passes += 1;
            }
            return old;
        };
        let Some(played) = self.field.play(&old.stones, old.to_move, usize::from(at)) else { return old };
        if old.ban == Some(at) && old.to_move == self.defender {
            state.used += 1;
        }
        state.stones = played.stones;
        state.ban = played.ko;
        if played.ko.is_some() {
            self.ko_met = true;
        }
        if let Phase::Taken { passes } = &mut state.phase {
            *passes = 0;
        } else if old.to_move != self.defender {
            state.phase = self.after_capture(&state.stones, played.captured);
        } else if played.captured.count_ones() >= LIFE {
            let target = self.target_string(&state.stones).map_or(0, |string| string.around);
            if target & played.captured != 0 {
                state.phase = Phase::Lives;
            }
        }
        old
    }

    fn undo(&self, state: &mut State, _step: Step<FieldMove>, undo: State) {
        *state = undo;
    }

    fn key(&self, state: &State) -> u128 {
        let [black, white] = state.stones.0;
        let phase: u8 = match state.phase {
            Phase::Open => 0,
            Phase::Lives => 1,
            Phase::Won => 2,
            Phase::Taken { passes } => 3 + passes,
        };
        let rest = u64::from(state.to_move == self.defender)
            | u64::from(phase) << 1
            | u64::from(state.ban.map_or(255, |at| at)) << 8;
        let words = [black as u64, (black >> 64) as u64, white as u64, (white >> 64) as u64, rest];
        let (mut first, mut second) = (0x243f_6a88_85a3_08d3_u64, 0x1319_8a2e_0370_7344_u64);
        for word in words {
            first = mix(first ^ word);
            second = mix(second.rotate_left(23) ^ word.wrapping_mul(0xd134_2543_de82_ef95));
        }
        u128::from(first) << 64 | u128::from(second)
    }

    fn resource(&self, state: &State) -> u32 {
        state.rights.advantage(state.used)
    }

    fn covers(&self, more: u32, less: u32) -> bool {
        more >= less
    }
}

impl Domain for Question<'_> {
    fn join(&mut self, clone: &Self) {
        self.ko_met |= clone.ko_met;
    }

    fn estimate(&mut self, state: &State, _order: u8) -> Estimate {
        let empty = self.field.empty(&state.stones);
        let Some(target) = self.target_string(&state.stones) else { return Estimate::UNIT };
        let liberties = (target.around & empty).count_ones();
        let attacker = self.defender.opponent();
        let mut touched: Bits = target.around & state.stones.0[attacker.index()];
        let mut shortest = 6;
        while touched != 0 {
            let string =
                self.field.spread(touched & touched.wrapping_neg(), state.stones.0[attacker.index()]);
            touched &= !string.stones;
            if !self.field.is_out(string.stones, attacker) {
                shortest = shortest.min((string.around & empty).count_ones());
            }
        }
        if state.to_move == self.defender {
            Estimate { pn: liberties + 1, dn: shortest.max(1) }
        } else {
            Estimate { pn: liberties.max(1), dn: shortest + 1 }
        }
    }
}
