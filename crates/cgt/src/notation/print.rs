//! Games to text.
//!
//! Every style but LaTeX reads back as the same game. The text depends on the game alone, not on what the arena did
//! before. Pieces that wait to be written are kept on a stack of their own, so depth is no danger; length is, since a
//! small store can hold a game of astronomical size, so it is limited.

use std::collections::HashMap;
use std::fmt::Write as _;

use tesuji_job::Why;

use crate::arena::Arena;
use crate::game::{Game, Side};
use crate::notation::shape::{Power, Seen, Shape};
use crate::{Dyadic, Error};

/// How a game is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub enum Style {
    /// CGSuite's notation in ASCII: `-13/2`, `4^`, `{6||4|0}`, `-3+{0|Tiny(2)}`, `+-3`.
    #[default]
    Ascii,
    /// As in the paper on capturing races: `-6 1/2`, `4^`, `-3{0|+_2}`, `-2{0^2|+_3}`.
    Paper,
    /// With arrows: `4↑`, `-1⇓*`, `±3`.
    Unicode,
    /// For a formula in LaTeX.
    Latex,
}

/// Most bars in one place. A game that needs more keeps the braces of an option that has as many itself.
pub(crate) const MOST_BARS: u32 = 4;

/// Pieces that are written between two looks at the watch.
const PIECES_BETWEEN_LOOKS: usize = 1024;

/// Something that waits to be written.
enum Piece {
    Text(&'static str),
    Zeros(u32),
    Game(Seen),
    /// Both lists of a game and the bars between them.
    Options(Seen),
}

/// The bars between the lists of games, as far as they are known.
type Bars = HashMap<Seen, u32>;

impl Arena {
    /// The game in the notation it was read in: see [`Style::Ascii`].
    ///
    /// # Errors
    /// [`Why::Text`], or [`Error::Overflow`].
    pub fn text(&self, game: Game) -> Result<String, Error> {
        self.text_in(game, Style::Ascii)
    }

    /// The game as a formula for LaTeX.
    ///
    /// # Errors
    /// [`Why::Text`], or [`Error::Overflow`].
    pub fn latex(&self, game: Game) -> Result<String, Error> {
        self.text_in(game, Style::Latex)
    }

    /// The game in any style.
    ///
    /// ```
    /// use tesuji_cgt::{Arena, Style};
    ///
    /// let mut arena = Arena::new();
    /// let game = arena.parse("{0|{0|Tiny(3)}} - 2")?;
    /// assert_eq!(arena.text_in(game, Style::Ascii)?, "-2+{0^2|Tiny(3)}");
    /// assert_eq!(arena.text_in(game, Style::Paper)?, "-2{0^2|+_3}");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// [`Why::Text`], or [`Error::Overflow`].
    pub fn text_in(&self, game: Game, style: Style) -> Result<String, Error> {
        let mut text = String::new();
        let mut bars = Bars::new();
        let mut pieces = vec![Piece::Game(Seen::plain(game))];
        for number in 1_usize.. {
            let Some(piece) = pieces.pop() else { break };
            if number.is_multiple_of(PIECES_BETWEEN_LOOKS) {
                self.may_go_on()?;
            }
            match piece {
                Piece::Text(piece) => text.push_str(piece),
                Piece::Zeros(count) => {
                    // Writing to a string cannot fail.
                    let _ = match style {
                        Style::Latex => write!(text, "0^{{{count}}}"),
                        _ => write!(text, "0^{count}"),
                    };
                }
                Piece::Game(game) => self.write_game(game, style, &mut bars, &mut text, &mut pieces)?,
                Piece::Options(game) => self.write_options(game, style, &mut bars, &mut pieces)?,
            }
            if text.len() > self.most_text() {
                return Err(Error::Unknown(Why::Text));
            }
        }
        Ok(text)
    }

