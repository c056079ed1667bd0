//! From a position to an answer.
//!
//! Two questions are asked in turn. S: does the first target survive? C: is the second captured, by an owner of the first who
//! keeps it until then and for ever after? Either may end the other: who captures has survived, and who does not survive captures
//! nothing. Nobody knows beforehand which of them is the easy one, nor which side moving first is, so all are searched in rounds, with
//! few nodes first and many later; what a round has settled is not asked again. The rounds are the same for every limit, which only
//! says where they end: so what a smaller limit knows a larger one knows as well. What goes beyond the verdicts, such as all first
//! moves, comes after them.
//!
//! A ko is graded by asking again with threats for either side and for none: what holds even against [`MOST_THREATS`] of the opponent
//! works, what fails even with as many of one's own fails, and everything between is a ko. Move and line come from the search
//! that gives the code.
//!
//! The field grows in stages, and the widest has the say: it is read first, with most of the nodes. Only if that leads to no
//! verdict are narrower fields read, which take more of their surroundings as safe. What they claim is provisional, and the
//! verdict stays unknown.

use tesuji_board::{Color, Point, Position, Topology};
use tesuji_job::{Limits, Watch, Why};
use tesuji_local::{Code, MOST_THREATS, Threats};

use crate::field::{Bits, MOST_POINTS, ones};
use crate::ground::{Ground, Reach, Stated, WIDEST, ground, safe_strings};
use crate::reader::{FieldMove, Goal, Reader, State};
use crate::verdict::{Answer, Move, Other, Second, Verdict};

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
    stated: &Stated,
    limits: &Limits,
    watch: &Watch,
) -> Result<Answer, Unfit> {
    let table = Table::new(position, targets, stated, watch)?;
    let [answer] = table.answers([table.mover], limits);
    Ok(answer)
}

/// Reads the fight for both sides moving first, Black's answer first. What is found for one serves the other.
///
/// # Errors
/// [`Unfit`], if these are no two opposing strings.
pub fn solve_both(
    position: &Position,
    targets: [Point; 2],
    stated: &Stated,
    limits: &Limits,
    watch: &Watch,
) -> Result<[Answer; 2], Unfit> {
    let table = Table::new(position, targets, stated, watch)?;
    Ok(table.answers(Color::BOTH, limits))
}

/// What becomes of the second target where the first is lost, whatever its owner plays, who moves first. That it is lost is taken from
/// whoever asks: it may have been found on the whole board.
///
/// # Errors
/// [`Unfit`], if these are no two opposing strings.
pub fn second(
    position: &Position,
    targets: [Point; 2],
    stated: &Stated,
    limits: &Limits,
    watch: &Watch,
) -> Result<Second, Unfit> {
    let table = Table::new(position, targets, stated, watch)?;
    let ground = &table.widest;
    let mut reader = table.reader(ground, limits);
    let mut fight = table.fight(ground, &mut reader, table.mover, *limits);
    // Where weak strings were left out for want of room, not even the widest field says how it ends.
    let (other, zone) = if ground.full { (Other::Open, 0) } else { fight.other_of_a_loss() };
    let nodes = fight.nodes();
    Ok(Second {
        other,
        nodes,
        field: ones(zone).map(|at| ground.field.points[at]).collect(),
        assumed_safe: ground.walls(position, zone),
        open: ground.field.open & zone != 0,
    })
}

/// A fight with its fields.
struct Table<'p> {
    position: &'p Position,
    /// The owner of the target that was named first.
    mover: Color,
    widest: Ground,
    /// Narrower fields, the widest of them last.
    narrower: Vec<Ground>,
    watch: &'p Watch,
}

