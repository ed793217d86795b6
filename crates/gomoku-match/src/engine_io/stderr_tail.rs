//! What an engine wrote last on standard error, and the one line of it that says why it exited.

use std::collections::VecDeque;

/// Lines that are kept: more than a usual traceback has.
const MAX_LINES: usize = 64;
/// Characters that are shown of a line.
const MAX_CHARS: usize = 200;

/// The last lines of standard error.
#[derive(Debug, Default)]
pub(crate) struct StderrTail {
    /// Those after the last command.
    lines: VecDeque<String>,
    /// Those before it.
    before: VecDeque<String>,
}

impl StderrTail {
    /// Takes in the next line.
    pub(crate) fn push(&mut self, line: &str) {
        if self.lines.len() == MAX_LINES {
            self.lines.pop_front();
        }
        self.lines.push_back(line.trim_end().to_owned());
    }

    /// The engine is sent a command. What it wrote earlier explains its end only if it writes nothing
    /// more.
    pub(crate) fn command(&mut self) {
        if !self.lines.is_empty() {
            self.before = std::mem::take(&mut self.lines);
        }
    }

    /// The line that explains most.
    pub(crate) fn line(&self) -> Option<String> {
        let line = |lines| error_line(lines).or_else(|| last_line(lines));
        line(&self.lines).or_else(|| line(&self.before))
    }

    /// The line that says what went wrong, if one does.
    pub(crate) fn error(&self) -> Option<String> {
        error_line(&self.lines)
    }
}

/// The last line of a Python traceback; else a panic of Rust; else the last line with a word such as
/// "error".
fn error_line(lines: &VecDeque<String>) -> Option<String> {
    let last = |is_telling: &dyn Fn(&str) -> bool| lines.iter().rposition(|line| is_telling(line));
    let from = |first: usize, is_telling: &dyn Fn(&str) -> bool| {
        lines.iter().skip(first).rposition(|line| is_telling(line)).map(|index| first + index)
    };
    let traceback = last(&|line| line.starts_with("Traceback (most recent call last)"));
    let index = traceback
        .and_then(|start| from(start + 1, &is_plain))
        .or_else(|| last(&|line| line.contains("panicked at")))
        .or_else(|| last(&|line| is_plain(line) && has_any(line, &ERRORS)))
        .or_else(|| last(&|line| has_any(line, &ERRORS)))
        .or_else(|| last(&|line| is_plain(line) && has_any(line, &FAILURES)))?;
    let line = lines[index].trim();
    // Rust and C++ put the message into the next line.
    let next = lines.get(index + 1).map(|next| next.trim()).filter(|next| {
        line.contains("panicked at") && line.ends_with(':') || next.starts_with("what():")
    });
    let words = [Some(line), next].into_iter().flatten().collect::<Vec<_>>().join(" ");
    Some(words.chars().take(MAX_CHARS).collect())
}

/// The last line that is neither indented nor a hint, or else the last one.
fn last_line(lines: &VecDeque<String>) -> Option<String> {
    let plain = lines.iter().rfind(|line| is_plain(line));
    let line = plain.or_else(|| lines.iter().rfind(|line| !line.trim().is_empty()))?;
    Some(line.trim().chars().take(MAX_CHARS).collect())
}

/// Words of a line that says what went wrong, in lower case.
const ERRORS: [&str; 4] = ["error", "exception", "panic", "fatal"];
/// Words of a line that may say so.
const FAILURES: [&str; 8] =
    ["no such", "not found", "cannot", "can't", "failed", "denied", "invalid", "unable"];
/// How lines begin that say what to do about it.
const HINTS: [&str; 9] = [
    "for more information",
    "try ",
    "usage",
    "note:",
    "hint:",
    "help:",
    "tip:",
    "exit status",
    "goroutine ",
];

fn has_any(line: &str, words: &[&str]) -> bool {
    let line = line.to_lowercase();
    words.iter().any(|word| line.contains(word))
}

fn is_hint(line: &str) -> bool {
    let line = line.to_lowercase();
    HINTS.iter().any(|hint| line.starts_with(hint))
}

