//! Playing a sum well: which moves win, and why.
//!
//! The exact answer tests every option of every component with the order: a move wins when it leaves a sum that the
//! mover likes at least as much as the target with the opponent to move. The target is 0 for the last move; a
//! capturing race asks for an integer instead. Beside it stand the classical strategies, which look at
//! thermographs alone and so stay cheap when the exact sum is too large.

use tesuji_job::Why;

use crate::arena::Arena;
use crate::game::{Game, Relation, Side};
use crate::{Dyadic, Error};

/// A move in a sum of games.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SumMove {
    /// The component moved in, as an index into the list of components.
    pub component: usize,
    /// What the component becomes.
    pub option: Game,
    /// What the whole sum becomes.
    pub total: Game,
    /// Whether this reaches the target.
    pub wins: bool,
    /// The score if the rest is played for points: the stop with the opponent to move.
    pub stop: Dyadic,
    /// Whether it is a good move, and why.
    pub reason: Reason,
}

/// Why a move in a sum is good or bad.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reason {
    /// It wins: the sum becomes equal to the target or better for the mover, and the opponent has to move.
    Reaches {
        /// How the new sum compares with the target.
        relation: Relation,
    },
    /// It loses: the opponent, to move, can go past the target.
    FallsShort {
        /// How the new sum compares with the target.
        relation: Relation,
    },
    /// It loses, and another move was better in every context anyway.
    Dominated {
        /// The better move, as an index into [`Advice::moves`].
        by: usize,
    },
}

/// All moves of one side in a sum, the best ones first.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Advice {
    /// The side to move.
    pub side: Side,
    /// What a winning move has to leave: at least this for Left, at most this for Right.
    pub target: Game,
    /// The sum before the move.
    pub total: Game,
    /// Winning moves first; within these and the others, by score, then numbers last, then hottest component first.
    pub moves: Vec<SumMove>,
    /// The highest score the mover can reach: the stop of the sum.
    pub best_stop: Dyadic,
    /// What the strategies would play; none of them if no component is hot.
    pub suggestions: Vec<Suggestion>,
}

impl Advice {
    /// Whether the side to move wins.
    #[must_use]
    pub fn wins(&self) -> bool {
        self.moves.first().is_some_and(|best| best.wins)
    }

    /// The winning moves.
    pub fn winning_moves(&self) -> impl Iterator<Item = &SumMove> {
        self.moves.iter().filter(|candidate| candidate.wins)
    }

    /// The components in which a winning move exists, in ascending order.
    #[must_use]
    pub fn winning_components(&self) -> Vec<usize> {
        let mut components: Vec<usize> = self.winning_moves().map(|winning| winning.component).collect();
        components.sort_unstable();
        components.dedup();
        components
    }
}

/// A strategy that looks at thermographs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Strategy {
    /// Move in the hottest component. No bound on what this may lose in general.
    Hotstrat,
    /// Answer where the opponent has just raised the temperature above the ambient one, else move in the hottest
    /// component.
    Sentestrat,
    /// Move in the component of largest width at the temperature that promises most (Winning Ways, chapter 6).
    Thermostrat,
}

/// What a strategy plays.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Suggestion {
    /// Whose advice it is.
    pub strategy: Strategy,
    /// The component to move in.
    pub component: usize,
    /// What the component becomes.
    pub option: Game,
    /// The temperature at which the strategy decided.
    pub temperature: Dyadic,
}

