//! Exhaustive play on the board with the rules of Go: the third witness, and the judge where counting does not apply.
//!
//! All points of all regions are in play; essential stones are captured when their last liberty is taken, safe stones never
//! are, a ko may not be taken back at once. Three outcomes are two questions: can Black capture, can White? The attacker of
//! a question never passes, since the defender would pass too; a position that comes back along a line counts against the
//! attacker. That is sound: what is proved without using a repetition holds always, and a failure that leans on a position
//! still open above it is remembered only when that position has failed as well.

use std::collections::HashMap;

use tesuji_board::{Color, Point};
use tesuji_job::{Unknown, Why};

use crate::board::{BoardRace, ground_of};
use crate::budget::Account;
use crate::ground::{Bits, Ground, MOST_POINTS, State, ones};
use crate::verdict::Outcome;

/// Deeper lines than this are not followed.
const MOST_PLIES: usize = 300;
/// Bytes of a position in the memory.
const BYTES: u64 = 128;

/// The reason for not searching a race of this many points, if they are too many.
pub(crate) fn refused(points: usize) -> Option<Unknown> {
    let told = || Unknown::new(Why::Room, format!("the race has more than {MOST_POINTS} open points"));
    (points > MOST_POINTS).then(told)
}

/// First moves as far as they could be judged.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Judged {
    /// Moves that keep what was wanted.
    pub good: Vec<Point>,
    /// Legal moves that could not be judged.
    pub undecided: Vec<Point>,
    /// Why not, if there are such moves.
    pub ended: Option<Why>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct Key {
    state: State,
    mover: Color,
    attacker: Color,
    ko: Option<u8>,
    /// The attacker's own block has joined safe stones.
    attacker_out: bool,
}

/// A searcher of one board with its memory.
pub struct BoardSearch {
    ground: Ground,
    root: Key,
    known: HashMap<Key, bool>,
    path: HashMap<Key, usize>,
    account: Account,
}

impl BoardSearch {
    /// A search of a race that looks at no more than `most` positions for all questions together, of those that the question to
    /// which the race's liberty games belong may still use.
    ///
    /// # Errors
    /// [`Why::Room`], if there are more open points than a search can hold.
    pub fn new(race: &BoardRace, most: u64) -> Result<BoardSearch, Unknown> {
        let points: Vec<Point> = race.regions.iter().flat_map(|region| region.points.iter()).collect();
        if let Some(unknown) = refused(points.len()) {
            return Err(unknown);
        }
        let (ground, state) = ground_of(&race.position, &race.blocks, points);
        let ko = race.position.ko().and_then(|ko| ground.points.iter().position(|&point| point == ko));
        let root = Key {
            state,
            mover: Color::Black,
            attacker: Color::Black,
            ko: ko.map(|index| index as u8),
            attacker_out: false,
        };
        let (known, path) = (HashMap::new(), HashMap::new());
        let account = race.games.budget().account("searching the board", most, BYTES);
        Ok(BoardSearch { ground, root, known, path, account })
    }

    /// How many positions were looked at.
    #[must_use]
    pub fn nodes(&self) -> u64 {
        self.account.nodes()
    }

    /// The outcome with `mover` to move.
    ///
    /// # Errors
    /// A limit, [`Why::Depth`] or [`Why::Stopped`].
    pub fn outcome(&mut self, mover: Color) -> Result<Outcome, Why> {
        self.outcome_at(&Key { mover, ..self.start(mover) })
    }

    /// The points where the mover keeps the outcome `wanted` (2 win, 1 seki, see [`Outcome::for_side`]).
    pub fn good_moves(&mut self, mover: Color, wanted: u8) -> Judged {
        let points = self.ground.points.clone();
        let mut judged = Judged::default();
        for point in points {
            match self.keeps(mover, point, wanted) {
                Ok(true) => judged.good.push(point),
                Ok(false) => {}
                Err(why) => {
                    judged.undecided.push(point);
                    judged.ended.get_or_insert(why);
                }
            }
        }
        judged
    }

    /// Whether the mover keeps the outcome `wanted` by playing there; an illegal move keeps nothing.
    ///
    /// # Errors
    /// A limit, [`Why::Depth`] or [`Why::Stopped`].
    pub fn keeps(&mut self, mover: Color, point: Point, wanted: u8) -> Result<bool, Why> {
        let root = self.start(mover);
        let Some(at) = self.ground.points.iter().position(|&other| other == point) else { return Ok(false) };
        if root.state.empty() >> at & 1 == 0 {
            return Ok(false);
        }
        let value = match self.play(&root, at) {
            Move::Illegal => return Ok(false),
            Move::Captures => 2,
            Move::Goes(after) => self.outcome_at(&after)?.for_side(mover),
        };
        Ok(value >= wanted)
    }

