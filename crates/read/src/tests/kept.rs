//! What is kept along a game is what is asked anew, to the node, and saves most of it.

use rand::SeedableRng as _;
use rand::seq::IndexedRandom as _;
use rand_chacha::ChaCha8Rng;
use tesuji_board::{Color, Point, Position, Rules, Topology};
use tesuji_job::{Limits, Watch};

use super::many;
use crate::{Kept, Question, Stated, life_between};

/// A move near the last one or anywhere, that fills no eye of the mover's own.
fn step(position: &Position, last: Option<Point>, random: &mut ChaCha8Rng) -> Option<Point> {
    let board = position.topology();
    let color = position.to_move();
    let fills_eye =
        |point: &Point| board.neighbors(*point).iter().all(|&near| position.stone(near) == Some(color));
    let moves: Vec<Point> = position.legal_moves(color).filter(|point| !fills_eye(point)).collect();
    let near = |point: &Point| {
        last.is_some_and(|last| {
            board.neighbors(last).iter().any(|&one| one == *point || board.neighbors(one).contains(point))
        })
    };
    let close: Vec<Point> = moves.iter().copied().filter(near).collect();
    close.choose(random).or_else(|| moves.choose(random)).copied()
}

/// Asks about every string after every move of a game, kept and anew.
fn compare(size: usize, moves: usize, seed: u64, nodes: u64) -> (u64, u64) {
    let mut random = ChaCha8Rng::seed_from_u64(seed);
    let board = Topology::parse(&format!("square:{size}")).expect("a board");
    let mut position = Position::new(board, Rules::default());
    let (limits, watch) = (Limits::nodes(nodes), Watch::unwatched());
    let mut kept = Kept::new();
    let mut last = None;
    for number in 0..moves {
        // Sometimes the game goes on elsewhere.
        let Some(point) = step(&position, last.filter(|_| number % 5 != 0), &mut random) else { break };
        position.play(position.to_move(), point).expect("a legal move");
        last = Some(point);
        let mut standing = kept.on(&position);
        for string in position.strings() {
            let question = Question {
                named: string.stones.first().into_iter().collect(),
                all_named: false,
                stated: Stated::default(),
                first: None,
                every_move: false,
            };
            let along = standing.life(&question, &limits, &watch);
            let anew = life_between(&position, &question, &limits, &watch);
            assert_eq!(
                format!("{along:?}"),
                format!("{anew:?}"),
                "seed {seed}, move {number}\n{:?}",
                position.to_setup()
            );
        }
    }
    let (read, all) = kept.nodes();
    assert!(read <= all);
    (read, all)
}

#[test]
fn kept_answers_are_those_asked_anew() {
    let (mut read, mut all) = (0, 0);
    for seed in 0..many(2) {
        let (some, every) = compare(9, 50, seed, 100);
        read += some;
        all += every;
    }
    let (some, every) = compare(13, 40, 7, 50);
    assert!(3 * (read + some) < all + every, "{read} + {some} of {all} + {every}");
}

/// A ban of a ko far away changes nothing; one in the area does.
#[test]
fn a_ban_is_part_of_what_an_answer_depends_on() {
    let diagram: tesuji_board::Diagram = "
        . . . . . . .
        X X X X X X .
        O O O O O X .
        O . . . O X ."
        .parse()
        .expect("a board");
    let mut position = diagram.position(Rules::default()).expect("a position");
    let question = Question {
        named: [position.topology().point("A1").expect("a point")].into_iter().collect(),
        all_named: false,
        stated: Stated::default(),
        first: None,
        every_move: false,
    };
    let (limits, watch) = (Limits::nodes(10_000), Watch::unwatched());
    let mut kept = Kept::new();
    kept.on(&position).life(&question, &limits, &watch).expect("an answer");
    position.pass(Color::Black);
    kept.on(&position).life(&question, &limits, &watch).expect("an answer");
    assert_eq!(kept.questions(), (2, 1));
    let point = position.topology().point("C1").expect("a point");
    position.play(Color::White, point).expect("a move");
    kept.on(&position).life(&question, &limits, &watch).expect("an answer");
    assert_eq!(kept.questions(), (3, 2));
}
