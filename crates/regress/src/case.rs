//! One case: a board, moves on it, questions about it.

use serde_json::{Map, Value};
use tesuji_ask::capture::{AskedOrder, CaptureQuestion, Starter};
use tesuji_ask::{AskedPosition, Desk, Found, Question, Request};
use tesuji_board::{
    Color, Diagram, Illegal, KoRule, Point, PointSet, Position, Rules, Topology, area, unconditionally_alive,
};
use tesuji_job::{Watch, Why};

use crate::expect::{self, Expectation};
use crate::short;

/// Why a case has ended before its last line.
pub(crate) enum Ended {
    /// It failed.
    Failed { line: usize, failure: String },
    /// The watch ended the work.
    Stopped(Why),
}

/// What a line of a case can meet.
pub(crate) enum Trouble {
    Wrong(String),
    Stopped(Why),
}

impl From<String> for Trouble {
    fn from(failure: String) -> Trouble {
        Trouble::Wrong(failure)
    }
}

impl From<&str> for Trouble {
    fn from(failure: &str) -> Trouble {
        Trouble::Wrong(failure.into())
    }
}

impl From<Why> for Trouble {
    fn from(why: Why) -> Trouble {
        Trouble::Stopped(why)
    }
}

pub(crate) struct Case<'a> {
    desk: &'a Desk,
    watch: &'a Watch,
    line: usize,
    rules: Rules,
    /// The lines of the diagram, each in its place so that errors name the right line.
    written: String,
    written_lines: usize,
    board: Option<(Diagram, Position)>,
    asked: Option<Asked>,
    expectations: usize,
}

/// A question of the case.
struct Asked {
    line: usize,
    question: Map<String, Value>,
    /// The answer, once something is expected of it.
    answer: Option<Value>,
}

