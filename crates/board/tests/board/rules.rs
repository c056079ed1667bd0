//! The rules where programs are usually wrong, one small board each.

use tesuji_board::{Color, Diagram, Fault, Illegal, KoRule, Point, Position, Rules, Topology};

use Color::{Black, White};

fn position(text: &str, rules: Rules) -> Position {
    let diagram: Diagram = text.parse().unwrap_or_else(|error| panic!("{error} in\n{text}"));
    diagram.position(rules).unwrap_or_else(|error| panic!("{error} in\n{text}"))
}

fn at(position: &Position, name: &str) -> Point {
    position.topology().point(name).unwrap()
}

fn play(position: &mut Position, color: Color, name: &str) -> Result<(), Illegal> {
    let point = at(position, name);
    position.play(color, point)
}

/// The rows of the diagram without labels, for comparison.
fn rows(position: &Position) -> String {
    let rows = position.topology().rows().iter().map(|row| {
        let cell = |p: &Option<Point>| p.map_or('_', |p| position.stone(p).map_or('.', Color::letter));
        row.cells.iter().map(cell).collect::<String>()
    });
    rows.collect::<Vec<_>>().join(" ")
}

fn simple() -> Rules {
    Rules::default()
}

#[test]
fn one_move_takes_several_strings() {
    let mut p = position("XO.OX\nXXOXX\n..X..", simple());
    // C3 takes both stones on the edge and the one below, each a string of its own.
    play(&mut p, Black, "C3").unwrap();
    assert_eq!(rows(&p), "X.X.X XX.XX ..X..");
    assert_eq!(p.captured(White), 3);
    assert_eq!(p.last_captured().count(), 3);
    assert_eq!(p.ko(), None);
    assert!(p.undo());
    assert_eq!(rows(&p), "XO.OX XXOXX ..X..");
    assert_eq!(p.captured(White), 0);
}

#[test]
fn capture_comes_before_the_test_for_suicide() {
    let mut p = position(".OX\nOXX\nX..", simple());
    // A3 has no liberty of its own but takes both white stones.
    play(&mut p, Black, "A3").unwrap();
    assert_eq!(rows(&p), "X.X .XX X..");
    let mut p = position(".OX\nOOX\nXX.", simple());
    play(&mut p, Black, "A3").unwrap();
    assert_eq!(rows(&p), "X.X ..X XX.");
}

#[test]
fn suicide_is_refused_for_one_stone_and_for_many() {
    let p = position(".X\nX.", simple());
    assert_eq!(p.check(White, at(&p, "A2")), Err(Illegal::Suicide));
    let p = position("O.X\nOXX\nXX.", simple());
    assert_eq!(p.check(White, at(&p, "B3")), Err(Illegal::Suicide));
    assert_eq!(p.check(Black, at(&p, "B3")), Ok(()));
}

#[test]
fn suicide_where_it_is_allowed_lifts_the_own_string() {
    let rules = Rules { suicide: true, ..simple() };
    let mut p = position("O.X\nOXX\nXX.", rules);
    play(&mut p, White, "B3").unwrap();
    assert_eq!(rows(&p), "..X .XX XX.");
    assert_eq!(p.captured(White), 3);
    assert_eq!(p.liberty_count(at(&p, "C3")), 3);
    p.undo();
    assert_eq!(rows(&p), "O.X OXX XX.");
    assert_eq!(p.liberty_count(at(&p, "A3")), 1);
}

#[test]
fn ko_may_not_be_retaken_at_once_but_after_a_move_elsewhere() {
    let mut p = position(".XO.\nXO.O\n.XO.\n....", simple());
    play(&mut p, Black, "C3").unwrap();
    assert_eq!(p.ko(), Some(at(&p, "B3")));
    assert_eq!(play(&mut p, White, "B3"), Err(Illegal::Ko));
    play(&mut p, White, "D1").unwrap();
    assert_eq!(p.ko(), None);
    play(&mut p, Black, "A1").unwrap();
    play(&mut p, White, "B3").unwrap();
    assert_eq!(p.ko(), Some(at(&p, "C3")));
}

#[test]
fn the_owner_may_fill_the_ko_and_a_pass_lifts_the_ban() {
    let mut p = position(".XO.\nXO.O\n.XO.\n....", simple());
    play(&mut p, Black, "C3").unwrap();
    assert!(p.is_legal(Black, at(&p, "B3")), "the ban is for the opponent");
    p.pass(White);
    assert_eq!(p.ko(), None);
    p.pass(Black);
    assert!(p.is_legal(White, at(&p, "B3")));
    p.undo();
    p.undo();
    assert_eq!(p.check(White, at(&p, "B3")), Err(Illegal::Ko), "undo brings the ban back");
    assert!(p.undo());
    assert!(p.is_legal(Black, at(&p, "C3")));
}

