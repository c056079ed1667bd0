//! Positions: stones, strings, liberties, play and undo on any board.
//!
//! A [`Position`] is the hot core of searches; games that only go forward have [`Playout`](crate::Playout). Each string keeps the exact set of its
//! liberties as bits, so counts and sets are there without counting; the sets have one word on boards of up to 64
//! points, two on 9x9, six on 19x19. Moves write what they destroy to a journal, so that undo is as cheap as play
//! and neither allocates once the journal has grown.
//!
//! The rules are those of the recurrences in [`crate::recurrence`], which are the slow twin of this module: playing
//! a move removes the opponent's strings that are left without liberties; a move that would leave its own string
//! without liberties is suicide, forbidden by default. `core.rs` holds the state and the two operations on it.

mod core;

use std::sync::Arc;

use thiserror::Error;

use self::core::{Core, Entry};
use crate::color::Color;
use crate::point::{Point, PointSet, Points};
use crate::setup::{InvalidSetup, Setup};
use crate::topology::{Topology, mix};

/// What may not be repeated.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum KoRule {
    /// Everything may be repeated.
    None,
    /// A stone that has just taken a single stone may not be taken back at once.
    Simple,
    /// No arrangement of stones may come back.
    PositionalSuperko,
    /// No arrangement of stones may come back with the same side to move.
    SituationalSuperko,
}

/// The rules that differ between rule sets and matter for single moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Rules {
    /// What may not be repeated.
    pub ko: KoRule,
    /// Whether a move may take its own string off the board.
    pub suicide: bool,
}

impl Default for Rules {
    /// Simple ko, no suicide.
    fn default() -> Rules {
        Rules { ko: KoRule::Simple, suicide: false }
    }
}

/// Why a move is not allowed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Error)]
pub enum Illegal {
    /// The board has no such point.
    #[error("the board has no such point")]
    OffBoard,
    /// A stone is there already.
    #[error("the point is occupied")]
    Occupied,
    /// It would take back a ko at once.
    #[error("the ko may not be taken back at once")]
    Ko,
    /// It would leave its own string without liberties.
    #[error("the move is suicide")]
    Suicide,
    /// It would repeat an earlier position.
    #[error("the move repeats an earlier position")]
    Repetition,
}

/// A string as a value: what [`Position::strings`] lists.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StringOfStones {
    /// The colour of the stones.
    pub color: Color,
    /// The stones.
    pub stones: PointSet,
    /// The empty points next to them.
    pub liberties: PointSet,
}

/// Stones on a board with the history of the moves that led there.
///
/// ```
/// use tesuji_board::{Color, Illegal, Position, Rules, Topology};
/// let board = Topology::parse("square:5").unwrap();
/// let at = |name| board.point(name).unwrap();
/// let mut position = Position::new(board.clone(), Rules::default());
/// for (color, name) in [(Color::Black, "A2"), (Color::White, "A1"), (Color::Black, "B1")] {
///     position.play(color, at(name)).unwrap();
/// }
/// assert_eq!(position.stone(at("A1")), None, "the corner stone was taken");
/// assert_eq!(position.check(Color::White, at("A1")), Err(Illegal::Suicide));
/// position.undo();
/// assert_eq!(position.liberty_count(at("A1")), 1);
/// ```
#[derive(Clone, Debug)]
pub struct Position {
    topology: Arc<Topology>,
    rules: Rules,
    core: Core,
}

impl Position {
    /// The empty board, Black to move.
    #[must_use]
    pub fn new(topology: Arc<Topology>, rules: Rules) -> Position {
        let core = Core::new(&topology);
        Position { topology, rules, core }
    }

    /// The position of a setup; its history starts here.
    ///
    /// # Errors
    /// [`InvalidSetup`] with everything that is wrong, if anything is.
    pub fn from_setup(setup: &Setup, rules: Rules) -> Result<Position, InvalidSetup> {
        let faults = setup.faults();
        if !faults.is_empty() {
            return Err(InvalidSetup { setup: Box::new(setup.clone()), faults });
        }
        let mut position = Position::new(setup.topology.clone(), rules);
        for color in Color::BOTH {
            for point in setup.stones(color).iter() {
                position.core.put(&position.topology, color, point);
            }
        }
        position.core.start(setup.to_move, setup.ko);
        Ok(position)
    }

    /// The same stones under other rules, with this side to move and no ko; the history starts here.
    #[must_use]
    pub fn restarted(&self, rules: Rules, to_move: Color) -> Position {
        let mut position = Position { rules, ..self.clone() };
        position.core.start(to_move, None);
        position
    }

