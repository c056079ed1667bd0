//! The cases of paper 004, as graphs and as boards of our own.
//!
//! The boards of the figures are not in the text. The ten patterns of figure 5 have small numbers chosen here; figures 1 (with
//! its graph, figure 6), 10 and 13 have the numbers and games of the text; figures 7, 8 and 9 are the states of the same kind
//! that have the result the paper gives.

use tesuji_board::Color;

use super::compose::{GroupPart, GroupRecipe};
use super::graph::{BlockText, GraphText, SharedText};
use crate::catalogue::STAR;
use crate::compose::Shape;

/// One liberty after the other.
const COLUMN: [&str; 8] = ["."; 8];
/// One empty point after the other.
const ROWS: [&str; 4] = ["", ".", "..", "..."];
/// `{6|2}`: as 2*, with two plain liberties.
const STAR_AND_TWO: Shape<'static> = &["#...#", ".ddd.", "####.", "####."];
/// `{6|2||0}`: two groups in a lane, the second with four liberties.
const LANE: Shape<'static> = &["#..#.#", "#dd.d.", "#..#.#"];

/// What a block of a case has.
#[derive(Clone, Copy, Debug)]
pub struct CaseBlock {
    /// Plain external liberties.
    pub external: usize,
    /// Liberties of the eye.
    pub eye: usize,
    /// Hot games, as if the block were black, and the shapes that have them.
    pub hot: &'static [(&'static str, Shape<'static>)],
}

/// A case: blocks in a row, the white one in the middle if there are three.
#[derive(Clone, Copy, Debug)]
pub struct Case {
    /// A short name, for files.
    pub name: &'static str,
    /// What it is.
    pub title: &'static str,
    /// The blocks from left to right, black and white in turn, a black one first.
    pub blocks: &'static [CaseBlock],
    /// The liberties each shares with the next.
    pub shared: &'static [usize],
    /// The liberties that the first shares with the last, in a ring.
    pub ring: Option<usize>,
    /// The result by the paper with Black and with White moving first; nothing for cases that are ours alone.
    pub paper: Option<[Option<Color>; 2]>,
}

const fn block(external: usize, eye: usize) -> CaseBlock {
    CaseBlock { external, eye, hot: &[] }
}

const B: Option<Color> = Some(Color::Black);
const W: Option<Color> = Some(Color::White);

const fn case(
    name: &'static str,
    title: &'static str,
    blocks: &'static [CaseBlock],
    shared: &'static [usize],
    paper: [Option<Color>; 2],
) -> Case {
    Case { name, title, blocks, shared, ring: None, paper: Some(paper) }
}

const fn ours(
    name: &'static str,
    title: &'static str,
    blocks: &'static [CaseBlock],
    shared: &'static [usize],
    ring: Option<usize>,
) -> Case {
    Case { name, title, blocks, shared, ring, paper: None }
}

/// Figure 10, with so many liberties of the second black block.
const fn figure_10(external: usize) -> [CaseBlock; 3] {
    [
        CaseBlock { external: 0, eye: 0, hot: &[("{6|2}", STAR_AND_TWO)] },
        CaseBlock { external: 1, eye: 0, hot: &[("{4|0}", STAR), ("{6|2||0}", LANE)] },
        block(external, 0),
    ]
}
static FIGURE_10: [CaseBlock; 3] = figure_10(5);
static FIGURE_13: [CaseBlock; 3] = figure_10(6);

