//! The capture of one group in a fight, as a game for the search.
//!
//! The attacker wants the target off the board. The defender has prevented it when the target is unconditionally alive, or
//! has left the field, or when the attacker has no move left that could help. The attacker passes only to get rid of a ban: in
//! all other positions the defender would pass too. A position that comes back counts against the attacker.
//!
//! Two questions are asked in this way: whether the target is captured at all, and whether it is captured by somebody whose own
//! stone, the *captor*, is on the board until then and cannot be captured afterwards either.

use tesuji_board::Color;
use tesuji_local::{THREATS, Threats};
use tesuji_search::{Domain, Estimate, Moves, Outcome, Rules, Scratch, Step, mix};

use crate::count::is_doomed;
use crate::eye::Eyes;
use crate::field::{Bits, Field, StoneString, Stones, bit, ones};
use crate::life;

/// Taking so many stones at once makes a string beside them live: the premise that no eye of that size can be killed. It is held
/// against a judge who does not share it (`tesuji reproduce fights`).
const LIFE: u32 = 7;

/// So many captures after that of the target are play without end, which captures nobody. A position that comes back counts against
/// the attacker, which is right until then; only captures bring positions back, so they are counted afterwards.
const ENDLESS: u8 = 12;

/// Strings that a set of kinds can hold, beside two bits for the walls; with more of them no two moves are taken as equal.
const MOST_KINDS: usize = 60;

/// A position of a fight.
#[derive(Clone, Copy, Debug)]
pub(crate) struct State {
    pub(crate) stones: Stones,
    pub(crate) to_move: Color,
    /// The point where the side to move may not play.
    pub(crate) ban: Option<u8>,
    /// Threats that are left.
    threats: Threats,
    phase: Phase,
}

/// How far a fight has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Phase {
    /// The target stands.
    Open,
    /// The defender has taken so many stones that the target lives.
    Lives,
    /// The target was captured, and the captor has to stay on the board; it may be caught in the eye that it got. So many passes
    /// have been made in a row, and so many captures since.
    Taken { passes: u8, captures: u8 },
    /// The target was captured, and that is enough.
    Won,
}

impl State {
    pub(crate) fn new(stones: Stones, to_move: Color, ban: Option<u8>, threats: Threats) -> State {
        State { stones, to_move, ban, threats, phase: Phase::Open }
    }
}