    /// The position with two eyes more for each string on these stones, points that touch nothing else; the history starts here. Then such
    /// a string is unconditionally alive by the rules of Go, which is what it means that somebody states it to be safe, and the eyes cost
    /// nobody a move that matters: the opponent may not play there, and to its owner a move there is a pass that can only hurt him. The
    /// points of the board keep their numbers, and the eyes follow. `None` if there are too many points then.
    #[must_use]
    pub fn with_eyes(&self, safe: &PointSet) -> Option<Position> {
        let strings = self.strings();
        let walls = strings.iter().filter(|string| string.stones.intersects(safe));
        let walls: Vec<Point> = walls.filter_map(|string| string.stones.first()).collect();
        if walls.is_empty() {
            return Some(self.clone());
        }
        let mut setup = self.to_setup();
        setup.topology = setup.topology.with_eyes(&walls).ok()?;
        Position::from_setup(&setup, self.rules).ok()
    }

    /// The stones as they are now, without the history.
    #[must_use]
    pub fn to_setup(&self) -> Setup {
        Setup {
            topology: self.topology.clone(),
            black: self.stones(Color::Black),
            white: self.stones(Color::White),
            to_move: self.to_move(),
            ko: self.ko(),
        }
    }

    /// Takes all stones off and forgets the history; keeps the memory, so that the next game allocates nothing.
    pub fn clear(&mut self) {
        self.core.clear();
    }

    /// The board.
    #[must_use]
    pub fn topology(&self) -> &Arc<Topology> {
        &self.topology
    }

    /// The rules.
    #[must_use]
    pub fn rules(&self) -> Rules {
        self.rules
    }

    /// Whose turn it is: the opponent of who moved last.
    #[must_use]
    pub fn to_move(&self) -> Color {
        self.core.to_move
    }

    /// The point where the side to move may not retake a ko.
    #[must_use]
    pub fn ko(&self) -> Option<Point> {
        if self.rules.ko == KoRule::None { None } else { self.core.ko }
    }

    /// The number of passes since the last stone was played.
    #[must_use]
    pub fn passes(&self) -> usize {
        self.core.passes as usize
    }

    /// How many stones of this colour have been taken off the board since the history began.
    #[must_use]
    pub fn captured(&self, color: Color) -> usize {
        self.core.captured[color.index()] as usize
    }

    /// The stone on a point.
    #[must_use]
    #[inline]
    pub fn stone(&self, point: Point) -> Option<Color> {
        self.core.stone(point)
    }

    /// Whether the point has no stone.
    #[must_use]
    #[inline]
    pub fn is_empty_at(&self, point: Point) -> bool {
        self.core.is_empty(point)
    }

    /// All stones of one colour.
    #[must_use]
    pub fn stones(&self, color: Color) -> PointSet {
        PointSet::from_words(&self.core.stones[color.index()])
    }

    /// The bits of all stones of one colour, 64 points to a word.
    #[must_use]
    #[inline]
    pub fn stone_words(&self, color: Color) -> &[u64] {
        &self.core.stones[color.index()]
    }

    /// All points without a stone.
    #[must_use]
    pub fn empty(&self) -> PointSet {
        self.topology.points().filter(|&p| self.is_empty_at(p)).collect()
    }

    /// How many liberties the string on this point has; 0 if the point is empty.
    #[must_use]
    #[inline]
    pub fn liberty_count(&self, point: Point) -> usize {
        if self.is_empty_at(point) { 0 } else { self.core.liberty_count(point) }
    }

