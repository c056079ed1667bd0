//! The whole answer for one side moving first: verdict, winning moves, principal line, final count.
//!
//! A judge decides single positions: the static rule where it applies, else exhaustive play. Everything else follows from
//! the judge: a move wins if the opponent, to move after it, does not escape; the line is made of moves that keep the best
//! outcome, hottest region first, until one block is captured or both sides pass.

use std::collections::HashMap;

use tesuji_board::{Color, Point};
use tesuji_cgt::Dyadic;
use tesuji_job::{Unknown, Why};

use crate::error::{together, told_by, unknown_game};
use crate::liberty::{LibertyGames, Parts};
use crate::product::SumProduct;
use crate::race::{EyeClass, Kos, Obstacle, Place, Race, RaceMove};
use crate::verdict::{Method, Outcome, Verdict, outcome_of_sum, static_outcome};

/// A move of the principal line.
#[derive(Clone, Debug)]
pub struct Step {
    /// Who moves.
    pub mover: Color,
    /// Where; `None` for a pass.
    pub place: Option<Place>,
    /// The point, if the race is on a board.
    pub point: Option<Point>,
    /// The race after it.
    pub after: Race,
}

/// How many moves each block still stands when nothing is left but to fill, after `moves` moves of the line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Count {
    /// Moves of the line before the count.
    pub moves: usize,
    /// Black's liberties.
    pub black: u32,
    /// White's liberties.
    pub white: u32,
    /// Shared liberties.
    pub shared: u32,
    /// Who is to move then.
    pub to_move: Color,
}

/// The answer for one side moving first.
#[derive(Clone, Debug)]
pub struct Answer {
    /// Who moves first.
    pub first: Color,
    /// How it ends.
    pub verdict: Verdict,
    /// The moves that win for the side moving first, the recommended one first; none unless it wins.
    pub winning: Vec<RaceMove>,
    /// The moves that keep a seki, if that is the best there is.
    pub holding: Vec<RaceMove>,
    /// Moves that may be as good as those: counting, which lets the mover give way in kos and reopen nothing, cannot show it, or
    /// a limit was reached before they were judged.
    pub undecided: Vec<RaceMove>,
    /// A line of best play, to the end unless something ended it.
    pub line: Vec<Step>,
    /// The count when only filling is left.
    pub count: Option<Count>,
    /// What ended the work before all moves were judged and the line was complete, if something did.
    pub ended: Option<Unknown>,
}

/// A method with what it remembers.
struct Judge {
    method: Method,
    play: SumProduct,
}

impl Judge {
    fn outcome(&mut self, games: &mut LibertyGames, race: &Race, mover: Color) -> Result<Outcome, Unknown> {
        match self.method {
            Method::Static => static_outcome(games, race, mover).map_err(unknown_game),
            Method::Abstract | Method::Search => {
                self.play.outcome(games, race, mover).map_err(|why| told_by("search in the sum", why))
            }
        }
    }

    fn after(
        &mut self,
        games: &mut LibertyGames,
        mover: Color,
        played: &RaceMove,
    ) -> Result<Outcome, Unknown> {
        if played.captures {
            return Ok(Outcome::win_of(mover));
        }
        if self.method == Method::Static {
            // Where it matters whether the mover can reopen something, a move is not said to be better than it is.
            let cooled = played.after.cooled_without_reopening(games, mover).map_err(unknown_game)?;
            return outcome_of_sum(games, &cooled, &played.after, mover.opponent()).map_err(unknown_game);
        }
        self.outcome(games, &played.after, mover.opponent())
    }

    /// Whether what [`Judge::after`] says of a move holds: counting is no judge of a race in which it does not apply, such as
    /// one in which the move has made a big eye hot.
    fn vouches(&self, games: &mut LibertyGames, played: &RaceMove) -> bool {
        played.captures || self.method != Method::Static || played.after.obstacles(games).is_empty()
    }

