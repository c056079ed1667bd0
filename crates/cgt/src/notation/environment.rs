//! Named games.

use std::collections::BTreeMap;

use crate::arena::Arena;
use crate::game::Game;
use crate::loopy::Value;
use crate::notation::expression::{Expression, ParseError, Problem};
use crate::notation::function::Function;
use crate::notation::token::is_down;

/// Variables for [`Expression::evaluate`].
///
/// ```
/// use tesuji_cgt::{Arena, Environment};
///
/// let mut arena = Arena::new();
/// let mut environment = Environment::new();
/// environment.read(&mut arena, "corridor = {6||4|0}  # Black's\nblack = corridor + {4|0}")?;
/// let cooled = arena.parse_with("cool(black - 7, 2)", &environment)?;
/// assert_eq!(arena.text(cooled)?, "-1^*");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct Environment {
    games: BTreeMap<String, Value>,
}

/// A line of definitions that could not be read.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("line {line}, {error}")]
pub struct DefinitionError {
    /// The line, counted from 1.
    pub line: usize,
    /// What is wrong with it.
    #[source]
    pub error: ParseError,
}

impl Environment {
    /// No variables.
    #[must_use]
    pub fn new() -> Environment {
        Environment::default()
    }

    /// The game of this name.
    #[must_use]
    pub fn get(&self, name: &str) -> Option<&Value> {
        self.games.get(name)
    }

    /// All variables in alphabetical order.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &Value)> {
        self.games.iter().map(|(name, game)| (name.as_str(), game))
    }

    /// Gives a game a name, or a name another game.
    ///
    /// # Errors
    /// [`Problem::BadName`] if the name is no word of letters, digits and `_`, or means something already (`v`, `v3`,
    /// `cool`).
    pub fn define(&mut self, name: &str, game: Game) -> Result<(), ParseError> {
        self.define_value(name, Value::Short(game))
    }

    /// Gives any value a name.
    ///
    /// # Errors
    /// As [`Environment::define`].
    pub fn define_value(&mut self, name: &str, game: Value) -> Result<(), ParseError> {
        let is_word = name.starts_with(char::is_alphabetic)
            && name.chars().all(|character| character.is_alphanumeric() || character == '_');
        if !is_word || is_down(name) || Function::named(name).is_some() {
            return Err(ParseError::new(0, Problem::BadName { name: name.chars().take(40).collect() }));
        }
        self.games.insert(name.into(), game);
        Ok(())
    }

    /// Reads definitions, one on a line: `name = expression`. Later lines may use earlier names; `#` starts a comment.
    ///
    /// # Errors
    /// The first line that cannot be read. The definitions before it stay.
    pub fn read(&mut self, arena: &mut Arena, text: &str) -> Result<(), DefinitionError> {
        for (index, line) in text.lines().enumerate() {
            let fail = |error| DefinitionError { line: index + 1, error };
            let content = line.split('#').next().unwrap_or_default();
            if content.trim().is_empty() {
                continue;
            }
            let Some((name, expression)) = content.split_once('=') else {
                let found = content.trim().chars().take(40).collect();
                return Err(fail(ParseError::new(
                    0,
                    Problem::Expected { expected: "name = expression", found },
                )));
            };
            let before = name.chars().count() + 1;
            // `:=` is how CGSuite assigns.
            let name = name.strip_suffix(':').unwrap_or(name).trim();
            let game = Expression::parse(expression)
                .and_then(|expression| expression.value(arena, self))
                .map_err(|error| fail(error.moved(before)))?;
            self.define_value(name, game).map_err(fail)?;
        }
        Ok(())
    }
}
