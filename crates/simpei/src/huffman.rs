//! Canonical Huffman coding of byte strings.
//!
//! The bytes of the solution are few and very uneven (half of all positions are won at once), so a code for single bytes
//! takes them to a third; it needs no dependency and decodes in a tenth of a second.

/// Longest code word. Uneven counts are evened out until it suffices.
const LONGEST: u8 = 24;
/// Words up to this length are decoded by one look into a table.
const QUICK: u32 = 12;

/// Code lengths of the 256 bytes (0 for one that does not occur), and the code words one after the other.
pub(crate) struct Packed {
    pub(crate) lengths: [u8; 256],
    pub(crate) words: Vec<u8>,
}

/// Packs bytes.
pub(crate) fn pack<'a>(parts: impl Iterator<Item = &'a [u8]> + Clone) -> Packed {
    let mut counts = [0u64; 256];
    for &byte in parts.clone().flatten() {
        counts[byte as usize] += 1;
    }
    let lengths = lengths(counts);
    let codes = codes(&lengths);
    let mut words = Vec::new();
    let (mut buffer, mut held) = (0u64, 0);
    for &byte in parts.flatten() {
        let length = u32::from(lengths[byte as usize]);
        buffer = buffer << length | u64::from(codes[byte as usize]);
        held += length;
        while held >= 8 {
            held -= 8;
            words.push((buffer >> held) as u8);
        }
    }
    if held > 0 {
        words.push((buffer << (8 - held)) as u8);
    }
    Packed { lengths, words }
}

/// Unpacks `size` bytes; `None` if this is no such packing.
pub(crate) fn unpack(lengths: &[u8; 256], words: &[u8], size: usize) -> Option<Vec<u8>> {
    let space: u64 =
        lengths.iter().filter(|&&length| length > 0).map(|&length| 1 << (64 - 8 - length.min(56))).sum();
    if lengths.iter().any(|&length| length > LONGEST) || space > 1 << 56 {
        return None;
    }
    // Every word has a bit at least, so this bounds what a damaged file can ask for.
    if size > words.len().saturating_mul(8) {
        return None;
    }
    let codes = codes(lengths);
    let mut quick = vec![(0u8, 0u8); 1 << QUICK];
    let mut slow = Vec::new();
    for byte in 0..=255u8 {
        let length = u32::from(lengths[byte as usize]);
        match length {
            0 => {}
            1..=QUICK => {
                let first = (codes[byte as usize] << (QUICK - length)) as usize;
                quick[first..first + (1 << (QUICK - length))].fill((byte, length as u8));
            }
            _ => slow.push((length, codes[byte as usize], byte)),
        }
    }
    let mut bytes = Vec::with_capacity(size);
    let (mut buffer, mut held) = (0u64, 0u32);
    let mut input = words.iter();
    while bytes.len() < size {
        while held <= 56 {
            // Zeros after the end: a word that needs them is recognised below.
            let Some(&next) = input.next() else { break };
            buffer |= u64::from(next) << (56 - held);
            held += 8;
        }
        let (mut byte, mut length) = quick[(buffer >> (64 - QUICK)) as usize];
        if length == 0 {
            let &(found, _, symbol) =
                slow.iter().find(|&&(length, code, _)| (buffer >> (64 - length)) as u32 == code)?;
            (byte, length) = (symbol, found as u8);
        }
        held = held.checked_sub(length.into())?;
        buffer <<= length;
        bytes.push(byte);
    }
    (input.next().is_none() && held < 8).then_some(bytes)
}

/// Lengths of an optimal prefix code.
fn lengths(mut counts: [u64; 256]) -> [u8; 256] {
    loop {
        let lengths = unlimited(&counts);
        if lengths.iter().all(|&length| length <= LONGEST) {
            return lengths;
        }
        for count in counts.iter_mut().filter(|count| **count > 0) {
            *count = *count / 2 + 1;
        }
    }
}

fn unlimited(counts: &[u64; 256]) -> [u8; 256] {
    let mut lengths = [0u8; 256];
    let mut trees: Vec<(u64, Vec<u8>)> =
        (0..=255u8).filter(|&b| counts[b as usize] > 0).map(|b| (counts[b as usize], vec![b])).collect();
    if let [(_, only)] = trees.as_slice() {
        lengths[only[0] as usize] = 1;
    }
    while trees.len() > 1 {
        // The two smallest at the end; ties are broken by the bytes, so that the code is always the same.
        trees.sort_by(|a, b| b.cmp(a));
        let (Some(first), Some(second)) = (trees.pop(), trees.pop()) else { break };
        let bytes = [first.1, second.1].concat();
        for &byte in &bytes {
            lengths[byte as usize] += 1;
        }
        trees.push((first.0 + second.0, bytes));
    }
    lengths
}

/// Code words: shorter ones first, equal lengths in the order of the bytes.
fn codes(lengths: &[u8; 256]) -> [u32; 256] {
    let mut codes = [0u32; 256];
    let mut next = 0u32;
    for length in 1..=LONGEST {
        next <<= 1;
        for byte in 0..256 {
            if lengths[byte] == length {
                codes[byte] = next;
                next += 1;
            }
        }
    }
    codes
}

#[cfg(test)]
mod tests {
    use super::*;

    fn round_trip(bytes: &[u8]) -> usize {
        let packed = pack(std::iter::once(bytes));
        assert_eq!(unpack(&packed.lengths, &packed.words, bytes.len()).as_deref(), Some(bytes));
        packed.words.len()
    }

    #[test]
    fn anything_round_trips() {
        assert_eq!(round_trip(b""), 0);
        assert_eq!(round_trip(&[7; 80]), 10);
        round_trip(&(0..=255u8).collect::<Vec<_>>());
        // Fibonacci counts make the longest words there can be.
        let mut uneven = Vec::new();
        let (mut a, mut b) = (1usize, 1usize);
        for byte in 0..30u8 {
            uneven.extend(std::iter::repeat_n(byte, a));
            (a, b) = (b, a + b);
        }
        assert!(round_trip(&uneven) < uneven.len() / 2);
    }

    #[test]
    fn damage_is_no_panic() {
        let bytes: Vec<u8> = (0..5000u32).map(|i| (i * i % 37) as u8).collect();
        let packed = pack(std::iter::once(bytes.as_slice()));
        assert_eq!(unpack(&packed.lengths, &packed.words, bytes.len() + 100), None);
        assert_eq!(unpack(&packed.lengths, &packed.words[..100], bytes.len()), None);
        assert_eq!(unpack(&packed.lengths, &packed.words, usize::MAX), None);
        for byte in 0..256 {
            for length in [0, 1, 23, 24, 25, 56, 57, 255] {
                let mut lengths = packed.lengths;
                lengths[byte] = length;
                let _ = unpack(&lengths, &packed.words, bytes.len());
            }
        }
    }
}
