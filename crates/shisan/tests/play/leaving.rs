//! Games that are left: by an interrupt, at the end of a terminal, in an opening.

use super::*;

#[test]
fn an_interrupt_leaves_the_game_saved() {
    let folder = Folder::new("play-interrupt");
    let mut command = play("--rule renju --nodes 300 h8i9", folder.path());
    let mut game = command.spawn().expect("the program starts");
    let mut keyboard = game.stdin.take().expect("a pipe");
    let mut screen = BufReader::new(game.stdout.take().expect("a pipe"));
    keyboard.write_all(b"j10\nmoves\n").expect("a reader");
    let before = read_to(&mut screen, "4 moves: ");
    let moves = before.lines().last().expect("a line");
    interrupt(&game);
    let text = read_to(&mut screen, "to go on: ");
    assert_eq!(game.wait().expect("the program ends").code(), Some(75));
    let path = text.lines().find_map(|line| line.strip_prefix("the game is saved: "));
    let path = path.unwrap_or_else(|| panic!("no path in {text}"));
    assert_eq!(Path::new(path).parent(), Some(&*folder.path().canonicalize().expect("a folder")));
    let (program, words) =
        text.lines().last().and_then(|line| line.split_once(" play ")).expect("a command");
    assert!(words.ends_with(&format!(" --load {path}")), "{program} play {words}");
    let mut go_on = Command::new(env!("CARGO_BIN_EXE_shisan"));
    go_on.arg("play").args(words.split(' ')).stdin(Stdio::piped()).stdout(Stdio::piped());
    let again = typed(go_on, "moves\nquit\n");
    assert!(again.contains("renju 15x15") && again.contains(moves), "{again}");
}

#[test]
fn the_command_that_goes_on_has_what_the_game_has_changed() {
    let folder = Folder::new("play-state");
    let path = folder.path();
    fs::write(path.join("before.pos"), "h8i9\n").expect("disk space");
    for (options, typed_first, state) in [
        ("--level 900 --coords gtp h8", "level full\ncoords top\n", ""),
        ("--level=900 --nodes 300 h8", "level 500\n", " --level 500"),
        ("--load before.pos --coords bottom", "moves\n", " --coords bottom"),
        ("--opening-rule pro --side none --nodes 100", "", " --black shisan --white shisan"),
        ("--opponent ./x-brain --side both h8i9", "", " --side both --opponent ./x-brain"),
    ] {
        let mut game = play(options, path).spawn().expect("the program starts");
        let mut keyboard = game.stdin.take().expect("a pipe");
        let mut screen = BufReader::new(game.stdout.take().expect("a pipe"));
        keyboard.write_all(typed_first.as_bytes()).expect("a reader");
        keyboard.write_all(b"board\n").expect("a reader");
        thread::sleep(Duration::from_millis(300));
        interrupt(&game);
        let text = read_to(&mut screen, "to go on: ");
        drop(keyboard);
        assert_eq!(game.wait().expect("the program ends").code(), Some(75), "{text}");
        let (_, words) =
            text.lines().last().and_then(|line| line.split_once(" play ")).expect("a command");
        let (words, _) = words.rsplit_once(" --load ").expect("a file");
        assert!(words.ends_with(state), "{options}: {words}");
        let saved = text.lines().find_map(|line| line.strip_prefix("the game is saved: "));
        let mut go_on = Command::new(env!("CARGO_BIN_EXE_shisan"));
        go_on
            .current_dir(path)
            .arg("play")
            .args(words.split(' '))
            .args(["--load", saved.expect("a path")]);
        go_on.stdin(Stdio::piped()).stdout(Stdio::piped());
        let again = typed(go_on, "moves\nquit\n");
        assert!(!again.contains("error:") && again.contains(" moves: "), "{options}: {again}");
    }
}

#[test]
fn a_game_of_another_rule_than_the_book_goes_on() {
    let folder = Folder::new("play-book-rule");
    let path = folder.path();
    build_book(path, "--rule freestyle", "(;GM[4]SZ[15];B[hh];W[ii])");
    let mut game = play("--side both --book x.book", path).spawn().expect("the program starts");
    let mut keyboard = game.stdin.take().expect("a pipe");
    let mut screen = BufReader::new(game.stdout.take().expect("a pipe"));
    keyboard.write_all(b"new renju\nh8\n").expect("a reader");
    read_to(&mut screen, "1. black h8");
    interrupt(&game);
    let text = read_to(&mut screen, "to go on: ");
    assert_eq!(game.wait().expect("the program ends").code(), Some(75));
    let (_, words) =
        text.lines().last().and_then(|line| line.split_once(" play ")).expect("a command");
    assert!(words.contains("--book x.book "), "{words}");
    let mut go_on = Command::new(env!("CARGO_BIN_EXE_shisan"));
    go_on.arg("play").args(words.split(' ')).current_dir(path);
    go_on.stdin(Stdio::piped()).stdout(Stdio::piped());
    let again = typed(go_on, "moves\nquit\n");
    assert!(again.contains("renju 15x15") && again.contains("1 move: h8"), "{again}");
}

#[test]
fn the_end_of_input_on_a_terminal_saves_the_game() {
    let folder = Folder::new("play-end");
    let (screen, code) = on_a_terminal(play("--side both", folder.path()), "h8\n\u{4}", "dumb");
    assert_eq!(code, Some(75), "{screen}");
    let saved = fs::read_dir(folder.path()).expect("a folder").flatten().next().expect("a file");
    assert!(screen.contains(&format!("{}\r\n", saved.path().display())), "{screen}");
    let text = fs::read_to_string(saved.path()).expect("a game");
    assert!(text.contains(";B[hh]"), "{text}");
}

