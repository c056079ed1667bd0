//! The answer to a race on a board: counting first, search where counting does not apply or when asked to verify.

use tesuji_board::{Color, Point};

use crate::answer::{Answer, Count, RaceLimits, Scene, answer_in};
use crate::board::{BoardRace, Field, RegionKind};
use crate::ground::{Bits, State};
use crate::liberty::LibertyGames;
use crate::local::{LocalMove, LocalPlay};
use crate::race::{EyeClass, Place, Race, RaceMove};
use crate::search::BoardSearch;
use crate::verdict::{Method, Verdict};

/// A move of the principal line on the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LineMove {
    /// Who moves.
    pub mover: Color,
    /// The point; `None` for a pass.
    pub point: Option<Point>,
}

/// The answer for one side moving first on a board.
#[derive(Clone, Debug)]
pub struct BoardAnswer {
    /// Who moves first.
    pub first: Color,
    /// How it ends.
    pub verdict: Verdict,
    /// The points that win for the side moving first, the recommended one first; none unless it wins.
    pub winning: Vec<Point>,
    /// The points that keep a seki, if that is the best there is.
    pub holding: Vec<Point>,
    /// Points that may be as good as those: neither counting nor a short search could tell.
    pub undecided: Vec<Point>,
    /// A line of best play to the end.
    pub line: Vec<LineMove>,
    /// The count when only filling is left; `None` if the search decided.
    pub count: Option<Count>,
    /// Whether search on the board says the same; `None` if it was not asked or reached its limit.
    pub verified: Option<bool>,
    /// What the search found, or why it found nothing, if it was asked.
    pub search: Option<Result<crate::Outcome, String>>,
}

/// The answers for both sides moving first.
#[derive(Clone, Debug)]
pub struct Report {
    /// Black first, White first.
    pub answers: [BoardAnswer; 2],
    /// How many positions the search looked at.
    pub searched: u64,
}

/// Answers a race on a board for both sides moving first.
#[must_use]
pub fn solve(race: &mut BoardRace, limits: &RaceLimits, verify: bool) -> Report {
    let mut search: Option<BoardSearch> = None;
    let answers = Color::BOTH.map(|first| {
        let counted = if race.gaps.is_empty() {
            count_on_board(race, first, limits)
        } else {
            Answer::unknown(first, race.gaps.join("; "))
        };
        let mut answer = from_counted(counted);
        decide_doubts(race, limits, &mut answer);
        let unknown = answer.verdict.outcome().is_none();
        if unknown || verify {
            if search.is_none() {
                match BoardSearch::new(race, limits.board_states) {
                    Ok(new) => search = Some(new),
                    Err(why) => give_up(&mut answer, why.to_string()),
                }
            }
            if let Some(search) = &mut search {
                consult(search, &mut answer);
            }
        }
        answer
    });
    Report { answers, searched: search.map_or(0, |search| search.positions) }
}

/// Positions a search may look at to decide what counting leaves open about single moves.
const MOST_FOR_DOUBTS: u64 = 200_000;

/// Asks the search about moves of which counting cannot say that they are good.
fn decide_doubts(race: &BoardRace, limits: &RaceLimits, answer: &mut BoardAnswer) {
    let (Some(outcome), false) = (answer.verdict.outcome(), answer.undecided.is_empty()) else { return };
    let Ok(mut search) = BoardSearch::new(race, limits.board_states.min(MOST_FOR_DOUBTS)) else { return };
    let wanted = outcome.for_side(answer.first);
    let good = if wanted == 2 { &mut answer.winning } else { &mut answer.holding };
    answer.undecided.retain(|&point| match search.keeps(answer.first, point, wanted) {
        Ok(keeps) => {
            good.extend(keeps.then_some(point));
            false
        }
        Err(_) => true,
    });
}

/// Asks the search, as the judge if there is no verdict yet, as a witness otherwise.
fn consult(search: &mut BoardSearch, answer: &mut BoardAnswer) {
    let first = answer.first;
    let outcome = match search.outcome(first) {
        Ok(outcome) => outcome,
        Err(why) => return give_up(answer, why.to_string()),
    };
    answer.search = Some(Ok(outcome));
    if let Some(known) = answer.verdict.outcome() {
        answer.verified = Some(known == outcome);
        return;
    }
    answer.verdict = Verdict::Known { outcome, method: Method::Search };
    let wanted = outcome.for_side(first);
    // The verdict stands even if the limit ends the search for moves and line.
    if let Ok(line) = search.line(first) {
        answer.line = line.into_iter().map(|(mover, point)| LineMove { mover, point }).collect();
    }
    if wanted > 0 {
        let mut good = search.good_moves(first, wanted).unwrap_or_default();
        if let Some(best) = answer.line.first().and_then(|step| step.point) {
            good.sort_by_key(|&point| point != best);
        }
        if wanted == 2 {
            answer.winning = good;
        } else {
            answer.holding = good;
        }
    }
}

fn give_up(answer: &mut BoardAnswer, why: String) {
    if let Verdict::Unknown { why: reason } = &mut answer.verdict {
        *reason = format!("{reason}; {why}");
    }
    answer.search = Some(Err(why));
}

