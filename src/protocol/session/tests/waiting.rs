//! Commands that wait for a search.

use super::*;
use gomoku_rules::{Board, Rule, Size};

#[test]
fn a_waiting_turn_follows_a_late_search() {
    let talk = Talk::with::<Hanging>(&["START 15"]);
    assert_eq!(talk.next_reply(), "OK");
    talk.request("TURN 0,0");
    for line in ["INFO timeout_turn 200", "TURN 0,1", "END"] {
        talk.say(line);
    }
    assert!(talk.next_reply().starts_with("DEBUG search is late: "));
    assert_eq!(talk.hear_move(), "3,4");
    // A machine that is late gives the second search an engine thread of its own, which reports.
    let is_report = |reply: &String| reply.starts_with("MESSAGE ");
    let reply = iter::repeat_with(|| talk.next_reply()).find(|reply| !is_report(reply));
    assert!(reply.is_some_and(|reply| reply.starts_with("DEBUG search is late: ")));
    talk.hear_move();
    assert_eq!(talk.session.join().expect("no panic"), Ending::EndOfInput);
}

#[test]
fn what_later_searches_work_on_waits_in_turn() {
    let (mut session, _inbox, replies) = idle_session();
    let mut say = |line: &str| {
        session.serve(SessionEvent::Line(line.into(), Instant::now()));
        (session.excluded.clone(), replies.try_iter().collect::<Vec<_>>())
    };
    let (first, second) = (Pos::new(0, 0), Pos::new(1, 1));
    say("START 15");
    say("TURN 7,7");
    assert_eq!(say("YXBLOCK 0,0 DONE").0, [first], "nothing waits");
    let waiting = ["TURN 8,8", "YXBLOCKRESET", "YXBLOCK", "1,1", "2,2", "DONE"];
    let more = ["YXBLOCKUNDO 2,2 DONE", "YXSHOWINFO", "YXHASHCLEAR", "YXSHOWFORBID"];
    for line in waiting.iter().chain(&more) {
        assert_eq!(say(line), (vec![first], vec![]), "{line}");
    }
    assert_eq!(say("PLAY 9,9"), (vec![first], vec!["9,9".to_owned()]), "the second search starts");
    let (excluded, replies) = say("PLAY 9,10");
    assert_eq!(excluded, [second]);
    assert_eq!(replies[0], "9,10");
    assert!(
        replies[1..3].iter().all(|reply| reply.starts_with("MESSAGE INFO MAX_")),
        "{replies:?}"
    );
    assert_eq!(replies[3..], ["FORBID ."]);
}

#[test]
fn settings_outlive_the_requests_that_are_dropped() {
    for end in ["START 20,15", "RESTART", "TAKEBACK 7,7", "BOARD", "YXBOARD"] {
        let (mut session, _inbox, _replies) = idle_session();
        let waiting = ["INFO rule 4", "YXBLOCK 0,0 DONE", "YXSHOWINFO", "YXSHOWFORBID"];
        let lines = ["START 15", "TURN 7,7", "TURN 8,8"].iter().chain(&waiting).chain([&end]);
        for &line in lines {
            session.serve(SessionEvent::Line(line.into(), Instant::now()));
        }
        assert!(session.search.is_none() && session.waiting.is_empty(), "{end}");
        assert_eq!(session.settings.rule().map(|rule| rule.rule), Ok(Rule::Renju), "{end}");
        assert_eq!(session.excluded, [Pos::new(0, 0)], "{end}");
        assert!(session.settings.is_yixin(), "{end}");
        let size = if end == "START 20,15" { Size::new(15, 20) } else { Size::new(15, 15) };
        assert_eq!(session.board().map(Board::size), size.ok(), "{end}");
    }
}

#[test]
fn a_clock_is_reported_for_the_request_behind_it() {
    let lines =
        ["INFO timeout_match 180000", "START 15", "TURN 7,7", "TURN 8,8", "INFO time_left 500"];
    let lines: Vec<_> = lines.iter().map(|&line| (0, line)).collect();
    let next = [(0, "START 15"), (0, "TURN 7,7")];
    assert!(maximum_after(&[&lines[..], &next].concat()) < Duration::from_millis(500));
    let dropped = [&lines[..], &[(0, "TURN 9,9")], &next].concat();
    assert!(
        maximum_after(&dropped) > Duration::from_millis(500),
        "the report was of the last game"
    );
}
