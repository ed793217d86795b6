//! Answers about positions.

use std::panic::{AssertUnwindSafe, catch_unwind};

use crate::agent;
use crate::opening::opening;
use crate::puzzles::puzzles;
use crate::question::Question;
use crate::request::Request;
use crate::review::review;
use crate::schema::{
    Answer, ForbiddenPoint, GameOver, NoResult, Outcome, Problem, Report, Warning,
};
use crate::search::Searcher;
use crate::solve::solve;
use crate::view::position_report;
use gomoku_rules::{Board, Pos, referee};
use shisan_engine::engine::EngineConfig;
use shisan_engine::search::Clock;

/// Answers requests with an engine of its own.
pub struct Analyzer {
    config: EngineConfig,
    searcher: Searcher,
}

impl Analyzer {
    /// Answers with an engine that plays as `config` says.
    pub fn new(config: EngineConfig) -> Self {
        Self { searcher: Searcher::new(config.clone()), config }
    }

    /// Whether its table serves `request`: it has the size and the threads that the request asks for, or has
    /// not been used.
    pub fn suits(&self, request: &Request) -> bool {
        self.searcher.suits(request)
    }

    /// Empties the tables that searches leave behind.
    pub fn clear_cache(&mut self) {
        self.searcher.forget();
    }

    /// The final answer of `request` about the position at `turn`, one of its turns; that there is no
    /// result once `clock` was stopped. `progress` gets the others, as often as the request wants them.
    pub fn answer(
        &mut self,
        request: &Request,
        turn: usize,
        clock: &Clock,
        progress: &(dyn Fn(&Answer) + Sync),
    ) -> Answer {
        let report = |outcome| progress(&request.answer(outcome, false));
        let attempt = || outcome(&mut self.searcher, request, turn, clock, &report);
        let outcome = catch_unwind(AssertUnwindSafe(attempt)).unwrap_or_else(|_| {
            // What a panic leaves behind cannot be trusted.
            self.searcher = Searcher::new(self.config.clone());
            Outcome::Error(Problem::new("internal error, please report it"))
        });
        let outcome = match outcome {
            _ if clock.is_stopped() => Outcome::NoResult(NoResult { turn }),
            Outcome::Error(problem) => {
                let problem = problem.of_query(&request.fields);
                Outcome::Error(Problem { turn: Some(turn), ..problem })
            }
            outcome => outcome,
        };
        let mut answer = request.answer(outcome, true);
        let warning = self.searcher.take_book_error();
        let field = request.fields.of_query("action");
        answer.warnings.extend(warning.map(|warning| Warning { field, warning }));
        answer
    }
}

fn outcome(
    searcher: &mut Searcher,
    request: &Request,
    turn: usize,
    clock: &Clock,
    progress: &(dyn Fn(Outcome) + Sync),
) -> Outcome {
    if !request.question.is_about_a_game()
        && turn == request.game.last_turn()
        && let Some(end) = &request.game.end
    {
        return Outcome::Over(GameOver {
            turn,
            winner: end.winner.map(Into::into),
            reason: end.reason.to_owned(),
            line: request.names.all(&end.line),
        });
    }
    let board = request.game.position(turn);
    let report = match request.question {
        Question::Analyze => {
            let report = |report| progress(Outcome::Ok(Box::new(report)));
            searcher.analyze(request, turn, &board, clock, &report)
        }
        Question::Move => searcher.choose(request, turn, &board, clock),
        Question::Agent(player) => {
            agent::choose(player, request, turn, &board, clock, searcher.config())
        }
        Question::Solve { attacker, quiet } => {
            solve(request, &board, attacker, quiet, clock).map(|proof| Report {
                proof: Some(Some(proof)),
                ..position_report(request, turn, &board)
            })
        }
        Question::Forbid { cell } => forbidden(request, &board, cell).map(|points| Report {
            forbidden: Some(points),
            ..position_report(request, turn, &board)
        }),
        Question::Opening => {
            let Some(state) = &request.opening else { unreachable!("read with the action") };
            let state = opening(searcher, request, state, clock);
            return state.map_or_else(Outcome::Error, |state| Outcome::Opened(Box::new(state)));
        }
        Question::Review => {
            let reviewed = |review| Outcome::Reviewed(Box::new(review));
            let review = review(searcher, request, clock, &|review| progress(reviewed(review)));
            return review.map_or_else(Outcome::Error, reviewed);
        }
        Question::Puzzles => {
            let found = |puzzles| Outcome::Found(Box::new(puzzles));
            let puzzles = puzzles(searcher, request, clock, &|puzzles| progress(found(puzzles)));
            return puzzles.map_or_else(Outcome::Error, found);
        }
    };
    report.map_or_else(Outcome::Error, |report| Outcome::Ok(Box::new(report)))
}

