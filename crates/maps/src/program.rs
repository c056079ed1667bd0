//! Tactic maps compiled for speed.
//!
//! A [`Program`] is the expression as a flat list. It is evaluated with sets of words, and from the top down with the set of
//! points at which the answer is wanted: a player asks about the empty points alone, and `a & b` asks for b only where a
//! holds. Strings are looked at once, not stone by stone.

use tesuji_board::{Color, Playout, Words};

use crate::map::{Base, Binary, Map, Unary};
use crate::simplify::simplified;

#[derive(Clone, Copy, Debug)]
enum Step {
    Set(Base),
    One(Unary, u16),
    Two(Binary, u16, u16),
}

/// A tactic map ready to be evaluated many times.
///
/// ```
/// use tesuji_board::{Playout, PlayoutRules, Point, Topology, has_point};
/// use tesuji_maps::{Map, Program};
/// let board = Topology::parse("square:5").unwrap();
/// let mut game: Playout<1> = Playout::new(board.clone(), PlayoutRules::default());
/// game.play(board.point("C3").unwrap());
/// let touching = Program::new(&"P1(W) & V".parse::<Map>().unwrap());
/// let set = touching.evaluate(&game, &[u64::MAX]);
/// assert!(has_point(&set, board.point("C4").unwrap()));
/// assert_eq!(set[0].count_ones(), 4);
/// ```
#[derive(Clone, Debug)]
pub struct Program {
    /// Arguments come before what is made of them; the last step is the whole.
    steps: Vec<Step>,
}

impl Program {
    /// Compiles a map.
    #[must_use]
    pub fn new(map: &Map) -> Program {
        fn push(map: &Map, steps: &mut Vec<Step>) -> u16 {
            let step = match map {
                Map::Set(base) => Step::Set(*base),
                Map::One(operator, argument) => Step::One(*operator, push(argument, steps)),
                Map::Two(operator, left, right) => {
                    let left = push(left, steps);
                    Step::Two(*operator, left, push(right, steps))
                }
            };
            steps.push(step);
            (steps.len() - 1) as u16
        }
        let mut steps = Vec::new();
        push(&simplified(map), &mut steps);
        Program { steps }
    }

    /// The points of the map in a position, for the side to move, as far as they are among those asked for.
    #[must_use]
    #[inline]
    pub fn evaluate<const W: usize>(&self, game: &Playout<W>, asked: &Words<W>) -> Words<W> {
        let full: Words<W> = std::array::from_fn(|i| {
            game.empty()[i] | game.stones(Color::Black)[i] | game.stones(Color::White)[i]
        });
        let evaluation = Evaluation { steps: &self.steps, game, full: &full };
        let asked = both(asked, &full);
        match self.steps.len() {
            0 => [0; W],
            length => evaluation.step(length - 1, &asked),
        }
    }
}

struct Evaluation<'a, const W: usize> {
    steps: &'a [Step],
    game: &'a Playout<W>,
    full: &'a Words<W>,
}

