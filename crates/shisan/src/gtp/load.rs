//! The command `loadsgf`: games of files, with passes, moves out of turn and stones set up at any time.

use std::io::{self, Write};
use std::path::Path;

use gomoku_match::disk::ensure_regular;
use gomoku_records::{Setup, Tree, TreeMove};
use gomoku_rules::{Cell, Coords, Pos, Rule, Side};

use super::game::Game;
use super::reply::Reply;
use super::state::State;
use super::syntax::{SYNTAX_ERROR, number};
use crate::convert::Input;

/// Loads the first game of a file, up to the move before the one that is named, if one is.
pub fn loadsgf(state: &mut State, words: &[String]) -> Result<Reply, String> {
    let (path, end) = match words {
        [] => return Err(SYNTAX_ERROR.to_owned()),
        [path @ .., last] if !path.is_empty() && last.parse::<usize>().is_ok() => {
            (path, number::<usize>(last)?)
        }
        path => (path, usize::MAX),
    };
    let path = path.join(" ");
    let path = path.trim_matches('"');
    let failed = |error: anyhow::Error| format!("cannot load file: {error:#}");
    ensure_regular(Path::new(path)).map_err(failed)?;
    let games = Input::open(Path::new(path), None, Some(state.game.size()), Coords::Top)
        .map_err(|error| failed(error.into()))?;
    let first = games.into_trees().next().ok_or("cannot load file: no game found")?;
    let first = first.map_err(|error| failed(error.into()))?;
    let rule = first.tree.info.rule.unwrap_or(state.game.rule());
    let game =
        replay(&first.tree, rule, end).map_err(|reason| format!("cannot load file: {reason}"))?;
    for warning in &first.warnings {
        // Nobody may read it.
        drop(writeln!(io::stderr(), "warning: {path}: {warning}"));
    }
    state.new_game(game);
    Ok(Reply::done())
}

/// The main line of `tree` before its move with the number `end`, from 1.
fn replay(tree: &Tree, rule: Rule, end: usize) -> Result<Game, String> {
    let mut game = Game::new(rule, tree.size);
    let mut number = 0;
    for node in tree.main_line().map(|id| tree.node(id)) {
        let is_before_moves = number == 0;
        number += usize::from(node.played().is_some());
        set_up(&mut game, &node.notes().setup, is_before_moves)?;
        if number >= end.max(1) {
            break;
        }
        let step = match node.played() {
            // No other rule has a pass: it gives the turn away.
            Some(TreeMove { side, pos: None }) if rule != Rule::Renju => turn(&mut game, !side),
            Some(TreeMove { side, pos }) => game.play(side, pos),
            None => Ok(()),
        };
        step.map_err(|reason| format!("move {number}: {reason}"))?;
        node.notes().to_move.map_or(Ok(()), |side| turn(&mut game, side))?;
    }
    Ok(game)
}

/// Sets up the stones of a node; those before all moves count as moves in turn.
fn set_up(game: &mut Game, setup: &[Setup], is_before_moves: bool) -> Result<(), String> {
    let cells = |setup: &Setup| {
        let cell = setup.side.map_or(Cell::Empty, Cell::from);
        setup.area.cells().map(move |pos| (cell, pos))
    };
    let changes: Vec<(Cell, Pos)> = setup.iter().flat_map(cells).collect();
    if changes.is_empty() {
        return Ok(());
    }
    game.set_up(&changes)?;
    if !is_before_moves {
        return Ok(());
    }
    let stones = game.board().stones();
    let count = |cell: Cell| stones.iter().filter(|stone| stone.cell == cell).count();
    let is_white = count(Cell::Black) > count(Cell::White);
    turn(game, if is_white { Side::White } else { Side::Black })
}

fn turn(game: &mut Game, side: Side) -> Result<(), String> {
    if game.board().side_to_move() == side { Ok(()) } else { game.set_side_to_move(side) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::gtp::syntax::names;

    /// The stones, Black's in upper case, and the side to move.
    fn replayed(text: &str, rule: Rule, end: usize) -> Result<String, String> {
        let input = Input::new("x".to_owned(), Box::new(text.as_bytes()), None, None, Coords::Top);
        let tree = input.ok().and_then(|input| input.into_trees().next()?.ok()).expect(text).tree;
        let game = replay(&tree, rule, end)?;
        let name = |cell: Cell, pos| {
            let name = names(tree.size).name(pos);
            if cell == Cell::Black { name } else { name.to_lowercase() }
        };
        let stones = game.board().stones().iter().map(|stone| name(stone.cell, stone.pos));
        let stones = stones.collect::<Vec<_>>().join(" ");
        Ok(format!("{stones} {}", game.board().side_to_move()))
    }

    #[test]
    fn games_are_loaded_as_they_are_written() {
        const ALL: usize = usize::MAX;
        for (text, rule, end, expected) in [
            ("(;SZ[15];B[hh];W[];B[hg])", Rule::Renju, ALL, "H8 H9 white"),
            ("(;SZ[15];B[hh];W[tt];B[hg])", Rule::Freestyle, ALL, "H8 H9 white"),
            ("(;SZ[15];B[hh];W[];B[hg])", Rule::Freestyle, 3, "H8 black"),
            ("(;SZ[15];B[hh];B[hg];W[aa])", Rule::Freestyle, ALL, "H8 H9 a15 black"),
            ("(;SZ[15];W[hh])", Rule::Freestyle, ALL, "h8 black"),
            ("(;SZ[15]AB[hh]AW[hg];B[aa])", Rule::Freestyle, 1, "H8 h9 black"),
            ("(;SZ[15]AB[hh])", Rule::Freestyle, ALL, "H8 white"),
            ("(;SZ[15]AB[hh]PL[B])", Rule::Freestyle, ALL, "H8 black"),
            (
                "(;SZ[15];B[hh];AW[hf:hg]AE[hh]PL[B];B[aa])",
                Rule::Freestyle,
                ALL,
                "h10 h9 A15 white",
            ),
        ] {
            let found = replayed(text, rule, end);
            assert_eq!(found.as_deref(), Ok(expected), "{text}");
        }
        let wrong = replayed("(;SZ[15];B[hh];W[];B[];W[hg])", Rule::Renju, ALL);
        assert_eq!(wrong, Err("move 4: illegal move".to_owned()));
    }
}
