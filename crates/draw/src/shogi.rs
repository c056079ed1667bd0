//! Shogi boards: pieces as five-sided tiles that point at the opponent, hands beside the board.

use crate::kanji;
use crate::page::{Frame, rectangle, root};
use crate::style::{Coordinates, Style};
use crate::text::{self, BASELINE};
use crate::theme::Inks;
use crate::writer::{Path, Writer};

/// The side of a square.
const UNIT: f64 = 40.0;
/// Between the board and what stands around it.
const MARGIN: f64 = 26.0;
/// Room for a hand beside the board.
const HAND: f64 = 56.0;
/// The faces in which signs are written that are on no piece.
const PIECES: &str = "Noto Serif CJK JP,Yu Mincho,Hiragino Mincho ProN,Noto Sans CJK JP,IPAexMincho,serif";
/// Ranks as moves are written, in USI: no font is needed.
const RANKS: [&str; 9] = ["a", "b", "c", "d", "e", "f", "g", "h", "i"];

/// A piece on a shogi board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ShogiPiece {
    /// The file, 1 to 9 from the right.
    pub file: u8,
    /// The rank, 1 to 9 from the top.
    pub rank: u8,
    /// What is written on it, one character.
    pub glyph: String,
    /// Whether it belongs to the side that sits at the top and points down.
    pub from_above: bool,
    /// Promoted pieces are written in the accent colour.
    pub promoted: bool,
}

/// What a shogi picture shows.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ShogiPicture {
    /// The title, which readers of the picture hear.
    pub title: String,
    /// The position in words.
    pub description: String,
    /// The pieces.
    pub pieces: Vec<ShogiPiece>,
    /// Hand of the side below and of the side above, one entry for each kind: the piece and how many.
    pub hands: [Vec<(String, u32)>; 2],
    /// Squares to be seen first: file and rank.
    pub marked: Vec<(u8, u8)>,
}

/// The picture as an SVG text. Pieces outside the board are left out.
///
/// ```
/// use tesuji_draw::{ShogiPicture, ShogiPiece, Style, shogi_svg};
/// let king = ShogiPiece { file: 1, rank: 1, glyph: "玉".into(), from_above: true, promoted: false };
/// let picture = ShogiPicture { pieces: vec![king], ..ShogiPicture::default() };
/// assert!(shogi_svg(&picture, &Style::default()).contains("玉"));
/// ```
#[must_use]
pub fn shogi_svg(picture: &ShogiPicture, style: &Style) -> String {
    let inks = Inks::new(style.theme, style.id.as_deref());
    let side = 9.0 * UNIT;
    let board = Frame { left: 0.0, top: 0.0, right: side, bottom: side };
    let names = style.coordinates != Coordinates::None;
    let around = if names { MARGIN } else { MARGIN / 2.0 };
    let sheet = Frame {
        left: -HAND - around / 2.0,
        top: -around,
        right: side + HAND + around,
        bottom: side + around / 2.0,
    };
    let mut writer = Writer::default();
    root(&mut writer, &inks, style, sheet);
    let title = if picture.title.trim().is_empty() { "Shogi position" } else { picture.title.trim() };
    writer.text("title", &[], &text::cut(title, 200.0));
    writer.text("desc", &[], &picture.description);
    inks.define(&mut writer, &[]);
    if style.canvas {
        let [x, y, width, height] = rectangle(sheet);
        writer.leaf("rect", &[("class", "canvas".into()), x, y, width, height]);
    }
    let [x, y, width, height] = rectangle(board.grown(4.0));
    writer.leaf("rect", &[("class", "wood".into()), x, y, width, height, ("rx", 4.0.into())]);
    marks(&mut writer, picture);
    grid(&mut writer, side);
    if names {
        coordinates(&mut writer, side);
    }
    for piece in picture.pieces.iter().filter(|piece| on_board(piece.file, piece.rank)) {
        tile(&mut writer, piece);
    }
    points(&mut writer);
    hand(&mut writer, &picture.hands[0], (side + HAND / 2.0 + 14.0, side - UNIT / 2.0), false);
    hand(&mut writer, &picture.hands[1], (-HAND / 2.0 - 6.0, UNIT / 2.0), true);
    writer.finish()
}

