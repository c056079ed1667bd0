//! Random games: the fast position against the recurrences of paper 003 and against flood fill, after every move and
//! every undo, on every kind of board.

use rustc_hash::FxHashMap;
use std::sync::Arc;

use crate::common::{BOARDS, Naive, board, random, random_graph};
use rand::RngExt;
use rand_chacha::ChaCha8Rng;
use tesuji_board::recurrence::SetPosition;
use tesuji_board::{
    Color, EyeRule, Illegal, KoRule, Playout, PlayoutRules, Point, PointSet, Position, Rules, Topology,
    WithWords, area, points_of, with_words, words_of,
};

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
    let mut hashes: FxHashMap<u64, (PointSet, PointSet)> = FxHashMap::default();
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
        if made % 16 == 0 {
            let mut restarted = fast.restarted(rules, color);
            assert_eq!((restarted.stones_hash(), restarted.to_move()), (fast.stones_hash(), color));
            assert_same(&restarted, &next);
            assert!(!restarted.undo(), "the history starts here");
        }
        slow.push(next);
        made += 1;
    }
    while fast.undo() {}
    assert_same(&fast, &slow[0]);
    assert_eq!(fast.stones_hash(), 0);
    assert_eq!([fast.captured(Color::Black), fast.captured(Color::White)], [0, 0]);
    made
}

/// More moves where a move is cheap: more than a million in all the tests of this kind together.
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
    walk_on(&["square:5", "grid:4x7", "square:5-C3,A1,E4", "square:6", "square:7"], 35_000);
}

#[test]
fn triangular_boards_equal_the_recurrences() {
    walk_on(&["hexagon:2", "triangle:3", "hexagon:3", "triangle:5", "hexagon:4", "triangle:8"], 30_000);
}

#[test]
fn honeycombs_tori_and_cylinders_equal_the_recurrences() {
    walk_on(
        &["honeycomb:1", "honeycomb:2", "torus:3x3", "torus:5x4", "cylinder:3x1", "cylinder:6x3", "king:4x5"],
        25_000,
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
    let mut refused: FxHashMap<Illegal, usize> = FxHashMap::default();
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
    refused: &mut FxHashMap<Illegal, usize>,
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

/// Every kind of rule that a random game knows.
fn playout_rules() -> Vec<PlayoutRules> {
    let mut all = Vec::new();
    for ko in [KoRule::None, KoRule::Simple, KoRule::PositionalSuperko, KoRule::SituationalSuperko] {
        all.push(PlayoutRules { ko, eyes: EyeRule::Kept, history: false });
    }
    for eyes in [EyeRule::AlwaysKept, EyeRule::Filled] {
        all.push(PlayoutRules { ko: KoRule::None, eyes, history: true });
    }
    all
}

/// A random game on the fast engine beside the recurrences and beside a position with a history, move by move.
struct PlayoutBeside<'a> {
    board: &'a Arc<Topology>,
    rules: PlayoutRules,
    rng: &'a mut ChaCha8Rng,
    moves: usize,
}

impl WithWords for PlayoutBeside<'_> {
    /// How many moves were made, and how many of them led back to earlier stones.
    type Output = (usize, usize);

    fn run<const W: usize>(self) -> (usize, usize) {
        let PlayoutBeside { board, rules, rng, moves } = self;
        let mut fast: Playout<W> = Playout::new(board.clone(), rules);
        let mut slow = SetPosition::new(board.clone());
        let mut position = Position::new(board.clone(), Rules { ko: rules.ko, suicide: false });
        let mut seen = vec![(position.stones_hash(), Color::Black)];
        let mut repeated = 0;
        for made in 0..moves {
            assert_same_sets(&fast, &slow);
            let color = fast.to_move();
            assert_eq!(color, position.to_move());
            let wanted: PointSet =
                position.legal_moves(color).filter(|&p| !is_eye(&slow, color, p, rules.eyes)).collect();
            assert_eq!(
                points_of(fast.candidates()).collect::<PointSet>(),
                wanted,
                "{rules:?} {color} in\n{position}"
            );
            // Half of the moves are drawn from half of the points, as players with a plan do.
            let among: PointSet = board.points().filter(|_| rng.random_bool(0.5)).collect();
            let planned =
                rng.random_bool(0.5).then(|| fast.draw(&words_of(&among), &mut |n| rng.random_range(0..n)));
            if let Some(drawn) = planned {
                assert_eq!(drawn.is_none(), !among.intersects(&wanted));
                assert!(drawn.is_none_or(|p| among.contains(p)));
            }
            match planned.flatten().or_else(|| fast.draw_any(&mut |n| rng.random_range(0..n))) {
                Some(point) => {
                    assert!(wanted.contains(point), "{color} {} in\n{position}", board.name_of(point));
                    fast.play(point);
                    slow.play(color, point);
                    position.play(color, point).unwrap();
                }
                None => {
                    assert!(wanted.is_empty(), "{color} passes in\n{position}");
                    fast.pass();
                    position.pass(color);
                }
            }
            let now = (position.stones_hash(), position.to_move());
            let again = seen.contains(&now);
            seen.push(now);
            repeated += usize::from(again);
            if rules.history {
                assert_eq!(fast.is_repetition(), again);
            }
            assert_eq!(fast.area(), area(&position), "area of\n{position}");
            assert_eq!(fast.passes() as usize, position.passes());
            if fast.passes() == 2 {
                // The same game goes on from a setup as from its own state.
                let mut other: Playout<W> = Playout::new(board.clone(), rules);
                other.set(&fast.to_setup());
                assert_same_sets(&other, &slow);
                return (made + 1, repeated);
            }
        }
        (moves, repeated)
    }
}

