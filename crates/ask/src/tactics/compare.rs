//! STUB

use super::{TacticCompareAnswer, TacticCompareQuestion};

// STUB: to be replaced
pub(crate) const LIMITS: tesuji_job::Limits = crate::limits::limits(1000000000, 1000);
pub(crate) fn solve(
    _: &TacticCompareQuestion,
    _: &crate::desk::Work<'_>,
) -> Result<crate::desk::Solved<TacticCompareAnswer>, crate::fault::Fault> {
    Err(crate::fault::Fault::new("stub"))
}
pub(crate) fn text(_: &TacticCompareQuestion, _: &TacticCompareAnswer, _: &crate::answer::Answer) -> String {
    String::new()
}
