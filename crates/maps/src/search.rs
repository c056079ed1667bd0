//! A search for maps that win.
//!
//! All expressions up to a depth are listed. Those that mean the same are merged: first as sets, because sets are what larger
//! expressions are made of, then by what a player would choose from. The rest play against a random player in rounds: after
//! each round the better quarter stays and plays four times as many games (successive halving). What is left at the end is
//! measured on boards and with seeds that had no part in the choice.
//!
//! The work is a number of games, not a time, so the same plan gives the same answer everywhere.

use std::ops::ControlFlow;
use std::sync::Arc;

use rustc_hash::FxHashMap;
use tesuji_board::{Color, Playout, Setup, Topology, WithWords, Words, with_words};
use tesuji_job::{Progress, Watch, Why};

use crate::experiment::{Cell, Colors, Part, measure_stage, run_stage};
use crate::game::Player;
use crate::map::{Base, Binary, Map, Unary};
use crate::paper::{NamedMap, PAPER};
use crate::program::Program;
use crate::rules::RuleSet;
use crate::sample::sample_positions;
use crate::statistics::Counts;
use tesuji_job::fingerprint;

/// What to search, and how hard.
#[derive(Clone, Debug)]
pub struct SearchPlan {
    /// The board on which maps are chosen.
    pub board: Arc<Topology>,
    /// The boards on which the chosen ones are measured.
    pub unseen: Vec<Arc<Topology>>,
    /// The rules.
    pub rules: RuleSet,
    /// The deepest expressions, in the paper's sense.
    pub depth: usize,
    /// Games for choosing, in all rounds together.
    pub games: u64,
    /// How many maps are measured in the end.
    pub finalists: usize,
    /// Games of each of them on each board.
    pub final_games: u64,
    /// Positions on which meanings are compared.
    pub positions: usize,
    /// The master seed of the choice; the measurement has another one, made from it.
    pub seed: u64,
    /// Threads.
    pub threads: usize,
}

/// A map with the games it played.
#[derive(Clone, Debug)]
pub struct Found {
    /// The map.
    pub map: Map,
    /// Its games while maps were chosen; none for the maps of the paper, which are measured for comparison.
    pub chosen_by: Option<Counts>,
    /// Its games on each unseen board.
    pub unseen: Vec<Counts>,
}

/// One round of the choice.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Round {
    /// Maps that played.
    pub maps: usize,
    /// Games of each.
    pub games: u64,
}

/// What the search found.
#[derive(Clone, Debug)]
pub struct SearchReport {
    /// Expressions looked at.
    pub expressions: usize,
    /// Maps that differ in what a player chooses from: so many were tried.
    pub distinct: usize,
    /// Positions on which that was seen.
    pub positions: usize,
    /// The rounds.
    pub rounds: Vec<Round>,
    /// The best, in the order of the choice.
    pub found: Vec<Found>,
    /// The maps of the paper on the same boards.
    pub published: Vec<Found>,
}

/// The depth that can be listed in full.
pub const MOST_DEPTH: usize = 3;

/// The least games of a map in a round: fewer say nothing.
const LEAST_GAMES: u64 = 16;

const LISTING: &str = "listing maps";

/// Positions on which a map is evaluated between two looks at the watch.
const POSITIONS_BETWEEN_LOOKS: usize = 64;

/// The operators of one argument that are tried. No point of the usual boards has more than six neighbours.
fn operators() -> Vec<Unary> {
    let mut all = vec![Unary::Not, Unary::Reach, Unary::Near];
    all.extend(Color::BOTH.map(Unary::Joined));
    all.extend(Color::BOTH.map(Unary::Taken));
    all.extend((1..=9).map(Unary::AtLeast));
    all.extend((0..=8).map(Unary::AtMost));
    all
}

/// What a map answers on all sampled positions, as a fingerprint: of its whole sets, and of what is to choose from.
struct Meanings<'a> {
    maps: &'a [Map],
    positions: &'a [Setup],
    rules: &'a RuleSet,
    watch: &'a Watch,
}

impl WithWords for Meanings<'_> {
    type Output = Result<Vec<[u128; 2]>, Why>;

    fn run<const W: usize>(self) -> Result<Vec<[u128; 2]>, Why> {
        let board = &self.positions[0].topology;
        let games: Vec<(Playout<W>, Words<W>)> = self
            .positions
            .iter()
            .map(|setup| {
                let mut game: Playout<W> = Playout::new(board.clone(), self.rules.playout());
                game.set(setup);
                let candidates = game.candidates();
                (game, candidates)
            })
            .collect();
        let total = Some(self.maps.len() as u64);
        let mut meanings = Vec::with_capacity(self.maps.len());
        for map in self.maps {
            self.watch.look(|| Progress::counted(LISTING, meanings.len() as u64, total))?;
            let program = Program::new(map);
            let mut prints = [0u128; 2];
            for (number, (game, candidates)) in games.iter().enumerate() {
                if number % POSITIONS_BETWEEN_LOOKS == POSITIONS_BETWEEN_LOOKS - 1 {
                    self.watch.check()?;
                }
                let set = program.evaluate(game, &[u64::MAX; W]);
                let choice: Words<W> = std::array::from_fn(|i| set[i] & candidates[i]);
                for (print, words) in prints.iter_mut().zip([set, choice]) {
                    for word in words {
                        // A multiplication by an odd number after each word: order matters, and nothing is lost.
                        *print = (*print ^ u128::from(word))
                            .wrapping_mul(0x0000_0da9_4204_2e4d_d58b_51ed_2701_a335_u128);
                        *print ^= *print >> 61;
                    }
                }
            }
            meanings.push(prints);
        }
        Ok(meanings)
    }
}

