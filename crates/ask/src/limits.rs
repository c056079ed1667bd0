//! Limits as they are asked for and as they applied.

use serde::{Deserialize, Serialize};
use tesuji_job::Limits;

use crate::fault::Fault;

/// What a question may use; what is left out has the default of its kind. All of them hold for the whole question.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(default)]
pub struct AskedLimits {
    /// Positions looked at, whatever the method. The same limit gives the same answer everywhere.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub nodes: Option<u64>,
    /// Seconds. An answer that time ended depends on the machine and its load.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub seconds: Option<f64>,
    /// Megabytes of tables and lists.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub memory_mb: Option<u64>,
    /// Threads for each search; 1 unless asked for. More reach the same verdict sooner, and near a limit not always the same
    /// way.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub threads: Option<usize>,
}

/// The limits that applied.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct UsedLimits {
    /// Positions looked at, at most.
    pub nodes: u64,
    /// Seconds, if there was a limit of time.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub seconds: Option<f64>,
    /// Megabytes, at most.
    pub memory_mb: u64,
    /// Threads for each search, if more than one.
    #[serde(skip_serializing_if = "is_one")]
    pub threads: usize,
}

fn is_one(threads: &usize) -> bool {
    *threads == 1
}

const MB: u64 = 1_000_000;
/// The most threads that can be asked for.
pub const MOST_THREADS: usize = 256;

/// Limits with so many nodes and megabytes, and no limit of time: the form in which kinds of questions state their defaults.
pub(crate) const fn limits(nodes: u64, megabytes: u64) -> Limits {
    Limits::nodes(nodes).with_memory(megabytes * MB)
}

impl AskedLimits {
    /// Whether each limit is one that can be kept.
    ///
    /// # Errors
    /// Names the first that is not.
    pub fn check(&self) -> Result<(), Fault> {
        if let Some(seconds) = self.seconds
            && !(seconds > 0.0 && seconds <= 1e9)
        {
            return Err(Fault::in_field(
                "limits.seconds",
                "the limit of time is a number of seconds above 0, at most 1e9",
            ));
        }
        if self.nodes == Some(0) {
            return Err(Fault::in_field("limits.nodes", "the node limit is a number of at least 1"));
        }
        if self.memory_mb.is_some_and(|megabytes| !(1..=1_000_000).contains(&megabytes)) {
            return Err(Fault::in_field(
                "limits.memory_mb",
                "the memory limit is a number of megabytes from 1 to 1000000",
            ));
        }
        if self.threads.is_some_and(|threads| !(1..=MOST_THREADS).contains(&threads)) {
            return Err(Fault::in_field("limits.threads", "threads are a number from 1 to 256"));
        }
        Ok(())
    }

    /// What was asked for, or else the defaults.
    pub(crate) fn over(&self, default: Limits) -> Result<Limits, Fault> {
        self.check()?;
        Ok(Limits {
            nodes: self.nodes.unwrap_or(default.nodes),
            memory: self.memory_mb.map_or(default.memory, |megabytes| megabytes * MB),
            seconds: self.seconds.or(default.seconds),
            threads: self.threads.unwrap_or(default.threads),
        })
    }
}

impl From<Limits> for UsedLimits {
    fn from(limits: Limits) -> UsedLimits {
        let Limits { nodes, memory, seconds, threads } = limits;
        UsedLimits { nodes, seconds, memory_mb: memory / MB, threads }
    }
}

impl From<UsedLimits> for Limits {
    fn from(used: UsedLimits) -> Limits {
        let UsedLimits { nodes, seconds, memory_mb, threads } = used;
        Limits { nodes, memory: memory_mb * MB, seconds, threads }
    }
}
