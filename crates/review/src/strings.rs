//! What becomes of every string of a position, along a game.
//!
//! Two readings are put together. A capture that is proved holds for the string wherever it runs: ladders and nets. Else the fate is
//! that of the group to which the string belongs. Both are kept along the game and asked again only when something changes that
//! they depend on: see [`tesuji_read::Kept`] for groups; a capture depends on its zone, which says so of itself.

use std::collections::BTreeMap;

use tesuji_board::{Color, Point, PointSet, Position};
use tesuji_capture as capture;
use tesuji_capture::{Settings, Verdict};
use tesuji_job::{Limits, Watch, Why};
use tesuji_read::{Fate, Kept, Premise, Question, Side, Standing, Stated};

use crate::grade::Grade;

/// Strings with at most so many liberties may be captured quickly.
const FEW_LIBERTIES: usize = 2;
/// The highest order of a quick capture: ladders and nets; and that of ladders alone, where nets take too long.
const QUICK: u8 = 2;
const LADDER: u8 = 1;
/// Nodes for a quick capture. Where they are used up, the life of the group is what is known.
const QUICK_NODES: u64 = 500;

/// What becomes of a string if one side moves first.
#[derive(Clone, Debug)]
pub struct Outcome {
    /// How good that is for its owner, or why it is not known.
    pub grade: Result<Grade, Why>,
    /// First moves that reach it, best first; none is a pass. Nothing where the mover cannot change anything.
    pub moves: Vec<Option<Point>>,
    /// Best play.
    pub line: Vec<Option<Point>>,
    /// Whether it is a quick capture that was proved on the whole board.
    pub captured: bool,
    /// Whether it is proved that there is no quick capture, where no more is known: the moves and the line are about that.
    pub escapes: bool,
    /// Whether getting out into the open counted as life.
    pub open: bool,
}

/// What becomes of a string.
#[derive(Clone, Debug)]
pub struct Fact {
    /// Its colour.
    pub color: Color,
    /// Its first stone.
    pub at: Point,
    /// Its stones.
    pub stones: PointSet,
    /// The stones of its group.
    pub group: PointSet,
    /// The part of the board that was read, if it is shut in.
    pub area: Option<PointSet>,
    /// If Black moves first, and if White does.
    pub first: [Outcome; 2],
    /// Strings that were taken as safe: a stone of each.
    pub assumed: Vec<Point>,
}

/// Facts about the strings of a game.
pub struct Strings<'a> {
    kept: Kept,
    captures: BTreeMap<(Point, Color), KeptCapture>,
    limits: &'a Limits,
    watch: &'a Watch,
    nodes: u64,
    nodes_anew: u64,
}

/// An answer about a quick capture with what it depends on.
#[derive(Clone)]
struct KeptCapture {
    answer: Quick,
    zone: PointSet,
    /// What stands in the zone, and who may not retake a ko there.
    stones: [PointSet; 2],
    ban: Option<(Point, Color)>,
    string: PointSet,
}

impl Outcome {
    /// How good it is for the owner as far as is known; none if nothing is.
    #[must_use]
    pub fn known(&self) -> Option<Grade> {
        self.grade.ok().or(self.escapes.then_some(Grade::ESCAPES))
    }

    /// An outcome that is told without moves.
    pub(crate) fn settled(grade: Result<Grade, Why>) -> Outcome {
        Outcome { grade, moves: Vec::new(), line: Vec::new(), captured: false, escapes: false, open: false }
    }
}

/// A quick capture: whether there is one, as far as is known, and how.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Quick {
    captured: Option<bool>,
    moves: Vec<Option<Point>>,
    line: Vec<Option<Point>>,
    nodes: u64,
}

