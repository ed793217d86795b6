//! The action `puzzles`: the positions of a game where one move wins, the win is proved, and no other move
//! is found to win.

use crate::refute::{OtherMoves, judge_others};
use crate::report_timer::ReportTimer;
use crate::request::Request;
use crate::review::SOLVER_NODES;
use crate::schema::{Color, Problem, Proof, ProofResult, Puzzle, Puzzles, Uniqueness};
use crate::search::Searcher;
use crate::solve::solve;
use gomoku_rules::{Board, CellNames, Pos, Stone};
use shisan_engine::search::Clock;

/// A shorter win is no puzzle: a five at once.
const FEWEST_PLIES: u32 = 3;

/// Finds the puzzles in the game of `request`. `progress` gets those found so far, as often as the request
/// wants them.
///
/// # Errors
/// When a search fails, or a proof, which would be a mistake of the solvers.
pub fn puzzles(
    searcher: &mut Searcher,
    request: &Request,
    clock: &Clock,
    progress: &dyn Fn(Puzzles),
) -> Result<Puzzles, Problem> {
    let search = request.plain();
    let mut solver = search.clone();
    solver.limits.nodes = Some(SOLVER_NODES);
    let game = &request.game;
    let total = game.last_turn() + 1;
    let mut found = Puzzles { done: 0, total, puzzles: Vec::new(), nodes: 0 };
    let mut hunt = Hunt { searcher, search, solver, clock, nodes: 0 };
    let timer = ReportTimer::new(request.report_every, clock);
    // Whether the side to move has a win at each turn.
    let mut has_win: Vec<bool> = Vec::new();
    for turn in 0..total {
        let board = game.position(turn);
        let win = if game.is_over(turn) { None } else { hunt.win(&board)? };
        has_win.push(win.is_some());
        // The win begins here, not with the move before.
        let begins = turn < 2 || !has_win[turn - 2];
        if let Some(proof) = win.filter(|win| begins && win.plies >= Some(FEWEST_PLIES)) {
            found.puzzles.extend(hunt.puzzle(turn, &board, proof)?);
        }
        (found.done, found.nodes) = (turn + 1, hunt.nodes);
        if clock.is_stopped() {
            break;
        }
        if turn + 1 < total && timer.is_due() {
            progress(found.clone());
        }
    }
    Ok(found)
}

/// What looks for puzzles.
struct Hunt<'a> {
    searcher: &'a mut Searcher,
    /// The game with the limits of a search, and of the solver.
    search: Request,
    solver: Request,
    clock: &'a Clock,
    nodes: u64,
}

impl Hunt<'_> {
    /// A win of the side to move, replayed against every legal reply.
    fn win(&mut self, board: &Board) -> Result<Option<Proof>, Problem> {
        self.solver.start(self.clock);
        let proof = solve(&self.solver, board, None, false, self.clock)?;
        self.nodes += proof.nodes;
        Ok((proof.result == ProofResult::Mate && proof.replies.is_some()).then_some(proof))
    }

    /// The puzzle of `board`, the position at `turn`, unless another move wins as well.
    fn puzzle(
        &mut self,
        turn: usize,
        board: &Board,
        proof: Proof,
    ) -> Result<Option<Puzzle>, Problem> {
        let names = self.search.names;
        let first = proof.line.first().and_then(|cell| names.parse(cell).ok());
        let (Some(first), Some(plies)) = (first, proof.plies) else { return Ok(None) };
        self.solver.start(self.clock);
        let (others, nodes) = judge_others(&self.solver, board, first, self.clock)?;
        self.nodes += nodes;
        let unique = match others {
            OtherMoves::Lose => Uniqueness::Proved,
            OtherMoves::Win => return Ok(None),
            OtherMoves::Unknown if self.finds_other_win(turn, board, first)? => return Ok(None),
            OtherMoves::Unknown => Uniqueness::Searched,
        };
        let side = board.side_to_move().into();
        let stones = stones(board, names);
        Ok(Some(Puzzle { turn, side, stones, win_in: plies.div_ceil(2), unique, proof }))
    }

    /// Whether a search without the move at `first` finds a win.
    fn finds_other_win(&mut self, turn: usize, board: &Board, first: Pos) -> Result<bool, Problem> {
        self.search.excluded = [vec![first], vec![first]];
        self.search.start(self.clock);
        let report = self.searcher.analyze(&self.search, turn, board, self.clock, &|_| ())?;
        let Some(evaluation) = report.evaluation else { return Ok(false) };
        self.nodes += evaluation.nodes;
        Ok(evaluation.mate.is_some_and(|plies| plies > 0))
    }
}

/// The stones of `board` as a query takes them.
fn stones(board: &Board, names: CellNames) -> Vec<(Color, String)> {
    let stone = |stone: &Stone| Some((stone.cell.side()?.into(), names.name(stone.pos)));
    board.stones().iter().filter_map(stone).collect()
}

