//! Answers, exit codes, and no input that makes the program panic.

use std::fs;
use std::path::Path;

use serde_json::Value;

use crate::common::{folder, json, one_line, program, refusal, root, run, run_with};

#[test]
fn show_tells_strings_life_and_ko_as_json() {
    let answer = json(&["show", "examples/ko.sgf"]);
    assert_eq!(answer["board"], "square:9");
    assert_eq!(answer["to_move"], "black");
    assert_eq!(answer["ko"], Value::Null);
    assert_eq!(answer["marks"]["triangle"], serde_json::json!(["D5"]));
    let strings = answer["strings"].as_array().unwrap();
    let target = strings.iter().find(|s| s["stones"] == serde_json::json!(["D5"])).unwrap();
    assert_eq!(target["liberties"], serde_json::json!(["E5"]));
    assert_eq!(target["unconditionally_alive"], false);
    let diagram = answer["diagram"].as_str().unwrap();
    let again = run_with(&["show", "-", "--json"], diagram.as_bytes());
    assert_eq!(again.json(), answer, "the diagram says the same");
}

#[test]
fn show_finds_moments_of_a_game() {
    let stones = |arguments: &[&str]| {
        let answer = json(&[&["show", "examples/game.sgf"], arguments].concat());
        answer["black"].as_array().unwrap().len() + answer["white"].as_array().unwrap().len()
    };
    assert_eq!(stones(&["--move", "0"]), 0);
    assert_eq!(stones(&["--move", "3"]), 3);
    assert_eq!(stones(&["--end"]), stones(&[]), "a game without set-up stones is shown at its end");
    assert!(refusal(&["show", "examples/game.sgf", "--move", "9999"]).contains("move"));
    assert!(refusal(&["show", "examples/game.sgf", "--game", "2"]).contains("there is no game 2"));
    assert!(refusal(&["show", "examples/petersen.json", "--move", "1"]).contains("not an SGF file"));
}

#[test]
fn moves_are_numbered_in_the_picture() {
    let count = |arguments: &[&str]| {
        let answer = run(&[&["convert", "examples/game.sgf", "-", "--to", "svg"], arguments].concat());
        assert_eq!(answer.code, Some(0), "{}", answer.err);
        (1..=9).filter(|n| answer.out.contains(&format!(">{n}</text>"))).count()
    };
    assert_eq!(count(&["--no-coordinates"]), 0);
    assert_eq!(count(&["--numbers", "--no-coordinates"]), 9);
    assert_eq!(count(&["--numbers", "--move", "3", "--no-coordinates"]), 3);
}

#[test]
fn a_board_without_stones_is_no_position() {
    assert!(refusal(&["show", "examples/petersen.json"]).contains("a board without stones"));
}

#[test]
fn unconditional_life_is_told() {
    let text = ". X . X O .\nX X X X O .\nO O O O O .\n. . . . . .\n";
    let answer = run_with(&["show", "-"], text.as_bytes());
    assert!(
        answer.out.contains("B4       1   3: A4 C4 B3") || answer.out.contains("unconditionally alive"),
        "{}",
        answer.out
    );
    assert_eq!(answer.out.matches("unconditionally alive").count(), 1, "{}", answer.out);
}

#[test]
fn every_board_is_described_and_drawn() {
    let folder = folder("boards");
    let list = json(&["boards"]);
    for board in list["boards"].as_array().unwrap() {
        let name = board["example"].as_str().unwrap();
        let svg = folder.join("board.svg");
        let answer = json(&["boards", name, "--svg", svg.to_str().unwrap()]);
        assert_eq!(answer["points"], board["points"]);
        assert_eq!(answer["point_list"].as_array().unwrap().len() as u64, answer["points"].as_u64().unwrap());
        assert!(fs::read_to_string(&svg).unwrap().starts_with("<svg "));
        assert!(run(&["boards", name]).out.contains("symmetries"));
    }
    assert_eq!(json(&["boards", "examples/petersen.json"])["symmetries"], 120);
}

