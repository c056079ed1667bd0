//! How far a question is, as doors tell it.

use serde::Serialize;
use tesuji_job::Progress;

/// How far a question is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct ProgressReport {
    /// What is being done, in a few words.
    pub stage: &'static str,
    /// Positions looked at so far.
    pub nodes: u64,
    /// Parts done in this stage, if they are counted.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub done: Option<u64>,
    /// Parts in all.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub total: Option<u64>,
    /// Proof number of the root, in a proof search.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub proof_number: Option<u32>,
    /// Disproof number of the root, in a proof search.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub disproof_number: Option<u32>,
}

impl From<&Progress> for ProgressReport {
    fn from(progress: &Progress) -> ProgressReport {
        ProgressReport {
            stage: progress.stage,
            nodes: progress.nodes,
            done: progress.total.map(|_| progress.done),
            total: progress.total,
            proof_number: progress.numbers.map(|(pn, _)| pn),
            disproof_number: progress.numbers.map(|(_, dn)| dn),
        }
    }
}
