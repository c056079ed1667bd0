//! Where in a position the fights are.
//!
//! Strings that cannot be separated are one group: they share two liberties, or one where the opponent cannot play. A black and a
//! white group fight if they touch or share liberties and are not both unconditionally alive. Fights come in the order in which a
//! player would ask about them: groups without eyes and without room first, the larger the better, near the last move. The order is
//! a judgement and decides nothing: every fight found is listed.

use std::collections::BTreeSet;

use smallvec::SmallVec;
use tesuji_board::{Color, Point, PointSet, Position, unconditionally_alive};

/// A group of one colour.
#[derive(Clone, Debug)]
struct Group {
    color: Color,
    /// Its largest string, which names it.
    largest: PointSet,
    stones: PointSet,
    liberties: PointSet,
    /// Its liberties and the empty points next to them.
    room: usize,
    /// Whether it looks out of danger: two eyes, a large one, or the open board.
    looks_safe: bool,
    /// Whether it is unconditionally alive.
    alive: bool,
}

/// Two groups that fight.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Found {
    /// A stone of the largest string of each group, Black's first.
    pub at: [Point; 2],
    /// All stones of each group, Black's first.
    pub stones: [PointSet; 2],
}

/// A group with so much space within two steps of its liberties has got out.
const OPEN_BOARD: usize = 14;
/// An eye of so many points is life, as a rule.
const LARGE_EYE: usize = 7;
/// Larger spaces are no eyes.
const LARGEST_EYE: usize = 12;

/// The fights of a position, those that are most likely meant first.
///
/// ```
/// use tesuji_board::{Diagram, Rules};
///
/// let diagram: Diagram = "
///     . . . . . . . .
///     . O O O O O O O
///     O O X X X X X X
///     O X X O O O O O
///     . X O O X X X X
///     . X O . X . . .
///     . X O . X . . .
///     . X O . X . . .".parse().unwrap();
/// let position = diagram.position(Rules::default()).unwrap();
/// let fights = tesuji_fight::find(&position, None);
/// let [black, white] = fights[0].at.map(|stone| position.topology().name_of(stone));
/// assert_eq!([black, white], ["C6", "D5"]);
/// ```
#[must_use]
pub fn find(position: &Position, last: Option<Point>) -> Vec<Found> {
    let groups = groups(position);
    let near = last.map(|last| steps_from(position, last));
    let of_white = |index: &usize| groups[*index].color == Color::White;
    let whites = || (0..groups.len()).filter(of_white);
    let at_stones = by_point(position, whites().map(|index| (index, &groups[index].stones)));
    let at_liberties = by_point(position, whites().map(|index| (index, &groups[index].liberties)));
    let mut fights = Vec::new();
    for black in groups.iter().filter(|group| group.color == Color::Black) {
        // Only who touches it or shares liberties with it can fight it; on a large board most groups are far away.
        let around = position.topology().boundary(&black.stones);
        let touching = around.iter().flat_map(|point| &at_stones[point.index()]);
        let sharing = black.liberties.iter().flat_map(|point| &at_liberties[point.index()]);
        let others: BTreeSet<usize> = touching.chain(sharing).copied().collect();
        for white in others.into_iter().map(|index| &groups[index]) {
            if let Some(rank) = rank(position, black, white, near.as_deref()) {
                fights.push((rank, black, white));
            }
        }
    }
    // Equal ranks stay in the order of the board.
    fights.sort_by_key(|&(rank, ..)| rank);
    let name = |group: &Group| group.largest.first().unwrap_or(Point(0));
    let found = |(_, black, white): (i64, &Group, &Group)| Found {
        at: [name(black), name(white)],
        stones: [black.stones.clone(), white.stones.clone()],
    };
    fights.into_iter().map(found).collect()
}

/// The smaller, the likelier somebody asks; nothing if the groups do not fight.
fn rank(position: &Position, black: &Group, white: &Group, near: Option<&[usize]>) -> Option<i64> {
    let board = position.topology();
    let contact = board.boundary(&black.stones).iter().filter(|&point| white.stones.contains(point)).count();
    let shared = (&black.liberties & &white.liberties).len();
    if contact == 0 && shared == 0 || black.alive && white.alive {
        return None;
    }
    let number = |count: usize, most: usize| count.min(most) as i64;
    let room = number(black.room, 12) + number(white.room, 12);
    let stones = number(black.stones.len().min(white.stones.len()), 12);
    let uneven = number(black.liberties.len().abs_diff(white.liberties.len()), 20);
    let safe = i64::from(black.looks_safe) + i64::from(white.looks_safe);
    let far = near.map_or(0, |near| {
        let stones = black.stones.iter().chain(white.stones.iter());
        number(stones.map(|point| near[point.index()]).min().unwrap_or(0), 10)
    });
    Some(room + uneven - 6 * stones - 2 * number(contact, 6) - 2 * number(shared, 3) + 200 * safe + 4 * far)
}

