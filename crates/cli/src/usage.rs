//! Arguments that cannot be used: what the parser says about them, in one sentence.

use std::ffi::OsString;

use clap::CommandFactory;
use clap::error::{ContextKind, ContextValue, ErrorKind};
use tesuji_ask::Fault;

use crate::Arguments;

/// Characters of an argument that are shown again.
const SHOWN: usize = 60;

/// The parser's paragraphs as one sentence, with the help to read.
pub(crate) fn explained(error: &clap::Error, typed: &[OsString]) -> Fault {
    let (line, command) = command(typed);
    if error.kind() == ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand {
        let names: Vec<&str> = command.get_subcommands().map(clap::Command::get_name).collect();
        return Fault::new(format!("{line} needs one of {} (see {line} --help)", names.join(", ")));
    }
    let mut text = error.render().to_string();
    // An argument may be as long as a file: it is not shown again as a whole.
    for (_, value) in error.context() {
        if let ContextValue::String(value) = value
            && value.chars().count() > SHOWN
        {
            let short: String = value.chars().take(SHOWN).collect();
            text = text.replace(value.as_str(), &format!("{short}..."));
        }
    }
    let mut paragraphs = text.split("\n\n").map(str::trim);
    let first = paragraphs.next().unwrap_or_default();
    let mut lines = first.strip_prefix("error: ").unwrap_or(first).lines().map(str::trim);
    let mut sentence = lines.next().unwrap_or_default().to_string();
    let listed: Vec<&str> = lines.collect();
    if !listed.is_empty() {
        sentence = format!("{sentence} {}", listed.join(", "));
    }
    // The library's words for numbers that are none.
    for (theirs, ours) in [
        ("invalid digit found in string", "a whole number is expected"),
        ("invalid float literal", "a number is expected"),
        ("cannot parse integer from empty string", "a whole number is expected"),
        ("number too large to fit in target type", "that is too large"),
    ] {
        sentence = sentence.replace(theirs, ours);
    }
    if error.kind() == ErrorKind::UnknownArgument
        && let Some(ContextValue::String(word)) = error.get(ContextKind::InvalidArg)
        && word.parse::<f64>().is_ok()
    {
        sentence = format!("a negative number cannot be used here: '{word}'");
    }
    let tip = paragraphs.flat_map(str::lines).find_map(|line| line.trim().strip_prefix("tip: "));
    if let Some(tip) = tip.filter(|tip| tip.contains("similar")) {
        sentence = format!("{sentence}; {tip}");
    }
    let fault = Fault::new(format!("{sentence} (see {line} --help)"));
    Fault { field: field(error), ..fault }
}

/// The option or argument that is wrong, by its name alone.
fn field(error: &clap::Error) -> Option<String> {
    let name = match error.get(ContextKind::InvalidArg)? {
        ContextValue::String(name) => name,
        ContextValue::Strings(names) if names.len() == 1 => names.first()?,
        _ => return None,
    };
    let word = name.split([' ', '=']).next().unwrap_or_default();
    let bare = word.trim_matches(|c: char| !c.is_alphanumeric()).to_lowercase();
    (!bare.is_empty()).then_some(bare)
}

/// The program with the subcommands that were typed, and the last of them.
fn command(typed: &[OsString]) -> (String, clap::Command) {
    let mut command = Arguments::command();
    let mut line = command.get_name().to_string();
    for word in typed.iter().skip(1) {
        let Some(sub) = word.to_str().and_then(|word| command.find_subcommand(word)) else { break };
        line = format!("{line} {}", sub.get_name());
        command = sub.clone();
    }
    (line, command)
}

#[cfg(test)]
mod tests {
    use clap::Parser;

    use super::*;

    fn fault(line: &str) -> Fault {
        let typed: Vec<OsString> = line.split(' ').map(OsString::from).collect();
        match Arguments::try_parse_from(&typed) {
            Ok(_) => panic!("{line} is no usage error"),
            Err(error) => explained(&error, &typed),
        }
    }

    #[test]
    fn usage_errors_are_one_sentence() {
        for (line, sentence) in [
            ("tesuji fly", "unrecognized subcommand 'fly' (see tesuji --help)"),
            (
                "tesuji show",
                "the following required arguments were not provided: <FILE> (see tesuji show --help)",
            ),
            (
                "tesuji show x --jsn",
                "unexpected argument '--jsn' found; a similar argument exists: '--json' (see tesuji show --help)",
            ),
            (
                "tesuji capture x --first me",
                "invalid value 'me' for '--first <FIRST>' [possible values: attacker, defender, black, white] (see tesuji capture --help)",
            ),
            (
                "tesuji capture x --nodes -1",
                "a negative number cannot be used here: '-1' (see tesuji capture --help)",
            ),
            (
                "tesuji race x --svg a.png",
                "invalid value 'a.png' for '--svg <FILE>': pictures are SVG: write a.svg (browsers show it and print it) (see tesuji race --help)",
            ),
            (
                "tesuji capture x --move x",
                "invalid value 'x' for '--move <N>': a whole number is expected (see tesuji capture --help)",
            ),
        ] {
            assert_eq!(fault(line).message, sentence, "{line}");
        }
        assert_eq!(fault("tesuji capture x --order many").field.as_deref(), Some("order"));
        assert_eq!(fault("tesuji show").field.as_deref(), Some("file"));
        let long = fault(&format!("tesuji capture x --order {}", "9".repeat(10_000))).message;
        assert!(long.len() < 300 && long.ends_with("(see tesuji capture --help)"), "{long}");
        assert_eq!(
            fault("tesuji simpei").message,
            "tesuji simpei needs one of solve, best, table, play (see tesuji simpei --help)"
        );
    }
}
