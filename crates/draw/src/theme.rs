//! The colours of the themes, as rules of a style sheet inside the picture.
//!
//! Plain class rules with plain colours are what every SVG reader understands, also those without CSS variables.
//! All rules stand under the class of the theme on the root, so pictures of several themes on one page do not disturb
//! each other. Region colours are those of Okabe and Ito, which readers with any usual kind of colour blindness can
//! tell apart, reordered so that the first ones stand out on wood, and five more for pictures with many; the outlines differ in their dashes as well, and
//! the print theme uses hatching instead of colour.

use std::fmt::Write;

use crate::picture::RegionColor;
use crate::style::Theme;
use crate::writer::{Path, Writer};

/// How many region colours there are.
pub(crate) const REGION_COLORS: usize = 13;

/// The dashes of region outlines, in units of the drawing. Their number has no factor in common with that of the
/// colours, so sixty-five regions differ.
pub(crate) const DASHES: [&str; 5] = ["", "7 4", "1.5 4", "10 4 1.5 4", "16 5"];

struct Palette {
    canvas: &'static str,
    words: &'static str,
    wood: &'static str,
    line: &'static str,
    coordinate: &'static str,
    ink: &'static str,
    /// From the light to the rim of a black stone, and its outline.
    black: [&'static str; 3],
    white: [&'static str; 3],
    /// How dark shadows are; without any, stones are flat.
    shadow: f64,
    on_black: &'static str,
    on_white: &'static str,
    accent: &'static str,
    arrow: &'static str,
    region_fill: f64,
    regions: [&'static str; REGION_COLORS],
}

const LIGHT: Palette = Palette {
    canvas: "#fff",
    words: "#2a2420",
    wood: "#f2dfb8",
    line: "#6b5836",
    coordinate: "#7d683f",
    ink: "#241c10",
    black: ["#55555c", "#101014", "#000"],
    white: ["#fff", "#e4dfd5", "#7d7565"],
    shadow: 0.22,
    on_black: "#fff",
    on_white: "#111",
    accent: "#c8321e",
    arrow: "#1f4e9c",
    region_fill: 0.36,
    regions: [
        "#0072b2", "#d55e00", "#009e73", "#b0569a", "#56b4e9", "#d9c400", "#595959", "#e69f00", "#7a3e00",
        "#5e35b1", "#c2185b", "#00554c", "#7c8a00",
    ],
};

const DARK: Palette = Palette {
    canvas: "#191817",
    words: "#e4dfd6",
    wood: "#3f382f",
    line: "#9a8b74",
    coordinate: "#b3a58d",
    ink: "#f4ede0",
    black: ["#3a3a40", "#08080a", "#8f8676"],
    white: ["#f4f1ea", "#c9c3b7", "#2a251f"],
    shadow: 0.4,
    on_black: "#f4f1ea",
    on_white: "#111",
    accent: "#ff6a4d",
    arrow: "#8ab8ff",
    region_fill: 0.42,
    regions: [
        "#3f9fe0", "#f07c28", "#1fbf8f", "#d98abf", "#8fd0f5", "#f0e442", "#b8b8b8", "#f5b83d", "#c98a5b",
        "#b39ddb", "#ff7fa8", "#5fd3c7", "#c5cc6a",
    ],
};

const PRINT: Palette = Palette {
    canvas: "#fff",
    words: "#000",
    wood: "#fff",
    line: "#000",
    coordinate: "#000",
    ink: "#000",
    black: ["#000", "#000", "#000"],
    white: ["#fff", "#fff", "#000"],
    shadow: 0.0,
    on_black: "#fff",
    on_white: "#000",
    accent: "#000",
    arrow: "#000",
    region_fill: 1.0,
    regions: ["#000"; REGION_COLORS],
};

/// What a theme gives to the drawing apart from its rules.
pub(crate) struct Inks {
    theme: Theme,
    id: String,
}

impl Inks {
    pub(crate) fn new(theme: Theme, id: Option<&str>) -> Inks {
        let id = match id {
            Some(id) => {
                // An identifier starts with a letter in every kind of document.
                let rest = id.chars().filter(|c| c.is_ascii_alphanumeric() || "-_".contains(*c));
                "t-".chars().chain(rest).collect()
            }
            None => format!("tesuji-{}", theme.name()),
        };
        Inks { theme, id }
    }

    /// Whether everything is to be flat black and white.
    pub(crate) fn is_print(&self) -> bool {
        self.theme == Theme::Print
    }

    /// The classes of the root.
    pub(crate) fn root_class(&self) -> String {
        format!("tesuji tesuji-{}", self.theme.name())
    }

    /// A reference to the shading of a stone or to a hatching.
    pub(crate) fn url(&self, name: &str) -> String {
        format!("url(#{}-{name})", self.id)
    }

    /// The style sheet and the shadings; `regions` are the palette colours in use.
    pub(crate) fn define(&self, writer: &mut Writer, regions: &[usize]) {
        let scope = format!(".tesuji-{} ", self.theme.name());
        let mut sheet = rules(
            match self.theme {
                Theme::Dark => &DARK,
                Theme::Print => &PRINT,
                Theme::Light | Theme::Auto => &LIGHT,
            },
            &scope,
            regions,
        );
        if self.theme == Theme::Auto {
            let _ = write!(sheet, "@media(prefers-color-scheme:dark){{{}}}", rules(&DARK, &scope, regions));
        }
        writer.text("style", &[], &sheet);
        writer.open("defs", &[]);
        if self.is_print() {
            for &region in regions {
                self.hatching(writer, region);
            }
        } else {
            for (name, light, rim) in [("black", "b0", "b1"), ("white", "w0", "w1")] {
                let id = format!("{}-{name}", self.id);
                writer.open(
                    "radialGradient",
                    &[("id", (&id).into()), ("cx", 0.36.into()), ("cy", 0.3.into()), ("r", 0.72.into())],
                );
                writer.leaf("stop", &[("class", light.into())]);
                writer.leaf("stop", &[("offset", 1.0.into()), ("class", rim.into())]);
                writer.close();
            }
        }
        writer.close();
    }

    /// The style sheet of a thermograph.
    pub(crate) fn define_plot(&self, writer: &mut Writer) {
        let scope = format!(".tesuji-{} ", self.theme.name());
        let mut sheet = match self.theme {
            Theme::Dark => plot_rules(&DARK, &scope),
            Theme::Print => plot_rules(&PRINT, &scope),
            Theme::Light | Theme::Auto => plot_rules(&LIGHT, &scope),
        };
        if self.theme == Theme::Auto {
            let _ = write!(sheet, "@media(prefers-color-scheme:dark){{{}}}", plot_rules(&DARK, &scope));
        }
        writer.text("style", &[], &sheet);
    }

    /// A tile of black lines or dots for one region of the print theme.
    fn hatching(&self, writer: &mut Writer, region: usize) {
        let id = format!("{}-h{region}", self.id);
        // Turned lines hatch in any direction; two kinds are dots and one is plain grey.
        let (tile, turn) = match region {
            0 => (7.0, "rotate(45)"),
            1 => (7.0, "rotate(-45)"),
            2 => (7.0, "rotate(45)"),
            3 => (6.0, "rotate(90)"),
            4 => (6.0, "rotate(0)"),
            5 => (9.0, "rotate(45)"),
            8 => (4.5, "rotate(45)"),
            9 => (4.5, "rotate(0)"),
            10 => (8.0, "rotate(0)"),
            11 => (10.0, "rotate(70)"),
            12 => (6.0, "rotate(0)"),
            _ => (11.0, "rotate(20)"),
        };
        writer.open(
            "pattern",
            &[
                ("id", (&id).into()),
                ("width", tile.into()),
                ("height", tile.into()),
                ("patternUnits", "userSpaceOnUse".into()),
                ("patternTransform", turn.into()),
            ],
        );
        let mut path = Path::default();
        let dots = matches!(region, 2 | 6 | 12);
        if dots {
            path.dot(tile / 2.0, tile / 2.0);
        } else {
            path.move_to(0.0, tile / 2.0);
            path.line_to(tile, tile / 2.0);
            if matches!(region, 5 | 7 | 10) {
                path.move_to(tile / 2.0, 0.0);
                path.line_to(tile / 2.0, tile);
            }
        }
        writer.leaf(
            "path",
            &[
                ("d", path.data().into()),
                ("stroke", "#777".into()),
                ("stroke-width", if dots { 2.4 } else { 0.8 }.into()),
                ("stroke-linecap", if dots { "round" } else { "butt" }.into()),
            ],
        );
        writer.close();
    }
}

fn rules(palette: &Palette, scope: &str, regions: &[usize]) -> String {
    let mut sheet = String::new();
    let mut rule = |class: &str, body: &str| {
        let _ = write!(sheet, "{scope}.{class}{{{body}}}");
    };
    rule("canvas", &format!("fill:{}", palette.canvas));
    rule("words", &format!("fill:{}", palette.words));
    rule("wood", &format!("fill:{0};stroke:{0}", palette.wood));
    rule("grid", &format!("stroke:{}", palette.line));
    rule("star", &format!("stroke:{}", palette.line));
    rule("coordinate", &format!("fill:{}", palette.coordinate));
    let shaded = palette.shadow > 0.0;
    if shaded {
        rule("shadow", &format!("stroke:#000;stroke-opacity:{}", palette.shadow));
    }
    for (name, letter, colors) in [("black", "b", palette.black), ("white", "w", palette.white)] {
        if shaded {
            rule(&format!("{letter}0"), &format!("stop-color:{}", colors[0]));
            rule(&format!("{letter}1"), &format!("stop-color:{}", colors[1]));
        }
        rule(name, &format!("stroke:{}", colors[2]));
    }
    rule("on-black", &format!("color:{}", palette.on_black));
    rule("on-white", &format!("color:{}", palette.on_white));
    rule("on-board", &format!("color:{}", palette.ink));
    rule("accent", &format!("color:{}", palette.accent));
    rule("arrow", &format!("color:{}", palette.arrow));
    if !regions.is_empty() {
        rule("region", &format!("fill-opacity:{}", palette.region_fill));
        rule("halo", &format!("stroke:{}", palette.wood));
    }
    for &region in regions {
        rule(&format!("r{region}"), &format!("color:{}", palette.regions[region % REGION_COLORS]));
    }
    sheet
}

/// The rules of a thermograph: Left's lines have the first region colour, Right's the second.
fn plot_rules(palette: &Palette, scope: &str) -> String {
    let mut sheet = String::new();
    for (class, body) in [
        ("canvas", format!("fill:{}", palette.canvas)),
        ("words", format!("fill:{}", palette.words)),
        ("axis", format!("stroke:{0};color:{0}", palette.coordinate)),
        ("guide", format!("stroke:{}", palette.coordinate)),
        ("between", format!("fill:{}", palette.coordinate)),
        ("left", format!("stroke:{0};color:{0}", palette.regions[0])),
        ("right", format!("stroke:{0};color:{0}", palette.regions[1])),
        ("mast", format!("stroke:{0};color:{0}", palette.words)),
    ] {
        let _ = write!(sheet, "{scope}.{class}{{{body}}}");
    }
    sheet
}

/// The palette colour of a region: its class number, or the colour itself for a hue.
pub(crate) enum RegionInk {
    Class(usize),
    Plain(String),
}

/// The ink and the dashes of the region with this number in the picture.
pub(crate) fn region_ink(color: Option<RegionColor>, number: usize) -> (RegionInk, &'static str) {
    match color.unwrap_or(RegionColor::Palette(number)) {
        RegionColor::Palette(index) => {
            (RegionInk::Class(index % REGION_COLORS), DASHES[index % DASHES.len()])
        }
        RegionColor::Hue(degrees) => (RegionInk::Plain(hue(degrees)), DASHES[number % DASHES.len()]),
    }
}

/// A strong colour of middle lightness with this hue, which shows on light and on dark boards.
fn hue(degrees: u16) -> String {
    const LIGHTNESS: f64 = 0.48;
    const CHROMA: f64 = 0.68;
    let sector = f64::from(degrees % 360) / 60.0;
    let channel = |shift: f64| {
        let k = (sector + shift) % 6.0;
        let wave = (k - 3.0).abs() - 1.0;
        ((LIGHTNESS + CHROMA * (wave.clamp(0.0, 1.0) - 0.5)) * 255.0).round().clamp(0.0, 255.0) as u8
    };
    format!("#{:02x}{:02x}{:02x}", channel(0.0), channel(4.0), channel(2.0))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hues_are_what_they_are_called() {
        assert_eq!(hue(0), "#d12424");
        assert_eq!(hue(120), "#24d124");
        assert_eq!(hue(240), "#2424d1");
        assert_eq!(hue(360), hue(0));
        assert_eq!(hue(60), "#d1d124");
    }
}
