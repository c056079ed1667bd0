//! Players, and one game between two of them.

use std::fmt;

use tesuji_board::{Color, Playout, Words};
use tesuji_job::{Random, Watch, Why};

use crate::map::Map;
use crate::paper::NamedMap;
use crate::parse::ParseError;
use crate::program::Program;
use crate::rules::{Repetition, RuleSet, Scoring};

/// Who chooses moves.
#[derive(Clone, Debug)]
pub struct Player {
    /// What it was called, or the expression itself.
    name: String,
    map: Option<Map>,
    program: Option<Program>,
}

impl Player {
    /// Chooses uniformly from all candidates.
    #[must_use]
    pub fn random() -> Player {
        Player { name: "random".into(), map: None, program: None }
    }

    /// Chooses uniformly from the candidates in the set of a map; from all candidates if there are none in it.
    #[must_use]
    pub fn of_map(map: Map) -> Player {
        Player { name: map.to_string(), program: Some(Program::new(&map)), map: Some(map) }
    }

    /// The player of a text: `random`, a name such as `paper3`, or an expression.
    ///
    /// # Errors
    /// [`ParseError`] if it is none of these.
    pub fn parse(text: &str) -> Result<Player, ParseError> {
        if text.trim().eq_ignore_ascii_case("random") {
            return Ok(Player::random());
        }
        match NamedMap::find(text) {
            Some(named) => Ok(Player { name: named.name.into(), ..Player::of_map(named.map()) }),
            None => text.parse().map(Player::of_map),
        }
    }

    /// The name, or the expression.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The map, if it has one.
    #[must_use]
    pub fn map(&self) -> Option<&Map> {
        self.map.as_ref()
    }

    /// What the player chooses from, in a form that does not depend on names: equal texts play equally.
    #[must_use]
    pub fn meaning(&self) -> String {
        self.map.as_ref().map_or("random".into(), Map::to_string)
    }

    /// Makes a move or passes.
    #[inline]
    fn step<const W: usize>(&self, game: &mut Playout<W>, random: &mut Random) {
        let mut below = |n| random.below(n);
        let planned = self.program.as_ref().and_then(|program| {
            let set: Words<W> = program.evaluate(game, game.empty());
            game.draw(&set, &mut below)
        });
        match planned.or_else(|| game.draw_any(&mut below)) {
            Some(point) => game.play(point),
            None => game.pass(),
        }
    }
}

impl fmt::Display for Player {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.name)
    }
}

/// How a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ending {
    /// This side has more points.
    Won(Color),
    /// Both have the same number of points.
    Equal,
    /// A position came back and the rules make that a draw.
    Repeated,
    /// The game was broken off at the cap.
    Capped,
}

/// A finished game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Played {
    /// How it ended.
    pub ending: Ending,
    /// Moves and passes.
    pub moves: u32,
}

/// Points times moves between two looks at the watch: small boards are played to the end first.
const MOVES_BETWEEN_LOOKS: usize = 1 << 14;

/// Plays from where the game stands to its end.
///
/// # Errors
/// As [`Watch::check`]: a game on a large board can be long.
pub fn play<const W: usize>(
    game: &mut Playout<W>,
    black: &Player,
    white: &Player,
    rules: &RuleSet,
    random: &mut Random,
    watch: &Watch,
) -> Result<Played, Why> {
    let points = game.topology().len();
    let most = rules.cap.saturating_mul(points as u32);
    let pause = (MOVES_BETWEEN_LOOKS / points.max(1)).max(1) as u32;
    let mut moves = 0;
    while game.passes() < rules.passes {
        if moves == most {
            return Ok(Played { ending: Ending::Capped, moves });
        }
        if moves % pause == pause - 1 {
            watch.check()?;
        }
        let player = if game.to_move() == Color::Black { black } else { white };
        player.step(game, random);
        moves += 1;
        // After the last pass the position has come back too, but the game is over.
        if rules.ko == Repetition::Draw && game.passes() < rules.passes && game.is_repetition() {
            return Ok(Played { ending: Ending::Repeated, moves });
        }
    }
    let [black, white] = match rules.scoring {
        Scoring::Area => game.area(),
        Scoring::Stones => Color::BOTH
            .map(|color| game.stones(color).iter().map(|word| word.count_ones() as usize).sum::<usize>()),
    };
    let ending = match black.cmp(&white) {
        std::cmp::Ordering::Greater => Ending::Won(Color::Black),
        std::cmp::Ordering::Less => Ending::Won(Color::White),
        std::cmp::Ordering::Equal => Ending::Equal,
    };
    Ok(Played { ending, moves })
}
