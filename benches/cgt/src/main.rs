//! tesuji-cgt and crate cgt on the same problems in one run.
//!
//! `cargo run --release --manifest-path benches/cgt/Cargo.toml [quick|growth]`
//!
//! Every figure is the processor time of one operation, averaged over the problems of its row, the best of some repetitions of each.
//! tesuji-cgt starts every problem with a cleared arena, so nothing is remembered from one to the next. Results of the
//! engines are compared with each other on the way.

mod problems;

use std::cell::RefCell;
use std::hint::black_box;
use std::time::{Duration, Instant};

use cgt::numeric::dyadic_rational_number::DyadicRationalNumber;
use cgt::short::partizan::canonical_form::CanonicalForm;
use problems::{Tree, hot_tree, race};
use rustix::time::{ClockId, clock_gettime};
use tesuji_cgt::{Arena, Game, Side};
use tesuji_job::{Limits, Watch};

fn peer(tree: &Tree) -> CanonicalForm {
    match tree {
        Tree::Integer(number) => CanonicalForm::new_integer(*number),
        Tree::Node(left, right) => {
            CanonicalForm::new_from_moves(left.iter().map(peer).collect(), right.iter().map(peer).collect())
        }
    }
}

fn own(arena: &mut Arena, tree: &Tree) -> Game {
    match tree {
        Tree::Integer(number) => Game::integer(*number),
        Tree::Node(left, right) => {
            let left: Vec<Game> = left.iter().map(|option| own(arena, option)).collect();
            let right: Vec<Game> = right.iter().map(|option| own(arena, option)).collect();
            arena.canonical(&left, &right).expect("in range")
        }
    }
}

/// Processor time of this thread: others on the machine do not count. Asking for it costs half a microsecond.
fn processor_time() -> Duration {
    let time = clock_gettime(ClockId::ThreadCPUTime);
    Duration::new(time.tv_sec as u64, time.tv_nsec as u32)
}

/// The best time of some runs and the last result. `prepare` is not measured.
fn timed<S, R>(
    repetitions: u32,
    mut prepare: impl FnMut() -> S,
    mut run: impl FnMut(S) -> R,
) -> (Duration, R) {
    let mut best = Duration::MAX;
    let mut last = None;
    for _ in 0..repetitions {
        let state = prepare();
        let (start, start_of_work) = (processor_time(), Instant::now());
        let result = black_box(run(black_box(state)));
        let wall = start_of_work.elapsed();
        // The wall clock is the finer one, and nobody interrupts the best of many runs of a few microseconds.
        best = best.min(if wall < Duration::from_micros(50) { wall } else { processor_time() - start });
        last = Some(result);
    }
    (best, last.expect("at least one repetition"))
}

/// Repetitions of short operations.
const REPETITIONS: u32 = 25;

struct Row {
    name: String,
    problems: usize,
    own: Duration,
    peer: Duration,
}

impl Row {
    fn new(name: impl Into<String>) -> Row {
        Row { name: name.into(), problems: 0, own: Duration::ZERO, peer: Duration::ZERO }
    }

    fn add(&mut self, own: Duration, peer: Duration) {
        self.problems += 1;
        self.own += own;
        self.peer += peer;
    }

    fn print(&self) {
        let micros = |time: Duration| time.as_secs_f64() * 1e6 / self.problems as f64;
        println!(
            "| {} | {} | {:.2} | {:.2} | {:.1} |",
            self.name,
            self.problems,
            micros(self.own),
            micros(self.peer),
            self.peer.as_secs_f64() / self.own.as_secs_f64()
        );
    }
}

/// Left stop, right stop, mean and temperature as texts, for comparing the engines.
fn facts_of_own(arena: &mut Arena, game: Game) -> [String; 3] {
    let stop = |side| arena.stop(game, side).expect("in range").to_string();
    let stops = [stop(Side::Left), stop(Side::Right)];
    [stops[0].clone(), stops[1].clone(), arena.mean(game).expect("in range").to_string()]
}

fn facts_of_peer(game: &CanonicalForm) -> [String; 3] {
    [game.left_stop().to_string(), game.right_stop().to_string(), game.mean().to_string()]
}

fn single_operations(problems: u64) {
    let names = ["canonical form", "order", "thermograph", "cool by 2"];
    let mut rows = names.map(|name| Row::new(format!("{name}, hot depth-3 tree")));
    let arena = RefCell::new(Arena::new());
    for seed in 0..problems {
        let (tree, other) = (hot_tree(seed, 3), hot_tree(seed + 100_000, 3));
        let (theirs, other_theirs) = (peer(&tree), peer(&other));
        // The operands are built before the clock starts, in a cleared arena that keeps its memory.
        let operands = || {
            let arena = &mut *arena.borrow_mut();
            arena.clear();
            (own(arena, &tree), own(arena, &other))
        };

        let (a, _) =
            timed(REPETITIONS, || arena.borrow_mut().clear(), |()| own(&mut arena.borrow_mut(), &tree));
        let (b, _) = timed(REPETITIONS, || (), |()| peer(&tree));
        rows[0].add(a, b);

        let (a, mine) = timed(REPETITIONS, operands, |(g, h)| {
            let arena = &mut *arena.borrow_mut();
            (arena.at_most(g, h).expect("fits"), arena.at_most(h, g).expect("fits"))
        });
        let (b, answer) = timed(
            REPETITIONS,
            || (),
            |()| (CanonicalForm::leq(&theirs, &other_theirs), CanonicalForm::leq(&other_theirs, &theirs)),
        );
        assert_eq!(mine, answer);
        rows[1].add(a, b);

        let (a, _) = timed(REPETITIONS, operands, |(g, _)| arena.borrow_mut().thermograph(g).expect("fits"));
        let (b, _) = timed(REPETITIONS, || (), |()| theirs.thermograph());
        rows[2].add(a, b);

        let two = DyadicRationalNumber::new_integer(2);
        let (a, mine) =
            timed(REPETITIONS, operands, |(g, _)| arena.borrow_mut().cool(g, 2.into()).expect("fits"));
        let (b, answer) = timed(REPETITIONS, || (), |()| theirs.cool(two));
        assert_eq!(facts_of_own(&mut arena.borrow_mut(), mine), facts_of_peer(&answer));
        rows[3].add(a, b);
    }
    for row in &rows {
        row.print();
    }
}

