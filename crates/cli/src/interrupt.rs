//! Ctrl-C: the first one asks long work to stop and say what it knows, the second one ends the program at once.

use std::process;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, OnceLock};

/// The flag that Ctrl-C sets. Asking for it begins to watch.
pub(crate) fn flag() -> Arc<AtomicBool> {
    static FLAG: OnceLock<Arc<AtomicBool>> = OnceLock::new();
    let flag = FLAG.get_or_init(|| {
        let flag = Arc::new(AtomicBool::new(false));
        let seen = flag.clone();
        // If the handler cannot be set, Ctrl-C ends the program as it always does.
        let _ = ctrlc::set_handler(move || {
            if seen.swap(true, Ordering::Relaxed) {
                process::exit(130);
            }
        });
        flag
    });
    flag.clone()
}
