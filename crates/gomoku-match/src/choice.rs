//! Options of a command line that are one of some words.

use std::error::Error;
use std::ffi::OsStr;
use std::fmt;
use std::marker::PhantomData;
use std::str::FromStr;

use clap::builder::{PossibleValue, TypedValueParser};
use gomoku_rules::Rule;

/// Reads a `T` as its `FromStr` does; the help and the completions of shells list the names.
pub struct Choice<T> {
    names: Vec<&'static str>,
    value: PhantomData<fn() -> T>,
}

/// Reads a `T` that has one of these names, or one that `FromStr` knows besides.
pub fn choice<T>(names: impl IntoIterator<Item = &'static str>) -> Choice<T> {
    Choice { names: names.into_iter().collect(), value: PhantomData }
}

/// Reads a rule by its name or its Gomocup number.
pub fn rule() -> Choice<Rule> {
    choice(Rule::ALL.map(Rule::name))
}

impl<T> Clone for Choice<T> {
    fn clone(&self) -> Self {
        choice(self.names.clone())
    }
}

impl<T> fmt::Debug for Choice<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Choice").field(&self.names).finish()
    }
}

impl<T> TypedValueParser for Choice<T>
where
    T: FromStr<Err: Into<Box<dyn Error + Send + Sync>>> + Clone + Send + Sync + 'static,
{
    type Value = T;

    fn parse_ref(
        &self,
        command: &clap::Command,
        argument: Option<&clap::Arg>,
        value: &OsStr,
    ) -> Result<T, clap::Error> {
        T::from_str.parse_ref(command, argument, value)
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        Some(Box::new(self.names.iter().map(PossibleValue::new)))
    }
}
