//! Deadlines that the protocol sets. The tests of this program run one at a time, and cargo runs no other
//! program beside it: only the machine's own lateness is forgiven.

#[expect(dead_code, reason = "the other protocol tests use the rest")]
mod brain;
mod fault;
mod lateness;
mod time;
