//! All positions of a region, and what each of them is worth.
//!
//! The rules are those of play without passing: whoever has no move loses, and a prisoner may be given back instead of a move. Under these
//! rules a point of territory is a free move, so a region is a game of combinatorial game theory as it stands, and nobody has to judge
//! which stones are dead (Berlekamp and Wolfe, "Mathematical Go", 1994). What falls apart is a sum.
//!
//! # Loops
//!
//! A ko leads back to where it came from. Positions that lead to each other form a *knot*. Within a knot no stone joins a wall, so a
//! move of Black adds a black stone, and only White's moves take one away: a loop has moves of both sides. A region without the moves of
//! White inside its knots has no loop and is at least as good for Black: he answers every move in the difference with its copy. Without
//! Black's it is at least as good for White. Where the two have the same value, no ko matters, whatever the rules and the threats are.

use rustc_hash::FxHashMap;
use smallvec::SmallVec;
use tesuji_board::Color;
use tesuji_cgt::{Arena, Error, Game};
use tesuji_job::{Progress, Watch, Why};
use tesuji_local::{Bits, Ground, Part, ones};

use crate::settled::settled;

/// Positions between two looks at the watch.
const LOOK: usize = 128;
/// Bytes of a position with its place in the table and its moves, at the most.
const BYTES_OF_A_POSITION: u64 = 700;

/// What a position consists of: points that are settled, and parts that are not.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Pieces {
    pub(crate) points: i32,
    pub(crate) parts: SmallVec<[u32; 2]>,
}

/// A connected part of a region that is not settled.
struct Place {
    part: Part,
    /// What each side's moves lead to, Black's first, without doubles.
    moves: [SmallVec<[Pieces; 4]>; 2],
    value: Option<Bounds>,
}

/// The value of a position, or what it lies between because of kos.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Bounds {
    /// If White never takes a ko.
    pub(crate) most: Game,
    /// If Black never does.
    pub(crate) least: Game,
}

/// One of the two bounds.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Bound {
    Most,
    Least,
}

impl Bound {
    /// The side whose moves inside a knot are left out.
    fn left_out(self) -> Color {
        match self {
            Bound::Most => Color::White,
            Bound::Least => Color::Black,
        }
    }
}

impl Bounds {
    fn get(self, bound: Bound) -> Game {
        match bound {
            Bound::Most => self.most,
            Bound::Least => self.least,
        }
    }

    /// The value, if no ko matters.
    pub(crate) fn exact(self) -> Option<Game> {
        (self.most == self.least).then_some(self.most)
    }
}

/// The positions of one ground, found as they are needed.
pub(crate) struct Graph {
    ground: Ground,
    places: Vec<Place>,
    known: FxHashMap<Part, u32>,
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

/// A place whose moves are being followed.
struct Open {
    place: u32,
    /// The place's number in the order of discovery, and the lowest one that it leads to.
    number: u32,
    low: u32,
    /// Where to go next among the parts of its moves.
    targets: Vec<u32>,
    next: usize,
}

impl Graph {
    pub(crate) fn new(ground: Ground) -> Graph {
        Graph { ground, places: Vec::new(), known: FxHashMap::default() }
    }

    /// How many positions there are.
    pub(crate) fn len(&self) -> usize {
        self.places.len()
    }

    /// What a position consists of.
    pub(crate) fn pieces(&mut self, part: &Part) -> Pieces {
        let mut pieces = Pieces::default();
        for within in self.ground.components(part.points) {
            let piece = part.restricted(within);
            match settled(&self.ground, &piece) {
                Some(points) => pieces.points += points,
                None => {
                    let place = self.place(&piece);
                    pieces.parts.push(place);
                }
            }
        }
        pieces.parts.sort_unstable();
        pieces
    }

    fn place(&mut self, part: &Part) -> u32 {
        let (part, _) = self.ground.canonical(part, 0);
        let next = self.places.len() as u32;
        *self.known.entry(part).or_insert_with_key(|part| {
            let moves = [SmallVec::new(), SmallVec::new()];
            self.places.push(Place { part: part.clone(), moves, value: None });
            next
        })
    }

