//! The largest number of strings on a board.

use std::fmt::Write as _;
use std::sync::Arc;

use serde::{Deserialize, Serialize};
use serde_json::Value;
use tesuji_board::{Diagram, PointSet, Topology};
use tesuji_draw::Picture;
use tesuji_formats::{Format, json_in_words, write};
use tesuji_job::{Limits, Unknown, Why};
use tesuji_strings::{
    Certificate, Error, Method, Optima, Optimum, Proof, Rejected, check, count, setup_of, solve as find,
    text_rows,
};

use crate::answer::Answer;
use crate::desk::{Ended, Rest, Solved, Work};
use crate::fault::Fault;
use crate::layout::paragraph;
use crate::limits::limits;
use crate::position::{AskedBoard, is_false};

/// How many strings can a legal position have?
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(default)]
pub struct StringsQuestion {
    /// A board of any shape.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub topology: Option<AskedBoard>,
    /// Columns of a rectangle.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub width: Option<usize>,
    /// Rows of a rectangle; as many as columns without it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub height: Option<usize>,
    /// Whether the optimal sets of empty points are counted.
    #[serde(skip_serializing_if = "is_false")]
    pub count: bool,
    /// So many optimal boards, each drawn at random with equal chance; at most 10000.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub sample: Option<u64>,
    /// The seed of the draws, 1 without it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub seed: Option<u64>,
    /// The method: `dp` (frontier) or `ilp` (the paper's integer program); without it, the one that suits the board.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub method: Option<StringsMethod>,
    /// Additional inequalities of the integer program.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub variant: Option<Variant>,
    /// Whether all optimal boards are listed; at most a million.
    #[serde(skip_serializing_if = "is_false")]
    pub list: bool,
    /// Whether the answer has a certificate.
    #[serde(skip_serializing_if = "is_false")]
    pub certificate: bool,
    /// Whether the answer has the board as SGF.
    #[serde(skip_serializing_if = "is_false")]
    pub sgf: bool,
    /// A certificate to be checked instead.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub check: Option<Value>,
}

/// How the optimum is found.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum StringsMethod {
    /// The frontier method.
    Dp,
    /// The paper's integer program.
    Ilp,
}

/// Additional inequalities of the integer program.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum Variant {
    /// None.
    Simple,
    /// At the corners.
    Corner,
    /// In the centre.
    #[serde(alias = "center")]
    Centre,
    /// Both.
    #[default]
    Both,
}

/// The answer about strings.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct StringsAnswer {
    /// `unknown` if there is none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub verdict: Option<StringsVerdict>,
    /// The reason for not knowing.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub why: Option<String>,
    /// The board.
    pub topology: String,
    /// Its points.
    pub points: usize,
    /// The largest number of strings.
    pub strings: Option<usize>,
    /// Empty points of such a position.
    pub empty: Option<usize>,
    /// Whether no position has more.
    pub proved: bool,
    /// How it was found.
    pub method: Option<StringsMethod>,
    /// How many optimal sets of empty points there are, if that was asked.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub count: Option<String>,
    /// A position with so many, row by row.
    pub board: Vec<String>,
    /// Boards drawn at random.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub samples: Option<Vec<Vec<String>>>,
    /// All optimal boards as text diagrams.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub list: Option<Vec<String>>,
    /// The certificate.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub certificate: Option<Value>,
    /// The board as SGF.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub sgf: Option<String>,
    /// Whether a certificate was accepted.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub accepted: Option<bool>,
}

/// The only verdict about strings that is no number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum StringsVerdict {
    /// A limit was reached.
    Unknown,
}

/// Minutes, for boards as large as the method reaches.
pub(crate) const LIMITS: Limits = limits(20_000_000_000, 4000);

pub(crate) fn solve(question: &StringsQuestion, work: &Work<'_>) -> Result<Solved<StringsAnswer>, Fault> {
    if let Some(certificate) = &question.check {
        return check_certificate(question, certificate, work);
    }
    let board = board(question)?;
    let mut found = StringsAnswer::empty(board.name(), board.len());
    let mut nodes = 0;
    let mut svg = None;
    let answered = answer(question, &board, work, &mut found, &mut nodes, &mut svg);
    let why = match answered {
        Ok(()) => None,
        Err(Ended::Fault(fault)) => return Err(fault),
        Err(Ended::Unknown(unknown)) => {
            // What was proved before the limit stays in the answer.
            found.verdict = Some(StringsVerdict::Unknown);
            found.why = Some(unknown.to_string());
            if unknown.why == Why::Nodes {
                nodes = work.limits.nodes;
            }
            Some(unknown.why)
        }
    };
    Ok(Solved { found, rest: Rest { nodes: Some(nodes), svg, why, ..Rest::default() } })
}