    /// A line of best play: points and passes, to the capture or to two passes.
    ///
    /// # Errors
    /// A limit, [`Why::Depth`] or [`Why::Stopped`].
    pub fn line(&mut self, first: Color) -> Result<Vec<(Color, Option<Point>)>, Why> {
        let mut key = self.start(first);
        let outcome = self.outcome_at(&key)?;
        let mut line = Vec::new();
        let mut seen = Vec::new();
        while line.len() < MOST_PLIES && !seen.contains(&key) {
            seen.push(key);
            let wanted = outcome.for_side(key.mover);
            let mut chosen = None;
            for at in self.ordered(&key) {
                match self.play(&key, at) {
                    Move::Illegal => {}
                    Move::Captures => {
                        line.push((key.mover, Some(self.ground.points[at])));
                        return Ok(line);
                    }
                    Move::Goes(after) => {
                        if !seen.contains(&after) && self.outcome_at(&after)?.for_side(key.mover) == wanted {
                            chosen = Some((at, after));
                            break;
                        }
                    }
                }
            }
            let mover = key.mover;
            match chosen {
                Some((at, after)) => {
                    line.push((mover, Some(self.ground.points[at])));
                    key = after;
                }
                None => {
                    let ends = line.last().is_some_and(|(_, point)| point.is_none());
                    line.push((mover, None));
                    if ends {
                        break;
                    }
                    key = passed(&key);
                }
            }
        }
        Ok(line)
    }

    fn start(&self, mover: Color) -> Key {
        // A ko binds only the side that would take it back.
        Key { mover, attacker: mover, ..self.root }
    }

    fn outcome_at(&mut self, key: &Key) -> Result<Outcome, Why> {
        for attacker in Color::BOTH {
            self.path.clear();
            if self.captures(&Key { attacker, ..*key }, 0)?.0 {
                return Ok(Outcome::win_of(attacker));
            }
        }
        Ok(Outcome::Seki)
    }

    /// Whether the attacker captures, and the smallest ply of an open position this answer leans on.
    fn captures(&mut self, key: &Key, ply: usize) -> Result<(bool, usize), Why> {
        let target = key.attacker.opponent();
        let liberties = key.state.liberties(target).count_ones();
        if key.mover == key.attacker && liberties == 0 {
            return Ok((false, usize::MAX)); // it has joined safe stones
        }
        if let Some(&known) = self.known.get(key) {
            return Ok((known, usize::MAX));
        }
        if let Some(&above) = self.path.get(key) {
            return Ok((false, above));
        }
        self.account.node()?;
        if ply >= MOST_PLIES {
            return Err(Why::Depth);
        }
        self.path.insert(*key, ply);
        let (wins, leans_on) = self.expand(key, ply)?;
        self.path.remove(key);
        if wins || leans_on >= ply {
            self.known.insert(*key, wins);
            return Ok((wins, usize::MAX));
        }
        Ok((wins, leans_on))
    }

    fn expand(&mut self, key: &Key, ply: usize) -> Result<(bool, usize), Why> {
        let attacking = key.mover == key.attacker;
        let mut leans_on = usize::MAX;
        for at in self.ordered(key) {
            let (wins, below) = match self.play(key, at) {
                Move::Illegal => continue,
                Move::Captures => (attacking, usize::MAX),
                Move::Goes(after) => self.captures(&after, ply + 1)?,
            };
            if wins == attacking {
                // One good move decides; a failure of the attacker leans on what that move's answer leaned on.
                return Ok((wins, if wins { usize::MAX } else { below }));
            }
            leans_on = leans_on.min(below);
        }
        if attacking {
            return Ok((false, leans_on));
        }
        self.captures(&passed(key), ply + 1)
    }

    /// The empty points, liberties of the racing blocks first.
    fn ordered(&self, key: &Key) -> Vec<usize> {
        let state = &key.state;
        let theirs = state.liberties(key.mover.opponent());
        let own = state.liberties(key.mover);
        let rest = state.empty() & !(theirs | own);
        let mut order: Vec<usize> = ones(theirs & !own).collect();
        order.extend(ones(rest).chain(ones(own & !theirs)).chain(ones(own & theirs)));
        order
    }

    fn play(&self, key: &Key, at: usize) -> Move {
        if key.ko == Some(at as u8) {
            return Move::Illegal;
        }
        let mover = key.mover;
        let opponent = mover.opponent();
        let had_liberties = key.state.liberties(opponent) != 0;
        let played = self.ground.play(&key.state, mover, at);
        let mut state = played.state;
        let mut attacker_out = key.attacker_out;
        if had_liberties && state.liberties(opponent) == 0 {
            return Move::Captures;
        }
        if played.breathless {
            return Move::Illegal;
        }
        if played.out[mover.index()] {
            // The racing block is safe now: its points are points next to safe stones.
            let own = mover.index();
            state.safe[own] |= state.essential[own];
            state.essential[own] = 0;
            attacker_out |= mover == key.attacker;
            (state, _) = self.ground.settle(state);
        } else {
            let lost = key.state.liberties(mover) != 0 && state.liberties(mover) == 0;
            if lost {
                return Move::Illegal;
            }
        }
        Move::Goes(Key {
            state: self.relevant(state),
            mover: opponent,
            attacker: key.attacker,
            ko: played.ko,
            attacker_out,
        })
    }

    /// The state without the parts that touch no racing block.
    fn relevant(&self, state: State) -> State {
        let essential = state.essential[0] | state.essential[1];
        let keep: Bits = self
            .ground
            .components(state.points)
            .into_iter()
            .filter(|&part| part & essential != 0)
            .fold(0, |all, part| all | part);
        if keep == state.points { state } else { state.restricted(keep) }
    }
}

fn passed(key: &Key) -> Key {
    Key { mover: key.mover.opponent(), ko: None, ..*key }
}

enum Move {
    Illegal,
    Captures,
    Goes(Key),
}
