//! The whole answer for one side moving first: verdict, winning moves, principal line, final count.
//!
//! A judge decides single positions: the static rule where it applies, else exhaustive play. Everything else follows from
//! the judge: a move wins if the opponent, to move after it, does not escape; the line is made of moves that keep the best
//! outcome, hottest region first, until one block is captured or both sides pass.

use tesuji_board::Color;
use tesuji_cgt::Dyadic;

use crate::error::RaceError;
use crate::liberty::LibertyGames;
use crate::play::AbstractPlay;
use crate::race::{Place, Race, RaceMove};
use crate::verdict::{Method, Outcome, Verdict, static_outcome};

/// What answering may cost. Reproducible: no clock is asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RaceLimits {
    /// Local positions of one region.
    pub region_states: usize,
    /// States of exhaustive play in the sum.
    pub abstract_states: u64,
    /// Positions of exhaustive play on the board.
    pub board_states: u64,
}

impl RaceLimits {
    /// Limits for interactive use: at most some seconds each.
    #[must_use]
    pub fn interactive() -> RaceLimits {
        RaceLimits { region_states: 400_000, abstract_states: 2_000_000, board_states: 3_000_000 }
    }
}

/// A move of the principal line.
#[derive(Clone, Debug)]
pub struct Step {
    /// Who moves.
    pub mover: Color,
    /// Where; `None` for a pass.
    pub place: Option<Place>,
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
    /// A line of best play to the end.
    pub line: Vec<Step>,
    /// The count when only filling is left.
    pub count: Option<Count>,
}

/// A method with its limit.
#[derive(Clone, Copy, Debug)]
struct Judge {
    method: Method,
    limit: u64,
}

impl Judge {
    fn outcome(self, games: &mut LibertyGames, race: &Race, mover: Color) -> Result<Outcome, String> {
        match self.method {
            Method::Static => static_outcome(games, race, mover).map_err(|error| error.to_string()),
            Method::Abstract | Method::Search => AbstractPlay::new(games, self.limit)
                .outcome(race, mover)
                .map_err(|error| error.to_string()),
        }
    }

    fn after(self, games: &mut LibertyGames, mover: Color, played: &RaceMove) -> Result<Outcome, String> {
        if played.captures {
            return Ok(Outcome::win_of(mover));
        }
        self.outcome(games, &played.after, mover.opponent())
    }
}

/// Answers for one side moving first, by the static rule if it applies and else by exhaustive play.
///
/// # Errors
/// A limit of the arena while the regions are valued. Limits of the methods make the verdict unknown.
pub fn answer(
    games: &mut LibertyGames,
    race: &Race,
    first: Color,
    limits: &RaceLimits,
) -> Result<Answer, RaceError> {
    let obstacles = race.obstacles(games);
    let method = if obstacles.is_empty() { Method::Static } else { Method::Abstract };
    let judge = Judge { method, limit: limits.abstract_states };
    let mut answer = Answer {
        first,
        verdict: Verdict::Unknown { why: String::new() },
        winning: Vec::new(),
        holding: Vec::new(),
        line: Vec::new(),
        count: None,
    };
    match complete(games, race, judge, &mut answer) {
        Ok(outcome) => answer.verdict = Verdict::Known { outcome, method },
        Err(why) => {
            let reasons: Vec<String> = obstacles.iter().map(ToString::to_string).collect();
            let why = if reasons.is_empty() { why } else { format!("{}; {why}", reasons.join("; ")) };
            answer = Answer {
                verdict: Verdict::Unknown { why },
                winning: Vec::new(),
                holding: Vec::new(),
                line: Vec::new(),
                count: None,
                ..answer
            };
        }
    }
    Ok(answer)
}

fn complete(
    games: &mut LibertyGames,
    race: &Race,
    judge: Judge,
    answer: &mut Answer,
) -> Result<Outcome, String> {
    let first = answer.first;
    let outcome = judge.outcome(games, race, first)?;
    let wanted = outcome.for_side(first);
    if wanted > 0 {
        let mut good = Vec::new();
        for played in preferred_moves(games, race, first).map_err(|error| error.to_string())? {
            if judge.after(games, first, &played)?.for_side(first) == wanted {
                good.push(played);
            }
        }
        if wanted == 2 {
            answer.winning = good;
        } else {
            answer.holding = good;
        }
    }
    follow(games, race, judge, outcome, answer)?;
    Ok(outcome)
}

/// All moves, those in the hottest regions first.
fn preferred_moves(games: &mut LibertyGames, race: &Race, mover: Color) -> Result<Vec<RaceMove>, RaceError> {
    let mut temperatures = Vec::with_capacity(race.summands.len());
    for summand in &race.summands {
        let value = games.value(&summand.parts, summand.owner)?;
        temperatures.push(games.arena.temperature(value)?);
    }
    let mut moves = race.moves(games, mover);
    let heat = |played: &RaceMove| match played.place {
        Place::Summand(index) => temperatures[index],
        Place::Shared => Dyadic::from(-2),
    };
    moves.sort_by(|a, b| b.captures.cmp(&a.captures).then(heat(b).cmp(&heat(a))));
    Ok(moves)
}

/// Plays the line out.
fn follow(
    games: &mut LibertyGames,
    race: &Race,
    judge: Judge,
    outcome: Outcome,
    answer: &mut Answer,
) -> Result<(), String> {
    // More moves than this no race has: every move takes a liberty or descends in a tree.
    const MOST_MOVES: usize = 2000;
    let mut race = race.clone();
    let mut mover = answer.first;
    let mut passed = false;
    while answer.line.len() < MOST_MOVES {
        if answer.count.is_none() {
            if let Some([black, white]) = race.counts(games) {
                answer.count =
                    Some(Count { moves: answer.line.len(), black, white, shared: race.shared, to_move: mover });
            }
        }
        let wanted = outcome.for_side(mover);
        let mut chosen = None;
        for played in preferred_moves(games, &race, mover).map_err(|error| error.to_string())? {
            if judge.after(games, mover, &played)?.for_side(mover) == wanted {
                chosen = Some(played);
                break;
            }
        }
        let place = chosen.as_ref().map(|played| played.place);
        let captures = chosen.as_ref().is_some_and(|played| played.captures);
        if let Some(played) = chosen {
            race = played.after;
        }
        answer.line.push(Step { mover, place, after: race.clone() });
        if captures || (passed && place.is_none()) {
            break;
        }
        passed = place.is_none();
        mover = mover.opponent();
    }
    Ok(())
}
