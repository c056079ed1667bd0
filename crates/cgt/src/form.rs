//! Forms: games that belong to no arena.
//!
//! A [`Game`] is a handle that means nothing without its arena, and an arena frees nothing before it is cleared. Whoever
//! keeps games for longer, hands them from thread to thread or lets go of them one by one keeps a [`Form`]: the canonical
//! form itself, shared piece by piece and freed with its last owner. An arena knows the forms that it has met, and a form
//! the last arena that met it, so going to and fro costs next to nothing.

mod bytes;
mod compare;

use std::fmt;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use crate::arena::{Arena, List};
use crate::game::{Core, Game, Kind, Side};
use crate::memo::{Memo, mix};
use crate::{Dyadic, Error};

/// A game that belongs to no arena: cheap to copy, may go to other threads, and is freed with its last owner.
///
/// ```
/// use tesuji_cgt::{Arena, Form};
///
/// let mut arena = Arena::new();
/// let game = arena.parse("{6||4|0}")?;
/// let form: Form = arena.form(game);
/// drop(arena);
/// let mut other = Arena::new();
/// let same = other.game(&form)?;
/// assert_eq!(other.text(same)?, "{6||4|0}");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone)]
pub struct Form {
    /// The whole game if it is number + up + star; else the number to which the core is moved.
    packed: Game,
    core: Option<Arc<Stored>>,
    /// The right stop of the core, if all numbers in the game are integers of at most [`LARGE`] and nothing in it is a sum of ups and
    /// nimbers; else [`OTHER`]. Most comparisons need no more than this, and do not have to follow the core.
    integer_stop: i64,
}

/// A stored form, as the arena has it: with left stop 0.
struct Stored {
    options: [Box<[Form]>; 2],
    right_stop: Dyadic,
    /// Whether all options have a [`Form::integer_stop`].
    integral: bool,
    hash: u64,
    /// Where it was met last: the stay of the arena in the upper bits, the node there in the lower ones.
    met: AtomicU64,
}

const NODE_BITS: u32 = 24;
/// Integers up to here can be added a thousand times without a look at what becomes of them.
const LARGE: u64 = 1 << 40;
const OTHER: i64 = i64::MIN;

/// The integer, if it is one and not too large.
#[inline]
fn small_integer(number: Dyadic) -> Option<i64> {
    number.to_integer().filter(|number| number.unsigned_abs() <= LARGE)
}

/// A number for each arena, and another after each clear: 2^40 of them are never used up.
fn next_stay() -> u64 {
    static STAYS: AtomicU64 = AtomicU64::new(1);
    STAYS.fetch_add(1, Ordering::Relaxed)
}

impl Form {
    /// A number, a multiple of up, a nimber or a sum of these, which mean the same in every arena.
    #[must_use]
    pub fn packed(game: Game) -> Option<Form> {
        (!game.core().is_node()).then(|| Form::new(game, None))
    }

    fn new(packed: Game, core: Option<Arc<Stored>>) -> Form {
        let stop = match &core {
            None => packed.is_number().then_some(0),
            Some(core) => small_integer(core.right_stop).filter(|_| core.integral),
        };
        let integer_stop = stop.filter(|_| small_integer(packed.offset()).is_some()).unwrap_or(OTHER);
        Form { packed, core, integer_stop }
    }

    /// The game, if it is one that means the same in every arena: see [`Form::packed`].
    #[must_use]
    pub fn to_packed(&self) -> Option<Game> {
        self.core.is_none().then_some(self.packed)
    }

    /// A fingerprint of the value: equal games have equal ones, whichever arena they come from.
    #[must_use]
    pub fn fingerprint(&self) -> u64 {
        let (word, numerator) = self.packed.bits();
        let core = self.core.as_ref().map_or(0, |core| core.hash);
        mix(mix(mix(0x46_6F_72_6D, word), numerator as u64), core)
    }

