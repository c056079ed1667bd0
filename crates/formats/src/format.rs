//! One door to all formats: which one a text has, and reading and writing without caring which.

use std::fmt;
use std::sync::Arc;

use tesuji_board::{Diagram, Fault, InvalidSetup, Topology};

use crate::charset;
use crate::error::{Error, Place, Problem};
use crate::json::{read_board, read_position, write_position};
use crate::sensei::{read_sensei, write_sensei};
use crate::sgf::{Moment, SgfTree, read_sgf};

/// A format of positions.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Format {
    /// Smart Game Format; `.sgf`.
    Sgf,
    /// The text diagram of [`Diagram`]; `.txt`, `.diagram`.
    Text,
    /// The `$$` diagram of Sensei's Library; `.sl`, `.sensei`.
    Sensei,
    /// A position as JSON; `.json`.
    Json,
}

impl Format {
    /// All formats.
    pub const ALL: [Format; 4] = [Format::Sgf, Format::Text, Format::Sensei, Format::Json];

    /// The format of a file name or an extension, in any case.
    ///
    /// ```
    /// use tesuji_formats::Format;
    /// assert_eq!(Format::of_file_name("games/Race.SGF"), Some(Format::Sgf));
    /// assert_eq!(Format::of_file_name("json"), Some(Format::Json));
    /// assert_eq!(Format::of_file_name("README"), None);
    /// ```
    #[must_use]
    pub fn of_file_name(name: &str) -> Option<Format> {
        let extension = name.rsplit('.').next().unwrap_or(name);
        match extension.to_ascii_lowercase().as_str() {
            "sgf" => Some(Format::Sgf),
            "txt" | "text" | "diagram" => Some(Format::Text),
            "sl" | "sensei" => Some(Format::Sensei),
            "json" => Some(Format::Json),
            _ => None,
        }
    }

    /// The format that the content of a file has, as far as can be seen; a text without any sign is a text diagram.
    ///
    /// ```
    /// use tesuji_formats::Format;
    /// assert_eq!(Format::detect(b"  (;SZ[9])"), Some(Format::Sgf));
    /// assert_eq!(Format::detect(b"{\"board\": \"square:9\"}"), Some(Format::Json));
    /// assert_eq!(Format::detect(b"$$B\n$$ | . X"), Some(Format::Sensei));
    /// assert_eq!(Format::detect(b". X O\n. . ."), Some(Format::Text));
    /// assert_eq!(Format::detect(b" "), None);
    /// ```
    #[must_use]
    pub fn detect(bytes: &[u8]) -> Option<Format> {
        let decoded = charset::decode(bytes);
        let text = decoded.text.trim_start_matches(|c: char| c.is_whitespace() || c == '\u{feff}');
        let has_game = || text.match_indices('(').any(|(i, _)| text[i + 1..].trim_start().starts_with(';'));
        match text.chars().next()? {
            '{' => Some(Format::Json),
            '(' => Some(Format::Sgf),
            _ if text.lines().any(|line| line.trim_start().starts_with("$$")) => Some(Format::Sensei),
            _ if has_game() => Some(Format::Sgf),
            _ => Some(Format::Text),
        }
    }
}

impl fmt::Display for Format {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Format::Sgf => "SGF",
            Format::Text => "text diagram",
            Format::Sensei => "Sensei's Library diagram",
            Format::Json => "JSON",
        })
    }
}

/// Reads a position in any format; without a hint, in the one that the content shows.
///
/// Of an SGF file it is the problem of the first game ([`Moment::Problem`]); of a Sensei's Library diagram, what it
/// shows after its numbered moves.
///
/// ```
/// use tesuji_formats::{Format, read_diagram, write};
/// let diagram = read_diagram(b"(;SZ[3]AB[aa][bb]PL[W])", None).unwrap();
/// assert_eq!(write(&diagram, Format::Sensei).unwrap(), "\
/// $$W
/// $$  -------
/// $$ | X . . |
/// $$ | . X . |
/// $$ | . . . |
/// $$  -------
/// ");
/// ```
///
/// # Errors
/// Whatever is wrong with the text, with its place.
pub fn read_diagram(bytes: &[u8], hint: Option<Format>) -> Result<Diagram, Error> {
    let format = hint.or_else(|| Format::detect(bytes)).ok_or_else(|| Problem::Empty.anywhere())?;
    match format {
        Format::Sgf => {
            let file = read_sgf(bytes)?;
            let game = file.games.first().ok_or_else(|| Problem::NoGame.anywhere())?;
            game.diagram(Moment::Problem)
        }
        Format::Sensei => read_sensei(bytes)?.after(),
        Format::Json => read_position(bytes),
        Format::Text => {
            let decoded = charset::decode(bytes);
            Diagram::parse(&decoded.text, None).map_err(|error| {
                let number = |n: usize| u32::try_from(n).unwrap_or(u32::MAX);
                let place = Place { line: number(error.line), column: number(error.column) };
                Problem::Diagram { message: error.message }.at(place)
            })
        }
    }
}

/// Writes a position; reading it back in the same format gives an equal one.
///
/// # Errors
/// [`Problem::NotExpressible`] if the format has no way to say it, [`Problem::InvalidSetup`] if stones are off the
/// board or on top of each other.
pub fn write(diagram: &Diagram, format: Format) -> Result<String, Error> {
    match format {
        Format::Sgf => Ok(SgfTree::from_diagram(diagram)?.write()),
        Format::Sensei => write_sensei(diagram),
        Format::Json => write_position(diagram),
        Format::Text => {
            check_expressible(diagram)?;
            Ok(diagram.to_string())
        }
    }
}

/// A board from its name, such as `square:9`, or from the contents of a JSON file. Opening the file is the caller's.
///
/// ```
/// use tesuji_formats::board_from_name_or_file;
/// assert_eq!(board_from_name_or_file(b"hexagon:4\n").unwrap().len(), 37);
/// assert_eq!(board_from_name_or_file(br#"{"points": 2, "edges": [[0, 1]]}"#).unwrap().len(), 2);
/// ```
///
/// # Errors
/// An unknown name, or whatever is wrong with the JSON text, with its place.
pub fn board_from_name_or_file(source: &[u8]) -> Result<Arc<Topology>, Error> {
    let decoded = charset::decode(source);
    match decoded.text.trim() {
        "" => Err(Problem::Empty.anywhere()),
        text if text.starts_with('{') => read_board(source),
        name => Ok(Topology::parse(name)?),
    }
}

/// Refuses what no format can express: points that the board does not have, two stones on a point.
pub(crate) fn check_expressible(diagram: &Diagram) -> Result<(), Error> {
    let setup = &diagram.setup;
    let mut faults: Vec<Fault> = setup
        .faults()
        .into_iter()
        .filter(|fault| matches!(fault, Fault::OffBoard(_) | Fault::BothColors(_)))
        .collect();
    let annotated = diagram.marks.keys().chain(diagram.labels.keys());
    faults.extend(annotated.filter(|p| p.index() >= setup.topology.len()).map(|&p| Fault::OffBoard(p)));
    if faults.is_empty() {
        return Ok(());
    }
    Err(Problem::InvalidSetup(Box::new(InvalidSetup { setup: Box::new(setup.clone()), faults })).anywhere())
}
