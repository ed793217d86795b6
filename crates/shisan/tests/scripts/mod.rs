//! Scripts of the repository: what they refuse, and how they end where they fail.

mod levels;
mod openbench_books;

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::os::unix::process::CommandExt;
use std::path::PathBuf;
use std::process::{Command, Output, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use nix::sys::signal::{Signal, kill, killpg};
use nix::unistd::Pid;

use crate::folder::Folder;

const ROOT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../..");

/// Runs a script in `folder`.
fn run(folder: &Folder, script: &str, arguments: &str, variables: &[(&str, &str)]) -> Output {
    let mut command = Command::new(format!("{ROOT}/scripts/{script}"));
    command.current_dir(folder.path()).args(arguments.split_whitespace());
    command.envs(variables.iter().copied()).output().expect("it runs")
}

/// A program of this shell script.
fn program(folder: &Folder, script: &str) -> PathBuf {
    let path = folder.path().join("program");
    fs::write(&path, format!("#!/bin/sh\n{script}\n")).expect("disk space");
    fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).expect("our own file");
    path
}

fn has_python() -> bool {
    let is_there = Command::new("python3").arg("--version").output().is_ok();
    assert!(is_there || std::env::var_os("CI").is_none(), "Python is missing");
    is_there
}

#[test]
fn failures_are_no_results() {
    let folder = Folder::new("scripts-failures");
    let stopped = program(&folder, "exit 75");
    let [stopped, output] = [stopped, folder.path().join("networks")]
        .map(|path| path.to_str().expect("a name in UTF-8").to_owned());
    let within_file = format!("{stopped}/networks");
    for (program, output, expected) in [
        (&stopped, &within_file, 2),
        (&"/bin/false".to_owned(), &output, 2),
        (&folder.path().display().to_string(), &output, 2),
        (&stopped, &output, 75),
    ] {
        let variables = [("PROGRAM", &**program), ("OUTPUT", &**output)];
        let networks = run(&folder, "networks.sh", "caro", &variables);
        assert_eq!(networks.status.code(), Some(expected), "{program} {output}");
    }
    for (script, arguments) in [("networks.sh", "caro"), ("openings.sh", "renju 15")] {
        let stopped =
            run(&folder, script, arguments, &[("PROGRAM", &stopped), ("OUTPUT", &output)]);
        assert_eq!(stopped.status.code(), Some(75));
        let own = format!("to continue: {ROOT}/scripts/{script} {arguments}\n");
        assert_eq!(String::from_utf8_lossy(&stopped.stderr), own);
    }
    let openings = run(&folder, "openings.sh", "renju 15", &[("PROGRAM", "/none")]);
    assert_eq!(openings.status.code(), Some(2));
}

#[test]
fn paths_are_those_of_the_caller() {
    let folder = Folder::new("scripts-paths");
    program(&folder, "exit 75");
    let code = |script: &str, arguments: &str, variables: &[(&str, &str)]| {
        run(&folder, script, arguments, variables).status.code()
    };
    let path = ("PROGRAM", "./program");
    assert_eq!(code("networks.sh", "caro", &[path, ("OUTPUT", "made/networks")]), Some(75));
    assert!(folder.path().join("made/networks").is_dir());
    assert_eq!(code("openings.sh", "renju 15", &[path]), Some(75));
    let exam = folder.path().join("exams/caro");
    fs::create_dir_all(&exam).expect("disk space");
    fs::copy(folder.path().join("program"), exam.join("shisan")).expect("disk space");
    assert_eq!(code("exam.sh", "caro", &[("EXAMS", "exams")]), Some(75));
    assert!(exam.join("games").is_dir());
    if has_python() {
        let trials = "import trials; print(trials.Trials('a').folder)";
        let mut python = Command::new("python3");
        python.current_dir(folder.path()).args(["-c", trials]);
        python.envs([("PYTHONPATH", &*format!("{ROOT}/scripts")), ("TRIALS", "tried"), path]);
        let output = python.output().expect("it runs");
        let tried = folder.path().canonicalize().expect("a folder").join("tried");
        assert_eq!(
            String::from_utf8_lossy(&output.stdout).trim_end(),
            tried.to_str().expect("UTF-8")
        );
    }
}

#[test]
fn trials_go_on_in_a_folder_that_was_moved() {
    if !has_python() {
        return;
    }
    let folder = Folder::new("scripts-moved");
    let trial = |trials: &str| {
        let play = "import trials\n\
                    brains = {'a': 'classic random', 'b': 'classic random --seed 2'}\n\
                    trials.Trials('a').match('played', brains, '--games', '2')";
        let mut python = Command::new("python3");
        python.current_dir(folder.path()).args(["-c", play]);
        python.envs([("PYTHONPATH", &*format!("{ROOT}/scripts")), ("TRIALS", trials)]);
        let output = python.env("PROGRAM", env!("CARGO_BIN_EXE_shisan")).output();
        let output = output.expect("it runs");
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        let journal = fs::read_to_string(folder.path().join(trials).join("played.jsonl"));
        journal.expect("a journal")
    };
    let before = trial("before");
    fs::rename(folder.path().join("before"), folder.path().join("after")).expect("our folder");
    fs::remove_file(folder.path().join("after/played.done")).expect("a file");
    assert_eq!(trial("after"), before);
}

