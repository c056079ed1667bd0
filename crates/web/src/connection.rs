//! Connections: which are there, who of them waits for what, and which one goes when a new one needs its place.
//!
//! A browser keeps connections open that it does not use, and so may others, by mistake or not. When all places are taken, the connection
//! whose client has been silent for the longest time is closed; one whose question is being answered stays.

use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use axum::http::HeaderMap;
use tokio::sync::Notify;

/// Whoever asks over several connections, as browsers do, says with this who he is.
const CLIENT: &str = "tesuji-client";
/// A longer name is cut off here.
const MOST_NAME: usize = 200;

/// Whom an id belongs to: nobody stops the questions of another client, whatever ids they have.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Client {
    /// Who says who he is.
    Named(Vec<u8>),
    /// Whoever is at the other end of this connection.
    Connection(u64),
}

/// All connections that are open.
#[derive(Default)]
pub(crate) struct Connections {
    open: Mutex<Vec<Connection>>,
    numbers: AtomicU64,
    moments: Arc<AtomicU64>,
}

/// A connection as its requests see it.
#[derive(Clone)]
pub(crate) struct Connection(Arc<Inner>);

struct Inner {
    number: u64,
    /// Counts what happens at all connections; the larger the later.
    moments: Arc<AtomicU64>,
    /// When the client last did something.
    last: AtomicU64,
    /// Questions that are being answered.
    working: AtomicUsize,
    /// Told when it has to end.
    end: Notify,
}

/// A question of the connection is being answered.
pub(crate) struct Working(Connection);

impl Connections {
    fn open(&self) -> MutexGuard<'_, Vec<Connection>> {
        self.open.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// One more connection.
    pub(crate) fn enter(&self) -> Connection {
        let connection = Connection(Arc::new(Inner {
            number: self.numbers.fetch_add(1, Ordering::Relaxed),
            moments: self.moments.clone(),
            last: AtomicU64::new(0),
            working: AtomicUsize::new(0),
            end: Notify::new(),
        }));
        connection.stirs();
        self.open().push(connection.clone());
        connection
    }

    pub(crate) fn leave(&self, connection: &Connection) {
        self.open().retain(|open| open.0.number != connection.0.number);
    }

    /// Ends the connection that has been silent for the longest time, if there is one for which nothing is done.
    pub(crate) fn make_room(&self) {
        let open = self.open();
        let silent = open.iter().filter(|open| open.0.working.load(Ordering::Relaxed) == 0);
        if let Some(silent) = silent.min_by_key(|open| open.0.last.load(Ordering::Relaxed)) {
            silent.0.end.notify_one();
        }
    }
}

impl Connection {
    /// The client has done something.
    pub(crate) fn stirs(&self) {
        self.0.last.store(self.0.moments.fetch_add(1, Ordering::Relaxed), Ordering::Relaxed);
    }

    /// A question of the client is complete; it counts as worked on until what comes back is dropped.
    pub(crate) fn works(&self) -> Working {
        self.0.working.fetch_add(1, Ordering::Relaxed);
        Working(self.clone())
    }

    /// Waits until somebody else needs the place.
    pub(crate) async fn ended(&self) {
        self.0.end.notified().await;
    }

    /// Whose question this is.
    pub(crate) fn client(&self, headers: &HeaderMap) -> Client {
        match headers.get(CLIENT) {
            Some(name) => Client::Named(name.as_bytes().iter().copied().take(MOST_NAME).collect()),
            None => Client::Connection(self.0.number),
        }
    }
}

impl Drop for Working {
    fn drop(&mut self) {
        self.0.stirs();
        self.0.0.working.fetch_sub(1, Ordering::Relaxed);
    }
}
