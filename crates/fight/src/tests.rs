//! Everything that makes the search fast is compared with plain play of all moves, from its own rules of Go.

mod answers;
mod faults;

use rand::seq::IndexedRandom as _;
use rand::{RngExt as _, SeedableRng as _};
use rand_chacha::ChaCha8Rng;
use rustc_hash::FxHashMap;
use tesuji_board::{Color, Diagram, Point, Rules};
use tesuji_job::{Limits, Watch};
use tesuji_local::Threats;

use crate::count::lives_inside;
use crate::eye::{Eye, Eyes, Kos};
use crate::field::{Bits, Field, Stones, bit, ones};
use crate::life;
use crate::reader::{Reader, State, settled};

/// Threats with which random boards are asked: all, few, and none.
const LEVELS: [[u8; 2]; 9] = [[8, 0], [3, 0], [2, 0], [1, 0], [0, 0], [0, 1], [0, 2], [0, 3], [0, 8]];

/// A rectangle with safe stones in some places.
#[derive(Clone, Debug)]
struct Plain {
    width: usize,
    cells: Vec<Option<Color>>,
    safe: Vec<bool>,
}

impl Plain {
    fn neighbors(&self, at: usize) -> impl Iterator<Item = usize> + use<> {
        let (x, width) = (at % self.width, self.width);
        let left = (x > 0).then(|| at - 1);
        let right = (x + 1 < width).then_some(at + 1);
        let below = (at + width < self.cells.len()).then_some(at + width);
        [left, right, at.checked_sub(width), below].into_iter().flatten()
    }

    fn string(&self, at: usize) -> Vec<usize> {
        let mut string = vec![at];
        let mut next = 0;
        while let Some(&stone) = string.get(next) {
            next += 1;
            for near in self.neighbors(stone) {
                if self.cells[near] == self.cells[at] && !string.contains(&near) {
                    string.push(near);
                }
            }
        }
        string
    }

    fn breathes(&self, string: &[usize]) -> bool {
        string.iter().any(|&at| self.safe[at] || self.neighbors(at).any(|near| self.cells[near].is_none()))
    }

    fn is_safe(&self, at: usize) -> bool {
        self.string(at).iter().any(|&stone| self.safe[stone])
    }

    /// The board after a move with the stones taken, unless the move is suicide.
    fn play(&self, color: Color, at: usize) -> Option<(Plain, Vec<usize>)> {
        let mut after = self.clone();
        after.cells[at] = Some(color);
        let mut taken = Vec::new();
        for near in self.neighbors(at) {
            if after.cells[near] == Some(color.opponent()) {
                let string = after.string(near);
                if !after.breathes(&string) {
                    for &stone in &string {
                        after.cells[stone] = None;
                    }
                    taken.extend(string);
                }
            }
        }
        after.breathes(&after.string(at)).then_some((after, taken))
    }

    /// The same as a field, with the place of every cell on it.
    fn field(&self) -> (Field, Stones, Vec<Option<usize>>) {
        let mut place = vec![None; self.cells.len()];
        let mut points = Vec::new();
        for (at, &safe) in self.safe.iter().enumerate() {
            if !safe {
                place[at] = Some(points.len());
                points.push(Point(at as u16));
            }
        }
        let mut stones = Stones([0; 2]);
        let mut beside = [0; 2];
        let mut neighbors = vec![0; points.len()];
        for (index, point) in points.iter().enumerate() {
            if let Some(color) = self.cells[point.index()] {
                stones.0[color.index()] |= bit(index);
            }
            for near in self.neighbors(point.index()) {
                match (place[near], self.cells[near]) {
                    (Some(other), _) => neighbors[index] |= bit(other),
                    (None, Some(color)) => beside[color.index()] |= bit(index),
                    (None, None) => {}
                }
            }
        }
        (Field::new(points, neighbors, beside, 0, &stones), stones, place)
    }
}

/// The cells are packed, two bits for each: many thousands of states are kept and looked up.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
struct PlainState {
    cells: u128,
    to_move: Color,
    ban: Option<usize>,
    threats: Threats,
}

fn packed(cells: &[Option<Color>]) -> u128 {
    assert!(cells.len() <= 64);
    let code = |cell: &Option<Color>| cell.map_or(0, |color| color.index() as u128 + 1);
    cells.iter().rev().fold(0, |all, cell| all << 2 | code(cell))
}

