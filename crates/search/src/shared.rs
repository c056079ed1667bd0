//! A transposition table for several threads: stripes of the ordinary one, each behind its own lock.
//!
//! A look holds one of many locks for a few nanoseconds, so threads hardly ever meet. Facts in the table hold
//! for every line and every thread; claims bound to a line never leave the thread that found them.

use std::sync::{Mutex, PoisonError};

use crate::key::Key;
use crate::table::{Fact, Known, Node, Store, Table};

const STRIPES: usize = 256;

pub(crate) struct SharedTable {
    stripes: Vec<Mutex<Table>>,
}

impl SharedTable {
    pub(crate) fn with_bytes(bytes: usize) -> Self {
        Self { stripes: (0..STRIPES).map(|_| Mutex::new(Table::with_bytes(bytes / STRIPES))).collect() }
    }

    #[inline]
    fn with<T>(&self, node: &Node, act: impl FnOnce(&mut Table) -> T) -> T {
        // The high half of the second word is used nowhere else.
        let stripe = &self.stripes[(node.key.second >> 32) as usize % STRIPES];
        // A thread that panicked inside a domain holds no lock here, and entries are written whole.
        act(&mut stripe.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

impl Store for &SharedTable {
    #[inline]
    fn probe(&mut self, node: &Node, covers: impl Fn(u32, u32) -> bool) -> Known {
        self.with(node, |table| table.probe(node, covers))
    }

    fn touch(&self, _key: Key) -> u64 {
        // It would take a lock.
        0
    }

    fn store(&mut self, node: &Node, fact: Fact, work: u64) {
        self.with(node, |table| table.store(node, fact, work));
    }
}