/// The ten patterns of figure 5 (the black blocks are X), then the figures.
pub static CASES: [Case; 18] = [
    case("pattern-01", "Y beats both", &[block(1, 0), block(2, 0), block(1, 0)], &[0, 0], [W, W]),
    case("pattern-02", "both beat Y", &[block(2, 0), block(1, 0), block(2, 0)], &[0, 0], [B, B]),
    case("pattern-03", "one beats Y, Y the other", &[block(3, 0), block(2, 0), block(1, 0)], &[0, 0], [W, W]),
    case("pattern-04", "seki twice", &[block(1, 1), block(0, 1), block(1, 1)], &[1, 1], [W, W]),
    case("pattern-05", "seki, Y beats the other", &[block(0, 1), block(0, 1), block(1, 0)], &[1, 0], [W, W]),
    case("pattern-06", "seki, the other beats Y", &[block(0, 1), block(0, 1), block(3, 0)], &[1, 0], [W, W]),
    case("pattern-07", "first mover twice", &[block(1, 0), block(1, 0), block(1, 0)], &[0, 0], [B, W]),
    case("pattern-08", "Y beats one, first mover", &[block(2, 0), block(2, 0), block(1, 0)], &[0, 0], [W, W]),
    case("pattern-09", "one beats Y, first mover", &[block(2, 0), block(1, 0), block(1, 0)], &[0, 0], [B, W]),
    case("pattern-10", "seki, first mover", &[block(0, 1), block(0, 1), block(2, 0)], &[1, 0], [W, W]),
    case(
        "figure-1",
        "pattern (8), figures 1 and 6",
        &[block(3, 0), block(0, 1), block(4, 0)],
        &[2, 1],
        [W, W],
    ),
    case(
        "figure-7",
        "exception of pattern (2)",
        &[block(0, 1), block(0, 0), block(0, 1)],
        &[1, 1],
        [None, None],
    ),
    case(
        "figure-8",
        "exception of pattern (7)",
        &[block(0, 1), block(1, 0), block(0, 1)],
        &[1, 1],
        [None, W],
    ),
    case("figure-9", "exception of pattern (2)", &[block(3, 0), block(0, 0), block(3, 0)], &[2, 2], [B, W]),
    case("figure-10", "hot games, pattern (7)", &FIGURE_10, &[0, 0], [W, W]),
    case("figure-13", "hot games, pattern (7)", &FIGURE_13, &[0, 0], [B, W]),
    ours("chain", "a chain of four", &[block(2, 0), block(1, 0), block(1, 0), block(3, 0)], &[1, 2, 1], None),
    ours(
        "ring",
        "two against two, a ring",
        &[block(1, 0), block(2, 0), block(2, 0), block(1, 0)],
        &[1, 0, 1],
        Some(1),
    ),
];

impl Case {
    fn color(index: usize) -> Color {
        if index.is_multiple_of(2) { Color::Black } else { Color::White }
    }

    /// The names of the blocks from left to right: `W0` in the middle of three, as in the paper.
    #[must_use]
    pub fn names(&self) -> &'static [&'static str] {
        if self.blocks.len() == 3 { &["B1", "W0", "B2"] } else { &["B1", "W1", "B2", "W2"] }
    }

    /// The case as a graph.
    #[must_use]
    pub fn graph(&self) -> GraphText {
        let names = self.names();
        let sign = |color: Color, text: &str| match color {
            Color::Black => text.to_string(),
            Color::White => format!("-({text})"),
        };
        let blocks = self.blocks.iter().enumerate().map(|(index, block)| {
            let color = Case::color(index);
            let mut external: Vec<String> = block.hot.iter().map(|(game, _)| sign(color, game)).collect();
            if block.external > 0 {
                external.push(sign(color, &block.external.to_string()));
            }
            BlockText {
                name: names[index].to_string(),
                color,
                external,
                eye: block.eye as u32,
                eye_size: None,
            }
        });
        let pair = |one: usize, other: usize, liberties: usize| SharedText {
            between: [names[one].to_string(), names[other].to_string()],
            liberties: liberties as u32,
        };
        let mut shared: Vec<SharedText> =
            self.shared.iter().enumerate().map(|(index, &count)| pair(index, index + 1, count)).collect();
        shared.extend(self.ring.map(|count| pair(0, self.blocks.len() - 1, count)));
        GraphText { blocks: blocks.collect(), shared }
    }

    /// The case as a board.
    #[must_use]
    pub fn recipe(&self) -> GroupRecipe<'static> {
        let part = |block: &CaseBlock| {
            let mut regions: Vec<Shape<'static>> = block.hot.iter().map(|(_, shape)| *shape).collect();
            if block.external > 0 {
                regions.push(&COLUMN[..block.external.min(COLUMN.len())]);
            }
            let eye = if block.eye == 0 { Vec::new() } else { vec![ROWS[block.eye.min(3)]] };
            GroupPart { regions, eye }
        };
        GroupRecipe {
            first: Color::Black,
            blocks: self.blocks.iter().map(part).collect(),
            shared: self.shared.to_vec(),
            ring: self.ring,
        }
    }
}
