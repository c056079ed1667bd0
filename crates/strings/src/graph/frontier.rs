//! States on any board, and what filling a point does to them.
//!
//! The points are filled in a fixed order. A filled point with unfilled neighbours is in the **frontier**; a state
//! is one code for each point of the frontier: empty, a stone with a liberty, or a bare stone that waits for one.
//! On boards that are not bipartite the stones must also be colourable with two colours. Which colours the
//! stones will get does not matter, only which of them are bound to each other, so the code of a stone also names
//! its **part** (stones connected so far) and its side within the part. A stone alone in its part needs neither. Names
//! and sides are given in the order of the frontier, so equal situations have equal codes and every set of
//! empty points is followed by exactly one path: the paths can be counted.
//!
//! The loss is that of `weights.rs`.

use super::order::frontier_sizes;
use super::weights::Weights;

/// The codes of all points of the frontier, the first in the lowest bits.
pub(crate) type Key = u128;

const EMPTY: u8 = 0;
/// A stone with a liberty; one more is a bare stone, further multiples of two name parts and sides.
const SERVED: u8 = 1;
/// The longest frontier.
const MOST_SLOTS: usize = 64;

/// The board ready to be filled point by point.
pub(crate) struct Frontier {
    /// Bits of one code.
    bits: u32,
    /// Whether parts and sides are kept.
    parts: bool,
    pub(crate) steps: Vec<Step>,
    pub(crate) order: Vec<usize>,
    /// The weights that must be paid in total.
    pub(crate) total: u64,
    pub(crate) scale: u32,
}

/// All about filling one point. Slots are places in the frontier before the step.
pub(crate) struct Step {
    slots: usize,
    /// Filled neighbours with their weights.
    filled: Vec<(usize, u32)>,
    /// Unfilled neighbours: the weight, and the slots that cover it if empty.
    unfilled: Vec<(u32, Vec<usize>)>,
    /// Cliques of which this is the last point: weight, free empty points, slots of the others.
    cliques: Vec<(u32, u32, Vec<usize>)>,
    weight: u32,
    not_earned: u32,
    /// Slots that leave the frontier; the new point has slot `slots`.
    leave: Vec<bool>,
}

/// Why a board cannot be filled by this method: its frontier has so many points, and so many are possible.
pub(crate) struct TooWide {
    pub(crate) widest: usize,
    pub(crate) most: usize,
}

impl Frontier {
    pub(crate) fn new(
        around: &[Vec<usize>],
        order: &[usize],
        weights: &Weights,
        bipartite: bool,
    ) -> Result<Frontier, TooWide> {
        Frontier::check_width(around, order, bipartite)?;
        let bits = bits_of_code(bipartite);
        let mut place = vec![usize::MAX; around.len()];
        for (time, &point) in order.iter().enumerate() {
            place[point] = time;
        }
        let mut cliques_by_last = vec![Vec::new(); around.len()];
        for clique in &weights.cliques {
            if let Some(&last) = clique.points.iter().max_by_key(|&&p| place[p]) {
                cliques_by_last[last].push(clique);
            }
        }
        let earnings = weights.earnings(around);
        let mut frontier: Vec<usize> = Vec::new();
        let mut steps = Vec::with_capacity(order.len());
        for (time, &point) in order.iter().enumerate() {
            let slot_of = |p: usize| frontier.iter().position(|&q| q == p);
            let slots_of = |list: &[usize]| list.iter().filter_map(|&p| slot_of(p)).collect::<Vec<_>>();
            let is_filled = |p: &usize| place[*p] < time;
            let unfilled = around[point].iter().filter(|p| !is_filled(p));
            let leaves = |p: usize| around[p].iter().all(|&n| place[n] <= time);
            steps.push(Step {
                slots: frontier.len(),
                filled: around[point]
                    .iter()
                    .filter_map(|&p| Some((slot_of(p)?, weights.points[p])))
                    .collect(),
                unfilled: unfilled.map(|&p| (weights.points[p], slots_of(&around[p]))).collect(),
                cliques: cliques_by_last[point]
                    .iter()
                    .map(|c| (c.weight, c.points.len() as u32 - 2, slots_of(&c.points)))
                    .collect(),
                weight: weights.points[point],
                not_earned: u64::from(weights.scale).saturating_sub(earnings[point]) as u32,
                leave: frontier.iter().chain([&point]).map(|&p| leaves(p)).collect(),
            });
            frontier.push(point);
            frontier.retain(|&p| !leaves(p));
        }
        Ok(Frontier {
            bits,
            parts: !bipartite,
            steps,
            order: order.to_vec(),
            total: weights.total(),
            scale: weights.scale,
        })
    }

    /// Whether a board can be filled in this order.
    pub(crate) fn check_width(
        around: &[Vec<usize>],
        order: &[usize],
        bipartite: bool,
    ) -> Result<(), TooWide> {
        let most = (Key::BITS / bits_of_code(bipartite)) as usize;
        // The new point takes a slot as well while its step is made.
        let widest =
            frontier_sizes(around, order).map(|size| size + 1).find(|&slots| slots > most.min(MOST_SLOTS));
        widest.map_or(Ok(()), |widest| Err(TooWide { widest, most }))
    }

    /// The loss that comes with so many empty points; `None` if they cannot pay the weights.
    pub(crate) fn loss_of(&self, empty: usize) -> Option<u64> {
        (u64::from(self.scale) * empty as u64).checked_sub(self.total)
    }

    /// The number of empty points that comes with a loss.
    pub(crate) fn empty_of(&self, loss: u64) -> usize {
        ((self.total + loss) / u64::from(self.scale)) as usize
    }

