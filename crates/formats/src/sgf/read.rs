//! The lenient reader.
//!
//! One pass over the decoded text, one loop, an explicit stack of open variations. What is merely untidy is repaired
//! and reported as a [`Warning`]; the one thing that cannot be repaired is a value without its closing bracket,
//! because everything after it would be swallowed.
//!
//! Games come one after the other ([`SgfGames`]): a collection of a hundred thousand problems takes the memory of one.

use std::collections::HashSet;

use smallvec::SmallVec;

use super::coordinate::shown;
use super::property::{Identifier, Kind, Property, Value};
use super::tree::{LastBoard, Node, NodeId, SgfTree};
use crate::charset;
use crate::error::{Error, Place, Problem, Warning};

/// What an SGF file holds.
#[derive(Clone, Debug)]
pub struct SgfFile {
    /// The games, at least one.
    pub games: Vec<SgfTree>,
    /// What was repaired, in the order of the file; after a hundred repairs the rest is not listed.
    pub warnings: Vec<Warning>,
    /// The encoding of the file, such as `UTF-8` or `Shift_JIS`.
    pub encoding: &'static str,
}

/// Reads an SGF file, `FF[1]` to `FF[4]`, in any encoding.
///
/// ```
/// let file = tesuji_formats::read_sgf(b"Date: today (;GaMe[1]SiZe[9];Black[ee];White[gc]").unwrap();
/// assert_eq!(file.games[0].len(), 3);
/// assert_eq!(file.games[0].write(), "(;FF[4]GM[1]CA[UTF-8]SZ[9]\n;B[ee];W[gc])\n");
/// assert_eq!(file.warnings.len(), 2); // what stands before the game, and the missing parenthesis
/// ```
///
/// # Errors
/// [`Problem::Empty`], [`Problem::NoGame`] or [`Problem::UnclosedValue`]; everything else is repaired, with a
/// warning.
pub fn read_sgf(bytes: &[u8]) -> Result<SgfFile, Error> {
    let decoded = charset::decode(bytes);
    let warnings = decoded.warning().map(|message| Warning { place: Place::START, message });
    let mut file = read_sgf_text(&decoded.text)?;
    file.warnings.splice(0..0, warnings);
    file.encoding = decoded.encoding;
    Ok(file)
}

/// Reads all games of a text whose characters are known already: what its `CA` says of bytes does not matter any more.
///
/// # Errors
/// As [`read_sgf`].
pub fn read_sgf_text(text: &str) -> Result<SgfFile, Error> {
    let mut reader = SgfGames::new(text, |_| true);
    let games = reader.by_ref().collect::<Result<Vec<SgfTree>, Error>>()?;
    Ok(SgfFile { games, warnings: reader.into_warnings(), encoding: "UTF-8" })
}

/// The games of a text one after the other: each is read when it is asked for, and nobody keeps those before it.
///
/// Whoever reads is asked every few hundred properties whether to go on, and is told the bytes that the game takes by then; a
/// game that is given up is [`Problem::GivenUp`], and the last one.
///
/// ```
/// use tesuji_formats::SgfGames;
/// let mut games = SgfGames::new("(;SZ[9])(;SZ[13];B[aa])", |_| true);
/// let moves: Vec<usize> = games.by_ref().map(|game| game.unwrap().len()).collect();
/// assert_eq!(moves, [1, 2]);
/// assert!(games.into_warnings().is_empty());
/// ```
pub struct SgfGames<'a> {
    reader: Reader<'a>,
    /// Only a file that has no `(;` anywhere is searched for a parenthesis with a property.
    starts_game: fn(&str) -> bool,
    over: bool,
}

impl<'a> SgfGames<'a> {
    /// The games of a text whose characters are known already.
    pub fn new(text: &'a str, go_on: impl FnMut(u64) -> bool + 'a) -> SgfGames<'a> {
        // A mail before the game may have parentheses too; `(;` is the sign.
        let starts_game: fn(&str) -> bool =
            if begins(text, starts_with_node) { starts_with_node } else { starts_with_property };
        SgfGames { reader: Reader::new(text, Box::new(go_on)), starts_game, over: false }
    }

    /// What was repaired so far.
    #[must_use]
    pub fn into_warnings(self) -> Vec<Warning> {
        self.reader.warnings
    }
}

