//! The subcommand `spsa`, with our own brain and with a scripted one.

use std::fs;
use std::process::{Command, Output, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use crate::folder::Folder;

const PROGRAM: &str = env!("CARGO_BIN_EXE_shisan");
/// How long anything here may take.
const LONG: Duration = Duration::from_secs(120);

/// A short tuning of a few parameters that soon change the play.
const SHORT: &str = "--iterations 12 --rate 0.5 --jobs 2 --force-jobs \
    --param futility_margin --param lmr_factor --param history_weight --param quiesce_plies";

/// A tuning at fixed nodes.
fn command(folder: &Folder, arguments: &str) -> Command {
    let mut command = Command::new(PROGRAM);
    command
        .current_dir(folder.path())
        .env_remove("RUST_LOG")
        .args(["spsa", "--size", "15", "--nodes", "3000"])
        .args(arguments.split_whitespace())
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped());
    command
}

fn run(folder: &Folder, arguments: &str) -> Output {
    command(folder, arguments).output().expect("the program runs")
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

fn read(folder: &Folder, name: &str) -> String {
    fs::read_to_string(folder.path().join(name)).unwrap_or_default()
}

#[test]
fn a_killed_tuning_continues_to_the_same_end() {
    let folder = Folder::new("spsa-killed");
    let whole = run(&folder, &format!("{SHORT} --journal whole --csv whole.csv --chart whole.svg"));
    assert!(whole.status.success(), "{}", text(&whole.stderr));
    let arguments = &format!("{SHORT} --journal part --csv part.csv --resume");
    for results in [1, 5] {
        let mut child = command(&folder, arguments).spawn().expect("the program runs");
        let deadline = Instant::now() + LONG;
        while read(&folder, "part").lines().count() <= results {
            assert!(Instant::now() < deadline, "no {results} results in time");
            thread::sleep(Duration::from_millis(5));
        }
        child.kill().expect("a child");
        child.wait().expect("a child");
    }
    let part = run(&folder, arguments);
    assert!(part.status.success(), "{}", text(&part.stderr));
    let table = read(&folder, "whole.csv");
    assert_eq!(read(&folder, "part.csv"), table);
    let lines: Vec<&str> = table.lines().collect();
    let names = ["futility_margin", "lmr_factor", "history_weight", "quiesce_plies"];
    let names = names.map(|name| format!(",freestyle.{name}")).concat();
    let head = format!("iteration,points{names}");
    let head = head.as_str();
    assert_eq!((lines.len(), lines[0]), (13, head));
    assert!(lines.iter().any(|line| line.contains(",2,") || line.contains(",-2,")), "{table}");
    assert!(read(&folder, "whole.svg").contains("SPSA, 12 of 12 iterations"));
    let (resumed, uninterrupted) = (text(&part.stdout), text(&whole.stdout));
    assert_eq!(resumed.lines().last(), uninterrupted.lines().last());
    let row = resumed.lines().find(|line| line.contains("futility_margin: 80 -> "));
    assert!(row.is_some_and(|row| row.ends_with(", from 10 to 400, step 10")), "{resumed}");
    let last = resumed.lines().last().expect("a line");
    let settings = last.strip_prefix("brain: ").expect("the settings of a brain");
    let mut brain = Command::new(PROGRAM);
    let brain = brain.arg("brain").args(settings.split_whitespace()).stdin(Stdio::null()).status();
    assert!(brain.expect("the program runs").success(), "{settings}");
}

#[test]
fn what_cannot_be_tuned_is_refused_in_one_line() {
    let folder = Folder::new("spsa-refused");
    let known = "--iterations 1 --param lmr_factor --journal known";
    let output = run(&folder, known);
    assert!(output.status.success(), "{}", text(&output.stderr));
    let listing = format!("[ $1 = params ] && exec {PROGRAM} brain \"$@\"\nexit 1\n");
    fs::write(folder.path().join("lists"), listing).expect("disk space");
    for (arguments, reason) in [
        (
            "--param margin",
            "error: --param margin: the brain has no such parameter; it has futility_margin,",
        ),
        (
            "--list --param margin",
            "error: --param margin: the brain has no such parameter; it has futility_margin,",
        ),
        ("--param lmr_factor --param freestyle.lmr_factor", "lmr_factor is named twice"),
        ("--set lmr_factor=9", "expected lmr_factor from 20 to 300, not \"lmr_factor=9\""),
        ("--iterations 0", "--iterations: expected 1 or more"),
        ("--pairs 0", "--pairs: expected 1 or more"),
        ("--iterations 99999999999 --pairs 99999999999", "too large a number"),
        ("--rate 0", "a rate above 0"),
        ("--jobs 0", "'0' for '--jobs <N>': expected a whole number from 1 to 1024"),
        ("--jobs 999", "999 games at the same time with 1 search threads need 999 cores"),
        ("--brain nothing/of/this/name", "nothing/of/this/name"),
        ("--brain false", "false params --json: exit 1"),
        ("--brain true", "true params --json: expected a JSON array of parameters"),
        ("--brain sh lists", "failed to start game 1 (start:crash:exit 1)"),
        ("--chart no/such/folder/chart.svg", "no/such/folder/chart.svg: "),
        #[cfg(unix)]
        ("--csv /dev/null", "/dev/null is not a regular file"),
        (known, "known exists: continue it with --resume"),
        (&format!("{known} --seed 2 --resume"), "another spsa: seed was 1 and is 2"),
        (&format!("{known} --set lmr_factor=99 --resume"), "another spsa: brain.command was"),
    ] {
        let mut command = command(&folder, "");
        let (option, value) = arguments.split_once(' ').expect("an option");
        match option {
            "--brain" => command.args([option, value]),
            _ => command.args(arguments.split(' ')),
        };
        let output = command.output().expect("the program runs");
        let complaint = text(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{arguments}: {complaint}");
        assert!(complaint.contains(reason), "{arguments}: {complaint}");
        assert_eq!(complaint.lines().count(), 1, "{arguments}: {complaint}");
        assert!(!folder.path().join("spsa.jsonl").exists(), "{arguments}: nothing blocks a retry");
    }
}

#[test]
fn the_values_and_their_ranges_are_listed() {
    let folder = Folder::new("spsa-list");
    let listed = text(&run(&folder, "--list").stdout);
    assert!(listed.contains("\nfreestyle.razor_depth = 3, from 0 to 12, step 1: Razoring"));
    let one = text(&run(&folder, "--list --param razor_depth").stdout);
    assert!(one.starts_with("freestyle.razor_depth = 3, ") && one.lines().count() == 1, "{one}");
}

#[cfg(unix)]
mod scripted {
    use std::fs;
    use std::process::Stdio;

    use super::{Folder, command, read, text};

    /// A tuning of the scripted brain with this habit.
    fn tune(folder: &Folder, habit: &str, arguments: &str) -> (Option<i32>, String, String) {
        let script = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/brains/habits.sh");
        let output = command(folder, arguments)
            .args(["--brain", &format!("'{script}' {habit}")])
            .env("MANNERS_WORDS", folder.path().join("words"))
            .stdin(Stdio::null())
            .output()
            .expect("the program runs");
        (output.status.code(), text(&output.stdout), text(&output.stderr))
    }

    #[test]
    fn another_authors_brain_is_tuned_under_the_rule_that_is_played() {
        let folder = Folder::new("spsa-foreign");
        let (code, listed, errors) = tune(&folder, "", "--rule renju --list");
        assert_eq!((code, errors.as_str()), (Some(0), ""));
        let expected = "renju.depth = 5, from 1 to 9, step 2: Plies\n\
                        speed = 80, from 0 to 100, step 10: \n";
        assert_eq!(listed, expected);
        let (code, printed, errors) =
            tune(&folder, "", "--rule renju --iterations 2 --param depth --csv values.csv");
        assert_eq!((code, errors.as_str()), (Some(0), ""), "{printed}");
        assert!(
            printed
                .lines()
                .last()
                .is_some_and(|line| line.starts_with("brain: --set renju.depth="))
        );
        assert!(read(&folder, "values.csv").starts_with("iteration,points,renju.depth\n1,"));
        let words = read(&folder, "words");
        let started: Vec<&str> = words.lines().filter(|line| line.starts_with("--set")).collect();
        // Two brains for each of two iterations, a step apart.
        assert_eq!(started.len(), 4, "{words}");
        assert!(started.iter().all(|line| line.starts_with("--set renju.depth=")), "{words}");
        let (code, listed, _) = tune(&folder, "", "--rule caro --list");
        assert!(code == Some(0) && listed.starts_with("depth = 3, from 1 to 9"), "{listed}");
    }

    #[test]
    fn a_game_lost_by_a_fault_is_reported() {
        let folder = Folder::new("spsa-fault");
        let (code, printed, errors) =
            tune(&folder, "lost", "--iterations 1 --param depth --openings empty");
        assert_eq!((code, errors.as_str()), (Some(0), ""), "{printed}");
        let fault = |name| {
            format!(
                "iteration 1: illegal move: {name} answered \"ERROR where am I\", which is not a move \
                 (illegal:malformed)\n"
            )
        };
        assert!(printed.contains(&(fault("plus") + &fault("minus"))), "{printed}");
    }

    #[test]
    fn a_game_that_a_brain_does_not_start_ends_the_tuning_or_is_lost() {
        let folder = Folder::new("spsa-start");
        let refused = "failed to start game 1 (start:refused ERROR unsupported size)";
        let once = "--iterations 1 --param depth --openings empty";
        let (code, _, errors) = tune(&folder, "choosy", once);
        assert_eq!(code, Some(2), "{errors}");
        assert!(errors.contains(refused) && errors.lines().count() == 1, "{errors}");
        let (code, printed, errors) = tune(&folder, "choosy", &format!("{once} --recover"));
        assert_eq!((code, errors.as_str()), (Some(0), ""), "{printed}");
        assert_eq!(printed.matches("unsupported size").count(), 2, "{printed}");
        assert_eq!(read(&folder, "spsa.jsonl").lines().count(), 2);
    }

    #[test]
    fn a_rate_that_moves_nothing_is_noted_before_and_after() {
        let folder = Folder::new("spsa-rate");
        let (code, printed, _) = tune(&folder, "", "--iterations 4 --param speed");
        assert_eq!(code, Some(0), "{printed}");
        let note = "note: 4 iterations with --rate 0.002 move a value by 0.02 of its steps at most: \
                    use more iterations or a higher rate, such as --rate 2.50";
        assert_eq!(printed.lines().next(), Some(note));
        assert!(printed.contains("\nno value has moved by half of 1 or more\n"), "{printed}");
    }

    #[test]
    fn a_brain_without_parameters_says_so_itself() {
        let folder = Folder::new("spsa-without");
        for (habit, reason) in [
            ("untunable", "params --json: exit 3: habits: no parameters here"),
            ("broken", "params --json: exit 1: KeyError: 3"),
            ("backward", "params --json: depth = 0 lies outside its range, 1 to 9"),
            ("wordy", "params --json: expected a JSON array of parameters: "),
        ] {
            let (code, printed, errors) = tune(&folder, habit, "--iterations 1");
            assert_eq!((code, printed.as_str()), (Some(2), ""), "{habit}: {errors}");
            assert!(errors.contains(reason) && errors.lines().count() == 1, "{habit}: {errors}");
        }
        assert!(
            fs::read_dir(folder.path())
                .expect("a folder")
                .flatten()
                .all(|file| { file.file_name() == "words" })
        );
    }
}
