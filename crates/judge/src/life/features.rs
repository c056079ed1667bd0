//! What is special about a judged board: found in the lines of best play of both sides.
//!
//! A line is followed without threats. Who reaches his goal goes there by the nearest way, and the other side takes the longest. Where
//! neither kill nor life can be forced, both take a best move and prefer a pass. Throw-ins, snapbacks and the like are named only where at
//! most one other move would have done.

use tesuji_board::{Color, Point, Topology};

use super::table::Table;
use super::{Fate, Judged};
use crate::graph::Level;
use crate::referee::{Board, State};

/// What a board is an example of.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Feature {
    /// The defender lives, by nothing but eyes of his own.
    TwoEyes,
    /// The attacker takes, or makes the defender fill, a point between several strings of the defender.
    FalseEye,
    /// The attacker kills from inside of an eye space of three points or more.
    Nakade,
    /// The group is in seki.
    Seki,
    /// One threat turns the ko.
    KoOne,
    /// Two threats do.
    KoTwo,
    /// Three threats or more do.
    KoThree,
    /// The eye space is a bent four in the corner, or the attacker fills it with one.
    BentFour,
    /// A side plays where at least two of its stones were just taken, and captures by it.
    UnderTheStones,
    /// A single stone is put into atari on purpose.
    ThrowIn,
    /// A string that is in atari is still in atari after it connects.
    Oiotoshi,
    /// Who takes one stone loses two or more there.
    Snapback,
    /// The defender takes stones that shut him in.
    WeakWall,
}

impl Feature {
    /// All of them.
    pub const ALL: [Feature; 13] = [
        Feature::TwoEyes,
        Feature::FalseEye,
        Feature::Nakade,
        Feature::Seki,
        Feature::KoOne,
        Feature::KoTwo,
        Feature::KoThree,
        Feature::BentFour,
        Feature::UnderTheStones,
        Feature::ThrowIn,
        Feature::Oiotoshi,
        Feature::Snapback,
        Feature::WeakWall,
    ];

    /// Its name in tables.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Feature::TwoEyes => "two eyes",
            Feature::FalseEye => "false eye",
            Feature::Nakade => "nakade",
            Feature::Seki => "seki",
            Feature::KoOne => "ko, one threat",
            Feature::KoTwo => "ko, two threats",
            Feature::KoThree => "ko, three threats or more",
            Feature::BentFour => "bent four in the corner",
            Feature::UnderTheStones => "under the stones",
            Feature::ThrowIn => "throw-in",
            Feature::Oiotoshi => "oiotoshi",
            Feature::Snapback => "snapback",
            Feature::WeakWall => "weak wall",
        }
    }
}

/// One move of a line.
struct Ply {
    before: State,
    at: Option<usize>,
    after: State,
    /// Whether the mover gets what he wants.
    wins: bool,
    /// Whether all other moves but one would have lost that.
    key: bool,
}

impl Ply {
    /// The stones that the move took.
    fn taken(&self) -> u32 {
        let other = self.before.to_move.opponent();
        self.before.stones(other) & !self.after.stones(other)
    }
}

/// The bent fours in the corners of an area, by the numbers of its points.
pub(super) fn bent_fours(topology: &Topology, area: &[Point]) -> Vec<u32> {
    let mut found = Vec::new();
    for &corner in area {
        let &[one, other] = topology.neighbors(corner) else { continue };
        for (long, short) in [(one, other), (other, one)] {
            for &end in topology.neighbors(long) {
                let points = [corner, long, short, end];
                let mask = points
                    .iter()
                    .try_fold(0, |mask, point| area.binary_search(point).ok().map(|at| mask | 1_u32 << at));
                if end != corner && !topology.neighbors(short).contains(&end) {
                    found.extend(mask);
                }
            }
        }
    }
    found
}

