//! Settings: `INFO key value`.

use std::fmt;

use crate::text::one_line;

/// `INFO key value`, as sent: keys differ between managers and brains, and any value may follow.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Info {
    /// The key, one word.
    pub name: String,
    /// What follows it, without blanks at its ends.
    pub value: String,
}

impl Info {
    /// A setting of a known key.
    pub fn new(key: Key, value: impl fmt::Display) -> Self {
        Self::named(key.name(), value)
    }

    /// A setting of any key.
    pub fn named(name: impl Into<String>, value: impl fmt::Display) -> Self {
        Self { name: name.into(), value: value.to_string() }
    }

    /// Reads what follows `INFO`.
    pub(crate) fn parse(text: &str) -> Self {
        let text = text.trim();
        let (name, value) = text.split_once(char::is_whitespace).unwrap_or((text, ""));
        Self { name: name.to_owned(), value: value.trim_start().to_owned() }
    }

    /// The key, if it is a known one, in upper or lower case.
    pub fn key(&self) -> Option<Key> {
        Key::ALL.into_iter().find(|key| key.name().eq_ignore_ascii_case(&self.name))
    }

    /// The number at the beginning of the value, without its fraction. Larger numbers count as the nearest
    /// that fits.
    pub fn number(&self) -> Option<i64> {
        let word = self.word()?;
        let whole = word.parse().ok();
        whole.or_else(|| word.parse().ok().filter(|it: &f64| it.is_finite()).map(|it| it as i64))
    }

    /// The first word of the value.
    pub fn word(&self) -> Option<&str> {
        self.value.split_whitespace().next()
    }
}

impl fmt::Display for Info {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let words = ["INFO", &one_line(&self.name), &one_line(&self.value)];
        f.write_str(words.join(" ").trim_end())
    }
}

/// The keys of Gomocup's protocol, then those of Yixin, Rapfi and Shisan.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Key {
    /// Milliseconds for a move; 0 is at once.
    TimeoutTurn,
    /// Milliseconds for a match; 0 is no limit.
    TimeoutMatch,
    /// Milliseconds left of the match; it may be negative. 2147483647 is no limit.
    TimeLeft,
    /// Memory limit of the whole process, in bytes; 0 is no limit.
    MaxMemory,
    /// 0 the opponent is human, 1 it is a brain, 2 a tournament, 3 a network tournament.
    GameType,
    /// The number of the rule, see [`GameRule::from_gomocup`](gomoku_rules::GameRule::from_gomocup).
    Rule,
    /// The cell under the mouse.
    Evaluate,
    /// The folder where the brain may keep files; it may contain blanks.
    Folder,
    /// Milliseconds that the match clock gains with each move.
    TimeIncrement,
    /// Search threads.
    ThreadNum,
    /// Size of the transposition table, in kilobytes.
    HashSize,
    /// Maximum depth of the search.
    MaxDepth,
    /// Maximum number of nodes.
    MaxNode,
    /// How the search is reported besides `MESSAGE depth`: 1 `REALTIME`, 2 `INFO`, 3 both.
    ShowDetail,
    /// A handicap on a scale of 0 to 100, from Yixin's managers; 100 is full strength.
    Strength,
    /// The Elo of the level to play at.
    Level,
    /// The seed of a level's mistakes.
    Seed,
}

impl Key {
    /// All of them.
    pub const ALL: [Self; 17] = [
        Self::TimeoutTurn,
        Self::TimeoutMatch,
        Self::TimeLeft,
        Self::MaxMemory,
        Self::GameType,
        Self::Rule,
        Self::Evaluate,
        Self::Folder,
        Self::TimeIncrement,
        Self::ThreadNum,
        Self::HashSize,
        Self::MaxDepth,
        Self::MaxNode,
        Self::ShowDetail,
        Self::Strength,
        Self::Level,
        Self::Seed,
    ];

    /// The name, as managers send it.
    pub const fn name(self) -> &'static str {
        match self {
            Self::TimeoutTurn => "timeout_turn",
            Self::TimeoutMatch => "timeout_match",
            Self::TimeLeft => "time_left",
            Self::MaxMemory => "max_memory",
            Self::GameType => "game_type",
            Self::Rule => "rule",
            Self::Evaluate => "evaluate",
            Self::Folder => "folder",
            Self::TimeIncrement => "time_increment",
            Self::ThreadNum => "thread_num",
            Self::HashSize => "hash_size",
            Self::MaxDepth => "max_depth",
            Self::MaxNode => "max_node",
            Self::ShowDetail => "show_detail",
            Self::Strength => "strength",
            Self::Level => "level",
            Self::Seed => "seed",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_key_has_a_name_of_its_own() {
        for key in Key::ALL {
            assert_eq!(Info::named(key.name().to_ascii_uppercase(), 1).key(), Some(key));
        }
        assert_eq!(Info::named("caution_factor", 1).key(), None);
    }

    #[test]
    fn a_value_that_is_no_number_is_still_a_value() {
        let number = |value| Info::new(Key::TimeLeft, value).number();
        for (value, expected) in [
            ("5399000.5", Some(5_399_000)),
            ("-120", Some(-120)),
            ("1 extra words", Some(1)),
            ("99999999999999999999", Some(i64::MAX)),
            ("9007199254740993", Some((1 << 53) + 1)),
            ("-9007199254740993", Some(-(1 << 53) - 1)),
            ("1e3", Some(1000)),
            ("", None),
            ("x", None),
            ("nan", None),
            ("inf", None),
            ("C:\\It's a folder\\with blanks", None),
            ("7,7", None),
        ] {
            assert_eq!(number(value), expected, "{value:?}");
        }
    }

    #[test]
    fn no_value_injects_a_command() {
        let info = Info::new(Key::Folder, "/tmp/a\r\nEND");
        assert_eq!(info.to_string(), "INFO folder /tmp/a??END");
        assert_eq!(Info::new(Key::Folder, "").to_string(), "INFO folder");
    }
}
