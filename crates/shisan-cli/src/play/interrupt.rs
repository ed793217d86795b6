//! Interrupts: Ctrl-C stops a search, or ends the session.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use shisan::search::Clock;

/// What an interrupt stops.
#[derive(Debug, Default)]
pub struct Interrupt {
    /// The clock of the search in progress.
    clock: Mutex<Option<Arc<Clock>>>,
    ends_session: AtomicBool,
}

impl Interrupt {
    /// Stops the search in progress, unless there is none or it is stopped already: then the session
    /// shall end, and the answer is yes.
    pub fn signal(&self) -> bool {
        let clock = self.clock.lock().unwrap_or_else(PoisonError::into_inner);
        match &*clock {
            Some(clock) if !clock.is_stopped() => {
                clock.stop();
                false
            }
            _ => {
                self.ends_session.store(true, Ordering::Relaxed);
                true
            }
        }
    }

    /// Whether the session shall end.
    pub fn ends_session(&self) -> bool {
        self.ends_session.load(Ordering::Relaxed)
    }

    /// Does `work`, which an interrupt stops by `clock`.
    pub fn during<T>(&self, clock: &Arc<Clock>, work: impl FnOnce() -> T) -> T {
        let set = |clock| {
            *self.clock.lock().unwrap_or_else(PoisonError::into_inner) = clock;
        };
        set(Some(Arc::clone(clock)));
        let result = work();
        set(None);
        result
    }
}
