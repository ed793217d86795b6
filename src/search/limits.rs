//! Limits: what ends a search, checked in one place.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use super::clock::Clock;

/// What ends a search beside the clock. `None` means no limit.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Limits {
    /// Depth: the number of iterations.
    pub depth: Option<u32>,
    /// Nodes of search and solvers together.
    pub nodes: Option<u64>,
}

/// The limits of a running search: the clock, a stop and the node budget. All workers share them.
#[derive(Debug)]
pub(super) struct RunningLimits<'a> {
    pub clock: &'a Clock,
    pub limits: Limits,
    stopped: AtomicBool,
    /// Nodes of all workers, up to [`RunningLimits::PERIOD`] behind for each.
    nodes: AtomicU64,
}

impl<'a> RunningLimits<'a> {
    /// Nodes of a worker between two checks of the clock.
    const PERIOD: u64 = 512;

    pub fn new(limits: Limits, clock: &'a Clock) -> Self {
        Self { clock, limits, stopped: AtomicBool::new(false), nodes: AtomicU64::new(0) }
    }

    /// Whether the search has to end after this many nodes of a worker, which asks at each of them.
    #[inline]
    pub fn are_reached(&self, nodes: u64) -> bool {
        if nodes.is_multiple_of(Self::PERIOD) {
            self.nodes.fetch_add(Self::PERIOD, Ordering::Relaxed);
            if self.clock.is_expired() {
                self.stop();
            }
        }
        if self.limits.nodes.is_some_and(|limit| self.all_nodes(nodes) >= limit) {
            self.stop();
        }
        self.is_stopped()
    }

    /// Nodes of all workers, as seen by one that has searched `nodes`.
    #[inline]
    pub fn all_nodes(&self, nodes: u64) -> u64 {
        self.nodes.load(Ordering::Relaxed) + nodes % Self::PERIOD
    }

    /// Ends the search for all workers.
    pub fn stop(&self) {
        self.stopped.store(true, Ordering::Relaxed);
    }

    #[inline]
    pub fn is_stopped(&self) -> bool {
        self.stopped.load(Ordering::Relaxed)
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;
    use crate::search::TimeBudget;

    /// How many nodes a lone worker searches.
    fn searched(limits: Limits, clock: &Clock) -> u64 {
        let limits = RunningLimits::new(limits, clock);
        (1..10_000).find(|&nodes| limits.are_reached(nodes)).unwrap_or(10_000)
    }

    #[test]
    fn the_node_budget_is_kept_to_the_node() {
        let clock = Clock::frozen();
        for nodes in [1, 511, 512, 513, 3000] {
            assert_eq!(searched(Limits { depth: None, nodes: Some(nodes) }, &clock), nodes);
        }
        assert_eq!(searched(Limits::default(), &clock), 10_000, "no limit");
    }

    #[test]
    fn time_and_a_stopped_clock_end_a_search_within_a_period() {
        let second = Duration::from_secs(1);
        let budget = TimeBudget { optimum: second, maximum: second };
        let early = Clock::with_source(|| Duration::from_millis(999), budget);
        assert_eq!(searched(Limits::default(), &early), 10_000);
        let late = Clock::with_source(move || second, budget);
        assert_eq!(searched(Limits::default(), &late), RunningLimits::PERIOD);
        early.stop();
        assert_eq!(searched(Limits::default(), &early), RunningLimits::PERIOD);
    }
}
