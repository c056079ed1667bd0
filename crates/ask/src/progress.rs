//! What doors that keep a conversation send beside answers and errors: how far a question is, and what became of an action.

use serde::Serialize;
use serde_json::Value;
use tesuji_job::Progress;

/// A line of `tesuji lines` that tells how far a question is.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct ProgressLine {
    /// The `id` of the question.
    pub id: Option<Value>,
    /// How far it is.
    pub progress: ProgressReport,
}

/// What became of an action.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct ActionLine {
    /// The `id` of the action.
    pub id: Option<Value>,
    /// Its name: `stop` or `version`.
    pub action: &'static str,
    /// The `id` of the question that was to be stopped.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub stop: Option<Value>,
    /// How many open questions were told to stop.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub stopped: Option<usize>,
    /// The name of the program.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub name: Option<&'static str>,
    /// Its version.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub version: Option<&'static str>,
}

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
