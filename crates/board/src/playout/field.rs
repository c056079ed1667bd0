//! What lies on the points, and which of the empty ones each colour still has to try.
//!
//! Most draws of a random game would hit an eye that the mover keeps, or a point where it may not play, and would be drawn
//! again. So each colour has a pool: the empty points but for those that it was seen not to play. Such a point has no empty
//! neighbour. It becomes playable only when a string around it comes into atari, whose only liberty it is then, or when
//! such a string in atari is saved by a capture elsewhere: a string that is taken leaves no other empty point beside it. Whoever
//! moves the stones says when that is: [`Field::reconsider`]. Points come back in ascending order, so that the same random
//! numbers make the same game however strings are kept.

use std::ops::{Index, IndexMut};
use std::sync::Arc;

use super::words::{Words, contains, each_member, insert, remove};

/// Something about each of `64 * W` points.
#[derive(Clone, Debug)]
pub(super) struct PerPoint<T, const W: usize>(Box<[[T; 64]; W]>);

impl<T: Copy, const W: usize> PerPoint<T, W> {
    /// The same for all points.
    pub(super) fn filled(value: T) -> PerPoint<T, W> {
        // By way of a vector: the array of a large board does not fit on the stack.
        let boxed: Result<Box<[[T; 64]; W]>, _> = vec![[value; 64]; W].into_boxed_slice().try_into();
        PerPoint(boxed.unwrap_or_else(|_| unreachable!("the vector has W elements")))
    }

    /// What the function says of each point.
    pub(super) fn of(value: impl Fn(usize) -> T) -> PerPoint<T, W> {
        let mut all = PerPoint::filled(value(0));
        for (point, slot) in all.0.as_flattened_mut().iter_mut().enumerate() {
            *slot = value(point);
        }
        all
    }

    #[inline(always)]
    pub(super) fn copy_from(&mut self, other: &PerPoint<T, W>) {
        self.0.copy_from_slice(&*other.0);
    }

    /// Where a point is found; on boards of one or two words nothing needs to be checked then.
    #[inline(always)]
    fn place(point: usize) -> usize {
        if W.is_power_of_two() { point % (64 * W) } else { point }
    }
}

impl<T: Copy, const W: usize> Index<usize> for PerPoint<T, W> {
    type Output = T;

    #[inline(always)]
    fn index(&self, point: usize) -> &T {
        &self.0.as_flattened()[Self::place(point)]
    }
}

impl<T: Copy, const W: usize> IndexMut<usize> for PerPoint<T, W> {
    #[inline(always)]
    fn index_mut(&mut self, point: usize) -> &mut T {
        &mut self.0.as_flattened_mut()[Self::place(point)]
    }
}

/// A set of points from which one can be drawn at once: as a set, and as a list in no particular order.
#[derive(Clone, Debug)]
pub(super) struct Pool<const W: usize> {
    set: Words<W>,
    list: PerPoint<u16, W>,
    /// Where a member is in the list.
    place: PerPoint<u16, W>,
    length: usize,
}

impl<const W: usize> Pool<W> {
    fn new() -> Pool<W> {
        Pool { set: [0; W], list: PerPoint::filled(0), place: PerPoint::filled(0), length: 0 }
    }

    /// All points of a board in their order, given the numbers from 0.
    fn fill(&mut self, all: &Words<W>, points: usize, numbers: &PerPoint<u16, W>) {
        self.set = *all;
        self.length = points;
        self.list.copy_from(numbers);
        self.place.copy_from(numbers);
    }

    #[inline(always)]
    pub(super) fn set(&self) -> &Words<W> {
        &self.set
    }

    /// A member, all being equally likely; none if there is none.
    #[inline(always)]
    pub(super) fn draw(&self, below: &mut impl FnMut(u32) -> u32) -> Option<usize> {
        (self.length > 0).then(|| usize::from(self.list[below(self.length as u32) as usize]))
    }

