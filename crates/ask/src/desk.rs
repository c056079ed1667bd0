//! Where questions are answered.

use std::sync::{Arc, Mutex, PoisonError};

use tesuji_draw::Style;
use tesuji_job::{Limits, Watch, Why, cores};
use tesuji_simpei::Solution;

use crate::answer::{Answer, Ending, Found};
use crate::fault::Fault;
use crate::limits::{AskedLimits, UsedLimits};
use crate::question::{Question, ReadRequest, Request};

/// Brings the solution of Simpei, from a file or by solving the game.
pub type BringSimpei = dyn Fn(&Watch) -> Result<Arc<Solution>, Missing> + Send + Sync;

/// Why a table is not there.
#[derive(Clone, Debug)]
pub enum Missing {
    /// Making it was ended.
    Unknown(Why),
    /// It cannot be used.
    Fault(Fault),
}

/// A place where questions are answered. It holds what several questions can share, and may be used from many threads.
pub struct Desk {
    simpei: Mutex<Option<Arc<Solution>>>,
    bring_simpei: Box<BringSimpei>,
    threads: usize,
}

impl Default for Desk {
    fn default() -> Desk {
        Desk::new()
    }
}

impl Desk {
    /// A desk that solves Simpei itself when it is asked for the first time.
    #[must_use]
    pub fn new() -> Desk {
        Desk::with_simpei(|watch| {
            tesuji_simpei::solve(cores(), watch).map(Arc::new).map_err(Missing::Unknown)
        })
    }

    /// A desk that has the solution of Simpei brought when it is asked for the first time.
    #[must_use]
    pub fn with_simpei(
        bring: impl Fn(&Watch) -> Result<Arc<Solution>, Missing> + Send + Sync + 'static,
    ) -> Desk {
        Desk { simpei: Mutex::new(None), bring_simpei: Box::new(bring), threads: cores() }
    }

    /// The same desk with so many threads for a question that can use several. Answers do not depend on it.
    #[must_use]
    pub fn with_threads(self, threads: usize) -> Desk {
        Desk { threads: threads.max(1), ..self }
    }

    /// The solution of Simpei.
    ///
    /// # Errors
    /// If it cannot be had.
    pub fn simpei(&self, watch: &Watch) -> Result<Arc<Solution>, Missing> {
        let mut kept = self.simpei.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(solution) = &*kept {
            return Ok(solution.clone());
        }
        let solution = (self.bring_simpei)(watch)?;
        *kept = Some(solution.clone());
        Ok(solution)
    }

    /// Answers a question that was read from JSON, with its warnings.
    ///
    /// # Errors
    /// If the question cannot be asked.
    pub fn answer_read(&self, read: &ReadRequest, watch: &Watch) -> Result<Answer, Fault> {
        let mut answer = self.answer(&read.request, watch)?;
        answer.warnings.splice(0..0, read.warnings.iter().cloned());
        Ok(answer)
    }

    /// Answers a question. A limit that is reached is an answer, `unknown` with its reason.
    ///
    /// # Errors
    /// If the question cannot be asked.
    pub fn answer(&self, request: &Request, watch: &Watch) -> Result<Answer, Fault> {
        let style = request.picture.as_ref().map(crate::picture::AskedPicture::style).transpose()?;
        let asked = request.limits.unwrap_or_default();
        macro_rules! ask {
            ($found:ident, $question:expr, $module:path) => {{
                use $module as kind;
                let limits = asked.over(kind::LIMITS)?;
                let watch = watch.within(limits.seconds);
                let work = Work { desk: self, limits, asked, watch: &watch, style };
                let solved = kind::solve($question, &work)?;
                (Found::$found(Box::new(solved.found)), solved.rest, limits)
            }};
        }
        let (found, rest, limits) = match &request.question {
            Question::Race(question) => ask!(Race, question, crate::race),
            Question::Capture(question) => ask!(Capture, question, crate::capture),
            Question::Mate(question) => ask!(Mate, question, crate::mate),
            Question::Value(question) => ask!(Value, question, crate::value),
            Question::Strings(question) => ask!(Strings, question, crate::strings),
            Question::Simpei(question) => ask!(Simpei, question, crate::simpei),
            Question::Tactics(question) => ask!(Tactics, question, crate::tactics::play),
            Question::TacticSet(question) => ask!(TacticSet, question, crate::tactics::set),
            Question::TacticCompare(question) => ask!(TacticCompare, question, crate::tactics::compare),
            Question::TacticSearch(question) => ask!(TacticSearch, question, crate::tactics::search),
            Question::Show(question) => ask!(Show, question, crate::show),
            Question::Boards(question) => ask!(Boards, question, crate::boards),
        };
        Ok(Answer {
            id: request.id.clone(),
            found,
            nodes: rest.nodes,
            limits: rest.nodes.map(|_| UsedLimits::from(rest.limits.unwrap_or(limits))),
            svg: rest.svg,
            warnings: rest.warnings,
            ending: match rest.why {
                None => Ending::Known,
                Some(Why::Stopped) => Ending::Stopped,
                Some(_) => Ending::Unknown,
            },
        })
    }
}

/// What a kind of question has to work with.
pub(crate) struct Work<'a> {
    pub(crate) desk: &'a Desk,
    /// For the whole question.
    pub(crate) limits: Limits,
    /// Those that the question itself names.
    pub(crate) asked: AskedLimits,
    /// Progress, stop and deadline.
    pub(crate) watch: &'a Watch,
    /// The style of a picture, if one is wanted.
    pub(crate) style: Option<Style>,
}

impl Work<'_> {
    /// Threads for a question that can use several.
    pub(crate) fn threads(&self) -> usize {
        self.desk.threads
    }
}

/// What a kind of question brings back.
pub(crate) struct Solved<F> {
    pub(crate) found: F,
    pub(crate) rest: Rest,
}

/// What all kinds have in common.
#[derive(Default)]
pub(crate) struct Rest {
    /// Positions looked at; nothing where nothing was searched.
    pub(crate) nodes: Option<u64>,
    /// The limits that applied, if they are not those of the kind.
    pub(crate) limits: Option<Limits>,
    pub(crate) svg: Option<String>,
    pub(crate) warnings: Vec<String>,
    /// The reason, if something is not known.
    pub(crate) why: Option<Why>,
}
