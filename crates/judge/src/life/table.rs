//! Everything that can come about in an area, judged at once.

use tesuji_board::{Color, Point};
use tesuji_job::{Watch, Why};

use super::{Fate, First, Judged, Ko};
use crate::graph::{Graph, Level, MOST_THREATS, Order, Steps};
use crate::referee::{Board, State};

/// What can be forced at a place: a bit for each level.
#[derive(Clone, Copy)]
pub(super) struct Known {
    defender: Color,
    /// The attacker kills.
    kills: u32,
    /// The defender forces an unconditional position.
    lives: u32,
}

impl Known {
    /// Whether the attacker kills at this level.
    pub(super) fn kills(self, level: Level) -> bool {
        self.kills & level.bit() != 0
    }

    /// Whether the defender forces an unconditional position at this level.
    pub(super) fn lives(self, level: Level) -> bool {
        self.lives & level.bit() != 0
    }

    /// What threats are worth for something that the defender may have at a level; none if they change nothing.
    fn ko(self, has: impl Fn(Level) -> bool, unbounded: bool) -> Option<Ko> {
        let without_threats = has(Level::Nobody);
        let needed_by = if without_threats { self.defender.opponent() } else { self.defender };
        let threats = (1..=MOST_THREATS).find(|&count| has(Level::Some(needed_by, count)) != without_threats);
        let turns = threats.is_some() || unbounded && has(Level::Many(needed_by)) != without_threats;
        turns.then_some(Ko { without_threats, threats, needed_by })
    }

    /// The fate with its terms as a ko.
    pub(super) fn fate(self) -> (Fate, Option<Ko>) {
        let ko = self.ko(|level| !self.kills(level), true);
        let fate = match ko {
            Some(_) => Fate::Ko,
            None if self.kills(Level::Nobody) => Fate::Dies,
            None if self.lives(Level::Some(self.defender.opponent(), MOST_THREATS)) => Fate::Lives,
            None => Fate::Seki,
        };
        (fate, ko)
    }

    /// How good it is for the defender: the number of levels at which he survives, and one for life.
    pub(super) fn worth(self) -> usize {
        let survives = Level::all().filter(|&level| !self.kills(level)).count();
        survives + usize::from(self.fate().0 == Fate::Lives)
    }

    /// The same before a move that takes one threat of the mover.
    fn for_a_threat(self, mover: Color) -> Known {
        let mut before = Known { kills: 0, lives: 0, ..self };
        for level in Level::all() {
            // Without a threat the move cannot be made.
            let (kills, lives) = match level.spent(mover) {
                Some(below) => (self.kills(below), self.lives(below)),
                None => (mover == self.defender, mover != self.defender),
            };
            before.kills |= if kills { level.bit() } else { 0 };
            before.lives |= if lives { level.bit() } else { 0 };
        }
        before
    }
}

/// An area with everything that can come about there.
pub(super) struct Table {
    pub(super) rules: Board,
    pub(super) defender: Color,
    graph: Graph<State>,
    kills: Vec<u32>,
    lives: Vec<u32>,
    /// How far the kill and the unconditional position are if nobody has threats.
    to_kill: Order,
    to_life: Order,
    /// Whether the attacker cannot empty the area although the defender passes for ever.
    unconditional: Vec<bool>,
    /// Whether the attacker kills for good if nobody has threats.
    for_good: Vec<bool>,
}

impl Table {
    /// Judges everything that can come from these states; none if that is more than `most`.
    pub(super) fn new(
        rules: Board,
        defender: Color,
        roots: &[State],
        most: usize,
        watch: &Watch,
    ) -> Result<Option<Table>, Why> {
        let steps = |state: State| Steps::of(&rules, &state, Board::passed(&state), |after| after.state);
        let Some(graph) = Graph::explore(roots, most, watch, steps)? else { return Ok(None) };
        let attacker = defender.opponent();
        let empty = |number: usize| graph.places[number].stones(defender) == 0;
        let (kills, to_kill) = graph.at_all_levels(attacker, empty, |_| false, watch)?;
        let mut unconditional = erased_alone(&graph, attacker, empty);
        unconditional.iter_mut().for_each(|erased| *erased = !*erased);
        // What would live after a kill is no life.
        let (lives, to_life) = graph.at_all_levels(defender, |number| unconditional[number], empty, watch)?;
        watch.check()?;
        let for_good = again_and_again(&graph, attacker, empty, &kills);
        Ok(Some(Table { rules, defender, graph, kills, lives, to_kill, to_life, unconditional, for_good }))
    }

