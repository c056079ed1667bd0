//! The one clock. It may be absent: in a build without the feature `clock` no time passes.

#[cfg(feature = "clock")]
use web_time::Instant;

/// Whether this build can tell the time.
#[must_use]
pub const fn has_clock() -> bool {
    cfg!(feature = "clock")
}

/// Measures the time since it was started.
#[derive(Clone, Copy, Debug)]
pub struct Stopwatch {
    #[cfg(feature = "clock")]
    start: Instant,
}

impl Stopwatch {
    /// Begins to measure.
    #[must_use]
    pub fn start() -> Stopwatch {
        Stopwatch {
            #[cfg(feature = "clock")]
            start: Instant::now(),
        }
    }

    /// Seconds since the start; 0 without a clock.
    #[must_use]
    pub fn seconds(&self) -> f64 {
        #[cfg(feature = "clock")]
        return self.start.elapsed().as_secs_f64();
        #[cfg(not(feature = "clock"))]
        return 0.0;
    }
}

/// A moment in the future.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Deadline {
    #[cfg(feature = "clock")]
    at: Instant,
}

impl Deadline {
    /// In so many seconds; nothing if that is beyond all clocks, or if there is none.
    pub(crate) fn after(seconds: f64) -> Option<Deadline> {
        #[cfg(feature = "clock")]
        return std::time::Duration::try_from_secs_f64(seconds.max(0.0))
            .ok()
            .and_then(|time| Instant::now().checked_add(time))
            .map(|at| Deadline { at });
        #[cfg(not(feature = "clock"))]
        return {
            let _ = seconds;
            None
        };
    }

    pub(crate) fn has_passed(&self) -> bool {
        #[cfg(feature = "clock")]
        return Instant::now() >= self.at;
        #[cfg(not(feature = "clock"))]
        return false;
    }
}