/// The line of best play from a state.
fn line(table: &Table, root: &State) -> Vec<Ply> {
    const LONGEST: usize = 40;
    let (mut plies, mut state): (Vec<Ply>, State) = (Vec::new(), *root);
    while plies.len() < LONGEST && state.stones(table.defender) != 0 && !table.is_unconditional(&state) {
        let Some(known) = table.known(&state) else { break };
        let (kills, lives) = (known.kills(Level::Nobody), known.lives(Level::Nobody));
        let attacks = state.to_move != table.defender;
        let wins = kills == attacks;
        let moves = table.moves(&state).filter(|(at, _, after)| {
            let allowed = at.is_none_or(|at| !Board::is_banned(&state, at));
            allowed && after.kills(Level::Nobody) == kills && after.lives(Level::Nobody) == lives
        });
        let moves: Vec<_> = moves.collect();
        let key = wins && moves.len() <= 2;
        let moves = moves.into_iter();
        // The attacker is in a hurry to kill, the defender to live.
        let best = if kills || lives {
            let far = |after: &State| {
                let far = if kills { table.to_kill(after) } else { table.to_life(after) };
                far.map_or(i64::MAX, i64::from) * if wins { 1 } else { -1 }
            };
            moves.min_by_key(|(_, after, _)| far(after))
        } else {
            moves.max_by_key(|(at, _, after)| {
                (if attacks { -(after.worth() as i64) } else { after.worth() as i64 }, at.is_none())
            })
        };
        let Some((at, after, _)) = best else { break };
        let ended = at.is_none() && plies.last().is_some_and(|last| last.at.is_none());
        plies.push(Ply { before: state, at, after, wins, key });
        if ended {
            break;
        }
        state = after;
    }
    plies
}

/// Points joined with this one, of those in the set.
fn component(rules: &Board, at: usize, set: u32) -> u32 {
    let mut found = 1_u32 << at & set;
    loop {
        let all = (0..rules.open().len()).filter(|&at| found >> at & 1 != 0);
        let grown = all.fold(found, |grown, at| grown | rules.around(at) & set);
        if grown == found {
            return found;
        }
        found = grown;
    }
}

/// The strings beside a point, of one colour.
fn strings_beside(rules: &Board, state: &State, at: usize, color: Color) -> Vec<(u32, u32)> {
    let mut found: Vec<(u32, u32)> = Vec::new();
    let beside = rules.around(at) & state.stones(color);
    for near in (0..rules.open().len()).filter(|&near| beside >> near & 1 != 0) {
        found.extend(rules.string(state, near).filter(|string| !found.contains(string)));
    }
    found
}

/// The features of a board with its states for Black and for White to move.
pub(super) fn features(table: &Table, judged: &Judged, roots: &[State; 2], corners: &[u32]) -> Vec<Feature> {
    let mut found = Vec::new();
    for root in roots {
        let first = judged.first(root.to_move);
        found.extend((first.fate == Fate::Seki).then_some(Feature::Seki));
        if let Some(ko) = first.ko {
            found.push(match ko.threats {
                Some(1) => Feature::KoOne,
                Some(2) => Feature::KoTwo,
                _ => Feature::KoThree,
            });
        }
        let line = line(table, root);
        if first.fate == Fate::Lives && line.last().is_some_and(|last| lives_alone(table, &last.after)) {
            found.push(Feature::TwoEyes);
        }
        if first.fate == Fate::Ko && corners.iter().any(|&corner| is_bent_four(table, root, corner, &line)) {
            found.push(Feature::BentFour);
        }
        for number in 0..line.len() {
            found.extend(of_move(table, &line, number));
        }
        // A point that has to be found, or where the shape was taken before.
        let settled = judged.first[0].fate == judged.first[1].fate;
        let vital = |number: usize| {
            number == 0 && !settled || number > 0 && line[number - 1].taken().count_ones() >= 3
        };
        if (0..line.len()).any(|number| vital(number) && is_nakade(table, &line[number])) {
            found.push(Feature::Nakade);
        }
    }
    found.sort_unstable();
    found.dedup();
    found
}

/// Whether the defender is unconditionally alive and no stone of his is joined to one that is safe.
fn lives_alone(table: &Table, state: &State) -> bool {
    let own = state.stones(table.defender);
    let open = table.rules.open().len();
    let joined = |at: usize| own >> at & 1 != 0 && table.rules.touches_fixed(at, table.defender);
    table.is_unconditional(state) && !(0..open).any(joined)
}

fn is_bent_four(table: &Table, root: &State, corner: u32, line: &[Ply]) -> bool {
    let own = root.stones(table.defender);
    let free = ((1_u32 << table.rules.open().len()) - 1) & !own;
    let first = corner.trailing_zeros() as usize;
    free & corner == corner && component(&table.rules, first, free) == corner
        || line.iter().any(|ply| ply.after.to_move != table.defender && ply.taken() == corner)
}

