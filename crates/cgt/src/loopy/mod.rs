//! Loopy games: those in which play may go on for ever, and is then a draw.
//!
//! A [`Loopy`] is a value with two sides, both stoppers in canonical form: the onside, if endless play is taken for a win of Left,
//! and the offside, if it is taken for a win of Right. A stopper has twice the same side; `dud` is `on & off`. Sums, order and
//! negatives go side by side (Winning Ways, chapter 11; Siegel, *Combinatorial Game Theory*, chapter VI). There are games
//! whose sides are no stoppers, such as Bach's carousel: they are refused with [`Error::NoStopper`](crate::Error::NoStopper).
//!
//! `graph.rs` has positions and moves, `order.rs` compares them, `simplify.rs` finds canonical forms and sides, `print.rs` writes
//! them; this file has what a user does with them.

pub(crate) mod graph;
mod order;
mod print;
mod simplify;

use std::sync::Arc;

use crate::arena::Arena;
use crate::game::{Game, Relation, Side};
use crate::loopy::graph::Graph;
use crate::{Dyadic, Error};

/// A loopy game: its onside and its offside in canonical form. It belongs to no arena, and equal games are equal.
///
/// ```
/// use tesuji_cgt::{Arena, Environment, Expression, Value};
///
/// let mut arena = Arena::new();
/// let mut value = |text: &str| Expression::parse(text).unwrap().value(&mut arena, &Environment::new());
/// let Value::Loopy(over) = value("a{0|a}")? else { panic!("it is loopy") };
/// let Value::Loopy(difference) = value("over - over")? else { panic!("it is loopy") };
/// assert!(over.is_stopper() && !difference.is_stopper());
/// assert_eq!(arena.loopy_text(&over)?, "over");
/// assert_eq!(arena.loopy_text(&difference)?, "over & under");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Loopy {
    /// Onside and offside.
    sides: [Arc<Graph>; 2],
}

/// The value of an expression.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Value {
    /// A game that ends.
    Short(Game),
    /// A game that may not end.
    Loopy(Loopy),
}

/// What becomes of a loopy game for one player who begins.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Ending {
    /// Left wins.
    Left,
    /// Play goes on for ever.
    Draw,
    /// Right wins.
    Right,
}

impl Loopy {
    fn new(onside: Graph, offside: Graph) -> Loopy {
        let onside = Arc::new(onside);
        let offside = if *onside == offside { onside.clone() } else { Arc::new(offside) };
        Loopy { sides: [onside, offside] }
    }

    /// Whether both sides are the same.
    #[must_use]
    pub fn is_stopper(&self) -> bool {
        Arc::ptr_eq(&self.sides[0], &self.sides[1])
    }

    /// The number of positions of both sides.
    #[must_use]
    pub fn positions(&self) -> usize {
        self.sides[0].len() + if self.is_stopper() { 0 } else { self.sides[1].len() }
    }
}

impl Arena {
    /// The value of a graph of positions.
    ///
    /// # Errors
    /// [`Error::NoStopper`] if a side is no stopper or was not found, or a limit of the arena.
    pub(crate) fn value_of_graph(&mut self, graph: &Graph) -> Result<Value, Error> {
        let graph = graph.seen_from(0);
        if graph.loopfree()[0] {
            let game = self.games_of(&graph)?[0];
            return Ok(Value::Short(game.unwrap_or_default()));
        }
        if graph.stoppers()[0] {
            let side = self.canonical_stopper(&graph)?;
            return self.value_of_sides(side.clone(), side);
        }
        let onside = self.onside(&graph)?.ok_or(Error::NoStopper)?;
        let offside = self.offside(&graph)?.ok_or(Error::NoStopper)?;
        self.value_of_sides(onside, offside)
    }

    /// The value with these sides. Which of two equal canonical forms is kept does not depend on how they were found.
    fn value_of_sides(&mut self, onside: Graph, offside: Graph) -> Result<Value, Error> {
        let same = onside == offside || self.same_onside(&onside, &offside)?;
        if same && onside.loopfree()[0] {
            let game = self.games_of(&onside)?[0];
            return Ok(Value::Short(game.unwrap_or_default()));
        }
        let offside = if same { onside.clone() } else { offside };
        Ok(Value::Loopy(Loopy::new(onside, offside)))
    }

