//! From a request to an answer.

use std::convert::Infallible;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use axum::body::{Body, Bytes, HttpBody};
use axum::extract::{Extension, Request as HttpRequest, State};
use axum::http::StatusCode;
use axum::http::header::{CONTENT_TYPE, RETRY_AFTER};
use axum::response::{IntoResponse, Response};
use serde::Serialize;
use serde_json::Value;
use tesuji_ask::{Answer, Fault, ProgressReport, ReadRequest, Refusal, Request, parse_object};
use tesuji_job::{Progress, Stopwatch};
use tokio::sync::mpsc;
use tokio::time::timeout;

use crate::connection::Connection;
use crate::hall::{Busy, Hall, Seat};

/// The longest question.
const MOST_BYTES: usize = 4 << 20;
/// A client that has not sent its question by then is let go.
const PATIENCE: Duration = Duration::from_secs(20);
/// Seconds between two reports of progress, unless the question says otherwise; they are never closer than the second.
const PROGRESS: f64 = 0.25;
const LEAST_PROGRESS: f64 = 0.05;

/// An error as every door sends it, with a status.
pub(crate) fn refusal(status: StatusCode, why: &str) -> impl IntoResponse + use<> {
    refused(status, None, Fault::new(why))
}

fn refused(status: StatusCode, id: Option<Value>, fault: Fault) -> Response {
    json(status, &Refusal { id, fault, line: None })
}

fn text(value: &impl Serialize) -> String {
    // Strings, numbers and maps with text keys can always be written.
    serde_json::to_string(value).unwrap_or_else(|error| format!("{{\"error\":\"{error}\"}}"))
}

fn json(status: StatusCode, value: &impl Serialize) -> Response {
    (status, [(CONTENT_TYPE, "application/json")], text(value)).into_response()
}

fn busy(_: Busy) -> Response {
    let why = "too many questions at once: ask again when some are answered";
    let mut response = refused(StatusCode::SERVICE_UNAVAILABLE, None, Fault::new(why));
    response.headers_mut().insert(RETRY_AFTER, axum::http::HeaderValue::from_static("1"));
    response
}

/// The whole text of a request, if it is not too long and does not take for ever.
async fn body(request: HttpRequest) -> Result<String, Box<Response>> {
    let too_long = || {
        let why = format!("a question has at most {} MB", MOST_BYTES >> 20);
        Box::new(refused(StatusCode::PAYLOAD_TOO_LARGE, None, Fault::new(why)))
    };
    let refuse = |status, why| Box::new(refusal(status, why).into_response());
    let body = request.into_body();
    if body.size_hint().lower() > MOST_BYTES as u64 {
        return Err(too_long());
    }
    let bytes: Bytes = match timeout(PATIENCE, axum::body::to_bytes(body, MOST_BYTES)).await {
        Ok(Ok(bytes)) => bytes,
        Ok(Err(_)) => return Err(too_long()),
        Err(_) => return Err(refuse(StatusCode::REQUEST_TIMEOUT, "the question did not come in time")),
    };
    String::from_utf8(bytes.into())
        .map_err(|_| refuse(StatusCode::BAD_REQUEST, "a question is a text in UTF-8"))
}

/// The question of a request, and a seat for whoever waits for its answer.
async fn seated(
    hall: &Arc<Hall>,
    connection: &Connection,
    request: HttpRequest,
) -> Result<(Seat, ReadRequest), Box<Response>> {
    let client = connection.client(request.headers());
    let text = body(request).await?;
    let bad = |id, fault| Box::new(refused(StatusCode::BAD_REQUEST, id, fault));
    let object = parse_object(&text).map_err(|fault| bad(None, fault))?;
    let id = object.get("id").filter(|id| !id.is_null()).cloned();
    match Request::from_value(object) {
        Ok(read) => match hall.enter(&read.request, id.as_ref(), connection, client) {
            Ok(seat) => Ok((seat, read)),
            Err(full) => Err(Box::new(busy(full))),
        },
        Err(fault) => Err(bad(id, fault)),
    }
}

