use tesuji_strings::*;
fn main() {
    let limits = Limits { states: 100_000_000, bytes: 2_000_000_000 };
    for name in std::env::args().skip(1) {
        let board = tesuji_board::Topology::parse(&name).unwrap();
        let t = std::time::Instant::now();
        let o = solve(&board, Method::Frontier, &limits, &mut unobserved).unwrap();
        let t1 = t.elapsed();
        println!("{}", o.rows().join("\n"));
        let c = o.certificate().unwrap();
        let t = std::time::Instant::now();
        println!("{name} strings {} {t1:?} check {:?} {:?}", o.strings(), check(&c, &limits, &mut unobserved), t.elapsed());
    }
}
