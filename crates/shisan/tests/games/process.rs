//! Processes: how they begin, and that none is left.

use std::fs;
use std::io::{BufRead, BufReader, Write};
use std::os::unix::process::CommandExt;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::sync::Arc;
use std::time::{Duration, Instant};

use crate::processes;
use gomoku_match::{EngineSettings, Player, Reaper};

use super::{SHORT, brain, expect_gone, freestyle, game, members, scratch, start};

#[test]
fn a_wrong_command_is_an_error_at_the_start() {
    let engine = |command: &str| EngineSettings { command: command.into(), ..brain("wrong", "") };
    for (command, cause) in [
        ("./no/such/brain", "no/such/brain is not a file"),
        ("no-such-program-anywhere", "No such file"),
        ("/", "is not a file"),
        ("", "no program is named"),
        ("'' x", "no program is named"),
        ("'brain", "a quote is not closed"),
        (concat!(env!("CARGO_MANIFEST_DIR"), "/Cargo.toml"), "Permission denied"),
    ] {
        let Err(error) = Player::start(engine(command), None) else { panic!("{command} runs") };
        assert!(error.to_string().contains(cause), "{error}");
        assert_eq!(error.command, command);
    }
}

#[test]
fn a_script_without_its_interpreter_is_not_called_missing() {
    let folder = scratch("no interpreter");
    fs::create_dir_all(&folder).expect("a scratch folder");
    let path = folder.join("brain");
    fs::write(&path, "#!/no/such/interpreter\n").expect("a script");
    let mut mode = fs::metadata(&path).expect("the script").permissions();
    std::os::unix::fs::PermissionsExt::set_mode(&mut mode, 0o755);
    fs::set_permissions(&path, mode).expect("the script is ours");
    let command = format!("'{}'", path.display());
    let Err(error) = Player::start(EngineSettings { command, ..brain("lost", "") }, None) else {
        panic!("it runs");
    };
    let reason = "(os error 2): the file is there, but not the interpreter that it names";
    assert!(error.cause.ends_with(reason), "{error}");
    fs::remove_dir_all(folder).expect("the scratch folder");
}

#[test]
fn a_brain_runs_in_its_own_folder() {
    let folder = scratch("own folder");
    fs::create_dir_all(&folder).expect("a scratch folder");
    let path = folder.join("brain");
    let script = "#!/bin/sh\nread -r line; cat answer; echo \"$1\"; read -r line\n";
    fs::write(&path, script).expect("a script");
    fs::write(folder.join("answer"), "ERROR from this folder: ").expect("a file");
    let mut mode = fs::metadata(&path).expect("the script").permissions();
    std::os::unix::fs::PermissionsExt::set_mode(&mut mode, 0o755);
    fs::set_permissions(&path, mode).expect("the script is ours");
    let command = format!("'{}' \"an 'argument'\"", path.display());
    let mut black = start(EngineSettings { command, ..brain("own", "") });
    let mut white = start(brain("white", ""));
    let reason = game(&freestyle(), &mut black, &mut white, "").outcome.reason.to_string();
    assert_eq!(reason, "start:refused ERROR from this folder: an 'argument'");
    fs::remove_dir_all(folder).expect("the scratch folder");
}

#[test]
fn a_stubborn_brain_is_killed_with_its_children() {
    for graceful in [true, false] {
        let mut player = start(brain("stubborn", "stubborn 0,0"));
        let mut other = start(brain("other", "0,2"));
        let settings = gomoku_match::GameSettings { draw_after: Some(1), ..freestyle() };
        game(&settings, &mut player, &mut other, "");
        let group = player.id().expect("it runs");
        assert!(members(group).len() >= 2, "{:?}", members(group));
        if graceful {
            player.quit(SHORT);
            assert_eq!(player.id(), None);
        } else {
            drop(player);
        }
        expect_gone(group);
    }
}

