//! What a game tree means: stones, marks and moves.
//!
//! A node is replayed in this order: stones set up (`AB`, `AW`, `AE`), moves (`B`, `W`), side to move (`PL`), point
//! banned by ko (`KP`, a private property of ours, because SGF has none). Moves obey capture and the simple ko rule,
//! suicide is allowed as some rule sets have it, and `KO` carries a move out even if it is illegal, as the standard
//! says. A record whose moves are impossible is refused with the place of the move.
//!
//! Marks belong to the node that is shown: `TR`, `SQ`, `CR`, `MA` (and `M` of old files), labels `LB` (and `L`, which
//! letters its points a, b, c...). `SL`, arrows and lines stay in the tree and are not part of a diagram.

use std::collections::BTreeMap;
use std::sync::Arc;

use tesuji_board::{Color, Diagram, KoRule, Mark, Point, PointSet, Position, Rules, Setup, Topology};

use super::coordinate::{Size, shown};
use super::property::{Property, Value};
use super::tree::{NodeId, SgfTree};
use crate::error::{Error, Problem};

/// A moment of a game, of which a diagram is wanted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Moment {
    /// The problem: what the main line sets up before its first move, with the marks of all those nodes.
    #[default]
    Problem,
    /// After so many moves of the main line, passes counted; 0 is the problem.
    AfterMove(usize),
    /// The end of the main line.
    End,
    /// A node, wherever it is; see [`SgfTree::follow`] for a path of choices.
    Node(NodeId),
}

/// A move of a record.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SgfMove {
    /// Who moves.
    pub color: Color,
    /// Where; `None` is a pass.
    pub point: Option<Point>,
    /// The node of the move.
    pub node: NodeId,
}

const MARKS: [(&str, Mark); 5] = [
    ("TR", Mark::Triangle),
    ("SQ", Mark::Square),
    ("CR", Mark::Circle),
    ("MA", Mark::Cross),
    ("M", Mark::Cross),
];

impl SgfTree {
    /// Stones, side to move, marks and labels at a moment.
    ///
    /// Without `PL`, the side to move is the opponent of who moved last; if nobody has, whoever moves first in the
    /// continuations, else Black.
    ///
    /// ```
    /// use tesuji_formats::{Moment, read_sgf};
    /// let game = &read_sgf(b"(;SZ[5]AB[ba:bc]AW[aa]TR[aa];W[ab];B[ac])").unwrap().games[0];
    /// let problem = game.diagram(Moment::Problem).unwrap();
    /// assert_eq!(problem.setup.to_move, tesuji_board::Color::White);
    /// assert_eq!((problem.setup.white.len(), problem.marks.len()), (1, 1));
    /// assert_eq!(game.diagram(Moment::End).unwrap().setup.white.len(), 0, "captured");
    /// ```
    ///
    /// # Errors
    /// A size, point, colour or move that makes no sense, with its place; a moment that the game does not have.
    pub fn diagram(&self, moment: Moment) -> Result<Diagram, Error> {
        let size = self.size()?;
        match moment {
            Moment::Problem | Moment::AfterMove(0) => self.problem(size),
            Moment::AfterMove(wanted) => {
                let moves = self.main_line_moves()?;
                let last = moves.get(wanted - 1);
                let last =
                    last.ok_or_else(|| Problem::NoSuchMove { wanted, moves: moves.len() }.anywhere())?;
                self.at_node(size, last.node)
            }
            Moment::End => self.at_node(size, self.main_line().last().unwrap_or(NodeId::ROOT)),
            Moment::Node(node) if node.index() < self.len() => self.at_node(size, node),
            Moment::Node(node) => Err(Problem::NoSuchNode { node: node.index() }.anywhere()),
        }
    }

    /// The moment that is meant if nobody says which: a file that sets up stones is a problem; a game that starts from the
    /// empty board, or from nothing but the stones of its handicap (`HA`), is shown at its end.
    ///
    /// ```
    /// use tesuji_formats::{Moment, read_sgf};
    /// let game = |text: &[u8]| read_sgf(text).unwrap().games[0].usual_moment().unwrap();
    /// assert_eq!(game(b"(;SZ[9]AB[cc][gg];W[ee])"), Moment::Problem);
    /// assert_eq!(game(b"(;SZ[9]HA[2]AB[cc][gg];W[ee])"), Moment::End);
    /// ```
    ///
    /// # Errors
    /// As of [`SgfTree::diagram`] for the problem.
    pub fn usual_moment(&self) -> Result<Moment, Error> {
        let problem = self.diagram(Moment::Problem)?;
        let (black, white) = (problem.setup.black.len(), problem.setup.white.len());
        let handicap = self.property(NodeId::ROOT, "HA").and_then(|property| property.values.first());
        let handicap = handicap.and_then(|value| value.text().trim().parse::<usize>().ok());
        let is_game = white == 0 && (black == 0 || handicap == Some(black) && problem.marks.is_empty());
        Ok(if is_game { Moment::End } else { Moment::Problem })
    }

