//! The rules once more, slow and plain: the second witness.
//!
//! This file shares no code with the fast generator: no sets of squares, no tables, no pins. A move is tried on a copy
//! of the board and refused if it leaves the own king attacked. The tests compare the two generators, and every proof
//! that the program prints has been replayed move by move under [`PlainMate`].

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
    turn: Color,
}

type Place = (i32, i32);

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
        Self { board, hands, turn: position.turn() }
    }
}

fn place_of(square: Square) -> Place {
    (i32::from(square.file()) - 1, i32::from(square.rank()) - 1)
}

fn square_of((file, rank): Place) -> Option<Square> {
    Square::new(u8::try_from(file + 1).ok()?, u8::try_from(rank + 1).ok()?)
}

impl PlainPosition {
    fn at(&self, (file, rank): Place) -> Option<Piece> {
        let column = self.board.get(usize::try_from(file).ok()?)?;
        *column.get(usize::try_from(rank).ok()?)?
    }

    fn set(&mut self, (file, rank): Place, piece: Option<Piece>) {
        self.board[file as usize][rank as usize] = piece;
    }

    fn places() -> impl Iterator<Item = Place> {
        (0..9).flat_map(|file| (0..9).map(move |rank| (file, rank)))
    }

    fn king(&self, color: Color) -> Option<Place> {
        Self::places().find(|&place| self.at(place) == Some(Piece { color, kind: Kind::King }))
    }

    /// Whether a piece standing on `from` attacks `to`.
    fn reaches(&self, piece: Piece, from: Place, to: Place) -> bool {
        let (file, rank) = (to.0 - from.0, to.1 - from.1);
        // Seen from the owner, forward is negative.
        let ahead = if piece.color == Color::Black { -rank } else { rank };
        let step = (file.abs(), ahead);
        let gold = matches!(step, (0, 1) | (1, 1) | (1, 0) | (0, -1));
        let king = file.abs() <= 1 && rank.abs() <= 1 && (file, rank) != (0, 0);
        let diagonal = file.abs() == rank.abs() && file != 0;
        let straight = (file == 0) != (rank == 0);
        match piece.kind {
            Kind::Pawn => step == (0, 1),
            Kind::Knight => step == (1, 2),
            Kind::Silver => matches!(step, (0, 1) | (1, 1) | (1, -1)),
            Kind::King => king,
            Kind::Lance => file == 0 && ahead > 0 && self.is_open(from, to),
            Kind::Bishop => diagonal && self.is_open(from, to),
            Kind::Rook => straight && self.is_open(from, to),
            Kind::Horse => king || diagonal && self.is_open(from, to),
            Kind::Dragon => king || straight && self.is_open(from, to),
            Kind::Gold
            | Kind::PromotedPawn
            | Kind::PromotedLance
            | Kind::PromotedKnight
            | Kind::PromotedSilver => gold,
        }
    }

    fn is_open(&self, from: Place, to: Place) -> bool {
        let (file, rank) = ((to.0 - from.0).signum(), (to.1 - from.1).signum());
        let mut place = (from.0 + file, from.1 + rank);
        while place != to {
            if self.at(place).is_some() {
                return false;
            }
            place = (place.0 + file, place.1 + rank);
        }
        true
    }

    fn is_attacked(&self, target: Place, by: Color) -> bool {
        Self::places().any(|from| {
            self.at(from).is_some_and(|piece| piece.color == by && self.reaches(piece, from, target))
        })
    }

    /// Whether a side's king is attacked.
    pub fn in_check(&self, color: Color) -> bool {
        self.king(color).is_some_and(|king| self.is_attacked(king, !color))
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

    fn try_move(&self, candidate: Move, moves: &mut Vec<Move>) {
        if !self.after(candidate).in_check(self.turn) {
            moves.push(candidate);
        }
    }

    /// All legal moves, in no special order.
    pub fn legal_moves(&self) -> Vec<Move> {
        let mut moves = Vec::new();
        for from in Self::places() {
            let Some(piece) = self.at(from).filter(|piece| piece.color == self.turn) else { continue };
            for to in Self::places() {
                let own = self.at(to).is_some_and(|other| other.color == self.turn);
                if own || !self.reaches(piece, from, to) {
                    continue;
                }
                let (Some(start), Some(end)) = (square_of(from), square_of(to)) else { continue };
                let in_zone =
                    |place: Place| if self.turn == Color::Black { place.1 < 3 } else { place.1 > 5 };
                if piece.kind.promoted().is_some() && (in_zone(from) || in_zone(to)) {
                    self.try_move(Move::board(start, end, true), &mut moves);
                }
                if Self::lives(self.turn, piece.kind, to.1) {
                    self.try_move(Move::board(start, end, false), &mut moves);
                }
            }
        }
        let checked = self.in_check(self.turn);
        for (place, kind) in Kind::IN_HAND.into_iter().enumerate() {
            if self.hands[self.turn as usize][place] == 0 {
                continue;
            }
            for to in Self::places() {
                let pawn = Piece { color: self.turn, kind: Kind::Pawn };
                if self.at(to).is_some()
                    || !Self::lives(self.turn, kind, to.1)
                    || kind == Kind::Pawn && (0..9).any(|rank| self.at((to.0, rank)) == Some(pawn))
                {
                    continue;
                }
                let Some(end) = square_of(to) else { continue };
                let candidate = Move::drop(kind, end);
                if checked || kind == Kind::Pawn {
                    let next = self.after(candidate);
                    if next.in_check(self.turn) {
                        continue;
                    }
                    // A pawn may not be dropped to give mate.
                    if kind == Kind::Pawn && next.in_check(!self.turn) && next.legal_moves().is_empty() {
                        continue;
                    }
                }
                moves.push(candidate);
            }
        }
        moves
    }

    /// Whether a legal move gives check.
    pub fn gives_check(&self, candidate: Move) -> bool {
        match (candidate.dropped(), self.king(!self.turn)) {
            (_, None) => false,
            // A drop uncovers nothing.
            (Some(kind), Some(king)) => {
                self.reaches(Piece { color: self.turn, kind }, place_of(candidate.to()), king)
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
        let mated =
            state.turn != self.attacker && state.in_check(state.turn) && state.legal_moves().is_empty();
        mated.then_some(Outcome::Goal)
    }

    fn moves(&mut self, state: &PlainPosition, order: u8, moves: &mut Moves<Move>) {
        for candidate in state.legal_moves() {
            if state.turn != self.attacker {
                moves.push(candidate);
            } else if order >= 1 && state.gives_check(candidate) {
                moves.push_from(1, candidate);
            } else if order >= 2 {
                moves.push_from(2, candidate);
            }
        }
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
        for piece in state.board.iter().flatten() {
            let digit = piece.map_or(0, |piece| 1 + piece.kind as u128 + 14 * piece.color as u128);
            key = key.wrapping_mul(0x2d35_8dcc_aa6c_78a5_8bb8_4b93_962e_acc9).wrapping_add(digit);
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
