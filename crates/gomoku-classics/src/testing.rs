//! What the tests of the agents share.

use gomoku_rules::referee::{self, Verdict};
use gomoku_rules::{Board, Pos, Rule, Side, Size, record};

use crate::{Agent, Choice, Limits};

/// The position after `moves` on a board of 15 x 15.
pub fn board(moves: &str) -> Board {
    let mut board = Board::new(Size::square(15));
    record::parse_moves(moves).expect("a pos string").into_iter().for_each(|pos| board.play(pos));
    board
}

/// The position with these stones and `side` to move.
pub fn stones(black: &str, white: &str, side: Side) -> Board {
    let mut board = Board::new(Size::square(15));
    for (side, cells) in [(Side::Black, black), (Side::White, white)] {
        for pos in record::parse_moves(cells).expect("cells") {
            board.place(pos, side.into()).expect("a free cell");
        }
    }
    board.set_side_to_move(side);
    board
}

pub fn pos(name: &str) -> Pos {
    name.parse().expect("a cell")
}

/// The names of cells, separated by blanks.
pub fn names(cells: &[Pos]) -> String {
    cells.iter().map(Pos::to_string).collect::<Vec<_>>().join(" ")
}

/// The move of `agent` under freestyle.
pub fn choice(agent: &impl Agent, board: &Board) -> String {
    agent.choose(board, Rule::Freestyle, Limits::default()).expect("a free cell").pos.to_string()
}

/// Plays a game of `agent` against random moves under every rule: all its moves must be legal, and it
/// must give the same answer when it is asked again.
pub fn plays_legally(agent: &impl Agent) {
    for (index, rule) in Rule::ALL.into_iter().enumerate() {
        let mut rng = fastrand::Rng::with_seed(index as u64);
        let mut board = Board::new(Size::new(9 + index as u32, 9).expect("a size"));
        for ply in 0.. {
            let legal = crate::cells::legal(&board, rule);
            let chosen = agent.choose(&board, rule, Limits::default());
            assert_eq!(chosen, agent.choose(&board, rule, Limits::default()), "{board:?}");
            let Some(Choice { pos: chosen, .. }) = chosen else { break };
            assert!(legal.contains(&chosen), "{board:?} {chosen}");
            let is_agents = ply % 2 == index % 2;
            let played = if is_agents { chosen } else { legal[rng.usize(..legal.len())] };
            match referee::play(&mut board, rule, played) {
                Verdict::Ongoing => {}
                Verdict::Foul(_) => assert!(legal.len() == board.free(), "{board:?} {played}"),
                _ => break,
            }
        }
        assert!(agent.choose(&full(), rule, Limits::default()).is_none());
    }
}

/// A full board, in rows of two colours that hold no five.
fn full() -> Board {
    let mut board = Board::new(Size::square(5));
    for pos in Size::square(5).positions() {
        let side = Side::BOTH[usize::from((pos.x() + 2 * pos.y()) % 4 < 2)];
        board.place(pos, side.into()).expect("a free cell");
    }
    board
}
