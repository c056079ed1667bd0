//! Shapes for [`compose`](crate::compose::compose), and the problems made of them.
//!
//! Every empty point beside a cut touches safe stones, so that stones played there can never be taken: no ko, and the
//! values are exactly those of the idea drawn. Lanes (`.d.d.`) lead from the wall to loose stones with liberties of their
//! own; the defender connects one after the other, the attacker cuts. The values in the names are cooled by 2; tests read
//! them off the boards.

use tesuji_board::Diagram;

use crate::compose::{Recipe, Shape};
use crate::error::RaceError;
use crate::race::EyeClass;

/// 2*: connect to four liberties or be cut off, `{4|0}`.
pub const STAR: Shape<'static> = &["#...#", ".ddd."];
/// 1 1/2: the same with three liberties, `{3|0}`.
pub const HALF: Shape<'static> = &["#..#", ".dd."];
/// 4^: the attacker cuts in two steps, `{6||4|0}`.
pub const UP: Shape<'static> = &["#...#", ".dd.#", "#..WW"];
/// 1 3/4: two groups in a lane, `{5|2||0}`.
pub const THREE_QUARTERS: Shape<'static> = &["#.#.#", ".d.d.", "#.#.#"];
/// 1 7/8: three groups in a lane, `{7|4||2|||0}`.
pub const SEVEN_EIGHTHS: Shape<'static> = &["#.#.#.#", ".d.d.d.", "#.#.#.#"];
/// 2 3/4: as 1 3/4, with one plain liberty.
pub const TWO_AND_THREE_QUARTERS: Shape<'static> = &["#.#.#", ".d.d.", "#.#.."];
/// 2 7/8: as 1 7/8, with one plain liberty.
pub const TWO_AND_SEVEN_EIGHTHS: Shape<'static> = &["#.#.#.#", ".d.d.d.", "#.#.#.."];
/// 3 and miny one under a zero, `3{-_1|0}`: a lane that leads to five liberties.
pub const THREE_MINY: Shape<'static> = &["#..#.#.#", ".dd.d.d.", "#..#.#.."];
/// 7*: as 2*, with five plain liberties.
pub const SEVEN_STAR: Shape<'static> = &["#...#", ".ddd.", "####.", "####.", "####.", "####.", "####."];
/// 6 1/2: as 1 1/2, with five plain liberties.
pub const SIX_AND_A_HALF: Shape<'static> = &["#..#", ".dd.", "###.", "###.", "###.", "###.", "###."];
/// Seven plain liberties.
pub const SEVEN: Shape<'static> = &[".", ".", ".", ".", ".", ".", "."];
/// 2 and miny three under three zeros, `2{-_3|0^3}`: a lane of five groups, the last with seven liberties.
pub const TWO_MINY_THREE: Shape<'static> = &["#...#.#.#.#.#", ".ddd.d.d.d.d.", "#...#.#.#.#.#"];
/// 2 and miny three under two zeros, `2{-_3|0^2}`.
pub const TWO_MINY_TWO: Shape<'static> = &["#...#.#.#.#", ".ddd.d.d.d.", "#...#.#.#.#"];
/// 3 and miny two under a zero, `3{-_2|0}`: a lane that leads to six liberties, and one plain liberty.
pub const THREE_MINY_TWO: Shape<'static> = &["#...#.#.#", ".ddd.d.d.", "##..#.#.."];
/// 3^*: the groups lie in a lane of which the wall already holds the corner; found by trying shapes ([`crate::shape`]).
pub const THREE_UP_STAR: Shape<'static> = &["#...#", ".d.d.", "#.#.W", "###.#"];
/// 2 1/2: as 1 1/2, with one plain liberty.
pub const TWO_AND_A_HALF: Shape<'static> = &["#..#", ".dd.", "###."];
/// Three plain liberties.
pub const THREE: Shape<'static> = &[".", ".", "."];
/// One plain liberty.
pub const ONE: Shape<'static> = &["."];

