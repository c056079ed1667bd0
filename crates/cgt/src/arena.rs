//! The arena: where canonical forms live.
//!
//! One [`Arena`] owns every stored form and every remembered result; there is no global state and no sharing. A form is
//! stored once (hash-consing), as one slice of a flat vector of options, translated so that its left stop is 0 (see
//! `game.rs`). Options are sorted by their *structure*, never by their index, so that whatever reaches the outside is
//! the same whatever the arena did before.
//!
//! The operations are in the files named after them; this one only keeps the store and counts what is used.

use std::cmp::Ordering;

use smallvec::SmallVec;
use tesuji_job::{Limits, Progress, Watch, Why};

use crate::form::Forms;
use crate::game::{Core, Game, Kind, Side};
use crate::memo::{Interner, Memo, mix};
use crate::thermograph::Thermograph;
use crate::{Dyadic, Error, INTERACTIVE};

/// Options of one side.
pub(crate) type List = SmallVec<[Game; 6]>;

/// A stored canonical form with left stop 0.
pub(crate) struct Node {
    /// Where its options begin: first Left's, then Right's.
    start: u32,
    left: u32,
    right: u32,
    /// Index + 1 of the node that is the negative up to a number; 0 while unknown.
    pub(crate) negative: u32,
    /// Index + 1 of the thermograph; 0 while unknown.
    pub(crate) thermograph: u32,
    right_stop: Dyadic,
    hash: u64,
}

/// Store of canonical forms, and the place where all operations on [`Game`]s happen.
///
/// An arena remembers sums, comparisons and more between calls. For many unrelated problems, [`Arena::clear`] it
/// between them: that is cheap, keeps the memory, and small tables are faster than large ones.
///
/// ```
/// use tesuji_cgt::{Arena, Side};
///
/// let mut arena = Arena::new();
/// let game = arena.parse("{6||4|0}")?;
/// assert_eq!(arena.stop(game, Side::Right)?.to_string(), "4");
/// let cooled = arena.cool(game, 2.into())?;
/// assert_eq!(arena.text(cooled)?, "4^");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # What it may use
///
/// All is counted from the beginning or the last [`Arena::clear`]. [`Limits::nodes`] bounds distinct games and remembered
/// results together; for each of them an arena may take 250 elementary steps. [`Limits::memory`] bounds the same by about
/// 200 bytes each. These, the [depth](Arena::with_depth) and the [length of a text](Arena::with_text) are reproducible: the
/// same calls on a fresh arena end at the same point on every machine. The watch is looked at every few milliseconds of
/// work, so that what is small can still be read off after a stop.
pub struct Arena {
    limits: Limits,
    watch: Watch,
    most_depth: u32,
    most_text: usize,
    steps: u64,
    /// Steps until the limits are looked at again.
    fuel: u32,
    /// How often the limits are looked at before the watch is.
    looks: u32,
    depth: u32,
    pub(crate) nodes: Vec<Node>,
    options: Vec<Game>,
    interner: Interner,
    pub(crate) thermographs: Vec<Thermograph>,
    pub(crate) orders: Memo<(Game, Core), bool>,
    pub(crate) sums: Memo<(Core, Core), Game>,
    pub(crate) coolings: Memo<(Game, Core), Game>,
    pub(crate) heatings: Memo<(Game, Core), Game>,
    pub(crate) forms: Forms,
}

/// What an arena has used so far.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct Usage {
    /// Stored canonical forms. Forms that differ by a number count once; numbers, ups and nimbers not at all.
    pub nodes: usize,
    /// Remembered sums.
    pub sums: usize,
    /// Remembered comparisons.
    pub orders: usize,
    /// All entries together, as compared with [`Limits::nodes`].
    pub entries: usize,
    /// Elementary steps, of which there may be 250 for each of [`Limits::nodes`].
    pub steps: u64,
}

impl Usage {
    /// What is used up of [`Limits::nodes`], by entries or by steps, whichever is more: what a question that goes on in
    /// another arena has to subtract.
    #[must_use]
    pub fn spent(&self) -> u64 {
        (self.entries as u64).max(self.steps / STEPS_OF_A_NODE)
    }
}

/// Steps between two looks at the limits, at most and at least.
const FUEL: u32 = 4096;
const LEAST_FUEL: u32 = 64;
/// Looks at the limits for each look at the watch: together some milliseconds.
const LOOKS: u32 = 32;
/// Elementary steps, comparisons and additions, that each node may cost. 100 million take some seconds.
const STEPS_OF_A_NODE: u64 = 250;
/// Bytes of a node or a remembered result, at the most.
const BYTES_OF_A_NODE: u64 = 200;
/// Levels of recursion that fit the 2 MB stack of a spawned thread: each takes up to about 3 kB, less in an optimised build.
const DEPTH: u32 = 600;
/// Characters of a printed form.
const TEXT: usize = 1_000_000;

