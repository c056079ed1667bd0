//! The search for maps: what it lists, and that it is reproducible. How strong its finds are is measured by the program.

use crate::common::board;
use tesuji_job::{Watch, Why};
use tesuji_maps::{Map, RuleSet, SearchPlan, compare, distinct_maps, sample_positions, search, set_of};

fn plan() -> SearchPlan {
    SearchPlan {
        board: board("square:5"),
        unseen: vec![board("hexagon:3"), board("square:4")],
        rules: RuleSet::PAPER,
        depth: 2,
        games: 20_000,
        finalists: 3,
        final_games: 600,
        positions: 60,
        seed: 5,
        threads: 1,
    }
}

#[test]
fn distinct_maps_differ_and_every_expression_has_its_meaning_among_them() {
    let plan = plan();
    let (expressions, maps) = distinct_maps(&plan, &Watch::unwatched()).unwrap();
    assert!(maps.len() > 20 && maps.len() < expressions, "{} of {expressions}", maps.len());
    assert!(maps.iter().all(|map| map.depth() <= 2));
    let positions =
        sample_positions(&plan.board, &plan.rules, plan.positions, plan.seed, &Watch::unwatched()).unwrap();
    let choices = |map: &Map| -> Vec<_> {
        positions
            .iter()
            .map(|setup| {
                let shown = set_of(map, setup, &plan.rules);
                &shown.set & &shown.candidates
            })
            .collect()
    };
    let all: Vec<_> = maps.iter().map(choices).collect();
    for (i, one) in all.iter().enumerate() {
        assert!(!all[..i].contains(one), "{} is there twice", maps[i]);
    }
    for text in ["F(W)", "V \\ H", "~Q0(W)", "H & V", "AB(W)", "P9(V)"] {
        let map: Map = text.parse().unwrap();
        if map.depth() <= 2 {
            assert!(all.contains(&choices(&map)), "the meaning of {text} is missing");
        }
    }
}

#[test]
fn the_same_plan_finds_the_same_maps_on_any_number_of_threads() {
    let one = search(&plan(), &Watch::unwatched()).unwrap();
    let two = search(&SearchPlan { threads: 2, ..plan() }, &Watch::unwatched()).unwrap();
    assert_eq!(one.found.len(), 3);
    assert_eq!(one.rounds, two.rounds);
    for (a, b) in one.found.iter().zip(&two.found).chain(one.published.iter().zip(&two.published)) {
        assert_eq!((&a.map, a.chosen_by, &a.unseen), (&b.map, b.chosen_by, &b.unseen));
    }
    // The best of the choice is better than chance on its own board, and every finalist was measured.
    assert!(one.found[0].chosen_by.unwrap().interval(0.5)[0] > 0.6);
    assert!(one.found.iter().all(|found| found.unseen.iter().all(|counts| counts.games() == 600)));
    assert_eq!(one.published.len(), 5);
    for stage in ["drawing positions", "listing maps", "choosing maps", "measuring maps"] {
        let watch = Watch::new();
        let stopper = watch.clone();
        let watch = watch.seeing(move |progress| {
            if progress.stage == stage {
                stopper.stop();
            }
        });
        assert_eq!(search(&plan(), &watch).unwrap_err(), Why::Stopped, "{stage}");
    }
    // What earlier versions found with this seed.
    let names: Vec<String> = one.found.iter().map(|found| found.map.to_string()).collect();
    assert_eq!(names, ["P2(W)", "F(W)", "P4(V)"]);
    let wins: Vec<u64> = one.found[0].unseen.iter().map(|counts| counts.wins).collect();
    assert_eq!((one.found[0].chosen_by.unwrap().wins, wins), (989, vec![517, 412]));
}

#[test]
fn equal_maps_are_equal_on_every_sample_and_different_ones_are_told_apart() {
    let rules = RuleSet::PAPER;
    for name in ["square:6", "hexagon:4", "honeycomb:3"] {
        let positions = sample_positions(&board(name), &rules, 150, 3, &Watch::unwatched()).unwrap();
        assert!(positions.iter().any(|setup| setup.black.len() > 5));
        let compared = |a: &str, b: &str| {
            let (a, b) = (a.parse().unwrap(), b.parse().unwrap());
            compare(&a, &b, &positions, &rules, &Watch::unwatched()).unwrap()
        };
        let same = compared("Q2(W)", "~P3(W)");
        assert_eq!((same.different, same.different_choice, same.positions), (0, 0, 150));
        assert!(same.example.is_none());
        // Stones are no moves: the sets differ, the choice does not.
        let choice = compared("V", "V | B");
        assert!(choice.different > 100 && choice.different_choice == 0 && choice.example.is_some());
        let other = compared("P1(W)", "P2(W)");
        assert!(other.different_choice > 0);
        let example = other.example.unwrap();
        let choose = |text: &str| {
            let shown = set_of(&text.parse().unwrap(), &example, &rules);
            &shown.set & &shown.candidates
        };
        assert_ne!(choose("P1(W)"), choose("P2(W)"), "the example shows a difference");
    }
}
