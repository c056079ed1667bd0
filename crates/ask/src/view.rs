//! An answer in words.

use crate::answer::{Answer, Found};
use crate::desk::apart;
use crate::question::{Question, Request};

/// An answer in words, 80 columns wide, for the question that it answers.
#[must_use]
pub fn text(request: &Request, answer: &Answer) -> String {
    macro_rules! words {
        ($($kind:ident $module:path;)*) => {
            match (&request.question, &answer.found) {
                $((Question::$kind(question), Found::$kind(found)) => {
                    use $module as kind;
                    apart(|| kind::text(question, found, answer))
                })*
                (_, Found::Nothing(found)) => format!("Unknown: {}.\n", found.why),
                _ => String::from("This answer belongs to another question.\n"),
            }
        };
    }
    words! {
        Race crate::race;
        Capture crate::capture;
        Life crate::life;
        Endgame crate::endgame;
        Connect crate::connect;
        Review crate::review;
        Check crate::check;
        Mate crate::mate;
        Value crate::value;
        Strings crate::strings;
        Simpei crate::simpei;
        Tactics crate::tactics::play;
        TacticSet crate::tactics::set;
        TacticCompare crate::tactics::compare;
        TacticSearch crate::tactics::search;
        Show crate::show;
        Boards crate::boards;
        Edit crate::edit;
        Game crate::game;
        Examples crate::examples;
        Problems crate::examples::problems;
        Shogi crate::shogi;
        Try crate::attempt;
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
