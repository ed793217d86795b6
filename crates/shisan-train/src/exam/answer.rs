//! An answer: a move and what a search says of it.

use std::fmt;
use std::str::FromStr;

use super::question::{Question, parse_number};
use gomoku_rules::{Board, Pos, Rule};
use shisan_engine::engine::{AnalysisOptions, Engine, EngineConfig, SearchRequest};
use shisan_engine::score::Score;
use shisan_engine::search::{Clock, Limits};

/// A move in the position of a question, written `5 h8=35 14`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Answer {
    /// The number of the question.
    pub number: u32,
    pub pos: Pos,
    /// The value for the side to move; a proof says how far the end is.
    pub score: Score,
    /// The depth of the search, in plies.
    pub depth: u32,
}

impl fmt::Display for Answer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { number, pos, score, depth } = self;
        write!(f, "{number} {pos}={} {depth}", score.get())
    }
}

impl FromStr for Answer {
    type Err = String;

    fn from_str(line: &str) -> Result<Self, String> {
        let bad = || format!("expected an answer such as 5 h8=35 14, found {line:?}");
        let words: Vec<&str> = line.split(' ').collect();
        let [number, valued, depth] = words[..] else { return Err(bad()) };
        let (pos, score) = valued.split_once('=').ok_or_else(bad)?;
        Ok(Self {
            number: parse_number(number)?,
            pos: pos.parse().map_err(|_| bad())?,
            score: Score::from_raw(score.parse().map_err(|_| bad())?),
            depth: depth.parse().map_err(|_| bad())?,
        })
    }
}

/// What a search of `nodes` finds, by an engine that knows nothing else.
///
/// # Errors
/// When memory is short.
pub(super) fn answer(
    engine: &mut Engine,
    config: &EngineConfig,
    rule: Rule,
    question: &Question,
    nodes: u64,
) -> anyhow::Result<Answer> {
    let number = question.number;
    let found = fresh_search(engine, config, &question.board(), rule, nodes)?;
    Ok(Answer { number, ..found })
}

/// What a search of `nodes` says of one move.
///
/// # Errors
/// Likewise.
pub(super) fn value_of(
    engine: &mut Engine,
    config: &EngineConfig,
    rule: Rule,
    (question, pos): (&Question, Pos),
    nodes: u64,
) -> anyhow::Result<Answer> {
    let mut board = question.board();
    board.play(pos);
    let reply = fresh_search(engine, config, &board, rule, nodes)?;
    // The end is a ply further.
    let score = (-reply.score).from_table(1);
    Ok(Answer { number: question.number, pos, score, depth: reply.depth + 1 })
}

fn fresh_search(
    engine: &mut Engine,
    config: &EngineConfig,
    board: &Board,
    rule: Rule,
    nodes: u64,
) -> anyhow::Result<Answer> {
    engine.configure(config.clone()).map_err(anyhow::Error::msg)?;
    engine.new_game();
    let clock = Clock::unlimited();
    let limits = Limits { depth: None, nodes: Some(nodes) };
    let options = AnalysisOptions {
        search_forced: true,
        value_unsearched: true,
        ..AnalysisOptions::default()
    };
    let request = SearchRequest { board, rule, options, limits, clock: &clock };
    let found = engine.search(&request, &mut |_| {});
    let found = found.ok_or_else(|| anyhow::anyhow!("a full board"))?;
    let score = found.score.unwrap_or(Score::DRAW);
    Ok(Answer { number: 0, pos: found.pos, score, depth: found.depth })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_answer_reads_back() {
        for line in ["5 h8=35 14", "1 a1=-29992 0", "4000000000 t20=29983 255"] {
            let answer: Answer = line.parse().expect(line);
            assert_eq!(answer.to_string(), line);
        }
        for bad in
            ["", "5 h8=35", "0 h8=35 14", "5 h8 14", "5 h8=x 14", "5 z99=1 1", "5 h8=35 14 1"]
        {
            assert!(bad.parse::<Answer>().is_err(), "{bad:?}");
        }
    }
}
