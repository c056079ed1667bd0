//! Products and sums that depend on how a game is written, and the literal forms that they are taken of.
//!
//! `{*|*}` is worth 0, but as an ordinal base it is no 0: whoever moves in it ends both. So these operations take *forms*, games as
//! they were written with nothing simplified. Their results are values: what options are worth is all that a sum of options needs.
//!
//! A form is a graph without loops. A game of the arena stands for its canonical form.

use std::collections::HashMap;

use crate::Error;
use crate::arena::{Arena, List};
use crate::game::{Game, Side};
use crate::loopy::graph::Graph;

/// A game as it was written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Literal {
    graph: Graph,
}

/// How two forms are put together.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Compound {
    /// A move is a move in both.
    Conjunctive,
    /// A move is a move in one of them or in both.
    Selective,
    /// Conway's product of numbers, which is defined for all forms.
    Conway,
}

type Known = HashMap<(usize, usize), Game>;

impl Arena {
    /// The canonical form of a game, as a form.
    ///
    /// # Errors
    /// A limit of the arena.
    pub fn literal(&mut self, game: Game) -> Result<Literal, Error> {
        Ok(Literal { graph: self.graph(game)? })
    }

    /// The form with these options.
    ///
    /// # Errors
    /// A limit of the arena.
    pub fn literal_of_options(&mut self, left: &[Literal], right: &[Literal]) -> Result<Literal, Error> {
        let mut graph = Graph::default();
        graph.add()?;
        for (side, options) in [(Side::Left, left), (Side::Right, right)] {
            for option in options {
                self.tick()?;
                let at = graph.add_graph(&option.graph)?;
                graph.nodes[0][side.index()].push(at);
            }
        }
        Ok(Literal { graph })
    }

    /// What a form is worth.
    ///
    /// # Errors
    /// A limit of the arena, or [`Error::Overflow`].
    pub fn value_of_literal(&mut self, form: &Literal) -> Result<Game, Error> {
        Ok(self.games_of(&form.graph)?[0].unwrap_or_default())
    }

    /// The ordinal sum `base:g = {base^L, base:g^L | base^R, base:g^R}`: a move in the base ends the other game.
    ///
    /// ```
    /// use tesuji_cgt::Arena;
    ///
    /// let mut arena = Arena::new();
    /// let sum = arena.parse("'{*|*}' : 1")?;
    /// assert_eq!(arena.text(sum)?, "^");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// A limit of the arena, or [`Error::Overflow`].
    pub fn ordinal_sum_of(&mut self, base: &Literal, g: Game) -> Result<Game, Error> {
        let games = self.games_of(&base.graph)?;
        let own = Side::BOTH.map(|side| -> List {
            base.graph.options(0, side).iter().filter_map(|&option| games[option]).collect()
        });
        self.ordinal_sum_on(&own, games[0].unwrap_or_default(), g)
    }

    /// The conjunctive sum: a move is a move in both games, and play ends with the first of them.
    ///
    /// # Errors
    /// A limit of the arena, or [`Error::Overflow`].
    pub fn conjunctive_sum(&mut self, g: &Literal, h: &Literal) -> Result<Game, Error> {
        self.compound(Compound::Conjunctive, g, h, (0, 0), &mut Known::new())
    }

    /// The selective sum: a move is a move in one of the games or in both.
    ///
    /// # Errors
    /// A limit of the arena, or [`Error::Overflow`].
    pub fn selective_sum(&mut self, g: &Literal, h: &Literal) -> Result<Game, Error> {
        self.compound(Compound::Selective, g, h, (0, 0), &mut Known::new())
    }

    /// Conway's product (*On Numbers and Games*, chapter 1): for numbers the usual one, for nimbers that of their field.
    ///
    /// # Errors
    /// A limit of the arena, or [`Error::Overflow`].
    pub fn conway_product(&mut self, g: &Literal, h: &Literal) -> Result<Game, Error> {
        self.compound(Compound::Conway, g, h, (0, 0), &mut Known::new())
    }

    fn compound(
        &mut self,
        kind: Compound,
        g: &Literal,
        h: &Literal,
        at: (usize, usize),
        known: &mut Known,
    ) -> Result<Game, Error> {
        if let Some(&game) = known.get(&at) {
            return Ok(game);
        }
        self.tick()?;
        let form = self.nested(|arena| {
            let mut form = [List::new(), List::new()];
            let mut part = |arena: &mut Arena, at| arena.compound(kind, g, h, at, known);
            let (a, b) = at;
            for side in Side::BOTH {
                let list = &mut form[side.index()];
                match kind {
                    Compound::Conjunctive | Compound::Selective => {
                        for &next in g.graph.options(a, side) {
                            for &other in h.graph.options(b, side) {
                                list.push(part(arena, (next, other))?);
                            }
                        }
                        if kind == Compound::Selective {
                            for &next in g.graph.options(a, side) {
                                list.push(part(arena, (next, b))?);
                            }
                            for &other in h.graph.options(b, side) {
                                list.push(part(arena, (a, other))?);
                            }
                        }
                    }
                    Compound::Conway => {
                        // Left's options come from options of the same side in both, Right's from opposite ones.
                        for first in Side::BOTH {
                            let second = if side == Side::Left { first } else { !first };
                            for &next in g.graph.options(a, first) {
                                for &other in h.graph.options(b, second) {
                                    let (one, two) = (part(arena, (next, b))?, part(arena, (a, other))?);
                                    let both = part(arena, (next, other))?;
                                    let sum = arena.sum(one, two)?;
                                    list.push(arena.difference(sum, both)?);
                                }
                            }
                        }
                    }
                }
            }
            Ok(form)
        })?;
        let game = self.build(form)?;
        known.insert(at, game);
        Ok(game)
    }
}
