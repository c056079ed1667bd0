//! Sums and products of forms beside plain trees, straight from the definitions.

use std::rc::Rc;

use fuzz_cases::cases;
use tesuji_cgt::{Arena, Literal, Side};

use crate::naive::{self, Tree, any_tree, small_tree, to_game};

fn literal(arena: &mut Arena, tree: &Tree) -> Literal {
    let lists = [&tree.left, &tree.right]
        .map(|list| list.iter().map(|option| literal(arena, option)).collect::<Vec<Literal>>());
    arena.literal_of_options(&lists[0], &lists[1]).expect("small")
}

fn options(tree: &Tree, side: Side) -> &[Rc<Tree>] {
    if side == Side::Left { &tree.left } else { &tree.right }
}

fn conjunctive(g: &Tree, h: &Tree) -> Rc<Tree> {
    let lists = Side::BOTH.map(|side| {
        let pairs =
            options(g, side).iter().flat_map(|a| options(h, side).iter().map(move |b| conjunctive(a, b)));
        pairs.collect::<Vec<_>>()
    });
    let [left, right] = lists;
    naive::form(left, right)
}

fn selective(g: &Tree, h: &Tree) -> Rc<Tree> {
    let lists = Side::BOTH.map(|side| {
        let mut list: Vec<Rc<Tree>> = options(g, side).iter().map(|a| selective(a, h)).collect();
        list.extend(options(h, side).iter().map(|b| selective(g, b)));
        for a in options(g, side) {
            list.extend(options(h, side).iter().map(|b| selective(a, b)));
        }
        list
    });
    let [left, right] = lists;
    naive::form(left, right)
}

/// Conway's product: G^L H + G H^L - G^L H^L and so on.
fn conway(g: &Tree, h: &Tree) -> Rc<Tree> {
    let lists = Side::BOTH.map(|side| {
        let mut list = Vec::new();
        for first in Side::BOTH {
            let second = if side == Side::Left { first } else { first.opponent() };
            for a in options(g, first) {
                for b in options(h, second) {
                    let sum = naive::sum(&conway(a, h), &conway(g, b));
                    list.push(naive::canonical(&naive::sum(&sum, &naive::negative(&conway(a, b)))));
                }
            }
        }
        list
    });
    let [left, right] = lists;
    naive::canonical(&naive::form(left, right))
}

#[test]
fn sums_and_products_of_forms_are_the_naive_ones() {
    cases(
        300,
        |rng| (any_tree(rng, 2, 1), small_tree(rng, 2)),
        |(g, h)| {
            let mut arena = Arena::new();
            for (g, h) in [(g, h), (h, g), (g, g)] {
                let (a, b) = (literal(&mut arena, g), literal(&mut arena, h));
                let worth = arena.value_of_literal(&a);
                assert_eq!(worth, Ok(to_game(&mut arena, g)));
                let expected = to_game(&mut arena, &conjunctive(g, h));
                assert_eq!(arena.conjunctive_sum(&a, &b), Ok(expected), "{g:?} and {h:?}");
                let expected = to_game(&mut arena, &selective(g, h));
                assert_eq!(arena.selective_sum(&a, &b), Ok(expected), "{g:?} or {h:?}");
                let (expected, other) =
                    (to_game(&mut arena, &naive::ordinal_sum(g, h)), to_game(&mut arena, h));
                assert_eq!(arena.ordinal_sum_of(&a, other), Ok(expected), "{g:?} : {h:?}");
            }
        },
    );
}

#[test]
fn conways_product_is_the_naive_one() {
    cases(
        100,
        |rng| (any_tree(rng, 1, 1), small_tree(rng, 1)),
        |(g, h)| {
            let mut arena = Arena::new();
            let (a, b) = (literal(&mut arena, g), literal(&mut arena, h));
            let expected = to_game(&mut arena, &conway(g, h));
            assert_eq!(arena.conway_product(&a, &b), Ok(expected), "{g:?} times {h:?}");
            assert_eq!(arena.conway_product(&b, &a), Ok(expected), "the factors change places");
        },
    );
    // Numbers are multiplied as numbers.
    let mut arena = Arena::new();
    for (x, y, product) in
        [("3/4", "-5/2", "-15/8"), ("7", "1/8", "7/8"), ("-3", "-3", "9"), ("*2", "*2", "*3")]
    {
        let game = arena.parse(&format!("conway({x}, {y})")).expect("numbers");
        assert_eq!(arena.text(game).as_deref(), Ok(product));
    }
}
