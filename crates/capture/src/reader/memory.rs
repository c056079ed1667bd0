//! What a reading remembers: facts with their zones, numbers of open states, and *patterns*.
//!
//! A fact holds in every position that agrees with its own on the zone, so it is kept twice: by the position, and as a pattern
//! by the liberties of the target. Most positions of a reading differ in stones that do not matter, and there the pattern
//! decides at once.

use std::sync::Arc;

use rustc_hash::{FxHashMap, FxHashSet};
use smallvec::SmallVec;
use tesuji_board::{Point, PointSet};
use tesuji_job::table_bytes;
use tesuji_search::mix;

use super::ANY_ORDER;
use super::patterns::{PATTERN_BYTES, Patterns, Stones};
use crate::domain::Move;
use crate::state::State;

/// Patterns of one set of liberties that are compared with a position, the newest first.
const MOST_COMPARED: usize = 1_000;

/// What is certain about a state, and about all that look the same on its zone.
#[derive(Debug)]
pub(crate) struct Fact {
    /// Whether the target is captured at this order; if not, it escapes up to this order.
    pub(crate) captured: bool,
    pub(crate) order: u8,
    /// How the attacker must stand with kos at least for the capture, or at most for the escape.
    pub(crate) extent: u32,
    /// The points on which it depends.
    pub(crate) zone: PointSet,
    /// The stones in the zone: the defender's and the attacker's.
    pub(crate) stones: [PointSet; 2],
    /// The move of the side that succeeds, or the longest try of the other.
    pub(crate) best: Option<Move>,
    /// Steps to the end at most.
    pub(crate) length: u16,
    /// Whether all moves that could matter have been tried. A capture always is complete.
    pub(crate) complete: bool,
}

impl Fact {
    pub(crate) fn new(state: &State, captured: bool, order: u8, extent: u32, zone: PointSet) -> Fact {
        let stones = [state.target.defender, state.target.attacker()]
            .map(|color| common(state.position.stone_words(color), &zone));
        Fact { captured, order, extent, zone, stones, best: None, length: 0, complete: true }
    }

    pub(crate) fn holds(&self, order: u8, resource: u32) -> bool {
        // An escape from every order that has left out moves where play repeats says nothing about a single order, where other
        // moves are tried there.
        let vague = self.order == ANY_ORDER && !self.captured && !self.complete && order != ANY_ORDER;
        !vague && holds((self.captured, self.order, self.extent), order, resource)
    }

    /// Whether it is about all positions with these stones.
    pub(super) fn matches(&self, stones: Stones) -> bool {
        let same = |words: &[u64], stones: &PointSet| {
            let (zone, stones) = (self.zone.words(), stones.words());
            zone.iter().enumerate().all(|(index, &mask)| {
                words.get(index).copied().unwrap_or(0) & mask == stones.get(index).copied().unwrap_or(0)
            })
        };
        same(stones[0], &self.stones[0]) && same(stones[1], &self.stones[1])
    }
}

/// Whether a claim (captured or not, at which order, how the attacker must stand with kos) says something about this order and this
/// standing.
pub(super) fn holds((captured, claimed, extent): (bool, u8, u32), order: u8, resource: u32) -> bool {
    if captured { claimed <= order && extent <= resource } else { claimed >= order && extent >= resource }
}

fn common(words: &[u64], zone: &PointSet) -> PointSet {
    let both: SmallVec<[u64; 8]> = words.iter().zip(zone.words()).map(|(word, mask)| word & mask).collect();
    PointSet::from_words(&both)
}

/// Proof and disproof number of an open state.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Numbers {
    pub(crate) pn: u32,
    pub(crate) dn: u32,
}

struct Open {
    order: u8,
    resource: u32,
    numbers: Numbers,
}

#[derive(Default)]
struct Record {
    facts: SmallVec<[Arc<Fact>; 2]>,
    open: SmallVec<[Open; 1]>,
}

/// Bytes that a fact takes, with what the system takes on top.
const FACT_BYTES: u64 = size_of::<Fact>() as u64 + 32;

/// Facts and numbers of one target.
#[derive(Default)]
pub(crate) struct Memory {
    records: FxHashMap<u128, Record>,
    patterns: FxHashMap<u64, Patterns>,
    /// States that the dedicated code for ladders could not tell about, with how the attacker stands with kos.
    unread: FxHashSet<(u128, u32)>,
    /// Facts that are kept. A pattern keeps its fact also when a better one has taken its place in the records.
    facts: u64,
}

