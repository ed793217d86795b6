//! How two configurations differ, in a few words.

use std::time::Duration;

use serde::Serialize;
use serde_json::{Map, Value};

/// Characters of a text that are shown.
const MAX_TEXT: usize = 60;

/// The first setting in which two configurations differ: `games was 100 and is 200`.
///
/// # Errors
/// When settings cannot be written as JSON.
pub fn difference(before: &impl Serialize, now: &impl Serialize) -> anyhow::Result<Option<String>> {
    let (before, now) = (serde_json::to_value(before)?, serde_json::to_value(now)?);
    Ok(first_difference("", &before, &now))
}

fn first_difference(name: &str, before: &Value, now: &Value) -> Option<String> {
    let below = |key: &str| if name.is_empty() { key.to_owned() } else { format!("{name}.{key}") };
    match (before, now) {
        (Value::Object(before), Value::Object(now))
            if duration(before).or(duration(now)).is_none() =>
        {
            let none = Value::Null;
            let mut keys: Vec<&String> = before.keys().chain(now.keys()).collect();
            // The fingerprint of what is made by a seed says less than the seed.
            keys.sort_unstable_by_key(|key| (*key == "openings", *key));
            keys.dedup();
            keys.into_iter().find_map(|key| {
                let (before, now) = (before.get(key), now.get(key));
                first_difference(&below(key), before.unwrap_or(&none), now.unwrap_or(&none))
            })
        }
        (Value::Array(before), Value::Array(now)) if before.len() == now.len() => {
            let mut items = (0..).zip(before.iter().zip(now));
            items.find_map(|(index, (before, now))| {
                first_difference(&below(&format!("{index}")), before, now)
            })
        }
        _ => (before != now).then(|| format!("{name} was {} and is {}", brief(before), brief(now))),
    }
}

/// A value in a few words.
fn brief(value: &Value) -> String {
    match value {
        Value::Array(items) if items.is_empty() => "empty".to_owned(),
        Value::Array(items) => items.iter().map(named).collect::<Vec<_>>().join(", "),
        Value::Object(members) => match duration(members) {
            Some(time) => format!("{time:?}"),
            None => named(value),
        },
        _ => cut(&value.to_string()),
    }
}

/// The name of a value that has one, such as an engine.
fn named(value: &Value) -> String {
    match value.get("name").and_then(Value::as_str) {
        Some(name) => cut(name),
        None => cut(&value.to_string()),
    }
}

fn cut(text: &str) -> String {
    match text.char_indices().nth(MAX_TEXT) {
        Some((end, _)) => format!("{}...", &text[..end]),
        None => text.to_owned(),
    }
}

/// The time that an object stands for.
fn duration(members: &Map<String, Value>) -> Option<Duration> {
    let seconds = members.get("secs")?.as_u64()?;
    let nanos = members.get("nanos")?.as_u64()?;
    (members.len() == 2).then(|| Duration::new(seconds, nanos as u32))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::config;

    #[test]
    fn the_first_difference_is_named_briefly() {
        let base = config(10);
        let mut changed = [const { None }; 6].map(|_: Option<()>| base.clone());
        let [nodes, time, fewer, long, games, tolerance] = &mut changed;
        nodes.engines[1].limits.nodes = Some(77);
        time.engines[0].time.turn = Some(Duration::from_millis(1500));
        fewer.engines.push(base.engines[0].clone());
        long.engines[0].command = "x".repeat(2000);
        games.games = 12;
        tolerance.game.tolerance = Duration::from_secs(1);
        let expected = [
            "engines.1.limits.nodes was null and is 77".to_owned(),
            "engines.0.time.turn was 500ms and is 1.5s".to_owned(),
            "engines was new, base and is new, base, new".to_owned(),
            format!("engines.0.command was \"new\" and is \"{}...", "x".repeat(59)),
            "games was 10 and is 12".to_owned(),
            "game.tolerance was 0ns and is 1s".to_owned(),
        ];
        for (now, expected) in changed.iter().zip(expected) {
            assert_eq!(difference(&base, now).expect("JSON"), Some(expected));
        }
        assert_eq!(difference(&base, &base.clone()).expect("JSON"), None);
    }
}