    /// The graphs of both sides of a value.
    pub(crate) fn sides(&mut self, value: &Value) -> Result<[Arc<Graph>; 2], Error> {
        match value {
            Value::Short(game) => {
                let graph = Arc::new(self.graph(*game)?);
                Ok([graph.clone(), graph])
            }
            Value::Loopy(loopy) => Ok(loopy.sides.clone()),
        }
    }

    /// The game with this onside and this offside, which has to be at most the onside.
    ///
    /// # Errors
    /// [`Error::SidesInDisorder`], or a limit of the arena.
    pub fn sided(&mut self, onside: &Value, offside: &Value) -> Result<Value, Error> {
        let [onside, _] = self.sides(onside)?;
        let [_, offside] = self.sides(offside)?;
        if !self.onside_order(&onside, &offside)?.at_least(0, 0) {
            return Err(Error::SidesInDisorder);
        }
        self.value_of_sides((*onside).clone(), (*offside).clone())
    }

    /// The sum of two values, one or both of which may be loopy.
    ///
    /// # Errors
    /// [`Error::NoStopper`], or a limit of the arena.
    pub fn sum_values(&mut self, one: &Value, other: &Value) -> Result<Value, Error> {
        if let (&Value::Short(one), &Value::Short(other)) = (one, other) {
            return Ok(Value::Short(self.sum(one, other)?));
        }
        let (own, others) = (self.sides(one)?, self.sides(other)?);
        let [onside, offside] = [own[0].sum(&others[0])?, own[1].sum(&others[1])?];
        let onside = self.onside(&onside)?.ok_or(Error::NoStopper)?;
        let offside = self.offside(&offside)?.ok_or(Error::NoStopper)?;
        self.value_of_sides(onside, offside)
    }

    /// The negative of a value.
    ///
    /// # Errors
    /// A limit of the arena, or [`Error::Overflow`].
    pub fn negative_value(&mut self, value: &Value) -> Result<Value, Error> {
        Ok(match value {
            Value::Short(game) => Value::Short(self.negative(*game)?),
            Value::Loopy(loopy) => {
                let [onside, offside] = &loopy.sides;
                let sides = [offside, onside].map(|side| side.negative().in_canonical_order());
                let [onside, offside] = sides;
                Value::Loopy(Loopy::new(onside, offside))
            }
        })
    }

    /// So many copies of a value; of its negative if the count is below 0.
    ///
    /// # Errors
    /// [`Error::NoStopper`], [`Error::Overflow`] for more than a thousand copies of a loopy game, or a limit of the arena.
    pub fn multiple_of_value(&mut self, count: i64, value: &Value) -> Result<Value, Error> {
        if let Value::Short(game) = value {
            return Ok(Value::Short(self.multiple(count, *game)?));
        }
        if count.unsigned_abs() > 1000 {
            return Err(Error::Overflow);
        }
        let copy = if count < 0 { self.negative_value(value)? } else { value.clone() };
        let mut total = Value::Short(Game::ZERO);
        for _ in 0..count.unsigned_abs() {
            total = self.sum_values(&total, &copy)?;
        }
        Ok(total)
    }

    /// The value with these options.
    ///
    /// # Errors
    /// [`Error::NoStopper`], or a limit of the arena.
    pub fn value_of_options(&mut self, left: &[Value], right: &[Value]) -> Result<Value, Error> {
        let short = |values: &[Value]| -> Option<Vec<Game>> {
            values
                .iter()
                .map(|value| if let Value::Short(game) = value { Some(*game) } else { None })
                .collect()
        };
        if let (Some(left), Some(right)) = (short(left), short(right)) {
            return Ok(Value::Short(self.canonical(&left, &right)?));
        }
        let mut lists = [[Vec::new(), Vec::new()], [Vec::new(), Vec::new()]];
        for (side, values) in [(Side::Left, left), (Side::Right, right)] {
            for value in values {
                let [onside, offside] = self.sides(value)?;
                lists[0][side.index()].push((*onside).clone());
                lists[1][side.index()].push((*offside).clone());
            }
        }
        let onside = self.stopper_of_options(&lists[0])?;
        let offside = self.stopper_of_options(&lists[1])?;
        self.value_of_sides(onside, offside)
    }

