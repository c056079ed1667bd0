//! The contents of JSON files, before anyone has checked them against a board.
//!
//! Fields that can be of several types have readers of their own instead of serde's untagged enums, whose errors say
//! neither where nor why.

use std::fmt;
use std::marker::PhantomData;

use serde::Deserialize;
use serde::de::{Deserializer, Error, MapAccess, SeqAccess, Visitor, value};

/// A board of points and edges.
#[derive(Debug, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[cfg_attr(test, schemars(title = "Tesuji board"))]
#[serde(deny_unknown_fields, expecting = "a board: an object with its points and edges")]
pub(super) struct BoardRecord {
    /// The name of the board.
    #[serde(default = "graph")]
    pub(super) name: String,
    /// The points, or how many there are.
    pub(super) points: Points,
    /// Pairs of neighbours, each pair once.
    pub(super) edges: Vec<[End; 2]>,
}

fn graph() -> String {
    "graph".to_string()
}

/// The points of a board.
#[derive(Debug)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(untagged))]
pub(super) enum Points {
    /// So many points without names, from 1 to 10000.
    Count(u64),
    /// One entry for each point.
    List(Vec<PointRecord>),
}

/// A point: its name and where it is drawn.
#[derive(Debug, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub(super) struct PointRecord {
    /// The name; the number of the point, from 1, if there is none.
    #[serde(default)]
    pub(super) name: Option<String>,
    /// Where it is drawn, to the right; goes together with `y`.
    #[serde(default)]
    pub(super) x: Option<f64>,
    /// Where it is drawn, downwards; goes together with `x`.
    #[serde(default)]
    pub(super) y: Option<f64>,
}

/// One end of an edge.
#[derive(Debug)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(untagged))]
pub(super) enum End {
    /// The number of the point, from 0.
    Number(u64),
    /// The name of the point.
    Name(String),
}

/// Stones on a board, with marks and labels.
#[derive(Debug, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[cfg_attr(test, schemars(title = "Tesuji position"))]
#[serde(deny_unknown_fields, expecting = "a position: an object with its board and its stones")]
pub(super) struct PositionRecord {
    /// The board.
    pub(super) board: BoardReference,
    /// The points with black stones.
    #[serde(default)]
    pub(super) black: Vec<String>,
    /// The points with white stones.
    #[serde(default)]
    pub(super) white: Vec<String>,
    /// Who moves next; Black if it is not said.
    #[serde(default)]
    pub(super) to_move: Side,
    /// The point where the side to move may not retake a ko.
    #[serde(default)]
    pub(super) ko: Option<String>,
    /// Marks by point.
    #[serde(default)]
    #[cfg_attr(test, schemars(with = "std::collections::BTreeMap<String, MarkName>"))]
    pub(super) marks: Entries<MarkName>,
    /// Short texts by point.
    #[serde(default)]
    #[cfg_attr(test, schemars(with = "std::collections::BTreeMap<String, String>"))]
    pub(super) labels: Entries<String>,
}

/// A board by its name, such as `square:9`, or by its points and edges.
#[derive(Debug)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(untagged))]
pub(super) enum BoardReference {
    /// A name, such as `square:9`, `grid:9x13`, `hexagon:4`.
    Name(String),
    /// Points and edges.
    Record(BoardRecord),
}

/// A side.
#[derive(Debug, Default, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub(super) enum Side {
    #[default]
    Black,
    White,
}

/// A mark.
#[derive(Clone, Copy, Debug, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub(super) enum MarkName {
    Triangle,
    Square,
    Circle,
    Cross,
}

/// The members of an object in the order of the file, repeated ones included.
#[derive(Debug)]
pub(super) struct Entries<T>(pub(super) Vec<(String, T)>);

impl<T> Default for Entries<T> {
    fn default() -> Entries<T> {
        Entries(Vec::new())
    }
}

impl<'de> Deserialize<'de> for Points {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Points, D::Error> {
        struct PointsVisitor;
        impl<'de> Visitor<'de> for PointsVisitor {
            type Value = Points;
            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a list of points or their number")
            }
            fn visit_u64<E: Error>(self, count: u64) -> Result<Points, E> {
                Ok(Points::Count(count))
            }
            fn visit_seq<A: SeqAccess<'de>>(self, list: A) -> Result<Points, A::Error> {
                Vec::deserialize(value::SeqAccessDeserializer::new(list)).map(Points::List)
            }
        }
        deserializer.deserialize_any(PointsVisitor)
    }
}

impl<'de> Deserialize<'de> for End {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<End, D::Error> {
        struct EndVisitor;
        impl Visitor<'_> for EndVisitor {
            type Value = End;
            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("the number of a point, from 0, or its name")
            }
            fn visit_u64<E: Error>(self, number: u64) -> Result<End, E> {
                Ok(End::Number(number))
            }
            fn visit_str<E: Error>(self, name: &str) -> Result<End, E> {
                Ok(End::Name(name.to_string()))
            }
        }
        deserializer.deserialize_any(EndVisitor)
    }
}

impl<'de> Deserialize<'de> for BoardReference {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<BoardReference, D::Error> {
        struct BoardVisitor;
        impl<'de> Visitor<'de> for BoardVisitor {
            type Value = BoardReference;
            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("the name of a board, or its points and edges")
            }
            fn visit_str<E: Error>(self, name: &str) -> Result<BoardReference, E> {
                Ok(BoardReference::Name(name.to_string()))
            }
            fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<BoardReference, A::Error> {
                BoardRecord::deserialize(value::MapAccessDeserializer::new(map)).map(BoardReference::Record)
            }
        }
        deserializer.deserialize_any(BoardVisitor)
    }
}

impl<'de, T: Deserialize<'de>> Deserialize<'de> for Entries<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Entries<T>, D::Error> {
        struct EntriesVisitor<T>(PhantomData<T>);
        impl<'de, T: Deserialize<'de>> Visitor<'de> for EntriesVisitor<T> {
            type Value = Entries<T>;
            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("an object with the names of points")
            }
            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Entries<T>, A::Error> {
                let mut entries = Vec::new();
                while let Some(entry) = map.next_entry()? {
                    entries.push(entry);
                }
                Ok(Entries(entries))
            }
        }
        deserializer.deserialize_map(EntriesVisitor(PhantomData))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::path::Path;

    /// The committed schema is the one that the records have. `TESUJI_BLESS=1` writes it anew.
    #[test]
    fn committed_schemas_are_up_to_date() {
        let schemas = [
            ("board", schemars::schema_for!(BoardRecord)),
            ("position", schemars::schema_for!(PositionRecord)),
            ("race", schemars::schema_for!(super::super::race::RaceRecord)),
        ];
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/schema");
        for (name, schema) in schemas {
            let file = folder.join(format!("{name}.json"));
            let fresh = serde_json::to_string_pretty(&schema).unwrap() + "\n";
            if std::env::var_os("TESUJI_BLESS").is_some() {
                std::fs::create_dir_all(&folder).unwrap();
                std::fs::write(&file, &fresh).unwrap();
            }
            let committed = std::fs::read_to_string(&file).unwrap_or_default();
            assert!(
                committed == fresh,
                "docs/schema/{name}.json is stale: TESUJI_BLESS=1 cargo test -p tesuji-formats committed_schemas"
            );
            assert!(fresh.contains("https://json-schema.org/draft/2020-12/schema"));
        }
    }
}