#[cfg(target_os = "linux")]
#[test]
fn a_child_that_has_left_the_group_is_killed_too() {
    let file = scratch("away");
    fs::write(&file, "").expect("disk space");
    let is_child_left = || {
        let command = format!("tail -f {}", file.display());
        processes::running().iter().any(|process| process.command == command)
    };
    let expect = |is_left: bool, how: &str| {
        let deadline = Instant::now() + Duration::from_secs(10);
        while is_child_left() != is_left {
            assert!(Instant::now() < deadline, "{how}");
            std::thread::sleep(Duration::from_millis(10));
        }
    };
    for how in ["quit", "dropped", "reaped"] {
        let mut player = start(brain("away", &format!("away:{} 0,0", file.display())));
        let mut other = start(brain("other", "0,2"));
        let settings = gomoku_match::GameSettings { draw_after: Some(1), ..freestyle() };
        game(&settings, &mut player, &mut other, "");
        expect(true, how);
        match how {
            "quit" => player.quit(SHORT),
            "dropped" => drop(player),
            _ => gomoku_match::reap(format!("+{}\n", player.id().expect("it runs")).as_bytes()),
        }
        expect(false, how);
    }
    fs::remove_file(file).expect("the scratch file");
}

#[test]
fn a_brain_that_obeys_is_not_waited_for() {
    let mut player = start(brain("obedient", ""));
    let group = player.id().expect("it runs");
    let begun = Instant::now();
    player.quit(Duration::from_secs(60));
    assert!(begun.elapsed() < Duration::from_secs(30));
    expect_gone(group);
}

/// The leader of a group of two processes that end only when they are killed.
fn group() -> Child {
    let mut command = Command::new("sh");
    command.args(["-c", "trap '' TERM HUP INT; sleep 1000 & wait; sleep 1000"]);
    command.process_group(0).spawn().expect("a shell")
}

const OURS: &str = env!("CARGO_BIN_EXE_shisan");

#[test]
fn the_reaper_kills_what_is_left_when_its_pipe_ends() {
    let mut reaper = Command::new(OURS)
        .arg("reaper")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("the reaper runs");
    let (mut left, mut gone, mut cut) = (group(), group(), group());
    let mut pipe = reaper.stdin.take().expect("a pipe");
    let named = format!("+{}\n+{}\nnonsense\n+0\n+1\n-{}\n", left.id(), gone.id(), gone.id());
    let lines = format!("{named}+{}", cut.id());
    pipe.write_all(lines.as_bytes()).expect("the reaper listens");
    assert!(reaper.try_wait().expect("our child").is_none());
    drop(pipe);
    let output = reaper.wait_with_output().expect("the reaper ends");
    assert!(output.status.success() && output.stdout.is_empty());
    assert_eq!(left.wait().expect("our child").code(), None, "killed");
    expect_gone(left.id());
    for spared in [&mut gone, &mut cut] {
        assert!(spared.try_wait().expect("our child").is_none());
        gomoku_match::reap(format!("+{}\n", spared.id()).as_bytes());
        spared.wait().expect("our child");
        expect_gone(spared.id());
    }
}

/// Set where a test runs as the runner that another one kills.
const VICTIM: &str = "SHISAN_TEST_VICTIM";

#[test]
#[ignore = "run by the next test"]
fn a_runner_with_two_brains() {
    if std::env::var_os(VICTIM).is_none() {
        return;
    }
    let reaper = Arc::new(Reaper::start(Path::new(OURS)).expect("the reaper runs"));
    let player = || {
        let player = Player::start(brain("brain", "stubborn"), Some(Arc::clone(&reaper)));
        player.expect("the script runs")
    };
    let gone = player();
    let (left, also_left) = (player(), player());
    drop(gone);
    let ids = [&left, &also_left].map(|player| player.id().expect("it runs"));
    println!("\ngroups {} {}", ids[0], ids[1]);
    std::thread::sleep(Duration::from_secs(600));
}

#[test]
fn no_brain_outlives_a_runner_that_is_killed() {
    let mut runner = Command::new(std::env::current_exe().expect("this test"))
        .args(["--exact", "games::process::a_runner_with_two_brains", "--ignored", "--nocapture"])
        .env(VICTIM, "1")
        .stdout(Stdio::piped())
        .spawn()
        .expect("this test runs");
    let mut lines =
        BufReader::new(runner.stdout.take().expect("a pipe")).lines().map_while(Result::ok);
    let groups = lines.find_map(|line| {
        let ids = line.strip_prefix("groups ")?.split(' ').map(str::parse);
        ids.collect::<Result<Vec<u32>, _>>().ok()
    });
    let groups = groups.expect("the runner prints its groups");
    assert!(groups.iter().all(|&group| !members(group).is_empty()));
    runner.kill().expect("our child");
    runner.wait().expect("our child");
    groups.into_iter().for_each(expect_gone);
}
