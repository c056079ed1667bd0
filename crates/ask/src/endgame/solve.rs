//! From a question about an endgame to its answer.

use tesuji_board::{Color, Diagram, PointSet, Topology};
use tesuji_cgt::{Arena, Dyadic, Error, Game};
use tesuji_draw::{Picture, Region, svg};
use tesuji_endgame as endgame;
use tesuji_endgame::{First, Missing, RegionAnswer, Worth};
use tesuji_job::Why;
use tesuji_read::Stated;

use super::text::leads;
use super::{
    EndgameAnswer, EndgameFirst, EndgameQuestion, EndgameRegion, EndgameSum, Kind, KoBounds, MissingRegion,
    Scoring,
};
use crate::desk::{Rest, Solved, Work};
use crate::fault::Fault;
use crate::race::{Conditions, SafeString};
use crate::stated::{points, stated};
use crate::value::walls;
use crate::words::{Side, Step, point_names};

/// Longer values are left out.
const MOST_TEXT: usize = 2_000;
/// The largest komi, and into how many parts its points can be divided.
const MOST_KOMI: f64 = 1_000.0;
const PARTS: f64 = 8.0;

pub(crate) fn solve(question: &EndgameQuestion, work: &Work<'_>) -> Result<Solved<EndgameAnswer>, Fault> {
    let read = question.position.read()?;
    let (diagram, position) = (&read.diagram, &read.position);
    let board = position.topology();
    let walls = stated(diagram, position, &question.safe, &question.unknown)?;
    let unknown = walls.unknown.clone();
    let rules = question.rules.unwrap_or_default();
    let komi = komi(question.komi)?;
    let asked = endgame::Question {
        stated: Stated { safe: walls.safe, unknown: walls.unknown },
        regions: named(board, question)?,
        scoring: match rules {
            Scoring::Territory => endgame::Scoring::Territory,
            Scoring::Area => endgame::Scoring::Area,
        },
    };
    let mut found = endgame::solve(position, &asked, &work.limits, work.watch);
    if let Some(named) = &asked.regions {
        for region in named {
            if !found.regions.iter().any(|known| known.points.intersects(region)) {
                let name = region.first().map_or("", |point| board.name_of(point));
                return Err(Fault::in_field("regions", format!("{name} is a stone of a wall, not a region")));
            }
        }
    }
    let lead = if rules == Scoring::Area { found.sum.as_ref().map_or(0, |sum| sum.stones) } else { 0 };
    let mut regions = Vec::new();
    for at in 0..found.regions.len() {
        let stones = |color: Color| {
            found.regions[at].points.iter().filter(|&point| position.stone(point) == Some(color)).count()
        };
        let inside = stones(Color::Black) as i64 - stones(Color::White) as i64;
        let more = (rules == Scoring::Area).then_some(inside);
        regions.push(region(board, &mut found, at, more));
    }
    let missing: Vec<MissingRegion> = found
        .regions
        .iter()
        .enumerate()
        .filter_map(|(at, region)| Some(MissingRegion { id: at + 1, why: reason(region)? }))
        .collect();
    let added = |score: Dyadic| {
        let whole = score.checked_add(Dyadic::from(lead)).and_then(|score| score.checked_sub(komi));
        whole.map_or_else(|error| error.to_string(), |score| score.to_string())
    };
    let between = |[most, least]: [Dyadic; 2]| match most == least {
        true => (Some(added(most)), None),
        false => (None, Some(KoBounds { least: added(least), most: added(most) })),
    };
    let told = |color: Color, first: &First| EndgameFirst {
        score: between(first.scores.map(Dyadic::from)).0,
        ko: between(first.scores.map(Dyadic::from)).1,
        moves: point_names(board, first.moves.iter().copied()),
        undecided: point_names(board, first.undecided.iter().copied()),
        line: Step::alternating(board, color, first.line.iter().map(|&point| Some(point))),
        exact: missing.is_empty() && first.scores[0] == first.scores[1],
    };
    let first = |color: Color| found.first[color.index()].as_ref().ok().map(|first| told(color, first));
    let (black_first, white_first) = (first(Color::Black), first(Color::White));
    let not_found = found.first.iter().find_map(|first| first.as_ref().err().copied());
    let sum = found.sum.as_ref().ok().map(|sum| {
        let value = sum.value.as_ref().and_then(|form| {
            let mut arena = Arena::with_limits(work.limits, work.watch.clone()).with_text(MOST_TEXT);
            let game = arena.game(form).ok()?;
            arena.text(game).ok()
        });
        let (score, ko) = between(sum.counts);
        EndgameSum { value, chilled: sum.chilled, score, ko }
    });
    let answer = EndgameAnswer {
        rules,
        komi: komi.to_string(),
        conditions: conditions(board, &found, &regions, &unknown),
        regions,
        sum,
        black_first,
        white_first,
        missing,
        why: not_found.map(|why| why.to_string()),
    };
    let svg = work.style.as_ref().map(|style| svg(&picture(diagram, &found, &answer), style));
    let limit = found.regions.iter().find_map(|region| match region.worth {
        Err(Missing::Limit(why)) => Some(why),
        Ok(_) | Err(Missing::NotAsked) => None,
        Err(_) => Some(Why::OutOfReach),
    });
    let undecided = answer.black_first.iter().chain(&answer.white_first).any(|first| first.score.is_none());
    let ko = undecided.then_some(Why::OutOfReach);
    let why = [not_found, limit, ko].into_iter().flatten().max_by_key(|why| *why == Why::Stopped);
    Ok(Solved { found: answer, rest: Rest { nodes: Some(found.nodes), svg, why, ..Rest::default() } })
}

