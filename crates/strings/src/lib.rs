//! x
#![allow(missing_docs, dead_code)]
mod draw;
mod grid;
mod limits;
mod tally;
pub use limits::{Limits, Observer, Progress, Stage, Unsolved, unobserved};

#[cfg(test)]
mod probe {
    use super::*;
    #[test]
    fn probe() {
        let limits = Limits { states: u64::MAX, bytes: 2_000_000_000 };
        for n in (1..=24usize).chain([26,28,30]) {
            let t = std::time::Instant::now();
            let mut g = grid::Grid::new(grid::letters::Sides { width: n, height: n }, &limits).unwrap();
            let t1 = t.elapsed();
            let best = g.solve(&mut unobserved).unwrap();
            let t2 = t.elapsed();
            let c = if n <= 20 { g.count(best.empty, 1, &mut unobserved).unwrap() } else { vec![] };
            eprintln!("{n} {} {:?} {t1:?} {t2:?} {:?} states {} {:?}", best.empty, c, t.elapsed(), best.states, g.split);
        }
    }
}
