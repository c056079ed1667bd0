//! Work that cannot look at a watch.
//!
//! The linear solver runs to its end once it is called. It is called on a thread of its own, while this one looks at the
//! watch, so that a stop takes effect at once; work that was given up ends by itself, which the bounds on the size of what
//! is handed to the solver keep short.

use std::sync::mpsc::{RecvTimeoutError, TryRecvError, channel};
use std::time::Duration;

use tesuji_job::{Unknown, Watch, start};

use crate::error::contradiction;

/// How long nobody looks at the watch.
const PAUSE: Duration = Duration::from_millis(5);

/// Does the work beside this thread; it is handed a watch that ends with this one.
pub(crate) fn aside<R: Send + 'static>(
    watch: &Watch,
    work: impl FnOnce(&Watch) -> R + Send + 'static,
) -> Result<R, Unknown> {
    watch.check()?;
    let inner = watch.child();
    let handed = inner.clone();
    let (sender, receiver) = channel();
    let _left_to_itself = start(move || {
        // Nobody listens any more after a stop.
        let _ = sender.send(work(&handed));
    });
    let lost = || contradiction("the linear solver ended without an answer");
    // Where there are no threads the work is done by now, and there may be no clock to wait by.
    match receiver.try_recv() {
        Ok(result) => return Ok(result),
        Err(TryRecvError::Disconnected) => return Err(lost()),
        Err(TryRecvError::Empty) => {}
    }
    loop {
        match receiver.recv_timeout(PAUSE) {
            Ok(result) => return Ok(result),
            Err(RecvTimeoutError::Disconnected) => return Err(lost()),
            Err(RecvTimeoutError::Timeout) => {
                if let Err(why) = watch.check() {
                    inner.stop();
                    return Err(why.into());
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tesuji_job::{Stopwatch, Why};

    #[test]
    fn a_stop_does_not_wait_for_the_work() {
        let watch = Watch::new();
        assert_eq!(aside(&watch, |_| 7), Ok(7));
        let stopper = watch.clone();
        let time = Stopwatch::start();
        let answer = aside(&watch, move |_| {
            stopper.stop();
            // As stubborn as a solver, for a second.
            let time = Stopwatch::start();
            while time.seconds() < 1.0 {
                std::hint::spin_loop();
            }
        });
        assert_eq!(answer, Err(Why::Stopped.into()));
        assert!(time.seconds() < 0.5);
        assert_eq!(aside(&watch, |_| 7), Err(Why::Stopped.into()));
    }
}
