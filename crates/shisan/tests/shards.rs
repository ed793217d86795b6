//! Matches in shards: killed and merged in any order, they give the result of one run.

use std::fmt::Write as _;
use std::fs;
use std::os::unix::process::CommandExt;
use std::process::{Child, Command, Output, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use nix::sys::signal::{Signal, kill, killpg};
use nix::unistd::Pid;
use serde_json::Value;

use crate::folder::Folder;
use crate::processes;

const PROGRAM: &str = env!("CARGO_BIN_EXE_shisan");
/// How long anything here may take.
const LONG: Duration = Duration::from_secs(120);

/// A match of two brains of different strength, at fixed nodes.
fn duel(folder: &Folder, arguments: &str) -> Command {
    let mark = folder.path().file_name().expect("a name").to_string_lossy().into_owned();
    let mut command = Command::new(PROGRAM);
    command.current_dir(folder.path()).env_remove("RUST_LOG").stdin(Stdio::null());
    command.args(["match", "--size=15", "--nodes=60", "--limit=base.nodes=40", "--json"]);
    for name in ["new", "base"] {
        command.arg(format!("--engine={name}=shisan brain {mark}"));
    }
    command.args(arguments.split_whitespace()).stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

/// The events of a match that ends.
#[track_caller]
fn played(folder: &Folder, arguments: &str) -> Vec<Value> {
    let output = duel(folder, arguments).output().expect("the program runs");
    assert!(output.status.success(), "{arguments}: {}", String::from_utf8_lossy(&output.stderr));
    events(&output)
}

fn merge(folder: &Folder, journals: &[String]) -> Output {
    let mut command = Command::new(PROGRAM);
    command.current_dir(folder.path()).env_remove("RUST_LOG");
    command.args(["match", "merge", "--json"]).args(journals).output().expect("the program runs")
}

fn events(output: &Output) -> Vec<Value> {
    let lines = String::from_utf8(output.stdout.clone()).expect("text");
    lines.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect()
}

fn event<'a>(events: &'a [Value], name: &str) -> &'a Value {
    events.iter().rfind(|value| value["event"] == name).expect("an event")
}

/// All that the games decide, without times.
fn results(events: &[Value]) -> Value {
    let mut summary = event(events, "summary").clone();
    let members = summary.as_object_mut().expect("an object");
    for of_run in ["session_games", "session_seconds", "games_per_hour", "move_seconds"] {
        members.remove(of_run);
    }
    summary
}

fn lines(folder: &Folder, file: &str) -> Vec<String> {
    let text = fs::read_to_string(folder.path().join(file)).unwrap_or_default();
    text.split_inclusive('\n').filter(|line| line.ends_with('\n')).map(str::to_owned).collect()
}

/// The brains that a test has running, by their groups.
fn brains(folder: &Folder) -> Vec<Pid> {
    let mark = folder.path().file_name().expect("a name").to_string_lossy().into_owned();
    let own = processes::running().into_iter().filter(|it| it.command.ends_with(&mark));
    own.filter_map(|it| Some(Pid::from_raw(it.group?.cast_signed()))).collect()
}

/// Ends a run as a scheduler may: by SIGKILL, or by SIGTERM to all of its processes in any order.
fn end(run: &mut Child, folder: &Folder, random: &mut fastrand::Rng) {
    let own = Pid::from_raw(run.id().cast_signed());
    if random.bool() {
        kill(own, Signal::SIGKILL).expect("a child");
    } else {
        let mut all = brains(folder);
        all.push(own);
        random.shuffle(&mut all);
        for id in all {
            // A brain may be gone.
            let _ = if id == own { kill(id, Signal::SIGTERM) } else { killpg(id, Signal::SIGTERM) };
        }
    }
    run.wait().expect("a child");
}

