//! Whole answers about fights: verdicts, fates, limits, and which fights are found.

use rand::seq::IndexedRandom as _;
use rand::{RngExt as _, SeedableRng as _};
use rand_chacha::ChaCha8Rng;
use tesuji_board::{Color, Diagram, Point, Position, Rules, Topology};
use tesuji_job::{Limits, Watch, Why};

use crate::{Answer, Code, Other, Stated, Unfit, Verdict, solve, solve_both};

fn position(text: &str) -> Position {
    let diagram: Diagram = text.parse().expect("a diagram");
    diagram.position(Rules::default()).expect("a position")
}

fn fight(text: &str, first: &str, second: &str) -> Answer {
    let position = position(text);
    let at = |name| position.topology().point(name).expect("a point");
    solve(
        &position,
        [at(first), at(second)],
        &Stated::default(),
        &Limits::nodes(500_000),
        &Watch::unwatched(),
    )
    .expect("two opposing strings")
}

const SEKI: &str = "
    . . . . . . . . .
    O O O O O O O O O
    X X X X X X X X X
    X X X . . O O O O
    O O O O O O O O O
    X X X X X X X X X
    . . . . . . . . .
    . . . . . . . . .
    . . . . . . . . .";

#[test]
fn win_loss_and_seki() {
    // Black has two liberties on the left, White three in the middle.
    let race = "
        . . . . . . . .
        . O O O O O O O
        O O X X X X X X
        O X X O O O O O
        . X O O X X X X
        . X O . X . . .
        . X O . X . . .
        . X O . X . . .";
    let win = fight(race, "B1", "C1");
    assert_eq!((win.verdict, win.codes), (Verdict::Win, [Some(Code::Works); 2]));
    assert_eq!(win.line.len(), 1, "counting is enough, and still there is a move");
    let loss = fight(&race.replacen(". X O . X . . .", "O X O . X . . .", 2), "B1", "C1");
    assert_eq!((loss.verdict, loss.first_move), (Verdict::Loss, Some(None)));
    assert_eq!((win.other, loss.other), (None, Some(Other::Wins)));
    for (first, second) in [("A7", "A5"), ("A5", "A7")] {
        let seki = fight(SEKI, first, second);
        assert_eq!((seki.verdict, seki.codes), (Verdict::Both, [Some(Code::Works), Some(Code::Fails)]));
        // With one shared liberty less, the first to play there wins.
        let race = fight(&SEKI.replace("X X X . . O", "X X X X . O"), first, second);
        assert_eq!(race.verdict, Verdict::Win);
        assert_eq!(race.line.len(), 1);
    }
}

/// What becomes of the second stone by itself, where it is not simply captured.
#[test]
fn the_other_stone() {
    let both = fight("X . O X\nO O . X\nX X X O\n. X . O", "A4", "D1");
    assert_eq!((both.verdict, both.other), (Verdict::Loss, Some(Other::Falls)));
    let kept_by_ko = fight(". . . X\nX . O .\nO X X .\n. X . X", "C3", "A3");
    assert_eq!((kept_by_ko.verdict, kept_by_ko.other), (Verdict::Loss, Some(Other::Ko)));
    // Black lives, or takes White's wall and is taken.
    let exchange = fight("O X X .\nO X . O\n. . X O\nX O O O", "A1", "D3");
    assert_eq!((exchange.verdict, exchange.other), (Verdict::Both, Some(Other::Falls)));
    // Black has just taken a ko with the stone that is asked about.
    let mut taken = position(". X O . . X . . O O X . .").to_setup();
    let at = |name| taken.topology.point(name).expect("a point");
    let (ban, targets) = (at("A1"), [at("C1"), at("B1")]);
    (taken.to_move, taken.ko) = (Color::White, Some(ban));
    let taken = Position::from_setup(&taken, Rules::default()).expect("a position");
    let answer = solve(&taken, targets, &Stated::default(), &Limits::nodes(500_000), &Watch::unwatched())
        .expect("strings");
    assert_eq!(answer.verdict, Verdict::Loss);
    assert_ne!(answer.other, Some(Other::Falls), "with threats of his own Black keeps it");
    let ko = fight(". O X O .\nO . . X O\nX X O . X\n. X . O O\n. O X O .", "C1", "E4");
    assert_eq!((ko.verdict, ko.other), (Verdict::Ko, Some(Other::Falls)));
}

