//! Sessions in process, with engines that fail in every way.

mod engines;
mod waiting;

use std::iter;
use std::sync::mpsc::{self, Receiver, Sender};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use self::engines::{Cheating, Greedy, Hanging, Instantly, Lost, Panicking, Refusing};
use super::*;
use gomoku_protocol::Point;

/// More than a reply takes on a machine under heavy load.
const SOON: Duration = Duration::from_secs(60);
/// How late an engine is that is late.
const LATE: Duration = Duration::from_secs(3);
/// An engine thread that is overdue for longer is replaced.
const TOO_LATE: Duration = Duration::from_millis(80);

/// A session on a thread of its own, and both ends of its dialogue.
struct Talk {
    events: Sender<SessionEvent>,
    replies: Receiver<String>,
    session: JoinHandle<Ending>,
}

impl Sink for Sender<String> {
    fn send(&mut self, reply: Reply) {
        // The test may have heard enough.
        let _ = Sender::send(self, reply.to_string());
    }

    fn report(&mut self, reports: &[Report]) -> bool {
        self.report_last(reports);
        true
    }

    fn report_last(&mut self, reports: &[Report]) {
        for report in reports {
            let _ = Sender::send(self, report.to_string());
        }
    }
}

impl Talk {
    /// As much time for a move as it needs on a machine under heavy load.
    const AMPLE: &str = "INFO timeout_turn 60000";

    /// A session that has read these lines and has ample time.
    fn with<M: SessionEngine>(lines: &[&str]) -> Self {
        let (events, inbox) = mpsc::channel();
        let (sink, replies) = mpsc::channel();
        let session = Session::<_, M>::new(sink, EngineConfig::default(), events.clone());
        let session = session.expect("a thread");
        let talk = Self { events, replies, session: thread::spawn(move || session.run(&inbox).1) };
        talk.say(Self::AMPLE);
        for line in lines {
            talk.say(line);
        }
        talk
    }

    fn say(&self, line: &str) {
        let event = SessionEvent::Line(line.into(), Instant::now());
        self.events.send(event).expect("the session runs");
    }

    fn next_reply(&self) -> String {
        self.replies.recv_timeout(SOON).expect("a reply")
    }

    /// Requests a move, with ample time, and waits for the first report of its search.
    fn request(&self, turn: &str) {
        self.say(Self::AMPLE);
        self.say(turn);
        assert!(self.next_reply().starts_with("MESSAGE depth 1-1 "));
    }

    /// Ends the time of the search in progress.
    fn hurry(&self) {
        self.say("INFO timeout_turn 50");
    }

    /// The next reply, which must be a move, as its text.
    fn hear_move(&self) -> String {
        let reply = self.next_reply();
        assert!(reply.parse::<Point>().is_ok(), "expected a move, received {reply}");
        reply
    }

    fn end(self) -> Ending {
        self.say("END");
        self.session.join().expect("no panic")
    }
}

#[test]
fn a_panic_costs_a_debug_line_and_no_move() {
    let talk = Talk::with::<Panicking>(&["START 15"]);
    assert_eq!(talk.next_reply(), "OK");
    for turn in ["TURN 0,0", "TURN 0,1"] {
        talk.say(turn);
        assert_eq!(talk.next_reply(), "DEBUG search failed: lost?the thread");
        talk.hear_move();
    }
    assert_eq!(talk.end(), Ending::Ordered);
}

#[test]
fn a_late_search_is_answered_by_the_best_known_move() {
    let talk = Talk::with::<Hanging>(&["START 15"]);
    assert_eq!(talk.next_reply(), "OK");
    talk.request("TURN 0,0");
    talk.hurry();
    assert!(talk.next_reply().starts_with("DEBUG search is late: "));
    assert_eq!(talk.hear_move(), "3,4");
    // The next search neither waits for the late one nor gets its answer.
    thread::sleep(TOO_LATE);
    talk.request("TURN 0,1");
    talk.hurry();
    assert!(talk.next_reply().starts_with("DEBUG search is late: "));
    talk.hear_move();
    thread::sleep(LATE + TOO_LATE);
    talk.say("ABOUT");
    assert!(talk.next_reply().starts_with("name="));
    assert_eq!(talk.end(), Ending::Ordered);
}

#[test]
fn a_second_engine_thread_gets_little_memory() {
    let talk = Talk::with::<Greedy>(&["START 15", "INFO timeout_turn 50", "BEGIN"]);
    assert_eq!(talk.next_reply(), "OK");
    assert!(talk.next_reply().starts_with("DEBUG search is late: "));
    talk.hear_move();
    thread::sleep(TOO_LATE);
    talk.say(Talk::AMPLE);
    talk.say("TURN 0,1");
    assert_eq!(talk.hear_move(), "3,4");
    assert_eq!(talk.end(), Ending::Ordered);
}

