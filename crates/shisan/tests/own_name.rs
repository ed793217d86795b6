//! `shisan` in the command of a brain is this program, unless `PATH` has another.

use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

use crate::folder::Folder;

const PROGRAM: &str = env!("CARGO_BIN_EXE_shisan");

fn run(program: &Path, folder: &Folder, path: &str, words: &[&str]) -> Output {
    let mut command = Command::new(program);
    command.current_dir(folder.path()).env("PATH", path).env_remove("RUST_LOG").args(words);
    command.stdin(Stdio::null()).output().expect("the program runs")
}

#[test]
fn our_name_needs_no_path() {
    let folder = Folder::new("own-name");
    let engines = ["--engine=a=shisan classic random", "--engine=b=shisan brain"];
    let duel = ["match", "--games=2", "--size=15", "--nodes=50"];
    let own = PathBuf::from(PROGRAM);
    // A copy keeps the name that the documentation gives it.
    let copy = folder.path().join(format!("five{}", std::env::consts::EXE_SUFFIX));
    std::fs::copy(PROGRAM, &copy).expect("disk space");
    for (program, words) in [
        (&copy, &[&duel[..], &engines].concat()[..]),
        (&own, &[&duel[..], &engines, &["--journal=own"]].concat()),
        (&own, &["check", "--brain=shisan brain", "--only=start/about"]),
        (&own, &["soak", "--brain=shisan brain", "--games=1", "--tolerance=10s"]),
        (&own, &["spsa", "--brain=shisan brain", "--list"]),
    ] {
        let output = run(program, &folder, "/nonexistent", words);
        let error = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success(), "{words:?}: {error}");
    }
}

#[test]
#[cfg(unix)]
fn the_program_of_our_name_in_path_comes_first() {
    use std::os::unix::fs::PermissionsExt;

    let folder = Folder::new("own-name-path");
    let other = folder.path().join("shisan");
    std::fs::write(&other, "#!/bin/sh\nexit 7\n").expect("disk space");
    std::fs::set_permissions(&other, PermissionsExt::from_mode(0o755)).expect("our own file");
    let path = folder.path().to_str().expect("UTF-8");
    let output =
        run(Path::new(PROGRAM), &folder, path, &["spsa", "--brain=shisan brain", "--list"]);
    let error = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(2));
    assert!(error.contains("shisan brain params --json: exit 7"), "{error}");
}
