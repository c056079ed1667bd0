//! The transposition table.
//!
//! What is kept of a node (position, order, resource): numbers of open nodes, and claims about solved ones.
//! **Claims in this table hold whatever the history**; those that lean on the current line live in `twin.rs`.
//!
//! *Shape.* Buckets of a few 32-byte entries, packed into words so that the memory comes zeroed from the
//! system and a large table costs nothing until it is used. Words are read and written one by one without a lock, by
//! any number of threads: the first word of an entry is mixed with the others (Hyatt and Mann 2002), so an entry that was
//! half overwritten while it was read is of no position at all. All orders and resources of a position share a
//! bucket: one look finds every claim that dominates the node asked for. A position with more resources than a
//! bucket holds goes on into the next ones, each of which is looked at only when the one before holds nothing
//! else. A table starts small and grows in steps of four when a quarter full.
//!
//! *Collection.* A full bucket gives up the entry with the least search below it (small-tree collection;
//! Nagai 2002), solved entries counting as if more had been spent on them. Every such loss ages the rest of
//! the bucket a little, so nothing is kept for ever. The table therefore never fails; what it forgets is
//! searched again.

use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};

use crate::key::Key;
use crate::numbers::INFINITE;

/// Bytes of one entry.
pub(crate) const ENTRY_BYTES: usize = 32;
const ENTRY_WORDS: usize = ENTRY_BYTES / size_of::<u64>();
/// Entries that are looked through for a key.
const BUCKET: usize = 4;
/// Buckets that one position may fill.
const CHAIN: usize = 16;
/// How much longer a solved entry stays, in steps of [`work_class`].
const SOLVED_BONUS: u8 = 6;
/// `best` of an entry that names no move.
pub(crate) const NO_MOVE: u16 = u16::MAX;
/// `best` of an entry whose step is the pass.
pub(crate) const PASS: u16 = u16::MAX - 1;

/// A node's place in the search: position, lambda order and resource.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Node {
    pub(crate) key: Key,
    pub(crate) order: u8,
    pub(crate) resource: u32,
}

impl Node {
    /// A claim about the node that extends to nothing else and names no move.
    pub(crate) fn exact(&self) -> Settled {
        Settled { order: self.order, extent: self.resource, length: 0, best: NO_MOVE }
    }
}

/// A claim that holds whatever the history.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Settled {
    /// The order claimed: at most the order asked for in a proof, at least that in a disproof.
    pub(crate) order: u8,
    /// The resource to which the claim extends.
    pub(crate) extent: u32,
    /// A proof: upper bound of the steps to the goal.
    pub(crate) length: u16,
    /// Index of the supporting move in the list of the state's moves.
    pub(crate) best: u16,
}

/// Numbers of an open node.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Open {
    pub(crate) pn: u32,
    pub(crate) dn: u32,
    /// The shortest line on which the node was met.
    pub(crate) distance: u16,
    /// Whether the twin table may know a claim for certain lines.
    pub(crate) twin: bool,
}

/// What the table knows of a node.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Known {
    Nothing,
    /// Nothing of the node itself; the same state has been searched at other orders. Proof numbers fall with the
    /// order and disproof numbers rise, so these are a better first guess than any estimate.
    Hint {
        pn: u32,
        dn: u32,
        distance: u16,
    },
    Open(Open),
    Proved(Settled),
    Disproved(Settled),
}

/// What is to be remembered of a node.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Fact {
    Open(Open),
    Proved(Settled),
    Disproved(Settled),
}

/// A store of facts; the engine works over one of its own or over one that threads share.
pub(crate) trait Store {
    /// Everything known that bears on `node`; `covers` is the order of resources.
    fn probe(&self, node: &Node, covers: impl Fn(u32, u32) -> bool) -> Known;
    /// Reads a word of the bucket of `key`. The children of a node lie all over the table; reading one word
    /// of each first lets the processor wait for all of them at once.
    fn touch(&self, key: Key) -> u64;
    /// Remembers a fact about `node` that took `work` expansions.
    fn store(&mut self, node: &Node, fact: Fact, work: u64);
    /// Tells the other threads that this one is below `node`, and that it is no more.
    fn enter(&self, _node: &Node) {}
    fn leave(&self, _node: &Node) {}
    /// How many threads are below `node`.
    fn inside(&self, _node: &Node) -> u32 {
        0
    }
    /// Whether the threads should pause so that the table can grow.
    fn is_tight(&self) -> bool {
        false
    }
}

#[derive(Clone, Copy)]
struct Entry([u64; ENTRY_WORDS]);

