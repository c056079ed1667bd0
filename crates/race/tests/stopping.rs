//! Everything that may take long gives up when it is told to, and says so.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use tesuji_board::Rules;
use tesuji_race::catalogue::problem;
use tesuji_race::compose::compose;
use tesuji_race::{
    AbstractPlay, Blocks, BoardRace, Color, LibertyGames, Outcome, Race, RaceLimits, Uncounted, Unplayed,
    Verdict, Wishes, solve,
};

fn problem_a(stop: &Arc<AtomicBool>) -> BoardRace {
    let diagram = compose(&problem('A').expect("a problem")).expect("a board");
    let position = diagram.position(Rules::default()).expect("legal");
    let blocks = Blocks::new(&position, &Wishes::of_marks(&diagram)).expect("a race");
    let games = LibertyGames::new().with_stop(stop.clone());
    BoardRace::with_games(position, blocks, &RaceLimits::interactive(), games).expect("a race")
}

#[test]
fn counting_stops() {
    let stop = Arc::new(AtomicBool::new(true));
    let mut race = problem_a(&stop);
    for region in &race.regions {
        assert_eq!(region.parts, Some(Err(Uncounted::Stopped)), "region {}", region.id);
    }
    let report = solve(&mut race, &RaceLimits::interactive(), true);
    for answer in &report.answers {
        let Verdict::Unknown { why } = &answer.verdict else { panic!("{:?}", answer.verdict) };
        assert!(why.contains("counting was stopped") && why.contains("the search was stopped"), "{why}");
    }
    assert!(report.searched <= 2, "{}", report.searched);
}

#[test]
fn a_search_that_is_stopped_leaves_what_was_counted() {
    let stop = Arc::new(AtomicBool::new(false));
    let mut race = problem_a(&stop);
    stop.store(true, Ordering::Relaxed);
    let report = solve(&mut race, &RaceLimits::interactive(), true);
    let [black, white] = &report.answers;
    assert_eq!(black.verdict.outcome(), Some(Outcome::Black));
    assert_eq!(white.verdict.outcome(), Some(Outcome::White));
    assert_eq!(black.verified, None);
    assert_eq!(black.search, Some(Err("the search was stopped".to_string())));
}

#[test]
fn play_in_the_sum_stops() {
    let stop = Arc::new(AtomicBool::new(false));
    let mut games = LibertyGames::new().with_stop(stop.clone());
    let race = Race::read(&mut games, [&["{4|0}"], &["-3"]], 0, [None, None]).expect("a race");
    assert!(AbstractPlay::new(&mut games, 1000).outcome(&race, Color::Black).is_ok());
    stop.store(true, Ordering::Relaxed);
    let stopped = AbstractPlay::new(&mut games, 1000).outcome(&race, Color::Black);
    assert_eq!(stopped, Err(Unplayed::Stopped));
}
