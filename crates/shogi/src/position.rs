//! The position: pieces on the board and in hand, and the side to move.
//!
//! Pieces are kept twice, as a board of squares and as sets of squares by kind and side, so that both questions, what is
//! here and where are they, cost one look. A side may be without a king, as the attacker of a composed problem is.
//!
//! The key covers the board and the side to move, not the hands: the search keeps what is known of one board with
//! different hands together.

use std::fmt;

use crate::attacks;
use crate::hand::Hand;
use crate::moves::Move;
use crate::piece::{Color, KINDS, Kind, Piece};
use crate::square::{ALL, SQUARES, Square, squares};

/// A position.
///
/// ```
/// use tesuji_shogi::Position;
/// let position: Position = "8k/9/7G1/9/9/9/9/9/9 b G 1".parse().unwrap();
/// let mut next = position.clone();
/// next.play("G*1b".parse().unwrap());
/// assert!(next.is_check() && next.legal_moves().is_empty());
/// ```
#[derive(Clone)]
pub struct Position {
    kinds: [u128; KINDS],
    colors: [u128; 2],
    board: [u8; SQUARES],
    kings: [Option<Square>; 2],
    hands: [Hand; 2],
    turn: Color,
    key: u128,
}

/// What taking back a move needs.
#[derive(Clone, Copy, Debug)]
pub struct Undo {
    captured: Option<Kind>,
    key: u128,
}

const EMPTY: u8 = 0;

const fn code(piece: Piece) -> u8 {
    1 + piece.kind as u8 + if matches!(piece.color, Color::White) { 16 } else { 0 }
}

const TURN_KEY: u128 = 0x6a09_e667_f3bc_c908_bb67_ae85_84ca_a73b;

