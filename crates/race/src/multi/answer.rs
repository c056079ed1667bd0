//! The whole answer about a graph: result, fates, moves that keep them, lines of play.
//!
//! Moves are named after the region or the pair they are made in (`W0:2`, `W0:eye`, `W0-B1`), so play is followed here region
//! by region, and the solver, which adds regions up, is asked about every position. On a board the moves are those of its
//! points, each with what local play says is left in its region.

use tesuji_board::{Color, Point};
use tesuji_job::{Unknown, Why};
use tesuji_local::Part;

use super::graph::Graph;
use super::solver::{Solver, Unsolved};
use crate::board::{Field, letters};
use crate::liberty::{Kind, LibertyGames};
use crate::local::{LocalPlay, Uncounted};
use crate::product::{Fate, Goal, Ko, State};
use crate::race::options;
use crate::verdict::{Method, Outcome};

/// Longer lines than this are cut off.
const MOST_MOVES: usize = 500;

/// Moves and lines of single blocks are looked for only while fewer states than this were played out.
const MOST_FOR_DETAILS: u64 = 200_000;

/// What has become of a block.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Status {
    Racing,
    Safe,
    Captured,
}

/// Where a move is made.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Spot {
    /// In a region of a block, both by index.
    Region {
        /// The block.
        block: usize,
        /// Its region.
        region: usize,
    },
    /// On a liberty of the pair with this index.
    Shared(usize),
    /// In the region of a board with this index.
    Ground(usize),
}

/// A race as it stands, region by region.
#[derive(Clone, Debug)]
pub(super) struct Standing {
    pub(super) graph: Graph,
    pub(super) status: Vec<Status>,
    /// On a board, how each region of each block stands, and the shared liberties of each pair that are still empty.
    pub(super) states: Vec<Vec<Part>>,
    pub(super) empty: Vec<Vec<Point>>,
}

/// On a board, the grounds of the regions of each block; nothing in a graph.
pub(super) type Fields<'a> = Option<&'a mut [Vec<Field>]>;

/// A move in a graph.
#[derive(Clone, Debug)]
pub(super) struct Turn {
    pub(super) spot: Spot,
    pub(super) point: Option<Point>,
    pub(super) after: Standing,
    pub(super) captures: bool,
    rank: (u8, u32),
}

/// What is asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Question {
    First,
    Block(usize),
}

/// A move that keeps an answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GraphMove {
    /// Where.
    pub spot: Spot,
    /// The point, if the race is on a board.
    pub point: Option<Point>,
}

/// A move of a line: who moves and where; nowhere for a pass.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GraphStep {
    /// Who moves.
    pub mover: Color,
    /// Where.
    pub played: Option<GraphMove>,
}

/// An answer with the moves that keep it and a line of play.
#[derive(Clone, Debug)]
pub struct Told<T> {
    /// What is so, or why it is not known.
    pub result: Result<T, Unknown>,
    /// The moves by which the side moving first reaches it; none if that side gets the worst there is.
    pub moves: Vec<GraphMove>,
    /// Moves that may be as good as those: they could not be judged, or were not. In large races moves and lines are looked for
    /// about the first capture only, not about single blocks.
    pub undecided: Vec<GraphMove>,
    /// A line of play, to the end unless something ended it.
    pub line: Vec<GraphStep>,
    /// Why not all moves were judged or the line is not complete, if that is so.
    pub ended: Option<Unknown>,
    /// Whether it depends on a ko, and how: a win of the side moving first stands for the best that it can get, and so on. The
    /// result is the one without threats.
    pub ko: Option<Ko>,
}

/// Everything about a graph with one side moving first.
#[derive(Clone, Debug)]
pub struct GraphAnswer {
    /// Who moves first.
    pub first: Color,
    /// Which side captures first.
    pub outcome: Told<Outcome>,
    /// The fate of each block.
    pub fates: Vec<Told<Fate>>,
}

