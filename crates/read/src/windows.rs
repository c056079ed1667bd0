//! Groups that are not shut in: parts of the board around the group are read, from small to large.
//!
//! Each part is read twice. Once whoever gets out of it is safe: that is more than the defender has, so what is killed there is
//! killed on the board. Once everything outside is the attacker's: that is less than he has, so what lives there lives on
//! the board. Between the two the fate is often decided in a part that is small. Where it is not, getting out of the largest part
//! counts as life, and the answer says so.

use std::sync::Arc;

use tesuji_board::{Color, PointSet};
use tesuji_job::{Limits, Why};

use crate::area::Area;
use crate::field::{Field, Outside};
use crate::life::{Asked, Life, Side, within};
use crate::live::{Fate, Graded, Known, grade};
use crate::reader::{Reader, Wanted};
use crate::set::{Set, Wide};

/// Nodes of the first reading of a part for each side; larger parts wait a round each, and every round has three times the nodes.
const FIRST_SHARE: u64 = 300;
const GROWTH: u64 = 3;
/// Fields with more empty points are read with zones.
const MOST_WITHOUT_ZONES: u32 = 20;

/// The reading of one part, once it is known how large its sets are.
pub(crate) trait Reading {
    fn nodes(&self) -> u64;
    /// Grades the fate with one side moving first, with so many nodes more.
    fn grade(&mut self, mover: Color, nodes: u64) -> Graded;
    /// Everything about one side moving first, with so many nodes more.
    fn side(&mut self, mover: Color, graded: Graded, nodes: u64) -> Side;
}

pub(crate) struct Part<'a, S: Set> {
    asked: &'a Asked<'a>,
    pub(crate) reader: Reader<'a, S>,
    area: &'a Area,
}

impl<'a, S: Set> Part<'a, S> {
    fn new(
        asked: &'a Asked<'a>,
        area: &'a Area,
        outside: &Outside<'_>,
        limits: &Limits,
    ) -> Option<Part<'a, S>> {
        let field = Field::<S>::new(asked.position, &area.points, outside)?;
        let wanted = if asked.question.all_named { Wanted::AllNamed } else { Wanted::AnyNamed };
        Some(Part::on(&field, asked, area, wanted, limits))
    }

    /// The reading of a field.
    pub(crate) fn on(
        field: &Arc<Field<S>>,
        asked: &'a Asked<'a>,
        area: &'a Area,
        wanted: Wanted,
        limits: &Limits,
    ) -> Part<'a, S> {
        let root = field.state(asked.position, &area.group, Color::Black);
        let zones = field.empty(&root.stones).len() > MOST_WITHOUT_ZONES;
        let reader = Reader::new(Arc::clone(field), asked.defender, wanted, root.named, limits, asked.watch);
        Part { asked, reader: reader.with_zones(zones), area }
    }
}

impl<S: Set> Reading for Part<'_, S> {
    fn nodes(&self) -> u64 {
        self.reader.nodes
    }

    fn grade(&mut self, mover: Color, nodes: u64) -> Graded {
        let root = self.reader.field.state(self.asked.position, &self.area.group, mover);
        let limits = Limits::nodes(u64::MAX);
        within(&mut self.reader, &limits, nodes, |reader| grade(reader, &root))
    }

    fn side(&mut self, mover: Color, graded: Graded, nodes: u64) -> Side {
        let root = self.reader.field.state(self.asked.position, &self.area.group, mover);
        let limits = self.asked.limits.with_nodes(self.reader.nodes.saturating_add(nodes));
        self.asked.side(&mut self.reader, &root, graded, &limits)
    }
}

/// The two readings of a part.
struct Pair<'a> {
    area: usize,
    /// Out is life, and out is death.
    readings: [Box<dyn Reading + 'a>; 2],
}

/// What is known with one side moving first.
#[derive(Clone, Copy, Default)]
struct Found {
    known: Known,
    /// The readings, by pair and kind, that have nothing more to say.
    done: u64,
    /// Where the kill and the life were found.
    killed_in: Option<usize>,
    lives_in: Option<usize>,
    /// What the largest part says if getting out of it is life.
    open: Option<Graded>,
}

