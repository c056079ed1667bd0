//! Random small fields in which life is in question.

use std::sync::Arc;

use fuzz_cases::one_of;
use rand::RngExt;
use rand_chacha::ChaCha8Rng;
use tesuji_board::{Color, Point, PointSet, Position, Rules, Setup, Shape, Topology};

use super::twin::{FREE, Ground, Question, Spot, bits};
use crate::field::{Field, NONE, Outside, State};
use crate::reader::{Aim, Wanted};
use crate::set::Set;

/// A field and a question about it.
#[derive(Clone, Debug)]
pub(super) struct Area {
    position: Position,
    inside: PointSet,
    safe: PointSet,
    pub(super) points: Vec<Point>,
    pub(super) ground: Ground,
    pub(super) question: Question,
    /// The position that the judge starts from.
    pub(super) root: Spot,
}

/// What random fields are like.
#[derive(Clone, Copy, Debug)]
pub(super) struct Kind {
    pub(super) points: (usize, usize),
    pub(super) aims: &'static [Aim],
    pub(super) wanted: &'static [Wanted],
    /// How many of a hundred fields are open somewhere.
    pub(super) open: u32,
    /// How many threats there may be.
    pub(super) threats: i8,
}

impl Area {
    pub(super) fn random(rng: &mut ChaCha8Rng, kind: &Kind) -> Area {
        let name = one_of(rng, BOARDS);
        let board = Topology::parse(name).expect("a board");
        let more = super::wished("TESUJI_READ_POINTS").unwrap_or(0) as usize;
        let count = (rng.random_range(kind.points.0..=kind.points.1) + more).min(board.len() - 1);
        let corner = Point(0);
        let mut inside: PointSet =
            [if rng.random_bool(0.6) { corner } else { any_point(rng, &board) }].into_iter().collect();
        if rng.random_bool(0.1) {
            inside.insert(any_point(rng, &board));
        }
        while inside.len() < count {
            let rim: Vec<Point> = board
                .points()
                .filter(|&point| {
                    !inside.contains(point)
                        && board.neighbors(point).iter().any(|&near| inside.contains(near))
                })
                .collect();
            // Mostly compact areas: there is life in them.
            let joins =
                |point: &Point| board.neighbors(*point).iter().filter(|&&near| inside.contains(near)).count();
            let some = (0..4).map(|_| rim[rng.random_range(0..rim.len())]);
            inside.extend(some.max_by_key(joins));
        }
        let defender = if rng.random() { Color::Black } else { Color::White };
        let open = rng.random_ratio(kind.open, 100);
        let friendly = rng.random_bool(0.15);
        let mut setup = Setup::empty(board.clone());
        let mut safe = PointSet::new();
        for point in board.points().filter(|&point| !inside.contains(point)) {
            if !board.neighbors(point).iter().any(|&near| inside.contains(near)) {
                continue;
            }
            if open && rng.random_bool(0.2) {
                continue;
            }
            let color = if friendly && rng.random_bool(0.15) { defender } else { defender.opponent() };
            setup.put(point, Some(color));
            safe.insert(point);
        }
        let position = Position::from_setup(&setup, Rules::default()).expect("walls have liberties");
        let points: Vec<Point> = inside.iter().collect();
        let mut ground = Ground { near: vec![0; points.len()], ..Ground::default() };
        for (at, &point) in points.iter().enumerate() {
            for &near in board.neighbors(point) {
                match (points.iter().position(|&other| other == near), setup.stone(near)) {
                    (Some(other), _) => ground.near[at] |= 1 << other,
                    (None, Some(color)) => ground.safe[color.index()] |= 1 << at,
                    (None, None) => ground.open |= 1 << at,
                }
            }
        }
        let wanted = one_of(rng, kind.wanted);
        let mut question = Question { defender, wanted, named: 0, aim: one_of(rng, kind.aims) };
        let stones = loop {
            let stones = random_stones(rng, &ground, defender);
            if ground.is_legal(&stones) && (wanted == Wanted::AnyString || stones[defender.index()] != 0) {
                break stones;
            }
        };
        if wanted != Wanted::AnyString {
            // All stones, or one string, or one of each of two.
            let own = stones[defender.index()];
            let some: Vec<usize> = bits(own).collect();
            let mut pick = || some[rng.random_range(0..some.len())];
            question.named = match pick() % 3 {
                0 => own,
                1 => ground.string(own, pick()),
                _ => 1 << pick() | 1 << pick(),
            };
        }
        let root = Spot { stones, named: question.named, mover: defender, ban: FREE, threats: 0 };
        Area { position, inside, safe, points, ground, question, root }
    }

