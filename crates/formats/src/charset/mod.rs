//! From bytes to text.
//!
//! SGF files are older than Unicode, and a file names its encoding, if at all, inside itself: `CA[Shift_JIS]`. In
//! Shift-JIS, GBK and Big5 the second byte of a character can be `\` or `]`, so a file must be decoded *before* it
//! is parsed, and `CA` must be found without parsing. A plain search for `CA[name]` is safe: inside of another
//! value the `]` would have to be escaped, and `name\` is the name of no encoding.
//!
//! The order of evidence: a byte-order mark (it cannot be there by chance), `CA` if it names a known encoding and
//! the bytes obey it, valid UTF-8, `CA` again if nearly all bytes obey it, and last a guess by the frequency of
//! letters.
//!
//! Browsers have all of this themselves: there texts come decoded, and none of the tables is carried along.

use std::borrow::Cow;

#[cfg(not(target_family = "wasm"))]
mod tables;

#[cfg(not(target_family = "wasm"))]
pub use tables::decode;

/// A decoded text and how its encoding was found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Decoded<'a> {
    /// The text, without a byte-order mark.
    pub text: Cow<'a, str>,
    /// The name of the encoding, such as `UTF-8` or `Shift_JIS`.
    pub encoding: &'static str,
    /// How it was found.
    pub evidence: Evidence,
    /// Whether some bytes had no meaning in this encoding and were replaced by U+FFFD.
    pub damaged: bool,
}

impl Decoded<'_> {
    /// What a reader should know about the encoding, if there was anything to guess or to repair.
    #[must_use]
    pub fn warning(&self) -> Option<String> {
        if self.damaged {
            return Some(format!("some bytes have no meaning in {}", self.encoding));
        }
        (self.evidence == Evidence::Guessed)
            .then(|| format!("the encoding is not given; {} was guessed", self.encoding))
    }
}

/// How the encoding of a text was found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Evidence {
    /// A byte-order mark.
    ByteOrderMark,
    /// The property `CA`.
    Declared,
    /// The bytes are valid UTF-8 (or plain ASCII).
    ValidUtf8,
    /// A guess from the frequency of letters; `CA` was missing, unknown or wrong.
    Guessed,
}

/// A text that a page has decoded.
#[cfg(target_family = "wasm")]
#[must_use]
pub fn decode(bytes: &[u8]) -> Decoded<'_> {
    let damaged = std::str::from_utf8(bytes).is_err();
    let text = String::from_utf8_lossy(bytes.strip_prefix("\u{feff}".as_bytes()).unwrap_or(bytes));
    Decoded { text, encoding: "UTF-8", evidence: Evidence::ValidUtf8, damaged }
}
