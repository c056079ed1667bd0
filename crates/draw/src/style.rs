//! How a picture looks, apart from what it shows.

/// The look of a picture.
///
/// ```
/// use tesuji_draw::{Coordinates, Style, Theme};
/// let for_a_book = Style { theme: Theme::Print, coordinates: Coordinates::None, ..Style::default() };
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Style {
    /// The colours.
    pub theme: Theme,
    /// Whether and where the names of lines are written.
    pub coordinates: Coordinates,
    /// A fixed width in pixels; without it the picture takes the room it is given.
    pub width: Option<u32>,
    /// Whether the area behind the board and the words is painted.
    pub canvas: bool,
    /// What the identifiers inside the picture start with, if the name of the theme is not enough. Characters other
    /// than ASCII letters, digits, `-` and `_` are left out.
    pub id: Option<String>,
}

impl Default for Style {
    /// The reader's own light or dark, coordinates on two sides, no fixed width, a painted canvas.
    fn default() -> Style {
        Style { theme: Theme::Auto, coordinates: Coordinates::TwoSides, width: None, canvas: true, id: None }
    }
}

/// The colours of a picture.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Theme {
    /// Pale wood on white.
    Light,
    /// Dark wood on near black.
    Dark,
    /// Light or dark as the reader's system asks (`prefers-color-scheme`); light where that is not understood.
    #[default]
    Auto,
    /// Black ink on white paper; regions are hatched.
    Print,
}

impl Theme {
    /// Every theme.
    pub const ALL: [Theme; 4] = [Theme::Light, Theme::Dark, Theme::Auto, Theme::Print];

    /// The name of the theme: `light`, `dark`, `auto` or `print`.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Theme::Light => "light",
            Theme::Dark => "dark",
            Theme::Auto => "auto",
            Theme::Print => "print",
        }
    }

    /// The theme of a name, in any case.
    ///
    /// ```
    /// use tesuji_draw::Theme;
    /// assert_eq!(Theme::parse("Dark"), Some(Theme::Dark));
    /// assert_eq!(Theme::parse("sepia"), None);
    /// ```
    #[must_use]
    pub fn parse(name: &str) -> Option<Theme> {
        Theme::ALL.into_iter().find(|theme| theme.name().eq_ignore_ascii_case(name))
    }
}

/// Whether and where the names of lines are written.
///
/// On rectangles these are letters for columns and numbers for rows. On other lattices the rows carry the names of
/// their first and last points, and on graphs every point carries its own name.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Coordinates {
    /// No names.
    None,
    /// On the left and below; at the left ends of the rows of other lattices.
    #[default]
    TwoSides,
    /// All round.
    FourSides,
}
