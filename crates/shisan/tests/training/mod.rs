//! Training with the built program: a killed run continues to the same end, and files that do
//! not belong are refused with a reason.

mod corpus;
mod exam;
mod network;
mod round;

use std::collections::BTreeSet;
use std::fs;
#[cfg(unix)]
use std::os::unix::process::CommandExt;
use std::process::{Child, Command, Output, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use crate::folder::Folder;

/// The program.
const PROGRAM: &str = env!("CARGO_BIN_EXE_shisan");
/// How long anything here may take.
const LONG: Duration = Duration::from_secs(120);
/// Games that are played in a moment.
const GAMES: &str = "selfplay --rule freestyle --size 15,20 --games 40 --nodes 60 --jobs 2";

impl Folder {
    fn trainer(&self, arguments: &str) -> Command {
        let mut command = Command::new(PROGRAM);
        command.current_dir(self.path()).env_remove("RUST_LOG");
        command.args(arguments.split_whitespace()).stdin(Stdio::null());
        #[cfg(unix)]
        command.process_group(0);
        command
    }

    fn train(&self, arguments: &str) -> Output {
        self.trainer(arguments).output().expect("the program runs")
    }

    /// What a command must do without complaint; returns what it prints.
    #[track_caller]
    fn trained(&self, arguments: &str) -> String {
        let output = self.train(arguments);
        let error = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(output.status.success(), "{arguments}: {error}");
        String::from_utf8(output.stdout).expect("text")
    }

    /// The one line of complaint about what cannot be done, without the word that it begins with.
    #[track_caller]
    fn refused(&self, arguments: &str) -> String {
        let output = self.train(arguments);
        let error = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!(output.status.code(), Some(2), "{arguments}: {error}");
        assert_eq!(error.lines().count(), 1, "{error}");
        error.strip_prefix("error: ").expect(&error).to_owned()
    }

    fn read(&self, file: &str) -> String {
        fs::read_to_string(self.path().join(file)).unwrap_or_default()
    }

    fn write(&self, file: &str, content: impl AsRef<[u8]>) {
        fs::write(self.path().join(file), content).expect("disk space");
    }

    /// The lines of a file in an order of their own.
    fn lines(&self, file: &str) -> BTreeSet<String> {
        self.read(file).lines().map(str::to_owned).collect()
    }
}

/// Kills a run, and what it has started, once it has done something.
fn kill_after(mut child: Child, has_begun: impl Fn() -> bool) {
    let deadline = Instant::now() + LONG;
    while !has_begun() && child.try_wait().expect("a child").is_none() {
        assert!(Instant::now() < deadline, "nothing happens");
        thread::sleep(Duration::from_millis(1));
    }
    #[cfg(unix)]
    {
        let group = nix::unistd::Pid::from_raw(child.id().cast_signed());
        // It may have ended.
        let _ = nix::sys::signal::killpg(group, nix::sys::signal::Signal::SIGKILL);
    }
    #[cfg(not(unix))]
    child.kill().expect("a child");
    child.wait().expect("a child");
}

#[test]
fn a_killed_generation_goes_on_where_it_was() {
    let folder = Folder::new("selfplay-killed");
    folder.trained(&format!("{GAMES} whole.txt"));
    let whole = folder.lines("whole.txt");
    assert_eq!(whole.len(), 41, "a heading and the games");
    assert!(whole.iter().filter(|line| line.starts_with("freestyle 20x20 ")).count() == 20);
    let arguments = format!("{GAMES} part.txt");
    for games in [2, 9, 20] {
        let child = folder.trainer(&arguments).stderr(Stdio::null()).spawn().expect("it runs");
        kill_after(child, || folder.read("part.txt").lines().count() > games);
        // Killed in the middle of a line.
        let text = folder.read("part.txt");
        folder.write("part.txt", &text[..text.len() - 5]);
    }
    folder.trained(&arguments);
    assert_eq!(folder.lines("part.txt"), whole);
    let text = folder.read("part.txt");
    folder.trained(&arguments);
    assert_eq!(folder.read("part.txt"), text, "nothing is left to play");
}

#[test]
fn statistics_tell_what_is_in_files() {
    let folder = Folder::new("selfplay-stats");
    folder.write(
        "a.txt",
        "# shisan games 2: rule=renju nodes=9\n\
         renju 15x15 1 black h8? i9=20 h9=30 j9 g9=29995\n\
         renju 15x15 2 draw h8? i9=-120 h9=-30\n",
    );
    folder.write("b.txt", "freestyle 20x20 3 white h8? i9? h9=-500\n");
    let filter = folder.refused("selfplay --stats a.txt --rule renju");
    assert!(filter.contains("cannot be used with '--rule"), "{filter}");
    let printed = folder.trained("selfplay --stats a.txt b.txt");
    let expected = [
        "setting: rule=renju nodes=9",
        "setting: unknown",
        "freestyle 20x20              1  0.0 % 100.0 %  0.0 %          3     3.0",
        "renju 15x15                  2 50.0 %  0.0 % 50.0 %          8     4.0",
        "moves: 54.5 % searched (9.1 % proven wins and losses), 36.4 % random, 9.1 % forced",
        "files: 163 bytes, 27.17 a searched move",
        "length: 3 to 5, median 3, nine in ten 3 to 3",
        "repeated: 0 games (0.0 %), 1 openings up to symmetry (33.3 %)",
        "0 to 49                        3 60.0 %  0.500",
        "100 to 199                     1 20.0 %  0.500",
        "400 to 799                     1 20.0 %  1.000",
    ];
    for line in expected {
        assert!(printed.lines().any(|found| found == line), "no {line:?} in\n{printed}");
    }
}

#[test]
fn a_killed_fit_goes_on_where_it_was() {
    let folder = Folder::new("tune-killed");
    folder.trained(&format!("{GAMES} games.txt"));
    let tune = "tune --rule freestyle --from-scratch --epochs 5 games.txt --output";
    folder.trained(&format!("{tune} whole.bin"));
    // Joined with itself, the games the other way round.
    let games = folder.read("games.txt");
    let (heading, lines) = games.split_once('\n').expect("a heading");
    let turned: String = lines.lines().rev().flat_map(|line| [line, "\n"]).collect();
    folder.write("games.txt", format!("{heading}\n{turned}{heading}\n{turned}"));
    let arguments = format!("{tune} part.bin --resume");
    for epochs in [2, 4] {
        let child = folder.trainer(&arguments).stderr(Stdio::null()).spawn().expect("it runs");
        kill_after(child, || folder.read("part.csv").lines().count() > epochs);
    }
    if folder.path().join("part.checkpoint").exists() {
        let other = folder.refused(&arguments.replace("--epochs 5", "--epochs 6"));
        assert!(other.contains("part.checkpoint belongs to another fit"), "{other}");
    }
    folder.trained(&arguments);
    let product = |name: &str| fs::read(folder.path().join(name)).expect("a product");
    assert!(product("part.bin") == product("whole.bin"), "the same bytes");
    assert_eq!(folder.read("part.csv"), folder.read("whole.csv"));
    assert!(folder.read("part.csv").lines().count() > 6);
    assert!(!folder.path().join("part.checkpoint").exists());
    for name in ["value", "moves"] {
        assert!(folder.read(&format!("part.{name}.svg")).ends_with("</svg>\n"));
    }
    let provenance = String::from_utf8_lossy(&product("whole.bin")).into_owned();
    assert!(provenance.contains("40 freestyle games, "), "{provenance}");
    folder.trained(&format!("{GAMES} more.txt --weights whole.bin"));
    assert_ne!(folder.lines("more.txt"), folder.lines("games.txt"), "other weights play otherwise");
}

#[test]
fn files_that_do_not_belong_are_refused() {
    let folder = Folder::new("tune-refused");
    folder.write("renju.txt", "renju 15x15 1 draw h8? i9=20\n");
    folder.write("later.txt", "# shisan games 3: by another version\nrenju 15x15 1 h8 i9\n");
    folder.write("foreign.txt", "h8i9j10\n");
    folder.write("taken.txt", "freestyle 15x15 7 draw h8? h8=20\n");
    folder.write("foreign.bin", "[requirement]\nmin_version = 1");
    let shipped = concat!(env!("CARGO_MANIFEST_DIR"), "/../../data/tables/freestyle.bin");
    let good = fs::read(shipped).expect("our own file");
    folder.write("short.bin", &good[..good.len() / 2]);
    folder.write("older.bin", [b"shisanw0", &good[8..]].concat());
    let tune = |file: &str| folder.refused(&format!("tune --rule freestyle {file} -o new.bin"));
    let of_rule = tune("renju.txt");
    assert_eq!(of_rule, "renju.txt: line 1: a game of renju, not of freestyle\n");
    assert!(tune("later.txt").starts_with("later.txt: line 1: games of schema 3, "));
    assert!(tune("foreign.txt").starts_with("foreign.txt: line 1: "));
    assert_eq!(tune("taken.txt"), "taken.txt: line 1: h8 is played twice\n");
    assert!(folder.refused("selfplay foreign.txt").starts_with("foreign.txt: line 1: "));
    let weights = |file: &str| folder.refused(&format!("bench --weights {file}"));
    assert_eq!(weights("foreign.bin"), "foreign.bin: not a weights file\n");
    assert!(weights("short.bin").starts_with("short.bin: the weights file is cut short"));
    assert!(weights("older.bin").contains("another version: run tune again"));
    assert!(weights("none.bin").starts_with("none.bin: "));
    assert!(!folder.path().join("new.bin").exists());
}

#[test]
fn weights_of_another_rule_are_refused() {
    let folder = Folder::new("weights-refused");
    let data = concat!(env!("CARGO_MANIFEST_DIR"), "/../../data");
    for (from, to) in [("networks/caro.bin", "caro.bin"), ("tables/renju.bin", "tables.bin")] {
        fs::copy(format!("{data}/{from}"), folder.path().join(to)).expect("our own file");
    }
    folder.write("games.txt", "renju 15x15 1 draw h8? i9=20\n");
    folder.write("exam.txt", "# shisan exam 1 questions: rule=renju seed=1\n");
    for command in [
        "selfplay --rule renju --games 1 new.txt",
        "label --rule renju games.txt -o new.txt",
        "openings --rule renju --count 1 -o new.txt",
        "exam draw --rule renju games.txt -o new.txt",
        "exam truth exam.txt",
        "exam take exam.txt -o new.txt",
    ] {
        let error = folder.refused(&format!("{command} --weights caro.bin"));
        assert_eq!(error, "caro.bin: a network for caro, not for renju\n", "{command}");
    }
    assert_eq!(
        folder.refused("exam truth exam.txt --second-weights caro.bin"),
        "caro.bin: a network for caro, not for renju\n"
    );
    assert_eq!(
        folder.refused("selfplay --rule caro,freestyle --weights tables.bin new.txt"),
        "tables.bin: tables for renju, not for caro or freestyle\n"
    );
    assert!(!folder.path().join("new.txt").exists());
    folder.trained("selfplay --rule renju,caro --games 2 --nodes 60 --weights caro.bin mixed.txt");
    assert_eq!(
        folder.refused("label games.txt --weights caro.bin -o all.txt"),
        "caro.bin: a network for caro, not for renju\n"
    );
    folder.trained("label mixed.txt --positions 1 --nodes 60 --weights caro.bin -o all.txt");
}

#[test]
fn a_file_holds_games_of_one_setting() {
    let folder = Folder::new("selfplay-setting");
    let play = "selfplay --rule freestyle --games 3 games.txt --nodes";
    folder.trained(&format!("{play} 60"));
    let games = folder.read("games.txt");
    assert!(
        games.starts_with("# shisan games 2: rule=freestyle size=15x15 nodes=60 max-eval=150 ")
    );
    for (arguments, difference) in [
        (format!("{play} 70"), "nodes was 60 and is 70"),
        (play.replace("freestyle", "renju") + " 60", "rule was freestyle and is renju"),
        (format!("{play} 60 --max-eval 200"), "max-eval was 150 and is 200"),
        (format!("{play} 60 --size 16"), "size was 15x15 and is 16x16"),
        (format!("{play} 60 --set razor_depth=2"), "set was defaults and is razor_depth=2"),
    ] {
        let refusal = format!(
            "games.txt holds games of another setting, {difference}: write to another file\n"
        );
        assert_eq!(folder.refused(&arguments), refusal);
        assert_eq!(folder.read("games.txt"), games);
    }
    let (_, lines) = games.split_once('\n').expect("a heading");
    folder.write("old.txt", lines);
    let old = folder.refused("selfplay --games 3 --nodes 60 old.txt");
    assert_eq!(old, "old.txt holds games of an unknown setting: write to another file\n");
    // Another machine's games of the same setting join them.
    folder.trained(&format!("{} --first 3", play.replace("games.txt", "more.txt") + " 60"));
    folder.write("joined.txt", games.clone() + &folder.read("more.txt"));
    folder.trained("selfplay --rule freestyle --games 7 --nodes 60 joined.txt");
    assert_eq!(folder.read("joined.txt").lines().count(), 2 + 7);
    folder.trained("selfplay --games 3 --nodes 800 other.txt");
    let tune = "tune --epochs 1 --output new.bin games.txt";
    let mixed = folder.refused(&format!("{tune} other.txt"));
    let expected =
        "other.txt: games of another setting, nodes was 60 and is 800: --mixed accepts them\n";
    assert_eq!(mixed, expected);
    let unknown = folder.refused(&format!("{tune} old.txt"));
    assert!(unknown.starts_with("old.txt: games of another setting, some of an unknown one: "));
    let accepted = folder.train(&format!("{tune} --mixed other.txt old.txt")).stderr;
    let accepted = String::from_utf8_lossy(&accepted).into_owned();
    assert!(accepted.starts_with("6 freestyle games, "), "{accepted}");
}

#[test]
fn games_beyond_the_last_seed_are_refused_before_their_file_is_begun() {
    let folder = Folder::new("selfplay-seeds");
    let refusal = folder.refused(&format!("selfplay --games 2 --first {} games.txt", u64::MAX));
    assert_eq!(refusal, "--first: too few seeds are left for --games\n");
    assert!(!folder.path().join("games.txt").exists());
}

#[test]
fn files_of_nothing_are_not_begun() {
    let folder = Folder::new("nothing");
    for arguments in [
        "selfplay --games 0 made.txt",
        "openings --count 0 --output made.txt",
        "exam draw --questions 0 --output made.txt games.txt",
        "exam draw --questions 4294967295 --output made.txt games.txt",
        "exam take --questions 0 --output made.txt exam.txt",
        "exam truth --questions 0 exam.txt",
        "label --positions 0 --output made.txt games.txt",
        "train --positions 0 --output made.txt games.txt",
        "openings --max-attempts 0 --output made.txt",
    ] {
        let refusal = folder.refused(arguments);
        assert!(refusal.contains(": expected a whole number from 1"), "{refusal}");
        assert!(!folder.path().join("made.txt").exists(), "{arguments}");
    }
}

#[test]
fn a_fit_writes_regular_files_only_and_checks_them_first() {
    let folder = Folder::new("tune-output");
    folder.trained(&format!("{GAMES} games.txt"));
    let tune = |output: &str| folder.refused(&format!("tune games.txt --output {output}"));
    assert!(tune("no/such/new.bin").starts_with("no/such/new.bin: "));
    fs::create_dir(folder.path().join("new.value.svg")).expect("disk space");
    assert_eq!(tune("new.bin"), "new.value.svg is a folder: name a file\n");
    assert!(!folder.path().join("new.checkpoint").exists(), "nothing was begun");
    #[cfg(target_os = "linux")]
    {
        use std::os::unix::fs::FileTypeExt;
        // A link to the device: were it replaced, the machine would not lose it.
        let link = folder.path().join("full.bin");
        std::os::unix::fs::symlink("/dev/full", &link).expect("a link");
        assert_eq!(tune("full.bin"), "full.bin is not a regular file: name another\n");
        assert!(fs::metadata(&link).expect("the device").file_type().is_char_device());
    }
}

#[test]
fn a_fit_that_gains_nothing_says_so() {
    let folder = Folder::new("tune-unchanged");
    // The same moves, won by one side and by the other.
    let game = |seed: u32| {
        let winner = if seed % 12 < 6 { "black" } else { "white" };
        format!("freestyle 15x15 {seed} {winner} h8? i9=0 j9=0 i7=0\n")
    };
    folder.write("games.txt", (0..40).map(game).collect::<String>());
    let output = folder.train("tune --lambda 1 --epochs 3 --output new.bin games.txt");
    let printed = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(output.status.success(), "{printed}");
    assert!(
        printed.contains("\nvalue: unchanged, no epoch lowered the validation loss\n"),
        "{printed}"
    );
    assert!(
        printed.contains("\nvalue 1: training 0.") && !printed.contains("moves: unchanged"),
        "{printed}"
    );
}

#[test]
#[cfg(unix)]
fn an_interrupt_ends_self_play_in_order() {
    use nix::sys::signal::{Signal, kill};
    use nix::unistd::Pid;
    let folder = Folder::new("selfplay-interrupted");
    let arguments = "selfplay --games 100000 --nodes 60 --jobs 2 games.txt";
    let child = folder.trainer(arguments).stderr(Stdio::piped()).spawn().expect("it runs");
    let deadline = Instant::now() + LONG;
    while folder.read("games.txt").lines().count() < 3 {
        assert!(Instant::now() < deadline, "nothing happens");
        thread::sleep(Duration::from_millis(5));
    }
    kill(Pid::from_raw(child.id().cast_signed()), Signal::SIGINT).expect("a child");
    let output = child.wait_with_output().expect("a child");
    let printed = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(75), "{printed}");
    assert!(printed.ends_with(&format!("to continue: {PROGRAM} {arguments}\n")), "{printed}");
    assert!(folder.read("games.txt").ends_with('\n'));
}