impl Memory {
    /// Bytes in use, about.
    pub(crate) fn bytes(&self) -> u64 {
        let (records, unread) = (&self.records, &self.unread);
        table_bytes(records.len(), records.capacity(), size_of::<(u128, Record)>())
            + table_bytes(unread.len(), unread.capacity(), size_of::<(u128, u32)>())
            + self.facts * (FACT_BYTES + PATTERN_BYTES)
    }

    /// What is known for certain of the state with this key.
    pub(crate) fn fact(&self, key: u128, order: u8, resource: u32) -> Option<&Arc<Fact>> {
        self.records.get(&key)?.facts.iter().find(|fact| fact.holds(order, resource))
    }

    /// The numbers of an open state.
    pub(crate) fn numbers(&self, key: u128, order: u8, resource: u32) -> Option<Numbers> {
        let same = |open: &&Open| open.order == order && open.resource == resource;
        self.records.get(&key)?.open.iter().find(same).map(|open| open.numbers)
    }

    pub(crate) fn keep_open(&mut self, key: u128, order: u8, resource: u32, numbers: Numbers) {
        let record = self.records.entry(key).or_default();
        match record.open.iter_mut().find(|open| open.order == order && open.resource == resource) {
            Some(open) => open.numbers = numbers,
            None => record.open.push(Open { order, resource, numbers }),
        }
    }

    /// Keeps a fact for the state with this key, and as a pattern for all that look like it.
    pub(crate) fn keep(&mut self, state: &State, key: u128, fact: &Arc<Fact>) {
        self.note(key, fact);
        self.facts += 1;
        if let Some(bucket) = bucket(state) {
            self.patterns.entry(bucket).or_default().push(state.target.point, fact);
        }
    }

    /// Keeps a fact for the state with this key.
    pub(crate) fn note(&mut self, key: u128, fact: &Arc<Fact>) {
        let record = self.records.entry(key).or_default();
        // What the new one makes superfluous goes.
        record
            .facts
            .retain(|known| known.captured != fact.captured || !fact.holds(known.order, known.extent));
        record.open.retain(|open| !fact.holds(open.order, open.resource));
        record.facts.push(Arc::clone(fact));
    }

    /// Whether the dedicated code for ladders could not tell about this state.
    pub(crate) fn is_unread(&self, key: u128, resource: u32) -> bool {
        self.unread.contains(&(key, resource))
    }

    pub(crate) fn note_unread(&mut self, key: u128, resource: u32) {
        self.unread.insert((key, resource));
    }

    /// A fact about another position that decides this one, too.
    pub(crate) fn recall(&self, state: &State, order: u8) -> Option<Arc<Fact>> {
        let resource = state.resource();
        let list = self.patterns.get(&bucket(state)?)?;
        let oldest = list.len().saturating_sub(MOST_COMPARED);
        let stones =
            [state.target.defender, state.target.attacker()].map(|color| state.position.stone_words(color));
        list.newest(oldest, state.target.point, stones, (order, resource)).map(Arc::clone)
    }

    /// All facts, each with the key of its state.
    #[cfg(test)]
    pub(crate) fn facts(&self) -> impl Iterator<Item = (u128, &Fact)> {
        self.records.iter().flat_map(|(&key, record)| record.facts.iter().map(move |fact| (key, &**fact)))
    }

    /// Makes room by forgetting numbers of open states.
    pub(crate) fn forget_open(&mut self) {
        self.records.retain(|_, record| {
            record.open.clear();
            !record.facts.is_empty()
        });
        self.records.shrink_to_fit();
        self.unread = FxHashSet::default();
    }
}

/// Where patterns of states like this one are kept: by the side to move and the target's liberties. None where a ban of a ko or
/// a target that was just taken counts beside the stones.
fn bucket(state: &State) -> Option<u64> {
    if state.ban.is_some() || state.opening || state.pending().is_some() {
        return None;
    }
    let add = |sum: u64, point: Point| sum ^ mix(u64::from(point.0) + 2);
    let side = u64::from(state.attacker_to_move());
    if !state.is_about_several() {
        return Some(state.position.liberties(state.target.point).fold(side, add));
    }
    // Which of several strings are left is told by their stones.
    let named = state.standing().iter().fold(side, |sum, stone| sum ^ mix(u64::from(stone.0) + (1 << 20)));
    Some(state.liberty_set().iter().fold(named, add))
}
