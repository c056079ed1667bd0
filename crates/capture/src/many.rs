//! What more threats than every verdict holds against make of it, up to [`MOST_THREATS`].

use tesuji_job::Why;
use tesuji_local::MOST_THREATS;

use crate::engine::{Finding, Unfinished};
use crate::grade::Grading;
use crate::reader::ANY_ORDER;
use crate::solve::Side;
use crate::state::THREATS;

/// What more threats than [`THREATS`] make of a verdict.
pub(crate) enum Many {
    /// It depends on them: what is found with as many as turn it, and how many those are, if that was found out.
    Ko(Finding, Option<u8>),
    /// It holds against so many.
    Holds(u8),
}

impl Grading<'_, '_> {
    /// Whether the question has taken few nodes so far. Only then are more threats counted one by one: nobody is to lose a verdict that took long
    /// to what goes beyond it.
    fn is_easy(&self) -> bool {
        self.engine.nodes() - self.before <= self.settings.further
    }

    /// What becomes of an escape from an attacker with [`THREATS`] threats if he has more.
    pub(crate) fn with_many_threats(
        &mut self,
        escape: &Finding,
        lowest: u8,
        highest: u8,
    ) -> Result<Many, Unfinished> {
        if !escape.counts_threats() {
            return Ok(Many::Holds(MOST_THREATS));
        }
        if self.settings.further == 0 {
            return Ok(Many::Holds(THREATS));
        }
        let with = |grading: &mut Self, count| {
            let threats = grading.threats_of(Side::Attacker, count);
            grading.set_aside(|grading| grading.rise(threats, lowest, highest))
        };
        let is_easy = self.is_easy();
        let Some(mut captured) = with(self, MOST_THREATS)? else { return Ok(Many::Holds(THREATS)) };
        if !captured.captured {
            return Ok(Many::Holds(MOST_THREATS));
        }
        if !is_easy {
            return Ok(Many::Ko(captured, None));
        }
        for count in (THREATS + 1..MOST_THREATS).rev() {
            match with(self, count)? {
                Some(fewer) if fewer.captured => captured = fewer,
                Some(_) => return Ok(Many::Ko(captured, Some(count + 1))),
                // How many it takes was not found out.
                None => return Ok(Many::Ko(captured, None)),
            }
        }
        Ok(Many::Ko(captured, Some(THREATS + 1)))
    }

    /// What becomes of a capture from a defender with [`THREATS`] threats if he has more, at orders up to `most`. That more threats save him
    /// is believed only without orders: the capture may be one of a higher order.
    pub(crate) fn against_many_threats(&mut self, captured: &Finding, most: u8) -> Result<Many, Unfinished> {
        if !captured.counts_threats() {
            return Ok(Many::Holds(MOST_THREATS));
        }
        if self.settings.further == 0 || !self.is_easy() {
            return Ok(Many::Holds(THREATS));
        }
        for count in THREATS + 1..=MOST_THREATS {
            let threats = self.threats_of(Side::Defender, count);
            let least = captured.least();
            let by_orders = if least == ANY_ORDER {
                None
            } else {
                self.set_aside(|grading| grading.rise(threats, least, most))?
            };
            if by_orders.is_some_and(|found| found.captured) {
                continue;
            }
            match self.set_aside(|grading| grading.rise(threats, ANY_ORDER, ANY_ORDER)) {
                Ok(Some(found)) if found.captured => {}
                Ok(Some(saved)) => return Ok(Many::Ko(saved, Some(count))),
                Ok(None) => return Ok(Many::Holds(count - 1)),
                // Where play repeats nothing is shown without orders.
                Err(Unfinished { why: Why::Uncertified, .. }) => return Ok(Many::Holds(count - 1)),
                Err(unfinished) => return Err(unfinished),
            }
        }
        Ok(Many::Holds(MOST_THREATS))
    }
}
