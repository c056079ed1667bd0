//! Legal moves, checks and evasions.
//!
//! Nothing here tries a move to see whether it is legal: pins, check lines and the squares that the other side attacks
//! say so beforehand. `plain.rs` does the opposite, and the tests compare the two.

use crate::attacks;
use crate::moves::Move;
use crate::piece::{Color, Kind};
use crate::position::Position;
use crate::square::{ALL, Square, file_of, first, rank, squares};

/// Where a side's pieces promote.
const ZONE: [u128; 2] = [rank(1) | rank(2) | rank(3), rank(7) | rank(8) | rank(9)];
const LAST: [u128; 2] = [rank(1), rank(9)];
const LAST_TWO: [u128; 2] = [rank(1) | rank(2), rank(8) | rank(9)];

/// The squares on which a piece of this kind could never move again.
#[inline]
pub(crate) fn dead_squares(color: Color, kind: Kind) -> u128 {
    match kind {
        Kind::Pawn | Kind::Lance => LAST[color.index()],
        Kind::Knight => LAST_TWO[color.index()],
        _ => 0,
    }
}

#[inline]
fn may_promote(color: Color, from: Square, to: Square) -> bool {
    ZONE[color.index()] & (from.bit() | to.bit()) != 0
}

/// Where a checking piece comes from.
#[derive(Clone, Copy)]
enum Origin {
    Hand(Kind),
    Board(Square),
}

/// Squares from which each kind would give check, by kind.
pub(crate) struct CheckSquares {
    king: Square,
    attacker: Color,
    bishop: u128,
    rook: u128,
    lance: u128,
}

impl CheckSquares {
    /// The squares from which `attacker`'s pieces check the king on `king`.
    #[inline]
    pub(crate) fn new(position: &Position, king: Square, attacker: Color) -> Self {
        let occupied = position.occupied();
        Self {
            king,
            attacker,
            bishop: attacks::bishop(king, occupied),
            rook: attacks::rook(king, occupied),
            lance: attacks::lance(!attacker, king, occupied),
        }
    }

    #[inline]
    pub(crate) fn of(&self, kind: Kind) -> u128 {
        match kind {
            Kind::Pawn => attacks::pawn(!self.attacker, self.king),
            Kind::Lance => self.lance,
            Kind::Knight => attacks::knight(!self.attacker, self.king),
            Kind::Silver => attacks::silver(!self.attacker, self.king),
            Kind::Bishop => self.bishop,
            Kind::Rook => self.rook,
            Kind::King => 0,
            Kind::Horse => self.bishop | attacks::king(self.king),
            Kind::Dragon => self.rook | attacks::king(self.king),
            _ => attacks::gold(!self.attacker, self.king),
        }
    }
}

impl Position {
    /// All legal moves of the side to move.
    pub fn legal_moves(&self) -> Vec<Move> {
        let mut moves = Vec::new();
        self.for_each_legal(|candidate| moves.push(candidate));
        moves
    }

    /// All legal moves that give check.
    pub fn checking_moves(&self) -> Vec<Move> {
        let mut moves = Vec::new();
        self.for_each_check(|candidate| moves.push(candidate));
        moves
    }

    /// Whether a move is legal here.
    pub fn is_legal(&self, candidate: Move) -> bool {
        let mut found = false;
        self.for_each_legal(|legal| found |= legal == candidate);
        found
    }

    /// Calls `sink` with every legal move.
    pub(crate) fn for_each_legal(&self, mut sink: impl FnMut(Move)) {
        let color = self.turn();
        let checkers = self.checkers_of(color);
        if checkers != 0 {
            self.for_each_evasion(checkers, sink);
            return;
        }
        let pinned = self.pinned(color);
        let targets = ALL & !self.of(color);
        for from in squares(self.of(color) & !self.of_kind(color, Kind::King)) {
            self.board_moves(from, self.held_by_pin(from, pinned, targets), &mut sink);
        }
        self.king_moves(&mut sink);
        self.drops(self.vacant(), &mut sink);
    }

    /// The side's pieces that must stay on a line with their king.
    #[inline]
    fn pinned(&self, color: Color) -> u128 {
        self.king(color).map_or(0, |king| self.screens(king, !color) & self.of(color))
    }

    #[inline]
    fn held_by_pin(&self, from: Square, pinned: u128, targets: u128) -> u128 {
        match self.king(self.turn()) {
            Some(king) if pinned & from.bit() != 0 => targets & attacks::line(king, from),
            _ => targets,
        }
    }

    /// Moves of the piece on `from` to `targets`, both promoted and not.
    #[inline]
    fn board_moves(&self, from: Square, targets: u128, sink: &mut impl FnMut(Move)) {
        let color = self.turn();
        let kind = self.kind_at(from);
        let reached = attacks::attacks(color, kind, from, self.occupied()) & targets;
        let promotes = kind.promoted().is_some();
        let dead = dead_squares(color, kind);
        for to in squares(reached) {
            if promotes && may_promote(color, from, to) {
                sink(Move::board(from, to, true));
            }
            if dead & to.bit() == 0 {
                sink(Move::board(from, to, false));
            }
        }
    }

