//! `tesuji batch`: a file of questions into a file of answers.
//!
//! Questions are numbered and divided into parts of a fixed size. Each part becomes a file of its own in a folder beside the
//! output, written whole when all of it is answered; when all parts are there they are put together in the order of the input
//! and the folder goes; a seal stays beside the output. So a run that is killed loses its open parts only, a run can be divided among
//! machines that do not talk to each other, and the output is the same to the byte however it came about.
//!
//! What is taken up again is verified first (`seal.rs`): a part that does not fit is answered again, an output that does not fit is refused
//! by name. One process at a time works on a share of a batch (`lock.rs`).
//!
//! [`Plan::run`] does it all on the threads of this machine. Whoever sends parts elsewhere takes the steps one by one:
//! [`Plan::open`], [`Plan::part`], [`answer_part`] there, [`Plan::keep`], [`Plan::finish`].

use std::fmt::Write as _;
use std::fs;
use std::io;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use tesuji_ask::{Desk, Fault, parse_object};
use tesuji_formats::{read_sgf, write_sgf};
use tesuji_job::{Progress, Watch, Why, deliver};

use crate::lock::Lock;
use crate::reply::{Line, Told, answer_line};
use crate::seal::{Kept, Seal};

/// Questions in a part.
pub const PART: usize = 50;

/// A question of a batch.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Item {
    /// A question that can be asked.
    Question {
        /// Its line or game, from 1 on.
        number: usize,
        /// The question, with an id.
        object: Map<String, Value>,
    },
    /// A line that is none.
    Broken {
        /// Its line, from 1 on.
        number: usize,
        /// What is wrong with it.
        fault: Fault,
    },
}

/// One of several runs that share the work.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shard {
    /// Which one, from 1 on.
    pub index: usize,
    /// Of how many.
    pub of: usize,
}

impl Shard {
    /// All of the work.
    pub const WHOLE: Shard = Shard { index: 1, of: 1 };
}

/// The questions of a text with one JSON object on a line. A question without an id gets the number of its line.
#[must_use]
pub fn of_lines(text: &[u8]) -> Vec<Item> {
    let mut items = Vec::new();
    for (index, bytes) in text.split(|&byte| byte == b'\n').enumerate() {
        let number = index + 1;
        let parsed = match std::str::from_utf8(bytes) {
            Ok(line) if line.trim().is_empty() => continue,
            Ok(line) => parse_object(line.trim()),
            Err(_) => Err(Fault::new("this line is no text in UTF-8")),
        };
        items.push(match parsed {
            Ok(mut object) => {
                identify(&mut object, number);
                Item::Question { number, object }
            }
            Err(fault) => Item::Broken { number, fault },
        });
    }
    items
}

/// The same question about every game of an SGF collection. `fields` are those of the question besides the position, or the text of a
/// `check`.
///
/// # Errors
/// If it is no collection of games.
pub fn of_games(name: &str, bytes: &[u8], fields: &Map<String, Value>) -> Result<Vec<Item>, Fault> {
    let file = read_sgf(bytes).map_err(|error| Fault::new(error).within(name))?;
    let question = |(index, game): (usize, &tesuji_formats::SgfTree)| {
        let mut object = fields.clone();
        let sgf = write_sgf(std::slice::from_ref(game));
        if object.get("ask").is_some_and(|kind| kind == "check") {
            object.insert("text".into(), sgf.into());
            identify(&mut object, index + 1);
            return Item::Question { number: index + 1, object };
        }
        let mut position = Map::new();
        position.insert("sgf".into(), sgf.into());
        // What says where in the game, such as `move`, stays as it was given.
        if let Some(Value::Object(given)) = object.get("position") {
            position.extend(given.clone());
        }
        object.insert("position".into(), Value::Object(position));
        identify(&mut object, index + 1);
        Item::Question { number: index + 1, object }
    };
    Ok(file.games.iter().enumerate().map(question).collect())
}

fn identify(object: &mut Map<String, Value>, number: usize) {
    if object.get("id").is_none_or(Value::is_null) {
        object.insert("id".into(), number.into());
    }
}

