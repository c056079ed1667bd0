//! Text diagrams: printing and parsing are inverse to each other, and errors say where.

use std::cell::Cell;

use crate::common::{BOARDS, board, random, random_graph};
use fuzz_cases::{any_text, cases, list, text};
use rand::RngExt;
use rand_chacha::ChaCha8Rng;
use tesuji_board::{Color, Diagram, Mark, Setup, Topology};

fn random_diagram(board: &std::sync::Arc<Topology>, rng: &mut ChaCha8Rng) -> Diagram {
    let mut diagram = Diagram::new(Setup::empty(board.clone()));
    let labels = [
        "a",
        "12",
        "two words",
        " spaces ",
        "back\\slash",
        "\\u{41}",
        "line\nbreak",
        "穴",
        "x: y",
        "\\u{zz}",
    ];
    for point in board.points() {
        diagram.setup.put(point, [None, Some(Color::Black), Some(Color::White)][rng.random_range(0..3)]);
        if rng.random_ratio(1, 6) {
            diagram.marks.insert(point, Mark::ALL[rng.random_range(0..4)]);
        }
        if rng.random_ratio(1, 6) {
            diagram.labels.insert(point, labels[rng.random_range(0..labels.len())].to_string());
        }
    }
    if rng.random_bool(0.5) {
        diagram.setup.to_move = Color::White;
        diagram.setup.ko = board.points().nth(rng.random_range(0..board.len()));
    }
    diagram
}

#[test]
fn reading_what_was_printed_gives_the_same_diagram() {
    let mut rng = random(1);
    for name in BOARDS {
        let board = board(name);
        for _ in 0..20 {
            let diagram = random_diagram(&board, &mut rng);
            let text = diagram.to_string();
            let read: Diagram = text.parse().unwrap_or_else(|error| panic!("{error} in\n{text}"));
            assert_eq!(read, diagram, "{text}");
            assert_eq!(read.to_string(), text);
        }
    }
    for _ in 0..20 {
        let points = rng.random_range(1..=70);
        let graph = random_graph(&mut rng, points, 0.1);
        let diagram = random_diagram(&graph, &mut rng);
        assert_eq!(Diagram::parse(&diagram.to_string(), Some(&graph)).unwrap(), diagram);
    }
}

#[test]
fn lattices_are_printed_in_their_shape() {
    let show = |name: &str| Diagram::new(Setup::empty(board(name))).to_string();
    let hexagon = "board: hexagon:2\n 3  . .\n 2 . . .\n 1  . .\nto move: black\n";
    assert_eq!(show("hexagon:2"), hexagon);
    let honeycomb = "board: honeycomb:2\n 4   . . . . .\n 3 . . . . . . .\n 2 . . . . . . .\n 1   . . . . .\nto move: black\n";
    assert_eq!(show("honeycomb:2"), honeycomb);
    let holed = "   A B C\n 3 . . . 3\n 2 . _ . 2\n 1 . . . 1\n   A B C\nto move: black\n";
    assert_eq!(show("square:3-B2"), holed);
}

#[test]
fn boards_that_other_programs_print_are_read() {
    let own: Diagram = "...\n.XO\n...".parse().unwrap();
    for text in [
        "┌┬┐\n├●○\n└┴┘",
        "┌─┬─┐\n├─●─○\n└─┴─┘",
        "・・・\n・⚫\u{FE0F}⚪\u{FE0F}\n・・・",
        "+-------+\n| . . . |\n| . X O |\n| . . . |\n+-------+",
        "   a b c\n 3 . . . 3\n 2 . X O 2     WHITE (O) has captured 2 stones\n 1 . . . 1     BLACK (X) has captured 0 stones\n   a b c",
        "\u{FEFF}. . .\r\n. x o\r\n. . .\r\n".trim_start_matches('\u{FEFF}'),
    ] {
        assert_eq!(text.parse::<Diagram>().as_ref(), Ok(&own), "{text}");
    }
    let error = "1 . . 2 .".parse::<Diagram>().unwrap_err().to_string();
    assert_eq!(error, "line 1, column 7: '2' is no part of a board: expected X, O, '.' or '_'");
}

#[test]
fn points_that_people_often_name_wrongly_get_advice() {
    let wrong = |point: &str| board("square:9").require_point(point).unwrap_err().to_string();
    assert_eq!(wrong("I5"), "board 'square:9' has no point 'I5': there is no column I, J follows H");
    assert_eq!(
        wrong("dd"),
        "board 'square:9' has no point 'dd': a point is a letter and a number, such as D4"
    );
    assert_eq!(wrong("K1"), "board 'square:9' has no point 'K1'");
}

#[test]
fn errors_say_where_and_what_was_expected() {
    let error = |text: &str| text.parse::<Diagram>().unwrap_err().to_string();
    assert_eq!(error(""), "line 1, column 1: there is no board in this text");
    assert_eq!(error("..\n.?"), "line 2, column 2: '?' is no part of a board: expected X, O, '.' or '_'");
    assert!(error("..\n...").starts_with("line 2, column 1: this row has 3 points, the first one has 2"));
    assert_eq!(
        error("..\nto move: green"),
        "line 2, column 10: 'green' is no colour: expected black or white"
    );
    assert_eq!(error("..\nko: C1"), "line 2, column 5: board 'grid:2x1' has no point 'C1'");
    assert_eq!(error("..\ntriangle: A1 Q9"), "line 2, column 14: board 'grid:2x1' has no point 'Q9'");
    assert!(error("..\nfoo: bar").starts_with("line 2, column 1: unknown key 'foo'"));
    assert!(error("board: hexagon:2\n..").starts_with("line 2, column 1: board hexagon:2 has 3 rows"));
    assert!(
        error("board: hexagon:2\n...\n..\n..")
            .starts_with("line 2, column 1: this row of hexagon:2 has 2 points")
    );
    assert!(error("board: nowhere\n..").starts_with("line 1, column 8: unknown board 'nowhere'"));
    assert!(error(&format!("{}\n", ".".repeat(20_000))).contains("too large"));
    let other = Diagram::parse("board: square:2\n..\n..", Some(&board("square:3"))).unwrap_err();
    assert!(other.to_string().contains("the diagram is of board square:2, not of square:3"));
}

#[test]
fn no_text_makes_the_parser_panic() {
    let any = |rng: &mut ChaCha8Rng| {
        // Half of the rows together are nearly a board.
        let (lengths, letters) = match rng.random_bool(0.5) {
            true => (4..=4, ".XO_+"),
            false => (0..=12, ".XO_+ 0123456789A:abcdefghijklmnopqrstuvwxyz\\{}"),
        };
        (any_text(rng, 0..=80), list(rng, 0..=5, |rng| text(rng, lengths.clone(), letters)))
    };
    let boards = Cell::new(0);
    cases(512, any, |(text, rows)| {
        let _ = text.parse::<Diagram>();
        if let Ok(diagram) = rows.join("\n").parse::<Diagram>() {
            let again: Diagram = diagram.to_string().parse().unwrap();
            assert_eq!(again, diagram);
            boards.set(boards.get() + 1);
        }
    });
    assert!(boards.get() > 100, "{} boards were read", boards.get());
}
