//! What a question may use.

/// Bytes of a hash table with so many entries of so many bytes each, and room for `capacity` of them, with what it takes to change its size:
/// while it grows or shrinks, the old one and the new one are there at once.
#[must_use]
pub fn table_bytes(entries: usize, capacity: usize, each: usize) -> u64 {
    // Seven of eight places are used at most, and each has a byte for itself.
    let table = ((capacity * 8 / 7).next_power_of_two() * (each + 1)) as u64;
    let grows_soon = entries + entries / 64 + SOON >= capacity;
    if grows_soon { 3 * table } else { table + table / 2 }
}

/// Entries that may come before somebody asks again.
const SOON: usize = 1_000;

/// What a whole question may use, whatever searches, stages and checks it takes. There is no default: the caller decides.
///
/// Nodes and memory are reproducible: the same question with the same limits has the same answer on every machine, at any
/// load. Time is not, and is for people who wait.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Limits {
    /// Positions looked at, by all parts of the question together.
    pub nodes: u64,
    /// Bytes of tables, lines and evidence held at once.
    pub memory: u64,
    /// Seconds; the clock runs from the moment a [`Watch`](crate::Watch) is made [for them](crate::Watch::within).
    pub seconds: Option<f64>,
    /// Threads for each search. More than one reach the same verdict sooner; what they look at on the way varies, so near
    /// a limit it is one thread whose answer can be repeated.
    pub threads: usize,
}

impl Limits {
    /// So many nodes with 128 MiB of memory, no limit of time, and one thread.
    #[must_use]
    pub const fn nodes(nodes: u64) -> Limits {
        Limits { nodes, memory: 128 << 20, seconds: None, threads: 1 }
    }

    /// The same limits with so many bytes of memory.
    #[must_use]
    pub const fn with_memory(self, memory: u64) -> Limits {
        Limits { memory, ..self }
    }

    /// The same limits with so many threads.
    #[must_use]
    pub const fn with_threads(self, threads: usize) -> Limits {
        Limits { threads, ..self }
    }

    /// The same limits with other nodes.
    #[must_use]
    pub const fn with_nodes(self, nodes: u64) -> Limits {
        Limits { nodes, ..self }
    }

    /// What is left after so many nodes.
    #[must_use]
    pub const fn after(self, nodes: u64) -> Limits {
        Limits { nodes: self.nodes.saturating_sub(nodes), ..self }
    }

    /// The memory as a number of bytes that this machine can address.
    #[must_use]
    pub fn bytes(&self) -> usize {
        usize::try_from(self.memory).unwrap_or(usize::MAX)
    }
}
