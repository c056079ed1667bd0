//! What a region is worth: count, value of a move, who has sente, and the best moves.

use tesuji_board::{Color, Point};
use tesuji_cgt::{Arena, Dyadic, Error, Game, Side, Thermograph};
use tesuji_local::{Part, ones};

use crate::graph::{Budget, Graph, Pieces};
use crate::region::Region;
use crate::settled::settled;

/// The longest line of play in one region.
const LONGEST_LINE: usize = 40;

/// Who keeps the initiative in a region.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Whoever moves loses the initiative.
    Gote,
    /// White has to answer Black's move, not the other way round.
    BlackSente,
    /// Black has to answer White's move, not the other way round.
    WhiteSente,
    /// An answer is worth as much as the move.
    Ambiguous,
}

/// The worth of a region, with handles of the arena of its [`Solved`].
#[derive(Clone, Debug)]
pub struct Worth {
    /// The value in points of territory, prisoners included: positive is Black's.
    pub value: Game,
    /// The value cooled by 1.
    pub chilled: Game,
    /// Its thermograph: count and value of a move.
    pub thermograph: Thermograph,
    /// Nothing where nobody has a move to make.
    pub kind: Option<Kind>,
    /// The best first moves, Black's first, best ones in front.
    pub moves: [Vec<Point>; 2],
    /// Play here alone, from the best first move until nothing as large is left, Black's first.
    pub lines: [Vec<Point>; 2],
    /// 0 or 1 where the value is that of positions in which every move changes the parity of the score; nothing else was found yet.
    pub(crate) parity: Option<u8>,
}

impl Worth {
    /// So many points in which nobody has a move to make.
    pub(crate) fn settled(points: i64) -> Worth {
        let value = Game::integer(points);
        Worth {
            value,
            chilled: value,
            thermograph: Thermograph::of_integer(points),
            kind: None,
            moves: [Vec::new(), Vec::new()],
            lines: [Vec::new(), Vec::new()],
            parity: Some((points.rem_euclid(2)) as u8),
        }
    }
}

/// What stands in a region at some moment, and the prisoners taken there so far, counted for Black.
#[derive(Clone, Debug)]
pub(crate) struct Standing {
    pub(crate) part: Part,
    pub(crate) taken: i32,
}

/// A move in a region.
#[derive(Clone, Debug)]
pub(crate) struct Move {
    pub(crate) at: usize,
    pub(crate) after: Standing,
    pub(crate) value: Game,
}

/// A region whose positions are known, with what they are worth.
pub(crate) struct Solved {
    pub(crate) region: Region,
    pub(crate) graph: Graph,
    pub(crate) arena: Arena,
}

impl Solved {
    pub(crate) fn start(&self) -> Standing {
        Standing { part: self.region.part.clone(), taken: 0 }
    }

    fn pieces(&mut self, standing: &Standing) -> Pieces {
        let mut pieces = self.graph.pieces(&standing.part);
        pieces.points += standing.taken;
        pieces
    }

    /// The moves of one side where something is not settled, each with the value of what it leads to. Nothing where a ko matters.
    pub(crate) fn moves(
        &mut self,
        standing: &Standing,
        color: Color,
        budget: &mut Budget<'_>,
    ) -> Result<Option<Vec<Move>>, Error> {
        let ground = self.region.ground.clone();
        let open: Vec<_> = ground
            .components(standing.part.points)
            .into_iter()
            .filter(|&within| settled(&ground, &standing.part.restricted(within)).is_none())
            .collect();
        let mut moves = Vec::new();
        for at in ones(standing.part.empty()).filter(|at| open.iter().any(|within| within >> at & 1 == 1)) {
            let Some((part, taken)) = crate::graph::play(&ground, &standing.part, color, at) else {
                continue;
            };
            let after = Standing { part, taken: standing.taken + taken };
            let pieces = self.pieces(&after);
            let Some(value) = self.graph.value(&pieces, &mut self.arena, budget)?.exact() else {
                return Ok(None);
            };
            moves.push(Move { at, after, value });
        }
        Ok(Some(moves))
    }