    /// The liberties of the string on this point, ascending; none if the point is empty.
    pub fn liberties(&self, point: Point) -> impl Iterator<Item = Point> + '_ {
        let words = if self.is_empty_at(point) { &[][..] } else { self.core.liberties(point) };
        Points::new(words)
    }

    /// Whether a point is a liberty of the string on another.
    #[must_use]
    #[inline]
    pub fn is_liberty(&self, string: Point, point: Point) -> bool {
        !self.is_empty_at(string)
            && self.core.liberties(string)[point.index() / 64] >> (point.index() % 64) & 1 == 1
    }

    /// The liberties of the string on this point as a set.
    #[must_use]
    pub fn liberty_set(&self, point: Point) -> PointSet {
        if self.is_empty_at(point) {
            PointSet::new()
        } else {
            PointSet::from_words(self.core.liberties(point))
        }
    }

    /// The stones of the string on this point, starting there; none if the point is empty.
    pub fn string(&self, point: Point) -> impl Iterator<Item = Point> + '_ {
        let start = (!self.is_empty_at(point)).then_some(point);
        self.core.ring(start)
    }

    /// How many stones the string on this point has; 0 if the point is empty.
    #[must_use]
    #[inline]
    pub fn string_size(&self, point: Point) -> usize {
        if self.is_empty_at(point) { 0 } else { self.core.string_size(point) }
    }

    /// One stone that stands for the whole string on an occupied point: two stones are of one string exactly if they
    /// have the same representative. It may change with the next move.
    #[must_use]
    #[inline]
    pub fn representative(&self, point: Point) -> Option<Point> {
        (!self.is_empty_at(point)).then(|| self.core.root_of(point))
    }

    /// All strings, in the order of their smallest points.
    #[must_use]
    pub fn strings(&self) -> Vec<StringOfStones> {
        let mut seen = PointSet::new();
        let mut strings = Vec::new();
        for point in self.topology.points() {
            let Some(color) = self.stone(point) else { continue };
            if seen.contains(point) {
                continue;
            }
            let stones: PointSet = self.string(point).collect();
            seen.extend(stones.iter());
            strings.push(StringOfStones { color, stones, liberties: self.liberty_set(point) });
        }
        strings
    }

    /// Whether a colour may play here, and if not, why.
    ///
    /// # Errors
    /// [`Illegal`] says which rule forbids it.
    #[inline]
    pub fn check(&self, color: Color, point: Point) -> Result<(), Illegal> {
        if point.index() >= self.topology.len() {
            return Err(Illegal::OffBoard);
        }
        if !self.is_empty_at(point) {
            return Err(Illegal::Occupied);
        }
        if self.core.ko == Some(point) && color == self.core.to_move && self.rules.ko != KoRule::None {
            return Err(Illegal::Ko);
        }
        if !self.rules.suicide && !self.core.breathes_after(&self.topology, color, point) {
            return Err(Illegal::Suicide);
        }
        match self.rules.ko {
            KoRule::None | KoRule::Simple => Ok(()),
            KoRule::PositionalSuperko | KoRule::SituationalSuperko => {
                if self.is_in_history(color, point) {
                    Err(Illegal::Repetition)
                } else {
                    Ok(())
                }
            }
        }
    }

    /// Whether a colour may play here.
    #[must_use]
    #[inline]
    pub fn is_legal(&self, color: Color, point: Point) -> bool {
        self.check(color, point).is_ok()
    }

    /// The points where a colour may play, ascending.
    pub fn legal_moves(&self, color: Color) -> impl Iterator<Item = Point> + '_ {
        self.topology.points().filter(move |&p| self.is_legal(color, p))
    }

    /// Plays a stone of either colour; afterwards it is the other colour's turn.
    ///
    /// # Errors
    /// [`Illegal`] if a rule forbids it; nothing has changed then.
    #[inline]
    pub fn play(&mut self, color: Color, point: Point) -> Result<(), Illegal> {
        self.check(color, point)?;
        self.core.play(&self.topology, color, point);
        Ok(())
    }

    /// Passes; afterwards it is the other colour's turn and no ko is banned.
    pub fn pass(&mut self, color: Color) {
        self.core.pass(color);
    }

    /// Takes the last move or pass back; false if there is none.
    pub fn undo(&mut self) -> bool {
        self.core.undo(&self.topology)
    }

    /// How many moves and passes the history has.
    #[must_use]
    pub fn move_count(&self) -> usize {
        self.core.journal.len()
    }

    /// The moves since the history began; `None` is a pass.
    pub fn moves(&self) -> impl Iterator<Item = (Color, Option<Point>)> + '_ {
        self.core.journal.iter().map(|entry| (entry.color, entry.point()))
    }

    /// The stones that the last move took off the board.
    pub fn last_captured(&self) -> impl Iterator<Item = Point> + '_ {
        self.core.last_captured()
    }

    /// A hash of the stones alone: equal for equal stones on the same board.
    #[must_use]
    #[inline]
    pub fn stones_hash(&self) -> u64 {
        self.core.hash
    }

    /// A hash of the stones, the side to move and the ko point: what decides which moves are legal under the simple
    /// ko rule.
    #[must_use]
    #[inline]
    pub fn hash(&self) -> u64 {
        let side = if self.core.to_move == Color::White { mix(u64::MAX) } else { 0 };
        let ko = self.ko().map_or(0, |p| mix(u64::MAX / 2 + u64::from(p.0)));
        self.core.hash ^ side ^ ko
    }

    /// Whether the move leads to an arrangement of stones that the history has seen.
    fn is_in_history(&self, color: Color, point: Point) -> bool {
        let after = self.core.hash_after(&self.topology, color, point);
        let situational = self.rules.ko == KoRule::SituationalSuperko;
        let same = |hash: u64, to_move: Color| hash == after && (!situational || to_move == color.opponent());
        same(self.core.hash, self.core.to_move)
            || self.core.journal.iter().any(|entry: &Entry| same(entry.hash_before, entry.to_move_before))
    }
}
