//! Random games: the fast position against the recurrences of paper 003 and against flood fill, after every move and
//! every undo, on every kind of board.

mod common;

use std::collections::HashMap;
use std::sync::Arc;

use common::{BOARDS, Naive, board, random, random_graph};
use rand::RngExt;
use rand_chacha::ChaCha8Rng;
use tesuji_board::recurrence::SetPosition;
use tesuji_board::{Color, Illegal, KoRule, Playout, Point, PointSet, Position, Rules, Topology};

/// Everything the position says about stones, strings, liberties and legal moves, against the recurrences.
fn assert_same(fast: &Position, slow: &SetPosition) {
    let empty = slow.empty();
    assert_eq!(fast.empty(), empty);
    for color in Color::BOTH {
        assert_eq!(&fast.stones(color), slow.stones(color));
        let legal: PointSet = fast.legal_moves(color).collect();
        assert_eq!(legal, slow.legal_moves(color), "legal moves of {color} in\n{fast}");
        for stone in slow.stones(color).iter() {
            let around = slow.surroundings(stone);
            let liberties = around & &empty;
            assert_eq!(fast.stone(stone), Some(color));
            assert_eq!(fast.liberty_count(stone), liberties.len(), "liberties of {stone:?} in\n{fast}");
            assert_eq!(fast.liberty_set(stone), liberties);
            // The string is what of F(x) has x's colour: nothing around it can have.
            let string = around & slow.stones(color);
            assert_eq!(fast.string_size(stone), string.len());
            assert_eq!(fast.string(stone).collect::<PointSet>(), string);
            let name = fast.representative(stone);
            assert!(name.is_some_and(|r| string.contains(r) && fast.representative(r) == name));
        }
    }
}

/// Plays random moves and undoes random numbers of them; returns how many moves were made.
fn random_walk(board: &Arc<Topology>, rng: &mut ChaCha8Rng, moves: usize) -> usize {
    let rules = Rules { ko: KoRule::None, suicide: false };
    let mut fast = Position::new(board.clone(), rules);
    let mut slow = vec![SetPosition::new(board.clone())];
    let mut hashes: HashMap<u64, (PointSet, PointSet)> = HashMap::new();
    let mut made = 0;
    while made < moves {
        let now = slow.last().unwrap();
        if rng.random_ratio(1, 8) {
            for _ in 0..rng.random_range(1..=20) {
                assert_eq!(fast.undo(), slow.len() > 1);
                slow.truncate((slow.len() - 1).max(1));
                assert_same(&fast, slow.last().unwrap());
            }
            continue;
        }
        let color = Color::BOTH[usize::from(rng.random_bool(0.5))];
        let legal: Vec<Point> = now.legal_moves(color).iter().collect();
        let mut next = now.clone();
        if legal.is_empty() || rng.random_ratio(1, 50) {
            fast.pass(color);
        } else {
            let point = legal[rng.random_range(0..legal.len())];
            next.play(color, point);
            fast.play(color, point).unwrap();
        }
        let lifted = now.stones(color.opponent()) - next.stones(color.opponent());
        assert_eq!(fast.last_captured().collect::<PointSet>(), lifted);
        assert_same(&fast, &next);
        // Equal stones, equal hash, and the other way round.
        let stones = (next.stones(Color::Black).clone(), next.stones(Color::White).clone());
        let known = hashes.entry(fast.stones_hash()).or_insert_with(|| stones.clone());
        assert_eq!(*known, stones);
        let again = Position::from_setup(&fast.to_setup(), rules).unwrap();
        assert_eq!(again.stones_hash(), fast.stones_hash());
        slow.push(next);
        made += 1;
    }
    while fast.undo() {}
    assert_same(&fast, &slow[0]);
    assert_eq!(fast.stones_hash(), 0);
    assert_eq!([fast.captured(Color::Black), fast.captured(Color::White)], [0, 0]);
    made
}

/// More moves where a move is cheap: about a million in all the tests of this kind together.
fn walk_on(names: &[&str], moves: usize) {
    for (seed, name) in names.iter().enumerate() {
        let board = board(name);
        random_walk(&board, &mut random(seed as u64), moves);
    }
}

#[test]
fn small_squares_equal_the_recurrences() {
    walk_on(&["square:1", "grid:2x1", "square:2", "grid:3x2", "square:3", "square:4"], 60_000);
}

