//! Scales and places: from exact breakpoints to coordinates of a drawing, and labels that do not touch each other.
//!
//! Values are measured from the mean before they become floating-point numbers, so that a small thermograph far from 0
//! keeps its shape.

use tesuji_cgt::{Breakpoint, Dyadic, Side, Wall};

use super::ThermographPicture;
use crate::page::Frame;
use crate::picture::range;
use crate::text;

/// The room for the drawing itself.
const WIDTH: f64 = 300.0;
const HEIGHT: f64 = 210.0;
/// Neither direction is squeezed below this.
const LEAST: f64 = 120.0;
/// The size of labels: 10 pixels in a picture 200 pixels wide.
pub(super) const FONT: f64 = 19.0;

/// A place of a wall, measured from the mean: temperature, value.
type Spot = (f64, f64);

/// Where temperatures and values are drawn.
pub(super) struct Plot {
    mean: Dyadic,
    /// Where the walls start: the lowest temperature shown.
    pub(super) start: Dyadic,
    /// The highest temperature shown.
    pub(super) top: f64,
    /// The largest value shown, measured from the mean.
    largest: f64,
    across: f64,
    upwards: f64,
    /// The drawing itself: axis at the bottom, end of the mast at the top.
    pub(super) frame: Frame,
}

impl Plot {
    pub(super) fn new(picture: &ThermographPicture) -> Plot {
        let thermograph = &picture.thermograph;
        let mean = thermograph.mean();
        let start = thermograph.wall(Side::Left).start();
        let bottom = start.to_f64();
        let temperature = thermograph.temperature().to_f64().max(bottom);
        let mut walls: Vec<(&Wall, f64)> = Side::BOTH.map(|side| (thermograph.wall(side), 0.0)).to_vec();
        let bottoms = walls.iter().filter_map(|(wall, _)| wall.breakpoints().first());
        let (low, high) = range(bottoms.map(|point| measured(point.value, mean)));
        let size = (temperature - bottom).max((high - low) / 4.0);
        let top = temperature + if size > 0.0 { 0.35 * size } else { 1.0 };
        if let Some(construction) = &picture.construction {
            for side in Side::BOTH {
                let cost = cost(side);
                for option in &construction.options[side.index()] {
                    walls.extend([(&option.sheared, 0.0), (&option.sheared, cost)]);
                }
            }
        }
        let spots = walls.iter().flat_map(|(wall, shear)| spots(wall, mean, top, *shear));
        let (smallest, largest) = range(spots.map(|(_, value)| value));
        let width = largest - smallest;
        // Equal scales, so that slopes are slopes, unless the picture would be a thread.
        let height = top - bottom;
        let equal = if width > 0.0 { (WIDTH / width).min(HEIGHT / height) } else { HEIGHT / height };
        let across = if width > 0.0 { equal.max(LEAST / width).min(WIDTH / width) } else { 0.0 };
        let upwards = equal.max(LEAST / height).min(HEIGHT / height);
        let left = (WIDTH - width * across) / 2.0;
        // Temperature 0 is at 0 in every picture. Adding 0 makes 0 of -0.
        let frame = Frame { left: 0.0, top: -top * upwards, right: WIDTH, bottom: -bottom * upwards + 0.0 };
        Plot {
            mean,
            start,
            top,
            largest: largest + if across > 0.0 { left / across } else { 0.0 },
            across,
            upwards,
            frame,
        }
    }

    /// Across the drawing, from a value measured from the mean.
    fn x(&self, value: f64) -> f64 {
        if self.across > 0.0 { (self.largest - value) * self.across } else { WIDTH / 2.0 }
    }

    pub(super) fn x_of(&self, value: Dyadic) -> f64 {
        self.x(measured(value, self.mean))
    }

    pub(super) fn y(&self, temperature: f64) -> f64 {
        -temperature * self.upwards
    }

    pub(super) fn y_of(&self, temperature: Dyadic) -> f64 {
        self.y(temperature.to_f64())
    }

