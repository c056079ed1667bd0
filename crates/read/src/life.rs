//! Can this group live? The question with both sides moving first, all the moves that matter, and what it rests on.
//!
//! Both sides are read in turn, in stages that are the same for every limit: so a larger limit knows all that a smaller one
//! knows. A group that cannot be captured is asked whether it can make two eyes; if not, it stands in seki.

use std::sync::Arc;

use tesuji_board::{Color, Point, PointSet, Position};
use tesuji_job::{Limits, Watch, Why};
use tesuji_local::MOST_THREATS;

use crate::area::{Area, Stated, areas};
use crate::field::{Field, Outside, State};
use crate::live::{Fate, Graded, Known, grade, line};
use crate::reader::{Aim, PASS, Reader, Wanted};
use crate::set::{Set, Wide};
use crate::windows;

/// Nodes of the first stage for each side; every stage has four times those of the one before.
const FIRST_STAGE: u64 = 1_000;
/// Nodes for each further first move, unless all of them are wanted.
const GLANCE: u64 = 100;
/// The longest line told.
const LONGEST_LINE: usize = 40;

/// A question about the life of a group.
#[derive(Clone, Debug)]
pub struct Question {
    /// Stones of the group.
    pub named: PointSet,
    /// Whether all strings of the named stones have to survive, and not only something of the group.
    pub all_named: bool,
    /// What is stated about other strings.
    pub stated: Stated,
    /// Who moves first; both, one after the other, if it is open.
    pub first: Option<Color>,
    /// Whether every first move is judged.
    pub every_move: bool,
}

/// What was found about a group.
#[derive(Clone, Debug)]
pub struct Life {
    /// Whose it is.
    pub defender: Color,
    /// Where it was read.
    pub area: Area,
    /// Its number among the areas that could be read, and how many of them were looked at.
    pub(crate) index: usize,
    pub(crate) parts: usize,
    /// Whether getting out of there counted as life.
    pub open: bool,
    /// For each side moving first, Black's first; none where it was not asked.
    pub first: [Option<Side>; 2],
    /// Safe stones of the group's own side beside the area, one of each string: whatever is joined to them counts as life of the group.
    pub friends: Vec<Point>,
    /// Walls that may be captured themselves, a stone of each: they are part of what was read.
    pub weak: Vec<Point>,
    /// Positions looked at.
    pub nodes: u64,
}

/// What becomes of the group if one side moves first.
#[derive(Clone, Debug)]
pub struct Side {
    /// The fate, or why it is not known.
    pub fate: Result<Fate, Why>,
    /// What is known, also when the fate is not.
    pub known: Known,
    /// First moves that reach the fate, best first; none is a pass. Nothing where the mover cannot change anything for the better.
    pub moves: Vec<Option<Point>>,
    /// First moves that were not judged.
    pub undecided: Vec<Point>,
    /// Moves that do not reach the fate, each with the answer.
    pub refutations: Vec<(Point, Option<Point>)>,
    /// Best play; none is a pass.
    pub line: Vec<Option<Point>>,
    /// The points on which the fate depends.
    pub zone: PointSet,
}

/// What becomes of a group between walls that are taken as they look? The position's ban of a ko holds for the side to move.
///
/// Whoever wants to know whether these walls stand asks [`life`](crate::life()).
#[must_use]
pub fn life_between(
    position: &Position,
    question: &Question,
    limits: &Limits,
    watch: &Watch,
) -> Option<Life> {
    let areas = areas(position, &question.named, &question.stated);
    life_in(position, question, areas, limits, watch)
}

/// The same in areas that are known.
pub(crate) fn life_in(
    position: &Position,
    question: &Question,
    mut areas: Vec<Area>,
    limits: &Limits,
    watch: &Watch,
) -> Option<Life> {
    let defender = position.stone(question.named.first()?)?;
    let asked = Asked { position, question, defender, limits, watch };
    if question.all_named {
        for area in &mut areas {
            area.group = question.named.iter().flat_map(|stone| position.string(stone)).collect();
        }
    }
    if areas.last()?.shut_in {
        areas.pop().map(|area| asked.shut_in(area))
    } else {
        Some(windows::read(&asked, areas))
    }
}

