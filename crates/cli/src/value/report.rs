//! One game in words and fields.

use serde_json::{Value, json};
use tesuji_cgt::{AtomicWeight, Dyadic, Game, NotAtomic, Outcome, Relation, Side, Thermograph};
use tesuji_draw::thermograph_text;

use super::Answer;
use super::question::{Trouble, Workspace};

/// Longer forms are not shown to people as a whole.
const MOST_SHOWN: usize = 1000;
/// How much of them is.
const CUT: usize = 100;

/// Everything about a game.
pub(super) fn describe(
    workspace: &mut Workspace<'_>,
    game: Game,
    answer: &mut Answer,
) -> Result<(), Trouble> {
    describe_value(workspace, game, answer)?;
    if let Some(temperature) = workspace.temperature()? {
        let cooled = workspace.arena.cool(game, temperature)?;
        answer.field("cooled", workspace.arena.text(cooled)?);
        let weight = match weight_of_part(workspace, cooled)? {
            Some(words) => format!(" ({words})"),
            None => String::new(),
        };
        answer.say(
            &format!("cooled by {temperature}"),
            format!("{}{weight}", abridged(&workspace.shown(cooled)?)),
        );
    }
    describe_comparison(workspace, game, "relation", "compared", answer)?;
    match workspace.cooled(game)? {
        Some(cooled) => describe_comparison(workspace, cooled, "cooled_relation", "when cooled", answer),
        None => Ok(()),
    }
}

/// How a game compares with the one of `--compare`, if there is one.
pub(super) fn describe_comparison(
    workspace: &mut Workspace<'_>,
    game: Game,
    field: &str,
    label: &str,
    answer: &mut Answer,
) -> Result<(), Trouble> {
    let Some(other) = workspace.question.compare.as_deref() else { return Ok(()) };
    let other = workspace.read(other)?;
    let relation = workspace.arena.compare(game, other)?;
    answer.field(field, relation.to_string());
    answer.say(label, compared(relation, &workspace.shown(other)?));
    Ok(())
}

/// What a game is, without cooling and comparing.
pub(super) fn describe_value(
    workspace: &mut Workspace<'_>,
    game: Game,
    answer: &mut Answer,
) -> Result<(), Trouble> {
    let arena = &mut workspace.arena;
    let stops = [arena.stop(game, Side::Left)?, arena.stop(game, Side::Right)?];
    let outcome = arena.outcome(game)?;
    let thermograph = arena.thermograph(game)?;
    answer.field("outcome", letter(outcome));
    answer.field("left_stop", stops[0].to_string());
    answer.field("right_stop", stops[1].to_string());
    answer.field("mean", thermograph.mean().to_string());
    answer.field("temperature", thermograph.temperature().to_string());
    answer.field("thermograph", walls(&thermograph));
    let written = workspace.shown(game);
    match &written {
        Ok(text) => {
            answer.say("value", abridged(text));
            answer.field("canonical", workspace.arena.text(game)?);
            answer.field("latex", workspace.arena.latex(game)?);
        }
        // All the rest can still be told of a game that is too long to be written.
        Err(_) => answer.say("value", "unknown: it is too long to be written"),
    }
    answer.say("outcome", outcome_words(outcome));
    answer.say("stops", format!("{} if Left starts, {} if Right starts", stops[0], stops[1]));
    answer.say("mean", thermograph.mean().to_string());
    answer.say("temperature", heat(game, thermograph.temperature()));
    if workspace.question.thermograph {
        answer.below = format!("\n{}", thermograph_text(&thermograph));
    }
    weigh(workspace, game, answer)?;
    written.map(|_| ())
}

/// Atomic weight, of the game or else of its infinitesimal part.
fn weigh(workspace: &mut Workspace<'_>, game: Game, answer: &mut Answer) -> Result<(), Trouble> {
    let words = match workspace.arena.atomic_weight(game)? {
        AtomicWeight::Certified { weight, .. } => {
            answer.field("atomic_weight", workspace.arena.text(weight)?);
            workspace.shown(weight)?
        }
        AtomicWeight::Refused(reason) => {
            answer.field("atomic_weight", Value::Null);
            match (reason, weight_of_part(workspace, game)?) {
                (NotAtomic::NotInfinitesimal { .. }, Some(words)) => format!("none for the whole; {words}"),
                (NotAtomic::NotInfinitesimal { .. }, None) => "none: not an infinitesimal".into(),
                (reason, _) => format!("none: {reason}"),
            }
        }
    };
    answer.say("atomic weight", words);
    let field = match infinitesimal_part(workspace, game)? {
        Some(part) => {
            let weight = workspace.arena.atomic_weight(part)?.weight();
            let weight = weight.map(|weight| workspace.arena.text(weight)).transpose()?;
            json!({"value": workspace.arena.text(part)?, "atomic_weight": weight})
        }
        None => Value::Null,
    };
    answer.field("infinitesimal", field);
    Ok(())
}

/// The weight of what a game is beside its number, in words; nothing if there is no such part.
fn weight_of_part(workspace: &mut Workspace<'_>, game: Game) -> Result<Option<String>, Trouble> {
    let part = infinitesimal_part(workspace, game)?.filter(|part| *part != Game::ZERO);
    let Some(part) = part else { return Ok(None) };
    let shown = match workspace.shown(part)? {
        long if long.chars().count() > CUT => String::new(),
        short => format!(" {short}"),
    };
    Ok(Some(match workspace.arena.atomic_weight(part)? {
        AtomicWeight::Certified { weight, .. } => {
            format!("its infinitesimal{shown} has atomic weight {}", workspace.shown(weight)?)
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

fn walls(thermograph: &Thermograph) -> Value {
    let wall = |side: Side| -> Value {
        let points = thermograph.wall(side).breakpoints().iter();
        points.map(|point| json!({"temperature": point.temperature.to_string(), "value": point.value.to_string()})).collect()
    };
    json!({"left": wall(Side::Left), "right": wall(Side::Right)})
}

/// A form that fills the screen is cut; programs get all of it.
fn abridged(text: &str) -> String {
    let count = text.chars().count();
    if count <= MOST_SHOWN {
        return text.to_string();
    }
    let start: String = text.chars().take(CUT).collect();
    format!("{start}... ({count} characters; --json writes all of them)")
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

fn compared(relation: Relation, with: &str) -> String {
    match relation {
        Relation::Less => format!("less than {with}: Right is better off"),
        Relation::Equal => format!("equal to {with}"),
        Relation::Greater => format!("greater than {with}: Left is better off"),
        Relation::Confused => format!("confused with {with}: whoever starts in the difference wins it"),
    }
}