impl<'p> Table<'p> {
    fn new(
        position: &'p Position,
        targets: [Point; 2],
        stated: &Stated,
        watch: &'p Watch,
    ) -> Result<Table<'p>, Unfit> {
        let color = |target: Point| {
            let on_board = target.index() < position.topology().len();
            on_board.then(|| position.stone(target)).flatten().ok_or(Unfit::Empty(target))
        };
        let (mover, other) = (color(targets[0])?, color(targets[1])?);
        if mover == other {
            return Err(Unfit::SameColor);
        }
        let [first, second] = targets;
        let targets = if mover == Color::Black { [first, second] } else { [second, first] };
        let safe = safe_strings(position, targets, stated);
        let mut grounds: Vec<Ground> = Vec::new();
        for steps in NARROWER.into_iter().chain([WIDEST.steps]) {
            let ground =
                ground(position, targets, stated, &safe, Reach { steps, ..WIDEST }).ok_or(Unfit::TooLarge)?;
            // A fight that is shut in has the same field at every reach.
            grounds.retain(|known| known.field.points != ground.field.points);
            grounds.push(ground);
        }
        let widest = grounds.pop().ok_or(Unfit::TooLarge)?;
        Ok(Table { position, mover, widest, narrower: grounds, watch })
    }

    fn reader<'a>(&'a self, ground: &'a Ground, limits: &Limits) -> Reader<'a> {
        Reader::new(&ground.field, ground.targets, limits, self.watch)
    }

    /// The answers for these sides moving first. What is found for one serves the other.
    fn answers<const N: usize>(&self, movers: [Color; N], limits: &Limits) -> [Answer; N] {
        let kept = if self.narrower.is_empty() { 0 } else { limits.nodes / KEPT_FOR_NARROWER };
        let widest = limits.with_nodes(limits.nodes - kept);
        let mut reader = self.reader(&self.widest, &widest);
        let mut answers = self.fight(&self.widest, &mut reader, movers[0], widest).answers(movers);
        if self.widest.full {
            // Weak strings were left out for want of room, so not even the widest field says how it ends.
            answers = answers.map(|answer| {
                let provisional = answer.claim(&self.widest);
                Answer { provisional, ..answer.without_room() }
            });
        }
        let mut spent: u64 = answers.iter().map(|answer| answer.nodes).sum();
        for (at, mover) in movers.into_iter().enumerate() {
            if answers[at].is_known() {
                continue;
            }
            let left = limits.after(spent);
            let later = answers[at..].iter().filter(|answer| !answer.is_known()).count() as u64;
            let share = left.with_nodes(left.nodes / later);
            let before = answers[at].nodes;
            self.read_narrower(&mut answers[at], mover, &share);
            spent += answers[at].nodes - before;
        }
        answers
    }

    /// What narrower fields say, where the widest says nothing.
    fn read_narrower(&self, answer: &mut Answer, mover: Color, limits: &Limits) {
        let mut fields = self.narrower.iter().rev().enumerate();
        let mut spent = 0;
        while answer.provisional.is_none()
            && let Some((done, ground)) = fields.next()
        {
            let left = limits.after(spent);
            let share = left.with_nodes(left.nodes / (self.narrower.len() - done) as u64);
            let mut reader = self.reader(ground, &share);
            let [narrower] = self.fight(ground, &mut reader, mover, share).answers([mover]);
            spent += narrower.nodes;
            answer.provisional = narrower.claim(ground);
        }
        answer.nodes += spent;
    }

    fn fight<'r, 'a>(
        &'r self,
        ground: &'r Ground,
        reader: &'r mut Reader<'a>,
        mover: Color,
        limits: Limits,
    ) -> Fight<'r, 'a> {
        let before = reader.nodes;
        let mut fight =
            Fight { position: self.position, ground, colors: Color::BOTH, ban: None, limits, before, reader };
        fight.turn(mover);
        fight
    }
}

/// How far the narrower fields reach, in steps from the targets.
const NARROWER: [usize; 3] = [2, 3, 4];
/// The part of the nodes that is kept for narrower fields: one in so many.
const KEPT_FOR_NARROWER: u64 = 5;
/// Nodes to find out which other first moves are as good, if there are so many left: this part of all.
const FOR_MOVES: u64 = 20;
/// The same for what becomes of the second target where it is not simply captured.
const FOR_OTHER: u64 = 4;
/// The most nodes of a search in the first round, and how many times as many it gets in the next. The rounds do not depend on the limit:
/// with more nodes nothing is searched less.
const FIRST_ROUND: u64 = 16;
const GROWTH: u64 = 8;

/// What one search has found.
#[derive(Clone, Debug)]
struct Finding {
    captured: Result<bool, Why>,
    /// The points on which it depends.
    zone: Bits,
    line: Vec<Move>,
    /// Whether more nodes would tell more: the outcome, or the line.
    short: bool,
}

