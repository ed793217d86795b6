//! Checks of what a brain answers to each command.

use super::finding::{Fault, Finding, skipped};
use super::probe::Probe;
use super::subject::Subject;
use super::{Check, QUIET, THOUGHT, board_after};
use gomoku_rules::{Size, record};

/// A game of a few moves in which nobody threatens anything.
pub(super) const CALM: &str = "h8i7j10f7g11";

pub(super) fn checks() -> Vec<Check> {
    vec![
        Check::new("command/begin", "BEGIN is answered by a move", |subject| {
            subject.player()?.begin()?;
            Ok(String::new())
        }),
        Check::new("command/turn", "TURN is answered by a move, again and again", turn),
        Check::new("command/board", "BOARD is answered by a move", board),
        Check::new(
            "command/board-again",
            "BOARD replaces the stones of a running game",
            board_again,
        ),
        Check::new("command/restart", "RESTART is answered OK and clears the board", restart),
        Check::new("command/takeback", "TAKEBACK is answered OK and frees the cell", takeback),
        Check::new("command/rectstart", "RECTSTART is answered OK, and all cells count", rectstart),
        Check::new("command/swap2board", "SWAP2BOARD is answered at each of its steps", swap2),
        Check::new("command/info", "INFO is never answered", info),
        Check::new(
            "command/info-unknown",
            "INFO with an unknown key is never answered",
            |subject| {
                silent(subject, &["INFO no_such_key 1", "INFO no_such_key", "INFO evaluate 7,7"])
            },
        ),
        Check::new("command/unknown", "an unknown command is answered UNKNOWN", unknown),
    ]
}

fn turn(subject: &Subject) -> Finding {
    let mut probe = subject.player()?;
    for _ in 0..4 {
        probe.goes_on()?;
    }
    Ok(String::new())
}

fn board(subject: &Subject) -> Finding {
    let mut probe = subject.player()?;
    let moves = record::parse_moves(CALM).unwrap_or_default();
    probe.set_up(&moves)?;
    probe.goes_on()?;
    Ok(String::new())
}

/// c-gomoku-cli may ask for every move in this way, though managers should restart first.
fn board_again(subject: &Subject) -> Finding {
    let mut probe = subject.player()?;
    probe.begin()?;
    let moves = record::parse_moves(CALM).unwrap_or_default();
    match probe.set_up(&moves) {
        Err(Fault::Failed { received, .. }) if received.contains("ERROR") => {
            skipped(format_args!("it wants RESTART first: {received}"))
        }
        Err(fault) => Err(fault),
        Ok(_) => {
            probe.goes_on()?;
            Ok(String::new())
        }
    }
}

/// Says an optional command, which must be answered `OK` if the brain knows it.
fn expect_ok_if_known(probe: &mut Probe, command: &str) -> Finding<()> {
    probe.say(command);
    let line = probe.line("OK")?;
    if line.declines() {
        return skipped(format_args!("it declines {command}: {:?}", line.text));
    }
    if line.text.eq_ignore_ascii_case("OK") { Ok(()) } else { probe.wrong("OK", &line) }
}

fn restart(subject: &Subject) -> Finding {
    let mut probe = subject.player()?;
    let first = probe.begin()?;
    expect_ok_if_known(&mut probe, "RESTART")?;
    probe.clear(subject.size);
    probe.turn(first.pos)?;
    Ok(String::new())
}

fn takeback(subject: &Subject) -> Finding {
    let mut probe = subject.player()?;
    probe.goes_on()?;
    let taken: Vec<_> = probe.board().stones().iter().map(|stone| stone.pos).collect();
    for pos in taken.into_iter().rev() {
        let command = format!("TAKEBACK {},{}", pos.x(), pos.y());
        expect_ok_if_known(&mut probe, &command)?;
        probe.undo();
    }
    // The same cell again: it must be free.
    probe.goes_on()?;
    Ok(String::new())
}

fn rectstart(subject: &Subject) -> Finding {
    let mut probe = subject.probe()?;
    expect_ok_if_known(&mut probe, "RECTSTART 20,15")?;
    let Ok(size) = Size::new(20, 15) else { return Ok(String::new()) };
    probe.clear(size);
    probe.limit_turn(THOUGHT);
    let corner = size.positions().last().unwrap_or(size.centre());
    probe.turn(corner)?;
    Ok(String::new())
}

fn swap2(subject: &Subject) -> Finding {
    // Three stones, and two more of the second player.
    const STEPS: [(&str, &[usize]); 3] = [("", &[3]), ("h8i9g9", &[1, 2]), ("h8i9g9b2n3", &[1])];
    let mut told = Vec::new();
    for (moves, counts) in STEPS {
        let mut probe = subject.player()?;
        let moves = record::parse_moves(moves).unwrap_or_default();
        let mut lines = vec!["SWAP2BOARD".to_owned()];
        lines.extend(moves.iter().map(|pos| format!("{},{}", pos.x(), pos.y())));
        lines.push("DONE".to_owned());
        let mut board = board_after(subject.size, &moves);
        probe.say(&lines.join("\n"));
        let line = probe.thought("stones or SWAP")?;
        if line.declines() && moves.is_empty() {
            return skipped(format_args!("it declines SWAP2BOARD: {:?}", line.text));
        }
        told.push(line.text.clone());
        if line.text.eq_ignore_ascii_case("SWAP") && !moves.is_empty() {
            continue;
        }
        let words: Vec<&str> = line.text.split_ascii_whitespace().collect();
        if !counts.contains(&words.len()) {
            let counts: Vec<String> = counts.iter().map(usize::to_string).collect();
            let swap = if moves.is_empty() { "" } else { ", or SWAP" };
            let expected = format!("{} stones{swap}", counts.join(" or "));
            return probe.wrong(&expected, &line);
        }
        for word in words {
            let pos = probe.read_free(&line, word)?;
            if board.check_free(pos).is_err() {
                return probe.wrong("free cells", &line);
            }
            board.play(pos);
        }
    }
    Ok(told.join("; "))
}

/// What managers tell in all their tournaments and windows.
const INFOS: [&str; 14] = [
    "INFO timeout_turn 200",
    "INFO timeout_match 180000",
    "INFO max_memory 367001600",
    "INFO max_memory 0",
    "INFO max_memory 367001600",
    "INFO game_type 0",
    "INFO game_type 1",
    "INFO game_type 2",
    "INFO rule 0",
    "INFO rule 1",
    "INFO rule 0",
    "INFO time_left 2147483647",
    "INFO time_left 180000",
    "INFO folder /tmp/It's a folder/AI's",
];

fn info(subject: &Subject) -> Finding {
    silent(subject, &INFOS)
}

/// None of `lines` is answered, and the game goes on.
pub(super) fn silent(subject: &Subject, lines: &[&str]) -> Finding {
    let mut probe = subject.player()?;
    for line in lines {
        probe.say(line);
        probe.expect_silence(QUIET)?;
    }
    // What was wrong is mended.
    probe.say("INFO timeout_match 180000\nINFO time_left 180000\nINFO rule 0");
    probe.say(&format!("INFO max_memory {}", subject.memory));
    probe.limit_turn(THOUGHT);
    probe.goes_on()?;
    Ok(String::new())
}

fn unknown(subject: &Subject) -> Finding {
    let mut probe = subject.player()?;
    for command in ["NOSUCHCOMMAND", "NOSUCHCOMMAND 7,7"] {
        probe.say(command);
        let line = probe.line("UNKNOWN")?;
        if !line.is("UNKNOWN") {
            return probe.wrong("UNKNOWN", &line);
        }
    }
    probe.goes_on()?;
    Ok(String::new())
}
