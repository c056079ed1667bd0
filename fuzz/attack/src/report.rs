//! What was counted.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use crate::Tried;

/// What broke.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Kind {
    Panic,
    Hang,
    Code,
    Words,
    Lost,
    Memory,
    /// Late, which a slow machine or a build without optimisation can be the reason of: told, and no failure of the run.
    Stop,
    /// It could not be tried on this machine.
    Skipped,
}

/// What broke, and how.
#[derive(Debug)]
pub(crate) struct Finding {
    pub(crate) kind: Kind,
    pub(crate) what: String,
}

impl Finding {
    pub(crate) fn new(kind: Kind, what: impl Into<String>) -> Finding {
        Finding { kind, what: what.into() }
    }
}

#[derive(Default)]
struct Count {
    cases: u64,
    inputs: u64,
    found: BTreeMap<Kind, u64>,
    memory: f64,
    stops: Vec<f64>,
}

/// Counts of every attack, and the first findings.
#[derive(Default)]
pub(crate) struct Report {
    counts: BTreeMap<&'static str, Count>,
    findings: u64,
    late: u64,
}

/// Findings that are told in full.
const MOST_TOLD: u64 = 100;

impl Report {
    pub(crate) fn add(&mut self, name: &'static str, seed: u64, told: Result<Tried, Finding>) {
        let count = self.counts.entry(name).or_default();
        count.cases += 1;
        match told {
            Ok(tried) => {
                count.inputs += tried.inputs;
                count.memory = count.memory.max(tried.memory.unwrap_or(0.0));
                count.stops.extend(tried.stop);
            }
            Err(finding) => {
                *count.found.entry(finding.kind).or_default() += 1;
                if finding.kind != Kind::Skipped {
                    let counted =
                        if finding.kind == Kind::Stop { &mut self.late } else { &mut self.findings };
                    *counted += 1;
                    if *counted <= MOST_TOLD {
                        let what: String = finding.what.chars().take(1500).collect();
                        println!("{:?} in {name}, seed {seed}: {what}", finding.kind);
                    }
                }
            }
        }
    }

    pub(crate) fn is_good(&self) -> bool {
        self.findings == 0
    }

    pub(crate) fn table(&self, seconds: f64) -> String {
        let mut text = String::from(
            "| attack | cases | inputs | panics | hangs | wrong codes | wrong words | lost | memory | stops late |\n\
             |---|---:|---:|---:|---:|---:|---:|---:|---:|---:|\n",
        );
        for (name, count) in &self.counts {
            let found = |kind| count.found.get(&kind).copied().unwrap_or(0);
            let memory = match found(Kind::Memory) {
                0 if count.memory > 0.0 => format!("{:.2} of the bound", count.memory),
                over => over.to_string(),
            };
            let mut stops = count.stops.clone();
            stops.sort_by(f64::total_cmp);
            let stops = match (stops.get(stops.len() / 2), stops.last()) {
                (Some(middle), Some(last)) => {
                    format!("{} ({middle:.0} ms, at most {last:.0})", found(Kind::Stop))
                }
                _ => found(Kind::Stop).to_string(),
            };
            let skipped = match found(Kind::Skipped) {
                0 => String::new(),
                skipped => format!(" ({skipped} skipped)"),
            };
            let _ = writeln!(
                text,
                "| {name} | {}{skipped} | {} | {} | {} | {} | {} | {} | {memory} | {stops} |",
                count.cases,
                count.inputs,
                found(Kind::Panic),
                found(Kind::Hang),
                found(Kind::Code),
                found(Kind::Words),
                found(Kind::Lost),
            );
        }
        let cases: u64 = self.counts.values().map(|count| count.cases).sum();
        let inputs: u64 = self.counts.values().map(|count| count.inputs).sum();
        let _ = write!(
            text,
            "\n{cases} cases, {inputs} inputs in {seconds:.0} s; {} findings, {} late stops",
            self.findings, self.late
        );
        text
    }
}