    fn write_game(
        &self,
        game: Seen,
        style: Style,
        bars: &mut Bars,
        text: &mut String,
        pieces: &mut Vec<Piece>,
    ) -> Result<(), Error> {
        match self.shape(game)? {
            Shape::NumberUpStar { number, up, nimber } => {
                write_number_up_star(text, style, number, up, nimber);
            }
            Shape::Translated { number, infinitesimal } => {
                write_number(text, style, number);
                // Powers of up stand directly behind the number, as ups do. So do Tiny and Miny as words, and as signs in the
                // paper's style. `1/2+-^5*` would be a difference.
                let touches = match self.shape(infinitesimal)? {
                    Shape::Power(_) => true,
                    Shape::Tiny { .. } => style != Style::Latex,
                    Shape::PlusMinus(_) => false,
                    _ => style == Style::Paper,
                };
                if !touches {
                    text.push('+');
                }
                pieces.push(Piece::Game(infinitesimal));
            }
            Shape::Power(power) => write_power(text, style, power),
            Shape::Tiny { of, favours } => {
                text.push_str(tiny_text(style, favours));
                let closing = match (style, self.shape(of)?) {
                    (Style::Ascii | Style::Unicode, _) => ")",
                    (Style::Latex, _) => "}",
                    (Style::Paper, Shape::NumberUpStar { number, up: 0, nimber: 0 }) => {
                        write_number(text, style, number);
                        return Ok(());
                    }
                    (Style::Paper, _) => {
                        text.push('(');
                        ")"
                    }
                };
                pieces.extend([Piece::Text(closing), Piece::Game(of)]);
            }
            Shape::Zeros { side, count, inner } => {
                let close = Piece::Text(close_brace(style));
                let bar = Piece::Text(bars_text(style, 1));
                text.push_str(open_brace(style));
                pieces.extend(match side {
                    Side::Left => [close, Piece::Game(inner), bar, Piece::Zeros(count)],
                    Side::Right => [close, Piece::Zeros(count), bar, Piece::Game(inner)],
                });
            }
            Shape::PlusMinus(options) => {
                text.push_str(match style {
                    Style::Ascii | Style::Paper => "+-",
                    Style::Unicode => "±",
                    Style::Latex => "\\pm ",
                });
                if let [option] = options[..] {
                    // `+--3` would read as well, but not to a person.
                    let plain = match self.shape(option)? {
                        Shape::NumberUpStar { number, .. } => number >= Dyadic::ZERO,
                        Shape::Braces | Shape::Zeros { .. } => true,
                        _ => false,
                    };
                    if plain {
                        pieces.push(Piece::Game(option));
                    } else {
                        text.push('(');
                        pieces.extend([Piece::Text(")"), Piece::Game(option)]);
                    }
                } else {
                    text.push_str(open_brace(style));
                    pieces.push(Piece::Text(close_brace(style)));
                    push_list(&options, pieces);
                }
            }
            Shape::Braces => {
                text.push_str(open_brace(style));
                pieces.push(Piece::Text(close_brace(style)));
                self.count_bars(game, bars)?;
                pieces.push(Piece::Options(game));
            }
        }
        Ok(())
    }

    /// How many bars stand between the lists of a game whose sole options in braces lose theirs where they can.
    fn count_bars(&self, game: Seen, bars: &mut Bars) -> Result<(), Error> {
        // Options first, on a stack of our own: a corridor may be longer than the machine's stack is deep.
        let mut pending = vec![game];
        while let Some(&game) = pending.last() {
            let waiting = pending.len();
            if !bars.contains_key(&game) {
                let mut inner = 0;
                for side in Side::BOTH {
                    if let [option] = self.written_options(game, side)?[..]
                        && matches!(self.shape(option)?, Shape::Braces)
                    {
                        match bars.get(&option) {
                            Some(&count) if count < MOST_BARS => inner = inner.max(count),
                            Some(_) => {}
                            None => pending.push(option),
                        }
                    }
                }
                if pending.len() > waiting {
                    continue;
                }
                bars.insert(game, inner + 1);
            }
            pending.pop();
        }
        Ok(())
    }

    fn write_options(
        &self,
        game: Seen,
        style: Style,
        bars: &mut Bars,
        pieces: &mut Vec<Piece>,
    ) -> Result<(), Error> {
        // The last piece is written first, so everything is pushed from the right.
        for side in [Side::Right, Side::Left] {
            let options = self.written_options(game, side)?;
            match options[..] {
                [option] if bars.get(&option).is_some_and(|&count| count < MOST_BARS) => {
                    pieces.push(Piece::Options(option));
                }
                _ => push_list(&options, pieces),
            }
            if side == Side::Right {
                pieces.push(Piece::Text(bars_text(style, bars.get(&game).copied().unwrap_or(1))));
            }
        }
        Ok(())
    }
}

/// Games with commas between them, the last one first.
fn push_list(options: &[Seen], pieces: &mut Vec<Piece>) {
    for (position, &option) in options.iter().enumerate().rev() {
        pieces.push(Piece::Game(option));
        if position > 0 {
            pieces.push(Piece::Text(","));
        }
    }
}

fn open_brace(style: Style) -> &'static str {
    if style == Style::Latex { "\\left\\{" } else { "{" }
}

