//! Results and their reasons.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use gomoku_match::{
    Adjudication, AdjudicationRule, GameSettings, ReportedScore, SearchReport, Termination, play,
};
use gomoku_rules::record::{self, GameResult};
use gomoku_rules::{Rule, Side, Size};

use super::{
    AMPLE, Paper, WINNER, brain, expect_gone, freestyle, game, loser, result, start, winner,
};

#[test]
fn five_in_a_row_wins() {
    assert_eq!(result(&freestyle(), winner(), loser()), (Some(Side::Black), "five".into()));
    let lost = brain("lost", "9,9 8,9 9,7 8,7 9,5");
    let won = brain("won", "0,0 1,0 2,0 3,0 4,0");
    assert_eq!(result(&freestyle(), lost, won), (Some(Side::White), "five".into()));
    let six = brain("six", "0,0 1,0 2,0 4,0 5,0 3,0");
    let other = || brain("other", "0,2 1,2 2,2 3,2 9,9 9,8");
    let black = Some(Side::Black);
    assert_eq!(result(&freestyle(), six.clone(), other()), (black, "five".into()));
    let exact = GameSettings {
        draw_after: Some(12),
        ..GameSettings::new(Rule::Standard, Size::square(15))
    };
    assert_eq!(result(&exact, six, other()), (None, "draw-after".into()));
}

#[test]
fn what_cannot_be_played_loses() {
    let white = Some(Side::White);
    for (moves, reason) in [
        ("0,0 0,2", "illegal:occupied"),
        ("0,0 0,0", "illegal:occupied"),
        ("15,0", "illegal:off-board"),
        ("0,-1", "illegal:off-board"),
        ("7,", "illegal:malformed"),
        ("7,7,7", "illegal:malformed"),
        (r"MESSAGE_0,0\ndebug\nINFO_PV_0\n\n7", "illegal:malformed"),
    ] {
        let black = brain("black", moves);
        assert_eq!(result(&freestyle(), black, loser()), (white, reason.into()), "{moves}");
    }
}

/// The line is the reason, and what follows it comes too late.
#[test]
fn a_line_that_is_no_move_loses_at_once() {
    for line in [
        "(5,_7)",
        "7;7",
        "[7,_7]",
        "thinking...",
        "ERROR_lost",
        "error",
        "UNKNOWN_TURN",
        "OK",
        "h8",
    ] {
        let babbler = brain("babbler", &format!(r"{line}\n0,0 {WINNER}"));
        let (mut babbler, mut white) = (start(babbler), start(loser()));
        let id = babbler.id();
        let played = game(&freestyle(), &mut babbler, &mut white, "");
        assert_eq!(played.outcome.reason.to_string(), "illegal:malformed", "{line}");
        let line = line.replace('_', " ");
        assert_eq!(played.refused_move.as_deref(), Some(&*line));
        assert_eq!(played.fault(), Some(format!("answered \"{line}\", which is not a move")));
        assert_eq!((played.moves.len(), babbler.id()), (0, None), "it may still be thinking");
        game(&freestyle(), &mut babbler, &mut white, "");
        assert!(babbler.id().is_none() || babbler.id() != id);
    }
}

#[test]
fn a_forbidden_point_loses() {
    let renju = GameSettings { rule: Rule::Renju, ..freestyle() };
    let double_three = || brain("black", "7,7 6,7 8,8 8,9 8,7");
    let white = || brain("white", "0,0 0,2 0,4 0,6");
    let lost = (Some(Side::White), "foul:double-three".into());
    assert_eq!(result(&renju, double_three(), white()), lost);
    let overline = brain("black", "0,0 1,0 2,0 4,0 5,0 3,0");
    let white = brain("white", "0,2 2,2 4,2 6,2 8,2");
    assert_eq!(result(&renju, overline, white), (Some(Side::White), "foul:overline".into()));
}

#[test]
fn a_full_board_is_a_draw() {
    let rows = ["XXOOX", "OOXXO", "XXOOX", "OOXXO", "XXOOX"];
    let cells = |stone| {
        let row = |(y, row): (usize, &&str)| {
            let stones = row.char_indices().filter(|&(_, cell)| cell == stone);
            stones.map(|(x, _)| format!("{x},{y}")).collect::<Vec<_>>()
        };
        rows.iter().enumerate().flat_map(row).collect::<Vec<_>>().join(" ")
    };
    let small = GameSettings { size: Size::square(5), ..freestyle() };
    let (black, white) = (brain("black", &cells('X')), brain("white", &cells('O')));
    assert_eq!(result(&small, black, white), (None, "full-board".into()));
}

