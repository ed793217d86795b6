//! The action `review`: the moves of a game, judged by searches and by what the solver proves.

use crate::judge::{Facts, judge, side_review};
use crate::report_timer::ReportTimer;
use crate::request::Request;
use crate::schema::{
    Color, MoveClass, Problem, Proof, ProofResult, Report, Review, ReviewedMove, rounded,
};
use crate::search::Searcher;
use crate::solve::solve;
use gomoku_rules::Side;
use shisan_engine::search::Clock;

/// Nodes for the solver, for each position.
pub const SOLVER_NODES: u64 = 100_000;
/// A closer look has this many times the nodes, or the time, of a search, and this many nodes at least.
const CLOSER: u64 = 4;
const CLOSER_NODES: u64 = 200_000;

/// Judges the moves of the game of `request`. `progress` gets what is known in between, as often as the
/// request wants it.
///
/// # Errors
/// When a search fails, or a proof, which would be a mistake of the solvers.
pub fn review(
    searcher: &mut Searcher,
    request: &Request,
    clock: &Clock,
    progress: &dyn Fn(Review),
) -> Result<Review, Problem> {
    let mut study = Study::new(searcher, request, clock);
    let timer = ReportTimer::new(request.report_every, clock);
    for turn in 0..study.total() {
        study.look(turn)?;
        study.settle(turn)?;
        if clock.is_stopped() {
            break;
        }
        if turn + 1 < study.total() && timer.is_due() {
            progress(study.review());
        }
    }
    Ok(study.review())
}

/// A position that was looked at.
#[derive(Debug, Default)]
struct Studied {
    value: Option<Value>,
    best: Option<String>,
    pv: Vec<String>,
    /// A proved win of the side to move.
    win: Option<Proof>,
}

/// What a position is worth.
#[derive(Clone, Copy, Debug)]
struct Value {
    /// The chance of Black to win.
    black: f64,
    /// Who is known to win.
    winner: Option<Side>,
    /// Plies to the five, where a winner is known.
    plies: u32,
    /// Nodes that it took to know; all there are where the game is over.
    nodes: u64,
}

impl Value {
    fn won(winner: Option<Side>, plies: u32, nodes: u64) -> Self {
        let black = winner.map_or(0.5, |side| if side == Side::Black { 1.0 } else { 0.0 });
        Self { black, winner, plies, nodes }
    }

    /// The value that a search has found, if it has found one.
    fn searched(report: &Report) -> Option<Self> {
        let evaluation = report.evaluation.as_ref()?;
        let black = evaluation.winrate_black?;
        let side = Side::from(report.to_move);
        let nodes = evaluation.nodes;
        Some(match evaluation.mate {
            Some(mate) => {
                let winner = if mate > 0 { side } else { !side };
                Self::won(Some(winner), mate.unsigned_abs(), nodes)
            }
            None => Self { black, winner: None, plies: 0, nodes },
        })
    }

    fn for_side(self, side: Side) -> f64 {
        if side == Side::Black { self.black } else { rounded(1.0 - self.black) }
    }

    /// The mate in plies: positive if `side` wins.
    fn mate(self, side: Side) -> Option<i32> {
        let plies = self.plies.cast_signed();
        self.winner.map(|winner| if winner == side { plies } else { -plies })
    }
}

/// The positions of a game, one after another.
struct Study<'a> {
    searcher: &'a mut Searcher,
    request: &'a Request,
    /// The same game with the limits of a search, of a closer look, and of the solver.
    search: Request,
    closer: Request,
    solver: Request,
    clock: &'a Clock,
    positions: Vec<Studied>,
    nodes: u64,
}

impl<'a> Study<'a> {
    fn new(searcher: &'a mut Searcher, request: &'a Request, clock: &'a Clock) -> Self {
        let plain = request.plain();
        let (mut closer, mut solver) = (plain.clone(), plain.clone());
        let limits = &mut closer.limits;
        limits.nodes = limits.nodes.map(|nodes| nodes.saturating_mul(CLOSER).max(CLOSER_NODES));
        limits.time_ms = limits.time_ms.map(|time| time.saturating_mul(CLOSER));
        solver.limits.nodes = Some(SOLVER_NODES);
        let positions = Vec::new();
        Self { searcher, request, search: plain, closer, solver, clock, positions, nodes: 0 }
    }