/// The fate of a group in parts of the board, each larger than the one before.
pub(crate) fn read(asked: &Asked<'_>, areas: Vec<Area>) -> Life {
    let limits = Limits { memory: asked.limits.memory / (2 * areas.len().max(1)) as u64, ..*asked.limits };
    let mut pairs: Vec<Pair<'_>> = Vec::new();
    for (index, area) in areas.iter().enumerate() {
        let safe: PointSet = area.walls.iter().flat_map(|wall| wall.stones.iter()).collect();
        let reading = |owned_by| {
            let outside = Outside { safe: &safe, owned_by };
            let small = Part::<u128>::new(asked, area, &outside, &limits)
                .map(|part| Box::new(part) as Box<dyn Reading>);
            small.or_else(|| {
                Some(Box::new(Part::<Wide>::new(asked, area, &outside, &limits)?) as Box<dyn Reading>)
            })
        };
        if let (Some(open), Some(closed)) = (reading(None), reading(Some(asked.defender.opponent()))) {
            pairs.push(Pair { area: index, readings: [open, closed] });
        }
    }
    let sides: Vec<Color> = asked.sides().collect();
    let mut found = vec![Found::default(); sides.len()];
    let spent = |pairs: &[Pair<'_>]| -> u64 {
        pairs.iter().flat_map(|pair| &pair.readings).map(|reading| reading.nodes()).sum()
    };
    let all = (1u64 << (2 * pairs.len())) - 1;
    let mut round = 0;
    // Larger parts are looked at only if smaller ones do not tell.
    let mut looked_at = 0;
    'rounds: loop {
        let mut share = FIRST_SHARE.saturating_mul(GROWTH.saturating_pow(round as u32));
        for index in 0..pairs.len().min(round + 1) {
            looked_at = looked_at.max(pairs[index].area + 1);
            for (side, &mover) in sides.iter().enumerate() {
                for kind in 0..2 {
                    let bit = 1 << (2 * index + kind);
                    if found[side].done & bit != 0 || found[side].is_over(asked.defender) {
                        continue;
                    }
                    let left = asked.limits.nodes.saturating_sub(spent(&pairs));
                    let graded = pairs[index].readings[kind].grade(mover, share.min(left));
                    found[side].note(index, kind, &graded);
                    match graded.fate {
                        Err(Why::Nodes) if left > share => {}
                        Err(Why::Nodes) => break 'rounds,
                        Err(Why::Depth) => found[side].done |= bit,
                        Ok(_) => {
                            found[side].done |= bit;
                            if kind == 0 && index + 1 == pairs.len() {
                                found[side].open = Some(graded);
                            }
                        }
                        Err(_) => break 'rounds,
                    }
                }
            }
            share = (share / GROWTH).max(FIRST_SHARE);
        }
        let over = |one: &Found| one.is_over(asked.defender) || one.done == all;
        if pairs.is_empty() || found.iter().all(over) {
            break;
        }
        round += 1;
    }
    let mut first = [None, None];
    let (mut deepest, mut open) = (0, false);
    for (&mover, found) in sides.iter().zip(&found) {
        let left = asked.limits.nodes.saturating_sub(spent(&pairs));
        let (side, area) = found.side(asked, mover, &mut pairs, left);
        first[mover.index()] = Some(side);
        deepest = deepest.max(area);
        open |= found.known.fate(asked.defender).is_none() && found.open.is_some();
    }
    let nodes = spent(&pairs);
    drop(pairs);
    let area = areas.into_iter().nth(deepest).unwrap_or_default();
    let parts = looked_at.max(1);
    Life {
        defender: asked.defender,
        area,
        index: deepest,
        parts,
        open,
        first,
        friends: Vec::new(),
        weak: Vec::new(),
        nodes,
    }
}

impl Found {
    /// Takes down what holds on the board.
    fn note(&mut self, pair: usize, kind: usize, graded: &Graded) {
        if kind == 0 {
            if let Some(killed) = graded.known.killed_up_to
                && self.known.killed_up_to.is_none_or(|known| known < killed)
            {
                (self.known.killed_up_to, self.killed_in) = (Some(killed), Some(pair));
            }
        } else if let Some(lives) = graded.known.lives_from
            && self.known.lives_from.is_none_or(|known| known > lives)
        {
            (self.known.lives_from, self.lives_in) = (Some(lives), Some(pair));
        }
    }

    /// Whether nothing more has to be read.
    fn is_over(&self, defender: Color) -> bool {
        self.known.fate(defender).is_some() || self.open.is_some()
    }

    /// What is told of a side moving first, and the number of the area that it rests on.
    fn side(&self, asked: &Asked<'_>, mover: Color, pairs: &mut [Pair<'_>], left: u64) -> (Side, usize) {
        let last = pairs.len().saturating_sub(1);
        let attacks = mover != asked.defender;
        let fate = self.known.fate(asked.defender);
        let (pair, kind, graded) = match (fate, self.open) {
            (None, None) => {
                let why =
                    if self.done.count_ones() as usize == 2 * pairs.len() { Why::Room } else { Why::Nodes };
                return (asked.unknown(self.known, why), pairs.get(last).map_or(0, |pair| pair.area));
            }
            (None, Some(open)) => (last, 0, open),
            (Some(fate), _) => {
                let graded = Graded { fate: Ok(fate), known: self.known };
                let kills = fate == Fate::Dies || fate != Fate::Lives && attacks;
                let found = if kills { self.killed_in } else { self.lives_in };
                (found.unwrap_or(last), usize::from(!kills), graded)
            }
        };
        let mut side = pairs[pair].readings[kind].side(mover, graded, left);
        if kind == 1 {
            // What fails in a part may work on the board.
            side.undecided.extend(side.refutations.drain(..).map(|(point, _)| point));
        }
        (side, pairs[pair].area)
    }
}