#[test]
fn no_ko_when_two_stones_are_taken_or_the_taker_is_not_alone() {
    // Two stones taken: White may throw in again at once.
    let mut p = position("XOO.\n.XXO\n...O", simple());
    play(&mut p, White, "A2").unwrap();
    assert_eq!(p.ko(), None);
    // A single stone taken by a stone that joins another string.
    let mut p = position(".XO.\nXO.O\n.XX.\n....", simple());
    play(&mut p, Black, "C3").unwrap();
    assert_eq!(p.captured(White), 1);
    assert_eq!(p.ko(), None);
    // A single stone taken by a single stone that keeps another liberty.
    let mut p = position(".X..\nXO.O\n.XO.\n....", simple());
    play(&mut p, Black, "C3").unwrap();
    assert_eq!(p.captured(White), 1);
    assert_eq!(p.ko(), None);
}

#[test]
fn snapback_is_no_ko() {
    let mut p = position("..OX\nOOOX\nXXXX\n....", simple());
    play(&mut p, Black, "B4").unwrap();
    play(&mut p, White, "A4").unwrap();
    assert_eq!(p.captured(Black), 1);
    assert_eq!(p.ko(), None, "a single stone was taken, but five stones can be taken back");
    play(&mut p, Black, "B4").unwrap();
    assert_eq!(p.captured(White), 5);
    assert_eq!(rows(&p), ".X.X ...X XXXX ....");
    while p.undo() {}
    assert_eq!(rows(&p), "..OX OOOX XXXX ....");
}

#[test]
fn send_two_return_one_is_stopped_by_superko_only() {
    let start = ".X.O.\nXOO..\nXX...";
    let send = |p: &mut Position| play(p, Black, "C3").and_then(|()| play(p, White, "A3"));
    let after = |ko| {
        let mut p = position(start, Rules { ko, suicide: false });
        send(&mut p).unwrap();
        assert_eq!((p.captured(Black), p.ko()), (2, None));
        p
    };
    let mut p = after(KoRule::Simple);
    for _ in 0..3 {
        play(&mut p, Black, "B3").unwrap();
        assert_eq!(rows(&p), ".X.O. XOO.. XX...", "the first position is back");
        p.pass(White);
        send(&mut p).unwrap();
    }
    // The stones of the beginning may not come back at all.
    let mut p = after(KoRule::PositionalSuperko);
    assert_eq!(play(&mut p, Black, "B3"), Err(Illegal::Repetition));
    // They may come back once with White to move, but then Black may not send two stones again.
    let mut p = after(KoRule::SituationalSuperko);
    play(&mut p, Black, "B3").unwrap();
    p.pass(White);
    assert_eq!(play(&mut p, Black, "C3"), Err(Illegal::Repetition));
}

#[test]
fn superko_looks_at_the_whole_history_through_passes() {
    let board = Topology::parse("grid:2x1").unwrap();
    let again = |ko| {
        let mut p = Position::new(board.clone(), Rules { ko, suicide: false });
        play(&mut p, Black, "A1").unwrap();
        play(&mut p, White, "B1").unwrap();
        p.pass(Black);
        p.pass(White);
        play(&mut p, Black, "A1")
    };
    assert_eq!(again(KoRule::None), Ok(()));
    assert_eq!(again(KoRule::Simple), Ok(()));
    assert_eq!(again(KoRule::PositionalSuperko), Err(Illegal::Repetition));
    assert_eq!(again(KoRule::SituationalSuperko), Err(Illegal::Repetition));
}

#[test]
fn situational_superko_asks_who_is_to_move() {
    let outcome = |ko| {
        let mut p = position("X.", Rules { ko, suicide: false });
        // White out of turn takes the stone; Black's stone comes back with White to move, which is new.
        play(&mut p, White, "B1").unwrap();
        p.pass(Black);
        p.pass(White);
        play(&mut p, Black, "A1")
    };
    assert_eq!(outcome(KoRule::PositionalSuperko), Err(Illegal::Repetition));
    assert_eq!(outcome(KoRule::SituationalSuperko), Ok(()));
}