impl Default for Arena {
    fn default() -> Arena {
        Arena::new()
    }
}

impl Arena {
    /// An empty arena with the limits [`INTERACTIVE`], which nobody watches.
    #[must_use]
    pub fn new() -> Arena {
        Arena::with_limits(INTERACTIVE, Watch::unwatched())
    }

    /// An empty arena with limits of its own.
    #[must_use]
    pub fn with_limits(limits: Limits, watch: Watch) -> Arena {
        Arena {
            limits,
            watch,
            most_depth: DEPTH,
            most_text: TEXT,
            steps: 0,
            fuel: 1,
            looks: LOOKS,
            depth: 0,
            nodes: Vec::new(),
            options: Vec::new(),
            interner: Interner::new(),
            thermographs: Vec::new(),
            orders: Memo::new(),
            sums: Memo::new(),
            coolings: Memo::new(),
            heatings: Memo::new(),
            forms: Forms::new(),
        }
    }

    /// Whether the work may go on, for what reads the arena and adds nothing to it.
    pub(crate) fn may_go_on(&self) -> Result<(), Error> {
        self.watch.check().map_err(Error::Unknown)
    }

    /// The same arena under another watch.
    #[must_use]
    pub fn with_watch(self, watch: Watch) -> Arena {
        Arena { watch, ..self }
    }

    /// The same arena with another bound on levels of recursion, 600 unless it is told. Each takes up to about 3 kB of
    /// stack, less in an optimised build.
    #[must_use]
    pub fn with_depth(self, levels: u32) -> Arena {
        Arena { most_depth: levels, ..self }
    }

    /// The same arena with another bound on the characters of one printed form, a million unless it is told.
    #[must_use]
    pub fn with_text(self, characters: usize) -> Arena {
        Arena { most_text: characters, ..self }
    }

    /// The limits of this arena.
    #[must_use]
    pub fn limits(&self) -> &Limits {
        &self.limits
    }

    /// The most characters of a printed form.
    pub(crate) fn most_text(&self) -> usize {
        self.most_text
    }

    /// Whether so many games and remembered results are allowed.
    pub(crate) fn allows(&self, entries: usize) -> Result<(), Error> {
        let entries = entries as u64;
        if entries > self.limits.nodes {
            return Err(Error::Unknown(Why::Nodes));
        }
        if entries.saturating_mul(BYTES_OF_A_NODE) > self.limits.memory {
            return Err(Error::Unknown(Why::Memory));
        }
        Ok(())
    }

    /// Forgets all games and results and keeps the memory. Handles made before lose their meaning, but for numbers,
    /// ups, nimbers and their sums.
    pub fn clear(&mut self) {
        self.steps = 0;
        self.fuel = 1;
        self.nodes.clear();
        self.options.clear();
        self.interner.clear();
        self.thermographs.clear();
        self.orders.clear();
        self.sums.clear();
        self.coolings.clear();
        self.heatings.clear();
        self.forms.clear();
    }

    /// What has been used since the beginning or the last [`Arena::clear`].
    #[must_use]
    pub fn usage(&self) -> Usage {
        Usage {
            nodes: self.nodes.len(),
            sums: self.sums.len(),
            orders: self.orders.len(),
            entries: self.entries(),
            // Fuel is counted when it is taken in, not when it is used.
            steps: self.steps.saturating_sub(u64::from(self.fuel)),
        }
    }

    fn entries(&self) -> usize {
        self.nodes.len()
            + self.options.len() / 4
            + self.thermographs.len()
            + self.orders.len()
            + self.sums.len()
            + self.coolings.len()
            + self.heatings.len()
            + self.forms.len()
    }

    /// Counts one elementary step; now and then looks whether to go on.
    #[inline]
    pub(crate) fn tick(&mut self) -> Result<(), Error> {
        self.fuel -= 1;
        if self.fuel == 0 { self.refuel() } else { Ok(()) }
    }

    #[cold]
    fn refuel(&mut self) -> Result<(), Error> {
        // One step short of empty, so that a call after an error fails again at once.
        self.fuel = 1;
        if self.steps >= self.limits.nodes.saturating_mul(STEPS_OF_A_NODE) {
            return Err(Error::Unknown(Why::Nodes));
        }
        let entries = self.entries();
        self.allows(entries)?;
        self.looks -= 1;
        if self.looks == 0 {
            self.looks = LOOKS;
            self.watch.look(|| Progress::searched("working out games", entries as u64))?;
        }
        // Close to the limit it is looked at more often, since a step may make an entry.
        let left = self.limits.nodes.saturating_sub(entries as u64);
        self.fuel = u32::try_from(left).unwrap_or(FUEL).clamp(LEAST_FUEL, FUEL);
        self.steps += u64::from(self.fuel);
        Ok(())
    }