#[test]
fn convert_keeps_the_position_through_every_format() {
    let folder = folder("convert");
    let path = |name: &str| folder.join(name).to_str().unwrap().to_string();
    let first = json(&["show", "examples/race.sgf"]);
    let mut from = "examples/race.sgf".to_string();
    for (i, extension) in ["txt", "json", "sl", "sgf", "txt"].into_iter().enumerate() {
        let to = path(&format!("{i}.{extension}"));
        assert_eq!(run(&["convert", &from, &to]).code, Some(0));
        let now = json(&["show", &to]);
        for field in ["board", "black", "white", "to_move", "marks"] {
            assert_eq!(now[field], first[field], "{field} after {extension}");
        }
        from = to;
    }
    assert_eq!(run(&["convert", "examples/ko.sgf", &path("ko.svg")]).code, Some(0));
    let refused = refusal(&["convert", "examples/ko.sgf", &path("ko.svg")]);
    assert!(refused.contains("there already"), "{refused}");
    assert_eq!(run(&["convert", "--force", "examples/ko.sgf", &path("ko.svg")]).code, Some(0));
    assert!(refusal(&["convert", "examples/ko.sgf", &path("ko.unknown")]).contains("tells no format"));
    let printed = run(&["convert", "examples/ko.sgf", "-", "--to", "text"]).out;
    assert!(printed.contains("triangle: D5"));
    // A whole game stays a game.
    assert_eq!(run(&["convert", "examples/game.sgf", &path("game.sgf")]).code, Some(0));
    let original = fs::read(root().join("examples/game.sgf")).unwrap();
    assert_eq!(fs::read(folder.join("game.sgf")).unwrap(), original);
    assert!(
        fs::read_dir(&folder).unwrap().all(|entry| !entry
            .unwrap()
            .path()
            .to_string_lossy()
            .ends_with(".tmp"))
    );
}

#[test]
fn a_file_that_cannot_be_written_loses_nothing() {
    let folder = folder("unwritable");
    let blocked = folder.join("missing/board.svg");
    let refused = refusal(&["boards", "square:5", "--svg", blocked.to_str().unwrap()]);
    assert!(refused.contains("cannot write"), "{refused}");
    assert!(
        refusal(&["convert", "examples/ko.sgf", folder.to_str().unwrap(), "--to", "svg", "--force"])
            .contains("folder")
    );
    if Path::new("/dev/full").exists() {
        let refused = refusal(&["convert", "examples/ko.sgf", "/dev/full", "--to", "svg", "--force"]);
        assert!(refused.contains("disk is full"), "{refused}");
    }
}

#[test]
fn bad_boards_and_paths_get_one_sentence() {
    for (name, words) in [
        ("square:0", "too small"),
        ("square:1000000", "too large"),
        ("torus:2x2", "at least 3"),
        ("goban", "unknown board"),
        ("", "unknown board"),
        ("no-such-file.json", "no such file"),
        ("crates", "unknown board"),
    ] {
        let refused = refusal(&["boards", name]);
        assert!(refused.contains(words), "{name}: {refused}");
    }
    assert!(refusal(&["show", "no-such-file.sgf"]).contains("no such file"));
    assert!(refusal(&["show", "crates"]).contains("folder"));
    assert!(refusal(&["show"]).contains("(see tesuji show --help)"));
    assert!(refusal(&["fly"]).contains("unrecognized subcommand"));
}

