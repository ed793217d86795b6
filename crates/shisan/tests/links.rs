//! The links of the pages lead somewhere.

use std::fs;
use std::path::{Path, PathBuf};

/// Where the files of the repository are on the web.
const REPOSITORY: &str = concat!(env!("CARGO_PKG_REPOSITORY"), "/blob/main/");

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// The targets of the links of a page, without the headings in them.
fn links(page: &Path) -> Vec<String> {
    let text = fs::read_to_string(page).expect("a page");
    let starts = text.split("](").skip(1);
    let targets = starts.filter_map(|rest| rest.split_once(')')).map(|(target, _)| target);
    let files = targets.map(|target| target.split('#').next().unwrap_or_default().to_owned());
    files.filter(|file| !file.is_empty()).collect()
}

fn pages() -> Vec<PathBuf> {
    let folders = ["", "docs", "docs/classics", "crates/gomoku-protocol", "crates/gomoku-rules"]
        .map(|name| root().join(name));
    let files = folders.iter().flat_map(|folder| fs::read_dir(folder).expect("a folder").flatten());
    let is_page = |path: &PathBuf| path.extension().is_some_and(|ending| ending == "md");
    files.map(|entry| entry.path()).filter(is_page).collect()
}

#[test]
fn links_within_the_repository_lead_to_files() {
    let mut count = 0;
    for page in pages() {
        for link in links(&page) {
            let file = match link.strip_prefix(REPOSITORY) {
                Some(file) => root().join(file),
                None if link.contains("://") => continue,
                None => page.with_file_name(&link),
            };
            assert!(file.exists(), "{}: {link}", page.display());
            count += 1;
        }
    }
    assert!(count > 50, "{count} links");
}

/// The Python Package Index shows this page, and knows no file beside it.
#[test]
fn the_page_of_the_wheel_has_no_relative_links() {
    let links = links(&root().join("docs/python.md"));
    assert!(links.iter().all(|link| link.contains("://")), "{links:?}");
    assert!(links.iter().any(|link| link.starts_with(REPOSITORY)), "{links:?}");
}
