//! Moves: what is legal, what wins, what is sandwiched.
//!
//! A move is (from or hand, to, where the sandwiched pieces go) in 5 + 5 + 25 bits (spec/simpei.md, section 1). The win is
//! decided when the piece lands, before any sandwich, so it belongs to the move and not to the position after it.
//! [`visit`] is the one generator: lists for people, the solver and the search domain all come from it.

use std::fmt;
use std::str::FromStr;

use crate::cell::{BOARD, Cell, INNER, VIEWS, bits};
use crate::position::Position;

/// The number in the place of a point that means "from the hand" or, as destination, "nowhere".
const NOWHERE: u64 = 31;

/// A move: a placement, a step with the relocation of what it sandwiches, or the forced pass.
///
/// Its text form is `U12` for a placement, `U12-L01` for a step, `U12-L01/U00,L22` when sandwiched pieces go to U00 and
/// L22, and `pass`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Move(u64);

impl Move {
    /// The turn of a side that has no piece in hand and no step.
    pub const PASS: Move = Move(NOWHERE | NOWHERE << 5);

    #[inline]
    fn new(from: u64, to: u8, relocated: u32) -> Move {
        Move(from | u64::from(to) << 5 | u64::from(relocated) << 10)
    }

    /// Where the piece stood; `None` for a piece from the hand, and for the pass.
    pub const fn from(self) -> Option<Cell> {
        Cell::new((self.0 & 31) as u8)
    }

    /// Where it lands; `None` for the pass.
    pub const fn to(self) -> Option<Cell> {
        Cell::new((self.0 >> 5 & 31) as u8)
    }

    /// Where the sandwiched enemy pieces are put.
    pub const fn relocated(self) -> u32 {
        (self.0 >> 10) as u32
    }

    /// The move as a number.
    pub const fn number(self) -> u64 {
        self.0
    }
}

impl fmt::Display for Move {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Some(to) = self.to() else { return formatter.write_str("pass") };
        if let Some(from) = self.from() {
            write!(formatter, "{from}-")?;
        }
        write!(formatter, "{to}")?;
        for (number, cell) in Cell::all(self.relocated()).enumerate() {
            write!(formatter, "{}{cell}", if number == 0 { '/' } else { ',' })?;
        }
        Ok(())
    }
}

impl fmt::Debug for Move {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, formatter)
    }
}

/// A text that is no move.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "'{}' is no move: expected U12 (a placement), U12-L01 (a step), U12-L01/U00,L22 (with relocated pieces) or pass",
    .0.escape_debug()
)]
pub struct NoSuchMove(pub String);

impl FromStr for Move {
    type Err = NoSuchMove;

    fn from_str(text: &str) -> Result<Move, NoSuchMove> {
        let fault = || NoSuchMove(text.chars().take(40).collect());
        let cell = |name: &str| name.trim().parse::<Cell>().map_err(|_| fault());
        let trimmed = text.trim();
        if trimmed.eq_ignore_ascii_case("pass") {
            return Ok(Move::PASS);
        }
        let (path, targets) = trimmed.split_once('/').map_or((trimmed, None), |(p, t)| (p, Some(t)));
        let (from, to) = match path.split_once('-') {
            Some((from, to)) => (u64::from(cell(from)?.index()), cell(to)?),
            None => (NOWHERE, cell(path)?),
        };
        let mut relocated = 0;
        for name in targets.into_iter().flat_map(|targets| targets.split(',')) {
            let bit = cell(name)?.bit();
            if relocated & bit != 0 {
                return Err(fault());
            }
            relocated |= bit;
        }
        Ok(Move::new(from, to.index(), relocated))
    }
}

/// One legal move with what it does, as the generator shows it.
#[derive(Clone, Copy)]
pub(crate) struct Ply {
    pub(crate) from: u64,
    pub(crate) to: u8,
    pub(crate) relocated: u32,
    /// The mover's pieces after the move.
    pub(crate) mover: u32,
    /// The opponent's pieces after the move.
    pub(crate) opponent: u32,
}

