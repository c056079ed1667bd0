//! One node limit for a whole question, whatever parts it has; a limit is never a verdict, and what it leaves open is said.

use tesuji_board::{Color, Diagram, Rules};
use tesuji_job::{Limits, Watch, Why, on_a_deep_stack};
use tesuji_race::catalogue::{self, problem, whole_board};
use tesuji_race::compose::{Recipe, compose};
use tesuji_race::multi::catalogue::CASES;
use tesuji_race::multi::compose::compose_group;
use tesuji_race::multi::{
    BlockText, Graph, GraphReport, GraphText, GroupRace, Pairwise, SharedText, Solver, exceptions,
    solve_graph,
};
use tesuji_race::{
    Blocks, BoardProduct, BoardRace, INTERACTIVE, LibertyGames, Method, Race, Report, Threats, Verdict,
    Wishes, answer, solve,
};

/// Some numbers of nodes, few to plenty.
const NODES: [u64; 8] = [0, 10, 100, 1000, 5000, 20_000, 100_000, 1_000_000];

fn games(nodes: u64) -> LibertyGames {
    LibertyGames::with_limits(INTERACTIVE.with_nodes(nodes), Watch::unwatched())
}

fn board(diagram: &Diagram, nodes: u64) -> BoardRace {
    let position = diagram.position(Rules::default()).expect("legal");
    let blocks = Blocks::new(&position, &Wishes::of_marks(diagram)).expect("a race");
    BoardRace::new(position, blocks, games(nodes)).expect("a race")
}

/// Boards that are decided by counting, by play in the sum and by search.
fn boards() -> Vec<Diagram> {
    let made = |recipe: &Recipe<'_>| compose(recipe).expect("a board");
    let corridor = catalogue::corridor(3, 3);
    let corridor: Vec<&str> = corridor.iter().map(String::as_str).collect();
    vec![
        made(&problem('A').expect("a problem")),
        made(&problem('C').expect("a problem")),
        made(&Recipe { regions: [vec![&corridor], vec![&[".", "."]]], ..Recipe::default() }),
        made(&Recipe {
            regions: [vec![&["..", ".."], &["."]], vec![&["...", "..."]]],
            shared: 1,
            ..Recipe::default()
        }),
        // A block that may live is played out.
        made(&Recipe {
            regions: [vec![&["."]], vec![&[".", "."]]],
            eyes: [vec!["..."], vec![]],
            ..Recipe::default()
        }),
    ]
}

#[test]
fn a_board_keeps_one_limit_and_no_verdict_changes_into_another() {
    let mut methods = [0; 3];
    let mut unknown = 0;
    for diagram in boards() {
        let best = solve(&mut board(&diagram, INTERACTIVE.nodes), false);
        for nodes in NODES {
            for verify in [false, true] {
                let mut race = board(&diagram, nodes);
                let Report { answers, nodes: used, .. } = solve(&mut race, verify);
                assert!(used <= nodes, "{used} of {nodes}\n{diagram}");
                assert_eq!(used, race.games.nodes());
                for (answer, best) in answers.iter().zip(&best.answers) {
                    assert_ne!(answer.verified, Some(false));
                    let all = [&best.winning, &best.holding, &best.undecided];
                    match (&answer.verdict, &best.verdict) {
                        (Verdict::Known { outcome, method }, Verdict::Known { outcome: known, .. }) => {
                            assert_eq!(outcome, known, "{nodes} nodes\n{diagram}");
                            methods[*method as usize] += 1;
                            let told: Vec<_> = [&answer.winning, &answer.holding, &answer.undecided]
                                .into_iter()
                                .flatten()
                                .collect();
                            let missed: Vec<_> =
                                all.into_iter().flatten().filter(|point| !told.contains(point)).collect();
                            assert!(
                                missed.is_empty(),
                                "{nodes} nodes: good moves neither told nor undecided\n{diagram}"
                            );
                            assert!(
                                answer.undecided.is_empty()
                                    || answer.ended.is_some()
                                    || *method == Method::Static
                            );
                        }
                        (Verdict::Unknown(why), _) => {
                            assert_eq!(why.why, Why::Nodes, "{why}");
                            unknown += 1;
                        }
                        (known, other) => panic!("{known:?}, but {other:?} with more nodes\n{diagram}"),
                    }
                }
            }
        }
    }
    let [counted, played, searched] = methods;
    assert!(counted > 0 && searched > 0 && unknown > 0, "{methods:?} {unknown}");
    assert_eq!(played, 0, "on a board liberty games are counted, or the regions are searched");
}

