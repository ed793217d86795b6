//! The saved positions of Yixin-Board.
//!
//! `.sav` is text: the height and the width of the board, the number of moves, and for each its row and its
//! column, both from 0 at the upper left.
//!
//! ```text
//! 15
//! 15
//! 2
//! 7 7
//! 6 8
//! ```
//! `.pos` is bytes, which other programs of renju have written, too: the number of moves, and for each 15
//! times its column plus its row, on a 15x15 board; 240 is the pass that `RenLib` writes. `RenLib` takes the
//! columns for rows: each program shows the mirror image of what the other has saved.
//!
//! Sources: <https://github.com/accreator/Yixin-Board>, `show_dialog_load` and `show_dialog_save` in `main.c`;
//! <https://github.com/gomoku/RenLib>, `Pos.cpp`.

use gomoku_rules::record::{Record, RecordError, RecordMove};
use gomoku_rules::{Board, Pos, Size};

use crate::opened::{Damage, Opened};
use crate::tree::{Builder, TreeMove};

/// The board of `.pos`.
const BOARD: Size = Size::square(15);
/// A pass in `.pos`.
const PASS: u8 = 240;

/// Whether a text is a saved position: three lines with a number each.
pub(crate) fn is_sav(text: &str) -> bool {
    let numbers = text.trim_start_matches('\u{feff}').lines().map(|line| line.trim().parse());
    let numbers: Vec<u32> = numbers.take(3).map_while(Result::ok).collect();
    matches!(numbers[..], [height, width, _] if Size::new(width, height).is_ok())
}

/// Reads a `.sav`.
///
/// # Errors
/// Where a number is missing, or a move cannot be made.
pub(crate) fn read_sav(text: &str) -> Result<Record, RecordError> {
    let mut board = Board::new(BOARD);
    play_sav(text, &mut board).map(|()| record(&board))
}

/// The moves of a `.sav` before its damage, if there are any.
pub(crate) fn sav_before_damage(text: &str) -> Option<Record> {
    let mut board = Board::new(BOARD);
    play_sav(text, &mut board).err()?;
    Some(record(&board)).filter(|record| !record.moves.is_empty())
}

/// Makes the moves of a `.sav` on `board`, which becomes that of the text.
fn play_sav(text: &str, board: &mut Board) -> Result<(), RecordError> {
    let mut words = words(text);
    let mut number = |expected: &str| {
        let (at, word) = words.next().unwrap_or((text.len(), ""));
        let number = word.parse::<u32>().map_err(|_| RecordError::at(text, at, expected));
        number.map(|number| (at, number))
    };
    let (at, height) = number("the height of the board")?;
    let (_, width) = number("the width of the board")?;
    let size = Size::new(width, height)
        .map_err(|_| RecordError::at(text, at, "a board size from 5x5 to 32x32"))?;
    let (at, count) = number("the number of moves")?;
    if count as usize > size.cells() {
        return Err(RecordError::at(text, at, format!("at most {} moves", size.cells())));
    }
    *board = Board::new(size);
    for _ in 0..count {
        let (at, row) = number("the row of a move, from 0")?;
        let (_, column) = number("the column of a move, from 0")?;
        let pos = size.pos(column as i32, row as i32);
        let pos = pos.filter(|&pos| board.check_free(pos).is_ok()).ok_or_else(|| {
            RecordError::at(text, at, format!("the row and the column of a free cell of {size}"))
        })?;
        board.play(pos);
    }
    match words.next() {
        Some((at, _)) => Err(RecordError::at(text, at, "the end, after the last move")),
        None => Ok(()),
    }
}

/// Writes a `.sav`.
pub(crate) fn write_sav(game: &Record) -> String {
    let mut lines = vec![
        game.size.height().to_string(),
        game.size.width().to_string(),
        game.moves.len().to_string(),
    ];
    lines.extend(game.cells().map(|pos| format!("{} {}", pos.y(), pos.x())));
    lines.push(String::new());
    lines.join("\n")
}

/// Whether bytes are a whole `.pos`. A text is one only if each of its first characters is another one, as
/// many as the number of the very first says.
pub(crate) fn is_pos(bytes: &[u8]) -> bool {
    !bytes.is_empty() && read_pos(bytes).damage.is_none()
}

/// Whether they could not be a text.
pub(crate) fn is_surely_pos(bytes: &[u8]) -> bool {
    let is_text = |byte: u8| byte.is_ascii_graphic() || byte.is_ascii_whitespace();
    let is_long = bytes.first().is_some_and(|&count| count >= b' ');
    (is_long || !bytes.iter().copied().all(is_text)) && is_pos(bytes)
}

/// Reads a `.pos`, up to the first byte that is no move.
pub(crate) fn read_pos(bytes: &[u8]) -> Opened {
    let mut builder = Builder::new(BOARD);
    let (&count, cells) = bytes.split_first().unwrap_or((&0, &[]));
    let mut damage = bytes.is_empty().then(|| Damage::at(0, "the number of moves"));
    for (at, &cell) in (1..).zip(cells).take(count.into()) {
        let pos = BOARD.pos(i32::from(cell / 15), i32::from(cell % 15));
        let side = builder.stones().to_move();
        let is_move = pos.is_some() || cell == PASS;
        if !is_move || builder.add(Some(TreeMove { side, pos })).is_err() {
            damage = Some(Damage::at(at, "a free cell of the 15x15 board"));
            break;
        }
    }
    if damage.is_none() && cells.len() < count.into() {
        damage = Some(Damage::at(bytes.len(), "a move"));
    } else if damage.is_none() && cells.len() > count.into() {
        damage = Some(Damage::at(usize::from(count) + 1, "the end"));
    }
    Opened { damage, ..Opened::whole(builder.into_tree(), None) }
}