    fn decode(&self, key: Key, slots: usize) -> [u8; MOST_SLOTS] {
        let mut codes = [EMPTY; MOST_SLOTS];
        for (slot, code) in codes.iter_mut().enumerate().take(slots) {
            *code = (key >> (self.bits as usize * slot)) as u8 & ((1 << self.bits) - 1);
        }
        codes
    }

    /// The successors after leaving the point of a step empty and after putting a stone, each with the loss added.
    pub(crate) fn successors(&self, step: &Step, key: Key) -> [Option<(Key, u32)>; 2] {
        let codes = self.decode(key, step.slots);
        let beside_empty = step.filled.iter().any(|&(slot, _)| codes[slot] == EMPTY);
        [self.leave_empty(step, codes, beside_empty), self.put_stone(step, codes, beside_empty)]
    }

    fn leave_empty(
        &self,
        step: &Step,
        mut codes: [u8; MOST_SLOTS],
        beside_empty: bool,
    ) -> Option<(Key, u32)> {
        let mut loss = step.not_earned + if beside_empty { step.weight } else { 0 };
        for (weight, covering) in &step.unfilled {
            if covering.iter().any(|&slot| codes[slot] == EMPTY) {
                loss += weight;
            }
        }
        for &(slot, weight) in &step.filled {
            if is_bare(codes[slot]) {
                codes[slot] -= 1;
            } else {
                loss += weight;
            }
        }
        loss += paid_cliques(step, &codes, 1);
        codes[step.slots] = EMPTY;
        Some((self.encode(step, &codes)?, loss))
    }

    fn put_stone(&self, step: &Step, mut codes: [u8; MOST_SLOTS], beside_empty: bool) -> Option<(Key, u32)> {
        let loss = paid_cliques(step, &codes, 0);
        codes[step.slots] = if beside_empty { SERVED } else { SERVED + 1 };
        if self.parts && !join_parts(step, &mut codes) {
            return None;
        }
        Some((self.encode(step, &codes)?, loss))
    }

    /// The key without the slots that leave; `None` if a bare stone leaves, which will never have a liberty.
    fn encode(&self, step: &Step, codes: &[u8; MOST_SLOTS]) -> Option<Key> {
        let mut kept = [EMPTY; MOST_SLOTS];
        let mut length = 0;
        for (slot, &leaves) in step.leave.iter().enumerate() {
            if !leaves {
                kept[length] = codes[slot];
                length += 1;
            } else if is_bare(codes[slot]) {
                return None;
            }
        }
        if self.parts {
            name_parts(&mut kept[..length]);
        }
        Some(kept[..length].iter().rev().fold(0, |key, &code| key << self.bits | Key::from(code)))
    }
}

/// Names of parts and sides take four bits more.
fn bits_of_code(bipartite: bool) -> u32 {
    if bipartite { 2 } else { 6 }
}

fn is_bare(code: u8) -> bool {
    code != EMPTY && (code - SERVED) & 1 == 1
}

/// What is paid beyond their due to the cliques that are complete, with `more` empty points at the new point.
fn paid_cliques(step: &Step, codes: &[u8; MOST_SLOTS], more: u32) -> u32 {
    step.cliques
        .iter()
        .map(|(weight, free, slots)| {
            let empty = slots.iter().filter(|&&slot| codes[slot] == EMPTY).count() as u32 + more;
            weight * empty.saturating_sub(*free)
        })
        .sum()
}

// A stone's code is SERVED + bare + 2 * side + 4 * part. Part 0 holds all stones that are alone.
const SIDE: u8 = 2;
const PART: u8 = 4;

fn side_of(code: u8) -> u8 {
    (code - SERVED) / SIDE % 2
}

fn part_of(code: u8) -> u8 {
    (code - SERVED) / PART
}

/// Joins the parts of the stones around the new stone; false if that closes an odd cycle.
///
/// The new stone becomes side 0 of a part with a name that no key uses, so each neighbour must be on side 1.
fn join_parts(step: &Step, codes: &mut [u8; MOST_SLOTS]) -> bool {
    let new_part = 32;
    let new_code = |code: u8, side: u8| SERVED + (code - SERVED) % SIDE + SIDE * side + PART * new_part;
    for &(slot, _) in &step.filled {
        let code = codes[slot];
        if code == EMPTY {
            continue;
        }
        let part = part_of(code);
        if part == new_part {
            if side_of(code) == 0 {
                return false;
            }
        } else if part == 0 {
            codes[slot] = new_code(code, 1);
        } else {
            let turn = side_of(code) ^ 1;
            for other in codes[..step.slots].iter_mut().filter(|c| **c != EMPTY) {
                if part_of(*other) == part {
                    *other = new_code(*other, side_of(*other) ^ turn);
                }
            }
        }
    }
    codes[step.slots] = new_code(codes[step.slots], 0);
    true
}

/// Names parts and sides in the order of the frontier; a stone left alone in its part joins part 0.
fn name_parts(codes: &mut [u8]) {
    let mut size = [0u8; 64];
    for &code in codes.iter().filter(|&&code| code != EMPTY) {
        size[part_of(code) as usize] += 1;
    }
    // For each old part its new name and whether its sides are exchanged.
    let mut named: [Option<(u8, u8)>; 64] = [None; 64];
    let mut names = 0;
    for code in codes.iter_mut().filter(|code| **code != EMPTY) {
        let (part, side) = (part_of(*code), side_of(*code));
        let bare = (*code - SERVED) % SIDE;
        if part == 0 || size[part as usize] == 1 {
            *code = SERVED + bare;
            continue;
        }
        let (name, turn) = *named[part as usize].get_or_insert_with(|| {
            names += 1;
            (names, side)
        });
        *code = SERVED + bare + SIDE * (side ^ turn) + PART * name;
    }
}
