//! Engines as child processes: their streams, the manager protocol and what they report.

pub(crate) mod descendants;
pub(crate) mod dialogue;
pub(crate) mod exit;
pub(crate) mod files;
pub(crate) mod info_parser;
pub(crate) mod limits;
pub(crate) mod line;
pub(crate) mod manager;
pub(crate) mod player;
pub(crate) mod process;
pub(crate) mod program;
pub(crate) mod reaper;
pub(crate) mod score;
pub(crate) mod silence;
pub(crate) mod stderr_tail;
pub(crate) mod streams;
pub(crate) mod usage;
