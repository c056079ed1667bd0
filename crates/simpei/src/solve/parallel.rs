//! Work spread over threads, watched from the first of them.

use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};
use std::thread;

/// What a solver is doing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Stage {
    /// Finding the positions that are won at once.
    DirectWins,
    /// Listing the moves of all others.
    Moves,
    /// Turning the lists round, so that they lead from a position to those before it.
    Reversing,
    /// Values and distances, from the ends of the game backwards.
    Values,
    /// Lambda orders.
    Orders,
    /// Counting the solved positions.
    Counting,
}

impl Stage {
    /// A few words about it.
    pub fn label(self) -> &'static str {
        match self {
            Stage::DirectWins => "wins at once",
            Stage::Moves => "moves",
            Stage::Reversing => "moves backwards",
            Stage::Values => "values",
            Stage::Orders => "lambda orders",
            Stage::Counting => "counting",
        }
    }
}

/// Where a solver stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Progress {
    /// What is being done.
    pub stage: Stage,
    /// Parts done.
    pub done: u64,
    /// Parts in all, if it is known.
    pub total: Option<u64>,
}

/// Sees progress and may stop the work.
pub type Observer<'a> = dyn FnMut(&Progress) -> ControlFlow<()> + 'a;

/// The observer stopped the work.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("stopped")]
pub struct Stopped;

/// Threads and the observer.
pub(crate) struct Crew<'a, 'o> {
    pub(crate) threads: usize,
    pub(crate) observer: &'a mut Observer<'o>,
}

impl Crew<'_, '_> {
    /// Tells the observer.
    pub(crate) fn report(&mut self, stage: Stage, done: u64, total: Option<u64>) -> Result<(), Stopped> {
        match (self.observer)(&Progress { stage, done, total }) {
            ControlFlow::Continue(()) => Ok(()),
            ControlFlow::Break(()) => Err(Stopped),
        }
    }

    /// Does `work` for every item, on all threads; the results come in the order of the items.
    pub(crate) fn spread<I, R>(
        &mut self,
        stage: Stage,
        items: I,
        work: impl Fn(I::Item) -> R + Sync,
    ) -> Result<Vec<R>, Stopped>
    where
        I: ExactSizeIterator + Send,
        I::Item: Send,
        R: Send,
    {
        let total = items.len();
        let queue = Mutex::new(items.enumerate());
        let (stop, done) = (AtomicBool::new(false), AtomicU64::new(0));
        let one = || {
            if stop.load(Ordering::Relaxed) {
                return None;
            }
            let (number, item) = queue.lock().unwrap_or_else(PoisonError::into_inner).next()?;
            let result = work(item);
            done.fetch_add(1, Ordering::Relaxed);
            Some((number, result))
        };
        let mut results = thread::scope(|scope| {
            let helpers: Vec<_> = (1..self.threads)
                .map(|_| scope.spawn(|| std::iter::from_fn(one).collect::<Vec<_>>()))
                .collect();
            let mut results = Vec::with_capacity(total);
            while let Some(result) = one() {
                results.push(result);
                if self.report(stage, done.load(Ordering::Relaxed), Some(total as u64)).is_err() {
                    stop.store(true, Ordering::Relaxed);
                }
            }
            for helper in helpers {
                match helper.join() {
                    Ok(more) => results.extend(more),
                    Err(panic) => std::panic::resume_unwind(panic),
                }
            }
            results
        });
        if results.len() < total {
            return Err(Stopped);
        }
        results.sort_unstable_by_key(|&(number, _)| number);
        Ok(results.into_iter().map(|(_, result)| result).collect())
    }
}
