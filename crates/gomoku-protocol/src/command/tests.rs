//! Lines that are commands, lines that are none, and commands as text.

use proptest::prelude::*;

use super::*;
use crate::info::Key;
use crate::list::Entry;

proptest! {
    #[test]
    fn any_text_is_a_command_or_a_readable_error(
        line in "\\PC*",
        word in "[a-zA-Z]{0,12}",
        rest in ".*",
    ) {
        for line in [line, format!("{word} {rest}")] {
            let command = line.parse::<Command>();
            prop_assert_eq!(&format!(" \t{line}\r").parse(), &command);
            match command {
                Err(CommandError::Unknown(word)) => {
                    prop_assert_eq!(line.split_whitespace().next().unwrap_or_default(), word);
                }
                Err(error) => prop_assert!(error.to_string().starts_with("expected ")),
                Ok(command) => {
                    let text = command.to_string();
                    let again = text.parse::<Command>().expect("a command");
                    prop_assert_eq!(again.to_string(), text);
                }
            }
        }
    }

    #[test]
    fn coordinates_read_back(
        point in points(),
        (left, right) in ("[ \t]{0,3}", "[ \t]{0,3}"),
    ) {
        let line = format!("{left}tUrN {left}{}{right},{left}{}{right}", point.x, point.y);
        prop_assert_eq!(line.parse(), Ok(Command::Turn(point)));
    }

    #[test]
    fn every_command_reads_back(command in commands()) {
        let text = command.to_string();
        prop_assert_eq!(text.parse::<Command>(), Ok(command.clone()));
        prop_assert_eq!(text.to_ascii_lowercase().parse::<Command>(), match &command {
            // Keys and values stay as they are written.
            Command::Info(info) => Ok(Command::Info(Info::named(
                info.name.to_ascii_lowercase(),
                info.value.to_ascii_lowercase(),
            ))),
            command => Ok(command.clone()),
        });
        let Command::List(list) = command else {
            prop_assert!(!text.contains(['\r', '\n']), "one line: {}", text);
            return Ok(());
        };
        // Line by line, as a brain reads it.
        let mut lines = text.lines();
        let first = lines.next().expect("a command");
        let Ok(Command::List(mut read)) = first.parse::<Command>() else { panic!("{first}") };
        for line in lines {
            prop_assert!(List::takes(line), "{}", line);
            prop_assert!(!read.is_complete());
            read.feed(line);
        }
        prop_assert_eq!(read, list);
    }
}

fn points() -> impl Strategy<Value = Point> {
    (any::<i32>(), any::<i32>()).prop_map(|(x, y)| Point { x, y })
}

fn lists() -> impl Strategy<Value = List> {
    let entries = prop::collection::vec((points(), any::<Option<u8>>()), 0..20);
    let kinds = prop::sample::select(&ListKind::ALL[..]);
    (kinds, entries, any::<bool>()).prop_map(|(kind, entries, is_complete)| {
        let mut list = List::new(kind);
        for (point, field) in entries {
            list.feed(&Entry { point, field }.to_string());
        }
        if is_complete {
            list.feed("DONE");
        }
        list
    })
}

fn infos() -> impl Strategy<Value = Info> {
    let known = (prop::sample::select(&Key::ALL[..]), any::<i64>());
    prop_oneof![
        known.prop_map(|(key, value)| Info::new(key, value)),
        ("[!-~]{1,9}", "([!-~ä五][!-~ä五 \t]{0,9}[!-~ä五])?")
            .prop_map(|(name, value)| Info::named(name, value)),
    ]
    .prop_filter("tabs are no text", |info| !info.value.contains('\t'))
}

fn commands() -> impl Strategy<Value = Command> {
    prop_oneof![
        (5..=32_u32, 5..=32_u32)
            .prop_map(|(width, height)| Command::Start(Size::new(width, height).expect("sides"))),
        points().prop_map(Command::Turn),
        points().prop_map(Command::Play),
        points().prop_map(Command::TakeBack),
        lists().prop_map(Command::List),
        infos().prop_map(Command::Info),
        (1..=i32::MAX as usize).prop_map(Command::Best),
        (any::<bool>(), any::<i32>()).prop_map(|(pair, bias)| Command::Balance { pair, bias }),
        prop::sample::select(vec![
            Command::Restart,
            Command::Begin,
            Command::About,
            Command::End,
            Command::Stop,
            Command::ShowForbid,
            Command::ShowInfo,
            Command::ClearHash,
            Command::SearchDefend,
            Command::UnblockAll,
            Command::Swap2Step(Swap2Stage::Three),
            Command::Swap2Step(Swap2Stage::Answer),
            Command::Swap2Step(Swap2Stage::Choose),
        ]),
    ]
}

