//! Thermographs: how much a game is worth to each side at every temperature.
//!
//! The convention is that of the literature: temperature runs upwards, and values run from large on the *left* to small
//! on the right, so that what is good for Left is on the left. The left wall is what Left can secure by moving first,
//! the right wall what Right can; where they meet stands the mast, at the mean value, and goes on for ever.
//!
//! With its construction the picture shows where the walls come from: for each option the wall of the player who
//! moves next (dotted), the same less the cost of the move (dashed), and the best of these, the scaffold (dots and
//! dashes). The thermograph is the scaffolds up to where they meet.
//!
//! `plot.rs` finds the scales and the places for labels, `svg.rs` and `plain.rs` draw.

mod plain;
mod plot;
mod svg;

use tesuji_cgt::{Arena, Error, Game, Side, Thermograph, Wall};
use tesuji_job::Why;

pub use plain::thermograph_text;
pub use svg::thermograph_svg;

/// What a picture of a thermograph shows.
///
/// ```
/// use tesuji_cgt::Arena;
/// use tesuji_draw::{Style, ThermographPicture, thermograph_svg, thermograph_text};
///
/// let mut arena = Arena::new();
/// let game = arena.parse("{6||4|0}").unwrap();
/// let picture = ThermographPicture::constructed(&mut arena, game)?;
/// assert!(thermograph_svg(&picture, &Style::default()).starts_with("<svg "));
/// let text = thermograph_text(&picture.thermograph);
/// assert!(text.ends_with("0  o               o          6           4\n"), "{text}");
/// # Ok::<(), tesuji_cgt::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct ThermographPicture {
    /// The thermograph itself.
    pub thermograph: Thermograph,
    /// The line above it. A game value in the usual ASCII notation is written with its proper signs.
    pub title: Option<String>,
    /// How it comes about, if that is to be shown.
    pub construction: Option<ThermographConstruction>,
}

/// How a thermograph comes about.
#[derive(Clone, Debug)]
pub struct ThermographConstruction {
    /// Left's and Right's options.
    pub options: [Vec<OptionWall>; 2],
    /// Left's and Right's scaffold: at each temperature the best of their options' sheared walls.
    pub scaffolds: [Wall; 2],
}

/// An option and the wall that the opponent, who moves next in it, can secure.
#[derive(Clone, Debug)]
pub struct OptionWall {
    /// The option in ASCII notation.
    pub name: String,
    /// The opponent's wall, less the cost of the move that led to the option.
    pub sheared: Wall,
}

impl ThermographPicture {
    /// The thermograph alone, with the value of the game as its title.
    ///
    /// # Errors
    /// A limit of the arena, or [`Error::Overflow`].
    pub fn of(arena: &mut Arena, game: Game) -> Result<ThermographPicture, Error> {
        let thermograph = arena.thermograph(game)?;
        Ok(ThermographPicture { thermograph, title: name(arena, game)?, construction: None })
    }

    /// The thermograph from temperature -1, with the value of the game as its title.
    ///
    /// # Errors
    /// A limit of the arena, or [`Error::Overflow`].
    pub fn below_zero(arena: &mut Arena, game: Game) -> Result<ThermographPicture, Error> {
        let thermograph = arena.thermograph_below_zero(game)?;
        Ok(ThermographPicture { thermograph, title: name(arena, game)?, construction: None })
    }

    /// The thermograph with its construction. Numbers have none: their picture is the mast alone.
    ///
    /// # Errors
    /// A limit of the arena, or [`Error::Overflow`].
    pub fn constructed(arena: &mut Arena, game: Game) -> Result<ThermographPicture, Error> {
        let mut picture = ThermographPicture::of(arena, game)?;
        let found = arena.construction(game)?;
        let Some(scaffolds) = found.scaffolds else { return Ok(picture) };
        let mut options = [Vec::new(), Vec::new()];
        for side in Side::BOTH {
            for (option, wall) in &found.options[side.index()] {
                let name = name(arena, *option)?.unwrap_or_default();
                options[side.index()].push(OptionWall { name, sheared: wall.clone() });
            }
        }
        picture.construction = Some(ThermographConstruction { options, scaffolds });
        Ok(picture)
    }
}

/// The game in ASCII notation; nothing if that is too long to be written at all.
fn name(arena: &Arena, game: Game) -> Result<Option<String>, Error> {
    match arena.text(game) {
        Ok(text) => Ok(Some(text)),
        Err(Error::Unknown(Why::Text)) => Ok(None),
        Err(error) => Err(error),
    }
}
