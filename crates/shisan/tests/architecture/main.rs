//! The dependency rule of every crate, of the page and of the Python package: no cycle between files, and
//! none between top modules or folders. Between crates cargo enforces the layers.

mod cycles;
mod rust;
mod scripts;

use std::path::{Path, PathBuf};

fn top() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}
