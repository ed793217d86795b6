//! Sessions in process, with minds better and worse than the engine.

mod engines;

use std::sync::mpsc::{self, Receiver, Sender};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use proptest::prelude::*;

use self::engines::{Cheating, Greedy, Hanging, Instantly, Lost, Panicking, Refusing};
use super::*;
use crate::protocol::command::Point;

const SOON: Duration = Duration::from_secs(3);
/// How late a thinker that is given up may be at most.
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
}

impl Talk {
    fn with<M: Engine>(lines: &[&str]) -> Self {
        let (events, inbox) = mpsc::channel();
        let (sink, replies) = mpsc::channel();
        let session = Session::<_, M>::new(sink, events.clone()).expect("a thread");
        let talk = Self { events, replies, session: thread::spawn(move || session.run(&inbox).1) };
        for line in lines {
            talk.say(line);
        }
        talk
    }

    fn say(&self, line: &str) {
        let event = SessionEvent::Line(line.into(), Instant::now());
        self.events.send(event).expect("the session runs");
    }

    fn hear(&self) -> String {
        self.replies.recv_timeout(SOON).expect("a reply")
    }

    /// The next reply, which must be a move, as its text.
    fn hear_move(&self) -> String {
        let reply = self.hear();
        let point = Point::parse(&reply);
        assert!(point.is_some(), "expected a move, received {reply}");
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
    assert_eq!(talk.hear(), "OK");
    for turn in ["TURN 0,0", "TURN 0,1"] {
        talk.say(turn);
        assert_eq!(talk.hear(), "DEBUG search failed: lost?the thread");
        talk.hear_move();
    }
    assert_eq!(talk.end(), Ending::Ordered);
}

#[test]
fn a_late_thought_is_answered_by_the_best_move_known() {
    let talk = Talk::with::<Hanging>(&["START 15", "INFO timeout_turn 200", "TURN 0,0"]);
    let start = Instant::now();
    assert_eq!(talk.hear(), "OK");
    assert!(talk.hear().starts_with("MESSAGE depth 1-1 "));
    assert!(talk.hear().starts_with("DEBUG search is late: "));
    assert_eq!(talk.hear_move(), "3,4");
    assert!(start.elapsed() < Duration::from_millis(250), "{:?}", start.elapsed());
    // The next thought does not wait for one that is later still, and never hears of it.
    thread::sleep(TOO_LATE);
    talk.say("TURN 0,1");
    assert!(talk.hear().starts_with("MESSAGE "));
    assert!(talk.hear().starts_with("DEBUG "));
    talk.hear_move();
    thread::sleep(Duration::from_millis(1100));
    talk.say("ABOUT");
    assert!(talk.hear().starts_with("name="));
    assert_eq!(talk.end(), Ending::Ordered);
}

#[test]
fn a_waiting_turn_follows_a_late_search() {
    let talk =
        Talk::with::<Hanging>(&["START 15", "INFO timeout_turn 200", "TURN 0,0", "TURN 0,1"]);
    talk.say("END");
    assert_eq!(talk.hear(), "OK");
    assert!(talk.hear().starts_with("MESSAGE depth 1-1 "));
    assert!(talk.hear().starts_with("DEBUG search is late: "));
    assert_eq!(talk.hear_move(), "3,4");
    assert!(talk.hear().starts_with("DEBUG search is late: "));
    talk.hear_move();
    assert_eq!(talk.session.join().expect("no panic"), Ending::EndOfInput);
}

#[test]
fn a_second_thinker_makes_do_with_little() {
    let talk = Talk::with::<Greedy>(&["START 15", "INFO timeout_turn 50", "BEGIN"]);
    assert_eq!(talk.hear(), "OK");
    assert!(talk.hear().starts_with("DEBUG search is late: "));
    talk.hear_move();
    thread::sleep(TOO_LATE);
    talk.say("TURN 0,1");
    assert_eq!(talk.hear_move(), "3,4");
    assert_eq!(talk.end(), Ending::Ordered);
}

#[test]
fn a_game_goes_on_without_any_thinker() {
    let talk = Talk::with::<Lost>(&["INFO timeout_turn 20"]);
    for _ in 0..8 {
        talk.say("START 15");
        talk.say("BEGIN");
        assert_eq!(talk.hear(), "OK");
        assert!(talk.hear().starts_with("DEBUG search is late: "));
        talk.hear_move();
        thread::sleep(TOO_LATE);
    }
    assert_eq!(talk.end(), Ending::Ordered);
}

/// A thought that nobody waits for any more may hang as well.
#[test]
fn a_thinker_that_hangs_over_an_old_game_is_replaced() {
    let talk = Talk::with::<Greedy>(&["START 15", "BEGIN", "RESTART"]);
    assert_eq!(talk.hear(), "OK");
    assert_eq!(talk.hear(), "OK");
    thread::sleep(TOO_LATE);
    talk.say("BEGIN");
    assert_eq!(talk.hear_move(), "3,4");
    assert_eq!(talk.end(), Ending::Ordered);
}

#[test]
fn a_thought_that_cheats_is_corrected() {
    let talk = Talk::with::<Cheating>(&["START 15", "TURN 7,7"]);
    assert_eq!(talk.hear(), "OK");
    assert_ne!(talk.hear_move(), "7,7");
    assert_eq!(talk.end(), Ending::Ordered);
}

#[test]
fn a_refusal_leaves_the_position_alone() {
    let talk = Talk::with::<Refusing>(&["START 15", "INFO thread_num 2", "TURN 7,7"]);
    assert_eq!(talk.hear(), "OK");
    assert_eq!(talk.hear(), "ERROR too many threads");
    talk.say("INFO thread_num 1");
    talk.say("TURN 7,7");
    assert_eq!(talk.hear_move(), "0,0");
    assert_eq!(talk.end(), Ending::Ordered);
}

#[test]
fn an_interrupted_thought_tells_its_move_first_in_yixins_dialect() {
    for interruption in ["START 20", "BOARD 0,0,2 DONE", "YXBOARD 0,0,2", "START 99"] {
        let talk = Talk::with::<Hanging>(&["YXSHOWINFO", "START 15", "TURN 0,0"]);
        for _ in 0..2 {
            assert!(talk.hear().starts_with("MESSAGE INFO "));
        }
        assert_eq!(talk.hear(), "OK");
        assert!(talk.hear().starts_with("MESSAGE depth "));
        talk.say(interruption);
        assert_eq!(talk.hear(), "3,4", "{interruption}");
        assert_eq!(talk.end(), Ending::Ordered);
    }
}

#[test]
fn a_stop_is_no_sign_of_yixins_dialect() {
    let talk = Talk::with::<Hanging>(&["START 15", "YXSTOP", "YXHASHCLEAR", "TURN 0,0"]);
    assert_eq!(talk.hear(), "OK");
    assert!(talk.hear().starts_with("MESSAGE depth "));
    talk.say("START 20");
    assert_eq!(talk.hear(), "OK");
    assert_eq!(talk.end(), Ending::Ordered);
}

#[test]
fn a_late_pair_is_completed() {
    let talk = Talk::with::<Hanging>(&["START 15", "INFO timeout_turn 200"]);
    assert_eq!(talk.hear(), "OK");
    talk.say("YXBOARD 3,3,1 0,0,2 DONE");
    talk.say("YXBALANCETWO 0");
    assert!(talk.hear().starts_with("MESSAGE depth "));
    assert!(talk.hear().starts_with("DEBUG search is late: "));
    let pair = talk.hear();
    let (first, second) = pair.split_once(' ').expect("two moves");
    assert_eq!(first, "3,4");
    assert!(Point::parse(second).is_some() && second != first, "{pair}");
    assert_eq!(talk.end(), Ending::Ordered);
}

#[test]
fn barred_cells_are_left_alone_whoever_answers() {
    let talk = Talk::with::<Instantly>(&["START 15", "YXBLOCK 0,0 DONE", "TURN 5,5"]);
    assert_eq!(talk.hear(), "OK");
    assert_ne!(talk.hear_move(), "0,0");
    talk.say("YXBLOCKRESET");
    talk.say("TURN 6,9");
    assert_eq!(talk.hear_move(), "0,0");
    assert_eq!(talk.end(), Ending::Ordered);
}

#[test]
fn the_end_of_input_waits_for_the_thought() {
    let talk = Talk::with::<Hanging>(&["START 15", "INFO timeout_turn 200", "BEGIN"]);
    talk.events.send(SessionEvent::EndOfInput).expect("the session runs");
    assert_eq!(talk.hear(), "OK");
    assert!(talk.hear().starts_with("MESSAGE "));
    assert!(talk.hear().starts_with("DEBUG "));
    assert_eq!(talk.hear_move(), "3,4");
    assert_eq!(talk.session.join().expect("no panic"), Ending::EndOfInput);
}

#[test]
fn a_hangup_ends_at_once() {
    let talk = Talk::with::<Hanging>(&["START 15", "BEGIN"]);
    talk.events.send(SessionEvent::Hangup).expect("the session runs");
    assert_eq!(talk.session.join().expect("no panic"), Ending::Hangup);
}

/// Lines that make sense often enough to reach every state.
fn line() -> impl Strategy<Value = String> {
    let point = || (-1..7, -1..7).prop_map(|(x, y)| format!("{x},{y}"));
    let stones = prop::collection::vec((point(), 0..5), 0..6).prop_map(|stones| {
        let stones = stones.iter().map(|(point, field)| format!("{point},{field}"));
        stones.collect::<Vec<_>>().join(" ")
    });
    prop_oneof![
        (4..8, 4..8).prop_map(|(width, height)| format!("START {width} {height}")),
        Just("RESTART".to_owned()),
        Just("BEGIN".to_owned()),
        point().prop_map(|point| format!("TURN {point}")),
        point().prop_map(|point| format!("TURN {point}")),
        point().prop_map(|point| format!("PLAY {point}")),
        point().prop_map(|point| format!("TAKEBACK {point}")),
        stones.clone().prop_map(|stones| format!("BOARD {stones} DONE")),
        stones.clone().prop_map(|stones| format!("YXBOARD {stones} DONE")),
        stones.prop_map(|stones| format!("SWAP2BOARD {stones} DONE")),
        ("rule|thread_num|max_memory", -1..10)
            .prop_map(|(key, value)| format!("INFO {key} {value}")),
        Just("YXSTOP".to_owned()),
        (-1..4).prop_map(|lines| format!("YXNBEST {lines}")),
        ("ONE|TWO", -50..50).prop_map(|(moves, bias)| format!("YXBALANCE{moves} {bias}")),
        prop::collection::vec(point(), 0..3)
            .prop_map(|cells| format!("YXBLOCK {} DONE", cells.join(" "))),
        Just("YXBLOCKRESET".to_owned()),
        Just("YXSHOWINFO".to_owned()),
        ("SETDATABASE|QUERYDATABASEALL|HASHDUMP").prop_map(|name| format!("YX{name}")),
        Just("YXSHOWFORBID".to_owned()),
        ".*",
    ]
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    /// A command that asks for a move is answered by a move or an error, once; every other command
    /// by one line at most, and never by a move that nobody asked for.
    #[test]
    fn every_command_has_its_answer(lines in prop::collection::vec(line(), 1..60)) {
        let talk = Talk::with::<Instantly>(&[]);
        for line in lines {
            let word = line.split_whitespace().next().unwrap_or_default().to_ascii_uppercase();
            if word == "END" {
                continue;
            }
            talk.say(&line);
            let asks = [
                "BEGIN",
                "TURN",
                "PLAY",
                "BOARD",
                "SWAP2BOARD",
                "YXNBEST",
                "YXBALANCEONE",
                "YXBALANCETWO",
            ]
            .contains(&word.as_str());
            if asks {
                let reply = talk.hear();
                let kind = reply.starts_with(|c: char| c.is_ascii_digit());
                prop_assert!(
                    kind || reply.starts_with("ERROR ") || reply == "SWAP",
                    "{line}: {reply}"
                );
            }
            talk.say("ABOUT");
            let mut reply = talk.hear();
            if word == "YXSHOWINFO" && reply.starts_with("MESSAGE ") {
                reply = talk.hear();
            }
            if !asks && !reply.starts_with("name=") {
                prop_assert!(
                    ["OK", "ERROR ", "UNKNOWN ", "FORBID ", "MESSAGE "]
                        .iter()
                        .any(|start| reply.starts_with(start)),
                    "{line}: {reply}"
                );
                prop_assert!(reply.len() <= 250 && reply.chars().all(|c| !c.is_control()));
                reply = talk.hear();
            }
            prop_assert!(reply.starts_with("name="), "{line}: {reply}");
        }
        prop_assert_eq!(talk.end(), Ending::Ordered);
    }
}
