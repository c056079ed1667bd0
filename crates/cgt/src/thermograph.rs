//! Thermographs: how much a game is worth to each side at every temperature.
//!
//! The left scaffold at temperature `t` is the best right wall among Left's options, less the cost `t` of the move; the
//! right scaffold mirrors it. Where the scaffolds meet, the game freezes: that temperature is the game's own, the
//! common value its mean, and above it both walls are one mast (Winning Ways, chapter 6). Thermographs are kept with
//! the stored cores and translated on the way out.
//!
//! Walls start at temperature 0, which is all that play needs. Numbers have their temperature below 0, down to -1 for
//! integers; [`Arena::thermograph_below_zero`] has the walls from there. A fraction is hot below its temperature, so these
//! walls are not kept with the cores but made for the game as a whole.

use std::cell::RefCell;

use smallvec::{SmallVec, smallvec};
use tesuji_job::Why;

use crate::arena::Arena;
use crate::game::{Core, Game, Kind, Side};
use crate::wall::Wall;
use crate::{Dyadic, Error};

/// The thermograph of a game.
///
/// ```
/// use tesuji_cgt::{Arena, Side};
///
/// let mut arena = Arena::new();
/// let game = arena.parse("{6||4|0}")?;
/// let thermograph = arena.thermograph(game)?;
/// assert_eq!((thermograph.mean(), thermograph.temperature()), (4.into(), 2.into()));
/// assert_eq!(thermograph.wall(Side::Left).at(1.into())?, 5.into());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Thermograph {
    walls: [Wall; 2],
    mean: Dyadic,
    temperature: Dyadic,
}

impl Thermograph {
    /// The mean value: what the game is worth on average, and the place of the mast.
    #[must_use]
    pub fn mean(&self) -> Dyadic {
        self.mean
    }

    /// The temperature: how much a move is worth. A number with denominator 2^k has temperature -1/2^k.
    #[must_use]
    pub fn temperature(&self) -> Dyadic {
        self.temperature
    }

    /// The wall of one side, from temperature 0 (or -1) upwards.
    #[must_use]
    pub fn wall(&self, side: Side) -> &Wall {
        &self.walls[side.index()]
    }

    /// The thermograph of an integer: a mast.
    #[must_use]
    pub fn of_integer(integer: i64) -> Thermograph {
        let mean = Dyadic::from(integer);
        let wall = Wall::mast(mean);
        Thermograph { walls: [wall.clone(), wall], mean, temperature: Dyadic::from(-1) }
    }

    fn of_number(number: Dyadic) -> Result<Thermograph, Error> {
        let wall = Wall::mast(number);
        let temperature = Dyadic::new(-1, u32::from(number.exponent()))?;
        Ok(Thermograph { walls: [wall.clone(), wall], mean: number, temperature })
    }

    fn translated(&self, by: Dyadic) -> Result<Thermograph, Error> {
        Ok(Thermograph {
            walls: [self.walls[0].translated(by)?, self.walls[1].translated(by)?],
            mean: self.mean.checked_add(by)?,
            temperature: self.temperature,
        })
    }
}

/// How a thermograph comes about, for drawing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Construction {
    /// The finished thermograph.
    pub thermograph: Thermograph,
    /// For each side, each of its options with the far wall of the option, sheared by the cost of the move.
    pub options: [Vec<(Game, Wall)>; 2],
    /// For each side, the envelope of these walls; none for numbers, which have no thermograph to construct.
    pub scaffolds: Option<[Wall; 2]>,
}

impl Arena {
    /// The thermograph of a game.
    ///
    /// # Errors
    /// A limit of the arena, or [`Error::Overflow`].
    pub fn thermograph(&mut self, game: Game) -> Result<Thermograph, Error> {
        match game.to_number() {
            Some(number) => Thermograph::of_number(number),
            None => match self.stored_thermograph(game.core())? {
                Some(index) => self.thermographs[index].translated(game.offset()),
                None => {
                    let wall = Wall::mast(game.offset());
                    let temperature = Dyadic::ZERO;
                    Ok(Thermograph { walls: [wall.clone(), wall], mean: game.offset(), temperature })
                }
            },
        }
    }

