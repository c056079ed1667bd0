//! Answers along a game. A move changes little: an answer is kept while nothing changes that it depends on.
//!
//! What an answer depends on is known exactly, because reading is a computation with few inputs: the points of the parts that were
//! looked at, the stones on them, the safe stones beside them, the ban of a ko in there, and how many parts there were. If all of
//! these are the same, the same question gives the same answer, node for node. So an answer that is kept never differs from one
//! that is asked for anew, whatever the moves elsewhere were: ladders, liberties and walls included, because the areas are laid
//! out anew in every position and only compared.

use std::hash::{Hash, Hasher};
use std::sync::Arc;

use rustc_hash::{FxHashMap, FxHasher};
use tesuji_board::{Color, Point, PointSet, Position};
use tesuji_job::{Limits, Watch, Why};

use crate::area::{Area, Ground, areas_on};
use crate::field::Field;
use crate::life::{Life, Question, life_in};
use crate::set::Wide;

/// Answers that are kept, by what they depend on.
#[derive(Default)]
pub struct Kept {
    /// By the parts that were looked at. Equal hashes are told apart by the basis itself.
    answers: FxHashMap<u64, Vec<(Basis, Arc<Life>)>>,
    /// How many parts answers looked at: a basis is made for each of these numbers.
    depths: Vec<usize>,
    /// Questions that were answered, and those among them that were read.
    asked: u64,
    read: u64,
    /// Nodes of the answers as if each had been read.
    nodes_anew: u64,
    nodes: u64,
}

/// What an answer depends on.
#[derive(Clone, PartialEq, Eq, Hash)]
struct Basis {
    /// The parts that were looked at.
    parts: Vec<Part>,
    /// Which of all parts are small enough to be read.
    fits: Vec<bool>,
    shut_in: bool,
    /// The stones that have to survive, where each of them has to: else the parts say what is meant.
    all_named: Option<Vec<Point>>,
    every_move: bool,
    first: Option<Color>,
    nodes: u64,
    memory: u64,
}

/// A part of the board and what stands there.
#[derive(Clone, PartialEq, Eq, Hash)]
struct Part {
    points: Vec<Point>,
    stones: [Vec<Point>; 2],
    /// Safe stones beside it.
    safe: [Vec<Point>; 2],
    group: Vec<Point>,
    /// A point in there that is banned, and for whom.
    ban: Option<(Point, Color)>,
}

/// A position in which several groups are asked about.
pub struct Standing<'a> {
    kept: &'a mut Kept,
    position: &'a Position,
    ground: Ground,
}

impl Kept {
    /// Nothing is kept yet.
    #[must_use]
    pub fn new() -> Kept {
        Kept::default()
    }

    /// Asks about groups of this position.
    pub fn on<'a>(&'a mut self, position: &'a Position) -> Standing<'a> {
        let ground = Ground::of(position);
        Standing { kept: self, position, ground }
    }

    /// Questions that were answered, and how many of them were read.
    #[must_use]
    pub fn questions(&self) -> (u64, u64) {
        (self.asked, self.read)
    }

    /// Positions looked at, and how many it would have been if every question had been read.
    #[must_use]
    pub fn nodes(&self) -> (u64, u64) {
        (self.nodes, self.nodes_anew)
    }
}

impl Standing<'_> {
    /// Whether a stone cannot be captured even if its string is never defended.
    #[must_use]
    pub fn is_alive(&self, stone: Point) -> bool {
        self.ground.is_alive(stone)
    }

    /// As [`life_between`](crate::life_between), with the same answer.
    pub fn life(&mut self, question: &Question, limits: &Limits, watch: &Watch) -> Option<Life> {
        let position = self.position;
        let areas = areas_on(position, &self.ground, &question.named, &question.stated);
        areas.last()?;
        let fits: Vec<bool> = areas.iter().map(|area| Field::<Wide>::fits(position, &area.points)).collect();
        let basis = |parts: usize| Basis {
            parts: areas.iter().take(parts).map(|area| part(position, area)).collect(),
            fits: fits.clone(),
            shut_in: areas.first().is_some_and(|area| area.shut_in),
            all_named: question.all_named.then(|| question.named.iter().collect()),
            every_move: question.every_move,
            first: question.first,
            nodes: limits.nodes,
            memory: limits.memory,
        };
        let mut found = None;
        for &depth in &self.kept.depths {
            if depth > areas.len() {
                continue;
            }
            let basis = basis(depth);
            let known = self.kept.answers.get(&hash(&basis));
            found = known.and_then(|known| known.iter().find(|one| one.0 == basis)).map(|one| one.1.clone());
            if found.is_some() {
                break;
            }
        }
        self.kept.asked += 1;
        if let Some(life) = found {
            self.kept.nodes_anew += life.nodes;
            let area = areas.into_iter().nth(life.index)?;
            // The walls may be known better by now, and go on elsewhere.
            return Some(Life { area, ..(*life).clone() });
        }
        let life = life_in(position, question, areas.clone(), limits, watch)?;
        self.kept.read += 1;
        self.kept.nodes += life.nodes;
        self.kept.nodes_anew += life.nodes;
        let ended = life.first.iter().flatten().filter_map(|side| side.fate.err());
        // What somebody stopped, or a clock did, is no answer to keep.
        if ended.clone().all(|why| !matches!(why, Why::Stopped | Why::Time)) {
            let basis = basis(life.parts);
            self.kept.answers.entry(hash(&basis)).or_default().push((basis, Arc::new(life.clone())));
            if !self.kept.depths.contains(&life.parts) {
                self.kept.depths.push(life.parts);
            }
        }
        Some(life)
    }
}

fn part(position: &Position, area: &Area) -> Part {
    let beside = position.topology().boundary(&area.points);
    let walls: PointSet = area.walls.iter().flat_map(|wall| wall.stones.iter()).collect();
    let stones = Color::BOTH.map(|color| (&area.points & &position.stones(color)).iter().collect());
    let safe = Color::BOTH.map(|color| {
        beside.iter().filter(|&at| position.stone(at) == Some(color) && walls.contains(at)).collect()
    });
    Part {
        points: area.points.iter().collect(),
        stones,
        safe,
        group: area.group.iter().collect(),
        ban: position.ko().filter(|&ko| area.points.contains(ko)).map(|ko| (ko, position.to_move())),
    }
}

fn hash(basis: &Basis) -> u64 {
    let mut hasher = FxHasher::default();
    basis.hash(&mut hasher);
    hasher.finish()
}
