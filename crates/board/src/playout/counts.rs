//! Strings as lists with counted liberties, for boards of more than two words.
//!
//! A string is a ring of stones. Of its liberties three sums are kept over all pairs of a stone and an empty point next to
//! it: how many there are, the sum of the points' numbers, and the sum of their squares (pseudo-liberties, as in libego and
//! other fast engines). A stone or an empty point changes them by an addition, and two strings become one by another. There
//! is no liberty if the count is zero, and exactly one if all summands are equal: if the count times the sum of squares is
//! the square of the sum (the case of equality of Cauchy and Schwarz).

use std::sync::Arc;

use super::field::{Field, PerPoint};
use super::words::{Words, each_member, insert, is_empty, members, zip};
use super::{EyeRule, Outcome};
use crate::topology::Topology;

/// What is on a point: `Color::index()`, or one of these.
const EMPTY: u8 = 2;
const OUTSIDE: u8 = 3;

/// Sums over the pseudo-liberties of a string; the last two are exact modulo a power of two.
#[derive(Clone, Copy, Debug, Default)]
struct Liberties {
    count: u32,
    sum: u32,
    squares: u64,
}

impl Liberties {
    /// One liberty.
    #[inline(always)]
    fn of(point: usize) -> Liberties {
        Liberties { count: 1, sum: point as u32, squares: (point * point) as u64 }
    }

    #[inline(always)]
    fn remove(&mut self, point: usize) {
        self.count = self.count.wrapping_sub(1);
        self.sum = self.sum.wrapping_sub(point as u32);
        self.squares = self.squares.wrapping_sub((point * point) as u64);
    }

    #[inline(always)]
    fn join(&mut self, other: Liberties) {
        self.count = self.count.wrapping_add(other.count);
        self.sum = self.sum.wrapping_add(other.sum);
        self.squares = self.squares.wrapping_add(other.squares);
    }

    /// Whether there is exactly one liberty. It counts at most as often as it has neighbours, `degree` at most; so few
    /// summands do not overflow.
    #[inline(always)]
    fn is_one(&self, degree: u32) -> bool {
        let square = u64::from(self.sum).wrapping_mul(u64::from(self.sum));
        (self.count.wrapping_sub(1) < degree) & (u64::from(self.count).wrapping_mul(self.squares) == square)
    }

    /// The liberty, if there is exactly one.
    #[inline(always)]
    fn only(&self) -> usize {
        (self.sum / self.count.max(1)) as usize
    }
}

/// What is known of a point.
#[derive(Clone, Copy, Debug)]
struct Site {
    /// The name of the string: one of its stones. An empty point has its own.
    name: u16,
    /// The next stone of the string.
    next: u16,
    /// Stones of the string of this name.
    size: u16,
    cell: u8,
}

impl Site {
    fn alone(point: usize, cell: u8) -> Site {
        Site { name: point as u16, next: point as u16, size: 1, cell }
    }
}

/// The neighbours of all points in fours, the last one filled up with the point outside: loops over them go around equally
/// often for all points of most boards, and nobody needs to ask which neighbours there are.
#[derive(Debug)]
struct Fours {
    fours: Vec<[u16; 4]>,
    /// Where those of a point begin.
    begin: Vec<u32>,
}

impl Fours {
    fn new(topology: &Topology) -> Fours {
        let mut all = Fours { fours: Vec::new(), begin: vec![0] };
        for point in topology.points() {
            for chunk in topology.neighbors(point).chunks(4) {
                all.fours.push(std::array::from_fn(|i| chunk.get(i).map_or(topology.len() as u16, |n| n.0)));
            }
            all.begin.push(all.fours.len() as u32);
        }
        all
    }

    #[inline(always)]
    fn of(&self, point: usize) -> &[[u16; 4]] {
        &self.fours[self.begin[point] as usize..self.begin[point + 1] as usize]
    }
}

/// The rings of stones and the sums of their liberties.
#[derive(Clone, Debug)]
struct Rings {
    /// By point, and at the end the point outside.
    sites: Vec<Site>,
    /// By the name of the string. Those of an empty point are the ones that a stone there would have.
    liberties: Vec<Liberties>,
    /// The most neighbours of a point.
    degree: u32,
}

/// The strings of a position, each with the sums of its liberties.
#[derive(Clone, Debug)]
pub(super) struct CountedStrings<const W: usize> {
    around: Arc<PerPoint<Words<W>, W>>,
    fours: Arc<Fours>,
    rings: Rings,
    /// Those of the empty board.
    fresh: Arc<Rings>,
    /// Whether own stones in atari make eyes too, and whether there are eyes at all.
    eyes: [bool; 2],
}

impl Rings {
    /// What is on a point, and the liberties of the string there.
    #[inline(always)]
    fn at(&self, point: u16) -> (u8, &Liberties) {
        let Site { cell, name, .. } = self.sites[usize::from(point)];
        (cell, &self.liberties[usize::from(name)])
    }

