//! The brain's command line, as managers and as people use it.

use std::fs::File;
use std::process::Stdio;

use crate::brain::{Brain, SOON};

#[test]
#[cfg(unix)]
fn garbage_arguments_start_the_brain() {
    use std::os::unix::ffi::OsStringExt;
    let garbage = std::ffi::OsString::from_vec(vec![b'p', 0xFF, 0xFE, b'\x1b']);
    for arguments in [
        vec![garbage.clone()],
        vec!["".into(), "--help".into()],
        vec!["--force-utf8".into()],
        vec!["-p".into(), garbage, "bench".into()],
    ] {
        let mut brain = Brain::with_arguments(arguments);
        brain.send("START 15");
        brain.expect("OK", SOON);
        brain.quit();
    }
}

#[test]
fn version_and_help_are_printed() {
    let mut version = Brain::with_arguments(vec!["--version".into()]);
    let line = version.line(SOON).expect("a version");
    assert!(line.starts_with(concat!("shisan ", env!("CARGO_PKG_VERSION"))), "{line}");
    version.expect_exit(0, SOON);
    let mut help = Brain::with_arguments(vec!["--help".into()]);
    let lines: Vec<_> = std::iter::from_fn(|| help.line(SOON)).collect();
    assert!(lines.iter().any(|line| line.contains("brain")), "{lines:?}");
    help.expect_exit(0, SOON);
}

#[test]
fn a_tool_of_shisan_is_an_error_and_no_brain() {
    for (words, error) in [
        (
            ["match", "--games"],
            "\"match\" is not a command of the brain; perhaps you mean: shisan match",
        ),
        (["mtach", ""], "\"mtach\" is not a command of the brain; perhaps you mean: shisan match"),
        (["parms", "--json"], "unknown argument \"parms\"; perhaps you mean params"),
    ] {
        Brain::with_arguments(words.map(Into::into).to_vec()).expect_error(error);
    }
}

#[test]
fn bad_weights_and_parameters_are_errors() {
    for (words, error) in [
        (["--weights", "no-such-file"], "no-such-file: "),
        (
            ["--weights", concat!(env!("CARGO_MANIFEST_DIR"), "/Cargo.toml")],
            env!("CARGO_MANIFEST_DIR"),
        ),
        (["--set", "no_such_parameter=1"], ""),
        (["params", "--jsn"], ""),
        (["bench", "again"], ""),
    ] {
        Brain::with_arguments(words.map(Into::into).to_vec()).expect_error(error);
    }
}

#[test]
#[cfg(target_os = "linux")]
fn a_full_disk_is_an_error() {
    if Brain::is_emulated() {
        return;
    }
    for word in ["bench", "params", "--version", "--help"] {
        let full = std::fs::File::options().write(true).open("/dev/full").expect("a device");
        let output = Brain::command().arg(word).stdout(full).output().expect("the brain starts");
        let error = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{word}: {error}");
        assert!(
            error.starts_with("error: standard output: No space left on device"),
            "{word}: {error}"
        );
    }
}

#[test]
#[cfg(unix)]
fn a_closed_pipe_ends_quietly() {
    if Brain::is_emulated() {
        return;
    }
    for word in ["bench", "params"] {
        let mut brain = Brain::command();
        brain.arg(word).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut brain = brain.spawn().expect("the brain starts");
        drop(brain.stdout.take());
        let output = brain.wait_with_output().expect("the brain ends");
        let error = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success() && error.is_empty(), "{word}: {}, {error}", output.status);
    }
}

/// A manager that reads late, by a socket that does not block, gets every answer.
#[test]
#[cfg(unix)]
fn an_output_that_does_not_block_is_waited_for() {
    use std::io::{Read, Write};
    use std::os::{fd::OwnedFd, unix::net::UnixStream};
    use std::{thread, time::Duration};
    const ASKED: usize = 20_000;
    if Brain::is_emulated() {
        return;
    }
    let (mut manager, output) = UnixStream::pair().expect("sockets");
    output.set_nonblocking(true).expect("a socket");
    let mut brain = Brain::command();
    brain.stdin(Stdio::piped()).stdout(OwnedFd::from(output));
    let mut running = brain.spawn().expect("the brain starts");
    // It holds the other end, too.
    drop(brain);
    let mut input = running.stdin.take().expect("a pipe");
    input.write_all("ABOUT\n".repeat(ASKED).as_bytes()).expect("it reads");
    drop(input);
    thread::sleep(Duration::from_millis(300));
    let mut text = String::new();
    manager.read_to_string(&mut text).expect("text");
    assert_eq!(text.lines().count(), ASKED);
    assert!(running.wait().expect("it ends").success());
}

/// Runs the brain with a terminal as its standard input, types `text`, and returns the exit code,
/// standard output and standard error.
#[cfg(unix)]
fn on_a_terminal(arguments: &[&str], text: &str) -> (Option<i32>, String, String) {
    use std::fs::File;
    use std::io::Write;

    let terminal = nix::pty::openpty(None, None).expect("a terminal");
    let mut keyboard = File::from(terminal.master);
    let brain = Brain::command()
        .args(arguments)
        .stdin(Stdio::from(terminal.slave))
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the brain starts");
    keyboard.write_all(text.as_bytes()).expect("a terminal takes what is typed");
    let output = brain.wait_with_output().expect("the brain ends");
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    (output.status.code(), text(&output.stdout), text(&output.stderr))
}

#[test]
#[cfg(unix)]
fn a_person_on_a_terminal_reads_how_to_play() {
    if Brain::is_emulated() {
        return;
    }
    let (code, replies, hint) = on_a_terminal(&[], "START 15\nINFO timeout_turn 0\nBEGIN\nEND\n");
    assert_eq!(code, Some(0));
    // END may end the search.
    assert!(["OK\n", "OK\n7,7\n"].contains(&&*replies), "{replies}");
    assert!(hint.starts_with(concat!("Shisan ", env!("CARGO_PKG_VERSION"), " ")), "{hint}");
    assert!(hint.contains("START 15") && hint.contains("--help"), "{hint}");
    assert_eq!(hint.lines().count(), 1, "{hint}");
}

#[test]
#[cfg(unix)]
fn a_person_on_a_terminal_gets_an_error_for_an_unknown_word() {
    if Brain::is_emulated() {
        return;
    }
    for words in [["mtach", ""], ["paly", ""], ["--force-utf8", "x"], ["gomocup", ""], ["", ""]] {
        let (code, replies, error) = on_a_terminal(&words, "");
        assert_eq!((code, &*replies), (Some(2), ""), "{words:?}: {error}");
        assert!(error.contains(&format!("{:?}", words[0])), "{words:?}: {error}");
        assert_eq!(error.lines().count(), 1, "{error}");
    }
}

#[test]
#[cfg(unix)]
fn an_input_that_cannot_be_read_is_an_error() {
    let output =
        Brain::command().stdin(File::open("/").expect("a folder")).output().expect("it runs");
    let error = String::from_utf8_lossy(&output.stderr);
    assert!(error.starts_with("error: standard input: ") && error.lines().count() == 1, "{error}");
    assert_eq!((output.status.code(), output.stdout.as_slice()), (Some(2), &b""[..]));
}
