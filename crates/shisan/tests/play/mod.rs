//! Games by `play`: the example of its page, interrupts, and terminals.

mod leaving;

use std::fs::{self, File};
use std::io::{BufRead, BufReader, Read, Write};
use std::path::Path;
use std::process::{Child, ChildStdout, Command, Stdio};
use std::sync::mpsc;
use std::thread;
use std::time::Duration;

use nix::fcntl::{FcntlArg, FdFlag, fcntl};
use nix::sys::signal::{Signal, kill};
use nix::sys::termios::{LocalFlags, SetArg, tcgetattr, tcsetattr};
use nix::unistd::Pid;

use crate::folder::Folder;

/// `shisan play` in `folder`, the same on every machine.
fn play(arguments: &str, folder: &Path) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_shisan"));
    command.args(["play", "--text"]).args(arguments.split_whitespace()).current_dir(folder);
    command.args(["--threads", "1"]).stdin(Stdio::piped()).stdout(Stdio::piped());
    // Where `CI` is set, even a dumb terminal gets colours.
    for name in ["RUST_LOG", "NO_COLOR", "CLICOLOR", "CLICOLOR_FORCE", "CI"] {
        command.env_remove(name);
    }
    command
}

/// What a game prints when `input` is typed.
fn typed(mut command: Command, input: &str) -> String {
    let mut game = command.spawn().expect("the program starts");
    let mut keyboard = game.stdin.take().expect("a pipe");
    keyboard.write_all(input.as_bytes()).expect("a reader");
    drop(keyboard);
    let output = game.wait_with_output().expect("the program ends");
    assert!(output.status.success(), "{}", output.status);
    String::from_utf8(output.stdout).expect("UTF-8")
}

/// Builds the book x.book in `folder` of a game in SGF.
fn build_book(folder: &Path, options: &str, game: &str) {
    fs::write(folder.join("game.sgf"), game).expect("disk space");
    let mut build = Command::new(env!("CARGO_BIN_EXE_shisan"));
    build.args(["book", "build"]).args(options.split_whitespace()).args(["x.book", "game.sgf"]);
    let output = build.current_dir(folder).output().expect("the program runs");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
}

#[test]
fn a_book_is_played_on_its_side() {
    let folder = Folder::new("play-book-side");
    build_book(folder.path(), "--size 20x15", "(;GM[4]SZ[20:15]RE[B+];B[fd])");
    let options = "--side white --nodes 100 --book x.book";
    let text = typed(play(&format!("{options} --size 15x20"), folder.path()), "quit\n");
    let images = ["d6", "l6", "d15", "l15"];
    assert!(images.iter().any(|cell| text.contains(&format!("1. black {cell}\n"))), "{text}");
    let mut other = play(&format!("{options} --size 15"), folder.path());
    let output = other.stderr(Stdio::piped()).output().expect("the program runs");
    let error = String::from_utf8_lossy(&output.stderr);
    assert_eq!(error, "error: x.book: a book of freestyle 20x15, not of freestyle 15x15\n");
}

#[test]
fn the_example_of_the_page_is_true() {
    let page = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/play.md");
    let page = fs::read_to_string(page).expect("a page");
    let start = page.find("```text\n$ shisan play ").expect("an example");
    let example = page[start..].lines().skip(1).take_while(|line| *line != "```");
    let (typed_lines, printed): (Vec<&str>, Vec<&str>) =
        example.partition(|line| line.starts_with("> ") || line.starts_with("$ "));
    let (command, lines) = typed_lines.split_first().expect("a command");
    let arguments = command.trim_start_matches("$ shisan play ");
    let lines = lines.iter().map(|line| &line[2..]).collect::<Vec<_>>().join("\n");
    let folder = Folder::new("play-page");
    let text = typed(play(arguments, folder.path()), &lines);
    assert_eq!(text.lines().collect::<Vec<_>>(), printed);
}

#[test]
fn a_hint_has_a_value_where_nothing_is_searched() {
    let folder = Folder::new("play-hint");
    // The first stone; the only reply to a four; a five.
    for (moves, hint) in [
        ("", "hint: h8, "),
        ("h8a1i8a2j8g8k8", "hint: l8, "),
        ("h8a1i8a2j8a3k8a4", "hint: g8, wins at once; g8"),
    ] {
        let command = play(&format!("--side both --nodes 2000 {moves}"), folder.path());
        let text = typed(command, "hint\nquit\n");
        let line = text.lines().find(|line| line.starts_with("hint: ")).unwrap_or_default();
        assert!(line.starts_with(hint), "{text}");
    }
}

