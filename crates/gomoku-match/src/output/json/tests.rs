use std::time::Duration;

use serde_json::{Value, json};

use super::*;
use crate::output::summary::{Encounter, Latency};
use crate::stats::results::{GameScore, Pentanomial};

fn read(event: &MatchEvent) -> Value {
    let line = serde_json::to_string(event).expect("JSON");
    assert!(!line.contains('\n'));
    serde_json::from_str(&line).expect("JSON")
}

#[test]
fn games_are_events() {
    let resumed = MatchEvent::Resumed { games: 40, total: 100 };
    assert_eq!(read(&resumed), json!({"event": "resumed", "games": 40, "total": 100}));
    let started = Started { number: 7, total: 400, first: "A", second: "B" };
    let expected =
        json!({"event": "started", "number": 7, "total": 400, "first": "A", "second": "B"});
    assert_eq!(read(&MatchEvent::Started(started)), expected);
    let score = GameScore::Loss;
    let reason = "A loses on time";
    let error = Some("no file");
    let finished = Finished { number: 7, first: "A", second: "B", score, reason, error };
    let expected = json!({
        "event": "finished", "number": 7, "first": "A", "second": "B", "result": "0-1",
        "reason": "A loses on time", "error": "no file"
    });
    assert_eq!(read(&MatchEvent::Finished(finished)), expected);
}

#[test]
fn a_summary_holds_the_numbers_of_the_report() {
    let counts = Counts::from(Pentanomial { ll: 34, ld: 54, wl: 31, dd: 32, wd: 64, ww: 75 });
    let engine = |name: &str| EngineSummary {
        name: name.to_owned(),
        limits: "0.5/move".to_owned(),
        threads: 1,
        memory_mib: 350,
        ..EngineSummary::default()
    };
    let latency = Some(Latency { mean_ms: -12.5, max_ms: 3.0 });
    let summary = MatchSummary {
        engines: vec![
            EngineSummary { timeouts: 2, stray_lines: 3, latency, ..engine("A") },
            EngineSummary { last_error: Some("no file".into()), ..engine("B") },
        ],
        encounters: vec![Encounter { engines: [0, 1], counts }],
        openings: "freestyle20.txt".to_owned(),
        sprt: "elo0=0,elo1=100".parse().ok(),
        session_games: 60,
        session_time: Duration::from_secs(90),
    };
    let value = read(&MatchEvent::Summary((&summary).into()));
    let member = |path: &str| value.pointer(path).unwrap_or_else(|| panic!("{path}"));
    let number = |path: &str| member(path).as_f64().expect("a number");
    assert_eq!(member("/event"), "summary");
    assert_eq!(member("/engines/0/latency"), &json!({"mean_ms": -12.5, "max_ms": 3.0}));
    assert_eq!(member("/engines/1/latency"), &Value::Null);
    assert_eq!(member("/engines/0/timeouts"), 2);
    assert_eq!(
        (member("/engines/0/stray_lines"), member("/engines/1/stray_lines")),
        (&3.into(), &0.into())
    );
    assert_eq!(member("/engines/0/last_error"), &Value::Null);
    assert_eq!(member("/engines/1/last_error"), "no file");
    assert_eq!(member("/engines/1/memory_mib"), 350);
    assert_eq!(member("/engines/1/wins"), member("/encounters/0/losses"));
    assert_eq!(member("/encounters/0/pairs/pentanomial"), &json!([34, 54, 63, 64, 75]));
    assert_eq!(member("/encounters/0/games"), 580);
    let rounded = |path: &str| format!("{:.2}", number(path));
    assert_eq!(rounded("/encounters/0/elo"), "55.58");
    assert_eq!(rounded("/encounters/0/elo_error"), "27.65");
    assert_eq!(rounded("/engines/1/elo"), "-55.58");
    assert_eq!(rounded("/encounters/0/nelo"), "57.94");
    assert_eq!(rounded("/encounters/0/pairs/split_ratio"), "0.11");
    assert_eq!(member("/sprt/model"), "logistic");
    assert_eq!(member("/sprt/verdict"), "continue");
    assert!(number("/sprt/games_left") > 0.0);
    assert_eq!(rounded("/games_per_hour"), "2400.00");
    assert_eq!(rounded("/session_seconds"), "90.00");
}

#[test]
fn nothing_played_is_null_and_never_missing() {
    let summary = MatchSummary {
        engines: vec![EngineSummary::default(), EngineSummary::default()],
        encounters: vec![Encounter { engines: [0, 1], counts: Counts::default() }],
        ..MatchSummary::default()
    };
    let value = read(&MatchEvent::Summary((&summary).into()));
    for path in ["/sprt", "/games_per_hour", "/encounters/0/draw_ratio", "/engines/0/latency"] {
        assert_eq!(value.pointer(path), Some(&Value::Null), "{path}");
    }
    assert!(value.pointer("/encounters/0/elo").is_some_and(Value::is_number));
}