fn hot_sums(summands: u64, problems: u64, peer_repetitions: u32) {
    let mut row = Row::new(format!("canonical form of a sum of {summands} hot depth-3 trees"));
    let mut arena = Arena::new();
    for seed in 0..problems {
        let trees: Vec<Tree> = (0..summands).map(|index| hot_tree(10 * seed + index, 3)).collect();
        // The arena is cleared and the trees are built inside the time of tesuji-cgt, and outside that of its peer.
        let (a, mine) = timed(
            10,
            || (),
            |()| {
                arena.clear();
                let games: Vec<Game> = trees.iter().map(|tree| own(&mut arena, tree)).collect();
                arena.sum_all(&games).expect("fits")
            },
        );
        let facts = facts_of_own(&mut arena, mine);
        let games: Vec<CanonicalForm> = trees.iter().map(peer).collect();
        let (b, answer) = timed(peer_repetitions, || (), |()| games.iter().sum::<CanonicalForm>());
        assert_eq!(facts, facts_of_peer(&answer));
        row.add(a, b);
    }
    row.print();
}

fn races(regions: usize, problems: u64, peer_repetitions: u32) {
    let mut row = Row::new(format!("race of {regions} regions: cool, sum, judge"));
    let mut arena = Arena::new();
    for seed in 0..problems {
        let trees = race(seed, regions);
        let (a, mine) = timed(
            10,
            || (),
            |()| {
                arena.clear();
                let cooled: Vec<Game> = trees
                    .iter()
                    .map(|tree| {
                        let game = own(&mut arena, tree);
                        arena.cool(game, 2.into()).expect("fits")
                    })
                    .collect();
                let total = arena.sum_all(&cooled).expect("fits");
                (
                    arena.at_most(total, Game::integer(-1)).expect("fits"),
                    arena.at_most(Game::integer(1), total).expect("fits"),
                )
            },
        );
        let games: Vec<CanonicalForm> = trees.iter().map(peer).collect();
        let two = DyadicRationalNumber::new_integer(2);
        let (b, answer) = timed(
            peer_repetitions,
            || (),
            |()| {
                let total: CanonicalForm = games.iter().map(|game| game.cool(two)).sum();
                (
                    CanonicalForm::leq(&total, &CanonicalForm::new_integer(-1)),
                    CanonicalForm::leq(&CanonicalForm::new_integer(1), &total),
                )
            },
        );
        assert_eq!(mine, answer);
        row.add(a, b);
    }
    row.print();
}

/// Time and store of tesuji-cgt alone as the number of summands grows.
fn growth() {
    println!("\n| problem | summands | milliseconds | stored forms | sums | comparisons |");
    println!("|---|---|---|---|---|---|");
    let limits = Limits::nodes(60_000_000).with_memory(u64::MAX);
    let mut arena = Arena::with_limits(limits, Watch::unwatched());
    let mut line = |name: &str, summands: usize, trees: &[Tree], cool: bool| {
        let (time, result) = timed(
            5,
            || (),
            |()| {
                arena.clear();
                let mut games = Vec::new();
                for tree in trees {
                    let game = own(&mut arena, tree);
                    games.push(if cool { arena.cool(game, 2.into()).expect("fits") } else { game });
                }
                arena.sum_all(&games).map(|_| ())
            },
        );
        let usage = arena.usage();
        let time = time.as_secs_f64() * 1e3;
        let ended = if result.is_ok() { "" } else { " (limit reached)" };
        println!(
            "| {name} | {summands} | {time:.3}{ended} | {} | {} | {} |",
            usage.nodes, usage.sums, usage.orders
        );
    };
    for summands in 1..=7 {
        let trees: Vec<Tree> = (0..summands).map(|index| hot_tree(index, 3)).collect();
        line("hot depth-3 trees", summands as usize, &trees, false);
    }
    for regions in [5, 9, 13, 17, 21, 25, 31] {
        line("cooled regions", regions, &race(0, regions), true);
    }
}

fn main() {
    let argument = std::env::args().nth(1).unwrap_or_default();
    if argument == "growth" {
        return growth();
    }
    let quick = argument == "quick";
    println!("| operation | problems | tesuji-cgt, µs | cgt 0.11, µs | ratio |");
    println!("|---|---|---|---|---|");
    single_operations(if quick { 50 } else { 300 });
    hot_sums(2, if quick { 10 } else { 40 }, 3);
    hot_sums(3, if quick { 3 } else { 20 }, 2);
    hot_sums(4, if quick { 1 } else { 4 }, 1);
    races(5, if quick { 10 } else { 40 }, 3);
    races(9, if quick { 3 } else { 20 }, 1);
    races(13, if quick { 1 } else { 3 }, 1);
    growth();
}
