//! Writes a gallery of pictures into a folder: `cargo run --example gallery -- FOLDER`.

use std::error::Error;
use std::path::PathBuf;

use tesuji_board::{Color, GraphPoint, Mark, Point, PointSet, Topology};
use tesuji_draw::{Arrow, Coordinates, Picture, Region, RegionColor, Style, Theme, svg};

fn main() -> Result<(), Box<dyn Error>> {
    let folder = PathBuf::from(std::env::args_os().nth(1).ok_or("usage: gallery FOLDER")?);
    std::fs::create_dir_all(&folder)?;
    let save = |name: &str, picture: &Picture<'_>, coordinates: Coordinates| -> Result<(), Box<dyn Error>> {
        for theme in [Theme::Light, Theme::Dark, Theme::Print, Theme::Auto] {
            let style = Style { theme, coordinates, ..Style::default() };
            std::fs::write(folder.join(format!("{name}-{}.svg", theme.name())), svg(picture, &style))?;
        }
        Ok(())
    };

    for name in [
        "square:3",
        "square:9",
        "square:13",
        "square:19",
        "grid:9x5",
        "torus:8x8",
        "cylinder:9x5",
        "king:5x5",
        "hexagon:4",
        "triangle:8",
        "honeycomb:3",
        "square:9-E5,D5,A1",
        "hexagon:4-D4",
        "grid:30x30",
        "square:1",
    ] {
        let board = Topology::parse(name)?;
        let mut picture = Picture::new(&board);
        for point in board.points() {
            match (point.0 * 7 + point.0 / 5) % 11 {
                0 | 3 => drop(picture.stones.insert(point, Color::Black)),
                1 | 6 => drop(picture.stones.insert(point, Color::White)),
                _ => {}
            }
        }
        let file = name.replace([':', ','], "_");
        save(&file, &picture, Coordinates::FourSides)?;
    }
    save("race", &race()?.picture(), Coordinates::TwoSides)?;
    save("numbers", &numbers(&*Topology::parse("square:19")?)?, Coordinates::TwoSides)?;
    save("marks", &marks(&*Topology::parse("square:7")?), Coordinates::FourSides)?;
    save("sets-hexagon", &sets(&*Topology::parse("hexagon:4")?), Coordinates::None)?;
    save("sets-torus", &sets(&*Topology::parse("torus:9x9")?), Coordinates::TwoSides)?;
    save("sets-honeycomb", &sets(&*Topology::parse("honeycomb:3")?), Coordinates::None)?;
    save("sets-king", &sets(&*Topology::parse("king:7x7")?), Coordinates::None)?;
    save("palette", &palette(&*Topology::parse("grid:15x11")?), Coordinates::TwoSides)?;
    save("crop", &crop(&*Topology::parse("square:19")?)?, Coordinates::TwoSides)?;
    save("crop-bare", &crop(&*Topology::parse("square:19")?)?, Coordinates::None)?;
    save(
        "crop-hexagon",
        &sets(&*Topology::parse("hexagon:7")?).crop(&(20..45).map(Point).collect()),
        Coordinates::TwoSides,
    )?;
    let petersen = petersen()?;
    let mut picture = Picture::new(&petersen);
    picture.title = Some("The Petersen graph".into());
    picture.stones.extend([(Point(0), Color::Black), (Point(6), Color::White), (Point(7), Color::Black)]);
    picture.labels.extend([(Point(9), "a".into()), (Point(6), "12".into())]);
    picture.regions.push(Region::new([Point(3), Point(4), Point(8)]).caption("{0|Tiny(2)}"));
    save("petersen", &picture, Coordinates::TwoSides)?;
    Ok(())
}

struct Race {
    board: std::sync::Arc<Topology>,
    rows: Vec<&'static str>,
}

/// Corridors between stones, with values in them.
fn race() -> Result<Race, Box<dyn Error>> {
    Ok(Race {
        board: Topology::parse("square:9")?,
        rows: vec![
            "aaaXObbbb",
            "XXXXOOOOO",
            "cccXOdddd",
            "ccXXOOddd",
            "XXXOXXOOO",
            "eeeOXfffX",
            "OOOOXXXXX",
            "gghOXiiXX",
            "ghhOXXiXj",
        ],
    })
}

impl Race {
    fn picture(&self) -> Picture<'_> {
        let mut picture = Picture::new(&self.board);
        let captions =
            ["4^", "-1/2^*", "2*", "{6||4|0}", "+-3", "{0|Tiny(2)}", "{3|1/4||-5,*}", "13/8", "vv*", "1"];
        let mut sets = vec![PointSet::new(); captions.len()];
        for (row, line) in self.rows.iter().enumerate() {
            for (column, cell) in line.bytes().enumerate() {
                let Some(point) = self.board.at(column, row) else { continue };
                match cell {
                    b'X' => drop(picture.stones.insert(point, Color::Black)),
                    b'O' => drop(picture.stones.insert(point, Color::White)),
                    letter => drop(sets[usize::from(letter - b'a')].insert(point)),
                }
            }
        }
        picture.regions = sets
            .iter()
            .zip(captions)
            .map(|(set, caption)| Region::new(set.iter()).caption(caption))
            .collect();
        picture.title = Some("A race with ten regions".into());
        picture.caption = Some("Black to move wins by playing in the region worth ±3".into());
        picture.highlights.extend(self.board.point("C4"));
        picture
    }
}

