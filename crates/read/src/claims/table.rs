//! Exact tables of small eye spaces.
//!
//! An eye space has up to [`MOST_POINTS`] points, and every point around it counts as one string of the defender, its *rim*. All
//! contents of the space are solved by retrograde analysis of play inside it, with 0 to 2 liberties of the rim outside, without
//! and with an eye of the rim elsewhere. The result for each content is a few bits:
//!
//! - [`DEAD`]: the attacker captures the rim though the defender moves first, whatever liberties there are outside and with all
//!   kos for the defender;
//! - [`DEAD_WITH_EYE`]: the same with one more eye;
//! - [`TWO_EYES`]: the rim cannot be captured though the attacker moves first, without liberties outside and with all kos for the
//!   attacker;
//! - [`ONE_EYE`]: the same with one more eye;
//! - [`LIFE`] and [`EYE`]: the same two, and not by a seki: the defender comes to a content in which the attacker alone, without an
//!   answer, does not capture the rim.
//!
//! A space is known by its graph and by which points touch the rim, so turned and mirrored spaces share a table. Tables are
//! made when a space is first met, and kept for the whole program.

use std::sync::{Arc, LazyLock, RwLock};

use rustc_hash::FxHashMap;

pub(crate) const MOST_POINTS: usize = 6;
pub(crate) const DEAD: u8 = 1;
pub(crate) const DEAD_WITH_EYE: u8 = 2;
pub(crate) const TWO_EYES: u8 = 4;
pub(crate) const ONE_EYE: u8 = 8;
pub(crate) const LIFE: u8 = 16;
pub(crate) const EYE: u8 = 32;

/// Liberties of the rim outside that are looked at.
const OUTSIDE: usize = 2;

/// The graph of a space.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Space {
    pub(crate) points: usize,
    /// The neighbours of each point.
    pub(crate) links: [u8; MOST_POINTS],
    /// Points that touch the rim.
    pub(crate) rim: u8,
}

/// What is known of all contents of a space.
#[derive(Clone, Debug)]
pub(crate) struct Table {
    values: Arc<[u8]>,
    /// What a stone on each point adds to the number of a content: once for the attacker's, twice for the defender's.
    weights: [usize; MOST_POINTS],
}

impl Table {
    /// What is known of a content, given by the points with stones.
    pub(crate) fn value(&self, attackers: u8, defenders: u8) -> u8 {
        let mut content = 0;
        for (at, weight) in self.weights.iter().enumerate() {
            content += weight * (usize::from(attackers >> at & 1) + 2 * usize::from(defenders >> at & 1));
        }
        self.values[content]
    }
}

#[derive(Default)]
struct Known {
    by_space: FxHashMap<(Space, bool), Table>,
    by_canonical: FxHashMap<(Space, bool), Arc<[u8]>>,
}

static KNOWN: LazyLock<RwLock<Known>> = LazyLock::new(RwLock::default);

/// The table of a space: of death and capture, or of life without another move ([`LIFE`] and [`EYE`]).
pub(crate) fn table(space: &Space, of_eyes: bool) -> Table {
    if let Ok(known) = KNOWN.read()
        && let Some(table) = known.by_space.get(&(*space, of_eyes))
    {
        return table.clone();
    }
    let (canonical, order) = space.canonical();
    let mut weights = [0; MOST_POINTS];
    for (place, &at) in order.iter().enumerate().take(space.points) {
        weights[at] = 3usize.pow(place as u32);
    }
    let found = KNOWN.read().ok().and_then(|known| known.by_canonical.get(&(canonical, of_eyes)).cloned());
    let values = found.unwrap_or_else(|| canonical.solve(of_eyes));
    let table = Table { values: Arc::clone(&values), weights };
    if let Ok(mut known) = KNOWN.write() {
        known.by_canonical.insert((canonical, of_eyes), values);
        known.by_space.insert((*space, of_eyes), table.clone());
    }
    table
}

/// Stones in a space: the attacker's and the defender's.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Content {
    attackers: u8,
    defenders: u8,
}

/// What a move in a space does.
#[derive(Clone, Copy)]
enum Played {
    Illegal,
    /// The rim is captured.
    Captures,
    To(Content, Option<usize>),
}

/// All moves of a space.
struct Moves {
    points: usize,
    played: Vec<Played>,
    /// For each content the points of kos that were just taken there, by the attacker and by the defender.
    kos: Vec<[u8; 2]>,
}

