//! Who captures first, on a board: counting, and search where counting does not apply.

use tesuji_board::{Mark, Point, Position};
use tesuji_draw::{Picture, Region as DrawnRegion};
use tesuji_fight::Stated;
use tesuji_job::Why;
use tesuji_race::multi::{GroupRace, racing_strings};
use tesuji_race::{
    Blocks, BoardAnswer, BoardRace, Count, Graded, Kos, Method, Region, RegionKind, Report, Uncounted,
    Verdict, Wishes, cooled_sum, explain, solve as decide,
};

use super::regions::{add_sum, conditions, groups, may_live, region};
use super::{CountAnswer, Goal, RaceAnswer, RaceSide, first_reason, games, graph, refused, unknown};
use crate::desk::{Rest, Solved, Work};
use crate::fault::Fault;
use crate::position::ReadPosition;
use crate::words::{Step, point_names};

pub(super) fn solve(
    read: ReadPosition,
    wishes: &Wishes,
    stated: &Stated,
    verify: bool,
    work: &Work<'_>,
) -> Result<Solved<RaceAnswer>, Fault> {
    let ReadPosition { diagram, position, warnings, .. } = read;
    let blocks = match Blocks::new(&position, wishes) {
        Ok(blocks) => blocks,
        Err(error) => return refused("position", error).map(|why| unknown(Goal::Capture, &why, 0)),
    };
    if racing_strings(&position, &blocks).len() > 2 {
        let race = match GroupRace::new(position, blocks, games(work)) {
            Ok(race) => race,
            Err(error) => return refused("position", error).map(|why| unknown(Goal::Capture, &why, 0)),
        };
        let mut solved = graph::solve_board(race, stated, &diagram, verify, work)?;
        solved.rest.warnings = warnings;
        return Ok(solved);
    }
    let mut race = match BoardRace::new(position, blocks, games(work)) {
        Ok(race) => race,
        Err(error) => return refused("position", error).map(|why| unknown(Goal::Capture, &why, 0)),
    };
    let report = decide(&mut race, verify);
    let svg = work.style.as_ref().map(|style| {
        let mut picture = Picture::from(&diagram);
        draw(&mut picture, &mut race, &report);
        tesuji_draw::svg(&picture, style)
    });
    let why = first_reason(report.answers.iter().map(reason));
    let nodes = Some(report.nodes);
    Ok(Solved {
        found: answer(&mut race, stated, &report),
        rest: Rest { nodes, svg, warnings, why, limits: None },
    })
}

/// Why something is not known for one side moving first. That a verdict was not verified, or a line not finished, is no
/// reason unless somebody stopped it.
fn reason(answer: &BoardAnswer) -> Option<Why> {
    match (&answer.verdict, &answer.ended) {
        (Verdict::Unknown(unknown), _) => Some(unknown.why),
        (_, Some(ended)) if ended.why == Why::Stopped => Some(Why::Stopped),
        _ => None,
    }
}

pub(super) fn answer(race: &mut BoardRace, stated: &Stated, report: &Report) -> RaceAnswer {
    let [black, white] = report.answers.each_ref().map(|answer| side(race, answer));
    let mut found = RaceAnswer::new(Goal::Capture, black, white);
    found.groups = groups(&race.position, &race.blocks);
    found.conditions = conditions(&race.position, &race.blocks, stated);
    found.gaps = race.gaps.iter().map(ToString::to_string).collect();
    found.verified =
        report.answers.iter().try_fold(true, |all, answer| answer.verified.map(|yes| all && yes));
    found.method = method(report.answers.iter().map(|answer| &answer.verdict));
    let board = race.position.topology().clone();
    for one in &race.regions {
        let parts = one.parts.as_ref().and_then(|parts| parts.as_ref().ok());
        let mut told = region(&mut race.games, &one.id, one.owner, one.kind, parts);
        told.points = point_names(&board, one.points.iter());
        told.empty = point_names(&board, open_points(&race.position, one));
        if let Some(Err(why)) = &one.parts {
            told.why = Some(why.to_string());
        }
        found.regions.push(told);
    }
    if race.gaps.is_empty() {
        let sum = race.race.clone();
        add_sum(&mut race.games, &sum, &mut found);
    }
    found
}

