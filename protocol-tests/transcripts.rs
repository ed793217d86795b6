//! Transcripts: dialogues as text in `transcripts/`, and the first one of each page that shows one. Each is
//! one test.
//!
//! | line | meaning |
//! |---|---|
//! | `# text` | a remark |
//! | `> line` | sent with LF; `{x},{y}` is the last move received; `\r`, `\n`, `\t` and `\xff` are bytes |
//! | `raw text` | sent without a line end |
//! | `< pattern` | the next line received; `MESSAGE` lines are skipped unless the pattern is one |
//! | `<~ pattern` | lines are skipped until one matches |
//! | `<! pattern` | the next line is a move onto a free cell that does not match |
//! | `within 500ms` | the deadline of the next `<` or `exit`, from the last line sent or received |
//! | `silence 200ms` | nothing comes, `MESSAGE` lines aside |
//! | `skip INFO` | from here on lines that begin with this word are skipped too |
//! | `eof` | the input is closed |
//! | `exit 0` | the brain exits with this code, says nothing more, and never wrote to standard error |
//!
//! In a pattern `*` is any text, `a|b` is a or b, and `{x},{y}` is a free cell of the board. A
//! transcript that has no `exit` ends with `END` and `exit 0`. Those with a deadline are played first, one
//! at a time; see `lateness.rs`.

#[expect(dead_code, reason = "the other protocol tests use the rest")]
mod brain;
mod lateness;
mod position;

use std::path::Path;
use std::process::ExitCode;
use std::time::Duration;

use libtest_mimic::{Arguments, Trial};

use crate::brain::{Brain, SOON, cell};
use crate::position::Position;

fn main() -> ExitCode {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("protocol-tests/transcripts");
    let paths = folder.read_dir().expect("a folder").map(|entry| entry.expect("an entry").path());
    let pages = PAGES.map(Transcript::of_page);
    let mut transcripts: Vec<Transcript> =
        paths.map(|path| Transcript::read(&path)).chain(pages).collect();
    transcripts.sort_by(|one, other| one.name.cmp(&other.name));
    let (timed, others): (Vec<_>, Vec<_>) =
        transcripts.into_iter().partition(Transcript::has_deadlines);
    assert!(!timed.is_empty() && !others.is_empty(), "there are transcripts of both kinds");
    let arguments = Arguments::from_args();
    let trials =
        |transcripts: Vec<Transcript>| transcripts.into_iter().map(Transcript::trial).collect();
    let alone = Arguments { test_threads: Some(1), ..arguments.clone() };
    let conclusion = libtest_mimic::run(&alone, trials(timed));
    if conclusion.has_failed() {
        return conclusion.exit_code();
    }
    libtest_mimic::run(&arguments, trials(others)).exit_code()
}

/// The pages that begin with a game.
const PAGES: [&str; 2] = ["README.md", "docs/protocol.md"];

/// A file of a dialogue.
struct Transcript {
    name: String,
    text: String,
}

impl Transcript {
    fn read(path: &Path) -> Self {
        let name = path.file_stem().and_then(|name| name.to_str()).expect("a name").to_owned();
        Self { name, text: std::fs::read_to_string(path).expect("a transcript") }
    }

    /// The first block of a page that begins with what is sent.
    fn of_page(page: &str) -> Self {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(page);
        let text = std::fs::read_to_string(path).expect("a page");
        let mut blocks = text.split("```").skip(1).step_by(2);
        let dialogue = blocks.find_map(|block| block.split_once('\n')?.1.strip_prefix("> START "));
        let dialogue = dialogue.unwrap_or_else(|| panic!("no dialogue in {page}"));
        Self { name: page.to_owned(), text: format!("> START {dialogue}") }
    }

    fn has_deadlines(&self) -> bool {
        self.text.lines().any(|line| line.starts_with("within "))
    }

    fn trial(self) -> Trial {
        let name = self.name.clone();
        Trial::test(name, move || {
            self.play();
            Ok(())
        })
    }

