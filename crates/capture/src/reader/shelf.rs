//! States that a search has left and will come back to, with their children as they were.
//!
//! Df-pn leaves a state when another looks better and returns to it soon; making its children anew each time would be most of the
//! work. A place that is needed for another state loses what it has: then the children are made again.

use std::sync::Arc;

use tesuji_board::PointSet;

#[cfg(test)]
use super::Fault;
use super::memory::Fact;
use super::{Child, Frame, Known, NEVER, Reader, Stage};

/// States that are kept at most.
const PLACES: usize = 1 << 12;

/// A state as it was left.
struct Left {
    name: (u128, u8, u32),
    stage: Stage,
    base: PointSet,
    kept_illegal: PointSet,
    basis: Option<Arc<Fact>>,
    complete: bool,
    banned: bool,
    children: Vec<Child>,
}

/// The states that were left.
pub(super) struct Shelf {
    places: Vec<Option<Box<Left>>>,
    children: usize,
}

impl Shelf {
    pub(super) fn new() -> Shelf {
        Shelf { places: Vec::new(), children: 0 }
    }

    /// Bytes in use, about.
    pub(super) fn bytes(&self) -> u64 {
        let each = size_of::<Left>() + size_of::<usize>();
        (self.places.len() * each + self.children * size_of::<Child>()) as u64
    }

    fn place(&mut self, (key, order, resource): (u128, u8, u32)) -> &mut Option<Box<Left>> {
        if self.places.is_empty() {
            self.places.resize_with(PLACES, || None);
        }
        let mixed = (key as u64) ^ (u64::from(order) << 5) ^ (u64::from(resource) << 9);
        &mut self.places[mixed as usize % PLACES]
    }

    fn put(&mut self, left: Left) {
        let count = left.children.len();
        let lost = self.place(left.name).replace(Box::new(left)).map_or(0, |left| left.children.len());
        self.children = self.children + count - lost;
    }

    fn take(&mut self, name: (u128, u8, u32)) -> Option<Box<Left>> {
        let left = self.place(name).take_if(|left| left.name == name)?;
        self.children -= left.children.len();
        Some(left)
    }
}

impl Reader<'_> {
    /// The states that were left, each with its order and how the attacker stands with kos.
    #[cfg(test)]
    pub(crate) fn left(&self) -> Vec<(u128, u8, u32)> {
        self.shelf.places.iter().flatten().map(|left| left.name).collect()
    }

    /// Keeps the children of a state that is left open. What rests on the line to it is not kept.
    pub(super) fn leave(&mut self, frame: Frame) {
        if frame.basis_until != NEVER {
            self.children.truncate(frame.first);
            return;
        }
        let children = self.children.drain(frame.first..).collect();
        self.shelf.put(Left {
            name: (frame.key, frame.order, frame.resource),
            stage: frame.stage,
            base: frame.base,
            kept_illegal: frame.kept_illegal,
            basis: frame.basis,
            complete: frame.complete,
            banned: frame.banned,
            children,
        });
    }

    /// Goes on with a state as it was left; false if it has to begin anew.
    pub(super) fn resume(&mut self, frame: &mut Frame) -> bool {
        let Some(left) = self.shelf.take((frame.key, frame.order, frame.resource)) else { return false };
        let left = *left;
        frame.stage = left.stage;
        frame.base = left.base;
        frame.kept_illegal = left.kept_illegal;
        frame.basis = left.basis;
        frame.complete = left.complete;
        frame.banned = left.banned;
        for mut child in left.children {
            let hangs = child.until() != NEVER;
            #[cfg(test)]
            let hangs = hangs && self.fault != Some(Fault::KeptChildren);
            if hangs {
                (child.known, child.numbers) = (Known::Open, child.guess);
            }
            if child.is_open() {
                let (key, order, resource) = (child.key, child.order, child.resource);
                if let Some(fact) = self.memory.fact(key, order, resource) {
                    child.settle(fact.captured, Known::Fact(Arc::clone(fact), NEVER));
                } else if let Some(depth) = self.returns(&child) {
                    child.settle(false, Known::Returns(depth));
                } else if let Some(numbers) = self.memory.numbers(key, order, resource) {
                    child.numbers = numbers;
                }
            }
            self.children.push(child);
        }
        true
    }
}
