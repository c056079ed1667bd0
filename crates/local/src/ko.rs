//! Kos: who may retake at once, and how often.
//!
//! A ko may not be retaken at once. Grading a ko means asking again with one side allowed to do so: that stands for a threat
//! elsewhere which the other side has to answer.

use tesuji_board::Color;

/// How many threats of one side count. Were there no end to them, two kos would save anything, which no supply of threats on a
/// board can do.
pub const THREATS: u8 = 3;

/// How many times each side may still retake at once, Black's first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub struct Threats(pub [u8; 2]);

impl Threats {
    /// Nobody may.
    pub const NONE: Threats = Threats([0, 0]);

    /// So many for one side, none for the other.
    #[must_use]
    pub fn of(color: Color, count: u8) -> Threats {
        let mut threats = Threats::NONE;
        threats.0[color.index()] = count;
        threats
    }

    /// How many this side has left.
    #[must_use]
    pub fn left(self, color: Color) -> u8 {
        self.0[color.index()]
    }

    /// After this side has used one; nothing if it has none.
    #[must_use]
    pub fn spent(mut self, color: Color) -> Option<Threats> {
        let left = &mut self.0[color.index()];
        *left = left.checked_sub(1)?;
        Some(self)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn threats_are_spent_one_by_one() {
        let threats = Threats::of(Color::White, 2);
        assert_eq!((threats.left(Color::Black), threats.left(Color::White)), (0, 2));
        assert_eq!(threats.spent(Color::Black), None);
        let after = threats.spent(Color::White).and_then(|left| left.spent(Color::White));
        assert_eq!(after, Some(Threats::NONE));
    }
}
