//! `tesuji mate`: does the side to move mate, by checks or with a brinkmate?

use std::fmt::Write as _;
use std::path::Path;
use std::process::ExitCode;
use std::time::{Duration, Instant};

use clap::{Args, ValueEnum};
use serde_json::{Value, json};
use tesuji_draw::{ShogiPicture, ShogiPiece, shogi_svg};
use tesuji_search::{Control, Limits, Progress, Why};
use tesuji_shogi::{
    Algorithm, Color, Cook, Length, Move, Position, Question, Solution, Square, Verdict, cooks, hand_pieces,
    kif_line, solve,
};

use super::capture::reason;
use super::picture::{Look, write_svg};
use crate::failure::Failure;
use crate::files::{self, Input};
use crate::interrupt;
use crate::progress::ProgressLine;

/// Mate in shogi: by checks (order 1, tsume) or with quiet moves (order 2, hisshi), proved
#[derive(Args)]
#[command(after_help = "Examples:
  tesuji mate \"8k/9/7G1/9/9/9/9/9/9 b G 1\"
  tesuji mate examples/tsume.txt --case zukou-036 --shortest
  tesuji mate examples/hisshi.txt --case h1-001 --order 2 --json
  tesuji mate \"4k4/9/4P4/9/9/9/9/9/9 b 2G 1\" --cooks --svg board.svg

The position is an SFEN, 'startpos', or a file of lines 'name|SFEN|...' of which --case names one. The attacker may be
without a king. The side to move attacks unless --attacker says otherwise or only that side has a king.
Every mate is replayed against every defence by a second implementation of the rules before it is reported.")]
pub(crate) struct Mate {
    /// The position in SFEN, or a file of problems
    position: String,
    /// The problem of the file
    #[arg(long, value_name = "NAME")]
    case: Option<String>,
    /// 1: mate by checks alone; 2: quiet moves too, if the mate then cannot be parried
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u8).range(1..=2))]
    order: u8,
    /// The side that wants to mate
    #[arg(long, value_enum)]
    attacker: Option<SideName>,
    /// The search of order 2
    #[arg(long, value_enum, default_value_t = AlgorithmName::Lambda)]
    algorithm: AlgorithmName,
    /// Find the shortest mate by checks, every interposition counted
    #[arg(long)]
    shortest: bool,
    /// Find all first moves that mate
    #[arg(long)]
    cooks: bool,
    /// Give up after this many states
    #[arg(long, value_name = "N", default_value_t = 50_000_000)]
    nodes: u64,
    /// Give up after this many seconds
    #[arg(long, value_name = "SECONDS")]
    seconds: Option<u32>,
    /// Use at most this much memory for tables
    #[arg(long, value_name = "MB", default_value_t = 512, value_parser = clap::value_parser!(u64).range(1..=1_000_000))]
    memory: u64,
    /// Draw the position into this file
    #[arg(long, value_name = "FILE")]
    svg: Option<std::path::PathBuf>,
    #[command(flatten)]
    look: Look,
    /// Answer with one JSON object
    #[arg(long)]
    json: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum SideName {
    Black,
    White,
}

#[derive(Clone, Copy, ValueEnum)]
enum AlgorithmName {
    Lambda,
    Dfpn,
}

impl Mate {
    pub(crate) fn run(&self) -> Result<ExitCode, Failure> {
        let position = self.read()?;
        let mut question = Question::of(&position, self.order);
        question.shortest = self.shortest;
        question.algorithm = match self.algorithm {
            AlgorithmName::Lambda => Algorithm::Lambda,
            AlgorithmName::Dfpn => Algorithm::Dfpn,
        };
        match self.attacker {
            Some(SideName::Black) => question.attacker = Color::Black,
            Some(SideName::White) => question.attacker = Color::White,
            None => {}
        }
        let limits = self.limits();
        let mut watch = watch();
        let solution = solve(&position, &question, &limits, &mut watch).map_err(Failure::bad)?;
        let others = match (self.cooks, solution.verdict) {
            (true, Verdict::Mate { order, .. }) => {
                Some(cooks(&position, &question, order, &limits, &mut watch))
            }
            _ => None,
        };
        drop(watch);
        let report = Report { position: &position, question: &question, solution: &solution, others };
        if let Some(path) = &self.svg {
            write_svg(path, &shogi_svg(&report.picture(), &self.look.style()))?;
        }
        if self.json {
            files::print_json(&report.json())?;
        } else {
            files::print(&report.text())?;
        }
        match solution.verdict {
            Verdict::Unknown { why: Why::Stopped } => Err(Failure::Interrupted),
            Verdict::Unknown { why } => Err(Failure::Limit(reason(why).into())),
            _ => Ok(ExitCode::SUCCESS),
        }
    }

