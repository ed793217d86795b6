//! The subcommand `check`, on scripted brains with one bad habit each and on our own.

use std::process::Command;

const OURS: &str = env!("CARGO_BIN_EXE_shisan");

fn check(arguments: &[&str]) -> (Option<i32>, String) {
    let output = Command::new(OURS).arg("check").args(arguments).output().expect("it runs");
    let text = |bytes| String::from_utf8(bytes).expect("text");
    let printed = text(output.stdout) + &text(output.stderr);
    (output.status.code(), printed)
}

#[cfg(unix)]
mod scripted {
    use serde_json::Value;

    use super::check;
    use crate::folder::Folder;

    /// The verdicts on the brain with this habit: name, verdict, and what was expected and received.
    #[track_caller]
    fn verdicts(habit: &str, only: &[&str]) -> Vec<(String, String, String)> {
        let brain = brain(habit);
        let mut arguments =
            vec!["--json", "--tolerance", "1s", "--stall-timeout", "10s", "--brain", &brain];
        arguments.extend(only.iter().flat_map(|name| ["--only", name]));
        let (code, printed) = check(&arguments);
        let lines: Vec<Value> = printed
            .lines()
            .map(|line| {
                serde_json::from_str(line).unwrap_or_else(|error| panic!("{error}: {printed}"))
            })
            .collect();
        let (summary, checks) = lines.split_last().expect("a summary");
        assert_eq!(code, Some(i32::from(summary["fail"] != 0)), "{printed}");
        assert_eq!(summary["checks"], checks.len(), "{printed}");
        let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
        let verdict = |line: &Value| {
            let detail = format!(
                "{} | {}{}",
                text(&line["expected"]),
                text(&line["received"]),
                text(&line["reason"])
            );
            (text(&line["name"]), text(&line["verdict"]), detail)
        };
        checks.iter().map(verdict).collect()
    }

    /// The one check fails on the brain with this habit, by what it receives.
    #[track_caller]
    fn assert_fails(habit: &str, name: &str, received: &str) {
        let verdicts = verdicts(habit, &[name]);
        let [(_, verdict, detail)] = &verdicts[..] else { panic!("{verdicts:?}") };
        assert_eq!(verdict, "fail", "{habit}: {detail}");
        assert!(detail.contains(received), "{habit}: {detail}");
    }

    #[test]
    fn a_well_behaved_brain_passes() {
        let checked = verdicts("", &["start/", "end/", "command/", "input/", "output/"]);
        let skipped = ["command/rectstart", "command/swap2board", "input/lower-case"];
        for (name, verdict, detail) in &checked {
            let expected = if skipped.contains(&name.as_str()) { "skip" } else { "pass" };
            assert_eq!(verdict, expected, "{name}: {detail}");
        }
        assert!(checked.len() > 30, "{checked:?}");
    }

