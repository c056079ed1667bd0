//! How good an outcome is for whoever is to solve a problem.

/// An outcome as a number: the larger, the better for the solver. Outcomes of one problem can be compared, kos by the threats that they
/// need.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Grade(u8);

/// Where the defender has everything; between are the sekis and the kos.
const ALL: u8 = 40;
const SEKI: u8 = 38;
/// A ko that the defender wins with so many threats more stands so far below this; every ko stands below seki.
const KO: u8 = 12;
/// The most threats that kos are told apart by.
const MOST_THREATS: i8 = 8;

impl Grade {
    /// The solver has what the problem asks for.
    pub const WORKS: Grade = Grade(ALL);
    /// He has nothing.
    pub const FAILS: Grade = Grade(0);

    /// Seen by the owner of stones: they are not captured quickly, and no more is known.
    pub const ESCAPES: Grade = Grade(ALL - 1);

    /// The stones stand in seki.
    #[must_use]
    pub fn seki(defends: bool) -> Grade {
        Grade(SEKI).of(defends)
    }

    /// A ko that the defender wins with so many threats more than the attacker, and not with one less; negative numbers are threats of
    /// the attacker.
    #[must_use]
    pub fn ko(defender_needs: i8, defends: bool) -> Grade {
        let needs = defender_needs.clamp(1 - MOST_THREATS, MOST_THREATS);
        Grade(KO.saturating_add_signed(-needs)).of(defends)
    }

    fn of(self, defends: bool) -> Grade {
        if defends { self } else { Grade(ALL - self.0) }
    }

    /// The same outcome for the other side.
    #[must_use]
    pub fn of_other(self) -> Grade {
        Grade(ALL - self.0)
    }

    /// Whether it is a ko.
    #[must_use]
    pub fn is_ko(self) -> bool {
        self.0 > 1 && self.0 < ALL - 1 && !self.is_seki()
    }

    /// Whether it is a seki.
    #[must_use]
    pub fn is_seki(self) -> bool {
        self.0 == SEKI || self.0 == ALL - SEKI
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn outcomes_are_in_the_order_of_the_solver() {
        let defender =
            [Grade::FAILS, Grade::ko(8, true), Grade::ko(1, true), Grade::ko(0, true), Grade::ko(-7, true)];
        assert!(defender.is_sorted());
        assert!(Grade::ko(-7, true) < Grade::seki(true) && Grade::seki(true) < Grade::WORKS);
        let attacker = [Grade::FAILS, Grade::seki(false), Grade::ko(-7, false), Grade::ko(8, false)];
        assert!(attacker.is_sorted() && attacker[3] < Grade::WORKS);
        for needs in -7..=8 {
            for defends in [false, true] {
                assert!(Grade::ko(needs, defends).is_ko() && !Grade::ko(needs, defends).is_seki());
            }
        }
        for grade in [Grade::FAILS, Grade::WORKS, Grade::seki(true), Grade::seki(false)] {
            assert!(!grade.is_ko(), "{grade:?}");
        }
    }
}
