//! What made a file: the program, its version and commit.

use shisan_engine::BUILD;

/// The program, for people.
pub(super) fn program() -> String {
    format!("shisan {BUILD}")
}

/// Version and commit in one word, such as `0.1.0+1a2b3c4d`.
pub(super) fn build() -> String {
    BUILD.replace(" (", "+").replace(')', "")
}