/// A question with what it needs.
pub(crate) struct Asked<'a> {
    pub(crate) position: &'a Position,
    pub(crate) question: &'a Question,
    pub(crate) defender: Color,
    pub(crate) limits: &'a Limits,
    pub(crate) watch: &'a Watch,
}

impl Asked<'_> {
    pub(crate) fn sides(&self) -> impl Iterator<Item = Color> {
        Color::BOTH.into_iter().filter(|&color| self.question.first.is_none_or(|first| first == color))
    }

    /// A side of which no more is known than this.
    pub(crate) fn unknown(&self, known: Known, why: Why) -> Side {
        Side {
            fate: Err(why),
            known,
            moves: Vec::new(),
            undecided: Vec::new(),
            refutations: Vec::new(),
            line: Vec::new(),
            zone: PointSet::new(),
        }
    }

    /// Reads an area that is shut in. What lies behind its walls is the attacker's.
    fn shut_in(&self, area: Area) -> Life {
        let safe: PointSet = area.walls.iter().flat_map(|wall| wall.stones.iter()).collect();
        let outside = Outside { safe: &safe, owned_by: Some(self.defender.opponent()) };
        if let Some(field) = Field::<u128>::new(self.position, &area.points, &outside) {
            return self.read(&field, area);
        }
        if let Some(field) = Field::<Wide>::new(self.position, &area.points, &outside) {
            return self.read(&field, area);
        }
        let mut first = [None, None];
        for color in self.sides() {
            first[color.index()] = Some(self.unknown(Known::default(), Why::Room));
        }
        self.told(area, first, 0)
    }

    /// What was found in an area that is shut in.
    fn told(&self, area: Area, first: [Option<Side>; 2], nodes: u64) -> Life {
        Life {
            defender: self.defender,
            area,
            index: 0,
            parts: 1,
            open: false,
            first,
            friends: Vec::new(),
            weak: Vec::new(),
            nodes,
        }
    }

    fn read<S: Set>(&self, field: &Arc<Field<S>>, area: Area) -> Life {
        let wanted = match (self.question.all_named, area.own) {
            (true, _) => Wanted::AllNamed,
            (false, true) => Wanted::AnyNamed,
            (false, false) => Wanted::AnyString,
        };
        let named = if wanted == Wanted::AnyString { PointSet::new() } else { area.group.clone() };
        let root = |color| field.state(self.position, &named, color);
        let named = root(Color::Black).named;
        let mut reader =
            Reader::new(Arc::clone(field), self.defender, wanted, named, self.limits, self.watch);
        let sides: Vec<Color> = self.sides().collect();
        let mut graded: Vec<Option<Graded>> = vec![None; sides.len()];
        let mut stage = FIRST_STAGE;
        while graded.iter().any(Option::is_none) {
            for (index, &color) in sides.iter().enumerate() {
                if graded[index].is_some() {
                    continue;
                }
                let found = within(&mut reader, self.limits, stage, |reader| grade(reader, &root(color)));
                let is_over = found.fate != Err(Why::Nodes) || reader.nodes >= self.limits.nodes;
                graded[index] = is_over.then_some(found);
            }
            stage = stage.saturating_mul(4);
        }
        let mut first = [None, None];
        for (&color, graded) in sides.iter().zip(graded.into_iter().flatten()) {
            first[color.index()] = Some(self.side(&mut reader, &root(color), graded, self.limits));
        }
        let nodes = reader.nodes;
        self.told(area, first, nodes)
    }

    /// Everything about one side moving first, once the kill is graded.
    pub(crate) fn side<S: Set>(
        &self,
        reader: &mut Reader<'_, S>,
        root: &State<S>,
        graded: Graded,
        limits: &Limits,
    ) -> Side {
        let mut fate = graded.fate;
        if fate == Ok(Fate::Lives) && reader.main_aim() == Aim::Kill {
            let worst = root.with_threats(-(MOST_THREATS as i8));
            fate = match within(reader, limits, u64::MAX, |reader| reader.read(Aim::Eyes, &worst)) {
                Ok(value) if value.is_alive() => Ok(Fate::Lives),
                Ok(_) => Ok(Fate::Seki),
                Err(why) => Err(why),
            };
        }
        let field = Arc::clone(&reader.field);
        let point = |at: usize| field.point_at(at);
        let mut side = Side { fate, ..self.unknown(graded.known, Why::Nodes) };
        let Some(terms) = terms(&side, root, self.defender, reader.main_aim()) else { return side };
        let start = root.with_threats(terms.threats);
        side.line =
            line(reader, terms.aim, &start, LONGEST_LINE).into_iter().map(|step| step.map(point)).collect();
        if let Ok(value) = reader.read(terms.aim, &start) {
            side.zone = field.points_of(value.zone);
        }
        if terms.succeeds {
            self.judge_moves(reader, &start, terms, limits, &mut side);
        }
        side
    }

    /// Tells the first moves that reach the fate from the others.
    fn judge_moves<S: Set>(
        &self,
        reader: &mut Reader<'_, S>,
        start: &State<S>,
        terms: Terms,
        limits: &Limits,
        side: &mut Side,
    ) {
        let field = Arc::clone(&reader.field);
        let share = if self.question.every_move { u64::MAX } else { GLANCE };
        let defends = start.to_move == self.defender;
        let judge = |reader: &mut Reader<'_, S>, state: &State<S>| -> Result<bool, Why> {
            within(reader, limits, share, |reader| {
                if terms.aim == Aim::Eyes && defends {
                    // Life that the attacker cannot take by a ko either.
                    let kill = reader.read(Aim::Kill, &state.with_threats(-(MOST_THREATS as i8)))?;
                    if kill.is_killed() {
                        return Ok(false);
                    }
                }
                let value = reader.read(terms.aim, state)?;
                Ok(value.is_alive() == defends)
            })
        };
        let best = reader.best(terms.aim, start);
        // Where a pass is enough, nothing has to be found.
        let passes = judge(reader, &start.passed()) == Ok(true);
        if passes {
            side.moves.push(None);
            if !self.question.every_move {
                return;
            }
        }
        let mut points: Vec<usize> = field.empty(&start.stones).numbers().collect();
        points.sort_by_key(|&at| best.map(usize::from) != Some(at));
        for at in points {
            let Some(after) = field.step(start, at, self.defender) else { continue };
            let is_best = best.map(usize::from) == Some(at) && !passes;
            match judge(reader, &after) {
                Ok(true) => side.moves.push(Some(field.point_at(at))),
                Ok(false) => {
                    let answer = reader.best(terms.aim, &after).filter(|&best| best != PASS);
                    let answer = answer.map(|at| field.point_at(usize::from(at)));
                    side.refutations.push((field.point_at(at), answer));
                }
                Err(_) if is_best => side.moves.push(Some(field.point_at(at))),
                Err(_) => side.undecided.push(field.point_at(at)),
            }
        }
    }
}