    #[inline(always)]
    fn insert(&mut self, point: usize) {
        debug_assert!(!contains(&self.set, point));
        insert(&mut self.set, point);
        self.list[self.length] = point as u16;
        self.place[point] = self.length as u16;
        self.length += 1;
    }

    #[inline(always)]
    pub(super) fn remove(&mut self, point: usize) {
        if contains(&self.set, point) {
            remove(&mut self.set, point);
            self.length -= 1;
            // The last one takes the place that is free now.
            let (last, place) = (self.list[self.length], self.place[point]);
            self.list[usize::from(place)] = last;
            self.place[usize::from(last)] = place;
        }
    }
}

/// The stones, the empty points and the pools.
#[derive(Clone, Debug)]
pub(super) struct Field<const W: usize> {
    /// B and W.
    pub(super) stones: [Words<W>; 2],
    /// V.
    pub(super) empty: Words<W>,
    /// For each colour the empty points that it has not been seen not to play.
    pub(super) pools: [Pool<W>; 2],
    /// Each point's own number.
    numbers: Arc<PerPoint<u16, W>>,
}

impl<const W: usize> Field<W> {
    pub(super) fn new() -> Field<W> {
        Field {
            stones: [[0; W]; 2],
            empty: [0; W],
            pools: [Pool::new(), Pool::new()],
            numbers: Arc::new(PerPoint::of(|point| point as u16)),
        }
    }

    /// An empty board.
    pub(super) fn clear(&mut self, points: usize) {
        self.stones = [[0; W]; 2];
        self.empty = std::array::from_fn(|i| match points.saturating_sub(64 * i) {
            left @ 0..64 => (1 << left) - 1,
            _ => u64::MAX,
        });
        for pool in &mut self.pools {
            pool.fill(&self.empty, points, &self.numbers);
        }
    }

    /// A stone of this colour on an empty point.
    #[inline(always)]
    pub(super) fn occupy(&mut self, point: usize, color: usize) {
        remove(&mut self.empty, point);
        insert(&mut self.stones[color], point);
        for pool in &mut self.pools {
            pool.remove(point);
        }
    }

    /// A stone of this colour is taken.
    #[inline(always)]
    pub(super) fn vacate(&mut self, point: usize, color: usize) {
        remove(&mut self.stones[color], point);
        insert(&mut self.empty, point);
        for pool in &mut self.pools {
            pool.insert(point);
        }
    }

    /// Something around the empty points of a set has changed: both colours must look at them again.
    #[inline(always)]
    pub(super) fn reconsider(&mut self, set: &Words<W>) {
        for pool in &mut self.pools {
            let missing: Words<W> = std::array::from_fn(|i| set[i] & self.empty[i] & !pool.set[i]);
            each_member(&missing, |point| pool.insert(point));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::playout::words::members;

    /// Every member of a pool is drawn by exactly one number, whatever came and went before.
    #[test]
    fn every_member_has_one_place() {
        let mut field: Field<3> = Field::new();
        let mut number = 1u64;
        let mut below = |n: usize| {
            number = number.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            ((number >> 33) as usize) % n
        };
        for points in [1, 2, 64, 65, 150, 192] {
            field.clear(points);
            for _ in 0..2000 {
                let (point, color) = (below(points), below(2));
                if !contains(&field.empty, point) {
                    let owner = usize::from(contains(&field.stones[1], point));
                    field.vacate(point, owner);
                } else {
                    match below(3) {
                        0 => field.occupy(point, color),
                        1 => field.pools[color].remove(point),
                        _ => field.reconsider(&std::array::from_fn(|_| u64::MAX)),
                    }
                }
                for pool in &field.pools {
                    let mut drawn: Vec<usize> = (0..pool.length)
                        .filter_map(|place| {
                            pool.draw(&mut |n| {
                                assert_eq!(n as usize, pool.length);
                                place as u32
                            })
                        })
                        .collect();
                    drawn.sort_unstable();
                    assert!(drawn.into_iter().eq(members(*pool.set())));
                    assert!(members(*pool.set()).all(|member| contains(&field.empty, member)));
                }
            }
        }
    }
}
