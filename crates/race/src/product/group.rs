//! A race of several blocks on a board, decided by the product of its regions.

use tesuji_board::{Color, Point, PointSet};
use tesuji_job::{Unknown, Why};
use tesuji_local::Threats;

use super::board::{Field, Moved, Setting, Standing};
use super::graded::Graded;
use super::solver::Product;
use super::state::Status;
use super::{Fate, Goal};
use crate::local;
use crate::multi::GroupRace;
use crate::verdict::Outcome;

/// Longer lines than this are cut off.
const MOST_MOVES: usize = 300;

/// What is asked of a race of several blocks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Asked {
    /// Who captures first.
    First,
    /// What becomes of this block.
    Block(usize),
}

/// The regions of a race of several blocks as automata, and the product of them.
pub struct GroupProduct {
    pub(super) field: Field,
    pub(super) product: Product,
}

impl GroupProduct {
    /// Explores the regions of a race. Questions look at no more than `most` states together, of those that the question to
    /// which the race's liberty games belong may still use.
    ///
    /// # Errors
    /// Which region is too large, and how large it is.
    pub fn new(race: &GroupRace, most: u64) -> Result<GroupProduct, Unknown> {
        let strings: Vec<(Color, PointSet)> = race
            .graph
            .blocks
            .iter()
            .zip(&race.strings)
            .map(|(block, string)| (block.color, string.clone()))
            .collect();
        let setting = Setting {
            position: &race.position,
            strings: &strings,
            safe: &race.blocks.safe,
            regions: race.regions.iter().map(|region| (region.id.clone(), region.points.clone())).collect(),
            contacts: race.graph.edges.iter().map(|edge| edge.ends).collect(),
            goes_on: true,
        };
        let field = Field::new(&setting, || local::account(&race.games))?;
        let most_plain = field.most_plain();
        let product = Product::new(field.book(), race.games.budget().clone(), most, most_plain);
        Ok(GroupProduct { field, product })
    }

    /// The same, with counting as a proof where it is one: what it settles is not searched.
    #[must_use]
    pub fn counting(self) -> GroupProduct {
        GroupProduct { product: self.product.counting(), ..self }
    }

    /// States of the product that were looked at.
    #[must_use]
    pub fn nodes(&self) -> u64 {
        self.product.nodes()
    }

    /// What becomes of a block when both sides care for nothing else and nobody has threats.
    ///
    /// # Errors
    /// A limit, [`Why::Depth`] or [`Why::Stopped`].
    pub fn fate(&mut self, block: usize, first: Color) -> Result<Fate, Why> {
        let standing = self.field.start(first, Threats::NONE);
        let value = self.value(&standing, Asked::Block(block), first)?;
        Ok(self.fate_of(block, first, value))
    }

    /// Which side captures first when nobody has threats.
    ///
    /// # Errors
    /// A limit, [`Why::Depth`] or [`Why::Stopped`].
    pub fn outcome(&mut self, first: Color) -> Result<Outcome, Why> {
        let standing = self.field.start(first, Threats::NONE);
        Ok(outcome_of(first, self.value(&standing, Asked::First, first)?))
    }

    pub(crate) fn fate_of(&self, block: usize, side: Color, value: u8) -> Fate {
        let own = self.product.book.colors[block] == side;
        match (value, own) {
            (1, _) => Fate::Seki,
            (2, true) | (0, false) => Fate::Lives,
            _ => Fate::Dies,
        }
    }

    /// An answer with what threats are worth: outcomes stand for how good it is, Black's win for the best of `first`'s
    /// three values if `first` is Black, and so on.
    pub(crate) fn graded(&mut self, asked: Asked, first: Color) -> Result<Graded, Why> {
        let at = |group: &mut GroupProduct, threats: Threats| {
            let standing = group.field.start(first, threats);
            Ok(outcome_of(first, group.value(&standing, asked, first)?))
        };
        if !self.product.book.has_kos {
            return Ok(Graded::Settled(at(self, Threats::NONE)?));
        }
        Graded::of(|threats| at(self, threats))
    }