    fn king_moves(&self, sink: &mut impl FnMut(Move)) {
        let color = self.turn();
        if let Some(king) = self.king(color) {
            let occupied = self.occupied() & !king.bit();
            for to in squares(attacks::king(king) & !self.of(color)) {
                if !self.is_attacked(to, !color, occupied) {
                    sink(Move::board(king, to, false));
                }
            }
        }
    }

    /// Squares where the side to move may drop a kind, pawn-drop mate apart.
    #[inline]
    pub(crate) fn drop_squares(&self, color: Color, kind: Kind, targets: u128) -> u128 {
        let targets = targets & !dead_squares(color, kind);
        if kind != Kind::Pawn {
            return targets;
        }
        squares(self.of_kind(color, Kind::Pawn)).fold(targets, |left, pawn| left & !file_of(pawn))
    }

    fn drops(&self, targets: u128, sink: &mut impl FnMut(Move)) {
        if targets == 0 {
            return;
        }
        let color = self.turn();
        let hand = self.hand(color);
        for kind in Kind::IN_HAND {
            if hand.count(kind) == 0 {
                continue;
            }
            for to in squares(self.drop_squares(color, kind, targets)) {
                if kind == Kind::Pawn && self.is_pawn_drop_mate(to) {
                    continue;
                }
                sink(Move::drop(kind, to));
            }
        }
    }

    /// Whether a pawn of the side to move, dropped on the empty square `to`, would be mate.
    ///
    /// The check comes from the next square, so no piece can be put between: the answer does not depend on hands.
    #[inline]
    pub(crate) fn is_pawn_drop_mate(&self, to: Square) -> bool {
        let color = self.turn();
        let Some(king) = self.king(!color) else { return false };
        if attacks::pawn(color, to) & king.bit() == 0 {
            return false;
        }
        let occupied = self.occupied() | to.bit();
        // Can the pawn be taken by another piece than the king?
        let takers = self.attackers(to, !color, occupied) & !king.bit();
        let pinned = self.screens(king, color) & self.of(!color);
        for taker in squares(takers) {
            if pinned & taker.bit() == 0 || attacks::line(king, taker) & to.bit() != 0 {
                return false;
            }
        }
        // Can the king go, or take it?
        let without_king = occupied & !king.bit();
        squares(attacks::king(king) & !self.of(!color))
            .all(|flight| self.is_attacked(flight, color, without_king))
    }

    /// Calls `sink` with every legal answer to a check by `checkers`: the king's moves first, then captures of the
    /// checking piece, then pieces moved and dropped between.
    pub(crate) fn for_each_evasion(&self, checkers: u128, mut sink: impl FnMut(Move)) {
        let color = self.turn();
        let Some(king) = self.king(color) else { return };
        self.king_moves(&mut sink);
        if checkers & (checkers - 1) != 0 {
            return;
        }
        let checker = first(checkers);
        let between = attacks::between(king, checker);
        let pinned = self.pinned(color);
        let movers = self.of(color) & !king.bit() & !pinned;
        for target in squares(checkers).chain(squares(between)) {
            for from in squares(self.attackers(target, color, self.occupied()) & movers) {
                self.board_moves(from, target.bit(), &mut sink);
            }
        }
        self.drops(between, &mut sink);
    }

    /// Calls `sink` with every legal move that gives check.
    pub(crate) fn for_each_check(&self, mut sink: impl FnMut(Move)) {
        let color = self.turn();
        let Some(target) = self.king(!color) else { return };
        let own_checkers = self.checkers_of(color);
        if own_checkers != 0 {
            self.for_each_evasion(own_checkers, |candidate| {
                if self.gives_check(candidate) {
                    sink(candidate);
                }
            });
            return;
        }
        self.for_each_check_set(target, |origin, promoted, plain| {
            for to in squares(promoted | plain) {
                match origin {
                    Origin::Hand(Kind::Pawn) if self.is_pawn_drop_mate(to) => {}
                    Origin::Hand(kind) => sink(Move::drop(kind, to)),
                    Origin::Board(from) => {
                        if promoted & to.bit() != 0 {
                            sink(Move::board(from, to, true));
                        }
                        if plain & to.bit() != 0 {
                            sink(Move::board(from, to, false));
                        }
                    }
                }
            }
        });
        let uncovering = self.screens(target, color) & self.of(color);
        if let Some(king) = self.king(color)
            && uncovering & king.bit() != 0
        {
            let line = attacks::line(target, king);
            self.king_moves(&mut |candidate: Move| {
                if line & candidate.to().bit() == 0 {
                    sink(candidate);
                }
            });
        }
    }

