use std::collections::{BTreeSet, HashMap};
use std::sync::Arc;

use tesuji_board::{GraphPoint, Setup, Topology};

use super::*;
use crate::graph::{Level, MOST_THREATS};
use crate::referee::State;

const DEFENDER: Color = Color::White;

/// A board from a picture: `O` and `X` are stones of the defender and the attacker in the area, `.` is empty, `#` and `@` are walls of the
/// attacker and the defender.
fn picture(text: &str) -> Board {
    let rows: Vec<&[u8]> = text.split_whitespace().map(str::as_bytes).collect();
    let topology = Topology::parse(&format!("grid:{}x{}", rows[0].len(), rows.len())).unwrap();
    let mut board =
        Board { diagram: Diagram::new(Setup::empty(topology.clone())), area: Vec::new(), defender: DEFENDER };
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
/// and beside so many outside liberties. Points drawn as `w` are beside the wall as well, those drawn as `v` beside the wall only. `X` and `x` are
/// stones of the attacker, beside the rim and not.
fn eye_space(text: &str, outside: usize) -> Board {
    let rows: Vec<&[u8]> = text.split_whitespace().map(str::as_bytes).collect();
    let cells = |sign: &[u8]| -> Vec<(usize, usize)> {
        let all = (0..rows.len()).flat_map(|row| (0..rows[row].len()).map(move |column| (row, column)));
        all.filter(|&(row, column)| sign.contains(&rows[row][column])).collect()
    };
    let (inside, rim, outer) = (cells(b".,wvXx"), cells(b".wX"), cells(b"wv"));
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
    let points: Vec<GraphPoint> = (0..wall + 1 + outside).map(|_| GraphPoint::default()).collect();
    let topology: Arc<Topology> = Topology::graph("eye space", &points, &edges).unwrap();
    let mut diagram = Diagram::new(Setup::empty(topology));
    let [stone, wall] = [stone, wall].map(|number| Point(number as u16));
    diagram.setup.put(stone, Some(DEFENDER));
    diagram.setup.put(wall, Some(DEFENDER.opponent()));
    diagram.marks.insert(wall, Mark::Circle);
    for cell in cells(b"Xx") {
        diagram.setup.put(Point(at(&cell) as u16), Some(DEFENDER.opponent()));
    }
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
    let name =
        |at: &Option<Point>| at.map_or("pass", |at| board.diagram.setup.topology.name_of(at)).to_string();
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
        ("straight four", picture("....O# OOOOO# ######"), ["lives", "lives"], [None, None]),
        ("square four", picture("..O# ..O# OOO# ####"), ["dies", "dies"], [None, None]),
        ("four on the second line", picture(".....# OOOO## ######"), ["dies", "dies"], [None, None]),
        ("two eyes", picture(".O.O# OOOO# #####"), ["lives", "lives"], [None, None]),
        ("a false eye", picture(".OX# OX.# .O## O### ####"), ["dies", "dies"], [None, None]),
        ("out to a living stone", picture("OO.@# #####"), ["lives", "dies"], [Some("C2"), Some("C2")]),
    ]);
}

/// The same fights inside with a rim of a single point, so that larger eye spaces can be judged quickly.
#[test]
fn eye_spaces_with_a_small_rim() {
    check(vec![
        ("pyramid four", eye_space("... _._", 0), ["lives", "dies"], [Some("2"), Some("2")]),
        ("bulky five", eye_space("... ..", 0), ["lives", "dies"], [None, Some("2")]),
        ("crossed five", eye_space("_._ ... _._", 0), ["lives", "dies"], [Some("3"), Some("3")]),
        ("rabbity six", eye_space("_.. ... _._", 0), ["lives", "dies"], [None, Some("4")]),
        ("rectangular six", eye_space("... ...", 0), ["lives", "lives"], [None, None]),
        (
            "rectangular six in the corner",
            eye_space(",,. ...", 0),
            ["lives", "dies"],
            [Some("2 5"), Some("5")],
        ),
        ("with a liberty", eye_space(",,. ...", 1), ["lives", "ko-1"], [Some("2 5"), Some("2")]),
        ("with two", eye_space(",,. ...", 2), ["lives", "lives"], [None, None]),
        ("a stone inside of four", eye_space(".X..", 0), ["lives", "dies"], [Some("3"), Some("3")]),
    ]);
}

