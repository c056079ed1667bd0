//! Filling the grid with all promising states at once (spec, A.4).
//!
//! A level is the list of states before one point is filled, sorted by key. Both moves keep the order: among the
//! states with the same oldest letter, leaving the point empty gives an ascending list of successors, and so does
//! putting a stone. There are five such lists (a stone below a bare stone is forbidden), and merging them gives
//! the next level, sorted, without hashing. Of equal keys only the smallest loss matters for the value; for
//! counting, the numbers of ways are added up (see [`Tally`]). States that cannot end within the budget are dropped
//! by the bound of `bound.rs` as they are made.
//!
//! The same sweep does everything: without a beam it is exhaustive, so an empty last level refutes the budget;
//! with a beam it keeps the most promising states only and finds a board quickly; with a tally it counts.

use tesuji_job::{Limits, Progress, Watch};

use super::bound::{Bound, Level};
use super::letters::{BARE, Cell, Key, LIBERTY, SERVED, Sides, has_bare};
use crate::error::{memory, states};
use crate::prove::Stop;
use crate::tally::Tally;

/// A sorted list of states, as parallel vectors.
pub(crate) struct States<N> {
    pub(crate) keys: Vec<Key>,
    /// The smallest loss with which each key is reached.
    pub(crate) losses: Vec<u16>,
    /// For each key `extra + 1` numbers of ways: with that loss, with 5 more, 10 more, ...
    pub(crate) ways: Vec<N>,
}

/// What to sweep for.
pub(crate) struct Task<'a> {
    pub(crate) sides: Sides,
    pub(crate) bound: &'a Bound,
    /// The largest loss a board may end with.
    pub(crate) budget: u16,
    /// Keep so many states at most, the most promising ones.
    pub(crate) beam: Option<usize>,
    /// Count boards with so many more empty points than the best as well.
    pub(crate) extra: usize,
    /// Keep the level at the start of each row, for walking back.
    pub(crate) keep_rows: bool,
    /// Bytes that the tables of the bound take.
    pub(crate) table_bytes: u64,
    pub(crate) stage: &'static str,
    /// Where to stop, counting from the first state of the whole job.
    pub(crate) most_states: u64,
}

/// What a sweep found.
pub(crate) struct Sweep<N> {
    /// The levels at the start of each row and after the last, if they were kept; else the last alone.
    pub(crate) rows: Vec<States<N>>,
    /// The number of states after each row.
    pub(crate) sizes: Vec<u64>,
}

impl<N: Tally> States<N> {
    fn with_capacity(capacity: usize, stride: usize) -> States<N> {
        States {
            keys: Vec::with_capacity(capacity),
            losses: Vec::with_capacity(capacity),
            ways: Vec::with_capacity(capacity * stride),
        }
    }

    pub(crate) fn len(&self) -> usize {
        self.keys.len()
    }

    fn bytes(&self) -> u64 {
        (self.keys.capacity() * 8 + self.losses.capacity() * 2 + self.ways.capacity() * size_of::<N>()) as u64
    }
}

/// States made between two looks at the watch.
const STATES_BETWEEN_LOOKS: usize = 1 << 16;

/// Runs a sweep. `made` counts all states made so far, over several sweeps, against the limit.
pub(crate) fn sweep<N: Tally>(
    task: &Task<'_>,
    limits: &Limits,
    made: &mut u64,
    watch: &Watch,
) -> Result<Sweep<N>, Stop> {
    let Sides { width, height } = task.sides;
    let stride = task.extra + 1;
    let mut level = States::with_capacity(1, stride);
    if task.bound.before(task.sides, 0, 0).of(task.sides.start()) <= task.budget {
        level.keys.push(task.sides.start());
        level.losses.push(0);
        level.ways.push(N::one());
        level.ways.resize(stride, N::zero());
    }
    let mut rows = Vec::new();
    let mut sizes = Vec::with_capacity(height);
    let mut kept_bytes = task.table_bytes;
    for row in 0..height {
        for column in 0..width {
            let cell = task.sides.cell(row, column);
            let bound = task.bound.before(task.sides, row, column + 1);
            // A step may make several times the states that it began with.
            let held = level.bytes() + kept_bytes;
            let before = *made;
            let look = |next: &States<N>| {
                let bytes = held + next.bytes();
                if bytes > limits.memory {
                    return Err(memory(bytes, limits.memory).into());
                }
                if task.beam.is_none() && before + next.len() as u64 > limits.nodes {
                    return Err(states(limits.nodes).into());
                }
                watch.check().map_err(Stop::from)
            };
            let mut next = advance(&level, cell, &bound, task, stride, &look)?;
            *made += next.len() as u64;
            if let Some(beam) = task.beam {
                next.keep_best(beam, stride, &bound);
            }
            let bytes = level.bytes() + next.bytes() + kept_bytes;
            if bytes > limits.memory {
                return Err(memory(bytes, limits.memory).into());
            }
            if *made > limits.nodes {
                return Err(states(limits.nodes).into());
            }
            if *made > task.most_states {
                return Err(Stop::Allowance);
            }
            let before = std::mem::replace(&mut level, next);
            if task.keep_rows && column == 0 {
                kept_bytes += before.bytes();
                rows.push(before);
            }
            let (done, total) = ((row * width + column + 1) as u64, task.sides.points() as u64);
            let progress = || Progress { nodes: *made, ..Progress::counted(task.stage, done, Some(total)) };
            watch.look(progress)?;
        }
        sizes.push(level.len() as u64);
    }
    rows.push(level.without_bare(stride));
    Ok(Sweep { rows, sizes })
}

