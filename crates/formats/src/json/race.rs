//! Races between several blocks as JSON.
//!
//! ```json
//! {
//!   "blocks": [
//!     {"name": "W0", "color": "white", "external": ["-1", "{0|-4}"], "eye": 1},
//!     {"name": "B1", "color": "black", "external": ["3"]}
//!   ],
//!   "shared": [{"between": ["W0", "B1"], "liberties": 2}]
//! }
//! ```
//!
//! What the liberty games mean is not known here: they are handed on as they are written.

use std::fmt;

use serde::Deserialize;
use serde::de::{Deserializer, Error as _, Visitor};
use tesuji_board::Color;

use super::read::{parse, utf8};
use super::record::Side;
use crate::error::Error;

/// The blocks of a race and the liberties they share.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RaceFile {
    /// The racing blocks.
    pub blocks: Vec<RaceFileBlock>,
    /// Pairs of blocks that touch, with the liberties they share.
    pub shared: Vec<([String; 2], u32)>,
}

/// A block of a race.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RaceFileBlock {
    /// What it is called.
    pub name: String,
    /// Its colour.
    pub color: Color,
    /// Its external liberty games.
    pub external: Vec<String>,
    /// The liberties of its eye.
    pub eye: u32,
    /// The points of its eye, if it is said.
    pub eye_size: Option<u32>,
}

/// Reads a race.
///
/// ```
/// let json = br#"{"blocks": [{"name": "B", "color": "black", "external": ["{4|0}", 2]}, {"name": "W", "color": "white", "eye": 2}]}"#;
/// let race = tesuji_formats::read_race(json).unwrap();
/// assert_eq!(race.blocks[0].external, ["{4|0}", "2"]);
/// let error = tesuji_formats::read_race(br#"{"blocks": [{"name": "B", "color": "black", "eye": -1}]}"#).unwrap_err();
/// assert!(error.to_string().contains("expected a number of liberties, 0 or more"), "{error}");
/// ```
///
/// # Errors
/// Malformed JSON or unknown fields, with the place. Whether the blocks make a race is not looked at.
pub fn read_race(bytes: &[u8]) -> Result<RaceFile, Error> {
    let record: RaceRecord = parse(utf8(bytes)?)?;
    let block = |block: BlockRecord| RaceFileBlock {
        name: block.name,
        color: match block.color {
            Side::Black => Color::Black,
            Side::White => Color::White,
        },
        external: block.external.into_iter().map(|game| game.0).collect(),
        eye: block.eye.0,
        eye_size: block.eye_size.map(|count| count.0),
    };
    Ok(RaceFile {
        blocks: record.blocks.into_iter().map(block).collect(),
        shared: record.shared.into_iter().map(|pair| (pair.between, pair.liberties.0)).collect(),
    })
}

/// A race between several blocks.
#[derive(Debug, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[cfg_attr(test, schemars(title = "Tesuji race"))]
#[serde(deny_unknown_fields)]
pub(super) struct RaceRecord {
    /// The racing blocks.
    blocks: Vec<BlockRecord>,
    /// Pairs of opposing blocks that touch.
    #[serde(default)]
    shared: Vec<PairRecord>,
}

/// A racing block.
#[derive(Debug, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
struct BlockRecord {
    /// What it is called.
    name: String,
    /// Its colour.
    color: Side,
    /// Its external liberty games, Black's positive and White's negative.
    #[serde(default)]
    external: Vec<Game>,
    /// The liberties of its eye; 0 for none.
    #[serde(default)]
    eye: Count,
    /// The points of its eye, 1 to 7; an eye of one to three points if it is not said.
    #[serde(default)]
    eye_size: Option<Count>,
}

/// Two blocks of opposite colours that touch.
#[derive(Debug, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
struct PairRecord {
    /// Their names.
    between: [String; 2],
    /// The plain liberties they share; 0 if they only touch.
    #[serde(default)]
    liberties: Count,
}

/// A liberty game in the notation of games, such as `{6||4|0}`.
#[derive(Debug)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
struct Game(String);

impl<'de> Deserialize<'de> for Game {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Game, D::Error> {
        struct GameVisitor;
        impl Visitor<'_> for GameVisitor {
            type Value = Game;
            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a liberty game in quotes, such as \"{4|0}\", or a number")
            }
            fn visit_str<E: serde::de::Error>(self, text: &str) -> Result<Game, E> {
                Ok(Game(text.to_string()))
            }
            fn visit_i64<E: serde::de::Error>(self, number: i64) -> Result<Game, E> {
                Ok(Game(number.to_string()))
            }
            fn visit_u64<E: serde::de::Error>(self, number: u64) -> Result<Game, E> {
                Ok(Game(number.to_string()))
            }
        }
        deserializer.deserialize_any(GameVisitor)
    }
}

/// A number of liberties, 0 or more.
#[derive(Debug, Default)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
struct Count(u32);

impl<'de> Deserialize<'de> for Count {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Count, D::Error> {
        struct CountVisitor;
        impl Visitor<'_> for CountVisitor {
            type Value = u64;
            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a number of liberties, 0 or more")
            }
            fn visit_u64<E: serde::de::Error>(self, number: u64) -> Result<u64, E> {
                Ok(number)
            }
        }
        let number = deserializer.deserialize_u64(CountVisitor)?;
        let count = u32::try_from(number);
        count.map(Count).map_err(|_| D::Error::custom(format!("{number} are too many liberties")))
    }
}