#[test]
fn black_without_a_legal_move_loses_without_being_asked() {
    let opening = "e1f2a6d6d1a2b1e5e4b6f6d2c6d5c3b3a1a5b4e2f1e3a4f3b2a3d4e6c5d3f4c2b5";
    let small = GameSettings { rule: Rule::Renju, size: Size::square(6), ..freestyle() };
    let (mut black, mut white) = (start(brain("black", "")), start(brain("white", "5,4")));
    let played = game(&small, &mut black, &mut white, opening);
    assert_eq!(played.outcome.winner, Some(Side::White));
    assert_eq!(played.outcome.reason.to_string(), "no-move");
    assert_eq!((played.moves.len(), &played.refused_move), (1, &None));
    let record = played.to_record(Some(Rule::Renju), small.size);
    assert_eq!(record.result, Some(GameResult::win(Side::White)));
}

#[test]
fn noise_is_no_answer() {
    let (mut noisy, mut loser) = (
        start(brain("noisy", "stderr:9,9 0,0 flood:lines 1,0 flood:bytes 2,0 3,0 4,0")),
        start(loser()),
    );
    let played = game(&freestyle(), &mut noisy, &mut loser, "");
    assert_eq!(played.outcome.reason, Termination::Five);
    assert_eq!(played.unsolicited, [0, 0]);
}

#[test]
fn the_second_answer_is_a_stray() {
    // The opponent takes its time, so that all lines have been read before the next turn.
    let (mut twice, mut slow) = (
        start(brain("twice", r"0,0\n9,9 1,0\n9,9\ndone 2,0 3,0 4,0")),
        start(brain("slow", "sleep:1:0,5 sleep:1:1,5 2,5 3,5")),
    );
    let played = game(&freestyle(), &mut twice, &mut slow, "");
    assert_eq!((played.outcome.reason, played.unsolicited), (Termination::Five, [3, 0]));
    assert_eq!(played.moves.len(), 9);
    let greeting = brain("greeting", &format!(r"start:hello\nMESSAGE\nhi\nOK {WINNER}"));
    let played = game(&freestyle(), &mut start(greeting), &mut start(loser()), "");
    assert_eq!((played.outcome.reason, played.unsolicited), (Termination::Five, [2, 0]));
}

#[test]
fn a_process_plays_many_games() {
    let (mut black, mut white) = (start(winner()), start(loser()));
    let ids = [black.id(), white.id()];
    for _ in 0..3 {
        let played = game(&freestyle(), &mut black, &mut white, "");
        assert_eq!((played.black.as_str(), played.white.as_str()), ("winner", "loser"));
        assert_eq!(played.outcome.reason, Termination::Five);
    }
    let played = game(&freestyle(), &mut white, &mut black, "");
    assert_eq!(played.moves[0].pos.to_string(), "a3");
    assert_eq!([black.id(), white.id()], ids);
}

#[test]
fn moves_bear_what_was_told_of_them() {
    let told = brain("told", r"MESSAGE_depth_3_ev_9\n0,0");
    let mut told = start(told);
    let mut white = start(loser());
    let settings = GameSettings { draw_after: Some(2), ..freestyle() };
    let played = game(&settings, &mut told, &mut white, "");
    let score = Some(ReportedScore::Points(9));
    assert_eq!(played.moves[0].report, SearchReport { score, depth: Some(3), nodes: None });
    assert_eq!(played.moves[1].report, SearchReport::default());
}

#[test]
fn brains_that_agree_end_the_game() {
    let telling = |name: &str, score: &str, moves: [&str; 3]| {
        let moves = moves.map(|pos| format!("MESSAGE_ev_{score}\\n{pos}"));
        brain(name, &moves.join(" "))
    };
    let black = |score| telling("black", score, ["0,0", "1,0", "2,0"]);
    let white = |score| telling("white", score, ["0,2", "1,2", "2,2"]);
    let agreement = Some(AdjudicationRule { points: 100, moves: 2, stones: 0 });
    let win = Adjudication { win: agreement, draw: None };
    let settings = |adjudication| GameSettings { adjudication, draw_after: Some(6), ..freestyle() };
    let won = (Some(Side::White), "adjudicated:win".into());
    assert_eq!(result(&settings(win), black("-150"), white("+M9")), won);
    let unsure = (None, "draw-after".into());
    assert_eq!(result(&settings(win), black("-50"), white("+M9")), unsure);
    let draw = Adjudication { win: None, draw: agreement };
    assert_eq!(
        result(&settings(draw), black("-50"), white("99")),
        (None, "adjudicated:draw".into())
    );
}

