//! Fixed measurements over recorded games.

use std::hint::black_box;
use std::io::{self, Write};
use std::time::{Duration, Instant};

use anyhow::Context;

use crate::engine::{Engine, Options, Thought};
use crate::pattern::Position;
use crate::search::{Clock, Limits, TimeBudget};
use gomoku_rules::{Board, Pos, Rule, Size, record};

/// Recorded games: rule, size and moves on each line.
const GAMES: &str = include_str!("../data/games.txt");

/// One game in so many lends its opening of so many moves to the search.
const EVERY: usize = 5;
const OPENING: usize = 7;

/// What ends the thought on each opening.
const DEPTH: u32 = 11;
const NODES: u64 = 2_000_000;

/// Bytes of the transposition table.
const TABLE: u64 = 16 << 20;

/// How long each rule and size is measured.
const SPAN: Duration = Duration::from_millis(500);

/// Measures the speed of moves, then thinks on openings of each rule to a fixed depth, on one thread
/// and with a fresh table each time. Ends with two lines, `N nodes M nps` and `Bench: N`: the same `N`
/// on every machine for as long as the engine thinks the same.
///
/// # Errors
/// When `out` cannot be written or a table cannot be had.
pub fn run(out: &mut dyn Write) -> anyhow::Result<()> {
    let games = games();
    moves(&games, out)?;
    let mut nodes = 0;
    let mut time = Duration::ZERO;
    for (number, Game { rule, size, moves }) in games.iter().enumerate() {
        if number % EVERY != 0 {
            continue;
        }
        let mut board = Board::new(*size);
        for &pos in &moves[..OPENING] {
            board.play(pos);
        }
        let start = Instant::now();
        let thought = think(&board, *rule)?;
        time += start.elapsed();
        nodes += thought.nodes;
        let score = thought.score.unwrap_or_default();
        writeln!(
            out,
            "{rule} {size} after {board:?}: {} {score}, {} nodes",
            thought.pos, thought.nodes
        )?;
    }
    let speed = u128::from(nodes) * 1_000_000 / time.as_micros().max(1);
    writeln!(out, "{nodes} nodes {speed} nps")?;
    writeln!(out, "Bench: {nodes}")?;
    Ok(())
}

fn think(board: &Board, rule: Rule) -> anyhow::Result<Thought> {
    let mut engine = Engine::default();
    engine
        .configure(Options { threads: 1, hash: Some(TABLE), ..Options::default() })
        .map_err(anyhow::Error::msg)?;
    let clock = Clock::new(Instant::now(), TimeBudget::UNLIMITED);
    let limits = Limits { depth: Some(DEPTH), nodes: Some(NODES) };
    engine.think(board, rule, &limits, &clock, &mut |_| ()).context("a full board")
}

/// Measures playing and taking back whole games, in pairs a second for each rule and size.
fn moves(games: &[Game], out: &mut dyn Write) -> io::Result<()> {
    for games in games.chunk_by(|a, b| (a.rule, a.size) == (b.rule, b.size)) {
        let (rule, size) = (games[0].rule, games[0].size);
        let mut position = Position::new(size, rule);
        let start = Instant::now();
        let mut pairs: u32 = 0;
        while start.elapsed() < SPAN {
            for Game { moves, .. } in games {
                for &pos in moves {
                    position.play(pos);
                }
                black_box(position.map().plies());
                for _ in moves {
                    position.undo();
                }
                pairs += moves.len() as u32;
            }
        }
        let speed = f64::from(pairs) / start.elapsed().as_secs_f64();
        writeln!(out, "{rule} {size}: {speed:.0} play+undo pairs a second")?;
    }
    Ok(())
}

struct Game {
    rule: Rule,
    size: Size,
    moves: Vec<Pos>,
}

/// The recorded games in the order of the file, which keeps rules and sizes together.
fn games() -> Vec<Game> {
    let game = |line: &str| {
        let mut words = line.split_whitespace();
        let (rule, size) = (words.next()?.parse().ok()?, words.next()?.parse().ok()?);
        let moves = record::parse_moves(words.next()?).ok()?;
        Some(Game { rule, size, moves })
    };
    GAMES.lines().filter_map(game).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use gomoku_rules::referee::{Verdict, judge};

    #[test]
    fn the_games_are_games() {
        let games = games();
        assert_eq!(games.len(), GAMES.lines().filter(|line| !line.starts_with('#')).count());
        for Game { rule, size, moves } in games {
            assert!(moves.len() > OPENING);
            let (plies, verdict) = judge(size, rule, &moves);
            assert_eq!(plies, moves.len(), "{rule} {size} {moves:?}");
            assert!(!matches!(verdict, Verdict::Foul(_) | Verdict::Illegal(_)), "{verdict:?}");
        }
    }
}