    /// How many positions there are to study.
    fn total(&self) -> usize {
        match self.request.game.last_turn() {
            0 => 0,
            last => last + 1,
        }
    }

    /// Who is known to win, and in how many plies.
    fn winner(&self, turn: usize) -> Option<(Side, u32)> {
        let value = self.positions[turn].value?;
        value.winner.map(|winner| (winner, value.plies))
    }

    /// Values the position at `turn`, and looks for a win of the side to move.
    fn look(&mut self, turn: usize) -> Result<(), Problem> {
        self.positions.push(Studied::default());
        if let (true, Some(end)) = (self.request.game.is_over(turn), &self.request.game.end) {
            self.positions[turn].value = Some(Value::won(end.winner, 0, u64::MAX));
            return Ok(());
        }
        self.search(turn, false)?;
        let board = self.request.game.position(turn);
        self.solver.start(self.clock);
        let proof = solve(&self.solver, &board, None, false, self.clock)?;
        self.nodes += proof.nodes;
        if proof.result == ProofResult::Mate && proof.replies.is_some() {
            self.prove(turn, board.side_to_move(), proof.plies.unwrap_or_default());
            self.positions[turn].win = Some(proof);
        }
        Ok(())
    }

    /// Searches the position at `turn`, and keeps its value if no more is known.
    fn search(&mut self, turn: usize, is_closer: bool) -> Result<(), Problem> {
        if self.request.game.is_over(turn) {
            return Ok(());
        }
        let board = self.request.game.position(turn);
        let request = if is_closer { &self.closer } else { &self.search };
        request.start(self.clock);
        let report = self.searcher.analyze(request, turn, &board, self.clock, &|_| ())?;
        let Some(value) = Value::searched(&report) else { return Ok(()) };
        self.nodes += value.nodes;
        let position = &mut self.positions[turn];
        let is_kept = position.value.is_some_and(|known| {
            known.nodes > value.nodes || known.winner.is_some() && value.winner.is_none()
        });
        if !is_kept {
            position.value = Some(value);
            position.best = report.evaluation.and_then(|evaluation| evaluation.best);
            let lines = report.lines.into_iter().flatten();
            position.pv = lines.map(|line| line.pv).next().unwrap_or_default();
        }
        Ok(())
    }

    /// Keeps that `winner` wins the position at `turn` in `plies`, unless a winner is already known.
    fn prove(&mut self, turn: usize, winner: Side, plies: u32) {
        let known = &mut self.positions[turn].value;
        let nodes = known.map_or(0, |known| known.nodes);
        if nodes < u64::MAX && known.is_none_or(|known| known.winner.is_none()) {
            *known = Some(Value::won(Some(winner), plies, nodes));
        }
    }

    /// Carries what is known at `turn` to the positions before it, as far as it is news there.
    fn settle(&mut self, turn: usize) -> Result<(), Problem> {
        for after in (1..=turn).rev() {
            if !self.carry(after)? {
                break;
            }
        }
        Ok(())
    }

    /// Carries who is known to win from the position before `after` to `after` and back: the side that is
    /// lost is lost after every move, and the side that wins after a move wins before it. Where only a search
    /// can tell, it looks closer. Returns whether that settles the position before.
    fn carry(&mut self, after: usize) -> Result<bool, Problem> {
        let before = after - 1;
        let (mover, _) = self.request.game.moves()[before];
        match (self.winner(before), self.winner(after)) {
            (Some((winner, plies)), None) => {
                if winner != mover || self.follows_proof(before) {
                    self.prove(after, winner, plies.saturating_sub(1));
                } else {
                    self.search(after, true)?;
                }
                Ok(false)
            }
            (None, Some((winner, plies))) => {
                if winner == mover {
                    self.prove(before, winner, plies + 1);
                } else {
                    self.search(before, true)?;
                }
                Ok(self.winner(before).is_some())
            }
            _ => Ok(false),
        }
    }

    /// Whether the move at `turn` begins the win that is proved there.
    fn follows_proof(&self, turn: usize) -> bool {
        let first = self.positions[turn].win.as_ref().and_then(|proof| proof.line.first());
        first == Some(&self.played(turn))
    }

    /// The move at `turn`.
    fn played(&self, turn: usize) -> String {
        self.request.names.name(self.request.game.moves()[turn].1)
    }

