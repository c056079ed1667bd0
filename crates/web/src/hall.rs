//! Where questions wait and are worked on.
//!
//! Questions that search have so many places, quick ones have places of their own: a click on a board is answered while long
//! searches run, however many. More questions of a sort than can wait are refused. A question whose asker goes away is stopped, and its place is free
//! when its work has really ended.

use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use serde_json::Value;
use tesuji_ask::{Answer, Desk, Fault, ReadRequest, Request};
use tesuji_job::{Progress, Watch, start};
use tokio::sync::{Semaphore, oneshot};

use crate::connection::{Client, Connection, Working};

/// Questions of each sort that wait or are worked on.
const MOST_OPEN: usize = 64;
/// Quick questions at once.
const QUICK: usize = 2;

/// What all requests share.
pub(crate) struct Hall {
    desk: Desk,
    watch: Watch,
    searches: Room,
    quick: Room,
    open: Mutex<Vec<Open>>,
    next: AtomicU64,
}

/// Where questions of one sort are.
struct Room {
    places: Arc<Semaphore>,
    count: AtomicUsize,
}

impl Room {
    fn new(places: usize) -> Room {
        Room { places: Arc::new(Semaphore::new(places)), count: AtomicUsize::new(0) }
    }
}

/// A question that a `stop` can name.
struct Open {
    number: u64,
    id: Option<Value>,
    client: Client,
    watch: Watch,
}

/// There is no room for one more question.
pub(crate) struct Busy;

impl Hall {
    pub(crate) fn new(desk: Desk, jobs: usize, watch: &Watch) -> Hall {
        Hall {
            desk,
            watch: watch.clone(),
            searches: Room::new(jobs.max(1)),
            quick: Room::new(QUICK),
            open: Mutex::default(),
            next: AtomicU64::new(0),
        }
    }

    fn open(&self) -> MutexGuard<'_, Vec<Open>> {
        self.open.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn room(&self, is_quick: bool) -> &Room {
        if is_quick { &self.quick } else { &self.searches }
    }

    /// A seat for a question; it is given up, and the work on it stopped, when the seat is dropped.
    pub(crate) fn enter(
        self: &Arc<Hall>,
        request: &Request,
        id: Option<&Value>,
        connection: &Connection,
        client: Client,
    ) -> Result<Seat, Busy> {
        let is_quick = request.is_quick();
        let count = &self.room(is_quick).count;
        if count.fetch_add(1, Ordering::Relaxed) >= MOST_OPEN {
            count.fetch_sub(1, Ordering::Relaxed);
            return Err(Busy);
        }
        let number = self.next.fetch_add(1, Ordering::Relaxed);
        let watch = self.watch.child();
        self.open().push(Open { number, id: id.cloned(), client, watch: watch.clone() });
        Ok(Seat { hall: self.clone(), is_quick, number, watch, _working: connection.works() })
    }

    /// Stops the questions of this client with this id and says how many there are.
    pub(crate) fn stop(&self, client: &Client, id: &Value) -> usize {
        let open = self.open();
        let is_named = |open: &&Open| open.id.as_ref() == Some(id) && open.client == *client;
        let named: Vec<&Open> = open.iter().filter(is_named).collect();
        named.iter().for_each(|open| open.watch.stop());
        named.len()
    }
}

/// Somebody waits here for an answer.
pub(crate) struct Seat {
    hall: Arc<Hall>,
    is_quick: bool,
    number: u64,
    watch: Watch,
    _working: Working,
}

impl Seat {
    /// Waits for a place and has the question answered. `see` is told of progress.
    pub(crate) async fn answer(
        &self,
        read: ReadRequest,
        see: Option<impl Fn(&Progress) + Send + Sync + 'static>,
    ) -> Result<Answer, Fault> {
        let places = &self.hall.room(self.is_quick).places;
        let failed = || Fault::new("the server is being closed");
        let place = places.clone().acquire_owned().await.map_err(|_| failed())?;
        let (sender, receiver) = oneshot::channel();
        let hall = self.hall.clone();
        let watch = match see {
            Some(see) => self.watch.seeing(see),
            None => self.watch.clone(),
        };
        let task = start(move || {
            let answer = hall.desk.answer_guarded(&read, &watch);
            // Free before the answer is sent: whoever asks again at once finds the place.
            drop(place);
            let _ = sender.send(answer);
        });
        let answer = receiver.await.unwrap_or_else(|_| Err(failed()));
        drop(task);
        answer
    }
}

impl Drop for Seat {
    fn drop(&mut self) {
        self.watch.stop();
        self.hall.open().retain(|open| open.number != self.number);
        self.hall.room(self.is_quick).count.fetch_sub(1, Ordering::Relaxed);
    }
}
