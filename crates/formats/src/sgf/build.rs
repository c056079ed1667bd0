//! From diagrams to trees: the problem as a root node, moves and comments added to it.

use tesuji_board::{Color, Diagram, Mark, Point, PointSet};

use super::coordinate::{Size, normal_size};
use super::property::Value;
use super::tree::{NodeId, SgfTree};
use crate::error::{Error, Problem};
use crate::format::check_expressible;

impl SgfTree {
    /// A tree of one node that sets up the diagram; [`Moment::Problem`](crate::Moment::Problem) reads it back.
    ///
    /// ```
    /// use tesuji_board::Color;
    /// use tesuji_formats::{Moment, NodeId, SgfTree, read_sgf};
    /// let problem = read_sgf(b"(;SZ[9]AW[aa]AB[ab]TR[aa]PL[B])").unwrap().games[0].diagram(Moment::Problem).unwrap();
    /// let mut tree = SgfTree::from_diagram(&problem).unwrap();
    /// let capture = problem.setup.topology.point("B9");
    /// let right = tree.add_move(NodeId::ROOT, Color::Black, capture).unwrap();
    /// tree.set_comment(right, "Captured.");
    /// assert_eq!(tree.write(), "\
    /// (;FF[4]GM[1]CA[UTF-8]SZ[9]
    /// AB[ab]
    /// AW[aa]
    /// PL[B]
    /// TR[aa]
    /// ;B[ba]C[Captured.])
    /// ");
    /// ```
    ///
    /// # Errors
    /// [`Problem::NotExpressible`] if the board is not a rectangle of at most 52x52,
    /// [`Problem::InvalidSetup`] if stones are off the board or on top of each other.
    pub fn from_diagram(diagram: &Diagram) -> Result<SgfTree, Error> {
        let setup = &diagram.setup;
        let size = Size::of(&setup.topology)?;
        check_expressible(diagram)?;
        let values = |points: &mut dyn Iterator<Item = Point>| -> Vec<Value> {
            points.map(|point| Value::new(&size.letters(point))).collect()
        };
        let mut tree = SgfTree::new();
        let root = NodeId::ROOT;
        tree.set(root, "SZ", [normal_size(size)]);
        for (name, stones) in [("AB", &setup.black), ("AW", &setup.white)] {
            tree.set(root, name, values(&mut PointSet::iter(stones)));
        }
        tree.set(root, "PL", [Value::new(color_letter(setup.to_move))]);
        tree.set(root, "KP", values(&mut setup.ko.into_iter()));
        for (name, mark) in ["TR", "SQ", "CR", "MA"].into_iter().zip(Mark::ALL) {
            tree.set(root, name, values(&mut diagram.marked(mark).iter()));
        }
        let labels = diagram.labels.iter().filter(|(_, text)| !text.is_empty());
        tree.set(root, "LB", labels.map(|(&point, text)| Value::pair(&size.letters(point), text)));
        Ok(tree)
    }

    /// Adds a move after a node, as its last variation; `None` is a pass. Nobody checks that it is legal.
    ///
    /// # Errors
    /// A size that makes no sense; [`Problem::OffBoard`] for a point that the board does not have.
    ///
    /// # Panics
    /// If `parent` is not a node of this tree.
    pub fn add_move(&mut self, parent: NodeId, color: Color, point: Option<Point>) -> Result<NodeId, Error> {
        let size = self.size()?;
        let Size { width, height } = size;
        if let Some(point) = point.filter(|point| point.index() >= width * height) {
            return Err(Problem::OffBoard { value: format!("{point:?}"), width, height }.anywhere());
        }
        let node = self.add_child(parent);
        let value = point.map_or(String::new(), |point| size.letters(point));
        self.set(node, color_letter(color), [Value::new(&value)]);
        Ok(node)
    }
}

fn color_letter(color: Color) -> &'static str {
    match color {
        Color::Black => "B",
        Color::White => "W",
    }
}
