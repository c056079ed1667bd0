//! The two worlds of Simpei, one above the other: the points of the lower world lie between those of the upper one.

use tesuji_board::Color;

use crate::page::{Frame, rectangle, root, word};
use crate::style::{Coordinates, Style};
use crate::text::BASELINE;
use crate::theme::Inks;
use crate::writer::{Path, Writer};

/// Between two points of a world.
const UNIT: f64 = 80.0;
const MARGIN: f64 = 52.0;
/// Room for the hands below the board.
const HANDS: f64 = 46.0;

/// A point with what stands on it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SimpeiPoint {
    /// Its name, such as `U12`.
    pub name: String,
    /// Whether it belongs to the upper world, of 4x4 points; the lower one has 3x3.
    pub upper: bool,
    /// Its row, from 0.
    pub row: u8,
    /// Its column, from 0.
    pub column: u8,
    /// The piece on it.
    pub piece: Option<Color>,
}

/// What a picture of Simpei shows.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SimpeiPicture {
    /// The position in words.
    pub description: String,
    /// The points.
    pub points: Vec<SimpeiPoint>,
    /// Pieces in hand, Black's and White's.
    pub hands: [u8; 2],
}

impl SimpeiPoint {
    fn place(&self) -> (f64, f64) {
        let half = if self.upper { 0.0 } else { 0.5 };
        ((f64::from(self.column) + half) * UNIT, (f64::from(self.row) + half) * UNIT)
    }
}

/// The picture as an SVG text, with `data-point` on every point.
///
/// ```
/// use tesuji_draw::{SimpeiPicture, SimpeiPoint, Style, simpei_svg};
/// let point = SimpeiPoint { name: "L00".into(), upper: false, row: 0, column: 0, piece: None };
/// let picture = SimpeiPicture { points: vec![point], ..SimpeiPicture::default() };
/// assert!(simpei_svg(&picture, &Style::default()).contains("data-point=\"L00\""));
/// ```
#[must_use]
pub fn simpei_svg(picture: &SimpeiPicture, style: &Style) -> String {
    let inks = Inks::new(style.theme, style.id.as_deref());
    let side = 3.0 * UNIT;
    let board = Frame { left: -MARGIN, top: -MARGIN, right: side + MARGIN, bottom: side + MARGIN };
    let sheet = Frame { bottom: board.bottom + HANDS, ..board }.grown(4.0);
    let mut writer = Writer::default();
    root(&mut writer, &inks, style, sheet);
    writer.text("title", &[], "Simpei position");
    writer.text("desc", &[], &picture.description);
    inks.define(&mut writer, &[]);
    if style.canvas {
        let [x, y, width, height] = rectangle(sheet);
        writer.leaf("rect", &[("class", "canvas".into()), x, y, width, height]);
    }
    let [x, y, width, height] = rectangle(board);
    writer.leaf("rect", &[("class", "wood".into()), x, y, width, height, ("rx", 8.0.into())]);
    lines(&mut writer, side);
    for point in &picture.points {
        place(&mut writer, point, style);
    }
    stones(&mut writer, picture, board, &inks);
    points(&mut writer, picture);
    writer.finish()
}

/// The rows of both worlds, and the steps between them.
fn lines(writer: &mut Writer, side: f64) {
    let mut steps = Path::default();
    for corner in 0..3 {
        for other in 0..3 {
            let (x, y) = (f64::from(corner) * UNIT, f64::from(other) * UNIT);
            steps.move_to(x, y);
            steps.line_to(x + UNIT, y + UNIT);
            steps.move_to(x + UNIT, y);
            steps.line_to(x, y + UNIT);
        }
    }
    let thin = |writer: &mut Writer, path: &Path, width: f64, opacity: f64| {
        writer.leaf(
            "path",
            &[
                ("class", "grid".into()),
                ("d", path.data().into()),
                ("fill", "none".into()),
                ("stroke-width", width.into()),
                ("stroke-opacity", opacity.into()),
            ],
        );
    };
    thin(writer, &steps, 1.0, 0.45);
    let mut rows = Path::default();
    for line in 0..4 {
        let at = f64::from(line) * UNIT;
        rows.move_to(0.0, at);
        rows.line_to(side, at);
        rows.move_to(at, 0.0);
        rows.line_to(at, side);
    }
    thin(writer, &rows, 2.0, 1.0);
}

/// A point without its piece: upper points are wide, lower ones are hollows.
fn place(writer: &mut Writer, point: &SimpeiPoint, style: &Style) {
    let (x, y) = point.place();
    let radius = if point.upper { 21.0 } else { 17.0 };
    let round = |writer: &mut Writer, class: &str, width: f64| {
        writer.leaf(
            "circle",
            &[
                ("class", class.into()),
                ("fill-opacity", if class == "grid" { 0.0 } else { 1.0 }.into()),
                ("stroke-width", width.into()),
                ("cx", x.into()),
                ("cy", y.into()),
                ("r", radius.into()),
            ],
        );
    };
    round(writer, "wood", 0.0);
    round(writer, "grid", if point.upper { 1.6 } else { 1.0 });
    if style.coordinates != Coordinates::None && point.piece.is_none() {
        let size = 11.0;
        word(writer, "coordinate", (x, y + BASELINE * size), size, "middle", &point.name);
    }
}

/// The pieces on the board, and those in hand below it.
fn stones(writer: &mut Writer, picture: &SimpeiPicture, board: Frame, inks: &Inks) {
    let row = board.bottom + HANDS / 2.0 + 4.0;
    for (side, color) in Color::BOTH.into_iter().enumerate() {
        let on_board = picture.points.iter().filter(|point| point.piece == Some(color)).map(|point| {
            let (x, y) = point.place();
            (x, y, if point.upper { 24.0 } else { 19.0 })
        });
        let in_hand = (0..picture.hands[side].min(4)).map(|number| {
            let along = 18.0 + 34.0 * f64::from(number);
            (if side == 0 { board.left + along } else { board.right - along }, row, 14.0)
        });
        let (name, plain) = if color == Color::Black { ("black", "#000") } else { ("white", "#fff") };
        let fill = if inks.is_print() { plain.to_string() } else { inks.url(name) };
        writer.open("g", &[("class", name.into()), ("fill", (&fill).into()), ("stroke-width", 0.9.into())]);
        for (x, y, radius) in on_board.chain(in_hand) {
            writer.leaf("circle", &[("cx", x.into()), ("cy", y.into()), ("r", radius.into())]);
        }
        writer.close();
    }
}

/// Every point as an unseen circle with its name: a page attaches to them.
fn points(writer: &mut Writer, picture: &SimpeiPicture) {
    writer
        .open("g", &[("class", "points".into()), ("fill", "none".into()), ("pointer-events", "all".into())]);
    for point in &picture.points {
        let (x, y) = point.place();
        writer.leaf(
            "circle",
            &[
                ("data-point", (&point.name).into()),
                ("cx", x.into()),
                ("cy", y.into()),
                ("r", if point.upper { 30.0 } else { 24.0 }.into()),
            ],
        );
    }
    writer.close();
}
