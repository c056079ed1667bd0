use std::sync::Arc;

use tesuji_board::{GraphPoint, Setup, Topology};

use super::*;

const DEFENDER: Color = Color::White;

/// A board from a picture: `O` and `X` are stones of the defender and the attacker in the area, `.` is empty, `#` and `@` are walls of the
/// attacker and the defender.
fn picture(text: &str) -> Board {
    let rows: Vec<&[u8]> = text.split_whitespace().map(str::as_bytes).collect();
    let topology = Topology::parse(&format!("grid:{}x{}", rows[0].len(), rows.len())).unwrap();
    let mut board = Board {
        diagram: Diagram::new(Setup::empty(topology.clone())),
        area: Vec::new(),
        defender: DEFENDER,
    };
    for (point, sign) in topology.points().zip(rows.concat()) {
        let stone = match sign {
            b'O' | b'@' => Some(DEFENDER),
            b'X' | b'#' => Some(DEFENDER.opponent()),
            _ => None,
        };
        board.diagram.setup.put(point, stone);
        if matches!(sign, b'#' | b'@') {
            board.diagram.marks.insert(point, Mark::Circle);
        } else {
            board.area.push(point);
        }
    }
    board
}

/// An eye space whose rim is a single point of the graph: it is beside all points but those drawn as `,`, beside the wall and beside so many
/// outside liberties.
fn eye_space(text: &str, outside: usize) -> Board {
    let rows: Vec<&[u8]> = text.split_whitespace().map(str::as_bytes).collect();
    let cells = |sign: &[u8]| -> Vec<(usize, usize)> {
        let all = (0..rows.len()).flat_map(|row| (0..rows[row].len()).map(move |column| (row, column)));
        all.filter(|&(row, column)| sign.contains(&rows[row][column])).collect()
    };
    let (inside, rim) = (cells(b".,"), cells(b"."));
    let at = |cell: &(usize, usize)| inside.iter().position(|other| other == cell).unwrap();
    let (stone, wall) = (inside.len(), inside.len() + 1);
    let mut edges = vec![(stone, wall)];
    for a in &inside {
        for b in &inside {
            if a < b && a.0.abs_diff(b.0) + a.1.abs_diff(b.1) == 1 {
                edges.push((at(a), at(b)));
            }
        }
    }
    edges.extend(rim.iter().map(|cell| (at(cell), stone)));
    edges.extend((0..outside).flat_map(|number| [(stone, wall + 1 + number), (wall, wall + 1 + number)]));
    let points: Vec<GraphPoint> = (0..wall + 1 + outside)
        .map(|_| GraphPoint::default())
        .collect();
    let topology: Arc<Topology> = Topology::graph("eye space", &points, &edges).unwrap();
    let mut diagram = Diagram::new(Setup::empty(topology));
    let [stone, wall] = [stone, wall].map(|number| Point(number as u16));
    diagram.setup.put(stone, Some(DEFENDER));
    diagram.setup.put(wall, Some(DEFENDER.opponent()));
    diagram.marks.insert(wall, Mark::Circle);
    let area = diagram.setup.topology.points().filter(|&point| point != wall).collect();
    Board { diagram, area, defender: DEFENDER }
}

fn judged(board: &Board) -> Judged {
    judge(board, &Watch::unwatched()).unwrap().unwrap()
}

#[test]
fn look() {
    let boards = [
        ("straight three", picture("#O...O# #OOOOO# #######")),
        ("straight four", picture("#O....O# #OOOOOO# ########")),
        ("square four", picture("..O# ..O# OOO# ####")),
        ("pyramid four", picture("#O...O# #OO.OO# ##OOO## #######")),
        ("bulky five", picture("...O# ..OO# OOO## #####")),
        ("straight three e", eye_space("...", 0)),
        ("rabbity six", eye_space("_.. ... _._", 0)),
        ("corner six 0", eye_space(",,. ...", 0)),
        ("corner six 1", eye_space(",,. ...", 1)),
        ("corner six 2", eye_space(",,. ...", 2)),
        ("carpenter 0", eye_space(",,. ,,. ...", 0)),
        ("carpenter 1", eye_space(",,. ,,. ...", 1)),
        ("carpenter 2", eye_space(",,. ,,. ...", 2)),
        ("second line 4", picture(".....# OOOO## ######")),
        ("second line 5", picture("......# OOOOO## #######")),
        ("second line 6", picture(".......# OOOOOO## ########")),
        ("seki 5", picture("O.XXX.O OOOOOOO #######")),
        ("bent four", picture("XXX.O# .OOOO# OO#### ######")),
    ];
    for (name, board) in boards {
        let judged = judged(&board);
        for (who, color) in [("D", DEFENDER), ("A", DEFENDER.opponent())] {
            let first = judged.first(color);
            let moves: Vec<_> = first
                .moves
                .iter()
                .map(|at| at.map_or("pass", |at| board.diagram.setup.topology.name_of(at)))
                .collect();
            println!("{name} {who} {:?} {:?} {:?} good {} {moves:?}", first.fate, first.ko, first.ko_for_eyes, first.for_good);
        }
    }
}