    /// Runs one level of a recursion.
    #[inline]
    pub(crate) fn nested<T>(&mut self, run: impl FnOnce(&mut Arena) -> Result<T, Error>) -> Result<T, Error> {
        if self.depth >= self.most_depth {
            return Err(Error::Unknown(Why::Levels));
        }
        self.depth += 1;
        let result = run(self);
        self.depth -= 1;
        result
    }

    /// The right stop of a core, whose left stop is 0.
    #[inline]
    pub(crate) fn right_stop_of(&self, core: Core) -> Dyadic {
        match core.kind() {
            Kind::UpStar { .. } => Dyadic::ZERO,
            Kind::Node(index) => self.nodes[index].right_stop,
        }
    }

    /// One stop of a game: what is left when the game is played out to a number and `first` begins.
    ///
    /// # Errors
    /// [`Error::Overflow`] if the stop is no 64-bit number.
    #[inline]
    pub fn stop(&self, game: Game, first: Side) -> Result<Dyadic, Error> {
        match first {
            Side::Left => Ok(game.offset()),
            Side::Right => game.offset().checked_add(self.right_stop_of(game.core())),
        }
    }

    /// Whether the game is infinitesimal: both stops are 0.
    #[must_use]
    pub fn is_infinitesimal(&self, game: Game) -> bool {
        game.offset().is_zero() && self.right_stop_of(game.core()).is_zero()
    }

    /// The moves of `side` in a core that is no number.
    #[inline]
    pub(crate) fn moves(&self, core: Core, side: Side) -> Moves {
        match core.kind() {
            Kind::Node(index) => {
                let node = &self.nodes[index];
                match side {
                    Side::Left => Moves::Stored { next: node.start, end: node.start + node.left },
                    Side::Right => {
                        let start = node.start + node.left;
                        Moves::Stored { next: start, end: start + node.right }
                    }
                }
            }
            Kind::UpStar { up, nimber } => Moves::of_up_star(up, nimber, side),
        }
    }

    /// The options of a stored form, relative to it.
    pub(crate) fn options_of_node(&self, node: usize, side: Side) -> &[Game] {
        let Node { start, left, right, .. } = self.nodes[node];
        let middle = (start + left) as usize;
        match side {
            Side::Left => &self.options[start as usize..middle],
            Side::Right => &self.options[middle..middle + right as usize],
        }
    }

    /// The next of these moves, relative to the core.
    #[inline]
    pub(crate) fn next_move(&self, moves: &mut Moves) -> Option<Game> {
        match moves {
            Moves::Stored { next, end } => {
                if next == end {
                    return None;
                }
                let game = self.options[*next as usize];
                *next += 1;
                Some(game)
            }
            Moves::Nimbers { next, end } => {
                if next == end {
                    return None;
                }
                let game = Game::new(Dyadic::ZERO, Core(u64::from(*next) << 1));
                *next += 1;
                Some(game)
            }
            Moves::One(game) => game.take(),
        }
    }

    /// The canonical options of `side`, largest left stop first, in an order that depends on the game alone.
    ///
    /// # Errors
    /// [`Error::Overflow`] if an option is out of range, [`Why::Nodes`] for the options of an enormous nimber.
    pub fn options(&self, game: Game, side: Side) -> Result<Vec<Game>, Error> {
        Ok(self.option_list(game, side)?.into_vec())
    }

    pub(crate) fn option_list(&self, game: Game, side: Side) -> Result<List, Error> {
        if let Some(number) = game.to_number() {
            return Ok(option_of_number(number, side)?.into_iter().map(Game::number).collect());
        }
        let mut list = List::new();
        let mut moves = self.moves(game.core(), side);
        if let Moves::Nimbers { end, .. } = moves {
            self.allows(end as usize)?;
        }
        while let Some(option) = self.next_move(&mut moves) {
            list.push(option.shifted(game.offset())?);
        }
        Ok(list)
    }