impl Entry {
    fn pack(key: Key, pn: u32, dn: u32, resource: u32, tail: Tail) -> Self {
        let last = u64::from(tail.length)
            | u64::from(tail.best) << 16
            | u64::from(tail.distance) << 32
            | u64::from(tail.order) << 48
            | u64::from(tail.work) << 56;
        Self([key.first, u64::from(pn) | u64::from(dn) << 32, u64::from(resource) | key.second << 32, last])
    }

    #[inline]
    fn is_empty(self) -> bool {
        self.0[1] == 0
    }

    #[inline]
    fn is_of(self, key: Key) -> bool {
        self.0[0] == key.first && (self.0[2] >> 32) as u32 == key.second as u32 && !self.is_empty()
    }

    /// Whether both are of one position; an empty entry is of none.
    #[inline]
    fn has_key_of(self, other: Self) -> bool {
        self.0[0] == other.0[0] && self.0[2] >> 32 == other.0[2] >> 32 && !other.is_empty()
    }

    #[inline]
    fn pn(self) -> u32 {
        self.0[1] as u32
    }

    #[inline]
    fn dn(self) -> u32 {
        (self.0[1] >> 32) as u32
    }

    #[inline]
    fn resource(self) -> u32 {
        self.0[2] as u32
    }

    #[inline]
    fn tail(self) -> Tail {
        let last = self.0[3];
        Tail {
            length: last as u16,
            best: (last >> 16) as u16,
            distance: (last >> 32) as u16,
            order: (last >> 48) as u8,
            work: (last >> 56) as u8,
        }
    }

    #[inline]
    fn order(self) -> u8 {
        (self.0[3] >> 48) as u8
    }

    #[inline]
    fn worth(self) -> u8 {
        if self.is_empty() {
            return 0;
        }
        let solved = self.pn() == 0 || self.dn() == 0;
        1 + ((self.0[3] >> 56) as u8 & WORK_MASK) + if solved { SOLVED_BONUS } else { 0 }
    }

    fn age(&mut self) {
        if (self.0[3] >> 56) as u8 & WORK_MASK > 0 {
            self.0[3] -= 1 << 56;
        }
    }

    fn settled(self) -> Settled {
        let tail = self.tail();
        Settled { order: tail.order, extent: self.resource(), length: tail.length, best: tail.best }
    }
}

#[derive(Clone, Copy)]
struct Tail {
    length: u16,
    best: u16,
    distance: u16,
    order: u8,
    work: u8,
}

const WORK_MASK: u8 = 0x7f;
const TWIN_FLAG: u8 = 0x80;

/// Work on a scale of half octaves, so that a byte holds it.
fn work_class(work: u64) -> u8 {
    let bits = 63 - (work | 1).leading_zeros();
    let half = if bits > 0 && work >> (bits - 1) & 1 == 1 { 1 } else { 0 };
    (2 * bits + half) as u8
}

/// A table, or a stripe of one.
pub(crate) struct Table {
    /// The first few words are skipped so that buckets begin with a cache line.
    words: Vec<AtomicU64>,
    skipped: usize,
    /// Entries now, at most, and in use.
    entries: usize,
    limit: usize,
    used: AtomicUsize,
}

impl Table {
    /// A table of `first` entries that grows up to `bytes` (at least one bucket).
    pub(crate) fn new(first: usize, bytes: usize) -> Self {
        let limit = (bytes / ENTRY_BYTES / BUCKET).max(1) * BUCKET;
        let entries = first.min(limit).next_multiple_of(BUCKET);
        // What the machine does not have is a wish.
        let (entries, limit, words) = match Self::allocate(entries) {
            Some(words) => (entries, limit, words),
            None => (BUCKET, BUCKET, bytemuck::zeroed_vec(2 * BUCKET * ENTRY_WORDS)),
        };
        let skipped = Self::skipped(&words);
        Self { words, skipped, entries, limit, used: AtomicUsize::new(0) }
    }

    fn allocate(entries: usize) -> Option<Vec<AtomicU64>> {
        bytemuck::try_zeroed_vec((entries + BUCKET).checked_mul(ENTRY_WORDS)?).ok()
    }

    fn skipped(words: &[AtomicU64]) -> usize {
        let skipped = words.as_ptr().align_offset(BUCKET * ENTRY_BYTES);
        // Alignment is a wish: anything beyond the spare bucket means that it cannot be had.
        if skipped <= BUCKET * ENTRY_WORDS { skipped } else { 0 }
    }

    pub(crate) fn clear(&mut self) {
        self.words.iter_mut().for_each(|word| *word.get_mut() = 0);
        *self.used.get_mut() = 0;
    }

