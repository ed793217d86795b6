//! The node budget of a solver, with a stop condition that is checked now and then.

/// Limits the work of the solvers; one budget may serve several calls in turn.
#[derive(Clone)]
pub struct NodeBudget<'a> {
    limit: u64,
    visited: u64,
    spent: bool,
    stop: Option<&'a dyn Fn() -> bool>,
}

impl<'a> NodeBudget<'a> {
    /// Nodes between two checks of the stop condition.
    const PERIOD: u64 = 512;

    /// A budget of `limit` nodes.
    pub fn new(limit: u64) -> Self {
        Self { limit, visited: 0, spent: false, stop: None }
    }

    /// The same budget, spent as soon as `stop` returns true.
    #[must_use]
    pub fn until(self, stop: &'a dyn Fn() -> bool) -> Self {
        Self { stop: Some(stop), ..self }
    }

    /// Nodes visited so far.
    pub fn visited(&self) -> u64 {
        self.visited
    }

    /// Nodes that are left.
    pub(super) fn left(&self) -> u64 {
        if self.spent { 0 } else { self.limit - self.visited }
    }

    /// Whether the last visit was refused.
    #[inline]
    pub fn is_spent(&self) -> bool {
        self.spent
    }

    /// Counts one node; `false` if nothing is left.
    #[inline]
    pub(super) fn visit(&mut self) -> bool {
        if self.visited >= self.limit {
            self.spent = true;
        } else if !self.spent {
            self.visited += 1;
            if self.visited.is_multiple_of(Self::PERIOD) {
                self.spent = self.stop.is_some_and(|stop| stop());
            }
        }
        !self.spent
    }

    /// Counts nodes that were visited elsewhere.
    pub(super) fn charge(&mut self, nodes: u64) {
        self.visited = self.visited.saturating_add(nodes).min(self.limit);
    }

    /// Runs `search` with at most `limit` nodes of what is left.
    pub(super) fn with_limit<T>(&mut self, limit: u64, search: impl FnOnce(&mut Self) -> T) -> T {
        let whole = self.limit;
        self.limit = whole.min(self.visited.saturating_add(limit));
        let result = search(self);
        if self.visited == self.limit && self.visited < whole {
            self.spent = false;
        }
        self.limit = whole;
        result
    }
}
