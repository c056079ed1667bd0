//! Thermographs read back from their pictures: every breakpoint is where the thermograph has it.

use crate::common::*;
use fuzz_cases::{cases, list};
use rand::RngExt;
use rand_chacha::ChaCha8Rng;
use tesuji_cgt::{Arena, Dyadic, Side, Thermograph};
use tesuji_draw::{Coordinates, Style, Theme, ThermographPicture, thermograph_svg, thermograph_text};

const GAMES: [&str; 18] = [
    "0",
    "-13/2",
    "*",
    "^*",
    "Tiny(3)",
    "{4|0}",
    "{6||4|0}",
    "{-5|-9}",
    "{8|4||0|-2}",
    "{1|{-1|-5}}",
    "{100|1||-1|-100}",
    "{7,{9|5}|{2|-1},1/2}",
    "{20|{17|{15|{9,{12|7}|3}}}||{1|-3||-4|-9},{2|-1}|||-12|-20||-30}",
    "{1/64|1/128}",
    "9223372036854775000+{4|0}",
    "{4000000000000000000|-4000000000000000000}",
    "{1/1152921504606846976|0}",
    "{0|{-2|{-4|{-6|-13}}}}",
];

fn pictures(text: &str) -> [ThermographPicture; 3] {
    let mut arena = Arena::new();
    let game = arena.parse(text).unwrap();
    [
        ThermographPicture::of(&mut arena, game).unwrap(),
        ThermographPicture::constructed(&mut arena, game).unwrap(),
        ThermographPicture::below_zero(&mut arena, game).unwrap(),
    ]
}

/// The dots of a picture, with the exact place that each one tells.
fn dots(svg: &str) -> Vec<(Place, String)> {
    let document = read(svg);
    by_class(&document, "breakpoint")
        .map(|dot| {
            let told = dot.children().find(|n| n.has_tag_name("title")).unwrap().text().unwrap();
            ((number(dot, "cx"), number(dot, "cy")), told.to_string())
        })
        .collect()
}

/// The value and the temperature of a place that a dot tells.
fn told(text: &str) -> (Dyadic, Dyadic) {
    let rest = text.strip_prefix("value ").unwrap();
    let (value, temperature) = rest.split_once(" at temperature ").unwrap();
    (value.parse().unwrap(), temperature.parse().unwrap())
}

fn check_dots(thermograph: &Thermograph, svg: &str) {
    let dots = dots(svg);
    for side in Side::BOTH {
        for point in thermograph.wall(side).breakpoints() {
            let expected = (point.value, point.temperature);
            assert!(dots.iter().any(|(_, text)| told(text) == expected), "{expected:?} is drawn");
        }
    }
    // Larger values are further left, higher temperatures further up, both in proportion.
    for (a, first) in &dots {
        for (b, second) in &dots {
            let ((x, t), (other_x, other_t)) = (told(first), told(second));
            if x > other_x {
                assert!(a.0 < b.0 + 0.011, "{first} is left of {second}");
            }
            if t > other_t {
                assert!(a.1 < b.1 + 0.011, "{first} is above {second}");
            }
            if x == other_x {
                assert!((a.0 - b.0).abs() < 0.011);
            }
        }
    }
    let slope = |value: fn(&(Dyadic, Dyadic)) -> Dyadic, place: fn(Place) -> f64| {
        let all: Vec<(f64, f64)> = dots
            .iter()
            .map(|(at, text)| (value(&told(text)).checked_sub(thermograph.mean()), *at, told(text)))
            .map(|(from_mean, at, point)| {
                (from_mean.map_or(value(&point).to_f64(), Dyadic::to_f64), place(at))
            })
            .collect();
        let (low, high) = all.iter().fold((all[0], all[0]), |(low, high), &next| {
            (if next.0 < low.0 { next } else { low }, if next.0 > high.0 { next } else { high })
        });
        for (number, position) in all {
            if high.0 > low.0 {
                let expected = low.1 + (number - low.0) / (high.0 - low.0) * (high.1 - low.1);
                assert!((position - expected).abs() < 0.03, "{position} is not {expected}");
            }
        }
    };
    slope(|point| point.0, |place| place.0);
    slope(|point| point.1, |place| place.1);
}

#[test]
fn breakpoints_are_drawn_where_they_are() {
    for game in GAMES {
        for picture in pictures(game) {
            for theme in Theme::ALL {
                let style = Style { theme, ..Style::default() };
                let svg = thermograph_svg(&picture, &style);
                check_dots(&picture.thermograph, &svg);
                assert_eq!(svg, thermograph_svg(&picture, &style), "the same bytes every time");
                let document = read(&svg);
                let [left, top, width, height] = view_box(&document);
                for node in document.descendants().filter(|n| n.has_tag_name("text")) {
                    let (x, y) = (number(node, "x"), number(node, "y"));
                    assert!(
                        (left..=left + width).contains(&x) && (top..=top + height).contains(&y),
                        "{game}"
                    );
                }
            }
        }
    }
}

