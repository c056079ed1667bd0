//! The time, as the page that runs this program tells it.

pub use std::time::Duration;
use std::ops::{Add, Sub};

#[link(wasm_import_module = "page")]
unsafe extern "C" {
    /// Milliseconds since the page was opened.
    safe fn now() -> f64;
}

/// A moment.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Instant(Duration);

impl Instant {
    /// This moment.
    #[must_use]
    pub fn now() -> Instant {
        Instant(Duration::from_secs_f64(now().max(0.0) / 1000.0))
    }

    /// The time since then.
    #[must_use]
    pub fn elapsed(&self) -> Duration {
        Instant::now().duration_since(*self)
    }

    /// The time since an earlier moment; none if it is later.
    #[must_use]
    pub fn duration_since(&self, earlier: Instant) -> Duration {
        self.0.saturating_sub(earlier.0)
    }

    /// So much later, if that can be told.
    #[must_use]
    pub fn checked_add(&self, time: Duration) -> Option<Instant> {
        self.0.checked_add(time).map(Instant)
    }
}

impl Add<Duration> for Instant {
    type Output = Instant;

    fn add(self, time: Duration) -> Instant {
        Instant(self.0 + time)
    }
}

impl Sub for Instant {
    type Output = Duration;

    fn sub(self, earlier: Instant) -> Duration {
        self.duration_since(earlier)
    }
}
