//! Reads JSON, and says in plain words what was expected where.

use std::fmt::Display;
use std::ops::RangeInclusive;

use serde_json::{Map, Value};

use super::answer::{Problem, Warning};
use super::query::FieldNames;

/// A value that JSON holds.
pub trait FromJson: Sized {
    /// Reads it; null is dealt with before.
    ///
    /// # Errors
    /// What was expected, and in which field.
    fn from_json(value: &Value, reader: &mut Reader) -> Result<Self, Problem>;
}

/// A value that is one of some words.
pub trait Word: Copy + 'static {
    /// Each with its names: that of the schema, then others that are read, too.
    const WORDS: &'static [(Self, &'static [&'static str])];

    /// The value of this name, in small or capital letters.
    fn of_name(name: &str) -> Option<Self> {
        let is_named = |names: &[&str]| names.iter().any(|known| known.eq_ignore_ascii_case(name));
        let found = Self::WORDS.iter().find(|(_, names)| is_named(names));
        found.map(|&(word, _)| word)
    }

    /// The names of the schema in a list for people.
    fn list() -> String {
        let names: Vec<&str> = Self::WORDS.iter().map(|(_, names)| names[0]).collect();
        match &names[..] {
            [before @ .., last] if !before.is_empty() => format!("{} or {last}", before.join(", ")),
            names => names.concat(),
        }
    }
}

/// The place that is being read, and what was ignored on the way.
#[derive(Debug, Default)]
pub struct Reader {
    /// As the query names it: `initialStones[1]`.
    place: String,
    pub warnings: Vec<Warning>,
}

impl Reader {
    /// The problem of this place: something else was expected than `found`.
    pub fn expected(&self, what: impl Display, found: &Value) -> Problem {
        self.problem(format!("expected {what}, not {}", shortened(&found.to_string())))
    }

    /// A problem of this place.
    pub fn problem(&self, reason: String) -> Problem {
        if self.place.is_empty() {
            Problem::new(reason)
        } else {
            Problem::of(shortened(&self.place), reason)
        }
    }

    /// The problem of this place that another field has its meaning.
    pub fn means_the_same(&self, other: &str) -> Problem {
        Problem::means_the_same(shortened(&self.place), other)
    }

    fn warn(&mut self, reason: &str) {
        let (field, warning) = (shortened(&self.place), reason.to_owned());
        self.warnings.push(Warning { field, warning });
    }

    /// Reads what lies a step deeper.
    pub(super) fn at<T>(&mut self, step: impl Display, read: impl FnOnce(&mut Self) -> T) -> T {
        let length = self.place.len();
        self.place += &step.to_string();
        let result = read(self);
        self.place.truncate(length);
        result
    }

    /// Reads the field `name` of an object.
    pub fn field<T>(&mut self, name: &str, read: impl FnOnce(&mut Self) -> T) -> T {
        let point = if self.place.is_empty() { "" } else { "." };
        self.at(format_args!("{point}{name}"), read)
    }

    /// Reads the items of an array.
    pub fn items<T: FromJson>(&mut self, items: &[Value]) -> Result<Vec<T>, Problem> {
        let read = |(index, item): (usize, &Value)| {
            self.at(format_args!("[{index}]"), |reader| T::from_json(item, reader))
        };
        items.iter().enumerate().map(read).collect()
    }

    /// Reads a whole number.
    pub fn number<T: TryFrom<i128> + PartialOrd + Display>(
        &self,
        value: &Value,
        range: RangeInclusive<T>,
    ) -> Result<T, Problem> {
        let number = whole(value).and_then(|number| T::try_from(number).ok());
        number.filter(|number| range.contains(number)).ok_or_else(|| {
            let (low, high) = (range.start(), range.end());
            self.expected(format_args!("a whole number from {low} to {high}"), value)
        })
    }
}

/// The number, if it is a whole one; `1e3` and `5.0` are.
fn whole(value: &Value) -> Option<i128> {
    let Value::Number(number) = value else { return None };
    match (number.as_u64(), number.as_i64(), number.as_f64()) {
        (Some(number), ..) => Some(number.into()),
        (_, Some(number), _) => Some(number.into()),
        (.., Some(number)) if number.fract() == 0.0 => Some(number as i128),
        _ => None,
    }
}

/// The warning of a field that says nothing to the action.
pub const UNUSED: &str = "ignored: this action does not use it";

/// The fields of an object.
pub struct Fields<'a> {
    object: &'a Map<String, Value>,
    reader: &'a mut Reader,
    /// Other names of fields, each with the name of the schema.
    aliases: &'static [(&'static str, &'static str)],
    /// The names in the object of those that were read.
    known: Vec<&'static str>,
}

