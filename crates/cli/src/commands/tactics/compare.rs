//! `tesuji tactics compare`

use std::fmt::Write as _;

use clap::Args;
use serde_json::{Value, json};
use tesuji_board::{Diagram, PointSet};
use tesuji_draw::{Picture, Region};
use tesuji_tactics::{Cell, Colors, Counts, Map, Player, compare, measure, sample_positions, set_of};

use super::super::picture::PictureOptions;
use super::{Common, Watch, counts_json, interrupted, map, player, rate_text};
use crate::failure::Failure;
use crate::files;

#[derive(Args)]
#[command(after_help = "Examples:
  tesuji tactics compare \"Q2(W)\" \"~P3(W)\" --board square:6
  tesuji tactics compare paper2 paper3 --board hexagon:4 --positions 5000 --svg difference.svg
  tesuji tactics compare random paper1 paper3 \"F(B) & F(W)\" --board square:6 --games 4000

Two maps are compared on positions from random games: the answer is on how many of them they differ, with an example, or that
they are equal on all positions sampled, which is no proof. With --games, all that are named play each other, colours
balanced.")]
pub(super) struct Compare {
    /// Two maps; or, with --games, two players or more
    #[arg(value_name = "EXPR", num_args = 2.., required = true)]
    tactics: Vec<String>,
    /// The board: a name such as hexagon:4, or a JSON file
    #[arg(long, value_name = "NAME")]
    board: String,
    /// How many positions to look at
    #[arg(long, value_name = "N", default_value_t = 1000, value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    positions: u32,
    /// Play a round robin with so many games of each pair
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..=100_000_000))]
    games: Option<u64>,
    /// The master seed
    #[arg(long, value_name = "S", default_value_t = 1)]
    seed: u64,
    #[command(flatten)]
    common: Common,
    #[command(flatten)]
    picture: PictureOptions,
    /// Answer with one JSON object
    #[arg(long)]
    json: bool,
}

impl Compare {
    pub(super) fn run(&self) -> Result<(), Failure> {
        if let Some(games) = self.games {
            return self.round_robin(games);
        }
        let [a, b] = &self.tactics[..] else {
            return Err(Failure::bad("sets are compared two at a time; with --games any number can play"));
        };
        let (a, b) = (map(a)?, map(b)?);
        let board = files::board(&self.board)?;
        let rules = self.common.rules;
        let positions = sample_positions(&board, &rules, self.positions as usize, self.seed);
        let answer = compare(&a, &b, &positions, &rules);
        let example = answer.example.as_ref().map(|setup| {
            let sets = [&a, &b].map(|map| set_of(map, setup, &rules).set);
            (Diagram::new(setup.clone()), [&sets[0] - &sets[1], &sets[1] - &sets[0]])
        });
        match &example {
            Some((diagram, only)) => self.picture.draw(&difference(diagram, [&a, &b], only))?,
            None if self.picture.svg.is_some() => {
                return Err(Failure::bad(format!(
                    "there is nothing to draw: the maps are equal on all {} positions sampled",
                    answer.positions
                )));
            }
            None => {}
        }
        let names =
            |set: &PointSet| -> Vec<String> { set.iter().map(|p| board.name_of(p).to_string()).collect() };
        if self.json {
            let example = example.as_ref().map(|(diagram, only)| {
                json!({"diagram": diagram.to_string(), "only_first": names(&only[0]), "only_second": names(&only[1])})
            });
            return files::print_json(&json!({
                "board": board.name(),
                "tactics": [a.to_string(), b.to_string()],
                "positions": answer.positions,
                "seed": self.seed,
                "different": answer.different,
                "different_choice": answer.different_choice,
                "equal_on_sample": answer.different == 0,
                "same_choice_on_sample": answer.different_choice == 0,
                "example": example,
            }));
        }
        let mut text = format!("{a}\n{b}\n\n");
        if answer.different == 0 {
            let _ = writeln!(text, "equal on all {} positions sampled on {}", answer.positions, board.name());
            return files::print(&text);
        }
        let _ = writeln!(
            text,
            "different sets in {} of {} positions on {}, different moves to choose from in {}",
            answer.different,
            answer.positions,
            board.name(),
            answer.different_choice
        );
        if let Some((diagram, only)) = &example {
            let _ = write!(text, "\n{diagram}");
            for (which, set) in ["first", "second"].iter().zip(only) {
                if !set.is_empty() {
                    let _ = writeln!(text, "only in the {which}: {}", names(set).join(" "));
                }
            }
        }
        files::print(&text)
    }