/// Random numbers for the key of a piece on a square.
const fn make_keys() -> [[u128; SQUARES]; 2 * KINDS] {
    let mut keys = [[0; SQUARES]; 2 * KINDS];
    let mut state: u64 = 0x7465_7375_6a69;
    let mut piece = 0;
    while piece < 2 * KINDS {
        let mut square = 0;
        while square < SQUARES {
            let mut key = 0;
            let mut half = 0;
            while half < 2 {
                // SplitMix64.
                state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
                let mut word = state;
                word = (word ^ (word >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
                word = (word ^ (word >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
                key = key << 64 | (word ^ (word >> 31)) as u128;
                half += 1;
            }
            keys[piece][square] = key;
            square += 1;
        }
        piece += 1;
    }
    keys
}

static KEYS: [[u128; SQUARES]; 2 * KINDS] = make_keys();

#[inline]
fn piece_key(color: Color, kind: Kind, square: Square) -> u128 {
    KEYS[color.index() * KINDS + kind.index()][square.index()]
}

impl Position {
    /// The empty board.
    pub(crate) fn empty(turn: Color) -> Self {
        Self {
            kinds: [0; KINDS],
            colors: [0; 2],
            board: [EMPTY; SQUARES],
            kings: [None; 2],
            hands: [Hand::EMPTY; 2],
            turn,
            key: if turn == Color::White { TURN_KEY } else { 0 },
        }
    }

    /// The position in which a game begins.
    pub fn initial() -> Self {
        let mut position = Self::empty(Color::Black);
        let back = [
            Kind::Lance,
            Kind::Knight,
            Kind::Silver,
            Kind::Gold,
            Kind::King,
            Kind::Gold,
            Kind::Silver,
            Kind::Knight,
            Kind::Lance,
        ];
        let mut put = |color, kind, file: u8, rank: u8| {
            let square = Square::at(usize::from((file - 1) * 9 + rank - 1));
            position.put(square, Piece { color, kind });
        };
        for (file, kind) in (1..=9).zip(back) {
            put(Color::White, kind, file, 1);
            put(Color::White, Kind::Pawn, file, 3);
            put(Color::Black, Kind::Pawn, file, 7);
            put(Color::Black, kind, file, 9);
        }
        put(Color::White, Kind::Bishop, 2, 2);
        put(Color::White, Kind::Rook, 8, 2);
        put(Color::Black, Kind::Bishop, 8, 8);
        put(Color::Black, Kind::Rook, 2, 8);
        position
    }

    #[inline]
    pub(crate) fn put(&mut self, square: Square, piece: Piece) {
        let Piece { color, kind } = piece;
        self.kinds[kind.index()] |= square.bit();
        self.colors[color.index()] |= square.bit();
        self.board[square.index()] = code(piece);
        self.key ^= piece_key(color, kind, square);
        if kind == Kind::King {
            self.kings[color.index()] = Some(square);
        }
    }

    #[inline]
    fn take(&mut self, square: Square, piece: Piece) {
        let Piece { color, kind } = piece;
        self.kinds[kind.index()] &= !square.bit();
        self.colors[color.index()] &= !square.bit();
        self.board[square.index()] = EMPTY;
        self.key ^= piece_key(color, kind, square);
    }

    pub(crate) fn set_hand(&mut self, color: Color, hand: Hand) {
        self.hands[color.index()] = hand;
    }

    /// The piece on a square.
    #[inline]
    pub fn piece(&self, square: Square) -> Option<Piece> {
        match self.board[square.index()] {
            EMPTY => None,
            code => Some(Piece {
                color: if code & 16 == 0 { Color::Black } else { Color::White },
                kind: Kind::ALL[usize::from((code - 1) & 15)],
            }),
        }
    }

    #[inline]
    pub(crate) fn kind_at(&self, square: Square) -> Kind {
        Kind::ALL[usize::from(self.board[square.index()].wrapping_sub(1) & 15).min(KINDS - 1)]
    }

    /// The side to move.
    #[inline]
    pub fn turn(&self) -> Color {
        self.turn
    }

    /// The pieces a side holds.
    #[inline]
    pub fn hand(&self, color: Color) -> Hand {
        self.hands[color.index()]
    }

    /// Where a side's king is; composed problems have none for the attacker.
    #[inline]
    pub fn king(&self, color: Color) -> Option<Square> {
        self.kings[color.index()]
    }

    /// Identity of the board with the side to move, without the hands.
    #[inline]
    pub fn board_key(&self) -> u128 {
        self.key
    }

    #[inline]
    pub(crate) fn of(&self, color: Color) -> u128 {
        self.colors[color.index()]
    }

    #[inline]
    pub(crate) fn of_kind(&self, color: Color, kind: Kind) -> u128 {
        self.kinds[kind.index()] & self.colors[color.index()]
    }

    #[inline]
    pub(crate) fn occupied(&self) -> u128 {
        self.colors[0] | self.colors[1]
    }

    #[inline]
    pub(crate) fn vacant(&self) -> u128 {
        ALL & !self.occupied()
    }

    /// The pieces that move like a gold.
    #[inline]
    fn golds(&self) -> u128 {
        self.kinds[Kind::Gold.index()]
            | self.kinds[Kind::PromotedPawn.index()]
            | self.kinds[Kind::PromotedLance.index()]
            | self.kinds[Kind::PromotedKnight.index()]
            | self.kinds[Kind::PromotedSilver.index()]
    }

    /// The pieces that go any distance.
    #[inline]
    pub(crate) fn sliders(&self) -> u128 {
        self.kind(Kind::Lance)
            | self.kind(Kind::Bishop)
            | self.kind(Kind::Rook)
            | self.kind(Kind::Horse)
            | self.kind(Kind::Dragon)
    }

    #[inline]
    fn kind(&self, kind: Kind) -> u128 {
        self.kinds[kind.index()]
    }

    /// The pieces of a side that attack a square without sliding to it.
    #[inline]
    fn steppers(&self, square: Square, color: Color) -> u128 {
        let back = !color;
        let royal = self.kind(Kind::King) | self.kind(Kind::Horse) | self.kind(Kind::Dragon);
        let set = attacks::pawn(back, square) & self.kind(Kind::Pawn)
            | attacks::knight(back, square) & self.kind(Kind::Knight)
            | attacks::silver(back, square) & self.kind(Kind::Silver)
            | attacks::gold(back, square) & self.golds()
            | attacks::king(square) & royal;
        set & self.of(color)
    }

    /// The pieces of a side that slide to a square, with `occupied` for the pieces that stand in the way.
    #[inline]
    fn sliding(&self, square: Square, color: Color, occupied: u128) -> u128 {
        let candidates = self.aligned(square, color);
        squares(candidates)
            .filter(|&slider| attacks::between(square, slider) & occupied == 0)
            .fold(0, |set, slider| set | slider.bit())
    }

    /// The sliding pieces of a side that would attack a square if nothing stood between.
    #[inline]
    fn aligned(&self, square: Square, color: Color) -> u128 {
        let diagonal = self.kind(Kind::Bishop) | self.kind(Kind::Horse);
        let straight = self.kind(Kind::Rook) | self.kind(Kind::Dragon);
        let sliders = diagonal & attacks::bishop_rays(square)
            | straight & attacks::rook_rays(square)
            | self.kind(Kind::Lance) & attacks::lance_ray(!color, square);
        sliders & self.of(color)
    }

    /// The pieces of a side that attack a square, with `occupied` for the pieces that stand in the way.
    #[inline]
    pub(crate) fn attackers(&self, square: Square, color: Color, occupied: u128) -> u128 {
        self.steppers(square, color) | self.sliding(square, color, occupied)
    }

    #[inline]
    pub(crate) fn is_attacked(&self, square: Square, color: Color, occupied: u128) -> bool {
        self.steppers(square, color) != 0 || self.sliding(square, color, occupied) != 0
    }

    /// The opponent's pieces that give check to `color`.
    #[inline]
    pub(crate) fn checkers_of(&self, color: Color) -> u128 {
        match self.king(color) {
            Some(king) => self.attackers(king, !color, self.occupied()),
            None => 0,
        }
    }

    /// Whether the side to move is in check.
    pub fn is_check(&self) -> bool {
        self.checkers_of(self.turn) != 0
    }

    /// Pieces of any side that alone stand between the square of a king and a slider of `color`: pinned if they belong to
    /// the king's side, ready to uncover a check if they do not.
    #[inline]
    pub(crate) fn screens(&self, king: Square, color: Color) -> u128 {
        let occupied = self.occupied();
        let mut screens = 0;
        for slider in squares(self.aligned(king, color)) {
            let between = attacks::between(king, slider) & occupied;
            if between != 0 && between & (between - 1) == 0 {
                screens |= between;
            }
        }
        screens
    }

    /// Plays a move, which must be legal or at least move an own piece to a square without one.
    #[inline]
    pub fn play(&mut self, candidate: Move) -> Undo {
        let undo_key = self.key;
        let (color, to) = (self.turn, candidate.to());
        let mut captured = None;
        match candidate.from() {
            Some(from) => {
                let kind = self.kind_at(from);
                if let Some(victim) = self.piece(to) {
                    self.take(to, victim);
                    captured = Some(victim.kind);
                    if victim.kind != Kind::King {
                        let hand = &mut self.hands[color.index()];
                        *hand = hand.with(victim.kind.unpromoted());
                    }
                }
                self.take(from, Piece { color, kind });
                let kind = if candidate.promotes() { kind.promoted().unwrap_or(kind) } else { kind };
                self.put(to, Piece { color, kind });
            }
            None => {
                if let Some(kind) = candidate.dropped() {
                    let hand = &mut self.hands[color.index()];
                    *hand = hand.without(kind);
                    self.put(to, Piece { color, kind });
                }
            }
        }
        self.turn = !color;
        self.key ^= TURN_KEY;
        Undo { captured, key: undo_key }
    }

    /// Takes back the move that was played last.
    #[inline]
    pub fn undo(&mut self, candidate: Move, undo: Undo) {
        let color = !self.turn;
        let to = candidate.to();
        let kind = self.kind_at(to);
        self.take(to, Piece { color, kind });
        match candidate.from() {
            Some(from) => {
                let kind = if candidate.promotes() { kind.unpromoted() } else { kind };
                self.put(from, Piece { color, kind });
                if let Some(victim) = undo.captured {
                    if victim != Kind::King {
                        let hand = &mut self.hands[color.index()];
                        *hand = hand.without(victim.unpromoted());
                    }
                    self.put(to, Piece { color: !color, kind: victim });
                }
            }
            None => {
                let hand = &mut self.hands[color.index()];
                *hand = hand.with(kind);
            }
        }
        self.turn = color;
        self.key ^= TURN_KEY;
        debug_assert_eq!(self.key, undo.key, "undo brings the board back");
    }

    /// Hands the move to the other side.
    #[inline]
    pub fn pass(&mut self) {
        self.turn = !self.turn;
        self.key ^= TURN_KEY;
    }
}

impl PartialEq for Position {
    fn eq(&self, other: &Self) -> bool {
        self.board == other.board && self.hands == other.hands && self.turn == other.turn
    }
}

impl Eq for Position {}

impl fmt::Debug for Position {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "Position({self})")
    }
}