    /// Whether a move may be better than [`Judge::after`] says.
    fn doubts(&self, games: &mut LibertyGames, mover: Color, played: &RaceMove) -> Result<bool, Unknown> {
        if self.method != Method::Static || played.captures {
            return Ok(false);
        }
        let has_ko =
            matches!(played.place, Place::Summand(index) if played.after.summands[index].kos != Kos::None);
        let cautious = played.after.cooled_without_reopening(games, mover).map_err(unknown_game)?;
        let doubts = has_ko
            || played.after.cooled(games).map_err(unknown_game)? != cautious
            || !played.after.obstacles(games).is_empty();
        Ok(doubts)
    }
}

/// Where the moves of a race come from: the sum itself, or the points of a board.
pub(crate) trait Scene {
    /// The legal moves of a side.
    fn moves(
        &mut self,
        games: &mut LibertyGames,
        race: &Race,
        mover: Color,
    ) -> Result<Vec<RaceMove>, Unknown>;
    /// Makes a move that [`Scene::moves`] has found.
    fn make(&mut self, mover: Color, played: &RaceMove);
}

/// The sum itself: liberty games without points.
struct Sum;

impl Scene for Sum {
    fn moves(
        &mut self,
        games: &mut LibertyGames,
        race: &Race,
        mover: Color,
    ) -> Result<Vec<RaceMove>, Unknown> {
        Ok(race.moves(games, mover))
    }

    fn make(&mut self, _: Color, _: &RaceMove) {}
}

/// Answers for one side moving first, by the static rule if it applies and else by exhaustive play in the sum.
///
/// Limits make the verdict unknown; they are no errors. One answer may use half of the nodes of the question, since the other
/// side moving first is part of it as well.
#[must_use]
pub fn answer(games: &mut LibertyGames, race: &Race, first: Color) -> Answer {
    answer_within(games, race, first, games.limits().nodes / 2)
}

/// The same with at most so many states of play.
pub(crate) fn answer_within(games: &mut LibertyGames, race: &Race, first: Color, most: u64) -> Answer {
    answer_in(&mut Sum, games, race, first, most)
}

pub(crate) fn answer_in(
    scene: &mut impl Scene,
    games: &mut LibertyGames,
    race: &Race,
    first: Color,
    most: u64,
) -> Answer {
    let obstacles = race.obstacles(games);
    let method = if obstacles.is_empty() { Method::Static } else { Method::Abstract };
    let mut judge = Judge { method, play: SumProduct::new(games, most) };
    match judge.outcome(games, race, first) {
        Ok(outcome) => {
            let mut answer = Answer::new(first, Verdict::Known { outcome, method });
            complete(scene, games, race, &mut judge, outcome, &mut answer);
            answer
        }
        Err(why) => {
            let reason = |obstacle: &Obstacle| Unknown::new(Why::OutOfReach, obstacle.to_string());
            let mut reasons: Vec<Unknown> = obstacles.iter().map(reason).collect();
            reasons.push(why);
            Answer::new(first, Verdict::Unknown(together(reasons)))
        }
    }
}

impl Answer {
    /// A verdict without moves.
    pub(crate) fn new(first: Color, verdict: Verdict) -> Answer {
        Answer {
            first,
            verdict,
            winning: Vec::new(),
            holding: Vec::new(),
            undecided: Vec::new(),
            line: Vec::new(),
            count: None,
            ended: None,
        }
    }
}

/// Finds the moves and the line. The verdict stands even if a limit ends that.
fn complete(
    scene: &mut impl Scene,
    games: &mut LibertyGames,
    race: &Race,
    judge: &mut Judge,
    outcome: Outcome,
    answer: &mut Answer,
) {
    let judged = judge_moves(scene, games, race, judge, outcome, answer);
    let followed = follow(scene, games, race, judge, outcome, answer);
    answer.ended = answer.ended.take().or(judged.err()).or(followed.err());
}

