//! Running the program of an expression on an arena.

use crate::arena::{Arena, List};
use crate::atomic::AtomicWeight;
use crate::game::{Game, Side};
use crate::notation::environment::Environment;
use crate::notation::expression::{Expression, Operation, ParseError, Problem};
use crate::notation::foreign;
use crate::notation::function::Function;
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
    /// The value of the expression.
    ///
    /// # Errors
    /// An undefined variable, an unfit argument, or a limit of the arena, with the column of its cause.
    pub fn evaluate(&self, arena: &mut Arena, environment: &Environment) -> Result<Game, ParseError> {
        let mut values: Vec<Game> = Vec::new();
        for step in &self.program {
            let value = match &step.operation {
                Operation::Variable(name) => environment.get(name).ok_or_else(|| foreign::variable(name)),
                operation => apply(arena, operation, &mut values),
            };
            values.push(value.map_err(|problem| ParseError::new(step.column, problem))?);
        }
        // The parser leaves exactly one value for the outermost expression.
        Ok(values.pop().unwrap_or_default())
    }
}

/// Takes the operands of an operation off the stack and returns its result.
fn apply(arena: &mut Arena, operation: &Operation, values: &mut Vec<Game>) -> Result<Game, Problem> {
    let operands = match *operation {
        Operation::Push(_) | Operation::Variable(_) => 0,
        Operation::Negate | Operation::PlusMinus | Operation::Tiny | Operation::Miny => 1,
        Operation::Add | Operation::Subtract | Operation::Multiply | Operation::OrdinalSum => 2,
        Operation::UpPower { .. } => 0,
        Operation::PlusMinusOf { options } => options,
        Operation::Braces { left, right } => left + right,
        Operation::Zeros { options, .. } => options + 1,
        Operation::Call { arguments, .. } => arguments,
    };
    let taken = values.split_off(values.len() - operands);
    let result = match (operation, &taken[..]) {
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
            let negatives: Result<List, Error> = options.iter().map(|&option| arena.negative(option)).collect();
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
        (Operation::OrdinalSum, &[g, h]) => arena.ordinal_sum(g, h)?,
        (&Operation::Braces { left, .. }, options) => arena.canonical(&options[..left], &options[left..])?,
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
        Function::Ordinal => arena.ordinal_sum(game, second)?,
        Function::UpPower => arena.up_power(u32::try_from(natural(game)?).map_err(|_| Error::Overflow)?)?,
        Function::Uptimal => {
            let digits: Result<Vec<i64>, Problem> = arguments.iter().map(|&digit| integer(digit)).collect();
            arena.uptimal(&digits?)?
        }
        Function::Nimber => Game::nimber(natural(game)?)?,
        Function::CanonicalForm => game,
        Function::Negative => arena.negative(game)?,
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
