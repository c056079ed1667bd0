//! What a picture shows: plain data, no drawing.
//!
//! Maps and sets are ordered, so that the same picture is always drawn with the same bytes. Nothing here is checked
//! against the board: points it does not have are simply not drawn.

use std::collections::BTreeMap;
use std::collections::btree_map::Entry;

use tesuji_board::{Color, Diagram, Mark, Point, PointSet, Topology};

/// A board with everything that is drawn on it.
///
/// ```
/// use tesuji_board::{Color, Topology};
/// use tesuji_draw::{Picture, Style, svg};
/// let board = Topology::parse("hexagon:3").unwrap();
/// let line = ["A1", "B1", "A1"].map(|name| board.point(name).unwrap());
/// let picture = Picture::new(&board).moves(1, [Color::Black, Color::White, Color::Black].into_iter().zip(line));
/// assert_eq!(picture.caption.as_deref(), Some("3 at 1"));
/// let text = svg(&picture, &Style::default());
/// let points = text.matches("data-point=").count();
/// assert_eq!((points, text.matches("<circle").count() - points), (19, 2));
/// ```
#[derive(Clone, Debug)]
pub struct Picture<'a> {
    /// The board.
    pub board: &'a Topology,
    /// The stones.
    pub stones: BTreeMap<Point, Color>,
    /// Short texts on stones (move numbers, mostly) and on empty points.
    pub labels: BTreeMap<Point, String>,
    /// Marks on stones and on empty points.
    pub marks: BTreeMap<Point, Mark>,
    /// Points that stand out, such as winning moves.
    pub highlights: PointSet,
    /// The stone played last.
    pub last_move: Option<Point>,
    /// The point where a ko may not be retaken.
    pub ko: Option<Point>,
    /// Coloured areas, the first at the bottom.
    pub regions: Vec<Region>,
    /// Arrows between points.
    pub arrows: Vec<Arrow>,
    /// The line above the board.
    pub title: Option<String>,
    /// The line below the board.
    pub caption: Option<String>,
    /// The points that are shown; all of them if `None`.
    pub shown: Option<PointSet>,
}

/// A coloured area around some points.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Region {
    /// The points of the area.
    pub points: PointSet,
    /// What the region is called in a table beside the picture; it is written in the region.
    pub name: Option<String>,
    /// Its colour; `None` takes the palette's next, by the place of the region in the picture.
    pub color: Option<RegionColor>,
    /// What is written in it. Game values in the usual ASCII notation (`2*`, `4^`, `-1/2^*`, `Tiny(2)`) are written
    /// with their proper signs.
    pub caption: Option<String>,
}

/// The colour of a region.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RegionColor {
    /// A colour of the palette: the first eight can be told apart by colour-blind readers, thirteen by others; the outlines
    /// differ as well.
    Palette(usize),
    /// A hue in degrees: 0 red, 120 green, 240 blue.
    Hue(u16),
}

/// An arrow from one point to another.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Arrow {
    /// Where it starts.
    pub from: Point,
    /// Where its head is.
    pub to: Point,
}

impl<'a> Picture<'a> {
    /// The empty board.
    #[must_use]
    pub fn new(board: &'a Topology) -> Picture<'a> {
        Picture {
            board,
            stones: BTreeMap::new(),
            labels: BTreeMap::new(),
            marks: BTreeMap::new(),
            highlights: PointSet::new(),
            last_move: None,
            ko: None,
            regions: Vec::new(),
            arrows: Vec::new(),
            title: None,
            caption: None,
            shown: None,
        }
    }

    /// The picture with these moves played and numbered from `first`, in the manner of books: stones stay where they
    /// were played, and a move on a point that is taken already is told in the caption (`7 at 3`).
    #[must_use]
    pub fn moves(mut self, first: usize, moves: impl IntoIterator<Item = (Color, Point)>) -> Picture<'a> {
        let mut told = Vec::new();
        for (number, (color, point)) in (first..).zip(moves) {
            if point.index() >= self.board.len() {
                continue;
            }
            match self.stones.entry(point) {
                Entry::Vacant(free) => {
                    free.insert(color);
                    self.labels.insert(point, number.to_string());
                }
                Entry::Occupied(_) => {
                    let label = self.labels.get(&point).map(String::as_str);
                    told.push(format!("{number} at {}", label.unwrap_or(self.board.name_of(point))));
                }
            }
        }
        if !told.is_empty() {
            let told = told.join(", ");
            self.caption = Some(self.caption.map_or(told.clone(), |caption| format!("{caption} ({told})")));
        }
        self
    }

    /// The picture of a part of the board: the smallest upright rectangle that holds these points. Lines that go on
    /// beyond it run out at the cut. Nothing changes if none of the points is on the board.
    #[must_use]
    pub fn crop(mut self, points: &PointSet) -> Picture<'a> {
        let board = self.board;
        let places = || points.iter().filter(|p| p.index() < board.len()).map(|p| board.place_of(p));
        let (left, right) = range(places().map(|place| place.0));
        let (top, bottom) = range(places().map(|place| place.1));
        if left <= right {
            let inside = |p: &Point| {
                let (x, y) = board.place_of(*p);
                (left..=right).contains(&x) && (top..=bottom).contains(&y)
            };
            self.shown = Some(board.points().filter(inside).collect());
        }
        self
    }
}

/// The least and the greatest of some numbers; an empty range if there are none.
pub(crate) fn range(numbers: impl Iterator<Item = f64>) -> (f64, f64) {
    numbers.fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), x| (low.min(x), high.max(x)))
}

impl<'a> From<&'a Diagram> for Picture<'a> {
    fn from(diagram: &'a Diagram) -> Picture<'a> {
        let setup = &diagram.setup;
        let occupied = &setup.black | &setup.white;
        Picture {
            stones: occupied.iter().filter_map(|p| Some((p, setup.stone(p)?))).collect(),
            labels: diagram.labels.clone(),
            marks: diagram.marks.clone(),
            ko: setup.ko,
            ..Picture::new(&setup.topology)
        }
    }
}

impl Region {
    /// The area around these points.
    #[must_use]
    pub fn new(points: impl IntoIterator<Item = Point>) -> Region {
        Region { points: points.into_iter().collect(), name: None, color: None, caption: None }
    }

    /// The same with a name.
    #[must_use]
    pub fn named(self, name: impl Into<String>) -> Region {
        Region { name: Some(name.into()), ..self }
    }

    /// The same with a caption.
    #[must_use]
    pub fn caption(self, caption: impl Into<String>) -> Region {
        Region { caption: Some(caption.into()), ..self }
    }

    /// The same with a colour.
    #[must_use]
    pub fn color(self, color: RegionColor) -> Region {
        Region { color: Some(color), ..self }
    }
}
