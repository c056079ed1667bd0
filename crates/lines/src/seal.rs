//! What tells whether a file of answers is whole, and which questions it answers.
//!
//! A [`Seal`] is about questions: the program, their number, a fingerprint of all of them. [`Kept`] adds the length and the checksum of the
//! answers. The output has it in a file beside it, a part as its last line. Files are damaged and mixed up by accident, not by design,
//! so the checksum is a quick one.

use serde::{Deserialize, Serialize};

use crate::batch::Item;

/// Which questions are answered, by which program.
#[derive(Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Seal {
    program: String,
    questions: usize,
    part: usize,
    /// A fingerprint of all questions.
    fingerprint: String,
}

/// A seal with what was written.
#[derive(Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Kept {
    #[serde(flatten)]
    pub(crate) seal: Seal,
    /// Bytes of the answers.
    length: usize,
    checksum: String,
}

/// FNV-1a with 128 bits.
struct Hash(u128);

impl Hash {
    fn new() -> Hash {
        Hash(0x6c62_272e_07bb_0142_62b8_2175_6295_c58d)
    }

    fn add(&mut self, bytes: impl IntoIterator<Item = u8>) {
        for byte in bytes {
            self.0 = (self.0 ^ u128::from(byte)).wrapping_mul(0x0000_0000_0100_0000_0000_0000_0000_013b);
        }
    }

    fn text(&self) -> String {
        format!("{:032x}", self.0)
    }
}

impl Seal {
    /// The seal of these questions, answered in parts of so many.
    pub(crate) fn of(items: &[Item], part: usize) -> Seal {
        let mut hash = Hash::new();
        for item in items {
            let text = match item {
                Item::Question { object, .. } => crate::reply::text(object),
                Item::Broken { number, fault } => format!("{number} {fault}"),
            };
            hash.add(text.bytes().chain([0]));
        }
        let program = format!("tesuji {}", env!("CARGO_PKG_VERSION"));
        Seal { program, questions: items.len(), part, fingerprint: hash.text() }
    }

    pub(crate) fn read(bytes: &[u8]) -> Option<Seal> {
        serde_json::from_slice(bytes).ok()
    }
}

impl Kept {
    pub(crate) fn of(seal: Seal, answers: &[u8]) -> Kept {
        let mut hash = Hash::new();
        hash.add(answers.iter().copied());
        Kept { seal, length: answers.len(), checksum: hash.text() }
    }

    pub(crate) fn read(bytes: &[u8]) -> Option<Kept> {
        serde_json::from_slice(bytes).ok()
    }

    /// Whether these are the answers that were sealed.
    pub(crate) fn fits(&self, answers: &[u8]) -> bool {
        let mut hash = Hash::new();
        hash.add(answers.iter().copied());
        (self.length, &self.checksum) == (answers.len(), &hash.text())
    }

    /// Takes the last line off if it seals the lines before it for these questions. Whether it does.
    pub(crate) fn strip(bytes: &mut Vec<u8>, seal: &Seal) -> bool {
        let Some(lines) = bytes.strip_suffix(b"\n") else { return false };
        let start = lines.iter().rposition(|&byte| byte == b'\n').map_or(0, |at| at + 1);
        let fits =
            Kept::read(&lines[start..]).is_some_and(|kept| kept.seal == *seal && kept.fits(&lines[..start]));
        bytes.truncate(start);
        fits
    }
}
