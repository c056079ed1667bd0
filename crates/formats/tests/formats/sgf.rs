//! SGF files, tidy and untidy, and what they mean.

use encoding_rs::SHIFT_JIS;
use tesuji_board::{Color, Mark, Point};
use tesuji_formats::{Moment, NodeId, Problem, SgfFile, SgfTree, read_sgf, write_sgf};

fn read(source: &str) -> SgfFile {
    read_sgf(source.as_bytes()).unwrap_or_else(|error| panic!("{}", error.render("test", source.as_bytes())))
}

fn game(source: &str) -> SgfTree {
    read(source).games.swap_remove(0)
}

/// The text of a property of the root.
fn text(source: &str, name: &str) -> String {
    game(source).property(NodeId::ROOT, name).expect("the property is there").text().to_string()
}

fn warnings(source: &str) -> Vec<String> {
    read(source).warnings.iter().map(ToString::to_string).collect()
}

/// The error of the problem of a file, as `line:column message`.
fn fault(source: &str, moment: Moment) -> String {
    let error = game(source).diagram(moment).expect_err("this should be refused");
    let place = error.place.map_or(String::new(), |p| format!("{}:{} ", p.line, p.column));
    format!("{place}{}", error.problem)
}

fn names(game: &SgfTree, moment: Moment, color: Color) -> String {
    let setup = game.diagram(moment).unwrap().setup;
    setup.topology.names_of(&setup.stones(color).iter().collect::<Vec<_>>())
}

#[test]
fn escapes_and_line_breaks_follow_the_kind_of_the_property() {
    assert_eq!(text(r"(;C[a\]b\\c\:d:e])", "C"), r"a]b\c:d:e");
    assert_eq!(text("(;C[one\r\ntwo\n\rthree\rfour\nfive])", "C"), "one\ntwo\nthree\nfour\nfive");
    assert_eq!(text("(;C[soft\\\nbreak \\\r\nhere])", "C"), "softbreak here");
    assert_eq!(text("(;C[tab\there\\\tthere])", "C"), "tab here there");
    assert_eq!(text("(;GN[one\ntwo\\\nthree])", "GN"), "one twothree");
    assert_eq!(text("(;PB[12:30])", "PB"), "12:30");
    assert_eq!(text("(;SZ[ 1 9\n])", "SZ"), "19");
    assert_eq!(text("(;C[])", "C"), "");
}

#[test]
fn composed_values_keep_their_colon() {
    let tree = game(r"(;AP[a\:b:c:d]LB[aa:1\:2][bb:x\]y]XX[a:b:c][d\:e]FG[])");
    let halves = |name: &str, index: usize| {
        let value = tree.property(NodeId::ROOT, name).unwrap().values()[index].clone();
        value.halves().map(|(a, b)| format!("{a}|{b}"))
    };
    assert_eq!(halves("AP", 0).unwrap(), "a:b|c:d");
    assert_eq!(halves("LB", 0).unwrap(), "aa|1:2");
    assert_eq!(halves("LB", 1).unwrap(), "bb|x]y");
    assert_eq!(halves("XX", 0).unwrap(), "a|b:c");
    assert_eq!(halves("XX", 1), None);
    let written = tree.write();
    assert!(written.contains(r"AP[a\:b:c\:d]") && written.contains(r"LB[aa:1\:2][bb:x\]y]"), "{written}");
    assert!(written.contains(r"XX[a:b:c][d\:e]"), "{written}");
    assert_eq!(game(&written), tree.normalized());
}

#[test]
fn names_of_old_files_are_understood() {
    let tree = game("(;GaMe[1]SiZe[9]AddBlack[cc]AddWhite[dd]PLayer[2]Comment[old];White[ee])");
    let problem = tree.diagram(Moment::Problem).unwrap();
    assert_eq!(problem.setup.to_move, Color::White);
    assert_eq!((problem.setup.black.len(), problem.setup.white.len()), (1, 1));
    assert_eq!(tree.comment(NodeId::ROOT), Some("old"));
    assert_eq!(warnings("(;sz[9];b[aa])").len(), 2);
    assert_eq!(text("(;sz[9];b[aa])", "SZ"), "9");
}

