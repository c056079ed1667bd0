//! What a move is worth: the open regions of a Go position as games, and the score of the whole board.
//!
//! ```
//! use tesuji_board::{Diagram, Rules};
//! use tesuji_endgame::{Question, Scoring, solve};
//! use tesuji_job::{Limits, Watch};
//! use tesuji_read::Stated;
//!
//! // A corridor of three points between walls that are stated to live.
//! let diagram: Diagram = "
//!     X X X X O
//!     X . . . O
//!     X X X X O".parse().unwrap();
//! let position = diagram.position(Rules::default()).unwrap();
//! let all = diagram.setup.topology.points().filter(|&point| !position.is_empty_at(point)).collect();
//! let stated = Stated { safe: all, ..Stated::default() };
//! let question = Question { stated, regions: None, scoring: Scoring::Territory };
//! let found = solve(&position, &question, &Limits::nodes(10_000), &Watch::unwatched());
//! let worth = found.regions[0].worth.as_ref().unwrap();
//! let thermograph = &worth.thermographs[0];
//! assert_eq!((thermograph.mean().to_string(), thermograph.temperature().to_string()), ("5/4".into(), "3/4".into()));
//! assert_eq!(found.first[0].as_ref().map(|first| first.scores), Ok([2, 2]));
//! ```
//!
//! # Inside
//!
//! ```text
//! walls     which strings are taken as safe, and why
//! region    what lies between them; regions that look the same are computed once
//! settled   territory that needs no play
//! graph     all positions of a region, and their values; kos that matter are noticed
//! knots     what leads back to itself
//! worth     count, value of a move, sente and gote, best moves
//! sum       the score of all regions together, its moves and its line
//! ```

mod graph;
mod knots;
mod region;
mod settled;
mod sum;
mod walls;
mod worth;

use tesuji_board::{Color, Point, PointSet, Position};
use tesuji_cgt::{Arena, Dyadic, Error, Form};
use tesuji_job::{Limits, Watch, Why};
use tesuji_read::Stated;

use self::graph::{Budget, Graph};
use self::region::Region;
pub use self::sum::First;
use self::sum::{Sum, Summand};
pub use self::walls::{Ground, Wall};
use self::worth::Solved;
pub use self::worth::{Kind, Worth};

/// The most empty points of a region that is played out.
pub const MOST_EMPTY: usize = 24;

/// Bytes of a game that an arena keeps, about.
const BYTES_OF_A_GAME: u64 = 200;

/// How points are counted.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Scoring {
    /// Surrounded points and prisoners.
    #[default]
    Territory,
    /// Surrounded points and stones on the board.
    Area,
}

/// A question about the endgame of a position.
#[derive(Clone, Debug)]
pub struct Question {
    /// What is stated about strings.
    pub stated: Stated,
    /// Only regions with one of these points in each, if any are named.
    pub regions: Option<Vec<PointSet>>,
    /// How points are counted.
    pub scoring: Scoring,
}

/// What was found about the endgame of a position.
pub struct Answer {
    /// The strings that are taken as safe.
    pub walls: Vec<Wall>,
    /// The regions, in the order of their first points.
    pub regions: Vec<RegionAnswer>,
    /// The sum of all regions that are known; the error is the reason why there is none.
    pub sum: Result<Total, Why>,
    /// The score with each side moving first, Black's first.
    pub first: [Result<First, Why>; 2],
    /// Positions looked at.
    pub nodes: u64,
    arenas: Vec<Arena>,
}

/// The sum of all regions that are known.
#[derive(Clone, Debug)]
pub struct Total {
    /// The count: the sum of the regions' counts, komi not included; the larger and the smaller one where kos matter.
    pub counts: [Dyadic; 2],
    /// The sum of the values; nothing where it is too large.
    pub value: Option<Form>,
    /// Whether that value is chilled.
    pub chilled: bool,
    /// What the score by area has besides: Black's stones less White's.
    pub stones: i64,
}

/// What was found about a region.
#[derive(Clone, Debug)]
pub struct RegionAnswer {
    /// Its points.
    pub points: PointSet,
    /// Empty points.
    pub empty: usize,
    /// What it is worth, or why that is not known.
    pub worth: Result<Worth, Missing>,
    /// The region that looks the same and was played out instead, by its place in the list.
    pub same_as: Option<usize>,
    /// Whose territory it is taken to be, because it is too large to be played out and only this side's walls are around it.
    pub assumed: Option<Color>,
    arena: Option<usize>,
}