impl Moves {
    fn new(space: &Space) -> Moves {
        let contents = 3usize.pow(space.points as u32);
        let mut played = Vec::with_capacity(contents * 4 * space.points);
        let mut kos = vec![[0; 2]; contents];
        for content in (0..contents).map(|index| space.content(index)) {
            for (attacker, air) in [(false, false), (false, true), (true, false), (true, true)] {
                for at in 0..space.points {
                    let free = (content.attackers | content.defenders) >> at & 1 == 0;
                    let play = if free { space.play(content, attacker, at, air) } else { Played::Illegal };
                    if let Played::To(after, Some(ko)) = play {
                        kos[space.index(after)][usize::from(!attacker)] |= 1 << ko;
                    }
                    played.push(play);
                }
            }
        }
        Moves { points: space.points, played, kos }
    }

    fn of(&self, content: usize, attacker: bool, at: usize, has_air_outside: bool) -> Played {
        let kind = content * 4 + usize::from(attacker) * 2 + usize::from(has_air_outside);
        self.played[kind * self.points + at]
    }
}

/// What stands outside, and who wins the kos.
#[derive(Clone, Copy)]
struct Terms {
    eye: bool,
    most_outside: usize,
    kos_for_defender: bool,
    /// Whether the defender wants to need no more answers; otherwise the attacker wants to capture. Repetition fails the side that
    /// wants something.
    for_life: bool,
}

fn ones(set: u8) -> impl Iterator<Item = usize> {
    (0..MOST_POINTS).filter(move |at| set >> at & 1 != 0)
}

impl Space {
    /// The same space with its points in an order that does not depend on the names of the points.
    fn canonical(&self) -> (Space, [usize; MOST_POINTS]) {
        let mut best: Option<(Space, [usize; MOST_POINTS])> = None;
        // Only points that look alike change places.
        let degree = |at: usize| self.links[at].count_ones();
        let looks: [u32; MOST_POINTS] = std::array::from_fn(|at| {
            let near: u32 = ones(self.links[at]).map(|other| 8 + degree(other)).sum();
            near * 2 + u32::from(self.rim >> at & 1)
        });
        let mut order: [usize; MOST_POINTS] = std::array::from_fn(|at| at);
        order[..self.points].sort_by_key(|&at| u32::MAX - looks[at]);
        permute(&mut order, 0, self.points, &looks, &mut |order| {
            let renamed = self.renamed(order);
            let key = |space: &Space| (space.links, space.rim);
            if best.as_ref().is_none_or(|(space, _)| key(&renamed) > key(space)) {
                best = Some((renamed, *order));
            }
        });
        best.unwrap_or((*self, order))
    }

    /// The space whose point number i is point `order[i]` of this one.
    fn renamed(&self, order: &[usize; MOST_POINTS]) -> Space {
        let mut renamed = Space { points: self.points, links: [0; MOST_POINTS], rim: 0 };
        for (to, &from) in order.iter().enumerate().take(self.points) {
            renamed.rim |= (self.rim >> from & 1) << to;
            for (other, &at) in order.iter().enumerate().take(self.points) {
                renamed.links[to] |= (self.links[from] >> at & 1) << other;
            }
        }
        renamed
    }

    fn near(&self, set: u8) -> u8 {
        ones(set).fold(0, |near, at| near | self.links[at])
    }

    fn flood(&self, seed: u8, within: u8) -> u8 {
        let mut found = seed & within;
        loop {
            let next = found | self.near(found) & within;
            if next == found {
                return found;
            }
            found = next;
        }
    }

    fn all(&self) -> u8 {
        (1 << self.points) - 1
    }

    /// Liberties in the space of the rim and of the stones that are connected with it.
    fn liberties(&self, content: Content) -> u8 {
        let tied = self.flood(content.defenders & self.rim, content.defenders);
        (self.rim | self.near(tied)) & self.all() & !content.attackers & !content.defenders
    }

    /// Stones of `touched` that have no liberty.
    fn without_air(&self, touched: u8, own: u8, empty: u8, protected: u8) -> u8 {
        let (mut rest, mut lost) = (touched & own, 0);
        while rest != 0 {
            let string = self.flood(rest & rest.wrapping_neg(), own);
            rest &= !string;
            if string & protected == 0 && self.near(string) & empty == 0 {
                lost |= string;
            }
        }
        lost
    }

