//! Names the build: the version, and the commit that `SHISAN_COMMIT`, the package or git names.

use std::env;
use std::fs;
use std::path::Path;
use std::process::Command;

fn main() {
    println!("cargo::rerun-if-env-changed=SHISAN_COMMIT");
    // The log of HEAD grows with every commit and checkout.
    let log = in_own_repository(&["rev-parse", "--git-path", "logs/HEAD"]);
    if let Some(log) = log.filter(|log| Path::new(log).exists()) {
        println!("cargo::rerun-if-changed={log}");
    }
    let named = env::var("SHISAN_COMMIT").ok();
    let named = named.and_then(|text| text.lines().next().map(str::to_owned));
    let commit = named.filter(|commit| !commit.is_empty()).or_else(packaged);
    let commit = commit.or_else(|| in_own_repository(&["rev-parse", "--short=8", "HEAD"]));
    let commit = commit.map(|commit| format!(" ({commit})")).unwrap_or_default();
    println!("cargo::rustc-env=SHISAN_BUILD={}{commit}", env!("CARGO_PKG_VERSION"));
}

/// The commit that cargo wrote into the package.
fn packaged() -> Option<String> {
    let text = fs::read_to_string(".cargo_vcs_info.json").ok()?;
    let (_, rest) = text.split_once("\"sha1\": \"")?;
    rest.get(..8).map(str::to_owned)
}

/// What git prints where these sources are a repository of their own; within another one, as where they were
/// unpacked into it, its commits are not ours.
fn in_own_repository(arguments: &[&str]) -> Option<String> {
    git(&["rev-parse", "--show-prefix"]).filter(String::is_empty)?;
    git(arguments)
}

/// The first line that git prints; `None` without git or outside a repository.
fn git(arguments: &[&str]) -> Option<String> {
    let output = Command::new("git").args(arguments).output().ok()?;
    let text = String::from_utf8(output.stdout).ok()?;
    text.lines().next().filter(|_| output.status.success()).map(str::to_owned)
}