/// Nobody can take, and there are no two eyes either. Liberties outside do not help: what is left of three is a nakade.
/// With two stones inside it is a question of who plays the third.
#[test]
fn sekis_are_told_from_life() {
    check(vec![
        ("three inside of five", eye_space(".XXX.", 0), ["seki", "seki"], [Some("pass"), Some("pass")]),
        ("with a liberty", eye_space(".XXX.", 1), ["seki", "seki"], [None, None]),
        ("two inside of five", eye_space(".XX..", 0), ["lives", "seki"], [Some("4"), Some("4")]),
    ]);
}

/// A bent four can wait. What is dead is dead for good, but after the ko in the rectangular six there is room for a new life.
#[test]
fn kos_say_who_needs_how_many_threats() {
    check(vec![("bent four", eye_space("xXX. .", 0), ["ko-1", "ko-1"], [Some("pass"), None])]);
    assert!(judged(&picture("..O# ..O# OOO# ####")).first.iter().all(|first| first.for_good));
    let six = judged(&eye_space(",,. ...", 1));
    assert!(!six.first(DEFENDER.opponent()).for_good);
}

/// What a board must be: shut in by walls that are safe, legal, and with a stone whose life is in question.
#[test]
fn boards_that_cannot_be_judged() {
    let watch = Watch::unwatched();
    let board = picture("..O# ..O# OOO# ####");
    let mut open = board.clone();
    open.diagram.marks.clear();
    let mut leaking = board.clone();
    leaking.area.remove(0);
    let without_liberty = picture("OO# OO# ###");
    for (name, board) in [
        ("walls that can be taken", open),
        ("an empty point beside the area", leaking),
        ("no stone of the defender", picture("..# ..# ###")),
        ("no liberty", without_liberty),
        ("too many points", picture("O................#")),
    ] {
        assert_eq!(judge(&board, &watch), Ok(None), "{name}");
    }
    watch_ends(&board);
}

fn watch_ends(board: &Board) {
    let stopped = Watch::new();
    stopped.stop();
    assert_eq!(judge(board, &stopped), Err(Why::Stopped));
}

/// The meaning, swept over all states until nothing changes any more.
struct Plain {
    rules: referee::Board,
    states: Vec<State>,
    numbers: HashMap<State, usize>,
}

const LEVELS: [Level; 5] = [
    Level::Nobody,
    Level::Some(Color::Black, 1),
    Level::Some(Color::Black, 2),
    Level::Some(Color::White, 1),
    Level::Some(Color::White, 2),
];

impl Plain {
    fn number(&self, state: &State) -> usize {
        self.numbers[state]
    }

    /// What `side` can force at every level, where the other side may do nothing but pass if `alone`.
    fn forced(
        &self,
        side: Color,
        alone: bool,
        goal: &dyn Fn(&State) -> bool,
        closed: &dyn Fn(&State) -> bool,
    ) -> Vec<[bool; LEVELS.len()]> {
        let mut known: Vec<_> = self.states.iter().map(|state| [goal(state); LEVELS.len()]).collect();
        loop {
            let before = known.clone();
            for (number, state) in self.states.iter().enumerate().filter(|(_, state)| !closed(state)) {
                for (at, &level) in LEVELS.iter().enumerate() {
                    let passed = known[self.number(&referee::Board::passed(state))][at];
                    let mut results = vec![passed];
                    let idle = alone && state.to_move != side;
                    for point in (0..self.rules.open().len()).filter(|_| !idle) {
                        let Some(after) = self.rules.after(state, point) else { continue };
                        let spends = referee::Board::is_banned(state, point) && !alone;
                        let left = if spends { level.spent(state.to_move) } else { Some(level) };
                        let left = LEVELS.iter().position(|&other| Some(other) == left);
                        results.extend(left.map(|left| known[self.number(&after.state)][left]));
                    }
                    let one = if state.to_move == side {
                        results.contains(&true)
                    } else {
                        !results.contains(&false)
                    };
                    known[number][at] |= one;
                }
            }
            if known == before {
                return known;
            }
        }
    }
}

