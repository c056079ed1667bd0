//! A calculator for games: value, stops, mean, temperature, cooling, thermograph, best moves in a sum.
//!
//! Every expression is computed in an arena of its own, so that one game that is too large does not spoil the others: each
//! gets its share of the nodes that are left, and what the small ones leave over goes to the large ones in a second round.
//! What is found is written down part by part; where a limit ends the work, what is found stays, and the answer says
//! `unknown` and names what is missing.
//!
//! `plan.rs` checks the question, `workspace.rs` computes, `report.rs` describes one game, `loopy.rs` one that may not end, `best.rs` advises on a sum.

mod best;
mod loopy;
mod plan;
mod report;
mod workspace;

use serde::{Deserialize, Serialize};

use tesuji_cgt::Game;
use tesuji_job::{Limits, Unknown, Watch, Why, on_a_deep_stack};

use self::best::Sum;
use self::plan::{Plan, Term};
use self::report::Report;
pub(crate) use self::report::walls;
use self::workspace::{Budget, Trouble, Workspace};
use crate::answer::Answer;
use crate::desk::{Rest, Solved, Work};
use crate::fault::Fault;
use crate::layout::{labelled, paragraph};
use crate::limits::limits;
use crate::position::is_false;
use crate::words::Expression;

/// What are these games worth?
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(default)]
pub struct ValueQuestion {
    /// The games. None stands for all names of `define`.
    pub expressions: Vec<Expression>,
    /// Names for games, a line each: `NAME = EXPR`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub define: Option<String>,
    /// A temperature to cool by.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cool: Option<Expression>,
    /// A game to compare with.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub compare: Option<Expression>,
    /// The games are one sum: what should this side play in it?
    #[serde(skip_serializing_if = "Option::is_none")]
    pub best: Option<Player>,
    /// What a winning move has to leave: at least this for left, at most this for right. 0, for the last move, without it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub target: Option<Expression>,
    /// How games are written for people.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub notation: Option<Notation>,
    /// Whether the text has the thermograph in plain characters.
    #[serde(skip_serializing_if = "is_false")]
    pub thermograph: bool,
    /// Whether walls of thermographs start at temperature -1, where integers freeze, and not at 0.
    #[serde(skip_serializing_if = "is_false")]
    pub below_zero: bool,
    /// A temperature, any fraction of at least -1: the answer has both walls there.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub at: Option<Expression>,
    /// Whether the picture shows how the thermograph comes about.
    #[serde(skip_serializing_if = "is_false")]
    pub construction: bool,
    /// What `define` is called in messages, such as the name of its file.
    #[serde(skip)]
    #[cfg_attr(test, schemars(skip))]
    pub define_name: Option<String>,
    /// What expressions are called in messages, such as `standard input, line 3`; empty or one for each.
    #[serde(skip)]
    #[cfg_attr(test, schemars(skip))]
    pub expression_names: Vec<String>,
}

/// A player of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum Player {
    /// Left.
    Left,
    /// Right.
    Right,
}

/// How games are written for people. Fields of an answer are always in plain characters.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum Notation {
    /// Plain characters, as CGSuite.
    #[default]
    Ascii,
    /// As the papers.
    Paper,
    /// With arrows and stars.
    Unicode,
    /// LaTeX.
    Latex,
}

/// The answer about games: the fields of one game, or `values` for several.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct ValueAnswer {
    /// The game, if there is only one.
    #[serde(flatten)]
    pub one: Option<Described>,
    /// The games, if there are several.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub values: Option<Vec<Described>>,
    /// The sum, if the best move in it was asked.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub sum: Option<Described>,
    /// The advice, if it was asked.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub best: Option<Advice>,
    /// `unknown` if something is missing because a limit was reached.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub verdict: Option<ValueVerdict>,
    /// Why something is missing.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub why: Option<String>,
}

/// The only verdict of a calculator.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum ValueVerdict {
    /// Something is missing.
    Unknown,
}

