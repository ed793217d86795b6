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
    /// The root moves as it left them.
    moves: Mutex<Vec<RootMove>>,
}

impl Team {
    pub fn new() -> Self {
        Self { busy: Busy::new(), depth: AtomicU32::new(0), moves: Mutex::default() }
    }

    /// Tells the others of an iteration completed; the first to come is heard.
    pub fn publish(&self, depth: u32, moves: &[RootMove]) {
        let mut known = self.moves.lock().unwrap_or_else(PoisonError::into_inner);
        if self.depth() < depth {
            known.clear();
            known.extend_from_slice(moves);
            self.depth.store(depth, Ordering::Relaxed);
        }
    }

    /// The deepest iteration completed.
    pub fn depth(&self) -> u32 {
        self.depth.load(Ordering::Relaxed)
    }

    /// Leaves `moves` as the deepest iteration completed has left them; returns its depth.
    pub fn adopt(&self, moves: &mut [RootMove]) -> u32 {
        let known = self.moves.lock().unwrap_or_else(PoisonError::into_inner);
        moves.clone_from_slice(&known);
        self.depth()
    }
}
