//! Errors of the built tools: each is printed in one line and gives exit code 2, and a reader that has
//! gone away is none.

use std::process::{Command, Stdio};

fn shisan(arguments: &str) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_shisan"));
    command.args(arguments.split_whitespace()).env_remove("RUST_LOG").stdin(Stdio::null());
    command
}

#[test]
#[cfg(unix)]
fn an_input_that_cannot_be_read_is_named() {
    for arguments in ["brain", "classic chain", "gtp", "analyze"] {
        let folder = std::fs::File::open("/").expect("a folder");
        let output = shisan(arguments).stdin(folder).output().expect("the program runs");
        let error = String::from_utf8_lossy(&output.stderr);
        assert_eq!(error, "error: standard input: Is a directory (os error 21)\n", "{arguments}");
        assert_eq!(output.status.code(), Some(2), "{arguments}");
    }
}

#[cfg(target_os = "linux")]
const FULL: &str = "error: standard output: No space left on device";

#[test]
#[cfg(target_os = "linux")]
fn a_full_disk_is_reported() {
    for arguments in [
        "bench",
        "params",
        "params --json",
        "analyze --schema",
        "play",
        "forbid h8i9",
        "forbid --json --cell g9 h8h9i7i9h10i6i11i12",
        "solve --json h8a1i8c1j8e1",
        "convert ../gomoku-match/openings/renju15.txt",
        "inspect h8i9",
        "completions bash",
        "check --list",
        "spsa --list",
        "brain params",
        "play --text",
        "serve --port 0",
        "help",
        "play --help",
        "--version",
    ] {
        let full = std::fs::OpenOptions::new().write(true).open("/dev/full").expect("a device");
        let output = shisan(arguments).stdout(full).output().expect("the program runs");
        let error = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{arguments}: {error}");
        assert!(error.starts_with(FULL), "{arguments}: {error}");
        assert_eq!(error.lines().count(), 1, "{arguments}: {error}");
    }
}

/// A thread whose stack cannot be had does not start: the same as where the system allows no more threads.
#[test]
#[cfg(target_os = "linux")]
fn without_threads_tools_work_or_say_so() {
    let terminal = nix::pty::openpty(None, None).expect("a terminal");
    for (arguments, code, error) in [
        ("brain", 2, "error: cannot start the threads: "),
        ("analyze", 2, "error: starting the threads: "),
        ("gtp", 2, "error: starting the threads: "),
        ("match --engine a=false --engine b=false", 2, "error: no handler for interrupts: "),
        ("solve h8i9", 1, ""),
    ] {
        let without_threads = |stderr: Stdio| {
            let mut command = shisan(arguments);
            command.env("RUST_MIN_STACK", (1_u64 << 46).to_string()).env("TERM", "xterm");
            command.stdout(Stdio::piped()).stderr(stderr).spawn().expect("the program runs")
        };
        let output = without_threads(Stdio::piped()).wait_with_output().expect("a child");
        let printed = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(code), "{arguments}: {printed}");
        assert!(printed.starts_with(error), "{arguments}: {printed}");
        assert_eq!(printed.lines().count(), usize::from(code == 2), "{arguments}: {printed}");
        // A progress bar is drawn where it is seen.
        let slave = terminal.slave.try_clone().expect("a descriptor");
        let status = without_threads(slave.into()).wait().expect("a child");
        assert_eq!(status.code(), Some(code), "{arguments}, on a terminal");
    }
}

#[cfg(unix)]
#[test]
fn what_an_error_quotes_breaks_no_line() {
    let forbidden = "h8h9i7i9h10i6i11i12g9";
    for (arguments, said) in [
        (&["convert", "no\nsuch\nfile"][..], "error: no such file: No such file or directory"),
        (&["brain", "--weights", "no\nsuch"], "error: no such: No such file or directory"),
        (
            &["play", "--text", "--rule", "renju", forbidden],
            "error: move 9: g9 is forbidden: double three\n",
        ),
        (&["match", "--engine", "a=./no\nb", "--engine", "b=x", "--nodes=9"], "error: "),
    ] {
        let output = shisan("").args(arguments).output().expect("the program runs");
        let error = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{arguments:?}: {error}");
        assert!(error.starts_with(said), "{arguments:?}: {error}");
        assert_eq!(error.lines().count(), 1, "{arguments:?}: {error}");
    }
}

#[test]
fn a_closed_pipe_ends_quietly() {
    for arguments in [
        "bench",
        "params",
        "analyze --schema",
        "forbid h8i9",
        "completions bash",
        "check --list",
        "spsa --list",
        "--help",
    ] {
        expect_quiet_end(shisan(arguments));
    }
}

#[track_caller]
fn expect_quiet_end(mut command: Command) {
    command.stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().expect("the program runs");
    drop(child.stdout.take());
    let output = child.wait_with_output().expect("a child");
    let error = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{command:?}: {}", output.status);
    assert_eq!(error, "", "{command:?}");
}
