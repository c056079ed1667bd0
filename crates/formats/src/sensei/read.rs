//! The reader of `$$` diagrams.

use std::sync::Arc;

use tesuji_board::{Color, Diagram, KoRule, Mark, Point, Position, Rules, Setup, Topology};

use super::{MARKED, MOST_MOVES};
use crate::charset;
use crate::error::{Error, Place, Problem, lines};

/// What a `$$` diagram shows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SenseiDiagram {
    /// The text after the options of the first line.
    pub title: String,
    /// The stones before the numbered moves; the side to move plays number 1.
    pub before: Diagram,
    /// The numbered moves in order; `None` is a pass, which stands for a number that is not in the diagram.
    pub moves: Vec<(Color, Option<Point>)>,
    /// The number of the first move as the reader of the page sees it; usually 1.
    pub first_number: usize,
    /// Where the moves were read.
    places: Vec<Place>,
}

impl SenseiDiagram {
    /// The stones after the numbered moves, whose numbers become labels: what the picture shows, except for stones
    /// that the moves capture.
    ///
    /// # Errors
    /// [`Problem::IllegalMove`] or [`Problem::InvalidSetup`] if the moves cannot be played.
    pub fn after(&self) -> Result<Diagram, Error> {
        let Some(&start) = self.places.first() else { return Ok(self.before.clone()) };
        let rules = Rules { ko: KoRule::Simple, suicide: true };
        let mut position = Position::from_setup(&self.before.setup, rules)
            .map_err(|invalid| Problem::InvalidSetup(Box::new(invalid)).at(start))?;
        let mut numbers = Vec::new();
        for (index, (&(color, point), &place)) in self.moves.iter().zip(&self.places).enumerate() {
            let Some(point) = point else {
                position.pass(color);
                continue;
            };
            position.play(color, point).map_err(|why| {
                let point = self.before.setup.topology.name_of(point).to_string();
                Problem::IllegalMove { color, point, why: why.to_string() }.at(place)
            })?;
            numbers.push((point, self.first_number.saturating_add(index).to_string()));
        }
        let setup = position.to_setup();
        // A stone that was captured meanwhile takes its number with it.
        numbers.retain(|&(point, _)| setup.stone(point).is_some());
        let mut diagram = Diagram { setup, ..self.before.clone() };
        diagram.labels.extend(numbers);
        Ok(diagram)
    }
}

/// Reads the first `$$` diagram of a text; other lines are skipped.
///
/// ```
/// let page = b"Black is ahead here:\n$$B\n$$ | . X O . |\n$$ | X X O O |\n$$  --------- \n";
/// let diagram = tesuji_formats::read_sensei(page).unwrap().before;
/// assert_eq!(diagram.setup.topology.name(), "square:4");
/// assert_eq!(diagram.setup.stone(diagram.setup.topology.point("A1").unwrap()), Some(tesuji_board::Color::Black));
/// ```
///
/// # Errors
/// A sign without a meaning, rows that do not fit together, a board that is too small, with their place.
pub fn read_sensei(bytes: &[u8]) -> Result<SenseiDiagram, Error> {
    let decoded = charset::decode(bytes);
    let mut lines = dollar_lines(&decoded.text);
    let first = lines.next().ok_or_else(|| Problem::NoSenseiDiagram.anywhere())?;
    let mut picture = Picture::default();
    let heading = if is_row(first.text) {
        picture.line(&first)?;
        Heading::default()
    } else {
        Heading::parse(first.text)
    };
    for line in lines {
        picture.line(&line)?;
    }
    picture.finish(&heading, first.place)
}

/// The text after `$$`, and the place of its first character.
struct Line<'a> {
    text: &'a str,
    place: Place,
}