#[cfg(test)]
mod tests {
    use gomoku_rules::referee::{self, Verdict};
    use gomoku_rules::{Coords, Diagram, Rule};
    use serde_json::{Value, json};

    use super::*;
    use crate::schema::{Answer, Outcome};
    use crate::testing::{self, analyzer, assert_wins};

    /// White threatens to make five at e2, where Black makes two fours.
    const COUNTER: &str = "
        . . . . . . . . .
        O O O O . . . . .
        . . . . X X . . .
        . . . . X . X . .
        . . . . X . . X .
        . . . . O . . . O
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
    ";

    /// White wins by fours. Drawn again from a test of quintet, as in data/positions/puzzles.txt.
    const FOURS: &str = "
        . . . . . . . . . . . . . . .
        . . . . . . . . . . . O . . .
        . . . . . . . . . . X . . . .
        . . . . . . . . . O . O X . .
        . . . . . . . . O . . . X . .
        . . . . . . . O O X . O . . .
        . . . . . . X O X X . . X . .
        . . . . . O X X . . . . . . .
        . . . . . . . . . . . . . . .
        . . . . . . . . . . . . . . .
        . . . . . . . . . . . . . . .
        . . . . . . . . . . . . . . .
        . . . . . . . . . . . . . . .
        . . . . . . . . . . . . . . .
        . . . . . . . . . . . . . . .
    ";

    /// White wins by fours and threes. Likewise.
    const THREES: &str = "
        . . . . . . . . . . . . . . .
        . . . . . . . . . . . . . . .
        . . . . . . . . . . . . . . .
        . . . . . . . . . . . . . . .
        . . . . . . . . . . . . . . .
        . . . . . . X . . X . . . . .
        . . . . . . X O O . . . . . .
        . . . . . . . X . . . . . . .
        . . . . . . . . O . . . . . .
        . . . . . . . . . . . . . . .
        . . . . . . . . . . . . . . .
        . . . . . . . . . . . . . . .
        . . . . . . . . . . . . . . .
        . . . . . . . . . . . . . . .
        . . . . . . . . . . . . . . .
    ";

    fn board(drawing: &str) -> Board {
        drawing.parse::<Diagram>().expect("a drawing").board
    }

    /// A query about a drawn position.
    fn query(drawing: &str, color: &str) -> Value {
        let board = board(drawing);
        let stones = stones(&board, CellNames { coords: Coords::default(), size: board.size() });
        let size = [board.size().width(), board.size().height()];
        json!({"stones": stones, "toMove": color, "size": size, "maxNodes": 5000})
    }

    fn threes() -> Value {
        let mut query = query(THREES, "white");
        query["rule"] = json!("renju");
        query
    }

    fn answers(analyzer: &mut crate::Analyzer, query: &Value, clock: &Clock) -> Vec<Answer> {
        testing::answers(analyzer, "puzzles", query, clock)
    }

    fn puzzles_in(answer: &Answer) -> Puzzles {
        match &answer.outcome {
            Outcome::Found(puzzles) => (**puzzles).clone(),
            other => panic!("{other:?}"),
        }
    }

    fn found(query: &Value) -> Puzzles {
        let answers = answers(&mut analyzer(), query, &Clock::unlimited());
        let puzzles = puzzles_in(answers.last().expect("an answer"));
        assert_eq!(puzzles.done, puzzles.total);
        puzzles
    }

    fn only(query: &Value) -> Puzzle {
        let mut puzzles = found(query).puzzles;
        assert_eq!(puzzles.len(), 1, "{puzzles:?}");
        puzzles.remove(0)
    }

    #[test]
    fn that_no_other_move_wins_is_proved() {
        for rule in Rule::ALL {
            let mut query = query(COUNTER, "black");
            query["rule"] = json!(rule.name());
            if rule == Rule::Renju {
                // e2 is a double four.
                assert_eq!(found(&query).puzzles, []);
                continue;
            }
            let puzzle = only(&query);
            assert_eq!((puzzle.turn, puzzle.side, puzzle.win_in), (0, Color::Black, 2), "{rule}");
            assert_eq!((&*puzzle.proof.line[0], puzzle.unique), ("e2", Uniqueness::Proved));
            assert_wins(rule, &board(COUNTER), &puzzle.proof);
            // After any other move White makes five.
            let e2: Pos = "e2".parse().expect("a cell");
            for pos in board(COUNTER).empty_cells().filter(|&pos| pos != e2) {
                let mut board = board(COUNTER);
                board.set_side_to_move(gomoku_rules::Side::Black);
                assert_eq!(referee::play(&mut board, rule, pos), Verdict::Ongoing);
                let verdict = referee::play(&mut board, rule, e2);
                assert!(matches!(verdict, Verdict::Win { .. }), "{pos:?}: {verdict:?}");
            }
        }
    }