/// Everything about a graph.
#[derive(Clone, Debug)]
pub struct GraphReport {
    /// Black first, White first.
    pub answers: [GraphAnswer; 2],
    /// How we know: by the product of the liberty games or of the regions.
    pub method: Method,
    /// How many nodes the question has used so far, local positions included.
    pub nodes: u64,
}

impl GraphReport {
    /// No answer to anything, for one reason.
    pub(super) fn unknown(games: &LibertyGames, graph: &Graph, method: Method, why: &Unknown) -> GraphReport {
        let answers = Color::BOTH.map(|first| GraphAnswer {
            first,
            outcome: Told::only(Err(why.clone())),
            fates: graph.blocks.iter().map(|_| Told::only(Err(why.clone()))).collect(),
        });
        GraphReport { answers, method, nodes: games.nodes() }
    }
}

impl Graph {
    /// The name of a place.
    #[must_use]
    pub fn name_of(&self, spot: Spot) -> String {
        match spot {
            Spot::Region { block, region } => self.blocks[block].regions[region].name.to_string(),
            Spot::Shared(edge) => self.edge_name(edge),
            Spot::Ground(region) => letters(region),
        }
    }

    /// The place with this name.
    #[must_use]
    pub fn spot(&self, name: &str) -> Option<Spot> {
        let regions = self.blocks.iter().enumerate().flat_map(|(block, all)| {
            (0..all.regions.len()).map(move |region| Spot::Region { block, region })
        });
        regions.chain((0..self.edges.len()).map(Spot::Shared)).find(|&spot| self.name_of(spot) == name)
    }

    /// The graph after a move, if the move is legal and captures nothing.
    #[must_use]
    pub fn after(&self, games: &mut LibertyGames, mover: Color, spot: Spot) -> Option<Graph> {
        let turns = Standing::new(self).turns(games, &mut None, mover).ok()?;
        turns.into_iter().find(|turn| turn.spot == spot && !turn.captures).map(|turn| turn.after.graph)
    }

    /// The name of a pair.
    #[must_use]
    pub fn edge_name(&self, edge: usize) -> String {
        let [one, other] = self.edges[edge].ends.map(|end| self.blocks[end].name.as_str());
        format!("{one}-{other}")
    }
}

/// Answers everything about a graph for both sides moving first. It may use half of the nodes of the question; the rest is for
/// its explanation ([`Pairwise`](super::Pairwise)).
///
/// What cannot be played out, because of a limit or because the rules of abstract play do not say enough, is unknown in the
/// answers.
#[must_use]
pub fn solve_graph(games: &mut LibertyGames, graph: &Graph) -> GraphReport {
    let most = games.limits().nodes / 2;
    solve_within(games, graph, most)
}

/// The same with at most so many states of play.
pub(super) fn solve_within(games: &mut LibertyGames, graph: &Graph, most: u64) -> GraphReport {
    match solve_standing(games, &Standing::new(graph), &mut None, most) {
        Ok(report) => report,
        Err(why) => GraphReport::unknown(games, graph, Method::Abstract, &why.into()),
    }
}

pub(super) fn solve_standing(
    games: &mut LibertyGames,
    start: &Standing,
    fields: &mut Fields<'_>,
    most: u64,
) -> Result<GraphReport, Unsolved> {
    let graph = &start.graph;
    let mut solver = Solver::new(games, graph, most)?;
    let mut asked: Vec<(Color, Question, Told<u8>)> = Vec::new();
    for first in Color::BOTH {
        let blocks = (0..graph.blocks.len()).map(Question::Block);
        for question in [Question::First].into_iter().chain(blocks) {
            let result = value(&mut solver, start, first, first, question).map_err(Unknown::from);
            asked.push((first, question, Told::only(result)));
        }
    }
    // The race as a whole first; moves and lines of single blocks as long as the race is not too large.
    for whole in [true, false] {
        for (first, question, told) in &mut asked {
            if let (true, Ok(best)) = ((*question == Question::First) == whole, told.result.clone()) {
                let detailed = whole || solver.nodes() < MOST_FOR_DETAILS;
                complete(&mut solver, start, fields, (*first, *question, best), detailed, told);
            }
        }
    }
    let mut told = asked.into_iter().map(|(.., told)| told);
    let mut next = || told.next().unwrap_or_else(|| Told::only(Err(Why::NotAsked.into())));
    let answers = Color::BOTH.map(|first| {
        let outcome = next().map(|value| match value {
            2 => Outcome::win_of(first),
            1 => Outcome::Seki,
            _ => Outcome::win_of(first.opponent()),
        });
        let fates = graph.blocks.iter().map(|block| {
            let own = block.color == first;
            next().map(|value| match (value, own) {
                (1, _) => Fate::Seki,
                (2, true) | (0, false) => Fate::Lives,
                _ => Fate::Dies,
            })
        });
        let fates = fates.collect();
        GraphAnswer { first, outcome, fates }
    });
    Ok(GraphReport { answers, method: Method::Abstract, nodes: games.nodes() })
}

