//! How a picture is asked for.

use serde::{Deserialize, Serialize};
use tesuji_draw::{Coordinates, Style, Theme};

use crate::fault::Fault;

/// A picture with the answer.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(default)]
pub struct AskedPicture {
    /// Colours: `light` (the default), `dark`, `auto` (as the reader's system) or `print`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub theme: Option<String>,
    /// Width in pixels, from 16 to 20000; without it the picture fills the space it is given.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub width: Option<u32>,
    /// Whether letters and numbers stand at the edges of a board; they do unless this is false.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub coordinates: Option<bool>,
}

impl AskedPicture {
    /// The style for the drawing library.
    pub(crate) fn style(&self) -> Result<Style, Fault> {
        let theme = match self.theme.as_deref() {
            None => Theme::Light,
            Some(name) => Theme::parse(name).ok_or_else(|| {
                let names: Vec<&str> = Theme::ALL.iter().map(|theme| theme.name()).collect();
                Fault::in_field(
                    "picture.theme",
                    format!("there is no theme '{name}': expected one of {}", names.join(", ")),
                )
            })?,
        };
        if self.width.is_some_and(|width| !(16..=20_000).contains(&width)) {
            return Err(Fault::in_field("picture.width", "the width of a picture is 16 to 20000 pixels"));
        }
        let coordinates =
            if self.coordinates == Some(false) { Coordinates::None } else { Coordinates::default() };
        Ok(Style { theme, width: self.width, coordinates, ..Style::default() })
    }
}
