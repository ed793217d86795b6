use std::fs;

use serde_json::{Value, json};

use super::*;
use crate::journal::JournalHeader;
use crate::testing::{config, folder, pair};

/// The report of a match of a name that is markup, with a page that shows the data and the charts.
fn report(results: &[&str]) -> (Value, String) {
    let path = folder("html-report").join("report.html");
    let mut config = config(20);
    config.engines[0].name = NAME.to_owned();
    config.seed = u64::MAX;
    let page = |data: &str, charts: &str| format!("{data}\n{charts}");
    let mut report = HtmlReport::new(&path, "shisan match", page);
    let header = JournalHeader::new(config);
    report.begin(MatchFigures::of_journal(Path::new("match.jsonl"), &header));
    for (number, results) in (0..).zip(results) {
        let mut pair = pair(number, results);
        for name in pair.games.iter_mut().flat_map(|game| [&mut game.black, &mut game.white]) {
            if name == "new" {
                *name = NAME.to_owned();
            }
        }
        pair.games[1].moves[2].time *= 3;
        if results.ends_with('L') {
            pair.games[1].outcome.reason = "timeout:+37ms".parse().expect("a code");
        }
        report.add_pair(&pair).expect("its players");
    }
    let mut other = pair(9, "WW");
    other.games[0].black = "other".to_owned();
    assert!(report.add_pair(&other).is_err(), "not its players");
    report.write(report.ratings(), Vec::new()).expect("disk space");
    let text = fs::read_to_string(path).expect("a page");
    let (data, charts) = text.split_once('\n').expect("data and charts");
    (serde_json::from_str(data).expect("JSON"), charts.to_owned())
}

const NAME: &str = "<script>alert(1)</script>";

#[test]
fn all_games_are_in_a_report() {
    let (data, charts) = report(&["WL", "WW", "DD"]);
    assert_eq!(data["games"].as_array().map(Vec::len), Some(6));
    assert_eq!(data["endings"], json!(["five", "timeout:+37ms", "full-board"]));
    let row = |index: usize| data["games"][index].as_array().expect("a row")[..6].to_vec();
    assert_eq!(row(0), [json!(0), json!(1), json!(0), json!(1), json!("b"), json!(0)]);
    assert_eq!(row(1), [json!(0), json!(2), json!(1), json!(0), json!("b"), json!(1)]);
    assert_eq!(row(5)[1..], [json!(6), json!(1), json!(0), json!(""), json!(2)]);
    let expected = json!([{"players": [0, 1], "games": [3, 2, 1], "pairs": [1, 2, 0]}]);
    assert_eq!(data["encounters"], expected);
    let [new, base] = [0, 1].map(|index| &data["engines"][index]);
    assert_eq!(
        (&new["name"], &new["timeouts"], &base["timeouts"]),
        (&json!(NAME), &json!(1), &json!(0))
    );
    assert_eq!((&new["latest_ms"], &base["moves"]), (&json!(976.0), &json!(12)));
    assert_eq!(data["ratings"]["groups"][0]["players"][0]["name"], NAME);
    let opening =
        json!([{"moves": "h9", "size": "15x15", "games": [3, 2, 1], "pairs": 3, "split": 1}]);
    assert_eq!(data["openings"], opening);
    assert_eq!(data["matches"][0]["seed"], "18446744073709551615", "more than a number of a page");
    assert_eq!(charts.matches("<svg ").count(), 2);
    assert!(!charts.contains("<script") && charts.contains("&lt;script&gt;"), "{charts}");
}