impl<T> Told<T> {
    /// A result without moves.
    pub(super) fn only(result: Result<T, Unknown>) -> Told<T> {
        Told { result, moves: Vec::new(), undecided: Vec::new(), line: Vec::new(), ended: None, ko: None }
    }

    pub(super) fn map<U>(self, name: impl FnOnce(T) -> U) -> Told<U> {
        let Told { result, moves, undecided, line, ended, ko } = self;
        Told { result: result.map(name), moves, undecided, line, ended, ko }
    }
}

/// Finds the moves and the line of a question: who moves first, what is asked, and how good it is for that side. The answer stands
/// even if a limit ends that. Without details, all moves are left undecided.
fn complete(
    solver: &mut Solver<'_>,
    start: &Standing,
    fields: &mut Fields<'_>,
    asked: (Color, Question, u8),
    detailed: bool,
    told: &mut Told<u8>,
) {
    let judged = judge_moves(solver, start, fields, asked, detailed, told);
    let followed = if detailed { follow(solver, start, fields, asked, told) } else { Ok(()) };
    told.ended = told.ended.take().or(judged.err()).or(followed.err());
}

fn judge_moves(
    solver: &mut Solver<'_>,
    start: &Standing,
    fields: &mut Fields<'_>,
    (first, question, best): (Color, Question, u8),
    detailed: bool,
    told: &mut Told<u8>,
) -> Result<(), Unknown> {
    if best == 0 {
        return Ok(());
    }
    for turn in start.turns(solver.games(), fields, first)? {
        let played = turn.played();
        let kept = if detailed { keeps(solver, &turn, first, question, best) } else { Err(Why::NotAsked) };
        let listed = match kept {
            Ok(true) => &mut told.moves,
            Ok(false) => continue,
            Err(why) => {
                told.ended.get_or_insert(why.into());
                &mut told.undecided
            }
        };
        if !listed.contains(&played) {
            listed.push(played);
        }
    }
    // In a graph several moves have one name: if one of them is good, the place is.
    let Told { moves, undecided, .. } = told;
    undecided.retain(|played| !moves.contains(played));
    Ok(())
}

/// Plays the line out.
fn follow(
    solver: &mut Solver<'_>,
    start: &Standing,
    fields: &mut Fields<'_>,
    (first, question, best): (Color, Question, u8),
    told: &mut Told<u8>,
) -> Result<(), Unknown> {
    let line = &mut told.line;
    let mut standing = start.clone();
    let mut mover = first;
    let mut passed = false;
    let mut seen: Vec<Standing> = Vec::new();
    while line.len() < MOST_MOVES {
        let wanted = if mover == first { best } else { 2 - best };
        let mut chosen = None;
        seen.push(standing.clone());
        for turn in standing.turns(solver.games(), fields, mover)? {
            // No line plays a ko back and forth.
            let same =
                |before: &Standing| before.states == turn.after.states && before.empty == turn.after.empty;
            let again = fields.is_some() && seen.iter().any(same);
            if !again && keeps(solver, &turn, mover, question, wanted)? {
                chosen = Some(turn);
                break;
            }
        }
        line.push(GraphStep { mover, played: chosen.as_ref().map(Turn::played) });
        let Some(turn) = chosen else {
            if passed {
                break;
            }
            passed = true;
            mover = mover.opponent();
            continue;
        };
        passed = false;
        let ends = match question {
            Question::First => turn.captures,
            Question::Block(block) => turn.after.status[block] != Status::Racing,
        };
        if ends {
            break;
        }
        standing = turn.after;
        mover = mover.opponent();
    }
    Ok(())
}