fn unpack(packed: u128, cells: &mut [Option<Color>]) {
    for (at, cell) in cells.iter_mut().enumerate() {
        *cell = [None, Some(Color::Black), Some(Color::White)][(packed >> (2 * at) & 3) as usize];
    }
}

enum Node {
    Captured,
    Safe,
    Open { attacking: bool, next: Vec<usize> },
}

/// Where a ko may just have been taken, so that this side may not play.
fn bans(board: &Plain, side: Color) -> Vec<usize> {
    let captor = Some(side.opponent());
    let free = |at: usize| board.neighbors(at).filter(|&near| board.cells[near].is_none()).count();
    let lone = |at: usize| board.string(at) == [at] && !board.safe[at] && free(at) == 1;
    (0..board.cells.len())
        .filter(|&at| board.cells[at].is_none())
        .filter(|&at| board.neighbors(at).all(|near| board.cells[near] == captor))
        .filter(|&at| board.neighbors(at).any(lone))
        .collect()
}

/// Whether the attacker captures a target: all positions, then backwards from the captures. None if there are too many positions.
fn all_play(
    board: &Plain,
    target: usize,
    (first, ban): (Color, Option<usize>),
    threats: Threats,
    most: usize,
) -> Option<bool> {
    let defender = board.cells[target]?;
    let start = PlainState { cells: packed(&board.cells), to_move: first, ban, threats };
    let mut index = FxHashMap::from_iter([(start, 0)]);
    let mut states = vec![start];
    let mut here = board.clone();
    // Ends that have no position of their own.
    let mut nodes: Vec<Node> = Vec::new();
    let mut at = 0;
    while at < states.len() {
        if states.len() > most {
            return None;
        }
        let state = states[at];
        at += 1;
        unpack(state.cells, &mut here.cells);
        if here.cells[target] != Some(defender) {
            nodes.push(Node::Captured);
            continue;
        }
        if here.is_safe(target) {
            nodes.push(Node::Safe);
            continue;
        }
        let attacking = state.to_move != defender;
        let mut next = Vec::new();
        let mut go = |state: PlainState| {
            let number = *index.entry(state).or_insert_with(|| {
                states.push(state);
                states.len() - 1
            });
            next.push(number);
        };
        let mut lives = false;
        for point in 0..here.cells.len() {
            if here.cells[point].is_some() {
                continue;
            }
            let banned = state.ban == Some(point);
            let left = if banned { state.threats.spent(state.to_move) } else { Some(state.threats) };
            let Some(left) = left else { continue };
            let Some((after, taken)) = here.play(state.to_move, point) else { continue };
            if !attacking && taken.len() >= 7 {
                // The premise of the domain, which `tesuji reproduce fights` does without.
                let string = after.string(target);
                let beside =
                    string.iter().any(|&stone| here.neighbors(stone).any(|near| taken.contains(&near)));
                if beside {
                    lives = true;
                    continue;
                }
            }
            let ko = taken.len() == 1
                && after.string(point) == [point]
                && !after.safe[point]
                && after.neighbors(point).filter(|&near| after.cells[near].is_none()).count() == 1
                && !after.is_safe(point);
            go(PlainState {
                cells: packed(&after.cells),
                to_move: state.to_move.opponent(),
                ban: ko.then(|| taken[0]),
                threats: left,
            });
        }
        go(PlainState { to_move: state.to_move.opponent(), ban: None, ..state });
        nodes.push(if lives { Node::Safe } else { Node::Open { attacking, next } });
    }
    let mut won: Vec<bool> = nodes.iter().map(|node| matches!(node, Node::Captured)).collect();
    loop {
        let mut changed = false;
        for at in (0..nodes.len()).rev() {
            if let (false, Node::Open { attacking, next }) = (won[at], &nodes[at]) {
                let wins =
                    if *attacking { next.iter().any(|&n| won[n]) } else { next.iter().all(|&n| won[n]) };
                won[at] = wins;
                changed |= wins;
            }
        }
        if !changed {
            return Some(won[0]);
        }
    }
}

const LIMITS: Limits = Limits::nodes(3_000_000);

/// A reader about the target of a board, which remembers what it is asked.
struct Asked<'a> {
    reader: Reader<'a>,
    stones: Stones,
    defender: Color,
}

