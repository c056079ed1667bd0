//! Experiments: many games of one pairing on one board, in chunks that do not depend on who plays them.
//!
//! A [`Cell`] is a pairing. Its games are numbered; game g has the generator (seed, cell, g), and chunk c is the games from
//! `c * CHUNK` on. Counts are whole numbers and are added, so the sum is the same on any number of threads, in any order,
//! and in any number of parts.

use std::ops::{ControlFlow, Range};
use std::sync::Arc;

use tesuji_board::{Color, Playout, Topology, WithWords, with_words};
use tesuji_job::{Watch, Why, deliver};

use crate::game::{Ending, Player, play};
use crate::rules::RuleSet;
use crate::statistics::Counts;
use tesuji_job::{Random, fingerprint};

/// Games in a chunk.
pub const CHUNK: u64 = 500;

/// Who has the first move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Colors {
    /// The player under test, always, as in the paper.
    First,
    /// Both in turn: the player under test in games of even number.
    Balanced,
}

impl Colors {
    /// `first` or `balanced`.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Colors::First => "first",
            Colors::Balanced => "balanced",
        }
    }
}

/// A pairing on a board.
#[derive(Clone, Debug)]
pub struct Cell {
    /// The board.
    pub board: Arc<Topology>,
    /// The player under test, from whose side games are counted.
    pub player: Player,
    /// The opponent.
    pub against: Player,
    /// The rules.
    pub rules: RuleSet,
    /// Who moves first.
    pub colors: Colors,
    /// The master seed.
    pub seed: u64,
}

impl Cell {
    /// The number of the cell in the seeds of its games: it depends on what is played, not on names or on what else is run.
    #[must_use]
    pub fn number(&self) -> u64 {
        let edges: Vec<String> = self.board.edges().map(|(a, b)| format!("{}-{}", a.0, b.0)).collect();
        fingerprint(&format!(
            "{};{};{};{};{};{}",
            self.board.len(),
            edges.join(","),
            self.player.meaning(),
            self.against.meaning(),
            self.rules,
            self.colors.name()
        ))
    }

    /// Plays the games of these numbers, one after the other, looking at the watch between them.
    ///
    /// # Errors
    /// As [`Watch::check`]; nothing is counted then.
    pub fn play(&self, games: Range<u64>, watch: &Watch) -> Result<Counts, Why> {
        with_words(self.board.len(), PlayGames { cell: self, number: self.number(), games, watch })
    }
}

struct PlayGames<'a> {
    cell: &'a Cell,
    number: u64,
    games: Range<u64>,
    watch: &'a Watch,
}

impl WithWords for PlayGames<'_> {
    type Output = Result<Counts, Why>;

    fn run<const W: usize>(self) -> Result<Counts, Why> {
        let cell = self.cell;
        let mut game: Playout<W> = Playout::new(cell.board.clone(), cell.rules.playout());
        let mut counts = Counts::default();
        for number in self.games {
            self.watch.check()?;
            game.clear();
            let mut random = Random::new(cell.seed, self.number, number);
            let is_white = cell.colors == Colors::Balanced && number % 2 == 1;
            let own = if is_white { Color::White } else { Color::Black };
            let [black, white] =
                if is_white { [&cell.against, &cell.player] } else { [&cell.player, &cell.against] };
            let played = play(&mut game, black, white, &cell.rules, &mut random, self.watch)?;
            counts.moves += u64::from(played.moves);
            match played.ending {
                Ending::Won(color) if color == own => counts.wins += 1,
                Ending::Won(_) => counts.losses += 1,
                Ending::Equal => counts.draws += 1,
                Ending::Repeated => {
                    counts.draws += 1;
                    counts.repeated += 1;
                }
                Ending::Capped => {
                    counts.draws += 1;
                    counts.capped += 1;
                }
            }
        }
        Ok(counts)
    }
}

/// A piece of work: games of one cell.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Part {
    /// Which cell.
    pub cell: usize,
    /// Which of its games.
    pub games: Range<u64>,
}

/// The chunks of so many games of each cell, cell by cell.
#[must_use]
pub fn parts(cells: usize, games: u64) -> Vec<Part> {
    let chunks = games.div_ceil(CHUNK);
    (0..cells)
        .flat_map(|cell| {
            (0..chunks).map(move |c| Part { cell, games: c * CHUNK..((c + 1) * CHUNK).min(games) })
        })
        .collect()
}

/// Plays the parts on so many threads. `finished` gets the parts **in their order**, whichever was done first, so that what
/// it writes does not depend on the threads either. It may end the work early, which is no error.
///
/// # Errors
/// As [`Watch::check`]; what `finished` has seen by then is a beginning of the parts.
pub fn run(
    cells: &[Cell],
    parts: &[Part],
    threads: usize,
    watch: &Watch,
    finished: &mut (dyn FnMut(&Part, Counts) -> ControlFlow<()> + Send),
) -> Result<(), Why> {
    run_stage("playing", cells, parts, threads, watch, finished)
}

/// As [`run`], under the name of a stage.
pub(crate) fn run_stage(
    stage: &'static str,
    cells: &[Cell],
    parts: &[Part],
    threads: usize,
    watch: &Watch,
    finished: &mut (dyn FnMut(&Part, Counts) -> ControlFlow<()> + Send),
) -> Result<(), Why> {
    let mut ended = Ok(());
    let play = |index: usize| cells[parts[index].cell].play(parts[index].games.clone(), watch);
    deliver(threads, stage, parts.len(), watch, play, |index, played| match played {
        Ok(counts) => finished(&parts[index], counts),
        Err(why) => {
            ended = Err(why);
            ControlFlow::Break(())
        }
    })?;
    ended
}

/// Plays so many games of each cell and adds them up.
///
/// # Errors
/// As [`Watch::check`].
pub fn measure(cells: &[Cell], games: u64, threads: usize, watch: &Watch) -> Result<Vec<Counts>, Why> {
    measure_stage("playing", cells, games, threads, watch)
}

/// As [`measure`], under the name of a stage.
pub(crate) fn measure_stage(
    stage: &'static str,
    cells: &[Cell],
    games: u64,
    threads: usize,
    watch: &Watch,
) -> Result<Vec<Counts>, Why> {
    let mut sums = vec![Counts::default(); cells.len()];
    run_stage(stage, cells, &parts(cells.len(), games), threads, watch, &mut |part, counts| {
        sums[part.cell] += counts;
        ControlFlow::Continue(())
    })?;
    Ok(sums)
}