    fn play(&self, content: Content, attacker: bool, at: usize, has_air_outside: bool) -> Played {
        let stone = 1u8 << at;
        let mut after = content;
        if attacker {
            after.attackers |= stone;
            if !has_air_outside && self.liberties(after) == 0 {
                return Played::Captures;
            }
        } else {
            after.defenders |= stone;
        }
        let empty = |content: Content| self.all() & !content.attackers & !content.defenders;
        let (own, protected) = if attacker { (content.defenders, self.rim) } else { (content.attackers, 0) };
        let taken = self.without_air(self.links[at], own, empty(after), protected);
        if attacker {
            after.defenders &= !taken;
        } else {
            after.attackers &= !taken;
        }
        let string = self.flood(stone, if attacker { after.attackers } else { after.defenders });
        let air = self.near(string) & empty(after);
        if !attacker && string & self.rim != 0 {
            if !has_air_outside && self.liberties(after) == 0 {
                return Played::Illegal;
            }
        } else if air == 0 {
            return Played::Illegal;
        }
        let tied = !attacker && stone & self.rim != 0;
        let makes_ko = taken.count_ones() == 1 && string == stone && air.count_ones() == 1 && !tied;
        Played::To(after, makes_ko.then_some(taken.trailing_zeros() as usize))
    }

    /// Contents in which the attacker, moving alone, captures the rim; without liberties outside.
    fn captured_alone(&self, eye: bool) -> Vec<bool> {
        let contents = 3usize.pow(self.points as u32);
        let mut known: Vec<Option<bool>> = vec![None; contents];
        (0..contents).map(|index| self.is_captured_alone(index, eye, &mut known)).collect()
    }

    fn is_captured_alone(&self, index: usize, eye: bool, known: &mut Vec<Option<bool>>) -> bool {
        if let Some(known) = known[index] {
            return known;
        }
        let content = self.content(index);
        let free = |at: &usize| (content.attackers | content.defenders) >> at & 1 == 0;
        // The last liberty may be the eye. The attacker's stones only become more, so this ends.
        let captured = self.liberties(content) == 0
            || (0..self.points).filter(free).any(|at| match self.play(content, true, at, eye) {
                Played::Illegal => false,
                Played::Captures => true,
                Played::To(after, _) => self.is_captured_alone(self.index(after), eye, known),
            });
        known[index] = Some(captured);
        captured
    }

    /// Who succeeds ([`Terms::for_life`]): for each content, number of liberties outside and side to move (defender: 1).
    fn succeeds(&self, terms: Terms, moves: &Moves) -> Vec<bool> {
        let contents = 3usize.pow(self.points as u32);
        let (levels, bans) = (terms.most_outside + 1, self.points + 1);
        let number = |content: usize, outside: usize, mover: usize, ban: usize| {
            ((content * levels + outside) * 2 + mover) * bans + ban
        };
        let states = contents * levels * 2 * bans;
        let (mut wins, mut left) = (vec![false; states], vec![0u16; states]);
        let (mut heads, mut edges): (Vec<u32>, Vec<(u32, u32)>) = (vec![u32::MAX; states], Vec::new());
        let mut queue: Vec<u32> = Vec::new();
        let alone = if terms.for_life { self.captured_alone(terms.eye) } else { vec![false; contents] };
        for (index, &alone) in alone.iter().enumerate() {
            let content = self.content(index);
            for outside in 0..levels {
                let air_outside = outside > 0 || terms.eye;
                if !air_outside && self.liberties(content) == 0 {
                    continue;
                }
                for (mover, ban) in (0..2).flat_map(|mover| (0..bans).map(move |ban| (mover, ban))) {
                    let attacker = mover == 0;
                    // Only the side that does not win kos is ever banned, and only where one was just taken.
                    if ban < self.points
                        && (attacker != terms.kos_for_defender
                            || moves.kos[index][usize::from(attacker)] >> ban & 1 == 0)
                    {
                        continue;
                    }
                    let state = number(index, outside, mover, ban);
                    let mut wins_at_once = false;
                    let mut next = |to: usize| {
                        edges.push((heads[to], state as u32));
                        heads[to] = edges.len() as u32 - 1;
                        left[state] += 1;
                    };
                    next(number(index, outside, 1 - mover, self.points));
                    if attacker {
                        let last = self.liberties(content) == 0;
                        if outside > 0 && !(outside == 1 && !terms.eye && last) {
                            next(number(index, outside - 1, 1, self.points));
                        } else if last && (outside == 1 && !terms.eye || outside == 0 && terms.eye) {
                            wins_at_once = true;
                        }
                    }
                    for at in (0..self.points).filter(|&at| at != ban) {
                        if (content.attackers | content.defenders) >> at & 1 != 0 {
                            continue;
                        }
                        match moves.of(index, attacker, at, air_outside) {
                            Played::Illegal => {}
                            Played::Captures => wins_at_once = true,
                            Played::To(after, ko) => {
                                let ko = ko.filter(|_| attacker != terms.kos_for_defender);
                                next(number(
                                    self.index(after),
                                    outside,
                                    1 - mover,
                                    ko.unwrap_or(self.points),
                                ));
                            }
                        }
                    }
                    let lives_at_once = terms.for_life && outside == 0 && !alone;
                    if terms.for_life && wins_at_once {
                        // A way for the attacker that never comes to life.
                        left[state] += 1;
                    } else if wins_at_once || lives_at_once {
                        wins[state] = true;
                        queue.push(state as u32);
                    }
                }
            }
        }
        while let Some(state) = queue.pop() {
            let mut edge = heads[state as usize];
            while edge != u32::MAX {
                let (next, before) = edges[edge as usize];
                edge = next;
                let before = before as usize;
                if wins[before] {
                    continue;
                }
                let attacker = (before / bans).is_multiple_of(2);
                left[before] -= 1;
                if attacker != terms.for_life || left[before] == 0 {
                    wins[before] = true;
                    queue.push(before as u32);
                }
            }
        }
        (0..contents * levels * 2).map(|state| wins[state * bans + self.points]).collect()
    }