/// Why a region is not in the sum.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Missing {
    /// The question named others.
    NotAsked,
    /// It has too many empty points.
    TooLarge,
    /// A ko in it matters, and points are counted by area.
    Ko,
    /// A limit was reached.
    Limit(Why),
    /// A number left the range of exact arithmetic.
    Overflow,
    /// By area the points inside seki count, which playing out does not see.
    Seki,
}

impl From<Error> for Missing {
    fn from(error: Error) -> Missing {
        match error {
            Error::Unknown(why) => Missing::Limit(why),
            _ => Missing::Overflow,
        }
    }
}

impl Answer {
    /// The arena with the values of a region, to compute and print with.
    pub fn arena(&mut self, region: usize) -> Option<&mut Arena> {
        let arena = self.regions.get(region)?.arena?;
        self.arenas.get_mut(arena)
    }
}

/// Finds the regions of a position, what they are worth, and the score of their sum.
#[must_use]
pub fn solve(position: &Position, question: &Question, limits: &Limits, watch: &Watch) -> Answer {
    // A quarter is for the walls, a quarter for the sum, so that one large region does not take everything.
    let share = |of: u64| Limits { nodes: limits.nodes / 4 * of, memory: limits.memory / 4 * of, ..*limits };
    let (walls, read) = walls::walls(position, &question.stated, &share(1), watch);
    let stones: PointSet = walls.iter().flat_map(|wall| wall.stones.iter()).collect();
    let mut budget =
        Budget { nodes: share(2).nodes, memory: share(1).memory, used: 0, games: 0, kept: 0, watch };
    let mut held = 0;
    let mut solved: Vec<Solved> = Vec::new();
    let mut regions: Vec<(RegionAnswer, Option<Region>)> = Vec::new();
    let mut enclosed: Vec<Option<Color>> = Vec::new();
    for points in region::find(position, &stones) {
        let owner = region::owner(position, &points);
        let region = Region::new(position, &stones, &points);
        let (points, empty) = match &region {
            Some(region) => (region.points(), region.empty()),
            None => (points.clone(), points.len()),
        };
        if points.is_empty() {
            continue;
        }
        let asked =
            question.regions.as_ref().is_none_or(|named| named.iter().any(|one| one.intersects(&points)));
        let missing = if asked { Missing::TooLarge } else { Missing::NotAsked };
        let region = region.filter(|region| asked && is_small(region));
        let answer =
            RegionAnswer { points, empty, worth: Err(missing), same_as: None, assumed: None, arena: None };
        regions.push((answer, region));
        enclosed.push(owner);
    }
    // Small ones first, whatever the limit: so more nodes never know less.
    let mut order: Vec<usize> = (0..regions.len()).filter(|&at| regions[at].1.is_some()).collect();
    order.sort_by_key(|&at| (regions[at].0.empty, at));
    let mut summands: Vec<(usize, Summand)> = Vec::new();
    let mut firsts: Vec<usize> = Vec::new();
    for at in order {
        let Some(region) = regions[at].1.take() else { continue };
        let points: Vec<Point> = region.ground.points().to_vec();
        let same = firsts.iter().enumerate().find_map(|(place, &first)| {
            solved[place].region.matches(&region).map(|image| (place, first, image))
        });
        if let Some((place, first, image)) = same {
            let points: Vec<Point> = image.iter().map(|&bit| points[usize::from(bit)]).collect();
            let from = solved[place].region.ground.points();
            let moved =
                |point: &Point| from.iter().position(|one| one == point).map_or(*point, |bit| points[bit]);
            let mut worth = regions[first].0.worth.clone();
            if let Ok(worth) = &mut worth {
                for list in worth.moves.iter_mut().chain(&mut worth.lines) {
                    *list = list.iter().map(moved).collect();
                }
            }
            let answer = &mut regions[at].0;
            answer.same_as = Some(first);
            answer.arena = Some(place);
            if let Ok(worth) = &worth {
                summands.push((
                    at,
                    Summand { solved: place, points, values: worth.bounds(), parity: worth.parity },
                ));
            }
            answer.worth = worth;
            continue;
        }
        let left = Limits {
            nodes: budget.nodes.saturating_sub(budget.used + budget.games),
            memory: share(1).memory.saturating_sub(held),
            ..*limits
        };
        let (graph, wide) =
            (Graph::new(region.ground.clone(), true), Graph::new(region.ground.clone(), false));
        let arena = Arena::with_limits(left, watch.clone());
        let mut one = Solved { region, graph, wide, arena };
        let worth = play_out(&mut one, question.scoring, &mut budget);
        budget.games += one.arena.usage().spent();
        budget.kept += one.graph.len() + one.wide.len();
        held += one.arena.usage().entries as u64 * BYTES_OF_A_GAME;
        let answer = &mut regions[at].0;
        answer.arena = Some(solved.len());
        if let Ok(worth) = &worth {
            summands.push((
                at,
                Summand { solved: solved.len(), points, values: worth.bounds(), parity: worth.parity },
            ));
        }
        answer.worth = worth;
        firsts.push(at);
        solved.push(one);
    }
    let assumed = assume(&mut regions, &enclosed);
    summands.sort_by_key(|(at, _)| *at);
    let summands: Vec<Summand> = summands.into_iter().map(|(_, summand)| summand).collect();
    let used = budget.used + budget.games;
    let kept = budget.kept;
    let mut budget =
        Budget { nodes: share(1).nodes, memory: share(1).memory, used: 0, games: 0, kept, watch };
    let arena = Arena::with_limits(share(1), watch.clone());
    let mut sum =
        Sum::new(&mut solved, &summands, arena, &mut budget, question.scoring).with_assumed(assumed);
    // Stopped or out of time, nothing is told that a shorter list of regions would make look true.
    let first = Color::BOTH.map(|color| watch.check().and_then(|()| sum.first(color).map_err(why)));
    let chilled = sum.is_chilled();
    let value = sum.total().ok();
    let spent = sum.arena.usage().spent() + budget.used;
    let stones = [Color::Black, Color::White].map(|color| position.stones(color).len() as i64);
    let counts = |bound: usize| {
        let known = regions.iter().filter_map(|(region, _)| region.worth.as_ref().ok());
        let counts = known.map(|worth| worth.thermographs[bound].mean());
        counts.into_iter().try_fold(Dyadic::ZERO, Dyadic::checked_add)
    };
    let counts = counts(0).and_then(|most| Ok([most, counts(1)?]));
    Answer {
        walls,
        regions: regions.into_iter().map(|(region, _)| region).collect(),
        sum: counts.map_err(why).map(|counts| Total {
            counts,
            value,
            chilled,
            stones: stones[0] - stones[1],
        }),
        first,
        nodes: read + used + spent,
        arenas: solved.into_iter().map(|one| one.arena).collect(),
    }
}

