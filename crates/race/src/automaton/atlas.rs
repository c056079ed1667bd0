//! All pieces that play in the regions of a board can lead to.
//!
//! Positions that only look different are met once: the same up to a symmetry of the ground or up to points that can change
//! places ([`Ground::canonical`]), and solid ones up to everything that cannot matter any more ([`crate::solid`]). Points that
//! touch no block any more are left out: a move there is a pass.

use rustc_hash::FxHashMap;
use smallvec::SmallVec;
use tesuji_board::Color;
use tesuji_job::Why;
use tesuji_local::{Bits, Ground, Part, Played, Slots, ones};

use super::{Change, Edge, Event, NONE, Piece, Target, Targets};
use crate::budget::Account;
use crate::solid;

/// What can happen to blocks of the race outside of a piece.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub(crate) struct Events {
    /// A block may become safe.
    pub(crate) safe: bool,
    /// A block may be captured, and the race goes on.
    pub(crate) captured: bool,
    /// Blocks may be joined.
    pub(crate) joined: bool,
}

/// A local position: which ground, what is on it, and the point that is banned.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct Name {
    ground: u32,
    part: Part,
    /// The banned side and point.
    ban: Option<(Color, u8)>,
}

/// The pieces of one race.
#[derive(Debug, Default)]
pub(crate) struct Atlas {
    grounds: Vec<Ground>,
    pub(crate) pieces: Vec<Piece>,
    names: Vec<Option<Name>>,
    index: FxHashMap<Name, u32>,
    solid: FxHashMap<(Color, Box<[Bits]>), u32>,
    events: Events,
}

impl Atlas {
    pub(crate) fn new(events: Events) -> Atlas {
        Atlas { events, ..Atlas::default() }
    }

    /// Adds a ground. Returns its number.
    pub(crate) fn add_ground(&mut self, ground: Ground) -> u32 {
        self.grounds.push(ground);
        self.grounds.len() as u32 - 1
    }

    pub(crate) fn ground(&self, number: u32) -> &Ground {
        &self.grounds[number as usize]
    }

    /// Adds a piece that is no position of a board.
    pub(crate) fn add_piece(&mut self, piece: Piece) -> u32 {
        self.pieces.push(piece);
        self.names.push(None);
        self.pieces.len() as u32 - 1
    }

    /// Explores everything that can come from a part. Returns its pieces.
    ///
    /// # Errors
    /// What the account says when it is empty.
    pub(crate) fn explore(
        &mut self,
        ground: u32,
        part: &Part,
        ban: Option<(Color, u8)>,
        account: &mut Account,
    ) -> Result<Targets, Why> {
        let mut next = self.pieces.len();
        let roots = self.place(ground, part, ban, account)?;
        while next < self.pieces.len() {
            if self.names[next].is_some() {
                self.expand(next, account)?;
            }
            next += 1;
        }
        Ok(roots)
    }

    /// The pieces of a part that was explored before.
    pub(crate) fn find(&self, ground: u32, part: &Part, ban: Option<(Color, u8)>) -> Option<Targets> {
        let mut found = Targets::new();
        for (piece, slots) in self.split(ground, part) {
            let ban = ban.filter(|&(_, at)| piece.points >> at & 1 == 1);
            let number = match self.solid_name(ground, &piece) {
                Some(name) => *self.solid.get(&name)?,
                None => *self.index.get(&self.name(ground, &piece, ban))?,
            };
            found.push(Target { piece: number, slots });
        }
        found.sort_unstable();
        Some(found)
    }

    fn place(
        &mut self,
        ground: u32,
        part: &Part,
        ban: Option<(Color, u8)>,
        account: &mut Account,
    ) -> Result<Targets, Why> {
        let mut placed = Targets::new();
        for (piece, slots) in self.split(ground, part) {
            let ban = ban.filter(|&(_, at)| piece.points >> at & 1 == 1);
            let number = self.number(ground, &piece, ban, account)?;
            placed.push(Target { piece: number, slots });
        }
        placed.sort_unstable();
        Ok(placed)
    }

    /// The independent pieces of a part that touch blocks, each with the slots of its blocks.
    fn split(&self, ground: u32, part: &Part) -> SmallVec<[(Part, Slots); 2]> {
        let bits = &self.grounds[ground as usize];
        let mut pieces = SmallVec::new();
        for points in bits.components(part.points) {
            let (piece, slots) = part.restricted(points).without_idle_blocks();
            if piece.blocks.is_empty() {
                continue;
            }
            if !is_solid(&piece) {
                pieces.push((piece, slots));
                continue;
            }
            for points in solid::parts(bits, &piece) {
                let (piece, _) = piece.restricted(points).without_idle_blocks();
                if !piece.blocks.is_empty() {
                    pieces.push((piece, slots.clone()));
                }
            }
        }
        pieces
    }

    fn name(&self, ground: u32, part: &Part, ban: Option<(Color, u8)>) -> Name {
        let marked = ban.map_or(0, |(_, at)| 1 << at);
        let (part, marked) = self.grounds[ground as usize].canonical(part, marked);
        Name { ground, part, ban: ban.map(|(color, _)| (color, marked.trailing_zeros() as u8)) }
    }

    fn solid_name(&self, ground: u32, part: &Part) -> Option<(Color, Box<[Bits]>)> {
        let drawn = is_solid(part).then(|| solid::drawn(&self.grounds[ground as usize], part))?;
        Some((part.blocks[0].color, drawn.canonical()[..].into()))
    }

