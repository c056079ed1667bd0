//! Pictures of boards, of thermographs and of measured numbers.
//!
//! A [`Picture`] is plain data: what lies on a board and what a writer wants to say about it. [`svg`] turns it into
//! one self-contained SVG text under a [`Style`]. The board may be any [`Topology`](tesuji_board::Topology):
//! rectangles, tori, triangular lattices, honeycombs, boards with holes, graphs with points anywhere.
//!
//! ```
//! use tesuji_board::{Color, Topology};
//! use tesuji_draw::{Picture, Region, Style, Theme, svg};
//!
//! let board = Topology::parse("square:9").unwrap();
//! let at = |name: &str| board.point(name).unwrap();
//! let mut picture = Picture::new(&board);
//! picture.stones.insert(at("C3"), Color::Black);
//! picture.labels.insert(at("G7"), "A".into());
//! picture.regions.push(Region::new([at("A1"), at("B1"), at("A2")]).caption("4^"));
//! let text = svg(&picture, &Style { theme: Theme::Dark, ..Style::default() });
//! assert!(text.starts_with("<svg "));
//! assert!(text.contains("4\u{2191}"));
//! ```
//!
//! A [`ThermographPicture`] shows how much a game is worth to each side at every temperature, as SVG
//! ([`thermograph_svg`]) or in plain characters ([`thermograph_text`]).
//!
//! A [`CurvePicture`] shows measured numbers with their intervals ([`curves_svg`]), a [`ScatterPicture`] pairs of them
//! ([`scatter_svg`]).
//! A [`RaceGraphPicture`] shows blocks that race and who beats whom ([`race_graph_svg`]).
//! A [`ShogiPicture`] shows a shogi position with its hands ([`shogi_svg`]), a [`SimpeiPicture`] the two worlds of Simpei
//! ([`simpei_svg`]).
//!
//! # Restyling
//!
//! Colours are set by classes inside the picture, each rule under the class of the theme on the root
//! (`tesuji-light`, `tesuji-dark`, `tesuji-auto`, `tesuji-print`), so pictures of different themes live on one page.
//! A page overrides a colour with a rule such as `svg.tesuji .wood { fill: white }`. The classes are `canvas`, `wood`,
//! `grid`, `star`, `coordinate`, `shadow`, `black`, `white`, `region` with `r0` to `r7`, `on-black`,
//! `on-white`, `on-board` (whose `color` is the ink of labels and marks), `accent`, `arrow` and `words`. Thermographs
//! have `canvas`, `words`, `axis`, `guide`, `between`, `left`, `right` and `mast`.
//!
//! # Promises
//!
//! The same picture and style give the same bytes. The text is well-formed XML whatever the labels contain, refers to
//! nothing outside itself, and has a `<title>` and a `<desc>` that say the position in words. Points that the board
//! does not have are ignored. Nothing panics.

mod board;
mod curves;
mod graph;
mod kanji;
mod page;
mod picture;
mod scatter;
mod shogi;
mod simpei;
mod style;
mod text;
mod theme;
mod thermograph;
mod value;
mod writer;

pub use board::svg;
pub use curves::{Curve, CurvePicture, Measured, curves_svg};
pub use graph::{RaceEdge, RaceGraphPicture, RaceNode, race_graph_svg};
pub use picture::{Arrow, Picture, Region, RegionColor};
pub use scatter::{Dot, ScatterPicture, scatter_svg};
pub use shogi::{ShogiPicture, ShogiPiece, shogi_svg};
pub use simpei::{SimpeiPicture, SimpeiPoint, simpei_svg};
pub use style::{Coordinates, Style, Theme};
pub use thermograph::{
    OptionWall, ThermographConstruction, ThermographPicture, thermograph_svg, thermograph_text,
};
