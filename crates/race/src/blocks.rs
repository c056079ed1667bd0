//! Which stones race: essential, safe and unknown blocks, from marks, from the user, or proposed.
//!
//! A mark on one stone stands for its whole string. Strings that nobody has spoken for are taken as safe, because the
//! stones around a race usually are, with two exceptions that cannot be meant: stones shut inside an essential block's
//! small eye, and strings in atari. Unconditionally alive strings are always safe. Everything decided here without being
//! told is listed, so that the answer can repeat it.

use tesuji_board::{Color, Diagram, Mark, Point, PointSet, Position, Topology, unconditionally_alive};

use crate::error::RaceError;

/// The largest space inside an essential block that is taken for an eye with loose stones in it.
const LARGEST_EYE: usize = 7;

/// What each string is to the race.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Blocks {
    /// The racing stones, Black's first.
    pub essential: [PointSet; 2],
    /// Stones that are not captured, Black's first.
    pub safe: [PointSet; 2],
    /// Stones that may be captured or connected without deciding the race, Black's first.
    pub unknown: [PointSet; 2],
    /// Whether the program chose the racing blocks itself.
    pub proposed: bool,
    /// What was decided without being told, in words.
    pub assumptions: Vec<String>,
}

/// What the user says about strings, by any of their stones.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Wishes {
    /// The racing strings.
    pub essential: PointSet,
    /// Strings to be taken as safe.
    pub safe: PointSet,
    /// Strings to be taken as unknown.
    pub unknown: PointSet,
}

impl Wishes {
    /// What the marks of a diagram say: triangles and squares race, circles are safe, crosses unknown.
    #[must_use]
    pub fn of_marks(diagram: &Diagram) -> Wishes {
        let racing = [Mark::Triangle, Mark::Square].map(|mark| diagram.marked(mark));
        Wishes {
            essential: &racing[0] | &racing[1],
            safe: diagram.marked(Mark::Circle),
            unknown: diagram.marked(Mark::Cross),
        }
    }
}

impl Blocks {
    /// The blocks of a race.
    ///
    /// # Errors
    /// [`RaceError::Setup`] if the marks are not on stones, contradict each other, or there is no race.
    pub fn new(position: &Position, wishes: &Wishes) -> Result<Blocks, RaceError> {
        let board = position.topology();
        let mut blocks = Blocks::default();
        let mut essential = strings_of(position, &wishes.essential, "racing")?;
        let mut safe = strings_of(position, &wishes.safe, "safe")?;
        let unknown = strings_of(position, &wishes.unknown, "unknown")?;
        for (one, other, what) in [
            (&essential, &safe, "both racing and safe"),
            (&essential, &unknown, "both racing and unknown"),
            (&safe, &unknown, "both safe and unknown"),
        ] {
            if let Some(stone) = (one & other).first() {
                return Err(RaceError::setup(format!(
                    "the string at {} is marked {what}",
                    board.name_of(stone)
                )));
            }
        }
        // Who lives only by taking what was stated to be safe does not live.
        let walled = position.with_eyes(&safe);
        let walled = walled.as_ref().unwrap_or(position);
        let alive = Color::BOTH.map(|color| unconditionally_alive(walled, color));
        let alive = &alive[0] | &alive[1];
        if essential.is_empty() {
            essential = propose(position, &alive, &(&safe | &unknown))?;
            blocks.proposed = true;
        }
        for color in Color::BOTH {
            blocks.essential[color.index()] = &essential & &position.stones(color);
            if blocks.essential[color.index()].is_empty() {
                return Err(RaceError::setup(format!(
                    "a race needs racing stones of both colours, and none of the marked stones is {color}: mark one \
                     string with triangles (TR) and the other with squares (SQ)"
                )));
            }
        }
        if let Some(stone) = (&essential & &alive).first() {
            return Err(RaceError::setup(format!(
                "the string at {} is unconditionally alive: there is nothing to race for",
                board.name_of(stone)
            )));
        }
        let mut taken_as_safe = Vec::new();
        let mut taken_as_unknown = Vec::new();
        let spoken_for = &(&essential | &safe) | &unknown;
        for string in position.strings() {
            let Some(first) = string.stones.first() else { continue };
            if spoken_for.contains(first) {
                continue;
            }
            if alive.contains(first) {
                safe.extend(string.stones.iter());
            } else if string.liberties.len() < 2 || is_shut_in(position, &blocks, first, string.color) {
                taken_as_unknown.push(board.name_of(first).to_string());
            } else {
                taken_as_safe.push(board.name_of(first).to_string());
                safe.extend(string.stones.iter());
            }
        }
        for color in Color::BOTH {
            let own = position.stones(color);
            blocks.safe[color.index()] = &safe & &own;
            blocks.unknown[color.index()] =
                own.iter().filter(|&point| !essential.contains(point) && !safe.contains(point)).collect();
        }
        blocks.tell(board, &taken_as_safe, &taken_as_unknown);
        Ok(blocks)
    }

