//! Races between several blocks: `tesuji race --graph FILE`, and boards with more than two racing strings.

use std::fmt::Write as _;
use std::path::Path;
use std::process::ExitCode;
use std::sync::atomic::Ordering;

use serde_json::{Map, Value, json};
use tesuji_board::{Color, Diagram, Mark, PointSet};
use tesuji_draw::{Picture, RaceEdge, RaceGraphPicture, RaceNode, Region, race_graph_svg};
use tesuji_race::multi::{
    BlockText, Graph, GraphAnswer, GraphMove, GraphStep, GraphText, GroupRace, Pair, Pairwise, Relation,
    SharedText, Told, exceptions, solve_graph,
};
use tesuji_race::{LibertyGames, Method, Outcome, RaceLimits, RegionKind};

use super::json::region_json;
use crate::commands::picture::{PictureOptions, write_svg};
use crate::failure::Failure;
use crate::files::{self, Input};
use crate::interrupt;

/// A graph with everything found about it.
pub(super) struct Solved {
    games: LibertyGames,
    graph: Graph,
    /// The answers and how many states were looked at, or why there are none.
    answers: Result<([GraphAnswer; 2], u64), String>,
    pairwise: Pairwise,
    exceptions: Vec<String>,
    method: Method,
    board: Option<OnBoard>,
}

/// The board of a race.
struct OnBoard {
    diagram: Diagram,
    race: GroupRace,
    verified: Option<bool>,
    asked: bool,
}

/// Reads, solves and tells.
pub(super) fn run(
    file: &Path,
    limits: &RaceLimits,
    picture: &PictureOptions,
    as_json: bool,
) -> Result<ExitCode, Failure> {
    let input = Input::read(file)?;
    let text = tesuji_formats::read_race(&input.bytes).map_err(|error| input.explain(&error))?;
    let text = GraphText {
        blocks: text
            .blocks
            .into_iter()
            .map(|block| BlockText {
                name: block.name,
                color: block.color,
                external: block.external,
                eye: block.eye,
                eye_size: block.eye_size,
            })
            .collect(),
        shared: text
            .shared
            .into_iter()
            .map(|(between, liberties)| SharedText { between, liberties })
            .collect(),
    };
    let mut games = LibertyGames::new().with_stop(interrupt::flag());
    let graph =
        Graph::read(&mut games, &text).map_err(|error| Failure::bad(format!("{}: {error}", input.name)))?;
    Solved::new(games, graph, limits).finish(picture, as_json)
}

impl Solved {
    /// Draws and tells.
    pub(super) fn finish(mut self, picture: &PictureOptions, as_json: bool) -> Result<ExitCode, Failure> {
        if let Some(path) = &picture.svg {
            match &self.board {
                Some(_) => picture.look.draw_to(path, &self.board_picture()?)?,
                None => write_svg(path, &race_graph_svg(&self.picture()?, &picture.look.style()))?,
            }
        }
        if as_json {
            files::print_json(&self.json()?)?;
        } else {
            files::print(&self.text()?)?;
        }
        if interrupt::flag().load(Ordering::Relaxed) {
            return Err(Failure::Interrupted);
        }
        Ok(ExitCode::from(if self.is_known() { 0 } else { 2 }))
    }

    /// Several strings that race on a board.
    pub(super) fn on_board(
        mut race: GroupRace,
        diagram: Diagram,
        limits: &RaceLimits,
        verify: bool,
    ) -> Solved {
        let (answers, states, method) = race.solve(limits);
        let verified = if verify && method != Method::Search { race.verify(&answers, limits) } else { None };
        let mut games = std::mem::take(&mut race.games);
        let graph = race.graph.clone();
        let (pairwise, exceptions) = if race.gaps.is_empty() {
            let pairwise = Pairwise::new(&mut games, &graph, limits);
            let exceptions = exceptions(&mut games, &graph, &pairwise, &answers, limits);
            (pairwise, exceptions)
        } else {
            (Pairwise { pairs: Vec::new(), table: None }, Vec::new())
        };
        let board = Some(OnBoard { diagram, race, verified, asked: verify });
        Solved { games, graph, answers: Ok((answers, states)), pairwise, exceptions, method, board }
    }

    pub(super) fn new(mut games: LibertyGames, graph: Graph, limits: &RaceLimits) -> Solved {
        let answers = solve_graph(&mut games, &graph, limits.abstract_states).map_err(|why| why.to_string());
        let pairwise = Pairwise::new(&mut games, &graph, limits);
        let exceptions = match &answers {
            Ok((answers, _)) => exceptions(&mut games, &graph, &pairwise, answers, limits),
            Err(_) => Vec::new(),
        };
        Solved { games, graph, answers, pairwise, exceptions, method: Method::Abstract, board: None }
    }

