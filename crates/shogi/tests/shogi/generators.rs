//! The fast generators against published counts and against the plain rules.

use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use tesuji_shogi::{Move, PlainPosition, Position};

fn perft(position: &mut Position, depth: u32) -> u64 {
    let moves = position.legal_moves();
    if depth == 1 {
        return moves.len() as u64;
    }
    let mut count = 0;
    for candidate in moves {
        let undo = position.play(candidate);
        count += perft(position, depth - 1);
        position.undo(candidate, undo);
    }
    count
}

fn position(sfen: &str) -> Position {
    sfen.parse().unwrap_or_else(|error| panic!("{sfen}: {error}"))
}

#[test]
fn counts_from_the_initial_position_are_the_published_ones() {
    let mut position = Position::initial();
    for (depth, expected) in (1..).zip([30, 900, 25_470, 719_731, 19_861_490]) {
        assert_eq!(perft(&mut position, depth), expected, "depth {depth}");
    }
}

fn sorted(mut moves: Vec<Move>) -> Vec<Move> {
    moves.sort_unstable();
    moves
}

/// Compares all three generators with the plain rules. Returns the legal moves.
fn compare(position: &Position) -> Vec<Move> {
    let plain = PlainPosition::from(position);
    let expected = sorted(plain.legal_moves());
    let legal = position.legal_moves();
    assert_eq!(sorted(legal.clone()), expected, "legal moves of {position}");
    let checks: Vec<_> = expected.iter().copied().filter(|&candidate| plain.gives_check(candidate)).collect();
    assert_eq!(sorted(position.checking_moves()), checks, "checks of {position}");
    assert_eq!(position.is_check(), plain.in_check(position.turn()), "check in {position}");
    legal
}

#[test]
fn drop_rich_positions_equal_the_plain_rules() {
    let positions = [
        "l6nl/5+P1gk/2np1S3/p1p4Pp/3P2Sp1/1PPb2P1P/P5GS1/R8/LN4bKL w RGgsn5p 1",
        "9/9/9/9/4k4/9/9/9/4K4 b RBGSNLPrbgsnlp 1",
        "8l/1l+R2P3/p2pBG1pp/kps1p4/Nn1P2G2/P1P1P2PP/1PS6/1KSG3+r1/LN2+p3L w Sbgn3p 1",
        "8k/9/9/9/9/9/9/9/9 b R2GSr2b2g3s4n4l18p 1",
        "4k4/4p4/4P4/9/9/9/9/4l4/4K4 b 2R2B4G4S4N3L16P 1",
    ];
    for sfen in positions {
        let mut root = position(sfen);
        for candidate in compare(&root) {
            let undo = root.play(candidate);
            compare(&root);
            root.undo(candidate, undo);
        }
    }
}

#[test]
fn random_games_equal_the_plain_rules() {
    let mut compared = 0;
    let mut generator = ChaCha8Rng::seed_from_u64(10);
    let problems = [
        Position::initial(),
        position("1pG1B4/Gs+P6/pP7/n1ls5/3k5/nL4+r1b/1+p1p+R4/1S7/2N6 b SP2gn2l11p 1"),
        position("g3p3+r/3lPG3/1s4ppp/1l1B4P/L2b1kPl1/3+p3+R+p/3+p2+s1S/+NP+p1gS3/1g+p2P3 b 4P3n 1"),
        position("9/9/9/9/4k4/9/9/9/4K4 b RBGSNLPrbgsnlp 1"),
    ];
    while compared < 5_000 {
        let mut game = problems[generator.random_range(0..problems.len())].clone();
        for _ in 0..150 {
            let moves = compare(&game);
            compared += 1;
            // Checks and captures more often than by pure chance, so that kings are chased.
            let checks = game.checking_moves();
            let choices = if !checks.is_empty() && generator.random_bool(0.4) { &checks } else { &moves };
            let Some(&candidate) = choices.get(generator.random_range(0..choices.len().max(1))) else {
                break;
            };
            let before = game.clone();
            let undo = game.play(candidate);
            let mut back = game.clone();
            back.undo(candidate, undo);
            assert!(
                back == before && back.board_key() == before.board_key(),
                "undo of {candidate} in {before}"
            );
        }
    }
}

/// Checks and evasions against legal moves, each tried on the board: many more positions than the plain rules manage.
#[test]
fn checks_and_evasions_are_the_legal_moves_that_are_checks_and_evasions() {
    let mut generator = ChaCha8Rng::seed_from_u64(81);
    let (mut seen, mut in_check) = (0, 0);
    while seen < 100_000 {
        let mut game = Position::initial();
        for _ in 0..300 {
            let moves = game.legal_moves();
            let mut checks = Vec::new();
            for &candidate in &moves {
                let undo = game.play(candidate);
                if game.is_check() {
                    checks.push(candidate);
                }
                // A legal move never leaves the own king to be taken.
                game.pass();
                assert!(!game.is_check(), "{candidate} before {game}");
                game.pass();
                game.undo(candidate, undo);
            }
            assert_eq!(sorted(game.checking_moves()), sorted(checks.clone()), "{game}");
            seen += 1;
            in_check += u32::from(game.is_check());
            let choices = if !checks.is_empty() && generator.random_bool(0.5) { &checks } else { &moves };
            let Some(&candidate) = choices.get(generator.random_range(0..choices.len().max(1))) else {
                break;
            };
            game.play(candidate);
        }
    }
    assert!(in_check > 10_000, "{in_check} evasions seen");
}
