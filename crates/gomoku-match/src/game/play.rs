//! One game between two engines, under a referee that trusts neither.
//!
//! The clock of a move runs from when our command is written to when the answer is read. The answer is
//! the first line that is not a message, and must be two numbers, `x,y`: any other loses, `ERROR` too.
//! Lines that came before our command are unsolicited: they are dropped and counted. An engine that
//! answers twice plays its first answer. (The judge skips what is not a move, and takes a second answer for
//! the next move.)

use std::convert::Infallible;
use std::sync::atomic::AtomicBool;
use std::thread;
use std::time::{Duration, Instant};

use anyhow::bail;

use crate::engine_io::dialogue::Dialogue;
use crate::engine_io::exit::StartFailure;
use crate::engine_io::player::Player;
use crate::engine_io::process::StartError;
use crate::engine_io::silence::Silence;
use crate::engine_io::usage;
use crate::game::adjudication::Adjudicator;
use crate::game::answer::read_answer;
use crate::game::clock::Clock;
use crate::game::end::{GameEnd, end_of};
use crate::game::outcome::{Illegal, Outcome, Termination};
use crate::game::played::{PlayedGame, PlayedMove};
use crate::game::settings::GameSettings;
use gomoku_protocol::Reply;
use gomoku_rules::referee::{self, Verdict};
use gomoku_rules::{Board, PlaceError, Pos, Side, record};

/// How long we wait for an answer after its limit, to report how late it was.
const LATE_GRACE: Duration = Duration::from_secs(2);
/// What an engine prints so soon after its move is not taken for its next answer.
const ANSWER_PAUSE: Duration = Duration::from_millis(2);
/// The same for one that has printed unsolicited lines.
const CHATTY_PAUSE: Duration = Duration::from_millis(20);
/// Characters that are kept of an answer that is not played.
const MAX_REFUSED: usize = 200;
/// Longer than any game, and short enough to be added to an `Instant`.
const FOREVER: Duration = Duration::from_secs(365 * 24 * 3600);
/// Bytes that the folder of an engine may hold under Gomocup's judge.
const MAX_FOLDER: u64 = 70 << 20;

/// Plays a game from `opening`, Black's engine first, and writes both dialogues to `log`. `None`
/// when `stop` was set meanwhile: both engines have been killed then.
///
/// An engine that fails is killed with all that it started, and started again for its next game.
///
/// # Errors
/// When an engine cannot be started, or the opening is not part of a game.
pub fn play(
    settings: &GameSettings,
    players: [&mut Player; 2],
    opening: &[Pos],
    log: Option<&Dialogue>,
    stop: &AtomicBool,
) -> anyhow::Result<Option<PlayedGame>> {
    let commands = players.each_ref().map(|player| player.settings().command.clone());
    let game = play_or_forfeit(settings, players, opening, log, stop)?;
    if let Some(PlayedGame { outcome: Outcome { winner: Some(winner), reason }, .. }) = &game
        && let Termination::Start(StartFailure::NotRun(cause)) = reason
    {
        let command = commands[(!*winner).index()].clone();
        return Err(StartError { command, cause: cause.clone() }.into());
    }
    Ok(game)
}

/// The same, but an engine that cannot be started loses.
///
/// # Errors
/// When the opening is not part of a game.
pub(crate) fn play_or_forfeit(
    settings: &GameSettings,
    players: [&mut Player; 2],
    opening: &[Pos],
    log: Option<&Dialogue>,
    stop: &AtomicBool,
) -> anyhow::Result<Option<PlayedGame>> {
    let (_, verdict) = referee::judge(settings.size, settings.rule, opening);
    if verdict != Verdict::Ongoing {
        bail!("no game starts with {}: {verdict:?}", record::format_moves(opening));
    }
    let mut board = Board::new(settings.size);
    for &pos in opening {
        board.play(pos);
    }
    for player in &players {
        player.log_to(log.cloned());
    }
    let mut game = Game {
        settings,
        clocks: [0, 1]
            .map(|side: usize| Clock::new(players[side].settings().time, settings.manager)),
        players,
        board,
        knows_board: [false; 2],
        adjudicator: Adjudicator::new(settings.adjudication),
        answered: [None; 2],
        unsolicited: [0; 2],
        moves: Vec::new(),
        refused_move: None,
        memory: [None; 2],
        stop,
    };
    let Err(end) = game.run();
    for side in Side::BOTH {
        game.count_unsolicited(side);
    }
    let (last_stderr_line, silence) = game.why_no_answer(&end);
    game.shutdown(&end);
    let [black, white] = game.players.map(|player| {
        player.log_to(None);
        player.name().to_owned()
    });
    match end {
        GameEnd::Over(outcome) => Ok(Some(PlayedGame {
            black,
            white,
            opening: opening.to_owned(),
            moves: game.moves,
            refused_move: game.refused_move,
            outcome,
            unsolicited: game.unsolicited,
            memory: game.memory,
            last_stderr_line,
            silence,
        })),
        GameEnd::Stopped => Ok(None),
    }
}

