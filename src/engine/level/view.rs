//! What a level sees of a position.

use std::cmp::Reverse;

use super::handicap::Handicap;
use crate::engine::root_moves::permitted_moves;
use crate::engine::search_request::{AnalysisOptions, SearchRequest};
use crate::eval::{Noise, WeightSet};
use crate::pattern::{Position, Threat};
use gomoku_rules::{Board, Cell, Pos, Side, Stone};

/// A position in the eyes of a player: a cell that is overlooked is a wall, where neither side plays and no
/// pattern passes, and only some of the moves get attention.
#[derive(Debug)]
pub struct View {
    pub board: Board,
    pub options: AnalysisOptions,
}

impl View {
    /// The view of the position of `request`.
    pub fn new(
        request: &SearchRequest,
        weights: &WeightSet,
        handicap: &Handicap,
        noise: Noise,
    ) -> Self {
        let SearchRequest { board, rule, options, .. } = request;
        let position = Position::from_board(board, *rule);
        // The nodes of a level end its search, however it was asked for.
        let options = AnalysisOptions { open_ended: false, ..options.clone() };
        let mut view = Self { board: (*board).clone(), options };
        if board.stones().is_empty() {
            return view;
        }
        let walls = overlooked(&position, handicap, noise);
        let seen = Position::from_board(&with_walls(board, &walls), *rule);
        let moves = moves_in(&seen, &position, weights, &view.options);
        if !moves.is_empty() {
            view.options.only = Some(draw(moves, &position, handicap, noise));
            view.board = seen.board().clone();
        }
        view
    }
}

/// The cells with threats that are overlooked.
fn overlooked(position: &Position, handicap: &Handicap, noise: Noise) -> Vec<Pos> {
    let is_overlooked = |&pos: &Pos| {
        let [black, white] = Side::BOTH.map(|side| position.threat(side, pos));
        noise.happens(handicap.overlooks(black.max(white)), position.key_after(pos))
    };
    position.map().candidates().filter(is_overlooked).collect()
}

/// The same position with walls. They come first, set up: the last stone stays the last.
fn with_walls(board: &Board, walls: &[Pos]) -> Board {
    let mut seen = Board::new(board.size());
    let put = |seen: &mut Board, stones: &[Stone]| {
        for &Stone { pos, cell } in stones {
            let placed = seen.place(pos, cell);
            debug_assert_eq!(placed, Ok(()));
        }
    };
    let (set_up, played) = board.stones().split_at(board.set_up());
    for &pos in walls {
        put(&mut seen, &[Stone { pos, cell: Cell::Wall }]);
    }
    put(&mut seen, set_up);
    seen.forget_order();
    put(&mut seen, played);
    seen.set_side_to_move(board.side_to_move());
    seen
}

/// The moves that are seen, permitted by `options` and legal in `position`, each with its score: those that
/// complete a five, else those that stop the opponent's, or where no move stops all its fives, one of them.
fn moves_in(
    seen: &Position,
    position: &Position,
    weights: &WeightSet,
    options: &AnalysisOptions,
) -> Vec<(Pos, i32)> {
    let side = position.side_to_move();
    let evaluator = &mut weights.evaluator(seen);
    let policy = evaluator.policy(seen);
    let mut moves = permitted_moves(seen, policy, options);
    // Where none of them is seen, `permitted_moves` returns others.
    moves.retain(|&pos| {
        options.permit(pos) && position.is_legal(side, pos) && seen.board().is_empty_at(pos)
    });
    let defences = seen.defences(!side, Threat::Five);
    let wins = |pos: &Pos| seen.threat(side, *pos) == Threat::Five;
    let stops_all = |pos: &Pos| defences.contains(*pos);
    let stops_one = |pos: &Pos| seen.threat(!side, *pos) == Threat::Five;
    let kinds: [&dyn Fn(&Pos) -> bool; 3] = [&wins, &stops_all, &stops_one];
    if let Some(kind) = kinds.into_iter().find(|kind| moves.iter().any(kind)) {
        moves.retain(kind);
    }
    moves.into_iter().map(|pos| (pos, policy.score(pos))).collect()
}

/// Draws the moves that get attention, those with high scores before others.
fn draw(
    mut moves: Vec<(Pos, i32)>,
    position: &Position,
    handicap: &Handicap,
    noise: Noise,
) -> Vec<Pos> {
    let drawn =
        |&(pos, score): &(Pos, i32)| score + noise.within(handicap.stray, !position.key_after(pos));
    moves.sort_by_cached_key(|scored| (Reverse(drawn(scored)), scored.0));
    moves.truncate(handicap.attention.max(1));
    moves.into_iter().map(|(pos, _)| pos).collect()
}
