//! A race as it stands, and what a move makes of it.

use smallvec::SmallVec;
use tesuji_board::Color;
use tesuji_local::Threats;

use super::book::Book;
use crate::automaton::{Event, NONE, Target};

/// What has become of a block.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) enum Status {
    Racing,
    Safe,
    Captured,
    /// Joined with another block, whose index this is.
    Joined(u8),
}

/// The most blocks of one piece.
pub(crate) const MOST_SLOTS: usize = 8;

/// A piece in a race: its blocks, a byte for each, counted from 1; and its class.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) struct Placed {
    map: u64,
    pub(crate) class: u32,
}

impl Placed {
    pub(crate) fn new(class: u32, blocks: impl IntoIterator<Item = usize>) -> Placed {
        let map = blocks.into_iter().enumerate().fold(0, |map, (slot, block)| {
            debug_assert!(slot < MOST_SLOTS);
            map | (block as u64 + 1) << (8 * slot)
        });
        Placed { map, class }
    }

    /// The block of a slot.
    pub(crate) fn block(&self, slot: usize) -> usize {
        (self.map >> (8 * slot) & 0xff) as usize - 1
    }

    /// The slot of a block.
    pub(crate) fn slot_of(&self, block: usize) -> Option<usize> {
        (0..MOST_SLOTS).take_while(|slot| self.map >> (8 * slot) != 0).find(|&slot| self.block(slot) == block)
    }

    fn target(&self, target: &Target) -> Placed {
        Placed::new(target.piece, target.slots.iter().map(|&slot| self.block(usize::from(slot))))
    }
}

/// A race as it stands.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct State {
    /// The pieces, sorted; plain liberties are not among them.
    pub(crate) pieces: SmallVec<[Placed; 16]>,
    /// The plain liberties of the blocks.
    pub(crate) plain: SmallVec<[u16; 4]>,
    pub(crate) status: SmallVec<[Status; 4]>,
    pub(crate) to_move: Color,
    pub(crate) threats: Threats,
}

/// A move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Turn {
    /// In the piece with this index, by this edge.
    Play(u16, u16),
    /// A plain liberty of this block is taken.
    Fill(u16),
    Pass,
}

/// What a move has led to.
#[derive(Clone, Debug)]
pub(crate) struct After {
    pub(crate) state: State,
    /// The blocks that were captured.
    pub(crate) captured: SmallVec<[usize; 4]>,
}

impl State {
    /// Adds a piece of the book.
    pub(crate) fn add(&mut self, book: &Book, placed: Placed) {
        match book.classes[placed.class as usize].plain {
            Some(count) => {
                let plain = &mut self.plain[placed.block(0)];
                *plain = plain.saturating_add(u16::try_from(count).unwrap_or(u16::MAX));
            }
            None => self.pieces.push(placed),
        }
    }

    /// Whether a ko binds the side to move.
    pub(crate) fn is_bound(&self, book: &Book) -> bool {
        self.pieces.iter().any(|placed| book.classes[placed.class as usize].piece.base != NONE)
    }

    /// Whether the side to move has a move that needs a threat.
    pub(crate) fn may_threaten(&self, book: &Book) -> bool {
        let needs = |placed: &Placed| &book.classes[placed.class as usize].piece.moves[self.to_move.index()];
        self.pieces.iter().any(|placed| needs(placed).iter().any(|edge| edge.threat))
    }

    /// The block that a block has become part of.
    pub(crate) fn home(&self, mut block: usize) -> usize {
        while let Status::Joined(into) = self.status[block] {
            block = usize::from(into);
        }
        block
    }

    /// Bans last for one move.
    fn forget_bans(&mut self, book: &Book) {
        let bound: SmallVec<[usize; 2]> = (0..self.pieces.len())
            .filter(|&at| book.classes[self.pieces[at].class as usize].piece.base != NONE)
            .collect();
        for &at in bound.iter().rev() {
            let placed = self.pieces.remove(at);
            let base = book.classes[placed.class as usize].piece.base;
            self.add(book, Placed { class: base, ..placed });
        }
    }

    pub(crate) fn breathes(&self, book: &Book, block: usize) -> bool {
        self.plain[block] > 0
            || self.pieces.iter().any(|placed| {
                placed
                    .slot_of(block)
                    .is_some_and(|slot| book.classes[placed.class as usize].piece.breathes(slot))
            })
    }

