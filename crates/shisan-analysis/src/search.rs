//! The searches of an analyzer.

use std::sync::mpsc::{self, RecvTimeoutError};
use std::sync::{Mutex, PoisonError};
use std::thread;
use std::time::Duration;

use crate::report_timer::ReportTimer;
use crate::request::Request;
use crate::schema::{InBook, Include, Problem, Report};
use crate::solve::solve;
use crate::view::View;
use gomoku_rules::{Board, Pos};
use shisan_engine::book::BookError;
use shisan_engine::engine::{AnalysisOptions, Engine, EngineConfig, SearchRequest};
use shisan_engine::pattern::Position;
use shisan_engine::score::Score;
use shisan_engine::search::{Clock, PvInfo, SearchInfo, SearchResult};

/// An engine for one position after another.
pub struct Searcher {
    engine: Engine,
    config: EngineConfig,
    /// What the table was made for: threads, its size, and whether a level plays. `None` before any search.
    made_for: Option<(usize, Option<u64>, bool)>,
    /// Whether the table may hold something.
    is_used: bool,
    /// Why the move chosen last is not from the book, which cannot be read.
    book_error: Option<String>,
}

impl Searcher {
    /// An engine that plays as `config` says.
    pub fn new(config: EngineConfig) -> Self {
        Self { engine: Engine::default(), config, made_for: None, is_used: false, book_error: None }
    }

    /// How the engine plays.
    pub fn config(&self) -> &EngineConfig {
        &self.config
    }

    /// Whether its table serves `request`.
    pub fn suits(&self, request: &Request) -> bool {
        let wanted = table_of(&request.configure(&self.config));
        self.made_for.is_none_or(|made_for| made_for == wanted)
    }

    /// Empties the table.
    pub fn forget(&mut self) {
        if self.is_used {
            self.engine.new_game();
            self.is_used = false;
        }
    }

    /// Takes why the move chosen last is not from the book, if that cannot be read.
    pub fn take_book_error(&mut self) -> Option<String> {
        self.book_error.take()
    }

    /// The best moves of `board`, the position at `turn`, and all else that `request` includes.
    ///
    /// # Errors
    /// When no move is left, or no memory.
    pub fn analyze(
        &mut self,
        request: &Request,
        turn: usize,
        board: &Board,
        clock: &Clock,
        progress: &(dyn Fn(Report) + Sync),
    ) -> Result<Report, Problem> {
        let view = View::new(request, turn, board, &self.config);
        let all = request.includes(Include::Heat) || request.balanced;
        let limits = request.limits;
        let restrictions = options(request, board)?;
        let options = AnalysisOptions {
            multi_pv: if all { usize::MAX } else { request.lines },
            open_ended: limits.are_far(),
            search_forced: true,
            ..restrictions.clone()
        };
        let lines: Mutex<Vec<PvInfo>> = Mutex::default();
        let lock = || lines.lock().unwrap_or_else(PoisonError::into_inner);
        let report = || {
            let lines = lock().clone();
            if !lines.is_empty() {
                progress(view.report(&lines, None, clock));
            }
        };
        let search = |poll: &dyn Fn()| {
            let mut on_info = |info: &SearchInfo| {
                if let SearchInfo::Pv(lines) = info {
                    lock().clone_from(lines);
                }
                poll();
            };
            self.search(request, board, options, clock, &mut on_info)
        };
        let mut result = with_progress(request.report_every, clock, report, search)?;
        if request.level.is_none() {
            // A limit may have ended the search before any move had a score.
            result.score = result.score.or(Some(view.value));
        }
        let found = std::mem::take(&mut *lock());
        let mut report = view.report(&found, Some(&result), clock);
        if request.includes(Include::Proof) {
            let is_win = result.score.is_some_and(Score::is_win);
            let proof = is_win.then(|| solve(request, board, None, false, clock)).transpose()?;
            // The solvers try all moves: their win may begin with one that is excluded.
            let is_permitted = |first: &String| {
                let mut permitted = board.empty_cells().filter(|&pos| restrictions.permit(pos));
                permitted.any(|pos| request.names.name(pos) == *first)
            };
            report.proof = Some(proof.map(|proof| match proof.line.first() {
                Some(first) if !is_permitted(first) => proof.undecided(),
                _ => proof,
            }));
        }
        report.book = in_book(request, board, &self.config)?;
        Ok(report)
    }