/// To move first is never worse, since one may pass.
#[test]
fn a_stone_that_is_kept_with_the_second_move_is_kept_with_the_first() {
    let mut rng = ChaCha8Rng::seed_from_u64(4);
    let (mut kept, mut lost) = (0, 0);
    for _ in 0..200 {
        let Some((position, targets)) = random_strings(4, &mut rng) else { continue };
        let answers =
            solve_both(&position, targets, &Stated::default(), &Limits::nodes(4_000), &Watch::unwatched());
        let answers = answers.expect("two opposing strings");
        for [own, other] in [[0, 1], [1, 0]] {
            let (Some(first), Some(second)) = (answers[own].codes[0], answers[other].other) else { continue };
            let holds = match second {
                Other::Wins | Other::Survives => first == Code::Works,
                Other::Ko => first != Code::Fails,
                Other::Falls | Other::Open => true,
            };
            assert!(
                holds,
                "{first:?} with the first move, {second:?} with the second:\n{position}{targets:?}"
            );
            kept += usize::from(second == Other::Wins || second == Other::Survives);
            lost += usize::from(second == Other::Falls);
        }
    }
    assert!(kept > 20 && lost > 5, "{kept} kept, {lost} lost");
}

#[test]
fn what_a_judge_of_the_rules_found() {
    // White's stones stand in the eye that would have to be filled: Black dies in the end, and takes them before.
    let inside = fight("X X X X\nX O . X\n. O O X", "B2", "D2");
    assert_eq!(inside.codes, [Some(Code::Works), Some(Code::Fails)]);
    // Taking nine stones is no life where the edge of the board is most of the wall.
    let narrow = fight(". X X X X X\nO O . X X X", "B1", "E1");
    assert_eq!(narrow.verdict, Verdict::Loss);
    // Black lives without search, and after each of his moves it takes one: there is a move all the same.
    let eye = fight(". . X . O . O\n. . X O O O O\n. O X X O . O", "C2", "D2");
    assert_eq!(eye.codes, [Some(Code::Works), Some(Code::Fails)]);
    assert_eq!(eye.first_move, eye.moves.first().copied());
    assert_eq!((eye.moves.len(), eye.undecided.len()), (2, 0), "{:?}", eye.moves);
}

#[test]
fn targets_too_large_for_a_field_are_refused() {
    // Black has 153 stones in one string.
    let rows: Vec<String> = (0..19)
        .map(|y| match y {
            0..=7 => ["X"; 19].join(" "),
            8 => [vec!["X"], vec!["."; 18]].concat().join(" "),
            9 => ["O"; 19].join(" "),
            _ => ["."; 19].join(" "),
        })
        .collect();
    let position = position(&rows.join("\n"));
    let at = |name| position.topology().point(name).expect("a point");
    for targets in [[at("A19"), at("A10")], [at("A10"), at("A19")]] {
        let answer = solve(&position, targets, &Stated::default(), &Limits::nodes(100), &Watch::unwatched());
        assert_eq!(answer.map(|answer| answer.verdict), Err(Unfit::TooLarge));
    }
}