/// One question about a field: is the target captured?
#[derive(Clone, Debug)]
pub(crate) struct Question<'a> {
    pub(crate) field: &'a Field,
    pub(crate) target: usize,
    /// A stone of the attacker that must not be captured, if that is asked.
    pub(crate) captor: Option<usize>,
    pub(crate) defender: Color,
    /// Whether a ko has been taken: without one, threats change nothing.
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
        let attacker = self.defender.opponent();
        // A captor that stands beside enough stones lasts until they are taken, and lives then.
        let enough = self.captor.is_none_or(|captor| {
            is_life(field, field.string(stones, attacker, captor).stones, target.stones, target.around)
        });
        if enough && is_doomed(field, stones, target, self.defender, to_move, eyes) {
            return Some(Outcome::Goal);
        }
        let mut captors = target.around & stones.0[attacker.index()];
        while captors != 0 {
            let captor = field.spread(captors & captors.wrapping_neg(), stones.0[attacker.index()]);
            captors &= !captor.stones;
            if is_life(field, target.stones, captor.stones, captor.around)
                && !field.is_out(captor.stones, attacker)
                && is_doomed(field, stones, &captor, attacker, to_move, eyes)
            {
                return Some(Outcome::Refuted);
            }
        }
        None
    }

    /// Whether the captor is gone.
    fn captor_is_taken(&self, stones: &Stones) -> bool {
        let attacker = self.defender.opponent();
        self.captor.is_some_and(|captor| stones.0[attacker.index()] & bit(captor) == 0)
    }

    /// What has become of a captor that has to live.
    fn captor_outcome(&mut self, state: &State) -> Option<Outcome> {
        let (field, attacker) = (self.field, self.defender.opponent());
        let Some(captor) = self.captor else { return Some(Outcome::Goal) };
        let string = field.string(&state.stones, attacker, captor);
        if field.is_out(string.stones, attacker) {
            return Some(Outcome::Goal);
        }
        let alive = state.to_move == self.defender && life::is_alive(field, &state.stones, attacker, captor);
        if alive {
            return Some(Outcome::Goal);
        }
        let doomed = is_doomed(field, &state.stones, &string, attacker, state.to_move, &mut self.eyes.0);
        doomed.then_some(Outcome::Refuted)
    }

    /// The phase after the attacker has played and taken these stones.
    fn after_capture(&self, stones: &Stones, captured: Bits) -> Phase {
        if captured & bit(self.target) == 0 {
            return Phase::Open;
        }
        let Some(captor) = self.captor else { return Phase::Won };
        let attacker = self.defender.opponent();
        let captor = self.field.string(stones, attacker, captor);
        if is_life(self.field, captor.around, captured, captured) {
            Phase::Won
        } else {
            Phase::Taken { passes: 0, captures: 0 }
        }
    }

    fn is_banned(&self, state: &State, at: usize) -> bool {
        state.ban.map(usize::from) == Some(at) && state.threats.left(state.to_move) == 0
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

/// Whether taking these stones makes a string beside them live. On a line, where no point has three neighbours, it does not.
fn is_life(field: &Field, string: Bits, taken: Bits, around: Bits) -> bool {
    taken.count_ones() >= LIFE
        && around & string != 0
        && ones(taken).any(|at| field.neighbors(at).count_ones() >= 3)
}

impl Rules for Question<'_> {
    type State = State;
    type Move = FieldMove;
    type Undo = State;

    fn attacker_to_move(&self, state: &State) -> bool {
        state.to_move != self.defender
    }

    fn outcome(&mut self, state: &State) -> Option<Outcome> {
        if self.captor_is_taken(&state.stones) {
            return Some(Outcome::Refuted);
        }
        match state.phase {
            Phase::Lives => return Some(Outcome::Refuted),
            Phase::Won | Phase::Taken { passes: 2, .. } | Phase::Taken { captures: ENDLESS.., .. } => {
                return Some(Outcome::Goal);
            }
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
        } else if state.phase != Phase::Open || state.ban.is_some() {
            moves.push(None);
        }
    }

    fn play(&mut self, state: &mut State, step: Step<FieldMove>) -> State {
        let old = *state;
        state.to_move = old.to_move.opponent();
        state.ban = None;
        let Step::Move(Some(at)) = step else {
            if let Phase::Taken { passes, .. } = &mut state.phase {
                *passes += 1;
            }
            return old;
        };
        let Some(played) = self.field.play(&old.stones, old.to_move, usize::from(at)) else { return old };
        if old.ban == Some(at) {
            state.threats = old.threats.spent(old.to_move).unwrap_or(old.threats);
        }
        state.stones = played.stones;
        state.ban = played.ko;
        if played.ko.is_some() {
            self.ko_met = true;
        }
        if let Phase::Taken { passes, captures } = &mut state.phase {
            *passes = 0;
            *captures += u8::from(played.captured != 0);
        } else if old.to_move != self.defender {
            state.phase = self.after_capture(&state.stones, played.captured);
        } else if played.captured.count_ones() >= LIFE {
            let around = self.target_string(&state.stones).map_or(0, |string| string.around);
            if is_life(self.field, around, played.captured, played.captured) {
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
            Phase::Taken { passes, captures } => 3 + passes + 3 * captures,
        };
        let rest = u64::from(state.to_move == self.defender)
            | u64::from(phase) << 1
            | u64::from(state.ban.map_or(255, |at| at)) << 16;
        let words = [black as u64, (black >> 64) as u64, white as u64, (white >> 64) as u64, rest];
        let (mut first, mut second) = (0x243f_6a88_85a3_08d3_u64, 0x1319_8a2e_0370_7344_u64);
        for word in words {
            first = mix(first ^ word);
            second = mix(second.rotate_left(23) ^ word.wrapping_mul(0xd134_2543_de82_ef95));
        }
        u128::from(first) << 64 | u128::from(second)
    }

    fn resource(&self, state: &State) -> u32 {
        let [attacker, defender] =
            [self.defender.opponent(), self.defender].map(|side| state.threats.left(side));
        u32::from(THREATS + attacker - defender)
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
