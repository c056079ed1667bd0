//! First numbers of a position: how far the defender is from two eyes, and how many eyes the attacker has to break.
//!
//! They guide the search and decide nothing.

use smallvec::SmallVec;
use tesuji_board::Color;

use crate::field::{Field, State};
use crate::set::Set;

/// First numbers: how hard the kill looks, and how hard life.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Guess {
    pub(crate) kill: u32,
    pub(crate) live: u32,
}

/// A point that may become an eye, with the points that its owner still needs around it and what it costs.
struct Eye<S> {
    point: S,
    needs: S,
    cost: u32,
}

/// Points that are compared in pairs at most.
const MOST_EYES: usize = 32;
/// What an eye costs more that cannot be one as its corners stand.
const FALSE: u32 = 2;
/// The cost of life where no two eyes are in sight.
const FAR: u32 = 8;
/// An eye that cheap has to be broken.
const CHEAP: u32 = 4;

/// First numbers of a position; `near` are the points where eyes of the group may be.
pub(crate) fn guess<S: Set>(field: &Field<S>, state: &State<S>, defender: Color, walls: S, near: S) -> Guess {
    let attacker = defender.opponent();
    let (own, other) = (state.stones[defender.index()], state.stones[attacker.index()]);
    let lost = field.beside_safe[attacker.index()] | field.neighbors(walls) | walls;
    let mut eyes: SmallVec<[Eye<S>; MOST_EYES]> = SmallVec::new();
    for at in (near & !lost & !own).numbers().take(MOST_EYES) {
        let point = S::one(at);
        let needs = field.neighbors(point) & !own;
        let mut cost = needs.len() + (needs & other).len() + u32::from(other.has(at));
        let broken = (field.diagonals(point) & walls).len();
        if broken > u32::from(field.inner.has(at)) {
            cost += FALSE;
        }
        eyes.push(Eye { point, needs, cost });
    }
    let pairs = eyes.iter().enumerate().flat_map(|(index, one)| {
        let apart = |two: &&Eye<S>| !one.needs.meets(two.point) && !two.needs.meets(one.point);
        eyes[..index].iter().filter(apart).map(|two| one.cost + two.cost - (one.needs & two.needs).len())
    });
    let cheapest = eyes.iter().map(|eye| eye.cost).min();
    let cost = pairs.min().unwrap_or_else(|| cheapest.map_or(FAR, |cost| 4 + cost.min(4)));
    // Eyes that do not share points, cheapest first.
    let mut order: SmallVec<[usize; MOST_EYES]> = (0..eyes.len()).collect();
    order.sort_by_key(|&index| eyes[index].cost);
    let (mut used, mut apart) = (S::none(), 0);
    for eye in order.iter().map(|&index| &eyes[index]).filter(|eye| eye.cost <= CHEAP) {
        if !(eye.point | eye.needs).meets(used) {
            used |= eye.point | eye.needs;
            apart += 1;
        }
    }
    let defends = state.to_move == defender;
    let kill = if apart >= 2 { apart - 1 + u32::from(defends) } else { 1 };
    Guess { kill: kill.max(1), live: (cost + u32::from(!defends)).max(1) }
}
