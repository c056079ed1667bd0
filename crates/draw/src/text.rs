//! How wide words are, without a font.
//!
//! A picture does not know the font it will be read in. Widths are estimated for an ordinary sans-serif face, a little
//! on the wide side, in ems (the unit is the font size). That is enough to choose a size for a label, to break a
//! caption into lines, and to cut a text that fits nowhere.

/// The words of every picture.
pub(crate) const FAMILY: &str = "Helvetica Neue,Helvetica,Arial,Liberation Sans,DejaVu Sans,sans-serif";

/// How far below the middle of a line of capitals and digits its baseline is, in ems.
pub(crate) const BASELINE: f64 = 0.355;

/// The estimated width of a text in ems.
pub(crate) fn width(text: &str) -> f64 {
    text.chars().map(character_width).sum()
}

fn character_width(character: char) -> f64 {
    match character {
        '\u{300}'..='\u{36f}' | '\u{200b}'..='\u{200f}' | '\u{fe00}'..='\u{fe0f}' => 0.0,
        'i' | 'j' | 'l' | 'I' | '.' | ',' | ':' | ';' | '|' | '!' | '\'' | ' ' => 0.3,
        '*' | 'f' | 't' | 'r' | '(' | ')' | '[' | ']' | '/' | '\u{2044}' => 0.36,
        '0'..='9' | '{' | '}' => 0.64,
        '+' | '<' | '=' | '>' | '\u{b1}' | '\u{2190}'..='\u{22ff}' => 0.84,
        '\u{2070}'..='\u{209c}' | '\u{b9}' | '\u{b2}' | '\u{b3}' => 0.36,
        'm' | 'w' | 'M' | 'W' | '@' | '%' => 0.9,
        '\u{bc}'..='\u{be}' | '\u{215b}'..='\u{215e}' => 0.84,
        'A'..='Z' => 0.7,
        c if c < '\u{1100}' => 0.57,
        '\u{2000}'..='\u{22ff}' => 0.62,
        _ => 1.0,
    }
}

/// A text cut to a width in ems, with an ellipsis if something is missing.
pub(crate) fn cut(text: &str, most: f64) -> String {
    if width(text) <= most {
        return text.to_string();
    }
    let mut room = most - character_width('\u{2026}');
    let mut shown = String::new();
    for character in text.chars() {
        room -= character_width(character);
        if room < 0.0 {
            break;
        }
        shown.push(character);
    }
    shown.truncate(shown.trim_end().len());
    shown.push('\u{2026}');
    shown
}

/// A size and a form in which a text fits a width: the wanted size if possible, a smaller one down to the least, and
/// then cut.
pub(crate) fn fit(text: &str, room: f64, wanted: f64, least: f64) -> (f64, String) {
    let size = (room / width(text).max(0.01)).min(wanted);
    if size >= least { (size, text.to_string()) } else { (least, cut(text, room / least)) }
}

/// A text broken at spaces into lines of at most `most` ems, at most `lines` of them.
pub(crate) fn wrap(text: &str, most: f64, lines: usize) -> Vec<String> {
    let mut done: Vec<String> = Vec::new();
    let mut line = String::new();
    for word in text.split_whitespace() {
        let longer = if line.is_empty() { word.to_string() } else { format!("{line} {word}") };
        if line.is_empty() || width(&longer) <= most {
            line = longer;
            continue;
        }
        if done.len() + 1 == lines {
            // No line is left for the rest; the cut below shows that there is more.
            line = format!("{line} {word}{}", "\u{2026}".repeat(most as usize + 1));
            break;
        }
        done.push(cut(&line, most));
        line = word.to_string();
    }
    if !line.is_empty() {
        done.push(cut(&line, most));
    }
    done
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_are_cut_and_wrapped() {
        assert_eq!(cut("abc", 10.0), "abc");
        assert_eq!(cut(&"a".repeat(100), 3.0), "aaaa\u{2026}");
        assert_eq!(wrap("one two three four", 6.0, 9), ["one two", "three four"]);
        let lines = wrap(&"word ".repeat(1000), 6.0, 3);
        assert_eq!(lines.len(), 3);
        assert!(lines[2].ends_with('\u{2026}'));
        assert!(wrap("  ", 6.0, 3).is_empty());
        assert!(lines.iter().all(|line| width(line) <= 6.0));
    }

    #[test]
    fn labels_shrink_before_they_are_cut() {
        assert_eq!(fit("1", 32.0, 24.0, 8.0), (24.0, "1".into()));
        let (size, text) = fit("1234", 32.0, 24.0, 8.0);
        assert!(size < 24.0 && size > 8.0 && text == "1234");
        let (size, text) = fit("a very long label", 32.0, 24.0, 8.0);
        assert!(size == 8.0 && text.ends_with('\u{2026}'));
    }
}
