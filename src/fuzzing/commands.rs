//! Lines of a manager, one by one.

use crate::protocol::{Command, Progress, Setup};
use gomoku_rules::Size;

/// Reads each line as a command and as a list of stones, whose board has what was put on it.
///
/// # Panics
/// When something does not hold.
pub fn commands(input: &[u8]) {
    for line in String::from_utf8_lossy(input).lines() {
        match Command::parse(line) {
            Ok(Command::Turn(point) | Command::Play(point)) => {
                let again = Command::parse(&format!("TURN {point}"));
                assert_eq!(again, Ok(Command::Turn(point)), "{line:?}");
            }
            Ok(Command::Start(size)) => {
                let again = Command::parse(&format!("START {} {}", size.width(), size.height()));
                assert_eq!(again, Ok(Command::Start(size)), "{line:?}");
            }
            Ok(_) => {}
            Err(error) => assert!(!error.to_string().is_empty(), "{line:?}"),
        }
        let mut setup = Setup::default();
        let progress = setup.feed(line);
        let is_done = |token: &str| token.eq_ignore_ascii_case("DONE");
        if !line.contains(',') {
            let has_end = line.split_whitespace().any(is_done);
            assert_eq!(progress == Progress::Done, has_end, "{line:?}");
        }
        for side in [5, 32] {
            let boards = [setup.board(Size::square(side)), setup.opening(Size::square(side))];
            for board in boards.into_iter().flatten() {
                assert_eq!(board.stones().len() + board.free(), board.size().cells());
            }
        }
    }
}
