//! Forms as bytes, to be kept in a file or sent to another process.
//!
//! A text repeats every follower wherever it occurs, so a small store of games may have a text of astronomical length. Here every
//! follower is written once: how many there are; for each, options before those that have them, the numbers of its Left and Right
//! options and the options; and last the game itself. A game is a number (numerator and exponent), the number of a follower
//! counted from 1, and for 0 a multiple of up and a nimber. All integers are in base 128, those with a sign folded.
//!
//! What is read is put together as options of a game, so whatever the bytes say the result is a canonical form.

use std::collections::HashMap;
use std::sync::Arc;

use super::{Form, Stored};
use crate::arena::{Arena, List};
use crate::game::{Game, Kind, Side};
use crate::{Dyadic, Error};

/// The first byte: the version of the format.
const VERSION: u8 = 1;

impl Form {
    /// The game as bytes, which [`Arena::game_from_bytes`] reads in any arena.
    ///
    /// ```
    /// use tesuji_cgt::Arena;
    ///
    /// let mut arena = Arena::new();
    /// // A million leaves, but a few hundred followers.
    /// let sum: Vec<String> = (0..20).map(|n| format!("+-{}", 4_u64.pow(n))).collect();
    /// let game = arena.parse(&sum.join(" + "))?;
    /// assert!(arena.text(game).is_err());
    /// let bytes = arena.form(game).to_bytes();
    /// let mut other = Arena::new();
    /// let there = other.game_from_bytes(&bytes)?;
    /// assert_eq!(other.mean(there), arena.mean(game));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut numbers: HashMap<*const Stored, u64> = HashMap::new();
        let mut bytes = Vec::new();
        // Options first, on a stack of our own: a corridor may be longer than the machine's stack is deep.
        let mut pending: Vec<&Arc<Stored>> = self.core.iter().collect();
        while let Some(&stored) = pending.last() {
            let waiting = pending.len();
            if !numbers.contains_key(&Arc::as_ptr(stored)) {
                let cores = stored.options.iter().flatten().filter_map(|option| option.core.as_ref());
                pending.extend(cores.filter(|core| !numbers.contains_key(&Arc::as_ptr(core))));
                if pending.len() > waiting {
                    continue;
                }
                for options in &stored.options {
                    write_integer(&mut bytes, options.len() as u64);
                }
                for option in stored.options.iter().flatten() {
                    option.write(&numbers, &mut bytes);
                }
                numbers.insert(Arc::as_ptr(stored), numbers.len() as u64 + 1);
            }
            pending.pop();
        }
        let mut all = vec![VERSION];
        write_integer(&mut all, numbers.len() as u64);
        all.append(&mut bytes);
        self.write(&numbers, &mut all);
        all
    }

    fn write(&self, numbers: &HashMap<*const Stored, u64>, bytes: &mut Vec<u8>) {
        let number = self.packed.offset();
        write_signed(bytes, number.numerator());
        bytes.push(number.exponent());
        match &self.core {
            // Options are written before those that have them.
            Some(core) => write_integer(bytes, numbers.get(&Arc::as_ptr(core)).copied().unwrap_or(0)),
            None => {
                bytes.push(0);
                let (up, nimber) = match self.packed.core().kind() {
                    Kind::UpStar { up, nimber } => (up, nimber),
                    Kind::Node(_) => (0, 0),
                };
                write_signed(bytes, up.into());
                write_integer(bytes, nimber.into());
            }
        }
    }
}

impl Arena {
    /// The game that [`Form::to_bytes`] has written, in this arena.
    ///
    /// # Errors
    /// [`Error::BadBytes`] if the bytes say no game, or a limit of the arena.
    pub fn game_from_bytes(&mut self, bytes: &[u8]) -> Result<Game, Error> {
        let mut reader = Reader { bytes };
        if reader.byte()? != VERSION {
            return Err(Error::BadBytes);
        }
        let mut games: Vec<Game> = Vec::new();
        for _ in 0..reader.integer()? {
            self.tick()?;
            let counts = [reader.integer()?, reader.integer()?];
            let mut form = [List::new(), List::new()];
            for side in Side::BOTH {
                for _ in 0..counts[side.index()] {
                    form[side.index()].push(reader.game(&games)?);
                }
            }
            games.push(self.build(form)?);
        }
        let game = reader.game(&games)?;
        if reader.bytes.is_empty() { Ok(game) } else { Err(Error::BadBytes) }
    }
}

