//! Openings of matches by a rule of the opening: the first three stones are drawn, and all that follows is
//! decided by our search, for both players alike.

use anyhow::Context;
use fastrand::Rng;
use gomoku_match::OpeningOrder;
use gomoku_rules::referee::{Verdict, judge};
use gomoku_rules::{Board, Decision, Opening, Options, Pos};
use shisan_engine::engine::{AnalysisOptions, Engine, EngineConfig, SearchRequest};
use shisan_engine::opening::{OpeningRequest, decide_opening};
use shisan_engine::search::{Clock, Limits};

/// Nodes of each search.
const LIMITS: Limits = Limits { nodes: Some(5_000), depth: None };
/// Bytes of the table.
const TABLE: u64 = 4 << 20;
/// Stones that are drawn: every rule has so many before players compare positions.
const DRAWN: usize = 3;
/// How many times they are drawn, at most.
const DRAWS: usize = 16;
/// The value, in points, up to which a draw counts as level.
const LEVEL: u16 = 50;
/// Where the third stone has no more cells than these, one of the 26 openings of renju, the first draw counts:
/// few are level, and later decisions even them.
const FEW: usize = 25;
/// How far from the centre stones are drawn, if the rule allows it.
const REACH: u8 = 3;

/// The moves of an opening by `order`.
///
/// # Errors
/// When the board has no room for it, or there is no memory.
pub fn make_opening(order: &OpeningOrder) -> anyhow::Result<Vec<Pos>> {
    let (opening, _) = play(order)?;
    Ok(opening.board().stones().iter().map(|stone| stone.pos).collect())
}

/// An opening to its end, and all its decisions.
fn play(order: &OpeningOrder) -> anyhow::Result<(Opening, Vec<Decision>)> {
    let mut engine = Engine::default();
    let config = EngineConfig { threads: 1, hash: Some(TABLE), ..EngineConfig::default() };
    engine.configure(config).map_err(anyhow::Error::msg)?;
    let mut maker = Maker { order, engine, clock: Clock::unlimited() };
    let (mut opening, mut decisions) = maker.level_draw()?;
    while opening.player().is_some() {
        maker.decide(&mut opening, &mut decisions)?;
    }
    let moves: Vec<Pos> = opening.board().stones().iter().map(|stone| stone.pos).collect();
    let is_open = judge(order.size, order.rule, &moves).1 == Verdict::Ongoing;
    anyhow::ensure!(is_open, "the {} board is too small", order.size);
    Ok((opening, decisions))
}

struct Maker<'a> {
    order: &'a OpeningOrder,
    engine: Engine,
    clock: Clock,
}

impl Maker<'_> {
    /// The first draw that is level, or the most level one.
    fn level_draw(&mut self) -> anyhow::Result<(Opening, Vec<Decision>)> {
        let mut random = Rng::with_seed(self.order.seed);
        let mut best: Option<(u16, (Opening, Vec<Decision>))> = None;
        for _ in 0..DRAWS {
            let (draw, cells) = self.draw(&mut random)?;
            if cells <= FEW {
                return Ok(draw);
            }
            let lead = self.lead(draw.0.board());
            if best.as_ref().is_none_or(|(before, _)| lead < *before) {
                best = Some((lead, draw));
            }
            if lead <= LEVEL {
                break;
            }
        }
        best.map(|(_, draw)| draw).context("no draw")
    }

    /// An opening with its first stones drawn, its decisions, and how many cells the last stone had.
    fn draw(&mut self, random: &mut Rng) -> anyhow::Result<((Opening, Vec<Decision>), usize)> {
        let mut opening = Opening::new(self.order.opening_rule, self.order.size)?;
        let (mut decisions, mut cells) = (Vec::new(), 0);
        while opening.board().stones().len() < DRAWN {
            let options = opening.options().context("the opening ends too early")?;
            if options.swap {
                self.decide(&mut opening, &mut decisions)?;
                continue;
            }
            cells = options.cells.len();
            let near = near(&options, opening.board());
            let pos = random.choice(near).context("no cell is free")?;
            opening.decide(&Decision::Cell(pos))?;
            decisions.push(Decision::Cell(pos));
        }
        Ok(((opening, decisions), cells))
    }

    /// Decides by search for the player whose turn it is, but for the stones that are drawn.
    fn decide(
        &mut self,
        opening: &mut Opening,
        decisions: &mut Vec<Decision>,
    ) -> anyhow::Result<()> {
        let (rule, limits, clock) = (self.order.rule, LIMITS, &self.clock);
        // What is decided depends on the position alone, not on the searches before it.
        self.engine.new_game();
        let request = OpeningRequest { opening, rule, limits, clock };
        let choice = decide_opening(&mut self.engine, &request).context("no cell is free")?;
        for decision in choice.decisions {
            let is_stone = matches!(decision, Decision::Cell(_));
            if is_stone && opening.board().stones().len() < DRAWN {
                break;
            }
            opening.decide(&decision)?;
            decisions.push(decision);
        }
        Ok(())
    }

    /// How far the value of a position is from an even one, in points.
    fn lead(&mut self, board: &Board) -> u16 {
        let mut request = SearchRequest::best_move(board, self.order.rule, LIMITS, &self.clock);
        request.options = AnalysisOptions { value_unsearched: true, ..AnalysisOptions::default() };
        self.engine.new_game();
        let result = self.engine.search(&request, &mut |_| ());
        let score = result.and_then(|result| result.score);
        score.map_or(u16::MAX, |score| score.get().unsigned_abs() as u16)
    }
}

