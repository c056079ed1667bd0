//! A position in which one string is attacked.
//!
//! [`State`] is a [`Position`] with the side to move, the ko ban as the question understands it, and a second
//! hash, so that two different positions never share a key in practice. Ko is kept here and not by the
//! position, because grading a ko means asking again with [threats](Threats) for one side.

use std::sync::Arc;

use smallvec::SmallVec;
use tesuji_board::{Color, KoRule, Point, PointSet, Position, Rules};
use tesuji_local::Threats;
use tesuji_search::mix;

use crate::targets::{Goal, Targets};

/// How many ko threats of the other side a claim holds against at least.
///
/// Up to [`MOST_THREATS`](crate::MOST_THREATS) are asked about, with the nodes that are set aside for what goes beyond the question.
pub const THREATS: u8 = 3;

/// How well the attacker can stand with kos: at worst, without threats on either side, and at best.
pub(crate) const WORST: u32 = Threats::WORST as u32;
pub(crate) const EVEN: u32 = Threats::EVEN as u32;
pub(crate) const BEST: u32 = Threats::BEST as u32;

/// What a question is about: the string on `point`, of colour `defender`. Of several it is the first; [`State::standing`] has all.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Target {
    pub(crate) point: Point,
    pub(crate) defender: Color,
}

impl Target {
    pub(crate) fn attacker(&self) -> Color {
        self.defender.opponent()
    }
}

/// A position of a capture search.
#[derive(Clone, Debug)]
pub struct State {
    pub(crate) position: Position,
    pub(crate) target: Target,
    pub(crate) to_move: Color,
    /// The point where the side to move may not play.
    pub(crate) ban: Option<Point>,
    /// Whether the last move took a single stone and its string was left with that one liberty.
    retakable: bool,
    /// Whether a ko has been taken since the flag was last cleared, in lines taken back as well.
    pub(crate) ko_met: bool,
    /// The defender chooses freely where the question begins: his pass is an ordinary move there.
    pub(crate) opening: bool,
    /// Threats that are left.
    pub(crate) threats: Threats,
    /// The strings in question, where they are several.
    several: Option<Arc<Targets>>,
    /// Those of them that are gone for good, as bits: where all of them have to go, each stays gone.
    gone: u8,
    second: u64,
}

/// What taking back a step needs.
#[derive(Clone, Copy, Debug)]
pub struct Undo {
    ban: Option<Point>,
    retakable: bool,
    opening: bool,
    threats: Threats,
    gone: u8,
    second: u64,
}

/// One stone of each of some strings.
pub(crate) type Stones = SmallVec<[Point; 4]>;

fn stone_hash(point: Point, color: Color) -> u64 {
    mix(u64::from(point.0) * 2 + color.index() as u64)
}

impl State {
    /// The state of a question. The position's own ko ban counts if it is for the side to move.
    pub(crate) fn new(position: &Position, target: Target, to_move: Color, threats: Threats) -> State {
        let ban = position.ko().filter(|_| position.to_move() == to_move);
        let position = position.restarted(Rules { ko: KoRule::None, suicide: false }, to_move);
        let mut second = 0;
        for color in Color::BOTH {
            for point in position.stones(color).iter() {
                second ^= stone_hash(point, color);
            }
        }
        let opening = to_move == target.defender;
        State {
            position,
            target,
            to_move,
            ban,
            ko_met: ban.is_some(),
            retakable: false,
            opening,
            threats,
            several: None,
            gone: 0,
            second,
        }
    }

    /// The same about several strings of the defender, if there is more than one.
    pub(crate) fn about(self, targets: &Arc<Targets>) -> State {
        let several = (targets.points.len() > 1).then(|| Arc::clone(targets));
        State { several, ..self }
    }

    /// The same with these threats.
    pub(crate) fn with_threats(self, threats: Threats) -> State {
        State { threats, ..self }
    }

    /// A stone of each string in question, as the question names them.
    pub(crate) fn named(&self) -> &[Point] {
        match &self.several {
            None => std::slice::from_ref(&self.target.point),
            Some(several) => &several.points,
        }
    }

