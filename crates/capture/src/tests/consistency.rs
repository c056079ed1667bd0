//! One ply: after the move that an answer gives, the opponent's question has the complementary answer, kos included.

use tesuji_board::{Color, Diagram, Position, Rules};
use tesuji_job::{Limits, Watch};

use super::limits::shipped;
use crate::{Code, Ko, Settings, Side, Verdict, solve};

#[test]
fn the_opponent_gets_the_complementary_answer() {
    let (mut compared, mut kos) = (0, 0);
    for problem in shipped(1) {
        let settings = Settings { further: 0, ..problem.settings() };
        let limits = Limits::nodes(20_000);
        let ask = |position, first, settings: &Settings| {
            solve(position, problem.target, first, settings, &limits, &Watch::unwatched())
        };
        let answer = ask(&problem.position, problem.first, &settings).unwrap();
        let (Some(step), Some(code)) = (answer.first_move, answer.code) else { continue };
        if code == Code::Fails {
            // There is no move to give.
            continue;
        }
        let mover = if problem.first == Side::Attacker {
            problem.position.stone(problem.target).unwrap().opponent()
        } else {
            problem.position.stone(problem.target).unwrap()
        };
        let mut after = problem.position.clone();
        match step {
            Some(point) => after.play(mover, point).unwrap(),
            None => after.pass(mover),
        }
        if after.stone(problem.target) != problem.position.stone(problem.target) {
            // Taken: the question is over, or it is a ko about a stone that is not there.
            continue;
        }
        if answer.order > Some(settings.order) {
            // Waiting for threats to run out goes beyond the usual order, as far as the orders found on the way allow; the
            // question after the move has found others.
            continue;
        }
        let Some(reply) = ask(&after, problem.first.opponent(), &settings) else { continue };
        if matches!(reply.verdict, Verdict::Unknown { .. }) {
            continue;
        }
        compared += 1;
        kos += usize::from(answer.verdict == Verdict::Ko);
        let expected = match code {
            Code::Fails | Code::Works => Code::Fails,
            Code::KoOpponentThreatens => Code::KoMoverThreatens,
            Code::KoMoverThreatens => Code::KoOpponentThreatens,
        };
        assert_eq!(
            (reply.verdict.name(), reply.code),
            (answer.verdict.name(), Some(expected)),
            "{}: after {step:?} in\n{}",
            problem.name,
            problem.position
        );
    }
    assert!(compared > 200 && kos > 10, "{compared} compared, {kos} kos");
}

/// A move that saves the target up to the usual order, with so many liberties that the next question is about a higher one, which
/// captures it: another move is given, and the order up to which it holds.
#[test]
fn a_move_is_given_that_holds_at_the_order_of_the_next_question() {
    let diagram: Diagram = "
        . . O . . X . O .
        . . X X O O X X O
        . O O O . O O . .
        . X O O X X X . .
        . X O X O O O . X
        . X X X O X X O X
        O X . . . X X . .
        O . O . O X . . .
        O X . O X X . . ."
        .parse()
        .unwrap();
    let position = diagram.position(Rules::default()).unwrap();
    let point = |name| position.topology().point(name).unwrap();
    let ask = |position: &Position, first| {
        let settings = Settings::suited(position, point("C2"));
        solve(position, point("C2"), first, &settings, &Limits::nodes(200_000), &Watch::unwatched()).unwrap()
    };
    let answer = ask(&position, Side::Defender);
    assert_eq!(answer.verdict, Verdict::Escapes { order: 4 });
    let after = |point| {
        let mut after = position.clone();
        after.play(Color::White, point).unwrap();
        after
    };
    let short = after(point("D2"));
    assert_eq!(ask(&short, Side::Attacker).verdict, Verdict::Captured, "this holds up to order 3 only");
    let given = after(answer.first_move.flatten().unwrap());
    assert!(matches!(ask(&given, Side::Attacker).verdict, Verdict::Escapes { .. }));
}