#[test]
fn a_game_goes_on_while_every_engine_thread_hangs() {
    let talk = Talk::with::<Lost>(&["INFO timeout_turn 20"]);
    for _ in 0..8 {
        talk.say("START 15");
        talk.say("BEGIN");
        assert_eq!(talk.next_reply(), "OK");
        assert!(talk.next_reply().starts_with("DEBUG search is late: "));
        talk.hear_move();
        thread::sleep(TOO_LATE);
    }
    assert_eq!(talk.end(), Ending::Ordered);
}

/// A search whose answer is not wanted any more may hang as well.
#[test]
fn an_engine_thread_that_hangs_on_an_old_game_is_replaced() {
    let talk = Talk::with::<Greedy>(&["START 15", "BEGIN", "RESTART"]);
    assert_eq!(talk.next_reply(), "OK");
    assert_eq!(talk.next_reply(), "OK");
    thread::sleep(TOO_LATE);
    talk.say("BEGIN");
    assert_eq!(talk.hear_move(), "3,4");
    assert_eq!(talk.end(), Ending::Ordered);
}

#[test]
fn an_illegal_move_of_the_engine_is_corrected() {
    let talk = Talk::with::<Cheating>(&["START 15", "TURN 7,7"]);
    assert_eq!(talk.next_reply(), "OK");
    assert_ne!(talk.hear_move(), "7,7");
    assert_eq!(talk.end(), Ending::Ordered);
}

#[test]
fn a_refusal_leaves_the_position_alone() {
    let talk = Talk::with::<Refusing>(&["START 15", "INFO thread_num 2", "TURN 7,7"]);
    assert_eq!(talk.next_reply(), "OK");
    assert_eq!(talk.next_reply(), "ERROR too many threads");
    talk.say("INFO thread_num 1");
    talk.say("TURN 7,7");
    assert_eq!(talk.hear_move(), "0,0");
    assert_eq!(talk.end(), Ending::Ordered);
}

#[test]
fn an_interrupted_search_answers_first_in_yixins_dialect() {
    for interruption in ["START 20", "BOARD 0,0,2 DONE", "YXBOARD 0,0,2", "START 99"] {
        let talk = Talk::with::<Hanging>(&["YXSHOWINFO", "START 15", "TURN 0,0"]);
        for _ in 0..2 {
            assert!(talk.next_reply().starts_with("MESSAGE INFO "));
        }
        assert_eq!(talk.next_reply(), "OK");
        assert!(talk.next_reply().starts_with("MESSAGE depth "));
        talk.say(interruption);
        assert_eq!(talk.next_reply(), "3,4", "{interruption}");
        assert_eq!(talk.end(), Ending::Ordered);
    }
}

#[test]
fn a_stop_is_no_sign_of_yixins_dialect() {
    let talk = Talk::with::<Hanging>(&["START 15", "YXSTOP", "YXHASHCLEAR", "TURN 0,0"]);
    assert_eq!(talk.next_reply(), "OK");
    assert!(talk.next_reply().starts_with("MESSAGE depth "));
    talk.say("START 20");
    assert_eq!(talk.next_reply(), "OK");
    assert_eq!(talk.end(), Ending::Ordered);
}

#[test]
fn a_late_pair_is_completed() {
    let talk = Talk::with::<Hanging>(&["START 15"]);
    assert_eq!(talk.next_reply(), "OK");
    talk.say("YXBOARD 3,3,1 0,0,2 DONE");
    talk.request("YXBALANCETWO 0");
    talk.hurry();
    assert!(talk.next_reply().starts_with("DEBUG search is late: "));
    let pair = talk.next_reply();
    let (first, second) = pair.split_once(' ').expect("two moves");
    assert_eq!(first, "3,4");
    assert!(second.parse::<Point>().is_ok() && second != first, "{pair}");
    assert_eq!(talk.end(), Ending::Ordered);
}

#[test]
fn excluded_cells_are_not_played_by_the_fallback_either() {
    let talk = Talk::with::<Instantly>(&["START 15", "YXBLOCK 0,0 DONE", "TURN 5,5"]);
    assert_eq!(talk.next_reply(), "OK");
    assert_ne!(talk.hear_move(), "0,0");
    talk.say("YXBLOCKRESET");
    talk.say("TURN 6,9");
    assert_eq!(talk.hear_move(), "0,0");
    assert_eq!(talk.end(), Ending::Ordered);
}

#[test]
fn yixins_dialect_leaves_the_board_of_a_search() {
    let talk = Talk::with::<Hanging>(&["START 20 15"]);
    assert_eq!(talk.next_reply(), "OK");
    talk.request("BEGIN");
    talk.say("YXSHOWINFO");
    for _ in 0..2 {
        assert!(talk.next_reply().starts_with("MESSAGE INFO MAX_"));
    }
    talk.hurry();
    assert!(talk.next_reply().starts_with("DEBUG search is late: "));
    assert_eq!(talk.hear_move(), "3,4");
    thread::sleep(TOO_LATE);
    talk.request("TURN 19,14");
    assert_eq!(talk.end(), Ending::Ordered);
}

