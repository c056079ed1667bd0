//! Liberty regions and what was assumed, as answers name them.

use tesuji_board::{Color, Position};
use tesuji_cgt::Error;
use tesuji_fight::Stated;
use tesuji_race::{Blocks, LibertyGames, Parts, Race, RegionKind, cooled_sum};
use tesuji_read::settle;

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

/// Strings that count as safe, as answers name them.
pub(crate) fn named_walls(position: &Position, walls: &[settle::SafeString]) -> Vec<SafeString> {
    let board = position.topology();
    let named = |wall: &settle::SafeString| SafeString {
        at: board.name_of(wall.at).to_string(),
        stated: wall.stated,
        proved: wall.proved,
    };
    walls.iter().map(named).collect()
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
        safe: named_walls(position, &settle::safe_strings(position, &(black | white), stated)),
        unknown: unknown_strings(position, stated),
        open: false,
        field: Vec::new(),
        assumed: blocks.assumptions.clone(),
    }
}
