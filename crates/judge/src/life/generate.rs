//! Boards on which life, seki and ko are really in question.
//!
//! Random fields are nearly all dead. So an eye space is grown in a corner, at a side or in the centre, with a rim around it and some points
//! outside. The whole area is judged at once, with everything that can stand there, and of many arrangements of stones those are kept that
//! are in question and show what few boards before them did.

use std::collections::BTreeSet;

use tesuji_board::{Color, Diagram, Mark, Point, Position, Rules, Setup, Topology};
use tesuji_job::{Random, Watch, Why};

use super::features::{Feature, bent_fours, features};
use super::table::{Known, Table};
use super::{Board, Fate, Judged};
use crate::graph::Level;
use crate::referee::{self, State};

/// Boards from one area.
const FROM_ONE: usize = 25;
/// Arrangements of stones that are tried in one area.
const TRIED: u32 = 4_000;
/// Arrangements of each rare kind that are taken from one area.
const OF_A_KIND: usize = 60;
/// Places of the largest area that is judged.
const MOST_PLACES: usize = 8_000_000;

/// A board with what is true of it.
#[derive(Clone, Debug)]
pub struct Example {
    /// The board.
    pub board: Board,
    /// What the judge says.
    pub judged: Judged,
    /// What it is an example of, in the order of [`Feature::ALL`].
    pub features: Vec<Feature>,
}

/// Boards without end, the same for the same seed.
pub fn boards(seed: u64, watch: &Watch) -> Boards<'_> {
    Boards { seed, next: 0, ready: Vec::new(), given: [0; KINDS], all: 0, watch }
}

/// The iterator of [`boards`]. It ends with the watch.
pub struct Boards<'a> {
    seed: u64,
    /// The number of the next area.
    next: u64,
    /// Boards of the last one, the first at the end.
    ready: Vec<Example>,
    /// How many boards of each kind were given, and how many in all.
    given: [usize; KINDS],
    all: usize,
    watch: &'a Watch,
}

impl Iterator for Boards<'_> {
    type Item = Result<Example, Why>;

    fn next(&mut self) -> Option<Self::Item> {
        while self.ready.is_empty() {
            if let Err(why) = self.watch.check() {
                return Some(Err(why));
            }
            let mut random = Random::new(self.seed, 0, self.next);
            self.next += 1;
            let Some(field) = Field::random(&mut random) else { continue };
            match field.examples(&mut random, self.watch) {
                Ok(examples) => self.choose(examples),
                Err(why) => return Some(Err(why)),
            }
        }
        self.ready.pop().map(Ok)
    }
}

/// The features, then settled life and settled death.
const KINDS: usize = Feature::ALL.len() + 2;
const ALIVE: usize = KINDS - 2;
const DEAD: usize = KINDS - 1;

/// The kinds of a board by their numbers.
fn kinds(example: &Example) -> Vec<usize> {
    let mut kinds: Vec<usize> = example.features.iter().map(|&feature| feature as usize).collect();
    let both = |fate: Fate| example.judged.first.iter().all(|first| first.fate == fate);
    kinds.extend(both(Fate::Lives).then_some(ALIVE));
    kinds.extend(both(Fate::Dies).then_some(DEAD));
    kinds
}

impl Boards<'_> {
    /// Keeps the examples whose kinds are rarest up to now.
    fn choose(&mut self, examples: Vec<Example>) {
        let mut examples: Vec<(Vec<usize>, Example)> =
            examples.into_iter().map(|example| (kinds(&example), example)).collect();
        let mut chosen = Vec::new();
        while chosen.len() < FROM_ONE {
            // Every kind is wanted on a tenth of all boards, and no more of settled ones.
            let wanted = (self.all + FROM_ONE) as f64 * 0.1;
            let missing = |kind: usize| (1.0 - self.given[kind] as f64 / wanted).max(0.0);
            let worth = |kinds: &[usize]| -> Option<f64> {
                let full = [ALIVE, DEAD].iter().any(|&kind| kinds.contains(&kind) && missing(kind) == 0.0);
                (!full).then(|| kinds.iter().map(|&kind| missing(kind)).map(|part| part * part).sum())
            };
            // The first of the best, which come in random order.
            let mut best: Option<(usize, f64)> = None;
            for (number, (kinds, _)) in examples.iter().enumerate() {
                if let Some(worth) = worth(kinds)
                    && best.is_none_or(|(_, most)| worth > most)
                {
                    best = Some((number, worth));
                }
            }
            let Some((number, _)) = best else { break };
            let (kinds, example) = examples.swap_remove(number);
            kinds.iter().for_each(|&kind| self.given[kind] += 1);
            self.all += 1;
            chosen.push(example);
        }
        chosen.reverse();
        self.ready = chosen;
    }
}