/// The lines of the first diagram: `$$` lines that follow each other.
fn dollar_lines(text: &str) -> impl Iterator<Item = Line<'_>> {
    lines(text)
        .enumerate()
        .map(|(index, line)| {
            let blanks = line.chars().take_while(|c| c.is_whitespace()).count();
            let rest = line.trim_start().strip_prefix("$$")?;
            let place = Place { line: index as u32 + 1, column: blanks as u32 + 3 };
            Some(Line { text: rest, place })
        })
        .skip_while(Option::is_none)
        .map_while(|line| line)
}

/// Whether a first line is not a heading but a row or an edge already: blanks, then only single signs.
fn is_row(text: &str) -> bool {
    let mut words = text.split_whitespace().peekable();
    text.starts_with(char::is_whitespace)
        && words.peek().is_some()
        && words.all(|word| word.chars().count() == 1 || word.starts_with(['-', '+', '|']))
}

/// What the first line says.
#[derive(Default)]
struct Heading {
    to_move: Option<Color>,
    size: Option<usize>,
    first_number: Option<usize>,
    title: String,
}

impl Heading {
    /// `Bc9m5 Title`, every part of which may be missing. A first word that is no option belongs to the title.
    fn parse(text: &str) -> Heading {
        let options = text.split(char::is_whitespace).next().unwrap_or("");
        let mut rest = options;
        let to_move = match rest.chars().next() {
            Some('B') => Some(Color::Black),
            Some('W') => Some(Color::White),
            _ => None,
        };
        rest = if to_move.is_some() { &rest[1..] } else { rest };
        rest = rest.strip_prefix('c').unwrap_or(rest);
        let size = take_number(&mut rest);
        let mut first_number = None;
        if let Some(after) = rest.strip_prefix('m') {
            rest = after;
            first_number = take_number(&mut rest);
        }
        if !rest.is_empty() {
            return Heading { title: text.trim().to_string(), ..Heading::default() };
        }
        Heading { to_move, size, first_number, title: text[options.len()..].trim().to_string() }
    }
}

/// Takes a number from the beginning of the text.
fn take_number(text: &mut &str) -> Option<usize> {
    let digits = text.bytes().take_while(u8::is_ascii_digit).count();
    let (number, rest) = text.split_at(digits);
    *text = rest;
    number.parse().ok()
}

/// The cells of the diagram and its edges.
#[derive(Default)]
struct Picture {
    rows: Vec<Vec<(char, Place)>>,
    left: bool,
    right: bool,
    top: bool,
    bottom: bool,
}

impl Picture {
    fn line(&mut self, line: &Line<'_>) -> Result<(), Error> {
        let text = line.text.trim();
        // Links and arrows.
        if text.is_empty() || text.starts_with(['[', '{']) {
            return Ok(());
        }
        if text.contains("--") && text.chars().all(|c| matches!(c, '-' | '+' | '|' | ' ')) {
            if self.rows.is_empty() {
                self.top = true;
            } else {
                self.bottom = true;
            }
            return Ok(());
        }
        let shape = |what: &str, place: Place| Problem::BadShape { what: what.to_string() }.at(place);
        if self.bottom {
            return Err(shape("there is a row below the bottom edge", line.place));
        }
        let mut cells = Vec::new();
        let mut right = false;
        let mut place = line.place;
        for character in line.text.chars() {
            match character {
                '|' if cells.is_empty() => self.left = true,
                '|' => right = true,
                c if c.is_whitespace() => {}
                _ if right => return Err(shape("there is a point to the right of the edge", place)),
                c => cells.push((c, place)),
            }
            place.column = place.column.saturating_add(1);
        }
        self.right |= right;
        if cells.is_empty() {
            return Err(shape("this row has no points", line.place));
        }
        if let Some(first) = self.rows.first().filter(|first| first.len() != cells.len()) {
            let what = format!("this row has {} points, the first has {}", cells.len(), first.len());
            return Err(shape(&what, line.place));
        }
        self.rows.push(cells);
        Ok(())
    }

