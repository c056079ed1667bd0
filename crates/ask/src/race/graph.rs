//! Races between several blocks: graphs, and boards with more than two racing strings.

use std::collections::BTreeMap;

use tesuji_board::{Color, Diagram, Mark, Topology};
use tesuji_draw::{Picture, RaceEdge, RaceGraphPicture, RaceNode, Region, race_graph_svg};
use tesuji_fight::Stated;
use tesuji_job::Why;
use tesuji_race::multi::{
    BlockText, Fate as RaceFate, Graph, GraphMove, GraphReport, GraphStep, GraphText, GroupRace, Pair,
    Pairwise, Relation, SharedText, Told, exceptions, solve_graph,
};
use tesuji_race::{LibertyGames, Method, Outcome, RegionKind, explain};

use super::regions::{conditions, region};
use super::{
    AskedGraph, BlockAnswer, BlockFates, Fate, FatePlay, Goal, PairAnswer, PairSide, RaceAnswer, RaceSide,
    RaceVerdict, TableAnswer, first_reason, games, refused, unknown,
};
use crate::desk::{Rest, Solved, Work};
use crate::fault::Fault;
use crate::words::{Side, Step, point_names};

/// A race without a board.
pub(super) fn solve(asked: &AskedGraph, work: &Work<'_>) -> Result<Solved<RaceAnswer>, Fault> {
    let text = GraphText {
        blocks: asked
            .blocks
            .iter()
            .map(|block| BlockText {
                name: block.name.clone(),
                color: block.color.into(),
                external: block.external.iter().map(|game| game.0.clone()).collect(),
                eye: block.eye,
                eye_size: block.eye_size,
            })
            .collect(),
        shared: asked
            .shared
            .iter()
            .map(|pair| SharedText { between: pair.between.clone(), liberties: pair.liberties })
            .collect(),
    };
    let mut games = games(work);
    let graph = match Graph::read(&mut games, &text) {
        Ok(graph) => graph,
        Err(error) => return refused("graph", error).map(|why| unknown(Goal::Capture, &why, games.nodes())),
    };
    let report = solve_graph(&mut games, &graph);
    let pairwise = Pairwise::new(&mut games, &graph);
    let exceptions = exceptions(&mut games, &graph, &pairwise, &report.answers);
    let scene = Scene { graph: &graph, board: None };
    let mut found = scene.answer(&mut games, &report, &pairwise, exceptions);
    found.conditions.assumed = graph.assumptions.clone();
    let svg = work.style.as_ref().map(|style| race_graph_svg(&picture(&found, &graph, &pairwise), style));
    let why = reason(&report, &pairwise);
    Ok(Solved { found, rest: Rest { nodes: Some(games.nodes()), svg, why, ..Rest::default() } })
}

/// Several strings that race on a board.
pub(super) fn solve_board(
    mut race: GroupRace,
    stated: &Stated,
    diagram: &Diagram,
    verify: bool,
    work: &Work<'_>,
) -> Result<Solved<RaceAnswer>, Fault> {
    let report = race.solve();
    let verified =
        if verify && report.method != Method::Search { Some(race.verify(&report.answers)) } else { None };
    let mut games = std::mem::take(&mut race.games);
    let graph = race.graph.clone();
    let (pairwise, exceptions) = if race.gaps.is_empty() {
        let pairwise = Pairwise::new(&mut games, &graph);
        let exceptions = exceptions(&mut games, &graph, &pairwise, &report.answers);
        (pairwise, exceptions)
    } else {
        (Pairwise { pairs: Vec::new(), table: None }, Vec::new())
    };
    let board = race.position.topology().clone();
    let scene = Scene { graph: &graph, board: Some(&board) };
    let mut found = scene.answer(&mut games, &report, &pairwise, exceptions);
    found.conditions = conditions(&race.position, &race.blocks, stated);
    found.gaps = race.gaps.iter().map(ToString::to_string).collect();
    match verified {
        Some(Ok(agrees)) => found.verified = Some(agrees),
        Some(Err(why)) => found.conditions.assumed.push(format!("not verified: {why}")),
        None => {}
    }
    for (block, string) in found.blocks.iter_mut().zip(&race.strings) {
        block.stones = point_names(&board, string.iter());
    }
    // Regions as they lie on the board, with what counting knows of them.
    let counted = std::mem::take(&mut found.regions);
    for one in &race.regions {
        let known = counted.iter().find(|counted| counted.id == one.id).cloned();
        let mut told =
            known.unwrap_or_else(|| region(&mut games, &one.id, None, RegionKind::SharedPlain, None));
        told.points = point_names(&board, one.points.iter());
        told.empty = point_names(&board, one.points.iter().filter(|&point| race.position.is_empty_at(point)));
        told.blocks = one.blocks.iter().map(|&block| graph.blocks[block].name.clone()).collect();
        told.why = one.gap.as_ref().map(ToString::to_string).or(told.why);
        found.regions.push(told);
    }
    let svg =
        work.style.as_ref().map(|style| tesuji_draw::svg(&board_picture(diagram, &race, &report), style));
    let why = reason(&report, &pairwise);
    Ok(Solved { found, rest: Rest { nodes: Some(games.nodes()), svg, why, ..Rest::default() } })
}

