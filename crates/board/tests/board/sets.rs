//! Sets of points beside sets of numbers, on boards that fit into the value and on larger ones.

use std::collections::BTreeSet;

use fuzz_cases::{cases, list, one_of};
use rand::RngExt;
use tesuji_board::{Point, PointSet};

type Numbers = Vec<u16>;

fn set(numbers: &[u16]) -> PointSet {
    numbers.iter().map(|&number| Point(number)).collect()
}

fn listed(set: &PointSet) -> Vec<u16> {
    set.iter().map(|point| point.0).collect()
}

#[test]
fn sets_of_points_are_sets_of_numbers() {
    let largest = [60, 64, 361, 384, 385, 700];
    cases(
        2_000,
        |rng| -> [Numbers; 2] {
            // The two may be on different sides of what fits.
            std::array::from_fn(|_| {
                let below = one_of(rng, &largest);
                list(rng, 0..=40, |rng| rng.random_range(0..below))
            })
        },
        |[first, second]| {
            let (a, b) = (set(first), set(second));
            let [one, two] =
                [first, second].map(|numbers| numbers.iter().copied().collect::<BTreeSet<u16>>());
            assert_eq!(listed(&a), one.iter().copied().collect::<Vec<_>>());
            assert_eq!((a.len(), a.is_empty()), (one.len(), one.is_empty()));
            assert_eq!(a.first().map(|point| point.0), one.first().copied());
            assert_eq!(listed(&(&a & &b)), one.intersection(&two).copied().collect::<Vec<_>>());
            assert_eq!(listed(&(&a | &b)), one.union(&two).copied().collect::<Vec<_>>());
            assert_eq!(listed(&(&a - &b)), one.difference(&two).copied().collect::<Vec<_>>());
            assert_eq!(a.intersects(&b), !one.is_disjoint(&two));
            assert_eq!(a.is_subset(&b), one.is_subset(&two));
            assert_eq!(a == b, one == two);
            assert_eq!(PointSet::from_words(a.words()), a);
            let mut joined = a.clone();
            joined |= &b;
            assert_eq!(joined, &a | &b);
            let (mut own, mut kept) = (a.clone(), one.clone());
            for &number in second {
                assert_eq!(own.contains(Point(number)), kept.contains(&number));
                assert_eq!(own.remove(Point(number)), kept.remove(&number));
            }
            assert_eq!(listed(&own), kept.iter().copied().collect::<Vec<_>>());
            for &number in second {
                assert_eq!(own.insert(Point(number)), kept.insert(number));
            }
            assert_eq!(listed(&own), kept.into_iter().collect::<Vec<_>>());
        },
    );
    for len in [0, 1, 63, 64, 65, 361, 384, 385, 640] {
        assert_eq!(listed(&PointSet::full(usize::from(len))), (0..len).collect::<Vec<_>>());
    }
}
