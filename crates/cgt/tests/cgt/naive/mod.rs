//! The slow twin: games as plain trees and everything straight from the definitions.
//!
//! No arena, no memo, no cut-offs, no theorem that the engine uses. Numbers are floating-point, which is exact for the
//! small dyadic values of the tests. Shares nothing with the engine but the two conversions at the end.

use std::fmt;
use std::rc::Rc;

use fuzz_cases::list;
use rand::RngExt;
use rand_chacha::ChaCha8Rng;
use tesuji_cgt::{Arena, Game, Side};

/// A game form.
#[derive(Clone, PartialEq, Eq)]
pub(crate) struct Tree {
    pub left: Vec<Rc<Tree>>,
    pub right: Vec<Rc<Tree>>,
}

impl fmt::Debug for Tree {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let list = |options: &[Rc<Tree>]| {
            options.iter().map(|option| format!("{option:?}")).collect::<Vec<_>>().join(",")
        };
        match integer_value(self) {
            Some(integer) => write!(formatter, "{integer}"),
            None => write!(formatter, "{{{}|{}}}", list(&self.left), list(&self.right)),
        }
    }
}

fn integer_value(tree: &Tree) -> Option<i64> {
    match (&tree.left[..], &tree.right[..]) {
        ([], []) => Some(0),
        ([less], []) => integer_value(less).filter(|&n| n >= 0).map(|n| n + 1),
        ([], [more]) => integer_value(more).filter(|&n| n <= 0).map(|n| n - 1),
        _ => None,
    }
}

pub(crate) fn form(left: Vec<Rc<Tree>>, right: Vec<Rc<Tree>>) -> Rc<Tree> {
    Rc::new(Tree { left, right })
}

pub(crate) fn integer(number: i64) -> Rc<Tree> {
    match number {
        0 => form(vec![], vec![]),
        1.. => form(vec![integer(number - 1)], vec![]),
        _ => form(vec![], vec![integer(number + 1)]),
    }
}

/// A dyadic number in canonical form.
pub(crate) fn number(value: f64) -> Rc<Tree> {
    if value.fract() == 0.0 {
        return integer(value as i64);
    }
    let mut unit = 1.0;
    while (value / unit).fract() != 0.0 {
        unit /= 2.0;
    }
    form(vec![number(value - unit)], vec![number(value + unit)])
}

/// G <= H: no G^L >= H and no H^R <= G.
pub(crate) fn at_most(g: &Tree, h: &Tree) -> bool {
    !g.left.iter().any(|option| at_most(h, option)) && !h.right.iter().any(|option| at_most(option, g))
}

pub(crate) fn equal(g: &Tree, h: &Tree) -> bool {
    at_most(g, h) && at_most(h, g)
}

pub(crate) fn negative(g: &Tree) -> Rc<Tree> {
    form(
        g.right.iter().map(|option| negative(option)).collect(),
        g.left.iter().map(|option| negative(option)).collect(),
    )
}

pub(crate) fn sum(g: &Rc<Tree>, h: &Rc<Tree>) -> Rc<Tree> {
    let side = |own: &[Rc<Tree>], other: &[Rc<Tree>]| {
        own.iter().map(|option| sum(option, h)).chain(other.iter().map(|option| sum(g, option))).collect()
    };
    form(side(&g.left, &h.left), side(&g.right, &h.right))
}

/// G:H = {G^L, G:H^L | G^R, G:H^R}.
pub(crate) fn ordinal_sum(g: &Tree, h: &Tree) -> Rc<Tree> {
    let side = |own: &[Rc<Tree>], other: &[Rc<Tree>]| {
        own.iter().cloned().chain(other.iter().map(|option| ordinal_sum(g, option))).collect()
    };
    form(side(&g.left, &h.left), side(&g.right, &h.right))
}

