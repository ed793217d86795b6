//! Games played as Gomocup's judge plays them.

use std::fs;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use gomoku_match::{EngineSettings, GameSettings, Manager, Termination, play};
use gomoku_rules::{Rule, Side, Size, record};

use super::{
    AMPLE, Paper, SHORT, brain, expect_gone, freestyle, game, hurried, result, scratch, start,
};

fn judge() -> GameSettings {
    let manager = Manager::Judge;
    GameSettings { manager, tolerance: manager.default_tolerance(), ..freestyle() }
}

fn untimed(mut settings: EngineSettings) -> EngineSettings {
    settings.time.game = Some(AMPLE);
    settings
}

#[test]
fn every_game_has_its_own_process() {
    let paper = Paper::default();
    let stop = AtomicBool::new(false);
    let mut black = start(untimed(brain("b", "0,0 1,0 2,0 3,0 4,0")));
    let mut white = start(untimed(brain("w", "0,2 1,2 2,2 3,2")));
    let groups = [black.id(), white.id()];
    for _ in 0..2 {
        let opening = record::parse_moves("h8i9").expect("a pos string");
        let log = paper.dialogue();
        let played = play(&judge(), [&mut black, &mut white], &opening, Some(&log), &stop);
        let played = played.expect("both start").expect("no interrupt");
        assert_eq!(
            (played.outcome.winner, played.outcome.reason),
            (Some(Side::Black), Termination::Five)
        );
        assert!(black.id().is_none() && white.id().is_none());
    }
    groups.into_iter().flatten().for_each(expect_gone);
    let said: Vec<String> =
        paper.lines().into_iter().filter(|line| line.starts_with("b <-")).collect();
    let first: Vec<&str> = said.iter().take(13).map(|line| &line[5..]).collect();
    let expected = [
        "START 15",
        "INFO timeout_turn 60000",
        "INFO timeout_match 60000",
        "INFO max_memory 367001600",
        "INFO game_type 1",
        "INFO rule 0",
        "INFO time_left 60000",
        "BOARD",
        "7,7,1",
        "8,8,2",
        "DONE",
    ];
    assert_eq!(first[..11], expected);
    assert!(first[11].starts_with("INFO time_left ") && first[12] == "TURN 0,2");
    assert_eq!(said.iter().filter(|line| line.ends_with("START 15")).count(), 2);
    assert_eq!(said.iter().filter(|line| line.ends_with("END")).count(), 2);
}

#[test]
fn who_waits_does_not_run() {
    let ticks_while_waiting = |settings: &GameSettings, name: &str| {
        let file = scratch(name);
        fs::write(&file, "").expect("a scratch file");
        let path = file.display();
        let mut ticking = start(untimed(brain("ticking", &format!("tick:{path} 0,0 1,0"))));
        let mut watching = start(untimed(brain("watching", &format!("watch:{path} 9,9"))));
        let settings = GameSettings { draw_after: Some(3), ..settings.clone() };
        let paper = Paper::default();
        let stop = AtomicBool::new(false);
        let log = paper.dialogue();
        let played = play(&settings, [&mut ticking, &mut watching], &[], Some(&log), &stop);
        let played = played.expect("both start").expect("no interrupt");
        assert_eq!(played.outcome.reason, Termination::DrawAfter);
        drop((ticking, watching));
        fs::remove_file(&file).expect("the scratch file");
        let lines = paper.lines();
        let told = lines.iter().find_map(|line| line.split_once("ticks ")).expect("the count").1;
        let counts: Vec<u32> =
            told.split_whitespace().filter_map(|count| count.parse().ok()).collect();
        counts[1] - counts[0]
    };
    assert_eq!(ticks_while_waiting(&judge(), "ticks-judge"), 0);
    assert!(ticks_while_waiting(&freestyle(), "ticks-native") > 0);
}

