//! The answer to a race on a board: counting first, the product of the regions where counting does not apply or when asked to
//! verify.

use tesuji_board::{Color, Point};
use tesuji_job::{Unknown, Why};
use tesuji_local::{Bits, Part};

use crate::answer::{Answer, Count, Scene, answer_in};
use crate::board::{BoardRace, Field, RegionKind};
use crate::error::{together, told_by};
use crate::liberty::LibertyGames;
use crate::local::{LocalMove, LocalPlay};
use crate::product::{BoardProduct, Graded, Judged};
use crate::race::{EyeClass, Place, Race, RaceMove};
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
    /// The points that win for the side moving first, the recommended one first; none unless it wins. Where a ko decides, those
    /// that keep the better of it: the own threats that it takes are used.
    pub winning: Vec<Point>,
    /// The points that keep a seki, if that is the best there is.
    pub holding: Vec<Point>,
    /// Points that may be as good as those: neither counting nor a search could tell.
    pub undecided: Vec<Point>,
    /// A line of best play, to the end unless something ended it.
    pub line: Vec<LineMove>,
    /// The count when only filling is left; `None` if the search decided.
    pub count: Option<Count>,
    /// Whether the product of the regions says the same; `None` if it was not asked or reached its limit.
    pub verified: Option<bool>,
    /// What the product found, or why it found nothing, if it was asked.
    pub search: Option<Result<Graded, Unknown>>,
    /// What ended the work before all moves were judged and the line was complete, if something did.
    pub ended: Option<Unknown>,
}

/// The answers for both sides moving first.
#[derive(Clone, Debug)]
pub struct Report {
    /// Black first, White first.
    pub answers: [BoardAnswer; 2],
    /// How many states of the product were looked at, as judge or as witness.
    pub searched: u64,
    /// How many nodes the whole question has used, local positions included.
    pub nodes: u64,
}

/// Answers a race on a board for both sides moving first: by counting where it is a proof, else by the product of the regions,
/// which then has what is left of the nodes.
#[must_use]
pub fn solve(race: &mut BoardRace, verify: bool) -> Report {
    let mut answers = Color::BOTH.map(|first| {
        let counted = match why_not_counted(race, first) {
            None => count_on_board(race, first),
            Some(why) => Answer::new(first, Verdict::Unknown(why)),
        };
        from_counted(counted)
    });
    let mut product: Option<Result<BoardProduct, Unknown>> = None;
    for answer in &mut answers {
        let asked = !answer.verdict.is_known() || verify || !answer.undecided.is_empty();
        if !asked {
            continue;
        }
        // A witness does not believe what it is to confirm.
        let made =
            || BoardProduct::new(race, u64::MAX).map(|made| if verify { made } else { made.counting() });
        match product.get_or_insert_with(made) {
            Ok(product) if answer.verdict.is_known() => {
                decide_doubts(product, answer);
                if verify {
                    consult(product, answer);
                }
            }
            Ok(product) => consult(product, answer),
            Err(why) if verify || !answer.verdict.is_known() => give_up(answer, why.clone()),
            Err(_) => {}
        }
    }
    let searched = product.and_then(Result::ok).map_or(0, |product| product.nodes());
    Report { answers, searched, nodes: race.games.nodes() }
}

/// Why counting is no proof here, if it is none.
fn why_not_counted(race: &mut BoardRace, first: Color) -> Option<Unknown> {
    if !race.gaps.is_empty() {
        return Some(together(race.gaps.clone()));
    }
    let unseen = |told: String| Unknown::new(Why::OutOfReach, told);
    // Counting knows no move that is forbidden for one turn.
    let ko = race.position.ko().filter(|_| race.position.to_move() == first);
    if let Some(region) = ko.and_then(|ko| race.region_at(ko)) {
        return Some(unseen(format!("a ko was just taken in region {}", region.id)));
    }
    let obstacles = race.race.clone().obstacles(&mut race.games);
    let reasons: Vec<Unknown> = obstacles.iter().map(|obstacle| unseen(obstacle.to_string())).collect();
    (!reasons.is_empty()).then(|| together(reasons))
}

