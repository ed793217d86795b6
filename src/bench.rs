//! The benchmark: fixed measurements over recorded games.

use std::hint::black_box;
use std::io::{self, Write};
use std::time::Duration;

use anyhow::Context;

use crate::engine::{Engine, EngineConfig, SearchRequest};
use crate::eval::WeightSet;
use crate::pattern::Position;
use crate::search::{Clock, Limits, SearchResult};
use gomoku_rules::{Board, Pos, Rule, Size, record};

/// Recorded games: rule, size and moves on each line.
const GAMES: &str = include_str!("../data/positions/games.txt");

/// Every fifth game is searched, after its first seven moves.
const EVERY: usize = 5;
const OPENING: usize = 7;

/// The limits of each search.
const DEPTH: u32 = 11;
const NODES: u64 = 2_000_000;

/// Bytes of the transposition table.
const TABLE: u64 = 16 << 20;

/// How long making and unmaking moves is measured, and valuing positions, for each rule and size.
const SPAN: Duration = Duration::from_millis(500);

/// Measures the speed of making and unmaking moves and of valuing positions, then searches openings of
/// each rule to a fixed depth, on one thread and with a fresh table each time. The last two lines are `N nodes M nps` and `Bench: N`:
/// the same `N` on every machine as long as the search is the same. The engine plays by `config` in all
/// else.
///
/// # Errors
/// When `out` cannot be written or there is no memory for a table.
pub fn run(config: &EngineConfig, out: &mut dyn Write) -> anyhow::Result<()> {
    let games = games();
    measure_moves(&games, out)?;
    measure_values(&config.weights, &games, out)?;
    let mut nodes = 0;
    let mut time = Duration::ZERO;
    for Game { rule, size, moves } in games.iter().step_by(EVERY) {
        let mut board = Board::new(*size);
        for &pos in &moves[..OPENING] {
            board.play(pos);
        }
        let clock = Clock::unlimited();
        let result = search(config, &board, *rule, &clock)?;
        time += clock.elapsed();
        nodes += result.nodes;
        let (pos, score) = (result.pos, result.score.unwrap_or_default());
        writeln!(out, "{rule} {size} after {board:?}: {pos} {score}, {} nodes", result.nodes)?;
    }
    let nps = u128::from(nodes) * 1_000_000 / time.as_micros().max(1);
    writeln!(out, "{nodes} nodes {nps} nps")?;
    writeln!(out, "Bench: {nodes}")?;
    out.flush()?;
    Ok(())
}

fn search(
    config: &EngineConfig,
    board: &Board,
    rule: Rule,
    clock: &Clock,
) -> anyhow::Result<SearchResult> {
    let mut engine = Engine::default();
    let config = EngineConfig { threads: 1, hash: Some(TABLE), ..config.clone() };
    engine.configure(config).map_err(anyhow::Error::msg)?;
    let limits = Limits { depth: Some(DEPTH), nodes: Some(NODES) };
    let request = SearchRequest::best_move(board, rule, limits, clock);
    engine.search(&request, &mut |_| ()).context("the board is full")
}

/// Plays and takes back whole games, and prints the pairs a second for each rule and size.
fn measure_moves(games: &[Game], out: &mut dyn Write) -> io::Result<()> {
    for games in games.chunk_by(|a, b| (a.rule, a.size) == (b.rule, b.size)) {
        let (rule, size) = (games[0].rule, games[0].size);
        let mut position = Position::new(size, rule);
        let clock = Clock::unlimited();
        let mut pairs: u32 = 0;
        while clock.elapsed() < SPAN {
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
        let speed = f64::from(pairs) / clock.elapsed().as_secs_f64();
        writeln!(out, "{rule} {size}: {speed:.0} play+undo pairs a second")?;
    }
    Ok(())
}

/// Values every position of the games, as the stones are played and then from scratch, and prints the time that
/// a value takes for each rule and size.
fn measure_values(weights: &WeightSet, games: &[Game], out: &mut dyn Write) -> io::Result<()> {
    for games in games.chunk_by(|a, b| (a.rule, a.size) == (b.rule, b.size)) {
        let (rule, size) = (games[0].rule, games[0].size);
        let mut position = Position::new(size, rule);
        let (mut following, mut from_scratch) = (Duration::ZERO, Duration::ZERO);
        let mut values: u32 = 0;
        let start = Clock::unlimited();
        while start.elapsed() < SPAN {
            for Game { moves, .. } in games {
                let mut evaluator = weights.evaluator(&position);
                black_box(evaluator.value(&position));
                for &pos in moves {
                    position.play(pos);
                    evaluator.push();
                    let clock = Clock::unlimited();
                    black_box(evaluator.value(&position));
                    following += clock.elapsed();
                }
                for _ in moves {
                    let clock = Clock::unlimited();
                    black_box(weights.value(&position));
                    from_scratch += clock.elapsed();
                    position.undo();
                }
                values += moves.len() as u32;
            }
        }
        let [following, from_scratch] =
            [following, from_scratch].map(|time| time.as_nanos() / u128::from(values));
        writeln!(out, "{rule} {size}: {following} ns a value, {from_scratch} ns from scratch")?;
    }
    Ok(())
}

/// A recorded game.
struct Game {
    rule: Rule,
    size: Size,
    moves: Vec<Pos>,
}

/// The recorded games in the order of the file, which is grouped by rule and size.
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

    /// A full disk.
    struct Full;

    impl Write for Full {
        fn write(&mut self, _: &[u8]) -> io::Result<usize> {
            Err(io::ErrorKind::StorageFull.into())
        }

        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    #[test]
    fn an_output_that_cannot_be_written_is_an_error() {
        assert!(run(&EngineConfig::default(), &mut Full).is_err());
    }

    #[test]
    fn the_recorded_games_are_legal() {
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
