//! Files whose content is replaced in one step.

use std::fs::{self, File, OpenOptions};
use std::io::{self, ErrorKind, Read};
use std::path::{Path, PathBuf};

use anyhow::Context;
use tempfile::{NamedTempFile, TempPath};

use super::regular::ensure_regular;

/// The file that a path leads to: a link keeps pointing at it when it is replaced.
pub fn target(path: &Path) -> PathBuf {
    fs::canonicalize(path).unwrap_or_else(|_| path.to_owned())
}

/// Writes a file; after a crash it has either the old content or the new one.
///
/// # Errors
/// When it cannot be written, or something other than a regular file has this name.
pub fn replace(path: &Path, mut content: &[u8]) -> anyhow::Result<()> {
    let (file, replacement) = Replacement::write_open(path, &mut content)?;
    let target = replacement.target.clone();
    let name = || path.display().to_string();
    file.sync_all().with_context(name)?;
    drop(file);
    replacement.commit()?;
    sync_folder_of(&target).with_context(name)
}

/// The new content of a file, which lies beside it, and is removed unless it takes its place. It is closed:
/// there may be more of them than a process may open.
pub struct Replacement {
    /// As it was named.
    path: PathBuf,
    /// A link keeps pointing at the file, which keeps its permissions.
    target: PathBuf,
    temporary: TempPath,
}

impl Replacement {
    /// Writes all of `content` beside the file at `path`.
    ///
    /// # Errors
    /// When it cannot be read or written, or something other than a regular file has this name.
    pub fn write(path: &Path, content: &mut dyn Read) -> anyhow::Result<Self> {
        Self::write_open(path, content).map(|(_, replacement)| replacement)
    }

    fn write_open(path: &Path, content: &mut dyn Read) -> anyhow::Result<(File, Self)> {
        ensure_regular(path)?;
        let target = target(path);
        let mut write = || -> io::Result<(File, TempPath)> {
            let (mut file, temporary) = temporary_beside(&target)?.into_parts();
            io::copy(content, &mut file)?;
            if let Ok(before) = fs::metadata(&target) {
                file.set_permissions(before.permissions())?;
            }
            Ok((file, temporary))
        };
        let (file, temporary) = write().with_context(|| path.display().to_string())?;
        Ok((file, Self { path: path.to_owned(), target, temporary }))
    }

    /// Puts it in the place of the file.
    ///
    /// # Errors
    /// When it cannot be renamed.
    pub fn commit(self) -> anyhow::Result<()> {
        let renamed = self.temporary.persist(&self.target).map_err(|error| error.error);
        renamed.with_context(|| self.path.display().to_string())
    }
}

/// Fails if [`replace`] could not write this file, so that hours of work are not lost at their end.
/// Leaves nothing behind.
///
/// # Errors
/// When the file's folder cannot be written, or something other than a regular file has this name.
pub fn ensure_writable(path: &Path) -> anyhow::Result<()> {
    ensure_regular(path)?;
    temporary_beside(&target(path)).map(drop).with_context(|| path.display().to_string())
}

/// A new file beside `path`, under a name that no other file has, with the permissions of any new file. After
/// `kill -9` it stays: nothing tells it from a file of the user.
fn temporary_beside(path: &Path) -> io::Result<NamedTempFile> {
    let create = |path: &Path| OpenOptions::new().write(true).create_new(true).open(path);
    tempfile::Builder::new().suffix(".part").make_in(folder_of(path), create)
}

pub(super) fn folder_of(path: &Path) -> &Path {
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
    folder.unwrap_or(Path::new("."))
}

/// Makes a new name in the folder of `path` survive a power cut. Only Unix opens folders.
pub(super) fn sync_folder_of(path: &Path) -> io::Result<()> {
    if !cfg!(unix) {
        return Ok(());
    }
    match File::open(folder_of(path))?.sync_all() {
        // Some network file systems sync no folders.
        Err(error) if error.kind() == ErrorKind::InvalidInput => Ok(()),
        result => result,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::folder;

    fn text(path: &Path) -> String {
        fs::read_to_string(path).expect("a text file")
    }

    #[test]
    fn replacing_leaves_one_file_with_the_new_content() {
        let folder = folder("disk-replace");
        let path = folder.join("file");
        replace(&path, b"old and long").expect("disk space");
        replace(&path, b"new").expect("disk space");
        assert_eq!(text(&path), "new");
        assert_eq!(fs::read_dir(&folder).expect("a folder").count(), 1);
    }

    #[test]
    fn a_file_of_the_user_is_never_the_temporary_one() {
        let folder = folder("disk-replace-others");
        let (path, other) = (folder.join("file"), folder.join("file.part"));
        fs::write(&other, "the only copy").expect("disk space");
        ensure_writable(&path).expect("a folder of ours");
        replace(&path, b"new").expect("disk space");
        drop(Replacement::write(&path, &mut &b"newer"[..]).expect("disk space"));
        assert_eq!(text(&other), "the only copy");
        assert_eq!(fs::read_dir(&folder).expect("a folder").count(), 2);
    }

    #[test]
    fn content_that_cannot_be_read_replaces_nothing() {
        let folder = folder("disk-replacement");
        let path = folder.join("file");
        fs::write(&path, "old").expect("disk space");
        // A folder has no content.
        let mut broken = b"new".chain(File::open(&folder).expect("a folder"));
        assert!(Replacement::write(&path, &mut broken).is_err());
        drop(Replacement::write(&path, &mut &b"new"[..]).expect("disk space"));
        assert_eq!(text(&path), "old");
        assert_eq!(fs::read_dir(&folder).expect("a folder").count(), 1);
    }

    #[test]
    fn checking_a_file_leaves_no_trace() {
        let folder = folder("disk-check");
        let path = folder.join("file");
        ensure_writable(&path).expect("a folder of ours");
        assert_eq!(fs::read_dir(&folder).expect("a folder").count(), 0);
        fs::write(&path, "kept").expect("disk space");
        ensure_writable(&path).expect("a folder of ours");
        assert_eq!(text(&path), "kept");
        let missing = folder.join("no/such/folder/file");
        for result in [ensure_writable(&missing), replace(&missing, b"")] {
            let error = format!("{:#}", result.expect_err("no folder"));
            assert!(error.contains("file: "), "{error}");
        }
        for result in [ensure_writable(&folder), replace(&folder, b"")] {
            let error = result.expect_err("a folder").to_string();
            assert!(error.ends_with("is a folder: name a file"), "{error}");
        }
        assert!(ensure_writable(Path::new("")).is_err());
    }

    #[test]
    #[cfg(unix)]
    fn a_link_stays_and_its_file_keeps_its_permissions() {
        use std::os::unix::fs::{PermissionsExt, symlink};
        let folder = folder("disk-link");
        let (file, link) = (folder.join("file"), folder.join("link"));
        fs::write(&file, "old").expect("disk space");
        fs::set_permissions(&file, fs::Permissions::from_mode(0o640)).expect("our own file");
        symlink(&file, &link).expect("a link");
        replace(&link, b"new").expect("disk space");
        assert!(fs::symlink_metadata(&link).expect("a link").is_symlink());
        assert_eq!(text(&file), "new");
        let mode = fs::metadata(&file).expect("a file").permissions().mode();
        assert_eq!(mode & 0o777, 0o640);
    }
}
