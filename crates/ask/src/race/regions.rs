//! Liberty regions and what was assumed, as answers name them.

use tesuji_board::{Color, PointSet, Position, unconditionally_alive};
use tesuji_cgt::Error;
use tesuji_fight::Stated;
use tesuji_race::{Blocks, LibertyGames, Parts, Race, RegionKind, cooled_sum};

use super::{Adjusted, Conditions, Group, RaceAnswer, RegionAnswer, SafeString};
use crate::words::point_names;

/// A region with its liberty game. What a limit leaves open is null, and the region says why.
pub(super) fn region(
    games: &mut LibertyGames,
    id: &str,
    owner: Option<Color>,
    kind: RegionKind,
    parts: Option<&Parts>,
) -> RegionAnswer {
    let mut answer = RegionAnswer {
        id: id.to_string(),
        owner: owner.map(Into::into),
        kind: kind.name().to_string(),
        points: Vec::new(),
        empty: Vec::new(),
        value: None,
        cooled: None,
        mean: None,
        temperature: None,
        blocks: Vec::new(),
        why: None,
    };
    if let (Some(parts), Some(owner)) = (parts, owner)
        && let Err(error) = describe(games, parts, owner, &mut answer)
    {
        answer.why = Some(error.to_string());
    }
    answer
}

fn describe(
    games: &mut LibertyGames,
    parts: &Parts,
    owner: Color,
    answer: &mut RegionAnswer,
) -> Result<(), Error> {
    // Where life is in play there is no number to cool.
    if !may_live(games, parts) {
        let game = games.value(parts, owner)?;
        answer.mean = Some(games.arena.mean(game)?.to_string());
        answer.temperature = Some(games.arena.temperature(game)?.to_string());
        answer.cooled = Some(games.cooled_text(parts, owner)?);
    }
    answer.value = Some(games.text(parts, owner)?);
    Ok(())
}

pub(super) fn may_live(games: &LibertyGames, parts: &Parts) -> bool {
    parts.iter().any(|&part| games.node(part).may_live)
}

/// The cooled sum and the adjusted values, where life is not in play and the limits allow it.
pub(super) fn add_sum(games: &mut LibertyGames, race: &Race, answer: &mut RaceAnswer) {
    answer.shared = Some(race.shared);
    if race.summands.iter().any(|summand| may_live(games, &summand.parts)) {
        return;
    }
    let Ok(sum) = cooled_sum(games, race) else { return };
    answer.cooled_sum = games.arena.text(sum.sum).ok();
    answer.adjusted = Some(Adjusted { black: sum.black, white: sum.white });
}

/// The racing stones of both colours.
pub(super) fn groups(position: &Position, blocks: &Blocks) -> Vec<Group> {
    let board = position.topology();
    Color::BOTH
        .into_iter()
        .filter_map(|color| {
            let stones = &blocks.essential[color.index()];
            let at = board.name_of(stones.first()?).to_string();
            Some(Group { color: color.into(), at, stones: point_names(board, stones.iter()) })
        })
        .collect()
}

/// One stone of every string among these stones and those that were stated to be safe, and whether it is alive as it stands.
pub(crate) fn safe_strings(position: &Position, stones: &PointSet, stated: &Stated) -> Vec<SafeString> {
    let board = position.topology();
    let stones = stones | &stated.safe;
    let walled = position.with_eyes(&stated.safe);
    let alive = Color::BOTH.map(|color| unconditionally_alive(walled.as_ref().unwrap_or(position), color));
    position
        .strings()
        .iter()
        .filter(|string| string.stones.intersects(&stones))
        .filter_map(|string| {
            let first = string.stones.first()?;
            let proved = alive[string.color.index()].contains(first);
            let stated = stated.safe.contains(first);
            Some(SafeString { at: board.name_of(first).to_string(), stated, proved })
        })
        .collect()
}

/// One stone of every string that was stated to be unknown.
pub(crate) fn unknown_strings(position: &Position, stated: &Stated) -> Vec<String> {
    let strings = position.strings();
    let strings = strings.iter().filter(|string| string.stones.intersects(&stated.unknown));
    point_names(position.topology(), strings.filter_map(|string| string.stones.first()))
}

/// What counting assumes.
pub(super) fn conditions(position: &Position, blocks: &Blocks, stated: &Stated) -> Conditions {
    let [black, white] = &blocks.safe;
    Conditions {
        safe: safe_strings(position, &(black | white), stated),
        unknown: unknown_strings(position, stated),
        open: false,
        field: Vec::new(),
        assumed: blocks.assumptions.clone(),
    }
}