/// B, W, V, F and H of the fast game and of the recurrences.
fn assert_same_sets<const W: usize>(fast: &Playout<W>, slow: &SetPosition) {
    for color in Color::BOTH {
        assert_eq!(&PointSet::from_words(fast.stones(color)), slow.stones(color));
    }
    let empty = slow.empty();
    assert_eq!(PointSet::from_words(fast.empty()), empty);
    assert_eq!(PointSet::from_words(&fast.atari()), &slow.one_liberty() - &empty);
    for point in fast.topology().points() {
        assert_eq!(&PointSet::from_words(&fast.reach(point.index())), slow.surroundings(point));
    }
}

#[test]
fn random_games_equal_the_recurrences_and_pass_only_when_they_must() {
    let (mut played, mut repeated) = (0, 0);
    for (seed, name) in BOARDS.iter().enumerate() {
        let board = board(name);
        let mut rng = random(1000 + seed as u64);
        let games = if board.len() <= 64 { 8 } else { 1 };
        let moves = if board.len() <= 64 { 4 * board.len() } else { 150.min(3 * board.len()) };
        for rules in playout_rules() {
            for _ in 0..games {
                let game = PlayoutBeside { board: &board, rules, rng: &mut rng, moves };
                let (moves, back) = with_words(board.len(), game);
                played += moves;
                repeated += back;
            }
        }
    }
    for seed in 0..60 {
        let mut rng = random(seed);
        let points = rng.random_range(1..=40);
        let density = rng.random_range(0.02..0.5);
        let board = random_graph(&mut rng, points, density);
        for rules in playout_rules() {
            let game = PlayoutBeside { board: &board, rules, rng: &mut rng, moves: 4 * points };
            played += with_words(board.len(), game).0;
        }
    }
    assert!(played > 30_000 && repeated > 100, "{played} moves, {repeated} repetitions");
}

#[test]
fn large_boards_of_several_words_play_on_sparse_sets() {
    // Wide sets and a graph whose neighbours lie in many words.
    let mut rng = random(7);
    for (board, moves) in [(board("grid:40x30"), 60), (random_graph(&mut rng, 500, 0.02), 300)] {
        for rules in playout_rules().into_iter().step_by(2) {
            let game = PlayoutBeside { board: &board, rules, rng: &mut rng, moves };
            assert_eq!(with_words(board.len(), game).0, moves);
        }
    }
}