    pub(crate) fn forget_proofs(&mut self) {
        let mut proofs = 0;
        for entry in self.words[self.skipped..].chunks_exact_mut(ENTRY_WORDS) {
            let numbers = *entry[1].get_mut();
            if numbers != 0 && numbers as u32 == 0 {
                entry.iter_mut().for_each(|word| *word.get_mut() = 0);
                proofs += 1;
            }
        }
        let used = self.used.get_mut();
        *used = used.saturating_sub(proofs);
    }

    /// The bucket where a key's chain begins.
    #[inline]
    fn first_bucket(&self, first: u64) -> usize {
        let buckets = (self.entries / BUCKET) as u128;
        ((u128::from(first) * buckets) >> 64) as usize
    }

    /// The next bucket of a chain, unless the chain ends before it.
    #[inline]
    fn next_bucket(&self, begin: usize, bucket: usize) -> Option<usize> {
        let buckets = self.entries / BUCKET;
        let next = if bucket + 1 == buckets { 0 } else { bucket + 1 };
        let length = if bucket >= begin { bucket - begin } else { bucket + buckets - begin } + 1;
        (length < CHAIN && next != begin).then_some(next)
    }

    #[inline]
    fn start(&self, bucket: usize) -> usize {
        self.skipped + bucket * (BUCKET * ENTRY_WORDS)
    }

    #[inline]
    fn load(&self, bucket: usize, slot: usize) -> Entry {
        let start = self.start(bucket) + slot * ENTRY_WORDS;
        let words = &self.words[start..start + ENTRY_WORDS];
        let [mixed, second, third, last] = [0, 1, 2, 3].map(|word| words[word].load(Ordering::Relaxed));
        Entry([mixed ^ second ^ third ^ last, second, third, last])
    }

    #[inline]
    fn save(&self, bucket: usize, slot: usize, Entry([first, second, third, last]): Entry) {
        let start = self.start(bucket) + slot * ENTRY_WORDS;
        let words = &self.words[start..start + ENTRY_WORDS];
        for (word, value) in words.iter().zip([first ^ second ^ third ^ last, second, third, last]) {
            word.store(value, Ordering::Relaxed);
        }
    }

    #[inline]
    fn entries_of(&self, bucket: usize) -> [Entry; BUCKET] {
        std::array::from_fn(|slot| self.load(bucket, slot))
    }

    /// Whether it is a quarter full and may grow.
    #[inline]
    pub(crate) fn is_tight(&self) -> bool {
        4 * self.used.load(Ordering::Relaxed) > self.entries && self.entries < self.limit
    }

    /// Whether it is more than half as full as that.
    pub(crate) fn is_nearly_tight(&self) -> bool {
        8 * self.used.load(Ordering::Relaxed) > self.entries && self.entries < self.limit
    }

    pub(crate) fn grow(&mut self) {
        let larger = self.entries * 4;
        // The last step may be a smaller one, but not a tiny one.
        let larger = if larger > self.limit / 2 { self.limit } else { larger };
        let Some(words) = Self::allocate(larger) else {
            // A limit beyond what the machine has is a wish.
            self.limit = self.entries;
            return;
        };
        let skipped = Self::skipped(&words);
        let old = Self { words, skipped, entries: larger, limit: self.limit, used: AtomicUsize::new(0) };
        let old = std::mem::replace(self, old);
        for bucket in 0..old.entries / BUCKET {
            for entry in old.entries_of(bucket) {
                if !entry.is_empty() {
                    self.insert(entry);
                }
            }
        }
    }

    /// Puts an entry in, over the least worthy one of a full bucket.
    fn insert(&self, entry: Entry) {
        let begin = self.first_bucket(entry.0[0]);
        let mut place = begin;
        let mut bucket = self.entries_of(place);
        while bucket.iter().all(|&other| entry.has_key_of(other)) {
            let Some(next) = self.next_bucket(begin, place) else { break };
            place = next;
            bucket = self.entries_of(place);
        }
        let mut victim = 0;
        for slot in 1..BUCKET {
            if bucket[slot].worth() < bucket[victim].worth() {
                victim = slot;
            }
        }
        self.save(place, victim, entry);
        if bucket[victim].is_empty() {
            self.used.fetch_add(1, Ordering::Relaxed);
            return;
        }
        // Which neighbours age is drawn from the key: about one step for each in eight losses.
        if entry.0[0] & 7 == 0 {
            for (slot, mut older) in bucket.into_iter().enumerate() {
                if slot != victim {
                    older.age();
                    self.save(place, slot, older);
                }
            }
        }
    }

    #[inline]
    pub(crate) fn probe(&self, node: &Node, covers: impl Fn(u32, u32) -> bool) -> Known {
        let mut known = Known::Nothing;
        let begin = self.first_bucket(node.key.first);
        let mut place = begin;
        loop {
            let found = self.probe_bucket(place, node, &covers, &mut known);
            if found < BUCKET {
                return known;
            }
            match self.next_bucket(begin, place) {
                Some(next) => place = next,
                None => return known,
            }
        }
    }