    /// Whether the question is about several strings.
    pub(crate) fn is_about_several(&self) -> bool {
        self.several.is_some()
    }

    /// The goal of the attacker, where there are several strings.
    #[inline]
    pub(crate) fn goal(&self) -> Option<Goal> {
        self.several.as_ref().map(|several| several.goal)
    }

    /// The question about one of several strings alone, for a while; what comes back goes to [`State::widen`].
    pub(crate) fn focus(&mut self, point: Point) -> (Option<Arc<Targets>>, Point) {
        (self.several.take(), std::mem::replace(&mut self.target.point, point))
    }

    /// All strings in question again.
    pub(crate) fn widen(&mut self, (several, point): (Option<Arc<Targets>>, Point)) {
        self.several = several;
        self.target.point = point;
    }

    #[inline]
    fn is_missing(&self, point: Point) -> bool {
        self.position.stone(point) != Some(self.target.defender)
    }

    /// The strings in question that are on the board and have not been taken before, a stone of each.
    #[inline]
    pub(crate) fn standing(&self) -> Stones {
        match &self.several {
            None => Some(self.target.point).filter(|&point| !self.is_missing(point)).into_iter().collect(),
            Some(several) => {
                let stands = |&(index, &point): &(usize, &Point)| {
                    self.gone & 1 << index == 0 && !self.is_missing(point)
                };
                several.points.iter().enumerate().filter(stands).map(|(_, &point)| point).collect()
            }
        }
    }

    /// The stone in question that was just taken and may be retaken.
    #[inline]
    pub(crate) fn pending(&self) -> Option<Point> {
        match &self.several {
            None => Some(self.target.point).filter(|&point| self.is_missing(point)),
            Some(several) => {
                let lost = |&(index, &point): &(usize, &Point)| {
                    self.gone & 1 << index == 0 && self.is_missing(point)
                };
                several.points.iter().enumerate().find(lost).map(|(_, &point)| point)
            }
        }
    }

    /// Of several strings those that the attacker takes on `point`, a stone of each.
    pub(crate) fn taken_on(&self, point: Point) -> Stones {
        let mut stones = self.standing();
        stones.retain(|stone| {
            let mut liberties = self.position.liberties(*stone);
            liberties.next() == Some(point) && liberties.next().is_none()
        });
        stones
    }

    #[inline]
    pub(crate) fn attacker_to_move(&self) -> bool {
        self.to_move != self.target.defender
    }

    /// Liberties of the target; 0 when it has been captured. Of several the fewest if any will do, those of all together if all
    /// have to go: as many moves a capture takes at least if the defender passes.
    #[inline]
    pub(crate) fn liberty_count(&self) -> usize {
        if self.is_captured() {
            return 0;
        }
        match self.goal() {
            None => self.position.liberty_count(self.target.point),
            Some(Goal::Any) => {
                self.standing().iter().map(|&stone| self.position.liberty_count(stone)).min().unwrap_or(0)
            }
            Some(Goal::All) => self.liberty_set().len(),
        }
    }

    /// The liberties of the strings in question.
    pub(crate) fn liberty_set(&self) -> PointSet {
        match &self.several {
            None if self.is_captured() => PointSet::new(),
            None => self.position.liberty_set(self.target.point),
            Some(_) => self.standing().iter().flat_map(|&stone| self.position.liberties(stone)).collect(),
        }
    }

    /// Whether the target is off the board, be it by a ko that may be retaken: of several any or all, as the goal says.
    #[inline]
    pub(crate) fn is_captured(&self) -> bool {
        let Some(several) = &self.several else { return self.is_missing(self.target.point) };
        let mut lost = several
            .points
            .iter()
            .enumerate()
            .map(|(index, &point)| self.gone & 1 << index != 0 || self.is_missing(point));
        match several.goal {
            Goal::Any => lost.any(|lost| lost),
            Goal::All => lost.all(|lost| lost),
        }
    }

    /// Whether the target is off the board for good. A stone whose captor can be taken at once, in a ko or a
    /// snapback, is gone only when the defender has had his turn and did not do so.
    #[inline]
    pub(crate) fn is_gone(&self) -> bool {
        self.is_captured() && (self.attacker_to_move() || !self.retakable)
    }

