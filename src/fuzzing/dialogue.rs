//! Whole dialogues with a session whose engine has hardly any time.

use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender};
use std::time::{Duration, Instant};

use crate::engine::{self, Options, static_move};
use crate::protocol::{
    Command, CommandError, Engine, Goal, ListKind, Reply, SearchOutcome, SearchRequest, Session,
    SessionEvent, Setup, Sink,
};
use crate::search::{Limits, SearchInfo, TimeBudget};
use gomoku_rules::{Board, Pos, Rule, referee};

/// Says each line to a session, the next one when the move has come that a line asks for; a line that
/// ends in ` &` is not waited for. Each command gets the answers that are due to it and no others, a
/// mistake changes nothing, and moves are legal. Returns how many commands were given.
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

/// A session and what it answers.
struct Talk {
    session: Session<Sender<Reply>, Hasty>,
    inbox: Receiver<SessionEvent>,
    replies: Receiver<Reply>,
    /// The number of the thought in progress.
    asked: Option<u64>,
    /// A command of Yixin's that is unknown has come: not every unknown word is answered any more.
    is_foreign: bool,
}

impl Sink for Sender<Reply> {
    fn send(&mut self, reply: Reply) {
        assert!(Self::send(self, reply).is_ok(), "the talk outlives its session");
    }
}

/// The answers that are due to a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Due {
    Nothing,
    One,
    /// One, or a thought.
    Move,
    /// Nothing, or an `ERROR` or `UNKNOWN`.
    Complaint,
}

impl Talk {
    /// Waits last so many times as long as this; a machine that stands still does not count.
    const SLICE: Duration = Duration::from_millis(100);
    const SLICES: u32 = 600;

    fn new() -> Self {
        let (events, inbox) = mpsc::channel();
        let (sink, replies) = mpsc::channel();
        let session = Session::new(sink, events).expect("a thread for the thinker");
        Self { session, inbox, replies, asked: None, is_foreign: false }
    }

    /// Says a line; false when it has ended the session.
    fn say(&mut self, line: &str) -> bool {
        let before = self.session.board().cloned();
        let (list, is_yixin) = (self.session.list_kind(), self.session.is_yixin());
        let ending = self.session.serve(SessionEvent::Line(line.to_owned(), Instant::now()));
        if ending.is_some() {
            return false;
        }
        let due = self.due(line, list);
        let mut answers = self.answers();
        let search = self.session.search().map(|search| search.id);
        // In Yixin's dialect a thought that is interrupted tells its move first.
        let is_interrupted = is_yixin && self.asked.is_some() && self.asked != search;
        let plays = matches!(Command::parse(line), Ok(Command::Play(_)));
        if is_interrupted && !plays && answers.first().is_some_and(is_step) {
            answers.remove(0);
        }
        let is_asked = search.is_some() && self.asked != search;
        let is_complaint = |it: &Reply| matches!(it, Reply::Error(_) | Reply::Unknown(_));
        let fits = match due {
            Due::Nothing => answers.is_empty(),
            Due::One => answers.len() == 1,
            Due::Move => answers.len() + usize::from(is_asked) == 1,
            Due::Complaint => answers.len() <= 1 && answers.iter().all(is_complaint),
        };
        assert!(fits, "{line:?}: {due:?} is due, came {answers:?}");
        if answers.iter().any(is_complaint) && !is_interrupted {
            self.expect_unchanged(line, before.as_ref());
        }
        self.asked = search;
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
        if let Some(kind) = list.filter(|_| Setup::takes(line)) {
            return listed(kind);
        }
        match Command::parse(line) {
            Err(CommandError::Unknown(_)) if list.is_some() => Due::Nothing,
            Err(CommandError::Unknown(word)) => {
                self.is_foreign |= word.to_ascii_uppercase().starts_with("YX");
                if self.is_foreign { Due::Complaint } else { Due::One }
            }
            Ok(Command::List(kind, _)) => listed(kind),
            Ok(
                Command::Begin
                | Command::Turn(_)
                | Command::Best(_)
                | Command::Balance { .. }
                | Command::Swap2Step,
            ) => Due::Move,
            Ok(
                Command::Info(_)
                | Command::Stop
                | Command::ClearHash
                | Command::ShowInfo
                | Command::UnblockAll,
            ) => Due::Nothing,
            Ok(_) | Err(_) => Due::One,
        }
    }

