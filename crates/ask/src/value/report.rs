//! One game in fields and in words. Each part is found by itself: where one of them meets a limit the others are still told.

use tesuji_cgt::{AtomicWeight, Dyadic, Game, NotAtomic, Outcome, Relation, Side, Style, Thermograph, Value};
use tesuji_draw::{ThermographPicture, thermograph_text};
use tesuji_job::{Unknown, Why};

use super::loopy;
use super::plan::Term;
use super::workspace::{Trouble, Workspace};
use super::{Described, Infinitesimal, WallPoint, Walls, WallsAt};
use crate::fault::Fault;

/// Longer forms are not shown to people as a whole.
const MOST_SHOWN: usize = 500;
/// How much of them is.
const CUT: usize = 100;

/// A game that is described, and what is missing of it.
pub(super) struct Report {
    pub(super) described: Described,
    pub(super) picture: Option<ThermographPicture>,
    /// What is missing, and why.
    missing: Vec<(&'static str, Unknown)>,
}

impl Report {
    fn new(expression: Option<&str>) -> Report {
        let described = Described { expression: expression.map(String::from), ..Described::default() };
        Report { described, picture: None, missing: Vec::new() }
    }

    /// Everything about the game of an expression, which is computed first.
    pub(super) fn of_term(workspace: &mut Workspace<'_>, term: &Term) -> Result<Report, Fault> {
        let mut report = Report::new(Some(&term.text));
        let value = workspace.define().and_then(|()| workspace.value(term));
        match report.part("", value)? {
            Some(Value::Short(game)) => {
                report.describe(workspace, game)?;
                report.describe_cooled(workspace, game)?;
                if workspace.plan.question.best.is_none() {
                    report.draw(workspace, game)?;
                }
            }
            Some(value) => {
                loopy::describe(&mut report, workspace, &value)?;
                report.compare(workspace, &value, false)?;
            }
            None => {}
        }
        report.finish();
        Ok(report)
    }

    /// What a sum is; it is not cooled as a whole, since its summands have been.
    pub(super) fn of_sum(workspace: &mut Workspace<'_>, sum: Result<Game, Trouble>) -> Result<Report, Fault> {
        let mut report = Report::new(None);
        if let Some(game) = report.part("", sum)? {
            report.describe(workspace, game)?;
            report.compare(workspace, &Value::Short(game), false)?;
            report.draw(workspace, game)?;
        }
        report.finish();
        Ok(report)
    }

    /// Nothing is known.
    pub(super) fn unknown(expression: &str, why: Why) -> Report {
        let mut report = Report::new(Some(expression));
        report.missing.push(("", why.into()));
        report.finish();
        report
    }

    /// The reason why something is missing: a stop before all others.
    pub(super) fn why(&self) -> Option<Why> {
        let mut reasons = self.missing.iter().map(|(_, unknown)| unknown.why);
        let first = reasons.clone().next();
        reasons.find(|why| *why == Why::Stopped).or(first)
    }

    /// Whether less is missing.
    pub(super) fn is_better_than(&self, other: &Report) -> bool {
        let weight =
            |report: &Report| (report.missing.iter().any(|(what, _)| what.is_empty()), report.missing.len());
        weight(self) < weight(other)
    }

    pub(super) fn say(&mut self, label: &str, words: impl Into<String>) {
        self.described.lines.push((label.into(), words.into()));
    }

    /// Notes a limit; a fault is handed on.
    fn part<T>(&mut self, what: &'static str, result: Result<T, Trouble>) -> Result<Option<T>, Fault> {
        match result {
            Ok(found) => Ok(Some(found)),
            Err(Trouble::Fault(fault)) => Err(*fault),
            Err(Trouble::Unknown(unknown)) => {
                // The same thing may be missing in two ways.
                if !self.missing.iter().any(|(known, _)| *known == what) {
                    self.missing.push((what, unknown));
                }
                Ok(None)
            }
        }
    }

