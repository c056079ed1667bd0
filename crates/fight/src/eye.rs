//! Big eyes: how many moves it takes to fill them.
//!
//! The paper's numbers for dead eyes, 1, 2, 3, 5, 8, 12, 17 (paper 000, section 3), come out of this play; so does everything
//! that they do not cover: eyes with too few or too many stones in them, points that are no liberties, two eyes to be made.
//!
//! An eye here is a region of up to seven points that one string surrounds alone, empty or with stones of the opponent in it.

use rustc_hash::FxHashMap;

use crate::field::{Bits, Field, StoneString, bit, ones};

/// The largest eye that can be dead.
pub(crate) const LARGEST: u32 = 7;

/// An eye of one string.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Eye {
    pub(crate) region: Bits,
    /// Stones of the opponent in it.
    pub(crate) inside: Bits,
}

impl Eye {
    /// The eye of a string at one of its liberties. `own` are all stones of its colour, `foreign` the points beside safe
    /// stones and the open board.
    pub(crate) fn at(
        field: &Field,
        string: &StoneString,
        at: usize,
        own: Bits,
        empty: Bits,
        foreign: Bits,
    ) -> Option<Eye> {
        let within = field.all() & !own;
        let not_its_own = foreign & within | own & !string.stones;
        let region = field.spread_until(bit(at), within, |found| {
            found & not_its_own != 0 || (found & within).count_ones() > LARGEST
        })?;
        Some(Eye { region: region.stones, inside: region.stones & !empty })
    }
}

/// Regions that were looked at, with the value of every position that can come about in them.
#[derive(Debug, Default)]
pub(crate) struct Eyes {
    known: [FxHashMap<Bits, Values>; 2],
}

/// Who may take kos in an eye. Whoever a claim is about may not.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kos {
    /// For a claim that the owner is captured.
    Owner,
    /// For a claim that he lasts.
    Opponent,
}

impl Eyes {
    /// How often the owner can play elsewhere before he is captured, if this eye and `outside` plain liberties are all he
    /// has. None if he is never captured.
    pub(crate) fn moves_elsewhere(
        &mut self,
        field: &Field,
        eye: &Eye,
        string: &StoneString,
        outside: u32,
        owner_moves: bool,
        kos: Kos,
    ) -> Option<u32> {
        let known = &mut self.known[kos as usize];
        let found = known.get(&eye.region).and_then(|values| values.get(eye, outside, owner_moves));
        let value = found.unwrap_or_else(|| {
            let values = Values::new(field, eye, string, outside, kos);
            let value = values.get(eye, outside, owner_moves).unwrap_or(NEVER);
            known.insert(eye.region, values);
            value
        });
        (value != NEVER).then_some(value.into())
    }
}

/// Stones in an eye.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct Local {
    own: Bits,
    inside: Bits,
}

/// A move in an eye.
#[derive(Clone, Copy, Debug)]
struct Move {
    to: usize,
    /// Afterwards the string has no liberty in the eye: it is captured, or its own move is illegal, if it has none outside.
    breathless: bool,
    /// The move is legal only if it captures the string.
    last: bool,
}

const NEVER: u8 = u8::MAX;
/// Liberties outside for which values are found at once: this many, or twice as many and so on.
const OUTSIDE: u32 = 2;

/// Values of all positions of a region.
#[derive(Debug)]
struct Values {
    index: FxHashMap<Local, usize>,
    outside: usize,
    values: Vec<u8>,
}

impl Values {
    fn get(&self, eye: &Eye, outside: u32, owner_moves: bool) -> Option<u8> {
        let at = *self.index.get(&Local { own: 0, inside: eye.inside })?;
        let outside = usize::try_from(outside).ok().filter(|&outside| outside <= self.outside)?;
        Some(self.values[slot(at, outside, owner_moves, self.outside)])
    }

    /// Explores a region from the given eye, and finds the values backwards from the captures: those with the fewest moves
    /// elsewhere first.
    fn new(field: &Field, eye: &Eye, string: &StoneString, outside: u32, kos: Kos) -> Values {
        let mut most = OUTSIDE as usize;
        while most < outside as usize {
            most *= 2;
        }
        let mut index = FxHashMap::default();
        let mut locals = Vec::new();
        for start in [Local { own: 0, inside: eye.inside }, Local { own: 0, inside: 0 }] {
            index.entry(start).or_insert_with(|| {
                locals.push(start);
                locals.len() - 1
            });
        }
        let mut moves: Vec<[Vec<Move>; 2]> = Vec::new();
        let mut stuck: Vec<bool> = Vec::new();
        let mut at = 0;
        while at < locals.len() {
            let local = locals[at];
            at += 1;
            let mut number = |local: Local| {
                *index.entry(local).or_insert_with(|| {
                    locals.push(local);
                    locals.len() - 1
                })
            };
            moves
                .push([false, true].map(|owner| follow(field, eye, string, &local, owner, kos, &mut number)));
            stuck.push(block(field, eye, string, local.own, local.inside).1 == 0);
        }
        let mut values = Values { index, outside: most, values: vec![NEVER; locals.len() * (most + 1) * 2] };
        values.settle(&moves, &stuck);
        values
    }