/// Whether the attacker kills by a move inside of an eye space that no wall touches.
fn is_nakade(table: &Table, ply: &Ply) -> bool {
    let (Some(at), true) = (ply.at, ply.wins && ply.before.to_move != table.defender) else { return false };
    let all = (1_u32 << table.rules.open().len()) - 1;
    let region = component(&table.rules, at, all & !ply.before.stones(table.defender));
    let open = |at: usize| region >> at & 1 != 0 && table.rules.touches_fixed(at, table.defender.opponent());
    region.count_ones() >= 3 && !(0..table.rules.open().len()).any(open)
}

/// What one move of a line shows.
fn of_move(table: &Table, line: &[Ply], number: usize) -> Vec<Feature> {
    let (rules, ply) = (&table.rules, &line[number]);
    let mut found = Vec::new();
    let Some(at) = ply.at else { return found };
    let (mover, other) = (ply.before.to_move, ply.after.to_move);
    let kills = table.known(&ply.before).is_some_and(|known| known.kills(Level::Nobody));
    if kills && is_false_eye(table, ply, at) {
        found.push(Feature::FalseEye);
    }
    if !ply.key {
        return found;
    }
    let taken = ply.taken();
    // A stone in atari that took nothing.
    if let Some((stones, liberties)) = rules.string(&ply.after, at)
        && taken == 0
        && stones == 1 << at
        && liberties.is_power_of_two()
        && rules.around(at) & !ply.after.stones(other) == liberties
        && rules.around(at) & ply.after.stones(other) != 0
    {
        found.push(Feature::ThrowIn);
        let last = liberties.trailing_zeros() as usize;
        let took = rules
            .after(&ply.after, last)
            .map(|after| after.state)
            .filter(|after| after.stones(mover) >> at & 1 == 0);
        let back = took.and_then(|took| {
            Some((took, rules.after(&took, at).filter(|_| !Board::is_banned(&took, at))?.state))
        });
        if back.is_some_and(|(took, back)| (took.stones(other) & !back.stones(other)).count_ones() >= 2) {
            found.push(Feature::Snapback);
        }
    }
    for (stones, liberties) in strings_beside(rules, &ply.after, at, other) {
        if !liberties.is_power_of_two() {
            continue;
        }
        let last = liberties.trailing_zeros() as usize;
        let Some(after) = rules.after(&ply.after, last).map(|after| after.state) else { continue };
        let joined = rules.string(&after, last);
        let grows = |joined: u32| (joined & !stones).count_ones() >= 2;
        if joined.is_some_and(|(joined, left)| grows(joined) && left.is_power_of_two()) {
            found.push(Feature::Oiotoshi);
        }
    }
    if number > 0 {
        let lost = line[number - 1].taken();
        let later = line.get(number + 2).map_or(0, Ply::taken);
        if lost.count_ones() >= 2
            && lost >> at & 1 != 0
            && (taken != 0 || later & line[number - 1].after.stones(other) != 0)
        {
            found.push(Feature::UnderTheStones);
        }
    }
    if mover == table.defender {
        let root = &line[0].before;
        let all = (1_u32 << rules.open().len()) - 1;
        let outer = |stone: usize| {
            let region = component(rules, stone, all & !root.stones(mover));
            (0..rules.open().len()).any(|at| region >> at & 1 != 0 && rules.touches_fixed(at, other))
        };
        let old = taken & root.stones(other);
        if (0..rules.open().len()).any(|stone| old >> stone & 1 != 0 && outer(stone)) {
            found.push(Feature::WeakWall);
        }
    }
    found
}

/// Whether a move is on a point that was shut in by several strings of the defender: he fills it, or the attacker takes something there.
fn is_false_eye(table: &Table, ply: &Ply, at: usize) -> bool {
    let (rules, own) = (&table.rules, ply.before.stones(table.defender));
    let shut_in = rules.around(at) & !own == 0 && !rules.touches_fixed(at, table.defender.opponent());
    let parts = strings_beside(rules, &ply.before, at, table.defender).len() >= 2;
    let some_left = ply.after.stones(table.defender) != 0;
    shut_in && parts && some_left && (ply.before.to_move == table.defender || ply.taken() != 0)
}