/// The forbidden points, or `cell` in any case.
fn forbidden(
    request: &Request,
    board: &Board,
    cell: Option<Pos>,
) -> Result<Vec<ForbiddenPoint>, Problem> {
    let Some(pos) = cell else { return Ok(ForbiddenPoint::all(board, request.names)) };
    let name = request.names.name(pos);
    board.check_free(pos).map_err(|error| Problem::of("cell", format!("{name}: {error}")))?;
    let foul = referee::foul(board, pos);
    Ok(vec![ForbiddenPoint::new(pos, foul.as_ref(), request.names)])
}

#[cfg(test)]
mod tests {
    use gomoku_rules::Side;
    use serde_json::json;

    use super::*;
    use crate::schema::{Line, ProofResult};
    use crate::testing::{analyzer, answers, request};

    /// The final report about a position with Black to move and win.
    fn report(query: &serde_json::Value) -> Report {
        let answers = answers(&mut analyzer(), "analyze", query, &Clock::unlimited());
        match answers.into_iter().next_back().expect("an answer").outcome {
            Outcome::Ok(report) => *report,
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn balanced_moves_are_those_next_to_an_equal_chance() {
        let query = json!({"moves": "h8i9h9h7", "maxNodes": 20_000, "lines": 200});
        let best = report(&query);
        let mut balanced = query.clone();
        balanced["balanced"] = json!(true);
        balanced["lines"] = json!(5);
        let balanced = report(&balanced);
        let imbalance = |line: &Line| (line.winrate.expect("a value") - 0.5).abs();
        let all = best.lines.expect("lines");
        let lines = balanced.lines.expect("lines");
        assert_eq!(lines.len(), 5);
        assert!(lines.is_sorted_by(|a, b| imbalance(a) <= imbalance(b)), "{lines:?}");
        let nearest = all.iter().map(imbalance).fold(1.0, f64::min);
        assert!((imbalance(&lines[0]) - nearest).abs() < 1e-9, "{lines:?}");
        let value =
            |report: Option<crate::schema::Evaluation>| report.map(|it| (it.best, it.score));
        assert_eq!(
            value(balanced.evaluation),
            value(best.evaluation),
            "the position has one value"
        );
    }

    #[test]
    fn a_proof_begins_with_a_permitted_move() {
        for (query, result, first) in [
            (json!({"moves": "h8a1i8a2j8c9"}), ProofResult::Mate, true),
            (json!({"moves": "h8a1i8a2j8c9", "allow": ["k8"]}), ProofResult::Undecided, false),
            (json!({"moves": "h8a1i8a2j8a3k8a4", "avoid": ["g8"]}), ProofResult::Undecided, false),
            (json!({"moves": "h8a1i8a2j8a3k8a4", "avoid": ["l8"]}), ProofResult::Mate, true),
        ] {
            let mut query = query;
            query["include"] = json!(["proof"]);
            query["maxNodes"] = json!(5_000);
            query["verify"] = json!(true);
            let proof = report(&query).proof.flatten().expect("a win");
            let found = (proof.result, proof.plies.is_some(), proof.replies.is_some());
            assert_eq!(found, (result, first, first), "{query} {proof:?}");
            assert_eq!(proof.line.first().map(|first| first == "g8"), first.then_some(true));
        }
    }

    #[test]
    fn a_search_without_time_has_the_static_value() {
        let short = report(&json!({"moves": "h8i9h9h7", "maxNodes": 1}));
        let evaluation = short.evaluation.expect("a value");
        assert!(evaluation.score.is_some() && evaluation.winrate.is_some(), "{evaluation:?}");
        assert_eq!((evaluation.depth, evaluation.mate), (0, None));
        let lines = short.lines.expect("lines");
        assert_eq!((lines.len(), lines[0].score), (1, evaluation.score));
        assert_eq!(Some(&lines[0].cell), evaluation.best.as_ref());
    }

    #[test]
    fn threats_are_those_that_renju_allows() {
        let stones = json!({"b": "g6h7i7f8g8h9f10h10"});
        let query = json!({
            "rule": "renju", "stones": stones, "toMove": "b", "maxNodes": 1, "include": ["threats"],
        });
        let black = report(&query).threats.expect("threats").black;
        let kind = |cell: &str| {
            black.iter().find(|threat| threat.cell == cell).map(|threat| threat.kind.as_str())
        };
        assert_eq!(kind("h8"), Some("open-four"), "{black:?}");
    }

    #[test]
    fn a_mate_that_leaves_no_legal_move_has_its_whole_line() {
        let rows = "OOXOOX\nXOOXXO\nXX.XOX\nOX.XOX\nXXXOOX\nXOOOXO";
        let board: Board = rows.parse().expect("a drawing");
        let stones = board.stones().iter().filter_map(|stone| {
            let color = if stone.cell.side()? == Side::Black { "b" } else { "w" };
            Some((color, stone.pos.to_string()))
        });
        let stones: Vec<_> = stones.collect();
        let query = json!({
            "rule": "renju", "size": 6, "stones": stones, "toMove": "w", "maxNodes": 1000,
        });
        let best = report(&query).lines.expect("lines").remove(0);
        assert_eq!((best.cell.as_str(), best.mate, best.pv.len()), ("c3", Some(3), 1), "{best:?}");
        assert_eq!(best.pv_cut, None, "{best:?}");
    }

    #[test]
    fn stones_without_an_order_have_one_value() {
        let value = |query| report(&query).evaluation.expect("a value").score;
        let drawn = value(json!({"maxNodes": 1, "rule": "freestyle",
            "stones": {"b": "h9g8g10", "w": "j10j9i9"}, "toMove": "b"}));
        let turned = json!({"maxNodes": 1, "rule": "freestyle", "toMove": "b",
            "stones": [["w", "i7"], ["b", "i8"], ["b", "h9"], ["w", "j6"], ["b", "j9"], ["w", "i6"]]});
        assert_eq!(value(turned), drawn);
    }

    /// In our words and in KataGo's.
    #[test]
    fn the_side_that_moves_next_is_to_move() {
        let ours = json!({"moves": [["w", "h8"], ["b", "i9"], ["w", "h9"]], "turns": "all",
            "maxNodes": 100});
        let alike = json!({"initialStones": [], "moves": [["W", "h8"], ["B", "i9"], ["W", "h9"]],
            "analyzeTurns": [0, 1, 2, 3], "initialPlayer": "B", "maxVisits": 100});
        for (action, query) in
            [("analyze", &ours), ("move", &ours), ("solve", &ours), ("analyze", &alike)]
        {
            let request = request(action, query).expect("a query");
            let mover = |turn| {
                let answer = analyzer().answer(&request, turn, &Clock::unlimited(), &|_| ());
                match answer.outcome {
                    Outcome::Ok(report) => Side::from(report.to_move),
                    other => panic!("{other:?}"),
                }
            };
            let expected = [Side::White, Side::Black, Side::White, Side::Black];
            assert_eq!([0, 1, 2, 3].map(mover), expected, "{action}");
        }
    }

    #[test]
    fn a_table_serves_the_queries_that_ask_for_it() {
        let of = |query| request("analyze", &query).expect("a query");
        let mut analyzer = analyzer();
        let small = json!({"moves": "h8", "maxNodes": 100, "hashMiB": 2});
        assert!(analyzer.suits(&of(small.clone())), "there is none yet");
        answers(&mut analyzer, "analyze", &small, &Clock::unlimited());
        assert!(analyzer.suits(&of(json!({"hashMiB": 2}))));
        assert!(!analyzer.suits(&of(json!({}))) && !analyzer.suits(&of(json!({"hashMiB": 4}))));
        assert!(!analyzer.suits(&of(json!({"hashMiB": 2, "level": 800}))));
    }
}
