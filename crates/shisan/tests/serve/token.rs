//! The token of the address, over several starts.

use std::fs;
use std::io::{BufRead, BufReader};
use std::os::unix::fs::PermissionsExt;
use std::path::Path;

use super::server::shisan;
use crate::folder::Folder;

/// The token of a server of the user whose state is kept in `home`.
fn token(home: &Path, options: &[&str]) -> String {
    let mut command = shisan("serve");
    command.args(options).args(["--port", "0"]).env("XDG_STATE_HOME", home);
    let mut child = command.spawn().expect("it runs");
    let mut address = String::new();
    BufReader::new(child.stdout.take().expect("a pipe")).read_line(&mut address).expect("a line");
    child.kill().and_then(|()| child.wait()).expect("a child");
    let (_, token) = address.trim_end().split_once("/?token=").expect("a token");
    assert!(token.len() == 32 && token.bytes().all(|it| it.is_ascii_hexdigit()), "{token}");
    token.to_owned()
}

#[test]
fn a_token_outlives_its_server() {
    let folder = Folder::new("serve-token");
    let home = folder.path();
    let first = token(home, &[]);
    assert_eq!(token(home, &[]), first);
    let file = home.join("shisan/token");
    let mode = fs::metadata(&file).expect("a file").permissions().mode();
    assert_eq!(mode & 0o777, 0o600, "nobody else reads it");

    let second = token(home, &["--new-token"]);
    assert_ne!(second, first);
    assert_eq!(token(home, &[]), second);

    // A damaged file is as good as none.
    for text in ["", &second[1..], "a token of thirty-two characters"] {
        fs::write(&file, text).expect("disk space");
        let next = token(home, &[]);
        assert_ne!(next, second);
        assert_eq!(fs::read_to_string(&file).expect("a file"), next);
    }
}

#[test]
fn without_a_home_tokens_are_new() {
    let folder = Folder::new("serve-token-no-home");
    let home = folder.path().join("file");
    fs::write(&home, "not a folder").expect("disk space");
    assert_ne!(token(&home, &[]), token(&home, &[]));
}
