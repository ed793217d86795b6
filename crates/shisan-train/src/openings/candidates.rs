//! The candidates for openings, in their order.

use fastrand::Rng;

use super::args::OpeningsArgs;
use gomoku_match::Book;
use gomoku_rules::{Board, Pos, Size};
use shisan_engine::opening::random_opening;

/// The openings of the file that `args` name, or random ones, each a function of the seed and its number.
///
/// # Errors
/// When the file cannot be read or played.
pub(super) fn candidates(args: &OpeningsArgs) -> anyhow::Result<Box<dyn Iterator<Item = Board>>> {
    let OpeningsArgs { rule, size, .. } = *args;
    if let Some(path) = &args.candidates {
        let openings = Book::read(path, rule, size)?.into_openings();
        return Ok(Box::new(openings.into_iter().map(move |moves| board(&moves, size))));
    }
    let seed = Rng::with_seed(args.seed).u64(..);
    Ok(Box::new((0..).map(move |number| {
        let mut random = Rng::with_seed(seed ^ number);
        random_opening(size, rule, &mut random).board().clone()
    })))
}

/// The board after `moves`.
pub(super) fn board(moves: &[Pos], size: Size) -> Board {
    let mut board = Board::new(size);
    for &pos in moves {
        board.play(pos);
    }
    board
}
