//! The solution as the bytes of a file.
//!
//! ```text
//! "tesuji simpei table\n"   what this is
//! version, pieces           one byte each
//! values, orders            each: unpacked size and packed size (u32, little endian),
//!                           256 code lengths, the packed bytes
//! checksum                  CRC-64 of everything before it (u64, little endian)
//! ```
//!
//! Reading and writing files is the caller's business.

use crate::huffman::{pack, unpack};
use crate::solution::Solution;

const MAGIC: &[u8] = b"tesuji simpei table\n";
/// Goes up whenever the meaning of the bytes changes.
const VERSION: u8 = 1;
/// CRC-64 as in ECMA-182, bits reversed.
const POLYNOMIAL: u64 = 0xc96c_5795_d787_0f42;

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
    /// The solution as the bytes of a file.
    pub fn encode(&self) -> Vec<u8> {
        let mut bytes = MAGIC.to_vec();
        bytes.extend([VERSION, self.pieces]);
        for section in [&self.values, &self.orders] {
            let packed = pack(section.iter().map(Vec::as_slice));
            let size: usize = section.iter().map(Vec::len).sum();
            bytes.extend((size as u32).to_le_bytes());
            bytes.extend((packed.words.len() as u32).to_le_bytes());
            bytes.extend(packed.lengths);
            bytes.extend(packed.words);
        }
        bytes.extend(checksum(&bytes).to_le_bytes());
        bytes
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
        if checksum(content) != u64::from_le_bytes(*sum) {
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
    let (lengths, rest) = rest.split_first_chunk()?;
    let (words, rest) = rest.split_at_checked(u32::from_le_bytes(*packed) as usize)?;
    let total: usize = sizes.iter().sum();
    if u32::from_le_bytes(*size) as usize != total {
        return None;
    }
    let unpacked = unpack(lengths, words, total)?;
    let mut left = unpacked.as_slice();
    let mut parts = Vec::new();
    for &size in sizes {
        let (part, others) = left.split_at_checked(size)?;
        parts.push(part.to_vec());
        left = others;
    }
    Some((parts, rest))
}

fn checksum(bytes: &[u8]) -> u64 {
    const TABLE: [u64; 256] = {
        let mut table = [0u64; 256];
        let mut index = 0;
        while index < 256 {
            let mut value = index as u64;
            let mut bit = 0;
            while bit < 8 {
                value = if value & 1 == 1 { value >> 1 ^ POLYNOMIAL } else { value >> 1 };
                bit += 1;
            }
            table[index] = value;
            index += 1;
        }
        table
    };
    !bytes.iter().fold(!0u64, |sum, &byte| TABLE[(sum as u8 ^ byte) as usize] ^ sum >> 8)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::solve::solve_with;
    use tesuji_job::Watch;

    #[test]
    fn the_checksum_is_the_standard_one() {
        // The check value of CRC-64/XZ.
        assert_eq!(checksum(b"123456789"), 0x995d_c9bb_df19_39fa);
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
    }

    #[test]
    fn a_right_checksum_on_nonsense_is_no_panic() {
        let solution = solve_with(1, 1, &Watch::unwatched()).unwrap();
        let good = solution.encode();
        let end = good.len() - 8;
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
