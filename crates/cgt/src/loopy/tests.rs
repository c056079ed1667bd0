//! Loopy games beside a slow twin: who wins, draws or loses by going backwards through all positions of a sum, with endless play a
//! draw, and nothing of the theory.

use std::collections::HashMap;

use fuzz_cases::cases;
use rand::RngExt;
use rand_chacha::ChaCha8Rng;

use super::graph::Graph;
use super::{Ending, Value};
use crate::arena::Arena;
use crate::game::{Game, Relation, Side};
use crate::notation::{Environment, Expression, Style};
use crate::{Error, ParseError};

/// A graph of some nodes with few options; its last nodes are 0, * and 1.
fn any_graph(rng: &mut ChaCha8Rng, nodes: usize) -> Graph {
    let mut graph = Graph::default();
    let [zero, star, one] = [nodes, nodes + 1, nodes + 2];
    for _ in 0..nodes {
        let lists = [(); 2].map(|()| {
            let count = rng.random_range(0..3);
            (0..count).map(|_| rng.random_range(0..nodes + 3)).collect()
        });
        graph.nodes.push(lists);
    }
    graph.nodes.extend([[vec![], vec![]], [vec![zero], vec![zero]], [vec![zero], vec![]]]);
    assert!(star < graph.len() && one < graph.len());
    graph.seen_from(0)
}

/// Who wins a graph, for each who may begin.
fn endings(graph: &Graph) -> [Ending; 2] {
    let count = graph.nodes.len();
    // None: not known to end.
    let mut known: Vec<[Option<Side>; 2]> = vec![[None; 2]; count];
    loop {
        let mut changed = false;
        for node in 0..count {
            for mover in Side::BOTH {
                if known[node][mover.index()].is_some() {
                    continue;
                }
                let replies: Vec<Option<Side>> = graph.nodes[node][mover.index()]
                    .iter()
                    .map(|&option| known[option][mover.opponent().index()])
                    .collect();
                let found = if replies.contains(&Some(mover)) {
                    Some(mover)
                } else if replies.iter().all(|reply| *reply == Some(mover.opponent())) {
                    Some(mover.opponent())
                } else {
                    None
                };
                if found.is_some() {
                    known[node][mover.index()] = found;
                    changed = true;
                }
            }
        }
        if !changed {
            return known[0].map(|winner| match winner {
                Some(Side::Left) => Ending::Left,
                Some(Side::Right) => Ending::Right,
                None => Ending::Draw,
            });
        }
    }
}

/// The sum as pairs, written out again.
fn sum(one: &Graph, other: &Graph) -> Graph {
    let mut pairs = vec![(0, 0)];
    let mut numbers = HashMap::from([((0, 0), 0)]);
    let mut nodes = Vec::new();
    while nodes.len() < pairs.len() {
        let (a, b) = pairs[nodes.len()];
        let mut lists = [vec![], vec![]];
        for (side, list) in lists.iter_mut().enumerate() {
            let mut reached: Vec<(usize, usize)> = one.nodes[a][side].iter().map(|&next| (next, b)).collect();
            reached.extend(other.nodes[b][side].iter().map(|&next| (a, next)));
            for pair in reached {
                let number = *numbers.entry(pair).or_insert_with(|| {
                    pairs.push(pair);
                    pairs.len() - 1
                });
                list.push(number);
            }
        }
        nodes.push(lists);
    }
    Graph { nodes }
}

fn negative(graph: &Graph) -> Graph {
    Graph { nodes: graph.nodes.iter().map(|[left, right]| [right.clone(), left.clone()]).collect() }
}

fn value(arena: &mut Arena, text: &str) -> Value {
    let read = |arena: &mut Arena| -> Result<Value, ParseError> {
        Expression::parse(text)?.value(arena, &Environment::new())
    };
    read(arena).unwrap_or_else(|error| panic!("{text}: {error}"))
}

fn text(arena: &mut Arena, value: &Value) -> String {
    arena.value_text(value, Style::Ascii).expect("short")
}

/// The sides of a graph, if it has stoppers for sides.
fn sides(arena: &mut Arena, graph: &Graph) -> Option<(Value, [Graph; 2])> {
    match arena.value_of_graph(graph) {
        Ok(value) => {
            let sides = arena.sides(&value).expect("small").map(|side| (*side).clone());
            Some((value, sides))
        }
        Err(Error::NoStopper) => None,
        Err(error) => panic!("{error}"),
    }
}

/// The sides decide every sum: Left survives it if he does with the onside, and wins it if he does with the offside.
#[test]
fn sides_stand_for_the_game_in_every_sum() {
    let found = std::cell::Cell::new([0_u32; 3]);
    cases(
        500,
        |rng| {
            let nodes = rng.random_range(1..5);
            (any_graph(rng, nodes), [(); 6].map(|()| any_graph(rng, 2)))
        },
        |(graph, others)| {
            let mut arena = Arena::new();
            let Some((value, [onside, offside])) = sides(&mut arena, graph) else {
                let [stoppers, sided, refused] = found.get();
                found.set([stoppers, sided, refused + 1]);
                return;
            };
            let is_sided = onside != offside;
            let [stoppers, sided, refused] = found.get();
            found.set([stoppers + u32::from(!is_sided), sided + u32::from(is_sided), refused]);
            assert!(onside.stoppers()[0] && offside.stoppers()[0]);
            assert_eq!(arena.endings(&value).expect("small"), endings(graph), "{graph:?}");
            for other in others.iter().filter(|other| other.stoppers()[0]) {
                let whole = endings(&sum(graph, other));
                let upper = endings(&sum(&onside, other));
                let lower = endings(&sum(&offside, other));
                for turn in 0..2 {
                    let name = text(&mut arena, &value);
                    assert_eq!(
                        whole[turn] != Ending::Right,
                        upper[turn] != Ending::Right,
                        "{name} {graph:?} + {other:?}"
                    );
                    assert_eq!(
                        whole[turn] == Ending::Left,
                        lower[turn] == Ending::Left,
                        "{name} {graph:?} + {other:?}"
                    );
                }
            }
        },
    );
    let [stoppers, sided, refused] = found.get();
    assert!(stoppers > 100 && sided > 40 && refused == 0, "{:?}", found.get());
}

