//! `tesuji tactics show`

use std::fmt::Write as _;
use std::path::PathBuf;

use clap::Args;
use serde_json::{Value, json};
use tesuji_board::{Diagram, PointSet, Rules, Setup, Topology};
use tesuji_draw::{Picture, Region};
use tesuji_formats::{Format, Moment, read_diagram, read_sgf};
use tesuji_tactics::{Map, RuleSet, set_of, simplified};

use super::super::picture::PictureOptions;
use super::map;
use crate::failure::Failure;
use crate::files::{self, Input};

#[derive(Args)]
#[command(after_help = "Examples:
  tesuji tactics show --board square:9 --tactic \"P1(W) & V\" position.txt
  tesuji tactics show --tactic paper3 game.sgf --nodes --svg set.svg
  tesuji tactics show --board hexagon:4 --tactic \"F(B) & F(W)\" position.txt --node-pictures pictures

The file may be SGF (its end or the stones it sets up), a text diagram on the named board, a Sensei's Library diagram or JSON;
without a file the board is empty. B is the colour of the side to move.")]
pub(super) struct Show {
    /// A file with a position, or - for standard input; without it, the empty board
    file: Option<PathBuf>,
    /// The board: a name such as hexagon:4, or a JSON file; not needed if the file names it
    #[arg(long, value_name = "NAME")]
    board: Option<String>,
    /// The map: an expression or a name (paper1 to paper5)
    #[arg(long, value_name = "EXPR")]
    tactic: String,
    /// Show the set of every part of the expression
    #[arg(long)]
    nodes: bool,
    /// Draw one picture for each part of the expression into this folder
    #[arg(long, value_name = "FOLDER")]
    node_pictures: Option<PathBuf>,
    #[command(flatten)]
    picture: PictureOptions,
    /// Answer with one JSON object
    #[arg(long)]
    json: bool,
}

impl Show {
    pub(super) fn run(&self) -> Result<(), Failure> {
        let map = map(&self.tactic)?;
        let diagram = self.diagram()?;
        let setup = &diagram.setup;
        let position = diagram
            .position(Rules::default())
            .map_err(|error| Failure::bad(format!("the position cannot be used: {error}")))?;
        let board: &Topology = position.topology();
        let rules = RuleSet::PAPER;
        let shown = set_of(&map, setup, &rules);
        let choice = &shown.set & &shown.candidates;
        self.picture.draw(&picture(&diagram, &map, &shown.set, &choice))?;
        let nodes = map.nodes();
        if let Some(folder) = &self.node_pictures {
            std::fs::create_dir_all(folder).map_err(|error| {
                Failure::bad(format!("cannot make the folder {}: {error}", folder.display()))
            })?;
            for (number, node) in nodes.iter().enumerate() {
                let part = set_of(node, setup, &rules);
                let choice = &part.set & &part.candidates;
                let file = folder.join(format!("{}.svg", number + 1));
                self.picture.look.draw_to(&file, &picture(&diagram, node, &part.set, &choice))?;
            }
        }
        let names = |set: &PointSet| -> Vec<&str> { set.iter().map(|p| board.name_of(p)).collect() };
        if self.json {
            let parts: Vec<Value> = nodes
                .iter()
                .map(|node| {
                    json!({"expression": node.to_string(), "set": names(&set_of(node, setup, &rules).set)})
                })
                .collect();
            return files::print_json(&json!({
                "board": board.name(),
                "tactic": map.to_string(),
                "simplified": simplified(&map).to_string(),
                "depth": map.depth(),
                "to_move": setup.to_move.to_string(),
                "set": names(&shown.set),
                "candidates": names(&shown.candidates),
                "choice": names(&choice),
                "nodes": parts,
            }));
        }
        let mut text = diagram.to_string();
        let _ = writeln!(text, "\n{map}\n  set     {}", listed(&names(&shown.set)));
        let _ = match (choice.is_empty(), shown.candidates.is_empty()) {
            (false, _) => writeln!(text, "  choice  {}", listed(&names(&choice))),
            (true, false) => writeln!(
                text,
                "  choice  none of these is a move: any of the {} candidates",
                shown.candidates.len()
            ),
            (true, true) => writeln!(text, "  choice  there is no move but to pass"),
        };
        if self.nodes {
            text.push('\n');
            let wide = nodes.iter().map(|node| node.to_string().chars().count()).max().unwrap_or(0);
            for node in nodes {
                let set = set_of(node, setup, &rules).set;
                let _ =
                    writeln!(text, "{:<wide$}  {:>3}  {}", node.to_string(), set.len(), listed(&names(&set)));
            }
        }
        files::print(&text)
    }

    /// The position that is meant.
    fn diagram(&self) -> Result<Diagram, Failure> {
        let board = self.board.as_deref().map(files::board).transpose()?;
        let Some(path) = &self.file else {
            let board =
                board.ok_or_else(|| Failure::bad("name a board with --board, or a file with a position"))?;
            return Ok(Diagram::new(Setup::empty(board)));
        };
        let input = Input::read(path)?;
        let explain = |error: tesuji_formats::Error| input.explain(&error);
        let format = Format::of_file_name(&input.name).or_else(|| Format::detect(&input.bytes));
        let diagram = match (format, &board) {
            (Some(Format::Sgf), _) => {
                let file = read_sgf(&input.bytes).map_err(explain)?;
                let game =
                    file.games.first().ok_or_else(|| Failure::bad(format!("{} has no game", input.name)))?;
                let problem = game.diagram(Moment::Problem).map_err(explain)?;
                let is_game = problem.setup.black.is_empty() && problem.setup.white.is_empty();
                if is_game { game.diagram(Moment::End).map_err(explain)? } else { problem }
            }
            (Some(Format::Json), _) | (_, None) => read_diagram(&input.bytes, format).map_err(explain)?,
            (_, Some(board)) => {
                let text = String::from_utf8_lossy(&input.bytes);
                Diagram::parse(&text, Some(board))
                    .map_err(|error| Failure::bad(format!("{}: {error}", input.name)))?
            }
        };
        match board {
            Some(board) if *board != *diagram.setup.topology => Err(Failure::bad(format!(
                "{} is a position on {}, not on {}",
                input.name,
                diagram.setup.topology.name(),
                board.name()
            ))),
            _ => Ok(diagram),
        }
    }
}

fn listed(names: &[&str]) -> String {
    if names.is_empty() { "(empty)".into() } else { names.join(" ") }
}

/// The set as a coloured area, the moves in it standing out.
pub(super) fn picture<'a>(diagram: &'a Diagram, map: &Map, set: &PointSet, choice: &PointSet) -> Picture<'a> {
    Picture {
        regions: if set.is_empty() { Vec::new() } else { vec![Region::new(set.iter())] },
        highlights: choice.clone(),
        caption: Some(format!(
            "{map}: {} points, {} moves, {} to move",
            set.len(),
            choice.len(),
            diagram.setup.to_move
        )),
        ..Picture::from(diagram)
    }
}