impl<'a> Asked<'a> {
    fn new(
        board: &Plain,
        field: &'a Field,
        stones: Stones,
        place: &[Option<usize>],
        target: usize,
        watch: &'a Watch,
    ) -> Asked<'a> {
        let place = place[target].expect("the target is on the field");
        let defender = board.cells[target].expect("a stone");
        Asked { reader: Reader::new(field, [place; 2], &LIMITS, watch), stones, defender }
    }

    fn captured(&mut self, first: Color, threats: Threats) -> bool {
        self.read((first, None), threats).expect("read to the end").0
    }

    /// Whether the target is captured, and the points on which that depends; none if that takes too long.
    fn read(&mut self, (first, ban): (Color, Option<usize>), threats: Threats) -> Option<(bool, Bits)> {
        let ban = ban.map(|at| at as u8);
        let state = State { stones: self.stones, to_move: first, ban, threats };
        let goal = self.reader.goal(self.defender, false);
        let fact = self.reader.read(&goal, &state).ok()?;
        Some((fact.captured, fact.zone))
    }
}

/// Bands of two colours with holes and a few stones of the other colour, between walls that are safe or the edge.
fn random_fight(rng: &mut ChaCha8Rng) -> Option<(Plain, usize)> {
    let (width, height) = (rng.random_range(4..=6), rng.random_range(4..=6));
    let mut cells = Vec::new();
    let mut safe = Vec::new();
    let walls: [bool; 2] = [rng.random(), rng.random()];
    let middle = rng.random_range(2..height - 1);
    for y in 0..height {
        for _ in 0..width {
            cells.push(Some(if y < middle { Color::Black } else { Color::White }));
            // A wall belongs to the other side, or the strings would be safe at once.
            let wall = y == 0 && walls[0] || y == height - 1 && walls[1];
            safe.push(wall);
        }
    }
    for at in 0..cells.len() {
        if safe[at] || rng.random_bool(0.06) {
            cells[at] = cells[at].map(Color::opponent);
        }
    }
    let inner: Vec<usize> = (0..cells.len()).filter(|&at| !safe[at]).collect();
    for _ in 0..rng.random_range(4..=8) {
        cells[*inner.choose(rng)?] = None;
    }
    let board = Plain { width, cells, safe };
    let legal =
        (0..board.cells.len()).all(|at| board.cells[at].is_none() || board.breathes(&board.string(at)));
    if !legal {
        return None;
    }
    let target = *inner.choose(rng)?;
    board.cells[target]?;
    (!board.is_safe(target)).then_some((board, target))
}

#[test]
fn the_search_finds_what_all_play_finds() {
    let mut rng = ChaCha8Rng::seed_from_u64(20_261_116);
    let (mut compared, mut captured) = (0, 0);
    while compared < 200 {
        let Some((board, target)) = random_fight(&mut rng) else { continue };
        let (field, stones, place) = board.field();
        // One reader is asked everything, beginning anywhere.
        let watch = Watch::unwatched();
        let mut asked = Asked::new(&board, &field, stones, &place, target, &watch);
        let questions = 2 * LEVELS.len();
        let begin = rng.random_range(0..questions);
        for number in (0..questions).map(|step| (begin + step) % questions) {
            let first = Color::BOTH[number % 2];
            let threats = Threats(LEVELS[number / 2]);
            // What is too large for one is too large for all.
            let Some(expected) = all_play(&board, target, (first, None), threats, 6_000) else { break };
            let found = asked.captured(first, threats);
            assert_eq!(found, expected, "{board:?} target {target}, {first} first, {threats:?}");
            compared += 1;
            captured += u32::from(expected);
        }
    }
    assert!(captured > 30 && captured < 170, "{captured} of {compared} captured");
}

/// A side may begin under the ban of a ko that was just taken, also by the very stone that is asked about.
#[test]
fn a_ko_that_was_just_taken_is_not_retaken() {
    let mut rng = ChaCha8Rng::seed_from_u64(3);
    let (mut compared, mut by_the_target) = (0, [0; 2]);
    while compared < 600 {
        let (width, height): (usize, usize) = (rng.random_range(3..=8), rng.random_range(1..=3));
        let stone =
            |rng: &mut ChaCha8Rng| [None, Some(Color::Black), Some(Color::White)].choose(rng).copied();
        let cells: Vec<Option<Color>> = (0..width * height).filter_map(|_| stone(&mut rng)).collect();
        let board = Plain { width, safe: vec![false; cells.len()], cells };
        let strings = || (0..board.cells.len()).filter(|&at| board.cells[at].is_some());
        if !strings().all(|at| board.breathes(&board.string(at))) {
            continue;
        }
        let first = Color::BOTH[rng.random_range(0..2)];
        let Some(&ban) = bans(&board, first).choose(&mut rng) else { continue };
        let (field, stones, place) = board.field();
        for target in strings() {
            let watch = Watch::unwatched();
            let mut asked = Asked::new(&board, &field, stones, &place, target, &watch);
            for count in -3..=3_i8 {
                let threats = Threats::of(Color::BOTH[usize::from(count > 0)], count.unsigned_abs());
                let expected = all_play(&board, target, (first, Some(ban)), threats, 6_000);
                let Some(expected) = expected else { break };
                let found = asked.read((first, place[ban]), threats).expect("read to the end").0;
                assert_eq!(
                    found, expected,
                    "{board:?} target {target}, {first} first, {ban} banned, {threats:?}"
                );
                compared += 1;
                if board.string(target) == [target] && board.neighbors(target).any(|near| near == ban) {
                    by_the_target[usize::from(expected)] += 1;
                }
            }
        }
    }
    assert!(by_the_target.iter().all(|&count| count > 20), "{by_the_target:?}");
}

