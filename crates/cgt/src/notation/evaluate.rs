//! Running the program of an expression on an arena.

use std::slice;

use crate::arena::{Arena, List};
use crate::atomic::AtomicWeight;
use crate::game::{Game, Side};
use crate::literal::Literal;
use crate::loopy::Value;
use crate::notation::environment::Environment;
use crate::notation::expression::{Expression, Operation, ParseError, Problem};
use crate::notation::foreign;
use crate::notation::function::Function;
use crate::notation::loops::{Loops, Part};
use crate::{Dyadic, Error};

impl Arena {
    /// Reads and evaluates an expression without variables.
    ///
    /// ```
    /// use tesuji_cgt::Arena;
    ///
    /// let mut arena = Arena::new();
    /// let total = arena.parse("{4|0} + {6||4|0} + {-5|-9}")?;
    /// let same = arena.parse("{-5|-9} + {6|{4|0}} + {4|0}")?;
    /// assert_eq!(total, same);
    /// # Ok::<(), tesuji_cgt::ParseError>(())
    /// ```
    ///
    /// # Errors
    /// What is wrong with the text and where, or which limit its value reached.
    pub fn parse(&mut self, text: &str) -> Result<Game, ParseError> {
        self.parse_with(text, &Environment::new())
    }

    /// Reads and evaluates an expression with variables.
    ///
    /// # Errors
    /// What is wrong with the text and where, or which limit its value reached.
    pub fn parse_with(&mut self, text: &str, environment: &Environment) -> Result<Game, ParseError> {
        Expression::parse(text)?.evaluate(self, environment)
    }
}

impl Expression {
    /// The value of the expression, which has to be a game that ends.
    ///
    /// # Errors
    /// An undefined variable, an unfit argument, a loopy game, or a limit of the arena, with the column of its cause.
    pub fn evaluate(&self, arena: &mut Arena, environment: &Environment) -> Result<Game, ParseError> {
        match self.value(arena, environment)? {
            Value::Short(game) => Ok(game),
            Value::Loopy(_) => {
                let column = self.program.last().map_or(0, |step| step.column);
                Err(ParseError::new(column, Problem::Loopy))
            }
        }
    }

    /// The value of the expression, which may be loopy.
    ///
    /// # Errors
    /// An undefined variable, an unfit argument, or a limit of the arena, with the column of its cause.
    pub fn value(&self, arena: &mut Arena, environment: &Environment) -> Result<Value, ParseError> {
        let mut machine = Machine { arena, environment, items: Vec::new(), loops: Loops::default() };
        for step in &self.program {
            machine.run(&step.operation).map_err(|problem| ParseError::new(step.column, problem))?;
        }
        // The parser leaves exactly one value for the outermost expression.
        let last = match machine.items.pop() {
            Some(item) => machine.finished(item),
            None => Ok(Value::Short(Game::ZERO)),
        };
        last.map_err(|problem| ParseError::new(self.program.last().map_or(0, |step| step.column), problem))
    }
}

/// Something on the stack.
enum Item {
    Value(Value),
    /// A form in quotes.
    Literal(Literal),
    /// A part of a game with loops whose outermost braces are still open.
    Part(Part),
}

struct Machine<'a> {
    arena: &'a mut Arena,
    environment: &'a Environment,
    items: Vec<Item>,
    loops: Loops,
}