/// The method of the harder of the answers that are known.
pub(super) fn method<'a>(verdicts: impl Iterator<Item = &'a Verdict>) -> Option<super::RaceMethod> {
    let methods = verdicts.filter_map(|verdict| match verdict {
        Verdict::Known { method, .. } => Some(*method),
        Verdict::Ko(_) => Some(Method::Search),
        Verdict::Unknown(_) => None,
    });
    methods.max_by_key(|method| *method as u8).map(Into::into)
}

fn side(race: &mut BoardRace, answer: &BoardAnswer) -> RaceSide {
    let board = race.position.topology().clone();
    let mut side = RaceSide::unknown(String::new());
    side.moves = point_names(&board, answer.winning.iter().chain(&answer.holding).copied());
    side.undecided = point_names(&board, answer.undecided.iter().copied());
    side.line = answer.line.iter().map(|step| Step::stone(&board, step.mover, step.point)).collect();
    side.count = answer.count.map(Into::into);
    match &answer.verdict {
        Verdict::Unknown(unknown) if unknown.why == Why::Room => {
            side.why = format!("{unknown}; the goal life reads such a fight on the board");
        }
        Verdict::Unknown(why) => side.why = why.to_string(),
        Verdict::Ko(ko) => {
            side.decide_ko(answer.first, *ko);
            side.why = explain::ko(ko);
        }
        Verdict::Known { outcome, method } => {
            side.decide(answer.first, *outcome);
            side.why = match method {
                Method::Static => {
                    let sum = race.race.clone();
                    let mut why = rule(&mut race.games, &sum, answer.first);
                    why.push_str(&idle_kos(race));
                    why
                }
                Method::Abstract => played_out(*outcome),
                Method::Search => "Found by search in the regions.".to_string(),
            };
        }
    }
    match (&answer.search, answer.verified) {
        (Some(Ok(found)), Some(false)) => {
            let found = match found {
                Graded::Settled(outcome) => outcome.to_string(),
                Graded::Ko(_) => "ko".to_string(),
            };
            side.why.push_str(&format!(
                " NOT verified: search in the regions says {found}. Please report this position."
            ));
        }
        (Some(Err(why)), _) if answer.verdict.outcome().is_some() => {
            side.why.push_str(&format!(" Not verified: {why}."));
        }
        _ => {}
    }
    side
}

/// What is to be said of kos that counting has shown not to matter.
fn idle_kos(race: &BoardRace) -> String {
    let with_ko = |region: &&Region| region.kos != Kos::None;
    let names: Vec<&str> = race.regions.iter().filter(with_ko).map(|region| region.id.as_str()).collect();
    match names.as_slice() {
        [] => String::new(),
        [name] => format!(" The ko in region {name} cannot matter: it does not change the count."),
        all => format!(" The kos in regions {} cannot matter: they do not change the count.", all.join(", ")),
    }
}

/// The sentence of a race that was played out in its liberty games.
pub(super) fn played_out(outcome: tesuji_race::Outcome) -> String {
    let mut why = String::from("Found by playing the liberty games out.");
    if outcome == tesuji_race::Outcome::Seki {
        why.push_str(" Neither block can be captured; where a block may live, both may.");
    }
    why
}

/// The rule of counting with its numbers. The sum is written as far as a sentence holds it.
pub(super) fn rule(
    games: &mut tesuji_race::LibertyGames,
    race: &tesuji_race::Race,
    first: tesuji_board::Color,
) -> String {
    const BRIEF: usize = 40;
    let Ok(sum) = cooled_sum(games, race) else { return "Counted.".to_string() };
    let text = match games.arena.text(sum.sum) {
        Ok(text) if text.chars().count() <= BRIEF => text,
        _ => match games.arena.mean(sum.sum) {
            Ok(mean) => format!("a game of mean {mean}"),
            Err(_) => "a large game".to_string(),
        },
    };
    explain::rule(race, &sum, &text, first)
}

