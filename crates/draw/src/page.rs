//! The sheet a picture is drawn on: its frame and the root element.

use crate::style::Style;
use crate::text;
use crate::theme::Inks;
use crate::writer::{Value, Writer, push_number};

/// An upright rectangle.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Frame {
    pub(crate) left: f64,
    pub(crate) top: f64,
    pub(crate) right: f64,
    pub(crate) bottom: f64,
}

impl Frame {
    pub(crate) fn width(&self) -> f64 {
        self.right - self.left
    }

    pub(crate) fn height(&self) -> f64 {
        self.bottom - self.top
    }

    pub(crate) fn grown(&self, by: f64) -> Frame {
        Frame { left: self.left - by, top: self.top - by, right: self.right + by, bottom: self.bottom + by }
    }
}

/// The attributes of a rectangle.
pub(crate) fn rectangle<'a>(frame: Frame) -> [(&'a str, Value<'a>); 4] {
    [
        ("x", frame.left.into()),
        ("y", frame.top.into()),
        ("width", frame.width().into()),
        ("height", frame.height().into()),
    ]
}

/// Opens the root element.
pub(crate) fn root(writer: &mut Writer, inks: &Inks, style: &Style, frame: Frame) {
    let mut numbers = String::new();
    for number in [frame.left, frame.top, frame.width(), frame.height()] {
        if !numbers.is_empty() {
            numbers.push(' ');
        }
        push_number(number, &mut numbers);
    }
    let class = inks.root_class();
    let mut attributes: Vec<(&str, Value<'_>)> = vec![
        ("xmlns", "http://www.w3.org/2000/svg".into()),
        ("class", (&class).into()),
        ("viewBox", (&numbers).into()),
    ];
    if let Some(width) = style.width {
        let width = f64::from(width);
        attributes.push(("width", width.into()));
        attributes.push(("height", (width * frame.height() / frame.width()).into()));
    }
    attributes.extend([("role", "img".into()), ("font-family", text::FAMILY.into())]);
    writer.open("svg", &attributes);
}

/// A word of a plot: a title, a number at an axis, an entry of the legend.
pub(crate) fn word(writer: &mut Writer, class: &str, at: (f64, f64), size: f64, anchor: &str, words: &str) {
    writer.text(
        "text",
        &[
            ("class", class.into()),
            ("x", at.0.into()),
            ("y", at.1.into()),
            ("font-size", size.into()),
            ("text-anchor", anchor.into()),
        ],
        words,
    );
}
