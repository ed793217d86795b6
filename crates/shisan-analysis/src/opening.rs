//! The action `opening`: an opening by any of the rules, decision by decision.

use crate::decisions::written;
use crate::request::Request;
use crate::schema::{OpeningOptions, OpeningState, Problem, rounded, win_rate};
use crate::search::Searcher;
use gomoku_rules::{Opening, RenjuOpening, Rule, Side};
use shisan_engine::opening::{OpeningRequest, decide_opening};
use shisan_engine::search::Clock;

/// The opening of `request`, and what the engine decides in it.
///
/// # Errors
/// When there is no memory, or no cell is free.
pub fn opening(
    searcher: &mut Searcher,
    request: &Request,
    opening: &Opening,
    clock: &Clock,
) -> Result<OpeningState, Problem> {
    let names = request.names;
    let board = opening.board();
    let moves: Vec<_> = board.stones().iter().map(|stone| stone.pos).collect();
    let options = opening.options().map(|options| OpeningOptions {
        cells: names.all(&options.cells),
        swap: options.swap,
        declare: options.declare,
        offer: options.offer,
    });
    let is_renju = request.rule == Rule::Renju;
    let pattern = is_renju.then(|| RenjuOpening::of(names.size, &moves)).flatten();
    let mut state = OpeningState {
        turn: moves.len(),
        player: opening.player().map(Into::into),
        black: opening.player_of(Side::Black).into(),
        to_move: board.side_to_move().into(),
        moves: names.all(&moves),
        declared: opening.declared(),
        offered: names.all(opening.offered()),
        options,
        decisions: Vec::new(),
        winrate_black: None,
        nodes: 0,
        opening: pattern.map(|opening| opening.to_string()),
    };
    if state.player.is_some() {
        let request = &request.plain();
        let engine = searcher.prepare(request)?;
        let limits = request.limits.of_search();
        let search = OpeningRequest { opening, rule: request.rule, limits, clock };
        let choice = decide_opening(engine, &search);
        let choice = choice.ok_or_else(|| Problem::new("no cell is free"))?;
        state.decisions = choice.decisions.iter().map(|it| written(it, names)).collect();
        state.winrate_black = choice.black.map(|score| rounded(win_rate(score)));
        state.nodes = choice.nodes;
    }
    Ok(state)
}

#[cfg(test)]
mod tests {
    use gomoku_rules::OpeningRule;
    use serde_json::{Value, json};

    use super::*;
    use crate::schema::OpeningPlayer::Second;
    use crate::schema::{Answer, Outcome};
    use crate::testing::{self, analyzer};

    fn state(query: &Value) -> OpeningState {
        let answers = testing::answers(&mut analyzer(), "opening", query, &Clock::unlimited());
        match &answers[..] {
            [Answer { outcome: Outcome::Opened(state), .. }] => (**state).clone(),
            other => panic!("{query}: {other:?}"),
        }
    }

    #[test]
    fn the_decisions_of_an_answer_are_those_of_the_next_query() {
        for rule in OpeningRule::ALL.map(OpeningRule::name) {
            let mut decisions: Vec<Value> = Vec::new();
            let coords = if rule == "swap" { "gtp" } else { "top" };
            let end = loop {
                let query = json!({"openingRule": rule, "rule": "renju", "decisions": decisions,
                    "maxNodes": 200, "coords": coords});
                let state = state(&query);
                if state.player.is_none() {
                    break state;
                }
                let next = serde_json::to_value(&state.decisions).expect("decisions");
                assert!(state.options.is_some() && !state.decisions.is_empty(), "{query}");
                decisions.extend(next.as_array().expect("decisions").iter().cloned());
            };
            assert!((3..=5).contains(&end.turn) && end.options.is_none(), "{rule} {end:?}");
            assert_eq!(end.moves.len(), end.turn);
            let is_canonical = ["yamaguchi", "soosyrv-8", "taraguchi-10"].contains(&rule);
            assert!(!is_canonical || end.opening.is_some(), "{rule} {end:?}");
        }
    }

