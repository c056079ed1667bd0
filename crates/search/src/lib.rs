//! Exact goal search in games.

mod budget;
mod check;
mod domain;
mod engine;
mod evidence;
mod expand;
mod frame;
mod key;
mod numbers;
mod observer;
mod path;
mod plan;
mod prove;
mod rules;
mod shared;
mod simulate;
mod table;
mod twin;
mod verdict;

pub use check::{Fault, Flaw, check};
pub use domain::{Claim, Domain, Estimate, Glimpse, Solved};
pub use evidence::{Edge, Evidence, EvidenceNode, Target};
pub use observer::{Control, Observer, Progress, Unobserved};
pub use plan::{Limits, Method, PassStrategy, Plan};
pub use prove::{prove, prove_parallel};
pub use rules::{Moves, Outcome, Rules, Step};
pub use verdict::{Answer, Statistics, Verdict, Why};

#[cfg(test)]
mod tests;