#[test]
fn untidy_files_are_repaired_and_every_repair_is_reported() {
    let cases = [
        ("From: me (Bob)\n\n(;B[aa])", 1, "1:1 text before the first game was skipped"),
        ("(B[aa];W[bb])", 2, "1:2 a semicolon is missing before B"),
        ("(;B[aa]W[bb]B[cc])", 3, "1:8 a semicolon is missing before W"),
        ("(;B[aa](;W[bb])C[x])", 3, "1:16 a semicolon is missing before C"),
        ("(;B[aa];W[bb]", 2, "1:14 closing parentheses are missing at the end"),
        ("(;B[aa](;W[bb]", 2, "1:15 closing parentheses are missing at the end"),
        ("(;B[aa]));", 1, "1:9 text after a game was skipped"),
        ("(;B[aa] ?! ;W[bb])", 2, "1:9 characters without meaning were skipped"),
        ("(;B[aa] junk ;W[bb])", 2, "1:9 'junk' has no value and was skipped"),
        ("(;[aa];W[bb])", 2, "1:3 a value without a property was skipped"),
        ("(;AB[aa]AB[bb])", 1, "1:9 AB is in the node twice"),
        ("(;AB[aa][bb][aa])", 1, "1:13 AB has 'aa' twice"),
        ("(;PB[x]PB[y])", 1, "1:8 PB is in the node twice"),
        ("(;PB[x][y])", 1, "1:8 PB can have one value; 'y' was skipped"),
        ("(;C[x]\nC[y])", 1, "2:1 C is in the node twice"),
    ];
    for (source, nodes, warning) in cases {
        let file = read(source);
        assert_eq!(file.games[0].len(), nodes, "{source}");
        let said = file.warnings.iter().map(|w| format!("{}:{} {}", w.place.line, w.place.column, w.message));
        let said: Vec<String> = said.collect();
        assert!(said.contains(&warning.to_string()), "{source}: {said:?}");
    }
    assert_eq!(text("(;C[x]C[y])", "C"), "x\ny");
    let joined = game("(;AB[aa]TR[cc]AB[bb])");
    assert_eq!(joined.property(NodeId::ROOT, "AB").unwrap().values().len(), 2);
}

#[test]
fn tidy_files_give_no_warning() {
    for source in [
        "(;FF[4]GM[1]SZ[19];B[pd];W[dp](;B[pp])(;B[dd];W[]))\n",
        "  \u{feff} ( ; FF [4]\n\tAB [aa] [bb]\r\n ; B [ cc ] VW[] DD[]\n) (;)",
        "\u{feff}(;C[byte-order mark])",
    ] {
        assert_eq!(warnings(source), Vec::<String>::new(), "{source}");
    }
}

#[test]
fn warnings_do_not_grow_without_end() {
    let file = read(&format!("(;{})", "?! ]".repeat(100_000)));
    assert!(file.warnings.len() <= 101);
}

#[test]
fn collections_have_several_games() {
    let file = read("(;PB[one]) between (;PB[two](;B[aa])(;B[bb]))\n(;PB[three])");
    assert_eq!(file.games.len(), 3);
    let text = write_sgf(&file.games);
    let again = read(&text);
    assert_eq!(again.games, file.games.iter().map(SgfTree::normalized).collect::<Vec<_>>());
    assert!(again.warnings.is_empty());
}

#[test]
fn what_cannot_be_read_says_where() {
    let error = |source: &str| {
        let error = read_sgf(source.as_bytes()).unwrap_err();
        (error.problem, error.place.map(|p| (p.line, p.column)))
    };
    assert_eq!(error(""), (Problem::Empty, None));
    assert_eq!(error(" \n "), (Problem::Empty, None));
    assert_eq!(error("hello (world)"), (Problem::NoGame, None));
    let unclosed = |property: &str| Problem::UnclosedValue { property: property.into() };
    assert_eq!(error("(;B[aa];\n C[no end\\])"), (unclosed("C"), Some((2, 3))));
    assert_eq!(error("(;C[é]PB[x"), (unclosed("PB"), Some((1, 9))));
}

