//! What the rules of one race are: its different pieces, its blocks, who touches whom.

use smallvec::SmallVec;
use tesuji_board::Color;

use super::bounds::{Bound, Finish};
use crate::automaton::prune::prune;
use crate::automaton::refine::{Classes, refine};
use crate::automaton::{Edge, NONE, Piece};

/// A piece with what is known about it at a glance.
#[derive(Debug)]
pub(crate) struct Class {
    pub(crate) piece: Piece,
    /// So many plain liberties and nothing else.
    pub(crate) plain: Option<u32>,
    /// How an attacker can take the last liberty of its only block, if nobody answers.
    pub(super) finish: Finish,
    /// How many moves that takes at least and at most; of a piece of one block.
    pub(super) bound: Bound,
    /// So many liberties that two blocks share, and nothing else.
    pub(super) shared: Option<u32>,
    /// The owner never takes stones here, and nothing comes back: it is worth a liberty game.
    pub(super) steady: bool,
    /// The pieces that can come back to each other have the same number.
    pub(super) set: u32,
    /// Nothing below can come back.
    pub(super) clean: bool,
    /// How many moves of each side the other one may have to think of; nothing if more than simple kos can come back.
    pub(super) left: Option<[u32; 2]>,
}

/// The rules of one race.
#[derive(Debug)]
pub(crate) struct Book {
    pub(crate) classes: Vec<Class>,
    /// The colours of the blocks.
    pub(crate) colors: Vec<Color>,
    /// Pairs of opposing blocks that touch.
    pub(crate) contacts: Vec<[usize; 2]>,
    /// The class of each piece of the atlas.
    of: Vec<u32>,
    /// Whether a ko can be taken somewhere.
    pub(crate) has_kos: bool,
    /// Whether the race goes on after a capture, because single blocks are asked about.
    pub(crate) goes_on: bool,
}

/// The blocks of a race.
#[derive(Clone, Debug, Default)]
pub(crate) struct Blocks {
    pub(crate) colors: Vec<Color>,
    pub(crate) contacts: Vec<[usize; 2]>,
    pub(crate) goes_on: bool,
}

impl Book {
    pub(crate) fn new(pieces: &[Piece], blocks: Blocks) -> Book {
        let first = refine(pieces);
        let second = refine(&prune(&first));
        let of = first.of.iter().map(|&at| if at == NONE { NONE } else { second.of[at as usize] }).collect();
        Book::of_classes(second, of, blocks)
    }

    fn of_classes(classes: Classes, of: Vec<u32>, blocks: Blocks) -> Book {
        let pieces = classes.pieces;
        let has_kos = pieces.iter().any(|piece| piece.base != NONE);
        let finishes = super::bounds::finishes(&pieces);
        let bounds = super::bounds::bounds(&pieces, &classes.clean);
        let steady = super::worth::steady(&pieces, &classes.clean);
        let sets = super::cycles::connected_sets(&pieces);
        let left = super::cycles::moves_left(&pieces, &sets);
        let plain = plain_numbers(&pieces);
        let shared = shared_numbers(&pieces);
        let clean = classes.clean;
        let classes = pieces
            .into_iter()
            .enumerate()
            .map(|(at, piece)| Class {
                piece,
                plain: plain[at],
                finish: finishes[at],
                bound: bounds[at],
                shared: shared[at],
                steady: steady[at],
                set: sets[at],
                clean: clean[at],
                left: left[at],
            })
            .collect();
        let Blocks { colors, contacts, goes_on } = blocks;
        Book { classes, colors, contacts, of, has_kos, goes_on }
    }

    /// The class of a piece of the atlas; none if it is no piece at all.
    pub(crate) fn class_of(&self, piece: u32) -> Option<u32> {
        Some(self.of[piece as usize]).filter(|&class| class != NONE)
    }

    /// The blocks that touch a block.
    pub(crate) fn neighbors(&self, block: usize) -> SmallVec<[usize; 4]> {
        let across = |&[one, other]: &[usize; 2]| match (one == block, other == block) {
            (true, _) => Some(other),
            (_, true) => Some(one),
            _ => None,
        };
        self.contacts.iter().filter_map(across).collect()
    }
}

fn is_ordinary(edge: &Edge) -> bool {
    !edge.last_only && !edge.threat && !edge.takes_ko && edge.out.is_empty() && edge.joined.is_empty()
}

/// Pieces of one block that the attacker takes one by one while the owner has nothing to do.
fn plain_numbers(pieces: &[Piece]) -> Vec<Option<u32>> {
    chains(pieces, 1, |piece| {
        let owner = piece.colors[0].index();
        if !piece.moves[owner].is_empty() {
            return None;
        }
        match piece.moves[1 - owner].as_slice() {
            [edge] if is_ordinary(edge) => Some(edge.clone()),
            _ => None,
        }
    })
}

/// Pieces of two blocks of which either side takes one after the other, also where they fall apart.
fn shared_numbers(pieces: &[Piece]) -> Vec<Option<u32>> {
    let mut known = vec![None; pieces.len()];
    (0..pieces.len() as u32).map(|at| shared_number(pieces, at, &mut known)).collect()
}

fn shared_number(pieces: &[Piece], at: u32, known: &mut Vec<Option<Option<u32>>>) -> Option<u32> {
    if let Some(known) = known[at as usize] {
        return known;
    }
    // Should the piece come back below, it is something else.
    known[at as usize] = Some(None);
    let piece = &pieces[at as usize];
    let [black, white] = &piece.moves;
    let alike = piece.colors[..] == Color::BOTH && piece.breath == 3 && piece.base == NONE && black == white;
    if !alike || black.is_empty() {
        return None;
    }
    let mut left = None;
    for edge in black {
        let all = edge.to.iter().try_fold(0u32, |sum, target| {
            let number = shared_number(pieces, target.piece, known)?;
            (target.slots.as_slice() == [0, 1]).then_some(sum + number)
        });
        if !is_ordinary(edge) || all.is_none() || left.is_some_and(|left| left != all) {
            return None;
        }
        left = Some(all);
    }
    let number = left.flatten().map(|left| left + 1);
    known[at as usize] = Some(number);
    number
}

/// How long the chain below each piece is, if it is one.
fn chains(pieces: &[Piece], blocks: usize, only_move: impl Fn(&Piece) -> Option<Edge>) -> Vec<Option<u32>> {
    let mut known: Vec<Option<Option<u32>>> = vec![None; pieces.len()];
    for start in 0..pieces.len() {
        let mut chain = Vec::new();
        let mut at = start;
        let end = loop {
            if let Some(known) = known[at] {
                break known;
            }
            let piece = &pieces[at];
            let all = (1 << blocks) - 1;
            if piece.colors.len() != blocks
                || piece.breath != all
                || piece.base != NONE
                || chain.contains(&at)
            {
                known[at] = Some(None);
                break None;
            }
            let Some(edge) = only_move(piece) else {
                known[at] = Some(None);
                break None;
            };
            chain.push(at);
            match edge.to.as_slice() {
                [] => break Some(0),
                [target] if target.slots.len() == blocks => at = target.piece as usize,
                _ => break None,
            }
        };
        for (length, &at) in (1..).zip(chain.iter().rev()) {
            known[at] = Some(end.map(|end| end + length));
        }
    }
    known.into_iter().map(|known| known.unwrap_or(None)).collect()
}