    fn limits(&self) -> Limits {
        let bytes = usize::try_from(self.memory).unwrap_or(usize::MAX).saturating_mul(1_000_000);
        let deadline = self.seconds.map(|seconds| Instant::now() + Duration::from_secs(seconds.into()));
        Limits { table_bytes: bytes, working_bytes: bytes, deadline, ..Limits::nodes(self.nodes) }
    }

    fn read(&self) -> Result<Position, Failure> {
        let path = Path::new(&self.position);
        if self.case.is_none() && !path.is_file() {
            return self.position.parse().map_err(Failure::bad);
        }
        let input = Input::read(path)?;
        let text = String::from_utf8_lossy(&input.bytes);
        problem(&text, self.case.as_deref()).map_err(|why| Failure::bad(format!("{}{why}", input.name)))
    }
}

/// A problem of a text of lines `name|SFEN|...`; without a name it must be the only one.
fn problem(text: &str, name: Option<&str>) -> Result<Position, String> {
    let mut found = None;
    let mut several = false;
    for (number, line) in (1..).zip(text.lines()) {
        let line = line.trim();
        if line.is_empty() || line.starts_with('#') {
            continue;
        }
        let mut fields = line.split('|');
        let (first, second) = (fields.next().unwrap_or_default().trim(), fields.next());
        // A line may also be a bare SFEN.
        let (called, sfen) = second.map_or(("", first), |sfen| (first, sfen.trim()));
        if name.is_none_or(|name| name == called) {
            several |= found.is_some();
            found.get_or_insert((number, sfen));
        }
    }
    match (found, name) {
        (None, Some(name)) => Err(format!(" has no problem called {name}")),
        (None, None) => Err(" holds no problem".into()),
        (Some(_), None) if several => Err(" holds several problems: name one with --case".into()),
        (Some((number, sfen)), _) => sfen.parse().map_err(|error| format!(":{number}: {error}")),
    }
}

/// Shows progress and stops on Ctrl-C.
fn watch() -> impl FnMut(&Progress) -> Control {
    let mut line = ProgressLine::new();
    let stop = interrupt::flag();
    move |progress: &Progress| {
        line.show(|| {
            format!(
                "{} states, proof number {}, disproof number {}, depth {}",
                progress.nodes, progress.pn, progress.dn, progress.depth
            )
        });
        if stop.load(std::sync::atomic::Ordering::Relaxed) { Control::Stop } else { Control::Continue }
    }
}

struct Report<'a> {
    position: &'a Position,
    question: &'a Question,
    solution: &'a Solution,
    others: Option<Vec<Cook>>,
}

fn usi(moves: impl IntoIterator<Item = Move>) -> Vec<String> {
    moves.into_iter().map(|candidate| candidate.to_string()).collect()
}

