//! Sensei's Library diagrams, JSON, and the door to all formats.

use fuzz_cases::{cases, list, one_of, text};
use rand::RngExt;
use rand_chacha::ChaCha8Rng;
use tesuji_board::{Color, Diagram, GraphPoint, Mark, Point, Setup, Topology};
use tesuji_formats::{
    Error, Format, board_from_name_or_file, read_board, read_diagram, read_position, read_sensei, write,
    write_board,
};

fn message(error: &Error) -> String {
    let place = error.place.map_or(String::new(), |p| format!("{}:{} ", p.line, p.column));
    format!("{place}{}", error.problem)
}

fn sensei(source: &str) -> Diagram {
    read_sensei(source.as_bytes())
        .unwrap_or_else(|e| panic!("{}", e.render("test", source.as_bytes())))
        .before
}

fn stones(diagram: &Diagram, color: Color) -> String {
    diagram.setup.topology.names_of(&diagram.setup.stones(color).iter().collect::<Vec<_>>())
}

#[test]
fn sensei_sizes_follow_the_edges() {
    let cases = [
        ("$$B\n$$ -------\n$$ | X . . |\n$$ | . . O |\n$$ -------", "grid:3x2", "A2", "C1"),
        ("$$B\n$$ -----\n$$ | X .\n$$ | . O\n", "square:19", "A19", "B18"),
        ("$$B9\n$$ -----\n$$ | X .\n$$ | . O\n", "square:9", "A9", "B8"),
        ("$$Bc13m7 title\n$$  X . |\n$$  . O |\n$$ -----", "square:13", "M2", "N1"),
        ("$$W\n$$ | X . . |\n$$ | . . O |\n", "square:3", "A3", "C2"),
        ("$$B\n$$ X . .\n$$ . . O\n", "square:19", "J11", "L10"),
        ("text\n  $$ | X . . |\n  $$ | . . O |\n  $$ +-------+\nmore", "square:3", "A2", "C1"),
        ("$$\n$$ | X.. |\r\n$$ | ..O |\r\n$$ -----\r\n", "square:3", "A2", "C1"),
    ];
    for (source, board, black, white) in cases {
        let diagram = sensei(source);
        assert_eq!(diagram.setup.topology.name(), board, "{source}");
        assert_eq!(
            (stones(&diagram, Color::Black).as_str(), stones(&diagram, Color::White).as_str()),
            (black, white)
        );
    }
}

#[test]
fn sensei_signs_mean_what_the_library_says() {
    let diagram = sensei(
        "$$W5 Title\n$$ | X O . , + |\n$$ | B # Y Z a |\n$$ | W @ Q P z |\n$$ | C S T M . |\n$$ | . . . . . |",
    );
    assert_eq!(stones(&diagram, Color::Black), "A5 A4 B4 C4 D4");
    assert_eq!(stones(&diagram, Color::White), "B5 A3 B3 C3 D3");
    let column = [Mark::Circle, Mark::Square, Mark::Triangle, Mark::Cross];
    for row in 1..=3 {
        for (index, mark) in column.iter().enumerate() {
            assert_eq!(diagram.marks.get(&Point(row * 5 + index as u16)), Some(mark));
        }
    }
    assert_eq!(diagram.labels.values().cloned().collect::<String>(), "az");
    assert_eq!(diagram.setup.to_move, Color::White);
    assert_eq!(read_sensei(b"$$W5 Title\n$$ X").unwrap().title, "Title");
    assert_eq!(read_sensei(b"$$ A title\n$$ X").unwrap().title, "A title");
}

#[test]
fn sensei_moves_are_played_in_order() {
    let source = b"$$Bm7\n$$ -------\n$$ | . 2 O |\n$$ | X O 1 |\n$$ | . X 4 |\n$$ -------";
    let diagram = read_sensei(source).unwrap();
    let names: Vec<_> = diagram.moves.iter().map(|(c, p)| (*c, p.map(|p| p.0))).collect();
    use Color::{Black, White};
    assert_eq!(names, [(Black, Some(5)), (White, Some(1)), (Black, None), (White, Some(8))]);
    assert_eq!(diagram.first_number, 7);
    let after = diagram.after().unwrap();
    assert_eq!(stones(&after, White), "B3 C3 B2 C1", "move 10 takes the stone of move 7");
    assert_eq!(after.labels.values().map(String::as_str).collect::<Vec<_>>(), ["8", "10"]);
    let illegal = read_sensei(b"$$B\n$$ -----\n$$ | X 2 |\n$$ | O 1 |\n$$ -----").unwrap();
    assert!(illegal.after().is_ok());
    let suicide = read_sensei(b"$$B\n$$ -----\n$$ | O O |\n$$ | O 1 |\n$$ -----").unwrap();
    assert!(suicide.after().is_ok(), "it takes all of White");
}