#[test]
fn another_command_is_another_match() {
    if !has_python() {
        return;
    }
    let folder = Folder::new("scripts-commands");
    let games = |count: &str| {
        let play = "import continuable, sys, trials\n\
                    brains = {'a': 'classic random', 'b': 'classic random --seed 2'}\n\
                    match = lambda: trials.Trials('a').match('played', brains, '--games', sys.argv[1])\n\
                    continuable.main(lambda: print(len(match().games)))";
        let mut python = Command::new("python3");
        python.current_dir(folder.path()).args(["-c", play, count]);
        python.envs([("PYTHONPATH", &*format!("{ROOT}/scripts")), ("TRIALS", "trials")]);
        let output = python.env("PROGRAM", env!("CARGO_BIN_EXE_shisan")).output();
        let output = output.expect("it runs");
        let error = String::from_utf8_lossy(&output.stderr);
        assert!(!error.contains("Traceback"), "{error}");
        let printed = String::from_utf8_lossy(&output.stdout).trim_end().to_owned();
        (output.status.code().expect("an exit code"), printed)
    };
    // Fewer games than the journal holds are refused.
    for (count, code, played) in
        [("2", 0, "2"), ("2", 0, "2"), ("4", 0, "4"), ("2", 2, ""), ("4", 0, "4")]
    {
        assert_eq!(games(count), (code, played.to_owned()), "{count}");
    }
}

#[test]
fn failures_of_python_scripts_say_why() {
    if !has_python() {
        return;
    }
    let folder = Folder::new("scripts-reasons");
    let path = std::env::var("PATH").unwrap_or_default();
    let path = format!("{}:{path}", folder.path().display());
    let cargo = program(&folder, "exit 101");
    fs::rename(cargo, folder.path().join("cargo")).expect("disk space");
    program(&folder, "exit 3");
    fs::write(folder.path().join("text"), "").expect("disk space");
    for (script, arguments, variable, reason) in [
        ("classics.py", "chain", ("GAMES", "abc"), "GAMES: abc: expected a number from 2 on"),
        ("classics.py", "foo", ("PROGRAM", ""), "foo: expected finard, zheng, chain, "),
        ("classics.py", "chain", ("PROGRAM", ""), "cargo: exit code 101\n"),
        ("classics.py", "chain", ("PROGRAM", "missing"), "missing: not a program\n"),
        ("classics.py", "chain", ("PROGRAM", "text"), "text: not a program\n"),
        ("classics.py", "chain", ("PROGRAM", "."), ".: Is a directory\n"),
        ("classics.py", "chain", ("TRIALS", "text"), "text: File exists\n"),
        ("classics.py", "chain", ("PROGRAM", "./program"), "./shisan: exit code 3\n"),
        ("puzzles.py", "foo", ("A", ""), "foo: expected one of freestyle, "),
        ("puzzles.py", "--shisan ./missing caro", ("A", ""), "./missing: No such file or "),
        ("puzzles.py", "--shisan ./program caro", ("A", ""), "./program corpus unpack "),
        ("shards.py", "kill missing", ("A", ""), "missing: No such file or directory\n"),
        ("shards.py", "kill program", ("A", ""), "whole: exit code 3\n"),
    ] {
        let variables = [
            ("PATH", &*path),
            ("PROGRAM", "./program"),
            ("TRIALS", "trials"),
            ("CARGO_TARGET_DIR", "target"),
            variable,
        ];
        let output = run(&folder, script, arguments, &variables);
        let error = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{script} {arguments}: {error}");
        // Paths may be absolute.
        let is_said = error.starts_with("error: ") && error.contains(reason);
        assert!(is_said && error.lines().count() == 1, "{script} {arguments}: {error}");
    }
}

#[test]
fn puzzles_continue_behind_a_torn_line() {
    if !has_python() {
        return;
    }
    let folder = Folder::new("scripts-puzzles");
    program(&folder, "exit 75");
    let journal = folder.path().join("target/puzzles/renju.jsonl");
    fs::create_dir_all(journal.parent().expect("a folder")).expect("disk space");
    fs::write(&journal, "[]\n[]\n[{\"moves\": [\"h8\"], \"line\"").expect("disk space");
    let variables = [("CARGO_TARGET_DIR", "target")];
    let output = run(&folder, "puzzles.py", "--shisan ./program renju", &variables);
    let error = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(75), "{error}");
    assert_eq!(fs::read_to_string(journal).expect("a journal"), "[]\n[]\n");
}

