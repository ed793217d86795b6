//! A folder of its own for one test, removed at the end.

use std::fs;
use std::path::{Path, PathBuf};

pub struct Folder(PathBuf);

impl Folder {
    /// An empty folder; no two tests may give it the same name.
    pub fn new(name: &str) -> Self {
        let path = std::env::temp_dir().join(format!("shisan-{}-{name}", std::process::id()));
        drop(fs::remove_dir_all(&path));
        fs::create_dir_all(&path).expect("a temporary folder");
        Self(path)
    }

    pub fn path(&self) -> &Path {
        &self.0
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        drop(fs::remove_dir_all(&self.0));
    }
}