#[test]
fn what_stands_outside_of_a_zone_changes_nothing() {
    let mut rng = ChaCha8Rng::seed_from_u64(20_261_117);
    let (mut compared, mut captured) = (0, 0);
    while compared < 80 {
        let Some((board, target)) = random_fight(&mut rng) else { continue };
        let (field, stones, place) = board.field();
        let watch = Watch::unwatched();
        let mut asked = Asked::new(&board, &field, stones, &place, target, &watch);
        let first = Color::BOTH[compared % 2];
        asked.reader.limits.nodes = 20_000;
        let Some((claimed, zone)) = asked.read((first, None), Threats::NONE) else { continue };
        // Everything else may be anything that the rules allow.
        let mut other = board.clone();
        for at in 0..other.cells.len() {
            if place[at].is_some_and(|place| zone & bit(place) == 0) && rng.random_bool(0.6) {
                other.cells[at] =
                    [None, Some(Color::Black), Some(Color::White)][rng.random_range(0..3_usize)];
            }
        }
        let legal =
            (0..other.cells.len()).all(|at| other.cells[at].is_none() || other.breathes(&other.string(at)));
        if !legal || other.cells == board.cells {
            continue;
        }
        let Some(expected) = all_play(&other, target, (first, None), Threats::NONE, 6_000) else { continue };
        assert_eq!(
            claimed, expected,
            "{board:?} and {other:?}, target {target}, {first} first, zone {zone:b}"
        );
        compared += 1;
        captured += u32::from(claimed);
    }
    assert!(captured > 12 && captured < 68, "{captured} of {compared} captured");
}

/// A band of White with holes, safe black stones and gaps around it, and black stones of their own beside it: corridors that bend,
/// eyes with stones in them, captors with eyes.
fn random_siege(rng: &mut ChaCha8Rng) -> Plain {
    let (width, height) = (rng.random_range(5..=7_usize), rng.random_range(4..=5_usize));
    let inside = rng.random_range(3..width);
    let (gaps, holes) = (rng.random_range(0.1..0.7), rng.random_range(0.1..0.4));
    let mut board = Plain { width, cells: vec![None; width * height], safe: vec![false; width * height] };
    for at in 0..board.cells.len() {
        let (x, y) = (at % width, at / width);
        let rim = y == 0 || y + 1 == height;
        board.cells[at] = match () {
            () if x > inside => (!rng.random_bool(holes)).then_some(Color::Black),
            () if x == inside && rng.random_bool(gaps) => None,
            () if x == inside => Some(Color::Black),
            () if rim && rng.random_bool(gaps) => None,
            () if rim => {
                board.safe[at] = true;
                Some(Color::Black)
            }
            () if rng.random_bool(holes) => rng.random_bool(0.2).then_some(Color::Black),
            () => Some(Color::White),
        };
    }
    board
}

/// A white string around an eye with stones in it, surrounded by safe black stones with a few gaps.
fn random_house(rng: &mut ChaCha8Rng) -> Plain {
    let (width, height) = (rng.random_range(6..=8_usize), rng.random_range(5..=6_usize));
    let mut board = Plain { width, cells: vec![None; width * height], safe: vec![false; width * height] };
    for at in 0..board.cells.len() {
        let (x, y) = (at % width, at / width);
        let ring = x.min(width - 1 - x).min(y).min(height - 1 - y);
        board.cells[at] = match ring {
            0 if rng.random_bool(0.06) => None,
            0 => Some(Color::Black),
            1 => Some(Color::White),
            _ => *[None, None, Some(Color::Black), Some(Color::White)].choose(rng).expect("four"),
        };
        board.safe[at] = ring == 0 && board.cells[at].is_some();
    }
    board
}