    /// Whether two forms are the same value, if that can be seen at once; an arena tells it always.
    #[must_use]
    pub fn is_same(&self, other: &Form) -> Option<bool> {
        if self.packed != other.packed {
            return Some(false);
        }
        match (&self.core, &other.core) {
            (None, None) => Some(true),
            (Some(core), Some(other)) if Arc::ptr_eq(core, other) => Some(true),
            (Some(core), Some(other)) if core.hash == other.hash => None,
            _ => Some(false),
        }
    }

    /// One stop of the game; see [`Arena::stop`].
    ///
    /// # Errors
    /// [`Error::Overflow`] if the stop is no 64-bit number.
    pub fn stop(&self, first: Side) -> Result<Dyadic, Error> {
        match (first, &self.core) {
            (Side::Right, Some(core)) => self.packed.offset().checked_add(core.right_stop),
            _ => Ok(self.packed.offset()),
        }
    }
}

/// Number and fingerprint: only an arena can print the game itself.
impl fmt::Debug for Form {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.core {
            None => write!(f, "Form({:?})", self.packed),
            Some(core) => write!(f, "Form({} + {:016x})", self.packed.offset(), core.hash),
        }
    }
}

/// Taken apart by a loop: a corridor may be longer than the machine's stack is deep.
impl Drop for Stored {
    fn drop(&mut self) {
        let mut pending: Vec<Arc<Stored>> = Vec::new();
        let release = |stored: &mut Stored, pending: &mut Vec<Arc<Stored>>| {
            for form in stored.options.iter_mut().flatten() {
                pending.extend(form.core.take());
            }
        };
        release(self, &mut pending);
        while let Some(next) = pending.pop() {
            if let Some(mut stored) = Arc::into_inner(next) {
                release(&mut stored, &mut pending);
            }
        }
    }
}

/// The forms that an arena has met.
pub(crate) struct Forms {
    /// By node.
    of_nodes: Vec<Option<Arc<Stored>>>,
    /// The node of a form, by the address of the form, which is held here or above and so stays its own.
    nodes: Memo<(Core, Core), u32>,
    /// Forms that are another copy of one by node.
    copies: Vec<Arc<Stored>>,
    /// What tells forms that they were met here, and not before a clear.
    stay: u64,
}

fn key(stored: &Arc<Stored>) -> (Core, Core) {
    (Core(Arc::as_ptr(stored).addr() as u64), Core::NUMBER)
}

impl Forms {
    pub(crate) fn new() -> Forms {
        Forms { of_nodes: Vec::new(), nodes: Memo::new(), copies: Vec::new(), stay: next_stay() }
    }

    pub(crate) fn len(&self) -> usize {
        self.nodes.len()
    }

    pub(crate) fn clear(&mut self) {
        self.nodes.clear();
        self.of_nodes.clear();
        self.copies.clear();
        self.stay = next_stay();
    }

    /// The node of a form that this arena has met.
    #[inline]
    fn node(&self, stored: &Arc<Stored>) -> Option<u32> {
        let met = stored.met.load(Ordering::Relaxed);
        if met >> NODE_BITS == self.stay {
            return Some((met & ((1 << NODE_BITS) - 1)) as u32);
        }
        let node = self.nodes.get(key(stored))?;
        self.meet(stored, node);
        Some(node)
    }

    fn meet(&self, stored: &Stored, node: u32) {
        if node >> NODE_BITS == 0 {
            stored.met.store(self.stay << NODE_BITS | u64::from(node), Ordering::Relaxed);
        }
    }

    fn of_node(&self, node: usize) -> Option<&Arc<Stored>> {
        self.of_nodes.get(node).and_then(Option::as_ref)
    }

    fn keep(&mut self, node: usize, stored: &Arc<Stored>) {
        if node >= self.of_nodes.len() {
            self.of_nodes.resize(node + 1, None);
        }
        match &mut self.of_nodes[node] {
            Some(_) => self.copies.push(stored.clone()),
            empty => *empty = Some(stored.clone()),
        }
        self.nodes.insert(key(stored), node as u32);
        self.meet(stored, node as u32);
    }
}

