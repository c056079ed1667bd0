//! Prints the book's table of values: `cargo run --release -p bench-strings --bin values [BOARD...]`.
#![allow(clippy::print_stdout)]

use tesuji_board::Topology;
use tesuji_job::{Limits, Watch};
use tesuji_strings::{Method, Optima, solve};

fn main() {
    let limits = Limits::nodes(200_000_000).with_memory(4_000_000_000);
    println!("| board | points | strings | empty | optimal sets |\n|---|---:|---:|---:|---:|");
    for name in std::env::args().skip(1) {
        let board = match Topology::parse(&name) {
            Ok(board) => board,
            Err(error) => {
                println!("{error}");
                continue;
            }
        };
        match solve(&board, Method::Frontier, &limits, &Watch::unwatched()) {
            Ok(optimum) => {
                let sets = Optima::new(&board, 0, &limits, &Watch::unwatched())
                    .map_or_else(|reason| reason.to_string(), |optima| optima.count(0).to_string());
                let empty = optimum.empty().len();
                println!("| `{name}` | {} | {} | {empty} | {sets} |", board.len(), optimum.strings());
            }
            Err(reason) => println!("| `{name}` | {} | {reason} | | |", board.len()),
        }
    }
}
