//! Exhaustive play in the sum of liberty games: the second witness.
//!
//! A state is what the two blocks have in their regions, the shared liberties and the side to move; boards do not come
//! into it. Three outcomes are two questions of yes and no: can Black capture, can White capture? In such a question the
//! attacker never passes, for the defender would pass as well and the race would end in seki; the defender may. Every
//! other move shortens the race, so the search is finite, and states are met once.
//!
//! Rules of the abstract play (spec, section 5): fill an opponent's liberty, move in one's own hot region, fill a shared
//! liberty; the last liberty of an eye only as the move that captures; no move may leave one's own block without
//! liberties unless it captures.

use std::collections::HashMap;

use tesuji_board::Color;
use tesuji_job::{Unknown, Why};

use crate::budget::Account;
use crate::liberty::{Kind, LibertyGames, NodeId, Parts};
use crate::race::{EyeClass, Obstacle, Race, options};
use crate::verdict::Outcome;

/// Why exhaustive play gave no answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Unplayed {
    /// A limit was reached, or the work was stopped.
    #[error("{0}")]
    Unknown(Why),
    /// Big eyes of different classes and shared liberties: the owner of the larger one gains by capturing inside, which
    /// scores do not show.
    #[error("shared liberties between big eyes of different size are not played out")]
    BigEyes,
    /// Small kos in the regions may matter: the play of scores has no ko.
    #[error("small kos may matter")]
    Ko,
    /// A capture may reopen a region whose score does not show it.
    #[error("a capture may reopen a region")]
    Reopening,
    /// Regions in which eyes may come about: the play of scores does not know when the last liberty may be taken.
    #[error("several regions may become eyes")]
    PossibleEyes,
}

impl From<Why> for Unplayed {
    fn from(why: Why) -> Unplayed {
        Unplayed::Unknown(why)
    }
}

impl From<Unplayed> for Unknown {
    fn from(unplayed: Unplayed) -> Unknown {
        match unplayed {
            Unplayed::Unknown(why) => why.into(),
            structure => Unknown::new(Why::OutOfReach, structure.to_string()),
        }
    }
}

/// Longer lines than this are not followed.
const MOST_PLIES: usize = 10_000;
/// Bytes of a state in the memory.
const BYTES: u64 = 192;

/// A player of sums with a memory, for races with the same liberty games.
pub struct AbstractPlay {
    known: HashMap<State, bool>,
    account: Account,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct State {
    /// Black's and White's parts, sorted.
    parts: [Parts; 2],
    shared: u32,
    mover: Color,
    /// Whose capture is in question.
    attacker: Color,
}

impl AbstractPlay {
    /// A player that looks at no more than `most` states for all questions together, of those that the question to which
    /// the games belong may still use.
    #[must_use]
    pub fn new(games: &LibertyGames, most: u64) -> AbstractPlay {
        let account = games.budget().account("playing the sum", most, BYTES);
        AbstractPlay { known: HashMap::new(), account }
    }

    /// How many states were looked at.
    #[must_use]
    pub fn nodes(&self) -> u64 {
        self.account.nodes()
    }

    /// The outcome with `mover` to move.
    ///
    /// # Errors
    /// [`Unplayed`], if a limit is reached or the abstract rules do not say enough.
    pub fn outcome(
        &mut self,
        games: &mut LibertyGames,
        race: &Race,
        mover: Color,
    ) -> Result<Outcome, Unplayed> {
        let [black, white] = race.eyes;
        if race.shared > 0 && black != white && black.max(white) > EyeClass::Small {
            return Err(Unplayed::BigEyes);
        }
        let recurs = |obstacle: &Obstacle| matches!(obstacle, Obstacle::Recurs { .. });
        if race.obstacles(games).iter().any(recurs) {
            return Err(Unplayed::Ko);
        }
        let mut nodes = race.summands.iter().flat_map(|summand| &summand.parts);
        if nodes.any(|&id| games.node(id).hides_reopening) {
            return Err(Unplayed::Reopening);
        }
        for owner in Color::BOTH {
            let mixed = |parts: &Parts| {
                let finish = games.finish(parts);
                finish.eye && finish.plain
            };
            let eyes = race.parts(owner).filter(|parts| games.finish(parts).eye).count();
            if race.parts(owner).any(mixed) && (race.shared > 0 || eyes > 1) {
                return Err(Unplayed::PossibleEyes);
            }
        }
        let parts = Color::BOTH.map(|owner| {
            let all: Vec<NodeId> = race.parts(owner).flatten().copied().collect();
            games.combine(all)
        });
        for attacker in [mover, mover.opponent()] {
            let state = State { parts: parts.clone(), shared: race.shared, mover, attacker };
            if self.captures(games, &state, 0)? {
                return Ok(Outcome::win_of(attacker));
            }
        }
        Ok(Outcome::Seki)
    }

    /// Whether the attacker of the question captures.
    fn captures(&mut self, games: &mut LibertyGames, state: &State, ply: usize) -> Result<bool, Why> {
        let target = state.attacker.opponent();
        if lives(games, &state.parts[target.index()]) {
            return Ok(false);
        }
        if let Some(&known) = self.known.get(state) {
            return Ok(known);
        }
        self.account.node()?;
        if ply >= MOST_PLIES {
            return Err(Why::Depth);
        }
        let attacking = state.mover == state.attacker;
        let mut result = !attacking;
        for (after, captures) in followers(games, state) {
            let wins = if captures { attacking } else { self.captures(games, &after, ply + 1)? };
            if wins == attacking {
                result = attacking;
                break;
            }
        }
        if !attacking && result {
            // The defender may pass.
            let passed = State { mover: state.attacker, ..state.clone() };
            result = self.captures(games, &passed, ply + 1)?;
        }
        self.known.insert(state.clone(), result);
        Ok(result)
    }
}

/// The states after the mover's legal moves, and whether the move took the opponent's last liberty.
fn followers(games: &mut LibertyGames, state: &State) -> Vec<(State, bool)> {
    let mover = state.mover;
    let mut found = Vec::new();
    for owner in [mover.opponent(), mover] {
        for (to, last_only) in options(games, &state.parts[owner.index()], owner == mover) {
            let mut after = State { mover: mover.opponent(), ..state.clone() };
            after.parts[owner.index()] = to;
            admit(games, after, last_only, &mut found);
        }
    }
    if state.shared > 0 {
        let after = State { mover: mover.opponent(), shared: state.shared - 1, ..state.clone() };
        admit(games, after, false, &mut found);
    }
    found
}

fn admit(games: &LibertyGames, after: State, last_only: bool, found: &mut Vec<(State, bool)>) {
    let breathes = |color: Color| after.shared > 0 || games.breathes(&after.parts[color.index()]);
    let captures = !breathes(after.mover);
    if captures || (!last_only && breathes(after.mover.opponent())) {
        found.push((after, captures));
    }
}

fn lives(games: &LibertyGames, parts: &Parts) -> bool {
    let eyes = parts.iter().filter(|&&id| {
        let node = games.node(id);
        matches!(node.kind, Kind::Score(1..)) && node.finish.is_eye()
    });
    parts.iter().any(|&id| games.node(id).kind == Kind::Alive) || eyes.count() > 1
}