/// How good a race is for a side: 2 the best, 1 seki, 0 the worst.
fn value(
    solver: &mut Solver<'_>,
    standing: &Standing,
    mover: Color,
    side: Color,
    question: Question,
) -> Result<u8, Why> {
    let state = standing.state(solver, mover);
    match question {
        Question::First => Ok(solver.outcome_at(&state)?.for_side(side)),
        Question::Block(block) => {
            let fate = match standing.status[block] {
                Status::Racing => solver.fate_at(&state, block)?,
                Status::Safe => Fate::Lives,
                Status::Captured => Fate::Dies,
            };
            let own = standing.graph.blocks[block].color == side;
            Ok(if own { fate as u8 } else { 2 - fate as u8 })
        }
    }
}

/// Whether a move keeps what its side can get: everything, or at least a seki. One question of yes and no is enough for that,
/// and none if there is nothing to keep.
fn keeps(
    solver: &mut Solver<'_>,
    turn: &Turn,
    mover: Color,
    question: Question,
    best: u8,
) -> Result<bool, Why> {
    let opponent = mover.opponent();
    let settled = match question {
        Question::First => turn.captures,
        Question::Block(block) => turn.after.status[block] != Status::Racing,
    };
    if best == 0 || (settled && question == Question::First) {
        return Ok(true);
    }
    if settled {
        return Ok(value(solver, &turn.after, opponent, mover, question)? == best);
    }
    let side = if best == 2 { mover } else { opponent };
    let goal = match question {
        Question::First => Goal::First(side),
        Question::Block(block) if turn.after.graph.blocks[block].color == side => Goal::Save(block),
        Question::Block(block) => Goal::Capture(block),
    };
    let state = turn.after.state(solver, opponent);
    Ok(solver.achieves(&state, goal)? == (best == 2))
}

impl Turn {
    fn played(&self) -> GraphMove {
        GraphMove { spot: self.spot, point: self.point }
    }
}

/// A move before it is known whether it is legal.
struct Attempt {
    spot: Spot,
    point: Option<Point>,
    after: Standing,
    own: Option<usize>,
    opposing: Option<usize>,
    last_only: bool,
    rank: u8,
}

impl Standing {
    pub(super) fn new(graph: &Graph) -> Standing {
        let status = vec![Status::Racing; graph.blocks.len()];
        Standing { graph: graph.clone(), status, states: Vec::new(), empty: Vec::new() }
    }

    fn state(&self, solver: &mut Solver<'_>, to_move: Color) -> State {
        let out: Vec<bool> = self.status.iter().map(|&status| status != Status::Racing).collect();
        solver.state(&self.graph, &out, to_move)
    }

    fn breathes(&self, games: &LibertyGames, block: usize) -> bool {
        self.graph.blocks[block].regions.iter().any(|region| games.breathes(&region.parts))
            || self.graph.neighbors(block).any(|(_, shared)| shared > 0)
    }

