//! A limit is never a verdict, and limits hold for whole questions.

use tesuji_board::{Diagram, Mark, Point, Position, Rules};
use tesuji_formats::{Moment, read_sgf};
use tesuji_job::{Limits, Watch, Why};
use tesuji_local::Threats;

use crate::verdict::EASY;
use crate::{
    Algorithm, Answer, Choices, Settings, Shown, Side, THREATS, Verdict, attempt, solve, winning_moves,
};

pub(super) struct Problem {
    pub(super) name: String,
    pub(super) position: Position,
    pub(super) target: Point,
    pub(super) first: Side,
}

impl Problem {
    fn of(name: &str, diagram: &Diagram) -> Problem {
        let position = diagram.position(Rules::default()).unwrap();
        let target = diagram.marked(Mark::Triangle).first().unwrap();
        let own = position.stone(target) == Some(position.to_move());
        let first = if own { Side::Defender } else { Side::Attacker };
        Problem { name: name.into(), position, target, first }
    }

    pub(super) fn settings(&self) -> Settings {
        Settings::suited(&self.position, self.target)
    }

    fn ask(&self, limits: &Limits, watch: &Watch) -> Answer {
        solve(&self.position, self.target, self.first, &self.settings(), limits, watch).unwrap()
    }

    fn moves(&self, answer: &Answer, limits: &Limits, watch: &Watch) -> Choices {
        let Problem { position, target, first, .. } = self;
        winning_moves(position, *target, *first, &self.settings(), answer, limits, watch).unwrap()
    }

    fn names(&self, moves: &[Option<Point>]) -> String {
        let points: Vec<Point> = moves.iter().copied().flatten().collect();
        self.position.topology().names_of(&points)
    }
}

/// A problem drawn here, with the attacker to move.
fn problem(text: &str, target: &str) -> Problem {
    let diagram: Diagram = text.parse().unwrap();
    let position = diagram.position(Rules::default()).unwrap();
    let target = position.topology().point(target).unwrap();
    Problem { name: text.into(), position, target, first: Side::Attacker }
}

/// The problems that are shipped, one in so many.
pub(super) fn shipped(every: usize) -> Vec<Problem> {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../examples/capture-problems.sgf");
    let games = read_sgf(&std::fs::read(path).unwrap()).unwrap().games;
    let chosen = games.iter().enumerate().step_by(every);
    chosen
        .map(|(number, game)| {
            Problem::of(&format!("problem {}", number + 1), &game.diagram(Moment::Problem).unwrap())
        })
        .collect()
}

#[test]
fn more_nodes_never_turn_a_verdict_into_another() {
    let problems = shipped(10);
    assert!(problems.len() > 30);
    let mut known = [0; 3];
    for problem in &problems {
        let answers = [1_000, 10_000, 100_000].map(|nodes| {
            let answer = problem.ask(&Limits::nodes(nodes), &Watch::unwatched());
            assert!(answer.nodes <= nodes, "{}: {} nodes instead of {nodes}", problem.name, answer.nodes);
            answer
        });
        for (step, answer) in answers.iter().enumerate() {
            let is_known = !matches!(answer.verdict, Verdict::Unknown { .. });
            known[step] += usize::from(is_known);
            assert_eq!(answer.code.is_some(), is_known, "{}", problem.name);
            for later in &answers[step..] {
                if is_known {
                    let one = (answer.verdict, answer.code, answer.order, &answer.line);
                    let other = (later.verdict, later.code, later.order, &later.line);
                    assert_eq!(one, other, "{}", problem.name);
                }
                for fact in &answer.shown {
                    assert!(!contradicts(fact, later), "{}: {fact}, but {:?}", problem.name, later.verdict);
                }
                assert!(answer.up_to_order <= later.up_to_order, "{}", problem.name);
            }
        }
    }
    // Some become known on the way, or the test says nothing.
    assert!(known[0] < known[1] && known[2] > problems.len() * 4 / 5, "{known:?} of {}", problems.len());
}

/// Whether it is a ko that takes more threats than every verdict holds against.
fn takes_many(answer: &Answer) -> bool {
    answer.ko.is_some_and(|ko| ko.threats.is_none_or(|count| count > THREATS))
}

/// Whether a fact shown with few nodes cannot be true, going by an answer with more.
fn contradicts(fact: &Shown, later: &Answer) -> bool {
    match (*fact, later.verdict) {
        (Shown::Refuted { standing: EASY, order }, _) => later.up_to_order < Some(order),
        (Shown::Refuted { standing, order }, Verdict::Captured) => {
            // The order that is told is that of the capture against as many threats.
            standing == Threats::EVEN - THREATS && later.order <= Some(order)
        }
        // More threats than were looked at may make a ko of it.
        (shown, verdict) if shown.is_capture_for_good() => {
            let may_be = verdict == Verdict::Captured || verdict == Verdict::Ko && takes_many(later);
            !may_be && !matches!(verdict, Verdict::Unknown { .. })
        }
        (Shown::Captured { .. }, verdict) => matches!(verdict, Verdict::Escapes { .. }),
        (Shown::Refuted { .. } | Shown::Uncertified { .. }, _) => false,
    }
}

/// A net: the ladder is broken by the stones on the right.
const NET: &str = "
    . . . . . . .
    . . . . . O .
    . . . . . . .
    . X . . . . .
    . X O . . O .
    . . X X . . .
    . . . . . . .";