    /// What a move leads to, with the prisoners it takes; nothing if it is suicide.
    pub(crate) fn after(&mut self, part: &Part, color: Color, at: usize) -> Option<(Part, Pieces)> {
        let (after, prisoners) = play(&self.ground, part, color, at)?;
        let mut pieces = self.pieces(&after);
        pieces.points += prisoners;
        Some((after, pieces))
    }

    /// The value of a position that was taken to pieces.
    pub(crate) fn value(
        &mut self,
        pieces: &Pieces,
        arena: &mut Arena,
        budget: &mut Budget<'_>,
    ) -> Result<Bounds, Error> {
        for &part in &pieces.parts {
            self.evaluate(part, arena, budget)?;
        }
        self.sum(pieces, arena)
    }

    fn sum(&self, pieces: &Pieces, arena: &mut Arena) -> Result<Bounds, Error> {
        let most = self.sum_of(pieces, Bound::Most, None, arena)?;
        let is_exact = pieces.parts.iter().all(|&part| self.is_exact(part));
        let least = if is_exact { most } else { self.sum_of(pieces, Bound::Least, None, arena)? };
        Ok(Bounds { most, least })
    }

    /// The sum of the parts, each by one of its bounds. Parts of a knot that is being evaluated are in `knot`.
    fn sum_of(
        &self,
        pieces: &Pieces,
        bound: Bound,
        knot: Option<&FxHashMap<u32, Game>>,
        arena: &mut Arena,
    ) -> Result<Game, Error> {
        let mut sum = Game::integer(i64::from(pieces.points));
        for &part in &pieces.parts {
            let known = self.places[part as usize].value.map(|value| value.get(bound));
            let value = known.or_else(|| knot.and_then(|knot| knot.get(&part).copied()));
            // Parts are evaluated before what leads to them.
            sum = arena.sum(sum, value.ok_or(Error::Unknown(Why::Levels))?)?;
        }
        Ok(sum)
    }

    /// Finds everything that a place leads to, and evaluates knot by knot, those first that others lead to (Tarjan's algorithm).
    fn evaluate(&mut self, root: u32, arena: &mut Arena, budget: &mut Budget<'_>) -> Result<(), Error> {
        if self.places[root as usize].value.is_some() {
            return Ok(());
        }
        let mut numbers: FxHashMap<u32, u32> = FxHashMap::default();
        let mut waiting: Vec<u32> = Vec::new();
        let mut path = vec![self.open(root, 0, budget)?];
        numbers.insert(root, 0);
        waiting.push(root);
        while let Some(top) = path.last_mut() {
            if let Some(&target) = top.targets.get(top.next) {
                top.next += 1;
                if self.places[target as usize].value.is_some() {
                    continue;
                }
                match numbers.get(&target) {
                    Some(&number) => top.low = top.low.min(number),
                    None => {
                        let open = self.open(target, numbers.len() as u32, budget)?;
                        numbers.insert(target, open.number);
                        waiting.push(target);
                        path.push(open);
                    }
                }
                continue;
            }
            let Some(done) = path.pop() else { break };
            if let Some(before) = path.last_mut() {
                before.low = before.low.min(done.low);
            }
            if done.low == done.number {
                let first = waiting.iter().rposition(|&place| place == done.place).unwrap_or(0);
                let knot: Vec<u32> = waiting.drain(first..).collect();
                self.evaluate_knot(&knot, arena)?;
            }
        }
        Ok(())
    }