/// Random boards on which the opponent was once told something else: he read on to a higher order, or one threat was enough at the
/// order that he began with.
#[test]
fn what_the_opponent_reads_beyond_the_usual_orders_is_no_surprise() {
    for (board, target, first) in [(READ_ON, "A3", Side::Defender), (WAITS, "N1", Side::Attacker)] {
        let position = board.parse::<Diagram>().unwrap().position(Rules::default()).unwrap();
        let target = position.topology().point(target).unwrap();
        let ask = |position: &Position, first| {
            let settings = Settings::suited(position, target);
            solve(position, target, first, &settings, &Limits::nodes(100_000), &Watch::unwatched()).unwrap()
        };
        let answer = ask(&position, first);
        assert_eq!(answer.code, Some(Code::Works), "{:?}", answer.verdict);
        let owner = position.stone(target).unwrap();
        let mover = if first == Side::Defender { owner } else { owner.opponent() };
        let mut after = position.clone();
        after.play(mover, answer.first_move.flatten().unwrap()).unwrap();
        let reply = ask(&after, first.opponent());
        assert_eq!((reply.verdict.name(), reply.code), (answer.verdict.name(), Some(Code::Fails)), "{board}");
    }
}

const READ_ON: &str = "\
X . X X O X X . X . O
. . . O O X X . O O O
O O . X X O . X O X X
. O X O X X X X O X X
. . O O . X . O . O X
X O X O X O . O X O .
. X . X . O O X X O O
X X O . O O . . X . .
X O O O X O . X O . O
X O X O . O X . X O O
X . . . X X . X . X O
";

const WAITS: &str = "\
X . X . X . . O . . . . X X . . O . O
. . . X X O X . . . . . O . X X . . .
X X O X X O . O X . X O . . X X O . O
. . . . . O . . . O O X O . X . . O O
. . . . O . . O . O . . O . O . . . .
. X X . . . O O . O . . . O . . . . O
. X O X . X O O . O . X O O . O . . O
X . O . O O . X O . O . X . X . X O X
. X . . . . . X X X . X O X . . O O .
X X . . O . . . . O . X O . . . . . O
. X X . X X . . X O . X O . . O X . X
X . O O X O . O . . . O . . . X X . O
. . X . O . . X O . O O X O . . O X .
. O . O . O . . O . X X X O X O . . X
X X X . X . X O . O . . X O O O . X .
. . . X O . X X . X O . X X X X X X .
X X . . O . . O O X . X X . O X O . .
O X X . O . O . . . X X O O . . O X X
. O . . X . . O . O O . O . O X X . .
";

/// The attacker may just have filled the fifth liberty and been told that he captures at order 4. With four liberties order 3 is usual,
/// and a move saves the string up to it that leaves four again: the defender is asked about order 4 all the same, also where nothing is
/// set aside for reading on.
#[test]
fn a_liberty_less_is_no_order_less() {
    let position = FILLED.parse::<Diagram>().unwrap().position(Rules::default()).unwrap();
    let target = position.topology().point("C12").unwrap();
    let settings = Settings { further: 1, ..Settings::suited(&position, target) };
    let ask = |settings: &Settings| {
        solve(&position, target, Side::Defender, settings, &Limits::nodes(20_000), &Watch::unwatched())
            .unwrap()
    };
    assert_eq!(ask(&settings.up_to(3)).verdict, Verdict::Escapes { order: 3 });
    let answer = ask(&settings);
    assert_eq!((answer.verdict, answer.order, answer.code), (Verdict::Captured, Some(4), Some(Code::Fails)));
}

const FILLED: &str = "\
X . O . X . X X O X . O O
X . O O X . . . O . . X X
. O X . X . . O . O X O .
O X X X . X X X O . . . O
. . X . . . O O X . . O O
. X . O O X X X . O O X O
X O . O X X O O . O . . .
X . O O O O O X X X . . X
. O . X O X . O X . . . .
O O O O O . X O . X O X X
. O . X O O . . . . X . .
. . . X X X O . . . X X X
. O O . . X . O . . . X .
";

