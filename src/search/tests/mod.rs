//! Tests of the search as a whole.

mod mates;
mod move_loop;