fn close_brace(style: Style) -> &'static str {
    if style == Style::Latex { "\\right\\}" } else { "}" }
}

pub(crate) fn bars_text(style: Style, bars: u32) -> &'static str {
    match (style, bars) {
        (Style::Latex, 1) => "\\mid ",
        (Style::Latex, 2) => "\\parallel ",
        (Style::Latex, 3) => "\\mathrel{|||}",
        (Style::Latex, _) => "\\mathrel{||||}",
        (_, 1) => "|",
        (_, 2) => "||",
        (_, 3) => "|||",
        _ => "||||",
    }
}

fn write_number(text: &mut String, style: Style, number: Dyadic) {
    let whole = number.numerator().unsigned_abs() >> number.exponent();
    let _ = match (style, number.exponent()) {
        (Style::Latex, exponent @ 1..) => {
            let sign = if number.numerator() < 0 { "-" } else { "" };
            write!(text, "{sign}\\frac{{{}}}{{{}}}", number.numerator().unsigned_abs(), 1_u64 << exponent)
        }
        (Style::Paper, exponent @ 1..) if whole > 0 => {
            let sign = if number.numerator() < 0 { "-" } else { "" };
            let denominator = 1_u64 << exponent;
            write!(text, "{sign}{whole} {}/{denominator}", number.numerator().unsigned_abs() % denominator)
        }
        _ => write!(text, "{number}"),
    };
}

fn write_number_up_star(text: &mut String, style: Style, number: Dyadic, up: i64, nimber: u32) {
    if !number.is_zero() || up == 0 && nimber == 0 {
        write_number(text, style, number);
    }
    let count = up.unsigned_abs();
    let (single, double) = match (style, up > 0) {
        (Style::Latex, true) => ("{\\uparrow}", "{\\Uparrow}"),
        (Style::Latex, false) => ("{\\downarrow}", "{\\Downarrow}"),
        (Style::Unicode, true) => ("↑", "⇑"),
        (Style::Unicode, false) => ("↓", "⇓"),
        (Style::Ascii | Style::Paper, true) => ("^", "^^"),
        (Style::Ascii | Style::Paper, false) => ("v", "vv"),
    };
    let _ = match (count, style) {
        (0, _) => Ok(()),
        (1, _) => write!(text, "{single}"),
        (2, _) => write!(text, "{double}"),
        (_, Style::Latex) => {
            let plus = if number.is_zero() { "" } else { "+" };
            write!(text, "{plus}{count}\\cdot {single}")
        }
        _ => write!(text, "{single}{count}"),
    };
    let _ = match (nimber, style) {
        (0, _) => Ok(()),
        (1, Style::Latex) => write!(text, "{{*}}"),
        (_, Style::Latex) => write!(text, "{{*}}{nimber}"),
        (1, _) => write!(text, "*"),
        _ => write!(text, "*{nimber}"),
    };
}

fn write_power(text: &mut String, style: Style, power: Power) {
    let Power { count, every, favours, star } = power;
    let base = match (style, favours) {
        (Style::Ascii | Style::Paper, Side::Left) => "^",
        (Style::Ascii | Style::Paper, Side::Right) => "v",
        (Style::Unicode, Side::Left) => "↑",
        (Style::Unicode, Side::Right) => "↓",
        (Style::Latex, Side::Left) => "{\\uparrow}",
        (Style::Latex, Side::Right) => "{\\downarrow}",
    };
    // Writing to a string cannot fail.
    let _ = match (style, every) {
        (Style::Latex, false) => write!(text, "{base}^{{{count}}}"),
        (Style::Latex, true) => write!(text, "{base}^{{[{count}]}}"),
        (_, false) => write!(text, "{base}<{count}>"),
        (_, true) => write!(text, "{base}[{count}]"),
    };
    if star {
        text.push_str(if style == Style::Latex { "{*}" } else { "*" });
    }
}

/// What stands before the game that tiny or miny is taken of.
fn tiny_text(style: Style, favours: Side) -> &'static str {
    match (style, favours) {
        (Style::Ascii | Style::Unicode, Side::Left) => "Tiny(",
        (Style::Ascii | Style::Unicode, Side::Right) => "Miny(",
        (Style::Paper, Side::Left) => "+_",
        (Style::Paper, Side::Right) => "-_",
        (Style::Latex, Side::Left) => "{+}_{",
        (Style::Latex, Side::Right) => "{-}_{",
    }
}
