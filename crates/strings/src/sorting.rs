//! Sorting states as they are made.
//!
//! A level of a sweep may hold many millions of states, and a sort cannot be stopped halfway. So states are sorted in runs
//! of a bounded length, and runs are merged as they come, which looks at the watch. What is held meanwhile, a merge and its two
//! halves included, keeps within a number of bytes.

use std::cmp::Ordering;

use tesuji_job::{Unknown, Watch};

/// The length of a run: sorted in a few milliseconds.
const RUN: usize = 1 << 15;

/// Collects states in any order; of equal keys only the smallest loss is kept.
pub(crate) struct Sorting<'a, K, L> {
    watch: &'a Watch,
    /// Says what to do when so many bytes are needed.
    room: &'a dyn Fn(u64) -> Result<(), Unknown>,
    open: Vec<(K, L)>,
    /// Sorted runs, each longer than the ones after it.
    runs: Vec<Vec<(K, L)>>,
}

impl<'a, K: Ord, L: Ord> Sorting<'a, K, L> {
    pub(crate) fn new(watch: &'a Watch, room: &'a dyn Fn(u64) -> Result<(), Unknown>) -> Sorting<'a, K, L> {
        Sorting { watch, room, open: Vec::new(), runs: Vec::new() }
    }

    /// Adds a state.
    #[inline]
    pub(crate) fn push(&mut self, state: (K, L)) -> Result<(), Unknown> {
        self.open.push(state);
        if self.open.len() >= RUN { self.close() } else { Ok(()) }
    }

    fn close(&mut self) -> Result<(), Unknown> {
        self.watch.check()?;
        let mut run = std::mem::take(&mut self.open);
        run.sort_unstable();
        run.dedup_by(|next, first| next.0 == first.0);
        // Every state is merged about as often as the number of runs can be halved.
        while self.runs.last().is_some_and(|last| last.len() <= 2 * run.len())
            && let Some(last) = self.runs.pop()
        {
            run = self.merged(last, run)?;
        }
        self.runs.push(run);
        Ok(())
    }

    fn merged(&self, one: Vec<(K, L)>, other: Vec<(K, L)>) -> Result<Vec<(K, L)>, Unknown> {
        let held: usize = self.runs.iter().map(Vec::capacity).sum();
        let all = held + one.capacity() + other.capacity() + one.len() + other.len();
        (self.room)((all * size_of::<(K, L)>()) as u64)?;
        let mut merged = Vec::with_capacity(one.len() + other.len());
        let (mut ones, mut others) = (one.into_iter(), other.into_iter());
        let (mut one, mut other) = (ones.next(), others.next());
        loop {
            match (one.take(), other.take()) {
                (Some(a), Some(b)) => match a.0.cmp(&b.0) {
                    Ordering::Less => {
                        merged.push(a);
                        (one, other) = (ones.next(), Some(b));
                    }
                    Ordering::Greater => {
                        merged.push(b);
                        (one, other) = (Some(a), others.next());
                    }
                    Ordering::Equal => {
                        merged.push(if a.1 <= b.1 { a } else { b });
                        (one, other) = (ones.next(), others.next());
                    }
                },
                (rest, None) => {
                    merged.extend(rest.into_iter().chain(ones));
                    return Ok(merged);
                }
                (None, rest) => {
                    merged.extend(rest.into_iter().chain(others));
                    return Ok(merged);
                }
            }
            if merged.len().is_multiple_of(RUN) {
                self.watch.check()?;
            }
        }
    }

    /// All states, ascending by key, each key once.
    pub(crate) fn finish(mut self) -> Result<Vec<(K, L)>, Unknown> {
        self.close()?;
        let mut all = self.runs.pop().unwrap_or_default();
        while let Some(run) = self.runs.pop() {
            all = self.merged(run, all)?;
        }
        Ok(all)
    }
}

#[cfg(test)]
mod tests {
    use tesuji_job::Why;

    use super::*;
    use crate::draw::generator;
    use rand_chacha::rand_core::Rng;

    #[test]
    fn runs_make_the_same_list_as_one_sort() {
        let mut random = generator(3, 0);
        let watch = Watch::unwatched();
        for count in [0, 1, 1000, RUN, 3 * RUN + 17, 10 * RUN] {
            let states: Vec<(u64, u32)> =
                (0..count).map(|_| (random.next_u64() % (2 * count as u64), random.next_u32() % 5)).collect();
            let mut sorting = Sorting::new(&watch, &|_| Ok(()));
            states.iter().for_each(|&state| sorting.push(state).unwrap());
            let mut expected = states;
            expected.sort_unstable();
            expected.dedup_by_key(|state| state.0);
            assert_eq!(sorting.finish().unwrap(), expected, "{count} states");
        }
    }

    #[test]
    fn a_stop_is_seen() {
        let watch = Watch::new();
        let mut sorting = Sorting::new(&watch, &|_| Ok(()));
        sorting.push((1, 1)).unwrap();
        watch.stop();
        assert!(matches!(sorting.finish(), Err(unknown) if unknown.why == Why::Stopped));
    }

    #[test]
    fn a_merge_and_its_halves_need_room() {
        let (watch, run) = (Watch::unwatched(), RUN as u64 * 16);
        let room = |bytes: u64| if bytes > 4 * run { Err(Unknown::from(Why::Memory)) } else { Ok(()) };
        let sort = |count: u64| {
            let mut sorting = Sorting::new(&watch, &room);
            (0..count).try_for_each(|key| sorting.push((key, key)))?;
            sorting.finish()
        };
        assert!(sort(2 * RUN as u64).is_ok_and(|all| all.len() == 2 * RUN));
        assert!(matches!(sort(8 * RUN as u64), Err(unknown) if unknown.why == Why::Memory));
    }
}
