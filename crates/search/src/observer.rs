//! Watching a search and stopping it.
//!
//! The engine reports every few hundred nodes, often enough that a stop takes effect within milliseconds.
//! Progress bars, GTP, the web page, Python and Ctrl-C are all observers.

/// What an observer wants next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Control {
    /// Go on.
    Continue,
    /// Answer now with what is known.
    Stop,
}

/// Where the search stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Progress {
    /// States expanded so far, by all threads.
    pub nodes: u64,
    /// Proof number of the root as last computed.
    pub pn: u32,
    /// Disproof number of the root as last computed.
    pub dn: u32,
    /// Length of the line being looked at.
    pub depth: u32,
}

/// Sees progress and may stop the search.
pub trait Observer {
    /// Called every few hundred nodes.
    fn progress(&mut self, progress: &Progress) -> Control;
}

impl<F: FnMut(&Progress) -> Control> Observer for F {
    fn progress(&mut self, progress: &Progress) -> Control {
        self(progress)
    }
}

/// An observer that lets the search run.
#[derive(Clone, Copy, Debug, Default)]
pub struct Unobserved;

impl Observer for Unobserved {
    fn progress(&mut self, _progress: &Progress) -> Control {
        Control::Continue
    }
}