    /// The moves of the main line with their colours, passes included.
    ///
    /// # Errors
    /// A size or a point that makes no sense, with its place.
    pub fn main_line_moves(&self) -> Result<Vec<SgfMove>, Error> {
        let mut moves = Vec::new();
        for node in self.main_line() {
            moves.extend(self.node_moves(node)?);
        }
        Ok(moves)
    }

    /// The moves of a node with their colours: one of them, none, or two where a record is odd.
    ///
    /// # Errors
    /// A size or a point that makes no sense, with its place.
    pub fn node_moves(&self, node: NodeId) -> Result<Vec<SgfMove>, Error> {
        let size = self.size()?;
        let read = |(color, value)| Ok(SgfMove { color, point: move_point(size, value)?, node });
        self.moves_of(node).map(read).collect()
    }

    fn moves_of(&self, node: NodeId) -> impl Iterator<Item = (Color, &Value)> {
        self.properties(node).iter().filter_map(|property| {
            let color = match property.identifier.as_str() {
                "B" => Color::Black,
                "W" => Color::White,
                _ => return None,
            };
            property.values.first().map(|value| (color, value))
        })
    }

    fn problem(&self, size: Size) -> Result<Diagram, Error> {
        let mut replay = Replay::new(size, self.board()?);
        let mut annotations = Annotations::default();
        let mut last = NodeId::ROOT;
        for node in self.main_line() {
            let has_move = self.moves_of(node).next().is_some();
            let has_set_up = ["AB", "AW", "AE"].iter().any(|name| self.property(node, name).is_some());
            // Some programs put the first move into the node of the set-up: that one is still shown, before the move.
            if has_move && !has_set_up && node != NodeId::ROOT {
                break;
            }
            replay.set_up(self.properties(node))?;
            replay.side_and_ko(self.properties(node))?;
            annotations.read(&replay, self.properties(node))?;
            last = node;
            if has_move {
                break;
            }
        }
        self.finish(replay, annotations, last)
    }

    fn at_node(&self, size: Size, node: NodeId) -> Result<Diagram, Error> {
        let mut replay = Replay::new(size, self.board()?);
        for step in self.path_to(node) {
            let properties = self.properties(step);
            replay.set_up(properties)?;
            let forced = self.property(step, "KO").is_some();
            for (color, value) in self.moves_of(step) {
                replay.play(color, value, forced)?;
            }
            replay.side_and_ko(properties)?;
        }
        let mut annotations = Annotations::default();
        annotations.read(&replay, self.properties(node))?;
        self.finish(replay, annotations, node)
    }

    fn finish(&self, replay: Replay, annotations: Annotations, node: NodeId) -> Result<Diagram, Error> {
        let to_move = replay.to_move.unwrap_or_else(|| self.first_to_move(node));
        let setup = Setup { to_move, ..replay.stones.into_setup() };
        Ok(Diagram { setup, marks: annotations.marks, labels: annotations.labels })
    }

    /// Who moves first in this node or in what follows it or an earlier one; Black if nobody does.
    fn first_to_move(&self, node: NodeId) -> Color {
        let backwards = std::iter::successors(Some(node), |&node| self.parent(node));
        let followers = backwards.flat_map(|node| self.children(node));
        std::iter::once(node)
            .chain(followers)
            .find_map(|node| self.moves_of(node).next())
            .map_or(Color::Black, |(color, _)| color)
    }
}

/// Stones either as they are set up, or as a position to play on; changed from one to the other only when needed.
enum Stones {
    Set(Setup),
    Played(Position),
}

impl Stones {
    fn into_setup(self) -> Setup {
        match self {
            Stones::Set(setup) => setup,
            Stones::Played(position) => position.to_setup(),
        }
    }
}

struct Replay {
    size: Size,
    topology: Arc<Topology>,
    stones: Stones,
    /// Known once somebody has moved or `PL` has been read.
    to_move: Option<Color>,
}

impl Replay {
    fn new(size: Size, topology: Arc<Topology>) -> Replay {
        let stones = Stones::Set(Setup::empty(topology.clone()));
        Replay { size, topology, stones, to_move: None }
    }

    fn setup_mut(&mut self) -> &mut Setup {
        if let Stones::Played(position) = &self.stones {
            self.stones = Stones::Set(position.to_setup());
        }
        match &mut self.stones {
            Stones::Set(setup) => setup,
            Stones::Played(_) => unreachable!("it was turned into a setup just now"),
        }
    }

