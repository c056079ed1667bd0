//! What to play in a sum, and why.

use serde_json::{Value, json};
use tesuji_cgt::{Advice, Arena, Dyadic, Game, Reason, Relation, Side, Strategy, SumMove};

use super::Answer;
use super::question::{Question, Trouble, Workspace};

/// Tests every move of `side` exactly and says which ones win and why. Returns the sum.
pub(super) fn advise(
    workspace: &mut Workspace<'_>,
    names: &[String],
    games: &[Game],
    side: Side,
    target: Game,
    answer: &mut Answer,
) -> Result<Game, Trouble> {
    answer.field("side", side.to_string().to_lowercase());
    answer.field("target", workspace.arena.text(target)?);
    let advice = workspace.arena.best_moves(games, side, target)?;
    let mut moves: Vec<Value> = Vec::new();
    for candidate in &advice.moves {
        let why = reason(workspace, names, games, &advice, candidate)?;
        let text = |game: Game| workspace.arena.text(game);
        let component = candidate.component;
        moves.push(json!({
            "summand": component + 1,
            "expression": names[component],
            "from": text(games[component])?,
            "option": text(candidate.option)?,
            "sum": text(candidate.total)?,
            "wins": candidate.wins,
            "stop": candidate.stop.to_string(),
            "why": why,
        }));
        let from = place(workspace, names, games, component)?;
        answer.say(&format!("{from}, to {}", workspace.brief(candidate.option)?), why);
    }
    answer.field("wins", advice.wins());
    answer.field("best_stop", advice.best_stop.to_string());
    let winning: Vec<usize> = advice.winning_components().iter().map(|component| component + 1).collect();
    answer.field("winning_summands", winning);
    answer.field("moves", moves);
    answer.heading = verdict(workspace, names, games, &advice)?;
    let suggestions: Vec<Value> = advice
        .suggestions
        .iter()
        .map(|found| {
            Ok(json!({
                "strategy": strategy(found.strategy),
                "summand": found.component + 1,
                "option": workspace.arena.text(found.option)?,
                "temperature": found.temperature.to_string(),
            }))
        })
        .collect::<Result<_, Trouble>>()?;
    answer.field("suggestions", suggestions);
    if advice.suggestions.iter().any(|found| found.temperature > Dyadic::ZERO) {
        for found in &advice.suggestions {
            let place = place(workspace, names, games, found.component)?;
            let option = workspace.brief(found.option)?;
            answer.say(strategy(found.strategy), format!("{place}, to {option}"));
        }
    }
    Ok(advice.total)
}

/// The answer in one sentence.
fn verdict(
    workspace: &mut Workspace<'_>,
    names: &[String],
    games: &[Game],
    advice: &Advice,
) -> Result<String, Trouble> {
    let side = advice.side;
    let opponent = !side;
    let target = workspace.brief(advice.target)?;
    let aim = match (advice.target == Game::ZERO, side) {
        (true, _) => "to move last".to_string(),
        (false, Side::Left) => format!("to leave at least {target}"),
        (false, Side::Right) => format!("to leave at most {target}"),
    };
    let mut in_words = |best: &SumMove| -> Result<String, Trouble> {
        let place = place(workspace, names, games, best.component)?;
        Ok(format!("{place}, to {}", workspace.brief(best.option)?))
    };
    Ok(match advice.moves.first() {
        None => format!("{side}, to move, has no move"),
        Some(best) if best.wins => {
            let count = advice.winning_moves().count();
            let others = match count {
                1 => "the only winning move".to_string(),
                _ => format!("one of {count} winning moves"),
            };
            format!("{side}, to move, wins ({aim}): play in {}; {others}", in_words(best)?)
        }
        Some(best) => {
            format!(
                "{side}, to move, does not win ({aim}): {opponent} has an answer to every move; the best score is {} in {}",
                best.stop,
                in_words(best)?
            )
        }
    })
}

/// Why a move is good or bad.
fn reason(
    workspace: &mut Workspace<'_>,
    names: &[String],
    games: &[Game],
    advice: &Advice,
    chosen: &SumMove,
) -> Result<String, Trouble> {
    let total = workspace.brief(chosen.total)?;
    let target = workspace.brief(advice.target)?;
    let opponent = !advice.side;
    let (verdict, relation, then) = match chosen.reason {
        Reason::Reaches { relation } => ("wins", relation, "has to move"),
        Reason::FallsShort { relation } => ("loses", relation, "moves next"),
        Reason::Dominated { by } => {
            let better = match advice.moves.get(by) {
                Some(better) => place(workspace, names, games, better.component)?,
                None => "another summand".into(),
            };
            return Ok(format!("loses: the sum becomes {total}; a move in {better} is better in any case"));
        }
    };
    let compared = match relation {
        Relation::Less => "less than",
        Relation::Equal => "equal to",
        Relation::Greater => "greater than",
        Relation::Confused => "confused with",
    };
    Ok(format!("{verdict}: the sum becomes {total}, which is {compared} {target}, and {opponent} {then}"))
}

/// `2 (4^)`: the number of a summand and what it is.
fn place(
    workspace: &mut Workspace<'_>,
    names: &[String],
    games: &[Game],
    component: usize,
) -> Result<String, Trouble> {
    let value = workspace.brief(games[component])?;
    let name: String = names[component].chars().take(60).collect();
    let plain = |text: &str| text.replace(' ', "");
    let number = component + 1;
    Ok(if plain(&name) == plain(&value) {
        format!("{number} ({value})")
    } else if workspace.question.cool.is_some() {
        format!("{number} ({name} cooled to {value})")
    } else {
        format!("{number} ({name} = {value})")
    })
}

fn strategy(strategy: Strategy) -> &'static str {
    match strategy {
        Strategy::Hotstrat => "hotstrat",
        Strategy::Sentestrat => "sentestrat",
        Strategy::Thermostrat => "thermostrat",
    }
}

/// Where the exact sum is too large, thermographs still give advice. It is no proof, and nothing is said if even that
/// is too much.
pub(super) fn suggest(question: &Question, names: &[String], side: Side, answer: &mut Answer) {
    let Ok(mut workspace) = Workspace::open(question) else { return };
    let mut games = Vec::new();
    for name in names {
        let Ok(game) = workspace.read(name) else { return };
        let Ok(cooled) = workspace.cooled(game) else { return };
        games.push(cooled.unwrap_or(game));
    }
    let arena: &mut Arena = &mut workspace.arena;
    let Ok(found) = arena.thermostrat(&games, side) else { return };
    let Some(found) = found else { return };
    let (Ok(option), Ok(text)) = (workspace.brief(found.option), workspace.arena.text(found.option)) else {
        return;
    };
    answer.field(
        "suggestions",
        json!([{
            "strategy": strategy(found.strategy),
            "summand": found.component + 1,
            "option": text,
            "temperature": found.temperature.to_string(),
        }]),
    );
    if let Ok(place) = place(&mut workspace, names, &games, found.component) {
        answer.say(
            strategy(found.strategy),
            format!("{place}, to {option}: advice of thermographs, not proved"),
        );
    }
}
