//! Walls of thermographs: piecewise linear functions of the temperature.
//!
//! A wall starts at temperature 0, or at -1 if the temperatures below 0 were asked for, and consists of segments of slope 0 or ±1. All its breakpoints are dyadic, since two
//! segments whose slopes differ by 1 or 2 meet at a whole or half multiple of their distance.

use smallvec::{SmallVec, smallvec};

use crate::game::Side;
use crate::{Dyadic, Error, Rational};

/// A point of a wall.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Breakpoint {
    /// The temperature (drawn upwards).
    pub temperature: Dyadic,
    /// The value there (drawn leftwards: Left's good values are on the left).
    pub value: Dyadic,
}

/// A wall or scaffold: straight between its breakpoints, a ray above the last.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Wall {
    points: SmallVec<[Breakpoint; 3]>,
    slope_above: i8,
}

impl Wall {
    /// The mast of a number.
    #[must_use]
    pub fn mast(value: Dyadic) -> Wall {
        Wall::mast_from(Dyadic::ZERO, value)
    }

    /// A mast that starts at another temperature.
    pub(crate) fn mast_from(temperature: Dyadic, value: Dyadic) -> Wall {
        Wall { points: smallvec![Breakpoint { temperature, value }], slope_above: 0 }
    }

    /// Where the wall starts: 0, or -1 for the walls of [`Arena::thermograph_below_zero`](crate::Arena::thermograph_below_zero).
    #[must_use]
    pub fn start(&self) -> Dyadic {
        self.points[0].temperature
    }

    /// The breakpoints, by rising temperature. The first is where the wall starts.
    #[must_use]
    pub fn breakpoints(&self) -> &[Breakpoint] {
        &self.points
    }

    /// How the value changes with the temperature above the last breakpoint: 0 for a mast, -1 or 1 for a scaffold.
    #[must_use]
    pub fn slope_above(&self) -> i8 {
        self.slope_above
    }

    /// The value at a temperature.
    ///
    /// # Errors
    /// [`Error::BelowTheWall`], or [`Error::Overflow`].
    pub fn at(&self, temperature: Dyadic) -> Result<Dyadic, Error> {
        let segment = self.segment(|point| point.temperature <= temperature)?;
        self.on_segment(segment, temperature)
    }

    /// The value at any rational temperature.
    ///
    /// # Errors
    /// [`Error::BelowTheWall`], or [`Error::Overflow`].
    pub fn at_rational(&self, temperature: Rational) -> Result<Rational, Error> {
        let segment = self.segment(|point| Rational::from(point.temperature) <= temperature)?;
        let from = self.points[segment];
        let run = temperature.checked_sub(from.temperature.into())?;
        Rational::from(from.value).checked_add(run.checked_mul(i64::from(self.slope(segment)).into())?)
    }

    /// The last segment that starts at or below a temperature.
    fn segment(&self, starts_below: impl Fn(&Breakpoint) -> bool) -> Result<usize, Error> {
        let started = self.points.iter().take_while(|point| starts_below(point)).count();
        started.checked_sub(1).ok_or(Error::BelowTheWall)
    }

    fn on_segment(&self, segment: usize, temperature: Dyadic) -> Result<Dyadic, Error> {
        let from = self.points[segment];
        let run = temperature.checked_sub(from.temperature)?;
        from.value.checked_add(run.checked_mul(i64::from(self.slope(segment)))?)
    }

    fn slope(&self, segment: usize) -> i8 {
        match self.points.get(segment + 1) {
            Some(next) => next.value.cmp(&self.points[segment].value) as i8,
            None => self.slope_above,
        }
    }

    /// The wall moved by a number.
    pub(crate) fn translated(&self, by: Dyadic) -> Result<Wall, Error> {
        let mut wall = self.clone();
        if !by.is_zero() {
            for point in &mut wall.points {
                point.value = point.value.checked_add(by)?;
            }
        }
        Ok(wall)
    }

    /// The wall moved by a number and sheared: the cost `t` of `side`'s move subtracted in its favour.
    pub(crate) fn sheared(&self, side: Side, by: Dyadic) -> Result<Wall, Error> {
        let mut wall = self.clone();
        for point in &mut wall.points {
            let value = point.value.checked_add(by)?;
            point.value = match side {
                Side::Left => value.checked_sub(point.temperature)?,
                Side::Right => value.checked_add(point.temperature)?,
            };
        }
        wall.slope_above += match side {
            Side::Left => -1,
            Side::Right => 1,
        };
        Ok(wall)
    }

    fn push(&mut self, temperature: Dyadic, value: Dyadic) {
        // A point on the straight line through its neighbours is no breakpoint.
        if let [.., before, last] = &self.points[..]
            && last.value.cmp(&before.value) == value.cmp(&last.value)
        {
            self.points.pop();
        }
        self.points.push(Breakpoint { temperature, value });
    }