impl<'a> Strings<'a> {
    /// Nothing is known yet. The limits hold for every question.
    #[must_use]
    pub fn new(limits: &'a Limits, watch: &'a Watch) -> Strings<'a> {
        Strings { kept: Kept::new(), captures: BTreeMap::new(), limits, watch, nodes: 0, nodes_anew: 0 }
    }

    /// Positions looked at, and how many it would have been if nothing had been kept.
    #[must_use]
    pub fn nodes(&self) -> (u64, u64) {
        let (read, anew) = self.kept.nodes();
        (self.nodes + read, self.nodes_anew + anew)
    }

    /// Facts about all strings of a position that have at least so many stones.
    ///
    /// # Errors
    /// Ends with the watch.
    pub fn facts(&mut self, position: &Position, least: usize) -> Result<Vec<Fact>, Why> {
        let facts = self.facts_as_read(position, least)?;
        facts.into_iter().map(|fact| self.doubted(position, fact)).collect()
    }

    /// The same, each as a question about it alone is answered.
    pub(crate) fn facts_as_read(&mut self, position: &Position, least: usize) -> Result<Vec<Fact>, Why> {
        let strings = position.strings();
        let followed = strings.iter().filter(|string| string.stones.len() >= least);
        followed.map(|string| self.of_string(position, &string.stones)).collect()
    }

    /// What becomes of the string with this stone; none if there is no stone.
    ///
    /// # Errors
    /// Ends with the watch.
    pub fn fact(&mut self, position: &Position, stone: Point) -> Result<Option<Fact>, Why> {
        if position.is_empty_at(stone) {
            return Ok(None);
        }
        let string = position.string(stone).collect();
        let fact = self.of_string(position, &string)?;
        self.doubted(position, fact).map(Some)
    }

    /// Whoever dies between walls that were taken as safe does not, if the walls die as well: in a race each side is the other's wall. So
    /// what rests on a wall that is known not to live is not known.
    fn doubted(&mut self, position: &Position, mut fact: Fact) -> Result<Fact, Why> {
        let rests_on_walls =
            |one: &Outcome| !one.captured && one.grade.is_ok_and(|grade| grade != Grade::WORKS);
        if !fact.first.iter().any(rests_on_walls) {
            return Ok(fact);
        }
        let mut weak = false;
        for &wall in &fact.assumed {
            let string = position.string(wall).collect();
            let known = self.of_string(position, &string)?;
            weak |= known.first.iter().any(|one| one.grade.is_ok_and(|grade| grade != Grade::WORKS));
            if weak {
                break;
            }
        }
        if weak {
            for one in fact.first.iter_mut().filter(|one| rests_on_walls(one)) {
                *one = Outcome::settled(Err(Why::Uncertified));
            }
        }
        Ok(fact)
    }

    /// Whether the string with this stone is captured quickly, however many liberties it has; none if that is not known.
    ///
    /// # Errors
    /// Ends with the watch.
    pub fn is_captured(
        &mut self,
        position: &Position,
        stone: Point,
        mover: Color,
    ) -> Result<Option<bool>, Why> {
        let string: PointSet = position.string(stone).collect();
        let at = string.first().unwrap_or(stone);
        Ok(self.quick(position, at, &string, mover)?.captured)
    }

    fn of_string(&mut self, position: &Position, string: &PointSet) -> Result<Fact, Why> {
        self.watch.check()?;
        let at = string.first().unwrap_or(Point(0));
        let color = position.stone(at).unwrap_or(Color::Black);
        let mut standing = self.kept.on(position);
        let mut fact = life(&mut standing, color, string, self.limits, self.watch);
        self.watch.check()?;
        if position.liberty_count(at) > FEW_LIBERTIES {
            return Ok(fact);
        }
        for mover in Color::BOTH {
            // What dies anyhow needs no other reason.
            if fact.first[mover.index()].grade == Ok(Grade::FAILS) {
                continue;
            }
            let quick = self.quick(position, at, string, mover)?;
            let outcome = &mut fact.first[mover.index()];
            let (moves, line) = (quick.moves, quick.line);
            match quick.captured {
                Some(true) => {
                    let settled = Outcome::settled(Ok(Grade::FAILS));
                    *outcome = Outcome { moves, line, captured: true, ..settled };
                }
                Some(false) if outcome.grade.is_err() => {
                    *outcome = Outcome { moves, line, escapes: true, ..outcome.clone() };
                }
                _ => {}
            }
        }
        Ok(fact)
    }

    /// Whether a string is captured quickly if this side moves first.
    fn quick(
        &mut self,
        position: &Position,
        at: Point,
        string: &PointSet,
        mover: Color,
    ) -> Result<Quick, Why> {
        let stones = |zone: &PointSet| Color::BOTH.map(|color| zone & &position.stones(color));
        let ban = |zone: &PointSet| {
            position.ko().filter(|&ko| zone.contains(ko)).map(|ko| (ko, position.to_move()))
        };
        if let Some(kept) = self.captures.get(&(at, mover))
            && kept.string == *string
            && kept.stones == stones(&kept.zone)
            && kept.ban == ban(&kept.zone)
        {
            self.nodes_anew += kept.answer.nodes;
            return Ok(kept.answer.clone());
        }
        let (answer, zone) = quick(position, at, mover, self.limits, self.watch);
        self.watch.check()?;
        self.nodes += answer.nodes;
        self.nodes_anew += answer.nodes;
        match zone {
            Some(zone) => {
                let kept = KeptCapture {
                    answer: answer.clone(),
                    stones: stones(&zone),
                    ban: ban(&zone),
                    zone,
                    string: string.clone(),
                };
                self.captures.insert((at, mover), kept);
            }
            None => drop(self.captures.remove(&(at, mover))),
        }
        Ok(answer)
    }
}

