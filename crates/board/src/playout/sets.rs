//! Strings as sets, for boards of one or two words.
//!
//! Kept is F by the name of a string: the string and all points around it (paper 003, section 2). Liberties are `F n V`
//! and need no upkeep when stones come and go; only the set of all stones in atari is kept up to date. A step is a few
//! words whatever the shape of the board, and most of it is computed without asking: which stones lie around a random
//! point cannot be predicted, and a wrong guess of the processor costs more than a dozen instructions.

use std::sync::Arc;

use super::field::{Field, PerPoint};
use super::words::{Words, each_member, first, insert, is_empty, mask, none_or_one, zip};
use super::{EyeRule, Outcome};

/// The strings of a position, each with F.
#[derive(Clone, Debug)]
pub(super) struct SetStrings<const W: usize> {
    around: Arc<PerPoint<Words<W>, W>>,
    /// F of the empty board: each point and its neighbours.
    alone: Arc<PerPoint<Words<W>, W>>,
    /// Each point's own number.
    numbers: Arc<PerPoint<u16, W>>,
    /// The name of the string on a point: one of its stones. An empty point has its own.
    name: PerPoint<u16, W>,
    /// F by the name of the string; for an empty point that is the point and its neighbours.
    reach: PerPoint<Words<W>, W>,
    /// All stones of strings with a single liberty.
    atari: Words<W>,
    /// The eye rule as masks: all bits if own stones in atari make eyes too, and if there are eyes at all.
    eyes: [u64; 2],
}

impl<const W: usize> SetStrings<W> {
    pub(super) fn new(around: Arc<PerPoint<Words<W>, W>>, eyes: EyeRule) -> SetStrings<W> {
        let numbers = Arc::new(PerPoint::of(|point| point as u16));
        let alone: PerPoint<Words<W>, W> = PerPoint::of(|point| {
            let mut set = around[point];
            insert(&mut set, point);
            set
        });
        SetStrings {
            around,
            name: (*numbers).clone(),
            numbers,
            reach: alone.clone(),
            alone: Arc::new(alone),
            atari: [0; W],
            eyes: match eyes {
                EyeRule::Kept => [0, u64::MAX],
                EyeRule::AlwaysKept => [u64::MAX, u64::MAX],
                EyeRule::Filled => [0, 0],
            },
        }
    }

    /// No stones.
    pub(super) fn clear(&mut self) {
        self.name.copy_from(&self.numbers);
        self.reach.copy_from(&self.alone);
        self.atari = [0; W];
    }

    /// A string of these stones, on a board where all stones are in their places already.
    pub(super) fn set(&mut self, string: &Words<W>, empty: &Words<W>) {
        let name = first(string);
        let mut reach = [0; W];
        each_member(string, |stone| {
            self.name[stone] = name as u16;
            reach = zip(&reach, &self.alone[stone], |a, b| a | b);
        });
        self.reach[name] = reach;
        let (_, one) = none_or_one(&reach, empty);
        self.atari = std::array::from_fn(|i| self.atari[i] | (string[i] & one));
    }

    #[inline(always)]
    pub(super) fn atari(&self) -> Words<W> {
        self.atari
    }

    #[inline(always)]
    pub(super) fn reach(&self, point: usize) -> Words<W> {
        self.reach[usize::from(self.name[point])]
    }

    /// Whether a stone of the mover on this empty point breathes and fills no eye that the rules keep.
    #[inline(always)]
    pub(super) fn is_wanted(&self, field: &Field<W>, point: usize, mover: usize) -> bool {
        let (own, enemy) = (&field.stones[mover], &field.stones[1 - mover]);
        let [in_atari_too, any] = self.eyes;
        let around = self.around[point];
        let (mut breathes, mut open) = (0, 0);
        for i in 0..W {
            // The formula V n F(H xor ~W) of paper 003, seen from the point: it breathes if next to it there is an empty
            // point, an own stone that is not in atari, or one of the opponent's that is.
            let safe = own[i] & !self.atari[i];
            breathes |= around[i] & (field.empty[i] | safe | (enemy[i] & self.atari[i]));
            let wall = (safe | (own[i] & in_atari_too)) & any;
            open |= around[i] & !wall;
        }
        (breathes != 0) & (open != 0)
    }

