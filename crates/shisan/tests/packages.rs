//! What the packages of crates and Python carry.

use std::fs;
use std::path::{Path, PathBuf};

#[test]
fn each_package_has_the_licences_as_files() {
    let top = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let crates = fs::read_dir(top.join("crates")).expect("a folder").flatten();
    let manifest = |folder: &PathBuf| fs::read_to_string(folder.join("Cargo.toml"));
    let is_published =
        |folder: &PathBuf| manifest(folder).is_ok_and(|text| !text.contains("publish = false"));
    let packages: Vec<PathBuf> =
        crates.map(|entry| entry.path()).filter(is_published).chain([top.join("python")]).collect();
    assert!(packages.len() > 9, "{packages:?}");
    for package in packages {
        for name in ["LICENSE-APACHE", "LICENSE-MIT"] {
            let copy = package.join(name);
            // A link is a file with a path in it where Git makes no links, as on Windows.
            let metadata = fs::symlink_metadata(&copy).expect("a licence");
            assert!(metadata.is_file(), "{} is a link", copy.display());
            let expected = fs::read(top.join(name)).expect("a licence");
            assert!(fs::read(&copy).expect("a licence") == expected, "{}", copy.display());
        }
    }
}