    /// What is known so far.
    fn review(&self) -> Review {
        let judged = 0..self.positions.len().saturating_sub(1);
        let moves: Vec<ReviewedMove> = judged.filter_map(|turn| self.judge(turn)).collect();
        Review {
            done: self.positions.len(),
            total: self.total(),
            black: side_review(&moves, Color::Black),
            white: side_review(&moves, Color::White),
            moves,
            nodes: self.nodes,
        }
    }

    /// Judges the move at `turn`; `None` if there was no time to value it.
    fn judge(&self, turn: usize) -> Option<ReviewedMove> {
        let (side, _) = self.request.game.moves()[turn];
        let (before, after) = (&self.positions[turn], &self.positions[turn + 1]);
        let (from, to) = (before.value?, after.value?);
        let cell = self.played(turn);
        let missed = before.win.as_ref().filter(|_| to.winner != Some(side));
        let allowed = after.win.as_ref().filter(|_| from.winner != Some(!side));
        let facts = Facts {
            before: from.for_side(side),
            after: to.for_side(side),
            is_best: before.best.as_ref() == Some(&cell),
            misses_win: missed.is_some(),
            allows_win: allowed.is_some(),
        };
        let (class, loss) = judge(facts);
        let proof = match class {
            MoveClass::MissedWin => missed,
            MoveClass::LosingMove => allowed,
            _ => None,
        };
        let pv = match class {
            MoveClass::MissedWin => missed.map_or(&before.pv, |proof| &proof.line),
            _ => &before.pv,
        };
        Some(ReviewedMove {
            turn,
            side: side.into(),
            cell,
            judgement: class,
            loss,
            winrate_before: facts.before,
            winrate_after: facts.after,
            mate_before: from.mate(side),
            mate_after: to.mate(side),
            best: pv.first().or(before.best.as_ref()).cloned(),
            pv: pv.clone(),
            proof: proof.cloned(),
        })
    }
}

#[cfg(test)]
mod tests {
    use gomoku_rules::{Board, Rule, Size};
    use serde_json::{Value as Json, json};

    use super::*;
    use crate::Analyzer;
    use crate::schema::{Answer, Outcome, SideReview};
    use crate::testing::{self, analyzer};

    fn request(query: &Json) -> Result<Request, Problem> {
        testing::request("review", query)
    }

    fn answers(analyzer: &mut Analyzer, query: &Json, clock: &Clock) -> Vec<Answer> {
        testing::answers(analyzer, "review", query, clock)
    }

    fn review_in(answer: &Answer) -> Review {
        match &answer.outcome {
            Outcome::Reviewed(review) => (**review).clone(),
            other => panic!("{other:?}"),
        }
    }

    fn reviewed(query: &Json) -> Review {
        let mut analyzer = analyzer();
        let answers = answers(&mut analyzer, query, &Clock::unlimited());
        let review = review_in(answers.last().expect("an answer"));
        assert_eq!(review.done, review.total);
        review
    }

    fn classes(review: &Review) -> Vec<MoveClass> {
        review.moves.iter().map(|it| it.judgement).collect()
    }

    /// Replays a proof after `moves`.
    fn assert_wins(rule: Rule, moves: &str, proof: &Proof) {
        let mut board = Board::new(Size::square(15));
        let moves = gomoku_rules::record::parse_moves(moves).expect("moves");
        for pos in moves {
            board.play(pos);
        }
        testing::assert_wins(rule, &board, proof);
    }

    #[test]
    fn every_move_is_judged_whatever_the_limits() {
        for limit in ["maxNodes", "maxTimeMs"] {
            let review = reviewed(&json!({"moves": "h8i9h9i10h10i8", limit: 1}));
            let turns: Vec<usize> = review.moves.iter().map(|it| it.turn).collect();
            assert_eq!(turns, [0, 1, 2, 3, 4, 5], "{limit}");
        }
    }

    #[test]
    fn a_missed_win_is_proved() {
        let moves = "h8h9i9g7i10j10g8f6f8e8";
        let query = json!({"rule": "renju", "moves": format!("{moves}o15"), "maxNodes": 20_000});
        let review = reviewed(&query);
        let last = review.moves.last().expect("moves");
        assert_eq!((last.turn, last.side, &*last.cell), (10, Color::Black, "o15"));
        assert_eq!((last.judgement, last.winrate_before), (MoveClass::MissedWin, 1.0));
        assert!(last.loss >= 0.05, "{last:?}");
        assert_eq!(json!(last.loss), json!(rounded(1.0 - last.winrate_after)));
        let proof = last.proof.as_ref().expect("a proof");
        assert_eq!((proof.attacker, &proof.line), (Color::Black, &last.pv));
        assert_eq!(last.best.as_ref(), proof.line.first());
        assert_eq!((last.mate_before, last.mate_after), (proof.plies.map(u32::cast_signed), None));
        assert_wins(Rule::Renju, moves, proof);
        assert!(review.black.missed_win == 1 && review.black.accuracy < Some(90.0));
    }

