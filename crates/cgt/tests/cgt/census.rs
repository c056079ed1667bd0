//! How many values are born by each day: 1, 4, 22 and 1474.

use tesuji_cgt::{Arena, Game};

/// Every set of pairwise incomparable games: the only lists of options worth trying.
fn antichains(arena: &mut Arena, games: &[Game]) -> Vec<Vec<Game>> {
    let mut found = vec![vec![]];
    for &game in games {
        for index in 0..found.len() {
            let free = found[index].iter().all(|&other| {
                !arena.at_most(game, other).expect("fits") && !arena.at_most(other, game).expect("fits")
            });
            if free {
                let mut larger = found[index].clone();
                larger.push(game);
                found.push(larger);
            }
        }
    }
    found
}

#[test]
fn values_born_by_days_0_to_3() {
    let mut arena = Arena::new();
    let mut born: Vec<Game> = Vec::new();
    let mut counts = Vec::new();
    for day in 0..=3 {
        let lists = antichains(&mut arena, &born);
        let mut next: Vec<Game> = Vec::new();
        let mut seen = std::collections::HashSet::new();
        for left in &lists {
            for right in &lists {
                let game = arena.canonical(left, right).expect("fits");
                if seen.insert(game) {
                    assert!(arena.birthday(game).expect("fits") <= day);
                    next.push(game);
                }
            }
        }
        counts.push(next.len());
        born = next;
    }
    assert_eq!(counts, [1, 4, 22, 1474]);

    // All values of day 3 print differently, and each text leads back to its game in another arena.
    let mut other = Arena::new();
    let mut texts = std::collections::BTreeSet::new();
    for &game in &born {
        let text = arena.text(game).expect("short");
        let elsewhere = other.parse(&text).unwrap_or_else(|error| panic!("{text}: {error}"));
        assert_eq!(other.text(elsewhere).expect("short"), text);
        assert_eq!(arena.parse(&text).expect("it was read before"), game);
        assert!(texts.insert(text));
    }
}

/// The 22 values of day 2 form the well-known partial order: 1474 games of day 3 compare as their differences do.
#[test]
fn comparing_is_subtracting() {
    let mut arena = Arena::new();
    let texts = [
        "2",
        "1",
        "1*",
        "{1|0}",
        "{1|0,*}",
        "{1,1*|-1}",
        "1/2",
        "^",
        "^*",
        "*",
        "*2",
        "0",
        "v",
        "v*",
        "{1|*}",
        "{*|-1}",
        "-1/2",
        "+-1",
        "{0|-1}",
        "{0,*|-1}",
        "-1*",
        "-1",
        "-2",
        "{2|-1/2}",
        "{3||1|-4}",
        "{0||0|-2}",
        "Miny(1/2)",
    ];
    let games: Vec<Game> = texts.iter().map(|text| arena.parse(text).expect("a game")).collect();
    for &g in &games {
        for &h in &games {
            let difference = arena.difference(g, h).expect("fits");
            let expected = arena.compare(difference, Game::ZERO).expect("fits");
            assert_eq!(arena.compare(g, h).expect("fits"), expected);
        }
    }
}
