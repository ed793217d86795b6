//! Matches of the built program with itself: what is finished is never lost, and no brain is left.

use std::fs;
use std::process::{Child, Command, Output, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use crate::folder::Folder;

/// The program.
const PROGRAM: &str = env!("CARGO_BIN_EXE_shisan");
/// How long anything here may take.
const LONG: Duration = Duration::from_secs(120);

impl Folder {
    /// The `match` subcommand with these arguments between two brains at fixed nodes. The first has a
    /// name that tells its processes from those of other tests.
    fn command(&self, nodes: u32, arguments: &str) -> Command {
        let mut command = Command::new(PROGRAM);
        command
            .current_dir(self.path())
            .env_remove("RUST_LOG")
            .args(["match", "--size", "15", "--nodes", &nodes.to_string()])
            .arg(format!("--engine=new={PROGRAM} brain {}", self.mark()))
            .arg(format!("--engine=base={PROGRAM} brain {}", self.mark()))
            .args(["--limit", "base.nodes=60"])
            .args(arguments.split_whitespace())
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped());
        command
    }

    fn run(&self, nodes: u32, arguments: &str) -> Output {
        self.command(nodes, arguments).output().expect("the program runs")
    }

    /// An argument that brains ignore.
    fn mark(&self) -> String {
        self.path().file_name().expect("a name").to_string_lossy().into_owned()
    }

    /// Finished pairs in a journal.
    fn pairs(&self, journal: &str) -> usize {
        let text = fs::read_to_string(self.path().join(journal)).unwrap_or_default();
        text.matches('\n').count().saturating_sub(1)
    }

    /// The games of a record file.
    fn games(&self, file: &str) -> String {
        let text = fs::read_to_string(self.path().join(file)).expect("records");
        // Times differ, and nothing else.
        let mut games = String::new();
        for part in text.split("\"us\":") {
            games.push_str(part.trim_start_matches(|c: char| c.is_ascii_digit()));
        }
        games
    }

    /// Waits until none of the test's processes is left.
    #[cfg(target_os = "linux")]
    fn assert_nobody_is_left(&self) {
        let mark = self.mark();
        let deadline = Instant::now() + LONG;
        loop {
            let left: Vec<String> = fs::read_dir("/proc")
                .expect("processes")
                .filter_map(|entry| fs::read(entry.ok()?.path().join("cmdline")).ok())
                .map(|line| String::from_utf8_lossy(&line).replace('\0', " "))
                .filter(|line| line.contains(&mark))
                .collect();
            if left.is_empty() {
                return;
            }
            assert!(Instant::now() < deadline, "left behind: {left:?}");
            thread::sleep(Duration::from_millis(20));
        }
    }

    #[cfg(not(target_os = "linux"))]
    fn assert_nobody_is_left(&self) {}
}