/// One described game. Fields that a limit left open are left out, and `why` says why.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct Described {
    /// What was asked about.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub expression: Option<String>,
    /// The canonical form.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub canonical: Option<String>,
    /// What a loopy game is, whose `canonical` and all that is said of games that end are left out.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub loopy: Option<LoopyValue>,
    /// `L`, `R`, `N` or `P`: Left, Right, the next player or the previous player wins; `D` if play may go on for ever.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub outcome: Option<String>,
    /// The number at which play ends if Left starts.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub left_stop: Option<String>,
    /// The number at which play ends if Right starts.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub right_stop: Option<String>,
    /// The mean.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub mean: Option<String>,
    /// The temperature.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub temperature: Option<String>,
    /// The atomic weight; null if there is none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub atomic_weight: Option<Option<String>>,
    /// What the game is beside its number; null if its stops do not agree on one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub infinitesimal: Option<Option<Infinitesimal>>,
    /// Why there is no atomic weight, in words.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub weight_words: Option<String>,
    /// The canonical form as LaTeX.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub latex: Option<String>,
    /// The walls of the thermograph.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub thermograph: Option<Walls>,
    /// Both walls at a temperature, if that was asked.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub walls_at: Option<WallsAt>,
    /// The game cooled, if that was asked.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cooled: Option<String>,
    /// How it compares: `<`, `>`, `=` or `||`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub relation: Option<String>,
    /// How the cooled game compares.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cooled_relation: Option<String>,
    /// Why something is missing.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub why: Option<String>,
    /// What stands above the words for people, if it is not the expression.
    #[serde(skip)]
    #[cfg_attr(test, schemars(skip))]
    pub heading: String,
    /// The words for people, a label and what stands behind it each.
    #[serde(skip)]
    #[cfg_attr(test, schemars(skip))]
    pub lines: Vec<(String, String)>,
    /// What stands below them, such as a thermograph in plain characters.
    #[serde(skip)]
    #[cfg_attr(test, schemars(skip))]
    pub below: String,
}

/// A game in which play may go on for ever.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct LoopyValue {
    /// The value: a stopper, or `onside & offside`.
    pub value: String,
    /// What it is if endless play is taken for a win of Left.
    pub onside: String,
    /// What it is if endless play is taken for a win of Right.
    pub offside: String,
    /// What becomes of it if Left begins.
    pub left_first: LoopyEnding,
    /// What becomes of it if Right begins.
    pub right_first: LoopyEnding,
}

/// What becomes of a loopy game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum LoopyEnding {
    /// Left wins.
    Left,
    /// Right wins.
    Right,
    /// Play goes on for ever.
    Draw,
}

/// What a game is beside its number.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct Infinitesimal {
    /// Its value.
    pub value: String,
    /// Its atomic weight; null if there is none.
    pub atomic_weight: Option<String>,
}

/// What both walls say at one temperature.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct WallsAt {
    /// The temperature.
    pub temperature: String,
    /// The value of the left wall.
    pub left: String,
    /// The value of the right wall.
    pub right: String,
}

/// The walls of a thermograph, from temperature 0 upwards, or from -1 if that was asked.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct Walls {
    /// The left wall.
    pub left: Vec<WallPoint>,
    /// The right wall.
    pub right: Vec<WallPoint>,
}

/// A corner of a wall.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct WallPoint {
    /// The temperature.
    pub temperature: String,
    /// The value there.
    pub value: String,
}

/// What to play in a sum.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct Advice {
    /// Who moves.
    pub side: Player,
    /// What a winning move has to leave.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub target: Option<String>,
    /// Whether there is a winning move.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub wins: Option<bool>,
    /// The best number that can be reached.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub best_stop: Option<String>,
    /// Summands in which a move wins, from 1 on.
    pub winning_summands: Vec<usize>,
    /// All moves, best first.
    pub moves: Vec<SumMove>,
    /// What thermographs advise. It is no proof.
    pub suggestions: Vec<Suggestion>,
    /// Why something is missing.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub why: Option<String>,
    /// The answer in one sentence.
    pub sentence: String,
    /// The same for people, in the notation they asked for.
    #[serde(skip)]
    #[cfg_attr(test, schemars(skip))]
    pub heading: String,
    /// The words for people.
    #[serde(skip)]
    #[cfg_attr(test, schemars(skip))]
    pub lines: Vec<(String, String)>,
}

/// A move in a sum.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct SumMove {
    /// The summand, from 1 on.
    pub summand: usize,
    /// What it is called.
    pub expression: String,
    /// Its value, if that is short enough to be written.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub from: Option<String>,
    /// The value it is moved to, if that is short enough to be written.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub option: Option<String>,
    /// The sum afterwards, if that is short enough to be written.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub sum: Option<String>,
    /// Whether the move wins.
    pub wins: bool,
    /// The number that is reached.
    pub stop: String,
    /// Why it is good or bad.
    pub why: String,
}

/// A suggestion of a strategy that looks at thermographs only.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct Suggestion {
    /// `hotstrat`, `sentestrat` or `thermostrat`.
    pub strategy: String,
    /// The summand, from 1 on.
    pub summand: usize,
    /// The value it is moved to, if that is short enough to be written.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub option: Option<String>,
    /// The temperature at which the strategy decided.
    pub temperature: String,
}

