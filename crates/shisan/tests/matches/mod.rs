//! Matches of the built program with itself: what is finished is never lost, and no brain is left.

mod refusals;
#[cfg(unix)]
mod scripted;

use std::collections::BTreeSet;
use std::fs;
use std::io::Read;
use std::process::{Child, Command, Output, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use crate::folder::Folder;
use crate::processes;

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
            .args(["--limit", "base.nodes=60", "--force-jobs"])
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
    fn assert_no_brain_is_left(&self) {
        let mark = self.mark();
        let deadline = Instant::now() + LONG;
        loop {
            let processes = processes::running().into_iter();
            let left: Vec<String> = processes
                .map(|process| process.command)
                .filter(|command| command.contains(&mark))
                .collect();
            if left.is_empty() {
                return;
            }
            assert!(Instant::now() < deadline, "left behind: {left:?}");
            thread::sleep(Duration::from_millis(20));
        }
    }

    fn exists(&self, file: &str) -> bool {
        self.path().join(file).exists()
    }

    /// A file of weights that ends too early.
    fn cut_weights(&self) -> &'static str {
        let weights = concat!(env!("CARGO_MANIFEST_DIR"), "/../../data/tables/freestyle.bin");
        let bytes = fs::read(weights).expect("weights");
        fs::write(self.path().join("cut.bin"), &bytes[..bytes.len() / 2]).expect("disk space");
        "cut.bin"
    }

    /// `match merge` with these arguments.
    fn merge(&self, arguments: &[&str]) -> Output {
        let mut command = Command::new(PROGRAM);
        command.current_dir(self.path()).args(["match", "merge"]).args(arguments);
        command.output().expect("the program runs")
    }
}

/// Runs a match until its journal has this many pairs.
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

/// The lines of results, without times.
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
    let common = "--games 24 --jobs 2 --seed 5 --sprt elo0=-50,elo1=450";
    let whole = folder.run(3_000, &format!("{common} --journal whole --record whole.jsonl"));
    assert!(whole.status.success(), "{}", text(&whole.stderr));
    let arguments = format!("{common} --journal part --record part.jsonl --resume");
    for pairs in [1, 3, 6] {
        let mut child = run_until(&folder, &arguments, "part", pairs);
        child.kill().expect("a child");
        child.wait().expect("a child");
        folder.assert_no_brain_is_left();
    }
    let resumed = folder.pairs("part");
    let part = folder.run(3_000, &arguments);
    assert!(part.status.success(), "{}", text(&part.stderr));
    let first = text(&part.stdout).lines().next().map(str::to_owned);
    assert_eq!(first, Some(format!("Resumed: {} of 24 games", 2 * resumed)));
    assert_eq!(verdict(&part), verdict(&whole));
    assert_eq!(folder.games("part.jsonl"), folder.games("whole.jsonl"));
    folder.assert_no_brain_is_left();
}

#[test]
fn openings_by_a_rule_are_the_same_after_a_kill_and_in_shards() {
    let folder = Folder::new("match-opening-rule");
    let common = "--games 12 --jobs 2 --seed 5 --opening-rule swap2";
    let whole = folder.run(3_000, &format!("{common} --journal whole --record whole.jsonl"));
    assert!(whole.status.success(), "{}", text(&whole.stderr));
    assert!(text(&whole.stdout).contains(", swap2"), "{}", text(&whole.stdout));
    let arguments = format!("{common} --journal part --record part.jsonl --resume");
    let mut child = run_until(&folder, &arguments, "part", 2);
    child.kill().expect("a child");
    child.wait().expect("a child");
    let part = folder.run(3_000, &arguments);
    assert!(part.status.success(), "{}", text(&part.stderr));
    assert_eq!(folder.games("part.jsonl"), folder.games("whole.jsonl"));
    for shard in 1..=2 {
        let arguments = format!("{common} --shard {shard}/2 --journal shard{shard}");
        assert!(folder.run(3_000, &arguments).status.success());
    }
    let merged = folder.merge(&["shard1", "shard2", "--record", "merged.jsonl"]);
    assert!(merged.status.success(), "{}", text(&merged.stderr));
    assert_eq!(folder.games("merged.jsonl"), folder.games("whole.jsonl"));
    let refused = folder.run(3_000, &arguments.replace("swap2", "swap"));
    let complaint = text(&refused.stderr);
    assert_eq!(refused.status.code(), Some(2), "{complaint}");
    assert!(complaint.contains("openings"), "{complaint}");
}

