//! From a position with several racing strings to a graph.
//!
//! Every marked string is a block. A region that touches one block is counted by local play, exactly as for two blocks; a plain
//! region between two opposing blocks is so many shared liberties. Where a region touches blocks that could be joined in it,
//! more than two blocks, or is otherwise not plain, the graph does not tell everything: the gap is listed, and search on the
//! board decides.

use tesuji_board::{Color, Point, PointSet, Position};
use tesuji_job::{Unknown, Why};
use tesuji_local::MOST_POINTS;

use super::answer::{GraphAnswer, GraphMove, GraphReport, GraphStep, Spot, Standing, Told, solve_standing};
use super::graph::{Block, Edge, Graph, MOST_BLOCKS};
use crate::blocks::Blocks;
use crate::board::{Field, ground_of, letters};
use crate::error::{RaceError, together, told_by};
use crate::liberty::LibertyGames;
use crate::local::{LocalPlay, Memory, Uncounted, account};
use crate::product::{Asked, Fate, Graded, GroupProduct};
use crate::race::{EyeClass, Kos, Summand};
use crate::verdict::{Method, Outcome};

/// A region of a race of several blocks.
#[derive(Clone, Debug)]
pub struct GroupRegion {
    /// A letter: A, B, ... in the order of their first points.
    pub id: String,
    /// Its points, with unknown stones.
    pub points: PointSet,
    /// The blocks that touch it, by index.
    pub blocks: Vec<usize>,
    /// Whether it lies inside one block.
    pub is_eye: bool,
    /// Why it is not in the graph, if it is not.
    pub gap: Option<Unknown>,
}

/// Several racing strings on a board.
pub struct GroupRace {
    /// The position.
    pub position: Position,
    /// Which stones race, which are safe; all racing stones of a colour together.
    pub blocks: Blocks,
    /// The racing strings, in the order of the graph's blocks.
    pub strings: Vec<PointSet>,
    /// The liberty regions.
    pub regions: Vec<GroupRegion>,
    /// The race as a graph.
    pub graph: Graph,
    /// The liberty games of the regions.
    pub games: LibertyGames,
    /// Why the graph does not tell everything about the board; empty if it does.
    pub gaps: Vec<Unknown>,
    /// The grounds of the blocks' regions.
    fields: Vec<Vec<Field>>,
    /// The shared liberties of each pair.
    shared: Vec<Vec<Point>>,
}

/// How many racing strings the blocks are.
#[must_use]
pub fn racing_strings(position: &Position, blocks: &Blocks) -> Vec<(Color, PointSet)> {
    let mut strings = Vec::new();
    for color in Color::BOTH {
        let mut rest = blocks.essential[color.index()].clone();
        while let Some(first) = rest.first() {
            let string: PointSet = position.string(first).collect();
            rest = rest.iter().filter(|&point| !string.contains(point)).collect();
            strings.push((color, string));
        }
    }
    strings
}

impl GroupRace {
    /// Finds and counts the regions of a race of several strings. The games, which are none yet, carry the limits of the question.
    ///
    /// # Errors
    /// [`RaceError::Setup`] if a racing string touches no opposing one, [`RaceError::Unknown`] if there are too many.
    pub fn new(position: Position, blocks: Blocks, games: LibertyGames) -> Result<GroupRace, RaceError> {
        let racing = racing_strings(&position, &blocks);
        if racing.len() > MOST_BLOCKS {
            return Err(RaceError::too_large(format!(
                "{} racing strings are too many: {MOST_BLOCKS} is the most",
                racing.len()
            )));
        }
        let mut graph = Graph::default();
        let mut counts = [0; 2];
        for (color, _) in &racing {
            counts[color.index()] += 1;
            let letter = if *color == Color::Black { 'B' } else { 'W' };
            let name = format!("{letter}{}", counts[color.index()]);
            graph.blocks.push(Block { name, color: *color, regions: Vec::new(), eye: EyeClass::None });
        }
        let strings = racing.into_iter().map(|(_, string)| string).collect();
        let mut race = GroupRace {
            position,
            blocks,
            strings,
            regions: Vec::new(),
            graph,
            games,
            gaps: Vec::new(),
            fields: Vec::new(),
            shared: Vec::new(),
        };
        race.fields = race.strings.iter().map(|_| Vec::new()).collect();
        race.find_contacts();
        race.find_regions();
        race.check()?;
        Ok(race)
    }

    fn edge(&mut self, ends: [usize; 2]) -> Option<&mut Edge> {
        let [one, other] = ends;
        if self.graph.blocks[one].color == self.graph.blocks[other].color {
            return None;
        }
        if !self.graph.edges.iter().any(|edge| edge.across(one) == Some(other)) {
            self.graph.edges.push(Edge { ends, shared: 0 });
            self.shared.push(Vec::new());
        }
        self.graph.edges.iter_mut().find(|edge| edge.across(one) == Some(other))
    }

