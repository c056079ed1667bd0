//! The score of a whole board: the sum of its regions, by what each is worth.
//!
//! Regions do not touch each other, so the board is the sum of their values. The sum itself is never enumerated. Let *g* be the sum of the
//! chilled values. A value in which every move changes the parity is its chilled value warmed again (`Solved::parity`), and from that
//! follows, by induction over the moves:
//!
//! - Black, to move, scores at least *n* points of territory exactly if *g* is greater than *n* - 1 or confused with it;
//! - White, to move, holds Black to *n* exactly if *g* is less than *n* + 1 or confused with it;
//! - counted by area the last move is worth a point, and the score has the parity of the board: Black, to move, scores the largest *n* + 2
//!   of that parity for which *g* is greater than *n* or confused with it, before the stones are added that stand there already.
//!
//! So a handful of comparisons with integers gives the score, and one comparison for each move says whether it keeps it. Chilled values are
//! mostly numbers and infinitesimals, whose sums stay small. Where a value is not of this kind, the values themselves are compared
//! with halves, for territory: Black scores *n* exactly if the sum is greater than *n* - 1/2 or confused with it.

use rustc_hash::FxHashMap;
use tesuji_board::{Color, Point};
use tesuji_cgt::{Arena, Dyadic, Error, Form, Game};
use tesuji_job::Why;

use crate::Scoring;
use crate::graph::{Bounds, Budget};
use crate::worth::{Solved, Standing};

/// The most moves of a line.
const LONGEST_LINE: usize = 200;
/// The most integers that a sum is compared with.
const MOST_COMPARED: usize = 2_000;

/// Best play on all regions together, with one side moving first.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct First {
    /// The score, komi not included: positive is Black's. Where kos matter, if Black wins all of them and if White does; else twice
    /// the same.
    pub scores: [i64; 2],
    /// The moves that keep it, the largest ones in front. Nothing where no move is needed.
    pub moves: Vec<Point>,
    /// Moves that were not judged.
    pub undecided: Vec<Point>,
    /// Best play until nothing is open; empty if it was not found.
    pub line: Vec<Point>,
}

/// A region of the sum: where its positions are known, and the points of the board for its bits.
pub(crate) struct Summand {
    pub(crate) solved: usize,
    pub(crate) points: Vec<Point>,
    pub(crate) values: Bounds,
    pub(crate) parity: Option<u8>,
}

/// The regions of a board while they are played.
pub(crate) struct Sum<'a, 'b> {
    pub(crate) solved: &'a mut [Solved],
    pub(crate) summands: &'a [Summand],
    pub(crate) arena: Arena,
    pub(crate) budget: &'a mut Budget<'b>,
    pub(crate) scoring: Scoring,
    images: FxHashMap<(usize, Game), Game>,
    /// Territory that is taken for granted.
    assumed: i64,
    /// Whether chilled values are compared, and not the values themselves.
    chilled: bool,
}

/// What stands in all regions.
#[derive(Clone)]
struct Now {
    standings: Vec<Standing>,
    values: Vec<Bounds>,
    parity: i64,
}

/// A move on the whole board.
struct Choice {
    summand: usize,
    point: Point,
    after: Standing,
    value: Bounds,
    /// How large a move in its region is, and what the region counts after it, for the side that moves. For the order alone.
    size: (Dyadic, Dyadic),
}

impl<'a, 'b> Sum<'a, 'b> {
    pub(crate) fn new(
        solved: &'a mut [Solved],
        summands: &'a [Summand],
        arena: Arena,
        budget: &'a mut Budget<'b>,
        scoring: Scoring,
    ) -> Sum<'a, 'b> {
        let chilled = summands.iter().all(|summand| summand.parity.is_some());
        Sum { solved, summands, arena, budget, scoring, images: FxHashMap::default(), assumed: 0, chilled }
    }

    /// The same with territory that is taken for granted, counted for Black.
    pub(crate) fn with_assumed(self, points: i64) -> Sum<'a, 'b> {
        Sum { assumed: points, ..self }
    }

    fn start(&self) -> Now {
        Now {
            standings: self.summands.iter().map(|summand| self.solved[summand.solved].start()).collect(),
            values: self.summands.iter().map(|summand| summand.values).collect(),
            parity: self.assumed
                + self.summands.iter().map(|summand| i64::from(summand.parity.unwrap_or(0))).sum::<i64>(),
        }
    }