    /// Whether one value is at most the other: each side at most the other's.
    ///
    /// # Errors
    /// A limit of the arena, or [`Error::Overflow`].
    pub fn value_at_most(&mut self, one: &Value, other: &Value) -> Result<bool, Error> {
        if let (&Value::Short(one), &Value::Short(other)) = (one, other) {
            return self.at_most(one, other);
        }
        let (own, others) = (self.sides(one)?, self.sides(other)?);
        for (own, other) in own.iter().zip(&others) {
            if !self.onside_order(other, own)?.at_least(0, 0) {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// How two values compare.
    ///
    /// # Errors
    /// A limit of the arena, or [`Error::Overflow`].
    pub fn compare_values(&mut self, one: &Value, other: &Value) -> Result<Relation, Error> {
        Ok(match (self.value_at_most(one, other)?, self.value_at_most(other, one)?) {
            (true, true) => Relation::Equal,
            (true, false) => Relation::Less,
            (false, true) => Relation::Greater,
            (false, false) => Relation::Confused,
        })
    }

    /// The sides of a value, the onside first. Those of a game that ends are the game itself.
    ///
    /// # Errors
    /// A limit of the arena, or [`Error::Overflow`].
    pub fn sides_of_value(&mut self, value: &Value) -> Result<[Value; 2], Error> {
        let [onside, offside] = self.sides(value)?;
        let onside = self.value_of_sides((*onside).clone(), (*onside).clone())?;
        let offside = self.value_of_sides((*offside).clone(), (*offside).clone())?;
        Ok([onside, offside])
    }

    /// What becomes of a value if Left begins, and if Right does.
    ///
    /// # Errors
    /// A limit of the arena, or [`Error::Overflow`].
    pub fn endings(&mut self, value: &Value) -> Result<[Ending; 2], Error> {
        let zero = Graph { nodes: vec![[Vec::new(), Vec::new()]] };
        let [onside, offside] = self.sides(value)?;
        // Left survives moving second if the onside is at least 0, and moving first unless it is at most 0 with Right to
        // survive; he wins where the offside says the same.
        let mut held = [[false; 2]; 2];
        for (index, graph) in [onside, offside].into_iter().enumerate() {
            let second = self.onside_order(&graph, &zero)?.at_least(0, 0);
            let first = !self.onside_order(&zero, &graph)?.at_least(0, 0);
            held[index] = [first, second];
        }
        let [survives, wins] = held;
        Ok([0, 1].map(|turn| match (survives[turn], wins[turn]) {
            (_, true) => Ending::Left,
            (true, false) => Ending::Draw,
            (false, false) => Ending::Right,
        }))
    }

    /// The graph of one player's pass: `on` for Left, `off` for Right.
    pub(crate) fn on_or_off(side: Side) -> Graph {
        let mut lists = [Vec::new(), Vec::new()];
        lists[side.index()].push(0);
        Graph { nodes: vec![lists] }
    }

    /// A loopy game that has a name, or nothing.
    pub(crate) fn named_loopy(&mut self, name: &str) -> Result<Option<Value>, Error> {
        let pass = |own: Vec<usize>, other: Vec<usize>| Graph { nodes: vec![[own, other], [vec![], vec![]]] };
        let graph = match name {
            "on" => Arena::on_or_off(Side::Left),
            "off" => Arena::on_or_off(Side::Right),
            "over" => pass(vec![1], vec![0]),
            "under" => pass(vec![0], vec![1]),
            "dud" => pass(vec![0], vec![0]),
            // Nodes: the game, 0 and *.
            "upon" => Graph { nodes: vec![[vec![0], vec![2]], [vec![], vec![]], [vec![1], vec![1]]] },
            _ => return Ok(None),
        };
        self.value_of_graph(&graph).map(Some)
    }

    /// `n^[on]`, `n^<on>` and so on: number, whether it is a sum of powers, whom it favours, and whether a star is added.
    pub(crate) fn power_without_end(
        &mut self,
        number: Dyadic,
        every: bool,
        favours: Side,
        nimber: u64,
    ) -> Result<Value, Error> {
        // upon is {pass|*}, and ^<on> is {0|v[on]*} (Winning Ways, chapter 11).
        let Some(upon) = self.named_loopy("upon")? else { return Ok(Value::Short(Game::ZERO)) };
        let mut power = upon;
        if !every {
            let below = self.negative_value(&power)?;
            let below = self.sum_values(&below, &Value::Short(Game::STAR))?;
            power = self.value_of_options(&[Value::Short(Game::ZERO)], &[below])?;
        }
        if favours == Side::Right {
            power = self.negative_value(&power)?;
        }
        let rest = Value::Short(Game::number_up_star(number, 0, nimber)?);
        self.sum_values(&power, &rest)
    }
}

#[cfg(test)]
mod tests;