/// All expressions one operator larger than these.
fn larger(maps: &[Map]) -> Vec<Map> {
    let mut all = Vec::new();
    for operator in operators() {
        all.extend(maps.iter().map(|map| Map::one(operator, map.clone())));
    }
    for (i, a) in maps.iter().enumerate() {
        for (j, b) in maps.iter().enumerate() {
            if i < j {
                all.push(Map::two(Binary::And, a.clone(), b.clone()));
                all.push(Map::two(Binary::Or, a.clone(), b.clone()));
            }
            if i != j {
                all.push(Map::two(Binary::Minus, a.clone(), b.clone()));
            }
        }
    }
    all
}

/// Keeps the first map of each meaning; 0 compares whole sets, 1 what is to choose from.
fn merged(
    maps: Vec<Map>,
    plan: &SearchPlan,
    positions: &[Setup],
    by: usize,
    watch: &Watch,
) -> Result<Vec<Map>, Why> {
    let work = Meanings { maps: &maps, positions, rules: &plan.rules, watch };
    let meanings = with_words(plan.board.len(), work)?;
    let mut seen = FxHashMap::default();
    let mut kept = Vec::new();
    for (map, meaning) in maps.into_iter().zip(meanings) {
        if seen.insert(meaning[by], ()).is_none() {
            kept.push(map);
        }
    }
    Ok(kept)
}

/// Lists the distinct maps up to the plan's depth: how many expressions there were, and one map for each meaning.
///
/// # Errors
/// As [`Watch::check`].
pub fn distinct_maps(plan: &SearchPlan, watch: &Watch) -> Result<(usize, Vec<Map>), Why> {
    let positions = sample_positions(&plan.board, &plan.rules, plan.positions.max(1), plan.seed, watch)?;
    let mut maps: Vec<Map> = Base::ALL.into_iter().map(Map::Set).collect();
    let mut expressions = maps.len();
    for _ in 1..plan.depth.min(MOST_DEPTH) {
        let next = larger(&maps);
        expressions += next.len();
        maps = merged([maps, next].concat(), plan, &positions, 0, watch)?;
    }
    Ok((expressions, merged(maps, plan, &positions, 1, watch)?))
}

/// Searches and measures.
///
/// # Errors
/// As [`Watch::check`].
pub fn search(plan: &SearchPlan, watch: &Watch) -> Result<SearchReport, Why> {
    let (expressions, maps) = distinct_maps(plan, watch)?;
    let distinct = maps.len();
    let finalists = plan.finalists.max(1);
    let mut rounds = Vec::new();
    let mut sizes = vec![distinct];
    while let Some(&last) = sizes.last()
        && last > 4 * finalists
    {
        sizes.push(last.div_ceil(4));
    }
    let mut standing: Vec<(Map, Counts)> = maps.into_iter().map(|map| (map, Counts::default())).collect();
    let mut played = 0;
    for &size in &sizes {
        standing.truncate(size);
        let games = (plan.games / (sizes.len() * size) as u64).max(LEAST_GAMES);
        rounds.push(Round { maps: standing.len(), games });
        let cells: Vec<Cell> =
            standing.iter().map(|(map, _)| cell(plan, &plan.board, map.clone(), plan.seed)).collect();
        // Every map goes on where it stopped: its games have numbers of their own.
        let parts: Vec<Part> = games_of(cells.len(), played, games);
        played += games;
        let mut counts: Vec<Counts> = standing.iter().map(|(_, counts)| *counts).collect();
        run_stage("choosing maps", &cells, &parts, plan.threads, watch, &mut |part, more| {
            counts[part.cell] += more;
            ControlFlow::Continue(())
        })?;
        for ((_, old), new) in standing.iter_mut().zip(counts) {
            *old = new;
        }
        let value = plan.rules.draw_value();
        // Equal rates keep the order of the list: the simpler map first.
        standing.sort_by(|(_, a), (_, b)| b.rate(value).total_cmp(&a.rate(value)));
    }
    standing.truncate(finalists);

    let published: Vec<Map> = PAPER.iter().map(NamedMap::map).collect();
    let all: Vec<Map> = standing.iter().map(|(map, _)| map.clone()).chain(published).collect();
    let seed = fingerprint(&format!("unseen {}", plan.seed));
    let cells: Vec<Cell> = all
        .iter()
        .flat_map(|map| plan.unseen.iter().map(|board| cell(plan, board, map.clone(), seed)))
        .collect();
    let counts = measure_stage("measuring maps", &cells, plan.final_games, plan.threads, watch)?;
    let boards = plan.unseen.len();
    let mut found: Vec<Found> = all
        .into_iter()
        .enumerate()
        .map(|(i, map)| Found {
            map,
            chosen_by: standing.get(i).map(|(_, counts)| *counts),
            unseen: counts[i * boards..(i + 1) * boards].to_vec(),
        })
        .collect();
    let published = found.split_off(standing.len());
    Ok(SearchReport { expressions, distinct, positions: plan.positions, rounds, found, published })
}

fn cell(plan: &SearchPlan, board: &Arc<Topology>, map: Map, seed: u64) -> Cell {
    Cell {
        board: board.clone(),
        player: Player::of_map(map),
        against: Player::random(),
        rules: plan.rules,
        colors: Colors::First,
        seed,
    }
}

/// So many games of each cell from this number on, in parts of at most a chunk.
fn games_of(cells: usize, from: u64, games: u64) -> Vec<Part> {
    crate::experiment::parts(cells, games)
        .into_iter()
        .map(|part| Part { cell: part.cell, games: from + part.games.start..from + part.games.end })
        .collect()
}
