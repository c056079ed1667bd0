//! The rules once more, plain: the second witness.
//!
//! This file shares no code with the fast generator: no sets of squares, no tables, no pins. A piece walks over the board
//! step by step, a move is tried on a copy of the board and refused if it leaves the own king attacked. The tests compare
//! the two generators, and every proof that the program prints has been replayed move by move under [`PlainMate`].

use std::ops::ControlFlow;

use tesuji_search::{Moves, Outcome, Rules, Step};

use crate::moves::Move;
use crate::piece::{Color, Kind, Piece};
use crate::position::Position;
use crate::square::Square;

/// A position as a plain board.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct PlainPosition {
    /// `board[file - 1][rank - 1]`.
    board: [[Option<Piece>; 9]; 9],
    hands: [[u8; 7]; 2],
    /// Where the kings are; always what the board says.
    kings: [Option<Place>; 2],
    turn: Color,
}

type Place = (i32, i32);

const DIRECTIONS: [Place; 8] = [(0, -1), (0, 1), (-1, 0), (1, 0), (-1, -1), (1, -1), (-1, 1), (1, 1)];
/// A knight's jumps, seen from Black.
const JUMPS: [Place; 2] = [(-1, -2), (1, -2)];

impl From<&Position> for PlainPosition {
    fn from(position: &Position) -> Self {
        let mut board = [[None; 9]; 9];
        for square in Square::all() {
            board[usize::from(square.file()) - 1][usize::from(square.rank()) - 1] = position.piece(square);
        }
        let mut hands = [[0; 7]; 2];
        for color in Color::BOTH {
            for (place, kind) in Kind::IN_HAND.into_iter().enumerate() {
                hands[color as usize][place] = position.hand(color).count(kind) as u8;
            }
        }
        let mut plain = Self { board, hands, kings: [None; 2], turn: position.turn() };
        for place in Self::places() {
            if let Some(Piece { color, kind: Kind::King }) = plain.at(place) {
                plain.kings[color as usize] = Some(place);
            }
        }
        plain
    }
}

fn place_of(square: Square) -> Place {
    (i32::from(square.file()) - 1, i32::from(square.rank()) - 1)
}

fn square_of((file, rank): Place) -> Option<Square> {
    Square::new(u8::try_from(file + 1).ok()?, u8::try_from(rank + 1).ok()?)
}

fn is_on_board((file, rank): Place) -> bool {
    (0..9).contains(&file) && (0..9).contains(&rank)
}

/// A step seen from the owner of a piece: how far to the side, how far ahead.
fn seen(color: Color, (file, rank): Place) -> Place {
    (file.abs(), if color == Color::Black { -rank } else { rank })
}

/// Whether a kind makes this single step or jump, as its owner sees it.
fn steps(kind: Kind, step: Place) -> bool {
    match kind {
        Kind::Pawn => step == (0, 1),
        Kind::Knight => step == (1, 2),
        Kind::Silver => matches!(step, (0, 1) | (1, 1) | (1, -1)),
        Kind::King | Kind::Horse | Kind::Dragon => {
            matches!(step, (0, 1) | (1, 1) | (1, 0) | (1, -1) | (0, -1))
        }
        Kind::Lance | Kind::Bishop | Kind::Rook => slides(kind, step),
        Kind::Gold
        | Kind::PromotedPawn
        | Kind::PromotedLance
        | Kind::PromotedKnight
        | Kind::PromotedSilver => matches!(step, (0, 1) | (1, 1) | (1, 0) | (0, -1)),
    }
}

/// Whether a kind goes any distance in this direction, as its owner sees it.
fn slides(kind: Kind, direction: Place) -> bool {
    match kind {
        Kind::Lance => direction == (0, 1),
        Kind::Bishop | Kind::Horse => matches!(direction, (1, 1) | (1, -1)),
        Kind::Rook | Kind::Dragon => matches!(direction, (0, 1) | (1, 0) | (0, -1)),
        _ => false,
    }
}

