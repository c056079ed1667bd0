//! Everything that may take long gives up when it is told to, and says so.

use tesuji_board::Rules;
use tesuji_job::{Progress, Watch, Why};
use tesuji_race::catalogue::problem;
use tesuji_race::compose::compose;
use tesuji_race::multi::{BlockText, Graph, GraphText, SharedText, solve_graph};
use tesuji_race::{
    Blocks, BoardRace, Color, INTERACTIVE, LibertyGames, Outcome, Race, SumProduct, Uncounted, Unplayed,
    Verdict, Wishes, solve,
};

fn problem_a(watch: &Watch) -> BoardRace {
    let diagram = compose(&problem('A').expect("a problem")).expect("a board");
    let position = diagram.position(Rules::default()).expect("legal");
    let blocks = Blocks::new(&position, &Wishes::of_marks(&diagram)).expect("a race");
    let games = LibertyGames::with_limits(INTERACTIVE, watch.clone());
    BoardRace::new(position, blocks, games).expect("a race")
}

#[test]
fn counting_stops() {
    let watch = Watch::new();
    watch.stop();
    let mut race = problem_a(&watch);
    for region in &race.regions {
        assert_eq!(region.parts, Some(Err(Uncounted::Unknown(Why::Stopped))), "region {}", region.id);
    }
    let report = solve(&mut race, true);
    for answer in &report.answers {
        let Verdict::Unknown(unknown) = &answer.verdict else { panic!("{:?}", answer.verdict) };
        assert_eq!(unknown.why, Why::Stopped);
        let told = unknown.to_string();
        assert!(told.contains("region A cannot be counted: the work was stopped"), "{told}");
        assert!(
            told.ends_with("search in the regions: region A of 8 points: the work was stopped"),
            "{told}"
        );
    }
    assert_eq!((report.searched, report.nodes), (0, 0));
}

#[test]
fn a_search_that_is_stopped_leaves_what_was_counted() {
    let watch = Watch::new();
    let mut race = problem_a(&watch);
    watch.stop();
    let report = solve(&mut race, true);
    let [black, white] = &report.answers;
    assert_eq!(black.verdict.outcome(), Some(Outcome::Black));
    assert_eq!(white.verdict.outcome(), Some(Outcome::White));
    assert_eq!(black.verified, None);
    let why = black.search.clone().map(|found| found.map_err(|unknown| unknown.why));
    assert_eq!(why, Some(Err(Why::Stopped)));
}

#[test]
fn play_in_the_sum_stops() {
    let watch = Watch::new();
    let mut games = LibertyGames::with_limits(INTERACTIVE, watch.clone());
    let race = Race::read(&mut games, [&["{4|0}"], &["-3"]], 0, [None, None]).expect("a race");
    assert!(SumProduct::new(&games, 1000).outcome(&mut games, &race, Color::Black).is_ok());
    watch.stop();
    let stopped = SumProduct::new(&games, 1000).outcome(&mut games, &race, Color::Black);
    assert_eq!(stopped, Err(Unplayed::Unknown(Why::Stopped)));
}

#[test]
fn play_in_a_graph_stops_and_is_watched() {
    let (tell, seen) = std::sync::mpsc::channel::<Progress>();
    let watch = Watch::new().seeing(move |progress| {
        let _ = tell.send(*progress);
    });
    let mut games = LibertyGames::with_limits(INTERACTIVE, watch.clone());
    let block = |name: &str, color, external: &str| BlockText {
        name: name.into(),
        color,
        external: vec![external.into()],
        ..BlockText::default()
    };
    let text = GraphText {
        blocks: vec![
            block("W0", Color::White, "{0|-4||-6}"),
            block("B1", Color::Black, "{6||4|0}"),
            block("W2", Color::White, "{0||-3|-5}"),
            block("B3", Color::Black, "{5|3||0}"),
        ],
        shared: [["W0", "B1"], ["B1", "W2"], ["W2", "B3"], ["B3", "W0"]]
            .map(|between| SharedText { between: between.map(str::to_string), liberties: 1 })
            .to_vec(),
    };
    let graph = Graph::read(&mut games, &text).expect("a graph");
    let report = solve_graph(&mut games, &graph);
    assert!(report.answers.iter().all(|answer| answer.outcome.result.is_ok()));
    assert!(report.nodes > 64, "{}", report.nodes);
    assert!(seen.try_iter().next().is_some(), "somebody watches");
    watch.stop();
    let report = solve_graph(&mut games, &graph);
    for answer in &report.answers {
        assert_eq!(answer.outcome.result, Err(Why::Stopped.into()));
        assert!(answer.fates.iter().all(|fate| fate.result == Err(Why::Stopped.into())));
    }
}