    /// At each temperature the better of two walls for `side`: the larger for Left, the smaller for Right.
    pub(crate) fn envelope(&self, other: &Wall, side: Side) -> Result<Wall, Error> {
        let mut best = Wall { points: SmallVec::new(), slope_above: 0 };
        let mut stretches = Stretches::new(self, other);
        while let Some(stretch) = stretches.next()? {
            let value =
                if side.prefers(stretch.first, stretch.second) { stretch.first } else { stretch.second };
            best.push(stretch.from, value);
            if let Some((temperature, value)) = stretch.crossing()? {
                best.push(temperature, value);
            }
            if stretch.until.is_none() {
                best.slope_above = match side {
                    Side::Left => stretch.slopes.0.max(stretch.slopes.1),
                    Side::Right => stretch.slopes.0.min(stretch.slopes.1),
                };
            }
        }
        best.drop_straight_end();
        Ok(best)
    }

    fn drop_straight_end(&mut self) {
        if let [.., before, last] = &self.points[..]
            && last.value.cmp(&before.value) as i8 == self.slope_above
        {
            self.points.pop();
        }
    }

    /// The lowest temperature where the left scaffold (`self`) is no longer above the right one, and the value there.
    pub(crate) fn meeting(&self, right: &Wall) -> Result<(Dyadic, Dyadic), Error> {
        let mut stretches = Stretches::new(self, right);
        while let Some(stretch) = stretches.next()? {
            if stretch.first <= stretch.second {
                return Ok((stretch.from, stretch.first));
            }
            if let Some(crossing) = stretch.crossing()? {
                return Ok(crossing);
            }
        }
        // Above all breakpoints the left scaffold falls and the right one does not, so they have met.
        Err(Error::Overflow)
    }

    /// The wall below `temperature`, and a mast from there on.
    pub(crate) fn capped(&self, temperature: Dyadic, mean: Dyadic) -> Wall {
        let mut wall = Wall { points: SmallVec::new(), slope_above: 0 };
        for point in self.points.iter().take_while(|point| point.temperature < temperature) {
            wall.points.push(*point);
        }
        wall.push(temperature, mean);
        wall.drop_straight_end();
        wall
    }
}

/// A range of temperatures on which two walls are both straight.
struct Stretch {
    from: Dyadic,
    until: Option<Dyadic>,
    first: Dyadic,
    second: Dyadic,
    slopes: (i8, i8),
}

impl Stretch {
    /// Where the walls cross strictly inside the stretch.
    fn crossing(&self) -> Result<Option<(Dyadic, Dyadic)>, Error> {
        let gap = self.first.checked_sub(self.second)?;
        let closing = self.slopes.1 - self.slopes.0;
        let approaching = (gap > Dyadic::ZERO && closing > 0) || (gap < Dyadic::ZERO && closing < 0);
        if !approaching {
            return Ok(None);
        }
        let gap = if gap < Dyadic::ZERO { gap.checked_neg()? } else { gap };
        let run = if closing.abs() == 2 { gap.checked_half()? } else { gap };
        let temperature = self.from.checked_add(run)?;
        if self.until.is_some_and(|until| temperature >= until) {
            return Ok(None);
        }
        let value = self.first.checked_add(run.checked_mul(i64::from(self.slopes.0))?)?;
        Ok(Some((temperature, value)))
    }
}

/// Walks up two walls at once.
struct Stretches<'a> {
    walls: [&'a Wall; 2],
    segments: [usize; 2],
    next_from: Option<Dyadic>,
}

impl<'a> Stretches<'a> {
    fn new(first: &'a Wall, second: &'a Wall) -> Stretches<'a> {
        // Walls are only compared with walls that start at the same temperature.
        Stretches { walls: [first, second], segments: [0, 0], next_from: Some(first.start()) }
    }

    fn next(&mut self) -> Result<Option<Stretch>, Error> {
        let Some(from) = self.next_from else { return Ok(None) };
        let mut until: Option<Dyadic> = None;
        for (wall, segment) in self.walls.iter().zip(&mut self.segments) {
            while wall.points.get(*segment + 1).is_some_and(|next| next.temperature <= from) {
                *segment += 1;
            }
            if let Some(next) = wall.points.get(*segment + 1) {
                until = Some(until.map_or(next.temperature, |known| known.min(next.temperature)));
            }
        }
        self.next_from = until;
        let [first, second] = self.walls;
        let [first_segment, second_segment] = self.segments;
        Ok(Some(Stretch {
            from,
            until,
            first: first.on_segment(first_segment, from)?,
            second: second.on_segment(second_segment, from)?,
            slopes: (first.slope(first_segment), second.slope(second_segment)),
        }))
    }
}