    /// Plays a candidate.
    #[inline(always)]
    pub(super) fn play(&mut self, field: &mut Field<W>, point: usize, mover: usize) -> Outcome<W> {
        let around = self.around[point];
        let enemy = field.stones[1 - mover];
        let own = field.stones[mover];
        field.occupy(point, mover);

        // The opponent's strings around lose a liberty. Of the first one this is computed in any case, for nothing if there
        // is none. `changed` is where candidates must be looked at anew.
        let (mut taken, mut changed) = ([0; W], [0; W]);
        let mut left = zip(&around, &enemy, |a, b| a & b);
        let present = mask(!is_empty(&left));
        left = self.press(field, &left, present, &enemy, &mut taken, &mut changed);
        while !is_empty(&left) {
            left = self.press(field, &left, u64::MAX, &enemy, &mut taken, &mut changed);
        }

        let mut left = zip(&around, &own, |a, b| a & b);
        let alone = is_empty(&left);
        let found = usize::from(self.name[first(&left)]);
        // The point is its own string and has its own surroundings already.
        let name = if alone { point } else { found };
        let mut reach = zip(&self.reach[name], &self.alone[point], |a, b| a | b);
        self.name[point] = name as u16;
        left = zip(&left, &self.reach[name], |a, b| a & !b);
        while !is_empty(&left) {
            let next = self.reach(first(&left));
            each_member(&zip(&next, &own, |a, b| a & b), |stone| self.name[stone] = name as u16);
            reach = zip(&reach, &next, |a, b| a | b);
            left = zip(&left, &next, |a, b| a & !b);
        }
        self.reach[name] = reach;

        let mut count = 0;
        if !is_empty(&taken) {
            count = self.lift(field, &taken, &reach, mover, &mut changed);
        }
        let (_, one) = none_or_one(&reach, &field.empty);
        for i in 0..W {
            let string = reach[i] & field.stones[mover][i];
            self.atari[i] = (self.atari[i] & !string) | (string & one);
            changed[i] |= reach[i] & one;
        }
        field.reconsider(&changed);
        Outcome { taken, count, bare: alone & (one != 0) }
    }

    /// The string of the first of these stones has lost a liberty, if it is `present`: if that was the last one its stones
    /// are taken, if one is left they are marked. Returns the stones of other strings.
    #[inline(always)]
    fn press(
        &mut self,
        field: &Field<W>,
        left: &Words<W>,
        present: u64,
        enemy: &Words<W>,
        taken: &mut Words<W>,
        changed: &mut Words<W>,
    ) -> Words<W> {
        let reach = self.reach(first(left));
        let (none, one) = none_or_one(&reach, &field.empty);
        let (dead, atari) = (none & present, one & present);
        for i in 0..W {
            // The opponent's stones in F are the string itself: what lies around it has none.
            let string = reach[i] & enemy[i];
            taken[i] |= string & dead;
            self.atari[i] |= string & atari;
            changed[i] |= reach[i] & atari;
        }
        zip(left, &reach, |a, b| a & !b)
    }

    /// Takes the opponent's dead stones off and looks again at own strings in atari, but for the one of this reach that took
    /// them; returns how many stones went.
    fn lift(
        &mut self,
        field: &mut Field<W>,
        taken: &Words<W>,
        taker: &Words<W>,
        mover: usize,
        changed: &mut Words<W>,
    ) -> usize {
        let mut count = 0;
        each_member(taken, |stone| {
            self.name[stone] = stone as u16;
            self.reach[stone] = self.alone[stone];
            field.vacate(stone, 1 - mover);
            count += 1;
        });
        self.atari = zip(&self.atari, taken, |a, b| a & !b);
        let own = &field.stones[mover];
        let mut left: Words<W> = std::array::from_fn(|i| self.atari[i] & own[i] & !taker[i]);
        while !is_empty(&left) {
            let reach = self.reach(first(&left));
            let (_, one) = none_or_one(&reach, &field.empty);
            for i in 0..W {
                left[i] &= !reach[i];
                self.atari[i] &= !(reach[i] & own[i] & !one);
                changed[i] |= reach[i] & !one;
            }
        }
        count
    }
}
