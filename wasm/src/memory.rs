//! What happens when the browser gives no more memory.
//!
//! Tables can do without and stay as small as they are. Whoever cannot do without falls, and [`is_spent`] tells the page that this was
//! no error of the program.

use std::alloc::{GlobalAlloc, Layout, System};
use std::sync::Once;
use std::sync::atomic::{AtomicBool, Ordering};

/// Something could not be had.
static REFUSED: AtomicBool = AtomicBool::new(false);
static PANICKED: AtomicBool = AtomicBool::new(false);

struct Noting;

#[global_allocator]
static ALLOCATOR: Noting = Noting;

/// Notes from now on when the program falls for another reason.
pub(crate) fn guard() {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| std::panic::set_hook(Box::new(|_| PANICKED.store(true, Ordering::Relaxed))));
}

/// Whether memory has run out; if the program has fallen, whether for want of it.
pub(crate) fn is_spent() -> bool {
    REFUSED.load(Ordering::Relaxed) && !PANICKED.load(Ordering::Relaxed)
}

fn noted(place: *mut u8) -> *mut u8 {
    if place.is_null() {
        REFUSED.store(true, Ordering::Relaxed);
    }
    place
}

// SAFETY: everything is handed on to the system's allocator as it came.
unsafe impl GlobalAlloc for Noting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        noted(unsafe { System.alloc(layout) })
    }

    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        noted(unsafe { System.alloc_zeroed(layout) })
    }

    unsafe fn realloc(&self, place: *mut u8, layout: Layout, bytes: usize) -> *mut u8 {
        noted(unsafe { System.realloc(place, layout, bytes) })
    }

    unsafe fn dealloc(&self, place: *mut u8, layout: Layout) {
        unsafe { System.dealloc(place, layout) }
    }
}