    /// The legal moves of a side, those to be tried first in front.
    ///
    /// # Errors
    /// On a board, a region whose moves could not be counted.
    pub(super) fn turns(
        &self,
        games: &mut LibertyGames,
        fields: &mut Fields<'_>,
        mover: Color,
    ) -> Result<Vec<Turn>, Uncounted> {
        let mut attempts = Vec::new();
        for (index, block) in self.graph.blocks.iter().enumerate() {
            if self.status[index] != Status::Racing {
                continue;
            }
            let attacking = block.color != mover;
            let (own, opposing) = if attacking { (None, Some(index)) } else { (Some(index), None) };
            for (place, region) in block.regions.iter().enumerate() {
                let hot = region.parts.iter().any(|&id| games.node(id).kind == Kind::Hot);
                let spot = Spot::Region { block: index, region: place };
                // Plain liberties are for the opponent to fill.
                let rank = |last_only: bool| match (hot, attacking) {
                    (true, _) => 1,
                    (false, true) => {
                        if last_only {
                            3
                        } else {
                            2
                        }
                    }
                    (false, false) => 5,
                };
                let Some(fields) = fields else {
                    for (to, last_only) in options(games, &region.parts, !attacking) {
                        let mut after = self.clone();
                        after.graph.blocks[index].regions[place].parts = to;
                        let rank = rank(last_only);
                        attempts.push(Attempt { spot, point: None, after, own, opposing, last_only, rank });
                    }
                    continue;
                };
                let field = &mut fields[index][place];
                let state = self.states[index][place].clone();
                let mut play = LocalPlay { ground: &field.ground, games, memory: &mut field.memory };
                for local in play.moves(&state, mover)? {
                    let mut after = self.clone();
                    after.graph.blocks[index].regions[place].parts =
                        games.combine(local.branch.to.iter().copied());
                    after.states[index][place] = field.ground.play(&state, mover, local.at).part;
                    let last_only = local.branch.last_only;
                    let point = Some(field.ground.points()[local.at]);
                    let rank = rank(last_only);
                    attempts.push(Attempt { spot, point, after, own, opposing, last_only, rank });
                }
            }
        }
        for (index, edge) in self.graph.edges.iter().enumerate() {
            let [one, other] = edge.ends;
            let (own, theirs) =
                if self.graph.blocks[one].color == mover { (one, other) } else { (other, one) };
            if edge.shared == 0 || self.status[theirs] != Status::Racing {
                continue;
            }
            let own = (self.status[own] == Status::Racing).then_some(own);
            let rank = if own.is_none() { 2 } else { 4 };
            let points: Vec<Option<Point>> = match self.empty.get(index) {
                Some(empty) => empty.iter().copied().map(Some).collect(),
                None => vec![None],
            };
            for point in points {
                let mut after = self.clone();
                after.graph.edges[index].shared -= 1;
                if let Some(point) = point {
                    after.empty[index].retain(|&other| other != point);
                }
                let (spot, opposing) = (Spot::Shared(index), Some(theirs));
                attempts.push(Attempt { spot, point, after, own, opposing, last_only: false, rank });
            }
        }
        let mut found: Vec<Turn> =
            attempts.into_iter().filter_map(|attempt| self.admit(games, attempt)).collect();
        found.sort_by_key(|turn| turn.rank);
        Ok(found)
    }

    fn admit(&self, games: &LibertyGames, attempt: Attempt) -> Option<Turn> {
        let Attempt { spot, point, mut after, own, opposing, last_only, rank } = attempt;
        let captured = opposing.filter(|&block| !after.breathes(games, block));
        if captured.is_none() && (last_only || own.is_some_and(|block| !after.breathes(games, block))) {
            return None;
        }
        if let Some(captured) = captured {
            after.status[captured] = Status::Captured;
            for edge in &mut after.graph.edges {
                if let Some(other) = edge.across(captured) {
                    edge.shared = 0;
                    if after.status[other] == Status::Racing {
                        after.status[other] = Status::Safe;
                    }
                }
            }
        }
        // The weakest block first: lines should look as people play.
        let weakest = opposing.or(own).map_or(0, |block| self.weight(games, block));
        let captures = captured.is_some();
        let rank = (if captures { 0 } else { rank }, weakest);
        Some(Turn { spot, point, after, captures, rank })
    }

    /// About how many liberties a block has.
    fn weight(&self, games: &LibertyGames, block: usize) -> u32 {
        let parts = self.graph.blocks[block].regions.iter().flat_map(|region| &region.parts);
        let own = parts.fold(0u32, |sum, &id| match games.node(id).kind {
            Kind::Score(moves) => sum.saturating_add(moves),
            _ => sum.saturating_add(2),
        });
        self.graph.neighbors(block).fold(own, |sum, (_, shared)| sum.saturating_add(shared))
    }
}
