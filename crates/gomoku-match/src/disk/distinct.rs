//! Files that a run writes, as opposed to those that it reads: writing one of these would destroy it.

use std::collections::HashSet;
use std::fs;
use std::path::{Path, PathBuf};

use anyhow::ensure;

/// Fails if one of the files that a run is about to write is among those that it reads, is its standard input,
/// or is written twice, by whichever name. A device or a pipe may be named as often as one likes.
///
/// # Errors
/// With the name of the file to be written.
pub fn ensure_distinct(
    read: impl IntoIterator<Item: AsRef<Path>>,
    written: impl IntoIterator<Item: AsRef<Path>>,
) -> anyhow::Result<()> {
    let read = read.into_iter().filter_map(|path| Identity::of(path.as_ref()));
    let read: HashSet<Identity> = read.chain(standard_input()).collect();
    let mut known = HashSet::new();
    for path in written {
        let Some(identity) = Identity::of(path.as_ref()) else { continue };
        let name = path.as_ref().display();
        ensure!(!read.contains(&identity), "{name}: it is read, name another file");
        ensure!(known.insert(identity), "{name}: it is written twice, name another file");
    }
    Ok(())
}

/// The first of these files that was named before, by whichever name.
pub fn named_twice<P: AsRef<Path>>(files: &[P]) -> Option<&Path> {
    let mut known = HashSet::new();
    let mut names = files.iter().map(AsRef::as_ref);
    names.find(|path| Identity::of(path).is_some_and(|identity| !known.insert(identity)))
}

/// Keeps the first name of each file; what is no regular file stays.
pub fn keep_distinct(files: &mut Vec<PathBuf>) {
    let mut known = HashSet::new();
    files.retain(|path| Identity::of(path).is_none_or(|identity| known.insert(identity)));
}

/// What the names of a file have in common.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
enum Identity {
    /// Its device and number there, which hard links share.
    #[cfg(unix)]
    Node(u64, u64),
    /// Where it is, or will be, without links to folders.
    Place(PathBuf),
}

impl Identity {
    /// That of a regular file, or of one that is not there yet.
    fn of(path: &Path) -> Option<Self> {
        match fs::metadata(path) {
            Ok(data) if !data.is_file() => None,
            #[cfg(unix)]
            Ok(data) => Some(Self::of_node(&data)),
            _ => fs::canonicalize(path).ok().or_else(|| future_place(path)).map(Self::Place),
        }
    }

    #[cfg(unix)]
    fn of_node(data: &fs::Metadata) -> Self {
        let (device, number) = node(data);
        Self::Node(device, number)
    }
}

/// The file that the shell gave as standard input, if it did.
#[cfg(unix)]
fn standard_input() -> Option<Identity> {
    use std::os::fd::AsFd;
    let handle = std::io::stdin().as_fd().try_clone_to_owned().ok()?;
    let data = fs::File::from(handle).metadata().ok()?;
    data.is_file().then(|| Identity::of_node(&data))
}

/// Elsewhere an open file does not tell which one it is.
#[cfg(not(unix))]
fn standard_input() -> Option<Identity> {
    None
}

/// The device of a file and its number there.
#[cfg(unix)]
pub(super) fn node(data: &fs::Metadata) -> (u64, u64) {
    use std::os::unix::fs::MetadataExt;
    (data.dev(), data.ino())
}

/// Where a file will be that is not there yet.
fn future_place(path: &Path) -> Option<PathBuf> {
    let path = std::path::absolute(path).ok()?;
    let folder = fs::canonicalize(path.parent()?).ok()?;
    Some(folder.join(path.file_name()?))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::folder;

    fn refusal(read: &[&Path], written: &[&Path]) -> Option<String> {
        ensure_distinct(read, written).err().map(|error| error.to_string())
    }

    #[test]
    fn a_file_is_the_same_by_every_name() {
        let folder = folder("disk-distinct");
        let (file, other) = (folder.join("file"), folder.join("other"));
        fs::write(&file, "mine").expect("disk space");
        fs::create_dir(folder.join("below")).expect("a folder");
        let mut names = vec![file.clone(), folder.join("below/../file"), folder.join("./file")];
        #[cfg(unix)]
        {
            let (symbolic, hard) = (folder.join("symbolic"), folder.join("hard"));
            std::os::unix::fs::symlink("file", &symbolic).expect("a link");
            std::os::unix::fs::symlink(".", folder.join("here")).expect("a link");
            fs::hard_link(&file, &hard).expect("a link");
            names.extend([symbolic, hard, folder.join("here/file")]);
        }
        for name in &names {
            let expected = format!("{}: it is read, name another file", name.display());
            assert_eq!(refusal(&[&file], &[&other, name]), Some(expected));
            let expected = format!("{}: it is written twice, name another file", name.display());
            assert_eq!(refusal(&[], &[&file, name]), Some(expected));
            assert_eq!(refusal(&[name], &[&other]), None);
            assert_eq!(named_twice(&[&file, &other, name]), Some(&**name));
        }
    }

    #[test]
    fn a_file_that_is_not_there_yet_is_the_same_too() {
        let folder = folder("disk-distinct-new");
        fs::create_dir(folder.join("below")).expect("a folder");
        let [file, same, other] = ["file", "below/../file", "other"].map(|name| folder.join(name));
        assert!(
            refusal(&[&file], &[&same])
                .is_some_and(|it| it.ends_with("it is read, name another file"))
        );
        assert!(refusal(&[], &[&file, &same]).is_some_and(|it| it.contains("written twice")));
        assert_eq!(refusal(&[&file], &[&other]), None);
        let missing = folder.join("no/such/folder");
        assert_eq!(refusal(&[], &[&missing, &missing]), None, "it cannot be written at all");
    }

    #[test]
    #[cfg(unix)]
    fn a_device_may_be_named_twice() {
        let null = Path::new("/dev/null");
        assert_eq!(refusal(&[null], &[null, null]), None);
    }
}
