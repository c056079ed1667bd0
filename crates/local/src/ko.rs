//! Kos: who may retake at once, and how often; and what that makes of an answer.
//!
//! A ko may not be retaken at once. Grading a ko means asking again with one side allowed to do so: that stands for a threat
//! elsewhere which the other side has to answer.

use std::fmt;

use tesuji_board::Color;

/// How many threats of one side are counted at most. Were there no end to them, two kos would save anything, which no supply of threats on a
/// board can do.
pub const MOST_THREATS: u8 = 8;

/// How many times each side may still retake at once, Black's first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub struct Threats(pub [u8; 2]);

impl Threats {
    /// Nobody may.
    pub const NONE: Threats = Threats([0, 0]);

    /// The [standing](Threats::standing) of a side whose opponent has all threats that are counted.
    pub const WORST: u8 = 0;
    /// The standing of both sides if nobody has a threat.
    pub const EVEN: u8 = MOST_THREATS;
    /// The standing of a side that has all threats that are counted.
    pub const BEST: u8 = 2 * MOST_THREATS;

    /// So many for one side, none for the other.
    #[must_use]
    pub const fn of(color: Color, count: u8) -> Threats {
        match color {
            Color::Black => Threats([count, 0]),
            Color::White => Threats([0, count]),
        }
    }

    /// As many for one side as are counted.
    #[must_use]
    pub const fn all_of(color: Color) -> Threats {
        Threats::of(color, MOST_THREATS)
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

    /// How well a side stands with kos: what it reaches with one standing it reaches with every higher one.
    #[must_use]
    pub fn standing(self, color: Color) -> u8 {
        (Threats::EVEN + self.left(color)).saturating_sub(self.left(color.opponent()))
    }

    /// Who has more of them, and how many more; none if nobody has.
    #[must_use]
    pub fn lead(self) -> Option<(Color, u8)> {
        let [black, white] = self.0;
        match black.cmp(&white) {
            std::cmp::Ordering::Greater => Some((Color::Black, black - white)),
            std::cmp::Ordering::Less => Some((Color::White, white - black)),
            std::cmp::Ordering::Equal => None,
        }
    }
}

/// How well the first move works for the side that makes it, in GNU Go's numbers.
///
/// Codes other than [`Code::Fails`] are better the smaller they are.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Code {
    /// 0: it fails.
    Fails,
    /// 1: it works.
    Works,
    /// 2: it works by a ko for which the opponent must find the first threat.
    KoOpponentThreatens,
    /// 3: it works by a ko for which the mover must find the first threat.
    KoMoverThreatens,
}

impl Code {
    /// GNU Go's number.
    #[must_use]
    pub fn number(self) -> u8 {
        match self {
            Code::Fails => 0,
            Code::Works => 1,
            Code::KoOpponentThreatens => 2,
            Code::KoMoverThreatens => 3,
        }
    }

    /// Whether a ko decides.
    #[must_use]
    pub fn is_ko(self) -> bool {
        matches!(self, Code::KoOpponentThreatens | Code::KoMoverThreatens)
    }

    /// The same as the side sees it that moves next: what works for one fails for the other.
    #[must_use]
    pub fn for_opponent(self) -> Code {
        match self {
            Code::Fails => Code::Works,
            Code::Works => Code::Fails,
            Code::KoOpponentThreatens => Code::KoMoverThreatens,
            Code::KoMoverThreatens => Code::KoOpponentThreatens,
        }
    }
}

impl fmt::Display for Code {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{}", self.number())
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

    #[test]
    fn standings_rise_with_threats() {
        for color in Color::BOTH {
            let many = (0..=MOST_THREATS).rev().map(|count| Threats::of(color.opponent(), count));
            let own = (1..=MOST_THREATS).map(|count| Threats::of(color, count));
            let standings: Vec<u8> = many.chain(own).map(|threats| threats.standing(color)).collect();
            assert_eq!(standings, (Threats::WORST..=Threats::BEST).collect::<Vec<u8>>());
        }
        assert_eq!(Threats([2, 1]).lead(), Some((Color::Black, 1)));
        assert_eq!(Threats([1, 1]).lead(), None);
    }

    #[test]
    fn what_works_for_one_fails_for_the_other() {
        for code in [Code::Fails, Code::Works, Code::KoOpponentThreatens, Code::KoMoverThreatens] {
            assert_eq!(code.for_opponent().for_opponent(), code);
            assert_eq!(code.is_ko(), code.for_opponent().is_ko());
        }
    }
}
