//! Graphs read off boards: play in the graph and search on the board say the same about every block.

use crate::common::plain_board::PlainBoard;
use crate::common::{random_group, read_group};
use tesuji_board::Color;
use tesuji_race::multi::catalogue::CASES;
use tesuji_race::multi::{Fate, Graph, Solver};
use tesuji_race::{LibertyGames, Method};

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

fn compare(seeds: std::ops::Range<u64>, count: usize, ring: bool, most: usize) -> Tally {
    let mut tally = Tally::default();
    for seed in seeds {
        let Some((text, mut race)) = random_group(seed, count, ring, most) else { continue };
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
        let (text, mut race) = read_group(&case.recipe()).expect(case.name);
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
