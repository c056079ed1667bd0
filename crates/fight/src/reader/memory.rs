//! What a reading remembers: facts with their zones, numbers of open states, and *patterns*.
//!
//! A fact holds in every position that agrees with its own on the zone, so it is kept twice: by the position, and as a pattern by
//! the liberties of the prey. Most positions of a reading differ in stones that do not matter, and there the pattern decides.

use std::sync::Arc;

use rustc_hash::FxHashMap;
use tesuji_board::Color;
use tesuji_job::table_bytes;

use super::state::{Goal, State};
use crate::field::{Bits, Field, Stones};

/// Patterns of one set of liberties that are compared with a position, the newest and the most useful first.
const MOST_COMPARED: usize = 64;

/// What is certain about a state, and about all that look the same on its zone.
#[derive(Clone, Debug)]
pub(crate) struct Fact {
    /// Whether the prey is captured.
    pub(crate) captured: bool,
    /// How the attacker must stand with kos at least for the capture, or at most for the escape.
    pub(crate) extent: u8,
    /// The points on which it depends.
    pub(crate) zone: Bits,
    pub(super) stones: Stones,
    /// The move of the side that succeeds, or the longest try of the other; none if nobody has to move.
    pub(crate) best: Option<Option<u8>>,
    /// Steps to the end, about.
    pub(crate) length: u16,
}

impl Fact {
    pub(crate) fn new(stones: &Stones, captured: bool, extent: u8, zone: Bits) -> Fact {
        let stones = Stones(stones.0.map(|bits| bits & zone));
        Fact { captured, extent, zone, stones, best: None, length: 0 }
    }

    pub(crate) fn holds(&self, resource: u8) -> bool {
        if self.captured { self.extent <= resource } else { self.extent >= resource }
    }

    fn matches(&self, stones: &Stones) -> bool {
        stones.0[0] & self.zone == self.stones.0[0] && stones.0[1] & self.zone == self.stones.0[1]
    }
}

/// Proof and disproof number of an open state.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Numbers {
    pub(crate) pn: u32,
    pub(crate) dn: u32,
}

impl Numbers {
    /// As the other side sees them.
    pub(crate) fn turned(self) -> Numbers {
        Numbers { pn: self.dn, dn: self.pn }
    }
}

/// A state without its threats.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct Key {
    stones: Stones,
    to_move: Color,
    ban: Option<u8>,
    goal: u8,
}

fn key(goal: &Goal, state: &State) -> Key {
    Key { stones: state.stones, to_move: state.to_move, ban: state.ban, goal: goal.number }
}

#[derive(Default)]
struct Record {
    facts: Vec<Arc<Fact>>,
    open: Vec<(u8, Numbers)>,
}

/// Bytes that the lists of a record take, and a fact with its pattern.
const LIST_BYTES: u64 = 80;
const FACT_BYTES: u64 = size_of::<Fact>() as u64 + 48;

/// Facts and numbers of all goals of one field.
#[derive(Default)]
pub(crate) struct Memory {
    records: FxHashMap<Key, Record>,
    patterns: FxHashMap<(u8, Color, Bits), Vec<Arc<Fact>>>,
    facts: u64,
}

impl Memory {
    /// Bytes in use, about.
    pub(crate) fn bytes(&self) -> u64 {
        let records = &self.records;
        table_bytes(records.len(), records.capacity(), size_of::<(Key, Record)>())
            + records.len() as u64 * LIST_BYTES
            + self.facts * FACT_BYTES
    }

    /// What is known for certain of exactly this state.
    pub(crate) fn fact(&self, goal: &Goal, state: &State) -> Option<Arc<Fact>> {
        let resource = goal.resource(state);
        let facts = &self.records.get(&key(goal, state))?.facts;
        facts.iter().find(|fact| fact.holds(resource)).map(Arc::clone)
    }

    /// The numbers of an open state.
    pub(crate) fn numbers(&self, goal: &Goal, state: &State) -> Option<Numbers> {
        let resource = goal.resource(state);
        let open = &self.records.get(&key(goal, state))?.open;
        open.iter().find(|(of, _)| *of == resource).map(|&(_, numbers)| numbers)
    }

    pub(crate) fn keep_open(&mut self, goal: &Goal, state: &State, numbers: Numbers) {
        let resource = goal.resource(state);
        let open = &mut self.records.entry(key(goal, state)).or_default().open;
        match open.iter_mut().find(|(of, _)| *of == resource) {
            Some((_, known)) => *known = numbers,
            None => open.push((resource, numbers)),
        }
    }

    pub(crate) fn keep(&mut self, field: &Field, goal: &Goal, state: &State, fact: &Arc<Fact>) {
        let record = self.records.entry(key(goal, state)).or_default();
        record.open.retain(|&(resource, _)| !fact.holds(resource));
        record.facts.retain(|known| known.captured != fact.captured || !fact.holds(known.extent));
        record.facts.push(Arc::clone(fact));
        self.facts += 1;
        if let Some(bucket) = bucket(field, goal, state) {
            self.patterns.entry(bucket).or_default().push(Arc::clone(fact));
        }
    }

    /// A fact about another position that decides this one, too.
    pub(crate) fn recall(&mut self, field: &Field, goal: &Goal, state: &State) -> Option<Arc<Fact>> {
        let resource = goal.resource(state);
        let list = self.patterns.get_mut(&bucket(field, goal, state)?)?;
        let newest = list.len().saturating_sub(MOST_COMPARED);
        let found =
            list[newest..].iter().rposition(|fact| fact.matches(&state.stones) && fact.holds(resource))?;
        // What is of use stays near the end.
        let (place, last) = (newest + found, list.len() - 1);
        let better = place + (last - place).div_ceil(2);
        list.swap(place, better);
        Some(Arc::clone(&list[better]))
    }

    /// Makes room by forgetting numbers of open states.
    pub(crate) fn forget_open(&mut self) {
        self.records.retain(|_, record| {
            record.open = Vec::new();
            !record.facts.is_empty()
        });
        self.records.shrink_to_fit();
    }
}

/// Where patterns of states like this one are kept. None where a ban of a ko counts beside the stones.
fn bucket(field: &Field, goal: &Goal, state: &State) -> Option<(u8, Color, Bits)> {
    let prey = goal.prey_string(field, &state.stones)?;
    state.ban.is_none().then(|| (goal.number, state.to_move, prey.around & field.empty(&state.stones)))
}
