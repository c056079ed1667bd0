//! Where threads begin.
//!
//! Everything runs on one thread where there are no others, as in a browser. Results never depend on how many there are:
//! [`spread`] and [`deliver`] keep the order of the work, and only [`crew`], for searches that share a table, leaves it to
//! the members what they find.

use std::ops::ControlFlow;
use std::panic::resume_unwind;
use std::sync::atomic::{AtomicU64, Ordering};
use std::thread;

use crate::watch::{Progress, Watch};
use crate::why::Why;

/// Room for deep recursions; only what is used is taken from the machine.
const DEEP_STACK: usize = 256 << 20;

/// How many threads the machine can run at once.
#[must_use]
pub fn cores() -> usize {
    thread::available_parallelism().map_or(1, usize::from)
}

/// Whether this machine has threads at all.
const fn has_threads() -> bool {
    !cfg!(target_family = "wasm")
}

/// Runs `work` for the members 0, 1, ... of a crew, each on a thread of its own, member 0 on this one.
///
/// # Panics
/// If a member panics.
pub fn crew<R: Send>(members: usize, work: impl Fn(usize) -> R + Sync) -> Vec<R> {
    if members <= 1 || !has_threads() {
        return vec![work(0)];
    }
    let work = &work;
    thread::scope(|scope| {
        let begin = |member| {
            let thread = thread::Builder::new().stack_size(DEEP_STACK);
            thread.spawn_scoped(scope, move || work(member))
        };
        let others: Vec<_> = (1..members).map(begin).collect();
        let mut results = vec![work(0)];
        // A machine without room for one more thread does with those it has.
        for other in others.into_iter().flatten() {
            results.push(other.join().unwrap_or_else(|panic| resume_unwind(panic)));
        }
        results
    })
}

/// A pool of so many threads with deep stacks; `None` where one thread has to do.
#[cfg(not(target_family = "wasm"))]
fn pool(threads: usize) -> Option<rayon::ThreadPool> {
    if threads <= 1 {
        return None;
    }
    rayon::ThreadPoolBuilder::new().num_threads(threads).stack_size(DEEP_STACK).build().ok()
}

/// Does `work` for every number below `count` on so many threads; the results are in order.
///
/// The watch is told of every part that is done, as `stage`.
///
/// # Errors
/// As [`Watch::check`], when the work was ended before all of it was done.
pub fn spread<R: Send>(
    threads: usize,
    stage: &'static str,
    count: usize,
    watch: &Watch,
    work: impl Fn(usize) -> R + Sync,
) -> Result<Vec<R>, Why> {
    let done = AtomicU64::new(0);
    let one = |number: usize| -> Result<R, Why> {
        watch.check()?;
        let result = work(number);
        let done = done.fetch_add(1, Ordering::Relaxed) + 1;
        watch.look(|| Progress::counted(stage, done, Some(count as u64)))?;
        Ok(result)
    };
    #[cfg(not(target_family = "wasm"))]
    if let Some(pool) = pool(threads.min(count)) {
        use rayon::prelude::*;
        return pool.install(|| (0..count).into_par_iter().with_max_len(1).map(one).collect());
    }
    let _ = threads;
    (0..count).map(one).collect()
}

/// Does `work` for every number below `count` on so many threads and hands the results over **in order**, on this thread,
/// while others are still worked on. `receive` may end the work early, which is no error.
///
/// # Errors
/// As [`Watch::check`]; what `receive` has seen by then is a beginning of the work.
pub fn deliver<R: Send>(
    threads: usize,
    stage: &'static str,
    count: usize,
    watch: &Watch,
    work: impl Fn(usize) -> R + Sync,
    mut receive: impl FnMut(usize, R) -> ControlFlow<()> + Send,
) -> Result<(), Why> {
    let mut tell = |number: usize, result: R| -> Result<ControlFlow<()>, Why> {
        let flow = receive(number, result);
        if flow.is_continue() {
            watch.look(|| Progress::counted(stage, number as u64 + 1, Some(count as u64)))?;
        }
        Ok(flow)
    };
    #[cfg(not(target_family = "wasm"))]
    if let Some(pool) = pool(threads.min(count)) {
        use std::sync::atomic::{AtomicBool, AtomicUsize};
        use std::sync::mpsc;

        let (next, stop) = (AtomicUsize::new(0), AtomicBool::new(false));
        let (next, stop, work) = (&next, &stop, &work);
        // Nobody runs ahead further than this, so that what waits for its turn stays small.
        let (sender, receiver) = mpsc::sync_channel::<(usize, R)>(64 * threads);
        return pool.in_place_scope(|scope| {
            for _ in 0..threads {
                let sender = sender.clone();
                scope.spawn(move |_| {
                    while !stop.load(Ordering::Relaxed) {
                        let number = next.fetch_add(1, Ordering::Relaxed);
                        if number >= count || sender.send((number, work(number))).is_err() {
                            break;
                        }
                    }
                });
            }
            drop(sender);
            let mut waiting = std::collections::BTreeMap::new();
            let mut expected = 0;
            let mut answer = Ok(());
            'receiving: while let Ok((number, result)) = receiver.recv() {
                waiting.insert(number, result);
                while let Some(result) = waiting.remove(&expected) {
                    let flow = tell(expected, result);
                    expected += 1;
                    match flow {
                        Ok(ControlFlow::Continue(())) => {}
                        Ok(ControlFlow::Break(())) => break 'receiving,
                        Err(why) => {
                            answer = Err(why);
                            break 'receiving;
                        }
                    }
                }
            }
            stop.store(true, Ordering::Relaxed);
            // Whoever waits to hand something over finds nobody.
            drop(receiver);
            answer
        });
    }
    let _ = threads;
    for number in 0..count {
        watch.check()?;
        if tell(number, work(number))?.is_break() {
            break;
        }
    }
    Ok(())
}

