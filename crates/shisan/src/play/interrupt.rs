//! Interrupts: Ctrl-C stops a search, or ends the session.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError};

/// Stops the work in progress; false if it is stopped already.
type Stop = Box<dyn Fn() -> bool + Send>;

/// What an interrupt stops.
#[derive(Default)]
pub struct Interrupt {
    /// Stops the search in progress.
    stop: Mutex<Option<Stop>>,
    has_come: AtomicBool,
    ends_session: AtomicBool,
}

impl Interrupt {
    /// Stops the search in progress, unless there is none or it is stopped already: then the session
    /// shall end, and the answer is yes.
    pub fn signal(&self) -> bool {
        self.has_come.store(true, Ordering::Relaxed);
        let stop = self.stop.lock().unwrap_or_else(PoisonError::into_inner);
        if stop.as_ref().is_some_and(|stop| stop()) {
            return false;
        }
        self.end_session();
        true
    }

    /// Whether there was an interrupt, even one that only stopped a search.
    pub fn has_come(&self) -> bool {
        self.has_come.load(Ordering::Relaxed)
    }

    /// Says that the session shall end.
    pub fn end_session(&self) {
        self.ends_session.store(true, Ordering::Relaxed);
    }

    /// Whether the session shall end.
    pub fn ends_session(&self) -> bool {
        self.ends_session.load(Ordering::Relaxed)
    }

    /// Does `work`, which an interrupt stops by `stop`; that says no if it was stopped before.
    pub fn during<T>(
        &self,
        stop: impl Fn() -> bool + Send + 'static,
        work: impl FnOnce() -> T,
    ) -> T {
        let set = |stop: Option<Stop>| {
            *self.stop.lock().unwrap_or_else(PoisonError::into_inner) = stop;
        };
        set(Some(Box::new(stop)));
        let result = work();
        set(None);
        result
    }
}
