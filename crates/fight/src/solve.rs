//! From a position to an answer.
//!
//! Two questions are searched side by side: is the second target captured, and is the first? Either may end the other: who
//! captures the second has saved the first, and who loses the first does not capture the second. A ko is graded as in
//! `tesuji-capture`, by asking again with the right to retake at once on either side or on none.
//!
//! The field grows in stages. A narrow one takes more of its surroundings as safe and is read sooner; the widest one that was
//! read to the end has the say.

use std::cell::{Cell, RefCell};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

use tesuji_board::{Color, Point, PointSet, Position};
use tesuji_capture::{Code, KoRights};
use tesuji_search::{Control, Limits, Plan, Progress, Step, Why, prove};

use crate::domain::{Question, State};
use crate::eye::Eyes;
use crate::verdict::{Answer, Move, Verdict};
use crate::zone::{Ground, Reach, ground};

/// Why a fight cannot be read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unfit {
    /// A target is an empty point.
    Empty(Point),
    /// Both targets are of one colour.
    SameColor,
    /// The targets alone have more stones than a field has points.
    TooLarge,
}

/// Sees the progress of either search and may stop both.
pub type Watch<'a> = &'a (dyn Fn(&Progress) -> Control + Sync);

/// Reads the fight between the strings on two points; the owner of the first moves first.
///
/// The limits hold for each of the searches, the deadline and the memory for all of them together. The
/// [crate page](crate) has an example.
///
/// # Errors
/// [`Unfit`], if these are no two opposing strings.
pub fn solve(
    position: &Position,
    targets: [Point; 2],
    limits: &Limits,
    watch: Watch<'_>,
) -> Result<Answer, Unfit> {
    let color = |target: Point| {
        let on_board = target.index() < position.topology().len();
        on_board.then(|| position.stone(target)).flatten().ok_or(Unfit::Empty(target))
    };
    let colors = [color(targets[0])?, color(targets[1])?];
    if colors[0] == colors[1] {
        return Err(Unfit::SameColor);
    }
    let ban = position.ko().filter(|_| position.to_move() == colors[0]);
    let start = Instant::now();
    let mut best = Answer::unknown(Why::NotAsked);
    let mut nodes = 0;
    for (steps, part) in STAGES {
        let ground = ground(position, targets, Reach { empty: MOST_EMPTY, steps }).ok_or(Unfit::TooLarge)?;
        let points: PointSet = ground.field.points.iter().copied().collect();
        if best.is_known() && best.field == points {
            continue;
        }
        let ban = ban.and_then(|ban| ground.field.points.iter().position(|&point| point == ban));
        let until = limits.deadline.map(|deadline| {
            let total = deadline.saturating_duration_since(start);
            start.checked_add(total.mul_f64(part)).unwrap_or(deadline)
        });
        let limits = Limits { deadline: until, ..*limits };
        let ban = ban.map(|at| at as u8);
        let fight = Fight { ground: &ground, colors, ban, limits: &limits, watch, start: Instant::now() };
        let mut answer = fight.answer();
        nodes += answer.nodes;
        // What a wider field leaves undecided stays as a narrower one has answered it. That a group survives because it gets
        // out of a narrow field is no answer.
        let widest = steps == WIDEST;
        let captures = matches!(answer.verdict, Verdict::Win | Verdict::Loss);
        if ground.full && answer.is_known() && !captures {
            // Weak strings were left out for want of room: nobody may survive because of that.
            answer = Answer::unknown(Why::Memory);
        }
        let conclusive = answer.is_known() && (widest || captures || !answer.open);
        if conclusive || widest && !best.is_known() {
            best = answer;
        }
    }
    Ok(Answer { nodes, ..best })
}

/// How far the field reaches, stage by stage, and the part of the time after which a stage gives up.
const STAGES: [(usize, f64); 4] = [(2, 0.45), (3, 0.65), (4, 0.8), (WIDEST, 1.0)];
/// Empty points of a field, at most.
const MOST_EMPTY: usize = 48;
/// The last stage.
const WIDEST: usize = 6;

/// What one search has found.
#[derive(Clone, Debug)]
struct Finding {
    captured: Result<bool, Why>,
    ko_met: bool,
    line: Vec<Move>,
}

/// What became of one target.
#[derive(Debug)]
struct Graded {
    code: Result<Code, Why>,
    /// In a ko, the attacker may begin when he likes: the defender has to find the first threat and would have to even with
    /// the first move, and he loses nothing while the attacker waits.
    can_wait: bool,
    line: Vec<Move>,
    nodes: u64,
}

