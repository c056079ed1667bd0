//! What makes a capture surprising: turns of a line, and liberties that cannot be filled.
//!
//! These are facts about the line that is shown and about the stones on the board. They explain a verdict; they prove nothing, and no
//! verdict rests on them.

use tesuji_board::{Color, KoRule, Point, PointSet, Position, Rules};

use crate::domain::Move;

/// Turns that come after so many steps are told no more.
const EARLY: usize = 12;

/// A turn of a line of play, or of the position in which it begins.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Turn {
    /// A side takes a ko for the first time.
    Ko {
        /// Who takes it.
        taker: Color,
        /// On which point.
        point: Point,
    },
    /// A side takes back the ko just taken, which takes a ko threat.
    TakenBack {
        /// Who takes it back.
        taker: Color,
        /// On which point.
        point: Point,
    },
    /// One side takes a ko and the other answers by taking another one.
    DoubleKo {
        /// The first, with its taker.
        first: (Color, Point),
        /// The point of the answer.
        second: Point,
    },
    /// A single stone is taken, and the captors are taken back.
    Snapback {
        /// Who takes them back.
        taker: Color,
        /// On which point.
        point: Point,
        /// How many they are.
        stones: usize,
    },
    /// The target joins other stones, and after the next move all of them are in atari.
    Oiotoshi {
        /// The point of the connection.
        point: Point,
        /// How many stones they are.
        stones: usize,
    },
    /// A side plays where several of its stones were taken.
    UnderTheStones {
        /// Who comes back.
        color: Color,
        /// On which point.
        point: Point,
        /// How many stones were taken there.
        stones: usize,
    },
    /// Stones of the attacker next to the target are in atari.
    WallInAtari {
        /// One of them.
        stone: Point,
        /// Where they are taken.
        point: Point,
    },
    /// Whoever fills a liberty of the target puts his own stones into atari, or may not play there at all.
    MutualLiberties,
}

/// The turns of a line about the string on `target`, beginning with this side's move. Nothing if the point is empty.
pub fn turns(position: &Position, target: Point, first: Color, line: &[Move]) -> Vec<Turn> {
    let Some(defender) = position.stone(target) else { return Vec::new() };
    // What the last step took, and whether that was a ko.
    let mut last_ko = position.ko().filter(|_| position.to_move() == first);
    let mut last_taken: PointSet = last_ko.into_iter().collect();
    let mut position = free(position);
    let mut found = Vec::new();
    let mut lost: [Vec<PointSet>; 2] = [Vec::new(), Vec::new()];
    for (index, (step, color)) in line.iter().zip([first, first.opponent()].into_iter().cycle()).enumerate() {
        let Some(point) = *step else {
            position.pass(color);
            (last_taken, last_ko) = (PointSet::new(), None);
            continue;
        };
        let before = position.string_size(target);
        let taken = match position.play(color, point) {
            Ok(()) => position.last_captured().collect::<PointSet>(),
            Err(_) => break,
        };
        let alone = position.string_size(point) == 1 && position.liberty_count(point) == 1;
        let ko = (taken.len() == 1 && alone).then_some(point);
        let turn = match (ko, last_ko) {
            (Some(point), Some(_)) if last_taken.contains(point) => {
                Some(Turn::TakenBack { taker: color, point })
            }
            (Some(second), Some(first)) => Some(Turn::DoubleKo { first: (color.opponent(), first), second }),
            (Some(point), None) => Some(Turn::Ko { taker: color, point }),
            (None, _) if last_taken.len() == 1 && last_taken.contains(point) && taken.len() > 1 => {
                Some(Turn::Snapback { taker: color, point, stones: taken.len() })
            }
            (None, _) => {
                let under = lost[color.index()].iter().find(|stones| stones.contains(point));
                let next = line.get(index + 1).copied().flatten();
                under
                    .map(|stones| Turn::UnderTheStones { color, point, stones: stones.len() })
                    .or_else(|| oiotoshi(&position, target, defender, before, point, next))
            }
        };
        if let Some(Turn::DoubleKo { first: (taker, point), .. }) = turn {
            // That says it all.
            found.retain(|&known| known != Turn::Ko { taker, point });
        }
        found.extend(turn.filter(|_| index < EARLY));
        if taken.len() > 1 {
            lost[color.opponent().index()].push(taken.clone());
        }
        (last_taken, last_ko) = (taken, ko);
    }
    let mut seen: Vec<Turn> = Vec::new();
    for turn in found {
        let again = |known: &Turn| std::mem::discriminant(known) == std::mem::discriminant(&turn);
        if !seen.iter().any(again) {
            seen.push(turn);
        }
    }
    seen
}

/// Whether the move on `point`, just played, has joined the target of `before` stones to others, and the next one puts all of them into
/// atari or takes them.
fn oiotoshi(
    position: &Position,
    target: Point,
    defender: Color,
    before: usize,
    point: Point,
    next: Move,
) -> Option<Turn> {
    let stones = position.string_size(target);
    let joined = position.representative(target) == position.representative(point) && stones > before + 1;
    if !joined || position.stone(point) != Some(defender) {
        return None;
    }
    let mut after = position.clone();
    after.play(defender.opponent(), next?).ok()?;
    let caught = after.stone(target) != Some(defender) || after.liberty_count(target) == 1;
    caught.then_some(Turn::Oiotoshi { point, stones })
}

/// What is special about the stones around a target that escapes.
pub fn obstacles(position: &Position, target: Point) -> Vec<Turn> {
    let Some(defender) = position.stone(target) else { return Vec::new() };
    let position = free(position);
    let mut found = Vec::new();
    let attacker = defender.opponent();
    let around =
        position.string(target).flat_map(|stone| position.topology().neighbors(stone).iter().copied());
    let wall: PointSet = around.filter(|&near| position.stone(near) == Some(attacker)).collect();
    let weak = wall.iter().find(|&stone| position.liberty_count(stone) == 1);
    if let Some((stone, point)) = weak.and_then(|stone| Some((stone, position.liberties(stone).next()?))) {
        found.push(Turn::WallInAtari { stone, point });
    }
    let liberties: Vec<Point> = position.liberties(target).collect();
    let loses = |color: Color, point: Point| {
        let mut after = position.clone();
        after.play(color, point).is_err()
            || (after.last_captured().next().is_none() && after.liberty_count(point) == 1)
    };
    let nobody = |&point: &Point| loses(attacker, point) && loses(defender, point);
    if liberties.len() > 1 && liberties.iter().all(nobody) {
        found.push(Turn::MutualLiberties);
    }
    found
}

/// The position under rules that allow every retake: a line has threats behind it.
fn free(position: &Position) -> Position {
    position.restarted(Rules { ko: KoRule::None, suicide: false }, position.to_move())
}
