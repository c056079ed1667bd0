//! Can two strings be joined, or can they be cut? The question with both sides moving first, all the moves that matter, and what it
//! rests on.
//!
//! The stones are joined when they stand in one string that is not captured at once; they are cut when one of them is captured, or when
//! they can never be joined. Kos are graded by threats as for [life](crate::life()).
//!
//! Parts of the board are read from small to large, each of them twice. Once everything outside belongs to the side that cuts: that is
//! less than the other side has, so what is joined there is joined on the board. Once everything outside belongs to the side
//! that joins, and two strings that both get there are joined: what is cut then is cut on the board. Where these two do not agree in the
//! largest part, it is read once more: strings that get out of it are never captured, and joining outside does not count. That is an
//! assumption, and the answer says so.

use tesuji_board::{Color, Point, PointSet, Position};
use tesuji_job::{Limits, Watch, Why};

use crate::area::{Area, Stated};
use crate::between::{Between, between};
use crate::field::{Field, Outside};
use crate::life::{Asked, Question, Side};
use crate::live::{Fate, Graded, Known};
use crate::reader::Wanted;
use crate::set::{Set, Wide};
use crate::windows::{Part, Reading};

/// Nodes of the first reading of a part; every round has three times the nodes of the one before.
const FIRST_SHARE: u64 = 300;
const GROWTH: u64 = 3;

/// What was found about two strings.
#[derive(Clone, Debug)]
pub struct Joining {
    /// Whose they are.
    pub defender: Color,
    /// Where they were read; its group are the two strings.
    pub area: Area,
    /// Whether joining outside of there did not count, and getting out was enough not to be captured.
    pub open: bool,
    /// For each side moving first, Black's first: [`Fate::Lives`](crate::Fate::Lives) means joined, [`Fate::Dies`](crate::Fate::Dies) cut.
    /// None where it was not asked.
    pub first: [Option<Side>; 2],
    /// Positions looked at.
    pub nodes: u64,
}

/// Can the strings of two stones be joined? The position's ban of a ko holds for the side to move. None unless both are stones of one
/// colour.
#[must_use]
pub fn join(
    position: &Position,
    ends: [Point; 2],
    stated: &Stated,
    first: Option<Color>,
    every_move: bool,
    limits: &Limits,
    watch: &Watch,
) -> Option<Joining> {
    let color = position.stone(ends[0]).filter(|_| position.stone(ends[0]) == position.stone(ends[1]))?;
    let question = Question {
        named: ends.into_iter().collect(),
        all_named: true,
        stated: stated.clone(),
        first,
        every_move,
    };
    let asked = Asked { position, question: &question, defender: color, limits, watch };
    Some(read(&asked, between(position, ends, color, stated)))
}

/// To whom the points outside of a part belong.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Outer {
    /// There are none.
    Nothing,
    /// The attacker: what is joined is joined on the board.
    Attackers,
    /// The defender: what is cut is cut on the board.
    Defenders,
    /// Nobody: an assumption.
    Nobodys,
}

/// A reading of a part.
struct Task<'a> {
    part: usize,
    outer: Outer,
    reading: Box<dyn Reading + 'a>,
}

fn read(asked: &Asked<'_>, parts: Vec<Between>) -> Joining {
    let limits = Limits { memory: asked.limits.memory / (3 * parts.len().max(1) as u64), ..*asked.limits };
    let mut tasks: Vec<Task<'_>> = Vec::new();
    for (part, between) in parts.iter().enumerate() {
        let outer: &[Outer] = if is_whole(asked.position, &between.area) {
            &[Outer::Nothing]
        } else if part + 1 == parts.len() {
            &[Outer::Attackers, Outer::Defenders, Outer::Nobodys]
        } else {
            &[Outer::Attackers, Outer::Defenders]
        };
        for &outer in outer {
            let small = reading::<u128>(asked, between, outer, &limits);
            if let Some(reading) = small.or_else(|| reading::<Wide>(asked, between, outer, &limits)) {
                tasks.push(Task { part, outer, reading });
            }
        }
    }
    let mut found: Vec<(Color, Found)> = asked.sides().map(|color| (color, Found::default())).collect();
    grade(asked, &mut tasks, &mut found);
    let mut first = [None, None];
    let (mut deepest, mut open) = (0, false);
    for (mover, found) in &found {
        let left = asked.limits.nodes.saturating_sub(spent(&tasks));
        let (side, task) = found.side(asked, *mover, &mut tasks, left);
        first[mover.index()] = Some(side);
        if let Some(task) = task.map(|task| &tasks[task]) {
            deepest = deepest.max(task.part);
            open |= task.outer == Outer::Nobodys;
        }
    }
    let nodes = spent(&tasks);
    drop(tasks);
    let area = parts.into_iter().nth(deepest).map(|part| part.area).unwrap_or_default();
    Joining { defender: asked.defender, area, open, first, nodes }
}