    fn tell(&mut self, board: &Topology, safe: &[String], unknown: &[String]) {
        if self.proposed {
            let first = |color: Color| {
                self.essential[color.index()].first().map_or("", |point| board.name_of(point)).to_string()
            };
            self.assumptions.push(format!(
                "no stones are marked as racing; this looks like a race between black at {} and white at {}",
                first(Color::Black),
                first(Color::White)
            ));
        }
        if !safe.is_empty() {
            self.assumptions.push(format!("taken as safe: the strings at {}", safe.join(" ")));
        }
        if !unknown.is_empty() {
            self.assumptions.push(format!("taken as unknown: the strings at {}", unknown.join(" ")));
        }
    }

    /// All stones that stay where they are while the race is open.
    pub(crate) fn fixed(&self) -> PointSet {
        let [black, white] = &self.essential;
        let [safe_black, safe_white] = &self.safe;
        &(black | white) | &(safe_black | safe_white)
    }
}

/// The whole strings of some stones.
fn strings_of(position: &Position, stones: &PointSet, what: &str) -> Result<PointSet, RaceError> {
    let mut all = PointSet::new();
    for point in stones.iter() {
        if position.stone(point).is_none() {
            return Err(RaceError::setup(format!(
                "{} is marked as {what}, but there is no stone",
                position.topology().name_of(point)
            )));
        }
        all.extend(position.string(point));
    }
    Ok(all)
}

/// Whether a string lies in a small space walled in by an essential block of the other colour alone.
fn is_shut_in(position: &Position, blocks: &Blocks, stone: Point, color: Color) -> bool {
    let board = position.topology();
    let walls = &blocks.essential[color.opponent().index()];
    let space = board.component(stone, |point| !walls.contains(point));
    space.len() <= LARGEST_EYE
}

/// The most plausible race: two touching strings of both colours, few liberties, much the same number of them, many
/// stones. Ties go to the first on the board.
fn propose(position: &Position, alive: &PointSet, excluded: &PointSet) -> Result<PointSet, RaceError> {
    let board = position.topology();
    let strings = position.strings();
    let could_race = |stones: &PointSet| {
        stones.first().is_some_and(|stone| !alive.contains(stone) && !excluded.contains(stone))
    };
    let mut best: Option<(i64, PointSet)> = None;
    for black in strings.iter().filter(|s| s.color == Color::Black && could_race(&s.stones)) {
        let reach = &board.boundary(&black.stones) | &black.stones;
        for white in strings.iter().filter(|s| s.color == Color::White && could_race(&s.stones)) {
            let touch = reach.intersects(&white.stones) || black.liberties.intersects(&white.liberties);
            if !touch {
                continue;
            }
            let [a, b] = [black, white].map(|s| s.liberties.len() as i64);
            let stones = black.stones.len().min(white.stones.len()) as i64;
            let score = 2 * (a - b).abs() + a + b - 2 * stones;
            if best.as_ref().is_none_or(|(known, _)| score < *known) {
                best = Some((score, &black.stones | &white.stones));
            }
        }
    }
    best.map(|(_, stones)| stones).ok_or_else(|| {
        RaceError::setup(
            "there is no race here: no two touching strings of both colours that could be captured (mark the racing \
             stones with TR and SQ, or name them with --essential)",
        )
    })
}
