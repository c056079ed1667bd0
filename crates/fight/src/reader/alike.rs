//! Moves that are as good as one another.
//!
//! Plain liberties of the same strings are alike: points where a stone of either colour joins a string or a wall that it touches
//! already, and brings that nothing new. What matters of them is how many are left, so one of them stands for all. A side does
//! not fill its own either: a liberty more is never worse than one less.
//!
//! All of this ends when one of the strings is captured, because then the shape counts that is left. So the strings must be
//! those whose capture ends the question, or large enough to decide it.

use tesuji_board::Color;

use super::state::{Goal, LIFE, State};
use crate::field::{Bits, Field, StoneString, bit, ones};

/// Liberties of which one stands for all.
#[derive(Clone, Copy, Debug)]
struct Class {
    points: Bits,
    /// All that it depends on: the points, and the strings that they touch.
    support: Bits,
    /// The strings and walls that they touch.
    kind: u64,
}

/// The moves of a state that are alike.
#[derive(Clone, Debug, Default)]
pub(super) struct Alike {
    classes: Vec<Class>,
    /// Points where moves need not be looked at: another stands for them, or they are of no use.
    pub(super) skipped: Bits,
}

const BLACK_WALL: u64 = 1 << 62;
const WHITE_WALL: u64 = 1 << 63;
/// Strings that are looked at.
const MOST_STRINGS: usize = 16;

impl Alike {
    pub(super) fn new(field: &Field, goal: &Goal, state: &State) -> Alike {
        let mut alike = Alike::default();
        let strings = deciding_strings(field, goal, state);
        let empty = field.empty(&state.stones);
        let occupied = state.stones.0[0] | state.stones.0[1];
        let (mut all, mut liberties): (Bits, Bits) = (0, 0);
        for (string, _) in &strings {
            all |= string.stones;
            liberties |= string.around & empty;
        }
        // Only what touches nothing else.
        let plain = ones(liberties & !field.open)
            .filter(|&at| field.neighbors(at) & occupied & !all == 0)
            .fold(0, |plain, at| plain | bit(at));
        let kind = |at: usize| {
            let mut kind = 0;
            for (index, (string, _)) in strings.iter().enumerate() {
                kind |= u64::from(string.around & bit(at) != 0) << index;
            }
            for (color, flag) in [(Color::Black, BLACK_WALL), (Color::White, WHITE_WALL)] {
                if field.beside_safe[color.index()] & bit(at) != 0 {
                    kind |= flag;
                }
            }
            kind
        };
        for at in ones(plain) {
            let kind_here = kind(at);
            // A stone of either colour joins exactly one string or wall.
            let joins = |color: Color, flag: u64| {
                let own = strings.iter().enumerate().filter(|(_, (_, of))| *of == color);
                own.filter(|(index, _)| kind_here >> index & 1 == 1).count()
                    + usize::from(kind_here & flag != 0)
            };
            let near = field.neighbors(at) & empty;
            // A gap between such points and a wall, which a stone of the other colour may reach: a liberty for a liberty.
            let is_nook = |gap: usize| {
                let around = field.neighbors(gap);
                let wall = kind(gap);
                (wall == BLACK_WALL || wall == WHITE_WALL)
                    && kind_here & wall != 0
                    && (around & occupied) | (bit(gap) & field.open) == 0
                    && around & !plain == 0
                    && ones(around).all(|other| kind(other) == kind_here)
            };
            let nooks = near & !plain;
            let fits = joins(Color::Black, BLACK_WALL) == 1
                && joins(Color::White, WHITE_WALL) == 1
                && nooks.count_ones() <= 1
                && ones(nooks).all(is_nook)
                && ones(near & plain).all(|other| kind(other) == kind_here);
            if !fits {
                continue;
            }
            alike.skipped |= nooks;
            match alike.classes.iter_mut().find(|class| class.kind == kind_here) {
                Some(class) => {
                    class.points |= bit(at);
                    alike.skipped |= bit(at);
                }
                None => {
                    let touched = strings.iter().enumerate().filter(|(index, _)| kind_here >> index & 1 == 1);
                    let support = touched.fold(0, |all, (_, (string, _))| all | string.stones);
                    alike.classes.push(Class { points: bit(at), support, kind: kind_here });
                    // Nobody but the owner of the only string there has a liberty less by a stone of his own.
                    let wall = [WHITE_WALL, BLACK_WALL][state.to_move.index()];
                    if kind_here & wall != 0 {
                        alike.skipped |= bit(at);
                    }
                }
            }
        }
        for class in &mut alike.classes {
            class.support |= ones(class.points).fold(class.points, |all, at| all | field.neighbors(at));
        }
        alike
    }

    /// The zone with everything that depends on moves being alike.
    pub(super) fn widened(&self, zone: Bits) -> Bits {
        let touched = self.classes.iter().filter(|class| class.points & zone != 0);
        touched.fold(zone, |zone, class| zone | class.support)
    }
}

/// The strings around the prey whose capture ends the question, with their colours. The prey comes first.
fn deciding_strings(field: &Field, goal: &Goal, state: &State) -> Vec<(StoneString, Color)> {
    let stones = &state.stones;
    let Some(prey) = goal.prey_string(field, stones) else { return Vec::new() };
    let is_large = |string: &StoneString| string.stones.count_ones() >= LIFE;
    let mut strings = Vec::new();
    if goal.guard.is_none() || is_large(&prey) {
        strings.push((prey, goal.defender));
    }
    let attacker = goal.attacker();
    let guard = goal.guard.map_or(0, bit);
    let own = stones.0[attacker.index()];
    let mut touched = (prey.around | guard) & own;
    while touched != 0 && strings.len() < MOST_STRINGS {
        let string = field.spread(touched & touched.wrapping_neg(), own);
        touched &= !string.stones;
        if (is_large(&string) || string.stones & guard != 0) && !field.is_out(string.stones, attacker) {
            strings.push((string, attacker));
        }
    }
    strings
}