/// Some tens of seconds at the worst.
pub(crate) const LIMITS: Limits = limits(4_000_000, 1000);

/// What the sum of a question may use of its nodes, in quarters; the rest is for the summands alone.
const QUARTERS_FOR_THE_SUM: u64 = 3;

pub(crate) fn solve(question: &ValueQuestion, work: &Work<'_>) -> Result<Solved<ValueAnswer>, Fault> {
    on_a_deep_stack(|| {
        let plan = Plan::new(question, work.style.is_some())?;
        let mut budget = Budget::new(work.limits);
        let terms = match all_terms(&plan, work, &mut budget) {
            Ok(terms) => terms,
            Err(Trouble::Fault(fault)) => return Err(*fault),
            Err(Trouble::Unknown(unknown)) => return Ok(without_names(&unknown, &budget)),
        };
        let mut svg = None;
        let (sum, best, sum_why) = match question.best {
            Some(player) => {
                let found = advise(&plan, &terms, player, work, &mut budget)?;
                svg = plan.draw(found.sum.picture.as_ref(), work.style.as_ref());
                let why = found.why.or(found.sum.why());
                (Some(found.sum.described), Some(found.advice), why)
            }
            None => (None, None, None),
        };
        let reports = describe_each(&plan, &terms, work, &mut budget)?;
        if let ([report], None) = (&reports[..], question.best) {
            svg = plan.draw(report.picture.as_ref(), work.style.as_ref());
        }
        let why = reports.iter().map(Report::why).chain([sum_why]).flatten();
        let why = why.min_by_key(|why| *why != Why::Stopped);
        let several = reports.len() > 1;
        let told = reports.iter().find_map(|report| {
            let why = report.described.why.as_ref()?;
            let name = report.described.expression.as_deref().filter(|_| several);
            Some(name.map_or_else(|| why.clone(), |name| format!("{}: {why}", shortened(name))))
        });
        let told = best.as_ref().and_then(|best| best.why.clone()).or(told);
        let told = told.or_else(|| sum.as_ref().and_then(|sum| sum.why.clone()));
        let mut described: Vec<Described> = reports.into_iter().map(|report| report.described).collect();
        // A single game stands in the answer itself, which says why something is missing only once.
        let one = if several { None } else { described.pop() };
        let one = one.map(|one| Described { why: None, ..one });
        let found = ValueAnswer {
            one,
            values: several.then_some(described),
            sum,
            best,
            verdict: why.map(|_| ValueVerdict::Unknown),
            why: told.filter(|_| why.is_some()),
        };
        Ok(Solved { found, rest: Rest { nodes: Some(budget.spent), svg, why, ..Rest::default() } })
    })
}

/// The games of the question: those that are given, or all that have names.
fn all_terms(plan: &Plan<'_>, work: &Work<'_>, budget: &mut Budget) -> Result<Vec<Term>, Trouble> {
    if !plan.terms.is_empty() {
        return Ok(plan.terms.clone());
    }
    let mut workspace = Workspace::new(plan, budget.share(1, 1), work.watch);
    let defined = workspace.define();
    budget.charge(&workspace);
    defined?;
    let names = workspace.names();
    if names.is_empty() {
        return Err(Fault::in_field("define", "the definitions define no game").into());
    }
    if names.len() > 1 && plan.pictured && plan.question.best.is_none() {
        return Err(plan::one_picture().into());
    }
    names.iter().map(|name| Term::named(name).map_err(Trouble::from)).collect()
}

/// The answer where not even the names could be read.
fn without_names(unknown: &Unknown, budget: &Budget) -> Solved<ValueAnswer> {
    let found = ValueAnswer {
        values: Some(Vec::new()),
        verdict: Some(ValueVerdict::Unknown),
        why: Some(format!("the definitions could not be read: {unknown}")),
        ..ValueAnswer::default()
    };
    Solved { found, rest: Rest { nodes: Some(budget.spent), why: Some(unknown.why), ..Rest::default() } }
}

