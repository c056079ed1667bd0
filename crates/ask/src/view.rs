//! An answer in words.

use crate::answer::{Answer, Found};
use crate::question::{Question, Request};

/// An answer in words, 80 columns wide, for the question that it answers.
#[must_use]
pub fn text(request: &Request, answer: &Answer) -> String {
    match (&request.question, &answer.found) {
        (Question::Race(question), Found::Race(found)) => crate::race::text(question, found, answer),
        (Question::Capture(question), Found::Capture(found)) => crate::capture::text(question, found, answer),
        (Question::Life(question), Found::Life(found)) => crate::life::text(question, found, answer),
        (Question::Endgame(question), Found::Endgame(found)) => crate::endgame::text(question, found, answer),
        (Question::Connect(question), Found::Connect(found)) => crate::connect::text(question, found, answer),
        (Question::Review(question), Found::Review(found)) => crate::review::text(question, found, answer),
        (Question::Check(question), Found::Check(found)) => crate::check::text(question, found, answer),
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
        (Question::Edit(question), Found::Edit(found)) => crate::edit::text(question, found, answer),
        (Question::Game(question), Found::Game(found)) => crate::game::text(question, found, answer),
        (Question::Examples(question), Found::Examples(found)) => {
            crate::examples::text(question, found, answer)
        }
        (Question::Problems(question), Found::Problems(found)) => {
            crate::examples::problems::text(question, found, answer)
        }
        (Question::Shogi(question), Found::Shogi(found)) => crate::shogi::text(question, found, answer),
        (Question::Try(question), Found::Try(found)) => crate::attempt::text(question, found, answer),
        (_, Found::Nothing(found)) => format!("Unknown: {}.\n", found.why),
        _ => String::from("This answer belongs to another question.\n"),
    }
}

/// The verdict in a sentence, as it stands in the text: one for each side moving first in a race, one for a string, a mate or a
/// move. Other kinds of answers have none.
#[must_use]
pub fn sentences(request: &Request, answer: &Answer) -> Vec<String> {
    let text = text(request, answer);
    let begins: &[&str] = match &answer.found {
        Found::Race(_) | Found::Life(_) | Found::Connect(_) | Found::Endgame(_) => {
            &["Black first:", "White first:"]
        }
        Found::Capture(_) | Found::Mate(_) | Found::Try(_) => &[""],
        _ => return Vec::new(),
    };
    // The board comes first, and an empty line after it; a race without a board begins at once.
    let words = match text.rsplit_once("\n\n") {
        Some((_, after)) if begins == [""] => after,
        _ => &text,
    };
    begins.iter().filter_map(|begin| sentence(words, begin)).collect()
}

/// The paragraph of a text that begins like this, in one line. What follows it is indented or has a name of its own.
fn sentence(text: &str, begin: &str) -> Option<String> {
    let mut lines = text.lines().skip_while(|line| !line.starts_with(begin) || line.is_empty());
    let mut sentence = lines.next()?.to_string();
    for line in lines.take_while(|line| !ends(line)) {
        sentence = format!("{sentence} {line}");
    }
    Some(sentence)
}

/// Whether a line begins something else.
fn ends(line: &str) -> bool {
    let named = line.split_once(':').is_some_and(|(name, _)| {
        !name.is_empty() && name.chars().all(|letter| letter.is_lowercase() || letter == ' ')
    });
    line.is_empty()
        || line.starts_with(' ')
        || named
        || line.starts_with("Black first:")
        || line.starts_with("White first:")
}
