//! The decisions of an opening by search, under any rule of the opening.
//!
//! A player whose stones the opponent may take over wants an even position; the player who may take over
//! wants the better side.

use super::balance::{BalanceOptions, balanced_moves};
use super::swap2::{balanced_stones, lead, static_value};
use crate::engine::{AnalysisOptions, Engine, SearchRequest};
use crate::score::Score;
use crate::search::{Clock, Limits, SearchInfo};
use gomoku_rules::{Board, Decision, Opening, Options, Pos, RenjuOpening, Rule, Side};

/// What is to be decided.
#[derive(Clone, Copy, Debug)]
pub struct OpeningRequest<'a> {
    /// The opening; it is not over.
    pub opening: &'a Opening,
    /// The rule of the game.
    pub rule: Rule,
    /// Those of each search.
    pub limits: Limits,
    /// The time of all searches.
    pub clock: &'a Clock,
}

/// What a player decides, and its value.
#[derive(Clone, Debug)]
pub struct OpeningChoice {
    /// All decisions up to the other player's next one, or the end of the opening.
    pub decisions: Vec<Decision>,
    /// The value of the position for Black as far as it was searched; `None` where there was nothing to
    /// compare, or no time.
    pub black: Option<Score>,
    /// Nodes of all searches.
    pub nodes: u64,
}

/// Nodes for each line of a search, which is compared with others.
const NODES: u64 = 30_000;

/// Fourth moves that are compared by the fifth moves that they leave.
const FOURTHS: usize = 8;

/// The most fifth moves that are declared where the rule has no limit: more are won for White.
const FIFTHS: u8 = 10;

/// No further candidate is searched once 1 in `TIME_SHARE` of the time is used.
const TIME_SHARE: u32 = 2;

/// The decisions of the player whose turn it is; `None` when the opening is over, or no cell is free.
pub fn decide_opening(engine: &mut Engine, request: &OpeningRequest) -> Option<OpeningChoice> {
    let mut chooser = Chooser { engine, request, black: None, nodes: 0 };
    let mut ahead = request.opening.clone();
    let mut decisions = Vec::new();
    let player = ahead.player()?;
    while ahead.player() == Some(player) {
        let options = ahead.options()?;
        let next = chooser.decide(&ahead, &options)?;
        for decision in next {
            ahead.decide(&decision).ok()?;
            decisions.push(decision);
        }
    }
    Some(OpeningChoice { decisions, black: chooser.black, nodes: chooser.nodes })
}

/// Decides one thing after another.
struct Chooser<'a> {
    engine: &'a mut Engine,
    request: &'a OpeningRequest<'a>,
    black: Option<Score>,
    nodes: u64,
}

/// A move with its value for the side that makes it.
type Valued = (Pos, Score);