/// Describes every game by itself, in two rounds.
fn describe_each(
    plan: &Plan<'_>,
    terms: &[Term],
    work: &Work<'_>,
    budget: &mut Budget,
) -> Result<Vec<Report>, Fault> {
    let mut attempt = |term: &Term, parts: usize, watch: &Watch| -> Result<Report, Fault> {
        if let Err(why) = watch.check() {
            return Ok(Report::unknown(&term.text, why));
        }
        let mut workspace = Workspace::new(plan, budget.share(1, parts as u64), watch);
        let report = Report::of_term(&mut workspace, term);
        budget.charge(&workspace);
        report
    };
    let mut reports = Vec::new();
    let mut again = Vec::new();
    for (index, term) in terms.iter().enumerate() {
        let time = work.limits.seconds.map(|seconds| seconds / terms.len() as f64);
        let report = attempt(term, terms.len() - index, &work.watch.within(time))?;
        if matches!(report.why(), Some(Why::Nodes | Why::Time)) && terms.len() > 1 {
            again.push(index);
        }
        reports.push(report);
    }
    for (done, &index) in again.iter().enumerate() {
        // What is known stays if the time is over.
        if work.watch.check().is_err() {
            break;
        }
        let report = attempt(&terms[index], again.len() - done, work.watch)?;
        if report.is_better_than(&reports[index]) {
            reports[index] = report;
        }
    }
    Ok(reports)
}

/// A sum and what to play in it.
struct Advised {
    sum: Report,
    advice: Advice,
    /// Why the advice is missing.
    why: Option<Why>,
}

/// What `player` should play in the sum of all games.
fn advise(
    plan: &Plan<'_>,
    terms: &[Term],
    player: Player,
    work: &Work<'_>,
    budget: &mut Budget,
) -> Result<Advised, Fault> {
    let time = work.limits.seconds.map(|seconds| seconds * QUARTERS_FOR_THE_SUM as f64 / 4.0);
    let mut workspace = Workspace::new(plan, budget.share(QUARTERS_FOR_THE_SUM, 4), &work.watch.within(time));
    let summands = read_sum(&mut workspace, terms, player);
    let total = match &summands {
        Ok(sum) => workspace.arena.sum_all(&sum.games).map_err(Trouble::from),
        Err(Trouble::Unknown(unknown)) => Err(Trouble::Unknown(unknown.clone())),
        Err(Trouble::Fault(fault)) => return Err((**fault).clone()),
    };
    let mut sum = Report::of_sum(&mut workspace, total)?;
    sum.described.heading = match terms.len() {
        1 => "sum of 1 game".into(),
        count => format!("sum of {count} games"),
    };
    let advice = summands.and_then(|sum| sum.advise(&mut workspace, player).map_err(Trouble::from));
    budget.charge(&workspace);
    let unknown = match advice {
        Ok(advice) => return Ok(Advised { sum, advice, why: None }),
        Err(Trouble::Fault(fault)) => return Err(*fault),
        Err(Trouble::Unknown(unknown)) => unknown,
    };
    let mut advice = Advice::ended(player, &unknown);
    if work.watch.check().is_ok() {
        let mut workspace = Workspace::new(plan, budget.share(1, 2), work.watch);
        if let Ok(sum) = read_sum(&mut workspace, terms, player) {
            sum.advise_by_thermographs(&mut workspace, &mut advice);
        }
        budget.charge(&workspace);
    }
    Ok(Advised { sum, advice, why: Some(unknown.why) })
}

/// The summands, cooled if that was asked for.
fn read_sum(workspace: &mut Workspace<'_>, terms: &[Term], player: Player) -> Result<Sum, Trouble> {
    workspace.define()?;
    let target = match workspace.plan.target.as_ref() {
        Some(target) => workspace.evaluate(target)?,
        None => Game::ZERO,
    };
    let mut games = Vec::new();
    for term in terms {
        let game = workspace.evaluate(term)?;
        games.push(workspace.cooled(game)?.unwrap_or(game));
    }
    Ok(Sum {
        names: terms.iter().map(|term| term.text.clone()).collect(),
        games,
        side: player.side(),
        target,
    })
}

/// Characters of an expression that are repeated above its answer.
const HEADING: usize = 240;

fn shortened(text: &str) -> String {
    let mut shown: String = text.chars().take(HEADING).collect();
    if shown.len() < text.len() {
        shown.push_str("...");
    }
    shown.split_whitespace().collect::<Vec<_>>().join(" ")
}

pub(crate) fn text(_: &ValueQuestion, found: &ValueAnswer, _: &Answer) -> String {
    let game = |game: &Described| {
        let heading = game.expression.as_deref().unwrap_or(&game.heading);
        paragraph("", &shortened(heading)) + &labelled(&game.lines) + &game.below
    };
    let mut blocks: Vec<String> = Vec::new();
    if let Some(best) = &found.best {
        blocks.push(paragraph("", &best.heading) + &labelled(&best.lines));
    }
    if found.best.is_some() {
        blocks.extend(found.sum.as_ref().map(game));
    } else {
        blocks.extend(found.one.iter().chain(found.values.iter().flatten()).map(game));
    }
    if let (true, Some(why)) = (blocks.is_empty(), &found.why) {
        blocks.push(paragraph("unknown: ", why));
    }
    blocks.join("\n")
}

#[cfg(test)]
mod tests;