/// A ko that the attacker has just won: taking it back gives the block one liberty more.
pub const KO: Shape<'static> = &["##W", "#.a", "##W"];
/// The same ko as the defender's: the block breathes there.
pub const OPEN_KO: Shape<'static> = &["##W", "#d.", "##W"];

/// A corridor of empty points (paper 000, section 5.2), as wide and as long as asked for: the block looks into it from the
/// middle of one end, the other end and the sides are safe stones of the attacker.
///
/// In a corridor of width 3 every step of the defender into it gains two liberties; in narrower ones at most one, which is no
/// more than any move of a race. From width 3 and length 3 on there is room for kos.
#[must_use]
pub fn corridor(width: usize, length: usize) -> Vec<String> {
    let end = |row: usize| if row == width / 2 { 'W' } else { '#' };
    (0..width).map(|row| format!("{}{}", ".".repeat(length), end(row))).collect()
}

/// A corridor of width 3 in which the defender's stones wait, so that there can be no ko: so many groups of one stone with two
/// liberties each in a row, the last of them longer, with so many liberties (at least 2).
///
/// The defender connects to one group after the other, the attacker cuts: the tree of figure 14b.
/// `lane(2, 3)` is [`THREE_QUARTERS`], `lane(5, 7)` is [`TWO_MINY_THREE`].
#[must_use]
pub fn lane(groups: usize, liberties: usize) -> Vec<String> {
    let last = liberties / 2;
    let steps = groups.saturating_sub(1);
    let side = format!("#{}{}#", ".".repeat(last), "#.".repeat(steps));
    let far = if liberties % 2 == 1 { '.' } else { '#' };
    let middle = format!("{far}{}{}.", "d".repeat(last), ".d".repeat(steps));
    vec![side.clone(), middle, side]
}

/// Dead eyes of one to seven points. The attacker has so many stones inside that the owner cannot live by moving first, and
/// few enough empty points are left for search to play them out.
const DEAD_EYES: [Shape<'static>; 7] = [
    &["."],
    &["a."],
    &[".a."],
    &["aa", ".."],
    &["aa", ".a", "W."],
    &["aaW", "aa.", "W.W"],
    &["aa.", "aa.", "WaW"],
];
/// How many moves an empty eye of one point, of two, and so on takes; each stone inside saves one.
const MOVES_OF_EYES: [usize; 7] = [1, 2, 3, 5, 8, 12, 17];
/// As many plain liberties as [`eye_against_eye`] can need.
const PLAIN: [&str; 13] = ["."; 13];

/// An eye that cannot make two.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DeadEye {
    /// Its picture.
    pub shape: Shape<'static>,
    /// Stones of the attacker inside.
    pub stones: usize,
    /// How many moves the attacker still needs in it.
    pub moves: usize,
}

/// A dead eye of so many points, 1 to 7.
#[must_use]
pub fn dead_eye(points: usize) -> Option<DeadEye> {
    let index = points.checked_sub(1)?;
    let shape = *DEAD_EYES.get(index)?;
    let stones = shape.iter().flat_map(|row| row.chars()).filter(|&sign| sign == 'a').count();
    Some(DeadEye { shape, stones, moves: MOVES_OF_EYES.get(index)? - stones })
}

