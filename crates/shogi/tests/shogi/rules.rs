//! The rules that bite, one problem each.

use tesuji_search::{Limits, Watch};
use tesuji_shogi::{Color, Position, Question, SfenFault, Solution, Verdict, solve};

fn ask(sfen: &str, change: impl Fn(&mut Question)) -> Solution {
    let position: Position = sfen.parse().unwrap_or_else(|error| panic!("{sfen}: {error}"));
    let mut question = Question::of(&position, 1);
    change(&mut question);
    solve(&position, &question, &Limits::nodes(1_000_000), &Watch::new()).unwrap()
}

fn line(sfen: &str) -> String {
    let solution = ask(sfen, |question| question.shortest = true);
    assert!(solution.checked.is_some(), "{sfen}");
    match solution.verdict {
        Verdict::Mate { .. } => {
            let moves: Vec<String> = solution.line.iter().map(ToString::to_string).collect();
            moves.join(" ")
        }
        Verdict::NoMate { .. } => "none".into(),
        Verdict::Unknown { why } => format!("unknown: {why:?}"),
    }
}

#[test]
fn a_pawn_may_not_be_dropped_to_mate() {
    // The pawn on 1b would be mate; a gold there is.
    assert_eq!(line("7nk/9/7G1/9/9/9/9/9/9 b P 1"), "none");
    assert_eq!(line("7nk/9/7G1/9/9/9/9/9/9 b G 1"), "G*1b");
    // A pawn that moves may mate.
    assert_eq!(line("7nk/9/6G1P/9/9/9/9/9/9 b - 1"), "none");
    assert_eq!(line("7nk/9/7GP/9/9/9/9/9/9 b - 1"), "1c1b+");
}

#[test]
fn two_pawns_on_a_file_are_not_allowed_until_one_is_taken() {
    // The pawn on 1e forbids another one on the file.
    let checks = |sfen: &str| -> Vec<String> {
        let position: Position = sfen.parse().unwrap();
        position.checking_moves().iter().map(ToString::to_string).collect()
    };
    assert!(checks("8k/9/9/9/8P/9/9/9/9 b P 1").is_empty());
    assert_eq!(checks("8k/9/9/9/9/9/9/9/9 b P 1"), ["P*1b"]);
    // A promoted pawn does not count.
    assert_eq!(checks("8k/9/9/9/8+P/9/9/9/9 b P 1"), ["P*1b"]);
}

/// Both sides: the capture of the pawn opens the file for another one.
#[test]
fn a_capture_lifts_the_ban_on_a_second_pawn() {
    let replies = |sfen: &str, first: &str| -> Vec<String> {
        let mut position: Position = sfen.parse().unwrap();
        let legal = position.legal_moves();
        let first = legal.iter().find(|candidate| candidate.to_string() == first).unwrap();
        position.play(*first);
        position.legal_moves().iter().map(ToString::to_string).collect()
    };
    // White takes Black's pawn on 1e, or not; then Black may drop one on the file, or not.
    let pawn = "8k/9/9/9/8P/8r/9/9/9 w P 1";
    assert!(replies(pawn, "1f1e").contains(&"P*1b".into()));
    assert!(!replies(pawn, "1f2f").contains(&"P*1b".into()));
    // The rook takes the defender's pawn with check: now the pawn in White's hand may come between.
    let interposing = "4k4/9/9/9/4p4/9/9/9/4R4 b p 1";
    assert!(replies(interposing, "5i5e").contains(&"P*5b".into()));
    let standing = "4k4/9/4L4/4p4/9/9/9/9/4R4 w p 1";
    let standing: Position = standing.parse().unwrap();
    assert!(standing.legal_moves().iter().all(|candidate| candidate.to_string() != "P*5b"));
}

/// Pieces dropped in the way of a check that holds against all of them only make the line longer.
#[test]
fn useless_interpositions_lengthen_the_mate_and_do_not_prevent_it() {
    assert_eq!(line("7lk/7p1/7G1/9/9/9/9/9/4R4 b - 1"), "5i1i");
    for (hand, plies) in [("p", 3), ("2p", 5), ("ps", 5)] {
        let sfen = format!("7lk/7p1/7G1/9/9/9/9/9/4R4 b {hand} 1");
        let line = line(&sfen);
        assert_eq!(line.split_whitespace().count(), plies, "{sfen}: {line}");
        assert!(line.starts_with("5i1i"), "{line}");
    }
}

#[test]
fn a_double_check_is_answered_by_the_king_alone() {
    let position: Position = "8k/7b1/9/9/9/9/9/9/8L w R 1".parse().unwrap();
    assert!(position.is_check());
    // Rook and knight check together: neither capturing nor interposing helps.
    let double: Position = "7gk/7g1/7N1/9/9/9/9/9/8R w p 1".parse().unwrap();
    assert!(double.legal_moves().iter().all(|candidate| candidate.from() == double.king(Color::White)));
}

#[test]
fn pieces_that_do_not_promote_are_tried() {
    let position: Position = "4k4/9/9/9/9/3R5/9/9/9 b - 1".parse().unwrap();
    let names: Vec<String> = position.checking_moves().iter().map(ToString::to_string).collect();
    assert!(names.contains(&"6f6a+".into()) && names.contains(&"6f6a".into()), "{names:?}");
    // A lance and a pawn must promote on the last rank, and may stay as they are before it.
    let lance: Position = "9/9/8L/9/9/9/9/9/k7K b - 1".parse().unwrap();
    let legal: Vec<String> = lance.legal_moves().iter().map(ToString::to_string).collect();
    assert!(legal.contains(&"1c1b".into()) && legal.contains(&"1c1b+".into()));
    assert!(legal.contains(&"1c1a+".into()) && !legal.contains(&"1c1a".into()));
}

