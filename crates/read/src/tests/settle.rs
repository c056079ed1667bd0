//! What several readings come to together: what each of them says is kept, and nothing is promised that none has shown.

use tesuji_board::{Diagram, Point, PointSet, Position, Rules};
use tesuji_capture::{Settings, Targets, Verdict};
use tesuji_fight::Other;
use tesuji_job::{Limits, Watch};

use crate::Stated;
use crate::settle::{Basis, Fate, Groups, Promise, Settled, Strings, capture, fight, walls};

fn position(text: &str) -> Position {
    let diagram: Diagram = text.parse().expect("a board");
    diagram.position(Rules::default()).expect("a position")
}

fn point(position: &Position, name: &str) -> Point {
    position.topology().point(name).expect("a point")
}

fn asked(text: &str, target: &str, stated: &Stated, promise: Promise) -> Settled {
    let position = position(text);
    let walled = position.with_eyes(&stated.safe).expect("a small board");
    let targets = Targets::from(point(&position, target));
    let mover = position.stone(targets.points()[0]).expect("a stone").opponent();
    let limits = Limits::nodes(20_000);
    let strings =
        Strings { position: &position, walled: &walled, stated, targets: &targets, mover, promise, limits };
    let settings = Settings::suited(&position, &targets);
    capture(&strings, &settings, &Watch::unwatched()).expect("a string")
}

/// Black's stones have an eye of five points, and White's wall around them six liberties and no eyes.
const RACE: &str = "\
. X . X X X . X .
X X X X X X X X X
X X X X X X X X X
X X X X . X X X X
O O O O O O O . .
O X X X X X O . .
O X X . X X O . .
O X . . . X O . X
O X X . X X O . X
";

/// A dead shape behind a wall that nobody can take.
const DEAD: &str = "\
. . . . . . .
. . . . . . .
O O O O O . .
X X X X O . .
. . . X O . .
";

#[test]
fn an_escape_promises_what_was_asked() {
    let none = Stated::default();
    let quick = asked(RACE, "B4", &none, Promise::Quick);
    assert!(matches!((quick.answer.verdict, &quick.basis), (Verdict::Escapes { .. }, Basis::Orders)));
    assert!(!quick.answer.every_order);
    let proof = asked(RACE, "B4", &none, Promise::Proof);
    assert!(matches!((proof.answer.verdict, &proof.basis), (Verdict::Unknown { .. }, Basis::Open(_))));
    assert_eq!((proof.answer.code, proof.answer.first_move, proof.answer.against), (None, None, 0));
    assert_eq!(proof.answer.up_to_order, quick.answer.up_to_order);
}

/// What is captured only if a wall holds is captured where that was stated, and not known to be captured where it was not.
#[test]
fn a_capture_rests_on_what_was_stated() {
    let board = position(DEAD);
    let safe: PointSet = board.string(point(&board, "E1")).collect();
    let stated = asked(DEAD, "D1", &Stated { safe, ..Stated::default() }, Promise::Proof);
    assert_eq!(stated.answer.verdict, Verdict::Captured, "{:?}", stated.basis);
    if let Basis::Read(_, walls) = &stated.basis {
        assert!(walls.iter().all(|wall| wall.stated || wall.proved), "{walls:?}");
    }
}

#[test]
fn walls_are_stated_or_alive_or_assumed() {
    let board = position(". X . X .\nX X X X X\n. . . . .\n. O O . .\n. . . X .\n");
    let at = |name: &str| point(&board, name);
    let stones: PointSet = [at("B5"), at("B2"), at("D1")].into_iter().collect();
    let stated = Stated { safe: board.string(at("B2")).collect(), ..Stated::default() };
    let walled = board.with_eyes(&stated.safe).expect("a small board");
    let mut nodes = 0;
    let limits = Limits::nodes(1);
    let found = walls(&board, &walled, &stones, &stated, &limits, &mut nodes, &Watch::unwatched());
    let of = |name: &str| {
        let string: PointSet = board.string(at(name)).collect();
        let wall = found.iter().find(|wall| string.contains(wall.at)).expect("it is listed");
        (wall.stated, wall.proved)
    };
    assert_eq!((of("B5"), of("D1")), ((false, true), (false, false)));
    assert!(of("B2").0 && nodes <= 1, "{nodes}");
}

/// Black falls on the whole board, whatever he plays, and White does not keep his stone either.
#[test]
fn who_falls_whatever_he_plays_has_lost() {
    let board = position("X X O X .\nX X O . .\nX . O X X\n. O X X X\nO . X . O\n");
    let groups = Groups {
        position: &board,
        walled: &board,
        stated: &Stated::default(),
        stones: ["A5", "C5"].map(|name| point(&board, name)),
        known: [false, true],
        limits: Limits::nodes(20_000),
        spent: 0,
    };
    let found = fight(&groups, &Watch::unwatched()).expect("a fight");
    let [Some(black), None] = &found.sides else {
        panic!("nothing is asked that is known: {:?}", found.sides)
    };
    let loss = black.loss.as_ref().expect("Black's stone falls");
    assert_eq!((loss.other, black.fates), (Other::Falls, [Fate::Dies; 2]));
}