impl<const W: usize> Evaluation<'_, W> {
    /// What of the asked points is in the set of a step.
    fn step(&self, index: usize, asked: &Words<W>) -> Words<W> {
        match self.steps[index] {
            Step::Set(base) => self.base(base, asked),
            Step::One(operator, argument) => self.one(operator, usize::from(argument), asked),
            Step::Two(operator, left, right) => {
                let left = self.step(usize::from(left), asked);
                let right = |asked: &Words<W>| self.step(usize::from(right), asked);
                match operator {
                    Binary::And => right(&left),
                    Binary::Or => {
                        let rest = right(&without(asked, &left));
                        std::array::from_fn(|i| left[i] | rest[i])
                    }
                    Binary::Minus => without(&left, &right(&left)),
                }
            }
        }
    }

    fn base(&self, base: Base, asked: &Words<W>) -> Words<W> {
        let mover = self.game.to_move();
        match base {
            Base::Own => both(asked, self.game.stones(mover)),
            Base::Enemy => both(asked, self.game.stones(mover.opponent())),
            Base::Empty => both(asked, self.game.empty()),
            Base::OneLiberty => {
                let mut found = both(asked, &self.game.atari());
                let empty = self.game.empty();
                each(&both(asked, empty), |point| {
                    // An empty point is its own liberty: it is in H if it has no empty neighbour.
                    if !meets(self.game.around(point), empty) {
                        insert(&mut found, point);
                    }
                });
                found
            }
        }
    }

    fn one(&self, operator: Unary, argument: usize, asked: &Words<W>) -> Words<W> {
        if *asked == [0; W] {
            return [0; W];
        }
        let whole = || self.step(argument, self.full);
        match operator {
            Unary::Not => without(asked, &self.step(argument, asked)),
            Unary::Near => {
                let set = whole();
                let mut found = both(asked, &set);
                each(&without(asked, &set), |point| {
                    if meets(self.game.around(point), &set) {
                        insert(&mut found, point);
                    }
                });
                found
            }
            Unary::Reach => {
                let mut left = whole();
                let mut found = [0; W];
                while let Some(point) = first(&left) {
                    let reach = self.game.reach(point);
                    let string = self.string(point, &reach);
                    for i in 0..W {
                        found[i] |= reach[i];
                        left[i] &= !string[i];
                    }
                }
                both(&found, asked)
            }
            Unary::AtLeast(0) => *asked,
            Unary::AtLeast(1) => {
                let set = whole();
                self.select(asked, |reach| meets(reach, &set))
            }
            Unary::AtLeast(n) => {
                let set = whole();
                self.select(asked, |reach| count(reach, &set) >= u32::from(n))
            }
            Unary::AtMost(n) => {
                let set = whole();
                self.select(asked, |reach| count(reach, &set) <= u32::from(n))
            }
            Unary::Joined(color) => {
                let set = whole();
                let stones = self.game.stones(self.color(color));
                let within = std::array::from_fn(|i| asked[i] & (stones[i] | set[i]));
                self.select(&within, |reach| meets(reach, &set))
            }
            Unary::Taken(color) => {
                let stones = self.game.stones(self.color(color).opponent());
                let within = both(&both(asked, stones), &self.game.atari());
                if within == [0; W] {
                    return within;
                }
                let set = whole();
                self.select(&within, |reach| meets(reach, &set))
            }
        }
    }

    /// The colour meant by a letter of the expression: B is the side to move.
    fn color(&self, letter: Color) -> Color {
        if letter == Color::Black { self.game.to_move() } else { self.game.to_move().opponent() }
    }

    /// The stones of the string on a point, given its F, or the point alone if it is empty.
    fn string(&self, point: usize, reach: &Words<W>) -> Words<W> {
        for color in Color::BOTH {
            let stones = self.game.stones(color);
            if contains(stones, point) {
                // What lies around a string has no stones of its colour.
                return both(reach, stones);
            }
        }
        let mut alone = [0; W];
        insert(&mut alone, point);
        alone
    }

    /// The asked points whose F passes the test: strings are tested once.
    #[inline]
    fn select(&self, asked: &Words<W>, test: impl Fn(&Words<W>) -> bool) -> Words<W> {
        let mut found = [0; W];
        let empty = self.game.empty();
        each(&both(asked, empty), |point| {
            if test(&self.game.reach(point)) {
                insert(&mut found, point);
            }
        });
        for color in Color::BOTH {
            let stones = self.game.stones(color);
            let mut left = both(asked, stones);
            while let Some(point) = first(&left) {
                let reach = self.game.reach(point);
                let passes = 0u64.wrapping_sub(test(&reach).into());
                for i in 0..W {
                    found[i] |= left[i] & reach[i] & passes;
                    left[i] &= !reach[i];
                }
            }
        }
        found
    }
}

#[inline]
fn both<const W: usize>(a: &Words<W>, b: &Words<W>) -> Words<W> {
    std::array::from_fn(|i| a[i] & b[i])
}

#[inline]
fn without<const W: usize>(a: &Words<W>, b: &Words<W>) -> Words<W> {
    std::array::from_fn(|i| a[i] & !b[i])
}

#[inline]
fn meets<const W: usize>(a: &Words<W>, b: &Words<W>) -> bool {
    (0..W).fold(0, |any, i| any | (a[i] & b[i])) != 0
}

#[inline]
fn count<const W: usize>(a: &Words<W>, b: &Words<W>) -> u32 {
    (0..W).map(|i| (a[i] & b[i]).count_ones()).sum()
}

#[inline]
fn contains<const W: usize>(set: &Words<W>, point: usize) -> bool {
    set[point / 64] >> (point % 64) & 1 == 1
}

#[inline]
fn insert<const W: usize>(set: &mut Words<W>, point: usize) {
    set[point / 64] |= 1 << (point % 64);
}

#[inline]
fn first<const W: usize>(set: &Words<W>) -> Option<usize> {
    (0..W).find(|&i| set[i] != 0).map(|i| i * 64 + set[i].trailing_zeros() as usize)
}

#[inline]
fn each<const W: usize>(set: &Words<W>, mut work: impl FnMut(usize)) {
    for (i, &word) in set.iter().enumerate() {
        let mut left = word;
        while left != 0 {
            work(i * 64 + left.trailing_zeros() as usize);
            left &= left - 1;
        }
    }
}
