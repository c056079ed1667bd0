//! Counting the solved positions: the figures that papers have published.
//!
//! Positions are counted once for each class of symmetric ones, whether or not a game can reach them (spec/simpei.md,
//! section 3).

use std::collections::BTreeMap;

use tesuji_job::{Watch, Why};

use crate::cell::{BOARD, INNER};
use crate::index::{Class, INDEX};
use crate::moves::visit;
use crate::solution::{Solution, Value, decode_value};
use crate::solve::{Crew, NEVER, Phase, UNUSED, classes, stage};

/// Orders of moves that table 6 of paper 001 counts apart; the last one also holds all higher ones and "never".
pub const MOVE_ORDERS: usize = 5;

/// Counts of one class of positions.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ClassCounts {
    /// The mover's pieces on the board.
    pub mover: u8,
    /// The opponent's pieces on the board.
    pub opponent: u8,
    /// Positions won for the mover.
    pub wins: u64,
    /// Positions lost for the mover.
    pub losses: u64,
    /// Drawn positions.
    pub draws: u64,
    /// Plies of the longest win, 0 if there is none.
    pub longest_win: u8,
    /// Plies of the longest loss, 0 if there is none.
    pub longest_loss: u8,
}

impl ClassCounts {
    /// All positions of the class.
    pub fn positions(&self) -> u64 {
        self.wins + self.losses + self.draws
    }
}

/// Counts of the solved game.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Census {
    /// From the empty board to the full one.
    pub classes: Vec<ClassCounts>,
    /// Won positions by lambda order, from 0 on (table 5 of paper 001 has a sample of those from 1 on).
    pub orders: Vec<u64>,
    /// Won positions that no order proves.
    pub unproved: u64,
    /// Moves by their order, 1, 2, 3, 4, and 5 or more, in all positions of order 1 or more (table 6).
    pub moves_by_order: [u64; MOVE_ORDERS],
    /// Positions with both hands empty whose mover loses and would not lose if it could pass.
    pub zugzwangs: u64,
    /// Those of them that the other side, to move, would lose as well.
    pub mutual_zugzwangs: u64,
    /// Positions with both hands empty in which the turn must be passed.
    pub forced_passes: u64,
    /// Cycles of drawn positions with a single drawing move, by length.
    pub cycles: BTreeMap<u32, u64>,
}

impl Census {
    /// Positions in which no move wins at once and an order proves the win: the set of table 6.
    pub fn proved(&self) -> u64 {
        self.orders.iter().skip(1).sum()
    }

    /// Legal moves in these positions.
    pub fn legal_moves(&self) -> u64 {
        self.moves_by_order.iter().sum()
    }

    /// All positions.
    pub fn positions(&self) -> u64 {
        self.classes.iter().map(ClassCounts::positions).sum()
    }

    /// Plies of the longest win.
    pub fn longest_win(&self) -> u8 {
        self.classes.iter().map(|class| class.longest_win).max().unwrap_or(0)
    }

    /// Plies of the longest loss.
    pub fn longest_loss(&self) -> u8 {
        self.classes.iter().map(|class| class.longest_loss).max().unwrap_or(0)
    }
}

impl Solution {
    /// Wins, losses and draws of each class, from the empty board to the full one.
    pub fn counts(&self) -> Vec<ClassCounts> {
        classes(self.pieces).zip(&self.values).map(|(class, values)| count_values(class, values)).collect()
    }

