//! Files that one run at a time may use.
//!
//! The lock belongs to the open file: it ends with the process, however that ends, and binds only those
//! who ask for it. Where a file system knows no locks, runs go on without.

use std::fmt;
use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};
use std::thread;
use std::time::{Duration, Instant};

use anyhow::Context;

#[cfg(unix)]
use super::distinct::node;
use super::regular::ensure_regular;

/// How long a run that was killed may take to end: its lock ends with it.
const PATIENCE: Duration = Duration::from_secs(1);
const POLL_INTERVAL: Duration = Duration::from_millis(20);

/// Another run uses the file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct InUse;

impl fmt::Display for InUse {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("in use by another run")
    }
}

impl std::error::Error for InUse {}

/// Whether `error` says that another run uses a file: the same command may succeed later.
pub fn is_in_use(error: &anyhow::Error) -> bool {
    let mut inner = error.chain().filter_map(|cause| cause.downcast_ref::<io::Error>()?.get_ref());
    inner.any(|error| error.downcast_ref() == Some(&InUse))
}

/// Opens a file that no other run may use from now on.
///
/// # Errors
/// When it cannot be opened, or another run uses it.
pub(super) fn open(path: &Path, options: &OpenOptions) -> io::Result<File> {
    let deadline = Instant::now() + PATIENCE;
    loop {
        let file = options.open(path)?;
        match file.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) if Instant::now() < deadline => {
                thread::sleep(POLL_INTERVAL);
                continue;
            }
            Err(TryLockError::WouldBlock) => {
                return Err(io::Error::new(ErrorKind::ResourceBusy, InUse));
            }
            Err(TryLockError::Error(error)) => {
                log::warn!("{}: cannot be locked: {error}", path.display());
            }
        }
        // Its last user may have removed it between the two steps.
        if is_at(&file, path) {
            return Ok(file);
        }
    }
}

#[cfg(unix)]
fn is_at(file: &File, path: &Path) -> bool {
    let node = |data: io::Result<fs::Metadata>| data.ok().as_ref().map(node);
    let own = node(file.metadata());
    own.is_some() && own == node(fs::metadata(path))
}

#[cfg(not(unix))]
fn is_at(_: &File, _: &Path) -> bool {
    true
}

/// Removes a file that this run has locked.
pub(super) fn remove(file: File, path: &Path) -> io::Result<()> {
    // Windows removes no open file.
    let open = cfg!(unix).then_some(file);
    let removed = fs::remove_file(path);
    drop(open);
    removed
}

/// A lock for files that are replaced, and so cannot be locked themselves: an empty file beside them,
/// which is removed at the end.
#[derive(Debug)]
pub struct Lock {
    file: Option<File>,
    path: PathBuf,
}

impl Lock {
    /// Creates the file at `path`, or takes over one that a crash has left.
    ///
    /// # Errors
    /// When another run holds the lock, or the file cannot be created.
    pub fn acquire(path: &Path) -> anyhow::Result<Self> {
        ensure_regular(path)?;
        let file = open(path, OpenOptions::new().write(true).create(true).truncate(false))
            .with_context(|| path.display().to_string())?;
        Ok(Self { file: Some(file), path: path.to_owned() })
    }
}

impl Drop for Lock {
    fn drop(&mut self) {
        if let Some(file) = self.file.take()
            && let Err(error) = remove(file, &self.path)
        {
            log::warn!("{}: {error}", self.path.display());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::folder;

    #[test]
    fn a_lock_is_held_by_one_and_leaves_nothing() {
        let path = folder("disk-lock").join("new.lock");
        let lock = Lock::acquire(&path).expect("it is free");
        let error = Lock::acquire(&path).expect_err("it is held");
        assert!(is_in_use(&error));
        assert!(format!("{error:#}").ends_with("new.lock: in use by another run"), "{error:#}");
        drop(lock);
        assert!(!path.exists());
        fs::write(&path, "").expect("disk space");
        drop(Lock::acquire(&path).expect("a crash has left it"));
        assert!(!path.exists());
    }

    #[test]
    fn one_of_many_gets_it_at_a_time() {
        let path = folder("disk-lock-race").join("new.lock");
        let holders = std::sync::atomic::AtomicU32::new(0);
        let order = std::sync::atomic::Ordering::SeqCst;
        std::thread::scope(|scope| {
            for _ in 0..8 {
                scope.spawn(|| {
                    for _ in 0..200 {
                        let Ok(lock) = Lock::acquire(&path) else { continue };
                        assert_eq!(holders.fetch_add(1, order), 0);
                        holders.fetch_sub(1, order);
                        drop(lock);
                    }
                });
            }
        });
    }
}