struct Fight<'a> {
    ground: &'a Ground,
    colors: [Color; 2],
    ban: Option<u8>,
    limits: &'a Limits,
    watch: Watch<'a>,
    start: Instant,
}

/// The searches about one target.
struct Inquiry<'a> {
    fight: &'a Fight<'a>,
    which: usize,
    /// Set when the other inquiry has settled everything.
    stop: &'a AtomicBool,
    can_wait: bool,
    nodes: u64,
}

impl Fight<'_> {
    fn answer(&self) -> Answer {
        let stops = [AtomicBool::new(false), AtomicBool::new(false)];
        let inquiry =
            |which: usize| Inquiry { fight: self, which, stop: &stops[which], can_wait: false, nodes: 0 };
        let (first, second) = std::thread::scope(|scope| {
            let second = scope.spawn(|| {
                let graded = inquiry(1).captured();
                if graded.code == Ok(Code::Works) {
                    stops[0].store(true, Ordering::Relaxed);
                }
                graded
            });
            let first = inquiry(0).survives();
            if first.code == Ok(Code::Fails) {
                stops[1].store(true, Ordering::Relaxed);
            }
            let lost = |_| Graded { code: Err(Why::Stopped), can_wait: false, line: Vec::new(), nodes: 0 };
            (first, second.join().unwrap_or_else(lost))
        });
        let codes = together(&first, &second);
        let verdict = Verdict::of(codes);
        let line = match (codes[1], codes[0]) {
            (Ok(Code::Fails) | Err(_), Ok(Code::Fails) | Err(_)) => Vec::new(),
            (Ok(Code::Fails) | Err(_), _) => first.line,
            _ => second.line,
        };
        let first_move = match verdict {
            Verdict::Unknown { .. } => None,
            Verdict::Loss => Some(None),
            _ => line.first().copied(),
        };
        let Ground { field, safe, .. } = self.ground;
        Answer {
            verdict,
            codes: codes.map(Result::ok),
            first_move,
            line,
            nodes: first.nodes + second.nodes,
            field: field.points.iter().copied().collect(),
            assumed_safe: safe.iter().flat_map(PointSet::iter).collect(),
            open: field.open != 0,
        }
    }
}

/// What the two codes mean for each other.
fn together(first: &Graded, second: &Graded) -> [Result<Code, Why>; 2] {
    use Code::{Fails, KoMoverThreatens, KoOpponentThreatens, Works};
    match (first.code, second.code) {
        // Who captures the second has saved the first, and who loses the first captures nothing.
        (_, Ok(Works)) => [Ok(Works); 2],
        (Ok(Fails), _) => [Ok(Fails); 2],
        // A ko with nothing to win for the defender but his life, which the attacker begins when he likes: he takes away all
        // threats before. Bent four in the corner is dead.
        (Ok(KoMoverThreatens), Ok(Fails)) if first.can_wait => [Ok(Fails); 2],
        (Ok(Works), Ok(KoOpponentThreatens)) if second.can_wait => [Ok(Works); 2],
        // One ko decides both; that the capture comes to nothing without threats is because the ko goes round.
        (Ok(KoOpponentThreatens), Ok(KoMoverThreatens)) => [Ok(KoOpponentThreatens); 2],
        codes => codes.into(),
    }
}

