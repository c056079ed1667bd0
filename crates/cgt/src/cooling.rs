//! Cooling, heating and freezing; the reduced canonical form.
//!
//! Cooling by `t` charges `t` for every move until the game freezes to its mean. It freezes only when its temperature
//! is *strictly* below `t` (paper on capturing races, definition 2.7): at `t` equal to the temperature the
//! infinitesimal is kept, and the races live on it. Cooling is additive and keeps the order.
//!
//! By a temperature from -1 to 0 a move is paid for instead of charged. All games but the integers are then hot down to some
//! temperature below 0: 1/2 down to -1/2, a quarter down to -1/4 (Siegel, *Combinatorial Game Theory*, section II.5). At -1
//! itself, where all integers are about to move, cooling is defined but neither additive nor true to the order.

use crate::arena::{Arena, List};
use crate::game::{Game, Side};
use crate::{Dyadic, Error};

impl Arena {
    /// The game cooled by `t >= -1`.
    ///
    /// ```
    /// use tesuji_cgt::{Arena, Dyadic};
    ///
    /// let mut arena = Arena::new();
    /// for (game, cooled) in [("{4|0}", "2*"), ("{3|0}", "3/2"), ("{6||4|0}", "4^"), ("{0||-2|-6}", "-2^")] {
    ///     let game = arena.parse(game)?;
    ///     let value = arena.cool(game, Dyadic::from(2))?;
    ///     assert_eq!(arena.text(value)?, cooled);
    /// }
    /// let half = arena.parse("1/2")?;
    /// let paid = arena.cool(half, "-3/4".parse()?)?;
    /// assert_eq!(arena.text(paid)?, "{3/4|1/4}");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::CoolingBelowMinusOne`], a limit of the arena, or [`Error::Overflow`].
    pub fn cool(&mut self, game: Game, t: Dyadic) -> Result<Game, Error> {
        if t < Dyadic::ZERO {
            return self.cool_below_zero(game, t);
        }
        if game.is_number() || t.is_zero() {
            return Ok(game);
        }
        if self.temperature(game)? < t {
            return Ok(Game::number(self.mean(game)?));
        }
        let key = (Game::number(t), game.core());
        let cooled = match self.coolings.get(key) {
            Some(cooled) => cooled,
            None => {
                self.tick()?;
                let cooled = self.nested(|arena| arena.taxed(game, t, Arena::cool))?;
                self.coolings.insert(key, cooled);
                cooled
            }
        };
        cooled.shifted(game.offset())
    }

    /// Cooling by a temperature below 0, where fractions are hot: a fraction is no mere translation there, so the game is looked
    /// at as a whole and not as a core and a number.
    fn cool_below_zero(&mut self, game: Game, t: Dyadic) -> Result<Game, Error> {
        if t < Dyadic::from(-1) {
            return Err(Error::CoolingBelowMinusOne);
        }
        let leaf = |arena: &mut Arena, game: Game| {
            let frozen = game.to_integer().is_some() || arena.temperature(game)? < t;
            Ok(frozen.then(|| arena.mean(game)).transpose()?.map(Game::number))
        };
        self.fold(game, leaf, |arena, _, mut images| {
            for side in Side::BOTH {
                let charge = side.signed(t)?.checked_neg()?;
                for image in &mut images[side.index()] {
                    *image = image.shifted(charge)?;
                }
            }
            arena.build(images)
        })
    }

    /// The game heated by `t >= 0`: numbers stay, every other move gains `t`. Undoes cooling by `t` of a game all of
    /// whose moves were worth at least `t`.
    ///
    /// # Errors
    /// [`Error::NegativeHeating`], a limit of the arena, or [`Error::Overflow`].
    pub fn heat(&mut self, game: Game, t: Dyadic) -> Result<Game, Error> {
        if t < Dyadic::ZERO {
            return Err(Error::NegativeHeating);
        }
        if game.is_number() || t.is_zero() {
            return Ok(game);
        }
        let key = (Game::number(t), game.core());
        let heated = match self.heatings.get(key) {
            Some(heated) => heated,
            None => {
                self.tick()?;
                let bonus = t.checked_neg()?;
                let heated =
                    self.nested(|arena| arena.taxed(game, bonus, |arena, option, _| arena.heat(option, t)))?;
                self.heatings.insert(key, heated);
                heated
            }
        };
        heated.shifted(game.offset())
    }

