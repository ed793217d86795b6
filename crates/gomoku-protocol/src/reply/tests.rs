//! Replies as lines, and lines as replies.

use proptest::prelude::*;

use super::*;
use crate::info::Key;

proptest! {
    #[test]
    fn every_reply_reads_back(reply in replies()) {
        let line = reply.to_string();
        prop_assert!(line.len() <= MAX_REPLY || matches!(reply, Reply::Forbid(_)), "{}", line);
        prop_assert!(line.bytes().all(|byte| byte.is_ascii_graphic() || byte == b' '), "{}", line);
        prop_assert_eq!(format!(" {line} \r").parse(), Ok(reply));
    }

    #[test]
    fn any_text_is_a_reply_or_a_readable_error(
        line in "\\PC*",
        word in "(ok|error|swap|forbid|suggest|Message|INFO|7,7)?",
        rest in ".*",
    ) {
        for line in [line, format!("{word} {rest}")] {
            match line.parse::<Reply>() {
                Err(error) => prop_assert!(error.to_string().starts_with("expected ")),
                Ok(reply) => {
                    let line = reply.to_string();
                    prop_assert!(!line.is_empty() && !line.contains(['\n', '\r']), "{}", line);
                    let again = line.parse::<Reply>().expect("a reply");
                    prop_assert_eq!(again.to_string(), line);
                }
            }
        }
    }
}

fn points() -> impl Strategy<Value = Point> {
    (any::<i32>(), any::<i32>()).prop_map(|(x, y)| Point { x, y })
}

fn replies() -> impl Strategy<Value = Reply> {
    // No longer than a value of `About` may be.
    let text = || "[!-~]([!-~ ]{0,78}[!-~])?";
    let cells = (0..32_u8, 0..32_u8).prop_map(|(x, y)| Pos::new(x, y));
    let pairs = prop::collection::vec(("[a-z_0-9]{1,9}", "[ !#-~]{0,20}"), 0..4);
    prop_oneof![
        prop::sample::select(vec![Reply::OK, Reply::Swap]),
        text().prop_map(Reply::Ok),
        points().prop_map(Reply::Move),
        prop::collection::vec(points(), 2..=5).prop_map(Reply::Moves),
        points().prop_map(Reply::Suggest),
        (text(), pairs).prop_map(|(name, pairs)| {
            let about = About::new(&name.replace('"', ""), "1", "me");
            Reply::About(pairs.iter().fold(about, |about, (key, value)| about.with(key, value)))
        }),
        prop::collection::vec(cells, 0..9).prop_map(Reply::Forbid),
        text().prop_map(Reply::Error),
        text().prop_map(Reply::Unknown),
        text().prop_map(Reply::Message),
        text().prop_map(Reply::Debug),
        text().prop_map(Reply::Detail),
        (prop::sample::select(&Key::ALL[..]), any::<i64>())
            .prop_map(|(key, value)| Reply::Info(Info::new(key, value))),
    ]
}

#[test]
fn every_reply_is_one_line_of_the_protocol() {
    let points = [(0, 31), (10, 2)].map(|(x, y)| Point { x, y });
    let cells = vec![Pos::new(0, 31), Pos::new(10, 2)];
    let lines = [
        (Reply::OK, "OK"),
        (Reply::from(Pos::new(7, 11)), "7,11"),
        (Reply::Moves(points.into()), "0,31 10,2"),
        (Reply::Swap, "SWAP"),
        (Reply::Suggest(points[0]), "SUGGEST 0,31"),
        (Reply::Error("a\nb\u{e9}".into()), "ERROR a?b?"),
        (Reply::Unknown(String::new()), "UNKNOWN ?"),
        (Reply::Forbid(cells), "FORBID 00311002."),
        (Reply::Forbid(Vec::new()), "FORBID ."),
        (
            Reply::About(About::new("Brain", "1.0", "me")),
            "name=\"Brain\", version=\"1.0\", author=\"me\"",
        ),
    ];
    for (reply, line) in lines {
        assert_eq!(reply.to_string(), line);
    }
    assert_eq!(Reply::Message("x".repeat(9000)).to_string().len(), MAX_REPLY);
    let cut_behind_a_blank = Reply::Message("x".repeat(MAX_REPLY - 9) + " y").to_string();
    assert_eq!(cut_behind_a_blank.len(), MAX_REPLY - 1);
    assert_eq!(Reply::Message("  ".into()).to_string(), "MESSAGE ?");
    let flood = Reply::Moves(vec![points[1]; 1000]).to_string();
    assert!(flood.len() <= MAX_REPLY && flood.ends_with(" 10,2"), "{flood}");
}

#[test]
fn moves_are_two_numbers() {
    let read = |line: &str| line.parse::<Reply>();
    let point = |x, y| Point { x, y };
    for line in ["19,14", " 19 , 14 ", "19,14 ", "+19,14"] {
        assert_eq!(read(line), Ok(Reply::Move(point(19, 14))), "{line}");
    }
    assert_eq!(read("4294967296,-1"), Ok(Reply::Move(point(i32::MAX, -1))));
    assert_eq!(read("7,7 8,9"), Ok(Reply::Moves(vec![point(7, 7), point(8, 9)])));
    for line in [
        "7",
        "7,",
        ",7",
        "7,7,7",
        "7 7",
        "7.5,3",
        "99999999999999999999,1",
        "h8",
        "-",
        "7,7 is best",
        "(5, 7)",
        "7;7",
        "thinking...",
        "MESSAGES 7,7",
        "SWAP 7,7",
        "Brain 1.0",
    ] {
        assert_eq!(read(line), Err(ReplyError::Unknown), "{line}");
    }
    assert_eq!(read(" \t"), Err(ReplyError::Empty));
    assert_eq!(read("suggest h8"), Err(ReplyError::Coordinates(PointError)));
    for line in ["FORBID x", "FORBID 123.", "FORBID 12345.", "FORBID 3232.", "FORBID é."] {
        assert_eq!(read(line), Err(ReplyError::Forbidden), "{line}");
    }
}

#[test]
fn messages_and_refusals_are_told_by_their_first_word() {
    for line in ["MESSAGE 7,7", "message", " DEBUG 7,7", "INFO EVAL 3", "DETAIL x"] {
        let reply = line.parse::<Reply>().expect("a reply");
        assert!(reply.is_message() && !reply.is_refusal(), "{line}");
    }
    for line in ["ERROR size", "unknown"] {
        let reply = line.parse::<Reply>().expect("a reply");
        assert!(reply.is_refusal() && !reply.is_message(), "{line}");
    }
    assert_eq!("ok - ready".parse(), Ok(Reply::Ok("- ready".into())));
}
