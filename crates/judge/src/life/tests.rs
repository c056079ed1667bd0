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

/// An eye space whose rim is a single point of the graph, a defending stone: it is beside all points but those drawn as `,`, beside the wall
/// and beside so many outside liberties. Points drawn as `w` are beside the wall as well.
fn eye_space(text: &str, outside: usize) -> Board {
    let rows: Vec<&[u8]> = text.split_whitespace().map(str::as_bytes).collect();
    let cells = |sign: &[u8]| -> Vec<(usize, usize)> {
        let all = (0..rows.len()).flat_map(|row| (0..rows[row].len()).map(move |column| (row, column)));
        all.filter(|&(row, column)| sign.contains(&rows[row][column])).collect()
    };
    let (inside, rim, outer) = (cells(b".,w"), cells(b".w"), cells(b"w"));
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
    edges.extend(outer.iter().map(|cell| (at(cell), wall)));
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

/// The fate and the terms of a ko in a few letters: `ko-1` is dead without threats, and one of the defender's turns it.
fn sign(first: &First) -> String {
    match (first.fate, first.ko) {
        (Fate::Lives, _) => "lives".into(),
        (Fate::Seki, _) => "seki".into(),
        (Fate::Dies, _) => "dies".into(),
        (Fate::Ko, ko) => {
            let ko = ko.unwrap();
            let sign = if ko.without_threats { '+' } else { '-' };
            format!("ko{sign}{}", ko.threats.map_or("many".into(), |count| count.to_string()))
        }
    }
}

fn names(board: &Board, first: &First) -> String {
    let name = |at: &Option<Point>| at.map_or("pass", |at| board.diagram.setup.topology.name_of(at)).to_string();
    first.moves.iter().map(name).collect::<Vec<_>>().join(" ")
}

/// The board, what becomes of the group if the defender and if the attacker moves first, and the moves that reach that.
type Case = (&'static str, Board, [&'static str; 2], [Option<&'static str>; 2]);

fn check(cases: Vec<Case>) {
    for (name, board, fates, moves) in cases {
        let judged = judged(&board);
        for (side, color) in [DEFENDER, DEFENDER.opponent()].into_iter().enumerate() {
            let first = judged.first(color);
            assert_eq!(sign(first), fates[side], "{name}, {color} first");
            if let Some(expected) = moves[side] {
                assert_eq!(names(&board, first), expected, "{name}, {color} first");
            }
        }
    }
}

/// What every player knows, drawn with rims of real stones.
#[test]
fn eye_spaces_of_the_books() {
    check(vec![
        ("two in a row", picture("#O..O# #OOOO# ######"), ["dies", "dies"], [None, None]),
        ("straight three", picture("#O...O# #OOOOO# #######"), ["lives", "dies"], [Some("D3"), Some("D3")]),
        ("bent three", picture("..O# .OO# OO## ####"), ["lives", "dies"], [Some("A4"), Some("A4")]),
        ("straight four", picture("#O....O# #OOOOOO# ########"), ["lives", "lives"], [None, None]),
        ("square four", picture("..O# ..O# OOO# ####"), ["dies", "dies"], [None, None]),
        ("bulky five", picture("...O# ..OO# OOO## #####"), ["lives", "dies"], [Some("B4"), Some("B4")]),
        ("four on the second line", picture(".....# OOOO## ######"), ["dies", "dies"], [None, None]),
        ("two eyes", picture(".O.O# OOOO# #####"), ["lives", "lives"], [None, None]),
        ("one eye is false", picture(".OX# OX.# .O## O### ####"), ["dies", "dies"], [None, None]),
        ("out to a living stone", picture("OO.@# #.#.# #####"), ["lives", "dies"], [Some("C3"), Some("C3")]),
    ]);
}

/// Larger ones: the rim is a single point, which makes no difference to the fight inside.
#[test]
fn eye_spaces_with_a_small_rim() {
    check(vec![
        ("pyramid four", eye_space("... _._", 0), ["lives", "dies"], [Some("2"), Some("2")]),
        ("crossed five", eye_space("_._ ... _._", 0), ["lives", "dies"], [Some("3"), Some("3")]),
        ("rabbity six", eye_space("_.. ... _._", 0), ["lives", "dies"], [None, Some("4")]),
        ("rectangular six", eye_space("... ...", 0), ["lives", "lives"], [None, None]),
        ("rectangular six in the corner", eye_space(",,. ...", 0), ["lives", "dies"], [Some("2 5"), Some("5")]),
        ("with a liberty", eye_space(",,. ...", 1), ["lives", "ko-1"], [Some("2 5"), Some("2")]),
        ("with two", eye_space(",,. ...", 2), ["lives", "lives"], [None, None]),
        ("nine in the corner", eye_space(",,. ,,. ...", 0), ["lives", "seki"], [None, Some("5")]),
    ]);
}

/// The rim of the carpenter's square stops on the second line.
#[test]
fn the_carpenters_square_is_a_ko() {
    let board = eye_space(",,,w ,,. ,.. w", 0);
    let judged = judged(&board);
    assert_eq!(sign(judged.first(DEFENDER)), "lives");
    let attack = judged.first(DEFENDER.opponent());
    println!("{attack:?}");
    assert_eq!(attack.fate, Fate::Ko);
    assert!(names(&board, attack).split(' ').any(|name| name == "6"), "{attack:?}");
}

/// Nobody can take, and there are no two eyes either. With one liberty more outside it is life.
#[test]
fn sekis_are_told_from_life() {
    check(vec![
        ("three inside of five", picture("O.XXX.O OOOOOOO #######"), ["seki", "seki"], [Some("pass"), Some("pass")]),
        ("the end of a board of two rows", picture("..XX.O# OOOOO.#"), ["lives", "seki"], [None, None]),
    ]);
}

#[test]
fn a_bent_four_in_the_corner_is_a_ko_that_only_the_attacker_starts() {
    let board = picture("XXX.O# .OOOO# OO#### ######");
    check(vec![("bent four", board.clone(), ["ko-1", "ko-1"], [Some("pass"), Some("A3 pass")])]);
    assert!(judged(&board).first.iter().all(|first| first.for_good));
}

#[test]
#[ignore]
fn debug_square() {
    let board = eye_space(",,,w ,,. ,.. w", 0);
    let topology = &board.diagram.setup.topology;
    for point in topology.points() { println!("{} {:?} area {} {:?}", topology.name_of(point), topology.neighbors(point), board.area.contains(&point), board.diagram.setup.stone(point)); }
    let rules = board.rules().unwrap();
    let roots = Color::BOTH.map(|color| rules.start(color, None));
    let table = Table::new(rules, board.defender, &roots, 30_000_000, &Watch::unwatched()).unwrap().unwrap();
    println!("D first {:?}", names(&board, &table.first(&board.area, &roots[1]).unwrap()));
    let mut state = roots[0];
    for ply in 0..14 {
        let known = table.known(&state).unwrap();
        println!("{ply} {:?} {:?} {:?}", state.to_move, known.fate(), (0..board.area.len()).map(|at| if state.stones(DEFENDER) >> at & 1 != 0 {'O'} else if state.stones(DEFENDER.opponent()) >> at & 1 != 0 {'X'} else {'.'}).collect::<String>());
        for (at, after, known) in table.moves(&state) { println!("    {at:?} {:?} {:?}", known.fate(), table.to_kill(&after)); }
        let mover = state.to_move == DEFENDER;
        let next = table.moves(&state).filter(|m| m.2.kills(crate::graph::Level::Nobody)).max_by_key(|m| table.to_kill(&m.1).map_or(0, |k| if mover { i64::from(k) } else { -i64::from(k) }));
        let Some((_, after, _)) = next else { break };
        state = after;
    }
}