/// The cells near the centre, or else the nearest that the rule allows.
fn near(options: &Options, board: &Board) -> Vec<Pos> {
    let centre = board.size().centre();
    let distance = |pos: &Pos| pos.x().abs_diff(centre.x()).max(pos.y().abs_diff(centre.y()));
    let nearest = options.cells.iter().map(distance).min().unwrap_or_default();
    let cells = options.cells.iter().copied();
    cells.filter(|pos| distance(pos) <= nearest.max(REACH)).collect()
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use gomoku_rules::{OpeningRule, RenjuOpening, Rule, Side, Size};

    use super::*;

    fn order(opening_rule: OpeningRule, seed: u64) -> OpeningOrder {
        OpeningOrder { opening_rule, rule: Rule::Renju, size: Size::square(15), seed }
    }

    /// How far a stone is from the centre of the board.
    fn distance(pos: Pos) -> u8 {
        pos.x().abs_diff(7).max(pos.y().abs_diff(7))
    }

    #[test]
    fn openings_obey_their_rule() {
        for rule in OpeningRule::ALL {
            for seed in 0..4 {
                let (opening, decisions) = play(&order(rule, seed)).expect("an opening");
                let mut replayed = Opening::new(rule, Size::square(15)).expect("room");
                for decision in &decisions {
                    assert_eq!(replayed.decide(decision), Ok(()), "{rule} {decisions:?}");
                }
                assert_eq!(replayed.player(), None, "{rule} {decisions:?}");
                let moves = make_opening(&order(rule, seed)).expect("an opening");
                let stones = replayed.board().stones().iter().map(|stone| stone.pos);
                assert!(stones.eq(moves.iter().copied()), "{rule} {moves:?}");
                assert_eq!(
                    opening.side_of(gomoku_rules::Player::First),
                    replayed.side_of(gomoku_rules::Player::First)
                );
                let far = distance(moves[2]);
                match rule {
                    OpeningRule::Pro => {
                        assert!(distance(moves[0]) == 0 && far >= 3 && moves.len() == 3);
                    }
                    OpeningRule::LongPro => {
                        assert!(distance(moves[0]) == 0 && far >= 4 && moves.len() == 3);
                    }
                    OpeningRule::Swap => assert_eq!(moves.len(), 3),
                    OpeningRule::Swap2 => assert!([3, 5].contains(&moves.len())),
                    _ => {
                        assert!(RenjuOpening::of(Size::square(15), &moves).is_some(), "{moves:?}");
                        assert_eq!(opening.board().side_to_move(), Side::White);
                    }
                }
            }
        }
    }

    #[test]
    fn the_seed_alone_decides_an_opening() {
        for rule in OpeningRule::ALL {
            let make = |seed| make_opening(&order(rule, seed)).expect("an opening");
            let openings: Vec<_> = (0..8).map(make).collect();
            assert_eq!((0..8).map(make).collect::<Vec<_>>(), openings, "{rule}");
            let different: BTreeSet<_> = openings.iter().collect();
            assert!(different.len() >= 5, "{rule} {openings:?}");
        }
    }

    #[test]
    fn a_board_without_room_is_refused() {
        for rule in OpeningRule::ALL {
            let order = OpeningOrder { size: Size::square(5), ..order(rule, 1) };
            let is_long = [OpeningRule::Pro, OpeningRule::LongPro].contains(&rule);
            assert_eq!(make_opening(&order).is_err(), is_long, "{rule}");
        }
    }
}
