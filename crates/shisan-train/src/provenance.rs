//! What made a file: the program, its version and commit.

use shisan_engine::BUILD;

/// The program and its version, for people. No commit: the same games make the same file as long as the
/// trainer stays the same.
pub(super) fn program() -> &'static str {
    concat!("shisan ", env!("CARGO_PKG_VERSION"))
}

/// Version and commit in one word, such as `0.1.0+1a2b3c4d`.
pub(super) fn build() -> String {
    BUILD.replace(" (", "+").replace(')', "")
}