    /// Waits for the thought in progress, if there is one.
    fn wait(&mut self) {
        let Some(search) = self.session.search() else { return };
        let position = search.opening.as_ref().or(self.session.board());
        let board = position.expect("a search is about a position").clone();
        let (rule, excluded) = (search.rule, search.excluded.clone());
        // Yixin-Board hears a step of swap2 as messages.
        let due = usize::from(!search.in_messages);
        let mut slices = 0;
        while self.session.search().is_some() {
            match self.inbox.recv_timeout(Self::SLICE) {
                Ok(event) => drop(self.session.serve(event)),
                Err(RecvTimeoutError::Timeout) => slices += 1,
                Err(RecvTimeoutError::Disconnected) => slices = Self::SLICES,
            }
            assert!(slices < Self::SLICES, "no move in {board:?}");
        }
        let answers = self.answers();
        assert_eq!(answers.len(), due, "{answers:?} in {board:?}");
        for answer in answers {
            let is_fine = match &answer {
                Reply::Move(pos) => is_legal(&board, rule, &excluded, *pos),
                Reply::Moves(stones) => stones.iter().all(|&pos| board.is_empty_at(pos)),
                answer => matches!(answer, Reply::Swap),
            };
            assert!(is_fine, "{answer:?} in {board:?}, excluded {excluded:?}");
        }
        self.asked = None;
    }

    /// The replies that came, but for what is only talk. Each is made of lines of the protocol.
    fn answers(&self) -> Vec<Reply> {
        let replies = self.replies.try_iter().inspect(|reply| {
            let is_plain = |line: &str| {
                let is_printed = |byte: u8| byte.is_ascii_graphic() || byte == b' ';
                (1..=250).contains(&line.len()) && line.bytes().all(is_printed)
            };
            let text = reply.to_string();
            assert!(!text.is_empty() && text.split('\n').all(is_plain), "{text:?}");
            assert!(!matches!(reply, Reply::Debug(_)), "{text}");
        });
        replies.filter(|it| it.news().is_none() && !matches!(it, Reply::Message(_))).collect()
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

/// Whether the reply tells what a thought has found.
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

/// An engine that looks at a few positions for every eighth question, and at none for the others.
#[derive(Default)]
struct Hasty(engine::Engine);

impl Hasty {
    const NODES: u64 = 200;
    const TIME: Duration = Duration::from_millis(3);
    const OPTIONS: Options = Options { threads: 1, memory: 64 << 20, hash: Some(1 << 16) };
}

impl Engine for Hasty {
    /// What the engine found in the game before is left to it: a new table would take long.
    fn new_game(&mut self, _: Option<Options>) {}

    fn search(
        &mut self,
        request: &SearchRequest,
        on_info: &mut dyn FnMut(&SearchInfo),
    ) -> SearchOutcome {
        let SearchRequest { id, board, rule, clock, goal, .. } = request;
        if matches!(goal, Goal::Move | Goal::Analysis(_)) && !id.is_multiple_of(8) {
            return SearchOutcome::Move(static_move(board, *rule));
        }
        let TimeBudget { optimum, maximum } = clock.budget();
        clock.set_budget(TimeBudget {
            optimum: optimum.min(Self::TIME),
            maximum: maximum.min(Self::TIME),
        });
        let least = |nodes: Option<u64>| nodes.unwrap_or(u64::MAX).min(Self::NODES);
        let limits = Limits { nodes: Some(least(request.limits.nodes)), ..request.limits };
        let request = SearchRequest { options: Self::OPTIONS, limits, ..request.clone() };
        Engine::search(&mut self.0, &request, on_info)
    }
}
