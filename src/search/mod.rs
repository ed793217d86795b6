//! Alpha-beta within limits, on one thread or many.

mod busy;
mod clock;
mod fault;
mod history;
mod info;
mod limits;
mod movegen;
mod node;
mod params;
mod picker;
mod pool;
mod pruning;
mod quick_win;
mod quiesce;
mod root;
mod stack;
mod team;
mod time;
mod worker;

pub use clock::Clock;
pub use fault::order_faults;
pub use info::{PvInfo, SearchInfo};
pub use limits::Limits;
pub use movegen::root_moves;
pub use params::{Param, Params, list_params, params, try_params};
pub use pool::{Pool, Root, SearchResult};
pub use time::{TimeBudget, TimeControl};