/// Takes what is too large to be played out, and is surrounded by one side alone, as the territory of that side. Returns the points.
fn assume(regions: &mut [(RegionAnswer, Option<Region>)], enclosed: &[Option<Color>]) -> i64 {
    let mut points = 0;
    for ((answer, _), owner) in regions.iter_mut().zip(enclosed) {
        let too_large = matches!(
            answer.worth,
            Err(Missing::TooLarge | Missing::Limit(Why::Nodes | Why::Memory | Why::Levels))
        );
        if let Some(owner) = *owner
            && too_large
        {
            let count = answer.empty as i64;
            let count = if owner == Color::Black { count } else { -count };
            answer.worth = Ok(Worth::settled(count));
            answer.assumed = Some(owner);
            points += count;
        }
    }
    points
}

/// Whether a region is played out: it is small, or nobody has to.
fn is_small(region: &Region) -> bool {
    region.empty() <= MOST_EMPTY
        || region
            .ground
            .components(region.part.points)
            .into_iter()
            .all(|within| settled::settled(&region.ground, &region.part.restricted(within)).is_some())
}

fn play_out(one: &mut Solved, scoring: Scoring, budget: &mut Budget<'_>) -> Result<Worth, Missing> {
    let start = one.start();
    let bounds = one.value(&start, budget)?;
    let worth = one.worth(bounds, budget)?;
    if scoring == Scoring::Area && !worth.is_exact() {
        return Err(Missing::Ko);
    }
    let is_odd = |parity: u8| usize::from(parity) == one.region.empty() % 2;
    if scoring == Scoring::Area && !worth.parity.is_some_and(is_odd) {
        return Err(Missing::Seki);
    }
    Ok(worth)
}

fn why(error: Error) -> Why {
    match error {
        Error::Unknown(why) => why,
        _ => Why::Levels,
    }
}
