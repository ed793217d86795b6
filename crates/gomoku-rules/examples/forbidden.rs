//! Draws a board with the points that renju forbids to Black, and names the lines that forbid them.
//!
//! ```text
//! cargo run -p gomoku-rules --example forbidden -- h8h9i7i9h10i6i11i12
//! ```

use std::error::Error;

use gomoku_rules::record::{format_moves, parse_pos_lines};
use gomoku_rules::{Diagram, Size, referee};

fn main() -> Result<(), Box<dyn Error>> {
    let moves = std::env::args().nth(1).unwrap_or("h8h9i7i9h10i6i11i12".to_owned());
    let games = parse_pos_lines(&moves, Size::square(15))?;
    let board = games.first().ok_or("no moves")?.board();

    let fouls: Vec<_> =
        board.empty_cells().filter_map(|pos| Some((pos, referee::foul(&board, pos)?))).collect();
    let marks = fouls.iter().map(|&(pos, _)| (pos, '!')).collect();
    print!("{}", Diagram { board, marks, coords: None });
    for (pos, foul) in fouls {
        println!("{pos}: {}", foul.kind);
        for line in foul.lines {
            println!("    {} {}", line.shape, format_moves(&line.stones));
        }
    }
    Ok(())
}
