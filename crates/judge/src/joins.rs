//! The judge of joining: whether two stones of one colour become one string, from the rules of Go alone.
//!
//! A [`Board`] has an *area*, the points where play is possible. Everything around it are stones that are never captured, of both colours.
//! Every position of the area that can come about is looked at, with every legal move and the pass of both sides. Nothing here knows ways,
//! liberties in common or walls.
//!
//! - The stones are **joined** if they stand in one string and the other side has had its move: so a string that is captured at once joined
//!   nothing.
//! - They are **cut** for good if one of them is captured.
//! - Their owner joins exactly from the attractor of the first: play that goes on for ever joins nothing.
//!
//! Threats are those of [life](crate::life).

use tesuji_board::{Color, Diagram, Mark, Point, Position, Rules, Setup, Topology};
use tesuji_job::{Random, Watch, Why};

use crate::graph::{Graph, Level, MOST_THREATS, Steps};
use crate::life::Ko;
use crate::life::generate::all_states;
use crate::referee::{self, State};

/// The most places of a board that is judged.
const MOST_PLACES: usize = 3_000_000;
/// Boards from one area: with kos, on which the mover decides, and settled ones.
const FROM_ONE: [usize; 3] = [8, 6, 1];
/// Arrangements of stones that are looked at for them.
const TRIED: usize = 3_000;

/// Two stones that may be joined.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Board {
    /// The whole board. What stands outside of the area has circles: it is never captured.
    pub diagram: Diagram,
    /// The points where play is possible, ascending. There are stones on all others.
    pub area: Vec<Point>,
    /// The stones.
    pub ends: [Point; 2],
    /// Whose they are.
    pub owner: Color,
}

/// What becomes of the two stones.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fate {
    /// They are joined, whatever the threats.
    Joined,
    /// Threats decide.
    Ko,
    /// They are not.
    Cut,
}

/// What is true if one side moves first.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct First {
    /// What becomes of the stones.
    pub fate: Fate,
    /// The terms of a ko; `without_threats` says whether the stones are joined.
    pub ko: Option<Ko>,
    /// The first moves after which nothing is lost, ascending, then `None` if that is true of a pass.
    pub moves: Vec<Option<Point>>,
}

/// A board with what is true of it, for each side moving first, Black's first.
#[derive(Clone, Debug)]
pub struct Example {
    /// The board.
    pub board: Board,
    /// What is true.
    pub first: [First; 2],
}

/// Where the game stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Place {
    Open(State),
    /// One of the stones was captured.
    Cut,
}

/// The rules with the question.
struct Question {
    rules: referee::Board,
    ends: [usize; 2],
    owner: Color,
}

impl Question {
    fn is_joined(&self, place: Place) -> bool {
        let [one, other] = self.ends;
        matches!(place, Place::Open(state) if state.to_move == self.owner && self.rules.are_joined(&state, one, other))
    }

    fn steps(&self, place: Place) -> Steps<Place> {
        let Place::Open(state) = place else { return Steps::none(self.owner) };
        if self.is_joined(place) {
            return Steps::none(self.owner);
        }
        let passed = Place::Open(referee::Board::passed(&state));
        Steps::of(&self.rules, &state, passed, |after| self.place(&after))
    }

    fn place(&self, after: &referee::After) -> Place {
        let is_cut = self.ends.iter().any(|&end| self.rules.takes(after, end));
        if is_cut { Place::Cut } else { Place::Open(after.state) }
    }
}

/// Everything that can come about.
struct Table {
    question: Question,
    graph: Graph<Place>,
    /// A bit for each level at which the stones are joined.
    joined: Vec<u32>,
}

impl Table {
    fn new(question: Question, roots: &[State], watch: &Watch) -> Result<Option<Table>, Why> {
        let roots: Vec<Place> = roots.iter().copied().map(Place::Open).collect();
        let Some(graph) = Graph::explore(&roots, MOST_PLACES, watch, |place| question.steps(place))? else {
            return Ok(None);
        };
        let goal = |number: usize| question.is_joined(graph.places[number]);
        let (joined, _) = graph.at_all_levels(question.owner, goal, |_| false, watch)?;
        Ok(Some(Table { question, graph, joined }))
    }