impl<'a> Case<'a> {
    pub(crate) fn new(line: usize, desk: &'a Desk, watch: &'a Watch) -> Case<'a> {
        Case {
            desk,
            watch,
            line,
            rules: Rules::default(),
            written: String::new(),
            written_lines: 0,
            board: None,
            asked: None,
            expectations: 0,
        }
    }

    /// Works through one line.
    pub(crate) fn line(&mut self, number: usize, line: &str) -> Result<(), Ended> {
        let text = line.trim();
        let (word, rest) = text.split_once(char::is_whitespace).unwrap_or((text, ""));
        let rest = rest.trim();
        let done = match word {
            "rules" => self.set_rules(rest).map_err(Trouble::from),
            "play" => self.leave_answer().and_then(|()| self.play(rest)),
            "undo" => self.leave_answer().and_then(|()| self.undo(rest)),
            "ask" => self.leave_answer().and_then(|()| self.ask(number, rest)),
            "expect" => self.expect(rest),
            _ if self.board.is_some() => {
                Err(Trouble::Wrong(format!("line {number} of the board comes after a move")))
            }
            _ => {
                while self.written_lines + 1 < number {
                    self.written.push('\n');
                    self.written_lines += 1;
                }
                self.written.push_str(line);
                Ok(())
            }
        };
        done.map_err(|trouble| self.ended(number, trouble))
    }

    /// The last line is behind us.
    pub(crate) fn end(&mut self) -> Result<(), Ended> {
        self.leave_answer().map_err(|trouble| self.ended(self.line, trouble))?;
        if self.expectations == 0 {
            return Err(Ended::Failed { line: self.line, failure: "the case expects nothing".into() });
        }
        Ok(())
    }

    fn ended(&self, number: usize, trouble: Trouble) -> Ended {
        match trouble {
            Trouble::Wrong(failure) => Ended::Failed { line: number, failure },
            Trouble::Stopped(why) => Ended::Stopped(why),
        }
    }

    fn set_rules(&mut self, words: &str) -> Result<(), String> {
        for word in words.split_whitespace() {
            match word {
                "no-ko" => self.rules.ko = KoRule::None,
                "simple-ko" => self.rules.ko = KoRule::Simple,
                "positional-superko" => self.rules.ko = KoRule::PositionalSuperko,
                "situational-superko" => self.rules.ko = KoRule::SituationalSuperko,
                "suicide" => self.rules.suicide = true,
                other => {
                    return Err(format!(
                        "unknown rule '{other}': expected no-ko, simple-ko, positional-superko, situational-superko or \
                         suicide"
                    ));
                }
            }
        }
        Ok(())
    }

    fn board(&mut self) -> Result<&mut (Diagram, Position), String> {
        if self.board.is_none() {
            if self.written.is_empty() {
                return Err("the case has no board".into());
            }
            let diagram: Diagram = self.written.parse().map_err(|error| format!("{error}"))?;
            let position = diagram.position(self.rules).map_err(|error| error.to_string())?;
            self.board = Some((diagram, position));
        }
        self.board.as_mut().ok_or_else(|| "no board".into())
    }

    /// The board as it stands, with its marks, as questions take it.
    fn position(&mut self) -> Result<AskedPosition, String> {
        let (diagram, position) = self.board()?;
        Ok(AskedPosition::of_diagram(&Diagram { setup: position.to_setup(), ..diagram.clone() }))
    }

    /// `black C2, white pass, ...`
    fn play(&mut self, moves: &str) -> Result<(), Trouble> {
        let (_, position) = self.board()?;
        for one in moves.split(',') {
            let words: Vec<&str> = one.split_whitespace().collect();
            let [color, place] = words[..] else {
                return Err(format!("'{}' is no move: write black C2", one.trim()).into());
            };
            let color = Color::parse(color).ok_or_else(|| format!("'{color}' is no colour"))?;
            if place == "pass" {
                position.pass(color);
                continue;
            }
            let point = find(position.topology(), place)?;
            position.play(color, point).map_err(|why| format!("{color} {place} is not legal: {why}"))?;
        }
        Ok(())
    }

    fn undo(&mut self, count: &str) -> Result<(), Trouble> {
        let count: usize = match count {
            "" => 1,
            count => count.parse().map_err(|_| format!("'{count}' is no number of moves"))?,
        };
        let (_, position) = self.board()?;
        for _ in 0..count {
            if !position.undo() {
                return Err("there is no move to undo".into());
            }
        }
        Ok(())
    }

    /// A question is done with; somebody must have looked at its answer.
    fn leave_answer(&mut self) -> Result<(), Trouble> {
        match self.asked.take() {
            Some(Asked { line, answer: None, .. }) => {
                Err(format!("nothing is expected of the answer to the question on line {line}").into())
            }
            _ => Ok(()),
        }
    }

    /// Reads a question. It is asked when something is expected of its answer.
    fn ask(&mut self, line: usize, text: &str) -> Result<(), Trouble> {
        let mut question = short::question(text)?;
        let needs_board = match question.get("ask").and_then(Value::as_str) {
            Some("race") => !["black", "white", "graph"].iter().any(|field| question.contains_key(*field)),
            Some("capture" | "life" | "connect" | "show" | "tactic_set") => true,
            _ => false,
        };
        if needs_board && !question.contains_key("position") && !self.written.is_empty() {
            let position = serde_json::to_value(self.position()?).map_err(|error| error.to_string())?;
            question.insert("position".into(), position);
        }
        self.asked = Some(Asked { line, question, answer: None });
        Ok(())
    }

    fn expect(&mut self, text: &str) -> Result<(), Trouble> {
        self.expectations += 1;
        if let Some(asked) = &mut self.asked
            && let Some(expectation) = Expectation::read(text)
        {
            let (desk, watch) = (self.desk, self.watch);
            if asked.answer.is_none() {
                asked.answer = Some(answer(desk, watch, &asked.question)?);
            }
            let answer = asked.answer.as_ref().ok_or("there is no answer")?;
            return expectation.check(answer).map_err(Trouble::from);
        }
        let (question, expected) = text.split_once('=').ok_or("write expect QUESTION = ANSWER")?;
        let words: Vec<&str> = question.split_whitespace().collect();
        let role = match words[..] {
            ["attack", point] => Some((point, Starter::Attacker)),
            ["defend", point] => Some((point, Starter::Defender)),
            _ => None,
        };
        if let Some((point, first)) = role {
            let got = self.read_capture(point, first)?;
            return expect::compare_reading(question, expected, &got).map_err(Trouble::from);
        }
        let (_, position) = self.board()?;
        let got = about_board(position, &words)?;
        if expect::same_words(&got, expected) {
            Ok(())
        } else {
            Err(format!("expected {} = {}, got {got}", question.trim(), expected.trim()).into())
        }
    }

    /// GNU Go's code, and the move unless the code is 0.
    fn read_capture(&mut self, point: &str, first: Starter) -> Result<String, Trouble> {
        let question = CaptureQuestion {
            position: self.position()?,
            target: Some(point.to_string().into()),
            first: Some(first),
            order: Some(AskedOrder::USUAL),
            ..CaptureQuestion::default()
        };
        let request = Request::from(Question::Capture(Box::new(question)));
        let answer = self.desk.answer(&request, self.watch).map_err(|fault| fault.to_string())?;
        self.watch.check()?;
        let Found::Capture(found) = answer.found else { return Err("there is no answer".into()) };
        match (found.code, found.moves.first()) {
            (None, _) => Err(format!("unknown: {}", found.why).into()),
            (Some(code), Some(step)) if code != 0 => Ok(format!("{code} {step}")),
            (Some(code), _) => Ok(code.to_string()),
        }
    }
}

