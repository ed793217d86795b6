//! What a brain says of itself.

use std::fmt;
use std::str::FromStr;

use crate::text::{MAX_REPLY, printable};

/// The answer to `ABOUT`: `name="...", version="...", author="..."` and other pairs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct About(Vec<(String, String)>);

/// Bytes of a key, and of a value: a pair fits into a line.
const MAX_LENGTH: usize = 80;

impl About {
    /// A brain of this name, version and author.
    pub fn new(name: &str, version: &str, author: &str) -> Self {
        Self(Vec::new()).with("name", name).with("version", version).with("author", author)
    }

    /// The same with another pair, such as `country` or `www`.
    #[must_use]
    pub fn with(mut self, key: &str, value: &str) -> Self {
        self.0.push((key.to_owned(), value.to_owned()));
        self
    }

    /// The value of `key`.
    pub fn get(&self, key: &str) -> Option<&str> {
        self.0.iter().find(|(known, _)| known.eq_ignore_ascii_case(key)).map(|(_, value)| &**value)
    }

    /// All pairs of key and value.
    pub fn pairs(&self) -> &[(String, String)] {
        &self.0
    }
}

impl fmt::Display for About {
    /// Writes the pairs that fit into a line, long values cut.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut length = 0;
        for (key, value) in &self.0 {
            let start = if length == 0 { "" } else { ", " };
            let value = printable(value).map(|c| if c == '"' { '\'' } else { c });
            let value: String = value.take(MAX_LENGTH).collect();
            let pair = format!("{start}{key}=\"{value}\"");
            if length + pair.len() > MAX_REPLY {
                break;
            }
            length += pair.len();
            f.write_str(&pair)?;
        }
        Ok(())
    }
}

impl FromStr for About {
    type Err = AboutError;

    /// Reads pairs of key and quoted value between commas, as the protocol shows them.
    fn from_str(text: &str) -> Result<Self, AboutError> {
        let is_word = |key: &str| {
            (1..=MAX_LENGTH).contains(&key.len())
                && key.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_')
        };
        let mut pairs = Vec::new();
        let mut rest = text.trim();
        loop {
            let (key, value) = rest.split_once('=').ok_or(AboutError)?;
            let key = Some(key.trim_end()).filter(|key| is_word(key)).ok_or(AboutError)?;
            let value = value.trim_start().strip_prefix('"').ok_or(AboutError)?;
            let (value, after) = value.split_once('"').ok_or(AboutError)?;
            pairs.push((key.to_owned(), value.to_owned()));
            match after.trim_start().strip_prefix(',') {
                Some(next) => rest = next.trim_start(),
                None if after.is_empty() => return Ok(Self(pairs)),
                None => return Err(AboutError),
            }
        }
    }
}

/// Text that does not answer `ABOUT`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AboutError;

impl fmt::Display for AboutError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("expected pairs such as name=\"Brain\", version=\"1.0\"")
    }
}

impl std::error::Error for AboutError {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn answers_to_about() {
        for good in [
            "name=\"a\"",
            "name = \"a\", b =\"c\"",
            "name=\"a b\", version=\"1.0\",author=\"x=y, z\" ",
        ] {
            assert!(good.parse::<About>().is_ok(), "{good}");
        }
        for bad in
            ["", "Brain 1.0", "name=a", "name=\"a", "=\"a\"", "name=\"a\" b", "my name=\"a\""]
        {
            assert_eq!(bad.parse::<About>(), Err(AboutError), "{bad}");
        }
        let pair_of = |length| format!("{}=\"\"", "x".repeat(length));
        assert!(pair_of(MAX_LENGTH).parse::<About>().is_ok());
        assert_eq!(pair_of(MAX_LENGTH + 1).parse::<About>(), Err(AboutError), "a key in no line");
        let about: About = "NAME=\"a b\", version=\"\"".parse().expect("pairs");
        assert_eq!((about.get("name"), about.get("version")), (Some("a b"), Some("")));
        assert_eq!(about.get("author"), None);
    }

    #[test]
    fn no_value_breaks_the_line() {
        let long = "x".repeat(MAX_REPLY);
        let about = About::new("a\"b", "1\n2", &long).with("www", &long).with("email", &long);
        let cut = "x".repeat(MAX_LENGTH);
        let line = format!("name=\"a'b\", version=\"1?2\", author=\"{cut}\", www=\"{cut}\"");
        assert_eq!(about.to_string(), line);
    }
}
