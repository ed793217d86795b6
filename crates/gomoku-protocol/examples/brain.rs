//! A first brain for five in a row: it completes fives, stops them, and else lengthens lines.

use std::io;

use gomoku_protocol::{About, Agent, Messages, Request, serve};
use gomoku_rules::{Board, Direction, Pos, Side};

struct First;

impl Agent for First {
    fn about(&self) -> About {
        About::new("First", "1.0", "you")
    }

    fn choose(&mut self, request: &Request<'_>, _: &mut Messages<'_>) -> Option<Pos> {
        let board = request.board;
        request.legal_moves().into_iter().max_by_key(|&pos| worth(board, pos))
    }
}

/// What a stone at `pos` is worth: its lines, our own more, then how near the centre it is.
fn worth(board: &Board, pos: Pos) -> i64 {
    let own = board.side_to_move();
    let centre = board.size().centre();
    let distance = pos.x().abs_diff(centre.x()) + pos.y().abs_diff(centre.y());
    let lines = Direction::ALL.into_iter().flat_map(|direction| {
        [(own, 2), (!own, 1)].map(|(side, bonus)| {
            let length = row(board, pos, direction, 1, side) + row(board, pos, direction, -1, side);
            bonus * 10_i64.pow(length)
        })
    });
    100 * lines.sum::<i64>() - i64::from(distance)
}

/// How many stones of `side` lie in a row from the cell beside `pos`.
fn row(board: &Board, pos: Pos, direction: Direction, sign: i32, side: Side) -> u32 {
    let cell = |steps| pos.step(direction, sign * steps, board.size());
    let is_own = |pos: Option<Pos>| pos.is_some_and(|pos| board.cell(pos) == side.into());
    (1..=4).take_while(|&steps| is_own(cell(steps))).count() as u32
}

fn main() -> io::Result<()> {
    serve(&mut First, io::stdin(), io::stdout())
}
