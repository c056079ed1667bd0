//! The options of every command that draws an SVG picture.

use std::path::{Path, PathBuf};

use clap::Args;
use tesuji_draw::{Coordinates, Picture, Style, Theme};

use crate::failure::Failure;
use crate::files;

/// Where a picture goes and how it looks.
#[derive(Args)]
pub(crate) struct PictureOptions {
    /// Draw a picture into this file
    #[arg(long, value_name = "FILE")]
    pub(crate) svg: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) look: Look,
}

/// How a picture looks.
#[derive(Args)]
pub(crate) struct Look {
    /// Colours of the picture: light, dark, auto (as the reader's system) or print (black and white)
    #[arg(long, value_name = "THEME", default_value = "light", value_parser = theme)]
    theme: Theme,
    /// Width of the picture in pixels; without it the picture fills the space it is given
    #[arg(long, value_name = "PIXELS", value_parser = clap::value_parser!(u32).range(16..=20_000))]
    width: Option<u32>,
    /// Leave out letters and numbers at the edges of the picture
    #[arg(long)]
    no_coordinates: bool,
}

fn theme(name: &str) -> Result<Theme, String> {
    Theme::parse(name).ok_or_else(|| {
        let names: Vec<&str> = Theme::ALL.iter().map(|theme| theme.name()).collect();
        format!("expected one of {}", names.join(", "))
    })
}

impl PictureOptions {
    /// Draws the picture if a file for it was named.
    pub(crate) fn draw(&self, picture: &Picture<'_>) -> Result<(), Failure> {
        match &self.svg {
            Some(path) => self.look.draw_to(path, picture),
            None => Ok(()),
        }
    }
}

impl Look {
    /// The picture as text.
    pub(crate) fn svg(&self, picture: &Picture<'_>) -> String {
        tesuji_draw::svg(picture, &self.style())
    }

    /// The style of any kind of picture.
    pub(crate) fn style(&self) -> Style {
        let coordinates = if self.no_coordinates { Coordinates::None } else { Coordinates::default() };
        Style { theme: self.theme, width: self.width, coordinates, ..Style::default() }
    }

    /// Draws the picture into a file, or to standard output if the name is `-`.
    pub(crate) fn draw_to(&self, path: &Path, picture: &Picture<'_>) -> Result<(), Failure> {
        write_svg(path, &self.svg(picture))
    }
}

/// Writes a picture into a file, or to standard output if the name is `-`.
pub(crate) fn write_svg(path: &Path, svg: &str) -> Result<(), Failure> {
    if path == Path::new("-") { files::print(svg) } else { files::write_file(path, svg) }
}
