//! The moves of the published agents.

use crate::question::Player;
use crate::request::Request;
use crate::schema::{AgentName, Problem, Report};
use crate::view::View;
use gomoku_classics::{
    Agent, Chain, Choice, Classic, Finard, GaoLiang, Gobang, Limits, OnePly, Random, Zheng,
};
use gomoku_rules::Board;
use shisan_engine::engine::EngineConfig;
use shisan_engine::search::{Clock, SearchResult};

/// The move that `player` would play on `board`, the position at `turn`.
///
/// # Errors
/// When no cell is free.
pub fn choose(
    player: Player,
    request: &Request,
    turn: usize,
    board: &Board,
    clock: &Clock,
    config: &EngineConfig,
) -> Result<Report, Problem> {
    let stop = || clock.is_expired();
    let (depth, nodes) = (request.limits.depth, request.limits.nodes);
    let limits = Limits { depth, nodes, stop: Some(&stop) };
    let choice = agent(player).choose(board, request.rule, limits);
    let Choice { pos, nodes } = choice.ok_or_else(|| Problem::new("no cell is free"))?;
    let result = SearchResult { pos, score: None, pv: vec![pos], nodes, depth: 0 };
    let view = View::new(request, turn, board, config);
    Ok(Report { lines: None, heat: None, ..view.report(&[], Some(&result), clock) })
}

/// The agent as `shisan classic` starts it.
fn agent(Player { name, seed }: Player) -> Classic {
    let seed = seed.unwrap_or_default();
    match name {
        AgentName::Finard => Classic::Finard(Finard { seed, ..Finard::default() }),
        AgentName::Zheng => Classic::Zheng(Zheng::default()),
        AgentName::Chain => Classic::Chain(Chain::default()),
        AgentName::Gobang => Classic::Gobang(Gobang::default()),
        AgentName::GaoLiang => Classic::GaoLiang(GaoLiang::default()),
        AgentName::OnePly => Classic::OnePly(OnePly { seed }),
        AgentName::Random => Classic::Random(Random { seed }),
    }
}