/// The order of stoppers is surviving their difference, moving second; their sum is the sum of their values.
#[test]
fn order_and_sums_of_stoppers_are_the_slow_ones() {
    cases(
        300,
        |rng| (any_graph(rng, 3), any_graph(rng, 3)),
        |(one, other)| {
            if !one.stoppers()[0] || !other.stoppers()[0] {
                return;
            }
            let mut arena = Arena::new();
            let [a, b] = [one, other].map(|graph| arena.value_of_graph(graph).expect("a stopper"));
            // Left moves second: Right begins.
            let survives = |one: &Graph, other: &Graph| {
                endings(&sum(one, &negative(other)))[Side::Right.index()] != Ending::Right
            };
            assert_eq!(
                arena.value_at_most(&b, &a).expect("small"),
                survives(one, other),
                "{one:?} {other:?}"
            );
            assert_eq!(
                arena.value_at_most(&a, &b).expect("small"),
                survives(other, one),
                "{one:?} {other:?}"
            );
            assert_eq!(a == b, survives(one, other) && survives(other, one), "one form for one value");
            let (Ok(total), Ok(same)) = (arena.sum_values(&a, &b), arena.value_of_graph(&sum(one, other)))
            else {
                return;
            };
            assert_eq!(arena.compare_values(&total, &same), Ok(Relation::Equal), "{one:?} + {other:?}");
            let minus = arena.negative_value(&a).expect("small");
            assert_eq!(arena.value_of_graph(&negative(one)), Ok(minus));
        },
    );
}

/// What is printed reads back, and says the same however the graph was written down.
#[test]
fn text_of_loopy_games_reads_back() {
    cases(
        400,
        |rng| {
            let nodes = rng.random_range(1..5);
            (any_graph(rng, nodes), rng.random_range(0..100_usize))
        },
        |(graph, seed)| {
            let mut arena = Arena::new();
            let Some((found, _)) = sides(&mut arena, graph) else { return };
            let printed = text(&mut arena, &found);
            let read = value(&mut arena, &printed);
            assert_eq!(arena.compare_values(&read, &found), Ok(Relation::Equal), "{printed} {graph:?}");
            assert_eq!(text(&mut arena, &read), printed);
            // Two copies of every node, which take turns.
            let count = graph.len();
            let copied = |shift: usize| {
                graph.nodes.iter().enumerate().map(move |(at, lists)| {
                    lists.clone().map(|list| {
                        list.into_iter().map(|node| node + count * ((at + node + shift + seed) % 2)).collect()
                    })
                })
            };
            let doubled = Graph { nodes: copied(0).chain(copied(1)).collect() };
            let again = arena.value_of_graph(&doubled).expect("the same game");
            assert_eq!(arena.compare_values(&again, &found), Ok(Relation::Equal), "{printed} {graph:?}");
        },
    );
}

/// Sums that are published (Winning Ways, chapter 11), and what follows from them.
#[test]
fn published_sums() {
    let mut arena = Arena::new();
    for (sum, expected) in [
        ("on + off", "dud"),
        ("on + on", "on"),
        ("on + 17", "on"),
        ("on + over", "on"),
        ("on - over", "on"),
        ("on + upon", "on"),
        ("on + {on|-5}", "on"),
        ("on + dud", "dud"),
        ("off + {4|0}", "off"),
        ("dud + {4|0}", "dud"),
        ("dud + over", "dud"),
        ("dud - dud", "dud"),
        ("over + over", "over"),
        ("over + *", "over"),
        ("over + ^3*5", "over"),
        ("over + v", "over"),
        ("over + upon", "over"),
        ("over - upon", "over"),
        ("over + under", "over & under"),
        ("over + 1/2", "1/2over"),
        ("upon + *", "^[on]*"),
        ("Tiny(on) + Tiny(on)", "Tiny(on)"),
        ("Tiny(over) + Tiny(over)", "Tiny(over)"),
        ("on.Tiny", "Tiny(on)"),
        ("-Miny(on)", "Tiny(on)"),
    ] {
        let found = value(&mut arena, sum);
        assert_eq!(text(&mut arena, &found), expected, "{sum}");
    }
    // Each is less than the next.
    let order = [
        "off", "-1", "under", "v[on]", "v", "v<on>", "Miny(on)", "0", "Tiny(on)", "^<on>", "^<5>", "^",
        "^[5]", "^[on]", "^^", "over", "1/64", "on",
    ];
    for pair in order.windows(2) {
        let [less, more] = [pair[0], pair[1]].map(|text| value(&mut arena, text));
        assert_eq!(arena.compare_values(&less, &more), Ok(Relation::Less), "{pair:?}");
    }
    let star = Value::Short(Game::STAR);
    for confused in ["dud", "+-over", "^<on>", "Tiny(on)"] {
        let value = value(&mut arena, confused);
        assert_eq!(arena.compare_values(&value, &star), Ok(Relation::Confused), "{confused}");
    }
}
