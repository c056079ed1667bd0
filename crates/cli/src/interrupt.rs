//! Ctrl-C: the first one asks long work to stop and say what it knows, the second one ends the program at once.

use std::process;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, Ordering};

use tesuji_job::Watch;

/// Whether the program waits for a person or for another program, and there is no work that could say what it knows.
static WAITING: AtomicBool = AtomicBool::new(false);

/// The watch that Ctrl-C stops. Asking for it begins to listen.
pub(crate) fn watch() -> &'static Watch {
    static WATCH: OnceLock<Watch> = OnceLock::new();
    WATCH.get_or_init(|| {
        let watch = Watch::new();
        let stopped = watch.clone();
        // If the handler cannot be set, Ctrl-C ends the program as it always does.
        let _ = ctrlc::set_handler(move || {
            if stopped.is_stopped() || WAITING.load(Ordering::Relaxed) {
                process::exit(130);
            }
            stopped.stop();
        });
        watch
    })
}

/// Waits for input: Ctrl-C ends the program at once meanwhile.
pub(crate) fn waiting<T>(wait: impl FnOnce() -> T) -> T {
    WAITING.store(true, Ordering::Relaxed);
    // A stop that came just before would wait for the input.
    if watch().is_stopped() {
        process::exit(130);
    }
    let input = wait();
    WAITING.store(false, Ordering::Relaxed);
    input
}
