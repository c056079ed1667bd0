//! A race as a sum: what two blocks have in their regions, what they share, what eyes they have.
//!
//! Nothing here knows boards. A board is turned into a [`Race`] by counting its regions; expressions of the command line
//! make one directly. All methods that decide races work on this.

use std::sync::Arc;

use smallvec::smallvec;
use tesuji_board::{Color, Point};
use tesuji_cgt::{Error, Game};

use crate::error::RaceError;
use crate::liberty::{Finish, Kind, LibertyGames, Parts};

/// The size of a block's one eye, as far as it matters in a race with shared liberties: the larger class wins.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Default)]
pub enum EyeClass {
    /// No eye.
    #[default]
    None,
    /// One to three points.
    Small,
    /// A big eye of this many points, 4 to 7.
    Big(u8),
}

impl EyeClass {
    /// The class of an eye of this many points; `None` if no such eye is killed from inside (more than seven).
    #[must_use]
    pub fn of_size(points: usize) -> Option<EyeClass> {
        match points {
            0 => Some(EyeClass::None),
            1..=3 => Some(EyeClass::Small),
            4..=7 => Some(EyeClass::Big(points as u8)),
            _ => None,
        }
    }

    /// The class of an eye region of this many points; larger ones are compared by their size.
    pub(crate) fn of_region(points: usize) -> EyeClass {
        EyeClass::of_size(points).unwrap_or(EyeClass::Big(u8::try_from(points).unwrap_or(u8::MAX)))
    }
}

/// A region of the race: a summand.
#[derive(Clone, Debug)]
pub struct Summand {
    /// What it is called in answers: `B1`, `W2`, or the letter of a region on a board.
    pub name: Arc<str>,
    /// Whose liberties they are.
    pub owner: Color,
    /// The liberty game.
    pub parts: Parts,
    /// Whether it is the block's eye.
    pub is_eye: bool,
    /// Whether positions of the region can come back, and what that means for the race.
    pub kos: Kos,
}

/// Kos of a region, as far as they can matter.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Default)]
pub enum Kos {
    /// No position can come back.
    #[default]
    None,
    /// The count is the same whoever gives way; but they are something to play while another ko is fought, or while only
    /// shared liberties are left.
    Idle,
    /// They gain nothing in themselves, where the other side has a move elsewhere.
    Small,
}

/// One block against one.
#[derive(Clone, Debug, Default)]
pub struct Race {
    /// The regions of both blocks.
    pub summands: Vec<Summand>,
    /// The number of plain shared liberties.
    pub shared: u32,
    /// The classes of the eyes, Black's first.
    pub eyes: [EyeClass; 2],
}

impl Race {
    /// A race from text: the regions of both sides, shared liberties, and eyes as liberties and class.
    ///
    /// # Errors
    /// What is wrong with an expression, or a race in which a block has no liberties at all.
    ///
    /// ```
    /// use tesuji_race::{Color, LibertyGames, Outcome, Race, static_outcome};
    /// let mut games = LibertyGames::new();
    /// let race = Race::read(&mut games, [&["{4|0}", "{6||4|0}"], &["-7"]], 0, [None, None])?;
    /// assert_eq!(static_outcome(&mut games, &race, Color::Black)?, Outcome::Black);
    /// # Ok::<(), tesuji_race::RaceError>(())
    /// ```
    pub fn read(
        games: &mut LibertyGames,
        expressions: [&[&str]; 2],
        shared: u32,
        eyes: [Option<(u32, EyeClass)>; 2],
    ) -> Result<Race, RaceError> {
        let mut race = Race { shared, ..Race::default() };
        for owner in Color::BOTH {
            let letter = if owner == Color::Black { 'B' } else { 'W' };
            for (number, text) in (1..).zip(expressions[owner.index()]) {
                let parts = games.read(text, owner)?;
                let parts = games.combine(parts);
                race.summands.push(Summand {
                    name: format!("{letter}{number}").into(),
                    owner,
                    parts,
                    is_eye: false,
                    kos: Kos::None,
                });
            }
            if let Some((liberties, class)) = eyes[owner.index()] {
                if liberties == 0 || class == EyeClass::None {
                    return Err(RaceError::setup("an eye has at least one liberty"));
                }
                let parts = smallvec![games.score(liberties, Finish::EYE)];
                race.summands.push(Summand {
                    name: format!("{letter}eye").into(),
                    owner,
                    parts,
                    is_eye: true,
                    kos: Kos::None,
                });
                race.eyes[owner.index()] = class;
            }
        }
        for owner in Color::BOTH {
            if race.shared == 0 && !race.parts(owner).any(|parts| games.breathes(parts)) {
                return Err(RaceError::setup(format!(
                    "{owner} has no liberties: the block is captured already"
                )));
            }
        }
        Ok(race)
    }

