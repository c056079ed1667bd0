//! The thermograph in plain characters.
//!
//! A row stands for one temperature, and every breakpoint has a row of its own; the exact values of both walls stand at
//! its end. So the drawing may round, and what is written is right. Breakpoints are `o`, the mast is `|`, and the slanted
//! parts lean as the walls do: Left's values are on the left.

use std::fmt::Write as _;

use tesuji_cgt::{Dyadic, Error, Side, Thermograph};

/// The widest drawing, in characters.
const MOST_COLUMNS: f64 = 60.0;
/// A drawing with two walls is not narrower than this.
const LEAST_COLUMNS: f64 = 6.0;
/// About how many rows there are below the mast, breakpoints apart.
const ROWS: f64 = 5.0;
/// Rows at breakpoints of an enormous thermograph beyond which no more are drawn.
const MOST_ROWS: usize = 200;

/// The thermograph as text, one row for each temperature, with the exact walls at the end of the row.
///
/// ```
/// use tesuji_cgt::Arena;
/// use tesuji_draw::thermograph_text;
///
/// let mut arena = Arena::new();
/// let game = arena.parse("{4|0}").unwrap();
/// let expected = "
/// temperature                                     left wall  right wall
///           3                  ^                          2           2
///         5/2                  |                          2           2
///           2                  o                          2           2
///         3/2              /       \\                    5/2         3/2
///           1          /               \\                  3           1
///         1/2      /                       \\            7/2         1/2
///           0  o                               o          4           0
/// ";
/// assert_eq!(thermograph_text(&arena.thermograph(game)?), expected.trim_start_matches('\n'));
/// # Ok::<(), tesuji_cgt::Error>(())
/// ```
#[must_use]
pub fn thermograph_text(thermograph: &Thermograph) -> String {
    // Numbers at the edge of the range may have no row between breakpoints; then the breakpoints alone are shown.
    let temperatures = temperatures(thermograph);
    let rows: Vec<Row> = temperatures.iter().filter_map(|&at| Row::new(thermograph, at).ok()).collect();
    draw(thermograph, &rows)
}

/// Both walls at one temperature.
struct Row {
    temperature: Dyadic,
    values: [Dyadic; 2],
    signs: [char; 2],
}

impl Row {
    fn new(thermograph: &Thermograph, temperature: Dyadic) -> Result<Row, Error> {
        let mut values = [Dyadic::ZERO; 2];
        let mut signs = ['|'; 2];
        for side in Side::BOTH {
            let wall = thermograph.wall(side);
            values[side.index()] = wall.at(temperature)?;
            signs[side.index()] = if wall.breakpoints().iter().any(|point| point.temperature == temperature) {
                'o'
            } else {
                let above = wall.breakpoints().iter().find(|point| point.temperature > temperature);
                match above.map(|point| point.value.cmp(&values[side.index()])) {
                    Some(std::cmp::Ordering::Less) => '/',
                    Some(std::cmp::Ordering::Greater) => '\\',
                    _ => '|',
                }
            };
        }
        Ok(Row { temperature, values, signs })
    }
}

/// The temperatures of the rows, highest first: breakpoints, even steps between them, and some of the mast.
fn temperatures(thermograph: &Thermograph) -> Vec<Dyadic> {
    let start = thermograph.wall(Side::Left).start();
    let top = thermograph.temperature().max(start);
    let step = step(thermograph);
    let mut all: Vec<Dyadic> = vec![start, top];
    for side in Side::BOTH {
        all.extend(
            thermograph.wall(side).breakpoints().iter().map(|point| point.temperature).take(MOST_ROWS),
        );
    }
    if let Ok(step) = step {
        let mut next = start;
        while next < top {
            all.push(next);
            let Ok(following) = next.checked_add(step) else { break };
            next = following;
        }
        let mut above = top;
        for _ in 0..2 {
            let Ok(next) = above.checked_add(step) else { break };
            all.push(next);
            above = next;
        }
    }
    all.sort_unstable_by(|a, b| b.cmp(a));
    all.dedup();
    all
}

/// A power of two that fits three to five times between the start of the walls and the mast; 1 where there is nothing to divide.
fn step(thermograph: &Thermograph) -> Result<Dyadic, Error> {
    let top = thermograph.temperature().to_f64() - thermograph.wall(Side::Left).start().to_f64();
    let mut step = Dyadic::ONE;
    if top <= 0.0 {
        return Ok(step);
    }
    while step.to_f64() * ROWS < top {
        step = step.checked_mul(2)?;
    }
    while step.to_f64() * ROWS / 2.0 >= top {
        step = step.checked_half()?;
    }
    Ok(step)
}

fn draw(thermograph: &Thermograph, rows: &[Row]) -> String {
    let mean = thermograph.mean();
    let measured = |value: Dyadic| value.checked_sub(mean).map_or(0.0, Dyadic::to_f64);
    let (mut smallest, mut largest) = (0.0_f64, 0.0_f64);
    for row in rows {
        smallest = smallest.min(measured(row.values[1]));
        largest = largest.max(measured(row.values[0]));
    }
    let width = largest - smallest;
    // A step up is one row and a step across four columns, so that slopes lean as far as characters can show.
    let step = step(thermograph).map_or(1.0, Dyadic::to_f64);
    let scale =
        if width > 0.0 { (4.0 / step).max(LEAST_COLUMNS / width).min(MOST_COLUMNS / width) } else { 0.0 };
    let column = |value: Dyadic| ((largest - measured(value)) * scale).round().max(0.0) as usize;
    let columns = (width * scale).round() as usize + 1;

    let number = |value: Dyadic| value.to_string();
    let widths = [
        rows.iter().map(|row| number(row.temperature).len()).max().unwrap_or(0).max("temperature".len()),
        rows.iter().map(|row| number(row.values[0]).len()).max().unwrap_or(0).max("left wall".len()),
        rows.iter().map(|row| number(row.values[1]).len()).max().unwrap_or(0).max("right wall".len()),
    ];
    let mut text = format!(
        "{:>first$}  {:columns$}  {:>second$}  {:>third$}\n",
        "temperature",
        "",
        "left wall",
        "right wall",
        first = widths[0],
        second = widths[1],
        third = widths[2],
    );
    for (index, row) in rows.iter().enumerate() {
        let mut cells = vec![' '; columns];
        let places = row.values.map(|value| column(value).min(columns - 1));
        for side in [1, 0] {
            cells[places[side]] = row.signs[side];
        }
        if row.values[0] == row.values[1] && row.signs.contains(&'o') {
            cells[places[0]] = 'o';
        }
        if index == 0 {
            // The mast goes on for ever.
            cells[places[0]] = '^';
        }
        let drawn: String = cells.into_iter().collect();
        // Writing to a string cannot fail.
        let _ = writeln!(
            text,
            "{:>first$}  {drawn}  {:>second$}  {:>third$}",
            number(row.temperature),
            number(row.values[0]),
            number(row.values[1]),
            first = widths[0],
            second = widths[1],
            third = widths[2],
        );
    }
    text
}
