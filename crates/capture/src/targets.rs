//! What is asked about: one string, or several of one colour.

use smallvec::{SmallVec, smallvec};
use tesuji_board::{Color, Point, Position};

/// Which of several strings the attacker wants.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Goal {
    /// Any of them.
    Any,
    /// All of them, one after the other if need be. One that was taken and not retaken at once stays taken, whatever is played
    /// on its point later.
    All,
}

/// The strings that are asked about, a stone of each. A [`Point`] is one string.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Targets {
    pub(crate) points: SmallVec<[Point; 4]>,
    pub(crate) goal: Goal,
}

impl Targets {
    /// The most strings of one question.
    pub const MOST: usize = 8;

    /// Several strings, each named by one of its stones; stones of the same string are named once. `None` if there are none or more than
    /// [`Targets::MOST`], if a point is empty or off the board, or if the colours differ.
    pub fn several(position: &Position, stones: &[Point], goal: Goal) -> Option<Targets> {
        let mut points: SmallVec<[Point; 4]> = SmallVec::new();
        for &stone in stones {
            let name = |stone: Point| {
                (stone.index() < position.topology().len()).then(|| position.representative(stone)).flatten()
            };
            let string = name(stone)?;
            if !points.iter().any(|&known| name(known) == Some(string)) {
                points.push(stone);
            }
        }
        let targets = Targets { points, goal };
        (targets.points.len() <= Targets::MOST && targets.owner(position).is_some()).then_some(targets)
    }

    /// The stones that name the strings.
    pub fn points(&self) -> &[Point] {
        &self.points
    }

    /// Which of them the attacker wants.
    pub fn goal(&self) -> Goal {
        self.goal
    }

    /// The colour of the strings; none if a point is empty or not on the board, or if the colours differ.
    pub(crate) fn owner(&self, position: &Position) -> Option<Color> {
        let color = |point: Point| {
            (point.index() < position.topology().len()).then(|| position.stone(point)).flatten()
        };
        let owner = color(*self.points.first()?)?;
        self.points.iter().all(|&point| color(point) == Some(owner)).then_some(owner)
    }
}

impl From<Point> for Targets {
    fn from(point: Point) -> Targets {
        Targets { points: smallvec![point], goal: Goal::Any }
    }
}

impl From<&Targets> for Targets {
    fn from(targets: &Targets) -> Targets {
        targets.clone()
    }
}