#[cfg(unix)]
#[test]
fn an_interrupted_match_says_how_to_go_on() {
    let folder = Folder::new("match-interrupted");
    let arguments = "--games 2000 --jobs 2 --journal match --";
    let child = run_until(&folder, arguments, "match", 1);
    let id = nix::unistd::Pid::from_raw(child.id().cast_signed());
    nix::sys::signal::kill(id, nix::sys::signal::Signal::SIGTERM).expect("a child");
    let output = child.wait_with_output().expect("a child");
    let said = text(&output.stdout);
    assert_eq!(output.status.code(), Some(75), "{said}");
    let line = said.lines().find(|line| line.starts_with("Tournament was interrupted. "));
    let line = line.expect("how to go on");
    assert!(line.contains("--games 2000") && line.ends_with(" --resume --"), "{line}");
    let says = |words: &str| said.lines().any(|line| line == words);
    assert!(says("Interrupted match") && !says("Finished match"), "{said}");
    assert!(folder.pairs("match") >= 1);
    folder.assert_no_brain_is_left();
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
    let merged = folder.merge(&["part3", "part1", "part2", "--record", "merged.jsonl"]);
    assert!(merged.status.success(), "{}", text(&merged.stderr));
    assert_eq!(verdict(&merged), verdict(&whole));
    assert_eq!(folder.games("merged.jsonl"), folder.games("whole.jsonl"));
    let partial = folder.merge(&["part1", "part2"]);
    let missing = text(&partial.stdout);
    let first = "Missing: 2 of 6 pairs are in no journal; the first is pair 3 (game 5)";
    assert_eq!(missing.lines().take(2).collect::<Vec<_>>(), [first, "  shard 3/3: no journal"]);
    assert!(missing.contains("\nIncomplete match\n"), "{missing}");
    assert_eq!(partial.status.code(), Some(75), "games are missing");
    let other = folder.run(300, "--games 12 --seed 4 --transform --journal other --shard 3/3");
    assert!(other.status.success());
    for (journals, reason) in [
        (["part1", "other"], "other is of another match than part1: seed was 3 and is 4"),
        (["part1", "part1"], "second journal of shard 1/3"),
        (["part1", "nothing"], "nothing"),
    ] {
        let refused = folder.merge(&journals);
        assert_eq!(refused.status.code(), Some(2));
        let complaint = text(&refused.stderr);
        assert!(complaint.contains(reason) && complaint.len() < 200, "{complaint}");
    }
}

