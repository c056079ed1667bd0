//! Sums, negatives and multiples.
//!
//! Numbers are added to the handle; packed values are added by arithmetic; everything else goes through one memo of
//! sums of cores, so that `G + H` is computed once for all translations of `G` and `H`.

use crate::arena::{Arena, List};
use crate::game::{Core, Game, Kind, Side};
use crate::{Dyadic, Error};

impl Arena {
    /// `g + h`.
    ///
    /// # Errors
    /// A limit of the arena, or [`Error::Overflow`].
    pub fn sum(&mut self, g: Game, h: Game) -> Result<Game, Error> {
        let offset = g.offset().checked_add(h.offset())?;
        if g.is_number() {
            return Ok(Game::new(offset, h.core()));
        }
        if h.is_number() {
            return Ok(Game::new(offset, g.core()));
        }
        self.sum_of_cores(g.core(), h.core())?.shifted(offset)
    }

    fn sum_of_cores(&mut self, g: Core, h: Core) -> Result<Game, Error> {
        match (g.kind(), h.kind()) {
            (Kind::UpStar { up, nimber }, Kind::UpStar { up: other_up, nimber: other_nimber }) => {
                let up = i64::from(up) + i64::from(other_up);
                return Game::number_up_star(Dyadic::ZERO, up, u64::from(nimber ^ other_nimber));
            }
            (Kind::Node(first), Kind::Node(second)) if self.nodes[first].negative as usize == second + 1 => {
                // The negative of g is h moved to left stop -RS(g).
                return Ok(Game::number(self.right_stop_of(g)));
            }
            _ => {}
        }
        self.tick()?;
        let key = (g.min(h), g.max(h));
        if let Some(sum) = self.sums.get(key) {
            return Ok(sum);
        }
        let sum = self.nested(|arena| {
            let mut form = [List::new(), List::new()];
            for side in Side::BOTH {
                for (mover, other) in [(g, h), (h, g)] {
                    let other = Game::new(Dyadic::ZERO, other);
                    let mut moves = arena.moves(mover, side);
                    while let Some(option) = arena.next_move(&mut moves) {
                        let option = arena.sum(option, other)?;
                        form[side.index()].push(option);
                    }
                }
            }
            arena.build(form)
        })?;
        self.sums.insert(key, sum);
        Ok(sum)
    }

    /// The sum of any number of games.
    ///
    /// Pairs of a game and its negative are dropped first and the rest is added with the widest games last, so that
    /// intermediate results stay small. Cool *before* summing where both are wanted: cooling is additive.
    ///
    /// # Errors
    /// A limit of the arena, or [`Error::Overflow`].
    pub fn sum_all(&mut self, games: &[Game]) -> Result<Game, Error> {
        let mut rest: Vec<Game> = Vec::with_capacity(games.len());
        let mut total = Game::ZERO;
        for &game in games {
            if !game.core().is_node() {
                total = self.sum(total, game)?;
                continue;
            }
            match self.opposite_in(&rest, game)? {
                Some(at) => {
                    let pair = self.sum(rest.swap_remove(at), game)?;
                    total = self.sum(total, pair)?;
                }
                None => rest.push(game),
            }
        }
        rest.sort_by_key(|game| std::cmp::Reverse(self.right_stop_of(game.core())));
        let mut sum = Game::ZERO;
        for game in rest {
            sum = self.sum(sum, game)?;
        }
        self.sum(sum, total)
    }

    /// Where the negative of a game is in a list, up to a number.
    fn opposite_in(&mut self, games: &[Game], game: Game) -> Result<Option<usize>, Error> {
        // A game and its negative are equally wide, so most need not be mirrored to be told apart.
        let width = self.right_stop_of(game.core());
        if games.iter().all(|other| self.right_stop_of(other.core()) != width) {
            return Ok(None);
        }
        let opposite = self.negative(game)?.core();
        Ok(games.iter().position(|other| other.core() == opposite))
    }