impl PlainPosition {
    fn at(&self, (file, rank): Place) -> Option<Piece> {
        self.board[file as usize][rank as usize]
    }

    fn set(&mut self, place: Place, piece: Option<Piece>) {
        self.board[place.0 as usize][place.1 as usize] = piece;
        if let Some(Piece { color, kind: Kind::King }) = piece {
            self.kings[color as usize] = Some(place);
        }
    }

    fn places() -> impl Iterator<Item = Place> {
        (0..9).flat_map(|file| (0..9).map(move |rank| (file, rank)))
    }

    /// The places on the way from `from` in a direction: the empty ones, and the first that is not.
    fn walk(&self, from: Place, (file, rank): Place) -> impl Iterator<Item = Place> {
        let (mut place, mut blocked) = (from, false);
        std::iter::from_fn(move || {
            place = (place.0 + file, place.1 + rank);
            if blocked || !is_on_board(place) {
                return None;
            }
            blocked = self.at(place).is_some();
            Some(place)
        })
    }

    /// Calls `sink` with every place to which the piece on `from` goes, own pieces apart.
    fn for_each_target(
        &self,
        piece: Piece,
        from: Place,
        mut sink: impl FnMut(Place) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let mut go = |to: Place| {
            let own = self.at(to).is_some_and(|other| other.color == piece.color);
            if own { ControlFlow::Continue(()) } else { sink(to) }
        };
        if piece.kind == Kind::Knight {
            for (file, rank) in JUMPS {
                let ahead = if piece.color == Color::Black { rank } else { -rank };
                let to = (from.0 + file, from.1 + ahead);
                if is_on_board(to) {
                    go(to)?;
                }
            }
            return ControlFlow::Continue(());
        }
        for direction in DIRECTIONS {
            let step = seen(piece.color, direction);
            let far = if slides(piece.kind, step) { 8 } else { usize::from(steps(piece.kind, step)) };
            for to in self.walk(from, direction).take(far) {
                go(to)?;
            }
        }
        ControlFlow::Continue(())
    }

    /// Whether a side attacks a place: what stands first in each direction, and at a knight's jump, goes there.
    fn is_attacked(&self, target: Place, by: Color) -> bool {
        let attacks = |from: Place, distance: usize| {
            let Some(piece) = self.at(from).filter(|piece| piece.color == by) else { return false };
            let direction = ((target.0 - from.0).signum(), (target.1 - from.1).signum());
            let step = seen(by, direction);
            distance == 1 && steps(piece.kind, step) || slides(piece.kind, step)
        };
        let in_line = DIRECTIONS.iter().any(|&direction| {
            let (mut first, mut distance) = (None, 0);
            for place in self.walk(target, direction) {
                (first, distance) = (Some(place), distance + 1);
            }
            first.is_some_and(|first| attacks(first, distance))
        });
        let knight = Some(Piece { color: by, kind: Kind::Knight });
        in_line
            || JUMPS.iter().any(|&(file, rank)| {
                // Back from the target to where the knight stands.
                let behind = if by == Color::Black { -rank } else { rank };
                let from = (target.0 + file, target.1 + behind);
                is_on_board(from) && self.at(from) == knight
            })
    }

    /// Whether a side's king is attacked.
    pub fn in_check(&self, color: Color) -> bool {
        self.kings[color as usize].is_some_and(|king| self.is_attacked(king, !color))
    }

    /// The side to move.
    pub fn turn(&self) -> Color {
        self.turn
    }

