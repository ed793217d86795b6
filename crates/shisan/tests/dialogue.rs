//! A running subcommand, line by line.

use std::fmt::Display;
use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Output, Stdio};
use std::thread;

/// The subcommand with these arguments, its standard input, output and error piped.
pub fn command(subcommand: &str, arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_shisan"));
    command.arg(subcommand).args(arguments).env_remove("RUST_LOG");
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

/// What the subcommand prints for `input`; it ends well, and standard error is silent.
pub fn run(subcommand: &str, arguments: &[&str], input: impl AsRef<[u8]> + Send) -> String {
    let mut child = command(subcommand, arguments).spawn().expect("it runs");
    let mut stdin = child.stdin.take().expect("a pipe");
    let output = thread::scope(|scope| {
        scope.spawn(move || stdin.write_all(input.as_ref()).expect("it listens"));
        child.wait_with_output().expect("it ends")
    });
    let Output { status, stdout, stderr } = output;
    assert!(status.success() && stderr.is_empty(), "{status} {}", String::from_utf8_lossy(&stderr));
    String::from_utf8(stdout).expect("text")
}

/// A subcommand that waits for lines.
pub struct Dialogue {
    child: Child,
    stdin: ChildStdin,
    stdout: BufReader<ChildStdout>,
}

impl Dialogue {
    pub fn start(subcommand: &str, arguments: &[&str]) -> Self {
        let mut command = command(subcommand, arguments);
        let mut child = command.stderr(Stdio::null()).spawn().expect("it runs");
        let stdin = child.stdin.take().expect("a pipe");
        let stdout = BufReader::new(child.stdout.take().expect("a pipe"));
        Self { child, stdin, stdout }
    }

    pub fn send(&mut self, line: impl Display) {
        writeln!(self.stdin, "{line}").expect("it listens");
    }

    /// The next line, without its end.
    pub fn next(&mut self) -> String {
        let mut line = String::new();
        self.stdout.read_line(&mut line).expect("text");
        line.trim_end_matches('\n').to_owned()
    }

    /// The lines up to a blank one.
    pub fn rest(&mut self) -> Vec<String> {
        std::iter::from_fn(|| Some(self.next()).filter(|line| !line.is_empty())).collect()
    }

    /// Closes its standard input; it ends well.
    pub fn end(mut self) {
        drop(self.stdin);
        assert!(self.child.wait().expect("a child").success());
    }
}
