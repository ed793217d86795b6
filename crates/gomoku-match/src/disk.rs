//! Crash-safe files: lines appended one by one, contents replaced in one step.
//!
//! Only regular files are written, since replacing one means renaming another over it: a device or a
//! pipe would be lost. A symbolic link is followed and stays.

use std::fs::{self, File, OpenOptions};
use std::io::{self, ErrorKind, Read, Write};
use std::path::{Path, PathBuf};

use anyhow::{Context, bail, ensure};

/// A text file open for more lines. Each line is on the disk before [`Lines::append`] returns.
#[derive(Debug)]
pub struct Lines {
    path: PathBuf,
    file: File,
    /// The length to cut the file to before the first new line: behind it is a line that a crash cut
    /// short.
    torn_at: Option<u64>,
}

impl Lines {
    /// Creates the file.
    ///
    /// # Errors
    /// When it exists already or cannot be written.
    pub fn create(path: &Path) -> anyhow::Result<Self> {
        let file = match OpenOptions::new().create_new(true).append(true).open(path) {
            Err(error) if error.kind() == ErrorKind::AlreadyExists => bail!(
                "{} exists: continue it with --resume, or name another file with --journal",
                path.display()
            ),
            file => file.with_context(|| path.display().to_string())?,
        };
        sync_folder_of(path).with_context(|| path.display().to_string())?;
        Ok(Self { path: path.to_owned(), file, torn_at: None })
    }

    /// Opens the file, or creates it, and returns its complete lines. A last line that was cut short
    /// is left out, and removed from the file when the first new line is appended.
    ///
    /// # Errors
    /// When it is not a regular file of UTF-8 text, or cannot be read or written.
    pub fn resume(path: &Path) -> anyhow::Result<(Self, String)> {
        if !path.exists() {
            return Ok((Self::create(path)?, String::new()));
        }
        ensure_regular(path)?;
        let name = || path.display().to_string();
        let mut file = OpenOptions::new().read(true).append(true).open(path).with_context(name)?;
        let mut bytes = Vec::new();
        file.read_to_end(&mut bytes).with_context(name)?;
        let length = bytes.len();
        let text = complete_text(bytes).with_context(name)?;
        let torn_at = (text.len() < length).then_some(text.len() as u64);
        Ok((Self { path: path.to_owned(), file, torn_at }, text))
    }

    /// Appends a line; it is on the disk when this returns.
    ///
    /// # Errors
    /// When the file cannot be written.
    pub fn append(&mut self, line: &str) -> anyhow::Result<()> {
        self.try_append(line).with_context(|| self.path.display().to_string())
    }

    fn try_append(&mut self, line: &str) -> io::Result<()> {
        if let Some(length) = self.torn_at.take() {
            self.file.set_len(length)?;
        }
        // One write a line: a crash leaves at most one torn line, at the end.
        self.file.write_all(format!("{line}\n").as_bytes())?;
        self.file.sync_data()
    }
}

/// Reads a file of lines. A last line that was cut short is left out.
///
/// # Errors
/// When the file cannot be read or is not UTF-8.
pub fn read_lines(path: &Path) -> anyhow::Result<String> {
    let name = || path.display().to_string();
    complete_text(fs::read(path).with_context(name)?).with_context(name)
}

/// `text` without a last line that was cut short.
pub fn whole_lines(text: &str) -> &str {
    text.rfind('\n').map_or("", |end| &text[..=end])
}

/// The complete lines of `bytes`. The rest is cut off before decoding: it may end inside a character.
fn complete_text(mut bytes: Vec<u8>) -> anyhow::Result<String> {
    bytes.truncate(bytes.iter().rposition(|&byte| byte == b'\n').map_or(0, |end| end + 1));
    String::from_utf8(bytes).map_err(|error| {
        let valid = &error.as_bytes()[..error.utf8_error().valid_up_to()];
        let line = valid.split(|&byte| byte == b'\n').count();
        anyhow::anyhow!("line {line}: not UTF-8 text")
    })
}

/// Writes a file; after a crash it has either the old content or the new one.
///
/// # Errors
/// When it cannot be written, or something other than a regular file has this name.
pub fn replace(path: &Path, content: &[u8]) -> anyhow::Result<()> {
    ensure_regular(path)?;
    // A link keeps pointing at the file, which keeps its permissions.
    let target = fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
    let temporary = temporary_of(&target);
    let write = || {
        let mut file = create_anew(&temporary)?;
        file.write_all(content)?;
        if let Ok(before) = fs::metadata(&target) {
            file.set_permissions(before.permissions())?;
        }
        file.sync_all()?;
        fs::rename(&temporary, &target)?;
        sync_folder_of(&target)
    };
    let result = write();
    if result.is_err() {
        drop(fs::remove_file(&temporary));
    }
    result.with_context(|| path.display().to_string())
}

/// Fails if [`replace`] could not write this file, so that hours of work are not lost at their end.
/// Leaves nothing behind.
///
/// # Errors
/// When the file's folder cannot be written, or something other than a regular file has this name.
pub fn ensure_writable(path: &Path) -> anyhow::Result<()> {
    ensure_regular(path)?;
    let target = fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
    let temporary = temporary_of(&target);
    create_anew(&temporary)
        .and_then(|_| fs::remove_file(&temporary))
        .with_context(|| path.display().to_string())
}