fn is_plain(line: &str) -> bool {
    line.starts_with(|c: char| !c.is_whitespace()) && !is_hint(line)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn telling(text: &str) -> Option<String> {
        let mut tail = StderrTail::default();
        text.lines().filter(|line| !line.is_empty()).for_each(|line| tail.push(line));
        tail.line()
    }

    #[test]
    fn the_line_that_explains_the_end_is_found() {
        for (text, line) in [
            (
                "Traceback (most recent call last):\n  File \"b.py\", line 9, in <module>\n    \
                 main()\n    ~~~~^^\n  File \"b.py\", line 3, in main\n    1 / 0\n    ~~^~~\n\
                 ZeroDivisionError: division by zero",
                "ZeroDivisionError: division by zero",
            ),
            (
                "Traceback (most recent call last):\n  File \"b.py\", line 2\nKeyError: 'error'\n\n\
                 During handling of the above exception, another exception occurred:\n\n\
                 Traceback (most recent call last):\n  File \"b.py\", line 4\n__main__.Lost: so",
                "__main__.Lost: so",
            ),
            (
                "  File \"b.py\", line 1\n    def f(:\n          ^\nSyntaxError: invalid syntax",
                "SyntaxError: invalid syntax",
            ),
            (
                "error: unrecognized subcommand 'brian'\n\n  tip: a similar subcommand exists: \
                 'brain'\n\nUsage: shisan <COMMAND>\n\nFor more information, try '--help'.",
                "error: unrecognized subcommand 'brian'",
            ),
            (
                "/usr/bin/env: 'python3\\r': No such file or directory\n/usr/bin/env: use -[v]S to \
                 pass options in shebang lines",
                "/usr/bin/env: 'python3\\r': No such file or directory",
            ),
            (
                "thread 'main' panicked at src/main.rs:2:5:\nindex out of bounds\nnote: run with \
                 `RUST_BACKTRACE=1` environment variable to display a backtrace",
                "thread 'main' panicked at src/main.rs:2:5: index out of bounds",
            ),
            (
                "terminate called after throwing an instance of 'std::runtime_error'\n  what():  no net",
                "terminate called after throwing an instance of 'std::runtime_error' what():  no net",
            ),
            (
                "Exception in thread \"main\" java.lang.ArithmeticException: / by zero\n\tat \
                 B.main(B.java:3)",
                "Exception in thread \"main\" java.lang.ArithmeticException: / by zero",
            ),
            (
                "b.js:3\n  throw err;\n  ^\n\nError: Cannot find module 'x'\n    at throwError \
                 (b.js:3:9)\n\nNode.js v20.1.0",
                "Error: Cannot find module 'x'",
            ),
            (
                "panic: runtime error: index out of range [5] with length 3\n\ngoroutine 1 \
                 [running]:\nmain.main()\n\t/b.go:5 +0x1d\nexit status 2",
                "panic: runtime error: index out of range [5] with length 3",
            ),
            ("loading\nout of memory", "out of memory"),
            ("  indented", "indented"),
        ] {
            assert_eq!(telling(text).as_deref(), Some(line));
        }
        assert_eq!(telling(""), None);
        assert_eq!(telling(&"é".repeat(300)).map(|line| line.chars().count()), Some(MAX_CHARS));
    }

    #[test]
    fn what_came_after_the_last_command_counts_first() {
        let mut tail = StderrTail::default();
        tail.push("eval error 0.3");
        tail.command();
        tail.command();
        assert_eq!(tail.line().as_deref(), Some("eval error 0.3"));
        tail.push("killed by hand");
        assert_eq!(tail.line().as_deref(), Some("killed by hand"));
    }

    #[test]
    fn a_flood_leaves_the_last_lines() {
        let mut tail = StderrTail::default();
        (0..1000).for_each(|number| tail.push(&format!("error {number}")));
        assert_eq!((tail.lines.len(), tail.line().as_deref()), (MAX_LINES, Some("error 999")));
    }
}
