//! The paper's method: races of two blocks, put together by a table (paper 004, sections 2.4 and 3).
//!
//! Each pair of touching blocks races with all others taken as safe, so that a liberty shared with a third block counts as
//! external. For one block Y against two, X1 and X2, the relations of the two pairs are looked up in figure 5, and the sets of
//! winning moves are compared: X wins only with a move that wins both races. It explains, and it is often right; the verdict is
//! the [`Solver`](super::Solver)'s.
//!
//! The scan of figure 5 has lost arrowheads. Which pattern is which follows from the text: (8) is figure 1, where Y beats one
//! block and the first mover wins against the other; (2), (7) and (9) are named with their exceptions; (1) and (3) are legible; (5)
//! has one arrow left. Which of (4), (6) and (10) is which of the three combinations with a seki that remain is a guess, and does
//! not matter: Y wins in all of them, by the scan and by exhaustive play of all small graphs.

use smallvec::smallvec;
use tesuji_board::Color;
use tesuji_job::{Unknown, Why};

use super::answer::{GraphAnswer, Spot, solve_within};
use super::graph::Graph;
use crate::answer::answer_within;
use crate::liberty::{Finish, LibertyGames};
use crate::race::{Kos, Place, Race, Summand};
use crate::verdict::{Outcome, Verdict};

/// How a race of two blocks stands, whoever moves first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Relation {
    /// This side wins moving first, and the other does not.
    Beats(Color),
    /// The side that moves first wins.
    FirstMover,
    /// Neither wins, even moving first.
    Seki,
}

/// A race of two blocks of a graph.
#[derive(Clone, Debug)]
pub struct Pair {
    /// The index of the edge.
    pub edge: usize,
    /// The black and the white block.
    pub ends: [usize; 2],
    /// The outcome with Black and with White moving first, or why it is not known.
    pub outcomes: [Result<Outcome, Unknown>; 2],
    /// The winning moves of Black moving first and of White moving first, by name.
    pub winning: [Vec<String>; 2],
    /// What ended the work before all moves were judged, if something did.
    pub ended: [Option<Unknown>; 2],
}

impl Pair {
    /// How the race stands.
    #[must_use]
    pub fn relation(&self) -> Option<Relation> {
        let wins = |color: Color| Some(self.outcome(color)? == Outcome::win_of(color));
        Some(match (wins(Color::Black)?, wins(Color::White)?) {
            (true, true) => Relation::FirstMover,
            (true, false) => Relation::Beats(Color::Black),
            (false, true) => Relation::Beats(Color::White),
            (false, false) => Relation::Seki,
        })
    }

    fn outcome(&self, first: Color) -> Option<Outcome> {
        self.outcomes[first.index()].as_ref().ok().copied()
    }

    /// Whether everything about it is known.
    fn is_complete(&self) -> bool {
        self.outcomes.iter().all(Result::is_ok) && self.ended.iter().all(Option::is_none)
    }
}

/// What the table says about one block against two.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Table {
    /// The one block.
    pub one: usize,
    /// The two others.
    pub others: [usize; 2],
    /// The number of the pattern in figure 5.
    pub pattern: u8,
    /// The winner by figure 5, with the side of the two and with the one moving first.
    pub winners: [Color; 2],
    /// The moves that win both races for the side of the two, moving first.
    pub common: Vec<String>,
    /// The winner when the sets of winning moves are looked at as well; nothing if nobody wins.
    pub refined: [Option<Color>; 2],
}

/// All pairs of a graph, and the table where it applies.
#[derive(Clone, Debug)]
pub struct Pairwise {
    /// The pairs, in the order of the edges.
    pub pairs: Vec<Pair>,
    /// Figure 5, for one block against two, if everything about the pairs is known.
    pub table: Option<Table>,
}

impl Pairwise {
    /// Plays all pairs, each with half of the nodes that are left.
    #[must_use]
    pub fn new(games: &mut LibertyGames, graph: &Graph) -> Pairwise {
        let pairs: Vec<Pair> = (0..graph.edges.len()).map(|edge| pair(games, graph, edge)).collect();
        let table = table(graph, &pairs);
        Pairwise { pairs, table }
    }
}