/// `POST /ask`
pub(crate) async fn ask(
    State(hall): State<Arc<Hall>>,
    Extension(connection): Extension<Connection>,
    request: HttpRequest,
) -> Response {
    let (seat, read) = match seated(&hall, &connection, request).await {
        Ok(seated) => seated,
        Err(response) => return *response,
    };
    let id = read.request.id.clone();
    match seat.answer(read, None::<fn(&Progress)>).await {
        Ok(answer) => json(StatusCode::OK, &answer),
        Err(fault) => refused(StatusCode::BAD_REQUEST, id, fault),
    }
}

/// `POST /watch`
pub(crate) async fn watch(
    State(hall): State<Arc<Hall>>,
    Extension(connection): Extension<Connection>,
    request: HttpRequest,
) -> Response {
    let (seat, read) = match seated(&hall, &connection, request).await {
        Ok(seated) => seated,
        Err(response) => return *response,
    };
    // A reader who is slower than the work misses some of the progress, and nothing is kept for him.
    let (sender, receiver) = mpsc::channel::<Bytes>(4);
    tokio::spawn(tell(seat, read, sender));
    let events = Body::new(Events(receiver));
    (StatusCode::OK, [(CONTENT_TYPE, "text/event-stream")], events).into_response()
}

/// Answers a question into a stream of events. The work ends when nobody reads them.
async fn tell(seat: Seat, read: ReadRequest, sender: mpsc::Sender<Bytes>) {
    let id = read.request.id.clone();
    let every = read.request.progress.unwrap_or(PROGRESS).max(LEAST_PROGRESS);
    let last = Mutex::new(Stopwatch::start());
    let progress = sender.clone();
    let see = move |now: &Progress| {
        // Whoever finds another thread telling need not tell as well.
        let Ok(mut last) = last.try_lock() else { return };
        if last.seconds() >= every {
            *last = Stopwatch::start();
            let _ = progress.try_send(event("progress", &ProgressReport::from(now)));
        }
    };
    let answer: Result<Answer, Fault> = tokio::select! {
        answer = seat.answer(read, Some(see)) => answer,
        () = sender.closed() => return,
    };
    let last = match answer {
        Ok(answer) => event("answer", &answer),
        Err(fault) => event("error", &Refusal { id, fault, line: None }),
    };
    let _ = sender.send(last).await;
}

fn event(name: &str, value: &impl Serialize) -> Bytes {
    // JSON has no line breaks outside its texts, and none inside that are not escaped.
    Bytes::from(format!("event: {name}\ndata: {}\n\n", text(value)))
}

/// The events of a channel as the body of a response.
struct Events(mpsc::Receiver<Bytes>);

impl HttpBody for Events {
    type Data = Bytes;
    type Error = Infallible;

    fn poll_frame(
        mut self: std::pin::Pin<&mut Self>,
        context: &mut std::task::Context<'_>,
    ) -> std::task::Poll<Option<Result<hyper::body::Frame<Bytes>, Infallible>>> {
        self.0.poll_recv(context).map(|bytes| bytes.map(|bytes| Ok(hyper::body::Frame::data(bytes))))
    }
}

#[derive(Serialize)]
struct Stopped {
    stop: Value,
    /// How many open questions were told to stop.
    stopped: usize,
}

/// `POST /stop`
pub(crate) async fn stop(
    State(hall): State<Arc<Hall>>,
    Extension(connection): Extension<Connection>,
    request: HttpRequest,
) -> Response {
    let client = connection.client(request.headers());
    let text = match body(request).await {
        Ok(text) => text,
        Err(response) => return *response,
    };
    let stop = match parse_object(&text) {
        Ok(mut object) => object.remove("stop").filter(|stop| !stop.is_null()),
        Err(fault) => return refused(StatusCode::BAD_REQUEST, None, fault),
    };
    match stop {
        Some(stop) => {
            let stopped = hall.stop(&client, &stop);
            json(StatusCode::OK, &Stopped { stop, stopped })
        }
        None => {
            let fault = Fault::in_field("stop", "stop names the id of a question");
            refused(StatusCode::BAD_REQUEST, None, fault)
        }
    }
}
