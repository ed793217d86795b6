//! Judges a game and draws its last position.
//!
//! ```text
//! cargo run -p gomoku-rules --example judge -- renju h8a1g8a3i9a5i10a7i8
//! ```

use std::error::Error;

use gomoku_rules::referee::{self, Verdict};
use gomoku_rules::{Board, Diagram, Rule, Size, record};

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = std::env::args().skip(1);
    let rule: Rule = arguments.next().as_deref().unwrap_or("freestyle").parse()?;
    let moves = arguments.next().unwrap_or("h8h9i8i9j8j9k8k9l8".to_owned());

    let mut board = Board::new(Size::square(15));
    let mut verdict = Verdict::Ongoing;
    for (ply, pos) in (1..).zip(record::parse_moves(&moves)?) {
        verdict = referee::play(&mut board, rule, pos);
        if verdict != Verdict::Ongoing {
            println!("move {ply}, {pos}, ends the game");
            break;
        }
    }
    print!("{}", Diagram::from(board.clone()));
    match verdict {
        Verdict::Ongoing => println!("{} to move", board.side_to_move()),
        Verdict::Win { side, line } => {
            println!("{side} wins with {}", record::format_moves(&line));
        }
        Verdict::Draw => println!("draw"),
        Verdict::NoMove(side) => println!("{side} loses: every free cell is forbidden"),
        Verdict::Foul(reason) => println!("{} loses: {reason}", board.side_to_move()),
        Verdict::Illegal(error) => println!("illegal: {error}"),
    }
    Ok(())
}