    /// `-game`: the two players change places.
    ///
    /// # Errors
    /// A limit of the arena, or [`Error::Overflow`].
    pub fn negative(&mut self, game: Game) -> Result<Game, Error> {
        let index = match game.core().kind() {
            Kind::UpStar { up, nimber } => {
                return Game::number_up_star(game.offset().checked_neg()?, -i64::from(up), u64::from(nimber));
            }
            Kind::Node(index) => index,
        };
        let left_stop = self.stop(game, Side::Right)?.checked_neg()?;
        let known = self.nodes[index].negative;
        if known != 0 {
            return Ok(Game::new(left_stop, Core::node(known - 1)));
        }
        self.tick()?;
        let stored = self.nested(|arena| {
            let mut form = [List::new(), List::new()];
            for side in Side::BOTH {
                let mut moves = arena.moves(game.core(), !side);
                while let Some(option) = arena.next_move(&mut moves) {
                    let option = arena.negative(option)?;
                    form[side.index()].push(option);
                }
            }
            // The mirror image of a canonical form is canonical.
            let left_stop = arena.right_stop_of(game.core()).checked_neg()?;
            arena.intern(&mut form, left_stop, Dyadic::ZERO)
        })?;
        if let Kind::Node(opposite) = stored.core().kind() {
            self.nodes[index].negative = opposite as u32 + 1;
            self.nodes[opposite].negative = index as u32 + 1;
        }
        Ok(Game::new(left_stop, stored.core()))
    }

    /// `g - h`.
    ///
    /// # Errors
    /// A limit of the arena, or [`Error::Overflow`].
    pub fn difference(&mut self, g: Game, h: Game) -> Result<Game, Error> {
        if g.core() == h.core() {
            return Ok(Game::number(g.offset().checked_sub(h.offset())?));
        }
        let negative = self.negative(h)?;
        self.sum(g, negative)
    }

    /// `count` copies of the game added together; copies of the negative if `count < 0`.
    ///
    /// # Errors
    /// A limit of the arena, or [`Error::Overflow`].
    pub fn multiple(&mut self, count: i64, game: Game) -> Result<Game, Error> {
        if let Some((number, up, nimber)) = game.to_number_up_star() {
            let up = i64::from(up).checked_mul(count).ok_or(Error::Overflow)?;
            let nimber = if count % 2 == 0 { 0 } else { u64::from(nimber) };
            return Game::number_up_star(number.checked_mul(count)?, up, nimber);
        }
        let mut doubled = if count < 0 { self.negative(game)? } else { game };
        let mut remaining = count.unsigned_abs();
        let mut total = Game::ZERO;
        loop {
            if remaining & 1 == 1 {
                total = self.sum(total, doubled)?;
            }
            remaining >>= 1;
            if remaining == 0 {
                return Ok(total);
            }
            doubled = self.sum(doubled, doubled)?;
        }
    }

    /// Whether the sum of these games is at most `bound`, without building the whole sum.
    ///
    /// One half is moved to the other side of the inequality, so the largest games never meet in one sum. This is how
    /// a capturing race is judged: only its relation to an integer matters, not its canonical form.
    ///
    /// # Errors
    /// A limit of the arena, or [`Error::Overflow`].
    pub fn sum_at_most(&mut self, games: &[Game], bound: Game) -> Result<bool, Error> {
        let (g, h) = self.balanced(games, bound)?;
        self.at_most(g, h)
    }

    /// Whether the sum of these games is at least `bound`; see [`Arena::sum_at_most`].
    ///
    /// # Errors
    /// A limit of the arena, or [`Error::Overflow`].
    pub fn sum_at_least(&mut self, games: &[Game], bound: Game) -> Result<bool, Error> {
        let (g, h) = self.balanced(games, bound)?;
        self.at_most(h, g)
    }

    /// Two games that compare as the sum compares with the bound.
    fn balanced(&mut self, games: &[Game], bound: Game) -> Result<(Game, Game), Error> {
        let mut stored: Vec<Game> = games.iter().copied().filter(|game| game.core().is_node()).collect();
        stored.sort_by_key(|game| std::cmp::Reverse(self.right_stop_of(game.core())));
        let mut halves = [Vec::new(), Vec::new()];
        for (position, &game) in stored.iter().enumerate() {
            halves[position % 2].push(game);
        }
        halves[0].extend(games.iter().copied().filter(|game| !game.core().is_node()));
        let g = self.sum_all(&halves[0])?;
        let h = self.sum_all(&halves[1])?;
        let h = self.difference(bound, h)?;
        Ok((g, h))
    }
}