    /// Notes a limit and says it where the part would stand.
    pub(super) fn told_part<T>(
        &mut self,
        label: &str,
        what: &'static str,
        result: Result<T, Trouble>,
    ) -> Result<Option<T>, Fault> {
        if let Err(Trouble::Unknown(unknown)) = &result {
            self.say(label, format!("unknown: {unknown}"));
        }
        self.part(what, result)
    }

    /// Puts the reasons for what is missing into one sentence.
    fn finish(&mut self) {
        let mut reasons: Vec<(String, Vec<&str>)> = Vec::new();
        for (what, unknown) in &self.missing {
            let why = unknown.to_string();
            match reasons.iter_mut().find(|(known, _)| *known == why) {
                Some((_, parts)) => parts.push(what),
                None => reasons.push((why, vec![what])),
            }
        }
        let told: Vec<String> = reasons
            .into_iter()
            .map(|(why, parts)| match &parts[..] {
                [""] => why,
                [one] => format!("{why}: {one} is missing"),
                parts => format!("{why}: {} are missing", parts.join(", ")),
            })
            .collect();
        if !told.is_empty() {
            let why = told.join("; ");
            if self.described.lines.is_empty() {
                self.say("unknown", why.clone());
            }
            self.described.why = Some(why);
        }
    }

    /// What a game is, without cooling and comparing.
    fn describe(&mut self, workspace: &mut Workspace<'_>, game: Game) -> Result<(), Fault> {
        match workspace.shown(game) {
            Ok(shown) => self.say("value", abridged(&shown)),
            Err(Trouble::Unknown(unknown)) => self.say("value", format!("unknown: {unknown}")),
            Err(Trouble::Fault(fault)) => return Err(*fault),
        }
        let text = workspace.arena.text(game).map_err(Trouble::from);
        self.described.canonical = self.part("the canonical form", text)?;
        let latex = workspace.arena.latex(game).map_err(Trouble::from);
        self.described.latex = self.part("the LaTeX form", latex)?;
        let outcome = workspace.arena.outcome(game).map_err(Trouble::from);
        if let Some(outcome) = self.told_part("outcome", "the outcome", outcome)? {
            self.described.outcome = Some(letter(outcome).into());
            self.say("outcome", outcome_words(outcome));
        }
        let stops = Side::BOTH.map(|side| workspace.arena.stop(game, side));
        let [left, right] = stops;
        let stops = left.and_then(|left| Ok([left, right?])).map_err(Trouble::from);
        if let Some([left, right]) = self.told_part("stops", "the stops", stops)? {
            self.described.left_stop = Some(left.to_string());
            self.described.right_stop = Some(right.to_string());
            self.say("stops", format!("{left} if Left starts, {right} if Right starts"));
        }
        let thermograph = workspace.thermograph(game);
        if let Some(thermograph) = self.told_part("temperature", "the thermograph", thermograph)? {
            self.described.mean = Some(thermograph.mean().to_string());
            self.described.temperature = Some(thermograph.temperature().to_string());
            self.described.thermograph = Some(walls(&thermograph));
            self.say("mean", thermograph.mean().to_string());
            self.say("temperature", heat(game, thermograph.temperature()));
            if workspace.plan.question.thermograph {
                self.described.below = format!("\n{}", thermograph_text(&thermograph));
            }
        }
        self.weigh(workspace, game)?;
        if let Some(temperature) = workspace.plan.at {
            let found = workspace.walls_at(game, temperature);
            let label = format!("at {temperature}");
            if let Some([left, right]) = self.told_part(&label, "the walls", found)? {
                self.say(&label, format!("left wall {left}, right wall {right}"));
                let [temperature, left, right] = [temperature, left, right].map(|number| number.to_string());
                self.described.walls_at = Some(WallsAt { temperature, left, right });
            }
        }
        Ok(())
    }

