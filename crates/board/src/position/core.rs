//! The state of a position and the operations that change it.
//!
//! Stones of a string form a ring through `next`; `root` names the stone whose slot in `size`, `count` and
//! `liberties` describes the string. Joining two strings swaps two links of their rings, which undoes itself when
//! done again, so the journal needs only the names of what was joined and one slot of old values for each move.
//!
//! Slots and rings of strings that left the board keep their old contents until a new stone overwrites them, and the
//! journal saves what a new stone overwrites: that is why a capture can be undone by walking the dead string's ring.

use crate::color::Color;
use crate::point::Point;
use crate::topology::Topology;

/// Contents of a cell without a stone; stones are `Color::index()`.
const EMPTY: u8 = 2;

/// What a move destroyed, for undo, and what repetition rules ask about the past.
#[derive(Clone, Debug)]
pub(super) struct Entry {
    pub(super) color: Color,
    pub(super) to_move_before: Color,
    pub(super) hash_before: u64,
    ko_before: Option<Point>,
    passes_before: u32,
    kind: Kind,
}

#[derive(Clone, Debug)]
enum Kind {
    Pass,
    Stone {
        point: Point,
        /// The slot whose old contents were saved: the string the stone joined, or the stone's own.
        slot: u16,
        old_root: u16,
        old_next: u16,
        old_size: u16,
        old_count: u16,
        /// How many roots were pushed: the opponent's strings that were taken, then own strings that were joined.
        taken: u16,
        joined: u16,
        suicide: bool,
    },
}

impl Entry {
    pub(super) fn point(&self) -> Option<Point> {
        match self.kind {
            Kind::Pass => None,
            Kind::Stone { point, .. } => Some(point),
        }
    }
}

/// What a point holds.
#[derive(Clone, Copy, Debug)]
struct Site {
    cell: u8,
    root: u16,
    next: u16,
}

/// What is known of a string besides its liberties.
#[derive(Clone, Copy, Debug)]
struct Slot {
    size: u16,
    count: u16,
}

#[derive(Clone, Debug)]
pub(super) struct Core {
    /// Words in a set of points.
    width: usize,
    sites: Vec<Site>,
    slots: Vec<Slot>,
    /// `width` words for each slot.
    liberties: Vec<u64>,
    pub(super) stones: [Vec<u64>; 2],
    pub(super) hash: u64,
    pub(super) to_move: Color,
    pub(super) ko: Option<Point>,
    pub(super) passes: u32,
    pub(super) captured: [u32; 2],
    pub(super) journal: Vec<Entry>,
    saved_roots: Vec<u16>,
    saved_words: Vec<u64>,
}

impl Core {
    pub(super) fn new(board: &Topology) -> Core {
        let points = board.len();
        let width = points.div_ceil(64);
        Core {
            width,
            sites: vec![Site { cell: EMPTY, root: 0, next: 0 }; points],
            slots: vec![Slot { size: 0, count: 0 }; points],
            liberties: vec![0; points * width],
            stones: [vec![0; width], vec![0; width]],
            hash: 0,
            to_move: Color::Black,
            ko: None,
            passes: 0,
            captured: [0; 2],
            journal: Vec::new(),
            saved_roots: Vec::new(),
            saved_words: Vec::new(),
        }
    }

    pub(super) fn clear(&mut self) {
        for site in &mut self.sites {
            site.cell = EMPTY;
        }
        for words in &mut self.stones {
            words.fill(0);
        }
        self.hash = 0;
        self.start(Color::Black, None);
    }

    /// Lets the history begin here.
    pub(super) fn start(&mut self, to_move: Color, ko: Option<Point>) {
        self.to_move = to_move;
        self.ko = ko;
        self.passes = 0;
        self.captured = [0; 2];
        self.journal.clear();
        self.saved_roots.clear();
        self.saved_words.clear();
    }

