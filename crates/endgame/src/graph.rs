//! All positions of a region, and what each of them is worth.
//!
//! The rules are those of play without passing: whoever has no move loses, and a prisoner may be given back instead of a move. Under these
//! rules a point of territory is a free move, so a region is a game of combinatorial game theory as it stands, and nobody has to judge
//! which stones are dead (Berlekamp and Wolfe, "Mathematical Go", 1994). What falls apart is a sum.
//!
//! # Kos
//!
//! Every position gets two values. For the larger one Black wins every ko: he may take back at once, as if he always had a threat, and White
//! may not before something else is played here. But threats come to an end, and a pass costs nothing: after Black has taken, White may
//! demand that he plays here once more, and whoever does not answer that loses more than any board has. For the smaller value it is the other way
//! round. What a region is worth to whoever fights kos in it lies between the two. Where they are equal no ko matters. Where the demand would
//! force a side to hurt itself, the values are those without it, which lie further apart.
//!
//! Positions may still lead back to each other, as in a double ko. Such a *knot* has moves of both sides: a move adds a stone of the own
//! colour, and only the other side's moves take one away. Moves of the bound side inside a knot are left out, which is less than it has, too:
//! first those that put several own stones into atari, as who sends two to return one, and where that is not enough all of them.

use rustc_hash::{FxHashMap, FxHashSet};
use smallvec::SmallVec;
use tesuji_board::Color;
use tesuji_cgt::{Arena, Error, Game};
use tesuji_job::{Progress, Watch, Why};
use tesuji_local::{Bits, Ground, Part, ones};

use crate::knots::knots;
use crate::settled::settled;

/// Positions between two looks at the watch.
const LOOK: usize = 128;
/// More than any board has.
const EVERYTHING: i64 = 10_000;
/// Bytes of a position with its place in the table and its moves, at the most.
const BYTES_OF_A_POSITION: u64 = 800;

/// A side that may not play on a point, since a stone was just taken there in a ko.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Ban {
    pub(crate) color: Color,
    pub(crate) point: Bits,
}

/// A connected part that is not settled, and what is banned there.
type Key = (Part, Option<Ban>);

/// What a position consists of: points that are settled, and parts that are not.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Pieces {
    pub(crate) points: i32,
    parts: SmallVec<[Piece; 2]>,
}

/// A part by its place, and by its place when the ban holds; both are the same where nothing is banned.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Piece {
    free: u32,
    banned: u32,
    /// Who is banned.
    bound: Color,
}

impl Piece {
    /// The place that counts for one of the values: only the bound side minds a ban.
    fn place(self, bound: Bound) -> u32 {
        if self.bound == bound.side() { self.banned } else { self.free }
    }
}

/// A connected part of a region that is not settled.
struct Place {
    key: Key,
    /// What each side's moves lead to, Black's first, without doubles; nothing before they were played.
    moves: Option<[SmallVec<[Pieces; 4]>; 2]>,
    /// The larger and the smaller value.
    values: Option<[Game; 2]>,
}

/// The value of a position, or what it lies between because of kos.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Bounds {
    /// If Black wins every ko.
    pub(crate) most: Game,
    /// If White does.
    pub(crate) least: Game,
}

/// One of the two values.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Bound {
    Most,
    Least,
}

impl Bound {
    const BOTH: [Bound; 2] = [Bound::Most, Bound::Least];

    /// The side that kos bind.
    fn side(self) -> Color {
        match self {
            Bound::Most => Color::White,
            Bound::Least => Color::Black,
        }
    }
}

impl Bounds {
    /// The value, if no ko matters.
    pub(crate) fn exact(self) -> Option<Game> {
        (self.most == self.least).then_some(self.most)
    }

    /// What a side has for certain.
    pub(crate) fn certain(self, color: Color) -> Game {
        match color {
            Color::Black => self.least,
            Color::White => self.most,
        }
    }
}

/// The positions of one ground, found as they are needed.
pub(crate) struct Graph {
    ground: Ground,
    places: Vec<Place>,
    known: FxHashMap<Key, u32>,
    /// Whether a side that took a ko can be made to play there again.
    demands: bool,
}