    /// The move that the engine would play.
    ///
    /// # Errors
    /// When no move is left, or no memory.
    pub fn choose(
        &mut self,
        request: &Request,
        turn: usize,
        board: &Board,
        clock: &Clock,
    ) -> Result<Report, Problem> {
        let view = View::new(request, turn, board, &self.config);
        let (mut seldepth, mut book_error) = (0, None);
        let mut on_info = |info: &SearchInfo| match info {
            SearchInfo::Pv(lines) => seldepth = lines.last().map_or(0, |line| line.seldepth),
            SearchInfo::BookError(error) => book_error = Some(error.clone()),
            SearchInfo::RootMove { .. } => {}
        };
        let options = AnalysisOptions { book: true, ..options(request, board)? };
        let result = self.search(request, board, options, clock, &mut on_info)?;
        self.book_error = book_error;
        let mut report = view.report(&[], Some(&result), clock);
        (report.lines, report.heat) = (None, None);
        if let Some(evaluation) = &mut report.evaluation {
            evaluation.seldepth = seldepth;
        }
        report.book = in_book(request, board, &self.config)?;
        Ok(report)
    }

    /// The engine, ready to search `request`. What the answer depends on besides the query is forgotten
    /// first, if nothing shall.
    ///
    /// # Errors
    /// When there is no memory.
    pub fn prepare(&mut self, request: &Request) -> Result<&mut Engine, Problem> {
        if request.is_reproducible() {
            self.forget();
        }
        let config = request.configure(&self.config);
        self.made_for = Some(table_of(&config));
        self.engine.configure(config).map_err(Problem::new)?;
        self.is_used = true;
        Ok(&mut self.engine)
    }

    /// Searches within the limits of `request`.
    fn search(
        &mut self,
        request: &Request,
        board: &Board,
        options: AnalysisOptions,
        clock: &Clock,
        on_info: &mut dyn FnMut(&SearchInfo),
    ) -> Result<SearchResult, Problem> {
        let engine = self.prepare(request)?;
        let limits = request.limits.of_search();
        let request = SearchRequest { board, rule: request.rule, options, limits, clock };
        engine.search(&request, on_info).ok_or_else(|| Problem::new("no cell is free"))
    }
}

/// What the book knows of the position on `board`, if `request` includes that.
///
/// # Errors
/// When there is no book, it is about another game, or it cannot be read.
fn in_book(
    request: &Request,
    board: &Board,
    config: &EngineConfig,
) -> Result<Option<InBook>, Problem> {
    let Some(index) = request.include.iter().position(|&part| part == Include::Book) else {
        return Ok(None);
    };
    let problem = |reason: String| Problem::of(format!("include[{index}]"), reason);
    let book = config.book.as_ref();
    let book = book.ok_or_else(|| problem("there is no book: --book FILE names one".to_owned()))?;
    let known = || {
        book.expect(request.rule, board.size())?;
        let entry = book.get(board)?;
        Ok(InBook::new(entry, &book.moves(board)?, |pos| request.names.name(pos)))
    };
    known().map(Some).map_err(|error: BookError| problem(error.to_string()))
}

/// What a table depends on.
fn table_of(config: &EngineConfig) -> (usize, Option<u64>, bool) {
    (config.threads, config.hash, config.level.is_some())
}

/// The restrictions of `request` in the position on `board`.
fn options(request: &Request, board: &Board) -> Result<AnalysisOptions, Problem> {
    let side = board.side_to_move();
    let only = request.only[side.index()].clone();
    let excluded = request.excluded[side.index()].clone();
    if only.is_some() || !excluded.is_empty() {
        let position = Position::from_board(board, request.rule);
        let is_left = |pos: &Pos| {
            only.as_ref().is_none_or(|only| only.contains(pos))
                && !excluded.contains(pos)
                && position.is_legal(side, *pos)
        };
        if !board.empty_cells().any(|pos| is_left(&pos)) {
            let field = if only.is_some() { "allow" } else { "avoid" };
            return Err(Problem::of(field, "no legal move is left"));
        }
    }
    Ok(AnalysisOptions { only, excluded, ..AnalysisOptions::default() })
}

/// Does `work`, and meanwhile calls `report` every so often: from a thread of its own or, where there are
/// no threads, when `work` polls.
fn with_progress<T>(
    every: Option<Duration>,
    clock: &Clock,
    report: impl Fn() + Sync,
    work: impl FnOnce(&dyn Fn()) -> T,
) -> T {
    let Some(every) = every else { return work(&|| ()) };
    let (done, end) = mpsc::channel::<()>();
    let report = &report;
    let tick = move || {
        while end.recv_timeout(every) == Err(RecvTimeoutError::Timeout) {
            report();
        }
    };
    thread::scope(|scope| {
        let ticker = thread::Builder::new().name("progress".to_owned());
        let timer = ReportTimer::new(Some(every), clock);
        let report_if_due = || {
            if timer.is_due() {
                report();
            }
        };
        let result = match ticker.spawn_scoped(scope, tick) {
            Ok(_) => work(&|| ()),
            Err(_) => work(&report_if_due),
        };
        drop(done);
        result
    })
}