/// Orders above the usual ones, where the target is shut in: the same verdict as for a question about that order, and the
/// complementary one after the move.
#[test]
fn what_is_read_on_is_what_that_order_says() {
    let [mut captured, mut escapes, mut open, mut every] = [0; 4];
    for problem in shipped(2) {
        // One order less than usual: what the shipped set records is what the usual question says.
        let usual = Settings { order: 2, ..problem.settings() };
        let limits = Limits::nodes(40_000);
        let ask = |position, first, settings: &Settings| {
            solve(position, problem.target, first, settings, &limits, &Watch::unwatched()).unwrap()
        };
        let lower = ask(&problem.position, problem.first, &Settings { further: 0, ..usual });
        let answer = ask(&problem.position, problem.first, &usual);
        if answer.every_order && !answer.alive {
            // Then it escapes from higher orders, too.
            every += 1;
            let higher = ask(&problem.position, problem.first, &usual.up_to(4));
            assert!(
                matches!(higher.verdict, Verdict::Escapes { .. } | Verdict::Unknown { .. }),
                "{}",
                problem.name
            );
        }
        if !matches!(lower.verdict, Verdict::Escapes { .. }) || answer.order <= lower.order {
            continue;
        }
        let order = answer.order.unwrap();
        let exact = Settings { order, further: 0, ..usual };
        match answer.verdict {
            Verdict::Captured => captured += 1,
            Verdict::Escapes { .. } => escapes += 1,
            _ => continue,
        }
        let again = ask(&problem.position, problem.first, &exact);
        if matches!(again.verdict, Verdict::Unknown { .. }) {
            // What was found out about every order helped before.
            open += 1;
            continue;
        }
        assert_eq!(answer.verdict.name(), again.verdict.name(), "{}", problem.name);
        let (Some(Some(point)), Some(Code::Works)) = (answer.first_move, answer.code) else { continue };
        let owner = problem.position.stone(problem.target).unwrap();
        let mover = if problem.first == Side::Attacker { owner.opponent() } else { owner };
        let mut after = problem.position.clone();
        after.play(mover, point).unwrap();
        let reply = ask(&after, problem.first.opponent(), &exact);
        if !matches!(reply.verdict, Verdict::Unknown { .. }) {
            assert_eq!(reply.verdict.name(), answer.verdict.name(), "{}: after the move", problem.name);
        }
    }
    assert!(captured > 5 && escapes > 5, "{captured} captured and {escapes} escapes were read on");
    assert!(every > 5 && open < 5, "{every} escape from every order, {open} stay open at a single one");
}

/// Black drives the stone along the edge, and after each step White may take the ko again: that takes five threats.
#[test]
fn a_ko_may_take_many_threats() {
    let ask = |text: &str, first, settings: &dyn Fn(Settings) -> Settings| {
        let position = text.parse::<Diagram>().unwrap().position(Rules::default()).unwrap();
        let target = position.topology().point("A4").unwrap();
        let settings = settings(Settings::suited(&position, target));
        let answer =
            solve(&position, target, first, &settings, &Limits::nodes(20_000), &Watch::unwatched()).unwrap();
        let step = answer.first_move.flatten().map(|point| position.topology().name_of(point).to_string());
        (answer, step)
    };
    let usual = |settings| settings;
    let (attack, step) = ask(MANY_THREATS, Side::Attacker, &usual);
    assert_eq!((attack.verdict, attack.code), (Verdict::Ko, Some(Code::KoMoverThreatens)));
    assert_eq!(
        (attack.ko, step.as_deref()),
        (Some(Ko { needs: Side::Attacker, threats: Some(5) }), Some("B4"))
    );
    let after = MANY_THREATS.replace("O . X X . . O", "O X X X . . O");
    let (defence, _) = ask(&after, Side::Defender, &usual);
    assert_eq!((defence.verdict, defence.code), (Verdict::Ko, Some(Code::KoOpponentThreatens)));
    assert_eq!(defence.ko, attack.ko);
    // Whoever names an order is told about the threats that are counted.
    let (named, _) = ask(MANY_THREATS, Side::Attacker, &|settings| settings.up_to(3));
    assert_eq!((named.verdict, named.against), (Verdict::Escapes { order: 3 }, 3));
    // A shorter way needs fewer of them: each step takes one.
    let shorter = MANY_THREATS
        .replace(". . O . . . . . .\n. . O . . . . . .\n", "X X X O . . . . .\nX X X O . . . . .\n");
    let (counted, _) = ask(&shorter, Side::Attacker, &usual);
    assert_eq!(counted.ko, Some(Ko { needs: Side::Attacker, threats: Some(3) }), "{:?}", counted.verdict);
}

const MANY_THREATS: &str = "\
. . O . . . . . .
. . O . . . . . .
. . O . . . . . .
. . O . . . O . .
. . O . . . . . .
O . X X . . O . .
X O O O O O O . .
. X X X X X O . .
X X . X . X O . .
";