/// The race of two blocks with all others taken as safe.
#[must_use]
pub fn pair_race(games: &mut LibertyGames, graph: &Graph, edge: usize) -> Race {
    let mut race = Race { shared: graph.edges[edge].shared, ..Race::default() };
    for block in graph.edges[edge].ends {
        let here = &graph.blocks[block];
        race.summands.extend(here.regions.iter().cloned());
        race.eyes[here.color.index()] = here.eye;
        for (other, beside) in graph.edges.iter().enumerate() {
            if other != edge && beside.shared > 0 && beside.across(block).is_some() {
                race.summands.push(Summand {
                    name: graph.edge_name(other).into(),
                    owner: here.color,
                    parts: smallvec![games.score(beside.shared, Finish::PLAIN)],
                    is_eye: false,
                    kos: Kos::None,
                });
            }
        }
    }
    race
}

fn pair(games: &mut LibertyGames, graph: &Graph, edge: usize) -> Pair {
    let race = pair_race(games, graph, edge);
    let [one, other] = graph.edges[edge].ends;
    let ends = if graph.blocks[one].color == Color::Black { [one, other] } else { [other, one] };
    let answers = Color::BOTH.map(|first| {
        let most = games.budget().left() / 2;
        answer_within(games, &race, first, most)
    });
    let winning = answers.each_ref().map(|answer| {
        let mut names: Vec<String> = answer
            .winning
            .iter()
            .map(|played| match played.place {
                Place::Summand(index) => race.summands[index].name.to_string(),
                Place::Shared => graph.edge_name(edge),
            })
            .collect();
        names.sort();
        names.dedup();
        names
    });
    let ended = answers.each_ref().map(|answer| answer.ended.clone());
    let outcomes = answers.map(|answer| match answer.verdict {
        Verdict::Known { outcome, .. } => Ok(outcome),
        Verdict::Ko(_) => Err(Unknown::new(Why::OutOfReach, "a ko decides")),
        Verdict::Unknown(why) => Err(why),
    });
    Pair { edge, ends, outcomes, winning, ended }
}

/// One of a pair of relations, seen from the one block Y.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Side {
    YBeats,
    XBeats,
    First,
    Seki,
}

fn table(graph: &Graph, pairs: &[Pair]) -> Option<Table> {
    let [first, second] = pairs else { return None };
    // Sets of winning moves that are not complete would make the table say what nobody knows.
    if graph.blocks.len() != 3 || !first.is_complete() || !second.is_complete() {
        return None;
    }
    let one = *first.ends.iter().find(|end| second.ends.contains(end))?;
    let other = |pair: &Pair| if pair.ends[0] == one { pair.ends[1] } else { pair.ends[0] };
    let y = graph.blocks[one].color;
    let x = y.opponent();
    let side = |pair: &Pair| {
        Some(match pair.relation()? {
            Relation::Beats(color) if color == y => YBeats,
            Relation::Beats(_) => XBeats,
            Relation::FirstMover => First,
            Relation::Seki => Seki,
        })
    };
    let mut sides = [side(first)?, side(second)?];
    sides.sort();
    use Side::{First, Seki, XBeats, YBeats};
    let (pattern, winners) = match sides {
        [YBeats, YBeats] => (1, [y, y]),
        [XBeats, XBeats] => (2, [x, x]),
        [YBeats, XBeats] => (3, [y, y]),
        [Seki, Seki] => (4, [y, y]),
        [YBeats, Seki] => (5, [y, y]),
        [XBeats, Seki] => (6, [y, y]),
        [First, First] => (7, [x, y]),
        [YBeats, First] => (8, [y, y]),
        [XBeats, First] => (9, [x, y]),
        _ => (10, [y, y]),
    };
    let common: Vec<String> = first.winning[x.index()]
        .iter()
        .filter(|name| second.winning[x.index()].contains(name))
        .cloned()
        .collect();
    let wins = |pair: &Pair, mover: Color, color: Color| pair.outcome(mover) == Some(Outcome::win_of(color));
    let both = [first, second];
    let refined = [
        if !common.is_empty() { Some(x) } else { both.iter().any(|pair| wins(pair, x, y)).then_some(y) },
        if both.iter().any(|pair| wins(pair, y, y)) {
            Some(y)
        } else {
            both.iter().all(|pair| wins(pair, y, x)).then_some(x)
        },
    ];
    Some(Table { one, others: [other(first), other(second)], pattern, winners, common, refined })
}