impl Ply {
    pub(crate) fn as_move(&self) -> Move {
        Move::new(self.from, self.to, self.relocated)
    }
}

/// Whether a piece that has just landed on `to` completes a row of exactly three.
#[inline]
pub(crate) fn completes(mover: u32, to: u8) -> bool {
    VIEWS[to as usize]
        .triples()
        .iter()
        .any(|triple| mover & triple.points == triple.points && mover & triple.extension == 0)
}

/// Enemies sandwiched by a piece that has just landed on `to`.
#[inline]
fn sandwiched(mover: u32, opponent: u32, to: u8) -> u32 {
    VIEWS[to as usize]
        .sandwiches()
        .iter()
        .filter(|s| mover & s.closing != 0 && opponent & s.between == s.between)
        .fold(0, |set, s| set | s.between)
}

/// Whether the side to move has a move that wins at once. A mover with pieces in hand places, otherwise it steps.
#[inline]
pub(crate) fn wins_at_once(mover: u32, opponent: u32, places: bool, allowed: u32) -> bool {
    // Two pieces cannot become three by a step, nor one by a placement.
    if mover.count_ones() < if places { 2 } else { 3 } {
        return false;
    }
    let empty = allowed & !(mover | opponent);
    if places {
        return bits(empty).any(|to| completes(mover | 1 << to, to));
    }
    bits(mover).any(|from| {
        let rest = mover & !(1 << from);
        bits(VIEWS[from as usize].neighbours & empty).any(|to| completes(rest | 1 << to, to))
    })
}

/// Shows all legal placements or steps; shows none if the turn must be passed. Destinations come in ascending order for
/// each origin in ascending order, relocations in ascending order of their sets.
#[inline]
pub(crate) fn visit(mover: u32, opponent: u32, places: bool, allowed: u32, mut see: impl FnMut(Ply)) {
    let empty = BOARD & !(mover | opponent);
    if places {
        for to in bits(empty & allowed) {
            land(NOWHERE, to, mover | 1 << to, opponent, &mut see);
        }
        return;
    }
    for from in bits(mover) {
        let rest = mover & !(1 << from);
        for to in bits(VIEWS[from as usize].neighbours & empty) {
            land(u64::from(from), to, rest | 1 << to, opponent, &mut see);
        }
    }
}

#[inline]
fn land(from: u64, to: u8, mover: u32, opponent: u32, see: &mut impl FnMut(Ply)) {
    let quiet = Ply { from, to, relocated: 0, mover, opponent };
    // The win is decided before any sandwich.
    let lifted = if completes(mover, to) { 0 } else { sandwiched(mover, opponent, to) };
    if lifted == 0 {
        return see(quiet);
    }
    // The lifted pieces go to points that were empty after the landing: never to a point of the lifted set itself.
    let stay = opponent & !lifted;
    let targets = BOARD & !(mover | opponent);
    subsets(targets, lifted.count_ones(), |relocated| {
        see(Ply { relocated, opponent: stay | relocated, ..quiet });
    });
}

/// All subsets of `set` with `size` elements, in ascending order as numbers.
#[inline]
fn subsets(set: u32, size: u32, mut see: impl FnMut(u32)) {
    if size == 1 {
        return bits(set).for_each(|bit| see(1 << bit));
    }
    let places: Vec<u32> = bits(set).map(|bit| 1 << bit).collect();
    if size as usize > places.len() {
        return;
    }
    // The next number with as many ones (Gosper), over the elements counted from the smallest.
    let mut chosen: u32 = (1 << size) - 1;
    while chosen < 1 << places.len() {
        see(bits(chosen).fold(0, |subset, index| subset | places[index as usize]));
        let lowest = chosen & chosen.wrapping_neg();
        let carried = chosen + lowest;
        chosen = carried | (((chosen ^ carried) >> 2) / lowest);
    }
}

/// What a move leads to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Played {
    /// The position after the move, the other side to move.
    pub position: Position,
    /// Whether the move has won the game.
    pub won: bool,
}