#[test]
fn a_file_cut_anywhere_is_read_or_refused() {
    let sample =
        "\u{feff}junk (;FF[4]CA[UTF-8]SZ[9]AB[cc:dd]LB[aa:\\:é]C[黒\\]先\\\nx](;B[ee])(;W[tt]))(;B[])";
    for cut in 0..=sample.len() {
        let bytes = &sample.as_bytes()[..cut];
        match read_sgf(bytes) {
            Ok(file) => {
                let text = write_sgf(&file.games);
                assert_eq!(write_sgf(&read(&text).games), text);
            }
            Err(error) => assert!(!error.render("cut", bytes).is_empty()),
        }
    }
}

#[test]
fn shift_jis_with_brackets_and_backslashes_inside_of_characters() {
    // The second bytes of 表 and ソ are `\`, of ゾ `]`, of ー `[`.
    let comment = "表示ソゾー能";
    for declared in ["CA[Shift_JIS]", "CA[shift-jis]", "CA[cp932]", ""] {
        let source = format!("(;GM[1]{declared}C[{comment}これは囲碁の問題です。黒先];B[aa])");
        let (bytes, _, lossy) = SHIFT_JIS.encode(&source);
        assert!(!lossy);
        for second in *b"\\[]" {
            assert!(bytes.windows(2).any(|pair| pair[0] > 0x80 && pair[1] == second));
        }
        let file = read_sgf(&bytes).unwrap();
        assert_eq!(file.encoding, "Shift_JIS");
        assert!(file.games[0].comment(NodeId::ROOT).unwrap().starts_with(comment));
        assert_eq!(file.games[0].len(), 2);
        assert!(file.games[0].write().contains("CA[UTF-8]"));
    }
}

#[test]
fn hundred_thousand_nested_variations() {
    const DEPTH: usize = 100_000;
    let source = format!("(;SZ[9]{}{}", "(;B[aa](;W[bb])".repeat(DEPTH), ")".repeat(DEPTH + 1));
    let file = read(&source);
    let tree = &file.games[0];
    assert_eq!((tree.len(), file.warnings.len()), (2 * DEPTH + 1, 0));
    let text = tree.write();
    assert!(text.len() < 3 * source.len());
    assert_eq!(game(&text), tree.normalized());
    assert_eq!(tree.path_to(NodeId::ROOT).len(), 1);
}

#[test]
fn three_megabytes() {
    let node = ";B[aa]C[Some words \\] about this move.];W[bb](;B[cc])(;AB[dd][ee][ff])";
    let repeat = 3_000_000 / node.len() + 1;
    let source = format!("(;SZ[19]{})", node.repeat(repeat));
    assert!(source.len() > 3_000_000);
    let start = std::time::Instant::now();
    let tree = game(&source);
    let read = start.elapsed();
    assert_eq!(tree.len(), 1 + 4 * repeat);
    let text = tree.write();
    let written = start.elapsed() - read;
    assert_eq!(game(&text), tree.normalized());
    // Far above what is needed (a fraction of a second each); the square of the length would take most of an hour.
    assert!(read.as_secs() < 20 && written.as_secs() < 20, "{read:?} {written:?}");
    if std::env::var_os("TESUJI_TIMES").is_some() {
        panic!("read {read:?}, written {written:?}");
    }
}

#[test]
fn large_nodes_take_linear_time() {
    let names = (0..70_000).map(|i| {
        let letter = |n: usize| char::from(b'A' + (n % 26) as u8);
        format!(
            "{}{}{}{}{}[x]",
            letter(i),
            letter(i / 26),
            letter(i / 676),
            letter(i / 17_576),
            letter(i / 456_976)
        )
    });
    let many_names: String = names.collect();
    let values = "[aa]".repeat(200_000);
    for source in [
        format!("(;{many_names})"),
        format!("(;AB{values})"),
        format!("(;{})", "C[text]".repeat(100_000)),
        format!("(;XX{values})"),
        "(".repeat(700_000),
        "(a".repeat(300_000),
        ";(;".repeat(300_000),
    ] {
        if let Ok(file) = read_sgf(source.as_bytes()) {
            let _ = write_sgf(&file.games);
        }
    }
}