    /// Puts a stone on an empty point, as one of the string of this name or as its own; the same is done for both.
    #[inline(always)]
    fn attach(&mut self, point: usize, name: usize, cell: u8) {
        let own = name == point;
        let here = self.liberties[point];
        self.sites[point] = Site { name: name as u16, next: point as u16, size: u16::from(own), cell };
        let string = &mut self.sites[name];
        let next = string.next;
        string.next = point as u16;
        string.size += u16::from(!own);
        self.sites[point].next = next;
        self.liberties[name].join(if own { Liberties::default() } else { here });
    }

    /// Makes one string of two; returns its name.
    fn join(&mut self, a: usize, b: usize) -> usize {
        // The smaller one takes the name of the larger one.
        let (small, large) = if self.sites[a].size > self.sites[b].size { (b, a) } else { (a, b) };
        let mut stone = small;
        loop {
            self.sites[stone].name = large as u16;
            stone = usize::from(self.sites[stone].next);
            if stone == small {
                break;
            }
        }
        let next = self.sites[small].next;
        self.sites[small].next = self.sites[large].next;
        self.sites[large].next = next;
        self.sites[large].size += self.sites[small].size;
        let joined = self.liberties[small];
        self.liberties[large].join(joined);
        large
    }

    /// Takes a string off that the string `taker` has taken; returns how many stones went.
    fn lift<const W: usize>(
        &mut self,
        fours: &Fours,
        name: usize,
        taker: usize,
        taken: &mut Words<W>,
        changed: &mut Words<W>,
    ) -> usize {
        let mover = self.sites[taker].cell;
        // The stone that gave the string its name goes last: until then the others add to its liberties what is none.
        let mut stone = usize::from(self.sites[name].next);
        let mut count = 0;
        loop {
            let next = usize::from(self.sites[stone].next);
            self.sites[stone] = Site::alone(stone, EMPTY);
            insert(taken, stone);
            count += 1;
            let mut here = Liberties::default();
            for four in fours.of(stone) {
                for &n in four {
                    let Site { cell, name, .. } = self.sites[usize::from(n)];
                    let theirs = &mut self.liberties[usize::from(name)];
                    let empty = cell == EMPTY;
                    here.join(if empty { Liberties::of(usize::from(n)) } else { Liberties::default() });
                    // Another string in atari is saved now: its liberty may have been left aside.
                    let saved = (cell == mover) & (usize::from(name) != taker) & theirs.is_one(self.degree);
                    if saved {
                        insert(changed, theirs.only());
                    }
                    theirs.join(Liberties::of(stone));
                }
            }
            self.liberties[stone] = here;
            if stone == name {
                return count;
            }
            stone = next;
        }
    }
}

impl<const W: usize> CountedStrings<W> {
    pub(super) fn new(
        topology: &Topology,
        around: Arc<PerPoint<Words<W>, W>>,
        eyes: EyeRule,
    ) -> CountedStrings<W> {
        let mut fresh = Rings { sites: Vec::new(), liberties: Vec::new(), degree: 0 };
        for point in topology.points() {
            let mut liberties = Liberties::default();
            for n in topology.neighbors(point) {
                liberties.join(Liberties::of(n.index()));
            }
            fresh.sites.push(Site::alone(point.index(), EMPTY));
            fresh.liberties.push(liberties);
            fresh.degree = fresh.degree.max(liberties.count);
        }
        fresh.sites.push(Site::alone(topology.len(), OUTSIDE));
        fresh.liberties.push(Liberties::default());
        CountedStrings {
            around,
            fours: Arc::new(Fours::new(topology)),
            rings: fresh.clone(),
            fresh: Arc::new(fresh),
            eyes: match eyes {
                EyeRule::Kept => [false, true],
                EyeRule::AlwaysKept => [true, true],
                EyeRule::Filled => [false, false],
            },
        }
    }

    /// No stones.
    pub(super) fn clear(&mut self) {
        self.rings.sites.copy_from_slice(&self.fresh.sites);
        self.rings.liberties.copy_from_slice(&self.fresh.liberties);
    }

    /// A string of these stones, on a board where the sets have all their stones already.
    pub(super) fn set(&mut self, string: &Words<W>, color: usize, empty: &Words<W>) {
        let stones: Vec<usize> = members(*string).collect();
        let Some(&name) = stones.first() else { return };
        let mut liberties = Liberties::default();
        for (&stone, &next) in stones.iter().zip(stones.iter().cycle().skip(1)) {
            let size = stones.len() as u16;
            self.rings.sites[stone] = Site { name: name as u16, next: next as u16, size, cell: color as u8 };
            for n in members(zip(&self.around[stone], empty, |a, b| a & b)) {
                liberties.join(Liberties::of(n));
            }
        }
        self.rings.liberties[name] = liberties;
    }

    /// Counts again what a stone on an empty point would have, after stones were set.
    pub(super) fn count_around(&mut self, empty: &Words<W>) {
        for point in members(*empty) {
            let mut liberties = Liberties::default();
            for n in members(zip(&self.around[point], empty, |a, b| a & b)) {
                liberties.join(Liberties::of(n));
            }
            self.rings.liberties[point] = liberties;
        }
    }

