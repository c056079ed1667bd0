//! A race of two blocks on a board, decided by the product: outcome, kos, moves, lines.

use tesuji_board::{Color, Point};
use tesuji_job::{Unknown, Why};
use tesuji_local::Threats;

use super::board::{Field, Moved, Setting, Standing};
use super::graded::Graded;
use super::solver::Product;
use crate::board::BoardRace;
use crate::local;
use crate::multi::racing_strings;
use crate::verdict::Outcome;

/// Longer lines than this are cut off.
const MOST_MOVES: usize = 300;

/// First moves as far as they could be judged.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Judged {
    /// Moves that keep what was wanted.
    pub good: Vec<Point>,
    /// Legal moves that could not be judged.
    pub undecided: Vec<Point>,
    /// Why not, if there are such moves.
    pub ended: Option<Why>,
}

/// The regions of a race as automata, and the product of them.
pub struct BoardProduct {
    pub(super) field: Field,
    pub(super) product: Product,
}

impl BoardProduct {
    /// Explores the regions of a race. Questions look at no more than `most` states together, of those that the question to
    /// which the race's liberty games belong may still use.
    ///
    /// # Errors
    /// Which region is too large, or that a block is more than one string.
    pub fn new(race: &BoardRace, most: u64) -> Result<BoardProduct, Unknown> {
        let strings = racing_strings(&race.position, &race.blocks);
        if strings.len() != 2 {
            return Err(Unknown::new(Why::OutOfReach, "a racing block is more than one string"));
        }
        let setting = Setting {
            position: &race.position,
            strings: &strings,
            safe: &race.blocks.safe,
            regions: race.regions.iter().map(|region| (region.id.clone(), region.points.clone())).collect(),
            contacts: vec![[0, 1]],
            goes_on: false,
        };
        let field = Field::new(&setting, || local::account(&race.games))?;
        let most_plain = field.most_plain();
        let product = Product::new(field.book(), race.games.budget().clone(), most, most_plain);
        Ok(BoardProduct { field, product })
    }

    /// The same, with counting as a proof where it is one: what it settles is not searched.
    #[must_use]
    pub fn counting(self) -> BoardProduct {
        BoardProduct { product: self.product.counting(), ..self }
    }

    /// States of the product that were looked at.
    #[must_use]
    pub fn nodes(&self) -> u64 {
        self.product.nodes()
    }

    /// Local positions of all regions, and different ones.
    #[must_use]
    pub fn positions(&self) -> (u64, usize) {
        (self.field.positions(), self.product.book.classes.len())
    }

    /// Whether a ko can come about.
    #[must_use]
    pub fn has_kos(&self) -> bool {
        self.product.book.has_kos
    }

    /// The outcome with `first` to move and these threats: O(b, w).
    ///
    /// # Errors
    /// A limit, [`Why::Depth`] or [`Why::Stopped`].
    pub fn outcome(&mut self, first: Color, threats: Threats) -> Result<Outcome, Why> {
        let standing = self.field.start(first, threats);
        self.outcome_at(&standing)
    }

    /// The outcome with what threats are worth.
    ///
    /// # Errors
    /// A limit, [`Why::Depth`] or [`Why::Stopped`].
    pub fn graded(&mut self, first: Color) -> Result<Graded, Why> {
        if !self.has_kos() {
            return Ok(Graded::Settled(self.outcome(first, Threats::NONE)?));
        }
        Graded::of(|threats| self.outcome(first, threats))
    }

    fn outcome_at(&mut self, standing: &Standing) -> Result<Outcome, Why> {
        let state = self.field.state(&self.product.book, standing).ok_or(Why::Contradiction)?;
        self.product.outcome(&state, standing.threats)
    }

    fn value_after(&mut self, moved: &Moved, mover: Color) -> Result<u8, Why> {
        if !moved.captured.is_empty() {
            return Ok(2);
        }
        Ok(self.outcome_at(&moved.standing)?.for_side(mover))
    }

    /// The points where the mover keeps at least `wanted` (2 win, 1 seki, see [`Outcome::for_side`]) with these threats.
    pub fn good_moves(&mut self, mover: Color, wanted: u8, threats: Threats) -> Judged {
        let standing = self.field.start(mover, threats);
        let mut judged = Judged::default();
        for (region, at) in self.field.empty(&standing) {
            let Some(moved) = self.field.play(&standing, region, at) else { continue };
            let point = self.field.point(region, at);
            match self.value_after(&moved, mover) {
                Ok(value) if value >= wanted => judged.good.push(point),
                Ok(_) => {}
                Err(why) => {
                    judged.undecided.push(point);
                    judged.ended.get_or_insert(why);
                }
            }
        }
        judged
    }

    /// Whether the mover keeps at least `wanted` by playing there; an illegal move keeps nothing.
    ///
    /// # Errors
    /// A limit, [`Why::Depth`] or [`Why::Stopped`].
    pub fn keeps(&mut self, mover: Color, point: Point, wanted: u8, threats: Threats) -> Result<bool, Why> {
        let standing = self.field.start(mover, threats);
        let places = self.field.empty(&standing);
        let place = places.into_iter().find(|&(region, at)| self.field.point(region, at) == point);
        let moved = place.and_then(|(region, at)| self.field.play(&standing, region, at));
        match moved {
            Some(moved) => Ok(self.value_after(&moved, mover)? >= wanted),
            None => Ok(false),
        }
    }

    /// A line of best play with these threats: points and passes, to the capture, to two passes or to the first repetition.
    ///
    /// # Errors
    /// A limit, [`Why::Depth`] or [`Why::Stopped`].
    pub fn line(&mut self, first: Color, threats: Threats) -> Result<Vec<(Color, Option<Point>)>, Why> {
        let mut standing = self.field.start(first, threats);
        let outcome = self.outcome_at(&standing)?;
        let mut line: Vec<(Color, Option<Point>)> = Vec::new();
        let mut seen = vec![standing.clone()];
        while line.len() < MOST_MOVES {
            let mover = standing.to_move;
            let wanted = outcome.for_side(mover);
            let mut chosen = None;
            for (region, at) in self.ordered(&standing) {
                let Some(moved) = self.field.play(&standing, region, at) else { continue };
                if !moved.captured.is_empty() {
                    line.push((mover, Some(self.field.point(region, at))));
                    return Ok(line);
                }
                if !seen.contains(&moved.standing) && self.value_after(&moved, mover)? == wanted {
                    chosen = Some((self.field.point(region, at), moved.standing));
                    break;
                }
            }
            match chosen {
                Some((point, after)) => {
                    line.push((mover, Some(point)));
                    standing = after;
                }
                None => {
                    let ends = line.last().is_some_and(|(_, point)| point.is_none());
                    line.push((mover, None));
                    standing = Field::passed(&standing);
                    if ends || seen.contains(&standing) {
                        break;
                    }
                }
            }
            seen.push(standing.clone());
        }
        Ok(line)
    }

    /// The empty points: captures and liberties of the opponent's block first, liberties of both last.
    fn ordered(&self, standing: &Standing) -> Vec<(usize, usize)> {
        let mut places = self.field.empty(standing);
        places.sort_by_key(|&(region, at)| self.field.rank(standing, region, at));
        places
    }
}
