//! Properties of SGF nodes: names, values, and what kind of value each name has.
//!
//! A value is kept as the text it *means*: escapes resolved, soft line breaks gone, white space as the kind of the
//! property wants it. The one thing that plain text cannot say is which colon separates the two halves of a composed
//! value (`LB[aa:1\:2]`), so a value remembers that.

use std::fmt;

use smallvec::SmallVec;

use crate::error::Place;

/// The name of a property: 1 to 16 capital letters and digits.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Identifier([u8; Identifier::LONGEST]);

impl Identifier {
    /// The largest number of letters of a name.
    pub const LONGEST: usize = 16;

    /// Reads a name as all versions of SGF write it: lower case letters do not count, so `AddBlack` is `AB`. A name
    /// that has only lower case letters is taken as if they were capitals.
    ///
    /// ```
    /// use tesuji_formats::Identifier;
    /// assert_eq!(Identifier::parse("AddBlack").unwrap().as_str(), "AB");
    /// assert_eq!(Identifier::parse("c").unwrap().as_str(), "C");
    /// assert_eq!(Identifier::parse("Ä"), None);
    /// ```
    #[must_use]
    pub fn parse(text: &str) -> Option<Identifier> {
        if !text.bytes().all(|b| b.is_ascii_alphanumeric()) {
            return None;
        }
        let all_small = !text.bytes().any(|b| b.is_ascii_uppercase());
        let mut letters = [0; Identifier::LONGEST];
        let counted = text.bytes().filter(|b| all_small || !b.is_ascii_lowercase());
        for (index, byte) in counted.enumerate() {
            *letters.get_mut(index)? = byte.to_ascii_uppercase();
        }
        letters[0].is_ascii_uppercase().then_some(Identifier(letters))
    }

    /// The name.
    #[must_use]
    pub fn as_str(&self) -> &str {
        let length = self.0.iter().position(|&b| b == 0).unwrap_or(Identifier::LONGEST);
        std::str::from_utf8(&self.0[..length]).unwrap_or_default()
    }

    /// What kind of values the property has.
    #[must_use]
    pub(crate) fn kind(self) -> Kind {
        self.entry().map_or(Kind::Unknown, |index| TABLE[index].1)
    }

    /// The place of the property in a written node: the known ones as in the table, then the others.
    pub(crate) fn rank(self) -> usize {
        self.entry().unwrap_or(TABLE.len())
    }

    fn entry(self) -> Option<usize> {
        // All names of the table have one or two letters.
        if self.0[2] != 0 {
            return None;
        }
        let letters = [self.0[0], self.0[1]];
        TABLE.iter().position(|(name, _)| *name == letters)
    }
}

impl fmt::Display for Identifier {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

impl fmt::Debug for Identifier {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

impl PartialEq<str> for Identifier {
    fn eq(&self, other: &str) -> bool {
        self.as_str() == other
    }
}

impl PartialEq<&str> for Identifier {
    fn eq(&self, other: &&str) -> bool {
        self.as_str() == *other
    }
}

/// What kind of values a property has: decides white space, colons, and how many there may be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    /// Text with line breaks.
    Text,
    /// Text on one line.
    SimpleText,
    /// Number, colour, emphasis, or nothing.
    Plain,
    /// A point, or nothing for a pass.
    Move,
    /// Board size: a number, or two.
    Size,
    /// One value of two halves, the second a text: `AP[tesuji:1]`.
    Composed,
    /// Points, or rectangles of points.
    Points,
    /// Points with a text each.
    Labels,
    /// Pairs of points.
    PointPairs,
    /// A property this table does not know: kept as it is.
    Unknown,
}

impl Kind {
    /// Whether a property may have several values.
    pub(crate) fn is_list(self) -> bool {
        matches!(self, Kind::Points | Kind::Labels | Kind::PointPairs | Kind::Unknown)
    }

    /// Whether an unescaped colon separates two halves.
    pub(crate) fn has_halves(self) -> bool {
        !matches!(self, Kind::Text | Kind::SimpleText | Kind::Plain | Kind::Move)
    }

    /// Whether white space means nothing.
    fn is_compact(self) -> bool {
        matches!(self, Kind::Plain | Kind::Move | Kind::Size | Kind::Points | Kind::PointPairs)
    }