    /// Whether taking the target on its last liberty `point` leaves the captor in atari: it can then be
    /// retaken on the target's own point.
    pub(crate) fn would_be_retaken(&self, point: Point) -> bool {
        self.is_retaken(self.target.point, point)
    }

    /// The same of one of several strings.
    pub(crate) fn is_retaken(&self, target: Point, point: Point) -> bool {
        let position = &self.position;
        position.string_size(target) == 1
            && position.topology().neighbors(point).iter().all(|&near| match position.stone(near) {
                _ if near == target => true,
                None => false,
                Some(color) if color == self.target.defender => position.liberty_count(near) > 1,
                Some(_) => position.liberty_count(near) == 1,
            })
    }

    #[inline]
    pub(crate) fn is_legal(&self, point: Point) -> bool {
        !self.is_banned(point) && self.position.is_legal(self.to_move, point)
    }

    /// Whether the ko rule forbids this point, and no threat is left to get round it.
    #[inline]
    pub(crate) fn is_banned(&self, point: Point) -> bool {
        self.ban == Some(point) && self.threats.left(self.to_move) == 0
    }

    /// Plays a legal move or a pass.
    pub(crate) fn play(&mut self, step: Option<Point>) -> Undo {
        let undo = Undo {
            ban: self.ban,
            retakable: self.retakable,
            opening: self.opening,
            threats: self.threats,
            gone: self.gone,
            second: self.second,
        };
        if step.is_some() && step == self.ban {
            self.threats = self.threats.spent(self.to_move).unwrap_or(self.threats);
        }
        let color = self.to_move;
        self.ban = None;
        self.retakable = false;
        self.opening = false;
        self.to_move = color.opponent();
        match step {
            Some(point) if self.position.play(color, point).is_ok() => {
                self.second ^= stone_hash(point, color);
                let (mut count, mut taken) = (0, point);
                for stone in self.position.last_captured() {
                    self.second ^= stone_hash(stone, color.opponent());
                    count += 1;
                    taken = stone;
                }
                self.retakable = count == 1 && self.position.liberty_count(point) == 1;
                let ko = self.retakable && self.position.string_size(point) == 1;
                self.ko_met |= ko;
                self.ban = ko.then_some(taken);
            }
            _ => {
                debug_assert!(step.is_none(), "only legal moves are played");
                self.position.pass(color);
            }
        }
        if self.goal() == Some(Goal::All) {
            self.count_gone();
        }
        undo
    }

    /// Of strings that all have to go, one that was taken and is not retaken is out of the question from then on.
    fn count_gone(&mut self) {
        let Some(several) = &self.several else { return };
        if self.retakable && !self.attacker_to_move() {
            return;
        }
        for (index, &point) in several.points.iter().enumerate() {
            if self.position.stone(point) != Some(self.target.defender) {
                self.gone |= 1 << index;
            }
        }
    }

    pub(crate) fn undo(&mut self, undo: Undo) {
        self.position.undo();
        self.to_move = self.to_move.opponent();
        self.ban = undo.ban;
        self.retakable = undo.retakable;
        self.opening = undo.opening;
        self.threats = undo.threats;
        self.gone = undo.gone;
        self.second = undo.second;
    }

    /// How the attacker stands with kos: what he captures with a number he captures with every larger one.
    #[inline]
    pub(crate) fn resource(&self) -> u32 {
        u32::from(self.threats.standing(self.target.attacker()))
    }

    /// Identity of the state among those of one question, whoever has threats.
    pub(crate) fn key(&self) -> u128 {
        let taken = !self.attacker_to_move() && self.retakable && self.pending().is_some();
        let side = u64::from(self.attacker_to_move())
            | u64::from(self.opening) << 1
            | u64::from(taken) << 2
            | u64::from(self.gone) << 3;
        let ban = self.ban.map_or(0, |point| u64::from(point.0) + 1);
        let rest = mix(side << 32 | ban | 1 << 40);
        u128::from(self.position.stones_hash() ^ rest) << 64 | u128::from(self.second ^ rest.rotate_left(17))
    }
}