    fn content(&self, mut index: usize) -> Content {
        let mut content = Content { attackers: 0, defenders: 0 };
        for at in 0..self.points {
            match index % 3 {
                1 => content.attackers |= 1 << at,
                2 => content.defenders |= 1 << at,
                _ => {}
            }
            index /= 3;
        }
        content
    }

    fn index(&self, content: Content) -> usize {
        let digit = |at: usize| {
            usize::from(content.attackers >> at & 1) + 2 * usize::from(content.defenders >> at & 1)
        };
        (0..self.points).rev().fold(0, |index, at| 3 * index + digit(at))
    }

    /// What is known of all contents: of death and capture, or of life without another move.
    fn solve(&self, of_eyes: bool) -> Arc<[u8]> {
        let (moves, contents) = (Moves::new(self), 3usize.pow(self.points as u32));
        let succeeds = |terms| self.succeeds(terms, &moves);
        let has_air = |index: usize| self.liberties(self.content(index)) != 0;
        let stays = |eye| Terms { eye, most_outside: 0, kos_for_defender: false, for_life: false };
        if of_eyes {
            let lives = |eye| succeeds(Terms { for_life: true, ..stays(eye) });
            let (life, eye) = (lives(false), lives(true));
            let value = |index: usize| {
                let two = if life[index * 2] && has_air(index) { LIFE } else { 0 };
                two | if eye[index * 2] { EYE } else { 0 }
            };
            return (0..contents).map(value).collect();
        }
        let dies =
            |eye| succeeds(Terms { eye, most_outside: OUTSIDE, kos_for_defender: true, for_life: false });
        let (dead, dead_with_eye) = (dies(false), dies(true));
        let (two, one) = (succeeds(stays(false)), succeeds(stays(true)));
        let levels = OUTSIDE + 1;
        let value = |index: usize| {
            let always = |wins: &[bool]| (0..levels).all(|outside| wins[(index * levels + outside) * 2 + 1]);
            let mut value = 0;
            value |= if always(&dead) { DEAD } else { 0 };
            value |= if always(&dead_with_eye) { DEAD_WITH_EYE } else { 0 };
            value |= if !two[index * 2] && has_air(index) { TWO_EYES } else { 0 };
            value |= if one[index * 2] { 0 } else { ONE_EYE };
            value
        };
        (0..contents).map(value).collect()
    }
}

/// Calls `visit` with every order of the first `count` entries in which entries that look alike change places.
fn permute(
    order: &mut [usize; MOST_POINTS],
    from: usize,
    count: usize,
    looks: &[u32; MOST_POINTS],
    visit: &mut impl FnMut(&[usize; MOST_POINTS]),
) {
    if from == count {
        return visit(order);
    }
    let mut at = from;
    while at < count && looks[order[at]] == looks[order[from]] {
        order.swap(from, at);
        permute(order, from + 1, count, looks, visit);
        order.swap(from, at);
        at += 1;
    }
}