    /// Plays all moves of a place, unless that was done before.
    fn open(&mut self, place: u32, number: u32, budget: &mut Budget<'_>) -> Result<Open, Error> {
        budget.count(self.places.len())?;
        let part = self.places[place as usize].part.clone();
        for color in Color::BOTH {
            if !self.places[place as usize].moves[color.index()].is_empty() {
                continue;
            }
            let mut moves: SmallVec<[Pieces; 4]> = SmallVec::new();
            for at in ones(part.empty()) {
                if let Some((_, pieces)) = self.after(&part, color, at)
                    && !moves.contains(&pieces)
                {
                    moves.push(pieces);
                }
            }
            self.places[place as usize].moves[color.index()] = moves;
        }
        let moves = self.places[place as usize].moves.iter().flatten();
        let mut targets: Vec<u32> = moves.flat_map(|pieces| pieces.parts.iter().copied()).collect();
        targets.sort_unstable();
        targets.dedup();
        Ok(Open { place, number, low: number, targets, next: 0 })
    }

    fn evaluate_knot(&mut self, knot: &[u32], arena: &mut Arena) -> Result<(), Error> {
        if let [place] = *knot
            && !self.leads_to(place, place)
        {
            let most = self.value_of(place, Bound::Most, None, arena)?;
            let moves = self.places[place as usize].moves.iter().flatten();
            let is_exact = moves.flat_map(|pieces| pieces.parts.iter()).all(|&part| self.is_exact(part));
            let least = if is_exact { most } else { self.value_of(place, Bound::Least, None, arena)? };
            self.places[place as usize].value = Some(Bounds { most, least });
            return Ok(());
        }
        let [most, least] = [Bound::Most, Bound::Least].map(|bound| self.without_loops(knot, bound, arena));
        let (most, least) = (most?, least?);
        for (place, most) in most {
            self.places[place as usize].value = Some(Bounds { most, least: least[&place] });
        }
        Ok(())
    }

    /// The values of a knot in which one side's moves from one of its places to another are left out.
    fn without_loops(
        &self,
        knot: &[u32],
        bound: Bound,
        arena: &mut Arena,
    ) -> Result<FxHashMap<u32, Game>, Error> {
        let keeps = bound.left_out().opponent();
        // The side that keeps its moves adds a stone with each of them, so what they lead to comes first.
        let mut order = knot.to_vec();
        let stones = |place: u32| self.places[place as usize].part.stones[keeps.index()].count_ones();
        order.sort_by_key(|&place| (std::cmp::Reverse(stones(place)), place));
        let mut found = FxHashMap::default();
        for place in order {
            let value = self.value_of(place, bound, Some((knot, &found)), arena)?;
            found.insert(place, value);
        }
        Ok(found)
    }

    /// One bound of a place, from those of what it leads to.
    fn value_of(
        &self,
        place: u32,
        bound: Bound,
        knot: Option<(&[u32], &FxHashMap<u32, Game>)>,
        arena: &mut Arena,
    ) -> Result<Game, Error> {
        let mut options: [Vec<Game>; 2] = [Vec::new(), Vec::new()];
        for color in Color::BOTH {
            for pieces in &self.places[place as usize].moves[color.index()] {
                let stays = |(knot, _): (&[u32], _)| pieces.parts.iter().any(|part| knot.contains(part));
                if color == bound.left_out() && knot.is_some_and(stays) {
                    continue;
                }
                let value = self.sum_of(pieces, bound, knot.map(|(_, found)| found), arena)?;
                options[color.index()].push(value);
            }
        }
        arena.canonical(&options[0], &options[1])
    }

    fn leads_to(&self, from: u32, to: u32) -> bool {
        self.places[from as usize].moves.iter().flatten().any(|pieces| pieces.parts.contains(&to))
    }

    fn is_exact(&self, place: u32) -> bool {
        self.places[place as usize].value.is_some_and(|value| value.exact().is_some())
    }
}

/// A move, and the prisoners that it takes, counted for Black; nothing if it is suicide.
pub(crate) fn play(ground: &Ground, part: &Part, color: Color, at: usize) -> Option<(Part, i32)> {
    let played = ground.play(part, color, at);
    if played.breathless && !played.captures {
        return None;
    }
    let other = color.opponent().index();
    let count = |bits: Bits| bits.count_ones() as i32;
    let taken = count(part.stones[other]) - count(played.part.stones[other]);
    Some((played.part, if color == Color::Black { taken } else { -taken }))
}