    fn round_robin(&self, games: u64) -> Result<(), Failure> {
        if self.picture.svg.is_some() {
            return Err(Failure::bad("a round robin has no picture: --svg draws the difference of two maps"));
        }
        let players: Vec<Player> = self.tactics.iter().map(|text| player(text)).collect::<Result<_, _>>()?;
        let board = files::board(&self.board)?;
        let rules = self.common.rules;
        let pairs: Vec<(usize, usize)> =
            (0..players.len()).flat_map(|i| (i + 1..players.len()).map(move |j| (i, j))).collect();
        let cells: Vec<Cell> = pairs
            .iter()
            .map(|&(i, j)| Cell {
                board: board.clone(),
                player: players[i].clone(),
                against: players[j].clone(),
                rules,
                colors: Colors::Balanced,
                seed: self.seed,
            })
            .collect();
        let mut watch = Watch::new();
        let counts = measure(&cells, games, self.common.threads(), &mut |progress| watch.see(progress))
            .map_err(interrupted)?;
        drop(watch);
        let value = rules.draw_value();
        // The mean over all opponents; both sides of a pair see the same games.
        let score = |i: usize| {
            let all: Vec<f64> = pairs
                .iter()
                .zip(&counts)
                .filter_map(|(&(a, b), counts)| match (a == i, b == i) {
                    (true, _) => Some(counts.rate(value)),
                    (_, true) => Some(reversed(counts).rate(value)),
                    _ => None,
                })
                .collect();
            all.iter().sum::<f64>() / all.len().max(1) as f64
        };
        let mut order: Vec<usize> = (0..players.len()).collect();
        order.sort_by(|&i, &j| score(j).total_cmp(&score(i)));
        if self.json {
            let pairs: Vec<Value> = cells
                .iter()
                .zip(&counts)
                .map(|(cell, counts)| {
                    let mut pair = counts_json(counts, &rules);
                    pair["tactic"] = json!(cell.player.name());
                    pair["against"] = json!(cell.against.name());
                    pair
                })
                .collect();
            let ranking: Vec<Value> = order
                .iter()
                .map(|&i| json!({"tactic": players[i].name(), "mean_win_rate": super::rounded(score(i))}))
                .collect();
            return files::print_json(&json!({
                "board": board.name(), "rules": rules.to_string(), "seed": self.seed, "pairs": pairs, "ranking": ranking,
            }));
        }
        let mut text = format!(
            "{} games of each pair on {}, colours balanced, rules {rules}, seed {}\n\n",
            games,
            board.name(),
            self.seed
        );
        for (cell, counts) in cells.iter().zip(&counts) {
            let _ = writeln!(
                text,
                "{} against {}: {}, {}",
                cell.player,
                cell.against,
                rate_text(counts, &rules),
                super::draws_text(counts)
            );
        }
        text.push_str("\nmean  player\n");
        for &i in &order {
            let _ = writeln!(text, "{:4.1}  {}", 100.0 * score(i), players[i]);
        }
        files::print(&text)
    }
}

/// The same games from the other side.
fn reversed(counts: &Counts) -> Counts {
    Counts { wins: counts.losses, losses: counts.wins, ..*counts }
}

/// Where two sets differ.
fn difference<'a>(diagram: &'a Diagram, maps: [&Map; 2], only: &[PointSet; 2]) -> Picture<'a> {
    let region =
        |set: &PointSet, which: &str| (!set.is_empty()).then(|| Region::new(set.iter()).caption(which));
    Picture {
        regions: [region(&only[0], "1"), region(&only[1], "2")].into_iter().flatten().collect(),
        caption: Some(format!("1: only in {}; 2: only in {}", maps[0], maps[1])),
        ..Picture::from(diagram)
    }
}