impl Chooser<'_> {
    /// The next decisions in `opening`, one or more.
    fn decide(&mut self, opening: &Opening, options: &Options) -> Option<Vec<Decision>> {
        if options.selects {
            let cell = self.select(opening, options)?;
            return Some(vec![Decision::Cell(cell)]);
        }
        if let Some(most) = options.declare {
            return Some(vec![Decision::Declare(self.declare(opening, most))]);
        }
        match (options.swap, options.offer) {
            (true, Some(count)) => {
                // To put the fifth stone, or to have it put, is worth nothing to Black at best.
                let fifths = self.fifths(opening, count);
                let is_good =
                    self.keep_offer_value(&fifths, count).is_some_and(|score| score > Score::DRAW);
                Some(vec![if is_good { offer(opening, &fifths, count) } else { Decision::Swap }])
            }
            (true, None) => Some(vec![self.side(opening)]),
            (false, Some(count)) => {
                let fifths = self.fifths(opening, count);
                self.keep_offer_value(&fifths, count);
                Some(vec![offer(opening, &fifths, count)])
            }
            (false, None) => self.stones(opening, options),
        }
    }

    /// The stones that are put in a row.
    fn stones(&mut self, opening: &Opening, options: &Options) -> Option<Vec<Decision>> {
        let cells = |cells: &[Pos]| Some(cells.iter().copied().map(Decision::Cell).collect());
        if let Some(next) = after(opening, &options.cells)
            && next.options().is_some_and(|options| options.offer.is_some() && !options.swap)
        {
            return cells(&[self.fourth(opening)?]);
        }
        if !leads_to_swap(opening) {
            let best = self.lines(opening.board(), 1, Some(options.cells.clone()));
            return cells(&[best.first()?.0]);
        }
        let is_empty = opening.board().stones().is_empty();
        let is_anywhere = options.cells.len() == opening.board().free();
        match (opening.stones_in_a_row(), is_empty, is_anywhere) {
            (3, true, true) => {
                let request = self.search_request(opening.board(), self.limit(1));
                let (stones, nodes) = balanced_stones(self.engine, &request)?;
                self.nodes += nodes;
                cells(&stones)
            }
            (3, true, false) => cells(&self.canonical(opening.board())?),
            (2, false, true) => cells(&self.balanced(opening.board(), &options.cells, true)),
            _ => match options.cells[..] {
                [only] => cells(&[only]),
                _ => cells(self.balanced(opening.board(), &options.cells, false).get(..1)?),
            },
        }
    }

    /// The side that the player takes.
    fn side(&mut self, opening: &Opening) -> Decision {
        let own = opening.player().map(|player| opening.side_of(player));
        let mut ahead = opening.clone();
        let stayed = ahead.decide(&Decision::Stay);
        if stayed.is_ok() && ahead.player() == opening.player() && leads_to_swap(&ahead) {
            // The player who puts the next stone leaves the choice of the side to the other.
            return Decision::Swap;
        }
        let score = if let Some(count) = opening.declared() {
            let fifths = self.fifths_after(opening, count);
            self.keep_offer_value(&fifths, count)
        } else {
            let score = self.value(opening.board());
            let is_black = opening.board().side_to_move() == Side::Black;
            self.black = Some(if is_black { score } else { -score });
            self.black
        };
        let score = score.unwrap_or(Score::DRAW);
        let own_score = if own == Some(Side::Black) { score } else { -score };
        if own_score < Score::DRAW { Decision::Swap } else { Decision::Stay }
    }

    /// How many fifth moves make the position even.
    fn declare(&mut self, opening: &Opening, most: u8) -> u8 {
        let most = most.min(FIFTHS);
        let fifths = self.fifths_after(opening, most);
        let numbers = 1..=most.min(u8::try_from(fifths.len()).unwrap_or(most)).max(1);
        let lead = |number: &u8| offer_value(&fifths, *number).map_or(u16::MAX, lead);
        let number = numbers.min_by_key(lead).unwrap_or(1);
        self.keep_offer_value(&fifths, number);
        number
    }

    /// The offered move that is worst for Black.
    fn select(&mut self, opening: &Opening, options: &Options) -> Option<Pos> {
        let count = options.cells.len();
        let lines = self.lines(opening.board(), count, Some(options.cells.clone()));
        let worst = lines.iter().min_by_key(|(_, score)| *score);
        self.black = worst.map(|&(_, score)| score);
        worst
            .map(|&(pos, _)| pos)
            .filter(|pos| options.is_free(*pos))
            .or(options.cells.first().copied())
    }

    /// White's fourth move: Black offers fifth moves after it, of which White takes one.
    fn fourth(&mut self, opening: &Opening) -> Option<Pos> {
        let count = opening.declared().unwrap_or(1);
        let lines = self.lines(opening.board(), FOURTHS, None);
        let mut best: Option<(Score, Pos)> = None;
        for &(pos, _) in &lines {
            if best.is_some() && self.request.clock.has_used(TIME_SHARE) {
                break;
            }
            let Some(next) = after(opening, &[pos]) else { continue };
            let fifths = self.fifths(&next, count);
            let Some(score) = offer_value(&fifths, count) else { continue };
            if best.is_none_or(|(before, _)| score < before) {
                best = Some((score, pos));
            }
        }
        self.black = best.map(|(score, _)| score);
        best.map(|(_, pos)| pos).or(lines.first().map(|&(pos, _)| pos))
    }

    /// The most even of the 26 openings.
    fn canonical(&mut self, board: &Board) -> Option<[Pos; 3]> {
        let mut best: Option<(u16, [Pos; 3])> = None;
        for stones in RenjuOpening::all().filter_map(|opening| opening.stones(board.size())) {
            let mut board = board.clone();
            for pos in stones {
                board.play(pos);
            }
            let lead = lead(self.value(&board));
            if best.is_none_or(|(before, _)| lead < before) {
                best = Some((lead, stones));
            }
            if self.request.clock.has_used(TIME_SHARE) {
                break;
            }
        }
        best.map(|(_, stones)| stones)
    }

    /// The cell of `cells`, or two of any, after which the position is the most even.
    fn balanced(&mut self, board: &Board, cells: &[Pos], pair: bool) -> Vec<Pos> {
        let mut request = self.search_request(board, self.request.limits);
        request.options.excluded = board.empty_cells().filter(|pos| !cells.contains(pos)).collect();
        let options = BalanceOptions { pair, bias: 0 };
        let (mut side, mut nodes) = (None, 0);
        let moves = balanced_moves(self.engine, &request, &options, &mut |info| {
            if let SearchInfo::Pv(lines) = info
                && let Some(line) = lines.first()
            {
                (side, nodes) = (Some(line.score), line.nodes);
            }
        });
        self.nodes += nodes;
        let is_black = board.side_to_move() == Side::Black;
        self.black = side.map(|score| if is_black { score } else { -score });
        if moves.is_empty() { cells.iter().copied().take(1).collect() } else { moves }
    }

    /// The best fifth moves after what comes before them, the likeliest of which are assumed.
    fn fifths_after(&mut self, opening: &Opening, count: u8) -> Vec<Valued> {
        let mut ahead = opening.clone();
        loop {
            let Some(options) = ahead.options() else { return Vec::new() };
            if options.offer.is_some() {
                return self.fifths(&ahead, count);
            }
            let decision = if options.declare.is_some() {
                Decision::Declare(1)
            } else if options.swap {
                Decision::Stay
            } else {
                let best = self.lines(ahead.board(), 1, None);
                let Some(&(pos, _)) = best.first() else { return Vec::new() };
                Decision::Cell(pos)
            };
            if ahead.decide(&decision).is_err() {
                return Vec::new();
            }
        }
    }

    /// Black's best fifth moves on the board of `opening`, no two of them symmetric.
    fn fifths(&mut self, opening: &Opening, count: u8) -> Vec<Valued> {
        // A symmetric position has each move twice, seldom more often.
        let lines = self.lines(opening.board(), 2 * usize::from(count), None);
        let kept = opening.without_symmetric(lines.iter().map(|&(pos, _)| pos));
        let kept = lines.into_iter().filter(|(pos, _)| kept.contains(pos));
        kept.take(usize::from(count)).collect()
    }

    /// Keeps the [value of an offer](offer_value) as that of the opening.
    fn keep_offer_value(&mut self, fifths: &[Valued], count: u8) -> Option<Score> {
        self.black = offer_value(fifths, count);
        self.black
    }

    /// The value of a position for the side to move.
    fn value(&mut self, board: &Board) -> Score {
        let best = self.lines(board, 1, None).first().map(|&(_, score)| score);
        best.unwrap_or_else(|| static_value(board, self.request.rule, self.engine.weights()))
    }

    /// The best moves with their values, the best first.
    fn lines(&mut self, board: &Board, count: usize, only: Option<Vec<Pos>>) -> Vec<Valued> {
        let mut request = self.search_request(board, self.limit(count as u64));
        request.options = AnalysisOptions {
            multi_pv: count,
            only,
            search_forced: true,
            ..AnalysisOptions::default()
        };
        let mut lines = Vec::new();
        let result = self.engine.search(&request, &mut |info| {
            if let SearchInfo::Pv(found) = info {
                lines = found.iter().map(|line| (line.pv[0], line.score)).collect();
            }
        });
        let Some(result) = result else { return lines };
        self.nodes += result.nodes;
        if lines.is_empty() {
            // There was no time: the move stands for itself.
            let value = static_value(board, self.request.rule, self.engine.weights());
            lines.push((result.pos, result.score.unwrap_or(value)));
        }
        lines
    }

    fn limit(&self, lines: u64) -> Limits {
        let most = NODES * lines;
        let nodes = self.request.limits.nodes.map_or(most, |nodes| nodes.min(most));
        Limits { nodes: Some(nodes), ..self.request.limits }
    }

    fn search_request<'b>(&self, board: &'b Board, limits: Limits) -> SearchRequest<'b>
    where
        Self: 'b,
    {
        SearchRequest::best_move(board, self.request.rule, limits, self.request.clock)
    }
}

