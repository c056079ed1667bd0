//! From `{L|R}` to the canonical form.
//!
//! In this order, each step making the next one cheaper: stops tell whether the value is a number (then it is the
//! simplest one that fits); dominated options go; reversible options are bypassed; what is left is recognised as
//! number + up + star or stored.
//!
//! The game `G = {L|R}` has no handle while this happens, so bypassing compares followers with the *lists*. The value
//! of `G` never changes on the way, so all these comparisons may use the original lists, and each option is
//! tested once.

use smallvec::SmallVec;

use crate::arena::{Arena, List};
use crate::dyadic::Bound;
use crate::game::{Core, Game, Side};
use crate::{Dyadic, Error};

/// A game that is no number and not yet built: its options and stops, indexed by side.
struct Form<'a> {
    options: &'a [List; 2],
    stops: [Dyadic; 2],
}

impl Arena {
    /// The canonical form of the game with these options.
    ///
    /// ```
    /// use tesuji_cgt::{Arena, Game};
    ///
    /// let mut arena = Arena::new();
    /// let half = arena.canonical(&[Game::integer(0)], &[Game::integer(1)])?;
    /// assert_eq!(arena.text(half)?, "1/2");
    /// # Ok::<(), tesuji_cgt::Error>(())
    /// ```
    ///
    /// # Errors
    /// A limit of the arena, or [`Error::Overflow`].
    pub fn canonical(&mut self, left: &[Game], right: &[Game]) -> Result<Game, Error> {
        self.build([SmallVec::from_slice(left), SmallVec::from_slice(right)])
    }

    /// `{left|right}`, one option on each side: a switch if `left > right` are numbers.
    ///
    /// # Errors
    /// A limit of the arena, or [`Error::Overflow`].
    pub fn switch(&mut self, left: Game, right: Game) -> Result<Game, Error> {
        self.canonical(&[left], &[right])
    }

    /// [`Arena::canonical`] of lists that may be used up.
    pub(crate) fn build(&mut self, mut form: [List; 2]) -> Result<Game, Error> {
        for side in Side::BOTH {
            remove_duplicates(&mut form[side.index()], side);
        }
        let left_stop = self.best_stop(&form[0], Side::Left)?;
        let right_stop = self.best_stop(&form[1], Side::Right)?;
        let (Some(left_stop), Some(right_stop)) = (left_stop, right_stop) else {
            return self.simplest_number(&form, left_stop, right_stop);
        };
        if left_stop < right_stop {
            return self.simplest_number(&form, Some(left_stop), Some(right_stop));
        }
        if left_stop == right_stop && self.admits(&form, left_stop)? {
            return Ok(Game::number(left_stop));
        }
        let stops = [left_stop, right_stop];
        for side in Side::BOTH {
            self.remove_dominated(&mut form[side.index()], side)?;
        }
        if let Some(bypassed) = self.bypass_reversible(&Form { options: &form, stops })? {
            form = bypassed;
            for side in Side::BOTH {
                remove_duplicates(&mut form[side.index()], side);
                self.remove_dominated(&mut form[side.index()], side)?;
            }
        }
        if let Some(game) = recognise(&form)? {
            return Ok(game);
        }
        self.intern(&mut form, left_stop, right_stop)
    }

    /// The best stop `side` can reach by moving to one of its options.
    fn best_stop(&self, options: &[Game], side: Side) -> Result<Option<Dyadic>, Error> {
        let mut best = None;
        for &option in options {
            let stop = self.stop(option, !side)?;
            if best.is_none_or(|best| side.prefers(stop, best)) {
                best = Some(stop);
            }
        }
        Ok(best)
    }

    /// The simplest number with every left option "less than or confused with" it and every right option "greater
    /// than or confused with" it. The stops themselves belong to the interval if no option is in their way.
    fn simplest_number(
        &mut self,
        form: &[List; 2],
        left_stop: Option<Dyadic>,
        right_stop: Option<Dyadic>,
    ) -> Result<Game, Error> {
        let mut bounds = [None, None];
        for (side, stop) in [(Side::Left, left_stop), (Side::Right, right_stop)] {
            if let Some(at) = stop {
                bounds[side.index()] = Some(Bound { at, closed: self.side_admits(form, at, side)? });
            }
        }
        Dyadic::simplest_between(bounds[0], bounds[1]).map(Game::number)
    }

    fn admits(&mut self, form: &[List; 2], number: Dyadic) -> Result<bool, Error> {
        Ok(self.side_admits(form, number, Side::Left)? && self.side_admits(form, number, Side::Right)?)
    }