    /// The sum of the values, cooled or not, if it stays small and no ko matters.
    pub(crate) fn total(&mut self) -> Result<Form, Error> {
        let now = self.start();
        if now.values.iter().any(|values| values.exact().is_none()) {
            return Err(Error::Unknown(Why::OutOfReach));
        }
        let parts = self.parts(&now.values, Color::Black)?;
        let total = self.arena.sum_all(&parts)?;
        Ok(self.arena.form(total))
    }

    /// Whether [`Sum::total`] is cooled.
    pub(crate) fn is_chilled(&self) -> bool {
        self.chilled
    }

    /// What is compared for each region, in the arena of the sum: what this side has for certain.
    fn parts(&mut self, values: &[Bounds], color: Color) -> Result<Vec<Game>, Error> {
        let assumed = Game::integer(self.assumed);
        let images =
            (0..values.len()).map(|at| self.image(self.summands[at].solved, values[at].certain(color)));
        std::iter::once(Ok(assumed)).chain(images).collect()
    }

    fn image(&mut self, solved: usize, value: Game) -> Result<Game, Error> {
        if let Some(&image) = self.images.get(&(solved, value)) {
            return Ok(image);
        }
        let arena = &mut self.solved[solved].arena;
        let own = if self.chilled { arena.cool(value, Dyadic::from(1))? } else { value };
        let form = arena.form(own);
        let image = self.arena.game(&form)?;
        self.images.insert((solved, value), image);
        Ok(image)
    }

    /// Best play with one side moving first.
    pub(crate) fn first(&mut self, color: Color) -> Result<First, Error> {
        let mut now = self.start();
        let least = self.score(&now, color, Color::Black)?;
        let is_exact = now.values.iter().all(|values| values.exact().is_some());
        let most = if is_exact { least } else { self.score(&now, color, Color::White)? };
        let score = if color == Color::Black { least } else { most };
        let mut found =
            First { scores: [most, least], moves: Vec::new(), undecided: Vec::new(), line: Vec::new() };
        let mut choices = Vec::new();
        for choice in self.choices(&now, color)? {
            match self.keeps(&now, &choice, color, score) {
                Ok(Some(true)) => {
                    found.moves.push(choice.point);
                    choices.push(choice);
                }
                Ok(Some(false)) => {}
                // A ko decides.
                Ok(None) => found.undecided.push(choice.point),
                Err(Error::Unknown(Why::Stopped)) => return Err(Error::Unknown(Why::Stopped)),
                Err(Error::Unknown(_)) => found.undecided.push(choice.point),
                Err(error) => return Err(error),
            }
        }
        if let Some(first) = choices.into_iter().next() {
            let mut line = vec![first.point];
            self.play(&mut now, first);
            // A line that a limit cut short would look like the end of the game.
            match self.rest_of_line(now, color.opponent(), &mut line) {
                Ok(()) => found.line = line,
                Err(Error::Unknown(why)) if why != Why::Stopped => {}
                Err(error) => return Err(error),
            }
        }
        Ok(found)
    }

    fn rest_of_line(&mut self, mut now: Now, first: Color, line: &mut Vec<Point>) -> Result<(), Error> {
        let mut color = first;
        while line.len() < LONGEST_LINE {
            let score = self.score(&now, color, color)?;
            let mut next = None;
            for choice in self.choices(&now, color)? {
                if self.keeps(&now, &choice, color, score)? == Some(true) {
                    next = Some(choice);
                    break;
                }
            }
            let Some(choice) = next else { return Ok(()) };
            line.push(choice.point);
            self.play(&mut now, choice);
            color = color.opponent();
        }
        Ok(())
    }

    fn play(&self, now: &mut Now, choice: Choice) {
        now.standings[choice.summand] = choice.after;
        now.values[choice.summand] = choice.value;
        now.parity += 1;
    }