fn parse(line: &str) -> Command {
    line.parse().unwrap_or_else(|error| panic!("{line:?}: {error}"))
}

#[test]
fn case_and_blanks_do_not_matter() {
    let turn = Command::Turn(Point { x: 7, y: 8 });
    for line in ["TURN 7,8", "turn 7,8", "  \tTurn\t7 , 8  \r", "TURN  +7,\t08"] {
        assert_eq!(parse(line), turn, "{line:?}");
    }
    assert_eq!(parse("TURN -1,99"), Command::Turn(Point { x: -1, y: 99 }));
    for line in ["TURN", "TURN 7", "TURN 7 8", "TURN a,b", "TURN 7,8,1", "TURN 7,99999999999"] {
        let error = line.parse::<Command>();
        assert_eq!(error, Err(CommandError::Coordinates(PointError)), "{line:?}");
    }
}

#[test]
fn boards_have_one_side_or_two() {
    let rect = Command::Start(Size::new(30, 20).expect("a size"));
    for line in ["START 30 20", "RECTSTART 30,20", "rectstart 30 , 20", "START 30,20"] {
        assert_eq!(parse(line), rect, "{line:?}");
    }
    assert_eq!(parse("START 15"), Command::Start(Size::square(15)));
    let mistakes = ["START", "START 4", "START 33", "START -15", "START x", "START 15 15 15"];
    for line in mistakes.into_iter().chain(["RECTSTART 20,,15", "START 15,", "START ,15"]) {
        assert_eq!(line.parse::<Command>(), Err(CommandError::Size(SizeError)), "{line:?}");
    }
}

#[test]
fn info_reads_anything() {
    let info = |name: &str, value: &str| Command::Info(Info::named(name, value));
    assert_eq!(parse("info TIME_LEFT -120"), info("TIME_LEFT", "-120"));
    assert_eq!(parse("INFO \t rule  1 extra words "), info("rule", "1 extra words"));
    assert_eq!(parse("INFO folder C:\\It's a folder"), info("folder", "C:\\It's a folder"));
    assert_eq!(parse("INFO"), info("", ""));
    assert_eq!(parse("INFO rule"), info("rule", ""));
}

#[test]
fn analysis_needs_no_number() {
    for (line, lines) in [
        ("YXNBEST 5", 5),
        ("yxnbest", 1),
        ("yxnbest 0", 1),
        ("yxnbest -3", 1),
        ("YXNBEST many", 1),
        ("YXNBEST 99999999999999999999", i32::MAX as usize),
    ] {
        assert_eq!(parse(line), Command::Best(lines), "{line:?}");
    }
    assert_eq!(parse("yxsearchdefend"), Command::SearchDefend);
    let balance = |pair, bias| Command::Balance { pair, bias };
    assert_eq!(parse("YXBALANCEONE 100"), balance(false, 100));
    assert_eq!(parse("YXBALANCEONE 2147483648"), balance(false, i32::MAX));
    assert_eq!(parse("YXBALANCEONE -2147483649"), balance(false, i32::MIN));
    assert_eq!(parse("yxbalancetwo -40"), balance(true, -40));
    assert_eq!(parse("yxbalanceone x"), balance(false, 0));
}

#[test]
fn lists_may_be_whole() {
    let Command::List(list) = parse("YXBOARD 7,7,1 8,8,2 DONE 9,9,1") else { panic!("a list") };
    assert!(list.is_complete() && list.entries().len() == 2, "{list:?}");
    let Command::List(list) = parse("board\n7,7,1\n8,8,2\ndone") else { panic!("a list") };
    assert_eq!(list.to_string(), "BOARD\n7,7,1\n8,8,2\nDONE");
}
