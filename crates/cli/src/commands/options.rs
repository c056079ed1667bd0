//! Options that several commands share: limits, pictures, which position of a file is meant.

use std::path::{Path, PathBuf};

use clap::Args;
use tesuji_ask::{AskedLimits, AskedPicture, AskedPosition, Fault, Question, Request};

use crate::asking::Output;
use crate::failure::Failure;
use crate::files::{self, Input};

/// What a question may use.
#[derive(Args)]
pub(crate) struct LimitOptions {
    /// Give up after this many nodes (positions looked at); the same limit gives the same answer everywhere
    #[arg(long, value_name = "N")]
    nodes: Option<u64>,
    /// Give up after this many seconds; such an answer depends on the machine
    #[arg(long, value_name = "S")]
    seconds: Option<f64>,
    /// Use at most so many megabytes for tables and lists
    #[arg(long, value_name = "MB")]
    memory: Option<u64>,
}

impl LimitOptions {
    /// The limits that were typed, if any were.
    pub(crate) fn asked(&self) -> Option<AskedLimits> {
        let (nodes, seconds, memory_mb) = (self.nodes, self.seconds, self.memory);
        let asked = AskedLimits { nodes, seconds, memory_mb, ..AskedLimits::default() };
        (asked != AskedLimits::default()).then_some(asked)
    }
}

/// What a question that is searched may use.
#[derive(Args)]
pub(crate) struct SearchLimitOptions {
    #[command(flatten)]
    limits: LimitOptions,
    /// Search with so many threads: the same verdict, sooner; without this, one, whose answer can be repeated to the node
    #[arg(long, value_name = "K")]
    threads: Option<usize>,
}

impl SearchLimitOptions {
    /// The limits that were typed, if any were.
    pub(crate) fn asked(&self) -> Option<AskedLimits> {
        let asked = AskedLimits { threads: self.threads, ..self.limits.asked().unwrap_or_default() };
        (asked != AskedLimits::default()).then_some(asked)
    }
}

/// Where a picture goes and how it looks.
#[derive(Args)]
pub(crate) struct PictureOptions {
    /// Draw a picture into this file, as SVG
    #[arg(long, value_name = "FILE", value_parser = svg_file)]
    pub(crate) svg: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) look: Look,
}

/// The name of a picture that is to be drawn. Another kind of picture would be one that nothing can open.
pub(crate) fn svg_file(name: &str) -> Result<PathBuf, String> {
    let path = PathBuf::from(name);
    let extension = path.extension().map(|extension| extension.to_string_lossy().to_lowercase());
    match extension.as_deref() {
        Some("png" | "jpg" | "jpeg" | "gif" | "webp" | "bmp" | "tif" | "tiff" | "pdf" | "ps" | "eps") => {
            let svg = path.with_extension("svg");
            Err(format!("pictures are SVG: write {} (browsers show it and print it)", svg.display()))
        }
        _ => Ok(path),
    }
}

/// How a picture looks.
#[derive(Args)]
pub(crate) struct Look {
    /// Colours of the picture: light (the default), dark, auto (as the reader's system) or print (black and white)
    #[arg(long, value_name = "THEME")]
    theme: Option<String>,
    /// Width of the picture in pixels; without it the picture fills the space it is given
    #[arg(long, value_name = "PIXELS")]
    width: Option<u32>,
    /// Leave out letters and numbers at the edges of the picture
    #[arg(long)]
    no_coordinates: bool,
}

impl Look {
    /// A picture that looks like this.
    pub(crate) fn asked(&self) -> AskedPicture {
        AskedPicture {
            theme: self.theme.clone(),
            width: self.width,
            coordinates: self.no_coordinates.then_some(false),
        }
    }
}

impl PictureOptions {
    /// The picture, if a file for it was named.
    pub(crate) fn asked(&self) -> Option<AskedPicture> {
        self.svg.is_some().then(|| self.look.asked())
    }

    /// Where the answer and its picture go.
    pub(crate) fn output(&self, json: bool) -> Output {
        Output { json, svg: self.svg.clone() }
    }
}

/// A question with what was asked for beside it.
pub(crate) fn request(
    question: Question,
    limits: Option<AskedLimits>,
    picture: Option<&PictureOptions>,
) -> Request {
    Request { limits, picture: picture.and_then(PictureOptions::asked), ..Request::from(question) }
}

/// Which position of a file is meant.
#[derive(Args)]
pub(crate) struct Choice {
    /// The board of a text diagram that does not name it: a name such as hexagon:4, or a JSON file
    #[arg(long, value_name = "NAME")]
    board: Option<String>,
    /// Which game of an SGF collection, from 1 on
    #[arg(long, value_name = "N")]
    game: Option<u32>,
    /// The position after this many moves of an SGF game's main line; without this, the stones that the file sets up, or
    /// the end of a game that sets up none but those of its handicap
    #[arg(long = "move", value_name = "N", conflicts_with = "end")]
    after_move: Option<usize>,
    /// The position at the end of an SGF game's main line
    #[arg(long)]
    end: bool,
    /// Number the moves of an SGF game in the picture, as books do
    #[arg(long)]
    numbers: bool,
}

impl Choice {
    /// Whether one position was chosen, rather than whole games.
    pub(crate) fn is_position(&self) -> bool {
        self.board.is_some() || self.after_move.is_some() || self.end || self.numbers
    }

    /// The games that are meant: all of them, or the one that was chosen.
    pub(crate) fn games<T: Clone>(&self, games: Vec<T>) -> Result<Vec<T>, Failure> {
        let Some(number) = self.game else { return Ok(games) };
        let chosen = (number as usize).checked_sub(1).and_then(|index| games.get(index));
        let none =
            || Fault::in_field("game", format!("it has {} game(s), there is no game {number}", games.len()));
        Ok(vec![chosen.cloned().ok_or_else(none)?])
    }

    /// The position of a file that is meant.
    pub(crate) fn read(&self, file: &Path) -> Result<AskedPosition, Failure> {
        self.of(&Input::read(file)?)
    }

    /// The position of a text that is meant.
    pub(crate) fn of(&self, input: &Input) -> Result<AskedPosition, Failure> {
        let mut position = AskedPosition::of_text(&input.name, &input.bytes);
        position.board = self.board.as_deref().map(files::board).transpose()?;
        position.game = self.game;
        position.after_move = self.after_move;
        position.end = self.end;
        position.numbers = self.numbers;
        Ok(position)
    }
}
