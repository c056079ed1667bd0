//! The fate of a group: what becomes of it with one side moving first, graded by ko threats.

use tesuji_board::Color;
use tesuji_job::Why;
use tesuji_local::MOST_THREATS;

use crate::field::State;
use crate::reader::{Aim, PASS, Reader, Value};
use crate::set::Set;

/// What becomes of a group.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fate {
    /// It makes two eyes, or gets out.
    Lives,
    /// It cannot be captured, and cannot make two eyes either.
    Seki,
    /// That depends on ko threats.
    Ko(Ko),
    /// It is captured, whatever its owner does.
    Dies,
}

/// A ko for the life of a group.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ko {
    /// Whether the group lives when nobody has a threat.
    pub lives_without_threats: bool,
    /// Who needs threats to change that.
    pub needed_by: Color,
    /// How many more than the other side he needs.
    pub threats: u8,
}

/// What was found out of a fate, when not all could be.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Known {
    /// It is killed with so many threats more for its owner, and with fewer; negative numbers are threats of the other side.
    pub killed_up_to: Option<i8>,
    /// It is not killed with so many threats more for its owner, and with more.
    pub lives_from: Option<i8>,
}

/// The fate, or why it is not known.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Graded {
    pub(crate) fate: Result<Fate, Why>,
    pub(crate) known: Known,
}

impl Known {
    fn note<S: Set>(&mut self, value: &Value<S>) {
        let most = MOST_THREATS as i8;
        let extent = value.extent.clamp(-most, most);
        if value.is_killed() {
            self.killed_up_to = Some(self.killed_up_to.map_or(extent, |known| known.max(extent)));
        } else {
            self.lives_from = Some(self.lives_from.map_or(extent, |known| known.min(extent)));
        }
    }

    /// The fate that this amounts to; none if more has to be asked.
    pub(crate) fn fate(&self, defender: Color) -> Option<Fate> {
        let most = MOST_THREATS as i8;
        match (self.killed_up_to, self.lives_from) {
            (Some(killed), _) if killed >= most => Some(Fate::Dies),
            (_, Some(lives)) if lives <= -most => Some(Fate::Lives),
            (Some(killed), Some(lives)) if killed + 1 == lives => Some(Fate::Ko(if lives <= 0 {
                Ko {
                    lives_without_threats: true,
                    needed_by: defender.opponent(),
                    threats: killed.unsigned_abs(),
                }
            } else {
                Ko { lives_without_threats: false, needed_by: defender, threats: lives.unsigned_abs() }
            })),
            _ => None,
        }
    }

    /// The number of threats to ask about next: first nobody's, then all of those who may change that, then one more and more.
    fn next(&self) -> i8 {
        let most = MOST_THREATS as i8;
        match (self.killed_up_to, self.lives_from) {
            (None, None) => 0,
            (Some(_), None) => most,
            (None, Some(_)) => -most,
            (Some(killed), Some(lives)) if killed >= 0 => killed.saturating_add(1).min(lives),
            (Some(killed), Some(lives)) => lives.saturating_sub(1).max(killed),
        }
    }
}

/// Grades the fate of the group in a position.
pub(crate) fn grade<S: Set>(reader: &mut Reader<'_, S>, state: &State<S>) -> Graded {
    let mut known = Known::default();
    loop {
        if let Some(fate) = known.fate(reader.defender) {
            return Graded { fate: Ok(fate), known };
        }
        match reader.read(reader.main_aim(), &state.with_threats(known.next())) {
            Ok(value) => known.note(&value),
            Err(why) => return Graded { fate: Err(why), known },
        }
    }
}

/// The line of best play as it is remembered: moves, passes as none.
pub(crate) fn line<S: Set>(
    reader: &Reader<'_, S>,
    aim: Aim,
    from: &State<S>,
    most: usize,
) -> Vec<Option<usize>> {
    let mut state = *from;
    let mut line = Vec::new();
    while line.len() < most {
        let Some(best) = reader.best(aim, &state) else { break };
        if best == PASS {
            line.push(None);
            state = state.passed();
            continue;
        }
        let Some(next) = reader.field.step(&state, usize::from(best), reader.defender) else { break };
        line.push(Some(usize::from(best)));
        state = next;
    }
    while line.last() == Some(&None) {
        line.pop();
    }
    line
}