    #[test]
    fn a_losing_move_is_proved_and_the_lost_side_makes_no_mistakes() {
        // White does not stop the three, and blocks the four in vain.
        let moves = "h8i9h9i10h10i8";
        let review = reviewed(&json!({"moves": format!("{moves}h11i11h12"), "maxNodes": 20_000}));
        let [.., losing, winning, lost, five] = &review.moves[..] else { panic!("{review:?}") };
        assert_eq!((losing.side, losing.judgement), (Color::White, MoveClass::LosingMove));
        assert!(losing.winrate_before > 0.0 && losing.winrate_after == 0.0, "{losing:?}");
        assert_ne!(losing.best.as_deref(), Some("i8"));
        let proof = losing.proof.as_ref().expect("a proof");
        assert_eq!(proof.attacker, Color::Black);
        assert_wins(Rule::Freestyle, moves, proof);
        for (it, before) in [(winning, 1.0), (lost, 0.0), (five, 1.0)] {
            assert_eq!((it.judgement, it.loss), (MoveClass::Best, 0.0), "{it:?}");
            assert_eq!((it.winrate_before, it.winrate_after), (before, before), "{it:?}");
            assert_eq!(it.proof, None);
        }
        let plies = i32::try_from(proof.plies.expect("a mate")).expect("few");
        assert_eq!((losing.mate_before, losing.mate_after), (None, Some(-plies)));
        assert_eq!(winning.mate_before, Some(plies));
        assert_eq!(
            (lost.mate_after, five.mate_before, five.mate_after),
            (Some(-1), Some(1), Some(0))
        );
        assert_eq!((review.white.losing_move, review.total), (1, 10));
    }

    #[test]
    fn a_whole_game_keeps_to_what_is_proved() {
        let moves = "h8k6e8i5g7j6g8i8g6g5g10g9d7f9d8f8f7a1h5b1i4";
        let review = reviewed(&json!({"moves": moves, "maxNodes": 5000}));
        assert_eq!(review.moves.len(), 21);
        let counted = |it: &SideReview| {
            let clean = it.best + it.good + it.inaccuracy + it.mistake;
            clean + it.blunder + it.missed_win + it.losing_move
        };
        assert_eq!((counted(&review.black), counted(&review.white)), (11, 10));
        let mut winner = None;
        for it in &review.moves {
            assert!((0.0..=1.0).contains(&it.winrate_before), "{it:?}");
            if it.winrate_before == 0.0 {
                assert_eq!((it.judgement, it.loss), (MoveClass::Best, 0.0), "{it:?}");
            }
            let is_proved = matches!(it.judgement, MoveClass::MissedWin | MoveClass::LosingMove);
            assert_eq!(is_proved, it.proof.is_some(), "{it:?}");
            for (mate, winrate) in
                [(it.mate_before, it.winrate_before), (it.mate_after, it.winrate_after)]
            {
                let wins = (winrate >= 1.0 || winrate <= 0.0).then_some(winrate >= 1.0);
                assert!(mate.is_none_or(|mate| wins == Some(mate >= 0)), "{it:?}");
            }
            let side = Side::from(it.side);
            if it.winrate_after <= 0.0 {
                winner = Some(!side);
            } else if it.winrate_after >= 1.0 {
                winner = Some(side);
            }
        }
        assert_eq!(winner, Some(Side::Black), "the five");
    }

    #[test]
    fn a_foul_loses_the_game() {
        // g9 is a double three.
        let query = json!({"rule": "renju", "moves": "h8h9i7i9h10i6i11i12g9", "maxNodes": 5000});
        let foul = reviewed(&query).moves.pop().expect("moves");
        assert_eq!((&*foul.cell, foul.winrate_after), ("g9", 0.0));
        assert_eq!((foul.judgement, foul.proof), (MoveClass::Blunder, None));
        assert_eq!(json!(foul.loss), json!(foul.winrate_before));
    }