/// The value of an offer of `count` fifth moves: that of the last, or of the last that there is, which White
/// would take.
fn offer_value(fifths: &[Valued], count: u8) -> Option<Score> {
    let last = fifths.get(usize::from(count).saturating_sub(1)).or(fifths.last());
    last.map(|&(_, score)| score)
}

/// An offer of `count` of `fifths`, the best first, filled up with other cells where they are too few.
fn offer(opening: &Opening, fifths: &[Valued], count: u8) -> Decision {
    let size = opening.board().size();
    let centre = size.centre();
    let mut others: Vec<Pos> = opening.board().empty_cells().collect();
    others.sort_by_key(|pos| pos.x().abs_diff(centre.x()).max(pos.y().abs_diff(centre.y())));
    let cells = fifths.iter().map(|&(pos, _)| pos);
    let mut kept: Vec<Pos> = opening.without_symmetric(cells);
    for pos in others {
        if kept.len() >= usize::from(count) {
            break;
        }
        kept = opening.without_symmetric(kept.into_iter().chain([pos]));
    }
    kept.truncate(usize::from(count));
    Decision::Offer(kept)
}

/// The opening after a stone on the first of `cells`.
fn after(opening: &Opening, cells: &[Pos]) -> Option<Opening> {
    let mut ahead = opening.clone();
    ahead.decide(&Decision::Cell(*cells.first()?)).ok()?;
    Some(ahead)
}

