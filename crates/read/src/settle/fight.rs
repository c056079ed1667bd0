//! Who lives of two groups: captures that hold on the whole board, the fight as it is read, and what lives as it stands.
//!
//! A ladder or a net may run beyond every field. So captures are asked about the two stones, briefly before anything is read and with a
//! tenth of the nodes where reading leaves a side open: a mover whose own stone falls whatever he plays has lost, on the whole board.
//! That the other stone can be captured decides nothing, and is told.

use tesuji_board::{Color, Point, PointSet, Position, is_unconditionally_alive};
use tesuji_capture as captures;
use tesuji_capture::Settings;
use tesuji_fight::{Answer, Code, Move, Other, Second, Unfit, second, solve, solve_both};
use tesuji_job::{Limits, Watch};

use crate::area::Stated;

/// The part of the nodes that is kept for captures where reading leaves a side open: one in so many.
const KEPT: u64 = 10;
/// Nodes and orders of the first look, before anything is read: ladders and simple nets.
const FIRST_LOOK: u64 = 60;
const FIRST_ORDERS: u8 = 2;
/// The part of the nodes that may be used to find out about the other stone where the first look has decided.
const FOR_SECOND: u64 = 8;

/// A question about two groups.
#[derive(Clone, Copy, Debug)]
pub struct Groups<'a> {
    /// The position.
    pub position: &'a Position,
    /// The same with the walls that were stated.
    pub walled: &'a Position,
    /// What was stated about the stones around.
    pub stated: &'a Stated,
    /// A stone of Black's group, and one of White's.
    pub stones: [Point; 2],
    /// Whether it is known already how it ends with Black moving first, and with White: then nothing is asked.
    pub known: [bool; 2],
    /// What may be used, of which so many nodes are spent.
    pub limits: Limits,
    /// Nodes that are spent.
    pub spent: u64,
}

/// What becomes of a group.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fate {
    /// It dies.
    Dies,
    /// It lives: it is captured whatever happens by nobody, because it is alive as it stands, or at once, or has captured the other.
    Lives,
    /// It is not captured, and not seen to live.
    Seki,
    /// A ko decides.
    Ko,
    /// Not known.
    Unknown,
}

impl From<Option<Other>> for Fate {
    /// The fate of the second group, where it is not simply captured.
    fn from(other: Option<Other>) -> Fate {
        match other {
            Some(Other::Wins) => Fate::Lives,
            Some(Other::Survives) => Fate::Seki,
            Some(Other::Falls) => Fate::Dies,
            Some(Other::Ko) => Fate::Ko,
            Some(Other::Open) | None => Fate::Unknown,
        }
    }
}

/// The mover's stone is captured whatever he plays, on the whole board.
#[derive(Clone, Debug)]
pub struct Loss {
    /// The line.
    pub line: Vec<Move>,
    /// What becomes of the other stone.
    pub other: Other,
}

/// What was found with one side moving first.
#[derive(Clone, Debug)]
pub struct Side {
    /// What reading says; none where the first look has decided.
    pub answer: Option<Answer>,
    /// The mover has lost by a capture; then it is this that counts.
    pub loss: Option<Loss>,
    /// The fates of the mover's group and of the other.
    pub fates: [Fate; 2],
    /// A move that keeps what reading says and makes the mover's group unconditionally alive.
    pub at_once: Option<Point>,
    /// Where reading leaves open what becomes of the mover's stone: the other can be captured, by this move if one is known.
    pub can_capture: Option<Option<Move>>,
}

/// What was found with either side moving first.
#[derive(Clone, Debug)]
pub struct Fight {
    /// With Black moving first, and with White; none where it was known.
    pub sides: [Option<Side>; 2],
    /// Nodes used.
    pub nodes: u64,
    /// The points on which it depends.
    pub field: PointSet,
    /// Stones around them that were taken as safe.
    pub assumed_safe: PointSet,
    /// Whether it depends on the edge of what was read, where whoever gets out counts as safe.
    pub open: bool,
}

/// Who lives?
///
/// # Errors
/// [`Unfit`], if these are no two opposing strings, or strings that are too large.
pub fn fight(groups: &Groups<'_>, watch: &Watch) -> Result<Fight, Unfit> {
    let mut work = Work { groups: *groups, watch, nodes: 0, seconds: Vec::new() };
    let most = groups.limits.nodes;
    let kept = most / KEPT;
    let first_look = |color: Color, work: &mut Work<'_>| {
        let known = groups.known[color.index()];
        if known { None } else { work.loss(color, FIRST_LOOK.min(kept), most / FOR_SECOND) }
    };
    let lost = Color::BOTH.map(|color| first_look(color, &mut work));
    let decided = Color::BOTH.map(|color| groups.known[color.index()] || lost[color.index()].is_some());
    let answers = work.read(decided, &groups.limits.after(groups.spent + work.nodes + kept))?;
    work.nodes += answers.iter().flatten().map(|answer| answer.nodes).sum::<u64>();
    let open = answers.iter().flatten().filter(|answer| !answer.is_known()).count() as u64;
    let mut sides = [None, None];
    for ((color, answer), loss) in Color::BOTH.into_iter().zip(answers).zip(lost) {
        sides[color.index()] = match &answer {
            _ if loss.is_some() => Some(work.side(color, None, loss)),
            Some(known) if known.is_known() => Some(work.side(color, answer, None)),
            Some(_) => Some(work.look_again(color, answer, kept / open)),
            None => None,
        };
    }
    let read = || sides.iter().flatten().filter_map(|side| side.answer.as_ref());
    let seconds = &work.seconds;
    let field = read().map(|answer| &answer.field).chain(seconds.iter().map(|second| &second.field));
    let safe =
        read().map(|answer| &answer.assumed_safe).chain(seconds.iter().map(|second| &second.assumed_safe));
    Ok(Fight {
        field: field.flat_map(PointSet::iter).collect(),
        assumed_safe: safe.flat_map(PointSet::iter).collect(),
        open: read().any(|answer| answer.open) || seconds.iter().any(|second| second.open),
        nodes: work.nodes,
        sides,
    })
}

