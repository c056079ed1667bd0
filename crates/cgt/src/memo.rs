//! The hash tables of the arena: open addressing, linear probing, power-of-two sizes.
//!
//! Memory is kept by [`Memo::clear`] and emptied by counting up a generation, so an arena that serves thousands of
//! small problems pays for each only what it uses. Nothing ever iterates over these tables: what they hold depends on
//! the history of the arena, and no output may.

use crate::game::{Core, Game};

/// A key of a [`Memo`].
pub(crate) trait Key: Copy + Eq + Default {
    fn hash(self) -> u64;
}

/// Multiplies and folds: every bit of the input reaches the low bits, which select the slot.
#[inline]
pub(crate) fn mix(state: u64, word: u64) -> u64 {
    let wide = u128::from(state.rotate_left(29) ^ word) * 0x9E37_79B9_7F4A_7C15;
    (wide >> 64) as u64 ^ wide as u64
}

impl Key for (Core, Core) {
    #[inline]
    fn hash(self) -> u64 {
        mix(mix(0x51_7C_C1, self.0.0), self.1.0)
    }
}

impl Key for (Game, Core) {
    #[inline]
    fn hash(self) -> u64 {
        let (word, numerator) = self.0.bits();
        mix(mix(word, numerator as u64), self.1.0)
    }
}

impl Key for (Game, Game) {
    #[inline]
    fn hash(self) -> u64 {
        let ((a, b), (c, d)) = (self.0.bits(), self.1.bits());
        mix(mix(mix(a, b as u64), c), d as u64)
    }
}

#[derive(Clone, Copy, Default)]
struct Slot<K, V> {
    generation: u32,
    key: K,
    value: V,
}

/// A map from a few words to a small copyable value.
pub(crate) struct Memo<K, V> {
    slots: Vec<Slot<K, V>>,
    generation: u32,
    len: usize,
}

const FIRST_CAPACITY: usize = 64;

impl<K: Key, V: Copy + Default> Memo<K, V> {
    pub(crate) fn new() -> Self {
        Memo { slots: Vec::new(), generation: 1, len: 0 }
    }

    pub(crate) fn len(&self) -> usize {
        self.len
    }

    #[inline]
    pub(crate) fn get(&self, key: K) -> Option<V> {
        if self.slots.is_empty() {
            return None;
        }
        let slot = &self.slots[self.find(key)];
        (slot.generation == self.generation).then_some(slot.value)
    }

    pub(crate) fn insert(&mut self, key: K, value: V) {
        if (self.len + 1) * 3 > self.slots.len() * 2 {
            self.grow();
        }
        let at = self.find(key);
        self.len += usize::from(self.slots[at].generation != self.generation);
        self.slots[at] = Slot { generation: self.generation, key, value };
    }

    /// Forgets everything and keeps the memory.
    pub(crate) fn clear(&mut self) {
        self.len = 0;
        self.generation = self.generation.wrapping_add(1);
        if self.generation == 0 {
            self.slots.clear();
            self.generation = 1;
        }
    }

    /// The slot that holds the key, or the free one where it belongs.
    #[inline]
    fn find(&self, key: K) -> usize {
        let mask = self.slots.len() - 1;
        let mut at = key.hash() as usize & mask;
        loop {
            let slot = &self.slots[at];
            if slot.generation != self.generation || slot.key == key {
                return at;
            }
            at = (at + 1) & mask;
        }
    }

    #[cold]
    fn grow(&mut self) {
        let capacity = (self.slots.len() * 2).max(FIRST_CAPACITY);
        let fresh = vec![Slot::default(); capacity];
        let old = std::mem::replace(&mut self.slots, fresh);
        for slot in old {
            if slot.generation == self.generation {
                let at = self.find(slot.key);
                self.slots[at] = slot;
            }
        }
    }
}

/// The set of stored forms, by hash; what a form looks like is known to the arena alone.
pub(crate) struct Interner {
    /// Generation and node index.
    slots: Vec<(u32, u32)>,
    generation: u32,
    len: usize,
}

impl Interner {
    pub(crate) fn new() -> Interner {
        Interner { slots: Vec::new(), generation: 1, len: 0 }
    }

    /// The node of this hash that `is_same` accepts.
    #[inline]
    pub(crate) fn find(&self, hash: u64, is_same: impl Fn(u32) -> bool) -> Option<u32> {
        if self.slots.is_empty() {
            return None;
        }
        let mask = self.slots.len() - 1;
        let mut at = hash as usize & mask;
        loop {
            let (generation, node) = self.slots[at];
            if generation != self.generation {
                return None;
            }
            if is_same(node) {
                return Some(node);
            }
            at = (at + 1) & mask;
        }
    }

    /// Adds a node that [`Interner::find`] did not find.
    pub(crate) fn insert(&mut self, hash: u64, node: u32, hash_of: impl Fn(u32) -> u64) {
        if (self.len + 1) * 3 > self.slots.len() * 2 {
            let capacity = (self.slots.len() * 2).max(FIRST_CAPACITY);
            let old = std::mem::replace(&mut self.slots, vec![(0, 0); capacity]);
            for (generation, node) in old {
                if generation == self.generation {
                    self.place(hash_of(node), node);
                }
            }
        }
        self.place(hash, node);
        self.len += 1;
    }

    fn place(&mut self, hash: u64, node: u32) {
        let mask = self.slots.len() - 1;
        let mut at = hash as usize & mask;
        while self.slots[at].0 == self.generation {
            at = (at + 1) & mask;
        }
        self.slots[at] = (self.generation, node);
    }

    pub(crate) fn clear(&mut self) {
        self.len = 0;
        self.generation = self.generation.wrapping_add(1);
        if self.generation == 0 {
            self.slots.clear();
            self.generation = 1;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn memo_remembers_overwrites_and_forgets() {
        let mut memo: Memo<(Core, Core), u32> = Memo::new();
        assert_eq!(memo.get((Core(1), Core(2))), None);
        for round in 0..3 {
            for number in 0..1000_u32 {
                memo.insert((Core(number.into()), Core(round)), number);
                memo.insert((Core(number.into()), Core(round)), number + 1);
            }
            assert_eq!(memo.len(), 1000);
            assert!((0..1000_u32).all(|n| memo.get((Core(n.into()), Core(round))) == Some(n + 1)));
            memo.clear();
            assert_eq!((memo.len(), memo.get((Core(5), Core(round)))), (0, None));
        }
    }
}