    fn finish(self, heading: &Heading, start: Place) -> Result<SenseiDiagram, Error> {
        let shape = |what: String| Problem::BadShape { what }.at(start);
        let Some(first) = self.rows.first() else { return Err(shape("the diagram has no rows".into())) };
        let (columns, rows) = (first.len(), self.rows.len());
        let known_width = (self.left && self.right).then_some(columns);
        let known_height = (self.top && self.bottom).then_some(rows);
        let width = known_width.or(heading.size).or(known_height).unwrap_or(19);
        let height = known_height.or(heading.size).or(known_width).unwrap_or(19);
        if columns > width || rows > height {
            let what =
                format!("the diagram of {columns}x{rows} is larger than the board of {width}x{height}");
            return Err(shape(what));
        }
        let topology = Topology::parse(&format!("grid:{width}x{height}"))
            .map_err(|error| Problem::Topology(error).at(start))?;
        let offset = |low: bool, high: bool, drawn: usize, whole: usize| match (low, high) {
            (true, _) => 0,
            (false, true) => whole - drawn,
            (false, false) => (whole - drawn) / 2,
        };
        let across = offset(self.left, self.right, columns, width);
        let down = offset(self.top, self.bottom, rows, height);
        let mut cells = Cells::new(&topology, heading.to_move.unwrap_or(Color::Black));
        for (row, signs) in self.rows.iter().enumerate() {
            for (column, &(sign, place)) in signs.iter().enumerate() {
                let point = Point(((down + row) * width + across + column) as u16);
                cells.read(sign, point).map_err(|problem| problem.at(place))?;
                if sign.is_ascii_digit() {
                    cells.places[index_of_move(sign)] = place;
                }
            }
        }
        Ok(cells.finish(heading))
    }
}

/// The diagram as it is filled cell by cell.
struct Cells {
    diagram: Diagram,
    moves: [Option<Point>; MOST_MOVES],
    places: [Place; MOST_MOVES],
}

fn index_of_move(digit: char) -> usize {
    match digit {
        '1'..='9' => usize::from(digit as u8 - b'1'),
        _ => MOST_MOVES - 1,
    }
}

impl Cells {
    fn new(topology: &Arc<Topology>, to_move: Color) -> Cells {
        let setup = Setup { to_move, ..Setup::empty(topology.clone()) };
        Cells { diagram: Diagram::new(setup), moves: [None; MOST_MOVES], places: [Place::START; MOST_MOVES] }
    }

    fn read(&mut self, sign: char, point: Point) -> Result<(), Problem> {
        let mut put = |stone: Option<Color>, mark: Option<Mark>| {
            self.diagram.setup.put(point, stone);
            self.diagram.marks.extend(mark.map(|mark| (point, mark)));
        };
        match sign {
            '.' | ',' | '+' => {}
            'X' => put(Some(Color::Black), None),
            'O' => put(Some(Color::White), None),
            'a'..='z' => drop(self.diagram.labels.insert(point, sign.to_string())),
            '0'..='9' => {
                let index = index_of_move(sign);
                if self.moves[index].replace(point).is_some() {
                    return Err(Problem::RepeatedMove { number: index + 1 });
                }
            }
            _ => match MARKED.iter().find(|(known, ..)| *known == sign) {
                Some(&(_, stone, mark)) => put(stone, Some(mark)),
                None => return Err(Problem::UnknownCharacter { character: sign }),
            },
        }
        Ok(())
    }

    fn finish(self, heading: &Heading) -> SenseiDiagram {
        let count = self.moves.iter().rposition(Option::is_some).map_or(0, |index| index + 1);
        let first = self.diagram.setup.to_move;
        let colors = [first, first.opponent()].into_iter().cycle();
        SenseiDiagram {
            title: heading.title.clone(),
            before: self.diagram,
            moves: colors.zip(self.moves).take(count).collect(),
            first_number: heading.first_number.unwrap_or(1),
            places: self.places[..count].to_vec(),
        }
    }
}