/// Why something is not known.
fn reason(report: &GraphReport, pairwise: &Pairwise) -> Option<Why> {
    let answers = report.answers.iter().flat_map(|answer| {
        let fates = answer.fates.iter().map(|fate| fate.result.as_ref().err().map(|why| why.why));
        std::iter::once(answer.outcome.result.as_ref().err().map(|why| why.why)).chain(fates)
    });
    let stopped = |ended: &Option<tesuji_job::Unknown>| {
        ended.as_ref().map(|ended| ended.why).filter(|&why| why == Why::Stopped)
    };
    let pairs = pairwise.pairs.iter().flat_map(|pair| pair.ended.each_ref().map(stopped));
    first_reason(answers.chain(pairs))
}

/// Names of moves: points on a board, places in a graph.
struct Scene<'a> {
    graph: &'a Graph,
    board: Option<&'a Topology>,
}

impl Scene<'_> {
    fn name(&self, played: GraphMove) -> String {
        match (self.board, played.point) {
            (Some(board), Some(point)) => board.name_of(point).to_string(),
            _ => self.graph.name_of(played.spot),
        }
    }

    fn names(&self, moves: &[GraphMove]) -> Vec<String> {
        moves.iter().map(|&played| self.name(played)).collect()
    }

    fn line(&self, line: &[GraphStep]) -> Vec<Step> {
        line.iter()
            .map(|step| {
                let place = step.played.map_or("pass".to_string(), |played| self.name(played));
                match self.board {
                    Some(_) => Step::Stone { color: step.mover.into(), point: place },
                    None => Step::Place(place),
                }
            })
            .collect()
    }

    fn answer(
        &self,
        games: &mut LibertyGames,
        report: &GraphReport,
        pairwise: &Pairwise,
        exceptions: Vec<String>,
    ) -> RaceAnswer {
        let [black, white] =
            report.answers.each_ref().map(|answer| self.side(answer.first, &answer.outcome, report.method));
        let mut found = RaceAnswer::new(Goal::Capture, black, white);
        let known = report.answers.iter().any(|answer| answer.outcome.result.is_ok());
        found.method = known.then(|| report.method.into());
        for block in &self.graph.blocks {
            let mut told = BlockAnswer {
                name: block.name.clone(),
                color: block.color.into(),
                external: Vec::new(),
                eye: 0,
                stones: Vec::new(),
            };
            for one in &block.regions {
                let kind = if one.is_eye { RegionKind::Eye } else { RegionKind::External };
                let described = region(games, &one.name, Some(one.owner), kind, Some(&one.parts));
                match games.count(&one.parts) {
                    Some(count) if one.is_eye => told.eye += count,
                    _ => told.external.extend(described.value.clone()),
                }
                found.regions.push(described);
            }
            found.blocks.push(told);
        }
        found.pairs = pairwise.pairs.iter().map(|pair| self.pair(pair)).collect();
        found.table = pairwise.table.as_ref().map(|table| {
            let two = self.graph.blocks[table.one].color.opponent();
            // The table speaks of the two and the one, answers of Black and White.
            let by_first = |mut values: [RaceVerdict; 2]| {
                if two == Color::White {
                    values.swap(0, 1);
                }
                values
            };
            let verdict = |winner: Option<Color>| {
                winner.map_or(RaceVerdict::Seki, |color| Outcome::win_of(color).into())
            };
            TableAnswer {
                pattern: table.pattern,
                one: self.graph.blocks[table.one].name.clone(),
                figure_5: by_first(table.winners.map(|color| verdict(Some(color)))),
                common_moves: table.common.clone(),
                with_common_moves: by_first(table.refined.map(verdict)),
                exceptions,
            }
        });
        let mut fates = BTreeMap::new();
        for (index, block) in self.graph.blocks.iter().enumerate() {
            let [black, white] = report.answers.each_ref().map(|answer| &answer.fates[index]);
            let told = BlockFates {
                black_first: fate(black),
                white_first: fate(white),
                black_first_play: self.play(black),
                white_first_play: self.play(white),
            };
            fates.insert(block.name.clone(), told);
        }
        found.fates = Some(fates);
        found
    }

    fn play(&self, told: &Told<RaceFate>) -> FatePlay {
        FatePlay {
            moves: self.names(&told.moves),
            undecided: self.names(&told.undecided),
            line: self.line(&told.line),
        }
    }

    fn side(&self, first: Color, told: &Told<Outcome>, method: Method) -> RaceSide {
        let mut side = RaceSide::unknown(String::new());
        side.moves = self.names(&told.moves);
        side.undecided = self.names(&told.undecided);
        side.line = self.line(&told.line);
        match &told.result {
            Err(why) => side.why = why.to_string(),
            Ok(_) if told.ko.is_some() => {
                if let Some(ko) = told.ko {
                    side.decide_ko(first, ko);
                    side.fates = None;
                    side.why = explain::ko(&ko);
                }
            }
            Ok(outcome) => {
                side.decide(first, *outcome);
                // Every block has a fate of its own.
                side.fates = None;
                side.why = match method {
                    Method::Search => "Found by search in the regions.".to_string(),
                    _ => "Found by playing the liberty games of all blocks out.".to_string(),
                };
            }
        }
        side
    }

    fn pair(&self, pair: &Pair) -> PairAnswer {
        let edge = &self.graph.edges[pair.edge];
        let side = |first: Color| PairSide {
            verdict: pair.outcomes[first.index()]
                .as_ref()
                .map_or(RaceVerdict::Unknown, |outcome| (*outcome).into()),
            moves: pair.winning[first.index()].clone(),
        };
        PairAnswer {
            between: edge.ends.map(|end| self.graph.blocks[end].name.clone()),
            shared: edge.shared,
            relation: pair.relation().map(|relation| match relation {
                Relation::Beats(color) => color.to_string(),
                Relation::FirstMover => "first".to_string(),
                Relation::Seki => "seki".to_string(),
            }),
            black_first: side(Color::Black),
            white_first: side(Color::White),
        }
    }
}