/// A game in progress. Pairs are of Black and White.
struct Game<'a> {
    settings: &'a GameSettings,
    players: [&'a mut Player; 2],
    clocks: [Clock; 2],
    board: Board,
    /// Whose engine knows every stone but the last.
    knows_board: [bool; 2],
    adjudicator: Adjudicator,
    /// When each last answered.
    answered: [Option<Instant>; 2],
    /// Lines of each that no command asked for.
    unsolicited: [u32; 2],
    moves: Vec<PlayedMove>,
    /// The last answer, until it is played.
    refused_move: Option<String>,
    memory: [Option<u64>; 2],
    stop: &'a AtomicBool,
}

impl Game<'_> {
    fn run(&mut self) -> Result<Infallible, GameEnd> {
        if !self.settings.manager.process_per_game() {
            Side::BOTH.into_iter().try_for_each(|side| self.new_game(side))?;
        }
        let last_stone = self.settings.max_stones();
        loop {
            if last_stone.is_some_and(|last| self.board.stones().len() >= last) {
                return Err(GameEnd::drawn(Termination::DrawAfter));
            }
            self.turn(self.board.side_to_move())?;
        }
    }

    /// Starts the game in the engine of `side`, which must answer `OK`. Some engines have not quite
    /// finished their last game when the next one starts: one that refuses gets a fresh process.
    fn new_game(&mut self, side: Side) -> Result<(), GameEnd> {
        let Self { settings, ref mut players, stop, .. } = *self;
        let player = &mut *players[side.index()];
        let not_run = |error| GameEnd::not_run(side, error);
        player.ensure_running().map_err(not_run)?;
        let (start, infos) = settings.start_commands(player.settings());
        let mut answer = player.new_game(&start, settings.start_limit, stop);
        if let Some(Err(StartFailure::Refused(refusal))) = &answer
            && refusal.parse().is_ok_and(|reply: Reply| reply.is_refusal())
        {
            log::info!("{} refuses a game: {refusal}", player.name());
            player.kill();
            player.ensure_running().map_err(not_run)?;
            answer = player.new_game(&start, settings.start_limit, stop);
        }
        match answer {
            Some(Ok(())) => {
                player.send(&infos);
                Ok(())
            }
            Some(Err(fault)) => Err(GameEnd::lost_by(side, Termination::Start(fault))),
            None => Err(GameEnd::Stopped),
        }
    }

    /// Starts a process for the engine of `side` as the judge does: no answer is awaited, and the
    /// process is suspended at once.
    fn start_process(&mut self, side: Side) -> Result<(), GameEnd> {
        let player = &mut *self.players[side.index()];
        player.respawn().map_err(|error| GameEnd::not_run(side, error))?;
        let (start, infos) = self.settings.start_commands(player.settings());
        player.send(&(start + &infos));
        player.suspend(true);
        Ok(())
    }

    /// One move of `side`.
    fn turn(&mut self, side: Side) -> Result<(), GameEnd> {
        let index = side.index();
        let allowed = self.clocks[index].allowed(self.settings.tolerance);
        let (answer, time) = self.ask(side, allowed)?;
        let late = self.clocks[index].late_ms(time);
        if let Some(late) = late {
            if allowed.is_some_and(|allowed| time > allowed) {
                return Err(GameEnd::lost_by(side, Termination::Timeout(late)));
            }
            self.players[index].remark(&format!("late by {late} ms, within the tolerance"));
        }
        self.clocks[index].spend(time);
        self.check_usage(side)?;
        if self.settings.manager.process_per_game() {
            self.players[index].suspend(true);
        }
        let illegal = |fault| Err(GameEnd::lost_by(side, Termination::Illegal(fault)));
        let pos = match answer {
            Ok(pos) => pos,
            Err(fault) => return illegal(fault),
        };
        let verdict = referee::play(&mut self.board, self.settings.rule, pos);
        match verdict {
            Verdict::Foul(foul) => return Err(GameEnd::lost_by(side, Termination::Foul(foul))),
            Verdict::Illegal(PlaceError::Occupied) => return illegal(Illegal::Occupied),
            Verdict::Illegal(PlaceError::OffBoard) => return illegal(Illegal::OffBoard),
            Verdict::Win { .. } | Verdict::Draw | Verdict::NoMove(_) | Verdict::Ongoing => (),
        }
        let report = self.players[index].report();
        self.moves.push(PlayedMove { pos, time, late, report });
        self.refused_move = None;
        match verdict {
            Verdict::Win { side, .. } => {
                Err(GameEnd::Over(Outcome { winner: Some(side), reason: Termination::Five }))
            }
            Verdict::Draw => Err(GameEnd::drawn(Termination::FullBoard)),
            Verdict::NoMove(loser) => Err(GameEnd::lost_by(loser, Termination::NoMove)),
            _ => match self.adjudicator.note(side, report.score, self.board.stones().len()) {
                Some(outcome) => Err(GameEnd::Over(outcome)),
                None => Ok(()),
            },
        }
    }

    /// Asks the engine of `side` for a move, which loses if it takes longer than `allowed`; also returns how
    /// long it took.
    fn ask(
        &mut self,
        side: Side,
        allowed: Option<Duration>,
    ) -> Result<(Result<Pos, Illegal>, Duration), GameEnd> {
        let settings = self.settings;
        let (manager, index) = (settings.manager, side.index());
        let knows_board = std::mem::replace(&mut self.knows_board[index], true);
        if manager.process_per_game() && !knows_board {
            self.start_process(side)?;
        }
        let lines = manager.move_commands(&self.board, self.clocks[index].left_ms(), knows_board);
        let wait = allowed.unwrap_or(settings.stall_timeout);
        let wait = wait.saturating_add(LATE_GRACE).min(FOREVER);
        if !manager.process_per_game() {
            self.let_it_finish(side);
        }
        let player = &mut *self.players[index];
        player.forget_report();
        let asked = Instant::now();
        player.send(&lines);
        let written = player.written(asked + wait, self.stop);
        let begun = written.map_err(|error| end_of(player, side, error))?;
        let start = if manager.process_per_game() {
            player.suspend(false);
            Instant::now()
        } else {
            player.drop_unsolicited(begun);
            begun.done
        };
        loop {
            let line = player.line(start + wait, self.stop);
            let line = line.map_err(|error| end_of(player, side, error))?;
            let answer = read_answer(&line, settings.size);
            if manager.process_per_game() && answer == Err(Illegal::Malformed) {
                // The judge does not wait for the answer to START.
                if line.reply == Ok(Reply::OK) {
                    continue;
                }
                if !settings.strict_answers {
                    player.count_unsolicited();
                    continue;
                }
            }
            let time = line.received.saturating_duration_since(start);
            self.answered[index] = Some(line.received);
            self.refused_move = Some(line.text.chars().take(MAX_REFUSED).collect());
            return Ok((answer, time));
        }
    }

    /// Waits until what the engine of `side` prints with its move has arrived, even where the opponent
    /// answers at once.
    fn let_it_finish(&mut self, side: Side) {
        let index = side.index();
        self.count_unsolicited(side);
        let pause = if self.unsolicited[index] > 0 { CHATTY_PAUSE } else { ANSWER_PAUSE };
        if let Some(answered) = self.answered[index] {
            thread::sleep(pause.saturating_sub(answered.elapsed()));
        }
    }

    fn count_unsolicited(&mut self, side: Side) {
        self.unsolicited[side.index()] += self.players[side.index()].take_unsolicited();
    }

    /// What the engine that gave no answer wrote last on standard error, and why it may seem silent.
    fn why_no_answer(&mut self, end: &GameEnd) -> (Option<String>, Option<Silence>) {
        let GameEnd::Over(Outcome { winner: Some(winner), reason }) = end else {
            return (None, None);
        };
        let loser = &mut *self.players[(!*winner).index()];
        let is_silent =
            matches!(reason, Termination::Stalled | Termination::Start(StartFailure::Silent));
        let line = (is_silent || reason.is_crash()).then(|| loser.last_stderr_line()).flatten();
        (line, is_silent.then(|| loser.silence()).flatten())
    }

    /// Checks the memory and the folder of the engine of `side` against their limits.
    fn check_usage(&mut self, side: Side) -> Result<(), GameEnd> {
        let process_per_game = self.settings.manager.process_per_game();
        let player = &*self.players[side.index()];
        let limit = player.settings().limits.memory;
        if let Some(id) = player.id()
            && limit > 0
            && (self.settings.watch_memory || process_per_game)
        {
            let memory = if process_per_game { usage::unshared(id) } else { usage::peak(id) };
            let peak = &mut self.memory[side.index()];
            *peak = memory.max(*peak);
            if let Some(bytes) = peak.filter(|&bytes| bytes > limit) {
                return Err(GameEnd::lost_by(side, Termination::Memory(mebibytes(bytes))));
            }
        }
        if process_per_game && let Some(folder) = &player.settings().folder {
            let bytes = usage::folder(folder);
            if bytes > MAX_FOLDER {
                return Err(GameEnd::lost_by(side, Termination::Folder(mebibytes(bytes))));
            }
        }
        Ok(())
    }

    /// Ends the processes that play no other game.
    fn shutdown(&mut self, end: &GameEnd) {
        let manager = self.settings.manager;
        match end {
            GameEnd::Over(_) if manager.process_per_game() => {
                for player in &mut self.players {
                    player.quit_with(&manager.end_command(), manager.grace());
                }
            }
            GameEnd::Over(Outcome { winner: Some(winner), reason }) if reason.spoils_process() => {
                self.players[(!*winner).index()].kill();
            }
            GameEnd::Over(_) => (),
            GameEnd::Stopped => {
                for player in &mut self.players {
                    player.kill();
                }
            }
        }
    }
}

fn mebibytes(bytes: u64) -> u64 {
    bytes.div_ceil(1 << 20)
}
