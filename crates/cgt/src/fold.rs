//! Walking a game from its leaves to the root.
//!
//! Many functions of a game are given by their values at the options. They share this one loop, which keeps its own stack
//! (so depth is no danger) and visits every follower once however often it occurs.

use smallvec::SmallVec;

use crate::Error;
use crate::arena::Arena;
use crate::game::{Game, Side};
use crate::memo::Memo;

/// The values at the options, for each side, in the order of the options.
pub(crate) type Images<V> = [SmallVec<[V; 6]>; 2];

impl Arena {
    /// The value at `root`, where `leaf` gives it for games that need not be looked into and `combine` computes it from
    /// the values at the options of all others.
    pub(crate) fn fold<V: Copy + Default>(
        &mut self,
        root: Game,
        leaf: impl Fn(&mut Arena, Game) -> Result<Option<V>, Error>,
        combine: impl Fn(&mut Arena, Game, Images<V>) -> Result<V, Error>,
    ) -> Result<V, Error> {
        if let Some(value) = leaf(self, root)? {
            return Ok(value);
        }
        let mut values: Memo<(Game, Game), V> = Memo::new();
        let mut pending = vec![root];
        let mut last = V::default();
        while let Some(&game) = pending.last() {
            if values.get((game, game)).is_some() {
                pending.pop();
                continue;
            }
            self.tick()?;
            self.allows(values.len() + pending.len())?;
            let mut images: Images<V> = [SmallVec::new(), SmallVec::new()];
            let mut ready = true;
            for side in Side::BOTH {
                for option in self.option_list(game, side)? {
                    if let Some(value) = values.get((option, option)) {
                        images[side.index()].push(value);
                    } else if let Some(value) = leaf(self, option)? {
                        values.insert((option, option), value);
                        images[side.index()].push(value);
                    } else {
                        pending.push(option);
                        ready = false;
                    }
                }
            }
            if ready {
                pending.pop();
                last = combine(self, game, images)?;
                values.insert((game, game), last);
            }
        }
        Ok(last)
    }
}