/// Two opposing strings that touch, in a position from random play.
fn random_strings(size: usize, rng: &mut ChaCha8Rng) -> Option<(Position, [Point; 2])> {
    let board = Topology::parse(&format!("square:{size}")).ok()?;
    let points = board.len();
    let mut position = Position::new(board, Rules::default());
    for _ in 0..rng.random_range(3 * points / 8..3 * points / 4) {
        let color = position.to_move();
        let moves: Vec<Point> = position.legal_moves(color).collect();
        position.play(color, *moves.choose(rng)?).ok()?;
    }
    let strings = position.strings();
    let string = strings.iter().max_by_key(|string| string.stones.len())?;
    let near = position.topology().boundary(&string.stones);
    let other = near.iter().find(|&point| position.stone(point) == Some(string.color.opponent()))?;
    Some((position, [string.stones.first()?, other]))
}

#[test]
fn limits_hold_for_the_whole_question_and_never_turn_a_verdict_into_another() {
    let mut rng = ChaCha8Rng::seed_from_u64(15);
    let (mut fights, mut early, mut late, mut claims) = (0, 0, 0, 0);
    while fights < 15 {
        let Some((position, targets)) = random_strings(9, &mut rng) else { continue };
        fights += 1;
        let mut verdict = None;
        for nodes in [0, 1, 30, 300, 3_000, 10_000] {
            let ask =
                || solve(&position, targets, &Stated::default(), &Limits::nodes(nodes), &Watch::unwatched());
            let answer = ask().expect("two opposing strings");
            assert!(answer.nodes <= nodes, "{} nodes instead of {nodes}\n{position}", answer.nodes);
            if nodes <= 300 {
                let again = ask().expect("two opposing strings");
                assert_eq!(again.line, answer.line);
                assert_eq!((again.verdict, again.nodes), (answer.verdict, answer.nodes));
            }
            if let Some(before) = verdict {
                assert_eq!(answer.verdict, before, "{targets:?} with {nodes} nodes\n{position}");
            }
            match answer.verdict {
                Verdict::Unknown { why } => assert_eq!(why, Why::Nodes),
                known => verdict = Some(known),
            }
            if let Some(claim) = &answer.provisional {
                // A narrower field claims something while the widest one has no verdict.
                assert!(!answer.is_known() && claim.points < answer.field.len());
                assert!(!matches!(claim.verdict, Verdict::Unknown { .. }));
                claims += 1;
            }
            early += u32::from(nodes == 300 && answer.is_known());
            late += u32::from(nodes == 10_000 && answer.is_known());
        }
    }
    assert!(
        late > early && early > 0 && claims > 0,
        "{early} early, {late} late, {claims} claims of {fights}"
    );
}

#[test]
fn a_field_without_room_for_all_weak_strings_has_not_the_say() {
    // Columns of both colours in turn, each with one liberty: 128 points are seven of them.
    let rows: Vec<String> = (0..19)
        .map(|y| {
            let mark = |x: usize| if y == 18 { "." } else { ["X", "O"][x % 2] };
            (0..19).map(mark).collect::<Vec<_>>().join(" ")
        })
        .collect();
    let answer = fight(&rows.join("\n"), "J10", "K10");
    assert_eq!((answer.verdict, answer.codes), (Verdict::Unknown { why: Why::Room }, [None; 2]));
    assert_eq!((answer.first_move, answer.line.len()), (None, 0));
    let claim = answer.provisional.expect("White is captured at once");
    assert_eq!((claim.verdict, claim.codes), (Verdict::Win, [Some(Code::Works); 2]));
    assert_eq!(claim.points, answer.field.len());
}

#[test]
fn a_stop_and_a_deadline_are_told() {
    let position = position(SEKI);
    let at = |name| position.topology().point(name).expect("a point");
    let ask = |watch: &Watch| {
        let answer =
            solve(&position, [at("A7"), at("A5")], &Stated::default(), &Limits::nodes(1_000_000), watch);
        answer.map(|answer| answer.verdict)
    };
    let stopped = Watch::new();
    stopped.stop();
    assert_eq!(ask(&stopped), Ok(Verdict::Unknown { why: Why::Stopped }));
    assert_eq!(ask(&Watch::new().within(Some(0.0))), Ok(Verdict::Unknown { why: Why::Time }));
}

