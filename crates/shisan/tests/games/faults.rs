//! Brains that are late, silent or dead.

use std::time::Duration;

use gomoku_match::{GameSettings, Manager, Silence, Termination};
use gomoku_rules::Side;

use super::{
    AMPLE, SHORT, WINNER, brain, expect_gone, freestyle, game, hurried, loser, result, start,
    winner,
};

#[test]
fn late_is_lost_by_its_figure() {
    let late = hurried(brain("late", "0,0 sleep:2.6:1,0"), SHORT);
    let (mut late, mut loser) = (start(late), start(loser()));
    let (id, group) = (late.id(), late.id().expect("it runs"));
    let played = game(&freestyle(), &mut late, &mut loser, "");
    assert_eq!(played.outcome.winner, Some(Side::White));
    let Termination::Timeout(over) = played.outcome.reason else { panic!("{:?}", played.outcome) };
    assert!(over >= 600, "{over}");
    assert_eq!(played.moves.len(), 2, "the late move is not played");
    assert!(played.moves[0].time < SHORT);
    expect_gone(group);

    let tolerant = GameSettings { tolerance: AMPLE, draw_after: Some(4), ..freestyle() };
    let played = game(&tolerant, &mut late, &mut loser, "");
    assert_eq!(played.outcome.reason, Termination::DrawAfter);
    assert!(played.moves[2].time >= Duration::from_millis(2600));
    assert!(late.id().is_some() && late.id() != id, "it plays on in a new process");
}

#[test]
fn the_time_of_a_game_runs_out() {
    let mut slow = brain("slow", "sleep:1.1:0,0 sleep:1.1:1,0 sleep:1.1:2,0 3,0 4,0");
    slow.time.turn = None;
    slow.time.game = Some(Duration::from_secs(3));
    let (winner, reason) = result(&freestyle(), slow.clone(), loser());
    assert_eq!(winner, Some(Side::White));
    assert!(reason.starts_with("timeout:+"), "{reason}");
    slow.time.increment = AMPLE;
    assert_eq!(result(&freestyle(), slow, loser()), (Some(Side::Black), "five".into()));
}

#[test]
fn who_does_not_answer_is_stalled() {
    let stalled = (Some(Side::White), "stalled".to_owned());
    let native = freestyle();
    let impatient = GameSettings { stall_timeout: SHORT, ..freestyle() };
    let hanging = |moves| hurried(brain("hanging", moves), SHORT);
    let mut timeless = hanging("0,0 hang");
    timeless.time.turn = None;
    let mut deaf = hanging("0,0 deaf");
    // More than a pipe holds.
    deaf.limits.options = vec![("caution_factor".into(), "9".repeat(1 << 20))];
    std::thread::scope(|scope| {
        for (settings, engine) in [
            (&native, hanging("hang")),
            (&native, hanging("0,0 hang")),
            (&native, hanging(r"MESSAGE\nDEBUG_h8\n\nINFO_EVAL_3")),
            (&native, hanging("start:OK\\nERROR deaf")),
            (&impatient, timeless),
            (&native, deaf),
        ] {
            let stalled = &stalled;
            scope.spawn(move || {
                let command = engine.command.clone();
                assert_eq!(&result(settings, engine, loser()), stalled, "{command}");
            });
        }
    });
}

#[test]
fn who_dies_has_crashed() {
    for (moves, reason) in [
        ("exit:3", "crash:exit 3"),
        ("0,0 exit:0", "crash:exit 0"),
        ("0,0 signal:KILL", "crash:signal 9"),
        ("signal:SEGV", "crash:signal 11"),
        ("close", "crash:closed"),
        ("unplug:0,0", "crash:closed"),
    ] {
        let dying = brain("dying", moves);
        assert_eq!(
            result(&freestyle(), dying, loser()),
            (Some(Side::White), reason.into()),
            "{moves}"
        );
    }
    let orphan = hurried(brain("dying", "0,0 orphan:3"), SHORT);
    let lost = (Some(Side::White), "crash:exit 3".into());
    assert_eq!(result(&freestyle(), orphan, loser()), lost, "a child holds its output");
    let parting = brain("parting", "0,0 1,0 2,0 3,0 bye:4,0");
    assert_eq!(result(&freestyle(), parting, loser()).1, "five");
}

