//! Named families and products: tiny and miny, uptimals, Norton multiplication, ordinal sums, incentives.

use crate::arena::{Arena, List};
use crate::game::{Game, Relation, Side};
use crate::{Dyadic, Error};

impl Arena {
    /// `Tiny(g) = {0 || 0 | -g}`: a threat by Right that Left answers.
    ///
    /// # Errors
    /// A limit of the arena, or [`Error::Overflow`].
    pub fn tiny(&mut self, g: Game) -> Result<Game, Error> {
        let threat = self.negative(g)?;
        let reply = self.switch(Game::ZERO, threat)?;
        self.switch(Game::ZERO, reply)
    }

    /// `Miny(g) = {g | 0 || 0}`, the negative of tiny.
    ///
    /// # Errors
    /// A limit of the arena, or [`Error::Overflow`].
    pub fn miny(&mut self, g: Game) -> Result<Game, Error> {
        let threat = self.switch(g, Game::ZERO)?;
        self.switch(threat, Game::ZERO)
    }

    /// The `n`-th power of up: `^`, then `{0 | * - ^ - .. - ^(n-1)}`; each is infinitely small beside the one before
    /// (Winning Ways, chapter 8). The 0-th power is 0.
    ///
    /// # Errors
    /// A limit of the arena, or [`Error::Overflow`].
    pub fn up_power(&mut self, n: u32) -> Result<Game, Error> {
        Ok(self.up_powers(n)?.pop().unwrap_or(Game::ZERO))
    }

    fn up_powers(&mut self, n: u32) -> Result<Vec<Game>, Error> {
        let mut powers = Vec::new();
        let mut right = Game::STAR;
        for _ in 0..n {
            let power = self.switch(Game::ZERO, right)?;
            powers.push(power);
            right = self.difference(right, power)?;
        }
        Ok(powers)
    }

    /// The uptimal with these digits: `digits[0].^ + digits[1].(^ to the 2nd) + ...`.
    ///
    /// # Errors
    /// A limit of the arena, or [`Error::Overflow`].
    pub fn uptimal(&mut self, digits: &[i64]) -> Result<Game, Error> {
        let count = u32::try_from(digits.len()).map_err(|_| Error::Overflow)?;
        let powers = self.up_powers(count)?;
        let mut total = Game::ZERO;
        for (&digit, power) in digits.iter().zip(powers) {
            let term = self.multiple(digit, power)?;
            total = self.sum(total, term)?;
        }
        Ok(total)
    }

    /// What each move of `side` gains it: `G^L - G` for Left, `G - G^R` for Right, in the order of
    /// [`Arena::options`].
    ///
    /// # Errors
    /// A limit of the arena, or [`Error::Overflow`].
    pub fn incentives(&mut self, game: Game, side: Side) -> Result<Vec<Game>, Error> {
        let mut incentives = Vec::new();
        for option in self.option_list(game, side)? {
            incentives.push(match side {
                Side::Left => self.difference(option, game)?,
                Side::Right => self.difference(game, option)?,
            });
        }
        Ok(incentives)
    }

    /// The Norton product `g.unit` for a positive unit: `n` copies of the unit for an integer `n`, else
    /// `{g^L.unit + unit + I | g^R.unit - unit - I}` over all incentives `I` of the unit.
    ///
    /// # Errors
    /// [`Error::UnitNotPositive`], a limit of the arena, or [`Error::Overflow`].
    pub fn norton_product(&mut self, g: Game, unit: Game) -> Result<Game, Error> {
        if self.compare(unit, Game::ZERO)? != Relation::Greater {
            return Err(Error::UnitNotPositive);
        }
        let mut steps = List::new();
        for side in Side::BOTH {
            for incentive in self.incentives(unit, side)? {
                steps.push(self.sum(unit, incentive)?);
            }
        }
        self.remove_dominated(&mut steps, Side::Left)?;
        let leaf =
            |arena: &mut Arena, g: Game| g.to_integer().map(|count| arena.multiple(count, unit)).transpose();
        self.fold(g, leaf, |arena, _, images| {
            let mut form = [List::new(), List::new()];
            for side in Side::BOTH {
                for &product in &images[side.index()] {
                    for &step in &steps {
                        form[side.index()].push(match side {
                            Side::Left => arena.sum(product, step)?,
                            Side::Right => arena.difference(product, step)?,
                        });
                    }
                }
            }
            arena.build(form)
        })
    }

    /// The product by up: the game whose atomic weight is `g`.
    ///
    /// # Errors
    /// A limit of the arena, or [`Error::Overflow`].
    pub fn times_up(&mut self, g: Game) -> Result<Game, Error> {
        self.norton_product(g, Game::UP)
    }

