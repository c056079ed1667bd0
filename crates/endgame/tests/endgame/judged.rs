//! Random boards, judged by the rules alone.

use tesuji_board::{Color, Mark, Point, Rules};
use tesuji_cgt::{Game, Side};
use tesuji_endgame::{Answer, Missing, Question, Scoring, solve};
use tesuji_job::{Limits, Watch};
use tesuji_judge::endgame::{Endgame, Example, Kind, Unjudged, boards};
use tesuji_read::Stated;

/// Positions that the judge may look at for one board.
const MOST: usize = 300_000;

fn asked(example: &Example, scoring: Scoring) -> Answer {
    let position = example.diagram.position(Rules::default()).expect("a position");
    let stated = Stated { safe: example.diagram.marked(Mark::Circle), unknown: example.open.clone() };
    let question = Question { stated, regions: None, scoring };
    solve(&position, &question, &Limits::nodes(1_000_000), &Watch::unwatched())
}

/// Holds the scores, the best moves and the value against the judge; none if a ko or a limit is in the way. Returns for how many sides some
/// moves are right and others wrong.
fn compare(example: &Example, number: usize) -> Option<usize> {
    let watch = Watch::unwatched();
    let (board, lead) = example.board().expect("it is small");
    let mut judge = Endgame::new(&board, MOST, &watch);
    let start = judge.start();
    let hands = match judge.hands(start) {
        Ok(hands) => hands,
        Err(Unjudged::Loop | Unjudged::TooLarge) => return None,
        Err(Unjudged::Ended(why)) => panic!("nobody ends the judge: {why}"),
    };
    let shown = || format!("board {number}:\n{}", example.diagram);
    let mut answer = asked(example, Scoring::Territory);
    assert!(answer.regions.iter().all(|region| region.worth.is_ok()), "{}{:?}", shown(), answer.regions);
    let mut differ = 0;
    for color in Color::BOTH {
        let judged = judge.territory_first(color).expect("as before");
        let first = answer.first[color.index()].as_ref().expect("it is known");
        assert_eq!(
            first.scores,
            [i64::from(judged.score); 2],
            "{}{color} first: {first:?} {judged:?}",
            shown()
        );
        let mut moves: Vec<usize> = first.moves.iter().map(|point| point.index()).collect();
        moves.sort_unstable();
        // Where the board is settled, the judge names no moves, and where all values are integers, we do not.
        if !judged.moves.is_empty() && !moves.is_empty() {
            let beyond: Vec<usize> =
                moves.iter().copied().filter(|point| !judged.moves.contains(point)).collect();
            assert!(beyond.is_empty(), "{}{color} first: {beyond:?} of {moves:?}, {judged:?}", shown());
            // Ours are those in open regions.
            let open: Vec<usize> =
                judged.moves.iter().copied().filter(|&point| is_open(&answer, point)).collect();
            assert!(
                open.iter().all(|point| moves.contains(point)),
                "{}{color}: {moves:?} {judged:?}",
                shown()
            );
        }
        let empty = example.open.iter().filter(|&point| example.diagram.setup.stone(point).is_none()).count();
        differ += usize::from(!judged.moves.is_empty() && judged.moves.len() < empty);
    }
    if let [region] = &answer.regions[..] {
        let value = region.worth.as_ref().expect("it is known").values[0];
        let arena = answer.arena(0).expect("its arena");
        for number in hands.white_first - 2..=hands.black_first + 2 {
            let integer = Game::integer(i64::from(-number));
            let black = !arena.at_most(value, integer).expect("small");
            let white = arena.at_most(integer, value).expect("small");
            let expected = (number >= hands.black_first, number >= hands.white_first);
            assert_eq!((black, white), expected, "{}{number} free moves, {hands:?}", shown());
        }
    }
    let by_area = asked(example, Scoring::Area);
    if by_area.regions.iter().all(|region| region.worth.is_ok()) {
        for color in Color::BOTH {
            let judged = judge.area_first(color).expect("as before");
            let stones = by_area.sum.as_ref().expect("a sum").stones;
            let first = by_area.first[color.index()].as_ref().expect("it is known");
            let score = first.scores[0] + stones;
            assert_eq!(score, i64::from(judged.score + lead), "{}{color} first by area: {judged:?}", shown());
            for point in &first.moves {
                assert!(
                    judged.moves.contains(&point.index()),
                    "{}{color} by area: {point:?} {judged:?}",
                    shown()
                );
            }
        }
    } else {
        let seki = |region: &tesuji_endgame::RegionAnswer| {
            region.worth.is_ok() || matches!(region.worth, Err(Missing::Seki))
        };
        assert!(by_area.regions.iter().all(seki), "{}", shown());
    }
    Some(differ)
}

fn is_open(answer: &Answer, point: usize) -> bool {
    answer.regions.iter().any(|region| {
        region.points.contains(Point(point as u16)) && region.worth.as_ref().is_ok_and(|worth| worth.is_open)
    })
}

/// How many boards were judged, and how many moves were among others that lose points or keep them.
fn compared(kind: Kind, seed: u64, count: usize) -> (usize, usize) {
    let judged = boards(kind, seed).take(count).enumerate();
    let agreed: Vec<usize> = judged.filter_map(|(number, example)| compare(&example, number)).collect();
    (agreed.len(), agreed.iter().sum())
}

/// With kos as well, what White wins at worst is no more than what Black does at best, and most kos of random boards change no score.
#[test]
fn bounds_are_in_order_and_close() {
    let (mut sides, mut equal) = (0, 0);
    for (number, example) in boards(Kind::Region(7), 3).take(1_000).enumerate() {
        let mut answer = asked(&example, Scoring::Territory);
        for at in 0..answer.regions.len() {
            let worth = answer.regions[at].worth.clone().expect("small");
            let arena = answer.arena(at).expect("its arena");
            let [most, least] = worth.values;
            for side in Side::BOTH {
                let [most, least] = [most, least].map(|value| arena.stop(value, side).expect("small"));
                assert!(least <= most, "board {number}:\n{}", example.diagram);
            }
        }
        if answer.regions.iter().any(|region| region.worth.as_ref().is_ok_and(|worth| !worth.is_exact())) {
            for first in answer.first.iter().flatten() {
                sides += 1;
                equal += usize::from(first.scores[0] == first.scores[1]);
            }
        }
    }
    assert!(sides > 100 && equal * 2 > sides, "{equal} of {sides}");
}

#[test]
fn regions_are_worth_what_the_judge_says() {
    let (boards, choices) = compared(Kind::Region(7), 1, 1_000);
    assert!(boards > 450 && choices > 150, "{boards} boards, {choices} with a choice");
}

#[test]
fn boards_score_what_the_judge_says() {
    let (boards, choices) = compared(Kind::Board(9), 2, 120);
    assert!(boards > 80 && choices > 100, "{boards} boards, {choices} with a choice");
}
