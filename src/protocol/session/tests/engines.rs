//! Engines that answer at once, late, wrongly or never.

use std::thread;
use std::time::Duration;

use super::{LATE, SOON};
use crate::engine::EngineConfig;
use crate::protocol::session_engine::{SearchOutcome, SessionEngine, SessionRequest};
use crate::score::Score;
use crate::search::{PvInfo, SearchInfo};
use gomoku_rules::Pos;

/// Finds the first free cell at once.
#[derive(Default)]
pub struct Instantly;

impl SessionEngine for Instantly {
    fn new_game(&mut self, _: Option<EngineConfig>) {}

    fn search(
        &mut self,
        request: &SessionRequest,
        _: &mut dyn FnMut(&SearchInfo),
    ) -> SearchOutcome {
        SearchOutcome::Move(request.board.empty_cells().next())
    }
}

/// Panics in every search.
#[derive(Default)]
pub struct Panicking;

impl SessionEngine for Panicking {
    fn new_game(&mut self, _: Option<EngineConfig>) {}

    fn search(&mut self, _: &SessionRequest, _: &mut dyn FnMut(&SearchInfo)) -> SearchOutcome {
        panic!("lost\nthe thread");
    }
}

/// Reports a variation and is late by [`LATE`]; panics when it gets another request meanwhile.
#[derive(Default)]
pub struct Hanging(bool);

impl SessionEngine for Hanging {
    fn new_game(&mut self, _: Option<EngineConfig>) {}

    fn search(
        &mut self,
        request: &SessionRequest,
        on_info: &mut dyn FnMut(&SearchInfo),
    ) -> SearchOutcome {
        assert!(!std::mem::replace(&mut self.0, true), "another request while it was late");
        on_info(&SearchInfo::Pv(vec![PvInfo {
            depth: 1,
            seldepth: 1,
            score: Score::DRAW,
            nodes: 1,
            time: Duration::ZERO,
            pv: vec![Pos::new(3, 4)],
            pv_index: 0,
            multi_pv: 1,
        }]));
        while !request.clock.is_expired() {
            thread::sleep(Duration::from_millis(1));
        }
        thread::sleep(LATE);
        SearchOutcome::Move(Some(Pos::new(9, 9)))
    }
}

/// Hangs unless it gets the smallest table, as the thread that replaces it does.
#[derive(Default)]
pub struct Greedy;

impl SessionEngine for Greedy {
    fn new_game(&mut self, _: Option<EngineConfig>) {}

    fn search(
        &mut self,
        request: &SessionRequest,
        _: &mut dyn FnMut(&SearchInfo),
    ) -> SearchOutcome {
        let EngineConfig { threads: 1, hash: Some(_), .. } = request.config else {
            loop {
                thread::sleep(SOON);
            }
        };
        SearchOutcome::Move(Some(Pos::new(3, 4)))
    }
}

/// Hangs in every search.
#[derive(Default)]
pub struct Lost;

impl SessionEngine for Lost {
    fn new_game(&mut self, _: Option<EngineConfig>) {}

    fn search(&mut self, _: &SessionRequest, _: &mut dyn FnMut(&SearchInfo)) -> SearchOutcome {
        loop {
            thread::sleep(SOON);
        }
    }
}

/// Answers with the opponent's stone.
#[derive(Default)]
pub struct Cheating;

impl SessionEngine for Cheating {
    fn new_game(&mut self, _: Option<EngineConfig>) {}

    fn search(
        &mut self,
        request: &SessionRequest,
        _: &mut dyn FnMut(&SearchInfo),
    ) -> SearchOutcome {
        SearchOutcome::Move(request.board.last().map(|stone| stone.pos))
    }
}

/// Accepts no more than one thread.
#[derive(Default)]
pub struct Refusing;

impl SessionEngine for Refusing {
    fn new_game(&mut self, _: Option<EngineConfig>) {}

    fn search(
        &mut self,
        request: &SessionRequest,
        _: &mut dyn FnMut(&SearchInfo),
    ) -> SearchOutcome {
        if request.config.threads > 1 {
            return SearchOutcome::Refused("too many threads".into());
        }
        SearchOutcome::Move(request.board.empty_cells().next())
    }
}
