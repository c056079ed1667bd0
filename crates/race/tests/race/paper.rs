//! The figures of paper 000: problems A to E as sums of liberty games.

use tesuji_cgt::{Game, Relation, Style};
use tesuji_race::{Answer, Color, LibertyGames, Outcome, Place, Race, answer, cooled_sum};

fn solve(black: &[&str], white: &[&str], first: Color) -> (LibertyGames, Race, Answer) {
    let mut games = LibertyGames::new();
    let race = Race::read(&mut games, [black, white], 0, [None, None]).expect("a race");
    let answer = answer(&mut games, &race, first);
    (games, race, answer)
}

fn winning_names(race: &Race, answer: &Answer) -> Vec<String> {
    let mut names: Vec<String> = answer
        .winning
        .iter()
        .map(|played| match played.place {
            Place::Summand(index) => race.summands[index].name.to_string(),
            Place::Shared => "shared".to_string(),
        })
        .collect();
    names.sort();
    names.dedup();
    names
}

struct Problem {
    black: &'static [&'static str],
    white: &'static [&'static str],
    sum: &'static str,
    winning: &'static [&'static str],
}

#[test]
fn problems_a_to_d() {
    let cases = [
        Problem { black: &["{4|0}", "{6||4|0}"], white: &["-7"], sum: "-1^*", winning: &["B1"] },
        Problem { black: &["{4|0}", "{6||4|0}"], white: &["{-5|-9}"], sum: "-1^", winning: &["B2"] },
        Problem { black: &["{4|0}", "{6||4|0}"], white: &["{-5|-8}"], sum: "-1/2^*", winning: &["B1", "B2"] },
        Problem {
            black: &["{{{8|5}|3}|1}", "{{6|3}|1}"],
            white: &["{-5|-8}"],
            sum: "-7/8",
            winning: &["B1"],
        },
    ];
    for Problem { black, white, sum, winning } in cases {
        let (mut games, race, answer) = solve(black, white, Color::Black);
        assert_eq!(answer.verdict.outcome(), Some(Outcome::Black), "{black:?} {white:?}");
        assert_eq!(winning_names(&race, &answer), winning, "{black:?} {white:?}");
        let cooled = cooled_sum(&mut games, &race).expect("small");
        assert_eq!(games.arena.text(cooled.sum).expect("small"), sum);
        assert_eq!(cooled.black, 0);
        let count = answer.count.expect("the line ends with filling");
        assert!(count.black > count.white || (count.black == count.white && count.to_move == Color::Black));
    }
}

/// Liberty games whose cooled values are those of figure 13(c), A to M. The trees are heated from the values: the
/// paper's boards are not in the text.
const PROBLEM_E: [(&str, &str); 13] = [
    ("{{5|2}|0}", "1 3/4"),
    ("{{{{{15|8}|6}|4}|2}|0}", "2{-_3|0^3}"),
    ("{{{10|5}|3}|1}", "3{-_1|0}"),
    ("{5,{7|3}|1}", "3^*"),
    ("{{5|2}|0}", "1 3/4"),
    ("3", "3"),
    ("-1", "-1"),
    ("{-1|-4}", "-2 1/2"),
    ("{{0|-4}|-6}", "-4v"),
    ("{0|-4}", "-2*"),
    ("-1", "-1"),
    ("{-1|{-3|{-5|-11}}}", "-3{0|+_2}"),
    ("{0|{-2|{-4|{-6|-13}}}}", "-2{0^2|+_3}"),
];

#[test]
fn problem_e_has_one_winning_region() {
    let regions = PROBLEM_E.map(|(region, _)| region);
    let (mut games, race, answer) = solve(&regions[..6], &regions[6..], Color::Black);
    for (summand, (_, cooled)) in race.summands.iter().zip(PROBLEM_E) {
        let value = games.cooled(&summand.parts, summand.owner).expect("small");
        assert_eq!(games.arena.text_in(value, Style::Paper).expect("small"), cooled);
    }
    assert_eq!(answer.verdict.outcome(), Some(Outcome::Black));
    assert_eq!(winning_names(&race, &answer), ["B3"], "C is the only winning region");
    let sum = cooled_sum(&mut games, &race).expect("small");
    assert_eq!(games.arena.compare(sum.sum, Game::integer(-1)).expect("small"), Relation::Confused);
    assert_eq!((sum.black, sum.white), (0, -2));
    // "Black wins by one move": the paper's line ends with 22 against 21, ours (other trees with the same cooled values,
    // and another choice of White's among losing moves) with smaller numbers and the same difference.
    let count = answer.count.expect("the line ends with filling");
    assert_eq!((count.black - count.white, count.to_move), (1, Color::White), "{count:?}");
    let last = answer.line.last().expect("a line");
    assert_eq!(last.mover, Color::Black);
    assert!(!last.after.breathes(&games, Color::White));
}
