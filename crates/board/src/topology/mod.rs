//! A board is a graph.
//!
//! A [`Topology`] is that graph with all that people need to talk about it: names of points, places where they
//! are drawn, and the rows of its text diagram. It holds no stones and never changes, so positions share it.
//! `lattice.rs` builds the regular boards, `name.rs` reads names such as `hexagon:4`, `symmetry.rs` finds the
//! ways in which a board maps to itself.

mod lattice;
mod name;
mod symmetry;

use std::collections::HashMap;
use std::fmt;
use std::sync::Arc;

use thiserror::Error;

pub(crate) use self::lattice::column_letters;
use crate::point::{Point, PointSet, bits};

/// The largest number of points a board may have.
///
/// A position keeps one set of liberties for each point, so its size grows with the square of this.
pub const MAX_POINTS: usize = 10_000;

/// The family a board belongs to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shape {
    /// A rectangle of squares; the ordinary Go board is `square:19`.
    Grid {
        /// Number of columns.
        width: usize,
        /// Number of rows.
        height: usize,
    },
    /// A rectangle whose points also touch diagonally, as a chess king moves.
    King {
        /// Number of columns.
        width: usize,
        /// Number of rows.
        height: usize,
    },
    /// A rectangle whose left and right edges are joined, and whose top and bottom edges are joined.
    Torus {
        /// Number of columns.
        width: usize,
        /// Number of rows.
        height: usize,
    },
    /// A rectangle whose left and right edges are joined.
    Cylinder {
        /// Number of columns, the way round.
        width: usize,
        /// Number of rows.
        height: usize,
    },
    /// Triangular lattice in the shape of a hexagon.
    Hexagon {
        /// Points on each side.
        side: usize,
    },
    /// Triangular lattice in the shape of a triangle.
    Triangle {
        /// Points on each side.
        side: usize,
    },
    /// The corners of a hexagon of hexagons; inner points have three neighbours.
    Honeycomb {
        /// Hexagons on each side.
        side: usize,
    },
    /// A graph given by its edges.
    Graph,
}

impl Shape {
    /// Columns and rows of the boards that are laid out as a rectangle.
    #[must_use]
    pub fn rectangle(self) -> Option<(usize, usize)> {
        match self {
            Shape::Grid { width, height }
            | Shape::King { width, height }
            | Shape::Torus { width, height }
            | Shape::Cylinder { width, height } => Some((width, height)),
            _ => None,
        }
    }
}

/// One line of the board's text diagram.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Row {
    /// Spaces before the first cell; a cell is two characters wide, so 1 is half a cell.
    pub indent: usize,
    /// What names the row: its number counted from the bottom, empty on graphs.
    pub label: String,
    /// The points of the row from left to right; `None` where a point was removed.
    pub cells: Vec<Option<Point>>,
}

/// A vertex of a graph board as its author gives it.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct GraphPoint {
    /// The name, or the vertex's number (from 1) if none is given.
    pub name: Option<String>,
    /// Where it is drawn: x to the right, y downwards; an edge is about one unit long.
    pub at: Option<(f64, f64)>,
}

/// The graph of a board, with names, drawing places and text rows of its points.
///
/// ```
/// use tesuji_board::Topology;
/// let board = Topology::parse("square:9").unwrap();
/// let corner = board.point("A1").unwrap();
/// let around: Vec<_> = board.neighbors(corner).iter().map(|&p| board.name_of(p)).collect();
/// assert_eq!(around, ["A2", "B1"]);
/// assert_eq!(board.degrees(), [(2, 4), (3, 28), (4, 49)]);
/// ```
pub struct Topology {
    name: String,
    shape: Shape,
    /// Neighbours of point `p` are `adjacency[offsets[p]..offsets[p + 1]]`, ascending.
    offsets: Vec<u32>,
    adjacency: Vec<Point>,
    /// The same as one word for each point, on boards of at most 64 points.
    words: Vec<u64>,
    names: Vec<String>,
    by_name: HashMap<String, Point>,
    places: Vec<(f64, f64)>,
    rows: Vec<Row>,
    /// The name of the board before points were removed.
    whole: Option<String>,
    removed: Vec<Removed>,
    keys: Vec<[u64; 2]>,
}

/// What people mean who name a point that is not there: the column I, which no Go board has, or the letters of SGF.
fn advice(board: &str, point: &str) -> &'static str {
    let rectangle = board.starts_with("square:") || board.starts_with("grid:");
    match point.as_bytes() {
        [b'I' | b'i', rest @ ..] if rectangle && !rest.is_empty() && rest.iter().all(u8::is_ascii_digit) => {
            ": there is no column I, J follows H"
        }
        [a, b] if rectangle && a.is_ascii_lowercase() && b.is_ascii_lowercase() => {
            ": a point is a letter and a number, such as D4"
        }
        _ => "",
    }
}

