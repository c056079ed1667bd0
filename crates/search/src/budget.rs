//! Counting, and knowing when to stop.
//!
//! One budget serves a whole call: the search, its repetitions and the gathering of evidence. Threads on one question draw
//! from a common count in portions, so that together they never expand more states than were granted.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use tesuji_job::{Progress, Watch, Why};

/// Nodes between two looks at the watch and the other threads.
const INTERVAL: u64 = 256;

/// What threads on one question share.
#[derive(Default)]
pub(crate) struct Team {
    pub(crate) done: AtomicBool,
    /// Nodes handed out.
    nodes: AtomicU64,
}

impl Team {
    /// A team that goes on where so many nodes have been spent.
    pub(crate) fn after(spent: u64) -> Self {
        Self { nodes: AtomicU64::new(spent), ..Self::default() }
    }
}

/// What is left of the limits.
#[derive(Clone)]
pub(crate) struct Budget<'a> {
    pub(crate) nodes: u64,
    /// What this thread may reach before it has to ask the team.
    granted: u64,
    limit: u64,
    watch: &'a Watch,
    team: Option<&'a Team>,
    /// Whether this thread tells the watch how far the search is. One does; all of them stop with it.
    speaks: bool,
}

impl<'a> Budget<'a> {
    /// The budget of one thread with so many nodes, of which some are spent.
    pub(crate) fn new(limit: u64, spent: u64, watch: &'a Watch) -> Self {
        Self { nodes: spent, granted: limit, limit, watch, team: None, speaks: true }
    }

    /// The budget of a member of a team with so many nodes for all.
    pub(crate) fn of_member(limit: u64, watch: &'a Watch, team: &'a Team, member: usize) -> Self {
        Self { granted: 0, team: Some(team), speaks: member == 0, ..Self::new(limit, 0, watch) }
    }

    /// Counts one node; an error ends the search.
    #[inline]
    pub(crate) fn spend(&mut self, progress: impl FnOnce(u64) -> Progress) -> Result<(), Why> {
        // The first node already looks around: a search that is over before it begins says so.
        if self.nodes.is_multiple_of(INTERVAL) {
            self.look_around(progress)?;
        }
        if self.nodes >= self.granted {
            return Err(Why::Nodes);
        }
        self.nodes += 1;
        Ok(())
    }

    #[cold]
    fn look_around(&mut self, progress: impl FnOnce(u64) -> Progress) -> Result<(), Why> {
        let mut nodes = self.nodes;
        if let Some(team) = self.team {
            if team.done.load(Ordering::Relaxed) {
                return Err(Why::Stopped);
            }
            nodes = team.nodes.fetch_add(INTERVAL, Ordering::Relaxed);
            self.granted = self.nodes + self.limit.saturating_sub(nodes).min(INTERVAL);
        }
        if self.speaks { self.watch.look(|| progress(nodes)) } else { self.watch.check() }
    }

    /// Tells how much evidence has been gathered; an error ends the gathering.
    pub(crate) fn gathered(&self, done: usize) -> Result<(), Why> {
        let done = done as u64;
        if !done.is_multiple_of(INTERVAL) {
            return Ok(());
        }
        let stage = "gathering the evidence";
        self.watch.look(|| Progress { nodes: self.nodes, ..Progress::counted(stage, done, None) })
    }
}
