//! Game values as people write them on paper.
//!
//! Captions of regions may be values in the ASCII notation of the program. Here `^` becomes an up-arrow, `v` a
//! down-arrow, `*` a star on the middle line, `+-` a plus-minus sign, a fraction a small fraction, and `Tiny(G)` a
//! plus sign with the game below it. The zeros of `{0^2|G}` have their number above them. A text that is not a value stays as it is,
//! and so do words behind one. Nothing is evaluated.
//!
//! The star is the ordinary asterisk, larger and lowered: every font has it in the weight of the digits, which is not
//! so of the asterisk operator.

use crate::text::BASELINE;
use crate::writer::{Value as Attribute, Writer};

/// A piece of a text on one level.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Run {
    pub(crate) text: String,
    pub(crate) level: Level,
}

/// The size and height of a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Level {
    /// As the text around it.
    Main,
    /// Small and low, as a subscript.
    Low,
    /// Small and high, as a superscript.
    High,
    /// An asterisk that is to be a star.
    Star,
}

impl Level {
    /// The size of the run in ems.
    pub(crate) fn size(self) -> f64 {
        match self {
            Level::Main => 1.0,
            Level::Low | Level::High => 0.7,
            Level::Star => 1.35,
        }
    }

    /// How far the run is below the line, in ems.
    pub(crate) fn drop(self) -> f64 {
        match self {
            Level::Main => 0.0,
            Level::Low => 0.22,
            Level::High => -0.36,
            Level::Star => 0.36,
        }
    }
}

impl Run {
    pub(crate) fn main(text: impl Into<String>) -> Run {
        Run { text: text.into(), level: Level::Main }
    }
}

/// The text of a caption in runs.
pub(crate) fn typeset(caption: &str) -> Vec<Run> {
    // A value may be followed by words: `-1 with a ko`.
    let (caption, words) = caption.split_at(caption.find(" with ").unwrap_or(caption.len()));
    if !is_value(caption) {
        return vec![Run::main([caption, words].concat())];
    }
    let mut runs = Vec::new();
    let mut rest = caption;
    while !rest.is_empty() {
        if let Some(digits) = nested_zeros(&caption[..caption.len() - rest.len()], rest) {
            push(&mut runs, "0", Level::Main);
            push(&mut runs, digits, Level::High);
            rest = &rest[2 + digits.len()..];
            continue;
        }
        let (taken, text, low) = next(rest);
        push(&mut runs, &text, if text == "*" { Level::Star } else { Level::Main });
        if let Some(low) = low {
            push(&mut runs, &plain(low), Level::Low);
        }
        rest = &rest[taken..];
    }
    push(&mut runs, words, Level::Main);
    runs
}

/// The `n` of `0^n` where that stands alone beside a bar: zeros nested n deep, and no multiple of up.
fn nested_zeros<'a>(before: &str, rest: &'a str) -> Option<&'a str> {
    let behind = rest.strip_prefix("0^").filter(|_| before.ends_with(['{', '|']))?;
    let (digits, after) = behind.split_at(behind.find(|c: char| !c.is_ascii_digit())?);
    (!digits.is_empty() && after.starts_with(['|', '}'])).then_some(digits)
}

/// The width of the runs in ems of the main size.
pub(crate) fn width(runs: &[Run]) -> f64 {
    runs.iter().map(|run| crate::text::width(&run.text) * run.level.size()).sum()
}

