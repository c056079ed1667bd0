//! STUB

use super::{TacticSearchAnswer, TacticSearchQuestion};

// STUB: to be replaced
pub(crate) const LIMITS: tesuji_job::Limits = crate::limits::limits(10000000000, 1000);
pub(crate) fn solve(
    _: &TacticSearchQuestion,
    _: &crate::desk::Work<'_>,
) -> Result<crate::desk::Solved<TacticSearchAnswer>, crate::fault::Fault> {
    Err(crate::fault::Fault::new("stub"))
}
pub(crate) fn text(_: &TacticSearchQuestion, _: &TacticSearchAnswer, _: &crate::answer::Answer) -> String {
    String::new()
}