    pub(super) fn place(&self, point: &Breakpoint) -> (f64, f64) {
        (self.x_of(point.value), self.y_of(point.temperature))
    }

    /// The corners of a wall from the axis to the top, moved back by `shear` for each unit of temperature.
    pub(super) fn corners(&self, wall: &Wall, shear: f64) -> Vec<(f64, f64)> {
        let spots = spots(wall, self.mean, self.top, shear);
        spots.into_iter().map(|(temperature, value)| (self.x(value), self.y(temperature))).collect()
    }

    /// The corners of a wall from the axis up to a temperature.
    pub(super) fn corners_below(&self, wall: &Wall, most: Dyadic) -> Vec<(f64, f64)> {
        let spots = spots(wall, self.mean, most.max(self.start).to_f64(), 0.0);
        spots.into_iter().map(|(temperature, value)| (self.x(value), self.y(temperature))).collect()
    }
}

/// What a move costs its player, to be added to a sheared wall to get the option's own.
pub(super) fn cost(side: Side) -> f64 {
    match side {
        Side::Left => 1.0,
        Side::Right => -1.0,
    }
}

/// A value measured from the mean.
fn measured(value: Dyadic, mean: Dyadic) -> f64 {
    value.checked_sub(mean).map_or_else(|_| value.to_f64() - mean.to_f64(), Dyadic::to_f64)
}

/// The wall up to a temperature.
fn spots(wall: &Wall, mean: Dyadic, most: f64, shear: f64) -> Vec<Spot> {
    let at = |point: &Breakpoint| {
        let temperature = point.temperature.to_f64();
        (temperature, measured(point.value, mean))
    };
    let mut found: Vec<Spot> = Vec::new();
    let mut above = None;
    for point in wall.breakpoints() {
        let spot = at(point);
        if spot.0 > most {
            above = Some(spot);
            break;
        }
        found.push(spot);
    }
    if let Some(&(temperature, value)) = found.last()
        && temperature < most
    {
        let slope = match above {
            Some(next) => (next.1 - value) / (next.0 - temperature),
            None => f64::from(wall.slope_above()),
        };
        found.push((most, value + slope * (most - temperature)));
    }
    for (temperature, value) in &mut found {
        *value += shear * *temperature;
    }
    found
}

/// A number as it is written in a picture, cut if it is absurdly long.
pub(super) fn written(number: Dyadic) -> String {
    text::cut(&number.to_string().replace('-', "\u{2212}"), 7.0)
}

/// A label that found a place.
pub(super) struct Label {
    pub(super) text: String,
    /// Its middle.
    pub(super) x: f64,
    /// Which line of labels it stands in, counted from the drawing outwards.
    pub(super) row: usize,
}

/// Places for texts side by side, the important ones first; what finds no place is left out. The second value says
/// which of the texts were placed.
pub(super) fn side_by_side(wanted: &[(f64, String)], rows: usize) -> (Vec<Label>, Vec<bool>) {
    let mut taken: Vec<Vec<(f64, f64)>> = vec![Vec::new(); rows];
    let mut labels = Vec::new();
    let mut placed = Vec::new();
    for (x, text) in wanted {
        let half = (text::width(text) / 2.0 + 0.25) * FONT;
        let free =
            |spans: &Vec<(f64, f64)>| spans.iter().all(|&(from, to)| x + half <= from || x - half >= to);
        let row = taken.iter().position(free);
        if let Some(row) = row {
            taken[row].push((x - half, x + half));
            labels.push(Label { text: text.clone(), x: *x, row });
        }
        placed.push(row.is_some());
    }
    (labels, placed)
}

/// Which of these heights keep a line's distance from all the more important ones before them.
pub(super) fn one_above_another(heights: &[f64]) -> Vec<bool> {
    let mut taken: Vec<f64> = Vec::new();
    let mut placed = Vec::new();
    for &y in heights {
        let free = taken.iter().all(|other| (y - other).abs() >= 1.05 * FONT);
        if free {
            taken.push(y);
        }
        placed.push(free);
    }
    placed
}
