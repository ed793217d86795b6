//! Alpha-beta within limits, on one thread or many.

mod busy;
mod clock;
mod fault;
mod history;
mod info;
mod limits;
mod node;
mod params;
mod picker;
mod pool;
mod quiesce;
mod root;
mod selectivity;
mod team;
mod time;
mod wins;
mod worker;

pub use clock::Clock;
pub use fault::order_faults;
pub use info::{PvInfo, SearchInfo};
pub use limits::Limits;
pub use params::{Param, Params, list_params, params, try_params};
pub use picker::root_moves;
pub use pool::{Pool, Root, SearchResult};
pub use time::{TimeBudget, TimeControl};
