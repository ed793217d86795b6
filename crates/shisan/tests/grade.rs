//! The subcommand `grade`: the Elo of brains whose Elo is known, and of brains that cannot be graded.

use std::fs;
use std::process::{Command, Output, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use serde_json::Value;

use crate::folder::Folder;
use crate::write_a_brain;

const PROGRAM: &str = env!("CARGO_BIN_EXE_shisan");
/// How long anything here may take.
const LONG: Duration = Duration::from_secs(120);

/// The grade of `brain`, a command.
fn command(folder: &Folder, brain: &str, arguments: &str) -> Command {
    let mut command = Command::new(PROGRAM);
    command
        .current_dir(folder.path())
        .env_remove("RUST_LOG")
        .args(["grade", brain, "--force-jobs", "--tolerance", "60s"])
        .args(arguments.split_whitespace())
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped());
    command
}

fn grade(folder: &Folder, brain: &str, arguments: &str) -> Output {
    command(folder, brain, arguments).output().expect("the program runs")
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

/// A brain of this Elo, whose play depends on no clock.
fn level(elo: u32) -> String {
    format!("{PROGRAM} brain --level {elo} --seed 5")
}

fn last_line(output: &Output) -> String {
    text(&output.stdout).lines().last().unwrap_or_default().to_owned()
}

#[test]
fn a_brain_of_known_elo_gets_it() {
    let folder = Folder::new("grade-known");
    let output = grade(&folder, &level(900), "--margin 110 --record games.psq");
    let printed = text(&output.stdout);
    assert_eq!(output.status.code(), Some(0), "{printed}{}", text(&output.stderr));
    let line = last_line(&output);
    let elo = line.strip_prefix("freestyle 15x15: ").and_then(|rest| rest.split_once(" ± "));
    let (elo, rest) = elo.expect("the Elo");
    assert!((700..1100).contains(&elo.parse::<i32>().expect("a number")), "{line}");
    let (error, rest) = rest.split_once(" Elo on the scale of the levels (").expect("the scale");
    assert!((50..=110).contains(&error.parse::<u32>().expect("a number")), "{line}");
    assert!(rest.contains(" games): between level-"), "{line}");
    let games = rest.split(' ').next().expect("a count");
    assert!(printed.contains(&format!("\n{games} games: {elo} ± {error} Elo, about 0 to go\n")));
    let last = format!("games.{:06}.psq", games.parse::<u32>().expect("a number"));
    let records =
        format!("\nrecords: games.000001.psq to {last}; open one in `shisan play` to review it\n");
    assert!(printed.contains(&records), "{printed}");
    assert!(folder.path().join(last).exists());

    let json = grade(&folder, &level(900), "--margin 110 --json");
    let events: Vec<Value> =
        text(&json.stdout).lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
    let last = events.last().expect("the grade");
    assert_eq!(
        (&last["event"], &last["rule"], &last["size"]),
        (&"grade".into(), &"freestyle".into(), &"15x15".into())
    );
    assert_eq!(format!("{:.0}", last["elo"].as_f64().expect("a number")), elo, "the same games");
    assert_eq!((&last["at_least"], &last["faults"]), (&Value::Null, &0.into()));
    let met: u64 = events
        .iter()
        .filter(|event| event["event"] == "opponent")
        .map(|event| {
            ["wins", "losses", "draws"]
                .map(|of| event[of].as_u64().expect("a count"))
                .iter()
                .sum::<u64>()
        })
        .sum();
    assert_eq!(last["games"], met);
}

#[test]
fn a_grade_that_is_killed_continues_to_the_same_end() {
    let folder = Folder::new("grade-killed");
    let common = "--margin 130 --jobs 2 --rule renju --seed 3";
    let whole = grade(&folder, &level(600), &format!("{common} --record whole.jsonl"));
    assert_eq!(whole.status.code(), Some(0), "{}", text(&whole.stderr));
    let arguments = format!("{common} --journal part --resume --record part.jsonl");
    let pairs = || {
        let journal = fs::read_to_string(folder.path().join("part")).unwrap_or_default();
        journal.lines().count().saturating_sub(1)
    };
    for count in [1, 4] {
        let mut child = command(&folder, &level(600), &arguments).spawn().expect("it runs");
        let deadline = Instant::now() + LONG;
        while pairs() < count {
            assert!(Instant::now() < deadline, "no {count} pairs in time");
            thread::sleep(Duration::from_millis(5));
        }
        child.kill().expect("a child");
        child.wait().expect("a child");
    }
    let part = grade(&folder, &level(600), &arguments);
    assert_eq!(part.status.code(), Some(0), "{}", text(&part.stderr));
    assert!(text(&part.stdout).starts_with("Resumed: "), "{}", text(&part.stdout));
    assert_eq!(last_line(&part), last_line(&whole));
    let games = |file: &str| {
        let text = fs::read_to_string(folder.path().join(file)).expect("records");
        text.lines().count()
    };
    assert_eq!(games("part.jsonl"), games("whole.jsonl"));
    let other = grade(&folder, &level(700), &arguments);
    let complaint = text(&other.stderr);
    assert_eq!(other.status.code(), Some(2), "{complaint}");
    assert!(
        complaint.contains("the journal holds another grade: brain.command was"),
        "{complaint}"
    );
}

#[test]
fn a_brain_below_the_ladder_is_told_a_bound() {
    let folder = Folder::new("grade-ends");
    let random = grade(&folder, &format!("{PROGRAM} classic random"), "");
    let line = last_line(&random);
    assert_eq!(random.status.code(), Some(0), "{}", text(&random.stderr));
    assert!(line.contains(" Elo at most on the scale of the levels ("), "{line}");
    assert!(line.ends_with(" games): below level-100"), "{line}");
}

/// Needs Python, as the page of the brain does.
#[test]
fn the_brain_of_the_page_plays_and_loses_by_no_fault() {
    let folder = Folder::new("grade-page");
    let Some(brain) = write_a_brain::in_python(&folder) else { return };
    let output = grade(&folder, &brain, "--games 10 --json");
    assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
    let last: Value = serde_json::from_str(&last_line(&output)).expect("JSON");
    assert_eq!((&last["event"], &last["games"]), (&"grade".into(), &10.into()));
    assert_eq!((&last["faults"], &last["stray_lines"]), (&0.into(), &0.into()), "{last}");
}

#[test]
fn what_cannot_be_graded_is_refused_in_one_line() {
    let folder = Folder::new("grade-refused");
    for (arguments, reason) in [
        ("--margin 0", "--margin 0: expected 1 or more"),
        ("--margin inf", "--margin inf: expected 1 or more"),
        ("--games 0", "--games 0: expected an even number of games from 2 on"),
        ("--games 3", "--games 3: expected an even number of games from 2 on"),
        ("--threads 0", "'0' for '--threads <N>': expected a whole number from 1"),
        ("--jobs 0", "'0' for '--jobs <N>': expected a whole number from 1"),
        (
            "--record games.txt",
            "games.txt: expected a file that ends in .sgf, .psq, .jsonl or .pgn",
        ),
        ("--journal /dev/null", "/dev/null is not a regular file"),
    ] {
        let output = grade(&folder, &level(900), arguments);
        let complaint = text(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{arguments}: {complaint}");
        assert!(complaint.contains(reason), "{arguments}: {complaint}");
        assert_eq!(complaint.lines().count(), 1, "{arguments}: {complaint}");
    }
    let output = grade(&folder, "./no/such/brain.py", "");
    assert_eq!(output.status.code(), Some(2));
    assert!(text(&output.stderr).contains("no/such/brain.py is not a file"));
}

#[cfg(unix)]
mod scripted {
    use std::fs;
    use std::sync::Arc;

    use clap::{Args, FromArgMatches};
    use gomoku_match::{Finish, GradeArgs, Host, RatedOpponent};

    use super::{Folder, PROGRAM, grade, last_line, text};

    fn script(actions: &str) -> String {
        format!("'{}/tests/brains/script.sh' {actions}", env!("CARGO_MANIFEST_DIR"))
    }

    fn habit(habit: &str) -> String {
        format!("'{}/tests/brains/habits.sh' {habit}", env!("CARGO_MANIFEST_DIR"))
    }

    #[test]
    fn a_brain_that_does_not_play_is_given_up() {
        let folder = Folder::new("grade-faults");
        let first = "error: the brain lost its first 10 games by faults, the last: ";
        for (brain, reason) in [
            (
                script("'stderr:KeyError:_3' exit:1"),
                format!("{first}brain disconnects (crash:exit 1): KeyError: 3\n"),
            ),
            (
                script("'(5,_7)'"),
                format!(
                    "{first}illegal move: brain answered \"(5, 7)\", which is not a move \
                     (illegal:malformed)\n"
                ),
            ),
            (
                script("unflushed 7,7"),
                "error: the brain does not start: start:silent: it sent nothing while it ran, and all of it \
                 when it exited: is it slow, or does it not flush its output?\n"
                    .to_owned(),
            ),
            (
                habit("broken"),
                "error: the brain does not start: start:crash:exit 1: KeyError: 3\n".to_owned(),
            ),
        ] {
            let output = grade(&folder, &brain, "--stall-timeout 5s");
            assert_eq!(output.status.code(), Some(2), "{brain}");
            assert_eq!(text(&output.stderr), reason, "{brain}");
        }
    }

    /// Its third game begins with a crash, and so does its sixth: a new process counts from one.
    #[test]
    fn a_crash_at_the_start_loses_that_game_alone() {
        let folder = Folder::new("grade-start");
        let brain = format!(
            "sh -c 'while read -r line; do case $line in START*) n=$((n + 1)); [ $n = 3 ] && exit;; esac; \
             echo \"$line\"; done | {PROGRAM} classic one-ply'"
        );
        let output = grade(&folder, &brain, "--games 6");
        let printed = text(&output.stdout);
        assert_eq!(output.status.code(), Some(0), "{printed}{}", text(&output.stderr));
        for number in [3, 6] {
            let game =
                printed.lines().find(|line| line.starts_with(&format!("Finished game {number} ")));
            let game = game.expect("the game");
            assert!(game.contains("brain disconnects at the start (start:crash:exit 0)"), "{game}");
        }
        assert!(printed.contains("\ngames lost by faults: 2 by a crash or a stall"), "{printed}");
        assert!(last_line(&output).contains("(6 games)"), "{printed}");

        let output = grade(&folder, &habit("broken"), "--size 15");
        assert_eq!(output.status.code(), Some(2));
        let reason = "error: the brain does not start: start:crash:exit 1: KeyError: 3\n";
        assert_eq!(text(&output.stderr), reason);
    }

    /// A grade by one opponent that does what this shell script says in its place.
    fn grade_by(folder: &Folder, opponent: &str) -> (anyhow::Result<Finish>, String) {
        let words =
            format!("grade '{PROGRAM} classic one-ply' --games 4 --tolerance 60s --force-jobs");
        let command = GradeArgs::augment_args(clap::Command::new("grade"));
        let words = shlex::split(&words).expect("words");
        let args =
            GradeArgs::from_arg_matches(&command.get_matches_from(words)).expect("arguments");
        let host = Host {
            program: PROGRAM.into(),
            command: String::new(),
            command_with_resume: String::new(),
            brain: String::new(),
            viewer: String::new(),
            read_records: |_| unreachable!("no games are rated"),
            report_page: |_, _| unreachable!("there is no report"),
            make_opening: |_| unreachable!("openings are given"),
            cores: 1,
            stop: Arc::default(),
        };
        let script = folder.path().join("opponent.sh");
        fs::write(&script, opponent).expect("a file");
        let opponent = RatedOpponent {
            name: "rival".to_owned(),
            elo: 1000.0,
            error: 50.0,
            command: format!("sh '{}'", script.display()),
            options: Vec::new(),
        };
        let mut out = Vec::new();
        let finish =
            gomoku_match::grade(&args, &[opponent], &|_| "one".to_owned(), &host, &mut out);
        (finish, text(&out))
    }

    #[test]
    fn a_pair_in_which_an_opponent_fails_is_played_again() {
        let folder = Folder::new("grade-opponent");
        let seen = folder.path().join("seen");
        let seen = seen.display();
        let once = format!(
            "[ -e '{seen}' ] || {{ touch '{seen}'; exit 3; }}; exec {PROGRAM} classic random"
        );
        let (finish, printed) = grade_by(&folder, &once);
        assert_eq!(finish.expect("a grade"), Finish::Complete, "{printed}");
        let note = "note: games 1 and 2 are played again: rival disconnects at the start (start:crash:exit 3)\n";
        assert!(printed.starts_with(note), "{printed}");
        assert!(printed.contains("(4 games)"), "{printed}");

        // It plays the first pair, and no other.
        let gone = folder.path().join("gone");
        let gone = gone.display();
        let two = format!(
            "[ -e '{gone}' ] && exit 3; while read -r line; do case $line in START*) n=$((n + 1)); \
             [ $n = 3 ] && touch '{gone}' && exit;; esac; echo \"$line\"; done | {PROGRAM} classic random"
        );
        let (finish, printed) = grade_by(&folder, &two);
        let error = finish.expect_err("no opponent").to_string();
        let reason =
            "an opponent lost by a fault: rival disconnects at the start (start:crash:exit 3)";
        assert_eq!(error, reason);
        assert!(printed.contains("\nnote: games 3 and 4 are played again: "), "{printed}");
        assert!(
            printed.ends_with("(2 games): above rival\n")
                || printed.ends_with("(2 games): below rival\n"),
            "{printed}"
        );
    }

    #[test]
    fn stray_lines_are_counted() {
        let folder = Folder::new("grade-stray");
        let brain = format!("sh -c 'echo hello; exec {PROGRAM} classic one-ply'");
        let output = grade(&folder, &brain, "--games 2");
        let printed = text(&output.stdout);
        assert_eq!(output.status.code(), Some(0), "{printed}{}", text(&output.stderr));
        let line = "\nstray lines, which no command asked for: 1\n";
        assert!(printed.contains(line), "{printed}");
    }

    #[test]
    fn a_brain_for_one_board_size_is_graded_on_it() {
        let folder = Folder::new("grade-size");
        let output = grade(&folder, &habit("picky"), "--games 4");
        let printed = text(&output.stdout);
        assert_eq!(output.status.code(), Some(0), "{printed}{}", text(&output.stderr));
        let note =
            "note: the brain does not play 15x15 (ERROR unsupported size): it plays on 20x20\n";
        assert!(printed.starts_with(note), "{printed}");
        assert!(printed.contains("\nnote: 4 games leave an error of "), "{printed}");
        let line = last_line(&output);
        assert!(line.starts_with("freestyle 20x20: "), "{line}");
        assert!(
            line.contains(" on the scale of the levels, measured on 15x15 (4 games): "),
            "{line}"
        );
    }
}
