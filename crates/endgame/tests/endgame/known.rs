//! Facts of the field.

use tesuji_board::{Color, Diagram, Mark, Rules};
use tesuji_endgame::{Answer, Kind, Missing, Question, Scoring, solve};
use tesuji_job::{Limits, Watch, Why};
use tesuji_read::Stated;

/// The answer about a diagram in which every stone that is not marked with a cross is stated to be safe.
fn asked(diagram: &str, nodes: u64) -> Answer {
    let diagram: Diagram = diagram.parse().expect("a diagram");
    let position = diagram.position(Rules::default()).expect("a position");
    let weak = diagram.marked(Mark::Cross);
    let safe = position
        .topology()
        .points()
        .filter(|&point| !position.is_empty_at(point) && !weak.contains(point))
        .collect();
    let stated = Stated { safe, unknown: weak };
    let question = Question { stated, regions: None, scoring: Scoring::Territory };
    solve(&position, &question, &Limits::nodes(nodes), &Watch::unwatched())
}

/// A corridor of so many empty points, open at its end for White.
fn corridor(points: usize) -> String {
    let wall = "X ".repeat(points + 1);
    format!("{wall}O\nX {}O\n{wall}O\n", ". ".repeat(points))
}

fn count_and_move(answer: &Answer, region: usize) -> (String, String) {
    let worth = answer.regions[region].worth.as_ref().expect("it is known");
    let thermograph = &worth.thermographs[0];
    (thermograph.mean().to_string(), thermograph.temperature().to_string())
}

#[test]
fn corridors_have_their_known_values() {
    let known = [
        ("0", "0"),
        ("1/2", "1/2"),
        ("5/4", "3/4"),
        ("17/8", "7/8"),
        ("49/16", "15/16"),
        ("129/32", "31/32"),
    ];
    for (index, (count, size)) in known.into_iter().enumerate() {
        let mut answer = asked(&corridor(index + 1), 10_000);
        assert_eq!(count_and_move(&answer, 0), (count.into(), size.into()), "{} points", index + 1);
        let worth = answer.regions[0].worth.clone().expect("it is known");
        assert_eq!(worth.kind, Some(Kind::Gote));
        let text = answer.arena(0).expect("its arena").text(worth.chilled[0]).expect("short");
        assert_eq!(text, count, "the chilled value is the count");
    }
    let mut answer = asked(&corridor(4), 10_000);
    let value = answer.regions[0].worth.as_ref().expect("it is known").values[0];
    assert_eq!(answer.arena(0).expect("its arena").text(value).expect("short"), "{3|||2||1|*}");
}

#[test]
fn equal_regions_are_computed_once() {
    // The second corridor is the first one seen in a mirror.
    let text = "\
X X X X O X X X X
X . . . O . . . X
X X X X O X X X X
";
    let answer = asked(text, 100_000);
    let same: Vec<Option<usize>> = answer.regions.iter().map(|region| region.same_as).collect();
    assert_eq!(same, [None, Some(0)]);
    for (at, first) in same.iter().enumerate().filter_map(|(at, first)| Some((at, (*first)?))) {
        assert_eq!(count_and_move(&answer, at), count_and_move(&answer, first));
        let moves = |at: usize| answer.regions[at].worth.as_ref().expect("it is known").moves.clone();
        for point in moves(at).into_iter().flatten() {
            assert!(answer.regions[at].points.contains(point), "moves are those of the region itself");
        }
    }
}

#[test]
fn a_ko_that_matters_bounds_the_score() {
    // Black takes the stone on B3 from C3, and White takes back.
    let text = "\
   A B C D
 4 X X O O 4
 3 X O . O 3
 2 X X O O 2
 1 . X O . 1
   A B C D
cross: B3
";
    let answer = asked(text, 10_000);
    let worth = |at: usize| answer.regions[at].worth.as_ref().expect("it is known");
    let inexact: Vec<usize> = (0..answer.regions.len()).filter(|&at| !worth(at).is_exact()).collect();
    let [ko] = inexact[..] else { panic!("one region has a ko: {inexact:?}") };
    assert_eq!((worth(ko).kind, worth(ko).is_open), (None, true));
    let means = [0, 1].map(|bound: usize| worth(ko).thermographs[bound].mean().to_string());
    assert_eq!(means, ["1/2", "0"], "if Black wins the ko, and if White does");
    let [black, white] = &answer.first;
    assert_eq!(black.as_ref().map(|first| first.scores[0] - first.scores[1]), Ok(1), "{black:?}");
    assert_eq!(white.as_ref().map(|first| first.scores[0] - first.scores[1]), Ok(0), "{white:?}");
}

/// White throws in, Black takes, and nobody fights on: the ko that could come about does not matter for the score.
#[test]
fn a_ko_that_does_not_matter_is_in_the_score() {
    let text = "\
   A B C D E F
 4 . X X O O . 4
 3 X X . . . O 3
 2 . X X O O O 2
 1 X X X O O . 1
   A B C D E F
";
    let answer = asked(text, 10_000);
    for first in &answer.first {
        let [most, least] = first.as_ref().expect("it is known").scores;
        assert_eq!(most, least, "{first:?}");
    }
}

/// Six by six points are too many to be played out; who surrounds them is taken to own them.
#[test]
fn a_large_territory_is_assumed_and_in_the_sum() {
    let wide = ". . . . . . X O .\n".repeat(6);
    let answer = asked(&format!("{wide}X X X X X X X O .\n"), 2_000);
    let [territory, other] = &answer.regions[..] else { panic!("two regions: {:?}", answer.regions) };
    assert_eq!((territory.assumed, other.assumed), (Some(Color::Black), None));
    assert_eq!(count_and_move(&answer, 0), ("36".into(), "-1".into()));
    for first in &answer.first {
        assert_eq!(first.as_ref().map(|first| first.scores), Ok([29, 29]), "36 points of Black, 7 of White");
    }
}

#[test]
fn a_limit_is_no_value() {
    let answer = asked(&corridor(12), 8);
    assert!(
        matches!(answer.regions[0].worth, Err(Missing::Limit(Why::Nodes))),
        "{:?}",
        answer.regions[0].worth
    );
    let watch = Watch::new();
    watch.stop();
    let diagram: Diagram = corridor(9).parse().expect("a diagram");
    let position = diagram.position(Rules::default()).expect("a position");
    let safe = position.topology().points().filter(|&point| !position.is_empty_at(point)).collect();
    let stated = Stated { safe, ..Stated::default() };
    let question = Question { stated, regions: None, scoring: Scoring::Territory };
    let answer = solve(&position, &question, &Limits::nodes(1_000_000), &watch);
    assert!(answer.first.iter().all(|first| matches!(first, Err(Why::Stopped))), "{:?}", answer.first);
    assert!(matches!(answer.regions[0].worth, Err(Missing::Limit(Why::Stopped))));
}