    /// Whether no option of `side` is as good for it as the number.
    fn side_admits(&mut self, form: &[List; 2], number: Dyadic, side: Side) -> Result<bool, Error> {
        for &option in &form[side.index()] {
            if self.at_least_as_good(side, option, Game::number(number))? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Keeps the options that are maximal for `side`.
    pub(crate) fn remove_dominated(&mut self, options: &mut List, side: Side) -> Result<(), Error> {
        if options.len() < 2 {
            return Ok(());
        }
        let mut kept = 0;
        'candidates: for next in 0..options.len() {
            let candidate = options[next];
            let mut rival = 0;
            while rival < kept {
                if self.at_least_as_good(side, options[rival], candidate)? {
                    continue 'candidates;
                }
                if self.at_least_as_good(side, candidate, options[rival])? {
                    kept -= 1;
                    options.swap(rival, kept);
                } else {
                    rival += 1;
                }
            }
            options.swap(kept, next);
            kept += 1;
        }
        options.truncate(kept);
        Ok(())
    }

    /// The lists with every reversible option replaced, or nothing if there is none.
    ///
    /// An option of `side` is reversible if the opponent has a reply there that it likes at least as much as `G`; the
    /// option is then worth just what `side` can do after that reply.
    fn bypass_reversible(&mut self, form: &Form<'_>) -> Result<Option<[List; 2]>, Error> {
        let mut changed = false;
        let mut result = [List::new(), List::new()];
        for side in Side::BOTH {
            let mut pending: List = form.options[side.index()].iter().rev().copied().collect();
            while let Some(option) = pending.pop() {
                match self.reversing_reply(form, side, option)? {
                    Some(reply) => {
                        changed = true;
                        for replacement in self.option_list(reply, side)? {
                            if !pending.contains(&replacement) {
                                pending.push(replacement);
                            }
                        }
                    }
                    None => result[side.index()].push(option),
                }
            }
        }
        Ok(changed.then_some(result))
    }

    fn reversing_reply(&mut self, form: &Form<'_>, side: Side, option: Game) -> Result<Option<Game>, Error> {
        // A number that is no dominated option of a non-number is not reversible: its reply would have to be at
        // most the opposite stop of G, hence worse than the option that reaches G's own stop.
        if option.is_number() {
            return Ok(None);
        }
        let mut replies = self.moves(option.core(), !side);
        while let Some(reply) = self.next_move(&mut replies) {
            let reply = reply.shifted(option.offset())?;
            if self.at_least_as_good_as_form(!side, reply, form)? {
                return Ok(Some(reply));
            }
        }
        Ok(None)
    }

    /// Whether `side` likes `game` at least as much as the game that is not built yet.
    fn at_least_as_good_as_form(&mut self, side: Side, game: Game, form: &Form<'_>) -> Result<bool, Error> {
        let own = self.stop(game, side)?;
        let other = self.stop(game, !side)?;
        let [own_of_form, other_of_form] = [form.stops[side.index()], form.stops[(!side).index()]];
        if side.prefers(other, own_of_form) {
            return Ok(true);
        }
        if side.prefers(own_of_form, own) || side.prefers(other_of_form, other) {
            return Ok(false);
        }
        self.tick()?;
        for &option in &form.options[side.index()] {
            if self.at_least_as_good(side, option, game)? {
                return Ok(false);
            }
        }
        if game.is_number() {
            return Ok(true);
        }
        self.nested(|arena| {
            let mut moves = arena.moves(game.core(), !side);
            while let Some(option) = arena.next_move(&mut moves) {
                if arena.at_least_as_good_as_form(!side, option.shifted(game.offset())?, form)? {
                    return Ok(false);
                }
            }
            Ok(true)
        })
    }
}

/// Equal handles once, and of several numbers the best one.
fn remove_duplicates(options: &mut List, side: Side) {
    if options.len() < 2 {
        return;
    }
    let mut best_number: Option<Dyadic> = None;
    options.retain(|option| match option.to_number() {
        Some(number) => {
            if best_number.is_none_or(|best| side.prefers(number, best)) {
                best_number = Some(number);
            }
            false
        }
        None => true,
    });
    if options.len() > 1 {
        options.sort_unstable_by_key(|option| option.bits());
        options.dedup();
    }
    options.extend(best_number.map(Game::number));
}

/// Recognises the canonical forms of number + up + star: `x*k` has `x, x*, .., x*(k-1)` on both sides; `x^*` is
/// `{x,x*|x}`; other positive multiples of up are `{x | x + (n-1).^ + *(m xor 1)}`; negative ones mirror these.
fn recognise([left, right]: &[List; 2]) -> Result<Option<Game>, Error> {
    let Some(&first) = left.first() else { return Ok(None) };
    let number = first.offset();
    if left.iter().chain(right).any(|option| option.core().is_node() || option.offset() != number) {
        return Ok(None);
    }
    if let ([one], [other]) = (&left[..], &right[..]) {
        let parts = |game: &Game| {
            game.to_number_up_star().map_or((0, 0), |(_, up, nim)| (i64::from(up), u64::from(nim)))
        };
        let (left_up, left_nimber) = parts(one);
        let (right_up, right_nimber) = parts(other);
        return match (one.is_number(), other.is_number()) {
            (true, true) => Game::number_up_star(number, 0, 1).map(Some),
            (true, false) if right_up >= 0 => {
                Game::number_up_star(number, right_up + 1, right_nimber ^ 1).map(Some)
            }
            (false, true) if left_up <= 0 => {
                Game::number_up_star(number, left_up - 1, left_nimber ^ 1).map(Some)
            }
            _ => Ok(None),
        };
    }
    let is_nimbers = |list: &List| {
        let mut found: SmallVec<[u64; 8]> = list.iter().map(|option| option.core().0).collect();
        found.sort_unstable();
        found.iter().enumerate().all(|(nimber, &core)| Core::up_star(0, nimber as u64) == Ok(Core(core)))
    };
    if !is_nimbers(left) || !is_nimbers(right) {
        return Ok(None);
    }
    match (left.len(), right.len()) {
        (2, 1) => Game::number_up_star(number, 1, 1).map(Some),
        (1, 2) => Game::number_up_star(number, -1, 1).map(Some),
        (a, b) if a == b => Game::number_up_star(number, 0, a as u64).map(Some),
        _ => Ok(None),
    }
}