/// Every square as an unseen rectangle with its name in USI, on top of the pieces: a page attaches to them.
fn points(writer: &mut Writer) {
    writer
        .open("g", &[("class", "points".into()), ("fill", "none".into()), ("pointer-events", "all".into())]);
    for rank in 1..=9_u8 {
        for file in (1..=9_u8).rev() {
            let name = format!("{file}{}", char::from(b'a' + rank - 1));
            let (x, y) = middle(file, rank);
            let corner = Frame {
                left: x - UNIT / 2.0,
                top: y - UNIT / 2.0,
                right: x + UNIT / 2.0,
                bottom: y + UNIT / 2.0,
            };
            let [x, y, width, height] = rectangle(corner);
            writer.leaf("rect", &[("data-point", (&name).into()), x, y, width, height]);
        }
    }
    writer.close();
}

fn on_board(file: u8, rank: u8) -> bool {
    (1..=9).contains(&file) && (1..=9).contains(&rank)
}

fn middle(file: u8, rank: u8) -> (f64, f64) {
    ((9.5 - f64::from(file)) * UNIT, (f64::from(rank) - 0.5) * UNIT)
}

fn marks(writer: &mut Writer, picture: &ShogiPicture) {
    for &(file, rank) in picture.marked.iter().filter(|&&(file, rank)| on_board(file, rank)) {
        let (x, y) = middle(file, rank);
        writer.leaf(
            "rect",
            &[
                ("class", "accent".into()),
                ("fill", "currentColor".into()),
                ("fill-opacity", 0.25.into()),
                ("x", (x - UNIT / 2.0).into()),
                ("y", (y - UNIT / 2.0).into()),
                ("width", UNIT.into()),
                ("height", UNIT.into()),
            ],
        );
    }
}

fn grid(writer: &mut Writer, side: f64) {
    let mut path = Path::default();
    for line in 0..=9 {
        let at = f64::from(line) * UNIT;
        path.move_to(at, 0.0);
        path.line_to(at, side);
        path.move_to(0.0, at);
        path.line_to(side, at);
    }
    writer.leaf("path", &[("class", "grid".into()), ("d", path.data().into()), ("fill", "none".into())]);
    let mut stars = Path::default();
    for (x, y) in [(3.0, 3.0), (6.0, 3.0), (3.0, 6.0), (6.0, 6.0)] {
        stars.dot(x * UNIT, y * UNIT);
    }
    writer.leaf(
        "path",
        &[
            ("class", "star".into()),
            ("d", stars.data().into()),
            ("stroke-width", 5.0.into()),
            ("stroke-linecap", "round".into()),
        ],
    );
}

fn coordinates(writer: &mut Writer, side: f64) {
    let size = 13.0;
    for number in 1..=9_u8 {
        let (x, _) = middle(number, 1);
        let (_, y) = middle(1, number);
        let attributes = |x: f64, y: f64| {
            [
                ("class", "words".into()),
                ("x", x.into()),
                ("y", (y + BASELINE * size).into()),
                ("font-size", size.into()),
                ("text-anchor", "middle".into()),
            ]
        };
        writer.text("text", &attributes(x, -14.0), &number.to_string());
        writer.text("text", &attributes(side + 13.0, y), RANKS[usize::from(number) - 1]);
    }
}

fn tile(writer: &mut Writer, piece: &ShogiPiece) {
    let (x, y) = middle(piece.file, piece.rank);
    let turn = if piece.from_above { " rotate(180)" } else { "" };
    writer.open("g", &[("transform", (&format!("translate({x} {y}){turn}")).into())]);
    let mut path = Path::default();
    path.polygon(&[(0.0, -17.0), (12.0, -11.5), (15.0, 16.5), (-15.0, 16.5), (-12.0, -11.5)]);
    writer.leaf(
        "path",
        &[
            ("class", "grid".into()),
            ("d", path.data().into()),
            ("fill", "none".into()),
            ("stroke-width", 0.9.into()),
        ],
    );
    glyph(writer, &piece.glyph, (0.0, 2.5), 19.0, piece.promoted);
    writer.close();
}

