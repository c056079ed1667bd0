//! The writer of `$$` diagrams.

use tesuji_board::{Color, Diagram, Point};

use super::{MARKED, MOST_MOVES};
use crate::error::{Error, Problem};
use crate::format::check_expressible;

/// Writes a diagram of the whole board with its edges, which [`read_sensei`](crate::read_sensei) reads back.
///
/// Stones whose labels are at most ten consecutive numbers, in alternating colours, become numbered moves; reading
/// gives them back by [`SenseiDiagram::after`](crate::SenseiDiagram::after).
///
/// ```
/// let diagram = ".XO\nXXO\n...".parse().unwrap();
/// assert_eq!(tesuji_formats::write_sensei(&diagram).unwrap(), "\
/// $$B
/// $$  -------
/// $$ | . X O |
/// $$ | X X O |
/// $$ | . . . |
/// $$  -------
/// ");
/// ```
///
/// # Errors
/// [`Problem::NotExpressible`] for boards that are not rectangles, a ko, a mark together with a label, and labels
/// other than a single small letter on an empty point.
pub fn write_sensei(diagram: &Diagram) -> Result<String, Error> {
    check_expressible(diagram)?;
    let setup = &diagram.setup;
    let topology = &setup.topology;
    let Some((width, height)) = topology.rectangle() else {
        return Err(not_expressible(format!("the board {}, only rectangles", topology.name())));
    };
    if let Some(ko) = setup.ko {
        return Err(not_expressible(format!("the ko at {}", topology.name_of(ko))));
    }
    let numbered = Numbered::of(diagram)?;
    let first = if numbered.moves.len().is_multiple_of(2) { setup.to_move } else { setup.to_move.opponent() };
    let mut text = format!("$${}", if first == Color::Black { 'B' } else { 'W' });
    if numbered.first != 1 {
        text.push_str(&format!("m{}", numbered.first));
    }
    let edge = format!("\n$$  {}\n", "-".repeat(2 * width + 1));
    text.push_str(&edge);
    for row in 0..height {
        text.push_str("$$ |");
        for column in 0..width {
            text.push(' ');
            text.push(sign(diagram, &numbered, Point((row * width + column) as u16))?);
        }
        text.push_str(if row + 1 < height { " |\n" } else { " |" });
    }
    text.push_str(&edge);
    Ok(text)
}

fn not_expressible(what: String) -> Error {
    Problem::NotExpressible { format: "a Sensei's Library diagram", what }.anywhere()
}

/// The points of the numbered moves in order, and the number on the first.
struct Numbered {
    moves: Vec<Point>,
    first: usize,
}

impl Numbered {
    fn of(diagram: &Diagram) -> Result<Numbered, Error> {
        let setup = &diagram.setup;
        let mut moves: Vec<(usize, Point)> = diagram
            .labels
            .iter()
            .filter(|(point, _)| setup.stone(**point).is_some())
            .filter_map(|(&point, label)| Some((label.parse().ok()?, point)))
            .collect();
        moves.sort_unstable();
        let first = moves.first().map_or(1, |&(number, _)| number);
        for (index, &(number, point)) in moves.iter().enumerate() {
            let moves_left = moves.len() - index;
            let color = if moves_left.is_multiple_of(2) { setup.to_move } else { setup.to_move.opponent() };
            let follows = number - first == index && index < MOST_MOVES && setup.stone(point) == Some(color);
            // `007` would come back as `7`.
            if !follows || diagram.labels.get(&point) != Some(&number.to_string()) {
                let what = "numbers on stones that are not at most ten moves in alternating colours";
                return Err(not_expressible(what.to_string()));
            }
        }
        Ok(Numbered { moves: moves.into_iter().map(|(_, point)| point).collect(), first })
    }
}

fn sign(diagram: &Diagram, numbered: &Numbered, point: Point) -> Result<char, Error> {
    let stone = diagram.setup.stone(point);
    let plain = stone.map_or('.', Color::letter);
    let name = diagram.setup.topology.name_of(point);
    match (diagram.marks.get(&point), diagram.labels.get(&point)) {
        (None, None) => Ok(plain),
        (Some(mark), None) => {
            let marked = MARKED.iter().find(|(_, color, known)| *color == stone && known == mark);
            Ok(marked.map_or(plain, |&(sign, ..)| sign))
        }
        (None, Some(label)) => {
            if let Some(index) = numbered.moves.iter().position(|&p| p == point) {
                return Ok(char::from(b'0' + ((index + 1) % MOST_MOVES) as u8));
            }
            let mut letters = label.chars();
            match (stone, letters.next(), letters.next()) {
                (None, Some(letter @ 'a'..='z'), None) => Ok(letter),
                _ => Err(not_expressible(format!("the label on {name}, only a to z on empty points"))),
            }
        }
        (Some(_), Some(_)) => Err(not_expressible(format!("both a mark and a label on {name}"))),
    }
}
