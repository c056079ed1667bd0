//! The games of the capturing races: figures of the paper, and the judgement they lead to.

use tesuji_cgt::{Arena, Game, Relation, Side, Style};

fn parse_all(arena: &mut Arena, texts: &[&str]) -> Vec<Game> {
    texts.iter().map(|text| arena.parse(text).unwrap_or_else(|error| panic!("{text}: {error}"))).collect()
}

/// The thirteen cooled regions of problem E, A to M, as the paper writes them, and their atomic weights.
const PROBLEM_E: [(&str, i64); 13] = [
    ("1 3/4", 0),
    ("2{-_3|0^3}", -3),
    ("3{-_1|0}", -1),
    ("3^*", 1),
    ("1 3/4", 0),
    ("3", 0),
    ("-1", 0),
    ("-2 1/2", 0),
    ("-4v", -1),
    ("-2*", 0),
    ("-1", 0),
    ("-3{0|+_2}", 1),
    ("-2{0^2|+_3}", 2),
];

#[test]
fn cooled_regions_come_out_in_the_papers_own_form() {
    let mut arena = Arena::new();
    let cases = [
        ("{4|0}", "2*"),
        ("{3|0}", "1 1/2"),
        ("{6||4|0}", "4^"),
        ("{-5|-9}", "-7*"),
        ("{-5|-8}", "-6 1/2"),
        ("{6|2}", "4*"),
        ("{0|-4}", "-2*"),
        ("{0||-2|-6}", "-2^"),
        ("{{{8|5}|3}|1}", "2 7/8"),
        ("{{6|3}|1}", "2 3/4"),
    ];
    for (region, expected) in cases {
        let game = arena.parse(region).expect("a region");
        let cooled = arena.cool(game, 2.into()).expect("fits");
        assert_eq!(arena.text_in(cooled, Style::Paper).expect("short"), expected, "{region}");
    }
}

#[test]
fn problems_a_to_d_and_their_winning_moves() {
    let mut arena = Arena::new();
    let cases: [(&str, &[&str], &str, &[usize]); 4] = [
        ("A", &["2*", "4^", "-7"], "-1^*", &[0]),
        ("B", &["2*", "4^", "-7*"], "-1^", &[1]),
        ("C", &["2*", "4^", "-6 1/2"], "-1/2^*", &[0, 1]),
        ("D", &["-6 1/2", "2 7/8", "2 3/4"], "-7/8", &[1]),
    ];
    for (problem, regions, sum, winning) in cases {
        let games = parse_all(&mut arena, regions);
        let advice = arena.best_moves(&games, Side::Left, Game::integer(-1)).expect("fits");
        assert_eq!(arena.text(advice.total).expect("short"), sum, "problem {problem}");
        assert_eq!(advice.winning_components(), winning, "problem {problem}");
        assert!(advice.wins());
        // Black's adjusted value is 0: the smallest integer not below the sum.
        assert_eq!(arena.ceil(advice.total).expect("fits"), 0, "problem {problem}");
    }
}

#[test]
fn problem_e_with_its_atomic_weights() {
    let mut arena = Arena::new();
    let values: Vec<&str> = PROBLEM_E.iter().map(|(value, _)| *value).collect();
    let games = parse_all(&mut arena, &values);
    let mut infinitesimals = Vec::new();
    for (&game, (value, weight)) in games.iter().zip(PROBLEM_E) {
        assert_eq!(arena.text_in(game, Style::Paper).expect("short"), value);
        let mean = arena.mean(game).expect("fits");
        let infinitesimal = arena.difference(game, mean.into()).expect("fits");
        assert_eq!(
            arena.atomic_weight(infinitesimal).expect("fits").weight(),
            Some(weight.into()),
            "{value}"
        );
        infinitesimals.push(infinitesimal);
    }
    let part = arena.sum_all(&infinitesimals).expect("fits");
    assert_eq!(arena.atomic_weight(part).expect("fits").weight(), Some(Game::integer(-1)));

    let total = arena.sum_all(&games).expect("fits");
    assert_eq!(arena.mean(total).expect("fits"), (-1).into());
    assert_eq!(arena.compare(total, Game::integer(-1)).expect("fits"), Relation::Confused);
    assert!(!arena.sum_at_most(&games, Game::integer(-1)).expect("fits"), "Black first wins");
    assert!(!arena.sum_at_least(&games, Game::integer(1)).expect("fits"), "White first wins");
    let advice = arena.best_moves(&games, Side::Left, Game::integer(-1)).expect("fits");
    assert_eq!(advice.winning_components(), [2], "C is the only winning region");
}

#[test]
fn several_blocks_of_the_second_paper() {
    let mut arena = Arena::new();
    let regions = ["{6|2}", "{0|-4}", "{0||-2|-6}"].map(|text| {
        let game = arena.parse(text).expect("a region");
        arena.cool(game, 2.into()).expect("fits")
    });
    let [x1, star, up] = regions;
    let against_x1 = [x1, star, up, Game::integer(-1)];
    let advice = arena.best_moves(&against_x1, Side::Left, Game::integer(-1)).expect("fits");
    assert_eq!(arena.text(advice.total).expect("short"), "-1^");
    assert_eq!(advice.winning_components(), [2]);
    // Against X2 the sum lies next to 0. With five liberties only * wins there, so no move wins both races; with six
    // (figure 13) ^ does as well.
    for (x2, sum, winning) in [(5, "^*", vec![1]), (6, "1^*", vec![1, 2])] {
        let against_x2 = [Game::integer(x2), star, up, Game::integer(-1)];
        let advice = arena.best_moves(&against_x2, Side::Left, Game::ZERO).expect("fits");
        assert_eq!(arena.text(advice.total).expect("short"), sum);
        assert_eq!(advice.winning_components(), winning);
    }
}