    /// Atomic weight, of the game or else of its infinitesimal part.
    fn weigh(&mut self, workspace: &mut Workspace<'_>, game: Game) -> Result<(), Fault> {
        let weighed = weight(workspace, game);
        if let Some((weight, reason, words)) =
            self.told_part("atomic weight", "the atomic weight", weighed)?
        {
            self.described.atomic_weight = Some(weight);
            self.described.weight_words = reason;
            self.say("atomic weight", words);
        }
        let part = infinitesimal(workspace, game);
        self.described.infinitesimal = self.part("the infinitesimal", part)?;
        Ok(())
    }

    /// The game cooled, and how both compare.
    fn describe_cooled(&mut self, workspace: &mut Workspace<'_>, game: Game) -> Result<(), Fault> {
        let temperature = workspace.temperature();
        let temperature = self.told_part("cooled", "the cooled game", temperature)?.flatten();
        let mut cooled = None;
        if let Some(temperature) = temperature {
            let label = format!("cooled by {temperature}");
            let found = workspace.arena.cool(game, temperature).map_err(Trouble::from);
            cooled = self.told_part(&label, "the cooled game", found)?;
            if let Some(cooled) = cooled {
                self.say_cooled(workspace, &label, cooled)?;
            }
        }
        self.compare(workspace, &Value::Short(game), false)?;
        match cooled {
            Some(cooled) => self.compare(workspace, &Value::Short(cooled), true),
            None => Ok(()),
        }
    }

    fn say_cooled(&mut self, workspace: &mut Workspace<'_>, label: &str, game: Game) -> Result<(), Fault> {
        let text = workspace.arena.text(game).map_err(Trouble::from);
        self.described.cooled = self.part("the cooled game", text)?;
        let style = workspace.plan.style;
        let shown = match workspace.shown(game) {
            Ok(shown) => abridged(&shown),
            Err(_) => workspace.brief(game, style),
        };
        let weight = weight_of_part(workspace, game, style).ok().flatten();
        let weight = weight.map(|words| format!(" ({words})")).unwrap_or_default();
        self.say(label, format!("{shown}{weight}"));
        Ok(())
    }

    /// How a game compares with the one that was given for it, if there is one.
    fn compare(
        &mut self,
        workspace: &mut Workspace<'_>,
        value: &Value,
        is_cooled: bool,
    ) -> Result<(), Fault> {
        let (label, what) = if is_cooled {
            ("when cooled", "the comparison of the cooled game")
        } else {
            ("compared", "the comparison")
        };
        let Some(term) = workspace.plan.compare.as_ref() else { return Ok(()) };
        let compared = workspace.value(term).and_then(|other| {
            let relation = workspace.arena.compare_values(value, &other)?;
            Ok((relation, workspace.brief_value(&other, workspace.plan.style)))
        });
        if let Some((relation, other)) = self.told_part(label, what, compared)? {
            let field =
                if is_cooled { &mut self.described.cooled_relation } else { &mut self.described.relation };
            *field = Some(relation.to_string());
            self.say(label, in_words(relation, &other));
        }
        Ok(())
    }

