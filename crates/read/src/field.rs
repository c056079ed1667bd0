//! The part of a board that is read, and play on it.
//!
//! A [`Field`] holds the points that may change. Around it stand *safe* stones, which are never captured and are not on the field; a
//! string that touches safe stones of its own colour is safe as well. Where the field ends in empty points the board is *open*: a
//! string that gets there is out of reach for the other side.

use std::sync::{Arc, LazyLock};

use tesuji_board::{Color, Point, PointSet, Position, Shape};

use crate::fault::{Fault, is_on};
use crate::set::Set;

/// No point.
pub(crate) const NONE: u16 = u16::MAX;
/// Sets are moved by less than a word at a time.
const LONGEST_ROW: usize = 62;

/// How the points of a field are joined.
#[derive(Clone, Debug)]
enum Links<S> {
    /// A rectangle row by row, with an empty column between the rows.
    Rows { stride: usize },
    /// The neighbours of each point.
    Lists(Vec<S>),
}

/// Random bits for the hash of a position: for stones of both colours, and for stones of the group that are gone.
struct Keys {
    stones: [Vec<u128>; 2],
    lost: Vec<u128>,
    bans: Vec<u128>,
    to_move: u128,
    /// Of every position, so that none has the number nought.
    any: u128,
}

static KEYS: LazyLock<Keys> = LazyLock::new(|| {
    // SplitMix64, twice for each key. The numbers are fixed, so that searches are the same everywhere.
    let mut seed: u64 = 0x1d5f_a1e7_c0de_2026;
    let mut half = move || {
        seed = seed.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut bits = seed;
        bits = (bits ^ (bits >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        bits = (bits ^ (bits >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        u128::from(bits ^ (bits >> 31))
    };
    let mut key = move || half() << 64 | half();
    let mut list = || (0..384).map(|_| key()).collect::<Vec<u128>>();
    let (black, white, lost, bans) = (list(), list(), list(), list());
    let to_move = bans[0].rotate_left(17) ^ lost[1];
    let any = bans[1].rotate_left(17) ^ lost[2];
    Keys { stones: [black, white], lost, bans, to_move, any }
});

/// The ground of a reading.
#[derive(Clone, Debug)]
pub(crate) struct Field<S> {
    /// The point of the board at each place; none where a rectangle has a gap.
    points: Vec<Option<Point>>,
    pub(crate) all: S,
    links: Links<S>,
    /// Points next to safe stones, by colour.
    pub(crate) beside_safe: [S; 2],
    /// Points next to empty points that are not on the field.
    pub(crate) open: S,
    /// Points next to points that are neither on the field nor safe stones.
    pub(crate) edge: S,
    /// Points with four neighbours on the board, on square boards.
    pub(crate) inner: S,
}

/// A string of stones.
#[derive(Clone, Copy, Debug)]
pub(crate) struct StoneString<S> {
    pub(crate) stones: S,
    /// All neighbours on the field.
    pub(crate) around: S,
}

/// A position of a field.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct State<S> {
    /// By colour.
    pub(crate) stones: [S; 2],
    /// Stones of the group that were named and are still there; nothing if every string counts.
    pub(crate) named: S,
    pub(crate) to_move: Color,
    /// The point of a ko that was just taken, or [`NONE`].
    pub(crate) ban: u16,
    /// How many ko threats the defender has more than the attacker.
    pub(crate) threats: i8,
    /// Of everything but the threats.
    pub(crate) hash: u128,
}

/// What is outside of a field.
pub(crate) struct Outside<'a> {
    /// Safe stones of both colours.
    pub(crate) safe: &'a PointSet,
    /// Whose safe stones empty points outside are taken for; none if they are open to both.
    pub(crate) owned_by: Option<Color>,
}

impl<S: Set> Field<S> {
    /// The field of these points; none if they are too many for this kind of set.
    pub(crate) fn new(
        position: &Position,
        inside: &PointSet,
        outside: &Outside<'_>,
    ) -> Option<Arc<Field<S>>> {
        let board = position.topology();
        let (points, links) = rows::<S>(position, inside).or_else(|| {
            let points: Vec<Option<Point>> = inside.iter().map(Some).collect();
            (points.len() <= S::CAPACITY).then_some((points, None))
        })?;
        let mut field = Field {
            all: S::none(),
            links: Links::Rows { stride: 1 },
            beside_safe: [S::none(); 2],
            open: S::none(),
            edge: S::none(),
            inner: S::none(),
            points,
        };
        let places: rustc_hash::FxHashMap<Point, usize> = field
            .points
            .iter()
            .enumerate()
            .filter_map(|(at, point)| point.map(|point| (point, at)))
            .collect();
        let mut lists = vec![S::none(); field.points.len()];
        for (&point, &at) in &places {
            field.all |= S::one(at);
            let around = board.neighbors(point);
            if around.len() == 4 {
                field.inner |= S::one(at);
            }
            for &near in around {
                let one = S::one(at);
                match (places.get(&near), position.stone(near).filter(|_| outside.safe.contains(near))) {
                    (Some(&other), _) => lists[at] |= S::one(other),
                    (None, Some(color)) => field.beside_safe[color.index()] |= one,
                    (None, None) => {
                        field.edge |= one;
                        match outside.owned_by {
                            Some(color) => field.beside_safe[color.index()] |= one,
                            None => field.open |= one,
                        }
                    }
                }
            }
        }
        field.links = match links {
            Some(stride) => Links::Rows { stride },
            None => Links::Lists(lists),
        };
        Some(Arc::new(field))
    }

    /// The same with strings on the field that are never captured.
    pub(crate) fn with_safe(self: Arc<Field<S>>, position: &Position, safe: &PointSet) -> Arc<Field<S>> {
        let mut field = Arc::unwrap_or_clone(self);
        for at in 0..field.points.len() {
            if let Some(point) = field.points[at].filter(|&point| safe.contains(point))
                && let Some(color) = position.stone(point)
            {
                field.beside_safe[color.index()] |= S::one(at);
            }
        }
        Arc::new(field)
    }

    /// Whether these points are few enough for a field.
    pub(crate) fn fits(position: &Position, inside: &PointSet) -> bool {
        rows::<S>(position, inside).is_some() || inside.len() <= S::CAPACITY
    }

    /// The position of the board on this field.
    pub(crate) fn state(&self, position: &Position, named: &PointSet, to_move: Color) -> State<S> {
        let set = |points: &PointSet| {
            self.points.iter().enumerate().fold(S::none(), |set, (at, point)| match point {
                Some(point) if points.contains(*point) => set | S::one(at),
                _ => set,
            })
        };
        let stones = Color::BOTH.map(|color| set(&position.stones(color)));
        // A ban is the mover's.
        let ko = position.ko().filter(|_| position.to_move() == to_move);
        let ban = ko.and_then(|ko| self.place_of(ko)).map_or(NONE, |at| at as u16);
        State::new(stones, set(named), S::none(), to_move, ban)
    }

    /// The place of a point of the board.
    pub(crate) fn place_of(&self, point: Point) -> Option<usize> {
        self.points.iter().position(|&other| other == Some(point))
    }

    /// The point of the board at a place.
    pub(crate) fn point_at(&self, at: usize) -> Point {
        self.points[at].unwrap_or(Point(0))
    }

    pub(crate) fn points_of(&self, set: S) -> PointSet {
        set.numbers().map(|at| self.point_at(at)).collect()
    }

    #[inline]
    pub(crate) fn empty(&self, stones: &[S; 2]) -> S {
        self.all & !(stones[0] | stones[1])
    }

    /// All neighbours of a set, some of them in it.
    #[inline]
    pub(crate) fn neighbors(&self, set: S) -> S {
        match &self.links {
            &Links::Rows { stride } => {
                (set.up(1) | set.down(1) | set.up(stride) | set.down(stride)) & self.all
            }
            Links::Lists(lists) => set.numbers().fold(S::none(), |all, at| all | lists[at]),
        }
    }

    /// Points at the corners of a point, where that has a meaning.
    #[inline]
    pub(crate) fn diagonals(&self, set: S) -> S {
        match &self.links {
            &Links::Rows { stride } => {
                (set.up(stride + 1) | set.up(stride - 1) | set.down(stride + 1) | set.down(stride - 1))
                    & self.all
            }
            Links::Lists(_) => S::none(),
        }
    }

    /// The points of `within` that are connected with `seed`.
    #[inline]
    pub(crate) fn flood(&self, seed: S, within: S) -> S {
        let mut found = seed & within;
        loop {
            let next = found | self.neighbors(found) & within;
            if next == found {
                return found;
            }
            found = next;
        }
    }

    /// The string of a stone.
    #[inline]
    pub(crate) fn string(&self, stones: S, seed: S) -> StoneString<S> {
        let stones = self.flood(seed, stones);
        StoneString { stones, around: self.neighbors(stones) & !stones }
    }

    /// The strings that meet a set.
    #[inline]
    pub(crate) fn strings(&self, stones: S, set: S) -> impl Iterator<Item = StoneString<S>> {
        let mut rest = set & stones;
        std::iter::from_fn(move || {
            (!rest.is_empty()).then(|| {
                let string = self.string(stones, rest.lowest());
                rest &= !string.stones;
                string
            })
        })
    }

    /// Whether a string of this colour touches safe stones of its own or the open board, and so is never captured.
    #[inline]
    pub(crate) fn is_out(&self, string: S, color: Color) -> bool {
        string.meets(self.beside_safe[color.index()] | self.open)
    }

    /// Plays a stone and ignores bans; none if it would be without liberties.
    #[inline]
    pub(crate) fn play(&self, state: &State<S>, at: usize) -> Option<State<S>> {
        let (own, other) = (state.to_move, state.to_move.opponent());
        let stone = S::one(at);
        let mut after = *state;
        after.stones[own.index()] |= stone;
        let free = self.empty(&after.stones);
        let near = self.neighbors(stone);
        let mut captured = S::none();
        let mut touched = near & state.stones[other.index()];
        while !touched.is_empty() {
            let string = self.flood(touched.lowest(), state.stones[other.index()]);
            touched &= !string;
            if !self.neighbors(string).meets(free) && !self.is_out(string, other) {
                captured |= string;
            }
        }
        let mut ban = NONE;
        if captured.is_empty() {
            if !near.meets(free) {
                let string = self.flood(stone, after.stones[own.index()]);
                if !self.neighbors(string).meets(free) && !self.is_out(string, own) {
                    return None;
                }
            }
        } else {
            after.stones[other.index()] &= !captured;
            let alone = !near.meets(state.stones[own.index()]) && !self.is_out(stone, own);
            if alone
                && !is_on(Fault::IgnoredBan)
                && captured.len() == 1
                && near & self.empty(&after.stones) == captured
            {
                ban = captured.first() as u16;
            }
            for taken in captured.numbers() {
                after.hash ^= KEYS.stones[other.index()][taken];
            }
            let lost = after.named & captured;
            for taken in lost.numbers() {
                after.hash ^= KEYS.lost[taken];
            }
            after.named &= !captured;
        }
        after.hash ^= KEYS.stones[own.index()][at];
        after.turn();
        after.set_ban(ban);
        Some(after)
    }

    /// Plays a stone; a retake that is banned costs a threat. None if the move is not legal.
    #[inline]
    pub(crate) fn step(&self, state: &State<S>, at: usize, defender: Color) -> Option<State<S>> {
        let mut after = self.play(state, at)?;
        if usize::from(state.ban) == at {
            if state.to_move == defender {
                (state.threats > 0).then(|| after.threats -= 1)?;
            } else {
                (state.threats < 0).then(|| after.threats += 1)?;
            }
        }
        Some(after)
    }
}

impl<S: Set> State<S> {
    /// A position without threats; `lost` are named stones that are gone.
    pub(crate) fn new(stones: [S; 2], named: S, lost: S, to_move: Color, ban: u16) -> State<S> {
        let mut state = State { stones, named, to_move, ban: NONE, threats: 0, hash: KEYS.any };
        for color in Color::BOTH {
            for at in stones[color.index()].numbers() {
                state.hash ^= KEYS.stones[color.index()][at];
            }
        }
        for at in lost.numbers() {
            state.hash ^= KEYS.lost[at];
        }
        if to_move == Color::White {
            state.hash ^= KEYS.to_move;
        }
        state.set_ban(ban);
        state
    }

    pub(crate) fn passed(&self) -> State<S> {
        let mut after = *self;
        after.set_ban(NONE);
        after.turn();
        after
    }

    /// The same with these threats more for the defender.
    pub(crate) fn with_threats(&self, threats: i8) -> State<S> {
        State { threats, ..*self }
    }

    fn turn(&mut self) {
        self.to_move = self.to_move.opponent();
        self.hash ^= KEYS.to_move;
    }

    fn set_ban(&mut self, ban: u16) {
        for old_or_new in [self.ban, ban] {
            if old_or_new != NONE {
                self.hash ^= KEYS.bans[usize::from(old_or_new)];
            }
        }
        self.ban = ban;
    }
}

/// Points in the order of their places, and the length of a row if the places are a rectangle.
type Places = (Vec<Option<Point>>, Option<usize>);

/// Points of a square board row by row; none if the board is another one or they do not fit.
fn rows<S: Set>(position: &Position, inside: &PointSet) -> Option<Places> {
    let board = position.topology();
    let Shape::Grid { width, height } = board.shape() else { return None };
    let place = |column: usize, row: usize| board.at(column, row).filter(|&point| inside.contains(point));
    let columns: Vec<usize> =
        (0..width).filter(|&column| (0..height).any(|row| place(column, row).is_some())).collect();
    let lines: Vec<usize> =
        (0..height).filter(|&row| (0..width).any(|column| place(column, row).is_some())).collect();
    let (left, right) = (*columns.first()?, *columns.last()?);
    let (top, bottom) = (*lines.first()?, *lines.last()?);
    let stride = right - left + 2;
    if stride * (bottom - top + 1) > S::CAPACITY || stride > LONGEST_ROW {
        return None;
    }
    let row =
        |row| (left..=right + 1).map(move |column| if column > right { None } else { place(column, row) });
    Some(((top..=bottom).flat_map(row).collect(), Some(stride)))
}

#[cfg(test)]
mod tests {
    use fuzz_cases::{cases, one_of};
    use rand::RngExt;
    use tesuji_board::{Rules, Setup, Topology};

    use super::*;
    use crate::set::Wide;

    /// Plays the same random moves on the board and on a field that is all of it.
    fn compare<S: Set>(name: &str, moves: &[u32]) {
        let board = Topology::parse(name).expect("a board");
        let mut position =
            Position::from_setup(&Setup::empty(board.clone()), Rules::default()).expect("an empty board");
        let none = PointSet::new();
        let outside = Outside { safe: &none, owned_by: None };
        let all: PointSet = board.points().collect();
        let field = Field::<S>::new(&position, &all, &outside).expect("it fits");
        let mut state = field.state(&position, &none, Color::Black);
        for &number in moves {
            let color = state.to_move;
            let at = number as usize % board.len();
            let point = Point(at as u16);
            let place = field.place_of(point).expect("a point of the field");
            let played = if state.ban == place as u16 || !field.empty(&state.stones).has(place) {
                None
            } else {
                field.play(&state, place)
            };
            assert_eq!(played.is_some(), position.is_legal(color, point), "{name} {point:?}");
            match played {
                Some(next) => {
                    position.play(color, point).expect("a legal move");
                    state = next;
                }
                None => {
                    position.pass(color);
                    state = state.passed();
                }
            }
            for color in Color::BOTH {
                assert_eq!(field.points_of(state.stones[color.index()]), position.stones(color));
            }
            let ban = (state.ban != NONE).then(|| field.point_at(usize::from(state.ban)));
            assert_eq!(ban, position.ko());
            assert_eq!(field.state(&position, &none, state.to_move).hash, state.hash);
        }
    }

    #[test]
    fn a_field_plays_as_the_board_does() {
        const BOARDS: &[&str] = &["square:5", "grid:7x3", "torus:4x5", "honeycomb:2", "square:9"];
        cases(
            60,
            |rng| (one_of(rng, BOARDS), (0..400).map(|_| rng.random()).collect::<Vec<u32>>()),
            |(name, moves)| {
                compare::<u128>(name, moves);
                compare::<Wide>(name, moves);
            },
        );
    }
}