#[test]
fn files_of_single_games_are_those_of_one_match() {
    let folder = Folder::new("match-numbered");
    let run = |arguments: &str| {
        let output = folder.run(60, arguments);
        assert!(output.status.success(), "{arguments}: {}", text(&output.stderr));
    };
    // The numbers of the files of games whose names begin so.
    let games = |start: &str| {
        let (below, start) = start.rsplit_once('/').unwrap_or((".", start));
        let entries = fs::read_dir(folder.path().join(below)).expect("a folder").flatten();
        let names = entries.filter_map(|entry| entry.file_name().into_string().ok());
        let numbers =
            names.filter_map(|name| name.strip_prefix(start)?.get(..6)?.parse::<u32>().ok());
        numbers.collect::<BTreeSet<_>>()
    };
    let expect = |record: &str, last: u32| {
        assert_eq!([games(record), games("log/game-")], [(); 2].map(|()| (1..=last).collect()));
    };
    run("--games 6 --journal long --record g.psq --log log");
    expect("g.", 6);
    let mut failing = Command::new(PROGRAM);
    failing.current_dir(folder.path()).args(["match", "--nodes=60", "--record=g.psq", "--log=log"]);
    failing.args(["--engine=a=cat", "--engine=b=cat", "--stall-timeout=1s"]);
    assert_eq!(failing.output().expect("the program runs").status.code(), Some(2));
    expect("g.", 6);
    let short = "--seed 5 --journal short --record g.psq --log log --games";
    run(&format!("{short} 2"));
    expect("g.", 2);
    run(&format!("{short} 4 --resume"));
    expect("g.", 4);
    for shard in [1, 2] {
        let outputs = format!("--journal part{shard} --record part.psq --log log");
        run(&format!("--games 8 --shard {shard}/2 {outputs}"));
    }
    expect("part.", 8);
    let mut merge = Command::new(PROGRAM);
    merge.current_dir(folder.path()).args(["match", "merge", "--record=part.psq", "part2"]);
    assert_eq!(merge.output().expect("the program runs").status.code(), Some(75));
    assert_eq!(games("part."), BTreeSet::from([3, 4, 7, 8]));
}

#[test]
fn a_match_stops_when_an_engine_fails_to_start_and_shows_its_own_words() {
    let folder = Folder::new("match-start");
    let cut = folder.cut_weights();
    let weights = folder.path().join(cut);
    let broken = format!("--engine=third={PROGRAM} brain --weights {}", weights.display());
    let run = |more: &str| {
        let mut command = folder.command(300, "--games 2 --seed 1 --journal start");
        command.arg(&broken).args(more.split_whitespace());
        command.output().expect("the program runs")
    };
    let output = run("");
    let complaint = text(&output.stderr);
    assert_eq!(output.status.code(), Some(2), "{complaint}");
    assert_eq!(complaint.lines().count(), 1, "{complaint}");
    assert!(complaint.starts_with("error: third failed to start game "), "{complaint}");
    assert!(complaint.contains("cut.bin: ") && complaint.contains("cut short"), "{complaint}");
    assert!(!text(&output.stdout).contains("Elo"), "no result: {}", text(&output.stdout));
    let unharmed = folder.pairs("start");
    assert!(unharmed <= 1, "only new and base can have played");
    drop(fs::remove_file(folder.path().join("start")));
    let output = run("--recover");
    let said = text(&output.stdout);
    assert!(output.status.success(), "{}", text(&output.stderr));
    assert!(said.contains("third disconnects at the start (start:crash:exit 2)"), "{said}");
    assert_eq!(folder.pairs("start"), 3);
    folder.assert_no_brain_is_left();
}

#[test]
fn a_match_that_fails_before_its_first_game_can_be_repeated() {
    let folder = Folder::new("match-repeated");
    let cut = folder.cut_weights();
    let run = |weights: &str| {
        let engine = |name| format!("--engine={name}={PROGRAM} brain {weights} {}", folder.mark());
        let mut command = Command::new(PROGRAM);
        command.current_dir(folder.path()).args(["match", "--nodes=100", "--games=2"]);
        command.args([engine("new"), engine("base")]).output().expect("the program runs")
    };
    let failed = run(&format!("--weights {}/{cut}", folder.path().display()));
    assert_eq!(failed.status.code(), Some(2), "{}", text(&failed.stdout));
    let repeated = run("");
    assert!(repeated.status.success(), "{}", text(&repeated.stderr));
    assert!(folder.exists("new-vs-base.match.jsonl"));
}

#[test]
fn a_match_whose_reader_leaves_ends_quietly() {
    let folder = Folder::new("match-closed");
    let mut child = folder.command(300, "--games 2000").spawn().expect("the program runs");
    let mut line = [0; 8];
    child.stdout.take().expect("a pipe").read_exact(&mut line).expect("a line");
    // The pipe is closed now.
    let output = child.wait_with_output().expect("a child");
    assert_eq!(text(&output.stderr), "");
    folder.assert_no_brain_is_left();
}