    fn is_known(&self) -> bool {
        self.answers.as_ref().is_ok_and(|(answers, _)| {
            answers.iter().all(|answer| {
                answer.outcome.result.is_ok() && answer.fates.iter().all(|fate| fate.result.is_ok())
            })
        })
    }

    /// The point of a move on a board, the place of one in a graph.
    fn name(&self, played: GraphMove) -> String {
        match (&self.board, played.point) {
            (Some(board), Some(point)) => board.race.position.topology().name_of(point).to_string(),
            _ => self.graph.name_of(played.spot),
        }
    }

    fn names(&self, moves: &[GraphMove]) -> Vec<String> {
        moves.iter().map(|&played| self.name(played)).collect()
    }

    fn line(&self, line: &[GraphStep]) -> Vec<String> {
        line.iter().map(|step| step.played.map_or("pass".to_string(), |played| self.name(played))).collect()
    }

    /// The liberty games and the eye of a block, as they are written.
    fn block_texts(&mut self, index: usize) -> Result<(Vec<String>, u32), Failure> {
        let block = &self.graph.blocks[index];
        let mut external = Vec::new();
        let mut eye = 0;
        for region in &block.regions {
            match self.games.count(&region.parts) {
                Some(count) if region.is_eye => eye += count,
                _ => external.push(self.games.text(&region.parts, block.color).map_err(Failure::bad)?),
            }
        }
        Ok((external, eye))
    }

    pub(super) fn json(&mut self) -> Result<Value, Failure> {
        let mut blocks = Vec::new();
        let mut regions = Vec::new();
        for index in 0..self.graph.blocks.len() {
            let (external, eye) = self.block_texts(index)?;
            let block = &self.graph.blocks[index];
            blocks.push(json!({
                "name": block.name, "color": block.color.to_string(), "external": external, "eye": eye,
            }));
            for region in &block.regions {
                let kind = if region.is_eye { RegionKind::Eye } else { RegionKind::External };
                regions.push(region_json(
                    &mut self.games,
                    &region.name,
                    Some(region.owner),
                    kind,
                    Some(&region.parts),
                    &[],
                )?);
            }
        }
        let pairs: Vec<Value> = self.pairwise.pairs.iter().map(|pair| self.pair_json(pair)).collect();
        let mut value = json!({
            "blocks": blocks, "regions": regions, "pairs": pairs, "table": self.table_json(),
            "assumptions": self.graph.assumptions, "cooled_sum": null,
            "adjusted": {"black": null, "white": null}, "method": self.method.to_string(), "verified": null,
        });
        if let Some(on_board) = &self.board {
            let board = on_board.race.position.topology();
            let names = |points: &PointSet| -> Vec<String> {
                points.iter().map(|point| board.name_of(point).to_string()).collect()
            };
            for (block, string) in on_board.race.strings.iter().enumerate() {
                value["blocks"][block]["stones"] = json!(names(string));
            }
            let listed: Vec<Value> = on_board
                .race
                .regions
                .iter()
                .map(|region| {
                    let found = value["regions"].as_array().and_then(|all| {
                        all.iter().find(|counted| counted["id"] == region.id.as_str()).cloned()
                    });
                    let mut counted = found.unwrap_or_else(|| {
                        json!({"id": region.id, "owner": null, "kind": "shared", "value": null, "cooled": null,
                               "mean": null, "temperature": null})
                    });
                    counted["points"] = json!(names(&region.points));
                    let blocks: Vec<&str> =
                        region.blocks.iter().map(|&block| self.graph.blocks[block].name.as_str()).collect();
                    counted["blocks"] = json!(blocks);
                    counted["why"] = json!(region.gap);
                    counted
                })
                .collect();
            value["regions"] = json!(listed);
            value["assumptions"] = json!(on_board.race.blocks.assumptions);
            value["proposed"] = json!(on_board.race.blocks.proposed);
            value["gaps"] = json!(on_board.race.gaps);
            value["verified"] = json!(on_board.verified);
        }
        let mut fates = Map::new();
        let mut questions = Map::new();
        for (index, block) in self.graph.blocks.iter().enumerate() {
            let [black, white] = [0, 1].map(|first| match &self.answers {
                Ok((answers, _)) => fate_name(&answers[first].fates[index]),
                Err(_) => "unknown",
            });
            fates.insert(block.name.clone(), json!({"black_first": black, "white_first": white}));
            let [black, white] = [0, 1].map(|first| match &self.answers {
                Ok((answers, _)) => {
                    let told = &answers[first].fates[index];
                    json!({"moves": self.names(&told.moves), "line": self.line(&told.line)})
                }
                Err(_) => Value::Null,
            });
            questions.insert(block.name.clone(), json!({"black_first": black, "white_first": white}));
        }
        value["fates"] = Value::Object(fates);
        value["questions"] = Value::Object(questions);
        for (first, field) in Color::BOTH.into_iter().zip(["black_first", "white_first"]) {
            value[field] = match &self.answers {
                Ok((answers, _)) => self.outcome_json(first, &answers[first.index()].outcome),
                Err(why) => {
                    json!({"result": "unknown", "why": why, "winning_moves": [], "seki_moves": [], "line": []})
                }
            };
        }
        value["states"] = json!(self.answers.as_ref().map_or(0, |(_, states)| *states));
        Ok(value)
    }

