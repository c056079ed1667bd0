//! Graphs read off boards: play in the graph and search on the board say the same about every block.

use crate::common::plain_board::PlainBoard;
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use tesuji_board::{Color, Rules};
use tesuji_race::multi::catalogue::CASES;
use tesuji_race::multi::compose::{GroupPart, GroupRecipe, compose_group};
use tesuji_race::multi::{Fate, Graph, GroupRace, Solver};
use tesuji_race::{Blocks, LibertyGames, Method, Wishes};

const LIMIT: u64 = 300_000;

#[derive(Debug, Default)]
struct Tally {
    boards: u32,
    /// Boards with a gap, or with regions that abstract play does not know: only the search answers.
    gaps: u32,
    limit: u32,
    compared: u32,
    fates: [u32; 3],
}

fn read(recipe: &GroupRecipe<'_>) -> Option<(String, GroupRace)> {
    let diagram = compose_group(recipe).ok()?;
    let position = diagram.position(Rules::default()).ok()?;
    let blocks = Blocks::new(&position, &Wishes::of_marks(&diagram)).ok()?;
    let race = GroupRace::new(position, blocks, LibertyGames::new()).ok()?;
    Some((diagram.to_string(), race))
}

fn picture(rng: &mut ChaCha8Rng, most: [usize; 2], signs: &[u8]) -> Vec<String> {
    let [rows, columns] = most.map(|most| rng.random_range(1..=most));
    let mut row = || (0..columns).map(|_| char::from(signs[rng.random_range(0..signs.len())])).collect();
    (0..rows).map(|_| row()).collect()
}

/// A random board of so many blocks with at most so many open points.
fn random_board(seed: u64, count: usize, ring: bool, most: usize) -> Option<(String, GroupRace)> {
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    let parts: Vec<(Vec<Vec<String>>, Vec<String>)> = (0..count)
        .map(|_| {
            let regions = match rng.random_range(0..5) {
                0 => vec![],
                1 => vec![picture(&mut rng, [3, 1], b".")],
                2 => vec![picture(&mut rng, [2, 3], b"......dda###")],
                _ => vec![picture(&mut rng, [3, 3], b".....dddaa####")],
            };
            let eye = if rng.random_range(0..4) == 0 { picture(&mut rng, [1, 2], b".") } else { Vec::new() };
            (regions, eye)
        })
        .collect();
    let borrowed: Vec<Vec<Vec<&str>>> = parts
        .iter()
        .map(|(regions, _)| regions.iter().map(|shape| shape.iter().map(String::as_str).collect()).collect())
        .collect();
    let blocks = parts
        .iter()
        .zip(&borrowed)
        .map(|((_, eye), regions)| GroupPart {
            regions: regions.iter().map(Vec::as_slice).collect(),
            eye: eye.iter().map(String::as_str).collect(),
        })
        .collect();
    let first = if rng.random_range(0..2) == 0 { Color::Black } else { Color::White };
    let recipe = GroupRecipe {
        first,
        blocks,
        shared: (1..count).map(|_| rng.random_range(0..3)).collect(),
        ring: ring.then(|| rng.random_range(0..2)),
    };
    let (text, race) = read(&recipe)?;
    let open: usize = race.regions.iter().map(|region| region.points.len()).sum();
    (open <= most).then_some((text, race))
}

fn compare(seeds: std::ops::Range<u64>, count: usize, ring: bool, most: usize) -> Tally {
    let mut tally = Tally::default();
    for seed in seeds {
        let Some((text, mut race)) = random_board(seed, count, ring, most) else { continue };
        tally.boards += 1;
        let mut search = PlainBoard::of_group(&race, LIMIT);
        let graph = race.graph.clone();
        // Search on the board sees no life, only that nothing is captured.
        let lives = graph.blocks.iter().flat_map(|block| &block.regions).flat_map(|region| &region.parts);
        let lives = lives.clone().any(|&id| race.games.node(id).may_live);
        if !race.gaps.is_empty() || lives {
            tally.gaps += 1;
            continue;
        }
        let Ok(mut solver) = Solver::new(&mut race.games, &graph, LIMIT) else {
            tally.gaps += 1;
            continue;
        };
        for first in Color::BOTH {
            for block in 0..count {
                let Ok(on_board) = search.fate(block, first) else {
                    tally.limit += 1;
                    continue;
                };
                let in_graph = solver.fate(block, first).expect("a small race");
                assert_eq!(
                    in_graph, on_board,
                    "seed {seed}, {}, {first} first\n{text}{:?}",
                    graph.blocks[block].name, graph.edges
                );
                tally.compared += 1;
                tally.fates[on_board as usize] += 1;
            }
            if let Ok(on_board) = search.outcome(first) {
                assert_eq!(solver.outcome(first), Ok(on_board), "seed {seed}, {first} first\n{text}");
            }
        }
    }
    tally
}

/// The cases of the paper: boards and graphs have the same cooled values, and the results of the paper.
#[test]
fn cases_of_the_paper() {
    for case in &CASES {
        let (text, mut race) = read(&case.recipe()).expect(case.name);
        assert!(race.gaps.is_empty(), "{}: {:?}", case.name, race.gaps);
        let mut games = LibertyGames::new();
        let graph = Graph::read(&mut games, &case.graph()).expect(case.name);
        let games_of = |games: &mut LibertyGames, graph: &Graph| -> Vec<String> {
            let mut all = Vec::new();
            for block in &graph.blocks {
                for region in &block.regions {
                    let value = games.cooled_text(&region.parts, block.color).expect("small");
                    all.push(format!("{} {} {value}", block.color, region.is_eye));
                }
            }
            all.sort();
            all
        };
        let on_board = race.graph.clone();
        assert_eq!(
            games_of(&mut games, &graph),
            games_of(&mut race.games, &on_board),
            "{}\n{text}",
            case.name
        );
        let report = race.solve();
        assert_eq!((report.method, report.nodes), (Method::Abstract, race.games.nodes()));
        let [black, white] = report.answers;
        let results = [&black, &white].map(|answer| answer.outcome.result.clone().expect("small").winner());
        let mut solver = Solver::new(&mut games, &graph, LIMIT).expect("scores and trees");
        let alone = Color::BOTH.map(|first| solver.outcome(first).expect("small").winner());
        assert_eq!(alone, results, "{}", case.name);
        if let Some(paper) = case.paper {
            assert_eq!(results, paper, "{}\n{text}", case.name);
        }
        for answer in [&black, &white] {
            let told = &answer.outcome;
            let wins = told.result.as_ref().is_ok_and(|outcome| outcome.winner() == Some(answer.first));
            assert_eq!(wins, wins && !told.moves.is_empty(), "a winner has a winning move: {}", case.name);
            assert!(told.moves.iter().all(|played| played.point.is_some()), "{}", case.name);
        }
        let open: usize = race.regions.iter().map(|region| region.points.len()).sum();
        if open <= 12 {
            assert_eq!(race.verify(&[black, white]), Ok(true), "{}", case.name);
        }
    }
}

#[test]
fn one_against_two() {
    let tally = compare(0..1500, 3, false, 11);
    assert!(tally.compared > 1000 && tally.fates[Fate::Seki as usize] > 10, "{tally:?}");
}

#[test]
fn chains_of_four() {
    let tally = compare(10_000..10_800, 4, false, 10);
    assert!(tally.compared > 400, "{tally:?}");
}

#[test]
fn rings_of_four() {
    let tally = compare(20_000..20_600, 4, true, 10);
    assert!(tally.compared > 200, "{tally:?}");
}
