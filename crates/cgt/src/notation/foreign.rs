//! What people bring from CGSuite that is no game here, each with a sentence what to write instead.
//!
//! CGSuite's language has rulesets, loopy games, comparisons and commands. This notation has short games and what makes games of
//! games, so everything else ends in a message; the message should help somebody who has typed the other for years.

use crate::notation::expression::Problem;

const RULESET: &str =
    "rulesets are not here: write the game by its options, as {4|0}, or ask about a position of Go";
const COMPARISON: &str = "a comparison is no game: at the prompt write G >= H by itself, on the command line value G --compare H, in JSON \"compare\"";

/// Names of functions and methods whose values are no games.
const METHODS: [(&str, &str); 19] = [
    ("outcome", IN_THE_ANSWER),
    ("outcomeclass", IN_THE_ANSWER),
    (
        "stops",
        "the stops are two numbers: write LeftStop(G) or RightStop(G), or ask for the value of G, which lists both",
    ),
    ("thermograph", "a thermograph is no game: ask for the value of G with --thermograph or --svg FILE"),
    ("plot", "a thermograph is no game: ask for the value of G with --thermograph or --svg FILE"),
    ("options", OPTIONS),
    ("leftoptions", OPTIONS),
    ("rightoptions", OPTIONS),
    ("incentives", OPTIONS),
    ("leftincentives", OPTIONS),
    ("rightincentives", OPTIONS),
    ("isnumber", IN_THE_ANSWER),
    ("isinteger", IN_THE_ANSWER),
    ("isinfinitesimal", IN_THE_ANSWER),
    ("isnumberish", IN_THE_ANSWER),
    ("birthday", "birthdays are not computed here"),
    ("degree", "degrees are not computed here"),
    ("companion", "companions are not computed here"),
    ("pow", "write a power of up as ^<3>"),
];

const IN_THE_ANSWER: &str =
    "this is no game: ask for the value of G, whose answer says outcome, stops, mean and temperature";
const OPTIONS: &str =
    "lists of options are no game: the value of G shows them in braces, and --best left tests every move";

/// A function or method that is not known.
pub(super) fn function(name: &str) -> Problem {
    let plain = name.to_ascii_lowercase();
    match METHODS.iter().find(|(known, _)| *known == plain) {
        Some((_, instead)) => Problem::Foreign(instead),
        None => Problem::UnknownFunction { name: name.to_string() },
    }
}

/// A name that stands for no game.
pub(super) fn variable(name: &str) -> Problem {
    match name {
        "game" => Problem::Foreign(RULESET),
        _ => Problem::UnknownVariable { name: name.to_string() },
    }
}

/// Whether the name of a loopy game may stand directly behind a number, as in `5over`.
pub(super) fn may_follow_number(name: &str) -> bool {
    matches!(name, "over" | "under" | "upon")
}

/// A sign that asks something about two games, gives a name, ends a command, or begins a position.
pub(super) fn sign(sign: char) -> Problem {
    match sign {
        ';' => Problem::Foreign("one game at a time: `;` does not end anything here"),
        '"' => Problem::Foreign(RULESET),
        ':' => Problem::Foreign(
            "a name is no game: give it at the prompt (tesuji value alone) or in a file for --define, as G = {4|0}",
        ),
        _ => Problem::Foreign(COMPARISON),
    }
}