    #[test]
    fn each_bad_habit_fails_its_check() {
        std::thread::scope(|scope| {
            for (habit, name, received) in [
                ("banner", "start/about", "\"hello\""),
                ("ready", "start/size-15", "\"OK - ready\""),
                ("boundless", "start/impossible-size", "\"OK\""),
                ("clinging", "start/again", "\"ERROR occupied\""),
                ("stubborn", "end/idle", "still runs"),
                ("stubborn", "end/thinking", "still runs"),
                ("chatty", "command/info-unknown", "\"OK\""),
                ("shrugging", "command/unknown", "nothing"),
                ("forgetful", "command/takeback", "\"ERROR occupied\""),
                ("blind", "input/turn-occupied", "ERROR to \"TURN 0,0\""),
                (
                    "blank",
                    "command/begin",
                    "\"14, 6\" (`match` accepts this, stricter managers do not)",
                ),
                ("slow", "time/turn-100ms", "14,6 after "),
                ("loud", "output/standard-error", "\"thinking\" in output/standard-error"),
                ("mute", "command/restart", "OK or UNKNOWN to \"RESTART\" within"),
                ("mute", "command/takeback", "OK or UNKNOWN to \"TAKEBACK 14,6\" within"),
                ("mute", "command/rectstart", "OK or UNKNOWN to \"RECTSTART 20,15\" within"),
                ("mute", "command/swap2board", "3 stones or UNKNOWN to \"DONE\""),
                ("bracketed", "judge/freestyle15-a", "\"(14, 6)\", then nothing"),
                (
                    "bracketed",
                    "game/freestyle-15",
                    "illegal:malformed of white after 3 moves: answered \"(14, 6)\", which is not a move",
                ),
                ("mortal", "command/begin", "the end of its process (exit 3)"),
                ("", "judge/freestyle-a", "6,7 (g8) or 11,7 (l8) after h8h9"),
                ("", "judge/standard-b", "5,7 (f8) or 9,7 (j8)"),
                ("squatter", "command/turn", "\"0,0\""),
                (
                    "squatter",
                    "command/board-again",
                    "\"6,10\" (10,6 is free: does the engine swap x and y?)",
                ),
                (
                    "squatter",
                    "game/freestyle-15",
                    "illegal:occupied of white at 10,12 (k13) (12,10 is free: does the engine swap x \
                     and y?) after 3 moves",
                ),
                ("late", "game/freestyle-15", "illegal:off-board of "),
                ("late", "game/freestyle-15", " ms late"),
            ] {
                scope.spawn(move || assert_fails(habit, name, received));
            }
        });
    }

    #[test]
    fn a_brain_that_starts_no_game_is_told_so_once() {
        for (habit, reason) in [
            ("broken", "received the end of its process (exit 1): KeyError: 3\n"),
            (
                "unflushed",
                "expected OK to \"START 15\" within 3s; received nothing: it sent nothing while it \
                 ran, and all of it when it exited: is it slow, or does it not flush its output?\n",
            ),
            (
                "returning",
                "expected OK to \"START 15\" within 3s; received nothing: its last line has no end: does it \
                 print a line feed?\n",
            ),
        ] {
            let (code, printed) = check(&["--stall-timeout", "3s", "--brain", &brain(habit)]);
            assert_eq!(code, Some(2), "{printed}");
            assert_eq!(printed, format!("error: the engine does not start: {reason}"));
        }
        let (code, printed) = check(&["--brain", &brain("delicate")]);
        let reason = "error: the engine refuses START 15 (the end of its process (exit 1): KeyError: 3) and \
                      plays 20x20: add --size 20\n";
        assert_eq!((code, printed.as_str()), (Some(2), reason));
        let (code, printed) = check(&["--brain", &brain("choosy")]);
        let reason = "error: the engine refuses START 15 (ERROR unsupported size) and every other size that was \
                      tried: it plays no game\n";
        assert_eq!((code, printed.as_str()), (Some(2), reason));
    }

    #[test]
    fn a_brain_that_plays_a_forbidden_point_knows_no_renju() {
        let verdicts = verdicts("fouler", &["game/renju-15"]);
        let [(_, verdict, detail)] = &verdicts[..] else { panic!("{verdicts:?}") };
        assert_eq!(verdict, "skip", "{detail}");
        let reason = "it knows no renju: foul:double-three of black at 8,7 (i8) after 12 moves";
        assert!(detail.ends_with(reason), "{detail}");
    }

    #[test]
    fn standard_error_of_games_counts() {
        let verdicts = verdicts("loud", &["game/freestyle-15", "output/"]);
        let [_, (_, verdict, detail)] = &verdicts[..] else { panic!("{verdicts:?}") };
        assert_eq!(verdict, "fail", "{detail}");
        assert!(detail.ends_with("\"thinking\" in game/freestyle-15"), "{detail}");
    }

    #[test]
    fn a_game_on_a_board_that_is_refused_is_skipped() {
        let picky = brain("picky");
        let (code, printed) = check(&["--size", "20", "--only", "game/renju", "--brain", &picky]);
        assert_eq!(code, Some(0), "{printed}");
        let reason = "SKIP game/renju-15: it refuses START 15: \"ERROR unsupported size\"\n";
        assert!(printed.contains(reason), "{printed}");
    }

