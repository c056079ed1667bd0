//! From a position to an answer.
//!
//! Two questions are asked in turn: is the second target captured, and does the first survive? Either may end the other: who
//! captures the second has saved the first, and who loses the first does not capture the second. Nobody knows beforehand which
//! of them is the easy one, so both are searched in rounds, with few nodes first and many later; what a round has settled is
//! not asked again. A ko is graded as in `tesuji-capture`, by asking again with the right to retake at once on either side or
//! on none.
//!
//! The field grows in stages, and the widest has the say: it is read first, with most of the nodes. Only if that leads to no
//! verdict are narrower fields read, which take more of their surroundings as safe. What they claim is provisional, and the
//! verdict stays unknown.

use tesuji_board::{Color, Point, PointSet, Position, Topology};
use tesuji_capture::{Code, KoRights};
use tesuji_job::{Limits, Watch, Why};
use tesuji_search::{Plan, Scratch, Session, Step};

use crate::domain::{Question, State};
use crate::field::MOST_POINTS;
use crate::verdict::{Answer, Move, Verdict};
use crate::zone::{Ground, Reach, ground};

/// Why a fight cannot be read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unfit {
    /// A target is an empty point, or not on the board.
    Empty(Point),
    /// Both targets are of one colour.
    SameColor,
    /// The targets alone have more stones than a field has points.
    TooLarge,
}

impl Unfit {
    /// The reason as a sentence, without a full stop, with the names that the points have on this board.
    #[must_use]
    pub fn sentence(&self, board: &Topology) -> String {
        match *self {
            Unfit::Empty(point) if point.index() < board.len() => {
                format!("{} is empty: a target must be a stone", board.name_of(point))
            }
            Unfit::Empty(_) => "a target is not on the board".into(),
            Unfit::SameColor => "the targets are of one colour: name one stone of each side".into(),
            Unfit::TooLarge => format!(
                "the targets have too many stones to be read on the board ({MOST_POINTS} points at most)"
            ),
        }
    }
}

/// Reads the fight between the strings on two points; the owner of the first moves first.
///
/// The limits hold for the whole question. The [crate page](crate) has an example.
///
/// # Errors
/// [`Unfit`], if these are no two opposing strings.
pub fn solve(
    position: &Position,
    targets: [Point; 2],
    limits: &Limits,
    watch: &Watch,
) -> Result<Answer, Unfit> {
    let color = |target: Point| {
        let on_board = target.index() < position.topology().len();
        on_board.then(|| position.stone(target)).flatten().ok_or(Unfit::Empty(target))
    };
    let colors = [color(targets[0])?, color(targets[1])?];
    if colors[0] == colors[1] {
        return Err(Unfit::SameColor);
    }
    let mut grounds: Vec<Ground> = Vec::new();
    for steps in REACHES {
        let ground = ground(position, targets, Reach { empty: MOST_EMPTY, steps }).ok_or(Unfit::TooLarge)?;
        // A fight that is shut in has the same field at every reach.
        grounds.retain(|known| known.field.points != ground.field.points);
        grounds.push(ground);
    }
    let ban = position.ko().filter(|_| position.to_move() == colors[0]);
    let read = |ground: &Ground, limits: Limits| {
        let ban = ban.and_then(|ban| ground.field.points.iter().position(|&point| point == ban));
        Fight { ground, colors, ban: ban.map(|at| at as u8), limits, watch, nodes: 0 }.answer()
    };
    let Some(widest) = grounds.pop() else { return Ok(Answer::unknown(Why::NotAsked)) };
    let kept = if grounds.is_empty() { 0 } else { limits.nodes / KEPT_FOR_NARROWER };
    let mut answer = read(&widest, limits.with_nodes(limits.nodes - kept));
    if widest.full {
        // Weak strings were left out for want of room, so not even the widest field says how it ends.
        let provisional = answer.claim(&widest);
        answer = Answer { provisional, ..answer.without_room() };
    }
    if answer.is_known() {
        return Ok(answer);
    }
    while answer.provisional.is_none()
        && let Some(ground) = grounds.pop()
    {
        let left = limits.after(answer.nodes);
        let narrower = read(&ground, left.with_nodes(left.nodes / (grounds.len() as u64 + 1)));
        answer.nodes += narrower.nodes;
        answer.provisional = narrower.claim(&ground);
    }
    Ok(answer)
}

/// How far the fields reach, in steps from the targets: the last one is the widest.
const REACHES: [usize; 4] = [2, 3, 4, 6];
/// Empty points of a field, at most.
const MOST_EMPTY: usize = 48;
/// The part of the nodes that is kept for narrower fields: one in so many.
const KEPT_FOR_NARROWER: u64 = 5;
/// The part of all nodes that a search gets, round by round: half of one in so many. In the last round there is no such bound.
/// Parts, and not numbers, so that with more nodes no search gets fewer. The last round comes twice: what the second inquiry has
/// found in it may leave something to ask about the first.
const ROUNDS: [u64; 6] = [4096, 512, 64, 8, 1, 1];
/// The longest line looked at, in steps.
const LONGEST_LINE: u32 = 400;

