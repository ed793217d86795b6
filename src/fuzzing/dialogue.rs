//! Whole dialogues with a session whose engine has hardly any time.

use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender};
use std::time::{Duration, Instant};

use crate::engine::{Engine, EngineConfig, static_move};
use crate::protocol::{
    Goal, Report, SearchOutcome, Session, SessionEngine, SessionEvent, SessionRequest, Sink,
};
use crate::search::{Limits, SearchInfo, TimeBudget};
use gomoku_protocol::{Command, CommandError, List, ListKind, Reply};
use gomoku_rules::{Board, Pos, Rule, referee};

/// Sends each line to a session, the next one when the requested moves have come; after a line that
/// ends in ` &` the next one follows at once. Each command gets the answers that are due to it and no
/// others, an error changes nothing, and moves are legal. Returns how many commands were sent.
///
/// # Panics
/// When something does not hold.
pub fn dialogue(input: &[u8]) -> usize {
    let mut talk = Talk::new();
    let text = String::from_utf8_lossy(input);
    let lines = text.split(['\n', '\r']);
    for (index, line) in lines.clone().enumerate() {
        let (line, waits) = line.strip_suffix(" &").map_or((line, true), |line| (line, false));
        if !talk.say(line) {
            return index;
        }
        if waits {
            talk.wait();
        }
    }
    talk.wait();
    lines.count()
}

/// A session and its answers.
struct Talk {
    session: Session<Sender<Reply>, Hasty>,
    inbox: Receiver<SessionEvent>,
    replies: Receiver<Reply>,
    /// The id of the search in progress.
    search: Option<u64>,
    /// An unknown command of Yixin's has come: not every unknown word is answered any more.
    is_foreign: bool,
}

impl Sink for Sender<Reply> {
    fn send(&mut self, reply: Reply) {
        expect_lines(&reply.to_string());
        assert!(!matches!(reply, Reply::Debug(_)), "{reply}");
        assert!(Self::send(self, reply).is_ok(), "the talk outlives its session");
    }

    fn report(&mut self, reports: &[Report]) -> bool {
        self.report_last(reports);
        true
    }

    fn report_last(&mut self, reports: &[Report]) {
        for report in reports {
            expect_lines(&report.to_string());
        }
    }
}

/// The answers that are due to a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Due {
    Nothing,
    One,
    /// One, or a search, or a place among the commands that wait for one.
    Move,
    /// Nothing, or an `ERROR` or `UNKNOWN`.
    Complaint,
}

impl Talk {
    /// Waits last `SLICES` times as long as this; a machine that stands still does not count.
    const SLICE: Duration = Duration::from_millis(100);
    const SLICES: u32 = 600;

    fn new() -> Self {
        let (events, inbox) = mpsc::channel();
        let (sink, replies) = mpsc::channel();
        let session =
            Session::new(sink, EngineConfig::default(), events).expect("a thread for the engine");
        Self { session, inbox, replies, search: None, is_foreign: false }
    }

