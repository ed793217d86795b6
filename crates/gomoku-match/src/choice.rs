//! Options of a command line that are one of some words.

use std::error::Error;
use std::ffi::OsStr;
use std::str::FromStr;

use clap::builder::{PossibleValue, TypedValueParser};

/// Reads a value; the help and the completions of shells list the names.
#[derive(Clone, Copy, Debug)]
pub struct Choice<T: 'static> {
    all: &'static [T],
    name: fn(T) -> &'static str,
}

/// Reads one of `all`, whose names are these, as `FromStr` does.
pub const fn choice<T>(all: &'static [T], name: fn(T) -> &'static str) -> Choice<T> {
    Choice { all, name }
}

impl<T> TypedValueParser for Choice<T>
where
    T: FromStr<Err: Into<Box<dyn Error + Send + Sync>>> + Copy + Send + Sync,
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
        let names = self.all.iter().map(|&value| (self.name)(value));
        Some(Box::new(names.map(PossibleValue::new)))
    }
}