#[test]
fn the_last_words_of_the_dead_are_kept() {
    let words = |actions: &str| {
        let (mut dying, mut white) = (start(brain("dying", actions)), start(loser()));
        let played = game(&freestyle(), &mut dying, &mut white, "");
        assert!(played.outcome.reason.is_crash(), "{actions}: {}", played.outcome.reason);
        played.last_stderr_line
    };
    assert_eq!(
        words("stderr:well 0,0 stderr:no_such_network exit:1").as_deref(),
        Some("no such network")
    );
    assert_eq!(words("0,0 exit:1"), None);
    assert_eq!(
        words(r"0,0 stderr:error:_no_net stderr:try_--help exit:1").as_deref(),
        Some("error: no net")
    );
    // Whoever closes its input plays no further.
    assert_eq!(words(r"stderr:deaf unplug:0,0"), Some("deaf".into()));
}

#[test]
fn a_game_is_opened_with_ok() {
    let hasty = GameSettings { start_limit: SHORT, ..freestyle() };
    for (start, settings, reason) in [
        ("start:hang", &hasty, "start:silent"),
        ("start:deaf", &hasty, "start:silent"),
        ("start:7,7", &hasty, "start:refused 7,7"),
        ("start:OKAY", &hasty, "start:refused OKAY"),
        ("start:exit:3", &freestyle(), "start:crash:exit 3"),
        ("start:signal:KILL", &freestyle(), "start:crash:signal 9"),
        ("start:ERROR", &freestyle(), "start:refused ERROR"),
    ] {
        let black = brain("black", start);
        assert_eq!(result(settings, black, loser()), (Some(Side::White), reason.into()), "{start}");
    }
    let white = brain("white", "start:exit:3");
    assert_eq!(result(&freestyle(), winner(), white).0, Some(Side::Black));
    let chatty = brain("chatty", &format!(r"start:MESSAGE\nhello\nok\nOK {WINNER}"));
    assert_eq!(result(&freestyle(), chatty, loser()), (Some(Side::Black), "five".into()));
}

#[test]
fn a_silent_brain_is_asked_why() {
    let hasty = GameSettings { start_limit: SHORT, ..freestyle() };
    std::thread::scope(|scope| {
        for (actions, silence) in [
            ("start:hang", Some(Silence::Nothing)),
            ("unflushed 0,0", Some(Silence::Unflushed)),
            ("start:partial:OK", Some(Silence::NoLineEnd)),
            ("later:0,0", Some(Silence::AtExit)),
            ("0,0 later:1,0", Some(Silence::AtExit)),
            ("0,0 partial:1,0", Some(Silence::NoLineEnd)),
            ("0,0 hang", None),
            ("0,0 deaf", None),
        ] {
            let hasty = &hasty;
            scope.spawn(move || {
                let mut silent = start(hurried(brain("silent", actions), SHORT));
                let mut white = start(loser());
                let played = game(hasty, &mut silent, &mut white, "");
                let reason = played.outcome.reason;
                assert!(["stalled", "start:silent"].contains(&&*reason.to_string()), "{reason}");
                assert_eq!(played.silence, silence, "{actions}");
            });
        }
    });
    let judge = GameSettings { manager: Manager::Judge, ..freestyle() };
    let mut silent = start(hurried(brain("silent", "unflushed 0,0"), SHORT));
    let mut white = start(loser());
    assert_eq!(game(&judge, &mut silent, &mut white, "").silence, Some(Silence::Unflushed));
}
