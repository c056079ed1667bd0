//! The answer to a race on a board: counting first, search where counting does not apply or when asked to verify.

use tesuji_board::{Color, Point};
use tesuji_job::Unknown;

use crate::answer::{Answer, Count, Scene, answer_in};
use crate::board::{BoardRace, Field, RegionKind};
use crate::error::{together, told_by};
use crate::ground::{Bits, State};
use crate::liberty::LibertyGames;
use crate::local::{LocalMove, LocalPlay};
use crate::race::{EyeClass, Place, Race, RaceMove};
use crate::search::{BoardSearch, Judged};
use crate::verdict::{Method, Outcome, Verdict};

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
    /// Points that may be as good as those: neither counting nor a search could tell.
    pub undecided: Vec<Point>,
    /// A line of best play, to the end unless something ended it.
    pub line: Vec<LineMove>,
    /// The count when only filling is left; `None` if the search decided.
    pub count: Option<Count>,
    /// Whether search on the board says the same; `None` if it was not asked or reached its limit.
    pub verified: Option<bool>,
    /// What the search found, or why it found nothing, if it was asked.
    pub search: Option<Result<Outcome, Unknown>>,
    /// What ended the work before all moves were judged and the line was complete, if something did.
    pub ended: Option<Unknown>,
}

/// The answers for both sides moving first.
#[derive(Clone, Debug)]
pub struct Report {
    /// Black first, White first.
    pub answers: [BoardAnswer; 2],
    /// How many positions the search on the board looked at, as judge or as witness.
    pub searched: u64,
    /// How many nodes the whole question has used, local positions included.
    pub nodes: u64,
}

/// Answers a race on a board for both sides moving first.
///
/// Counting comes first, for both sides; play in the sum may use a quarter of the nodes for each of them, and the search has
/// what is left.
#[must_use]
pub fn solve(race: &mut BoardRace, verify: bool) -> Report {
    let mut answers = Color::BOTH.map(|first| {
        let counted = if race.gaps.is_empty() {
            count_on_board(race, first)
        } else {
            Answer::new(first, Verdict::Unknown(together(race.gaps.clone())))
        };
        let mut answer = from_counted(counted);
        decide_doubts(race, &mut answer);
        answer
    });
    let mut search: Option<Result<BoardSearch, Unknown>> = None;
    for answer in &mut answers {
        if answer.verdict.outcome().is_none() || verify {
            match search.get_or_insert_with(|| BoardSearch::new(race, u64::MAX)) {
                Ok(search) => consult(search, answer),
                Err(why) => give_up(answer, why.clone()),
            }
        }
    }
    let searched = search.and_then(Result::ok).map_or(0, |search| search.nodes());
    Report { answers, searched, nodes: race.games.nodes() }
}

/// Positions a search may look at to decide what counting leaves open about single moves.
const MOST_FOR_DOUBTS: u64 = 200_000;

/// Asks the search about moves of which counting cannot say that they are good.
fn decide_doubts(race: &BoardRace, answer: &mut BoardAnswer) {
    let (Some(outcome), false) = (answer.verdict.outcome(), answer.undecided.is_empty()) else { return };
    let Ok(mut search) = BoardSearch::new(race, MOST_FOR_DOUBTS) else { return };
    let wanted = outcome.for_side(answer.first);
    let good = if wanted == 2 { &mut answer.winning } else { &mut answer.holding };
    answer.undecided.retain(|&point| match search.keeps(answer.first, point, wanted) {
        Ok(keeps) => {
            good.extend(keeps.then_some(point));
            false
        }
        Err(why) => {
            answer.ended.get_or_insert_with(|| told_by(ON_THE_BOARD, why));
            true
        }
    });
}

/// What reasons of the search are about.
const ON_THE_BOARD: &str = "search on the board";

/// Asks the search, as the judge if there is no verdict yet, as a witness otherwise.
fn consult(search: &mut BoardSearch, answer: &mut BoardAnswer) {
    let first = answer.first;
    let outcome = match search.outcome(first) {
        Ok(outcome) => outcome,
        Err(why) => return give_up(answer, why.into()),
    };
    answer.search = Some(Ok(outcome));
    if let Some(known) = answer.verdict.outcome() {
        answer.verified = Some(known == outcome);
        return;
    }
    answer.verdict = Verdict::Known { outcome, method: Method::Search };
    let wanted = outcome.for_side(first);
    // The verdict stands even if a limit ends the search for moves and line.
    let mut ended = None;
    match search.line(first) {
        Ok(line) => {
            answer.line = line.into_iter().map(|(mover, point)| LineMove { mover, point }).collect();
        }
        Err(why) => ended = Some(why),
    }
    if wanted > 0 {
        let Judged { mut good, undecided, ended: unjudged } = search.good_moves(first, wanted);
        if let Some(best) = answer.line.first().and_then(|step| step.point) {
            good.sort_by_key(|&point| point != best);
        }
        if wanted == 2 {
            answer.winning = good;
        } else {
            answer.holding = good;
        }
        answer.undecided = undecided;
        ended = ended.or(unjudged);
    }
    answer.ended = ended.map(|why| told_by(ON_THE_BOARD, why));
}

fn give_up(answer: &mut BoardAnswer, why: Unknown) {
    if let Verdict::Unknown(reason) = &mut answer.verdict {
        *reason = together(vec![reason.clone(), told_by(ON_THE_BOARD, why.clone())]);
    }
    answer.search = Some(Err(why));
}

fn from_counted(counted: Answer) -> BoardAnswer {
    let points = |moves: &[RaceMove]| moves.iter().filter_map(|played| played.point).collect();
    BoardAnswer {
        first: counted.first,
        winning: points(&counted.winning),
        holding: points(&counted.holding),
        undecided: points(&counted.undecided),
        line: counted.line.iter().map(|step| LineMove { mover: step.mover, point: step.point }).collect(),
        count: counted.count,
        verdict: counted.verdict,
        verified: None,
        search: None,
        ended: counted.ended,
    }
}

fn count_on_board(race: &mut BoardRace, first: Color) -> Answer {
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
    let most = race.games.limits().nodes / 4;
    answer_in(&mut scene, &mut race.games, &race.race, first, most)
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
    ) -> Result<Vec<RaceMove>, Unknown> {
        let mut moves = Vec::new();
        for (summand, &region) in self.summands.iter().enumerate() {
            let (Some(field), Some(state)) = (&mut self.fields[region], self.states[region]) else {
                continue;
            };
            let known = &mut self.local[region][mover.index()];
            if known.is_none() {
                let mut play = LocalPlay { ground: &field.ground, games, memory: &mut field.memory };
                *known = Some(play.moves(&state, mover)?);
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