/// Why a board cannot be built.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum TopologyError {
    /// The name is not one the program knows.
    #[error("unknown board '{name}': expected {expected}")]
    UnknownName {
        /// What was given.
        name: String,
        /// What would have been understood.
        expected: String,
    },
    /// A side is too short for this kind of board.
    #[error("board '{name}' is too small: {need}")]
    TooSmall {
        /// What was given.
        name: String,
        /// The least that works.
        need: String,
    },
    /// The board has more points than the program takes.
    #[error("board '{name}' is too large: at most {MAX_POINTS} points are allowed")]
    TooLarge {
        /// What was given.
        name: String,
    },
    /// A point that was named is not on the board.
    #[error("board '{board}' has no point '{point}'{}", advice(board, point))]
    NoSuchPoint {
        /// The board.
        board: String,
        /// The point that was asked for.
        point: String,
    },
    /// Removing points left nothing.
    #[error("board '{board}' has no points left")]
    NothingLeft {
        /// The board.
        board: String,
    },
    /// An edge leads to a vertex that does not exist.
    #[error("edge {edge} joins vertices {} and {}, but the board has only {points} points", .ends.0, .ends.1)]
    EdgeOffBoard {
        /// Which edge of the list, from 1.
        edge: usize,
        /// Its ends, from 1.
        ends: (usize, usize),
        /// The number of points.
        points: usize,
    },
    /// An edge joins a vertex with itself.
    #[error("edge {edge} joins vertex {vertex} with itself")]
    Loop {
        /// Which edge of the list, from 1.
        edge: usize,
        /// The vertex, from 1.
        vertex: usize,
    },
    /// The same edge is given twice.
    #[error("edge {edge} joins vertices {} and {}, which an earlier edge joined already", .ends.0, .ends.1)]
    RepeatedEdge {
        /// Which edge of the list, from 1.
        edge: usize,
        /// Its ends, from 1.
        ends: (usize, usize),
    },
    /// A name of a point is unusable.
    #[error("point {vertex} cannot be named '{name}': {why}")]
    BadPointName {
        /// The vertex, from 1.
        vertex: usize,
        /// The name.
        name: String,
        /// What is wrong with it.
        why: &'static str,
    },
    /// A drawing place is not a finite number.
    #[error("point {vertex} is drawn at a place that is not a finite number below one million")]
    BadPlace {
        /// The vertex, from 1.
        vertex: usize,
    },
}

/// What a constructor hands over: everything of a topology that is not derived from the rest.
struct Plan {
    name: String,
    shape: Shape,
    names: Vec<String>,
    places: Vec<(f64, f64)>,
    rows: Vec<Row>,
    edges: Vec<(usize, usize)>,
    whole: Option<String>,
    removed: Vec<Removed>,
}

/// A point that a whole board has and this one has not: its row and column, and its name.
type Removed = ((usize, usize), String);

impl Topology {
    /// The board of a name such as `square:9`, `grid:9x13`, `torus:8x8`, `cylinder:8x5`, `king:8x8`,
    /// `hexagon:4`, `triangle:8`, `honeycomb:3`, each optionally followed by points to leave out:
    /// `square:9-E5,A1`.
    ///
    /// # Errors
    /// [`TopologyError`] says what is wrong with the name and what would be right.
    pub fn parse(name: &str) -> Result<Arc<Topology>, TopologyError> {
        name::parse(name)
    }

