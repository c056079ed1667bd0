//! A move is tried: does it keep what the question promises? The program answers it with the best resistance.
//!
//! Right and wrong are not looked up in a recorded tree: the position after the move is a question of its own, asked for the
//! other side moving first, and its answer is the proof. `next` is the question after the reply, so that whoever plays on asks
//! the same thing again.

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};
use tesuji_board::{Color, Diagram, Mark, Point, PointSet, Rules};
use tesuji_formats::write_position;
use tesuji_job::{Limits, Why};

use crate::answer::{Answer, Ending, Found};
use crate::capture::{CaptureQuestion, Role};
use crate::desk::{Rest, Solved, Work};
use crate::edit::{play, settle_marks};
use crate::fault::Fault;
use crate::layout::{paragraph, play_paragraph};
use crate::limits::limits;
use crate::mate::{MateQuestion, MateVerdict};
use crate::position::AskedPosition;
use crate::question::{Question, Request};
use crate::race::{RaceQuestion, RaceSide, RaceVerdict};
use crate::shogi;
use crate::view::sentences;
use crate::words::{Side, Step};

/// Is this move right?
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(default)]
pub struct TryQuestion {
    /// The question that the move is about: `race` or `capture` on a board, or `mate`.
    pub of: Map<String, Value>,
    /// The move: a point or `pass`; in shogi a move in USI.
    #[serde(rename = "move")]
    pub tried: String,
    /// Who moves, on a board; the side to move without it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub color: Option<Side>,
}

/// What a move is worth.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum TryVerdict {
    /// It keeps what can be had.
    Right,
    /// It gives something away: another move would have kept more.
    Wrong,
    /// There was nothing to be kept: every move fails.
    Lost,
    /// Not known.
    Unknown,
}

/// The answer about a move.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct TryAnswer {
    /// What the move is worth.
    pub verdict: TryVerdict,
    /// The reason: what is proved after the move.
    pub why: String,
    /// Who moved.
    pub color: Side,
    /// The move.
    #[serde(rename = "move")]
    pub tried: String,
    /// Best play after it: the refutation of a wrong move, the best resistance to a right one.
    pub line: Vec<Step>,
    /// Whether nothing is left to be found: the stones are captured, the king is mate, or only filling is left.
    pub over: bool,
    /// The question after the move.
    pub after: Value,
    /// The question after the move and the first move of the line; nothing if there is none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub next: Option<Value>,
}

/// Those of the question that the move is about apply.
pub(crate) const LIMITS: Limits = limits(1, 1);

/// What is proved after a move, seen by whoever made it.
struct Judged {
    /// From 0, nothing, to 3, everything; nothing if it is not known.
    grade: Option<u8>,
    line: Vec<Step>,
    /// Only filling is left, or nothing at all.
    over: bool,
    sentence: String,
    nodes: u64,
    limits: Option<Limits>,
    ending: Ending,
}

pub(crate) fn solve(question: &TryQuestion, work: &Work<'_>) -> Result<Solved<TryAnswer>, Fault> {
    if work.style.is_some() {
        return Err(Fault::in_field(
            "picture",
            "ask for the picture of the position after the move: edit draws it",
        ));
    }
    let of = Request::from_value(question.of.clone()).map_err(|fault| inside("of", fault))?.request;
    match &of.question {
        Question::Race(race) => on_board(question, &race.position.clone().unwrap_or_default(), &of, work),
        Question::Capture(capture) if capture.is_about_several() => {
            Err(Fault::in_field("of.target", "moves can be tried in questions about one string"))
        }
        Question::Capture(capture) => on_board(question, &capture.position.clone(), &of, work),
        Question::Mate(mate) => in_shogi(question, mate, &of, work),
        _ => Err(Fault::in_field(
            "of",
            "moves can be tried in questions of race and capture on a board, and of mate",
        )),
    }
}

fn inside(field: &str, fault: Fault) -> Fault {
    let whole = fault.field.as_ref().map_or_else(|| field.to_string(), |inner| format!("{field}.{inner}"));
    Fault { field: Some(whole), ..fault }
}