#[test]
fn files_name_cells_as_the_game_does() {
    let folder = Folder::new("play-coords");
    let path = folder.path();
    let input = "moves\nsave out.pos\nsave out.board\nsave out.sgf\nnew\nload out.pos\nquit\n";
    // The same cells of a 15x15 board.
    for (coords, list) in [("top", "f11 h8 i9"), ("bottom", "f5 h8 i7"), ("gtp", "F5 H8 J7")] {
        let cells = list.replace(' ', "");
        fs::write(path.join("in.pos"), &cells).expect("a file");
        let arguments = format!("--side both --quiet-board --coords {coords} --load in.pos");
        let text = typed(play(&arguments, path), input);
        assert_eq!(text.matches(&format!("3 moves: {list}\n")).count(), 2, "{coords}: {text}");
        let read = |name: &str| fs::read_to_string(path.join(name)).expect("a file");
        assert_eq!(read("out.pos").trim_end(), cells);
        assert!(read("out.sgf").contains(";B[fk];W[hh];B[ii]"), "{coords}: {}", read("out.sgf"));
        let label = if coords == "top" { " 1 . " } else { "15 . " };
        let board = read("out.board");
        assert!(board.lines().nth(1).is_some_and(|row| row.starts_with(label)), "{board}");
    }
}

#[test]
fn what_a_file_says_is_saved_again() {
    let folder = Folder::new("play-kept");
    let path = folder.path();
    let root =
        "(;GM[4]SZ[15]PB[Ann]PW[Bob]EV[Cup]DT[2024-05-01]RE[W+R]GC[a game]AB[hh]AW[ii]AB[jj]";
    let game = format!("{root};W[hi]C[a move](;B[ij]C[40ms\nanother]TR[aa])(;B[aa]))");
    fs::write(path.join("in.sgf"), game).expect("disk space");
    let arguments = "--side both --quiet-board --load in.sgf";
    let mut command = play(arguments, path);
    let output = command.stdin(Stdio::null()).output().expect("the program runs");
    let warning = "warning: in.sgf: play has no place for 1 variation, 1 mark\n";
    assert_eq!(String::from_utf8_lossy(&output.stderr), warning);
    let input =
        "save same.sgf\nundo\nundo\nundo\nmoves\nredo\na1\nsave other.sgf\nsave other.pos\n";
    let text = typed(play(arguments, path), input);
    for part in [
        "taken back: i10\nblack to move\ntaken back: h9\nwhite to move\nundo: there is no move of yours\n",
        "3 stones set up: h8 i9 j10\nno moves yet\n1. white h9\n2. black a1\n",
        "saved: other.pos\nwarning: pos has no place for 1 set-up position, 2 comments, 2 players' names, 1 rule, 2 dates",
    ] {
        assert!(text.contains(part), "{part} is not in {text}");
    }
    for (file, names, last) in [
        ("same.sgf", "PB[Ann]PW[Bob]RE[W+R]", ";B[ij]C[40ms\nanother])"),
        ("other.sgf", "PB[Human]PW[Human]", ";B[aa])"),
    ] {
        let text = fs::read_to_string(path.join(file)).expect("a game").replace('\n', "");
        let head = format!("SZ[15]RU[freestyle]{names}DT[2024-05-01]EV[Cup]GC[a game]");
        let moves = format!("AB[hh][jj]AW[ii];W[hi]C[a move]{}", last.replace('\n', ""));
        assert!(text.ends_with(&(head + &moves)), "{text}");
    }
}

/// Reads lines up to the one that contains `part`.
fn read_to(reader: &mut BufReader<ChildStdout>, part: &str) -> String {
    let mut text = String::new();
    while !text.contains(part) {
        assert!(reader.read_line(&mut text).expect("UTF-8") > 0, "no {part:?} in {text}");
    }
    text
}

fn interrupt(game: &Child) {
    let id = Pid::from_raw(i32::try_from(game.id()).expect("a process"));
    kill(id, Signal::SIGINT).expect("a process of ours");
}

#[test]
fn a_line_that_is_too_long_does_nothing() {
    let folder = Folder::new("play-long");
    let long = "x".repeat((16 << 10) + 1);
    let text = typed(play("--side both", folder.path()), &format!("{long}h8\n{long}\nmoves\n"));
    let (_, answers) = text.split_once("black to move\n").expect("a beginning");
    assert_eq!(answers, "the line is too long\nthe line is too long\nno moves yet\n");
}

#[test]
fn an_input_that_cannot_be_read_is_an_error() {
    let folder = Folder::new("play-directory");
    let mut game = play("--side both", folder.path());
    game.stdin(File::open(folder.path()).expect("a folder")).stderr(Stdio::piped());
    let output = game.output().expect("the program runs");
    let error = String::from_utf8_lossy(&output.stderr);
    assert_eq!(error, "error: standard input: Is a directory (os error 21)\n");
    assert_eq!(output.status.code(), Some(2));
}

#[test]
fn only_regular_files_are_loaded() {
    let folder = Folder::new("play-load");
    let loading = |file: &str| {
        let output = play(&format!("--load {file}"), folder.path()).output().expect("it ends");
        assert_eq!(output.status.code(), Some(2));
        String::from_utf8(output.stderr).expect("UTF-8")
    };
    let null = "/dev/null is not a regular file: name another";
    assert_eq!(loading("/dev/null"), format!("error: {null}\n"));
    assert_eq!(loading("."), "error: \".\" is not the name of a file\n");
    let text = typed(play("h8", folder.path()), "load /dev/null\nmoves\nquit\n");
    assert!(text.contains(null), "{text}");
}

