//! What no match is made of.

use super::*;

#[test]
fn what_makes_no_match_is_refused_in_one_line() {
    let folder = Folder::new("match-refused");
    fs::write(folder.path().join("bad.txt"), "0,0\n0,0, 9,9\n").expect("disk space");
    fs::write(folder.path().join("three.txt"), "0,0, 0,1, 0,2\n0,0\n").expect("disk space");
    for (arguments, reason) in [
        ("--games 3", "--games 3: expected an even number of games from 2 on"),
        ("--games 0", "--games 0: expected an even number of games from 2 on"),
        ("--limit nobody.nodes=3", "error: --limit nobody.nodes=3: no engine is called nobody"),
        ("--option no.body.x=3", "error: --option no.body.x=3: no engine is called no.body"),
        ("--level nobody=900", "error: --level nobody=900: no engine is called nobody"),
        ("--limit new=3", "'new=3' for '--limit <NAME.KEY=VALUE>': expected NAME.KEY=VALUE"),
        ("--option new.x", "'new.x' for '--option <NAME.KEY=VALUE>': expected NAME.KEY=VALUE"),
        ("--limit new.speed=3", "unknown limit \"speed\": expected turn-time,"),
        ("--engine new=x", "error: --engine new: the name of two engines"),
        ("--engine third=nothing/of/this/name", "nothing/of/this/name"),
        ("--engine third=x --sprt elo0=0,elo1=5", "between two engines"),
        ("--openings bad.txt", "bad.txt: line 2, column 6: "),
        ("--openings nothing.txt", "nothing.txt"),
        ("--record games.txt", "games.txt"),
        ("--jobs 0", "'0' for '--jobs <N>': expected a whole number from 1 to 1024"),
        ("-j 1025", "'1025' for '--jobs <N>': expected a whole number from 1 to 1024"),
        ("--games 4 --shard 3/8", "--shard 3/8: it has no games: --games 4 is too few"),
        ("--shard 1/4000000000000", "expected 100000 shards at most"),
        ("--chart no/folder/c.svg", "no/folder/c.svg: "),
        ("--chart .", "is not the name of a file"),
        ("--record no/folder/games.sgf", "no/folder/games.sgf: "),
        ("--log bad.txt", "bad.txt"),
        ("--limit new.memory=350", "--limit new.memory=350: give a unit, such as 350MiB"),
        ("--limit new.turn-time=5", "--limit new.turn-time=5: time unit needed, for example 5"),
        ("--limit new.nodes=many", "--limit new.nodes=many: expected a whole number"),
        ("--limit new.threads=-1", "--limit new.threads=-1: expected a whole number"),
        ("--limit new.threads=0", "--limit new.threads=0: expected 1 or more"),
        ("--limit new.nodes=0", "--limit new.nodes=0: expected 1 or more"),
        ("--limit new.depth=0", "--limit new.depth=0: expected 1 or more"),
        ("--depth 0", "'0' for '--depth <PLIES>': "),
        ("--level new=weak", "--level new=weak: expected a whole number"),
        ("--level new=99", "--level new=99: expected a whole number from 100 to 2200"),
        ("--level new=900 --level new=300", "--level new=300: new is given twice"),
        (
            "--limit new.nodes=3 --limit new.nodes=4",
            "--limit new.nodes=4: new.nodes is given twice",
        ),
        ("--option new.x=1 --option new.x=2", "error: --option new.x=2: x is given twice"),
        ("--level new=900 --option new.level=300", "--option new.level=300: level is given twice"),
        ("--adjudicate-win points=1,moves=1,points=2", "points is given twice"),
        (
            "--adjudicate-win points=0,moves=1",
            "'points=0,moves=1' for '--adjudicate-win <TERMS>': expected points from 1 to 2147483647",
        ),
        ("--adjudicate-win points=2147483648,moves=1", "expected points from 1 to 2147483647"),
        ("--adjudicate-draw points=2147483647,moves=1", "expected points from 0 to 2147483646"),
        ("--adjudicate-draw points=1,moves=0", "expected points=1500,moves=5[,stones=0]"),
        ("--draw-after 0", "'0' for '--draw-after <STONES>': "),
        (
            "--openings three.txt --draw-after 3",
            "--draw-after 3: a game would be a draw at 3 stones, without a move after an opening of 3",
        ),
        ("--opening-rule swap2 --draw-after 5", "without a move after an opening of 5"),
        ("--increment 1s", "new has an increment without a match time: pass --match-time"),
        (
            "--match-time 0s",
            "'0s' for '--match-time <TIME>': expected 1ms or more: 0 means no limit to brains",
        ),
        ("--limit new.match-time=0s", "--limit new.match-time=0s: expected 1ms or more: 0 means "),
        ("--turn-time 999us", "'999us' for '--turn-time <TIME>': expected 1ms or more"),
        ("--match-time 500us", "'500us' for '--match-time <TIME>': expected 1ms or more"),
        ("--match-time 1s --increment 1us", "'1us' for '--increment <TIME>': expected 1ms or more"),
        ("--limit new.match-time=1ns", "--limit new.match-time=1ns: expected 1ms or more"),
        ("--limit base.increment=1s", "base has an increment without a match time"),
        ("--engine new.x=x --limit new.x.nods=9", "unknown limit \"nods\": expected turn-time,"),
    ] {
        let output = folder.run(300, &format!("{arguments} --journal refused"));
        let (said, complaint) = (text(&output.stdout), text(&output.stderr));
        assert_eq!(output.status.code(), Some(2), "{arguments}: {said}{complaint}");
        assert!(complaint.contains(reason), "{arguments}: {complaint}");
        assert_eq!(complaint.lines().count(), 1, "{arguments}: {complaint}");
        assert!(said.is_empty(), "{arguments}: nothing is played: {said}");
        assert!(!folder.exists("refused"), "{arguments}: the journal would block the next attempt");
    }
    let usual = folder.run(300, "--games 2 --journal refused");
    assert!(usual.status.success(), "{}", text(&usual.stderr));
    let again = folder.run(300, "--games 2 --journal refused");
    let complaint = text(&again.stderr);
    assert_eq!(again.status.code(), Some(2));
    assert!(complaint.contains("--resume, or name another file with --journal"), "{complaint}");
    folder.assert_no_brain_is_left();
}

