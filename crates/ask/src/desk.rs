//! Where questions are answered.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, Mutex, PoisonError};

use tesuji_draw::Style;
use tesuji_job::{Limits, Unknown, Watch, Why, cores};
use tesuji_simpei::Solution;

use crate::answer::{Answer, Ending, Found, NothingAnswer};
use crate::fault::Fault;
use crate::limits::{AskedLimits, UsedLimits};
use crate::question::{Question, ReadRequest, Request};
use crate::view::{sentences, text};

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
    most: Option<Limits>,
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
        Desk { simpei: Mutex::new(None), bring_simpei: Box::new(bring), threads: cores(), most: None }
    }

    /// The same desk with so many threads for a question that can use several. Answers do not depend on it.
    #[must_use]
    pub fn with_threads(self, threads: usize) -> Desk {
        Desk { threads: threads.max(1), ..self }
    }

    /// The same desk with bounds that no question passes, whatever limits it names.
    #[must_use]
    pub fn with_most(self, most: Limits) -> Desk {
        Desk { most: Some(most), ..self }
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

    /// As [`answer_read`](Desk::answer_read); an error in the program is told as an error of this question, so that a door with
    /// several of them loses nothing else.
    ///
    /// # Errors
    /// If the question cannot be asked.
    pub fn answer_guarded(&self, read: &ReadRequest, watch: &Watch) -> Result<Answer, Fault> {
        catch_unwind(AssertUnwindSafe(|| self.answer_read(read, watch))).unwrap_or_else(|_| {
            Err(Fault::new("the program failed at this question; this is an error in it, please report it"))
        })
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
                let limits = self.bounded(asked.over(kind::LIMITS)?);
                let watch = watch.within(limits.seconds);
                let work = Work { desk: self, limits, asked, watch: &watch, style };
                match apart(|| kind::solve($question, &work)).map_err(Ended::from) {
                    Ok(solved) => (Found::$found(Box::new(solved.found)), solved.rest, limits),
                    Err(Ended::Fault(fault)) => return Err(fault),
                    Err(Ended::Unknown(unknown)) => {
                        let rest = Rest { why: Some(unknown.why), nodes: Some(0), ..Rest::default() };
                        (Found::Nothing(NothingAnswer::of(request.kind(), &unknown)), rest, limits)
                    }
                }
            }};
        }
        let (found, rest, limits) = match &request.question {
            Question::Race(question) => ask!(Race, question, crate::race),
            Question::Capture(question) => ask!(Capture, question, crate::capture),
            Question::Life(question) => ask!(Life, question, crate::life),
            Question::Endgame(question) => ask!(Endgame, question, crate::endgame),
            Question::Connect(question) => ask!(Connect, question, crate::connect),
            Question::Review(question) => ask!(Review, question, crate::review),
            Question::Check(question) => ask!(Check, question, crate::check),
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
            Question::Edit(question) => ask!(Edit, question, crate::edit),
            Question::Game(question) => ask!(Game, question, crate::game),
            Question::Examples(question) => ask!(Examples, question, crate::examples),
            Question::Problems(question) => ask!(Problems, question, crate::examples::problems),
            Question::Shogi(question) => ask!(Shogi, question, crate::shogi),
            Question::Try(question) => ask!(Try, question, crate::attempt),
        };
        let mut answer = Answer {
            id: request.id.clone(),
            found,
            nodes: rest.nodes,
            limits: rest.nodes.map(|_| UsedLimits::from(rest.limits.unwrap_or(limits))),
            svg: rest.svg,
            sentences: Vec::new(),
            words: None,
            warnings: rest.warnings,
            ending: match rest.why {
                None => Ending::Known,
                Some(Why::Stopped) => Ending::Stopped,
                Some(_) => Ending::Unknown,
            },
        };
        if request.words {
            answer.sentences = sentences(request, &answer);
            answer.words = Some(text(request, &answer));
        }
        Ok(answer)
    }
}

impl Desk {
    /// Limits within the bounds of the desk.
    fn bounded(&self, limits: Limits) -> Limits {
        let Some(most) = self.most else { return limits };
        Limits {
            nodes: limits.nodes.min(most.nodes),
            memory: limits.memory.min(most.memory),
            seconds: match (limits.seconds, most.seconds) {
                (Some(asked), Some(most)) => Some(asked.min(most)),
                (asked, most) => asked.or(most),
            },
            threads: limits.threads.min(most.threads),
        }
    }
}

/// Work that stays a function of its own: the page fetches those first that a player of Go needs, and the others when they are wanted
/// (`site/build`).
#[inline(never)]
pub(crate) fn apart<T>(work: impl FnOnce() -> T) -> T {
    work()
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

/// Why a question has no answer at all: a fault in it, or a limit before anything was known.
pub(crate) enum Ended {
    Fault(Fault),
    Unknown(Unknown),
}

impl From<Fault> for Ended {
    fn from(fault: Fault) -> Ended {
        Ended::Fault(fault)
    }
}

impl From<Unknown> for Ended {
    fn from(unknown: Unknown) -> Ended {
        Ended::Unknown(unknown)
    }
}

impl From<Why> for Ended {
    fn from(why: Why) -> Ended {
        Ended::Unknown(why.into())
    }
}

impl Work<'_> {
    /// Whether so many bytes are within the limit, and the work may go on.
    pub(crate) fn has_room(&self, bytes: u64) -> Result<(), Why> {
        self.watch.check()?;
        if bytes > self.limits.memory { Err(Why::Memory) } else { Ok(()) }
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
