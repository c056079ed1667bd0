//! What every long job shares, whatever it computes.
//!
//! - [`Limits`]: what a question may use. Nodes and memory hold for the whole question and are reproducible; time is
//!   optional.
//! - [`Why`]: the reason for not knowing, with its sentence.
//! - [`Watch`]: progress and stop. It also carries the deadline, so that no library reads a clock.
//! - [`Stopwatch`]: measured time, where there is a clock.
//! - [`Random`]: random numbers that are the same in every version.
//! - [`spread`], [`deliver`], [`crew`], [`start`], [`on_a_deep_stack`]: the only places where threads begin.
//!
//! ```
//! use tesuji_job::{Limits, Progress, Watch, Why};
//!
//! /// Adds numbers until a limit or the watch ends it.
//! fn add(limits: &Limits, watch: &Watch) -> Result<u64, Why> {
//!     let mut sum = 0;
//!     for number in 0..1000 {
//!         if number >= limits.nodes {
//!             return Err(Why::Nodes);
//!         }
//!         watch.look(|| Progress::counted("adding", number, Some(1000)))?;
//!         sum += number;
//!     }
//!     Ok(sum)
//! }
//!
//! let watch = Watch::new();
//! assert_eq!(add(&Limits::nodes(1000), &watch), Ok(499_500));
//! assert_eq!(add(&Limits::nodes(10), &watch), Err(Why::Nodes));
//! watch.stop();
//! assert_eq!(add(&Limits::nodes(1000), &watch), Err(Why::Stopped));
//! ```

mod clock;
mod limits;
mod random;
mod threads;
mod watch;
mod why;

pub use clock::{Stopwatch, has_clock};
pub use limits::{Limits, table_bytes};
pub use random::{Random, fingerprint};
pub use threads::{Task, cores, crew, deliver, on_a_deep_stack, spread, start};
pub use watch::{Progress, Watch};
pub use why::{Unknown, Why};