    /// Counts positions, orders, moves, zugzwangs and cycles.
    ///
    /// # Errors
    ///
    /// As [`Watch::check`], if the work was ended.
    pub fn census(&self, threads: usize, watch: &Watch) -> Result<Census, Why> {
        let crew = Crew::new(threads, watch);
        let mut census = Census::default();
        for (class, values) in classes(self.pieces).zip(&self.values) {
            watch.check()?;
            census.classes.push(count_values(class, values));
            let parts = crew.spread(stage::COUNTING, 0..INDEX.orbits(class.mover), |orbit| {
                self.count_orders(class, values, orbit)
            })?;
            for part in &parts {
                census.orders.resize(census.orders.len().max(part.orders.len()), 0);
                census.orders.iter_mut().zip(&part.orders).for_each(|(sum, more)| *sum += more);
                census.moves_by_order.iter_mut().zip(part.moves).for_each(|(sum, more)| *sum += more);
                census.unproved += part.unproved;
            }
        }
        let full = Class { mover: self.pieces, opponent: self.pieces };
        let parts =
            crew.spread(stage::COUNTING, 0..INDEX.orbits(full.mover), |orbit| self.count_turns(full, orbit))?;
        let mut only = Vec::new();
        for part in parts {
            census.zugzwangs += part.zugzwangs;
            census.mutual_zugzwangs += part.mutual;
            census.forced_passes += part.passes;
            only.extend(part.only);
        }
        census.cycles = cycles(&only, watch)?;
        Ok(census)
    }

    fn count_orders(&self, class: Class, values: &[u8], orbit: u32) -> OrderCounts {
        let mut counts = OrderCounts::default();
        let places = class.mover < self.pieces;
        let hand = self.pieces - class.opponent;
        let allowed = if class.mover + class.opponent == 0 { INNER } else { BOARD };
        let orders_of = |phase| self.phase_number(phase).map_or(&[][..], |number| &self.orders[number]);
        let now = orders_of(Phase { attackers: class.mover, hand, defenders: class.opponent });
        // After the move and the opponent's lambda pass.
        let passed = orders_of(Phase {
            attackers: class.mover + u8::from(places),
            hand: hand.saturating_sub(1),
            defenders: class.opponent,
        });
        let first = (orbit * class.width()) as usize;
        INDEX.each(class, orbit, |rank, pieces| {
            let Some((mover, opponent)) = pieces else { return };
            let order = now.get(first + rank).copied().unwrap_or(NEVER);
            if order == NEVER {
                counts.unproved += u64::from(decode_value(values[first + rank]).0 == Value::Win);
                return;
            }
            counts.orders.resize(counts.orders.len().max(order as usize + 1), 0);
            counts.orders[order as usize] += 1;
            if order == 0 {
                return;
            }
            visit(mover, opponent, places, allowed, |ply| {
                let after = passed.get(INDEX.slot(ply.mover, ply.opponent) as usize).copied();
                let order = usize::from(after.unwrap_or(NEVER)) + 1;
                counts.moves[order.min(MOVE_ORDERS) - 1] += 1;
            });
        });
        counts
    }

    fn count_turns(&self, class: Class, orbit: u32) -> TurnCounts {
        let mut counts = TurnCounts::default();
        let values = self.values.last().map_or(&[][..], Vec::as_slice);
        let first = orbit * class.width();
        INDEX.each(class, orbit, |rank, pieces| {
            let Some((mover, opponent)) = pieces else { return };
            let slot = first + rank as u32;
            let (mut moves, mut drawing, mut several) = (0u32, None, false);
            let value = decode_value(values[slot as usize]).0;
            if value == Value::Win {
                return;
            }
            visit(mover, opponent, false, BOARD, |ply| {
                moves += 1;
                let next = INDEX.slot(ply.opponent, ply.mover);
                if value == Value::Draw && values[next as usize] == 0 {
                    several |= drawing.is_some_and(|known| known != next);
                    drawing = Some(next);
                }
            });
            let turned = INDEX.slot(opponent, mover);
            if moves == 0 {
                counts.passes += 1;
                drawing = (values[turned as usize] == 0).then_some(turned);
            }
            match (value, drawing) {
                (Value::Draw, Some(next)) if !several => counts.only.push((slot, next)),
                (Value::Loss, _) => match decode_value(values[turned as usize]).0 {
                    Value::Win => {}
                    Value::Draw => counts.zugzwangs += 1,
                    Value::Loss => {
                        counts.zugzwangs += 1;
                        counts.mutual += 1;
                    }
                },
                _ => {}
            }
        });
        counts
    }
}

#[derive(Default)]
struct OrderCounts {
    orders: Vec<u64>,
    unproved: u64,
    moves: [u64; MOVE_ORDERS],
}

