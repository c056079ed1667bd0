//! The order of forms, as far as a few steps tell it.
//!
//! Stops decide most comparisons, moves most of the others, and neither needs an arena. Games without fractions, which are most, are
//! compared with plain integers; `at_most_within` is the same with all the care that fractions need.

use std::sync::Arc;

use super::{Form, OTHER};
use crate::Dyadic;
use crate::game::Side;

/// Comparisons that are made move by move before an arena is asked, which has to look games up but forgets nothing.
const STEPS: u32 = 40;

impl Form {
    /// Whether this game is at most the other, if a few steps tell it: stops, and the moves where stops do not decide. An arena
    /// tells it always, and remembers it.
    #[inline]
    #[must_use]
    pub fn at_most(&self, other: &Form) -> Option<bool> {
        let mut steps = STEPS;
        if self.integer_stop != OTHER && other.integer_stop != OTHER {
            let holds = self.at_most_by_integers(other, 0, &mut steps);
            return (steps > 0).then_some(holds);
        }
        self.at_most_within(other, Dyadic::ZERO, &mut steps)
    }

    /// [`Form::at_most_within`] for games without fractions, which are most and have less to be careful about. If no steps are
    /// left what it says means nothing. Both have a [`Form::integer_stop`].
    #[inline(always)]
    fn at_most_by_integers(&self, other: &Form, by: i64, steps: &mut u32) -> bool {
        let left = self.packed.offset().numerator();
        let offset = other.packed.offset().numerator() + by;
        if left > offset {
            return false;
        }
        let other_right = offset + other.integer_stop;
        left < other_right
            || (left + self.integer_stop <= other_right && self.at_most_by_integer_moves(other, by, steps))
    }

    /// The same where stops do not decide.
    fn at_most_by_integer_moves(&self, other: &Form, by: i64, steps: &mut u32) -> bool {
        match (&self.core, &other.core) {
            (None, None) => return true,
            (Some(core), Some(other_core)) if Arc::ptr_eq(core, other_core) => return true,
            _ if *steps == 0 => return false,
            _ => *steps -= 1,
        }
        let by_left = self.packed.offset().numerator() - by;
        let by_right = -(other.packed.offset().numerator() + by);
        !self.moves(Side::Left).iter().any(|option| other.at_most_by_integers(option, by_left, steps))
            && !other
                .moves(Side::Right)
                .iter()
                .any(|option| option.at_most_by_integers(self, by_right, steps))
    }

    /// The options of the core.
    #[inline]
    fn moves(&self, side: Side) -> &[Form] {
        self.core.as_ref().map_or(&[], |core| &core.options[side.index()])
    }

    /// Whether this game is at most the other plus a number. By definition it is unless Left has a move to something at least
    /// as large or Right, in the other, one to something at most as large; in a number nobody has to move as long as the
    /// other game is none.
    fn at_most_within(&self, other: &Form, by: Dyadic, steps: &mut u32) -> Option<bool> {
        let offset = other.packed.offset().checked_add(by).ok()?;
        let left = self.packed.offset();
        if let (Some(core), Some(other)) = (&self.core, &other.core)
            && Arc::ptr_eq(core, other)
        {
            return Some(left <= offset);
        }
        if left > offset {
            return Some(false);
        }
        let other_right = match &other.core {
            Some(core) => offset.checked_add(core.right_stop).ok()?,
            None => offset,
        };
        if left < other_right {
            return Some(true);
        }
        if self.stop(Side::Right).ok()? > other_right {
            return Some(false);
        }
        if self.core.is_none() && other.core.is_none() {
            return (self.packed.is_number() && other.packed.is_number()).then_some(left <= offset);
        }
        *steps = steps.checked_sub(1)?;
        let mut open = false;
        match &self.core {
            Some(core) => {
                let by = left.checked_sub(by).ok()?;
                for option in &core.options[Side::Left.index()] {
                    match other.at_most_within(option, by, steps) {
                        Some(true) => return Some(false),
                        Some(false) => {}
                        None if *steps == 0 => return None,
                        None => open = true,
                    }
                }
            }
            None => open |= !self.packed.is_number(),
        }
        match &other.core {
            Some(core) => {
                let by = offset.checked_neg().ok()?;
                for option in &core.options[Side::Right.index()] {
                    match option.at_most_within(self, by, steps) {
                        Some(true) => return Some(false),
                        Some(false) => {}
                        None if *steps == 0 => return None,
                        None => open = true,
                    }
                }
            }
            None => open |= !other.packed.is_number(),
        }
        (!open).then_some(true)
    }
}