fn glyph(writer: &mut Writer, glyph: &str, (x, y): (f64, f64), size: f64, promoted: bool) {
    let class = if promoted { "accent" } else { "on-board" };
    let Some(strokes) = kanji::strokes(glyph) else {
        let below = y + BASELINE * size;
        return writer.text(
            "text",
            &[
                ("class", class.into()),
                ("fill", "currentColor".into()),
                ("x", x.into()),
                ("y", below.into()),
                ("font-size", size.into()),
                ("font-family", PIECES.into()),
                ("text-anchor", "middle".into()),
            ],
            glyph,
        );
    };
    let mut path = Path::default();
    for stroke in strokes {
        let place = |&(across, down): &(i8, i8)| {
            (x + (f64::from(across) / 100.0 - 0.5) * size, y + (f64::from(down) / 100.0 - 0.5) * size)
        };
        path.open_polygon(&stroke.iter().map(place).collect::<Vec<_>>());
    }
    writer.leaf(
        "path",
        &[
            ("class", class.into()),
            ("data-piece", glyph.into()),
            ("d", path.data().into()),
            ("fill", "none".into()),
            ("stroke", "currentColor".into()),
            ("stroke-width", (size / 11.0).into()),
            ("stroke-linecap", "round".into()),
            ("stroke-linejoin", "round".into()),
        ],
    );
}

/// A column of pieces with counts; the hand of the side above is turned as its pieces are.
fn hand(writer: &mut Writer, pieces: &[(String, u32)], (x, y): (f64, f64), from_above: bool) {
    if pieces.is_empty() {
        return;
    }
    let turn = if from_above { " rotate(180)" } else { "" };
    writer.open("g", &[("transform", (&format!("translate({x} {y}){turn}")).into())]);
    for (row, (kind, count)) in pieces.iter().enumerate() {
        let at = -(row as f64) * 34.0;
        glyph(writer, kind, (-6.0, at), 20.0, false);
        if *count > 1 {
            let size = 13.0;
            writer.text(
                "text",
                &[
                    ("class", "words".into()),
                    ("x", 8.0.into()),
                    ("y", (at + 4.0 + BASELINE * size).into()),
                    ("font-size", size.into()),
                ],
                &count.to_string(),
            );
        }
    }
    writer.close();
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::style::Theme;

    #[test]
    fn pictures_hold_what_they_are_given() {
        let piece = |file, rank, glyph: &str, from_above| ShogiPiece {
            file,
            rank,
            glyph: glyph.into(),
            from_above,
            promoted: glyph == "龍",
        };
        let picture = ShogiPicture {
            title: "<tsume>".into(),
            description: "a king & a dragon".into(),
            pieces: vec![piece(1, 1, "玉", true), piece(5, 3, "龍", false), piece(10, 0, "金", false)],
            hands: [vec![("飛".into(), 1), ("歩".into(), 12)], vec![("桂".into(), 4)]],
            marked: vec![(1, 2), (0, 0)],
        };
        for theme in Theme::ALL {
            let text = shogi_svg(&picture, &Style { theme, ..Style::default() });
            assert!(text.contains("&lt;tsume&gt;") && text.contains("king &amp; a dragon"));
            for shown in ["玉", "龍", "飛", "歩", "桂", ">12<", ">4<", "rotate(180)"] {
                assert!(text.contains(shown), "{shown} in {text}");
            }
            assert!(!text.contains('金'), "a piece beside the board is left out");
            assert_eq!(text.matches("fill-opacity").count(), 1, "so is a mark");
            assert_eq!(text.matches("<g ").count(), text.matches("</g>").count());
            assert_eq!(text, shogi_svg(&picture, &Style { theme, ..Style::default() }));
        }
    }
}