/// What one search has found.
#[derive(Clone, Debug)]
struct Finding {
    captured: Result<bool, Why>,
    ko_met: bool,
    line: Vec<Move>,
    /// Whether more nodes would tell more: the outcome, or the line.
    short: bool,
}

/// The search behind a finding: who wins every ko, and whether the owner of the first target moves first.
type Search = (KoRights, bool);

/// What became of one target.
#[derive(Clone, Copy, Debug)]
struct Graded {
    code: Result<Code, Why>,
    /// In a ko, the attacker may begin when he likes: the defender has to find the first threat and would have to even with
    /// the first move, and he loses nothing while the attacker waits.
    can_wait: Result<bool, Why>,
}

/// The searches about one target. All rounds and rights to kos share what they find out.
struct Inquiry<'a> {
    /// 1 for the target that the side to move attacks, 0 for the one that it defends.
    which: usize,
    session: Session<Question<'a>>,
    graded: Graded,
    line: Vec<Move>,
    /// Findings so far, each with the nodes it was allowed.
    findings: Vec<(Search, u64, Finding)>,
    /// Whether more nodes would tell more.
    short: bool,
}

/// What a round may use: nodes for one search, and the count of all nodes at which it ends.
#[derive(Clone, Copy, Debug)]
struct Round {
    each: u64,
    end: u64,
}

impl<'a> Inquiry<'a> {
    fn new(fight: &Fight<'a>, which: usize) -> Inquiry<'a> {
        let graded = Graded { code: Err(Why::NotAsked), can_wait: Err(Why::NotAsked) };
        let Ground { field, targets, .. } = fight.ground;
        let question = Question {
            field,
            target: targets[which],
            captor: targets[1 - which],
            defender: fight.colors[which],
            ko_met: fight.ban.is_some(),
            eyes: Scratch::default(),
        };
        let session = Session::new(question, &fight.search_limits(u64::MAX));
        Inquiry { which, session, graded, line: Vec::new(), findings: Vec::new(), short: true }
    }

    fn is_attack(&self) -> bool {
        self.which == 1
    }

    /// Whether there is something to ask, seeing what has become of the other target.
    fn is_open(&self, other: Graded) -> bool {
        // Who loses the first target captures nothing, and who captures the second has saved the first.
        let settled = other.code == Ok(if self.is_attack() { Code::Fails } else { Code::Works });
        let waits = waiting_matters(self.which, self.graded.code, other.code)
            && self.graded.can_wait == Err(Why::NotAsked);
        !settled && (self.short && self.graded.code != Ok(Code::Fails) || waits)
    }

    /// Asks what is open.
    fn go_on(&mut self, fight: &mut Fight<'_>, round: Round, other: Graded) {
        self.short = false;
        let code = self.grade(fight, round);
        let can_wait = if !waiting_matters(self.which, code, other.code) {
            Err(Why::NotAsked)
        } else if fight.ban.is_some() {
            Ok(false)
        } else {
            let rights = if self.is_attack() { KoRights::Nobody } else { KoRights::Defender };
            let waiting = self.find(fight, (rights, false), round);
            self.short |= waiting.short;
            waiting.captured.map(|captured| captured == self.is_attack())
        };
        self.graded = Graded { code, can_wait };
    }

    /// How well it works for the side that moves first.
    fn grade(&mut self, fight: &mut Fight<'_>, round: Round) -> Result<Code, Why> {
        let attacking = self.is_attack();
        let [against, with] = if attacking {
            [KoRights::Defender, KoRights::Attacker]
        } else {
            [KoRights::Attacker, KoRights::Defender]
        };
        let hard = self.find(fight, (against, true), round);
        (self.line, self.short) = (hard.line, hard.short);
        if hard.captured? == attacking {
            return Ok(Code::Works);
        }
        if !hard.ko_met {
            return Ok(Code::Fails);
        }
        let easy = self.find(fight, (with, true), round);
        (self.line, self.short) = (easy.line, easy.short);
        if easy.captured? != attacking {
            return Ok(Code::Fails);
        }
        // Whoever wins without threats is not the one to find the first.
        let fair = self.find(fight, (KoRights::Nobody, true), round);
        self.short |= fair.short;
        Ok(if fair.captured? == attacking { Code::KoOpponentThreatens } else { Code::KoMoverThreatens })
    }

    /// What a search finds, or has found in an earlier round. One that ran out of nodes is repeated with more.
    fn find(&mut self, fight: &mut Fight<'_>, search: Search, round: Round) -> Finding {
        let nodes = round.each.min(round.end.saturating_sub(fight.nodes));
        let known = self.findings.iter().position(|&(known, ..)| known == search);
        let known = known.map(|at| self.findings.swap_remove(at));
        let (tried, finding) = match known {
            Some((_, tried, finding)) if !finding.short || nodes <= tried => (tried, finding),
            known => {
                let again = fight.ask(&mut self.session, search, nodes);
                // What is known stays known, also if the line was not found this time either.
                let known = known.map(|(.., finding)| finding).filter(|known| known.captured.is_ok());
                (nodes, known.filter(|_| again.captured.is_err()).unwrap_or(again))
            }
        };
        self.findings.push((search, tried, finding.clone()));
        finding
    }
}

/// Whether it matters that the attacker can wait, which is asked about one target with these codes of its own and the other.
fn waiting_matters(which: usize, own: Result<Code, Why>, other: Result<Code, Why>) -> bool {
    match which {
        0 => (own, other) == (Ok(Code::KoMoverThreatens), Ok(Code::Fails)),
        _ => (own, other) == (Ok(Code::KoOpponentThreatens), Ok(Code::Works)),
    }
}

/// One field and what may be used for it.
struct Fight<'a> {
    ground: &'a Ground,
    colors: [Color; 2],
    ban: Option<u8>,
    limits: Limits,
    watch: &'a Watch,
    nodes: u64,
}

