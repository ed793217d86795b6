//! The page: play, analysis, review and puzzles in a browser. Its files lie in the folder `web`, plain ES
//! modules that are served as they are; it asks an engine by the queries of `shisan analyze`.

mod files;
mod report;

pub use files::{File, file};
pub use report::report;