#[test]
fn the_end_of_input_waits_for_the_search() {
    let talk = Talk::with::<Hanging>(&["START 15"]);
    assert_eq!(talk.next_reply(), "OK");
    talk.request("BEGIN");
    talk.say("INFO timeout_turn 200");
    talk.events.send(SessionEvent::EndOfInput).expect("the session runs");
    assert!(talk.next_reply().starts_with("DEBUG search is late: "));
    assert_eq!(talk.hear_move(), "3,4");
    assert_eq!(talk.session.join().expect("no panic"), Ending::EndOfInput);
}

#[test]
fn a_hangup_ends_at_once() {
    let talk = Talk::with::<Hanging>(&["START 15", "BEGIN"]);
    talk.events.send(SessionEvent::Hangup).expect("the session runs");
    assert_eq!(talk.session.join().expect("no panic"), Ending::Hangup);
}

/// A session for the test to serve, what its engine reports to it, and its replies.
fn idle_session() -> (Session<Sender<String>, Instantly>, Receiver<SessionEvent>, Receiver<String>)
{
    let ((events, inbox), (sink, replies)) = (mpsc::channel(), mpsc::channel());
    let session = Session::new(sink, EngineConfig::default(), events).expect("a thread");
    (session, inbox, replies)
}

/// The longest time of the search in progress after these lines, each sent so many milliseconds after the one
/// before.
fn maximum_after(lines: &[(u64, &str)]) -> Duration {
    let (mut session, _inbox, _replies) = idle_session();
    for &(millis, line) in lines {
        thread::sleep(Duration::from_millis(millis));
        assert_eq!(session.serve(SessionEvent::Line(line.into(), Instant::now())), None);
    }
    session.search().expect("a search").clock.maximum()
}

#[test]
fn a_search_that_is_left_costs_time_too() {
    let match_of = |millis| format!("INFO timeout_match {millis}");
    let (short, long) = (match_of(200), match_of(180_000));
    for left in ["PLAY 8,8", "TAKEBACK 7,7", "BOARD 8,8,2 DONE"] {
        let lines = [(0, "START 15"), (0, &short), (0, "TURN 7,7"), (250, left), (0, "TURN 9,9")];
        let maximum = maximum_after(if left.starts_with("BOARD") { &lines[..4] } else { &lines });
        assert_eq!(maximum, Duration::ZERO, "{left}");
    }
    let lines = [(0, &*long), (0, "INFO time_left 500"), (0, "START 15"), (0, "TURN 7,7")];
    assert!(maximum_after(&lines) < Duration::from_millis(500));
    let next = [&lines[..], &[(0, "START 15"), (0, "TURN 7,7")]].concat();
    assert!(maximum_after(&next) > Duration::from_millis(500), "the report was of the last game");
}

#[test]
fn no_setting_makes_a_step_of_an_opening_endless() {
    let stones = "YXBOARD 7,7,2 0,0,1 7,6,2 DONE";
    let lines = [(0, "YXSHOWINFO"), (0, "START 15"), (0, "INFO timeout_turn 0"), (0, stones)];
    for setting in ["INFO max_depth 100", "INFO timeout_turn 0", "INFO thread_num 1"] {
        let step = [&lines[..], &[(0, "YXSWAP2STEP2"), (0, setting)]].concat();
        assert!(maximum_after(&step) <= Duration::from_secs(5), "{setting}");
        let search = [&lines[..], &[(0, "YXNBEST 1"), (0, setting)]].concat();
        assert!(maximum_after(&search) > Duration::from_secs(3600), "{setting}");
    }
}

#[test]
fn a_stone_taken_back_ends_a_search_without_a_move() {
    for dialect in ["YXSHOWINFO", "ABOUT"] {
        let talk = Talk::with::<Hanging>(&[dialect, "START 15", "TURN 0,0"]);
        let is_start = |reply: &String| reply.starts_with("MESSAGE depth ");
        assert!(iter::repeat_with(|| talk.next_reply()).any(|reply| is_start(&reply)));
        talk.say("TAKEBACK 0,0");
        assert_eq!(talk.next_reply(), "OK", "{dialect}");
        talk.say("TAKEBACK 3,4");
        assert_eq!(talk.next_reply(), "ERROR 3,4: no stone there", "{dialect}");
        assert_eq!(talk.end(), Ending::Ordered);
    }
}

#[test]
fn a_cell_is_excluded_once() {
    let (mut session, _inbox, _replies) = idle_session();
    for line in ["START 15", "YXBLOCK 7,7 DONE", "YXBLOCK 7,7 8,8 DONE", "YXBLOCK 8,8 DONE"] {
        session.serve(SessionEvent::Line(line.to_owned(), Instant::now()));
    }
    assert_eq!(session.excluded, [Pos::new(7, 7), Pos::new(8, 8)]);
}