impl Machine<'_> {
    fn run(&mut self, operation: &Operation) -> Result<(), Problem> {
        let item = match operation {
            Operation::Variable(name) => Item::Value(self.variable(name)?),
            &Operation::Label(label) => Item::Part(Part::Label(label)),
            Operation::Pass => Item::Part(Part::Pass),
            &Operation::PowerWithoutEnd { number, every, sign, nimber } => {
                Item::Value(self.arena.power_without_end(number, every, sign, nimber)?)
            }
            &Operation::Braces { left, right, label } => self.braces(left, right, label)?,
            &Operation::Literal { left, right } => Item::Literal(self.literal(left, right)?),
            operation => match self.operate_on_forms(operation)? {
                Some(game) => Item::Value(Value::Short(game)),
                None => Item::Value(self.operate(operation)?),
            },
        };
        self.items.push(item);
        Ok(())
    }

    /// The value of an item, if it is finished.
    fn finished(&mut self, item: Item) -> Result<Value, Problem> {
        match item {
            Item::Value(value) => Ok(value),
            Item::Literal(form) => Ok(Value::Short(self.arena.value_of_literal(&form)?)),
            Item::Part(_) => Err(Problem::Unfinished),
        }
    }

    /// The form of an item: a game that was not in quotes is in canonical form.
    fn form(&mut self, item: Item) -> Result<Literal, Problem> {
        match item {
            Item::Literal(form) => Ok(form),
            item => match self.finished(item)? {
                Value::Short(game) => Ok(self.arena.literal(game)?),
                Value::Loopy(_) => Err(Problem::Loopy),
            },
        }
    }

    fn forms(&mut self, items: Vec<Item>) -> Result<Vec<Literal>, Problem> {
        items.into_iter().map(|item| self.form(item)).collect()
    }

    fn literal(&mut self, left: usize, right: usize) -> Result<Literal, Problem> {
        let taken = self.items.split_off(self.items.len() - left - right);
        let forms = self.forms(taken)?;
        Ok(self.arena.literal_of_options(&forms[..left], &forms[left..])?)
    }

    /// The operations that take forms and not values; nothing for all others.
    fn operate_on_forms(&mut self, operation: &Operation) -> Result<Option<Game>, Problem> {
        let takes_forms = matches!(
            operation,
            Operation::OrdinalSum
                | Operation::Call {
                    function: Function::Ordinal
                        | Function::Conjunctive
                        | Function::Selective
                        | Function::Conway,
                    ..
                }
        );
        if !takes_forms {
            return Ok(None);
        }
        let (second, first) = (self.items.pop(), self.items.pop());
        let (Some(first), Some(second)) = (first, second) else { return Ok(None) };
        let function = match operation {
            Operation::Call { function, .. } => *function,
            _ => Function::Ordinal,
        };
        Ok(Some(match (function, first) {
            (Function::Ordinal, first) => {
                let second = match self.finished(second)? {
                    Value::Short(game) => game,
                    Value::Loopy(_) => return Err(Problem::Loopy),
                };
                match first {
                    Item::Literal(base) => self.arena.ordinal_sum_of(&base, second)?,
                    // A canonical form is not written out, however large.
                    first => match self.finished(first)? {
                        Value::Short(base) => self.arena.ordinal_sum(base, second)?,
                        Value::Loopy(_) => return Err(Problem::Loopy),
                    },
                }
            }
            (function, first) => {
                let (first, second) = (self.form(first)?, self.form(second)?);
                match function {
                    Function::Conjunctive => self.arena.conjunctive_sum(&first, &second)?,
                    Function::Selective => self.arena.selective_sum(&first, &second)?,
                    _ => self.arena.conway_product(&first, &second)?,
                }
            }
        }))
    }

    fn variable(&mut self, name: &str) -> Result<Value, Problem> {
        if let Some(value) = self.environment.get(name) {
            return Ok(value.clone());
        }
        self.arena.named_loopy(name)?.ok_or_else(|| foreign::variable(name))
    }

    fn values(&mut self, items: Vec<Item>) -> Result<Vec<Value>, Problem> {
        items.into_iter().map(|item| self.finished(item)).collect()
    }

    /// An operation on finished values.
    fn operate(&mut self, operation: &Operation) -> Result<Value, Problem> {
        let taken = self.items.split_off(self.items.len() - operands(operation));
        let values = self.values(taken)?;
        let games: Option<Vec<Game>> = values
            .iter()
            .map(|value| if let Value::Short(game) = value { Some(*game) } else { None })
            .collect();
        match games {
            Some(games) if !matches!(operation, Operation::Sides) => {
                apply(self.arena, operation, &games).map(Value::Short)
            }
            _ => apply_to_loopy(self.arena, operation, &values),
        }
    }

    fn braces(&mut self, left: usize, right: usize, label: Option<usize>) -> Result<Item, Problem> {
        let taken = self.items.split_off(self.items.len() - left - right);
        if label.is_none() && !taken.iter().any(|item| matches!(item, Item::Part(_))) {
            let values = self.values(taken)?;
            return Ok(Item::Value(self.arena.value_of_options(&values[..left], &values[left..])?));
        }
        let mut parts = Vec::new();
        for item in taken {
            parts.push(match item {
                Item::Part(part) => part,
                item => {
                    let value = self.finished(item)?;
                    self.loops.value(self.arena, &value)?
                }
            });
        }
        let node = self.loops.braces(&parts, left, label)?;
        Ok(match self.loops.closed(node) {
            Some(graph) => Item::Value(self.arena.value_of_graph(&graph)?),
            None => Item::Part(Part::Node(node)),
        })
    }
}

