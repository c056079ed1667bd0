//! Figures 2 to 4 of paper 001: one dot for each position, time of df-pn across, time of df-pn lambda upwards, both
//! logarithmic.

use std::fmt::Write as _;

/// One position.
pub(super) struct Dot {
    /// Seconds of df-pn.
    pub(super) plain: f64,
    /// Seconds of df-pn lambda.
    pub(super) lambda: f64,
    /// Its order.
    pub(super) order: u8,
}

const SIDE: f64 = 480.0;
const MARGIN: f64 = 60.0;
/// Powers of ten at the ends of both axes.
const FROM: i32 = -6;
const TO: i32 = 2;
/// One colour for each order from 1 on, told apart by people who see few colours.
const COLOURS: [&str; 7] = ["#0072b2", "#e69f00", "#009e73", "#cc79a7", "#d55e00", "#56b4e9", "#000000"];

fn along(seconds: f64) -> f64 {
    let (from, to) = (f64::from(FROM), f64::from(TO));
    (seconds.max(1e-9).log10().clamp(from, to) - from) / (to - from) * SIDE
}

/// The figure as SVG.
pub(super) fn draw(game: &str, dots: &[Dot]) -> String {
    let size = SIDE + 2.0 * MARGIN;
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {size} {size}\" font-family=\"sans-serif\" font-size=\"12\">\n\
         <title>{game}: df-pn lambda against df-pn, seconds</title>\n\
         <rect width=\"{size}\" height=\"{size}\" fill=\"white\"/>\n"
    );
    let bottom = MARGIN + SIDE;
    for power in FROM..=TO {
        let place = along(10f64.powi(power));
        let (x, y) = (MARGIN + place, bottom - place);
        let _ = write!(
            svg,
            "<path d=\"M{x:.1} {MARGIN}V{bottom}M{MARGIN} {y:.1}H{bottom}\" stroke=\"#ddd\" fill=\"none\"/>\n\
             <text x=\"{x:.1}\" y=\"{:.1}\" text-anchor=\"middle\">1e{power}</text>\n\
             <text x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"end\">1e{power}</text>\n",
            bottom + 18.0,
            MARGIN - 6.0,
            y + 4.0
        );
    }
    let _ = write!(
        svg,
        "<path d=\"M{MARGIN} {bottom}L{bottom} {MARGIN}\" stroke=\"#888\" stroke-dasharray=\"4 4\"/>\n\
         <text x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"middle\">df-pn, seconds</text>\n\
         <text transform=\"translate(16 {:.1}) rotate(-90)\" text-anchor=\"middle\">df-pn lambda, seconds</text>\n",
        size / 2.0,
        size - 14.0,
        size / 2.0
    );
    for (index, colour) in COLOURS.iter().enumerate() {
        let order = index + 1;
        let mut some = false;
        let _ = writeln!(svg, "<g fill=\"{colour}\" fill-opacity=\"0.6\">");
        for dot in dots.iter().filter(|dot| usize::from(dot.order) == order) {
            some = true;
            let (x, y) = (MARGIN + along(dot.plain), bottom - along(dot.lambda));
            let _ = writeln!(svg, "<circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"2\"/>");
        }
        if some {
            let y = MARGIN + 16.0 * order as f64;
            let _ = writeln!(svg, "<circle cx=\"{:.1}\" cy=\"{:.1}\" r=\"4\"/>", MARGIN + 12.0, y - 4.0);
            let _ = writeln!(
                svg,
                "<text x=\"{:.1}\" y=\"{y:.1}\" fill=\"black\">order {order}</text>",
                MARGIN + 22.0
            );
        }
        svg.push_str("</g>\n");
    }
    svg.push_str("</svg>\n");
    svg
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_dot_is_drawn_inside_the_frame() {
        let dots = [
            Dot { plain: 0.0, lambda: 1e9, order: 1 },
            Dot { plain: 1e-3, lambda: 1e-3, order: 7 },
            Dot { plain: 2.0, lambda: 1e-5, order: 3 },
        ];
        let svg = draw("Simpei", &dots);
        assert_eq!(svg.matches("r=\"2\"").count(), 3);
        assert!(svg.contains("cx=\"60.0\" cy=\"60.0\""), "beyond the scale means at its end");
        assert!(svg.contains("order 7") && !svg.contains("order 2"));
        assert!(!svg.contains("NaN") && !svg.contains("inf"));
    }
}