#[test]
fn the_judge_takes_any_move_for_the_next() {
    let mut twice = start(untimed(brain("twice", r"0,0\n9,9 1,0 2,0")));
    let mut white = start(untimed(brain("white", "0,2 1,2 2,2")));
    let settings = GameSettings { draw_after: Some(3), ..judge() };
    let played = game(&settings, &mut twice, &mut white, "");
    let moves: Vec<String> = played.moves.iter().map(|played| played.pos.to_string()).collect();
    assert_eq!(moves, ["a1", "a3", "j10"], "{:?}", played.outcome);
    assert_eq!(played.moves[2].time, Duration::ZERO);
    let babble = untimed(brain("babble", r"7\n7,7,7\nERROR\nhm\nUNKNOWN\n0,0"));
    let white = untimed(brain("white", "0,2 1,2 2,2"));
    let settings = GameSettings { draw_after: Some(2), ..judge() };
    let played = game(&settings, &mut start(babble), &mut start(white), "");
    assert_eq!((played.outcome.winner, played.outcome.reason), (None, Termination::DrawAfter));
    assert_eq!(played.unsolicited, [5, 0], "what is not a move is skipped and counted");
}

#[test]
fn tolerance_is_beside_the_limit() {
    let late = || hurried(untimed(brain("late", "sleep:2.3:0,0")), SHORT);
    let other = || untimed(brain("other", "0,2"));
    let settings = GameSettings { tolerance: AMPLE, draw_after: Some(1), ..judge() };
    assert_eq!(result(&settings, late(), other()), (None, "draw-after".into()));
    let strict = GameSettings { tolerance: Duration::ZERO, ..settings };
    let (winner, reason) = result(&strict, late(), other());
    assert_eq!(winner, Some(Side::White));
    assert!(reason.starts_with("timeout:+"), "{reason}");
}

#[test]
fn the_match_time_is_exceeded_by_the_tolerance_once_a_game() {
    let mut slow = untimed(brain("slow", "sleep:0.6:0,0 sleep:0.6:1,0"));
    slow.time.game = Some(Duration::from_millis(100));
    let settings = GameSettings { draw_after: Some(4), ..judge() };
    let (winner, reason) = result(&settings, slow, untimed(brain("other", "0,2 1,2")));
    assert_eq!(winner, Some(Side::White), "{reason}");
    assert!(reason.starts_with("timeout:+"), "{reason}");
}

#[test]
fn renju_ends_with_25_free_cells() {
    let small = GameSettings { rule: Rule::Renju, size: Size::square(6), ..judge() };
    let black = untimed(brain("black", "0,0 2,0 4,0 0,2 2,2 4,2"));
    let white = untimed(brain("white", "0,1 2,1 4,1 0,3 2,3 4,3"));
    let (mut black, mut white) = (start(black), start(white));
    let played = game(&small, &mut black, &mut white, "");
    assert_eq!((played.moves.len(), played.outcome.reason), (11, Termination::DrawAfter));
}

#[test]
#[cfg(target_os = "linux")]
fn the_judge_weighs_memory_and_folder() {
    let mut greedy = untimed(brain("greedy", "memory:40000000 0,0"));
    greedy.limits.memory = 30 << 20;
    let other = || untimed(brain("other", "0,2"));
    let (winner, reason) = result(&judge(), greedy, other());
    assert!(winner == Some(Side::White) && reason.starts_with("memory:"), "{reason}");

    let folder = scratch("folder");
    fs::create_dir_all(folder.join("below")).expect("a scratch folder");
    let file = fs::File::create(folder.join("below/file")).expect("a scratch file");
    file.set_len(71 << 20).expect("a sparse file");
    let hoarder =
        EngineSettings { folder: Some(folder.clone()), ..untimed(brain("hoarder", "0,0")) };
    let lost = (Some(Side::White), "folder:71MiB".into());
    assert_eq!(result(&judge(), hoarder, other()), lost);
    fs::remove_dir_all(folder).expect("the scratch folder");
}

#[test]
fn a_late_move_within_the_tolerance_is_noted() {
    let settings = GameSettings { tolerance: AMPLE, draw_after: Some(2), ..judge() };
    let short = Duration::from_millis(100);
    let mut black = start(hurried(brain("slow", "sleep:0.5:0,0"), short));
    let mut white = start(untimed(brain("quick", "9,9")));
    let paper = Paper::default();
    let stop = AtomicBool::new(false);
    let played = play(&settings, [&mut black, &mut white], &[], Some(&paper.dialogue()), &stop);
    let moves = played.expect("both start").expect("no interrupt").moves;
    let late = moves[0].late.expect("a late move");
    assert!(late >= 400, "{late} ms");
    assert_eq!(moves[1].late, None);
    let noted = format!("slow -- late by {late} ms, within the tolerance");
    let lines = paper.lines();
    let remarks: Vec<&String> = lines.iter().filter(|line| line.contains(" -- ")).collect();
    assert_eq!(remarks, [&noted]);
}
