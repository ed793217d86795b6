//! The action `swap2`: the steps of a swap2 opening.
//!
//! One player puts three stones. The other takes a side, or puts two more and leaves the choice of the side
//! to the first. White moves next.

use crate::request::Request;
use crate::schema::{Problem, Swap2, Swap2Choice, rounded, win_rate};
use crate::search::Searcher;
use gomoku_rules::{Board, Pos, Side};
use shisan_engine::engine::{Engine, SearchRequest};
use shisan_engine::opening::{BalanceOptions, Swap2Step, balanced_moves, swap2_step};
use shisan_engine::score::Score;
use shisan_engine::search::{Clock, Limits, SearchInfo};

/// Nodes for the value of stones that are put.
const VALUE_NODES: u64 = 30_000;

/// The step that is due in the position at `turn`: three stones, a side or, if `put_two`, two more stones.
///
/// # Errors
/// When no step is due there, or no memory.
pub fn swap2(
    searcher: &mut Searcher,
    request: &Request,
    turn: usize,
    put_two: bool,
    clock: &Clock,
) -> Result<Swap2, Problem> {
    let board = request.game.position(turn);
    check(&board, put_two)?;
    let request = &request.plain();
    let engine = searcher.prepare(request)?;
    let search = SearchRequest::best_move(&board, request.rule, request.limits.of_search(), clock);
    let mut info = Seen::default();
    let (choice, moves) = if put_two {
        let options = BalanceOptions { pair: true, bias: 0 };
        let moves = balanced_moves(engine, &search, &options, &mut |it| info.see(it));
        (Swap2Choice::PutTwo, moves)
    } else {
        match swap2_step(engine, &search, &mut |it| info.see(it)) {
            Some(Swap2Step::Stones(stones)) => {
                info = value(engine, &search, &stones);
                (Swap2Choice::PutThree, stones.to_vec())
            }
            Some(Swap2Step::Swap) => (Swap2Choice::Black, Vec::new()),
            Some(Swap2Step::Stay(pos)) => (Swap2Choice::White, vec![pos]),
            None => return Err(Problem::new("no cell is free")),
        }
    };
    Ok(Swap2 {
        turn,
        choice,
        moves: request.names.all(&moves),
        winrate_black: info.white.map(|score| rounded(1.0 - win_rate(score))),
        nodes: info.nodes,
    })
}

/// Refuses a position in which no step is due.
fn check(board: &Board, put_two: bool) -> Result<(), Problem> {
    let count =
        |side: Side| board.stones().iter().filter(|stone| stone.cell.side() == Some(side)).count();
    let (black, white) = (count(Side::Black), count(Side::White));
    let side = if black == 0 { Side::Black } else { Side::White };
    match (black, white) {
        (2, 1) => {}
        (0, 0) | (3, 2) if !put_two => {}
        (0, 0) | (3, 2) => {
            return Err(Problem::of("putTwo", "two stones are put after three"));
        }
        _ => {
            let expected = "expected no stone, or three or five in turn";
            return Err(Problem::of("moves", format!("{expected}: {black} black, {white} white")));
        }
    }
    if board.side_to_move() != side {
        return Err(Problem::of("toMove", format!("{side} moves next in a swap2 opening")));
    }
    Ok(())
}

/// What a search reports.
#[derive(Default)]
struct Seen {
    /// The value for White.
    white: Option<Score>,
    nodes: u64,
}

impl Seen {
    /// Keeps a report of a search with White to move.
    fn see(&mut self, info: &SearchInfo) {
        if let SearchInfo::Pv(lines) = info
            && let Some(line) = lines.first()
        {
            (self.white, self.nodes) = (Some(line.score), line.nodes);
        }
    }
}

/// The value of the position after `stones` on the empty board of `search`.
fn value(engine: &mut Engine, search: &SearchRequest, stones: &[Pos]) -> Seen {
    let mut board = search.board.clone();
    for &pos in stones {
        board.play(pos);
    }
    let nodes = search.limits.nodes.map_or(VALUE_NODES, |nodes| nodes.min(VALUE_NODES));
    let limits = Limits { nodes: Some(nodes), ..search.limits };
    let search = SearchRequest::best_move(&board, search.rule, limits, search.clock);
    let mut info = Seen::default();
    engine.search(&search, &mut |it| info.see(it));
    info
}

#[cfg(test)]
mod tests {
    use gomoku_rules::{CellNames, Coords, Rule, Size};
    use serde_json::{Value, json};

    use super::*;
    use crate::schema::{Answer, Outcome};
    use crate::testing::{self, analyzer};

    fn chosen(answer: &Answer) -> Swap2 {
        match &answer.outcome {
            Outcome::Chosen(step) => step.clone(),
            other => panic!("{other:?}"),
        }
    }

    fn step(query: &Value) -> Swap2 {
        let answers = testing::answers(&mut analyzer(), "swap2", query, &Clock::unlimited());
        chosen(answers.last().expect("an answer"))
    }