#[test]
fn what_is_settled_without_search_is_what_all_play_finds() {
    let mut rng = ChaCha8Rng::seed_from_u64(20_261_118);
    let (mut captured, mut survive, mut inside, mut alive, mut nooks) = (0, 0, 0, 0, 0);
    for number in 0..500 {
        let board = if number % 3 == 0 { random_house(&mut rng) } else { random_siege(&mut rng) };
        let legal =
            (0..board.cells.len()).all(|at| board.cells[at].is_none() || board.breathes(&board.string(at)));
        let empty = board.cells.iter().filter(|cell| cell.is_none()).count();
        let stones: Vec<usize> = (0..board.cells.len())
            .filter(|&at| board.cells[at].is_some() && !board.is_safe(at) && board.string(at).len() > 1)
            .collect();
        let Some(&target) = stones.choose(&mut rng).filter(|_| legal && empty <= 8) else { continue };
        let (field, stones, place) = board.field();
        let watch = Watch::unwatched();
        let asked = Asked::new(&board, &field, stones, &place, target, &watch);
        let goal = asked.reader.goal(asked.defender, false);
        let string = goal.prey_string(&field, &stones).expect("the target stands");
        let mut eyes = Eyes::default();
        for first in Color::BOTH {
            let state = State { stones, to_move: first, ban: None, threats: Threats::NONE };
            let Some((claimed, _)) = settled(&field, &goal, &state, &mut eyes) else { continue };
            // With all threats for the side that the claim is against.
            let against = if claimed { asked.defender } else { asked.defender.opponent() };
            let threats = Threats::all_of(against);
            let Some(expected) = all_play(&board, target, (first, None), threats, 6_000) else { continue };
            assert_eq!(claimed, expected, "{board:?} target {target}, {first} first");
            captured += u32::from(claimed);
            survive += u32::from(!claimed);
            let lives = lives_inside(&field, &stones, &string, asked.defender, first, &mut eyes);
            inside += u32::from(lives.is_some());
            let gaps = field.empty(&stones);
            let captors = string.around & stones.0[asked.defender.opponent().index()];
            let lasts = |at: usize| {
                life::alive(&field, &stones, asked.defender.opponent(), at, string.stones).is_some()
            };
            alive += u32::from(claimed && ones(captors).any(lasts));
            let nook = |at: usize| field.neighbors(at) & gaps & !string.around != 0;
            nooks += u32::from(claimed && ones(string.around & gaps).any(nook));
        }
    }
    let counts = [captured, survive, inside, alive, nooks];
    assert!(counts.iter().all(|&count| count >= 10), "{counts:?}");
}

/// White stones with an eye inside a wall of safe black stones; the rows may come in either order.
fn walled(rows: &[&str], turned: bool) -> Plain {
    let mut inner: Vec<Vec<Option<Color>>> = rows
        .iter()
        .map(|row| {
            row.split(' ')
                .map(|mark| match mark {
                    "X" => Some(Color::Black),
                    "O" => Some(Color::White),
                    _ => None,
                })
                .collect()
        })
        .collect();
    if turned {
        inner.reverse();
        inner.iter_mut().for_each(|row| row.reverse());
    }
    let width = inner[0].len() + 2;
    let wall = vec![Some(Color::Black); width];
    let mut cells = wall.clone();
    let mut safe = vec![true; width];
    for row in inner {
        cells.push(Some(Color::Black));
        safe.push(true);
        safe.extend(row.iter().map(|_| false));
        cells.extend(row);
        cells.push(Some(Color::Black));
        safe.push(true);
    }
    cells.extend(wall);
    safe.extend(vec![true; width]);
    Plain { width, cells, safe }
}