#[test]
fn games_of_before_outlive_a_match_that_does_not_start() {
    let folder = Folder::new("match-kept-games");
    fs::write(folder.path().join("keep.sgf"), "(;GM[4];B[hh])\n").expect("disk space");
    for name in ["keep.sgf", "new.sgf", "new.jsonl", "new.pgn"] {
        let mut command = Command::new(PROGRAM);
        command.current_dir(folder.path()).args(["match", "--nodes=60", "--record", name]);
        command.args(["--engine=a=cat", "--engine=b=cat", "--stall-timeout=1s"]);
        let output = command.output();
        let output = output.expect("the program runs");
        assert_eq!(output.status.code(), Some(2), "{}", text(&output.stderr));
    }
    let kept = fs::read_to_string(folder.path().join("keep.sgf")).expect("a file");
    assert_eq!(kept, "(;GM[4];B[hh])\n");
    assert!(["new.sgf", "new.jsonl", "new.pgn"].iter().all(|name| !folder.exists(name)));
    let played = folder.run(300, "--games 2 --record keep.sgf");
    assert!(played.status.success(), "{}", text(&played.stderr));
    let games = fs::read_to_string(folder.path().join("keep.sgf")).expect("a file");
    assert_eq!(games.matches("(;").count(), 2, "{games}");
}

#[test]
fn more_search_threads_than_cores_are_refused() {
    let folder = Folder::new("match-cores");
    let run = |more: &[&str]| {
        let engine = |name| format!("--engine={name}={PROGRAM} brain {}", folder.mark());
        let mut command = Command::new(PROGRAM);
        command.current_dir(folder.path()).args(["match", "--nodes=60", "--games=2"]);
        command.args([engine("new"), engine("base")]).args(more).output().expect("the program runs")
    };
    for many in [["--jobs", "1024"], ["--threads", "256"], ["--limit", "base.threads=4096"]] {
        let output = run(&many);
        let complaint = text(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{many:?}: {complaint}");
        assert!(complaint.contains("or pass --force-jobs"), "{many:?}: {complaint}");
        assert_eq!(complaint.lines().count(), 1, "{complaint}");
    }
    let forced = run(&["--jobs", "64", "--force-jobs"]);
    assert!(forced.status.success(), "{}", text(&forced.stderr));
}

#[cfg(unix)]
#[test]
fn another_build_of_an_engine_is_refused() {
    use std::os::unix::fs::PermissionsExt;
    let folder = Folder::new("match-build");
    let build = |name: &str, version: u32| {
        let path = folder.path().join(name);
        fs::write(&path, format!("#!/bin/sh\n# {version}\nexec {PROGRAM} brain\n"))
            .expect("disk space");
        fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).expect("our own file");
    };
    let run = |more: &str| {
        let engine = |name| format!("--engine={name}=./{name}");
        let mut command = Command::new(PROGRAM);
        command.current_dir(folder.path()).args(["match", "--nodes=100", "--games=4"]);
        command.args([engine("new"), engine("base")]).args(more.split_whitespace());
        command.output().expect("the program runs")
    };
    build("new", 1);
    build("base", 1);
    assert!(run("--journal one --shard 1/2").status.success());
    assert!(run("--journal one --shard 1/2 --resume").status.success());
    build("base", 2);
    let refused = run("--journal one --shard 1/2 --resume");
    let complaint = text(&refused.stderr);
    assert_eq!(refused.status.code(), Some(2), "{complaint}");
    assert!(complaint.contains("one was played with another build of base: "), "{complaint}");
    assert!(complaint.contains("--force-resume"), "{complaint}");
    assert!(run("--journal one --shard 1/2 --resume --force-resume").status.success());
    assert!(run("--journal two --shard 2/2").status.success());
    let refused = folder.merge(&["one", "two"]);
    let complaint = text(&refused.stderr);
    assert_eq!(refused.status.code(), Some(2), "{complaint}");
    assert!(
        complaint.starts_with("error: one was played with another build of base: "),
        "{complaint}"
    );
    let refused = folder.merge(&["two", "one"]);
    let complaint = text(&refused.stderr);
    assert!(
        complaint.starts_with("error: one was played with another build of base than two: "),
        "{complaint}"
    );
    assert!(complaint.ends_with("; use --force-merge to mix them\n"), "{complaint}");
    assert!(folder.merge(&["two", "one", "--force-merge"]).status.success());
}

#[test]
fn a_journal_of_one_engine_is_refused() {
    let folder = Folder::new("match-one");
    let played = folder.run(100, "--games 2 --journal two");
    assert!(played.status.success(), "{}", text(&played.stderr));
    let journal = fs::read_to_string(folder.path().join("two")).expect("a journal");
    let mut header: serde_json::Value =
        serde_json::from_str(journal.lines().next().expect("a header")).expect("JSON");
    header["config"]["engines"].as_array_mut().expect("engines").pop();
    fs::write(folder.path().join("one"), format!("{header}\n")).expect("disk space");
    let refused = folder.merge(&["one", "--chart", "c.svg"]);
    assert_eq!(refused.status.code(), Some(2));
    assert_eq!(text(&refused.stderr), "error: one: line 1: expected two engines or more\n");
}