/// An eye of so many points for Black against one for White, 1 to 7 each, and one shared liberty.
///
/// Plain liberties outside, at least one on each side, make the race as close as it can be: who moves first wins, except
/// that eyes of the same class end in seki. The side with the smaller eye has to fill the shared liberty, so it gets one liberty
/// more (paper 000, figure 9).
///
/// ```
/// use tesuji_race::catalogue::eye_against_eye;
/// let recipe = eye_against_eye(4, 1).unwrap();
/// assert_eq!(recipe.regions.map(|side| side[0].len()), [1, 4]); // 3 + 1 against 1 + 4
/// assert!(eye_against_eye(8, 1).is_none());
/// ```
#[must_use]
pub fn eye_against_eye(black: usize, white: usize) -> Option<Recipe<'static>> {
    let eyes = [dead_eye(black)?, dead_eye(white)?];
    let classes = [EyeClass::of_size(black)?, EyeClass::of_size(white)?];
    // What a side has to bring, in moves: the attacker also pays for the shared liberty.
    let pays = |side: usize| usize::from(classes[side] < classes[1 - side]);
    let short =
        |side: usize| (eyes[1 - side].moves + pays(side)).saturating_sub(eyes[side].moves + pays(1 - side));
    let regions = [vec![PLAIN.get(..=short(0))?], vec![PLAIN.get(..=short(1))?]];
    Some(Recipe { regions, shared: 1, eyes: eyes.map(|eye| eye.shape.to_vec()), ..Recipe::default() })
}

/// The recipe of one of the paper's problems A to E.
#[must_use]
pub fn problem(name: char) -> Option<Recipe<'static>> {
    let regions = match name {
        'A' => [vec![STAR, UP], vec![SEVEN]],
        'B' => [vec![STAR, UP], vec![SEVEN_STAR]],
        'C' => [vec![STAR, UP], vec![SIX_AND_A_HALF]],
        'D' => [vec![TWO_AND_SEVEN_EIGHTHS, TWO_AND_THREE_QUARTERS], vec![SIX_AND_A_HALF]],
        // The regions A to M of figure 13, each with its value.
        'E' => [
            vec![THREE_QUARTERS, TWO_MINY_THREE, THREE_MINY, THREE_UP_STAR, THREE_QUARTERS, THREE],
            vec![ONE, TWO_AND_A_HALF, UP, STAR, ONE, THREE_MINY_TWO, TWO_MINY_TWO],
        ],
        _ => return None,
    };
    Some(Recipe { regions, ..Recipe::default() })
}

/// Problem E on a whole board: two blocks across the middle, Black's regions above and White's below. The places were found by a
/// search that turns, mirrors and bends lanes and other shapes until all have one; some of the stones around them are not connected
/// to the rest and are marked as safe, as the paper allows (section 3.1: alive, or taken to be safe).
const WHOLE_BOARD: &str = "
    A B C D E F G H J K L M N O P Q R S T
 19 O O O O . O O O O O . O O O O O O O O
 18 . . O . X . O O O . X . O . . O . O O
 17 X X O . X . O O . X X X . X X . X O .
 16 X . O O . O O . O . . . O O O . X . X
 15 . O O . X . O O O O O O O . O O O . X
 14 X . O O . O . X . O O . X X . O O O .
 13 X . O . X O . . O O O O . . O . O . X
 12 X O O . X O . X . O . . X . O O O . X
 11 . O O O . . O . O O O X . O . . . O .
 10 X X X X X X X X X X X X X X X X X X X
  9 O O O O O O O O O O O O O O O O O O O
  8 . X . X X . . X O X X X X . . X . X .
  7 O . X X . O . X O . . X X . O X X . O
  6 O . X X X . X X . O . X X . O . X . O
  5 O . X X . O . X . O . X X X X X X X .
  4 . X X X X . X X X . X X . . X . X . O
  3 X X . O O O O . X X X . O O . O O . O
  2 . X X . . . . X . X . O O . X . O X .
  1 X X X X X X X X X X X . . X X X X X X
    A B C D E F G H J K L M N O P Q R S T
to move: black
triangle: M11
square: A9
circle: A19 F19 M19 F14 G11 O11 S11 B8 D8 S8 P2
cross: E18 L18 A17 O17 R17 T16 E15 A14 H14 N14 E13 T13 H12 N12 A7 F7 P7 T7 K6 F5 T4 D3 N3 Q3
";

/// The thirteen regions of problem E on a board of 19x19, with all blocks marked.
///
/// # Errors
/// None, unless the diagram above is damaged.
pub fn whole_board() -> Result<Diagram, RaceError> {
    WHOLE_BOARD.parse().map_err(RaceError::setup)
}
