//! STUB

use super::{TacticsAnswer, TacticsQuestion};

// STUB: to be replaced
pub(crate) const LIMITS: tesuji_job::Limits = crate::limits::limits(1000000000, 1000);
pub(crate) fn solve(
    _: &TacticsQuestion,
    _: &crate::desk::Work<'_>,
) -> Result<crate::desk::Solved<TacticsAnswer>, crate::fault::Fault> {
    Err(crate::fault::Fault::new("stub"))
}
pub(crate) fn text(_: &TacticsQuestion, _: &TacticsAnswer, _: &crate::answer::Answer) -> String {
    String::new()
}