/// Whether the other player may change sides after all that the player whose turn it is decides now.
fn leads_to_swap(opening: &Opening) -> bool {
    let mut ahead = opening.clone();
    while ahead.player() == opening.player() {
        let Some(options) = ahead.options() else { return false };
        let decision = match (options.declare, options.cells.first()) {
            (Some(_), _) => Decision::Declare(1),
            (None, Some(&pos)) if !options.selects => Decision::Cell(pos),
            _ => return false,
        };
        if ahead.decide(&decision).is_err() {
            return false;
        }
    }
    ahead.options().is_some_and(|options| options.swap)
}

#[cfg(test)]
mod tests {
    use gomoku_rules::{OpeningRule, Player, Size, record};

    use super::*;
    use crate::opening::swap2::triples;
    use crate::opening::testing::engine;
    use crate::search::TimeBudget;

    fn choose(engine: &mut Engine, opening: &Opening, nodes: u64, clock: &Clock) -> OpeningChoice {
        let limits = Limits { nodes: Some(nodes), ..Limits::default() };
        let request = OpeningRequest { opening, rule: Rule::Renju, limits, clock };
        decide_opening(engine, &request).expect("a decision is due")
    }

    fn opening(rule: OpeningRule, decisions: &[Decision]) -> Opening {
        let mut opening = Opening::new(rule, Size::square(15)).expect("room");
        for decision in decisions {
            opening.decide(decision).unwrap_or_else(|error| panic!("{decision:?}: {error}"));
        }
        opening
    }

    fn cells(text: &str) -> Vec<Decision> {
        let cells = record::parse_moves(text).expect("cells");
        cells.into_iter().map(Decision::Cell).collect()
    }