#[test]
fn an_interrupt_makes_a_thinking_engine_move() {
    let folder = Folder::new("play-stop");
    let mut command = play("--turn-time 1h", folder.path());
    let mut game = command.spawn().expect("the program starts");
    let mut keyboard = game.stdin.take().expect("a pipe");
    let mut screen = BufReader::new(game.stdout.take().expect("a pipe"));
    keyboard.write_all(b"h8\n").expect("a reader");
    read_to(&mut screen, "1. black h8");
    // The search has to begin: nothing is printed when it does.
    thread::sleep(Duration::from_secs(1));
    interrupt(&game);
    read_to(&mut screen, "2. white ");
    keyboard.write_all(b"quit\n").expect("a reader");
    assert_eq!(game.wait().expect("the program ends").code(), Some(0));
    assert_eq!(fs::read_dir(folder.path()).expect("a folder").count(), 0);
}

#[test]
fn a_writer_who_is_too_fast_waits() {
    let folder = Folder::new("play-fast");
    let mut game = play("--turn-time 1h", folder.path()).spawn().expect("the program starts");
    let mut keyboard = game.stdin.take().expect("a pipe");
    let (sender, written) = mpsc::channel();
    let writer = thread::spawn(move || {
        let text = b"h8\n".repeat(1000);
        while keyboard.write_all(&text).is_ok() && sender.send(()).is_ok() {}
    });
    // While the engine thinks, only what fits into the pipe is taken, and the lines that are read ahead.
    let pieces = (0..300).take_while(|_| written.recv_timeout(Duration::from_secs(2)).is_ok());
    assert!(pieces.count() < 300, "all of it is read");
    game.kill().expect("our child");
    game.wait().expect("our child");
    writer.join().expect("a thread");
}

/// What a game prints on a terminal of kind `term` when `input` is typed, and its exit code.
fn on_a_terminal(mut command: Command, input: &str, term: &str) -> (String, Option<i32>) {
    let terminal = nix::pty::openpty(None, None).expect("a terminal");
    // The echo of what is typed may come anywhere, in the middle of a row too.
    let mut modes = tcgetattr(&terminal.slave).expect("a terminal");
    modes.local_flags.remove(LocalFlags::ECHO);
    tcsetattr(&terminal.slave, SetArg::TCSANOW, &modes).expect("a terminal");
    command.env("TERM", term).stdin(terminal.slave.try_clone().expect("a handle"));
    let mut game = command.stdout(terminal.slave).spawn().expect("the program starts");
    // It holds the other end of the terminal, which has to close.
    drop(command);
    let mut terminal = File::from(terminal.master);
    terminal.write_all(input.as_bytes()).expect("a terminal takes what is typed");
    let (mut screen, mut part) = (Vec::new(), [0; 4096]);
    // A terminal that the program has closed is an error on Linux.
    while let Ok(length @ 1..) = terminal.read(&mut part) {
        screen.extend(&part[..length]);
    }
    let code = game.wait().expect("the program ends").code();
    (String::from_utf8(screen).expect("UTF-8"), code)
}

#[test]
fn a_terminal_gets_a_coloured_board_after_each_move() {
    let folder = Folder::new("play-terminal");
    let input = "h8\nquit\n";
    let game = || play("--side both --size 9x11", folder.path());
    let (screen, code) = on_a_terminal(game(), input, "xterm-256color");
    assert_eq!(code, Some(0), "{screen}");
    assert!(screen.contains("1. black h8"), "{screen}");
    let (first, second) = screen.split_once("1. black h8").expect("a move");
    assert!(first.contains("black>") && second.contains("white>"), "{screen}");
    for board in [first, second] {
        assert!(board.contains("\u{1b}[") && board.contains("a b c d e f g h i\r\n"), "{screen}");
    }
    let mut without = game();
    without.env("NO_COLOR", "1");
    for (command, term) in [(without, "xterm-256color"), (game(), "dumb")] {
        let (screen, _) = on_a_terminal(command, input, term);
        let row = "\r\n 8 . . . . . . . X .\r\n";
        assert!(!screen.contains('\u{1b}') && screen.contains(row), "{screen:?}");
    }
    let mut quiet = game();
    quiet.arg("--quiet-board");
    let (screen, _) = on_a_terminal(quiet, input, "dumb");
    assert!(screen.contains("1. black h8") && !screen.contains("a b c"), "{screen}");
}

#[test]
fn an_opening_without_room_is_refused_before_the_game() {
    let folder = Folder::new("play-opening-room");
    for (rule, size) in [("pro", "5x5"), ("long-pro", "7x6")] {
        let mut game = play(&format!("--opening-rule {rule} --size {size}"), folder.path());
        let output = game.stderr(Stdio::piped()).output().expect("the program runs");
        let error = String::from_utf8_lossy(&output.stderr);
        let expected = format!("error: --opening-rule {rule}: the {size} board is too small\n");
        assert_eq!((error.as_ref(), output.status.code()), (&*expected, Some(2)));
        assert_eq!(output.stdout, b"");
    }
}
