//! Talks to the built brain, or to the one that `SHISAN_BRAIN` names, over its pipes only.

mod brain;
mod dialogue;
mod matches;
mod position;
mod stress;
mod time;
mod transcript;
