//! What must hold for any lines of queries, for the fuzzer in `fuzz/` and the tests.

use crate::{
    Action, Analyzer, Answer, Defaults, Id, Limits, Outcome, Parsed, Problem, Query, Request,
    Warning, convert, parse,
};
use shisan_engine::engine::EngineConfig;
use shisan_engine::search::Clock;

/// Bytes of the transposition table.
const HASH: u64 = 1 << 20;
/// Nodes of a search at most.
const NODES: u64 = 20;
/// Turns of a query that are answered.
const TURNS: usize = 2;

/// Answers each line. A bad one has an error in words, and no answer is an internal error.
///
/// # Panics
/// If any of this does not hold.
pub fn queries(input: &[u8]) {
    let config = EngineConfig { threads: 1, hash: Some(HASH), ..EngineConfig::default() };
    let mut analyzer = Analyzer::new(config);
    for (number, line) in (1..).zip(input.split(|&byte| byte == b'\n')) {
        let Parsed { id, query } = parse(number, line);
        let answered =
            query.and_then(|(query, warnings)| answer(&mut analyzer, id, &query, warnings));
        if let Err(problem) = answered {
            assert!(!problem.error.is_empty());
        }
    }
}

/// Answers a query, or says what is wrong with it.
fn answer(
    analyzer: &mut Analyzer,
    id: Id,
    query: &Query,
    mut warnings: Vec<Warning>,
) -> Result<(), Problem> {
    if query.action == Some(Action::Convert) {
        return convert(query, Defaults::default().coords, &mut warnings).map(drop);
    }
    let (request, turns) = Request::new(id, query, warnings, &Defaults::default())?;
    // A whole game takes closer looks and proofs, whose nodes no limit of the query lowers.
    if request.question.is_about_a_game() {
        return Ok(());
    }
    let nodes = Some(request.limits.nodes.unwrap_or(NODES).min(NODES));
    let limits = Limits { nodes, ..request.limits };
    let request = Request { limits, threads: None, hash: None, ..request };
    for (turn, _) in turns.into_iter().take(TURNS) {
        check(&analyzer.answer(&request, turn, &Clock::unlimited(), &|_| ()));
    }
    Ok(())
}

/// An answer is JSON and no internal error.
fn check(answer: &Answer) {
    serde_json::to_string(answer).expect("JSON");
    if let Outcome::Error(problem) = &answer.outcome {
        assert!(!problem.error.contains("internal error"));
    }
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::path::Path;

    use super::*;

    #[test]
    fn the_corpus_holds() {
        let package = Path::new(env!("CARGO_MANIFEST_DIR"));
        if package.join("Cargo.toml.orig").exists() {
            return; // unpacked from a registry, where the repository's data is absent
        }
        let folder = package.join("../../data/fuzz/queries");
        let mut files = 0;
        for entry in fs::read_dir(folder).expect("a corpus") {
            queries(&fs::read(entry.expect("an entry").path()).expect("a file"));
            files += 1;
        }
        assert!(files > 0, "the corpus is empty");
    }
}