#[test]
fn openings_are_sent_as_boards() {
    let paper = Paper::default();
    let stop = AtomicBool::new(false);
    let (mut black, mut white) =
        (start(brain("b", "stderr:note 1,1 2,2")), start(brain("w", "3,3 4,4")));
    let settings = GameSettings { draw_after: Some(4), ..freestyle() };
    let opening = ["h8".parse().expect("a cell")];
    let played =
        play(&settings, [&mut black, &mut white], &opening, Some(&paper.dialogue()), &stop);
    let played = played.expect("both start").expect("no interrupt");
    assert_eq!(played.moves.len(), 3);
    let of = |name: &str| -> Vec<String> {
        paper
            .lines()
            .into_iter()
            .filter_map(|line| line.strip_prefix(name).map(Into::into))
            .collect()
    };
    let infos = ["<- INFO rule 0", "<- INFO timeout_turn 60000", "<- INFO timeout_match 0"];
    let memory = "<- INFO max_memory 367001600";
    let left = "<- INFO time_left 2147483647";
    let mut said = vec!["<- START 15", "-> OK"];
    said.extend(infos);
    said.extend([
        memory,
        left,
        "<- BOARD",
        "<- 7,7,2",
        "<- DONE",
        "-> 3,3",
        left,
        "<- TURN 1,1",
        "-> 4,4",
    ]);
    assert_eq!(of("w "), said);
    assert_eq!(of("b ")[7..11], ["<- BOARD", "<- 7,7,1", "<- 3,3,2", "<- DONE"]);
    assert!(of("b ").contains(&"!! note".to_owned()));

    let over = record::parse_moves("a1a2b1b2c1c2d1d2e1").expect("a pos string");
    assert!(play(&settings, [&mut black, &mut white], &over, None, &stop).is_err());
}

#[test]
fn boards_need_not_be_square() {
    let wide = GameSettings { size: Size::new(20, 10).expect("sides"), ..freestyle() };
    let wide_winner = brain("black", "15,9 16,9 17,9 18,9 19,9");
    assert_eq!(result(&wide, wide_winner, loser()), (Some(Side::Black), "five".into()));
    let tall = brain("black", "9,15");
    assert_eq!(result(&wide, tall, loser()), (Some(Side::White), "illegal:off-board".into()));
}

#[test]
#[cfg(target_os = "linux")]
fn too_much_memory_loses() {
    let mut greedy = brain("greedy", "0,0 memory:40000000 1,0");
    greedy.limits.memory = 30 << 20;
    let watched = GameSettings { watch_memory: true, draw_after: Some(3), ..freestyle() };
    let (winner, reason) = result(&watched, greedy.clone(), loser());
    assert_eq!(winner, Some(Side::White));
    let Ok(Termination::Memory(size)) = reason.parse() else { panic!("{reason}") };
    assert!((31..1000).contains(&size), "{reason}");
    let unwatched = GameSettings { watch_memory: false, ..watched };
    assert_eq!(result(&unwatched, greedy, loser()), (None, "draw-after".into()));
}

#[test]
fn a_game_can_be_stopped() {
    let timeless = GameSettings { stall_timeout: AMPLE, ..freestyle() };
    let mut hanging = brain("hanging", "0,0 hang");
    hanging.time.turn = None;
    let (mut black, mut white) = (start(hanging), start(loser()));
    let groups = [black.id(), white.id()];
    let stop = AtomicBool::new(false);
    std::thread::scope(|scope| {
        scope.spawn(|| {
            std::thread::sleep(Duration::from_millis(300));
            stop.store(true, Ordering::Relaxed);
        });
        let played = play(&timeless, [&mut black, &mut white], &[], None, &stop);
        assert_eq!(played.expect("both start"), None);
    });
    groups.into_iter().flatten().for_each(expect_gone);
}
