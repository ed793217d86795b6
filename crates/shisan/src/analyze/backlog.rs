//! Lines that a reader has yet to take.

use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};

/// Counts them. Of a client with many no position is begun and no query read, and its searches do not report:
/// so no thread waits for a reader, who may never come.
#[derive(Debug, Default)]
pub struct Backlog {
    state: Mutex<State>,
    changed: Condvar,
}

#[derive(Debug, Default)]
struct State {
    lines: usize,
    /// The reader has closed the output.
    is_over: bool,
}

impl Backlog {
    /// This is many.
    const MANY: usize = 256;

    /// A line was written.
    pub fn add(&self) {
        self.lock().lines += 1;
    }

    /// A line was taken; whether there is room again.
    pub fn take(&self) -> bool {
        let mut state = self.lock();
        state.lines = state.lines.saturating_sub(1);
        self.changed.notify_all();
        state.lines + 1 == Self::MANY
    }

    /// The reader has closed the output.
    pub fn end(&self) {
        self.lock().is_over = true;
        self.changed.notify_all();
    }

    /// Whether there are many.
    pub fn is_full(&self) -> bool {
        let state = self.lock();
        state.lines >= Self::MANY && !state.is_over
    }

    /// Waits until there is room.
    pub fn wait(&self) {
        let is_full = |state: &mut State| state.lines >= Self::MANY && !state.is_over;
        drop(self.changed.wait_while(self.lock(), is_full));
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
