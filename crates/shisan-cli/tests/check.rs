//! The subcommand `check`, on scripted brains with known bad habits and on our own.

use std::process::Command;

const OURS: &str = env!("CARGO_BIN_EXE_shisan");

fn check(arguments: &[&str]) -> (Option<i32>, String) {
    let output = Command::new(OURS).arg("check").args(arguments).output().expect("it runs");
    let text = |bytes| String::from_utf8(bytes).expect("text");
    let told = text(output.stdout) + &text(output.stderr);
    (output.status.code(), told)
}

#[cfg(unix)]
mod scripted {
    use serde_json::Value;

    use super::check;

    /// The verdicts on the brain with this habit: name, verdict, and what was expected and received.
    #[track_caller]
    fn verdicts(habit: &str, only: &[&str]) -> Vec<(String, String, String)> {
        let brain = format!("'{}/tests/brains/manners.sh' {habit}", env!("CARGO_MANIFEST_DIR"));
        let mut arguments =
            vec!["--json", "--tolerance", "1s", "--patience", "10s", "--brain", &brain];
        arguments.extend(only.iter().flat_map(|name| ["--only", name]));
        let (code, told) = check(&arguments);
        let lines: Vec<Value> = told
            .lines()
            .map(|line| {
                serde_json::from_str(line).unwrap_or_else(|error| panic!("{error}: {told}"))
            })
            .collect();
        let (summary, checks) = lines.split_last().expect("a summary");
        assert_eq!(code, Some(i32::from(summary["fail"] != 0)), "{told}");
        assert_eq!(summary["checks"], checks.len(), "{told}");
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
    fn good_manners_pass() {
        let checked = verdicts("", &["start/", "end/", "command/", "input/", "output/"]);
        let skipped = ["command/rectstart", "command/swap2board", "input/lower-case"];
        for (name, verdict, detail) in &checked {
            let expected = if skipped.contains(&name.as_str()) { "skip" } else { "pass" };
            assert_eq!(verdict, expected, "{name}: {detail}");
        }
        assert!(checked.len() > 30, "{checked:?}");
    }

    #[test]
    fn each_bad_habit_is_found_out() {
        std::thread::scope(|scope| {
            for (habit, name, received) in [
                ("banner", "start/about", "\"hello\""),
                ("ready", "start/size-15", "\"OK - ready\""),
                ("boundless", "start/impossible-size", "\"OK\""),
                ("clinging", "start/again", "\"ERROR occupied\""),
                ("stubborn", "end/idle", "runs on"),
                ("stubborn", "end/thinking", "runs on"),
                ("chatty", "command/info-unknown", "\"OK\""),
                ("shrugging", "command/unknown", "nothing"),
                ("forgetful", "command/takeback", "\"ERROR occupied\""),
                ("blind", "input/turn-occupied", "ERROR to \"TURN 0,0\""),
                ("blank", "command/begin", "\"14, 6\""),
                ("slow", "time/turn-100ms", "14,6 after "),
                ("loud", "output/standard-error", "\"thinking\" in output/standard-error"),
                ("mortal", "command/begin", "the end of its process (exit 3)"),
                ("", "judge/freestyle-a", "6,7 (g8) or 11,7 (l8) after h8h9"),
                ("", "judge/standard-b", "5,7 (f8) or 9,7 (j8)"),
            ] {
                scope.spawn(move || assert_fails(habit, name, received));
            }
        });
    }

    #[test]
    fn what_a_brain_may_lack_is_skipped() {
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

    #[test]
    #[cfg(target_os = "linux")]
    fn memory_is_weighed() {
        let weigh = |memory: &str| {
            let brain = format!("'{}/tests/brains/manners.sh' hog", env!("CARGO_MANIFEST_DIR"));
            check(&["--only", "memory", "--patience", "60s", "--brain", &brain, "--memory", memory])
        };
        let (code, told) = weigh("20MiB");
        assert_eq!(code, Some(1), "{told}");
        assert!(told.contains("FAIL memory/peak: expected at most 20 MiB of its own"), "{told}");
        assert_eq!(weigh("350MiB").0, Some(0));
    }
}

#[test]
fn our_own_brain_passes() {
    let only = ["start/", "end/idle", "end/no-input", "command/", "input/", "output/"];
    let only = only.iter().flat_map(|name| ["--only", name]);
    let quick = ["--turn-time", "300ms", "--patience", "60s"].into_iter();
    let (code, told) = check(&only.chain(quick).collect::<Vec<_>>());
    assert_eq!(code, Some(0), "{told}");
    let summary = told.lines().last().expect("a summary");
    assert!(summary.ends_with(" PASS, 0 FAIL, 0 SKIP"), "{told}");
}

#[test]
fn our_own_brain_passes_the_judge_and_plays() {
    let (code, told) = check(&[
        "--only",
        "judge/freestyle",
        "--only",
        "judge/renju-a",
        "--only",
        "game/renju",
        "--turn-time",
        "100ms",
        "--game-time",
        "2s",
    ]);
    assert_eq!(code, Some(0), "{told}");
    assert!(told.ends_with("\n4 checks: 4 PASS, 0 FAIL, 0 SKIP\n"), "{told}");
}

#[test]
fn checks_are_listed_and_chosen_by_name() {
    let (code, told) = check(&["--list", "--only", "judge/caro"]);
    assert_eq!(code, Some(0), "{told}");
    let names: Vec<&str> = told.lines().filter_map(|line| line.split(' ').next()).collect();
    assert_eq!(names, ["judge/caro-a", "judge/caro-d"]);
}

#[test]
fn mistakes_of_the_command_line_are_told_apart() {
    for (arguments, reason) in [
        (&["--only", "no such check"][..], "no check has such a name"),
        (&["--brain", "./no/such/brain"], "is no file"),
        (&["--turn-time", "fast"], "--turn-time"),
        (&["--size", "3"], "--size"),
    ] {
        let (code, told) = check(arguments);
        assert_eq!(code, Some(2), "{told}");
        assert!(told.contains(reason), "{told}");
    }
}