    fn draw(&mut self, workspace: &mut Workspace<'_>, game: Game) -> Result<(), Fault> {
        let picture = workspace.picture(game);
        self.picture = self.part("the picture", picture)?.flatten();
        Ok(())
    }
}

/// The atomic weight, why there is none, and both as people are to read it.
#[allow(clippy::type_complexity, reason = "three parts of one answer, used once")]
fn weight(
    workspace: &mut Workspace<'_>,
    game: Game,
) -> Result<(Option<String>, Option<String>, String), Trouble> {
    Ok(match workspace.arena.atomic_weight(game)? {
        AtomicWeight::Certified { weight, .. } => {
            (Some(workspace.arena.text(weight)?), None, workspace.shown(weight)?)
        }
        AtomicWeight::Refused(reason) => {
            let shown = workspace.plan.style;
            let mut words = |style: Style| -> Result<String, Trouble> {
                Ok(match (reason, weight_of_part(workspace, game, style)?) {
                    (NotAtomic::NotInfinitesimal { .. }, Some(words)) => {
                        format!("none for the whole; {words}")
                    }
                    (NotAtomic::NotInfinitesimal { .. }, None) => "none: not an infinitesimal".into(),
                    (reason, _) => format!("none: {reason}"),
                })
            };
            (None, Some(words(Style::Ascii)?), words(shown)?)
        }
    })
}

/// The weight of what a game is beside its number, in words; nothing if there is no such part.
fn weight_of_part(
    workspace: &mut Workspace<'_>,
    game: Game,
    style: Style,
) -> Result<Option<String>, Trouble> {
    let part = infinitesimal_part(workspace, game)?.filter(|part| *part != Game::ZERO);
    let Some(part) = part else { return Ok(None) };
    let shown = match workspace.arena.text_in(part, style) {
        Ok(short) if short.chars().count() <= CUT => format!(" {short}"),
        _ => String::new(),
    };
    Ok(Some(match workspace.arena.atomic_weight(part)? {
        AtomicWeight::Certified { weight, .. } => {
            format!("its infinitesimal{shown} has atomic weight {}", workspace.brief(weight, style))
        }
        AtomicWeight::Refused(_) => format!("its infinitesimal{shown} has no atomic weight"),
    }))
}

/// The game less its number, if its stops agree on one.
fn infinitesimal_part(workspace: &mut Workspace<'_>, game: Game) -> Result<Option<Game>, Trouble> {
    let arena = &mut workspace.arena;
    let number = arena.stop(game, Side::Left)?;
    if arena.stop(game, Side::Right)? != number {
        return Ok(None);
    }
    Ok(Some(arena.difference(game, Game::number(number))?))
}

fn infinitesimal(workspace: &mut Workspace<'_>, game: Game) -> Result<Option<Infinitesimal>, Trouble> {
    let Some(part) = infinitesimal_part(workspace, game)? else { return Ok(None) };
    let weight = workspace.arena.atomic_weight(part)?.weight();
    let atomic_weight = weight.map(|weight| workspace.arena.text(weight)).transpose()?;
    Ok(Some(Infinitesimal { value: workspace.arena.text(part)?, atomic_weight }))
}

/// The walls of a thermograph as they are told.
pub(crate) fn walls(thermograph: &Thermograph) -> Walls {
    let wall = |side: Side| {
        let points = thermograph.wall(side).breakpoints().iter();
        points
            .map(|point| WallPoint {
                temperature: point.temperature.to_string(),
                value: point.value.to_string(),
            })
            .collect()
    };
    Walls { left: wall(Side::Left), right: wall(Side::Right) }
}

/// A form that fills the screen is cut; programs get all of it.
fn abridged(text: &str) -> String {
    let count = text.chars().count();
    if count <= MOST_SHOWN {
        return text.to_string();
    }
    let start: String = text.chars().take(CUT).collect();
    format!("{start}... ({count} characters; the JSON answer has all of them)")
}

fn letter(outcome: Outcome) -> &'static str {
    match outcome {
        Outcome::Left => "L",
        Outcome::Right => "R",
        Outcome::Next => "N",
        Outcome::Previous => "P",
    }
}

fn outcome_words(outcome: Outcome) -> &'static str {
    match outcome {
        Outcome::Left => "Left wins, whoever starts (positive)",
        Outcome::Right => "Right wins, whoever starts (negative)",
        Outcome::Next => "whoever starts wins (confused with 0)",
        Outcome::Previous => "whoever starts loses (equal to 0)",
    }
}

fn heat(game: Game, temperature: Dyadic) -> String {
    let words = if game.is_number() {
        "a number: a move only loses"
    } else if temperature > Dyadic::ZERO {
        "hot: both want to move first"
    } else {
        "a number and an infinitesimal: moves decide who is last"
    };
    format!("{temperature} ({words})")
}

fn in_words(relation: Relation, with: &str) -> String {
    match relation {
        Relation::Less => format!("less than {with}: Right is better off"),
        Relation::Equal => format!("equal to {with}"),
        Relation::Greater => format!("greater than {with}: Left is better off"),
        Relation::Confused => format!("confused with {with}: whoever starts in the difference wins it"),
    }
}
