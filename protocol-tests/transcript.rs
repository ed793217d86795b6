//! Transcripts: dialogues as text, one file a promise, one test a file.
//!
//! | line | meaning |
//! |---|---|
//! | `# text` | a remark |
//! | `> line` | sent with LF; `{x},{y}` is the last move received; `\r`, `\n`, `\t` and `\xff` are bytes |
//! | `raw text` | sent without a line end |
//! | `< pattern` | the next line received; `MESSAGE` lines are skipped unless the pattern is one |
//! | `<~ pattern` | lines are skipped until one matches |
//! | `<! pattern` | the next line is a move onto a free cell that does not match |
//! | `within 500ms` | the deadline of the next `<` or `exit` |
//! | `silence 200ms` | nothing comes, `MESSAGE` lines aside |
//! | `skip INFO` | from here on lines that begin with this word are skipped too |
//! | `eof` | the input is closed |
//! | `exit 0` | the brain exits with this code, says nothing more, and never wrote to standard error |
//!
//! In a pattern `*` is any text, `a|b` is a or b, and `{x},{y}` is a free cell of the board. A
//! transcript that has no `exit` ends with `END` and `exit 0`.

use std::time::{Duration, Instant};

use crate::brain::{Brain, SOON, cell};
use crate::position::Position;

macro_rules! transcripts {
    ($($name:ident)*) => {
        const LISTED: &[&str] = &[$(stringify!($name)),*];
        $(#[test] fn $name() {
            play(include_str!(concat!("transcripts/", stringify!($name), ".txt")));
        })*
    };
}

transcripts! {
    about
    bad_start_while_thinking
    begin_needs_an_empty_board
    board_in_lines_or_tokens
    board_interrupted
    board_of_any_kind
    board_while_thinking
    board_with_a_mistake
    bytes_that_are_no_text
    continuous_games
    end_when_idle
    end_while_thinking
    eof_when_idle
    eof_while_thinking
    every_rule_plays
    forbidden_points_are_listed
    full_board
    game_goes_on_after_a_five
    info_is_silent
    judge_caro_closed_five_does_not_win
    judge_caro_completes_its_five
    judge_caro_exact_closed_five_does_not_win
    judge_caro_exact_completes_its_five
    judge_freestyle15_completes_its_five
    judge_freestyle_completes_its_five
    judge_renju_completes_its_five
    judge_renju_double_three_is_forbidden
    judge_standard_completes_its_five
    judge_standard_six_does_not_win
    last_cell_taken_by_the_opponent
    last_line_needs_no_end
    line_ends_case_and_blanks
    manager_gomoku_calculator
    manager_gomoku_calculator_analysis
    manager_gomoku_cli
    manager_judge
    manager_liskvork
    manager_piskvork
    manager_piskvork_tournament
    manager_piskvork_undo
    manager_qpiskvork
    manager_qpiskvork_swap2
    manager_yixin_board
    manager_yixin_board_fork
    match_clock_is_kept_untold
    nothing_moves_before_start
    play_is_our_move
    play_while_thinking
    questions_while_thinking
    readme_dialogue
    restart_clears_the_board
    restart_while_thinking
    root_moves_in_realtime
    setting_that_cannot_be_met
    show_detail
    start_clears_the_board_not_the_settings
    start_names_the_limits
    start_takes_every_size
    start_while_thinking
    stop_prints_the_move
    stop_when_idle
    swap2
    swap2_while_thinking
    takeback
    takeback_to_the_start
    time_left_of_nothing_is_at_once
    time_left_while_thinking
    timeout_turn_while_thinking
    turn_checks_its_cell
    turn_while_thinking
    turn_zero_is_at_once
    unknown_command
    unlimited_match
    untold_time_is_five_seconds
    yixin_dialect
    yx_commands_unknown
    yxbalance
    yxblock
    yxboard_and_takeback_while_thinking
    yxboard_is_silent
    yxnbest
    yxsearchdefend
    yxstop_is_no_dialect
    yxswap2
}

#[test]
fn every_transcript_is_listed() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/protocol-tests/transcripts");
    for entry in std::fs::read_dir(folder).expect("a folder") {
        let path = entry.expect("an entry").path();
        let name = path.file_stem().and_then(|name| name.to_str()).expect("a name");
        assert!(LISTED.contains(&name), "{name} is not in the list of transcripts");
    }
}