    /// The ordinal sum `base:g = {base^L, base:g^L | base^R, base:g^R}`: any move in the base ends the game in `g`.
    /// It depends on the form of the base, which is taken in canonical form; see [`Arena::ordinal_sum_of`] for others.
    ///
    /// # Errors
    /// A limit of the arena, or [`Error::Overflow`].
    pub fn ordinal_sum(&mut self, base: Game, g: Game) -> Result<Game, Error> {
        let own = [self.option_list(base, Side::Left)?, self.option_list(base, Side::Right)?];
        self.ordinal_sum_on(&own, base, g)
    }

    /// The ordinal sum on a base with these options.
    pub(crate) fn ordinal_sum_on(&mut self, own: &[List; 2], base: Game, g: Game) -> Result<Game, Error> {
        let leaf = |_: &mut Arena, g: Game| Ok((g == Game::ZERO).then_some(base));
        self.fold(g, leaf, |arena, _, images| {
            let mut form = own.clone();
            for (list, images) in form.iter_mut().zip(images) {
                list.extend(images);
            }
            arena.build(form)
        })
    }

    /// Overheating from `s` to `t` (Winning Ways, chapter 6): `n` copies of `s` for an integer `n`, else
    /// `{image of g^L + t | image of g^R - t}`.
    ///
    /// # Errors
    /// A limit of the arena, or [`Error::Overflow`].
    pub fn overheat(&mut self, g: Game, s: Game, t: Game) -> Result<Game, Error> {
        let leaf =
            |arena: &mut Arena, g: Game| g.to_integer().map(|count| arena.multiple(count, s)).transpose();
        self.fold(g, leaf, |arena, _, images| {
            let mut form = [List::new(), List::new()];
            for side in Side::BOTH {
                for &image in &images[side.index()] {
                    form[side.index()].push(match side {
                        Side::Left => arena.sum(image, t)?,
                        Side::Right => arena.difference(image, t)?,
                    });
                }
            }
            arena.build(form)
        })
    }

    /// The largest integer `n` with `n <= game`, found from the right stop and one comparison.
    ///
    /// # Errors
    /// A limit of the arena, or [`Error::Overflow`].
    pub fn floor(&mut self, game: Game) -> Result<i64, Error> {
        let floor = self.stop(game, Side::Right)?.floor();
        if self.at_most(Game::integer(floor), game)? {
            return Ok(floor);
        }
        floor.checked_sub(1).ok_or(Error::Overflow)
    }

    /// The smallest integer `n` with `game <= n`, found from the left stop and one comparison.
    ///
    /// # Errors
    /// A limit of the arena, or [`Error::Overflow`].
    pub fn ceil(&mut self, game: Game) -> Result<i64, Error> {
        let ceil = self.stop(game, Side::Left)?.ceil();
        if self.at_most(game, Game::integer(ceil))? {
            return Ok(ceil);
        }
        ceil.checked_add(1).ok_or(Error::Overflow)
    }

    /// The day on which the game is born: the depth of its canonical form.
    ///
    /// # Errors
    /// A limit of the arena.
    pub fn birthday(&mut self, game: Game) -> Result<u64, Error> {
        self.fold(
            game,
            |_, game| Ok(game.to_number_up_star().map(birthday_of_number_up_star)),
            |_, _, images| Ok(images.iter().flatten().max().map_or(0, |latest| latest + 1)),
        )
    }

    /// Whether the game is all-small: from every follower either both players can move or neither.
    ///
    /// # Errors
    /// A limit of the arena, or [`Error::Overflow`].
    pub fn is_all_small(&mut self, game: Game) -> Result<bool, Error> {
        // In canonical form, exactly when the only number among the followers is 0.
        self.fold(
            game,
            |arena, game| {
                let packed = game.to_number_up_star().map(|(number, ..)| number.is_zero());
                Ok(packed.or_else(|| (!arena.is_infinitesimal(game)).then_some(false)))
            },
            |_, _, images| Ok(images.iter().flatten().all(|&small| small)),
        )
    }
}

fn birthday_of_number_up_star((number, up, nimber): (Dyadic, i32, u32)) -> u64 {
    let whole = number.floor().unsigned_abs().max(number.ceil().unsigned_abs());
    let of_number = whole + u64::from(number.exponent());
    // n.^ + *m = {0 | (n-1).^ + *(m xor 1)} goes down one day at a time to n = 1, where *k is left.
    let ups = u64::from(up.unsigned_abs());
    let of_core = match ups {
        0 => u64::from(nimber),
        _ => ups + (u64::from(nimber) ^ (ups & 1)).max(1),
    };
    of_number + of_core
}