    fn joined(&self, place: Place) -> Option<u32> {
        self.graph.number(place).map(|number| self.joined[number])
    }

    /// What is true if the side to move moves first; none if it takes more than eight threats to turn a ko.
    fn first(&self, area: &[Point], state: &State) -> Option<First> {
        let joined = self.joined(Place::Open(*state))?;
        let has = |level: Level| joined & level.bit() != 0;
        let owner = self.question.owner;
        let without_threats = has(Level::Nobody);
        let needed_by = if without_threats { owner.opponent() } else { owner };
        let threats = (1..=MOST_THREATS).find(|&count| has(Level::Some(needed_by, count)) != without_threats);
        if threats.is_none() && has(Level::Many(needed_by)) != without_threats {
            return None;
        }
        let ko = threats.map(|threats| Ko { without_threats, threats: Some(threats), needed_by });
        let fate = match ko {
            Some(_) => Fate::Ko,
            None if without_threats => Fate::Joined,
            None => Fate::Cut,
        };
        let mut moves = Vec::new();
        for (at, &point) in area.iter().enumerate() {
            let Some(after) = self.question.rules.after(state, at) else { continue };
            let below = self.joined(self.question.place(&after))?;
            let below = if referee::Board::is_banned(state, at) {
                for_a_threat(below, state.to_move, owner)
            } else {
                below
            };
            if below == joined {
                moves.push(Some(point));
            }
        }
        if self.joined(Place::Open(referee::Board::passed(state)))? == joined {
            moves.push(None);
        }
        Some(First { fate, ko, moves })
    }
}

/// The levels at which a move joins that takes one threat of the mover.
fn for_a_threat(below: u32, mover: Color, owner: Color) -> u32 {
    let joins = |level: Level| match level.spent(mover) {
        Some(spent) => below & spent.bit() != 0,
        // Without a threat the move cannot be made.
        None => mover != owner,
    };
    Level::all().filter(|&level| joins(level)).fold(0, |bits, level| bits | level.bit())
}

/// Boards without end, the same for the same seed.
pub fn boards(seed: u64, watch: &Watch) -> impl Iterator<Item = Result<Example, Why>> {
    let mut number = 0;
    let mut ready: Vec<Example> = Vec::new();
    std::iter::from_fn(move || {
        while ready.is_empty() {
            if let Err(why) = watch.check() {
                return Some(Err(why));
            }
            let mut random = Random::new(seed, 0, number);
            number += 1;
            match Walled::random(&mut random).map(|walled| walled.examples(&mut random, watch)) {
                None => {}
                Some(Ok(examples)) => ready = examples,
                Some(Err(why)) => return Some(Err(why)),
            }
        }
        ready.pop().map(Ok)
    })
}

/// An area between stones that are never captured.
struct Walled {
    setup: Setup,
    area: Vec<Point>,
    /// The two stones: the first on the area, the other there or in the wall.
    ends: [Point; 2],
    owner: Color,
}

impl Walled {
    fn random(random: &mut Random) -> Option<Walled> {
        let (width, height) = (4 + random.below(3) as usize, 3 + random.below(3) as usize);
        let topology = Topology::parse(&format!("grid:{width}x{height}")).ok()?;
        let size = 6 + random.below(5) as usize;
        let mut area = vec![Point(random.below(topology.len() as u32) as u16)];
        for _ in 0..10 * size {
            let from = area[random.below(area.len() as u32) as usize];
            let near = topology.neighbors(from);
            let next = near[random.below(near.len() as u32) as usize];
            if !area.contains(&next) && area.len() < size {
                area.push(next);
            }
        }
        area.sort();
        let owner = Color::BOTH[random.below(2) as usize];
        let friends = [0, 15, 40][random.below(3) as usize];
        let mut setup = Setup::empty(topology.clone());
        let mut walls = Vec::new();
        for point in topology.points().filter(|point| !area.contains(point)) {
            let beside = topology.neighbors(point).iter().any(|near| area.contains(near));
            let own = beside && random.below(100) < friends;
            setup.put(point, Some(if own { owner } else { owner.opponent() }));
            walls.extend(own.then_some(point));
        }
        let one = area[random.below(area.len() as u32) as usize];
        let other = if !walls.is_empty() && random.below(3) == 0 {
            walls[random.below(walls.len() as u32) as usize]
        } else {
            area[random.below(area.len() as u32) as usize]
        };
        (one != other).then_some(Walled { setup, area, ends: [one, other], owner })
    }