/// Whether there are walls all around.
fn is_whole(position: &Position, area: &Area) -> bool {
    let around = position.topology().boundary(&area.points);
    around.iter().all(|stone| area.walls.iter().any(|wall| wall.stones.contains(stone)))
}

fn reading<'a, S: Set + 'a>(
    asked: &'a Asked<'a>,
    between: &'a Between,
    outer: Outer,
    limits: &Limits,
) -> Option<Box<dyn Reading + 'a>> {
    let area = &between.area;
    let safe: PointSet = area.walls.iter().flat_map(|wall| wall.stones.iter()).collect();
    let owned_by = match outer {
        Outer::Attackers => Some(asked.defender.opponent()),
        Outer::Defenders => Some(asked.defender),
        Outer::Nothing | Outer::Nobodys => None,
    };
    let field = Field::<S>::new(asked.position, &area.points, &Outside { safe: &safe, owned_by })?;
    let field = field.with_safe(asked.position, &between.safe);
    let mut part = Part::on(&field, asked, area, Wanted::Joined, limits);
    part.reader = part.reader.with_zones(true);
    if outer == Outer::Defenders {
        part.reader = part.reader.joining_outside();
    }
    Some(Box::new(part))
}

fn spent(tasks: &[Task<'_>]) -> u64 {
    tasks.iter().map(|task| task.reading.nodes()).sum()
}

/// What is known with one side moving first.
#[derive(Clone, Copy, Default)]
struct Found {
    known: Known,
    /// The tasks that have nothing more to say.
    done: u64,
    /// The tasks in which the cut and the connection were found.
    killed_in: Option<usize>,
    lives_in: Option<usize>,
    /// What holds under an assumption, and the task.
    open: Option<(Graded, usize)>,
}

/// Reads the tasks in turn, the first ones first, until the fates are known.
fn grade(asked: &Asked<'_>, tasks: &mut [Task<'_>], found: &mut [(Color, Found)]) {
    let all = (1u64 << tasks.len()) - 1;
    for round in 0.. {
        for number in 0..tasks.len() {
            let part = tasks[number].part;
            if part > round {
                break;
            }
            let share = FIRST_SHARE.saturating_mul(GROWTH.saturating_pow((round - part) as u32));
            for (mover, found) in &mut *found {
                if found.done >> number & 1 != 0 || found.is_over(asked.defender) {
                    continue;
                }
                let left = asked.limits.nodes.saturating_sub(spent(tasks));
                let graded = tasks[number].reading.grade(*mover, share.min(left));
                found.note(number, tasks[number].outer, &graded);
                match graded.fate {
                    Err(Why::Nodes) if left > share => {}
                    Ok(_) | Err(Why::Depth) => found.done |= 1 << number,
                    Err(_) => return,
                }
            }
        }
        if found.iter().all(|(_, found)| found.is_over(asked.defender) || found.done == all) {
            return;
        }
    }
}

impl Found {
    /// Takes down what holds on the board, or under the assumption.
    fn note(&mut self, task: usize, outer: Outer, graded: &Graded) {
        if outer == Outer::Nobodys {
            if graded.fate.is_ok() {
                self.open = Some((*graded, task));
            }
            return;
        }
        if outer != Outer::Attackers
            && let Some(killed) = graded.known.killed_up_to
            && self.known.killed_up_to.is_none_or(|known| known < killed)
        {
            (self.known.killed_up_to, self.killed_in) = (Some(killed), Some(task));
        }
        if outer != Outer::Defenders
            && let Some(lives) = graded.known.lives_from
            && self.known.lives_from.is_none_or(|known| known > lives)
        {
            (self.known.lives_from, self.lives_in) = (Some(lives), Some(task));
        }
    }

    fn is_over(&self, defender: Color) -> bool {
        self.known.fate(defender).is_some() || self.open.is_some()
    }

    /// What is told of a side moving first, and the task that it rests on.
    fn side(
        &self,
        asked: &Asked<'_>,
        mover: Color,
        tasks: &mut [Task<'_>],
        left: u64,
    ) -> (Side, Option<usize>) {
        let attacks = mover != asked.defender;
        let (task, graded) = match (self.known.fate(asked.defender), self.open) {
            (Some(fate), _) => {
                let cuts = fate == Fate::Dies || fate != Fate::Lives && attacks;
                let task = if cuts { self.killed_in } else { self.lives_in };
                (task.unwrap_or(0), Graded { fate: Ok(fate), known: self.known })
            }
            (None, Some((graded, task))) => (task, graded),
            (None, None) => {
                let is_done = self.done.count_ones() as usize == tasks.len();
                return (asked.unknown(self.known, if is_done { Why::Room } else { Why::Nodes }), None);
            }
        };
        let mut side = tasks[task].reading.side(mover, graded, left);
        if matches!(tasks[task].outer, Outer::Attackers | Outer::Defenders) {
            // What fails in a part may work on the board.
            side.undecided.extend(side.refutations.drain(..).map(|(point, _)| point));
        }
        (side, Some(task))
    }
}