/// How many values an operation takes.
fn operands(operation: &Operation) -> usize {
    match *operation {
        Operation::Push(_)
        | Operation::Variable(_)
        | Operation::Label(_)
        | Operation::Pass
        | Operation::UpPower { .. }
        | Operation::PowerWithoutEnd { .. } => 0,
        Operation::Negate | Operation::PlusMinus | Operation::Tiny | Operation::Miny => 1,
        Operation::Add
        | Operation::Subtract
        | Operation::Multiply
        | Operation::OrdinalSum
        | Operation::Sides => 2,
        Operation::PlusMinusOf { options } => options,
        Operation::Braces { left, right, .. } | Operation::Literal { left, right } => left + right,
        Operation::Zeros { options, .. } => options + 1,
        Operation::Call { arguments, .. } => arguments,
    }
}

/// The operations that loopy games have.
fn apply_to_loopy(arena: &mut Arena, operation: &Operation, values: &[Value]) -> Result<Value, Problem> {
    let zero = Value::Short(Game::ZERO);
    Ok(match (operation, values) {
        (Operation::Negate | Operation::Call { function: Function::Negative, .. }, [value]) => {
            arena.negative_value(value)?
        }
        (Operation::Call { function: Function::CanonicalForm, .. }, [value]) => value.clone(),
        (Operation::Call { function: Function::Onside, .. }, [value]) => {
            arena.sides_of_value(value)?[0].clone()
        }
        (Operation::Call { function: Function::Offside, .. }, [value]) => {
            arena.sides_of_value(value)?[1].clone()
        }
        (Operation::PlusMinus | Operation::PlusMinusOf { .. }, values) => {
            let mut negatives = Vec::new();
            for value in values {
                negatives.push(arena.negative_value(value)?);
            }
            arena.value_of_options(values, &negatives)?
        }
        (Operation::Tiny | Operation::Call { function: Function::Tiny, .. }, [value]) => {
            let negative = arena.negative_value(value)?;
            let threat = arena.value_of_options(slice::from_ref(&zero), &[negative])?;
            arena.value_of_options(&[zero], &[threat])?
        }
        (Operation::Miny | Operation::Call { function: Function::Miny, .. }, [value]) => {
            let threat = arena.value_of_options(slice::from_ref(value), slice::from_ref(&zero))?;
            arena.value_of_options(&[threat], &[zero])?
        }
        (Operation::Add, [one, other]) => arena.sum_values(one, other)?,
        (Operation::Subtract, [one, other]) => {
            let other = arena.negative_value(other)?;
            arena.sum_values(one, &other)?
        }
        (Operation::Multiply, [Value::Short(count), value]) => match count.to_integer() {
            Some(count) => arena.multiple_of_value(count, value)?,
            None => return Err(Problem::Loopy),
        },
        (Operation::Sides, [onside, offside]) => arena.sided(onside, offside)?,
        _ => return Err(Problem::Loopy),
    })
}

