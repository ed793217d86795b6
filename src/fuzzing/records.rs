//! Game records of any form.

use clap::ValueEnum;

use crate::convert::Format;
use crate::game::record::{Record, RecordError};
use crate::game::{Board, Cell, Size};

/// Reads the input in every form. An error lies within the text; a record has its moves in every form
/// that it is written in.
///
/// # Panics
/// When something does not hold.
pub fn records(input: &[u8]) {
    let text = String::from_utf8_lossy(input);
    for format in Format::value_variants() {
        match format.read(&text, Size::square(15)) {
            Ok(games) => games.iter().for_each(check),
            Err(error) => assert!(is_within(&text, &error), "{error} in {text:?}"),
        }
    }
}

fn check(game: &Record) {
    let moves: Vec<_> = game.cells().collect();
    assert_eq!(game.board().stones().len(), moves.len());
    for &format in Format::value_variants() {
        let text = format.write(game);
        let games = format.read(&text, game.size);
        // Which stones lie where is all that a drawn board tells.
        let is_same = games.as_ref().map(|games| match format {
            Format::Board => {
                games.first().map(|game| cells(&game.board())) == Some(cells(&game.board()))
            }
            _ => games.iter().flat_map(Record::cells).eq(moves.iter().copied()),
        });
        assert_eq!(is_same, Ok(true), "{text:?} of {game:?}");
    }
}

fn cells(board: &Board) -> Vec<Cell> {
    board.size().positions().map(|pos| board.cell(pos)).collect()
}

/// Whether the place of the error is in the text or at its end.
fn is_within(text: &str, error: &RecordError) -> bool {
    let line = text.split('\n').nth(error.line.wrapping_sub(1));
    line.is_some_and(|line| (1..=line.chars().count() + 1).contains(&error.column))
}