    pub(super) fn field<S: Set>(&self) -> Arc<Field<S>> {
        let outside = Outside { safe: &self.safe, owned_by: None };
        Field::new(&self.position, &self.inside, &outside).expect("it is small")
    }

    pub(super) fn set<S: Set>(&self, field: &Field<S>, set: u16) -> S {
        let place = |at: usize| field.place_of(self.points[at]).expect("a point of the field");
        bits(set).fold(S::none(), |all, at| all | S::one(place(at)))
    }

    pub(super) fn state<S: Set>(&self, field: &Field<S>, spot: &Spot) -> State<S> {
        let ban = if spot.ban == FREE {
            NONE
        } else {
            field.place_of(self.points[usize::from(spot.ban)]).expect("a point of the field") as u16
        };
        let stones = spot.stones.map(|stones| self.set(field, stones));
        let lost = self.set(field, self.question.named & !spot.named);
        let named = self.set(field, spot.named);
        State::new(stones, named, lost, spot.mover, ban).with_threats(spot.threats)
    }

    /// A set of the field as a set of the judge.
    pub(super) fn bits_of<S: Set>(&self, field: &Field<S>, set: S) -> u16 {
        let has = |at: &usize| field.place_of(self.points[*at]).is_some_and(|place| set.has(place));
        (0..self.points.len()).filter(has).fold(0, |all, at| all | 1 << at)
    }

    /// A drawing, for messages: stones of the field as letters, safe ones in lower case, named ones with a star.
    pub(super) fn show(&self, spot: &Spot) -> String {
        let board = self.position.topology();
        let sign = |point: Point| {
            let at = self.points.iter().position(|&other| other == point);
            let has = |set: u16| at.is_some_and(|at| set >> at & 1 != 0);
            let stone = match (has(spot.stones[0]), has(spot.stones[1]), self.position.stone(point)) {
                (true, ..) => "X",
                (_, true, _) => "O",
                (_, _, Some(Color::Black)) => "x",
                (_, _, Some(Color::White)) => "o",
                _ if at.is_some() => ".",
                _ => " ",
            };
            let banned = at.is_some_and(|at| at == usize::from(spot.ban));
            format!(
                "{stone}{}",
                if banned {
                    "!"
                } else if has(spot.named) {
                    "*"
                } else {
                    " "
                }
            )
        };
        let rows = match board.shape() {
            Shape::Grid { width, height } => (0..height)
                .map(|row| {
                    (0..width).filter_map(|column| board.at(column, row)).map(sign).collect::<String>()
                })
                .collect::<Vec<_>>()
                .join("\n"),
            _ => board.points().map(sign).collect(),
        };
        format!("{:?} to move, threats {}, {:?}\n{rows}\n", spot.mover, spot.threats, self.question)
    }
}

/// Small boards as well: edges make eyes cheap.
const BOARDS: &[&str] = &[
    "square:3",
    "grid:4x3",
    "grid:4x3",
    "grid:5x2",
    "grid:5x2",
    "grid:5x3",
    "grid:6x2",
    "square:6",
    "honeycomb:2",
];

fn any_point(rng: &mut ChaCha8Rng, board: &Topology) -> Point {
    Point(rng.random_range(0..board.len()) as u16)
}

/// Stones as in a group that is shut in: the defender's at the rim, some of both inside.
pub(super) fn random_stones(rng: &mut ChaCha8Rng, ground: &Ground, defender: Color) -> [u16; 2] {
    let mut stones = [0; 2];
    let (rim, inner) = (rng.random_range(0.0..0.9), rng.random_range(0.0..0.3));
    let foes = rng.random_range(0.0..0.35);
    for at in 0..ground.near.len() {
        let at_rim = ground.safe[defender.opponent().index()] >> at & 1 != 0;
        if rng.random_bool(if at_rim { rim } else { inner }) {
            stones[defender.index()] |= 1 << at;
        } else if rng.random_bool(foes) {
            stones[defender.opponent().index()] |= 1 << at;
        }
    }
    stones
}