impl Iterator for SgfGames<'_> {
    type Item = Result<SgfTree, Error>;

    fn next(&mut self) -> Option<Result<SgfTree, Error>> {
        if self.over {
            return None;
        }
        let game = self.reader.next_game(self.starts_game).transpose();
        self.over = !matches!(game, Some(Ok(_)));
        game
    }
}

/// The most warnings that are listed.
const MOST_WARNINGS: usize = 100;

/// After so many properties and nodes the reader asks whether to go on.
const STEP: u32 = 512;

struct Reader<'a> {
    text: &'a str,
    offset: usize,
    place: Place,
    has_game: bool,
    warnings: Vec<Warning>,
    /// The board of the game that was asked last: most collections have one size only.
    board: LastBoard,
    go_on: Box<dyn FnMut(u64) -> bool + 'a>,
    /// Bytes of the game that is read, about.
    bytes: u64,
    steps: u32,
}

/// What is known while the nodes of one game are read.
struct Game {
    tree: Option<SgfTree>,
    /// The node that the next one continues, and whether that node can still take properties.
    node: Option<NodeId>,
    open: bool,
    /// What was read of the open node, in the order of the file.
    pending: Vec<Property>,
    has_move: bool,
    /// For each open parenthesis but the first, the node before it.
    stack: Vec<Option<NodeId>>,
    /// The place just after the last thing that made no sense, so that neighbours are reported once.
    junk_until: usize,
}