    /// Everything that can come about.
    #[cfg(test)]
    pub(super) fn states(&self) -> &[State] {
        &self.graph.places
    }

    /// What can be forced from a state.
    pub(super) fn known(&self, state: &State) -> Option<Known> {
        self.graph.number(*state).map(|number| Known {
            defender: self.defender,
            kills: self.kills[number],
            lives: self.lives[number],
        })
    }

    /// How far the kill is without threats.
    pub(super) fn to_kill(&self, state: &State) -> Option<u32> {
        self.graph.number(*state).and_then(|number| self.to_kill[number])
    }

    /// How far an unconditional position is without threats.
    pub(super) fn to_life(&self, state: &State) -> Option<u32> {
        self.graph.number(*state).and_then(|number| self.to_life[number])
    }

    /// Whether the defender need not answer any more.
    pub(super) fn is_unconditional(&self, state: &State) -> bool {
        self.graph.number(*state).is_some_and(|number| self.unconditional[number])
    }

    /// The moves of a state with what can be forced after each: on open points, then the pass.
    pub(super) fn moves(&self, state: &State) -> impl Iterator<Item = (Option<usize>, State, Known)> {
        let points = (0..self.rules.open().len()).filter_map(|at| {
            let after = self.rules.after(state, at)?.state;
            let known = self.known(&after)?;
            let banned = Board::is_banned(state, at);
            Some((Some(at), after, if banned { known.for_a_threat(state.to_move) } else { known }))
        });
        let passed = Board::passed(state);
        points.chain(self.known(&passed).map(|known| (None, passed, known)))
    }

    /// What is true if the side to move moves first.
    pub(super) fn first(&self, area: &[Point], state: &State) -> Option<First> {
        let known = self.known(state)?;
        let (fate, ko) = known.fate();
        let worth = known.worth();
        let moves = self.moves(state).filter(|(_, _, after)| after.worth() == worth);
        Some(First {
            fate,
            ko,
            ko_for_eyes: known.ko(|level| known.lives(level), false).filter(|_| fate == Fate::Seki),
            moves: moves.map(|(at, _, _)| at.map(|at| area[at])).collect(),
            for_good: self.for_good[self.graph.number(*state)?],
        })
    }

    /// What is true of a board, from its states with Black and with White to move.
    pub(super) fn judged(&self, area: &[Point], states: &[State; 2]) -> Option<Judged> {
        Some(Judged { first: [self.first(area, &states[0])?, self.first(area, &states[1])?] })
    }
}

/// The places from where the attacker empties the area if the defender always passes. Then no ban holds longer than a move, and the
/// first is ignored.
fn erased_alone(graph: &Graph<State>, attacker: Color, empty: impl Fn(usize) -> bool) -> Vec<bool> {
    let mut erased: Vec<bool> = (0..graph.places.len()).map(&empty).collect();
    let mut work: Vec<usize> = (0..erased.len()).filter(|&number| erased[number]).collect();
    while let Some(number) = work.pop() {
        for (at, _) in graph.before(number) {
            let passes = || {
                Color::BOTH
                    .iter()
                    .all(|&side| graph.places[at].stones(side) == graph.places[number].stones(side))
            };
            if !erased[at] && (graph.mover(at) == attacker || passes()) {
                erased[at] = true;
                work.push(at);
            }
        }
    }
    erased
}

/// The places from where the attacker can empty the area again and again, if nobody has threats.
fn again_and_again(
    graph: &Graph<State>,
    attacker: Color,
    empty: impl Fn(usize) -> bool,
    kills: &[u32],
) -> Vec<bool> {
    let mut can: Vec<bool> = kills.iter().map(|bits| bits & Level::Nobody.bit() != 0).collect();
    loop {
        // The area is empty and will be once more.
        let before = graph.one_move_before(attacker, |number| can[number]);
        let mut known = vec![0; can.len()];
        graph.attract(
            attacker,
            Level::Nobody,
            |number| empty(number) && before[number],
            |_| false,
            &mut known,
        );
        let next: Vec<bool> = known.iter().map(|&bits| bits != 0).collect();
        if next == can {
            return can;
        }
        can = next;
    }
}
