//! Interrupts: a brain that ends by the signal that ends the run has lost nothing, and all that is read
//! when it comes, the run ends.

use std::fs;
use std::io::Write;
use std::os::unix::process::CommandExt;
use std::process::{Child, Command, Output, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use nix::sys::signal::{Signal, kill, killpg};
use nix::unistd::Pid;

use crate::folder::Folder;
use crate::processes;

const PROGRAM: &str = env!("CARGO_BIN_EXE_shisan");
/// How long anything here may take.
const LONG: Duration = Duration::from_secs(120);

/// The command of a brain that thinks until it is signalled, and then does `habit`.
fn brain(folder: &Folder, habit: &str) -> String {
    let mark = folder.path().file_name().expect("a name").to_string_lossy().into_owned();
    let script = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/brains/signalled.sh");
    format!("'{script}' {habit} {mark}")
}

fn spawn(folder: &Folder, words: &[&str]) -> Child {
    let mut command = Command::new(PROGRAM);
    command.current_dir(folder.path()).env_remove("RUST_LOG").args(words);
    command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    command.process_group(0).spawn().expect("the program runs")
}

/// Waits for something.
fn until<T>(mut look: impl FnMut() -> Option<T>) -> T {
    let deadline = Instant::now() + LONG;
    loop {
        if let Some(found) = look() {
            return found;
        }
        assert!(Instant::now() < deadline, "nothing happens");
        thread::sleep(Duration::from_millis(5));
    }
}

/// The groups of the brains of a test, once this many of them think.
fn thinking(folder: &Folder, count: usize) -> Vec<Pid> {
    let mark = folder.path().file_name().expect("a name").to_string_lossy().into_owned();
    until(|| {
        let processes = processes::running();
        let is_own = |group: u32| {
            let of_group = processes.iter().filter(|process| process.group == Some(group));
            of_group.clone().any(|it| it.command.contains(&mark))
                && of_group.clone().any(|it| it.command.starts_with("sleep"))
        };
        let mut groups: Vec<u32> =
            processes.iter().filter_map(|it| it.group).filter(|&group| is_own(group)).collect();
        groups.sort_unstable();
        groups.dedup();
        let groups = groups.into_iter().map(|group| Pid::from_raw(group.cast_signed()));
        Some(groups.collect::<Vec<_>>()).filter(|groups| groups.len() == count)
    })
}

/// Sends SIGTERM to the brains and to the run that has started them, to that twice, as `timeout` does.
fn terminate(run: &Child, brains: &[Pid], brains_first: bool) {
    let own = Pid::from_raw(run.id().cast_signed());
    if !brains_first {
        kill(own, Signal::SIGTERM).expect("a child");
    }
    for &group in brains {
        // It may be dead already.
        let _ = killpg(group, Signal::SIGTERM);
    }
    if brains_first {
        kill(own, Signal::SIGTERM).expect("a child");
    }
    thread::sleep(Duration::from_millis(2));
    kill(own, Signal::SIGTERM).expect("a child");
}

fn text(output: &Output) -> String {
    format!(
        "{}{}",
        String::from_utf8_lossy(&output.stdout),
        String::from_utf8_lossy(&output.stderr)
    )
}

const HABITS: [&str; 5] = ["die", "exit", "close", "babble", "ignore"];

/// Runs `words` with the brain of each habit and terminates both; returns what was printed.
fn interrupted(name: &str, words: &[&str], check: impl Fn(&Folder, &Output, &str) + Sync) {
    thread::scope(|scope| {
        for (number, habit) in (0..).zip(HABITS) {
            let check = &check;
            scope.spawn(move || {
                let folder = Folder::new(&format!("interrupts-{name}-{habit}"));
                let brain = brain(&folder, habit);
                let words: Vec<String> =
                    words.iter().map(|word| word.replace("BRAIN", &brain)).collect();
                let words: Vec<&str> = words.iter().map(String::as_str).collect();
                let run = spawn(&folder, &words);
                let brains = thinking(&folder, 1);
                terminate(&run, &brains, number % 2 == 0);
                let output = run.wait_with_output().expect("a child");
                check(&folder, &output, habit);
            });
        }
    });
}

#[test]
fn a_brain_that_meets_our_interrupt_loses_no_game() {
    let words = ["match", "--engine=a=BRAIN", "--engine=b=BRAIN", "--nodes=9", "--journal=match"];
    interrupted("match", &words, |folder, output, habit| {
        let said = text(output);
        assert_eq!(output.status.code(), Some(75), "{habit}: {said}");
        assert!(said.contains("\nInterrupted match\n"), "{habit}: {said}");
        assert!(said.contains("\nNo games\n") && !said.contains("Elo"), "{habit}: {said}");
        let journal = fs::read_to_string(folder.path().join("match")).expect("a journal");
        assert_eq!(journal.lines().count(), 1, "{habit}: {journal}");
    });
}

#[test]
fn a_brain_that_meets_our_interrupt_has_no_fault() {
    let words = ["soak", "--brain=BRAIN", "--min-turn-time=1h"];
    interrupted("soak", &words, |folder, output, habit| {
        let said = text(output);
        assert_eq!(output.status.code(), Some(75), "{habit}: {said}");
        assert!(said.contains("no verdict: no game was played"), "{habit}: {said}");
        let journal = fs::read_to_string(folder.path().join("soak.jsonl")).expect("a journal");
        assert_eq!(journal.lines().count(), 1, "{habit}: {journal}");
    });
}

#[test]
fn a_tuning_has_no_result_of_an_interrupt() {
    let words = ["spsa", "--brain=BRAIN", "--nodes=9", "--iterations=2", "--rate=1"];
    interrupted("spsa", &words, |folder, output, habit| {
        let said = text(output);
        assert_eq!(output.status.code(), Some(75), "{habit}: {said}");
        assert!(said.contains("after 0 of 2 iterations"), "{habit}: {said}");
        let journal = fs::read_to_string(folder.path().join("spsa.jsonl")).expect("a journal");
        assert_eq!(journal.lines().count(), 1, "{habit}: {journal}");
    });
}

#[test]
fn a_review_that_is_interrupted_leaves_no_page() {
    let folder = Folder::new("interrupts-review");
    fs::write(folder.path().join("game.pos"), "h8i9h9i10h10i8\n").expect("disk space");
    let words = ["review", "--nodes=1000000000", "--html=page.html", "game.pos"];
    let run = spawn(&folder, &words);
    thread::sleep(Duration::from_secs(1));
    kill(Pid::from_raw(run.id().cast_signed()), Signal::SIGINT).expect("a child");
    let output = run.wait_with_output().expect("a child");
    assert_eq!(output.status.code(), Some(75), "{}", text(&output));
    assert_eq!(text(&output), "");
    assert!(!folder.path().join("page.html").exists());
}

#[test]
fn a_check_does_not_fail_by_an_interrupt() {
    let words = ["check", "--brain=BRAIN", "--only=start/size-15"];
    interrupted("check", &words, |_, output, habit| {
        let said = text(output);
        assert!(!said.contains("FAIL"), "{habit}: {said}");
        assert!(said.contains("interrupted in start/size-15"), "{habit}: {said}");
    });
}

#[test]
fn a_grade_that_is_interrupted_at_the_start_may_be_run_again() {
    let folder = Folder::new("interrupts-grade");
    let mark = folder.path().file_name().expect("a name").to_string_lossy().into_owned();
    let script = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/brains/script.sh");
    let brain = format!("'{script}' start:hang {mark}");
    let run = spawn(&folder, &["grade", &brain, "--stall-timeout=60s"]);
    until(|| {
        let is_brain = |command: &str| command.contains(&mark) && !command.contains(" grade ");
        processes::running().iter().any(|process| is_brain(&process.command)).then_some(())
    });
    kill(Pid::from_raw(run.id().cast_signed()), Signal::SIGINT).expect("a child");
    let output = run.wait_with_output().expect("a child");
    assert_eq!((output.status.code(), text(&output).as_str()), (Some(75), ""));
}

/// The reaper of brains is of the same job: it must survive what ends the others.
#[test]
fn the_reaper_outlives_an_interrupt() {
    let mut reaper = Command::new(PROGRAM)
        .arg("reaper")
        .stdin(Stdio::piped())
        .process_group(0)
        .spawn()
        .expect("the program runs");
    let mut brain = Command::new("sleep").arg("1000").process_group(0).spawn().expect("it runs");
    let mut pipe = reaper.stdin.take().expect("a pipe");
    writeln!(pipe, "+{}", brain.id()).expect("a pipe");
    let id = Pid::from_raw(reaper.id().cast_signed());
    // Once it sleeps, it has set its handlers.
    until(|| {
        let masks = fs::read_to_string(format!("/proc/{id}/status"));
        let Ok(masks) = masks else { return Some(()) };
        let caught = masks.lines().find_map(|line| line.strip_prefix("SigCgt:"))?;
        let caught = u64::from_str_radix(caught.trim(), 16).expect("a mask");
        (caught >> (Signal::SIGTERM as u32 - 1) & 1 == 1).then_some(())
    });
    for signal in [Signal::SIGTERM, Signal::SIGINT, Signal::SIGHUP] {
        kill(id, signal).expect("a child");
    }
    thread::sleep(Duration::from_millis(100));
    assert!(reaper.try_wait().expect("a child").is_none());
    drop(pipe);
    assert!(reaper.wait().expect("a child").success());
    assert_eq!(brain.wait().expect("a child").code(), None, "killed");
}

/// A match without a reader of its output.
#[test]
fn a_reader_that_leaves_interrupts_a_match() {
    let folder = Folder::new("interrupts-head");
    let files = ["head.html", "head.svg"].map(|name| folder.path().join(name));
    let take_files = || files.each_ref().map(|file| fs::remove_file(file).expect("it is written"));
    let run = |games: usize| {
        let (reader, writer) = std::io::pipe().expect("a pipe");
        drop(reader);
        let mut command = Command::new(PROGRAM);
        command.current_dir(folder.path()).env_remove("RUST_LOG").stdin(Stdio::null());
        command.args(["match", "--nodes=50", "--size=15", "--resume", "--journal=head"]);
        command.args(["--html=head.html", "--chart=head.svg"]);
        command.args(["--engine=a=shisan brain", "--engine=b=shisan classic random"]);
        command.arg(format!("--games={games}")).stdout(writer);
        let output = command.output().expect("the program runs");
        assert_eq!(text(&output), "");
        output.status.code()
    };
    assert_eq!(run(200), Some(75), "games are missing");
    take_files();
    let words = ["match", "--nodes=50", "--size=15", "--games=4", "--journal=head", "--resume"];
    let engines = ["--engine=a=shisan brain", "--engine=b=shisan classic random"];
    let whole = spawn(&folder, &[&words[..], &engines].concat()).wait_with_output();
    let whole = whole.expect("a child");
    assert!(whole.status.success(), "{}", text(&whole));
    assert_eq!(run(4), Some(0), "every game was played");
    take_files();
    let (reader, writer) = std::io::pipe().expect("a pipe");
    drop(reader);
    let mut merge = Command::new(PROGRAM);
    merge.current_dir(folder.path()).args(["match", "merge", "head"]).stdout(writer);
    let merged = merge.args(["--html=head.html", "--chart=head.svg"]).output();
    let merged = merged.expect("the program runs");
    assert_eq!((merged.status.code(), text(&merged)), (Some(0), String::new()));
    take_files();
}
