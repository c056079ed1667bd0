//! The games that Python holds, counted, so that memory goes back to the system when most of them are gone.
//!
//! An allocator keeps what is freed in the middle of its heap. After a million games that is more than a hundred megabytes, and nobody
//! else can have them, so it is told to let go each time half of many games are gone.

use std::ops::Deref;
use std::sync::atomic::{AtomicUsize, Ordering};

use tesuji_cgt::Form;

/// Fewer games than this are not worth the time: some megabytes.
const MANY: usize = 30_000;

/// How many there are.
static HELD: AtomicUsize = AtomicUsize::new(0);
/// How many there were at the most since memory was given back.
static MOST: AtomicUsize = AtomicUsize::new(0);

/// A form that is counted.
pub(crate) struct Held(Form);

impl From<Form> for Held {
    fn from(form: Form) -> Held {
        let held = HELD.fetch_add(1, Ordering::Relaxed) + 1;
        if held > MOST.load(Ordering::Relaxed) {
            MOST.store(held, Ordering::Relaxed);
        }
        Held(form)
    }
}

impl Deref for Held {
    type Target = Form;

    fn deref(&self) -> &Form {
        &self.0
    }
}

impl Drop for Held {
    fn drop(&mut self) {
        let held = HELD.fetch_sub(1, Ordering::Relaxed) - 1;
        let most = MOST.load(Ordering::Relaxed);
        if most > MANY && held < most / 2 {
            MOST.store(held, Ordering::Relaxed);
            give_back();
        }
    }
}

/// Hands pages without anything in them to the system.
fn give_back() {
    #[cfg(all(target_os = "linux", target_env = "gnu"))]
    #[allow(unsafe_code, reason = "a call into the C library that has no conditions")]
    // SAFETY: it may be called at any time by any thread.
    unsafe {
        libc::malloc_trim(0);
    }
}
