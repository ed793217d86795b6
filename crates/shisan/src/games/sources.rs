//! The files of an index: which, how they are read, and whether they have changed since.

use std::collections::{HashMap, HashSet};
use std::fs::{self, File};
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::time::UNIX_EPOCH;

use anyhow::Context;
use gomoku_match::disk::{ensure_regular, target};
use gomoku_rules::{Coords, Size};
use serde::{Deserialize, Serialize};

use crate::convert::{Input, InputError, InputFormat};

/// What was indexed, and how it is read.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Sources {
    /// Files and folders, as absolute paths.
    roots: Vec<PathBuf>,
    from: Option<String>,
    size: Option<String>,
    coords: String,
    skip_errors: bool,
}

/// A file whose games are in the index.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct IndexedFile {
    pub path: PathBuf,
    /// In bytes.
    pub length: u64,
    /// When it was written, in nanoseconds since 1970.
    modified: u64,
}

impl IndexedFile {
    /// The file at `path` as it is now.
    ///
    /// # Errors
    /// When it cannot be read.
    pub fn of(path: &Path) -> io::Result<Self> {
        let data = fs::metadata(path)?;
        let since = data.modified()?.duration_since(UNIX_EPOCH).unwrap_or_default();
        let modified = u64::try_from(since.as_nanos()).unwrap_or(u64::MAX);
        Ok(Self { path: path.to_owned(), length: data.len(), modified })
    }
}

impl Sources {
    /// # Errors
    /// When the folder of this process is unknown.
    pub fn new(
        roots: &[PathBuf],
        from: Option<InputFormat>,
        size: Option<Size>,
        coords: Coords,
        skip_errors: bool,
    ) -> anyhow::Result<Self> {
        let absolute =
            |root: &PathBuf| std::path::absolute(root).with_context(|| root.display().to_string());
        Ok(Self {
            roots: roots.iter().map(absolute).collect::<anyhow::Result<_>>()?,
            from: from.map(|format| format.name().to_owned()),
            size: size.map(|size| size.to_string()),
            coords: coords.name().to_owned(),
            skip_errors,
        })
    }

    /// The format of all files, if it was named.
    pub fn from(&self) -> Option<InputFormat> {
        self.from.as_deref().and_then(|name| name.parse().ok())
    }

    /// The board of games that do not state it, if it was named.
    pub fn size(&self) -> Option<Size> {
        self.size.as_deref().and_then(|size| size.parse().ok())
    }

    /// How pos strings in the files name cells.
    pub fn coords(&self) -> Coords {
        self.coords.parse().unwrap_or_default()
    }

    /// What was indexed, in words.
    pub fn names(&self) -> String {
        match &*self.roots {
            [root] => shown(root),
            roots => format!("{} files and folders", roots.len()),
        }
    }

    /// The games of a file; `watch` sees what is read.
    ///
    /// # Errors
    /// When it cannot be read, or is in no format that we read.
    pub fn open(
        &self,
        path: &Path,
        watch: impl FnOnce(File) -> Box<dyn Read>,
    ) -> Result<Input<'static>, InputError> {
        let name = shown(path);
        let open = || {
            ensure_regular(path)?;
            File::open(path).with_context(|| name.clone())
        };
        let file = open().map_err(InputError::Unreadable)?;
        let format = self.from().or_else(|| InputFormat::of_path(path));
        Input::new(name, watch(file), format, self.size(), self.coords())
    }

    /// The files: those named, and those below the folders whose extension is that of a format or `txt`, each
    /// once, but for the index itself. Hidden ones are left out.
    ///
    /// # Errors
    /// When a folder cannot be read.
    pub fn files(&self, index: Option<&Path>) -> anyhow::Result<Vec<PathBuf>> {
        let mut files = Vec::new();
        for root in &self.roots {
            if root.is_dir() {
                collect(root, &mut files)?;
            } else {
                files.push(root.clone());
            }
        }
        let mut known: HashSet<PathBuf> = index.into_iter().map(target).collect();
        files.retain(|path| known.insert(target(path)));
        Ok(files)
    }

    /// What has changed since these files were read, in words.
    pub fn change(&self, files: &[IndexedFile], index: &Path) -> Option<String> {
        let now = match self.files(Some(index)) {
            Ok(now) => now,
            Err(error) => return Some(format!("{error:#}")),
        };
        let known: HashMap<&Path, &IndexedFile> =
            files.iter().map(|file| (&*file.path, file)).collect();
        for path in &now {
            let shown = shown(path);
            match (known.get(&**path), IndexedFile::of(path)) {
                (_, Err(error)) => return Some(format!("{shown}: {error}")),
                (None, _) => return Some(format!("{shown} is new")),
                (Some(before), Ok(file)) if file != **before => {
                    return Some(format!("{shown} has changed"));
                }
                _ => {}
            }
        }
        let is_gone = |file: &&IndexedFile| !now.contains(&file.path);
        let gone = (now.len() < files.len()).then(|| files.iter().find(is_gone)).flatten();
        gone.map(|file| format!("{} is gone", shown(&file.path)))
    }

    /// The command that makes the index again.
    ///
    /// # Errors
    /// When a path cannot be written in a shell.
    pub fn command(&self, index: &Path) -> anyhow::Result<String> {
        let mut words: Vec<String> = ["shisan", "games", "index"].map(str::to_owned).into();
        // A name that begins with a dash would be an option.
        let name = |path: &Path| {
            let name = shown(path);
            if name.starts_with('-') { format!("./{name}") } else { name }
        };
        words.extend([("--output".to_owned()), name(index)]);
        for (option, value) in [("--from", &self.from), ("--size", &self.size)] {
            if let Some(value) = value {
                words.extend([option.to_owned(), value.clone()]);
            }
        }
        if self.coords() != Coords::default() {
            words.extend(["--coords".to_owned(), self.coords.clone()]);
        }
        if self.skip_errors {
            words.push("--skip-errors".to_owned());
        }
        words.extend(self.roots.iter().map(|root| name(root)));
        Ok(shlex::try_join(words.iter().map(String::as_str))?)
    }
}

/// The files below `folder`, sorted.
fn collect(folder: &Path, files: &mut Vec<PathBuf>) -> anyhow::Result<()> {
    let read = || -> io::Result<Vec<fs::DirEntry>> { fs::read_dir(folder)?.collect() };
    let mut entries = read().with_context(|| shown(folder))?;
    entries.sort_by_key(fs::DirEntry::file_name);
    for entry in entries {
        let (path, kind) = (entry.path(), entry.file_type()?);
        if entry.file_name().as_encoded_bytes().starts_with(b".") {
            continue;
        }
        // A link to a folder may lead in a cycle.
        if kind.is_dir() {
            collect(&path, files)?;
        } else if path.is_file() && has_games(&path) {
            files.push(path);
        }
    }
    Ok(())
}

fn has_games(path: &Path) -> bool {
    let is_text = path.extension().is_some_and(|ending| ending.eq_ignore_ascii_case("txt"));
    is_text || InputFormat::of_path(path).is_some()
}

/// A path as the user names it: below the folder of this process without that.
pub fn shown(path: &Path) -> String {
    let here = std::env::current_dir().unwrap_or_default();
    let below = path.strip_prefix(here).ok().filter(|below| !below.as_os_str().is_empty());
    below.unwrap_or(path).display().to_string()
}