    fn find_contacts(&mut self) {
        let board = self.position.topology().clone();
        for one in 0..self.strings.len() {
            for other in one + 1..self.strings.len() {
                if board.boundary(&self.strings[one]).intersects(&self.strings[other]) {
                    self.edge([one, other]);
                }
            }
        }
    }

    fn find_regions(&mut self) {
        let board = self.position.topology().clone();
        let fixed = self.blocks.fixed();
        let mut seen = fixed.clone();
        for start in board.points() {
            if seen.contains(start) {
                continue;
            }
            let points = board.component(start, |point| !fixed.contains(point));
            seen.extend(points.iter());
            let boundary = board.boundary(&points);
            let touching: Vec<usize> =
                (0..self.strings.len()).filter(|&block| boundary.intersects(&self.strings[block])).collect();
            if touching.is_empty() {
                continue;
            }
            let id = letters(self.regions.len());
            let safe = Color::BOTH.map(|color| boundary.intersects(&self.blocks.safe[color.index()]));
            let is_eye = touching.len() == 1 && safe == [false, false];
            let gap = match *touching.as_slice() {
                [block] => self.count(&id, block, &points, is_eye, safe),
                [one, other] if self.graph.blocks[one].color != self.graph.blocks[other].color => {
                    let plain = self.is_plain(&points, [one, other]);
                    let shared = points.len() as u32;
                    let edge = self.edge([one, other]);
                    if let Some(edge) = edge.filter(|_| plain) {
                        edge.shared += shared;
                        let at = self.graph.edges.iter().position(|edge| edge.across(one) == Some(other));
                        self.shared[at.unwrap_or_default()].extend(points.iter());
                    }
                    (!plain).then(|| unseen(format!("the shared region {id} is not plain")))
                }
                _ => {
                    let names: Vec<&str> =
                        touching.iter().map(|&block| self.graph.blocks[block].name.as_str()).collect();
                    let names = names.join(", ");
                    for &one in &touching {
                        for &other in touching.iter().filter(|&&other| other > one) {
                            self.edge([one, other]);
                        }
                    }
                    Some(unseen(format!("region {id} lies between {names}")))
                }
            };
            self.gaps.extend(gap.clone());
            self.regions.push(GroupRegion { id, points, blocks: touching, is_eye, gap });
        }
    }

    /// Whether every point is empty and touches both blocks and nothing else.
    fn is_plain(&self, points: &PointSet, ends: [usize; 2]) -> bool {
        let board = self.position.topology();
        points.iter().all(|point| {
            let around = board.neighbors(point);
            let touches = |set: &PointSet| around.iter().any(|&next| set.contains(next));
            self.position.is_empty_at(point)
                && ends.iter().all(|&end| touches(&self.strings[end]))
                && !self.blocks.safe.iter().any(touches)
        })
    }

    fn count(
        &mut self,
        id: &str,
        block: usize,
        points: &PointSet,
        is_eye: bool,
        safe: [bool; 2],
    ) -> Option<Unknown> {
        let owner = self.graph.blocks[block].color;
        if safe[owner.index()] {
            let name = &self.graph.blocks[block].name;
            return Some(unseen(format!("{name} may join safe stones in region {id}")));
        }
        let uncounted = |why: Uncounted| told_by(&format!("region {id} cannot be counted"), why);
        if points.len() > MOST_POINTS {
            return Some(uncounted(Uncounted::TooManyPoints));
        }
        let (ground, state) = ground_of(&self.position, &self.blocks, points.iter().collect(), owner);
        let mut memory = Memory::new(owner, account(&self.games));
        let mut play = LocalPlay { ground: &ground, games: &mut self.games, memory: &mut memory };
        let parts = match play.count(&state) {
            Ok(parts) => parts,
            Err(why) => return Some(uncounted(why)),
        };
        let kos: Kos = play.kos();
        self.fields[block].push(Field { ground, state, memory });
        let here = &mut self.graph.blocks[block];
        if is_eye {
            let size = points.len();
            let class = EyeClass::of_size(size).unwrap_or(EyeClass::Big(size.min(MOST_POINTS) as u8));
            here.eye = here.eye.max(class);
        }
        here.regions.push(Summand { name: id.to_string().into(), owner, parts, is_eye, kos });
        None
    }

