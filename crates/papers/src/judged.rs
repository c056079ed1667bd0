//! Many boards on all cores, with the same result on any number of them.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use tesuji_board::{Point, Position};
use tesuji_job::{Progress, Watch, cores, crew};
use tesuji_judge::Board;

use crate::Ended;

/// What is counted while boards are judged.
pub(crate) trait Judged: Default + Send {
    /// Boards that could be judged.
    fn boards(&self) -> u64;
    /// Adds what was counted on later boards.
    fn add(&mut self, other: Self);
}

/// Judges the boards 0, 1, ... until so many could be judged, and adds up what each gives, in their order.
pub(crate) fn judged<T: Judged>(
    stage: &'static str,
    boards: u64,
    watch: &Watch,
    judge: impl Fn(u64) -> Result<T, Ended> + Sync,
) -> Result<T, Ended> {
    let (next, done, ended) = (AtomicU64::new(0), AtomicU64::new(0), AtomicBool::new(false));
    let member = || -> Result<Vec<(u64, T)>, Ended> {
        let mut parts = Vec::new();
        while done.load(Ordering::Relaxed) < boards && !ended.load(Ordering::Relaxed) {
            watch.look(|| Progress::counted(stage, done.load(Ordering::Relaxed), Some(boards)))?;
            let number = next.fetch_add(1, Ordering::Relaxed);
            let part = judge(number)?;
            done.fetch_add(part.boards(), Ordering::Relaxed);
            parts.push((number, part));
        }
        Ok(parts)
    };
    let parts = crew(cores(), |_| member().inspect_err(|_| ended.store(true, Ordering::Relaxed)));
    let mut parts: Vec<(u64, T)> =
        parts.into_iter().collect::<Result<Vec<_>, Ended>>()?.into_iter().flatten().collect();
    // Numbers are taken in their order and all that were taken are here, so that the first of them are enough.
    parts.sort_by_key(|(number, _)| *number);
    let mut sum = T::default();
    for (_, part) in parts {
        if sum.boards() >= boards {
            break;
        }
        sum.add(part);
    }
    Ok(sum)
}

/// Adds counts to counts.
pub(crate) fn add_counts<K: Ord>(counts: &mut BTreeMap<K, u64>, more: BTreeMap<K, u64>) {
    for (key, count) in more {
        *counts.entry(key).or_default() += count;
    }
}

/// A position for judges, its points numbered in their order: play is on these points, and these stones are safe.
pub(crate) fn board_of(
    position: &Position,
    open: &[Point],
    is_safe: impl Fn(Point) -> bool,
) -> Option<Board> {
    let topology = position.topology();
    let points: Vec<Point> = topology.points().collect();
    let number = |point: &Point| points.iter().position(|other| other == point);
    let around = |&point: &Point| topology.neighbors(point).iter().filter_map(number).collect();
    let neighbors: Vec<Vec<usize>> = points.iter().map(around).collect();
    let stone = |&point: &Point| position.stone(point).map_or(0, |color| color.index() as u8 + 1);
    let stones: Vec<u8> = points.iter().map(stone).collect();
    let safe: Vec<bool> = points.iter().map(|&point| is_safe(point)).collect();
    Board::new(&neighbors, &stones, open.iter().filter_map(number).collect(), &safe)
}
