//! `tesuji lines`: questions in, answers out as they are ready.
//!
//! One thread reads, so that a `stop` is heard while others work; so many others answer. Every line that comes in gets
//! exactly one line that is no progress: an answer, an error, or what an action says. When the input ends, what has been asked
//! is answered first.

use std::collections::VecDeque;
use std::io::{self, BufRead, Write};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use serde_json::{Map, Value};
use tesuji_ask::input::{Heard, read_line};
use tesuji_ask::{ActionLine, Desk, Fault, ProgressLine, ReadRequest, Request, parse_object};
use tesuji_job::{Stopwatch, Watch, crew, start};

use crate::reply::{Line, answer_read, text};

/// Questions that wait; more are not read before some are answered.
const MOST_WAITING: usize = 100_000;
/// Reports of progress are not closer than this, in seconds.
const LEAST_PROGRESS: f64 = 0.02;
/// How often the first thread looks whether it was stopped.
const LOOK: Duration = Duration::from_millis(10);

/// A question that waits for its turn or is being answered.
struct Asked {
    read: ReadRequest,
    number: usize,
    watch: Watch,
}

#[derive(Default)]
struct State {
    waiting: VecDeque<Asked>,
    /// Questions that wait or are being answered: what a `stop` can name.
    open: Vec<(Value, Watch)>,
    working: usize,
    /// Whether the input has ended.
    ended: bool,
}

/// What reader, workers and the first thread share.
struct Hall<W> {
    state: Mutex<State>,
    changed: Condvar,
    output: Mutex<W>,
    /// Why nothing can be said any more, such as a reader who went away or a full disk.
    broken: Mutex<Option<io::Error>>,
    watch: Watch,
}

impl<W: Write> Hall<W> {
    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Writes a line whole and at once.
    fn say(&self, line: &str) {
        let mut output = self.output.lock().unwrap_or_else(PoisonError::into_inner);
        let mut broken = self.broken.lock().unwrap_or_else(PoisonError::into_inner);
        if broken.is_some() {
            return;
        }
        if let Err(error) = output.write_all(format!("{line}\n").as_bytes()).and_then(|()| output.flush()) {
            *broken = Some(error);
            self.watch.stop();
        }
    }
}

/// Reads questions until the input ends and answers them on so many threads.
///
/// A stop of the watch ends the questions that are open, each with what is known of it, and then the call.
///
/// # Errors
/// If the output could not be written before everything was answered.
pub fn serve<R, W>(input: R, output: W, desk: &Desk, threads: usize, watch: &Watch) -> io::Result<()>
where
    R: BufRead + Send + 'static,
    W: Write + Send + 'static,
{
    let hall = Arc::new(Hall {
        state: Mutex::default(),
        changed: Condvar::new(),
        output: Mutex::new(output),
        broken: Mutex::new(None),
        watch: watch.child(),
    });
    let reader = hall.clone();
    // The reader may wait for a line that never comes: nobody waits for the reader.
    let _reading = start(move || read_lines(input, &reader));
    crew(threads.max(1) + 1, |member| {
        if member == 0 {
            wait_for_the_end(&hall);
        } else {
            work(&hall, desk);
        }
    });
    let broken = hall.broken.lock().unwrap_or_else(PoisonError::into_inner).take();
    broken.map_or(Ok(()), Err)
}

/// Wakes everybody when a stop comes from outside; the workers see for themselves when the input has ended.
fn wait_for_the_end<W: Write>(hall: &Hall<W>) {
    loop {
        let state = hall.state();
        if state.ended && state.waiting.is_empty() && state.working == 0 {
            break;
        }
        let (mut state, _) = hall.changed.wait_timeout(state, LOOK).unwrap_or_else(PoisonError::into_inner);
        if hall.watch.is_stopped() && !state.ended {
            state.ended = true;
            hall.changed.notify_all();
        }
    }
    hall.changed.notify_all();
}

fn work<W: Write + Send + 'static>(hall: &Arc<Hall<W>>, desk: &Desk) {
    loop {
        let mut state = hall.state();
        let asked = loop {
            if let Some(asked) = state.waiting.pop_front() {
                state.working += 1;
                break asked;
            }
            if state.ended {
                return;
            }
            state = hall.changed.wait(state).unwrap_or_else(PoisonError::into_inner);
        };
        drop(state);
        hall.changed.notify_all();
        let watch = watched(hall, &asked);
        let line = answer_read(desk, &asked.read, asked.number, &watch);
        hall.say(&line.text);
        let mut state = hall.state();
        state.working -= 1;
        if let Some(id) = &asked.read.request.id
            && let Some(at) = state.open.iter().position(|(open, watch)| open == id && watch.is(&asked.watch))
        {
            state.open.swap_remove(at);
        }
        drop(state);
        hall.changed.notify_all();
    }
}