    /// How good a race is for a side: 2 the best, 1 seki, 0 the worst.
    fn value(&mut self, standing: &Standing, asked: Asked, side: Color) -> Result<u8, Why> {
        let state = self.field.state(&self.product.book, standing).ok_or(Why::Contradiction)?;
        match asked {
            Asked::First => Ok(self.product.outcome(&state, standing.threats)?.for_side(side)),
            Asked::Block(block) => {
                let (save, capture) = (Goal::Save(block), Goal::Capture(block));
                let own = self.product.book.colors[block] == side;
                let (best, worst) = if own { (save, capture) } else { (capture, save) };
                if self.product.achieves(&state, best)? {
                    return Ok(2);
                }
                Ok(u8::from(!self.product.achieves(&state, worst)?))
            }
        }
    }

    fn value_after(&mut self, moved: &Moved, asked: Asked, mover: Color) -> Result<u8, Why> {
        match asked {
            Asked::First if !moved.captured.is_empty() => Ok(2),
            _ => self.value(&moved.standing, asked, mover),
        }
    }

    fn is_settled(moved: &Moved, asked: Asked) -> bool {
        match asked {
            Asked::First => !moved.captured.is_empty(),
            Asked::Block(block) => {
                let home = moved.standing.home(block);
                moved.standing.status(home) != Status::Racing
            }
        }
    }

    /// The first moves with which the mover keeps at least `wanted`, and those that could not be judged.
    pub(crate) fn good_moves(
        &mut self,
        asked: Asked,
        mover: Color,
        wanted: u8,
        threats: Threats,
    ) -> (Vec<Point>, Vec<Point>, Option<Why>) {
        let standing = self.field.start(mover, threats);
        let (mut good, mut undecided, mut ended) = (Vec::new(), Vec::new(), None);
        for (region, at) in self.field.empty(&standing) {
            let Some(moved) = self.field.play(&standing, region, at) else { continue };
            let point = self.field.point(region, at);
            match self.value_after(&moved, asked, mover) {
                Ok(value) if value >= wanted => good.push(point),
                Ok(_) => {}
                Err(why) => {
                    undecided.push(point);
                    ended.get_or_insert(why);
                }
            }
        }
        (good, undecided, ended)
    }

    /// A line of best play: points and passes.
    pub(crate) fn line(
        &mut self,
        asked: Asked,
        first: Color,
        threats: Threats,
    ) -> Result<Vec<(Color, Option<Point>)>, Why> {
        let mut standing = self.field.start(first, threats);
        let best = self.value(&standing, asked, first)?;
        let mut line: Vec<(Color, Option<Point>)> = Vec::new();
        let mut seen = vec![standing.clone()];
        while line.len() < MOST_MOVES {
            let mover = standing.to_move;
            let wanted = if mover == first { best } else { 2 - best };
            let mut places = self.field.empty(&standing);
            places.sort_by_key(|&(region, at)| self.field.rank(&standing, region, at));
            let mut chosen = None;
            for (region, at) in places {
                let Some(moved) = self.field.play(&standing, region, at) else { continue };
                if !seen.contains(&moved.standing) && self.value_after(&moved, asked, mover)? == wanted {
                    chosen = Some((self.field.point(region, at), moved));
                    break;
                }
            }
            let Some((point, moved)) = chosen else {
                let ends = line.last().is_some_and(|(_, point)| point.is_none());
                line.push((mover, None));
                standing = Field::passed(&standing);
                if ends || seen.contains(&standing) {
                    break;
                }
                seen.push(standing.clone());
                continue;
            };
            line.push((mover, Some(point)));
            if GroupProduct::is_settled(&moved, asked) {
                break;
            }
            standing = moved.standing;
            seen.push(standing.clone());
        }
        Ok(line)
    }
}

/// The outcome that is so good for a side.
fn outcome_of(side: Color, value: u8) -> Outcome {
    match value {
        2 => Outcome::win_of(side),
        1 => Outcome::Seki,
        _ => Outcome::win_of(side.opponent()),
    }
}
