//! The table of a session: stripes that grow one by one, for one thread or for several.
//!
//! *Growing.* A table takes what a search needs: each stripe starts with a few entries and grows in steps of four up to its
//! share of the limit. Touching memory for the first time is what costs in a large table, so a search that stays small
//! never pays for the limit, and as each stripe moves alone, no step is long.
//!
//! *Threads.* There are no locks: a lock that two cores take in turn costs more than the look it guards. Several threads
//! read and write as they like (`table.rs`); when a stripe wants to grow they pause, and it grows while nobody looks. Facts
//! in the table hold for every line and every thread; claims bound to a line never leave the thread that found them. Beside
//! the facts stands how many threads are at work below a node: each counts the node's numbers once more for every other one
//! inside ([virtual numbers](Store::inside)), which spreads them without sending anybody where there is nothing to do.

use std::sync::atomic::{AtomicBool, AtomicU8, Ordering};

use crate::key::Key;
use crate::table::{ENTRY_BYTES, Fact, Known, Node, Store, Table};

/// Stripes of a large table, and the least entries for which one more is worth it.
const STRIPES: usize = 256;
const STRIPE_ENTRIES: usize = 1 << 12;
/// Entries with which all stripes together begin.
const FIRST_ENTRIES: usize = 1 << 12;
/// Places for the counts of threads; two nodes seldom share one, and then nothing goes wrong.
const COUNTS: usize = 1 << 16;

pub(crate) struct Stripes {
    stripes: Vec<Table>,
    /// Whether a stripe waits for the threads to pause.
    tight: AtomicBool,
    /// Threads below each node; empty until several are at work.
    inside: Vec<AtomicU8>,
}

impl Stripes {
    /// A table that grows up to `bytes`.
    pub(crate) fn with_bytes(bytes: usize) -> Self {
        let count = Self::count(bytes);
        let first = (FIRST_ENTRIES / count).max(16);
        Self::of(count, || Table::new(first, bytes / count))
    }

    /// A table that has all its `bytes` from the start. One that grows has lost a few entries on the way.
    pub(crate) fn whole(bytes: usize) -> Self {
        let count = Self::count(bytes);
        Self::of(count, || Table::new(usize::MAX, bytes / count))
    }

    fn count(bytes: usize) -> usize {
        let most = bytes / ENTRY_BYTES / STRIPE_ENTRIES;
        if most <= 1 { 1 } else { 1 << most.min(STRIPES).ilog2() }
    }

    fn of(count: usize, stripe: impl Fn() -> Table) -> Self {
        let stripes = (0..count).map(|_| stripe()).collect();
        Self { stripes, tight: AtomicBool::new(false), inside: Vec::new() }
    }

    /// Gets ready for several threads.
    pub(crate) fn share(&mut self) {
        self.inside.clear();
        self.inside.resize_with(COUNTS, AtomicU8::default);
        // They fill alike, so all that are near it grow in one pause.
        self.stripes.iter_mut().filter(|stripe| stripe.is_nearly_tight()).for_each(Table::grow);
        *self.tight.get_mut() = false;
    }

    /// Whether threads have paused for a stripe to grow.
    pub(crate) fn is_tight(&self) -> bool {
        self.tight.load(Ordering::Relaxed)
    }

    /// Forgets everything.
    pub(crate) fn clear(&mut self) {
        self.each(Table::clear);
    }

    /// Forgets what has been proved, and keeps numbers and disproofs.
    pub(crate) fn forget_proofs(&mut self) {
        self.each(Table::forget_proofs);
    }

    fn each(&mut self, act: impl FnMut(&mut Table)) {
        self.stripes.iter_mut().for_each(act);
    }

    #[inline]
    fn place(&self, key: Key) -> usize {
        // The high half of the second word is used nowhere else.
        (key.second >> 32) as usize & (self.stripes.len() - 1)
    }

    #[inline]
    fn of_key(&self, key: Key) -> &Table {
        &self.stripes[self.place(key)]
    }

    fn count_of(&self, node: &Node) -> &AtomicU8 {
        &self.inside[(node.key.node(node.order, node.resource) >> 48) as usize % COUNTS]
    }
}

/// One thread alone.
impl Store for Stripes {
    #[inline]
    fn probe(&self, node: &Node, covers: impl Fn(u32, u32) -> bool) -> Known {
        self.of_key(node.key).probe(node, covers)
    }

    #[inline]
    fn touch(&self, key: Key) -> u64 {
        self.of_key(key).touch(key)
    }

    fn store(&mut self, node: &Node, fact: Fact, work: u64) {
        let place = self.place(node.key);
        let stripe = &mut self.stripes[place];
        if stripe.is_tight() {
            stripe.grow();
        }
        stripe.store(node, fact, work);
    }
}

impl Store for &mut Stripes {
    #[inline]
    fn probe(&self, node: &Node, covers: impl Fn(u32, u32) -> bool) -> Known {
        (**self).probe(node, covers)
    }

    #[inline]
    fn touch(&self, key: Key) -> u64 {
        (**self).touch(key)
    }

    fn store(&mut self, node: &Node, fact: Fact, work: u64) {
        (**self).store(node, fact, work);
    }
}

/// One thread of several.
impl Store for &Stripes {
    #[inline]
    fn probe(&self, node: &Node, covers: impl Fn(u32, u32) -> bool) -> Known {
        self.of_key(node.key).probe(node, covers)
    }

    #[inline]
    fn touch(&self, key: Key) -> u64 {
        self.of_key(key).touch(key)
    }

    fn store(&mut self, node: &Node, fact: Fact, work: u64) {
        let stripe = self.of_key(node.key);
        stripe.store(node, fact, work);
        if stripe.is_tight() {
            self.tight.store(true, Ordering::Relaxed);
        }
    }

    fn enter(&self, node: &Node) {
        self.count_of(node).fetch_add(1, Ordering::Relaxed);
    }

    fn leave(&self, node: &Node) {
        self.count_of(node).fetch_sub(1, Ordering::Relaxed);
    }

    fn inside(&self, node: &Node) -> u32 {
        self.count_of(node).load(Ordering::Relaxed).into()
    }

    #[inline]
    fn is_tight(&self) -> bool {
        self.tight.load(Ordering::Relaxed)
    }
}