#[test]
fn moves_that_a_search_could_not_judge_are_undecided() {
    // A block that may live beside hot regions: only the search answers.
    let recipe = Recipe {
        regions: [vec![&["..", ".."]], vec![&["...", "..."]]],
        eyes: [vec!["..."], vec!["..."]],
        shared: 2,
        ..Recipe::default()
    };
    let diagram = compose(&recipe).expect("a board");
    // With few nodes the verdict is found, and none are left for the moves.
    let mut undecided = 0;
    for nodes in (0..20_000).step_by(250) {
        for answer in &solve(&mut board(&diagram, nodes), false).answers {
            let known = matches!(answer.verdict, Verdict::Known { method: Method::Search, .. });
            if known && !answer.undecided.is_empty() {
                undecided += 1;
                assert_eq!(answer.ended.as_ref().map(|ended| ended.why), Some(Why::Nodes));
            }
        }
    }
    assert!(undecided > 0);
    let race = board(&diagram, INTERACTIVE.nodes);
    let mut product = BoardProduct::new(&race, 0).expect("small regions");
    let judged = product.good_moves(Color::Black, 2, Threats::NONE);
    assert_eq!((judged.good.len(), judged.ended), (0, Some(Why::Nodes)));
    assert!(!judged.undecided.is_empty());
}

#[test]
fn a_sum_keeps_one_limit() {
    // A block that may live is played out.
    let read = |games: &mut LibertyGames| {
        Race::read(games, [&["{alive|2}", "{4|0}"], &["-3", "{0|-4}"]], 1, [None, None]).expect("a race")
    };
    let mut best = games(INTERACTIVE.nodes);
    let race = read(&mut best);
    let best = Color::BOTH.map(|first| answer(&mut best, &race, first));
    let (mut known, mut unknown, mut undecided) = (0, 0, 0);
    for nodes in (0..1000).step_by(10) {
        let mut games = games(nodes);
        let race = read(&mut games);
        for best in &best {
            let found = answer(&mut games, &race, best.first);
            assert!(games.nodes() <= nodes);
            match &found.verdict {
                Verdict::Known { outcome, method } => {
                    assert_eq!((Some(*outcome), *method), (best.verdict.outcome(), Method::Abstract));
                    let moves = |answer: &tesuji_race::Answer| {
                        answer.winning.len() + answer.holding.len() + answer.undecided.len()
                    };
                    assert!(moves(&found) >= moves(best));
                    assert_eq!(
                        found.undecided.is_empty() && found.line.len() == best.line.len(),
                        found.ended.is_none()
                    );
                    known += 1;
                    undecided += usize::from(!found.undecided.is_empty());
                }
                Verdict::Ko(ko) => panic!("liberty games have no kos: {ko:?}"),
                Verdict::Unknown(why) => {
                    assert_eq!(why.why, Why::Nodes);
                    assert!(
                        why.to_string().ends_with("search in the sum: the node limit was reached"),
                        "{why}"
                    );
                    unknown += 1;
                }
            }
        }
    }
    assert!(known > 0 && unknown > 0 && undecided > 0, "{known} {unknown} {undecided}");
}

/// Everything that is told about a graph.
fn explained(games: &mut LibertyGames, graph: &Graph) -> (GraphReport, Pairwise, Vec<String>) {
    let report = solve_graph(games, graph);
    let pairwise = Pairwise::new(games, graph);
    let told = exceptions(games, graph, &pairwise, &report.answers);
    (report, pairwise, told)
}

