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

use crate::liberty::{Kind, LibertyGames, NodeId, Parts};
use crate::race::{EyeClass, Obstacle, Race, options};
use crate::verdict::Outcome;

/// Why exhaustive play gave no answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Unplayed {
    /// More states than were allowed.
    #[error("exhaustive play needs more than {limit} states")]
    Limit {
        /// The limit.
        limit: u64,
    },
    /// The work was stopped from outside.
    #[error("exhaustive play was stopped")]
    Stopped,
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

/// A player of sums with a memory and a limit.
pub struct AbstractPlay<'a> {
    games: &'a mut LibertyGames,
    known: HashMap<State, bool>,
    limit: u64,
    /// How many states were looked at.
    pub states: u64,
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

impl<'a> AbstractPlay<'a> {
    /// A player that looks at no more than `limit` states.
    pub fn new(games: &'a mut LibertyGames, limit: u64) -> AbstractPlay<'a> {
        AbstractPlay { games, known: HashMap::new(), limit, states: 0 }
    }

    /// The outcome with `mover` to move.
    ///
    /// # Errors
    /// [`Unplayed`], if the limit is reached or the abstract rules do not say enough.
    pub fn outcome(&mut self, race: &Race, mover: Color) -> Result<Outcome, Unplayed> {
        let [black, white] = race.eyes;
        if race.shared > 0 && black != white && black.max(white) > EyeClass::Small {
            return Err(Unplayed::BigEyes);
        }
        let recurs = |obstacle: &Obstacle| matches!(obstacle, Obstacle::Recurs { .. });
        if race.obstacles(self.games).iter().any(recurs) {
            return Err(Unplayed::Ko);
        }
        let mut nodes = race.summands.iter().flat_map(|summand| &summand.parts);
        if nodes.any(|&id| self.games.node(id).hides_reopening) {
            return Err(Unplayed::Reopening);
        }
        for owner in Color::BOTH {
            let mixed = |parts: &Parts| {
                let finish = self.games.finish(parts);
                finish.eye && finish.plain
            };
            let eyes = race.parts(owner).filter(|parts| self.games.finish(parts).eye).count();
            if race.parts(owner).any(mixed) && (race.shared > 0 || eyes > 1) {
                return Err(Unplayed::PossibleEyes);
            }
        }
        let parts = Color::BOTH.map(|owner| {
            let all: Vec<NodeId> = race.parts(owner).flatten().copied().collect();
            self.games.combine(all)
        });
        for attacker in [mover, mover.opponent()] {
            let state = State { parts: parts.clone(), shared: race.shared, mover, attacker };
            if self.captures(&state)? {
                return Ok(Outcome::win_of(attacker));
            }
        }
        Ok(Outcome::Seki)
    }

    /// Whether the attacker of the question captures.
    fn captures(&mut self, state: &State) -> Result<bool, Unplayed> {
        let target = state.attacker.opponent();
        if self.lives(&state.parts[target.index()]) {
            return Ok(false);
        }
        if let Some(&known) = self.known.get(state) {
            return Ok(known);
        }
        self.states += 1;
        if self.states > self.limit {
            return Err(Unplayed::Limit { limit: self.limit });
        }
        if self.games.is_stopped() {
            return Err(Unplayed::Stopped);
        }
        let attacking = state.mover == state.attacker;
        let mut result = !attacking;
        for (after, captures) in self.followers(state) {
            let wins = if captures { attacking } else { self.captures(&after)? };
            if wins == attacking {
                result = attacking;
                break;
            }
        }
        if !attacking && result {
            // The defender may pass.
            result = self.captures(&State { mover: state.attacker, ..state.clone() })?;
        }
        self.known.insert(state.clone(), result);
        Ok(result)
    }

    /// The states after the mover's legal moves, and whether the move took the opponent's last liberty.
    fn followers(&mut self, state: &State) -> Vec<(State, bool)> {
        let mover = state.mover;
        let mut found = Vec::new();
        for owner in [mover.opponent(), mover] {
            for (to, last_only) in options(self.games, &state.parts[owner.index()], owner == mover) {
                let mut after = State { mover: mover.opponent(), ..state.clone() };
                after.parts[owner.index()] = to;
                self.admit(after, last_only, &mut found);
            }
        }
        if state.shared > 0 {
            let after = State { mover: mover.opponent(), shared: state.shared - 1, ..state.clone() };
            self.admit(after, false, &mut found);
        }
        found
    }

    fn admit(&self, after: State, last_only: bool, found: &mut Vec<(State, bool)>) {
        let breathes = |color: Color| after.shared > 0 || self.games.breathes(&after.parts[color.index()]);
        let captures = !breathes(after.mover);
        if captures || (!last_only && breathes(after.mover.opponent())) {
            found.push((after, captures));
        }
    }

    fn lives(&self, parts: &Parts) -> bool {
        let eyes = parts.iter().filter(|&&id| {
            let node = self.games.node(id);
            matches!(node.kind, Kind::Score(1..)) && node.finish.is_eye()
        });
        parts.iter().any(|&id| self.games.node(id).kind == Kind::Alive) || eyes.count() > 1
    }
}
