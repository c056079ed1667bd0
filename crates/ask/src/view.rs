//! An answer in words.

use crate::answer::{Answer, Found};
use crate::question::{Question, Request};

/// An answer in words, 80 columns wide, for the question that it answers.
#[must_use]
pub fn text(request: &Request, answer: &Answer) -> String {
    match (&request.question, &answer.found) {
        (Question::Race(question), Found::Race(found)) => crate::race::text(question, found, answer),
        (Question::Capture(question), Found::Capture(found)) => crate::capture::text(question, found, answer),
        (Question::Mate(question), Found::Mate(found)) => crate::mate::text(question, found, answer),
        (Question::Value(question), Found::Value(found)) => crate::value::text(question, found, answer),
        (Question::Strings(question), Found::Strings(found)) => crate::strings::text(question, found, answer),
        (Question::Simpei(question), Found::Simpei(found)) => crate::simpei::text(question, found, answer),
        (Question::Tactics(question), Found::Tactics(found)) => {
            crate::tactics::play::text(question, found, answer)
        }
        (Question::TacticSet(question), Found::TacticSet(found)) => {
            crate::tactics::set::text(question, found, answer)
        }
        (Question::TacticCompare(question), Found::TacticCompare(found)) => {
            crate::tactics::compare::text(question, found, answer)
        }
        (Question::TacticSearch(question), Found::TacticSearch(found)) => {
            crate::tactics::search::text(question, found, answer)
        }
        (Question::Show(question), Found::Show(found)) => crate::show::text(question, found, answer),
        (Question::Boards(question), Found::Boards(found)) => crate::boards::text(question, found, answer),
        _ => String::from("This answer belongs to another question.\n"),
    }
}
