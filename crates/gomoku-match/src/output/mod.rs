//! What a match prints and writes: lines, JSON, records of games and charts.

pub(crate) mod game_files;
pub(crate) mod html;
pub(crate) mod json;
pub(crate) mod match_charts;
pub(crate) mod match_output;
pub(crate) mod merge_figures;
pub(crate) mod pgn;
pub(crate) mod ratings;
pub(crate) mod record_lines;
pub(crate) mod records;
pub(crate) mod report;
pub(crate) mod scoreboard;
pub(crate) mod summary;
pub(crate) mod termination;
