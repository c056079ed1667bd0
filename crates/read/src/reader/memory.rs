//! What a reading remembers of a position: for how many threats it is decided, and the numbers of what is open.
//!
//! A table of fixed buckets. It starts small and doubles as it fills, up to the memory of the question; then what took the least work
//! makes room.

use crate::field::{NONE, State};
use crate::set::Set;

/// Entries that stand side by side.
const BUCKET: usize = 4;
const FIRST_SIZE: usize = 1 << 10;

/// A result that holds whatever the line.
#[derive(Clone, Copy, Debug)]
pub(super) struct Fact<S> {
    /// Killed for so many threats of the defender and for fewer, or alive for so many and for more.
    pub(super) extent: i8,
    /// The move of the side that succeeds, or the longest try of the other.
    pub(super) best: u16,
    /// Steps to the end, about.
    pub(super) length: u16,
    pub(super) zone: S,
}

/// What is known of a position.
#[derive(Clone, Copy, Debug)]
pub(super) struct Entry<S> {
    key: u128,
    pub(super) killed: Fact<S>,
    pub(super) lives: Fact<S>,
    /// Numbers of what is open.
    pub(super) kill: u32,
    pub(super) live: u32,
    pub(super) work: u32,
    pub(super) bound: Option<Bound>,
}

/// A result by repetition: it holds only along one line.
#[derive(Clone, Copy, Debug)]
pub(super) struct Bound {
    pub(super) threats: i8,
    /// The depths of the states above that it returns to.
    pub(super) returns: u128,
    /// Of the line down to the deepest of them.
    pub(super) line: u64,
}

impl<S: Set> Entry<S> {
    fn new(key: u128) -> Entry<S> {
        Entry {
            key,
            killed: Fact { extent: i8::MIN, best: NONE, length: 0, zone: S::none() },
            lives: Fact { extent: i8::MAX, best: NONE, length: 0, zone: S::none() },
            kill: 1,
            live: 1,
            work: 0,
            bound: None,
        }
    }
}

/// A table of entries.
pub(super) struct Memory<S> {
    entries: Vec<Entry<S>>,
    filled: usize,
    most: usize,
}

/// The entry that stands for an empty place: no position has this key.
const EMPTY: u128 = 0;

impl<S: Set> Memory<S> {
    pub(super) fn new(bytes: u64) -> Memory<S> {
        let most = usize::try_from(bytes).unwrap_or(usize::MAX) / size_of::<Entry<S>>();
        // Growing holds the old table beside the new one.
        let most = (most / 3 * 2).max(FIRST_SIZE);
        let most = if most.is_power_of_two() { most } else { most.next_power_of_two() / 2 };
        Memory { entries: vec![Entry::new(EMPTY); FIRST_SIZE], filled: 0, most }
    }

    fn bucket(&self, key: u128) -> usize {
        (key as usize & (self.entries.len() - 1)) & !(BUCKET - 1)
    }

    pub(super) fn find(&self, state: &State<S>) -> Option<&Entry<S>> {
        let first = self.bucket(state.hash);
        self.entries[first..first + BUCKET].iter().find(|entry| entry.key == state.hash)
    }

    /// The entry of a position, made if there is none.
    pub(super) fn entry(&mut self, state: &State<S>) -> &mut Entry<S> {
        let first = self.bucket(state.hash);
        let known = (first..first + BUCKET).find(|&at| self.entries[at].key == state.hash);
        let at = match known {
            Some(at) => at,
            None => {
                if self.filled * 2 > self.entries.len() && self.entries.len() < self.most {
                    self.grow();
                }
                self.place(Entry::new(state.hash))
            }
        };
        &mut self.entries[at]
    }

    /// Puts an entry into an empty place of its bucket, or into that of the entry with the least work.
    fn place(&mut self, entry: Entry<S>) -> usize {
        let first = self.bucket(entry.key);
        let rank = |entry: &Entry<S>| if entry.key == EMPTY { 0 } else { entry.work.saturating_add(1) };
        let at = (first..first + BUCKET).min_by_key(|&at| rank(&self.entries[at])).unwrap_or(first);
        self.filled += usize::from(self.entries[at].key == EMPTY);
        self.entries[at] = entry;
        at
    }

    fn grow(&mut self) {
        let larger = vec![Entry::new(EMPTY); self.entries.len() * 2];
        let old = std::mem::replace(&mut self.entries, larger);
        self.filled = 0;
        for entry in old.into_iter().filter(|entry| entry.key != EMPTY) {
            self.place(entry);
        }
    }
}