    /// Sends a line; false when it has ended the session.
    fn say(&mut self, line: &str) -> bool {
        let before = self.session.board().cloned();
        let (list, is_yixin) = (self.session.list_kind(), self.session.is_yixin());
        let is_refused = self.session.is_list_refused();
        let (waiting, was_full) = (self.session.waiting(), self.session.is_full());
        let ending = self.session.serve(SessionEvent::Line(line.to_owned(), Instant::now()));
        if ending.is_some() {
            assert_eq!(waiting, 0, "{line:?}: moves are due");
            return false;
        }
        let command = line.parse::<Command>().ok().filter(|_| list.is_none() || !List::takes(line));
        if command == Some(Command::End) {
            // It waits for the moves that are due.
            self.wait();
            return false;
        }
        let due = if is_refused && List::takes(line) { Due::Nothing } else { self.due(line, list) };
        let mut answers = self.answers();
        let search = self.session.search().map(|search| search.id);
        let is_interrupted = self.search.is_some() && self.search != search;
        let has_moved = answers.first().is_some_and(is_step);
        let plays = matches!(command, Some(Command::Play(_))) && has_moved;
        if plays && is_interrupted {
            // What waited is executed; what cannot be is an error.
            let resumed = waiting - self.session.waiting();
            let is_asked = usize::from(search.is_some());
            assert_eq!(answers.len() - 1 + is_asked, resumed, "{line:?}: {answers:?}");
            self.search = search;
            return true;
        }
        // In Yixin's dialect the move of an interrupted search comes first.
        if is_yixin && is_interrupted && has_moved {
            answers.remove(0);
        }
        let is_asked = search.is_some() && self.search != search;
        let is_waiting = self.session.waiting() > waiting;
        assert!(!is_waiting || (self.search.is_some() && !was_full), "{line:?} waits for nothing");
        let is_complaint = |it: &Reply| matches!(it, Reply::Error(_) | Reply::Unknown(_));
        let fits = match due {
            Due::Nothing => answers.is_empty(),
            Due::One => answers.len() + usize::from(is_waiting) == 1,
            Due::Move => answers.len() + usize::from(is_asked) + usize::from(is_waiting) == 1,
            Due::Complaint => answers.len() <= 1 && answers.iter().all(is_complaint),
        };
        assert!(fits, "{line:?}: {due:?} is due, came {answers:?}");
        let may_move = due == Due::Move || matches!(command, Some(Command::Play(_)));
        assert!(may_move || !answers.iter().any(is_step), "{line:?} requests no move: {answers:?}");
        let is_refusal = |it: &Reply| matches!(it, Reply::Error(_));
        let is_answer = |it: &Reply| is_step(it) || is_refusal(it);
        assert!(due != Due::Move || answers.iter().all(is_answer), "{line:?}: {answers:?}");
        // In Yixin's dialect an interrupted search has moved, and a new dialect may turn an empty board.
        if answers.iter().any(is_complaint) && !(self.session.is_yixin() && is_interrupted) {
            self.expect_unchanged(line, before.as_ref());
        }
        self.search = search;
        true
    }

    /// What is due to a line that the session has read, of a list of this kind if it read one.
    fn due(&mut self, line: &str, list: Option<ListKind>) -> Due {
        let is_done = self.session.list_kind().is_none();
        let listed = |kind| match kind {
            _ if !is_done => Due::Nothing,
            ListKind::Board | ListKind::Swap2 => Due::Move,
            ListKind::Position | ListKind::Block | ListKind::Unblock => Due::Complaint,
        };
        if line.trim().is_empty() {
            return Due::Nothing;
        }
        if let Some(kind) = list.filter(|_| List::takes(line)) {
            return listed(kind);
        }
        match line.parse::<Command>() {
            Err(CommandError::Unknown(_)) if list.is_some() => Due::Nothing,
            Err(CommandError::Unknown(word)) => {
                self.is_foreign |= word.to_ascii_uppercase().starts_with("YX");
                if self.is_foreign { Due::Complaint } else { Due::One }
            }
            Ok(Command::List(list)) => listed(list.kind()),
            Ok(command) if command.requests_move() => Due::Move,
            Ok(Command::Stop) => Due::Nothing,
            // It waits in turn, if it can.
            Ok(Command::Info(_) | Command::ClearHash | Command::ShowInfo | Command::UnblockAll)
                if self.session.is_full() =>
            {
                Due::Complaint
            }
            Ok(Command::Info(_) | Command::ClearHash | Command::ShowInfo | Command::UnblockAll) => {
                Due::Nothing
            }
            Ok(_) | Err(_) => Due::One,
        }
    }

    /// Waits for the search in progress, if there is one, and for those that wait for it.
    fn wait(&mut self) {
        while self.session.search().is_some() {
            self.wait_for_one();
        }
        assert_eq!(self.session.waiting(), 0, "what waits for nothing is executed");
        self.search = None;
    }

