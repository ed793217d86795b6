//! Alpha-beta search within limits, on one thread or many.

mod clock;
#[cfg(feature = "fault-injection")]
mod fault;
mod history;
mod info;
mod limits;
mod movegen;
mod node;
mod param_set;
mod params;
mod picker;
mod pruning;
mod quick_win;
mod quiesce;
mod root;
mod root_move;
mod smp;
mod stack;
mod time;
mod worker;

#[cfg(test)]
mod tests;

pub use clock::Clock;
#[cfg(feature = "fault-injection")]
pub use fault::inject_faults;
pub use info::{PvInfo, SearchInfo};
pub use limits::Limits;
pub use movegen::root_moves;
pub use param_set::ParamSet;
pub use params::{Param, Params};
pub use root::{OnInfo, Root, SearchResult, search};
pub use smp::Pool;
pub use time::{TimeBudget, TimeControl};