/// What all regions of a question may use together.
pub(crate) struct Budget<'a> {
    pub(crate) nodes: u64,
    pub(crate) memory: u64,
    pub(crate) used: u64,
    /// What the values of earlier regions have taken.
    pub(crate) games: u64,
    /// Positions that earlier regions keep.
    pub(crate) kept: usize,
    pub(crate) watch: &'a Watch,
}

impl Budget<'_> {
    fn count(&mut self, places: usize) -> Result<(), Why> {
        self.used += 1;
        if self.used + self.games > self.nodes {
            return Err(Why::Nodes);
        }
        if (self.kept + places) as u64 * BYTES_OF_A_POSITION > self.memory {
            return Err(Why::Memory);
        }
        if self.used.is_multiple_of(LOOK as u64) {
            self.watch.look(|| Progress::searched("playing regions out", self.used))?;
        }
        Ok(())
    }
}

impl Graph {
    pub(crate) fn new(ground: Ground, demands: bool) -> Graph {
        Graph { ground, places: Vec::new(), known: FxHashMap::default(), demands }
    }

    /// How many positions there are.
    pub(crate) fn len(&self) -> usize {
        self.places.len()
    }

    /// What a position consists of.
    pub(crate) fn pieces(&mut self, part: &Part, ban: Option<Ban>) -> Pieces {
        let mut pieces = Pieces::default();
        for within in self.ground.components(part.points) {
            let piece = part.restricted(within);
            match settled(&self.ground, &piece) {
                Some(points) => pieces.points += points,
                None => {
                    let free = self.place(&piece, None);
                    let ban = ban.filter(|ban| ban.point & within != 0);
                    let banned = ban.map_or(free, |ban| self.place(&piece, Some(ban)));
                    let bound = ban.map_or(Color::Black, |ban| ban.color);
                    pieces.parts.push(Piece { free, banned, bound });
                }
            }
        }
        pieces.parts.sort_unstable();
        pieces
    }

    fn place(&mut self, part: &Part, ban: Option<Ban>) -> u32 {
        let (part, point) = self.ground.canonical(part, ban.map_or(0, |ban| ban.point));
        let ban = ban.map(|ban| Ban { point, ..ban });
        let next = self.places.len() as u32;
        *self.known.entry((part, ban)).or_insert_with_key(|key| {
            self.places.push(Place { key: key.clone(), moves: None, values: None });
            next
        })
    }

    /// The values of a position that was taken to pieces.
    pub(crate) fn value(
        &mut self,
        pieces: &Pieces,
        arena: &mut Arena,
        budget: &mut Budget<'_>,
    ) -> Result<Bounds, Error> {
        let mut places: Vec<u32> = pieces.parts.iter().flat_map(|piece| [piece.free, piece.banned]).collect();
        places.retain(|&place| self.places[place as usize].values.is_none());
        if !places.is_empty() {
            let found = knots(&places, |place| self.open(place, budget))?;
            for knot in found {
                self.evaluate(&knot, arena)?;
            }
        }
        let none = FxHashMap::default();
        let most = self.sum(pieces, Bound::Most, &none, arena)?;
        let least = if self.is_exact(pieces) { most } else { self.sum(pieces, Bound::Least, &none, arena)? };
        Ok(Bounds { most, least })
    }

    /// Plays all moves of a place and returns where they lead, unless its values are known already.
    fn open(&mut self, place: u32, budget: &mut Budget<'_>) -> Result<Vec<u32>, Error> {
        if self.places[place as usize].values.is_some() {
            return Ok(Vec::new());
        }
        budget.count(self.places.len())?;
        if self.places[place as usize].moves.is_none() {
            let (part, ban) = self.places[place as usize].key.clone();
            let moves = Color::BOTH.map(|color| {
                let banned = ban.filter(|ban| ban.color == color).map_or(0, |ban| ban.point);
                let mut moves: SmallVec<[Pieces; 4]> = SmallVec::new();
                for at in ones(part.empty() & !banned) {
                    if let Some(played) = play(&self.ground, &part, color, at) {
                        let mut pieces = self.pieces(&played.part, played.ban);
                        pieces.points += played.taken;
                        if !moves.contains(&pieces) {
                            moves.push(pieces);
                        }
                    }
                }
                moves
            });
            self.places[place as usize].moves = Some(moves);
        }
        let mut targets: Vec<u32> =
            self.parts_after(place).flat_map(|piece| [piece.free, piece.banned]).collect();
        targets.sort_unstable();
        targets.dedup();
        Ok(targets)
    }