/// What is asked, and what was used for it.
struct Work<'a> {
    groups: Groups<'a>,
    watch: &'a Watch,
    /// Nodes so far.
    nodes: u64,
    /// What became of the other stone where the mover's is lost, with the conditions of that.
    seconds: Vec<Second>,
}

impl Work<'_> {
    fn stone(&self, color: Color) -> Point {
        self.groups.stones[color.index()]
    }

    /// Reads the fight for whoever moves first where that is not decided yet.
    fn read(&self, decided: [bool; 2], limits: &Limits) -> Result<[Option<Answer>; 2], Unfit> {
        let Groups { position, stated, stones: [black, white], .. } = self.groups;
        let first = |targets| solve(position, targets, stated, limits, self.watch).map(Some);
        Ok(match decided {
            [true, true] => [None, None],
            [false, false] => solve_both(position, [black, white], stated, limits, self.watch)?.map(Some),
            [false, true] => [first([black, white])?, None],
            [true, false] => [None, first([white, black])?],
        })
    }

    /// The answer that the stone of this colour is captured, within so many nodes.
    fn captured(&mut self, color: Color, first: captures::Side, most: u64) -> Option<captures::Answer> {
        if self.watch.check().is_err() {
            return None;
        }
        let stone = self.stone(color);
        let mut settings = Settings::suited(self.groups.position, stone);
        if most <= FIRST_LOOK {
            settings = Settings { further: 0, ..settings.up_to(FIRST_ORDERS) };
        }
        let limits = self.groups.limits.with_nodes(most);
        let answer = captures::solve(self.groups.walled, stone, first, &settings, &limits, self.watch)?;
        self.nodes += answer.nodes;
        (answer.verdict == captures::Verdict::Captured).then_some(answer)
    }

    /// Whether the mover's own stone falls whatever he plays: then he has lost.
    fn loss(&mut self, first: Color, most: u64, most_for_second: u64) -> Option<Loss> {
        let answer = self.captured(first, captures::Side::Defender, most)?;
        let points = self.groups.position.topology().len();
        let line = answer.line.iter().map(|step| step.filter(|point| point.index() < points)).collect();
        Some(Loss { line, other: self.second(first, most_for_second) })
    }

    /// What becomes of the other stone where the mover's is lost. Whoever captures may lose his own stone by it.
    fn second(&mut self, first: Color, most: u64) -> Other {
        let Groups { position, walled, stated, limits, .. } = self.groups;
        let targets = [first, first.opponent()].map(|color| self.stone(color));
        if is_unconditionally_alive(walled, targets[1]) {
            return Other::Wins;
        }
        let limits = limits.with_nodes(most);
        let Ok(second) = second(position, targets, stated, &limits, self.watch) else {
            return Other::Open;
        };
        self.nodes += second.nodes;
        let found = second.other;
        self.seconds.push(second);
        found
    }

    /// Asks captures about both stones where reading has left a side open.
    fn look_again(&mut self, first: Color, answer: Option<Answer>, most: u64) -> Side {
        let open = answer.as_ref().is_none_or(|answer| answer.codes[0].is_none());
        let loss = if open { self.loss(first, most / 2, most / 4) } else { None };
        let can_capture = if loss.is_some() {
            None
        } else {
            let taken = self.captured(first.opponent(), captures::Side::Attacker, most / 2);
            let points = self.groups.position.topology().len();
            taken.map(|taken| taken.first_move.map(|step| step.filter(|point| point.index() < points)))
        };
        Side { can_capture, ..self.side(first, answer, loss) }
    }

    /// What becomes of both groups.
    fn side(&self, first: Color, answer: Option<Answer>, loss: Option<Loss>) -> Side {
        let walled = self.groups.walled;
        let is_alive = |color: Color| is_unconditionally_alive(walled, self.stone(color));
        let at_once =
            answer.as_ref().and_then(|answer| life_at_once(walled, first, self.stone(first), answer));
        let fates = match (&loss, &answer) {
            (Some(loss), _) => [Fate::Dies, Some(loss.other).into()],
            (None, None) => [Fate::Unknown; 2],
            (None, Some(answer)) => {
                let own = match answer.codes[0] {
                    None => Fate::Unknown,
                    Some(Code::Works) if answer.codes[1] == Some(Code::Works) => Fate::Lives,
                    Some(Code::Works) if at_once.is_some() || is_alive(first) => Fate::Lives,
                    Some(Code::Works) => Fate::Seki,
                    Some(Code::Fails) => Fate::Dies,
                    Some(_) => Fate::Ko,
                };
                let other = match answer.codes[1] {
                    None => Fate::Unknown,
                    Some(Code::Works) => Fate::Dies,
                    Some(_) if is_alive(first.opponent()) => Fate::Lives,
                    Some(_) => answer.other.into(),
                };
                [own, other]
            }
        };
        Side { answer, loss, fates, at_once, can_capture: None }
    }
}

/// The first move that keeps the verdict and makes the mover's group unconditionally alive at once.
fn life_at_once(position: &Position, first: Color, group: Point, answer: &Answer) -> Option<Point> {
    if is_unconditionally_alive(position, group) {
        return None;
    }
    answer.moves.iter().copied().flatten().find(|&point| {
        let mut after = position.clone();
        after.play(first, point).is_ok() && is_unconditionally_alive(&after, group)
    })
}
