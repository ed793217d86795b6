//! Tunings by the built program, and brains that play with other values.

use std::fs;
use std::process::{Command, Output, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use crate::folder::Folder;

const PROGRAM: &str = env!("CARGO_BIN_EXE_shisan");
/// How long anything here may take.
const LONG: Duration = Duration::from_secs(120);

/// A short tuning of a few values that are felt soon.
const SHORT: &str = "--iterations 12 --rate 0.5 --concurrency 2 \
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
fn a_killed_tuning_goes_on_as_if_nothing_had_been() {
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
    let head = "iteration,points,futility_margin,lmr_factor,history_weight,quiesce_plies";
    assert_eq!((lines.len(), lines[0]), (13, head));
    assert!(lines.iter().any(|line| line.contains(",2,") || line.contains(",-2,")), "{table}");
    assert!(read(&folder, "whole.svg").contains("SPSA, 12 of 12 iterations"));
    let (told, told_before) = (text(&part.stdout), text(&whole.stdout));
    assert_eq!(told.lines().last(), told_before.lines().last());
    let row = "    futility_margin: ";
    assert!(told.lines().any(|line| line.starts_with(row)), "{told}");
    let last = told.lines().last().expect("a line");
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
    fs::write(folder.path().join("lists"), listing).expect("room");
    for (arguments, reason) in [
        ("--param margin", "no parameter of the brain is named \"margin\", but futility_margin,"),
        ("--param lmr_factor --param lmr_factor", "lmr_factor is named twice"),
        ("--set lmr_factor=9", "expected lmr_factor from 20 to 300, not \"lmr_factor=9\""),
        ("--iterations 0", "an iteration or more"),
        ("--rate 0", "a rate above 0"),
        ("--concurrency 0", "at least one iteration"),
        ("--brain nothing/of/this/name", "nothing/of/this/name"),
        ("--brain false", "false params --json: exit status: 1"),
        ("--brain sh lists", "the brain does not begin a game: start:crash:exit 1"),
        (known, "known exists: continue it with --resume"),
        (&format!("{known} --seed 2 --resume"), "another tuning: openings.fingerprint was"),
        (&format!("{known} --set lmr_factor=99 --resume"), "axes.0.start was 90 and is 99"),
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
        drop(fs::remove_file(folder.path().join("spsa.jsonl")));
    }
}

#[test]
fn the_values_and_their_ranges_are_listed() {
    let folder = Folder::new("spsa-list");
    let listed = text(&run(&folder, "--list").stdout);
    assert!(listed.contains("\nrazor_depth = 3, from 0 to 12, step 1: Razoring ends here.\n"));
}
