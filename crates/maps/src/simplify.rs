//! Shorter expressions of the same meaning.
//!
//! Only laws that hold in every position of every board are used, so the simplified map is the same map. Maps that are equal
//! for deeper reasons are found by sampling positions, not here.

use crate::map::{Base, Binary, Map, Unary};

/// The map without what does not change it: double complements, repeated arguments, sets that are everything or nothing.
///
/// ```
/// use tesuji_maps::{Map, simplified};
/// let map: Map = "~(~V | (B & B)) & P0(W)".parse().unwrap();
/// assert_eq!(simplified(&map).to_string(), "V");
/// ```
#[must_use]
pub fn simplified(map: &Map) -> Map {
    let mut map = map.clone();
    loop {
        let next = pass(&map);
        // Every law makes the map smaller or leaves its size and moves complements outwards, so this ends.
        if next == map {
            return map;
        }
        map = next;
    }
}

fn not(map: Map) -> Map {
    match map {
        Map::One(Unary::Not, inner) => *inner,
        other if is_everything(&other) => nothing(),
        other if is_nothing(&other) => everything(),
        other => Map::one(Unary::Not, other),
    }
}

/// The set of no points, in the one form that stands for it.
fn nothing() -> Map {
    Map::two(Binary::Minus, Map::Set(Base::Own), Map::Set(Base::Own))
}

fn is_nothing(map: &Map) -> bool {
    *map == nothing()
}

/// The set of all points: everywhere there are at least none.
fn everything() -> Map {
    Map::one(Unary::AtLeast(0), Map::Set(Base::Own))
}

fn is_everything(map: &Map) -> bool {
    *map == everything()
}

fn pass(map: &Map) -> Map {
    match map {
        Map::Set(_) => map.clone(),
        Map::One(operator, argument) => one(*operator, pass(argument)),
        Map::Two(operator, left, right) => two(*operator, pass(left), pass(right)),
    }
}

fn one(operator: Unary, argument: Map) -> Map {
    match operator {
        Unary::Not => not(argument),
        // F(x) always contains x: every point has at least none, and of everything at least one.
        Unary::AtLeast(0) => everything(),
        Unary::AtLeast(1) | Unary::Reach | Unary::Near | Unary::Joined(_) if is_everything(&argument) => {
            argument
        }
        Unary::AtMost(0) if is_everything(&argument) => nothing(),
        Unary::AtMost(_) if is_nothing(&argument) => everything(),
        _ if is_nothing(&argument) => argument,
        _ => Map::one(operator, argument),
    }
}

fn two(operator: Binary, left: Map, right: Map) -> Map {
    let complements = || match (&left, &right) {
        (Map::One(Unary::Not, inner), other) | (other, Map::One(Unary::Not, inner)) => **inner == *other,
        _ => false,
    };
    match operator {
        Binary::And if left == right || is_everything(&right) || is_nothing(&left) => left,
        Binary::And if is_everything(&left) || is_nothing(&right) => right,
        Binary::And if complements() || disjoint(&left, &right) => nothing(),
        Binary::And => match (left, right) {
            (left, Map::One(Unary::Not, inner)) if disjoint(&left, &inner) => left,
            (Map::One(Unary::Not, inner), right) if disjoint(&inner, &right) => right,
            (Map::One(Unary::Not, a), Map::One(Unary::Not, b)) => not(Map::two(Binary::Or, *a, *b)),
            (left, Map::One(Unary::Not, inner)) => Map::two(Binary::Minus, left, *inner),
            (Map::One(Unary::Not, inner), right) => Map::two(Binary::Minus, right, *inner),
            (left, right) => Map::two(operator, left, right),
        },
        Binary::Or if left == right || is_nothing(&right) || is_everything(&left) => left,
        Binary::Or if is_nothing(&left) || is_everything(&right) => right,
        Binary::Or if complements() => everything(),
        Binary::Or => match (left, right) {
            (Map::One(Unary::Not, a), Map::One(Unary::Not, b)) => not(Map::two(Binary::And, *a, *b)),
            (Map::One(Unary::Not, inner), right) | (right, Map::One(Unary::Not, inner)) => {
                not(Map::two(Binary::Minus, *inner, right))
            }
            (left, right) => Map::two(operator, left, right),
        },
        Binary::Minus if left == right || is_nothing(&left) || is_everything(&right) => nothing(),
        Binary::Minus if is_nothing(&right) || disjoint(&left, &right) => left,
        Binary::Minus if is_everything(&left) => not(right),
        Binary::Minus => match (left, right) {
            (left, Map::One(Unary::Not, inner)) if *inner == left => left,
            (left, Map::One(Unary::Not, inner)) => Map::two(Binary::And, left, *inner),
            (Map::One(Unary::Not, a), right) => not(Map::two(Binary::Or, *a, right)),
            (left, right) => Map::two(operator, left, right),
        },
    }
}

/// Own stones, enemy stones and empty points have nothing in common.
fn disjoint(a: &Map, b: &Map) -> bool {
    let kind = |map: &Map| match map {
        Map::Set(base) if *base != Base::OneLiberty => Some(*base),
        _ => None,
    };
    matches!((kind(a), kind(b)), (Some(a), Some(b)) if a != b)
}