    #[test]
    fn what_swap2_expects_is_named_in_each_stage() {
        for (habit, expected) in [
            ("swapless", "1 stone, 2 stones or SWAP to \"DONE\" | \"ERROR no swap\""),
            ("greedy", "1 stone or SWAP to \"DONE\" | \"3,0 4,0\""),
        ] {
            let verdicts = verdicts(habit, &["command/swap2board"]);
            let [(_, verdict, detail)] = &verdicts[..] else { panic!("{verdicts:?}") };
            assert_eq!((verdict.as_str(), detail.as_str()), ("fail", expected));
        }
    }

    #[test]
    fn a_fault_weighs_by_its_severity() {
        let run = |more: &[&str]| {
            let brain = brain("banner");
            let arguments = ["--only", "start/about", "--only", "start/size-15", "--brain", &brain];
            check(&[&arguments, more].concat())
        };
        let (code, printed) = run(&[]);
        assert_eq!(code, Some(1), "{printed}");
        assert!(printed.contains("FAIL start/about (expected): expected key="), "{printed}");
        assert!(printed.contains("FAIL start/size-15 (required): expected OK"), "{printed}");
        let summary = "\n2 checks: 0 PASS, 2 FAIL (1 required, 1 expected), 0 SKIP\n";
        assert!(printed.ends_with(summary), "{printed}");
        assert_eq!(run(&["--fail-on", "required"]).0, Some(1));
        assert_eq!(run(&["--only", "about", "--fail-on", "required"]).0, Some(1));
        let blind = ["--only", "input/turn-occupied", "--brain", &brain("blind")];
        let weighed = |severity| check(&[&blind[..], &["--fail-on", severity]].concat()).0;
        assert_eq!(["advised", "expected", "required"].map(weighed), [Some(1), Some(0), Some(0)]);
    }

    #[test]
    fn missing_optional_commands_are_skipped() {
        let checked = verdicts("lean", &["command/restart", "command/takeback", "command/turn"]);
        let found: Vec<(&str, &str)> =
            checked.iter().map(|(name, verdict, _)| (name.as_str(), verdict.as_str())).collect();
        let expected =
            [("command/turn", "pass"), ("command/restart", "skip"), ("command/takeback", "skip")];
        assert_eq!(found, expected);
    }

    #[test]
    fn a_brain_that_dies_spoils_no_other_check() {
        let checked = verdicts("mortal", &["command/begin", "command/turn", "command/board"]);
        let found: Vec<&str> = checked.iter().map(|(_, verdict, _)| verdict.as_str()).collect();
        // The last one, a position sent twice, begins a game between.
        assert_eq!(found, ["fail", "pass", "pass", "fail"], "{checked:?}");
    }

    /// The command of the brain with this habit.
    fn brain(habit: &str) -> String {
        format!("'{}/tests/brains/habits.sh' {habit}", env!("CARGO_MANIFEST_DIR"))
    }

    #[test]
    fn a_brain_for_another_board_size_gets_a_hint() {
        let (code, printed) = check(&["--only", "command/begin", "--brain", &brain("picky")]);
        let reason = "error: the engine refuses START 15 (ERROR unsupported size) and plays 20x20: add \
                      --size 20\n";
        assert_eq!((code, printed.as_str()), (Some(2), reason));
        let size = ["--size", "20", "--only", "command/begin", "--brain", &brain("picky")];
        assert_eq!(check(&size).0, Some(0));
    }

    #[test]
    fn the_log_ends_each_dialogue_with_its_verdict() {
        let folder = Folder::new("check-log");
        let log = folder.path().join("check.log").display().to_string();
        let only = ["--only", "command/begin", "--only", "start/about", "--only", "rectstart"];
        let (code, printed) =
            check(&[&["--log", &log, "--brain", &brain("banner")], &only[..]].concat());
        assert_eq!(code, Some(1), "{printed}");
        let text = std::fs::read_to_string(&log).expect("a log");
        let notes = text.lines().filter_map(|line| line.trim_start().split_once(' '));
        let verdicts: Vec<&str> =
            notes.map(|(_, note)| note).filter(|note| note.contains(" -- ")).collect();
        assert_eq!(verdicts.len(), 3, "{text}");
        assert_eq!(
            verdicts[0],
            "start/about -- FAIL: expected key=\"value\", ... to \"ABOUT\"; received \"hello\""
        );
        assert!(verdicts[1].starts_with("command/begin -- FAIL"), "{text}");
        assert!(text.contains("start/about <- ABOUT\n"), "{text}");
    }