    fn outcome_json(&self, first: Color, told: &Told<Outcome>) -> Value {
        let (result, why) = match &told.result {
            Ok(outcome) => (outcome.to_string(), None),
            Err(why) => ("unknown".to_string(), Some(why.to_string())),
        };
        let wins = told.result.as_ref().is_ok_and(|outcome| outcome.winner() == Some(first));
        let moves = self.names(&told.moves);
        let (winning, holding) = if wins { (moves, Vec::new()) } else { (Vec::new(), moves) };
        json!({
            "result": result, "why": why, "winning_moves": winning, "seki_moves": holding,
            "line": self.line(&told.line),
        })
    }

    fn pair_json(&self, pair: &Pair) -> Value {
        let edge = &self.graph.edges[pair.edge];
        let outcome = |first: Color| {
            pair.outcomes[first.index()].map_or("unknown".to_string(), |outcome| outcome.to_string())
        };
        json!({
            "between": edge.ends.map(|end| self.graph.blocks[end].name.clone()),
            "shared": edge.shared,
            "relation": pair.relation().map(|relation| match relation {
                Relation::Beats(color) => color.to_string(),
                Relation::FirstMover => "first".to_string(),
                Relation::Seki => "seki".to_string(),
            }),
            "black_first": {"result": outcome(Color::Black), "winning_moves": pair.winning[0]},
            "white_first": {"result": outcome(Color::White), "winning_moves": pair.winning[1]},
        })
    }

    fn table_json(&self) -> Value {
        let Some(table) = &self.pairwise.table else { return Value::Null };
        let two = self.graph.blocks[table.one].color.opponent();
        let by_first = |mut values: [Value; 2]| {
            if two == Color::White {
                values.swap(0, 1);
            }
            let [black, white] = values;
            json!({"black_first": black, "white_first": white})
        };
        json!({
            "pattern": table.pattern,
            "one": self.graph.blocks[table.one].name,
            "figure_5": by_first(table.winners.map(|color| json!(color.to_string()))),
            "common_moves": table.common,
            "with_common_moves": by_first(table.refined.map(|winner| json!(winner.map(|color| color.to_string())))),
            "exceptions": self.exceptions,
        })
    }

    pub(super) fn text(&mut self) -> Result<String, Failure> {
        let mut rows = vec![["block", "color", "liberty games", "eye"].map(str::to_string).to_vec()];
        for index in 0..self.graph.blocks.len() {
            let (external, eye) = self.block_texts(index)?;
            let block = &self.graph.blocks[index];
            let external = if external.is_empty() { "-".to_string() } else { external.join(", ") };
            let eye = if eye == 0 { "-".to_string() } else { eye.to_string() };
            rows.push(vec![block.name.clone(), block.color.to_string(), external, eye]);
        }
        let mut text = match &self.board {
            Some(board) => format!("{}\n", board.diagram),
            None => String::new(),
        };
        text.push_str(&aligned(&rows));
        let assumed =
            self.board.as_ref().map_or(&self.graph.assumptions, |board| &board.race.blocks.assumptions);
        for assumption in assumed {
            let _ = writeln!(text, "assumed: {assumption}");
        }
        if let Some(board) = &self.board {
            self.tell_regions(board, &mut text);
        }
        if !self.pairwise.pairs.is_empty() {
            text.push('\n');
            self.tell_pairs(&mut text);
        }
        let (answers, states) = match &self.answers {
            Ok(found) => found,
            Err(why) => {
                let _ = writeln!(text, "\nunknown: {why}");
                return Ok(text);
            }
        };
        for answer in answers {
            text.push('\n');
            self.tell_outcome(answer, &mut text);
        }
        let mut rows = vec![["fate of", "black first", "white first"].map(str::to_string).to_vec()];
        for (index, block) in self.graph.blocks.iter().enumerate() {
            let told = |first: usize| {
                let fate = &answers[first].fates[index];
                let moves = self.names(&fate.moves);
                match moves.as_slice() {
                    [] => fate_name(fate).to_string(),
                    moves => format!("{} ({})", fate_name(fate), moves.join(" ")),
                }
            };
            rows.push(vec![block.name.clone(), told(0), told(1)]);
        }
        text.push('\n');
        text.push_str(&aligned(&rows));
        let _ = writeln!(
            text,
            "Each fate is a question of its own: the owner saves the block, the opponent captures it, whatever becomes of the \
             others.\nIn brackets: the moves of the side moving first that keep it. {states} states were {}.",
            if self.method == Method::Search { "searched on the board" } else { "played out" }
        );
        if let Some(board) = self.board.as_ref().filter(|board| board.asked && self.method != Method::Search)
        {
            text.push_str(match board.verified {
                Some(true) => "verified: search on the board says the same\n",
                Some(false) => {
                    "NOT verified: search on the board says something else. Please report this position.\n"
                }
                None => "not verified: the search reached its limit\n",
            });
        }
        Ok(text)
    }