fn compare(report: &GraphReport, best: &GraphReport) -> usize {
    let mut undecided = 0;
    for (answer, best) in report.answers.iter().zip(&best.answers) {
        match (&answer.outcome.result, &best.outcome.result) {
            (Ok(outcome), Ok(best)) => assert_eq!(outcome, best),
            (Err(why), _) => assert_eq!(why.why, Why::Nodes),
            (found, best) => panic!("{found:?}, but {best:?} with more nodes"),
        }
        let missed = |found: &[_], undecided: &[_], best: &[_]| {
            best.iter().any(|played| !found.contains(played) && !undecided.contains(played))
        };
        if answer.outcome.result.is_ok() {
            let told = &answer.outcome;
            assert!(!missed(&told.moves, &told.undecided, &best.outcome.moves));
            undecided += usize::from(!told.undecided.is_empty());
        }
        for (told, best) in answer.fates.iter().zip(&best.fates) {
            match (&told.result, &best.result) {
                (Ok(fate), Ok(best)) => assert_eq!(fate, best),
                (Err(why), _) => assert_eq!(why.why, Why::Nodes),
                (found, best) => panic!("{found:?}, but {best:?} with more nodes"),
            }
            if told.result.is_ok() {
                assert!(!missed(&told.moves, &told.undecided, &best.moves));
                assert!(told.undecided.is_empty() || told.ended.is_some());
                undecided += usize::from(!told.undecided.is_empty());
            }
        }
    }
    undecided
}

#[test]
fn a_graph_keeps_one_limit_in_everything_it_does() {
    let mut undecided = 0;
    for case in &CASES {
        let mut all = games(INTERACTIVE.nodes);
        let graph = Graph::read(&mut all, &case.graph()).expect(case.name);
        let (best, best_pairs, best_told) = explained(&mut all, &graph);
        for nodes in [0, 3, 10, 30, 100, 300, 1000, 3000, 10_000, 100_000] {
            let mut games = games(nodes);
            let graph = Graph::read(&mut games, &case.graph()).expect(case.name);
            let (report, pairwise, told) = explained(&mut games, &graph);
            assert!(
                report.nodes <= nodes && games.nodes() <= nodes,
                "{}: {} of {nodes}",
                case.name,
                games.nodes()
            );
            undecided += compare(&report, &best);
            for (pair, best) in pairwise.pairs.iter().zip(&best_pairs.pairs) {
                for (outcome, best) in pair.outcomes.iter().zip(&best.outcomes) {
                    assert!(outcome.is_err() || outcome == best, "{}", case.name);
                }
            }
            assert!(pairwise.table.is_none() || pairwise.table == best_pairs.table, "{}", case.name);
            assert!(told.len() <= best_told.len(), "{}: {told:?}", case.name);
        }
        // The same on a board, where the local positions count as well.
        let diagram = compose_group(&case.recipe()).expect(case.name);
        let position = diagram.position(Rules::default()).expect("legal");
        let blocks = Blocks::new(&position, &Wishes::of_marks(&diagram)).expect("a race");
        let read = |nodes| GroupRace::new(position.clone(), blocks.clone(), games(nodes)).expect("a race");
        let best = read(INTERACTIVE.nodes).solve();
        for nodes in [0, 10, 100, 1000, 10_000] {
            let mut race = read(nodes);
            let report = race.solve();
            assert!(race.games.nodes() <= nodes, "{}", case.name);
            compare(&report, &best);
            if report.method == Method::Abstract {
                assert_ne!(race.verify(&report.answers), Ok(false), "{}", case.name);
                assert!(race.games.nodes() <= nodes, "{}", case.name);
            }
        }
    }
    assert!(undecided > 0);
}

#[test]
fn a_race_that_is_too_long_ends_with_the_node_limit() {
    let block = |name: &str, color, external: &str| BlockText {
        name: name.into(),
        color,
        external: vec![external.into()],
        ..BlockText::default()
    };
    let text = GraphText {
        blocks: vec![
            block("W0", Color::White, "{0|-900||-1000}"),
            block("B1", Color::Black, "{1000||900|0}"),
            block("W2", Color::White, "{0|-900||-1001}"),
            block("B3", Color::Black, "{1000||901|0}"),
        ],
        // A ring: no two blocks settle anything between each other.
        shared: [["W0", "B1"], ["B1", "W2"], ["W2", "B3"], ["B3", "W0"]]
            .map(|between| SharedText { between: between.map(str::to_string), liberties: 3 })
            .to_vec(),
    };
    let found = on_a_deep_stack(|| {
        let mut games = games(20_000);
        let graph = Graph::read(&mut games, &text).expect("a graph");
        let mut solver = Solver::new(&mut games, &graph, u64::MAX).expect("trees");
        Color::BOTH.map(|first| solver.outcome(first))
    });
    assert_eq!(found, [Err(Why::Nodes); 2]);
}

