//! The largest number of strings: tables 1 to 5 and figure 9 of paper 002.

use tesuji_job::{Limits, Stopwatch, Watch};
use tesuji_strings::reproduce::items;

use crate::row::{Reproduction, Row};
use crate::{Ended, broken};

const LIMITS: Limits = Limits::nodes(20_000_000_000).with_memory(4_000_000_000);

pub(crate) fn reproduce(long: bool, watch: &Watch) -> Result<Reproduction, Ended> {
    let mut rows = Vec::new();
    for item in items() {
        let what = format!("{n}x{n} {}", item.quantity.label(), n = item.n);
        let paper = item.paper.map(str::to_string);
        if item.long && !long {
            rows.push(Row::shown(item.place, what, paper, "only with --long".into()));
            continue;
        }
        let clock = Stopwatch::start();
        let ours = item.compute(&LIMITS, watch).map_err(|error| match error {
            tesuji_strings::Error::Unknown(unknown) => Ended::Unknown(unknown),
            other => broken(other),
        })?;
        rows.push(match paper {
            _ if item.quantity.is_time() => {
                Row::shown(item.place, what, paper, format!("{:.3}", clock.seconds()))
            }
            Some(paper) => Row::compared(item.place, what, paper, ours),
            None => Row::shown(item.place, what, None, ours),
        });
    }
    Ok(Reproduction::new(rows))
}