/// A search: who has threats, and whether the side that is asked about moves first.
type Search = (Threats, bool);

/// What became of one target.
#[derive(Clone, Copy, Debug)]
struct Graded {
    code: Result<Code, Why>,
    /// In a ko, the attacker may begin when he likes: the defender has to find the first threat and would have to even with
    /// the first move, and he loses nothing while the attacker waits.
    can_wait: Result<bool, Why>,
    /// In a ko, how many threats more than the other side it takes to turn it; none if that was not found out.
    threats: Option<u8>,
}

/// The searches about one target. All rounds and numbers of threats share what they find out.
struct Inquiry {
    /// 1 for the target that the side to move attacks, 0 for the one that it defends.
    which: usize,
    goal: Goal,
    graded: Graded,
    line: Vec<Move>,
    /// Findings so far, each with the nodes it was allowed.
    findings: Vec<(Search, u64, Finding)>,
    /// Whether more nodes would tell more.
    short: bool,
}

/// What a round may use: nodes for one search, and the count of all nodes at which everything ends.
#[derive(Clone, Copy, Debug)]
struct Round {
    each: u64,
    end: u64,
}

impl Inquiry {
    fn new(fight: &Fight<'_, '_>, which: usize) -> Inquiry {
        let graded = Graded { code: Err(Why::NotAsked), can_wait: Err(Why::NotAsked), threats: None };
        let goal = fight.reader.goal(fight.colors[which], which == 1);
        Inquiry { which, goal, graded, line: Vec::new(), findings: Vec::new(), short: true }
    }

    /// The points on which all that was found depends.
    fn zone(&self) -> Bits {
        self.findings.iter().fold(0, |zone, (.., finding)| zone | finding.zone)
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
        !settled && (self.short || waits)
    }

    /// Asks how well it works for the side that moves first, and whether a ko can wait.
    fn go_on(&mut self, fight: &mut Fight<'_, '_>, round: Round, other: Graded) {
        self.short = false;
        self.graded.code = self.grade(fight, round);
        self.graded.can_wait = if !waiting_matters(self.which, self.graded.code, other.code) {
            Err(Why::NotAsked)
        } else if fight.ban.is_some() {
            Ok(false)
        } else {
            let threats = if self.is_attack() { Threats::NONE } else { Threats::all_of(fight.colors[0]) };
            let waiting = self.find(fight, (threats, false), round);
            self.short |= waiting.short;
            waiting.captured.map(|captured| captured == self.is_attack())
        };
    }

    fn grade(&mut self, fight: &mut Fight<'_, '_>, round: Round) -> Result<Code, Why> {
        let [own, other] = fight.colors;
        if self.holds(fight, Threats::all_of(other), round)? {
            return Ok(Code::Works);
        }
        if !self.holds(fight, Threats::all_of(own), round)? {
            return Ok(Code::Fails);
        }
        // Whoever is well off without threats is not the one to find the first.
        let fair = self.holds(fight, Threats::NONE, round)?;
        self.graded.threats = self.turning(fight, fair, round).ok();
        Ok(if fair { Code::KoOpponentThreatens } else { Code::KoMoverThreatens })
    }

    /// How many threats turn a ko. The line is the one that keeps what the mover has with as few as it takes.
    fn turning(&mut self, fight: &mut Fight<'_, '_>, fair: bool, round: Round) -> Result<u8, Why> {
        let needs = fight.colors[usize::from(fair)];
        let line = self.line.clone();
        for count in 1..=MOST_THREATS {
            let holds = self.holds(fight, Threats::of(needs, count), round);
            if holds.is_err() && fair {
                self.line.clone_from(&line);
            }
            if holds? != fair {
                if fair {
                    self.line = line;
                }
                return Ok(count);
            }
        }
        Err(Why::Contradiction)
    }

    /// Whether it works with these threats. The line is that of this search.
    fn holds(&mut self, fight: &mut Fight<'_, '_>, threats: Threats, round: Round) -> Result<bool, Why> {
        let Finding { captured, line, short, .. } = self.find(fight, (threats, true), round);
        self.line = line;
        self.short |= short;
        Ok(captured? == self.is_attack())
    }