    /// The regions of one block.
    pub fn parts(&self, owner: Color) -> impl Iterator<Item = &Parts> {
        self.summands.iter().filter(move |summand| summand.owner == owner).map(|summand| &summand.parts)
    }

    /// The cooled values of all regions, in their order.
    ///
    /// # Errors
    /// A limit of the arena.
    pub fn cooled(&self, games: &mut LibertyGames) -> Result<Vec<Game>, Error> {
        self.summands.iter().map(|s| games.cooled(&s.parts, s.owner)).collect()
    }

    /// The same if this side's captures reopen nothing.
    pub(crate) fn cooled_without_reopening(
        &self,
        games: &mut LibertyGames,
        side: Color,
    ) -> Result<Vec<Game>, Error> {
        let cooled = |summand: &Summand| match summand.owner == side {
            true => games.cooled_last(&summand.parts, summand.owner),
            false => games.cooled(&summand.parts, summand.owner),
        };
        self.summands.iter().map(cooled).collect()
    }

    /// Whether a block has a liberty left.
    #[must_use]
    pub fn breathes(&self, games: &LibertyGames, owner: Color) -> bool {
        self.shared > 0 || self.parts(owner).any(|parts| games.breathes(parts))
    }

    /// Whether one of the block's regions lives by itself.
    #[must_use]
    pub fn lives(&self, games: &LibertyGames, owner: Color) -> bool {
        self.parts(owner).flatten().any(|&id| games.node(id).kind == Kind::Alive)
    }

    /// The numbers of liberties, Black's first, if nothing is left but to take them one by one.
    #[must_use]
    pub fn counts(&self, games: &LibertyGames) -> Option<[u32; 2]> {
        let mut counts = [0u32; 2];
        for summand in &self.summands {
            let count = &mut counts[summand.owner.index()];
            *count = count.checked_add(games.count(&summand.parts)?)?;
        }
        Some(counts)
    }

    /// All moves of a side, each with the race it leads to, in the order of the regions. Moves that would leave the own
    /// block without liberties and capture nothing are not legal.
    #[must_use]
    pub fn moves(&self, games: &mut LibertyGames, mover: Color) -> Vec<RaceMove> {
        let mut moves = Vec::new();
        for (index, summand) in self.summands.iter().enumerate() {
            for (to, last_only) in options(games, &summand.parts, summand.owner == mover) {
                let mut after = self.clone();
                after.summands[index].parts = to;
                let captures = !after.breathes(games, mover.opponent());
                let legal = captures || (!last_only && after.breathes(games, mover));
                let same = |other: &RaceMove| {
                    other.place == Place::Summand(index)
                        && other.after.summands[index].parts == after.summands[index].parts
                };
                if legal && !moves.iter().any(same) {
                    moves.push(RaceMove { place: Place::Summand(index), point: None, after, captures });
                }
            }
        }
        if self.shared > 0 {
            let after = Race { shared: self.shared - 1, ..self.clone() };
            let captures = !after.breathes(games, mover.opponent());
            if captures || after.breathes(games, mover) {
                moves.push(RaceMove { place: Place::Shared, point: None, after, captures });
            }
        }
        moves
    }