    #[inline]
    pub(super) fn stone(&self, point: Point) -> Option<Color> {
        match self.sites[point.index()].cell {
            0 => Some(Color::Black),
            1 => Some(Color::White),
            _ => None,
        }
    }

    #[inline]
    pub(super) fn is_empty(&self, point: Point) -> bool {
        self.sites[point.index()].cell == EMPTY
    }

    #[inline]
    pub(super) fn root_of(&self, point: Point) -> Point {
        Point(self.sites[point.index()].root)
    }

    #[inline]
    pub(super) fn liberty_count(&self, point: Point) -> usize {
        usize::from(self.slots[usize::from(self.sites[point.index()].root)].count)
    }

    #[inline]
    pub(super) fn string_size(&self, point: Point) -> usize {
        usize::from(self.slots[usize::from(self.sites[point.index()].root)].size)
    }

    #[inline]
    pub(super) fn liberties(&self, point: Point) -> &[u64] {
        let slot = usize::from(self.sites[point.index()].root);
        &self.liberties[slot * self.width..][..self.width]
    }

    /// The stones on the ring of a point, starting there.
    fn string(&self, start: Point) -> impl Iterator<Item = Point> + '_ {
        self.ring(Some(start))
    }

    /// The same; nothing if there is no point.
    #[inline]
    pub(super) fn ring(&self, start: Option<Point>) -> impl Iterator<Item = Point> + '_ {
        std::iter::successors(start, move |p| {
            let next = Point(self.sites[p.index()].next);
            (Some(next) != start).then_some(next)
        })
    }

    pub(super) fn last_captured(&self) -> impl Iterator<Item = Point> + '_ {
        let (roots, own) = match self.journal.last().map(|entry| &entry.kind) {
            Some(&Kind::Stone { slot, taken, joined, suicide, .. }) => {
                let to = self.saved_roots.len() - usize::from(joined);
                (&self.saved_roots[to - usize::from(taken)..to], suicide.then_some(slot))
            }
            _ => (&[][..], None),
        };
        roots.iter().copied().chain(own).flat_map(|root| self.string(Point(root)))
    }

    /// Whether a stone of this colour on this empty point would have a liberty once it has taken what it takes.
    #[inline]
    pub(super) fn breathes_after(&self, board: &Topology, color: Color, point: Point) -> bool {
        let own = color.index() as u8;
        board.neighbors(point).iter().any(|n| {
            let cell = self.sites[n.index()].cell;
            if cell == EMPTY {
                return true;
            }
            let count = self.slots[usize::from(self.sites[n.index()].root)].count;
            if cell == own { count > 1 } else { count == 1 }
        })
    }

    /// The hash of the stones after a move, without making it.
    pub(super) fn hash_after(&self, board: &Topology, color: Color, point: Point) -> u64 {
        let around = board.neighbors(point);
        // Each string around the point once, however many of its stones are next to it.
        let strings = |side: Color| {
            let same =
                move |a: Point, b: Point| self.stone(a) == Some(side) && self.root_of(a) == self.root_of(b);
            around.iter().enumerate().filter_map(move |(i, &n)| {
                (self.stone(n) == Some(side) && !around[..i].iter().any(|&m| same(m, n))).then_some(n)
            })
        };
        let lifted =
            |hash: u64, n: Point, side: Color| self.string(n).fold(hash, |h, s| h ^ board.key(side, s));
        let enemy = color.opponent();
        if self.breathes_after(board, color, point) {
            let taken = strings(enemy).filter(|&n| self.liberty_count(n) == 1);
            taken.fold(self.hash ^ board.key(color, point), |hash, n| lifted(hash, n, enemy))
        } else {
            strings(color).fold(self.hash, |hash, n| lifted(hash, n, color))
        }
    }

    /// Puts a stone on an empty point as part of a setup: strings join, nothing is taken, nothing is remembered.
    pub(super) fn put(&mut self, board: &Topology, color: Color, point: Point) {
        self.set_stone(board, color, point);
        self.join::<0>(board, color, point);
    }

    pub(super) fn pass(&mut self, color: Color) {
        self.journal.push(Entry {
            color,
            to_move_before: self.to_move,
            hash_before: self.hash,
            ko_before: self.ko,
            passes_before: self.passes,
            kind: Kind::Pass,
        });
        self.to_move = color.opponent();
        self.ko = None;
        self.passes += 1;
    }

    /// Plays a stone that is known to be legal.
    #[inline]
    pub(super) fn play(&mut self, board: &Topology, color: Color, point: Point) {
        // The common widths get code of their own, in which loops over words are unrolled; 0 stands for any.
        match self.width {
            1 => self.play_in::<1>(board, color, point),
            2 => self.play_in::<2>(board, color, point),
            3 => self.play_in::<3>(board, color, point),
            6 => self.play_in::<6>(board, color, point),
            _ => self.play_in::<0>(board, color, point),
        }
    }

    fn play_in<const WIDTH: usize>(&mut self, board: &Topology, color: Color, point: Point) {
        let (to_move_before, hash_before) = (self.to_move, self.hash);
        let (ko_before, passes_before) = (self.ko, self.passes);
        let (old_root, old_next) = (self.sites[point.index()].root, self.sites[point.index()].next);
        self.set_stone(board, color, point);
        let roots_before = self.saved_roots.len();
        let joined = self.join::<WIDTH>(board, color, point);
        let mut stones_taken = 0;
        for i in roots_before..roots_before + usize::from(joined.taken) {
            stones_taken += self.lift::<WIDTH>(board, color.opponent(), self.saved_roots[i]);
        }
        self.captured[color.opponent().index()] += stones_taken;

        let slot = joined.slot;
        let suicide = self.slots[usize::from(slot)].count == 0;
        self.ko = None;
        if stones_taken == 1
            && self.slots[usize::from(slot)].size == 1
            && self.slots[usize::from(slot)].count == 1
        {
            self.ko = Some(Point(self.saved_roots[roots_before]));
        }
        if suicide {
            self.captured[color.index()] += self.lift::<WIDTH>(board, color, slot);
        }
        self.to_move = color.opponent();
        self.passes = 0;
        self.journal.push(Entry {
            color,
            to_move_before,
            hash_before,
            ko_before,
            passes_before,
            kind: Kind::Stone {
                point,
                slot,
                old_root,
                old_next,
                old_size: joined.old_size,
                old_count: joined.old_count,
                joined: joined.joined,
                taken: joined.taken,
                suicide,
            },
        });
    }

    /// Takes back the last move; false if there is none.
    pub(super) fn undo(&mut self, board: &Topology) -> bool {
        let Some(entry) = self.journal.pop() else { return false };
        if let Kind::Stone { .. } = entry.kind {
            match self.width {
                1 => self.undo_stone::<1>(board, &entry),
                2 => self.undo_stone::<2>(board, &entry),
                3 => self.undo_stone::<3>(board, &entry),
                6 => self.undo_stone::<6>(board, &entry),
                _ => self.undo_stone::<0>(board, &entry),
            }
        }
        self.to_move = entry.to_move_before;
        self.ko = entry.ko_before;
        self.passes = entry.passes_before;
        debug_assert_eq!(self.hash, entry.hash_before, "undo brings the hash back");
        true
    }

    fn undo_stone<const WIDTH: usize>(&mut self, board: &Topology, entry: &Entry) {
        let &Entry { color, ref kind, .. } = entry;
        let &Kind::Stone { point, slot, old_root, old_next, old_size, old_count, joined, taken, suicide } =
            kind
        else {
            return;
        };
        let width = self.width_of::<WIDTH>();
        // Everything in the opposite order of `play_in`.
        if suicide {
            self.captured[color.index()] -= self.put_back::<WIDTH>(board, color, slot);
        }
        for _ in 0..joined {
            if let Some(root) = self.saved_roots.pop() {
                self.swap_links(slot, root);
                self.name_ring(root, root);
            }
        }
        for _ in 0..taken {
            if let Some(root) = self.saved_roots.pop() {
                self.captured[color.opponent().index()] -=
                    self.put_back::<WIDTH>(board, color.opponent(), root);
            }
        }
        for &n in board.neighbors(point) {
            if self.sites[n.index()].cell == color.opponent().index() as u8 {
                self.add_liberty::<WIDTH>(self.sites[n.index()].root, point);
            }
        }
        if slot != point.0 {
            self.sites[usize::from(slot)].next = self.sites[point.index()].next;
        }
        let saved = self.saved_words.len() - width;
        self.liberties[usize::from(slot) * width..][..width].copy_from_slice(&self.saved_words[saved..]);
        self.saved_words.truncate(saved);
        self.slots[usize::from(slot)].size = old_size;
        self.slots[usize::from(slot)].count = old_count;
        self.sites[point.index()].root = old_root;
        self.sites[point.index()].next = old_next;
        self.clear_stone(board, color, point);
    }

    #[inline(always)]
    fn width_of<const WIDTH: usize>(&self) -> usize {
        if WIDTH == 0 { self.width } else { WIDTH }
    }

    #[inline]
    fn set_stone(&mut self, board: &Topology, color: Color, point: Point) {
        self.sites[point.index()].cell = color.index() as u8;
        self.stones[color.index()][point.index() / 64] |= 1 << (point.index() % 64);
        self.hash ^= board.key(color, point);
    }

    #[inline]
    fn clear_stone(&mut self, board: &Topology, color: Color, point: Point) {
        self.sites[point.index()].cell = EMPTY;
        self.stones[color.index()][point.index() / 64] &= !(1 << (point.index() % 64));
        self.hash ^= board.key(color, point);
    }

    /// Takes the liberty on `point` from the strings of the other colour, and makes the new stone there part of the
    /// strings of its own colour. Saves the one slot it changes and pushes the roots of strings that lost their last
    /// liberty, then those of the strings that were joined.
    #[inline]
    fn join<const WIDTH: usize>(&mut self, board: &Topology, color: Color, point: Point) -> Joined {
        let width = self.width_of::<WIDTH>();
        let own = color.index() as u8;
        let mut slot = point.0;
        let mut size = 0;
        let mut taken = 0;
        let mut joined = 0;
        for &n in board.neighbors(point) {
            let site = self.sites[n.index()];
            if site.cell == EMPTY {
                continue;
            }
            let root = site.root;
            if site.cell != own {
                if self.remove_liberty::<WIDTH>(root, point) {
                    self.saved_roots.push(root);
                    taken += 1;
                }
            } else if self.slots[usize::from(root)].size > size {
                (slot, size) = (root, self.slots[usize::from(root)].size);
            }
        }
        let s = usize::from(slot);
        let (old_size, old_count) = (self.slots[s].size, self.slots[s].count);
        self.saved_words.extend_from_slice(&self.liberties[s * width..][..width]);
        self.sites[point.index()].root = slot;
        if slot == point.0 {
            self.sites[s].next = slot;
            self.slots[s].size = 1;
            self.slots[s].count = 0;
            self.liberties[s * width..][..width].fill(0);
        } else {
            self.sites[point.index()].next = self.sites[s].next;
            self.sites[s].next = point.0;
            self.slots[s].size += 1;
        }
        for &n in board.neighbors(point) {
            let site = self.sites[n.index()];
            if site.cell == EMPTY {
                self.add_liberty::<WIDTH>(slot, n);
            } else if site.cell == own && site.root != slot {
                let other = site.root;
                self.name_ring(other, slot);
                self.swap_links(slot, other);
                self.slots[s].size += self.slots[usize::from(other)].size;
                self.unite_liberties::<WIDTH>(slot, other);
                self.saved_roots.push(other);
                joined += 1;
            }
        }
        self.remove_liberty::<WIDTH>(slot, point);
        Joined { slot, old_size, old_count, taken, joined }
    }

    /// Adds the liberties of another string to those of `slot`.
    #[inline(always)]
    fn unite_liberties<const WIDTH: usize>(&mut self, slot: u16, other: u16) {
        let width = self.width_of::<WIDTH>();
        let (to, from) = (usize::from(slot) * width, usize::from(other) * width);
        let mut added = 0;
        for i in 0..width {
            let fresh = self.liberties[from + i] & !self.liberties[to + i];
            self.liberties[to + i] |= fresh;
            added += fresh.count_ones() as u16;
        }
        self.slots[usize::from(slot)].count += added;
    }

    /// Joins the rings of two stones, or parts them again if they were joined so.
    #[inline]
    fn swap_links(&mut self, a: u16, b: u16) {
        let (a, b) = (usize::from(a), usize::from(b));
        (self.sites[a].next, self.sites[b].next) = (self.sites[b].next, self.sites[a].next);
    }

    /// Writes `name` as the root of every stone on the ring of `start`.
    #[inline]
    fn name_ring(&mut self, start: u16, name: u16) {
        let mut stone = start;
        loop {
            self.sites[usize::from(stone)].root = name;
            stone = self.sites[usize::from(stone)].next;
            if stone == start {
                return;
            }
        }
    }

    /// Takes a string off the board; its ring and slot stay as they are. Returns the number of stones.
    fn lift<const WIDTH: usize>(&mut self, board: &Topology, color: Color, root: u16) -> u32 {
        let other = color.opponent().index() as u8;
        let mut stone = root;
        let mut stones = 0;
        loop {
            self.clear_stone(board, color, Point(stone));
            for &n in board.neighbors(Point(stone)) {
                if self.sites[n.index()].cell == other {
                    self.add_liberty::<WIDTH>(self.sites[n.index()].root, Point(stone));
                }
            }
            stones += 1;
            stone = self.sites[usize::from(stone)].next;
            if stone == root {
                return stones;
            }
        }
    }

    /// The opposite of [`Core::lift`].
    fn put_back<const WIDTH: usize>(&mut self, board: &Topology, color: Color, root: u16) -> u32 {
        let other = color.opponent().index() as u8;
        let mut stone = root;
        let mut stones = 0;
        loop {
            self.set_stone(board, color, Point(stone));
            for &n in board.neighbors(Point(stone)) {
                if self.sites[n.index()].cell == other {
                    self.remove_liberty::<WIDTH>(self.sites[n.index()].root, Point(stone));
                }
            }
            stones += 1;
            stone = self.sites[usize::from(stone)].next;
            if stone == root {
                return stones;
            }
        }
    }

    #[inline(always)]
    fn add_liberty<const WIDTH: usize>(&mut self, slot: u16, liberty: Point) {
        let word = &mut self.liberties
            [usize::from(slot) * if WIDTH == 0 { self.width } else { WIDTH } + liberty.index() / 64];
        let bit = 1 << (liberty.index() % 64);
        self.slots[usize::from(slot)].count += u16::from(*word & bit == 0);
        *word |= bit;
    }

    /// True if the last liberty went.
    #[inline(always)]
    fn remove_liberty<const WIDTH: usize>(&mut self, slot: u16, liberty: Point) -> bool {
        let word = &mut self.liberties
            [usize::from(slot) * if WIDTH == 0 { self.width } else { WIDTH } + liberty.index() / 64];
        let bit = 1 << (liberty.index() % 64);
        if *word & bit == 0 {
            return false;
        }
        *word &= !bit;
        self.slots[usize::from(slot)].count -= 1;
        self.slots[usize::from(slot)].count == 0
    }
}

/// What [`Core::join`] did, as far as undo needs it.
struct Joined {
    slot: u16,
    old_size: u16,
    old_count: u16,
    taken: u16,
    joined: u16,
}