    /// Calls `sink` with the squares to which each kind in hand, and each piece but the king, can go to give check to the
    /// king on `target`: promoted, and as it is. The side to move is not in check; pawn drops that mate are among them.
    #[inline]
    fn for_each_check_set(&self, target: Square, mut sink: impl FnMut(Origin, u128, u128)) {
        let color = self.turn();
        let check_squares = CheckSquares::new(self, target, color);
        let hand = self.hand(color);
        let vacant = self.vacant();
        for kind in Kind::IN_HAND.into_iter().rev() {
            if hand.count(kind) > 0 {
                let reached = self.drop_squares(color, kind, check_squares.of(kind) & vacant);
                sink(Origin::Hand(kind), 0, reached);
            }
        }
        let pinned = self.pinned(color);
        let uncovering = self.screens(target, color) & self.of(color);
        let targets = ALL & !self.of(color);
        let occupied = self.occupied();
        let close = uncovering | attacks::neighbourhood(target) | self.sliders();
        for from in squares(self.of(color) & close & !self.of_kind(color, Kind::King)) {
            let kind = self.kind_at(from);
            let uncovered = if uncovering & from.bit() != 0 { !attacks::line(target, from) } else { 0 };
            let plain = check_squares.of(kind) | uncovered;
            let promoted = kind.promoted().map_or(0, |promoted| check_squares.of(promoted) | uncovered);
            let reached = attacks::attacks(color, kind, from, occupied) & (plain | promoted);
            if reached == 0 {
                continue;
            }
            let reached = reached & self.held_by_pin(from, pinned, targets);
            let zone = ZONE[color.index()];
            let promoting = if zone & from.bit() != 0 { ALL } else { zone };
            sink(
                Origin::Board(from),
                reached & promoted & promoting,
                reached & plain & !dead_squares(color, kind),
            );
        }
    }

    /// About how many checks the side to move has: pawn drops that mate count, checks by a king that steps aside do not.
    #[inline]
    pub(crate) fn count_checks(&self) -> u32 {
        let color = self.turn();
        let Some(target) = self.king(!color) else { return 0 };
        let mut checks = 0;
        if self.checkers_of(color) != 0 {
            self.for_each_check(|_| checks += 1);
        } else {
            self.for_each_check_set(target, |_, promoted, plain| {
                checks += promoted.count_ones() + plain.count_ones();
            });
        }
        checks
    }

    /// Whether a legal move of the side to move gives check.
    pub(crate) fn gives_check(&self, candidate: Move) -> bool {
        let color = self.turn();
        let Some(target) = self.king(!color) else { return false };
        let to = candidate.to();
        let (kind, occupied) = match candidate.from() {
            Some(from) => {
                let kind = self.kind_at(from);
                let kind = if candidate.promotes() { kind.promoted().unwrap_or(kind) } else { kind };
                let uncovers = self.screens(target, color) & from.bit() != 0
                    && attacks::line(target, from) & to.bit() == 0;
                if uncovers {
                    return true;
                }
                (kind, self.occupied() & !from.bit() | to.bit())
            }
            None => match candidate.dropped() {
                Some(kind) => (kind, self.occupied() | to.bit()),
                None => return false,
            },
        };
        kind != Kind::King && attacks::attacks(color, kind, to, occupied) & target.bit() != 0
    }

    /// How the side to move, in check by `checkers`, can answer. Exact about whether there is an answer at all.
    #[inline]
    pub(crate) fn resistance(&self, checkers: u128) -> Resistance {
        let color = self.turn();
        let Some(king) = self.king(color) else { return Resistance::default() };
        let occupied = self.occupied() & !king.bit();
        let mut flights = 0;
        for to in squares(attacks::king(king) & !self.of(color)) {
            if !self.is_attacked(to, !color, occupied) {
                flights += 1;
            }
        }
        let mut resistance = Resistance { flights, ..Resistance::default() };
        if checkers & (checkers - 1) != 0 {
            return resistance;
        }
        let checker = first(checkers);
        let movers = self.of(color) & !king.bit() & !self.pinned(color);
        let everything = self.occupied();
        resistance.captures = (self.attackers(checker, color, everything) & movers).count_ones();
        let between = attacks::between(king, checker);
        if between != 0 {
            let hand = self.hand(color);
            for to in squares(between) {
                resistance.moved_between += (self.attackers(to, color, everything) & movers).count_ones();
            }
            resistance.drops = Kind::IN_HAND.into_iter().rev().any(|kind| {
                hand.count(kind) > 0
                    && match kind {
                        Kind::Pawn => squares(self.drop_squares(color, kind, between))
                            .any(|to| !self.is_pawn_drop_mate(to)),
                        _ => self.drop_squares(color, kind, between) != 0,
                    }
            });
        }
        resistance
    }
}

/// How much there is to answer a check with.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Resistance {
    pub(crate) flights: u32,
    pub(crate) captures: u32,
    pub(crate) moved_between: u32,
    pub(crate) drops: bool,
}

impl Resistance {
    /// The number of answers, all drops counted as one.
    #[inline]
    pub(crate) fn total(self) -> u32 {
        self.flights + self.captures + self.moved_between + u32::from(self.drops)
    }

    /// Whether there is no answer: mate.
    #[inline]
    pub(crate) fn is_none(self) -> bool {
        self.flights == 0 && self.captures == 0 && self.moved_between == 0 && !self.drops
    }
}