/// For each point the sets that have it, by their numbers, in ascending order.
fn by_point<'a>(
    position: &Position,
    sets: impl Iterator<Item = (usize, &'a PointSet)>,
) -> Vec<SmallVec<[usize; 2]>> {
    let mut at = vec![SmallVec::new(); position.topology().len()];
    for (number, set) in sets {
        set.iter().for_each(|point| at[point.index()].push(number));
    }
    at
}

/// All groups.
fn groups(position: &Position) -> Vec<Group> {
    let board = position.topology();
    let alive = Color::BOTH.map(|color| unconditionally_alive(position, color));
    let strings = position.strings();
    let mut leaders: Vec<usize> = (0..strings.len()).collect();
    let at_liberties = by_point(position, strings.iter().map(|string| &string.liberties).enumerate());
    for one in 0..strings.len() {
        let sharing = strings[one].liberties.iter().flat_map(|point| &at_liberties[point.index()]);
        let others: BTreeSet<usize> = sharing.copied().filter(|&other| other < one).collect();
        for other in others {
            let joined = strings[one].color == strings[other].color && {
                let common = &strings[one].liberties & &strings[other].liberties;
                let closed = |point: Point| {
                    board
                        .neighbors(point)
                        .iter()
                        .all(|&near| position.stone(near) == Some(strings[one].color))
                };
                common.len() >= 2 || common.iter().any(closed)
            };
            if joined {
                let (from, to) = (leaders[one], leaders[other]);
                leaders.iter_mut().filter(|leader| **leader == from).for_each(|leader| *leader = to);
            }
        }
    }
    let mut members = vec![Vec::new(); strings.len()];
    leaders.iter().zip(&strings).for_each(|(&leader, string)| members[leader].push(string));
    let mut eyes = vec![Vec::new(); strings.len()];
    let of_stone = by_point(position, strings.iter().map(|string| &string.stones).enumerate());
    for (space, around) in spaces(position).iter().filter(|(space, _)| space.len() <= LARGEST_EYE) {
        let owners: BTreeSet<usize> =
            around.iter().flat_map(|point| &of_stone[point.index()]).map(|&string| leaders[string]).collect();
        let colors: Vec<Color> = owners.iter().map(|&leader| strings[leader].color).collect();
        if colors.windows(2).all(|pair| pair[0] == pair[1]) {
            owners.into_iter().for_each(|leader| eyes[leader].push(space.len()));
        }
    }
    let mut groups = Vec::new();
    for (own, sizes) in members.iter().zip(eyes) {
        let Some(largest) =
            own.iter().max_by_key(|string| (string.stones.len(), std::cmp::Reverse(string.stones.first())))
        else {
            continue;
        };
        let color = largest.color;
        let stones: PointSet = own.iter().flat_map(|string| string.stones.iter()).collect();
        let liberties: PointSet = own.iter().flat_map(|string| string.liberties.iter()).collect();
        let near = widened(position, &liberties);
        let alive = stones.is_subset(&alive[color.index()]);
        let looks_safe = alive
            || sizes.len() >= 2
            || sizes.iter().sum::<usize>() >= LARGE_EYE
            || widened(position, &near).len() >= OPEN_BOARD;
        groups.push(Group {
            color,
            largest: largest.stones.clone(),
            stones,
            liberties,
            room: near.len(),
            looks_safe,
            alive,
        });
    }
    groups
}

/// The connected empty spaces with the stones around them.
fn spaces(position: &Position) -> Vec<(PointSet, PointSet)> {
    let board = position.topology();
    let mut seen = PointSet::new();
    let mut spaces = Vec::new();
    for start in board.points() {
        if position.is_empty_at(start) && !seen.contains(start) {
            let space = board.component(start, |point| position.is_empty_at(point));
            seen.extend(space.iter());
            let around = board.boundary(&space);
            spaces.push((space, around));
        }
    }
    spaces
}

/// These empty points and the empty ones next to them.
fn widened(position: &Position, points: &PointSet) -> PointSet {
    let mut wider = points.clone();
    for point in points.iter() {
        let near = position.topology().neighbors(point).iter().copied();
        wider.extend(near.filter(|&near| position.is_empty_at(near)));
    }
    wider
}

/// For each point how many steps it is from one.
fn steps_from(position: &Position, start: Point) -> Vec<usize> {
    let board = position.topology();
    let mut steps = vec![usize::MAX; board.len()];
    let mut queue = std::collections::VecDeque::from([start]);
    steps[start.index()] = 0;
    while let Some(point) = queue.pop_front() {
        for &near in board.neighbors(point) {
            if steps[near.index()] == usize::MAX {
                steps[near.index()] = steps[point.index()] + 1;
                queue.push_back(near);
            }
        }
    }
    steps
}