/// Asks the product about moves of which counting cannot say that they are good.
fn decide_doubts(product: &mut BoardProduct, answer: &mut BoardAnswer) {
    let Some(outcome) = answer.verdict.outcome() else { return };
    let wanted = outcome.for_side(answer.first);
    let threats = Graded::Settled(outcome).level_for(answer.first);
    let good = if wanted == 2 { &mut answer.winning } else { &mut answer.holding };
    let (first, ended) = (answer.first, &mut answer.ended);
    answer.undecided.retain(|&point| match product.keeps(first, point, wanted, threats) {
        Ok(keeps) => {
            good.extend(keeps.then_some(point));
            false
        }
        Err(why) => {
            ended.get_or_insert_with(|| told_by(IN_THE_REGIONS, why));
            true
        }
    });
}

/// What reasons of the product are about.
const IN_THE_REGIONS: &str = "search in the regions";

/// Asks the product, as the judge if there is no verdict yet, as a witness otherwise.
fn consult(product: &mut BoardProduct, answer: &mut BoardAnswer) {
    let first = answer.first;
    let graded = match product.graded(first) {
        Ok(graded) => graded,
        Err(why) => return give_up(answer, why.into()),
    };
    answer.search = Some(Ok(graded));
    if let Some(known) = answer.verdict.outcome() {
        answer.verified = Some(graded == Graded::Settled(known));
        return;
    }
    answer.verdict = match graded {
        Graded::Settled(outcome) => Verdict::Known { outcome, method: Method::Search },
        Graded::Ko(ko) => Verdict::Ko(ko),
    };
    let threats = graded.level_for(first);
    // The verdict stands even if a limit ends the search for moves and line.
    let mut ended = None;
    match product.line(first, threats) {
        Ok(line) => {
            answer.line = line.into_iter().map(|(mover, point)| LineMove { mover, point }).collect();
        }
        Err(why) => ended = Some(why),
    }
    let wanted = match product.outcome(first, threats) {
        Ok(outcome) => outcome.for_side(first),
        Err(why) => {
            answer.ended = Some(told_by(IN_THE_REGIONS, why));
            return;
        }
    };
    if wanted > 0 {
        let Judged { mut good, undecided, ended: unjudged } = product.good_moves(first, wanted, threats);
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
    answer.ended = ended.map(|why| told_by(IN_THE_REGIONS, why));
}

fn give_up(answer: &mut BoardAnswer, why: Unknown) {
    if let Verdict::Unknown(reason) = &mut answer.verdict {
        *reason = together(vec![reason.clone(), told_by(IN_THE_REGIONS, why.clone())]);
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
    let states = race.fields.iter().map(|field| field.as_ref().map(|field| field.state.clone())).collect();
    let local = race.fields.iter().map(|_| [None, None]).collect();
    let mut scene = Board { fields: &mut race.fields, states, local, summands, shared, seen: Vec::new() };
    let most = race.games.limits().nodes / 4;
    answer_in(&mut scene, &mut race.games, &race.race, first, most)
}

/// A board whose regions are played on.
struct Board<'a> {
    fields: &'a mut [Option<Field>],
    /// How each region stands now.
    states: Vec<Option<Part>>,
    /// The local moves of both sides in each region, Black's first, as far as they were asked for since it changed.
    local: Vec<[Option<Vec<LocalMove>>; 2]>,
    /// The region of each summand.
    summands: Vec<usize>,
    /// Shared liberties that are still empty.
    shared: Vec<Point>,
    /// How the regions stood before each move of the line: no line plays a ko back and forth.
    seen: Vec<Vec<Option<Part>>>,
}

impl Board<'_> {
    /// The largest eye that a block has left after a move of its own into the region: stones there make it smaller.
    fn eye_after(&self, race: &Race, owner: Color, changed: usize, stands: &Part) -> EyeClass {
        let eyes = self.summands.iter().zip(&race.summands).filter(|(_, s)| s.is_eye && s.owner == owner);
        let classes = eyes.filter_map(|(&region, _)| {
            let field = self.fields[region].as_ref()?;
            let state = if region == changed { stands } else { self.states[region].as_ref()? };
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
            let (Some(field), Some(state)) = (&mut self.fields[region], self.states[region].clone()) else {
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
                let stands = field.ground.play(&state, mover, local.at).part;
                let again = |before: &Vec<Option<Part>>| {
                    let others = |from: usize, to: usize| before[from..to] == self.states[from..to];
                    before[region].as_ref() == Some(&stands)
                        && others(0, region)
                        && others(region + 1, before.len())
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
                    let point = Some(field.ground.points()[local.at]);
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
                if let Some(at) = field.ground.index_of(point) {
                    *state = field.ground.play(state, mover, at).part;
                    self.local[region] = [None, None];
                }
            }
        }
    }
}
