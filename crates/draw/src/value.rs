//! Game values as people write them on paper.
//!
//! Captions of regions may be values in the ASCII notation of the program. Here `^` becomes an up-arrow, `v` a
//! down-arrow, `*` a star, `+-` a plus-minus sign, a fraction a small fraction, and `Tiny(G)` a plus sign with the
//! game below it. A text that is not a value stays as it is. Nothing is evaluated.

/// A piece of a text on one level.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Run {
    pub(crate) text: String,
    /// Small and low, as a subscript.
    pub(crate) low: bool,
}

/// How much smaller a subscript is.
pub(crate) const LOW_SIZE: f64 = 0.7;

/// The text of a caption in runs.
pub(crate) fn typeset(caption: &str) -> Vec<Run> {
    if !is_value(caption) {
        return vec![Run { text: caption.to_string(), low: false }];
    }
    let mut runs = Vec::new();
    let mut rest = caption;
    while !rest.is_empty() {
        let (taken, text, low) = next(rest);
        push(&mut runs, &text, false);
        if let Some(low) = low {
            push(&mut runs, &plain(low), true);
        }
        rest = &rest[taken..];
    }
    runs
}

/// The width of the runs in ems of the main size.
pub(crate) fn width(runs: &[Run]) -> f64 {
    runs.iter().map(|run| crate::text::width(&run.text) * if run.low { LOW_SIZE } else { 1.0 }).sum()
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
        ("*", "\u{2217}"),
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
        text.push_str(&sign);
        text.push_str(low.unwrap_or(""));
        rest = &rest[taken..];
    }
    text
}

fn push(runs: &mut Vec<Run>, text: &str, low: bool) {
    match runs.last_mut() {
        Some(run) if run.low == low => run.text.push_str(text),
        _ if text.is_empty() => {}
        _ => runs.push(Run { text: text.to_string(), low }),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Subscripts between underscores.
    fn shown(caption: &str) -> String {
        typeset(caption)
            .iter()
            .map(|run| if run.low { format!("_{}_", run.text) } else { run.text.clone() })
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
            ("", ""),
        ] {
            assert_eq!(shown(ascii), signs, "{ascii}");
        }
    }

    #[test]
    fn words_stay_words() {
        for text in ["seki", "A-B *", "valve", "value 2*", "<script>", "★"] {
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
