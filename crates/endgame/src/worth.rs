//! What a region is worth: count, value of a move, who has sente, and the best moves.

use tesuji_board::{Color, Point};
use tesuji_cgt::{Arena, Dyadic, Error, Game, Side, Thermograph};
use tesuji_local::{Part, ones};

use crate::graph::{After, Ban, Bounds, Budget, Graph, play};
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

/// The worth of a region, with handles of the arena in which it was solved. Two things of a kind are the larger and the smaller one of a region
/// in which a ko matters, and the same elsewhere: what it is if Black wins every ko, and if White does.
#[derive(Clone, Debug)]
pub struct Worth {
    /// The values in points of territory, prisoners included: positive is Black's.
    pub values: [Game; 2],
    /// The values cooled by 1.
    pub chilled: [Game; 2],
    /// Their thermographs: count and value of a move.
    pub thermographs: [Thermograph; 2],
    /// Whether somebody has a move to make.
    pub is_open: bool,
    /// Who keeps the initiative; nothing where nobody has a move to make, or a ko decides.
    pub kind: Option<Kind>,
    /// The best first moves, Black's first, best ones in front.
    pub moves: [Vec<Point>; 2],
    /// Play here alone, from the best first move until nothing as large is left, Black's first.
    pub lines: [Vec<Point>; 2],
    /// 0 or 1 where the value is that of positions in which every move changes the parity of the score; nothing else was found yet.
    pub(crate) parity: Option<u8>,
}

impl Worth {
    /// Whether no ko matters.
    #[must_use]
    pub fn is_exact(&self) -> bool {
        self.values[0] == self.values[1]
    }

    pub(crate) fn bounds(&self) -> Bounds {
        Bounds { most: self.values[0], least: self.values[1] }
    }