/// In which question, and with how many threats, the fate shows.
#[derive(Clone, Copy)]
struct Terms {
    aim: Aim,
    threats: i8,
    /// Whether the mover reaches something by moving well.
    succeeds: bool,
}

/// None where the fate is not known.
fn terms<S: Set>(side: &Side, root: &State<S>, defender: Color, main: Aim) -> Option<Terms> {
    let defends = root.to_move == defender;
    let most = MOST_THREATS as i8;
    let kill = |threats, succeeds| Some(Terms { aim: main, threats, succeeds });
    match side.fate {
        Err(_) => None,
        Ok(Fate::Dies) => kill(most, !defends),
        Ok(Fate::Lives) if main == Aim::Join => kill(-most, defends),
        Ok(Fate::Lives) if defends => Some(Terms { aim: Aim::Eyes, threats: -most, succeeds: true }),
        Ok(Fate::Lives) => kill(-most, false),
        Ok(Fate::Seki) if defends => kill(-most, true),
        Ok(Fate::Seki) => Some(Terms { aim: Aim::Eyes, threats: -most, succeeds: true }),
        Ok(Fate::Ko(_)) => {
            let threats = if defends { side.known.lives_from? } else { side.known.killed_up_to? };
            kill(threats, true)
        }
    }
}

/// Does something with so many nodes more, and within the limits of the question.
pub(crate) fn within<'w, S: Set, T>(
    reader: &mut Reader<'w, S>,
    limits: &Limits,
    nodes: u64,
    work: impl FnOnce(&mut Reader<'w, S>) -> T,
) -> T {
    reader.allow(limits.nodes.min(reader.nodes.saturating_add(nodes)));
    let found = work(reader);
    reader.allow(limits.nodes);
    found
}