#[test]
fn the_defender_may_be_to_move_and_white_may_attack() {
    // Mated already: nothing to play.
    let mated = ask("7nk/8G/7G1/9/9/9/9/9/9 w - 1", |_| {});
    assert_eq!(mated.verdict, Verdict::Mate { order: 1, plies: 0 });
    // The same board the other way round.
    assert!(["G*9h", "G*8h"].contains(&line("9/9/9/9/9/9/1g7/9/KN7 w g 1").as_str()));
    // The side with a king defends unless told otherwise.
    let white: Position = "7nk/9/7G1/9/9/9/9/9/9 w G 1".parse().unwrap();
    assert_eq!(Question::of(&white, 1).attacker, Color::Black);
}

#[test]
fn an_attacker_in_check_must_answer_it_with_a_check() {
    // Black's king is attacked by the lance; the gold that mates does not answer it.
    assert_eq!(line("7nk/9/7G1/9/9/l8/9/9/K8 b G 1"), "none");
    assert_eq!(line("7nk/9/7G1/9/9/9/9/9/K8 b G 1"), "G*1b");
}

#[test]
fn positions_that_cannot_be_are_refused_with_the_place() {
    for (sfen, column, words) in [
        ("", None, "the board is missing"),
        ("9/9/9/9/9/9/9/9/9", None, "the side to move is missing"),
        ("9/9/9/9/9/9/9/9 b - 1", Some(1), "8 ranks"),
        ("8k/9/9/9/9/9/9/9/8 b - 1", Some(18), "rank i has 8 squares"),
        ("8k/9/9/9/9/9/9/9/9 x - 1", Some(20), "b or w"),
        ("8k/9/9/9/9/9/9/9/9 b Z 1", Some(22), "'Z' is no piece"),
        ("8k/9/9/9/9/9/9/9/9 b K 1", Some(22), "king cannot be in hand"),
        ("8k/9/9/9/9/9/9/9/9 b 3R 1", Some(23), "a set has 2"),
        ("8k/9/9/9/9/9/9/9/9 b - x", Some(24), "move number"),
        ("8k/8k/9/9/9/9/9/9/9 b - 1", Some(5), "two kings"),
        ("P7k/9/9/9/9/9/9/9/9 b - 1", Some(1), "could never move"),
        ("8k/8P/8P/9/9/9/9/9/9 b - 1", Some(8), "black has two pawns on file 1"),
        ("8k/6p2/9/6p2/9/9/9/9/9 b - 1", Some(11), "white has two pawns on file 3"),
        ("8k/8+G/9/9/9/9/9/9/9 b - 1", Some(6), "must stand before"),
        ("8k/8G/9/9/9/9/9/9/9 b - 1", None, "other side's turn"),
    ] {
        let error = sfen.parse::<Position>().unwrap_err();
        assert_eq!(error.column, column, "{sfen}: {error}");
        assert!(error.to_string().contains(words), "{sfen}: {error}");
    }
    // A long word is not repeated whole.
    let error = format!("8k/9/9/9/9/9/9/9/9 {} - 1", "w".repeat(5000)).parse::<Position>().unwrap_err();
    assert!(error.to_string().len() < 100, "{error}");
    let error = "8k/9/9/9/9/9/9/9/9 w - 1 moves".parse::<Position>().unwrap_err();
    assert_eq!(error.fault, SfenFault::TooLong("moves".into()));
}

#[test]
fn sfen_round_trips() {
    for sfen in [
        "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1",
        "g3p3+r/3lPG3/1s4ppp/1l1B4P/L2b1kPl1/3+p3+R+p/3+p2+s1S/+NP+p1gS3/1g+p2P3 b 4P3n 1",
        "8k/9/9/9/9/9/9/9/9 b R2GSr2b2g3s4n4l18p 1",
    ] {
        let position: Position = sfen.parse().unwrap();
        assert_eq!(position.to_string(), sfen);
    }
    assert_eq!("startpos".parse::<Position>().unwrap(), Position::initial());
}

/// A line that comes back to a position fails there; the position itself may still be mate.
#[test]
fn repetition_is_a_failure_of_the_line_only() {
    let limits = |bytes| Limits::nodes(5_000_000).with_memory(bytes);
    for sfen in [
        "9/6nS1/4s4/4r1P1g/5Sk1B/5+pbR1/4Nsp2/9/4N4 b 3Gn4l15p 1",
        "n+B1sS4/1R1g5/1Ls6/2k6/2n6/3L5/R8/9/9 b B2P3gs2n2l16p 1",
    ] {
        let position: Position = sfen.parse().unwrap();
        for bytes in [1 << 18, 1 << 26] {
            let question = Question::of(&position, 1);
            let solution = solve(&position, &question, &limits(bytes), &Watch::new()).unwrap();
            assert!(matches!(solution.verdict, Verdict::Mate { .. }), "{sfen}: {:?}", solution.verdict);
        }
    }
}