    /// The state after a move; nothing if it is not legal.
    pub(crate) fn after(&self, book: &Book, turn: Turn) -> Option<After> {
        let mover = self.to_move;
        let mut state = self.clone();
        state.to_move = mover.opponent();
        match turn {
            Turn::Pass => {
                state.forget_bans(book);
                state.pieces.sort_unstable();
                Some(After { state, captured: SmallVec::new() })
            }
            Turn::Fill(block) => {
                let block = usize::from(block);
                state.plain[block] = state.plain[block].checked_sub(1)?;
                state.forget_bans(book);
                state.complete(book, mover, false)
            }
            Turn::Play(at, edge) => {
                let placed = state.pieces.remove(usize::from(at));
                let edge = &book.classes[placed.class as usize].piece.moves[mover.index()][usize::from(edge)];
                if edge.threat {
                    state.threats = state.threats.spent(mover)?;
                }
                state.forget_bans(book);
                for target in &edge.to {
                    state.add(book, placed.target(target));
                }
                if let Some((&into, others)) = edge.joined.split_first() {
                    let into = placed.block(usize::from(into));
                    for &other in others {
                        state.join(book, into, placed.block(usize::from(other)));
                    }
                }
                for &slot in &edge.out {
                    state.leave(book, placed.block(usize::from(slot)), Status::Safe);
                }
                state.complete(book, mover, edge.last_only)
            }
        }
    }

    /// Takes off what was captured, and says whether the move was legal.
    fn complete(mut self, book: &Book, mover: Color, last_only: bool) -> Option<After> {
        let racing = |state: &State, block: usize, color: Color| {
            state.status[block] == Status::Racing && book.colors[block] == color
        };
        let captured: SmallVec<[usize; 4]> = (0..book.colors.len())
            .filter(|&block| racing(&self, block, mover.opponent()) && !self.breathes(book, block))
            .collect();
        if captured.is_empty() && last_only {
            return None;
        }
        if !captured.is_empty() && !book.goes_on {
            return Some(After { state: self, captured });
        }
        for &block in &captured {
            self.leave(book, block, Status::Captured);
            for other in 0..book.colors.len() {
                let touches = book.contacts.iter().any(|&[one, two]| {
                    let [one, two] = [self.home(one), self.home(two)];
                    (one == block && two == other) || (two == block && one == other)
                });
                if touches && self.status[other] == Status::Racing {
                    self.leave(book, other, Status::Safe);
                }
            }
        }
        let breathless = (0..book.colors.len())
            .any(|block| racing(&self, block, mover) && captured.is_empty() && !self.breathes(book, block));
        if breathless {
            return None;
        }
        self.pieces.sort_unstable();
        Some(After { state: self, captured })
    }

    /// What an event makes of all pieces of a block.
    fn happen(&mut self, book: &Book, block: usize, event: impl Fn(u8) -> Event) -> SmallVec<[usize; 4]> {
        let mut out = SmallVec::new();
        let (touched, rest): (SmallVec<[Placed; 16]>, SmallVec<[Placed; 16]>) =
            self.pieces.iter().copied().partition(|placed| placed.slot_of(block).is_some());
        self.pieces = rest;
        for placed in touched {
            let slot = placed.slot_of(block).unwrap_or(0);
            let wanted = event(slot as u8);
            let piece = &book.classes[placed.class as usize].piece;
            let change = piece.events.iter().find(|(event, _)| *event == wanted).map(|(_, change)| change);
            debug_assert!(change.is_some(), "an event that nobody has explored");
            let Some(change) = change else { continue };
            out.extend(change.out.iter().map(|&slot| placed.block(usize::from(slot))));
            for target in &change.to {
                self.add(book, placed.target(target));
            }
        }
        out
    }

    /// A block leaves the race.
    fn leave(&mut self, book: &Book, block: usize, status: Status) {
        if self.status[block] != Status::Racing {
            return;
        }
        self.status[block] = status;
        self.plain[block] = 0;
        let safe = status == Status::Safe;
        let out =
            self.happen(book, block, |slot| if safe { Event::Safe(slot) } else { Event::Captured(slot) });
        for other in out {
            self.leave(book, other, Status::Safe);
        }
    }

    /// Two blocks become one.
    fn join(&mut self, book: &Book, into: usize, from: usize) {
        if self.status[from] != Status::Racing || into == from {
            return;
        }
        self.status[from] = Status::Joined(into as u8);
        self.plain[into] = self.plain[into].saturating_add(std::mem::take(&mut self.plain[from]));
        let (touched, rest): (SmallVec<[Placed; 16]>, SmallVec<[Placed; 16]>) =
            self.pieces.iter().copied().partition(|placed| placed.slot_of(from).is_some());
        self.pieces = rest;
        for placed in touched {
            let from_slot = placed.slot_of(from).unwrap_or(0);
            let Some(into_slot) = placed.slot_of(into) else {
                let map = placed.map & !(0xff << (8 * from_slot)) | (into as u64 + 1) << (8 * from_slot);
                self.pieces.push(Placed { map, ..placed });
                continue;
            };
            let [first, second] = [from_slot.min(into_slot), from_slot.max(into_slot)];
            let wanted = Event::Joined(first as u8, second as u8);
            let piece = &book.classes[placed.class as usize].piece;
            let change = piece.events.iter().find(|(event, _)| *event == wanted).map(|(_, change)| change);
            debug_assert!(change.is_some(), "an event that nobody has explored");
            let Some(change) = change else { continue };
            // The first slot stands for both.
            let map = placed.map & !(0xff << (8 * first)) | (into as u64 + 1) << (8 * first);
            let placed = Placed { map, ..placed };
            for target in &change.to {
                self.add(book, placed.target(target));
            }
        }
    }
}