fn from_counted(counted: Answer) -> BoardAnswer {
    let points = |moves: &[RaceMove]| moves.iter().filter_map(|played| played.point).collect();
    BoardAnswer {
        first: counted.first,
        winning: points(&counted.winning),
        holding: points(&counted.holding),
        undecided: points(&counted.doubtful),
        line: counted.line.iter().map(|step| LineMove { mover: step.mover, point: step.point }).collect(),
        count: counted.count,
        verdict: counted.verdict,
        verified: None,
        search: None,
    }
}

fn count_on_board(race: &mut BoardRace, first: Color, limits: &RaceLimits) -> Answer {
    let mut shared: Vec<Point> = Vec::new();
    let mut summands = Vec::new();
    for (index, region) in race.regions.iter().enumerate() {
        match region.kind {
            RegionKind::SharedPlain => shared.extend(region.points.iter()),
            RegionKind::SharedOther => {}
            RegionKind::External | RegionKind::Eye => summands.push(index),
        }
    }
    let states = race.fields.iter().map(|field| field.as_ref().map(|field| field.state)).collect();
    let local = race.fields.iter().map(|_| [None, None]).collect();
    let mut scene = Board { fields: &mut race.fields, states, local, summands, shared, seen: Vec::new() };
    answer_in(&mut scene, &mut race.games, &race.race, first, limits)
}

/// A board whose regions are played on.
struct Board<'a> {
    fields: &'a mut [Option<Field>],
    /// How each region stands now.
    states: Vec<Option<State>>,
    /// The local moves of both sides in each region, Black's first, as far as they were asked for since it changed.
    local: Vec<[Option<Vec<LocalMove>>; 2]>,
    /// The region of each summand.
    summands: Vec<usize>,
    /// Shared liberties that are still empty.
    shared: Vec<Point>,
    /// How the regions stood before each move of the line: no line plays a ko back and forth.
    seen: Vec<Vec<Option<State>>>,
}

impl Board<'_> {
    /// The largest eye that a block has left after a move of its own into the region: stones there make it smaller.
    fn eye_after(&self, race: &Race, owner: Color, changed: usize, stands: &State) -> EyeClass {
        let eyes = self.summands.iter().zip(&race.summands).filter(|(_, s)| s.is_eye && s.owner == owner);
        let classes = eyes.filter_map(|(&region, _)| {
            let field = self.fields[region].as_ref()?;
            let state = if region == changed { *stands } else { self.states[region]? };
            let sizes = field.ground.components(state.points).into_iter().map(Bits::count_ones);
            sizes.max().map(|size| EyeClass::of_region(size as usize))
        });
        classes.max().unwrap_or(EyeClass::None)
    }
}

impl Scene for Board<'_> {
    fn moves(
        &mut self,
        games: &mut LibertyGames,
        race: &Race,
        mover: Color,
    ) -> Result<Vec<RaceMove>, String> {
        let mut moves = Vec::new();
        for (summand, &region) in self.summands.iter().enumerate() {
            let (Some(field), Some(state)) = (&mut self.fields[region], self.states[region]) else {
                continue;
            };
            let known = &mut self.local[region][mover.index()];
            if known.is_none() {
                let mut play = LocalPlay { ground: &field.ground, games, memory: &mut field.memory };
                *known = Some(play.moves(&state, mover).map_err(|error| error.to_string())?);
            }
            let (Some(field), Some(found)) = (&self.fields[region], &self.local[region][mover.index()])
            else {
                continue;
            };
            for local in found {
                let stands = field.ground.play(&state, mover, local.at).state;
                let again = |before: &Vec<Option<State>>| {
                    let others = |from: usize, to: usize| before[from..to] == self.states[from..to];
                    before[region] == Some(stands) && others(0, region) && others(region + 1, before.len())
                };
                if self.seen.iter().any(again) {
                    continue;
                }
                let mut after = race.clone();
                after.summands[summand].parts = games.combine(local.branch.to.iter().copied());
                if race.summands[summand].is_eye && race.summands[summand].owner == mover {
                    after.eyes[mover.index()] = self.eye_after(race, mover, region, &stands);
                }
                let captures = !after.breathes(games, mover.opponent());
                if captures || (!local.branch.last_only && after.breathes(games, mover)) {
                    let point = Some(field.ground.points[local.at]);
                    moves.push(RaceMove { place: Place::Summand(summand), point, after, captures });
                }
            }
        }
        for &point in &self.shared {
            let after = Race { shared: race.shared - 1, ..race.clone() };
            let captures = !after.breathes(games, mover.opponent());
            if captures || after.breathes(games, mover) {
                moves.push(RaceMove { place: Place::Shared, point: Some(point), after, captures });
            }
        }
        Ok(moves)
    }

    fn make(&mut self, mover: Color, played: &RaceMove) {
        let Some(point) = played.point else { return };
        self.seen.push(self.states.clone());
        match played.place {
            Place::Shared => self.shared.retain(|&shared| shared != point),
            Place::Summand(summand) => {
                let region = self.summands[summand];
                let (Some(field), Some(state)) = (&self.fields[region], &mut self.states[region]) else {
                    return;
                };
                if let Some(at) = field.ground.points.iter().position(|&other| other == point) {
                    *state = field.ground.play(state, mover, at).state;
                    self.local[region] = [None, None];
                }
            }
        }
    }
}
