//! Random games: the engine against the slow twin, and against the laws of the theory.

use crate::naive::{self, Tree, any_tree, hot_tree, small_tree, to_game, to_tree};
use proptest::prelude::*;
use tesuji_cgt::{Arena, Dyadic, Game, Relation, Side, Style};

fn dyadic(value: f64) -> Dyadic {
    Dyadic::new((value * 64.0) as i64, 6).expect("small")
}

/// The same form with all lists of options reversed.
fn reversed(tree: &Tree) -> std::rc::Rc<Tree> {
    let side = |options: &[std::rc::Rc<Tree>]| options.iter().rev().map(|option| reversed(option)).collect();
    naive::form(side(&tree.left), side(&tree.right))
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 600, failure_persistence: None, rng_seed: proptest::test_runner::RngSeed::Fixed(7), ..ProptestConfig::default() })]

    #[test]
    fn canonical_form_is_the_naive_one(tree in any_tree(3, 3)) {
        let mut arena = Arena::new();
        let game = to_game(&mut arena, &tree);
        let expected = naive::canonical(&tree);
        prop_assert!(naive::same_form(&to_tree(&arena, game), &expected), "{} for {:?}", arena.text(game)?, expected);
        let (left, right) = naive::stops(&expected);
        prop_assert_eq!(arena.stop(game, Side::Left)?, dyadic(left));
        prop_assert_eq!(arena.stop(game, Side::Right)?, dyadic(right));
        prop_assert_eq!(arena.birthday(game)?, naive::depth(&expected));
        prop_assert_eq!(game.to_number(), naive::value_of_number(&expected).map(dyadic));
    }

    #[test]
    fn all_small_canonical_form_is_the_naive_one(tree in small_tree(3)) {
        let mut arena = Arena::new();
        let game = to_game(&mut arena, &tree);
        let expected = naive::canonical(&tree);
        prop_assert!(naive::same_form(&to_tree(&arena, game), &expected), "{} for {:?}", arena.text(game)?, expected);
        prop_assert!(arena.is_all_small(game)?);
        prop_assert_eq!(arena.birthday(game)?, naive::depth(&expected));
    }

    #[test]
    fn canonical_form_is_idempotent_and_independent_of_order(tree in any_tree(3, 3)) {
        let mut arena = Arena::new();
        let game = to_game(&mut arena, &tree);
        let left = arena.options(game, Side::Left)?;
        let right = arena.options(game, Side::Right)?;
        prop_assert_eq!(arena.canonical(&left, &right)?, game);
        prop_assert_eq!(to_game(&mut arena, &reversed(&tree)), game);
        // Another arena, which saw the options in another order after something else, prints the same text.
        let mut other = Arena::new();
        other.parse("{5|{3,2*|-4||-9}}+{3|2||-2}").expect("a game");
        let elsewhere = to_game(&mut other, &reversed(&tree));
        for style in [Style::Ascii, Style::Paper, Style::Unicode, Style::Latex] {
            prop_assert_eq!(arena.text_in(game, style)?, other.text_in(elsewhere, style)?);
        }
    }

    #[test]
    fn order_is_the_naive_one(g in any_tree(3, 2), h in any_tree(3, 2)) {
        let mut arena = Arena::new();
        let (a, b) = (to_game(&mut arena, &g), to_game(&mut arena, &h));
        prop_assert_eq!(arena.at_most(a, b)?, naive::at_most(&g, &h));
        prop_assert_eq!(arena.at_most(b, a)?, naive::at_most(&h, &g));
        prop_assert_eq!(a == b, naive::equal(&g, &h));
    }

    #[test]
    fn order_of_forms_is_the_naive_one(g in any_tree(3, 2), h in any_tree(3, 2), hot in [hot_tree(3), hot_tree(3)]) {
        let mut arena = Arena::new();
        let games = [&g, &h, &hot[0], &hot[1]].map(|tree| (tree.clone(), to_game(&mut arena, tree)));
        for (tree, game) in &games {
            for (other, another) in &games {
                let forms = [*game, *another].map(|game| arena.form(game));
                if let Some(at_most) = forms[0].at_most(&forms[1]) {
                    prop_assert_eq!(at_most, naive::at_most(tree, other));
                }
                // Moved by a number, which the twin would take long to build.
                for half in -3..=3 {
                    let moved = arena.sum(*another, Game::number(Dyadic::new(half, 1)?))?;
                    let form = arena.form(moved);
                    if let Some(at_most) = forms[0].at_most(&form) {
                        prop_assert_eq!(at_most, arena.at_most(*game, moved)?);
                    }
                    if let Some(at_most) = form.at_most(&forms[0]) {
                        prop_assert_eq!(at_most, arena.at_most(moved, *game)?);
                    }
                }
            }
        }
    }

    #[test]
    fn order_is_a_partial_order(g in any_tree(2, 1), h in any_tree(2, 1), k in any_tree(2, 1)) {
        let mut arena = Arena::new();
        let [a, b, c] = [g, h, k].map(|tree| to_game(&mut arena, &tree));
        prop_assert_eq!(arena.compare(a, a)?, Relation::Equal);
        prop_assert_eq!(arena.compare(a, b)? == Relation::Equal, a == b);
        if arena.at_most(a, b)? && arena.at_most(b, c)? {
            prop_assert!(arena.at_most(a, c)?);
        }
    }

    #[test]
    fn sum_and_negative_are_the_naive_ones(g in any_tree(2, 3), h in any_tree(2, 3)) {
        let mut arena = Arena::new();
        let (a, b) = (to_game(&mut arena, &g), to_game(&mut arena, &h));
        let expected = to_game(&mut arena, &naive::sum(&g, &h));
        prop_assert_eq!(arena.sum(a, b)?, expected);
        prop_assert_eq!(arena.sum(b, a)?, expected);
        let mirrored = to_game(&mut arena, &naive::negative(&g));
        prop_assert_eq!(arena.negative(a)?, mirrored);
        prop_assert_eq!(arena.negative(mirrored)?, a);
        let nothing = arena.sum(mirrored, a)?;
        prop_assert_eq!(nothing, Game::ZERO);
        prop_assert_eq!(arena.difference(expected, b)?, a);
        // Without the negatives the engine knows of: a fresh arena adds the two trees themselves.
        let mut fresh = Arena::new();
        let (a, mirrored) = (to_game(&mut fresh, &g), to_game(&mut fresh, &naive::negative(&g)));
        prop_assert_eq!(fresh.sum(a, mirrored)?, Game::ZERO);
    }

    #[test]
    fn sums_of_hot_games_obey_the_laws(g in hot_tree(3), h in hot_tree(3), k in hot_tree(2)) {
        let mut arena = Arena::new();
        let [a, b, c] = [&g, &h, &k].map(|tree| to_game(&mut arena, tree));
        let ab = arena.sum(a, b)?;
        let bc = arena.sum(b, c)?;
        let total = arena.sum(ab, c)?;
        prop_assert_eq!(arena.sum(a, bc)?, total);
        prop_assert_eq!(arena.sum_all(&[c, a, b])?, total);
        let minus_a = arena.negative(a)?;
        prop_assert_eq!(arena.sum_all(&[a, c, minus_a, b])?, bc);
        for bound in -3..=3 {
            let bound = Game::integer(bound);
            prop_assert_eq!(arena.sum_at_most(&[a, b, c], bound)?, arena.at_most(total, bound)?);
            prop_assert_eq!(arena.sum_at_least(&[a, b, c], bound)?, arena.at_most(bound, total)?);
        }
        let triple = arena.multiple(3, a)?;
        prop_assert_eq!(arena.sum_all(&[a, a, a])?, triple);
        prop_assert_eq!(arena.multiple(-3, minus_a)?, triple);
        // Order is kept by addition.
        prop_assert_eq!(arena.at_most(a, b)?, {
            let bc = arena.sum(b, c)?;
            let ac = arena.sum(a, c)?;
            arena.at_most(ac, bc)?
        });
    }

    #[test]
    fn thermograph_is_the_naive_one(tree in hot_tree(3)) {
        let mut arena = Arena::new();
        let game = to_game(&mut arena, &tree);
        let thermograph = arena.thermograph(game)?;
        let canonical = naive::canonical(&tree);
        let expected = naive::walls(&canonical);
        prop_assert_eq!(thermograph.mean(), dyadic(expected.mean));
        prop_assert_eq!(arena.mean(game)?, dyadic(expected.mean));
        if let Some(number) = game.to_number() {
            prop_assert_eq!(thermograph.temperature(), Dyadic::new(-1, number.exponent().into())?);
        } else {
            prop_assert_eq!(thermograph.temperature(), dyadic(expected.temperature));
        }
        for (step, (&left, &right)) in expected.left.iter().zip(&expected.right).enumerate() {
            let t = dyadic(step as f64 / naive::GRID);
            prop_assert_eq!(thermograph.wall(Side::Left).at(t)?, dyadic(left));
            prop_assert_eq!(thermograph.wall(Side::Right).at(t)?, dyadic(right));
        }
        // No superfluous breakpoints: slopes change at each.
        for side in Side::BOTH {
            let points = thermograph.wall(side).breakpoints();
            let slopes: Vec<i8> = points.windows(2).map(|pair| pair[1].value.cmp(&pair[0].value) as i8).chain([0]).collect();
            prop_assert!(slopes.windows(2).all(|pair| pair[0] != pair[1]), "{:?}", points);
        }
    }

    #[test]
    fn construction_envelopes_its_options(tree in hot_tree(3)) {
        let mut arena = Arena::new();
        let game = to_game(&mut arena, &tree);
        let construction = arena.construction(game)?;
        let Some(scaffolds) = construction.scaffolds else { return Ok(()) };
        for step in 0..100 {
            let t = Dyadic::new(step, 3)?;
            for side in Side::BOTH {
                let walls = construction.options[side.index()].iter().map(|(_, wall)| wall.at(t).expect("in range"));
                let best = match side { Side::Left => walls.max(), Side::Right => walls.min() };
                prop_assert_eq!(scaffolds[side.index()].at(t)?, best.expect("an option"));
                let wall = construction.thermograph.wall(side).at(t)?;
                if t <= construction.thermograph.temperature() {
                    prop_assert_eq!(wall, scaffolds[side.index()].at(t)?);
                } else {
                    prop_assert_eq!(wall, construction.thermograph.mean());
                }
            }
        }
    }

    #[test]
    fn cooling_is_the_naive_one(tree in hot_tree(2), quarters in 0_i64..20) {
        let mut arena = Arena::new();
        let game = to_game(&mut arena, &tree);
        let expected = naive::cooled(&naive::canonical(&tree), quarters as f64 / 4.0);
        let expected = to_game(&mut arena, &expected);
        let cooled = arena.cool(game, Dyadic::new(quarters, 2)?)?;
        prop_assert_eq!(cooled, expected, "{} is not {}", arena.text(cooled)?, arena.text(expected)?);
    }

    #[test]
    fn cooling_is_additive_and_keeps_the_order(g in hot_tree(2), h in hot_tree(2), halves in 0_i64..12) {
        let t = Dyadic::new(halves, 1)?;
        let mut arena = Arena::new();
        let (a, b) = (to_game(&mut arena, &g), to_game(&mut arena, &h));
        let total = arena.sum(a, b)?;
        let (cooled_a, cooled_b) = (arena.cool(a, t)?, arena.cool(b, t)?);
        let cooled_total = arena.cool(total, t)?;
        prop_assert_eq!(arena.sum(cooled_a, cooled_b)?, cooled_total);
        if arena.at_most(a, b)? {
            prop_assert!(arena.at_most(cooled_a, cooled_b)?);
        }
        let zero = arena.difference(a, b)?;
        let positive = arena.at_most(Game::ZERO, zero)?;
        prop_assert!(!positive || arena.at_most(cooled_b, cooled_a)?);
    }

    #[test]
    fn heating_and_cooling_undo_each_other(tree in any_tree(3, 3), halves in 0_i64..12) {
        let t = Dyadic::new(halves, 1)?;
        let mut arena = Arena::new();
        let game = to_game(&mut arena, &tree);
        let heated = arena.heat(game, t)?;
        prop_assert_eq!(arena.cool(heated, t)?, game);
        let cooled = arena.cool(heated, t)?;
        prop_assert_eq!(arena.heat(cooled, t)?, heated);
        if !game.is_number() {
            let expected = arena.temperature(game)?.checked_add(t)?;
            prop_assert_eq!(arena.temperature(heated)?, expected);
            prop_assert_eq!(arena.mean(heated)?, arena.mean(game)?);
        }
    }

    #[test]
    fn mean_and_temperature_agree_with_cooling(tree in hot_tree(3)) {
        let mut arena = Arena::new();
        let game = to_game(&mut arena, &tree);
        let (mean, temperature) = (arena.mean(game)?, arena.temperature(game)?);
        if game.is_number() {
            prop_assert!(temperature < Dyadic::ZERO);
            return Ok(());
        }
        let epsilon = Dyadic::new(1, 10)?;
        prop_assert_eq!(arena.cool(game, temperature.checked_add(epsilon)?)?, Game::number(mean));
        let frozen = arena.freeze(game)?;
        prop_assert_eq!(frozen, arena.cool(game, temperature)?);
        prop_assert!(!frozen.is_number(), "at its own temperature the infinitesimal is kept");
        for side in Side::BOTH {
            prop_assert_eq!(arena.stop(frozen, side)?, mean);
            for step in 0..8 {
                let t = Dyadic::new(step, 1)?.min(temperature);
                let cooled = arena.cool(game, t)?;
                prop_assert_eq!(arena.stop(cooled, side)?, arena.thermograph(game)?.wall(side).at(t)?);
            }
        }
    }

    #[test]
    fn overheating_and_ordinal_sums_are_the_naive_ones(tree in any_tree(2, 2), other in any_tree(2, 1), s in 1_i64..3) {
        let mut arena = Arena::new();
        let (game, second) = (to_game(&mut arena, &tree), to_game(&mut arena, &other));
        let canonical = naive::canonical(&tree);
        let expected = naive::overheated(&canonical, s, 1.5);
        let expected = to_game(&mut arena, &expected);
        let t = Game::number(Dyadic::new(3, 1)?);
        prop_assert_eq!(arena.overheat(game, Game::integer(s), t)?, expected);
        let expected = to_game(&mut arena, &naive::ordinal_sum(&canonical, &other));
        prop_assert_eq!(arena.ordinal_sum(game, second)?, expected);
    }

    #[test]
    fn reduced_form_forgets_infinitesimals_and_nothing_else(tree in hot_tree(3), small in small_tree(2)) {
        let mut arena = Arena::new();
        let (game, infinitesimal) = (to_game(&mut arena, &tree), to_game(&mut arena, &small));
        let reduced = arena.reduced(game)?;
        let difference = arena.difference(game, reduced)?;
        prop_assert!(arena.is_infinitesimal(difference));
        prop_assert_eq!(arena.reduced(reduced)?, reduced);
        let tiny = arena.tiny(Game::integer(2))?;
        for noise in [infinitesimal, tiny] {
            let noisy = arena.sum(game, noise)?;
            prop_assert_eq!(arena.reduced(noisy)?, reduced);
        }
        prop_assert!(arena.birthday(reduced)? <= arena.birthday(game)?);
    }

    #[test]
    fn norton_product_is_linear_and_atomic_weight_undoes_it(g in any_tree(2, 2), h in any_tree(2, 2)) {
        let mut arena = Arena::new();
        let (a, b) = (to_game(&mut arena, &g), to_game(&mut arena, &h));
        let total = arena.sum(a, b)?;
        let (up_a, up_b, up_total) = (arena.times_up(a)?, arena.times_up(b)?, arena.times_up(total)?);
        prop_assert_eq!(arena.sum(up_a, up_b)?, up_total);
        prop_assert_eq!(arena.at_most(a, b)?, arena.at_most(up_a, up_b)?);
        let weight = arena.atomic_weight(up_a)?.weight();
        prop_assert_eq!(weight, Some(a));
        // Norton products by other positive games are linear too.
        let unit = arena.tiny(Game::integer(1))?;
        let (unit_a, unit_b, unit_total) =
            (arena.norton_product(a, unit)?, arena.norton_product(b, unit)?, arena.norton_product(total, unit)?);
        prop_assert_eq!(arena.sum(unit_a, unit_b)?, unit_total);
    }

    #[test]
    fn atomic_weights_add_and_keep_their_promises(g in small_tree(3), h in small_tree(3)) {
        let mut arena = Arena::new();
        let (a, b) = (to_game(&mut arena, &g), to_game(&mut arena, &h));
        let total = arena.sum(a, b)?;
        let weights = [a, b, total].map(|game| arena.atomic_weight(game).expect("small").weight());
        let [Some(of_a), Some(of_b), Some(of_total)] = weights else {
            return Err(TestCaseError::fail("all-small games have atomic weights"));
        };
        prop_assert_eq!(arena.sum(of_a, of_b)?, of_total);
        if arena.at_most(Game::integer(2), of_a)? {
            prop_assert_eq!(arena.compare(a, Game::ZERO)?, Relation::Greater);
        }
        if arena.at_most(Game::integer(1), of_a)? {
            prop_assert!(!arena.at_most(a, Game::ZERO)?);
        }
    }

    #[test]
    fn text_reads_back_as_the_same_game(tree in any_tree(4, 3), small in small_tree(2), x in -20_i64..20) {
        let mut arena = Arena::new();
        let hot = to_game(&mut arena, &tree);
        let infinitesimal = to_game(&mut arena, &small);
        let shift = Game::number(Dyadic::new(x, 3)?);
        let tiny = arena.parse("{0^3|Tiny(1/2)}").expect("a game");
        let mixed = arena.sum_all(&[infinitesimal, shift, tiny])?;
        for game in [hot, infinitesimal, mixed] {
            for style in [Style::Ascii, Style::Paper, Style::Unicode] {
                let text = arena.text_in(game, style)?;
                prop_assert_eq!(arena.parse(&text).map_err(|error| TestCaseError::fail(format!("{text}: {error}")))?, game, "{}", text);
            }
        }
    }

    #[test]
    fn floors_and_ceilings_are_integers_in_order(tree in hot_tree(3)) {
        let mut arena = Arena::new();
        let game = to_game(&mut arena, &tree);
        let (floor, ceil) = (arena.floor(game)?, arena.ceil(game)?);
        for bound in floor - 3..=ceil + 3 {
            prop_assert_eq!(arena.at_most(Game::integer(bound), game)?, bound <= floor);
            prop_assert_eq!(arena.at_most(game, Game::integer(bound))?, bound >= ceil);
        }
    }

    #[test]
    fn incentives_are_differences(tree in hot_tree(3)) {
        let mut arena = Arena::new();
        let game = to_game(&mut arena, &tree);
        for side in Side::BOTH {
            let options = arena.options(game, side)?;
            let incentives = arena.incentives(game, side)?;
            prop_assert_eq!(options.len(), incentives.len());
            for (option, incentive) in options.into_iter().zip(incentives) {
                let back = match side {
                    Side::Left => arena.sum(game, incentive)?,
                    Side::Right => arena.difference(game, incentive)?,
                };
                prop_assert_eq!(back, option);
            }
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig {
        cases: 300,
        failure_persistence: None,
        rng_seed: proptest::test_runner::RngSeed::Fixed(11),
        ..ProptestConfig::default()
    })]

    /// Somebody who moves first wins exactly when the outcome says so, by exactly the moves that leave the sum good.
    #[test]
    fn best_moves_win_when_the_outcome_says_so(trees in proptest::collection::vec(hot_tree(2), 1..4), target in -2_i64..3) {
        let mut arena = Arena::new();
        let components: Vec<Game> = trees.iter().map(|tree| to_game(&mut arena, tree)).collect();
        let total = arena.sum_all(&components)?;
        let target = Game::integer(target);
        for side in Side::BOTH {
            let advice = arena.best_moves(&components, side, target)?;
            prop_assert_eq!(advice.total, total);
            let difference = arena.difference(total, target)?;
            let mut expected = arena.outcome(difference)?.is_won_by(side, side);
            // Moves in the target itself do not count, and the sum may have no other.
            if difference.is_number() {
                expected = advice.wins();
            }
            prop_assert_eq!(advice.wins(), expected);
            for chosen in &advice.moves {
                prop_assert!(arena.options(components[chosen.component], side)?.contains(&chosen.option));
                let mut after = components.clone();
                after[chosen.component] = chosen.option;
                let after = arena.sum_all(&after)?;
                prop_assert_eq!(after, chosen.total);
                let reached = match side {
                    Side::Left => arena.at_most(target, after)?,
                    Side::Right => arena.at_most(after, target)?,
                };
                prop_assert_eq!(chosen.wins, reached);
                prop_assert!(!arena.explain(&advice, chosen)?.is_empty());
            }
            if !total.is_number() {
                let best = advice.moves.iter().map(|chosen| chosen.stop);
                let best = match side { Side::Left => best.max(), Side::Right => best.min() };
                prop_assert_eq!(best, Some(advice.best_stop));
            }
        }
    }

    /// Thermostrat and sentestrat, moving first, leave at least the sum of the means, and hotstrat names a hottest component.
    #[test]
    fn strategies_keep_their_promises(trees in proptest::collection::vec(hot_tree(2), 1..4)) {
        let mut arena = Arena::new();
        let components: Vec<Game> = trees.iter().map(|tree| to_game(&mut arena, tree)).collect();
        let total = arena.sum_all(&components)?;
        let mean = arena.mean(total)?;
        let mut highest = Dyadic::from(-1);
        for &component in &components {
            highest = highest.max(arena.temperature(component)?);
        }
        for side in Side::BOTH {
            let Some(hot) = arena.hotstrat(&components, side)? else { continue };
            prop_assert_eq!(arena.temperature(components[hot.component])?, highest);
            prop_assert_eq!(hot.temperature, highest);
            let mut ambient = highest;
            let sente = arena.sentestrat(&components, side, &mut ambient, None)?;
            let thermo = arena.thermostrat(&components, side)?;
            for suggestion in [sente, thermo].into_iter().flatten() {
                let mut after = components.clone();
                after[suggestion.component] = suggestion.option;
                let after = arena.sum_all(&after)?;
                let score = arena.stop(after, !side)?;
                prop_assert!(!side.prefers(mean, score), "{:?} leaves {}, less than {}", suggestion, score, mean);
            }
        }
    }
}