    #[test]
    #[cfg(target_os = "linux")]
    fn a_log_that_cannot_be_written_is_an_error() {
        let full = ["--log", "/dev/full", "--only", "command/begin", "--brain", &brain("")];
        let (code, printed) = check(&full);
        assert_eq!(code, Some(2), "{printed}");
        assert!(
            printed.ends_with("/dev/full: No space left on device (os error 28)\n"),
            "{printed}"
        );
    }

    #[test]
    #[cfg(target_os = "linux")]
    fn memory_is_measured() {
        let measure = |memory: &str| {
            let hog = brain("hog");
            check(&[
                "--only",
                "memory",
                "--stall-timeout",
                "60s",
                "--brain",
                &hog,
                "--memory",
                memory,
            ])
        };
        let (code, printed) = measure("20MiB");
        assert_eq!(code, Some(1), "{printed}");
        assert!(
            printed.contains("FAIL memory/unshared (required): expected at most 20 MiB unshared"),
            "{printed}"
        );
        assert_eq!(measure("350MiB").0, Some(0));
    }
}

#[test]
fn our_own_brain_passes() {
    let only = ["start/", "end/idle", "end/no-input", "command/", "input/", "output/"];
    let only = only.iter().flat_map(|name| ["--only", name]);
    let quick = ["--turn-time", "300ms", "--stall-timeout", "60s"].into_iter();
    let (code, printed) = check(&only.chain(quick).collect::<Vec<_>>());
    assert_eq!(code, Some(0), "{printed}");
    let summary = printed.lines().last().expect("a summary");
    assert!(summary.ends_with(" PASS, 0 FAIL, 0 SKIP"), "{printed}");
}

#[test]
fn our_own_brain_passes_the_judge_and_plays() {
    let (code, printed) = check(&[
        "--only",
        "judge/freestyle",
        "--only",
        "judge/renju-a",
        "--only",
        "game/renju",
        "--turn-time",
        "100ms",
        "--match-time",
        "2s",
    ]);
    assert_eq!(code, Some(0), "{printed}");
    assert!(printed.ends_with("\n4 checks: 4 PASS, 0 FAIL, 0 SKIP\n"), "{printed}");
}

#[test]
fn checks_are_listed_and_chosen_by_name() {
    let (code, printed) = check(&["--list", "--only", "judge/caro"]);
    assert_eq!(code, Some(0), "{printed}");
    let names: Vec<&str> = printed.lines().filter_map(|line| line.split(' ').next()).collect();
    assert_eq!(names, ["judge/caro-a", "judge/caro-d"]);
    let (_, printed) = check(&["--list", "--json", "--only", "judge/caro"]);
    let listed: Vec<serde_json::Value> =
        printed.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
    assert!(listed.iter().map(|it| &it["name"]).eq(&names), "{printed}");
}

#[test]
fn mistakes_on_the_command_line_exit_with_2() {
    for (arguments, reason) in [
        (
            &["--only", "no such check"][..],
            "--only: no check has such a name; --list prints all names",
        ),
        (&["--log", "no/such/folder/check.log"], "no/such/folder/check.log: "),
        (&["--brain", "./no/such/brain"], "is not a file"),
        (&["--turn-time", "fast"], "--turn-time"),
        (&["--match-time", "999us"], "expected 1ms or more"),
        (&["--match-time", "0s"], "expected 1ms or more: 0 means no limit to brains"),
        (&["--size", "3"], "--size"),
    ] {
        let (code, printed) = check(arguments);
        assert_eq!(code, Some(2), "{printed}");
        assert!(printed.contains(reason), "{printed}");
    }
}
