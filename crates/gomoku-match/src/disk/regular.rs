//! Regular files, as opposed to folders, devices and pipes.

use std::fs;
use std::path::Path;

use anyhow::{Context, bail, ensure};
use gomoku_records::decode;

/// Reads a whole file.
///
/// # Errors
/// When it cannot be read, or something other than a regular file has this name.
pub fn read(path: &Path) -> anyhow::Result<Vec<u8>> {
    ensure_regular(path)?;
    fs::read(path).with_context(|| path.display().to_string())
}

/// Reads a whole text file, in UTF-8 or as Windows writes it, see [`decode`].
///
/// # Errors
/// Likewise.
pub fn read_text(path: &Path) -> anyhow::Result<String> {
    Ok(decode(&read(path)?).into_owned())
}

/// Fails if something other than a regular file has this name.
///
/// # Errors
/// With the name.
pub fn ensure_regular(path: &Path) -> anyhow::Result<()> {
    ensure_named(path)?;
    let name = path.display();
    ensure!(path.file_name().is_some(), "{name:?} is not the name of a file");
    match fs::metadata(path) {
        Ok(data) if data.is_dir() => bail!("{name} is a folder: name a file"),
        Ok(data) if !data.is_file() => bail!("{name} is not a regular file: name another"),
        _ => Ok(()),
    }
}

/// Fails if the name is `-`, by which people mean standard input or output.
///
/// # Errors
/// In words that tell how to name such a file.
pub fn ensure_named(path: &Path) -> anyhow::Result<()> {
    ensure!(path != Path::new("-"), "-: expected a file, such as ./- if it is called so");
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::disk::{Lines, Lock, ensure_writable, replace};
    use crate::testing::folder;

    #[test]
    #[cfg(unix)]
    fn what_is_no_regular_file_is_refused_and_stays() {
        use std::os::unix::fs::FileTypeExt;
        let pipe = folder("disk-pipe").join("pipe");
        nix::unistd::mkfifo(&pipe, nix::sys::stat::Mode::S_IRWXU).expect("a pipe");
        let link = pipe.with_file_name("link");
        std::os::unix::fs::symlink(&pipe, &link).expect("a link");
        for path in [&pipe, &link] {
            for result in [
                replace(path, b"lost"),
                ensure_writable(path),
                Lines::create(path).map(drop),
                Lines::resume_text(path).map(drop),
                Lock::acquire(path).map(drop),
                read(path).map(drop),
                read_text(path).map(drop),
            ] {
                let error = result.expect_err("a pipe").to_string();
                assert!(error.ends_with("is not a regular file: name another"), "{error}");
            }
            assert!(fs::metadata(path).expect("still there").file_type().is_fifo());
        }
        let error = ensure_writable(Path::new("-")).expect_err("standard output").to_string();
        assert_eq!(error, "-: expected a file, such as ./- if it is called so");
        let error = ensure_writable(Path::new("/dev/null")).expect_err("a device").to_string();
        assert!(error.contains("/dev/null is not a regular file"), "{error}");
    }
}