impl Inquiry<'_> {
    /// Is the target captured, with its opponent to move first?
    fn captured(mut self) -> Graded {
        let hard = self.ask(KoRights::Defender, true, 0.75);
        let mut line = hard.line;
        let code = match hard.captured {
            Ok(true) => Ok(Code::Works),
            Ok(false) if !hard.ko_met => Ok(Code::Fails),
            Ok(false) => {
                let easy = self.ask(KoRights::Attacker, true, 0.87);
                match easy.captured {
                    Ok(true) => {
                        line = easy.line;
                        self.grade(true)
                    }
                    Ok(false) => Ok(Code::Fails),
                    Err(why) => Err(why),
                }
            }
            Err(why) => Err(why),
        };
        Graded { code, can_wait: self.can_wait, line, nodes: self.nodes }
    }

    /// Does the target survive, with its owner to move first?
    fn survives(mut self) -> Graded {
        let hard = self.ask(KoRights::Attacker, true, 0.75);
        let mut line = hard.line;
        let code = match hard.captured {
            Ok(false) => Ok(Code::Works),
            Ok(true) if !hard.ko_met => Ok(Code::Fails),
            Ok(true) => {
                let easy = self.ask(KoRights::Defender, true, 0.87);
                match easy.captured {
                    Ok(false) => {
                        line = easy.line;
                        self.grade(false)
                    }
                    Ok(true) => Ok(Code::Fails),
                    Err(why) => Err(why),
                }
            }
            Err(why) => Err(why),
        };
        Graded { code, can_wait: self.can_wait, line, nodes: self.nodes }
    }

    /// The code of a ko for the side that moves first, which attacks or defends. Whoever wins without threats is not the one
    /// to find the first.
    fn grade(&mut self, attacking: bool) -> Result<Code, Why> {
        let fair = self.ask(KoRights::Nobody, true, 0.94).captured?;
        if self.fight.ban.is_none() && fair {
            let rights = if attacking { KoRights::Nobody } else { KoRights::Defender };
            self.can_wait = self.ask(rights, false, 1.0).captured == Ok(attacking);
        }
        Ok(if fair == attacking { Code::KoOpponentThreatens } else { Code::KoMoverThreatens })
    }

    /// One search, until this part of the time is over: is the target captured?
    fn ask(&mut self, rights: KoRights, mover_first: bool, part: f64) -> Finding {
        let fight = self.fight;
        let Ground { field, stones, targets, .. } = fight.ground;
        let question = Question {
            field,
            target: targets[self.which],
            captor: targets[1 - self.which],
            defender: fight.colors[self.which],
            rights,
            ko_met: Cell::new(fight.ban.is_some()),
            eyes: RefCell::new(Eyes::default()),
        };
        let to_move = if mover_first { fight.colors[0] } else { fight.colors[1] };
        let state = State::new(*stones, to_move, fight.ban.filter(|_| mover_first));
        let deadline = fight.limits.deadline.map(|deadline| {
            let total = deadline.saturating_duration_since(fight.start);
            fight.start.checked_add(total.mul_f64(part)).unwrap_or(deadline)
        });
        let limits = Limits {
            deadline,
            table_bytes: fight.limits.table_bytes / 2,
            working_bytes: fight.limits.working_bytes / 2,
            ..*fight.limits
        };
        let plan = Plan { weak_sums: true, ..Plan::plain(0) };
        let mut observer = |progress: &Progress| {
            if self.stop.load(Ordering::Relaxed) { Control::Stop } else { (fight.watch)(progress) }
        };
        let answer = prove(&question, &state, &plan, &limits, &mut observer);
        self.nodes += answer.statistics.nodes + answer.statistics.evidence_nodes;
        let captured = match answer.verdict {
            tesuji_search::Verdict::Proved { .. } => Ok(true),
            tesuji_search::Verdict::Disproved { .. } => Ok(false),
            tesuji_search::Verdict::Unknown { why } => Err(why),
        };
        let point = |step: &Step<Option<u8>>| match step {
            Step::Move(Some(at)) => Some(field.points[usize::from(*at)]),
            Step::Move(None) | Step::Pass => None,
        };
        let mut line: Vec<Move> = answer.line.iter().map(point).collect();
        if line.is_empty() && captured.is_ok() {
            line.extend(question.keeping_move(&state).as_ref().map(point));
        }
        Finding { captured, ko_met: question.ko_met.get(), line }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_that_say_one_thing_together() {
        use Code::{Fails, KoMoverThreatens, KoOpponentThreatens, Works};
        let graded = |code, can_wait| Graded { code, can_wait, line: Vec::new(), nodes: 0 };
        let codes = |first, second| together(&first, &second);
        let open = Err(Why::Nodes);
        assert_eq!(codes(graded(open, false), graded(Ok(Works), false)), [Ok(Works); 2]);
        assert_eq!(codes(graded(Ok(Fails), false), graded(open, false)), [Ok(Fails); 2]);
        assert_eq!(codes(graded(Ok(Works), false), graded(open, false)), [Ok(Works), open]);
        // Bent four, and the same ko when there is no time to wait or something to win.
        let ko = Ok(KoMoverThreatens);
        assert_eq!(codes(graded(ko, true), graded(Ok(Fails), false)), [Ok(Fails); 2]);
        assert_eq!(codes(graded(ko, false), graded(Ok(Fails), false)), [ko, Ok(Fails)]);
        assert_eq!(codes(graded(ko, true), graded(ko, false)), [ko; 2]);
        let good = Ok(KoOpponentThreatens);
        assert_eq!(codes(graded(Ok(Works), false), graded(good, true)), [Ok(Works); 2]);
        assert_eq!(codes(graded(Ok(Works), false), graded(good, false)), [Ok(Works), good]);
        assert_eq!(codes(graded(good, false), graded(ko, false)), [good; 2]);
    }
}