/// An operation on games that end.
fn apply(arena: &mut Arena, operation: &Operation, taken: &[Game]) -> Result<Game, Problem> {
    let result = match (operation, taken) {
        (Operation::Push(game), _) => *game,
        (&Operation::UpPower { number, count, every, sign, nimber }, _) => {
            let power =
                if every { arena.uptimal(&vec![1; count as usize])? } else { arena.up_power(count)? };
            let power = if sign == Side::Left { power } else { arena.negative(power)? };
            let rest = Game::number_up_star(number, 0, nimber)?;
            arena.sum(power, rest)?
        }
        (Operation::Negate, &[game]) => arena.negative(game)?,
        (Operation::PlusMinus, &[game]) => {
            let negative = arena.negative(game)?;
            arena.switch(game, negative)?
        }
        (Operation::PlusMinusOf { .. }, options) => {
            let negatives: Result<List, Error> =
                options.iter().map(|&option| arena.negative(option)).collect();
            arena.canonical(options, &negatives?)?
        }
        (Operation::Tiny, &[game]) => arena.tiny(game)?,
        (Operation::Miny, &[game]) => arena.miny(game)?,
        (Operation::Add, &[g, h]) => arena.sum(g, h)?,
        (Operation::Subtract, &[g, h]) => arena.difference(g, h)?,
        (Operation::Multiply, &[g, h]) => match g.to_integer() {
            Some(count) => arena.multiple(count, h)?,
            None => arena.norton_product(g, h)?,
        },
        (&Operation::Zeros { side, count, .. }, options) => {
            // The literal 0^n itself is on the stack too, first or last.
            let options = match side {
                Side::Left => &options[1..],
                Side::Right => &options[..options.len() - 1],
            };
            nest_zeros(arena, side, count, List::from_slice(options))?
        }
        (&Operation::Call { function, .. }, arguments) => call(arena, function, arguments)?,
        // Every operation above was given as many operands as it takes.
        _ => Game::ZERO,
    };
    Ok(result)
}

fn nest_zeros(arena: &mut Arena, side: Side, count: u32, mut options: List) -> Result<Game, Error> {
    let mut game = Game::ZERO;
    for _ in 0..count {
        let zero = List::from_slice(&[Game::ZERO]);
        game = arena.build(match side {
            Side::Left => [zero, options],
            Side::Right => [options, zero],
        })?;
        options = List::from_slice(&[game]);
    }
    Ok(game)
}

fn call(arena: &mut Arena, function: Function, arguments: &[Game]) -> Result<Game, Problem> {
    let game = arguments.first().copied().unwrap_or_default();
    let second = arguments.get(1).copied().unwrap_or_default();
    Ok(match function {
        Function::Cool => arena.cool(game, temperature(second)?)?,
        Function::Heat => arena.heat(game, temperature(second)?)?,
        Function::Overheat => arena.overheat(game, second, arguments.get(2).copied().unwrap_or_default())?,
        Function::Freeze => arena.freeze(game)?,
        Function::Tiny => arena.tiny(game)?,
        Function::Miny => arena.miny(game)?,
        Function::Reduced => arena.reduced(game)?,
        Function::Mean => Game::number(arena.mean(game)?),
        Function::Temperature => Game::number(arena.temperature(game)?),
        Function::LeftStop => Game::number(arena.stop(game, Side::Left)?),
        Function::RightStop => Game::number(arena.stop(game, Side::Right)?),
        Function::AtomicWeight => match arena.atomic_weight(game)? {
            AtomicWeight::Certified { weight, .. } => weight,
            AtomicWeight::Refused(reason) => return Err(Problem::NotAtomic(reason)),
        },
        Function::Norton => arena.norton_product(game, second)?,
        Function::TimesUp => arena.times_up(game)?,
        Function::UpPower => arena.up_power(u32::try_from(natural(game)?).map_err(|_| Error::Overflow)?)?,
        Function::Uptimal => {
            let digits: Result<Vec<i64>, Problem> = arguments.iter().map(|&digit| integer(digit)).collect();
            arena.uptimal(&digits?)?
        }
        Function::Nimber => Game::nimber(natural(game)?)?,
        Function::CanonicalForm => game,
        Function::Negative => arena.negative(game)?,
        Function::Onside | Function::Offside => game,
        // These take forms and are worked out before values are.
        Function::Ordinal | Function::Conjunctive | Function::Selective | Function::Conway => game,
    })
}

fn temperature(game: Game) -> Result<Dyadic, Problem> {
    game.to_number().ok_or(Problem::BadArgument { expected: "cooled or heated by a number" })
}

fn integer(game: Game) -> Result<i64, Problem> {
    game.to_integer().ok_or(Problem::BadArgument { expected: "called with integers" })
}

fn natural(game: Game) -> Result<u64, Problem> {
    let problem = Problem::BadArgument { expected: "called with an integer of at least 0" };
    game.to_integer().and_then(|integer| u64::try_from(integer).ok()).ok_or(problem)
}