/// Runs a match until its journal has so many pairs.
fn run_until(folder: &Folder, arguments: &str, journal: &str, pairs: usize) -> Child {
    let mut child = folder.command(3_000, arguments).spawn().expect("the program runs");
    // Nobody reads the output: it fits the pipe.
    let deadline = Instant::now() + LONG;
    while folder.pairs(journal) < pairs {
        assert!(Instant::now() < deadline, "no {pairs} pairs in time");
        if child.try_wait().expect("a child").is_some() {
            break;
        }
        thread::sleep(Duration::from_millis(5));
    }
    child
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

/// The lines of results, which do not tell of time.
fn verdict(output: &Output) -> Vec<String> {
    let lines = text(&output.stdout);
    let of_results = ["Elo:", "LOS:", "Games:", "Ptnml", "LLR:", "SPRT", "Opening balance"];
    let mut found: Vec<String> = lines
        .lines()
        .filter(|line| of_results.iter().any(|start| line.starts_with(start)))
        .map(str::to_owned)
        .collect();
    found.drain(..found.len().saturating_sub(7));
    found
}

#[test]
fn a_killed_match_goes_on_where_it_was() {
    let folder = Folder::new("match-killed");
    let common = "--games 24 --concurrency 2 --seed 5 --sprt elo0=-50,elo1=450";
    let whole = folder.run(3_000, &format!("{common} --journal whole --record whole.jsonl"));
    assert!(whole.status.success(), "{}", text(&whole.stderr));
    let arguments = format!("{common} --journal part --record part.jsonl --resume");
    for pairs in [1, 3, 6] {
        let mut child = run_until(&folder, &arguments, "part", pairs);
        child.kill().expect("a child");
        child.wait().expect("a child");
        folder.assert_nobody_is_left();
    }
    let part = folder.run(3_000, &arguments);
    assert!(part.status.success(), "{}", text(&part.stderr));
    assert_eq!(verdict(&part), verdict(&whole));
    assert_eq!(folder.games("part.jsonl"), folder.games("whole.jsonl"));
    folder.assert_nobody_is_left();
}

#[cfg(unix)]
#[test]
fn an_interrupted_match_says_how_to_go_on() {
    let folder = Folder::new("match-interrupted");
    let arguments = "--games 2000 --concurrency 2 --journal match";
    let child = run_until(&folder, arguments, "match", 1);
    let killed = Command::new("kill").args(["-TERM", &child.id().to_string()]).status();
    assert!(killed.expect("kill runs").success());
    let output = child.wait_with_output().expect("a child");
    let said = text(&output.stdout);
    assert_eq!(output.status.code(), Some(75), "{said}");
    let line = said.lines().find(|line| line.starts_with("Tournament was interrupted. "));
    let line = line.expect("how to go on");
    assert!(line.contains("--games 2000") && line.ends_with(" --resume"), "{line}");
    assert!(folder.pairs("match") >= 1);
    folder.assert_nobody_is_left();
}

#[test]
fn shards_make_the_whole() {
    let folder = Folder::new("match-shards");
    let common = "--games 12 --seed 3 --transform";
    let whole = folder.run(300, &format!("{common} --journal whole --record whole.jsonl"));
    assert!(whole.status.success(), "{}", text(&whole.stderr));
    for shard in 1..=3 {
        let part = folder.run(300, &format!("{common} --journal part{shard} --shard {shard}/3"));
        assert!(part.status.success(), "{}", text(&part.stderr));
    }
    let merge = |arguments: &[&str]| {
        let mut command = Command::new(PROGRAM);
        command.current_dir(folder.path()).args(["match", "merge"]).args(arguments);
        command.output().expect("the program runs")
    };
    let merged = merge(&["part3", "part1", "part2", "--record", "merged.jsonl"]);
    assert!(merged.status.success(), "{}", text(&merged.stderr));
    assert_eq!(verdict(&merged), verdict(&whole));
    assert_eq!(folder.games("merged.jsonl"), folder.games("whole.jsonl"));
    let missing = text(&merge(&["part1", "part2"]).stdout);
    assert!(missing.contains("Missing: 2 of 6 pairs"), "{missing}");
    let other = folder.run(300, "--games 12 --seed 4 --transform --journal other --shard 3/3");
    assert!(other.status.success());
    for (journals, reason) in [
        (["part1", "other"], "openings.fingerprint was"),
        (["part1", "part1"], "second journal of shard 1/3"),
        (["part1", "nothing"], "nothing"),
    ] {
        let refused = merge(&journals);
        assert_eq!(refused.status.code(), Some(2));
        assert!(text(&refused.stderr).contains(reason), "{}", text(&refused.stderr));
    }
}

#[test]
fn what_makes_no_match_is_refused_in_one_line() {
    let folder = Folder::new("match-refused");
    fs::write(folder.path().join("bad.txt"), "0,0\n0,0, 9,9\n").expect("room");
    for (arguments, reason) in [
        ("--games 3", "even number of games"),
        ("--limit nobody.nodes=3", "expected NAME.KEY=VALUE with an engine's name"),
        ("--limit new.speed=3", "no limit has this name"),
        ("--engine new=x", "two engines named new"),
        ("--engine third=nothing/of/this/name", "nothing/of/this/name"),
        ("--engine third=x --sprt elo0=0,elo1=5", "between two engines"),
        ("--openings bad.txt", "line 2: "),
        ("--openings nothing.txt", "nothing.txt"),
        ("--record games.pgn", "games.pgn"),
        ("--concurrency 0", "at least one game"),
    ] {
        let output = folder.run(300, &format!("{arguments} --journal refused"));
        let (said, complaint) = (text(&output.stdout), text(&output.stderr));
        assert_eq!(output.status.code(), Some(2), "{arguments}: {said}{complaint}");
        assert!(complaint.contains(reason), "{arguments}: {complaint}");
        assert_eq!(complaint.lines().count(), 1, "{arguments}: {complaint}");
        drop(fs::remove_file(folder.path().join("refused")));
    }
    folder.assert_nobody_is_left();
}