/// Why the work ended early: what the library says, about this field.
fn ended(field: &str) -> impl Fn(Error) -> Ended + '_ {
    move |error| match error {
        Error::Unknown(unknown) => Ended::Unknown(unknown),
        other => Ended::Fault(Fault::in_field(field, other)),
    }
}

fn board(question: &StringsQuestion) -> Result<Arc<Topology>, Fault> {
    match (&question.topology, question.width) {
        (Some(_), Some(_)) => Err(Fault::in_field(
            "topology",
            "a board is named by topology or by width and height, not by both",
        )),
        (Some(board), None) => board.read("topology"),
        (None, Some(width)) => {
            let height = question.height.unwrap_or(width);
            Topology::parse(&format!("grid:{width}x{height}"))
                .map_err(|error| Fault::in_field("width", error))
        }
        (None, None) => Err(Fault::in_field("topology", "name a board: topology, or width and height")),
    }
}

fn method(question: &StringsQuestion, board: &Topology) -> Result<Method, Fault> {
    // The paper's further inequalities are about squares.
    let is_square = board.rectangle().is_some_and(|(width, height)| width == height);
    let usual = if is_square { Variant::Both } else { Variant::Simple };
    let variant = match question.variant.unwrap_or(usual) {
        Variant::Simple => tesuji_strings::Variant::Simple,
        Variant::Corner => tesuji_strings::Variant::Corner,
        Variant::Centre => tesuji_strings::Variant::Center,
        Variant::Both => tesuji_strings::Variant::Both,
    };
    match question.method {
        None | Some(StringsMethod::Dp) if question.variant.is_some() => Err(Fault::in_field(
            "variant",
            "variants are those of the integer program: ask for the method ilp",
        )),
        None => Ok(Method::Auto),
        Some(StringsMethod::Dp) => Ok(Method::Frontier),
        Some(StringsMethod::Ilp) => Ok(Method::Program(variant)),
    }
}

fn answer(
    question: &StringsQuestion,
    board: &Arc<Topology>,
    work: &Work<'_>,
    found: &mut StringsAnswer,
    nodes: &mut u64,
    svg: &mut Option<String>,
) -> Result<(), Ended> {
    let method = method(question, board)?;
    if question.seed.is_some() && question.sample.is_none() {
        return Err(Fault::in_field("seed", "a seed is for draws: say how many with sample").into());
    }
    let field = if question.variant.is_some() { "variant" } else { "method" };
    let optimum = find(board, method, &work.limits, work.watch).map_err(ended(field))?;
    *nodes += optimum.states();
    found.tell(&optimum);
    if let Some(style) = &work.style {
        *svg = Some(tesuji_draw::svg(&Picture::from(&optimum.diagram()), style));
    }
    if question.sgf {
        let text = write(&optimum.diagram(), Format::Sgf).map_err(|error| Fault::in_field("sgf", error))?;
        found.sgf = Some(text);
    }
    if question.certificate {
        let certificate = optimum.certificate().ok_or_else(|| {
            Fault::in_field("certificate", "the integer program leaves no certificate: use the method dp")
        })?;
        found.certificate =
            Some(serde_json::to_value(&certificate).map_err(|error| Fault::in_field("certificate", error))?);
    }
    if question.count {
        let counted = count(board, 0, &work.limits.after(*nodes), work.watch).map_err(ended("count"))?;
        *nodes += counted.states;
        found.count = counted.sets.first().map(ToString::to_string);
    }
    if question.sample.is_some() || question.list {
        let optima =
            Optima::new(board, 0, &work.limits.after(*nodes), work.watch).map_err(ended("sample"))?;
        *nodes += optima.states();
        if let Some(number) = question.sample {
            let seed = question.seed.unwrap_or(1);
            let mut samples = Vec::new();
            for empty in optima.draw(0, seed, number, work.watch).map_err(ended("sample"))? {
                let setup = setup(board, &empty?)?;
                // The picture is of the first one that was drawn at random.
                if let (true, Some(style)) = (samples.is_empty(), &work.style) {
                    *svg = Some(tesuji_draw::svg(&Picture::from(&Diagram::new(setup.clone())), style));
                }
                samples.push(text_rows(&setup));
            }
            found.samples = Some(samples);
        }
        if question.list {
            let mut list = Vec::new();
            for empty in optima.list(0, work.watch).map_err(ended("list"))? {
                list.push(Diagram::new(setup(board, &empty?)?).to_string());
            }
            found.list = Some(list);
        }
    }
    Ok(())
}

