//! What the program reproduces, asked as the program does: a number that differs fails.

use std::collections::BTreeSet;

use tesuji_ask::Desk;
use tesuji_board::{Color, Point, Position};
use tesuji_capture::Side;
use tesuji_job::{Limits, Watch};
use tesuji_papers::{Options, Reproduction, Row, capture_problems, reproduce};
use tesuji_search::{Domain, Estimate, Moves, Outcome, Plan, Step, Verdict, check, prove};

fn agrees(name: &str) -> Reproduction {
    let done = reproduce(name, &Options::default(), &Desk::default(), &Watch::unwatched());
    let done = done.unwrap_or_else(|ended| panic!("{name}: {ended:?}"));
    assert_eq!(done.different, 0, "{}", done.text());
    done
}

fn ours<'a>(done: &'a Reproduction, place: &str, what: &str) -> &'a str {
    let row = done.rows.iter().find(|row| row.place == place && row.what == what);
    &row.unwrap_or_else(|| panic!("no {what} of {place} in\n{}", done.text())).ours
}

#[test]
fn what_is_claimed_about_captures_agrees_with_the_judge() {
    agrees("captures");
}

#[test]
fn what_is_claimed_about_fights_agrees_with_the_judge() {
    agrees("fights");
}

#[test]
fn what_is_claimed_about_life_and_death_agrees_with_the_judge() {
    let done = agrees("life");
    assert_eq!(ours(&done, "areas between walls", "boards"), "300");
    assert_eq!(ours(&done, "connections", "boards"), "300");
    for verdict in ["connected", "cut", "ko"] {
        let times: u64 = ours(&done, "connections", &format!("answers: {verdict}")).parse().expect("a count");
        assert!(times >= 30, "{verdict} {times}");
    }
}

#[test]
fn what_is_claimed_about_races_agrees_with_the_judge() {
    let done = agrees("races");
    // Of the kos of the book: direct, two for either side, approach, shared; the others do not depend on their kos.
    for (what, expected) in
        [("boards", "7"), ("verdicts", "14 right, 0 wrong"), ("kos with their threats", "5 right, 0 wrong")]
    {
        assert_eq!(ours(&done, "kos of the book", what), expected);
    }
}

#[test]
fn a_number_that_differs_is_counted_and_shouted() {
    let done = Reproduction::new(vec![
        Row::compared("table 1", "strings", "12".into(), "12".into()),
        Row::compared("table 1", "liberties", "4".into(), "5".into()),
        Row::shown("table 2", "seconds", None, "0.1".into()),
    ]);
    assert_eq!(done.different, 1);
    let text = done.text();
    assert!(text.contains("DIFFERENT") && text.contains("2 numbers compared, 1 different"), "{text}");
}

#[test]
fn every_problem_has_the_recorded_answer() {
    let problems = capture_problems().unwrap();
    let names: BTreeSet<&str> = problems.iter().map(|problem| problem.name.as_str()).collect();
    assert_eq!(names.len(), problems.len(), "names are unique");
    let orders: BTreeSet<u8> = problems.iter().filter(|p| p.verdict == "captured").map(|p| p.order).collect();
    assert!(orders.is_superset(&(1..=5).collect()), "{orders:?}");
    let codes: BTreeSet<u8> = problems.iter().map(|problem| problem.code).collect();
    assert_eq!(codes, (0..=3).collect());
    let different: Vec<String> =
        problems.iter().filter_map(|problem| problem.difference(&Watch::unwatched()).unwrap()).collect();
    assert!(different.is_empty(), "{different:#?}");
}

/// The same question without orders, candidates, ladders and zones: every legal move and the pass for both sides.
#[derive(Clone)]
struct Everything {
    target: Point,
    defender: Color,
}

impl tesuji_search::Rules for Everything {
    type State = Position;
    type Move = Option<Point>;
    type Undo = ();

    fn attacker_to_move(&self, state: &Position) -> bool {
        state.to_move() != self.defender
    }

    /// A stone that is retaken at once is not captured, so the attacker must still have it on his next turn.
    fn outcome(&mut self, state: &Position) -> Option<Outcome> {
        let gone = state.stone(self.target) != Some(self.defender);
        (gone && self.attacker_to_move(state)).then_some(Outcome::Goal)
    }

    fn moves(&mut self, state: &Position, _order: u8, moves: &mut Moves<Option<Point>>) {
        state.legal_moves(state.to_move()).for_each(|point| moves.push(Some(point)));
        moves.push(None);
    }

    fn play(&mut self, state: &mut Position, step: Step<Option<Point>>) {
        let color = state.to_move();
        match step {
            Step::Move(Some(point)) => state.play(color, point).unwrap(),
            _ => state.pass(color),
        }
    }

    fn undo(&self, state: &mut Position, _step: Step<Option<Point>>, (): ()) {
        state.undo();
    }

    fn key(&self, state: &Position) -> u128 {
        let ko = state.ko().map_or(0, |point| u128::from(point.0) + 1);
        let side = u128::from(self.attacker_to_move(state));
        u128::from(state.stones_hash()) << 64 | ko << 1 | side
    }
}

impl Domain for Everything {
    fn estimate(&mut self, state: &Position, _order: u8) -> Estimate {
        let held = state.stone(self.target) == Some(self.defender);
        let liberties = if held { state.liberty_count(self.target) as u32 } else { 0 };
        Estimate { pn: 1 + liberties * liberties * 4, dn: 1 }
    }
}

#[test]
fn a_search_through_everything_agrees_where_it_comes_to_an_end() {
    let (mut agreed, mut open) = (0, 0);
    for problem in capture_problems().unwrap() {
        // Against a defender without threats a ko goes as its code says.
        let captured = match (problem.verdict.as_str(), problem.first, problem.code) {
            ("captured", ..) | ("ko", Side::Attacker, 2) | ("ko", Side::Defender, 3) => true,
            ("ko", ..) => false,
            // No capture up to an order is no claim about all of them.
            _ => continue,
        };
        if problem.position.topology().len() > 36 {
            continue;
        }
        let defender = problem.position.stone(problem.target).unwrap();
        let game = Everything { target: problem.target, defender };
        let plan = Plan { depth: 100, ..Plan::plain(0) };
        let limits = Limits::nodes(5_000);
        let answer = prove(&game, &problem.position, &plan, &limits, &Watch::unwatched());
        match answer.verdict {
            Verdict::Unknown { .. } => open += 1,
            verdict => {
                assert_eq!(verdict.is_proved(), captured, "{}:\n{}", problem.name, problem.position);
                if let Ok(evidence) = answer.evidence {
                    check(&game, &problem.position, plan.order, &evidence).unwrap();
                }
                agreed += 1;
            }
        }
    }
    assert!(agreed > 60, "{agreed} agreed, {open} came to no end");
}
