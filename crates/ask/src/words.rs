//! Words that several kinds of answers share.

use serde::{Deserialize, Serialize};
use tesuji_board::{Color, Point, Topology};

/// A colour.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum Side {
    /// Black.
    Black,
    /// White.
    White,
}

impl Side {
    /// `Black` or `White`, as a sentence begins.
    #[must_use]
    pub fn capital(self) -> &'static str {
        match self {
            Side::Black => "Black",
            Side::White => "White",
        }
    }

    /// `black` or `white`.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Side::Black => "black",
            Side::White => "white",
        }
    }

    /// `B` or `W`, as in a line of play.
    #[must_use]
    pub fn letter(self) -> char {
        match self {
            Side::Black => 'B',
            Side::White => 'W',
        }
    }

    /// The other side.
    #[must_use]
    pub fn opponent(self) -> Side {
        match self {
            Side::Black => Side::White,
            Side::White => Side::Black,
        }
    }
}

impl From<Color> for Side {
    fn from(color: Color) -> Side {
        match color {
            Color::Black => Side::Black,
            Color::White => Side::White,
        }
    }
}

impl From<Side> for Color {
    fn from(side: Side) -> Color {
        match side {
            Side::Black => Color::Black,
            Side::White => Color::White,
        }
    }
}

impl std::fmt::Display for Side {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.name())
    }
}

/// A move of a line.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(untagged)]
pub enum Step {
    /// A stone on a board, or a pass.
    Stone {
        /// Who moves.
        color: Side,
        /// The point, or `pass`.
        point: String,
    },
    /// A place of a race without a board, or a move of shogi in USI.
    Place(String),
}

impl Step {
    /// A stone on a point, or a pass.
    #[must_use]
    pub fn stone(board: &Topology, color: Color, point: Option<Point>) -> Step {
        Step::Stone { color: color.into(), point: point_name(board, point) }
    }

    /// A line in which both sides move in turn.
    pub fn alternating(
        board: &Topology,
        first: Color,
        points: impl IntoIterator<Item = Option<Point>>,
    ) -> Vec<Step> {
        let mut color = first;
        let mut steps = Vec::new();
        for point in points {
            steps.push(Step::stone(board, color, point));
            color = color.opponent();
        }
        steps
    }

    /// The point or place.
    #[must_use]
    pub fn place(&self) -> &str {
        match self {
            Step::Stone { point, .. } => point,
            Step::Place(place) => place,
        }
    }
}

/// How a pass is told among moves.
pub(crate) const PASS: &str = "pass";

/// The name of a point, or `pass`.
#[must_use]
pub fn point_name(board: &Topology, point: Option<Point>) -> String {
    point.map_or(PASS, |point| board.name_of(point)).to_string()
}

/// The names of points.
pub(crate) fn point_names(board: &Topology, points: impl IntoIterator<Item = Point>) -> Vec<String> {
    points.into_iter().map(|point| board.name_of(point).to_string()).collect()
}

/// A game in CGSuite's notation, or a whole number.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(transparent)]
#[cfg_attr(test, schemars(with = "StringOrInteger"))]
pub struct Expression(pub String);

/// How an [`Expression`] may be written.
#[derive(Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(untagged)]
enum StringOrInteger {
    /// The notation.
    Text(String),
    /// A whole number.
    Number(i64),
}

impl<'de> Deserialize<'de> for Expression {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Expression, D::Error> {
        match StringOrInteger::deserialize(deserializer) {
            Ok(StringOrInteger::Text(text)) => Ok(Expression(text)),
            Ok(StringOrInteger::Number(number)) => Ok(Expression(number.to_string())),
            Err(_) => {
                Err(serde::de::Error::custom("expected a game as text, such as \"{4|0}\", or a whole number"))
            }
        }
    }
}

impl From<&str> for Expression {
    fn from(text: &str) -> Expression {
        Expression(text.to_string())
    }
}

impl std::fmt::Display for Expression {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.0)
    }
}