fn write_integer(bytes: &mut Vec<u8>, mut number: u64) {
    while number >= 128 {
        bytes.push(number as u8 | 128);
        number >>= 7;
    }
    bytes.push(number as u8);
}

fn write_signed(bytes: &mut Vec<u8>, number: i64) {
    write_integer(bytes, (number << 1 ^ number >> 63) as u64);
}

struct Reader<'a> {
    bytes: &'a [u8],
}

impl Reader<'_> {
    fn byte(&mut self) -> Result<u8, Error> {
        let (&first, rest) = self.bytes.split_first().ok_or(Error::BadBytes)?;
        self.bytes = rest;
        Ok(first)
    }

    fn integer(&mut self) -> Result<u64, Error> {
        let mut number = 0;
        for shift in (0..64).step_by(7) {
            let byte = self.byte()?;
            let part = u64::from(byte & 127);
            number |= part << shift;
            if part << shift >> shift != part {
                return Err(Error::BadBytes);
            }
            if byte < 128 {
                return Ok(number);
            }
        }
        Err(Error::BadBytes)
    }

    fn signed(&mut self) -> Result<i64, Error> {
        let folded = self.integer()?;
        Ok((folded >> 1) as i64 ^ -((folded & 1) as i64))
    }

    fn game(&mut self, games: &[Game]) -> Result<Game, Error> {
        let number = Dyadic::new(self.signed()?, self.byte()?.into())?;
        match self.integer()? {
            0 => Game::number_up_star(number, self.signed()?, self.integer()?),
            follower => {
                let at = usize::try_from(follower - 1).map_err(|_| Error::BadBytes)?;
                games.get(at).ok_or(Error::BadBytes)?.shifted(number)
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXTS: [&str; 7] = [
        "-3/4",
        "7/2^*5",
        "{6||4|0}",
        "-2+{0^2|Tiny(3)}",
        "{4|0}+{6||4|0}+{9|-3||-5|-20}",
        "{9223372036854775000|5}",
        "{5|{3,{4|2}||1|0}}+^[5]",
    ];

    #[test]
    fn what_is_written_is_read() {
        for text in TEXTS {
            let mut arena = Arena::new();
            let game = arena.parse(text).expect("a game");
            let bytes = arena.form(game).to_bytes();
            assert_eq!(arena.game_from_bytes(&bytes), Ok(game), "{text}");
            let mut other = Arena::new();
            other.parse("{7|3||2|-1,^}").expect("a game");
            let there = other.game_from_bytes(&bytes).expect("a game");
            assert_eq!(other.text(there), arena.text(game), "{text}");
            assert_eq!(other.form(there).to_bytes(), bytes, "{text}");
        }
    }

    #[test]
    fn a_long_corridor_is_written_and_read() {
        let mut arena = Arena::new();
        let mut game = arena.parse("{4|0}").expect("a game");
        for _ in 0..20_000 {
            let shifted = arena.sum(game, Game::integer(-2)).expect("within the limits");
            game = arena.switch(Game::ZERO, shifted).expect("within the limits");
        }
        let bytes = arena.form(game).to_bytes();
        assert_eq!(arena.game_from_bytes(&bytes), Ok(game));
    }

    /// Bytes that were cut or changed are a game or an error, never a panic.
    #[test]
    fn broken_bytes_are_refused() {
        let mut arena = Arena::new();
        let game = arena.parse(TEXTS[4]).expect("a game");
        let bytes = arena.form(game).to_bytes();
        for cut in 0..bytes.len() {
            assert_eq!(arena.game_from_bytes(&bytes[..cut]), Err(Error::BadBytes), "cut at {cut}");
        }
        for at in 0..bytes.len() {
            for change in [1, 2, 127, 128, 255] {
                let mut changed = bytes.clone();
                changed[at] ^= change;
                if let Ok(game) = arena.game_from_bytes(&changed) {
                    let [left, right] = Side::BOTH.map(|side| arena.options(game, side).expect("short"));
                    assert_eq!(arena.canonical(&left, &right), Ok(game), "it is canonical");
                }
            }
        }
        assert_eq!(arena.game_from_bytes(&[9, 0]), Err(Error::BadBytes));
    }
}
