//! Talks to the built brain, or to the one that `SHISAN_BRAIN` names, over its pipes only; the lab's
//! tests play games between scripted brains.

mod analysis;
mod brain;
mod check;
mod dialogue;
mod fault;
mod folder;
mod forbid;
#[cfg(unix)]
mod lab;
mod matches;
mod memory;
mod messages;
mod position;
mod soak;
mod spsa;
mod stress;
mod time;
mod training;
mod transcript;
