//! Writing SVG text: elements, escaped attributes, rounded numbers, paths.
//!
//! These are the few words of SVG that every picture of this crate is made of. Numbers have at most two decimals and
//! never a sign before zero; text is escaped, and characters that XML forbids become U+FFFD, so whatever goes in, the
//! result is well-formed.

use std::fmt::Write;

/// The value of an attribute.
#[derive(Clone, Copy)]
pub(crate) enum Value<'a> {
    Text(&'a str),
    Number(f64),
}

impl<'a> From<&'a str> for Value<'a> {
    fn from(text: &'a str) -> Value<'a> {
        Value::Text(text)
    }
}

impl<'a> From<&'a String> for Value<'a> {
    fn from(text: &'a String) -> Value<'a> {
        Value::Text(text)
    }
}

impl From<f64> for Value<'_> {
    fn from(number: f64) -> Self {
        Value::Number(number)
    }
}

/// The attributes of an element, in the order in which they are written.
pub(crate) type Attributes<'a> = [(&'a str, Value<'a>)];

/// An SVG text under construction.
#[derive(Default)]
pub(crate) struct Writer {
    out: String,
    open: Vec<&'static str>,
}

impl Writer {
    /// Starts an element that holds others.
    pub(crate) fn open(&mut self, tag: &'static str, attributes: &Attributes<'_>) {
        self.tag(tag, attributes);
        self.out.push('>');
        self.open.push(tag);
    }

    /// Ends the element started last.
    pub(crate) fn close(&mut self) {
        if let Some(tag) = self.open.pop() {
            let _ = write!(self.out, "</{tag}>");
            if self.open.len() <= 1 {
                self.out.push('\n');
            }
        }
    }

    /// An element without content.
    pub(crate) fn leaf(&mut self, tag: &str, attributes: &Attributes<'_>) {
        self.tag(tag, attributes);
        self.out.push_str("/>");
        if self.open.len() <= 1 {
            self.out.push('\n');
        }
    }

    /// An element that holds a text.
    pub(crate) fn text(&mut self, tag: &'static str, attributes: &Attributes<'_>, text: &str) {
        self.open(tag, attributes);
        self.words(text);
        self.close();
    }

    /// Text inside the element that is open.
    pub(crate) fn words(&mut self, text: &str) {
        escape(text, &mut self.out);
    }

    /// The finished text, with every open element closed.
    pub(crate) fn finish(mut self) -> String {
        while !self.open.is_empty() {
            self.close();
        }
        self.out
    }

    fn tag(&mut self, tag: &str, attributes: &Attributes<'_>) {
        self.out.push('<');
        self.out.push_str(tag);
        for (name, value) in attributes {
            let _ = write!(self.out, " {name}=\"");
            match value {
                Value::Text(text) => escape(text, &mut self.out),
                Value::Number(number) => push_number(*number, &mut self.out),
            }
            self.out.push('"');
        }
    }
}

fn escape(text: &str, out: &mut String) {
    for character in text.chars() {
        match character {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            '\t' | '\n' | '\r' => out.push(' '),
            // Control characters and the two noncharacters that XML excludes.
            c if c.is_control() || matches!(c, '\u{fffe}' | '\u{ffff}') => out.push('\u{fffd}'),
            c => out.push(c),
        }
    }
}

/// A number as the nearest count of hundredths; what is not finite counts as zero.
fn hundredths(number: f64) -> i64 {
    if number.is_finite() { (number * 100.0).round() as i64 } else { 0 }
}

fn push_hundredths(value: i64, out: &mut String) {
    if value < 0 {
        out.push('-');
    }
    let (whole, part) = (value.unsigned_abs() / 100, value.unsigned_abs() % 100);
    let _ = match part {
        0 => write!(out, "{whole}"),
        p if p % 10 == 0 => write!(out, "{whole}.{}", p / 10),
        p => write!(out, "{whole}.{p:02}"),
    };
}

pub(crate) fn push_number(number: f64, out: &mut String) {
    push_hundredths(hundredths(number), out);
}

/// The `d` attribute of a path. Lines along an axis take the short form.
#[derive(Default)]
pub(crate) struct Path {
    d: String,
    last: (i64, i64),
}

impl Path {
    pub(crate) fn move_to(&mut self, x: f64, y: f64) {
        self.d.push('M');
        self.point(x, y);
    }

    pub(crate) fn line_to(&mut self, x: f64, y: f64) {
        let (to_x, to_y) = (hundredths(x), hundredths(y));
        if to_y == self.last.1 {
            self.d.push('H');
            push_hundredths(to_x, &mut self.d);
        } else if to_x == self.last.0 {
            self.d.push('V');
            push_hundredths(to_y, &mut self.d);
        } else {
            self.d.push('L');
            self.point(x, y);
        }
        self.last = (to_x, to_y);
    }

    /// A curve that leaves towards the first point and arrives from it at the second.
    pub(crate) fn curve_to(&mut self, towards: (f64, f64), to: (f64, f64)) {
        self.d.push('Q');
        self.point(towards.0, towards.1);
        self.d.push(' ');
        self.point(to.0, to.1);
    }

    /// A dot: a line of no length, which round caps make a disc as wide as the stroke.
    pub(crate) fn dot(&mut self, x: f64, y: f64) {
        self.move_to(x, y);
        self.d.push_str("h0");
    }

    pub(crate) fn close(&mut self) {
        self.d.push('Z');
    }

    /// Lines from each corner to the next.
    pub(crate) fn open_polygon(&mut self, corners: &[(f64, f64)]) {
        for (i, &(x, y)) in corners.iter().enumerate() {
            if i == 0 { self.move_to(x, y) } else { self.line_to(x, y) }
        }
    }

    /// The same, and back to the first corner.
    pub(crate) fn polygon(&mut self, corners: &[(f64, f64)]) {
        self.open_polygon(corners);
        self.close();
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.d.is_empty()
    }

    pub(crate) fn data(&self) -> &str {
        &self.d
    }

    fn point(&mut self, x: f64, y: f64) {
        self.last = (hundredths(x), hundredths(y));
        push_hundredths(self.last.0, &mut self.d);
        self.d.push(' ');
        push_hundredths(self.last.1, &mut self.d);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn number(x: f64) -> String {
        let mut out = String::new();
        push_number(x, &mut out);
        out
    }

    #[test]
    fn numbers_are_short_and_finite() {
        for (x, text) in [
            (0.0, "0"),
            (-0.0, "0"),
            (-0.004, "0"),
            (0.5, "0.5"),
            (-0.05, "-0.05"),
            (12.345, "12.35"),
            (-3.0, "-3"),
            (f64::NAN, "0"),
            (f64::INFINITY, "0"),
        ] {
            assert_eq!(number(x), text);
        }
    }

    #[test]
    fn text_is_escaped() {
        let mut writer = Writer::default();
        writer.text("text", &[("class", "a\"b".into())], "<b>&\u{0}\u{ffff}'");
        assert_eq!(writer.finish(), "<text class=\"a&quot;b\">&lt;b&gt;&amp;\u{fffd}\u{fffd}'</text>\n");
    }

    #[test]
    fn paths_use_short_forms() {
        let mut path = Path::default();
        path.move_to(0.0, 0.0);
        path.line_to(40.0, 0.001);
        path.line_to(40.0, -1.5);
        path.line_to(1.0, 1.0);
        path.close();
        assert_eq!(path.data(), "M0 0H40V-1.5L1 1Z");
    }
}
