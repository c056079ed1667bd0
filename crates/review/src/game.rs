//! A game followed from move to move: what was missed, by whom, and what it cost.
//!
//! In every position the fate of every string is known for both sides moving first. Before a move that is what the mover can have; after
//! it, with the opponent moving first, it is what he has got. Where that is less, he missed something:
//!
//! - he did not *save* stones of his own that he could have saved,
//! - he did not *take* stones of the opponent that he could have taken.
//!
//! A claim is made only if three positions say so: the one before, the one after, and the one after the move that would have been
//! right. Strings that one move gives away together are one moment. Where both sides go on elsewhere and the chance stays, it
//! is the same moment, missed again.
//!
//! A third kind of moment is a defence that was not *needed*: a move into an area of one's own where no opponent's stone stands, beside
//! none, which changes no fate that is known, when the group was alive without it.

use tesuji_board::{Color, KoRule, Point, PointSet, Position, Rules};
use tesuji_formats::{Error, Moment as At, SgfMove, SgfTree};
use tesuji_job::{Limits, Progress, Watch, Why};

use crate::grade::Grade;
use crate::strings::{Fact, Outcome, Strings};

/// What is reviewed, and how.
#[derive(Clone, Copy, Debug)]
pub struct Asking {
    /// The first move that is judged, from 1 on.
    pub from: usize,
    /// The last one.
    pub to: usize,
    /// Strings of fewer stones are not followed.
    pub least: usize,
}

/// What was missed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Missed {
    /// Own stones could have been saved.
    Save,
    /// Stones of the opponent could have been taken.
    Take,
    /// Nothing: the move was not needed.
    Needless,
}

/// A player had a move, and played another one.
#[derive(Clone, Debug)]
pub struct Moment {
    /// The number of the move, from 1 on.
    pub number: usize,
    /// Who moved.
    pub color: Color,
    /// Where; none is a pass.
    pub played: Option<Point>,
    /// What was missed.
    pub missed: Missed,
    /// A stone of the largest string that it is about.
    pub at: Point,
    /// The stones that it is about.
    pub stones: PointSet,
    /// How good the fate of these stones was for the mover before the move, with his best one, and after it.
    pub before: Grade,
    /// See there.
    pub after: Grade,
    /// Moves that would have been right, best first; none is a pass. Not all of them, if there are several.
    pub right: Vec<Option<Point>>,
    /// Best play with the right move.
    pub better: Vec<Option<Point>>,
    /// Best play after the move that was made, the opponent's move first.
    pub line: Vec<Option<Point>>,
    /// Whether the opponent made use of it; none where that is not known or the review ends.
    pub punished: Option<bool>,
    /// How often the same chance was missed again by the same player.
    pub again: usize,
    /// Whether a quick capture on the whole board says so, and not the life of a group.
    pub captured: bool,
    /// Whether getting out into the open counted as life.
    pub open: bool,
    /// Strings that were taken as safe: a stone of each.
    pub assumed: Vec<Point>,
}

/// A string whose fate was not known when it mattered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Open {
    /// A stone of it.
    pub at: Point,
    /// Its colour.
    pub color: Color,
    /// The first move before which, or after which, it was not known.
    pub from: usize,
    /// The last one in a row.
    pub to: usize,
}

/// How the sides stood after a move.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Standing {
    /// The number of the move.
    pub number: usize,
    /// Stones of Black, and of White, that die whoever moves first.
    pub dead: [usize; 2],
    /// Stones whose fate depends on who moves first, or on a ko.
    pub unsettled: [usize; 2],
    /// Stones of which it is not known.
    pub unknown: [usize; 2],
}

/// A game that was followed.
#[derive(Clone, Debug, Default)]
pub struct Followed {
    /// What was missed, the largest first.
    pub moments: Vec<Moment>,
    /// What was not known.
    pub undecided: Vec<Open>,
    /// After each move.
    pub graph: Vec<Standing>,
    /// The strings in the last position, largest first.
    pub last: Vec<Fact>,
    /// Moves that were judged.
    pub judged: usize,
    /// Positions looked at, and how many it would have been if every question had been asked anew.
    pub nodes: (u64, u64),
    /// Why it was not followed to its end, if it was not.
    pub ended: Option<Why>,
}

