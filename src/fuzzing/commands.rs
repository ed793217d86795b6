//! Lines of a manager, one by one.

use std::fmt::{Debug, Display};
use std::str::FromStr;

use gomoku_protocol::{Command, List, ListKind, Reply};
use gomoku_rules::Size;

/// Reads each line as a command, as a reply and as part of a list of stones, whose board has what was put on
/// it. What was read and is written reads back.
///
/// # Panics
/// When something does not hold.
pub fn commands(input: &[u8]) {
    for line in String::from_utf8_lossy(input).lines() {
        match line.parse::<Command>() {
            Ok(command) => reads_back(&command),
            Err(error) => assert!(!error.to_string().is_empty(), "{line:?}"),
        }
        match line.parse::<Reply>() {
            Ok(reply) => reads_back(&reply),
            Err(error) => assert!(!error.to_string().is_empty(), "{line:?}"),
        }
        let mut list = List::new(ListKind::Board);
        list.feed(line);
        let is_done = |token: &str| token.eq_ignore_ascii_case("DONE");
        if !line.contains(',') {
            assert_eq!(list.is_complete(), line.split_whitespace().any(is_done), "{line:?}");
        }
        for side in [5, 32] {
            let boards = [list.board(Size::square(side)), list.opening(Size::square(side))];
            for board in boards.into_iter().flatten() {
                assert_eq!(board.stones().len() + board.free(), board.size().cells());
            }
        }
    }
}

/// The text of `value` is one that reads back as the same text.
fn reads_back<T: Display + FromStr<Err: Debug>>(value: &T) {
    let text = value.to_string();
    let again = text.parse::<T>().expect("what was written");
    assert_eq!(again.to_string(), text);
}
