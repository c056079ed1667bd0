//! Work spread over threads under one watch.

use std::sync::{Mutex, PoisonError};

use tesuji_job::{Progress, Watch, Why, spread};

/// What a solver is doing, as a [`Watch`] sees it.
pub(crate) mod stage {
    pub(crate) const DIRECT_WINS: &str = "wins at once";
    pub(crate) const MOVES: &str = "moves";
    pub(crate) const REVERSING: &str = "moves backwards";
    pub(crate) const VALUES: &str = "values";
    pub(crate) const ORDERS: &str = "lambda orders";
    pub(crate) const COUNTING: &str = "counting";
}

/// Positions followed backwards between two looks at the watch.
pub(crate) const SLOTS_BETWEEN_LOOKS: usize = 1 << 12;

/// Threads and the watch.
#[derive(Clone, Copy)]
pub(crate) struct Crew<'a> {
    pub(crate) threads: usize,
    pub(crate) watch: &'a Watch,
}

impl<'a> Crew<'a> {
    pub(crate) fn new(threads: usize, watch: &'a Watch) -> Crew<'a> {
        Crew { threads: threads.max(1), watch }
    }

    /// Tells how far the work is.
    pub(crate) fn report(self, stage: &'static str, done: u64, total: Option<u64>) -> Result<(), Why> {
        self.watch.look(|| Progress::counted(stage, done, total))
    }

    /// Does `work` for every item, on all threads; the results come in the order of the items.
    pub(crate) fn spread<I, R>(
        self,
        stage: &'static str,
        items: I,
        work: impl Fn(I::Item) -> R + Sync,
    ) -> Result<Vec<R>, Why>
    where
        I: Iterator,
        I::Item: Send,
        R: Send,
    {
        // Items may be parts of a table that is written to: each is handed to the one who works on it.
        let items: Vec<Mutex<Option<I::Item>>> = items.map(|item| Mutex::new(Some(item))).collect();
        let one = |number: usize| {
            let item = items[number].lock().unwrap_or_else(PoisonError::into_inner).take();
            item.map(&work)
        };
        let results = spread(self.threads, stage, items.len(), self.watch, one)?;
        Ok(results.into_iter().flatten().collect())
    }
}