impl<'a> Reader<'a> {
    fn new(text: &'a str, go_on: Box<dyn FnMut(u64) -> bool + 'a>) -> Reader<'a> {
        Reader {
            text,
            offset: 0,
            place: Place::START,
            has_game: false,
            warnings: Vec::new(),
            board: LastBoard::default(),
            go_on,
            bytes: 0,
            steps: 0,
        }
    }

    /// Counts what was kept of the text, and asks now and then whether to go on.
    fn count(&mut self, bytes: usize) -> Result<(), Error> {
        self.bytes += bytes as u64;
        self.steps += 1;
        if self.steps.is_multiple_of(STEP) && !(self.go_on)(self.bytes) {
            return Err(Problem::GivenUp.at(self.place));
        }
        Ok(())
    }

    fn warn(&mut self, place: Place, message: impl Into<String>) {
        match self.warnings.len() {
            0..MOST_WARNINGS => self.warnings.push(Warning { place, message: message.into() }),
            MOST_WARNINGS => {
                self.warnings.push(Warning { place, message: "further repairs are not listed".into() });
            }
            _ => {}
        }
    }

    #[inline]
    fn peek(&self) -> Option<char> {
        match self.text.as_bytes().get(self.offset) {
            Some(&byte) if byte.is_ascii() => Some(char::from(byte)),
            _ => self.text[self.offset..].chars().next(),
        }
    }

    #[inline]
    fn bump(&mut self) {
        // Nearly all of a file is printable ASCII, which ends no line.
        if matches!(self.text.as_bytes().get(self.offset), Some(b' '..=b'~')) {
            self.place.column = self.place.column.saturating_add(1);
            self.offset += 1;
            return;
        }
        let mut rest = self.text[self.offset..].chars();
        if let Some(character) = rest.next() {
            self.place = self.place.after(character, rest.next());
            self.offset += character.len_utf8();
        }
    }

    fn skip_while(&mut self, test: impl Fn(char) -> bool) -> &'a str {
        let start = self.offset;
        while self.peek().is_some_and(&test) {
            self.bump();
        }
        &self.text[start..self.offset]
    }

    fn skip_blanks(&mut self) {
        self.skip_while(is_blank);
    }

    /// The next game, and what is before it; nothing after the last one.
    fn next_game(&mut self, starts_game: fn(&str) -> bool) -> Result<Option<SgfTree>, Error> {
        if self.offset == 0 {
            // Numbers of nodes, lines and columns are kept in 32 bits.
            if self.text.len() >= u32::MAX as usize {
                return Err(Problem::TooLarge.anywhere());
            }
            if self.text.chars().all(is_blank) {
                return Err(Problem::Empty.anywhere());
            }
        }
        loop {
            let place = self.place;
            let start = self.offset;
            while self.offset < self.text.len() && !starts_game(&self.text[self.offset..]) {
                self.bump();
                self.count(0)?;
            }
            if !self.text[start..self.offset].chars().all(is_blank) {
                let where_ = if self.has_game { "after a" } else { "before the first" };
                self.warn(place, format!("text {where_} game was skipped"));
            }
            if self.offset == self.text.len() {
                return if self.has_game { Ok(None) } else { Err(Problem::NoGame.anywhere()) };
            }
            if let Some(tree) = self.game()? {
                self.has_game = true;
                return Ok(Some(tree));
            }
        }
    }

    /// One game, from its parenthesis to the one that closes it.
    fn game(&mut self) -> Result<Option<SgfTree>, Error> {
        let start = self.place;
        self.bump();
        self.bytes = 0;
        let mut game = Game {
            tree: None,
            node: None,
            open: false,
            pending: Vec::new(),
            has_move: false,
            stack: Vec::new(),
            junk_until: usize::MAX,
        };
        loop {
            self.skip_blanks();
            self.count(0)?;
            let place = self.place;
            match self.peek() {
                None => {
                    self.finish_node(&mut game);
                    self.warn(place, "closing parentheses are missing at the end");
                    break;
                }
                Some('(') => {
                    self.bump();
                    self.finish_node(&mut game);
                    game.stack.push(game.node);
                }
                Some(')') => {
                    self.bump();
                    self.finish_node(&mut game);
                    let Some(node) = game.stack.pop() else { break };
                    game.node = node;
                }
                Some(';') => {
                    self.bump();
                    self.count(size_of::<Node>())?;
                    self.start_node(&mut game);
                }
                Some(c) if c.is_ascii_alphabetic() => self.property(&mut game)?,
                Some('[') => {
                    self.value("a property without a name")?;
                    self.warn(place, "a value without a property was skipped");
                }
                Some(_) => {
                    if game.junk_until != self.offset {
                        self.warn(place, "characters without meaning were skipped");
                    }
                    self.bump();
                    game.junk_until = self.offset;
                }
            }
        }
        if game.tree.is_none() {
            self.warn(start, "a game without any node was skipped");
        }
        Ok(game.tree)
    }

    fn property(&mut self, game: &mut Game) -> Result<(), Error> {
        let place = self.place;
        let name = self.skip_while(|c| c.is_ascii_alphanumeric());
        self.skip_blanks();
        if self.peek() != Some('[') {
            self.warn(place, format!("'{}' has no value and was skipped", shown(name)));
            return Ok(());
        }
        let Some(identifier) = Identifier::parse(name) else {
            self.warn(place, format!("'{}' is not the name of a property and was skipped", shown(name)));
            while self.peek() == Some('[') {
                self.value(&shown(name))?;
                self.skip_blanks();
            }
            return Ok(());
        };
        if !name.bytes().any(|b| b.is_ascii_uppercase()) {
            self.warn(place, format!("'{name}' was taken as {identifier}"));
        }
        let kind = identifier.kind();
        let mut values: SmallVec<[Value; 1]> = SmallVec::new();
        while self.peek() == Some('[') {
            let place = self.place;
            let raw = self.value(identifier.as_str())?;
            values.push(Value::read(raw, kind, place));
            self.count(size_of::<Property>() + raw.len())?;
            self.skip_blanks();
        }
        // Two moves in one node can only be a lost semicolon.
        if !game.open || (is_move(identifier) && game.has_move) {
            self.warn(place, format!("a semicolon is missing before {identifier}"));
            self.start_node(game);
        }
        game.has_move |= is_move(identifier);
        game.pending.push(Property { identifier, values, place: Some(place) });
        Ok(())
    }

    fn start_node(&mut self, game: &mut Game) {
        self.finish_node(game);
        game.open = true;
        game.has_move = false;
        game.node = Some(match (&mut game.tree, game.node) {
            (Some(tree), Some(parent)) => tree.add_child(parent),
            // A second root becomes a variation after the first.
            (Some(tree), None) => tree.add_child(NodeId::ROOT),
            (tree, _) => {
                *tree = Some(SgfTree { board: self.board.clone(), ..SgfTree::new() });
                NodeId::ROOT
            }
        });
    }

    /// Gives the open node its properties: in order, each name once, each with as many values as it may have.
    fn finish_node(&mut self, game: &mut Game) {
        if !std::mem::take(&mut game.open) {
            return;
        }
        let mut pending = std::mem::take(&mut game.pending);
        if pending.len() > 1 {
            pending.sort_by_cached_key(Property::order);
        }
        let mut properties: Vec<Property> = Vec::with_capacity(pending.len());
        for property in pending.drain(..) {
            match properties.last_mut() {
                Some(last) if last.identifier == property.identifier => {
                    let place = property.place.unwrap_or(Place::START);
                    self.warn(place, format!("{} is in the node twice", property.identifier));
                    last.values.extend(property.values);
                }
                _ => properties.push(property),
            }
        }
        for property in &mut properties {
            if property.values.len() > 1 {
                self.reduce(property);
            }
        }
        game.pending = pending;
        if let (Some(tree), Some(node)) = (&mut game.tree, game.node) {
            properties.shrink_to_fit();
            tree.nodes[node.index()].properties = properties;
        }
    }

    /// Brings several values of one property to what its kind allows.
    fn reduce(&mut self, property: &mut Property) {
        let identifier = property.identifier;
        let kind = identifier.kind();
        let values = std::mem::take(&mut property.values);
        let place_of = |value: &Value| value.place().unwrap_or(Place::START);
        match kind {
            Kind::Unknown => property.values = values,
            Kind::Text => {
                self.warn(place_of(&values[1]), format!("{identifier} has several texts; they were joined"));
                property.values.push(Value::joined(&values));
            }
            _ if kind.is_list() => {
                let mut seen = HashSet::new();
                let mut kept = SmallVec::with_capacity(values.len());
                for value in &values {
                    if seen.insert((value.text(), value.halves())) {
                        kept.push(value.clone());
                    } else {
                        let again = shown(value.text());
                        self.warn(place_of(value), format!("{identifier} has '{again}' twice"));
                    }
                }
                property.values = kept;
            }
            _ => {
                for lost in values.iter().skip(1).filter(|value| **value != values[0]) {
                    let text = shown(lost.text());
                    self.warn(
                        place_of(lost),
                        format!("{identifier} can have one value; '{text}' was skipped"),
                    );
                }
                property.values.extend(values.into_iter().take(1));
            }
        }
    }

    /// The characters between brackets, still escaped.
    fn value(&mut self, property: &str) -> Result<&'a str, Error> {
        let opening = self.place;
        self.bump();
        let start = self.offset;
        while let Some(character) = self.peek() {
            match character {
                ']' => {
                    let raw = &self.text[start..self.offset];
                    self.bump();
                    return Ok(raw);
                }
                '\\' => {
                    self.bump();
                    self.bump();
                }
                _ => self.bump(),
            }
        }
        Err(Problem::UnclosedValue { property: property.to_string() }.at(opening))
    }
}

fn is_blank(c: char) -> bool {
    c.is_whitespace() || c == '\u{feff}' || c == '\0'
}

fn is_move(identifier: Identifier) -> bool {
    identifier == "B" || identifier == "W"
}

/// Whether some parenthesis of the text passes the test.
fn begins(text: &str, test: fn(&str) -> bool) -> bool {
    text.match_indices('(').any(|(offset, _)| test(&text[offset..]))
}

fn starts_with_node(text: &str) -> bool {
    text.strip_prefix('(').is_some_and(|rest| rest.trim_start().starts_with(';'))
}

fn starts_with_property(text: &str) -> bool {
    let Some(rest) = text.strip_prefix('(') else { return false };
    let rest = rest.trim_start();
    let letters = rest.bytes().take(40).take_while(u8::is_ascii_alphanumeric).count();
    letters > 0 && rest[letters..].trim_start().starts_with('[')
}