impl Arena {
    /// The game as a form that belongs to no arena.
    #[must_use]
    pub fn form(&mut self, game: Game) -> Form {
        let Kind::Node(root) = game.core().kind() else { return Form::new(game, None) };
        let mut pending = vec![root];
        // Options first.
        while let Some(&node) = pending.last() {
            if self.forms.of_node(node).is_some() {
                pending.pop();
                continue;
            }
            let waiting = pending.len();
            for option in self.stored_options(node).into_iter().flatten() {
                if let Kind::Node(index) = option.core().kind()
                    && self.forms.of_node(index).is_none()
                {
                    pending.push(index);
                }
            }
            if pending.len() == waiting {
                pending.pop();
                let stored = Arc::new(self.stored(node));
                self.forms.keep(node, &stored);
            }
        }
        Form::new(Game::number(game.offset()), self.forms.of_node(root).cloned())
    }

    fn stored_options(&self, node: usize) -> [&[Game]; 2] {
        Side::BOTH.map(|side| self.options_of_node(node, side))
    }

    /// The form of a node whose options have theirs.
    fn stored(&self, node: usize) -> Stored {
        let form = |option: &Game| match option.core().kind() {
            Kind::UpStar { .. } => Form::new(*option, None),
            Kind::Node(index) => Form::new(Game::number(option.offset()), self.forms.of_node(index).cloned()),
        };
        let options = self.stored_options(node).map(|list| list.iter().map(form).collect::<Box<[Form]>>());
        let right_stop = self.right_stop_of(Core::node(node as u32));
        let mut hash = 0;
        for list in &options {
            hash = mix(hash, list.len() as u64);
            for option in list {
                hash = mix(hash, option.fingerprint());
            }
        }
        Stored {
            integral: options.iter().flatten().all(|option| option.integer_stop != OTHER),
            options,
            right_stop,
            hash,
            met: AtomicU64::new(0),
        }
    }