#[test]
fn shards_that_are_killed_make_the_whole() {
    let folder = Folder::new("shards-killed");
    let mut random = fastrand::Rng::with_seed(1);
    let common = "--games=24 --transform --seed=2";
    let whole = played(&folder, &format!("{common} --journal=whole"));
    for shard in 1..=3 {
        let arguments = format!("{common} --shard={shard}/3 --journal=s{shard} --resume");
        for pairs in [0, 1, 3] {
            let mut command = duel(&folder, &arguments);
            let mut run = command.stdout(Stdio::null()).process_group(0).spawn().expect("it runs");
            let deadline = Instant::now() + LONG;
            while lines(&folder, &format!("s{shard}")).len() <= pairs {
                assert!(Instant::now() < deadline, "nothing happens");
                thread::sleep(Duration::from_millis(5));
            }
            thread::sleep(Duration::from_millis(random.u64(..50)));
            end(&mut run, &folder, &mut random);
        }
        played(&folder, &arguments);
    }
    let merged = merge(&folder, &[1, 2, 3].map(|shard| format!("s{shard}")));
    assert_eq!(merged.status.code(), Some(0));
    assert_eq!(results(&events(&merged)), results(&whole));
    let report = event(&whole, "summary");
    assert_eq!(
        (&report["engines"][0]["crashes"], &report["state"]),
        (&0.into(), &"finished".into())
    );
}

#[test]
fn no_subset_of_shards_decides_what_the_whole_does_not() {
    let mut verdicts = Vec::new();
    for seed in 1..=3 {
        let folder = Folder::new(&format!("shards-sprt-{seed}"));
        let mut random = fastrand::Rng::with_seed(seed);
        let test = "--sprt=elo0=-100,elo1=300,alpha=0.2,beta=0.2";
        let common = format!("--games=24 --seed={seed} --limit=new.nodes=90 {test}");
        let whole = played(&folder, &format!("{common} --journal=whole"));
        let verdict = &event(&whole, "summary")["sprt"]["verdict"];
        verdicts.push(verdict.as_str().expect("a verdict").to_owned());
        for shard in 1..=3 {
            let part = played(&folder, &format!("{common} --shard={shard}/3 --journal=s{shard}"));
            assert_eq!(event(&part, "summary")["sprt"], Value::Null, "a shard has no test");
            assert_eq!(lines(&folder, &format!("s{shard}")).len(), 5, "and plays all its pairs");
        }
        let all = merge(&folder, &[1, 2, 3].map(|shard| format!("s{shard}")));
        assert_eq!(results(&events(&all)), results(&whole), "seed {seed}");
        for _ in 0..10 {
            let mut journals = Vec::new();
            for shard in 1..=3 {
                if random.u8(..4) == 0 {
                    continue;
                }
                let lines = lines(&folder, &format!("s{shard}"));
                let kept = if random.bool() { lines.len() } else { random.usize(1..=lines.len()) };
                let name = format!("part{shard}");
                fs::write(folder.path().join(&name), lines[..kept].concat()).expect("disk space");
                journals.push(name);
            }
            if journals.is_empty() {
                continue;
            }
            let part = merge(&folder, &journals);
            let events = events(&part);
            let merged = event(&events, "merged");
            if merged["verdict"] == "continue" && verdict != "continue" {
                assert_eq!(part.status.code(), Some(75), "{journals:?}");
                assert_eq!(event(&events, "summary")["state"], "incomplete");
                assert!(merged["first_missing"].is_u64(), "{merged}");
            } else {
                assert_eq!(&merged["verdict"], verdict, "seed {seed}: {journals:?}");
                if verdict != "continue" {
                    assert_eq!(results(&events), results(&whole), "seed {seed}: {journals:?}");
                }
            }
        }
    }
    assert!(verdicts.iter().any(|verdict| verdict != "continue"), "{verdicts:?}");
}

