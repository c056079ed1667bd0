//! The solution as the bytes of a file.
//!
//! ```text
//! "tesuji simpei table\n"   what this is
//! version, pieces           one byte each
//! values, orders            each: unpacked size and packed size (u32, little endian), the bytes packed by deflate
//! checksum                  CRC-32 of everything before it (u32, little endian)
//! ```
//!
//! Reading and writing files is the caller's business.

use std::io::{Read as _, Write as _};

use flate2::read::DeflateDecoder;
use flate2::write::DeflateEncoder;
use flate2::{Compression, Crc};
use tesuji_job::{Progress, Watch, Why};

use crate::solution::Solution;

const MAGIC: &[u8] = b"tesuji simpei table\n";
/// Goes up whenever the meaning of the bytes changes.
const VERSION: u8 = 2;
/// Half a second takes 29 MB to 6; the levels above take up to ten times as long and save a tenth of that.
const LEVEL: u32 = 3;
/// Bytes packed between two looks at the watch.
const BYTES_BETWEEN_LOOKS: usize = 1 << 18;
const TAKES_ALL: &str = "memory takes every byte";

/// Why bytes are no solution.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum BadTable {
    /// It begins differently.
    #[error("it is no Simpei table")]
    NotATable,
    /// It was written by another version of the program.
    #[error("it is a Simpei table of format {0}, and this program writes and reads format {VERSION}")]
    OtherVersion(u8),
    /// It was cut short or changed.
    #[error("the table is damaged: its checksum does not fit")]
    Damaged,
}

impl Solution {
    /// The solution as the bytes of a file. It takes half a second, which [`Solution::encode_watched`] can cut short.
    #[must_use]
    pub fn encode(&self) -> Vec<u8> {
        self.encode_watched(&Watch::unwatched()).unwrap_or_default()
    }

    /// The solution as the bytes of a file, unless somebody ends the work.
    ///
    /// # Errors
    ///
    /// As [`Watch::check`], if the work was ended.
    ///
    /// # Panics
    ///
    /// Never: nothing can fail while bytes are written into memory.
    pub fn encode_watched(&self, watch: &Watch) -> Result<Vec<u8>, Why> {
        let mut bytes = MAGIC.to_vec();
        bytes.extend([VERSION, self.pieces]);
        let size = |section: &[Vec<u8>]| section.iter().map(Vec::len).sum::<usize>();
        let total = Some((size(&self.values) + size(&self.orders)) as u64);
        let mut done = 0;
        for section in [&self.values, &self.orders] {
            let mut encoder = DeflateEncoder::new(Vec::new(), Compression::new(LEVEL));
            for part in section.iter().flat_map(|part| part.chunks(BYTES_BETWEEN_LOOKS)) {
                watch.look(|| Progress::counted("packing the table", done, total))?;
                encoder.write_all(part).expect(TAKES_ALL);
                done += part.len() as u64;
            }
            let packed = encoder.finish().expect(TAKES_ALL);
            bytes.extend((size(section) as u32).to_le_bytes());
            bytes.extend((packed.len() as u32).to_le_bytes());
            bytes.extend(packed);
        }
        bytes.extend(checksum(&bytes).to_le_bytes());
        Ok(bytes)
    }

    /// Reads what [`Solution::encode`] wrote.
    ///
    /// # Errors
    ///
    /// The bytes are something else, of another version, or damaged.
    pub fn decode(bytes: &[u8]) -> Result<Solution, BadTable> {
        let body = bytes.strip_prefix(MAGIC).ok_or(BadTable::NotATable)?;
        match body.first() {
            Some(&VERSION) => {}
            Some(&other) => return Err(BadTable::OtherVersion(other)),
            None => return Err(BadTable::Damaged),
        }
        let (content, sum) = bytes.split_last_chunk().ok_or(BadTable::Damaged)?;
        if checksum(content) != u32::from_le_bytes(*sum) {
            return Err(BadTable::Damaged);
        }
        Solution::parse(&content[MAGIC.len() + 1..]).ok_or(BadTable::Damaged)
    }