    /// The names [`parse`](Topology::parse) understands, one example of each family with a few words about it.
    #[must_use]
    pub fn families() -> &'static [(&'static str, &'static str)] {
        name::FAMILIES
    }

    /// A board from a list of edges between vertices `0..points.len()`.
    ///
    /// ```
    /// use tesuji_board::{GraphPoint, Topology};
    /// let pentagon = Topology::graph("pentagon", &vec![GraphPoint::default(); 5],
    ///     &[(0, 1), (1, 2), (2, 3), (3, 4), (4, 0)]).unwrap();
    /// assert_eq!(pentagon.symmetries(1000).unwrap().len(), 10);
    /// ```
    ///
    /// # Errors
    /// [`TopologyError`] if there are no points or too many, an edge is a loop, given twice or off the board, or
    /// two points have the same name.
    pub fn graph(
        name: &str,
        points: &[GraphPoint],
        edges: &[(usize, usize)],
    ) -> Result<Arc<Topology>, TopologyError> {
        lattice::graph(name, points, edges).map(|plan| Arc::new(Topology::build(plan)))
    }

    fn build(plan: Plan) -> Topology {
        let count = plan.names.len();
        // Where each point's neighbours begin, and end where the next one's do.
        let mut offsets = vec![0_u32; count + 1];
        for &(a, b) in &plan.edges {
            offsets[a + 1] += 1;
            offsets[b + 1] += 1;
        }
        for point in 0..count {
            offsets[point + 1] += offsets[point];
        }
        let mut next = offsets.clone();
        let mut adjacency = vec![Point(0); plan.edges.len() * 2];
        for (from, to) in plan.edges.iter().flat_map(|&(a, b)| [(a, b), (b, a)]) {
            adjacency[next[from] as usize] = Point(to as u16);
            next[from] += 1;
        }
        let mut words = Vec::with_capacity(if count <= 64 { count } else { 0 });
        for bounds in offsets.windows(2) {
            let around = &mut adjacency[bounds[0] as usize..bounds[1] as usize];
            around.sort_unstable();
            if count <= 64 {
                words.push(around.iter().fold(0, |word, point| word | 1 << point.0));
            }
        }
        let fold_case = plan.shape != Shape::Graph;
        let by_name = plan
            .names
            .iter()
            .enumerate()
            .map(|(i, n)| (key_of_name(n, fold_case), Point(i as u16)))
            .collect();
        Topology {
            name: plan.name,
            shape: plan.shape,
            offsets,
            adjacency,
            words,
            names: plan.names,
            by_name,
            places: plan.places,
            rows: plan.rows,
            whole: plan.whole,
            removed: plan.removed,
            keys: (0..count as u64).map(|i| [mix(2 * i + 1), mix(2 * i + 2)]).collect(),
        }
    }

    /// This board without some of its points; the others keep their names and places.
    ///
    /// # Errors
    /// [`TopologyError::NothingLeft`] if no point remains.
    pub fn without(&self, removed: &PointSet) -> Result<Arc<Topology>, TopologyError> {
        let kept: Vec<Point> = self.points().filter(|&p| !removed.contains(p)).collect();
        if kept.is_empty() {
            return Err(TopologyError::NothingLeft { board: self.name.clone() });
        }
        let mut index_of = vec![None; self.len()];
        for (new, old) in kept.iter().enumerate() {
            index_of[old.index()] = Some(new);
        }
        let edges =
            self.edges().filter_map(|(a, b)| Some((index_of[a.index()]?, index_of[b.index()]?))).collect();
        let rename =
            |cell: Option<Point>| cell.and_then(|p| index_of[p.index()]).map(|new| Point(new as u16));
        let rows = self
            .rows
            .iter()
            .map(|row| Row { cells: row.cells.iter().map(|&cell| rename(cell)).collect(), ..row.clone() })
            .collect();
        // In reading order, so that the same board has the same name however it was made.
        let mut gone = self.removed.clone();
        for (row_index, row) in self.rows.iter().enumerate() {
            for (column, point) in row.cells.iter().enumerate() {
                if let Some(point) = point.filter(|&p| removed.contains(p)) {
                    gone.push(((row_index, column), self.name_of(point).to_string()));
                }
            }
        }
        gone.sort();
        let names: Vec<&str> = gone.iter().map(|(_, name)| name.as_str()).collect();
        let whole = self.whole.as_ref().unwrap_or(&self.name).clone();
        let name = if names.is_empty() { whole.clone() } else { format!("{whole}-{}", names.join(",")) };
        Ok(Arc::new(Topology::build(Plan {
            name,
            shape: self.shape,
            names: kept.iter().map(|&p| self.name_of(p).to_string()).collect(),
            places: kept.iter().map(|&p| self.place_of(p)).collect(),
            rows,
            edges,
            whole: Some(whole),
            removed: gone,
        })))
    }

    /// This board with two more points beside each of these, which touch nothing else: a string there with both of them empty has two
    /// eyes. The points of this board keep their numbers and names, and the new ones follow.
    ///
    /// # Errors
    /// [`TopologyError::TooLarge`] if that makes more than [`MAX_POINTS`].
    pub fn with_eyes(&self, beside: &[Point]) -> Result<Arc<Topology>, TopologyError> {
        let count = self.len() + 2 * beside.len();
        if count > MAX_POINTS {
            return Err(TopologyError::TooLarge { name: self.name.clone() });
        }
        let eyes = (self.len()..).zip(beside.iter().flat_map(|&point| [point, point]));
        let eyes: Vec<(usize, Point)> = eyes.collect();
        let edges = self.edges().map(|(a, b)| (a.index(), b.index()));
        let mut names = self.names.clone();
        // No board names its points so: names have no spaces.
        names.extend(eyes.iter().map(|&(eye, point)| format!("eye {eye} of {}", self.name_of(point))));
        let mut places = self.places.clone();
        places.extend(eyes.iter().map(|&(_, point)| self.place_of(point)));
        Ok(Arc::new(Topology::build(Plan {
            name: format!("{} with eyes", self.name),
            shape: Shape::Graph,
            names,
            places,
            rows: self.rows.clone(),
            edges: edges.chain(eyes.iter().map(|&(eye, point)| (point.index(), eye))).collect(),
            whole: None,
            removed: Vec::new(),
        })))
    }

    /// The name of the board, which [`parse`](Topology::parse) reads unless it is a graph.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The family of the board.
    #[must_use]
    pub fn shape(&self) -> Shape {
        self.shape
    }

    /// Columns and rows if this is an ordinary rectangular board with nothing removed.
    #[must_use]
    pub fn rectangle(&self) -> Option<(usize, usize)> {
        match self.shape {
            Shape::Grid { width, height } if self.removed.is_empty() => Some((width, height)),
            _ => None,
        }
    }

    /// How many points the board has.
    #[must_use]
    #[inline]
    pub fn len(&self) -> usize {
        self.names.len()
    }

    /// Always false: a board has at least one point.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        false
    }

    /// All points, ascending: on the regular boards in reading order, from the top left.
    pub fn points(&self) -> impl DoubleEndedIterator<Item = Point> + Clone + use<> {
        (0..self.len()).map(|i| Point(i as u16))
    }

    /// The neighbours of a point, ascending.
    #[must_use]
    #[inline]
    pub fn neighbors(&self, point: Point) -> &[Point] {
        let p = point.index();
        &self.adjacency[self.offsets[p] as usize..self.offsets[p + 1] as usize]
    }

    /// For boards of at most 64 points, the neighbours of each point as the bits of a word.
    #[must_use]
    pub fn neighbor_words(&self) -> Option<&[u64]> {
        (!self.words.is_empty()).then_some(&self.words[..])
    }

    /// Every edge once, the smaller point first, in ascending order.
    pub fn edges(&self) -> impl Iterator<Item = (Point, Point)> + '_ {
        self.points().flat_map(|a| self.neighbors(a).iter().filter(move |&&b| a < b).map(move |&b| (a, b)))
    }

    /// How many points have how many neighbours: pairs (degree, points), ascending.
    #[must_use]
    pub fn degrees(&self) -> Vec<(usize, usize)> {
        let mut count = std::collections::BTreeMap::new();
        for point in self.points() {
            *count.entry(self.neighbors(point).len()).or_insert(0) += 1;
        }
        count.into_iter().collect()
    }

    /// The name of a point.
    #[must_use]
    pub fn name_of(&self, point: Point) -> &str {
        &self.names[point.index()]
    }

    /// The names of some points, separated by spaces.
    #[must_use]
    pub fn names_of<'a>(&self, points: impl IntoIterator<Item = &'a Point>) -> String {
        points.into_iter().map(|&p| self.name_of(p)).collect::<Vec<_>>().join(" ")
    }

    /// The point of a name; upper and lower case mean the same except on graphs.
    #[must_use]
    pub fn point(&self, name: &str) -> Option<Point> {
        self.by_name.get(&key_of_name(name, self.shape != Shape::Graph)).copied()
    }

    /// Like [`point`](Topology::point), with an error that names the board.
    ///
    /// # Errors
    /// [`TopologyError::NoSuchPoint`] if there is none.
    pub fn require_point(&self, name: &str) -> Result<Point, TopologyError> {
        self.point(name).ok_or_else(|| TopologyError::NoSuchPoint {
            board: self.name.clone(),
            point: name::legible(name),
        })
    }

    /// The point in a column (from the left, from 0) and a row (from the top, from 0) of the text rows.
    #[must_use]
    pub fn at(&self, column: usize, row: usize) -> Option<Point> {
        self.rows.get(row)?.cells.get(column).copied().flatten()
    }

    /// Where a point is drawn: x to the right, y downwards, in units of about the length of an edge.
    #[must_use]
    pub fn place_of(&self, point: Point) -> (f64, f64) {
        self.places[point.index()]
    }

    /// The star points (hoshi) of a rectangular board: on the third line from 7 up to 12 points, on the
    /// fourth from 13; the centre where there is one, and from 15 the middles of odd sides.
    #[must_use]
    pub fn star_points(&self) -> PointSet {
        let lines = |side: usize| -> Vec<usize> {
            let edge = match side {
                0..=6 => return Vec::new(),
                7..=12 => 2,
                _ => 3,
            };
            let mut lines = vec![edge, side - 1 - edge];
            if side % 2 == 1 {
                lines.push(side / 2);
            }
            lines
        };
        let Shape::Grid { width, height } = self.shape else { return PointSet::new() };
        let (columns, rows) = (lines(width), lines(height));
        let mut stars = PointSet::new();
        for &row in &rows {
            for &column in &columns {
                // Smaller boards have only the corner stars and the centre.
                let middle = (width % 2 == 1 && column == width / 2, height % 2 == 1 && row == height / 2);
                if width.min(height) >= 15 || middle.0 == middle.1 {
                    stars.extend(self.at(column, row));
                }
            }
        }
        stars
    }

    /// The lines of the text diagram, from top to bottom.
    #[must_use]
    pub fn rows(&self) -> &[Row] {
        &self.rows
    }

    /// The connected set of points around `start` that pass the test; `start` itself is not tested.
    #[must_use]
    pub fn component(&self, start: Point, belongs: impl Fn(Point) -> bool) -> PointSet {
        let mut found = PointSet::new();
        found.insert(start);
        let mut open = vec![start];
        while let Some(point) = open.pop() {
            for &next in self.neighbors(point) {
                if belongs(next) && found.insert(next) {
                    open.push(next);
                }
            }
        }
        found
    }

    /// The points next to a set that are not in it.
    #[must_use]
    pub fn boundary(&self, set: &PointSet) -> PointSet {
        let around: PointSet = set.iter().flat_map(|p| self.neighbors(p).iter().copied()).collect();
        &around - set
    }

    /// On boards of at most 64 points, whether every string of these stones has a liberty; no point may have stones of
    /// both colours, and all must be on the board.
    #[must_use]
    pub fn all_breathe(&self, black: &PointSet, white: &PointSet) -> Option<bool> {
        let around = self.neighbor_words()?;
        let word = |set: &PointSet| set.words().first().copied().unwrap_or(0);
        Some(all_breathe(around, word(black), word(white)))
    }

    /// The random number that a stone on a point contributes to the hash of a position.
    #[must_use]
    #[inline]
    pub(crate) fn key(&self, color: crate::Color, point: Point) -> u64 {
        self.keys[point.index()][color.index()]
    }

    /// All ways to map the board to itself that keep neighbours neighbours, the identity first: entry `p` of each
    /// is the image of point `p`. `None` if there are more than `most`.
    #[must_use]
    pub fn symmetries(&self, most: usize) -> Option<Vec<Vec<Point>>> {
        symmetry::automorphisms(self, most)
    }

    /// How many [`symmetries`](Topology::symmetries) there are, which takes no memory for them. `None` if there are more than `most`, or
    /// if `go_on`, which is told the steps of the search every few thousand of them, does not want to go on.
    #[must_use]
    pub fn count_symmetries(&self, most: usize, go_on: &mut dyn FnMut(usize) -> bool) -> Option<usize> {
        symmetry::count(self, most, go_on)
    }
}