    /// The thermograph of a game with walls from temperature -1, where integers freeze.
    ///
    /// ```
    /// use tesuji_cgt::{Arena, Rational, Side};
    ///
    /// let mut arena = Arena::new();
    /// let game = arena.parse("3/2")?;
    /// let thermograph = arena.thermograph_below_zero(game)?;
    /// assert_eq!(thermograph.temperature(), "-1/2".parse()?);
    /// assert_eq!(thermograph.wall(Side::Left).at((-1).into())?, 2.into());
    /// assert_eq!(thermograph.wall(Side::Right).at_rational(Rational::new(-2, 3)?)?, Rational::new(4, 3)?);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// A limit of the arena, or [`Error::Overflow`].
    pub fn thermograph_below_zero(&mut self, game: Game) -> Result<Thermograph, Error> {
        let (mean, temperature) = (self.mean(game)?, self.temperature(game)?);
        let found: RefCell<Vec<[Wall; 2]>> = RefCell::default();
        let keep = |walls: [Wall; 2]| {
            found.borrow_mut().push(walls);
            found.borrow().len() - 1
        };
        let leaf = |arena: &mut Arena, game: Game| Ok(arena.walls_at_a_glance(game)?.map(keep));
        let root = self.fold(game, leaf, |arena, game, options| {
            let mut scaffolds: [Option<Wall>; 2] = [None, None];
            for side in Side::BOTH {
                for &option in &options[side.index()] {
                    let wall = found.borrow()[option][(!side).index()].sheared(side, Dyadic::ZERO)?;
                    let scaffold = &mut scaffolds[side.index()];
                    *scaffold = Some(match scaffold.take() {
                        Some(best) => best.envelope(&wall, side)?,
                        None => wall,
                    });
                }
            }
            // Only integers lack options of one side, and they are leaves.
            let [Some(left), Some(right)] = scaffolds else { return Err(Error::Overflow) };
            let (mean, temperature) = (arena.mean(game)?, arena.temperature(game)?);
            Ok(keep([left.capped(temperature, mean), right.capped(temperature, mean)]))
        })?;
        let walls = found.into_inner().swap_remove(root);
        Ok(Thermograph { walls, mean, temperature })
    }

    /// The walls from -1 of integers, and of integers with ups and nimbers, which have too many options to be looked at.
    fn walls_at_a_glance(&self, game: Game) -> Result<Option<[Wall; 2]>, Error> {
        let Some((number, up, nimber)) = game.to_number_up_star() else { return Ok(None) };
        if !number.is_integer() {
            return Ok(None);
        }
        let start = Dyadic::from(-1);
        let mast = Wall::mast_from(start, number);
        // A wall that leads from one above or below the number at -1 to the number at 0.
        let slanted =
            |side: Side| mast.sheared(side, Dyadic::ZERO).map(|wall| wall.capped(Dyadic::ZERO, number));
        Ok(Some(match (up, nimber) {
            (0, 0) => [mast.clone(), mast.clone()],
            // A nimber, ^* and v*: 0 is an option of both, and no other option is better below 0.
            (0, _) | (-1 | 1, 1) => [slanted(Side::Left)?, slanted(Side::Right)?],
            // {0|G} where Left's wall of G leans as Right's fee does, and its mirror image.
            (1.., _) => [slanted(Side::Left)?, mast.clone()],
            (..=-1, _) => [mast.clone(), slanted(Side::Right)?],
        }))
    }

    /// The mean of a game.
    ///
    /// # Errors
    /// A limit of the arena, or [`Error::Overflow`].
    pub fn mean(&mut self, game: Game) -> Result<Dyadic, Error> {
        match self.stored_thermograph(game.core())? {
            Some(index) => self.thermographs[index].mean.checked_add(game.offset()),
            None => Ok(game.offset()),
        }
    }

    /// The temperature of a game: -1 for an integer, -1/2^k for a fraction, 0 for number + infinitesimal, positive
    /// for hot games.
    ///
    /// # Errors
    /// A limit of the arena, or [`Error::Overflow`].
    pub fn temperature(&mut self, game: Game) -> Result<Dyadic, Error> {
        if let Some(number) = game.to_number() {
            return Dyadic::new(-1, u32::from(number.exponent()));
        }
        match self.stored_thermograph(game.core())? {
            Some(index) => Ok(self.thermographs[index].temperature),
            None => Ok(Dyadic::ZERO),
        }
    }