/// Canonical form: simplify until neither a dominated nor a reversible option is left.
pub(crate) fn canonical(g: &Tree) -> Rc<Tree> {
    let mut left: Vec<Rc<Tree>> = g.left.iter().map(|option| canonical(option)).collect();
    let mut right: Vec<Rc<Tree>> = g.right.iter().map(|option| canonical(option)).collect();
    'again: loop {
        for (index, option) in left.iter().enumerate() {
            if let Some(reply) = option.right.iter().find(|reply| at_most(reply, g)).cloned() {
                left.remove(index);
                left.extend(reply.left.iter().cloned());
                continue 'again;
            }
            if left.iter().enumerate().any(|(other, rival)| other != index && at_most(option, rival)) {
                left.remove(index);
                continue 'again;
            }
        }
        for (index, option) in right.iter().enumerate() {
            if let Some(reply) = option.left.iter().find(|reply| at_most(g, reply)).cloned() {
                right.remove(index);
                right.extend(reply.right.iter().cloned());
                continue 'again;
            }
            if right.iter().enumerate().any(|(other, rival)| other != index && at_most(rival, option)) {
                right.remove(index);
                continue 'again;
            }
        }
        return form(left, right);
    }
}

/// Same form up to the order of options, which in canonical forms are distinct.
pub(crate) fn same_form(g: &Tree, h: &Tree) -> bool {
    let same = |a: &[Rc<Tree>], b: &[Rc<Tree>]| {
        a.len() == b.len() && a.iter().all(|x| b.iter().any(|y| same_form(x, y)))
    };
    same(&g.left, &h.left) && same(&g.right, &h.right)
}

/// The number a canonical form is, if it is one.
pub(crate) fn value_of_number(g: &Tree) -> Option<f64> {
    match (&g.left[..], &g.right[..]) {
        ([], []) => Some(0.0),
        ([less], []) => value_of_number(less).map(|x| x + 1.0),
        ([], [more]) => value_of_number(more).map(|x| x - 1.0),
        ([less], [more]) => {
            let (x, y) = (value_of_number(less)?, value_of_number(more)?);
            (x < y).then_some((x + y) / 2.0)
        }
        _ => None,
    }
}

/// Left and right stop of a canonical form.
pub(crate) fn stops(g: &Tree) -> (f64, f64) {
    match value_of_number(g) {
        Some(value) => (value, value),
        None => (
            g.left.iter().map(|option| stops(option).1).fold(f64::NEG_INFINITY, f64::max),
            g.right.iter().map(|option| stops(option).0).fold(f64::INFINITY, f64::min),
        ),
    }
}

pub(crate) fn depth(g: &Tree) -> u64 {
    g.left.iter().chain(&g.right).map(|option| depth(option) + 1).max().unwrap_or(0)
}

/// Steps of the temperature grid on which walls are sampled; enough for three halvings of integers.
pub(crate) const GRID: f64 = 16.0;
const HIGHEST: usize = 20 * GRID as usize;

/// Walls of a canonical form, sampled at temperatures 1/16 apart from the lowest one upwards; mean and temperature.
pub(crate) struct Walls {
    pub left: Vec<f64>,
    pub right: Vec<f64>,
    pub mean: f64,
    /// Of no meaning for numbers that are taken as frozen.
    pub temperature: f64,
}

/// Walls from 0 upwards, where all numbers are frozen.
pub(crate) fn walls(g: &Tree) -> Walls {
    walls_from(g, 0.0)
}

/// Walls from 0 or -1 upwards. Below 0 only integers are frozen.
pub(crate) fn walls_from(g: &Tree, lowest: f64) -> Walls {
    if let Some(value) = value_of_number(g).filter(|value| lowest >= 0.0 || value.fract() == 0.0) {
        return Walls {
            left: vec![value; HIGHEST],
            right: vec![value; HIGHEST],
            mean: value,
            temperature: -1.0,
        };
    }
    let left: Vec<Walls> = g.left.iter().map(|option| walls_from(option, lowest)).collect();
    let right: Vec<Walls> = g.right.iter().map(|option| walls_from(option, lowest)).collect();
    let mut result = Walls { left: vec![], right: vec![], mean: f64::NAN, temperature: f64::NAN };
    for step in 0..HIGHEST {
        let t = lowest + step as f64 / GRID;
        if result.mean.is_nan() {
            let l = left.iter().map(|walls| walls.right[step] - t).fold(f64::NEG_INFINITY, f64::max);
            let r = right.iter().map(|walls| walls.left[step] + t).fold(f64::INFINITY, f64::min);
            if l > r {
                result.left.push(l);
                result.right.push(r);
                continue;
            }
            assert_eq!(l, r, "the scaffolds meet on the grid");
            result.mean = l;
            result.temperature = t;
        }
        result.left.push(result.mean);
        result.right.push(result.mean);
    }
    assert!(!result.mean.is_nan(), "the grid is high enough");
    result
}