/// Asks one of the two questions within the limits of this one.
fn asked(request: &Request, work: &Work<'_>) -> Result<Answer, Fault> {
    let limits = request.limits.or(Some(work.asked));
    let request = Request { limits, picture: None, ..request.clone() };
    work.desk.answer(&request, work.watch).map_err(|fault| inside("of", fault))
}

fn on_board(
    question: &TryQuestion,
    position: &AskedPosition,
    of: &Request,
    work: &Work<'_>,
) -> Result<Solved<TryAnswer>, Fault> {
    let read = position.read().map_err(|fault| inside("of", fault))?;
    let mut diagram = read.diagram.clone();
    let color = question.color.map_or(read.position.to_move(), Color::from);
    let mover = Side::from(color);
    let stakes = stakes(of, &diagram)?;
    let captured = played(&mut diagram, color, &question.tried, "move")?;
    let after = replaced(of, &diagram, mover.opponent())?;
    let mut over = None;
    if captured.iter().any(|&point| stakes.contains(point)) {
        over = Some(format!("{} captures the stones that were fought for.", mover.capital()));
    } else if saved(of, &diagram, &stakes, color)? {
        over = Some(format!("{} is connected to stones that are safe.", mover.capital()));
    }
    let judged = match over {
        Some(sentence) => Judged {
            grade: Some(3),
            line: Vec::new(),
            over: true,
            sentence,
            nodes: 0,
            limits: None,
            ending: Ending::Known,
        },
        None => judged(&after, &asked(&after, work)?, mover.opponent(), mover),
    };
    let mut nodes = judged.nodes;
    let (verdict, ending) = match judged.grade {
        Some(3) => (TryVerdict::Right, Ending::Known),
        grade => {
            // What could have been had decides whether something was given away.
            let before = replaced(of, &read.diagram, mover)?;
            let before = self::judged(&before, &asked(&before, work)?, mover, mover);
            nodes += before.nodes;
            compared(before.grade, grade, before.ending, judged.ending)
        }
    };
    let mut next = None;
    if let (Some(Step::Stone { color, point }), false) = (judged.line.first(), judged.over) {
        let taken = played(&mut diagram, Color::from(*color), point, "move")?;
        if !taken.iter().any(|&point| stakes.contains(point)) {
            next = Some(as_value(&replaced(of, &diagram, mover)?));
        }
    }
    let found = TryAnswer {
        verdict,
        why: judged.sentence,
        color: mover,
        tried: question.tried.clone(),
        line: judged.line,
        over: judged.over,
        after: as_value(&after),
        next,
    };
    Ok(finished(found, nodes, judged.limits, ending))
}

fn in_shogi(
    question: &TryQuestion,
    mate: &MateQuestion,
    of: &Request,
    work: &Work<'_>,
) -> Result<Solved<TryAnswer>, Fault> {
    let mut position = crate::mate::read(&mate.sfen).map_err(|fault| inside("of", fault))?;
    let mover = crate::mate::side(position.turn());
    let attacker = mate.attacker.unwrap_or_else(|| {
        crate::mate::side(tesuji_shogi::Question::of(&position, mate.order.unwrap_or(1)).attacker)
    });
    // Whether another mate is shorter, or there are other first moves, is not asked here.
    let request = |sfen: String| {
        let plain =
            MateQuestion { sfen, attacker: Some(attacker), shortest: false, cooks: false, ..mate.clone() };
        Request { question: Question::Mate(plain), ..of.clone() }
    };
    let before = request(mate.sfen.clone());
    let (tried, last) = shogi::play(&mut position, &question.tried, "move", None)?;
    let after = request(position.to_string());
    let judged = judged(&after, &asked(&after, work)?, mover.opponent(), mover);
    let mut nodes = judged.nodes;
    let (verdict, ending) = if judged.grade == Some(3) {
        (TryVerdict::Right, Ending::Known)
    } else {
        let before = self::judged(&before, &asked(&before, work)?, mover, mover);
        nodes += before.nodes;
        compared(before.grade, judged.grade, before.ending, judged.ending)
    };
    let mut next = None;
    if let (Some(reply), false) = (judged.line.first(), judged.over) {
        shogi::play(&mut position, reply.place(), "move", Some(last))?;
        next = Some(as_value(&request(position.to_string())));
    }
    let found = TryAnswer {
        verdict,
        why: judged.sentence,
        color: mover,
        tried: tried.usi,
        line: judged.line,
        over: judged.over,
        after: as_value(&after),
        next,
    };
    Ok(finished(found, nodes, judged.limits, ending))
}