/// One of the five ascending lists of successors.
struct Stream {
    at: usize,
    end: usize,
    empty: bool,
    /// The next key of the list, or [`DONE`].
    head: Key,
}

/// No key: its letters would be 3.
const DONE: Key = Key::MAX;

impl Stream {
    #[inline]
    fn successor(&mut self, keys: &[Key], cell: Cell) {
        self.head = match keys[..self.end].get(self.at) {
            None => DONE,
            Some(&key) if self.empty => cell.liberty(key),
            Some(&key) => cell.stone_below_served_or_liberty(key),
        };
    }
}

fn advance<N: Tally>(
    level: &States<N>,
    cell: Cell,
    bound: &Level<'_>,
    task: &Task<'_>,
    stride: usize,
    look: &dyn Fn(&States<N>) -> Result<(), Stop>,
) -> Result<States<N>, Stop> {
    let keys = &level.keys;
    let start_of = |letter| keys.partition_point(|&key| key < cell.first_with_above(letter));
    let [served, bare, end] = [start_of(SERVED), start_of(BARE), keys.len()];
    let mut streams = [
        (0, served, true),
        (served, bare, true),
        (bare, end, true),
        (0, served, false),
        (served, bare, false),
    ]
    .map(|(at, end, empty)| {
        let mut stream = Stream { at, end, empty, head: DONE };
        stream.successor(keys, cell);
        stream
    });
    debug_assert!(keys.iter().all(|&key| cell.above(key) <= BARE && LIBERTY == 0));
    let mut next = States::with_capacity(level.len() + level.len() / 4 + 16, stride);
    let mut ways: Vec<N> = vec![N::zero(); stride];
    for number in 1.. {
        if number % STATES_BETWEEN_LOOKS == 0 {
            look(&next)?;
        }
        let key = streams.iter().map(|stream| stream.head).min().unwrap_or(DONE);
        if key == DONE {
            break;
        }
        let mut least = u16::MAX;
        for stream in &mut streams {
            while stream.head == key {
                let from = stream.at;
                let loss = level.losses[from] + if stream.empty { cell.loss(keys[from]) } else { 0 };
                let source = &level.ways[from * stride..(from + 1) * stride];
                if !add_ways(&mut ways, &mut least, source, loss) {
                    return Err(Stop::Overflow);
                }
                stream.at += 1;
                stream.successor(keys, cell);
            }
        }
        if u32::from(least) + u32::from(bound.of(key)) <= u32::from(task.budget) {
            next.keys.push(key);
            next.losses.push(least);
            next.ways.extend_from_slice(&ways);
        }
    }
    Ok(next)
}

/// Adds the ways of a predecessor that arrives with this loss. Equal keys have covered the same points, so their
/// losses differ by multiples of five (one empty point more or less). False if a number grows too large.
#[inline]
fn add_ways<N: Tally>(ways: &mut [N], least: &mut u16, source: &[N], loss: u16) -> bool {
    if *least == u16::MAX {
        *least = loss;
        ways.clone_from_slice(source);
        return true;
    }
    debug_assert_eq!(loss.abs_diff(*least) % 5, 0);
    if loss < *least {
        let shift = usize::from((*least - loss) / 5);
        *least = loss;
        for to in (0..ways.len()).rev() {
            ways[to] = to.checked_sub(shift).map_or_else(N::zero, |from| ways[from].clone());
        }
    }
    let shift = usize::from((loss - *least) / 5);
    ways.iter_mut().skip(shift).zip(source).all(|(sum, more)| sum.add(more))
}

impl<N: Tally> States<N> {
    /// Keeps the `beam` states with the smallest loss plus bound, the smaller keys among equals.
    fn keep_best(&mut self, beam: usize, stride: usize, bound: &Level<'_>) {
        if self.len() <= beam || beam == 0 {
            return;
        }
        let totals: Vec<u16> =
            self.keys.iter().zip(&self.losses).map(|(&key, &loss)| loss + bound.of(key)).collect();
        let mut order = totals.clone();
        let (_, &mut limit, _) = order.select_nth_unstable(beam - 1);
        let mut equal = beam - totals.iter().filter(|&&total| total < limit).count();
        self.retain(stride, |index, _| {
            let keep = totals[index] < limit || totals[index] == limit && equal > 0;
            equal -= usize::from(keep && totals[index] == limit);
            keep
        });
    }

    fn without_bare(mut self, stride: usize) -> States<N> {
        self.retain(stride, |_, key| !has_bare(key));
        self
    }

    fn retain(&mut self, stride: usize, mut keep: impl FnMut(usize, Key) -> bool) {
        let mut kept = 0;
        for index in 0..self.len() {
            if keep(index, self.keys[index]) {
                self.keys[kept] = self.keys[index];
                self.losses[kept] = self.losses[index];
                for way in 0..stride {
                    self.ways.swap(kept * stride + way, index * stride + way);
                }
                kept += 1;
            }
        }
        self.keys.truncate(kept);
        self.losses.truncate(kept);
        self.ways.truncate(kept * stride);
    }
}