/// A text of several runs with its middle line at a height.
pub(crate) fn write_runs(
    writer: &mut Writer,
    runs: &[Run],
    x: f64,
    y: f64,
    size: f64,
    more: &[(&'static str, &'static str)],
) {
    let mut attributes: Vec<(&str, Attribute<'_>)> =
        vec![("x", x.into()), ("y", (y + BASELINE * size).into()), ("font-size", size.into())];
    attributes.extend(more.iter().map(|(name, value)| (*name, Attribute::from(*value))));
    writer.open("text", &attributes);
    let mut dropped = 0.0;
    for run in runs {
        // A shift stays in force for the rest of the text, so every run says how it differs from the one before.
        let shift = run.level.drop() * size - dropped;
        dropped += shift;
        if shift == 0.0 && run.level == Level::Main {
            writer.words(&run.text);
            continue;
        }
        let mut attributes: Vec<(&str, Attribute<'_>)> = vec![("dy", shift.into())];
        if run.level != Level::Main {
            attributes.push(("font-size", (run.level.size() * size).into()));
        }
        writer.text("tspan", &attributes, &run.text);
    }
    writer.close();
}

/// Whether a text looks like a value: only signs of the notation, and at least one of them.
fn is_value(text: &str) -> bool {
    let rest = text.replace("Tiny(", "(").replace("Miny(", "(");
    !rest.trim().is_empty() && rest.chars().all(|c| c.is_ascii_digit() || " +-*/^v{}|,.()_".contains(c))
}

/// The next sign: how many bytes it takes, what is written, and what is written below it.
fn next(rest: &str) -> (usize, String, Option<&str>) {
    for (word, sign) in [("Tiny(", "+"), ("Miny(", "\u{2212}")] {
        if let Some(inner) = rest.strip_prefix(word) {
            let end = closing(inner);
            return (word.len() + end + usize::from(end < inner.len()), sign.into(), Some(&inner[..end]));
        }
    }
    for (word, sign) in [("+_", "+"), ("-_", "\u{2212}")] {
        if let Some(inner) = rest.strip_prefix(word) {
            let end = match inner.as_bytes().first() {
                Some(b'(' | b'{') => (closing(&inner[1..]) + 2).min(inner.len()),
                _ => inner.find(|c: char| !c.is_ascii_digit() && c != '/').unwrap_or(inner.len()),
            };
            return (2 + end, sign.into(), Some(&inner[..end]));
        }
    }
    for (word, sign) in [
        ("+-", "\u{b1}"),
        ("^^", "\u{21d1}"),
        ("vv", "\u{21d3}"),
        ("^", "\u{2191}"),
        ("v", "\u{2193}"),
        ("*", "*"),
        ("-", "\u{2212}"),
    ] {
        if rest.starts_with(word) {
            return (word.len(), sign.into(), None);
        }
    }
    if let Some((taken, text)) = fraction(rest) {
        return (taken, text, None);
    }
    let digits = rest.find(|c: char| !c.is_ascii_digit()).unwrap_or(rest.len());
    let taken = if digits > 0 { digits } else { rest.chars().next().map_or(0, char::len_utf8) };
    (taken.max(1), rest[..taken].to_string(), None)
}

/// Where the bracket that is open at the start is closed; the end of the text if it never is.
fn closing(text: &str) -> usize {
    let mut depth = 1usize;
    for (i, byte) in text.bytes().enumerate() {
        match byte {
            b'(' | b'{' => depth += 1,
            b')' | b'}' => depth -= 1,
            _ => {}
        }
        if depth == 0 {
            return i;
        }
    }
    text.len()
}

fn fraction(rest: &str) -> Option<(usize, String)> {
    let digits = |text: &str| text.find(|c: char| !c.is_ascii_digit()).unwrap_or(text.len());
    let above = digits(rest);
    let after = rest[above..].strip_prefix('/')?;
    let below = digits(after);
    if above == 0 || below == 0 {
        return None;
    }
    let (above_text, below_text) = (&rest[..above], &after[..below]);
    let text = match (above_text, below_text) {
        ("1", "2") => "\u{bd}".to_string(),
        ("1", "4") => "\u{bc}".to_string(),
        ("3", "4") => "\u{be}".to_string(),
        _ => {
            const RAISED: [char; 10] = ['⁰', '¹', '²', '³', '⁴', '⁵', '⁶', '⁷', '⁸', '⁹'];
            let raised = above_text.bytes().filter_map(|b| RAISED.get(usize::from(b.wrapping_sub(b'0'))));
            let lowered =
                below_text.bytes().filter_map(|b| char::from_u32(0x2080 + u32::from(b.wrapping_sub(b'0'))));
            raised.copied().chain(['\u{2044}']).chain(lowered).collect()
        }
    };
    Some((above + 1 + below, text))
}

/// A value on one level, for places that have no second.
fn plain(value: &str) -> String {
    let mut text = String::new();
    let mut rest = value;
    while !rest.is_empty() {
        let (taken, sign, low) = next(rest);
        text.push_str(if sign == "*" { "\u{2217}" } else { &sign });
        text.push_str(low.unwrap_or(""));
        rest = &rest[taken..];
    }
    text
}

fn push(runs: &mut Vec<Run>, text: &str, level: Level) {
    match runs.last_mut() {
        Some(run) if run.level == level => run.text.push_str(text),
        _ if text.is_empty() => {}
        _ => runs.push(Run { text: text.to_string(), level }),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Subscripts between underscores, superscripts between carets, stars as stars.
    fn shown(caption: &str) -> String {
        typeset(caption)
            .iter()
            .map(|run| match run.level {
                Level::Main => run.text.clone(),
                Level::Low => format!("_{}_", run.text),
                Level::High => format!("^{}^", run.text),
                Level::Star => run.text.replace('*', "∗"),
            })
            .collect()
    }

    #[test]
    fn values_get_their_signs() {
        for (ascii, signs) in [
            ("2*", "2∗"),
            ("4^", "4↑"),
            ("-1/2^*", "−½↑∗"),
            ("v", "↓"),
            ("^^*", "⇑∗"),
            ("^3", "↑3"),
            ("*3", "∗3"),
            ("13/2", "¹³⁄₂"),
            ("+-3", "±3"),
            ("{0|Tiny(2)}", "{0|+_2_}"),
            ("Miny({2|-1})", "−_{2|−1}_"),
            ("+_2", "+_2_"),
            ("-_1/2*", "−_½_∗"),
            ("{6||4|0}", "{6||4|0}"),
            ("3.^", "3.↑"),
            ("-2+{0^2|Tiny(3)}", "−2+{0^2^|+_3_}"),
            ("{Miny(3)|0^13}", "{−_3_|0^13^}"),
            ("0^3", "0↑3"),
            ("{0^3,1|0}", "{0↑3,1|0}"),
            ("{10^3|0}", "{10↑3|0}"),
            ("-1 with a ko", "−1 with a ko"),
            ("2* with a ko", "2∗ with a ko"),
            ("", ""),
        ] {
            assert_eq!(shown(ascii), signs, "{ascii}");
        }
    }

    #[test]
    fn words_stay_words() {
        for text in ["seki", "shared with a ko", "A-B *", "valve", "value 2*", "<script>", "★"] {
            assert_eq!(shown(text), text);
        }
    }

    #[test]
    fn broken_values_are_harmless() {
        for text in ["Tiny(", "Tiny(2", "+_", "-_(", "+_{", "/", "1/", "/2", "((((", "))", "Tiny())", "^^^"] {
            let _ = typeset(text);
        }
        assert_eq!(shown("Tiny(Tiny(2)"), "+_+2_");
    }
}
