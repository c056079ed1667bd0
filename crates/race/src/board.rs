//! From a position to a race: liberty regions, their kinds, their liberty games (spec, section 1).
//!
//! A liberty region is a connected set of empty points and unknown stones between essential and safe stones. What bounds
//! it says whose it is. Regions of one block are counted by local play; shared regions have to be plain to be counted at
//! all. What cannot be counted is not guessed: the region says why, and the race goes to the search.

use tesuji_board::{Color, Point, PointSet, Position};
use tesuji_job::{Unknown, Why};
use tesuji_local::{Ground, MOST_POINTS, Part, Touch};

use crate::blocks::Blocks;
use crate::error::{RaceError, told_by};
use crate::liberty::{LibertyGames, Parts};
use crate::local::{LocalPlay, Memory, Uncounted, account};
use crate::race::{EyeClass, Kos, Race, Summand};

/// What a region is to the race.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum RegionKind {
    /// Between one essential block and safe stones.
    External,
    /// Inside one essential block.
    Eye,
    /// Between both essential blocks, every point a liberty of both.
    SharedPlain,
    /// Between both essential blocks, and more than that.
    SharedOther,
}

impl RegionKind {
    /// The word used in tables and JSON.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            RegionKind::External => "external",
            RegionKind::Eye => "eye",
            RegionKind::SharedPlain => "shared",
            RegionKind::SharedOther => "shared, not plain",
        }
    }
}

/// A liberty region on the board.
#[derive(Clone, Debug)]
pub struct Region {
    /// A letter: A, B, ... in the order of their first points.
    pub id: String,
    /// What it is to the race.
    pub kind: RegionKind,
    /// Whose liberties they are; `None` if shared.
    pub owner: Option<Color>,
    /// Its points, with unknown stones.
    pub points: PointSet,
    /// The liberty game, or why there is none; `None` for shared regions.
    pub parts: Option<Result<Parts, Uncounted>>,
    /// Whether the essential block can join safe stones of its own here.
    pub may_connect_out: bool,
    /// Whether positions of the region can come back, and what that means.
    pub kos: Kos,
    /// How many local positions were looked at.
    pub states: usize,
}

struct Counted {
    parts: Result<Parts, Uncounted>,
    kos: Kos,
    states: usize,
    field: Option<Field>,
}

/// A counted region as it stands on the board, for playing lines.
pub(crate) struct Field {
    pub(crate) ground: Ground,
    pub(crate) state: Part,
    pub(crate) memory: Memory,
}

/// A race on a board.
pub struct BoardRace {
    /// The position.
    pub position: Position,
    /// Which stones race, which are safe.
    pub blocks: Blocks,
    /// The liberty regions.
    pub regions: Vec<Region>,
    /// The race as a sum; the summands are the counted regions in their order.
    pub race: Race,
    /// The liberty games of the regions.
    pub games: LibertyGames,
    /// Why the sum does not tell everything about the board; empty if it does.
    pub gaps: Vec<Unknown>,
    /// The grounds of the regions, in their order; none for shared ones.
    pub(crate) fields: Vec<Option<Field>>,
}