fn finished(found: TryAnswer, nodes: u64, limits: Option<Limits>, ending: Ending) -> Solved<TryAnswer> {
    let why = match ending {
        Ending::Known => None,
        Ending::Unknown => Some(Why::Nodes),
        Ending::Stopped => Some(Why::Stopped),
    };
    Solved { found, rest: Rest { nodes: Some(nodes), limits, why, ..Rest::default() } }
}

fn compared(
    before: Option<u8>,
    after: Option<u8>,
    before_ending: Ending,
    after_ending: Ending,
) -> (TryVerdict, Ending) {
    match (before, after) {
        (_, None) => (TryVerdict::Unknown, after_ending),
        (Some(0), Some(0)) => (TryVerdict::Lost, Ending::Known),
        (Some(before), Some(after)) if after >= before => (TryVerdict::Right, Ending::Known),
        (Some(_), Some(_)) => (TryVerdict::Wrong, Ending::Known),
        (None, Some(_)) => (TryVerdict::Unknown, before_ending),
    }
}

/// The stones that are fought for.
fn stakes(of: &Request, diagram: &Diagram) -> Result<PointSet, Fault> {
    let board = &diagram.setup.topology;
    let stones = &diagram.setup.black | &diagram.setup.white;
    let named: Vec<String> = match &of.question {
        Question::Race(race) => race.targets.iter().flatten().chain(&race.essential).cloned().collect(),
        Question::Capture(capture) => {
            capture.target.iter().flat_map(|target| target.names().iter().cloned()).collect()
        }
        _ => Vec::new(),
    };
    let mut points = PointSet::new();
    for name in &named {
        points.insert(board.require_point(name).map_err(|error| Fault::in_field("of", error))?);
    }
    if named.is_empty() {
        points = &diagram.marked(Mark::Triangle) | &diagram.marked(Mark::Square);
    }
    Ok(&points & &stones)
}

/// Whether a stone that is fought for is connected to stones of its colour that are taken as safe.
fn saved(of: &Request, diagram: &Diagram, stakes: &PointSet, color: Color) -> Result<bool, Fault> {
    let Question::Race(race) = &of.question else { return Ok(false) };
    let board = &diagram.setup.topology;
    let position = diagram.position(Rules::default()).map_err(|error| Fault::in_field("move", error))?;
    let mut safe = diagram.marked(Mark::Circle);
    for name in &race.safe {
        safe.insert(board.require_point(name).map_err(|error| Fault::in_field("of.safe", error))?);
    }
    let stays = |point: &Point| position.stone(*point) == Some(color);
    Ok(stakes.iter().filter(stays).any(|stone| position.string(stone).any(|point| safe.contains(point))))
}

/// Plays a move on a diagram and returns what it captures.
fn played(diagram: &mut Diagram, color: Color, name: &str, field: &str) -> Result<Vec<Point>, Fault> {
    let mut position = diagram.position(Rules::default()).map_err(|error| Fault::in_field(field, error))?;
    let point = match name {
        "pass" => None,
        name => {
            Some(diagram.setup.topology.require_point(name).map_err(|error| Fault::in_field(field, error))?)
        }
    };
    play(&mut position, color, point).map_err(|fault| Fault { field: Some(field.into()), ..fault })?;
    let captured: Vec<Point> = if point.is_some() { position.last_captured().collect() } else { Vec::new() };
    for point in &captured {
        diagram.marks.remove(point);
    }
    diagram.setup = position.to_setup();
    settle_marks(diagram, &position);
    Ok(captured)
}