/// Judges all first moves, if there is anything to keep.
fn judge_moves(
    scene: &mut impl Scene,
    games: &mut LibertyGames,
    race: &Race,
    judge: &mut Judge,
    outcome: Outcome,
    answer: &mut Answer,
) -> Result<(), Unknown> {
    let first = answer.first;
    let wanted = outcome.for_side(first);
    if wanted == 0 {
        return Ok(());
    }
    let mut good = Vec::new();
    let mut judged: HashMap<(Place, Vec<Parts>, u32, [EyeClass; 2]), bool> = HashMap::new();
    for played in preferred_moves(scene, games, race, first)? {
        let parts = played.after.summands.iter().map(|summand| summand.parts.clone()).collect();
        let key = (played.place, parts, played.after.shared, played.after.eyes);
        let keeps = match judged.get(&key) {
            Some(&keeps) => Ok(keeps),
            None => judge.after(games, first, &played).map(|outcome| outcome.for_side(first) == wanted),
        };
        let doubts = match keeps {
            Ok(keeps) => {
                judged.insert(key, keeps);
                if keeps && judge.vouches(games, &played) {
                    good.push(played);
                    continue;
                }
                if keeps { Ok(true) } else { judge.doubts(games, first, &played) }
            }
            Err(why) => Err(why),
        };
        if doubts != Ok(false) {
            answer.undecided.push(played);
        }
        if let Err(why) = doubts {
            answer.ended.get_or_insert(why);
        }
    }
    if wanted == 2 {
        answer.winning = good;
    } else {
        answer.holding = good;
    }
    Ok(())
}

/// All moves: captures, then the hottest regions, then what gains most.
fn preferred_moves(
    scene: &mut impl Scene,
    games: &mut LibertyGames,
    race: &Race,
    mover: Color,
) -> Result<Vec<RaceMove>, Unknown> {
    let told = unknown_game;
    let mut temperatures = Vec::with_capacity(race.summands.len());
    let mut means = Vec::with_capacity(race.summands.len());
    for summand in &race.summands {
        let value = games.value(&summand.parts, summand.owner).map_err(told)?;
        temperatures.push(games.arena.temperature(value).map_err(told)?);
        means.push(games.arena.mean(value).map_err(told)?);
    }
    let mut keyed = Vec::new();
    for played in scene.moves(games, race, mover)? {
        let (heat, gain) = match played.place {
            Place::Summand(index) => {
                let summand = &played.after.summands[index];
                let value = games.value(&summand.parts, summand.owner).map_err(told)?;
                let mean = games.arena.mean(value).map_err(told)?;
                let gain = mean.checked_sub(means[index]).map_err(told)?;
                (
                    temperatures[index],
                    if mover == Color::Black { gain } else { gain.checked_neg().map_err(told)? },
                )
            }
            Place::Shared => (Dyadic::from(-2), Dyadic::ZERO),
        };
        keyed.push(((played.captures, heat, gain), played));
    }
    keyed.sort_by(|(a, _), (b, _)| b.cmp(a));
    Ok(keyed.into_iter().map(|(_, played)| played).collect())
}

/// Plays the line out.
fn follow(
    scene: &mut impl Scene,
    games: &mut LibertyGames,
    race: &Race,
    judge: &mut Judge,
    outcome: Outcome,
    answer: &mut Answer,
) -> Result<(), Unknown> {
    // More moves than this no race has: every move takes a liberty or descends in a tree.
    const MOST_MOVES: usize = 500;
    let mut race = race.clone();
    let mut mover = answer.first;
    let mut passed = false;
    while answer.line.len() < MOST_MOVES {
        if answer.count.is_none()
            && let Some([black, white]) = race.counts(games)
        {
            let moves = answer.line.len();
            answer.count = Some(Count { moves, black, white, shared: race.shared, to_move: mover });
        }
        let wanted = outcome.for_side(mover);
        let mut chosen = None;
        let mut beyond_counting = false;
        for played in preferred_moves(scene, games, &race, mover)? {
            if judge.after(games, mover, &played)?.for_side(mover) == wanted {
                if judge.vouches(games, &played) {
                    chosen = Some(played);
                    break;
                }
                beyond_counting = true;
            }
        }
        if chosen.is_none() && beyond_counting {
            // The line ends where counting does.
            break;
        }
        let place = chosen.as_ref().map(|played| played.place);
        let point = chosen.as_ref().and_then(|played| played.point);
        let captures = chosen.as_ref().is_some_and(|played| played.captures);
        if let Some(played) = chosen {
            scene.make(mover, &played);
            race = played.after;
        }
        answer.line.push(Step { mover, place, point, after: race.clone() });
        if captures || (passed && place.is_none()) {
            break;
        }
        passed = place.is_none();
        mover = mover.opponent();
    }
    Ok(())
}