/// All neighbours are own stones, none of them in atari if the rule says so.
fn is_eye(position: &SetPosition, color: Color, point: Point, rule: EyeRule) -> bool {
    let around = position.surroundings(point).iter().filter(|&p| p != point);
    let own = |p: Point| position.stones(color).contains(p);
    match rule {
        EyeRule::Kept => around.into_iter().all(|p| own(p) && position.liberties(p).len() > 1),
        EyeRule::AlwaysKept => around.into_iter().all(own),
        EyeRule::Filled => false,
    }
}

/// All candidates are equally likely, also those that are found only after others were left aside.
#[test]
fn moves_are_drawn_uniformly() {
    let diagram: tesuji_board::Diagram = "
        . X . X O . O
        X X X X O O .
        . X . O . O O
        X O O . . . O"
        .parse()
        .unwrap();
    let mut rng = random(11);
    let mut playout: Playout<1> = Playout::new(diagram.setup.topology.clone(), PlayoutRules::default());
    playout.set(&diagram.setup);
    let candidates: Vec<Point> = points_of(playout.candidates()).collect();
    let mut counts = vec![0u32; diagram.setup.topology.len()];
    const DRAWS: u32 = 40_000;
    for _ in 0..DRAWS {
        // Half of the draws forget what was left aside before.
        if rng.random_bool(0.5) {
            playout.set(&diagram.setup);
        }
        let point = playout.draw_any(&mut |n| rng.random_range(0..n)).unwrap();
        counts[point.index()] += 1;
    }
    let expected = f64::from(DRAWS) / candidates.len() as f64;
    assert!(candidates.len() > 3);
    for point in candidates {
        let difference = (f64::from(counts[point.index()]) - expected).abs();
        assert!(difference < 5.0 * expected.sqrt(), "{counts:?}, expected {expected} each");
    }
}

/// Strings are kept as sets on small boards and as rings with counted liberties on large ones: the same random numbers make
/// the same game with both.
#[test]
fn the_same_numbers_make_the_same_game_however_strings_are_kept() {
    fn games<const FEW: usize>(board: &Arc<Topology>, rules: PlayoutRules, seed: u64) -> usize {
        let mut few: Playout<FEW> = Playout::new(board.clone(), rules);
        let mut many: Playout<3> = Playout::new(board.clone(), rules);
        let (mut left, mut right) = (random(seed), random(seed));
        let mut moves = 0;
        for _ in 0..4 {
            few.clear();
            many.clear();
            for _ in 0..4 * board.len() {
                let point = few.step(|n| left.random_range(0..n));
                assert_eq!(point, many.step(|n| right.random_range(0..n)), "{} {rules:?}", board.name());
                assert_eq!(few.area(), many.area());
                moves += 1;
                if few.passes() == 2 {
                    break;
                }
            }
        }
        moves
    }
    let mut rng = random(5);
    let mut boards: Vec<Arc<Topology>> = BOARDS.iter().map(|name| board(name)).collect();
    boards.extend((5..45).map(|points| random_graph(&mut rng, 2 * points, 4.0 / points as f64)));
    let mut moves = 0;
    for (seed, board) in boards.iter().enumerate() {
        for rules in playout_rules() {
            moves += match board.len() {
                0..=64 => games::<1>(board, rules, seed as u64),
                65..=128 => games::<2>(board, rules, seed as u64),
                _ => 0,
            };
        }
    }
    assert!(moves > 40_000, "{moves}");
}

#[test]
fn clearing_gives_a_new_board() {
    struct Clearing(Arc<Topology>);
    impl WithWords for Clearing {
        type Output = ();
        fn run<const W: usize>(self) {
            let mut rng = random(3);
            let mut playout: Playout<W> = Playout::new(self.0.clone(), PlayoutRules::default());
            playout.run(3 * self.0.len(), |n| rng.random_range(0..n));
            playout.clear();
            assert_eq!(playout.to_move(), Color::Black);
            assert_same_sets(&playout, &SetPosition::new(self.0));
        }
    }
    for name in BOARDS {
        let board = board(name);
        with_words(board.len(), Clearing(board.clone()));
    }
}
