//! A race as a sum of liberty games, without a board.

use tesuji_board::Color;
use tesuji_job::Why;
use tesuji_race::catalogue::dead_eye;
use tesuji_race::{
    Answer, EyeClass, Method, Place, Race, RaceError, RaceMove, RegionKind, Verdict, answer as decide,
};

use super::board::{method, played_out, rule};
use super::regions::{add_sum, region};
use super::{AskedEye, Goal, RaceAnswer, RaceQuestion, RaceSide, first_reason, games, refused, unknown};
use crate::desk::{Rest, Solved, Work};
use crate::fault::Fault;
use crate::words::{Expression, Step};

/// More liberties than this no race has.
const MOST_LIBERTIES: u32 = 1000;

pub(super) fn solve(question: &RaceQuestion, work: &Work<'_>) -> Result<Solved<RaceAnswer>, Fault> {
    if work.style.is_some() {
        return Err(Fault::in_field(
            "picture",
            "a race without a board has no picture: ask for the value of its games",
        ));
    }
    let shared = question.shared.unwrap_or(0);
    if shared > MOST_LIBERTIES {
        return Err(Fault::in_field(
            "shared",
            format!("there are at most {MOST_LIBERTIES} shared liberties"),
        ));
    }
    let eyes = [eye("black_eye", question.black_eye)?, eye("white_eye", question.white_eye)?];
    let black: Vec<&str> = question.black.iter().map(|game| game.0.as_str()).collect();
    let white: Vec<&str> = question.white.iter().map(|game| game.0.as_str()).collect();
    let mut games = games(work);
    let race = match Race::read(&mut games, [&black, &white], shared, eyes) {
        Ok(race) => race,
        Err(error) => {
            let field = field_of(question, &error);
            return refused(field, error).map(|why| unknown(Goal::Capture, &why, games.nodes()));
        }
    };
    let answers = Color::BOTH.map(|first| decide(&mut games, &race, first));
    let [black, white] = answers.each_ref().map(|answer| side(&mut games, &race, answer));
    let mut found = RaceAnswer::new(Goal::Capture, black, white);
    for summand in &race.summands {
        let kind = if summand.is_eye { RegionKind::Eye } else { RegionKind::External };
        found.regions.push(region(
            &mut games,
            &summand.name,
            Some(summand.owner),
            kind,
            Some(&summand.parts),
        ));
    }
    add_sum(&mut games, &race, &mut found);
    found.method = method(answers.iter().map(|answer| &answer.verdict));
    let why = first_reason(answers.iter().map(reason));
    let doubts = [doubt("Black", question.black_eye), doubt("White", question.white_eye)];
    let warnings = doubts.into_iter().flatten().collect();
    let rest = Rest { nodes: Some(games.nodes()), why, warnings, ..Rest::default() };
    Ok(Solved { found, rest })
}

/// An eye that no block can have is counted as it is given, and this is said of it.
fn doubt(color: &str, asked: Option<AskedEye>) -> Option<String> {
    let AskedEye { liberties, size } = asked?;
    let most = dead_eye(size.unwrap_or(3) as usize).map(|eye| eye.moves + eye.stones)?;
    let points = match size {
        None => "one to three points".to_string(),
        Some(1) => "one point".to_string(),
        Some(size) => format!("{size} points"),
    };
    (liberties as usize > most)
        .then(|| format!("{color}'s eye of {points} has at most {most} liberties, not {liberties}"))
}

/// Whose games an error is about.
fn field_of(question: &RaceQuestion, error: &RaceError) -> &'static str {
    let is_white = match error {
        RaceError::Expression { text, .. } => {
            let begins = |game: &Expression| game.0.trim_start().starts_with(text.trim_end_matches("..."));
            question.white.iter().any(begins) && !question.black.iter().any(begins)
        }
        RaceError::WrongSign { owner, .. } => *owner == Color::White,
        _ => question.black.is_empty(),
    };
    if is_white { "white" } else { "black" }
}

fn reason(answer: &Answer) -> Option<Why> {
    match &answer.verdict {
        Verdict::Unknown(unknown) => Some(unknown.why),
        Verdict::Known { .. } | Verdict::Ko(_) => None,
    }
}

fn eye(field: &str, asked: Option<AskedEye>) -> Result<Option<(u32, EyeClass)>, Fault> {
    let Some(AskedEye { liberties, size }) = asked else { return Ok(None) };
    let class = EyeClass::of_size(size.unwrap_or(1) as usize).filter(|class| *class != EyeClass::None);
    match class {
        Some(class) if (1..=MOST_LIBERTIES).contains(&liberties) => Ok(Some((liberties, class))),
        _ => Err(Fault::in_field(
            field,
            format!("an eye has 1 to {MOST_LIBERTIES} liberties and a size of 1 to 7 points"),
        )),
    }
}

fn side(games: &mut tesuji_race::LibertyGames, race: &Race, answer: &Answer) -> RaceSide {
    let mut side = RaceSide::unknown(String::new());
    let names = |moves: &[RaceMove]| -> Vec<String> {
        let mut names: Vec<String> = moves.iter().map(|played| place_name(race, played.place)).collect();
        names.dedup();
        names
    };
    side.moves = [names(&answer.winning), names(&answer.holding)].concat();
    side.undecided = names(&answer.undecided);
    side.undecided.retain(|name| !side.moves.contains(name));
    side.line = answer
        .line
        .iter()
        .map(|step| Step::Place(step.place.map_or("pass".to_string(), |place| place_name(race, place))))
        .collect();
    side.count = answer.count.map(Into::into);
    match &answer.verdict {
        Verdict::Unknown(why) => side.why = why.to_string(),
        Verdict::Ko(ko) => side.decide_ko(answer.first, *ko),
        Verdict::Known { outcome, method } => {
            side.decide(answer.first, *outcome);
            side.why = match method {
                Method::Static => rule(games, race, answer.first),
                Method::Abstract | Method::Search => played_out(*outcome),
            };
        }
    }
    side
}

/// The name of a place in a sum.
fn place_name(race: &Race, place: Place) -> String {
    match place {
        Place::Summand(index) => race.summands[index].name.to_string(),
        Place::Shared => "shared".to_string(),
    }
}