    /// The parts that the moves of a place lead to.
    fn parts_after(&self, place: u32) -> impl Iterator<Item = Piece> {
        let moves = self.places[place as usize].moves.iter().flatten().flatten();
        moves.flat_map(|pieces| pieces.parts.iter().copied())
    }

    /// Finds the values of places that lead to each other; those they lead to besides are known.
    fn evaluate(&mut self, knot: &[u32], arena: &mut Arena) -> Result<(), Error> {
        if let [place] = *knot {
            if self.places[place as usize].values.is_some() {
                return Ok(());
            }
            let leads_back =
                self.parts_after(place).any(|piece| piece.free == place || piece.banned == place);
            if !leads_back {
                let none = FxHashMap::default();
                let most = self.value_of(place, Bound::Most, None, &none, arena)?;
                let is_free = self.places[place as usize].key.1.is_none();
                let moves = self.places[place as usize].moves.iter().flatten().flatten();
                let is_exact = is_free && moves.into_iter().all(|pieces| self.is_exact(pieces));
                let least =
                    if is_exact { most } else { self.value_of(place, Bound::Least, None, &none, arena)? };
                self.places[place as usize].values = Some([most, least]);
                return Ok(());
            }
        }
        let all: FxHashSet<u32> = knot.iter().copied().collect();
        let mut found = [FxHashMap::default(), FxHashMap::default()];
        for (bound, found) in Bound::BOTH.into_iter().zip(&mut found) {
            // Most of what goes round in circles does not do so any more where the bans hold.
            let inner = knots(knot, |place| {
                let after = self.parts_after(place).map(|piece| piece.place(bound));
                Ok::<Vec<u32>, Error>(after.filter(|place| all.contains(place)).collect())
            })?;
            for inner in inner {
                self.evaluate_bound(&inner, bound, found, arena)?;
            }
        }
        let [most, least] = found;
        for place in knot {
            self.places[*place as usize].values = Some([most[place], least[place]]);
        }
        Ok(())
    }

    /// One value of places that still lead to each other.
    fn evaluate_bound(
        &self,
        inner: &[u32],
        bound: Bound,
        found: &mut FxHashMap<u32, Game>,
        arena: &mut Arena,
    ) -> Result<(), Error> {
        let all: FxHashSet<u32> = inner.iter().copied().collect();
        let rash: FxHashSet<u32> = match inner {
            [_] => FxHashSet::default(),
            _ => inner.iter().copied().filter(|&place| self.is_rash(place, bound.side())).collect(),
        };
        let own = bound.side();
        let smaller = knots(inner, |place| {
            let moves = self.places[place as usize].moves.iter();
            let sides = moves.flat_map(|moves| moves.iter().zip(Color::BOTH));
            let after = sides.flat_map(|(moves, color)| {
                let parts = moves.iter().flat_map(|pieces| pieces.parts.iter());
                parts.map(move |piece| (piece.place(bound), color))
            });
            let kept = after
                .filter(|(place, color)| all.contains(place) && !(*color == own && rash.contains(place)));
            Ok::<Vec<u32>, Error>(kept.map(|(place, _)| place).collect())
        })?;
        for mut knot in smaller {
            // The side that keeps its moves adds a stone with each of them, so what they lead to comes first.
            let keeps = own.opponent();
            let stones = |place: u32| self.places[place as usize].key.0.stones[keeps.index()].count_ones();
            knot.sort_by_key(|&place| (std::cmp::Reverse(stones(place)), place));
            let left_out: FxHashSet<u32> = knot.iter().copied().chain(rash.iter().copied()).collect();
            for place in knot {
                let value = self.value_of(place, bound, Some(&left_out), found, arena)?;
                found.insert(place, value);
            }
        }
        Ok(())
    }

