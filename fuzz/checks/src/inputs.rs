//! Good inputs of every command and protocol: what is bad is made of them. A new command, question or protocol gets its lines here, and both the
//! tests of the program and the attack try it.

/// A text diagram.
pub const DIAGRAM: &str = "   A B C D\n 4 . . . .\n 3 . X . .\n 2 X O X .\n 1 . . . .\n   A B C D\n";
/// A problem.
pub const SGF: &str = "(;GM[1]FF[4]SZ[5]AB[bb][ac][cc]AW[bc]TR[bc]PL[B];B[bd])";
/// A diagram of Sensei's Library.
pub const SENSEI: &str = "$$B A net\n$$ -----\n$$ |. . .|\n$$ |. X O|\n$$ |. . 1|\n$$ -----\n";
/// A board as JSON.
pub const BOARD: &str = r#"{"name": "star", "points": [{"name": "a", "x": 0, "y": 0}, {"name": "b", "x": 1, "y": 0}], "edges": [["a", "b"]]}"#;
/// A race between blocks.
pub const GRAPH: &str = r#"{"blocks": [{"name": "W0", "color": "white", "external": ["0"], "eye": 1}, {"name": "B1", "color": "black", "external": ["3"]}], "shared": [{"between": ["W0", "B1"], "liberties": 2}]}"#;
/// A file of cases.
pub const CASES: &str = "case a sum\nask race black={4|0},{6||4|0} white=-7\nexpect cooled_sum = -1^*\n\ncase a corner\n. . .\nX O .\n. X .\nask capture target=B2\nexpect verdict = captured\n";
/// Games with names.
pub const DEFINITIONS: &str = "A = {4|0}\nB = A + ^*\nC = 2.B - 1/2\n";

/// Commands that read a text from standard input.
pub const TEXTS: &[(&[&str], &[&str])] = &[
    (&["show", "-"], &[DIAGRAM, SGF, SENSEI]),
    (&["convert", "-", "-", "--to", "sgf"], &[DIAGRAM, SGF, SENSEI]),
    (&["convert", "-", "-", "--to", "json"], &[SGF, BOARD]),
    (&["convert", "-", "-", "--to", "svg"], &[DIAGRAM, SGF]),
    (&["capture", "-", "--target", "B2", "--nodes", "500"], &[DIAGRAM, SGF]),
    (&["life", "-", "--group", "B2", "--nodes", "500"], &[DIAGRAM, SGF]),
    (&["endgame", "-", "--nodes", "500"], &[DIAGRAM, SGF]),
    (&["connect", "-", "--strings", "B2,B3", "--nodes", "500"], &[DIAGRAM, SGF]),
    (&["check", "-", "--nodes", "100"], &[SGF]),
    (&["review", "-", "--nodes", "100"], &[SGF]),
    (&["race", "-", "--targets", "B2,B3", "--nodes", "500"], &[DIAGRAM, SGF]),
    (&["race", "--graph", "-", "--nodes", "500"], &[GRAPH]),
    (&["value", "--define", "-", "C", "--nodes", "500"], &[DEFINITIONS]),
];