/// Two boards are the same if they have the same name, the same names of points and the same edges.
impl PartialEq for Topology {
    fn eq(&self, other: &Topology) -> bool {
        self.name == other.name
            && self.names == other.names
            && self.offsets == other.offsets
            && self.adjacency == other.adjacency
    }
}

impl Eq for Topology {}

impl fmt::Debug for Topology {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Topology({}, {} points)", self.name, self.len())
    }
}

/// Whether every string of the stones has a liberty, with sets of one word and the neighbours of each point as words.
pub(crate) fn all_breathe(around: &[u64], black: u64, white: u64) -> bool {
    let empty = !(black | white);
    [black, white].into_iter().all(|stones| {
        // Breath spreads from the stones next to an empty point through their strings.
        let mut breathing = 0;
        for stone in bits(stones) {
            if around[stone] & empty != 0 {
                breathing |= 1 << stone;
            }
        }
        let mut front = breathing;
        while front != 0 && breathing != stones {
            let stone = front.trailing_zeros() as usize;
            front &= front - 1;
            let fresh = around[stone] & stones & !breathing;
            breathing |= fresh;
            front |= fresh;
        }
        breathing == stones
    })
}

fn key_of_name(name: &str, fold_case: bool) -> String {
    if fold_case { name.to_ascii_uppercase() } else { name.to_string() }
}

/// The splitmix64 generator as a function of a counter: a fixed, well mixed number for each argument.
pub(crate) fn mix(counter: u64) -> u64 {
    let mut z = counter.wrapping_mul(0x9e37_79b9_7f4a_7c15);
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}