    /// The moves of one side that are best at the temperature of the region, without those that are never better than another.
    fn best(&mut self, mut moves: Vec<Move>, side: Side, at: Dyadic) -> Result<Vec<Move>, Error> {
        let temperature = if at < Dyadic::ZERO { Dyadic::ZERO } else { at };
        let mut best: Vec<Dyadic> = Vec::new();
        for one in &moves {
            best.push(self.arena.thermograph(one.value)?.wall(!side).at(temperature)?);
        }
        let top = best.iter().copied().reduce(|a, b| if side.prefers(b, a) { b } else { a });
        let mut worth = best.into_iter();
        moves.retain(|_| worth.next() == top);
        let mut kept: Vec<Move> = Vec::new();
        for one in &moves {
            let mut is_beaten = false;
            for other in &moves {
                let (better, worse) = match side {
                    Side::Left => (other.value, one.value),
                    Side::Right => (one.value, other.value),
                };
                is_beaten |= other.value != one.value && self.arena.at_most(worse, better)?;
            }
            if !is_beaten {
                kept.push(one.clone());
            }
        }
        Ok(kept)
    }

    /// Everything about the region, whose value is known.
    pub(crate) fn worth(&mut self, value: Game, budget: &mut Budget<'_>) -> Result<Worth, Error> {
        let chilled = self.arena.cool(value, Dyadic::from(1))?;
        let thermograph = self.arena.thermograph(value)?;
        let kind = self.kind(value, &thermograph)?;
        let parity = self.parity(value, chilled)?;
        let mut worth = Worth {
            value,
            chilled,
            thermograph,
            kind,
            moves: [Vec::new(), Vec::new()],
            lines: [Vec::new(), Vec::new()],
            parity,
        };
        if kind.is_some() {
            for color in Color::BOTH {
                let temperature = worth.thermograph.temperature();
                let start = self.start();
                let Some(moves) = self.moves(&start, color, budget)? else { continue };
                let best = self.best(moves, side(color), temperature)?;
                let points = self.region.ground.points().to_vec();
                worth.moves[color.index()] = best.iter().map(|one| points[one.at]).collect();
                if let Some(first) = best.into_iter().next() {
                    worth.lines[color.index()] = self.line(first, color, temperature, budget)?;
                }
            }
        }
        Ok(worth)
    }

    /// Local play from a first move on, as long as the next one is worth more than the first.
    fn line(
        &mut self,
        first: Move,
        color: Color,
        temperature: Dyadic,
        budget: &mut Budget<'_>,
    ) -> Result<Vec<Point>, Error> {
        let points = self.region.ground.points().to_vec();
        let mut line = vec![points[first.at]];
        let (mut last, mut color) = (first, color);
        while line.len() < LONGEST_LINE {
            let hotter = self.arena.temperature(last.value)?;
            if hotter <= temperature {
                break;
            }
            color = color.opponent();
            let Some(moves) = self.moves(&last.after, color, budget)? else { break };
            let Some(next) = self.best(moves, side(color), hotter)?.into_iter().next() else { break };
            line.push(points[next.at]);
            last = next;
        }
        Ok(line)
    }

    /// Who has sente. A side's move is gote if what it leads to is colder than the region, and sente if that is hotter.
    fn kind(&mut self, value: Game, thermograph: &Thermograph) -> Result<Option<Kind>, Error> {
        if value.is_number() {
            return Ok(None);
        }
        let temperature = thermograph.temperature();
        let mut gote = [false; 2];
        let mut sente = [false; 2];
        for side in Side::BOTH {
            let fee = if side == Side::Left { temperature } else { temperature.checked_neg()? };
            for option in self.arena.options(value, side)? {
                let wall = self.arena.thermograph(option)?.wall(!side).at(temperature)?;
                if wall.checked_sub(fee)? == thermograph.mean() {
                    let after = self.arena.temperature(option)?;
                    gote[side.index()] |= after < temperature;
                    sente[side.index()] |= after > temperature;
                }
            }
        }
        Ok(Some(match (gote, sente) {
            ([true, true], _) => Kind::Gote,
            ([false, true], [true, _]) => Kind::BlackSente,
            ([true, false], [_, true]) => Kind::WhiteSente,
            _ => Kind::Ambiguous,
        }))
    }

    /// Whether every move changes the parity of the score, and the parity at the end. Then the chilled value knows everything: the value
    /// is what comes of warming it, from 1* to 1, and * more where the parity is odd (Berlekamp and Wolfe, chapter 3).
    fn parity(&mut self, value: Game, chilled: Game) -> Result<Option<u8>, Error> {
        let one = Game::integer(1);
        let one_star = self.arena.sum(one, Game::STAR)?;
        let even = self.arena.overheat(chilled, one_star, one)?;
        let odd = self.arena.sum(even, Game::STAR)?;
        Ok(if value == even {
            Some(0)
        } else if value == odd {
            Some(1)
        } else {
            None
        })
    }
}

/// The player of the theory who is this colour.
pub(crate) fn side(color: Color) -> Side {
    match color {
        Color::Black => Side::Left,
        Color::White => Side::Right,
    }
}
