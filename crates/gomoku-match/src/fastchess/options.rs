//! The options of a command line of fastchess: each has words behind it, mostly `key=value`.

use std::fmt;
use std::str::FromStr;

use anyhow::{Context, bail};

/// An option and the words that belong to it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct FastchessOption<'a> {
    /// Its name, without the dash.
    pub name: &'a str,
    pub words: Vec<&'a str>,
}

/// The options of a command line.
///
/// # Errors
/// When a word stands before the first option.
pub(super) fn options(words: &[String]) -> anyhow::Result<Vec<FastchessOption<'_>>> {
    let mut options: Vec<FastchessOption> = Vec::new();
    for word in words {
        let name =
            word.strip_prefix('-').filter(|name| name.starts_with(|c: char| !c.is_ascii_digit()));
        match (name, options.last_mut()) {
            (Some(name), _) => options.push(FastchessOption { name, words: Vec::new() }),
            (None, Some(option)) => option.words.push(word),
            (None, None) => bail!("{word}: expected an option of fastchess, such as -engine"),
        }
    }
    Ok(options)
}

impl<'a> FastchessOption<'a> {
    /// What stands behind `key=`, the last time.
    pub fn value(&self, key: &str) -> Option<&'a str> {
        let pairs = self.words.iter().rev().filter_map(|word| word.split_once('='));
        pairs.into_iter().find_map(|(name, value)| (name == key).then_some(value))
    }

    /// The only word, as a number.
    ///
    /// # Errors
    /// When it is none.
    pub fn number<T: FromStr>(&self) -> anyhow::Result<T> {
        match self.words[..] {
            [word] => word.parse().ok(),
            _ => None,
        }
        .with_context(|| format!("{self}: expected a whole number"))
    }

    /// The numbers of these keys. Of other keys, those that are not in `meaningless` get a note.
    ///
    /// # Errors
    /// When one is missing or is not a number.
    pub fn numbers<const N: usize>(
        &self,
        keys: [&str; N],
        meaningless: &[&str],
        notes: &mut Vec<String>,
    ) -> anyhow::Result<[u32; N]> {
        let known = |key: &str| keys.contains(&key) || meaningless.contains(&key);
        notes.extend(self.unknown(known));
        let mut numbers = [0; N];
        for (number, key) in numbers.iter_mut().zip(keys) {
            let value = self.value(key).and_then(|value| value.parse().ok());
            *number = value.with_context(|| format!("{self}: expected {key}=N, a whole number"))?;
        }
        Ok(numbers)
    }

    /// A note about each word whose key is not `known`.
    pub fn unknown(&self, known: impl Fn(&str) -> bool) -> Vec<String> {
        let key = |word: &'a str| word.split_once('=').map_or(word, |(key, _)| key);
        let unknown = self.words.iter().filter(|word| !known(key(word)));
        unknown.map(|word| format!("-{} {word}: ignored", self.name)).collect()
    }
}

impl fmt::Display for FastchessOption<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "-{}", self.name)?;
        self.words.iter().try_for_each(|word| write!(f, " {word}"))
    }
}