#[test]
fn no_input_makes_the_program_panic() {
    let folder = folder("hostile");
    let game = fs::read(root().join("examples/game.sgf")).unwrap();
    let json_board = fs::read(root().join("examples/petersen.json")).unwrap();
    let inputs: Vec<Vec<u8>> = vec![
        vec![],
        vec![0; 5000],
        (0..=255).cycle().take(70_000).collect(),
        b"\xff\xfe(\x00;\x00".to_vec(),
        b"(;SZ[0])".to_vec(),
        b"(;SZ[99999999999])".to_vec(),
        b"(;SZ[9]AB[zz])".to_vec(),
        b"(;SZ[3]AB[aa:cc])".to_vec(),
        b"(;SZ[3]AB[aa]AW[aa])".to_vec(),
        b"(;SZ[9];B[aa];W[aa])".to_vec(),
        b"(".repeat(100_000),
        b"(;".repeat(100_000),
        b"{".repeat(100_000),
        b"[".repeat(100_000),
        b"{\"board\":\"square:9\",\"black\":[\"Z99\"]}".to_vec(),
        b"{\"points\": 99999999999, \"edges\": []}".to_vec(),
        b"{\"points\": 3, \"edges\": [[0, 7]]}".to_vec(),
        b"$$".to_vec(),
        b"$$B\n$$ | X".to_vec(),
        b"board: hexagon:4\n...".to_vec(),
        b".\n".repeat(30_000),
        b"X".repeat(200_000),
        "to move: \u{1F600}\n...".as_bytes().to_vec(),
    ];
    let check = |extension: &str, input: &[u8], commands: &[&str]| {
        let file = folder.join(format!("input.{extension}"));
        fs::write(&file, input).unwrap();
        let name = file.to_str().unwrap();
        for command in commands {
            let arguments = match *command {
                "convert" => vec!["convert", name, "-", "--to", "sgf"],
                command => vec![command, name, "--json"],
            };
            let answer = run(&arguments);
            match answer.code {
                // A text that could be repaired may have been warned about.
                Some(0) => assert!(answer.err.lines().all(|line| line.starts_with("tesuji: "))),
                _ => drop(one_line(&answer.err)),
            }
        }
    };
    for input in &inputs {
        for extension in ["sgf", "txt", "json", "sl", "dat"] {
            check(extension, input, &["show", "convert"]);
        }
        check("json", input, &["boards"]);
        run_with(&["gtp"], input);
    }
    // Each is read by one of the commands; all read with the same code.
    for cut in (0..game.len()).step_by(7) {
        check("sgf", &game[..cut], &[["show", "convert"][cut % 2]]);
    }
    for cut in (0..json_board.len()).step_by(20) {
        check("json", &json_board[..cut], &[["show", "convert", "boards"][cut / 20 % 3]]);
    }
}

#[test]
fn gtp_loads_games_and_takes_moves_back() {
    let script = "loadsgf examples/game.sgf 4\nquery_boardsize\nundo\nundo\nundo\nundo\nloadsgf examples/none.sgf\n\
        loadsgf examples/ko.sgf\nplay b e5\nis_legal w d5\ntrymove w a1\nis_legal b a1\npopgo\npopgo\ncaptures black\n";
    let answer = run_with(&["gtp"], script.as_bytes());
    let replies: Vec<&str> = answer.out.split("\n\n").collect();
    assert_eq!(&replies[..6], ["= white", "= 19", "=", "=", "=", "? cannot undo"]);
    assert_eq!(replies[6], "? cannot open or parse the file");
    assert_eq!(&replies[7..13], ["= black", "=", "= 0", "=", "= 0", "="]);
    assert_eq!(&replies[13..15], ["? stack empty", "= 1"]);
}

#[test]
fn regress_counts_and_names_failures() {
    let answer = run(&["regress", "examples/rules.cases"]);
    assert_eq!(answer.code, Some(0));
    assert!(answer.out.ends_with("0 failed\n"));
    let folder = folder("regress");
    let cases = folder.join("bad.cases");
    fs::write(
        &cases,
        "case wrong\n. X\n. .\nexpect liberties B2 = A2\ncase right\n. X\n. .\nexpect liberty-count B2 = 2\n\
        case broken\n. ?\nexpect ko = none\ncase silent\n. .\ncase nonsense\n. .\nexpect weather = fine\n",
    )
    .unwrap();
    let answer = run(&["regress", cases.to_str().unwrap()]);
    assert_eq!(answer.code, Some(1));
    let lines: Vec<&str> = answer.out.lines().collect();
    assert_eq!(lines.last(), Some(&"1 passed, 4 failed"));
    assert!(lines[0].contains("bad.cases:4: wrong: expected liberties B2 = A2, got A2 B1"), "{}", lines[0]);
    assert!(lines[1].contains("broken: line 10, column 3"), "{}", lines[1]);
    assert!(lines[2].contains("silent: the case expects nothing"), "{}", lines[2]);
    assert!(lines[3].contains("unknown question 'weather'"), "{}", lines[3]);
    let count = run(&["regress", cases.to_str().unwrap(), "--json"]).json();
    assert_eq!((&count["passed"], &count["failed"]), (&1.into(), &4.into()));
}