#[test]
fn writing_is_strict_and_sorted() {
    let tree = game("(;C[x]AW[ca][ba][cb:da]AB[bb][ab][ba][Aa][tt]PL[W]ZZ[1]AA[2]GN[g]FF[1];W[tt];B[])");
    assert_eq!(
        tree.write(),
        "(;FF[4]GM[1]CA[UTF-8]SZ[19]\nGN[g]\nAB[ba][Aa][ab][bb][tt]\nAW[ba][ca][cb:da]\nPL[W]\nC[x]\nAA[2]\nZZ[1]\n;W[];B[])\n"
    );
    let wide = game(&format!("(;SZ[19]{})", ";B[dd];W[ee]".repeat(40)));
    assert!(wide.write().lines().all(|line| line.len() <= 78), "{}", wide.write());
    assert_eq!(game("(;SZ[13:13])").write(), "(;FF[4]GM[1]CA[UTF-8]SZ[13])\n");
    assert_eq!(game("(;SZ[9x13])").write(), "(;FF[4]GM[1]CA[UTF-8]SZ[9:13])\n");
}

#[test]
fn the_problem_is_what_is_set_up_before_the_first_move() {
    let tree = game("(;SZ[9]AB[aa]TR[aa];AW[bb]SQ[bb];C[nothing];W[cc]AB[dd]CR[dd];B[ee])");
    let problem = tree.diagram(Moment::Problem).unwrap();
    assert_eq!((problem.setup.black.len(), problem.setup.white.len()), (2, 1));
    assert_eq!(problem.marks.len(), 3);
    assert_eq!(problem.setup.to_move, Color::White);
    assert_eq!(tree.diagram(Moment::AfterMove(0)).unwrap(), problem);
    let first = tree.diagram(Moment::AfterMove(1)).unwrap();
    assert_eq!((first.setup.white.len(), first.marks.len(), first.setup.to_move), (2, 1, Color::Black));
    assert_eq!(tree.diagram(Moment::End).unwrap().marks.len(), 0);
    assert_eq!(
        fault("(;B[aa];W[bb])", Moment::AfterMove(3)),
        "there is no move 3: the main line has 2 moves"
    );
}

#[test]
fn the_side_to_move_is_said_or_guessed() {
    let side = |source: &str| game(source).diagram(Moment::Problem).unwrap().setup.to_move;
    assert_eq!(side("(;SZ[9])"), Color::Black);
    assert_eq!(side("(;SZ[9]PL[W])"), Color::White);
    assert_eq!(side("(;SZ[9]PL[white];B[aa])"), Color::White);
    assert_eq!(side("(;SZ[9](;C[a])(;W[aa]))"), Color::White);
    assert_eq!(side("(;SZ[9](;W[aa])(;B[aa]))"), Color::White);
    assert_eq!(fault("(;SZ[9]\n PL[red])", Moment::Problem), "2:2 'red' is not a colour: expected B or W");
}

#[test]
fn captures_ko_and_passes_are_replayed() {
    let ko = "(;SZ[5]AB[ba][ab][bc]AW[ca][db][cc][bb];B[cb]";
    let tree = game(&format!("{ko})"));
    let setup = tree.diagram(Moment::End).unwrap().setup;
    assert_eq!(names(&tree, Moment::End, Color::White), "C5 D4 C3");
    assert_eq!(setup.ko, setup.topology.point("B4"));
    assert_eq!(setup.to_move, Color::White);
    assert_eq!(
        fault(&format!("{ko};W[bb])"), Moment::End),
        "1:48 white cannot play at B4: the ko may not be taken back at once"
    );
    for fine in [";KO[];W[bb])", ";W[];B[tt];W[bb])", ";W[ee];B[de];W[bb])"] {
        let tree = game(&format!("{ko}{fine}").replace(";KO[];W[bb]", ";W[bb]KO[]"));
        assert!(names(&tree, Moment::End, Color::Black).split(' ').all(|n| n != "C4"), "{fine}");
    }
    let moves = game("(;SZ[9];B[cc];W[tt];B[])").main_line_moves().unwrap();
    let points: Vec<_> = moves.iter().map(|m| (m.color, m.point)).collect();
    assert_eq!(points, [(Color::Black, Some(Point(20))), (Color::White, None), (Color::Black, None)]);
    let large = game("(;SZ[21];B[tt])").main_line_moves().unwrap();
    assert_eq!(large[0].point, Some(Point(19 * 21 + 19)));
}