    /// Which string is which, and where the regions are.
    fn tell_regions(&self, on_board: &OnBoard, text: &mut String) {
        let board = on_board.race.position.topology();
        let mut rows = vec![["region", "of", "empty points"].map(str::to_string).to_vec()];
        for region in &on_board.race.regions {
            let blocks: Vec<&str> =
                region.blocks.iter().map(|&block| self.graph.blocks[block].name.as_str()).collect();
            let open: Vec<_> =
                region.points.iter().filter(|&point| on_board.race.position.is_empty_at(point)).collect();
            rows.push(vec![region.id.clone(), blocks.join("-"), board.names_of(&open)]);
        }
        text.push('\n');
        text.push_str(&aligned(&rows));
        for (block, string) in self.graph.blocks.iter().zip(&on_board.race.strings) {
            let first = string.first().map_or("", |point| board.name_of(point));
            let _ = writeln!(text, "{} is the {} string at {first}", block.name, block.color);
        }
        for gap in &on_board.race.gaps {
            let _ = writeln!(text, "the graph does not tell everything: {gap}");
        }
    }

    fn tell_pairs(&self, text: &mut String) {
        let mut rows =
            vec![["pair", "shared", "alone", "black wins by", "white wins by"].map(str::to_string).to_vec()];
        for pair in &self.pairwise.pairs {
            let [black, white] = pair.ends.map(|end| self.graph.blocks[end].name.as_str());
            let relation = match pair.relation() {
                Some(Relation::Beats(Color::Black)) => format!("{black} => {white}"),
                Some(Relation::Beats(Color::White)) => format!("{white} => {black}"),
                Some(Relation::FirstMover) => format!("{black} <-> {white}"),
                Some(Relation::Seki) => format!("{black} --- {white}"),
                None => "unknown".to_string(),
            };
            let moves = |names: &[String]| {
                if names.is_empty() { "-".to_string() } else { names.join(" ") }
            };
            rows.push(vec![
                self.graph.edge_name(pair.edge),
                self.graph.edges[pair.edge].shared.to_string(),
                relation,
                moves(&pair.winning[0]),
                moves(&pair.winning[1]),
            ]);
        }
        text.push_str(&aligned(&rows));
        text.push_str("(=> wins even if the other moves first or stands in seki then, <-> first mover wins, --- seki; all other blocks taken as safe)\n");
        let Some(table) = &self.pairwise.table else { return };
        let two = self.graph.blocks[table.one].color.opponent();
        let winners = match table.winners {
            [one, other] if one == other => format!("{} wins", capital(one)),
            _ => "the first mover wins".to_string(),
        };
        let _ =
            writeln!(text, "\nBy the table of the paper (figure 5, pattern {}) {winners}.", table.pattern);
        let common = match table.common.as_slice() {
            [] => "there is none".to_string(),
            names => names.join(" "),
        };
        let _ = writeln!(text, "Moves of {two} that win both races: {common}.");
        for exception in &self.exceptions {
            let _ = writeln!(text, "The table is wrong here. {exception}");
        }
    }