/// Small areas of all kinds, every state of them.
#[test]
fn the_graph_is_as_sweeping() {
    let (mut kills, mut lives, mut sekis, mut kos) = (0, 0, 0, 0);
    let drawn = [".....#", "...# ..## ####", "..@ ..# .##", "...# ...#"].map(picture);
    let boards = drawn.into_iter().chain([eye_space(",,. .", 0), eye_space(",.. ,", 1)]);
    for board in boards {
        let rules = board.rules().unwrap();
        let roots = generate::all_states(&rules);
        let watch = Watch::unwatched();
        let table = Table::new(board.rules().unwrap(), DEFENDER, &roots, 100_000, &watch).unwrap().unwrap();
        let states = table.states().to_vec();
        let numbers: HashMap<State, usize> = states.iter().copied().zip(0..).collect();
        let plain = Plain { rules, states, numbers };
        let empty = |state: &State| state.stones(DEFENDER) == 0;
        let killed = plain.forced(DEFENDER.opponent(), false, &empty, &|_| false);
        let erased = plain.forced(DEFENDER.opponent(), true, &empty, &|_| false);
        let unconditional = |state: &State| !erased[plain.number(state)][0];
        let lived = plain.forced(DEFENDER, false, &unconditional, &empty);
        for (number, state) in plain.states.iter().enumerate() {
            let known = table.known(state).unwrap();
            for (at, &level) in LEVELS.iter().enumerate() {
                assert_eq!(known.kills(level), killed[number][at], "{} {state:?} {level:?}", board.diagram);
                assert_eq!(known.lives(level), lived[number][at], "{} {state:?} {level:?}", board.diagram);
            }
            match known.fate().0 {
                Fate::Dies => kills += 1,
                Fate::Lives => lives += 1,
                Fate::Seki => sekis += 1,
                Fate::Ko => kos += 1,
            }
        }
    }
    assert!(kills > 500 && lives > 50 && kos > 5, "{kills} {lives} {sekis} {kos}");
}

/// More threats never hurt, and the best move leads to what is true before it.
#[test]
fn fates_follow_from_moves() {
    let board = eye_space(",,. ...", 1);
    let rules = board.rules().unwrap();
    let roots = generate::all_states(&rules);
    let table = Table::new(rules, DEFENDER, &roots, 1_000_000, &Watch::unwatched()).unwrap().unwrap();
    let attacker = DEFENDER.opponent();
    // From all threats of the attacker to all of the defender.
    let ladder: Vec<Level> = [Level::Many(attacker)]
        .into_iter()
        .chain((0..=MOST_THREATS).rev().map(|count| Level::of(attacker, count)))
        .chain((1..=MOST_THREATS).map(|count| Level::of(DEFENDER, count)))
        .chain([Level::Many(DEFENDER)])
        .collect();
    let mut fates = BTreeSet::new();
    for state in table.states() {
        let known = table.known(state).unwrap();
        assert!(ladder.is_sorted_by_key(|&level| !known.kills(level)), "{state:?}");
        assert!(ladder.is_sorted_by_key(|&level| known.lives(level)), "{state:?}");
        assert!(ladder.iter().all(|&level| !(known.kills(level) && known.lives(level))), "{state:?}");
        if state.stones(DEFENDER) == 0 {
            continue;
        }
        let worths = table.moves(state).map(|(_, _, after)| after.worth());
        let best = if state.to_move == DEFENDER { worths.max() } else { worths.min() };
        assert_eq!(best, Some(known.worth()), "{state:?}");
        let (fate, ko) = known.fate();
        fates.insert((fate, ko.map(|ko| (ko.without_threats, ko.threats))));
    }
    assert!(fates.len() >= 5, "{fates:?}");
}

/// Boards of the generator are legal, are what they are said to be when they are judged one by one, and show everything.
#[test]
fn boards_are_of_all_kinds() {
    let watch = Watch::unwatched();
    let examples: Vec<Example> = boards(3, &watch).take(150).map(Result::unwrap).collect();
    let again: Vec<Board> = boards(3, &watch).take(30).map(|example| example.unwrap().board).collect();
    assert!(again.iter().zip(&examples).all(|(again, example)| *again == example.board));
    let mut features = BTreeSet::new();
    let mut fates = BTreeSet::new();
    for (number, example) in examples.iter().enumerate() {
        let Example { board, judged, .. } = example;
        let setup = &board.diagram.setup;
        assert!(setup.faults().is_empty(), "{}", board.diagram);
        assert_eq!(setup.stone(board.group().unwrap()), Some(board.defender));
        if number % 10 == 0 {
            assert_eq!(judge(board, &watch).unwrap().as_ref(), Some(judged), "{}", board.diagram);
        }
        features.extend(example.features.iter().copied());
        fates.extend(judged.first.iter().map(|first| first.fate));
        for first in &judged.first {
            assert_eq!(first.ko.is_some(), first.fate == Fate::Ko);
            assert!(!first.moves.is_empty());
        }
    }
    let missing: Vec<Feature> =
        Feature::ALL.into_iter().filter(|feature| !features.contains(feature)).collect();
    assert!(missing.len() <= 2 && fates.len() >= 3, "{missing:?} {fates:?}");
}
