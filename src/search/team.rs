//! What several workers of one search tell each other: the moves under search, and the iterations
//! that are done. A worker that is overtaken takes the finished iteration over and goes on from there.

use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Mutex, PoisonError};

use super::busy::Busy;
use super::root::RootMove;

/// What several workers of one search tell each other.
pub(super) struct Team {
    /// Moves under search.
    pub busy: Busy,
    /// The deepest iteration that a worker has completed.
    depth: AtomicU32,
    /// The deepest line that each iteration saw, and the root moves as it left them.
    iterations: Mutex<Vec<(usize, Vec<RootMove>)>>,
}

impl Team {
    pub fn new() -> Self {
        Self { busy: Busy::new(), depth: AtomicU32::new(0), iterations: Mutex::default() }
    }

    /// Tells the others of an iteration completed; the first to come is heard.
    pub fn publish(&self, depth: u32, seldepth: usize, moves: &[RootMove]) {
        let mut iterations = self.iterations.lock().unwrap_or_else(PoisonError::into_inner);
        if self.depth() < depth {
            iterations.push((seldepth, moves.to_vec()));
            self.depth.store(depth, Ordering::Relaxed);
        }
    }

    /// The deepest iteration completed.
    pub fn depth(&self) -> u32 {
        self.depth.load(Ordering::Relaxed)
    }

    /// Leaves `moves` as the iteration of this depth, which is completed, has left them; returns the
    /// depth of its deepest line.
    pub fn adopt(&self, depth: u32, moves: &mut [RootMove]) -> usize {
        let iterations = self.iterations.lock().unwrap_or_else(PoisonError::into_inner);
        iterations.get(depth as usize - 1).map_or(0, |(seldepth, finished)| {
            moves.clone_from_slice(finished);
            *seldepth
        })
    }
}