/// Where the table is wrong about a graph with these answers, and why, in words.
#[must_use]
pub fn exceptions(
    games: &mut LibertyGames,
    graph: &Graph,
    pairwise: &Pairwise,
    answers: &[GraphAnswer; 2],
) -> Vec<String> {
    let Some(table) = &pairwise.table else { return Vec::new() };
    let y = graph.blocks[table.one].color;
    let outcome = |first: Color| answers[first.index()].outcome.result.clone().ok();
    let (Some(x_first), Some(y_first)) = (outcome(y.opponent()), outcome(y)) else { return Vec::new() };
    // The one block's best move at once, and its answer to a move that wins both races.
    let best = answers[y.index()].outcome.line.first().and_then(|step| step.played);
    let at_once = best.and_then(|best| reply(games, graph, y, best.spot));
    let to_common = table.common.first().and_then(|name| {
        let after = graph.after(games, y.opponent(), graph.spot(name)?)?;
        let most = games.budget().left() / 2;
        let report = solve_within(games, &after, most);
        match report.answers[y.index()].outcome.line.first()?.played {
            Some(best) => reply(games, &after, y, best.spot),
            None => replied(games, "pass".to_string(), &after),
        }
    });
    tell_exceptions(graph, pairwise, [x_first, y_first], [to_common.as_ref(), at_once.as_ref()])
}

/// A move of the one block and the pairs after it.
struct Reply {
    name: String,
    pairwise: Pairwise,
}

fn reply(games: &mut LibertyGames, graph: &Graph, mover: Color, spot: Spot) -> Option<Reply> {
    let after = graph.after(games, mover, spot)?;
    replied(games, graph.name_of(spot), &after)
}

/// A reply of which everything is known: what is not must not be told as if there were no winning moves.
fn replied(games: &mut LibertyGames, name: String, after: &Graph) -> Option<Reply> {
    let pairwise = Pairwise::new(games, after);
    pairwise.pairs.iter().all(Pair::is_complete).then_some(Reply { name, pairwise })
}

/// `exact` is what the solver found with the side of the two and with the one moving first; the replies are those of the one
/// block to a move that wins both races, and at once.
fn tell_exceptions(
    graph: &Graph,
    pairwise: &Pairwise,
    exact: [Outcome; 2],
    replies: [Option<&Reply>; 2],
) -> Vec<String> {
    let Some(table) = &pairwise.table else { return Vec::new() };
    let name = |block: usize| graph.blocks[block].name.as_str();
    let y = graph.blocks[table.one].color;
    let x = y.opponent();
    let mut told = Vec::new();
    let sets = |pairwise: &Pairwise| {
        let set = |pair: &Pair| match pair.winning[x.index()].as_slice() {
            [] => "none".to_string(),
            names => names.join(" "),
        };
        let texts: Vec<String> = pairwise
            .pairs
            .iter()
            .map(|pair| {
                let other = if pair.ends[0] == table.one { pair.ends[1] } else { pair.ends[0] };
                format!("{} in the race of {}", set(pair), name(other))
            })
            .collect();
        texts.join(", ")
    };
    for (first, (winner, exact)) in [x, y].into_iter().zip(table.winners.into_iter().zip(exact)) {
        if exact == Outcome::win_of(winner) {
            continue;
        }
        let head = format!(
            "With {first} first, figure 5 says that {winner} wins (pattern {}), and the exact result is {}.",
            table.pattern,
            match exact.winner() {
                Some(winner) => format!("that {winner} wins"),
                None => "seki".to_string(),
            }
        );
        let why = if winner == x && first == x && table.common.is_empty() {
            format!("No move of {x} wins both races: the winning moves are {}.", sets(pairwise))
        } else if let (true, Some(reply)) = (winner == x, replies[usize::from(first == y)]) {
            let before = match table.common.first() {
                Some(common) if first == x => {
                    format!("{common} wins each race alone, but {y} answers {}", reply.name)
                }
                _ => format!("{y} plays {}", reply.name),
            };
            let common = reply.pairwise.table.as_ref().is_some_and(|table| !table.common.is_empty());
            let then = if common { "the races go on, not both to be won" } else { "no move wins both" };
            format!("{before}; then {then}: the winning moves of {x} are {}.", sets(&reply.pairwise))
        } else if exact == Outcome::Seki {
            format!("Neither side can capture: {} is not captured, and captures nothing.", name(table.one))
        } else {
            "Each of the two races takes the other block as safe, which it is not.".to_string()
        };
        told.push(format!("{head} {why}"));
    }
    told
}