/// G cooled by t: {G^L_t - t | G^R_t + t} unless it froze at a lower temperature. For canonical forms.
pub(crate) fn cooled(g: &Tree, t: f64) -> Rc<Tree> {
    if let Some(value) = value_of_number(g).filter(|value| t >= 0.0 || value.fract() == 0.0) {
        return number(value);
    }
    let walls = walls_from(g, t.signum().min(0.0));
    if walls.temperature < t {
        return number(walls.mean);
    }
    let side = |options: &[Rc<Tree>], tax: f64| {
        options.iter().map(|option| canonical(&sum(&canonical(&cooled(option, t)), &number(tax)))).collect()
    };
    form(side(&g.left, -t), side(&g.right, t))
}

/// Overheating from s to t (numbers). For canonical forms.
pub(crate) fn overheated(g: &Tree, s: i64, t: f64) -> Rc<Tree> {
    if let Some(value) = value_of_number(g).filter(|value| value.fract() == 0.0) {
        return integer(value as i64 * s);
    }
    let side = |options: &[Rc<Tree>], bonus: f64| {
        options.iter().map(|option| sum(&overheated(option, s, t), &number(bonus))).collect()
    };
    form(side(&g.left, t), side(&g.right, -t))
}

/// The engine's value of a form, through nothing but [`Arena::canonical`].
pub(crate) fn to_game(arena: &mut Arena, g: &Tree) -> Game {
    let left: Vec<Game> = g.left.iter().map(|option| to_game(arena, option)).collect();
    let right: Vec<Game> = g.right.iter().map(|option| to_game(arena, option)).collect();
    arena.canonical(&left, &right).expect("small games fit all limits")
}

/// The engine's canonical form, expanded to a tree.
pub(crate) fn to_tree(arena: &Arena, game: Game) -> Rc<Tree> {
    let side = |side| {
        let options = arena.options(game, side).expect("small games fit all limits");
        options.into_iter().map(|option| to_tree(arena, option)).collect()
    };
    form(side(Side::Left), side(Side::Right))
}

/// Random forms of up to the given depth above their leaves, with up to two options on a side.
fn tree(
    rng: &mut ChaCha8Rng,
    leaf: &dyn Fn(&mut ChaCha8Rng) -> Rc<Tree>,
    depth: u32,
    fewest: usize,
) -> Rc<Tree> {
    if depth == 0 || rng.random_ratio(1, 6) {
        return leaf(rng);
    }
    let mut side = || list(rng, fewest..=2, |rng| tree(rng, leaf, depth - 1, fewest));
    form(side(), side())
}

/// A random form whose leaves are small integers.
pub(crate) fn any_tree(rng: &mut ChaCha8Rng, depth: u32, most: i64) -> Rc<Tree> {
    tree(rng, &|rng| integer(rng.random_range(-most..=most)), depth, 0)
}

/// A random form in which both sides always have moves and mostly gain by them, as in Go.
pub(crate) fn hot_tree(rng: &mut ChaCha8Rng, depth: u32) -> Rc<Tree> {
    hot_tree_around(rng, depth, 0)
}

fn hot_tree_around(rng: &mut ChaCha8Rng, depth: u32, center: i64) -> Rc<Tree> {
    if depth == 0 || rng.random_ratio(1, 6) {
        return integer(rng.random_range(center - 3..=center + 3));
    }
    let mut side = |center| list(rng, 1..=2, |rng| hot_tree_around(rng, depth - 1, center));
    form(side(center + 2), side(center - 2))
}

/// A random all-small form over the values of the first two days.
pub(crate) fn small_tree(rng: &mut ChaCha8Rng, depth: u32) -> Rc<Tree> {
    let zero = integer(0);
    let star = form(vec![zero.clone()], vec![zero.clone()]);
    let up = form(vec![zero.clone()], vec![star.clone()]);
    let down = form(vec![star.clone()], vec![zero.clone()]);
    let leaves = [zero, star, up, down];
    tree(rng, &|rng| leaves[rng.random_range(0..4)].clone(), depth, 1)
}