    /// Why counting alone does not decide this race; empty if it does.
    #[must_use]
    pub fn obstacles(&self, games: &mut LibertyGames) -> Vec<Obstacle> {
        let mut obstacles = Vec::new();
        // Two kos make a double ko, which can be fought forever, or one is a threat for the other.
        let several_kos = self.summands.iter().filter(|summand| summand.kos != Kos::None).count() > 1;
        for owner in Color::BOTH {
            let mut possible_eyes = 0;
            for summand in self.summands.iter().filter(|summand| summand.owner == owner) {
                if summand.parts.iter().any(|&id| games.node(id).may_live) {
                    obstacles.push(Obstacle::MayLive { summand: summand.name.to_string() });
                }
                // A limit of the arena would be met again by the rule itself, which says so.
                if !games.is_firm(&summand.parts).unwrap_or(false) {
                    obstacles.push(Obstacle::MayReopen { summand: summand.name.to_string() });
                }
                let finish = games.finish(&summand.parts);
                possible_eyes += usize::from(finish.eye);
                if finish.eye && !summand.is_eye && self.shared > 0 {
                    obstacles.push(Obstacle::MayMakeEye { summand: summand.name.to_string() });
                }
            }
            let with_ko = |summand: &&Summand| summand.owner == owner && summand.kos != Kos::None;
            for summand in self.summands.iter().filter(with_ko) {
                // Where only shared liberties or eyes are left, even a liberty that is taken back at once gains a move.
                if self.shared > 0 || possible_eyes > 0 || several_kos && summand.kos == Kos::Small {
                    obstacles.push(Obstacle::Recurs { summand: summand.name.to_string() });
                }
            }
            if possible_eyes > 1 {
                obstacles.push(Obstacle::SeveralEyes { owner });
            }
        }
        obstacles
    }
}

/// What the parts become by one move, and whether that move is legal only as the last.
pub(crate) fn options(games: &mut LibertyGames, parts: &Parts, by_owner: bool) -> Vec<(Parts, bool)> {
    let mut found = Vec::new();
    for (at, &id) in parts.iter().enumerate() {
        let rest = parts.iter().enumerate().filter(|&(other, _)| other != at).map(|(_, &id)| id);
        let rest: Parts = rest.collect();
        match games.node(id).kind {
            Kind::Alive | Kind::Score(0) => {}
            Kind::Score(moves) if !by_owner => {
                let finish = games.node(id).finish;
                let less = games.score(moves - 1, finish);
                let to = games.combine(rest.into_iter().chain([less]));
                found.push((to, moves == 1 && finish.is_eye()));
            }
            Kind::Score(_) => {}
            Kind::Hot => {
                let node = games.node(id);
                let branches = if by_owner { &node.defender } else { &node.attacker };
                for branch in branches.clone() {
                    let to = games.combine(rest.iter().copied().chain(branch.to));
                    found.push((to, branch.last_only));
                }
            }
        }
    }
    found
}

/// Where a move is made.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Place {
    /// In the region with this index.
    Summand(usize),
    /// On a shared liberty.
    Shared,
}

/// A move and what it leads to.
#[derive(Clone, Debug)]
pub struct RaceMove {
    /// Where.
    pub place: Place,
    /// The point, if the race is on a board.
    pub point: Option<Point>,
    /// The race after it.
    pub after: Race,
    /// Whether it takes the opponent's last liberty.
    pub captures: bool,
}

/// Why counting alone does not decide a race.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Obstacle {
    /// The block may make two eyes in one region.
    #[error("the block may live in region {summand}")]
    MayLive {
        /// The region.
        summand: String,
    },
    /// A capture may give back liberties that were all taken.
    #[error("a capture may reopen region {summand} after its last liberty is gone")]
    MayReopen {
        /// The region.
        summand: String,
    },
    /// An eye may come about while liberties are shared.
    #[error("region {summand} may become an eye, which matters while liberties are shared")]
    MayMakeEye {
        /// The region.
        summand: String,
    },
    /// A ko, which by itself gains nothing, gains a move while the opponent has nothing but shared liberties or eyes
    /// to fill, or together with another ko.
    #[error("the ko in region {summand} may matter, with shared liberties, an eye or another ko beside it")]
    Recurs {
        /// The region.
        summand: String,
    },
    /// More than one region in which the last liberty may be an eye.
    #[error("{owner} may get an eye in more than one region")]
    SeveralEyes {
        /// Whose.
        owner: Color,
    },
}