    /// Whether line breaks count.
    fn has_lines(self) -> bool {
        matches!(self, Kind::Text | Kind::Unknown)
    }
}

/// Every property of `FF[4]` for Go, and the common ones of `FF[1]` to `FF[3]`, in the order of writing.
const TABLE: &[([u8; 2], Kind)] = &[
    // The file.
    (*b"FF", Kind::Plain),
    (*b"GM", Kind::Plain),
    (*b"CA", Kind::SimpleText),
    (*b"AP", Kind::Composed),
    (*b"SZ", Kind::Size),
    (*b"ST", Kind::Plain),
    // The game.
    (*b"GN", Kind::SimpleText),
    (*b"EV", Kind::SimpleText),
    (*b"RO", Kind::SimpleText),
    (*b"DT", Kind::SimpleText),
    (*b"PC", Kind::SimpleText),
    (*b"PB", Kind::SimpleText),
    (*b"BR", Kind::SimpleText),
    (*b"BT", Kind::SimpleText),
    (*b"PW", Kind::SimpleText),
    (*b"WR", Kind::SimpleText),
    (*b"WT", Kind::SimpleText),
    (*b"HA", Kind::Plain),
    (*b"KM", Kind::Plain),
    (*b"RU", Kind::SimpleText),
    (*b"TM", Kind::Plain),
    (*b"OT", Kind::SimpleText),
    (*b"RE", Kind::SimpleText),
    (*b"ON", Kind::SimpleText),
    (*b"AN", Kind::SimpleText),
    (*b"SO", Kind::SimpleText),
    (*b"US", Kind::SimpleText),
    (*b"CP", Kind::SimpleText),
    (*b"GC", Kind::Text),
    // Moves and set-up.
    (*b"KO", Kind::Plain),
    (*b"MN", Kind::Plain),
    (*b"B\0", Kind::Move),
    (*b"W\0", Kind::Move),
    (*b"BL", Kind::Plain),
    (*b"WL", Kind::Plain),
    (*b"OB", Kind::Plain),
    (*b"OW", Kind::Plain),
    (*b"AB", Kind::Points),
    (*b"AW", Kind::Points),
    (*b"AE", Kind::Points),
    (*b"PL", Kind::Plain),
    (*b"KP", Kind::Move),
    // Marks.
    (*b"TR", Kind::Points),
    (*b"SQ", Kind::Points),
    (*b"CR", Kind::Points),
    (*b"MA", Kind::Points),
    (*b"SL", Kind::Points),
    (*b"LB", Kind::Labels),
    (*b"AR", Kind::PointPairs),
    (*b"LN", Kind::PointPairs),
    (*b"DD", Kind::Points),
    (*b"TB", Kind::Points),
    (*b"TW", Kind::Points),
    (*b"VW", Kind::Points),
    (*b"M\0", Kind::Points),
    (*b"L\0", Kind::Points),
    // Judgements and text.
    (*b"DM", Kind::Plain),
    (*b"GB", Kind::Plain),
    (*b"GW", Kind::Plain),
    (*b"UC", Kind::Plain),
    (*b"HO", Kind::Plain),
    (*b"V\0", Kind::Plain),
    (*b"BM", Kind::Plain),
    (*b"DO", Kind::Plain),
    (*b"IT", Kind::Plain),
    (*b"TE", Kind::Plain),
    (*b"PM", Kind::Plain),
    (*b"FG", Kind::Composed),
    (*b"N\0", Kind::SimpleText),
    (*b"C\0", Kind::Text),
];

/// One value of a property.
#[derive(Clone)]
pub struct Value {
    text: Box<str>,
    /// The byte of the colon between the halves; `u32::MAX` if there is none.
    colon: u32,
    place: Option<Place>,
}

const NO_COLON: u32 = u32::MAX;

impl Value {
    /// A value of one part.
    #[must_use]
    pub fn new(text: &str) -> Value {
        Value { text: text.into(), colon: NO_COLON, place: None }
    }

    /// A value of two halves, as in `LB[aa:1]`.
    #[must_use]
    pub fn pair(first: &str, second: &str) -> Value {
        let colon = u32::try_from(first.len()).unwrap_or(NO_COLON);
        Value { text: format!("{first}:{second}").into(), colon, place: None }
    }

    /// The whole text, escapes resolved.
    #[must_use]
    pub fn text(&self) -> &str {
        &self.text
    }

    /// The two halves, if an unescaped colon separates them.
    ///
    /// ```
    /// use tesuji_formats::Value;
    /// assert_eq!(Value::pair("aa", "1:2").halves(), Some(("aa", "1:2")));
    /// assert_eq!(Value::new("12:30").halves(), None);
    /// ```
    #[must_use]
    pub fn halves(&self) -> Option<(&str, &str)> {
        let colon = self.colon as usize;
        Some((self.text.get(..colon)?, self.text.get(colon + 1..)?))
    }

    /// Where the value was read.
    #[must_use]
    pub fn place(&self) -> Option<Place> {
        self.place
    }

    /// The value of a property of this kind that stands between brackets in a file.
    pub(crate) fn read(raw: &str, kind: Kind, place: Place) -> Value {
        Value { place: Some(place), ..clean(raw, kind, Backslash::Escapes, None) }
    }

