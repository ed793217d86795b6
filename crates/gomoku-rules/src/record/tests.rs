//! What holds for every format.

use proptest::prelude::*;

use super::game::in_turn;
use super::testing::games;
use super::*;
use crate::board::Board;
use crate::fuzzing::is_within;
use crate::pos::{Pos, Size};
use crate::side::Cell;

type Reader = fn(&str, Size) -> Result<Vec<Record>, RecordError>;

const READERS: [Reader; 5] = [
    parse_pos_lines,
    parse_offset_lines,
    |text, _| parse_psq(text),
    parse_sgf,
    |text, _| parse_boards(text),
];

#[test]
fn stones_are_put_in_turn() {
    assert_eq!(in_turn(vec![1, 3], vec![2]), Ok(vec![1, 2, 3]));
    assert_eq!(in_turn(vec![1, 3], vec![2, 4]), Ok(vec![1, 2, 3, 4]));
    assert_eq!(in_turn::<u8>(vec![], vec![]), Ok(vec![]));
    assert_eq!(in_turn(vec![1, 3, 5], vec![2]), Err(5));
    assert_eq!(in_turn(vec![1], vec![2, 4, 6]), Err(4));
    assert_eq!(in_turn(vec![], vec![2]), Err(2));
}

#[test]
fn a_position_with_walls_is_no_game() {
    let mut board = Board::new(Size::square(15));
    board.play(Pos::new(7, 7));
    assert!(Record::from_board(&board).is_some());
    board.place(Pos::new(8, 8), Cell::Wall).expect("a free cell");
    assert_eq!(Record::from_board(&board), None);
}

proptest! {
    #[test]
    fn a_position_gives_back_the_moves(game in games()) {
        let again = Record::from_board(&game.board()).expect("moves in turn");
        prop_assert_eq!(again.size, game.size);
        prop_assert!(again.cells().eq(game.cells()));
    }

    #[test]
    fn an_error_lies_within_any_text(text in "[\\[\\]();:,.\\\\ABCSWZXx#a-cé0-9 \n-]{0,60}") {
        for read in READERS {
            if let Err(error) = read(&text, Size::square(15)) {
                prop_assert!(is_within(&text, &error), "{}", error);
            }
        }
    }

    #[test]
    fn a_text_without_one_character_is_read_or_refused(game in games(), at in 0..10_000_usize) {
        let cells: Vec<Pos> = game.cells().collect();
        let texts = [
            format_moves(&cells),
            format_offsets(&cells, game.size),
            format_psq(&game),
            format_sgf(&game),
            format_board(&game),
        ];
        for (mut text, read) in texts.into_iter().zip(READERS) {
            let characters = text.char_indices().map(|(at, _)| at);
            if let Some(character) = characters.clone().nth(at % characters.count().max(1)) {
                text.remove(character);
            }
            if let Err(error) = read(&text, game.size) {
                prop_assert!(is_within(&text, &error), "{}", error);
            }
        }
    }

    #[test]
    fn a_game_flipped_twice_is_the_same(game in games()) {
        let flipped = game.clone().flipped();
        let bottom = game.size.height() - 1;
        for (turned, pos) in flipped.cells().zip(game.cells()) {
            prop_assert_eq!((turned.x(), turned.y()), (pos.x(), bottom - pos.y()));
        }
        prop_assert_eq!(flipped.flipped(), game);
    }
}
