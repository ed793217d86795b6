//! A first brain for five in a row: it completes fives, stops them, and else lengthens lines.

use std::cmp::Reverse;
use std::io;

use gomoku_protocol::{About, Agent, Messages, Request, serve};
use gomoku_rules::{Board, Direction, Pos, Side};

struct First;

impl Agent for First {
    fn about(&self) -> About {
        About::new("First", "1.0", "you")
    }

    fn choose(&mut self, request: &Request<'_>, _: &mut Messages<'_>) -> Option<Pos> {
        let best_first = |pos: &Pos| Reverse(worth(request.board, *pos));
        request.legal_moves().into_iter().min_by_key(best_first)
    }
}

fn worth(board: &Board, pos: Pos) -> i64 {
    let (size, own) = (board.size(), board.side_to_move());
    let off_centre = |place: u8, side: u8| (2 * i64::from(place) + 1 - i64::from(side)).abs();
    // The centre is better.
    let mut value = -off_centre(pos.x(), size.width()) - off_centre(pos.y(), size.height());
    for direction in Direction::ALL {
        // Our own lines, then the opponent's.
        for (side, bonus) in [(own, 2), (!own, 1)] {
            let length = row(board, pos, direction, 1, side) + row(board, pos, direction, -1, side);
            value += bonus * 10_i64.pow(length);
        }
    }
    value
}

/// How many stones of `side` lie in a row from the cell beside `pos`.
fn row(board: &Board, pos: Pos, direction: Direction, sign: i32, side: Side) -> u32 {
    let cell = |steps| pos.step(direction, sign * steps, board.size());
    let is_own = |steps: &i32| cell(*steps).is_some_and(|pos| board.cell(pos) == side.into());
    (1..=4).take_while(is_own).count() as u32
}

fn main() -> io::Result<()> {
    serve(&mut First, io::stdin(), io::stdout())
}
