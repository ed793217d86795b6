//! The dependency rule of the crate, held against its sources.

use std::fs;
use std::path::{Path, PathBuf};

/// Every module and the modules that it may name, lower floors first.
const FLOORS: [(&str, &[&str]); 10] = [
    ("pattern", &[]),
    ("eval", &["pattern"]),
    ("tt", &["pattern", "eval"]),
    ("solve", &["pattern", "tt"]),
    ("search", &["pattern", "eval", "tt", "solve"]),
    ("engine", &["pattern", "eval", "tt", "solve", "search"]),
    ("opening", &["pattern", "eval", "tt", "solve", "search", "engine"]),
    ("bench", &["pattern", "eval", "tt", "solve", "search", "engine"]),
    ("protocol", &["pattern", "eval", "tt", "solve", "search", "engine", "opening"]),
    ("fuzzing", &["pattern", "eval", "tt", "solve", "search", "engine", "protocol"]),
];

/// Files at the top of the tree: they stand above every floor.
const ROOFS: [&str; 4] = ["lib", "main", "brain", "floors"];

/// The modules that a line of code names; a climb by `super` could reach any, and counts as one
/// that nobody may name.
fn named(code: &str) -> Vec<&str> {
    let end = |c: char| !c.is_alphanumeric() && c != '_';
    let modules = code.split("crate::").skip(1).filter_map(|path| path.split(end).next());
    modules.chain(code.matches("super::super")).collect()
}

/// What the lines of `source`, a file of `module`, do that the rule forbids.
fn faults(module: &str, source: &str) -> Vec<String> {
    let Some((_, allowed)) = FLOORS.iter().find(|(name, _)| *name == module) else {
        return vec![format!("{module} stands on no floor: give it one in src/floors.rs")];
    };
    let code = source.lines().filter(|line| !line.trim_start().starts_with("//"));
    code.flat_map(|line| named(line).into_iter().map(move |name| (line, name)))
        .filter(|(_, name)| *name != module && !allowed.contains(name))
        .map(|(line, name)| format!("{module} names {name:?}: {}", line.trim()))
        .collect()
}

fn sources(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).expect("a folder");
    entries
        .map(|entry| entry.expect("an entry").path())
        .flat_map(|path| if path.is_dir() { sources(&path) } else { vec![path] })
        .collect()
}

#[test]
fn no_file_names_a_higher_floor() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut found = Vec::new();
    for path in sources(&root) {
        let within = path.strip_prefix(&root).expect("a file of the tree").with_extension("");
        let module = within.iter().next().and_then(|name| name.to_str()).expect("a name");
        if !ROOFS.contains(&module) {
            let source = fs::read_to_string(&path).expect("a source");
            found.extend(faults(module, &source).iter().map(|fault| format!("{fault} ({path:?})")));
        }
    }
    assert!(found.is_empty(), "arrows that point up:\n{}", found.join("\n"));
}

#[test]
fn upward_arrows_are_seen() {
    assert!(faults("search", "use gomoku_rules::Pos;\n//! [`crate::engine`]\n").is_empty());
    assert_eq!(faults("search", "use crate::engine::Engine;").len(), 1);
    assert_eq!(faults("solve", "fn f(score: crate::eval::Score, e: crate::engine::E) {}").len(), 2);
    assert_eq!(faults("game", "use crate::{eval, search};").len(), 1, "one use a module");
    assert_eq!(faults("game", "use super::super::eval::Score;").len(), 1);
    assert_eq!(faults("attic", "").len(), 1);
}

#[test]
fn floors_stand_in_order() {
    for (index, (module, allowed)) in FLOORS.iter().enumerate() {
        let lower = || FLOORS[..index].iter().map(|(name, _)| name);
        assert!(allowed.iter().all(|name| lower().any(|known| known == name)), "{module}");
    }
}