    fn set_up(&mut self, properties: &[Property]) -> Result<(), Error> {
        let size = self.size;
        let mut touched = PointSet::new();
        for property in properties {
            let stone = match property.identifier.as_str() {
                "AB" => Some(Color::Black),
                "AW" => Some(Color::White),
                "AE" => None,
                _ => continue,
            };
            let mut here = PointSet::new();
            for value in list(property) {
                for point in size.points(value).map_err(|problem| problem.at(value.place()))? {
                    // Rectangles of one property may overlap; two properties may not.
                    if touched.contains(point) {
                        let point = self.topology.name_of(point).to_string();
                        return Err(Problem::SetUpTwice { point }.at(value.place()));
                    }
                    here.insert(point);
                    self.setup_mut().put(point, stone);
                }
            }
            touched.extend(here.iter());
        }
        if !touched.is_empty() {
            self.setup_mut().ko = None;
        }
        Ok(())
    }

    fn play(&mut self, color: Color, value: &Value, forced: bool) -> Result<(), Error> {
        let point = move_point(self.size, value)?;
        self.to_move = Some(color.opponent());
        if let (true, Some(point)) = (forced, point) {
            let setup = self.setup_mut();
            setup.ko = None;
            setup.put(point, None);
        }
        if let Stones::Set(setup) = &self.stones {
            // The ban belongs to the side that would retake; `Setup` checks that, so it must know who moves.
            let setup = Setup { to_move: color, ..setup.clone() };
            let rules = Rules { ko: KoRule::Simple, suicide: true };
            let position = Position::from_setup(&setup, rules)
                .map_err(|invalid| Problem::InvalidSetup(Box::new(invalid)).at(value.place()))?;
            self.stones = Stones::Played(position);
        }
        let Stones::Played(position) = &mut self.stones else { return Ok(()) };
        match point {
            None => position.pass(color),
            Some(point) => position.play(color, point).map_err(|why| {
                let point = self.topology.name_of(point).to_string();
                Problem::IllegalMove { color, point, why: why.to_string() }.at(value.place())
            })?,
        }
        Ok(())
    }

    fn side_and_ko(&mut self, properties: &[Property]) -> Result<(), Error> {
        for property in properties {
            match property.identifier.as_str() {
                "PL" => {
                    // Old files write 1 for Black and 2 for White.
                    let color = match property.text() {
                        "1" => Some(Color::Black),
                        "2" => Some(Color::White),
                        other => Color::parse(other),
                    };
                    let value = || shown(property.text());
                    let color =
                        color.ok_or_else(|| Problem::NotAColor { value: value() }.at(property.place()))?;
                    if self.to_move.is_some_and(|before| before != color) {
                        self.setup_mut().ko = None;
                    }
                    self.to_move = Some(color);
                }
                "KP" => {
                    let value = property.values.first();
                    let point = value.map(|value| move_point(self.size, value)).transpose()?.flatten();
                    self.setup_mut().ko = point;
                }
                _ => {}
            }
        }
        Ok(())
    }
}

/// The point of a move; `None` for a pass.
fn move_point(size: Size, value: &Value) -> Result<Option<Point>, Error> {
    if size.is_pass(value.text()) {
        return Ok(None);
    }
    size.point(value.text()).map(Some).map_err(|problem| problem.at(value.place()))
}

/// The values of a list of points; one empty value is an empty list.
fn list(property: &Property) -> impl Iterator<Item = &Value> {
    property.values.iter().filter(|value| !value.text().is_empty())
}

#[derive(Default)]
struct Annotations {
    marks: BTreeMap<Point, Mark>,
    labels: BTreeMap<Point, String>,
}

impl Annotations {
    /// Adds what one node shows; it overrides what earlier nodes showed on the same points.
    fn read(&mut self, replay: &Replay, properties: &[Property]) -> Result<(), Error> {
        let size = replay.size;
        let mut marked = BTreeMap::new();
        for property in properties {
            let name = property.identifier.as_str();
            let mark = MARKS.iter().find(|(known, _)| *known == name).map(|&(_, mark)| mark);
            match (name, mark) {
                (_, Some(mark)) => {
                    for value in list(property) {
                        for point in size.points(value).map_err(|problem| problem.at(value.place()))? {
                            if marked.insert(point, mark).is_some_and(|before| before != mark) {
                                let point = replay.topology.name_of(point).to_string();
                                return Err(Problem::MarkedTwice { point }.at(value.place()));
                            }
                        }
                    }
                }
                ("LB", _) => {
                    for value in list(property) {
                        let (point, text) = value.halves().unwrap_or((value.text(), ""));
                        let point = size.point(point).map_err(|problem| problem.at(value.place()))?;
                        if !text.is_empty() {
                            self.labels.insert(point, text.to_string());
                        }
                    }
                }
                ("L", _) => {
                    for (value, letter) in list(property).zip('a'..='z') {
                        let point = size.point(value.text()).map_err(|problem| problem.at(value.place()))?;
                        self.labels.insert(point, letter.to_string());
                    }
                }
                _ => {}
            }
        }
        self.marks.extend(marked);
        Ok(())
    }
}