    /// Answers everything about the race: by the product of its liberty games if they tell everything, else by the product of its
    /// regions. The first may use half of the nodes, the second all that are left.
    pub fn solve(&mut self) -> GraphReport {
        let gap = if self.gaps.is_empty() && self.position.ko().is_none() {
            let mut start = Standing::new(&self.graph);
            start.states =
                self.fields.iter().map(|all| all.iter().map(|field| field.state.clone()).collect()).collect();
            start.empty = self.shared.clone();
            let fields = &mut Some(self.fields.as_mut_slice());
            let most = self.games.limits().nodes / 2;
            match solve_standing(&mut self.games, &start, fields, most) {
                Ok(report) => return report,
                Err(why) => why.into(),
            }
        } else {
            let mut gaps = self.gaps.clone();
            if gaps.is_empty() {
                gaps.push(unseen("a ko was just taken".to_string()));
            }
            together(gaps)
        };
        let unknown = |why: Unknown| together(vec![gap.clone(), told_by("search in the regions", why)]);
        let mut product = match GroupProduct::new(self, u64::MAX).map(GroupProduct::counting) {
            Ok(product) => product,
            Err(why) => return GraphReport::unknown(&self.games, &self.graph, Method::Search, &unknown(why)),
        };
        let answers = Color::BOTH.map(|first| {
            let mut told = |asked: Asked| self.told(&mut product, asked, first, &unknown);
            let outcome = told(Asked::First);
            let fates: Vec<Told<u8>> =
                (0..self.strings.len()).map(|block| told(Asked::Block(block))).collect();
            GraphAnswer {
                first,
                outcome: outcome.map(|value| match value {
                    2 => Outcome::win_of(first),
                    1 => Outcome::Seki,
                    _ => Outcome::win_of(first.opponent()),
                }),
                fates: fates
                    .into_iter()
                    .enumerate()
                    .map(|(block, told)| told.map(|value| product.fate_of(block, first, value)))
                    .collect(),
            }
        });
        GraphReport { answers, method: Method::Search, nodes: self.games.nodes() }
    }

    /// One question with its moves and its line, by the product of the regions.
    fn told(
        &self,
        product: &mut GroupProduct,
        asked: Asked,
        first: Color,
        unknown: &impl Fn(Unknown) -> Unknown,
    ) -> Told<u8> {
        let graded = match product.graded(asked, first) {
            Ok(graded) => graded,
            Err(why) => return Told::only(Err(unknown(why.into()))),
        };
        let mut told = Told::only(Ok(graded.without_threats().for_side(first)));
        told.ko = match graded {
            Graded::Settled(_) => None,
            Graded::Ko(ko) => Some(ko),
        };
        let threats = graded.level_for(first);
        match product.line(asked, first, threats) {
            Ok(line) => {
                told.line = line
                    .into_iter()
                    .map(|(mover, point)| GraphStep { mover, played: point.map(|point| self.played(point)) })
                    .collect();
            }
            Err(why) => told.ended = Some(why.into()),
        }
        let wanted = match graded {
            Graded::Settled(outcome) => outcome.for_side(first),
            Graded::Ko(ko) if ko.needs[first.index()].is_some() => {
                ko.with_threats[first.index()].for_side(first)
            }
            Graded::Ko(ko) => ko.without_threats.for_side(first),
        };
        if wanted > 0 {
            let (good, undecided, ended) = product.good_moves(asked, first, wanted, threats);
            told.moves = good.into_iter().map(|point| self.played(point)).collect();
            told.undecided = undecided.into_iter().map(|point| self.played(point)).collect();
            told.ended = told.ended.take().or(ended.map(Unknown::from));
        }
        told
    }

    /// A move on a point, with the place it is in.
    fn played(&self, point: Point) -> GraphMove {
        let region = self.regions.iter().position(|region| region.points.contains(point));
        GraphMove { spot: Spot::Ground(region.unwrap_or_default()), point: Some(point) }
    }

    /// Whether the product of the regions says the same as that of the liberty games.
    ///
    /// # Errors
    /// Why it does not say it, or why there is nothing to compare with.
    pub fn verify(&self, answers: &[GraphAnswer; 2]) -> Result<bool, Unknown> {
        let mut product = GroupProduct::new(self, u64::MAX)?;
        let mut agrees = true;
        for answer in answers {
            agrees &= product.outcome(answer.first)? == answer.outcome.result.clone()?;
            for (block, fate) in answer.fates.iter().enumerate() {
                let ours = fate.result.clone()?;
                let theirs = product.fate(block, answer.first)?;
                // On the board two eyes are seen when they are there, in liberty games when they cannot be prevented.
                let lives = self.graph.blocks[block].regions.iter().flat_map(|region| &region.parts);
                let by_eyes = lives.clone().any(|&id| self.games.node(id).may_live);
                agrees &= ours == theirs || (by_eyes && ours != Fate::Dies && theirs != Fate::Dies);
            }
        }
        Ok(agrees)
    }

    fn check(&self) -> Result<(), RaceError> {
        for (index, block) in self.graph.blocks.iter().enumerate() {
            if self.graph.neighbors(index).next().is_none() {
                let first = self.strings[index].first();
                let name = first.map_or("", |point| self.position.topology().name_of(point));
                return Err(RaceError::setup(format!(
                    "the racing string at {name} ({}) touches no opposing racing string and shares no liberties with one",
                    block.color
                )));
            }
        }
        Ok(())
    }
}

/// What a graph cannot hold.
fn unseen(what: String) -> Unknown {
    Unknown::new(Why::OutOfReach, what)
}