    #[inline]
    pub(crate) fn touch(&self, key: Key) -> u64 {
        self.words[self.start(self.first_bucket(key.first))].load(Ordering::Relaxed)
    }

    pub(crate) fn store(&self, node: &Node, fact: Fact, work: u64) {
        let mut class = work_class(work);
        let (order, resource, pn, dn, length, best, distance, flag) = match fact {
            Fact::Open(open) => {
                (node.order, node.resource, open.pn, open.dn, 0, NO_MOVE, open.distance, open.twin)
            }
            Fact::Proved(claim) => {
                (claim.order, claim.extent, 0, INFINITE, claim.length, claim.best, 0, false)
            }
            Fact::Disproved(claim) => (claim.order, claim.extent, INFINITE, 0, 0, claim.best, 0, false),
        };
        // A claim that extends to another resource takes the place of the node's open numbers.
        let solved = pn == 0 || dn == 0;
        let found = self.find(node.key, order, resource).or_else(|| {
            self.find(node.key, node.order, node.resource)
                .filter(|(_, _, old)| solved && old.pn() != 0 && old.dn() != 0)
        });
        if let Some((place, slot, old)) = found {
            let tail = old.tail();
            if pn == 0 && old.pn() == 0 && tail.length <= length {
                return;
            }
            let mut open = Tail { length, best, distance, order, work: 0 };
            if pn != 0 && dn != 0 {
                if old.pn() == 0 || old.dn() == 0 {
                    // Another thread or another line has solved it meanwhile.
                    return;
                }
                open.distance = distance.min(tail.distance);
            }
            class = class.max(tail.work & WORK_MASK);
            open.work = class | if flag { TWIN_FLAG } else { 0 };
            self.save(place, slot, Entry::pack(node.key, pn, dn, resource, open));
            return;
        }
        let work = class | if flag { TWIN_FLAG } else { 0 };
        self.insert(Entry::pack(node.key, pn, dn, resource, Tail { length, best, distance, order, work }));
    }

    /// Looks for `node` in one bucket. Returns the number of entries that are of its position.
    #[inline]
    fn probe_bucket(
        &self,
        place: usize,
        node: &Node,
        covers: &impl Fn(u32, u32) -> bool,
        known: &mut Known,
    ) -> usize {
        let mut found = 0;
        for entry in self.entries_of(place) {
            if !entry.is_of(node.key) {
                continue;
            }
            found += 1;
            if entry.pn() == 0 {
                // A proof at an order proves every higher one (paper 001, equation 1).
                if entry.order() <= node.order && covers(node.resource, entry.resource()) {
                    let settled = entry.settled();
                    match *known {
                        Known::Proved(other) if other.length <= settled.length => {}
                        _ => *known = Known::Proved(settled),
                    }
                }
            } else if entry.dn() == 0 {
                // A disproof at an order disproves every lower one (paper 001, equation 2).
                if entry.order() >= node.order && covers(entry.resource(), node.resource) {
                    *known = Known::Disproved(entry.settled());
                }
            } else if let Known::Nothing | Known::Hint { .. } = *known
                && entry.resource() == node.resource
            {
                if entry.order() == node.order {
                    let tail = entry.tail();
                    let twin = tail.work & TWIN_FLAG != 0;
                    *known =
                        Known::Open(Open { pn: entry.pn(), dn: entry.dn(), distance: tail.distance, twin });
                } else {
                    let (pn, dn, distance) = match *known {
                        Known::Hint { pn, dn, distance } => (pn, dn, distance),
                        _ => (1, 1, u16::MAX),
                    };
                    let lower = if entry.order() < node.order { entry.dn() } else { 1 };
                    *known = Known::Hint {
                        pn: pn.max(entry.pn()),
                        dn: dn.max(lower),
                        distance: distance.min(entry.tail().distance),
                    };
                }
            }
        }
        found
    }

    /// The entry with exactly this key, order and resource, and where it stands.
    fn find(&self, key: Key, order: u8, resource: u32) -> Option<(usize, usize, Entry)> {
        let begin = self.first_bucket(key.first);
        let mut place = begin;
        loop {
            let mut of_key = 0;
            for (slot, entry) in self.entries_of(place).into_iter().enumerate() {
                if entry.is_of(key) {
                    if entry.order() == order && entry.resource() == resource {
                        return Some((place, slot, entry));
                    }
                    of_key += 1;
                }
            }
            if of_key < BUCKET {
                return None;
            }
            place = self.next_bucket(begin, place)?;
        }
    }
}