#[test]
fn an_interrupt_ends_the_wait_for_journals() {
    let folder = Folder::new("shards-follow");
    let common = "--games=8 --seed=5";
    played(&folder, &format!("{common} --shard=1/2 --journal=s1"));
    fs::write(folder.path().join("torn"), "{\"schema\":1,").expect("disk space");
    for (journals, state) in [
        (&["none"][..], None),
        (&["torn"], None),
        (&["s1", "none"], Some("incomplete")),
        (&["s1", "torn"], Some("incomplete")),
    ] {
        let mut command = Command::new(PROGRAM);
        command.current_dir(folder.path()).env_remove("RUST_LOG");
        command.args(["match", "merge", "--json", "--follow"]).args(journals);
        command.stdout(Stdio::piped()).stderr(Stdio::piped());
        let merge = command.spawn().expect("the program runs");
        thread::sleep(Duration::from_millis(500));
        kill(Pid::from_raw(merge.id().cast_signed()), Signal::SIGTERM).expect("a child");
        let output = merge.wait_with_output().expect("a child");
        assert_eq!(output.status.code(), Some(75), "{journals:?}");
        assert_eq!(String::from_utf8_lossy(&output.stderr), "");
        let events = events(&output);
        let summary = events.iter().find(|event| event["event"] == "summary");
        assert_eq!(summary.and_then(|it| it["state"].as_str()), state, "{journals:?}");
    }
}

/// A run may be killed before its journal has a line.
#[test]
fn a_journal_that_is_not_begun_is_missing() {
    let folder = Folder::new("shards-not-begun");
    played(&folder, "--games=8 --seed=5 --shard=1/2 --journal=s1");
    let header = lines(&folder, "s1")[0].trim_end().to_owned();
    for torn in ["", "{", &header] {
        fs::write(folder.path().join("s2"), torn).expect("disk space");
        let merged = merge(&folder, &["s1", "s2"].map(str::to_owned));
        assert_eq!(merged.status.code(), Some(75), "{torn}");
        let events = events(&merged);
        assert_eq!(event(&events, "merged")["missing_shards"], serde_json::json!(["2/2"]));
        let none = merge(&folder, &["s2".to_owned()]);
        assert_eq!(none.status.code(), Some(75), "{torn}");
        assert_eq!(String::from_utf8_lossy(&none.stderr), "no journal is begun\n");
    }
    fs::write(folder.path().join("s2"), "h8i9").expect("disk space");
    let foreign = merge(&folder, &["s1", "s2"].map(str::to_owned));
    assert_eq!(foreign.status.code(), Some(2));
    let complaint = String::from_utf8_lossy(&foreign.stderr);
    assert_eq!(complaint, "error: s2: not the journal of a match\n");
}

#[test]
fn the_first_engine_plays_black_in_odd_games() {
    let folder = Folder::new("shards-numbers");
    // Openings of odd and even numbers of stones.
    fs::write(folder.path().join("book"), "h8\nh8i9\nh8i9j7\n").expect("disk space");
    let arguments = "--games=6 --openings=book --record=games.jsonl --journal=match";
    let events = played(&folder, arguments);
    for kind in ["started", "finished"] {
        let games: Vec<&Value> = events.iter().filter(|value| value["event"] == kind).collect();
        assert_eq!(games.len(), 6);
        for game in games {
            let is_odd = game["number"].as_u64().is_some_and(|number| number % 2 == 1);
            let players = if is_odd { ["new", "base"] } else { ["base", "new"] };
            assert_eq!([&game["first"], &game["second"]], players, "{game}");
        }
    }
    for (number, line) in (0..).zip(lines(&folder, "games.jsonl")) {
        let game: Value = serde_json::from_str(&line).expect("JSON");
        assert_eq!(game["black"], ["new", "base"][number % 2]);
    }
}