/// The regions that are named, each by its points.
fn named(board: &Topology, question: &EndgameQuestion) -> Result<Option<Vec<PointSet>>, Fault> {
    let named = question.regions.iter().enumerate().map(|(at, names)| {
        let field = format!("regions[{at}]");
        if names.is_empty() {
            return Err(Fault::in_field(
                &field,
                "the list is empty: name a point of the region, such as \"D4\"",
            ));
        }
        points(board, &field, names)
    });
    let named: Vec<PointSet> = named.collect::<Result<_, Fault>>()?;
    Ok((!named.is_empty()).then_some(named))
}

fn komi(asked: Option<f64>) -> Result<Dyadic, Fault> {
    let komi = asked.unwrap_or(0.0);
    let parts = komi * PARTS;
    if !(komi.abs() <= MOST_KOMI && parts.fract() == 0.0) {
        return Err(Fault::in_field(
            "komi",
            "komi is a number such as 6.5, at most 1000, in eighths of a point",
        ));
    }
    Dyadic::new(parts as i64, 3).map_err(|error| Fault::in_field("komi", error))
}

/// One region; by area, with what its stones count now.
fn region(board: &Topology, found: &mut endgame::Answer, at: usize, area: Option<i64>) -> EndgameRegion {
    let RegionAnswer { points, worth, same_as, assumed, .. } = found.regions[at].clone();
    let mut told = EndgameRegion {
        id: at + 1,
        points: point_names(board, points.iter()),
        value: None,
        chilled: None,
        count: None,
        move_value: None,
        swing: None,
        open: true,
        kind: None,
        ko: None,
        black_moves: Vec::new(),
        white_moves: Vec::new(),
        black_line: Vec::new(),
        white_line: Vec::new(),
        thermograph: None,
        same_as: same_as.map(|same| same + 1),
        assumed: assumed.map(Side::from),
    };
    let Ok(worth) = worth else { return told };
    let mut plain = Arena::new();
    let arena = found.arena(at).unwrap_or(&mut plain);
    // What a limit leaves out stays null.
    let _ = values(&mut told, arena, &worth, area);
    told.open = worth.is_open;
    told.kind = worth.kind.map(kind);
    let line = |color: Color| {
        let line = worth.lines[color.index()].iter().map(|&point| Some(point));
        Step::alternating(board, color, line)
    };
    (told.black_line, told.white_line) = (line(Color::Black), line(Color::White));
    let [black, white] = worth.moves.map(|moves| point_names(board, moves));
    (told.black_moves, told.white_moves) = (black, white);
    told
}