/// Follows the main line of a game. `seen` hears of every moment as soon as it is found.
///
/// # Errors
/// A move that is not possible, or a setup that is not, with its place.
pub fn follow(
    tree: &SgfTree,
    asking: &Asking,
    limits: &Limits,
    watch: &Watch,
    seen: &mut dyn FnMut(&Moment),
) -> Result<Followed, Error> {
    let moves = tree.main_line_moves()?;
    let last = asking.to.min(moves.len());
    let from = asking.from.max(1);
    let mut work = Work {
        tree,
        moves: &moves,
        asking,
        strings: Strings::new(limits, watch),
        followed: Followed::default(),
        chances: Vec::new(),
    };
    if from <= last {
        let mut before = work.position(from - 1)?;
        let mut facts = work.strings.facts(&before, asking.least);
        for number in from..=last {
            let after = work.position(number)?;
            let done = (number - from) as u64;
            let progress = || Progress::counted("moves", done, Some((last + 1 - from) as u64));
            let judged = watch.look(progress).and_then(|()| {
                let before_facts = std::mem::replace(&mut facts, Err(Why::NotAsked))?;
                let after_facts = work.strings.facts(&after, asking.least)?;
                work.judge(number, (&before, &before_facts), (&after, &after_facts), seen)?;
                facts = Ok(after_facts);
                Ok(())
            });
            if let Err(why) = judged {
                work.followed.ended = Some(why);
                break;
            }
            work.followed.judged += 1;
            before = after;
        }
        if let Ok(facts) = facts {
            work.followed.last = facts;
            work.followed.last.sort_by_key(|fact| (std::cmp::Reverse(fact.stones.len()), fact.at));
        }
    }
    let mut followed = work.followed;
    followed.nodes = work.strings.nodes();
    followed.moments.sort_by_key(|moment| (std::cmp::Reverse(moment.size()), moment.number, moment.missed));
    Ok(followed)
}

impl Moment {
    /// The stones that it is about; none for a move that was not needed.
    #[must_use]
    pub fn size(&self) -> usize {
        if self.missed == Missed::Needless { 0 } else { self.stones.len() }
    }

    /// What it cost in points: two for each stone, one for a move that was not needed.
    #[must_use]
    pub fn points(&self) -> usize {
        if self.missed == Missed::Needless { 1 } else { 2 * self.stones.len() }
    }
}

/// A game while it is followed.
struct Work<'a> {
    tree: &'a SgfTree,
    moves: &'a [SgfMove],
    asking: &'a Asking,
    strings: Strings<'a>,
    followed: Followed,
    /// Moments whose chance may still be there, by their place among the moments, with the move at which they were seen last.
    chances: Vec<(usize, usize)>,
}

/// A position with its facts.
type Known<'a> = (&'a Position, &'a [Fact]);

/// A string that a move gives away.
struct Loss<'a> {
    fact: &'a Fact,
    before: &'a Outcome,
    after: Outcome,
    from: Grade,
    to: Grade,
}