impl<'a> Fields<'a> {
    /// The fields of `object`, which may have these other names.
    pub fn new(
        object: &'a Map<String, Value>,
        aliases: &'static [(&'static str, &'static str)],
        reader: &'a mut Reader,
    ) -> Self {
        Self { object, reader, aliases, known: Vec::new() }
    }

    /// Reads a field; `None` if it is absent or null.
    pub fn take<T: FromJson>(&mut self, name: &'static str) -> Result<Option<T>, Problem> {
        self.take_by(name, T::from_json)
    }

    /// Reads a field with `read`; `None` if it is absent or null.
    pub fn take_by<T>(
        &mut self,
        name: &'static str,
        read: impl FnOnce(&Value, &mut Reader) -> Result<T, Problem>,
    ) -> Result<Option<T>, Problem> {
        let others = self.aliases.iter().filter(|(_, field)| *field == name);
        let names = [name].into_iter().chain(others.map(|&(alias, _)| alias));
        let mut found = None;
        for given in names {
            let Some(value) = self.object.get(given) else { continue };
            self.known.push(given);
            match found {
                _ if value.is_null() => {}
                None => found = Some((given, value)),
                Some((other, _)) => {
                    return self.reader.field(given, |reader| Err(reader.means_the_same(other)));
                }
            }
        }
        found
            .map(|(given, value)| self.reader.field(given, |reader| read(value, reader)))
            .transpose()
    }

    /// Reads a field that must be there.
    pub fn require<T: FromJson>(&mut self, name: &'static str) -> Result<T, Problem> {
        let field = self.take(name)?;
        field.ok_or_else(|| self.reader.problem(format!("expected a field {name}")))
    }

    /// Warns of fields that were not read.
    pub fn warn_of_others(&mut self) {
        for name in self.object.keys().filter(|name| !self.known.contains(&name.as_str())) {
            self.reader.field(name, |reader| reader.warn("unknown field"));
        }
    }

    /// Warns of fields that were read, where there is a `reason` for the name of the schema.
    pub fn warn_where(&mut self, reason: impl Fn(&str) -> Option<&'static str>) {
        for &given in &self.known {
            let alias = self.aliases.iter().find(|(alias, _)| *alias == given);
            let name = alias.map_or(given, |(_, name)| name);
            if self.object.get(given).is_some_and(|value| !value.is_null())
                && let Some(reason) = reason(name)
            {
                self.reader.field(given, |reader| reader.warn(reason));
            }
        }
    }

    /// Warns of an item of the array `name`.
    pub fn warn_of_item(&mut self, name: &str, index: usize) {
        self.reader.field(&format!("{name}[{index}]"), |reader| reader.warn(UNUSED));
    }

    /// The names in the object that are not those of the schema.
    pub fn names(&self) -> FieldNames {
        let is_used =
            |(alias, _): &(&str, _)| self.object.get(*alias).is_some_and(|it| !it.is_null());
        FieldNames(self.aliases.iter().copied().filter(is_used).collect())
    }
}

/// The beginning of `text`, for messages.
fn shortened(text: &str) -> String {
    const LONGEST: usize = 60;
    match text.char_indices().nth(LONGEST) {
        Some((end, _)) => format!("{}...", &text[..end]),
        None => text.to_owned(),
    }
}

impl<T: Word> FromJson for T {
    fn from_json(value: &Value, reader: &mut Reader) -> Result<Self, Problem> {
        let word = value.as_str().and_then(T::of_name);
        word.ok_or_else(|| reader.expected(T::list(), value))
    }
}

impl<T: FromJson> FromJson for Vec<T> {
    fn from_json(value: &Value, reader: &mut Reader) -> Result<Self, Problem> {
        match value {
            Value::Array(items) => reader.items(items),
            _ => Err(reader.expected("an array", value)),
        }
    }
}

impl FromJson for String {
    fn from_json(value: &Value, reader: &mut Reader) -> Result<Self, Problem> {
        value.as_str().map(str::to_owned).ok_or_else(|| reader.expected("a string", value))
    }
}

impl FromJson for bool {
    fn from_json(value: &Value, reader: &mut Reader) -> Result<Self, Problem> {
        value.as_bool().ok_or_else(|| reader.expected("true or false", value))
    }
}

impl FromJson for u32 {
    fn from_json(value: &Value, reader: &mut Reader) -> Result<Self, Problem> {
        reader.number(value, 0..=Self::MAX)
    }
}

impl FromJson for u64 {
    fn from_json(value: &Value, reader: &mut Reader) -> Result<Self, Problem> {
        reader.number(value, 0..=Self::MAX)
    }
}

impl FromJson for i64 {
    fn from_json(value: &Value, reader: &mut Reader) -> Result<Self, Problem> {
        reader.number(value, Self::MIN..=Self::MAX)
    }
}
