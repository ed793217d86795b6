//! The setting that training games are made with: one for all games of a file.

use std::fmt;
use std::str::FromStr;

use super::provenance::build;
use gomoku_rules::Rule;
use shisan_engine::engine::EngineConfig;

/// Keys and values, written `rule=renju size=15 nodes=3000`.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Setting(Vec<(String, String)>);

/// The keys that say which engine played: it changes from one round of training to the next.
const ENGINE: [&str; 3] = ["weights", "set", "build"];

impl Setting {
    /// These keys and values, none of which has a blank.
    pub fn new<const N: usize>(fields: [(&str, String); N]) -> Self {
        Self(fields.map(|(key, value)| (key.to_owned(), value)).to_vec())
    }

    /// The same with the engine: its weights for `rules`, its parameters, and its build.
    pub fn with_engine(
        mut self,
        rules: impl IntoIterator<Item = Rule>,
        config: &EngineConfig,
        settings: &[String],
    ) -> Self {
        let checksums: Vec<String> =
            rules.into_iter().map(|rule| Self::checksum(rule, config)).collect();
        let set = if settings.is_empty() { "defaults".to_owned() } else { settings.join(",") };
        let values = [checksums.join(","), set, build()];
        self.0.extend(ENGINE.map(str::to_owned).into_iter().zip(values));
        self
    }

    /// The checksums of the tables and the network that an engine has for `rule`, in one word.
    pub fn checksum(rule: Rule, config: &EngineConfig) -> String {
        // A file of weights ends with its checksum.
        let checksum = |file: Vec<u8>| {
            let bytes = file.last_chunk::<8>().copied().unwrap_or_default();
            format!("{:016x}", u64::from_le_bytes(bytes))
        };
        let tables = checksum(config.weights.tables(rule).write());
        let network = config.weights.network(rule);
        network.map_or(tables.clone(), |network| format!("{tables}+{}", checksum(network.write())))
    }

    /// The value of a key.
    pub fn get(&self, key: &str) -> Option<&str> {
        self.0.iter().find(|(name, _)| name == key).map(|(_, value)| value.as_str())
    }

    /// The first difference from what `other` says, in words.
    pub fn difference(&self, other: &Self) -> Option<String> {
        let keys = self.0.iter().chain(&other.0).map(|(key, _)| key);
        let value = |setting: &Self, key: &str| setting.get(key).unwrap_or("unknown").to_owned();
        let mut differences = keys.filter_map(|key| {
            let (before, now) = (value(self, key), value(other, key));
            (before != now).then(|| format!("{key} was {before} and is {now}"))
        });
        differences.next()
    }

    /// What holds whichever engine plays.
    pub fn without_engine(&self) -> Self {
        Self(self.0.iter().filter(|(key, _)| !ENGINE.contains(&key.as_str())).cloned().collect())
    }
}

impl fmt::Display for Setting {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let fields: Vec<String> =
            self.0.iter().map(|(key, value)| format!("{key}={value}")).collect();
        f.write_str(&fields.join(" "))
    }
}

impl FromStr for Setting {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let field = |word: &str| {
            let (key, value) = word.split_once('=')?;
            (!key.is_empty()).then(|| (key.to_owned(), value.to_owned()))
        };
        let fields: Option<Vec<_>> = text.split_whitespace().map(field).collect();
        fields.filter(|fields| !fields.is_empty()).map(Self).ok_or_else(|| {
            format!("expected the setting of the games as KEY=VALUE ..., found {text:?}")
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn settings_differ_by_their_first_unequal_key() {
        let parse = |text: &str| text.parse::<Setting>().expect("a setting");
        let one = parse("rule=renju nodes=500 build=1");
        assert_eq!(parse(&one.to_string()), one);
        assert_eq!(one.difference(&one), None);
        let difference = |text: &str| one.difference(&parse(text)).unwrap_or_default();
        assert_eq!(difference("rule=renju nodes=1000 build=2"), "nodes was 500 and is 1000");
        assert_eq!(difference("rule=renju nodes=500"), "build was 1 and is unknown");
        assert_eq!(difference("rule=renju nodes=500 build=1 x=2"), "x was unknown and is 2");
        let other = parse("rule=renju nodes=500 build=2 weights=7");
        assert_eq!(one.without_engine(), other.without_engine());
        for bad in ["", " ", "nodes", "rule=renju by hand", "=3"] {
            assert!(bad.parse::<Setting>().is_err(), "{bad}");
        }
    }
}