#[test]
fn moves_in_eyes_are_not_mistaken_for_one_another() {
    let black_first = Color::Black;
    for (rows, by_black, by_white) in [
        // White makes two eyes by filling a point of his own.
        (&["O O O O O", "O . . . O", "O O O O O"][..], true, false),
        // After the vital point, two points have the same neighbours: one leaves five stones in a dead shape, the other
        // five stones that live when they are taken.
        (&["O O O O O", "O O . X O", "O X . X O", "O . O O O", "O O O O O"][..], true, false),
        // White has one move that lives among three points with the same neighbours.
        (&["O O O O O", "O O . X O", "O . X X O", "O O . O O", "O O O O O"][..], true, false),
        (&["O O O O O", "O . X . O", "O O . O O", "O O O O O"][..], true, true),
    ] {
        for turned in [false, true] {
            let board = walled(rows, turned);
            let target = board.width + 1;
            for first in Color::BOTH {
                let expected = if first == black_first { by_black } else { by_white };
                let played = all_play(&board, target, (first, None), Threats::NONE, 100_000);
                assert_eq!(played, Some(expected), "{rows:?} {first}");
                let (field, stones, place) = board.field();
                let watch = Watch::unwatched();
                let mut asked = Asked::new(&board, &field, stones, &place, target, &watch);
                let found = asked.captured(first, Threats::NONE);
                assert_eq!(found, expected, "{rows:?} {first}");
            }
        }
    }
}

/// A board whose white string on `at` has one eye.
fn eye_of(text: &str, at: &str) -> (Field, Stones, Eye, usize) {
    let diagram: Diagram = text.parse().expect("a diagram");
    let position = diagram.position(Rules::default()).expect("a position");
    let points: Vec<Point> = position.topology().points().collect();
    let mut stones = Stones([0; 2]);
    let mut neighbors: Vec<Bits> = vec![0; points.len()];
    for &point in &points {
        if let Some(color) = position.stone(point) {
            stones.0[color.index()] |= bit(point.index());
        }
        for near in position.topology().neighbors(point) {
            neighbors[point.index()] |= bit(near.index());
        }
    }
    let field = Field::new(points, neighbors, [0; 2], 0, &stones);
    let stone = position.topology().point(at).expect("a point").index();
    let string = field.string(&stones, Color::White, stone);
    let empty = field.empty(&stones);
    let liberty = (string.around & empty).trailing_zeros() as usize;
    let eye = Eye::at(&field, &string, liberty, stones.0[1], empty, 0).expect("an eye");
    (field, stones, eye, stone)
}

#[test]
fn dead_eyes_last_as_long_as_the_paper_says() {
    // Paper 000, section 3: 1, 2, 3, 5, 8, 12 moves, less the stones that are in already.
    let eyes = [
        ("O O O\nO . O\nO O O", 1),
        ("O O O O\nO . . O\nO O O O", 2),
        ("O O O O O\nO . X . O\nO O O O O", 3 - 1),
        ("O O O O\nO . . O\nO . . O\nO O O O", 5),
        ("O O O O\nO X . O\nO . . O\nO O O O", 5 - 1),
        ("O O O O O\nO . X . O\nO O . O O\nO O O O O", 5 - 1),
        ("O O O O O\nO . X . O\nO . . O O\nO O O O O", 8 - 1),
        ("O O O O O\nO X X . O\nO . . O O\nO O O O O", 8 - 2),
        ("O O . O O\nO . X . O\nO . . O O\nO O O O O", 12 - 1),
    ];
    for (text, moves) in eyes {
        let (field, stones, eye, stone) = eye_of(text, "A1");
        let string = field.string(&stones, Color::White, stone);
        for outside in [0, 1, 5] {
            for kos in [Kos::Owner, Kos::Opponent] {
                let mut eyes = Eyes::default();
                let lasting = |owner_moves, eyes: &mut Eyes| {
                    eyes.moves_elsewhere(&field, &eye, &string, outside, owner_moves, kos)
                };
                assert_eq!(lasting(true, &mut eyes), Some(moves + outside), "{text}");
                assert_eq!(lasting(false, &mut eyes), Some(moves + outside - 1), "{text}");
            }
        }
    }
}

#[test]
fn an_eye_that_is_two_eyes_is_never_filled() {
    for (text, first, second) in [
        // Three in a row: whoever plays first in the middle.
        ("O O O O O\nO . . . O\nO O O O O", None, Some(2)),
        // Four in a row live either way.
        ("O O O O O O\nO . . . . O\nO O O O O O", None, None),
        ("O O O O O O\nO . X . . O\nO O O O O O", None, Some(3)),
    ] {
        let (field, stones, eye, stone) = eye_of(text, "A1");
        let string = field.string(&stones, Color::White, stone);
        let mut eyes = Eyes::default();
        assert_eq!(eyes.moves_elsewhere(&field, &eye, &string, 0, true, Kos::Owner), first, "{text}");
        assert_eq!(eyes.moves_elsewhere(&field, &eye, &string, 0, false, Kos::Owner), second, "{text}");
    }
}
