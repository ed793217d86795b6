//! Game records of any form.

use crate::game::Size;
use crate::game::record::{
    Record, RecordError, format_board, format_moves, format_offsets, format_psq, format_sgf,
    parse_boards, parse_offset_lines, parse_pos_lines, parse_psq, parse_sgf,
};

type Reader = fn(&str, Size) -> Result<Vec<Record>, RecordError>;

const READERS: [Reader; 5] = [
    parse_pos_lines,
    parse_offset_lines,
    |text, _| parse_psq(text),
    parse_sgf,
    |text, _| parse_boards(text),
];

/// Reads the input in every form. An error lies within the text; a record has its moves in every form
/// that it is written in.
///
/// # Panics
/// When something does not hold.
pub fn records(input: &[u8]) {
    let text = String::from_utf8_lossy(input);
    for read in READERS {
        match read(&text, Size::square(15)) {
            Ok(games) => games.iter().for_each(check),
            Err(error) => assert!(is_within(&text, &error), "{error} in {text:?}"),
        }
    }
}

fn check(game: &Record) {
    let moves: Vec<_> = game.cells().collect();
    assert_eq!(game.board().stones().len(), moves.len());
    let texts = [
        format_moves(&moves),
        format_offsets(&moves, game.size),
        format_psq(game),
        format_sgf(game),
    ];
    for (text, read) in texts.iter().zip(READERS) {
        let games = read(text, game.size);
        let again = games.as_ref().map(|games| games.iter().flat_map(Record::cells));
        let is_same = again.map(|again| again.eq(moves.iter().copied()));
        assert_eq!(is_same.as_ref().ok(), Some(&true), "{text:?} of {game:?}: {is_same:?}");
    }
    // Which stones lie where is all that a drawn board tells.
    let drawn = format_board(game);
    let cells = |board: &crate::game::Board| {
        board.size().positions().map(|pos| board.cell(pos)).collect::<Vec<_>>()
    };
    let again = parse_boards(&drawn).map(|games| games.first().map(|game| cells(&game.board())));
    assert_eq!(again.as_ref().ok(), Some(&Some(cells(&game.board()))), "{drawn}");
}

/// Whether the place of the error is in the text or at its end.
fn is_within(text: &str, error: &RecordError) -> bool {
    let line = text.split('\n').nth(error.line.wrapping_sub(1));
    line.is_some_and(|line| (1..=line.chars().count() + 1).contains(&error.column))
}
