//! Regular files, as opposed to folders, devices and pipes.

use std::fs::{self, File};
use std::io;
use std::path::Path;

/// Opens a regular file. A device or a pipe may have no end, and a pipe waits for somebody who writes to it.
///
/// # Errors
/// When there is none of this name, or it cannot be read.
pub fn open(path: &Path) -> io::Result<File> {
    if !fs::metadata(path)?.is_file() {
        return Err(io::Error::other("not a regular file"));
    }
    File::open(path)
}
