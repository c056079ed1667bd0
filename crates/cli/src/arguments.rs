//! Arguments as they were typed, before the parser of options sees them.
//!
//! Games may be negative: `tesuji value -1/2^*`. A word such as `-7`, `-{4|0}` or `-v` behind a command that takes games is
//! one of them, and the parser would take it for an option. A space before it keeps it from doing so, and the notation of
//! games does not mind spaces; [`unmarked`] takes it away again, so that columns in messages are right.

use std::ffi::OsString;
use std::path::Path;

/// The commands that may be the name of the program.
const DOORS: [&str; 2] = ["gtp", "usi"];

/// The commands whose arguments may be games.
const COMMANDS: [&str; 1] = ["value"];

/// The arguments with the command that the program's own name tells: graphical programs start an engine by its file, without
/// arguments, so a copy or link that is called `tesuji-usi` or `tesuji-gtp` speaks that protocol.
pub(crate) fn with_door_of_the_name(mut typed: Vec<OsString>) -> Vec<OsString> {
    let name =
        typed.first().and_then(|program| Path::new(program).file_stem()).and_then(|name| name.to_str());
    if let Some(door) = name.and_then(|name| name.strip_prefix("tesuji-"))
        && DOORS.contains(&door)
    {
        typed.insert(1, door.into());
    }
    typed
}

/// The arguments of the program with a space before every negative game.
pub(crate) fn with_games_marked(typed: &[OsString]) -> Vec<OsString> {
    let takes_games =
        typed.get(1).and_then(|word| word.to_str()).is_some_and(|command| COMMANDS.contains(&command));
    let mut only_words = false;
    let mark = |argument: &OsString| {
        only_words = only_words || argument == "--";
        match argument.to_str() {
            Some(text) if takes_games && !only_words && is_negative_game(text) => format!(" {text}").into(),
            _ => argument.clone(),
        }
    };
    typed.iter().map(mark).collect()
}

/// Everything that starts with a minus sign, but for options (`--cool`, `-h`, `-V`) and the lone `-` of standard input.
fn is_negative_game(text: &str) -> bool {
    let Some(rest) = text.strip_prefix('-') else { return false };
    let is_option =
        rest.strip_prefix('-').is_some_and(|name| name.starts_with(|c: char| c.is_ascii_alphabetic()));
    !is_option && !matches!(rest, "" | "-" | "h" | "V")
}

/// A game without the space of [`with_games_marked`].
pub(crate) fn unmarked(text: &str) -> &str {
    match text.strip_prefix(' ') {
        Some(rest) if rest.starts_with('-') => rest,
        _ => text,
    }
}

/// Whether answers and errors are wanted as JSON, whatever else was typed.
pub(crate) fn want_json(typed: &[OsString]) -> bool {
    typed.iter().take_while(|argument| *argument != "--").any(|argument| argument == "--json")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(line: &str) -> Vec<OsString> {
        line.split(' ').map(OsString::from).collect()
    }

    #[test]
    fn a_program_that_is_called_after_a_door_opens_it() {
        for (typed, run) in [
            ("/opt/tesuji-usi", "/opt/tesuji-usi usi"),
            ("tesuji-gtp.exe --help", "tesuji-gtp.exe gtp --help"),
            ("tesuji usi", "tesuji usi"),
            ("tesuji-0.2.0 usi", "tesuji-0.2.0 usi"),
        ] {
            assert_eq!(with_door_of_the_name(words(typed)), words(run), "{typed}");
        }
        assert_eq!(with_door_of_the_name(Vec::new()), Vec::<OsString>::new());
    }

    #[test]
    fn negative_games_are_no_options() {
        let marked = |line: &str| -> Vec<String> {
            let arguments = with_games_marked(&words(line));
            arguments.into_iter().map(|argument| argument.into_string().unwrap()).collect()
        };
        assert_eq!(
            marked("tesuji value -7 --cool 2 -v --1 -_2 - --compare -1/2^* -h --json"),
            [
                "tesuji",
                "value",
                " -7",
                "--cool",
                "2",
                " -v",
                " --1",
                " -_2",
                "-",
                "--compare",
                " -1/2^*",
                "-h",
                "--json"
            ]
        );
        assert_eq!(marked("tesuji value -- -7"), ["tesuji", "value", "--", "-7"]);
        assert_eq!(marked("tesuji show -7"), ["tesuji", "show", "-7"], "only where games are expected");
        assert_eq!(unmarked(" -7"), "-7");
        assert_eq!(unmarked(" 7"), " 7");
    }

    #[test]
    fn json_may_be_wanted_by_arguments_that_are_wrong() {
        assert!(want_json(&words("tesuji fly --json")));
        assert!(!want_json(&words("tesuji value -- --json")));
    }
}