/// The same question about another position, this side moving first.
fn replaced(of: &Request, diagram: &Diagram, first: Side) -> Result<Request, Fault> {
    let mut diagram = diagram.clone();
    if diagram.setup.to_move != Color::from(first) {
        diagram.setup.to_move = first.into();
        diagram.setup.ko = None;
    }
    let text = write_position(&diagram).map_err(|error| Fault::in_field("of.position", error.problem))?;
    let json: Value = serde_json::from_str(&text).map_err(|error| Fault::in_field("of.position", error))?;
    let position = AskedPosition::of_json(json);
    let question = match &of.question {
        Question::Race(race) => Question::Race(Box::new(RaceQuestion {
            position: Some(position),
            verify: false,
            unknown: still_unknown(race, &diagram),
            ..(**race).clone()
        })),
        Question::Capture(capture) => Question::Capture(Box::new(CaptureQuestion {
            position,
            first: None,
            all: false,
            proof: false,
            candidates: false,
            ..(**capture).clone()
        })),
        other => other.clone(),
    };
    Ok(Request { question, ..of.clone() })
}

/// The unknown stones that are named, but for those that have joined racing ones since.
fn still_unknown(race: &RaceQuestion, diagram: &Diagram) -> Vec<String> {
    let board = &diagram.setup.topology;
    let Ok(position) = diagram.position(Rules::default()) else { return race.unknown.clone() };
    let racing: PointSet =
        race.targets.iter().flatten().chain(&race.essential).filter_map(|name| board.point(name)).collect();
    let alone = |name: &&String| {
        board.point(name).is_some_and(|point| {
            position.stone(point).is_some() && !position.string(point).any(|stone| racing.contains(stone))
        })
    };
    race.unknown.iter().filter(alone).cloned().collect()
}

fn as_value(request: &Request) -> Value {
    serde_json::to_value(request).unwrap_or_else(|_| json!({}))
}

/// What an answer says for one side, if `first` moves first in it.
fn judged(request: &Request, answer: &Answer, first: Side, mover: Side) -> Judged {
    let told = sentences(request, answer);
    let mut judged = Judged {
        grade: None,
        line: Vec::new(),
        over: false,
        sentence: told.first().cloned().unwrap_or_default(),
        nodes: answer.nodes.unwrap_or(0),
        limits: answer.limits.map(Into::into),
        ending: answer.ending,
    };
    match &answer.found {
        Found::Race(race) => {
            let side: &RaceSide = if first == Side::Black { &race.black_first } else { &race.white_first };
            let begins = format!("{} first", first.capital());
            if let Some(sentence) = told.iter().find(|sentence| sentence.starts_with(&begins)) {
                judged.sentence = sentence.clone();
            }
            judged.grade = match side.verdict {
                RaceVerdict::Unknown => None,
                RaceVerdict::Black => Some(if mover == Side::Black { 3 } else { 0 }),
                RaceVerdict::White => Some(if mover == Side::White { 3 } else { 0 }),
                RaceVerdict::Seki => Some(2),
                RaceVerdict::Ko => Some(1),
            };
            judged.line = side.line.clone();
            let filling = side.count.is_some_and(|count| count.moves == 0) || side.line.is_empty();
            judged.over = filling && judged.grade.is_some_and(|grade| grade > 0);
        }
        Found::Capture(capture) => {
            let attacks = capture.first == Role::Attacker;
            // The attacker's grade: nothing, a ko for which it needs the first threat, one for which it does not, everything.
            let attacker = capture.code.map(|code| match (attacks, code) {
                (true, 0) | (false, 1) => 0,
                (true, 3) | (false, 2) => 1,
                (true, 2) | (false, 3) => 2,
                _ => 3,
            });
            let is_attacker = mover != capture.color;
            judged.grade = attacker.map(|grade: u8| if is_attacker { grade } else { 3 - grade });
            judged.line = capture.line.clone();
            // Who escapes has nothing to find any more; who captures goes on to the last liberty.
            judged.over = (capture.line.is_empty() || !is_attacker) && judged.grade == Some(3);
        }
        Found::Mate(mate) => {
            let attacks = mover == mate.attacker;
            judged.grade = match mate.verdict {
                MateVerdict::Unknown => None,
                MateVerdict::Mate => Some(if attacks { 3 } else { 0 }),
                MateVerdict::NoMate => Some(if attacks { 0 } else { 3 }),
            };
            judged.line = mate.line.iter().map(|step| Step::Place(step.clone())).collect();
            judged.over = mate.line.is_empty() && judged.grade == Some(3);
        }
        _ => {}
    }
    judged
}