    #[test]
    fn games_without_moves_have_no_review() {
        for query in [
            json!({}),
            json!({"moves": []}),
            json!({"stones": {"b": "h8", "w": "i9"}}),
            json!({"stones": {"b": "a1b1c1d1e1", "w": "a3b3c3d3"}}),
        ] {
            let review = reviewed(&query);
            assert_eq!((review.total, review.nodes, review.moves.len()), (0, 0, 0), "{query}");
            assert_eq!((review.black.accuracy, review.white.accuracy), (None, None));
        }
    }

    #[test]
    fn stones_and_either_side_may_come_first() {
        let stones = json!({"b": "h8h9h10", "w": "i9i10"});
        let query = json!({"stones": stones, "toMove": "w", "moves": "a1h11", "maxNodes": 5000});
        let review = reviewed(&query);
        let sides: Vec<Color> = review.moves.iter().map(|it| it.side).collect();
        assert_eq!(sides, [Color::White, Color::Black]);
        assert_eq!(classes(&review), [MoveClass::LosingMove, MoveClass::Best]);
        let query = json!({"moves": [["w", "h8"], ["b", "i9"]], "maxNodes": 1000});
        let review = reviewed(&query);
        assert_eq!((review.moves[0].side, review.moves[1].side), (Color::White, Color::Black));
    }

    #[test]
    fn with_fixed_nodes_the_bytes_are_the_same() {
        let query = json!({"moves": "h8i9h9i10h10", "maxNodes": 3000});
        let fresh = reviewed(&query);
        let mut used = analyzer();
        answers(&mut used, &json!({"moves": "h8i9h9", "maxNodes": 5000}), &Clock::unlimited());
        let again = answers(&mut used, &query, &Clock::unlimited()).pop().expect("an answer");
        let bytes = |review: &Review| serde_json::to_string(review).expect("JSON");
        assert_eq!(bytes(&review_in(&again)), bytes(&fresh));
    }

    #[test]
    fn a_limit_of_time_holds_for_each_position() {
        let query = json!({"moves": "h8i9h9i10", "maxTimeMs": 50});
        let review = reviewed(&query);
        assert_eq!(review.moves.len(), 4);
    }

    #[test]
    fn progress_has_the_moves_so_far() {
        let query = json!({"moves": "h8i9h9i10", "maxNodes": 3000, "reportEveryMs": 1});
        let mut analyzer = analyzer();
        let answers = answers(&mut analyzer, &query, &Clock::unlimited());
        let (last, before) = answers.split_last().expect("answers");
        let last = review_in(last);
        for answer in before {
            let review = review_in(answer);
            assert!(!answer.is_final && review.done < review.total && review.total == last.total);
            assert_eq!(review.moves.len(), review.done - 1);
        }
        assert!(!before.is_empty(), "a search of 3000 nodes takes a millisecond");
    }

    #[test]
    fn a_review_that_is_stopped_has_no_result() {
        let clock = Clock::unlimited();
        clock.stop();
        let mut analyzer = analyzer();
        let answers = answers(&mut analyzer, &json!({"moves": "h8i9h9i10"}), &clock);
        assert!(matches!(answers[..], [Answer { outcome: Outcome::NoResult(_), .. }]));
    }

    #[test]
    fn bad_input_is_one_problem() {
        for (query, field, reason) in [
            (json!({"moves": "h8i9", "turns": "all"}), "turns", "a review takes no turns"),
            (json!({"moves": "h8", "level": 500}), "level", "a review takes no level"),
            (json!({"moves": "h8", "allow": "h9"}), "allow", "a review takes no allow"),
            (json!({"moves": "h8", "avoidMoves": []}), "avoidMoves", "a review takes no avoid"),
            (json!({"moves": "h8", "agent": "chain"}), "agent", "only the action move has agents"),
            (json!({"moves": "h8h8"}), "moves", ""),
            (
                json!({"moves": [["b", "h8"], ["b", "i9"]]}),
                "moves[1]",
                "black moves twice: a review needs moves in turn",
            ),
            (
                json!({"moves": "a1a3b1b3c1c3d1d3e1e3"}),
                "moves[9]",
                "e3: the game was over before: five",
            ),
        ] {
            let problem = request(&query).map(drop).expect_err(reason);
            assert!(
                problem.field.as_deref().is_some_and(|it| it.starts_with(field)),
                "{problem:?}"
            );
            assert!(problem.error.contains(reason), "{problem:?}");
        }
    }
}