#[test]
fn squares_and_holes_equal_the_recurrences() {
    walk_on(&["square:5", "grid:4x7", "square:5-C3,A1,E4", "square:6", "square:7"], 40_000);
}

#[test]
fn triangular_boards_equal_the_recurrences() {
    walk_on(&["hexagon:2", "triangle:3", "hexagon:3", "triangle:5", "hexagon:4", "triangle:8"], 35_000);
}

#[test]
fn honeycombs_tori_and_cylinders_equal_the_recurrences() {
    walk_on(
        &["honeycomb:1", "honeycomb:2", "torus:3x3", "torus:5x4", "cylinder:3x1", "cylinder:6x3", "king:4x5"],
        30_000,
    );
}

#[test]
fn boards_of_several_words_equal_the_recurrences() {
    walk_on(&["square:9", "grid:13x12", "hexagon:7", "torus:15x15", "square:19", "grid:30x21"], 400);
}

#[test]
fn random_graphs_equal_the_recurrences() {
    let mut rng = random(7);
    for round in 0..200 {
        let points = rng.random_range(1..=20);
        let density = [0.05, 0.15, 0.3, 0.6, 1.0][round % 5];
        let board = random_graph(&mut rng, points, density);
        random_walk(&board, &mut rng, 1_000);
    }
}

/// The rules about repetition and suicide, from the whole history and flood fill.
struct History {
    /// The board before each move, the side to move there, and at the end the board now.
    boards: Vec<(Naive, Color)>,
    moved: Vec<(Color, Option<Point>)>,
}

impl History {
    fn check(&self, color: Color, point: Point, rules: Rules) -> Result<Naive, Illegal> {
        let (now, to_move) = self.boards.last().unwrap();
        if now.cells[point.index()].is_some() {
            return Err(Illegal::Occupied);
        }
        let after = now.after(color, point, rules.suicide);
        // The last move took a stone from here, and playing here brings the board back as it was.
        let retakes = || {
            let [.., (before, _), _] = &self.boards[..] else { return false };
            color == *to_move && before.cells[point.index()] == Some(color) && after.as_ref() == Some(before)
        };
        if rules.ko != KoRule::None && retakes() {
            return Err(Illegal::Ko);
        }
        let Some(after) = after else { return Err(Illegal::Suicide) };
        let repeated = |(board, side): &(Naive, Color)| match rules.ko {
            KoRule::None | KoRule::Simple => false,
            KoRule::PositionalSuperko => *board == after,
            KoRule::SituationalSuperko => *board == after && *side == color.opponent(),
        };
        if self.boards.iter().any(repeated) { Err(Illegal::Repetition) } else { Ok(after) }
    }
}

#[test]
fn ko_superko_and_suicide_equal_the_whole_history() {
    let kos = [KoRule::None, KoRule::Simple, KoRule::PositionalSuperko, KoRule::SituationalSuperko];
    let mut refused: HashMap<Illegal, usize> = HashMap::new();
    for (seed, name) in
        ["grid:2x1", "square:2", "grid:3x2", "grid:4x3", "hexagon:2", "cylinder:3x2", "honeycomb:1"]
            .into_iter()
            .enumerate()
    {
        let board = board(name);
        for (ko, suicide) in kos.into_iter().flat_map(|ko| [(ko, false), (ko, true)]) {
            let rules = Rules { ko, suicide };
            let mut rng = random(100 + seed as u64);
            for _ in 0..25 {
                random_history(&board, rules, &mut rng, &mut refused);
            }
        }
    }
    for reason in [Illegal::Occupied, Illegal::Ko, Illegal::Suicide, Illegal::Repetition] {
        assert!(refused.get(&reason).is_some_and(|&n| n > 100), "{reason:?} was hardly met: {refused:?}");
    }
}