#[test]
fn a_finished_match_is_extended() {
    let folder = Folder::new("shards-extended");
    let third = ["--engine=x=shisan brain", "--limit=x.nodes=50"];
    let gauntlet = [third[0], third[1], "--tournament=gauntlet"];
    for more in [&[][..], &["--sprt=elo0=-400,elo1=-390"], &third, &gauntlet] {
        let run = |arguments: &str| {
            let output = duel(&folder, arguments).args(more).output().expect("the program runs");
            let complaint = String::from_utf8_lossy(&output.stderr).into_owned();
            assert!(output.status.success(), "{arguments}: {complaint}");
            events(&output)
        };
        for journal in ["long", "part", "part1", "part2"] {
            drop(fs::remove_file(folder.path().join(journal)));
        }
        let long = run("--games=8 --seed=3 --journal=long");
        for (shard, journal) in [("1/1", "part"), ("1/2", "part1"), ("2/2", "part2")] {
            let arguments = format!("--seed=3 --shard={shard} --journal={journal} --resume");
            run(&format!("{arguments} --games=4"));
            let played = lines(&folder, journal);
            run(&format!("{arguments} --games=8"));
            assert!(lines(&folder, journal).starts_with(&played), "{more:?} {shard}");
        }
        let again = run("--games=8 --seed=3 --journal=part --resume");
        assert_eq!(event(&again, "resumed")["games"], event(&again, "resumed")["total"]);
        assert_eq!(results(&again), results(&long), "{more:?}");
        let merged = merge(&folder, &["part1", "part2"].map(str::to_owned));
        assert_eq!(merged.status.code(), Some(0), "{more:?}");
        assert_eq!(results(&events(&merged)), results(&long), "{more:?}");
        let mut fewer = duel(&folder, "--games=2 --seed=3 --journal=part --resume");
        let fewer = fewer.args(more).output().expect("the program runs");
        let complaint = String::from_utf8_lossy(&fewer.stderr);
        assert_eq!(fewer.status.code(), Some(2), "{complaint}");
        assert_eq!(complaint.trim_end(), "error: --games 2: part holds 8 games already");
    }
}

/// What a merge keeps of a game does not grow with its moves.
#[test]
#[cfg(target_os = "linux")]
fn a_merge_keeps_no_moves() {
    let folder = Folder::new("shards-large");
    played(&folder, "--games=2 --journal=small");
    let small = lines(&folder, "small");
    let mut pair: Value = serde_json::from_str(&small[1]).expect("JSON");
    for game in 0..2 {
        let moves = pair["games"][game]["moves"].as_array_mut().expect("moves");
        *moves = moves.iter().cycle().take(800).cloned().collect();
    }
    let mut large = small[0].replace("\"games\":2,", "\"games\":800,");
    for number in 0..400 {
        pair["pair"] = number.into();
        writeln!(large, "{pair}").expect("memory");
    }
    fs::write(folder.path().join("large"), &large).expect("disk space");
    // Kilobytes for all data; what the program needs for the smallest journal is about 5,000.
    let limited = "ulimit -d 8000 && exec \"$0\" match merge large";
    let mut command = Command::new("sh");
    command.current_dir(folder.path()).args(["-c", limited, PROGRAM]);
    let output = command.output().expect("a shell runs");
    let said = String::from_utf8_lossy(&output.stdout);
    assert!(output.status.success() && said.contains("Games: 800, "), "{output:?}");
    assert!(said.contains("Note: 798 of 800 games repeat an earlier one"), "{said}");
}

#[test]
fn a_match_is_followed_until_it_is_complete() {
    let folder = Folder::new("follow");
    let journals = ["a.jsonl".to_owned(), "b.jsonl".to_owned()];
    let mut follow = Command::new(PROGRAM);
    follow.current_dir(folder.path()).env_remove("RUST_LOG").stdin(Stdio::null());
    follow.args(["match", "merge", "--json", "--follow"]).args(&journals);
    let follow = follow.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("it starts");
    for (number, journal) in (1..).zip(&journals) {
        played(&folder, &format!("--games=8 --shard={number}/2 --journal={journal}"));
    }
    let output = follow.wait_with_output().expect("it ends");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    assert_eq!(events(&output), events(&merge(&folder, &journals)));
}

#[test]
fn a_file_that_cannot_be_written_is_said_before_the_wait() {
    let folder = Folder::new("follow-unwritable");
    for option in ["--html", "--chart", "--record"] {
        let mut follow = Command::new(PROGRAM);
        follow.current_dir(folder.path()).env_remove("RUST_LOG");
        follow.args(["match", "merge", "--follow", option, "missing/file.sgf", "no.jsonl"]);
        let output = follow.output().expect("it ends");
        let complaint = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{option}: {complaint}");
        assert!(complaint.starts_with("error: missing/file.sgf: "), "{option}: {complaint}");
    }
}