    #[test]
    fn three_stones_are_put_on_every_board() {
        for (rule, size) in [
            (Rule::Freestyle, [20, 20]),
            (Rule::Standard, [15, 15]),
            (Rule::Renju, [15, 15]),
            (Rule::Caro, [32, 9]),
            (Rule::CaroOverline, [5, 5]),
        ] {
            let query = json!({"rule": rule.name(), "size": size, "maxNodes": 500});
            let step = step(&query);
            assert_eq!((step.choice, step.turn), (Swap2Choice::PutThree, 0), "{query}");
            let size = Size::new(size[0], size[1]).expect("a size");
            let names = CellNames { coords: Coords::Top, size };
            let mut board = Board::new(size);
            for cell in &step.moves {
                let pos = names.parse(cell).expect("a cell");
                assert_eq!(board.check_free(pos), Ok(()), "{step:?}");
                board.play(pos);
            }
            assert_eq!(board.stones().len(), 3);
            assert!(step.nodes > 0 && step.winrate_black.is_some(), "{step:?}");
        }
        let black = step(&json!({"rule": "standard", "maxNodes": 3000})).winrate_black;
        assert!(black.is_some_and(|black| (0.3..0.7).contains(&black)), "{black:?}");
    }

    #[test]
    fn the_better_side_is_taken() {
        for (moves, choice) in [
            ("h8a1h7", Swap2Choice::Black),
            ("a1h8o15", Swap2Choice::White),
            ("h8a1h7o4i7", Swap2Choice::Black),
            ("a1h8o4h7a15", Swap2Choice::White),
        ] {
            let step = step(&json!({"rule": "standard", "moves": moves, "maxNodes": 2000}));
            assert_eq!(step.choice, choice, "{moves}");
            let black = step.winrate_black.expect("a search");
            if choice == Swap2Choice::Black {
                assert!(black > 0.5 && step.moves.is_empty(), "{step:?}");
            } else {
                assert!(black <= 0.5 && step.moves.len() == 1, "{step:?}");
            }
        }
    }

    #[test]
    fn two_more_stones_are_put_if_asked_for() {
        let query =
            json!({"rule": "standard", "moves": "h8a1h7", "putTwo": true, "maxNodes": 50_000});
        let two = step(&query);
        assert_eq!((two.choice, two.moves.len(), two.turn), (Swap2Choice::PutTwo, 2, 3));
        // Black leads by far before them.
        let one = step(&json!({"rule": "standard", "moves": "h8a1h7", "maxNodes": 50_000}));
        let imbalance = |step: &Swap2| (step.winrate_black.expect("a search") - 0.5).abs();
        assert!(imbalance(&two) < imbalance(&one), "{two:?} after {one:?}");
        let moves = format!("h8a1h7{}", two.moves.concat());
        let last = step(&json!({"rule": "standard", "moves": moves, "maxNodes": 2000}));
        assert!(matches!(last.choice, Swap2Choice::Black | Swap2Choice::White), "{last:?}");
    }

    #[test]
    fn stones_may_be_set_up_and_cells_named_otherwise() {
        let moves = json!({"moves": "h8a15h7", "coords": "bottom", "maxNodes": 500});
        let stones = json!({"stones": {"b": "h8h9", "w": "a1"}, "maxNodes": 500});
        let (moves, stones) = (step(&moves), step(&stones));
        assert_eq!((moves.choice, moves.winrate_black), (stones.choice, stones.winrate_black));
    }

    #[test]
    fn with_fixed_nodes_the_bytes_are_the_same() {
        let mut used = analyzer();
        for query in [json!({"maxNodes": 300}), json!({"moves": "h8a1h7", "maxNodes": 500})] {
            let answers = testing::answers(&mut used, "swap2", &query, &Clock::unlimited());
            assert_eq!(chosen(&answers[0]), step(&query));
        }
    }

    #[test]
    fn a_step_that_is_stopped_has_no_result() {
        let clock = Clock::unlimited();
        clock.stop();
        let answers = testing::answers(&mut analyzer(), "swap2", &json!({}), &clock);
        assert!(matches!(answers[..], [Answer { outcome: Outcome::NoResult(_), .. }]));
    }

    #[test]
    fn no_step_is_due_elsewhere() {
        for (query, field, reason) in [
            (
                json!({"moves": "h8"}),
                "moves",
                "expected no stone, or three or five in turn: 1 black, 0 white",
            ),
            (
                json!({"moves": "h8i9h9i10"}),
                "moves",
                "expected no stone, or three or five in turn: 2 black, 2 white",
            ),
            (
                json!({"stones": {"w": "h8h9", "b": "i9"}}),
                "moves",
                "expected no stone, or three or five in turn: 1 black, 2 white",
            ),
            (
                json!({"stones": {"b": "h8h9", "w": "i9"}, "initialPlayer": "b"}),
                "initialPlayer",
                "white moves next in a swap2 opening",
            ),
            (json!({"toMove": "w"}), "toMove", "black moves next in a swap2 opening"),
            (json!({"putTwo": true}), "putTwo", "two stones are put after three"),
            (
                json!({"moves": "h8i9h9i10h10", "putTwo": true}),
                "putTwo",
                "two stones are put after three",
            ),
        ] {
            let answers = testing::answers(&mut analyzer(), "swap2", &query, &Clock::unlimited());
            let Outcome::Error(problem) = &answers[0].outcome else { panic!("{answers:?}") };
            assert_eq!((problem.field.as_deref(), &*problem.error), (Some(field), reason));
        }
        for (query, field) in [
            (json!({"level": 500}), "level"),
            (json!({"allow": "h8"}), "allow"),
            (json!({"avoid": "h8"}), "avoid"),
        ] {
            let problem = testing::request("swap2", &query).map(drop).expect_err(field);
            assert_eq!(problem.error, format!("swap2 takes no {field}"));
        }
    }
}