#[test]
fn stones_can_be_set_up_and_removed_in_the_middle_of_a_game() {
    let tree = game("(;SZ[9];B[aa];W[bb];AE[aa]AB[cc]PL[B];B[dd])");
    assert_eq!(names(&tree, Moment::End, Color::Black), "C7 D6");
    let third = tree.follow(&[0, 0, 0]).unwrap();
    assert_eq!(names(&tree, Moment::Node(third), Color::Black), "C7");
    assert_eq!(tree.follow(&[0, 1]), None);
}

#[test]
fn impossible_records_are_refused_with_their_place() {
    let problem = Moment::Problem;
    assert_eq!(fault("(;SZ[9]AB[aa]\nAW[bb][aa])", problem), "2:7 A9 is set up twice");
    assert_eq!(fault("(;SZ[9]AB[aj])", problem), "1:10 point 'aj' is not on the board of 9x9");
    assert_eq!(fault("(;SZ[9]AB[ah:cj])", problem), "1:10 point 'ah:cj' is not on the board of 9x9");
    assert_eq!(
        fault("(;SZ[9]AB[a1])", problem),
        "1:10 'a1' is not a point: expected two letters, column and row"
    );
    assert_eq!(fault("(;SZ[9]TR[aa]SQ[aa])", problem), "1:16 A9 is marked twice: a point can bear one mark");
    assert_eq!(fault("(;SZ[9]LB[zz:x])", problem), "1:10 point 'zz' is not on the board of 9x9");
    assert_eq!(fault("(;GM[3])", problem), "1:3 GM[3] is not a record of Go, which is GM[1]");
    for size in ["0", "53", "9:0", "x", "", "19:", "99999999999999999999", "-9", "+9"] {
        assert!(fault(&format!("(;SZ[{size}])"), problem).contains("is not a board size"), "{size}");
    }
    assert_eq!(
        fault("(;SZ[9];B[aa];W[aa])", Moment::End),
        "1:16 white cannot play at A9: the point is occupied"
    );
    let nonsense = "(;SZ[3]AB[aa]AW[ab][ba];B[cc])";
    assert!(game(nonsense).diagram(problem).is_ok(), "a diagram may show what is no position");
    assert!(fault(nonsense, Moment::End).starts_with("1:26 not a position of the game"));
}

#[test]
fn marks_labels_and_rectangles() {
    let tree = game("(;SZ[52]AB[ZZ][az:bA]TR[ZZ]SQ[aa]CR[ab]MA[ac]SL[ad]LB[ae:1\\:2][af:]M[ag]L[ah][ai])");
    let problem = tree.diagram(Moment::Problem).unwrap();
    assert_eq!(names(&tree, Moment::Problem, Color::Black).split(' ').count(), 5);
    let marks: Vec<Mark> = problem.marks.values().copied().collect();
    assert_eq!(marks, [Mark::Square, Mark::Circle, Mark::Cross, Mark::Cross, Mark::Triangle]);
    let labels: Vec<&str> = problem.labels.values().map(String::as_str).collect();
    assert_eq!(labels, ["1:2", "a", "b"]);
}

#[test]
fn a_diagram_becomes_a_tree_and_comes_back() {
    let source = "(;SZ[9:5]AB[ba][ab][bc][cb]AW[ca][db][cc]PL[W]KP[bb]TR[ba]SQ[ca]CR[cc]MA[bb]LB[ii:a\\:b]";
    let source = source.replace("[ii", "[ie");
    let diagram = game(&source).diagram(Moment::Problem).unwrap();
    assert_eq!(diagram.setup.ko, diagram.setup.topology.at(1, 1));
    let tree = SgfTree::from_diagram(&diagram).unwrap();
    assert_eq!(tree.diagram(Moment::Problem).unwrap(), diagram);
    assert_eq!(game(&tree.write()).diagram(Moment::Problem).unwrap(), diagram);
}

#[test]
fn other_boards_are_not_sgf() {
    for name in ["hexagon:4", "torus:9x9", "square:9-E5", "square:53"] {
        let topology = tesuji_board::Topology::parse(name).unwrap();
        let setup = tesuji_board::Setup::empty(topology);
        let diagram = tesuji_board::Diagram { setup, marks: Default::default(), labels: Default::default() };
        let error = SgfTree::from_diagram(&diagram).unwrap_err();
        assert!(error.to_string().contains(name), "{error}");
    }
}
