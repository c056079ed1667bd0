//! Processor time of a thread: what a bench measures when others use the machine too.

use std::time::Instant;

/// Processor time of this thread where the system tells it (Linux), else the time on the wall.
#[derive(Debug)]
pub struct Clock {
    wall: Instant,
    processor: Option<f64>,
}

impl Clock {
    /// Begins now.
    #[must_use]
    pub fn start() -> Clock {
        Clock { wall: Instant::now(), processor: Clock::processor() }
    }

    fn processor() -> Option<f64> {
        let text = std::fs::read_to_string("/proc/thread-self/schedstat").ok()?;
        Some(text.split_whitespace().next()?.parse::<f64>().ok()? / 1e9)
    }

    /// Seconds since the start.
    #[must_use]
    pub fn seconds(&self) -> f64 {
        match (self.processor, Clock::processor()) {
            (Some(start), Some(now)) => now - start,
            _ => self.wall.elapsed().as_secs_f64(),
        }
    }
}