#[test]
fn targets_must_be_opposing_strings() {
    let position = position(SEKI);
    let at = |name| position.topology().point(name).expect("a point");
    let ask = |targets| {
        solve(&position, targets, &Stated::default(), &Limits::nodes(10), &Watch::unwatched())
            .map(|answer| answer.verdict)
    };
    let sentence = |targets| ask(targets).map_err(|unfit| unfit.sentence(position.topology()));
    assert_eq!(ask([at("A1"), at("A4")]), Err(Unfit::Empty(at("A1"))));
    assert_eq!(sentence([at("A1"), at("A4")]), Err("A1 is empty: a target must be a stone".into()));
    assert_eq!(ask([at("A8"), at("A5")]), Err(Unfit::SameColor));
    assert_eq!(ask([Point(5000), at("A4")]), Err(Unfit::Empty(Point(5000))));
    assert_eq!(sentence([Point(5000), at("A4")]), Err("a target is not on the board".into()));
}

#[test]
fn fights_are_found_in_the_order_in_which_people_ask() {
    let position = position(
        ". . . . . . . . .
         . . . . . . . . .
         . . . . . . . . .
         . . . . . . . . .
         . . . . . . . . .
         . O O X X . . . .
         O . X O . X . . .
         O . X O . X . . .
         O . X O . X . . .",
    );
    let at = |name| position.topology().point(name).expect("a point");
    let fights = crate::find(&position, None);
    assert_eq!(fights[0].at, [at("C3"), at("D3")], "three liberties against three, and no way out");
    // Stones that share two liberties are one group.
    let joined = fights.iter().find(|fight| fight.stones[1].contains(at("A1"))).expect("the wall fights too");
    assert!(joined.stones[1].contains(at("C4")));
    // Near the last move comes first.
    let far = crate::find(&position, Some(at("A1")));
    assert!(far.iter().all(|fight| fights.contains(fight)) && far.len() == fights.len());
    let empty = position.topology().clone();
    assert_eq!(crate::find(&Position::new(empty, Rules::default()), None), []);
}

#[test]
fn a_group_that_lives_fights_with_one_that_does_not() {
    // White lives with two eyes; Black below does not, and then does.
    let fights = |text: &str| crate::find(&position(text), None).len();
    assert_eq!(fights(". O . O .\nO O O O O\nX X X X X\n. . . . ."), 1);
    assert_eq!(fights(". O . O .\nO O O O O\nX X X X X\n. X . X ."), 0);
}

/// What a smaller limit knows a larger one knows as well, for both sides moving first.
#[test]
fn more_nodes_never_know_less() {
    let mut rng = ChaCha8Rng::seed_from_u64(23);
    let (mut fights, mut grown) = (0, 0);
    while fights < 12 {
        let Some((position, targets)) = random_strings(9, &mut rng) else { continue };
        let targets =
            if position.stone(targets[0]) == Some(Color::Black) { targets } else { [targets[1], targets[0]] };
        fights += 1;
        let mut known = [None; 2];
        for nodes in [50, 200, 800, 3_200, 12_800] {
            let answers = solve_both(
                &position,
                targets,
                &Stated::default(),
                &Limits::nodes(nodes),
                &Watch::unwatched(),
            );
            let answers = answers.expect("two opposing strings");
            for (known, answer) in known.iter_mut().zip(answers) {
                match *known {
                    Some(before) => assert_eq!(
                        (answer.verdict, answer.codes),
                        before,
                        "{targets:?} with {nodes} nodes\n{position}"
                    ),
                    None if answer.is_known() => {
                        grown += u32::from(nodes > 50);
                        *known = Some((answer.verdict, answer.codes));
                    }
                    None => {}
                }
            }
        }
    }
    assert!(grown >= 4, "{grown} verdicts came with more nodes");
}
