//! What the tests of several actions share.

use std::sync::Mutex;

use gomoku_rules::referee::{self, Verdict};
use gomoku_rules::{Board, Pos, Rule, Side};
use serde_json::{Value, json};
use shisan_engine::engine::EngineConfig;
use shisan_engine::search::Clock;

use crate::schema::{Answer, Problem, Proof};
use crate::{Analyzer, Defaults, Parsed, Request, parse};

/// The request of `query` with this action.
pub fn request(action: &str, query: &Value) -> Result<Request, Problem> {
    let mut query = query.clone();
    query["action"] = json!(action);
    let Parsed { id, query } = parse(1, query.to_string().as_bytes());
    let (query, warnings) = query?;
    Request::new(id, &query, warnings, &Defaults::default()).map(|(request, _)| request)
}

pub fn analyzer() -> Analyzer {
    Analyzer::new(EngineConfig { threads: 1, ..EngineConfig::default() })
}

/// All answers to `query`, the final one last.
pub fn answers(analyzer: &mut Analyzer, action: &str, query: &Value, clock: &Clock) -> Vec<Answer> {
    let request = request(action, query).unwrap_or_else(|error| panic!("{query}: {error:?}"));
    let answers: Mutex<Vec<Answer>> = Mutex::default();
    let keep = |answer: &Answer| answers.lock().expect("no panic").push(answer.clone());
    keep(&analyzer.answer(&request, request.game.last_turn(), clock, &keep));
    answers.into_inner().expect("no panic")
}

/// Plays a proof on `board`: it ends in a five of the attacker.
pub fn assert_wins(rule: Rule, board: &Board, proof: &Proof) {
    assert!(proof.replies > Some(0), "{proof:?}");
    let mut board = board.clone();
    let line = proof.line.iter().map(|cell| cell.parse::<Pos>().expect("a cell"));
    let last = line.map(|pos| referee::play(&mut board, rule, pos)).last().expect("moves");
    let attacker = Side::from(proof.attacker);
    assert!(matches!(last, Verdict::Win { side, .. } if side == attacker), "{last:?} {proof:?}");
}