#[test]
fn regress_runs_gtp_files() {
    let folder = folder("tst");
    fs::copy(root().join("examples/ko.sgf"), folder.join("ko.sgf")).unwrap();
    let tst = folder.join("ko.tst");
    fs::write(&tst, "# Ko\nloadsgf ko.sgf\n10 countlib D5\n#? [1]\n20 countlib D6\n#? [!2]\n30 color D5\n#? [black|white]\n\
        40 countlib E6\n#? [4]*\n50 countlib E6\n#? [3]*\n60 countlib A1\n#? [1]\nplay black D5\n70 color D6\n#? [black]\n\
        80 color D6\n#? black\n90 color D6\n#? [(]\n").unwrap();
    let answer = run(&["regress", tst.to_str().unwrap()]);
    let lines: Vec<&str> = answer.out.lines().collect();
    assert_eq!(answer.code, Some(1));
    assert_eq!(lines.last(), Some(&"5 passed, 5 failed"), "{}", answer.out);
    assert!(lines[0].contains("20 countlib D6: expected [!2], got '2'"), "{}", lines[0]);
    assert!(lines[1].contains("fails, as is known"), "{}", lines[1]);
    assert!(lines[2].contains("passed although"), "{}", lines[2]);
    assert!(lines[3].contains("got the error 'vertex must not be empty'"), "{}", lines[3]);
    assert!(lines[4].contains("play black D5: the command failed: illegal move"), "{}", lines[4]);
    assert!(lines[5].contains("is no expectation"), "{}", lines[5]);
    assert!(lines[6].contains("bad pattern"), "{}", lines[6]);
}

#[test]
fn completions_and_help_are_there_for_every_shell_and_command() {
    for shell in ["bash", "zsh", "fish", "elvish", "powershell"] {
        assert!(run(&["completions", shell]).out.contains("tesuji"));
    }
    let commands = [
        "show",
        "value",
        "boards",
        "convert",
        "capture",
        "mate",
        "strings",
        "simpei",
        "tactics",
        "reproduce",
        "race",
        "regress",
        "gtp",
        "usi",
        "completions",
    ];
    for command in commands {
        let help = run(&[command, "--help"]);
        assert_eq!(help.code, Some(0));
        assert!(help.out.contains("Example"), "{command} --help has examples");
    }
    let alone = run(&[]);
    assert_eq!((alone.code, alone.err.as_str()), (Some(0), ""), "a lone tesuji gets the help");
    assert!(alone.out.contains("Usage: tesuji"), "{}", alone.out);
    assert!(run(&["--version"]).out.starts_with("tesuji "));
}

#[test]
fn output_that_nobody_reads_is_no_error() {
    let mut child = program(&["boards", "square:100", "--json"]).spawn().unwrap();
    drop(child.stdout.take());
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(0));
    assert!(output.stderr.is_empty());
}

#[cfg(unix)]
#[test]
fn files_are_as_readable_as_others_and_keep_what_they_were() {
    use std::os::unix::fs::PermissionsExt as _;
    let folder = folder("modes");
    let (svg, usual) = (folder.join("board.svg"), folder.join("usual"));
    let draw = || run(&["boards", "square:5", "--svg", svg.to_str().unwrap()]);
    let mode = |path: &Path| fs::metadata(path).unwrap().permissions().mode() & 0o777;
    assert_eq!(draw().code, Some(0));
    fs::write(&usual, "").unwrap();
    assert_eq!(mode(&svg), mode(&usual), "a new file has the usual mode");
    fs::set_permissions(&svg, fs::Permissions::from_mode(0o640)).unwrap();
    assert_eq!(draw().code, Some(0));
    assert_eq!(mode(&svg), 0o640, "an old one keeps its mode");
    fs::set_permissions(&svg, fs::Permissions::from_mode(0o440)).unwrap();
    assert!(draw().refusal().contains("read-only"));
    fs::remove_file(&svg).unwrap();
    std::os::unix::fs::symlink(&usual, &svg).unwrap();
    assert_eq!(draw().code, Some(0));
    assert!(fs::symlink_metadata(&svg).unwrap().is_symlink(), "what a link points at is replaced");
    assert!(fs::read_to_string(&usual).unwrap().starts_with("<svg "));
    assert_eq!(fs::read_dir(&folder).unwrap().count(), 2, "nothing else is left");
}