    fn board(&self, stones: [u32; 2]) -> Board {
        let mut diagram = Diagram::new(self.setup.clone());
        for (at, &point) in self.area.iter().enumerate() {
            let stone = Color::BOTH.into_iter().find(|color| stones[color.index()] >> at & 1 != 0);
            diagram.setup.put(point, stone);
        }
        for point in self.setup.topology.points().filter(|point| !self.area.contains(point)) {
            diagram.marks.insert(point, Mark::Circle);
        }
        Board { diagram, area: self.area.clone(), ends: self.ends, owner: self.owner }
    }

    fn rules(&self) -> Option<referee::Board> {
        let topology = &self.setup.topology;
        let neighbors: Vec<Vec<usize>> = topology
            .points()
            .map(|point| topology.neighbors(point).iter().map(|near| near.index()).collect())
            .collect();
        let stone = |point: Point| self.setup.stone(point).map_or(0, |color| color.index() as u8 + 1);
        let stones: Vec<u8> = topology.points().map(stone).collect();
        let safe: Vec<bool> = topology.points().map(|point| !self.area.contains(&point)).collect();
        let open = self.area.iter().map(|point| point.index()).collect();
        referee::Board::new(&neighbors, &stones, open, &safe)
    }

    /// Boards on which something depends on a move, and some others.
    fn examples(&self, random: &mut Random, watch: &Watch) -> Result<Vec<Example>, Why> {
        let Some(rules) = self.rules() else { return Ok(Vec::new()) };
        let place = |point: Point| self.area.iter().position(|&other| other == point);
        let ends = self.ends.map(|end| place(end).map_or(0, |at| 1u32 << at));
        let [one, other] = self.ends.map(Point::index);
        // Both stones are there, and not yet in one string.
        let is_asked = |state: &State| {
            let stand = ends.iter().all(|&end| state.stones(self.owner) & end == end);
            stand && !rules.are_joined(state, one, other)
        };
        let roots: Vec<State> = all_states(&rules).into_iter().filter(is_asked).collect();
        let question = Question { rules, ends: [one, other], owner: self.owner };
        let Some(table) = Table::new(question, &roots, watch)? else { return Ok(Vec::new()) };
        let mut examples: Vec<Example> = Vec::new();
        let mut left = FROM_ONE;
        for _ in 0..TRIED.min(roots.len()) {
            let state = roots[random.below(roots.len() as u32) as usize];
            let stones = Color::BOTH.map(|color| state.stones(color));
            let states = Color::BOTH.map(|color| referee::Board::state(stones, color));
            let [Some(black), Some(white)] = states.map(|state| table.first(&self.area, &state)) else {
                continue;
            };
            let kind = match (black.fate, white.fate) {
                (Fate::Ko, _) | (_, Fate::Ko) => 0,
                (one, other) => 1 + usize::from(one == other),
            };
            if left[kind] == 0 {
                continue;
            }
            let board = self.board(stones);
            let is_legal = Position::from_setup(&board.diagram.setup, Rules::default()).is_ok();
            let is_new = !examples.iter().any(|example| example.board == board);
            if is_legal && is_new {
                left[kind] -= 1;
                examples.push(Example { board, first: [black, white] });
            }
        }
        Ok(examples)
    }
}