    /// All stones of strings with a single liberty.
    pub(super) fn atari(&self) -> Words<W> {
        let mut atari = [0; W];
        for point in 0..self.rings.sites.len() - 1 {
            let (cell, liberties) = self.rings.at(point as u16);
            if cell < EMPTY && liberties.is_one(self.rings.degree) {
                insert(&mut atari, point);
            }
        }
        atari
    }

    /// F: the string of a point and all points around it.
    pub(super) fn reach(&self, point: usize) -> Words<W> {
        let mut reach = [0; W];
        let mut stone = point;
        loop {
            insert(&mut reach, stone);
            reach = zip(&reach, &self.around[stone], |a, b| a | b);
            stone = usize::from(self.rings.sites[stone].next);
            if stone == point {
                return reach;
            }
        }
    }

    /// Whether a stone of the mover on this empty point breathes and fills no eye that the rules keep.
    #[inline(always)]
    pub(super) fn is_wanted(&self, point: usize, mover: usize) -> bool {
        if self.rings.liberties[point].count > 0 {
            return true;
        }
        let [in_atari_too, any] = self.eyes;
        let (mut breathes, mut open) = (false, false);
        for four in self.fours.of(point) {
            for &n in four {
                let (cell, liberties) = self.rings.at(n);
                let safe = !liberties.is_one(self.rings.degree);
                let own = cell == mover as u8;
                // All neighbours are stones. It breathes next to an own one that is not in atari, or one of the opponent's
                // that is.
                breathes |= (cell != OUTSIDE) & (own == safe);
                open |= (cell != OUTSIDE) & !(own & any & (safe | in_atari_too));
            }
        }
        breathes & open
    }

    /// Plays a candidate.
    #[inline(always)]
    pub(super) fn play(&mut self, field: &mut Field<W>, point: usize, mover: usize) -> Outcome<W> {
        let CountedStrings { fours, rings, .. } = self;
        let fours_around = fours.of(point);
        let around = fours_around.as_flattened();
        let (own, enemy) = (mover as u8, 1 - mover as u8);
        field.occupy(point, mover);
        // All strings around lose a liberty, whatever their colour; the stone joins one of its own, or itself.
        let (mut dead, mut pressed, mut several) = (false, false, false);
        let mut name = point;
        for four in fours_around {
            for &n in four {
                let site = rings.sites[usize::from(n)];
                let theirs = &mut rings.liberties[usize::from(site.name)];
                theirs.remove(point);
                dead |= (site.cell == enemy) & (theirs.count == 0);
                pressed |= (site.cell == enemy) & theirs.is_one(rings.degree);
                let next = if site.cell == own { usize::from(site.name) } else { name };
                several |= (next != name) & (name != point);
                name = next;
            }
        }
        rings.attach(point, name, own);
        if several {
            for &n in around {
                let site = rings.sites[usize::from(n)];
                if site.cell == own && usize::from(site.name) != name {
                    name = rings.join(name, usize::from(site.name));
                }
            }
        }
        // `changed` is where candidates must be looked at anew.
        let (mut taken, mut changed, mut count) = ([0; W], [0; W], 0);
        let mut again = false;
        if dead {
            for &n in around {
                let (cell, theirs) = rings.at(n);
                if cell == enemy && theirs.count == 0 {
                    let string = usize::from(rings.sites[usize::from(n)].name);
                    count += rings.lift(fours, string, name, &mut taken, &mut changed);
                }
            }
            each_member(&taken, |stone| field.vacate(stone, 1 - mover));
            again = !is_empty(&changed);
        }
        // What has an empty neighbour was not left aside.
        let mut look_at = |point: usize| {
            if rings.liberties[point].count == 0 {
                insert(&mut changed, point);
                again = true;
            }
        };
        if pressed {
            for &n in around {
                let (cell, theirs) = rings.at(n);
                if cell == enemy && theirs.is_one(rings.degree) {
                    look_at(theirs.only());
                }
            }
        }
        let mine = &rings.liberties[name];
        let atari = mine.is_one(rings.degree);
        if atari {
            look_at(mine.only());
        }
        if again {
            field.reconsider(&changed);
        }
        Outcome { taken, count, bare: atari & (rings.sites[name].size == 1) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_sums_tell_one_liberty_from_several() {
        for (points, one) in [
            (&[7, 7, 7, 7][..], true),
            (&[0, 0], true),
            (&[0], true),
            (&[], false),
            (&[0, 1], false),
            (&[1, 2, 3], false),
            (&[9999, 9999, 9998], false),
            (&[9999, 9999, 9999], true),
        ] {
            let mut sums = Liberties::default();
            for &point in points {
                sums.join(Liberties::of(point));
            }
            assert_eq!((sums.is_one(4), sums.count as usize), (one, points.len()), "{points:?}");
            if one {
                assert_eq!(sums.only(), points[0]);
            }
            sums.join(Liberties::of(5000));
            sums.remove(5000);
            assert_eq!(sums.is_one(4), one);
        }
        // As many as cannot be one: half of them point 0, half of them 8192. Both products overflow to zero.
        let many = 1 << 20;
        let sums = Liberties { count: many, sum: 0, squares: u64::from(many / 2) * 8192 * 8192 };
        assert!(!sums.is_one(10_000));
    }
}