fn setup(board: &Arc<Topology>, empty: &PointSet) -> Result<tesuji_board::Setup, Ended> {
    let why = "a set of empty points has no colouring; this is an error in the program, please report it";
    setup_of(board, empty).ok_or_else(|| Ended::Unknown(Unknown::new(Why::Contradiction, why)))
}

impl StringsAnswer {
    /// Nothing is known of a board yet.
    fn empty(board: &str, points: usize) -> StringsAnswer {
        StringsAnswer {
            verdict: None,
            why: None,
            topology: board.to_string(),
            points,
            strings: None,
            empty: None,
            proved: false,
            method: None,
            count: None,
            board: Vec::new(),
            samples: None,
            list: None,
            certificate: None,
            sgf: None,
            accepted: None,
        }
    }

    fn tell(&mut self, optimum: &Optimum) {
        self.strings = Some(optimum.strings());
        self.empty = Some(optimum.empty().len());
        self.proved = true;
        let branched = matches!(optimum.proof(), Proof::Branched { .. });
        self.method = Some(if branched { StringsMethod::Ilp } else { StringsMethod::Dp });
        self.board = optimum.rows();
    }
}

fn check_certificate(
    question: &StringsQuestion,
    certificate: &Value,
    work: &Work<'_>,
) -> Result<Solved<StringsAnswer>, Fault> {
    let others = StringsQuestion { check: None, ..question.clone() };
    if others != StringsQuestion::default() || work.style.is_some() {
        return Err(Fault::in_field("check", "a certificate is checked alone: leave everything else out"));
    }
    let certificate: Certificate = serde_json::from_value(certificate.clone()).map_err(|error| {
        Fault::in_field("check", format!("this is no certificate: {}", json_in_words(&error.to_string())))
    })?;
    let name: String = certificate.board.chars().take(100).collect();
    let mut found = StringsAnswer::empty(&name, certificate.points);
    match check(&certificate, &work.limits, work.watch) {
        Ok(checked) => {
            found.strings = Some(checked.strings);
            found.empty = certificate.points.checked_sub(checked.strings);
            (found.proved, found.accepted) = (true, Some(true));
            Ok(Solved { found, rest: Rest { nodes: Some(checked.states), ..Rest::default() } })
        }
        Err(Rejected::Unfinished(unknown)) => {
            found.verdict = Some(StringsVerdict::Unknown);
            found.why = Some(unknown.to_string());
            Ok(Solved { found, rest: Rest { nodes: Some(0), why: Some(unknown.why), ..Rest::default() } })
        }
        Err(rejected) => Err(Fault::in_field("check", rejected)),
    }
}

pub(crate) fn text(question: &StringsQuestion, found: &StringsAnswer, _: &Answer) -> String {
    let mut text = String::new();
    if let (Some(true), Some(strings)) = (found.accepted, found.strings) {
        return paragraph(
            "",
            &format!(
                "Accepted: {} has {strings} strings at most; the position is legal and has so many, and one more was refuted \
                 again.",
                found.topology
            ),
        );
    }
    if let (Some(strings), Some(empty)) = (found.strings, found.empty) {
        let _ = writeln!(
            text,
            "{}: {strings} strings at most ({} points, {empty} empty), proved.",
            found.topology, found.points
        );
        if let Some(count) = &found.count {
            text.push_str(&paragraph(
                "",
                &format!("{count} optimal sets of empty points (sets are counted, not coloured positions)."),
            ));
        }
    }
    if let Some(why) = &found.why {
        text.push_str(&paragraph("unknown: ", why));
    }
    if !found.board.is_empty() {
        let _ = write!(text, "\n{}\n", found.board.join("\n"));
    }
    let seed = question.seed.unwrap_or(1);
    for (number, rows) in (1..).zip(found.samples.iter().flatten()) {
        let _ = write!(text, "\nsample {number} (seed {seed}):\n{}\n", rows.join("\n"));
    }
    text
}