/// What a point of an area is meant for.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Role {
    Eye,
    Rim,
    Outside,
}

/// An area between walls, without the stones in it.
struct Field {
    /// The walls on a whole board.
    walls: Board,
    roles: Vec<Role>,
}

type Cell = (i32, i32);

/// The cells beside a cell, in so many rows and to the right of the left edge.
fn beside((column, row): Cell, rows: i32) -> impl Iterator<Item = Cell> {
    let all = [(column - 1, row), (column + 1, row), (column, row - 1), (column, row + 1)];
    all.into_iter().filter(move |&(column, row)| column >= 0 && (0..rows).contains(&row))
}

fn pick<T: Copy>(random: &mut Random, from: &[T]) -> Option<T> {
    from.get(random.below(from.len().max(1) as u32) as usize).copied()
}

impl Field {
    fn random(random: &mut Random) -> Option<Field> {
        const SIZES: [usize; 24] =
            [6, 7, 7, 8, 8, 8, 9, 9, 9, 9, 9, 10, 10, 10, 10, 10, 10, 11, 11, 11, 11, 11, 12, 13];
        let size = pick(random, &SIZES)?;
        // A bent four in the corner, a corner, a side, the centre, a board of few rows between two walls, and its end.
        let few = 2 + random.below(3) as i32 / 2;
        let (mut cells, rows) = match random.below(20) {
            0..=2 => (vec![(0, 0), (1, 0), (2, 0), (0, 1)], i32::MAX),
            3..=8 => (vec![(0, 0)], i32::MAX),
            9..=11 => (vec![(4, 0)], i32::MAX),
            12..=13 => (vec![(4, 4)], i32::MAX),
            14..=15 => (vec![(6, 0)], few),
            _ => (vec![(0, 0)], few),
        };
        let first = cells[0];
        let beside = |cell: Cell| beside(cell, rows);
        // The eye space.
        let eyes = 2 + random.below(size as u32 / 2 - 1) as usize;
        while cells.len() < eyes {
            let cell = pick(random, &cells)?;
            let near: Vec<Cell> = beside(cell).filter(|near| !cells.contains(near)).collect();
            cells.extend(pick(random, &near).filter(|near| near.0 - first.0 < 5 && near.1 - first.1 < 4));
        }
        let mut roles = vec![Role::Eye; cells.len()];
        // Its rim, then what joins the stones of the rim, then more outside.
        let mut rim: Vec<Cell> = Vec::new();
        for near in cells.iter().flat_map(|&cell| beside(cell)) {
            if !cells.contains(&near) && !rim.contains(&near) {
                rim.push(near);
            }
        }
        while cells.len() < size && !rim.is_empty() {
            cells.push(rim.swap_remove(random.below(rim.len() as u32) as usize));
            roles.push(Role::Rim);
        }
        while cells.len() < size {
            let mut near: Vec<(Cell, bool)> = Vec::new();
            for cell in cells.iter().flat_map(|&cell| beside(cell)).filter(|cell| !cells.contains(cell)) {
                let joins = beside(cell).filter(|near| cells.contains(near)).count() >= 2;
                near.extend(vec![(cell, joins); if joins { 3 } else { 1 }]);
            }
            let (cell, joins) = pick(random, &near)?;
            cells.push(cell);
            roles.push(if joins && random.below(2) == 0 { Role::Rim } else { Role::Outside });
        }
        Field::around(&cells, &roles, rows, random)
    }

