//! Checks of the answers to each command.

use super::board::board_after;
use super::definition::Check;
use super::definition::Severity::{Advised, Expected, Required};
use super::engine::EngineUnderTest;
use super::result::{CheckResult, NotPassed, skipped};
use super::session::{QUIET, TURN, TestSession, is_word};
use gomoku_protocol::{Command, Key, List, ListKind, Reply};
use gomoku_rules::{Size, record};

/// A game of a few moves without any threat.
pub(super) const CALM: &str = "h8i7j10f7g11";

pub(super) fn checks() -> Vec<Check> {
    vec![
        Check::new(Required, "command/begin", "BEGIN is answered with a move", |engine| {
            engine.player()?.begin()?;
            Ok(String::new())
        }),
        Check::new(Required, "command/turn", "TURN is answered with a move, several times", turn),
        Check::new(Required, "command/board", "BOARD is answered with a move", board),
        Check::new(
            Expected,
            "command/board-again",
            "BOARD replaces the stones of a running game",
            board_again,
        ),
        Check::new(
            Expected,
            "command/restart",
            "RESTART is answered with OK and clears the board",
            restart,
        ),
        Check::new(
            Expected,
            "command/takeback",
            "TAKEBACK is answered with OK and frees the cell",
            takeback,
        ),
        Check::new(
            Advised,
            "command/rectstart",
            "RECTSTART is answered with OK, and all cells can be played",
            rectstart,
        ),
        Check::new(
            Advised,
            "command/swap2board",
            "SWAP2BOARD is answered in each of its stages",
            swap2,
        ),
        Check::new(Required, "command/info", "INFO is never answered", info),
        Check::new(
            Expected,
            "command/info-unknown",
            "INFO with an unknown key is never answered",
            |engine| {
                silent(engine, &["INFO no_such_key 1", "INFO no_such_key", "INFO evaluate 7,7"])
            },
        ),
        Check::new(
            Advised,
            "command/unknown",
            "an unknown command is answered with UNKNOWN",
            unknown,
        ),
    ]
}

fn turn(engine: &EngineUnderTest) -> CheckResult {
    let mut session = engine.player()?;
    for _ in 0..4 {
        session.goes_on()?;
    }
    Ok(String::new())
}

fn board(engine: &EngineUnderTest) -> CheckResult {
    let mut session = engine.player()?;
    let moves = record::parse_moves(CALM).unwrap_or_default();
    session.set_up(&moves)?;
    session.goes_on()?;
    Ok(String::new())
}

/// c-gomoku-cli can ask for every move like this, although managers should send RESTART first.
fn board_again(engine: &EngineUnderTest) -> CheckResult {
    let mut session = engine.player()?;
    session.begin()?;
    let moves = record::parse_moves(CALM).unwrap_or_default();
    match session.set_up(&moves) {
        Err(NotPassed::Failed { received, .. }) if received.contains("ERROR") => {
            skipped(format_args!("it requires RESTART first: {received}"))
        }
        Err(reason) => Err(reason),
        Ok(_) => {
            session.goes_on()?;
            Ok(String::new())
        }
    }
}

/// Sends an optional command, which must be answered `OK` if the engine knows it.
fn expect_ok_if_known(session: &mut TestSession, command: &Command) -> CheckResult<()> {
    session.command(command);
    let expected = "OK or UNKNOWN";
    let line = session.line(expected)?;
    if line.is_refusal() {
        return skipped(format_args!("it declines {command}: {:?}", line.text));
    }
    if is_word(&line, &Reply::OK) { Ok(()) } else { session.wrong(expected, &line) }
}

fn restart(engine: &EngineUnderTest) -> CheckResult {
    let mut session = engine.player()?;
    let first = session.begin()?;
    expect_ok_if_known(&mut session, &Command::Restart)?;
    session.clear(engine.size);
    session.turn(first.pos)?;
    Ok(String::new())
}

fn takeback(engine: &EngineUnderTest) -> CheckResult {
    let mut session = engine.player()?;
    session.goes_on()?;
    let taken: Vec<_> = session.board().stones().iter().map(|stone| stone.pos).collect();
    for pos in taken.into_iter().rev() {
        expect_ok_if_known(&mut session, &Command::TakeBack(pos.into()))?;
        session.undo();
    }
    // The same cell must be free again.
    session.goes_on()?;
    Ok(String::new())
}

fn rectstart(engine: &EngineUnderTest) -> CheckResult {
    let mut session = engine.session()?;
    let Ok(size) = Size::new(20, 15) else { return Ok(String::new()) };
    expect_ok_if_known(&mut session, &Command::Start(size))?;
    session.clear(size);
    session.limit_turn(TURN);
    let corner = size.positions().last().unwrap_or(size.centre());
    session.turn(corner)?;
    Ok(String::new())
}

fn swap2(engine: &EngineUnderTest) -> CheckResult {
    // Three stones, or two more by the second player.
    const STEPS: [(&str, &[usize], &str); 3] = [
        ("", &[3], "3 stones or UNKNOWN"),
        ("h8i9g9", &[1, 2], "1 stone, 2 stones or SWAP"),
        ("h8i9g9b2n3", &[1], "1 stone or SWAP"),
    ];
    let mut answers = Vec::new();
    for (moves, counts, expected) in STEPS {
        let mut session = engine.player()?;
        let moves = record::parse_moves(moves).unwrap_or_default();
        let mut board = board_after(engine.size, &moves);
        session.command(&Command::List(List::of_cells(ListKind::Swap2, &moves)));
        let line = session.answer(expected)?;
        if line.is_refusal() && moves.is_empty() {
            return skipped(format_args!("it declines SWAP2BOARD: {:?}", line.text));
        }
        answers.push(line.text.clone());
        if is_word(&line, &Reply::Swap) && !moves.is_empty() {
            continue;
        }
        let words: Vec<&str> = line.text.split_ascii_whitespace().collect();
        if line.is_refusal() || !counts.contains(&words.len()) {
            return session.wrong(expected, &line);
        }
        for word in words {
            let pos = session.read_free(&line, word)?;
            if board.check_free(pos).is_err() {
                return session.wrong("free cells", &line);
            }
            board.play(pos);
        }
    }
    Ok(answers.join("; "))
}

/// What managers send in tournaments and from their windows.
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

fn info(engine: &EngineUnderTest) -> CheckResult {
    silent(engine, &INFOS)
}

/// None of `lines` is answered, and the game goes on.
pub(super) fn silent(engine: &EngineUnderTest, lines: &[&str]) -> CheckResult {
    let mut session = engine.player()?;
    for line in lines {
        session.send(line);
        session.expect_silence(QUIET)?;
    }
    // Restores good values.
    for (key, value) in [
        (Key::TimeoutMatch, 180_000),
        (Key::TimeLeft, 180_000),
        (Key::Rule, 0),
        (Key::MaxMemory, engine.memory),
    ] {
        session.info(key, value);
    }
    session.limit_turn(TURN);
    session.goes_on()?;
    Ok(String::new())
}

fn unknown(engine: &EngineUnderTest) -> CheckResult {
    let mut session = engine.player()?;
    for command in ["NOSUCHCOMMAND", "NOSUCHCOMMAND 7,7"] {
        session.send(command);
        let line = session.line("UNKNOWN")?;
        if !matches!(line.reply, Ok(Reply::Unknown(_))) {
            return session.wrong("UNKNOWN", &line);
        }
    }
    session.goes_on()?;
    Ok(String::new())
}