/// The answer to a question as JSON. A question that cannot be asked is answered with what is wrong with it.
fn answer(desk: &Desk, watch: &Watch, question: &Map<String, Value>) -> Result<Value, Trouble> {
    let answer = Request::from_value(question.clone()).and_then(|read| desk.answer_read(&read, watch));
    watch.check()?;
    let json = match answer {
        Ok(answer) => serde_json::to_value(&answer),
        Err(fault) => serde_json::to_value(&fault),
    };
    json.map_err(|error| Trouble::Wrong(error.to_string()))
}

fn find(board: &Topology, name: &str) -> Result<Point, String> {
    board.require_point(name).map_err(|error| error.to_string())
}

/// The answer to a question about a position.
fn about_board(position: &Position, question: &[&str]) -> Result<String, String> {
    let board = position.topology();
    let color = |word: &str| Color::parse(word).ok_or_else(|| format!("'{word}' is no colour"));
    let names = |points: PointSet| {
        let all: Vec<Point> = points.iter().collect();
        if all.is_empty() { "none".to_string() } else { board.names_of(&all) }
    };
    match question {
        ["ko"] => Ok(names(position.ko().into_iter().collect())),
        ["to-move"] => Ok(position.to_move().to_string()),
        ["stones", side] => Ok(names(position.stones(color(side)?))),
        ["string", point] => Ok(names(position.string(find(board, point)?).collect())),
        ["liberties", point] => Ok(names(position.liberty_set(find(board, point)?))),
        ["liberty-count", point] => Ok(position.liberty_count(find(board, point)?).to_string()),
        ["captured", side] => Ok(position.captured(color(side)?).to_string()),
        ["alive", side] => Ok(names(unconditionally_alive(position, color(side)?))),
        ["area"] => Ok(area(position).map(|n| n.to_string()).join(" ")),
        ["legal", side, point] => {
            let why = match position.check(color(side)?, find(board, point)?) {
                Ok(()) => "yes",
                Err(Illegal::Occupied) => "occupied",
                Err(Illegal::Ko) => "ko",
                Err(Illegal::Suicide) => "suicide",
                Err(Illegal::Repetition) => "repetition",
                Err(Illegal::OffBoard) => "off-board",
            };
            Ok(why.into())
        }
        _ => Err(format!(
            "unknown question '{}': expected ko, to-move, stones COLOUR, string POINT, liberties POINT, \
             liberty-count POINT, captured COLOUR, alive COLOUR, area, legal COLOUR POINT, attack POINT or \
             defend POINT, or a field of the answer behind a line with ask",
            question.join(" ")
        )),
    }
}