    /// Waits for the search in progress: its answer comes, and those of commands that waited for it.
    fn wait_for_one(&mut self) {
        let Some(search) = self.session.search() else { return };
        let position = search.opening.as_ref().or(self.session.board());
        let board = position.expect("a search is about a position").clone();
        let (id, rule, excluded) = (search.id, search.rule, search.excluded.clone());
        // Yixin-Board gets a step of swap2 as messages.
        let due = usize::from(!search.in_messages);
        let waiting = self.session.waiting();
        let mut slices = 0;
        while self.session.search().is_some_and(|search| search.id == id) {
            match self.inbox.recv_timeout(Self::SLICE) {
                Ok(event) => drop(self.session.serve(event)),
                Err(RecvTimeoutError::Timeout) => slices += 1,
                Err(RecvTimeoutError::Disconnected) => slices = Self::SLICES,
            }
            assert!(slices < Self::SLICES, "no move in {board:?}");
        }
        let answers = self.answers();
        let resumed = waiting - self.session.waiting();
        let others = resumed - usize::from(self.session.search().is_some());
        assert_eq!(answers.len(), due + others, "{answers:?} in {board:?}");
        let (steps, others) = answers.split_at(due);
        for answer in steps {
            let is_fine = match &answer {
                Reply::Move(point) => {
                    let pos = point.on(board.size());
                    pos.is_some_and(|pos| is_legal(&board, rule, &excluded, pos))
                }
                Reply::Moves(points) => points
                    .iter()
                    .all(|point| point.on(board.size()).is_some_and(|pos| board.is_empty_at(pos))),
                answer => matches!(answer, Reply::Swap),
            };
            assert!(is_fine, "{answer:?} in {board:?}, excluded {excluded:?}");
        }
        let is_other = |answer: &Reply| matches!(answer, Reply::Error(_) | Reply::Forbid(_));
        assert!(others.iter().all(is_other), "{others:?}");
    }

    /// The replies so far, without messages.
    fn answers(&self) -> Vec<Reply> {
        self.replies.try_iter().filter(|reply| !matches!(reply, Reply::Message(_))).collect()
    }

    fn expect_unchanged(&self, line: &str, before: Option<&Board>) {
        let now = self.session.board();
        // The stone that fills the board stays.
        let is_full = now.is_some_and(|board| board.free() == 0);
        let state = |board: Option<&Board>| {
            board.map(|board| (board.size(), board.key(), board.stones().to_owned()))
        };
        assert!(is_full || state(now) == state(before), "{line:?}: {before:?} became {now:?}");
    }
}

/// `text` is made of lines of the protocol.
fn expect_lines(text: &str) {
    let is_plain = |line: &str| {
        let is_printed = |byte: u8| byte.is_ascii_graphic() || byte == b' ';
        let is_short = line.len() <= 250 || line.starts_with("FORBID ");
        !line.is_empty() && is_short && line.bytes().all(is_printed)
    };
    assert!(!text.is_empty() && text.split('\n').all(is_plain), "{text:?}");
}

/// Whether the reply is the result of a search.
fn is_step(reply: &Reply) -> bool {
    matches!(reply, Reply::Move(_) | Reply::Moves(_) | Reply::Swap)
}

/// Whether the side to move may play there: a cell that is forbidden, or excluded by the manager, only
/// where no other is left.
fn is_legal(board: &Board, rule: Rule, excluded: &[Pos], pos: Pos) -> bool {
    let is_allowed = |pos: Pos| {
        !excluded.contains(&pos)
            && (!rule.forbids(board.side_to_move()) || referee::forbidden(board, pos).is_none())
    };
    board.check_free(pos).is_ok() && (is_allowed(pos) || !board.empty_cells().any(is_allowed))
}

/// An engine that visits a few nodes for every eighth request, and none for the others.
#[derive(Default)]
struct Hasty(Engine);

impl Hasty {
    const NODES: u64 = 200;
    const TIME: Duration = Duration::from_millis(3);

    fn config() -> EngineConfig {
        let (memory, hash) = (64 << 20, Some(1 << 16));
        EngineConfig { threads: 1, memory, hash, ..EngineConfig::default() }
    }
}

impl SessionEngine for Hasty {
    /// What the engine found in the game before is left to it: a new table would take long.
    fn new_game(&mut self, _: Option<EngineConfig>) {}

    fn search(
        &mut self,
        request: &SessionRequest,
        on_info: &mut dyn FnMut(&SearchInfo),
    ) -> SearchOutcome {
        let SessionRequest { id, board, rule, clock, goal, .. } = request;
        if matches!(goal, Goal::Analysis(_)) && !id.is_multiple_of(8) {
            return SearchOutcome::Move(static_move(board, *rule, &request.config.weights, &[]));
        }
        let TimeBudget { optimum, maximum } = clock.budget();
        clock.set_budget(TimeBudget {
            optimum: optimum.min(Self::TIME),
            maximum: maximum.min(Self::TIME),
        });
        let fewer = |nodes: Option<u64>| nodes.unwrap_or(u64::MAX).min(Self::NODES);
        let limits = Limits { nodes: Some(fewer(request.limits.nodes)), ..request.limits };
        let request = SessionRequest { config: Self::config(), limits, ..request.clone() };
        SessionEngine::search(&mut self.0, &request, on_info)
    }
}