/// Fails if something other than a regular file has this name.
fn ensure_regular(path: &Path) -> anyhow::Result<()> {
    let name = path.display();
    ensure!(path.file_name().is_some(), "{name:?} is not the name of a file");
    match fs::metadata(path) {
        Ok(data) if data.is_dir() => bail!("{name} is a folder: name a file"),
        Ok(data) if !data.is_file() => bail!("{name} is not a regular file: name another"),
        _ => Ok(()),
    }
}

/// The file beside `path` that becomes it once it is complete.
fn temporary_of(path: &Path) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(".part");
    PathBuf::from(name)
}

/// Creates a file in place of one that a crash has left.
fn create_anew(path: &Path) -> io::Result<File> {
    match fs::remove_file(path) {
        Err(error) if error.kind() != ErrorKind::NotFound => Err(error),
        _ => OpenOptions::new().write(true).create_new(true).open(path),
    }
}

/// Makes a new name in the folder of `path` survive a power cut. Only Unix opens folders.
fn sync_folder_of(path: &Path) -> io::Result<()> {
    if !cfg!(unix) {
        return Ok(());
    }
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
    match File::open(folder.unwrap_or(Path::new(".")))?.sync_all() {
        // Some network file systems sync no folders.
        Err(error) if error.kind() == ErrorKind::InvalidInput => Ok(()),
        result => result,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::folder;

    fn read(path: &Path) -> String {
        fs::read_to_string(path).expect("a text file")
    }

    #[test]
    fn a_tail_torn_anywhere_is_cut_off() {
        let path = folder("disk-torn").join("lines");
        let whole = "first 五子\nsecond é\nthird 연주\n".as_bytes();
        for cut in 0..=whole.len() {
            fs::write(&path, &whole[..cut]).expect("disk space");
            let complete = whole[..cut].iter().rposition(|&byte| byte == b'\n');
            let expected = str::from_utf8(&whole[..complete.map_or(0, |end| end + 1)]);
            let expected = expected.expect("complete lines");
            assert_eq!(read_lines(&path).expect("a file"), expected, "{cut} bytes");
            let (mut lines, text) = Lines::resume(&path).expect("a file of ours");
            assert_eq!(text, expected, "{cut} bytes");
            lines.append("next").expect("disk space");
            lines.append("last").expect("disk space");
            assert_eq!(read(&path), format!("{expected}next\nlast\n"), "{cut} bytes");
        }
    }

    #[test]
    fn a_resumed_file_is_not_changed_until_a_line_is_appended() {
        let path = folder("disk-foreign").join("notes.txt");
        fs::write(&path, "a foreign file\nwithout a last line feed").expect("disk space");
        drop(Lines::resume(&path).expect("text"));
        assert_eq!(read(&path), "a foreign file\nwithout a last line feed");
    }

    #[test]
    fn lines_that_are_not_utf_8_are_refused_by_number() {
        let path = folder("disk-bytes").join("lines");
        fs::write(&path, b"one\ntwo \xff\nthree\n").expect("disk space");
        for error in [Lines::resume(&path).map(drop), read_lines(&path).map(drop)] {
            let error = format!("{:#}", error.expect_err("not UTF-8"));
            assert!(error.ends_with("lines: line 2: not UTF-8 text"), "{error}");
        }
    }

    #[test]
    fn an_existing_file_is_not_started_again() {
        let path = folder("disk-exists").join("lines");
        drop(Lines::create(&path).expect("a new file"));
        let error = Lines::create(&path).expect_err("it exists").to_string();
        assert!(error.contains("lines exists: continue it with --resume"), "{error}");
    }

    #[test]
    fn replacing_leaves_one_file_with_the_new_content() {
        let folder = folder("disk-replace");
        let path = folder.join("file");
        // What a crash has left is in nobody's way.
        fs::write(folder.join("file.part"), "half").expect("disk space");
        replace(&path, b"old and long").expect("disk space");
        replace(&path, b"new").expect("disk space");
        assert_eq!(read(&path), "new");
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
        assert_eq!(read(&path), "kept");
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
        assert_eq!(read(&file), "new");
        let mode = fs::metadata(&file).expect("a file").permissions().mode();
        assert_eq!(mode & 0o777, 0o640);
    }

    #[test]
    #[cfg(unix)]
    fn what_is_no_regular_file_is_refused_and_stays() {
        use std::os::unix::fs::FileTypeExt;
        let pipe = folder("disk-pipe").join("pipe");
        let made = std::process::Command::new("mkfifo").arg(&pipe).status().expect("mkfifo runs");
        assert!(made.success());
        let link = pipe.with_file_name("link");
        std::os::unix::fs::symlink(&pipe, &link).expect("a link");
        for path in [&pipe, &link] {
            for result in
                [replace(path, b"lost"), ensure_writable(path), Lines::resume(path).map(drop)]
            {
                let error = result.expect_err("a pipe").to_string();
                assert!(error.ends_with("is not a regular file: name another"), "{error}");
            }
            assert!(fs::metadata(path).expect("still there").file_type().is_fifo());
        }
        let error = ensure_writable(Path::new("/dev/full")).expect_err("a device").to_string();
        assert!(error.contains("/dev/full is not a regular file"), "{error}");
    }
}