/// Plays a transcript against a new brain.
#[track_caller]
fn play(text: &str) {
    let mut brain = Brain::start();
    let mut position = Position::default();
    let mut last_move = String::new();
    let mut skipped = "MESSAGE";
    let mut limit = SOON;
    let mut ended = false;
    for line in text.lines().filter(|line| !line.is_empty() && !line.starts_with('#')) {
        let (word, rest) = line.split_once(' ').unwrap_or((line, ""));
        match word {
            ">" => {
                let sent = rest.replace("{x},{y}", &last_move);
                position.sent(&sent);
                if sent.contains('\\') {
                    brain.send_bytes(&[unescape(&sent), vec![b'\n']].concat());
                } else {
                    brain.send(&sent);
                }
            }
            "raw" => {
                rest.split("\\n").for_each(|line| position.sent(&line.replace("\\r", " ")));
                brain.send_bytes(&unescape(rest));
            }
            "<" | "<!" => {
                let received = if rest.starts_with("MESSAGE") {
                    brain.line(limit)
                } else {
                    reply(&mut brain, skipped, limit)
                };
                let line = received.clone().unwrap_or_default();
                let fits = rest.split('|').any(|pattern| fits(pattern, &line, &position));
                let fits = if word == "<" { fits } else { !fits && is_legal(&line, &position) };
                if received.is_none() || !fits {
                    let not = if word == "<" { "" } else { "a legal move other than " };
                    brain.fail(&format!(
                        "expected {not}{rest:?} within {limit:?}, received {received:?}"
                    ));
                }
                position.received(&line);
                if cell(&line).is_some() {
                    last_move = line;
                }
                limit = SOON;
            }
            "<~" => {
                await_line(&mut brain, limit, rest, &position);
                limit = SOON;
            }
            "within" => limit = millis(rest),
            "skip" => skipped = rest,
            "silence" => {
                let time = millis(rest);
                if let Some(line) = reply(&mut brain, skipped, time) {
                    brain.fail(&format!("expected silence for {time:?}, received {line:?}"));
                }
            }
            "eof" => brain.close_input(),
            "exit" => {
                brain.expect_exit(rest.parse().expect("a code"), limit);
                ended = true;
            }
            _ => panic!("no line of a transcript: {line}"),
        }
    }
    if !ended {
        brain.quit();
    }
}

/// The next line within `limit` that begins neither with `MESSAGE` nor with the word `skipped`.
fn reply(brain: &mut Brain, skipped: &str, limit: Duration) -> Option<String> {
    let deadline = Instant::now() + limit;
    loop {
        let line = brain.reply(deadline.saturating_duration_since(Instant::now()))?;
        if line.split(' ').next() != Some(skipped) {
            return Some(line);
        }
    }
}

/// Skips lines until one matches, within `limit`.
#[track_caller]
fn await_line(brain: &mut Brain, limit: Duration, pattern: &str, position: &Position) {
    let deadline = Instant::now() + limit;
    let matches = |line: String| fits(pattern, &line, position);
    while let Some(line) = brain.line(deadline.saturating_duration_since(Instant::now())) {
        if matches(line) {
            return;
        }
    }
    brain.fail(&format!("expected {pattern:?} within {limit:?}"));
}

fn millis(text: &str) -> Duration {
    let millis = text.strip_suffix("ms").and_then(|millis| millis.parse().ok());
    Duration::from_millis(millis.expect("a time such as 200ms"))
}

fn is_legal(line: &str, position: &Position) -> bool {
    cell(line).is_some_and(|pos| position.is_free(pos))
}

/// Whether `line` follows `pattern`: words with `*` and `{x},{y}` in them, divided by blanks.
fn fits(pattern: &str, line: &str, position: &Position) -> bool {
    if let Some((head, tail)) = pattern.split_once("{x},{y}") {
        let Some(line) = line.strip_prefix(head) else { return false };
        let (pos, line) = line.split_at(line.find(' ').unwrap_or(line.len()));
        return is_legal(pos, position) && fits(tail, line, position);
    }
    match pattern.split_once('*') {
        None => pattern == line,
        Some((head, tail)) => line.strip_prefix(head).is_some_and(|line| {
            let mut ends = line.char_indices().map(|(index, _)| index).chain([line.len()]);
            ends.any(|end| fits(tail, &line[end..], position))
        }),
    }
}

fn unescape(text: &str) -> Vec<u8> {
    let mut bytes = Vec::new();
    let mut rest = text;
    while let Some((plain, escape)) = rest.split_once('\\') {
        bytes.extend(plain.bytes());
        let (byte, length) = match escape.as_bytes() {
            [b'r', ..] => (b'\r', 1),
            [b'n', ..] => (b'\n', 1),
            [b't', ..] => (b'\t', 1),
            [b'x', ..] => (u8::from_str_radix(&escape[1..3], 16).expect("two hex digits"), 3),
            _ => (b'\\', 0),
        };
        bytes.push(byte);
        rest = &escape[length..];
    }
    bytes.extend(rest.bytes());
    bytes
}