/// Writes a `.pos`.
///
/// # Errors
/// When the board is another one.
pub(crate) fn write_pos(game: &Record) -> Result<Vec<u8>, String> {
    if game.size != BOARD {
        return Err(format!("a board of {}: that of .pos is {BOARD}", game.size));
    }
    let cell = |pos: Pos| pos.x() * 15 + pos.y();
    Ok(std::iter::once(game.moves.len() as u8).chain(game.cells().map(cell)).collect())
}

fn record(board: &Board) -> Record {
    let moves = board.stones().iter().map(|stone| RecordMove::from(stone.pos)).collect();
    Record { moves, ..Record::new(board.size()) }
}

/// The words of a text, each with its byte.
fn words(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let is_blank = |c: char| c.is_whitespace() || matches!(c, '\u{feff}' | '\u{1a}');
    let words = text.split(is_blank).filter(|word| !word.is_empty());
    words.map(|word| (word.as_ptr() as usize - text.as_ptr() as usize, word))
}

#[cfg(test)]
mod tests {
    use gomoku_rules::record::{Format, format_moves};
    use proptest::prelude::*;

    use super::*;
    use crate::FileFormat;
    use crate::testing::sgf;

    fn moves(game: &Record) -> String {
        format_moves(&game.cells().collect::<Vec<_>>())
    }

    #[test]
    fn saved_positions_are_read() {
        let game = read_sav("15\n20\n3\n7 7\r\n6 8\n0 19\n").expect("a position");
        assert_eq!((game.size.to_string(), moves(&game)), ("20x15".into(), "h8i7t1".into()));
        assert_eq!(write_sav(&game), "15\n20\n3\n7 7\n6 8\n0 19\n");
        let game = read_pos(&[3, 112, 7 * 15 + 8, 14]).tree.record().expect("a position");
        assert_eq!(moves(&game), "h8h9a15", "the column counts fifteenfold");
        assert_eq!(write_pos(&game), Ok(vec![3, 112, 113, 14]));
        assert!(is_sav("\u{feff}15\n15\n0\n") && !is_sav("15 15\n7 7\n") && !is_sav("15\n15\n"));
        assert!(is_surely_pos(&[2, 112, 113]) && !is_pos(b"h8i9\n") && !is_pos(&[2, 112]));
    }

    #[test]
    fn a_position_that_looks_like_text_is_read() {
        for count in [9_u8, 10, 12, 13, 32, 40, 90] {
            let bytes: Vec<u8> = std::iter::once(count).chain((33..).take(count.into())).collect();
            assert_eq!(FileFormat::detect(&bytes), Ok(FileFormat::YixinPos), "{count} moves");
        }
        let text = FileFormat::detect(b"\nh8i9j7g6k5");
        assert_eq!(text, Ok(FileFormat::Text(Format::Pos)), "as many signs as the line break says");
    }

    #[test]
    fn a_pass_of_renlib_is_read() {
        let Opened { tree, damage, .. } = read_pos(&[4, 112, 113, 240, 114]);
        assert_eq!((sgf(&tree), damage), (";B[hh];W[hi];B[];W[hj])".to_owned(), None));
    }

    #[test]
    fn what_is_no_position_is_named_by_its_place() {
        for (text, error) in [
            ("", "line 1, column 1: expected the height of the board"),
            ("15\n4\n0", "line 1, column 1: expected a board size from 5x5 to 32x32"),
            ("15\n15\n226", "line 3, column 1: expected at most 225 moves"),
            ("15\n15\n4000000000", "line 3, column 1: expected at most 225 moves"),
            ("15\n15\n2\n7 7\n", "line 5, column 1: expected the row of a move, from 0"),
            ("15\n15\n2\n7 7\n7", "line 5, column 2: expected the column of a move, from 0"),
            (
                "15\n15\n2\n7 7\n7 7",
                "line 5, column 1: expected the row and the column of a free cell of 15x15",
            ),
            (
                "15\n15\n1\n15 7",
                "line 4, column 1: expected the row and the column of a free cell of 15x15",
            ),
            ("15\n15\n1\n7 7\n8 8", "line 5, column 1: expected the end, after the last move"),
        ] {
            assert_eq!(read_sav(text).map_err(|error| error.to_string()), Err(error.to_owned()));
        }
        for (bytes, at, expected, count) in [
            (&[][..], 0, "the number of moves", 0),
            (&[3, 112], 2, "a move", 1),
            (&[1, 112, 113], 2, "the end", 1),
            (&[2, 112, 112], 2, "a free cell of the 15x15 board", 1),
            (&[2, 225, 112], 1, "a free cell of the 15x15 board", 0),
        ] {
            let Opened { tree, damage, .. } = read_pos(bytes);
            assert_eq!(damage, Some(Damage::at(at, expected)));
            assert_eq!(tree.len(), 1 + count);
        }
    }

    proptest! {
        #[test]
        fn positions_read_back(cells in prop::collection::vec(0..225_usize, 0..225)) {
            let mut board = Board::new(BOARD);
            for cell in cells {
                let pos = Pos::new((cell % 15) as u8, (cell / 15) as u8);
                if board.check_free(pos).is_ok() {
                    board.play(pos);
                }
            }
            let game = record(&board);
            prop_assert_eq!(read_sav(&write_sav(&game)), Ok(game.clone()));
            let bytes = write_pos(&game).expect("its board");
            let Opened { tree, damage, .. } = read_pos(&bytes);
            prop_assert_eq!((tree.record(), damage), (Ok(game.clone()), None));
            let text = Format::Pos.write(&game);
            prop_assert!(!is_pos(text.as_bytes()));
        }
    }
}