    /// Walls around these cells, on a board that leaves room for two eyes in the walls.
    fn around(cells: &[Cell], roles: &[Role], rows: i32, random: &mut Random) -> Option<Field> {
        let most = |part: fn(&Cell) -> i32| cells.iter().map(part).max();
        let (width, height) = (most(|cell| cell.0)? + 4, (most(|cell| cell.1)? + 3).min(rows));
        let swap = random.below(2) == 1;
        let (columns, rows) = if swap { (height, width) } else { (width, height) };
        let flips = [random.below(2) == 1, random.below(2) == 1];
        let topology = Topology::parse(&format!("grid:{columns}x{rows}")).ok()?;
        let place = |&(column, row): &Cell| {
            let (column, row) = if swap { (row, column) } else { (column, row) };
            let column = if flips[0] { columns - 1 - column } else { column };
            let row = if flips[1] { rows - 1 - row } else { row };
            topology.at(column as usize, row as usize)
        };
        let mut area: Vec<(Point, Role)> =
            cells.iter().zip(roles).map(|(cell, &role)| Some((place(cell)?, role))).collect::<Option<_>>()?;
        area.sort_by_key(|&(point, _)| point);
        let (area, roles): (Vec<Point>, Vec<Role>) = area.into_iter().unzip();
        let defender = Color::BOTH[random.below(2) as usize];
        let mut setup = Setup::empty(topology.clone());
        let far = |point: Point| !topology.neighbors(point).iter().any(|near| area.contains(near));
        let beyond: Vec<Point> = topology.points().filter(|point| !area.contains(point)).collect();
        let mut holes: Vec<Point> = beyond.iter().copied().filter(|&point| far(point)).collect();
        let mut eyes: Vec<Point> = Vec::new();
        // Two in every part of the walls, if there is room.
        while !holes.is_empty() {
            let eye = holes.swap_remove(random.below(holes.len() as u32) as usize);
            let part = topology.component(eye, |point| !area.contains(&point));
            let apart = !eyes.iter().any(|other| topology.neighbors(*other).contains(&eye));
            if apart && eyes.iter().filter(|&&other| part.contains(other)).count() < 2 {
                eyes.push(eye);
            }
        }
        for &point in beyond.iter().filter(|point| !eyes.contains(point)) {
            setup.put(point, Some(defender.opponent()));
        }
        // Sometimes there is a safe stone of the defender to get out to, beside an eye.
        let exits: Vec<Point> = beyond
            .iter()
            .copied()
            .filter(|&point| !far(point) && topology.neighbors(point).iter().any(|near| eyes.contains(near)))
            .collect();
        if random.below(8) == 0
            && let Some(exit) = pick(random, &exits)
        {
            setup.put(exit, Some(defender));
        }
        let mut diagram = Diagram::new(setup);
        for &point in beyond.iter().filter(|point| !eyes.contains(point)) {
            diagram.marks.insert(point, Mark::Circle);
        }
        Some(Field { walls: Board { diagram, area, defender }, roles })
    }

    /// Stones on the area that fit what its points are meant for.
    fn stones(&self, random: &mut Random) -> [u32; 2] {
        let (defender, attacker) = (self.walls.defender.index(), self.walls.defender.opponent().index());
        let mut stones = [0; 2];
        let loose = random.below(4) == 0;
        for (at, &role) in self.roles.iter().enumerate() {
            let (own, other) = match role {
                _ if loose => (40, 30),
                Role::Eye => (10, 27),
                Role::Rim => (88, 5),
                Role::Outside => (15, 40),
            };
            match random.below(100) {
                number if number < own => stones[defender] |= 1 << at,
                number if number < own + other => stones[attacker] |= 1 << at,
                _ => {}
            }
        }
        stones
    }

    /// The board with these stones.
    fn board(&self, stones: [u32; 2]) -> Board {
        let mut board = self.walls.clone();
        for (at, &point) in self.walls.area.iter().enumerate() {
            let stone = Color::BOTH.into_iter().find(|color| stones[color.index()] >> at & 1 != 0);
            board.diagram.setup.put(point, stone);
        }
        board
    }