    /// Whether several stones of a side, in one string, are in atari.
    fn is_rash(&self, place: u32, color: Color) -> bool {
        let part = &self.places[place as usize].key.0;
        self.ground.components(part.stones[color.index()]).into_iter().any(|string| {
            let liberties = self.ground.around(string) & part.empty();
            string.count_ones() > 1 && liberties.count_ones() == 1
        })
    }

    /// One value of a place, from those of what it leads to; the bound side does not move to places that are left out.
    fn value_of(
        &self,
        place: u32,
        bound: Bound,
        left_out: Option<&FxHashSet<u32>>,
        found: &FxHashMap<u32, Game>,
        arena: &mut Arena,
    ) -> Result<Game, Error> {
        let mut options: [Vec<Game>; 2] = [Vec::new(), Vec::new()];
        for color in Color::BOTH {
            for pieces in self.places[place as usize].moves.iter().flat_map(|moves| &moves[color.index()]) {
                let leads =
                    |out: &FxHashSet<u32>| pieces.parts.iter().any(|piece| out.contains(&piece.place(bound)));
                if color == bound.side() && left_out.is_some_and(leads) {
                    continue;
                }
                let value = self.sum(pieces, bound, found, arena)?;
                options[color.index()].push(value);
            }
        }
        let ban = self.places[place as usize].key.1;
        if self.demands && ban.is_some_and(|ban| ban.color == bound.side()) {
            // The side that took has to play here, if the other one wants that.
            let demand = match bound {
                Bound::Most => arena.canonical(&options[0], &[Game::integer(-EVERYTHING)])?,
                Bound::Least => arena.canonical(&[Game::integer(EVERYTHING)], &options[1])?,
            };
            options[bound.side().index()].push(demand);
        }
        arena.canonical(&options[0], &options[1])
    }

    /// The sum of the parts by one of their values; those of a knot that is being evaluated are in `found`.
    fn sum(
        &self,
        pieces: &Pieces,
        bound: Bound,
        found: &FxHashMap<u32, Game>,
        arena: &mut Arena,
    ) -> Result<Game, Error> {
        let mut sum = Game::integer(i64::from(pieces.points));
        for piece in &pieces.parts {
            let place = piece.place(bound);
            let known = self.places[place as usize].values.map(|values| values[bound as usize]);
            // Parts are evaluated before what leads to them.
            let value = known.or_else(|| found.get(&place).copied()).ok_or(Error::Unknown(Why::Levels))?;
            sum = arena.sum(sum, value)?;
        }
        Ok(sum)
    }

    /// Whether all parts have one value, with or without the ban.
    fn is_exact(&self, pieces: &Pieces) -> bool {
        pieces.parts.iter().all(|piece| {
            let values = [piece.free, piece.banned].map(|place| self.places[place as usize].values);
            matches!(values, [Some([a, b]), Some([c, d])] if a == b && c == d && a == c)
        })
    }
}

/// What a move leads to.
pub(crate) struct After {
    pub(crate) part: Part,
    /// The prisoners that it takes, counted for Black.
    pub(crate) taken: i32,
    pub(crate) ban: Option<Ban>,
}

/// A move; nothing if it is suicide.
pub(crate) fn play(ground: &Ground, part: &Part, color: Color, at: usize) -> Option<After> {
    let played = ground.play(part, color, at);
    if played.breathless && !played.captures {
        return None;
    }
    let other = color.opponent().index();
    let count = |bits: Bits| bits.count_ones() as i32;
    let taken = count(part.stones[other]) - count(played.part.stones[other]);
    let taken = if color == Color::Black { taken } else { -taken };
    let ban = played.ko.map(|point| Ban { color: color.opponent(), point: 1 << point });
    Some(After { part: played.part, taken, ban })
}