#[test]
fn sending_back_into_ko_after_undo() {
    let mut p = position(".XO.\nXO.O\n.XO.\n....", simple());
    play(&mut p, Black, "C3").unwrap();
    play(&mut p, White, "A1").unwrap();
    play(&mut p, Black, "D1").unwrap();
    play(&mut p, White, "B3").unwrap();
    assert_eq!(p.ko(), Some(at(&p, "C3")));
    p.undo();
    assert_eq!(p.ko(), None);
    assert!(p.is_legal(White, at(&p, "B3")));
    p.undo();
    p.undo();
    assert_eq!(p.ko(), Some(at(&p, "B3")));
    assert!(!p.is_legal(White, at(&p, "B3")));
    p.undo();
    assert_eq!(p.ko(), None);
    assert!(!p.undo());
    play(&mut p, White, "C3").unwrap();
    assert_eq!(p.liberty_count(at(&p, "B3")), 3, "White connected");
}

#[test]
fn a_board_of_one_point_allows_no_move() {
    let mut p = Position::new(Topology::parse("square:1").unwrap(), simple());
    assert_eq!(play(&mut p, Black, "A1"), Err(Illegal::Suicide));
    let mut p =
        Position::new(Topology::parse("square:1").unwrap(), Rules { suicide: true, ko: KoRule::None });
    play(&mut p, Black, "A1").unwrap();
    assert_eq!(rows(&p), ".");
    assert_eq!(p.captured(Black), 1);
    p.undo();
    assert_eq!((rows(&p), p.captured(Black)), (".".into(), 0));
    let superko = Rules { suicide: true, ko: KoRule::PositionalSuperko };
    let p = Position::new(Topology::parse("square:1").unwrap(), superko);
    assert_eq!(p.check(Black, Point(0)), Err(Illegal::Repetition));
    assert_eq!(p.check(Black, Point(7)), Err(Illegal::OffBoard));
}

#[test]
fn parts_of_a_board_that_do_not_touch_play_alone() {
    let points = vec![tesuji_board::GraphPoint::default(); 5];
    let board = Topology::graph("two parts", &points, &[(0, 1), (2, 3)]).unwrap();
    let mut p = Position::new(board.clone(), simple());
    assert_eq!(
        p.play(Black, Point(4)),
        Err(Illegal::Suicide),
        "a point without neighbours is never playable"
    );
    p.play(Black, Point(0)).unwrap();
    p.play(White, Point(2)).unwrap();
    assert_eq!(p.liberty_set(Point(0)).iter().collect::<Vec<_>>(), [Point(1)]);
    p.play(White, Point(1)).unwrap();
    assert_eq!(p.stone(Point(0)), None);
    assert_eq!(p.ko(), Some(Point(0)));
    assert_eq!(p.check(Black, Point(0)), Err(Illegal::Ko));
    p.play(Black, Point(3)).unwrap();
    assert_eq!(p.stone(Point(2)), None);
}

#[test]
fn a_setup_is_refused_with_everything_that_is_wrong() {
    let mut diagram: Diagram = "XO.\nO..\n..X".parse().unwrap();
    let board = diagram.setup.topology.clone();
    diagram.setup.white.insert(board.point("C1").unwrap());
    diagram.setup.black.insert(Point(200));
    diagram.setup.ko = board.point("B2");
    let error = diagram.position(simple()).unwrap_err();
    let a3 = board.point("A3").unwrap();
    let b2 = board.point("B2").unwrap();
    let c1 = board.point("C1").unwrap();
    assert_eq!(
        error.faults,
        [
            Fault::OffBoard(Point(200)),
            Fault::BothColors(c1),
            Fault::NoLiberty { color: Black, stones: vec![a3] },
            Fault::ImpossibleKo(b2),
        ]
    );
    assert_eq!(*error.setup, diagram.setup);
    assert_eq!(
        error.to_string(),
        "not a position of the game: there is no point number 200 on square:3; C1 has stones of both colours; \
         the black stone at A3 has no liberty; 1 more faults"
    );
}

#[test]
fn a_setup_keeps_a_possible_ko() {
    let mut p = position(".XO.\nX.XO\n.XO.\nto move: white\nko: B2", simple());
    assert_eq!(play(&mut p, White, "B2"), Err(Illegal::Ko));
    let impossible = ".XO.\nX.XO\n.XO.\nto move: black\nko: B2";
    assert!(impossible.parse::<Diagram>().unwrap().position(simple()).is_err());
}