#[test]
fn what_was_shown_is_told_when_a_limit_ends_the_search() {
    let net = problem(NET, "C3");
    let answer = net.ask(&Limits::nodes(100_000), &Watch::unwatched());
    assert_eq!(answer.verdict, Verdict::Captured);
    assert!(answer.shown.is_empty());
    // All that is missing is the last node.
    let short = net.ask(&Limits::nodes(answer.nodes - 1), &Watch::unwatched());
    assert_eq!(short.verdict, Verdict::Unknown { why: Why::Nodes });
    assert_eq!((short.code, short.first_move, short.order), (None, None, None));
    assert_eq!(short.up_to_order, answer.up_to_order);
    let order = answer.up_to_order.unwrap();
    assert_eq!(short.shown, [Shown::no_capture(order)]);
    assert_eq!(
        short.shown[0].to_string(),
        format!("no capture up to order {order}, even if the attacker has 3 ko threats more")
    );
    // What the searches of the paper prove is told apart from what holds for the whole board.
    let plain = Settings { algorithm: Algorithm::Dfpn, order: 4, ..net.settings() };
    let dfpn = |nodes| {
        let limits = Limits::nodes(nodes);
        solve(&net.position, net.target, net.first, &plain, &limits, &Watch::unwatched()).unwrap()
    };
    assert_eq!(dfpn(500_000).verdict, Verdict::Captured);
    let uncertified =
        |answer: &Answer| answer.shown.iter().any(|fact| matches!(fact, Shown::Uncertified { .. }));
    let proved = (1..200).map(|step| dfpn(step * 50)).find(uncertified).unwrap();
    assert_eq!(proved.verdict, Verdict::Unknown { why: Why::Nodes });
    let stopped = Watch::new();
    stopped.stop();
    let nothing = net.ask(&Limits::nodes(100_000), &stopped);
    assert_eq!((nothing.verdict, nothing.nodes), (Verdict::Unknown { why: Why::Stopped }, 0));
    let late = net.ask(&Limits::nodes(100_000), &Watch::new().within(Some(0.0)));
    assert_eq!(late.verdict, Verdict::Unknown { why: Why::Time });
    let once = |nodes| {
        let limits = Limits::nodes(nodes);
        attempt(&net.position, net.target, net.first, &net.settings(), &limits, &Watch::unwatched()).unwrap()
    };
    assert_eq!(once(1).captured, Err(Why::Nodes));
    assert_eq!(once(100_000).captured, Ok(true));
}

#[test]
fn a_first_move_that_could_not_be_judged_is_undecided() {
    let net = problem(NET, "C3");
    let limits = Limits::nodes(200_000);
    let watch = Watch::unwatched();
    let answer = net.ask(&limits, &watch);
    let all = net.moves(&answer, &limits, &watch);
    assert!(all.undecided.is_empty(), "{}", net.names(&all.undecided));
    assert_eq!(all.moves.first().copied(), answer.first_move);
    assert!(all.moves.len() > 1, "{}", net.names(&all.moves));
    let mut decided = 0;
    for more in [0, all.nodes / 4, all.nodes / 2, all.nodes * 20] {
        let nodes = answer.nodes + more;
        let some = net.moves(&answer, &Limits::nodes(nodes), &watch);
        assert!(answer.nodes + some.nodes <= nodes);
        // Nothing is left out and nothing is made up.
        assert!(some.moves.iter().all(|step| all.moves.contains(step)));
        assert!(all.moves.iter().all(|step| some.moves.contains(step) || some.undecided.contains(step)));
        assert_eq!(some.why, (!some.undecided.is_empty()).then_some(Why::Nodes));
        assert!(some.moves.len() >= decided);
        decided = some.moves.len();
        assert_eq!(some, net.moves(&answer, &Limits::nodes(nodes), &watch));
        assert!(nodes > answer.nodes || some.moves.len() == 1);
    }
    assert_eq!(decided, all.moves.len());
    let too_few = Limits::nodes(answer.nodes - 1);
    let unknown = net.ask(&too_few, &watch);
    let none = net.moves(&unknown, &too_few, &watch);
    assert!(none.moves.is_empty() && none.undecided.len() >= all.moves.len() && none.nodes == 0);
    assert_eq!(none.why, Some(Why::Nodes));
}

#[test]
fn taking_the_target_in_a_ko_is_judged_as_a_ko() {
    let ko = problem(
        "
        . X O . . .
        X O . O . .
        . X O . . .
        . . . . . .
        . . . . . .",
        "B4",
    );
    let limits = Limits::nodes(300_000);
    let answer = ko.ask(&limits, &Watch::unwatched());
    assert_eq!((answer.verdict, answer.code), (Verdict::Ko, Some(crate::Code::KoOpponentThreatens)));
    let all = ko.moves(&answer, &limits, &Watch::unwatched());
    assert_eq!((ko.names(&all.moves), ko.names(&all.undecided)), ("C4".into(), String::new()));
}

#[test]
fn the_defender_who_needs_threats_is_told_the_move_that_keeps_the_ko() {
    let corner = "
        X X O O O
        . X . O X
        X O X . .
        O . . . .";
    let ko = Problem { first: Side::Defender, ..problem(corner, "B2") };
    let limits = Limits::nodes(300_000);
    let answer = ko.ask(&limits, &Watch::unwatched());
    assert_eq!((answer.verdict, answer.code), (Verdict::Ko, Some(crate::Code::KoMoverThreatens)));
    assert_eq!(answer.line.first().copied(), answer.first_move);
    let all = ko.moves(&answer, &limits, &Watch::unwatched());
    assert_eq!((ko.names(&all.moves), ko.names(&all.undecided)), ("A3".into(), String::new()));
    assert_eq!(answer.first_move, Some(ko.position.topology().point("A3")));
}
