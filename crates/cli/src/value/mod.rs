//! The calculator behind `tesuji value`: from expressions to answers in words and in JSON.
//!
//! Every expression gets an arena of its own, so that one game that is too large does not spoil the others. What is
//! found is written down piece by piece; when a limit ends the work, what was found before stays in the answer, and the
//! answer says `unknown` and why.
//!
//! `question.rs` reads games and shows what is wrong with them, `report.rs` describes one game, `best.rs` advises on a
//! sum.

mod best;
mod question;
mod report;

use serde_json::{Map, Value};
use tesuji_cgt::{Game, Side};
use tesuji_draw::ThermographPicture;

pub(crate) use question::{Question, Source};
use question::{Trouble, Workspace};

use crate::failure::Failure;

/// The machine stack of a computation: it holds [`DEPTH`] levels even in a build without optimisation.
const STACK: usize = 256 << 20;
/// Levels of recursion that fit it.
const DEPTH: u32 = 20_000;

/// Characters of an expression that are repeated above its answer.
const HEADING: usize = 500;

/// One described game: fields for programs, lines for people.
#[derive(Default)]
pub(crate) struct Answer {
    /// The first line.
    heading: String,
    /// Labels and what stands behind them.
    lines: Vec<(String, String)>,
    /// What stands below, such as a thermograph.
    below: String,
    /// The fields.
    pub(crate) json: Map<String, Value>,
    /// The limit that ended the work, if one did.
    unknown: Option<String>,
}

/// All that was found.
pub(crate) struct Answers {
    /// One for each expression.
    pub(crate) values: Vec<Answer>,
    /// For a sum: its description and the advice.
    pub(crate) best: Option<(Answer, Answer)>,
    /// The picture that was asked for.
    pub(crate) picture: Option<ThermographPicture>,
    /// Why something is missing.
    pub(crate) unknown: Option<String>,
}

impl Answer {
    fn say(&mut self, label: &str, words: impl Into<String>) {
        self.lines.push((label.into(), words.into()));
    }

    fn field(&mut self, name: &str, value: impl Into<Value>) {
        self.json.insert(name.into(), value.into());
    }

    /// Notes a limit; anything else is handed on.
    fn settle(&mut self, result: Result<(), Trouble>) -> Result<(), Failure> {
        match result {
            Ok(()) => Ok(()),
            Err(Trouble::Limit(why)) => {
                self.say("unknown", why.clone());
                self.field("result", "unknown");
                self.field("why", why.clone());
                self.unknown = Some(why);
                Ok(())
            }
            Err(trouble) => Err(trouble.into_failure()),
        }
    }

    fn text(&self) -> String {
        let mut text: String = self.heading.chars().take(HEADING).collect();
        text.push_str(if self.heading.chars().nth(HEADING).is_some() { "...\n" } else { "\n" });
        let width = self.lines.iter().map(|(label, _)| label.chars().count()).max().unwrap_or(0);
        for (label, words) in &self.lines {
            text.push_str(format!("  {label:width$}  {words}").trim_end());
            text.push('\n');
        }
        text.push_str(&self.below);
        text
    }
}

impl Answers {
    /// Everything in words.
    pub(crate) fn text(&self) -> String {
        let blocks: Vec<String> = match &self.best {
            Some((sum, best)) => vec![sum.text(), best.text()],
            None => self.values.iter().map(Answer::text).collect(),
        };
        blocks.join("\n")
    }
}

/// Runs a computation where deep games have room.
pub(crate) fn on_a_deep_stack<T: Send>(
    run: impl FnOnce() -> Result<T, Failure> + Send,
) -> Result<T, Failure> {
    std::thread::scope(|scope| {
        let thread = std::thread::Builder::new().stack_size(STACK).spawn_scoped(scope, run);
        match thread.map(std::thread::ScopedJoinHandle::join) {
            Ok(Ok(result)) => result,
            Ok(Err(panic)) => std::panic::resume_unwind(panic),
            Err(error) => Err(Failure::bad(format!("the system gives no room to compute: {error}"))),
        }
    })
}

/// Describes every expression by itself.
pub(crate) fn answer_all(question: &Question) -> Result<Answers, Failure> {
    let mut answers = Answers { values: Vec::new(), best: None, picture: None, unknown: None };
    let mut expressions = question.expressions.clone();
    if expressions.is_empty() {
        let mut answer = Answer { heading: "definitions".into(), ..Answer::default() };
        let opened = Workspace::open(question).map(|workspace| {
            expressions = workspace.names();
        });
        answer.settle(opened)?;
        if answer.unknown.is_some() {
            answers.values.push(answer);
        } else if expressions.is_empty() {
            return Err(Failure::bad("the file of --define defines no game"));
        }
    }
    for expression in &expressions {
        let mut answer = Answer { heading: expression.clone(), ..Answer::default() };
        answer.field("expression", expression.as_str());
        let described = Workspace::open(question).and_then(|mut workspace| {
            let game = workspace.read(expression)?;
            report::describe(&mut workspace, game, &mut answer)?;
            if question.picture {
                answers.picture = Some(workspace.picture(game)?);
            }
            Ok(())
        });
        answer.settle(described)?;
        answers.unknown = answers.unknown.or_else(|| answer.unknown.clone());
        answers.values.push(answer);
    }
    answers.unknown =
        answers.unknown.or_else(|| answers.values.iter().find_map(|answer| answer.unknown.clone()));
    Ok(answers)
}

/// Describes the sum of all expressions, and what `side` should play in it.
pub(crate) fn answer_best(question: &Question, side: Side, target: &str) -> Result<Answers, Failure> {
    let mut answers = Answers { values: Vec::new(), best: None, picture: None, unknown: None };
    let mut sum = Answer { heading: "sum".into(), ..Answer::default() };
    let mut advice = Answer { heading: format!("{side} to move"), ..Answer::default() };
    let found = Workspace::open(question).and_then(|mut workspace| {
        let target = workspace.read(target)?;
        let names =
            if question.expressions.is_empty() { workspace.names() } else { question.expressions.clone() };
        let mut games: Vec<Game> = Vec::new();
        let mut played: Vec<Game> = Vec::new();
        for name in &names {
            let game = workspace.read(name)?;
            games.push(game);
            played.push(workspace.cooled(game)?.unwrap_or(game));
            let mut value = Answer { heading: name.clone(), ..Answer::default() };
            value.field("expression", name.as_str());
            answers.values.push(value);
        }
        let advised = best::advise(&mut workspace, &names, &played, side, target, &mut advice);
        if matches!(advised, Err(Trouble::Limit(_))) {
            best::suggest(question, &names, side, &mut advice);
        }
        let total = advised?;
        sum.heading = match games.len() {
            1 => "sum of 1 game".into(),
            count => format!("sum of {count} games"),
        };
        report::describe_value(&mut workspace, total, &mut sum)?;
        report::describe_comparison(&mut workspace, total, "relation", "compared", &mut sum)?;
        if question.picture {
            answers.picture = Some(workspace.picture(total)?);
        }
        for (value, game) in answers.values.iter_mut().zip(games) {
            report::describe(&mut workspace, game, value)?;
        }
        Ok(())
    });
    advice.settle(found)?;
    answers.unknown = advice.unknown.clone();
    answers.best = Some((sum, advice));
    Ok(answers)
}