    /// `{image of G^L - tax | image of G^R + tax}` for the core of the game.
    fn taxed(
        &mut self,
        game: Game,
        tax: Dyadic,
        image: impl Fn(&mut Arena, Game, Dyadic) -> Result<Game, Error>,
    ) -> Result<Game, Error> {
        let mut form = [List::new(), List::new()];
        for side in Side::BOTH {
            let charge = side.signed(tax)?.checked_neg()?;
            let mut moves = self.moves(game.core(), side);
            while let Some(option) = self.next_move(&mut moves) {
                let option = image(self, option, tax)?.shifted(charge)?;
                form[side.index()].push(option);
            }
        }
        self.build(form)
    }

    /// The game cooled by its own temperature: its mean plus the infinitesimal that decides who gets the last move of
    /// that size. Numbers stay.
    ///
    /// # Errors
    /// A limit of the arena, or [`Error::Overflow`].
    pub fn freeze(&mut self, game: Game) -> Result<Game, Error> {
        if game.is_number() {
            return Ok(game);
        }
        let temperature = self.temperature(game)?;
        self.cool(game, temperature)
    }

    /// The reduced canonical form: the simplest game that differs from this one by an infinitesimal (Grossman and
    /// Siegel, *Reductions of partizan games*).
    ///
    /// # Errors
    /// A limit of the arena, or [`Error::Overflow`].
    pub fn reduced(&mut self, game: Game) -> Result<Game, Error> {
        let leaf = |arena: &mut Arena, game: Game| {
            Ok(arena.right_stop_of(game.core()).is_zero().then(|| Game::number(game.offset())))
        };
        self.fold(game, leaf, |arena, _, mut form| {
            let whole = arena.build(form.clone())?;
            for side in Side::BOTH {
                form[side.index()] = arena.reduced_options(whole, &form[side.index()], side)?;
            }
            arena.build(form)
        })
    }

    /// The options left when infinitesimals do not count: reversible ones bypassed, dominated ones removed.
    fn reduced_options(&mut self, whole: Game, options: &[Game], side: Side) -> Result<List, Error> {
        let mut kept = List::new();
        let mut pending = List::from_slice(options);
        'options: while let Some(option) = pending.pop() {
            for reply in self.option_list(option, !side)? {
                if !self.roughly_as_good(!side, reply, whole)? {
                    continue;
                }
                // Through a reply that is nearly a number, nothing is left that the best option does not beat.
                if !self.right_stop_of(reply.core()).is_zero() {
                    pending.extend(self.option_list(reply, side)?);
                }
                continue 'options;
            }
            kept.push(option);
        }
        let mut maximal = List::new();
        'candidates: for (index, &candidate) in kept.iter().enumerate() {
            for (rival_index, &rival) in kept.iter().enumerate() {
                if index == rival_index || !self.roughly_as_good(side, rival, candidate)? {
                    continue;
                }
                // Of options that differ by an infinitesimal, the first stays.
                if rival_index < index || !self.roughly_as_good(side, candidate, rival)? {
                    continue 'candidates;
                }
            }
            maximal.push(candidate);
        }
        Ok(maximal)
    }

    /// Whether `side` likes `g` at least as much as `h` but for an infinitesimal.
    fn roughly_as_good(&mut self, side: Side, g: Game, h: Game) -> Result<bool, Error> {
        let difference = self.difference(g, h)?;
        let stop = self.stop(difference, !side)?;
        Ok(stop.is_zero() || side.prefers(stop, Dyadic::ZERO))
    }
}