impl From<Count> for CountAnswer {
    fn from(count: Count) -> CountAnswer {
        CountAnswer {
            moves: count.moves,
            black: count.black,
            white: count.white,
            shared: count.shared,
            to_move: count.to_move.into(),
        }
    }
}

/// The empty points of a region, in order.
fn open_points(position: &Position, region: &Region) -> Vec<Point> {
    region.points.iter().filter(|&point| position.is_empty_at(point)).collect()
}

/// The loose stones of regions that stand in a ko now: single ones that a single move takes so that they could be retaken.
fn kos(race: &BoardRace) -> Vec<Point> {
    let board = race.position.topology();
    let loose = race.regions.iter().flat_map(|region| region.points.iter());
    let loose = loose.filter(|&point| race.position.string_size(point) == 1);
    loose
        .filter(|&stone| {
            let Some(color) = race.position.stone(stone) else { return false };
            let around = board.neighbors(stone);
            let mut open = around.iter().filter(|&&next| race.position.is_empty_at(next));
            let (Some(&liberty), None) = (open.next(), open.next()) else { return false };
            let captor = color.opponent();
            // Whoever takes it stands alone there: only stones of the other colour are around.
            board
                .neighbors(liberty)
                .iter()
                .all(|&next| next == stone || race.position.stone(next).is_some_and(|other| other != captor))
        })
        .collect()
}

/// The regions in which the ko that decides comes about only by play: those in which positions can come back; if there are none,
/// what lies between the blocks and could not be counted.
fn kos_to_come(race: &BoardRace, report: &Report, standing: &[Point]) -> Vec<String> {
    let decides = report.answers.iter().any(|answer| matches!(answer.verdict, Verdict::Ko(_)));
    if !decides {
        return Vec::new();
    }
    let ids = |wanted: &dyn Fn(&Region) -> bool| -> Vec<String> {
        race.regions.iter().filter(|region| wanted(region)).map(|region| region.id.clone()).collect()
    };
    let returns =
        |region: &Region| region.kos != Kos::None || matches!(region.parts, Some(Err(Uncounted::Loopy)));
    let counted = ids(&returns);
    if !counted.is_empty() || !standing.is_empty() {
        return counted;
    }
    ids(&|region| region.kind == RegionKind::SharedOther)
}

/// The regions with their cooled values in them, kos with their regions, and the winning moves of the side to move.
pub(super) fn draw(picture: &mut Picture<'_>, race: &mut BoardRace, report: &Report) {
    let kos = kos(race);
    let to_come = kos_to_come(race, report, &kos);
    for region in &race.regions {
        let mut caption = match (&region.parts, region.owner) {
            (Some(Ok(parts)), Some(owner)) if !may_live(&race.games, parts) => {
                race.games.cooled_text(parts, owner).unwrap_or_else(|_| "?".to_string())
            }
            (Some(Ok(_)), _) => "life".to_string(),
            (Some(Err(_)), _) => "?".to_string(),
            (None, _) => region.kind.name().to_string(),
        };
        if kos.iter().any(|&stone| region.points.contains(stone)) {
            caption.push_str(" with a ko");
        } else if to_come.contains(&region.id) {
            caption.push_str(" with a ko to come");
        }
        let drawn = DrawnRegion::new(open_points(&race.position, region));
        picture.regions.push(drawn.named(region.id.clone()).caption(caption));
    }
    for (stones, mark) in race.blocks.essential.iter().zip([Mark::Triangle, Mark::Square]) {
        for point in stones.iter() {
            picture.marks.entry(point).or_insert(mark);
        }
    }
    // The stone that can be taken in a ko says so; that it may be captured needs no mark then.
    for stone in kos {
        picture.marks.remove(&stone);
        picture.labels.insert(stone, "ko".to_string());
    }
    let answer = &report.answers[race.position.to_move().index()];
    picture.highlights = answer.winning.iter().copied().collect();
}