    /// Boards that are in question, in random order.
    fn examples(&self, random: &mut Random, watch: &Watch) -> Result<Vec<Example>, Why> {
        let (Some(rules), area) = (self.walls.rules(), &self.walls.area) else { return Ok(Vec::new()) };
        let roots = all_states(&rules);
        let Some(table) = Table::new(rules, self.walls.defender, &roots, MOST_PLACES, watch)? else {
            return Ok(Vec::new());
        };
        let corners = bent_fours(&self.walls.diagram.setup.topology, area);
        let (mut seen, mut examples) = (BTreeSet::new(), Vec::new());
        let mut arrangements: Vec<[u32; 2]> = (0..TRIED).map(|_| self.stones(random)).collect();
        arrangements.extend(rare(&table, &roots, random));
        for stones in arrangements {
            let states = Color::BOTH.map(|color| referee::Board::state(stones, color));
            let defended = stones[self.walls.defender.index()] != 0;
            if !defended || !seen.insert(stones) || !table.rules.is_legal(&states[0]) {
                continue;
            }
            if !is_in_question(&table, &states) {
                continue;
            }
            let Some(judged) = table.judged(area, &states) else { continue };
            let board = self.board(stones);
            // The walls must have a liberty on the whole board as well.
            if Position::from_setup(&board.diagram.setup, Rules::default()).is_err() {
                continue;
            }
            let features = features(&table, &judged, &states, &corners);
            examples.push(Example { board, judged, features });
        }
        Ok(examples)
    }
}

/// Arrangements with a seki or a ko that one threat does not turn, some of each kind among all that there are.
fn rare(table: &Table, roots: &[State], random: &mut Random) -> Vec<[u32; 2]> {
    let mut kinds: [Vec<[u32; 2]>; 3] = Default::default();
    let mut met = [0; 3];
    for root in roots.iter().filter(|root| root.stones(table.defender).count_ones() > 2) {
        let Some((fate, ko)) = table.known(root).map(Known::fate) else { continue };
        let kind = match (fate, ko.map(|ko| ko.threats)) {
            (Fate::Seki, _) => 0,
            (_, Some(Some(2))) => 1,
            (_, Some(None | Some(3..))) => 2,
            _ => continue,
        };
        met[kind] += 1;
        let stones = Color::BOTH.map(|color| root.stones(color));
        let place = random.below(met[kind]) as usize;
        if kinds[kind].len() < OF_A_KIND {
            kinds[kind].push(stones);
        } else if let Some(old) = kinds[kind].get_mut(place) {
            *old = stones;
        }
    }
    kinds.concat()
}

/// Every legal arrangement of stones, with either side to move.
pub(crate) fn all_states(rules: &referee::Board) -> Vec<State> {
    let points = rules.open().len();
    let mut states = Vec::new();
    for code in 0..3_usize.pow(points as u32) {
        let (mut stones, mut rest) = ([0_u32; 2], code);
        for at in 0..points {
            match rest % 3 {
                0 => {}
                color => stones[color - 1] |= 1 << at,
            }
            rest /= 3;
        }
        let state = referee::Board::state(stones, Color::Black);
        if rules.is_legal(&state) {
            states.extend([state, referee::Board::passed(&state)]);
        }
    }
    states
}

/// Whether something depends on a move: who begins, a ko, a seki, or one more move of the side that seems to have lost.
fn is_in_question(table: &Table, states: &[State; 2]) -> bool {
    let [Some(black), Some(white)] = [0, 1].map(|side: usize| table.known(&states[side])) else {
        return false;
    };
    let fates = [black.fate().0, white.fate().0];
    if fates[0] != fates[1] || !matches!(fates[0], Fate::Lives | Fate::Dies) {
        return true;
    }
    let alive = fates[0] == Fate::Lives;
    let loser = if alive { table.defender.opponent() } else { table.defender };
    // He moves, the other side passes, and he moves again.
    table.moves(&states[loser.index()]).any(|(at, after, _)| {
        let passed = referee::Board::passed(&after);
        at.is_some() && table.known(&passed).is_some_and(|known| known.kills(Level::Nobody) == alive)
    })
}