    /// The opening of the engine with itself, and all that was decided.
    fn self_played(rule: OpeningRule, nodes: u64, clock: &Clock) -> (Opening, Vec<Decision>) {
        let (mut engine, mut opening) = (engine(), opening(rule, &[]));
        let mut all = Vec::new();
        while let Some(player) = opening.player() {
            let OpeningChoice { decisions, .. } = choose(&mut engine, &opening, nodes, clock);
            assert!(!decisions.is_empty(), "{rule}");
            for decision in decisions {
                assert_eq!(opening.player(), Some(player), "{rule} {decision:?}");
                assert_eq!(opening.decide(&decision), Ok(()), "{rule} {decision:?}");
                all.push(decision);
            }
            engine.new_game();
        }
        (opening, all)
    }

    #[test]
    fn openings_of_every_rule_are_played_to_their_end_the_same_each_time() {
        for rule in OpeningRule::ALL {
            let (end, all) = self_played(rule, 300, &Clock::unlimited());
            let stones = end.board().stones().len();
            assert!((3..=5).contains(&stones), "{rule} {stones}");
            assert_eq!(self_played(rule, 300, &Clock::unlimited()).1, all, "{rule}");
        }
    }

    #[test]
    fn an_expired_clock_still_gets_decisions() {
        for rule in OpeningRule::ALL {
            let clock = Clock::unlimited();
            clock.set_budget(TimeBudget::ZERO);
            assert_eq!(self_played(rule, 1000, &clock).0.player(), None, "{rule}");
        }
    }

    #[test]
    fn the_nodes_of_all_searches_are_counted() {
        let (clock, size) = (Clock::unlimited(), Size::square(15));
        let mut searcher = engine();
        let limits = Limits { nodes: Some(100), ..Limits::default() };
        let mut expected = 0;
        for stones in triples(size) {
            let mut board = Board::new(size);
            for pos in stones {
                board.play(pos);
            }
            let request = SearchRequest::best_move(&board, Rule::Renju, limits, &clock);
            expected += searcher.search(&request, &mut |_| ()).expect("a move").nodes;
        }
        let found = choose(&mut engine(), &opening(OpeningRule::Swap2, &[]), 100, &clock);
        assert!(expected > 100, "{expected}");
        assert_eq!(found.nodes, expected);
    }

    #[test]
    fn the_better_side_is_taken() {
        let clock = Clock::unlimited();
        let side = |rule: OpeningRule, before: &[Decision]| {
            choose(&mut engine(), &opening(rule, before), 2_000, &clock).decisions.remove(0)
        };
        // Black's stones stand together and White's is in the corner, then the other way round.
        assert_eq!(side(OpeningRule::Swap, &cells("h8a1h7")), Decision::Swap);
        assert_eq!(side(OpeningRule::Swap2, &cells("a1h8o15")), Decision::Stay);
        // Suigetsu with one fifth move is won for Black, Suisei with ten for White.
        let with =
            |moves: &str, number: u8| [cells(moves), vec![Decision::Declare(number)]].concat();
        assert_eq!(side(OpeningRule::Yamaguchi, &with("h8i7j9", 1)), Decision::Swap);
        assert_eq!(side(OpeningRule::Yamaguchi, &with("h8i7f10", 10)), Decision::Stay);
    }

    #[test]
    fn white_takes_the_worst_offer() {
        // One of two fifth moves lies in the corner.
        let offer: Vec<Pos> = record::parse_moves("g9o15").expect("cells");
        let before = [
            &cells("h8h7i7")[..],
            &[Decision::Stay],
            &cells("i8"),
            &[Decision::Declare(2), Decision::Stay, Decision::Offer(offer.clone())],
        ]
        .concat();
        let opening = opening(OpeningRule::Soosyrv8, &before);
        assert_eq!(opening.player(), Some(Player::Second));
        let choice = choose(&mut engine(), &opening, 2_000, &Clock::unlimited());
        assert_eq!(choice.decisions, [Decision::Cell(offer[1])]);
    }
}