impl BoardRace {
    /// Finds and counts the regions of a race. The games, which are none yet, carry the limits of the question; regions that
    /// could not be counted within them say so.
    ///
    /// # Errors
    /// [`RaceError::Setup`] if the blocks have nothing to do with each other.
    pub fn new(position: Position, blocks: Blocks, games: LibertyGames) -> Result<BoardRace, RaceError> {
        let mut race = BoardRace {
            position,
            blocks,
            regions: Vec::new(),
            race: Race::default(),
            games,
            gaps: Vec::new(),
            fields: Vec::new(),
        };
        race.find_regions();
        race.sum_up();
        race.check_contact()?;
        Ok(race)
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
            let touches = |sets: &[PointSet; 2]| Color::BOTH.map(|c| boundary.intersects(&sets[c.index()]));
            let (essential, safe) = (touches(&self.blocks.essential), touches(&self.blocks.safe));
            let owner = match essential {
                [false, false] => continue,
                [true, false] => Some(Color::Black),
                [false, true] => Some(Color::White),
                [true, true] => None,
            };
            let kind = match owner {
                None if self.is_plain(&points) => RegionKind::SharedPlain,
                None => RegionKind::SharedOther,
                Some(_) if safe == [false, false] => RegionKind::Eye,
                Some(_) => RegionKind::External,
            };
            self.fields.push(None);
            self.regions.push(Region {
                id: letters(self.regions.len()),
                kind,
                owner,
                points,
                parts: None,
                may_connect_out: owner.is_some_and(|owner| safe[owner.index()]),
                kos: Kos::None,
                states: 0,
            });
        }
        self.count_regions();
    }

    /// Counts the regions, large ones first: small ones are often among what can be left of them.
    fn count_regions(&mut self) {
        let mut order: Vec<usize> = (0..self.regions.len()).collect();
        order.sort_by_key(|&index| std::cmp::Reverse(self.regions[index].points.len()));
        for index in order {
            let Some(owner) = self.regions[index].owner else { continue };
            let points = self.regions[index].points.clone();
            let Counted { parts, kos, states, field } = self.count(&points, owner);
            let region = &mut self.regions[index];
            region.parts = Some(parts);
            region.kos = kos;
            region.states = states;
            self.fields[index] = field;
        }
    }

    /// Whether every point is empty and touches both racing blocks and no safe stones.
    fn is_plain(&self, points: &PointSet) -> bool {
        let board = self.position.topology();
        points.iter().all(|point| {
            let around = board.neighbors(point);
            let touches = |set: &PointSet| around.iter().any(|&next| set.contains(next));
            self.position.is_empty_at(point)
                && self.blocks.essential.iter().all(touches)
                && !self.blocks.safe.iter().any(touches)
        })
    }

    fn count(&mut self, points: &PointSet, owner: Color) -> Counted {
        if points.len() > MOST_POINTS {
            return Counted { parts: Err(Uncounted::TooManyPoints), kos: Kos::None, states: 0, field: None };
        }
        let (ground, state) = ground_of(&self.position, &self.blocks, points.iter().collect(), owner);
        let mut memory = Memory::new(owner, account(&self.games));
        let mut play = LocalPlay { ground: &ground, games: &mut self.games, memory: &mut memory };
        let parts = play.count(&state);
        let (kos, states) = (play.kos(), play.states());
        let field = Some(Field { ground, state, memory });
        Counted { parts, kos, states, field }
    }

    /// Makes the race of the counted regions.
    fn sum_up(&mut self) {
        for region in &self.regions {
            match (&region.parts, region.kind) {
                (_, RegionKind::SharedPlain) => self.race.shared += region.points.len() as u32,
                (_, RegionKind::SharedOther) => {
                    let told = format!("the shared region {} is not plain", region.id);
                    self.gaps.push(Unknown::new(Why::OutOfReach, told));
                }
                (Some(Ok(parts)), kind) => {
                    let owner = region.owner.unwrap_or(Color::Black);
                    let is_eye = kind == RegionKind::Eye;
                    if is_eye {
                        let class = EyeClass::of_region(region.points.len());
                        let known = &mut self.race.eyes[owner.index()];
                        *known = class.max(*known);
                    }
                    let parts = parts.clone();
                    self.race.summands.push(Summand {
                        name: region.id.as_str().into(),
                        owner,
                        parts,
                        is_eye,
                        kos: region.kos,
                    });
                }
                (Some(Err(why)), _) => {
                    self.gaps.push(told_by(&format!("region {} cannot be counted", region.id), *why));
                }
                (None, _) => {}
            }
        }
        for color in Color::BOTH {
            let block = &self.blocks.essential[color.index()];
            let strings = block.first().map_or(0, |first| self.position.string_size(first));
            if strings != block.len() {
                let told = format!("{color}'s racing stones are more than one string");
                self.gaps.push(Unknown::new(Why::OutOfReach, told));
            }
        }
    }

    /// The blocks of a race touch each other or share a region; otherwise capturing one says nothing about the other.
    fn check_contact(&self) -> Result<(), RaceError> {
        let [black, white] = &self.blocks.essential;
        let board = self.position.topology();
        let shared = self.regions.iter().any(|region| region.owner.is_none());
        if shared || board.boundary(black).intersects(white) {
            return Ok(());
        }
        Err(RaceError::setup(
            "the racing strings do not touch and share no liberties, so neither has to capture the other: mark two strings \
             that do",
        ))
    }

    /// The region with this point.
    #[must_use]
    pub fn region_at(&self, point: Point) -> Option<&Region> {
        self.regions.iter().find(|region| region.points.contains(point))
    }
}

/// A, B, ..., Z, AA, AB, ...
pub(crate) fn letters(mut index: usize) -> String {
    let mut letters = Vec::new();
    loop {
        letters.push(char::from(b'A' + (index % 26) as u8));
        if index < 26 {
            return letters.iter().rev().collect();
        }
        index = index / 26 - 1;
    }
}

/// The ground of some points of a race that one block touches, and what is on it.
pub(crate) fn ground_of(
    position: &Position,
    blocks: &Blocks,
    points: Vec<Point>,
    owner: Color,
) -> (Ground, Part) {
    let board = position.topology();
    let mut part = Part::default();
    let mut block = Touch { color: owner, points: 0 };
    for (index, &point) in points.iter().enumerate() {
        let bit = 1 << index;
        part.points |= bit;
        if let Some(color) = position.stone(point) {
            part.stones[color.index()] |= bit;
        }
        let touches = |set: &PointSet| board.neighbors(point).iter().any(|&next| set.contains(next));
        if touches(&blocks.essential[owner.index()]) {
            block.points |= bit;
        }
        for color in Color::BOTH {
            if touches(&blocks.safe[color.index()]) {
                part.safe[color.index()] |= bit;
            }
        }
    }
    part.blocks.push(block);
    (Ground::new(board, points), part)
}