    /// The position after a legal move.
    #[must_use]
    pub fn after(&self, candidate: Move) -> Self {
        let mut next = self.clone();
        let to = place_of(candidate.to());
        match (candidate.from(), candidate.dropped()) {
            (Some(from), _) => {
                let from = place_of(from);
                if let Some(victim) = self.at(to)
                    && let Some(place) =
                        Kind::IN_HAND.iter().position(|&kind| kind == victim.kind.unpromoted())
                {
                    next.hands[self.turn as usize][place] += 1;
                }
                let mut piece = self.at(from);
                if candidate.promotes()
                    && let Some(piece) = &mut piece
                {
                    piece.kind = piece.kind.promoted().unwrap_or(piece.kind);
                }
                next.set(from, None);
                next.set(to, piece);
            }
            (None, Some(kind)) => {
                if let Some(place) = Kind::IN_HAND.iter().position(|&other| other == kind) {
                    next.hands[self.turn as usize][place] -= 1;
                }
                next.set(to, Some(Piece { color: self.turn, kind }));
            }
            (None, None) => {}
        }
        next.turn = !self.turn;
        next
    }

    /// The position with the other side to move.
    #[must_use]
    pub fn passed(&self) -> Self {
        let mut next = self.clone();
        next.turn = !next.turn;
        next
    }

    /// Whether a piece of this kind could move on from `rank`, counted from 0.
    fn lives(color: Color, kind: Kind, rank: i32) -> bool {
        let ahead = if color == Color::Black { rank } else { 8 - rank };
        match kind {
            Kind::Pawn | Kind::Lance => ahead >= 1,
            Kind::Knight => ahead >= 2,
            _ => true,
        }
    }

    /// Calls `sink` with every legal move, or with those that give check, until it has enough.
    fn for_each_legal(
        &self,
        only_checks: bool,
        mut sink: impl FnMut(Move) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let mut attempt = |candidate: Move| {
            let next = self.after(candidate);
            if only_checks && !next.in_check(!self.turn) || next.in_check(self.turn) {
                return ControlFlow::Continue(());
            }
            sink(candidate)
        };
        let in_zone = |place: Place| if self.turn == Color::Black { place.1 < 3 } else { place.1 > 5 };
        for from in Self::places() {
            let Some(piece) = self.at(from).filter(|piece| piece.color == self.turn) else { continue };
            self.for_each_target(piece, from, |to| {
                let (Some(start), Some(end)) = (square_of(from), square_of(to)) else {
                    return ControlFlow::Continue(());
                };
                if piece.kind.promoted().is_some() && (in_zone(from) || in_zone(to)) {
                    attempt(Move::board(start, end, true))?;
                }
                if Self::lives(self.turn, piece.kind, to.1) {
                    attempt(Move::board(start, end, false))?;
                }
                ControlFlow::Continue(())
            })?;
        }
        self.for_each_drop(only_checks, sink)
    }

    /// The drops of [`for_each_legal`](Self::for_each_legal).
    fn for_each_drop(
        &self,
        only_checks: bool,
        mut sink: impl FnMut(Move) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        if self.hands[self.turn as usize] == [0; 7] {
            return ControlFlow::Continue(());
        }
        // In check a drop must stand in the way; whether it does is the same for all kinds.
        let checked = self.in_check(self.turn);
        let helps = |to: Place| {
            let mut next = self.clone();
            next.set(to, Some(Piece { color: self.turn, kind: Kind::Gold }));
            !next.in_check(self.turn)
        };
        let vacant: Vec<Place> =
            Self::places().filter(|&place| self.at(place).is_none() && (!checked || helps(place))).collect();
        for (place, kind) in Kind::IN_HAND.into_iter().enumerate() {
            if self.hands[self.turn as usize][place] == 0 {
                continue;
            }
            let pawn = Piece { color: self.turn, kind: Kind::Pawn };
            for &to in &vacant {
                if !Self::lives(self.turn, kind, to.1)
                    || kind == Kind::Pawn && (0..9).any(|rank| self.at((to.0, rank)) == Some(pawn))
                {
                    continue;
                }
                let Some(end) = square_of(to) else { continue };
                let candidate = Move::drop(kind, end);
                if (only_checks || kind == Kind::Pawn) && self.gives_check(candidate) {
                    // A pawn may not be dropped to give mate.
                    if kind == Kind::Pawn && !self.after(candidate).has_legal_move() {
                        continue;
                    }
                } else if only_checks {
                    continue;
                }
                sink(candidate)?;
            }
        }
        ControlFlow::Continue(())
    }