    /// Several texts as one, each on its own line, at the place of the first.
    pub(crate) fn joined(values: &[Value]) -> Value {
        let texts: Vec<&str> = values.iter().map(Value::text).collect();
        Value { place: values.first().and_then(Value::place), ..Value::new(&texts.join("\n")) }
    }

    /// The same value in the form that reading gives it.
    pub(crate) fn cleaned(&self, kind: Kind) -> Value {
        let colon = kind.has_halves().then_some(self.colon as usize);
        Value { place: self.place, ..clean(&self.text, kind, Backslash::IsText, colon) }
    }

    /// The value as it stands between brackets.
    pub(crate) fn escaped(&self, kind: Kind) -> String {
        let mut out = String::with_capacity(self.text.len());
        for (offset, character) in self.text.char_indices() {
            let escape = match character {
                '\\' | ']' => true,
                ':' if !kind.has_halves() => false,
                // An unknown property may well be plain text: only what would be misread is escaped.
                ':' if kind == Kind::Unknown => offset < self.colon as usize,
                ':' => offset != self.colon as usize,
                _ => false,
            };
            if escape {
                out.push('\\');
            }
            out.push(character);
        }
        out
    }
}

/// Places do not count: a tree that was written and read again is the same tree.
impl PartialEq for Value {
    fn eq(&self, other: &Value) -> bool {
        self.text == other.text && self.colon == other.colon
    }
}

impl Eq for Value {}

impl fmt::Debug for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.halves() {
            Some((first, second)) => write!(f, "[{first:?}:{second:?}]"),
            None => write!(f, "[{:?}]", self.text),
        }
    }
}

#[derive(Clone, Copy, PartialEq)]
enum Backslash {
    Escapes,
    IsText,
}

/// Resolves escapes and white space as the kind wants it, and finds the colon: the first unescaped one, or the one
/// that is at byte `known_colon`.
fn clean(raw: &str, kind: Kind, backslash: Backslash, known_colon: Option<usize>) -> Value {
    if raw.bytes().all(|byte| byte > b' ' && byte != b'\\' && byte != b':') {
        // Most values are a point: nothing to resolve.
        return Value::new(raw);
    }
    let mut text = String::with_capacity(raw.len());
    let mut colon = NO_COLON;
    let mut characters = raw.char_indices().peekable();
    while let Some((offset, first)) = characters.next() {
        let mut character = first;
        let escaped = backslash == Backslash::Escapes && character == '\\';
        if escaped {
            match characters.next() {
                Some((_, next)) => character = next,
                None => break,
            }
        }
        if matches!(character, '\n' | '\r') {
            // CR LF and LF CR are one line break.
            let other = if character == '\n' { '\r' } else { '\n' };
            characters.next_if(|&(_, next)| next == other);
            character = '\n';
        }
        match character {
            '\n' if escaped => {}
            c if c.is_ascii_whitespace() || c == '\x0b' => {
                if c == '\n' && kind.has_lines() {
                    text.push('\n');
                } else if !kind.is_compact() {
                    text.push(' ');
                }
            }
            ':' => {
                let separates = match backslash {
                    Backslash::Escapes => !escaped && colon == NO_COLON && kind.has_halves(),
                    Backslash::IsText => known_colon == Some(offset),
                };
                if separates {
                    colon = u32::try_from(text.len()).unwrap_or(NO_COLON);
                }
                text.push(':');
            }
            other => text.push(other),
        }
    }
    Value { text: text.into(), colon, place: None }
}

/// A property of a node: a name and its values, at least one.
#[derive(Clone)]
pub struct Property {
    pub(crate) identifier: Identifier,
    pub(crate) values: SmallVec<[Value; 1]>,
    pub(crate) place: Option<Place>,
}

impl Property {
    /// The name.
    #[must_use]
    pub fn identifier(&self) -> Identifier {
        self.identifier
    }

    /// The values, at least one.
    #[must_use]
    pub fn values(&self) -> &[Value] {
        &self.values
    }

    /// The text of the first value.
    #[must_use]
    pub fn text(&self) -> &str {
        self.values.first().map_or("", Value::text)
    }

    /// Where the name was read.
    #[must_use]
    pub fn place(&self) -> Option<Place> {
        self.place
    }

    /// The key by which properties of a node are kept in order.
    pub(crate) fn order(&self) -> (usize, Identifier) {
        (self.identifier.rank(), self.identifier)
    }
}

/// Places do not count.
impl PartialEq for Property {
    fn eq(&self, other: &Property) -> bool {
        self.identifier == other.identifier && self.values == other.values
    }
}

impl Eq for Property {}

impl fmt::Debug for Property {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.identifier)?;
        self.values.iter().try_for_each(|value| write!(f, "{value:?}"))
    }
}
