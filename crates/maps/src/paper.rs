//! The five maps of paper 003, section 3, and the names under which they can be asked for.
//!
//! The only copy we have is a scan without the order of some operators, and with bars (complements) that may have been lost
//! or added. Each map says how sure its reading is; the measure is table 2, which a right reading must reproduce.

use crate::map::Map;

/// A map with a name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NamedMap {
    /// The name, such as `paper3`.
    pub name: &'static str,
    /// The expression.
    pub text: &'static str,
    /// How certain the reading is.
    pub reading: &'static str,
}

/// Maps (1) to (5).
pub const PAPER: [NamedMap; 5] = [
    NamedMap {
        name: "paper1",
        text: "(P4(B) & V) | (AW(~B & P1(W)) | DW(~B))",
        reading: "printed with a bar over the first B; with P4(~B) it does not give its row of table 2, without it does",
    },
    NamedMap {
        name: "paper2",
        text: "((P1(W) \\ W) & ~B) | P4(V)",
        reading: "printed with a union before ~B, which would make it almost every point; with an intersection it is map (3) on legal moves, as the equal rows of table 2 suggest",
    },
    NamedMap {
        name: "paper3",
        text: "~(Q3(V) \\ (V \\ (Q0(W) \\ B)))",
        reading: "printed clearly; on empty points: touches an enemy stone, or has at least three empty neighbours",
    },
    NamedMap {
        name: "paper4",
        text: "(((P1(AB(W)) | V) \\ ((P1(W) | Q4(~B)) \\ (~B \\ Q0(W)))) & (P1(P1(B)) \\ W)) | H",
        reading: "uncertain: printed without the order of its operators; they are applied here from left to right",
    },
    NamedMap {
        name: "paper5",
        text: "F(W | (V \\ F(Q3(~W))))",
        reading: "printed without the inner parentheses; the difference is taken first",
    },
];

impl NamedMap {
    /// The map itself.
    ///
    /// # Panics
    /// Never: the texts above are read in the tests.
    #[must_use]
    pub fn map(&self) -> Map {
        self.text.parse().expect("the maps of the paper are well-formed")
    }

    /// The map of a name, in any case.
    #[must_use]
    pub fn find(name: &str) -> Option<NamedMap> {
        PAPER.into_iter().find(|map| map.name.eq_ignore_ascii_case(name.trim()))
    }
}
