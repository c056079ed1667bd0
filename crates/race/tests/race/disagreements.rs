//! Positions where counting alone is wrong. Each was found by comparing counting with search on random boards; each is now
//! recognised, and the search decides.

use tesuji_board::{Diagram, Rules};
use tesuji_race::{
    Blocks, BoardRace, Color, LibertyGames, Method, Obstacle, Outcome, Verdict, Wishes, solve, static_outcome,
};

fn race(text: &str) -> BoardRace {
    let diagram: Diagram = text.parse().expect("a diagram");
    let position = diagram.position(Rules::default()).expect("a position");
    let blocks = Blocks::new(&position, &Wishes::of_marks(&diagram)).expect("a race");
    BoardRace::new(position, blocks, LibertyGames::new()).expect("a race")
}

/// Counting would say one thing, search says another, and the answer is the search's.
fn check(text: &str, first: Color, by_counting: Outcome, truth: Outcome) {
    let verdict = verdict(text, first, by_counting);
    assert_eq!(verdict, Verdict::Known { outcome: truth, method: Method::Search }, "{text}");
}

/// The same of a race that depends on a ko: this is what it comes to without threats, and one threat turns it.
fn check_ko(text: &str, first: Color, by_counting: Outcome, without_threats: Outcome) {
    let Verdict::Ko(ko) = verdict(text, first, by_counting) else { panic!("no ko: {text}") };
    assert_eq!((ko.without_threats, ko.threats()), (without_threats, 1), "{text}");
    assert_eq!(Some(ko.must_threaten()), without_threats.winner().map(Color::opponent), "{text}");
}

fn verdict(text: &str, first: Color, by_counting: Outcome) -> Verdict {
    let mut race = race(text);
    let sum = race.race.clone();
    assert_eq!(static_outcome(&mut race.games, &sum, first).expect("small"), by_counting, "{text}");
    let report = solve(&mut race, false);
    report.answers[first.index()].verdict.clone()
}

#[test]
fn a_small_ko_gains_a_move_while_only_shared_liberties_are_left() {
    // White fills D1; Black takes at C4, White may not take back at once and has nothing else to fill but the shared F1.
    check_ko(
        "   A B C D E F G H J K L
 4 . O . O X X O X . X . 4
 3 . O O X X X O X . X . 3
 2 . O O O X X O X X X . 2
 1 . O X . X . O . X X . 1
triangle: E4
square: G4
circle: B4 K4
cross: D4 C1
",
        Color::White,
        Outcome::White,
        Outcome::Black,
    );
}

#[test]
fn two_small_kos_make_a_double_ko() {
    // White always has one of the two kos (H5 and H3) to take, so Black never gets to fill the rest: nobody is captured.
    check(
        "   A B C D E F G H J K L
 5 . O O . X O O X . X . 5
 4 . O X . X X O O X X . 4
 3 . O O . X O O . O X . 3
 2 . O O O X O O O X X . 2
 1 . O . O X O O . . X . 1
triangle: E5
square: G5
circle: B5 K5
cross: C4 H5 J3
",
        Color::White,
        Outcome::Black,
        Outcome::Seki,
    );
}

#[test]
fn a_small_ko_beside_a_possible_eye() {
    check(
        "   A B C D E F G H J K L
 3 . O . . X O O . X X . 3
 2 . O X O X O O . X X . 2
 1 . O . X X O O . X X . 1
triangle: E3
square: G3
circle: B3 K3
cross: C2 D2
",
        Color::Black,
        Outcome::Black,
        Outcome::White,
    );
}

#[test]
fn a_ko_that_cannot_matter_is_a_threat_for_a_small_one() {
    // Whoever gives way at D1, region B is worth 0. But Black's capture there has to be answered, and that is the threat
    // Black needs for the small ko at D4 and E4.
    check_ko(
        "   A B C D E F G H J K L M N
 4 . O O . . X X O X O . X . 4
 3 . O O O X X O O X X O X . 3
 2 . O . O X X O O . X X X . 2
 1 . O X . O X O O . . X X . 1
triangle: F4
square: H4
circle: B4 M4
cross: C1 E1 K4 L3
",
        Color::Black,
        Outcome::White,
        Outcome::Black,
    );
}

#[test]
fn the_last_region_cannot_be_reopened() {
    // White takes the liberty at E1 and Black could take two stones back at D2, so region A counts 2. But it is Black's only
    // region: when E1 is gone, so is Black.
    check(
        "   A B C D E F G H J K L M N
 3 . O . O X X O O X X X X . 3
 2 . O . . O X O O O . . X . 2
 1 . O X X . X X O . X X X . 1
triangle: F3
square: G3
circle: B3 M3
cross: C1 D3 E2
",
        Color::Black,
        Outcome::Black,
        Outcome::White,
    );
}

#[test]
fn one_liberty_is_one_liberty_whatever_a_ko_could_give_back() {
    // Black's only region counts 2: after White's E2, Black could take back at D1 and the stones would stand in a small ko. But
    // E2 is Black's last liberty of all, so White's move there captures. Seen on a board of wide regions (seed 145) when regions
    // that can be reopened were not yet obstacles.
    let text = "   A B C D E F G H J K L M N
 3 . O O O X X O O O . . X . 3
 2 . O . X . X O O X . . X . 2
 1 . O O . O X O O . X X X . 1
triangle: E3
square: G3
circle: B3 M3
cross: D2 J2 E1
";
    check(text, Color::Black, Outcome::Black, Outcome::White);
    let mut race = race(text);
    let reopens = |obstacle: &Obstacle| matches!(obstacle, Obstacle::MayReopen { summand } if summand == "B");
    assert!(race.race.clone().obstacles(&mut race.games).iter().any(reopens));
}

#[test]
fn a_liberty_that_lasts_one_move_gains_one_while_only_shared_liberties_are_left() {
    // Region A counts 0 whoever gives way in its ko. But when nothing is left but G4 and G2, Black takes at D4, and while White
    // takes back Black fills both: without the liberty at E4 the first of these moves would be self-atari. Found when more
    // boards were tried (seed 10888).
    check(
        "   A B C D E F G H J K L M N
 4 . O . . O X . O O O X X . 4
 3 . O O O X X O O . X X X . 3
 2 . O X O O X . O X . . X . 2
 1 . O . . . X O O X X X X . 1
triangle: F4
square: H4
circle: B4 M4
cross: C2 E4
",
        Color::Black,
        Outcome::Seki,
        Outcome::Black,
    );
}
