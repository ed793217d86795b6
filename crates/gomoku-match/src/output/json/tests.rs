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
        tested: counts,
        repeated: 3,
        move_time: Duration::from_millis(60_500),
        session_games: 60,
        session_time: Duration::from_secs(90),
        ..MatchSummary::default()
    };
    let value = read(&MatchEvent::Summary((&summary).into()));
    let member = |path: &str| value.pointer(path).unwrap_or_else(|| panic!("{path}"));
    let number = |path: &str| member(path).as_f64().expect("a number");
    let rounded = |path: &str| format!("{:.2}", number(path));
    assert_eq!(member("/event"), "summary");
    assert_eq!(member("/state"), "running");
    assert_eq!(member("/repeated_games"), 3);
    assert_eq!(rounded("/move_seconds"), "60.50");
    assert_eq!(member("/sprt/tested_games"), 580);
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
fn a_merge_says_what_is_missing() {
    let figures = MergeFigures {
        complete: false,
        verdict: None,
        expected: 8,
        pairs: 7,
        missing: 1,
        first_missing: Some(3),
        shards: Vec::new(),
        missing_shards: vec!["4/8".to_owned()],
        homogeneity: None,
    };
    let value = read(&MatchEvent::Merged(&figures));
    let expected = json!({
        "event": "merged", "complete": false, "verdict": null, "expected": 8, "pairs": 7, "missing": 1,
        "first_missing": 3, "shards": [], "missing_shards": ["4/8"], "homogeneity": null
    });
    assert_eq!(value, expected);
}

#[test]
fn nothing_played_is_null_and_never_missing() {
    let summary = MatchSummary {
        engines: vec![EngineSummary::default(), EngineSummary::default()],
        encounters: vec![Encounter { engines: [0, 1], counts: Counts::default() }],
        ..MatchSummary::default()
    };
    let value = read(&MatchEvent::Summary((&summary).into()));
    let ratios = ["/sprt", "/games_per_hour", "/encounters/0/draw_ratio", "/engines/0/latency"];
    let figures = ["elo", "elo_error", "nelo", "nelo_error", "los"];
    let figures = figures.map(|figure| format!("/encounters/0/{figure}"));
    for path in ratios.iter().copied().chain(figures.iter().map(String::as_str)) {
        assert_eq!(value.pointer(path), Some(&Value::Null), "{path}");
    }
}