    /// The game of a form, in this arena.
    ///
    /// # Errors
    /// A limit of the arena.
    pub fn game(&mut self, form: &Form) -> Result<Game, Error> {
        let Some(root) = &form.core else { return Ok(form.packed) };
        if let Some(node) = self.forms.node(root) {
            return Ok(Game::new(form.packed.offset(), Core::node(node)));
        }
        let mut pending = vec![root];
        while let Some(&stored) = pending.last() {
            if self.forms.node(stored).is_some() {
                pending.pop();
                continue;
            }
            self.tick()?;
            let waiting = pending.len();
            for option in stored.options.iter().flatten() {
                if let Some(core) = &option.core
                    && self.forms.node(core).is_none()
                {
                    pending.push(core);
                }
            }
            if pending.len() == waiting {
                pending.pop();
                let mut lists = [List::new(), List::new()];
                for side in Side::BOTH {
                    for option in &stored.options[side.index()] {
                        let known = option.core.as_ref().and_then(|core| self.forms.node(core));
                        lists[side.index()].push(match known {
                            Some(node) => Game::new(option.packed.offset(), Core::node(node)),
                            None => option.packed,
                        });
                    }
                }
                // What was canonical is canonical.
                let game = self.intern(&mut lists, Dyadic::ZERO, stored.right_stop)?;
                if let Kind::Node(node) = game.core().kind() {
                    self.forms.keep(node, stored);
                }
            }
        }
        match self.forms.node(root) {
            Some(node) => Ok(Game::new(form.packed.offset(), Core::node(node))),
            None => Ok(form.packed),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXTS: [&str; 9] = [
        "3/4",
        "^^*",
        "{4|0}",
        "{6||4|0}",
        "{0|{-2|{-4|{-6|-13}}}}",
        "-2+{0^2|Tiny(3)}",
        "{4|0}+{6||4|0}+{9|-3||-5|-20}",
        "+-3+*5",
        "{5|{3,{4|2}||1|0}}",
    ];

    #[test]
    fn forms_go_from_arena_to_arena_and_back() {
        let mut first = Arena::new();
        let mut second = Arena::new();
        // The second arena numbers its games in another way.
        for text in TEXTS.iter().rev() {
            second.parse(text).expect("a game");
        }
        for text in TEXTS {
            let game = first.parse(text).expect("a game");
            let form = first.form(game);
            assert_eq!(first.game(&form), Ok(game));
            let there = second.parse(text).expect("a game");
            assert_eq!(second.game(&form), Ok(there), "{text}");
            let back = second.form(there);
            assert_eq!(back.fingerprint(), form.fingerprint(), "{text}");
            assert_ne!(back.is_same(&form), Some(false), "{text}");
            assert_eq!(first.game(&back), Ok(game), "{text}");
            for side in Side::BOTH {
                assert_eq!(form.stop(side), first.stop(game, side), "{text}");
            }
        }
        for (one, text) in TEXTS.iter().enumerate() {
            for (other, another) in TEXTS.iter().enumerate() {
                let forms = [(&mut first, text), (&mut second, another)].map(|(arena, text)| {
                    let game = arena.parse(text).expect("a game");
                    arena.form(game)
                });
                assert_eq!(forms[0].is_same(&forms[1]).unwrap_or(true), one == other, "{text} and {another}");
                let games = [first.game(&forms[0]), first.game(&forms[1])].map(|game| game.expect("a game"));
                let at_most = first.at_most(games[0], games[1]).expect("within the limits");
                assert_eq!(forms[0].at_most(&forms[1]).unwrap_or(at_most), at_most, "{text} and {another}");
            }
        }
    }

    #[test]
    fn forms_outlive_a_clear() {
        let mut arena = Arena::new();
        let forms: Vec<Form> = TEXTS
            .iter()
            .map(|text| {
                arena.clear();
                let game = arena.parse(text).expect("a game");
                arena.form(game)
            })
            .collect();
        arena.clear();
        for (form, text) in forms.iter().zip(TEXTS) {
            let game = arena.game(form).expect("within the limits");
            let parsed = arena.parse(text).expect("a game");
            assert_eq!(game, parsed, "{text}");
        }
    }

    #[test]
    fn two_arenas_and_a_clear_do_not_mistake_each_others_nodes() {
        let mut arenas = [Arena::new(), Arena::new()];
        // The same node has another meaning in each arena and after each clear.
        for round in 0..TEXTS.len() {
            let games = TEXTS.map(|text| arenas[0].parse(text).expect("a game"));
            let forms = games.map(|game| arenas[0].form(game));
            for turn in 0..TEXTS.len() {
                let at = (round + turn) % TEXTS.len();
                let there = arenas[1].game(&forms[at]).expect("within the limits");
                assert_eq!(arenas[1].parse(TEXTS[at]), Ok(there), "{}", TEXTS[at]);
                assert_eq!(arenas[0].game(&forms[at]), Ok(games[at]), "{}", TEXTS[at]);
            }
            arenas[round % 2].clear();
        }
    }

    #[test]
    fn a_form_is_freed_with_its_last_owner() {
        let mut arena = Arena::new();
        let game = arena.parse("{6||4|0}").expect("a game");
        let form = arena.form(game);
        let watched = Arc::downgrade(form.core.as_ref().expect("a stored form"));
        arena.clear();
        let copy = form.clone();
        drop(form);
        assert!(watched.upgrade().is_some());
        drop(copy);
        assert!(watched.upgrade().is_none());
    }

    #[test]
    fn a_long_corridor_comes_and_goes() {
        let mut arena = Arena::new();
        let mut game = arena.parse("{4|0}").expect("a game");
        for _ in 0..100_000 {
            let shifted = arena.sum(game, Game::integer(-2)).expect("within the limits");
            game = arena.switch(Game::ZERO, shifted).expect("within the limits");
        }
        let form = arena.form(game);
        let mut other = Arena::new();
        let there = other.game(&form).expect("within the limits");
        assert_eq!(other.stop(there, Side::Left), arena.stop(game, Side::Left));
        drop(arena);
        drop(other);
        drop(form);
    }
}
