//! A query on its own, from its line to its answers.

use std::cmp::Reverse;

use shisan_analysis::{
    Action, Analyzer, Answer, Defaults, Done, Outcome, Parsed, Problem, Query, Request, Version,
    Warning, convert, parse,
};
use shisan_engine::engine::EngineConfig;
use shisan_engine::search::{Clock, TimeBudget};

/// Answers one query after another, as `shisan analyze` does with its defaults.
pub struct WasmEngine {
    analyzer: Analyzer,
    /// The most threads of a search.
    processors: usize,
}

impl WasmEngine {
    /// Bytes of the transposition table.
    const HASH: u64 = 64 << 20;

    /// An engine on a machine with this many processors, which wasm cannot know. Only a query that asks for
    /// more takes more than one thread.
    pub fn new(processors: usize) -> Self {
        let config = EngineConfig {
            threads: 1,
            memory: u64::MAX,
            hash: Some(Self::HASH),
            ..EngineConfig::default()
        };
        Self { analyzer: Analyzer::new(config), processors }
    }

    /// Writes the answers to the query in `line`; its positions are taken by priority. `start_clock`
    /// starts the clock of each.
    pub fn answer(
        &mut self,
        line: &[u8],
        start_clock: impl Fn(TimeBudget) -> Clock,
        write: &(dyn Fn(&Answer) + Sync),
    ) {
        let Parsed { id, query } = parse(1, line);
        let (query, mut warnings) = match query {
            Ok(query) => query,
            Err(problem) => return write(&Answer::new(id, Outcome::Error(problem), Vec::new())),
        };
        let defaults = Defaults::default();
        let action = query.action.unwrap_or_default();
        if !action.is_about_positions() {
            let outcome = self.act(action, &query, &defaults, &mut warnings);
            let outcome = outcome.unwrap_or_else(Outcome::Error);
            return write(&Answer::new(id, outcome, warnings));
        }
        match Request::new(id.clone(), &query, warnings, &defaults) {
            Ok((mut request, mut turns)) => {
                let threads = query.threads.map(|threads| threads as usize);
                request.threads = threads.map(|threads| threads.min(self.processors));
                turns.sort_by_key(|&(_, priority)| Reverse(priority));
                for (turn, _) in turns {
                    let clock = start_clock(request.limits.time_budget());
                    write(&self.analyzer.answer(&request, turn, &clock, write));
                }
            }
            Err(problem) => write(&Answer::new(id, Outcome::Error(problem), Vec::new())),
        }
    }

    /// Does what is about no position. There is no other query to terminate.
    fn act(
        &mut self,
        action: Action,
        query: &Query,
        defaults: &Defaults,
        warnings: &mut Vec<Warning>,
    ) -> Result<Outcome, Problem> {
        let mut done = Done::new(action);
        let coords = defaults.coords;
        match action {
            Action::Convert => {
                return convert(query, coords, warnings).map(|it| Outcome::Converted(Box::new(it)));
            }
            Action::Version => {
                let threads = self.processors;
                done.version = Some(Version { threads, ..Version::of_this_program() });
            }
            Action::ClearCache => self.analyzer.clear_cache(),
            Action::Terminate if query.terminate_id.is_none() => {
                return Err(Problem::of("terminateId", "expected the id to end"));
            }
            Action::Terminate => {
                done.terminate_id.clone_from(&query.terminate_id);
                done.terminated = Some(0);
            }
            _ => done.terminated = Some(0),
        }
        Ok(Outcome::Done(done))
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Mutex;

    use serde_json::{Value, json};

    use super::*;

    fn answers(query: &Value) -> Vec<Value> {
        let answers = Mutex::new(Vec::new());
        let write = |answer: &Answer| {
            let line = serde_json::from_str(&answer.to_line()).expect("JSON");
            answers.lock().expect("no panic").push(line);
        };
        let clock = |budget| Clock::new(std::time::Instant::now(), budget);
        WasmEngine::new(3).answer(query.to_string().as_bytes(), clock, &write);
        answers.into_inner().expect("no panic")
    }

    #[test]
    fn positions_are_answered_by_priority_then_in_their_order() {
        let query = json!({
            "id": "q", "moves": "h8i9g7", "maxNodes": 50, "turns": [3, 0, 1, 2], "priorities": [0, 1, 0, 2],
        });
        let answers = answers(&query);
        let turns: Vec<_> = answers.iter().map(|answer| answer["turn"].as_u64()).collect();
        assert_eq!(turns, [2, 0, 3, 1].map(Some));
        assert!(answers.iter().all(|answer| answer["id"] == "q" && answer["status"] == "ok"));
    }

    #[test]
    fn progress_comes_before_the_final_answer() {
        let answers = answers(&json!({"maxTimeMs": 500, "reportEveryMs": 1}));
        let (last, progress) = answers.split_last().expect("an answer");
        assert!(last["final"] == true && !progress.is_empty());
        assert!(progress.iter().all(|answer| answer["final"] == false));
    }

    #[test]
    fn what_is_about_no_position_is_done_at_once() {
        let done = |query: Value| answers(&query).remove(0);
        let version = done(json!({"action": "version"}));
        assert_eq!(version["version"]["name"], "shisan");
        assert_eq!(version["version"]["threads"], 3);
        assert_eq!(done(json!({"action": "clearCache"}))["status"], "done");
        assert_eq!(
            done(json!({"action": "convert", "text": "h8i9"}))["moves"],
            json!(["h8", "i9"])
        );
        let ended = done(json!({"action": "terminate", "terminateId": 5}));
        assert_eq!((&ended["terminateId"], &ended["terminated"]), (&json!(5), &json!(0)));
        assert_eq!(done(json!({"action": "quit"}))["terminated"], 0);
    }

    #[test]
    fn stones_are_read_in_every_form() {
        for stones in [json!([["b", "d4"]]), json!({"b": "d4"}), json!({"black": ["D4"]})] {
            let answers = answers(&json!({"id": 1, "stones": stones, "maxNodes": 20}));
            assert_eq!(
                (&answers[0]["status"], &answers[0]["toMove"]),
                (&json!("ok"), &json!("white"))
            );
        }
        let wrong = answers(&json!({"initialStones": [["b", "d4"], ["h8", "j8"]]}));
        assert_eq!(wrong[0]["field"], "initialStones[1]");
    }

    #[test]
    fn mistakes_are_answered() {
        for (query, field) in [
            (json!([1]), Value::Null),
            (json!({"action": "guess"}), json!("action")),
            (json!({"action": "terminate"}), json!("terminateId")),
            (json!({"moves": "z99"}), json!("moves")),
        ] {
            let answers = answers(&query);
            assert_eq!(answers.len(), 1, "{query}");
            assert_eq!((&answers[0]["status"], &answers[0]["field"]), (&json!("error"), &field));
        }
    }
}
