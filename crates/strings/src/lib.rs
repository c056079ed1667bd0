//! x
#![allow(missing_docs, dead_code)]
mod draw;
mod graph;
mod grid;
mod limits;
mod parity;
mod program;
pub use program::*;
mod prove;
mod tally;
pub use limits::{Limits, Observer, Progress, Stage, Unsolved, unobserved};

#[cfg(test)]
mod probe {
    use super::*;
    #[test]
    fn probe() {
        let limits = Limits { states: 60_000_000, bytes: 2_000_000_000 };
        for n in 11..=19 {
            let t = std::time::Instant::now();
            let v: Vec<String> = Variant::ALL.iter().map(|&v| format!("{:.4}", Program::paper(n, v).relaxation().unwrap())).collect();
            eprintln!("{n} {v:?} {:?}", t.elapsed());
        }
        for n in 2..=10 {
            for v in [Variant::Simple, Variant::Both] {
            let t = std::time::Instant::now();
            let s = Program::paper(n, v).solve(&limits, &mut unobserved).unwrap();
            eprintln!("{n} {v:?} {} {} {:?}", s.value, s.nodes, t.elapsed());
            }
        }
        for b in ["torus:5x5", "hexagon:3", "king:5x5", "hexagon:4"] {
            let t = std::time::Instant::now();
            let board = tesuji_board::Topology::parse(b).unwrap();
            let s = Program::any_board(&board).solve(&limits, &mut unobserved).unwrap();
            eprintln!("{b} {} {} {:?}", s.value, s.nodes, t.elapsed());
        }
    }
    fn bip(board: &tesuji_board::Topology) -> bool {
        let mut c = vec![2u8; board.len()];
        for s in board.points() {
            if c[s.index()] != 2 { continue; }
            c[s.index()] = 0;
            let mut open = vec![s];
            while let Some(p) = open.pop() {
                for &q in board.neighbors(p) {
                    if c[q.index()] == 2 { c[q.index()] = 1 - c[p.index()]; open.push(q); }
                    else if c[q.index()] == c[p.index()] { return false; }
                }
            }
        }
        true
    }
}