#[test]
fn an_interrupt_ends_a_script_in_order() {
    if !has_python() {
        return;
    }
    let folder = Folder::new("scripts-interrupted");
    let table = format!("{ROOT}/data/tables/levels.txt");
    fs::copy(table, folder.path().join("levels.txt")).expect("disk space");
    let begun = folder.path().join("begun");
    let script = "[ $1 = bench ] && echo 1 && exit\necho $$ >\"$BEGUN\"\nexec sleep 60";
    let program = program(&folder, script);
    let program = program.to_str().expect("a name in UTF-8");
    let levels = format!("--rule renju --table levels.txt --folder played --program {program}");
    let puzzles = format!("--shisan {program} renju");
    let shards = format!("kill {program} --first=3 --matches=7");
    let scripts = [
        ("networks.sh", "caro"),
        ("openings.sh", "renju 15"),
        ("calibrate_levels.py", &levels),
        ("classics.py", "first-move"),
        ("puzzles.py", &puzzles),
        ("shards.py", &shards),
    ];
    // The terminal interrupts the whole group.
    for ((script, arguments), signal) in
        scripts.into_iter().flat_map(|script| [(script, Signal::SIGINT), (script, Signal::SIGTERM)])
    {
        // What runs in the background may ignore interrupts.
        let start = "import os, signal, sys\n\
                     signal.signal(signal.SIGINT, signal.SIG_DFL)\n\
                     os.execv(sys.argv[1], sys.argv[1:])";
        let mut command = Command::new("python3");
        command.current_dir(folder.path()).process_group(0).args(["-c", start]);
        command.arg(format!("{ROOT}/scripts/{script}")).args(arguments.split_whitespace());
        command.env("PROGRAM", program).env("OUTPUT", "networks").env("RAPFI", "true");
        command.env("BEGUN", &begun).env("TRIALS", "trials").env("CARGO_TARGET_DIR", "target");
        let child = command.stdout(Stdio::null()).stderr(Stdio::piped()).spawn().expect("it runs");
        let deadline = Instant::now() + Duration::from_secs(60);
        let step = loop {
            let text = fs::read_to_string(&begun).unwrap_or_default();
            if let Some(line) = text.strip_suffix('\n') {
                break Pid::from_raw(line.parse().expect("a process"));
            }
            assert!(Instant::now() < deadline, "{script} begins nothing");
            thread::sleep(Duration::from_millis(5));
        };
        let group = Pid::from_raw(child.id().cast_signed());
        if signal == Signal::SIGINT {
            killpg(group, signal).expect("a group");
        } else {
            kill(group, signal).expect("a process");
        }
        let output = child.wait_with_output().expect("it ends");
        assert!(kill(step, None).is_err(), "{script} leaves its program behind");
        let error = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(75), "{script}: {error}");
        let rest = if arguments == shards { " --first=3 --matches=7" } else { "" };
        let own = format!("to continue: {ROOT}/scripts/{script} {arguments}{rest}\n");
        assert_eq!(error, own, "{script}");
        fs::remove_file(&begun).expect("our own file");
    }
}

/// As after a release that stopped halfway: a registry with all crates but two.
#[test]
fn crates_that_are_published_already_are_passed_over() {
    if !has_python() {
        return;
    }
    let folder = Folder::new("scripts-publish");
    let cargo = program(
        &folder,
        &format!(
            "case $1 in\n\
             info) case $* in *shisan-page@*|*\\ shisan@*) exit ${{MISSING-101}};; esac;;\n\
             publish) shift; echo \"published: $*\";;\n\
             *) exec '{}' \"$@\";;\n\
             esac",
            env!("CARGO")
        ),
    );
    fs::rename(cargo, folder.path().join("cargo")).expect("disk space");
    let path = std::env::var("PATH").unwrap_or_default();
    let path = format!("{}:{path}", folder.path().display());
    let publish = |missing: &str| {
        let variables = [("PATH", &*path), ("MISSING", missing)];
        let output = run(&folder, "../.ci/publish", "", &variables);
        assert_eq!(output.status.code(), Some(0), "{}", String::from_utf8_lossy(&output.stderr));
        String::from_utf8_lossy(&output.stdout).into_owned()
    };
    let version = env!("CARGO_PKG_VERSION");
    let rest = publish("101");
    assert!(rest.contains(&format!("gomoku-rules@{version} is published already\n")), "{rest}");
    assert!(!rest.contains("wasm"), "{rest}");
    let (_, published) = rest.split_once("published: ").expect("a call");
    let mut words: Vec<&str> = published.split_whitespace().collect();
    words.sort_unstable();
    let crates = [format!("shisan-page@{version}"), format!("shisan@{version}")];
    assert_eq!(words, ["--locked", "--package", "--package", &crates[0], &crates[1]]);
    assert!(!publish("0").contains("published: "), "nothing is left");
}
