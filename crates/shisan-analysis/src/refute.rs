//! Whether all other moves than a winning one lose.

use crate::request::Request;
use crate::schema::{Problem, ProofResult};
use crate::solve::solve;
use gomoku_rules::referee::{self, Verdict};
use gomoku_rules::{Board, Pos};
use shisan_engine::pattern::Position;
use shisan_engine::search::Clock;

/// Nodes of the solver for each move, and for all of a position.
const MOVE_NODES: u64 = 4_000;
const POSITION_NODES: u64 = 100_000;
/// Fours in a row that the other moves may begin with.
const DEPTH: u32 = 4;

/// What becomes of the other moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OtherMoves {
    /// After each of them the opponent has a win by five, or by fours and threes.
    Lose,
    /// One of them wins at once.
    Win,
    Unknown,
}

/// What becomes of the legal moves on `board` but the one at `best`, and the nodes that it took to know.
///
/// The solver's word is taken: to replay some two hundred wins against every legal reply would take half a
/// minute.
///
/// # Errors
/// When a search fails.
pub fn judge_others(
    request: &Request,
    board: &Board,
    best: Pos,
    clock: &Clock,
) -> Result<(OtherMoves, u64), Problem> {
    let mut request = request.clone();
    request.limits.nodes = Some(MOVE_NODES);
    request.verify = false;
    let mut refutation = Refutation { request, clock, nodes: 0 };
    let others = refutation.judge(board, Some(best), DEPTH)?;
    Ok((others, refutation.nodes))
}

struct Refutation<'a> {
    request: Request,
    clock: &'a Clock,
    nodes: u64,
}

impl Refutation<'_> {
    fn judge(
        &mut self,
        board: &Board,
        except: Option<Pos>,
        depth: u32,
    ) -> Result<OtherMoves, Problem> {
        let side = board.side_to_move();
        for pos in board.empty_cells().filter(|&pos| Some(pos) != except) {
            let mut after = board.clone();
            match referee::play(&mut after, self.request.rule, pos) {
                Verdict::Win { .. } => return Ok(OtherMoves::Win),
                Verdict::NoMove(loser) if loser != side => return Ok(OtherMoves::Win),
                Verdict::Ongoing if self.wins(&after, depth)? => {}
                Verdict::Ongoing => return Ok(OtherMoves::Unknown),
                // A foul loses, and a draw is no win.
                _ => {}
            }
        }
        Ok(OtherMoves::Lose)
    }

    /// Whether the side to move of `board` is proved to win: by fours and threes, or after the one reply to
    /// a four.
    fn wins(&mut self, board: &Board, depth: u32) -> Result<bool, Problem> {
        if self.nodes >= POSITION_NODES || self.clock.is_expired() {
            return Ok(false);
        }
        if let Some(reply) = self.forced_reply(board) {
            let mut after = board.clone();
            return match referee::play(&mut after, self.request.rule, reply) {
                Verdict::Win { .. } => Ok(true),
                Verdict::Ongoing if depth > 0 => {
                    Ok(self.judge(&after, None, depth - 1)? == OtherMoves::Lose)
                }
                _ => Ok(false),
            };
        }
        let proof = solve(&self.request, board, None, false, self.clock)?;
        self.nodes += proof.nodes;
        Ok(proof.result == ProofResult::Mate)
    }

    /// Where the side to move of `board` must stop a five, unless it makes one itself.
    fn forced_reply(&self, board: &Board) -> Option<Pos> {
        let position = Position::from_board(board, self.request.rule);
        let side = board.side_to_move();
        position.fives(side).chain(position.fives(!side)).next()
    }
}