fn numbers(board: &Topology) -> Result<Picture<'_>, Box<dyn Error>> {
    let mut line = Vec::new();
    for (number, name) in
        ["Q16", "D4", "Q4", "D16", "R6", "C14", "F17", "C10", "K4", "O17", "R14", "Q10", "Q16"]
            .iter()
            .enumerate()
    {
        let color = if number % 2 == 0 { Color::Black } else { Color::White };
        line.push((color, board.require_point(name)?));
    }
    let mut picture = Picture::new(board).moves(1, line);
    let more = (0..110u16).map(|i| (Color::BOTH[usize::from(i % 2)], Point((i * 37 + 5) % 361)));
    picture = picture.moves(14, more);
    picture.last_move = board.point("R14");
    picture.title =
        Some("A game with a long title that needs more than a single line to be told to the reader".into());
    Ok(picture)
}

fn marks(board: &Topology) -> Picture<'_> {
    let mut picture = Picture::new(board);
    let marks = [Mark::Triangle, Mark::Square, Mark::Circle, Mark::Cross];
    for (i, mark) in (0u16..).zip(marks) {
        picture.stones.insert(Point(i), Color::Black);
        picture.stones.insert(Point(7 + i), Color::White);
        for row in [0, 7, 14, 21] {
            picture.marks.insert(Point(row + i), mark);
        }
        picture.labels.insert(Point(21 + i), "A".into());
    }
    for (i, label) in (28u16..).zip(["A", "12", "100", "<&>", "long label", "★", "木"]) {
        picture.labels.insert(Point(i), label.into());
    }
    for (i, label) in (35u16..).zip(["1", "22", "333", "4444", "x", "g", "W"]) {
        picture.stones.insert(Point(i), if i % 2 == 0 { Color::Black } else { Color::White });
        picture.labels.insert(Point(i), label.into());
    }
    picture.stones.extend([(Point(5), Color::Black), (Point(12), Color::White), (Point(20), Color::White)]);
    picture.last_move = Some(Point(5));
    picture.highlights.extend([Point(12), Point(19), Point(6), Point(42)]);
    picture.labels.insert(Point(6), "B".into());
    picture.ko = Some(Point(25));
    picture.arrows = vec![
        Arrow { from: Point(20), to: Point(4) },
        Arrow { from: Point(43), to: Point(48) },
        Arrow { from: Point(12), to: Point(5) },
        Arrow { from: Point(26), to: Point(18) },
    ];
    picture.caption = Some("Marks, labels, arrows".into());
    picture
}

fn sets(board: &Topology) -> Picture<'_> {
    let mut picture = Picture::new(board);
    for point in board.points() {
        match (point.0 * 5 + point.0 / 4) % 9 {
            0 => drop(picture.stones.insert(point, Color::Black)),
            4 => drop(picture.stones.insert(point, Color::White)),
            _ => {}
        }
    }
    let first = board.component(Point(0), |p| p.0 < board.len() as u16 / 5);
    let last = Point(board.len() as u16 - 1);
    let second = board.component(last, |p| p.0 > board.len() as u16 * 3 / 4);
    let third: PointSet = board.points().filter(|p| picture.stones.get(p) == Some(&Color::White)).collect();
    picture.regions = vec![
        Region::new(first.iter()).caption("2*"),
        Region::new(second.iter()).caption("eyes of White"),
        Region::new(third.iter()),
    ];
    picture
}

fn palette(board: &Topology) -> Picture<'_> {
    let mut picture = Picture::new(board);
    for i in 0..10u16 {
        let column = usize::from(i % 5) * 3;
        let row = usize::from(i / 5) * 3;
        let points = [(0, 0), (1, 0), (0, 1), (1, 1)].map(|(x, y)| board.at(column + x, row + y));
        picture.regions.push(Region::new(points.into_iter().flatten()).caption(i.to_string()));
    }
    for i in 0..5u16 {
        let points = (0..3).map(|x| board.at(usize::from(i) * 3 + x, 7));
        let hue = RegionColor::Hue(i * 72);
        picture.regions.push(Region::new(points.flatten()).color(hue).caption("v*"));
    }
    let ring = board.points().filter(|p| p.0 / 15 > 7 && !(p.0 / 15 == 9 && (p.0 % 15) % 4 == 2));
    picture.regions.push(Region::new(ring).caption("a ring"));
    picture
}

fn crop(board: &Topology) -> Result<Picture<'_>, Box<dyn Error>> {
    let mut picture = Picture::new(board);
    for (color, names) in [
        (Color::Black, ["Q17", "P17", "O17", "R16", "R15", "O18"]),
        (Color::White, ["Q18", "R17", "S16", "S17", "P18", "R18"]),
    ] {
        for name in names {
            picture.stones.insert(board.require_point(name)?, color);
        }
    }
    picture.labels.insert(board.require_point("T18")?, "A".into());
    picture.highlights.insert(board.require_point("S19")?);
    picture.caption = Some("Black to kill".into());
    let view: PointSet = [board.require_point("M19")?, board.require_point("T13")?].into_iter().collect();
    Ok(picture.crop(&view))
}

fn petersen() -> Result<std::sync::Arc<Topology>, Box<dyn Error>> {
    let place = |i: usize, radius: f64| {
        let angle = std::f64::consts::TAU * i as f64 / 5.0;
        Some((radius * angle.sin(), -radius * angle.cos()))
    };
    let outer = (0..5).map(|i| GraphPoint { name: Some(format!("o{i}")), at: place(i, 2.2) });
    let inner = (0..5).map(|i| GraphPoint { name: Some(format!("i{i}")), at: place(i, 1.1) });
    let points: Vec<GraphPoint> = outer.chain(inner).collect();
    let edges: Vec<(usize, usize)> =
        (0..5).flat_map(|i| [(i, (i + 1) % 5), (i, i + 5), (5 + i, 5 + (i + 2) % 5)]).collect();
    Ok(Topology::graph("petersen", &points, &edges)?)
}