impl Work<'_> {
    /// The position after so many moves.
    fn position(&self, number: usize) -> Result<Position, Error> {
        let at = if number == 0 { At::Problem } else { At::AfterMove(number) };
        let diagram = self.tree.diagram(at)?;
        let rules = Rules { ko: KoRule::Simple, suicide: true };
        let mut setup = diagram.setup;
        // The next move says who is to move, where a record leaves it open.
        if let Some(next) = self.moves.get(number)
            && setup.to_move != next.color
        {
            setup.to_move = next.color;
            setup.ko = None;
        }
        Position::from_setup(&setup, rules).map_err(|invalid| {
            let problem = tesuji_formats::Problem::InvalidSetup(Box::new(invalid));
            Error { problem, place: None }
        })
    }

    fn judge(
        &mut self,
        number: usize,
        before: (&Position, &Vec<Fact>),
        after: (&Position, &Vec<Fact>),
        seen: &mut dyn FnMut(&Moment),
    ) -> Result<(), Why> {
        let (before, after): (Known<'_>, Known<'_>) = ((before.0, before.1), (after.0, after.1));
        let played = self.moves[number - 1];
        let (mover, opponent) = (played.color, played.color.opponent());
        self.settle(number, mover, after.1);
        for missed in [Missed::Save, Missed::Take] {
            let owner = if missed == Missed::Save { mover } else { opponent };
            let mut losses: Vec<Loss<'_>> = Vec::new();
            for fact in before.1.iter().filter(|fact| fact.color == owner) {
                let had = &fact.first[mover.index()];
                let got = outcome_after(fact, after, opponent);
                let Some((from, to)) = comparable(had, &got) else {
                    self.open(number, fact);
                    continue;
                };
                let (from, to) = (seen_by(from, owner == mover), seen_by(to, owner == mover));
                if to < from {
                    losses.push(Loss { fact, before: had, after: got, from, to });
                }
            }
            let mut kept: Vec<Loss<'_>> = Vec::new();
            for loss in losses {
                if self.is_confirmed(before.0, &loss, mover)? {
                    kept.push(loss);
                } else {
                    self.open(number, loss.fact);
                }
            }
            kept.sort_by_key(|loss| (std::cmp::Reverse(loss.fact.stones.len()), loss.fact.at));
            let Some(largest) = kept.first() else { continue };
            let moment = Moment {
                number,
                color: mover,
                played: played.point,
                missed,
                at: largest.fact.at,
                stones: kept.iter().flat_map(|loss| loss.fact.stones.iter()).collect(),
                before: largest.from,
                after: largest.to,
                right: right(largest.before),
                better: largest.before.line.clone(),
                line: largest.after.line.clone(),
                punished: None,
                again: 0,
                captured: largest.after.captured || largest.before.captured,
                open: largest.before.open || largest.after.open,
                assumed: largest.fact.assumed.clone(),
            };
            self.note(moment, seen);
        }
        if let Some(moment) = self.needless(number, before, after)
            && !self.changes_small(moment.color, before.0, after.0)?
        {
            seen(&moment);
            self.followed.moments.push(moment);
        }
        self.followed.graph.push(standing(number, after.1));
        Ok(())
    }

    /// Whether the move that is called right would have kept what was lost.
    fn is_confirmed(&mut self, before: &Position, loss: &Loss<'_>, mover: Color) -> Result<bool, Why> {
        let own = loss.fact.color == mover;
        let Some(&right) = right(loss.before).first() else { return Ok(false) };
        let mut position = before.clone();
        match right {
            Some(point) if position.play(mover, point).is_err() => return Ok(false),
            Some(_) => {}
            None => position.pass(mover),
        }
        let opponent = mover.opponent();
        let stone = loss.fact.stones.iter().find(|&stone| position.stone(stone) == Some(loss.fact.color));
        let grade = match stone {
            // It is taken at once.
            None => Some(Grade::FAILS),
            Some(stone) => {
                let fact = self.strings.fact(&position, stone)?;
                let known = fact.and_then(|fact| fact.first[opponent.index()].known());
                match known {
                    None if self.strings.is_captured(&position, stone, opponent)? == Some(false) => {
                        Some(Grade::ESCAPES)
                    }
                    known => known,
                }
            }
        };
        Ok(grade.is_some_and(|grade| seen_by(grade, own) > loss.to))
    }

    /// A new moment, or one that was missed before and is missed again.
    fn note(&mut self, moment: Moment, seen: &mut dyn FnMut(&Moment)) {
        let again = self.chances.iter_mut().find(|(index, last)| {
            let known = &self.followed.moments[*index];
            known.color == moment.color
                && known.missed == moment.missed
                && *last + 2 >= moment.number
                && known.stones.intersects(&moment.stones)
        });
        if let Some((index, last)) = again {
            *last = moment.number;
            let known = &mut self.followed.moments[*index];
            known.again += 1;
            // The stake may have grown.
            if moment.stones.len() > known.stones.len() {
                known.stones = moment.stones;
                known.at = moment.at;
            }
            return;
        }
        seen(&moment);
        self.chances.push((self.followed.moments.len(), moment.number));
        self.followed.moments.push(moment);
    }

    /// Whether the move after a moment made use of it.
    fn settle(&mut self, number: usize, mover: Color, after: &[Fact]) {
        for &(index, last) in &self.chances {
            let known = &mut self.followed.moments[index];
            if last + 1 != number || known.color == mover {
                continue;
            }
            let owner = if known.missed == Missed::Save { known.color } else { mover };
            let fact = after.iter().find(|fact| fact.color == owner && fact.stones.contains(known.at));
            let grade = match fact {
                None => Some(Grade::FAILS),
                Some(fact) => fact.first[known.color.index()].known(),
            };
            known.punished = grade.map(|grade| seen_by(grade, owner == known.color) <= known.after);
        }
        self.chances.retain(|&(_, last)| last + 2 >= number);
    }

    /// A defence of a group that was alive without it.
    fn needless(&self, number: usize, before: Known<'_>, after: Known<'_>) -> Option<Moment> {
        let played = self.moves[number - 1];
        let (mover, opponent) = (played.color, played.color.opponent());
        let point = played.point?;
        // It takes nothing, and no liberty of anything.
        let near = before.0.topology().neighbors(point);
        if near.iter().any(|&near| before.0.stone(near) == Some(opponent)) {
            return None;
        }
        let others = before.0.stones(opponent);
        let fact = before.1.iter().filter(|fact| fact.color == mover).find(|fact| {
            fact.area.as_ref().is_some_and(|area| area.contains(point) && !area.intersects(&others))
        })?;
        let lived = &fact.first[opponent.index()];
        if lived.grade != Ok(Grade::WORKS) || lived.open {
            return None;
        }
        // It changed no fate, as far as fates are known: each string stands as if the mover had passed.
        for one in before.1 {
            let had = one.first[opponent.index()].grade;
            let got = outcome_after(one, after, opponent).grade;
            if had != got {
                return None;
            }
        }
        Some(Moment {
            number,
            color: mover,
            played: Some(point),
            missed: Missed::Needless,
            at: fact.at,
            stones: fact.group.clone(),
            before: Grade::WORKS,
            after: Grade::WORKS,
            right: vec![None],
            better: Vec::new(),
            line: Vec::new(),
            punished: None,
            again: 0,
            captured: false,
            open: false,
            assumed: fact.assumed.clone(),
        })
    }

    /// Whether a move changes the fate of a string that is too small to be followed.
    fn changes_small(&mut self, mover: Color, before: &Position, after: &Position) -> Result<bool, Why> {
        let opponent = mover.opponent();
        for string in before.strings().iter().filter(|string| string.stones.len() < self.asking.least) {
            let Some(stone) = string.stones.first() else { continue };
            let mut first = |position: &Position| -> Result<Option<Result<Grade, Why>>, Why> {
                let fact = self.strings.fact(position, stone)?;
                Ok(fact.map(|fact| fact.first[opponent.index()].grade))
            };
            let had = first(before)?;
            if had != first(after)? {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Takes down that a fate was not known.
    fn open(&mut self, number: usize, fact: &Fact) {
        let known =
            self.followed.undecided.iter_mut().rev().find(|open| {
                open.color == fact.color && open.to + 1 >= number && fact.stones.contains(open.at)
            });
        match known {
            Some(open) => open.to = number,
            None => {
                let (at, color) = (fact.at, fact.color);
                self.followed.undecided.push(Open { at, color, from: number, to: number });
            }
        }
    }
}

/// A grade of the owner as the mover sees it.
fn seen_by(grade: Grade, own: bool) -> Grade {
    if own { grade } else { grade.of_other() }
}

/// Two outcomes for the owner, if they can be compared: what is only known not to be captured quickly is better than what is captured, and more
/// cannot be said of it.
fn comparable(before: &Outcome, after: &Outcome) -> Option<(Grade, Grade)> {
    let (from, to) = (before.known()?, after.known()?);
    let says_little =
        |one: Grade, other: Grade| one == Grade::ESCAPES && other != one && other != Grade::FAILS;
    (!says_little(from, to) && !says_little(to, from)).then_some((from, to))
}

/// Moves that reach an outcome; a pass where nothing needs to be done.
fn right(outcome: &Outcome) -> Vec<Option<Point>> {
    if outcome.moves.is_empty() { vec![None] } else { outcome.moves.clone() }
}

/// What becomes of a string after a move, with the other side moving first.
fn outcome_after(fact: &Fact, after: Known<'_>, first: Color) -> Outcome {
    let found = after.1.iter().find(|one| one.color == fact.color && one.stones.contains(fact.at));
    match found {
        Some(one) => one.first[first.index()].clone(),
        None => Outcome { captured: true, ..Outcome::settled(Ok(Grade::FAILS)) },
    }
}

fn standing(number: usize, facts: &[Fact]) -> Standing {
    let mut standing = Standing { number, ..Standing::default() };
    for fact in facts {
        let place = match (fact.first[0].grade, fact.first[1].grade) {
            (Err(_), _) | (_, Err(_)) => &mut standing.unknown,
            (Ok(Grade::FAILS), Ok(Grade::FAILS)) => &mut standing.dead,
            (Ok(one), Ok(other)) if one == other && !one.is_ko() => continue,
            _ => &mut standing.unsettled,
        };
        place[fact.color.index()] += fact.stones.len();
    }
    standing
}
