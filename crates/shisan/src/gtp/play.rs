//! The commands of GTP itself that concern the game.
#![expect(clippy::unnecessary_wraps, reason = "every command has the type of a handler")]

use gomoku_rules::{Coords, Diagram, Side, Size};

use super::clocks::Setting;
use super::game::Game;
use super::reply::Reply;
use super::search::Search;
use super::state::State;
use super::syntax::{SYNTAX_ERROR, color, names, number, vertex};

pub fn boardsize(state: &mut State, words: &[String]) -> Result<Reply, String> {
    let side = match words {
        [side] => number(side)?,
        [width, height] => return sized(state, number(width)?, number(height)?),
        _ => return Err(SYNTAX_ERROR.to_owned()),
    };
    sized(state, side, side)
}

pub fn rectangular_boardsize(state: &mut State, words: &[String]) -> Result<Reply, String> {
    let [width, height] = words else { return Err(SYNTAX_ERROR.to_owned()) };
    sized(state, number(width)?, number(height)?)
}

fn sized(state: &mut State, width: u32, height: u32) -> Result<Reply, String> {
    let size = Size::new(width, height).map_err(|_| "unacceptable size")?;
    state.new_game(Game::new(state.game.rule(), size));
    Ok(Reply::done())
}

pub fn clear_board(state: &mut State, _: &[String]) -> Result<Reply, String> {
    state.new_game(Game::new(state.game.rule(), state.game.size()));
    Ok(Reply::done())
}

pub fn komi(_: &mut State, words: &[String]) -> Result<Reply, String> {
    let [komi] = words else { return Err(SYNTAX_ERROR.to_owned()) };
    // There are no points to give: any number is as good.
    number::<f64>(komi).map(|_| Reply::done())
}

pub fn play(state: &mut State, words: &[String]) -> Result<Reply, String> {
    let [side, cell] = words else { return Err(SYNTAX_ERROR.to_owned()) };
    let (side, cell) = (color(side)?, vertex(cell, state.game.size())?);
    state.game.play(side, cell).map(|()| Reply::done())
}

pub fn undo(state: &mut State, words: &[String]) -> Result<Reply, String> {
    let count = match words {
        [] => 1,
        [count] => number(count)?,
        _ => return Err(SYNTAX_ERROR.to_owned()),
    };
    state.game.undo(count).map(|()| Reply::done())
}

pub fn genmove(state: &mut State, words: &[String]) -> Result<Reply, String> {
    Ok(Reply::Search(Search::for_move(mover(state, words)?, true)))
}

pub fn reg_genmove(state: &mut State, words: &[String]) -> Result<Reply, String> {
    Ok(Reply::Search(Search::for_move(mover(state, words)?, false)))
}

fn mover(state: &State, words: &[String]) -> Result<Side, String> {
    match words {
        [] => Ok(state.side_to_move()),
        [side] => color(side),
        _ => Err(SYNTAX_ERROR.to_owned()),
    }
}

pub fn showboard(state: &mut State, _: &[String]) -> Result<Reply, String> {
    let board = state.game.board().clone();
    let forbidden = |pos: &_| {
        state.game.rule().forbids(Side::Black) && {
            gomoku_rules::referee::foul(&board, *pos).is_some()
        }
    };
    let marks = board.empty_cells().filter(forbidden).map(|pos| (pos, '!')).collect();
    let diagram = Diagram { board, marks, coords: Some(Coords::Gtp) };
    Ok(format!("\n{diagram}").into())
}

pub fn final_score(state: &mut State, _: &[String]) -> Result<Reply, String> {
    let end = state.game.end().ok_or("cannot score")?;
    Ok(Reply::from(match end.winner {
        Some(Side::Black) => "B+1",
        Some(Side::White) => "W+1",
        None => "0",
    }))
}

pub fn final_status_list(state: &mut State, words: &[String]) -> Result<Reply, String> {
    let [status] = words else { return Err(SYNTAX_ERROR.to_owned()) };
    match status.as_str() {
        // No stone is ever captured.
        "alive" => {
            let stones = state.game.board().stones().iter().map(|stone| stone.pos);
            let names = names(state.game.size());
            Ok(stones.map(|pos| names.name(pos)).collect::<Vec<_>>().join("\n").into())
        }
        "dead" | "seki" => Ok(Reply::done()),
        _ => Err(SYNTAX_ERROR.to_owned()),
    }
}

pub fn time_settings(state: &mut State, words: &[String]) -> Result<Reply, String> {
    let canadian = ["canadian".to_owned()];
    set_clocks(state, &canadian.iter().chain(words).cloned().collect::<Vec<_>>())
}

pub fn set_clocks(state: &mut State, words: &[String]) -> Result<Reply, String> {
    state.clocks.set(Setting::read(words)?);
    Ok(Reply::done())
}

pub fn time_left(state: &mut State, words: &[String]) -> Result<Reply, String> {
    let [side, time, stones] = words else { return Err(SYNTAX_ERROR.to_owned()) };
    state.clocks.set_left(color(side)?, time, stones).map(|()| Reply::done())
}