fn random_history(
    board: &Arc<Topology>,
    rules: Rules,
    rng: &mut ChaCha8Rng,
    refused: &mut HashMap<Illegal, usize>,
) {
    let mut fast = Position::new(board.clone(), rules);
    let mut slow = History { boards: vec![(Naive::new(board.clone()), Color::Black)], moved: Vec::new() };
    for _ in 0..60 {
        if rng.random_ratio(1, 10) {
            if fast.undo() {
                slow.boards.pop();
                slow.moved.pop();
            }
            continue;
        }
        let color = if rng.random_ratio(1, 10) { fast.to_move().opponent() } else { fast.to_move() };
        let mut legal = Vec::new();
        for point in board.points() {
            match slow.check(color, point, rules) {
                Ok(after) => {
                    // Single-stone suicide changes nothing on the board; positional superko forbids it.
                    assert_eq!(
                        fast.check(color, point),
                        Ok(()),
                        "{rules:?} {color} {} in\n{fast}",
                        board.name_of(point)
                    );
                    legal.push((point, after));
                }
                Err(reason) => {
                    assert_eq!(
                        fast.check(color, point),
                        Err(reason),
                        "{rules:?} {color} {} in\n{fast}",
                        board.name_of(point)
                    );
                    *refused.entry(reason).or_default() += 1;
                }
            }
        }
        let (moved, after) = if legal.is_empty() || rng.random_ratio(1, 15) {
            fast.pass(color);
            (None, slow.boards.last().unwrap().0.clone())
        } else {
            let (point, after) = legal.swap_remove(rng.random_range(0..legal.len()));
            fast.play(color, point).unwrap();
            (Some(point), after)
        };
        slow.moved.push((color, moved));
        slow.boards.push((after, color.opponent()));
        let now = &slow.boards.last().unwrap().0;
        assert!(board.points().all(|p| fast.stone(p) == now.cells[p.index()]), "{fast}");
        assert_eq!(fast.moves().collect::<Vec<_>>(), slow.moved);
        for point in board.points().filter(|&p| now.cells[p.index()].is_some()) {
            assert_eq!(fast.liberty_set(point), now.liberties(point));
        }
    }
}

#[test]
fn random_games_equal_the_recurrences_and_pass_only_when_they_must() {
    let small = BOARDS.iter().filter(|name| board(name).len() <= 100);
    for (seed, name) in small.enumerate() {
        let board = board(name);
        let mut rng = random(1000 + seed as u64);
        for ko in [KoRule::None, KoRule::PositionalSuperko] {
            let mut playout = Playout::new(Position::new(board.clone(), Rules { ko, suicide: false }));
            let mut slow = SetPosition::new(board.clone());
            for _ in 0..3 * board.len() {
                let color = playout.position().to_move();
                let before = playout.position().clone();
                match playout.step(|n| rng.random_range(0..n)) {
                    Some(point) => {
                        assert!(
                            !is_eye(&slow, color, point),
                            "{color} fills its eye {} in\n{before}",
                            board.name_of(point)
                        );
                        slow.play(color, point);
                    }
                    None => {
                        let mut left = before.legal_moves(color);
                        assert!(left.all(|point| is_eye(&slow, color, point)), "{color} passes in\n{before}");
                    }
                }
                if ko == KoRule::None {
                    assert_same(playout.position(), &slow);
                }
                if playout.position().passes() == 2 {
                    break;
                }
            }
            // Moves after the game are remembered as ever.
            let mut position = playout.into_position();
            let stones = position.stones_hash();
            let count = position.move_count();
            for color in Color::BOTH {
                let next = position.legal_moves(color).next();
                match next {
                    Some(point) => position.play(color, point).unwrap(),
                    None => position.pass(color),
                }
            }
            assert_eq!(position.move_count(), count + 2);
            assert!(position.undo() && position.undo());
            assert_eq!(position.stones_hash(), stones);
        }
    }
}

/// All neighbours are own stones, none of them in atari.
fn is_eye(position: &SetPosition, color: Color, point: Point) -> bool {
    let around = position.surroundings(point).iter().filter(|&p| p != point);
    around.into_iter().all(|p| position.stones(color).contains(p) && position.liberties(p).len() > 1)
}

#[test]
fn clearing_gives_a_new_board() {
    for name in BOARDS {
        let board = board(name);
        let mut rng = random(3);
        let mut playout = Playout::new(Position::new(board.clone(), Rules::default()));
        playout.run(3 * board.len(), |n| rng.random_range(0..n));
        playout.clear();
        assert_same(playout.position(), &SetPosition::new(board));
        assert_eq!(
            playout.position().hash(),
            Position::new(playout.position().topology().clone(), Rules::default()).hash()
        );
    }
}