#[test]
fn memory_is_limited_as_well() {
    let diagram = compose(&problem('C').expect("a problem")).expect("a board");
    let position = diagram.position(Rules::default()).expect("legal");
    let blocks = Blocks::new(&position, &Wishes::of_marks(&diagram)).expect("a race");
    let limits = Limits { memory: 10_000, ..INTERACTIVE };
    let mut race = BoardRace::new(position, blocks, LibertyGames::with_limits(limits, Watch::unwatched()))
        .expect("a race");
    for answer in &solve(&mut race, false).answers {
        let Verdict::Unknown(why) = &answer.verdict else { panic!("{:?}", answer.verdict) };
        assert_eq!(why.why, Why::Memory, "{why}");
    }
}

#[test]
fn what_is_too_large_is_unknown_and_what_is_wrong_is_an_error() {
    let mut games = games(10);
    let mut read = |black: &str| games.read(black, Color::Black).expect_err("not read");
    for wrong in ["-3", "{1|", "1/3", "warm(2)", "", "{1|2|3}"] {
        assert_eq!(read(wrong).unknown(), None, "{wrong}");
    }
    let hot: Vec<String> =
        (1..40).map(|n| format!("{{{}|{n}||-{n}|||-{}|-{}}}", n * n, 2 * n + 5, 7 * n)).collect();
    let deep = format!("{}0{}", "{9|".repeat(300), "}".repeat(300));
    for (large, why) in [("100001", Why::OutOfReach), (&hot.join("+"), Why::Nodes), (&deep, Why::Levels)] {
        let error = read(large);
        assert_eq!(error.unknown().map(|unknown| unknown.why), Some(why), "{error}");
        assert!(error.to_string().len() < 160, "{error}");
    }
    let many = |count: usize| {
        let block = |index: usize| BlockText {
            name: format!("b{index}"),
            color: if index.is_multiple_of(2) { Color::Black } else { Color::White },
            external: vec![if index.is_multiple_of(2) { "2" } else { "-2" }.to_string()],
            ..BlockText::default()
        };
        GraphText { blocks: (0..count).map(block).collect(), shared: Vec::new() }
    };
    let error = Graph::read(&mut games, &many(33)).expect_err("too many");
    assert_eq!(error.to_string(), "33 blocks are too many: 32 is the most");
    assert_eq!(error.unknown().map(|unknown| unknown.why), Some(Why::OutOfReach));
    let mut eye = many(2);
    eye.blocks[0].eye = 5000;
    let error = Graph::read(&mut games, &eye).expect_err("too many");
    assert_eq!(error.to_string(), "block `b0`: 5000 liberties of an eye are too many: 1000 is the most");
    assert_eq!(error.unknown().map(|unknown| unknown.why), Some(Why::OutOfReach));
    eye.blocks[0].eye = 1;
    eye.blocks[0].name = "b1".to_string();
    assert_eq!(Graph::read(&mut games, &eye).expect_err("one name for two").unknown(), None);
}

#[test]
fn more_points_than_a_search_can_hold_is_no_error() {
    // The whole board of problem E is counted; with one safe block taken as unknown it is one large region.
    let diagram = whole_board().expect("a board");
    let wishes = Wishes::of_marks(&diagram);
    let position = diagram.position(Rules::default()).expect("legal");
    let unknown = &wishes.unknown | &wishes.safe;
    let wishes = Wishes { unknown, safe: Default::default(), ..wishes };
    let blocks = Blocks::new(&position, &wishes).expect("a race");
    let mut race = BoardRace::new(position, blocks, games(10_000)).expect("a race");
    let report = solve(&mut race, false);
    for answer in &report.answers {
        let Verdict::Unknown(why) = &answer.verdict else { panic!("{:?}", answer.verdict) };
        assert!(
            why.to_string().ends_with(
                "search in the regions: region A is too open: it has 170 points, and 128 are the most"
            ),
            "{why}"
        );
    }
}
