//! Pieces of liberty games, where there is no board: scores, hot games, living shapes, plain shared liberties.

use rustc_hash::FxHashMap;
use smallvec::smallvec;
use tesuji_board::Color;
use tesuji_local::Slots;

use super::atlas::{Atlas, Events};
use super::{Change, Edge, Event, NONE, Piece, Target, Targets};
use crate::liberty::{Kind, LibertyGames, NodeId};

/// Makes pieces of liberty games; each is made once.
#[derive(Debug, Default)]
pub(crate) struct GamePieces {
    nodes: FxHashMap<(NodeId, Color), u32>,
    shared: FxHashMap<u32, u32>,
    plain: FxHashMap<(u32, Color, bool), u32>,
    events: Events,
}

fn edge(to: Targets) -> Edge {
    Edge {
        to,
        last_only: false,
        threat: false,
        captures: false,
        takes_ko: false,
        joined: Slots::new(),
        out: Slots::new(),
    }
}

fn to_piece(piece: u32, slots: &[u8]) -> Target {
    Target { piece, slots: Slots::from_slice(slots) }
}

impl GamePieces {
    pub(crate) fn new(events: Events) -> GamePieces {
        GamePieces { events, ..GamePieces::default() }
    }

    /// What happens to a piece of one block when the block leaves: nothing is left.
    fn leaving(&self, events: &mut Vec<(Event, Change)>) {
        let gone = || Change { to: Targets::new(), out: Slots::new() };
        if self.events.safe {
            events.push((Event::Safe(0), gone()));
        }
        if self.events.captured {
            events.push((Event::Captured(0), gone()));
        }
    }

    fn single(&self, owner: Color, breathes: bool) -> Piece {
        let mut events = Vec::new();
        self.leaving(&mut events);
        Piece {
            colors: smallvec![owner],
            breath: u32::from(breathes),
            moves: [Vec::new(), Vec::new()],
            base: NONE,
            events,
        }
    }

    /// So many liberties that the attacker takes one by one; in an eye the last only by the move that captures.
    pub(crate) fn score(&mut self, atlas: &mut Atlas, moves: u32, owner: Color, eye: bool) -> u32 {
        let mut below = NONE;
        for left in 1..=moves {
            let next = match self.plain.get(&(left, owner, eye)) {
                Some(&known) => known,
                None => {
                    let mut piece = self.single(owner, true);
                    let to = if below == NONE { Targets::new() } else { smallvec![to_piece(below, &[0])] };
                    let taken = Edge { last_only: eye && left == 1, ..edge(to) };
                    piece.moves[owner.opponent().index()].push(taken);
                    let number = atlas.add_piece(piece);
                    self.plain.insert((left, owner, eye), number);
                    number
                }
            };
            below = next;
        }
        below
    }

    /// Liberties that two blocks share; either side takes one.
    pub(crate) fn shared(&mut self, atlas: &mut Atlas, count: u32) -> u32 {
        let mut below = NONE;
        for left in 1..=count {
            let next = match self.shared.get(&left) {
                Some(&known) => known,
                None => {
                    let to = || -> Targets {
                        if below == NONE { Targets::new() } else { smallvec![to_piece(below, &[0, 1])] }
                    };
                    let mut events = Vec::new();
                    // What is shared with safe stones is plain; a captured block shares nothing.
                    for slot in 0..2u8 {
                        let other = Color::BOTH[usize::from(1 - slot)];
                        if self.events.safe {
                            let plain = self.score(atlas, left, other, false);
                            let to = smallvec![to_piece(plain, &[1 - slot])];
                            events.push((Event::Safe(slot), Change { to, out: Slots::new() }));
                        }
                        if self.events.captured {
                            let gone = Change { to: Targets::new(), out: Slots::new() };
                            events.push((Event::Captured(slot), gone));
                        }
                    }
                    let number = atlas.add_piece(Piece {
                        colors: smallvec![Color::Black, Color::White],
                        breath: 0b11,
                        moves: [vec![edge(to())], vec![edge(to())]],
                        base: NONE,
                        events,
                    });
                    self.shared.insert(left, number);
                    number
                }
            };
            below = next;
        }
        below
    }

    /// The piece of a liberty game; none for a score of 0.
    pub(crate) fn node(
        &mut self,
        atlas: &mut Atlas,
        games: &LibertyGames,
        id: NodeId,
        owner: Color,
    ) -> Option<u32> {
        let node = games.node(id);
        if let Kind::Score(moves) = node.kind {
            let piece = self.score(atlas, moves, owner, node.finish.is_eye());
            return (piece != NONE).then_some(piece);
        }
        if let Some(&known) = self.nodes.get(&(id, owner)) {
            return Some(known);
        }
        let mut piece = self.single(owner, node.breathes || node.kind == Kind::Alive);
        if node.kind == Kind::Hot {
            for (color, branches) in [(owner, &node.defender), (owner.opponent(), &node.attacker)] {
                let mut edges = Vec::new();
                for branch in branches {
                    let mut to: Targets = branch
                        .to
                        .iter()
                        .filter_map(|&below| self.node(atlas, games, below, owner))
                        .map(|below| to_piece(below, &[0]))
                        .collect();
                    to.sort_unstable();
                    edges.push(Edge { last_only: branch.last_only, ..edge(to) });
                }
                edges.sort_unstable();
                edges.dedup();
                piece.moves[color.index()] = edges;
            }
        }
        let number = atlas.add_piece(piece);
        self.nodes.insert((id, owner), number);
        Some(number)
    }
}
