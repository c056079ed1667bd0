//! STUB

use super::{TacticSetAnswer, TacticSetQuestion};

// STUB: to be replaced
pub(crate) const LIMITS: tesuji_job::Limits = crate::limits::limits(1, 1);
pub(crate) fn solve(
    _: &TacticSetQuestion,
    _: &crate::desk::Work<'_>,
) -> Result<crate::desk::Solved<TacticSetAnswer>, crate::fault::Fault> {
    Err(crate::fault::Fault::new("stub"))
}
pub(crate) fn text(_: &TacticSetQuestion, _: &TacticSetAnswer, _: &crate::answer::Answer) -> String {
    String::new()
}