/// A quick capture, with its zone if it is known.
fn quick(
    position: &Position,
    at: Point,
    mover: Color,
    limits: &Limits,
    watch: &Watch,
) -> (Quick, Option<PointSet>) {
    // A ban is the mover's.
    let turned;
    let asked = if position.to_move() == mover {
        position
    } else {
        turned = position.restarted(position.rules(), mover);
        &turned
    };
    let color = position.stone(at).unwrap_or(mover);
    let side = if color == mover { capture::Side::Defender } else { capture::Side::Attacker };
    let suited = Settings::suited(asked, at);
    let limits = limits.with_nodes(limits.nodes.min(QUICK_NODES));
    let none = Quick { captured: None, moves: Vec::new(), line: Vec::new(), nodes: 0 };
    let ask = |order: u8| capture::solve(asked, at, side, &suited.up_to(order), &limits, watch);
    let Some(mut answer) = ask(QUICK) else { return (none, None) };
    let mut whole = true;
    if answer.verdict == (Verdict::Unknown { why: Why::Nodes })
        && let Some(ladder) = ask(LADDER)
    {
        // In another position more may be found.
        whole = false;
        answer = capture::Answer { nodes: answer.nodes + ladder.nodes, ..ladder };
    }
    let captured = match answer.verdict {
        Verdict::Captured => Some(true),
        Verdict::Escapes { .. } => Some(false),
        Verdict::Ko | Verdict::Unknown { .. } => None,
    };
    // What a ko is worth has more reasons than its zone.
    let is_known = whole && captured.is_some();
    // Whoever reaches what he wants has a move.
    let has_move = captured == Some(color != mover);
    let moves = if has_move { answer.first_move.into_iter().collect() } else { Vec::new() };
    let line = if captured.is_some() { answer.line } else { Vec::new() };
    (Quick { captured, moves, line, nodes: answer.nodes }, is_known.then_some(answer.zone))
}

/// The life of the group of a string.
fn life(
    standing: &mut Standing<'_>,
    color: Color,
    string: &PointSet,
    limits: &Limits,
    watch: &Watch,
) -> Fact {
    let at = string.first().unwrap_or(Point(0));
    let settled = Outcome::settled;
    let mut fact = Fact {
        color,
        at,
        stones: string.clone(),
        group: string.clone(),
        area: None,
        first: [settled(Ok(Grade::WORKS)), settled(Ok(Grade::WORKS))],
        assumed: Vec::new(),
    };
    if standing.is_alive(at) {
        return fact;
    }
    let question = Question {
        named: [at].into_iter().collect(),
        all_named: false,
        stated: Stated::default(),
        first: None,
        every_move: false,
    };
    let Some(life) = standing.life(&question, limits, watch) else {
        fact.first = [settled(Err(Why::Room)), settled(Err(Why::Room))];
        return fact;
    };
    fact.first = [Color::Black, Color::White].map(|mover| match &life.first[mover.index()] {
        Some(side) => Outcome {
            grade: side.fate.map(|fate| grade(fate, side)),
            moves: side.moves.clone(),
            line: side.line.clone(),
            captured: false,
            escapes: false,
            open: life.open,
        },
        None => settled(Err(Why::NotAsked)),
    });
    fact.assumed = life
        .area
        .walls
        .iter()
        .filter(|wall| wall.premise == Premise::Assumed)
        .filter_map(|wall| wall.stones.first())
        .collect();
    fact.group = life.area.group;
    fact.area = life.area.shut_in.then_some(life.area.points);
    fact
}

/// How good a fate is for the owner of the group.
pub(crate) fn grade(fate: Fate, side: &Side) -> Grade {
    match fate {
        Fate::Lives => Grade::WORKS,
        Fate::Seki => Grade::seki(true),
        Fate::Dies => Grade::FAILS,
        Fate::Ko(_) => Grade::ko(side.known.lives_from.unwrap_or(0), true),
    }
}