impl Arena {
    /// All moves of `side` in the sum of `components`, with the exact verdict on each.
    ///
    /// ```
    /// use tesuji_cgt::{Arena, Game, Side};
    ///
    /// // Problem A of the paper on capturing races: Black, to move, wants at least -1 left.
    /// let mut arena = Arena::new();
    /// let regions = ["2*", "4^", "-7"].map(|text| arena.parse(text).unwrap());
    /// let advice = arena.best_moves(&regions, Side::Left, Game::integer(-1))?;
    /// assert_eq!(advice.winning_components(), [0]);
    /// assert_eq!(
    ///     arena.explain(&advice, &advice.moves[0])?,
    ///     "wins: the sum becomes -1^, which is greater than -1, and Right has to move"
    /// );
    /// # Ok::<(), tesuji_cgt::Error>(())
    /// ```
    ///
    /// # Errors
    /// A limit of the arena, or [`Error::Overflow`].
    pub fn best_moves(&mut self, components: &[Game], side: Side, target: Game) -> Result<Advice, Error> {
        let rests = self.rests(components)?;
        let total = self.sum_all(components)?;
        let best_stop = self.stop(total, side)?;
        let mut moves = Vec::new();
        for (component, (&game, &rest)) in components.iter().zip(&rests).enumerate() {
            for option in self.option_list(game, side)? {
                let total = self.sum(option, rest)?;
                let relation = self.compare(total, target)?;
                let wins = match side {
                    Side::Left => matches!(relation, Relation::Greater | Relation::Equal),
                    Side::Right => matches!(relation, Relation::Less | Relation::Equal),
                };
                let stop = self.stop(total, !side)?;
                let reason =
                    if wins { Reason::Reaches { relation } } else { Reason::FallsShort { relation } };
                let temperature = self.temperature(game)?;
                moves.push((temperature, SumMove { component, option, total, wins, stop, reason }));
            }
        }
        moves.sort_by(|(heat, a), (other_heat, b)| {
            let by_stop = match side {
                Side::Left => b.stop.cmp(&a.stop),
                Side::Right => a.stop.cmp(&b.stop),
            };
            let number = |candidate: &SumMove| components[candidate.component].is_number();
            (b.wins.cmp(&a.wins))
                .then(by_stop)
                .then(number(a).cmp(&number(b)))
                .then(other_heat.cmp(heat))
                .then(a.component.cmp(&b.component))
                .then_with(|| self.structural_order(a.option, b.option))
        });
        let mut moves: Vec<SumMove> = moves.into_iter().map(|(_, candidate)| candidate).collect();
        self.mark_dominated(&mut moves, side)?;
        let suggestions = [self.hotstrat(components, side)?, self.thermostrat(components, side)?];
        let suggestions = suggestions.into_iter().flatten().collect();
        Ok(Advice { side, target, total, moves, best_stop, suggestions })
    }

    /// For each component, the sum of all the others.
    fn rests(&mut self, components: &[Game]) -> Result<Vec<Game>, Error> {
        let mut after = vec![Game::ZERO; components.len() + 1];
        for (index, &component) in components.iter().enumerate().rev() {
            after[index] = self.sum(component, after[index + 1])?;
        }
        let mut before = Game::ZERO;
        let mut rests = Vec::with_capacity(components.len());
        for (index, &component) in components.iter().enumerate() {
            rests.push(self.sum(before, after[index + 1])?);
            before = self.sum(before, component)?;
        }
        Ok(rests)
    }

    fn mark_dominated(&mut self, moves: &mut [SumMove], side: Side) -> Result<(), Error> {
        for index in 0..moves.len() {
            if moves[index].wins {
                continue;
            }
            for by in 0..moves.len() {
                let (better, worse) = (moves[by].total, moves[index].total);
                if better != worse && self.at_least_as_good(side, better, worse)? {
                    moves[index].reason = Reason::Dominated { by };
                    break;
                }
            }
        }
        Ok(())
    }

    /// The reason of a move in a sentence.
    ///
    /// # Errors
    /// [`Error::Overflow`].
    pub fn explain(&self, advice: &Advice, chosen: &SumMove) -> Result<String, Error> {
        let named = |game: Game| match self.text(game) {
            Err(Error::Unknown(Why::Text)) => Ok("a game too long to print".to_string()),
            text => text,
        };
        let total = named(chosen.total)?;
        let target = named(advice.target)?;
        let compared = |relation| match relation {
            Relation::Less => "less than",
            Relation::Equal => "equal to",
            Relation::Greater => "greater than",
            Relation::Confused => "confused with",
        };
        let opponent = !advice.side;
        Ok(match chosen.reason {
            Reason::Reaches { relation } => {
                let compared = compared(relation);
                format!(
                    "wins: the sum becomes {total}, which is {compared} {target}, and {opponent} has to move"
                )
            }
            Reason::FallsShort { relation } => {
                let compared = compared(relation);
                format!(
                    "loses: the sum becomes {total}, which is {compared} {target}, and {opponent} moves next"
                )
            }
            Reason::Dominated { by } => {
                let better = advice.moves.get(by).map_or(Ok(String::new()), |better| named(better.total))?;
                format!(
                    "loses: the sum becomes {total}, and another move makes it {better}, which is better anyway"
                )
            }
        })
    }