    fn tell_outcome(&self, answer: &GraphAnswer, text: &mut String) {
        let first = answer.first;
        let told = &answer.outcome;
        let _ = match &told.result {
            Ok(outcome) => match outcome.winner() {
                Some(winner) => {
                    writeln!(text, "{} first: {} captures first.", capital(first), capital(winner))
                }
                None => writeln!(text, "{} first: seki, nobody captures.", capital(first)),
            },
            Err(why) => writeln!(text, "{} first: unknown\n  {why}", capital(first)),
        };
        let wins = told.result.as_ref().is_ok_and(|outcome| outcome.winner() == Some(first));
        if !told.moves.is_empty() {
            let what = if wins { "winning moves" } else { "moves that keep the seki" };
            let _ = writeln!(text, "  {what}: {}", self.names(&told.moves).join(" "));
        }
        let mut mover = first;
        for (index, chunk) in self.line(&told.line).chunks(10).enumerate() {
            let head = if index == 0 { "line:" } else { "     " };
            let moves: Vec<String> = chunk
                .iter()
                .map(|name| {
                    let letter = if mover == Color::Black { 'B' } else { 'W' };
                    mover = mover.opponent();
                    format!("{letter} {name}")
                })
                .collect();
            let _ = writeln!(text, "  {head} {}", moves.join(", "));
        }
    }

    /// The board with its regions and the racing strings marked.
    fn board_picture(&self) -> Result<Picture<'_>, Failure> {
        let Some(board) = &self.board else { return Err(Failure::bad("there is no board to draw")) };
        let mut picture = Picture::from(&board.diagram);
        for region in &board.race.regions {
            let open = region.points.iter().filter(|&point| board.race.position.is_empty_at(point));
            picture.regions.push(Region::new(open).caption(region.id.clone()));
        }
        for (block, string) in self.graph.blocks.iter().zip(&board.race.strings) {
            let mark = if block.color == Color::Black { Mark::Triangle } else { Mark::Square };
            for point in string.iter() {
                picture.marks.entry(point).or_insert(mark);
            }
        }
        if let Ok((answers, _)) = &self.answers {
            let first = board.race.position.to_move();
            let told = &answers[first.index()].outcome;
            if told.result.as_ref().is_ok_and(|outcome| outcome.winner() == Some(first)) {
                picture.highlights = told.moves.iter().filter_map(|played| played.point).collect();
            }
        }
        Ok(picture)
    }

    fn picture(&mut self) -> Result<RaceGraphPicture, Failure> {
        let mut nodes = Vec::new();
        for index in 0..self.graph.blocks.len() {
            let (external, eye) = self.block_texts(index)?;
            let mut captions = Vec::new();
            if !external.is_empty() {
                captions.push(external.join(", "));
            }
            if eye > 0 {
                captions.push(format!("eye {eye}"));
            }
            if let Ok((answers, _)) = &self.answers {
                let [black, white] = [0, 1].map(|first| fate_name(&answers[first].fates[index]));
                captions.push(match black == white {
                    true => black.to_string(),
                    false => format!("black first {black}, white first {white}"),
                });
            }
            let block = &self.graph.blocks[index];
            nodes.push(RaceNode { name: block.name.clone(), color: block.color, captions });
        }
        let edges: Vec<RaceEdge> = self
            .pairwise
            .pairs
            .iter()
            .map(|pair| {
                let edge = &self.graph.edges[pair.edge];
                let beaten = |color: Color| match pair.relation() {
                    Some(Relation::Beats(winner)) => winner != color,
                    Some(Relation::FirstMover) => true,
                    Some(Relation::Seki) | None => false,
                };
                RaceEdge {
                    ends: edge.ends,
                    heads: edge.ends.map(|end| beaten(self.graph.blocks[end].color)),
                    caption: edge.shared.to_string(),
                }
            })
            .collect();
        let description = "Blocks that race; an arrow points at the block that loses the race of the two alone, a line without \
                           heads is a seki; numbers at lines are shared liberties."
            .to_string();
        Ok(RaceGraphPicture { title: "Race between several blocks".to_string(), description, nodes, edges })
    }
}

fn fate_name(told: &Told<tesuji_race::multi::Fate>) -> &'static str {
    told.result.as_ref().map_or("unknown", |fate| fate.name())
}

fn capital(color: Color) -> &'static str {
    if color == Color::Black { "Black" } else { "White" }
}

/// Rows of cells in columns.
fn aligned(rows: &[Vec<String>]) -> String {
    let columns = rows.iter().map(Vec::len).max().unwrap_or(0);
    let wide: Vec<usize> = (0..columns)
        .map(|column| {
            rows.iter().filter_map(|row| row.get(column)).map(|cell| cell.chars().count()).max().unwrap_or(0)
        })
        .collect();
    let mut text = String::new();
    for row in rows {
        let mut line = String::new();
        for (cell, wide) in row.iter().zip(&wide) {
            let _ = write!(line, "{cell:<wide$}  ");
        }
        let _ = writeln!(text, "{}", line.trim_end());
    }
    text
}
