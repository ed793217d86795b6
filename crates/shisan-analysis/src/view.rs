//! What is said of a position, and of the searches there.

use crate::request::Request;
use crate::schema::{
    Evaluation, ForbiddenPoint, Include, Line, Report, ThreatCell, Threats, policy, rounded,
    win_rate,
};
use gomoku_rules::{Board, CellNames, Pos, Side, Symmetry, game_key, referee};
use shisan_engine::engine::EngineConfig;
use shisan_engine::pattern::{Position, Threat};
use shisan_engine::score::Score;
use shisan_engine::search::{Clock, PvInfo, SearchResult};

/// A report of `board`, the position at `turn`, that says nothing more.
pub fn position_report(request: &Request, turn: usize, board: &Board) -> Report {
    let keys = request.includes(Include::Keys).then(|| {
        let game = game_key(request.rule, board.size());
        [board.key(), Symmetry::key(board)].map(|key| format!("{:016x}", key ^ game))
    });
    let [key, sym_key] = keys.map_or([None, None], |keys| keys.map(Some));
    Report {
        turn,
        to_move: board.side_to_move().into(),
        evaluation: None,
        lines: None,
        heat: None,
        policy: None,
        threats: None,
        forbidden: None,
        proof: None,
        book: None,
        key,
        sym_key,
        time_ms: None,
        nps: None,
    }
}

/// A position as its reports show it.
pub struct View<'a> {
    request: &'a Request,
    board: &'a Board,
    /// The static value for the side to move.
    pub value: Score,
    /// The chance of every cell to be played, row by row.
    policy: Vec<Option<f64>>,
    /// What does not depend on the search.
    report: Report,
}

impl<'a> View<'a> {
    /// The position on `board`, valued as `config` says.
    pub fn new(request: &'a Request, turn: usize, board: &'a Board, config: &EngineConfig) -> Self {
        let position = Position::from_board(board, request.rule);
        let (side, names) = (board.side_to_move(), request.names);
        let mut evaluator = config.weights.evaluator(&position);
        let value = evaluator.value(&position);
        let scores = evaluator.policy(&position);
        let score = |pos: Pos| {
            let is_legal = board.is_empty_at(pos) && position.is_legal(side, pos);
            is_legal.then(|| scores.score(pos))
        };
        let policy = policy(&board.size().positions().map(score).collect::<Vec<_>>());
        let mut report = position_report(request, turn, board);
        if request.includes(Include::Policy) {
            report.policy = Some(policy.clone());
        }
        if request.includes(Include::Threats) {
            let of = |side| threats(&position, side, names);
            report.threats = Some(Threats { black: of(Side::Black), white: of(Side::White) });
        }
        if request.includes(Include::Forbidden) {
            let judged = request.rule.forbids(Side::Black);
            report.forbidden =
                Some(if judged { ForbiddenPoint::all(board, names) } else { Vec::new() });
        }
        Self { request, board, value, policy, report }
    }