#[test]
fn an_interrupt_of_a_search_saves_the_game_at_the_end_of_its_pipe() {
    for (name, side, typed, last) in [
        ("play-pipe-none", "none", "", "1. black "),
        ("play-pipe-black", "black", "h8\n", "1. black h8"),
    ] {
        let folder = Folder::new(name);
        let mut game = play(&format!("--turn-time 1h --side {side}"), folder.path());
        let mut game = game.spawn().expect("the program starts");
        let mut keyboard = game.stdin.take().expect("a pipe");
        let mut screen = BufReader::new(game.stdout.take().expect("a pipe"));
        keyboard.write_all(typed.as_bytes()).expect("a reader");
        drop(keyboard);
        read_to(&mut screen, last);
        // The search has to begin: nothing is printed when it does.
        thread::sleep(Duration::from_secs(1));
        let id = Pid::from_raw(game.id().cast_signed());
        kill(id, Signal::SIGTERM).expect("a process of ours");
        let text = read_to(&mut screen, "to go on: ");
        assert_eq!(game.wait().expect("the program ends").code(), Some(75), "{text}");
        assert!(text.contains("2. white ") && text.contains("the game is saved: "), "{text}");
    }
}

#[test]
fn a_game_outlives_its_terminal_and_the_reader_of_its_output() {
    let folder = Folder::new("play-gone");
    for is_whole_terminal in [true, false] {
        let nix::pty::OpenptyResult { master, slave } =
            nix::pty::openpty(None, None).expect("a terminal");
        // The program must not hold the end that closes.
        fcntl(&master, FcntlArg::F_SETFD(FdFlag::FD_CLOEXEC)).expect("a handle");
        let mut command = play("--turn-time 2s", folder.path());
        command.stdin(slave.try_clone().expect("a handle")).stderr(Stdio::piped());
        if is_whole_terminal {
            command.stdout(slave);
        }
        let mut game = command.spawn().expect("the program starts");
        drop(command);
        let mut terminal = File::from(master);
        terminal.write_all(b"h8\n").expect("a terminal takes what is typed");
        // The game goes on until Shisan has its move.
        if let Some(screen) = game.stdout.take() {
            read_to(&mut BufReader::new(screen), "1. black h8");
        } else {
            let (mut screen, mut part) = (Vec::new(), [0; 4096]);
            while !String::from_utf8_lossy(&screen).contains("thinking") {
                let length = terminal.read(&mut part).expect("the program prints");
                screen.extend(&part[..length]);
            }
            drop(terminal);
        }
        let output = game.wait_with_output().expect("the program ends");
        let errors = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(75), "{errors}");
        let saved = fs::read_dir(folder.path()).expect("a folder").flatten().next();
        let saved = saved.expect("a file").path();
        let text = fs::read_to_string(&saved).expect("a game");
        assert!(text.contains(";B[hh]") && text.contains(";W["), "{text}");
        let line = format!("the game is saved: {}\nto go on: ", saved.display());
        assert!(errors.contains(&line), "{errors}");
        fs::remove_file(saved).expect("our file");
    }
}

#[test]
fn an_opening_that_is_left_is_saved() {
    let folder = Folder::new("play-opening-end");
    let game = play("--side both --opening-rule swap2", folder.path());
    let (screen, code) = on_a_terminal(game, "h8\ni9\n\u{4}", "dumb");
    assert_eq!(code, Some(75), "{screen}");
    assert!(screen.contains("to go on without the rest of the opening: "), "{screen}");
    let saved = fs::read_dir(folder.path()).expect("a folder").flatten().next().expect("a file");
    let text = fs::read_to_string(saved.path()).expect("a game");
    assert!(text.contains(";B[hh];W[ii]"), "{text}");
}

#[test]
fn interrupts_stop_an_opening_without_people_and_then_save_it() {
    let folder = Folder::new("play-opening-stop");
    let options = "--side none --rule renju --opening-rule taraguchi-10 --turn-time 1h";
    let mut game = play(options, folder.path()).spawn().expect("the program starts");
    let mut keyboard = game.stdin.take().expect("a pipe");
    let mut screen = BufReader::new(game.stdout.take().expect("a pipe"));
    for _ in 0..2 {
        keyboard.write_all(b"swap\ngo\n").expect("a reader");
        // The search has to begin: nothing is printed when it does.
        thread::sleep(Duration::from_secs(1));
        interrupt(&game);
        read_to(&mut screen, "stopped: `go` goes on\nstopped: `go` goes on\n");
        read_to(&mut screen, " to move\n");
    }
    thread::sleep(Duration::from_secs(1));
    interrupt(&game);
    read_to(&mut screen, "stopped: `go` goes on\n");
    interrupt(&game);
    read_to(&mut screen, "to go on without the rest of the opening: ");
    assert_eq!(game.wait().expect("the program ends").code(), Some(75));
}

#[test]
fn an_interrupt_behind_the_end_of_a_pipe_saves_the_game() {
    let folder = Folder::new("play-pipeline");
    let mut game = play("--side both", folder.path()).spawn().expect("the program starts");
    let mut keyboard = game.stdin.take().expect("a pipe");
    let mut screen = BufReader::new(game.stdout.take().expect("a pipe"));
    keyboard.write_all(b"h8\n").expect("a reader");
    read_to(&mut screen, "1. black h8");
    // As a writer does that the same interrupt ends.
    drop(keyboard);
    interrupt(&game);
    read_to(&mut screen, "the game is saved: ");
    assert_eq!(game.wait().expect("the program ends").code(), Some(75));
}