fn fate(told: &Told<RaceFate>) -> Fate {
    if told.ko.is_some() {
        return Fate::Ko;
    }
    match told.result {
        Ok(RaceFate::Lives) => Fate::Lives,
        Ok(RaceFate::Dies) => Fate::Dies,
        Ok(RaceFate::Seki) => Fate::Seki,
        Err(_) => Fate::Unknown,
    }
}

impl Fate {
    /// The word for it.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Fate::Lives => "lives",
            Fate::Dies => "dies",
            Fate::Seki => "seki",
            Fate::Ko => "ko",
            Fate::Unknown => "unknown",
        }
    }
}

/// The board with its regions and the racing strings marked.
fn board_picture<'a>(diagram: &'a Diagram, race: &GroupRace, report: &GraphReport) -> Picture<'a> {
    let mut picture = Picture::from(diagram);
    for region in &race.regions {
        let open = region.points.iter().filter(|&point| race.position.is_empty_at(point));
        picture.regions.push(Region::new(open).caption(region.id.clone()));
    }
    for (block, string) in race.graph.blocks.iter().zip(&race.strings) {
        let mark = if block.color == Color::Black { Mark::Triangle } else { Mark::Square };
        for point in string.iter() {
            picture.marks.entry(point).or_insert(mark);
        }
    }
    let first = race.position.to_move();
    let told = &report.answers[first.index()].outcome;
    if told.result.as_ref().is_ok_and(|outcome| outcome.winner() == Some(first)) {
        picture.highlights = told.moves.iter().filter_map(|played| played.point).collect();
    }
    picture
}

/// The graph with the relations as arrows.
fn picture(found: &RaceAnswer, graph: &Graph, pairwise: &Pairwise) -> RaceGraphPicture {
    let node = |block: &BlockAnswer| {
        let mut captions = Vec::new();
        if !block.external.is_empty() {
            captions.push(block.external.join(", "));
        }
        if block.eye > 0 {
            captions.push(format!("eye {}", block.eye));
        }
        if let Some(fates) = found.fates.as_ref().and_then(|fates| fates.get(&block.name)) {
            let [black, white] = [fates.black_first, fates.white_first].map(Fate::name);
            captions.push(if black == white {
                black.to_string()
            } else {
                format!("black first {black}, white first {white}")
            });
        }
        let color = if block.color == Side::Black { Color::Black } else { Color::White };
        RaceNode { name: block.name.clone(), color, captions }
    };
    let edge = |pair: &Pair| {
        let edge = &graph.edges[pair.edge];
        let beaten = |color: Color| match pair.relation() {
            Some(Relation::Beats(winner)) => winner != color,
            Some(Relation::FirstMover) => true,
            Some(Relation::Seki) | None => false,
        };
        RaceEdge {
            ends: edge.ends,
            heads: edge.ends.map(|end| beaten(graph.blocks[end].color)),
            caption: edge.shared.to_string(),
        }
    };
    RaceGraphPicture {
        title: "Race between several blocks".to_string(),
        description: "Blocks that race; an arrow points at the block that loses the race of the two alone, a line without \
                      heads is a seki; numbers at lines are shared liberties."
            .to_string(),
        nodes: found.blocks.iter().map(node).collect(),
        edges: pairwise.pairs.iter().map(edge).collect(),
    }
}