#[test]
fn sensei_faults_say_where() {
    let cases = [
        ("no diagram", "no diagram found: its lines begin with '$$'"),
        ("$$B\n", "1:3 the diagram has no rows"),
        ("$$B\n$$ | . X |\n$$ | . X O |", "3:3 this row has 3 points, the first has 2"),
        ("$$B\n$$ | . é |", "2:8 'é' has no meaning in a diagram"),
        ("$$B\n$$ | 1 1 |", "2:8 move 1 is in the diagram twice"),
        ("$$B\n$$ | . | X", "2:10 there is a point to the right of the edge"),
        ("$$B\n$$ | X |\n$$ ---\n$$ | X |", "4:3 there is a row below the bottom edge"),
        ("$$B\n$$ | |", "2:3 this row has no points"),
        ("$$B2\n$$ | X X X", "1:3 the diagram of 3x1 is larger than the board of 2x2"),
        (
            "$$B99999\n$$ | X X X",
            "1:3 board 'grid:99999x99999' is too large: at most 10000 points are allowed",
        ),
    ];
    for (source, expected) in cases {
        assert_eq!(message(&read_sensei(source.as_bytes()).unwrap_err()), expected, "{source}");
    }
}

#[test]
fn sensei_refuses_what_it_cannot_express() {
    let refuse = |json: &str| {
        let diagram = read_position(json.as_bytes()).unwrap();
        message(&write(&diagram, Format::Sensei).unwrap_err())
    };
    let prefix = "a Sensei's Library diagram cannot express ";
    let ko = r#"{"board":"square:5","black":["B5","A4","C4","B3"],"white":["C5","D4","C3"],"to_move":"white","ko":"B4"}"#;
    let cases = [
        (r#"{"board":"hexagon:3"}"#, "the board hexagon:3, only rectangles"),
        (ko, "the ko at B4"),
        (r#"{"board":"square:5","labels":{"A1":"xx"}}"#, "the label on A1, only a to z on empty points"),
        (
            r#"{"board":"square:5","black":["A1"],"labels":{"A1":"x"}}"#,
            "the label on A1, only a to z on empty points",
        ),
        (
            r#"{"board":"square:5","marks":{"A1":"cross"},"labels":{"A1":"x"}}"#,
            "both a mark and a label on A1",
        ),
        (
            r#"{"board":"square:5","black":["A1","B1"],"to_move":"white","labels":{"A1":"1","B1":"2"}}"#,
            "numbers on stones that are not at most ten moves in alternating colours",
        ),
    ];
    for (json, expected) in cases {
        assert_eq!(refuse(json), format!("{prefix}{expected}"));
    }
}

#[test]
fn json_faults_say_where() {
    let cases = [
        ("", "the text is empty"),
        ("{", "1:1 EOF while parsing an object"),
        (
            "{\"board\": \"square:9\",\n \"blak\": []}",
            "2:7 unknown field `blak`, expected one of `board`, `black`, `white`, `to_move`, `ko`, `marks`, `labels`",
        ),
        ("{\"board\": \"square:0\"}", "1:11 board 'square:0' is too small: the side must be at least 1"),
        (
            "{\"board\": 9}",
            "1:11 invalid type: integer `9`, expected the name of a board, or its points and edges",
        ),
        ("{\"board\": \"square:9\", \"black\": [\"D4\",\n\"Z1\"]}", "2:1 board 'square:9' has no point 'Z1'"),
        ("{\"black\": [\"D4\"], \"white\": [\"d4\"], \"board\": \"square:9\"}", "1:29 d4 is set up twice"),
        ("{\"board\": \"square:9\", \"ko\": \"q\"}", "1:29 board 'square:9' has no point 'q'"),
        (
            "{\"board\": \"square:9\", \"to_move\": \"red\"}",
            "1:38 unknown variant `red`, expected `black` or `white`",
        ),
        (
            "{\"board\": \"square:9\", \"marks\": {\"A1\": \"star\"}}",
            "1:44 unknown variant `star`, expected one of `triangle`, `square`, `circle`, `cross`",
        ),
        (
            "{\"board\": \"square:9\", \"marks\": {\"A1\": \"cross\", \"a1\": \"cross\"}}",
            "1:48 a1 is marked twice: a point can bear one mark",
        ),
        (
            "{\"board\": \"square:9\", \"labels\": {\"J1\": \"é\", \"I1\": \"x\"}}",
            "1:45 board 'square:9' has no point 'I1': there is no column I, J follows H",
        ),
        (
            "{\"board\": {\"points\": 3, \"edges\": [[0, 1], [2, 2]]}}",
            "1:43 edge 2 joins vertex 3 with itself",
        ),
        (
            "{\"board\": {\"points\": [{\"name\":\"é\"}], \"edges\": [[\"é\", \"b\"]]}}",
            "1:54 board 'graph' has no point 'b'",
        ),
        (
            "{\"board\": {\"points\": 3, \"edges\": [], \"shape\": 1}}",
            "1:44 unknown field `shape`, expected one of `name`, `points`, `edges`",
        ),
        ("{\"board\": \"square:9\"} x", "1:23 trailing characters"),
    ];
    for (source, expected) in cases {
        assert_eq!(message(&read_position(source.as_bytes()).unwrap_err()), expected, "{source}");
    }
    let boards = [
        (
            "{\"points\": 0, \"edges\": []}",
            "1:12 board 'graph' is too small: a board needs at least one point",
        ),
        (
            "{\"points\": 18446744073709551615, \"edges\": []}",
            "1:12 board 'graph' is too large: at most 10000 points are allowed",
        ),
        (
            "{\"points\": -1, \"edges\": []}",
            "1:13 invalid type: integer `-1`, expected a list of points or their number",
        ),
        ("{\"points\": [{\"x\": 1}], \"edges\": []}", "1:13 a point has both x and y, or neither"),
        (
            "{\"points\": [{}, {\"name\": \"1\"}], \"edges\": []}",
            "1:17 point 2 cannot be named '1': another point has this name",
        ),
        (
            "{\"points\": [{\"x\": 1e7, \"y\": 0}], \"edges\": []}",
            "1:13 point 1 is drawn at a place that is not a finite number below one million",
        ),
        (
            "{\"points\": 2, \"edges\": [[0, 1], [1, 0]]}",
            "1:33 edge 2 joins vertices 2 and 1, which an earlier edge joined already",
        ),
        ("{\"points\": 2, \"edges\": [[0]]}", "1:27 invalid length 1, expected a list of length 2"),
    ];
    for (source, expected) in boards {
        assert_eq!(message(&read_board(source.as_bytes()).unwrap_err()), expected, "{source}");
    }
    assert_eq!(
        message(&read_board(b"{\"\xc3\xa9\": \"\xff\"}").unwrap_err()),
        "1:8 JSON must be encoded in UTF-8"
    );
    let deep = "[".repeat(1_000_000);
    assert!(read_board(deep.as_bytes()).is_err() && read_position(deep.as_bytes()).is_err());
}

#[test]
fn board_files_and_names() {
    assert_eq!(board_from_name_or_file(b"\xef\xbb\xbfsquare:9").unwrap().len(), 81);
    assert_eq!(board_from_name_or_file(b" {\"points\": 2, \"edges\": []}").unwrap().len(), 2);
    assert!(
        message(&board_from_name_or_file(b"squid:9").unwrap_err()).starts_with("unknown board 'squid:9'")
    );
    assert_eq!(message(&board_from_name_or_file(b" ").unwrap_err()), "the text is empty");
}

#[test]
fn formats_are_told_apart() {
    let diagram = read_diagram(b"(;SZ[5]AB[aa]AW[bb]TR[aa]LB[cc:a]PL[W])", None).unwrap();
    for format in Format::ALL {
        let text = write(&diagram, format).unwrap();
        assert_eq!(Format::detect(text.as_bytes()), Some(format), "{text}");
        assert_eq!(read_diagram(text.as_bytes(), None).unwrap(), diagram, "{text}");
    }
    assert_eq!(Format::detect(b"From: x\n\n( ;GM[1])"), Some(Format::Sgf));
    let error = read_diagram(b". X\n. ?", None).unwrap_err();
    assert_eq!(error.place.map(|p| (p.line, p.column)), Some((2, 3)));
    assert_eq!(message(&read_diagram(b"", None).unwrap_err()), "the text is empty");
}

/// A diagram of any board; labels are such that every format that knows the board can express them.
fn diagram(rng: &mut ChaCha8Rng) -> Diagram {
    let names = ["square:1", "square:5", "grid:7x3", "hexagon:3", "torus:3x4", "square:5-C3", "graph"];
    let points: Vec<GraphPoint> = ["a", "b\"", "ü"]
        .iter()
        .map(|n| GraphPoint { name: Some((*n).to_string()), at: Some((0.1, -2.5)) })
        .collect();
    let board = Topology::parse(one_of(rng, &names))
        .unwrap_or_else(|_| Topology::graph("graph \"1\"", &points, &[(0, 1), (1, 2)]).unwrap());
    let mut diagram = Diagram::new(Setup::empty(board.clone()));
    diagram.setup.to_move = one_of(rng, &Color::BOTH);
    let mark = one_of(rng, &Mark::ALL);
    for _ in 0..rng.random_range(0..40) {
        let point = Point(rng.random_range(0..board.len() as u16));
        match rng.random_range(0..9) {
            0..=2 => diagram.setup.put(point, Some(Color::Black)),
            3..=5 => diagram.setup.put(point, Some(Color::White)),
            6..=7 => drop(diagram.marks.insert(point, mark)),
            _ => drop(diagram.labels.insert(point, "k".to_string())),
        }
    }
    diagram.labels.retain(|p, _| diagram.setup.stone(*p).is_none() && !diagram.marks.contains_key(p));
    diagram
}

#[test]
fn diagrams_round_trip_in_every_format() {
    cases(2_000, diagram, |diagram| {
        for format in Format::ALL {
            match write(diagram, format) {
                Ok(text) => {
                    // A text diagram does not hold the edges of a graph.
                    if format == Format::Text && diagram.setup.topology.name().starts_with("graph") {
                        continue;
                    }
                    let read = read_diagram(text.as_bytes(), Some(format)).unwrap();
                    assert_eq!(&read, diagram, "{text}");
                    assert_eq!(write(&read, format).unwrap(), text);
                }
                Err(error) => {
                    assert!(diagram.setup.topology.rectangle().is_none(), "{error}");
                    assert!(matches!(format, Format::Sgf | Format::Sensei));
                }
            }
        }
        let board = &diagram.setup.topology;
        assert_eq!(&read_board(write_board(board).as_bytes()).unwrap(), board);
    });
}

#[test]
fn random_bytes_never_panic() {
    let any = |rng: &mut _| list(rng, 0..=199, RngExt::random::<u8>);
    cases(2_000, any, |bytes| {
        for format in Format::ALL {
            if let Err(error) = read_diagram(bytes, Some(format)) {
                assert!(!error.render("x", bytes).is_empty());
            }
        }
        let _ = read_board(bytes);
        let _ = board_from_name_or_file(bytes);
    });
}

/// A head with a size, a move number and a title, and rows with edges, each of which may be missing.
fn sensei_like(rng: &mut ChaCha8Rng) -> String {
    const DIGITS: &str = "0123456789";
    const CELLS: &str = " .,+XO0123456789abcdefghijklmnopqrstuvwxyzBW#@YQZPCSTM";
    let mut source = format!("$${}{}", one_of(rng, &["B", "W", ""]), one_of(rng, &["c", ""]));
    source += &text(rng, 0..=3, DIGITS);
    if rng.random_bool(0.5) {
        source += &format!("m{}", text(rng, 0..=30, DIGITS));
    }
    if rng.random_bool(0.5) {
        source += &format!(" {}", text(rng, 0..=5, "abcdefghijklmnopqrstuvwxyz"));
    }
    for _ in 0..rng.random_range(0..8) {
        source += "\n$$ ";
        if rng.random_bool(0.5) {
            source += &text(rng, 1..=33, "-");
        } else {
            source += one_of(rng, &["|", ""]);
            source += &text(rng, 0..=6, CELLS);
            source += one_of(rng, &["|", ""]);
        }
    }
    source
}

#[test]
fn random_sensei_like_text_never_panics() {
    cases(2_000, sensei_like, |text| match read_sensei(text.as_bytes()) {
        Err(error) => assert!(!error.render("x", text.as_bytes()).is_empty()),
        Ok(diagram) => {
            let again = write(&diagram.before, Format::Sensei).unwrap();
            assert_eq!(&sensei(&again), &diagram.before);
            let _ = diagram.after();
        }
    });
}