#[test]
fn walls_of_a_construction_can_be_told_apart_without_colour() {
    let [plain, constructed, _] = pictures("{7,{9|5}|{2|-1},1/2}");
    let style = Style { theme: Theme::Print, ..Style::default() };
    assert_eq!(thermograph_svg(&plain, &style).matches("stroke-dasharray").count(), 1, "the guides");
    let svg = thermograph_svg(&constructed, &style);
    let document = read(&svg);
    let mut dashes: Vec<&str> = document
        .descendants()
        .filter(|n| n.parent().is_some_and(|p| p.attribute("class") == Some("left")))
        .map(|n| n.attribute("stroke-dasharray").unwrap_or("solid"))
        .collect();
    dashes.sort_unstable();
    dashes.dedup();
    assert_eq!(dashes.len(), 4, "own wall, sheared wall, scaffold, thermograph: {dashes:?}");
    let texts: Vec<String> = document.descendants().filter(|n| n.has_tag_name("text")).map(words).collect();
    for expected in ["Left: {9|5}, 7", "Right: {2|\u{2212}1}, \u{bd}", "an option's wall"] {
        assert!(texts.iter().any(|text| text == expected), "{expected} in {texts:?}");
    }
}

/// At its breakpoints the scaffold of the picture is the wall; own walls are sheared by one unit for each unit of heat.
#[test]
fn construction_of_a_corridor() {
    let [_, picture, _] = pictures("{6||4|0}");
    let construction = picture.construction.as_ref().unwrap();
    assert_eq!(construction.options[0][0].name, "6");
    assert_eq!(construction.options[1][0].name, "{4|0}");
    let svg = thermograph_svg(&picture, &Style::default());
    let document = read(&svg);
    let dots = dots(&svg);
    let place = |value: i64, temperature: i64| {
        dots.iter().find(|(_, text)| told(text) == (value.into(), temperature.into())).unwrap().0
    };
    let (six, four, foot) = (place(6, 0), place(4, 0), place(4, 2));
    let unit = (four.0 - six.0) / 2.0;
    // The left wall of {4|0}, Right's option: from 4 at the axis to its mast at 2.
    let right = by_class(&document, "right").next().unwrap();
    let own = subpaths(right.first_child().unwrap().attribute("d").unwrap()).remove(0);
    assert!((own[0].0 - four.0).abs() < 0.02 && (own[0].1 - four.1).abs() < 0.02);
    assert!((own[1].0 - (four.0 + 2.0 * unit)).abs() < 0.02 && (own[1].1 - foot.1).abs() < 0.02);
}

#[test]
fn labels_are_exact_fractions_and_can_be_left_out() {
    let [picture, _, _] = pictures("{8|4||0|-2}");
    let labels = |style: &Style| {
        let svg = thermograph_svg(&picture, style);
        let document = read(&svg);
        document.descendants().filter(|n| n.has_tag_name("text")).map(words).collect::<Vec<_>>()
    };
    let all = labels(&Style::default());
    for expected in ["4", "0", "5/2", "7/2", "2", "1"] {
        assert!(all.contains(&expected.to_string()), "{expected} in {all:?}");
    }
    assert_eq!(labels(&Style { coordinates: Coordinates::None, ..Style::default() }).len(), 1, "the title");
}

/// Every row of the text says what the walls are at its temperature, and every breakpoint has a row and its sign.
fn check_text(thermograph: &Thermograph) {
    let text = thermograph_text(thermograph);
    let mut seen = Vec::new();
    for (index, line) in text.lines().skip(1).enumerate() {
        let words: Vec<&str> = line.split_whitespace().collect();
        let temperature: Dyadic = words[0].parse().unwrap();
        let values: [Dyadic; 2] =
            [words[words.len() - 2], words[words.len() - 1]].map(|n| n.parse().unwrap());
        let signs = words[1..words.len() - 2].concat();
        for side in Side::BOTH {
            assert_eq!(thermograph.wall(side).at(temperature).unwrap(), values[side.index()], "{line}");
        }
        let breaks = Side::BOTH.map(|side| {
            thermograph.wall(side).breakpoints().iter().any(|point| point.temperature == temperature)
        });
        assert!(index == 0 || signs.contains('o') == (breaks[0] || breaks[1]), "{text}");
        assert_eq!(signs.starts_with('^'), index == 0, "{text}");
        seen.push(temperature);
    }
    for side in Side::BOTH {
        for point in thermograph.wall(side).breakpoints() {
            assert!(seen.contains(&point.temperature), "{text}");
        }
    }
    assert!(text.lines().all(|line| line.len() < 200 && line.trim_end() == line), "{text}");
}

#[test]
fn text_is_exact_at_every_row() {
    for game in GAMES {
        check_text(&pictures(game)[0].thermograph);
    }
    let text = thermograph_text(&pictures("{8|4||0|-2}")[0].thermograph);
    let drawn = |line: &str| {
        let words: Vec<&str> = line.split_whitespace().collect();
        words[1..words.len() - 2].concat()
    };
    let signs: Vec<String> = text.lines().skip(1).map(drawn).collect();
    assert_eq!(signs, ["^", "|", "o", "/\\", "o\\", "|o", "oo"]);
}

/// A random game of small numbers, as text.
fn game(rng: &mut ChaCha8Rng, depth: u32) -> String {
    if depth == 0 || rng.random_ratio(1, 4) {
        let halves = rng.random_range(-20..20);
        return if halves % 2 == 0 { (halves / 2).to_string() } else { format!("{halves}/2") };
    }
    let mut side = || list(rng, 1..=2, |rng| game(rng, depth - 1)).join(",");
    format!("{{{}|{}}}", side(), side())
}

#[test]
fn random_thermographs_are_drawn_exactly() {
    let any = |rng: &mut _| game(rng, 4);
    cases(150, any, |game| {
        for picture in pictures(game) {
            check_dots(&picture.thermograph, &thermograph_svg(&picture, &Style::default()));
        }
        check_text(&pictures(game)[0].thermograph);
    });
}