    /// Plays it against a new brain.
    fn play(&self) {
        let mut brain =
            if self.has_deadlines() { Brain::timed(Brain::start) } else { Brain::start() };
        let mut position = Position::default();
        let mut last_move = String::new();
        let mut skipped = "MESSAGE";
        let mut limit = SOON;
        let mut ended = false;
        for line in self.text.lines().filter(|line| !line.is_empty() && !line.starts_with('#')) {
            let (word, rest) = line.split_once(' ').unwrap_or((line, ""));
            match word {
                ">" => {
                    let sent = rest.replace("{x},{y}", &last_move);
                    position.sent(&sent);
                    if sent.contains('\\') {
                        brain.send_bytes(&[unescape(&sent), vec![b'\n']].concat());
                    } else {
                        brain.send(&sent);
                    }
                }
                "raw" => {
                    rest.split("\\n").for_each(|line| position.sent(&line.replace("\\r", " ")));
                    brain.send_bytes(&unescape(rest));
                }
                "<" | "<!" => {
                    let received = if rest.starts_with("MESSAGE") {
                        brain.line(limit)
                    } else {
                        brain.find(limit, |line| is_heard(line, skipped))
                    };
                    let line = received.clone().unwrap_or_default();
                    let fits = rest.split('|').any(|pattern| fits(pattern, &line, &position));
                    let fits = if word == "<" { fits } else { !fits && is_legal(&line, &position) };
                    if received.is_none() || !fits {
                        let not = if word == "<" { "" } else { "a legal move other than " };
                        brain.fail(&format!(
                            "expected {not}{rest:?} within {limit:?}, received {received:?}"
                        ));
                    }
                    position.received(&line);
                    if cell(&line).is_some() {
                        last_move = line;
                    }
                    limit = SOON;
                }
                "<~" => {
                    let fits = |line: &str| rest.split('|').any(|it| fits(it, line, &position));
                    if brain.find(limit, fits).is_none() {
                        brain.fail(&format!("expected {rest:?} within {limit:?}"));
                    }
                    limit = SOON;
                }
                "within" => limit = millis(rest),
                "skip" => skipped = rest,
                "silence" => brain.expect_none(millis(rest), |line| is_heard(line, skipped)),
                "eof" => brain.close_input(),
                "exit" => {
                    brain.expect_exit(rest.parse().expect("a code"), limit);
                    ended = true;
                }
                _ => panic!("no line of a transcript: {line}"),
            }
        }
        if !ended {
            brain.quit();
        }
    }
}

/// Whether a line is no `MESSAGE` and does not begin with the word `skipped`.
fn is_heard(line: &str, skipped: &str) -> bool {
    Brain::is_reply(line) && line.split(' ').next() != Some(skipped)
}

fn millis(text: &str) -> Duration {
    let millis = text.strip_suffix("ms").and_then(|millis| millis.parse().ok());
    Duration::from_millis(millis.expect("a time such as 200ms"))
}

fn is_legal(line: &str, position: &Position) -> bool {
    cell(line).is_some_and(|pos| position.is_free(pos))
}

/// Whether `line` follows `pattern`: words with `*` and `{x},{y}` in them, divided by blanks.
fn fits(pattern: &str, line: &str, position: &Position) -> bool {
    if let Some((head, tail)) = pattern.split_once("{x},{y}") {
        let Some(line) = line.strip_prefix(head) else { return false };
        let (pos, line) = line.split_at(line.find(' ').unwrap_or(line.len()));
        return is_legal(pos, position) && fits(tail, line, position);
    }
    match pattern.split_once('*') {
        None => pattern == line,
        Some((head, tail)) => line.strip_prefix(head).is_some_and(|line| {
            let mut ends = line.char_indices().map(|(index, _)| index).chain([line.len()]);
            ends.any(|end| fits(tail, &line[end..], position))
        }),
    }
}

fn unescape(text: &str) -> Vec<u8> {
    let mut bytes = Vec::new();
    let mut rest = text;
    while let Some((plain, escape)) = rest.split_once('\\') {
        bytes.extend(plain.bytes());
        let (byte, length) = match escape.as_bytes() {
            [b'r', ..] => (b'\r', 1),
            [b'n', ..] => (b'\n', 1),
            [b't', ..] => (b'\t', 1),
            [b'x', ..] => (u8::from_str_radix(&escape[1..3], 16).expect("two hex digits"), 3),
            _ => (b'\\', 0),
        };
        bytes.push(byte);
        rest = &escape[length..];
    }
    bytes.extend(rest.bytes());
    bytes
}
