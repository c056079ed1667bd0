//! Who lives, by counting: a fight that is shut in, between two strings of which neither can be taken without deciding it, is a
//! capturing race. What counting and the regions say of the race is the answer then, explanation and all.

use tesuji_board::{Color, Diagram, Point, Position};
use tesuji_draw::Picture;
use tesuji_fight::{Stated, surroundings};
use tesuji_job::Limits;
use tesuji_race::{Blocks, BoardRace, LibertyGames, Wishes, solve as decide};

use super::board::{answer, draw};
use super::{Goal, RaceAnswer, RaceVerdict};
use crate::desk::Work;
use crate::words::PASS;

/// The part of the nodes that counting may use: one in so many. The rest is for reading.
const PART: u64 = 4;

/// What counting says of a fight.
pub(super) struct Counted {
    pub(super) found: RaceAnswer,
    pub(super) nodes: u64,
    pub(super) svg: Option<String>,
}

impl Counted {
    /// Whether there is a verdict for this side moving first.
    pub(super) fn is_known(&self, first: Color) -> bool {
        self.found.first(first.into()).verdict != RaceVerdict::Unknown
    }
}

/// Counts the fight between the strings on two points, Black's first; none where it is no capturing race.
pub(super) fn count(
    position: &Position,
    diagram: &Diagram,
    groups: [Point; 2],
    stated: &Stated,
    limits: &Limits,
    work: &Work<'_>,
) -> Option<Counted> {
    let around = surroundings(position, groups, stated)?;
    // Who is safe does not race.
    if !around.closed || !around.decisive || groups.iter().any(|&stone| stated.safe.contains(stone)) {
        return None;
    }
    let wishes = Wishes { essential: groups.into_iter().collect(), safe: around.safe, unknown: around.weak };
    // Whoever lives as he stands does not race.
    let blocks = Blocks::new(position, &wishes).ok()?;
    let games = LibertyGames::with_limits(limits.with_nodes(limits.nodes / PART), work.watch.clone());
    let mut race = BoardRace::new(position.clone(), blocks, games).ok()?;
    let report = decide(&mut race, false);
    let svg = work.style.as_ref().map(|style| {
        let mut picture = Picture::from(diagram);
        draw(&mut picture, &mut race, &report);
        tesuji_draw::svg(&picture, style)
    });
    let mut found = RaceAnswer { goal: Goal::Life, ..answer(&mut race, stated, &report) };
    // Who may leave the first move to the other may play anywhere.
    if found.black_first.verdict == found.white_first.verdict && found.black_first.verdict != RaceVerdict::Ko
    {
        for side in [&mut found.black_first, &mut found.white_first] {
            if !side.moves.is_empty() {
                side.moves.push(PASS.to_string());
            }
        }
    }
    Some(Counted { found, nodes: report.nodes, svg })
}
