//! Brains as the opponents of people: what they do wrong is said in one line, and the next move comes from a
//! fresh process.

use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::Duration;

use gomoku_classics::{Agent, Limits, OnePly};
use gomoku_match::{EngineSettings, Opponent, OpponentFailure, OpponentMove, TimeControl};
use gomoku_rules::record::parse_moves;
use gomoku_rules::{Board, Rule, Size};

use super::{AMPLE, SHORT, brain, hurried};

fn board(moves: &str) -> Board {
    let mut board = Board::new(Size::square(15));
    parse_moves(moves).expect("a pos string").into_iter().for_each(|pos| board.play(pos));
    board
}

fn opponent(settings: EngineSettings) -> Opponent {
    Opponent::start(settings, None).expect("it starts")
}

fn choose(
    opponent: &mut Opponent,
    moves: &str,
    rule: Rule,
) -> Result<OpponentMove, OpponentFailure> {
    opponent.choose(&board(moves), rule, Duration::ZERO, &AtomicBool::new(false))
}

/// Its move, or its failure in words.
fn answer(opponent: &mut Opponent, moves: &str, rule: Rule) -> Result<String, String> {
    let chosen = choose(opponent, moves, rule);
    chosen.map(|chosen| chosen.pos.to_string()).map_err(|failure| failure.to_string())
}

#[test]
fn any_position_is_answered_whatever_came_before() {
    let command = format!("'{}' classic one-ply", env!("CARGO_BIN_EXE_shisan"));
    let time = TimeControl { turn: Some(AMPLE), ..TimeControl::default() };
    let settings = EngineSettings { command, time, ..brain("one-ply", "") };
    let mut brain = opponent(settings);
    // On, back, elsewhere, and under another rule.
    for (moves, rule) in [
        ("", Rule::Freestyle),
        ("h8i9", Rule::Freestyle),
        ("h8i9h9h7", Rule::Freestyle),
        ("h8i9", Rule::Freestyle),
        ("a1", Rule::Renju),
        ("h8h9i7i9h10i6i11i12", Rule::Renju),
        ("h8h9i7i9h10i6i11i12", Rule::Standard),
    ] {
        let expected = OnePly::default().choose(&board(moves), rule, Limits::default());
        let expected = expected.expect("a move").pos.to_string();
        assert_eq!(answer(&mut brain, moves, rule), Ok(expected), "{moves} {rule}");
    }
}

#[test]
fn every_failure_is_said_in_one_line() {
    for (actions, expected) in [
        ("7,7", "answers \"7,7\", h8: the cell is taken"),
        ("15,0", "answers \"15,0\", outside the board"),
        ("5,7,9", "answers \"5,7,9\", no move"),
        ("ERROR_no_idea", "answers \"ERROR no idea\", no move"),
        ("exit:3", "has ended (exit 3)"),
        ("stderr:out_of_luck exit:1", "has ended (exit 1): out of luck"),
        ("start:ERROR_size", "refuses the game: ERROR size"),
        ("start:exit:5", "has ended (exit 5)"),
    ] {
        let mut brain = opponent(brain("script", actions));
        assert_eq!(
            answer(&mut brain, "h8", Rule::Freestyle),
            Err(expected.to_owned()),
            "{actions}"
        );
    }
    for (actions, expected) in [
        ("hang", "gives no move within 2s"),
        ("(5,_7)", "gives no move within 2s; it wrote \"(5, 7)\""),
    ] {
        let mut brain = opponent(hurried(brain("script", actions), SHORT));
        assert_eq!(
            answer(&mut brain, "h8", Rule::Freestyle),
            Err(expected.to_owned()),
            "{actions}"
        );
    }
}

#[test]
fn a_forbidden_point_is_no_move() {
    let double_three = "h8h9i7i9h10i6i11i12";
    let failure = answer(&mut opponent(brain("script", "6,8")), double_three, Rule::Renju);
    assert_eq!(failure, Err("answers \"6,8\", g9 is forbidden: double three".to_owned()));
    let allowed = answer(&mut opponent(brain("script", "6,8")), double_three, Rule::Freestyle);
    assert_eq!(allowed, Ok("g9".to_owned()));
}

#[test]
fn the_next_move_comes_from_a_fresh_process() {
    let mut brain = opponent(brain("script", "8,8 exit:3"));
    let ask = |brain: &mut Opponent, moves| answer(brain, moves, Rule::Freestyle);
    assert_eq!(ask(&mut brain, "h8"), Ok("i9".to_owned()));
    assert_eq!(ask(&mut brain, "h8i9a1"), Err("has ended (exit 3)".to_owned()));
    assert_eq!(ask(&mut brain, "h8a2a1"), Ok("i9".to_owned()));
}

#[test]
fn stray_lines_and_late_moves_are_told_and_taken() {
    let mut brain = opponent(brain("script", r"thinking...\n8,8\n9,9 sleep:0.5:10,10"));
    let first = choose(&mut brain, "h8", Rule::Freestyle).expect("a move");
    assert_eq!((first.pos.to_string().as_str(), first.late), ("i9", None));
    assert_eq!(first.stray.as_deref(), Some("thinking..."));
    // The second answer has to be there before the next question.
    thread::sleep(Duration::from_millis(500));
    let second = choose(&mut brain, "h8i9a1", Rule::Freestyle).expect("a move");
    assert_eq!((second.pos.to_string().as_str(), second.stray.as_deref()), ("k11", Some("9,9")));
    assert!(second.time >= Duration::from_millis(400), "{second:?}");
    let short = Duration::from_millis(100);
    let mut late = opponent(hurried(super::brain("script", "sleep:0.5:8,8"), short));
    let moved = choose(&mut late, "h8", Rule::Freestyle).expect("a move within the grace");
    assert!(moved.late.is_some_and(|late| late >= Duration::from_millis(300)), "{moved:?}");
}

#[test]
fn a_wait_can_be_ended() {
    let mut settings = brain("script", "hang");
    settings.time = TimeControl::default();
    let mut brain = opponent(settings);
    let stop = AtomicBool::new(false);
    let failure = thread::scope(|scope| {
        scope.spawn(|| {
            thread::sleep(Duration::from_millis(300));
            stop.store(true, Ordering::Relaxed);
        });
        brain.choose(&board("h8"), Rule::Freestyle, Duration::ZERO, &stop)
    });
    assert_eq!(failure, Err(OpponentFailure::Stopped));
}