    #[test]
    fn a_search_finds_no_other_win() {
        let puzzle = only(&threes());
        assert_eq!((puzzle.side, puzzle.unique), (Color::White, Uniqueness::Searched));
        assert_wins(Rule::Renju, &board(THREES), &puzzle.proof);
    }

    #[test]
    fn a_puzzle_is_a_query_itself() {
        let mut query = query(FOURS, "white");
        query["rule"] = json!("renju");
        let puzzle = only(&query);
        assert_eq!((puzzle.side, puzzle.win_in), (Color::White, 6));
        assert_eq!(puzzle.unique, Uniqueness::Proved);
        query["stones"] = json!(puzzle.stones);
        query["toMove"] = json!(puzzle.side);
        assert_eq!(only(&query), puzzle);
    }

    #[test]
    fn a_puzzle_stands_where_its_win_begins() {
        let mut query = query(FOURS, "white");
        query["rule"] = json!("renju");
        let line = only(&query).proof.line;
        query["moves"] = json!(line[..4]);
        let puzzle = only(&query);
        assert_eq!((puzzle.turn, puzzle.proof.line), (0, line.clone()));
        query["moves"] = json!(line);
        let over = found(&query);
        assert_eq!((over.puzzles.len(), over.total), (1, line.len() + 1));
    }

    #[test]
    fn a_position_with_two_winning_moves_is_no_puzzle() {
        for moves in [
            // An open three.
            "h8a1h9c1h10e1",
            // An open four.
            "h8a1h9c1h10e1h11g1",
            // A four that makes a five at once.
            "h8a1h9h7h10e1h11g1",
            // No win at all.
            "h8i9",
            "",
        ] {
            assert_eq!(found(&json!({"moves": moves, "maxNodes": 20_000})).puzzles, [], "{moves}");
        }
    }

    #[test]
    fn a_game_that_is_over_has_no_puzzle_in_the_end() {
        let stones = json!({"b": "a1b1c1d1e1", "w": "a3b3c3d3"});
        let puzzles = found(&json!({"stones": stones}));
        assert_eq!((puzzles.total, puzzles.puzzles, puzzles.nodes), (1, Vec::new(), 0));
    }

    #[test]
    fn with_fixed_nodes_the_bytes_are_the_same() {
        let query = threes();
        let mut used = analyzer();
        let other = json!({"moves": "h8i9h9", "maxNodes": 5000});
        answers(&mut used, &other, &Clock::unlimited());
        let again = answers(&mut used, &query, &Clock::unlimited()).pop().expect("an answer");
        let bytes = |puzzles: &Puzzles| serde_json::to_string(puzzles).expect("JSON");
        assert_eq!(bytes(&puzzles_in(&again)), bytes(&found(&query)));
    }

    #[test]
    fn progress_has_the_puzzles_so_far() {
        let mut query = query(FOURS, "white");
        query["moves"] = json!(["l3", "l5"]);
        query["reportEveryMs"] = json!(1);
        let answers = answers(&mut analyzer(), &query, &Clock::unlimited());
        let (last, before) = answers.split_last().expect("answers");
        let last = puzzles_in(last);
        assert!(!before.is_empty(), "the solver takes a millisecond");
        for answer in before {
            let puzzles = puzzles_in(answer);
            assert!(!answer.is_final && puzzles.done < last.done && puzzles.total == last.total);
            assert!(last.puzzles.starts_with(&puzzles.puzzles));
        }
    }

    #[test]
    fn a_search_that_is_stopped_has_no_result() {
        let clock = Clock::unlimited();
        clock.stop();
        let answers = answers(&mut analyzer(), &query(COUNTER, "black"), &clock);
        assert!(matches!(answers[..], [Answer { outcome: Outcome::NoResult(_), .. }]));
    }

    #[test]
    fn bad_input_is_one_problem() {
        for (query, field, reason) in [
            (json!({"turns": "all"}), "turns", "a search for puzzles takes no turns"),
            (json!({"level": 500}), "level", "a search for puzzles takes no level"),
            (json!({"allow": "h9"}), "allow", "a search for puzzles takes no allow"),
            (json!({"avoidMoves": []}), "avoidMoves", "a search for puzzles takes no avoid"),
            (json!({"agent": "chain"}), "agent", "only the action move has agents"),
            (json!({"moves": "h8h8"}), "moves[1]", "h8: the cell is taken"),
            (
                json!({"moves": [["b", "h8"], ["b", "i9"]]}),
                "moves[1]",
                "black moves twice: a search for puzzles needs moves in turn",
            ),
        ] {
            let problem = testing::request("puzzles", &query).map(drop).expect_err(reason);
            assert_eq!((problem.field.as_deref(), &*problem.error), (Some(field), reason));
        }
    }
}
