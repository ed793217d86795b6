//! The budget of a solver: positions it may visit, and a question asked now and then whether to stop.

/// Bounds the work of solvers; one budget may serve several calls in turn.
#[derive(Clone)]
pub struct Budget<'a> {
    limit: u64,
    visited: u64,
    spent: bool,
    stop: Option<&'a dyn Fn() -> bool>,
}

impl<'a> Budget<'a> {
    /// How many positions are visited between two questions whether to stop.
    const PERIOD: u64 = 512;

    /// A budget of `limit` positions.
    pub fn nodes(limit: u64) -> Self {
        Self { limit, visited: 0, spent: false, stop: None }
    }

    /// A budget that is also spent once `stop` says so.
    #[must_use]
    pub fn until(self, stop: &'a dyn Fn() -> bool) -> Self {
        Self { stop: Some(stop), ..self }
    }

    /// Positions visited so far.
    pub fn visited(&self) -> u64 {
        self.visited
    }

    /// Whether the last visit was refused.
    #[inline]
    pub fn is_spent(&self) -> bool {
        self.spent
    }

    /// Pays for one position; `false` if nothing is left.
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

    /// Lets `ask` spend at most `limit` positions of what is left.
    pub(super) fn share<T>(&mut self, limit: u64, ask: impl FnOnce(&mut Self) -> T) -> T {
        let whole = self.limit;
        self.limit = whole.min(self.visited + limit);
        let answer = ask(self);
        if self.visited == self.limit && self.visited < whole {
            self.spent = false;
        }
        self.limit = whole;
        answer
    }
}
