//! Watching a job and stopping it.
//!
//! A [`Watch`] is a handle that is cheap to copy: whoever asks keeps one, whoever works holds another. Work looks at it
//! every few hundred nodes, often enough that a stop takes effect within milliseconds. A [child](Watch::child) ends when its
//! parent does, but can be stopped alone.

use std::fmt;
use std::sync::Arc;
use std::sync::atomic::{AtomicU8, Ordering};

use crate::clock::Deadline;
use crate::why::Why;

/// How far a job is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Progress {
    /// What is being done, in a few words.
    pub stage: &'static str,
    /// Parts done in this stage.
    pub done: u64,
    /// Parts in all, if it is known.
    pub total: Option<u64>,
    /// Positions looked at so far.
    pub nodes: u64,
    /// Proof and disproof number of the root, in a proof search.
    pub numbers: Option<(u32, u32)>,
    /// Length of the line being looked at, in a search.
    pub depth: u32,
}

impl Progress {
    /// A stage that counts its parts.
    #[must_use]
    pub fn counted(stage: &'static str, done: u64, total: Option<u64>) -> Progress {
        Progress { stage, done, total, ..Progress::default() }
    }

    /// A stage that counts nodes only.
    #[must_use]
    pub fn searched(stage: &'static str, nodes: u64) -> Progress {
        Progress { stage, nodes, ..Progress::default() }
    }
}

impl fmt::Display for Progress {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(if self.stage.is_empty() { "working" } else { self.stage })?;
        let mut before = ": ";
        if self.done > 0 || self.total.is_some() {
            write!(f, "{before}{}", self.done)?;
            if let Some(total) = self.total {
                write!(f, " of {total}")?;
            }
            before = ", ";
        }
        if self.nodes > 0 {
            write!(f, "{before}{} nodes", self.nodes)?;
        }
        if let Some((pn, dn)) = self.numbers {
            write!(f, ", proof number {pn}, disproof number {dn}")?;
        }
        Ok(())
    }
}

type See = dyn Fn(&Progress) + Send + Sync;

/// Why work should end, if it should.
const GOES_ON: u8 = 0;
const STOPPED: u8 = 1;
const EXHAUSTED: u8 = 2;

struct Inner {
    end: AtomicU8,
    deadline: Option<Deadline>,
    see: Option<Box<See>>,
    parent: Watch,
}

/// Sees the progress of a job and stops it, by hand or at a deadline.
#[derive(Clone, Default)]
pub struct Watch(Option<Arc<Inner>>);

impl Watch {
    /// Nobody watches, nobody stops.
    #[must_use]
    pub const fn unwatched() -> Watch {
        Watch(None)
    }

    /// A watch that can be stopped.
    #[must_use]
    pub fn new() -> Watch {
        Watch::unwatched().child()
    }

    fn make(&self, deadline: Option<Deadline>, see: Option<Box<See>>) -> Watch {
        Watch(Some(Arc::new(Inner { end: AtomicU8::new(GOES_ON), deadline, see, parent: self.clone() })))
    }

    /// A watch that can be stopped alone, and ends with this one.
    #[must_use]
    pub fn child(&self) -> Watch {
        self.make(None, None)
    }

    /// A child that ends after so many seconds, from now.
    #[must_use]
    pub fn within(&self, seconds: Option<f64>) -> Watch {
        self.make(seconds.and_then(Deadline::after), None)
    }

    /// A child that tells what it sees. It is called often, from any thread.
    #[must_use]
    pub fn seeing(&self, see: impl Fn(&Progress) + Send + Sync + 'static) -> Watch {
        self.make(None, Some(Box::new(see)))
    }

    /// Asks the work to end.
    pub fn stop(&self) {
        self.tell(STOPPED);
    }

    /// Asks the work to end because the machine has no memory left for it, whatever its own limit is.
    pub fn exhaust(&self) {
        self.tell(EXHAUSTED);
    }

    /// Lets work go on after a stop: for an engine that survives the question that was stopped.
    pub fn resume(&self) {
        self.tell(GOES_ON);
    }

    fn tell(&self, end: u8) {
        if let Some(inner) = &self.0 {
            inner.end.store(end, Ordering::Relaxed);
        }
    }

    /// Whether this is the same watch as another: a copy of its handle.
    #[must_use]
    pub fn is(&self, other: &Watch) -> bool {
        match (&self.0, &other.0) {
            (Some(one), Some(other)) => Arc::ptr_eq(one, other),
            (None, None) => true,
            _ => false,
        }
    }