#[derive(Default)]
struct TurnCounts {
    zugzwangs: u64,
    mutual: u64,
    passes: u64,
    /// Drawn slots with a single drawing successor, and that successor.
    only: Vec<(u32, u32)>,
}

fn count_values(class: Class, values: &[u8]) -> ClassCounts {
    let mut counts = ClassCounts { mover: class.mover, opponent: class.opponent, ..ClassCounts::default() };
    for &byte in values.iter().filter(|&&byte| byte != UNUSED) {
        match decode_value(byte) {
            (Value::Win, distance) => {
                counts.wins += 1;
                counts.longest_win = counts.longest_win.max(distance.unwrap_or(0));
            }
            (Value::Loss, distance) => {
                counts.losses += 1;
                counts.longest_loss = counts.longest_loss.max(distance.unwrap_or(0));
            }
            (Value::Draw, _) => counts.draws += 1,
        }
    }
    counts
}

/// Walks between two looks at the watch; all of them together visit every pair once.
const WALKS_BETWEEN_LOOKS: usize = 1 << 12;

/// Lengths of the cycles of a map given by its pairs, which are sorted by their first parts.
fn cycles(map: &[(u32, u32)], watch: &Watch) -> Result<BTreeMap<u32, u64>, Why> {
    let mut lengths = BTreeMap::new();
    // The walk that has visited a pair, and the step on it.
    let mut visited: Vec<Option<(usize, u32)>> = vec![None; map.len()];
    for walk in 0..map.len() {
        if walk % WALKS_BETWEEN_LOOKS == 0 {
            watch.check()?;
        }
        let (mut place, mut step) = (Some(walk), 0);
        while let Some(here) = place {
            if let Some((earlier, at)) = visited[here] {
                if earlier == walk {
                    *lengths.entry(step - at).or_insert(0) += 1;
                }
                break;
            }
            visited[here] = Some((walk, step));
            step += 1;
            place = map.binary_search_by_key(&map[here].1, |&(from, _)| from).ok();
        }
    }
    Ok(lengths)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::solve::solve_with;

    #[test]
    fn cycles_of_a_map_are_found_once() {
        // 1 -> 2 -> 3 -> 1, 4 -> 1, 5 -> 5, 6 -> 7 (which leads nowhere).
        let map = [(1, 2), (2, 3), (3, 1), (4, 1), (5, 5), (6, 7)];
        assert_eq!(cycles(&map, &Watch::unwatched()), Ok(BTreeMap::from([(1, 1), (3, 1)])));
    }

    #[test]
    fn a_smaller_game_is_counted_as_one_by_one() {
        let solution = solve_with(3, 2, &Watch::unwatched()).unwrap();
        let census = solution.census(2, &Watch::unwatched()).unwrap();
        // Once more through the public face: entries and choices of every position.
        let mut orders = vec![0u64; census.orders.len()];
        let (mut unproved, mut moves, mut positions) = (0, [0u64; MOVE_ORDERS], 0);
        for class in classes(3) {
            for orbit in 0..INDEX.orbits(class.mover) {
                INDEX.each(class, orbit, |_, pieces| {
                    let Some((mover, opponent)) = pieces else { return };
                    let hands = (3 - class.mover, 3 - class.opponent);
                    let position = crate::Position::new(mover, opponent, hands.0, hands.1).unwrap();
                    let entry = solution.entry(&position).unwrap();
                    positions += 1;
                    match entry.order {
                        Some(order) => orders[order as usize] += 1,
                        None => unproved += u64::from(entry.value == Value::Win),
                    }
                    if entry.order.is_some_and(|order| order > 0) {
                        for choice in solution.choices(&position).unwrap() {
                            let order =
                                choice.order.map_or(MOVE_ORDERS, |order| MOVE_ORDERS.min(order.into()));
                            moves[order - 1] += 1;
                        }
                    }
                });
            }
        }
        assert_eq!((census.positions(), census.unproved), (positions, unproved));
        assert_eq!(census.orders, orders);
        assert_eq!(census.moves_by_order, moves);
        assert!(census.proved() > 1000 && census.zugzwangs > 0);
    }
}