impl Report<'_> {
    fn cooks(&self, mates: Option<bool>) -> Option<Vec<String>> {
        let others = self.others.as_ref()?;
        Some(usi(others.iter().filter(|cook| cook.mates == mates).map(|cook| cook.first)))
    }

    fn json(&self) -> Value {
        let solution = self.solution;
        let (verdict, order) = match solution.verdict {
            Verdict::Mate { order, .. } => ("mate", order),
            Verdict::NoMate { order } => ("nomate", order),
            Verdict::Unknown { .. } => ("unknown", self.question.order),
        };
        let mut value = json!({
            "sfen": self.position.to_string(),
            "attacker": self.question.attacker.to_string(),
            "verdict": verdict,
            "order": order,
            "moves": usi(solution.line.iter().copied()),
            "kif": kif_line(self.position, &solution.line),
            "nodes": solution.nodes,
            "checked": solution.checked.is_some(),
        });
        if let Verdict::Mate { plies, .. } = solution.verdict {
            value["plies"] = json!(plies);
            value["shortest"] = json!(solution.length == Length::Shortest);
            value["proof_positions"] = json!(solution.checked);
        }
        if let Some(mating) = self.cooks(Some(true)) {
            value["first_moves"] = json!(mating);
            value["undecided_first_moves"] = json!(self.cooks(None));
        }
        if let Verdict::Unknown { why } = solution.verdict {
            value["why"] = json!(reason(why));
        }
        value
    }

    fn text(&self) -> String {
        let solution = self.solution;
        let mut text = diagram(self.position);
        text.push('\n');
        let _ = match solution.verdict {
            Verdict::Mate { order: 1, plies } => {
                let exact = if solution.length == Length::Shortest { ", the shortest" } else { "" };
                let plies = if plies == 1 { "1 ply".into() } else { format!("{plies} plies") };
                writeln!(text, "mate by checks: {plies}{exact}")
            }
            Verdict::Mate { plies, .. } => {
                writeln!(text, "brinkmate: nothing parries it; {plies} plies against the longest resistance")
            }
            Verdict::NoMate { order: 1 } => writeln!(text, "no mate by checks"),
            Verdict::NoMate { .. } => writeln!(text, "no mate by checks, and no brinkmate"),
            Verdict::Unknown { why } => writeln!(text, "unknown: {}", reason(why)),
        };
        if !solution.line.is_empty() {
            let _ = writeln!(text, "moves: {}", usi(solution.line.iter().copied()).join(" "));
            let names = kif_line(self.position, &solution.line);
            for (row, names) in names.chunks(8).enumerate() {
                let _ = writeln!(text, "{} {}", if row == 0 { "  kif:" } else { "      " }, names.join(" "));
            }
        }
        if let Some(checked) = solution.checked {
            let _ = writeln!(text, "checked: the whole tree replayed, {checked} positions");
        }
        if let Some(mating) = self.cooks(Some(true)) {
            let _ = writeln!(text, "first moves that mate: {}", mating.join(" "));
        }
        if let Some(open) = self.cooks(None).filter(|open| !open.is_empty()) {
            let _ = writeln!(text, "first moves not decided: {}", open.join(" "));
        }
        let _ = writeln!(text, "nodes: {}", solution.nodes);
        text
    }

    fn picture(&self) -> ShogiPicture {
        let position = self.position;
        let pieces = Square::all().filter_map(|square| {
            let piece = position.piece(square)?;
            Some(ShogiPiece {
                file: square.file(),
                rank: square.rank(),
                glyph: piece.kind.glyph().into(),
                from_above: piece.color == Color::White,
                promoted: piece.kind.is_promoted(),
            })
        });
        let hand = |color| {
            hand_pieces(position.hand(color)).map(|(kind, count)| (kind.glyph().to_owned(), count)).collect()
        };
        let title = match self.solution.verdict {
            Verdict::Mate { plies, .. } => format!("Shogi: mate in {plies} plies"),
            Verdict::NoMate { .. } => "Shogi: no mate".into(),
            Verdict::Unknown { .. } => "Shogi position".into(),
        };
        let first = self.solution.line.first();
        ShogiPicture {
            title,
            description: format!("{position}; first move {}", first.map_or("none".into(), Move::to_string)),
            pieces: pieces.collect(),
            hands: [hand(Color::Black), hand(Color::White)],
            marked: first.map(|first| (first.to().file(), first.to().rank())).into_iter().collect(),
        }
    }
}

/// The board in plain characters: capital letters for Black, small ones for White.
fn diagram(position: &Position) -> String {
    let mut text = String::from("   9  8  7  6  5  4  3  2  1\n");
    for rank in 1..=9 {
        text.push(' ');
        for file in (1..=9).rev() {
            let piece = Square::new(file, rank).and_then(|square| position.piece(square));
            let shown = piece.map_or(".".into(), |piece| piece.to_string());
            let _ = write!(text, "{shown:>3}");
        }
        let _ = writeln!(text, "  {}", char::from(b'a' + rank - 1));
    }
    for color in Color::BOTH {
        let pieces: Vec<String> = hand_pieces(position.hand(color))
            .map(
                |(kind, count)| {
                    if count > 1 { format!("{count}{}", kind.letter()) } else { kind.letter().into() }
                },
            )
            .collect();
        if !pieces.is_empty() {
            let _ = writeln!(text, "{color} holds {}", pieces.join(" "));
        }
    }
    let _ = writeln!(text, "{} to move", position.turn());
    text
}