/// Commands whose last word is spoiled.
pub const WORDS: &[(&[&str], &[&str])] = &[
    (
        &["value", "--nodes", "500"],
        &["{6||4|0}", "3.^ - {2|-1/2} + *4", "cool({4|0}, 2)", "Tiny(2) + v3*", "-{4|0}"],
    ),
    (&["value", "^", "--cool"], &["1/2", "2"]),
    (&["value", "^", "--nodes"], &["100", "5"]),
    (&["boards"], &["hexagon:4", "torus:5x5", "grid:3x7"]),
    (&["mate", "--nodes", "500"], &["8k/9/8P/9/9/9/9/9/9 b 2G 1", "7nk/9/7G1/9/9/9/9/9/9 b GP 1"]),
    (&["strings", "--nodes", "500"], &["4", "3"]),
    (&["strings", "--nodes", "500", "--topology"], &["torus:4x4", "hexagon:2"]),
    (&["simpei", "best", "--nodes", "500"], &["M:21 O:c0 m:2 o:2"]),
    (&["race", "--white=-3", "--nodes", "500", "--black"], &["{4|0}", "3"]),
    (
        &["tactics", "play", "--board", "square:3", "--games", "4", "--seed", "1", "--tactic"],
        &["P5(Q8(V))", "F(B) & ~F(W)"],
    ),
    (
        &["tactics", "play", "--tactic", "random", "--games", "4", "--seed", "1", "--board"],
        &["square:3", "hexagon:2"],
    ),
    (&["capture", "examples/net.sgf", "--nodes", "500", "--target"], &["C3", "D4"]),
    (&["life", "examples/life.sgf", "--nodes", "500", "--group"], &["A3", "C2"]),
    (&["endgame", "examples/endgame.sgf", "--nodes", "500", "--region"], &["A5", "D2,F1"]),
    (&["endgame", "examples/endgame.sgf", "--nodes", "500", "--komi"], &["6.5", "-3"]),
    (&["connect", "examples/connect.sgf", "--nodes", "500", "--strings"], &["C3,F3", "C2,F2"]),
    (&["show", "examples/game.sgf", "--move"], &["7", "90"]),
    (&["simpei", "play", "--position"], &["M:21 O:c0 m:2 o:2"]),
    (&["tactics", "show", "--board", "square:3", "--tactic"], &["P1(W) & V", "paper3"]),
    (&["tactics", "compare", "F(B)", "--board", "square:3", "--positions", "5"], &["F(B) & ~F(W)"]),
    (
        &[
            "tactics",
            "search",
            "--board",
            "square:3",
            "--unseen",
            "hexagon:2",
            "--games",
            "4",
            "--final-games",
            "4",
            "--depth",
            "1",
            "--goal",
        ],
        &["0.88", "1"],
    ),
    (&["lines", "--threads"], &["2"]),
    (&["serve", "--port"], &["8361"]),
    (&["gtp"], &["x"]),
    (&["usi"], &["x"]),
    (&["reproduce"], &["lambda-go", "races"]),
    (&["completions"], &["bash", "zsh"]),
    (&["race", "examples/race.sgf", "--nodes", "500", "--goal"], &["life", "capture"]),
];

/// Lines of JSON; the last is no question.
pub const QUESTIONS: &[&str] = &[
    r#"{"id": 1, "ask": "value", "expressions": ["{4|0}", "^*"], "cool": 2, "limits": {"nodes": 500}}"#,
    r#"{"id": 2, "ask": "capture", "position": {"sgf": "(;SZ[5]AB[bb][ac][cc]AW[bc])"}, "target": "B3", "limits": {"nodes": 500}}"#,
    r#"{"id": 3, "ask": "race", "black": ["3", "{4|0}"], "white": ["-5"], "shared": 2, "limits": {"nodes": 500}}"#,
    r#"{"id": 4, "ask": "race", "graph": {"blocks": [{"name": "W0", "color": "white", "external": ["0"]}], "shared": []}, "limits": {"nodes": 500}}"#,
    r#"{"id": 5, "ask": "mate", "sfen": "8k/9/8P/9/9/9/9/9/9 b 2G 1", "limits": {"nodes": 500}}"#,
    r#"{"id": 6, "ask": "strings", "width": 3, "height": 4, "limits": {"nodes": 500}}"#,
    r#"{"id": 7, "ask": "simpei", "position": "M:21 O:c0 m:2 o:2", "limits": {"nodes": 500}}"#,
    r#"{"id": 8, "ask": "tactics", "board": "square:3", "tactic": "F(B)", "games": 4, "seed": 1}"#,
    r#"{"id": 9, "ask": "show", "position": {"diagram": ". X\nO ."}, "picture": {"theme": "dark", "width": 200}}"#,
    r#"{"id": 10, "ask": "edit", "position": {"diagram": ". X\nO ."}}"#,
    r#"{"id": 11, "action": "stop", "stop": 99}"#,
];

/// Commands of GTP on a board of five.
pub const GTP: &[&str] = &[
    "boardsize 5",
    "play black C3",
    "gogui-play_sequence b A1 w B2",
    "komi 6.5",
    "undo 2",
    "attack C3",
    "defend B2",
    "analyze_semeai C3 B2",
    "owl_attack C3",
    "owl_defend B2",
    "dragon_status C3",
    "loadsgf examples/ko.sgf 3",
    "color C3",
    "is_legal white E5",
    "list_stones black",
    "7 countlib C3",
    "known_command play",
    "time_settings 10 5 1",
    "captures white",
];

/// Commands of USI.
pub const USI: &[&str] = &[
    "position sfen 8k/9/8P/9/9/9/9/9/9 b 2G 1",
    "position startpos moves 7g7f 3c3d",
    "go mate 20",
    "setoption name USI_Hash value 16",
    "setoption name Order value 2",
    "isready",
    "go btime 100 wtime 100",
    "usinewgame",
];