/// A file that is replaced whole or not at all: the program's own way to write.
pub type Save<'a> = dyn Fn(&Path, &[u8]) -> Result<(), String> + Sync + 'a;

/// A batch that is to be run.
pub struct Plan<'a> {
    /// The questions.
    pub items: Vec<Item>,
    /// Where the answers go.
    pub output: PathBuf,
    /// Go on with what an earlier run has left.
    pub resume: bool,
    /// Which part of the work is done here.
    pub shard: Shard,
    /// Questions answered at once.
    pub threads: usize,
    /// Writes a file.
    pub save: &'a Save<'a>,
}

/// How a batch ended.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Summary {
    /// Questions answered in this run.
    pub known: usize,
    /// Those whose answer is `unknown`.
    pub unknown: usize,
    /// Those that could not be asked.
    pub errors: usize,
    /// Questions that earlier runs had answered.
    pub before: usize,
    /// Questions of a complete output that could not be asked by earlier runs.
    pub errors_before: usize,
    /// Parts of earlier runs that were damaged, and were answered again.
    pub damaged: usize,
    /// Whether the output is complete; if not, other shards have their parts to do.
    pub complete: bool,
    /// Whether the work was stopped.
    pub stopped: bool,
}

/// The lines that answer these questions; nothing if the work was stopped.
#[must_use]
pub fn answer_part(items: &[Item], desk: &Desk, watch: &Watch) -> Option<String> {
    let mut text = String::new();
    for item in items {
        let line = item.answer(desk, watch);
        if line.kind == Told::Stopped {
            return None;
        }
        let _ = writeln!(text, "{}", line.text);
    }
    Some(text)
}

impl Item {
    fn answer(&self, desk: &Desk, watch: &Watch) -> Line {
        match self {
            Item::Question { number, object } => answer_line(desk, object.clone(), *number, &watch.child()),
            Item::Broken { number, fault } => Line::error(None, fault, *number),
        }
    }

    /// The line of a question whose work ended without an answer.
    #[must_use]
    pub fn refused(&self, fault: &Fault) -> Line {
        match self {
            Item::Question { number, object } => {
                Line::error(object.get("id").filter(|id| !id.is_null()), fault, *number)
            }
            Item::Broken { number, fault } => Line::error(None, fault, *number),
        }
    }
}

