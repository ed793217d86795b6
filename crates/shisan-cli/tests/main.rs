//! Runs the built tools; the match runner's tests play games between scripted brains.

mod check;
mod folder;
mod forbid;
#[cfg(unix)]
mod lab;
mod matches;
mod snapshots;
mod soak;
mod spsa;
mod training;
