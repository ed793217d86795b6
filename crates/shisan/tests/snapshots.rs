//! Commands with all that they print: those in `cmd`, and the examples of README and docs, which are
//! their blocks of kind `console`. A page with such a block gives each other block a kind too, such as
//! `text` or `sh`. `TRYCMD=overwrite` takes what is printed now.

use std::fs;
use std::path::{Path, PathBuf};

use trycmd::TestCases;
use trycmd::cargo::cargo_bin;

use crate::folder::Folder;

/// README and the pages of docs that have examples.
fn pages() -> Vec<PathBuf> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let docs = fs::read_dir(root.join("docs")).expect("a folder").flatten();
    let pages = docs.map(|entry| entry.path()).chain([root.join("README.md")]);
    let has_example = |page: &PathBuf| {
        page.extension().is_some_and(|ending| ending == "md")
            && fs::read_to_string(page).expect("a page").contains("\n```console\n")
    };
    pages.filter(has_example).collect()
}

#[test]
fn commands_print_what_is_written() {
    let cases = TestCases::new();
    cases.register_bin("shisan", cargo_bin!("shisan"));
    #[cfg(unix)]
    let _folder = register_brain(&cases);
    cases.case("tests/cmd/*.trycmd");
    cases.case("tests/cmd/*.toml");
    let copies = Folder::new("snapshots-pages");
    for page in pages() {
        let copy = copies.path().join(page.file_name().expect("a name"));
        let text = fs::read_to_string(&page).expect("a page");
        fs::write(&copy, any_time(&text)).expect("disk space");
        cases.case(copy);
    }
    cases.run();
}

/// `text` with a wildcard for each number of milliseconds: pages show real ones.
fn any_time(text: &str) -> String {
    let mut parts = text.split(" ms\n").peekable();
    let mut any = String::new();
    while let Some(part) = parts.next() {
        any += match parts.peek() {
            Some(_) => part.trim_end_matches(|c: char| c.is_ascii_digit() || c == '.'),
            None => part,
        };
        any += if parts.peek().is_some() { "[..] ms\n" } else { "" };
    }
    any
}

/// The brain's own program belongs to another package: `shisan brain` is the same.
#[cfg(unix)]
fn register_brain(cases: &TestCases) -> Folder {
    use std::os::unix::fs::PermissionsExt;

    let folder = Folder::new("snapshots");
    let brain = folder.path().join("pbrain-shisan");
    let script = format!("#!/bin/sh\nexec {} brain \"$@\"\n", env!("CARGO_BIN_EXE_shisan"));
    fs::write(&brain, script).expect("disk space");
    fs::set_permissions(&brain, fs::Permissions::from_mode(0o755)).expect("our own file");
    cases.register_bin("pbrain-shisan", brain);
    folder
}