    /// Stores a canonical form that is no number-up-star, or finds it.
    pub(crate) fn intern(
        &mut self,
        form: &mut [List; 2],
        left_stop: Dyadic,
        right_stop: Dyadic,
    ) -> Result<Game, Error> {
        let shift = left_stop.checked_neg()?;
        let mut hash = 0;
        for list in form.iter_mut() {
            for option in list.iter_mut() {
                *option = option.shifted(shift)?;
            }
            if list.len() > 1 {
                list.sort_by(|&a, &b| self.structural_order(a, b));
            }
            hash = mix(hash, list.len() as u64);
            for option in list.iter() {
                let (word, numerator) = option.bits();
                hash = mix(mix(hash, word), numerator as u64);
            }
        }
        let [left, right] = form;
        let same = |index: u32| {
            let node = &self.nodes[index as usize];
            node.hash == hash && {
                let middle = (node.start + node.left) as usize;
                self.options[node.start as usize..middle] == left[..]
                    && self.options[middle..middle + node.right as usize] == right[..]
            }
        };
        if let Some(index) = self.interner.find(hash, same) {
            return Ok(Game::new(left_stop, Core::node(index)));
        }
        // Whatever the limits, no arena numbers more than 2^32.
        let full = Error::Unknown(Why::Nodes);
        let start = u32::try_from(self.options.len()).map_err(|_| full)?;
        let index = u32::try_from(self.nodes.len()).map_err(|_| full)?;
        if u64::from(index) >= self.limits.nodes
            || self.options.len() + left.len() + right.len() > u32::MAX as usize
        {
            return Err(full);
        }
        self.options.extend_from_slice(left);
        self.options.extend_from_slice(right);
        self.nodes.push(Node {
            start,
            left: left.len() as u32,
            right: right.len() as u32,
            negative: 0,
            thermograph: 0,
            right_stop: right_stop.checked_add(shift)?,
            hash,
        });
        let nodes = &self.nodes;
        self.interner.insert(hash, index, |node| nodes[node as usize].hash);
        Ok(Game::new(left_stop, Core::node(index)))
    }

    /// A total order of canonical forms that looks at nothing but their structure: larger left stop first, then
    /// simpler cores. It has no meaning in the theory; it makes output reproducible.
    ///
    /// The first pair of options that differs decides, so this is a loop and not a recursion.
    pub(crate) fn structural_order(&self, mut a: Game, mut b: Game) -> Ordering {
        loop {
            if a == b {
                return Ordering::Equal;
            }
            let by_offset = b.offset().cmp(&a.offset());
            if by_offset != Ordering::Equal {
                return by_offset;
            }
            let (first, second) = match (a.core().kind(), b.core().kind()) {
                (Kind::UpStar { up, nimber }, Kind::UpStar { up: other_up, nimber: other_nimber }) => {
                    return other_up.cmp(&up).then(nimber.cmp(&other_nimber));
                }
                (Kind::UpStar { .. }, Kind::Node(_)) => return Ordering::Less,
                (Kind::Node(_), Kind::UpStar { .. }) => return Ordering::Greater,
                (Kind::Node(first), Kind::Node(second)) => (&self.nodes[first], &self.nodes[second]),
            };
            let shape = |node: &Node| (node.left, node.right);
            let by_shape =
                second.right_stop.cmp(&first.right_stop).then_with(|| shape(first).cmp(&shape(second)));
            if by_shape != Ordering::Equal {
                return by_shape;
            }
            let slice = |node: &Node| {
                let start = node.start as usize;
                &self.options[start..start + (node.left + node.right) as usize]
            };
            let differing = slice(first).iter().zip(slice(second)).find(|(x, y)| x != y);
            match differing {
                Some((&x, &y)) => (a, b) = (x, y),
                None => return Ordering::Equal,
            }
        }
    }
}

/// A walk over the options of one side.
pub(crate) enum Moves {
    /// A slice of the arena's options.
    Stored { next: u32, end: u32 },
    /// The nimbers from `next` up to but not including `end`.
    Nimbers { next: u32, end: u32 },
    /// A single option that is stored nowhere.
    One(Option<Game>),
}

impl Moves {
    /// Canonical forms of `n.^ + *m`: nimbers for n = 0; `^* = {0,*|0}`; else `{0 | (n-1).^ + *(m xor 1)}` for
    /// positive n. Negative n mirror this (Winning Ways, chapter 8).
    fn of_up_star(up: i32, nimber: u32, side: Side) -> Moves {
        let favours = if up > 0 { Side::Left } else { Side::Right };
        if up == 0 {
            Moves::Nimbers { next: 0, end: nimber }
        } else if side == favours {
            Moves::Nimbers { next: 0, end: if up.abs() == 1 && nimber == 1 { 2 } else { 1 } }
        } else {
            let up = i64::from(up) - i64::from(up.signum());
            let core = Core::up_star(up, u64::from(nimber) ^ 1);
            Moves::One(core.ok().map(|core| Game::new(Dyadic::ZERO, core)))
        }
    }
}

/// The option of `side` in the canonical form of a number.
fn option_of_number(number: Dyadic, side: Side) -> Result<Option<Dyadic>, Error> {
    match number.to_integer() {
        Some(integer) => {
            let owner = if integer > 0 { Side::Left } else { Side::Right };
            if integer == 0 || side != owner {
                return Ok(None);
            }
            number.checked_sub(Dyadic::from(integer.signum())).map(Some)
        }
        None => {
            let step = side.signed(Dyadic::new(1, u32::from(number.exponent()))?)?;
            number.checked_sub(step).map(Some)
        }
    }
}
