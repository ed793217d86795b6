//! Tests of the search as a whole, and of its parts that need a worker.

mod mates;
mod move_loop;
mod picker;
mod pruning;
mod static_eval;
mod threads;

use super::limits::RunningLimits;
use super::pruning::Reductions;
use super::smp::Smp;
use super::worker::{Shared, Worker};
use super::{Clock, Limits, Params};
use crate::eval::WeightSet;
use crate::pattern::Position;
use crate::tt::TranspositionTable;

/// What `check` finds of a worker at `position` that has not searched yet, and that shares its search with
/// others.
pub(super) fn with_worker<T>(position: &Position, check: impl FnOnce(&mut Worker) -> T) -> T {
    let clock = Clock::unlimited();
    let params = Params::defaults(position.rule());
    let table = TranspositionTable::new(1 << 18, 0).expect("little memory");
    let shared = Shared {
        table: &table,
        limits: RunningLimits::new(Limits { depth: None, nodes: None }, &clock),
        params,
        reductions: Reductions::new(params.lmr_factor),
        multi_pv: 1,
        smp: Some(Smp::new(2)),
    };
    let evaluator = WeightSet::default().evaluator(position);
    let mut worker = Worker::new(&shared, position.clone(), evaluator);
    worker.iteration = 1;
    check(&mut worker)
}