#[test]
#[ignore]
fn many() {
    let most: usize = std::env::var("MANY").unwrap().parse().unwrap();
    let clock = tesuji_job::Stopwatch::start();
    let watch = Watch::unwatched();
    let mut count = std::collections::BTreeMap::new();
    let mut sizes = std::collections::BTreeMap::new();
    let mut good = [0; 2];
    for (number, example) in boards(1, &watch).take(most).enumerate() {
        let example = example.unwrap();
        let fates = [example.board.defender, example.board.defender.opponent()].map(|color| {
            let first = example.judged.first(color);
            if first.ko_for_eyes.is_some() { *count.entry("ko for eyes".to_string()).or_insert(0) += 1; }
            if first.ko.is_some_and(|ko| ko.threats.is_none()) { *count.entry("more than 8".to_string()).or_insert(0) += 1; }
            if matches!(first.fate, Fate::Dies) || first.ko.is_some_and(|ko| !ko.without_threats) {
                good[usize::from(first.for_good)] += 1;
            }
            first.fate });
        *count.entry(format!("fates {fates:?}")).or_insert(0) += 1;
        *sizes.entry(example.board.area.len()).or_insert(0) += 1;
        for feature in &example.features {
            *count.entry(format!("feature {}", feature.name())).or_insert(0) += 1;
        }
        if number % 25 == 0 && most <= 1000 {
            println!("{}{:?} {:?} {:?}", example.board.diagram, example.board.defender, example.features, example.judged.first.iter().map(|f| (f.fate, f.ko, f.moves.iter().map(|m| m.map_or("pass", |m| example.board.diagram.setup.topology.name_of(m))).collect::<Vec<_>>())).collect::<Vec<_>>());
        }
        if number % 100 == 99 { println!("{number} {:?}", clock.seconds()); }
    }
    println!("{count:#?} {sizes:?} {good:?} {:?}", clock.seconds());
}

#[test]
#[ignore]
fn where_seki() {
    for text in [
        "............#", "#............#", "......# ......#", "#.....# #.....#", "#......# #......#", "#....# #....# #....#","....# ....# ....# ####","...# ...# ...# ...# ####",
        ".....# .....# ....## #####", "......# ......# #######", "#......# #......# ########", "...# ...# ...#", "......# .....## .#######", ".....# .....# ..#### ######",".....# .....# ...### ######",
        "#.....# #.....# ##...## #######", "#....# #....# #....# ######", "....# ....# ...## ..### #####",
    ] {
        let board = picture(text);
        let rules = board.rules().unwrap();
        let roots = generate::all_states(&rules);
        let clock = tesuji_job::Stopwatch::start();
        let table = Table::new(rules, board.defender, &roots, 30_000_000, &Watch::unwatched()).unwrap().unwrap();
        let mut count = [0; 4];
        let mut shown = 0;
        for root in &roots {
            if root.stones(DEFENDER) == 0 { continue; }
            let fate = table.known(root).unwrap().fate().0;
            count[fate as usize] += 1;
            if fate == Fate::Seki && root.stones(DEFENDER).count_ones() > 3 && shown < 2 {
                shown += 1;
                let s: String = (0..board.area.len()).map(|at| if root.stones(DEFENDER) >> at & 1 != 0 {'O'} else if root.stones(DEFENDER.opponent()) >> at & 1 != 0 {'X'} else {'.'}).collect();
                println!("{s} {:?}", root.to_move);
            }
        }
        println!("{text} {} {:?} {:?} {}", table.places(), count, clock.seconds(), roots.len());
    }
}

#[test]
#[ignore]
fn carpenter_line() {
    for (text, outside) in [(",,. ,,. ...", 0), (",,. ,,. ...", 1)] {
        let board = eye_space(text, outside);
        let rules = board.rules().unwrap();
        let roots = Color::BOTH.map(|color| rules.start(color, None));
        let table = Table::new(rules, board.defender, &roots, 30_000_000, &Watch::unwatched()).unwrap().unwrap();
        let mut state = roots[0];
        for ply in 0..14 {
            let known = table.known(&state).unwrap();
            println!("{ply} {:?} {:?} {:?}", state.to_move, known.fate(), (0..board.area.len()).map(|at| if state.stones(DEFENDER) >> at & 1 != 0 {'O'} else if state.stones(DEFENDER.opponent()) >> at & 1 != 0 {'X'} else {'.'}).collect::<String>());
            for (at, after, known) in table.moves(&state) { let _ = after; println!("    {at:?} {:?}", known.fate()); }
            let worth = known.worth();
            let Some((_, after, _)) = table.moves(&state).find(|m| m.2.worth() == worth) else { break };
            state = after;
        }
    }
}
