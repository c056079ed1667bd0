//! A position in which one string is attacked.
//!
//! [`State`] is a [`Position`] with the side to move, the ko ban as the question understands it, and a second
//! hash, so that two different positions never share a key in practice. Ko is kept here and not by the
//! position, because grading a ko means asking again with one side allowed to retake at once
//! ([`KoRights`]).

use tesuji_board::{Color, KoRule, Point, Position, Rules};
use tesuji_search::mix;

/// Who may retake a ko at once, as if he had an endless supply of threats.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum KoRights {
    /// The attacker wins every ko.
    Attacker,
    /// The defender wins every ko: he may retake at once [`THREATS`] times. Were it without end, two kos would
    /// save anything, which no supply of threats on a board can do.
    Defender,
    /// Nobody: the basic ko rule for both, and no threats anywhere.
    Nobody,
}

impl KoRights {
    /// How well the attacker stands with these rights and so many threats of the defender used up, as one number: what he
    /// captures against a defender with threats he captures against one without, and all the more if he may retake himself.
    #[must_use]
    pub fn advantage(self, used: u8) -> u32 {
        let rank = match self {
            KoRights::Defender => 0,
            KoRights::Nobody => 1,
            KoRights::Attacker => 2,
        };
        rank << 8 | u32::from(used)
    }
}

/// How often a defender who wins every ko retakes at once.
pub const THREATS: u8 = 3;

/// What a question is about: the string on `point`, of colour `defender`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Target {
    pub(crate) point: Point,
    pub(crate) defender: Color,
    pub(crate) rights: KoRights,
    /// Threats of a defender who has the rights to kos.
    pub(crate) threats: u8,
}

impl Target {
    pub(crate) fn attacker(&self) -> Color {
        self.defender.opponent()
    }

    fn must_wait(&self, color: Color) -> bool {
        self.rights != KoRights::Attacker || color == self.defender
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
    /// Whether the last move took a ko, be it forbidden to retake it or not.
    pub(crate) ko: bool,
    /// Whether the last move took a single stone and its string was left with that one liberty.
    retakable: bool,
    /// Whether a ko has been taken since the flag was last cleared, in lines taken back as well.
    pub(crate) ko_met: bool,
    /// The defender chooses freely where the question begins: his pass is an ordinary move there.
    pub(crate) opening: bool,
    /// Threats that the defender has used up.
    pub(crate) used: u8,
    second: u64,
}

/// What taking back a step needs.
#[derive(Clone, Copy, Debug)]
pub struct Undo {
    ban: Option<Point>,
    ko: bool,
    retakable: bool,
    opening: bool,
    used: u8,
    second: u64,
}

fn stone_hash(point: Point, color: Color) -> u64 {
    mix(u64::from(point.0) * 2 + color.index() as u64)
}

impl State {
    /// The state of a question. The position's own ko ban counts if the side to move has to obey it.
    pub(crate) fn new(position: &Position, target: Target, to_move: Color) -> State {
        let ban = position.ko().filter(|_| position.to_move() == to_move && target.must_wait(to_move));
        let position_ko = position.ko().is_some();
        let mut setup = position.to_setup();
        setup.ko = None;
        setup.to_move = to_move;
        let free = Rules { ko: KoRule::None, suicide: false };
        // A position is made of a valid setup, so the other arm is never taken.
        let position = Position::from_setup(&setup, free).unwrap_or_else(|_| position.clone());
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
            ko: position_ko,
            ko_met: position_ko,
            retakable: false,
            opening,
            used: 0,
            second,
        }
    }

    pub(crate) fn attacker_to_move(&self) -> bool {
        self.to_move != self.target.defender
    }

    /// Liberties of the target; 0 when it has been captured.
    pub(crate) fn liberty_count(&self) -> usize {
        if self.is_captured() { 0 } else { self.position.liberty_count(self.target.point) }
    }

    /// Whether the target is off the board, be it by a ko that may be retaken.
    pub(crate) fn is_captured(&self) -> bool {
        self.position.stone(self.target.point) != Some(self.target.defender)
    }

    /// Whether the target is off the board for good. A stone whose captor can be taken at once, in a ko or a
    /// snapback, is gone only when the defender has had his turn and did not do so.
    pub(crate) fn is_gone(&self) -> bool {
        self.is_captured() && (self.attacker_to_move() || !self.retakable)
    }

    /// Whether taking the target on its last liberty `point` leaves the captor in atari: it can then be
    /// retaken on the target's own point.
    pub(crate) fn would_be_retaken(&self, point: Point) -> bool {
        let (position, target) = (&self.position, self.target.point);
        position.string_size(target) == 1
            && position.topology().neighbors(point).iter().all(|&near| match position.stone(near) {
                _ if near == target => true,
                None => false,
                Some(color) if color == self.target.defender => position.liberty_count(near) > 1,
                Some(_) => position.liberty_count(near) == 1,
            })
    }

    pub(crate) fn is_legal(&self, point: Point) -> bool {
        !self.is_banned(point) && self.position.is_legal(self.to_move, point)
    }

    /// Whether the ko rule forbids this point, and no threat is left to get round it.
    pub(crate) fn is_banned(&self, point: Point) -> bool {
        let threat = self.target.rights == KoRights::Defender
            && !self.attacker_to_move()
            && self.used < self.target.threats;
        self.ban == Some(point) && !threat
    }

    /// Plays a legal move or a pass.
    pub(crate) fn play(&mut self, step: Option<Point>) -> Undo {
        let undo = Undo {
            ban: self.ban,
            ko: self.ko,
            retakable: self.retakable,
            opening: self.opening,
            used: self.used,
            second: self.second,
        };
        if step.is_some() && step == self.ban {
            self.used += 1;
        }
        let color = self.to_move;
        self.ban = None;
        self.ko = false;
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
                self.ko = self.retakable && self.position.string_size(point) == 1;
                self.ko_met |= self.ko;
                if self.ko && self.target.must_wait(color.opponent()) {
                    self.ban = Some(taken);
                }
            }
            _ => {
                debug_assert!(step.is_none(), "only legal moves are played");
                self.position.pass(color);
            }
        }
        undo
    }

    pub(crate) fn undo(&mut self, undo: Undo) {
        self.position.undo();
        self.to_move = self.to_move.opponent();
        self.ban = undo.ban;
        self.ko = undo.ko;
        self.retakable = undo.retakable;
        self.opening = undo.opening;
        self.used = undo.used;
        self.second = undo.second;
    }

    /// Who wins kos, and the threats used up for it.
    pub(crate) fn resource(&self) -> u32 {
        self.target.rights.advantage(self.used)
    }

    /// Identity of the state among those of one question, whoever wins kos.
    pub(crate) fn key(&self) -> u128 {
        let taken = !self.attacker_to_move() && self.is_captured() && self.retakable;
        let side = u64::from(self.attacker_to_move()) | u64::from(self.opening) << 1 | u64::from(taken) << 2;
        let ban = self.ban.map_or(0, |point| u64::from(point.0) + 1);
        let rest = mix(side << 32 | ban | 1 << 40);
        u128::from(self.position.stones_hash() ^ rest) << 64 | u128::from(self.second ^ rest.rotate_left(17))
    }
}