impl Position {
    pub(crate) const fn places(&self) -> bool {
        self.mover_hand > 0
    }

    /// Where a piece from the hand may be placed.
    pub(crate) const fn allowed(&self) -> u32 {
        if self.is_first_placement() { INNER } else { BOARD }
    }

    /// The legal moves in ascending order of origin, destination and relocated set; the forced pass if there is no
    /// other. The list is never empty.
    pub fn moves(&self) -> Vec<Move> {
        let mut moves = Vec::new();
        self.visit(|ply| moves.push(ply.as_move()));
        if moves.is_empty() {
            moves.push(Move::PASS);
        }
        moves
    }

    /// Shows every legal move except the forced pass.
    pub(crate) fn visit(&self, see: impl FnMut(Ply)) {
        visit(self.mover, self.opponent, self.places(), self.allowed(), see);
    }

    /// Whether the side to move has a move that wins at once: lambda order 0.
    pub fn wins_at_once(&self) -> bool {
        wins_at_once(self.mover, self.opponent, self.places(), self.allowed())
    }

    /// Whether the mover has neither a piece in hand nor a step, so that the turn must be passed.
    pub fn must_pass(&self) -> bool {
        let empty = self.empty();
        !self.places() && bits(self.mover).all(|from| VIEWS[from as usize].neighbours & empty == 0)
    }

    /// Whether the move is legal here.
    pub fn is_legal(&self, candidate: Move) -> bool {
        self.moves().contains(&candidate)
    }

    /// Whether the move, taken as legal, wins.
    pub fn wins(&self, candidate: Move) -> bool {
        self.apply(candidate).won
    }

    /// Plays a legal move.
    ///
    /// ```
    /// use tesuji_simpei::Position;
    ///
    /// let start = Position::start();
    /// let played = start.play("U11".parse().unwrap()).unwrap();
    /// assert_eq!(played.position.to_string(), "M:0 O:20 m:4 o:3");
    /// assert_eq!(start.play("U00".parse().unwrap()), None, "not an inner point");
    /// ```
    pub fn play(&self, candidate: Move) -> Option<Played> {
        self.is_legal(candidate).then(|| self.apply(candidate))
    }

    /// Plays a move known to be legal.
    pub(crate) fn apply(&self, candidate: Move) -> Played {
        let Some(to) = candidate.to() else { return Played { position: self.turned(), won: false } };
        let origin = candidate.from().map_or(0, Cell::bit);
        let mover = self.mover & !origin | to.bit();
        let won = completes(mover, to.index());
        let lifted = if won { 0 } else { sandwiched(mover, self.opponent, to.index()) };
        let position = Position {
            mover: self.opponent & !lifted | candidate.relocated(),
            opponent: mover,
            mover_hand: self.opponent_hand,
            opponent_hand: if origin == 0 { self.mover_hand.saturating_sub(1) } else { self.mover_hand },
        };
        Played { position, won }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_of_moves_round_trips() {
        for text in ["U12", "U12-L01", "U12-L01/U00,L22", "U00/U01,U02", "pass"] {
            assert_eq!(text.parse::<Move>().unwrap().to_string(), text);
        }
        for bad in ["", "U", "U12-", "-U12", "U12-L01/", "U12-L01/U00,U00", "U12/U13/U20", "passs"] {
            assert!(bad.parse::<Move>().is_err(), "{bad}");
        }
    }

    #[test]
    fn subsets_are_complete_and_ascending() {
        for (set, size, count) in [(0b1011_0110, 2, 10), (0x1ff_ffff, 4, 12650), (0b111, 3, 1), (0b11, 3, 0)]
        {
            let mut seen = Vec::new();
            subsets(set, size, |subset| seen.push(subset));
            assert_eq!(seen.len(), count);
            assert!(seen.windows(2).all(|pair| pair[0] < pair[1]));
            assert!(seen.iter().all(|s| s & !set == 0 && s.count_ones() == size));
        }
    }
}
