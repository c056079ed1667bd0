//! The answer for programs: the fields of the protocol reference.

use serde_json::{Value, json};
use tesuji_board::{Color, Topology};
use tesuji_race::{
    BoardRace, Count, LibertyGames, Method, Parts, RaceMove, Region, RegionKind, Verdict, cooled_sum,
};

use super::{Answered, place_name};
use crate::failure::Failure;

pub(super) fn tell(answered: &mut Answered) -> Result<Value, Failure> {
    let method = method(answered.verdicts());
    let (mut value, games, race) = match answered {
        Answered::Sum { games, race, answers } => {
            let mut regions = Vec::new();
            for s in &race.summands {
                let kind = if s.is_eye { RegionKind::Eye } else { RegionKind::External };
                regions.push(region_json(games, &s.name, Some(s.owner), kind, Some(&s.parts), &[])?);
            }
            let [black, white] = answers.each_ref().map(|answer| {
                let names = |moves: &[RaceMove]| {
                    let mut names: Vec<String> = moves.iter().map(|m| place_name(race, m.place)).collect();
                    names.dedup();
                    names
                };
                let line: Vec<String> = answer
                    .line
                    .iter()
                    .map(|step| step.place.map_or("pass".to_string(), |place| place_name(race, place)))
                    .collect();
                answer_json(
                    &answer.verdict,
                    &names(&answer.winning),
                    [&names(&answer.holding), &[]],
                    &line,
                    answer.count,
                )
            });
            let blocks: Vec<Value> = Color::BOTH.iter().map(|c| json!({"color": c.to_string()})).collect();
            let value = json!({
                "black_first": black, "white_first": white, "blocks": blocks, "regions": regions, "verified": null,
            });
            (value, &mut **games, race.clone())
        }
        Answered::Board { race, report, .. } => {
            let board = race.position.topology().clone();
            let names = |points: &[tesuji_board::Point]| -> Vec<String> {
                points.iter().map(|&point| board.name_of(point).to_string()).collect()
            };
            let [black, white] = report.answers.each_ref().map(|answer| {
                let line: Vec<String> = answer
                    .line
                    .iter()
                    .map(|step| {
                        step.point.map_or("pass".to_string(), |point| board.name_of(point).to_string())
                    })
                    .collect();
                answer_json(
                    &answer.verdict,
                    &names(&answer.winning),
                    [&names(&answer.holding), &names(&answer.undecided)],
                    &line,
                    answer.count,
                )
            });
            let verified =
                report.answers.iter().try_fold(true, |all, answer| answer.verified.map(|yes| all && yes));
            let mut regions = Vec::new();
            for region in &race.regions {
                regions.push(board_region(&mut race.games, &board, region)?);
            }
            let value = json!({
                "black_first": black,
                "white_first": white,
                "blocks": blocks_json(race, &board),
                "regions": regions,
                "assumptions": race.blocks.assumptions,
                "proposed": race.blocks.proposed,
                "gaps": race.gaps,
                "verified": verified,
                "positions_searched": report.searched,
            });
            let sum = race.race.clone();
            (value, &mut race.games, sum)
        }
    };
    let counted = race.summands.iter().flat_map(|s| &s.parts).all(|&id| !games.node(id).may_live);
    let whole = value["gaps"].as_array().is_none_or(Vec::is_empty);
    if counted && whole {
        let sum = cooled_sum(games, &race).map_err(Failure::bad)?;
        value["cooled_sum"] = json!(games.arena.text(sum.sum).map_err(Failure::bad)?);
        value["adjusted"] = json!({"black": sum.black, "white": sum.white});
    } else {
        value["cooled_sum"] = Value::Null;
        value["adjusted"] = json!({"black": null, "white": null});
    }
    value["shared"] = json!(race.shared);
    value["method"] = json!(method);
    Ok(value)
}

/// The method of the harder of the two answers.
fn method(verdicts: [&Verdict; 2]) -> Option<String> {
    let rank = |verdict: &Verdict| match verdict {
        Verdict::Known { method: Method::Static, .. } => 1,
        Verdict::Known { method: Method::Abstract, .. } => 2,
        Verdict::Known { method: Method::Search, .. } => 3,
        Verdict::Unknown { .. } => 0,
    };
    match verdicts.map(rank).into_iter().max() {
        Some(1) => Some(Method::Static.to_string()),
        Some(2) => Some(Method::Abstract.to_string()),
        Some(3) => Some(Method::Search.to_string()),
        _ => None,
    }
}

fn answer_json(
    verdict: &Verdict,
    winning: &[String],
    [holding, undecided]: [&[String]; 2],
    line: &[String],
    count: Option<Count>,
) -> Value {
    let (result, why) = match verdict {
        Verdict::Known { outcome, .. } => (outcome.to_string(), None),
        Verdict::Unknown { why } => ("unknown".to_string(), Some(why)),
    };
    let count = count.map(|count| {
        json!({
            "moves": count.moves,
            "black": count.black,
            "white": count.white,
            "shared": count.shared,
            "to_move": count.to_move.to_string(),
        })
    });
    json!({
        "result": result,
        "why": why,
        "winning_moves": winning,
        "seki_moves": holding,
        "undecided_moves": undecided,
        "line": line,
        "count": count,
    })
}

fn blocks_json(race: &BoardRace, board: &Topology) -> Vec<Value> {
    let mut blocks = Vec::new();
    for (kind, sets) in [
        ("essential", &race.blocks.essential),
        ("safe", &race.blocks.safe),
        ("unknown", &race.blocks.unknown),
    ] {
        for color in Color::BOTH {
            let stones: Vec<&str> = sets[color.index()].iter().map(|point| board.name_of(point)).collect();
            if !stones.is_empty() {
                blocks.push(json!({"kind": kind, "color": color.to_string(), "stones": stones}));
            }
        }
    }
    blocks
}

fn board_region(games: &mut LibertyGames, board: &Topology, region: &Region) -> Result<Value, Failure> {
    let points: Vec<&str> = region.points.iter().map(|point| board.name_of(point)).collect();
    let parts = region.parts.as_ref().and_then(|parts| parts.as_ref().ok());
    let mut value = region_json(games, &region.id, region.owner, region.kind, parts, &points)?;
    if let Some(Err(why)) = &region.parts {
        value["why"] = json!(why.to_string());
    }
    Ok(value)
}

pub(super) fn region_json(
    games: &mut LibertyGames,
    id: &str,
    owner: Option<Color>,
    kind: RegionKind,
    parts: Option<&Parts>,
    points: &[&str],
) -> Result<Value, Failure> {
    let mut value = json!({
        "id": id,
        "owner": owner.map(|owner| owner.to_string()),
        "kind": kind.name(),
        "points": points,
        "value": null, "cooled": null, "mean": null, "temperature": null,
    });
    if let (Some(parts), Some(owner)) = (parts, owner) {
        value["value"] = json!(games.text(parts, owner).map_err(Failure::bad)?);
        if !parts.iter().any(|&id| games.node(id).may_live) {
            let game = games.value(parts, owner).map_err(Failure::bad)?;
            value["cooled"] = json!(games.cooled_text(parts, owner).map_err(Failure::bad)?);
            value["mean"] = json!(games.arena.mean(game).map_err(Failure::bad)?.to_string());
            value["temperature"] = json!(games.arena.temperature(game).map_err(Failure::bad)?.to_string());
        }
    }
    Ok(value)
}