    fn number(
        &mut self,
        ground: u32,
        part: &Part,
        ban: Option<(Color, u8)>,
        account: &mut Account,
    ) -> Result<u32, Why> {
        let next = self.pieces.len() as u32;
        let (number, name) = match self.solid_name(ground, part) {
            Some(solid) => {
                let number = *self.solid.entry(solid).or_insert(next);
                (number, Name { ground, part: part.clone(), ban: None })
            }
            None => {
                let name = self.name(ground, part, ban);
                (*self.index.entry(name.clone()).or_insert(next), name)
            }
        };
        if number == next {
            account.node()?;
            self.pieces.push(Piece {
                colors: part.blocks.iter().map(|touch| touch.color).collect(),
                breath: (0..part.blocks.len())
                    .fold(0, |all, slot| all | u32::from(part.liberties(slot) != 0) << slot),
                moves: [Vec::new(), Vec::new()],
                base: NONE,
                events: Vec::new(),
            });
            self.names.push(Some(name));
        }
        Ok(number)
    }

    fn expand(&mut self, number: usize, account: &mut Account) -> Result<(), Why> {
        let Some(Name { ground, part, ban }) = self.names[number].clone() else { return Ok(()) };
        let mut base = NONE;
        if ban.is_some() {
            base = self.number(ground, &part, None, account)?;
        }
        let points = if is_solid(&part) {
            solid::different_points(&self.grounds[ground as usize], &part)
        } else {
            part.empty()
        };
        let mut moves = [Vec::new(), Vec::new()];
        for color in Color::BOTH {
            // Where a ko was just taken only the other side is to move.
            if ban.is_some_and(|(banned, _)| banned != color) {
                continue;
            }
            for at in ones(points) {
                let played = self.grounds[ground as usize].play(&part, color, at);
                let Some(edge) = self.edge(ground, &part, color, &played, account)? else { continue };
                let threat = ban == Some((color, at as u8));
                moves[color.index()].push(Edge { threat, ..edge });
            }
            moves[color.index()].sort_unstable();
            moves[color.index()].dedup();
        }
        let mut events = Vec::new();
        for event in self.possible_events(&part) {
            let mut after = part.clone();
            let bits = &self.grounds[ground as usize];
            let out = match event {
                Event::Safe(slot) => {
                    let color = part.blocks[usize::from(slot)].color;
                    bits.retire(&mut after, usize::from(slot), color)
                }
                Event::Captured(slot) => {
                    let color = part.blocks[usize::from(slot)].color.opponent();
                    bits.retire(&mut after, usize::from(slot), color)
                }
                Event::Joined(into, from) => {
                    let touch = std::mem::take(&mut after.blocks[usize::from(from)].points);
                    after.blocks[usize::from(into)].points |= touch;
                    Slots::new()
                }
            };
            // The stone that took a ko may have become safe by this: then there is nothing to retake.
            let still = |&(color, at): &(Color, u8)| {
                after.empty() >> at & 1 == 1 && bits.play(&after, color, usize::from(at)).ko.is_some()
            };
            let ban = ban.filter(still);
            let to = self.place(ground, &after, ban, account)?;
            events.push((event, Change { to, out }));
        }
        let piece = &mut self.pieces[number];
        piece.moves = moves;
        piece.base = base;
        piece.events = events;
        Ok(())
    }

    fn possible_events(&self, part: &Part) -> Vec<Event> {
        let mut events = Vec::new();
        for slot in 0..part.blocks.len() {
            if self.events.safe {
                events.push(Event::Safe(slot as u8));
            }
            if self.events.captured {
                events.push(Event::Captured(slot as u8));
            }
            for other in slot + 1..part.blocks.len() {
                if self.events.joined && part.blocks[slot].color == part.blocks[other].color {
                    events.push(Event::Joined(slot as u8, other as u8));
                }
            }
        }
        events
    }

    /// What a move means; nothing if it is not legal whatever the rest of the race says.
    fn edge(
        &mut self,
        ground: u32,
        before: &Part,
        color: Color,
        played: &Played,
        account: &mut Account,
    ) -> Result<Option<Edge>, Why> {
        if played.breathless && !takes_a_last_liberty(before, &played.part, color) {
            return Ok(None);
        }
        let ban = played.ko.map(|at| (color.opponent(), at));
        let to = if played.breathless && !self.events.captured {
            // The race is over.
            Targets::new()
        } else {
            self.place(ground, &played.part, ban, account)?
        };
        Ok(Some(Edge {
            to,
            last_only: played.breathless,
            threat: false,
            captures: played.captures,
            takes_ko: ban.is_some(),
            joined: if played.joined.len() > 1 { played.joined.clone() } else { Slots::new() },
            out: played.out.clone(),
        }))
    }
}

/// Whether a move takes the last local liberty of an opposing block.
pub(crate) fn takes_a_last_liberty(before: &Part, after: &Part, mover: Color) -> bool {
    (0..before.blocks.len()).any(|slot| {
        before.blocks[slot].color != mover && before.liberties(slot) != 0 && after.liberties(slot) == 0
    })
}

/// Whether one block touches a part, and it is solid.
fn is_solid(part: &Part) -> bool {
    part.blocks.len() == 1 && solid::is_solid(part)
}
