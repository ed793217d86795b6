//! The commands in help, README and docs are ones that the program takes.

use std::fs;
use std::path::Path;

use clap::Command;
use clap::error::ErrorKind;

use super::command;

/// Words that end a command of a shell.
const ENDS: [&str; 5] = ["|", "||", "&&", "<", ">"];

/// The blocks of code of a page.
fn blocks(page: &str) -> Vec<&str> {
    page.split("\n```").skip(1).step_by(2).collect()
}

/// The commands of `shisan` in the lines of `text`, also behind a pipe; none that leaves words out.
fn commands(text: &str) -> Vec<String> {
    let text = text.replace("\\\n", " ");
    let commands = text.lines().filter_map(|line| {
        let line = line.trim_start().trim_start_matches("$ ");
        let start = line.find("shisan ")?;
        let is_command = start == 0 || line[..start].ends_with("| ");
        (is_command && !line.contains(" ... ")).then(|| line[start..].to_owned())
    });
    commands.collect()
}

/// Parses a command, and those in its words, as in `--engine "a=shisan classic chain"`. Returns how
/// many these were.
fn parse(line: &str, place: &str) -> usize {
    let words = shlex::split(line).unwrap_or_else(|| panic!("{place}: quotes in {line}"));
    let words: Vec<String> =
        words.into_iter().take_while(|word| !ENDS.contains(&&**word)).collect();
    if let Err(error) = command().try_get_matches_from(&words) {
        let is_help = matches!(error.kind(), ErrorKind::DisplayHelp | ErrorKind::DisplayVersion);
        assert!(is_help, "{place}: {line}: {error}");
    }
    let inner = words.iter().filter_map(|word| word.find("shisan ").map(|start| &word[start..]));
    1 + inner.map(|line| parse(line, place)).sum::<usize>()
}

#[test]
fn commands_of_the_pages_are_taken() {
    let package = Path::new(env!("CARGO_MANIFEST_DIR"));
    if package.join("Cargo.toml.orig").exists() {
        return; // unpacked from a registry, where the repository's pages are absent
    }
    let root = package.join("../..");
    let docs = fs::read_dir(root.join("docs")).expect("a folder").flatten();
    let mut count = 0;
    for page in docs.map(|entry| entry.path()).chain([root.join("README.md")]) {
        let text = fs::read(&page).unwrap_or_default();
        for block in blocks(&String::from_utf8_lossy(&text)) {
            let place = page.display().to_string();
            count += commands(block).iter().map(|line| parse(line, &place)).sum::<usize>();
        }
    }
    assert!(count > 50, "{count}");
}

#[test]
fn examples_of_the_help_are_taken() {
    fn examples(command: &Command) -> usize {
        let help = command.get_after_help().map(ToString::to_string).unwrap_or_default();
        let lines = commands(&help);
        let own = lines.iter().map(|line| parse(line, command.get_name())).sum::<usize>();
        own + command.get_subcommands().map(examples).sum::<usize>()
    }
    let count = examples(&command());
    assert!(count > 50, "{count}");
}
