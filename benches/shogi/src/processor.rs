//! Processor time, which other work on the machine does not change much.

use std::fs;

use tesuji_job::Stopwatch;

/// Measures the processor time of a process; time on the wall where the system does not tell.
pub(crate) struct Processor {
    process: u32,
    before: Option<f64>,
    wall: Stopwatch,
}

impl Processor {
    pub(crate) fn start(process: u32) -> Self {
        Self { process, before: used(process), wall: Stopwatch::start() }
    }

    /// Seconds since the start, of all threads together.
    pub(crate) fn seconds(&self) -> f64 {
        match (self.before, used(self.process)) {
            (Some(before), Some(now)) => now - before,
            _ => self.wall.seconds(),
        }
    }
}

/// Seconds that the threads of a process have run so far, as Linux tells.
fn used(process: u32) -> Option<f64> {
    let threads = fs::read_dir(format!("/proc/{process}/task")).ok()?;
    let mut nanoseconds = 0_u64;
    for thread in threads {
        let text = fs::read_to_string(thread.ok()?.path().join("schedstat")).ok()?;
        nanoseconds += text.split_whitespace().next()?.parse::<u64>().ok()?;
    }
    Some(nanoseconds as f64 / 1e9)
}