/// Runs a computation where deep recursions have room.
///
/// # Panics
/// If the computation panics, or if the machine has no room for its stack.
pub fn on_a_deep_stack<T: Send>(run: impl FnOnce() -> T + Send) -> T {
    if !has_threads() {
        return run();
    }
    thread::scope(|scope| {
        let thread = thread::Builder::new().stack_size(DEEP_STACK).spawn_scoped(scope, run);
        match thread.map(thread::ScopedJoinHandle::join) {
            Ok(Ok(result)) => result,
            Ok(Err(panic)) => resume_unwind(panic),
            Err(error) => panic!("the system gives no room to compute: {error}"),
        }
    })
}

/// Work that goes on beside the caller.
#[derive(Debug)]
pub struct Task(Option<thread::JoinHandle<()>>);

impl Task {
    /// Waits for its end. A task that panicked has ended.
    pub fn wait(self) {
        if let Some(handle) = self.0 {
            let _ = handle.join();
        }
    }

    /// Whether it has ended.
    #[must_use]
    pub fn is_over(&self) -> bool {
        self.0.as_ref().is_none_or(thread::JoinHandle::is_finished)
    }
}

/// Starts work that goes on beside the caller, with a deep stack. Where there are no threads it is done at once.
pub fn start(work: impl FnOnce() + Send + 'static) -> Task {
    if !has_threads() {
        work();
        return Task(None);
    }
    let work = std::sync::Mutex::new(Some(work));
    let work = std::sync::Arc::new(work);
    let taken = work.clone();
    let take = |work: &std::sync::Mutex<Option<_>>| {
        work.lock().unwrap_or_else(std::sync::PoisonError::into_inner).take()
    };
    let thread = thread::Builder::new().stack_size(DEEP_STACK).spawn(move || {
        if let Some(work) = take(&taken) {
            work();
        }
    });
    match thread {
        Ok(handle) => Task(Some(handle)),
        // A machine without room for one more thread does the work here.
        Err(_) => {
            if let Some(work) = take(&work) {
                work();
            }
            Task(None)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_order_does_not_depend_on_the_threads() {
        for threads in [1, 2, 5] {
            let squares = spread(threads, "squares", 100, &Watch::new(), |number| number * number)
                .expect("not stopped");
            assert!(squares.iter().enumerate().all(|(number, &square)| square == number * number));
            let mut seen = Vec::new();
            deliver(
                threads,
                "squares",
                1000,
                &Watch::new(),
                |number| number,
                |number, same| {
                    assert_eq!(number, same);
                    seen.push(number);
                    if number == 700 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
                },
            )
            .expect("not stopped");
            assert!(seen.iter().copied().eq(0..=700));
        }
    }

    #[test]
    fn a_stop_ends_the_work_and_what_was_handed_over_is_a_beginning() {
        for threads in [1, 2] {
            let watch = Watch::new();
            let stopper = watch.clone();
            let mut seen = Vec::new();
            let ended = deliver(
                threads,
                "numbers",
                10_000,
                &watch,
                |number| number,
                |number, _| {
                    seen.push(number);
                    if number == 20 {
                        stopper.stop();
                    }
                    ControlFlow::Continue(())
                },
            );
            assert_eq!(ended, Err(Why::Stopped));
            assert!(seen.iter().copied().eq(0..=20));
            assert_eq!(spread(threads, "numbers", 5, &watch, |number| number), Err(Why::Stopped));
            assert_eq!(spread(threads, "numbers", 0, &watch, |number| number), Ok(vec![]));
        }
    }

    #[test]
    fn crews_tasks_and_deep_stacks() {
        let mut members = crew(3, |member| member);
        members.sort_unstable();
        assert_eq!(members, [0, 1, 2]);
        fn deep(level: u32) -> u32 {
            if level == 0 { 0 } else { 1 + std::hint::black_box(deep(level - 1)) }
        }
        assert_eq!(on_a_deep_stack(|| deep(100_000)), 100_000);
        let watch = Watch::new();
        let other = watch.clone();
        let task = start(move || other.stop());
        task.wait();
        assert!(watch.is_stopped());
    }
}