/// The watch of a question, which tells its progress if that was asked.
fn watched<W: Write + Send + 'static>(hall: &Arc<Hall<W>>, asked: &Asked) -> Watch {
    let Some(seconds) = asked.read.request.progress else { return asked.watch.clone() };
    let (hall, id) = (hall.clone(), asked.read.request.id.clone());
    let every = seconds.max(LEAST_PROGRESS);
    let last = Mutex::new(Stopwatch::start());
    asked.watch.seeing(move |progress| {
        // Whoever finds another thread telling need not tell as well.
        let Ok(mut last) = last.try_lock() else { return };
        if last.seconds() >= every {
            *last = Stopwatch::start();
            hall.say(&text(&ProgressLine { id: id.clone(), progress: progress.into() }));
        }
    })
}

fn read_lines<R: BufRead, W: Write>(mut input: R, hall: &Hall<W>) {
    let mut number = 0;
    loop {
        let mut bytes = Vec::new();
        let refuse = |number, fault| hall.say(&Line::error(None, &fault, number).text);
        match read_line(&mut input, &mut bytes) {
            Ok(Heard::End) | Err(_) => break,
            Ok(Heard::TooLong) => {
                number += 1;
                refuse(number, Fault::long_line());
            }
            Ok(Heard::Line) => {
                number += 1;
                match std::str::from_utf8(&bytes) {
                    Ok(line) if line.trim().is_empty() => {}
                    Ok(line) => hear(hall, line.trim(), number),
                    Err(_) => refuse(number, Fault::new("this line is no text in UTF-8")),
                }
            }
        }
        if hall.state().ended {
            return;
        }
    }
    hall.state().ended = true;
    hall.changed.notify_all();
}

fn hear<W: Write>(hall: &Hall<W>, line: &str, number: usize) {
    let object = match parse_object(line) {
        Ok(object) => object,
        Err(fault) => return hall.say(&Line::error(None, &fault, number).text),
    };
    let id = object.get("id").filter(|id| !id.is_null()).cloned();
    if object.contains_key("action") {
        return hall.say(&act(hall, &object, id.as_ref(), number));
    }
    let read = match Request::from_value(object) {
        Ok(read) => read,
        Err(fault) => return hall.say(&Line::error(id.as_ref(), &fault, number).text),
    };
    let watch = hall.watch.child();
    let mut state = hall.state();
    while state.waiting.len() >= MOST_WAITING && !state.ended {
        state = hall.changed.wait(state).unwrap_or_else(PoisonError::into_inner);
    }
    state.open.extend(id.map(|id| (id, watch.clone())));
    state.waiting.push_back(Asked { read, number, watch });
    drop(state);
    hall.changed.notify_all();
}

/// Does what an action says, and what there is to say about it.
fn act<W: Write>(hall: &Hall<W>, object: &Map<String, Value>, id: Option<&Value>, number: usize) -> String {
    let nothing = ActionLine { id: id.cloned(), ..ActionLine::default() };
    match object.get("action").and_then(Value::as_str) {
        Some("version") => text(&ActionLine {
            action: "version",
            name: Some("tesuji"),
            version: Some(env!("CARGO_PKG_VERSION")),
            ..nothing
        }),
        Some("stop") => {
            let Some(stop) = object.get("stop").filter(|stop| !stop.is_null()) else {
                let fault = Fault::in_field("stop", "stop names the id of a question");
                return Line::error(id, &fault, number).text;
            };
            let state = hall.state();
            let named: Vec<&Watch> =
                state.open.iter().filter(|(open, _)| open == stop).map(|(_, watch)| watch).collect();
            named.iter().for_each(|watch| watch.stop());
            let stopped = Some(named.len());
            text(&ActionLine { action: "stop", stop: Some(stop.clone()), stopped, ..nothing })
        }
        _ => {
            let fault = Fault::in_field("action", "there is no such action: expected stop or version");
            Line::error(id, &fault, number).text
        }
    }
}