pub(crate) fn text(_: &TryQuestion, found: &TryAnswer, answer: &Answer) -> String {
    let verdict = match found.verdict {
        TryVerdict::Right => "right",
        TryVerdict::Wrong => "wrong",
        TryVerdict::Lost => "nothing to be kept",
        TryVerdict::Unknown => "unknown",
    };
    let mut text =
        paragraph("", &format!("{} {}: {verdict}. {}", found.color.capital(), found.tried, found.why));
    if !found.line.is_empty() {
        text += &play_paragraph("line: ", found.color.opponent(), &found.line);
    }
    if let Some(nodes) = answer.nodes {
        text += &format!("nodes: {nodes}\n");
    }
    text
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use crate::testing::ask;

    fn try_move(of: &Value, step: &str) -> Value {
        ask(&json!({"ask": "try", "of": of, "move": step}))
            .unwrap_or_else(|fault| panic!("{step}: {fault}"))
            .0
    }

    #[test]
    fn races_by_proof() {
        let sgf = include_str!("../../../examples/race-a.sgf");
        let race = json!({"ask": "race", "position": {"sgf": sgf}});
        let right = try_move(&race, "G7");
        assert_eq!((&right["verdict"], &right["color"]), (&json!("right"), &json!("black")), "{right}");
        assert_eq!(right["why"], "White first: Black captures first.");
        assert_eq!(right["next"]["position"]["json"]["to_move"], "black");
        let wrong = try_move(&race, "F4");
        assert_eq!(wrong["verdict"], "wrong", "{wrong}");
        assert_eq!(wrong["line"][0]["color"], "white");
        // What is proved is played on.
        assert_eq!(try_move(&right["next"], "E3")["verdict"], "right");
        let fault = ask(&json!({"ask": "try", "of": race, "move": "H9"})).expect_err("a stone is there");
        assert_eq!(
            (fault.field.as_deref(), fault.message.as_str()),
            (Some("move"), "Black cannot play at H9: the point is occupied")
        );
        let white =
            ask(&json!({"ask": "try", "of": race, "move": "D5", "color": "white"})).expect("White moves").0;
        assert_eq!((&white["verdict"], &white["color"]), (&json!("right"), &json!("white")), "{white}");
    }

    #[test]
    fn captures_to_the_end() {
        let sgf = include_str!("../../../examples/snapback.sgf");
        let capture = json!({"ask": "capture", "position": {"sgf": sgf}, "order": 2});
        let wrong = try_move(&capture, "D1");
        assert_eq!((&wrong["verdict"], &wrong["over"]), (&json!("wrong"), &json!(false)), "{wrong}");
        let mut step = try_move(&capture, "C1");
        let mut moves = 1;
        while step["over"] == false {
            assert_eq!(step["verdict"], "right", "{step}");
            let best = ask(&step["next"]).expect("an answer").0["line"][0]["point"].clone();
            step = try_move(&step["next"], best.as_str().expect("a point"));
            moves += 1;
            assert!(moves < 20, "{step}");
        }
        assert_eq!(step["verdict"], "right");
    }

    #[test]
    fn mates_to_the_end() {
        let mate = json!({"ask": "mate", "sfen": "8k/9/7G1/9/9/9/9/9/9 b G 1"});
        let right = try_move(&mate, "G*2b");
        assert_eq!((&right["verdict"], &right["over"]), (&json!("right"), &json!(true)), "{right}");
        let wrong = try_move(&mate, "2c3b");
        assert_eq!((&wrong["verdict"], &wrong["over"]), (&json!("wrong"), &json!(false)), "{wrong}");
        assert_eq!(
            ask(&json!({"ask": "try", "of": mate, "move": "1a1b"})).expect_err("not his").field.as_deref(),
            Some("move")
        );
        assert!(ask(&json!({"ask": "try", "of": {"ask": "boards"}, "move": "A1"})).is_err());
    }
}