    /// The moves in open regions, the largest first.
    fn choices(&mut self, now: &Now, color: Color) -> Result<Vec<Choice>, Error> {
        let mut choices = Vec::new();
        for (at, summand) in self.summands.iter().enumerate() {
            let values = now.values[at];
            if values.exact().is_some_and(Game::is_number) {
                continue;
            }
            let solved = &mut self.solved[summand.solved];
            let temperature =
                solved.arena.temperature(values.most)?.max(solved.arena.temperature(values.least)?);
            let moves = solved.moves(&now.standings[at], color, self.budget)?;
            for one in moves {
                let point = summand.points[one.at];
                let mean = solved.arena.mean(one.value.certain(color))?;
                let mean = if color == Color::Black { mean } else { mean.checked_neg()? };
                let size = (temperature, mean);
                choices.push(Choice { summand: at, point, after: one.after, value: one.value, size });
            }
        }
        choices.sort_by(|a, b| b.size.cmp(&a.size).then(a.point.cmp(&b.point)));
        Ok(choices)
    }

    /// The score with one side to move, by what a side has for certain.
    fn score(&mut self, now: &Now, color: Color, certain: Color) -> Result<i64, Error> {
        let parts = self.parts(&now.values, certain)?;
        let mut mean = Dyadic::ZERO;
        for &part in &parts {
            mean = mean.checked_add(self.arena.mean(part)?)?;
        }
        let step = if self.scoring == Scoring::Area { 2 } else { 1 };
        let mut at = mean.to_f64().floor() as i64;
        if self.scoring == Scoring::Area && (at - now.parity).rem_euclid(2) == 1 {
            at += 1;
        }
        // Black reaches past all integers up to one, White below all down to one; they are found from the mean.
        let upwards = if color == Color::Black { step } else { -step };
        let mut steps = 0;
        if self.passes(&parts, at, color)? {
            while self.passes(&parts, at + upwards, color)? {
                at += upwards;
                steps += 1;
                self.is_reasonable(steps)?;
            }
        } else {
            while !self.passes(&parts, at, color)? {
                at -= upwards;
                steps += 1;
                self.is_reasonable(steps)?;
            }
        }
        Ok(if self.chilled { at + upwards } else { at })
    }

    fn is_reasonable(&self, steps: usize) -> Result<(), Error> {
        if steps > MOST_COMPARED { Err(Error::Overflow) } else { Ok(()) }
    }

    /// Whether the sum is confused with an integer, or better for the side to move; for values that are not chilled, with the half before it.
    fn passes(&mut self, parts: &[Game], integer: i64, color: Color) -> Result<bool, Error> {
        let bound = self.bound(integer, color)?;
        Ok(match color {
            Color::Black => !self.arena.sum_at_most(parts, bound)?,
            Color::White => !self.arena.sum_at_least(parts, bound)?,
        })
    }

    /// Whether a move keeps a score for the side that makes it; none if that depends on a ko.
    fn keeps(&mut self, now: &Now, choice: &Choice, color: Color, score: i64) -> Result<Option<bool>, Error> {
        let mut values = now.values.clone();
        values[choice.summand] = choice.value;
        if self.keeps_with(&values, color, color, score)? {
            return Ok(Some(true));
        }
        let is_exact = values.iter().all(|values| values.exact().is_some());
        let fails = is_exact || !self.keeps_with(&values, color.opponent(), color, score)?;
        Ok(fails.then_some(false))
    }

    /// Whether what one side has for certain after a move of `color` is that score.
    fn keeps_with(
        &mut self,
        values: &[Bounds],
        certain: Color,
        color: Color,
        score: i64,
    ) -> Result<bool, Error> {
        let parts = self.parts(values, certain)?;
        // By area the stone that was played is a point.
        let stone = i64::from(self.scoring == Scoring::Area);
        Ok(match color {
            Color::Black => {
                let bound = self.bound(score - stone, color)?;
                self.arena.sum_at_least(&parts, bound)?
            }
            Color::White => {
                let bound = self.bound(score + stone, color)?;
                self.arena.sum_at_most(&parts, bound)?
            }
        })
    }

    fn bound(&self, integer: i64, color: Color) -> Result<Game, Error> {
        let bound = Dyadic::from(integer);
        if self.chilled {
            return Ok(Game::number(bound));
        }
        let half = Dyadic::new(1, 1)?;
        Ok(Game::number(match color {
            Color::Black => bound.checked_sub(half)?,
            Color::White => bound.checked_add(half)?,
        }))
    }
}