    /// So many points in which nobody has a move to make.
    pub(crate) fn settled(points: i64) -> Worth {
        let value = Game::integer(points);
        Worth {
            values: [value; 2],
            chilled: [value; 2],
            thermographs: [Thermograph::of_integer(points), Thermograph::of_integer(points)],
            is_open: false,
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
    /// What the last move here has banned.
    pub(crate) ban: Option<Ban>,
}

/// A move in a region.
#[derive(Clone, Debug)]
pub(crate) struct Move {
    pub(crate) at: usize,
    pub(crate) after: Standing,
    pub(crate) value: Bounds,
}

/// A region whose positions are known, with what they are worth.
pub(crate) struct Solved {
    pub(crate) region: Region,
    /// With the demand that whoever takes a ko plays there again.
    pub(crate) graph: Graph,
    /// Without it: bounds that are further from each other.
    pub(crate) wide: Graph,
    pub(crate) arena: Arena,
}

impl Solved {
    pub(crate) fn start(&self) -> Standing {
        Standing { part: self.region.part.clone(), taken: 0, ban: self.region.ban }
    }

    /// The values of a position. Where a demand would force a side to hurt itself, the bounds are those without demands.
    pub(crate) fn value(&mut self, standing: &Standing, budget: &mut Budget<'_>) -> Result<Bounds, Error> {
        let value = of_graph(&mut self.graph, standing, &mut self.arena, budget)?;
        if value.exact().is_some() || self.is_in_order(value)? {
            return Ok(value);
        }
        of_graph(&mut self.wide, standing, &mut self.arena, budget)
    }

    /// Whether scores and count of the smaller value are no larger than those of the other one.
    fn is_in_order(&mut self, value: Bounds) -> Result<bool, Error> {
        let mut is_in_order = self.arena.mean(value.least)? <= self.arena.mean(value.most)?;
        for side in Side::BOTH {
            is_in_order &= self.arena.stop(value.least, side)? <= self.arena.stop(value.most, side)?;
        }
        Ok(is_in_order)
    }

    /// The moves of one side where something is not settled, each with the value of what it leads to.
    pub(crate) fn moves(
        &mut self,
        standing: &Standing,
        color: Color,
        budget: &mut Budget<'_>,
    ) -> Result<Vec<Move>, Error> {
        let ground = self.region.ground.clone();
        let open = ground
            .components(standing.part.points)
            .into_iter()
            .filter(|&within| settled(&ground, &standing.part.restricted(within)).is_none())
            .fold(0, |all, within| all | within);
        let banned = standing.ban.filter(|ban| ban.color == color).map_or(0, |ban| ban.point);
        let mut moves = Vec::new();
        for at in ones(open & standing.part.empty() & !banned) {
            let Some(After { part, taken, ban }) = play(&ground, &standing.part, color, at) else { continue };
            let after = Standing { part, taken: standing.taken + taken, ban };
            let value = self.value(&after, budget)?;
            moves.push(Move { at, after, value });
        }
        Ok(moves)
    }

    /// The moves of one side that are best at the temperature of the region, without those that are never better than another.
    /// A move that begins a ko is taken for what the side has of it for certain.
    fn best(&mut self, mut moves: Vec<Move>, color: Color, at: Dyadic) -> Result<Vec<Move>, Error> {
        let side = side(color);
        let temperature = if at < Dyadic::ZERO { Dyadic::ZERO } else { at };
        let mut best: Vec<Dyadic> = Vec::new();
        for one in &moves {
            best.push(self.arena.thermograph(one.value.certain(color))?.wall(!side).at(temperature)?);
        }
        let top = best.iter().copied().reduce(|a, b| if side.prefers(b, a) { b } else { a });
        let mut worth = best.into_iter();
        moves.retain(|_| worth.next() == top);
        let mut kept: Vec<Move> = Vec::new();
        for one in &moves {
            let mut is_beaten = false;
            for other in &moves {
                let [own, others] = [one, other].map(|candidate| candidate.value.certain(color));
                let (better, worse) = if color == Color::Black { (others, own) } else { (own, others) };
                is_beaten |= own != others && self.arena.at_most(worse, better)?;
            }
            if !is_beaten {
                kept.push(one.clone());
            }
        }
        Ok(kept)
    }

    /// Everything about the region, whose values are known.
    pub(crate) fn worth(&mut self, bounds: Bounds, budget: &mut Budget<'_>) -> Result<Worth, Error> {
        let values = [bounds.most, bounds.least];
        let mut chilled = values;
        for value in &mut chilled {
            *value = self.arena.cool(*value, Dyadic::from(1))?;
        }
        let thermographs = [self.arena.thermograph(values[0])?, self.arena.thermograph(values[1])?];
        let kinds = [self.kind(values[0], &thermographs[0])?, self.kind(values[1], &thermographs[1])?];
        let parity = if bounds.exact().is_some() { self.parity(values[0], chilled[0])? } else { None };
        let temperature = thermographs[0].temperature().max(thermographs[1].temperature());
        let mut worth = Worth {
            values,
            chilled,
            thermographs,
            is_open: bounds.exact().is_none_or(|value| !value.is_number()),
            kind: kinds[0].filter(|_| kinds[0] == kinds[1]),
            moves: [Vec::new(), Vec::new()],
            lines: [Vec::new(), Vec::new()],
            parity,
        };
        if worth.is_open {
            for color in Color::BOTH {
                let start = self.start();
                let moves = self.moves(&start, color, budget)?;
                let best = self.best(moves, color, temperature)?;
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
            let hotter = self.arena.temperature(last.value.certain(color))?;
            if hotter <= temperature {
                break;
            }
            color = color.opponent();
            let moves = self.moves(&last.after, color, budget)?;
            let Some(next) = self.best(moves, color, hotter)?.into_iter().next() else { break };
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

fn of_graph(
    graph: &mut Graph,
    standing: &Standing,
    arena: &mut Arena,
    budget: &mut Budget<'_>,
) -> Result<Bounds, Error> {
    let mut pieces = graph.pieces(&standing.part, standing.ban);
    pieces.points += standing.taken;
    graph.value(&pieces, arena, budget)
}

/// The player of the theory who is this colour.
pub(crate) fn side(color: Color) -> Side {
    match color {
        Color::Black => Side::Left,
        Color::White => Side::Right,
    }
}