/// The value in all its forms, as far as limits allow.
fn values(
    told: &mut EndgameRegion,
    arena: &mut Arena,
    worth: &Worth,
    area: Option<i64>,
) -> Result<(), Error> {
    let [most, least] = &worth.thermographs;
    if !worth.is_exact() {
        // By area such a region is not told at all.
        let both = |[most, least]: [Dyadic; 2]| (most == least).then(|| most.to_string());
        let means = [most.mean(), least.mean()];
        told.count = both(means);
        told.move_value = both([most.temperature(), least.temperature()]);
        let [most, least] = means.map(|mean| mean.to_string());
        told.ko = Some(KoBounds { least, most });
        return Ok(());
    }
    let mut thermograph = most.clone();
    let ([mut value, _], [mut chilled, _]) = (worth.values, worth.chilled);
    if let Some(stones) = area {
        // By area a stone that is played is a point, so a move is worth one more.
        let stones = Game::integer(stones);
        let heated = arena.heat(value, Dyadic::from(1))?;
        value = arena.sum(heated, stones)?;
        chilled = arena.sum(chilled, stones)?;
        thermograph = arena.thermograph(value)?;
    }
    let short = |text: String| (text.len() <= MOST_TEXT).then_some(text);
    told.count = Some(thermograph.mean().to_string());
    told.move_value = Some(thermograph.temperature().to_string());
    told.swing = Some(thermograph.temperature().checked_mul(2)?.to_string()).filter(|_| worth.is_open);
    told.thermograph = Some(walls(&thermograph));
    told.chilled = arena.text(chilled).ok().and_then(short);
    told.value = arena.text(value).ok().and_then(short);
    Ok(())
}

fn kind(kind: endgame::Kind) -> Kind {
    match kind {
        endgame::Kind::Gote => Kind::Gote,
        endgame::Kind::BlackSente => Kind::BlackSente,
        endgame::Kind::WhiteSente => Kind::WhiteSente,
        endgame::Kind::Ambiguous => Kind::Ambiguous,
    }
}

/// Why a region is not in the sum.
fn reason(region: &RegionAnswer) -> Option<String> {
    let empty = region.empty;
    Some(match region.worth.as_ref().err()? {
        Missing::NotAsked => "it was not asked about".to_string(),
        Missing::TooLarge => {
            format!("{empty} empty points are too many to be played out, and both sides reach them")
        }
        Missing::Ko => "a ko matters here, and by area it is not counted; by territory it is".to_string(),
        Missing::Limit(why) => why.to_string(),
        Missing::Overflow => Error::Overflow.to_string(),
        Missing::Seki => {
            "by area the points inside a seki count, and playing it out does not show them".into()
        }
    })
}

/// Walls, and territory that is taken for granted.
fn conditions(
    board: &Topology,
    found: &endgame::Answer,
    regions: &[EndgameRegion],
    unknown: &PointSet,
) -> Conditions {
    let safe = found.walls.iter().filter_map(|wall| {
        Some(SafeString {
            at: board.name_of(wall.stones.first()?).to_string(),
            stated: wall.ground == endgame::Ground::Stated,
            proved: wall.ground == endgame::Ground::Proved,
        })
    });
    let mut assumed = Vec::new();
    let read: Vec<&str> = found
        .walls
        .iter()
        .filter(|wall| wall.ground == endgame::Ground::Read)
        .filter_map(|wall| Some(board.name_of(wall.stones.first()?)))
        .collect();
    if !read.is_empty() {
        assumed.push(format!("attacks on {} are answered, and then these stones live", read.join(" ")));
    }
    for region in regions {
        if let Some(owner) = region.assumed {
            let at = region.points.first().map_or("", String::as_str);
            let count = region.count.as_deref().unwrap_or_default().trim_start_matches('-').to_string();
            assumed.push(format!(
                "the {count} points around {at} are {}'s: nobody lives in there",
                owner.capital()
            ));
        }
    }
    Conditions {
        safe: safe.collect(),
        unknown: point_names(board, unknown.iter()),
        open: false,
        field: Vec::new(),
        assumed,
    }
}

/// The position with its open regions, each with its count and the value of a move, and the line of the side that is to move.
fn picture<'a>(diagram: &'a Diagram, found: &endgame::Answer, answer: &EndgameAnswer) -> Picture<'a> {
    let mut picture = Picture::from(diagram);
    for (known, told) in found.regions.iter().zip(&answer.regions) {
        if !told.open {
            continue;
        }
        let mut region = Region::new(known.points.iter());
        region.name = Some(told.id.to_string());
        region.caption = told.chilled.clone();
        picture.regions.push(region);
    }
    let told =
        |side: Side| answer.first(side).map(|first| format!("{} first: {}", side.capital(), leads(first)));
    let captions: Vec<String> = [Side::Black, Side::White].into_iter().filter_map(told).collect();
    picture.caption = Some(captions.join("; "));
    let mover = diagram.setup.to_move;
    let line = found.first[mover.index()].as_ref().map(|first| first.line.as_slice()).unwrap_or_default();
    let colors = [mover, mover.opponent()].into_iter().cycle();
    picture.moves(1, line.iter().zip(colors).map(|(&point, color)| (color, point)))
}