    fn has_legal_move(&self) -> bool {
        self.for_each_legal(false, |_| ControlFlow::Break(())).is_break()
    }

    /// All legal moves, in no special order.
    pub fn legal_moves(&self) -> Vec<Move> {
        let mut moves = Vec::new();
        let _all = self.for_each_legal(false, |candidate| {
            moves.push(candidate);
            ControlFlow::Continue(())
        });
        moves
    }

    /// Whether a legal move gives check.
    pub fn gives_check(&self, candidate: Move) -> bool {
        match (candidate.dropped(), self.kings[!self.turn as usize]) {
            (_, None) => false,
            // A drop uncovers nothing.
            (Some(kind), Some(king)) => {
                let piece = Piece { color: self.turn, kind };
                self.for_each_target(piece, place_of(candidate.to()), |to| {
                    if to == king { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
                })
                .is_break()
            }
            (None, Some(_)) => self.after(candidate).in_check(!self.turn),
        }
    }
}

/// The goal "mate" under the plain rules, for checking proofs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PlainMate {
    /// The side that wants to mate.
    pub attacker: Color,
}

impl Rules for PlainMate {
    type State = PlainPosition;
    type Move = Move;
    type Undo = Box<PlainPosition>;

    fn attacker_to_move(&self, state: &PlainPosition) -> bool {
        state.turn == self.attacker
    }

    fn outcome(&mut self, state: &PlainPosition) -> Option<Outcome> {
        let mated = state.turn != self.attacker && state.in_check(state.turn) && !state.has_legal_move();
        mated.then_some(Outcome::Goal)
    }

    fn moves(&mut self, state: &PlainPosition, order: u8, moves: &mut Moves<Move>) {
        let attacks = state.turn == self.attacker;
        if attacks && order == 0 {
            return;
        }
        let _all = state.for_each_legal(attacks && order == 1, |candidate| {
            if !attacks {
                moves.push(candidate);
            } else if order == 1 || state.gives_check(candidate) {
                moves.push_from(1, candidate);
            } else {
                moves.push_from(2, candidate);
            }
            ControlFlow::Continue(())
        });
    }

    fn play(&mut self, state: &mut PlainPosition, step: Step<Move>) -> Box<PlainPosition> {
        let next = match step {
            Step::Move(candidate) => state.after(candidate),
            Step::Pass => state.passed(),
        };
        Box::new(std::mem::replace(state, next))
    }

    fn undo(&self, state: &mut PlainPosition, _step: Step<Move>, undo: Box<PlainPosition>) {
        *state = *undo;
    }

    fn can_pass(&self, state: &PlainPosition) -> bool {
        !state.in_check(state.turn)
    }

    fn key(&self, state: &PlainPosition) -> u128 {
        // A polynomial in a large odd number; collisions would only make the checker stricter.
        let mut key = state.turn as u128;
        for file in &state.board {
            let digits = file.iter().fold(0, |digits, piece| {
                digits * 29 + piece.map_or(0, |piece| 1 + piece.kind as u64 + 14 * piece.color as u64)
            });
            key = key.wrapping_mul(0x2d35_8dcc_aa6c_78a5_8bb8_4b93_962e_acc9).wrapping_add(digits.into());
        }
        key ^ key >> 61
    }

    fn resource(&self, state: &PlainPosition) -> u32 {
        let hand = state.hands[self.attacker as usize];
        let digits = [19, 5, 5, 5, 3, 3, 5];
        hand.iter().zip(digits).fold(0, |packed, (&count, base)| packed * base + u32::from(count))
    }

    fn covers(&self, mut more: u32, mut less: u32) -> bool {
        for base in [5, 3, 3, 5, 5, 5, 19] {
            if more % base < less % base {
                return false;
            }
            (more, less) = (more / base, less / base);
        }
        true
    }
}
