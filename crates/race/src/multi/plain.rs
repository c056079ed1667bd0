//! Exhaustive play as the rules say it, slow on purpose: the twin of [`Solver`](super::Solver).
//!
//! Written from the rules of the abstract play alone (spec, section 5): lists of numbers and trees, three-valued minimax with
//! passes, every state as it stands. Nothing is sorted, added up or left out; nothing of the solver or of the liberty games is
//! used. Only states met before are remembered, because otherwise even small races would take for ever.

use rustc_hash::FxHashMap;

use tesuji_board::Color;

use crate::product::Fate;

/// A liberty game: a number of moves, or what the owner and the attacker can make of it.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Tree {
    /// So many moves of the attacker.
    Number(u32),
    /// Moves of the owner, moves of the attacker.
    Moves(Vec<Tree>, Vec<Tree>),
}

/// A block.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct PlainBlock {
    /// Its colour.
    pub color: Color,
    /// Its external liberties.
    pub external: Vec<Tree>,
    /// The liberties of its eye.
    pub eye: u32,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Status {
    Racing,
    Safe,
    Captured,
}

/// A race as it stands.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct PlainRace {
    blocks: Vec<(PlainBlock, Status)>,
    shared: Vec<(usize, usize, u32)>,
}

impl PlainRace {
    /// A race between these blocks; pairs of indices with the liberties they share.
    #[must_use]
    pub fn new(blocks: Vec<PlainBlock>, shared: Vec<(usize, usize, u32)>) -> PlainRace {
        PlainRace { blocks: blocks.into_iter().map(|block| (block, Status::Racing)).collect(), shared }
    }

    fn has_liberties(&self, index: usize) -> bool {
        let (block, _) = &self.blocks[index];
        let external = block.external.iter().any(|tree| *tree != Tree::Number(0));
        let captured = |other: usize| self.blocks[other].1 == Status::Captured;
        let shared = self.shared.iter().any(|&(one, other, count)| {
            count > 0 && ((one == index && !captured(other)) || (other == index && !captured(one)))
        });
        external || block.eye > 0 || shared
    }

    /// Every way to move, before it is known whether it is legal; with it, whether it took an eye's last liberty.
    fn attempts(&self, mover: Color) -> Vec<(PlainRace, bool)> {
        let mut all = Vec::new();
        for (index, (block, status)) in self.blocks.iter().enumerate() {
            if *status != Status::Racing {
                continue;
            }
            for (place, tree) in block.external.iter().enumerate() {
                let options = match tree {
                    Tree::Number(0) => vec![],
                    Tree::Number(_) if block.color == mover => vec![],
                    Tree::Number(count) => vec![Tree::Number(count - 1)],
                    Tree::Moves(owner, attacker) => {
                        if block.color == mover {
                            owner.clone()
                        } else {
                            attacker.clone()
                        }
                    }
                };
                for option in options {
                    let mut after = self.clone();
                    after.blocks[index].0.external[place] = option;
                    all.push((after, false));
                }
            }
            if block.color != mover && block.eye > 0 {
                let mut after = self.clone();
                after.blocks[index].0.eye -= 1;
                all.push((after, block.eye == 1));
            }
        }
        for (place, &(one, other, count)) in self.shared.iter().enumerate() {
            let theirs = if self.blocks[one].0.color == mover { other } else { one };
            let own = one + other - theirs;
            // A liberty shared with a block that is safe is an external liberty of the other.
            let open = self.blocks[theirs].1 == Status::Racing && self.blocks[own].1 != Status::Captured;
            if count > 0 && open {
                let mut after = self.clone();
                after.shared[place].2 -= 1;
                all.push((after, false));
            }
        }
        all
    }

    /// The races after all legal moves.
    fn moves(&self, mover: Color) -> Vec<PlainRace> {
        let mut legal = Vec::new();
        for (mut after, only_as_last) in self.attempts(mover) {
            let racing = |race: &PlainRace, index: usize| race.blocks[index].1 == Status::Racing;
            let all = 0..after.blocks.len();
            let captured: Vec<usize> = all
                .clone()
                .filter(|&index| {
                    after.blocks[index].0.color != mover
                        && racing(&after, index)
                        && !after.has_liberties(index)
                })
                .collect();
            if only_as_last && captured.is_empty() {
                continue;
            }
            for &index in &captured {
                after.blocks[index].1 = Status::Captured;
                for &(one, other, _) in &after.shared.clone() {
                    for (here, there) in [(one, other), (other, one)] {
                        if here == index && racing(&after, there) {
                            after.blocks[there].1 = Status::Safe;
                        }
                    }
                }
            }
            let suicide = all.clone().any(|index| {
                after.blocks[index].0.color == mover && racing(&after, index) && !after.has_liberties(index)
            });
            if !suicide {
                legal.push(after);
            }
        }
        legal
    }
}

type Asked = (PlainRace, Color, bool, usize);

/// What is known of races so far.
#[derive(Default)]
pub struct PlainPlay {
    known: FxHashMap<Asked, Fate>,
}

impl PlainPlay {
    /// What becomes of a block with `mover` to move, if its owner wants it to live and the opponent wants it captured.
    pub fn fate(&mut self, race: &PlainRace, block: usize, mover: Color) -> Fate {
        self.after(race, block, mover, false)
    }

    fn after(&mut self, race: &PlainRace, block: usize, mover: Color, passed: bool) -> Fate {
        match race.blocks[block].1 {
            Status::Safe => return Fate::Lives,
            Status::Captured => return Fate::Dies,
            Status::Racing => {}
        }
        let asked = (race.clone(), mover, passed, block);
        if let Some(&fate) = self.known.get(&asked) {
            return fate;
        }
        let opponent = mover.opponent();
        let by_pass = if passed { Fate::Seki } else { self.after(race, block, opponent, true) };
        let by_moves = race.moves(mover);
        let by_moves = by_moves.iter().map(|after| self.after(after, block, opponent, false));
        let fates = by_moves.chain([by_pass]);
        let best = if race.blocks[block].0.color == mover { fates.max() } else { fates.min() };
        let fate = best.unwrap_or(by_pass);
        self.known.insert(asked, fate);
        fate
    }
}