    /// What a search finds, or has found in an earlier round. One that ran out of nodes is repeated with more.
    fn find(&mut self, fight: &mut Fight<'_, '_>, search: Search, round: Round) -> Finding {
        let nodes = round.each.min(round.end.saturating_sub(fight.nodes()));
        let known = self.findings.iter().position(|&(known, ..)| known == search);
        let known = known.map(|at| self.findings.swap_remove(at));
        let (tried, finding) = match known {
            Some((_, tried, finding)) if !finding.short || nodes <= tried => (tried, finding),
            known => {
                let again = fight.ask(&self.goal, search, nodes);
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
struct Fight<'r, 'a> {
    position: &'r Position,
    ground: &'r Ground,
    /// The side that moves first, and the other.
    colors: [Color; 2],
    ban: Option<u8>,
    limits: Limits,
    /// Nodes of the reader before this question.
    before: u64,
    reader: &'r mut Reader<'a>,
}

impl Fight<'_, '_> {
    /// Nodes of this question so far.
    fn nodes(&self) -> u64 {
        self.reader.nodes - self.before
    }

    /// From now on this side moves first.
    fn turn(&mut self, mover: Color) {
        let ban = self.position.ko().filter(|_| self.position.to_move() == mover);
        let ban = ban.and_then(|ban| self.ground.field.points.iter().position(|&point| point == ban));
        self.ban = ban.map(|at| at as u8);
        self.colors = [mover, mover.opponent()];
    }

    /// The answers for these sides moving first: round by round until all are known or the nodes are used up.
    fn answers<const N: usize>(mut self, movers: [Color; N]) -> [Answer; N] {
        // A part is kept for other first moves.
        let end = self.limits.nodes - self.limits.nodes / FOR_MOVES;
        let mut sides = movers.map(|mover| {
            self.turn(mover);
            (mover, [Inquiry::new(&self, 0), Inquiry::new(&self, 1)], 0)
        });
        let mut each = FIRST_ROUND;
        loop {
            let (before, mut open) = (self.nodes(), false);
            for (mover, inquiries, spent) in &mut sides {
                self.turn(*mover);
                let begun = self.nodes();
                for which in [1, 0] {
                    let others = [inquiries[1].graded, inquiries[0].graded];
                    if inquiries[which].is_open(others[which]) {
                        open = true;
                        inquiries[which].go_on(&mut self, Round { each, end }, others[which]);
                    }
                }
                *spent += self.nodes() - begun;
            }
            // Nothing more is found out with a bound that no search reaches.
            if !open || self.nodes() >= end || self.nodes() == before && each > end {
                break;
            }
            each = each.saturating_mul(GROWTH);
        }
        sides.map(|(mover, inquiries, spent)| {
            self.turn(mover);
            let begun = self.nodes();
            let answer = self.conclude(inquiries, spent);
            Answer { nodes: spent + self.nodes() - begun, ..answer }
        })
    }

    /// The answer for the side to move, whose inquiries took so many nodes.
    fn conclude(&mut self, [first, second]: [Inquiry; 2], spent: u64) -> Answer {
        let codes = together(first.graded, second.graded);
        let threats = [first.graded.threats, second.graded.threats];
        let verdict = Verdict::of(codes);
        let waits = [&first, &second].iter().any(|inquiry| inquiry.graded.can_wait == Ok(true));
        // Whoever captures has survived, and who does not survive captures nothing: then one of them says it all.
        let zone = match codes {
            _ if matches!(verdict, Verdict::Unknown { .. }) => self.ground.field.all(),
            [_, Ok(Code::Works)] => second.zone(),
            [Ok(Code::Fails), _] => first.zone(),
            _ => first.zone() | second.zone(),
        };
        let told = match (codes[1], codes[0]) {
            (Ok(Code::Fails) | Err(_), Ok(Code::Fails) | Err(_)) => None,
            (Ok(Code::Fails) | Err(_), _) => Some(first),
            _ => Some(second),
        };
        let mut line = told.as_ref().map(|told| told.line.clone()).unwrap_or_default();
        let (moves, undecided) = match (&told, verdict) {
            (Some(told), Verdict::Win | Verdict::Both | Verdict::Ko) => {
                self.keeping(told, line.first().copied(), spent)
            }
            _ => (Vec::new(), Vec::new()),
        };
        if line.is_empty() {
            // It was settled without a move, and the nodes of that search did not show one.
            line.extend(moves.first());
        }
        let first_move = match verdict {
            Verdict::Unknown { .. } => None,
            Verdict::Loss => Some(None),
            _ => line.first().copied(),
        };
        let (other, more) = match verdict {
            Verdict::Win | Verdict::Unknown { .. } => (None, 0),
            Verdict::Loss | Verdict::Both | Verdict::Ko => {
                let (other, zone) = self.other(verdict == Verdict::Loss, self.for_the_rest(FOR_OTHER, spent));
                (Some(other), zone)
            }
        };
        let (field, zone) = (&self.ground.field, zone | more);
        Answer {
            verdict,
            codes: codes.map(Result::ok),
            other,
            threats,
            first_move,
            moves,
            undecided,
            line,
            nodes: spent,
            field: ones(zone).map(|at| field.points[at]).collect(),
            assumed_safe: self.ground.walls(self.position, zone),
            open: field.open & zone != 0,
            waits,
            provisional: None,
        }
    }

    /// All first moves that keep what an inquiry has found, the best first if it is known, and those that the nodes did not suffice
    /// for. A pass comes last: if it keeps it, so does every move outside of the field.
    fn keeping(&mut self, told: &Inquiry, best: Option<Move>, spent: u64) -> (Vec<Move>, Vec<Move>) {
        let [own, other] = self.colors;
        let threats = match told.graded.code {
            Ok(Code::Works) => Threats::all_of(other),
            Ok(Code::KoMoverThreatens) => Threats::of(own, told.graded.threats.unwrap_or(MOST_THREATS)),
            _ => Threats::NONE,
        };
        let Ground { field, stones, .. } = self.ground;
        let state = State { stones: *stones, to_move: own, ban: self.ban, threats };
        let (mut moves, mut undecided) = (Vec::from_iter(best), Vec::new());
        let points: Vec<usize> = ones(field.empty(stones)).collect();
        // Shared out evenly.
        let end = self.reader.nodes + self.for_the_rest(FOR_MOVES, spent);
        let steps = points.iter().map(|&at| Some(at as u8)).chain([None]);
        for (done, step) in steps.enumerate() {
            let point = step.map(|at| field.points[usize::from(at)]);
            if best == Some(point) {
                continue;
            }
            let left = end.saturating_sub(self.reader.nodes) / (points.len() + 1 - done) as u64;
            self.reader.limits.nodes = self.reader.nodes + left;
            match self.reader.read_after(&told.goal, &state, step) {
                Some(Ok(captured)) if captured == told.is_attack() => moves.push(point),
                Some(Err(_)) => undecided.push(point),
                _ => {}
            }
        }
        (moves, undecided)
    }

    /// What the owner of the second target can do, and the points on which that depends: does he capture the first, which he can, and keep
    /// his own? Does he keep it at all?
    fn other(&mut self, first_is_lost: bool, most: u64) -> (Other, Bits) {
        let [mover, owner] = self.colors;
        let half = self.reader.nodes + most / 2;
        let (wins, mut zone) = if first_is_lost {
            let goal = self.reader.goal(mover, true);
            self.grade_second(&goal, true, half)
        } else {
            (Ok(Code::Fails), 0)
        };
        if wins == Ok(Code::Works) {
            return (Other::Wins, zone);
        }
        let goal = self.reader.goal(owner, false);
        let (survives, more) = self.grade_second(&goal, false, half + most / 2);
        zone |= more;
        let other = match (wins, survives) {
            (_, Ok(Code::Fails)) => Other::Falls,
            (Err(_), _) | (_, Err(_)) => return (Other::Open, 0),
            (Ok(Code::Fails), Ok(Code::Works)) => Other::Survives,
            _ => Other::Ko,
        };
        (other, zone)
    }

    /// The same where the first target is known to be lost from elsewhere. It may be lost only beyond the field: then what can be had
    /// together with its capture is not seen here, and only that all is won or nothing kept is believed.
    fn other_of_a_loss(&mut self) -> (Other, Bits) {
        let goal = self.reader.goal(self.colors[0], false);
        let (lost, more) = self.grade_second(&goal, true, self.before + self.limits.nodes / 4);
        let (other, zone) = self.other(true, self.limits.after(self.nodes()).nodes);
        match (other, lost) {
            (Other::Wins | Other::Falls, _) => (other, zone),
            (_, Ok(Code::Works)) => (other, zone | more),
            _ => (Other::Open, 0),
        }
    }

    /// How well something works for the side that moves second, within so many nodes of the reader: that a target is captured, or not.
    fn grade_second(&mut self, goal: &Goal, captures: bool, end: u64) -> (Result<Code, Why>, Bits) {
        let [mover, owner] = self.colors;
        let mut zone = 0;
        let mut holds = |threats: Threats| {
            let Finding { captured, zone: more, .. } =
                self.ask(goal, (threats, true), end.saturating_sub(self.reader.nodes));
            zone |= more;
            captured.map(|captured| captured == captures)
        };
        let code = match holds(Threats::all_of(mover)) {
            Ok(true) => Ok(Code::Works),
            Ok(false) => match holds(Threats::all_of(owner)) {
                Ok(false) => Ok(Code::Fails),
                Ok(true) => Ok(Code::KoMoverThreatens),
                Err(why) => Err(why),
            },
            Err(why) => Err(why),
        };
        (code, zone)
    }

    /// Nodes for what goes beyond a verdict that took so many: as many again are worth it, or a part of what may be used.
    fn for_the_rest(&self, part: u64, spent: u64) -> u64 {
        spent.max(self.limits.nodes / part).min(self.limits.after(self.nodes()).nodes)
    }

    /// One search with so many nodes: is the target captured?
    fn ask(&mut self, goal: &Goal, search: Search, nodes: u64) -> Finding {
        let Ground { field, stones, .. } = self.ground;
        let (threats, mover_first) = search;
        let to_move = self.colors[usize::from(!mover_first)];
        let ban = self.ban.filter(|_| mover_first);
        let state = State { stones: *stones, to_move, ban, threats };
        self.reader.limits.nodes = self.reader.nodes.saturating_add(nodes);
        match self.reader.read(goal, &state) {
            Ok(fact) => {
                let point = |step: FieldMove| step.map(|at| field.points[usize::from(at)]);
                let line: Vec<Move> = self.reader.line(goal, &state, &fact).into_iter().map(point).collect();
                // A side that succeeds has a move, or a pass.
                let succeeds = fact.captured == (to_move == goal.attacker());
                let short = mover_first && succeeds && line.is_empty();
                Finding { captured: Ok(fact.captured), zone: fact.zone, line, short }
            }
            Err(why) => Finding { captured: Err(why), zone: 0, line: Vec::new(), short: why == Why::Nodes },
        }
    }
}

/// What the two codes mean for each other.
fn together(first: Graded, second: Graded) -> [Result<Code, Why>; 2] {
    use Code::{Fails, Works};
    match (first.code, second.code) {
        // Who captures has survived, and who does not survive captures nothing.
        (_, Ok(Works)) => [Ok(Works); 2],
        (Ok(Fails), _) => [Ok(Fails); 2],
        codes => codes.into(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_that_say_one_thing_together() {
        use Code::{Fails, KoMoverThreatens, KoOpponentThreatens, Works};
        let graded = |code, can_wait| Graded { code, can_wait: Ok(can_wait), threats: None };
        let codes = together;
        let open = Err(Why::Nodes);
        assert_eq!(codes(graded(open, false), graded(Ok(Works), false)), [Ok(Works); 2]);
        assert_eq!(codes(graded(Ok(Fails), false), graded(open, false)), [Ok(Fails); 2]);
        assert_eq!(codes(graded(Ok(Works), false), graded(open, false)), [Ok(Works), open]);
        // A ko stays a ko, whether somebody can wait or not.
        let (ko, good) = (Ok(KoMoverThreatens), Ok(KoOpponentThreatens));
        for waits in [false, true] {
            assert_eq!(codes(graded(ko, waits), graded(Ok(Fails), false)), [ko, Ok(Fails)]);
            assert_eq!(codes(graded(Ok(Works), false), graded(good, waits)), [Ok(Works), good]);
        }
        assert_eq!(codes(graded(ko, true), graded(ko, false)), [ko; 2]);
    }
}
