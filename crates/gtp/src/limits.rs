//! `tesuji-limits`: what each question may use.
//!
//! Without arguments it lists the limits in the form that GoGui shows as a table of parameters, one `[string] name value` a line. With pairs of
//! names and values it sets them for all questions that follow; the value `default` gives a limit back to each kind of question.
//!
//! ```text
//! tesuji-limits nodes 100000 seconds 5
//! tesuji-limits seconds default
//! ```

use std::fmt::Write as _;

use tesuji_ask::AskedLimits;

/// Names that are set, with the whole command in one line for those who get it wrong.
const USE: &str = "tesuji-limits takes pairs of a name (nodes, seconds, memory_mb) and a value or `default`";

/// What is listed: each limit with its value.
pub(crate) fn listed(limits: &AskedLimits) -> String {
    let shown = |value: Option<String>| value.unwrap_or_else(|| "default".into());
    let rows = [
        ("nodes", limits.nodes.map(|nodes| nodes.to_string())),
        ("seconds", limits.seconds.map(|seconds| seconds.to_string())),
        ("memory_mb", limits.memory_mb.map(|megabytes| megabytes.to_string())),
    ];
    let mut text = String::new();
    for (name, value) in rows {
        let _ = write!(text, "\n[string] {name} {}", shown(value));
    }
    text
}

/// The limits after these words: all of them are taken, or none.
pub(crate) fn changed(limits: AskedLimits, words: &[String]) -> Result<AskedLimits, String> {
    let mut limits = limits;
    for pair in words.chunks(2) {
        let [name, value] = pair else { return Err(USE.into()) };
        match name.as_str() {
            "nodes" => limits.nodes = parsed(name, value)?,
            "seconds" => limits.seconds = parsed(name, value)?,
            "memory_mb" => limits.memory_mb = parsed(name, value)?,
            _ => return Err(USE.into()),
        }
    }
    limits.check().map_err(|fault| fault.message)?;
    Ok(limits)
}

fn parsed<T: std::str::FromStr>(name: &str, value: &str) -> Result<Option<T>, String> {
    if value == "default" {
        return Ok(None);
    }
    value.parse().map(Some).map_err(|_| format!("{name} is a number or `default`"))
}