    #[test]
    fn three_stones_are_put_under_every_rule_and_on_every_board() {
        for (rule, size) in [
            ("freestyle", [20, 20]),
            ("standard", [15, 15]),
            ("renju", [15, 15]),
            ("caro", [32, 9]),
            ("caro-overline", [5, 5]),
        ] {
            let query = json!({"rule": rule, "size": size, "maxNodes": 500});
            let first = state(&query);
            assert_eq!((first.decisions.len(), first.turn), (3, 0), "{query}");
            assert_eq!(state(&query), first, "the same nodes, the same answer");
            let query = json!({"rule": rule, "size": size, "maxNodes": 500,
                "decisions": serde_json::to_value(&first.decisions).expect("decisions")});
            assert_eq!((state(&query).player, state(&query).turn), (Some(Second), 3), "{query}");
        }
    }

    #[test]
    fn the_better_side_is_taken() {
        for (stones, side) in [(["h8", "a1", "h7"], "swap"), (["a1", "h8", "o15"], "stay")] {
            let state = state(&json!({"rule": "standard", "decisions": stones, "maxNodes": 2000}));
            assert_eq!(serde_json::to_value(&state.decisions[0]).expect("a word"), json!(side));
            let black = state.winrate_black.expect("a search");
            assert_eq!(black > 0.5, side == "swap", "{state:?}");
        }
    }

    #[test]
    fn an_opening_that_is_stopped_has_no_result() {
        let clock = Clock::unlimited();
        clock.stop();
        let answers = testing::answers(&mut analyzer(), "opening", &json!({}), &clock);
        assert!(matches!(answers[..], [Answer { outcome: Outcome::NoResult(_), .. }]));
    }

    #[test]
    fn what_may_be_decided_is_said() {
        let of = |rule: &str| {
            state(&json!({"openingRule": "taraguchi-10", "rule": rule, "maxNodes": 200,
                "decisions": ["h8", "swap", "h7", "stay", "i7", "stay", "k9"]}))
        };
        let state = of("renju");
        assert_eq!(state.opening.as_deref(), Some("D4 Kagetsu"));
        assert_eq!(of("freestyle").opening, None, "its openings have no names");
        assert_eq!((state.player, state.black), (Some(Second), Second));
        let options = state.options.expect("a decision is due");
        assert_eq!((options.swap, options.offer, options.declare), (true, Some(10), None));
        assert_eq!((options.cells, state.offered, state.turn), (Vec::new(), Vec::new(), 4));
    }

    #[test]
    fn what_the_rule_forbids_is_named() {
        for (query, field, reason) in [
            (
                json!({"openingRule": "rif"}),
                "openingRule",
                "unknown opening rule \"rif\": expected pro, long-pro, swap, swap2, yamaguchi, \
                 soosyrv-8 or taraguchi-10",
            ),
            (
                json!({"openingRule": "pro", "decisions": ["h7"]}),
                "decisions[0]",
                "h7: the opening rule wants this stone in the centre",
            ),
            (
                json!({"openingRule": "pro", "decisions": ["h8", "H8"]}),
                "decisions[1]",
                "h8: the cell is taken",
            ),
            (json!({"decisions": ["h8", "swap"]}), "decisions[1]", "another decision is due"),
            (
                json!({"openingRule": "yamaguchi", "coords": "gtp",
                    "decisions": ["H8", "H7", "H6", 2, "stay", "H9", ["G8", "J8"]]}),
                "decisions[6]",
                "G8 and J8 are symmetric",
            ),
            (
                json!({"openingRule": "yamaguchi",
                    "decisions": ["h8", "h7", "h6", 2, "stay", "h9", ["g8", "x8"]]}),
                "decisions[6][1]",
                "\"x8\": not a cell of the 15x15 board",
            ),
            (
                json!({"openingRule": "long-pro", "size": [7, 5]}),
                "openingRule",
                "the 7x5 board is too small",
            ),
            (json!({"moves": "h8"}), "moves", "decisions name the stones of an opening"),
            (
                json!({"initialStones": [["w", "h8"]]}),
                "initialStones",
                "decisions name the stones of an opening",
            ),
            (json!({"level": 500}), "level", "opening takes no level"),
        ] {
            let problem = testing::request("opening", &query).map(drop).expect_err("an error");
            assert_eq!((problem.field.as_deref(), &*problem.error), (Some(field), reason));
        }
    }
}
