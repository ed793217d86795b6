//! The commands of GoGui: faster moves, set-up, its own commands of analysis, and the rules of a game that
//! is not Go (<https://github.com/Remi-Coulom/gogui/tree/master/doc/manual>).
#![expect(clippy::unnecessary_wraps, reason = "every command has the type of a handler")]

use gomoku_rules::{Cell, Pos, Side};

use super::reply::Reply;
use super::search::{Options, Output, Search};
use super::state::State;
use super::syntax::{SYNTAX_ERROR, color, names, vertex};

/// What GoGui offers in its window of analyze commands.
const ANALYZE_COMMANDS: &str = "gfx/Best Moves/shisan-best_moves\n\
                                plist/Forbidden Points/shisan-forbidden\n\
                                plist/Legal Moves/gogui-rules_legal_moves\n\
                                param/Parameters/shisan-params";

pub fn analyze_commands(_: &mut State, _: &[String]) -> Result<Reply, String> {
    Ok(ANALYZE_COMMANDS.into())
}

/// Plays moves of either side, all of them or none.
pub fn play_sequence(state: &mut State, words: &[String]) -> Result<Reply, String> {
    let mut game = state.game.clone();
    let (pairs, []) = words.as_chunks::<2>() else { return Err(SYNTAX_ERROR.to_owned()) };
    for [side, cell] in pairs {
        game.play(color(side)?, vertex(cell, game.size())?)?;
    }
    state.game = game;
    Ok(Reply::done())
}

pub fn setup(state: &mut State, words: &[String]) -> Result<Reply, String> {
    let (pairs, []) = words.as_chunks::<2>() else { return Err(SYNTAX_ERROR.to_owned()) };
    let change = |[side, cell]: &[String; 2]| -> Result<(Cell, Pos), String> {
        let is_empty = side.eq_ignore_ascii_case("e") || side.eq_ignore_ascii_case("empty");
        let stone = if is_empty { Cell::Empty } else { Cell::from(color(side)?) };
        let pos = vertex(cell, state.game.size())?.ok_or(SYNTAX_ERROR)?;
        Ok((stone, pos))
    };
    let changes: Vec<(Cell, Pos)> = pairs.iter().map(change).collect::<Result<_, _>>()?;
    state.game.set_up(&changes).map(|()| Reply::done())
}

pub fn undo_setup(state: &mut State, _: &[String]) -> Result<Reply, String> {
    state.game.undo_set_up().map(|()| Reply::done())
}

pub fn setup_player(state: &mut State, words: &[String]) -> Result<Reply, String> {
    let [side] = words else { return Err(SYNTAX_ERROR.to_owned()) };
    state.game.set_side_to_move(color(side)?).map(|()| Reply::done())
}

/// GoGui asks whether its comment `# interrupt` is understood.
pub fn interrupt(_: &mut State, _: &[String]) -> Result<Reply, String> {
    Ok(Reply::done())
}

pub fn title(state: &mut State, _: &[String]) -> Result<Reply, String> {
    Ok(format!("Shisan, {} {}", state.game.rule(), state.game.size()).into())
}

pub fn best_moves(state: &mut State, _: &[String]) -> Result<Reply, String> {
    let (side, options) = (state.side_to_move(), Options::default());
    Ok(Reply::Search(Search { side, output: Output::Graphics, plays: false, options }))
}

/// The points that renju forbids Black, with either side to move.
pub fn forbidden(state: &mut State, _: &[String]) -> Result<Reply, String> {
    let board = state.game.board();
    let judged = state.game.rule().forbids(Side::Black);
    let is_forbidden = |pos: &Pos| judged && gomoku_rules::referee::foul(board, *pos).is_some();
    let cells: Vec<Pos> = board.empty_cells().filter(is_forbidden).collect();
    Ok(names(board.size()).list(&cells).into())
}

pub fn game_id(_: &mut State, _: &[String]) -> Result<Reply, String> {
    Ok("gomoku".into())
}

pub fn board(state: &mut State, _: &[String]) -> Result<Reply, String> {
    let mut text = String::new();
    for pos in state.game.size().positions() {
        text += if pos.x() == 0 { "\n" } else { " " };
        text += match state.game.board().cell(pos) {
            Cell::Black => "X",
            Cell::White => "O",
            Cell::Empty | Cell::Wall => ".",
        };
    }
    Ok(text.into())
}

pub fn board_size(state: &mut State, _: &[String]) -> Result<Reply, String> {
    Ok(state.game.size().width().to_string().into())
}

/// The moves of the side to move.
pub fn legal_moves(state: &mut State, _: &[String]) -> Result<Reply, String> {
    let (game, side) = (&state.game, state.side_to_move());
    let cells = game.board().empty_cells().filter(|&pos| game.is_legal(side, pos));
    Ok(names(game.size()).list(&cells.collect::<Vec<_>>()).into())
}

pub fn side_to_move(state: &mut State, _: &[String]) -> Result<Reply, String> {
    Ok(state.side_to_move().to_string().into())
}

pub fn final_result(state: &mut State, _: &[String]) -> Result<Reply, String> {
    Ok(match state.game.end() {
        None => "unknown".into(),
        Some(end) => end.winner.map_or("draw".to_owned(), |side| side.to_string()).into(),
    })
}