    fn settle(&mut self, moves: &[[Vec<Move>; 2]], stuck: &[bool]) {
        let most = self.outside;
        let count = self.values.len();
        // Who comes before a position, at what cost, and how many of its successors are open.
        let mut edges: Vec<(u32, u32, u8)> = Vec::with_capacity(8 * count);
        let mut open = vec![0_u16; count];
        let mut highest = vec![0_u8; count];
        let mut queue: Vec<Vec<u32>> = vec![Vec::new(); 4 * usize::from(u8::MAX)];
        for at in 0..moves.len() {
            for outside in 0..=most {
                let opponent = slot(at, outside, false, most);
                let owner = slot(at, outside, true, most);
                let mut edge = |to: usize, from: usize, cost: u8| edges.push((to as u32, from as u32, cost));
                let mut captures = false;
                for step in &moves[at][0] {
                    if step.breathless && outside == 0 {
                        captures = true;
                    } else if !step.last {
                        edge(slot(step.to, outside, true, most), opponent, 0);
                    }
                }
                if outside > 0 {
                    if outside == 1 && stuck[at] {
                        captures = true;
                    } else {
                        edge(slot(at, outside - 1, true, most), opponent, 0);
                    }
                }
                if captures {
                    queue[0].push(opponent as u32);
                }
                for step in &moves[at][1] {
                    if !step.breathless || outside > 0 {
                        edge(slot(step.to, outside, false, most), owner, 0);
                        open[owner] += 1;
                    }
                }
                edge(opponent, owner, 1);
                open[owner] += 1;
            }
        }
        let before = Before::new(count, &edges);
        for value in 0..usize::from(NEVER) {
            let mut next = 0;
            while let Some(&state) = queue[value].get(next) {
                next += 1;
                let state = state as usize;
                if self.values[state] != NEVER {
                    continue;
                }
                self.values[state] = value as u8;
                for &(earlier, cost) in before.of(state) {
                    let place = earlier as usize;
                    // Odd places have the owner to move: he wants to last.
                    if place % 2 == 1 {
                        open[place] -= 1;
                        highest[place] = highest[place].max((value as u8).saturating_add(cost));
                        if open[place] == 0 {
                            queue[usize::from(highest[place])].push(earlier);
                        }
                    } else {
                        queue[value].push(earlier);
                    }
                }
            }
        }
    }
}

/// For every position those before it, each with what the step costs, side by side.
struct Before {
    starts: Vec<u32>,
    steps: Vec<(u32, u8)>,
}

impl Before {
    /// From steps with where they lead to, where they come from and what they cost.
    fn new(count: usize, edges: &[(u32, u32, u8)]) -> Before {
        let mut starts = vec![0_u32; count + 1];
        for &(to, ..) in edges {
            starts[to as usize + 1] += 1;
        }
        for at in 0..count {
            starts[at + 1] += starts[at];
        }
        let mut free = starts.clone();
        let mut steps = vec![(0, 0); edges.len()];
        for &(to, from, cost) in edges {
            let place = &mut free[to as usize];
            steps[*place as usize] = (from, cost);
            *place += 1;
        }
        Before { starts, steps }
    }

    fn of(&self, at: usize) -> &[(u32, u8)] {
        &self.steps[self.starts[at] as usize..self.starts[at + 1] as usize]
    }
}

fn slot(at: usize, outside: usize, owner_moves: bool, most: usize) -> usize {
    (at * (most + 1) + outside) * 2 + usize::from(owner_moves)
}

/// Own stones in the eye that are connected with the string around it, and the liberties of all of it.
fn block(field: &Field, eye: &Eye, string: &StoneString, own: Bits, inside: Bits) -> (Bits, Bits) {
    let joined = field.spread(own & string.around, own);
    let beside = string.around | joined.around;
    (joined.stones, beside & eye.region & !own & !inside)
}

/// The moves of one side in the eye.
fn follow(
    field: &Field,
    eye: &Eye,
    string: &StoneString,
    local: &Local,
    owner_moves: bool,
    kos: Kos,
    number: &mut impl FnMut(Local) -> usize,
) -> Vec<Move> {
    let mut list = Vec::new();
    let empty = eye.region & !local.own & !local.inside;
    for at in ones(empty) {
        let stone = bit(at);
        let free = empty & !stone;
        let (mut own, mut inside) = (local.own, local.inside);
        if owner_moves {
            own |= stone;
            let taken = without_liberties(field, field.neighbors(at) & inside, inside, free);
            inside &= !taken;
            let (joined, liberties) = block(field, eye, string, own, inside);
            let placed = field.spread(stone, own);
            let own_air = placed.around & eye.region & !own & !inside != 0;
            let ko = kos == Kos::Opponent
                && taken.count_ones() == 1
                && placed.stones == stone
                && stone & joined == 0;
            if stone & joined == 0 && !own_air || ko {
                continue;
            }
            let breathless = liberties == 0;
            list.push(Move { to: number(Local { own, inside }), breathless, last: false });
        } else {
            inside |= stone;
            let (joined, _) = block(field, eye, string, own, inside);
            let taken = without_liberties(field, field.neighbors(at) & own & !joined, own & !joined, free);
            own &= !taken;
            let breathless = block(field, eye, string, own, inside).1 == 0;
            let placed = field.spread(stone, inside);
            let ko = kos == Kos::Owner && taken.count_ones() == 1 && placed.stones == stone;
            let last = ko || placed.around & eye.region & !own & !inside == 0;
            if !last || breathless {
                let to = if last { 0 } else { number(Local { own, inside }) };
                list.push(Move { to, breathless, last });
            }
        }
    }
    list
}

/// Of the strings that touch, those without a liberty.
fn without_liberties(field: &Field, mut touched: Bits, stones: Bits, free: Bits) -> Bits {
    let mut taken = 0;
    while touched != 0 {
        let string = field.spread(touched & touched.wrapping_neg(), stones);
        touched &= !string.stones;
        if string.around & free == 0 {
            taken |= string.stones;
        }
    }
    taken
}