    /// The report of a search that has found these lines, and of its `result` when it is over.
    pub fn report(&self, lines: &[PvInfo], result: Option<&SearchResult>, clock: &Clock) -> Report {
        let best = lines.first();
        let score = best.map(|line| line.score).or(result.and_then(|result| result.score));
        let nodes = result.map_or(best.map_or(0, |line| line.nodes), |result| result.nodes);
        let best_move = result.map(|result| result.pos).or(best.map(|line| line.pv[0]));
        let side = self.board.side_to_move();
        let for_black = |score: Score| if side == Side::Black { score } else { -score };
        let evaluation = Evaluation {
            best: best_move.map(|pos| self.request.names.name(pos)),
            score: score.map(Score::get),
            winrate: score.map(win_rate),
            winrate_black: score.map(|score| win_rate(for_black(score))),
            mate: score.and_then(mate),
            depth: result.map_or(best.map_or(0, |line| line.depth), |result| result.depth),
            seldepth: best.map_or(0, |line| line.seldepth),
            nodes,
        };
        let mut order: Vec<&PvInfo> = lines.iter().collect();
        if self.request.balanced {
            let imbalance = |line: &&PvInfo| (win_rate(line.score) - 0.5).abs();
            order.sort_by(|a, b| imbalance(a).total_cmp(&imbalance(b)));
        }
        let mut shown: Vec<Line> =
            order.into_iter().take(self.request.lines).map(|line| self.line(line)).collect();
        if let (true, Some(result)) = (shown.is_empty(), result) {
            shown.push(self.chosen(result));
        }
        let time = clock.elapsed();
        let timed = self.request.includes(Include::Timing);
        Report {
            evaluation: Some(evaluation),
            lines: Some(shown),
            heat: self.request.includes(Include::Heat).then(|| self.heat(lines)),
            time_ms: timed.then(|| (time.as_secs_f64() * 1e6).round() / 1e3),
            nps: timed.then(|| (u128::from(nodes) * 1_000_000 / time.as_micros().max(1)) as u64),
            ..self.report.clone()
        }
    }

    fn line(&self, line: &PvInfo) -> Line {
        Line {
            cell: self.request.names.name(line.pv[0]),
            score: Some(line.score.get()),
            winrate: Some(win_rate(line.score)),
            mate: mate(line.score),
            depth: line.depth,
            prior: self.policy[self.cell(line.pv[0])],
            pv: self.request.names.all(&line.pv),
            pv_cut: (line.is_cut() && self.leaves_move(&line.pv)).then_some(true),
        }
    }

    /// Whether a legal move is left after `pv`. A mate that ends for want of one has no five.
    fn leaves_move(&self, pv: &[Pos]) -> bool {
        let mut board = self.board.clone();
        for &pos in pv {
            board.play(pos);
        }
        referee::has_move(&board, self.request.rule)
    }

    /// The line of a move that was chosen without a search of its own.
    fn chosen(&self, result: &SearchResult) -> Line {
        Line {
            cell: self.request.names.name(result.pos),
            score: result.score.map(Score::get),
            winrate: result.score.map(win_rate),
            mate: result.score.and_then(mate),
            depth: result.depth,
            prior: self.policy[self.cell(result.pos)],
            pv: self.request.names.all(&result.pv),
            pv_cut: None,
        }
    }

    /// What the moves of `lines` give away, row by row.
    fn heat(&self, lines: &[PvInfo]) -> Vec<Option<f64>> {
        let mut heat = vec![None; self.policy.len()];
        let best = lines.first().map_or(0.0, |line| win_rate(line.score));
        for line in lines {
            heat[self.cell(line.pv[0])] = Some(rounded((best - win_rate(line.score)).max(0.0)));
        }
        heat
    }

    /// The number of a cell, row by row.
    fn cell(&self, pos: Pos) -> usize {
        usize::from(pos.y()) * usize::from(self.board.size().width()) + usize::from(pos.x())
    }
}

/// Plies to the five, negative for a loss.
fn mate(score: Score) -> Option<i32> {
    let plies = score.mate_distance()? as i32;
    Some(if score.is_win() { plies } else { -plies })
}

/// The cells where `side` may make a three or more.
fn threats(position: &Position, side: Side, names: CellNames) -> Vec<ThreatCell> {
    let threat = |pos: Pos| {
        let kind = match position.exact_threat(side, pos) {
            Threat::Five => "five",
            Threat::OpenFour => "open-four",
            Threat::FourThree => "four-three",
            Threat::FourPlus => "four-plus",
            Threat::Four => "four",
            Threat::DoubleThree => "double-three",
            Threat::ThreePlus => "three-plus",
            Threat::Three => "three",
            _ => return None,
        };
        Some(ThreatCell { cell: names.name(pos), kind: kind.to_owned() })
    };
    position.board().empty_cells().filter_map(threat).collect()
}