    /// The hottest component, and the option that carries its wall at that temperature; nothing if no component is
    /// hot or close to a number.
    ///
    /// # Errors
    /// A limit of the arena, or [`Error::Overflow`].
    pub fn hotstrat(&mut self, components: &[Game], side: Side) -> Result<Option<Suggestion>, Error> {
        let mut hottest: Option<(usize, Dyadic)> = None;
        for (index, &component) in components.iter().enumerate() {
            let temperature = self.temperature(component)?;
            if temperature >= Dyadic::ZERO && hottest.is_none_or(|(_, known)| temperature > known) {
                hottest = Some((index, temperature));
            }
        }
        let Some((component, temperature)) = hottest else { return Ok(None) };
        self.suggestion(Strategy::Hotstrat, components, component, temperature, side)
    }

    /// Sentestrat for a player who keeps an `ambient` temperature during the game: pass it in at its last value (the
    /// temperature of the sum at the beginning) with the component the opponent has just moved in. It is lowered here
    /// when the player is free to move anywhere.
    ///
    /// # Errors
    /// A limit of the arena, or [`Error::Overflow`].
    pub fn sentestrat(
        &mut self,
        components: &[Game],
        side: Side,
        ambient: &mut Dyadic,
        last_move: Option<usize>,
    ) -> Result<Option<Suggestion>, Error> {
        if let Some(component) = last_move.filter(|&component| component < components.len()) {
            let temperature = self.temperature(components[component])?;
            if temperature > *ambient {
                return self.suggestion(Strategy::Sentestrat, components, component, temperature, side);
            }
        }
        let Some(hottest) = self.hotstrat(components, side)? else { return Ok(None) };
        *ambient = hottest.temperature.min(*ambient);
        Ok(Some(Suggestion { strategy: Strategy::Sentestrat, ..hottest }))
    }

    /// Thermostrat: at each temperature the sum of the opponent's walls plus the largest width of a component is within
    /// reach; take the lowest temperature where this is best and move in the component of largest width.
    ///
    /// # Errors
    /// A limit of the arena, or [`Error::Overflow`].
    pub fn thermostrat(&mut self, components: &[Game], side: Side) -> Result<Option<Suggestion>, Error> {
        let mut thermographs = Vec::with_capacity(components.len());
        let mut temperatures = vec![Dyadic::ZERO];
        for &component in components {
            let thermograph = self.thermograph(component)?;
            for wall in Side::BOTH.map(|side| thermograph.wall(side)) {
                temperatures.extend(wall.breakpoints().iter().map(|point| point.temperature));
            }
            thermographs.push(thermograph);
        }
        temperatures.sort_unstable();
        temperatures.dedup();
        // All these functions are straight between breakpoints, so the best temperature is one of them.
        let mut best: Option<(Dyadic, usize, Dyadic)> = None;
        for temperature in temperatures {
            let mut promise = Dyadic::ZERO;
            let mut widest: Option<(usize, Dyadic)> = None;
            for (index, thermograph) in thermographs.iter().enumerate() {
                let own = thermograph.wall(side).at(temperature)?;
                let other = thermograph.wall(!side).at(temperature)?;
                promise = promise.checked_add(side.signed(other)?)?;
                let width = side.signed(own.checked_sub(other)?)?;
                let is_number = components[index].is_number();
                if !is_number && widest.is_none_or(|(_, known)| width > known) {
                    widest = Some((index, width));
                }
            }
            let Some((component, width)) = widest else { return Ok(None) };
            promise = promise.checked_add(width)?;
            if best.is_none_or(|(known, ..)| promise > known) {
                best = Some((promise, component, temperature));
            }
        }
        let Some((_, component, temperature)) = best else { return Ok(None) };
        self.suggestion(Strategy::Thermostrat, components, component, temperature, side)
    }

    /// The option whose far wall, less the cost of the move, is the scaffold at this temperature.
    fn suggestion(
        &mut self,
        strategy: Strategy,
        components: &[Game],
        component: usize,
        temperature: Dyadic,
        side: Side,
    ) -> Result<Option<Suggestion>, Error> {
        let mut best: Option<(Dyadic, Game)> = None;
        for option in self.option_list(components[component], side)? {
            let value = self.thermograph(option)?.wall(!side).at(temperature.max(Dyadic::ZERO))?;
            if best.is_none_or(|(known, _)| side.prefers(value, known)) {
                best = Some((value, option));
            }
        }
        Ok(best.map(|(_, option)| Suggestion { strategy, component, option, temperature }))
    }
}