impl Fight<'_> {
    fn answer(mut self) -> Answer {
        let mut inquiries = [Inquiry::new(&self, 0), Inquiry::new(&self, 1)];
        for part in ROUNDS {
            let each = if part == 1 { u64::MAX } else { self.limits.nodes / 2 / part };
            for which in [1, 0] {
                let others = [inquiries[1].graded, inquiries[0].graded];
                if !inquiries[which].is_open(others[which]) {
                    continue;
                }
                // Whoever comes first in a round leaves half of the rest to the other.
                let left = self.limits.after(self.nodes).nodes;
                let share = if which == 1 && inquiries[0].is_open(others[0]) { left / 2 } else { left };
                let round = Round { each, end: self.nodes + share };
                inquiries[which].go_on(&mut self, round, others[which]);
            }
        }
        let [first, second] = inquiries;
        let codes = together(first.graded, second.graded);
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
            nodes: self.nodes,
            field: field.points.iter().copied().collect(),
            assumed_safe: safe.iter().flat_map(PointSet::iter).collect(),
            open: field.open != 0,
            provisional: None,
        }
    }

    /// What one search may use. Both inquiries keep their tables, so each has half of the memory.
    fn search_limits(&self, nodes: u64) -> Limits {
        self.limits.with_nodes(nodes).with_memory(self.limits.memory / 2)
    }

    /// One search with so many nodes: is the target captured?
    fn ask(&mut self, session: &mut Session<Question<'_>>, search: Search, nodes: u64) -> Finding {
        let Ground { field, stones, .. } = self.ground;
        let (rights, mover_first) = search;
        let to_move = if mover_first { self.colors[0] } else { self.colors[1] };
        let state = State::new(*stones, to_move, self.ban.filter(|_| mover_first), rights);
        // Only searches with somebody's kos give a line.
        let evidence = mover_first && rights != KoRights::Nobody;
        let plan = Plan { weak_sums: true, evidence, depth: LONGEST_LINE, ..Plan::plain(0) };
        let answer = session.prove(&state, &plan, &self.search_limits(nodes), self.watch);
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
            line.extend(session.domain().clone().keeping_move(&state).as_ref().map(point));
        }
        let short = captured == Err(Why::Nodes) || evidence && answer.evidence.err() == Some(Why::Nodes);
        Finding { captured, ko_met: session.domain().ko_met, line, short }
    }
}

/// What the two codes mean for each other.
fn together(first: Graded, second: Graded) -> [Result<Code, Why>; 2] {
    use Code::{Fails, KoMoverThreatens, KoOpponentThreatens, Works};
    match (first.code, second.code) {
        // Who captures the second has saved the first, and who loses the first captures nothing.
        (_, Ok(Works)) => [Ok(Works); 2],
        (Ok(Fails), _) => [Ok(Fails); 2],
        // A ko with nothing to win for the defender but his life, which the attacker begins when he likes: he takes away all
        // threats before. Bent four in the corner is dead.
        (Ok(KoMoverThreatens), Ok(Fails)) => match first.can_wait {
            Ok(true) => [Ok(Fails); 2],
            Ok(false) => [first.code, second.code],
            Err(why) => [Err(why), second.code],
        },
        (Ok(Works), Ok(KoOpponentThreatens)) => match second.can_wait {
            Ok(true) => [Ok(Works); 2],
            Ok(false) => [first.code, second.code],
            Err(why) => [first.code, Err(why)],
        },
        // One ko decides both; that the capture comes to nothing without threats is because the ko goes round.
        (Ok(KoOpponentThreatens), Ok(KoMoverThreatens)) => [Ok(KoOpponentThreatens); 2],
        codes => codes.into(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_that_say_one_thing_together() {
        use Code::{Fails, KoMoverThreatens, KoOpponentThreatens, Works};
        let graded = |code, can_wait| Graded { code, can_wait: Ok(can_wait) };
        let codes = together;
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
        // A limit that hides whether there is time to wait hides the code, where it depends on that.
        let limited = |code| Graded { code, can_wait: Err(Why::Nodes) };
        assert_eq!(codes(limited(ko), graded(Ok(Fails), false)), [open, Ok(Fails)]);
        assert_eq!(codes(graded(Ok(Works), false), limited(good)), [Ok(Works), open]);
        assert_eq!(codes(limited(ko), limited(ko)), [ko; 2]);
    }
}
