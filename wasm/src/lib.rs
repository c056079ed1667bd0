//! The browser's door: the whole program behind one function of texts.
//!
//! ```text
//! room(bytes) -> place     where the page writes a text of so many bytes
//! ask(end) -> bytes        answers the question that is written there; the answer is as long as this says
//! text() -> place          where the answer is, until the next call of `room`
//! spent() -> bool          whether memory has run out: the next question wants a program that begins anew
//! keep_simpei()            what is written there is the table of Simpei, from now on
//! ```
//!
//! Questions and answers are those of `POST /ask`; a question that cannot be asked is answered with `{"error", "field"}`. The page
//! brings three functions: `now`, the clock; `due`, whether it wants to be told of progress; `tell`, which is told.
//!
//! There is one thread, and nobody can reach it while it computes: the page stops a search by ending the worker that this runs in,
//! and asks another one with the [`End`] of a search that is stopped at its beginning. When memory runs out the program falls, and
//! another one is asked in the same way.

mod memory;

use std::sync::{Arc, LazyLock, Mutex, MutexGuard, PoisonError};

use serde_json::to_vec;
use tesuji_ask::{Desk, Fault, Missing, ProgressReport, Refusal, Request, parse_object};
use tesuji_job::{Limits, Progress, Watch};
use tesuji_simpei::Solution;

#[link(wasm_import_module = "page")]
unsafe extern "C" {
    /// Whether it is time to tell of progress.
    safe fn due() -> bool;
    /// Tells of progress, as a JSON text.
    safe fn tell(place: *const u8, bytes: usize);
}

/// What a question may ask for. The shape of tables hangs on it, and with it the number of nodes: less than this, and answers
/// would not be those of other machines. Tables grow with what is needed; what a telephone can spare is the limit of all memory
/// in `site/build`, where they stop to grow.
const MEMORY: u64 = 1_000_000_000;

/// The text that was written last, by the page or for it.
static TEXT: Mutex<Vec<u8>> = Mutex::new(Vec::new());
/// The table of Simpei as a file, until it is read.
static SIMPEI: Mutex<Vec<u8>> = Mutex::new(Vec::new());
static DESK: LazyLock<Desk> = LazyLock::new(|| {
    let most = Limits { memory: MEMORY, threads: 1, ..Limits::nodes(u64::MAX) };
    Desk::with_simpei(bring_simpei).with_most(most)
});

/// How the page wants a question to end: the numbers that it calls [`ask`] with.
#[derive(Clone, Copy, PartialEq)]
enum End {
    /// 0: when it is answered.
    Answered,
    /// 1: at once, since somebody stopped it.
    Stopped,
    /// 2: at once, since there was not enough memory for it.
    Exhausted,
}

impl From<u32> for End {
    fn from(number: u32) -> End {
        match number {
            0 => End::Answered,
            2 => End::Exhausted,
            _ => End::Stopped,
        }
    }
}

fn open(kept: &Mutex<Vec<u8>>) -> MutexGuard<'_, Vec<u8>> {
    kept.lock().unwrap_or_else(PoisonError::into_inner)
}

/// From the table that the page brought, or else by solving the game.
fn bring_simpei(watch: &Watch) -> Result<Arc<Solution>, Missing> {
    let table = std::mem::take(&mut *open(&SIMPEI));
    let solution = if table.is_empty() {
        tesuji_simpei::solve(1, watch).map_err(Missing::Unknown)?
    } else {
        let damaged = |bad| Missing::Fault(Fault::new(format!("the table of Simpei cannot be used: {bad}")));
        Solution::decode(&table).map_err(damaged)?
    };
    Ok(Arc::new(solution))
}

/// Room for a text of so many bytes.
#[unsafe(no_mangle)]
pub extern "C" fn room(bytes: usize) -> *mut u8 {
    let mut text = open(&TEXT);
    *text = vec![0; bytes];
    text.as_mut_ptr()
}

/// Where the answer is.
#[unsafe(no_mangle)]
pub extern "C" fn text() -> *const u8 {
    open(&TEXT).as_ptr()
}

/// Answers the question that was written, and says how long the answer is.
#[unsafe(no_mangle)]
pub extern "C" fn ask(end: u32) -> usize {
    memory::guard();
    let question = std::mem::take(&mut *open(&TEXT));
    let answer = answer(&question, end.into());
    let mut text = open(&TEXT);
    *text = answer;
    text.len()
}

/// Whether memory has run out.
#[unsafe(no_mangle)]
pub extern "C" fn spent() -> bool {
    memory::is_spent()
}

/// Keeps the table of Simpei that was written.
#[unsafe(no_mangle)]
pub extern "C" fn keep_simpei() {
    *open(&SIMPEI) = std::mem::take(&mut *open(&TEXT));
}

fn answer(question: &[u8], end: End) -> Vec<u8> {
    let watch = Watch::unwatched().seeing(|progress: &Progress| {
        if due() {
            let report = to_vec(&ProgressReport::from(progress)).unwrap_or_default();
            tell(report.as_ptr(), report.len());
        }
    });
    match end {
        End::Answered => {}
        End::Stopped => watch.stop(),
        End::Exhausted => watch.exhaust(),
    }
    let answered = match std::str::from_utf8(question) {
        Ok(question) => match parse_object(question) {
            Ok(object) => {
                let id = object.get("id").filter(|id| !id.is_null()).cloned();
                Request::from_value(object)
                    .and_then(|read| DESK.answer_read(&read, &watch))
                    .map_err(|fault| Refusal { id, fault, line: None })
            }
            Err(fault) => Err(Refusal { id: None, fault, line: None }),
        },
        Err(_) => Err(Refusal { id: None, fault: Fault::new("a question is a text in UTF-8"), line: None }),
    };
    // Strings, numbers and maps with text keys can always be written.
    match answered {
        Ok(answer) => to_vec(&answer).unwrap_or_default(),
        Err(refusal) => to_vec(&refusal).unwrap_or_default(),
    }
}