impl Plan<'_> {
    /// A file or folder beside the output.
    fn beside(&self, ending: &str) -> PathBuf {
        let mut name = self.output.file_name().unwrap_or_default().to_os_string();
        name.push(ending);
        self.output.with_file_name(name)
    }

    fn folder(&self) -> PathBuf {
        self.beside(".parts")
    }

    fn parts(&self) -> usize {
        self.items.len().div_ceil(PART)
    }

    /// The questions of a part.
    ///
    /// # Panics
    /// If there is no such part.
    #[must_use]
    pub fn part(&self, part: usize) -> &[Item] {
        &self.items[part * PART..self.items.len().min((part + 1) * PART)]
    }

    fn is_mine(&self, part: usize) -> bool {
        part % self.shard.of == self.shard.index - 1
    }

    fn part_file(&self, part: usize) -> PathBuf {
        self.folder().join(format!("{part:08}.jsonl"))
    }

    /// Makes the folder of parts, or checks that the one that is there belongs to the same questions.
    fn prepare(&self) -> Result<(), Fault> {
        let folder = self.folder();
        let (out, parts) = (self.output.display(), folder.display());
        if !self.resume {
            for (path, there) in
                [(out.to_string(), self.output.exists()), (parts.to_string(), folder.exists())]
            {
                // Shards of one run share the folder.
                if there && (self.shard == Shard::WHOLE || path == out.to_string()) {
                    return Err(Fault::new(format!(
                        "{path} is there already: resume goes on with it, or name another file"
                    )));
                }
            }
        }
        let seal = self.seal();
        let file = folder.join("batch.json");
        match fs::read(&file) {
            Ok(bytes) if Seal::read(&bytes).as_ref() == Some(&seal) => Ok(()),
            Ok(_) => Err(Fault::new(format!(
                "the parts in {parts} belong to other questions or another version: remove the folder, or name another file"
            ))),
            Err(error) if error.kind() == io::ErrorKind::NotFound => {
                fs::create_dir_all(&folder)
                    .map_err(|error| Fault::of_file("make the folder", &parts, &error))?;
                (self.save)(&file, crate::reply::text(&seal).as_bytes()).map_err(Fault::new)
            }
            Err(error) => Err(Fault::of_file("read", file.display(), &error)),
        }
    }

    fn seal(&self) -> Seal {
        Seal::of(&self.items, PART)
    }

    /// Whether the output that is there is whole and answers these questions, as its seal tells.
    fn check_output(&self) -> Result<(), Fault> {
        let out = self.output.display();
        let again = "name another file, or remove it";
        let sealed = match fs::read(self.beside(".seal")) {
            Ok(sealed) => sealed,
            Err(_) => {
                return Err(Fault::new(format!(
                    "{out} is there already, and {out}.seal, which tells that it is whole, is not: {again}"
                )));
            }
        };
        let Some(kept) = Kept::read(&sealed).filter(|kept| kept.seal == self.seal()) else {
            return Err(Fault::new(format!(
                "{out} is there already and answers other questions, or is of another version: {again}"
            )));
        };
        let whole =
            fs::read(&self.output).map_err(|error| Fault::of_file("read", self.output.display(), &error))?;
        if kept.fits(&whole) {
            return Ok(());
        }
        Err(Fault::new(format!(
            "{out} was changed or cut after it was written, as {out}.seal tells: {again}"
        )))
    }

    /// Makes ready for work: the parts of this shard that are missing, or nothing if the output is complete.
    ///
    /// # Errors
    /// If there are files that belong to something else, or a file cannot be read or written.
    pub fn open(&self) -> Result<Option<Vec<usize>>, Fault> {
        if self.resume && self.output.exists() {
            let checked = self.check_output();
            if checked.is_ok() || !self.folder().exists() {
                return checked.map(|()| {
                    // A run that was killed at its very end leaves some of it.
                    let _ = fs::remove_dir_all(self.folder());
                    None
                });
            }
        }
        self.prepare()?;
        let mut missing = Vec::new();
        for part in (0..self.parts()).filter(|&part| self.is_mine(part)) {
            if self.kept(part)?.is_none() {
                missing.push(part);
            }
        }
        Ok(Some(missing))
    }

    /// Keeps others from working on the same share of this batch, as long as the lock is held.
    ///
    /// # Errors
    /// If another process does: who it is.
    pub fn lock(&self) -> Result<Lock, Fault> {
        let Shard { index, of } = self.shard;
        let name = if self.shard == Shard::WHOLE { ".lock".into() } else { format!(".{index}-of-{of}.lock") };
        Lock::take(&self.beside(&name), &self.output.display().to_string())
    }

    /// The lines of a part that earlier runs have left; nothing if it is not there, or not as it was written.
    fn kept(&self, part: usize) -> Result<Option<Vec<u8>>, Fault> {
        let file = self.part_file(part);
        match fs::read(&file) {
            Ok(mut bytes) => Ok(Kept::strip(&mut bytes, &self.seal_of(part)).then_some(bytes)),
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
            Err(error) => Err(Fault::of_file("read", file.display(), &error)),
        }
    }

    /// What a part belongs to.
    fn seal_of(&self, part: usize) -> Seal {
        Seal::of(self.part(part), PART)
    }

    /// Keeps the lines of a part.
    ///
    /// # Errors
    /// If the file cannot be written.
    pub fn keep(&self, part: usize, lines: &str) -> Result<(), Fault> {
        let kept = Kept::of(self.seal_of(part), lines.as_bytes());
        let text = format!("{lines}{}\n", crate::reply::text(&kept));
        (self.save)(&self.part_file(part), text.as_bytes()).map_err(Fault::new)
    }

    /// Answers what is missing, and puts everything together if nothing is missing any more.
    ///
    /// `tell` sees how many questions of this run are done.
    ///
    /// # Errors
    /// If a file cannot be read or written; what was written stays.
    pub fn run(
        &self,
        desk: &Desk,
        watch: &Watch,
        tell: impl Fn(&Progress) + Send + Sync + 'static,
    ) -> Result<Summary, Fault> {
        let _lock = self.lock()?;
        let Some(missing) = self.open()? else {
            let errors_before = self.errors()?;
            return Ok(Summary {
                before: self.items.len(),
                errors_before,
                complete: true,
                ..Summary::default()
            });
        };
        let work: Vec<usize> =
            missing.iter().flat_map(|&part| part * PART..part * PART + self.part(part).len()).collect();
        let all: usize =
            (0..self.parts()).filter(|&part| self.is_mine(part)).map(|part| self.part(part).len()).sum();
        let damaged = missing.iter().filter(|&&part| self.part_file(part).exists()).count();
        let mut summary = Summary { before: all - work.len(), damaged, ..Summary::default() };
        let mut text = String::new();
        let mut trouble = None;
        // The questions' own progress is not what the reader of the bar wants to see.
        let seen = watch.seeing(tell);
        let ended = deliver(
            self.threads,
            "answering",
            work.len(),
            &seen,
            |index| self.items[work[index]].answer(desk, watch),
            |index, line: Line| {
                match line.kind {
                    Told::Known => summary.known += 1,
                    Told::Unknown => summary.unknown += 1,
                    Told::Error => summary.errors += 1,
                    Told::Stopped => return ControlFlow::Break(()),
                }
                let _ = writeln!(text, "{}", line.text);
                let part = work[index] / PART;
                if work.get(index + 1).is_none_or(|next| next / PART != part) {
                    if let Err(fault) = self.keep(part, &text) {
                        trouble = Some(fault);
                        return ControlFlow::Break(());
                    }
                    text.clear();
                }
                ControlFlow::Continue(())
            },
        );
        if let Some(fault) = trouble {
            return Err(fault);
        }
        if watch.is_stopped() || matches!(ended, Err(Why::Stopped | Why::Time)) {
            return Ok(Summary { stopped: true, ..summary });
        }
        summary.complete = self.finish()?;
        if summary.complete && summary.before > 0 {
            summary.errors_before = self.errors()?.saturating_sub(summary.errors);
        }
        Ok(summary)
    }

    /// Lines of the output that tell of an error.
    fn errors(&self) -> Result<usize, Fault> {
        let whole =
            fs::read(&self.output).map_err(|error| Fault::of_file("read", self.output.display(), &error))?;
        let tells = |line: &&[u8]| {
            serde_json::from_slice::<Map<String, Value>>(line).is_ok_and(|line| line.contains_key("error"))
        };
        Ok(whole.split(|&byte| byte == b'\n').filter(tells).count())
    }

    /// Puts the parts together in the order of the input, if all are there.
    ///
    /// # Errors
    /// If a file cannot be read or written.
    pub fn finish(&self) -> Result<bool, Fault> {
        let mut whole = Vec::new();
        for part in 0..self.parts() {
            match self.kept(part)? {
                Some(lines) => whole.extend(lines),
                None => return Ok(false),
            }
        }
        // A run that was killed after it had written its output wrote these bytes.
        if self.output.exists() && fs::read(&self.output).is_ok_and(|there| there != whole) {
            return Err(Fault::new(format!(
                "{} is there and is not what the parts make: remove it, or name another file",
                self.output.display()
            )));
        }
        (self.save)(&self.output, &whole).map_err(Fault::new)?;
        let seal = crate::reply::text(&Kept::of(self.seal(), &whole));
        (self.save)(&self.beside(".seal"), seal.as_bytes()).map_err(Fault::new)?;
        // The output is complete: a folder that stays behind does no harm.
        let _ = fs::remove_dir_all(self.folder());
        Ok(true)
    }
}