    fn parse(bytes: &[u8]) -> Option<Solution> {
        let (&pieces, rest) = bytes.split_first()?;
        if !(1..=4).contains(&pieces) {
            return None;
        }
        let (values, orders) = Solution::shape(pieces);
        let (values, rest) = section(rest, &values)?;
        let (orders, rest) = section(rest, &orders)?;
        rest.is_empty().then_some(Solution { pieces, values, orders })
    }
}

/// One section with parts of these sizes, and the bytes after it.
fn section<'a>(bytes: &'a [u8], sizes: &[usize]) -> Option<(Vec<Vec<u8>>, &'a [u8])> {
    let (size, rest) = bytes.split_first_chunk()?;
    let (packed, rest) = rest.split_first_chunk()?;
    let (packed, rest) = rest.split_at_checked(u32::from_le_bytes(*packed) as usize)?;
    let total: usize = sizes.iter().sum();
    if u32::from_le_bytes(*size) as usize != total {
        return None;
    }
    let unpacked = unpack(packed, total)?;
    let mut left = unpacked.as_slice();
    let mut parts = Vec::new();
    for &size in sizes {
        let (part, others) = left.split_at_checked(size)?;
        parts.push(part.to_vec());
        left = others;
    }
    Some((parts, rest))
}

/// Packed bytes that should be so many when they are unpacked. The number is known from the rules of the game, so a damaged
/// file cannot ask for more.
fn unpack(packed: &[u8], size: usize) -> Option<Vec<u8>> {
    let mut unpacked = Vec::with_capacity(size);
    let mut decoder = DeflateDecoder::new(packed);
    // One more than is wanted, so that too much is noticed.
    decoder.by_ref().take(size as u64 + 1).read_to_end(&mut unpacked).ok()?;
    (unpacked.len() == size && decoder.total_in() == packed.len() as u64).then_some(unpacked)
}

fn checksum(bytes: &[u8]) -> u32 {
    let mut sum = Crc::new();
    sum.update(bytes);
    sum.sum()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::solve::solve_with;

    #[test]
    fn the_checksum_is_the_standard_one() {
        // The check value of CRC-32.
        assert_eq!(checksum(b"123456789"), 0xcbf4_3926);
    }

    #[test]
    fn tables_round_trip_and_every_damage_is_seen() {
        let solution = solve_with(2, 1, &Watch::unwatched()).unwrap();
        let bytes = solution.encode();
        assert!(bytes.len() < 40_000, "{}", bytes.len());
        assert_eq!(Solution::decode(&bytes), Ok(solution));
        for length in [0, 5, MAGIC.len(), MAGIC.len() + 1, 100, bytes.len() - 1] {
            assert!(Solution::decode(&bytes[..length]).is_err(), "{length}");
        }
        for place in (0..bytes.len()).step_by(37) {
            let mut damaged = bytes.clone();
            damaged[place] ^= 1 << (place % 8);
            assert!(Solution::decode(&damaged).is_err(), "{place}");
        }
        assert_eq!(Solution::decode(b"something else"), Err(BadTable::NotATable));
        let mut other = bytes.clone();
        other[MAGIC.len()] = 9;
        assert_eq!(Solution::decode(&other), Err(BadTable::OtherVersion(9)));
        other[MAGIC.len()] = 1;
        let sentence = "it is a Simpei table of format 1, and this program writes and reads format 2";
        assert_eq!(Solution::decode(&other).unwrap_err().to_string(), sentence);
        let stopped = Watch::new();
        stopped.stop();
        assert_eq!(Solution::decode(&bytes).unwrap().encode_watched(&stopped), Err(Why::Stopped));
    }

    #[test]
    fn a_right_checksum_on_nonsense_is_no_panic() {
        let solution = solve_with(1, 1, &Watch::unwatched()).unwrap();
        let good = solution.encode();
        let end = good.len() - 4;
        for place in MAGIC.len() + 1..end {
            for value in [0, 1, 2, 5, 25, 200, 255] {
                let mut bytes = good[..end].to_vec();
                bytes[place] = value;
                bytes.extend(checksum(&bytes).to_le_bytes());
                if let Ok(strange) = Solution::decode(&bytes) {
                    let start = crate::Position { mover: 0, opponent: 0, mover_hand: 1, opponent_hand: 1 };
                    let _ = strange.choices(&start);
                }
            }
        }
    }
}