    fn line(&self) -> impl Iterator<Item = &Inner> {
        std::iter::successors(self.0.as_deref(), |inner| inner.parent.0.as_deref())
    }

    /// Whether somebody stopped the work; deadlines and memory are not looked at.
    #[must_use]
    pub fn is_stopped(&self) -> bool {
        self.line().any(|inner| inner.end.load(Ordering::Relaxed) == STOPPED)
    }

    /// Whether the work may go on.
    ///
    /// # Errors
    /// [`Why::Stopped`] after a stop, [`Why::Memory`] when there is none left, [`Why::Time`] after a deadline.
    pub fn check(&self) -> Result<(), Why> {
        for inner in self.line() {
            match inner.end.load(Ordering::Relaxed) {
                GOES_ON => {}
                EXHAUSTED => return Err(Why::Memory),
                _ => return Err(Why::Stopped),
            }
            if inner.deadline.is_some_and(|deadline| deadline.has_passed()) {
                return Err(Why::Time);
            }
        }
        Ok(())
    }

    /// Tells how far the work is, and whether it may go on. What to tell is made only if somebody listens.
    ///
    /// # Errors
    /// As [`Watch::check`].
    pub fn look(&self, progress: impl FnOnce() -> Progress) -> Result<(), Why> {
        if self.line().any(|inner| inner.see.is_some()) {
            let progress = progress();
            self.line().filter_map(|inner| inner.see.as_deref()).for_each(|see| see(&progress));
        }
        self.check()
    }
}

impl fmt::Debug for Watch {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Watch").field("stopped", &self.is_stopped()).finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::AtomicU64;

    use super::*;

    #[test]
    fn a_child_ends_with_its_parent_and_not_the_other_way_round() {
        let parent = Watch::new();
        let [one, other] = [parent.child(), parent.child()];
        one.stop();
        assert_eq!(one.check(), Err(Why::Stopped));
        assert_eq!((other.check(), parent.check()), (Ok(()), Ok(())));
        parent.stop();
        assert_eq!(other.check(), Err(Why::Stopped));
        parent.resume();
        assert_eq!(other.check(), Ok(()));
        Watch::unwatched().stop();
        assert_eq!(Watch::unwatched().check(), Ok(()));
    }

    #[test]
    fn without_memory_the_work_ends_and_nobody_stopped_it() {
        let parent = Watch::new();
        let child = parent.child();
        parent.exhaust();
        assert_eq!((child.check(), child.is_stopped()), (Err(Why::Memory), false));
        parent.stop();
        assert_eq!((child.check(), child.is_stopped()), (Err(Why::Stopped), true));
        parent.resume();
        assert_eq!((child.check(), child.is_stopped()), (Ok(()), false));
    }

    #[test]
    fn a_deadline_that_has_passed_is_told() {
        assert_eq!(Watch::new().within(Some(0.0)).check(), Err(Why::Time));
        assert_eq!(Watch::new().within(Some(-1.0)).child().check(), Err(Why::Time));
        for far in [Some(1e6), Some(f64::INFINITY), Some(1e300), None] {
            assert_eq!(Watch::new().within(far).check(), Ok(()), "{far:?}");
        }
    }

    #[test]
    fn everybody_on_the_line_sees_and_nothing_is_made_for_nobody() {
        let seen = Arc::new(AtomicU64::new(0));
        let count = |by: u64| {
            let seen = seen.clone();
            move |progress: &Progress| {
                seen.fetch_add(by * progress.nodes, Ordering::Relaxed);
            }
        };
        let watch = Watch::new().seeing(count(1)).child().seeing(count(10));
        assert_eq!(watch.look(|| Progress::searched("searching", 3)), Ok(()));
        assert_eq!(seen.load(Ordering::Relaxed), 33);
        assert_eq!(Watch::new().look(|| unreachable!("nobody listens")), Ok(()));
    }

    #[test]
    fn progress_in_words() {
        assert_eq!(Progress::counted("counting", 3, Some(10)).to_string(), "counting: 3 of 10");
        assert_eq!(Progress::searched("searching", 5).to_string(), "searching: 5 nodes");
        let search = Progress { numbers: Some((2, 3)), ..Progress::searched("searching", 5) };
        assert_eq!(search.to_string(), "searching: 5 nodes, proof number 2, disproof number 3");
        assert_eq!(Progress::default().to_string(), "working");
    }
}