    /// Everything needed to draw how the thermograph of a game is constructed from those of its options.
    ///
    /// # Errors
    /// A limit of the arena, or [`Error::Overflow`].
    pub fn construction(&mut self, game: Game) -> Result<Construction, Error> {
        let thermograph = self.thermograph(game)?;
        let mut options = [Vec::new(), Vec::new()];
        let mut scaffolds = None;
        if !game.is_number() {
            for side in Side::BOTH {
                for option in self.option_list(game, side)? {
                    let wall = self.thermograph(option)?.wall(!side).sheared(side, Dyadic::ZERO)?;
                    options[side.index()].push((option, wall));
                }
            }
            let core_scaffolds = self.scaffolds(game.core())?;
            scaffolds = Some([
                core_scaffolds[0].translated(game.offset())?,
                core_scaffolds[1].translated(game.offset())?,
            ]);
        }
        Ok(Construction { thermograph, options, scaffolds })
    }

    /// Where the thermograph of a core is kept; packed cores have a mast at 0 and need none.
    fn stored_thermograph(&mut self, core: Core) -> Result<Option<usize>, Error> {
        if !core.is_node() {
            return Ok(None);
        }
        // Options first, on a stack of our own: a corridor may be longer than the machine's stack is deep.
        let mut pending: SmallVec<[Core; 16]> = smallvec![core];
        while let Some(&next) = pending.last() {
            let Kind::Node(index) = next.kind() else { break };
            if self.nodes[index].thermograph == 0 {
                self.tick()?;
                let waiting = pending.len();
                for side in Side::BOTH {
                    let mut moves = self.moves(next, side);
                    while let Some(option) = self.next_move(&mut moves) {
                        if let Kind::Node(index) = option.core().kind()
                            && self.nodes[index].thermograph == 0
                        {
                            pending.push(option.core());
                        }
                    }
                }
                if pending.len() > waiting {
                    continue;
                }
                self.store_thermograph(index, next)?;
            }
            pending.pop();
        }
        Ok(self.known_thermograph(core))
    }

    fn store_thermograph(&mut self, index: usize, core: Core) -> Result<(), Error> {
        let [left, right] = self.scaffolds(core)?;
        let (temperature, mean) = left.meeting(&right)?;
        let walls = [left.capped(temperature, mean), right.capped(temperature, mean)];
        self.thermographs.push(Thermograph { walls, mean, temperature });
        let stored = u32::try_from(self.thermographs.len());
        self.nodes[index].thermograph = stored.map_err(|_| Error::Unknown(Why::Nodes))?;
        Ok(())
    }

    fn known_thermograph(&self, core: Core) -> Option<usize> {
        match core.kind() {
            Kind::Node(index) => (self.nodes[index].thermograph as usize).checked_sub(1),
            Kind::UpStar { .. } => None,
        }
    }

    /// Both scaffolds of a core; the thermographs of its options are known.
    fn scaffolds(&self, core: Core) -> Result<[Wall; 2], Error> {
        Ok([self.scaffold(core, Side::Left)?, self.scaffold(core, Side::Right)?])
    }

    fn scaffold(&self, core: Core, side: Side) -> Result<Wall, Error> {
        let mut scaffold: Option<Wall> = None;
        let mut moves = self.moves(core, side);
        while let Some(option) = self.next_move(&mut moves) {
            let wall = match self.known_thermograph(option.core()) {
                Some(index) => self.thermographs[index].wall(!side).sheared(side, option.offset())?,
                None => Wall::mast(option.offset()).sheared(side, Dyadic::ZERO)?,
            };
            scaffold = Some(match scaffold {
                Some(scaffold) => scaffold.envelope(&wall, side)?,
                None => wall,
            });
        }
        // A canonical form that is no number has options on both sides.
        Ok(scaffold.unwrap_or_else(|| Wall::mast(Dyadic::ZERO)))
    }
}
